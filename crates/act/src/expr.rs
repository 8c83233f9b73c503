//! Conditions and filters in CEL (SPEC L4.7), within limits: a workflow from elsewhere is data, not authority.

use cel::{Context, Program, Value as Cel};
use serde_json::Value;

/// A longer expression is refused.
const LONGEST: usize = 1000;
/// Deeper nesting is refused: the parser recurses.
const DEEPEST: usize = 24;

/// Why an expression has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// It is too long or too deep.
    #[error(
        "the expression is too long or nested too deeply: at most {LONGEST} characters and {DEEPEST} levels"
    )]
    TooMuch,
    /// It cannot be read.
    #[error("{0:?} cannot be read as an expression: {1}")]
    Unreadable(String, String),
    /// It cannot be worked out, such as when it speaks of a value that is not known.
    #[error("{0:?} has no answer: {1}")]
    Unknown(String, String),
    /// A loop would take more turns than it may.
    #[error("the loop has taken its {0} turns, and more rows wait: raise max_iterations if that is meant")]
    TooManyTurns(u32),
    /// Its answer is not yes or no.
    #[error("{0:?} answers neither yes nor no")]
    NotYesOrNo(String),
}

/// Whether an expression holds, over `variables` and the `row` of a loop.
pub fn holds(expression: &str, variables: &Value, row: &Value) -> Result<bool, NoAnswer> {
    let depth = expression.chars().fold((0usize, 0usize), |(now, most), c| match c {
        '(' | '[' | '{' | '?' | '!' | '-' => (now + 1, most.max(now + 1)),
        ')' | ']' | '}' | ':' => (now.saturating_sub(1), most),
        c if c.is_alphanumeric() => (now, most),
        _ => (now, most),
    });
    if expression.len() > LONGEST || depth.1 > DEEPEST {
        return Err(NoAnswer::TooMuch);
    }
    let program = Program::compile(expression)
        .map_err(|e| NoAnswer::Unreadable(expression.to_owned(), e.to_string()))?;
    let mut context = Context::default();
    let unknown = |e: &dyn std::fmt::Display| NoAnswer::Unknown(expression.to_owned(), e.to_string());
    context.add_variable("variables", variables).map_err(|e| unknown(&e))?;
    context.add_variable("row", row).map_err(|e| unknown(&e))?;
    match program.execute(&context).map_err(|e| unknown(&e))? {
        Cel::Bool(answer) => Ok(answer),
        _ => Err(NoAnswer::NotYesOrNo(expression.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn conditions_over_variables_and_rows_are_worked_out() {
        let variables = json!({ "montant": 950.0, "motif": "double" });
        let row = json!({ "statut": "À vérifier" });
        assert_eq!(holds("variables.montant < 1000.0", &variables, &row), Ok(true));
        assert_eq!(holds("variables.montant >= 1000.0", &variables, &row), Ok(false));
        assert_eq!(holds("row.statut == \"À vérifier\"", &variables, &row), Ok(true));
        assert_eq!(
            holds("variables.motif == 'double' && variables.montant < 1000.0", &variables, &row),
            Ok(true)
        );
    }

    #[test]
    fn what_is_not_known_has_no_answer() {
        let none = json!({});
        assert!(matches!(holds("variables.montant < 1.0", &none, &Value::Null), Err(NoAnswer::Unknown(..))));
        assert!(matches!(holds("1 +", &none, &Value::Null), Err(NoAnswer::Unreadable(..))));
        assert!(matches!(holds("1 + 1", &none, &Value::Null), Err(NoAnswer::NotYesOrNo(_))));
    }

    #[test]
    fn hostile_expressions_are_refused_before_they_are_read() {
        let deep = format!("{}true{}", "(".repeat(500), ")".repeat(500));
        assert_eq!(holds(&deep, &json!({}), &Value::Null), Err(NoAnswer::TooMuch));
        assert_eq!(holds(&"a".repeat(5000), &json!({}), &Value::Null), Err(NoAnswer::TooMuch));
        assert_eq!(holds(&"!".repeat(900), &json!({}), &Value::Null), Err(NoAnswer::TooMuch));
    }
}
