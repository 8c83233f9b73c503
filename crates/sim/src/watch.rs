//! What the world remembers in order to judge the hard faults while they happen: stops, focus, disabled controls, other records.

use crate::machine::{Does, Field};
use crate::render::Kind;
use crate::stage::Stage;
use lea_act::world::{Answer, InputEvent};
use std::collections::BTreeSet;

/// So many letters may be typed to see where they go (SPEC ACT.13).
const FIRST_LETTERS: usize = 3;

/// Seconds after a stop in which something may still be done (SPEC ACT.15).
const LATEST_DEED: f64 = 0.2;

/// Someone pressed the stop key.
#[derive(Clone, Copy, Debug)]
struct Stopping {
    since: f64,
    is_told: bool,
}

/// What is remembered.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// Numbers of the records that the task is about.
    pub asked_for: Vec<String>,
    /// Whether the right record was open when someone was asked last, if they could tell.
    pub was_right: Option<bool>,
    /// Questions that were answered, by people and models.
    pub questions: u64,
    /// Clicks into fields.
    pub field_clicks: u64,
    /// Keys that another program got.
    pub foreign_keys: Vec<String>,
    /// Last parts of edges that were announced.
    pub last_parts: u64,
    /// The step of the last of them.
    pub last_step: Option<u64>,
    /// When the screen was last looked at.
    pub looked_at: f64,
    /// From when on effects are there.
    pub effects_from: Option<f64>,
    /// Steps that were announced, with the lines of the trail there were by then.
    pub announced: Vec<(u64, usize)>,
    /// Steps that the trail announced.
    pub trailed: BTreeSet<u64>,
    /// Lines of the journal that were lost in crashes.
    pub forgotten: usize,
    stopping: Option<Stopping>,
    meant: Option<Field>,
}

/// The deed is keys that go to what has the focus.
fn is_keys(deed: &InputEvent) -> bool {
    match deed {
        InputEvent::Clear | InputEvent::Type { .. } => true,
        InputEvent::Keys(keys) => !keys.iter().any(|k| is_escape(k)),
        _ => false,
    }
}

/// The deed is keys that are meant for a field. A chord is for the window.
fn is_for_field(deed: &InputEvent) -> bool {
    match deed {
        InputEvent::Clear | InputEvent::Type { .. } => true,
        InputEvent::Keys(keys) => {
            matches!(&keys[..], [one] if !one.starts_with(['F', 'f']) && !is_escape(one))
        }
        _ => false,
    }
}

fn is_escape(key: &str) -> bool {
    key.eq_ignore_ascii_case("escape")
}

impl Stage {
    /// The stop key is pressed.
    pub fn raise_stop(&mut self) {
        self.tally.hit("stop raised");
        self.tell(|_| "*** the stop key".into());
        self.watch.stopping = Some(Stopping { since: self.now, is_told: false });
    }

    /// The stop key was pressed: Lea is told so now.
    pub fn tell_stop(&mut self) -> bool {
        let Some(stopping) = &mut self.watch.stopping else { return false };
        stopping.is_told = true;
        true
    }

    /// A stop answers every question; none is asked after it.
    pub fn stop_answers(&mut self) -> Option<Answer> {
        let stopping = self.watch.stopping?;
        if stopping.is_told {
            self.wrong.push("stop: a question is asked after Lea was told to stop".into());
        }
        self.tally.hit("stop at a question");
        self.tell_stop();
        Some(Answer::Stop)
    }

    /// Someone saw to it before the run goes on.
    pub fn forget_stop(&mut self) {
        self.watch.stopping = None;
        self.hard.stop = None;
    }

    /// A deed while someone stops the run: the hand may notice it, and then nothing is done.
    pub fn hand_notices_stop(&mut self) -> bool {
        let Some(stopping) = self.watch.stopping else { return false };
        let late = self.now - stopping.since;
        if stopping.is_told {
            self.wrong.push(format!("stop: deed {} after Lea was told to stop", self.deeds));
        } else if late > LATEST_DEED {
            self.wrong.push(format!("stop: deed {} comes {late:.1} s after the stop key", self.deeds));
        }
        let notices = self.hard.stop.is_some_and(|(_, notices)| notices);
        if notices {
            self.tell_stop();
        }
        notices
    }

    /// Holds a deed against what the screen shows at this moment: what a look just before it would have seen.
    pub fn watch_deed(&mut self, deed: &InputEvent) {
        if !self.hard.is_on {
            return;
        }
        let number = self.deeds;
        if let InputEvent::Click { at, .. } = deed {
            let meant = self.shown.spot_at(*at).map(|s| s.does.clone());
            self.watch.meant = if let Some(Does::Focus(field)) = meant { Some(field) } else { None };
            if self.shown.is_disabled_at(*at) {
                self.tally.hit("pressed while disabled");
                self.wrong.push(format!("disabled: deed {number} presses a disabled control"));
            }
        }
        if is_keys(deed) {
            self.watch_keys(deed);
        }
        let is_written = matches!(self.shown.kind, Kind::Form | Kind::AskReject) && !self.shown.is_covered;
        let is_mine = self.shown.record.as_ref().is_none_or(|id| self.watch.asked_for.contains(id));
        let is_taken = self.machine.focus.is_some();
        if matches!(deed, InputEvent::Type { .. }) && is_taken && is_written && !is_mine {
            let record = self.shown.record.clone().unwrap_or_default();
            self.wrong.push(format!("wrong record: deed {number} types into {record}"));
        }
    }

    /// The fault that lets a text slip into another field at the very moment it is typed, which nobody can see before.
    fn has_strayed(&self) -> bool {
        self.faults.stray.is_some() && self.machine.strayed.is_some()
    }

    /// Keys go where they are meant. Where nothing shows a focus, what deletes nothing, and a few first letters, may be tried.
    fn watch_keys(&mut self, deed: &InputEvent) {
        let number = self.deeds;
        if self.shown.is_away && self.machine.away {
            self.wrong.push(format!("focus: deed {number} types into a foreign window"));
        }
        let Some(meant) = self.watch.meant.filter(|_| is_for_field(deed) && !self.has_strayed()) else {
            return;
        };
        let is_trial = match deed {
            InputEvent::Keys(_) => true,
            InputEvent::Type { text, .. } => text.chars().count() <= FIRST_LETTERS,
            _ => false,
        };
        if is_trial && self.shown.focus.is_none() {
            return;
        }
        if self.machine.focus != Some(meant) && self.shown.focus != Some(meant) {
            let has = self.shown.focus;
            self.wrong.push(format!("focus: deed {number} is keys for {meant:?}, and {has:?} has the focus"));
        }
    }

    /// Keys go to another program; says whether they did.
    pub fn keys_go_away(&mut self, deed: &InputEvent) -> bool {
        if !self.machine.away || !is_keys(deed) {
            return false;
        }
        self.tally.hit("foreign keys");
        self.watch.foreign_keys.push(format!("{deed:?}"));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::dice::Dice;
    use crate::look::Look;
    use crate::machine::Machine;
    use lea_act::world::Interrupt;
    use std::rc::Rc;

    fn stage(stop: (u64, bool)) -> Stage {
        let machine = Machine::new(Rc::new(App::generate(&mut Dice::new(3))));
        let mut stage = Stage::new(machine, Look::learnt(), Dice::new(1));
        stage.hard.is_on = true;
        stage.hard.stop = Some(stop);
        stage
    }

    #[test]
    fn a_stop_in_any_call_is_told_at_the_next_poll_and_no_deed_may_follow() {
        let mut s = stage((2, false));
        s.call();
        assert_eq!(s.interruption(), None);
        s.call();
        assert!(!s.hand_notices_stop() && s.wrong.is_empty(), "Lea cannot know it yet");
        assert_eq!(s.interruption(), Some(Interrupt::Stop));
        s.hand_notices_stop();
        assert!(s.wrong.iter().any(|w| w.contains("after Lea was told")), "{:?}", s.wrong);
    }

    #[test]
    fn a_deed_long_after_the_stop_key_is_found_although_nobody_asked() {
        let mut s = stage((1, false));
        s.call();
        s.pass(1.0);
        s.hand_notices_stop();
        assert!(s.wrong.iter().any(|w| w.contains("after the stop key")), "{:?}", s.wrong);
    }

    #[test]
    fn a_stop_answers_a_question_and_a_hand_may_notice_it() {
        let mut s = stage((1, true));
        s.call();
        assert!(s.hand_notices_stop());
        let mut s = stage((1, true));
        assert_eq!(s.stop_answers(), None);
        s.call();
        assert_eq!(s.stop_answers(), Some(Answer::Stop));
        assert!(s.wrong.is_empty());
        s.stop_answers();
        assert!(s.wrong.iter().any(|w| w.contains("question")));
    }
}
