//! Taking an edge: each of its parts is grounded, guarded, written down, performed and verified (SPEC ACT.1).

use crate::answer::is_rewritten;
use crate::decide::Step;
use crate::ground::Grounded;
use crate::guard::About;
use crate::plan::{is_optional, is_usual, parts, told};
use crate::progress::HEARSAY;
use crate::run::{Evidence, Runner, cancelled};
use crate::values::names_in;
use crate::verify::Meant;
use crate::world::{Answer, Asked, Clumsy, Question, Sight};
use lea_model::run::{
    Entry, Grounding, Halt, HaltReason, Intent, Matched, Method, StepRecord, StepVerdict, Suggestion,
    Verification,
};
use lea_model::{Action, ActionType, Edge, ElementType};
use std::rc::Rc;

/// A part in the middle that changed more of the screen than this, in per cent, may have led elsewhere.
const MUCH: f64 = 20.0;
/// How far around a button its look under the pointer reaches, in pixels.
const HOVER: i32 = 10;

/// One part of an edge that is being done.
pub(crate) struct Part<'e> {
    pub edge: &'e Edge,
    pub node: &'e str,
    pub to: &'e str,
    pub number: usize,
    pub count: usize,
    pub action: &'e Action,
    pub next: Option<&'e Action>,
    /// It cannot be taken back.
    pub irreversible: bool,
}

impl Part<'_> {
    pub fn is_last(&self) -> bool {
        self.number + 1 == self.count
    }

    /// A halt, with where it happened.
    pub fn halt(&self, halt: Halt) -> Halt {
        Halt {
            node: halt.node.or_else(|| Some(self.node.to_owned())),
            edge: Some(self.edge.edge_id.clone()),
            part: Some(self.number),
            ..halt
        }
    }
}

/// Why an edge was not finished.
pub(crate) enum Stop {
    /// The run has to stop.
    Halt(Halt),
    /// The run got away from an error or a wrong screen, and finds out anew where it is.
    Redo,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// What came of doing a part.
enum Came {
    /// Go on.
    On(Option<String>),
    /// Do it again.
    Again,
}

impl Runner<'_, '_, '_> {
    /// Takes an edge, all of it.
    pub fn take(&mut self, node: &str, step: &Step, matched: &Matched) -> Result<(), Halt> {
        let plan = self.plan;
        let edge = &plan.workflow.edges[step.edge];
        let began = self.world.clock.seconds();
        let first = self.look()?;
        self.progress.set_out(edge);
        self.disturbed.begins(&edge.edge_id, &first);
        if let Some(row) = &step.turn {
            self.values.at_row(Some(row.clone()));
            self.progress.begin_turn(edge, &row.identity);
            self.write(&Entry::Turn { edge: edge.edge_id.clone(), row: row.identity.clone() })?;
        }
        let actions = parts(edge);
        let from = match &self.progress.begun {
            Some((begun, parts)) if *begun == edge.edge_id => (*parts).min(actions.len()),
            _ => 0,
        };
        let mut labels: Vec<Option<String>> = vec![None; from];
        self.typed.clear();
        if actions.is_empty() {
            self.come_by_itself(edge, node, &step.to)?;
        }
        for (number, action) in actions.iter().enumerate().skip(from) {
            self.within_budget()?;
            self.heed_people()?;
            let irreversible = About { action, found: None }.is_irreversible();
            let part = Part {
                edge,
                node,
                to: &step.to,
                number,
                count: actions.len(),
                action,
                next: actions.get(number + 1).copied(),
                irreversible,
            };
            match self.part(&part, matched) {
                Ok(label) => labels.push(label),
                Err(Stop::Redo) => {
                    self.progress.begun = None;
                    self.disturbed.by(&edge.edge_id);
                    self.expected = None;
                    return Ok(());
                }
                Err(Stop::Halt(halt)) => {
                    self.learn(edge, false, &first, matched, labels, began);
                    return Err(part.halt(halt));
                }
            }
            if sends(action) {
                // Whatever was typed was taken: it need not stand there any more.
                self.typed.clear();
            }
            self.progress.part_done(&edge.edge_id, number + 1);
        }
        self.check_effects(edge)?;
        self.arrive(edge, &step.to)?;
        self.learn(edge, true, &first, matched, labels, began);
        self.expected = Some(step.to.clone());
        Ok(())
    }

    fn learn(
        &mut self,
        edge: &Edge,
        verified: bool,
        first: &Sight,
        matched: &Matched,
        labels: Vec<Option<String>>,
        began: f64,
    ) {
        self.evidence.push(Evidence {
            edge: edge.edge_id.clone(),
            verified,
            fingerprint: first.fingerprint.clone(),
            labels,
            duration_ms: (self.world.clock.seconds() - began) * 1e3,
            drifted: matched.drifted,
        });
    }

    /// One part, with as many tries as it may have.
    pub fn part(&mut self, part: &Part<'_>, matched: &Matched) -> Result<Option<String>, Stop> {
        if !self.is_wanted(part)? {
            return Ok(None);
        }
        let mut tries = 0;
        loop {
            self.within_budget()?;
            let mut record = self.record(part, matched);
            match self.attempt(part, &mut record, tries)? {
                Came::On(label) => return Ok(label),
                Came::Again => tries += 1,
            }
            if part.action.action_type == ActionType::TextInput {
                self.disturbed.by(&part.edge.edge_id);
            }
        }
    }

    fn record(&mut self, part: &Part<'_>, matched: &Matched) -> StepRecord {
        StepRecord {
            at: self.world.clock.now(),
            node: part.node.to_owned(),
            edge: part.edge.edge_id.clone(),
            part: part.number,
            action: crate::record::name_of(part.action),
            told: told(part.action),
            irreversible: part.irreversible,
            matched: matched.clone(),
            times: std::mem::take(&mut self.spent),
            ..StepRecord::default()
        }
    }

    /// Ground, guard, write down, perform, look, verify, write down.
    fn attempt(&mut self, part: &Part<'_>, record: &mut StepRecord, tries: u32) -> Result<Came, Stop> {
        // What could go wrong is looked for before each action (SPEC ACT.11).
        let sight = self.look()?;
        if self.heeded != sight.number && !record.matched.in_other_words {
            self.heeded = sight.number;
            loop {
                let sight = self.look()?;
                if !self.reflex(&sight)? {
                    break;
                }
                self.within_budget()?;
            }
        }
        let found = self.find(part, record)?;
        let about = About { action: part.action, found: Some(&found) };
        let irreversible = part.irreversible || about.is_irreversible();
        record.irreversible = irreversible;
        self.check_before(part, irreversible)?;
        if irreversible && !record.matched.in_other_words {
            self.nothing_in_the_way(&found)?;
        }
        if part.is_last() || irreversible {
            self.read_again(part)?;
        }
        if part.is_last() || irreversible || sends(part.action) {
            self.nothing_astray(part)?;
        }
        record.guard = self.guarded(part, &found, irreversible)?;
        let before = self.look()?;
        let private = self.private(&before);
        record.screen_before = self.world.keep.keep_screen(&before, &private);
        self.step += 1;
        record.step = self.step;
        self.write(&Entry::Intend {
            intent: Intent {
                step: self.step,
                node: part.node.to_owned(),
                edge: part.edge.edge_id.clone(),
                part: part.number,
                parts: part.count,
                told: record.told.clone(),
                irreversible,
                target: found.label.clone(),
            },
        })?;
        let label = Some(found.label.clone()).filter(|l| !l.trim().is_empty() && found.method != Method::Row);
        record.grounding = Some(found.clone());
        let started = self.world.clock.seconds();
        let performed = self.perform(part, &found, tries);
        record.times.act = (self.world.clock.seconds() - started) * 1e3;
        record.opinions.append(&mut self.opinions);
        self.sight = None;
        self.pointed = found.point.or(self.pointed);
        let reported = match performed {
            Ok(Ok(())) => None,
            Ok(Err(Clumsy::Lost(why))) => {
                return self.abandon(record, Halt::new(HaltReason::ScreenLost, why));
            }
            Ok(Err(Clumsy::Interrupted)) => return self.abandon(record, cancelled()),
            Ok(Err(Clumsy::Unable(why))) => Some(why),
            Ok(Err(clumsy @ Clumsy::Otherwise(_))) => return self.otherwise(part, record, &clumsy),
            Err(halt) => return self.abandon(record, halt),
        };
        let (after, meant) = match self.see_what_came(part, &before, &found, reported.as_deref(), record) {
            Ok(came) => came,
            Err(halt) => return self.abandon(record, halt),
        };
        let meant = match reported {
            None => self.criticised(part, (&before, &after), &found, meant, record),
            Some(_) => meant,
        };
        let verification = self.judge(part, &before, &after, &found, &meant, reported.is_some());
        record.verification = Some(verification.clone());
        let private = self.private(&after);
        record.screen_after = self.world.keep.keep_screen(&after, &private);
        self.conclude(record)?;
        let verdict = (&verification, meant.critic);
        self.weigh(part, verdict, irreversible, tries, label, (&before, &after), &found)
    }

    /// What was done is not known to have worked, and nothing more can be done about it.
    fn abandon(&mut self, record: &mut StepRecord, halt: Halt) -> Result<Came, Stop> {
        record.verification = Some(crate::verify::unseen(&halt.why));
        self.conclude(record)?;
        Err(halt.into())
    }

    /// The person did something else: on the same screen the step is still due, elsewhere the run finds out anew where it is.
    fn otherwise(&mut self, part: &Part<'_>, record: &mut StepRecord, did: &Clumsy) -> Result<Came, Stop> {
        record.verification = Some(crate::verify::unseen(&did.to_string()));
        self.conclude(record)?;
        self.heed_people()?;
        let sight = self.look_again()?;
        let here = self.match_sight(&sight, Some(part.node)).node;
        if here.as_deref() == Some(part.node) { Ok(Came::Again) } else { Err(Stop::Redo) }
    }

    /// What the verdict means for the run: on, again, or a halt.
    #[allow(clippy::too_many_arguments, reason = "everything that decides what comes next")]
    fn weigh(
        &mut self,
        part: &Part<'_>,
        (verification, critic): (&Verification, Option<bool>),
        irreversible: bool,
        tries: u32,
        label: Option<String>,
        (before, after): (&Rc<Sight>, &Rc<Sight>),
        found: &Grounding,
    ) -> Result<Came, Stop> {
        let is_verified = verification.verdict == StepVerdict::Verified;
        if !is_verified && !irreversible && self.take_out_strays(part, before, after, found)? {
            return match tries < self.settings.heal.retries {
                true => Ok(Came::Again),
                false => Err(self.not_verified(part, verification).into()),
            };
        }
        match verification.verdict {
            StepVerdict::Verified => {
                if critic == Some(true) {
                    // Nothing but a model's word says so: the run is not one that was seen to have worked.
                    self.note(HEARSAY, format!("a model says that it worked: {}", told(part.action)))?;
                    self.unverified = true;
                }
                self.still_there(part, verification)?;
                self.remember_typed(part, found);
                self.confidences.push(verification.confidence);
                Ok(Came::On(label))
            }
            StepVerdict::Unverifiable if verification.suggestion == Suggestion::Continue => {
                self.still_there(part, verification)?;
                self.unverified |= part.is_last();
                self.confidences.push(verification.confidence);
                Ok(Came::On(label))
            }
            _ => {
                // Where the application itself says that it failed, that is known.
                self.leave_error(part.node)?;
                if critic == Some(false) && !irreversible {
                    // Everything else says that it worked: doing it again could do it twice.
                    return Err(self.not_verified(part, verification).into());
                }
                self.again_or_halt(part, verification, irreversible, tries, label, (before, after), found)
            }
        }
    }

    /// After a part in the middle that changed much, the run must still be where the next one belongs.
    fn still_there(&mut self, part: &Part<'_>, verification: &Verification) -> Result<(), Stop> {
        if part.is_last() || verification.change_area_pct < MUCH {
            return Ok(());
        }
        self.leave_error(part.node)?;
        let sight = self.look()?;
        let here = self.match_sight(&sight, Some(part.node)).node;
        if here.as_deref().is_none_or(|n| n == part.node) {
            return Ok(());
        }
        self.recoveries += 1;
        match self.recoveries > self.settings.most_recoveries {
            true => Err(self.not_verified(part, verification).into()),
            false => Err(Stop::Redo),
        }
    }

    fn remember_typed(&mut self, part: &Part<'_>, found: &Grounding) {
        let template = part
            .action
            .parameters
            .text
            .as_deref()
            .filter(|_| part.action.action_type == ActionType::TextInput)
            .filter(|_| !part.action.extra.contains_key("unread"));
        let filled = template.and_then(|t| self.values.fill(t).ok()).filter(|f| !f.secret);
        if let (Some(filled), Some(bbox)) = (filled, found.bbox) {
            self.typed.push((part.edge.edge_id.clone(), bbox, filled.text));
        }
    }

    #[allow(clippy::too_many_arguments, reason = "everything that decides what comes next")]
    fn again_or_halt(
        &mut self,
        part: &Part<'_>,
        verification: &Verification,
        irreversible: bool,
        tries: u32,
        label: Option<String>,
        (before, after): (&Rc<Sight>, &Rc<Sight>),
        found: &Grounding,
    ) -> Result<Came, Stop> {
        match verification.verdict {
            _ if irreversible => self.ask_what_happened(part, verification, after, label),
            StepVerdict::NotVerified | StepVerdict::Unverifiable
                if self.was_done(part, verification, after) =>
            {
                self.note("resumed", format!("it had happened before: {}", told(part.action)))?;
                Ok(Came::On(label))
            }
            // A click is only repeated where nothing at all answered: a form that was taken and emptied changes little.
            StepVerdict::NotVerified | StepVerdict::Unverifiable
                if self.has_answered(part, before, after, found) =>
            {
                Err(self.not_verified(part, verification).into())
            }
            // What cannot be read back may stand there already: typed again, it would stand there twice.
            StepVerdict::NotVerified | StepVerdict::Unverifiable
                if part.action.extra.contains_key("unread") =>
            {
                Err(self.not_verified(part, verification).into())
            }
            StepVerdict::NotVerified | StepVerdict::Unverifiable if tries < self.settings.heal.retries => {
                Ok(Came::Again)
            }
            StepVerdict::Unexpected
                if tries < self.settings.heal.retries && self.go_back(part, before)? =>
            {
                Ok(Came::Again)
            }
            _ => Err(self.not_verified(part, verification).into()),
        }
    }

    /// Before a crash it was begun already, doing it again brings nothing new, and what comes next is there. What was typed and is not
    /// read back is not there, whenever it was typed.
    fn was_done(&self, part: &Part<'_>, verification: &Verification, after: &Sight) -> bool {
        let is_denied = verification.semantic_verified == Some(false);
        if is_denied && part.action.action_type == ActionType::TextInput {
            return false;
        }
        let begun = self.redone.as_ref().is_some_and(|(e, n)| *e == part.edge.edge_id && part.number <= *n);
        let next = part.next.and_then(|a| a.target.as_ref());
        begun && next.is_some_and(|t| matches!(self.ground_on(after, t, false), Grounded::Found(_)))
    }

    /// Something beside what was clicked changed.
    fn has_answered(&self, part: &Part<'_>, before: &Sight, after: &Sight, found: &Grounding) -> bool {
        // Who leads to another screen and is still on this one has sent nothing, unless there was something to send.
        let may_send = !part.is_last() || part.node == part.to || !self.typed.is_empty();
        let clicks = part.action.action_type == ActionType::MouseClick && may_send;
        let around = found.bbox.map(|b| b.padded(HOVER));
        clicks && around.is_some_and(|b| self.world.eye.changed_beside(before, after, b))
    }

    fn not_verified(&self, part: &Part<'_>, verification: &Verification) -> Halt {
        let meaning = Some(verification.semantic_detail.as_str()).filter(|d| !d.is_empty());
        let why = format!("{}: {}", told(part.action), meaning.unwrap_or(&verification.detail));
        Halt::new(HaltReason::NotVerified, why).asking(format!(
            "It should have led to “{}”. What does the screen say?",
            self.plan.called(part.to)
        ))
    }

    /// Something that cannot be taken back, and it was not seen to have worked: it is never simply done again.
    fn ask_what_happened(
        &mut self,
        part: &Part<'_>,
        verification: &Verification,
        after: &Rc<Sight>,
        label: Option<String>,
    ) -> Result<Came, Stop> {
        let text = format!(
            "{} cannot be taken back, and it was not seen to have worked. Did it?",
            told(part.action)
        );
        let choices = vec!["I do not know: stop".into(), "yes, it did".into(), "no: try again".into()];
        let question = Question { kind: Asked::Happened, text: text.clone(), choices, places: Vec::new() };
        match self.world.people.ask(&question, after) {
            Answer::Yes | Answer::Choice(1) => {
                self.note(HEARSAY, format!("a person says that it worked: {}", told(part.action)))?;
                self.unverified = true;
                self.sight = None;
                Ok(Came::On(label))
            }
            Answer::Choice(2) => {
                self.note("person", format!("says that it did not happen: {}", told(part.action)))?;
                self.sight = None;
                Ok(Came::Again)
            }
            _ => {
                let halt = self.not_verified(part, verification);
                Err(Halt { reason: HaltReason::UnknownOutcome, ..halt }.asking(text).into())
            }
        }
    }

    /// A step that not every demonstration had: done where its value is given, else asked about.
    fn is_wanted(&mut self, part: &Part<'_>) -> Result<bool, Halt> {
        if !is_optional(part.action) {
            return Ok(true);
        }
        let p = &part.action.parameters;
        let texts = p.text.iter().chain(part.action.target.iter().filter_map(|t| t.text.as_ref()));
        let names: Vec<&str> = texts.flat_map(|t| names_in(t)).collect();
        if !names.is_empty() {
            let has =
                |n: &&str| self.values.fill(&format!("${{{n}}}")).is_ok_and(|f| !f.text.trim().is_empty());
            return Ok(names.iter().all(has));
        }
        let text = format!("{} is not always done. Do it now?", told(part.action));
        let question = Question { kind: Asked::Optional, text, choices: Vec::new(), places: Vec::new() };
        let sight = self.look()?;
        match self.world.people.ask(&question, &sight) {
            Answer::Yes => Ok(true),
            Answer::Stop => Err(cancelled()),
            // What most demonstrations did is not left out because nobody answers.
            Answer::Nobody if is_usual(part.action) => {
                let why =
                    format!("{} is not always done, and nobody says whether it is now", told(part.action));
                Err(Halt::new(HaltReason::Undecided, why)
                    .asking("Is it part of the task? `lea learn` with the same recordings, on a terminal, asks for good"))
            }
            _ => Ok(false),
        }
    }

    /// What must be true outside the screen: "the screen said saved" is not "saved".
    pub fn check_effects(&mut self, edge: &Edge) -> Result<(), Halt> {
        use crate::world::Effected;
        let deadline = self.world.clock.seconds() + edge.post_conditions.timeout_seconds.clamp(0.0, 120.0);
        for effect in &edge.effects {
            loop {
                let why = match self.world.outside.check(effect, &self.values.with_row()) {
                    Effected::Yes(what) => {
                        self.note("effect", what)?;
                        break;
                    }
                    Effected::No(why) if self.world.clock.seconds() < deadline => {
                        self.world.clock.pause(std::time::Duration::from_millis(100));
                        let _ = why;
                        continue;
                    }
                    Effected::No(why) | Effected::Unknown(why) => why,
                };
                let halt = Halt::new(HaltReason::EffectMissing, format!("{}: {why}", edge.edge_id));
                return Err(Halt { edge: Some(edge.edge_id.clone()), ..halt }
                    .asking("The screen says that it worked. Did it?"));
            }
        }
        Ok(())
    }

    pub fn wait_for_change(&mut self, seconds: f64) -> Result<(), Halt> {
        let patience = std::time::Duration::from_secs_f64(seconds.max(0.0));
        let changed = self.world.eye.wait_for_change(patience);
        match changed {
            Ok(true) => self.sight = None,
            Ok(false) => {}
            Err(lost) => return Err(self.lost(&lost.to_string())),
        }
        Ok(())
    }

    /// The verdict of pixels and meaning.
    fn judge(
        &mut self,
        part: &Part<'_>,
        before: &Sight,
        after: &Sight,
        found: &Grounding,
        meant: &Meant,
        reported: bool,
    ) -> Verification {
        let change = self.world.eye.difference(before, after, found.point);
        let action = part.action.action_type;
        let said = crate::verify::verdict(action, change, meant, reported, &self.settings.verify);
        // Few pixels say “13” instead of “169”: a calculator that has answered is not asked again.
        let is_click = action == ActionType::MouseClick && !part.is_last();
        let may_be_rewritten = (is_click || part.action.extra.contains_key("unread")) && !reported;
        let is_unanswered = said.verdict == StepVerdict::NotVerified && meant.holds.is_none();
        if may_be_rewritten
            && is_unanswered
            && is_rewritten(before, after, self.plan.apps(part.node), found.bbox)
        {
            return crate::verify::rewritten(said);
        }
        said
    }
}

/// A key or a button that may send what was typed.
pub(crate) fn sends(action: &Action) -> bool {
    let kind = action.target.as_ref().and_then(|t| t.element_type);
    match action.action_type {
        ActionType::KeyPress => action
            .parameters
            .keys
            .iter()
            .any(|k| k.eq_ignore_ascii_case("enter") || k.eq_ignore_ascii_case("return")),
        ActionType::MouseClick => {
            !matches!(kind, Some(ElementType::Checkbox | ElementType::Radio | ElementType::Toggle))
        }
        _ => false,
    }
}
