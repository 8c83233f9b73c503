//! What a run is for: the task, what it is given, and what must be true when it is done.

use crate::app::{App, Record, Status, phone};
use crate::dice::Dice;
use crate::machine::{Verb, What};
use crate::words::{FIRST, NAMES, REASONS, WARDS};
use std::collections::BTreeMap;

/// The variables by which a record is asked for: its number, or its name.
pub const BY_NUMBER: &str = "numero";
/// The name.
pub const BY_NAME: &str = "nom";

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Decide one record.
    Decide(usize, Verb),
    /// Approve a small one, refuse a large one.
    Branch(usize),
    /// Approve all that wait.
    Each,
    /// Change the telephone number of one.
    Edit(usize),
    /// Make one.
    Register,
    /// Make one for each row of a file.
    File,
}

/// How error screens are known to the workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mended {
    /// They are not.
    Unknown,
    /// By something to press.
    ByAction,
    /// By another workflow.
    ByWorkflow,
}

/// A task, and what must be true when it is done.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is to be done.
    pub goal: Goal,
    /// The variable by which its record is asked for.
    pub key: &'static str,
    /// The record is searched first.
    pub searches: bool,
    /// The loop goes over a tab that holds only those that wait; else a filter picks them.
    pub by_tab: bool,
    /// It ends on the list again.
    pub goes_back: bool,
    /// The workflow says what must be true outside the screen.
    pub has_effects: bool,
    /// The workflow knows the error box.
    pub knows_error: bool,
    /// The workflow knows the expired session.
    pub knows_expired: Mended,
    /// Values that are given.
    pub given: BTreeMap<String, String>,
    /// Rows of a file.
    pub file: Vec<BTreeMap<String, String>>,
    /// What the application must keep at the end, without the numbers of new records.
    pub expected: Vec<Record>,
    /// Lasting things that may happen, each once.
    pub allowed: Vec<(What, String)>,
}

impl Task {
    /// A task for an application.
    pub fn generate(app: &App, dice: &mut Dice) -> Self {
        let waiting: Vec<usize> =
            (0..app.records.len()).filter(|r| app.records[*r].status == Status::Waiting).collect();
        let r = *dice.pick(&waiting);
        let goal = match dice.below(10) {
            0 | 1 => Goal::Decide(r, Verb::Validate),
            2 => Goal::Decide(r, Verb::Reject),
            3 => Goal::Branch(r),
            4 | 5 => Goal::Each,
            6 => Goal::Edit(r),
            7 => Goal::Register,
            _ => Goal::File,
        };
        let mut task = Self {
            goal,
            key: BY_NUMBER,
            searches: dice.percent(50),
            by_tab: dice.percent(50),
            goes_back: dice.percent(60),
            has_effects: dice.percent(40),
            knows_error: dice.percent(70),
            knows_expired: *dice.pick(&[Mended::Unknown, Mended::ByAction, Mended::ByWorkflow]),
            given: BTreeMap::new(),
            file: Vec::new(),
            expected: app.records.clone(),
            allowed: Vec::new(),
        };
        task.fill_in(app, dice);
        task
    }

    fn fill_in(&mut self, app: &App, dice: &mut Dice) {
        match self.goal.clone() {
            Goal::Decide(r, verb) => self.decides(app, r, verb, dice),
            Goal::Branch(r) => {
                let verb = if app.records[r].amount < 1000 { Verb::Validate } else { Verb::Reject };
                self.decides(app, r, verb, dice);
                self.given.entry("motif".into()).or_insert_with(|| (*dice.pick(REASONS)).to_owned());
            }
            Goal::Each => {
                for r in (0..app.records.len()).filter(|r| app.records[*r].status == Status::Waiting) {
                    self.expected[r].status = Status::Validated;
                    self.allowed.push((What::Decided(Verb::Validate), app.records[r].id.clone()));
                }
            }
            Goal::Edit(r) => {
                let new = phone(dice);
                self.given.insert("numero".into(), app.records[r].id.clone());
                self.given.insert("telephone".into(), new.clone());
                self.expected[r].phone = new;
                self.allowed.push((What::Edited, app.records[r].id.clone()));
            }
            Goal::Register => {
                let row = self.new_record(app, dice);
                self.given.extend(row);
            }
            Goal::File => {
                for _ in 0..1 + dice.below(4) {
                    let row = self.new_record(app, dice);
                    self.file.push(row);
                }
            }
        }
        if app.has_diary {
            self.allowed.push((What::Noted, String::new()));
        }
        if app.has_login {
            self.given.insert("identifiant".into(), "marie".into());
        }
    }

    fn decides(&mut self, app: &App, r: usize, verb: Verb, dice: &mut Dice) {
        let id = app.records[r].id.clone();
        self.given.insert("numero".into(), id.clone());
        let expected = &mut self.expected[r];
        match verb {
            Verb::Validate => expected.status = Status::Validated,
            Verb::Reject => {
                expected.status = Status::Rejected;
                let reason = *dice.pick(REASONS);
                // Where nothing asks for a reason, none is kept.
                if app.has_dialog {
                    expected.reason = reason.into();
                }
                self.given.insert("motif".into(), reason.into());
            }
        }
        self.allowed.push((What::Decided(verb), id));
    }

    /// A record to be made; the mail address is optional.
    fn new_record(&mut self, app: &App, dice: &mut Dice) -> BTreeMap<String, String> {
        let name = format!("{} {} {}", dice.pick(NAMES), dice.pick(FIRST), self.expected.len());
        let mut row =
            BTreeMap::from([("nom".to_owned(), name.clone()), ("telephone".to_owned(), phone(dice))]);
        if dice.percent(50) {
            row.insert("courriel".into(), format!("p{}@exemple.fr", dice.below(1000)));
        }
        if app.has_choice {
            row.insert("service".into(), (*dice.pick(WARDS)).to_owned());
        }
        self.expected.push(Record {
            id: String::new(),
            name: name.clone(),
            amount: 0,
            status: Status::Waiting,
            phone: row["telephone"].clone(),
            mail: row.get("courriel").cloned().unwrap_or_default(),
            reason: String::new(),
            ward: row.get("service").cloned().unwrap_or_default(),
        });
        self.allowed.push((What::Created, name));
        row
    }
}
