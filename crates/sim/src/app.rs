//! A generated application: what it is like, and what it keeps.

use crate::dice::Dice;
use crate::manners::Manners;
use crate::words::{FIRMS, FIRST, Language, NAMES};

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing yet.
    Waiting,
    /// It was approved.
    Validated,
    /// It was refused.
    Rejected,
}

/// A record of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number: what tells it from all others.
    pub id: String,
    /// Who it is about; several may have one name.
    pub name: String,
    /// How much, in whole units.
    pub amount: u32,
    /// What became of it.
    pub status: Status,
    /// A telephone number.
    pub phone: String,
    /// A mail address.
    pub mail: String,
    /// Why it was refused.
    pub reason: String,
    /// Which ward it belongs to.
    pub ward: String,
}

/// What an application is like. It does not change between learning and running; how it looks may.
#[derive(Clone, Debug)]
pub struct App {
    /// Its language.
    pub language: Language,
    /// The program it runs in.
    pub program: &'static str,
    /// Whose it is.
    pub firm: &'static str,
    /// It asks who one is.
    pub has_login: bool,
    /// It begins with a page of its own before the list.
    pub has_home: bool,
    /// It asks before it decides.
    pub has_dialog: bool,
    /// The question names the record.
    pub names_record: bool,
    /// A record that was decided can be decided again.
    pub keeps_buttons: bool,
    /// Rows are opened by a double click, not by a button in them.
    pub double_click: bool,
    /// Fields have their names above them. They are then found by the label beside them and by their looks, which takes pixels.
    pub names_above: bool,
    /// The ward of a new record is chosen from a list.
    pub has_choice: bool,
    /// Work begins in another program, a diary.
    pub has_diary: bool,
    /// The note of the diary is dragged to those that were read, not clicked.
    pub drags: bool,
    /// Rows that fit on a page; the others are further down.
    pub page: usize,
    /// The records it begins with.
    pub records: Vec<Record>,
    /// How it behaves, in the hard world.
    pub manners: Manners,
}

impl App {
    /// An application out of nothing but chance.
    pub fn generate(dice: &mut Dice) -> Self {
        let count = 4 + dice.below(4);
        Self {
            language: if dice.percent(60) { Language::French } else { Language::English },
            program: *dice.pick(&["Chromium", "Firefox", "Gestion"]),
            firm: *dice.pick(FIRMS),
            has_login: dice.percent(25),
            has_home: dice.percent(50),
            has_dialog: dice.percent(70),
            names_record: dice.percent(50),
            keeps_buttons: dice.percent(30),
            double_click: dice.percent(25),
            names_above: false,
            has_choice: false,
            has_diary: false,
            drags: false,
            page: 8,
            records: records(dice, count),
            manners: Manners::default(),
        }
    }

    /// What it may have besides, of a chance of its own, so that seeds stay what they were.
    pub fn widen(&mut self, seed: u64) {
        let mut dice = Dice::new(seed.rotate_left(16) ^ 0x0071_DE00);
        self.has_choice = dice.percent(60);
        self.has_diary = dice.percent(40);
        self.drags = dice.percent(50);
    }

    /// The title of a window of it.
    pub fn title(&self, of: &str) -> String {
        format!("{of} – {}", self.firm)
    }
}

/// Records with numbers and names that are easily confused.
pub fn records(dice: &mut Dice, count: usize) -> Vec<Record> {
    let mut all: Vec<Record> = Vec::new();
    let base = 1000 + dice.below(8000);
    for n in 0..count {
        // Neighbours, digits exchanged, one digit more.
        let id = match dice.below(4) {
            _ if n == 0 => format!("F-2026-{base}"),
            0 => format!("F-2026-{base}{}", dice.below(10)),
            1 => format!("F-2026-{}", base + 10 * (1 + dice.below(80))),
            _ => format!("F-2026-{}", base + n),
        };
        if all.iter().any(|r| r.id == id) {
            continue;
        }
        let name = match all.last() {
            Some(last) if dice.percent(25) => last.name.clone(),
            _ => format!("{} {}", dice.pick(NAMES), dice.pick(FIRST)),
        };
        all.push(Record {
            id,
            name,
            amount: 50 + dice.below(1900) as u32,
            status: if dice.percent(70) { Status::Waiting } else { Status::Validated },
            phone: phone(dice),
            mail: String::new(),
            reason: String::new(),
            ward: String::new(),
        });
    }
    if !all.iter().any(|r| r.status == Status::Waiting) {
        all[0].status = Status::Waiting;
    }
    all
}

/// A telephone number.
pub fn phone(dice: &mut Dice) -> String {
    let pairs: Vec<String> = (0..4).map(|_| format!("{:02}", dice.below(100))).collect();
    format!("06 {}", pairs.join(" "))
}
