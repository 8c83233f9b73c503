//! What looks like personal data, and is left out of exports (SPEC L4.11).

use crate::error::{Outcome, failed};
use lea_model::Target;
use lea_observe::Patterns;
use serde_json::Value;

/// The patterns of recordings, and two that would mask too much there: dates, and numbers of six digits or more.
const PATTERNS: [&str; 7] = [
    "iban",
    "nir",
    "card",
    "email",
    "phone",
    r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b",
    r"\d(?:[ .\u{a0}-]?\d){5,}",
];

/// Fields of a workflow that hold texts of screens.
const TEXTS: [&str; 20] = [
    "text",
    "label",
    "name",
    "description",
    "title_contains_any_of",
    "required_text_any",
    "checks",
    "intention",
    "expected_result",
    "value",
    "prompt",
    "expression",
    "filter",
    "pre_conditions",
    "post_conditions",
    "forbidden_text_clicks",
    "column",
    "button",
    "title_contains",
    "check",
];

/// Finds what looks like personal data.
pub struct Pii(Patterns);

impl Pii {
    /// Those of Lea, and those configured for recordings.
    pub fn new(configured: &[String]) -> Outcome<Self> {
        let all: Vec<&str> = PATTERNS.iter().copied().chain(configured.iter().map(String::as_str)).collect();
        Patterns::new(&all).map(Self).map_err(failed)
    }

    /// The text holds something that looks like it.
    pub fn is_in(&self, text: &str) -> bool {
        self.0.found_in(text)
    }

    /// Some text on a target, or around it, looks like it: its picture shows it.
    pub fn is_on(&self, target: &Target) -> bool {
        let anchor = target.anchor.as_ref();
        let around = anchor
            .into_iter()
            .flat_map(|a| a.inside.iter().chain(&a.landmarks).filter_map(|l| l.text.as_ref()));
        let named = anchor
            .into_iter()
            .flat_map(|a| a.name.iter().chain(a.container.iter().filter_map(|c| c.text.as_ref())));
        let own = target.text.iter().chain(&target.description).chain(&target.label_variants);
        own.chain(around).chain(named).any(|text| self.is_in(text))
    }

    /// Places in a document whose text looks like it, as JSON pointers.
    pub fn places(&self, document: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.walk(document, "", false, &mut found);
        found
    }

    fn walk(&self, value: &Value, place: &str, is_text: bool, found: &mut Vec<String>) {
        match value {
            Value::String(text) if is_text && self.is_in(text) => found.push(place.to_owned()),
            Value::Array(items) => {
                for (n, item) in items.iter().enumerate() {
                    self.walk(item, &format!("{place}/{n}"), is_text, found);
                }
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    self.walk(field, &format!("{place}/{key}"), TEXTS.contains(&key.as_str()), found);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_is_told_from_labels() {
        let pii = Pii::new(&[]).ok().unwrap();
        for text in ["jean@chu.example", "né le 12/03/1961", "Dossier 123456", "06 12 34 56 78", "12 345 678"]
        {
            assert!(pii.is_in(text), "{text}");
        }
        for text in ["Valider", "Facture 2025", "Page 3 de 12", "1 250,00 €", "Étape 2/3"] {
            assert!(!pii.is_in(text), "{text}");
        }
        assert_eq!(
            pii.places(&serde_json::json!({"nodes": [{"label": "IPP 1234567", "node_id": "N1234567_x"}]})),
            ["/nodes/0/label"]
        );
    }
}
