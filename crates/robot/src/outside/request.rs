//! Asking a host over HTTP: one request, no redirects, a deadline for all of it.

use super::MOST_BYTES;
use crate::{Stop, Unanswered};
use std::io::Read;
use std::net::IpAddr;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig};

/// What a host answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    /// Its status. A redirect is one: it is not followed, so no host is asked that is not allowed.
    pub status: u16,
    /// The beginning of what it says.
    pub body: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The address cannot be used.
    #[error("only http:// and https:// addresses without a password can be asked")]
    Address,
    /// The configuration does not name the host.
    #[error("{0} is not among [run] hosts")]
    NotAllowed(String),
    /// A person said stop, or the time was up.
    #[error(transparent)]
    Unanswered(Unanswered),
    /// The host is not there, or does not speak HTTP.
    #[error("{0}")]
    Failed(String),
}

/// Asks one of the hosts that are allowed; the whole exchange takes at most `within`.
pub fn get(url: &str, hosts: &[String], stop: &Stop, within: Duration) -> Result<Answered, NoAnswer> {
    // The parser that sends the request is the one that says which host it is for.
    let uri: Uri = url.parse().map_err(|_| NoAnswer::Address)?;
    let authority = uri.authority().map(|a| a.as_str()).unwrap_or_default().to_owned();
    if !matches!(uri.scheme_str(), Some("http" | "https")) || authority.contains('@') {
        return Err(NoAnswer::Address);
    }
    if !hosts.iter().any(|h| h.eq_ignore_ascii_case(&authority)) {
        return Err(NoAnswer::NotAllowed(authority));
    }
    let request = agent(&uri, within).get(uri);
    let (says, answer) = channel();
    // On a thread of its own: whoever stops the run does not wait for a host. The agent's own deadline ends the thread.
    std::thread::spawn(move || {
        let sent = request.call().map_err(|e| e.to_string()).and_then(|mut response| {
            let mut bytes = Vec::new();
            let body = response.body_mut().as_reader().take(MOST_BYTES).read_to_end(&mut bytes);
            body.map_err(|e| e.to_string())?;
            let body = String::from_utf8_lossy(&bytes).into_owned();
            Ok(Answered { status: response.status().as_u16(), body })
        });
        // Nobody may be listening any more.
        let _ = says.send(sent);
    });
    match stop.wait_for(&answer, Instant::now() + within) {
        Ok(answer) => answer.map_err(NoAnswer::Failed),
        Err(why) => Err(NoAnswer::Unanswered(why)),
    }
}

fn agent(uri: &Uri, within: Duration) -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(within))
        .max_redirects(0)
        .http_status_as_error(false)
        .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build());
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|a| a.is_loopback());
    // A proxy cannot reach this machine's own loopback interface.
    if is_here { config.proxy(None).build().into() } else { config.build().into() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::{TcpListener, TcpStream};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, atomic::AtomicBool};

    const SECOND: Duration = Duration::from_secs(1);

    /// A host on a free port that answers each connection so, and counts them.
    fn host(answer: impl Fn(&mut TcpStream) + Send + 'static) -> (String, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                count.fetch_add(1, Ordering::SeqCst);
                let mut stream = stream.unwrap();
                let mut head = [0u8; 4096];
                let _ = stream.read(&mut head);
                answer(&mut stream);
            }
        });
        (address, asked)
    }

    fn ask(host: &str, within: Duration) -> Result<Answered, NoAnswer> {
        get(&format!("http://{host}/x"), &[host.to_owned()], &Stop::default(), within)
    }

    #[test]
    fn a_host_that_is_allowed_is_asked_and_no_other() {
        let (own, _) = host(|s| drop(s.write_all(b"HTTP/1.1 201 Ok\r\nContent-Length: 5\r\n\r\nhello")));
        assert_eq!(ask(&own, 5 * SECOND).unwrap(), Answered { status: 201, body: "hello".into() });
        let other = |url: &str| get(url, &["127.0.0.1:1".into()], &Stop::default(), SECOND);
        assert_eq!(other(&format!("http://{own}/")), Err(NoAnswer::NotAllowed(own)));
        for url in
            ["file:///etc/passwd", "ftp://127.0.0.1:1/", "http://127.0.0.1:1@evil.example/", "no address"]
        {
            assert!(matches!(other(url), Err(NoAnswer::Address | NoAnswer::NotAllowed(_))), "{url}");
        }
    }

    #[test]
    fn a_server_that_drips_is_left_at_the_deadline() {
        let (slow, _) = host(|stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 Ok\r\nContent-Length: 100000\r\n\r\n");
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        let started = Instant::now();
        let answer = ask(&slow, SECOND / 2);
        assert!(answer.is_err(), "{answer:?}");
        assert!(started.elapsed() < 2 * SECOND, "{:?}", started.elapsed());
    }

    #[test]
    fn a_redirect_is_an_answer_and_is_not_followed() {
        let (evil, asked) = host(|s| drop(s.write_all(b"HTTP/1.1 200 Ok\r\nContent-Length: 0\r\n\r\n")));
        let (own, _) = host(move |s| {
            let answer =
                format!("HTTP/1.1 302 Found\r\nLocation: http://{evil}/\r\nContent-Length: 0\r\n\r\n");
            let _ = s.write_all(answer.as_bytes());
        });
        assert_eq!(ask(&own, 5 * SECOND).unwrap().status, 302);
        assert_eq!(asked.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_huge_answer_is_read_to_a_limit() {
        let (huge, _) = host(|stream| {
            let _ = stream.write_all(b"HTTP/1.1 200 Ok\r\nConnection: close\r\n\r\n");
            let block = vec![b'x'; 1 << 16];
            while stream.write_all(&block).is_ok() {}
        });
        assert_eq!(ask(&huge, 10 * SECOND).unwrap().body.len() as u64, MOST_BYTES);
    }

    #[test]
    fn a_stop_ends_the_waiting_within_200_ms() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = silent.local_addr().unwrap().to_string();
        let flag = Arc::new(AtomicBool::new(false));
        let stop = Stop::new(flag.clone());
        let stopped = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::SeqCst);
            Instant::now()
        });
        let answer = get(&format!("http://{address}/"), std::slice::from_ref(&address), &stop, 60 * SECOND);
        let took = Instant::now().duration_since(stopped.join().unwrap());
        assert_eq!(answer, Err(NoAnswer::Unanswered(Unanswered::Stopped)));
        assert!(took < Duration::from_millis(200), "{took:?}");
    }
}
