//! Comparing the fields of one part, and saying what differs.

use crate::params::runs::LONGEST_VALUE;
use serde_json::Value;

use super::{Change, ChangeKind, Part, part_word};

/// What was merely counted or seen: no difference. A place ends with one of these.
const COUNTED: [&str; 12] = [
    "stats",
    "metadata",
    "interaction_history",
    "sample_count",
    "example_values",
    "vector_id",
    "rare",
    "once",
    "frequency",
    "stability_score",
    "migration_status",
    "migration_progress",
];

/// What differs as a whole, because its details say nothing to people, and what it is called.
const COARSE: [(&str, &str); 7] = [
    ("layout_signature", "its layout"),
    ("anchor.landmarks", "what is around the target"),
    ("anchor.inside", "the texts on the target"),
    ("anchor.crop_box", "where the target is in its picture"),
    ("anchor.container", "what the target is in"),
    ("position", "where the target was"),
    ("embedding_spaces", "the space of fingerprints"),
];

/// What places are called; the longest that a place ends with counts.
const WORDS: [(&str, &str); 50] = [
    ("label", "its name"),
    ("description", "what it is for"),
    ("window.app_name_any_of", "the applications it is seen in"),
    ("window.title_contains_any_of", "the titles of its window"),
    ("required_text_any", "the texts it is known by"),
    ("required_ui_elements", "the elements it must hold"),
    ("optional_elements", "the elements it may hold"),
    ("embedding_prototype", "its fingerprint"),
    ("min_cosine_similarity", "the similarity it demands"),
    ("is_error_node", "whether it shows an error"),
    ("error_type", "the kind of error"),
    ("recovery_actions", "the ways back from it"),
    ("from_node", "where it begins"),
    ("to_node", "where it leads"),
    ("priority", "its priority"),
    ("action.type", "what is done"),
    ("action", "what is done"),
    ("parameters.steps", "its parts"),
    ("target", "what it points at"),
    ("target.text", "the words on the target"),
    ("target.role", "the role of the target"),
    ("target.type", "the type of the target"),
    ("target.label_variants", "other words on the target"),
    ("anchor.name", "the label beside the target"),
    ("anchor.crop", "the picture of the target"),
    ("parameters.text", "what is typed"),
    ("parameters.keys", "the keys"),
    ("parameters.append", "whether it types behind what is there"),
    ("parameters.echo", "when the field shows what is typed"),
    ("parameters.then_tab", "whether the tab key leaves the field"),
    ("parameters.quiet", "whether it changes nothing that can be seen"),
    ("parameters.title_contains", "the title of the window"),
    ("target.kind", "the kind of target"),
    ("target.had_focus", "whether the target has the focus already"),
    ("in_row.column", "the column that tells the row"),
    ("in_row.button", "the button of the row"),
    ("optional", "whether it may be left out"),
    ("condition", "its condition"),
    ("condition.expression", "its condition"),
    ("loop", "what it is repeated for"),
    ("risk", "whether it is asked about"),
    ("intention", "why it is done"),
    ("expected_result", "what should be seen afterwards"),
    ("pre_conditions", "what must hold before"),
    ("post_conditions", "what must hold after"),
    ("checks", "what is checked afterwards"),
    ("post_conditions.expected_node", "the screen that is expected"),
    ("post_conditions.timeout_seconds", "how long it may take (seconds)"),
    ("post_conditions.min_similarity", "the similarity that is expected"),
    ("source.method", "where its value comes from"),
];

/// Adds what differs between the fields of one part.
pub fn compare(part: Part, id: &str, old: &Value, new: &Value, found: &mut Vec<Change>) {
    let mut walk = Walk { part, id, found };
    walk.compare("", old, new);
}

struct Walk<'a> {
    part: Part,
    id: &'a str,
    found: &'a mut Vec<Change>,
}

impl Walk<'_> {
    fn compare(&mut self, place: &str, old: &Value, new: &Value) {
        if old == new || ends_with_any(place, &COUNTED) {
            return;
        }
        if let Some((_, words)) = COARSE.iter().find(|(end, _)| ends_with(place, end)) {
            self.say(place, None, None, &format!("{words} differs"));
            return;
        }
        match (old, new) {
            (Value::Object(a), Value::Object(b)) => {
                for key in a.keys().chain(b.keys().filter(|key| !a.contains_key(*key))) {
                    let inner = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
                    let of = |side: &serde_json::Map<String, Value>| side.get(key).cloned();
                    self.compare(&inner, &of(a).unwrap_or_default(), &of(b).unwrap_or_default());
                }
            }
            (Value::Array(a), Value::Array(b)) => self.lists(place, a, b),
            _ => self.leaf(place, old, new),
        }
    }

    fn lists(&mut self, place: &str, a: &[Value], b: &[Value]) {
        let is_plain = |list: &[Value]| list.iter().all(|v| !v.is_object() && !v.is_array());
        if a.len() == b.len() && !is_plain(a) && !is_plain(b) {
            for (n, (old, new)) in a.iter().zip(b).enumerate() {
                self.compare(&format!("{place}[{}]", n + 1), old, new);
            }
            return;
        }
        let less: Vec<&Value> = a.iter().filter(|v| !b.contains(v)).collect();
        let more: Vec<&Value> = b.iter().filter(|v| !a.contains(v)).collect();
        let mut parts: Vec<String> = Vec::new();
        if is_plain(a) && is_plain(b) {
            parts.extend(less.iter().map(|v| format!("− {}", shown(v))));
            parts.extend(more.iter().map(|v| format!("+ {}", shown(v))));
        } else {
            let count = |n: usize, word: &str| (n > 0).then(|| format!("{n} {word}"));
            parts.extend(count(less.len(), "gone"));
            parts.extend(count(more.len(), "new"));
        }
        if parts.is_empty() {
            parts.push("in another order".into());
        }
        let (before, after) = (Some(Value::from(a.to_vec())), Some(Value::from(b.to_vec())));
        self.say(place, before, after, &format!("{}: {}", words(place), parts.join(", ")));
    }

    fn leaf(&mut self, place: &str, old: &Value, new: &Value) {
        let name = words(place);
        let sentence = match (old, new) {
            (Value::Null, new) => format!("{name} is {} now", shown(new)),
            (old, Value::Null) => format!("{name} was {} and is gone", shown(old)),
            (old, new) => format!("{name} {} → {}", shown(old), shown(new)),
        };
        let side = |v: &Value| (!v.is_null()).then(|| v.clone());
        self.say(place, side(old), side(new), &sentence);
    }

    fn say(&mut self, place: &str, before: Option<Value>, after: Option<Value>, sentence: &str) {
        let whose = match self.part {
            Part::Workflow => String::new(),
            part => format!("{} {}: ", part_word(part), self.id),
        };
        self.found.push(Change {
            kind: ChangeKind::Changed,
            part: self.part,
            id: self.id.to_owned(),
            field: Some(place.to_owned()),
            before,
            after,
            sentence: format!("{whose}{}{sentence}", step(place)),
        });
    }
}

/// The part of a compound action that a place lies in.
fn step(place: &str) -> String {
    let Some((_, rest)) = place.split_once("steps[") else { return String::new() };
    rest.split_once(']').map_or_else(String::new, |(n, _)| format!("part {n}, "))
}

fn ends_with(place: &str, end: &str) -> bool {
    place.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with(['.', ']']))
}

fn ends_with_any(place: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| ends_with(place, end))
}

/// What a place is called; the place itself where it has no name.
fn words(place: &str) -> String {
    let named = WORDS.iter().filter(|(end, _)| ends_with(place, end)).max_by_key(|(end, _)| end.len());
    named.map_or_else(|| place.replace('_', " "), |(_, words)| (*words).to_owned())
}

/// A value, short enough for a sentence.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= LONGEST_VALUE {
        return text;
    }
    text.chars().take(LONGEST_VALUE - 1).chain(['…']).collect()
}
