//! As much of HTTP/1.1 as a browser on the same machine needs: one request per connection, small bodies, no files.

use std::io::{BufRead, Read, Write};

/// The longest line of a head.
const LONGEST_LINE: usize = 8 * 1024;
/// The most header lines.
const MOST_HEADERS: usize = 64;
/// The largest body: a page tells where its elements are in some 20 KB.
pub const LARGEST_BODY: usize = 512 * 1024;

/// What a browser asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: String,
    /// The path, decoded.
    pub path: String,
    /// What stands behind the question mark, decoded.
    pub query: Vec<(String, String)>,
    /// Headers, their names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why a request is not answered as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status to answer with.
    pub status: u16,
    /// What is wrong with it.
    pub why: &'static str,
}

fn refuse<T>(status: u16, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal { status, why })
}

impl Request {
    /// The first header of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The first part of the query of that name; empty where there is none.
    pub fn asked(&self, name: &str) -> &str {
        value(&self.query, name)
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let pairs = self.header("cookie")?.split(';').filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// The body as a form.
    pub fn form(&self) -> Result<Vec<(String, String)>, Refusal> {
        let Ok(text) = std::str::from_utf8(&self.body) else {
            return refuse(400, "the form is not text");
        };
        pairs(text)
    }
}

/// The first value of that name; empty where there is none.
pub fn value<'a>(pairs: &'a [(String, String)], name: &str) -> &'a str {
    pairs.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str())
}

/// Reads one request; `None` where the other side hung up without asking anything.
pub fn read(from: &mut impl BufRead) -> Result<Option<Request>, Refusal> {
    let Some(first) = line(from)? else { return Ok(None) };
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(version), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return refuse(400, "the first line is not a request");
    };
    if !version.starts_with("HTTP/1.") {
        return refuse(505, "only HTTP/1.1 is spoken here");
    }
    if !matches!(method, "GET" | "POST") {
        return refuse(405, "only GET and POST are answered");
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    if !path.starts_with('/') {
        return refuse(400, "a path begins with a slash");
    }
    let mut request = Request {
        method: method.to_owned(),
        path: decode(path, false)?,
        query: pairs(query)?,
        ..Request::default()
    };
    loop {
        let Some(header) = line(from)? else { return refuse(400, "the head has no end") };
        if header.is_empty() {
            break;
        }
        let Some((name, value)) = header.split_once(':') else {
            return refuse(400, "a header has no colon");
        };
        request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        if request.headers.len() > MOST_HEADERS {
            return refuse(431, "too many headers");
        }
    }
    read_body(from, request).map(Some)
}

fn read_body(from: &mut impl BufRead, mut request: Request) -> Result<Request, Refusal> {
    if request.header("transfer-encoding").is_some() {
        return refuse(501, "the length of a body must be told first");
    }
    let length = match request.header("content-length") {
        None => return Ok(request),
        Some(digits) => digits.parse::<usize>(),
    };
    let Ok(length) = length else { return refuse(400, "the length of the body is no number") };
    if length > LARGEST_BODY {
        return refuse(413, "the body is too large");
    }
    let mut body = Vec::new();
    match from.take(length as u64).read_to_end(&mut body) {
        Ok(got) if got == length => request.body = body,
        _ => return refuse(400, "the body is shorter than was told"),
    }
    Ok(request)
}

/// One line of a head without its end; `None` at the end of the stream.
fn line(from: &mut impl BufRead) -> Result<Option<String>, Refusal> {
    let mut bytes = Vec::new();
    match from.take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
        Ok(0) => return Ok(None),
        Ok(_) => {}
        Err(_) => return refuse(408, "nothing came"),
    }
    if bytes.pop() != Some(b'\n') {
        return refuse(431, "a line of the head is too long or cut off");
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    String::from_utf8(bytes).map(Some).or_else(|_| refuse(400, "the head is not text"))
}

/// Takes `a=1&b=2` apart.
fn pairs(text: &str) -> Result<Vec<(String, String)>, Refusal> {
    let parts = text.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((decode(name, true)?, decode(value, true)?))
        })
        .collect()
}

/// Undoes percent-encoding.
fn decode(text: &str, plus_is_space: bool) -> Result<String, Refusal> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'%' => {
                let digit = |byte: Option<u8>| byte.and_then(|b| char::from(b).to_digit(16));
                let (Some(high), Some(low)) = (digit(rest.next()), digit(rest.next())) else {
                    return refuse(400, "a percent sign is not followed by two hexadecimal digits");
                };
                bytes.push((high * 16 + low) as u8);
            }
            b'+' if plus_is_space => bytes.push(b' '),
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).or_else(|_| refuse(400, "what is percent-encoded is not UTF-8"))
}

/// Percent-encodes a value for a query.
pub fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// Its headers, beside those that every answer has.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// A page.
    pub fn html(status: u16, page: String) -> Self {
        Self::of(status, "text/html; charset=utf-8", page.into_bytes())
    }

    /// A JSON document.
    pub fn json(text: String) -> Self {
        Self::of(200, "application/json", text.into_bytes())
    }

    /// Something of a type.
    pub fn of(status: u16, kind: &str, body: Vec<u8>) -> Self {
        Self { status, headers: vec![("Content-Type", kind.to_owned())], body }
    }

    /// A word in plain text.
    pub fn text(status: u16, why: &str) -> Self {
        Self::of(status, "text/plain; charset=utf-8", why.as_bytes().to_vec())
    }

    /// Another page to go to.
    pub fn see(path: &str) -> Self {
        Self { status: 303, headers: vec![("Location", path.to_owned())], body: Vec::new() }
    }

    /// Nothing to say.
    pub fn nothing() -> Self {
        Self { status: 204, headers: Vec::new(), body: Vec::new() }
    }

    /// The same with one more header.
    pub fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Sends it.
    pub fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, meaning(self.status));
        for (name, value) in &self.headers {
            // Nothing that came from outside may begin a header of its own.
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!(
            "Content-Length: {}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
             Content-Security-Policy: default-src 'self'; style-src 'self' 'unsafe-inline'\r\nConnection: close\r\n\r\n",
            self.body.len()
        ));
        to.write_all(head.as_bytes())?;
        to.write_all(&self.body)?;
        to.flush()
    }
}

fn meaning(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        413 => "Content Too Large",
        422 => "Unprocessable Content",
        500 => "Internal Server Error",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reading(text: &[u8]) -> Result<Option<Request>, u16> {
        read(&mut &text[..]).map_err(|refusal| refusal.status)
    }

    #[test]
    fn a_request_is_taken_apart() {
        let text = b"POST /a%20b?q=%C3%A9+x&r HTTP/1.1\r\nHost: h\r\nCookie: a=1; clinic=t\r\nContent-Length: 7\r\n\r\nx=1&y=2";
        let request = reading(text).unwrap().unwrap();
        assert_eq!((request.path.as_str(), request.asked("q"), request.asked("r")), ("/a b", "é x", ""));
        assert_eq!(request.cookie("clinic"), Some("t"));
        assert_eq!(value(&request.form().unwrap(), "y"), "2");
        assert_eq!(reading(b"").unwrap(), None);
    }

    #[test]
    fn hostile_requests_are_refused_with_the_right_status() {
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(LONGEST_LINE));
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        let huge = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n", LARGEST_BODY + 1);
        for (text, status) in [
            (long.as_str(), 431),
            (&many, 431),
            (&huge, 413),
            ("GET /%zz HTTP/1.1\r\n\r\n", 400),
            ("GET /%e9 HTTP/1.1\r\n\r\n", 400),
            ("GET /?a=%4 HTTP/1.1\r\n\r\n", 400),
            ("GET http://x/ HTTP/1.1\r\n\r\n", 400),
            ("DELETE / HTTP/1.1\r\n\r\n", 405),
            ("GET / HTTP/2\r\n\r\n", 505),
            ("GET /\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nnonsense\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n", 400),
            ("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nshort", 400),
            ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
        ] {
            assert_eq!(reading(text.as_bytes()), Err(status), "{:?}", &text[..text.len().min(60)]);
        }
    }

    #[test]
    fn no_header_can_be_smuggled_into_an_answer() {
        let mut out = Vec::new();
        Response::see("/x\r\nSet-Cookie: evil=1").write(&mut out).unwrap();
        assert!(!String::from_utf8(out).unwrap().contains("\r\nSet-Cookie"));
    }

    proptest! {
        #[test]
        fn whatever_comes_is_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = reading(&bytes);
        }

        #[test]
        fn what_is_encoded_is_decoded_again(text in ".*") {
            prop_assert_eq!(decode(&encode(&text), false).unwrap(), text);
        }
    }
}
