//! A scripted person: works on the clinic with pointer and keys like anybody else, irregular from a seed.
//!
//! Where things are is known from what the pages tell ([`crate::truth`]); that is this person's eyesight.

mod hands;
mod waiting;
mod ways;
mod windows;

pub use ways::{Deed, Irregularity, Pace, Slip, Verb};

use crate::chance::Chance;
use crate::clinic::{Clinic, PASSWORD, USER};
use crate::truth::{Seen, now_ms};
use lea_model::Point;
use lea_screen::{Key, Patience, Screen, ScreenError, chord, settle};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use waiting::is_surprise;

/// Why a person could not go on.
#[derive(Debug, thiserror::Error)]
pub enum Setback {
    /// The screen is gone or refuses.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// There is no such element where it was looked for.
    #[error("no {name:?} is in sight on {view}")]
    NoElement {
        /// What was looked for.
        name: String,
        /// What was on the screen.
        view: String,
    },
    /// What was waited for did not come.
    #[error("waited for {wanted}, and there is still {view}")]
    NothingHappened {
        /// The views that were waited for.
        wanted: String,
        /// What was on the screen.
        view: String,
    },
    /// A field would not take what was typed.
    #[error("{name:?} holds {value:?} and not {text:?}")]
    NotTaken {
        /// The field.
        name: String,
        /// What it holds.
        value: String,
        /// What was typed.
        text: String,
    },
    /// The login has ended.
    #[error("the login has ended")]
    LoggedOut,
    /// An error box came up.
    #[error("an error box came up: {0}")]
    ErrorBox(String),
    /// Asked to stop.
    #[error("interrupted")]
    SentHome,
}

/// How long a page may take to come up, beside the slowness that the switches ask for.
const COMES_WITHIN: Duration = Duration::from_secs(30);
/// When nothing has begun to happen by then, a person clicks again.
const CLICKS_AGAIN: Duration = Duration::from_secs(4);
/// How long a field may take to show what was typed.
const SHOWS_WITHIN: Duration = Duration::from_secs(5);
/// How often something is tried before giving up.
const TRIES: usize = 6;

/// Somebody who works.
pub struct Person<'a> {
    screen: Box<dyn Screen + 'a>,
    /// Where they work.
    pub clinic: &'a Clinic,
    chance: Chance,
    ways: Irregularity,
    pace: Pace,
    stop: Option<Arc<AtomicBool>>,
    /// All that was done so far.
    pub deeds: Vec<Deed>,
    /// Page and view when last clicked, and how many clicks had been lost until then.
    before: (u64, String),
    lost: u64,
    pointer: Point,
    /// What they are doing beside the task, while they do.
    slip: Option<Slip>,
}

impl<'a> Person<'a> {
    /// Somebody at a screen that shows the clinic.
    pub fn new(screen: impl Screen + 'a, clinic: &'a Clinic, seed: u64, ways: Irregularity) -> Self {
        let size = screen.size();
        Self {
            screen: Box::new(screen),
            clinic,
            chance: Chance::of(seed, "person"),
            ways,
            pace: Pace::default(),
            stop: None,
            deeds: Vec::new(),
            before: (0, String::new()),
            lost: 0,
            pointer: Point { x: size.width as i32 / 2, y: size.height as i32 / 2 },
            slip: None,
        }
    }

    /// The same, at another pace.
    pub fn at_pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// The same, who goes home when the flag is set.
    pub fn until(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// What is on the screen; an error if nothing of the clinic is.
    pub fn sees(&self) -> Result<Arc<Seen>, Setback> {
        let nothing =
            || Setback::NothingHappened { wanted: "the clinic".into(), view: "nothing of it".into() };
        self.clinic.truth().wait(COMES_WITHIN, |_| true).ok_or_else(nothing)
    }

    /// What an element holds, such as the amount `detail.amount` in cents.
    pub fn reads(&self, name: &str) -> Result<String, Setback> {
        let seen = self.sees()?;
        seen.element(name).map(|e| e.value.clone()).ok_or_else(|| no_element(name, &seen))
    }

    /// Clicks an element, sometimes not at the first attempt.
    pub fn clicks(&mut self, name: &str) -> Result<(), Setback> {
        self.attends()?;
        self.is_irregular()?;
        self.goes_to(name)?;
        let seen = self.sees()?;
        self.before = (seen.page, seen.view());
        self.lost = seen.lost;
        self.note(Verb::Clicks, name, "");
        self.presses_button()
    }

    /// Clicks an element and waits for one of these views; clicks again when nothing happens.
    pub fn clicks_to(&mut self, name: &str, views: &[&str]) -> Result<Arc<Seen>, Setback> {
        let outer = self.slip;
        for _ in 0..TRIES {
            let clicked = self.clicks(name);
            self.slip = outer;
            clicked?;
            match self.waits_for_one_of(views) {
                Err(Setback::NothingHappened { .. }) => self.slip = outer.or(Some(Slip::Again)),
                other => return other,
            }
        }
        self.slip = outer;
        Err(Setback::NothingHappened { wanted: views.join(" or "), view: self.sees()?.view() })
    }

    /// Types a text into a field in place of what it holds, and sees to it that it arrives.
    pub fn types(&mut self, name: &str, text: &str) -> Result<(), Setback> {
        self.attends()?;
        let outer = self.slip;
        for attempt in 0..TRIES {
            let typed = self.types_once(name, text, attempt > 0);
            self.slip = outer;
            typed?;
            let is_there =
                self.clinic.truth().wait(SHOWS_WITHIN, |seen| holds(seen, name, text) || is_surprise(seen));
            match is_there {
                Some(seen) if is_surprise(&seen) => self.closes_surprise()?,
                Some(_) => return self.looks(),
                None => self.slip = outer.or(Some(Slip::Correction)),
            }
        }
        self.slip = outer;
        Err(Setback::NotTaken { name: name.into(), value: self.reads(name)?, text: text.into() })
    }

    fn types_once(&mut self, name: &str, text: &str, carefully: bool) -> Result<(), Setback> {
        let seen = self.sees()?;
        let holds_something = seen.element(name).is_some_and(|e| !e.value.is_empty());
        if seen.focus.as_deref() != Some(name) {
            self.clicks(name)?;
            let focused = self.clinic.truth().wait(SHOWS_WITHIN, |seen| seen.focus.as_deref() == Some(name));
            if focused.is_none() {
                return Ok(()); // Whoever looks what the field holds sees that nothing arrived.
            }
        }
        if holds_something {
            self.presses(&[Key::CTRL, Key::of_char('A')])?;
        }
        self.note(Verb::Types, name, text);
        if text.is_empty() {
            return self.presses(&[Key::BACKSPACE]);
        }
        let typos = self.strikes(text, if carefully { 0.0 } else { self.ways.typos })?;
        if let Some(deed) = self.deeds.iter_mut().rev().find(|deed| deed.verb == Verb::Types) {
            deed.typos = typos;
        }
        Ok(())
    }

    /// Chooses an option of a list by its value, with pointer and keyboard.
    pub fn chooses(&mut self, name: &str, option: &str) -> Result<(), Setback> {
        self.attends()?;
        for _ in 0..TRIES {
            let seen = self.sees()?;
            let Some(element) = seen.element(name) else { return Err(no_element(name, &seen)) };
            if element.value == option {
                return Ok(());
            }
            let Some(word) = prefix(&element.options, option) else {
                return Err(Setback::NotTaken {
                    name: name.into(),
                    value: element.value.clone(),
                    text: option.into(),
                });
            };
            self.clicks(name)?;
            // The list is a window of its own, which tells nothing: it is there when the screen is at rest.
            self.looks()?;
            self.note(Verb::Chooses, name, option);
            self.strikes(&word, 0.0)?;
            self.presses(&[Key::ENTER])?;
            if self.clinic.truth().wait(SHOWS_WITHIN, |seen| holds(seen, name, option)).is_some() {
                return self.looks();
            }
            self.presses(&[Key::ESCAPE])?;
        }
        Err(Setback::NotTaken { name: name.into(), value: self.reads(name)?, text: option.into() })
    }

    /// Ticks a box, or unticks it.
    pub fn ticks(&mut self, name: &str, on: bool) -> Result<(), Setback> {
        let word = if on { "on" } else { "off" };
        for _ in 0..TRIES {
            if self.reads(name)? == word {
                return self.looks();
            }
            self.clicks(name)?;
            self.clinic.truth().wait(SHOWS_WITHIN, |seen| holds(seen, name, word));
        }
        Err(Setback::NotTaken { name: name.into(), value: self.reads(name)?, text: word.into() })
    }

    /// Presses keys together.
    pub fn presses(&mut self, keys: &[Key]) -> Result<(), Setback> {
        self.may_stay()?;
        let names: Vec<String> = keys.iter().map(Key::to_string).collect();
        self.note(Verb::Presses, "", &names.join("+"));
        self.rests(80..260);
        chord(&mut *self.screen, keys).map_err(Setback::from)
    }

    /// Logs in, where the login page is up.
    pub fn logs_in(&mut self) -> Result<(), Setback> {
        if self.sees()?.screen != "login" {
            return Ok(());
        }
        let outer = self.slip;
        if !self.deeds.is_empty() {
            self.slip = Some(Slip::Login);
        }
        let done = self.enters();
        self.slip = outer;
        done
    }

    fn enters(&mut self) -> Result<(), Setback> {
        self.types("login.user", USER)?;
        self.types("login.password", PASSWORD)?;
        let views =
            ["invoice_list", "invoice_detail", "patient_list", "patient_new", "patient_edit", "not_found"];
        self.clicks_to("login.button", &views).map(drop)
    }

    /// Dismisses an error box, where one is up.
    pub fn dismisses(&mut self) -> Result<(), Setback> {
        let seen = self.sees()?;
        if seen.error.is_none() {
            return Ok(());
        }
        let outer = self.slip.replace(Slip::Error);
        let done = self.clicks_to("error.close", &[&seen.screen]);
        self.slip = outer;
        done.map(drop)
    }

    /// Notes that a task begins, perhaps after a break.
    pub fn begins(&mut self, task: &str) -> Result<(), Setback> {
        if self.chance.happens(self.ways.pauses) {
            self.slip = Some(Slip::Pause);
            self.note(Verb::Rests, "", "");
            self.slip = None;
            self.rests(4_000..15_000);
        }
        self.note(Verb::Begins, task, "");
        self.may_stay()
    }

    /// Notes that a task has ended.
    pub fn ends(&mut self, task: &str) {
        self.note(Verb::Ends, task, "");
        self.rests(700..2_500);
    }

    /// Another order of things, sometimes.
    pub fn in_some_order<T>(&mut self, things: &mut [T]) {
        if self.chance.happens(self.ways.other_order) {
            self.chance.shuffle(things);
        }
    }

    /// Waits until the screen is at rest, as anybody does before going on.
    pub fn looks(&mut self) -> Result<(), Setback> {
        settle(&mut *self.screen, Patience::default())?;
        Ok(())
    }

    fn note(&mut self, verb: Verb, name: &str, text: &str) {
        let view = self.clinic.truth().now().map_or_else(String::new, |seen| seen.view());
        // Nobody's password is written down, not even this one's.
        let text =
            if name == "login.password" { "•".repeat(text.chars().count()) } else { text.to_owned() };
        let at = [self.pointer.x, self.pointer.y];
        let (name, slip) = (name.to_owned(), self.slip);
        self.deeds.push(Deed { at_ms: now_ms(), verb, name, text, view, at, slip, typos: 0 });
    }

    /// A pause between two movements; not a wait for anything.
    fn rests(&mut self, human: std::ops::Range<i64>) {
        let time = self.chance.between(human.start, human.end);
        std::thread::sleep(self.pace.of(Duration::from_millis(time.unsigned_abs())));
    }
}

/// The field holds the text; of a password only the length is known.
fn holds(seen: &Seen, name: &str, text: &str) -> bool {
    seen.element(name).is_some_and(|element| {
        element.value == text
            || name == "login.password" && element.value.chars().count() == text.chars().count()
    })
}

fn no_element(name: &str, seen: &Seen) -> Setback {
    Setback::NoElement { name: name.to_owned(), view: seen.view() }
}

/// The shortest beginning by which the keyboard finds an option and no other.
fn prefix(options: &[[String; 2]], wanted: &str) -> Option<String> {
    let (at, label) =
        options.iter().enumerate().find(|(_, [value, _])| value == wanted).map(|(i, [_, l])| (i, l))?;
    let begins = |other: &str, with: &str| other.to_lowercase().starts_with(&with.to_lowercase());
    (1..=label.chars().count())
        .map(|n| label.chars().take(n).collect::<String>())
        .find(|start| options.iter().enumerate().all(|(i, [_, other])| i == at || !begins(other, start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_found_by_the_shortest_beginning_of_its_own() {
        let options = [["", "Aucune"], ["a", "Atlantique"], ["m", "Mutuelle"], ["n", "Mutuelle du Rhône"]]
            .map(|pair| pair.map(str::to_owned));
        assert_eq!(prefix(&options, "a").as_deref(), Some("At"));
        assert_eq!(prefix(&options, "").as_deref(), Some("Au"));
        assert_eq!(prefix(&options, "n").as_deref(), Some("Mutuelle "));
        assert_eq!(prefix(&options, "m"), None, "another begins with all of it");
        assert_eq!(prefix(&options, "x"), None);
    }
}
