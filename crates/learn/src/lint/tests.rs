//! Each weak spot is found, and a sound workflow has none.

use super::*;
use crate::invoices;
use lea_model::workflow::OpenQuestion;
use lea_model::{Action, ActionType, ByName, Edge, Node, Target, Variable};
use proptest::prelude::*;

#[test]
fn a_step_that_asks_a_model_is_named_and_so_is_an_answer_that_nothing_checks() {
    let asks = |w: &mut Workflow| {
        let mut action = Action::new(ActionType::AnalyzeText);
        action.parameters.prompt = Some("Is it urgent?".into());
        action.parameters.variable = Some("urgent".into());
        w.edges[4].action = Some(action);
    };
    let about = |found: Vec<(&'static str, Option<String>)>| -> Vec<&'static str> {
        let codes = found.into_iter().map(|(code, _)| code);
        codes.filter(|c| ["needs_model", "answer_unchecked"].contains(c)).collect()
    };
    assert_eq!(about(found(asks)), ["answer_unchecked", "needs_model"]);
    let checked = found(|w| {
        asks(w);
        let yes_or_no = Variable { variable_type: VariableType::Boolean, ..Variable::default() };
        w.variables.insert("urgent".into(), yes_or_no);
    });
    assert_eq!(about(checked), ["needs_model"]);
}

/// The codes and places of what was found.
fn found(change: impl FnOnce(&mut Workflow)) -> Vec<(&'static str, Option<String>)> {
    let mut workflow = invoices::workflow();
    change(&mut workflow);
    lint(&workflow).into_iter().map(|f| (f.code, f.place)).collect()
}

fn target(workflow: &mut Workflow, edge: usize) -> &mut Target {
    workflow.edges[edge].action.as_mut().unwrap().target.as_mut().unwrap()
}

#[test]
fn a_workflow_without_weak_spots_has_no_findings() {
    assert_eq!(lint(&invoices::workflow()), []);
    assert_eq!(lint(&Workflow::default()), []);
}

#[test]
fn each_weak_spot_is_found_where_it_is() {
    type Case<'a> = (&'a dyn Fn(&mut Workflow), &'static str, &'a str);
    let cases: [Case<'_>; 23] = [
        (&|w| target(w, 4).text = None, "unlabelled_target", "E5_back"),
        (
            &|w| {
                let anchor = target(w, 4).anchor.as_mut().unwrap();
                (anchor.crop, anchor.landmarks) = (None, Vec::new());
            },
            "target_without_look",
            "E5_back",
        ),
        (
            &|w| *target(w, 4) = Target { role: Some("ok_button".into()), ..Target::default() },
            "target_by_role",
            "E5_back",
        ),
        (&|w| target(w, 4).text = Some("${number}".into()), "value_without_row", "E5_back"),
        (
            &|w| {
                let named = ByName::Name("close_dialog".into());
                w.nodes[4].recovery_actions[0].workflow_id = None;
                w.nodes[4].recovery_actions[0].action = Some(named);
            },
            "recovery_only_named",
            "N5_session_expired",
        ),
        (&|w| target(w, 4).anchor.as_mut().unwrap().twins = 3, "ambiguous_target", "E5_back"),
        (&|w| w.edges[4].post_conditions.expected_node = None, "vacuous_post_condition", "E5_back"),
        (
            &|w| w.edges[4].post_conditions.expected_node = Some("N4_validated".into()),
            "vacuous_post_condition",
            "E5_back",
        ),
        (&|w| target(w, 4).text = Some("Supprimer".into()), "irreversible_without_confirmation", "E5_back"),
        (
            &|w| drop(w.safety_rules.require_confirmation_for.pop()),
            "irreversible_without_confirmation",
            "E6_reject",
        ),
        (&|w| w.edges[5].stats.manual_executions = 1, "branch_seen_once", "E6_reject"),
        (&|w| w.edges[4].stats.problematic = true, "problematic_step", "E5_back"),
        (&|w| w.edges[4].post_conditions.timeout_seconds = 0.0, "no_time", "E5_back"),
        (&|w| w.edges[4].constraints.max_delay_seconds = Some(0.0), "no_time", "E5_back"),
        (
            &|w| {
                w.nodes[1].screen_template.required_text_any.clear();
                w.nodes[1].screen_template.required_ui_elements.clear();
            },
            "bare_node",
            "N2_invoice",
        ),
        (
            &|w| {
                w.nodes.push(Node { node_id: "N6_lost".into(), ..w.nodes[0].clone() });
                w.end_nodes.push("N6_lost".into());
            },
            "unreachable_node",
            "N6_lost",
        ),
        (&|w| w.nodes[4].recovery_actions.clear(), "error_without_way_back", "N5_session_expired"),
        (
            &|w| drop(w.variables.insert("note".into(), Variable::default())),
            "variable_without_pattern",
            "note",
        ),
        (
            &|w| {
                w.variables.get_mut("password").unwrap().source.method = VariableSourceMethod::UserInput;
            },
            "secret_not_a_credential",
            "password",
        ),
        (&|w| w.end_nodes.clear(), "no_end_node", ""),
        (&|w| w.metadata.few_demonstrations = true, "few_demonstrations", ""),
        (&|w| w.metadata.questions.push(OpenQuestion::default()), "open_questions", ""),
        (
            &|w| {
                let twin =
                    Edge { edge_id: "E8_twin".into(), to_node: "N2_invoice".into(), ..w.edges[4].clone() };
                w.edges.push(twin);
            },
            "undecided_branch",
            "E5_back",
        ),
    ];
    for (change, code, place) in cases {
        let found = found(change);
        let wanted = (code, Some(place.to_owned()).filter(|p| !p.is_empty()));
        assert!(found.contains(&wanted), "{code}: {found:?}");
        assert_eq!(found.len(), 1, "{code} alone: {found:?}");
    }
}

#[test]
fn dead_ends_and_ends_out_of_reach_are_found() {
    let codes: Vec<_> = found(|w| {
        w.edges.retain(|e| e.edge_id != "E5_back");
        w.end_nodes = vec!["N9_gone".into()];
    });
    assert!(codes.contains(&("dead_end", Some("N4_validated".into()))), "{codes:?}");
    assert!(codes.contains(&("end_out_of_reach", None)), "{codes:?}");
}

#[test]
fn look_alikes_that_nothing_tells_apart_weigh_more_and_those_of_a_loop_are_meant() {
    let mut workflow = invoices::workflow();
    target(&mut workflow, 0).anchor.as_mut().unwrap().twins = 9;
    assert_eq!(lint(&workflow), [], "a loop over rows");
    let anchor = target(&mut workflow, 4).anchor.as_mut().unwrap();
    anchor.twins = 2;
    assert_eq!(lint(&workflow)[0].severity, Severity::Note);
    let anchor = target(&mut workflow, 4).anchor.as_mut().unwrap();
    (anchor.landmarks, anchor.container) = (Vec::new(), None);
    assert_eq!(lint(&workflow)[0].severity, Severity::Warning);
}

#[test]
fn the_worst_comes_first_and_parts_of_a_step_are_looked_at() {
    let mut workflow = invoices::workflow();
    workflow.safety_rules.require_confirmation_for.clear();
    workflow.variables.insert("note".into(), Variable::default());
    let findings = lint(&workflow);
    assert!(findings.is_sorted_by(|a, b| a.severity >= b.severity));
    let places: Vec<_> = findings.iter().filter_map(|f| f.place.as_deref()).collect();
    assert_eq!(places, ["E3_validate", "E4_confirm", "E6_reject", "note"]);
}

proptest! {
    /// P12: whatever the graph, also with dangling references, looking at it ends and names only what there is.
    #[test]
    fn any_graph_can_be_looked_at(pairs in prop::collection::vec((0_u8..6, 0_u8..6), 0..15), entry in 0_u8..6) {
        let name = |n: u8| if n == 5 { "ANY".to_owned() } else { format!("N{n}_x") };
        let workflow = Workflow {
            nodes: (0..4).map(|n| Node { node_id: name(n), ..Node::default() }).collect(),
            entry_nodes: vec![name(entry)],
            edges: pairs.iter().enumerate().map(|(n, (from, to))| Edge {
                edge_id: format!("E{n}_x"),
                from_node: name(*from),
                to_node: name(*to),
                action: (n % 2 == 0).then(|| Action::new(ActionType::MouseClick)),
                ..Edge::default()
            }).collect(),
            ..Workflow::default()
        };
        for finding in lint(&workflow) {
            let place = finding.place.unwrap_or_default();
            prop_assert!(place.is_empty() || workflow.node(&place).is_some() || workflow.edge(&place).is_some());
        }
    }
}
