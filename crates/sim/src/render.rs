//! What the application shows: its page in its look, as a screen state, and what each place of it really does.

use crate::look::Look;
use crate::machine::{Field, Machine, Page, Verb};
use crate::pages::Pen;
use crate::sheet::{Sheet, Spot};
use lea_model::{ElementState, Point, Rect, ScreenState, Size, UIElement};

/// A kind of screen, as the learner parts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The login.
    Login,
    /// The first page.
    Home,
    /// A page that no task needs.
    Reports,
    /// The list.
    List,
    /// A record.
    Detail,
    /// The question whether to approve.
    AskValidate,
    /// The question whether to refuse.
    AskReject,
    /// A record after it was approved.
    Validated,
    /// A record after it was refused.
    Rejected,
    /// The form of a record.
    Form,
    /// The form of a new record.
    NewForm,
    /// A new record after it was saved.
    Saved,
    /// An error box.
    Error,
    /// The session is over.
    Expired,
    /// The diary.
    Diary,
    /// The diary after its note was read.
    Noted,
    /// Another program.
    Foreign,
}

/// A screen: what is seen of it, and what it is.
pub struct Shown {
    /// What can be seen.
    pub state: ScreenState,
    /// What each place does, the lowest first.
    pub spots: Vec<Spot>,
    /// How large it is.
    pub size: Size,
    /// What kind of screen it is.
    pub kind: Kind,
    /// Something lies over it.
    pub is_covered: bool,
    /// The number of the record it is about.
    pub record: Option<String>,
    /// The field that is seen to have the focus.
    pub focus: Option<Field>,
    /// Another program is seen to have the focus.
    pub is_away: bool,
}

impl Shown {
    /// The topmost spot at a point.
    pub fn spot_at(&self, at: Point) -> Option<&Spot> {
        self.spots.iter().rev().find(|s| s.bbox.contains(at))
    }

    /// A disabled control is seen at a point.
    pub fn is_disabled_at(&self, at: Point) -> bool {
        let is_disabled = |e: &UIElement| e.state.contains(&ElementState::Disabled) && e.bbox.contains(at);
        self.state.ui_elements.iter().any(is_disabled)
    }

    /// A text stands on it, whole.
    pub fn shows(&self, text: &str) -> bool {
        let padded = format!(" {text} ");
        self.state.perception.detected_text.iter().any(|l| format!(" {} ", l.text).contains(&padded))
    }
}

/// What kind of screen the application shows.
pub fn kind_of(m: &Machine) -> Kind {
    match &m.page {
        _ if m.foreign => Kind::Foreign,
        _ if m.diary && m.noted => Kind::Noted,
        _ if m.diary => Kind::Diary,
        Page::Login => Kind::Login,
        Page::Home => Kind::Home,
        Page::Reports => Kind::Reports,
        Page::List => Kind::List,
        Page::Detail(_) => Kind::Detail,
        Page::Confirm(_, Verb::Validate) => Kind::AskValidate,
        Page::Confirm(_, Verb::Reject) => Kind::AskReject,
        Page::Done(_, Verb::Validate) => Kind::Validated,
        Page::Done(_, Verb::Reject) => Kind::Rejected,
        Page::Form(Some(_)) => Kind::Form,
        Page::Form(None) => Kind::NewForm,
        Page::Saved(_) => Kind::Saved,
        Page::Error(_) => Kind::Error,
        Page::Expired => Kind::Expired,
    }
}

/// Shows what the application shows.
pub fn render(m: &Machine, look: &Look) -> Shown {
    let mut pen = Pen { m, look, sheet: Sheet::new(look.size, m.app.program, ""), x: 240, y: 70 };
    pen.x += look.moved.0;
    pen.y += look.moved.1;
    if m.foreign {
        pen.foreign();
    } else if m.diary {
        pen.diary();
    } else {
        pen.title(&m.page);
        pen.page(&m.page);
    }
    if let Some(popup) = m.popup.filter(|_| !m.foreign && !m.diary) {
        let content = popup.content(m.app.language);
        let (x, y) = (look.size.width as i32 / 2 - 200, look.size.height as i32 / 2 - 130);
        pen.dialog(Rect { x1: x, y1: y, x2: x + 400, y2: y + 170 });
        for (n, text) in content.texts.iter().enumerate() {
            pen.sheet.label(text, x + 24, y + 24 + 26 * n as i32);
        }
        let mut at = x + 24;
        for (label, role, does) in content.buttons {
            at = pen.sheet.button(role, label, at, y + 118, does);
        }
    }
    let Sheet { mut state, spots, size, .. } = pen.sheet;
    if let Some(window) = state.window.as_mut().filter(|_| m.away) {
        window.app_name = "Terminal".into();
        window.window_title = "Terminal".into();
    }
    let record = m.current().map(|r| m.records[r].id.clone());
    let focus = m.focus.filter(|_| !m.away);
    Shown {
        state,
        spots,
        size,
        kind: kind_of(m),
        is_covered: m.popup.is_some(),
        record,
        focus,
        is_away: m.away,
    }
}
