//! The recorder: signals and pictures in, a session out.
//!
//! Signals are held back for a moment so that those of different sources can be put in order; pictures are pinned to
//! them when they *arrive*, so that a click's picture is from before it took effect.

mod emit;
mod handle;
mod hide;
mod judging;
mod privately;
mod unjudged;

use crate::backlog::Backlog;
use crate::camera::{Camera, Pin};
use crate::hotkey::Private;
use crate::judge::TitleJudge;
use crate::keep::{Keep, KeepError};
use crate::privacy::{BadSettings, Privacy, Reasons, Settings};
use crate::reading::{ReadingThread, TextReader};
use crate::scribe::{Moment, Scribe};
use crate::sign::Sign;
use crate::tap::{Desktop, Signal, Tap, What};
use lea_screen::x11::X11Screen;
use lea_screen::x11::keymap::{self, Keymap};
use lea_screen::{Patience, Screen, ScreenError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xkeysym::Keysym;

/// Signals of different sources are in order after this long: threads wake within 10 ms even on a busy machine.
const HOLD: Duration = Duration::from_millis(25);
/// Between two windows none may be active for this long.
const BETWEEN_WINDOWS: Duration = Duration::from_millis(150);
/// How often whoever watches is told how it goes.
const STATUS_EVERY: Duration = Duration::from_millis(200);
/// After the end is asked for, the last events wait this long for the screen to settle.
const LAST_REST: Duration = Duration::from_millis(1500);
/// A screen that changed by itself is kept as well: by this share, and at most this often.
const IDLE_SHARE: f64 = 0.002;
/// See [`IDLE_SHARE`].
const IDLE_EVERY: Duration = Duration::from_secs(3);

/// Why a recording could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The screen failed.
    #[error(transparent)]
    Screen(#[from] ScreenError),
    /// The settings are wrong.
    #[error(transparent)]
    Settings(#[from] BadSettings),
    /// Nothing can be kept any more.
    #[error("cannot keep the recording: {0}")]
    Keep(String),
}

/// Why a recording ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Somebody asked for it.
    Asked,
    /// The stop hotkey.
    Hotkey,
    /// Its time was up.
    Time,
    /// The disk is full: what was recorded is kept.
    Full(String),
    /// The display went away: what was recorded is kept.
    Lost(String),
}

/// How a recording goes.
#[derive(Clone, Debug)]
pub struct Status {
    /// Since it began.
    pub elapsed: Duration,
    /// Events so far.
    pub events: u64,
    /// Pictures so far.
    pub frames: u64,
    /// Bytes the pictures took.
    pub bytes: u64,
    /// Why nothing is recorded at the moment.
    pub suspended: Option<&'static str>,
}

/// What a recorder works with.
pub struct Recorder<'a> {
    tap: Tap,
    camera: Camera,
    keep: &'a mut dyn Keep,
    titles: TitleJudge,
    /// Reads the screen; none where the models are missing, and then every text is a secret.
    reading: Option<ReadingThread>,
    privacy: Privacy,
    moves: bool,
    sign: Option<Sign>,
    /// Arrived, and not yet in order.
    held: Vec<Held>,
    arrived: u64,
    /// The last press that arrived wrote text: the next one needs no picture.
    in_text: bool,
    keymap: Arc<Keymap>,
    old_keymap: Arc<Keymap>,
    /// The windows as of the last signal that was handled, and of the last that arrived.
    desktop: Arc<Desktop>,
    newest_desktop: Arc<Desktop>,
    /// The active window as it was last told of, and since when there is none.
    told_window: Option<WindowName>,
    no_window_since: Option<Duration>,
    scribe: Scribe<Pin>,
    private: Private,
    reasons: Reasons,
    suspended: Option<privately::Suspension>,
    /// Events, and the texts and pictures that wait.
    backlog: Backlog<Pin, unjudged::Unjudged>,
    /// The screen when it was last at rest and nobody typed.
    last_rest: Option<Pin>,
    /// The screen when it was last at rest while a text was typed.
    typing_rest: Option<Pin>,
    /// What was seen of the text being typed, and how many texts were watched.
    watch: Option<unjudged::Watch>,
    watches: u64,
    /// What was copied last must not be seen: neither must what is pasted of it.
    copied_secret: bool,
    /// When and where something was copied that is still being asked for.
    copied_in: Option<Moment<Pin>>,
    /// The disk is full: events may still fit, pictures do not.
    is_full: bool,
    ended: Option<Ended>,
}

/// What makes a window another one for whoever reads the session: its number, title and application.
type WindowName = (u64, String, String);

struct Held {
    signal: Signal,
    number: u64,
    pin: Option<Pin>,
}

impl<'a> Recorder<'a> {
    /// Opens the display and starts to listen. Without a reader no text can be seen, and all of them are secrets.
    pub fn start(
        display: Option<&str>,
        settings: &Settings,
        keep: &'a mut dyn Keep,
        reader: Option<Box<dyn TextReader>>,
    ) -> Result<Self, RecordError> {
        let privacy = Privacy::new(settings)?;
        let screen = X11Screen::open(display)?;
        let tap = Tap::start(display, settings.clipboard)?;
        let patience = Patience { quiet: Duration::from_millis(settings.settle_ms), ..Patience::default() };
        let camera = Camera::new(screen, tap.clock, patience)?;
        let reading = reader.map(|reader| ReadingThread::start(reader, tap.ringer())).transpose();
        let refused =
            |e: std::io::Error| ScreenError::Refused { screen: "the reader".into(), why: e.to_string() };
        Ok(Self {
            tap,
            camera,
            keep,
            titles: TitleJudge::new(&settings.secret_titles),
            reading: reading.map_err(refused)?,
            privacy,
            moves: settings.moves,
            sign: Sign::new(display).ok(),
            held: Vec::new(),
            arrived: 0,
            in_text: false,
            keymap: Arc::default(),
            old_keymap: Arc::default(),
            desktop: Arc::default(),
            newest_desktop: Arc::default(),
            told_window: None,
            no_window_since: None,
            scribe: Scribe::default(),
            private: Private::default(),
            reasons: Reasons::default(),
            suspended: None,
            backlog: Backlog::default(),
            last_rest: None,
            typing_rest: None,
            watch: None,
            watches: 0,
            copied_secret: false,
            copied_in: None,
            is_full: false,
            ended: None,
        })
    }

    /// Records until `stop` is set, the hotkey is pressed or the time is up, and tells `watch` how it goes.
    pub fn run(
        mut self,
        stop: &AtomicBool,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(&Status),
    ) -> Result<(Ended, Status), RecordError> {
        if let Err(error) = self.first_look() {
            self.ended = Some(self.why_ended(error)?);
        }
        let mut told = Instant::now();
        watch(&self.status());
        while self.ended.is_none() {
            let due = self.next_due(told, limit);
            self.ended = match self.turn(due) {
                Ok(()) if stop.load(Ordering::Relaxed) => Some(Ended::Asked),
                Ok(()) if limit.is_some_and(|l| self.now() >= l) => Some(Ended::Time),
                Ok(()) => self.ended.take(),
                Err(error) => Some(self.why_ended(error)?),
            };
            if told.elapsed() >= STATUS_EVERY {
                told = Instant::now();
                watch(&self.status());
            }
        }
        let ended = self.ended.clone().unwrap_or(Ended::Asked);
        match &ended {
            Ended::Full(_) | Ended::Lost(_) => self.last_words(matches!(ended, Ended::Full(_))),
            Ended::Asked | Ended::Hotkey | Ended::Time => {
                if let Err(error) = self.finish() {
                    self.last_words(true);
                    return Ok((self.why_ended(error)?, self.status()));
                }
            }
        }
        Ok((ended, self.status()))
    }

    /// Learns which windows there are, and keeps the screen as it is found: whatever comes, there is a picture from before.
    fn first_look(&mut self) -> Result<(), Failure> {
        self.arrivals()?;
        self.in_order(Duration::MAX)?;
        if self.suspended.is_none() {
            let now = self.now();
            let pin = self.camera.pin(now, &self.newest_desktop);
            self.camera.keep(&pin, &self.privacy, self.keep)?;
        }
        Ok(())
    }

    /// What happened on the last turn, as an end of the recording; other failures stay failures.
    fn why_ended(&self, error: Failure) -> Result<Ended, RecordError> {
        match error {
            Failure::Keep(KeepError::Full(why)) => Ok(Ended::Full(why)),
            Failure::Keep(KeepError::Failed(why)) => Err(RecordError::Keep(why)),
            Failure::Screen(why) if self.backlog.events() > 0 => Ok(Ended::Lost(why)),
            Failure::Screen(why) => Err(ScreenError::Lost { screen: self.camera.name(), why }.into()),
        }
    }

    fn now(&self) -> Duration {
        self.tap.clock.at(Instant::now())
    }

    /// How it goes.
    fn status(&self) -> Status {
        let (frames, bytes) = self.camera.totals();
        let suspended = self.reasons.first();
        Status { elapsed: self.now(), events: self.backlog.events(), frames, bytes, suspended }
    }

    /// When something has to be done even if nothing happens.
    fn next_due(&self, told: Instant, limit: Option<Duration>) -> Instant {
        let clock = &self.tap.clock;
        let mut due = told + STATUS_EVERY;
        // What changed is looked at first: until then nobody can say whether it came to rest.
        let look = self.camera.has_news().then(|| self.camera.look_after(self.is_judging()));
        let others = [
            self.held.iter().map(|h| clock.instant(h.signal.t + HOLD)).min(),
            self.scribe.due().map(|t| clock.instant(t) + HOLD),
            self.camera.rest_at().map(|rest| look.map_or(rest, |look| rest.max(look))),
            self.no_window_since.map(|t| clock.instant(t + BETWEEN_WINDOWS)),
            self.judging_due().map(|t| clock.instant(t)),
            look,
            limit.map(|l| clock.instant(l)),
        ];
        for other in others.into_iter().flatten() {
            due = due.min(other);
        }
        due
    }

    /// Waits, and does what there is to do.
    fn turn(&mut self, due: Instant) -> Result<(), Failure> {
        self.wait(due)?;
        self.arrivals()?;
        // Input that nobody has read yet may have changed the screen: its picture from before must not be looked away.
        let due = Instant::now() >= self.camera.look_after(self.is_judging());
        if self.camera.has_news() && due && !self.tap.is_behind() {
            self.camera.look()?;
        }
        let until = self.now().saturating_sub(HOLD);
        self.in_order(until)?;
        let done = self.scribe.tick(self.now().saturating_sub(HOLD));
        self.emit(done)?;
        self.no_window()?;
        self.look_for_texts();
        self.rest()?;
        self.advance(false)
    }

    fn wait(&mut self, due: Instant) -> Result<(), Failure> {
        if !self.camera.has_news() {
            self.camera.screen().wait(due, Some(self.tap.bell()))?;
            return Ok(());
        }
        // Changes are known and not looked at yet: only signals matter until then.
        let limit = Timespec::try_from(due.saturating_duration_since(Instant::now())).ok();
        match poll(&mut [PollFd::from_borrowed_fd(self.tap.bell(), PollFlags::IN)], limit.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(e) => Err(Failure::Screen(e.to_string())),
        }
    }

    /// Takes in what came, with the picture of the moment where one may be needed.
    fn arrivals(&mut self) -> Result<(), Failure> {
        self.tap.hush();
        while let Ok(signal) = self.tap.signals.try_recv() {
            if let What::Broken(error) = &signal.what {
                return Err(Failure::Screen(error.to_string()));
            }
            if let What::Desktop(desktop) = &signal.what {
                let id = |desktop: &crate::tap::Desktop| desktop.active.as_ref().map(|w| w.id);
                if id(desktop) != id(&self.newest_desktop) && self.suspended.is_none() {
                    // Windows are painted after they came and before they went.
                    self.camera.disturbed();
                }
                self.newest_desktop = desktop.clone();
            }
            let pin = self.needs_picture(&signal.what).then(|| {
                let pin = self.camera.pin(signal.t, &self.newest_desktop);
                self.camera.disturbed();
                pin
            });
            self.arrived += 1;
            self.held.push(Held { signal, number: self.arrived, pin });
        }
        Ok(())
    }

    /// The first key of a text needs a picture, the others do not; every other press does.
    fn needs_picture(&mut self, what: &What) -> bool {
        if self.suspended.is_some() {
            return false;
        }
        match *what {
            What::Button { down: true, .. } => {
                self.in_text = false;
                true
            }
            What::Key { code, state, down: true } => {
                let keysym = self.keymap.keysym(code, state);
                if keysym.is_modifier_key() {
                    return false;
                }
                let chord = u16::from(keymap::CONTROL | keymap::MOD1 | keymap::MOD4) & state != 0;
                let writes = !chord
                    && (keysym.key_char().is_some_and(|c| !c.is_control()) || keysym == Keysym::BackSpace);
                let first = !(writes && self.in_text);
                self.in_text = writes;
                if !first {
                    self.camera.disturbed();
                }
                first
            }
            _ => false,
        }
    }

    /// Handles what happened until then, oldest first.
    fn in_order(&mut self, until: Duration) -> Result<(), Failure> {
        self.held.sort_by_key(|h| (h.signal.t, h.signal.what.rank(), h.number));
        let due = self.held.partition_point(|h| h.signal.t <= until);
        for held in self.held.drain(..due).collect::<Vec<_>>() {
            self.handle(held.signal, held.pin)?;
        }
        Ok(())
    }

    /// Ends: what is pending is written, and the last events get their pictures.
    fn finish(&mut self) -> Result<(), Failure> {
        self.arrivals()?;
        self.in_order(Duration::MAX)?;
        let deadline = Instant::now() + LAST_REST;
        while Instant::now() < deadline && self.camera.at_rest(Instant::now()).is_none() {
            let until = self.camera.rest_at().unwrap_or(deadline).min(deadline);
            self.camera.screen().wait(until, None)?;
            self.camera.look()?;
        }
        let t = self.now();
        let last = self.camera.pin(t, &self.newest_desktop);
        let done = self.scribe.interrupt(Some(last.clone()));
        self.emit(done)?;
        self.settle_with(&last)?;
        self.judge_all()?;
        self.close_gap(t)
    }
}

/// What may fail on a turn.
enum Failure {
    Screen(String),
    Keep(KeepError),
}

impl From<ScreenError> for Failure {
    fn from(e: ScreenError) -> Self {
        Self::Screen(e.to_string())
    }
}

impl From<KeepError> for Failure {
    fn from(e: KeepError) -> Self {
        Self::Keep(e)
    }
}
