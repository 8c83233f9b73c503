//! One job: the loop of `lea-act` over a real screen.

use crate::advised::{Advised, Following};
use crate::clock::RealTime;
use crate::eye::ScreenEye;
use crate::hand::ScreenHand;
use crate::keep::Kept;
use crate::outside::Machine;
use crate::people::{Around, Voice};
use crate::plans::Plans;
use crate::{Config, RobotError, Seat, Stop};
use lea_act::mode::{Actor, permission};
use lea_act::world::{Eye, Hand, Model, World};
use lea_act::{End, Order, Plan};
use lea_recognize::Meaning;
use lea_store::runs::RunWriter;
use lea_store::{Secrets, Store};
use std::time::Duration;

/// A robot at its seat.
pub struct Robot<'a> {
    store: &'a Store,
    config: Config,
    seat: Seat,
    eye: lea_understand::Eye,
}

/// What is to be done.
pub struct Job<'j> {
    /// The workflow.
    pub plan: &'j Plan,
    /// The run of it.
    pub order: &'j Order,
    /// Its journal.
    pub writer: RunWriter,
}

/// Who is there while it is done.
pub struct Company<'c> {
    /// Who answers questions.
    pub voice: Voice,
    /// Nothing is said that needs no answer.
    pub quiet: bool,
    /// The credentials of this machine.
    pub secrets: Secrets,
    /// Who knows what texts mean.
    pub meaning: Option<&'c dyn Meaning>,
    /// A language model, where one is configured.
    pub model: Option<&'c mut dyn Model>,
}

/// What came of it.
pub struct Done {
    /// How the run ended, and what its steps showed.
    pub end: End,
    /// Where a person acted: whether they did what Lea would have done.
    pub agreed: Option<bool>,
    /// Where a person acted: each thing that they did, compared.
    pub compared: Vec<String>,
}

impl<'a> Robot<'a> {
    /// A robot that keeps its runs in a store and looks with this eye.
    pub fn new(store: &'a Store, config: Config, seat: Seat, eye: lea_understand::Eye) -> Self {
        Self { store, config, seat, eye }
    }

    /// Ends whatever it does.
    pub fn stop(&self) -> Stop {
        self.seat.stop()
    }

    /// Does a job. What was pressed is let go when it returns.
    pub fn run(&mut self, job: Job<'_>, company: Company<'_>) -> Result<Done, RobotError> {
        let Job { plan, order, writer } = job;
        let mut hand = self.hand();
        let mut advised = self.advised(plan, order)?;
        let (seat, stop) = (&self.seat, self.seat.stop());
        seat.pointer.set(None);
        let mut eye = ScreenEye::new(seat.screen.clone(), &mut self.eye, order.settings.verify, seat.sign());
        let mut people = Around {
            voice: company.voice,
            name: order.run.user.clone(),
            quiet: company.quiet,
            screen: seat.screen.clone(),
            pointer: seat.pointer.clone(),
            watch: seat.watch.as_ref(),
            stop: stop.clone(),
            heeds_pointer: self.config.pause_on_pointer,
            proposal: advised.as_ref().map(Advised::proposal),
        };
        let mut keep = Kept { store: self.store, writer };
        let mut outside = Machine {
            allowed: &self.config.allowed,
            secrets: company.secrets,
            plans: Plans::new(self.store),
            stop,
        };
        let mut onlooker = advised.as_ref().map(|a| a.onlooker(&mut eye));
        let (eyes, hands): (&mut dyn Eye, &mut dyn Hand) = match (&mut onlooker, &mut advised) {
            (Some(onlooker), Some(advised)) => (onlooker, advised),
            _ => (&mut eye, &mut hand),
        };
        let mut world = World {
            eye: eyes,
            hand: hands,
            people: &mut people,
            keep: &mut keep,
            outside: &mut outside,
            clock: &RealTime::default(),
            meaning: company.meaning,
            model: company.model.map(|m| m as &mut dyn Model),
        };
        let end = lea_act::run(plan, &mut world, order);
        // Whatever was pressed is let go, also after an interruption.
        let _ = seat.screen.borrow_mut().release_all();
        let agreed = advised.as_ref().and_then(Advised::agreed);
        let compared = advised.filter(|_| agreed.is_some()).map(|a| a.report()).unwrap_or_default();
        Ok(Done { end, agreed, compared })
    }

    fn hand(&self) -> ScreenHand {
        let programs = self.config.allowed.programs.clone();
        ScreenHand::new(self.seat.screen.clone(), self.seat.pointer.clone(), programs, self.seat.stop())
    }

    /// A person's hand, where a person acts or may let Lea act.
    fn advised(&self, plan: &Plan, order: &Order) -> Result<Option<Advised>, RobotError> {
        let allowed = permission(&plan.workflow, order.run.mode, order.is_test);
        let Some(permission) = allowed.ok().filter(|p| p.actor != Actor::Lea || p.propose) else {
            return Ok(None);
        };
        let display = self.seat.display.as_deref().ok_or(RobotError::NotFollowed)?;
        let following = Following {
            display: Some(display),
            permission: &permission,
            stop: self.seat.stop(),
            hotkeys: vec![self.config.stop_keys.clone(), self.config.pause_keys.clone()],
            within: Duration::from_secs_f64(order.settings.most_seconds),
        };
        Advised::new(self.hand(), self.seat.screen.clone(), following).map(Some).map_err(RobotError::Follow)
    }
}
