//! Healing levels (SPEC ACT.4): how much a retry relaxes who is a candidate. They never lower what is accepted.

use crate::params::candidates::{LOOSE_LABEL, LOOSE_REACH, RELAXED_LABEL, RELAXED_REACH, SAME_LABEL};

/// How far a search is relaxed.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Level {
    /// The least similarity of labels.
    pub min_ratio: f64,
    /// How much wider the surroundings are searched.
    pub pad_mul: f64,
    /// Whether roles and types of one alias group are the same.
    pub expand_roles: bool,
}

impl Level {
    /// As strict as it gets.
    pub const STRICT: Self = Self { min_ratio: SAME_LABEL, pad_mul: 1.0, expand_roles: false };

    /// The profile of an attempt: 0 the first, 1 the second, 2 and more all others.
    pub fn of(attempt: u32) -> Self {
        match attempt {
            0 => Self::STRICT,
            1 => Self { min_ratio: RELAXED_LABEL, pad_mul: RELAXED_REACH, expand_roles: true },
            _ => Self { min_ratio: LOOSE_LABEL, pad_mul: LOOSE_REACH, expand_roles: true },
        }
    }
}

/// Names of roles that mean the same (ACT.4).
const ROLES: &[&[&str]] = &[
    &["input", "textfield", "text_field", "form_input", "forminput", "edit", "textbox"],
    &["button", "submit", "action", "cta"],
    &["label", "text", "data_display"],
    &["checkbox", "check_box", "toggle"],
];

/// Names of types that mean the same (ACT.4).
const TYPES: &[&[&str]] = &[&["text_input", "input", "textfield"]];

fn is_alias(groups: &[&[&str]], a: &str, b: &str) -> bool {
    groups.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// Two roles are the same, or aliases where the level allows them.
pub fn same_role(a: &str, b: &str, level: Level) -> bool {
    a == b || (level.expand_roles && is_alias(ROLES, a, b))
}

/// Two types are the same, or aliases where the level allows them.
pub fn same_type(a: &str, b: &str, level: Level) -> bool {
    a == b || (level.expand_roles && is_alias(TYPES, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h1_h4_h5_tolerance_grows_with_the_level() {
        for attempt in 0..4 {
            let (a, b) = (Level::of(attempt), Level::of(attempt + 1));
            assert!(b.min_ratio <= a.min_ratio && b.pad_mul >= a.pad_mul && b.expand_roles >= a.expand_roles);
        }
        assert_eq!(Level::of(0), Level::STRICT);
        assert_eq!(Level::of(2), Level::of(99));
    }

    #[test]
    fn h3_aliases_are_accepted_when_expanded_and_only_then() {
        for group in ROLES {
            for a in *group {
                for b in *group {
                    assert!(same_role(a, b, Level::of(1)));
                    assert_eq!(same_role(a, b, Level::STRICT), a == b);
                }
            }
        }
        assert!(!same_role("input", "button", Level::of(2)));
        assert!(same_type("text_input", "textfield", Level::of(1)));
    }
}
