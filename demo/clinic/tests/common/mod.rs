//! A browser without a screen: it asks, follows, and remembers its cookie.
#![allow(dead_code)] // Each test binary uses its part.

use lea_clinic::records::{Audit, Invoice, Outcome, Patient, Records, Status, Wanted};
use lea_clinic::{Clinic, Options, PASSWORD, Switches, USER};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Mutex;

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find_map(|line| line.split_once(": ").filter(|(n, _)| *n == name));
        line.map(|(_, value)| value)
    }

    /// The value of an attribute of the page's body.
    pub fn data(&self, name: &str) -> &str {
        let from = self.body.split_once(&format!("data-{name}=\"")).map_or("", |(_, rest)| rest);
        from.split('"').next().unwrap_or_default()
    }

    /// The mark of the page's first form.
    pub fn once(&self) -> String {
        let from = self.body.split_once("name=\"once\" value=\"").map_or("", |(_, rest)| rest);
        from.split('"').next().unwrap_or_default().to_owned()
    }

    /// The page has an element of that name.
    pub fn has(&self, name: &str) -> bool {
        self.body.contains(&format!("data-lea-name=\"{name}\""))
    }
}

pub struct Visitor {
    pub clinic: Clinic,
    cookie: Mutex<String>,
}

impl Visitor {
    /// A clinic with these switches, with nobody logged in.
    pub fn new(settings: &[&str]) -> Self {
        let mut switches = Switches::default();
        for setting in settings {
            switches.apply(setting).unwrap();
        }
        let clinic = Clinic::start(Options { seed: 1, switches, ..Options::default() }).unwrap();
        Self { clinic, cookie: Mutex::default() }
    }

    /// The same, logged in.
    pub fn logged_in(settings: &[&str]) -> Self {
        let visitor = Self::new(settings);
        visitor.log_in();
        visitor
    }

    pub fn log_in(&self) {
        let answer = self.post("/login", &[("user", USER), ("password", PASSWORD)]);
        assert_eq!(answer.status, 303, "{}", answer.body);
    }

    /// Sends bytes as they are.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.clinic.port())).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let text = String::from_utf8(answer).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub fn get(&self, path: &str) -> Answer {
        let cookie = self.cookie.lock().unwrap().clone();
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n").as_bytes())
    }

    pub fn post(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        let body: Vec<String> = form.iter().map(|(n, v)| format!("{n}={}", encoded(v))).collect();
        let (body, cookie) = (body.join("&"), self.cookie.lock().unwrap().clone());
        let answer = self.raw(
            format!(
                "POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        );
        if let Some(set) = answer.header("Set-Cookie") {
            *self.cookie.lock().unwrap() = set.split(';').next().unwrap().to_owned();
        }
        answer
    }

    /// Sends a form and goes where it leads.
    pub fn submit(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        let answer = self.post(path, form);
        match answer.header("Location") {
            Some(to) => self.get(to),
            None => answer,
        }
    }

    pub fn records(&self) -> Records {
        self.clinic.records().unwrap()
    }

    /// An invoice that nobody has decided on.
    pub fn open_invoice(&self) -> Invoice {
        let open = Wanted { status: Some(Status::ToCheck), ..Wanted::default() };
        self.records().invoices(&open).unwrap().remove(0)
    }

    pub fn status(&self, number: &str) -> Status {
        self.records().invoice(number).unwrap().unwrap().status
    }

    pub fn patients(&self) -> Vec<Patient> {
        self.records().patients(&Wanted::default()).unwrap()
    }

    /// What became of each submit of an action.
    pub fn outcomes(&self, action: &str) -> Vec<Outcome> {
        let audit: Vec<Audit> = self.records().audit().unwrap();
        audit.into_iter().filter(|a| a.action == action).map(|a| a.outcome).collect()
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") })
        .collect()
}

/// The fields of somebody new.
pub const NEW: &[(&str, &str)] = &[
    ("last_name", "O'Neil & fils"),
    ("first_name", "Zoé"),
    ("birth_date", "29/02/2000"),
    ("sex", "F"),
    ("phone", "04 11 22 33 44"),
    ("email", "zoe@example.org"),
    ("insurer", "Sillage"),
    ("reminders", "on"),
];
