//! One action of a run, with everything that decided it (DESIGN, invariant 4).

use super::{Opinion, StepVerdict, Suggestion, Verification};
use crate::geometry::{Point, Rect};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// Which node the screen was held to be, and what else was considered (SPEC ACT.2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Matched {
    /// The node; missing where it is none of them.
    pub node: Option<String>,
    /// How sure, within 0..1.
    pub confidence: f64,
    /// The fingerprint differs although the structure agrees.
    pub drifted: bool,
    /// Texts that tell it are there in other words only, as in another language.
    pub in_other_words: bool,
    /// All nodes, the best first.
    pub candidates: Vec<NodeCandidate>,
}

/// How well the screen fits one node.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NodeCandidate {
    /// The node.
    pub node: String,
    /// How well it fits, within 0..1.
    pub score: f64,
    /// What each witness says: `window`, `texts`, `elements`, `structure`, `cosine`; those that know nothing are missing.
    pub witnesses: BTreeMap<String, f64>,
}

/// What found a target.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Nothing was looked for.
    #[default]
    None,
    /// A row, by what it says.
    Row,
    /// A cell of a sheet, by its address or by what its row says.
    Cell,
    /// What the screen holds and what is remembered of the target, scored.
    Score,
    /// The same, and a second witness vouched for it.
    Witness,
    /// It is called otherwise now: it says other words, and everything around it is where it was. A person confirms it.
    Renamed,
    /// A vision-language model pointed at it, and what stands there was checked like anything else (THINK).
    #[serde(alias = "model")]
    Think,
    /// A person pointed at it.
    Person,
    /// What has the focus already.
    Focus,
    /// A field, by its name or as the only one of its kind.
    Field,
    /// The only thing on the screen that has its role.
    Role,
    /// An entry of a list that opened at a field.
    Entry,
    /// What turns to the next page of a table.
    Pager,
    /// The button of a dialog that a rule presses.
    Dialog,
    /// What closes something that came up.
    Close,
    /// The field that shows what was typed.
    Content,
}

/// A place that was considered for a target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Candidate {
    /// Where.
    pub bbox: Rect,
    /// What proposed it.
    pub source: String,
    /// How it stands among the others; the highest is the best.
    pub rank: f64,
    /// The words on or beside it.
    pub label: String,
    /// What each witness says of it.
    pub witnesses: BTreeMap<String, f64>,
}

/// How a target was found, or why it was not (SPEC ACT.3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Grounding {
    /// What found it.
    pub method: Method,
    /// How sure, within 0..1; none where it was found by a rule and nothing was scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Where it is.
    pub bbox: Option<Rect>,
    /// Where the pointer goes.
    pub point: Option<Point>,
    /// The words on or beside what was found.
    pub label: String,
    /// Its role, as seen.
    pub role: String,
    /// In a sentence.
    pub why: String,
    /// The second witness, where one was asked.
    pub second_witness: Option<String>,
    /// How far the search was relaxed.
    pub resolution: Resolution,
    /// All places, the best first.
    pub candidates: Vec<Candidate>,
}

/// How far a search was relaxed (SPEC ACT.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Resolution {
    /// Which attempt it was, from 0.
    pub healing_attempt: u32,
    /// The profile, by its level: 0, 1 or 2.
    pub healing_profile: u32,
    /// Roles and types of one alias group counted as the same; the list of aliases that the earlier system wrote is read too.
    #[serde(deserialize_with = "flag_or_list")]
    pub role_aliases_used: bool,
    /// The least similarity of labels.
    pub fuzzy_threshold_used: f64,
    /// How much wider the surroundings were searched.
    pub spatial_padding_used: f64,
}

/// Reads a flag, or a list that is one unless it is empty.
fn flag_or_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Flag(bool),
        List(Vec<String>),
    }
    Ok(match Form::deserialize(deserializer)? {
        Form::Flag(flag) => flag,
        Form::List(aliases) => !aliases.is_empty(),
    })
}

/// What a retry relies on (SPEC ACT.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealingStrategy {
    /// Labels that are less alike, and roles and types that mean the same.
    Semantic,
    /// Surroundings that were searched more widely.
    Spatial,
    /// Waiting for it to come up: nothing was relaxed, or nothing that was relaxed was needed.
    Timing,
    /// A label that says the same number or date in another format.
    Format,
}

/// What was asked of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Criteria {
    /// The least similarity of labels.
    pub min_ratio: f64,
    /// How much wider the surroundings are searched.
    pub pad_mul: f64,
    /// Whether roles and types of one alias group are the same.
    pub expand_roles: bool,
}

/// One attempt at healing (SPEC ACT.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HealingAttempt {
    /// Which level.
    pub attempt_level: u32,
    /// It found what was looked for.
    pub success: bool,
    /// What it relied on.
    pub strategy_used: HealingStrategy,
    /// As strict as it gets.
    pub original_criteria: Criteria,
    /// What was asked this time.
    pub relaxed_criteria: Criteria,
    /// How long it took, without waiting.
    pub duration_ms: f64,
    /// When, RFC 3339.
    pub timestamp: String,
    /// What was wrong with the profile of its level, so that the strict one was used instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// Lea's own time for a step, in milliseconds; what the application takes is `waited`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Times {
    /// Understanding screens.
    pub look: f64,
    /// Finding the node.
    pub matching: f64,
    /// Finding the target.
    pub ground: f64,
    /// Pointer and keys.
    pub act: f64,
    /// Verifying, without looking.
    pub verify: f64,
    /// Waiting for the application.
    pub waited: f64,
}

impl Times {
    /// Perception, decision and verification: what Lea itself took, without the application and the hand.
    pub fn own(&self) -> f64 {
        self.look + self.matching + self.ground + self.verify
    }
}

/// One action of a run, with everything that decided it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StepRecord {
    /// Its number in the run, from 1.
    pub step: u64,
    /// When it began, RFC 3339.
    pub at: String,
    /// The node it was done on.
    pub node: String,
    /// The edge it belongs to; `recovery`, `dialog` or `undo` where it belongs to none.
    pub edge: String,
    /// Which part of the edge, from 0.
    pub part: usize,
    /// What was done, such as `mouse_click`.
    pub action: String,
    /// The same in words, without secrets.
    pub told: String,
    /// What it cannot be undone after.
    pub irreversible: bool,
    /// Which node the screen was held to be.
    pub matched: Matched,
    /// How the target was found; missing where nothing was looked for.
    pub grounding: Option<Grounding>,
    /// Attempts at healing.
    pub attempts: Vec<HealingAttempt>,
    /// What a model was asked and said, where one is configured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opinions: Vec<Opinion>,
    /// It was announced, and nothing was pressed: the screen changed, or the hand could not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_pressed: bool,
    /// What the guard said, and who was asked.
    pub guard: String,
    /// What was seen afterwards; missing where nothing was done.
    pub verification: Option<Verification>,
    /// The screen before, as it was kept.
    pub screen_before: Option<String>,
    /// The screen after.
    pub screen_after: Option<String>,
    /// How long it took.
    pub times: Times,
}

impl StepRecord {
    /// The verdict, if something was done.
    pub fn verdict(&self) -> Option<StepVerdict> {
        self.verification.as_ref().map(|v| v.verdict)
    }

    /// Something was tried: it was announced in the journal and in the trail. Nothing was where nothing was found, or a step was
    /// left out.
    pub fn was_done(&self) -> bool {
        self.verification.as_ref().is_some_and(|v| v.suggestion != Suggestion::Skip)
    }
}
