//! Reading a document: JSON → version → migration → types. Each failure says where and what to do.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::problem::{Problem, push_step};

/// Largest document read, in bytes: a day-long session is some tens of megabytes.
pub const MAX_DOCUMENT_BYTES: usize = 512 << 20;
/// Problems of form listed at most; each costs one more pass over the document.
const MAX_SHAPE_PROBLEMS: usize = 50;

/// Why a document could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// The file is larger than any document Lea writes.
    #[error("the document has {bytes} bytes, more than the {MAX_DOCUMENT_BYTES} that are read")]
    TooLarge {
        /// Its size.
        bytes: usize,
    },
    /// The text is not JSON.
    #[error("this is not JSON: {message}")]
    Json {
        /// What the parser says, with line and column.
        message: String,
    },
    /// The document is of another kind.
    #[error("this is no {wanted} (its schema_version is {found}): give a {wanted} file")]
    OtherKind {
        /// The kind asked for, such as `rawsession`.
        wanted: &'static str,
        /// What `schema_version` holds.
        found: String,
    },
    /// The document was written by a later Lea.
    #[error("this {kind} has version {found}, later than the {known} this Lea reads: update Lea")]
    Newer {
        /// The kind of document.
        kind: &'static str,
        /// Its version.
        found: u32,
        /// The latest version known here.
        known: u32,
    },
    /// Fields do not have the type they must have; all of them are listed.
    #[error("{}", list(problems))]
    Shape {
        /// What is wrong, in document order.
        problems: Vec<Problem>,
    },
}

fn list(problems: &[Problem]) -> String {
    let mut text = match problems.len() {
        1 => "one value has the wrong form:".to_owned(),
        n => format!("{n} values have the wrong form:"),
    };
    for problem in problems {
        let _ = write!(text, "\n  {problem}");
    }
    text
}

/// A kind of stored document: it has a version, and older versions can be brought up to it.
pub trait Document: DeserializeOwned {
    /// The kind, the part of `schema_version` before `_v`.
    const KIND: &'static str;
    /// The version written today.
    const VERSION: u32;

    /// Brings JSON of version `from` (0: none stated) up to today's; also fills what sparse files leave out.
    fn migrate(document: &mut serde_json::Map<String, Value>, from: u32);

    /// Reads a complete document of today's version without the detour over JSON values, which takes several times
    /// the memory; none where only that detour can tell. Must give what the detour would give.
    fn read_current(_bytes: &[u8]) -> Option<Self> {
        None
    }
}

/// The `schema_version` written today, such as `rawsession_v1`.
pub fn schema_version<T: Document>() -> String {
    format!("{}_v{}", T::KIND, T::VERSION)
}

/// Reads a document of any known version; unknown fields are kept, nothing is guessed.
pub fn from_slice<T: Document>(bytes: &[u8]) -> Result<T, ReadError> {
    if bytes.len() > MAX_DOCUMENT_BYTES {
        return Err(ReadError::TooLarge { bytes: bytes.len() });
    }
    // Windows tools like to begin with a byte order mark.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(document) = T::read_current(bytes) {
        return Ok(document);
    }
    let value = serde_json::from_slice(bytes).map_err(|e| ReadError::Json { message: e.to_string() })?;
    from_value(value)
}

/// The same, from JSON already parsed.
pub fn from_value<T: Document>(mut value: Value) -> Result<T, ReadError> {
    let Value::Object(document) = &mut value else {
        let problem =
            Problem { pointer: String::new(), message: format!("is no object: a {} is one", T::KIND) };
        return Err(ReadError::Shape { problems: vec![problem] });
    };
    let from = version_of::<T>(document)?;
    T::migrate(document, from);
    document.insert("schema_version".to_owned(), Value::String(schema_version::<T>()));
    typed(value).map_err(|problems| ReadError::Shape { problems })
}

fn version_of<T: Document>(document: &serde_json::Map<String, Value>) -> Result<u32, ReadError> {
    let stated = match document.get("schema_version") {
        None | Some(Value::Null) => return Ok(0),
        Some(stated) => stated,
    };
    let other = || ReadError::OtherKind { wanted: T::KIND, found: stated.to_string() };
    let number = stated
        .as_str()
        .and_then(|s| s.strip_prefix(T::KIND))
        .and_then(|s| s.strip_prefix("_v"))
        .filter(|s| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit()))
        .ok_or_else(other)?;
    // All digits: what does not fit is only larger than any version there is.
    let found = number.parse().unwrap_or(u32::MAX);
    if found > T::VERSION {
        return Err(ReadError::Newer { kind: T::KIND, found, known: T::VERSION });
    }
    Ok(found)
}

/// The earlier system wrapped some documents into an object with their kind as its only field: takes it off.
pub(crate) fn unwrap(document: &mut serde_json::Map<String, Value>, kind: &str) {
    if let Some(Value::Object(inner)) = document.get_mut(kind) {
        let inner = std::mem::take(inner);
        document.shift_remove(kind);
        for (key, value) in inner {
            document.entry(key).or_insert(value);
        }
    }
}

/// Reads the types out of JSON, or lists every value that has the wrong form.
///
/// The parser stops at the first error; the bad value is then taken out and the rest is read again.
fn typed<T: DeserializeOwned>(mut value: Value) -> Result<T, Vec<Problem>> {
    let mut problems: Vec<Problem> = Vec::new();
    let mut removed = Removed::default();
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(&value) {
            Ok(document) if problems.is_empty() => return Ok(document),
            Ok(_) => return Err(problems),
            Err(error) => error,
        };
        let steps = steps(error.path());
        let pointer = removed.original_pointer(&steps);
        // What a removal makes its parents miss is no problem of its own.
        let is_consequence = problems.iter().any(|p| p.pointer.starts_with(&format!("{pointer}/")));
        if !is_consequence {
            problems.push(Problem { pointer, message: error.inner().to_string() });
        }
        if problems.len() >= MAX_SHAPE_PROBLEMS || !removed.take_out(&mut value, &steps) {
            return Err(problems);
        }
    }
}

enum Step {
    Key(String),
    Index(usize),
}

fn steps(path: &Path) -> Vec<Step> {
    path.iter()
        .map_while(|segment| match segment {
            Segment::Seq { index } => Some(Step::Index(*index)),
            Segment::Map { key } => Some(Step::Key(key.clone())),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}

/// How many items were taken out of which array. Errors come in order, so this is how far indices are off.
#[derive(Default)]
struct Removed {
    from_array: HashMap<String, usize>,
}

impl Removed {
    fn original_pointer(&self, steps: &[Step]) -> String {
        let mut pointer = String::new();
        for step in steps {
            match step {
                Step::Key(key) => push_step(&mut pointer, key),
                Step::Index(index) => {
                    let offset = self.from_array.get(&pointer).copied().unwrap_or(0);
                    push_step(&mut pointer, &(index + offset).to_string());
                }
            }
        }
        pointer
    }

    /// Takes the value at this place out of its parent; false if there is no such place.
    fn take_out(&mut self, value: &mut Value, steps: &[Step]) -> bool {
        let Some((last, parents)) = steps.split_last() else {
            return false;
        };
        let mut parent = value;
        for step in parents {
            let child = match step {
                Step::Key(key) => parent.get_mut(key),
                Step::Index(index) => parent.get_mut(index),
            };
            let Some(child) = child else { return false };
            parent = child;
        }
        match (last, parent) {
            (Step::Key(key), Value::Object(object)) => object.shift_remove(key).is_some(),
            (Step::Index(index), Value::Array(array)) if *index < array.len() => {
                array.remove(*index);
                *self.from_array.entry(self.original_pointer(parents)).or_default() += 1;
                true
            }
            _ => false,
        }
    }
}
