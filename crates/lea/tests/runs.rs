//! `lea runs`, `lea trace` and `lea audit` as a person uses them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "support/sample_run.rs"]
mod sample_run;

use lea_model::run::{
    AuditRecord, Entry, Halt, HaltReason, Intent, NextStep, Question, QuestionKind, RowsFile, Run, RunMode,
    RunOutcome,
};
use lea_store::{Anchors, RunWriter, Store};
use sample_run::{HOSTILE, RUN, WORKFLOW};
use serde_json::{Value, json};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

impl Place {
    fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // As `lea` itself anchors it, below.
        let anchors = Anchors { state: Some(folder.path().join("state/lea")), ..Anchors::default() };
        let store = Store::open(folder.path().join("data")).unwrap().anchored(anchors);
        Self { folder, store }
    }

    fn new() -> Self {
        let place = Self::empty();
        sample_run::record(&place.store);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn lea(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
        command.arg("--data").arg(self.path("data")).args(args).env("TZ", "UTC");
        command.env("XDG_CONFIG_HOME", self.folder.path()).env("XDG_STATE_HOME", self.path("state"));
        command.env("USER", "somebody_else").current_dir(self.folder.path()).output().unwrap()
    }

    fn says(&self, args: &[&str]) -> String {
        let output = self.lea(args);
        assert!(output.status.success(), "{args:?}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.says(&[args, &["--json"]].concat())).unwrap()
    }

    fn fails(&self, code: i32, args: &[&str]) -> String {
        let output = self.lea(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
        said(&output)
    }
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn has_all(text: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
}

/// A run that was cut short at this time.
fn cut_short(store: &Store, id: &str, started_at: &str, rule_answers: u32) {
    let run = Run {
        run_id: id.into(),
        workflow_id: WORKFLOW.into(),
        mode: RunMode::Rehearsal,
        rehearsal: true,
        started_at: started_at.into(),
        ..Run::default()
    };
    let mut writer = RunWriter::begin(store, &run).unwrap();
    let intent = Intent { step: 1, told: "click “Valider”".into(), ..Intent::default() };
    for _ in 0..rule_answers {
        writer.write(&Entry::RuleAnswered { question: "click “Valider”. Do it?".into() }).unwrap();
    }
    writer.write(&Entry::Intend { intent }).unwrap();
}

#[test]
fn resuming_says_which_run_and_refuses_an_old_one_where_nobody_can_be_asked() {
    let place = Place::empty();
    let old = "run_2020-01-02T03-04-05_invoice";
    cut_short(&place.store, old, "2020-01-02T03:04:05Z", 0);
    let said = place.fails(5, &["run", "--resume"]);
    has_all(&said, &["Resuming", old, WORKFLOW, "about to click “Valider”", "days ago"]);
    has_all(&said, &["not certain", &format!("lea run --resume {old}")]);
    let named = place.lea(&["run", "--resume", old]);
    assert!(
        !self::said(&named).contains("not certain"),
        "one that is named is meant: {}",
        self::said(&named)
    );
    assert_ne!(named.status.code(), Some(5));
}

#[test]
fn a_newer_run_that_is_damaged_is_not_passed_over_in_silence() {
    let place = Place::empty();
    let now = jiff::Timestamp::now().to_string();
    let (cut, damaged) = ("run_2020-01-02T03-04-05_invoice", "run_2020-01-02T04-00-00_invoice");
    cut_short(&place.store, cut, &now, 0);
    cut_short(&place.store, damaged, &now, 0);
    let journal = place.path("data/runs/2020-01-02").join(damaged).join("journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.replacen("rehearsal", "production", 1)).unwrap();
    let said = place.fails(5, &["run", "--resume"]);
    has_all(&said, &[&format!("{damaged} is damaged"), &format!("lea run --resume {cut}")]);
}

#[test]
fn how_often_the_rule_answered_is_told() {
    let place = Place::empty();
    cut_short(&place.store, "run_2020-01-02T03-04-05_invoice", "2020-01-02T03:04:05Z", 2);
    has_all(&place.says(&["runs"]), &["BY RULE"]);
    assert_eq!(place.json(&["runs"])["runs"][0]["run"]["rule_answers"], 2);
    has_all(
        &place.says(&["trace", "last"]),
        &["2 confirmations were answered by the rule", "the rule for rehearsals said yes"],
    );
}

#[test]
fn runs_are_listed_shown_and_deleted() {
    let place = Place::empty();
    assert!(place.says(&["runs"]).contains("No runs yet"));
    assert!(place.fails(4, &["trace", "last"]).contains("there is no run yet"));
    sample_run::record(&place.store);
    let cut = "run_2026-11-15T10-00-00_letters";
    let run = Run { run_id: cut.into(), workflow_id: "WF_letters".into(), ..Run::default() };
    let writer = RunWriter::begin(&place.store, &run).unwrap();
    assert!(place.says(&["runs", "list"]).contains("running"));
    assert!(place.fails(4, &["runs", "delete", cut]).contains("is going on"));
    drop(writer);
    let list = place.says(&["runs"]);
    has_all(
        &list,
        &["OUTCOME", RUN, WORKFLOW, "halted", "14.2", "“Imprimer” is not on the screen", "interrupted"],
    );
    assert!(list.find(cut) < list.find(RUN), "the newest first:\n{list}");
    let json = place.json(&["runs"]);
    assert_eq!(
        (&json["runs"][0]["state"], &json["runs"][1]["run"]["steps"]),
        (&json!("interrupted"), &json!(3))
    );
    let shown = place.says(&["runs", "show", RUN]);
    has_all(
        &shown,
        &[
            "halted",
            "open the invoice F-2041",
            "verified",
            "It asks: Where is",
            "2: “Print” in the row “F-2041”",
        ],
    );
    assert!(!shown.contains('\u{1b}'), "nothing steers the terminal");
    assert_eq!(place.json(&["runs", "show", "last"])["run"]["run_id"], cut);
    assert!(place.says(&["runs", "delete", cut, RUN]).contains("Deleted"));
    assert!(place.says(&["runs"]).contains("No runs yet"));
    assert!(place.fails(4, &["runs", "show", RUN]).contains("there is no run"));
    let records = place.json(&["audit", "history"]);
    let changes: Vec<_> =
        records["records"].as_array().unwrap().iter().filter(|r| r["phase"] == "change").collect();
    assert_eq!(changes.len(), 4, "one that failed, which is two records, and two that did not: {changes:?}");
    assert_eq!((&changes[3]["action"], &changes[3]["run_id"]), (&json!("delete_run"), &json!(RUN)));
    assert_eq!(changes[3]["who"], lea_store::system_user(), "not the variable USER");
    place.says(&["audit", "verify"]);
    assert!(place.fails(2, &["runs", "show", "../../etc"]).contains("run_<time>_<name>"));
}

/// What the audit trail says of answers: what was asked, and what was answered.
fn answers_in_trail(place: &Place) -> Vec<(String, String)> {
    let records = place.json(&["audit", "history"]);
    let answers = records["records"].as_array().unwrap().iter().filter(|r| r["action"] == "answer");
    let text = |r: &Value, key: &str| r[key].as_str().unwrap().to_owned();
    answers.map(|r| (text(r, "target"), text(r, "detail"))).collect()
}

#[test]
fn a_question_is_shown_with_its_picture_and_choices_and_answered_later() {
    let place = Place::new();
    let shown = place.says(&["runs", "answer", RUN]);
    has_all(
        &shown,
        &[
            "“Imprimer” is not on the screen",
            "It asks: Where is “Imprimer”?",
            "known: number = F-2041",
            "1: “Print” in the toolbar at the top",
            "2: “Print” in the row “F-2041”",
            "3: stop",
            &format!("lea runs answer {RUN} NUMBER"),
            &format!("lea run --resume {RUN}"),
        ],
    );
    let picture = shown.lines().find_map(|l| l.trim().strip_prefix("picture: ")).unwrap();
    assert!(lea_frame::from_png(&std::fs::read(picture).unwrap()).is_ok());
    assert_eq!(std::fs::metadata(picture).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(answers_in_trail(&place).is_empty(), "showing answers nothing");

    has_all(&place.fails(2, &["runs", "answer", RUN, "4"]), &["4 is none of the choices 1 to 3"]);
    has_all(&place.fails(2, &["runs", "answer", RUN, "--text", "x"]), &["asks for no value"]);
    has_all(&place.says(&["runs", "answer", RUN, "1"]), &["Noted", "toolbar", "used once"]);
    has_all(&place.says(&["runs", "answer", RUN, "2"]), &["“Print” in the row “F-2041”"]);
    let who = lea_store::system_user();
    let said = format!("{who} answered: “Print” in the row “F-2041”");
    has_all(&place.says(&["runs", "show", RUN]), &[&said, &format!("lea run --resume {RUN}")]);
    has_all(&place.says(&["trace", RUN]), &[&said]);
    assert_eq!(answers_in_trail(&place).len(), 2);
    assert!(answers_in_trail(&place)[1].1.contains("F-2041"));
    assert!(place.says(&["runs"]).contains("halted"), "it has not gone on by that");
    place.says(&["audit", "verify"]);

    // What goes on finds both lines, and the last counts.
    let (_, log) = RunWriter::resume(&place.store, RUN).unwrap();
    let last = log.entries.last().unwrap();
    assert!(matches!(last, Entry::Answered { by, .. } if *by == who), "{last:?}");
}

/// A run of a workflow that halted with this question.
fn halted_with(place: &Place, id: &str, question: Question) {
    let run = Run { run_id: id.into(), workflow_id: WORKFLOW.into(), ..Run::default() };
    let mut writer = RunWriter::begin(&place.store, &run).unwrap();
    let halt = Halt::new(HaltReason::MissingValue, "it has no value").with(question);
    let at = "2026-11-16T09:00:00Z".into();
    writer.write(&Entry::End { outcome: RunOutcome::Halted, halt: Some(halt), at }).unwrap();
}

#[test]
fn a_value_is_given_as_text_and_a_secret_is_not() {
    let place = Place::empty();
    let [value, secret, now] =
        ["value", "secret", "now"].map(|name| format!("run_2026-11-16T08-00-00_{name}"));
    halted_with(&place, &value, Question::for_value("name"));
    halted_with(&place, &secret, Question { secret: true, ..Question::for_value("password") });
    let choices = NextStep::choices(true);
    let what = Question { choices, ..Question::new(QuestionKind::WhatNow, "Close the dialog, then resume") };
    halted_with(&place, &now, what);
    has_all(&place.fails(2, &["runs", "answer", &value, "1"]), &["--text VALUE"]);
    has_all(&place.says(&["runs", "answer", &value, "--text", "Marie"]), &["Marie"]);
    let refused = place.fails(5, &["runs", "answer", &secret, "--text", "hunter2"]);
    has_all(&refused, &["password is a secret"]);
    let journal = std::fs::read_to_string(place.path("data/audit/audit.jsonl")).unwrap();
    assert!(!journal.contains("hunter2"));
    has_all(
        &place.says(&["runs", "answer", &now]),
        &["1: retry", "2: skip the row", "3: take over", "4: stop"],
    );
    has_all(&place.says(&["runs", "answer", &now, "skip"]), &["skip the row"]);
    let (_, log) = RunWriter::resume(&place.store, &now).unwrap();
    assert_eq!(lea_act::what_now(&log.entries), Some((NextStep::SkipRow, lea_store::system_user())));
}

#[test]
fn only_a_run_that_halted_can_be_answered() {
    let place = Place::empty();
    let cut = "run_2020-01-02T03-04-05_invoice";
    cut_short(&place.store, cut, "2020-01-02T03:04:05Z", 0);
    has_all(&place.fails(4, &["runs", "answer", cut, "1"]), &["has not ended", &format!("--resume {cut}")]);
    assert!(place.fails(4, &["runs", "answer", "run_2020-01-02T03-04-06_x"]).contains("there is no run"));
}

#[test]
fn a_trace_says_what_decided_each_step() {
    let place = Place::new();
    let trace = place.says(&["trace", "last"]);
    has_all(
        &trace,
        &[
            "median 126 ms, p95 140 ms",
            "not_found: “Imprimer” is not on the screen",
            "1  open the invoice F-2041",
            "decided  N1_invoice_list, 0.96 sure\n",
            "1. 0.96 N1_invoice_list (cosine 0.95",
            "“F-2041 Dupont 120.50” (table_row) at 40,140,1880,214, by score, 0.97",
            "2. 0.52 “F-2043 Dupond 87.10” at 40,320,1880,394 from meaning (landmarks 0.42",
            "second witness: the label “Comment” stands above it",
            "level 0 by spatial: did not find it",
            "level 1 by spatial: found it (labels from 0.78, surroundings ×1.3, roles that mean the same)",
            "3  click “Valider”  [cannot be taken back]",
            "marie said yes",
            "verified, 0.94 sure, continue: 22.50 % of the screen changed, 56.25 % around the point",
            "shot_0003 → shot_0004",
            "hand 90 ms, waited 260 ms",
        ],
    );
    assert!(!trace.contains('\u{1b}'));
    let second = place.says(&["trace", RUN, "--step", "2"]);
    assert!(second.contains("into “Comment”") && !second.contains("open the invoice"), "{second}");
    assert!(place.fails(4, &["trace", RUN, "--step", "9"]).contains("has no step 9"));
    let json = place.json(&["trace", RUN, "--step", "2"]);
    assert_eq!(json["entries"].as_array().unwrap().len(), 2);
    assert_eq!(json["entries"][1]["record"]["grounding"]["method"], "witness");
    assert_eq!(place.json(&["trace", RUN])["own_ms"]["median"].as_f64().unwrap().round(), 126.0);
}

#[test]
fn the_page_needs_nothing_and_shows_everything() {
    let place = Place::new();
    assert!(place.says(&["trace", "last", "--html", "trace.html"]).contains("Wrote trace.html"));
    let path = place.path("trace.html");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let page = std::fs::read_to_string(&path).unwrap();
    has_all(
        &page,
        &[
            "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\"",
            "href=\"#step-2\"",
            "id=step-2",
            "Where is “Imprimer”?",
            "126 ms",
            "cannot be taken back",
            "level 1 by spatial: found it",
            "before · shot_0001",
        ],
    );
    assert_eq!(page.matches("<img src=\"data:image/png;base64,").count(), 7, "before and after, and the end");
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"), "{HOSTILE} is text");
    assert!(!page.contains("http://") && !page.contains("https://"));

    // A run whose screens are lost is still explained.
    std::fs::remove_file(place.path("data/runs/2026-11-15").join(RUN).join("screens.pack")).unwrap();
    place.says(&["trace", "last", "--html", "trace.html"]);
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("lacks a file") && page.contains("id=step-3"));
}

#[test]
fn the_audit_trail_is_shown_summed_and_exported() {
    let place = Place::empty();
    assert!(place.says(&["audit", "history"]).contains("No records"));
    sample_run::record(&place.store);
    let mut other = AuditRecord {
        when: "2026-11-16T08:00:00Z".into(),
        workflow_id: "WF_letters".into(),
        run_id: "run_2026-11-16T08-00-00_letters".into(),
        action: "mouse_click".into(),
        target: "=HYPERLINK(\"http://x\",\"open\")".into(),
        verdict: "not_verified".into(),
        ..AuditRecord::default()
    };
    place.store.audit().append(&mut other).unwrap();

    let history = place.says(&["audit", "history", "--workflow", "validate_invoices"]);
    has_all(
        &history,
        &["2026-11-15 09:30:06", "marie", "type “checked” into “Comment”", "score +1", "verified"],
    );
    assert!(!history.contains("HYPERLINK"));
    assert_eq!(place.json(&["audit", "history", "--run", RUN, "--limit", "2"])["records"][0]["step"], 3);
    let recent = place.json(&["audit", "history", "--since", "2026-11-16"]);
    assert_eq!(recent["records"].as_array().unwrap().len(), 1);
    assert!(place.fails(2, &["audit", "history", "--since", "yesterday"]).contains("is no day"));

    let summary = place.says(&["audit", "summary"]);
    has_all(&summary, &[WORKFLOW, "100 %", "33 %", "1 halted", "WF_letters", "all"]);
    assert_eq!(place.json(&["audit", "summary"])["all"]["actions"], 4);

    assert!(place.says(&["audit", "export", "--out", "trail.csv"]).contains("Wrote 5 records"));
    let csv = std::fs::read_to_string(place.path("trail.csv")).unwrap();
    assert!(csv.starts_with("number,when,who,robot,phase,"));
    assert_eq!(csv.matches("\r\n").count(), 6);
    assert!(csv.contains("\"'=HYPERLINK(\"\"http://x\"\",\"\"open\"\")\""), "{csv}");
    assert!(place.says(&["audit", "export", "--limit", "1"]).contains("HYPERLINK"));
}

#[test]
fn a_trail_that_was_changed_is_an_error_with_its_line() {
    let place = Place::new();
    has_all(&place.says(&["audit", "verify"]), &["whole: 4 records", "hash"]);
    assert_eq!(place.json(&["audit", "verify"])["count"], 4);
    let path = place.path("data/audit/audit.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("“checked”", "“changed”")).unwrap();
    let error = place.fails(4, &["audit", "verify"]);
    has_all(&error, &["broken at line 2", "it was changed"]);
    let output = place.lea(&["audit", "verify", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &json["verified"], &json["line"]), (Some(4), &json!(false), &json!(2)));
}

#[test]
fn what_was_done_to_the_record_is_named_until_a_person_accepts_it() {
    let place = Place::new();
    has_all(&place.says(&["audit", "verify"]), &["Outside the data folder: the anchor", "up to record 4"]);
    let trail = place.path("data/audit");
    std::fs::remove_dir_all(&trail).unwrap();
    has_all(
        &place.fails(4, &["audit", "verify"]),
        &["line 1 of the audit trail", "knows 4 records, and the trail is missing", "--accept-restored", RUN],
    );
    let error = place.fails(4, &["runs", "delete", RUN]);
    assert!(error.contains("lea audit verify"), "nothing is added to such a trail: {error}");
    assert!(place.says(&["runs"]).contains(RUN), "and nothing is deleted that cannot be written down");
    has_all(
        &place.says(&["audit", "verify", "--accept-restored"]),
        &["and the trail is", "as record 1 says"],
    );
    place.says(&["audit", "verify"]);
    has_all(&place.says(&["audit", "history"]), &["accept_restored", "change"]);
    std::fs::remove_file(place.path("data/runs/2026-11-15").join(RUN).join("journal.jsonl")).unwrap();
    place.says(&["audit", "verify"]);
}

#[test]
fn secrets_and_workflows_that_people_change_are_in_the_trail() {
    let place = Place::empty();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.arg("--data").arg(place.path("data")).args(["secrets", "set", "portal"]);
    command.env("LEA_SECRETS_KEY", place.path("key")).env("XDG_STATE_HOME", place.path("state"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"hunter2\n").unwrap();
    assert!(child.wait().unwrap().success());
    place.fails(4, &["workflows", "enable", "nothing"]);
    let history = place.says(&["audit", "history"]);
    has_all(&history, &["set_secret", "portal", "enable_workflow", "WF_nothing", "failed"]);
    let trail = std::fs::read_to_string(place.path("data/audit/audit.jsonl")).unwrap();
    assert!(!trail.contains("hunter2"), "names only");
}

/// Not a test of its own: leaves a data folder to look at where `LEA_TRACE_SAMPLE` says.
#[test]
fn a_sample_to_look_at() {
    let Some(folder) = std::env::var_os("LEA_TRACE_SAMPLE") else { return };
    sample_run::record(&Store::open(folder).unwrap());
}

#[test]
fn a_run_over_rows_does_not_go_on_with_a_file_that_is_gone_or_was_changed() {
    let place = Place::empty();
    let file = place.path("rows.csv");
    std::fs::write(&file, "number\n1\n").unwrap();
    let of = RowsFile {
        path: file.display().to_string(),
        hash: "0".repeat(64),
        results: place.path("rows.results.csv").display().to_string(),
        ..RowsFile::default()
    };
    let cut = "run_2026-11-15T10-00-00_letters";
    let run = Run {
        run_id: cut.into(),
        workflow_id: "WF_letters".into(),
        started_at: jiff::Timestamp::now().to_string(),
        row: Some(1),
        file: Some(of),
        ..Run::default()
    };
    drop(RunWriter::begin(&place.store, &run).unwrap());
    for args in [&["run", "--resume"][..], &["run", "--resume", cut]] {
        has_all(&place.fails(4, args), &["was changed since the run began", "--rows FILE"]);
    }
    std::fs::remove_file(&file).unwrap();
    has_all(&place.fails(4, &["run", "--resume", cut]), &["cannot be read", "--rows FILE"]);
}
