//! Differences are all found, and read like sentences.

use super::*;
use crate::invoices;
use lea_model::workflow::Check;
use lea_model::{Node, Variable};
use proptest::prelude::*;

fn said(change: impl FnOnce(&mut Workflow)) -> Vec<String> {
    let mut new = invoices::workflow();
    change(&mut new);
    changes(&invoices::workflow(), &new).into_iter().map(|c| c.sentence).collect()
}

fn target(workflow: &mut Workflow, edge: usize) -> &mut lea_model::Target {
    workflow.edges[edge].action.as_mut().unwrap().target.as_mut().unwrap()
}

#[test]
fn the_same_workflow_has_no_differences_and_counting_makes_none() {
    assert!(said(|_| {}).is_empty());
    assert!(
        said(|w| {
            w.version = 9;
            w.updated_at = "2026-12-01T00:00:00Z".into();
            w.stats.observed_runs = 99;
            w.edges[0].stats.success_count = 99;
            w.nodes[0].metadata.observation_count = 99;
            w.nodes[0].screen_template.embedding_prototype.as_mut().unwrap().sample_count = 99;
            w.variables.get_mut("amount").unwrap().example_values.clear();
        })
        .is_empty()
    );
}

#[test]
fn differences_read_like_sentences() {
    type Case<'a> = (&'a dyn Fn(&mut Workflow), &'a str);
    let cases: [Case<'_>; 14] = [
        (
            &|w| target(w, 2).text = Some("Approuver".into()),
            r#"step E3_validate: the words on the target "Valider" → "Approuver""#,
        ),
        (
            &|w| target(w, 2).label_variants = vec!["OK".into()],
            r#"step E3_validate: other words on the target: − "Valider…", + "OK""#,
        ),
        (
            &|w| target(w, 2).anchor.as_mut().unwrap().landmarks.clear(),
            "step E3_validate: what is around the target differs",
        ),
        (
            &|w| w.edges[2].condition.as_mut().unwrap().expression = Some("true".into()),
            r#"step E3_validate: its condition "variables.amount < 1000.0" → "true""#,
        ),
        (&|w| w.edges[2].condition = None, "step E3_validate: its condition was "),
        (
            &|w| w.edges[2].post_conditions.timeout_seconds = 9.0,
            "step E3_validate: how long it may take (seconds) 5.0 → 9.0",
        ),
        (
            &|w| w.edges[2].post_conditions.checks.push(Check::Text("Saved".into())),
            r#"step E3_validate: what is checked afterwards: + "text:Saved""#,
        ),
        (
            &|w| w.edges[5].action.as_mut().unwrap().parameters.steps[0].parameters.text = Some("x".into()),
            r#"step E6_reject: part 1, what is typed "${reason}" → "x""#,
        ),
        (
            &|w| w.nodes[1].screen_template.required_text_any.push("Total".into()),
            r#"screen N2_invoice: the texts it is known by: + "Total""#,
        ),
        (&|w| w.nodes[1].label = "Bill".into(), r#"screen N2_invoice: its name "Invoice" → "Bill""#),
        (
            &|w| w.nodes.push(Node { node_id: "N6_new".into(), label: "New".into(), ..Node::default() }),
            "screen N6_new (New) is new",
        ),
        (&|w| drop(w.edges.remove(5)), "step E6_reject from N2_invoice to N1_invoice_list is gone"),
        (&|w| drop(w.variables.insert("date".into(), Variable::default())), "variable date is new"),
        (
            &|w| w.safety_rules.require_confirmation_for.clear(),
            r#"safety rules.require confirmation for: − "validate", − "Rejeter""#,
        ),
    ];
    for (change, sentence) in cases {
        let said = said(change);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains(sentence), "{} does not contain {sentence}", said[0]);
    }
}

#[test]
fn a_screen_that_was_renumbered_is_renamed_and_its_steps_stay() {
    let said = said(|w| {
        let text = serde_json::to_string(w).unwrap().replace("N4_validated", "N9_done");
        *w = Workflow::from_json(&text).unwrap();
        w.edges[4].edge_id = "E9_back".into();
    });
    assert_eq!(said, ["screen N4_validated is called N9_done now", "step E5_back is called E9_back now"]);
}

proptest! {
    /// Whatever field of a part is changed, it is said, unless it is one that counts.
    #[test]
    fn no_difference_is_overlooked(at: prop::sample::Index) {
        let old = invoices::workflow();
        let mut value = serde_json::to_value(&old).unwrap();
        let mut places = Vec::new();
        strings(&value["edges"], "/edges".into(), &mut places);
        strings(&value["nodes"], "/nodes".into(), &mut places);
        strings(&value["variables"], "/variables".into(), &mut places);
        places.retain(|p| !p.ends_with("vector_id") && !p.contains("example_values"));
        let place = &places[at.index(places.len())];
        *value.pointer_mut(place).unwrap() = json!("changed_by_the_test");
        if let Ok(new) = serde_json::from_value::<Workflow>(value) {
            prop_assert!(!changes(&old, &new).is_empty(), "{}", place);
        }
    }
}

fn strings(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(place),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, v)| strings(v, format!("{place}/{n}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, v)| strings(v, format!("{place}/{key}"), found));
        }
        _ => {}
    }
}
