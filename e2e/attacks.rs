//! Attacks on what Lea promises, on the practice application and on the command line, judged by the application's own records: each is
//! held off, and nothing changes. The numbers are those of `bench/attacks`. Others are tests beside the code and faults of `lea-sim --hard`.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;
#[allow(dead_code, reason = "the other tests use the rest of it")]
mod office;

use common::SOON;
use lea_clinic::records::Status;
use lea_clinic::{Change, Irregularity, Pace};
use lea_model::workflow::Check;
use lea_stage::wait_until;
use office::{NUMBER, Office, end_within, errors, intends, ran, start};
use std::fs;

/// Somebody opens this invoice, and leaves it open.
fn leaves_open(office: &Office, number: &str) {
    let mut person = office.desk.person(7, Irregularity::NONE, Pace::Fast).unwrap();
    person.types("search.box", number).unwrap();
    person.clicks_to("search.button", &["invoice_list"]).unwrap();
    person.clicks_to(&format!("row.{number}.open"), &["invoice_detail"]).unwrap();
}

#[test]
fn attack_1_another_record_is_open_when_the_run_begins_and_stays_as_it_is() {
    let office = Office::with(&[]);
    let open = office.open_invoices();
    let (asked, other) = (open[4].clone(), open[2].clone());
    leaves_open(&office, &other);
    let before = office.snapshot();
    let run = ran(&office.rehearsal(&asked).output().unwrap(), 3);
    assert_eq!(run["outcome"], "halted", "{run}");
    assert!(before.became(&office.snapshot(), &[]), "{:?}", before.differences(&office.snapshot()));
    assert!(office.submitted(&other).is_empty(), "the other record was not touched");
    assert!(!office.journal().unwrap().1.iter().any(|e| intends(e, "")), "nothing was begun: {run}");
    office.offers(&run);
}

#[test]
fn attack_3_a_value_with_a_newline_or_a_tab_sends_nothing() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    for value in [format!("{number}\n"), format!("{number}\t")] {
        let run = ran(&office.rehearsal(&value).output().unwrap(), 3);
        assert_eq!(run["halt"]["reason"], "bad_value", "{run}");
    }
    assert!(before.became(&office.snapshot(), &[]));
}

/// An editor adds a condition to the step that opens the dialog, which does not hold.
fn guards(office: &Office) {
    office.edits(|workflow| {
        let edge = workflow.edges.iter_mut().find(|e| e.edge_id.starts_with("E2")).unwrap();
        edge.constraints
            .pre_conditions
            .push("text:Approuvé par la direction".parse::<Check>().unwrap().into());
    });
}

#[test]
fn attack_4_nothing_is_pressed_before_a_condition_that_does_not_hold() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    guards(&office);
    let before = office.snapshot();
    let run = ran(&office.rehearsal(&number).output().unwrap(), 3);
    assert!(run["halt"]["why"].as_str().is_some_and(|w| w.contains("Approuvé par la direction")), "{run}");
    let pressed = office.journal().unwrap().1.iter().any(|e| intends(e, "Valider"));
    assert!(!pressed, "the step that the condition guards was not begun: {run}");
    assert!(before.became(&office.snapshot(), &[]));
    office.offers(&run);
}

#[test]
fn attack_8_a_step_that_showed_nothing_does_not_end_verified() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let mut child = start(office.rehearsal(&number));
    office.wait_for("the dialog", &mut child, |e| intends(e, "Valider"));
    office.desk.clinic.switch("slow=3s").unwrap();
    office.wait_for("what cannot be taken back", &mut child, |e| intends(e, "Confirmer"));
    office.wait_until_asked();
    // The invoice is validated, and the page that says so takes no clicks: going back to the list has no effect.
    office.desk.clinic.switch("lost_clicks=always").unwrap();
    office.desk.clinic.switch("slow=0s").unwrap();
    let run = ran(&end_within(child, 4 * SOON), 3);
    assert_eq!(
        (&run["outcome"], &run["halt"]["edge"]),
        (&"halted".into(), &"E4_retour_a_la_liste".into()),
        "{run}"
    );
    assert!(office.offers(&run).iter().any(|o| o.starts_with("retry")), "{run}");
    let wanted = [Change::decided(&number, Status::Validated, None)];
    assert!(before.became(&office.snapshot(), &wanted), "{:?}", before.differences(&office.snapshot()));
    assert_eq!(office.submitted(&number).len(), 1, "what was done is not done again");
}

#[test]
fn attack_9_a_trail_that_was_deleted_or_cut_is_found() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    ran(&office.rehearsal(&number).output().unwrap(), 0);
    let verify = || office.lea().args(["audit", "verify"]).output().unwrap();
    assert!(verify().status.success(), "{}", errors(&verify()));
    let folder = office.data.join("audit");
    let kept = office.folder.path().join("kept");
    fs::rename(&folder, &kept).unwrap();
    assert_eq!(verify().status.code(), Some(4), "a trail that is gone");
    fs::rename(&kept, &folder).unwrap();
    assert!(verify().status.success(), "{}", errors(&verify()));
    let files = fs::read_dir(&folder).unwrap().map(|f| f.unwrap().path());
    let trail = files.filter(|f| f.extension().is_some_and(|e| e == "jsonl")).max().unwrap();
    let whole = fs::read_to_string(&trail).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(&trail, lines[..lines.len() - 1].join("\n") + "\n").unwrap();
    assert_eq!(verify().status.code(), Some(4), "a trail without its last line");
    fs::write(&trail, &whole).unwrap();
    assert!(verify().status.success(), "{}", errors(&verify()));
}

#[test]
fn attack_10_a_run_killed_with_a_dialog_open_goes_on_and_says_which_run_it_is() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let mut child = start(office.rehearsal(&number));
    let truth = office.desk.clinic.truth();
    let is_open = || truth.now().is_some_and(|seen| seen.dialog.as_deref() == Some("validate"));
    wait_until("the dialog", SOON, || is_open().then_some(())).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let (cut, entries) = office.journal().unwrap();
    assert!(cut.outcome.is_none() && !entries.iter().any(|e| intends(e, "Confirmer")), "{entries:?}");
    let output = office.resumes(None);
    let run = ran(&output, 0);
    assert_eq!((&run["outcome"], &run["run_id"]), (&"verified".into(), &cut.run_id.clone().into()), "{run}");
    let said = errors(&output);
    assert!(
        said.contains("Resuming") && said.contains(&cut.run_id) && said.contains(&cut.workflow_id),
        "{said}"
    );
    let wanted = [Change::decided(&number, Status::Validated, None)];
    assert!(before.became(&office.snapshot(), &wanted), "{:?}", before.differences(&office.snapshot()));
    assert_eq!(office.submitted(&number).len(), 1);
}

#[test]
fn attack_11_a_halt_offers_answers_that_are_taken_and_heeded() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    guards(&office);
    let before = office.snapshot();
    let run = ran(&office.rehearsal(&number).output().unwrap(), 3);
    let id = run["run_id"].as_str().unwrap();
    let offered = office.offers(&run);
    let offers = |word: &str| offered.iter().any(|o| o.starts_with(word));
    assert!(offers("retry") && offers("take over") && offers("stop"), "{offered:?}");
    let none = office.lea().args(["runs", "answer", id, "perhaps"]).output().unwrap();
    assert_eq!(none.status.code(), Some(2), "{}", errors(&none));
    assert!(errors(&none).contains("none of the choices"), "{}", errors(&none));
    office.answers(&run, "retry");
    let again = ran(&office.resumes(Some(id)), 3);
    assert_eq!(
        (&again["run_id"], &again["halt"]["why"]),
        (&run["run_id"], &run["halt"]["why"]),
        "it looked again, and the condition still does not hold"
    );
    office.answers(&again, "stop");
    assert_eq!(ran(&office.resumes(Some(id)), 130)["outcome"], "cancelled");
    let pressed = office.journal().unwrap().1.iter().any(|e| intends(e, "Valider"));
    assert!(!pressed && before.became(&office.snapshot(), &[]));
}

#[test]
fn attack_12_a_planted_file_or_variable_declares_no_test_environment() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let planted = tempfile::tempdir().unwrap();
    let order = |variable: Option<&str>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lea"));
        command.arg("--data").arg(&office.data).current_dir(planted.path());
        command.env("XDG_CONFIG_HOME", planted.path()).env("XDG_STATE_HOME", planted.path());
        command.args(["--json", "run", "last", "--mode", "rehearsal"]);
        command.args(["--display", office.desk.stage.display(), "--set", &format!("{NUMBER}={number}")]);
        command.envs(variable.map(|name| (name, "test")));
        let output = command.output().unwrap();
        (output.status.code(), errors(&output).split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (code, said) = order(None);
    assert_eq!(code, Some(5), "without a test environment there is no rehearsal: {said}");
    assert!(said.contains("a rehearsal needs an environment"), "{said}");
    let (code, said) = order(Some("LEA_RUN__ENVIRONMENT"));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the variable LEA_RUN__ENVIRONMENT sets run.environment"), "{said}");
    fs::write(planted.path().join("lea.toml"), "[run]\nenvironment = \"test\"\n").unwrap();
    let (code, said) = order(None);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains("lea.toml of the working folder sets run.environment, which only your own"),
        "{said}"
    );
    assert!(office.journal().is_none_or(|(_, entries)| !entries.iter().any(|e| intends(e, ""))));
    assert!(before.became(&office.snapshot(), &[]), "nothing was done");
}
