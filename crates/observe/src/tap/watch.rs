//! What explains input: windows, the keyboard map, the clipboard, a locked screen.

use super::{Clock, Desktop, Out, What};
use crossbeam_channel::Sender;
use lea_screen::x11::keymap::{CORE_KEYBOARD, Keymap};
use lea_screen::x11::link::Link;
use lea_screen::x11::windows::{Windows, has_pixels};
use lea_screen::{Result, ScreenError, Window};
use rustix::event::{PollFd, PollFlags, poll};
use std::collections::HashMap;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::screensaver::{self, ConnectionExt as _};
use x11rb::protocol::xfixes::{ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xkb::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask};

/// Programs whose window over the screen means that it is locked.
const LOCKERS: &[&str] = &[
    "i3lock",
    "slock",
    "xlock",
    "xtrlock",
    "xsecurelock",
    "xscreensaver",
    "light-locker",
    "gnome-screensaver",
    "mate-screensaver",
    "cinnamon-screensaver",
    "xfce4-screensaver",
    "kscreenlocker_greet",
    "vlock",
];

/// Follows the desktop on a connection of its own.
pub struct Watcher {
    link: Link,
    windows: Windows,
    clock: Clock,
    out: Out,
    /// Who asks for what was copied.
    copied: Option<Sender<Duration>>,
    clipboard_atom: u32,
    known: HashMap<u32, Window>,
    desktop: Option<Arc<Desktop>>,
    locked: bool,
    saver: bool,
    /// The time of the last report: what is read later is newer, whatever time its event bears.
    reported: Duration,
}

/// What the events of one reading made necessary.
#[derive(Default)]
struct News {
    stacking: bool,
    stale: Vec<u32>,
    keymap: Option<Duration>,
    at: Option<Duration>,
    copied: Option<Duration>,
    saver: Option<bool>,
}

impl Watcher {
    /// Subscribes to everything and reports how things are now.
    pub fn new(link: Link, clock: Clock, out: Out, copied: Option<Sender<Duration>>) -> Result<Self> {
        let windows = Windows::new(&link)?;
        let mask = EventMask::PROPERTY_CHANGE | EventMask::SUBSTRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE;
        let aux = ChangeWindowAttributesAux::new().event_mask(mask);
        link.conn.change_window_attributes(link.root, &aux).map_err(|e| link.failed(e))?;
        Keymap::enable(&link)?;
        let changes = xkb::EventType::MAP_NOTIFY | xkb::EventType::NEW_KEYBOARD_NOTIFY;
        let all = xkb::MapPart::KEY_TYPES | xkb::MapPart::KEY_SYMS | xkb::MapPart::MODIFIER_MAP;
        link.conn
            .xkb_select_events(
                CORE_KEYBOARD,
                xkb::EventType::from(0u16),
                changes,
                all,
                all,
                &Default::default(),
            )
            .map_err(|e| link.failed(e))?;
        link.conn
            .xfixes_query_version(5, 0)
            .map_err(|e| link.failed(e))?
            .reply()
            .map_err(|e| link.failed(e))?;
        let atom = link.conn.intern_atom(false, b"CLIPBOARD").map_err(|e| link.failed(e))?.reply();
        let clipboard_atom = atom.map_err(|e| link.failed(e))?.atom;
        link.conn
            .xfixes_select_selection_input(link.root, clipboard_atom, SelectionEventMask::SET_SELECTION_OWNER)
            .map_err(|e| link.failed(e))?;
        let saver = link.conn.extension_information(screensaver::X11_EXTENSION_NAME);
        if saver.map_err(|e| link.failed(e))?.is_some() {
            let mask = screensaver::Event::NOTIFY_MASK;
            link.conn.screensaver_select_input(link.root, mask).map_err(|e| link.failed(e))?;
        }
        let mut watcher = Self {
            link,
            windows,
            clock,
            out,
            copied,
            clipboard_atom,
            known: HashMap::new(),
            desktop: None,
            locked: false,
            saver: false,
            reported: Duration::ZERO,
        };
        watcher.report(&News {
            stacking: true,
            keymap: Some(Duration::ZERO),
            at: Some(Duration::ZERO),
            ..News::default()
        })?;
        Ok(watcher)
    }

    /// Hands on what changes, until `stop` is readable or the display goes.
    pub fn run(mut self, stop: &OwnedFd) {
        loop {
            // Asking the server reads events as well: only when none came with the answers is there nothing to do.
            match self.read() {
                Ok(Some(news)) => match self.report(&news) {
                    Ok(()) => continue,
                    Err(error) => return self.out.broke(&self.clock, error),
                },
                Ok(None) => {}
                Err(error) => return self.out.broke(&self.clock, error),
            }
            let mut fds =
                [PollFd::from_borrowed_fd(self.link.fd(), PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
            match poll(&mut fds, None) {
                Ok(_) if !fds[1].revents().is_empty() => return,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(e) => {
                    let lost = ScreenError::Lost { screen: self.link.name.clone(), why: e.to_string() };
                    return self.out.broke(&self.clock, lost);
                }
            }
        }
    }

    /// Reads all events that are there; none when there are none.
    fn read(&self) -> Result<Option<News>> {
        let mut news = News::default();
        let mut any = false;
        let atoms = &self.windows.atoms;
        while let Some(event) = self.link.conn.poll_for_event().map_err(|e| self.link.failed(e))? {
            any = true;
            match event {
                Event::PropertyNotify(e) => {
                    if e.window == self.link.root {
                        let wanted = [atoms._NET_ACTIVE_WINDOW, atoms._NET_CLIENT_LIST_STACKING];
                        news.stacking |= wanted.contains(&e.atom);
                    } else {
                        news.stale.push(e.window);
                    }
                    news.at.get_or_insert(self.clock.since_start(e.time));
                }
                Event::ConfigureNotify(e) => {
                    news.stale.push(e.window);
                    news.stacking = true;
                }
                Event::MapNotify(_) | Event::UnmapNotify(_) | Event::DestroyNotify(_) => news.stacking = true,
                Event::FocusIn(_) | Event::FocusOut(_) => news.stacking = true,
                Event::XkbMapNotify(e) => {
                    news.keymap.get_or_insert(self.clock.since_start(e.time));
                }
                Event::XkbNewKeyboardNotify(e) => {
                    news.keymap.get_or_insert(self.clock.since_start(e.time));
                }
                Event::XfixesSelectionNotify(e) if e.selection == self.clipboard_atom && e.owner != 0 => {
                    news.copied = Some(self.clock.since_start(e.timestamp));
                }
                Event::ScreensaverNotify(e) => news.saver = Some(e.state == screensaver::State::ON),
                _ => {}
            }
        }
        Ok(any.then_some(news))
    }

    fn report(&mut self, news: &News) -> Result<()> {
        if let Some(t) = news.keymap {
            self.out.send(t, What::Keymap(Arc::new(Keymap::read(&self.link)?)));
        }
        for id in &news.stale {
            self.known.remove(id);
        }
        if let Some(on) = news.saver {
            self.saver = on;
        }
        if news.stacking || !news.stale.is_empty() || news.saver.is_some() {
            let now = self.clock.at(Instant::now());
            self.report_windows(news.at.unwrap_or(now))?;
        }
        if let (Some(t), Some(copied)) = (news.copied, &self.copied) {
            self.out.send(t, What::Copied);
            // Nobody asks any more when the recording ends.
            let _ = copied.send(t);
        }
        Ok(())
    }

    fn report_windows(&mut self, t: Duration) -> Result<()> {
        let t = t.max(self.reported);
        self.reported = t;
        let active = match self.windows.active_id(&self.link)? {
            Some(id) => self.describe(id)?.filter(has_pixels),
            None => None,
        };
        // Who has the keyboard is told first: it may have changed again before all windows are looked over.
        let last = self.desktop.as_deref().cloned().unwrap_or_default();
        self.tell(t, Desktop { active: active.clone(), ..last });

        let scan = self.windows.scan(&self.link)?;
        let mut windows = Vec::new();
        for id in &scan.visible {
            windows.extend(self.describe(*id)?.filter(has_pixels));
        }
        let is_open = |id: &u32| scan.visible.contains(id) || scan.managed.contains(id);
        let active_id = active.as_ref().map(|w| w.id);
        self.known.retain(|id, _| is_open(id) || active_id == Some(u64::from(*id)));
        let covers = |w: &Window| LOCKERS.contains(&w.app_name.to_lowercase().as_str());
        let locked = self.saver || scan.curtained || windows.iter().any(covers);
        if locked != self.locked {
            self.locked = locked;
            self.out.send(t, What::Locked(locked));
        }
        let numbers = |ids: &[u32]| ids.iter().copied().map(u64::from).collect::<Vec<u64>>();
        let (visible, managed) = (numbers(&scan.visible), numbers(&scan.managed));
        let popups = if managed.is_empty() { Vec::new() } else { without(&visible, &managed) };
        let open = [without(&visible, &managed), managed].concat();
        self.tell(t, Desktop { active, windows, open, popups });
        Ok(())
    }

    /// Tells of the desktop, when it is another than before.
    fn tell(&mut self, t: Duration, desktop: Desktop) {
        if self.desktop.as_deref() != Some(&desktop) {
            let desktop = Arc::new(desktop);
            self.desktop = Some(desktop.clone());
            self.out.send(t, What::Desktop(desktop));
        }
    }

    /// What is known of a window; it is followed from the first time it is seen.
    fn describe(&mut self, id: u32) -> Result<Option<Window>> {
        if let Some(window) = self.known.get(&id) {
            return Ok(Some(window.clone()));
        }
        let mask = EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY;
        let aux = ChangeWindowAttributesAux::new().event_mask(mask);
        // It may be gone already: the answer to `describe` tells.
        self.link.conn.change_window_attributes(id, &aux).map_err(|e| self.link.failed(e))?.ignore_error();
        let window = self.windows.describe(&self.link, id)?;
        if let Some(window) = &window {
            self.known.insert(id, window.clone());
        }
        Ok(window)
    }
}

/// The first numbers that are not among the second.
fn without(all: &[u64], known: &[u64]) -> Vec<u64> {
    all.iter().copied().filter(|id| !known.contains(id)).collect()
}
