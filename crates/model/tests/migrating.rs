//! Workflows of version 1 had no fields for some of what Lea adds: read, they have them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_model::Workflow;
use lea_model::read::ReadError;
use lea_model::workflow::{Check, Echo, Frequency, TargetKind};
use serde_json::{Value, json};

/// A workflow as Lea of version 1 wrote it, with every such key.
fn version_1() -> Value {
    json!({
        "schema_version": "workflow_v1",
        "workflow_id": "WF_orders",
        "name": "Orders",
        "version": 3,
        "learning_state": "OBSERVATION",
        "created_at": "2026-11-15T09:00:00Z",
        "updated_at": "2026-11-15T09:00:00Z",
        "entry_nodes": ["N1_list"],
        "end_nodes": ["N1_list"],
        "nodes": [
            { "node_id": "N1_list", "screen_template": { "embedding_prototype": null } },
            {
                "node_id": "N2_error", "is_error_node": true, "screen_template": { "embedding_prototype": null },
                "recovery_actions": [{
                    "action": { "type": "text_input", "target": { "text": "Code" }, "parameters": { "text": "7" }, "unread": true },
                    "return_to_node": "N1_list",
                }],
                "metadata": { "observation_count": 2, "met": 2 },
            },
        ],
        "edges": [
            {
                "edge_id": "E1_open", "from_node": "N1_list", "to_node": "N1_list", "priority": 1,
                "action": {
                    "type": "mouse_click",
                    "target": { "role": "row", "text": "${row}", "column": "Number", "cell": 4, "button": "Open" },
                },
                "loop": { "type": "for_each", "iterator": "row", "variable_binding": "row", "pages": true },
                "once": true,
                "rare": { "seen": 1, "of": 4 },
            },
            {
                "edge_id": "E2_fill", "from_node": "N1_list", "to_node": "N1_list",
                "action": { "type": "compound", "parameters": { "steps": [
                    {
                        "type": "text_input",
                        "target": { "description": "what has the focus", "type": "text_area" },
                        "parameters": { "text": "${amount}" },
                        "unread": true, "append": true, "tab": true, "focused": true,
                        "optional": true, "seen": 3, "of": 4,
                    },
                    { "type": "window_switch", "parameters": { "target_app": "ledger" }, "title_contains": "Orders" },
                ] } },
                "constraints": { "pre_conditions": ["text:Save", "value:amount"], "post_conditions": [] },
                "post_conditions": { "checks": ["window_title_changed"] },
            },
        ],
        "variables": {
            "amount": {
                "type": "float",
                "source": { "method": "ui_element_extraction", "label": "Amount", "node": "N1_list" },
                "validation": { "regex": "\\d+", "learnt": true },
            },
            "password": { "type": "string", "source": { "method": "credential", "credential": "ledger.password" }, "secret": true },
        },
        "metadata": {
            "sessions": ["sess_2026-11-15T09-00-00_marie"], "demonstrations": 2, "few_demonstrations": true,
            "questions": ["Why?", { "id": "q1", "text": "Always?", "choices": [{ "value": "y", "text": "Yes" }], "meanwhile": "y" }],
        },
    })
}

fn read() -> Workflow {
    Workflow::from_json(&version_1().to_string()).unwrap()
}

/// Fields of an object, and of those inside it, that no type knows.
fn unknown(workflow: &Workflow) -> usize {
    let actions = workflow.edges.iter().filter_map(|e| e.action.as_ref());
    let parts = actions.flat_map(|a| std::iter::once(a).chain(&a.parameters.steps));
    let in_actions: usize = parts
        .map(|a| a.extra.len() + a.parameters.extra.len() + a.target.as_ref().map_or(0, |t| t.extra.len()))
        .sum();
    let in_edges: usize =
        workflow.edges.iter().map(|e| e.extra.len() + e.repeat.as_ref().map_or(0, |r| r.extra.len())).sum();
    let in_nodes: usize = workflow.nodes.iter().map(|n| n.metadata.extra.len()).sum();
    let in_variables: usize = workflow
        .variables
        .values()
        .map(|v| v.source.extra.len() + v.validation.as_ref().map_or(0, |v| v.extra.len()))
        .sum();
    in_actions + in_edges + in_nodes + in_variables + workflow.metadata.extra.len() + workflow.extra.len()
}

#[test]
fn every_key_of_version_1_has_its_field() {
    let workflow = read();
    assert_eq!(workflow.schema_version, "workflow_v3");
    assert_eq!(workflow.problems(), vec![]);
    assert_eq!(unknown(&workflow), 0);
    let open = &workflow.edges[0];
    let row = open.action.as_ref().unwrap().target.as_ref().unwrap();
    assert_eq!((row.kind, row.column(), row.row_button()), (TargetKind::Row, Some("Number"), Some("Open")));
    assert_eq!(row.in_row.as_ref().unwrap().cell, Some(4));
    assert!(open.once && open.repeat.as_ref().unwrap().pages);
    assert_eq!(open.rare, Some(Frequency { seen: 1, of: 4 }));
    let [typed, switch] = &workflow.edges[1].action.as_ref().unwrap().parameters.steps[..] else { panic!() };
    let target = typed.target.as_ref().unwrap();
    assert_eq!((target.kind, target.had_focus), (TargetKind::Focused, true));
    assert_eq!(typed.parameters.echo(), Echo::Never);
    assert!(typed.parameters.append && typed.parameters.then_tab && typed.optional);
    assert!(typed.frequency.unwrap().is_usual());
    assert_eq!(switch.parameters.title_contains.as_deref(), Some("Orders"));
    let recovery = workflow.nodes[1].recovery_actions[0].full_action().unwrap();
    assert_eq!(recovery.parameters.echo(), Echo::Never);
    assert_eq!(workflow.nodes[1].metadata.met, Some(2));
    let amount = &workflow.variables["amount"];
    assert_eq!(
        (amount.source.label.as_deref(), amount.source.node.as_deref()),
        (Some("Amount"), Some("N1_list"))
    );
    assert!(amount.validation.as_ref().unwrap().learnt);
    assert_eq!(workflow.variables["password"].source.credential.as_deref(), Some("ledger.password"));
    let metadata = &workflow.metadata;
    assert!(
        metadata.few_demonstrations && metadata.sessions.len() == 1 && metadata.demonstrations == Some(2)
    );
    let asked: Vec<&str> = metadata.questions.iter().map(|q| q.text.as_str()).collect();
    assert_eq!(asked, ["Why?", "Always?"]);
}

#[test]
fn what_was_migrated_is_written_and_read_as_it_is() {
    let workflow = read();
    let again = Workflow::from_json(&json!(workflow).to_string()).unwrap();
    assert_eq!(again, workflow);
    let checks: Vec<&Check> =
        workflow.edges[1].constraints.pre_conditions.iter().map(|before| &before.check).collect();
    assert_eq!(checks, [&Check::Text("Save".into()), &Check::Value("amount".into())]);
}

#[test]
fn a_similarity_that_version_2_wrote_by_itself_is_left_out_and_one_that_was_chosen_is_kept() {
    let read = |version: &str, least: f64| {
        let mut document = version_1();
        document["schema_version"] = json!(version);
        document["metadata"] = json!({});
        document["edges"][0]["post_conditions"] = json!({ "min_similarity": least });
        Workflow::from_json(&document.to_string()).unwrap().edges[0].post_conditions.min_similarity
    };
    for version in ["workflow_v1", "workflow_v2"] {
        assert_eq!([read(version, 0.85), read(version, 0.75), read(version, 0.9)], [None, None, Some(0.9)]);
    }
    assert_eq!(read("workflow_v3", 0.85), Some(0.85), "somebody wrote it");
}

#[test]
fn a_row_of_version_1_is_one_by_its_role_or_by_the_value_in_its_text() {
    for (target, kind) in [
        (json!({ "role": "row", "text": "Open" }), TargetKind::Row),
        (json!({ "role": "link", "text": "${number}" }), TargetKind::Row),
        (json!({ "role": "link", "text": "Open" }), TargetKind::Element),
        (json!({ "text": "Name", "description": "what has the focus" }), TargetKind::Element),
    ] {
        let mut document = version_1();
        document["edges"][0]["action"]["target"] = target;
        let workflow = Workflow::from_json(&document.to_string()).unwrap();
        assert_eq!(workflow.edges[0].action.as_ref().unwrap().target.as_ref().unwrap().kind, kind);
    }
}

#[test]
fn a_check_that_nobody_knows_is_an_error_at_its_place() {
    for place in ["/edges/1/constraints/pre_conditions/1", "/edges/1/post_conditions/checks/0"] {
        let mut document = version_1();
        *document.pointer_mut(place).unwrap() = json!("mood:good");
        let Err(ReadError::Shape { problems }) = Workflow::from_json(&document.to_string()) else {
            panic!("it was read")
        };
        assert_eq!(problems[0].pointer, place);
        assert!(problems[0].message.contains("\"mood:good\" is no check"), "{}", problems[0].message);
    }
}
