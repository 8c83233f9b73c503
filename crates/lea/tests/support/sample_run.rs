//! A run as `lea run` leaves it: four steps of validating an invoice, with painted screens.

use font8x8::UnicodeFonts;
use lea_frame::FrameBuf;
use lea_model::run::{
    AuditPhase, AuditRecord, Candidate, Criteria, Entry, Grounding, Halt, HaltReason, HealingAttempt,
    HealingStrategy, Intent, Matched, Method, NodeCandidate, Question, QuestionKind, Resolution, Run,
    RunMode, RunOutcome, StepRecord, StepVerdict, Suggestion, Times, Told, Verification,
};
use lea_model::{Point, Rect, Size};
use lea_store::{RunWriter, Store};
use serde_json::json;
use std::collections::BTreeMap;

pub const RUN: &str = "run_2026-11-15T09-30-00_validate_invoices";
pub const WORKFLOW: &str = "WF_validate_invoices";
/// What a screen may show that must mean nothing to a browser, nor to a terminal.
pub const HOSTILE: &str = "<script>alert(1)</script>\u{1b}[31m";

const SIZE: Size = Size { width: 1920, height: 1080 };
const BLUE: [u8; 3] = [168, 92, 40];
const WHITE: [u8; 3] = [255; 3];
const GREY: [u8; 3] = [240, 238, 236];
const INK: [u8; 3] = [48, 40, 32];

fn words(frame: &mut FrameBuf, x: i32, y: i32, text: &str, scale: i32, colour: [u8; 3]) {
    for (i, letter) in (0..).zip(text.chars()) {
        let shape = font8x8::BASIC_FONTS.get(letter).or_else(|| font8x8::LATIN_FONTS.get(letter));
        for (row, bits) in (0..).zip(shape.unwrap_or_default()) {
            for column in (0..8).filter(|c| bits >> c & 1 == 1) {
                let (x, y) = (x + (i * 8 + column) * scale, y + row * scale);
                frame.fill(Rect::from([x, y, x + scale, y + scale]), colour);
            }
        }
    }
}

fn button(frame: &mut FrameBuf, place: Rect, label: &str, colour: [u8; 3]) {
    frame.fill(place, colour);
    words(frame, place.x1 + 24, place.y1 + 18, label, 2, WHITE);
}

fn desk(title: &str) -> FrameBuf {
    let mut frame = FrameBuf::filled(SIZE, GREY).unwrap();
    frame.fill(Rect::from([0, 0, 1920, 72]), BLUE);
    words(&mut frame, 32, 24, title, 3, WHITE);
    frame
}

/// The list of invoices.
fn list() -> FrameBuf {
    let mut frame = desk("Invoices");
    for (n, row) in
        (0..).zip(["F-2041  Dupont     120.50", "F-2042  Martin   1,250.00", "F-2043  Dupond      87.10"])
    {
        let y = 140 + n * 90;
        frame.fill(Rect::from([40, y, 1880, y + 74]), WHITE);
        words(&mut frame, 64, y + 25, row, 3, INK);
    }
    frame
}

pub fn row(n: i32) -> Rect {
    Rect::from([40, 140 + n * 90, 1880, 214 + n * 90])
}

const COMMENT: Rect = Rect { x1: 64, y1: 420, x2: 1200, y2: 480 };
const VALIDATE: Rect = Rect { x1: 64, y1: 560, x2: 300, y2: 612 };
const REJECT: Rect = Rect { x1: 340, y1: 560, x2: 560, y2: 612 };

/// One of them.
fn invoice(comment: &str) -> FrameBuf {
    let mut frame = desk("Invoice F-2041");
    frame.fill(Rect::from([40, 110, 1880, 700]), WHITE);
    for (n, line) in (0..).zip(["Customer  Dupont", "Amount    120.50", "Status    to validate", "Comment"]) {
        words(&mut frame, 64, 150 + n * 70, line, 3, INK);
    }
    frame.fill(COMMENT, GREY);
    words(&mut frame, 80, 438, comment, 3, INK);
    button(&mut frame, VALIDATE, "Valider", [70, 140, 40]);
    button(&mut frame, REJECT, "Rejeter", [60, 60, 190]);
    frame
}

fn validated() -> FrameBuf {
    let mut frame = invoice("checked");
    frame.fill(Rect::from([1240, 130, 1860, 220]), [200, 235, 205]);
    words(&mut frame, 1270, 160, "Facture validée", 3, [40, 110, 30]);
    frame
}

fn said(pairs: &[(&str, f64)]) -> BTreeMap<String, f64> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

fn matched(node: &str, score: f64, other: &str) -> Matched {
    let candidate = |node: &str, score: f64| NodeCandidate {
        node: node.into(),
        score,
        witnesses: said(&[
            ("window", score),
            ("texts", score - 0.02),
            ("structure", score - 0.05),
            ("cosine", score - 0.01),
        ]),
    };
    let candidates =
        vec![candidate(node, score), candidate(other, 0.41), candidate("N5_session_expired", 0.12)];
    Matched {
        node: Some(node.into()),
        confidence: score,
        drifted: score < 0.9,
        candidates,
        ..Matched::default()
    }
}

fn place(bbox: Rect, label: &str, rank: f64, source: &str) -> Candidate {
    let witnesses = said(&[("text", rank), ("look", rank * 0.9), ("landmarks", rank * 0.8), ("place", 0.77)]);
    Candidate { bbox, source: source.into(), rank, label: label.into(), witnesses }
}

fn found(bbox: Rect, label: &str, role: &str, score: f64, candidates: Vec<Candidate>) -> Grounding {
    Grounding {
        method: Method::Score,
        score: Some(score),
        bbox: Some(bbox),
        point: Some(Point { x: (bbox.x1 + bbox.x2) / 2, y: (bbox.y1 + bbox.y2) / 2 }),
        label: label.into(),
        role: role.into(),
        why: format!("“{label}” has the text, the look and the surroundings it had when it was shown"),
        candidates,
        ..Grounding::default()
    }
}

fn verified(area: f64) -> Verification {
    Verification {
        verdict: StepVerdict::Verified,
        confidence: 0.94,
        changes_detected: true,
        change_area_pct: area,
        local_change_pct: Some(area * 2.5),
        suggestion: Suggestion::Continue,
        detail: "the screen settled after 240 ms".into(),
        semantic_verified: Some(true),
        semantic_detail: "the title says “Invoice F-2041”".into(),
        semantic_elapsed_ms: 38.0,
    }
}

fn times(n: f64) -> Times {
    Times {
        look: 62.0 + n * 9.0,
        matching: 4.1,
        ground: 11.0 + n * 5.0,
        act: 90.0,
        verify: 21.0,
        waited: 260.0,
    }
}

/// Records the run: it opens an invoice, comments on it, validates it, and halts before printing.
pub fn record(store: &Store) {
    let begun = "2026-11-15T09:30:00Z";
    let run = Run {
        run_id: RUN.into(),
        workflow_id: WORKFLOW.into(),
        workflow_version: 3,
        mode: RunMode::Auto,
        robot: "desk-7".into(),
        user: "marie".into(),
        started_at: begun.into(),
        variables: [("invoice".to_owned(), json!("F-2041")), ("comment".to_owned(), json!("checked"))].into(),
        ..Run::default()
    };
    let mut writer = RunWriter::begin(store, &run).unwrap();
    let mut audit = store.audit();
    let shots: Vec<String> = [list(), invoice(""), invoice("checked"), validated()]
        .iter()
        .map(|frame| writer.keep_screen(frame.as_frame()).unwrap())
        .collect();
    for (step, after) in steps().into_iter().zip(1..) {
        let mut step = step;
        step.screen_before = Some(shots[after - 1].clone());
        step.screen_after = shots.get(after).cloned();
        let intent = Intent {
            step: step.step,
            node: step.node.clone(),
            edge: step.edge.clone(),
            parts: 1,
            told: step.told.clone(),
            irreversible: step.irreversible,
            ..Intent::default()
        };
        writer.write(&Entry::Intend { intent }).unwrap();
        writer.write(&Entry::Conclude { record: Box::new(step.clone()) }).unwrap();
        let arrived = Entry::Arrived { edge: step.edge.clone(), node: "N2_invoice".into() };
        writer.write(&arrived).unwrap();
        audit.append(&mut audited(&run, &step)).unwrap();
    }
    let told = Told { what: "asked".into(), text: format!("a window said {HOSTILE}") };
    writer.write(&Entry::Note { told }).unwrap();
    let question = Question {
        places: vec!["“Print” in the toolbar at the top".into(), "“Print” in the row “F-2041”".into()],
        known: [("number".to_owned(), "F-2041".to_owned())].into(),
        screen: Some(shots[3].clone()),
        node: Some("N2_invoice".into()),
        edge: Some("E4_print".into()),
        part: Some(0),
        ..Question::new(QuestionKind::WhichOne, "Where is “Imprimer”? Which one is it?")
    };
    let mut halt = Halt::new(HaltReason::NotFound, "“Imprimer” is not on the screen, and nothing like it")
        .with(question);
    halt.screen = Some(shots[3].clone());
    let at = "2026-11-15T09:30:14.2Z".into();
    writer.write(&Entry::End { outcome: RunOutcome::Halted, halt: Some(halt), at }).unwrap();
    let mut end = audited(&run, &StepRecord { action: "end".into(), ..StepRecord::default() });
    end.verdict = "halted".into();
    end.phase = AuditPhase::End;
    audit.append(&mut end).unwrap();
}

fn steps() -> Vec<StepRecord> {
    let rows = vec![
        place(row(0), "F-2041 Dupont 120.50", 0.97, "text"),
        place(row(2), "F-2043 Dupond 87.10", 0.52, "meaning"),
        place(row(1), "F-2042 Martin 1,250.00", 0.31, "position"),
    ];
    let mut field =
        found(COMMENT, "Comment", "text_input", 0.81, vec![place(COMMENT, "Comment", 0.81, "label")]);
    field.method = Method::Witness;
    field.second_witness = Some("the label “Comment” stands above it".into());
    field.resolution = Resolution { healing_attempt: 1, healing_profile: 1, ..Resolution::default() };
    let buttons = vec![place(VALIDATE, "Valider", 0.95, "text"), place(REJECT, "Rejeter", 0.44, "look")];
    let attempt = |level: u32, success: bool| HealingAttempt {
        attempt_level: level,
        success,
        strategy_used: HealingStrategy::Spatial,
        original_criteria: Criteria { min_ratio: 0.82, pad_mul: 1.0, expand_roles: false },
        relaxed_criteria: Criteria {
            min_ratio: 0.82 - 0.04 * f64::from(level),
            pad_mul: 1.3,
            expand_roles: true,
        },
        duration_ms: 31.0,
        timestamp: "2026-11-15T09:30:05Z".into(),
        warning: None,
    };
    let step = |n: u64, told: &str, action: &str, matched: Matched, grounding: Grounding| StepRecord {
        step: n,
        at: format!("2026-11-15T09:30:{:02}Z", n * 3),
        node: matched.node.clone().unwrap_or_default(),
        edge: format!("E{n}_step"),
        action: action.into(),
        told: told.into(),
        matched,
        grounding: Some(grounding),
        guard: "nothing forbids it".into(),
        verification: Some(verified(n as f64 * 7.5)),
        times: times(n as f64),
        ..StepRecord::default()
    };
    let list = matched("N1_invoice_list", 0.96, "N2_invoice");
    let detail = || matched("N2_invoice", 0.88, "N1_invoice_list");
    let first = found(row(0), "F-2041 Dupont 120.50", "table_row", 0.97, rows);
    let validate = found(VALIDATE, "Valider", "button", 0.95, buttons);
    let mut comment = step(2, "type “checked” into “Comment”", "text_input", detail(), field);
    comment.attempts = vec![attempt(0, false), attempt(1, true)];
    let mut validate = step(3, "click “Valider”", "mouse_click", detail(), validate);
    validate.irreversible = true;
    validate.guard = "“Valider” asks for confirmation: marie said yes".into();
    vec![step(1, "open the invoice F-2041", "mouse_click", list, first), comment, validate]
}

fn audited(run: &Run, step: &StepRecord) -> AuditRecord {
    AuditRecord {
        when: if step.at.is_empty() { "2026-11-15T09:30:14Z".into() } else { step.at.clone() },
        who: run.user.clone(),
        robot: run.robot.clone(),
        workflow_id: run.workflow_id.clone(),
        workflow_version: run.workflow_version,
        run_id: run.run_id.clone(),
        step: step.step,
        node: step.node.clone(),
        edge: step.edge.clone(),
        action: step.action.clone(),
        target: step.told.clone(),
        method: if step.grounding.is_some() { "score".into() } else { String::new() },
        score: step.grounding.as_ref().and_then(|g| g.score),
        healing_level: step.attempts.iter().map(|a| a.attempt_level).max().unwrap_or(0),
        verdict: if step.verification.is_some() { "verified".into() } else { String::new() },
        mode: "auto".into(),
        duration_ms: step.times.own(),
        guard: step.guard.clone(),
        ..AuditRecord::default()
    }
}
