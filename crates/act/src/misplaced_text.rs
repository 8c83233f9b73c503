//! Text that may have gone into another field while nobody saw it. Where filling in was disturbed (a try that was not verified, a crash, a
//! halt that a person said they mended) the screen is asked once more before anything is sent, and not the person alone.

use crate::asking::Asking;
use crate::execute::Part;
use crate::field_value;
use crate::params::filling::{LEAST_TELLING, MOST_LOOKS, SAME_PLACE};
use crate::run::{Runner, cancelled};
use crate::undo::{is_field, shows};
use crate::world::{Answer, Asked, Observation};
use lea_model::run::{Halt, HaltReason};
use lea_model::{ActionType, Rect, UIElement};
use lea_recognize::label::normal;
use std::rc::Rc;

/// Edges whose filling in was disturbed, and what the screen showed before.
#[derive(Default)]
pub(crate) struct Disturbed {
    edges: Vec<String>,
    /// The screen on which an edge was begun that had not been disturbed then.
    first: Option<(String, Rc<Observation>)>,
}

impl Disturbed {
    /// Edges that a journal tells were begun, and not finished.
    pub fn before(begun: Vec<String>) -> Self {
        Self { edges: begun, first: None }
    }

    /// An edge is begun on this screen.
    pub fn begins(&mut self, edge: &str, first: &Rc<Observation>) {
        if !self.is(edge) {
            self.first = Some((edge.to_owned(), first.clone()));
        }
    }

    /// Something went wrong while an edge was taken.
    pub fn by(&mut self, edge: &str) {
        if !self.is(edge) {
            self.edges.push(edge.to_owned());
        }
    }

    /// The edge is over.
    pub fn over(&mut self, edge: &str) {
        self.edges.retain(|e| e != edge);
    }

    fn is(&self, edge: &str) -> bool {
        self.edges.iter().any(|e| e == edge)
    }

    /// The field showed that before anything was typed.
    fn showed(&self, edge: &str, bbox: Rect, text: &str) -> bool {
        let first = self.first.as_ref().filter(|(of, _)| of == edge);
        first.and_then(|(_, observation)| shows(observation, bbox)).is_some_and(|was| was == text)
    }
}

impl Runner<'_, '_, '_> {
    /// Where filling in was disturbed: no field shows what was typed for another. A person may say that it belongs there, which is
    /// hearsay, or that it is taken out, which is looked at.
    pub fn nothing_astray(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        if !self.known.disturbed.is(&part.edge.edge_id) {
            return Ok(());
        }
        let mut looks = 0;
        loop {
            let observation = self.look()?;
            let Some((bbox, label)) = self.astray(part, &observation) else { return Ok(()) };
            let text = format!("“{label}” shows what was typed for another field. Does it belong there?");
            let why = format!(
                "before {}: “{label}” shows what was typed for another field",
                crate::plan::told(part.action)
            );
            if looks == MOST_LOOKS {
                let asks = format!("Correct what “{label}” says by hand, then resume the run");
                return Err(Halt::new(HaltReason::NotVerified, why).asking(asks));
            }
            looks += 1;
            let choices = ["I do not know: stop", "yes, it does", "no, and I took it out: look again"];
            let asking = Asking::new(Asked::Right, text).because(why.clone()).choosing(&choices);
            let reply = self.ask(asking.pointing_at(vec![bbox]).about(part), &observation)?;
            match reply.answer {
                Answer::Yes | Answer::Choice(1) => {
                    self.not_seen_to_work(format!("a person says that what “{label}” shows belongs there"))?;
                    return Ok(());
                }
                Answer::Choice(2) => {
                    self.note("person", format!("says to have taken it out of “{label}”"))?;
                    self.look_again()?;
                }
                Answer::Stop => return Err(cancelled()),
                _ => return Err(reply.halt(HaltReason::NotVerified, why)),
            }
        }
    }

    /// A field that shows what this edge typed for another: where it is, and what it is called.
    fn astray(&self, part: &Part<'_>, observation: &Observation) -> Option<(Rect, String)> {
        let edge = part.edge.edge_id.as_str();
        let fields: Vec<(&UIElement, String)> = observation
            .state
            .ui_elements
            .iter()
            .filter(|e| is_field(e))
            .filter_map(|e| Some((e, shows(observation, e.bbox)?)))
            .filter(|(e, now)| !self.known.disturbed.showed(edge, e.bbox, now))
            .collect();
        let mut stray = self.typed_by(part).into_iter().filter_map(|(text, meant)| {
            let is_at = |e: &UIElement, b: &Rect| e.bbox.padded(SAME_PLACE).contains(b.center());
            let (home, away): (Vec<_>, Vec<_>) = fields
                .iter()
                .filter(|(_, now)| holds(now, &text))
                .partition(|(e, _)| meant.iter().any(|b| is_at(e, b)));
            // A form that was scrolled shows it elsewhere.
            let moved = meant.iter().filter(|b| !home.iter().any(|(e, _)| is_at(e, b))).count();
            away.get(moved).map(|(e, _)| (e.bbox, e.label.trim().to_owned()))
        });
        let (bbox, label) = stray.next()?;
        Some((bbox, if label.is_empty() { "a field".into() } else { label }))
    }

    /// What this edge typed and did not send yet, each with the places it was meant for; a secret shows at none of them.
    fn typed_by(&self, part: &Part<'_>) -> Vec<(String, Vec<Rect>)> {
        let mut all: Vec<(String, Vec<Rect>)> = Vec::new();
        for (_, bbox, text) in self.known.typed.iter().filter(|(edge, ..)| *edge == part.edge.edge_id) {
            match all.iter_mut().find(|(t, _)| t == text) {
                Some((_, places)) => places.push(*bbox),
                None => all.push((text.clone(), vec![*bbox])),
            }
        }
        let before = part.edge.parts().into_iter().take(part.number);
        let texts = before.filter(|a| a.action_type == ActionType::TextInput);
        let filled = texts.filter_map(|a| self.known.values.fill(a.parameters.text.as_deref()?).ok());
        all.extend(filled.filter(|f| f.secret).map(|f| (f.text, Vec::new())));
        all.retain(|(text, _)| !normal(text).is_empty());
        all
    }
}

/// A field that shows this holds the text, alone or beside what it held before.
fn holds(shown: &str, text: &str) -> bool {
    let (shown_plain, plain) = (normal(shown), normal(text));
    let is_telling = plain.chars().filter(|c| c.is_alphanumeric()).count() >= LEAST_TELLING;
    field_value::reads_as(shown, text) || is_telling && shown_plain.contains(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_holds_a_text_alone_or_behind_what_it_held_and_a_short_one_only_alone() {
        assert!(holds("06 63 49 79 83", "06 63 49 79 83"));
        assert!(holds("p7@exemple.fr06 63 49 79 83", "06 63 49 79 83"));
        assert!(holds("12", "12") && !holds("rue 12", "12"));
        assert!(!holds("Courriel", "06 63 49 79 83") && !holds("", "06 63 49 79 83"));
    }
}
