//! What a graph is learnt from: demonstrations, each a list of acts between screens that were understood.

use lea_model::workflow::Target;
use lea_model::{MouseButton, Rect, ScreenState, Size};
use lea_recognize::screen::Sketch;

/// Demonstrations of one task, and the screens they show.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// Every screen once, as often as demonstrations return to the very same picture.
    pub screens: Vec<Shown>,
    /// The demonstrations.
    pub demos: Vec<Demo>,
}

/// A screen of a demonstration.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Where it is from, `sess_…/shot_0001`.
    pub name: String,
    /// What is on it.
    pub state: ScreenState,
    /// The same, prepared for comparison.
    pub sketch: Sketch,
    /// How large it is.
    pub size: Size,
}

/// One run of the task, shown by a person.
#[derive(Clone, Debug, Default)]
pub struct Demo {
    /// The recording it is from.
    pub session_id: String,
    /// Who showed it.
    pub user: String,
    /// What was done, in order, without noise.
    pub acts: Vec<Act>,
    /// How long it took.
    pub seconds: f64,
}

/// One thing a person did.
#[derive(Clone, Debug)]
pub struct Act {
    /// The event it ends with, in the recording.
    pub event: usize,
    /// All events that it is made of.
    pub events: Vec<usize>,
    /// What was done.
    pub deed: Deed,
    /// The screen it was done on, by its place in the lesson.
    pub on: usize,
    /// The screens that were shown while it was done, in order: a field that has the focus, a list that opened.
    pub between: Vec<usize>,
    /// The screen that came of it.
    pub after: usize,
    /// What it points at.
    pub target: Option<Target>,
    /// The row it points at, where that is one of several.
    pub row: Option<Row>,
    /// Where the screen changed by it; none where nothing did or that is not known.
    pub changed: Option<Rect>,
    /// How much of the screen changed by it, in per cent, as verification counts (SPEC ACT.6).
    pub changed_pct: f64,
    /// The application it was done in, in lower case; empty where that is not known.
    pub app: String,
    /// Seconds from the beginning of the recording.
    pub t: f64,
    /// Seconds until the screen came to rest.
    pub settled: f64,
    /// What was typed was left with the tab key, which closes what a field offers while one types.
    pub tabbed: bool,
    /// Nobody clicked into what was typed into: it had the focus.
    pub focused: bool,
    /// The screen answered: something opened, or says something new.
    pub answered: bool,
    /// Why it may be a slip; the other demonstrations settle it.
    pub doubt: Option<Doubt>,
    /// What it points at was out of sight, and was scrolled to.
    pub scrolled: Option<Scrolled>,
}

/// How something was brought into sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scrolled {
    /// The screen that was shown before, by its place in the lesson.
    pub from: usize,
    /// Notches of the wheel, `[dx, dy]`; none where it was done with a scrollbar.
    pub delta: Option<[f64; 2]>,
}

/// Why something that was done may be no part of the task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Nothing on the screen changed by it.
    NothingChanged,
    /// There is nothing under the pointer that is known to be used, and what changed lies elsewhere.
    NothingThere,
    /// It only gave a field the focus, or took it from one.
    OnlyFocus,
    /// It scrolled, and nothing that was pointed at next was out of sight.
    OnlyScrolled,
    /// It looks like noise: why.
    Noise(String),
}

/// What was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A click.
    Click {
        /// Which button.
        button: MouseButton,
        /// 1 or 2.
        clicks: u8,
    },
    /// A field was filled in.
    Type {
        /// What it holds then; none where that must not be known.
        text: Option<String>,
    },
    /// Keys were pressed together.
    Keys(Vec<String>),
    /// A thing was dragged onto another.
    Drag {
        /// What it was dragged onto.
        to: Option<Box<Target>>,
    },
    /// The pointer rested on a thing, which opened something.
    Hover,
    /// The wheel was turned, and that is what was wanted: nothing was looked for.
    Scroll {
        /// Notches, `[dx, dy]`; `dy` above 0 scrolls down.
        delta: [f64; 2],
    },
    /// Another application was brought to the front, by the person and not by what was done before.
    Switch {
        /// Which, in lower case.
        app: String,
        /// What the title of its window said then.
        title: String,
    },
}

/// A row of a table, or an entry of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The cells, from left to right: the header of the column, and what the cell says.
    pub cells: Vec<(String, String)>,
    /// The cell that was pointed at.
    pub cell: usize,
    /// The cells of the other rows of the same table.
    pub others: Vec<Vec<(String, String)>>,
}

impl Row {
    /// The header of the column that was pointed at.
    pub fn header(&self) -> &str {
        self.cells.get(self.cell).map_or("", |c| c.0.as_str())
    }

    /// What the cell that was pointed at says.
    pub fn said(&self) -> &str {
        self.cells.get(self.cell).map_or("", |c| c.1.as_str())
    }
}

impl Act {
    /// What was typed, where that is known.
    pub fn text(&self) -> Option<&str> {
        match &self.deed {
            Deed::Type { text } => text.as_deref(),
            _ => None,
        }
    }

    /// Something was typed that must not be known.
    pub fn is_secret(&self) -> bool {
        matches!(self.deed, Deed::Type { text: None })
    }

    /// The words on or beside what it points at.
    pub fn label(&self) -> &str {
        let target = self.target.as_ref();
        let name = target.and_then(|t| t.anchor.as_ref()).and_then(|a| a.name.as_deref());
        name.or_else(|| target.and_then(|t| t.text.as_deref())).unwrap_or("")
    }
}
