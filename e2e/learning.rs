//! A task shown three times on a real application becomes a workflow; shown again, it is the same workflow.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON};
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
    assert!(!few.status.success() && said.contains("too few"), "{said}");

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
