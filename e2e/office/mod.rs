//! The practice application on a virtual display, logged in, with a workflow that was learnt from three demonstrations.

use crate::common::{Recording, SOON, configure, lea};
use lea_clinic::records::{Audit, Snapshot, Status, Wanted};
use lea_clinic::{Desk, DeskOptions, Irregularity, Options, Pace, Person};
use lea_model::run::{Entry, Run};
use lea_model::{EventType, FrameAfter, RawSession, Workflow};
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, settle};
use lea_stage::wait_until;
use lea_store::Store;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, UNIX_EPOCH};

/// Everything is drawn from this.
const SEED: u64 = 3;

/// What the workflow is told: the number of the invoice.
pub const NUMBER: &str = "numero_ou_patient";

/// Whoever shows a task leaves every screen for this long.
const SHOWN: Duration = Duration::from_millis(400);

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

    /// Goes on with the run of this name, or with the one that `lea run --resume` chooses.
    pub fn resumes(&self, id: Option<&str>) -> Output {
        let mut command = self.lea();
        command.args(["--json", "run", "--resume"]).args(id).args(["--display", self.desk.stage.display()]);
        command.output().expect("lea run --resume")
    }

    /// What a run that halted offers to answer. Its question can be answered from what it shows: it says what is asked and for which record,
    /// no two answers read alike, and `lea runs answer` takes each of them (the last one counts).
    #[track_caller]
    pub fn offers(&self, run: &Value) -> Vec<String> {
        let id = run["run_id"].as_str().expect("a run");
        let shown = self.lea().args(["--json", "runs", "answer", id]).output().expect("lea runs answer");
        assert!(shown.status.success(), "{}", errors(&shown));
        let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        let question = &shown["question"];
        assert!(question["text"].as_str().is_some_and(|text| text.len() > 10), "{shown}");
        assert!(question["known"][NUMBER].is_string(), "which record it is about: {shown}");
        assert!(shown["picture"].as_str().is_some_and(|path| Path::new(path).is_file()), "{shown}");
        let offered = shown["offered"].as_array().expect("what can be answered");
        let offered: Vec<String> = offered.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let distinct: BTreeSet<&String> = offered.iter().collect();
        assert!(!offered.is_empty() && distinct.len() == offered.len(), "{shown}");
        for n in 1..=offered.len() {
            self.answers(run, &n.to_string());
        }
        offered
    }

    /// Answers the question of a run that halted.
    #[track_caller]
    pub fn answers(&self, run: &Value, answer: &str) {
        let id = run["run_id"].as_str().expect("a run");
        let output =
            self.lea().args(["--json", "runs", "answer", id, answer]).output().expect("lea runs answer");
        assert!(output.status.success(), "{answer}: {}", errors(&output));
    }

    /// Changes the workflow that was learnt, as an editor would.
    pub fn edits(&self, change: impl Fn(&mut Workflow)) {
        let store = Store::open(&self.data).expect("the store");
        let id = store.workflows().expect("workflows")[0].id.clone();
        let changed = store.update_workflow(&id, |bundle| {
            change(&mut bundle.workflow);
            Ok::<(), ()>(())
        });
        changed.expect("the workflow").expect("a change");
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
pub fn end(child: Child) -> Output {
    end_within(child, SOON)
}

/// Waits for the end of one that takes its time: a step that shows nothing is waited for, looked for again and tried again before it is given up.
pub fn end_within(mut child: Child, limit: Duration) -> Output {
    let ended = wait_until("lea run to end", limit, || child.try_wait().expect("the child"));
    if ended.is_err() {
        let _ = child.kill();
    }
    let output = child.wait_with_output().expect("its end");
    assert!(ended.is_ok(), "lea run does not end: {}", errors(&output));
    output
}

/// The journal says that this is about to be done.
pub fn intends(entry: &Entry, words: &str) -> bool {
    matches!(entry, Entry::Intend { intent } if intent.told.contains(words))
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

/// A data folder with the workflow. It is taught once for all tests, which may be processes of their own: what cannot be learnt from three
/// demonstrations is a fault, and fails every test that needs it.
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
        let this_run = std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string());
        let failed = all.join(format!("failed-{this_run}"));
        if let Ok(why) = fs::read_to_string(&failed) {
            panic!("the task was taught once, and not learnt: {why}");
        }
        // What another build learnt is of no use.
        let _ = fs::remove_dir_all(&all);
        fs::create_dir_all(&all).expect("a folder");
        let note = |why: &str| fs::write(&failed, why).expect("a note for the other tests");
        note("teaching did not come to its end");
        let office = learns().unwrap_or_else(|why| {
            note(&why);
            panic!("{why}");
        });
        fs::remove_file(&failed).expect("the note");
        // Whole, or not at all.
        let half = all.join(format!("half-{}", std::process::id()));
        copy(&office.data, &half);
        let _ = fs::rename(&half, &folder);
        folder
    })
}

/// An office where the task was shown three times and learnt; or why it was not, with the act that was at fault where that is known.
fn learns() -> Result<Office, String> {
    let office = Office::empty(&[]);
    let shown = |n: usize| shows(&office, n).map_err(|why| format!("demonstration {}: {why}", n + 1));
    let sessions = (0..3).map(shown).collect::<Result<Vec<String>, String>>()?;
    let output = office.lea().args(["--json", "learn"]).args(&sessions).output().expect("lea learn");
    if !output.status.success() {
        return Err(format!("lea learn: {}", errors(&output)));
    }
    let learnt: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    match &learnt["questions"] {
        Value::Array(none) if none.is_empty() => {}
        questions => return Err(format!("every act was recorded, and lea learn asks: {questions}")),
    }
    match learnt["variables"][NUMBER].is_object() {
        true => Ok(office),
        false => Err(format!("every act was recorded, and {NUMBER} is no variable: {learnt}")),
    }
}

/// Shows the task once, each act after the one before is in the recording with its pictures; says how the recording is called, or which act is
/// not in it.
fn shows(office: &Office, n: usize) -> Result<String, String> {
    let desk = &office.desk;
    let number = &office.open_invoices()[7 * n + 2];
    let mut record = office.lea();
    record.args(["--json", "record", "--user", "tester", "--display", desk.stage.display()]);
    let recording = Recording::start(record);
    let session = recording.session_id.clone();
    let mut person = desk.person(SEED + n as u64, Irregularity::NONE, Pace::Fast).expect("somebody");
    let mut screen = office.screen();
    let store = Store::open(&office.data).expect("the store");
    let (mut clicks, mut missed) = (0, None);
    validates(&mut person, number, &mut |act| {
        settle(&mut screen, Patience { quiet: SHOWN, ..Patience::default() }).map(drop).expect("the screen");
        clicks += usize::from(act != Act::Begins);
        // A text is written when the next act ends it.
        let is_kept = || store.session(&session).is_ok_and(|s| is_recorded(&s, clicks));
        if let Act::Clicks(element) = act
            && missed.is_none()
            && wait_until("the act in the recording", SOON, || is_kept().then_some(())).is_err()
        {
            missed = Some(element.to_owned());
        }
    });
    recording.stop();
    match missed {
        None => Ok(session),
        Some(act) => Err(format!("{act} was not recorded as one click with the settled screen after it")),
    }
}

/// A recording has so many clicks, and the screen that the last one led to.
fn is_recorded(session: &RawSession, clicks: usize) -> bool {
    let clicked = session.events.iter().filter(|e| e.event_type == EventType::MouseClick);
    let all: Vec<_> = clicked.collect();
    let last = all.last().and_then(|e| e.frames.as_ref());
    all.len() == clicks && last.is_some_and(|frames| frames.after == FrameAfter::Settled)
}

/// What was done last by whoever validates an invoice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Act<'a> {
    /// Nothing yet.
    Begins,
    /// The number was typed.
    Types,
    /// This was clicked, and what it leads to came up.
    Clicks(&'a str),
}

/// Validates an invoice, as whoever knows how it is done; `rests` between any two steps.
pub fn validates(person: &mut Person<'_>, number: &str, rests: &mut dyn FnMut(Act<'_>)) {
    let open = format!("row.{number}.open");
    let clicks = [
        ("search.button", "invoice_list"),
        (open.as_str(), "invoice_detail"),
        ("button.validate", "invoice_detail+validate"),
        ("validate.confirm", "invoice_detail"),
        ("button.back", "invoice_list"),
    ];
    rests(Act::Begins);
    person.types("search.box", number).expect("the field takes it");
    rests(Act::Types);
    for (element, view) in clicks {
        person.clicks_to(element, &[view]).unwrap_or_else(|why| panic!("{element} leads to {view}: {why}"));
        rests(Act::Clicks(element));
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
