//! What can be wrong with variables.

use crate::problem::Checker;
use crate::workflow::{Variable, VariableSourceMethod};

pub(super) fn variable(c: &mut Checker, name: &str, variable: &Variable) {
    if !is_identifier(name) {
        c.say(format!(
            "{name:?} is no name: use letters a-z, digits and '_', so that expressions can use it"
        ));
    }
    let method = variable.source.method;
    if variable.secret && !variable.example_values.is_empty() {
        c.say_at("example_values", "holds values of a secret: remove them");
    }
    if variable.secret && variable.source.value.is_some() {
        c.at("source", |c| {
            c.say_at("value", "holds a secret: put it into the credential store, method credential");
        });
    }
    if method == VariableSourceMethod::Credential && !variable.secret {
        c.say_at("secret", "is not set, but the value is a credential: set it");
    }
    if method == VariableSourceMethod::Constant && variable.source.value.is_none() && !variable.secret {
        c.at("source", |c| c.say_at("value", "is missing: a constant has one"));
    }
    if let Some(validation) = &variable.validation {
        c.at("validation", |c| {
            for (step, bound) in [("min", validation.min), ("max", validation.max)] {
                if bound.is_some_and(|b| !b.is_finite()) {
                    c.say_at(step, "is no number: leave it out where there is no bound");
                }
            }
            if let (Some(min), Some(max)) = (validation.min, validation.max)
                && max < min
            {
                c.say_at("max", format!("{max} is below min {min}"));
            }
        });
    }
}

/// Can be written in an expression as `variables.NAME`.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
