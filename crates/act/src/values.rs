//! The values of a run: given, read or looked up; filled into texts; checked before they are used (SPEC L4.6).

use crate::params::filling::{LEAST_SECRET, MISREAD_SECRET};
use crate::params::limits::LONGEST_VALUE;
use lea_model::Workflow;
use lea_model::run::{Halt, HaltReason, Question};
use lea_model::workflow::{Loop, Variable, VariableBinding, VariableSourceMethod, VariableType};
use lea_recognize::label::{normal, ratio};
use regex::Regex;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the row of a loop is called unless the loop says otherwise.
const ROW: &str = "row";

/// The values of a run. Secrets are apart, and leave it only towards the hand.
#[derive(Clone, Debug, Default)]
pub struct Values {
    known: BTreeMap<String, String>,
    secret: BTreeMap<String, Hidden>,
    /// The row that the loop is at: what tells it, and its cells by the names of their columns.
    row: Option<Row>,
}

#[derive(Clone, Default)]
struct Hidden(String);

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// The row that a loop is at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// What tells it from the others.
    pub identity: String,
    /// What its cells say, by the names of their columns.
    pub cells: BTreeMap<String, String>,
}

impl Row {
    /// The row with what its loop binds it to (SPEC L4.7): one name for the row, whose cells are `name.column`, or one for each part that
    /// is named, such as `invoice_row.patient`. A column that the row does not have is not bound.
    pub fn bound(mut self, repeat: Option<&Loop>) -> Self {
        let cell = |row: &Self, column: &str| {
            let same = row.cells.iter().find(|(name, _)| normal(name) == normal(column));
            same.map(|(_, text)| text.clone())
        };
        match repeat.and_then(|r| r.variable_binding.as_ref()) {
            None => {}
            Some(VariableBinding::Name(name)) if name == ROW => {}
            Some(VariableBinding::Name(name)) => {
                let cells =
                    self.cells.iter().map(|(column, text)| (format!("{name}.{column}"), text.clone()));
                let cells: Vec<(String, String)> = cells.collect();
                self.cells.extend(cells);
                self.cells.insert(name.clone(), self.identity.clone());
            }
            Some(VariableBinding::Parts(parts)) => {
                let bound = parts.iter().filter_map(|(name, part)| {
                    let column = part.rsplit('.').next().unwrap_or(part);
                    Some((name.clone(), cell(&self, column)?))
                });
                let bound: Vec<(String, String)> = bound.collect();
                self.cells.extend(bound);
            }
        }
        self
    }
}

/// A text with its values filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The text.
    pub text: String,
    /// A secret is in it.
    pub secret: bool,
}

impl Values {
    /// A value that is not a secret.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.known.insert(name.to_owned(), value.into());
    }

    /// A value that is never written down.
    pub fn hide(&mut self, name: &str, value: String) {
        self.known.remove(name);
        self.secret.insert(name.to_owned(), Hidden(value));
    }

    /// Keeps the secrets of another workflow that was run, so that they are known where they show.
    pub fn hide_those_of(&mut self, workflow_id: &str, other: Self) {
        self.secret.extend(other.secret.into_iter().map(|(n, s)| (format!("{workflow_id}/{n}"), s)));
    }

    /// The loop is at this row, or at none.
    pub fn at_row(&mut self, row: Option<Row>) {
        self.row = row;
    }

    /// The row that the loop is at.
    pub fn row(&self) -> Option<&Row> {
        self.row.as_ref()
    }

    /// A value that may be written down.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.known.get(name).map(String::as_str)
    }

    /// There is a value, secret or not.
    pub fn has(&self, name: &str) -> bool {
        self.known.contains_key(name) || self.secret.contains_key(name)
    }

    /// Everything that may be written down.
    pub fn open(&self) -> &BTreeMap<String, String> {
        &self.known
    }

    /// The same with what the row of a loop says, and `row` for what tells it.
    pub fn with_row(&self) -> BTreeMap<String, String> {
        let mut all = self.known.clone();
        if let Some(row) = &self.row {
            all.extend(row.cells.clone());
            all.insert(ROW.into(), row.identity.clone());
        }
        all
    }

    /// Whether a text holds a secret: then it must not be written down.
    pub fn gives_away(&self, text: &str) -> bool {
        self.secret.values().any(|s| s.0.chars().count() >= LEAST_SECRET && text.contains(&s.0))
    }

    /// The same for a text that was read off a screen, in which a few letters may be others.
    pub fn may_give_away(&self, read: &str) -> bool {
        let words: Vec<String> = read.split_whitespace().map(normal).collect();
        let is_like = |secret: &str| {
            let letters = secret.chars().count();
            let near = |w: &String| w.chars().count() >= LEAST_SECRET && ratio(w, secret) >= MISREAD_SECRET;
            letters >= LEAST_SECRET && (normal(read).contains(secret) || words.iter().any(near))
        };
        self.gives_away(read) || self.secret.values().any(|s| is_like(&normal(&s.0)))
    }

    /// A text with `${name}`, `${row}` and `${row.column}` filled in; the name of what is missing otherwise.
    pub fn fill(&self, text: &str) -> Result<Filled, String> {
        let mut filled = Filled { text: String::new(), secret: false };
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            let Some(end) = rest[at..].find('}') else { break };
            filled.text.push_str(&rest[..at]);
            let name = &rest[at + 2..at + end];
            match self.named(name) {
                Some((value, secret)) => {
                    filled.text.push_str(value);
                    filled.secret |= secret;
                }
                None => return Err(name.to_owned()),
            }
            rest = &rest[at + end + 1..];
        }
        filled.text.push_str(rest);
        Ok(filled)
    }

    fn named(&self, name: &str) -> Option<(&str, bool)> {
        let of_row = || {
            let row = self.row.as_ref()?;
            match name.strip_prefix("row.") {
                Some(column) => row.cells.get(column).map(String::as_str),
                None if name == ROW => Some(row.identity.as_str()),
                None => row.cells.get(name).map(String::as_str),
            }
        };
        let secret = || self.secret.get(name).map(|s| (s.0.as_str(), true));
        self.get(name).map(|v| (v, false)).or_else(secret).or_else(|| of_row().map(|v| (v, false)))
    }

    /// The values for an expression: numbers as numbers, the rest as texts; secrets are not among them.
    pub fn for_expression(&self, workflow: &Workflow) -> (Value, Value) {
        let typed = |name: &str, text: &str| match workflow.variables.get(name) {
            Some(variable) => typed(variable.variable_type, text),
            None => guessed(text),
        };
        let variables: Map<String, Value> =
            self.known.iter().map(|(name, text)| (name.clone(), typed(name, text))).collect();
        let cells = self.row.as_ref().map(|r| {
            r.cells.iter().map(|(name, text)| (name.clone(), json!(text))).collect::<Map<String, Value>>()
        });
        (Value::Object(variables), cells.map_or(Value::Null, Value::Object))
    }
}

/// The names that a text asks for.
pub fn names_in(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let Some(end) = rest[at..].find('}') else { break };
        names.push(&rest[at + 2..at + end]);
        rest = &rest[at + end + 1..];
    }
    names
}

fn typed(kind: VariableType, text: &str) -> Value {
    match kind {
        VariableType::Float => number(text).map_or_else(|| json!(text), |n| json!(n)),
        VariableType::Integer => number(text).map_or_else(|| json!(text), |n| json!(n as i64)),
        VariableType::Boolean => json!(lea_lexicon::values::is_yes(text)),
        VariableType::String | VariableType::Datetime => json!(text),
    }
}

fn guessed(text: &str) -> Value {
    number(text).map_or_else(|| json!(text), |n| json!(n))
}

/// The number that a text is, as French or English write it.
pub fn number(text: &str) -> Option<f64> {
    lea_lexicon::values::numbers(&[text.trim()])?.first().copied()
}

/// Why a value may not be used, if so (SPEC L4.6 `validation`).
pub fn unfit(name: &str, variable: &Variable, value: &str) -> Option<Halt> {
    let bad = |why: String| {
        let shown = if variable.secret { "the value" } else { value };
        Some(
            Halt::new(HaltReason::BadValue, format!("{name}: {shown:?} {why}"))
                .with(Question { secret: variable.secret, ..Question::for_value(name) }),
        )
    };
    if value.len() > LONGEST_VALUE {
        return Some(Halt::new(HaltReason::BadValue, format!("{name} is longer than {LONGEST_VALUE} bytes")));
    }
    if value.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Some(Halt::new(
            HaltReason::BadValue,
            format!("{name} holds characters that cannot be typed"),
        ));
    }
    let is_number = matches!(variable.variable_type, VariableType::Float | VariableType::Integer);
    if is_number && number(value).is_none() {
        return bad("is not a number".into());
    }
    let validation = variable.validation.as_ref()?;
    if let Some(pattern) = &validation.regex {
        // One that cannot be read forbids nothing silently: it is said.
        match Regex::new(&format!("^(?:{pattern})$")) {
            // What a few demonstrations had in common is no rule.
            Ok(regex) if !regex.is_match(value) && !is_learnt(validation) => {
                return bad(format!("does not have the form {pattern}"));
            }
            Ok(_) => {}
            Err(why) => {
                return Some(Halt::new(
                    HaltReason::BadWorkflow,
                    format!("the pattern of {name} is wrong: {why}"),
                ));
            }
        }
    }
    let out_of_range =
        |n: f64| validation.min.is_some_and(|min| n < min) || validation.max.is_some_and(|max| n > max);
    if number(value).is_some_and(out_of_range) {
        return bad("is out of range".into());
    }
    None
}

/// The pattern was found in demonstrations, and nobody laid it down.
fn is_learnt(validation: &lea_model::workflow::Validation) -> bool {
    validation.learnt
}

/// What a run must be given before it begins: required values that only a person has.
pub fn missing(workflow: &Workflow, values: &Values) -> Vec<String> {
    let asked = |v: &Variable| {
        matches!(v.source.method, VariableSourceMethod::UserInput | VariableSourceMethod::File)
    };
    workflow
        .variables
        .iter()
        .filter(|(name, v)| v.required && asked(v) && !values.has(name))
        .map(|(name, _)| name.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_and_what_is_missing_is_named() {
        let mut values = Values::default();
        values.set("numero", "F-2026-0177");
        values.hide("password", "geheim".into());
        values.at_row(Some(Row {
            identity: "F-1".into(),
            cells: BTreeMap::from([("statut".to_owned(), "à vérifier".to_owned())]),
        }));
        assert_eq!(
            values.fill("no ${numero}!"),
            Ok(Filled { text: "no F-2026-0177!".into(), secret: false })
        );
        assert_eq!(values.fill("${password}"), Ok(Filled { text: "geheim".into(), secret: true }));
        assert_eq!(values.fill("${row} ${row.statut}").map(|f| f.text), Ok("F-1 à vérifier".into()));
        assert_eq!(values.fill("${motif}"), Err("motif".into()));
        assert_eq!(values.fill("a ${ b").map(|f| f.text), Ok("a ${ b".into()));
    }

    #[test]
    fn a_loop_binds_its_row_or_parts_of_it_to_names_of_its_own() {
        let row = Row {
            identity: "F-1".into(),
            cells: BTreeMap::from([("Patient".to_owned(), "Dupont".to_owned())]),
        };
        let at = |binding: VariableBinding, text: &str| {
            let repeat =
                Loop { variable_binding: Some(binding), ..Loop::new(lea_model::workflow::LoopType::ForEach) };
            let mut values = Values::default();
            values.at_row(Some(row.clone().bound(Some(&repeat))));
            values.fill(text).map(|f| f.text)
        };
        let part = |name: &str, of: &str| VariableBinding::Parts([(name.to_owned(), of.to_owned())].into());
        assert_eq!(at(part("who", "invoice_row.patient"), "${who}"), Ok("Dupont".into()));
        assert_eq!(at(part("sum", "invoice_row.amount"), "${sum}"), Err("sum".into()), "no such column");
        assert_eq!(at("invoice".into(), "${invoice} ${invoice.Patient}"), Ok("F-1 Dupont".into()));
        assert_eq!(at("row".into(), "${row} ${row.Patient}"), Ok("F-1 Dupont".into()));
    }

    #[test]
    fn s3_a_secret_is_neither_shown_nor_given_to_expressions() {
        let mut values = Values::default();
        values.set("password", "geheim");
        values.hide("password", "geheim".into());
        assert!(!format!("{values:?}").contains("geheim"));
        assert_eq!(values.get("password"), None);
        assert!(!values.for_expression(&Workflow::default()).0.to_string().contains("geheim"));
        assert!(values.gives_away("x geheim y"));
        assert!(values.may_give_away("Passwort: Gehe1m"), "as it may be read off a screen");
        assert!(!values.may_give_away("Bonjour, dossier 12"));
        let mut outer = Values::default();
        outer.hide_those_of("WF_login", values);
        assert!(outer.gives_away("geheim") && !outer.has("password"));
    }

    #[test]
    fn french_and_english_numbers_are_numbers() {
        assert_eq!(number("1 234,50 €"), Some(1234.5));
        assert_eq!(number("1,234.50"), Some(1234.5));
        assert_eq!(number("F-12"), None);
    }

    #[test]
    fn a_value_of_another_form_is_refused_before_anything_is_done() {
        let variable = Variable {
            validation: Some(lea_model::workflow::Validation {
                regex: Some(r"F-\d{4}-\d{4}".into()),
                ..Default::default()
            }),
            ..Variable::default()
        };
        assert_eq!(unfit("numero", &variable, "F-2026-0177"), None);
        assert_eq!(unfit("numero", &variable, "F-2026-01777").map(|h| h.reason), Some(HaltReason::BadValue));
        assert_eq!(unfit("numero", &variable, "a\u{1b}b").map(|h| h.reason), Some(HaltReason::BadValue));
    }
}
