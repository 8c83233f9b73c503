//! The single actions that an action is made of.

use super::{Action, Check, Edge};

impl Action {
    /// The single actions of an action, in order: itself, or those that a compound is put together from.
    pub fn parts(&self) -> Vec<&Action> {
        if self.parameters.steps.is_empty() {
            return vec![self];
        }
        self.parameters.steps.iter().flat_map(Self::parts).collect()
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Action> {
        if self.parameters.steps.is_empty() {
            return vec![self];
        }
        self.parameters.steps.iter_mut().flat_map(Self::parts_mut).collect()
    }
}

impl Edge {
    /// The single actions of a step, in order; none where the screen changes by itself.
    pub fn parts(&self) -> Vec<&Action> {
        self.action.as_ref().map_or_else(Vec::new, Action::parts)
    }

    /// Everything that must have come true when the step is over.
    pub fn post_checks(&self) -> impl Iterator<Item = &Check> {
        self.post_conditions.checks.iter().chain(&self.constraints.post_conditions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ActionType;

    #[test]
    fn a_compound_is_its_single_actions_in_order() {
        let mut inner = Action::new(ActionType::Compound);
        inner.parameters.steps =
            vec![Action::new(ActionType::MouseClick), Action::new(ActionType::TextInput)];
        let mut outer = Action::new(ActionType::Compound);
        outer.parameters.steps = vec![inner, Action::new(ActionType::KeyPress)];
        let wanted = [ActionType::MouseClick, ActionType::TextInput, ActionType::KeyPress];
        assert_eq!(outer.parts().iter().map(|a| a.action_type).collect::<Vec<_>>(), wanted);
        assert_eq!(outer.parts_mut().len(), 3);
        let edge = Edge { action: Some(outer), ..Edge::default() };
        assert_eq!(edge.parts().len(), 3);
        assert!(Edge::default().parts().is_empty());
    }
}
