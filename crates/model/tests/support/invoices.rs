//! A workflow as learning makes them, written by hand: invoices are validated one after the other. Other crates' tests use it too.
#![allow(dead_code, reason = "each test uses a part of it")]

use lea_model::embedding::EmbeddingSpaces;
use lea_model::workflow::{
    ANY_NODE, Anchor, Check, ConditionType, Container, EmbeddingPrototype, Landmark, LoopType,
    RecoveryAction, RequiredElement, Trigger, Validation, VariableSource, VariableSourceMethod, VariableType,
    WindowConstraint,
};
use lea_model::{
    Action, ActionType, ByName, Condition, Edge, ElementType, ErrorType, Loop, Node, Point, Space, Target,
    Variable, Workflow,
};
use serde_json::json;

/// Numbers of a vector.
pub const DIMENSIONS: u32 = 8;

/// Five screens: the list, an invoice, a question, what says that it went well, and an expired login.
pub fn workflow() -> Workflow {
    Workflow {
        workflow_id: "WF_validate_invoices".into(),
        name: "Validate invoices".into(),
        description: "Opens every pending invoice and validates those below 1,000 €".into(),
        created_at: "2026-11-15T09:00:00Z".into(),
        updated_at: "2026-11-15T09:30:00Z".into(),
        entry_nodes: vec!["N1_invoice_list".into()],
        end_nodes: vec!["N1_invoice_list".into()],
        nodes: nodes(),
        edges: edges(),
        variables: variables(),
        applications: vec!["Clinic".into()],
        safety_rules: lea_model::SafetyRules {
            require_confirmation_for: vec!["validate".into(), "Rejeter".into()],
            ..Default::default()
        },
        stats: lea_model::workflow::WorkflowStats {
            observed_runs: 6,
            avg_similarity: Some(0.97),
            avg_duration_seconds: Some(41.0),
            ..Default::default()
        },
        embedding_spaces: EmbeddingSpaces {
            current: Some(ByName::Full(Space {
                id: "lea-hand-1".into(),
                version: "1".into(),
                dimensions: DIMENSIONS,
                ..Space::default()
            })),
            ..Default::default()
        },
        ..Workflow::default()
    }
}

/// The vectors of its nodes, by the names it has for them; each of norm 1.
pub fn vectors() -> Vec<(String, Vec<f32>)> {
    let vector = |n: usize| (0..DIMENSIONS as usize).map(|i| if i == n { 1.0 } else { 0.0 }).collect();
    workflow()
        .nodes
        .iter()
        .enumerate()
        .map(|(n, node)| (format!("prototypes/{}.npy", node.node_id), vector(n)))
        .collect()
}

/// The pictures that its targets refer to.
pub const CROPS: [&str; 7] = [
    "crops/E1_open.png",
    "crops/E2_read_amount.png",
    "crops/E3_validate.png",
    "crops/E4_confirm.png",
    "crops/E5_back.png",
    "crops/E6_reason.png",
    "crops/E6_reject.png",
];

fn nodes() -> Vec<Node> {
    let mut nodes = vec![
        node("N1_invoice_list", "Invoice list", "Factures à valider", "row", ElementType::TableRow),
        node("N2_invoice", "Invoice", "Montant TTC", "validate", ElementType::Button),
        node("N3_confirm", "Confirm?", "Valider cette facture ?", "confirmation", ElementType::Button),
        node("N4_validated", "Validated", "Facture validée", "navigation", ElementType::Link),
        node("N5_session_expired", "Session expired", "Session expirée", "error_message", ElementType::Label),
    ];
    nodes[4].is_error_node = true;
    nodes[4].error_type = Some(ErrorType::Authentication);
    nodes[4].recovery_actions = vec![RecoveryAction {
        workflow_id: Some("WF_log_in".into()),
        return_to_node: Some("N1_invoice_list".into()),
        ..Default::default()
    }];
    nodes
}

fn node(id: &str, label: &str, text: &str, role: &str, element: ElementType) -> Node {
    let mut node = Node { node_id: id.into(), label: label.into(), ..Node::default() };
    let template = &mut node.screen_template;
    template.window = Some(WindowConstraint {
        app_name_any_of: vec!["Clinic".into()],
        title_contains_any_of: vec!["Facturation".into()],
        ..Default::default()
    });
    template.required_text_any = vec![text.into()];
    template.required_ui_elements =
        vec![RequiredElement { role: Some(role.into()), type_any_of: vec![element], ..Default::default() }];
    template.embedding_prototype = Some(EmbeddingPrototype {
        provider: "lea".into(),
        vector_id: format!("prototypes/{id}.npy"),
        sample_count: 6,
        ..Default::default()
    });
    node.metadata.observation_count = 6;
    node
}

fn edges() -> Vec<Edge> {
    let mut open = edge("E1_open", "N1_invoice_list", "N2_invoice", click("E1_open", "row", "Ouvrir"));
    open.repeat = Some(Loop {
        iterator: Some("invoice_row".into()),
        filter: Some("row.status == 'À valider'".into()),
        variable_binding: Some("row".into()),
        ..Loop::new(LoopType::ForEach)
    });
    let mut read = edge("E2_read_amount", "N2_invoice", "N2_invoice", {
        let mut action = click("E2_read_amount", "data_display", "Montant TTC");
        action.action_type = ActionType::ExtractText;
        action.parameters.variable = Some("amount".into());
        action
    });
    read.post_conditions.checks = vec![Check::Text("Montant TTC".into())];
    let mut validate =
        edge("E3_validate", "N2_invoice", "N3_confirm", click("E3_validate", "validate", "Valider"));
    validate.condition = Some(Condition {
        expression: Some("variables.amount < 1000.0".into()),
        ..Condition::new(ConditionType::Expression)
    });
    validate.intention = Some("Validate the invoice that is open".into());
    let confirm =
        edge("E4_confirm", "N3_confirm", "N4_validated", click("E4_confirm", "validate", "Oui, valider"));
    let back = edge(
        "E5_back",
        "N4_validated",
        "N1_invoice_list",
        click("E5_back", "navigation", "Retour à la liste"),
    );
    let mut reject = edge("E6_reject", "N2_invoice", "N1_invoice_list", {
        let mut reason = click("E6_reason", "form_input", "Motif");
        reason.action_type = ActionType::TextInput;
        reason.parameters.text = Some("${reason}".into());
        let mut action = Action::new(ActionType::Compound);
        action.parameters.steps = vec![reason, click("E6_reject", "secondary_action", "Rejeter")];
        action
    });
    reject.condition = Some(Condition {
        expression: Some("variables.amount >= 1000.0".into()),
        ..Condition::new(ConditionType::Expression)
    });
    reject.stats.manual_executions = 2;
    let mut expired = Edge {
        edge_id: "E7_expired".into(),
        from_node: ANY_NODE.into(),
        to_node: "N5_session_expired".into(),
        priority: -1,
        trigger: Some(Trigger::UnexpectedScreen),
        ..Edge::default()
    };
    expired.post_conditions.expected_node = Some("N5_session_expired".into());
    vec![open, read, validate, confirm, back, reject, expired]
}

fn edge(id: &str, from: &str, to: &str, action: Action) -> Edge {
    let mut edge = Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        action: Some(action),
        ..Edge::default()
    };
    edge.post_conditions.expected_node = Some(to.into());
    edge.stats.manual_executions = 6;
    edge.stats.success_count = 6;
    edge.stats.avg_execution_time_ms = 900.0;
    edge
}

fn click(edge: &str, role: &str, text: &str) -> Action {
    let landmark =
        Landmark { text: Some("Facturation".into()), offset: Point::from([-40, 60]), ..Default::default() };
    let target = Target {
        role: Some(role.into()),
        element_type: Some(ElementType::Button),
        text: Some(text.into()),
        label_variants: vec![format!("{text}…")],
        anchor: Some(Anchor {
            crop: Some(format!("crops/{edge}.png")),
            landmarks: vec![landmark],
            container: Some(Container { role: Some("form".into()), ..Default::default() }),
            ..Default::default()
        }),
        ..Target::default()
    };
    Action { target: Some(target), ..Action::new(ActionType::MouseClick) }
}

fn variables() -> std::collections::BTreeMap<String, Variable> {
    let from = |method: VariableSourceMethod| VariableSource { method, ..VariableSource::default() };
    let amount = Variable {
        variable_type: VariableType::Float,
        source: VariableSource {
            element_role: Some("data_display".into()),
            extraction_pattern: Some(r"[\d ]+,\d{2}".into()),
            ..from(VariableSourceMethod::UiElementExtraction)
        },
        example_values: vec![json!(120.5), json!(1250.0)],
        validation: Some(Validation { min: Some(0.0), ..Default::default() }),
        ..Variable::default()
    };
    let reason = Variable {
        source: from(VariableSourceMethod::UserInput),
        example_values: vec![json!("Montant à vérifier")],
        validation: Some(Validation { regex: Some(".{3,}".into()), ..Default::default() }),
        ..Variable::default()
    };
    let password =
        Variable { source: from(VariableSourceMethod::Credential), secret: true, ..Variable::default() };
    [("amount", amount), ("reason", reason), ("password", password)]
        .into_iter()
        .map(|(name, variable)| (name.to_owned(), variable))
        .collect()
}
