//! What a workflow does, in plain sentences.

use crate::format;
use lea_model::workflow::{
    Check, ElementCheck, Identity, LoopType, PreCondition, RecordKind, RequiredElement, RiskLevel, Ruling,
    TargetKind,
};
use lea_model::{Action, ActionType, ByName, Condition, Edge, Loop, MouseButton, Node, Target, Workflow};

/// What a node is called by people.
pub fn node(workflow: &Workflow, id: &str) -> String {
    if id == lea_model::workflow::ANY_NODE {
        return "any screen".into();
    }
    let label = workflow.node(id).map(|n| n.label.trim()).filter(|l| !l.is_empty());
    label.unwrap_or(id).to_owned()
}

/// What a step does, all of it: `type ${reason} into "Motif", click "Rejeter"`.
pub fn step(edge: &Edge) -> String {
    let parts: Vec<String> = edge.parts().into_iter().map(action).collect();
    match (parts.is_empty(), &edge.trigger) {
        (false, _) => parts.join(", "),
        (true, Some(trigger)) => format::snake(trigger).replace('_', " "),
        (true, None) => "wait for the screen to change".into(),
    }
}

/// What one action does.
pub fn action(action: &Action) -> String {
    let parameters = &action.parameters;
    let on = || action.target.as_ref().map_or_else(|| "the screen".into(), target);
    match action.action_type {
        ActionType::MouseClick => {
            let how = match (parameters.button.unwrap_or(MouseButton::Left), parameters.clicks.unwrap_or(1)) {
                (MouseButton::Left, 2) => "double-click".to_owned(),
                (MouseButton::Left, _) => "click".to_owned(),
                (button, _) => format!("{}-click", format::snake(&button)),
            };
            format!("{how} {}", on())
        }
        ActionType::TextInput => {
            let text = parameters.text.as_deref().unwrap_or("");
            let text = if text.contains("${") { text.to_owned() } else { format!("{text:?}") };
            format!("type {text} into {}", on())
        }
        ActionType::KeyPress => format!("press {}", parameters.keys.join("+")),
        ActionType::Scroll => {
            let [dx, dy] = parameters.delta.unwrap_or_default();
            let way = match (dx, dy) {
                (_, dy) if dy > 0.0 => "down",
                (_, dy) if dy < 0.0 => "up",
                (dx, _) if dx < 0.0 => "left",
                _ => "right",
            };
            format!("scroll {way}")
        }
        ActionType::Hover => format!("rest the pointer on {}", on()),
        ActionType::Drag => {
            let to = parameters.to.as_ref().map_or_else(|| "the screen".into(), target);
            format!("drag {} onto {to}", on())
        }
        ActionType::Focus => format!("go to {}", on()),
        ActionType::Wait => match (&parameters.until, parameters.duration_ms) {
            (Some(until), _) => format!("wait until {}", check(until)),
            (None, Some(ms)) => format!("wait {} s", ms as f64 / 1000.0),
            (None, None) => "wait".into(),
        },
        ActionType::WindowSwitch => {
            format!("switch to {}", parameters.target_app.clone().unwrap_or_else(on))
        }
        ActionType::ExtractText => {
            format!("read {} from {}", parameters.variable.as_deref().unwrap_or("a value"), on())
        }
        ActionType::AnalyzeText => {
            format!("ask a model about {} into {}", on(), parameters.variable.as_deref().unwrap_or("a value"))
        }
        ActionType::RunWorkflow => {
            format!("run {}", parameters.workflow_id.as_deref().unwrap_or("a workflow"))
        }
        ActionType::Compound => action.parts().into_iter().map(self::action).collect::<Vec<_>>().join(", "),
    }
}

/// What an action points at: its words, else the label beside it, else what it is.
pub fn target(target: &Target) -> String {
    let said = |text: &Option<String>| text.clone().filter(|t| !t.trim().is_empty());
    if let Some(text) = said(&target.text) {
        return format!("\u{201c}{}\u{201d}", format::shortened(&text, 60));
    }
    let kind =
        target.element_type.map_or_else(|| "thing".to_owned(), |t| format::snake(&t).replace('_', " "));
    if let Some(name) = target.anchor.as_ref().and_then(|a| said(&a.name)) {
        return format!("the {kind} \u{201c}{}\u{201d}", format::shortened(&name, 60));
    }
    if target.kind == TargetKind::Focused {
        return "what has the focus".into();
    }
    if target.is_by_role_alone() {
        return format!("the only {} on the screen", target.role.as_deref().unwrap_or("thing"));
    }
    said(&target.description).unwrap_or_else(|| format!("the {kind} known by its look"))
}

/// When a step applies.
pub fn condition(workflow: &Workflow, condition: &Condition) -> String {
    match (&condition.expression, &condition.target_node) {
        (Some(expression), _) => format!("if {}", expression.replace("variables.", "")),
        (None, Some(id)) => format!("if the screen is {}", node(workflow, id)),
        (None, None) => "if".into(),
    }
}

/// What a step is repeated for.
pub fn repeat(repeat: &Loop) -> String {
    let over = match repeat.loop_type {
        LoopType::ForEach => format!("for each {}", repeat.iterator.as_deref().unwrap_or("element")),
        LoopType::While => format!("while {}", repeat.condition.as_deref().unwrap_or("it holds")),
        LoopType::CsvRows => "for each row of a CSV file".to_owned(),
    };
    let filter = repeat.filter.as_ref().map_or_else(String::new, |f| format!(" where {f}"));
    over + &filter
}

/// A check.
pub fn check(check: &Check) -> String {
    match check {
        Check::Text(words) => format!("\u{201c}{words}\u{201d} is shown"),
        Check::NoText(words) => format!("\u{201c}{words}\u{201d} is not shown"),
        Check::Value(name) => format!("the value of {name} is shown"),
        Check::Element { role, state: ElementCheck::Enabled } => format!("a {role} is there and enabled"),
        Check::Element { role, .. } => format!("a {role} is there"),
        Check::WindowTitleChanged => "the title of the window has changed".into(),
        Check::WindowTitle(words) => format!("the title of the window says \u{201c}{words}\u{201d}"),
        Check::WindowApp(name) => format!("{name} is in front"),
    }
}

/// A check before a step, with the part it is made before.
pub fn before(before: &PreCondition) -> String {
    let said = check(&before.check);
    before.from_part.map_or_else(|| said.clone(), |part| format!("{said}, from part {} on", part + 1))
}

/// Which record a step changes, and where that is seen (SPEC ACT.12); none where it changes none.
pub fn record(edge: &Edge) -> Option<String> {
    let mark = edge.record.as_ref()?;
    let by = mark.decided_by.as_ref().map_or_else(String::new, |by| format!(", decided by {by}"));
    let seen = |i: &Identity| match (&i.label, &i.line) {
        (Some(label), _) => format!("{} beside \u{201c}{label}\u{201d}", i.variable),
        (None, Some(line)) => format!("{} in \u{201c}{line}\u{201d}", i.variable),
        (None, None) => i.variable.clone(),
    };
    let said = match mark.kind {
        RecordKind::Existing => {
            let all: Vec<String> = mark.identity.iter().map(seen).collect();
            format!("record: known by {}", if all.is_empty() { "nothing".into() } else { all.join(", ") })
        }
        RecordKind::New => "record: a new one, in a form that is empty before".into(),
        RecordKind::None => "record: none that is known".into(),
    };
    Some(said + &by)
}

/// Whether a step is asked about, why, and who says so (SPEC ACT.5); none where nothing was proposed.
pub fn risk(edge: &Edge) -> Option<String> {
    let risk = edge.risk.as_ref()?;
    let why = if risk.why.is_empty() { String::new() } else { format!(": {}", risk.why) };
    Some(match edge.ruling()? {
        Ruling::Decided { by, level: RiskLevel::Standing } => {
            format!(
                "risk: standing, decided by {by} (asked about all the same: limits are not counted yet){why}"
            )
        }
        Ruling::Decided { by, level } => format!("risk: {}, decided by {by}{why}", format::snake(&level)),
        Ruling::Proposed(level) => match risk.decider() {
            Some(by) => format!(
                "risk: {}, as proposed: the step has changed since {by} decided",
                format::snake(&level)
            ),
            None => format!("risk: {}, proposed{why}", format::snake(&level)),
        },
    })
}

/// What is done to get back from an error screen.
pub fn recovery(recovery: &ByName<Action>) -> String {
    match recovery {
        ByName::Full(full) => action(full),
        ByName::Name(name) => format!("{} (only named: it cannot be done)", name.replace('_', " ")),
    }
}

/// What must be true after a step, one sentence each.
pub fn afterwards(workflow: &Workflow, edge: &Edge) -> Vec<String> {
    let after = &edge.post_conditions;
    let screen = after
        .expected_node
        .as_ref()
        .map(|id| format!("{} is shown within {} s", node(workflow, id), after.timeout_seconds));
    let checks = after.checks.iter().chain(&edge.constraints.post_conditions).map(check);
    screen.into_iter().chain(checks).collect()
}

/// A step in one sentence, with where it leads.
pub fn sentence(workflow: &Workflow, edge: &Edge) -> String {
    let mut text = format!("On {}", node(workflow, &edge.from_node));
    if let Some(c) = &edge.condition {
        text.push_str(&format!(", {}", condition(workflow, c)));
    }
    if let Some(r) = &edge.repeat {
        text.push_str(&format!(", {}", self::repeat(r)));
    }
    format!("{text}: {}; then {}", step(edge), node(workflow, &edge.to_node))
}

/// What a node is known by, one sentence each.
pub fn known_by(node: &Node) -> Vec<String> {
    let template = &node.screen_template;
    let quoted = |texts: &[String]| {
        texts.iter().map(|t| format!("\u{201c}{t}\u{201d}")).collect::<Vec<_>>().join(" or ")
    };
    let mut known = Vec::new();
    if let Some(window) = &template.window {
        if !window.app_name_any_of.is_empty() {
            known.push(format!("application {}", window.app_name_any_of.join(" or ")));
        }
        if !window.title_contains_any_of.is_empty() {
            known.push(format!("window title with {}", quoted(&window.title_contains_any_of)));
        }
    }
    if !template.required_text_any.is_empty() {
        known.push(format!("text {}", quoted(&template.required_text_any)));
    }
    known.extend(template.required_ui_elements.iter().map(element));
    if let Some(prototype) = &template.embedding_prototype {
        known.push(format!(
            "fingerprint of {} screens, similarity at least {}",
            prototype.sample_count,
            node.min_cosine_similarity()
        ));
    }
    known
}

fn element(element: &RequiredElement) -> String {
    let types: Vec<String> = element.type_any_of.iter().map(format::snake).collect();
    let types = if types.is_empty() { "element".into() } else { types.join(" or ") };
    let role = element.role.as_ref().map_or_else(String::new, |r| format!(" with the role {r}"));
    format!("at least {} {types}{role}", element.min_count)
}

/// How often a step was done.
pub fn counts(edge: &Edge) -> String {
    let stats = &edge.stats;
    let done = stats.manual_executions + stats.assist_executions + stats.auto_executions;
    if done == 0 {
        return "never done yet".into();
    }
    let by = [
        (stats.manual_executions, "by a person"),
        (stats.assist_executions, "with advice"),
        (stats.auto_executions, "by Lea"),
    ];
    let by: Vec<String> = by.iter().filter(|(n, _)| *n > 0).map(|(n, who)| format!("{n} {who}")).collect();
    let failed =
        if stats.failure_count > 0 { format!(", {} failed", stats.failure_count) } else { String::new() };
    let rare = edge.rare.map(|f| format!("; seen in {} of {} demonstrations", f.seen, f.of));
    format!("{}{failed}{}", by.join(", "), rare.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::workflow::{EdgeStats, Frequency, Trigger};

    #[test]
    fn a_step_that_few_demonstrations_had_says_so() {
        let stats = EdgeStats { manual_executions: 1, ..EdgeStats::default() };
        let mut edge = Edge { stats, ..Edge::default() };
        assert_eq!(counts(&edge), "1 by a person");
        edge.rare = Some(Frequency { seen: 1, of: 4 });
        assert_eq!(counts(&edge), "1 by a person; seen in 1 of 4 demonstrations");
    }

    #[test]
    fn a_step_says_its_risk_who_decided_it_and_which_record_it_changes() {
        use lea_model::workflow::{ProposedLevel, RecordMark, Risk};
        let mut edge = Edge { edge_id: "E1_a".into(), ..Edge::default() };
        assert_eq!((risk(&edge), record(&edge)), (None, None));
        edge.risk = Some(Risk::proposal(ProposedLevel::Ask, "it cannot be taken back (\"pay\")"));
        assert_eq!(risk(&edge).as_deref(), Some("risk: ask, proposed: it cannot be taken back (\"pay\")"));
        edge.risk = Some(Risk {
            level: RiskLevel::Free,
            decided_by: Some("anne".into()),
            content_hash: Some(edge.content_hash()),
            ..Risk::default()
        });
        assert_eq!(risk(&edge).as_deref(), Some("risk: free, decided by anne"));
        edge.to_node = "N2_b".into();
        let said = risk(&edge).unwrap_or_default();
        assert!(said.starts_with("risk: ask, as proposed") && said.contains("anne"), "{said}");
        let label = Some("Number".to_owned());
        let identity = vec![Identity { variable: "number".into(), label, ..Identity::default() }];
        edge.record = Some(RecordMark { kind: RecordKind::Existing, identity, ..RecordMark::default() });
        assert_eq!(record(&edge).as_deref(), Some("record: known by number beside \u{201c}Number\u{201d}"));
    }

    #[test]
    fn a_step_without_an_action_says_what_sets_it_off() {
        let edge = Edge { trigger: Some(Trigger::UnexpectedScreen), ..Edge::default() };
        assert_eq!(step(&edge), "unexpected screen");
    }
}
