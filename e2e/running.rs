//! `lea run` on the practice application: what it does is judged by the application's own records, never by the screen.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;
mod office;

use common::SOON;
use lea_clinic::records::Status;
use lea_clinic::{Change, Irregularity, PAGE_ROWS, Pace};
use lea_model::run::{Entry, RunOutcome};
use lea_model::workflow::{InRow, Loop, LoopType, TargetKind, WorkflowStats};
use lea_model::{Action, ActionType, LearningState, Point, Target, Workflow};
use lea_screen::x11::link::Link;
use lea_screen::{Button, Key, Screen, chord};
use lea_stage::wait_until;
use lea_store::Store;
use office::{NUMBER, Office, end, errors, intends, ran, start, validates};
use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt as _};

/// Each answer of the application takes this long where a run is to be caught in the middle.
const SLOW: &str = "slow=3s";

/// Does a task in rehearsal, and compares all that changed with what should have.
#[track_caller]
fn does_the_task(office: &Office) -> Value {
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let run = ran(&office.rehearsal(&number).output().unwrap(), 0);
    assert_eq!((&run["outcome"], &run["rehearsal"]), (&"verified".into(), &true.into()), "{run}");
    assert!(run["rule_answers"].as_u64() > Some(0), "the rule confirmed what cannot be taken back: {run}");
    let wanted = [Change::decided(&number, Status::Validated, None)];
    let after = office.snapshot();
    assert!(before.became(&after, &wanted), "{:?}", before.differences(&after));
    assert_eq!(office.submitted(&number).len(), 1, "it was submitted once");
    run
}

#[test]
fn a_rehearsal_does_the_task_and_the_records_say_exactly_so() {
    let office = Office::with(&[]);
    let run = does_the_task(&office);
    let id = run["run_id"].as_str().unwrap();
    for (args, word) in [
        (vec!["runs"], id),
        (vec!["trace", id], "Confirmer"),
        (vec!["audit", "history"], "Confirmer"),
        (vec!["audit", "verify"], ""),
    ] {
        let output = office.lea().args(&args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains(word), "{args:?}: {said}{}", errors(&output));
    }
    let workflow = office.journal().unwrap().0.workflow_id;
    let stats = Store::open(&office.data).unwrap().workflow(&workflow).unwrap().workflow.stats;
    assert_eq!(
        (stats.total_executions, stats.auto_candidate_runs),
        (0, 0),
        "a rehearsal counts towards nothing"
    );
}

#[test]
fn a_dark_theme_and_larger_letters_change_nothing() {
    does_the_task(&Office::with(&["theme=dark", "zoom=125%"]));
}

#[test]
fn a_number_that_there_is_not_halts_with_a_question_and_nothing_changes() {
    let office = Office::with(&[]);
    let (before, decided) = (office.snapshot(), office.decisions());
    let run = ran(&office.rehearsal("F-2026-9999").output().unwrap(), 3);
    assert_eq!(run["outcome"], "halted");
    assert!(office.offers(&run).iter().any(|o| o.starts_with("stop")), "{run}");
    assert!(before.became(&office.snapshot(), &[]));
    assert_eq!(office.decisions(), decided);
}

#[test]
fn the_stop_key_ends_a_run_within_a_second_and_lets_everything_go() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let mut screen = office.screen();
    office.desk.clinic.switch(SLOW).unwrap();
    let mut child = start(office.rehearsal(&number));
    office.wait_for("a click that takes its time", &mut child, |e| intends(e, "Rechercher"));
    office.wait_until_asked();
    chord(&mut screen, &[Key::CTRL, Key::ALT, Key::of_char('q')]).unwrap();
    let pressed = Instant::now();
    let output = end(child);
    let took = pressed.elapsed();
    let run = ran(&output, 130);
    assert!(took < Duration::from_secs(1), "it took {took:?}");
    assert_eq!(run["outcome"], "cancelled");
    let link = Link::open(Some(office.desk.stage.display())).unwrap();
    let keys = link.conn.query_keymap().unwrap().reply().unwrap().keys;
    let held = u16::from(link.conn.query_pointer(link.root).unwrap().reply().unwrap().mask);
    assert_eq!((keys, held & 0x1f0d), ([0; 32], 0), "no key and no button is down");
    let last = office.journal().unwrap().1.pop().unwrap();
    assert!(matches!(last, Entry::End { outcome: RunOutcome::Cancelled, .. }), "{last:?}");
    assert!(before.became(&office.snapshot(), &[]));
}

#[test]
fn a_person_who_moves_the_pointer_ends_a_run_that_nobody_watches() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let mut screen = office.screen();
    office.desk.clinic.switch(SLOW).unwrap();
    let mut child = start(office.rehearsal(&number));
    office.wait_for("a click that takes its time", &mut child, |e| intends(e, "Rechercher"));
    office.wait_until_asked();
    screen.point(Point { x: 500, y: 500 }).unwrap();
    let output = end(child);
    let run = ran(&output, 130);
    assert_eq!(run["outcome"], "cancelled");
    assert!(errors(&output).contains("a person"), "{}", errors(&output));
    assert!(before.became(&office.snapshot(), &[]));
    assert!(office.submitted(&number).is_empty());
}

/// A rehearsal that was killed once it was about to confirm, and went on.
struct Resumed {
    /// The invoice.
    number: String,
    /// How often it was submitted when the run was killed and the application had finished.
    submits: usize,
    /// What became of going on.
    output: Output,
}

/// Kills a rehearsal once it is about to confirm, or, where the application is `slow`, once that has arrived there; goes on with it.
fn killed_and_resumed(office: &Office, slow: Option<&str>) -> Resumed {
    let number = office.open_invoices().swap_remove(4);
    let mut child = start(office.rehearsal(&number));
    if let Some(slow) = slow {
        office.wait_for("the step before", &mut child, |e| intends(e, "Valider"));
        office.desk.clinic.switch(slow).unwrap();
    }
    office.wait_for("what cannot be taken back", &mut child, |e| {
        matches!(e, Entry::Intend { intent } if intent.irreversible) && intends(e, "Confirmer")
    });
    if slow.is_some() {
        office.wait_until_asked();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!office.journal().unwrap().1.iter().any(|e| matches!(e, Entry::End { .. })), "it had ended");
    let truth = office.desk.clinic.truth();
    let finishes = || wait_until("the application", SOON, || (!truth.is_busy()).then_some(())).unwrap();
    // Where the application is slow, the run goes on while it still works.
    if slow.is_none() {
        finishes();
    }
    let submits = office.submitted(&number).len();
    let output = office.resumes(None);
    let resumed = |e: &Entry| matches!(e, Entry::Begin { resumed: true, .. });
    assert!(office.journal().unwrap().1.iter().any(resumed), "it is the same run");
    finishes();
    Resumed { number, submits, output }
}

#[test]
fn a_run_that_was_killed_before_it_confirmed_asks_whether_it_happened_and_never_submits_twice() {
    let office = Office::with(&[]);
    let Resumed { number, submits, output } = killed_and_resumed(&office, None);
    let said = office.submitted(&number).len();
    assert_eq!(said, submits, "it pressed nothing before somebody said whether it had: {}", errors(&output));
    if output.status.code() == Some(0) {
        assert_eq!(
            (&ran(&output, 0)["outcome"], submits),
            (&"verified".into(), 1),
            "it saw that it had happened"
        );
        return;
    }
    let run = ran(&output, 3);
    assert_eq!(run["halt"]["question"]["kind"], "did_it_happen", "{run}");
    office.offers(&run);
    office.answers(&run, if submits == 1 { "yes" } else { "no" });
    let output = office.resumes(run["run_id"].as_str());
    let code = output.status.code();
    assert!(
        code == Some(0) || code == Some(6),
        "it is done, seen or by somebody's word: {}",
        errors(&output)
    );
    assert_eq!(office.submitted(&number).len(), 1, "{}", errors(&output));
}

#[test]
fn a_run_that_was_killed_while_the_application_still_worked_does_not_confirm_again() {
    let office = Office::with(&[]);
    let Resumed { number, output, .. } = killed_and_resumed(&office, Some("slow=8s"));
    assert_eq!(office.submitted(&number).len(), 1, "{}", errors(&output));
    match output.status.code() {
        Some(0) => assert_eq!(ran(&output, 0)["outcome"], "verified"),
        _ => assert_eq!(ran(&output, 3)["halt"]["question"]["kind"], "did_it_happen"),
    }
}

#[test]
fn rows_of_a_file_each_get_a_verdict_and_a_corrected_one_is_gone_on_with() {
    let office = Office::with(&[]);
    let open = office.open_invoices();
    let before = office.snapshot();
    let file = office.folder.path().join("invoices.csv");
    let write = |second: &str| std::fs::write(&file, format!("{NUMBER}\n{}\n{second}\n", open[1])).unwrap();
    let verdicts = || {
        let text = std::fs::read_to_string(file.with_file_name("invoices.results.csv")).unwrap();
        let word = |line: &str| line.split(',').nth(1).unwrap_or_default().to_owned();
        text.lines().skip(1).take(2).map(word).collect::<Vec<_>>()
    };
    write("F-2026-9999");
    let mut command = office.order("rehearsal");
    let said = ran(&command.arg("--rows").arg(&file).output().unwrap(), 3);
    assert_eq!((&said["rows"], &said["done"]), (&2.into(), &1.into()), "{said}");
    assert_eq!(verdicts(), ["verified", "halted"]);
    let first = Change::decided(&open[1], Status::Validated, None);
    assert!(before.became(&office.snapshot(), std::slice::from_ref(&first)));

    let mut again = office.lea();
    again.args(["--json", "run", "--resume", "--display", office.desk.stage.display()]);
    let said = ran(&again.output().unwrap(), 3);
    assert_eq!((&said["rows"], &said["done"]), (&2.into(), &1.into()), "it goes on at the second: {said}");
    assert_eq!(verdicts(), ["verified", "halted"]);
    assert!(before.became(&office.snapshot(), std::slice::from_ref(&first)));

    write(&open[5]);
    let changed = again.output().unwrap();
    assert_eq!(changed.status.code(), Some(4));
    assert!(errors(&changed).contains("was changed since the run began"), "{}", errors(&changed));
    let said = ran(&command.arg("--resume").output().unwrap(), 0);
    assert_eq!((&said["rows"], &said["done"]), (&2.into(), &2.into()), "{said}");
    assert_eq!(verdicts(), ["verified", "verified"]);
    let second = Change::decided(&open[5], Status::Validated, None);
    assert!(before.became(&office.snapshot(), &[first, second]));
    assert_eq!(office.submitted(&open[1]).len(), 1, "what was done is not done again");
}

#[test]
fn a_row_that_stops_with_a_question_is_recorded_and_the_next_one_begins_where_that_is_wanted() {
    let office = Office::with(&[]);
    let open = office.open_invoices();
    let before = office.snapshot();
    let file = office.folder.path().join("invoices.csv");
    std::fs::write(&file, format!("{NUMBER}\nF-2026-9999\n{}\n", open[1])).unwrap();
    let mut command = office.order("rehearsal");
    command.arg("--rows").arg(&file).args(["--on-failure", "skip"]);
    let said = ran(&command.output().unwrap(), 3);
    assert_eq!((&said["rows"], &said["done"], &said["waiting"]), (&2.into(), &1.into(), &1.into()), "{said}");
    let text = std::fs::read_to_string(file.with_file_name("invoices.results.csv")).unwrap();
    let verdicts: Vec<&str> = text.lines().skip(1).filter_map(|l| l.split(',').nth(1)).collect();
    assert_eq!(verdicts[..2], ["halted", "verified"], "{text}");
    let wanted = [Change::decided(&open[1], Status::Validated, None)];
    assert!(before.became(&office.snapshot(), &wanted));
}

#[test]
fn a_run_over_rows_that_was_killed_goes_on_at_that_row_and_with_those_after_it() {
    let office = Office::with(&[]);
    let open = office.open_invoices();
    let before = office.snapshot();
    let file = office.folder.path().join("invoices.csv");
    std::fs::write(&file, format!("{NUMBER}\n{}\n{}\n{}\n", open[1], open[3], open[5])).unwrap();
    let mut command = office.order("rehearsal");
    command.arg("--rows").arg(&file);
    let mut child = start(command);
    wait_until("the second row", SOON, || {
        let (run, entries) = office.journal()?;
        (run.row == Some(2) && entries.iter().any(|e| intends(e, "Rechercher"))).then_some(())
    })
    .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let cut = office.journal().unwrap().0;
    assert_eq!((cut.row, cut.outcome), (Some(2), None));
    let said = ran(&office.resumes(None), 0);
    assert_eq!((&said["rows"], &said["done"]), (&3.into(), &3.into()), "{said}");
    let text = std::fs::read_to_string(file.with_file_name("invoices.results.csv")).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert!(lines.len() == 3 && lines.iter().all(|l| l.contains(",verified,")), "{text}");
    assert!(lines[1].contains(&cut.run_id), "the same run went on: {text}");
    let rows = [&open[1], &open[3], &open[5]];
    let wanted = rows.map(|number| Change::decided(number, Status::Validated, None));
    assert!(before.became(&office.snapshot(), &wanted));
    assert!(rows.iter().all(|number| office.submitted(number).len() == 1), "each was submitted once");
}

#[test]
fn a_loop_that_goes_over_all_pages_turns_them_and_does_each_row_once() {
    let office = Office::with(&[]);
    let (all, open) = (office.all_invoices(), office.open_invoices());
    let on_page = |n: usize| {
        let page = &all[PAGE_ROWS * n..PAGE_ROWS * (n + 1)];
        page.iter().find(|number| open.contains(*number)).unwrap().clone()
    };
    // One on the first page, one on the third.
    let wanted = [on_page(0), on_page(2)];
    let store = Store::open(&office.data).unwrap();
    let id = store.workflows().unwrap()[0].id.clone();
    let for_rows = |workflow: &mut Workflow| {
        workflow.variables.clear();
        let mut repeat = Loop::new(LoopType::ForEach);
        repeat.iterator = Some("row".into());
        repeat.filter = Some(format!("row.numero == {:?} || row.numero == {:?}", wanted[0], wanted[1]));
        repeat.pages = true;
        let open = workflow.edges.iter_mut().find(|e| e.edge_id.starts_with("E1")).unwrap();
        let mut action = Action::new(ActionType::MouseClick);
        action.target = Some(Target {
            kind: TargetKind::Row,
            role: Some("row".into()),
            text: Some("${row}".into()),
            in_row: Some(InRow { button: Some("Ouvrir".into()), ..InRow::default() }),
            ..Target::default()
        });
        (open.action, open.repeat) = (Some(action), Some(repeat));
        for edge in &mut workflow.edges {
            edge.constraints.pre_conditions.retain(|c| c.check.value().is_none());
            edge.post_conditions.checks.retain(|c| c.value().is_none());
        }
        Ok::<(), ()>(())
    };
    store.update_workflow(&id, |bundle| for_rows(&mut bundle.workflow)).unwrap().unwrap();
    let before = office.snapshot();
    let run = ran(&office.order("rehearsal").output().unwrap(), 0);
    assert_eq!(run["outcome"], "verified", "{run}");
    let changes = wanted.each_ref().map(|number| Change::decided(number, Status::Validated, None));
    assert!(before.became(&office.snapshot(), &changes), "{:?}", before.differences(&office.snapshot()));
    assert!(wanted.iter().all(|number| office.submitted(number).len() == 1), "each was submitted once");
    let turned = office.journal().unwrap().1;
    let turned = turned.iter().filter(|e| matches!(e, Entry::Intend { intent } if intent.edge == "page"));
    assert!(turned.count() >= 2, "the pages up to the third were turned");
}

#[test]
fn a_workflow_that_has_not_matured_is_refused_to_run_by_itself() {
    let office = Office::with(&[]);
    let (number, before) = (office.open_invoices().swap_remove(4), office.snapshot());
    let mut command = office.order("auto");
    let run = ran(&command.args(["--set", &format!("{NUMBER}={number}")]).output().unwrap(), 5);
    assert_eq!(
        (&run["outcome"], &run["halt"]["reason"]),
        (&"refused".into(), &"insufficient_maturity".into())
    );
    let entries = office.journal().unwrap().1;
    assert!(!entries.iter().any(|e| matches!(e, Entry::Intend { .. })), "{entries:?}");
    assert!(before.became(&office.snapshot(), &[]));
}

/// Somebody validates an invoice while Lea follows in a mode, and does each step when Lea knows what it would do; `strays` is done
/// before all that. Returns what Lea said, and the workflow's counts.
fn followed(
    mode: &str,
    state: LearningState,
    strays: impl FnOnce(&Office, &mut dyn FnMut(usize)),
) -> (Output, WorkflowStats) {
    let office = Office::with(&[]);
    office.edits(|workflow| (workflow.learning_state, workflow.learning.state) = (state, state));
    let (number, before) = (office.open_invoices().swap_remove(4), office.snapshot());
    let mut command = office.order(mode);
    command.args(["--set", &format!("{NUMBER}={number}")]);
    let mut child = start(command);
    let mut known = 0;
    let mut waits = |more: usize| {
        known += more;
        office.wait_for_some("Lea to know what it would do", &mut child, known, |e| {
            matches!(e, Entry::Intend { .. })
        });
    };
    strays(&office, &mut waits);
    let mut person = office.desk.person(1, Irregularity::NONE, Pace::Fast).unwrap();
    let mut left = STEPS;
    validates(&mut person, &number, &mut |_| {
        if left > 0 {
            waits(1);
            left -= 1;
        }
    });
    let output = end(child);
    let wanted = [Change::decided(&number, Status::Validated, None)];
    assert!(before.became(&office.snapshot(), &wanted), "{}", errors(&output));
    let store = Store::open(&office.data).unwrap();
    let id = store.workflows().unwrap()[0].id.clone();
    (output, store.workflow(&id).unwrap().workflow.stats)
}

/// A text and five clicks.
const STEPS: usize = 6;

#[test]
fn a_person_who_does_what_lea_would_do_makes_an_assisted_run_that_succeeds() {
    let (output, stats) = followed("assist", LearningState::Coaching, |office, _| {
        wait_until("a frame around the field", SOON, || (frames(office) == 4).then_some(())).unwrap();
    });
    assert_eq!(ran(&output, 0)["outcome"], "verified");
    let said = errors(&output);
    assert!(said.contains("Now: click “Rechercher”") && said.contains("7 of 7 as Lea"), "{said}");
    assert_eq!((stats.assist_runs, stats.assist_successes, stats.total_executions), (1, 1, 0));
}

#[test]
fn a_person_who_does_something_else_makes_an_assisted_run_that_does_not() {
    let (output, stats) = followed("assist", LearningState::Observation, |office, waits| {
        waits(1);
        let empty = office.desk.clinic.truth().now().map(|seen| seen.point(seen.empty[0])).unwrap();
        lea_screen::click(&mut office.screen(), empty, Button::Left, 1).unwrap();
    });
    assert_eq!(ran(&output, 0)["outcome"], "verified", "it is done all the same");
    let said = errors(&output);
    assert!(said.contains("Lea would: click “Rechercher”"), "{said}");
    assert!(said.contains("the person clicked ") && !said.contains("clicked at"), "no coordinates: {said}");
    assert_eq!((stats.assist_runs, stats.assist_successes), (1, 0));
}

#[test]
fn a_shadow_says_nothing_beforehand_and_tells_at_the_end_what_it_would_have_done() {
    let (output, stats) = followed("shadow", LearningState::Coaching, |_, _| {});
    let said = errors(&output);
    assert!(!said.contains("Now:") && !said.contains("Lea would:"), "{said}");
    assert!(said.contains("the same      click “Rechercher”") && said.contains("7 of 7 as Lea"), "{said}");
    assert_eq!((stats.assist_runs, stats.total_executions), (0, 0));
}

/// A candidate that is proposed on a terminal, where each question is answered with yes. Returns what was said.
fn proposed(office: &Office, number: &str) -> String {
    let state = LearningState::AutoCandidate;
    office.edits(|workflow| (workflow.learning_state, workflow.learning.state) = (state, state));
    let lea = office.lea();
    let mut words: Vec<String> = vec![lea.get_program().to_string_lossy().into_owned()];
    words.extend(lea.get_args().map(|a| a.to_string_lossy().into_owned()));
    let set = format!("{NUMBER}={number}");
    let more = ["run", "last", "--mode", "assist", "--display", office.desk.stage.display(), "--set", &set];
    words.extend(more.map(str::to_owned));
    let line = words.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(" ");
    // A terminal of its own: `script` is one.
    let mut command = std::process::Command::new("script");
    command.args(["-qefc", &line, "/dev/null"]).env_remove("DISPLAY");
    command.env("XDG_CONFIG_HOME", office.folder.path()).current_dir(office.folder.path());
    command.env("XDG_STATE_HOME", office.folder.path().join("state"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut keys, mut terminal) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // Typed before anything was asked: it answers nothing.
    keys.write_all("n\n".repeat(5).as_bytes()).unwrap();
    let (mut said, mut some, mut answered) = (Vec::new(), [0; 4096], 0);
    while let Ok(count @ 1..) = terminal.read(&mut some) {
        said.extend_from_slice(&some[..count]);
        let asked = String::from_utf8_lossy(&said).matches("[y/N/stop]").count();
        keys.write_all("y\n".repeat(asked - answered).as_bytes()).unwrap();
        answered = asked;
    }
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(child.wait().unwrap().success(), "{said}");
    said
}

#[test]
fn a_candidate_is_proposed_and_done_once_a_person_says_yes() {
    let office = Office::with(&[]);
    let (number, before) = (office.open_invoices().swap_remove(4), office.snapshot());
    let said = proposed(&office, &number);
    assert!(said.contains("Shall I do") && !said.contains("Now: "), "{said}");
    let asked = said.lines().any(|l| l.contains("click “Confirmer”") && l.contains("Do it?"));
    assert!(asked, "what is irreversible is asked about all the same: {said}");
    let wanted = [Change::decided(&number, Status::Validated, None)];
    assert!(before.became(&office.snapshot(), &wanted), "{said}");
    assert_eq!(office.submitted(&number).len(), 1);
}

#[test]
fn a_candidate_that_nobody_lets_run_is_done_by_the_person_with_advice() {
    let (output, stats) = followed("assist", LearningState::AutoCandidate, |_, _| {});
    assert_eq!(ran(&output, 0)["outcome"], "verified");
    let said = errors(&output);
    assert!(said.contains("7 of 7 as Lea"), "{said}");
    assert_eq!((stats.assist_runs, stats.assist_successes, stats.auto_candidate_runs), (1, 1, 0));
}

/// The bars of the frame that Lea shows; its sign is as wide as the screen.
fn frames(office: &Office) -> usize {
    let link = Link::open(Some(office.desk.stage.display())).unwrap();
    let tree = link.conn.query_tree(link.root).unwrap().reply().unwrap();
    let is_bar = |id: &&u32| {
        let class = link.conn.get_property(false, **id, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64).unwrap();
        let (Ok(class), Ok(size)) = (class.reply(), link.conn.get_geometry(**id).unwrap().reply()) else {
            return false;
        };
        class.value == lea_screen::x11::sign::CLASS && size.width < 1000
    };
    tree.children.iter().filter(is_bar).count()
}
