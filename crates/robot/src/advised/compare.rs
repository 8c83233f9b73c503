//! Whether what a person does is what Lea would have done. Pure: no display, no clock.

use lea_act::world::InputEvent;
use lea_model::{MouseButton, Point, Rect};
use lea_screen::Key;

/// Something a person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Did {
    /// The pointer came here.
    Pointed(Point),
    /// A button went down: 1 to 3.
    Pressed(u8, Point),
    /// It went up.
    Released(u8, Point),
    /// The wheel was turned: 4 up, 5 down, 6 left, 7 right.
    Turned(u8),
    /// A key that is no modifier went down.
    Struck {
        /// Which; none for dead keys and the like.
        key: Option<Key>,
        /// What it writes.
        writes: Option<char>,
        /// The modifiers that were down.
        held: Vec<Key>,
    },
}

/// What it means for the deed that is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Nothing yet.
    NotYet,
    /// It was done.
    Done,
    /// It was done before, as far as can be told; this belongs to what comes next.
    DoneBefore,
    /// The screen moved: where to act has to be found again.
    Moved,
    /// Another place was clicked, or with another button.
    Clicked(u8, Point),
    /// Something else was done, in words.
    Otherwise(String),
}

/// Follows one deed.
#[derive(Debug)]
pub struct Judge {
    deed: InputEvent,
    /// The box of what is acted on, and of where a drag ends.
    place: Rect,
    end: Rect,
    clicks: u8,
    typed: Typed,
}

impl Judge {
    /// A deed, and the boxes of what it points at; see [`places`].
    pub fn new(deed: &InputEvent, place: Rect, end: Rect) -> Self {
        Self { deed: deed.clone(), place, end, clicks: 0, typed: Typed::default() }
    }

    /// What was done next means this.
    pub fn hear(&mut self, did: &Did) -> Judged {
        match &self.deed {
            InputEvent::Click { button, clicks, .. } => self.click(number(*button), *clicks, did),
            InputEvent::Drag { .. } => self.drag(did),
            InputEvent::Hover { .. } => match did {
                Did::Pointed(at) | Did::Released(_, at) if self.place.contains(*at) => Judged::Done,
                Did::Pressed(_, at) if self.place.contains(*at) => Judged::DoneBefore,
                other => elsewhere(other),
            },
            InputEvent::Scroll { dx, dy, .. } => match did {
                Did::Turned(wheel) if Some(*wheel) == wheel_of(*dx, *dy) => Judged::Done,
                Did::Turned(_) => Judged::Otherwise("turned the wheel the other way".into()),
                other => elsewhere(other),
            },
            InputEvent::Keys(names) => match did {
                Did::Struck { key, held, .. } if is_chord(names, *key, held) => Judged::Done,
                Did::Turned(_) => Judged::Moved,
                other => elsewhere(other),
            },
            InputEvent::Type { text, secret } => {
                let (text, secret) = (text.clone(), *secret);
                self.type_in(&text, secret, did)
            }
            // Judged by what is in front, or by what is typed.
            InputEvent::Switch(_) | InputEvent::Clear => Judged::NotYet,
        }
    }

    /// Nothing was done for a while: what was typed in ways that keys do not tell has to be read back.
    pub fn is_done_quietly(&self) -> bool {
        matches!(self.deed, InputEvent::Type { .. }) && self.typed.unsure
    }

    fn click(&mut self, button: u8, clicks: u8, did: &Did) -> Judged {
        match did {
            Did::Pressed(b, at) if *b == button && self.place.contains(*at) => {
                self.clicks += 1;
                Judged::NotYet
            }
            // It is done when the button is let go.
            Did::Released(b, _) if *b == button && self.clicks >= clicks.max(1) => Judged::Done,
            Did::Turned(_) => Judged::Moved,
            // The way to a field with the keyboard.
            Did::Struck { key: Some(Key::TAB), .. } => Judged::NotYet,
            Did::Struck { writes: Some(_), held, .. } if is_writing(held) && self.clicks == 0 => {
                Judged::DoneBefore
            }
            Did::Struck { key: Some(Key::Char('A')), held, .. } if held == &[Key::CTRL] => Judged::DoneBefore,
            other => elsewhere(other),
        }
    }

    fn drag(&mut self, did: &Did) -> Judged {
        match did {
            Did::Pressed(1, at) if self.place.contains(*at) => {
                self.clicks = 1;
                Judged::NotYet
            }
            Did::Released(1, at) if self.clicks == 1 && self.end.contains(*at) => Judged::Done,
            Did::Released(1, _) if self.clicks == 1 => Judged::Otherwise("dropped it elsewhere".into()),
            other => elsewhere(other),
        }
    }

    fn type_in(&mut self, text: &str, secret: bool, did: &Did) -> Judged {
        match did {
            Did::Struck { key, writes, held } => {
                let is_line = *key == Some(Key::ENTER) && text.contains('\n');
                let writes = if is_line { Some('\n') } else { *writes };
                let leaves = !is_line && matches!(key, Some(Key::ENTER | Key::TAB | Key::ESCAPE));
                if !leaves {
                    self.typed.hear(*key, writes, held);
                    return if self.typed.is(text) { Judged::Done } else { Judged::NotYet };
                }
            }
            Did::Pressed(_, at) if self.place.contains(*at) => {
                // Where the caret is now, nobody knows.
                self.typed.unsure |= !self.typed.text.is_empty();
                return Judged::NotYet;
            }
            Did::Pressed(..) => {}
            Did::Turned(_) | Did::Pointed(_) | Did::Released(..) => return Judged::NotYet,
        }
        // The field was left.
        match (self.typed.unsure, secret) {
            (true, _) => Judged::DoneBefore,
            (false, true) => Judged::Otherwise("typed something else".into()),
            (false, false) => Judged::Otherwise(format!("typed {:?}", self.typed.text)),
        }
    }
}

/// The boxes of what a deed points at: the largest of the things whose middle that is, else the smallest that is there, else a little
/// room around the point.
pub fn places(deed: &InputEvent, things: &[Rect]) -> (Rect, Rect) {
    let around = |at: Point| {
        let has_middle = |b: &&Rect| {
            let middle = b.center();
            (middle.x - at.x).abs() <= MIDDLE && (middle.y - at.y).abs() <= MIDDLE
        };
        let whole = things.iter().filter(has_middle).max_by_key(|b| b.area());
        let there = whole.or_else(|| things.iter().filter(|b| b.contains(at)).min_by_key(|b| b.area()));
        let point = Rect { x1: at.x, y1: at.y, x2: at.x + 1, y2: at.y + 1 };
        there.map_or_else(|| point.padded(NEAR), |b| b.padded(EDGE))
    };
    match deed {
        InputEvent::Click { at, .. } | InputEvent::Hover { at } | InputEvent::Scroll { at, .. } => {
            (around(*at), around(*at))
        }
        InputEvent::Drag { from, to } => (around(*from), around(*to)),
        InputEvent::Keys(_) | InputEvent::Clear | InputEvent::Type { .. } | InputEvent::Switch(_) => {
            Default::default()
        }
    }
}

/// Where nothing is known of the thing, a click this near is meant for it, in pixels.
const NEAR: i32 = 12;
/// A label may sit this far beside the middle of its button, in pixels.
const MIDDLE: i32 = 4;
/// A box that was read off pixels may be too small by this much.
const EDGE: i32 = 3;

fn number(button: MouseButton) -> u8 {
    match button {
        MouseButton::Left => 1,
        MouseButton::Middle => 2,
        MouseButton::Right => 3,
    }
}

fn wheel_of(dx: i32, dy: i32) -> Option<u8> {
    match (dx.signum(), dy.signum()) {
        (_, -1) => Some(4),
        (_, 1) => Some(5),
        (-1, _) => Some(6),
        (1, _) => Some(7),
        _ => None,
    }
}

/// What belongs to none of it: moving about is nothing, anything else is something else.
fn elsewhere(did: &Did) -> Judged {
    match did {
        Did::Pointed(_) | Did::Released(..) | Did::Turned(_) => Judged::NotYet,
        Did::Pressed(button, at) => Judged::Clicked(*button, *at),
        Did::Struck { key: Some(key), held, .. } => {
            let names: Vec<String> = held.iter().chain([key]).map(Key::to_string).collect();
            Judged::Otherwise(format!("pressed {}", names.join("+")))
        }
        Did::Struck { key: None, .. } => Judged::NotYet,
    }
}

fn is_writing(held: &[Key]) -> bool {
    held.iter().all(|k| *k == Key::SHIFT)
}

fn is_chord(names: &[String], key: Option<Key>, held: &[Key]) -> bool {
    let wanted: Vec<Key> = names.iter().filter_map(|n| n.parse().ok()).collect();
    let is_done = |k: &Key| Some(*k) == key || held.contains(k);
    let Some(key) = key else { return false };
    // Shift may be needed to write the character itself.
    let is_wanted = |k: &Key| wanted.contains(k) || *k == Key::SHIFT && matches!(key, Key::Char(_));
    wanted.len() == names.len()
        && wanted.contains(&key)
        && wanted.iter().all(is_done)
        && held.iter().all(is_wanted)
}

/// What was typed into a field, as far as keys tell.
#[derive(Debug, Default)]
struct Typed {
    text: String,
    /// All of it is marked: the next key replaces it.
    marked: bool,
    /// It was edited in ways that keys do not tell: pasted, composed, with the caret elsewhere.
    unsure: bool,
}

impl Typed {
    fn is(&self, wanted: &str) -> bool {
        !self.unsure && self.text == wanted
    }

    fn hear(&mut self, key: Option<Key>, writes: Option<char>, held: &[Key]) {
        let is_marked = std::mem::take(&mut self.marked);
        if held.iter().any(|k| [Key::CTRL, Key::ALT, Key::SUPER].contains(k)) {
            match key {
                Some(Key::Char('A')) => self.marked = true,
                Some(Key::Char('C')) => self.marked = is_marked,
                _ => self.unsure = true,
            }
            return;
        }
        if is_marked {
            self.text.clear();
            self.unsure = false;
        }
        match (key, writes) {
            (Some(Key::BACKSPACE), _) if is_marked => {}
            (Some(Key::BACKSPACE), _) => drop(self.text.pop()),
            (Some(Key::Named("DELETE")), _) => self.unsure |= !is_marked && !self.text.is_empty(),
            (_, Some(letter)) => self.text.push(letter),
            _ => self.unsure = true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Rect = Rect { x1: 100, y1: 100, x2: 200, y2: 130 };
    const IN: Point = Point { x: 150, y: 115 };
    const OUT: Point = Point { x: 400, y: 300 };

    fn judge(deed: &InputEvent) -> Judge {
        let (place, end) = places(deed, &[Rect { x1: 0, y1: 0, x2: 900, y2: 900 }, BOX]);
        Judge::new(deed, place, end)
    }

    fn click() -> Judge {
        judge(&InputEvent::Click { at: IN, button: MouseButton::Left, clicks: 1 })
    }

    fn key(key: Key, held: &[Key]) -> Did {
        let writes = match key {
            Key::Char(c) if held.contains(&Key::SHIFT) => Some(c),
            Key::Char(c) => Some(c.to_ascii_lowercase()),
            _ => None,
        };
        Did::Struck { key: Some(key), writes, held: held.to_vec() }
    }

    /// Types letters; says what the last one meant.
    fn types(judge: &mut Judge, text: &str) -> Judged {
        let strike = |c: char| {
            let held = if c.is_uppercase() { vec![Key::SHIFT] } else { Vec::new() };
            Did::Struck { key: Some(Key::of_char(c)), writes: Some(c), held }
        };
        text.chars().map(|c| judge.hear(&strike(c))).last().unwrap_or(Judged::NotYet)
    }

    #[test]
    fn a_click_in_the_box_is_the_click_and_is_done_when_the_button_is_let_go() {
        let mut judge = click();
        assert_eq!(judge.hear(&Did::Pointed(OUT)), Judged::NotYet);
        assert_eq!(judge.hear(&Did::Pressed(1, Point { x: 199, y: 101 })), Judged::NotYet);
        assert_eq!(judge.hear(&Did::Released(1, IN)), Judged::Done);
        let mut twice = judge_of_two();
        for _ in 0..2 {
            assert_eq!(twice.hear(&Did::Pressed(1, IN)), Judged::NotYet);
        }
        assert_eq!(twice.hear(&Did::Released(1, IN)), Judged::Done);
    }

    fn judge_of_two() -> Judge {
        judge(&InputEvent::Click { at: IN, button: MouseButton::Left, clicks: 2 })
    }

    #[test]
    fn a_button_is_more_than_its_label() {
        let deed = InputEvent::Click { at: IN, button: MouseButton::Left, clicks: 1 };
        let label = Rect { x1: 130, y1: 108, x2: 170, y2: 122 };
        assert_eq!(places(&deed, &[label, BOX]).0, BOX.padded(EDGE));
        assert_eq!(places(&deed, &[]).0.center(), IN);
    }

    #[test]
    fn another_place_another_button_and_a_key_are_something_else() {
        assert_eq!(click().hear(&Did::Pressed(1, OUT)), Judged::Clicked(1, OUT));
        assert_eq!(click().hear(&Did::Pressed(3, IN)), Judged::Clicked(3, IN));
        assert_eq!(click().hear(&key(Key::ENTER, &[])), Judged::Otherwise("pressed ENTER".into()));
        assert_eq!(click().hear(&Did::Turned(5)), Judged::Moved, "what is acted on is elsewhere now");
    }

    #[test]
    fn a_field_may_be_reached_with_the_keyboard() {
        assert_eq!(click().hear(&key(Key::TAB, &[])), Judged::NotYet);
        assert_eq!(click().hear(&key(Key::Char('F'), &[Key::SHIFT])), Judged::DoneBefore);
        assert_eq!(click().hear(&key(Key::Char('A'), &[Key::CTRL])), Judged::DoneBefore);
    }

    fn typing(text: &str) -> Judge {
        judge(&InputEvent::Type { text: text.into(), secret: false })
    }

    #[test]
    fn a_text_is_typed_when_it_stands_there_whatever_was_corrected() {
        assert_eq!(types(&mut typing("F-12"), "F-12"), Judged::Done);
        let mut slipped = typing("F-12");
        assert_eq!(types(&mut slipped, "F-3"), Judged::NotYet);
        slipped.hear(&key(Key::BACKSPACE, &[]));
        assert_eq!(types(&mut slipped, "12"), Judged::Done);
        let mut marked = typing("b");
        types(&mut marked, "old");
        marked.hear(&key(Key::Char('A'), &[Key::CTRL]));
        assert_eq!(types(&mut marked, "b"), Judged::Done);
    }

    #[test]
    fn another_text_is_noticed_when_the_field_is_left() {
        let mut other = typing("F-12");
        types(&mut other, "F-13");
        assert_eq!(other.hear(&Did::Pressed(1, OUT)), Judged::Otherwise("typed \"F-13\"".into()));
        let mut secret = judge(&InputEvent::Type { text: "pass".into(), secret: true });
        types(&mut secret, "word");
        assert_eq!(secret.hear(&key(Key::ENTER, &[])), Judged::Otherwise("typed something else".into()));
    }

    #[test]
    fn what_was_pasted_or_composed_is_left_to_be_read_back() {
        let mut pasted = typing("F-12");
        assert!(!pasted.is_done_quietly());
        assert_eq!(pasted.hear(&key(Key::Char('V'), &[Key::CTRL])), Judged::NotYet);
        assert!(pasted.is_done_quietly());
        assert_eq!(pasted.hear(&Did::Pressed(1, OUT)), Judged::DoneBefore);
    }

    #[test]
    fn keys_are_pressed_together_in_any_order() {
        let save = InputEvent::Keys(vec!["CTRL".into(), "S".into()]);
        assert_eq!(judge(&save).hear(&key(Key::Char('S'), &[Key::CTRL])), Judged::Done);
        for other in [key(Key::Char('S'), &[]), key(Key::Char('S'), &[Key::CTRL, Key::ALT])] {
            assert!(matches!(judge(&save).hear(&other), Judged::Otherwise(_)));
        }
        assert_eq!(judge(&InputEvent::Keys(vec!["ENTER".into()])).hear(&key(Key::ENTER, &[])), Judged::Done);
    }

    #[test]
    fn drags_wheels_and_resting_are_followed_too() {
        let mut drag = judge(&InputEvent::Drag { from: IN, to: OUT });
        assert_eq!(drag.hear(&Did::Pressed(1, IN)), Judged::NotYet);
        assert_eq!(drag.hear(&Did::Released(1, OUT)), Judged::Done);
        assert_eq!(judge(&InputEvent::Scroll { at: IN, dx: 0, dy: 3 }).hear(&Did::Turned(5)), Judged::Done);
        assert_eq!(judge(&InputEvent::Hover { at: IN }).hear(&Did::Pointed(IN)), Judged::Done);
    }
}
