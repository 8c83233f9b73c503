//! The single actions that an action is made of.

use lea_model::{Action, Edge};

/// The single actions of an action, in order: itself, or what it is put together from.
pub fn parts(action: &Action) -> Vec<&Action> {
    if action.parameters.steps.is_empty() {
        return vec![action];
    }
    action.parameters.steps.iter().flat_map(parts).collect()
}

/// The single actions of a step; none where the screen changes by itself.
pub fn parts_of_edge(edge: &Edge) -> Vec<&Action> {
    edge.action.as_ref().map_or_else(Vec::new, parts)
}

/// The same, to be changed.
pub fn parts_mut(action: &mut Action) -> Vec<&mut Action> {
    if action.parameters.steps.is_empty() {
        return vec![action];
    }
    action.parameters.steps.iter_mut().flat_map(parts_mut).collect()
}
