//! The world of a run: the application behind the loop's traits, in virtual time, with its faults; and a log for the judge.

use crate::dice::Dice;
use crate::faults::Faults;
use crate::hard::Hard;
use crate::look::Look;
use crate::machine::{Does, Machine, What};
use crate::people::Policy;
use crate::render::{Kind, Shown, render};
use crate::tally::Tally;
use crate::watch::Watch;
use lea_act::world::Deed;
use lea_model::Point;
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
    /// Different sights.
    pub sights: u64,
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
            sights: 0,
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

    /// Does a deed to the application.
    pub fn apply(&mut self, deed: &Deed) {
        self.machine.deed = self.deeds;
        let before = (self.machine.page.clone(), self.machine.draft.clone(), self.machine.query.clone());
        let (events, popup, focus) = (self.machine.events.len(), self.machine.popup, self.machine.focus);
        let (tab, scroll, foreign) = (self.machine.waiting_only, self.machine.scroll, self.machine.foreign);
        let wide = (self.machine.unfolded, self.machine.diary, self.machine.noted);
        if self.now < self.frozen_until {
            self.tally.hit("frozen");
            return;
        }
        if self.faults.lost.contains(&self.deeds) {
            self.tally.hit("lost click");
            self.tell(|_| "… which is lost".into());
            return;
        }
        if self.keys_go_away(deed) {
            return;
        }
        match deed {
            Deed::Click { at, clicks, .. } => self.press(*at, *clicks),
            Deed::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("escape")) => {
                self.machine.escape();
            }
            Deed::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("z")) => {
                if self.faults.stray.is_some_and(|(_, undoes)| undoes) {
                    self.machine.undo();
                }
            }
            Deed::Keys(keys) if keys.iter().any(|k| k.eq_ignore_ascii_case("enter")) => {
                self.machine.submit();
            }
            Deed::Keys(keys) if self.machine.app.manners.saves_by.is(keys) => self.machine.press(&Does::Save),
            Deed::Keys(_) | Deed::Hover { .. } => {}
            Deed::Drag { from, to } => {
                let [from, to] = [from, to].map(|at| self.shown.spot_at(*at).map(|s| s.does.clone()));
                if let (Some(from), Some(to)) = (from, to) {
                    self.tally.hit("dragged");
                    self.machine.drop(&from, &to);
                }
            }
            Deed::Clear => self.machine.clear(),
            Deed::Type { text, .. } => {
                self.typings += 1;
                if self.faults.stray.is_some_and(|(at, _)| at == self.typings) && self.machine.slip() {
                    self.tally.hit("stray text");
                    self.tell(|s| format!("… into {:?}", s.machine.focus));
                }
                self.machine.enter(text);
            }
            Deed::Scroll { dy, .. } => self.machine.turn(*dy),
            Deed::Switch(place) => {
                self.machine.away = false;
                self.machine.bring_up(&place.app);
            }
        }
        let m = &self.machine;
        let same = (m.page.clone(), m.draft.clone(), m.query.clone()) == before
            && (m.events.len(), m.popup, m.focus) == (events, popup, focus)
            && (m.waiting_only, m.scroll, m.foreign) == (tab, scroll, foreign)
            && (m.unfolded, m.diary, m.noted) == wide;
        if m.unfolded && !wide.0 {
            self.tally.hit("list of choices");
        }
        if wide.1 && !self.machine.diary {
            self.tally.hit("went to the other program");
        }
        if !same {
            self.changed_since = true;
            self.changed();
        }
        if let Some(event) = self.machine.events.get(events) {
            let told = format!("!!! {:?} {}", event.what, event.to);
            if matches!(event.what, What::Harmed(_) | What::Deleted) {
                self.tally.hit("harm");
            }
            self.tell(|_| told);
        }
        self.misfortune();
    }

    /// A press goes to what is painted, as long as that is what the application has to offer.
    fn press(&mut self, at: Point, clicks: u8) {
        self.machine.away = false;
        let Some(spot) = self.shown.spot_at(at).cloned() else { return };
        let is_row = matches!(spot.does, Does::Open(_)) && spot.role == "row";
        if is_row && clicks < 2 {
            return;
        }
        // Until the new page is there, the old one takes the press; what it asks for is answered as it is now.
        if self.click_field(&spot.does) {
            self.machine.press(&spot.does);
        }
    }

    /// What comes up after a deed.
    fn misfortune(&mut self) {
        let deed = self.deeds;
        if let Some((_, popup)) = self.faults.popup.filter(|(at, _)| *at == deed) {
            self.machine.popup = Some(popup);
            let name =
                if crate::popup::Popup::KNOWN.contains(&popup) { "known popup" } else { "strange popup" };
            self.tally.hit(name);
            self.tell(|_| format!("{popup:?} comes up"));
            self.changed();
        }
        if let Some((_, popup)) = self.hard.asks.filter(|(at, _)| *at == deed) {
            self.machine.popup = Some(popup);
            self.tally.hit("dangerous question");
            self.tell(|_| format!("{popup:?} comes up"));
            self.changed();
        }
        if self.faults.foreign == Some(deed) {
            // The other window of the task is as wrong, and harder to tell.
            match self.machine.app.has_diary && deed.is_multiple_of(2) {
                true => self.machine.diary = true,
                false => self.machine.foreign = true,
            }
            self.tally.hit("wrong window");
            self.tell(|_| "another window comes to the front".into());
            self.changed();
        }
        if self.faults.expired == Some(deed) {
            self.machine.expired = true;
            self.tally.hit("expired");
        }
        if let Some((_, seconds)) = self.faults.frozen.filter(|(at, _)| *at == deed) {
            self.frozen_until = self.now + seconds;
            self.tell(|_| format!("frozen for {seconds:.1} s"));
        }
    }

    /// Lets time pass; what waits for time happens.
    pub fn pass(&mut self, seconds: f64) {
        self.now += seconds;
        let events = self.machine.events.len();
        if self.machine.tick(self.now) {
            self.changed_since |= self.machine.events.len() > events;
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
