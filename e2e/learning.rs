//! A task shown three times on a real application becomes a workflow; shown again, it is the same workflow.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON};
use lea_frame::FrameBuf;

use lea_model::{Event, EventType, Point, RawSession, Rect, SessionMetadata, Size, ids};
use lea_screen::{Key, Screen, chord};
use serde_json::Value;
use std::process::Output;

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Enters an order into a form, with a slip of the finger; says how the recording is called.
fn shows(desk: &mut Desk, customer: &str, amount: &str) -> String {
    let form = [
        "--forms",
        "--title=New order",
        "--text=Enter the order",
        "--add-entry=Customer",
        "--add-entry=Amount",
    ];
    let mut dialog = desk.stage.zenity(form).unwrap();
    desk.window("zenity");
    let recording = desk.record(&[]);
    let session = recording.session_id.clone();
    desk.screen.text(customer).unwrap();
    desk.rest();
    desk.screen.text("q").unwrap();
    chord(&mut desk.screen, &[Key::BACKSPACE]).unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::TAB]).unwrap();
    desk.rest();
    desk.screen.text(amount).unwrap();
    desk.rest();
    // Past the button that cancels to the one that does not.
    chord(&mut desk.screen, &[Key::TAB]).unwrap();
    chord(&mut desk.screen, &[Key::TAB]).unwrap();
    desk.rest();
    chord(&mut desk.screen, &[Key::ENTER]).unwrap();
    dialog.wait_for_exit(SOON).unwrap();
    assert_eq!(dialog.output().trim(), format!("{customer}|{amount}"), "the application got it");
    desk.rest();
    recording.stop();
    session
}

#[test]
fn a_task_shown_three_times_becomes_a_workflow_and_shown_again_stays_the_same_one() {
    let mut desk = Desk::new();
    let orders = [("Dupont", "120,50"), ("Lefebvre", "89,90"), ("Moreau", "75,25")];
    let sessions: Vec<String> = orders.iter().map(|(c, a)| shows(&mut desk, c, a)).collect();
    let learn =
        |desk: &Desk, more: &[&str]| desk.lea().args(["--json", "learn"]).args(more).output().unwrap();

    // Two are too few (P16), unless that is wanted: then it is marked.
    let few = learn(&desk, &[&sessions[0], &sessions[1]]);
    let said = String::from_utf8_lossy(&few.stderr).into_owned();
    let learnt_all_the_same = String::from_utf8_lossy(&few.stdout);
    assert!(!few.status.success() && said.contains("too few"), "{said}{learnt_all_the_same}");

    let names: Vec<&str> = sessions.iter().map(String::as_str).collect();
    let learnt: Value = serde_json::from_str(&text(&learn(&desk, &names))).unwrap();
    assert_eq!((&learnt["version"], &learnt["demonstrations"]), (&1.into(), &3.into()), "{learnt}");
    assert_eq!(learnt["variables"]["customer"]["type"], "string", "{learnt}");
    assert_eq!(learnt["variables"]["amount"]["type"], "float");
    assert_eq!(learnt["variables"].as_object().unwrap().len(), 2);
    assert_eq!(learnt["questions"], serde_json::json!([]));
    let id = learnt["workflow_id"].as_str().unwrap();

    let bundle = desk.store().workflow(id).unwrap();
    let workflow = &bundle.workflow;
    assert_eq!((workflow.nodes.len(), workflow.edges.len()), (2, 1));
    assert_eq!(workflow.problems(), []);
    for node in &workflow.nodes {
        let prototype = node.screen_template.embedding_prototype.as_ref().unwrap();
        assert_eq!(bundle.vector(&prototype.vector_id).unwrap().len(), 512, "P14");
        assert!(bundle.files.contains_key(&format!("screens/{}.png", node.node_id)));
    }
    let steps = &workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    let typed: Vec<&str> = steps.iter().filter_map(|s| s.parameters.text.as_deref()).collect();
    assert_eq!(typed, ["${customer}", "${amount}"]);
    assert!(bundle.files.keys().any(|f| f.starts_with("crops/")));

    // It follows its own demonstrations, each left out in turn, and says so step by step.
    let test = &learnt["self_test"];
    assert_eq!((&test["demonstrations"], &test["followed"]), (&3.into(), &3.into()), "{test}");
    assert!(test.get("refused").is_none(), "{test}");
    let tested = test["steps"].as_array().unwrap();
    assert_eq!(tested.len(), steps.len());
    for step in tested.iter().filter(|s| s["evidence"].is_array()) {
        assert_eq!((&step["found"], &step["tried"]), (&3.into(), &3.into()), "{step}");
        assert_eq!(step["drifted"].as_array().map_or(0, Vec::len), 4, "{step}");
    }
    assert_eq!(workflow.metadata.self_test.as_ref().unwrap().followed, 3, "it is kept");
    let shown = text(&desk.lea().args(["workflows", "show", id]).output().unwrap());
    assert!(shown.contains("Self-test: 3 of 3") && shown.contains("NOT WHEN"), "{shown}");

    // One that is not offered for running is refused, and the sentence says how to go on.
    let mut refused = desk.store().workflow(id).unwrap();
    let trouble = "it cannot follow 3 of its 3 demonstrations; the trouble is E1_ok".to_owned();
    refused.workflow.metadata.self_test.as_mut().unwrap().refused = Some(trouble);
    let other = refused.workflow.workflow_id.clone() + "_refused";
    refused.workflow.workflow_id.clone_from(&other);
    desk.store().save_workflow(&refused).unwrap();
    let ran = desk.lea().args(["run", &other, "--mode", "auto"]).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(5), "{said}");
    assert!(said.contains("the trouble is E1_ok") && said.contains("--despite-self-test"), "{said}");
    desk.store().delete_workflow(&other).unwrap();

    // The same again is nothing new; one more demonstration refines the same workflow.
    let again: Value = serde_json::from_str(&text(&learn(&desk, &names))).unwrap();
    assert_eq!((&again["workflow_id"], &again["version"]), (&learnt["workflow_id"], &1.into()));
    let fourth = shows(&mut desk, "Nguyen", "640,00");
    let more: Value = serde_json::from_str(&text(&learn(&desk, &[&fourth, "--single"]))).unwrap();
    assert_eq!(more["workflow_id"], learnt["workflow_id"], "{more}");
    assert_eq!((&more["version"], &more["demonstrations"]), (&2.into(), &4.into()));
    assert_eq!(desk.store().workflows().unwrap().len(), 1);

    // What was recorded is found as a task that repeats.
    let found: Value =
        serde_json::from_str(&text(&desk.lea().args(["--json", "learn", "--discover"]).output().unwrap()))
            .unwrap();
    assert_eq!(found[0]["runs"], 4, "{found}");
}

#[test]
fn what_cannot_be_learnt_from_is_said() {
    let desk = Desk::new();
    for (args, word) in [
        (vec!["learn", "last"], "no recording"),
        (vec!["learn", "--discover"], "no recordings"),
        (vec!["learn", "sess_2026-01-01T00-00-00_nobody"], "there is no session"),
    ] {
        let output = desk.lea().args(&args).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).to_lowercase();
        assert!(!output.status.success() && said.contains(word), "{args:?}: {said}");
    }
}

/// A recording of two clicks of that user, with frames of that size, or with none.
fn clicks(desk: &Desk, n: u32, user: &str, size: Option<Size>) -> String {
    let id = ids::session_id(&format!("2026-11-1{n}T09-00-00"), user).unwrap();
    let mut header = RawSession {
        session_id: id.clone(),
        agent_version: "lea 0.1.0".into(),
        started_at: format!("2026-11-1{n}T09:00:00Z"),
        ..RawSession::default()
    };
    header.user.id = user.into();
    let store = desk.store();
    let mut writer = store.begin(&header).unwrap();
    for turn in 0..2u64 {
        let mut event = Event::new(turn, turn as f64 + 1.0, EventType::MouseClick);
        event.pos = Some(Point { x: 60, y: 45 });
        if let Some(size) = size {
            for (k, ink) in [(1, 40), (2, 200)] {
                let mut frame = FrameBuf::filled(size, [ink; 3]).unwrap();
                frame.fill(Rect::from([40, 30, 120, 60]), [0, 120, (turn * 90) as u8]);
                let name = ids::screenshot_id(turn * 2 + k);
                writer.screenshot(&name, frame.as_frame(), turn as f64 + 0.5 + 0.4 * k as f64).unwrap();
            }
            event.screenshot_id = Some(ids::screenshot_id(turn * 2 + 1));
            event.screenshot_after_id = Some(ids::screenshot_id(turn * 2 + 2));
        }
        writer.event(&event).unwrap();
    }
    writer.finish(&SessionMetadata::default(), &format!("2026-11-1{n}T09:00:05Z")).unwrap();
    id
}

#[test]
fn missing_frames_other_sizes_and_other_people_are_said_and_the_rest_is_used() {
    let desk = Desk::new();
    let small = Some(Size { width: 320, height: 200 });
    let blind: Vec<String> = (1..=3).map(|n| clicks(&desk, n, "anna", None)).collect();
    let learn = |names: &[&String]| desk.lea().args(["--json", "learn"]).args(names).output().unwrap();
    let output = learn(&blind.iter().collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("nothing is done in these demonstrations"), "{said}");

    let large = Some(Size { width: 640, height: 400 });
    let mixed =
        [clicks(&desk, 4, "anna", small), clicks(&desk, 5, "anna", small), clicks(&desk, 6, "bert", small)];
    let other = clicks(&desk, 7, "bert", large);
    let learnt: Value =
        serde_json::from_str(&text(&learn(&[&mixed[0], &mixed[1], &mixed[2], &other]))).unwrap();
    let warnings = learnt["warnings"].to_string();
    assert!(warnings.contains("320×200, 640×400") && warnings.contains("anna, bert"), "{learnt}");
    assert_eq!(learnt["demonstrations"], 4);
}
