//! The thread that talks to the server: it connects, keeps the picture up to date, and ends with its screen.

use super::address::Address;
use super::message;
use super::shared::Shared;
use super::wire::Wire;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;
use tokio::time::timeout;
use vnc::{PixelFormat, VncClient, VncConnector, VncEncoding, VncError, VncEvent};

/// What the thread needs to start.
pub(super) struct Talk {
    pub address: Address,
    pub password: Option<String>,
    pub within: Duration,
    pub shared: Arc<Shared>,
    pub said: UnboundedReceiver<Vec<u8>>,
    pub say: UnboundedSender<Vec<u8>>,
    pub stop: oneshot::Receiver<()>,
}

/// What vnc-rs is to understand. ZRLE and raw pixels are exact; Tight is left out, as its pictures may come as JPEG.
const ENCODINGS: [VncEncoding; 5] = [
    VncEncoding::CopyRect,
    VncEncoding::Zrle,
    VncEncoding::Raw,
    VncEncoding::CursorPseudo,
    VncEncoding::DesktopSizePseudo,
];

/// How soon a server is asked again that had nothing to say.
const ASK_AGAIN: Duration = Duration::from_millis(15);

/// An update larger than this is shown before it is complete.
const LARGEST_UPDATE: usize = 64 << 20;

impl Talk {
    /// Talks until it is told to stop or the server is gone. Calls `opened` once, when the screen's size is known or
    /// with the reason why it never will be.
    pub fn run(self, opened: impl FnOnce(Result<(), String>)) {
        // However this ends, even in a panic, whoever waits for the server hears of it.
        let _obituary = Obituary(self.shared.clone());
        let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(e) => return opened(Err(e.to_string())),
        };
        runtime.block_on(async {
            let Self { address, password, within, shared, said, say, stop } = self;
            match timeout(within, connect(&address, password, &shared, said)).await {
                Err(_) => opened(Err(format!(
                    "no VNC server has answered within {} s: is that the right host and port?",
                    within.as_secs_f32()
                ))),
                Ok(Err(why)) => opened(Err(why)),
                Ok(Ok(client)) => {
                    // What vnc-rs asked for, and what it does not know. Nobody can have stopped listening yet.
                    let _ = say.send(message::encodings());
                    opened(Ok(()));
                    tokio::select! {
                        _ = stop => {}
                        why = follow(&client, &shared, &say) => shared.lose(&why),
                    }
                }
            }
        });
        // vnc-rs leaves its tasks behind; they end with the runtime.
        runtime.shutdown_background();
    }
}

struct Obituary(Arc<Shared>);

impl Drop for Obituary {
    fn drop(&mut self) {
        self.0.lose(if std::thread::panicking() {
            "it sent something that the VNC client stumbled over"
        } else {
            "the connection was closed"
        });
    }
}

/// Connects, greets, and learns the screen's size.
async fn connect(
    address: &Address,
    password: Option<String>,
    shared: &Arc<Shared>,
    said: UnboundedReceiver<Vec<u8>>,
) -> Result<VncClient, String> {
    let tcp = TcpStream::connect((address.host.as_str(), address.port)).await.map_err(|e| unreachable(&e))?;
    // Clicks and keys are small and must not wait for company.
    tcp.set_nodelay(true).map_err(|e| e.to_string())?;
    let wire = Wire::greet(tcp, shared.clone(), said).await?;
    let known = password.is_some();
    let mut connector = VncConnector::new(wire).set_pixel_format(PixelFormat::bgra()).allow_shared(true);
    if let Some(password) = password {
        connector = connector.set_auth_method(async move { Ok(password) });
    }
    let connector = ENCODINGS.into_iter().fold(connector, VncConnector::add_encoding);
    let started = async { connector.build()?.try_start().await?.finish() };
    let client = started.await.map_err(|e| refused(&e, known))?;
    // No await lies between the end of the greeting and this line: nothing was read in between.
    shared.greeted.store(true, Ordering::Release);
    shared.heard();
    match client.recv_event().await {
        Ok(size @ VncEvent::SetResolution(_)) => shared.update(vec![size]).map(|_| client),
        Ok(other) => Err(format!("it announced no size but {other:?}")),
        Err(e) => Err(refused(&e, known)),
    }
}

/// Keeps the picture up to date until there is nothing more to hear, and says why.
async fn follow(client: &VncClient, shared: &Shared, say: &UnboundedSender<Vec<u8>>) -> String {
    let mut update = Vec::new();
    let mut bytes = 0;
    loop {
        let complete = match client.recv_event().await {
            // The wire rings after each update.
            Ok(VncEvent::Bell) => true,
            Ok(VncEvent::Error(why)) => return format!("it sent what cannot be understood: {why}"),
            Err(_) => return "it closed the connection".to_owned(),
            Ok(event) => {
                bytes += if let VncEvent::RawImage(_, data) = &event { data.len() } else { 0 };
                update.push(event);
                false
            }
        };
        if !complete && bytes < LARGEST_UPDATE {
            continue;
        }
        bytes = 0;
        if update.is_empty() {
            // Some servers answer at once that nothing has changed: they are not asked again at once.
            tokio::time::sleep(ASK_AGAIN).await;
        }
        let resized = match shared.update(std::mem::take(&mut update)) {
            Ok(resized) => resized,
            Err(why) => return format!("it sent what makes no sense: {why}"),
        };
        if complete {
            let size = shared.state().size();
            // The next update comes when something changes; after a change of size all is asked for anew.
            // Where there is nobody left to say it to, the next event says so.
            let _ = say.send(message::request(size, !resized));
        }
    }
}

fn unreachable(e: &io::Error) -> String {
    match e.kind() {
        io::ErrorKind::ConnectionRefused => {
            "nothing listens there: start the VNC server, or check the port (5900 + display)".to_owned()
        }
        _ => e.to_string(),
    }
}

/// Why a server did not let us in, and what to do about it.
fn refused(e: &VncError, with_password: bool) -> String {
    match e {
        VncError::NoPassword => "it wants a password: give one".to_owned(),
        VncError::WrongPassword => "it does not accept the password".to_owned(),
        VncError::ConnectError => NO_COMMON_LOGIN.to_owned(),
        VncError::General(why) if why.starts_with("Security type") => NO_COMMON_LOGIN.to_owned(),
        VncError::General(why) if with_password => format!("it refused us: {why}; check the password"),
        VncError::General(why) => format!("it refused us: {why}"),
        VncError::InvalidImageData | VncError::WrongPixelFormat => {
            "it announced a screen that cannot be: 1 to 8192 pixels a side and at most 8,294,400 in all"
                .to_owned()
        }
        VncError::IoError(e) if e.kind() == io::ErrorKind::UnexpectedEof => {
            "it closed the connection in the middle of the greeting".to_owned()
        }
        other => other.to_string(),
    }
}

const NO_COMMON_LOGIN: &str = "it only accepts encrypted logins: allow VncAuth or None there, and tunnel through SSH where the network is not safe";
