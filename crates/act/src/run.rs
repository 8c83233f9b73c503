//! The loop (DESIGN "The loop"): observe → match → decide → ground → guard → act → verify → learn. There is no second executor.

use crate::answers::Answers;
use crate::asking::Asking;
use crate::decide::{self, Decision, Step};
use crate::guard::{About, Guarded, guard};
use crate::mode::{Actor, Permission, nested, permission};
use crate::params::limits::DEEPEST_WORKFLOWS;
use crate::plan::{Plan, told};
use crate::progress::Undone;
use crate::reflex::Rules;
use crate::runner_io::Screen;
use crate::settings::Settings;
use crate::state::{Expenditure, Findings, Knowledge, Whereabouts};
use crate::world::{Answer, Asked, Observation, World};
use lea_lexicon::risk::submits;
use lea_model::run::{Entry, ErrorMet, Halt, HaltReason, Matched, Run, RunOutcome};
use lea_model::workflow::ANY_NODE;
use lea_recognize::View;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is ordered.
pub struct Order {
    /// Who orders it, on which machine, in which mode; ids and times.
    pub run: Run,
    /// Values that were given.
    pub given: BTreeMap<String, String>,
    /// Rows of a file, for a loop over them.
    pub file: Vec<BTreeMap<String, String>>,
    /// Another row follows where this one fails: the application is brought back to where the task begins.
    pub another_follows: bool,
    /// The machine's configuration declares this environment as a test.
    pub is_test: bool,
    /// The journal of the run, where it was cut short.
    pub resume: Option<Vec<Entry>>,
    /// The numbers.
    pub settings: Settings,
    /// What is done about dialogs.
    pub rules: Rc<Rules>,
}

/// What a step showed, for learning.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Which edge.
    pub edge: String,
    /// It was verified.
    pub verified: bool,
    /// The fingerprint of the screen it began on.
    pub fingerprint: Option<Vec<f32>>,
    /// The words on what each of its parts used; none where a part used nothing.
    pub labels: Vec<Option<String>>,
    /// How long it took.
    pub duration_ms: f64,
}

/// How a run ended.
pub struct End {
    /// The run, with its outcome.
    pub run: Run,
    /// What its steps showed.
    pub evidence: Vec<Evidence>,
    /// The error screens it met.
    pub errors: Vec<ErrorMet>,
}

/// What a run does next.
enum Next {
    /// This step.
    Step(Step),
    /// The screen was brought on: where it is now is looked at anew.
    LookAgain,
    /// Nothing: the work is done.
    End,
}

pub(crate) struct Runner<'p, 'w, 'a> {
    pub plan: &'p Plan,
    pub world: &'w mut World<'a>,
    pub order: &'p Order,
    pub permission: Permission,
    pub run: Run,
    /// How many workflows run this one, one inside of the other.
    pub depth: u32,
    /// What was seen last; none after something may have changed it.
    pub observation: Option<Rc<Observation>>,
    /// A person asked for a pause in the middle of a step: it comes as soon as the step is over.
    pub pause_waits: bool,
    pub place: Whereabouts<'p>,
    pub known: Knowledge,
    pub spent: Expenditure,
    pub shown: Findings,
}

/// Runs a workflow to its end, or to where it has to stop.
pub fn run(plan: &Plan, world: &mut World<'_>, order: &Order) -> End {
    let mut runner = Runner::new(plan, world, order, 0);
    runner.known.answers = order.resume.as_deref().map(Answers::of).unwrap_or_default();
    let ended = runner.begin().and_then(|()| runner.go());
    let ended = runner.make_way(ended);
    runner.end(ended)
}

impl<'p, 'w, 'a> Runner<'p, 'w, 'a> {
    fn new(plan: &'p Plan, world: &'w mut World<'a>, order: &'p Order, depth: u32) -> Self {
        let permission = Permission::of(Actor::Lea);
        let known = Knowledge { rules: plan.workflow.safety_rules.clone(), ..Knowledge::default() };
        let spent = Expenditure { started: world.clock.seconds(), ..Expenditure::default() };
        let redone = order.resume.as_deref().filter(|_| depth == 0).and_then(begun_last);
        Self {
            plan,
            world,
            order,
            permission,
            run: order.run.clone(),
            depth,
            observation: None,
            pause_waits: false,
            place: Whereabouts { redone, ..Whereabouts::default() },
            known,
            spent,
            shown: Findings::default(),
        }
    }

    /// The loop: one way round is one edge of the graph.
    fn go(&mut self) -> Result<(), Halt> {
        if self.permission.actor != Actor::Lea && !self.world.hand.is_person() {
            let why = "in this mode a person acts, and Lea's own hand would";
            return Err(Halt::new(HaltReason::InsufficientMaturity, why));
        }
        loop {
            self.within_budget()?;
            self.heed_people()?;
            let (node, matched) = self.whereabouts()?;
            match self.decide(&node, &matched)? {
                Next::Step(step) => self.take(&node, &step, &matched)?,
                Next::LookAgain => {}
                Next::End => return Ok(()),
            }
        }
    }

    pub fn arrive(&mut self, edge: &lea_model::Edge, to: &str) -> Result<(), Halt> {
        self.place.redone = None;
        self.place.record.arrive();
        self.known.disturbed.over(&edge.edge_id);
        self.place.progress.arrived(edge, to);
        self.write(&Entry::Arrived { edge: edge.edge_id.clone(), node: to.to_owned() })
    }

    /// A run may begin behind what only leads there, not behind the work itself: nobody has seen that it was done. What a loop does in its turns it
    /// goes back for.
    fn has_left_out(&self, node: &str, skipped: &[&lea_model::Edge]) -> Result<(), Halt> {
        let workflow = &self.plan.workflow;
        let is_work = |e: &&&lea_model::Edge| {
            let is_free = |action: &&lea_model::Action| {
                guard(&About { action, found: None }, &workflow.safety_rules) == Guarded::Free
                    && !crate::identity::changes_record(action)
                    && !submits::says_nothing(action, "")
            };
            !e.effects.is_empty() || is_irreversible(e) || !e.parts().iter().all(is_free)
        };
        let comes_again = |e: &&&lea_model::Edge| crate::progress::is_in_loop(workflow, e);
        let work = skipped.iter().filter(|e| !comes_again(e)).find(is_work);
        let Some(work) = work else { return Ok(()) };
        let why = format!(
            "the run would begin on “{}”, behind {}, which is what the task is for, and has not done it",
            self.plan.called(node),
            work.edge_id
        );
        let halt = Halt::new(HaltReason::Undecided, why)
            .asking("Bring up the screen the task begins on, then run it again");
        Err(Halt { node: Some(node.to_owned()), ..halt })
    }

    /// A run that has done nothing yet would begin behind work, or on a record that is not seen to be the right one (SPEC ACT.12).
    fn begins_too_late(&mut self, node: &str, skipped: &[&lea_model::Edge]) -> Result<bool, Halt> {
        let is_fresh = self.spent.step == 0 && self.depth == 0 && self.order.resume.is_none();
        if skipped.is_empty() || !is_fresh || self.permission.actor != Actor::Lea {
            return Ok(false);
        }
        let observation = self.look()?;
        Ok(self.has_left_out(node, skipped).is_err() || !self.is_seen_to_begin(node, skipped, &observation))
    }

    /// What comes next.
    fn decide(&mut self, node: &str, matched: &Matched) -> Result<Next, Halt> {
        if node == ANY_NODE {
            return self.leave_unknown(matched);
        }
        let skipped = self.place.progress.enter(&self.plan.workflow, node);
        if self.begins_too_late(node, &skipped)? && self.walk_back(node)? {
            return Ok(Next::LookAgain);
        }
        self.has_left_out(node, &skipped)?;
        self.place.record.enter(&self.plan.workflow, node, &skipped);
        self.may_begin_here(node, &skipped)?;
        self.come_from_behind(node)?;
        self.come_back(node)?;
        let observation = self.look()?;
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        self.read_values(node, &observation)?;
        self.see_record(&observation);
        let known = self.known_to_decide(matched);
        match decide::decide(&known, node, &view) {
            Decision::Take(step) if self.is_way_out(&step) => self.way_out(node, step),
            Decision::Take(step) => {
                if step.turn.is_some() {
                    let edge = &self.plan.workflow.edges[step.edge];
                    let due = decide::due(&known, edge, &view);
                    self.place.progress.saw_due(&edge.edge_id, due);
                }
                Ok(Next::Step(step))
            }
            Decision::Page(edge, pager) => {
                let plan = self.plan;
                self.turn_page(&plan.workflow.edges[edge], &pager)?;
                Ok(Next::LookAgain)
            }
            Decision::End => {
                self.nothing_hidden(node, matched, &observation)?;
                Ok(Next::End)
            }
            Decision::Halt(halt) => Err(Halt { node: Some(node.to_owned()), ..halt }),
            Decision::Ask(ways) => self.ask_way(node, ways, &observation),
        }
    }

    fn known_to_decide<'k>(&'k self, matched: &'k Matched) -> decide::Known<'k> {
        decide::Known {
            plan: self.plan,
            progress: &self.place.progress,
            values: &self.known.values,
            file: &self.order.file,
            matched,
            expected: self.place.expected.as_deref(),
        }
    }

    /// No screen is shown that lies further on than this run has come.
    fn come_from_behind(&self, node: &str) -> Result<(), Halt> {
        if !self.place.progress.is_ahead(&self.plan.workflow, node) {
            return Ok(());
        }
        let why = format!(
            "“{}” is shown, and no step of this run led there: somebody went on",
            self.plan.called(node)
        );
        let halt = Halt::new(HaltReason::Undecided, why)
            .asking("Bring up the screen the run was on, then resume it; or take over");
        Err(Halt { node: Some(node.to_owned()), ..halt })
    }

    /// Where the run was thrown back, what was done since is done anew, unless it cannot be taken back.
    fn come_back(&mut self, node: &str) -> Result<(), Halt> {
        let workflow = &self.plan.workflow;
        let Some(undone) = self.place.progress.come_back(workflow, node) else { return Ok(()) };
        let called = self.plan.called(node);
        let is_for_good = |u: &&Undone| u.for_good || workflow.edge(&u.edge).is_some_and(is_irreversible);
        if let Some(edge) = undone.iter().find(is_for_good) {
            let why = format!(
                "the run was thrown back to “{called}” after {}, which cannot be taken back",
                edge.edge
            );
            return Err(Halt::new(HaltReason::UnknownOutcome, why)
                .asking("Look what is done already and take over, or run it anew for what is not"));
        }
        // Written down only where the run goes on: where it halts, it comes back anew when it is resumed.
        self.place.record.lose();
        self.write(&Entry::Back { node: node.to_owned() })?;
        match undone.len() {
            0 => Ok(()),
            steps => self.note("back", format!("on “{called}” again: {steps} steps are done anew")),
        }
    }

    /// Nothing lies over the screen that may hide what is left to do.
    fn nothing_hidden(&self, node: &str, matched: &Matched, observation: &Observation) -> Result<(), Halt> {
        let dialog = if matched.in_other_words { None } else { self.hides_something(observation) };
        let Some(dialog) = dialog else { return Ok(()) };
        let why = format!("everything seems done, but this is shown: {}", dialog.texts.join(" "));
        let halt =
            Halt::new(HaltReason::Dialog, why).asking("Close what is shown by hand, then resume the run");
        Err(Halt { node: Some(node.to_owned()), ..halt })
    }

    /// A screen that is none of the task: what the workflow lays down for it, or a halt.
    fn leave_unknown(&mut self, matched: &Matched) -> Result<Next, Halt> {
        let observation = self.look()?;
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let known = self.known_to_decide(matched);
        match decide::decide_unknown(&known, &view) {
            Some(Decision::Take(step)) => self.way_out(ANY_NODE, step),
            Some(Decision::Ask(ways)) => self.ask_way(ANY_NODE, ways, &observation),
            Some(Decision::Halt(halt)) => Err(halt),
            _ => Err(self.unknown(matched)),
        }
    }

    /// The step is none of its node's own: it is set off by a screen that was not expected, or leads away from anywhere.
    fn is_way_out(&self, step: &Step) -> bool {
        let edge = &self.plan.workflow.edges[step.edge];
        edge.is_from_any() || edge.trigger.is_some()
    }

    /// A way out counts as a recovery, of which there are only so many, and as an anomaly. Which record is open is not known any more.
    fn way_out(&mut self, node: &str, step: Step) -> Result<Next, Halt> {
        let edge = &self.plan.workflow.edges[step.edge].edge_id;
        let what = match node {
            ANY_NODE => format!("the screen is none that the task knows; {edge} leads away from it"),
            node => format!("“{}” was not expected; {edge} leads away from it", self.plan.called(node)),
        };
        self.spent.recoveries += 1;
        if self.spent.recoveries > self.order.settings.most_recoveries {
            let why = format!("{what}, for the {}th time", self.spent.recoveries);
            return Err(Halt::new(HaltReason::UnknownScreen, why)
                .asking("Bring up a screen of the task by hand, then resume the run"));
        }
        self.place.record.lose();
        self.note("way_out", what.clone())?;
        match self.anomaly(HaltReason::UnknownScreen, &what)? {
            Screen::Same => Ok(Next::Step(step)),
            Screen::Other => Ok(Next::LookAgain),
        }
    }

    /// Asks which way to take. Where another screen is shown by then, the choice was made for one that is gone (SPEC ACT.13).
    fn ask_way(&mut self, node: &str, mut ways: Vec<Step>, observation: &Observation) -> Result<Next, Halt> {
        let tells = |s: &Step| {
            let edge = &self.plan.workflow.edges[s.edge];
            edge.parts().last().map_or_else(|| edge.edge_id.clone(), |a| told(a))
        };
        let mut choices = vec!["stop".to_owned()];
        choices.extend(ways.iter().map(tells));
        let text = format!("On “{}” several ways lead on. Which one?", self.plan.called(node));
        let asking = Asking::new(Asked::Way, text).choosing(&choices).on(node);
        let reply = self.ask(asking, observation)?;
        match reply.answer {
            Answer::Choice(n) if (1..choices.len()).contains(&n) => {
                self.note("person", format!("chose: {}", choices[n]))?;
                let fresh = self.look()?;
                let is_elsewhere = reply.waited
                    && fresh.number != observation.number
                    && self.match_node(&fresh, None).node.as_deref().unwrap_or(ANY_NODE) != node;
                Ok(if is_elsewhere { Next::LookAgain } else { Next::Step(ways.swap_remove(n - 1)) })
            }
            _ => {
                let (called, ways) = (self.plan.called(node), choices[1..].join("; or "));
                let why = format!("on “{called}” nothing decides between: {ways}");
                Err(Halt { node: Some(node.to_owned()), ..reply.halt(HaltReason::Undecided, why) })
            }
        }
    }

    fn end(mut self, ended: Result<(), Halt>) -> End {
        self.run.ended_at = Some(self.world.clock.now());
        self.run.seconds = self.world.clock.seconds() - self.spent.started;
        self.run.steps = self.spent.step;
        self.run.confidence = mean(&self.shown.confidences);
        self.run.similarity = mean(&self.shown.similarities);
        let outcome = match &ended {
            Ok(()) if self.shown.unverified => RunOutcome::CompletedUnverified,
            Ok(()) => RunOutcome::Verified,
            Err(halt) => outcome_of(halt.reason),
        };
        self.run.outcome = Some(outcome);
        self.run.halt = ended.err().map(|mut halt| {
            halt.why = self.hidden(&halt.why);
            if halt.screen.is_none()
                && let Some(observation) = &self.observation
            {
                let private = self.private(observation);
                halt.screen = self.world.keep.keep_screen(observation, &private);
            }
            halt.question = Some(Box::new(self.question_of(&halt)));
            halt
        });
        let at = self.run.ended_at.clone().unwrap_or_default();
        let entry = Entry::End { outcome, halt: self.run.halt.clone(), at };
        // It cannot be helped here: the run is over either way, and its outcome is handed back.
        if let Err(why) = self.world.keep.write(&entry) {
            self.world.people.warn(&format!("the end of the run is not in its journal: {why}"));
        }
        self.audit_end(outcome);
        End { run: self.run, evidence: self.shown.evidence, errors: self.shown.errors }
    }

    /// Another workflow, run inside of this one by the same loop, with the same eyes and hands.
    pub fn run_inside(&mut self, plan: &Plan, expected: Option<String>) -> Result<(), Halt> {
        if self.depth + 1 >= DEEPEST_WORKFLOWS {
            let why = format!("workflows run each other more than {DEEPEST_WORKFLOWS} deep");
            return Err(Halt::new(HaltReason::BadWorkflow, why));
        }
        let own = permission(&plan.workflow, self.order.run.mode, self.order.is_test);
        let permission = nested(&self.permission, own)?;
        let mut inner = Runner::new(plan, self.world, self.order, self.depth + 1);
        inner.permission = permission;
        inner.known.bind_by(&self.known.rules);
        inner.known.answers = std::mem::take(&mut self.known.answers);
        inner.run.rule_answers = self.run.rule_answers;
        inner.run.workflow_id.clone_from(&plan.workflow.workflow_id);
        inner.run.workflow_version = plan.workflow.version;
        inner.spent.step = self.spent.step;
        inner.spent.started = self.spent.started;
        inner.spent.unanswered = self.spent.unanswered;
        let done = inner.give_values().and_then(|()| inner.needs_no_model()).and_then(|()| inner.go());
        let (step, unverified, errors) =
            (inner.spent.step, inner.shown.unverified, std::mem::take(&mut inner.shown.errors));
        let (fields, secrets) =
            (std::mem::take(&mut inner.known.secret_fields), std::mem::take(&mut inner.known.values));
        let answers = std::mem::take(&mut inner.known.answers);
        self.spent.unanswered = inner.spent.unanswered;
        self.run.rule_answers = inner.run.rule_answers;
        self.known.answers = answers;
        // What the other workflow typed may still be on the screen.
        self.known.secret_fields.extend(fields);
        self.known.values.hide_those_of(&plan.workflow.workflow_id, secrets);
        self.spent.step = step;
        self.shown.unverified |= unverified;
        // Its nodes are of another workflow.
        self.shown.errors.extend(errors.into_iter().map(|met| ErrorMet { between: None, ..met }));
        self.observation = None;
        // It may have opened another record.
        self.place.record.lose();
        self.place.expected = expected;
        done
    }
}

/// The edge and the part that a journal says was begun last.
fn begun_last(journal: &[Entry]) -> Option<(String, usize)> {
    journal.iter().rev().find_map(|entry| match entry {
        Entry::Intend { intent } => Some((intent.edge.clone(), intent.part)),
        _ => None,
    })
}

/// A part of the edge cannot be taken back.
fn is_irreversible(edge: &lea_model::Edge) -> bool {
    edge.parts().iter().enumerate().any(|(n, action)| submits::is_irreversible(edge, n, action))
}

/// How a run ends that stops for this reason.
pub fn outcome_of(reason: HaltReason) -> RunOutcome {
    match reason {
        HaltReason::Forbidden | HaltReason::InsufficientMaturity => RunOutcome::Refused,
        HaltReason::Interrupted => RunOutcome::Cancelled,
        HaltReason::Exhausted
        | HaltReason::ScreenLost
        | HaltReason::BadWorkflow
        | HaltReason::JournalFailed => RunOutcome::Failed,
        HaltReason::UnknownScreen
        | HaltReason::NotFound
        | HaltReason::Ambiguous
        | HaltReason::Unsure
        | HaltReason::WrongRecord
        | HaltReason::Undecided
        | HaltReason::MissingValue
        | HaltReason::BadValue
        | HaltReason::NoModel
        | HaltReason::NotConfirmed
        | HaltReason::NotVerified
        | HaltReason::UnknownOutcome
        | HaltReason::EffectMissing
        | HaltReason::ErrorScreen
        | HaltReason::Dialog => RunOutcome::Halted,
    }
}

pub(crate) fn cancelled() -> Halt {
    Halt::new(HaltReason::Interrupted, "a person ended the run")
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
