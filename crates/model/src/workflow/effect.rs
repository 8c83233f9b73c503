//! Effects: what a step must have changed outside the screen (SPEC L4.3).
//!
//! An effect is checked after its step, which may be irreversible. A kind that Lea does not know, or a parameter that is missing or
//! misspelt, is therefore an error when the workflow is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lenient::Extra;
use crate::problem::Checker;

/// Something an edge changes outside the screen. What it may reach comes from the machine (SPEC L4.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Effect {
    /// What is looked for.
    #[serde(flatten)]
    pub kind: EffectKind,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl From<EffectKind> for Effect {
    fn from(kind: EffectKind) -> Self {
        Self { kind, extra: Extra::new() }
    }
}

/// What is looked for outside the screen. Texts may name variables, such as `${number}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "parameters", rename_all = "snake_case")]
pub enum EffectKind {
    /// `file_exists`, with the `parameters` of FileExists: a file is there, and holds certain words.
    FileExists(FileExists),
    /// `http_get`, with the `parameters` of HttpGet: a page answers, and holds certain words.
    HttpGet(HttpGet),
    /// `sql_count`, with the `parameters` of SqlCount: a query of a database counts a certain number.
    SqlCount(SqlCount),
}

/// A file that must be there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileExists {
    /// The file.
    pub path: String,
    /// What it must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
}

/// A page that must answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HttpGet {
    /// The address.
    pub url: String,
    /// The status that must come back; 200, if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u32>,
    /// What the answer must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
}

/// A query that must count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SqlCount {
    /// The name of the database in the machine's configuration.
    pub database: String,
    /// The query: one SELECT, whose first number is the count. Variables are bound by name, such as `:number`.
    pub query: String,
    /// The count there must be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equals: Option<f64>,
    /// The count there must be at least; 1, if both are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
}

impl SqlCount {
    /// This count is the one that is asked for.
    pub fn holds(&self, count: f64) -> bool {
        let least = self.at_least.or(self.equals.is_none().then_some(1.0));
        self.equals.is_none_or(|n| count == n) && least.is_none_or(|n| count >= n)
    }
}

impl Effect {
    pub(super) fn check(&self, c: &mut Checker) {
        c.at("parameters", |c| match &self.kind {
            EffectKind::FileExists(file) => c.filled("path", &file.path),
            EffectKind::HttpGet(page) => c.filled("url", &page.url),
            EffectKind::SqlCount(count) => {
                c.filled("database", &count.database);
                c.filled("query", &count.query);
            }
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Workflow;
    use crate::read::{self, ReadError};
    use serde_json::{Value, json};

    fn with(effect: &Value) -> Result<Workflow, ReadError> {
        read::from_value(json!({ "edges": [{ "edge_id": "E1_pay", "effects": [effect] }] }))
    }

    #[test]
    fn each_kind_is_read_and_written_with_what_lea_does_not_know_beside_it() {
        for effect in [
            json!({ "type": "file_exists", "parameters": { "path": "/srv/${number}.pdf", "contains": "Paid" } }),
            json!({ "type": "http_get", "parameters": { "url": "https://x.test/${number}", "status": 204 }, "note": "ours" }),
            json!({ "parameters": { "database": "books", "query": "select 1", "equals": 1.0 }, "type": "sql_count" }),
        ] {
            let read = with(&effect).unwrap();
            assert_eq!(json!(read.edges[0].effects[0]), effect);
        }
        let null: Workflow = read::from_value(json!({ "edges": [{ "effects": null }] })).unwrap();
        assert!(null.edges[0].effects.is_empty());
    }

    #[test]
    fn an_unknown_kind_or_parameter_and_a_missing_one_are_errors_when_the_workflow_is_read() {
        let path = json!({ "path": "/a" });
        for (effect, says) in [
            (json!({ "type": "file_exist", "parameters": path }), "unknown variant `file_exist`"),
            (json!({ "parameters": path }), "missing field `type`"),
            (json!({ "type": "file_exists" }), "missing field `parameters`"),
            (json!({ "type": "file_exists", "parameters": {} }), "missing field `path`"),
            (json!({ "type": "http_get", "parameters": path }), "unknown field `path`"),
            (
                json!({ "type": "sql_count", "parameters": { "database": "b", "query": "q", "equal": 1 } }),
                "unknown field `equal`",
            ),
        ] {
            let error = with(&effect).unwrap_err().to_string();
            assert!(error.contains("/edges/0/effects/0") && error.contains(says), "{effect}: {error}");
        }
    }

    #[test]
    fn an_empty_parameter_is_a_problem_of_the_workflow() {
        let empty = with(&json!({ "type": "file_exists", "parameters": { "path": " " } })).unwrap();
        let problems = empty.problems();
        assert!(problems.iter().any(|p| p.pointer == "/edges/0/effects/0/parameters/path"), "{problems:?}");
    }

    #[test]
    fn a_count_is_at_least_one_unless_the_effect_says_otherwise() {
        let count = |equals, at_least| SqlCount { equals, at_least, ..SqlCount::default() };
        assert!(count(None, None).holds(2.0) && !count(None, None).holds(0.0));
        assert!(count(Some(0.0), None).holds(0.0) && !count(Some(1.0), None).holds(2.0));
        assert!(count(None, Some(3.0)).holds(3.0) && !count(None, Some(3.0)).holds(2.0));
        assert!(!count(Some(2.0), Some(3.0)).holds(2.0), "both must hold");
    }
}
