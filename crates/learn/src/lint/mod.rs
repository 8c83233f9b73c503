//! Weak spots of a workflow: what may go wrong when it runs, where, and what to do about it. Unlike
//! [`Workflow::problems`], which says what is broken, this says what is risky.

mod danger;
mod graph;
mod targets;

use lea_model::workflow::{VariableSourceMethod, VariableType};
use lea_model::{ActionType, Workflow};
use serde::Serialize;

/// How much a weak spot matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Note,
    /// A run may halt, or take the wrong turn.
    Warning,
    /// A run may do harm.
    Danger,
}

/// A weak spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What kind it is; the same word always means the same.
    pub code: &'static str,
    /// The node, edge or variable it is about; none for the workflow itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What is weak.
    pub sentence: String,
    /// What to do.
    pub advice: &'static str,
}

/// All weak spots, the worst first.
pub fn lint(workflow: &Workflow) -> Vec<Finding> {
    let mut found = Found::default();
    targets::look(workflow, &mut found);
    danger::look(workflow, &mut found);
    graph::look(workflow, &mut found);
    variables(workflow, &mut found);
    models(workflow, &mut found);
    demonstrations(workflow, &mut found);
    let mut findings = found.0;
    findings.sort_by_key(|f| std::cmp::Reverse(f.severity));
    findings
}

/// What was found so far.
#[derive(Default)]
struct Found(Vec<Finding>);

impl Found {
    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: &str,
        sentence: impl Into<String>,
        advice: &'static str,
    ) {
        let place = (!place.is_empty()).then(|| place.to_owned());
        self.0.push(Finding { severity, code, place, sentence: sentence.into(), advice });
    }
}

fn variables(workflow: &Workflow, found: &mut Found) {
    for (name, variable) in &workflow.variables {
        let is_credential = variable.source.method == VariableSourceMethod::Credential;
        if variable.secret && !is_credential {
            found.add(
                Severity::Danger,
                "secret_not_a_credential",
                name,
                "it is a secret, and its value does not come from the store of credentials",
                "keep it with lea secrets set, and let its source be a credential",
            );
        }
        let has_pattern = variable.source.extraction_pattern.is_some()
            || variable.validation.as_ref().is_some_and(|v| v.regex.is_some());
        let is_open = variable.variable_type == VariableType::String && !has_pattern;
        if is_open && !variable.secret && variable.source.method != VariableSourceMethod::Constant {
            found.add(
                Severity::Note,
                "variable_without_pattern",
                name,
                "it may be any text: a value that was mistaken is not noticed",
                "show more demonstrations with other values, or give it a validation.regex",
            );
        }
    }
}

/// Steps that a language model answers.
fn models(workflow: &Workflow, found: &mut Found) {
    for edge in &workflow.edges {
        for part in edge.parts().into_iter().filter(|p| p.action_type == ActionType::AnalyzeText) {
            found.add(
                Severity::Note,
                "needs_model",
                &edge.edge_id,
                "it asks a language model: where none is configured, the run does not begin",
                "configure one with [models] in lea.toml, or read the value with extract_text",
            );
            let name = part.parameters.variable.as_deref().unwrap_or_default();
            let variable = workflow.variables.get(name);
            let is_checked =
                variable.is_some_and(|v| v.variable_type != VariableType::String || v.validation.is_some());
            if !is_checked {
                found.add(
                    Severity::Warning,
                    "answer_unchecked",
                    &edge.edge_id,
                    format!(
                        "whatever the model answers becomes {name}: nothing says which answers can be right"
                    ),
                    "declare the variable with a type or a validation.regex, such as urgent|normal",
                );
            }
        }
    }
}

fn demonstrations(workflow: &Workflow, found: &mut Found) {
    if workflow.metadata.few_demonstrations {
        found.add(
            Severity::Warning,
            "few_demonstrations",
            "",
            "it was learnt from fewer than three demonstrations: what varies cannot be told from what stays",
            "record the task a few more times, and learn it again",
        );
    }
    let open = workflow.metadata.questions.len();
    if open > 0 {
        found.add(
            Severity::Warning,
            "open_questions",
            "",
            format!("{open} questions about it have no answer"),
            "answer them with lea learn; lea workflows show lists them",
        );
    }
}

#[cfg(test)]
mod tests;
