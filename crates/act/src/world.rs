//! What the loop needs of the world, as traits: eyes, hands, people, a journal, the outside, a clock (DESIGN, invariant 3).

use crate::params::filling::CARET_WIDEST;
use crate::step::{Accepted, Input};
use lea_frame::FrameBuf;
use lea_model::run::{AuditRecord, Entry, QuestionKind};
use lea_model::workflow::Effect;
use lea_model::{MouseButton, Point, Rect, ScreenState, Size};
use lea_recognize::{Meaning, Scene};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// A screen, understood: everything in it speaks of one instant.
#[derive(Clone, Debug)]
pub struct Observation {
    /// What is on it.
    pub state: ScreenState,
    /// How large it is.
    pub size: Size,
    /// The windows on it, lowest first; empty where windows are not known.
    pub windows: Vec<SeenWindow>,
    /// Its pixels; a simulated world has none.
    pub frame: Option<Rc<FrameBuf>>,
    /// Its fingerprint, where one was made.
    pub fingerprint: Option<Vec<f32>>,
    /// Counts the looks; two observations with one number are the same.
    pub number: u64,
    /// The backend's number for the window in front, where windows are known.
    pub front: Option<u64>,
    /// How long understanding took, in milliseconds.
    pub look_ms: f64,
    /// How long the screen took to come to rest, in milliseconds.
    pub settle_ms: f64,
}

/// A window on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenWindow {
    /// Where it is.
    pub rect: Rect,
    /// The application it belongs to.
    pub app: String,
}

impl Observation {
    /// The same, to be compared and searched.
    pub fn scene(&self) -> Scene<'_> {
        Scene { state: &self.state, frame: self.frame.as_ref().map(|f| f.as_frame()) }
    }

    /// The whole screen.
    pub fn bounds(&self) -> Rect {
        Rect::at(0, 0, self.size)
    }
}

/// How much of the screen differs between two observations (SPEC ACT.6).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PixelChange {
    /// The share of pixels whose largest channel changed by more than the threshold, in per cent.
    pub global_pct: f64,
    /// The same around a point; missing where there is none.
    pub local_pct: Option<f64>,
    /// The size of the screen changed.
    pub resized: bool,
}

/// What a last glance shows, just before a movement of the hand (SPEC ACT.13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// A watched place differs from the screen that was decided on.
    pub watched_changed: bool,
    /// Much of the screen differs.
    pub much_changed: bool,
    /// Another window is in front.
    pub other_window: bool,
}

/// Why the screen cannot be seen or reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

/// Looks at the screen.
pub trait Eye {
    /// Waits until the screen has come to rest, but no longer than `patience`, and says what is on it.
    fn look(&mut self, patience: Duration) -> Result<Observation, Lost>;

    /// Waits until the screen may have changed since it was last looked at, but no longer than `patience`; says whether it may.
    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost>;

    /// Glances at the screen without waiting or understanding: whether the watched places, the screen as a whole (where `whole` asks
    /// for it) and the window in front are as they were when it was observed.
    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost>;

    /// Something differs between two observations within a box.
    fn changed_within(&self, before: &Observation, after: &Observation, within: Rect) -> bool {
        let (Some(a), Some(b)) = (&before.frame, &after.frame) else { return before.number != after.number };
        lea_frame::share_changed(a.as_frame(), b.as_frame(), within, 0) > 0.0
    }

    /// Something differs between two observations outside of a box, a caret aside.
    fn changed_beside(&self, before: &Observation, after: &Observation, except: Rect) -> bool {
        let (Some(a), Some(b)) = (&before.frame, &after.frame) else { return before.state != after.state };
        if a.size != b.size {
            return true;
        }
        let boxes = lea_frame::changed(a.as_frame(), b.as_frame(), before.bounds());
        let is_caret = |r: &Rect| r.width() <= CARET_WIDEST;
        let is_within = |r: &Rect| except.intersection(r) == Some(*r);
        boxes.iter().any(|r| !is_caret(r) && !is_within(r))
    }

    /// How much differs between two observations, on the whole and around a point.
    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange;
}

/// Why an action could not be performed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// The screen is gone.
    #[error("{0}")]
    Lost(String),
    /// This screen cannot do that.
    #[error("{0}")]
    Unable(String),
    /// The screen is no longer the one that was decided on.
    #[error("{0}")]
    Stale(String),
    /// A person took over in the middle of it.
    #[error("a person took over")]
    Interrupted,
    /// The person whose hand it is did something else, or scrolled: where that led is looked at anew.
    #[error("the person {0}")]
    Otherwise(String),
}

/// Where to go with a window switch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The application, in lower case.
    pub app: String,
    /// What its title holds, if that matters.
    pub title: Option<String>,
}

/// What one action of the hand is; points were grounded on the screen of the moment.
#[derive(Clone, Debug, PartialEq)]
pub enum InputEvent {
    /// A click.
    Click {
        /// Where.
        at: Point,
        /// Which button.
        button: MouseButton,
        /// 1 or 2.
        clicks: u8,
    },
    /// The pointer rests.
    Hover {
        /// Where.
        at: Point,
    },
    /// Something is dragged.
    Drag {
        /// From where.
        from: Point,
        /// To where.
        to: Point,
    },
    /// The wheel is turned.
    Scroll {
        /// Where.
        at: Point,
        /// Notches to the right.
        dx: i32,
        /// Notches down.
        dy: i32,
    },
    /// Keys are pressed together.
    Keys(Vec<String>),
    /// What has the focus is emptied, by marking all of it and deleting it.
    Clear,
    /// A text is typed into what has the focus.
    Type {
        /// The text.
        text: String,
        /// It must never be written down.
        secret: bool,
    },
    /// A window is brought to the front, or its application started where the machine allows it.
    Switch(Place),
}

/// Acts on the screen.
pub trait Hand {
    /// Does it: only what a warrant issued.
    fn act(&mut self, input: Input) -> Result<(), HandError>;

    /// It is a person's hand: a deed is what they are advised to do, and is done when they have done it. Where the mode says that a
    /// person acts, no other hand is used.
    fn is_person(&self) -> bool {
        false
    }

    /// The pointer may be painted into the picture that is looked at, as far machines do.
    fn covers(&self) -> bool {
        false
    }

    /// What the clipboard holds.
    fn clipboard(&mut self) -> Result<Option<String>, HandError>;
}

/// Something a person is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What it is about.
    pub asked: Asked,
    /// The question as it is written down.
    pub stored: lea_model::run::Question,
    /// Places on the screen that it is about.
    pub places: Vec<Rect>,
    /// Places on the screen that are private: whoever shows the screen paints over them.
    pub private: Vec<Rect>,
}

/// What a person is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// Whether something that cannot be taken back may be done.
    Irreversible,
    /// Whether the next step may be done.
    Step,
    /// Which way to take.
    Way,
    /// Whether an optional step is wanted.
    Optional,
    /// Which of several places is meant.
    Which,
    /// A value.
    Value,
    /// Whether something happened.
    Happened,
    /// Whether what is on the screen is as it should be.
    Right,
    /// Whether it is the right record.
    Record,
}

impl Asked {
    /// The kind of question that this is (SPEC PEOPLE.7). Only what the rule of a rehearsal may answer is *may I*.
    pub fn kind(self) -> QuestionKind {
        match self {
            Self::Irreversible | Self::Step => QuestionKind::MayI,
            Self::Way | Self::Optional | Self::Which => QuestionKind::WhichOne,
            Self::Value => QuestionKind::GiveValue,
            Self::Happened => QuestionKind::DidItHappen,
            Self::Right => QuestionKind::StillIt,
            Self::Record => QuestionKind::RightRecord,
        }
    }

    /// It is answered with yes or no.
    pub fn is_yes_or_no(self) -> bool {
        matches!(self, Self::Irreversible | Self::Step | Self::Optional)
    }
}

/// What a person answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// The choice of this number, from 0.
    Choice(usize),
    /// A text.
    Text(String),
    /// The thing at this point.
    Point(Point),
    /// Nobody is there to be asked.
    Nobody,
    /// End the run.
    Stop,
}

/// What a person did while Lea worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// The stop key, or Ctrl-C.
    Stop,
    /// The pointer was moved, or pausing was asked for.
    Pause,
}

/// The people around: they are asked, told, and can interrupt at any moment.
pub trait People {
    /// Asks, and waits for the answer.
    fn ask(&mut self, question: &Question, observation: &Observation) -> Answer;

    /// Says something that needs no answer.
    fn tell(&mut self, text: &str);

    /// Warns of something that went wrong beside the work, and needs no answer.
    fn warn(&mut self, text: &str) {
        self.tell(text);
    }

    /// Someone interrupted since the last time.
    fn interrupted(&mut self) -> Option<Interrupt>;

    /// The run is paused: waits until it may go on; false ends it.
    fn wait_to_go_on(&mut self) -> bool;

    /// Who answers, for the audit.
    fn name(&self) -> String;

    /// Who gave leave, where the last answer was yes.
    fn accepts(&self) -> Accepted {
        Accepted::Person(self.name())
    }

    /// The rule of a rehearsal answers, not a person.
    fn is_rule(&self) -> bool {
        false
    }
}

/// Keeps what happens. What was written survives a crash.
pub trait Keep {
    /// Writes a line of the journal; when this returns, it is safe.
    fn write(&mut self, entry: &Entry) -> Result<(), String>;

    /// Keeps a screen, and says under which name; none where screens are not kept. What lies in `private` is painted over.
    fn keep_screen(&mut self, observation: &Observation, private: &[Rect]) -> Option<String>;

    /// Adds a line to the audit trail.
    fn audit(&mut self, record: AuditRecord) -> Result<(), String>;
}

/// Whether something is true outside the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effected {
    /// It is.
    Yes(String),
    /// It is not (yet).
    No(String),
    /// This machine does not allow looking there, or cannot.
    Unknown(String),
}

/// A secret that is needed for typing, and nothing else.
pub struct Credential(pub String);

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential(…)")
    }
}

/// What lies outside the screen: effects, credentials, other workflows. The machine's own configuration says what may be reached.
pub trait Outside {
    /// Whether an effect is there.
    fn check(&mut self, effect: &Effect, values: &BTreeMap<String, String>) -> Effected;

    /// A credential of this name.
    fn credential(&mut self, name: &str) -> Result<Credential, String>;

    /// Another workflow, prepared.
    fn workflow(&mut self, workflow_id: &str) -> Result<Rc<crate::Plan>, String>;
}

/// Time.
pub trait Clock {
    /// Seconds from some beginning; never goes back.
    fn seconds(&self) -> f64;

    /// The time of day, RFC 3339.
    fn now(&self) -> String;

    /// Lets time pass, when nothing else can be waited for.
    fn pause(&self, time: Duration);
}

/// What a model is asked, and what it is shown: pictures in which everything private is painted over.
pub struct Prompt {
    /// The words.
    pub text: String,
    /// The pictures, in the order in which the words speak of them.
    pub pictures: Vec<FrameBuf>,
}

/// A language model, where one is configured (SPEC PEOPLE.4). It only ever advises: what it says is read, checked and weighed here,
/// and no answer is as if there were no model.
pub trait Model {
    /// What it is called, for the journal.
    fn name(&self) -> String;

    /// It understands pictures.
    fn sees(&self) -> bool;

    /// Its answer, in its own words; or why there is none, such as that it took too long.
    fn answer(&mut self, prompt: &Prompt) -> Result<String, String>;
}

/// All of it.
pub struct World<'a> {
    /// Looks.
    pub eye: &'a mut dyn Eye,
    /// Acts.
    pub hand: &'a mut dyn Hand,
    /// Are asked.
    pub people: &'a mut dyn People,
    /// Keeps what happens.
    pub keep: &'a mut dyn Keep,
    /// Effects and credentials.
    pub outside: &'a mut dyn Outside,
    /// Time.
    pub clock: &'a dyn Clock,
    /// Who knows what texts mean.
    pub meaning: Option<&'a dyn Meaning>,
    /// A language model, where one is configured.
    pub model: Option<&'a mut dyn Model>,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A screen with nothing on it.
    pub fn blank() -> Observation {
        Observation {
            state: ScreenState::default(),
            size: Size { width: 800, height: 600 },
            windows: Vec::new(),
            frame: None,
            fingerprint: None,
            number: 1,
            front: None,
            look_ms: 0.0,
            settle_ms: 0.0,
        }
    }
}
