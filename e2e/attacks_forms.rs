//! Attacks on a form of a real program at the worst moment (`e2e/customers.py`), judged by what the program saved: the numbers are those of
//! `bench/attacks`. The program is shown three times and learnt; then it behaves otherwise.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, Recording, SOON};
use lea_model::workflow::{
    Constraints, Identity, LearningState, RecordKind, RecordMark, Risk, RiskLevel, Variable,
};
use lea_model::{EventType, FrameAfter, Point, Workflow};
use lea_screen::{Button, Key, Patience, Screen, chord, click, settle};
use lea_stage::{App, wait_until};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Where things of the program stand on the screen.
const PHONE: Point = Point { x: 400, y: 252 };
const SAVE: Point = Point { x: 270, y: 330 };

/// How long a run that is to be held in a certain moment goes on at a time: less than it takes to look at the screen once more.
const SLICE: Duration = Duration::from_millis(1);

/// Whoever shows something leaves every screen for this long.
const SHOWN: Duration = Duration::from_millis(400);

/// Words that say that everything goes: another language in a long label, and one that is learnt with a misread letter.
const LONG: &str = "Alle Kundendaten dieser Abteilung löschen";
const SLIP: &str = "Supprimer le dossier";

/// A desk with the program's files, and what was learnt on it.
struct Office {
    desk: Desk,
    folder: tempfile::TempDir,
}

/// How the demonstrations save.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Saves {
    Button,
    Keys,
}

impl Office {
    fn new() -> Self {
        let desk = Desk::new();
        let folder = tempfile::tempdir().unwrap();
        let office = Self { desk, folder };
        office.rule(true);
        office
    }

    /// The rule of rehearsals answers *may I*, or nobody does.
    fn rule(&self, confirms: bool) {
        self.desk.configure(&format!("[run]\nenvironment = \"test\"\nrehearsal_confirms = {confirms}\n"));
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts the program, with nothing saved yet.
    fn program(&mut self, kind: &str, option: &str) -> App {
        for name in ["saved", "orders"] {
            let _ = fs::remove_file(self.file(name));
        }
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../e2e/customers.py");
        let (saved, orders) = (self.file("saved"), self.file("orders"));
        let line =
            ["/usr/bin/python3", program, saved.to_str().unwrap(), orders.to_str().unwrap(), kind, option];
        let app = self.desk.stage.launch(line).unwrap();
        self.desk.window("customers");
        self.desk.active("customers");
        app
    }

    /// All that the program saved or deleted, line by line.
    fn saved(&self) -> Vec<Value> {
        let lines = fs::read_to_string(self.file("saved")).unwrap_or_default();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn wait_for_saved(&self, many: usize) {
        wait_until("the program to save", SOON, || (self.saved().len() >= many).then_some(())).unwrap();
    }

    /// The program is told to do something, and says that it is done.
    fn orders(&self, app: &App, order: &str) {
        fs::write(self.file("orders"), order).unwrap();
        wait_until(order, SOON, || app.output().contains(order).then_some(())).unwrap();
    }

    /// A click that is in the recording with the screen it led to.
    fn shows_click(&mut self, recording: &Recording, at: Point, nth: usize) {
        let shown = Patience { quiet: SHOWN, ..Patience::default() };
        settle(&mut self.desk.screen, shown).unwrap();
        click(&mut self.desk.screen, at, Button::Left, 1).unwrap();
        settle(&mut self.desk.screen, shown).unwrap();
        self.desk.wait_for_recorded("the click", recording, |session| {
            let clicks: Vec<_> =
                session.events.iter().filter(|e| e.event_type == EventType::MouseClick).collect();
            let last = clicks.last().and_then(|e| e.frames.as_ref());
            clicks.len() >= nth && last.is_some_and(|f| f.after == FrameAfter::Settled)
        });
    }

    /// Saves another phone number, as whoever shows it.
    fn shows_saving(&mut self, kind: &str, (number, phone): (&str, &str), saves: Saves) -> String {
        let app = self.program(kind, number);
        let recording = self.desk.record(&[]);
        let session = recording.session_id.clone();
        self.shows_click(&recording, PHONE, 1);
        self.desk.screen.text(phone).unwrap();
        self.desk.rest();
        match saves {
            Saves::Button => self.shows_click(&recording, SAVE, 2),
            Saves::Keys => chord(&mut self.desk.screen, &[Key::CTRL, Key::Char('S')]).unwrap(),
        }
        self.wait_for_saved(1);
        self.desk.rest();
        recording.stop();
        drop(app);
        session
    }

    /// The task of saving a phone number, shown three times and learnt. An editor adds which customer it is about.
    fn learns_saving(&mut self, kind: &str, saves: Saves) {
        let customers = [("4620", "0155 1234"), ("4688", "0166 9876"), ("4705", "0177 4455")];
        let sessions = customers.map(|customer| self.shows_saving(kind, customer, saves));
        self.learns(&sessions);
        self.edits(|workflow| {
            let phone = workflow.variables["phone"].clone();
            let number = Variable { example_values: Vec::new(), ..phone };
            workflow.variables.insert("number".to_owned(), number);
            let identity = Identity {
                variable: "number".into(),
                label: Some("Number".into()),
                line: Some("Number {}".into()),
                ..Identity::default()
            };
            let identity = vec![identity];
            let mark = RecordMark { kind: RecordKind::Existing, identity, ..RecordMark::default() };
            workflow.edges.iter_mut().for_each(|edge| edge.record = Some(mark.clone()));
        });
    }

    fn learns(&self, sessions: &[String]) {
        let output = self.desk.lea().args(["--json", "learn"]).args(sessions).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
    }

    /// Changes the workflow, as an editor would.
    fn edits(&self, change: impl Fn(&mut Workflow)) {
        let store = self.desk.store();
        let id = store.workflows().unwrap()[0].id.clone();
        let changed = store.update_workflow(&id, |bundle| {
            change(&mut bundle.workflow);
            Ok::<(), ()>(())
        });
        changed.unwrap().unwrap();
    }

    fn rehearsal(&self, values: &[&str]) -> Command {
        let mut command = self.desk.lea();
        command.args([
            "--json",
            "run",
            "last",
            "--mode",
            "rehearsal",
            "--display",
            self.desk.stage.display(),
        ]);
        command.args(values.iter().flat_map(|value| ["--set", *value]));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A run is held in the moment when it has written down that it will do something, and before it does; then something happens, and the
    /// run goes on. It is let go on by a slice at a time, so that the moment is met. False where it was too late: it was done already.
    fn holds(&self, child: &mut Child, words: &str, happens: impl FnOnce()) -> bool {
        let is_intended = || {
            let files = common::files(&self.desk.data.join("runs")).into_iter();
            let journals = files.filter(|f| f.ends_with("journal.jsonl"));
            let is_it = |line: &str| line.contains("\"intend\"") && line.contains(words);
            journals.filter_map(|f| fs::read_to_string(f).ok()).any(|text| text.lines().any(is_it))
        };
        let pid = Pid::from_child(child);
        let begun = self.desk.data.join("runs");
        wait_until("the run to begin", SOON, || begun.is_dir().then_some(())).unwrap();
        let deadline = Instant::now() + SOON;
        loop {
            kill_process(pid, Signal::STOP).unwrap();
            if is_intended() {
                break;
            }
            kill_process(pid, Signal::CONT).unwrap();
            assert!(child.try_wait().unwrap().is_none(), "{words} was never about to be done");
            assert!(Instant::now() < deadline, "{words} is not about to be done");
            std::thread::sleep(SLICE);
        }
        happens();
        // The program has done by now whatever was pressed before the run was held.
        let in_time = self.saved().is_empty();
        kill_process(pid, Signal::CONT).unwrap();
        in_time
    }
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn ended(mut child: Child) -> Output {
    let ended = wait_until("lea run to end", 3 * SOON, || child.try_wait().unwrap());
    if ended.is_err() {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    assert!(ended.is_ok(), "lea run does not end: {}", errors(&output));
    output
}

fn run_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no run: {}", errors(output)))
}

const VALUES: [&str; 2] = ["number=4711", "phone=0188 2200"];

fn wanted() -> Value {
    serde_json::json!({ "saved": "4711", "phone": "0188 2200" })
}

#[test]
fn attack_5_a_save_that_is_greyed_after_typing_is_waited_for_and_one_that_stays_grey_is_not_pressed() {
    let mut office = Office::new();
    office.learns_saving("plain", Saves::Button);
    for late in ["300", "1500"] {
        let app = office.program("grey", late);
        let run = run_of(&office.rehearsal(&VALUES).output().unwrap());
        assert_eq!(run["outcome"], "verified", "grey for {late} ms: {run}");
        assert_eq!(office.saved(), [wanted()], "once, and never while it was grey ({late} ms)");
        drop(app);
    }
    let _app = office.program("grey", "-1");
    let run = run_of(&office.rehearsal(&VALUES).output().unwrap());
    assert_eq!(run["outcome"], "halted", "{run}");
    assert!(run["halt"]["why"].as_str().is_some_and(|why| why.contains("disabled")), "{run}");
    assert_eq!(office.saved(), Vec::<Value>::new(), "it was not even pressed");
}

#[test]
fn attack_2_another_customer_comes_up_between_the_look_and_the_press_and_is_not_saved() {
    let mut office = Office::new();
    office.learns_saving("plain", Saves::Button);
    let mut held = 0;
    for _ in 0..8 {
        let app = office.program("plain", "");
        let mut child = office.rehearsal(&VALUES).spawn().unwrap();
        let in_time = office.holds(&mut child, "click “Save”", || office.orders(&app, "other"));
        let run = run_of(&ended(child));
        let saved = office.saved();
        let is_right =
            if in_time { saved.is_empty() && run["outcome"] == "halted" } else { saved == [wanted()] };
        assert!(is_right, "held in time: {in_time}, {saved:?}, {run}");
        drop(app);
        let _ = fs::remove_dir_all(office.desk.data.join("runs"));
        held += usize::from(in_time);
        if held == 2 {
            break;
        }
    }
    assert!(held > 0, "the moment between the look and the press was never met");
}

#[test]
fn attack_2_keys_do_not_go_to_a_window_that_took_the_keyboard() {
    let mut office = Office::new();
    office.learns_saving("plain", Saves::Keys);
    let app = office.program("plain", "");
    let run = run_of(&office.rehearsal(&VALUES).output().unwrap());
    assert_eq!((&run["outcome"], office.saved()), (&"verified".into(), vec![wanted()]), "{run}");
    drop(app);
    let _ = fs::remove_dir_all(office.desk.data.join("runs"));
    // The notes take the keyboard while the number is typed, and once it is, before Ctrl+S.
    for words in ["into “Phone”", "press CTRL+S"] {
        let app = office.program("plain", "");
        let mut child = office.rehearsal(&VALUES).spawn().unwrap();
        let in_time = office.holds(&mut child, words, || office.orders(&app, "notes"));
        let run = run_of(&ended(child));
        let saved = office.saved();
        assert!(
            saved.iter().all(|s| *s == wanted()),
            "nothing went into the notes ({words}): {saved:?}, {run}"
        );
        assert!(!in_time || run["outcome"] != "verified" || saved == [wanted()], "{run}");
        drop(app);
        let _ = fs::remove_dir_all(office.desk.data.join("runs"));
    }
}

#[test]
fn attack_2_nothing_is_marked_and_deleted_where_the_field_does_not_take_the_keyboard() {
    let mut office = Office::new();
    office.learns_saving("list", Saves::Button);
    let app = office.program("list", "");
    let run = run_of(&office.rehearsal(&VALUES).output().unwrap());
    assert_eq!((&run["outcome"], office.saved()), (&"verified".into(), vec![wanted()]), "{run}");
    drop(app);
    let _app = office.program("deaf", "");
    let run = run_of(&office.rehearsal(&VALUES).output().unwrap());
    assert_eq!(run["outcome"], "halted", "{run}");
    assert_eq!(office.saved(), Vec::<Value>::new(), "the list that has the keyboard lost nothing: {run}");
}

#[test]
fn attack_2_a_yes_does_not_hold_for_another_customer_who_came_up_while_it_was_asked() {
    let mut office = Office::new();
    office.learns_saving("plain", Saves::Button);
    let state = LearningState::AutoCandidate;
    office.edits(|workflow| (workflow.learning_state, workflow.learning.state) = (state, state));
    let app = office.program("plain", "");
    let lea = office.desk.lea();
    let mut words: Vec<String> = vec![lea.get_program().to_string_lossy().into_owned()];
    words.extend(lea.get_args().map(|a| a.to_string_lossy().into_owned()));
    let more = ["run", "last", "--mode", "assist", "--display", office.desk.stage.display()];
    words.extend(more.map(str::to_owned));
    words.extend(VALUES.iter().flat_map(|value| ["--set".to_owned(), (*value).to_owned()]));
    let line = words.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(" ");
    // A terminal of its own: `script` is one.
    let mut command = Command::new("script");
    command.args(["-qefc", &line, "/dev/null"]).env_remove("DISPLAY");
    command.envs(lea.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.current_dir(lea.get_current_dir().unwrap());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let (mut keys, mut terminal) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (mut said, mut some, mut answered, mut met) = (Vec::new(), [0; 4096], 0, false);
    while let Ok(count @ 1..) = terminal.read(&mut some) {
        said.extend_from_slice(&some[..count]);
        let text = String::from_utf8_lossy(&said).into_owned();
        let asked = text.matches("[y/N/stop]").count();
        if asked == answered {
            continue;
        }
        let is_save = text.lines().rev().take(12).any(|l| l.contains("click “Save”") && l.contains("Do it?"));
        if is_save && !met {
            office.orders(&app, "other");
            met = true;
        }
        keys.write_all(b"y\n").unwrap();
        answered = asked;
    }
    child.wait().unwrap();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(met, "nobody was asked before what cannot be taken back: {said}");
    assert_eq!(office.saved(), Vec::<Value>::new(), "{said}");
}

/// Presses everything that deletes, as whoever shows it.
fn shows_danger(office: &mut Office) -> String {
    let app = office.program("danger", &format!("{LONG}|{SLIP}"));
    let recording = office.desk.record(&[]);
    let session = recording.session_id.clone();
    let places = [(200, 400), (200, 450), (645, 405), (655, 480)];
    for (n, (x, y)) in places.into_iter().enumerate() {
        office.shows_click(&recording, Point { x, y }, n + 1);
        office.wait_for_saved((n + 1).min(3));
    }
    // Yes.
    office.shows_click(&recording, Point { x: 470, y: 312 }, 5);
    office.wait_for_saved(4);
    office.desk.rest();
    recording.stop();
    drop(app);
    session
}

#[test]
fn attack_6_nothing_dangerous_is_pressed_without_leave_whatever_it_says() {
    let mut office = Office::new();
    let sessions = [(); 3].map(|()| shows_danger(&mut office));
    office.learns(&sessions);
    office.rule(false);
    let store = office.desk.store();
    let learnt = store.workflow(&store.workflows().unwrap()[0].id).unwrap().workflow;
    let parts: Vec<_> = learnt.edges[0].parts().into_iter().cloned().collect();
    assert!(parts.len() == 4 && learnt.edges.len() == 2, "{learnt:?}");
    let begins = |office: &Office, n: usize, decides: bool| {
        office.edits(|workflow| {
            let mut part = parts[n].clone();
            if let Some(target) = part.target.as_mut().filter(|t| t.text.as_deref() == Some(SLIP)) {
                target.text = Some(SLIP.replace('m', "rn"));
            }
            let edge = &mut workflow.edges[0];
            edge.action = Some(part);
            edge.constraints = Constraints::default();
            edge.post_conditions.checks.clear();
            let free = RiskLevel::Free;
            for edge in &mut workflow.edges {
                let (who, when) = (Some("anne".to_owned()), Some("2026-11-18T08:00:00Z".to_owned()));
                let content_hash = Some(edge.content_hash());
                let decided =
                    Risk { level: free, decided_by: who, decided_at: when, content_hash, ..Risk::default() };
                edge.risk = decides.then_some(decided);
            }
        });
    };
    for (n, decides) in (0..parts.len()).flat_map(|n| [(n, false), (n, true)]) {
        begins(&office, n, decides);
        let app = office.program("danger", &format!("{LONG}|{SLIP}"));
        let run = run_of(&office.rehearsal(&[]).output().unwrap());
        // Only what says nothing is free once a person has decided so; what opens the question does no harm: its yes does.
        if (n, decides) == (2, true) {
            assert_eq!(office.saved().len(), 1, "a person decided that the icon is free: {run}");
            continue;
        }
        assert_eq!(run["halt"]["reason"], "not_confirmed", "part {n}, decided {decides}: {run}");
        let edge = if n == 3 { &learnt.edges[1].edge_id } else { &learnt.edges[0].edge_id };
        assert_eq!(run["halt"]["edge"], edge.as_str(), "part {n}: {run}");
        assert_eq!(office.saved(), Vec::<Value>::new(), "part {n}: {run}");
        drop(app);
    }
}
