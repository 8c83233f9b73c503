//! Documents for tests, made from a tape of choices so that proptest can shrink them.

#![allow(dead_code, reason = "each test uses its part")]

pub mod from_schema;
pub mod sound;

use proptest::prelude::*;
use serde_json::{Map, Number, Value, json};

/// A tape of choices. When it has run out every choice is the first: a short tape is a small document.
#[derive(Clone)]
pub struct Tape {
    bytes: Vec<u8>,
    at: usize,
}

impl std::fmt::Debug for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02x?}", self.bytes)
    }
}

/// Tapes of at most this many choices.
pub fn tape(longest: usize) -> impl Strategy<Value = Tape> {
    prop::collection::vec(any::<u8>(), 0..longest).prop_map(|bytes| Tape { bytes, at: 0 })
}

impl Tape {
    /// The tape of the smallest document.
    pub fn empty() -> Self {
        Self { bytes: Vec::new(), at: 0 }
    }

    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// A number below `n` (at most 65,536).
    pub fn below(&mut self, n: usize) -> usize {
        let wide: usize =
            if n > 256 { u16::from_be_bytes([self.byte(), self.byte()]).into() } else { self.byte().into() };
        if n == 0 { 0 } else { wide % n }
    }

    /// Rather not.
    pub fn coin(&mut self) -> bool {
        self.below(2) == 1
    }

    pub fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// A number within 0..1.
    pub fn share(&mut self) -> f64 {
        self.below(1001) as f64 / 1000.0
    }

    /// Any finite number, with all its digits.
    pub fn number(&mut self) -> f64 {
        let bytes: [u8; 8] = std::array::from_fn(|_| self.byte());
        let number = f64::from_be_bytes(bytes);
        if number.is_finite() { number } else { 0.1 }
    }

    /// Text in several scripts, with what is awkward in JSON, files and terminals.
    pub fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "",
            "a",
            "Valider",
            "é",
            "e\u{301}",
            "日本",
            "\u{1f600}",
            "\"",
            "\\",
            "/",
            "~1",
            "\n",
            "\0",
            "\u{202e}",
            " ",
            "\u{feff}",
            "\u{fffd}",
            "null",
            "0",
        ];
        (0..self.below(5)).map(|_| self.one_of(PIECES)).collect()
    }

    /// Any JSON.
    pub fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.coin()),
            2 => json!(self.text()),
            3 => Number::from_f64(self.number()).map_or(Value::Null, Value::Number),
            4 => json!(u64::MAX - self.below(3) as u64),
            5 => json!(i64::MIN + self.below(3) as i64),
            6 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            _ => Value::Object(self.fields(depth - 1)),
        }
    }

    /// Fields that no version knows.
    pub fn fields(&mut self, depth: usize) -> Map<String, Value> {
        (0..self.below(3)).map(|i| (format!("x_{i}{}", self.text()), self.json(depth))).collect()
    }
}

/// What of `before` is not in `after`, as a pointer. Objects may have gained fields; a known field that says nothing may have gone.
pub fn lost(before: &Value, after: &Value) -> Option<String> {
    match (before, after) {
        (Value::Object(b), Value::Object(a)) => b.iter().find_map(|(key, value)| match a.get(key) {
            Some(other) => lost(value, other).map(|rest| format!("/{key}{rest}")),
            None if is_nothing(value) && !key.starts_with("x_") => None,
            None => Some(format!("/{key}")),
        }),
        (Value::Array(b), Value::Array(a)) if a.len() == b.len() => {
            b.iter().zip(a).enumerate().find_map(|(i, (b, a))| lost(b, a).map(|rest| format!("/{i}{rest}")))
        }
        // A whole number in a field for any number is written with its decimal point.
        (Value::Number(b), Value::Number(a)) if b.as_f64() == a.as_f64() => None,
        (b, a) if b == a => None,
        (b, a) => Some(format!(" ({b} became {a})")),
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            fields.iter().all(|(key, value)| is_nothing(value) && !key.starts_with("x_"))
        }
        value => [json!(null), json!(false), json!([])].contains(value),
    }
}
