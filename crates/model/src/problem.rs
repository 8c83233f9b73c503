//! What is wrong with a document, all of it at once, each with the place where it is wrong.

use std::collections::HashSet;
use std::fmt;

use crate::ids::{self, IdKind};
use crate::time::Timestamp;

/// One thing that is wrong: where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    /// The place as a JSON pointer (RFC 6901); empty for the whole document.
    pub pointer: String,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the document" } else { &self.pointer };
        write!(f, "{place}: {}", self.message)
    }
}

/// Appends one step to a JSON pointer, escaped as RFC 6901 asks.
pub(crate) fn push_step(pointer: &mut String, step: &str) {
    pointer.push('/');
    for c in step.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// Walks a document and collects problems; knows the pointer of the place it is at.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    pointer: String,
    found: Vec<Problem>,
}

impl Checker {
    /// Runs a check and returns all it found, in document order of the walk.
    pub fn run(check: impl FnOnce(&mut Self)) -> Vec<Problem> {
        let mut checker = Self::default();
        check(&mut checker);
        checker.found
    }

    /// Checks a part: the place moves into it and comes back.
    pub fn at<R>(&mut self, step: &str, check: impl FnOnce(&mut Self) -> R) -> R {
        let here = self.pointer.len();
        push_step(&mut self.pointer, step);
        let result = check(self);
        self.pointer.truncate(here);
        result
    }

    /// Checks each item of an array.
    pub fn each<'a, T>(
        &mut self,
        step: &str,
        items: &'a [T],
        mut check: impl FnMut(&mut Self, usize, &'a T),
    ) {
        self.at(step, |c| {
            for (i, item) in items.iter().enumerate() {
                c.at(&i.to_string(), |c| check(c, i, item));
            }
        });
    }

    /// Reports a problem at the present place.
    pub fn say(&mut self, message: impl Into<String>) {
        self.found.push(Problem { pointer: self.pointer.clone(), message: message.into() });
    }

    /// Reports a problem at one field of the present place.
    pub fn say_at(&mut self, step: &str, message: impl Into<String>) {
        self.at(step, |c| c.say(message));
    }

    /// The id at the present place must have its form.
    pub fn id_here(&mut self, kind: IdKind, id: &str) {
        if let Err(error) = ids::check(kind, id) {
            self.say(error.to_string());
        }
    }

    /// An id must have its form.
    pub fn id(&mut self, step: &str, kind: IdKind, id: &str) {
        self.at(step, |c| c.id_here(kind, id));
    }

    /// An id must have its form, and be the only one of its kind.
    pub fn unique_id<'a>(&mut self, step: &str, kind: IdKind, id: &'a str, seen: &mut HashSet<&'a str>) {
        self.id(step, kind, id);
        self.unique(step, id, seen);
    }

    /// A name must not have been seen before.
    pub fn unique<'a>(&mut self, step: &str, id: &'a str, seen: &mut HashSet<&'a str>) {
        if !seen.insert(id) {
            self.say_at(step, format!("{id:?} is used twice: give each its own id"));
        }
    }

    /// A text must not be blank.
    pub fn filled(&mut self, step: &str, text: &str) {
        if text.trim().is_empty() {
            self.say_at(step, "is missing: give it a value");
        }
    }

    /// A time must be RFC 3339.
    pub fn time(&mut self, step: &str, text: &str) -> Option<Timestamp> {
        let time = Timestamp::parse(text);
        if time.is_none() {
            self.say_at(
                step,
                format!("{text:?} is no RFC 3339 time: write it like 2025-11-22T10:15:00+01:00"),
            );
        }
        time
    }

    /// A path must stay inside its folder.
    pub fn relative_path(&mut self, step: &str, path: &str) {
        if !ids::is_safe_relative_path(path) {
            self.say_at(
                step,
                format!("{path:?} is no relative path inside the folder: write it like shots/a.png"),
            );
        }
    }

    /// A share must lie within 0..1.
    pub fn share(&mut self, step: &str, value: f64) {
        if !(0.0..=1.0).contains(&value) {
            self.say_at(step, format!("{value} is not within 0..1"));
        }
    }

    /// The same for a share that may be missing.
    pub fn share_if(&mut self, step: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.share(step, value);
        }
    }

    /// A quantity must be finite and not negative.
    pub fn quantity(&mut self, step: &str, value: f64) {
        if !(value.is_finite() && value >= 0.0) {
            self.say_at(step, format!("{value} is not a number from 0 upwards"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_escaped_and_restored() {
        let found = Checker::run(|c| {
            c.at("a/b", |c| c.each("~", &[1, 2], |c, _, n| c.say(n.to_string())));
            c.say("all");
        });
        let pointers: Vec<_> = found.iter().map(|p| p.pointer.as_str()).collect();
        assert_eq!(pointers, ["/a~1b/~0/0", "/a~1b/~0/1", ""]);
    }
}
