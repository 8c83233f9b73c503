//! Documents of the earlier system are read into the types, and written again without loss (SPEC L4.10).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::Path;

use lea_model::embedding::{MigrationStatus, Purpose};
use lea_model::run::Resolution;
use lea_model::screen_state::{TriggerRole, WorkflowStep};
use lea_model::workflow::{Check, ElementCheck, SelectionPolicy, VariableBinding, VariableSourceMethod};
use lea_model::{
    ActionType, ByName, DatasetExport, EventType, LearningState, Point, RawSession, ScreenState,
    StateEmbedding, Target, UIElement, Workflow,
};
use serde::Serialize;
use serde_json::{Value, json};
use support::lost;

/// A document as it was found.
fn found(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/earlier").join(format!("{name}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn workflow(document: &Value) -> Workflow {
    Workflow::from_json(&document.to_string()).unwrap()
}

/// Everything that was there is in what is written, and reading that gives the same.
fn keeps<T: Serialize>(document: &Value, read: &T) {
    assert_eq!(lost(document, &json!(read)), None);
}

/// The earlier system wrote a similarity that nobody had chosen, on a scale of its own: it is left out.
fn without_default_similarity(document: &Value) -> Value {
    let mut document = document.clone();
    for edge in document["edges"].as_array_mut().unwrap() {
        if let Some(Value::Object(after)) = edge.get_mut("post_conditions") {
            after.shift_remove("min_similarity").unwrap();
        }
    }
    document
}

/// The places of the problems that are not about what a fragment leaves out of its workflow.
fn problems(workflow: &Workflow) -> Vec<String> {
    workflow.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn the_demo_workflow_is_read_and_says_which_nodes_it_lacks() {
    let document = found("workflow");
    let workflow = workflow(&document);
    keeps(&without_default_similarity(&document), &workflow);
    let edge = &workflow.edges[0];
    let target = edge.action.as_ref().unwrap().target.as_ref().unwrap();
    assert!(target.is_by_role_alone());
    assert_eq!(target.selection_policy, SelectionPolicy::First);
    let check = Check::Element { role: "primary_action".into(), state: ElementCheck::Visible };
    assert_eq!(edge.constraints.pre_conditions, [check.into()]);
    assert_eq!(edge.constraints.post_conditions, [Check::WindowTitleChanged]);
    assert_eq!(workflow.nodes[0].metadata.created_at.as_deref(), Some("2025-11-22T10:45:00Z"));
    let problems = problems(&workflow);
    for id in ["N2_processing", "N3_end"] {
        assert!(problems.iter().any(|p| p.contains(&format!("no node is called {id:?}"))), "{problems:?}");
    }
}

#[test]
fn the_demo_workflow_is_sound_once_its_nodes_and_their_space_are_there() {
    let mut document = found("workflow");
    let nodes = document["nodes"].as_array_mut().unwrap();
    nodes.extend(["N2_processing", "N3_end"].map(|id| json!({ "node_id": id, "screen_template": {} })));
    document["embedding_spaces"] = json!({ "current": "openclip_ViT-B-32" });
    assert_eq!(problems(&workflow(&document)), Vec::<String>::new());
}

#[test]
fn parameters_beside_the_type_of_an_action_are_its_parameters() {
    let document = found("workflow_multi_application");
    let workflow = workflow(&document);
    let steps = &workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    let kinds: Vec<ActionType> = steps.iter().map(|s| s.action_type).collect();
    assert_eq!(kinds, [ActionType::KeyPress, ActionType::Wait, ActionType::WindowSwitch]);
    assert_eq!(steps[0].parameters.keys, ["CTRL", "E"]);
    assert_eq!(steps[1].parameters.duration_ms, Some(2000));
    assert_eq!(steps[2].parameters.target_app.as_deref(), Some("EXCEL.EXE"));
    assert!(steps.iter().all(|s| s.extra.is_empty()));
    assert_eq!(workflow.applications, ["logiciel_his.exe", "EXCEL.EXE", "outlook.exe"]);
    let mut today = document;
    let steps = today["edges"][0]["action"].as_object_mut().unwrap().shift_remove("steps").unwrap();
    let moved = |step: &Value| {
        let mut parameters = step.clone();
        let kind = parameters.as_object_mut().unwrap().shift_remove("type");
        json!({ "type": kind, "parameters": parameters })
    };
    let steps: Vec<Value> = steps.as_array().unwrap().iter().map(moved).collect();
    today["edges"][0]["action"]["parameters"] = json!({ "steps": steps });
    keeps(&today, &workflow);
}

#[test]
fn error_nodes_keep_the_names_of_their_recoveries() {
    let document = found("workflow_error_nodes");
    let workflow = workflow(&document);
    let generic = workflow.node("N_error_generic").unwrap();
    assert_eq!(generic.recovery_actions[0].action, Some(ByName::Name("click_ok_button".into())));
    assert!(generic.recovery_actions[0].full_action().is_none(), "nothing acts on a name");
    let login = &workflow.node("N_error_session_expired").unwrap().recovery_actions[0];
    assert_eq!(login.workflow_id.as_deref(), Some("WF_login"));
    let steps = &workflow.edges[1].action.as_ref().unwrap().parameters.steps;
    assert_eq!(steps[0].target.as_ref().unwrap().role.as_deref(), Some("ok_button"));
    assert_eq!(steps[1].parameters.duration_ms, Some(1000));
    assert!(workflow.edges[0].is_from_any());
    let written = json!(workflow);
    assert_eq!(lost(&document["nodes"], &written["nodes"]), None);
    assert_eq!(lost(&without_default_similarity(&document)["edges"][0], &written["edges"][0]), None);
    let problems = problems(&workflow);
    assert!(problems.iter().any(|p| p.contains("no node is called \"N2_detail_facture\"")), "{problems:?}");
    assert!(!problems.iter().any(|p| p.contains("/node_id") || p.contains("/edge_id")), "{problems:?}");
}

#[test]
fn edges_with_conditions_and_loops_are_read() {
    let (condition, repeat) = (found("edge_condition"), found("edge_loop"));
    let workflow = workflow(&json!({ "edges": [condition, repeat] }));
    keeps(&condition, &workflow.edges[0]);
    assert_eq!(workflow.edges[0].condition.as_ref().unwrap().on_false.as_deref(), Some("N_manual_review"));
    let read = workflow.edges[1].repeat.as_ref().unwrap();
    assert_eq!(read.filter.as_deref(), Some("row.status == 'À valider'"), "columns are those of the row");
    let Some(VariableBinding::Parts(parts)) = &read.variable_binding else { panic!("{read:?}") };
    assert_eq!(parts["patient_name"], "invoice_row.patient");
    let mut today = repeat;
    today["loop"]["filter"] = json!("row.status == 'À valider'");
    keeps(&today, &workflow.edges[1]);
}

#[test]
fn targets_by_role_alone_are_read() {
    let document = &found("edge_min_affordance")["action"]["target"];
    let target: Target = serde_json::from_value(document.clone()).unwrap();
    keeps(document, &target);
    assert!(target.is_by_role_alone());
    assert_eq!(target.min_affordance_score, Some(0.8));
}

#[test]
fn variables_policies_and_statistics_are_read() {
    let document = found("workflow_variables");
    let read = workflow(&document);
    keeps(&document, &read);
    assert_eq!(read.variables["validation_date"].source.method, VariableSourceMethod::SystemTime);
    let document = found("workflow_error_stats");
    keeps(&document, &workflow(&document));
    // The state is written without its accent: the only difference.
    let document: Value = serde_json::from_str(
        &found("workflow_execution_policy").to_string().replace("AUTO_CONFIRMÉ", "AUTO_CONFIRMED"),
    )
    .unwrap();
    let read = workflow(&found("workflow_execution_policy"));
    keeps(&document, &read);
    assert_eq!(read.learning_state, LearningState::AutoCandidate);
    assert!(read.execution_policy.auto_mode[&LearningState::AutoConfirmed].rollback_on_error);
}

#[test]
fn spaces_that_are_only_named_are_kept_and_compared_with_nothing() {
    let document = found("workflow_embedding_spaces");
    let read = workflow(&document);
    keeps(&document, &read);
    let spaces = &read.embedding_spaces;
    assert_eq!(spaces.current, Some(ByName::Name("clip_ViT-B-32_openclip_v1".into())));
    assert!(spaces.current_space().is_none());
    assert_eq!((spaces.migration_status, spaces.migration_progress), (MigrationStatus::InProgress, 0.65));
}

#[test]
fn embeddings_are_read_with_their_heads() {
    let document = &found("embedding_space")["state_embedding"];
    let read = StateEmbedding::from_json(&found("embedding_space").to_string()).unwrap();
    keeps(document, &read);
    assert_eq!((read.dimensions, read.space.version.as_str()), (512, "2025-11-01"));
    let read = StateEmbedding::from_json(&found("embedding_heads").to_string()).unwrap();
    let (primary, auxiliary) = (read.primary.as_ref().unwrap(), read.auxiliary.as_ref().unwrap());
    assert_eq!((primary.space.purpose, auxiliary.space.purpose), (Purpose::Primary, Purpose::Auxiliary));
    assert_eq!((auxiliary.dimensions, auxiliary.space.dimensions), (768, 768));
    // Purposes are called as in the specification: the only difference.
    let mut document = found("embedding_heads")["state_embedding"].clone();
    document["primary"]["space"]["purpose"] = json!("primary");
    document["auxiliary"]["space"]["purpose"] = json!("auxiliary");
    keeps(&document, &read);
}

#[test]
fn sessions_are_read() {
    let document = found("raw_session");
    let session = RawSession::from_json(&document.to_string()).unwrap();
    keeps(&document, &session);
    assert_eq!(session.problems(), vec![]);
    let document = found("session_segments");
    let session = RawSession::from_json(&document.to_string()).unwrap();
    keeps(&document, &session);
    assert_eq!(session.segments[1].workflow_id.as_deref(), Some("WF_validation_facture"));
    let document = found("session_events");
    let session = RawSession::from_json(&document.to_string()).unwrap();
    keeps(&document, &session);
    assert_eq!((session.events[1].event_type, session.events[1].noise_flag), (EventType::MouseMove, true));
}

#[test]
fn screens_and_elements_are_read() {
    for name in ["screen_debug", "screen_signatures", "screen_source"] {
        let document = found(name);
        keeps(&document, &ScreenState::from_json(&document.to_string()).unwrap());
    }
    let document = found("screen_source");
    let source = ScreenState::from_json(&document.to_string()).unwrap().source.unwrap();
    let role = source.trigger_event.unwrap().role;
    assert_eq!(role, Some(TriggerRole::Element("validate_button".into())));
    let document = found("screen_state");
    let state = ScreenState::from_json(&document.to_string()).unwrap();
    assert_eq!(state.perception.detected_text[2].text, "Submit");
    assert_eq!(state.ui_elements[0].center, Point { x: 150, y: 220 });
    let mut today = document;
    let texts = &mut today["perception"]["detected_text"];
    *texts = texts.as_array().unwrap().iter().map(|t| json!({ "text": t })).collect();
    keeps(&today, &state);
    for name in ["element_affordance", "element_stable_identity"] {
        let document = found(name);
        keeps(&document, &serde_json::from_value::<UIElement>(document.clone()).unwrap());
    }
}

#[test]
fn a_step_may_be_a_number() {
    let document = json!({ "context": { "workflow_step": 3 } });
    let state = ScreenState::from_json(&document.to_string()).unwrap();
    assert_eq!(state.context.workflow_step, Some(WorkflowStep::Number(3)));
    keeps(&document, &state);
}

#[test]
fn data_sets_are_read_out_of_their_wrapper() {
    let document = found("dataset_export");
    let data = DatasetExport::from_json(&document.to_string()).unwrap();
    let annotations = &data.samples[0].annotations;
    assert_eq!(annotations.layout_signature, Some(ByName::Name("layout_abc123".into())));
    assert_eq!(annotations.workflow_context, Some(ByName::Name("WF_validation_facture".into())));
    // A sample that a person confirmed is validated: the only difference.
    let mut document = document["dataset_export"].clone();
    document["samples"][0]["validation_status"] = json!("validated");
    keeps(&document, &data);
}

#[test]
fn a_list_of_aliases_says_that_aliases_were_used() {
    let read = |aliases: Value| {
        serde_json::from_value::<Resolution>(json!({ "role_aliases_used": aliases }))
            .unwrap()
            .role_aliases_used
    };
    assert!(read(json!(["input", "textbox"])) && read(json!(true)));
    assert!(!read(json!([])) && !read(json!(false)));
}
