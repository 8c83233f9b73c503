//! Attacks on what Lea promises, on the practice application and on the command line, judged by the application's own records: each is
//! held off, and nothing changes. The numbers are those of `bench/attacks`. Others are tests beside the code and faults of `lea-sim --hard`.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;
#[allow(dead_code, reason = "the other tests use the rest of it")]
mod office;

use lea_clinic::{Irregularity, Pace};
use office::{NUMBER, Office, errors, ran};
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
    assert!(run["halt"]["question"]["text"].is_string(), "it says how to go on: {run}");
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
fn attack_12_a_planted_file_or_variable_declares_no_test_environment() {
    let office = Office::with(&[]);
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let planted = tempfile::tempdir().unwrap();
    fs::write(planted.path().join("lea.toml"), "[run]\nenvironment = \"test\"\n").unwrap();
    let order = |with: &dyn Fn(&mut std::process::Command)| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lea"));
        command.arg("--data").arg(&office.data).current_dir(planted.path());
        command.env("XDG_CONFIG_HOME", planted.path()).env("XDG_STATE_HOME", planted.path());
        command.args(["--json", "run", "last", "--mode", "rehearsal"]);
        command.args(["--display", office.desk.stage.display(), "--set", &format!("{NUMBER}={number}")]);
        with(&mut command);
        command.output().unwrap()
    };
    let by_file = order(&|_| {});
    assert!(!by_file.status.success(), "a file in the working folder");
    fs::remove_file(planted.path().join("lea.toml")).unwrap();
    let by_variable = order(&|c| {
        c.env("LEA_RUN__ENVIRONMENT", "test").env("LEA_RUN_ENVIRONMENT", "test");
    });
    assert!(!by_variable.status.success(), "a variable");
    assert!(before.became(&office.snapshot(), &[]), "nothing was done");
}
