//! The world of a run: the application behind the loop's traits, in virtual time, with its faults; and a log for the judge.

use crate::dice::Dice;
use crate::faults::Faults;
use crate::hard::Hard;
use crate::look::Look;
use crate::machine::Machine;
use crate::people::Policy;
use crate::render::{Kind, Shown, render};
use crate::tally::Tally;
use crate::watch::Watch;
use lea_model::run::{AuditRecord, Entry, Intent};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Lea was killed: what unwinds through the loop.
pub struct Crash;

/// The run does not end (S4): what unwinds through the loop.
pub struct Endless;

/// A password that occurs nowhere else.
const SECRET: &str = "s3cr3t-Zebra!";

/// More calls than any run takes.
const MOST_CALLS: u64 = 60_000;

/// A deed, as the judge remembers it.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its number.
    pub number: u64,
    /// The step of the journal that announced it.
    pub step: Option<u64>,
    /// What stood where it pressed, as Lea saw it: label and role.
    pub pressed: Option<(String, String)>,
    /// A person had said yes to it.
    pub confirmed: bool,
    /// The application changed by it.
    pub changed: bool,
}

/// Everything there is, behind the traits.
pub struct Stage {
    /// The application.
    pub machine: Machine,
    /// How it looks now.
    pub look: Look,
    /// What is painted.
    pub shown: Rc<Shown>,
    /// What is painted is older than what is.
    pub paint_at: Option<f64>,
    /// Pixels are painted too.
    pub painted: bool,
    /// Seconds since the beginning.
    pub now: f64,
    /// Until then nothing moves.
    pub frozen_until: f64,
    /// What goes wrong.
    pub faults: Faults,
    /// Chance, for what happens on the way.
    pub dice: Dice,
    /// Who answers.
    pub policy: Policy,
    /// What Lea saw last.
    pub seen: Option<Rc<Shown>>,
    /// Calls of any trait, looks and deeds, lines written, questions whether someone interrupted.
    pub calls: u64,
    /// Different observations.
    pub observations: u64,
    /// Looks and deeds.
    pub touches: u64,
    /// Deeds.
    pub deeds: u64,
    /// Texts that were typed.
    pub typings: u64,
    /// Lines of the journal that were to be written.
    pub lines: u64,
    /// Lines of the audit that were to be written.
    pub audits: u64,
    /// Times it was asked whether someone interrupted.
    pub polls: u64,
    /// The journal, as it is on disk.
    pub journal: Vec<Entry>,
    /// The audit trail.
    pub audit: Vec<AuditRecord>,
    /// What was announced and not concluded yet.
    pub open: Vec<Intent>,
    /// A person said yes, and nothing was done since.
    pub confirmed: bool,
    /// Something changed since something irreversible was last announced.
    pub changed_since: bool,
    /// The confirmation that someone gave after a halt, until it is asked for again.
    pub confirmed_later: Option<lea_model::run::Question>,
    /// What was done, in order.
    pub done: Vec<Done>,
    /// What was found wrong while it happened.
    pub wrong: Vec<String>,
    /// What is told of the run, where it is wanted.
    pub story: Option<Vec<String>>,
    /// What came up.
    pub tally: Tally,
    /// A secret that must not be found anywhere.
    pub secret: String,
    /// Values that a person knows.
    pub known: BTreeMap<String, String>,
    /// Checks before a step, by edge: variables whose values must be shown.
    pub guarded: BTreeMap<String, Vec<String>>,
    /// Kinds of the nodes.
    pub kinds: BTreeMap<String, Kind>,
    /// Where edges lead.
    pub leads_to: BTreeMap<String, Kind>,
    /// The row of the turn.
    pub row: Option<String>,
    /// Actions that were announced.
    pub steps: u64,
    /// What is hard in this seed.
    pub hard: Hard,
    /// What is remembered to judge it.
    pub watch: Watch,
}

impl Stage {
    /// A world in which nothing has happened yet.
    pub fn new(machine: Machine, look: Look, dice: Dice) -> Self {
        Self {
            shown: Rc::new(render(&machine, &look)),
            machine,
            look,
            paint_at: None,
            painted: false,
            now: 0.0,
            frozen_until: 0.0,
            faults: Faults::default(),
            dice,
            policy: Policy::Helpful,
            seen: None,
            calls: 0,
            observations: 0,
            touches: 0,
            typings: 0,
            deeds: 0,
            lines: 0,
            audits: 0,
            polls: 0,
            journal: Vec::new(),
            audit: Vec::new(),
            open: Vec::new(),
            confirmed: false,
            changed_since: false,
            confirmed_later: None,
            done: Vec::new(),
            wrong: Vec::new(),
            story: None,
            tally: Tally::default(),
            secret: SECRET.into(),
            known: BTreeMap::new(),
            guarded: BTreeMap::new(),
            kinds: BTreeMap::new(),
            leads_to: BTreeMap::new(),
            row: None,
            steps: 0,
            hard: Hard::default(),
            watch: Watch::default(),
        }
    }

    /// Tells a line of the story.
    pub fn tell(&mut self, line: impl FnOnce(&Self) -> String) {
        if self.story.is_some() {
            let line = format!("{:7.2} {}", self.now, line(self));
            if let Some(story) = &mut self.story {
                story.push(line);
            }
        }
    }

    /// Counts a call of a trait; this may be the one in which Lea is killed.
    pub fn call(&mut self) {
        self.count_call();
        if self.calls > MOST_CALLS {
            std::panic::resume_unwind(Box::new(Endless));
        }
        if self.is_killed_now() {
            self.kill();
        }
    }

    /// Counts a call; this may be the one in which someone stops the run.
    pub fn count_call(&mut self) {
        self.calls += 1;
        if self.hard.stop.is_some_and(|(at, _)| at == self.calls) {
            self.raise_stop();
        }
    }

    /// Lea is killed in this call.
    pub fn is_killed_now(&self) -> bool {
        self.faults.crashes.contains(&self.calls)
    }

    /// Kills Lea.
    pub fn kill(&mut self) -> ! {
        self.tally.hit("crash");
        self.tell(|_| "*** Lea is killed".into());
        let calls = self.calls;
        self.faults.crashes.retain(|c| *c != calls);
        self.forget_lines();
        std::panic::resume_unwind(Box::new(Crash))
    }

    /// The screen is gone right now.
    pub fn is_screen_lost(&mut self) -> bool {
        self.touches += 1;
        let lost = self
            .faults
            .lost_screen
            .is_some_and(|(from, length)| (from..from.saturating_add(length)).contains(&self.touches));
        if lost {
            self.tally.hit("screen lost");
            self.tell(|_| "the screen is lost".into());
        }
        lost
    }

    /// Paints what is to be painted by now.
    pub fn paint(&mut self) {
        if self.now < self.frozen_until {
            return;
        }
        if self.paint_at.is_some_and(|at| self.now >= at) {
            self.paint_at = None;
            self.shown = Rc::new(render(&self.machine, &self.look));
        }
    }

    /// Something changed: it will be seen, now or later.
    pub fn changed(&mut self) {
        let (chance, most) = self.faults.late;
        let late = chance > 0 && self.dice.percent(chance);
        let delay = if late { self.dice.real(0.1, most.max(0.2)) } else { 0.0 };
        if late {
            self.tally.hit("late paint");
        }
        self.paint_at = Some(self.paint_at.unwrap_or(0.0).max(self.now + delay));
    }

    /// Lets time pass; what waits for time happens.
    pub fn pass(&mut self, seconds: f64) {
        self.now += seconds;
        let (events, page) = (self.machine.events.len(), self.machine.page.clone());
        if self.machine.tick(self.now) {
            // A question that came up late has come up too: nobody says that the press did nothing.
            self.changed_since |= self.machine.events.len() > events || self.machine.page != page;
            self.changed();
            self.tell(|s| format!("… answered: {:?}", &s.machine.events[events..]));
        }
        if self.machine.popup == Some(crate::popup::Popup::Wait) {
            let over = self.faults.popup.is_some() && self.dice.percent(50);
            if over {
                self.machine.popup = None;
                self.changed();
            }
        }
    }
}
