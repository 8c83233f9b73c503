//! Windows as the window manager tells of them (EWMH), and as the server does where there is no manager.

use super::link::Link;
use super::sign;
use crate::{Result, ScreenError, Window};
use lea_model::{Rect, Size};
use x11rb::connection::Connection as _;
use x11rb::protocol::shape::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{Atom, AtomEnum, ConnectionExt as _, MapState, QueryTreeReply, WindowClass};

mod names {
    #![allow(missing_docs)] // The macro leaves what it makes without a word.
    x11rb::atom_manager! {
        pub Atoms:
        AtomsCookie {
            _NET_ACTIVE_WINDOW,
            _NET_CLIENT_LIST_STACKING,
            _NET_SUPPORTED,
            _NET_SUPPORTING_WM_CHECK,
            _NET_WM_NAME,
            _NET_WM_STATE,
            _NET_WM_STATE_HIDDEN,
            _NET_WM_STATE_MODAL,
            UTF8_STRING,
        }
    }
}
pub use names::Atoms;

/// The most bytes of a title that are read: it is shown, not stored as a book.
const TITLE_WORDS: u32 = 512;

/// The windows of a moment.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Those that can be seen, lowest first, menus and the like above all.
    pub visible: Vec<u32>,
    /// Those the window manager knows, hidden ones too.
    pub managed: Vec<u32>,
    /// A curtain hides them all: the screen is locked.
    pub curtained: bool,
}

/// Reads about windows.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// The atoms of this connection.
    pub atoms: Atoms,
}

impl Windows {
    /// Asks for the atoms.
    pub fn new(link: &Link) -> Result<Self> {
        let atoms = Atoms::new(&link.conn).map_err(|e| link.failed(e))?;
        Ok(Self { atoms: atoms.reply().map_err(|e| link.failed(e))? })
    }

    /// The number of the window that has the keyboard.
    pub fn active_id(&self, link: &Link) -> Result<Option<u32>> {
        if let Some(&id) = self.numbers(link, link.root, self.atoms._NET_ACTIVE_WINDOW)?.first() {
            return Ok((id != 0).then_some(id));
        }
        // No window manager says: whoever has the focus.
        let focus = link.conn.get_input_focus().map_err(|e| link.failed(e))?.reply();
        let focus = focus.map_err(|e| link.failed(e))?.focus;
        if focus <= 1 || focus == link.root {
            return Ok(None);
        }
        self.top_level(link, focus)
    }

    /// The window of an application that this window is, or is within.
    fn top_level(&self, link: &Link, mut window: u32) -> Result<Option<u32>> {
        let mut best = None;
        while window != 0 && window != link.root {
            if self.class(link, window)?.is_some() {
                best = Some(window);
            }
            let Some(tree) =
                gone_is_none(link, link.conn.query_tree(window).map_err(|e| link.failed(e))?.reply())?
            else {
                return Ok(best);
            };
            window = tree.parent;
        }
        Ok(best)
    }

    /// What there is to know of a window; none when it has gone meanwhile.
    pub fn describe(&self, link: &Link, id: u32) -> Result<Option<Window>> {
        let Some(rect) = self.rect(link, id)? else {
            return Ok(None);
        };
        let title = self.title(link, id)?;
        let app_name = match self.opener(link, id)? {
            Some(opener) => self.class(link, opener)?,
            None => self.class(link, id)?,
        };
        Ok(Some(Window { id: u64::from(id), title, app_name: app_name.unwrap_or_default(), rect }))
    }

    /// The window whose application opened this one, where no manager has it: a menu, a list or a tool tip, whose own class names a kind of
    /// thing and no application. That is the uppermost managed window of the same connection.
    fn opener(&self, link: &Link, id: u32) -> Result<Option<u32>> {
        let asked = link.conn.get_window_attributes(id).map_err(|e| link.failed(e))?;
        let is_unmanaged = gone_is_none(link, asked.reply())?.is_some_and(|a| a.override_redirect);
        if !is_unmanaged {
            return Ok(None);
        }
        let mask = link.conn.setup().resource_id_mask;
        let managed = self.managed_ids(link)?;
        Ok(managed.into_iter().rev().find(|other| is_of_same_client(id, *other, mask)))
    }

    /// The title of a window, empty where it has none.
    pub fn title(&self, link: &Link, id: u32) -> Result<String> {
        let modern = self.bytes(link, id, self.atoms._NET_WM_NAME, self.atoms.UTF8_STRING)?;
        if let Some(bytes) = modern {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        let old = self.bytes(link, id, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into())?;
        // The old property is Latin-1 by its definition, UTF-8 by its use.
        Ok(old.map_or_else(String::new, |b| {
            String::from_utf8(b).unwrap_or_else(|e| e.into_bytes().into_iter().map(char::from).collect())
        }))
    }

    /// The application a window belongs to: the class of WM_CLASS.
    pub fn class(&self, link: &Link, id: u32) -> Result<Option<String>> {
        let bytes = self.bytes(link, id, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into())?;
        Ok(bytes.map(|b| {
            let text = String::from_utf8_lossy(&b).into_owned();
            let mut parts = text.split('\0').filter(|p| !p.is_empty());
            let instance = parts.next().unwrap_or_default().to_owned();
            parts.next().map_or(instance, str::to_owned)
        }))
    }

    /// All windows that can be seen, lowest first, with the menus and tool tips no manager lists.
    pub fn visible(&self, link: &Link) -> Result<Vec<Window>> {
        let mut windows = Vec::new();
        for id in self.visible_ids(link)? {
            windows.extend(self.describe(link, id)?.filter(has_pixels));
        }
        Ok(windows)
    }

    /// The numbers of all windows the manager knows, lowest first, hidden ones too.
    pub fn managed_ids(&self, link: &Link) -> Result<Vec<u32>> {
        self.numbers(link, link.root, self.atoms._NET_CLIENT_LIST_STACKING)
    }

    /// The numbers of all windows that can be seen, lowest first.
    pub fn visible_ids(&self, link: &Link) -> Result<Vec<u32>> {
        Ok(self.scan(link)?.visible)
    }

    /// Looks over all windows there are. Everything of one kind is asked at once, so that it takes a few round trips
    /// however many they are.
    pub fn scan(&self, link: &Link) -> Result<Scan> {
        let managed = self.managed_ids(link)?;
        let tree = link.conn.query_tree(link.root).map_err(|e| link.failed(e))?;
        let screen = self.rect(link, link.root)?.unwrap_or_default();
        let children = tree.reply().map_err(|e| link.failed(e))?.children;

        let ask_state = |id: &u32| {
            let asked = link.conn.get_property(false, *id, self.atoms._NET_WM_STATE, AtomEnum::ANY, 0, 64);
            asked.map_err(|e| link.failed(e))
        };
        let states = managed.iter().map(ask_state).collect::<Result<Vec<_>>>()?;
        let mut visible = Vec::new();
        for (id, state) in managed.iter().zip(states) {
            let state = gone_is_none(link, state.reply())?;
            let flags: Vec<u32> = state.and_then(|r| r.value32().map(Iterator::collect)).unwrap_or_default();
            if !flags.contains(&self.atoms._NET_WM_STATE_HIDDEN) {
                visible.push(*id);
            }
        }

        let ask_child = |id: &u32| {
            let attributes = link.conn.get_window_attributes(*id).map_err(|e| link.failed(e))?;
            let geometry = link.conn.get_geometry(*id).map_err(|e| link.failed(e))?;
            let class = link.conn.get_property(false, *id, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64);
            Ok((attributes, geometry, class.map_err(|e| link.failed(e))?))
        };
        let answers = children.iter().map(ask_child).collect::<Result<Vec<_>>>()?;
        let mut curtains = Vec::new();
        for (id, (attributes, geometry, class)) in children.iter().zip(answers) {
            let attributes = gone_is_none(link, attributes.reply())?;
            let geometry = gone_is_none(link, geometry.reply())?;
            let class = gone_is_none(link, class.reply())?;
            let (Some(attributes), Some(geometry), Some(class)) = (attributes, geometry, class) else {
                continue;
            };
            let drawn =
                attributes.map_state == MapState::VIEWABLE && attributes.class != WindowClass::INPUT_ONLY;
            if !drawn || managed.contains(id) {
                continue;
            }
            // Lea's own sign is nobody's window.
            if attributes.override_redirect && class.value == sign::CLASS {
                continue;
            }
            // The frames a manager puts around windows belong to no application: what is in them is listed already.
            if class.format == 8 && (attributes.override_redirect || managed.is_empty()) {
                visible.push(*id);
            }
            let size = Size { width: geometry.width.into(), height: geometry.height.into() };
            let rect = Rect::at(geometry.x.into(), geometry.y.into(), size);
            if attributes.override_redirect && rect.intersection(&screen) == Some(screen) {
                curtains.push(*id);
            }
        }
        let mut curtained = false;
        for id in curtains {
            curtained |= self.is_curtain(link, id, &managed)?;
        }
        Ok(Scan { visible, managed, curtained })
    }

    /// A window over the whole screen takes its input, as that of a screen lock does. The frame of a window that fills
    /// the screen does not count, nor does what a compositor lays over all.
    fn is_curtain(&self, link: &Link, id: u32, managed: &[u32]) -> Result<bool> {
        let inner = link.conn.query_tree(id).map_err(|e| link.failed(e))?;
        let input = link.conn.shape_get_rectangles(id, shape::SK::INPUT).map_err(|e| link.failed(e))?;
        let frames = |t: QueryTreeReply| t.children.iter().any(|c| managed.contains(c));
        let is_frame = gone_is_none(link, inner.reply())?.is_none_or(frames);
        let takes_input =
            gone_is_none(link, input.reply())?.is_some_and(|shape| !shape.rectangles.is_empty());
        Ok(!is_frame && takes_input)
    }

    /// Where a window is, without its frame; none when it has gone.
    pub fn rect(&self, link: &Link, id: u32) -> Result<Option<Rect>> {
        let geometry = link.conn.get_geometry(id).map_err(|e| link.failed(e))?;
        let origin = link.conn.translate_coordinates(id, link.root, 0, 0).map_err(|e| link.failed(e))?;
        let Some(geometry) = gone_is_none(link, geometry.reply())? else {
            return Ok(None);
        };
        let Some(origin) = gone_is_none(link, origin.reply())? else {
            return Ok(None);
        };
        let size = Size { width: geometry.width.into(), height: geometry.height.into() };
        Ok(Some(Rect::at(origin.dst_x.into(), origin.dst_y.into(), size)))
    }

    /// The numbers in a property; empty where it or the window is not there.
    pub fn numbers(&self, link: &Link, id: u32, property: Atom) -> Result<Vec<u32>> {
        let asked = link
            .conn
            .get_property(false, id, property, AtomEnum::ANY, 0, 4096)
            .map_err(|e| link.failed(e))?;
        let reply = gone_is_none(link, asked.reply())?;
        Ok(reply.and_then(|r| r.value32().map(Iterator::collect)).unwrap_or_default())
    }

    fn bytes(&self, link: &Link, id: u32, property: Atom, kind: Atom) -> Result<Option<Vec<u8>>> {
        let asked =
            link.conn.get_property(false, id, property, kind, 0, TITLE_WORDS).map_err(|e| link.failed(e))?;
        let reply = gone_is_none(link, asked.reply())?;
        Ok(reply.filter(|r| r.format == 8).map(|r| r.value))
    }
}

/// Two windows were made through one connection: numbers differ only in the part that a client chooses.
fn is_of_same_client(a: u32, b: u32, mask: u32) -> bool {
    a & !mask == b & !mask
}

/// There is something of it to be seen: programs keep tiny windows, or ones beyond the edge, for their own purposes.
pub fn has_pixels(window: &Window) -> bool {
    window.rect.width() > 2 && window.rect.height() > 2 && window.rect.x2 > 0 && window.rect.y2 > 0
}

/// A window may go while it is asked about: that is no error.
pub(super) fn gone_is_none<T>(
    link: &Link,
    reply: std::result::Result<T, x11rb::errors::ReplyError>,
) -> Result<Option<T>> {
    match reply.map_err(|e| link.failed(e)) {
        Ok(found) => Ok(Some(found)),
        Err(ScreenError::Refused { .. }) => Ok(None),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_one_connection_are_of_one_application() {
        let mask = 0x001f_ffff;
        assert!(is_of_same_client(0x0060_0004, 0x0060_01a7, mask));
        assert!(!is_of_same_client(0x0060_0004, 0x0080_0004, mask));
    }
}
