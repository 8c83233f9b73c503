//! Starting an X server on a display number of its own choosing.

use crate::process::Process;
use crate::{StageError, wait_until};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::Read as _;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{ChildStdout, Command};
use std::time::{Duration, Instant};

/// A virtual server starts in 0.3 s on an idle machine; a busy one with two cores has needed ten times that.
const START_LIMIT: Duration = Duration::from_secs(20);

/// Another process may take the port between finding it free and the server's opening it.
const PORT_TRIES: usize = 5;

/// Which X server stands behind the display.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// A frame buffer in memory.
    #[default]
    Xvfb,
    /// TigerVNC's server: an X display that is also reached by VNC, on a port of the loopback interface.
    Xvnc,
}

/// A running X server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) process: Process,
    /// `:97`.
    pub(crate) display: String,
    pub(crate) vnc_port: Option<u16>,
}

/// Starts a server and returns when it accepts connections.
pub(crate) fn start(
    kind: Kind,
    (width, height): (u32, u32),
    env: &[(String, String)],
    logs: &Path,
) -> Result<Server, StageError> {
    match kind {
        Kind::Xvfb => {
            let mut command = Command::new("Xvfb");
            command.args(["-screen", "0", &format!("{width}x{height}x24")]);
            launch(command, None, env, logs)
        }
        Kind::Xvnc => {
            let mut tries = 1;
            loop {
                let port = free_port()?;
                let mut command = Command::new("Xvnc");
                command.args(["-geometry", &format!("{width}x{height}"), "-depth", "24"]);
                command.args(["-SecurityTypes", "None", "-localhost", "yes", "-AlwaysShared"]);
                command.args(["-rfbport", &port.to_string()]);
                // Tests connect and break off on purpose; that must not lock them out.
                command.args(["-UseBlacklist", "0"]);
                match launch(command, Some(port), env, logs) {
                    Err(StageError::EndedEarly { .. }) if tries < PORT_TRIES => tries += 1,
                    other => return other,
                }
            }
        }
    }
}

fn launch(
    mut command: Command,
    vnc_port: Option<u16>,
    env: &[(String, String)],
    logs: &Path,
) -> Result<Server, StageError> {
    // The server picks a free number itself and writes it to descriptor 1 once it accepts connections.
    command.args(["-displayfd", "1", "-noreset", "-nolisten", "tcp"]);
    command.envs(env.iter().map(|(name, value)| (name, value)));
    let mut process = Process::start(command, "server", logs, true)?;
    let Some(number) = process.child.stdout.take().and_then(|out| first_line(out, START_LIMIT)) else {
        return Err(process.ended_early());
    };
    if let Some(port) = vnc_port {
        wait_until(&format!("VNC on port {port}"), START_LIMIT, || {
            TcpStream::connect((Ipv4Addr::LOCALHOST, port)).ok()
        })?;
    }
    Ok(Server { process, display: format!(":{number}"), vnc_port })
}

/// A port of the loopback interface that nobody uses at this moment.
fn free_port() -> Result<u16, StageError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}

/// The first line a child writes; `None` if its pipe closes or `limit` passes before that.
pub(crate) fn first_line(mut pipe: ChildStdout, limit: Duration) -> Option<String> {
    let end = Instant::now() + limit;
    let mut text = Vec::new();
    loop {
        if let Some(length) = text.iter().position(|&byte| byte == b'\n') {
            text.truncate(length);
            return String::from_utf8(text).ok().map(|line| line.trim().to_owned());
        }
        let left = Timespec::try_from(end.saturating_duration_since(Instant::now())).ok()?;
        match poll(&mut [PollFd::new(&pipe, PollFlags::IN)], Some(&left)) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return None,
        }
        let mut chunk = [0; 256];
        match pipe.read(&mut chunk) {
            Ok(0) | Err(_) => return None,
            Ok(length) => text.extend_from_slice(&chunk[..length]),
        }
    }
}
