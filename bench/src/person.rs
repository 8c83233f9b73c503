//! Somebody who works: writes, calculates, fills in cells, reads, goes from window to window. Counts what they do.

use crate::desk::Places;
use crate::{Dice, Outcome};
use lea_model::{Point, Rect};
use lea_screen::x11::X11Screen;
use lea_screen::{Button, Key, Patience, Screen, chord, click, drag, scroll, settle};
use std::time::{Duration, Instant};

/// Words to write; one has a letter that no key of a US keyboard has.
const WORDS: &[&str] = &[
    "invoice", "of", "the", "third", "quarter", "patient", "Moreau", "room", "paid", "in", "full", "reçu",
    "call", "back", "on", "Monday", "order", "twelve", "boxes", "Clinic", "North", "see", "letter", "dated",
    "total",
];

/// What was done, as the recording should say it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// Keys pressed; a chord is one.
    pub keys: u64,
    /// Clicks; a double click is two.
    pub clicks: u64,
    /// Drags.
    pub drags: u64,
    /// Notches of the wheel.
    pub notches: u64,
    /// All that was typed, with what was taken back taken back.
    pub text: String,
    /// Texts that were not seen, and so not kept.
    pub secrets: u64,
}

/// Somebody at work.
pub struct Person {
    screen: X11Screen,
    places: Places,
    /// 1 is human speed.
    speed: f64,
    dice: Dice,
    next: Instant,
    scenes: u64,
    /// What they have done so far.
    pub done: Done,
}

impl Person {
    /// Sits down at a display.
    pub fn at(display: &str, places: Places, speed: f64) -> Outcome<Self> {
        let screen = X11Screen::open(Some(display))?;
        let done = Done::default();
        Ok(Self { screen, places, speed, dice: Dice::of(60), next: Instant::now(), scenes: 0, done })
    }

    /// Works until the time has come, then lets the screen come to rest.
    pub fn work_until(&mut self, end: Instant) -> Outcome {
        self.next = Instant::now();
        while Instant::now() < end {
            self.scene()?;
        }
        settle(&mut self.screen, Patience::default())?;
        Ok(())
    }

    fn scene(&mut self) -> Outcome {
        self.scenes += 1;
        match (self.scenes % 6, self.places.sheet) {
            (1, _) => self.write(),
            (2, _) => self.calculate(),
            (3, Some(sheet)) => self.fill_in(sheet),
            (4, Some(sheet)) => self.read(sheet),
            (5, Some(sheet)) => self.select(sheet),
            _ => self.look_around(),
        }
    }

    /// A line or two in the editor, with a slip now and then.
    fn write(&mut self) -> Outcome {
        let page = self.places.editor;
        // To the left of what may lie over it.
        self.click(Point { x: page.x1 + 150, y: page.y1 + page.height() as i32 / 2 })?;
        if self.scenes > 1 && self.scenes % 120 == 1 {
            // A page that never ends is no work: it starts anew, as every so often a letter does.
            self.press(&[Key::CTRL, Key::of_char('A')])?;
        } else {
            self.press(&[Key::CTRL, Key::Named("END")])?;
        }
        for i in 0..self.dice.roll(4, 7) {
            let word = WORDS[self.dice.roll(0, WORDS.len() as u64 - 1) as usize];
            self.write_text(word)?;
            if i == 2 {
                self.write_text("s")?;
                self.take_back()?;
            }
            self.write_text(" ")?;
        }
        self.press(&[Key::ENTER])
    }

    /// A sum, by the buttons and by the keyboard, copied into the editor.
    fn calculate(&mut self) -> Outcome {
        let pad = self.places.calculator;
        // The lower half: digits and signs, and never under the editor.
        for _ in 0..self.dice.roll(3, 5) {
            let x = pad.x1 + pad.width() as i32 * self.dice.roll(1, 9) as i32 / 10;
            let y = pad.y2 - pad.height() as i32 * self.dice.roll(1, 4) as i32 / 10;
            self.click(Point { x, y })?;
        }
        self.press(&[Key::ESCAPE])?;
        let sum = format!("{}*{}", self.dice.roll(11, 99), self.dice.roll(101, 999));
        self.write_text(&sum)?;
        self.press(&[Key::ENTER])?;
        self.press(&[Key::CTRL, Key::of_char('C')])?;
        let page = self.places.editor;
        self.click(Point { x: page.x1 + 150, y: page.y1 + page.height() as i32 / 2 })?;
        self.press(&[Key::CTRL, Key::of_char('V')])
    }

    /// Three cells of a sheet.
    fn fill_in(&mut self, sheet: Rect) -> Outcome {
        for _ in 0..3 {
            let at = self.cell(sheet);
            self.click(at)?;
            let amount = self.dice.roll(100, 99_999).to_string();
            self.write_text(&amount)?;
            self.press(&[Key::ENTER])?;
        }
        Ok(())
    }

    /// Down a sheet and some of the way back.
    fn read(&mut self, sheet: Rect) -> Outcome {
        let at = sheet.center();
        let down = self.dice.roll(4, 8);
        for i in 0..down + down / 2 {
            self.pace(90, 160);
            scroll(&mut self.screen, at, 0, if i < down { 1 } else { -1 })?;
            self.done.notches += 1;
        }
        Ok(())
    }

    /// Some cells at once.
    fn select(&mut self, sheet: Rect) -> Outcome {
        let from = self.cell(sheet);
        let to = Point { x: from.x + 180, y: from.y + 90 };
        self.pace(500, 900);
        drag(&mut self.screen, from, to)?;
        self.done.drags += 1;
        Ok(())
    }

    /// From window to window, by their title bars.
    fn look_around(&mut self) -> Outcome {
        let editor = self.places.editor;
        self.click(Point { x: editor.x1 + 200, y: editor.y1 - 8 })?;
        if let Some(sheet) = self.places.sheet {
            self.click(Point { x: sheet.x2 - 300, y: sheet.y1 - 8 })?;
        }
        let pad = self.places.calculator;
        self.click(Point { x: pad.x1 + 100, y: pad.y2 - 30 })
    }

    /// A cell somewhere in the part of the sheet that nothing covers.
    fn cell(&mut self, sheet: Rect) -> Point {
        let x = sheet.x2 - 600 + self.dice.roll(0, 350) as i32;
        Point { x, y: sheet.y1 + 250 + self.dice.roll(0, 400) as i32 }
    }

    fn click(&mut self, at: Point) -> Outcome {
        self.pace(700, 1300);
        click(&mut self.screen, at, Button::Left, 1)?;
        self.done.clicks += 1;
        Ok(())
    }

    fn press(&mut self, keys: &[Key]) -> Outcome {
        self.pace(200, 400);
        chord(&mut self.screen, keys)?;
        self.done.keys += 1;
        Ok(())
    }

    /// Five to eight keys a second.
    fn write_text(&mut self, text: &str) -> Outcome {
        for c in text.chars() {
            self.pace(125, 200);
            self.screen.text(c.encode_utf8(&mut [0; 4]))?;
            self.done.keys += 1;
            self.done.text.push(c);
        }
        Ok(())
    }

    fn take_back(&mut self) -> Outcome {
        self.press(&[Key::BACKSPACE])?;
        self.done.text.pop();
        Ok(())
    }

    /// The pause of a person between two strokes, not a wait for anything. Who falls behind does not hurry to catch up.
    fn pace(&mut self, low: u64, high: u64) {
        let pause = self.dice.roll(low, high) as f64 / self.speed;
        self.next = (self.next + Duration::from_secs_f64(pause / 1000.0))
            .max(Instant::now() - Duration::from_millis(5));
        std::thread::sleep(self.next.saturating_duration_since(Instant::now()));
    }
}
