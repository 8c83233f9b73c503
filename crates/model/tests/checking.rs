//! Checking: all problems at once, each at its place, in words that say what to do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use lea_model::{RawSession, Workflow};
use serde_json::{Value, json};
use support::{Tape, sound};

fn found(problems: &[lea_model::Problem]) -> Vec<&str> {
    problems.iter().map(|p| p.pointer.as_str()).collect()
}

/// The smallest sound workflow, with one edge that does this.
fn workflow_doing(action: &Value) -> Workflow {
    let mut workflow = json!(sound::workflow(&mut Tape::empty()));
    let node = workflow["entry_nodes"][0].clone();
    workflow["edges"] = json!([{ "edge_id": "E1_a", "from_node": node, "to_node": node, "action": action }]);
    Workflow::from_json(&workflow.to_string()).unwrap()
}

#[test]
fn everything_wrong_with_a_session_is_told_at_once() {
    let json = json!({
        "schema_version": "rawsession_v1",
        "session_id": "../../etc",
        "started_at": "yesterday",
        "ended_at": "2025-11-22T10:15:00",
        "environment": { "screen": { "monitors": [{ "rect": [5, 5, 5, 9], "scale": 0.0 }] } },
        "events": [
            { "t": 5.0, "type": "mouse_click", "clicks": 3 },
            { "event_id": 7, "t": 4.0, "type": "mouse_drag", "pos": [1, 1] },
            { "t": -1.0, "type": "mouse_scroll", "confidence": 1.5 },
            { "t": 6.0, "type": "key_press", "screenshot_id": "shot_0404" },
        ],
        "screenshots": [
            { "screenshot_id": "shot_0001", "relative_path": "../a.png", "captured_at": "2025-11-22T10:15:00Z" },
            { "screenshot_id": "shot_0001", "relative_path": "a.png", "captured_at": "" },
        ],
        "segments": [
            { "segment_id": "seg_001", "start_event_index": 0, "end_event_index": 2, "confidence": 0.5 },
            { "segment_id": "seg_1", "start_event_index": 2, "end_event_index": 9, "workflow_id": "x" },
        ],
        "metadata": { "gaps": [{ "from": 3.0, "to": 1.0, "reason": "" }] },
    });
    let session = RawSession::from_json(&json.to_string()).unwrap();
    assert_eq!(
        found(&session.problems()),
        [
            "/session_id",
            "/started_at",
            "/ended_at",
            "/environment/screen/monitors/0/rect",
            "/environment/screen/monitors/0/scale",
            "/events/0/clicks",
            "/events/0",
            "/events/1/event_id",
            "/events/1/t",
            "/events/1",
            "/events/2/t",
            "/events/2/t",
            "/events/2",
            "/events/2/confidence",
            "/events/3/keys",
            "/events/3/screenshot_id",
            "/screenshots/0/relative_path",
            "/screenshots/1/screenshot_id",
            "/screenshots/1/captured_at",
            "/segments/1/segment_id",
            "/segments/1/end_event_index",
            "/segments/1/start_event_index",
            "/segments/1/workflow_id",
            "/metadata/gaps/0/to",
            "/metadata/gaps/0/reason",
        ]
    );
}

#[test]
fn a_number_that_json_cannot_hold_is_a_problem() {
    let mut session = sound::session(&mut Tape::empty());
    session.events[0].t = f64::NAN;
    session.events[0].confidence = Some(f64::INFINITY);
    assert_eq!(found(&session.problems()), ["/events/0/t", "/events/0/confidence"]);
}

#[test]
fn an_action_that_points_at_something_is_never_without_a_target() {
    for kind in ["mouse_click", "text_input", "hover", "drag", "focus", "extract_text"] {
        let workflow = workflow_doing(&json!({ "type": kind }));
        let problems = workflow.problems();
        assert!(found(&problems).contains(&"/edges/0/action"), "{kind}: {problems:?}");
    }
}

#[test]
fn a_target_of_type_and_position_alone_is_refused() {
    let vague = json!({
        "type": "button", "text": "  ", "position": { "bbox": [1, 1, 9, 9] },
        "anchor": { "landmarks": [{ "text": "Total", "offset": [40, 0] }] },
    });
    let workflow = workflow_doing(&json!({ "type": "mouse_click", "target": vague }));
    assert_eq!(found(&workflow.problems()), ["/edges/0/action/target"]);
    for described in [
        json!({ "text": "OK" }),
        json!({ "description": "green" }),
        json!({ "anchor": { "crop": "c.png" } }),
        json!({ "role": "ok_button" }),
        json!({ "kind": "focused" }),
    ] {
        let workflow = workflow_doing(&json!({ "type": "mouse_click", "target": described }));
        assert_eq!(workflow.problems(), vec![], "{described}");
    }
}

#[test]
fn targets_inside_compound_actions_and_drags_are_checked_too() {
    let drag = json!({ "type": "drag", "target": { "text": "a" }, "parameters": { "to": {} } });
    let click = json!({ "type": "mouse_click", "target": { "anchor": { "crop": "/etc/passwd" } } });
    let steps = json!({ "type": "compound", "parameters": { "steps": [drag, click] } });
    assert_eq!(
        found(&workflow_doing(&steps).problems()),
        [
            "/edges/0/action/parameters/steps/0/parameters/to",
            "/edges/0/action/parameters/steps/1/target/anchor/crop",
        ]
    );
}

#[test]
fn actions_say_all_they_need() {
    for (kind, missing) in [
        ("key_press", "/keys"),
        ("scroll", "/delta"),
        ("wait", ""),
        ("window_switch", "/target_app"),
        ("analyze_text", "/variable"),
        ("run_workflow", "/workflow_id"),
        ("compound", "/steps"),
    ] {
        let workflow = workflow_doing(&json!({ "type": kind }));
        assert_eq!(found(&workflow.problems()), [format!("/edges/0/action/parameters{missing}")], "{kind}");
    }
}

#[test]
fn a_standing_order_names_who_gave_it_on_what_and_its_limits() {
    let with = |risk: Value| {
        let mut workflow =
            json!(workflow_doing(&json!({ "type": "wait", "parameters": { "duration_ms": 1 } })));
        workflow["edges"][0]["risk"] = risk;
        let workflow: Workflow = serde_json::from_value(workflow).unwrap();
        workflow.problems().into_iter().map(|p| p.pointer).collect::<Vec<_>>()
    };
    let by = |level: &str| json!({ "level": level, "why": "", "decided_by": "anne", "decided_at": "2026-11-18T08:00:00Z", "content_hash": "ab" });
    assert!(with(json!({ "level": "ask", "why": "it sends" })).is_empty());
    assert!(with(by("free")).is_empty() && with(by("standing")).is_empty());
    assert_eq!(with(json!({ "level": "standing" })), ["/edges/0/risk/level"]);
    let vague = json!({ "level": "free", "decided_by": "anne" });
    assert_eq!(with(vague), ["/edges/0/risk/content_hash", "/edges/0/risk/decided_at"]);
    let mut limited = by("standing");
    limited["limits"] = json!({ "per_run": 0, "per_day": 3, "until": "soon", "when": " " });
    let wrong: Vec<String> =
        ["per_run", "until", "when"].map(|field| format!("/edges/0/risk/limits/{field}")).to_vec();
    assert_eq!(with(limited), wrong);
}

#[test]
fn a_secret_is_not_kept_in_a_workflow() {
    let mut json = json!(sound::workflow(&mut Tape::empty()));
    json["variables"] = json!({
        "password": { "type": "string", "secret": true, "source": { "method": "constant", "value": "x" }, "example_values": ["x"] },
        "pin": { "type": "string", "source": { "method": "credential" } },
        "le prix": { "type": "float", "validation": { "min": 2.0, "max": 1.0 } },
        "tva": { "type": "float", "source": { "method": "constant" } },
    });
    let workflow = Workflow::from_json(&json.to_string()).unwrap();
    assert_eq!(
        found(&workflow.problems()),
        [
            "/variables/le prix",
            "/variables/le prix/validation/max",
            "/variables/password/example_values",
            "/variables/password/source/value",
            "/variables/pin/secret",
            "/variables/tva/source/value",
        ]
    );
}

#[test]
fn no_file_lets_an_immature_workflow_run() {
    let mut json = json!(sound::workflow(&mut Tape::empty()));
    json["execution_policy"] = json!({
        "shadow_mode": { "allowed_actions": ["observe", "auto_execute"] },
        "auto_mode": { "COACHING": { "allowed_actions": ["auto_execute"] } },
        "assist_mode": { "OBSERVATION": { "allowed_actions": ["auto_execute_supervised"] } },
    });
    let workflow = Workflow::from_json(&json.to_string()).unwrap();
    assert_eq!(
        found(&workflow.problems()),
        [
            "/execution_policy/shadow_mode/allowed_actions",
            "/execution_policy/assist_mode/OBSERVATION/allowed_actions",
            "/execution_policy/auto_mode/COACHING/allowed_actions",
        ]
    );
}

#[test]
fn ids_of_nodes_and_edges_have_a_form_and_are_unique() {
    let mut json = json!(sound::workflow(&mut Tape::empty()));
    let node = json["nodes"][0].clone();
    json["nodes"] = json!([node, node, { "node_id": "ANY" }]);
    let id = node["node_id"].clone();
    let edge = json!({ "edge_id": "E1_a", "from_node": id, "to_node": id });
    json["edges"] = json!([edge, edge, { "edge_id": "a/b", "from_node": id, "to_node": id }]);
    let workflow = Workflow::from_json(&json.to_string()).unwrap();
    assert_eq!(
        found(&workflow.problems()),
        ["/nodes/1/node_id", "/nodes/2/node_id", "/edges/1/edge_id", "/edges/2/edge_id"]
    );
}

#[test]
fn prototypes_lie_in_a_named_space() {
    let mut json = json!(sound::workflow(&mut Tape::empty()));
    json["nodes"][0]["screen_template"]["embedding_prototype"] =
        json!({ "vector_id": "a", "sample_count": 2 });
    json["embedding_spaces"] = json!({ "legacy": [{ "id": "old", "version": "1", "dimensions": 0 }] });
    let workflow = Workflow::from_json(&json.to_string()).unwrap();
    assert_eq!(
        found(&workflow.problems()),
        ["/embedding_spaces/legacy/0/dimensions", "/embedding_spaces/current"]
    );
}

#[test]
fn a_dataset_counts_what_it_holds() {
    let mut tape = Tape::empty();
    let session = sound::session(&mut tape);
    let state = sound::state(&mut tape, &session);
    let mut dataset = sound::dataset(&mut tape, &state);
    assert_eq!(dataset.problems(), vec![]);
    dataset.statistics.total_samples = 3;
    dataset.source_workflows = vec!["a".to_owned()];
    assert_eq!(found(&dataset.problems()), ["/source_workflows/0", "/statistics/total_samples"]);
}

#[test]
fn a_problem_reads_like_a_sentence() {
    let mut workflow = sound::workflow(&mut Tape::empty());
    workflow.entry_nodes = vec!["N9_gone".to_owned()];
    let [problem] = &workflow.problems()[..] else { panic!("one problem") };
    assert_eq!(
        problem.to_string(),
        r#"/entry_nodes/0: no node is called "N9_gone": add it, or point to one that exists"#
    );
}
