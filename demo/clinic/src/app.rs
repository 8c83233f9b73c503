//! The application: which request does what, and when it goes wrong on purpose.

mod deeds;

use crate::http::{Request, Response, encode, value};
use crate::pages::{self, Form, Listed, Look, Notice, Problem};
use crate::records::{Audit, Outcome, Records, RecordsError, Status, Wanted};
use crate::server::{Door, lock};
use crate::switches::{Occasions, Switches};
use crate::truth::{Seen, Truth, now_ms};
use crate::words::Speech;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// Who works here.
pub const USER: &str = "m.dupont";
/// Not a secret: the application is for practice, and only this machine reaches it.
pub const PASSWORD: &str = "Tilleuls-2026";

const STYLE: &str = include_str!("../assets/app.css");
const SCRIPT: &str = include_str!("../assets/app.js");

/// The cookie that says who is logged in.
const COOKIE: &str = "clinic";

/// Everything that is behind the pages.
pub struct App {
    pub(crate) truth: Arc<Truth>,
    pub(crate) door: Arc<Door>,
    seed: u64,
    state: Mutex<State>,
}

struct State {
    records: Records,
    switches: Switches,
    epoch: u64,
    pages: u64,
    forms: u64,
    logins: HashMap<String, Login>,
    /// Forms that came already.
    sent: HashSet<String>,
    faults: Faults,
}

/// One login.
#[derive(Clone, Debug, Default)]
struct Login {
    requests: u32,
    notice: Option<Notice>,
    error: Option<Problem>,
    /// Where the lists were left.
    invoices: String,
    patients: String,
}

/// When things go wrong.
struct Faults {
    surprises: Occasions,
    failures: Occasions,
    silent: Occasions,
}

impl Faults {
    fn new(seed: u64) -> Self {
        let of = |fault| Occasions::new(seed, fault);
        Self { surprises: of("surprises"), failures: of("failures"), silent: of("silent") }
    }
}

/// A page that was made, and its number where it is one of ours.
struct Made {
    response: Response,
    page: Option<u64>,
}

impl From<Response> for Made {
    fn from(response: Response) -> Self {
        Self { response, page: None }
    }
}

type Answered = Result<Made, RecordsError>;

impl App {
    pub(crate) fn new(records: Records, switches: Switches, seed: u64) -> Self {
        Self {
            truth: Arc::default(),
            door: Arc::default(),
            seed,
            state: Mutex::new(State {
                records,
                switches,
                epoch: 0,
                pages: 0,
                forms: 0,
                logins: HashMap::new(),
                sent: HashSet::new(),
                faults: Faults::new(seed),
            }),
        }
    }

    /// The switches of the moment.
    pub(crate) fn switches(&self) -> Switches {
        lock(&self.state).switches.clone()
    }

    /// Sets the switches; occasions of faults are counted anew.
    pub(crate) fn set_switches(&self, switches: Switches) {
        let mut state = lock(&self.state);
        state.switches = switches;
        state.epoch += 1;
        state.faults = Faults::new(self.seed);
    }

    /// Answers whatever is asked.
    pub(crate) fn answer(&self, request: &Request) -> Response {
        // A page of another site that points its own name at this machine is not let in.
        let host = request.header("host").unwrap_or("127.0.0.1");
        let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
        if !matches!(host, "127.0.0.1" | "localhost") {
            return Response::text(403, "this application is reached as 127.0.0.1 or localhost");
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/assets/app.css") => Response::of(200, "text/css; charset=utf-8", STYLE.into()),
            ("GET", "/assets/app.js") => Response::of(200, "text/javascript; charset=utf-8", SCRIPT.into()),
            ("GET", "/favicon.ico") => Response::nothing(),
            ("POST", "/_where") => self.hear(request),
            (method, "/_switches") => self.answer_switches(method, request),
            _ => self.answer_page(request),
        }
    }

    fn answer_page(&self, request: &Request) -> Response {
        self.truth.begin_answer();
        self.door.wait(self.switches().slow);
        let made = lock(&self.state).answer(request, self.seed).unwrap_or_else(|error| {
            Response::text(500, &format!("The records cannot be used: {error}")).into()
        });
        self.truth.end_answer(made.page);
        made.response
    }

    /// A page tells where its elements are.
    fn hear(&self, request: &Request) -> Response {
        match serde_json::from_slice::<Seen>(&request.body) {
            Ok(seen) => {
                self.truth.tell(seen);
                Response::nothing()
            }
            Err(error) => Response::text(400, &format!("not what a page tells: {error}")),
        }
    }

    /// Tells the switches, or changes those that are named.
    fn answer_switches(&self, method: &str, request: &Request) -> Response {
        let mut switches = self.switches();
        if method == "POST" {
            let Ok(form) = request.form() else { return Response::text(400, "not a form") };
            for (name, value) in form {
                if let Err(error) = switches.set(&name, &value) {
                    return Response::text(400, &error.to_string());
                }
            }
            self.set_switches(switches.clone());
        }
        Response::json(serde_json::to_string(&switches).unwrap_or_default())
    }
}

impl State {
    /// Answers for a page or a form.
    fn answer(&mut self, request: &Request, seed: u64) -> Answered {
        let parts: Vec<&str> = request.path.trim_matches('/').split('/').collect();
        match (request.method.as_str(), &parts[..]) {
            ("GET", ["login"]) => return self.login_page(request, seed, None),
            ("POST", ["login"]) => return self.log_in(request, seed),
            _ => {}
        }
        let token = request.cookie(COOKIE).unwrap_or_default().to_owned();
        let Some(login) = self.logins.get_mut(&token) else {
            return Ok(to_login(request, None).into());
        };
        login.requests += 1;
        if self.switches.expire_after.0.is_some_and(|most| login.requests > most) {
            self.logins.remove(&token);
            if request.method == "POST" {
                self.note(deeds::action(&parts), deeds::target(&parts), "", Outcome::LoginExpired)?;
            }
            return Ok(to_login(request, Some(Notice::Expired)).into());
        }
        match (request.method.as_str(), &parts[..]) {
            ("GET", [""]) => Ok(Response::see("/invoices").into()),
            ("GET", ["invoices"]) => self.invoice_list(request, &token, seed),
            ("GET", ["invoices", number]) => self.invoice_page(number, &token, seed),
            ("GET", ["patients"]) => self.patient_list(request, &token, seed),
            ("GET", ["patients", "new"]) => self.patient_page(&Form::default(), None, &token, seed),
            ("GET", ["patients", id]) => match self.records.patient(id)? {
                Some(patient) => {
                    let form = Form::of(&patient, Speech::of(&self.switches));
                    self.patient_page(&form, None, &token, seed)
                }
                None => self.not_found(&token, seed),
            },
            ("POST", ["logout"]) => {
                self.logins.remove(&token);
                self.note("logout", "", "", Outcome::Done)?;
                Ok(Response::see("/login?said=logged_out").into())
            }
            ("POST", _) => match request.form() {
                Ok(form) => self.submit(&parts, &form, &token, seed),
                Err(refusal) => Ok(Response::text(refusal.status, refusal.why).into()),
            },
            _ => self.not_found(&token, seed),
        }
    }

    /// Makes a page, with whatever comes up by itself.
    fn make(&mut self, status: u16, token: &str, seed: u64, write: impl FnOnce(&Look<'_>) -> String) -> Made {
        self.pages += 1;
        self.forms += 1;
        let login = self.logins.get_mut(token);
        let user = login.as_ref().map(|_| USER);
        let (notice, error) = login.map_or((None, None), |l| (l.notice.take(), l.error.take()));
        let surprised = user.is_some() && self.faults.surprises.comes(self.switches.surprise_dialogs);
        let look = Look {
            switches: &self.switches,
            epoch: self.epoch,
            seed,
            page: self.pages,
            user,
            notice,
            error,
            surprise: surprised.then_some(self.pages as usize),
            once: format!("{}-{}", self.epoch, self.forms),
        };
        Made { response: Response::html(status, write(&look)), page: Some(self.pages) }
    }

    fn login_page(&mut self, request: &Request, seed: u64, error: Option<Problem>) -> Answered {
        let form = request.form().unwrap_or_default();
        let next = safe_path(value(&form, "next")).or_else(|| safe_path(request.asked("next")));
        let notice = match request.asked("said") {
            "expired" => Some(Notice::Expired),
            "logged_out" => Some(Notice::LoggedOut),
            _ => None,
        };
        let status = if error.is_some() { 422 } else { 200 };
        Ok(self.make(status, "", seed, |look| {
            let look = Look { notice, error, ..look.clone() };
            pages::login(&look, next.as_deref().unwrap_or(""), value(&form, "user"))
        }))
    }

    fn log_in(&mut self, request: &Request, seed: u64) -> Answered {
        let form = request.form().unwrap_or_default();
        let user = value(&form, "user").trim();
        if user != USER || value(&form, "password") != PASSWORD {
            self.note("login", user, "", Outcome::Refused)?;
            return self.login_page(request, seed, Some(Problem::LoginRefused));
        }
        self.note("login", user, "", Outcome::Done)?;
        self.forms += 1;
        let token =
            format!("{:016x}", crate::chance::Chance::of(seed, &format!("login {}", self.forms)).draw());
        self.logins.insert(token.clone(), Login::default());
        let next = safe_path(value(&form, "next")).unwrap_or_else(|| "/invoices".to_owned());
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
        Ok(Response::see(&next).with("Set-Cookie", cookie).into())
    }

    fn invoice_list(&mut self, request: &Request, token: &str, seed: u64) -> Answered {
        let wanted = Wanted {
            search: request.asked("q").trim().to_owned(),
            status: Status::of(request.asked("status")),
            twins: self.switches.lookalikes,
        };
        let list = Listed::cut(self.records.invoices(&wanted)?, page_number(request));
        if let Some(login) = self.logins.get_mut(token) {
            login.invoices = pages::address("/invoices", &wanted, list.number);
        }
        Ok(self.make(200, token, seed, |look| pages::invoices(look, &wanted, &list)))
    }

    fn patient_list(&mut self, request: &Request, token: &str, seed: u64) -> Answered {
        let search = request.asked("q").trim().to_owned();
        let wanted = Wanted { search, twins: self.switches.lookalikes, status: None };
        let list = Listed::cut(self.records.patients(&wanted)?, page_number(request));
        if let Some(login) = self.logins.get_mut(token) {
            login.patients = pages::address("/patients", &wanted, list.number);
        }
        Ok(self.make(200, token, seed, |look| pages::patients(look, &wanted, &list)))
    }

    fn invoice_page(&mut self, number: &str, token: &str, seed: u64) -> Answered {
        let Some(invoice) = self.records.invoice(number)? else { return self.not_found(token, seed) };
        let lines = self.records.lines(number)?;
        let back = self.left(token, |login| &login.invoices, "/invoices");
        Ok(self.make(200, token, seed, |look| pages::invoice(look, &invoice, &lines, &back)))
    }

    fn patient_page(&mut self, form: &Form, error: Option<Problem>, token: &str, seed: u64) -> Answered {
        let back = self.left(token, |login| &login.patients, "/patients");
        let status = if error.is_some() { 422 } else { 200 };
        Ok(self.make(status, token, seed, |look| {
            let look = Look { error: error.or(look.error), ..look.clone() };
            pages::patient(&look, form, &back)
        }))
    }

    fn not_found(&mut self, token: &str, seed: u64) -> Answered {
        Ok(self.make(404, token, seed, pages::not_found))
    }

    /// Where a list was left.
    fn left(&self, token: &str, which: fn(&Login) -> &String, otherwise: &str) -> String {
        let left = self.logins.get(token).map(which).filter(|path| !path.is_empty());
        left.map_or_else(|| otherwise.to_owned(), String::clone)
    }

    fn note(&self, action: &str, target: &str, detail: &str, outcome: Outcome) -> Result<(), RecordsError> {
        self.records.note(&Audit {
            id: 0,
            at_ms: i64::try_from(now_ms()).unwrap_or(i64::MAX),
            user: USER.to_owned(),
            action: action.to_owned(),
            target: target.to_owned(),
            detail: detail.to_owned(),
            outcome,
        })
    }
}

fn page_number(request: &Request) -> usize {
    request.asked("page").parse().unwrap_or(1)
}

/// A path of this application, and of no other.
fn safe_path(path: &str) -> Option<String> {
    let ours = path.starts_with('/')
        && !path.starts_with("//")
        && !path.contains('\\')
        && !path.starts_with("/login");
    ours.then(|| path.to_owned())
}

/// To the login, and back afterwards to the page that was asked for, or that a form was on.
fn to_login(request: &Request, notice: Option<Notice>) -> Response {
    let asked = match request.method.as_str() {
        "GET" => {
            let query: Vec<String> =
                request.query.iter().map(|(n, v)| format!("{}={}", encode(n), encode(v))).collect();
            let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
            format!("{}{query}", request.path)
        }
        _ => match request.path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
            ["patients"] => "/patients/new".to_owned(),
            ["invoices", number, _] => format!("/invoices/{}", encode(number)),
            ["patients", id] => format!("/patients/{}", encode(id)),
            _ => "/invoices".to_owned(),
        },
    };
    let said = notice.map_or("", |_| "&said=expired");
    Response::see(&format!("/login?next={}{said}", encode(&asked)))
}
