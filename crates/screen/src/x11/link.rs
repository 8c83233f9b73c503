//! A connection to an X server that notices when nobody answers.

use crate::{Result, ScreenError};
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::errors::{ConnectError, ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::reexports::x11rb_protocol::parse_display::parse_display;
use x11rb::reexports::x11rb_protocol::xauth;
use x11rb::rust_connection::{DefaultStream, PollMode, RustConnection, Stream};
use x11rb::utils::RawFdContainer;
use x11rb::wrapper::ConnectionExt as _;

/// The connection type all of the X11 code speaks through.
pub type Connected = RustConnection<PatientStream>;

/// A server that is silent for this long is taken to hang.
pub const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// A stream whose waits end with an error when the server is silent for too long.
#[derive(Debug)]
pub struct PatientStream {
    inner: DefaultStream,
    /// Milliseconds; 0 waits for ever.
    answer_within: Arc<AtomicU64>,
}

impl Stream for PatientStream {
    fn poll(&self, mode: PollMode) -> io::Result<()> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut flags = PollFlags::empty();
        flags.set(PollFlags::IN, mode.readable());
        flags.set(PollFlags::OUT, mode.writable());
        let limit = match self.answer_within.load(Ordering::Relaxed) {
            0 => None,
            ms => Some(Timespec { tv_sec: (ms / 1000) as i64, tv_nsec: (ms % 1000) as i64 * 1_000_000 }),
        };
        loop {
            match poll(&mut [PollFd::new(&self.inner, flags)], limit.as_ref()) {
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                Ok(_) => return Ok(()),
                Err(rustix::io::Errno::INTR) => {}
                Err(e) => return Err(e.into()),
            }
        }
    }

    fn read(&self, buf: &mut [u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.read(buf, fds)
    }

    fn write(&self, buf: &[u8], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.write(buf, fds)
    }

    fn write_vectored(&self, bufs: &[io::IoSlice<'_>], fds: &mut Vec<RawFdContainer>) -> io::Result<usize> {
        self.inner.write_vectored(bufs, fds)
    }
}

impl AsFd for PatientStream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.inner.as_fd()
    }
}

/// An open connection with its display's name and root window.
pub struct Link {
    /// The connection.
    pub conn: Connected,
    /// The root window of the screen in use.
    pub root: u32,
    /// What it is called in messages, such as `display :0`.
    pub name: String,
    answer_within: Arc<AtomicU64>,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Link({})", self.name)
    }
}

impl Link {
    /// Connects to a display, by default the one in `DISPLAY`.
    pub fn open(display: Option<&str>) -> Result<Self> {
        let name = match display.map(str::to_owned).or_else(|| std::env::var("DISPLAY").ok()) {
            Some(d) if !d.is_empty() => format!("display {d}"),
            _ => {
                return Err(ScreenError::Open {
                    screen: "the X display".into(),
                    why: "DISPLAY is not set: name one, such as --display :0".into(),
                });
            }
        };
        let failed = |why: String| ScreenError::Open { screen: name.clone(), why };
        let parsed = parse_display(display).map_err(|e| failed(e.to_string()))?;
        let mut last = "no address to try".to_owned();
        for address in parsed.connect_instruction() {
            let (inner, (family, host)) = match DefaultStream::connect(&address) {
                Ok(connected) => connected,
                Err(e) => {
                    last = format!("{e}: is there an X server?");
                    continue;
                }
            };
            let (auth_name, auth_data) =
                xauth::get_auth(family, &host, parsed.display).ok().flatten().unwrap_or_default();
            let answer_within = Arc::new(AtomicU64::new(ANSWER_WITHIN.as_millis() as u64));
            let stream = PatientStream { inner, answer_within: answer_within.clone() };
            let screen = parsed.screen.into();
            return match RustConnection::connect_to_stream_with_auth_info(
                stream, screen, auth_name, auth_data,
            ) {
                Ok(conn) => {
                    let root = conn.setup().roots[screen].root;
                    Ok(Self { root, conn, name, answer_within })
                }
                Err(ConnectError::SetupFailed(e)) => {
                    Err(failed(format!("the server refused us: {}", String::from_utf8_lossy(&e.reason))))
                }
                Err(ConnectError::IoError(e)) if e.kind() == io::ErrorKind::TimedOut => {
                    Err(ScreenError::Hangs { screen: name, seconds: ANSWER_WITHIN.as_secs() })
                }
                Err(e) => Err(failed(e.to_string())),
            };
        }
        Err(failed(last))
    }

    /// Another connection to the same display.
    pub fn again(&self) -> Result<Self> {
        Self::open(self.name.strip_prefix("display "))
    }

    /// How long the server may be silent when asked something; `None` for ever.
    pub fn set_answer_within(&self, limit: Option<Duration>) {
        let ms = limit.map_or(0, |d| d.as_millis().max(1) as u64);
        self.answer_within.store(ms, Ordering::Relaxed);
    }

    /// Waits until the server has done all that was asked of it.
    pub fn sync(&self) -> Result<()> {
        self.conn.sync().map_err(|e| self.failed(e))
    }

    /// The descriptor to poll for what the server says unasked.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.conn.stream().as_fd()
    }

    /// Turns what x11rb says into what a person can act on.
    pub fn failed(&self, error: impl Into<LinkError>) -> ScreenError {
        let screen = self.name.clone();
        match error.into() {
            LinkError::Connection(ConnectionError::IoError(e)) if e.kind() == io::ErrorKind::TimedOut => {
                let seconds = self.answer_within.load(Ordering::Relaxed).div_ceil(1000);
                ScreenError::Hangs { screen, seconds }
            }
            LinkError::Connection(e) => ScreenError::Lost { screen, why: e.to_string() },
            LinkError::Refused(why) => ScreenError::Refused { screen, why },
        }
    }
}

/// The kinds of x11rb's errors that matter here.
pub enum LinkError {
    /// The connection broke.
    Connection(ConnectionError),
    /// The server said no.
    Refused(String),
}

impl From<ConnectionError> for LinkError {
    fn from(e: ConnectionError) -> Self {
        Self::Connection(e)
    }
}

impl From<ReplyError> for LinkError {
    fn from(e: ReplyError) -> Self {
        match e {
            ReplyError::ConnectionError(e) => Self::Connection(e),
            ReplyError::X11Error(e) => {
                Self::Refused(format!("{:?} on request {}", e.error_kind, e.request_name.unwrap_or("?")))
            }
        }
    }
}

impl From<ReplyOrIdError> for LinkError {
    fn from(e: ReplyOrIdError) -> Self {
        match e {
            ReplyOrIdError::ConnectionError(e) => Self::Connection(e),
            ReplyOrIdError::X11Error(e) => ReplyError::X11Error(e).into(),
            ReplyOrIdError::IdsExhausted => Self::Refused("no resource ids are left".into()),
        }
    }
}
