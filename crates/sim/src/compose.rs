//! Nodes and edges put together to a workflow: where it begins and ends, how errors are left, what differs from run to run.

use crate::app::App;
use crate::lesson::{LOGIN, first_page};
use crate::machine::Verb;
use crate::render::Kind;
use crate::task::{Goal, Mended, Task};
use crate::teach::{Teacher, recovery};
use crate::wide::DIARY;
use crate::words::{Language, Word};
use lea_act::Plan;
use lea_model::workflow::{RecoveryAction, Variable, VariableSource, VariableSourceMethod, VariableType};
use lea_model::{Action, LearningState, SafetyRules, Workflow};
use serde_json::json;

/// The workflow of a task, prepared to be run.
pub fn compose(
    mut t: Teacher<'_>,
    id: &str,
    state: LearningState,
    entry: Kind,
    ends: &[Kind],
    task: &Task,
) -> Result<Plan, String> {
    let entry_nodes = vec![t.node_id(entry)];
    let mut end_nodes: Vec<String> = ends.iter().map(|k| t.node_id(*k)).collect();
    end_nodes.dedup();
    let ways_back = ways_back(&mut t, task);
    let (mut nodes, exemplars) = t.nodes();
    for (kind, back) in ways_back {
        let at = t.kinds.iter().position(|k| *k == kind);
        if let Some(node) = at.and_then(|at| nodes.get_mut(at)) {
            node.recovery_actions.push(back);
        }
    }
    let mut workflow = Workflow {
        workflow_id: id.into(),
        name: "Task".into(),
        learning_state: state,
        created_at: "2026-11-16T14:45:59+00:00".into(),
        updated_at: "2026-11-16T14:45:59+00:00".into(),
        entry_nodes,
        end_nodes,
        nodes,
        edges: std::mem::take(&mut t.edges),
        applications: applications(t.app),
        safety_rules: SafetyRules {
            forbidden_text_clicks: vec![t.said(Word::Delete).into()],
            forbidden_roles: vec!["delete_action".into()],
            require_confirmation_for: confirmed(&t),
            ..SafetyRules::default()
        },
        ..Workflow::default()
    };
    workflow.learning.state = state;
    variables(&mut workflow, &t, task);
    prepared(workflow, exemplars, t.crops.into_inner())
}

/// What the rules say is confirmed. In a language of its own an application is guarded by what its words mean, not by a rule.
fn confirmed(t: &Teacher<'_>) -> Vec<String> {
    if !matches!(t.app.language, Language::French | Language::English) {
        return Vec::new();
    }
    vec![t.said(Word::Confirm).into(), t.said(Word::Save).into()]
}

/// The programs a task works in.
fn applications(app: &App) -> Vec<String> {
    let mut all = vec![app.program.to_lowercase()];
    all.extend(app.has_diary.then(|| DIARY.to_lowercase()));
    all
}

fn prepared(
    workflow: Workflow,
    exemplars: Vec<(String, lea_act::plan::Exemplar)>,
    crops: Vec<(String, lea_frame::FrameBuf)>,
) -> Result<Plan, String> {
    let mut plan = Plan::new(workflow).map_err(|halt| halt.why)?;
    for (path, crop) in crops {
        plan.add_crop(&path, crop);
    }
    for (id, exemplar) in exemplars {
        plan.add_exemplar(&id, exemplar);
    }
    Ok(plan)
}

/// How the error screens of a task are left.
fn ways_back(t: &mut Teacher<'_>, task: &Task) -> Vec<(Kind, RecoveryAction)> {
    let mut ways = Vec::new();
    if task.knows_error {
        let under = match &task.goal {
            Goal::Decide(_, Verb::Reject) if t.app.has_dialog => Kind::AskReject,
            Goal::Decide(..) | Goal::Each | Goal::Branch(_) if t.app.has_dialog => Kind::AskValidate,
            Goal::Decide(..) | Goal::Each | Goal::Branch(_) => Kind::Detail,
            Goal::Edit(_) => Kind::Form,
            Goal::Register | Goal::File => Kind::NewForm,
        };
        let ok: Action = t.click(Kind::Error, Word::Ok);
        let id = t.node_id(under);
        ways.push((Kind::Error, recovery(Some(ok), None, &id)));
    }
    let first = first_page(t.app);
    match task.knows_expired {
        Mended::Unknown => {}
        Mended::ByAction => {
            let again = t.click(Kind::Expired, Word::LoginAgain);
            let id = t.node_id(Kind::Login);
            ways.push((Kind::Expired, recovery(Some(again), None, &id)));
        }
        Mended::ByWorkflow => {
            let id = t.node_id(first);
            ways.push((Kind::Expired, recovery(None, Some(LOGIN), &id)));
        }
    }
    ways
}

fn given(kind: VariableType, required: bool) -> Variable {
    Variable { variable_type: kind, required, ..Variable::default() }
}

/// What differs from run to run.
fn variables(workflow: &mut Workflow, t: &Teacher<'_>, task: &Task) {
    let is_file = task.goal == Goal::File;
    for name in task.given.keys() {
        let required = name != "courriel";
        workflow.variables.insert(name.clone(), given(VariableType::String, required));
    }
    if is_file {
        for name in ["nom", "telephone", "courriel", "service"] {
            if name == "service" && !t.app.has_choice {
                continue;
            }
            let mut variable = given(VariableType::String, name != "courriel");
            variable.source.method = VariableSourceMethod::File;
            workflow.variables.insert(name.into(), variable);
        }
    }
    let detail = t.kinds.iter().position(|k| *k == Kind::Detail);
    if let Some(at) = detail {
        let node = workflow.nodes[at].node_id.clone();
        let read = |kind, label: &str| {
            let mut source = VariableSource {
                method: VariableSourceMethod::UiElementExtraction,
                ..VariableSource::default()
            };
            source.node = Some(node.clone());
            source.label = Some(label.to_owned());
            Variable { variable_type: kind, source, required: false, ..Variable::default() }
        };
        workflow.variables.insert("lu".into(), read(VariableType::String, t.said(Word::Number)));
        workflow.variables.insert("montant".into(), read(VariableType::Float, t.said(Word::Amount)));
    }
    if workflow.nodes.iter().any(|n| n.node_id.ends_with("_login")) && t.app.has_login {
        secret(workflow);
    }
}

fn secret(workflow: &mut Workflow) {
    let source = VariableSource { method: VariableSourceMethod::Credential, ..VariableSource::default() };
    let password = Variable { source, secret: true, ..Variable::default() };
    workflow.variables.insert("mot_de_passe".into(), password);
}

/// The workflow that logs in again.
pub fn plan_of_login(mut t: Teacher<'_>, state: LearningState, end: Kind) -> Result<Plan, String> {
    let entry_nodes = vec![t.node_id(Kind::Expired), t.node_id(Kind::Login)];
    let end_nodes = vec![t.node_id(end)];
    let (mut nodes, exemplars) = t.nodes();
    // In the workflow that mends it, it is where the work begins.
    nodes.iter_mut().for_each(|n| (n.is_error_node, n.error_type) = (false, None));
    let mut workflow = Workflow {
        workflow_id: LOGIN.into(),
        name: "Login".into(),
        learning_state: state,
        created_at: "2026-11-16T14:45:59+00:00".into(),
        updated_at: "2026-11-16T14:45:59+00:00".into(),
        entry_nodes,
        end_nodes,
        nodes,
        edges: std::mem::take(&mut t.edges),
        applications: vec![t.app.program.to_lowercase()],
        ..Workflow::default()
    };
    workflow.learning.state = state;
    let mut user = given(VariableType::String, true);
    user.source.method = VariableSourceMethod::Constant;
    user.source.value = Some(json!("marie"));
    workflow.variables.insert("identifiant".into(), user);
    secret(&mut workflow);
    prepared(workflow, exemplars, t.crops.into_inner())
}
