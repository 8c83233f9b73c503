//! The loop's side of SPEC ACT.12: which record is open, and how that is known.

use crate::asking::Asking;
use crate::execute::Part;
use crate::field_value;
use crate::identity::{self, Sighting, fills_in, mark};
use crate::plan::{parts, told};
use crate::progress::HEARSAY;
use crate::run::{Runner, cancelled};
use crate::world::{Answer, Asked, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, Method};
use lea_model::workflow::{Edge, Identity, RecordKind, RecordMark};
use lea_model::{ActionType, Rect, Workflow};
use lea_recognize::View;
use std::collections::BTreeMap;

/// The values that identify the record and are seen, with where; an error where another record is.
type Seen = Result<Vec<(Rect, String)>, String>;

/// Seconds the identity of a record may take to be painted.
const PATIENCE: f64 = 2.0;

/// The record that is open, as far as this run knows by its own doing (SPEC ACT.12).
#[derive(Debug, Default)]
pub(crate) struct OpenRecord {
    /// The run opened it itself, by one exact row, and has been on it since: what the row was picked by.
    opened: Option<Vec<String>>,
    /// A row was picked in the edge under way: its record is open when the edge has led where it should.
    picking: Option<Vec<String>>,
    /// The run did not come here by its own steps from where the task begins: nothing it saw on the way says that only one record has a name.
    came_otherwise: bool,
    /// What named a value where this run saw it: on a later screen of the record the same words name the same.
    labels: BTreeMap<String, String>,
}

impl OpenRecord {
    /// An edge begins.
    pub fn begin_edge(&mut self) {
        self.picking = None;
    }

    /// An edge has led where it should.
    pub fn arrive(&mut self) {
        if let Some(picked) = self.picking.take() {
            self.opened = Some(picked);
        }
    }

    /// Whatever is open now, it is not known to be what this run opened.
    pub fn lose(&mut self) {
        (self.opened, self.picking) = (None, None);
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
        !self.came_otherwise || self.is_opened_by(value) || identity::is_unique(value)
    }
}

impl Runner<'_, '_, '_> {
    /// A row was picked: the record it stands for is open once the edge has led where it should.
    pub fn picked(&mut self, part: &Part<'_>, found: &Grounding) {
        if found.method == Method::Row && part.action.action_type == ActionType::MouseClick {
            let names = identity::picks(part.edge);
            let values = names.iter().filter_map(|n| self.known.values.fill(&format!("${{{n}}}")).ok());
            self.place.record.picking = Some(values.map(|f| f.text).collect());
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

    /// Before a step fills in or sends something: it is the right record. Says where its identity was seen.
    pub fn identify(&mut self, part: &Part<'_>, irreversible: bool) -> Result<Option<Rect>, Halt> {
        if !(fills_in(part.action) || irreversible) || part.edge.edge_id == crate::recover::RECOVERY {
            return Ok(None);
        }
        let mark = mark(&self.plan.workflow, part.edge);
        match mark.kind {
            RecordKind::None => Ok(None),
            RecordKind::New => self.form_is_empty(part).map(|()| None),
            RecordKind::Existing => self.right_record(part, &mark),
        }
    }

    fn right_record(&mut self, part: &Part<'_>, mark: &RecordMark) -> Result<Option<Rect>, Halt> {
        let wanted: Vec<(Identity, String)> = mark
            .identity
            .iter()
            .filter_map(|i| Some((i.clone(), self.known.values.fill(&format!("${{{}}}", i.variable)).ok()?)))
            .filter(|(_, f)| !f.secret)
            .map(|(i, f)| (i, f.text))
            .collect();
        let deadline = self.world.clock.seconds() + PATIENCE;
        loop {
            let observation = self.look()?;
            let seen = self.sighting(&wanted, &observation);
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
                return self.ask_record(&before, &about, &wanted, (&seen, &observation)).map(|()| None);
            }
            self.wait_for_change(left.min(0.5))?;
        }
    }

    /// The values that identify the record and are seen, with where; an error where another record is.
    fn sighting(&self, wanted: &[(Identity, String)], observation: &Observation) -> Seen {
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let mut found = Vec::new();
        for (identity, value) in wanted {
            let own: Vec<Rect> =
                self.known.typed.iter().filter(|(_, _, t)| t == value).map(|(_, b, _)| *b).collect();
            let known = self.place.record.labels.get(value);
            let label = identity.label.clone().or_else(|| known.cloned());
            match identity::seen(&Identity { label, ..identity.clone() }, value, &view, &own) {
                Sighting::Seen(at) => found.push((at, value.clone())),
                Sighting::Other(other) => {
                    return Err(format!("{} is {other:?}, not {value:?}", identity.variable));
                }
                Sighting::NotSeen => {}
            }
        }
        Ok(found)
    }

    /// Asks whether the record that is open is the one asked for; where another one is seen, there is nothing to ask.
    fn ask_record(
        &mut self,
        when: &str,
        about: &dyn Fn(Asking) -> Asking,
        wanted: &[(Identity, String)],
        (seen, observation): (&Seen, &Observation),
    ) -> Result<(), Halt> {
        let all = wanted.iter().map(|(i, v)| format!("{} = {v}", i.variable)).collect::<Vec<_>>().join(", ");
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
        let choices = ["I do not know: stop", "yes, it is", "no, it is another one"];
        let asking = Asking::new(Asked::Record, text).because(why.clone()).choosing(&choices);
        let reply = self.ask(about(asking), observation)?;
        match reply.answer {
            Answer::Yes | Answer::Choice(1) => {
                self.note(HEARSAY, format!("a person says that it is the record {all}"))?;
                self.shown.unverified = true;
                self.observation = None;
                self.place.record.opened = Some(wanted.iter().map(|(_, value)| value.clone()).collect());
                Ok(())
            }
            Answer::Stop => Err(cancelled()),
            _ => Err(reply.halt(HaltReason::WrongRecord, why)),
        }
    }

    /// A new record begins with an empty form: what stands in its fields is this run's own.
    fn form_is_empty(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        let is_first = !parts(part.edge)[..part.number].iter().any(|a| fills_in(a));
        if !fills_in(part.action)
            || !is_first
            || self.known.typed.iter().any(|(e, ..)| *e == part.edge.edge_id)
        {
            return Ok(());
        }
        let observation = self.look()?;
        let fields: Vec<_> = parts(part.edge).into_iter().filter(|a| fills_in(a)).collect();
        for action in fields {
            let Some(target) = action.target.as_ref() else { continue };
            let crate::locate::Grounded::Found(found) = self.ground_on(&observation, target, false) else {
                continue;
            };
            let shown = found.bbox.and_then(|b| field_value::field(&observation, b)).unwrap_or_default();
            let hint = target.text.as_deref().unwrap_or_default();
            let own = action.parameters.text.as_deref().and_then(|t| self.known.values.fill(t).ok());
            let is_ours = own.is_some_and(|f| field_value::reads_as(&shown, &f.text));
            if !shown.trim().is_empty() && !field_value::reads_as(&shown, hint) && !is_ours {
                let why = format!(
                    "before {}: the form of a new record is not empty: “{}” shows {shown:?}",
                    told(part.action),
                    found.label
                );
                return Err(Halt::new(HaltReason::WrongRecord, why)
                    .asking("Empty the form or bring up a new one, then resume the run"));
            }
        }
        Ok(())
    }

    /// A run may begin behind what only leads to a record, where that record is seen (SPEC ACT.12).
    pub fn may_begin_here(&mut self, node: &str, skipped: &[&Edge]) -> Result<(), Halt> {
        let names: Vec<String> =
            skipped.iter().flat_map(|e| identity::picks(e)).filter(|n| n != "row").collect();
        let wanted: Vec<(Identity, String)> = names
            .into_iter()
            .filter_map(|n| Some((n.clone(), self.known.values.fill(&format!("${{{n}}}")).ok()?.text)))
            .map(|(variable, value)| (Identity { variable, ..Identity::default() }, value))
            .collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let observation = self.look()?;
        let seen = self.sighting(&wanted, &observation);
        let is_told = |seen: &Vec<(Rect, String)>| seen.iter().any(|(_, v)| self.place.record.is_told_by(v));
        if seen.as_ref().is_ok_and(is_told) {
            return Ok(());
        }
        let when = format!("the run would begin on “{}”", self.plan.called(node));
        let about = |asking: Asking| asking.on(node);
        self.ask_record(&when, &about, &wanted, (&seen, &observation))
            .map_err(|halt| Halt { node: Some(node.to_owned()), ..halt })
    }
}
