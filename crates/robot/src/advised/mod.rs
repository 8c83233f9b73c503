//! The hand of a person (SPEC ACT.9, assist and shadow): Lea says what it would do, the person acts, and both are compared.
//!
//! Invariant: this hand never touches the screen, unless the person said yes when Lea proposed to do the work.

mod compare;
mod frame;
mod tap;
mod words;

use crate::Stop;
use crate::eye::Shared;
use crate::hand::ScreenHand;
use crate::seat::WORKING;
use compare::{Did, Judge, Judged, places};
use frame::Frames;
use lea_act::mode::{Actor, Permission};
use lea_act::step::Input;
use lea_act::world::{Eye, Glance, Hand, HandError, InputEvent, Lost, Observation, PixelChange, Place};
use lea_model::{Point, Rect, ScreenState};
use lea_screen::{Key, ScreenError};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tap::Tap;
use words::{clicked, told};

/// The colour of the frame around what Lea would act on: the orange of its sign.
const FRAME: [u8; 3] = WORKING;
/// How often to look whether the run was stopped while nobody does anything.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Who pasted or composed a text and does nothing for this long has finished it.
const QUIET: Duration = Duration::from_millis(1500);
/// A button that was pressed elsewhere is waited for this long to be let go.
const LETS_GO_WITHIN: Duration = Duration::from_secs(2);

/// What was on the screen when it was looked at last.
type Seen = Rc<RefCell<ScreenState>>;

/// What the answer was when Lea proposed to do the work; none while it has not.
pub type Proposal = Rc<Cell<Option<bool>>>;

/// What a person's hand needs to know of the run.
pub struct Following<'a> {
    /// The display they work on.
    pub display: Option<&'a str>,
    /// What the mode and the workflow's maturity allow.
    pub permission: &'a Permission,
    /// Ends the run.
    pub stop: Stop,
    /// Keys that are meant for Lea and are no work.
    pub hotkeys: Vec<Vec<Key>>,
    /// How long the person may take in all.
    pub within: Duration,
}

/// One thing that Lea would have done, and what the person did.
struct Followed {
    told: String,
    /// What else they did; none where it was the same.
    instead: Option<String>,
}

/// A person's hand, advised or only watched.
pub struct Advised {
    own: ScreenHand,
    screen: Shared,
    tap: Tap,
    frames: Option<Frames>,
    is_silent: bool,
    lea_acts: bool,
    proposal: Proposal,
    seen: Seen,
    stop: Stop,
    hotkeys: Vec<Vec<Key>>,
    deadline: Instant,
    /// Heard, and not yet compared with anything.
    waiting: VecDeque<Did>,
    /// Where was clicked last: the field that is typed into.
    field: Rect,
    /// A click was taken as done because of a key: only typing can follow.
    by_keyboard: bool,
    followed: Vec<Followed>,
}

impl Advised {
    /// Follows a person from now on; `own` is Lea's own hand, for when it may act.
    pub fn new(own: ScreenHand, screen: Shared, following: Following<'_>) -> lea_screen::Result<Self> {
        let permission = following.permission;
        let shows = permission.highlight || permission.actor == Actor::Lea;
        let frames = shows.then(|| Frames::open(following.display, FRAME)).transpose()?;
        Ok(Self {
            own,
            screen,
            tap: Tap::open(following.display)?,
            frames,
            is_silent: permission.actor == Actor::PersonAlone,
            lea_acts: permission.actor == Actor::Lea && !permission.propose,
            proposal: Rc::default(),
            seen: Rc::default(),
            stop: following.stop,
            hotkeys: following.hotkeys,
            deadline: Instant::now() + following.within,
            waiting: VecDeque::new(),
            field: Rect::default(),
            by_keyboard: false,
            followed: Vec::new(),
        })
    }

    /// Where the answer to Lea's proposal goes.
    pub fn proposal(&self) -> Proposal {
        self.proposal.clone()
    }

    /// An eye that tells this hand what it sees.
    pub fn onlooker<'e>(&self, eye: &'e mut dyn Eye) -> Onlooker<'e> {
        Onlooker { eye, proposal: self.proposal.clone(), lea_acts: self.lea_acts, seen: self.seen.clone() }
    }

    /// Whether the person did all that Lea would have done (LEARN.3); none where Lea did the work itself.
    pub fn agreed(&self) -> Option<bool> {
        (!self.is_leas()).then(|| self.followed.iter().all(|f| f.instead.is_none()))
    }

    /// What was seen, line by line, and whether Lea would have done the same.
    pub fn report(&self) -> Vec<String> {
        let line = |f: &Followed| match &f.instead {
            None => format!("  the same      {}", f.told),
            Some(did) => format!("  otherwise     {}: the person {did}", f.told),
        };
        let same = self.followed.iter().filter(|f| f.instead.is_none()).count();
        let mut lines: Vec<String> = self.followed.iter().map(line).collect();
        lines.push(format!("{same} of {} as Lea would have done", self.followed.len()));
        lines
    }

    /// Lea does the work itself.
    fn is_leas(&self) -> bool {
        self.proposal.get().unwrap_or(self.lea_acts)
    }

    /// Says beforehand what would be done, and shows where.
    fn advise(&mut self, deed: &InputEvent, told: &str, place: Rect) {
        if self.is_silent {
            return;
        }
        let is_strong = self.frames.is_some();
        eprintln!("{} {told}", if is_strong { "Now:" } else { "Lea would:" });
        let has_place =
            matches!(deed, InputEvent::Click { .. } | InputEvent::Hover { .. } | InputEvent::Drag { .. });
        if let Some(frames) = self.frames.as_mut().filter(|_| has_place) {
            // Advice that cannot be painted has been said.
            let _ = frames.show(place);
        }
    }

    /// Waits until the person has done it, or something else.
    fn follow(&mut self, deed: &InputEvent, mut judge: Judge) -> Result<Judged, HandError> {
        let mut heard = Instant::now();
        loop {
            if self.stop.is_set() {
                return Err(HandError::Interrupted);
            }
            if Instant::now() >= self.deadline {
                return Err(HandError::Unable("nobody did it in the time the run may take".into()));
            }
            if let InputEvent::Switch(place) = deed
                && self.is_in_front(place)?
            {
                return Ok(Judged::Done);
            }
            let Some(did) = self.next(LOOK_EVERY)? else {
                if judge.is_done_quietly() && heard.elapsed() >= QUIET {
                    return Ok(Judged::Done);
                }
                continue;
            };
            heard = Instant::now();
            match judge.hear(&did) {
                Judged::NotYet => {}
                Judged::DoneBefore => {
                    self.waiting.push_front(did);
                    return Ok(Judged::DoneBefore);
                }
                judged @ (Judged::Clicked(..) | Judged::Otherwise(_)) => {
                    if let Did::Pressed(button, _) = did {
                        self.wait_for_release(button)?;
                    }
                    return Ok(judged);
                }
                judged @ (Judged::Done | Judged::Moved) => return Ok(judged),
            }
        }
    }

    /// What was done next, hotkeys aside.
    fn next(&mut self, patience: Duration) -> Result<Option<Did>, HandError> {
        let did = match self.waiting.pop_front() {
            Some(did) => Some(did),
            None => self.tap.next(patience).map_err(lost)?,
        };
        Ok(did.filter(|did| !self.is_hotkey(did)))
    }

    fn is_hotkey(&self, did: &Did) -> bool {
        let Did::Struck { key: Some(key), held, .. } = did else { return false };
        let pressed = |k: &Key| k == key || held.contains(k);
        self.hotkeys.iter().any(|keys| keys.len() == held.len() + 1 && keys.iter().all(pressed))
    }

    fn wait_for_release(&mut self, button: u8) -> Result<(), HandError> {
        let deadline = Instant::now() + LETS_GO_WITHIN;
        while Instant::now() < deadline {
            if let Some(Did::Released(b, _)) = self.next(LOOK_EVERY)?
                && b == button
            {
                break;
            }
        }
        Ok(())
    }

    /// The screen is looked at anew: what was done until now shows there.
    fn forget(&mut self) -> Result<(), HandError> {
        self.waiting.clear();
        while self.tap.next(Duration::ZERO).map_err(lost)?.is_some() {}
        Ok(())
    }

    fn is_in_front(&self, place: &Place) -> Result<bool, HandError> {
        let active = self.screen.borrow_mut().active_window().map_err(lost)?;
        let title = place.title.as_deref().unwrap_or_default().to_lowercase();
        Ok(active.is_some_and(|w| {
            w.app_name.to_lowercase() == place.app && w.title.to_lowercase().contains(&title)
        }))
    }

    /// What came of it, for the loop and for the end.
    fn conclude(&mut self, deed: &InputEvent, told: String, judged: Judged) -> Result<(), HandError> {
        let is_click = matches!(deed, InputEvent::Click { .. });
        let instead = match judged {
            Judged::Done | Judged::NotYet => None,
            Judged::DoneBefore if is_click && self.by_keyboard => Some("used the keyboard".to_owned()),
            Judged::DoneBefore => {
                self.by_keyboard = is_click;
                None
            }
            Judged::Moved => {
                self.forget()?;
                return Err(HandError::Otherwise("scrolled".into()));
            }
            Judged::Clicked(button, at) => Some(clicked(button, at, &self.seen.borrow())),
            Judged::Otherwise(what) => Some(what),
        };
        self.followed.push(Followed { told, instead: instead.clone() });
        let Some(what) = instead else { return Ok(()) };
        self.by_keyboard = false;
        self.forget()?;
        Err(HandError::Otherwise(what))
    }
}

fn lost(error: ScreenError) -> HandError {
    match error {
        ScreenError::Interrupted { .. } => HandError::Interrupted,
        other => HandError::Lost(other.to_string()),
    }
}

impl Hand for Advised {
    fn act(&mut self, input: Input) -> Result<(), HandError> {
        if self.is_leas() {
            return self.own.act(input);
        }
        let deed = &input.into_event();
        match deed {
            // What a field held goes when it is typed into; what it holds then is read back.
            InputEvent::Clear => return Ok(()),
            InputEvent::Type { text, .. } if text.is_empty() => return Ok(()),
            InputEvent::Type { .. } => self.by_keyboard = false,
            _ => {}
        }
        let boxes: Vec<Rect> = self.seen.borrow().ui_elements.iter().map(|e| e.bbox).collect();
        let (mut place, end) = places(deed, &boxes);
        match deed {
            InputEvent::Click { .. } => self.field = place,
            InputEvent::Type { .. } => place = self.field,
            _ => {}
        }
        let told = told(deed, &self.seen.borrow());
        self.advise(deed, &told, place);
        let judged = self.follow(deed, Judge::new(deed, place, end));
        // What is looked at next must not show it.
        if let Some(frames) = &mut self.frames {
            frames.hide().map_err(lost)?;
        }
        self.conclude(deed, told, judged?)
    }

    fn is_person(&self) -> bool {
        !self.is_leas()
    }

    fn clipboard(&mut self) -> Result<Option<String>, HandError> {
        self.own.clipboard()
    }
}

/// An eye that remembers what is on the screen, for a hand that has to know what is where.
pub struct Onlooker<'e> {
    eye: &'e mut dyn Eye,
    /// What the person said when Lea proposed to act, and who acts otherwise.
    proposal: Proposal,
    lea_acts: bool,
    seen: Seen,
}

impl Eye for Onlooker<'_> {
    fn look(&mut self, patience: Duration) -> Result<Observation, Lost> {
        let observation = self.eye.look(patience)?;
        self.seen.borrow_mut().clone_from(&observation.state);
        Ok(observation)
    }

    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost> {
        self.eye.wait_for_change(patience)
    }

    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost> {
        // A person decides by what they see themselves.
        match self.proposal.get().unwrap_or(self.lea_acts) {
            true => self.eye.glance(seen, watched, whole),
            false => Ok(Glance::default()),
        }
    }

    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange {
        self.eye.difference(before, after, around)
    }
}
