//! What the hard world adds to a seed (issue 14), of a chance of its own, so that seeds of the plain world stay what they were.

use crate::alike;
use crate::app::App;
use crate::dice::Dice;
use crate::manners::{Manners, Only, foreign_language, is_drawn};
use crate::popup::Popup;
use crate::task::{BY_NAME, Task};

/// The faults of the hard world.
pub const HARD: &[&str] = &[
    "left open",
    "lost focus",
    "changed while asked",
    "changed on the way",
    "stop at any call",
    "killed at the act",
    "lines forgotten",
    "late effect",
    "dangerous question",
    "record absent",
    "control characters",
    "another language",
];

/// How the applications of the hard world behave, healthy ones too.
pub const MANNERS: &[&str] = &[
    "records alike",
    "asked for by name",
    "side list",
    "saves by a key",
    "late control",
    "disabled for ever",
    "slow answer",
    "icons",
    "opens by search",
    "authors",
    "prefilled form",
    "row by its text",
];

/// What the application shows when the run begins or goes on, of another record than the one asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOpen {
    /// Its page.
    Detail,
    /// Its form, with a value that was typed and not saved.
    Form,
    /// The question whether to approve it.
    Question,
    /// The form of a new record, half filled with somebody else's values.
    NewForm,
}

/// How keys miss the field that was clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusFault {
    /// Another program takes the focus after the click.
    WindowLost,
    /// The click does not give the focus to the field.
    NotGiven,
    /// The click gives it to another field.
    OtherField,
}

/// What changes on the screen without Lea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another record is opened, on the same kind of page.
    Opens,
    /// A dialog comes up.
    Asks(Popup),
    /// Everything moves.
    Moves,
    /// The page is left.
    Leaves,
}

/// When it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// While the question of this number is answered, by a person or a model.
    Asked(u64),
    /// In the first call from this one on that takes time.
    Call(u64),
}

/// Where in a committing step Lea is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KilledAt {
    /// After the journal has the intent.
    Announced,
    /// After the next line of the trail.
    Trailed,
    /// Before the act.
    Act,
    /// After the act.
    Acted,
    /// Before the journal has the conclusion.
    Concluding,
    /// After it has it.
    Concluded,
}

/// What the hard world adds to a seed.
#[derive(Clone, Debug, Default)]
pub struct Hard {
    /// The seed is played in the hard world.
    pub is_on: bool,
    /// Names of what was drawn.
    pub names: Vec<&'static str>,
    /// What was left open, and whether something is left open again when the run goes on.
    pub left_open: Option<(LeftOpen, bool)>,
    /// The question whether someone interrupted, by number, at which someone pauses the run and leaves something open.
    pub paused: Option<u64>,
    /// The click into a field, by number, after which keys miss it.
    pub focus: Option<(u64, FocusFault)>,
    /// What changes without Lea.
    pub change: Option<(When, Change)>,
    /// The call in which the stop key is pressed, and whether the hand notices it by itself.
    pub stop: Option<(u64, bool)>,
    /// The last part of an edge, counted from 1, at which Lea is killed, and where in it.
    pub killed: Option<(u64, KilledAt)>,
    /// Lines at the end of the journal that a crash loses.
    pub forgets: usize,
    /// Seconds from the first look at an effect until it is there.
    pub late_effect: Option<f64>,
    /// After this deed something dangerous is asked.
    pub asks: Option<(u64, Popup)>,
    /// Neither drift nor faults of the plain world come besides.
    pub is_calm: bool,
}

impl Hard {
    /// Draws what is hard in a seed, and makes the application so.
    pub fn draw(seed: u64, healthy: bool, only: Only, app: &mut App) -> Self {
        let mut dice = Dice::new(seed.rotate_left(24) ^ 0x4A2D_0000);
        let mut hard =
            Self { is_on: true, is_calm: dice.percent(50) || only != [None, None], ..Self::default() };
        let (manners, names) = Manners::draw(&mut dice, healthy, only);
        app.manners = manners;
        hard.names = names;
        if is_drawn(&mut dice, 60, "records alike", only) {
            hard.names.push("records alike");
            alike::add(&mut app.records, &mut dice);
        }
        if is_drawn(&mut dice, 25, "asked for by name", only) {
            hard.names.push("asked for by name");
        }
        // Drawn apart, so that older seeds stay what they were in everything else.
        let mut apart = Dice::new(seed.rotate_left(8) ^ 0x5EA2_C000);
        if is_drawn(&mut apart, 15, "opens by search", only) {
            hard.names.push("opens by search");
            app.manners.search_opens = true;
            app.manners.search_misses = !healthy && apart.percent(50);
        }
        hard.draw_more(seed, only, app);
        if healthy {
            return hard;
        }
        let drawn = [Some(*dice.pick(HARD)), Some(*dice.pick(HARD)).filter(|_| dice.percent(50))];
        let drawn = if only == [None, None] { drawn } else { only };
        for name in drawn.into_iter().flatten() {
            if HARD.contains(&name) && !hard.names.contains(&name) {
                hard.names.push(name);
                hard.add(name, &mut dice, app);
            }
        }
        hard
    }

    /// Manners that came later, drawn apart for the same reason.
    fn draw_more(&mut self, seed: u64, only: Only, app: &mut App) {
        let mut dice = Dice::new(seed.rotate_left(48) ^ 0x0C01_0A00);
        let manners = &mut app.manners;
        for (name, has) in [
            ("authors", &mut manners.authors),
            ("prefilled form", &mut manners.prefilled),
            ("row by its text", &mut manners.fixed_row),
        ] {
            if is_drawn(&mut dice, 15, name, only) {
                self.names.push(name);
                *has = true;
            }
        }
    }

    fn add(&mut self, name: &str, dice: &mut Dice, app: &mut App) {
        use KilledAt::{Act, Acted, Announced, Concluded, Concluding, Trailed};
        let deed = 1 + dice.below(14) as u64;
        match name {
            "left open" => {
                use LeftOpen::{Detail, Form, NewForm, Question};
                let what = *dice.pick(&[Detail, Form, Form, Question, NewForm]);
                let again = dice.percent(50);
                self.left_open = Some((what, again));
                self.paused = again.then(|| 1 + dice.below(40) as u64);
            }
            "lost focus" => {
                use FocusFault::{NotGiven, OtherField, WindowLost};
                let how = *dice.pick(&[WindowLost, NotGiven, OtherField]);
                self.focus = Some((1 + dice.below(4) as u64, how));
            }
            "changed while asked" => {
                self.change = Some((When::Asked(1 + dice.below(4) as u64), change(dice)));
            }
            "changed on the way" => {
                self.change = Some((When::Call(1 + dice.below(200) as u64), change(dice)));
            }
            "stop at any call" => self.stop = Some((1 + dice.below(250) as u64, dice.percent(50))),
            "killed at the act" | "lines forgotten" => {
                let at = *dice.pick(&[Announced, Trailed, Act, Acted, Concluding, Concluded]);
                self.killed = Some((1 + dice.below(6) as u64, at));
                self.forgets = if name == "lines forgotten" { 1 + dice.below(3) } else { 0 };
            }
            "late effect" => self.late_effect = Some(dice.real(0.5, 30.0)),
            "dangerous question" => self.asks = Some((deed, *dice.pick(Popup::DANGEROUS))),
            "another language" => app.language = foreign_language(dice),
            // The rest is in what the task is given.
            _ => {}
        }
    }

    /// Changes what the task is given, as it was drawn.
    pub fn twist(&mut self, seed: u64, healthy: bool, app: &App, task: &mut Task) {
        let mut dice = Dice::new(seed.rotate_left(40) ^ 0x07A5_4000);
        let has = |hard: &Self, name| hard.names.contains(&name);
        let mut twisted = Vec::new();
        if has(self, "asked for by name") && alike::by_name(task, app, healthy) {
            twisted.push("asked for by name");
        }
        if has(self, "record absent") && alike::absent(task, app) {
            twisted.push("record absent");
        }
        if has(self, "control characters") && alike::control_characters(task, &mut dice) {
            twisted.push("control characters");
        }
        // A name that was searched for may be of several records, so healthy work picks its row.
        if has(self, "opens by search") && alike::record_of(task).is_some() {
            task.searches = !healthy || task.key != BY_NAME;
            twisted.extend(task.searches.then_some("opens by search"));
        }
        // A row that every run picks is that of the record which was shown.
        let is_fixed = app.manners.fixed_row && alike::record_of(task).is_some();
        if is_fixed && !task.searches && !twisted.contains(&"record absent") {
            twisted.push("row by its text");
        }
        let told = [
            "asked for by name",
            "record absent",
            "control characters",
            "opens by search",
            "row by its text",
        ];
        let is_there = |name: &&str| !told.contains(name) || twisted.contains(name);
        self.names.retain(is_there);
    }
}

fn change(dice: &mut Dice) -> Change {
    match dice.below(5) {
        0 | 1 => Change::Opens,
        2 => Change::Asks(*dice.pick(Popup::DANGEROUS)),
        3 => Change::Moves,
        _ => Change::Leaves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_the_hard_world_is_drawn_and_healthy_seeds_have_none() {
        let mut drawn = std::collections::BTreeSet::new();
        for seed in 0..600 {
            let mut app = App::generate(&mut Dice::new(seed));
            drawn.extend(Hard::draw(seed, false, [None, None], &mut app).names);
            let well = Hard::draw(seed, true, [None, None], &mut App::generate(&mut Dice::new(seed)));
            assert!(well.names.iter().all(|n| MANNERS.contains(n) && *n != "disabled for ever"));
        }
        assert_eq!(drawn, HARD.iter().chain(MANNERS).copied().collect());
    }

    #[test]
    fn only_what_is_asked_for_is_drawn() {
        for name in HARD.iter().chain(MANNERS).copied() {
            let mut app = App::generate(&mut Dice::new(1));
            assert_eq!(Hard::draw(1, false, [Some(name), None], &mut app).names, [name]);
        }
    }
}
