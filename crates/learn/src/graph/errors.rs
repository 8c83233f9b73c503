//! Texts that say that something went wrong (SPEC L4.8): a data file, French and English at once.

use super::lesson::Lesson;
use crate::lexicon;
use lea_model::workflow::ErrorType;
use lea_model::{ElementType, ScreenState};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const FILE: &str = include_str!("../../lexicons/errors.toml");

/// A longer text tells of errors rather than being one.
const LONGEST: usize = 30;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    phrases: Vec<String>,
}

static PHRASES: LazyLock<Vec<(ErrorType, Vec<String>)>> = LazyLock::new(|| {
    let file: BTreeMap<ErrorType, Phrases> = toml::from_str(FILE).unwrap_or_default();
    // The particular ones first: "session expired" is also an "error".
    let order = [
        ErrorType::Authentication,
        ErrorType::Network,
        ErrorType::Timeout,
        ErrorType::BusinessLogic,
        ErrorType::UiNotFound,
        ErrorType::Generic,
    ];
    let words = |kind: &ErrorType| file.get(kind).map(|p| p.phrases.iter().map(|p| plain(p)).collect());
    order.iter().filter_map(|kind| Some((*kind, words(kind)?))).collect()
});

fn plain(text: &str) -> String {
    lexicon::words(text).join(" ")
}

/// What a text says went wrong, if it does.
pub fn error_type(text: &str) -> Option<ErrorType> {
    let text = format!(" {}", plain(text));
    if text.split(' ').count() > LONGEST {
        return None;
    }
    let says = |phrase: &String| text.contains(&format!(" {phrase}"));
    PHRASES.iter().find(|(_, phrases)| phrases.iter().any(says)).map(|(kind, _)| *kind)
}

/// The texts on a screen that say so, and are not what can be pressed, chosen or filled in, nor what a person had `typed`.
pub fn errors(state: &ScreenState, typed: &BTreeSet<String>) -> Vec<(String, ErrorType)> {
    use ElementType::{Dialog, Label, Link, TableCell};
    let is_said = |kind: ElementType| matches!(kind, Label | Dialog | Link);
    let in_table = |e: &lea_model::UIElement| e.element_type == TableCell || e.metadata.column.is_some();
    let mut found: Vec<(String, ErrorType)> = state
        .ui_elements
        .iter()
        .filter(|e| is_said(e.element_type) && !in_table(e))
        .filter(|e| !typed.iter().any(|t| plain(&e.label).contains(t) || t.contains(&plain(&e.label))))
        .filter_map(|e| Some((plain(&e.label), error_type(&e.label)?)))
        .collect();
    found.sort();
    found.dedup();
    found
}

/// All that was typed in a lesson, in plain words.
pub fn typed(lesson: &Lesson) -> BTreeSet<String> {
    let acts = lesson.demos.iter().flat_map(|d| &d.acts);
    acts.filter_map(|a| a.text()).map(plain).filter(|t| t.len() > 3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_by_what_they_say() {
        assert_eq!(PHRASES.len(), 6);
        assert_eq!(
            error_type("Session expirée. Veuillez vous reconnecter."),
            Some(ErrorType::Authentication)
        );
        assert_eq!(error_type("Données manquantes : date de naissance"), Some(ErrorType::BusinessLogic));
        assert_eq!(error_type("Error while saving"), Some(ErrorType::Generic));
        assert_eq!(error_type("Terror film"), None);
        assert_eq!(error_type("Facture validée"), None);
    }
}
