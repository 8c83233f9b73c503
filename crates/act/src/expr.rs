//! Conditions and filters in CEL (SPEC L4.7), within limits: a workflow from elsewhere is data, not authority.
//!
//! The evaluator cannot be interrupted, so an expression is bounded before it runs: its source, its nesting and, by [`budget`], the work
//! it can cause over the values of the moment. A deadline on a thread of its own is the last resort (SPEC ACT.15).

mod budget;

use crate::params::limits::{DEEPEST_EXPRESSION, EXPRESSION_STACK, LONGEST_EXPRESSION};
use crate::params::times::ANSWERS_WITHIN;
use cel::{Context, Program, Value as Cel};
use serde_json::Value;
use std::sync::mpsc::channel;

/// Why an expression has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// It is too long or too deep.
    #[error(
        "the expression is too long or nested too deeply: at most {LONGEST_EXPRESSION} bytes and {DEEPEST_EXPRESSION} levels"
    )]
    TooMuch,
    /// It could take too long over the values of the moment, or did.
    #[error("{0:?} is not worked out: {1}")]
    TooCostly(String, String),
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
    if expression.len() > LONGEST_EXPRESSION || depth(expression) > DEEPEST_EXPRESSION {
        return Err(NoAnswer::TooMuch);
    }
    let costly = |why: &str| NoAnswer::TooCostly(expression.to_owned(), why.to_owned());
    let (answers, answer) = channel();
    let (source, variables, row) = (expression.to_owned(), variables.clone(), row.clone());
    let thread = std::thread::Builder::new().name("lea-expression".into()).stack_size(EXPRESSION_STACK);
    thread
        .spawn(move || {
            // Nobody may be waiting any more.
            let _ = answers.send(evaluate(&source, &variables, &row));
        })
        .map_err(|e| costly(&e.to_string()))?;
    // A thread that panicked sends nothing: the channel ends.
    answer.recv_timeout(ANSWERS_WITHIN).unwrap_or_else(|_| Err(costly("it was not answered in time")))
}

/// How deeply brackets and operators before a value nest.
fn depth(expression: &str) -> usize {
    let (_, most) = expression.chars().fold((0usize, 0usize), |(now, most), c| match c {
        '(' | '[' | '{' | '?' | '!' | '-' => (now + 1, most.max(now + 1)),
        ')' | ']' | '}' | ':' => (now.saturating_sub(1), most),
        _ => (now, most),
    });
    most
}

fn evaluate(expression: &str, variables: &Value, row: &Value) -> Result<bool, NoAnswer> {
    let program = Program::compile(expression)
        .map_err(|e| NoAnswer::Unreadable(expression.to_owned(), e.to_string()))?;
    budget::check(program.expression(), &[("variables", variables), ("row", row)])
        .map_err(|why| NoAnswer::TooCostly(expression.to_owned(), why.to_string()))?;
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
    use std::time::{Duration, Instant};

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
    fn lists_conversions_and_patterns_of_ordinary_size_are_worked_out() {
        let variables = json!({ "lines": (0..200).map(|n| format!("F-{n}")).collect::<Vec<_>>(), "n": "12" });
        let yes = [
            "variables.lines.exists(l, l == 'F-7')",
            "variables.lines.filter(l, l.endsWith('9')).size() == 20",
            "variables.lines.map(l, size(l)).all(n, n <= 5)",
            "int(variables.n) + 1 == 13 && variables.n in ['12', '13']",
            "variables.n.matches('^[0-9]+$') && has(variables.lines)",
            "row.status.startsWith('À') ? variables.lines[0] == 'F-0' : false",
        ];
        for expression in yes {
            let row = json!({ "status": "À vérifier" });
            assert_eq!(holds(expression, &variables, &row), Ok(true), "{expression}");
        }
    }

    #[test]
    fn what_is_not_known_has_no_answer() {
        let none = json!({});
        assert!(matches!(holds("variables.montant < 1.0", &none, &Value::Null), Err(NoAnswer::Unknown(..))));
        assert!(matches!(holds("other < 1.0", &none, &Value::Null), Err(NoAnswer::Unknown(..))));
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

    #[test]
    fn expressions_that_would_run_for_ever_or_fill_the_memory_end_with_an_error() {
        let long = json!({ "rows": (0..2000).collect::<Vec<_>>(), "text": "x".repeat(20_000) });
        let nested = |list: &str, levels: usize| {
            let open: String = (0..levels).map(|n| format!("{list}.map(v{n}, ")).collect();
            format!("{open}1{}.size() > 0", ")".repeat(levels))
        };
        let doubled = |levels: usize| {
            let open: String = (0..levels).map(|_| "[x+x+x+x+x+x+x+x].map(x, ").collect();
            format!("['0123456789'].map(x, {open}x{}).size() > 0", ")".repeat(levels))
        };
        let hostile = [
            nested("[1,2,3]", 12),
            nested("variables.rows", 3),
            nested("variables.rows", 2),
            doubled(8),
            "[variables.text].map(x, [x+x+x+x+x+x+x+x].map(x, x+x+x+x)).size() > 0".into(),
            "variables.rows.all(r, variables.text.matches('(a|aa|aaa)+b'))".into(),
            "'x'.matches('((a{1,100}){1,100}){1,100}')".into(),
            "variables.text.matches('(.*)(.*)(.*)(.*)x')".into(),
            "'x'.matches('a' + 'b')".into(),
            "[1].exists(v, variables.rows.exists(w, variables.rows.exists(u, u < 0)))".into(),
        ];
        for expression in hostile {
            let started = Instant::now();
            let answer = holds(&expression, &long, &Value::Null);
            assert!(matches!(answer, Err(NoAnswer::TooCostly(..))), "{expression}: {answer:?}");
            assert!(started.elapsed() < Duration::from_secs(2), "{expression}: {:?}", started.elapsed());
        }
    }

    #[test]
    fn functions_whose_work_is_not_known_are_refused_by_name() {
        let answer = holds("variables.list.flatten().size() > 0", &json!({ "list": [] }), &Value::Null);
        assert!(matches!(answer, Err(NoAnswer::TooCostly(_, why)) if why.contains("flatten")));
    }

    #[test]
    fn the_longest_chain_that_may_be_written_does_not_overflow_the_stack() {
        let chain = format!("{}1 > 0", "1+".repeat(490));
        assert_eq!(holds(&chain, &json!({}), &Value::Null), Ok(true));
    }
}
