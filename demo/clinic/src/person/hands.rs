//! The hands: moving the pointer, pressing its button, striking keys, and everything that goes wrong with it.

use super::{Person, Setback, Slip, TRIES, Verb, no_element};
use crate::truth::{Element, Seen};
use lea_model::{Point, Rect};
use lea_screen::{Button, Key, Press, Wheel, chord};
use std::time::Duration;

/// How many places the pointer passes through on its way.
const STEPS: i32 = 9;
/// The part of an element, in hundredths from each side, that is not aimed at.
const MARGIN: i64 = 28;
/// Notches of the wheel at a time.
const NOTCHES: usize = 3;
/// The most turns of the wheel for one element: pages here are never longer.
const MOST_TURNS: usize = 40;
/// How long a page may take to say where it is after the pointer or the wheel moved.
const TELLS_WITHIN: Duration = Duration::from_secs(5);

impl Person<'_> {
    /// Moves the pointer to an element, turning the wheel where it is out of sight.
    pub fn goes_to(&mut self, name: &str) -> Result<(), Setback> {
        let (mut tries, mut turns) = (0, 0);
        while tries < TRIES && turns < MOST_TURNS {
            tries += 1;
            let there = self.clinic.truth().wait(TELLS_WITHIN, |seen| seen.element(name).is_some());
            let Some(seen) = there else { return Err(no_element(name, &*self.sees()?)) };
            let seen = self.knows_where(&seen)?;
            let Some(element) = seen.element(name).cloned() else { continue };
            if !element.shown {
                if self.scrolls_to(&seen, &element)? {
                    (tries, turns) = (tries - 1, turns + 1);
                }
                continue;
            }
            let rect = seen.rect(&element);
            let to = self.aims(&rect);
            self.moves(to)?;
            // It may have moved meanwhile.
            if self.clinic.where_is(name).is_some_and(|now| now.contains(to)) {
                return Ok(());
            }
        }
        Err(no_element(name, &*self.sees()?))
    }

    /// Sees to it that the page knows where on the screen it is: the pointer over it tells exactly.
    fn knows_where(&mut self, seen: &Seen) -> Result<std::sync::Arc<Seen>, Setback> {
        if !seen.exact {
            let middle = seen.viewport().center();
            self.moves(Point { x: middle.x + 3, y: middle.y + 2 })?;
            self.moves(middle)?;
            self.clinic.truth().wait(TELLS_WITHIN, |seen| seen.exact);
        }
        self.sees()
    }

    /// Turns the wheel towards an element, and waits until the page has followed; says whether there was anything to turn.
    fn scrolls_to(&mut self, seen: &Seen, element: &Element) -> Result<bool, Setback> {
        let (view, rect) = (seen.viewport(), seen.rect(element));
        let at = rect.center();
        let wheel = match (at.x, at.y) {
            (_, y) if y < view.y1 => Wheel::Up,
            (_, y) if y >= view.y2 => Wheel::Down,
            (x, _) if x < view.x1 => Wheel::Left,
            (x, _) if x >= view.x2 => Wheel::Right,
            // It is within the page and covered: nothing to be done with the wheel.
            _ => {
                let uncovered = |seen: &Seen| seen.element(&element.name).is_some_and(|e| e.shown);
                self.clinic.truth().wait(TELLS_WITHIN / 5, uncovered);
                return Ok(false);
            }
        };
        self.moves(view.center())?;
        self.note(Verb::Scrolls, &element.name, "");
        for _ in 0..NOTCHES {
            self.rests(40..120);
            self.screen.wheel(wheel)?;
        }
        let was = element.rect;
        self.clinic
            .truth()
            .wait(TELLS_WITHIN / 5, |now| now.element(&element.name).is_none_or(|e| e.rect[..2] != was[..2]));
        self.looks().map(|()| true)
    }

    /// A place in an element, nearer to its middle than to its edges.
    fn aims(&mut self, rect: &Rect) -> Point {
        let mut within = |from: i32, to: i32| {
            let length = i64::from(to - from);
            let margin = (length * MARGIN / 100).min(length / 2);
            (i64::from(from) + self.chance.between(margin, length - margin)) as i32
        };
        Point { x: within(rect.x1, rect.x2), y: within(rect.y1, rect.y2) }
    }

    /// Moves the pointer, on a way that is not quite straight.
    pub(super) fn moves(&mut self, to: Point) -> Result<(), Setback> {
        self.may_stay()?;
        let from = self.pointer;
        let bow = self.chance.between(-14, 14) as i32;
        for step in 1..=STEPS {
            let part = |a: i32, b: i32| a + (b - a) * step / STEPS;
            // A bow that is highest half way and gone at the end.
            let off = bow * step * (STEPS - step) * 4 / (STEPS * STEPS);
            let at = Point { x: part(from.x, to.x), y: part(from.y, to.y) + off };
            self.screen.point(at)?;
            self.rests(8..24);
        }
        self.screen.point(to)?;
        self.pointer = to;
        Ok(())
    }

    /// Presses the button where the pointer is.
    pub(super) fn presses_button(&mut self) -> Result<(), Setback> {
        self.rests(60..180);
        self.screen.button(Button::Left, Press::Down)?;
        self.rests(40..110);
        Ok(self.screen.button(Button::Left, Press::Up)?)
    }

    /// Does, sometimes, what is no part of the task.
    pub(super) fn is_irregular(&mut self) -> Result<(), Setback> {
        if self.slip.is_some() {
            return Ok(());
        }
        let done = self.errs();
        self.slip = None;
        done
    }

    fn errs(&mut self) -> Result<(), Setback> {
        if self.chance.happens(self.ways.hesitation) {
            self.slip = Some(Slip::Hesitation);
            self.note(Verb::Rests, "", "");
            self.rests(600..2_800);
        }
        if self.chance.happens(self.ways.wrong_window) {
            self.slip = Some(Slip::WrongWindow);
            self.strays()?;
        }
        if self.chance.happens(self.ways.missed_clicks) {
            self.slip = Some(Slip::MissedClick);
            self.clicks_beside()?;
        }
        Ok(())
    }

    /// Clicks where nothing is.
    pub(super) fn clicks_beside(&mut self) -> Result<(), Setback> {
        let seen = self.sees()?;
        let seen = self.knows_where(&seen)?;
        if seen.empty.is_empty() {
            return Ok(());
        }
        let to = seen.point(*self.chance.pick(&seen.empty));
        self.moves(to)?;
        self.note(Verb::Clicks, "", "");
        self.presses_button()?;
        self.rests(300..900);
        self.looks()
    }

    /// Goes to another window, where there is one, and comes back.
    fn strays(&mut self) -> Result<(), Setback> {
        let page = self.sees()?.viewport();
        let windows = self.screen.windows()?;
        // The part of another window that is on the screen and that the page does not cover.
        let all = Rect::at(0, 0, self.screen.size());
        let mut seen = windows.iter().filter_map(|window| window.rect.intersection(&all));
        let beside = seen.find(|rect| rect.x1 >= page.x2);
        let Some(other) = beside else { return Ok(()) };
        self.moves(other.center())?;
        self.note(Verb::Clicks, "", "another window");
        self.presses_button()?;
        self.rests(500..2_000);
        self.looks()?;
        self.clicks_beside()
    }

    /// Strikes the keys of a text; says how many typos were made and taken back.
    pub(super) fn strikes(&mut self, text: &str, typos: f64) -> Result<usize, Setback> {
        let mut made = 0;
        let letters: Vec<char> = text.chars().collect();
        let mut next = 0;
        while next < letters.len() {
            self.may_stay()?;
            if self.chance.happens(typos) {
                made += 1;
                self.mistypes(&letters[next..])?;
            }
            self.strike(letters[next])?;
            next += 1;
        }
        Ok(made)
    }

    /// Hits a wrong key, perhaps goes on for a letter or two, and takes it all back.
    fn mistypes(&mut self, rest: &[char]) -> Result<(), Setback> {
        let wrong = neighbour(rest[0], self.chance.draw());
        let more = self.chance.below(rest.len().min(3));
        self.strike(wrong)?;
        for letter in &rest[1..=more] {
            self.strike(*letter)?;
        }
        self.rests(150..600);
        for _ in 0..=more {
            self.rests(60..160);
            chord(&mut *self.screen, &[Key::BACKSPACE])?;
        }
        Ok(())
    }

    fn strike(&mut self, letter: char) -> Result<(), Setback> {
        self.rests(60..190);
        Ok(self.screen.text(letter.encode_utf8(&mut [0; 4]))?)
    }
}

/// A key beside the one that was meant.
fn neighbour(letter: char, number: u64) -> char {
    const ROWS: [&str; 4] = ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"];
    let small = letter.to_ascii_lowercase();
    let row = ROWS.iter().find(|row| row.contains(small));
    let Some((row, at)) = row.and_then(|row| Some((row.as_bytes(), row.find(small)?))) else { return 'e' };
    let beside = if at == 0 || (at + 1 < row.len() && number.is_multiple_of(2)) { at + 1 } else { at - 1 };
    char::from(row[beside])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_a_key_beside_the_one_that_was_meant() {
        assert_eq!((neighbour('a', 0), neighbour('p', 0), neighbour('P', 1)), ('z', 'o', 'o'));
        assert_eq!((neighbour('5', 0), neighbour('5', 1)), ('6', '4'));
        assert_eq!(neighbour('é', 0), 'e');
        for letter in "abc xyz 09 -/é".chars() {
            assert_ne!(neighbour(letter, 3), letter);
        }
    }
}
