//! Texts on a screen that say that something went wrong (SPEC L4.8).

use super::lesson::Lesson;
use crate::params::graph::LEAST_TYPED;
use lea_lexicon::errors::error_type;
use lea_lexicon::text;
use lea_model::workflow::ErrorType;
use lea_model::{ElementType, ScreenState};
use std::collections::BTreeSet;

fn plain(text: &str) -> String {
    text::words(text).join(" ")
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
    acts.filter_map(|a| a.text()).map(plain).filter(|t| t.len() > LEAST_TYPED).collect()
}
