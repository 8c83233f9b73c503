//! The input tap: everything a person does on a display, with the server's own times, in order.

mod copied;
mod record;
mod watch;

use lea_model::{Point, Rect};
use lea_screen::x11::clipboard::Clipboard;
use lea_screen::x11::keymap::Keymap;
use lea_screen::x11::link::{ANSWER_WITHIN, Link};
use lea_screen::{ScreenError, Window};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// Something that happened on the display.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Since the session began, by the server's clock.
    pub t: Duration,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// Another keyboard map is in force.
    Keymap(Arc<Keymap>),
    /// Windows came, went, moved, or have another name.
    Desktop(Arc<Desktop>),
    /// The screen was locked or unlocked.
    Locked(bool),
    /// Something was copied.
    Copied,
    /// What was copied at that time: its text, where it is one and its owner does not call it a secret.
    Clipboard(Duration, Option<String>),
    /// A key went down or up; the state is that of the core protocol.
    Key {
        /// The key's code.
        code: u8,
        /// Modifiers and group.
        state: u16,
        /// Down, or up.
        down: bool,
    },
    /// A button went down or up.
    Button {
        /// 1 to 3, or 4 to 7 for the wheel.
        number: u8,
        /// Down, or up.
        down: bool,
        /// Where the pointer is.
        pos: Point,
    },
    /// The pointer moved.
    Motion(Point),
    /// The tap broke: nothing more will come.
    Broken(Arc<ScreenError>),
}

impl What {
    /// The order of things that happen in the same millisecond: clicks and keys cause what windows and the clipboard do, as nobody
    /// answers a window within a millisecond. A locked screen comes before keys: what is typed into it is not recorded.
    pub fn rank(&self) -> u8 {
        match self {
            What::Keymap(_) => 0,
            What::Motion(_) => 1,
            What::Button { .. } => 2,
            What::Locked(_) => 3,
            What::Key { .. } => 4,
            What::Desktop(_) => 5,
            What::Copied | What::Clipboard(..) | What::Broken(_) => 6,
        }
    }
}

/// The windows of a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Desktop {
    /// The one that has the keyboard.
    pub active: Option<Window>,
    /// All that can be seen, lowest first.
    pub windows: Vec<Window>,
    /// The numbers of all there are, hidden ones too.
    pub open: Vec<u64>,
    /// The numbers of menus and the like, which no window manager knows.
    pub popups: Vec<u64>,
}

impl Desktop {
    /// The window a click at this point belongs to: the topmost there, or none on the bare desktop. Menus and other
    /// pop-ups are not windows of their own: they belong to the active one.
    pub fn at(&self, point: Point) -> Option<&Window> {
        let top = self.windows.iter().rev().find(|w| w.rect.padded(FRAME_PX).contains(point))?;
        match &self.active {
            Some(active) if self.popups.contains(&top.id) => Some(active),
            _ => Some(top),
        }
    }

    /// What holds all these windows, without their frames.
    pub fn around(&self, wanted: impl Fn(&Window) -> bool) -> Option<Rect> {
        let all = self.windows.iter().chain(&self.active).filter(|w| wanted(w));
        all.map(|w| w.rect).reduce(|a, b| a.union(&b))
    }

    /// The parts of the screen that show these windows: what others cover is left out.
    pub fn visible_parts(&self, wanted: impl Fn(&Window) -> bool) -> Vec<Rect> {
        let mut parts = Vec::new();
        for (i, window) in self.windows.iter().enumerate().filter(|(_, w)| wanted(w)) {
            let mut left = vec![window.rect.padded(FRAME_PX)];
            for above in self.windows[i + 1..].iter().filter(|w| !wanted(w)) {
                left = left.iter().flat_map(|r| without(*r, above.rect)).collect();
            }
            parts.extend(left);
        }
        parts
    }
}

/// How far a window's title bar and borders may reach beyond it.
const FRAME_PX: i32 = 30;

/// What is left of a box when another is cut out of it.
fn without(rect: Rect, cut: Rect) -> Vec<Rect> {
    let Some(hole) = rect.intersection(&cut) else { return vec![rect] };
    let parts = [
        Rect { y2: hole.y1, ..rect },
        Rect { y1: hole.y2, ..rect },
        Rect { y1: hole.y1, y2: hole.y2, x2: hole.x1, ..rect },
        Rect { y1: hole.y1, y2: hole.y2, x1: hole.x2, ..rect },
    ];
    parts.into_iter().filter(|r| !r.is_empty()).collect()
}

/// Server time and ours, tied together.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    server: u32,
    local: Instant,
}

impl Clock {
    /// Asks the server for its time.
    fn tie(link: &Link) -> lea_screen::Result<Self> {
        let window = link.conn.generate_id().map_err(|e| link.failed(e))?;
        let aux = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        link.conn
            .create_window(0, window, link.root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux)
            .map_err(|e| link.failed(e))?;
        link.conn
            .change_property8(PropMode::REPLACE, window, AtomEnum::WM_NAME, AtomEnum::STRING, b"lea")
            .map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))?;
        let server = loop {
            match link.conn.wait_for_event().map_err(|e| link.failed(e))? {
                Event::PropertyNotify(e) if e.window == window => break e.time,
                _ => {}
            }
        };
        let local = Instant::now();
        link.conn.destroy_window(window).map_err(|e| link.failed(e))?;
        Ok(Self { server, local })
    }

    /// A server time as time since the session began; it may wrap around, and it never goes before the start.
    pub fn since_start(&self, server: u32) -> Duration {
        let ms = server.wrapping_sub(self.server).cast_signed().max(0);
        Duration::from_millis(ms.unsigned_abs().into())
    }

    /// A time of ours as time since the session began.
    pub fn at(&self, instant: Instant) -> Duration {
        instant.saturating_duration_since(self.local)
    }

    /// When in our time something happened.
    pub fn instant(&self, t: Duration) -> Instant {
        self.local + t
    }
}

/// Where signals go, with a bell for whoever waits.
#[derive(Clone)]
struct Out {
    signals: crossbeam_channel::Sender<Signal>,
    bell: Arc<OwnedFd>,
    stopped: Arc<AtomicBool>,
}

impl Out {
    /// Sends; false when nobody listens any more.
    fn send(&self, t: Duration, what: What) -> bool {
        let sent = self.signals.send(Signal { t, what }).is_ok();
        // The bell counts: it only fails when its counter is full, and then it rings already.
        let _ = rustix::io::write(&*self.bell, &1u64.to_ne_bytes());
        sent && !self.stopped.load(Ordering::Relaxed)
    }

    fn broke(&self, clock: &Clock, error: ScreenError) {
        if !self.stopped.load(Ordering::Relaxed) {
            self.send(clock.at(Instant::now()), What::Broken(Arc::new(error)));
        }
    }
}

/// A running tap.
pub struct Tap {
    /// What happens, as it happens: each source in order, the sources not yet ordered among each other.
    pub signals: crossbeam_channel::Receiver<Signal>,
    /// The times of this session.
    pub clock: Clock,
    bell: Arc<OwnedFd>,
    stopped: Arc<AtomicBool>,
    stop_recording: lea_screen::x11::heard::Stop,
    input: Arc<Link>,
    wake_watch: OwnedFd,
    threads: Vec<JoinHandle<()>>,
}

impl Tap {
    /// Starts to listen on a display.
    pub fn start(display: Option<&str>, read_clipboard: bool) -> lea_screen::Result<Self> {
        let control = Link::open(display)?;
        let clock = Clock::tie(&control)?;
        let refused =
            |e: std::io::Error| ScreenError::Refused { screen: "the input tap".into(), why: e.to_string() };
        let bell =
            eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).map_err(|e| refused(e.into()))?;
        let (sender, signals) = crossbeam_channel::unbounded();
        let bell = Arc::new(bell);
        let stopped = Arc::new(AtomicBool::new(false));
        let out = Out { signals: sender, bell: bell.clone(), stopped: stopped.clone() };
        let wake_watch = eventfd(0, EventfdFlags::CLOEXEC).map_err(|e| refused(e.into()))?;
        let watch_wake = wake_watch.try_clone().map_err(refused)?;

        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new().name(name.into()).spawn(work).map_err(refused)
        };
        let mut threads = Vec::new();
        let mut copied = None;
        if read_clipboard {
            let (tell, told) = crossbeam_channel::unbounded();
            let (clipboard, out) = (Clipboard::open(&control)?, out.clone());
            threads
                .push(spawn("lea-copied", Box::new(move || copied::listen(clipboard, &told, clock, &out)))?);
            copied = Some(tell);
        }
        let watcher = watch::Watcher::new(control.again()?, clock, out.clone(), copied)?;
        let (recording, stop_recording) = record::Recording::new(control, clock, out)?;
        let input = recording.link();
        let (listening, heard) = crossbeam_channel::bounded(1);
        threads.push(spawn("lea-tap", Box::new(move || recording.run(&listening)))?);
        threads.push(spawn("lea-watch", Box::new(move || watcher.run(&watch_wake)))?);
        let tap = Self { signals, clock, bell, stopped, stop_recording, input, wake_watch, threads };
        // Only when the server has begun to tell us of input is nothing missed.
        if heard.recv_timeout(ANSWER_WITHIN).is_err() {
            let why = "the server does not say that it records".into();
            return Err(ScreenError::Refused { screen: "the input tap".into(), why });
        }
        Ok(tap)
    }

    /// Readable when a signal has come.
    pub fn bell(&self) -> BorrowedFd<'_> {
        self.bell.as_fd()
    }

    /// Rings [`Tap::bell`] when written to, for others that have something to say.
    pub fn ringer(&self) -> Arc<OwnedFd> {
        self.bell.clone()
    }

    /// Input has happened that nobody has read yet: what the screen shows may be its doing.
    pub fn is_behind(&self) -> bool {
        !self.signals.is_empty() || rustix::io::ioctl_fionread(self.input.fd()).is_ok_and(|bytes| bytes > 0)
    }

    /// Silences the bell until the next signal.
    pub fn hush(&self) {
        let _ = rustix::io::read(&*self.bell, &mut [0u8; 8]);
    }
}

impl Drop for Tap {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::Relaxed);
        let heard = (self.stop_recording)();
        let _ = rustix::io::write(&self.wake_watch, &1u64.to_ne_bytes());
        // A server that hangs would keep us here for ever: its threads end with it, or with the process.
        for thread in self.threads.drain(..).filter(|_| heard) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Size;

    fn window(id: u64, title: &str, rect: [i32; 4]) -> Window {
        Window { id, title: title.into(), app_name: format!("App{id}"), rect: rect.into() }
    }

    #[test]
    fn a_click_belongs_to_the_topmost_window_there() {
        let (low, high) = (window(1, "low", [0, 0, 400, 400]), window(2, "high", [200, 200, 600, 600]));
        let desktop =
            Desktop { active: Some(low.clone()), windows: vec![low, high], open: vec![1, 2], popups: vec![] };
        let at = |x, y| desktop.at(Point { x, y }).map(|w| w.id);
        assert_eq!(at(50, 50), Some(1));
        assert_eq!(at(300, 300), Some(2));
        assert_eq!(at(900, 900), None, "the bare desktop");
    }

    #[test]
    fn a_menu_belongs_to_the_window_that_opened_it() {
        let app = window(1, "app", [0, 0, 400, 400]);
        let menu = window(2, "menu", [390, 10, 500, 200]);
        let desktop = Desktop {
            active: Some(app.clone()),
            windows: vec![app, menu],
            open: vec![1, 2],
            popups: vec![2],
        };
        assert_eq!(desktop.at(Point { x: 495, y: 100 }).map(|w| w.title.as_str()), Some("app"));
    }

    #[test]
    fn what_holds_some_windows_leaves_the_others_and_all_frames_out() {
        let (one, other) = (window(1, "one", [0, 30, 400, 400]), window(2, "other", [200, 200, 600, 600]));
        let desktop = Desktop {
            active: None,
            windows: vec![one, other.clone(), window(3, "one", [700, 40, 800, 90])],
            open: vec![1, 2, 3],
            popups: vec![],
        };
        assert_eq!(desktop.around(|w| w.title == "one"), Some(Rect::from([0, 30, 800, 400])));
        assert_eq!(desktop.around(|w| w.id == 2), Some(other.rect));
        assert_eq!(desktop.around(|w| w.id == 9), None);
    }

    #[test]
    fn only_the_visible_parts_of_a_window_are_named() {
        let (secret, above) =
            (window(1, "secret", [100, 100, 500, 500]), window(2, "above", [300, 0, 900, 900]));
        let desktop =
            Desktop { active: None, windows: vec![secret, above], open: vec![1, 2], popups: vec![] };
        let parts = desktop.visible_parts(|w| w.title == "secret");
        let covered = Point { x: 400, y: 300 };
        assert!(parts.iter().any(|r| r.contains(Point { x: 200, y: 300 })));
        assert!(!parts.iter().any(|r| r.contains(covered)));
    }

    #[test]
    fn server_time_wraps_around() {
        let clock = Clock { server: u32::MAX - 99, local: Instant::now() };
        assert_eq!(clock.since_start(100), Duration::from_millis(200));
        assert_eq!(clock.since_start(u32::MAX - 200), Duration::ZERO);
        assert_eq!(Rect::at(0, 0, Size { width: 1, height: 1 }).area(), 1);
    }

    #[test]
    fn a_key_comes_before_the_window_that_it_closed_and_after_the_lock_that_it_is_typed_into() {
        let key = What::Key { code: 36, state: 0, down: true };
        assert!(key.rank() < What::Desktop(Arc::default()).rank());
        assert!(key.rank() < What::Copied.rank());
        assert!(key.rank() > What::Locked(true).rank());
    }
}
