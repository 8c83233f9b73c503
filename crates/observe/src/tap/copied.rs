//! What was copied. Its owner may take its time to say, so it is asked on a thread of its own: windows and keys must
//! not wait for it.

use super::{Clock, Out, What};
use crossbeam_channel::Receiver;
use lea_screen::x11::clipboard::Clipboard;
use std::time::{Duration, Instant};

/// Asks for the text each time something was copied, until nobody tells of it any more.
pub fn listen(mut clipboard: Clipboard, copied: &Receiver<Duration>, clock: Clock, out: &Out) {
    while let Ok(t) = copied.recv() {
        // Only the newest can still be asked for.
        let t = copied.try_iter().last().unwrap_or(t);
        // An owner that does not answer loses us this text, not the recording: that something was copied is known.
        let text = match clipboard.is_secret() {
            Ok(false) => clipboard.read().unwrap_or_default(),
            Ok(true) | Err(_) => None,
        };
        if !out.send(clock.at(Instant::now()), What::Clipboard(t, text)) {
            return;
        }
    }
}
