//! The properties of SPEC that are about types: P1, P2, P12, P13, P14, P17, P18.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;

use lea_model::embedding::{FusionMethod, FusionWeights};
use lea_model::read::{self, Document};
use lea_model::schema::schema;
use lea_model::workflow::ANY_NODE;
use lea_model::{DatasetExport, Point, Problem, RawSession, Rect, ScreenState, StateEmbedding, Workflow};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use support::{Tape, from_schema, lost, sound, tape};

/// Choices that fill a large document.
const LONG: usize = 2000;

/// Reading, writing and reading again gives the same, and loses nothing that was there.
fn round_trip<T>(tape: &mut Tape) -> Result<(), TestCaseError>
where
    T: Document + JsonSchema + Serialize + PartialEq + std::fmt::Debug,
{
    let before = from_schema::document(tape, &schema::<T>());
    let text = serde_json::to_string(&before).unwrap();
    let first: T =
        read::from_slice(text.as_bytes()).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
    // Large documents are read directly, others over JSON values: both must give the same.
    let over_values: Result<T, _> = read::from_value(before.clone());
    prop_assert_eq!(Ok(&first), over_values.as_ref());
    let written = serde_json::to_string_pretty(&first).unwrap();
    let second: T = read::from_slice(written.as_bytes()).map_err(|e| TestCaseError::fail(e.to_string()))?;
    prop_assert_eq!(&first, &second);
    let after: Value = serde_json::from_str(&written).unwrap();
    prop_assert_eq!(lost(&before, &after), None);
    Ok(())
}

fn same_after_json<T: Document + Serialize + PartialEq + std::fmt::Debug>(
    document: &T,
) -> Result<(), TestCaseError> {
    let text = serde_json::to_string(document).unwrap();
    let again: T = read::from_slice(text.as_bytes()).map_err(|e| TestCaseError::fail(e.to_string()))?;
    prop_assert_eq!(document, &again);
    Ok(())
}

fn pointers(problems: Vec<Problem>) -> Vec<String> {
    problems.into_iter().map(|p| p.pointer).collect()
}

/// The document with another value at one place.
fn with<T: Document + Serialize>(document: &T, pointer: &str, value: Value) -> T {
    let mut json = serde_json::to_value(document).unwrap();
    *json.pointer_mut(pointer).unwrap_or_else(|| panic!("nothing at {pointer}")) = value;
    read::from_value(json).unwrap()
}

/// A failing tape is kept next to this file, and tried first from then on.
fn kept_failures() -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(kept_failures())]

    #[test]
    fn p1_any_session_the_schema_allows_round_trips_with_its_unknown_fields(mut tape in tape(LONG)) {
        round_trip::<RawSession>(&mut tape)?;
    }

    #[test]
    fn p1_a_sound_session_is_the_same_after_json_and_has_no_problems(mut tape in tape(LONG)) {
        let session = sound::session(&mut tape);
        prop_assert_eq!(session.problems(), vec![]);
        same_after_json(&session)?;
    }

    #[test]
    fn p2_a_state_of_a_sessions_screenshot_has_no_problems(mut tape in tape(LONG)) {
        let session = sound::session(&mut tape);
        let state = sound::state(&mut tape, &session);
        prop_assert_eq!(state.problems(), vec![]);
        prop_assert_eq!(state.problems_with_session(&session), vec![]);
        same_after_json(&state)?;
    }

    #[test]
    fn p2_levels_that_speak_of_different_screenshots_or_instants_are_found(mut tape in tape(LONG)) {
        let session = sound::session(&mut tape);
        let state = sound::state(&mut tape, &session);
        // What is changed, to what, and which level then disagrees.
        let breaks = [
            ("/raw/screenshot_path", json!("2025-11-22/shots/shot_9999.png"), "/source/screenshot_id"),
            ("/source/screenshot_id", json!("shot_9999"), "/source/screenshot_id"),
            ("/source/session_id", json!("sess_2025-11-22T10-15-00_other"), "/source/session_id"),
            ("/timestamp", json!("2025-11-22T11:15:00+01:00"), "/timestamp"),
            ("/source/trigger_event/event_id", json!(4_000_000), "/source/trigger_event/event_id"),
        ];
        for (changed, value, found) in breaks {
            let broken = with(&state, changed, value);
            prop_assert_eq!(pointers(broken.problems()), vec![found], "{} was changed", changed);
        }
        let other_moment = with(&state, "/timestamp", json!(format!("{}.9+01:00", &state.timestamp[..19])));
        prop_assert_eq!(pointers(other_moment.problems()), Vec::<&str>::new());
        prop_assert_eq!(pointers(other_moment.problems_with_session(&session)), vec!["/timestamp"]);
        let other_event = with(&state, "/source/event_ids", json!([state.source.as_ref().unwrap().event_ids[0], 4_000_000]));
        prop_assert_eq!(pointers(other_event.problems_with_session(&session)), vec!["/source/event_ids/1"]);
    }

    #[test]
    fn p2_elements_outside_the_screen_are_found(mut tape in tape(LONG)) {
        let session = sound::session(&mut tape);
        let mut state = sound::state(&mut tape, &session);
        state.metadata.ui_elements_count = None;
        let mut element = sound::element(&mut tape, 99);
        (element.bbox, element.center) = (Rect::from([1900, 10, 1921, 20]), Point { x: 1910, y: 15 });
        state.ui_elements.push(element);
        let expected = state.window.is_some().then(|| format!("/ui_elements/{}/bbox", state.ui_elements.len() - 1));
        let problems = state.problems();
        prop_assert_eq!(pointers(problems), Vec::from_iter(expected));
    }

    #[test]
    fn p12_a_sound_workflow_has_no_dangling_references(mut tape in tape(LONG)) {
        prop_assert_eq!(sound::workflow(&mut tape).problems(), vec![]);
    }

    #[test]
    fn p12_each_reference_that_is_broken_is_found_at_its_place(mut tape in tape(LONG)) {
        let workflow = sound::workflow(&mut tape);
        for (pointer, _) in references(&workflow) {
            let broken = with(&workflow, &pointer, json!("N999_nowhere"));
            let problems = broken.problems();
            prop_assert!(problems.iter().all(|p| p.message.contains("N999_nowhere")), "{:?}", problems);
            prop_assert_eq!(pointers(problems), vec![pointer]);
        }
    }

    #[test]
    fn p12_a_node_taken_away_leaves_all_its_references_dangling(mut tape in tape(LONG), which in any::<prop::sample::Index>()) {
        let mut workflow = sound::workflow(&mut tape);
        let gone = workflow.nodes.remove(which.index(workflow.nodes.len())).node_id;
        let expected: BTreeSet<String> =
            references(&workflow).into_iter().filter(|(_, id)| *id == gone).map(|(pointer, _)| pointer).collect();
        let found: BTreeSet<String> = workflow.problems().into_iter().map(|p| p.pointer).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn p12_any_is_a_beginning_and_never_an_end(mut tape in tape(LONG)) {
        let workflow = sound::workflow(&mut tape);
        for (index, _) in workflow.edges.iter().enumerate() {
            let from = with(&workflow, &format!("/edges/{index}/from_node"), json!(ANY_NODE));
            prop_assert_eq!(from.problems(), vec![]);
            let pointer = format!("/edges/{index}/to_node");
            let to = with(&workflow, &pointer, json!(ANY_NODE));
            prop_assert_eq!(pointers(to.problems()), vec![pointer.as_str()]);
        }
    }

    #[test]
    fn p13_elements_of_one_role_have_different_ids(mut tape in tape(LONG), a in 0_usize..5, b in 0_usize..5) {
        let session = sound::session(&mut tape);
        let mut state = sound::state(&mut tape, &session);
        state.metadata.ui_elements_count = None;
        state.ui_elements = (0..5).map(|i| sound::element(&mut tape, i)).collect();
        for element in &mut state.ui_elements {
            element.role = "invoice_row".to_owned();
        }
        prop_assert_eq!(state.problems(), vec![]);
        if a != b {
            state.ui_elements[a].element_id = state.ui_elements[b].element_id.clone();
            let second = format!("/ui_elements/{}/element_id", a.max(b));
            prop_assert_eq!(pointers(state.problems()), vec![second.as_str()]);
        }
    }

    #[test]
    fn p14_a_prototype_without_samples_or_vector_is_found(mut tape in tape(LONG)) {
        let workflow = sound::workflow(&mut tape);
        let mut vectors = Vec::new();
        for (index, node) in workflow.nodes.iter().enumerate() {
            if node.screen_template.embedding_prototype.is_none() {
                continue;
            }
            let prototype = format!("/nodes/{index}/screen_template/embedding_prototype");
            for (field, value) in [("sample_count", json!(0)), ("vector_id", json!("")), ("vector_id", json!("../x"))] {
                let pointer = format!("{prototype}/{field}");
                let broken = with(&workflow, &pointer, value);
                prop_assert_eq!(pointers(broken.problems()), vec![pointer.as_str()]);
            }
            vectors.push(format!("{prototype}/vector_id"));
        }
        prop_assert_eq!(workflow.problems_with_vectors(|_| true), vec![]);
        let missing = workflow.problems_with_vectors(|_| false);
        prop_assert_eq!(pointers(missing), vectors);
    }

    #[test]
    fn p17_weights_that_sum_to_one_pass_and_all_others_are_refused(
        parts in prop::array::uniform4(0.0_f64..1.0),
        exponent in -5.5_f64..-0.3,
        is_over in any::<bool>(),
    ) {
        let total: f64 = parts.iter().sum();
        prop_assume!(total > 0.01);
        let [image, text, title, ui] = parts.map(|part| part / total);
        let weights = FusionWeights { image, text, title, ui };
        prop_assert_eq!(weights.problems(), vec![]);
        prop_assert_eq!(sound::embedding([image, text, title, ui]).problems(), vec![]);

        // Off by a half, or by as little as three times the tolerance.
        let off = if is_over { 10_f64.powf(exponent) } else { -10_f64.powf(exponent) };
        let [image, text, title, ui] = [image, text, title, ui].map(|weight| weight * (1.0 + off));
        let sums = |problems: Vec<Problem>| problems.iter().filter(|p| p.message.contains("sum to")).count();
        let weights = FusionWeights { image, text, title, ui };
        prop_assert_eq!(sums(weights.problems()), 1);
        let mut embedding = sound::embedding([image, text, title, ui]);
        prop_assert!(embedding.problems().iter().any(|p| p.pointer == "/components"));
        embedding.fusion_method = FusionMethod::ConcatProjection;
        prop_assert_eq!(sums(embedding.problems()), 0);
    }

    #[test]
    fn p17_weights_of_the_components_present_sum_to_one(weight in 0.0_f64..=1.0) {
        prop_assert_eq!(sound::embedding([weight, 1.0 - weight, -1.0, -1.0]).problems(), vec![]);
        prop_assert_eq!(pointers(sound::embedding([0.5, 0.3, -1.0, 0.1]).problems()), vec!["/components"]);
    }

    #[test]
    fn p18_any_workflow_the_schema_allows_round_trips_with_its_unknown_fields(mut tape in tape(LONG)) {
        round_trip::<Workflow>(&mut tape)?;
    }

    #[test]
    fn p18_a_sound_workflow_is_the_same_after_json(mut tape in tape(LONG)) {
        same_after_json(&sound::workflow(&mut tape))?;
    }

    #[test]
    fn the_other_documents_round_trip_too(mut tape in tape(LONG)) {
        round_trip::<ScreenState>(&mut tape)?;
        round_trip::<StateEmbedding>(&mut tape)?;
        round_trip::<DatasetExport>(&mut tape)?;
    }

    #[test]
    fn checking_whatever_the_schema_allows_never_panics(mut tape in tape(LONG)) {
        let session: RawSession = read::from_value(from_schema::document(&mut tape, &schema::<RawSession>())).unwrap();
        session.problems();
        let state: ScreenState = read::from_value(from_schema::document(&mut tape, &schema::<ScreenState>())).unwrap();
        state.problems();
        state.problems_with_session(&session);
        let workflow: Workflow = read::from_value(from_schema::document(&mut tape, &schema::<Workflow>())).unwrap();
        workflow.problems();
        let dataset: DatasetExport = read::from_value(from_schema::document(&mut tape, &schema::<DatasetExport>())).unwrap();
        dataset.problems();
    }
}

/// Every reference to a node, with the place where it is; written apart from the code that checks them.
fn references(workflow: &Workflow) -> Vec<(String, String)> {
    let json = serde_json::to_value(workflow).unwrap();
    let mut found = Vec::new();
    walk(&json, "", &mut found);
    found.retain(|(pointer, id)| !(pointer.ends_with("/from_node") && id == ANY_NODE));
    found
}

fn walk(value: &Value, pointer: &str, found: &mut Vec<(String, String)>) {
    const FIELDS: &[&str] =
        &["from_node", "to_node", "on_true", "on_false", "target_node", "expected_node", "return_to_node"];
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                // Unknown fields may hold anything, whatever it is called.
                if key.starts_with("x_") || key == "variables" {
                    continue;
                }
                let pointer = format!("{pointer}/{key}");
                match value {
                    Value::String(id) if FIELDS.contains(&key.as_str()) => found.push((pointer, id.clone())),
                    Value::Array(ids) if key == "entry_nodes" || key == "end_nodes" => {
                        let ids = ids.iter().filter_map(Value::as_str).enumerate();
                        found.extend(ids.map(|(i, id)| (format!("{pointer}/{i}"), id.to_owned())));
                    }
                    _ => walk(value, &pointer, found),
                }
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                walk(item, &format!("{pointer}/{i}"), found);
            }
        }
        _ => {}
    }
}
