//! Keys, buttons and moves, as signals with the time of the session.

use super::{Clock, Out, What};
use crossbeam_channel::Sender;
use lea_screen::Result;
use lea_screen::x11::heard::{Heard, Listener, Stop};
use lea_screen::x11::link::Link;
use std::sync::Arc;

/// What listens, and where its signals go.
pub struct Recording {
    listener: Listener,
    clock: Clock,
    out: Out,
}

impl Recording {
    /// Sets it up; the function ends [`Recording::run`], and says whether the server heard it.
    pub fn new(control: Link, clock: Clock, out: Out) -> Result<(Self, Stop)> {
        let (listener, stop) = Listener::new(control)?;
        Ok((Self { listener, clock, out }, stop))
    }

    /// The connection the data comes through.
    pub fn link(&self) -> Arc<Link> {
        self.listener.link()
    }

    /// Hands on what comes, until it is stopped or the display goes; says through `listening` that nothing is missed any
    /// more.
    pub fn run(self, listening: &Sender<()>) {
        let started = || {
            // Whoever waited may have given up.
            let _ = listening.send(());
        };
        let each = |time, heard| {
            let what = match heard {
                Heard::Key { code, state, down } => What::Key { code, state, down },
                Heard::Button { number, down, at } => What::Button { number, down, pos: at },
                Heard::Motion(pos) => What::Motion(pos),
            };
            self.out.send(self.clock.since_start(time), what)
        };
        if let Err(error) = self.listener.listen(started, each) {
            self.out.broke(&self.clock, error);
        }
    }
}
