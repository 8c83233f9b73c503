//! Tells the story: numbered acts with the time since the beginning, lines within them, and what goes on at the moment.

use crate::format;
use indicatif::ProgressBar;
use std::cell::Cell;
use std::time::Instant;

/// Who tells it.
pub struct Teller {
    /// Standard output is for a program: the story goes to standard error.
    pub aside: bool,
    /// When it began.
    pub began: Instant,
    acts: Cell<u32>,
}

impl Teller {
    /// Begins.
    pub fn new(aside: bool) -> Self {
        Self { aside, began: Instant::now(), acts: Cell::new(0) }
    }

    /// The next act.
    pub fn act(&self, what: &str) {
        self.acts.set(self.acts.get() + 1);
        let time = format::clock(self.began.elapsed().as_secs_f64());
        self.line(&format!("\n{}  {what}  [{time}]", self.acts.get()));
    }

    /// Something within an act.
    pub fn tell(&self, text: &str) {
        text.lines().for_each(|line| self.line(format!("   {line}").trim_end()));
    }

    /// What goes on until it is dropped or finished; seen on a terminal only.
    pub fn meanwhile(&self, what: impl Into<String>) -> ProgressBar {
        let line = format::spinner();
        line.set_message(what.into());
        line
    }

    fn line(&self, text: &str) {
        if self.aside {
            eprintln!("{text}");
        } else {
            println!("{text}");
        }
    }
}
