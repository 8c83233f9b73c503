//! The practice application on a virtual display, logged in, with a workflow that was learnt from three demonstrations.

use crate::common::{Recording, SOON, configure, lea};
use lea_clinic::records::{Audit, Snapshot, Status, Wanted};
use lea_clinic::{Desk, DeskOptions, Irregularity, Options, Pace, Person};
use lea_model::run::{Entry, Run};
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, settle};
use lea_stage::wait_until;
use lea_store::Store;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, UNIX_EPOCH};

/// Everything is drawn from this.
const SEED: u64 = 3;

/// What the workflow is told: the number of the invoice.
pub const NUMBER: &str = "numero_ou_patient";

/// A recording has a picture of everything that stayed for this long.
const SHOWN: Duration = Duration::from_millis(400);

/// A busy machine may miss a picture all the same: then the task is shown again, to somebody who has seen nothing yet. How often.
const MOST_TRIES: usize = 2;

/// An office: the application on a display, and a data folder of its own with the workflow in it.
pub struct Office {
    pub desk: Desk,
    pub data: PathBuf,
    pub folder: tempfile::TempDir,
}

impl Office {
    /// One where the list of invoices is showing, with these switches set before.
    pub fn with(switches: &[&str]) -> Self {
        let office = Self::empty(switches);
        copy(&learnt().join("workflows"), &office.data.join("workflows"));
        office
    }

    fn empty(switches: &[&str]) -> Self {
        let mut clinic = Options { seed: SEED, ..Options::default() };
        switches.iter().for_each(|s| clinic.switches.apply(s).expect("a switch"));
        let desk =
            Desk::open(DeskOptions { clinic, notepad: false, ..DeskOptions::default() }).expect("a desk");
        let mut person = desk.person(SEED, Irregularity::NONE, Pace::Fast).expect("somebody");
        person.logs_in().expect("the login");
        person.clicks_to("menu.invoices", &["invoice_list"]).expect("the list");
        drop(person);
        let folder = tempfile::tempdir().expect("a folder");
        configure(folder.path(), "[run]\nenvironment = \"test\"\n");
        Self { desk, data: folder.path().join("data"), folder }
    }

    /// The `lea` command on this office's data.
    pub fn lea(&self) -> Command {
        let mut command = lea(self.folder.path(), &self.data);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// `lea run` of the workflow on this display, in a mode.
    pub fn order(&self, mode: &str) -> Command {
        let mut command = self.lea();
        command.args(["--json", "run", "last", "--mode", mode, "--display", self.desk.stage.display()]);
        command
    }

    /// A rehearsal for an invoice.
    pub fn rehearsal(&self, number: &str) -> Command {
        let mut command = self.order("rehearsal");
        command.args(["--set", &format!("{NUMBER}={number}")]);
        command
    }

    /// Invoices that nobody has decided on yet.
    pub fn open_invoices(&self) -> Vec<String> {
        let wanted = Wanted { status: Some(Status::ToCheck), ..Wanted::default() };
        let open = self.desk.clinic.records().and_then(|r| r.invoices(&wanted)).expect("invoices");
        open.into_iter().map(|i| i.number).collect()
    }

    /// All invoices, as the list shows them.
    pub fn all_invoices(&self) -> Vec<String> {
        let all = self.desk.clinic.records().and_then(|r| r.invoices(&Wanted::default())).expect("invoices");
        all.into_iter().map(|i| i.number).collect()
    }

    pub fn snapshot(&self) -> Snapshot {
        self.desk.clinic.records().and_then(|r| r.snapshot()).expect("the records")
    }

    /// Everything that was submitted for an invoice.
    pub fn submitted(&self, number: &str) -> Vec<Audit> {
        let all = self.desk.clinic.records().and_then(|r| r.audit()).expect("the records");
        all.into_iter().filter(|a| a.target == number).collect()
    }

    /// Everything that was decided, by whomever.
    pub fn decisions(&self) -> usize {
        let all = self.desk.clinic.records().and_then(|r| r.audit()).expect("the records");
        all.iter().filter(|a| a.action == "validate" || a.action == "reject").count()
    }

    /// A screen to press keys and move the pointer on.
    pub fn screen(&self) -> X11Screen {
        X11Screen::open(Some(self.desk.stage.display())).expect("the display")
    }

    /// The newest run there is, with what it has written down so far.
    pub fn journal(&self) -> Option<(Run, Vec<Entry>)> {
        let store = Store::open(&self.data).ok()?;
        let id = store.runs().ok()?.first()?.run.run_id.clone();
        store.run(&id).ok().map(|log| (log.run, log.entries))
    }

    /// Waits until the journal of the newest run has an entry like that.
    pub fn wait_for(&self, what: &str, child: &mut Child, is_it: impl Fn(&Entry) -> bool) {
        self.wait_for_some(what, child, 1, is_it);
    }

    /// Waits until it has so many.
    pub fn wait_for_some(&self, what: &str, child: &mut Child, many: usize, is_it: impl Fn(&Entry) -> bool) {
        let found = wait_until(what, SOON, || {
            let has_ended = child.try_wait().expect("the child").is_some();
            let count = |entries: &[Entry]| entries.iter().filter(|e| is_it(e)).count();
            let seen = self.journal().is_some_and(|(_, entries)| count(&entries) >= many);
            (seen || has_ended).then_some(seen)
        });
        let (run, entries) = self.journal().unwrap_or_default();
        assert_eq!(found.ok(), Some(true), "{what}: {:?}, {:?}", run.halt, entries.last());
    }

    /// Waits until an answer of the application is under way: what was clicked has arrived there.
    pub fn wait_until_asked(&self) {
        let truth = self.desk.clinic.truth();
        wait_until("the application to be asked", SOON, || truth.is_busy().then_some(())).expect("a request");
    }
}

/// Starts a command that is watched while it runs.
pub fn start(mut command: Command) -> Child {
    command.spawn().expect("lea run")
}

/// Waits for its end.
pub fn end(mut child: Child) -> Output {
    let ended = wait_until("lea run to end", SOON, || child.try_wait().expect("the child"));
    if ended.is_err() {
        let _ = child.kill();
    }
    let output = child.wait_with_output().expect("its end");
    assert!(ended.is_ok(), "lea run does not end: {}", errors(&output));
    output
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The run that a command printed, which left with that code.
#[track_caller]
pub fn ran(output: &Output, code: i32) -> Value {
    assert_eq!(output.status.code(), Some(code), "{}", errors(output));
    serde_json::from_slice(&output.stdout).expect("a run as JSON")
}

/// A data folder with the workflow. It is learnt once for all tests, which may be processes of their own.
fn learnt() -> &'static Path {
    static LEARNT: OnceLock<PathBuf> = OnceLock::new();
    LEARNT.get_or_init(|| {
        let binary = fs::metadata(env!("CARGO_BIN_EXE_lea")).expect("lea");
        let built = binary.modified().expect("a time").duration_since(UNIX_EPOCH).expect("after 1970");
        let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("e2e_running");
        let folder = all.join(format!("{}-{}", built.as_nanos(), binary.len()));
        // Two tests at a time: the second waits until the first has learnt.
        let lock = fs::File::create(all.with_extension("lock")).expect("a lock");
        lock.lock().expect("the lock");
        if folder.is_dir() {
            return folder;
        }
        // What another build learnt is of no use.
        let _ = fs::remove_dir_all(&all);
        let office = (0..MOST_TRIES).map(|_| learns()).find(Result::is_ok).unwrap_or_else(learns);
        let office = office.unwrap_or_else(|why| panic!("{why}"));
        // Whole, or not at all.
        fs::create_dir_all(&all).expect("a folder");
        let half = all.join(format!("half-{}", std::process::id()));
        copy(&office.data, &half);
        let _ = fs::rename(&half, &folder);
        folder
    })
}

/// An office where the task was shown three times and learnt; or why it was not.
fn learns() -> Result<Office, String> {
    let office = Office::empty(&[]);
    let sessions: Vec<String> = (0..3).map(|n| shows(&office, n)).collect();
    let output = office.lea().args(["--json", "learn"]).args(&sessions).output().expect("lea learn");
    if !output.status.success() {
        return Err(errors(&output));
    }
    let learnt: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let is_clear = learnt["questions"] == serde_json::json!([]) && learnt["variables"][NUMBER].is_object();
    if is_clear { Ok(office) } else { Err(learnt.to_string()) }
}

/// Shows the task once, with time for a picture of every screen; says how the recording is called.
fn shows(office: &Office, n: usize) -> String {
    let desk = &office.desk;
    let number = &office.open_invoices()[7 * n + 2];
    let mut record = office.lea();
    record.args(["--json", "record", "--user", "tester", "--display", desk.stage.display()]);
    let recording = Recording::start(record);
    let session = recording.session_id.clone();
    let mut person = desk.person(SEED + n as u64, Irregularity::NONE, Pace::Fast).expect("somebody");
    let mut screen = office.screen();
    validates(&mut person, number, &mut || {
        settle(&mut screen, Patience { quiet: SHOWN, ..Patience::default() }).map(drop).expect("the screen");
    });
    recording.stop();
    session
}

/// Validates an invoice, as whoever knows how it is done; `rests` between any two steps.
pub fn validates(person: &mut Person<'_>, number: &str, rests: &mut dyn FnMut()) {
    let open = format!("row.{number}.open");
    let clicks = [
        ("search.button", "invoice_list"),
        (open.as_str(), "invoice_detail"),
        ("button.validate", "invoice_detail+validate"),
        ("validate.confirm", "invoice_detail"),
        ("button.back", "invoice_list"),
    ];
    rests();
    person.types("search.box", number).expect("the field takes it");
    rests();
    for (element, view) in clicks {
        person.clicks_to(element, &[view]).expect("the view");
        rests();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, into) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &into);
        } else {
            fs::copy(&path, &into).expect("a copy");
        }
    }
}
