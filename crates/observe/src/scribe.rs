//! Presses and releases in, events of SPEC L0.1 out: clicks and double clicks, drags, scrolls, chords, merged text.
//!
//! Pure: time comes with each input, and frames are whatever the caller pins to it (`P`).

use crate::compose::{Compose, Composed};
use crate::echo::{Keys, Keystroke};
use lea_model::{Event, EventType, MouseButton, Point, WindowRef};
use lea_screen::Key;
use std::time::Duration;
use xkeysym::Keysym;

/// Two clicks within this time and distance are a double click: what GTK takes by default.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);
/// See [`DOUBLE_CLICK`].
const DOUBLE_CLICK_PX: i32 = 5;
/// A press that moves further than this before its release is a drag: GTK's threshold.
const DRAG_PX: i32 = 8;
/// Notches of the wheel closer than this are one scroll.
const SCROLL_PAUSE: Duration = Duration::from_millis(500);
/// A text that nobody goes on with is complete after this long.
const TEXT_PAUSE: Duration = Duration::from_secs(30);
/// The pointer's way is sampled this often.
const MOVE_EVERY: Duration = Duration::from_millis(250);
/// A text longer than this is written down and goes on in another event.
const LONGEST_TEXT: usize = 4096;
/// Moves and titles that wait behind a text; beyond that the text is written down first.
const MOST_WAITING: usize = 64;

/// Modifiers held with a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mods {
    /// Control.
    pub ctrl: bool,
    /// Alt (not AltGr, which writes characters).
    pub alt: bool,
    /// Shift.
    pub shift: bool,
    /// The system key.
    pub meta: bool,
}

impl Mods {
    /// The keys, in the order chords are written.
    pub fn keys(self) -> Vec<Key> {
        let all =
            [(self.ctrl, Key::CTRL), (self.alt, Key::ALT), (self.shift, Key::SHIFT), (self.meta, Key::SUPER)];
        all.into_iter().filter(|(held, _)| *held).map(|(_, key)| key).collect()
    }
}

/// When and where something happened, with the frame pinned to it.
#[derive(Clone, Debug)]
pub struct Moment<P> {
    /// Since the session began.
    pub t: Duration,
    /// The window it belongs to.
    pub window: Option<WindowRef>,
    /// The frame of that moment.
    pub frame: Option<P>,
}

/// An event on its way to the session: it has no number yet.
#[derive(Clone, Debug)]
pub struct Draft<P> {
    /// The event, without number and frames.
    pub event: Event,
    /// The frame from before it took effect.
    pub before: Option<P>,
    /// A frame known to be from after it, where the next input already pinned one.
    pub after: Option<P>,
    /// All windows it went to: the one of the event, and whatever that became meanwhile.
    pub windows: Vec<WindowRef>,
    /// The keys of a text.
    pub keys: Keys,
}

/// A text that is being typed.
#[derive(Clone, Copy, Debug)]
pub struct Typing<'a, P> {
    /// Its first key.
    pub start: &'a Moment<P>,
    /// All its keys so far.
    pub keys: &'a Keys,
    /// The windows it went to.
    pub windows: &'a [WindowRef],
}

/// What waits to be completed.
#[derive(Clone, Debug)]
enum Pending<P> {
    Text {
        start: Moment<P>,
        text: String,
        keystrokes: u64,
        deleted: u64,
        windows: Vec<WindowRef>,
        keys: Keys,
    },
    Click {
        start: Moment<P>,
        button: MouseButton,
        pos: Point,
    },
    Scroll {
        start: Moment<P>,
        pos: Point,
        delta: [f64; 2],
        last: Duration,
    },
}

/// A button that is down.
#[derive(Clone, Debug)]
struct Down<P> {
    number: u8,
    start: Moment<P>,
    button: MouseButton,
    pos: Point,
}

/// Turns input into events.
#[derive(Clone, Debug)]
pub struct Scribe<P> {
    compose: Compose,
    pending: Option<Pending<P>>,
    /// Moves and titles that came while something was pending.
    waiting: Vec<Draft<P>>,
    /// Buttons that are down, in the order they were pressed.
    down: Vec<Down<P>>,
    /// A modifier pressed and, so far, nothing else.
    lone: Option<(Key, Moment<P>)>,
    last_move: Option<Duration>,
}

impl<P> Default for Scribe<P> {
    fn default() -> Self {
        Self {
            compose: Compose::default(),
            pending: None,
            waiting: Vec::new(),
            down: Vec::new(),
            lone: None,
            last_move: None,
        }
    }
}

impl<P: Clone> Scribe<P> {
    /// A text is being typed, and the next key may belong to it.
    pub fn is_typing(&self) -> bool {
        matches!(self.pending, Some(Pending::Text { .. }))
    }

    /// The text being typed.
    pub fn typing(&self) -> Option<Typing<'_, P>> {
        match &self.pending {
            Some(Pending::Text { start, keys, windows, .. }) => Some(Typing { start, keys, windows }),
            _ => None,
        }
    }

    /// A key went down.
    pub fn key_down(&mut self, keysym: Keysym, mods: Mods, at: Moment<P>) -> Vec<Draft<P>> {
        let key = Key::from_keysym(keysym);
        if key.is_some_and(|k| k.is_modifier()) || keysym.is_modifier_key() {
            self.lone = key.filter(|k| [Key::SUPER, Key::ALT].contains(k)).map(|k| (k, at));
            return Vec::new();
        }
        self.lone = None;
        // Every key has some name: none is dropped because nobody thought of it.
        let name = key.map_or_else(|| keysym.name().unwrap_or("UNKNOWN").to_uppercase(), |k| k.to_string());
        if mods.ctrl || mods.alt || mods.meta {
            return self.chord(name, mods, at);
        }
        if key == Some(Key::BACKSPACE) && self.delete(at.t) {
            return Vec::new();
        }
        match self.compose.press(keysym) {
            Composed::Text(written) => self.write(&written, at),
            Composed::Waiting => self.write("", at),
            Composed::Nothing => self.chord(name, mods, at),
        }
    }

    /// A key went up: a modifier that was pressed for its own sake is a key like others.
    pub fn key_up(&mut self, keysym: Keysym) -> Vec<Draft<P>> {
        match self.lone.take() {
            Some((key, at)) if Key::from_keysym(keysym) == Some(key) => {
                let mut out = self.flush(at.frame.clone());
                out.push(key_press(vec![key.to_string()], at));
                out
            }
            _ => Vec::new(),
        }
    }

    fn chord(&mut self, name: String, mods: Mods, at: Moment<P>) -> Vec<Draft<P>> {
        let mut out = self.flush(at.frame.clone());
        let held = mods.keys().into_iter().map(|k| k.to_string());
        out.push(key_press(held.chain([name]).collect(), at));
        out
    }

    fn write(&mut self, written: &str, at: Moment<P>) -> Vec<Draft<P>> {
        let mut out = Vec::new();
        let full = matches!(&self.pending, Some(Pending::Text { text, .. }) if text.len() >= LONGEST_TEXT);
        if full || !self.is_typing() {
            out = self.flush(at.frame.clone());
        }
        match &mut self.pending {
            Some(Pending::Text { text, keystrokes, windows, keys, .. }) => {
                text.push_str(written);
                *keystrokes += 1;
                keys.push((at.t, Keystroke::Wrote(written.to_owned())));
                note(windows, at.window);
            }
            _ => {
                let (text, keys) = (written.to_owned(), vec![(at.t, Keystroke::Wrote(written.to_owned()))]);
                let windows = at.window.iter().cloned().collect();
                self.pending =
                    Some(Pending::Text { start: at, text, keystrokes: 1, deleted: 0, windows, keys });
            }
        }
        out
    }

    /// Takes back the last character of the text being typed; false when there is none to take back.
    fn delete(&mut self, t: Duration) -> bool {
        let Some(Pending::Text { text, keystrokes, deleted, keys, .. }) = &mut self.pending else {
            return false;
        };
        if self.compose.forget() {
            *keystrokes += 1;
            keys.push((t, Keystroke::Wrote(String::new())));
            return true;
        }
        if text.pop().is_none() {
            return false;
        }
        keys.push((t, Keystroke::Deleted));
        *keystrokes += 1;
        *deleted += 1;
        true
    }

    /// A pointer button went down; 4 to 7 are the wheel.
    pub fn button_down(&mut self, number: u8, pos: Point, at: Moment<P>) -> Vec<Draft<P>> {
        self.lone = None;
        if let Some(notch) = notch(number) {
            return self.scroll(notch, pos, at);
        }
        let button = match number {
            1 => MouseButton::Left,
            2 => MouseButton::Middle,
            3 => MouseButton::Right,
            // Buttons at the side of a mouse do what keys of the same name do.
            8 => return self.chord("BACK".into(), Mods::default(), at),
            9 => return self.chord("FORWARD".into(), Mods::default(), at),
            other => return self.chord(format!("BUTTON_{other}"), Mods::default(), at),
        };
        let mut out = Vec::new();
        if !self.doubles(button, pos, at.t) {
            out = self.flush(at.frame.clone());
        }
        self.down.push(Down { number, start: at, button, pos });
        out
    }

    /// This press would make the pending click a double one.
    fn doubles(&self, with: MouseButton, at: Point, t: Duration) -> bool {
        match &self.pending {
            Some(Pending::Click { start, button, pos }) => {
                *button == with
                    && near(*pos, at, DOUBLE_CLICK_PX)
                    && t.saturating_sub(start.t) <= DOUBLE_CLICK
            }
            _ => false,
        }
    }

    /// A pointer button went up.
    pub fn button_up(&mut self, number: u8, pos: Point) -> Vec<Draft<P>> {
        if notch(number).is_some() {
            return Vec::new();
        }
        let Some(at) = self.down.iter().position(|d| d.number == number) else { return Vec::new() };
        let Down { start, button, pos: from, .. } = self.down.remove(at);
        if !near(from, pos, DRAG_PX) {
            let mut out = self.complete(1, start.frame.clone());
            let mut drag = draft(EventType::MouseDrag, start);
            drag.event.button = Some(button);
            drag.event.pos = Some(from);
            drag.event.to = Some(pos);
            out.push(drag);
            out.append(&mut self.waiting);
            return out;
        }
        if self.doubles(button, from, start.t) {
            return self.flush_as(2, None);
        }
        let out = self.complete(1, start.frame.clone());
        self.pending = Some(Pending::Click { start, button, pos: from });
        out
    }

    fn scroll(&mut self, [dx, dy]: [f64; 2], at: Point, moment: Moment<P>) -> Vec<Draft<P>> {
        if let Some(Pending::Scroll { pos, delta, last, .. }) = &mut self.pending
            && near(*pos, at, DRAG_PX)
            && moment.t.saturating_sub(*last) <= SCROLL_PAUSE
            && (delta[0] * dx + delta[1] * dy > 0.0)
        {
            *delta = [delta[0] + dx, delta[1] + dy];
            *last = moment.t;
            return Vec::new();
        }
        let out = self.flush(moment.frame.clone());
        self.pending = Some(Pending::Scroll { last: moment.t, start: moment, pos: at, delta: [dx, dy] });
        out
    }

    /// The pointer moved: sampled, and noise unless somebody learns otherwise.
    pub fn motion(&mut self, pos: Point, at: Moment<P>) -> Vec<Draft<P>> {
        let soon = self.last_move.is_some_and(|last| at.t.saturating_sub(last) < MOVE_EVERY);
        if !self.down.is_empty() || soon {
            return Vec::new();
        }
        self.last_move = Some(at.t);
        let mut moved = draft(EventType::MouseMove, Moment { frame: None, ..at });
        moved.event.pos = Some(pos);
        moved.event.noise_flag = true;
        self.behind(moved)
    }

    /// Another window, or (`same`) another title of the same one, which does not interrupt typing.
    pub fn window(&mut self, same: bool, at: Moment<P>) -> Vec<Draft<P>> {
        let frame = at.frame.clone();
        let change = draft(EventType::WindowChange, Moment { frame: None, ..at });
        if let (true, Some(Pending::Text { windows, .. })) = (same, &mut self.pending) {
            note(windows, change.event.window.clone());
        }
        if same || !self.down.is_empty() {
            return self.behind(change);
        }
        let mut out = self.flush(frame);
        out.push(change);
        out
    }

    /// Something was copied; the frame is the one it was copied from.
    pub fn clipboard(&mut self, text: Option<String>, at: Moment<P>) -> Vec<Draft<P>> {
        let mut copied = draft(EventType::ClipboardChange, at);
        copied.event.text = text;
        self.behind(copied)
    }

    /// Puts an event after what is pending, so that the order of times is kept.
    fn behind(&mut self, event: Draft<P>) -> Vec<Draft<P>> {
        self.waiting.push(event);
        let begun = self.pending.is_some() || !self.down.is_empty() || self.lone.is_some();
        if !begun || (self.waiting.len() > MOST_WAITING && self.down.is_empty()) {
            return self.flush(None);
        }
        Vec::new()
    }

    /// Time passes: a click that was not doubled and a scroll that stopped are complete.
    pub fn tick(&mut self, t: Duration) -> Vec<Draft<P>> {
        match self.due() {
            Some(due) if t > due => self.flush(None),
            _ => Vec::new(),
        }
    }

    /// When [`Scribe::tick`] will have something to say, if nothing else happens.
    pub fn due(&self) -> Option<Duration> {
        match &self.pending {
            Some(Pending::Click { start, .. }) if self.down.is_empty() => Some(start.t + DOUBLE_CLICK),
            Some(Pending::Scroll { last, .. }) => Some(*last + SCROLL_PAUSE),
            Some(Pending::Text { keys, .. }) => keys.last().map(|(last, _)| *last + TEXT_PAUSE),
            _ => None,
        }
    }

    /// Nothing more will come: buttons still down count as pressed, and everything is completed.
    pub fn interrupt(&mut self, after: Option<P>) -> Vec<Draft<P>> {
        let mut out = Vec::new();
        for Down { start, button, pos, .. } in std::mem::take(&mut self.down) {
            out.extend(self.complete(1, start.frame.clone()));
            self.pending = Some(Pending::Click { start, button, pos });
        }
        out.extend(self.flush(after));
        out
    }

    /// Completes what is pending; `after` is a frame from just now.
    pub fn flush(&mut self, after: Option<P>) -> Vec<Draft<P>> {
        self.flush_as(1, after)
    }

    fn flush_as(&mut self, clicks: u8, after: Option<P>) -> Vec<Draft<P>> {
        self.lone = None;
        let mut out = self.complete(clicks, after);
        out.append(&mut self.waiting);
        out
    }

    /// Completes what is pending and leaves what waits behind it.
    fn complete(&mut self, clicks: u8, after: Option<P>) -> Vec<Draft<P>> {
        let mut out = Vec::new();
        match self.pending.take() {
            Some(Pending::Text { start, text, keystrokes, deleted, windows, keys }) => {
                let mut typed = draft(EventType::TextInput, start);
                typed.windows = windows;
                typed.keys = keys;
                typed.event.noise_flag = text.is_empty();
                typed.event.text = Some(text);
                typed.event.data.insert("keystrokes".into(), keystrokes.into());
                if deleted > 0 {
                    typed.event.data.insert("deleted".into(), deleted.into());
                }
                out.push(typed);
            }
            Some(Pending::Click { start, button, pos }) => {
                let mut click = draft(EventType::MouseClick, start);
                click.event.button = Some(button);
                click.event.clicks = Some(clicks);
                click.event.pos = Some(pos);
                out.push(click);
            }
            Some(Pending::Scroll { start, pos, delta, .. }) => {
                let mut scroll = draft(EventType::MouseScroll, start);
                scroll.event.pos = Some(pos);
                scroll.event.delta = Some(delta);
                out.push(scroll);
            }
            None => {}
        }
        if let Some(done) = out.last_mut() {
            done.after = after;
        }
        out
    }
}

fn draft<P>(kind: EventType, at: Moment<P>) -> Draft<P> {
    let mut event = Event::new(0, (at.t.as_secs_f64() * 1000.0).round() / 1000.0, kind);
    event.window = at.window;
    Draft { event, before: at.frame, after: None, windows: Vec::new(), keys: Keys::new() }
}

fn key_press<P>(keys: Vec<String>, at: Moment<P>) -> Draft<P> {
    let mut press = draft(EventType::KeyPress, at);
    press.event.keys = keys;
    press
}

/// Adds a window that is not the last one already.
fn note(windows: &mut Vec<WindowRef>, window: Option<WindowRef>) {
    windows.extend(window.filter(|w| windows.last() != Some(w)));
}

/// The wheel's buttons as notches `[dx, dy]`, down and right positive.
fn notch(number: u8) -> Option<[f64; 2]> {
    match number {
        4 => Some([0.0, -1.0]),
        5 => Some([0.0, 1.0]),
        6 => Some([-1.0, 0.0]),
        7 => Some([1.0, 0.0]),
        _ => None,
    }
}

fn near(a: Point, b: Point, px: i32) -> bool {
    (a.x - b.x).abs() <= px && (a.y - b.y).abs() <= px
}

#[cfg(test)]
mod tests;
