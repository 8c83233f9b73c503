//! Events made into acts: clicks into a field and what is typed there are one act, slips of the finger and idle clicks are none.

use super::crossing::{self, Crossing, Place, app};
use super::watched::{Seen, Watcher, event_target};
use lea_frame::FrameBuf;
use lea_learn::Verdict;
use lea_learn::graph::{Act, Deed, Shown};
use lea_learn::switches::is_switching;
use lea_model::workflow::{Target, TargetKind, TargetPosition};
use lea_model::{ElementType, Event, EventType, RawSession, Rect};
use lea_recognize::label::normal;
use std::collections::HashMap;

/// The acts of a stretch of events, and pictures of what they point at, by act.
#[derive(Default)]
pub struct Watched {
    /// What was done.
    pub acts: Vec<Act>,
    /// The targets' pictures.
    pub pictures: Vec<Option<FrameBuf>>,
    /// Clicks whose screen is not known: the last frame was taken before what was done last.
    pub unseen: usize,
}

/// Everything seen of a session's events, by event.
#[derive(Default)]
pub struct Sights {
    seen: HashMap<usize, Seen>,
    crossings: HashMap<usize, Crossing>,
}

impl Sights {
    fn get(&self, at: &usize) -> Option<&Seen> {
        self.seen.get(at)
    }

    /// What a click opened; that another window came to the front by it is nothing that opened.
    fn opened(&self, click: usize) -> Option<&Seen> {
        self.get(&click).filter(|s| s.opened && !self.crossings.contains_key(&click))
    }
}

/// Looks at every event of a session that may be an act, and writes down what it pointed at.
pub fn look(watcher: &mut Watcher<'_>, session: &mut RawSession, mut tick: impl FnMut()) -> Sights {
    watcher.begin(session);
    let mut sights = Sights { crossings: crossing::look(watcher, session), ..Sights::default() };
    for at in 0..session.events.len() {
        let event = &session.events[at];
        let is_act = matches!(
            event.event_type,
            EventType::MouseClick | EventType::MouseDrag | EventType::KeyPress | EventType::TextInput
        );
        if is_act && let Some(mut seen) = watcher.see(session, event) {
            if sights.crossings.contains_key(&at) && !seen.answered {
                // It only brought its window to the front.
                (seen.target, seen.is_usable) = (None, false);
            }
            if session.events[at].target.is_none() {
                session.events[at].target = event_target(&seen);
            }
            sights.seen.insert(at, seen);
        }
        tick();
    }
    watcher.end(session);
    sights
}

/// Makes acts of the events from `from` up to, and without, `to`.
pub fn acts(
    session: &RawSession,
    sights: &Sights,
    screens: &[Shown],
    verdicts: &[Verdict],
    from: usize,
    to: usize,
) -> Watched {
    let mut maker = Maker {
        session,
        sights,
        screens,
        out: Watched::default(),
        typing: None,
        focus: None,
        last: f64::NEG_INFINITY,
        place: Place::at(session.events.get(from)),
    };
    for at in from..to.min(session.events.len()) {
        let event = &session.events[at];
        let is_noise = verdicts.get(at).is_some_and(|v| v.noise_flag);
        let crosses = sights.crossings.get(&at);
        if let Some(crossing) = crosses {
            maker.crosses(crossing);
        }
        match event.event_type {
            EventType::KeyPress if is_switching(event) => {}
            EventType::TextInput if !is_noise => maker.text(at, event),
            EventType::KeyPress => maker.keys(at, event, is_noise),
            EventType::MouseClick if !is_noise => maker.click(at, event),
            EventType::MouseDrag if !is_noise => maker.drag(at),
            _ => {}
        }
    }
    maker.end_typing();
    maker.end_focus();
    let last = maker.place.ends();
    maker.add(last, None);
    maker.out
}

/// A field being filled in.
struct Typing {
    at: usize,
    on: usize,
    after: usize,
    changed: Option<Rect>,
    target: Option<(Target, FrameBuf)>,
    text: Option<String>,
    t: f64,
    last: usize,
    /// A list of choices is open, in which typing goes to the one that begins so.
    chooses: bool,
    /// It was left with the tab key.
    tabbed: bool,
    focused: bool,
}

impl Typing {
    /// What is typed goes to the choice that begins so, and Enter takes it.
    fn is_choice(&self) -> bool {
        let kind = self.target.as_ref().and_then(|(t, _)| t.element_type);
        self.chooses || kind == Some(ElementType::Dropdown)
    }
}

struct Maker<'a> {
    session: &'a RawSession,
    sights: &'a Sights,
    screens: &'a [Shown],
    out: Watched,
    typing: Option<Typing>,
    /// A click into a field, after which nothing was typed yet.
    focus: Option<usize>,
    /// When something was last done.
    last: f64,
    place: Place,
}

impl Maker<'_> {
    /// Another application comes to the front: what was being done in this one is done.
    fn crosses(&mut self, crossing: &Crossing) {
        self.end_typing();
        self.end_focus();
        self.place.crosses(crossing);
    }

    /// An act, after the switch that led to its application.
    fn add(&mut self, act: Option<Act>, picture: Option<FrameBuf>) {
        let Some(act) = act else { return };
        let is_switch = matches!(act.deed, Deed::Switch { .. });
        let before = if is_switch { None } else { self.place.arrives(&act.app) };
        for (act, picture) in before.map(|b| (b, None)).into_iter().chain([(act, picture)]) {
            self.out.pictures.push(picture);
            self.out.acts.push(act);
        }
    }

    fn text(&mut self, at: usize, event: &Event) {
        let Some(seen) = self.sights.get(&at) else { return };
        let focused = self.focus.take();
        if let Some(typing) = &mut self.typing {
            // Typed on in the same field: nothing else was done between.
            typing.after = seen.after;
            typing.last = at;
            typing.changed = union(typing.changed, seen.changed);
            typing.text = match (typing.text.take(), &event.text) {
                (Some(before), Some(more)) => Some(before + more),
                _ => None,
            };
            return;
        }
        let clicked = focused.and_then(|f| self.sights.get(&f));
        let on = clicked.map_or(seen.on, |c| c.on);
        let same_field = |c: &Seen| {
            let (Some((a, _)), Some(b)) = (&c.target, seen.changed) else { return seen.target.is_none() };
            a.position.as_ref().is_some_and(|p| p.bbox.padded(6).intersection(&b).is_some())
        };
        let chooses = focused.is_some_and(|f| self.sights.opened(f).is_some());
        let target = clicked.filter(|c| chooses || same_field(c)).and_then(|c| c.target.clone());
        let target = target.or_else(|| seen.target.clone());
        self.typing = Some(Typing {
            at,
            on,
            after: seen.after,
            changed: seen.changed,
            target,
            text: event.text.clone(),
            t: event.t,
            last: at,
            chooses,
            tabbed: false,
            focused: focused.is_none(),
        });
    }

    fn keys(&mut self, at: usize, event: &Event, is_noise: bool) {
        let chord = event.keys.iter().map(|k| k.to_uppercase()).collect::<Vec<_>>().join("+");
        match chord.as_str() {
            "BACKSPACE" => {
                if let Some(Typing { text: Some(text), .. }) = &mut self.typing {
                    text.pop();
                }
            }
            "CTRL+A" | "CTRL+BACKSPACE" => {
                if let Some(Typing { text: Some(text), .. }) = &mut self.typing {
                    text.clear();
                }
            }
            "DELETE" | "SHIFT" | "CTRL" | "ALT" | "LEFT" | "RIGHT" | "HOME" | "END" => {}
            "TAB" | "SHIFT+TAB" => {
                if let Some(typing) = &mut self.typing {
                    typing.tabbed = chord == "TAB";
                }
                self.end_typing();
                self.end_focus();
            }
            _ if is_noise => {}
            "ENTER" | "RETURN" if self.takes_choice(at) => {
                if let (Some(typing), Some(seen)) = (&mut self.typing, self.sights.get(&at)) {
                    typing.chooses = true;
                    (typing.after, typing.last) = (seen.after, at);
                    typing.changed = union(typing.changed, seen.changed);
                }
                self.end_typing();
            }
            _ => {
                self.end_typing();
                self.end_focus();
                let Some(seen) = self.sights.get(&at) else { return };
                self.push(at, Deed::Keys(event.keys.clone()), seen, None);
            }
        }
    }

    fn click(&mut self, at: usize, event: &Event) {
        self.end_typing();
        let Some(seen) = self.sights.get(&at) else { return };
        self.out.unseen += usize::from(seen.shown_at < self.last);
        self.last = event.t;
        if !seen.is_usable || seen.changed.is_none() {
            return;
        }
        if self.choose(at, event, seen) {
            return;
        }
        let into_field = seen.target.as_ref().is_some_and(|(t, _)| {
            matches!(
                t.element_type,
                Some(ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown)
            )
        });
        self.end_focus();
        let is_choice =
            seen.target.as_ref().is_some_and(|(t, _)| t.element_type == Some(ElementType::Dropdown));
        if into_field && (!is_choice || !seen.opened || self.is_list(seen)) {
            self.focus = Some(at);
            return;
        }
        if !seen.opened {
            // Nothing answered; only a field lost the focus.
            return;
        }
        let deed =
            Deed::Click { button: event.button.unwrap_or_default(), clicks: event.clicks.unwrap_or(1) };
        self.push(at, deed, seen, seen.target.clone());
    }

    /// What opened is small enough to be a list of choices: more is another screen.
    fn is_list(&self, seen: &Seen) -> bool {
        let screen =
            self.screens.get(seen.on).map_or(0, |s| u64::from(s.size.width) * u64::from(s.size.height));
        seen.changed.is_none_or(|c| c.area() * 10 <= screen * 3)
    }

    /// A click on one of the choices that a click into a field has opened fills that field in.
    fn choose(&mut self, at: usize, event: &Event, seen: &Seen) -> bool {
        let Some(field) = self.focus.and_then(|f| self.sights.opened(f)) else { return false };
        let (Some((target, _)), Some(list), Some(pos)) = (&field.target, field.changed, event.pos) else {
            return false;
        };
        let in_field = target.position.as_ref().is_some_and(|p| p.bbox.contains(pos));
        let chosen = seen.target.as_ref().and_then(|(t, _)| t.text.clone());
        if in_field || !list.contains(pos) || chosen.is_none() {
            return false;
        }
        self.focus = None;
        self.typing = Some(Typing {
            at,
            on: field.on,
            after: seen.after,
            changed: union(field.changed, seen.changed),
            target: field.target.clone(),
            text: chosen,
            t: event.t,
            last: at,
            chooses: true,
            tabbed: false,
            focused: false,
        });
        self.end_typing();
        true
    }

    /// Enter takes a choice of a list, whose beginning was typed: the field shows more of it then.
    fn takes_choice(&self, at: usize) -> bool {
        let Some(typing) = &self.typing else { return false };
        let after = self.sights.get(&at).map_or(typing.after, |s| s.after);
        let shown = typing.target.as_ref().zip(typing.text.as_deref());
        typing.is_choice()
            || shown.is_some_and(|((target, _), text)| self.shown_choice(target, after, text).is_some())
    }

    /// What a field shows after a choice was made; what was typed may be only its beginning.
    fn shown_choice(&self, target: &Target, after: usize, typed: &str) -> Option<String> {
        let place = target.position.as_ref()?.bbox.center();
        let fields = self.screens.get(after)?.state.ui_elements.iter().filter(|e| e.bbox.contains(place));
        let values = fields.filter_map(|e| e.metadata.value.as_deref());
        // A caret behind it is read as a sign.
        let plain = values.map(|v| v.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
        plain.into_iter().find(|v| normal(v).starts_with(&normal(typed)) && normal(v) != normal(typed))
    }

    fn drag(&mut self, at: usize) {
        self.end_typing();
        let Some(seen) = self.sights.get(&at) else { return };
        let into_field = seen.target.as_ref().is_some_and(|(t, _)| {
            matches!(
                t.element_type,
                Some(ElementType::TextInput | ElementType::TextArea | ElementType::Label)
            )
        });
        // Marking text is not moving things.
        if into_field || seen.target.is_none() {
            return;
        }
        let to = seen.to.clone().map(Box::new);
        self.push(at, Deed::Drag { to }, seen, seen.target.clone());
    }

    fn end_typing(&mut self) {
        let Some(typing) = self.typing.take() else { return };
        if typing.text.as_ref().is_some_and(|t| t.trim().is_empty()) {
            return;
        }
        let event = &self.session.events[typing.at];
        let (target, picture) = match typing.target {
            Some((target, picture)) => (target, Some(picture)),
            // A page that is all text has no border to see.
            None => {
                let position =
                    typing.changed.map(|bbox| TargetPosition { bbox, ..TargetPosition::default() });
                let element_type = Some(ElementType::TextArea);
                (Target { kind: TargetKind::Focused, element_type, position, ..Target::default() }, None)
            }
        };
        let text = match &typing.text {
            Some(typed) if typing.chooses => self.shown_choice(&target, typing.after, typed).or(typing.text),
            _ => typing.text,
        };
        let act = Act {
            event: typing.last,
            deed: Deed::Type { text },
            on: typing.on,
            after: typing.after,
            target: Some(target),
            row: None,
            changed: typing.changed,
            app: app(event),
            t: typing.t,
            settled: 0.0,
            tabbed: typing.tabbed,
            focused: typing.focused,
        };
        self.add(Some(act), picture);
    }

    /// A click into a field after which nothing was typed is nothing, unless something opened, or it was pressed like a button.
    fn end_focus(&mut self) {
        let Some(at) = self.focus.take() else { return };
        let pressed = self.sights.get(&at).filter(|s| s.pressed.is_some());
        if let Some(seen) = pressed.or_else(|| self.sights.opened(at)) {
            let event = &self.session.events[at];
            let clicks = event.clicks.unwrap_or(1);
            let deed = Deed::Click { button: event.button.unwrap_or_default(), clicks };
            self.push(at, deed, seen, seen.pressed.clone().or_else(|| seen.target.clone()));
        }
    }

    fn push(&mut self, at: usize, deed: Deed, seen: &Seen, target: Option<(Target, FrameBuf)>) {
        let event = &self.session.events[at];
        let (target, picture) = target.map_or((None, None), |(t, p)| (Some(t), Some(p)));
        let act = Act {
            event: at,
            deed,
            on: seen.on,
            after: seen.after,
            target,
            row: seen.row.clone(),
            changed: seen.changed,
            app: app(event),
            t: event.t,
            settled: seen.settled,
            tabbed: false,
            focused: false,
        };
        self.add(Some(act), picture);
    }
}

fn union(a: Option<Rect>, b: Option<Rect>) -> Option<Rect> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(&b)),
        (a, b) => a.or(b),
    }
}
