//! How the application looks: as it was learnt, or as a later version looks (drift, from the seed).

use crate::dice::Dice;
use crate::words::{Language, RENAMED, Word, say};
use lea_model::Size;
use std::collections::BTreeSet;

/// The size of the screen that was learnt on.
pub const LEARNT: Size = Size { width: 1280, height: 800 };

/// How an application looks.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The size of the screen.
    pub size: Size,
    /// How far everything is moved.
    pub moved: (i32, i32),
    /// Words that are said otherwise.
    pub renamed: BTreeSet<Word>,
    /// Buttons stand in the opposite order.
    pub buttons_reversed: bool,
    /// Columns stand in the opposite order, but for the buttons.
    pub columns_reversed: bool,
    /// Fields stand in the opposite order.
    pub fields_reversed: bool,
    /// The list is sorted the other way round.
    pub rows_reversed: bool,
    /// A line at the top that was not there.
    pub notice: bool,
    /// Buttons that were not there, with words like those of the task's own.
    pub lookalikes: bool,
    /// A panel that was not there, with a button that says the same as one of the task's own.
    pub twin: Option<Word>,
    /// A button that is gone.
    pub gone: Option<Word>,
    /// A label that now belongs to another thing; its own thing is called otherwise.
    pub taken: Option<Word>,
}

/// The kinds of drift, for counting what was tried.
pub const DRIFTS: &[&str] = &[
    "resized",
    "moved",
    "renamed",
    "buttons",
    "columns",
    "fields",
    "rows",
    "notice",
    "lookalikes",
    "twin",
    "gone",
    "taken",
];

/// Words that may get a twin, vanish, or be taken by another thing.
const CHANGED: &[Word] = &[
    Word::Validate,
    Word::Confirm,
    Word::Save,
    Word::Open,
    Word::Back,
    Word::Reject,
    Word::New,
    Word::Search,
];

impl Look {
    /// As it was learnt.
    pub fn learnt() -> Self {
        Self { size: LEARNT, ..Self::default() }
    }

    /// As a later version looks: a few changes at once, with their names.
    pub fn drifted(dice: &mut Dice) -> (Self, Vec<&'static str>) {
        let mut look = Self::learnt();
        let mut names: Vec<&'static str> = Vec::new();
        for _ in 0..1 + dice.below(3) {
            let name = *dice.pick(DRIFTS);
            names.push(name);
            match name {
                "resized" => {
                    let (width, height) = *dice.pick(&[(1600, 900), (1440, 900), (1920, 1080)]);
                    look.size = Size { width, height };
                }
                "moved" => look.moved = (dice.between(-20, 60), dice.between(-10, 60)),
                "renamed" => {
                    for _ in 0..1 + dice.below(4) {
                        look.renamed.insert(*dice.pick(RENAMED));
                    }
                }
                "buttons" => look.buttons_reversed = true,
                "columns" => look.columns_reversed = true,
                "fields" => look.fields_reversed = true,
                "rows" => look.rows_reversed = true,
                "notice" => look.notice = true,
                "lookalikes" => look.lookalikes = true,
                "twin" => look.twin = Some(*dice.pick(CHANGED)),
                "gone" => look.gone = Some(*dice.pick(CHANGED)),
                _ => look.taken = Some(*dice.pick(CHANGED)),
            }
        }
        (look, names)
    }

    /// What a word is in this version.
    pub fn say(&self, word: Word, language: Language) -> &'static str {
        say(word, language, self.renamed.contains(&word) || self.taken == Some(word))
    }
}
