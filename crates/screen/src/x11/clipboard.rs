//! The clipboard: asking its owner for the text, and being its owner.

use super::link::Link;
use crate::poll::readable;
use crate::stop::Stop;
use crate::{Result, ScreenError};
use rustix::event::{EventfdFlags, PollFd, PollFlags, eventfd, poll};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Property, SelectionNotifyEvent,
    SelectionRequestEvent, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// The names used here.
    Atoms:
    AtomsCookie {
        CLIPBOARD,
        INCR,
        LEA_CLIPBOARD,
        PASSWORD_HINT: b"x-kde-passwordManagerHint",
        TARGETS,
        UTF8_STRING,
    }
}

/// An owner that takes longer than this to hand out its text is not waited for.
const OWNER_TAKES: Duration = Duration::from_secs(2);

/// The most bytes of text read from a clipboard.
const MOST_BYTES: usize = 16 << 20;

/// The clipboard of one display.
#[derive(Debug)]
pub struct Clipboard {
    link: Link,
    atoms: Atoms,
    window: u32,
    owner: Option<Owner>,
    /// Whether a person said stop: its owner is not waited for then.
    pub(super) stop: Stop,
}

#[derive(Debug)]
struct Owner {
    text: Arc<Mutex<String>>,
    stop: OwnedFd,
    thread: Option<JoinHandle<()>>,
}

impl Clipboard {
    /// Opens a connection of its own: its events must not mix with others.
    pub fn open(beside: &Link) -> Result<Self> {
        let link = beside.again()?;
        let atoms =
            Atoms::new(&link.conn).map_err(|e| link.failed(e))?.reply().map_err(|e| link.failed(e))?;
        let window = invisible_window(&link)?;
        Ok(Self { link, atoms, window, owner: None, stop: Stop::default() })
    }

    /// The text on the clipboard; none where it is empty or holds no text.
    pub fn read(&mut self) -> Result<Option<String>> {
        let text = self.ask(self.atoms.UTF8_STRING)?;
        Ok(text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Its owner says that it is a secret, as password managers do.
    pub fn is_secret(&mut self) -> Result<bool> {
        let offered = self.ask(self.atoms.TARGETS)?.unwrap_or_default();
        let hint = self.atoms.PASSWORD_HINT.to_ne_bytes();
        Ok(offered.chunks_exact(4).any(|atom| atom == hint))
    }

    /// What the owner has in one form.
    fn ask(&mut self, target: Atom) -> Result<Option<Vec<u8>>> {
        let link = &self.link;
        while link.conn.poll_for_event().map_err(|e| link.failed(e))?.is_some() {}
        let property = self.atoms.LEA_CLIPBOARD;
        link.conn
            .convert_selection(self.window, self.atoms.CLIPBOARD, target, property, x11rb::CURRENT_TIME)
            .map_err(|e| link.failed(e))?;
        link.conn.flush().map_err(|e| link.failed(e))?;
        let deadline = Instant::now() + OWNER_TAKES;
        let answered = self.next(deadline, |event| match event {
            Event::SelectionNotify(e) => Some(e.property),
            _ => None,
        })?;
        match answered {
            None | Some(x11rb::NONE) => Ok(None),
            Some(_) => self.collect(deadline),
        }
    }

    /// Takes what the owner left, in pieces where it is long.
    fn collect(&self, deadline: Instant) -> Result<Option<Vec<u8>>> {
        let (kind, first) = self.take_property()?;
        let mut bytes = first;
        if kind == self.atoms.INCR {
            bytes.clear();
            loop {
                let told = self.next(deadline, |event| match event {
                    Event::PropertyNotify(e)
                        if e.state == Property::NEW_VALUE && e.atom == self.atoms.LEA_CLIPBOARD =>
                    {
                        Some(())
                    }
                    _ => None,
                })?;
                if told.is_none() {
                    return Ok(None);
                }
                let (_, piece) = self.take_property()?;
                if piece.is_empty() || bytes.len() + piece.len() > MOST_BYTES {
                    break;
                }
                bytes.extend(piece);
            }
        }
        Ok(Some(bytes))
    }

    fn take_property(&self) -> Result<(Atom, Vec<u8>)> {
        let link = &self.link;
        let words = (MOST_BYTES / 4) as u32;
        let asked = link
            .conn
            .get_property(true, self.window, self.atoms.LEA_CLIPBOARD, AtomEnum::ANY, 0, words)
            .map_err(|e| link.failed(e))?;
        let reply = asked.reply().map_err(|e| link.failed(e))?;
        Ok((reply.type_, reply.value))
    }

    /// The next event that is wanted, or none by the deadline.
    fn next<T>(&self, deadline: Instant, wanted: impl Fn(&Event) -> Option<T>) -> Result<Option<T>> {
        let link = &self.link;
        loop {
            while let Some(event) = link.conn.poll_for_event().map_err(|e| link.failed(e))? {
                if let Some(found) = wanted(&event) {
                    return Ok(Some(found));
                }
            }
            self.stop.check(&link.name)?;
            match readable([Some(link.fd())], self.stop.look_by(deadline)) {
                Ok(None) if Instant::now() >= deadline => return Ok(None),
                Ok(_) => {}
                Err(e) => return Err(ScreenError::Lost { screen: link.name.clone(), why: e.to_string() }),
            }
        }
    }

    /// Puts a text on the clipboard, for as long as this value lives or until somebody else copies.
    pub fn write(&mut self, text: &str) -> Result<()> {
        self.owner = None;
        self.owner = Some(Owner::start(&self.link, text)?);
        Ok(())
    }
}

impl Owner {
    fn start(beside: &Link, text: &str) -> Result<Self> {
        let link = beside.again()?;
        let atoms =
            Atoms::new(&link.conn).map_err(|e| link.failed(e))?.reply().map_err(|e| link.failed(e))?;
        let window = invisible_window(&link)?;
        link.conn
            .set_selection_owner(window, atoms.CLIPBOARD, x11rb::CURRENT_TIME)
            .map_err(|e| link.failed(e))?;
        let owner = link.conn.get_selection_owner(atoms.CLIPBOARD).map_err(|e| link.failed(e))?;
        if owner.reply().map_err(|e| link.failed(e))?.owner != window {
            return Err(ScreenError::Refused {
                screen: link.name.clone(),
                why: "another program keeps the clipboard".into(),
            });
        }
        let text = Arc::new(Mutex::new(text.to_owned()));
        let cannot =
            |e: std::io::Error| ScreenError::Refused { screen: beside.name.clone(), why: e.to_string() };
        let stop = eventfd(0, EventfdFlags::CLOEXEC).map_err(|e| cannot(e.into()))?;
        let told = stop.try_clone().map_err(cannot)?;
        let shared = text.clone();
        let thread = std::thread::Builder::new()
            .name("lea-clipboard".into())
            .spawn(move || serve(&link, atoms, &shared, &told))
            .map_err(cannot)?;
        Ok(Self { text, stop, thread: Some(thread) })
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        if let Ok(mut text) = self.text.lock() {
            text.clear();
        }
        let _ = rustix::io::write(&self.stop, &1u64.to_ne_bytes());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Answers those who paste, until somebody else copies, the display goes, or we are told to stop.
fn serve(link: &Link, atoms: Atoms, text: &Mutex<String>, stop: &OwnedFd) {
    loop {
        loop {
            match link.conn.poll_for_event() {
                Ok(Some(Event::SelectionClear(_))) | Err(_) => return,
                Ok(Some(Event::SelectionRequest(request))) => {
                    let text = text.lock().map(|t| t.clone()).unwrap_or_default();
                    if answer(link, atoms, &request, &text).is_err() {
                        return;
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
            }
        }
        let mut fds = [PollFd::from_borrowed_fd(link.fd(), PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) if !fds[1].revents().is_empty() => return,
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}

fn answer(link: &Link, atoms: Atoms, request: &SelectionRequestEvent, text: &str) -> Result<()> {
    let property = if request.property == x11rb::NONE { request.target } else { request.property };
    let fits = text.len() + 64 < link.conn.maximum_request_bytes();
    let given = if request.target == atoms.TARGETS {
        let offered = [atoms.TARGETS, atoms.UTF8_STRING];
        link.conn.change_property32(PropMode::REPLACE, request.requestor, property, AtomEnum::ATOM, &offered)
    } else if request.target == atoms.UTF8_STRING && fits {
        let kind = atoms.UTF8_STRING;
        link.conn.change_property8(PropMode::REPLACE, request.requestor, property, kind, text.as_bytes())
    } else {
        return notify(link, request, x11rb::NONE);
    };
    given.map_err(|e| link.failed(e))?;
    notify(link, request, property)
}

fn notify(link: &Link, request: &SelectionRequestEvent, property: Atom) -> Result<()> {
    let event = SelectionNotifyEvent {
        response_type: x11rb::protocol::xproto::SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: request.time,
        requestor: request.requestor,
        selection: request.selection,
        target: request.target,
        property,
    };
    link.conn.send_event(false, request.requestor, EventMask::NO_EVENT, event).map_err(|e| link.failed(e))?;
    link.conn.flush().map_err(|e| link.failed(e))
}

fn invisible_window(link: &Link) -> Result<u32> {
    let window = link.conn.generate_id().map_err(|e| link.failed(e))?;
    let aux = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    link.conn
        .create_window(0, window, link.root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &aux)
        .map_err(|e| link.failed(e))?
        .check()
        .map_err(|e| link.failed(e))?;
    Ok(window)
}
