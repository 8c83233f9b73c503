//! An X display as everything above sees it.

use super::server::{monitors, root_size};
use super::{X11Screen, raise, windows};
use crate::poll::readable;
use crate::{
    Button, Capabilities, Key, Monitor, Press, Result, Screen, ScreenError, Seen, Wheel, Window, Woken,
};
use lea_model::{Point, Size};
use std::os::fd::BorrowedFd;
use std::time::Instant;
use x11rb::protocol::xproto::{self, ConnectionExt as _};

impl Screen for X11Screen {
    fn capabilities(&self) -> Capabilities {
        Capabilities { windows: true, input: true, clipboard: true, damage: true, monitors: true }
    }

    fn name(&self) -> &str {
        &self.link.name
    }

    fn size(&self) -> Size {
        self.size
    }

    fn see(&mut self) -> Result<Seen<'_>> {
        let at = match self.take() {
            // The screen may have shrunk under our hands: look at its size and try once more.
            Err(ScreenError::Refused { .. }) => {
                let size = root_size(&self.link)?;
                self.resize(size)?;
                self.take()?
            }
            outcome => outcome?,
        };
        self.changed = self.picture.take_changes();
        let resized = std::mem::take(&mut self.resized);
        Ok(Seen { frame: self.picture.frame(), changed: &self.changed, resized, at })
    }

    fn wait(&mut self, until: Instant, wake: Option<BorrowedFd<'_>>) -> Result<Woken> {
        loop {
            self.go_on()?;
            self.pump()?;
            if self.has_unseen() {
                return Ok(Woken::Changed);
            }
            match readable([Some(self.link.fd()), wake], self.stop.look_by(until)) {
                Ok(None) if Instant::now() >= until => return Ok(Woken::TimedOut),
                Ok(Some(1)) => return Ok(Woken::Called),
                Ok(_) => {}
                Err(e) => {
                    return Err(ScreenError::Lost { screen: self.link.name.clone(), why: e.to_string() });
                }
            }
        }
    }

    fn active_window(&mut self) -> Result<Option<Window>> {
        let Some(id) = self.windows.active_id(&self.link)? else {
            return Ok(None);
        };
        Ok(self.windows.describe(&self.link, id)?.filter(windows::has_pixels))
    }

    fn windows(&mut self) -> Result<Vec<Window>> {
        self.windows.visible(&self.link)
    }

    fn raise(&mut self, window: u64) -> Result<()> {
        let raised = raise::raise(&self.link, window, &self.stop);
        self.or_let_go(raised)
    }

    fn monitors(&mut self) -> Result<Vec<Monitor>> {
        monitors(&self.link)
    }

    fn pointer(&mut self) -> Result<Option<Point>> {
        let link = &self.link;
        let asked = link.conn.query_pointer(link.root).map_err(|e| link.failed(e))?;
        let found = asked.reply().map_err(|e| link.failed(e))?;
        Ok(found.same_screen.then(|| Point { x: found.root_x.into(), y: found.root_y.into() }))
    }

    fn point(&mut self, to: Point) -> Result<()> {
        self.go_on()?;
        self.fake(xproto::MOTION_NOTIFY_EVENT, 0, to)
    }

    fn button(&mut self, button: Button, press: Press) -> Result<()> {
        if press == Press::Down {
            self.go_on()?;
        }
        let number = match button {
            Button::Left => 1,
            Button::Middle => 2,
            Button::Right => 3,
        };
        self.press(number, press)
    }

    fn wheel(&mut self, wheel: Wheel) -> Result<()> {
        self.go_on()?;
        let number = match wheel {
            Wheel::Up => 4,
            Wheel::Down => 5,
            Wheel::Left => 6,
            Wheel::Right => 7,
        };
        self.press(number, Press::Down)?;
        self.press(number, Press::Up)
    }

    fn key(&mut self, key: Key, press: Press) -> Result<()> {
        if press == Press::Down {
            self.go_on()?;
        }
        let (typist, link) = self.typist()?;
        let pressed = typist.key(link, key, press);
        self.or_let_go(pressed)
    }

    fn text(&mut self, text: &str) -> Result<()> {
        self.go_on()?;
        let (typist, link) = self.typist()?;
        let typed = typist.text(link, text);
        self.or_let_go(typed)
    }

    fn clipboard(&mut self) -> Result<Option<String>> {
        let read = self.open_clipboard()?.read();
        self.or_let_go(read)
    }

    fn set_clipboard(&mut self, text: &str) -> Result<()> {
        self.open_clipboard()?.write(text)
    }

    fn release_all(&mut self) -> Result<()> {
        self.let_go()?;
        self.link.sync()
    }
}
