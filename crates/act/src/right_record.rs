//! The loop's side of SPEC ACT.12: which record is open, and how that is known.

use crate::asking::Asking;
use crate::execute::Part;
use crate::identity::{self, Sighting, changes_record, fills_in, mark};
use crate::params::limits::MOST_ROUNDS;
use crate::params::times::{LOOK_AGAIN, RECORD_PATIENCE};
use crate::plan::told;
use crate::run::{Runner, cancelled};
use crate::same_screen;
use crate::step::Origin;
use crate::world::{Answer, Asked, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, Method};
use lea_model::workflow::{Edge, Identity, RecordKind};
use lea_model::{ActionType, Rect, Workflow};
use lea_recognize::View;
use std::collections::{BTreeMap, BTreeSet};

/// The values that identify the record and are seen, with where; an error where another record is.
type Seen = Result<Vec<(Rect, String)>, String>;
/// A value that identifies the record, and where it stood; without a variable where every run picks the same row.
type Wanted = (Identity, String);

/// The record that is open, as far as this run knows by its own doing (SPEC ACT.12).
#[derive(Debug, Default)]
pub(crate) struct OpenRecord {
    /// The run opened it itself, by one exact row, and has been on it since: what the row was picked by.
    pub(crate) opened: Option<Vec<String>>,
    /// Only a person's word says which record it is: it holds for the screen they were asked about, not for the next one.
    is_said: bool,
    /// A row was picked in the edge under way: its record is open when the edge has led where it should.
    picking: Option<Vec<String>>,
    /// The run did not come here by its own steps from where the task begins: nothing it saw on the way says that only one record has a name.
    came_otherwise: bool,
    /// What named a value where this run saw it: on a later screen of the record the same words name the same.
    labels: BTreeMap<String, String>,
    /// Fields that this run searched in or opened something by, with what it typed: shown there, a value says nothing.
    searched: Vec<(Rect, String)>,
    /// What this run searched for and has picked no row by: it did not see that only one record has it.
    unseen: BTreeSet<String>,
}

impl OpenRecord {
    /// An edge begins.
    pub fn begin_edge(&mut self) {
        self.picking = None;
    }

    /// An edge has led where it should.
    pub fn arrive(&mut self) {
        if std::mem::take(&mut self.is_said) {
            self.opened = None;
        }
        if let Some(picked) = self.picking.take() {
            self.opened = Some(picked);
        }
    }

    /// Whatever is open now, it is not known to be what this run opened.
    pub fn lose(&mut self) {
        (self.opened, self.picking, self.is_said) = (None, None, false);
    }

    /// The run is on a node: where the task begins it goes its own way from there; elsewhere, with edges left out, it did not come by itself.
    pub fn enter(&mut self, workflow: &Workflow, node: &str, skipped: &[&Edge]) {
        if !skipped.is_empty() {
            self.came_otherwise = true;
        } else if workflow.entry_nodes.iter().any(|entry| entry == node) {
            self.came_otherwise = false;
        }
    }

    /// Somebody else may have brought another record up.
    pub fn interrupt(&mut self) {
        self.lose();
        self.came_otherwise = true;
    }

    /// The run did not come here by its own steps from where the task begins.
    pub fn came_otherwise(&self) -> bool {
        self.came_otherwise
    }

    /// The run saw a value that identifies the record: what names it there is known from now on.
    fn remember(&mut self, value: &str, at: Rect, observation: &Observation) {
        if let Some(label) = identity::label_at(&observation.state, at) {
            self.labels.entry(value.to_owned()).or_insert(label);
        }
    }

    fn is_opened_by(&self, value: &str) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.iter().any(|o| o == value))
    }

    /// That a value is shown says which record it is: only one has such a value, or the run saw on its way that only one has.
    fn is_told_by(&self, value: &str) -> bool {
        let came_by_rows = !self.came_otherwise && !self.unseen.contains(value);
        came_by_rows || self.is_opened_by(value) || identity::is_unique(value)
    }
}

impl Runner<'_, '_, '_> {
    /// A row was picked: the record it stands for is open once the edge has led where it should. What was typed in order to get somewhere
    /// is kept.
    pub fn picked(&mut self, part: &Part<'_>, found: &Grounding) {
        let leads_on = part.edge.from_node != part.edge.to_node || !fills_in(part.action);
        let text = part.action.parameters.text.as_deref().and_then(|t| self.known.values.fill(t).ok());
        if part.action.action_type == ActionType::TextInput
            && leads_on
            && let Some((bbox, filled)) = found.bbox.zip(text.filter(|f| !f.secret))
        {
            if identity::finds_by(part.edge, part.action) {
                self.place.record.unseen.insert(filled.text.clone());
            }
            self.place.record.searched.push((bbox, filled.text));
        }
        if found.method == Method::Row && part.action.action_type == ActionType::MouseClick {
            let names = identity::picks(part.edge);
            let values = names.iter().filter_map(|n| self.known.values.fill(&format!("${{{n}}}")).ok());
            let fixed = identity::fixed_picks(part.edge);
            let values: Vec<String> = values.map(|f| f.text).chain(fixed).collect();
            self.place.record.unseen.retain(|searched| !values.contains(searched));
            self.place.record.picking = Some(values);
        }
        if found.method == Method::Cell && part.action.action_type == ActionType::MouseClick {
            self.marked_cell(part);
        }
    }

    /// On a screen of the record that this run opened: what names its values there is remembered.
    pub fn see_record(&mut self, observation: &Observation) {
        let opened = self.place.record.opened.clone().unwrap_or_default();
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        for value in opened {
            if let Sighting::Seen(at) = identity::seen(&Identity::default(), &value, &view, &[]) {
                self.place.record.remember(&value, at, observation);
            }
        }
    }

    /// Before a step changes or sends something: it is the right record. Says where its identity was seen.
    pub fn identify(&mut self, part: &Part<'_>, irreversible: bool) -> Result<Option<Rect>, Halt> {
        if !(changes_record(part.action) || irreversible) {
            return Ok(None);
        }
        if part.origin == Origin::Recovery {
            return self.back_changes_nothing(part, irreversible).map(|()| None);
        }
        let mark = mark(&self.plan.workflow, part.edge);
        let fixed = identity::fixed_before(&self.plan.workflow, part.edge);
        match mark.kind {
            RecordKind::None if fixed.is_empty() => Ok(None),
            RecordKind::New => self.form_is_empty(part, &mark).map(|()| None),
            RecordKind::None | RecordKind::Existing => {
                let mut wanted: Vec<Wanted> = mark.identity.iter().filter_map(|i| self.wanted(i)).collect();
                wanted.extend(fixed.into_iter().map(by_its_text));
                self.right_record(part, &wanted)
            }
        }
    }

    /// A way back may fill in what it was shown to (a log-in), but what it sends for good is of a record that nobody has seen.
    fn back_changes_nothing(&self, part: &Part<'_>, irreversible: bool) -> Result<(), Halt> {
        if !irreversible {
            return Ok(());
        }
        let why = format!("{}, on the way back from an error: it cannot be taken back", told(part.action));
        Err(Halt::new(HaltReason::WrongRecord, why)
            .asking("Bring the application back to a screen of the task by hand, then resume the run"))
    }

    /// A value that identifies the record, as this run was given it; never a secret.
    fn wanted(&self, identity: &Identity) -> Option<Wanted> {
        let filled = self.known.values.fill(&format!("${{{}}}", identity.variable)).ok()?;
        (!filled.secret).then(|| (identity.clone(), filled.text))
    }

    fn right_record(&mut self, part: &Part<'_>, wanted: &[Wanted]) -> Result<Option<Rect>, Halt> {
        let mut deadline = self.world.clock.seconds() + RECORD_PATIENCE;
        let mut rounds = 0;
        loop {
            let observation = self.look()?;
            let seen = self.sighting(wanted, &observation);
            if let Ok(seen) = &seen {
                if let Some((at, _)) = seen.iter().find(|(_, value)| self.place.record.is_told_by(value)) {
                    seen.iter().for_each(|(at, v)| self.place.record.remember(v, *at, &observation));
                    return Ok(Some(*at));
                }
                if wanted.iter().any(|(_, value)| self.place.record.is_opened_by(value)) {
                    return Ok(None);
                }
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                let before = format!("before {}", told(part.action));
                let about = |asking: Asking| asking.about(part);
                if self.ask_record(&before, &about, wanted, (&seen, &observation))? {
                    return Ok(None);
                }
                rounds = self.another_round(rounds)?;
                deadline = self.world.clock.seconds() + RECORD_PATIENCE;
                continue;
            }
            self.wait_for_change(left.min(LOOK_AGAIN))?;
        }
    }

    /// The values that identify the record and are seen, with where; an error where another record is.
    fn sighting(&self, wanted: &[Wanted], observation: &Observation) -> Seen {
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let mut found = Vec::new();
        for (identity, value) in wanted {
            let typed = self.known.typed.iter().filter(|(_, _, t)| t == value).map(|(_, b, _)| *b);
            let searched = self.place.record.searched.iter().filter(|(_, t)| t == value).map(|(b, _)| *b);
            let searched = searched.filter(|b| identity::is_in_field(&observation.state, *b));
            let own: Vec<Rect> = typed.chain(searched).collect();
            let known = self.place.record.labels.get(value);
            let label = identity.label.clone().or_else(|| known.cloned());
            match identity::seen(&Identity { label, ..identity.clone() }, value, &view, &own) {
                Sighting::Seen(at) => found.push((at, value.clone())),
                Sighting::Other(other) => {
                    return Err(format!("{} is {other:?}, not {value:?}", name_of(identity)));
                }
                Sighting::NotSeen => {}
            }
        }
        Ok(found)
    }

    /// Asks whether the record that is open is the one asked for; where another one is seen, there is nothing to ask. False where the
    /// screen changed while it was asked: whoever answered saw another one.
    fn ask_record(
        &mut self,
        when: &str,
        about: &dyn Fn(Asking) -> Asking,
        wanted: &[Wanted],
        (seen, observation): (&Seen, &Observation),
    ) -> Result<bool, Halt> {
        let all = wanted.iter().map(told_of).collect::<Vec<_>>().join(", ");
        let why = match seen {
            Err(other) => format!("{when}: another record is shown: {other}"),
            Ok(seen) => match seen.first() {
                None => format!("{when}: nothing on the screen says which record it is ({all})"),
                Some((_, value)) => format!(
                    "{when}: “{value}” is shown, but the run did not choose this record itself, and another one may have the same"
                ),
            },
        };
        if seen.is_err() {
            let asks = format!("Bring up the record {all}, then resume the run");
            return Err(Halt::new(HaltReason::WrongRecord, why).asking(asks));
        }
        let text = format!("{why}. Is it the record {all}?");
        let values = wanted.iter().map(|(_, value)| value.clone()).collect();
        self.ask_is_right(about(Asking::new(Asked::Record, text).because(why)), values, observation)
    }

    /// Asks whether what is open is what the task is about, and takes a yes for this screen alone.
    fn ask_is_right(
        &mut self,
        asking: Asking,
        values: Vec<String>,
        observation: &Observation,
    ) -> Result<bool, Halt> {
        let apps: Vec<String> =
            self.plan.workflow.nodes.iter().flat_map(|n| self.plan.apps(&n.node_id)).cloned().collect();
        let choices = ["I do not know: stop", "yes, it is", "no, it is another one"];
        let asking = asking.choosing(&choices).showing(same_screen::digest(observation, &apps));
        let reply = self.ask(asking, observation)?;
        match reply.answer {
            Answer::Yes | Answer::Choice(1) => {
                let fresh = self.look()?;
                if !same_screen::says_the_same(observation, &fresh, &apps) {
                    self.note("record", "the screen changed while it was asked about: it is asked anew")?;
                    return Ok(false);
                }
                let what = if values.is_empty() { "right".into() } else { values.join(", ") };
                self.not_seen_to_work(format!("a person says that it is the record: {what}"))?;
                self.observation = None;
                (self.place.record.opened, self.place.record.is_said) = (Some(values), true);
                Ok(true)
            }
            Answer::Stop => Err(cancelled()),
            _ => {
                let why = reply.question.why.clone();
                Err(reply.halt(HaltReason::WrongRecord, why))
            }
        }
    }

    /// The screen changed while a person was asked about the record; that is borne only so often.
    fn another_round(&mut self, rounds: u32) -> Result<u32, Halt> {
        if rounds + 1 < MOST_ROUNDS {
            return Ok(rounds + 1);
        }
        let why = "the screen keeps changing while it is asked whether it shows the right record";
        Err(Halt::new(HaltReason::WrongRecord, why)
            .asking("Bring up the record and let the screen rest, then resume the run"))
    }

    /// A run may begin behind what only leads to a record, where that record is seen (SPEC ACT.12). Where it fills in or sends something
    /// that has no identity, nothing can be seen: a person says whether it may begin there.
    pub fn may_begin_here(&mut self, node: &str, skipped: &[&Edge]) -> Result<(), Halt> {
        if skipped.is_empty() {
            return Ok(());
        }
        let at_node = |halt: Halt| Halt { node: Some(node.to_owned()), ..halt };
        let wanted = self.skipped_records(node, skipped);
        if wanted.is_empty() {
            return self.begins_unidentified(node, skipped).map_err(at_node);
        }
        let when = format!("the run would begin on “{}”", self.plan.called(node));
        let about = |asking: Asking| asking.on(node);
        let mut rounds = 0;
        loop {
            let observation = self.look()?;
            let seen = self.sighting(&wanted, &observation);
            let is_told =
                |seen: &Vec<(Rect, String)>| seen.iter().any(|(_, v)| self.place.record.is_told_by(v));
            if seen.as_ref().is_ok_and(is_told)
                || seen.is_ok() && wanted.iter().any(|(_, v)| self.place.record.is_opened_by(v))
                || self.ask_record(&when, &about, &wanted, (&seen, &observation)).map_err(at_node)?
            {
                return Ok(());
            }
            rounds = self.another_round(rounds).map_err(at_node)?;
        }
    }

    /// Nothing has to be asked about the record before the run begins behind these edges: it is seen, or none is concerned.
    pub fn is_seen_to_begin(&self, node: &str, skipped: &[&Edge], observation: &Observation) -> bool {
        let wanted = self.skipped_records(node, skipped);
        if wanted.is_empty() {
            return identity::unidentified(&self.plan.workflow, node, skipped).is_empty();
        }
        let seen = self.sighting(&wanted, observation);
        seen.is_ok_and(|seen| seen.iter().any(|(_, v)| self.place.record.is_told_by(v)))
    }

    /// What skipped edges picked a record by, with where that stands on the screen the run would begin on; the row of a loop aside.
    fn skipped_records(&self, node: &str, skipped: &[&Edge]) -> Vec<Wanted> {
        let workflow = &self.plan.workflow;
        let coming = identity::coming(workflow, node, skipped);
        let here: Vec<Identity> =
            coming.iter().filter(|e| e.from_node == node).flat_map(|e| mark(workflow, e).identity).collect();
        let placed = |variable: String| {
            let known = here.iter().find(|i| i.variable == variable).cloned();
            known.unwrap_or_else(|| Identity { variable, ..Identity::default() })
        };
        let names = skipped.iter().flat_map(|e| identity::picks(e)).filter(|n| n != "row");
        let mut wanted: Vec<Wanted> = names.filter_map(|n| self.wanted(&placed(n))).collect();
        if wanted.is_empty() {
            let picked: Vec<String> = skipped.iter().flat_map(|e| identity::fixed_picks(e)).collect();
            let fixed = coming.iter().flat_map(|e| identity::fixed_before(workflow, e));
            let fixed: BTreeSet<String> = fixed.filter(|t| picked.contains(t)).collect();
            wanted.extend(fixed.into_iter().map(by_its_text));
        }
        wanted
    }

    /// Nothing identifies what comes: a person says that it may begin here.
    fn begins_unidentified(&mut self, node: &str, skipped: &[&Edge]) -> Result<(), Halt> {
        let plan = self.plan;
        let Some(edge) = identity::unidentified(&plan.workflow, node, skipped).first().copied() else {
            return Ok(());
        };
        let mut rounds = 0;
        while self.place.record.opened.is_none() {
            let why = format!(
                "the run would begin on “{}”, behind steps that it has not done, and nothing on the screen says that what {} changes is what this task is about",
                plan.called(node),
                edge.edge_id
            );
            let text = format!("{why}. Is what is open the right one?");
            let asking = Asking::new(Asked::Record, text).because(why).on(node);
            let observation = self.look()?;
            if self.ask_is_right(asking, Vec::new(), &observation)? {
                return Ok(());
            }
            rounds = self.another_round(rounds)?;
        }
        Ok(())
    }
}

/// A row that every run picks is known by its text.
fn by_its_text(text: String) -> Wanted {
    (Identity::default(), text)
}

/// A value that identifies a record, in words.
fn told_of((identity, value): &Wanted) -> String {
    match identity.variable.as_str() {
        "" => format!("“{value}”"),
        variable => format!("{variable} = {value}"),
    }
}

fn name_of(identity: &Identity) -> &str {
    if identity.variable.is_empty() { "the record" } else { &identity.variable }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_was_only_searched_for_may_be_of_several_records() {
        let mut record = OpenRecord::default();
        assert!(record.is_told_by("Moreau Louis"), "the run came by its own steps");
        record.unseen.insert("Moreau Louis".into());
        assert!(!record.is_told_by("Moreau Louis"));
        record.unseen.insert("F-2026-0177".into());
        assert!(record.is_told_by("F-2026-0177"), "only one record has such a number");
        record.picking = Some(vec!["Moreau Louis".into()]);
        record.arrive();
        assert!(record.is_told_by("Moreau Louis"), "one exact row was picked");
    }
}
