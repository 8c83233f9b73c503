//! The loop's side of SPEC ACT.12: which record is open, and how that is known.

use crate::execute::Part;
use crate::field_value;
use crate::identity::{self, Sighting, fills_in, mark};
use crate::plan::{parts, told};
use crate::progress::HEARSAY;
use crate::run::{Runner, cancelled};
use crate::world::{Answer, Asked, Observation, Question};
use lea_model::run::{Grounding, Halt, HaltReason, Method};
use lea_model::workflow::{Edge, Identity, RecordKind, RecordMark};
use lea_model::{ActionType, Rect};
use lea_recognize::View;

/// Seconds the identity of a record may take to be painted.
const PATIENCE: f64 = 2.0;

/// The record that this run opened itself, by one exact row, and has been on since: what the row was picked by.
pub(crate) type Opened = Option<Vec<String>>;

impl Runner<'_, '_, '_> {
    /// A row was picked: the record it stands for is open once the edge has led where it should.
    pub fn picked(&mut self, part: &Part<'_>, found: &Grounding) {
        if found.method == Method::Row && part.action.action_type == ActionType::MouseClick {
            let names = identity::picks(part.edge);
            let values = names.iter().filter_map(|n| self.values.fill(&format!("${{{n}}}")).ok());
            self.picking = Some(values.map(|f| f.text).collect());
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
            .filter_map(|i| Some((i.clone(), self.values.fill(&format!("${{{}}}", i.variable)).ok()?)))
            .filter(|(_, f)| !f.secret)
            .map(|(i, f)| (i, f.text))
            .collect();
        let deadline = self.world.clock.seconds() + PATIENCE;
        loop {
            let observation = self.look()?;
            let other = match self.sighting(&wanted, &observation) {
                Ok(Some(at)) => return Ok(Some(at)),
                Ok(None) => None,
                Err(other) => Some(other),
            };
            let is_opened = self
                .opened
                .as_ref()
                .is_some_and(|opened| !wanted.is_empty() && wanted.iter().any(|(_, v)| opened.contains(v)));
            if other.is_none() && is_opened {
                return Ok(None);
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                return self.ask_record(part, &wanted, other.as_deref(), &observation);
            }
            self.wait_for_change(left.min(0.5))?;
        }
    }

    /// Where one of the values that identify the record is seen; an error where another record is.
    fn sighting(
        &self,
        wanted: &[(Identity, String)],
        observation: &Observation,
    ) -> Result<Option<Rect>, String> {
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let mut found = None;
        for (identity, value) in wanted {
            let own: Vec<Rect> =
                self.typed.iter().filter(|(_, _, t)| t == value).map(|(_, b, _)| *b).collect();
            match identity::seen(identity, value, &view, &own) {
                Sighting::Seen(at) => found = found.or(Some(at)),
                Sighting::Other(other) => {
                    return Err(format!("{} is {other:?}, not {value:?}", identity.variable));
                }
                Sighting::NotSeen => {}
            }
        }
        Ok(found)
    }

    fn ask_record(
        &mut self,
        part: &Part<'_>,
        wanted: &[(Identity, String)],
        other: Option<&str>,
        observation: &Observation,
    ) -> Result<Option<Rect>, Halt> {
        let told_values =
            wanted.iter().map(|(i, v)| format!("{} = {v}", i.variable)).collect::<Vec<_>>().join(", ");
        let why = match other {
            Some(other) => format!("before {}: another record is shown: {other}", told(part.action)),
            None => format!(
                "before {}: nothing on the screen says which record it is ({told_values})",
                told(part.action)
            ),
        };
        let text = format!("{why}. Is it the record {told_values}?");
        let choices = vec!["I do not know: stop".into(), "yes, it is".into(), "no, it is another one".into()];
        let question = Question { kind: Asked::Record, text: text.clone(), choices, places: Vec::new() };
        let halt = || Halt::new(HaltReason::WrongRecord, why.clone()).asking(text.clone());
        if other.is_some() {
            return Err(halt());
        }
        match self.world.people.ask(&question, observation) {
            Answer::Yes | Answer::Choice(1) => {
                self.note(HEARSAY, format!("a person says that it is the record {told_values}"))?;
                self.unverified = true;
                self.observation = None;
                Ok(None)
            }
            Answer::Stop => Err(cancelled()),
            _ => Err(halt()),
        }
    }

    /// A new record begins with an empty form: what stands in its fields is this run's own.
    fn form_is_empty(&mut self, part: &Part<'_>) -> Result<(), Halt> {
        let is_first = !parts(part.edge)[..part.number].iter().any(|a| fills_in(a));
        if !fills_in(part.action) || !is_first || self.typed.iter().any(|(e, ..)| *e == part.edge.edge_id) {
            return Ok(());
        }
        let observation = self.look()?;
        let fields: Vec<_> = parts(part.edge).into_iter().filter(|a| fills_in(a)).collect();
        for action in fields {
            let Some(target) = action.target.as_ref() else { continue };
            let crate::ground::Grounded::Found(found) = self.ground_on(&observation, target, false) else {
                continue;
            };
            let shown = found.bbox.and_then(|b| field_value::field(&observation, b)).unwrap_or_default();
            let hint = target.text.as_deref().unwrap_or_default();
            let own = action.parameters.text.as_deref().and_then(|t| self.values.fill(t).ok());
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
            .filter_map(|n| Some((n.clone(), self.values.fill(&format!("${{{n}}}")).ok()?.text)))
            .map(|(variable, value)| (Identity { variable, ..Identity::default() }, value))
            .collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let observation = self.look()?;
        if matches!(self.sighting(&wanted, &observation), Ok(Some(_))) {
            return Ok(());
        }
        let told = wanted.iter().map(|(i, v)| format!("{} = {v}", i.variable)).collect::<Vec<_>>().join(", ");
        let why = format!(
            "the run would begin on “{}”, and nothing there says that it is the record {told}",
            self.plan.called(node)
        );
        let halt = Halt::new(HaltReason::WrongRecord, why)
            .asking("Bring up the screen the task begins on, or that record, then run it again");
        Err(Halt { node: Some(node.to_owned()), ..halt })
    }
}
