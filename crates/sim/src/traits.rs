//! The loop's traits, spoken by the stage: each is a handle on the one world.

use crate::hard::KilledAt;
use crate::machine::{Verb, What};
use crate::painter::paint;
use crate::sheet::LINE;
use crate::stage::{Done, Stage};
use lea_act::Plan;
use lea_act::step::Input;
use lea_act::world::{
    Answer, Asked, Clock, Credential, Effected, Eye, Glance, Hand, HandError, InputEvent, Interrupt, Keep,
    Lost, Observation, Outside, People, PixelChange, Question,
};
use lea_model::run::{AuditRecord, Entry};
use lea_model::workflow::{Effect, EffectKind, SqlCount};
use lea_model::{Point, Rect, ScreenState};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Seconds a look takes.
const LOOK: f64 = 0.12;
/// Seconds a glance takes.
const GLANCE: f64 = 0.005;
/// From this share of the screen on, in per cent, a glance sees that it changed.
const MUCH: f64 = 0.5;
/// Seconds a deed takes.
const DEED: f64 = 0.03;
/// How far around a point a change is looked for, as a share of the screen's sides (SPEC ACT.6).
const AROUND: f64 = 0.05;
/// The share of a text's box that is ink.
const INK: f64 = 0.25;
/// The share of a thing's box that is drawn.
const FRAME: f64 = 0.1;

/// A handle on the world; every trait is one.
#[derive(Clone)]
pub struct Handle(pub Rc<RefCell<Stage>>);

impl Eye for Handle {
    fn look(&mut self, _patience: Duration) -> Result<Observation, Lost> {
        let mut s = self.0.borrow_mut();
        s.call();
        if s.is_screen_lost() {
            return Err(Lost("the display is gone".into()));
        }
        s.pass(LOOK);
        s.paint();
        s.takes_time();
        s.watch.looked_at = s.now;
        let shown = s.shown.clone();
        // As for real eyes: what looks the same is the same sight.
        if s.seen.as_ref().is_none_or(|seen| !Rc::ptr_eq(seen, &shown) && seen.state != shown.state) {
            s.observations += 1;
        }
        s.seen = Some(shown.clone());
        let frame = s.painted.then(|| Rc::new(paint(&shown)));
        let number = s.observations;
        s.tell(|s| format!("sees {:?}{}", s.shown.kind, if s.shown.is_covered { ", covered" } else { "" }));
        Ok(Observation {
            windows: Vec::new(),
            state: shown.state.clone(),
            size: shown.size,
            frame,
            fingerprint: None,
            number,
            front: None,
            look_ms: LOOK * 1e3,
            settle_ms: 0.0,
        })
    }

    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost> {
        let mut s = self.0.borrow_mut();
        s.call();
        if s.is_screen_lost() {
            return Err(Lost("the display is gone".into()));
        }
        let until = s.now + patience.as_secs_f64();
        let painted = s.paint_at.map(|at| at.max(s.frozen_until));
        let next = painted.into_iter().chain(s.machine.next_change()).min_by(f64::total_cmp);
        let next = next.filter(|at| *at <= until);
        let seconds = next.unwrap_or(until) - s.now;
        s.pass(seconds.max(0.001));
        s.paint();
        s.takes_time();
        Ok(next.is_some())
    }

    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost> {
        let mut s = self.0.borrow_mut();
        s.call();
        if s.is_screen_lost() {
            return Err(Lost("the display is gone".into()));
        }
        s.pass(GLANCE);
        s.paint();
        let now = &s.shown.state;
        let changed = changed_boxes(&seen.state, now);
        let is_at = |b: &Rect| watched.iter().any(|w| w.intersection(b).is_some());
        let area: f64 = changed.iter().map(|(b, ink)| b.area() as f64 * ink).sum();
        let app = |state: &ScreenState| state.window.as_ref().map(|w| w.app_name.clone());
        Ok(Glance {
            watched_changed: changed.iter().any(|(b, _)| is_at(b)),
            much_changed: whole && 100.0 * area / Rect::at(0, 0, s.shown.size).area().max(1) as f64 >= MUCH,
            other_window: app(&seen.state) != app(now),
        })
    }

    fn changed_within(&self, before: &Observation, after: &Observation, within: Rect) -> bool {
        if let (Some(a), Some(b)) = (&before.frame, &after.frame) {
            return lea_frame::share_changed(a.as_frame(), b.as_frame(), within, 0) > 0.0;
        }
        changed_boxes(&before.state, &after.state).iter().any(|(b, _)| b.intersection(&within).is_some())
    }

    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange {
        if let (Some(a), Some(b)) = (&before.frame, &after.frame) {
            return crate::painter::difference(a.as_frame(), b.as_frame(), around);
        }
        let resized = before.size != after.size;
        let screen = Rect::at(0, 0, after.size);
        let changed = changed_boxes(&before.state, &after.state);
        let share = |within: Rect| {
            let area: f64 = changed
                .iter()
                .filter_map(|(b, ink)| Some(b.intersection(&within)?.area() as f64 * ink))
                .sum();
            (100.0 * area / within.area().max(1) as f64).min(100.0)
        };
        let local = around.map(|p| {
            let (dx, dy) = (f64::from(after.size.width) * AROUND, f64::from(after.size.height) * AROUND);
            let near =
                Rect { x1: p.x - dx as i32, y1: p.y - dy as i32, x2: p.x + dx as i32, y2: p.y + dy as i32 };
            share(near.intersection(&screen).unwrap_or(screen))
        });
        PixelChange { global_pct: share(screen), local_pct: local, resized }
    }
}

/// Boxes that are on one of two screens only, and how much of them is ink.
fn changed_boxes(a: &ScreenState, b: &ScreenState) -> Vec<(Rect, f64)> {
    type Drawn<'s> = BTreeMap<(Rect, &'s str, usize), f64>;
    fn drawn(state: &ScreenState) -> Drawn<'_> {
        let texts = state.perception.detected_text.iter();
        let texts = texts.filter_map(|t| Some(((t.bbox?, t.text.as_str(), 0), INK)));
        let frames = state.ui_elements.iter().filter(|e| e.bbox.height() as i32 > LINE);
        let frames = frames.map(|e| ((e.bbox, "", 1 + e.element_type as usize + 100 * e.state.len()), FRAME));
        texts.chain(frames).collect()
    }
    fn only(x: &Drawn<'_>, y: &Drawn<'_>) -> Vec<(Rect, f64)> {
        x.iter().filter(|(key, _)| !y.contains_key(*key)).map(|(key, ink)| (key.0, *ink)).collect()
    }
    let (a, b) = (drawn(a), drawn(b));
    let mut all = only(&a, &b);
    all.extend(only(&b, &a));
    all
}

impl Hand for Handle {
    fn act(&mut self, input: Input) -> Result<(), HandError> {
        let deed = &input.into_event();
        let mut s = self.0.borrow_mut();
        s.count_call();
        let killed = s.is_killed_now();
        if (killed && s.dice.percent(50)) || s.is_killed_at(KilledAt::Act) {
            s.kill();
        }
        s.deeds += 1;
        if s.is_screen_lost() {
            return Err(HandError::Lost("the display is gone".into()));
        }
        if s.hand_notices_stop() {
            return Err(HandError::Interrupted);
        }
        s.acts();
        s.watch_deed(deed);
        s.pass(DEED);
        s.paint();
        s.tell(|_| format!("deed: {}", told(deed)));
        s.announced(deed);
        if s.faults.interrupted == Some(s.deeds) {
            s.tally.hit("interrupted hand");
            return Err(HandError::Interrupted);
        }
        let (events, number) = (s.machine.events.len(), s.deeds);
        s.apply(deed);
        let changed = s.machine.events.len() > events;
        if let Some(last) = s.done.last_mut().filter(|d| d.number == number) {
            last.changed = changed;
        }
        if killed || s.is_killed_at(KilledAt::Acted) {
            s.kill();
        }
        Ok(())
    }

    fn clipboard(&mut self) -> Result<Option<String>, HandError> {
        self.0.borrow_mut().call();
        Ok(None)
    }
}

/// A deed in words.
fn told(deed: &InputEvent) -> String {
    match deed {
        InputEvent::Click { at, clicks, .. } => format!("click {},{} ×{clicks}", at.x, at.y),
        InputEvent::Type { text, secret } => format!("type {}", if *secret { "…" } else { text }),
        other => format!("{other:?}"),
    }
}

impl Stage {
    /// Remembers a deed for the judge, with what Lea saw where it acts.
    fn announced(&mut self, deed: &InputEvent) {
        let at = match deed {
            InputEvent::Click { at, .. } | InputEvent::Drag { from: at, .. } => Some(*at),
            _ => None,
        };
        let pressed = at.and_then(|at| {
            let spot = self.seen.as_ref()?.spot_at(at)?;
            Some((spot.label.clone(), spot.role.clone()))
        });
        if let Some((label, role)) = &pressed {
            let told = format!("   on {label:?} ({role})");
            self.tell(|_| told);
        }
        let step = self.open.last().map(|i| i.step);
        if step.is_none() {
            self.wrong.push(format!("S2: deed {} was not announced in the journal", self.deeds));
        }
        self.is_in_the_trail(step);
        self.done.push(Done { number: self.deeds, step, pressed, confirmed: self.confirmed, changed: false });
    }
}

impl People for Handle {
    fn ask(&mut self, question: &Question, _sight: &Observation) -> Answer {
        let mut s = self.0.borrow_mut();
        s.call();
        if let Some(stop) = s.stop_answers() {
            return stop;
        }
        if question.asked == Asked::Record {
            s.watch.was_right = s.is_right_record(question);
        }
        s.pass(1.0);
        s.is_asked();
        s.takes_time();
        s.answer(question)
    }

    fn tell(&mut self, _text: &str) {
        self.0.borrow_mut().call();
    }

    fn interrupted(&mut self) -> Option<Interrupt> {
        let mut s = self.0.borrow_mut();
        s.call();
        s.interruption()
    }

    fn wait_to_go_on(&mut self) -> bool {
        let mut s = self.0.borrow_mut();
        s.call();
        s.meddle()
    }

    fn name(&self) -> String {
        "marie".into()
    }
}

impl Keep for Handle {
    fn write(&mut self, entry: &Entry) -> Result<(), String> {
        let mut s = self.0.borrow_mut();
        s.count_call();
        let killed = s.is_killed_now();
        let is_conclusion = matches!(entry, Entry::Conclude { .. });
        let is_killed = is_conclusion && s.is_killed_at(KilledAt::Concluding);
        if (killed && s.dice.percent(50)) || is_killed {
            s.kill();
        }
        s.takes_time();
        s.lines += 1;
        let line = s.lines;
        if s.faults.disk.is_some_and(|(at, for_ever)| line == at || (for_ever && line > at)) {
            s.tally.hit("disk full");
            s.tell(|_| "the disk is full".into());
            return Err("no space left on device".into());
        }
        s.written(entry);
        s.announces(entry);
        s.journal.push(entry.clone());
        let is_killed = match entry {
            Entry::Intend { .. } => s.is_killed_at(KilledAt::Announced),
            Entry::Conclude { record } if Some(record.step) == s.watch.last_step => {
                s.is_killed_at(KilledAt::Concluded)
            }
            _ => false,
        };
        if killed || is_killed {
            s.kill();
        }
        Ok(())
    }

    fn keep_screen(&mut self, _sight: &Observation, _private: &[Rect]) -> Option<String> {
        let mut s = self.0.borrow_mut();
        s.call();
        Some(format!("screen_{}", s.calls))
    }

    fn audit(&mut self, record: AuditRecord) -> Result<(), String> {
        let mut s = self.0.borrow_mut();
        s.call();
        s.takes_time();
        s.audits += 1;
        let line = s.audits;
        if s.faults.audit.is_some_and(|(at, for_ever)| line == at || (for_ever && line > at)) {
            s.tally.hit("audit full");
            return Err("no space left on device".into());
        }
        s.trail(record);
        if s.is_killed_at(KilledAt::Trailed) {
            s.kill();
        }
        Ok(())
    }
}

/// What lies outside the screen, and the other workflows there are.
pub struct Beyond {
    /// The world.
    pub handle: Handle,
    /// The workflow that logs in.
    pub login: Rc<Plan>,
}

impl Outside for Beyond {
    fn check(&mut self, effect: &Effect, values: &BTreeMap<String, String>) -> Effected {
        let mut s = self.handle.0.borrow_mut();
        s.call();
        s.takes_time();
        if s.is_effect_late() {
            return Effected::No("it is not there yet".into());
        }
        let EffectKind::SqlCount(SqlCount { query, .. }) = &effect.kind else {
            return Effected::Unknown("the simulation counts, and nothing else".into());
        };
        let (is, of) = query.split_once(' ').unwrap_or((query, ""));
        let name = of.trim_start_matches("${").trim_end_matches('}');
        let Some(to) = values.get(name).cloned() else {
            return Effected::Unknown(format!("{name} has no value"));
        };
        let wanted = match is {
            "validated" => What::Decided(Verb::Validate),
            "rejected" => What::Decided(Verb::Reject),
            "edited" => What::Edited,
            _ => What::Created,
        };
        let count = s.machine.events.iter().filter(|e| e.what == wanted && e.to == to).count();
        s.tell(|_| format!("effect {wanted:?} {to}: {count}"));
        match count {
            1 => Effected::Yes(format!("{to} is there")),
            n => Effected::No(format!("{to} is there {n} times")),
        }
    }

    fn credential(&mut self, _name: &str) -> Result<Credential, String> {
        let mut s = self.handle.0.borrow_mut();
        s.call();
        Ok(Credential(s.secret.clone()))
    }

    fn workflow(&mut self, _workflow_id: &str) -> Result<Rc<Plan>, String> {
        let mut s = self.handle.0.borrow_mut();
        s.call();
        s.tally.hit("other workflow");
        Ok(self.login.clone())
    }
}

impl Clock for Handle {
    fn seconds(&self) -> f64 {
        self.0.borrow().now
    }

    fn now(&self) -> String {
        let now = self.0.borrow().now as u64;
        format!(
            "2026-11-{:02}T{:02}:{:02}:{:02}Z",
            16 + now / 86_400,
            now / 3600 % 24,
            now / 60 % 60,
            now % 60
        )
    }

    fn pause(&self, time: Duration) {
        let mut s = self.0.borrow_mut();
        s.call();
        s.pass(time.as_secs_f64());
        s.paint();
    }
}
