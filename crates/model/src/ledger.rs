//! What became of every recorded event when a workflow was learnt (SPEC LEARN.1): nothing is dropped silently.

use crate::EventType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every event of the demonstrations, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ledger {
    /// The entries.
    pub entries: Vec<LedgerEntry>,
}

/// What became of one event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerEntry {
    /// The recording.
    pub session_id: String,
    /// Which event of it.
    pub event: u64,
    /// When, in seconds from the beginning of the recording.
    pub t: f64,
    /// What kind of event.
    #[serde(rename = "type")]
    pub event_type: EventType,
    /// What became of it.
    pub fate: Fate,
}

/// What became of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is part of this edge.
    Edge(String),
    /// It is part of the way back from an error screen.
    Recovery,
    /// It is not in the graph.
    Left(Reason),
}

/// Why an event is not in the graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The pointer moved, and nothing was done with it.
    PointerMove,
    /// A window came or went by what was done before.
    WindowChange,
    /// Something was copied: the keys that did it are the act.
    Clipboard,
    /// The keys brought another window to the front: the switch is the act.
    Switching,
    /// It scrolled, and what was used next had been in sight: it only looked about.
    Scroll,
    /// A modifier alone does nothing.
    Modifier,
    /// The text was deleted again, with the keys that did it.
    Deleted,
    /// Text was marked.
    Marking,
    /// It led to a field that a run finds by itself.
    TabToField,
    /// It gave a field the focus, and nothing went there.
    FieldOnly,
    /// No frame shows the screen it was done on.
    NoPicture,
    /// Its demonstration was left out.
    Demonstration,
    /// Nothing on the screen changed by it, and most demonstrations do without.
    NothingChanged,
    /// There is nothing to use there, and most demonstrations do without.
    NothingThere,
    /// It only moved the focus, and most demonstrations do without.
    OnlyFocus,
    /// It looks like noise, and most demonstrations do without: why.
    Noise(String),
    /// An application that the task does without.
    Detour,
    /// What was typed was replaced in the same field before it was used.
    Replaced,
    /// It was done again after an error.
    DoneAgain,
    /// A way that few demonstrations took, left out by an answer.
    RareWay,
    /// An answer says that it is never done.
    Never,
}

impl Reason {
    /// In a few words.
    pub fn told(&self) -> String {
        match self {
            Self::PointerMove => "moves".into(),
            Self::WindowChange => "windows that came or went".into(),
            Self::Clipboard => "copies of a value".into(),
            Self::Switching => "keys that switch windows".into(),
            Self::Scroll => "scrolls that only looked about".into(),
            Self::Modifier => "modifiers alone".into(),
            Self::Deleted => "typed and deleted again".into(),
            Self::Marking => "text marked".into(),
            Self::TabToField => "Tab to a field that is found by itself".into(),
            Self::FieldOnly => "clicks into a field in which nothing was done".into(),
            Self::NoPicture => "without a picture of the screen".into(),
            Self::Demonstration => "in demonstrations that were left out".into(),
            Self::NothingChanged => "clicks that changed nothing".into(),
            Self::NothingThere => "clicks where nothing is".into(),
            Self::OnlyFocus => "clicks that only moved the focus".into(),
            Self::Noise(why) => format!("noise ({why})"),
            Self::Detour => "in an application that the task does without".into(),
            Self::Replaced => "typed and replaced before it was used".into(),
            Self::DoneAgain => "done again after an error".into(),
            Self::RareWay => "on a way that was left out by an answer".into(),
            Self::Never => "left out by an answer".into(),
        }
    }
}

impl Ledger {
    /// One line: how many events there are, and what became of them.
    pub fn sum(&self) -> String {
        let mut left: BTreeMap<String, usize> = BTreeMap::new();
        let mut used = 0;
        for entry in &self.entries {
            match &entry.fate {
                Fate::Edge(_) | Fate::Recovery => used += 1,
                Fate::Left(reason) => *left.entry(reason.told()).or_default() += 1,
            }
        }
        let mut parts: Vec<(usize, String)> = left.into_iter().map(|(told, n)| (n, told)).collect();
        parts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        let parts: Vec<String> = parts.into_iter().map(|(n, told)| format!("{n} {told}")).collect();
        let rest = if parts.is_empty() { String::new() } else { format!("; left out: {}", parts.join(", ")) };
        format!("{} events: {used} in the graph{rest}", self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(event: u64, fate: Fate) -> LedgerEntry {
        LedgerEntry { session_id: "sess_a".into(), event, t: 0.0, event_type: EventType::MouseClick, fate }
    }

    #[test]
    fn the_sum_counts_every_event_once() {
        let ledger = Ledger {
            entries: vec![
                entry(0, Fate::Edge("E1_a".into())),
                entry(1, Fate::Left(Reason::PointerMove)),
                entry(2, Fate::Left(Reason::PointerMove)),
                entry(3, Fate::Recovery),
                entry(4, Fate::Left(Reason::Scroll)),
            ],
        };
        assert_eq!(
            ledger.sum(),
            "5 events: 2 in the graph; left out: 2 moves, 1 scrolls that only looked about"
        );
    }
}
