//! Bringing a window to the front: through the window manager where there is one (EWMH), by hand where there is none.

use super::link::{Link, LinkError};
use super::windows::{Windows, gone_is_none};
use crate::poll::readable;
use crate::stop::Stop;
use crate::{Result, ScreenError};
use lea_model::Rect;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _,
    EventMask, InputFocus, MapState, StackMode,
};

/// A window manager that has not obeyed after this long will not.
const OBEYS_WITHIN: Duration = Duration::from_secs(2);

/// A window that is active and still covered after this long is covered by what always stays above.
const COMES_UP_WITHIN: Duration = Duration::from_millis(300);

/// The source of a request that a person's tool makes, not the application itself: managers obey it.
const FROM_A_PAGER: u32 = 2;

/// Brings a window to the front and returns when it has the keyboard.
pub fn raise(beside: &Link, window: u64, stop: &Stop) -> Result<()> {
    stop.check(&beside.name)?;
    let Ok(id) = u32::try_from(window) else {
        return Err(gone(beside, window));
    };
    // A display that is gone is told as such, not as one that cannot be opened.
    beside.sync()?;
    // A connection of its own: its events must not mix with others.
    let link = beside.again()?;
    let windows = Windows::new(&link)?;
    let raise = Raise { link, windows, id, stop };
    if raise.has_manager()? { raise.ask_manager() } else { raise.by_hand() }
}

struct Raise<'a> {
    link: Link,
    windows: Windows,
    id: u32,
    stop: &'a Stop,
}

impl Raise<'_> {
    /// A window manager runs that knows what an active window is. One that has died leaves its claims behind, but not
    /// the window that proves them.
    fn has_manager(&self) -> Result<bool> {
        let (link, atoms) = (&self.link, &self.windows.atoms);
        let check = atoms._NET_SUPPORTING_WM_CHECK;
        let Some(&proof) = self.windows.numbers(link, link.root, check)?.first() else {
            return Ok(false);
        };
        if self.windows.numbers(link, proof, check)?.first() != Some(&proof) {
            return Ok(false);
        }
        Ok(self.windows.numbers(link, link.root, atoms._NET_SUPPORTED)?.contains(&atoms._NET_ACTIVE_WINDOW))
    }

    fn ask_manager(&self) -> Result<()> {
        let (link, atoms, id) = (&self.link, &self.windows.atoms, self.id);
        self.listen(EventMask::PROPERTY_CHANGE)?;
        let states = self.windows.numbers(link, id, atoms._NET_WM_STATE)?;
        if states.contains(&atoms._NET_WM_STATE_HIDDEN) {
            // The way back from an icon that every manager knows.
            link.conn.map_window(id).map_err(|e| link.failed(e))?;
        }
        let active = self.windows.active_id(link)?.unwrap_or(x11rb::NONE);
        let data = [FROM_A_PAGER, x11rb::CURRENT_TIME, active, 0, 0];
        let message = ClientMessageEvent::new(32, id, atoms._NET_ACTIVE_WINDOW, data);
        let to_manager = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        link.conn.send_event(false, link.root, to_manager, message).map_err(|e| link.failed(e))?;
        let mut active_since = None;
        self.wait(|until| {
            if !self.is_active()? {
                active_since = None;
                return Ok(Some(until));
            }
            let up_by = *active_since.get_or_insert_with(Instant::now) + COMES_UP_WITHIN;
            Ok((self.is_covered()? && Instant::now() < up_by).then_some(up_by))
        })
    }

    /// It has the keyboard, or a dialog of it that lets nothing else have it.
    fn is_active(&self) -> Result<bool> {
        let (link, atoms) = (&self.link, &self.windows.atoms);
        let Some(active) = self.windows.active_id(link)? else {
            return Ok(false);
        };
        if active == self.id {
            return Ok(true);
        }
        let modal = self.windows.numbers(link, active, atoms._NET_WM_STATE)?;
        let owner = self.windows.numbers(link, active, AtomEnum::WM_TRANSIENT_FOR.into())?;
        Ok(modal.contains(&atoms._NET_WM_STATE_MODAL) && owner.first() == Some(&self.id))
    }

    /// A window that the manager has above it hides some of it.
    fn is_covered(&self) -> Result<bool> {
        let scan = self.windows.scan(&self.link)?;
        let rect = |id: u32| Ok(self.windows.rect(&self.link, id)?.unwrap_or_default());
        let own: Rect = rect(self.id)?;
        let above = scan.managed.iter().rev().take_while(|id| **id != self.id);
        for id in above.filter(|id| scan.visible.contains(id)) {
            if rect(*id)?.intersection(&own).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn by_hand(&self) -> Result<()> {
        let (link, id) = (&self.link, self.id);
        self.listen(EventMask::FOCUS_CHANGE)?;
        // What stands among the other windows may be a frame around it.
        let (mut top, mut parent) = (id, id);
        while parent != link.root && parent != x11rb::NONE {
            top = parent;
            let tree = link.conn.query_tree(top).map_err(|e| link.failed(e))?.reply();
            parent = gone_is_none(link, tree)?.ok_or_else(|| gone(link, id.into()))?.parent;
        }
        let up = ConfigureWindowAux::new().stack_mode(StackMode::ABOVE);
        link.conn.map_window(id).map_err(|e| link.failed(e))?;
        link.conn.map_window(top).map_err(|e| link.failed(e))?;
        link.conn.configure_window(top, &up).map_err(|e| link.failed(e))?;
        self.wait(|until| {
            if self.has_focus()? {
                return Ok(None);
            }
            // Only what can be seen can have the keyboard.
            let state = link.conn.get_window_attributes(id).map_err(|e| link.failed(e))?.reply();
            if gone_is_none(link, state)?.is_some_and(|a| a.map_state == MapState::VIEWABLE) {
                let given = link.conn.set_input_focus(InputFocus::PARENT, id, x11rb::CURRENT_TIME);
                gone_is_none(link, given.map_err(|e| link.failed(e))?.check())?;
                return Ok((!self.has_focus()?).then_some(until));
            }
            Ok(Some(until))
        })
    }

    /// It, or something in it, has the keyboard.
    fn has_focus(&self) -> Result<bool> {
        let link = &self.link;
        let focus = link.conn.get_input_focus().map_err(|e| link.failed(e))?.reply();
        let mut window = focus.map_err(|e| link.failed(e))?.focus;
        // 0 and 1 stand for nobody and for whatever is under the pointer.
        while window > 1 && window != link.root {
            if window == self.id {
                return Ok(true);
            }
            let tree = link.conn.query_tree(window).map_err(|e| link.failed(e))?.reply();
            window = gone_is_none(link, tree)?.map_or(x11rb::NONE, |t| t.parent);
        }
        Ok(false)
    }

    /// Asks to be told of what happens to the root window and to ours; from here on its end is noticed.
    fn listen(&self, root: EventMask) -> Result<()> {
        let link = &self.link;
        let mask = |mask| ChangeWindowAttributesAux::new().event_mask(mask);
        link.conn.change_window_attributes(link.root, &mask(root)).map_err(|e| link.failed(e))?;
        let own = EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE;
        let asked = link.conn.change_window_attributes(self.id, &mask(own)).map_err(|e| link.failed(e))?;
        gone_is_none(link, asked.check())?.ok_or_else(|| gone(link, self.id.into()))
    }

    /// Looks whenever something happened, until `look` wants to wait no longer: it says by when to look again.
    fn wait(&self, mut look: impl FnMut(Instant) -> Result<Option<Instant>>) -> Result<()> {
        let link = &self.link;
        let deadline = Instant::now() + OBEYS_WITHIN;
        loop {
            self.stop.check(&link.name)?;
            let Some(until) = look(deadline)? else {
                return Ok(());
            };
            // Asking the server reads events as well: only when none came with the answers is there nothing to do.
            let mut any = false;
            while let Some(event) = link.conn.poll_for_event().map_err(|e| link.failed(e))? {
                if matches!(event, Event::DestroyNotify(e) if e.window == self.id) {
                    return Err(gone(link, self.id.into()));
                }
                any = true;
            }
            if Instant::now() >= deadline {
                return Err(self.disobeyed()?);
            }
            if !any {
                readable([Some(link.fd())], self.stop.look_by(until.min(deadline)))
                    .map_err(|e| ScreenError::Lost { screen: link.name.clone(), why: e.to_string() })?;
            }
        }
    }

    fn disobeyed(&self) -> Result<ScreenError> {
        let link = &self.link;
        let Some(wanted) = self.windows.describe(link, self.id)? else {
            return Ok(gone(link, self.id.into()));
        };
        let active = match self.windows.active_id(link)? {
            Some(id) => self.windows.describe(link, id)?,
            None => None,
        };
        let instead = active.map_or_else(|| "no window is".to_owned(), |w| format!("{:?} is", w.title));
        let seconds = OBEYS_WITHIN.as_secs();
        let why =
            format!("the window {:?} did not become active within {seconds} s: {instead}", wanted.title);
        Ok(link.failed(LinkError::Refused(why)))
    }
}

fn gone(link: &Link, window: u64) -> ScreenError {
    let why = format!("the window {window:#x} is no longer there: ask for the windows of now");
    link.failed(LinkError::Refused(why))
}
