//! A record that is made (SPEC ACT.12): its form is seen empty before anything is filled in, but for the fields that were not empty when it
//! was shown.

use crate::execute::Part;
use crate::field_value;
use crate::fields::FIELDS;
use crate::ground::{Wanted, element_at};
use crate::heal::Healing;
use crate::identity::{changes_record, fills_in};
use crate::locate::{Goal, Grounded, locate};
use crate::plan::told;
use crate::run::Runner;
use crate::world::Observation;
use lea_model::run::{Halt, HaltReason};
use lea_model::workflow::RecordMark;
use lea_model::{Action, Edge};
use lea_recognize::View;

impl Runner<'_, '_, '_> {
    /// A new record begins with an empty form: what stands in its fields is this run's own.
    pub fn form_is_empty(&mut self, part: &Part<'_>, mark: &RecordMark) -> Result<(), Halt> {
        let parts = part.edge.parts();
        let before = &parts[..part.number];
        let is_first = |of: fn(&Action) -> bool| of(part.action) && !before.iter().any(|a| of(a));
        if !(is_first(changes_record) || is_first(fills_in))
            || self.known.typed.iter().any(|(e, ..)| *e == part.edge.edge_id)
        {
            return Ok(());
        }
        let observation = self.look()?;
        let mut is_seen = false;
        for action in always_empty(part.edge, mark) {
            match self.content(action, &observation) {
                None => {}
                Some(Content::Empty) => is_seen = true,
                Some(Content::Another { field, shown }) => {
                    let why = format!(
                        "before {}: the form of a new record is not empty: “{field}” shows {shown:?}",
                        told(part.action),
                    );
                    return Err(Halt::new(HaltReason::WrongRecord, why)
                        .asking("Empty the form or bring up a new one, then resume the run"));
                }
            }
        }
        if !is_seen && self.place.record.came_otherwise() {
            let why = format!(
                "before {}: the run did not open this form itself, and no field of it is seen to be empty",
                told(part.action)
            );
            return Err(Halt::new(HaltReason::WrongRecord, why)
                .asking("Bring up the form of a new record, then resume the run"));
        }
        Ok(())
    }

    /// What the field of an action holds; none where no field is seen for it, which says nothing about the record.
    fn content(&self, action: &Action, observation: &Observation) -> Option<Content> {
        let target = action.target.as_ref()?;
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let apps = self.place.expected.as_deref().map_or(&[][..], |n| self.plan.apps(n));
        // What is filled in is looked for, not the words that name it.
        let wanted =
            Wanted { target, irreversible: false, at_home: true, fills: true, in_other_words: false, apps };
        let search = self.search(observation, &view, &Healing::default());
        let Grounded::Found(found) = locate(&Goal::Learnt(&wanted, &search)) else { return None };
        let element = found.bbox.and_then(|b| element_at(&observation.state.ui_elements, b));
        let field = element.filter(|e| FIELDS.contains(&e.element_type)).map(|e| e.bbox)?;
        let shown = field_value::field(observation, field).unwrap_or_default();
        let hint = target.text.as_deref().unwrap_or_default();
        let own = action.parameters.text.as_deref().and_then(|t| self.known.values.fill(t).ok());
        let is_ours = own.is_some_and(|f| field_value::reads_as(&shown, &f.text));
        let is_empty = shown.trim().is_empty() || field_value::is_caret(&shown);
        Some(match is_empty || field_value::reads_as(&shown, hint) || is_ours {
            true => Content::Empty,
            false => Content::Another { field: found.label, shown },
        })
    }
}

/// What a field of a new form holds.
enum Content {
    /// Nothing, a hint, or what this run types there.
    Empty,
    /// Something else, in the field of this name.
    Another { field: String, shown: String },
}

/// The parts of an edge that fill in fields which were empty in every demonstration.
fn always_empty<'e>(edge: &'e Edge, mark: &RecordMark) -> Vec<&'e Action> {
    let parts = edge.parts().into_iter().enumerate();
    let empty = parts.filter(|(number, a)| fills_in(a) && !mark.prefilled.contains(number));
    empty.map(|(_, action)| action).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::ActionType;

    #[test]
    fn what_was_prefilled_when_it_was_shown_need_not_be_empty() {
        let typing = |text: &str| {
            let mut action = Action::new(ActionType::TextInput);
            action.parameters.text = Some(text.into());
            action
        };
        let mut action = Action::new(ActionType::Compound);
        action.parameters.steps = vec![typing("${country}"), typing("${name}")];
        let edge = Edge { action: Some(action), ..Edge::default() };
        let texts = |prefilled: &[usize]| -> Vec<String> {
            let mark = RecordMark { prefilled: prefilled.to_vec(), ..RecordMark::default() };
            always_empty(&edge, &mark).iter().filter_map(|a| a.parameters.text.clone()).collect()
        };
        assert_eq!(texts(&[]), ["${country}", "${name}"]);
        assert_eq!(texts(&[0]), ["${name}"]);
    }
}
