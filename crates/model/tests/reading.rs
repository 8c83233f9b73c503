//! Reading what others wrote: older, sparse, newer, foreign and hostile files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_model::read::ReadError;
use lea_model::workflow::{
    DEFAULT_ERROR_MIN_SIMILARITY, DEFAULT_MIN_SIMILARITY, PolicyAction, UserInteraction,
};
use lea_model::{
    DatasetExport, ElementState, EventKind, EventType, LearningState, Point, RawSession, ScreenState,
    Workflow,
};
use serde_json::{Value, json};

fn session(json: &Value) -> Result<RawSession, ReadError> {
    RawSession::from_json(&json.to_string())
}

fn workflow(json: &Value) -> Result<Workflow, ReadError> {
    Workflow::from_json(&json.to_string())
}

fn pointers(error: ReadError) -> Vec<String> {
    match error {
        ReadError::Shape { problems } => problems.into_iter().map(|p| p.pointer).collect(),
        other => panic!("another error: {other}"),
    }
}

#[test]
fn a_session_without_segments_becomes_one_with_a_single_uncertain_segment() {
    let old = json!({
        "session_id": "sess_2025-11-22T10-15-00_marie",
        "started_at": "2025-11-22T10:15:00+01:00",
        "events": [
            { "t": 1.5, "type": "mouse_click", "pos": [10, 20] },
            { "t": 62.25, "type": "text_input", "text": "été" },
        ],
        "screenshots": [],
    });
    let session = session(&old).unwrap();
    assert_eq!(session.schema_version, "rawsession_v1");
    assert_eq!(session.events[1].event_id, 1);
    let [segment] = &session.segments[..] else { panic!("one segment: {:?}", session.segments) };
    assert_eq!((segment.start_event_index, segment.end_event_index), (0, 1));
    assert_eq!(segment.start_time.as_deref(), Some("2025-11-22T10:15:01.5+01:00"));
    assert_eq!(segment.end_time.as_deref(), Some("2025-11-22T10:16:02.25+01:00"));
    assert!(segment.confidence < 0.5 && segment.trigger.is_none());
    assert_eq!(session.problems(), vec![]);
}

#[test]
fn a_session_that_was_not_cut_yet_stays_so() {
    let json =
        json!({ "schema_version": "rawsession_v1", "events": [{ "type": "mouse_move" }], "segments": [] });
    assert_eq!(session(&json).unwrap().segments, vec![]);
    assert_eq!(session(&json!({ "events": [] })).unwrap().segments, vec![]);
}

#[test]
fn an_imported_log_with_little_more_than_labels_is_read() {
    let imported = json!({
        "schema_version": "rawsession_v1",
        "session_id": "sess_2025-11-22T10-15-00_import",
        "agent_version": null,
        "user": null,
        "started_at": "2025-11-22T10:15:00Z",
        "events": [
            { "type": "mouse_click", "target": { "label": "Valider" }, "data": { "action": "approve" }, "window": { "title": "Factures" } },
            { "type": "text_input", "text": "12,50 €", "window": null, "keys": null },
        ],
    });
    let session = session(&imported).unwrap();
    assert_eq!(session.problems(), vec![]);
    let click = &session.events[0];
    assert_eq!(click.target.as_ref().unwrap().label.as_deref(), Some("Valider"));
    assert_eq!(click.data["action"], "approve");
    assert_eq!(click.window.as_ref().unwrap().app_name, "");
    assert!(matches!(click.kind(), EventKind::MouseClick { clicks: 1, pos: None, .. }));
    assert!(matches!(session.events[1].kind(), EventKind::TextInput { text: Some("12,50 €") }));
}

#[test]
fn what_spec_allows_to_be_null_is_written_as_null() {
    let event = lea_model::Event::new(0, 0.0, EventType::MouseMove);
    let written = serde_json::to_value(&event).unwrap();
    for field in ["window", "screenshot_id", "semantic_role"] {
        assert_eq!(written[field], Value::Null);
        assert!(written.as_object().unwrap().contains_key(field), "{field}");
    }
    assert!(!written.as_object().unwrap().contains_key("pos"));
    let state = serde_json::to_value(ScreenState::default()).unwrap();
    assert!(state.as_object().unwrap().contains_key("window"));
}

#[test]
fn a_later_version_is_refused_not_misread() {
    let error = session(&json!({ "schema_version": "rawsession_v2", "events": [] })).unwrap_err();
    assert_eq!(error, ReadError::Newer { kind: "rawsession", found: 2, known: 1 });
    assert!(error.to_string().contains("update Lea"), "{error}");
    let far = json!({ "schema_version": "workflow_v99999999999999999999" });
    assert!(matches!(workflow(&far), Err(ReadError::Newer { .. })));
}

#[test]
fn a_document_of_another_kind_is_refused() {
    for version in
        [json!("workflow_v1"), json!("rawsession"), json!("rawsession_v"), json!("rawsession_v-1"), json!(1)]
    {
        let error = session(&json!({ "schema_version": version, "events": [] })).unwrap_err();
        assert!(matches!(error, ReadError::OtherKind { .. }), "{version}: {error}");
    }
    assert_eq!(pointers(session(&json!([])).unwrap_err()), [""]);
}

#[test]
fn all_values_of_the_wrong_form_are_listed_with_their_places() {
    let broken = json!({
        "schema_version": "rawsession_v1",
        "session_id": 7,
        "environment": { "screen": { "primary_resolution": [1920, "x"] } },
        "events": [
            { "type": "mouse_click", "pos": [1, 2] },
            { "type": "mouse_wiggle", "t": "soon" },
            { "type": "mouse_click", "pos": [1] },
            "nothing",
            { "t": 4 },
            { "type": "key_press", "keys": ["CTRL", 5], "window": { "title": [] } },
        ],
        "screenshots": "none",
        "segments": [],
    });
    let mut found = pointers(session(&broken).unwrap_err());
    found.sort();
    assert_eq!(
        found,
        [
            "/environment/screen/primary_resolution/1",
            "/events/1/t",
            "/events/1/type",
            "/events/2/pos",
            "/events/3",
            "/events/4",
            "/events/5/keys/1",
            "/events/5/window/title",
            "/screenshots",
            "/session_id",
        ]
    );
}

#[test]
fn an_unknown_value_of_a_closed_set_says_what_is_known() {
    let json = json!({ "events": [{ "type": "mouse_wiggle" }] });
    let message = session(&json).unwrap_err().to_string();
    assert!(message.contains("/events/0/type") && message.contains("mouse_wiggle"), "{message}");
    assert!(message.contains("mouse_click"), "{message}");
}

#[test]
fn hostile_bytes_are_errors() {
    let deep = [b"{\"a\":".repeat(200_000), b"1".to_vec(), b"}".repeat(200_000)].concat();
    assert!(matches!(RawSession::from_slice(&deep), Err(ReadError::Json { .. })));
    for bytes in [&b""[..], b"\xff\xfe", b"{", b"NaN", b"{\"t\":1e999}", b"\xef\xbb\xbf", b"null "] {
        assert!(Workflow::from_slice(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn many_wrong_values_end_in_a_bounded_list() {
    let events: Vec<Value> = (0..1000).map(|_| json!({ "type": "?" })).collect();
    assert_eq!(pointers(session(&json!({ "events": events })).unwrap_err()).len(), 50);
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(RawSession::from_slice(b"\xef\xbb\xbf{\"events\":[]}").is_ok());
}

#[test]
fn auto_confirmed_is_read_with_its_accent_and_written_without() {
    for spelling in ["AUTO_CONFIRMED", "AUTO_CONFIRMÉ", "AUTO_CONFIRME\u{301}"] {
        let json =
            json!({ "learning_state": spelling, "execution_policy": { "auto_mode": { spelling: {} } } });
        let workflow = workflow(&json).unwrap();
        assert_eq!(workflow.learning_state, LearningState::AutoConfirmed);
        assert_eq!(workflow.learning.state, LearningState::AutoConfirmed);
        assert!(workflow.execution_policy.auto_mode.contains_key(&LearningState::AutoConfirmed));
        let written = serde_json::to_string(&workflow).unwrap();
        assert!(written.contains("AUTO_CONFIRMED") && !written.contains("AUTO_CONFIRM\u{c9}"));
    }
}

#[test]
fn a_workflow_without_version_is_migrated_without_loss() {
    let old = json!({ "workflow_id": "WF_a", "version": "1.2.0", "learning_state": "COACHING" });
    let workflow = workflow(&old).unwrap();
    assert_eq!((workflow.schema_version.as_str(), workflow.version), ("workflow_v3", 1));
    assert_eq!(workflow.metadata.version_label.as_deref(), Some("1.2.0"));
    assert_eq!(workflow.learning.state, LearningState::Coaching);
    assert_eq!(workflow.learning.progression.next_phase, Some(LearningState::AutoCandidate));
    let counted = json!({ "version": "7" });
    assert_eq!(self::workflow(&counted).unwrap().version, 7);
    let today = json!({ "schema_version": "workflow_v3", "version": "7" });
    assert_eq!(pointers(self::workflow(&today).unwrap_err()), ["/version"]);
}

#[test]
fn defaults_are_those_of_the_specification() {
    let json = json!({
        "nodes": [
            { "node_id": "N1_a", "screen_template": { "embedding_prototype": { "vector_id": "a", "sample_count": 1 } } },
            { "node_id": "N2_b", "is_error_node": true },
        ],
        "edges": [{ "edge_id": "E1_a", "loop": { "type": "for_each" } }],
    });
    let workflow = workflow(&json).unwrap();
    assert_eq!(workflow.nodes[0].min_cosine_similarity(), DEFAULT_MIN_SIMILARITY);
    assert_eq!(workflow.nodes[1].min_cosine_similarity(), DEFAULT_ERROR_MIN_SIMILARITY);
    let edge = &workflow.edges[0];
    assert_eq!((edge.post_conditions.min_similarity, edge.post_conditions.timeout_seconds), (None, 5.0));
    assert_eq!(edge.repeat.as_ref().unwrap().max_iterations, 50);
    let thresholds = &workflow.learning.thresholds;
    assert_eq!(thresholds.min_observed_runs_for_coaching, 5);
    assert_eq!(thresholds.min_assist_runs_for_auto_candidate, 10);
    assert_eq!(thresholds.min_auto_candidate_runs_for_auto_confirmed, 20);
    let auto = &workflow.execution_policy.auto_mode;
    assert_eq!(auto[&LearningState::Coaching].reason.as_deref(), Some("insufficient_maturity"));
    assert_eq!(auto[&LearningState::AutoCandidate].user_interaction, UserInteraction::StepByStepConfirmation);
    assert!(auto[&LearningState::AutoConfirmed].allowed_actions.contains(&PolicyAction::AutoExecute));
}

#[test]
fn an_older_screen_state_gets_its_middles_and_lines() {
    let json = json!({
        "perception": { "detected_text": ["Facture", { "text": "Total", "bbox": [0, 0, 10, 10] }] },
        "ui_elements": [
            { "element_id": "a", "type": "button", "bbox": [10, 20, 30, 40], "state": "disabled" },
            { "element_id": "b", "type": "button", "bbox": [0, 0, 4, 4], "center": [1, 1], "state": ["enabled", "focused"] },
        ],
    });
    let state = ScreenState::from_json(&json.to_string()).unwrap();
    assert_eq!(state.perception.detected_text[0].text, "Facture");
    assert_eq!(state.ui_elements[0].center, Point { x: 20, y: 30 });
    assert_eq!(state.ui_elements[0].state, [ElementState::Disabled]);
    assert_eq!(state.ui_elements[1].center, Point { x: 1, y: 1 });
    assert_eq!(state.ui_elements[1].state, [ElementState::Enabled, ElementState::Focused]);
    let dataset = json!({ "samples": [{ "annotations": { "ui_elements": json["ui_elements"] } }] });
    let dataset = DatasetExport::from_json(&dataset.to_string()).unwrap();
    assert_eq!(dataset.samples[0].annotations.ui_elements[0].center, Point { x: 20, y: 30 });
}

#[test]
fn the_seeds_of_the_fuzz_targets_are_sound() {
    let seeds = |target: &str| {
        let folder = format!("{}/../../fuzz/seeds/{target}", env!("CARGO_MANIFEST_DIR"));
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty());
        files.into_iter().map(|file| (std::fs::read(&file).unwrap(), file))
    };
    for (bytes, file) in seeds("session_json") {
        assert_eq!(RawSession::from_slice(&bytes).unwrap().problems(), vec![], "{}", file.display());
    }
    for (bytes, file) in seeds("workflow_json") {
        assert_eq!(Workflow::from_slice(&bytes).unwrap().problems(), vec![], "{}", file.display());
    }
}
