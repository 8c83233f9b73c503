//! Events made into acts: clicks into a field and what is typed there are one act. An event that is no act has a reason; one that may be
//! an act or a slip is an act with a doubt, which the other demonstrations settle.

mod scrolling;
mod typing;

use super::crossing::{Crossing, Place, app};
use super::pointing::is_field;
use super::seen::{Pictured, Seen, Sights};
use crate::Verdict;
use crate::graph::{Act, Deed, Doubt, Shown};
use crate::params::demonstration::MOST_LIST_TENTHS;
use crate::switches::is_switching;
use lea_frame::FrameBuf;
use lea_model::ledger::Reason;
use lea_model::workflow::TargetKind;
use lea_model::{ElementType, Event, EventType, RawSession};
use std::collections::BTreeMap;
use typing::Typing;

/// The acts of a stretch of events, and what became of the others.
#[derive(Default)]
pub struct Watched {
    /// What was done.
    pub acts: Vec<Act>,
    /// Pictures of the targets, by act.
    pub pictures: Vec<Option<FrameBuf>>,
    /// Clicks whose screen is not known: the last frame was taken before what was done last.
    pub unseen: usize,
    /// Why the other events are no acts.
    pub dropped: BTreeMap<usize, Reason>,
}

/// Makes acts of the events from `from` up to, and without, `to`.
pub fn acts(
    session: &RawSession,
    sights: &Sights,
    screens: &[Shown],
    verdicts: &[Verdict],
    (from, to): (usize, usize),
) -> Watched {
    let mut maker = Maker {
        session,
        sights,
        screens,
        out: Watched::default(),
        typing: None,
        focus: None,
        tabs: Vec::new(),
        edits: Vec::new(),
        scrolls: Vec::new(),
        last: f64::NEG_INFINITY,
        place: Place::at(session.events.get(from)),
    };
    for at in from..to.min(session.events.len()) {
        let noise = verdicts.get(at).filter(|v| v.noise_flag).map(|v| v.reason.clone());
        if let Some(crossing) = sights.crossings.get(&at) {
            maker.crosses(crossing);
        }
        maker.event(at, &session.events[at], noise);
    }
    maker.end_typing();
    maker.end_focus(false);
    maker.end_tabs(false);
    let last = maker.place.ends();
    maker.add(last, None);
    let scrolls = std::mem::take(&mut maker.scrolls);
    maker.look_about(scrolls);
    maker.account(from, to.min(session.events.len()));
    maker.out
}

struct Maker<'a> {
    session: &'a RawSession,
    sights: &'a Sights,
    screens: &'a [Shown],
    out: Watched,
    typing: Option<Typing>,
    /// A click into a field, after which nothing was typed yet.
    focus: Option<usize>,
    /// Tab keys after which nothing was done yet.
    tabs: Vec<usize>,
    /// Keys that mark, delete or move the caret, after which nothing was typed yet.
    edits: Vec<usize>,
    /// Turns of the wheel, and scrollbars moved, after which nothing was done yet.
    scrolls: Vec<usize>,
    /// When something was last done.
    last: f64,
    place: Place,
}

impl Maker<'_> {
    fn event(&mut self, at: usize, event: &Event, noise: Option<String>) {
        match event.event_type {
            EventType::KeyPress if is_switching(event) => self.drop(at, Reason::Switching),
            EventType::TextInput => self.text(at, event, noise),
            EventType::KeyPress => self.keys(at, event, noise),
            EventType::MouseClick => self.click(at, event, noise),
            EventType::MouseDrag => self.drag(at, noise),
            EventType::MouseScroll => self.scroll(at),
            EventType::MouseMove => self.drop(at, Reason::PointerMove),
            EventType::WindowChange => self.drop(at, Reason::WindowChange),
            EventType::ClipboardChange => self.drop(at, Reason::Clipboard),
        }
    }

    fn drop(&mut self, at: usize, reason: Reason) {
        self.out.dropped.insert(at, reason);
    }

    /// Every event of the stretch is part of an act or has a reason.
    fn account(&mut self, from: usize, to: usize) {
        for act in &self.out.acts {
            act.events.iter().for_each(|at| drop(self.out.dropped.remove(at)));
        }
        let made: std::collections::BTreeSet<usize> =
            self.out.acts.iter().flat_map(|a| a.events.iter().copied()).collect();
        for at in (from..to).filter(|at| !made.contains(at)) {
            self.out.dropped.entry(at).or_insert(Reason::NoPicture);
        }
    }

    /// Another application comes to the front: what was being done in this one is done.
    fn crosses(&mut self, crossing: &Crossing) {
        self.end_typing();
        self.end_focus(false);
        self.end_tabs(false);
        let scrolls = std::mem::take(&mut self.scrolls);
        self.look_about(scrolls);
        self.place.crosses(crossing);
    }

    /// An act, after the switch that led to its application, and what was scrolled there.
    fn add(&mut self, act: Option<Act>, picture: Option<FrameBuf>) {
        let Some(mut act) = act else { return };
        let is_switch = matches!(act.deed, Deed::Switch { .. });
        let switch = if is_switch { None } else { self.place.arrives(&act.app) };
        let scroll = self.end_scrolls(&mut act);
        let before = switch.into_iter().chain(scroll).map(|b| (b, None));
        for (act, picture) in before.chain([(act, picture)]) {
            self.out.pictures.push(picture);
            self.out.acts.push(act);
        }
    }

    fn keys(&mut self, at: usize, event: &Event, noise: Option<String>) {
        let chord = event.keys.iter().map(|k| k.to_uppercase()).collect::<Vec<_>>().join("+");
        match chord.as_str() {
            "SHIFT" | "CTRL" | "ALT" => self.drop(at, Reason::Modifier),
            "BACKSPACE" | "CTRL+A" | "CTRL+BACKSPACE" | "LEFT" | "RIGHT" | "HOME" | "END" | "DELETE" => {
                match self.typing.is_some() {
                    true => self.correct(at, &chord),
                    // They prepare what is typed next, or are keys like others.
                    false => self.edits.push(at),
                }
            }
            "TAB" | "SHIFT+TAB" => {
                if let Some(typing) = &mut self.typing {
                    typing.tabbed = chord == "TAB";
                }
                self.end_typing();
                self.end_focus(false);
                self.tabs.push(at);
            }
            "ENTER" | "RETURN" if self.takes_choice(at) => {
                if let (Some(typing), Some(seen)) = (&mut self.typing, self.sights.get(at)) {
                    typing.chooses = true;
                    typing.goes_on(at, seen);
                }
                self.end_typing();
            }
            _ => {
                self.end_typing();
                self.end_focus(true);
                self.end_tabs(true);
                let Some(seen) = self.sights.get(at) else { return };
                let doubt = noise.map(Doubt::Noise);
                self.push(at, Deed::Keys(event.keys.clone()), seen, None, doubt);
            }
        }
    }

    fn click(&mut self, at: usize, event: &Event, noise: Option<String>) {
        self.end_typing();
        self.hover(at);
        let Some(seen) = self.sights.get(at) else { return };
        self.out.unseen += usize::from(seen.shown_at < self.last);
        self.last = event.t;
        if self.choose(at, event, seen) {
            return;
        }
        if self.is_on_scrollbar(event, seen) {
            self.end_focus(false);
            self.scroll(at);
            return;
        }
        let kind = seen.target.as_ref().and_then(|(t, _)| t.element_type);
        let into_field = kind.is_some_and(is_field);
        let is_choice = kind == Some(ElementType::Dropdown);
        let is_plain = event.clicks.unwrap_or(1) == 1 || into_field;
        if into_field && is_plain && (!is_choice || !seen.opened || self.is_list(seen)) {
            self.end_focus(false);
            self.end_tabs(false);
            self.focus = Some(at);
            return;
        }
        self.end_focus(true);
        self.end_tabs(false);
        let is_cell = seen.target.as_ref().is_some_and(|(t, _)| t.kind == TargetKind::Cell);
        let doubt = match () {
            // Only its frame moves: what is typed next goes there.
            () if is_cell => None,
            () if seen.changed.is_none() => Some(Doubt::NothingChanged),
            () if noise.is_some() => noise.map(Doubt::Noise),
            () if !seen.is_usable => Some(Doubt::NothingThere),
            // A control that brings up new words has answered, whatever they cover; otherwise only the focus may have moved.
            () if !has_answered(seen) => Some(Doubt::OnlyFocus),
            () => None,
        };
        let deed = click_of(event);
        let target = seen.pressed.clone().or_else(|| seen.target.clone());
        self.push(at, deed, seen, target, doubt);
    }

    /// What is clicked was opened by resting the pointer on something: that is an act of its own.
    fn hover(&mut self, click: usize) {
        let Some(hover) = self.sights.hovers.get(&click) else { return };
        self.end_focus(true);
        self.end_tabs(false);
        let event = &self.session.events[hover.event];
        let (target, picture) = hover.target.clone();
        let act = Act {
            event: hover.event,
            events: vec![hover.event],
            deed: Deed::Hover,
            on: hover.on,
            between: Vec::new(),
            after: hover.after,
            target: Some(target),
            row: None,
            changed: Some(hover.changed),
            changed_pct: 0.0,
            app: app(event),
            t: event.t,
            settled: 0.0,
            tabbed: false,
            focused: false,
            answered: true,
            doubt: None,
            scrolled: None,
        };
        self.add(Some(act), Some(picture));
    }

    /// What opened is small enough to be a list of choices: more is another screen.
    fn is_list(&self, seen: &Seen) -> bool {
        let screen =
            self.screens.get(seen.on).map_or(0, |s| u64::from(s.size.width) * u64::from(s.size.height));
        seen.changed.is_none_or(|c| c.area() * 10 <= screen * MOST_LIST_TENTHS)
    }

    fn drag(&mut self, at: usize, noise: Option<String>) {
        self.end_typing();
        self.end_focus(true);
        self.end_tabs(false);
        let Some(seen) = self.sights.get(at) else { return };
        if self.is_on_scrollbar(&self.session.events[at], seen) {
            self.scroll(at);
            return;
        }
        let kind = seen.target.as_ref().and_then(|(t, _)| t.element_type);
        // Marking text is not moving things.
        if kind
            .is_none_or(|k| matches!(k, ElementType::TextInput | ElementType::TextArea | ElementType::Label))
        {
            self.drop(at, Reason::Marking);
            return;
        }
        let to = seen.to.clone().map(Box::new);
        self.push(at, Deed::Drag { to }, seen, seen.target.clone(), noise.map(Doubt::Noise));
    }

    /// A click into a field after which nothing was typed: it opened something, or was pressed like a button; otherwise it is a doubt,
    /// which matters where keys follow that go to the field (`keys_follow`).
    fn end_focus(&mut self, keys_follow: bool) {
        let edits = std::mem::take(&mut self.edits);
        self.end_click(keys_follow || !edits.is_empty());
        for at in edits {
            if let Some(seen) = self.sights.get(at) {
                let doubt = seen.changed.is_none().then_some(Doubt::NothingChanged);
                self.push(at, Deed::Keys(self.session.events[at].keys.clone()), seen, None, doubt);
            }
        }
    }

    fn end_click(&mut self, keys_follow: bool) {
        let Some(at) = self.focus.take() else { return };
        let Some(seen) = self.sights.get(at) else { return };
        let acts = seen.pressed.is_some() || self.sights.opened(at).is_some();
        if !acts && !keys_follow {
            self.drop(at, Reason::FieldOnly);
            return;
        }
        let deed = click_of(&self.session.events[at]);
        let target = seen.pressed.clone().or_else(|| seen.target.clone());
        self.push(at, deed, seen, target, (!acts).then_some(Doubt::OnlyFocus));
    }

    /// Tab keys after which something else was done: they are acts where what follows goes to what they brought the focus to.
    fn end_tabs(&mut self, are_needed: bool) {
        let tabs = std::mem::take(&mut self.tabs);
        if let Some(last) = self.out.acts.last_mut().filter(|_| are_needed && !tabs.is_empty()) {
            // The key is an act of its own, and must not be pressed twice.
            last.tabbed = false;
        }
        for at in tabs {
            match self.sights.get(at).filter(|_| are_needed) {
                Some(seen) => {
                    self.push(at, Deed::Keys(self.session.events[at].keys.clone()), seen, None, None);
                }
                None => self.drop(at, Reason::TabToField),
            }
        }
    }

    fn push(&mut self, at: usize, deed: Deed, seen: &Seen, target: Option<Pictured>, doubt: Option<Doubt>) {
        let event = &self.session.events[at];
        let (target, picture) = target.map_or((None, None), |(t, p)| (Some(t), Some(p)));
        let act = Act {
            event: at,
            events: vec![at],
            deed,
            on: seen.on,
            between: Vec::new(),
            after: seen.after,
            target,
            row: seen.row.clone(),
            changed: seen.changed,
            changed_pct: seen.changed_pct,
            app: app(event),
            t: event.t,
            settled: seen.settled,
            tabbed: false,
            focused: false,
            answered: has_answered(seen),
            doubt,
            scrolled: None,
        };
        self.add(Some(act), picture);
    }
}

/// Something opened, or a control brought up new words.
fn has_answered(seen: &Seen) -> bool {
    seen.opened || (seen.is_control && seen.says_new)
}

fn click_of(event: &Event) -> Deed {
    Deed::Click { button: event.button.unwrap_or_default(), clicks: event.clicks.unwrap_or(1) }
}
