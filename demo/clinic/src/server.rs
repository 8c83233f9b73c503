//! A small blocking server on the loopback interface: a thread for each connection, all ended when it is dropped.

use crate::http::{self, Request, Response};
use std::collections::HashMap;
use std::io::{self, BufReader, Read as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Browsers open connections ahead of need and leave them; this long they may.
const SILENCE: Duration = Duration::from_secs(30);

/// More connections at a time than any browser opens.
const MOST_CONNECTIONS: usize = 64;

/// What answers.
pub type Answer = dyn Fn(&Request) -> Response + Send + Sync;

/// The door that closes when the server ends; slow answers wait at it rather than sleep.
#[derive(Debug, Default)]
pub struct Door {
    closed: Mutex<bool>,
    moved: Condvar,
}

impl Door {
    /// Waits this long, or until the server ends.
    pub fn wait(&self, time: Duration) {
        let closed = lock(&self.closed);
        drop(self.moved.wait_timeout_while(closed, time, |closed| !*closed));
    }

    fn close(&self) {
        *lock(&self.closed) = true;
        self.moved.notify_all();
    }

    fn is_closed(&self) -> bool {
        *lock(&self.closed)
    }
}

/// Takes a lock whoever panicked holding it: what it guards is valid at every moment.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running server.
pub struct Server {
    /// Where it answers.
    pub address: SocketAddr,
    door: Arc<Door>,
    connections: Arc<Connections>,
    listens: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Connections {
    open: Mutex<HashMap<u64, TcpStream>>,
}

impl Server {
    /// Listens on a port of the loopback interface; 0 takes a free one.
    pub fn start(port: u16, door: Arc<Door>, answer: Arc<Answer>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        let connections = Arc::new(Connections::default());
        let listens = {
            let (door, connections) = (door.clone(), connections.clone());
            std::thread::Builder::new()
                .name("clinic".into())
                .spawn(move || listen(&listener, &door, &connections, &answer))?
        };
        Ok(Self { address, door, connections, listens: Some(listens) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.door.close();
        // Wakes the listener, which then sees the door closed.
        drop(TcpStream::connect(self.address));
        for stream in lock(&self.connections.open).values() {
            // One that is gone already needs no goodbye.
            let _ = stream.shutdown(Shutdown::Both);
        }
        if let Some(listens) = self.listens.take() {
            let _ = listens.join();
        }
    }
}

fn listen(listener: &TcpListener, door: &Door, connections: &Arc<Connections>, answer: &Arc<Answer>) {
    let mut threads: Vec<JoinHandle<()>> = Vec::new();
    for (number, stream) in (0..).zip(listener.incoming()) {
        if door.is_closed() {
            break;
        }
        threads.retain(|thread| !thread.is_finished());
        let Ok(stream) = stream else { continue };
        if threads.len() >= MOST_CONNECTIONS {
            continue;
        }
        let Ok(handle) = stream.try_clone() else { continue };
        lock(&connections.open).insert(number, handle);
        let (all, answer) = (connections.clone(), answer.clone());
        let served = std::thread::Builder::new().name("clinic-answer".into()).spawn(move || {
            // A browser that hung up does not wait for the answer any more.
            let _ = serve(&stream, &*answer);
            lock(&all.open).remove(&number);
        });
        threads.extend(served);
    }
    // Whoever came in between the goodbye and here.
    for stream in lock(&connections.open).values() {
        let _ = stream.shutdown(Shutdown::Both);
    }
    for thread in threads {
        let _ = thread.join();
    }
}

/// How much of a refused body is read, so that the refusal reaches whoever is still sending it.
const REST_OF_REFUSED: u64 = 4 * 1024 * 1024;

fn serve(stream: &TcpStream, answer: &Answer) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    let mut reader = BufReader::new(stream);
    match http::read(&mut reader) {
        Ok(None) => Ok(()),
        Ok(Some(request)) => answer(&request).write(&mut &*stream),
        Err(refusal) => {
            Response::text(refusal.status, refusal.why).write(&mut &*stream)?;
            stream.shutdown(Shutdown::Write)?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            io::copy(&mut reader.take(REST_OF_REFUSED), &mut io::sink()).map(drop)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::time::Instant;

    fn server(answer: impl Fn(&Request) -> Response + Send + Sync + 'static, door: &Arc<Door>) -> Server {
        Server::start(0, door.clone(), Arc::new(answer)).unwrap()
    }

    fn ask(address: SocketAddr, text: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn it_answers_and_refuses() {
        let door = Arc::default();
        let server = server(|request| Response::text(200, &request.path), &door);
        assert!(ask(server.address, "GET /hello HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n/hello"));
        assert!(ask(server.address, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
    }

    #[test]
    fn it_ends_at_once_although_somebody_is_silent_and_somebody_waits() {
        let door: Arc<Door> = Arc::default();
        let (arrived, arrival) = std::sync::mpsc::channel();
        let (waiting, arrived) = (door.clone(), Mutex::new(arrived));
        let server = server(
            move |_| {
                lock(&arrived).send(()).unwrap();
                waiting.wait(Duration::from_secs(60));
                Response::nothing()
            },
            &door,
        );
        let _silent = TcpStream::connect(server.address).unwrap();
        let mut slow = TcpStream::connect(server.address).unwrap();
        slow.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        arrival.recv().unwrap();
        let address = server.address;
        let before = Instant::now();
        drop(server);
        assert!(before.elapsed() < Duration::from_secs(5));
        assert!(TcpStream::connect(address).is_err(), "nobody listens any more");
    }
}
