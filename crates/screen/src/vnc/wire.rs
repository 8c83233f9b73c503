//! The connection below vnc-rs: what it reads is followed, and what is said goes out in the order it was said.

use super::framing::Framing;
use super::shared::Shared;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;

/// Bytes read from the network at a time.
const READ_AT_ONCE: usize = 64 << 10;

/// A server's first words: `RFB 003.008` and a line break.
const GREETING: usize = 12;

/// A connection whose messages are followed and to which messages can be added.
#[derive(Debug)]
pub(super) struct Wire {
    tcp: TcpStream,
    shared: Arc<Shared>,
    messages: UnboundedReceiver<Vec<u8>>,
    framing: Framing,
    buffer: Vec<u8>,
    /// For vnc-rs to read, from `read` on.
    incoming: Vec<u8>,
    read: usize,
    /// For the server, from `written` on.
    outgoing: Vec<u8>,
    written: usize,
}

impl Wire {
    /// Takes a new connection and reads the server's greeting; the error says what spoke instead.
    pub async fn greet(
        mut tcp: TcpStream,
        shared: Arc<Shared>,
        messages: UnboundedReceiver<Vec<u8>>,
    ) -> Result<Self, String> {
        let mut greeting = [0; GREETING];
        let mut got = 0;
        while got < GREETING {
            match tcp.read(&mut greeting[got..]).await {
                Ok(0) if got == 0 => return Err("it closed the connection without a word".into()),
                Ok(0) => break,
                Ok(n) => got += n,
                Err(e) => return Err(e.to_string()),
            }
            if !b"RFB ".starts_with(&greeting[..got.min(4)]) {
                break;
            }
        }
        let greeting = understood(&greeting[..got]).ok_or_else(|| {
            let said = String::from_utf8_lossy(&greeting[..got]).into_owned();
            format!("what answers there is no VNC server: it says {said:?}; check the port")
        })?;
        Ok(Self {
            tcp,
            shared,
            messages,
            framing: Framing::new(),
            buffer: vec![0; READ_AT_ONCE],
            incoming: greeting.to_vec(),
            read: 0,
            outgoing: Vec::new(),
            written: 0,
        })
    }

    /// Takes what was said and sends as much of it as the network takes now.
    fn send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Poll::Ready(Some(message)) = self.messages.poll_recv(cx) {
            self.outgoing.extend(message);
        }
        while self.written < self.outgoing.len() {
            self.written += ready!(Pin::new(&mut self.tcp).poll_write(cx, &self.outgoing[self.written..]))?;
        }
        self.outgoing.clear();
        self.written = 0;
        Poll::Ready(Ok(()))
    }
}

/// The greeting to show to vnc-rs, which takes versions it does not know for 3.3: servers newer than 3.8 (Apple's
/// 3.889, RealVNC's 4 and 5) speak that.
fn understood(greeting: &[u8]) -> Option<[u8; GREETING]> {
    let text = std::str::from_utf8(greeting).ok()?;
    let (major, minor) = text.strip_prefix("RFB ")?.strip_suffix('\n')?.split_once('.')?;
    let version = (major.parse::<u16>().ok()?, minor.parse::<u16>().ok()?);
    match version {
        (0..3, _) => None,
        newer if newer > (3, 8) => Some(*b"RFB 003.008\n"),
        _ => greeting.try_into().ok(),
    }
}

impl AsyncRead for Wire {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if let Poll::Ready(Err(e)) = this.send(cx) {
            return Poll::Ready(Err(e));
        }
        loop {
            if this.read < this.incoming.len() {
                let many = buf.remaining().min(this.incoming.len() - this.read);
                buf.put_slice(&this.incoming[this.read..this.read + many]);
                this.read += many;
                return Poll::Ready(Ok(()));
            }
            if !this.shared.greeted.load(Ordering::Acquire) {
                // Not a byte more than vnc-rs asks for: what comes after the greeting is to be followed.
                return Pin::new(&mut this.tcp).poll_read(cx, buf);
            }
            let mut taken = ReadBuf::new(&mut this.buffer);
            ready!(Pin::new(&mut this.tcp).poll_read(cx, &mut taken))?;
            if taken.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            this.shared.heard();
            this.incoming.clear();
            this.read = 0;
            this.framing.follow(taken.filled(), &mut this.incoming, |text| this.shared.cut(text));
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        this.outgoing.extend_from_slice(buf);
        // What the network does not take now goes out with the next read, which vnc-rs always waits for.
        match this.send(cx) {
            Poll::Ready(Err(e)) => Poll::Ready(Err(e)),
            _ => Poll::Ready(Ok(buf.len())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.get_mut().send(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().tcp).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_are_told_from_other_first_words() {
        for known in [b"RFB 003.003\n", b"RFB 003.007\n", b"RFB 003.008\n"] {
            assert_eq!(understood(known), Some(*known));
        }
        for newer in [b"RFB 003.889\n", b"RFB 004.001\n", b"RFB 005.000\n"] {
            assert_eq!(understood(newer), Some(*b"RFB 003.008\n"));
        }
        for other in [&b"SSH-2.0-Open"[..], b"RFB 000.000\n", b"RFB x.y\n", b"", b"RFB 003.008", b"\xff\xfe"]
        {
            assert_eq!(understood(other), None);
        }
    }
}
