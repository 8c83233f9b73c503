//! Spaces: only vectors of the same space may be compared (SPEC L3.2, L3.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DEFAULT_DIMENSIONS;
use crate::by_name::ByName;
use crate::lenient::{Extra, null_is_default};
use crate::problem::{Checker, Problem};

/// How vectors of a space are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// By the angle between them.
    #[default]
    Cosine,
    /// By their inner product.
    Dot,
    /// By their distance.
    Euclidean,
}

/// What was done to the vectors of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Normalization {
    /// They have norm 1.
    #[default]
    L2,
    /// Nothing.
    None,
}

/// The head a space serves (SPEC L3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Fast, for matching at run time; `runtime_matching` is read too.
    #[default]
    #[serde(alias = "runtime_matching")]
    Primary,
    /// Rich, for search and clustering; `offline_analysis` is read too.
    #[serde(alias = "offline_analysis")]
    Auxiliary,
}

/// A space of vectors: what made them, and how they are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["id", "version", "dimensions"]))]
pub struct Space {
    /// Its name.
    pub id: String,
    /// The version of that space; another version is another space.
    pub version: String,
    /// The model that makes the vectors.
    #[serde(deserialize_with = "null_is_default")]
    pub model_name: String,
    /// What runs the model.
    #[serde(deserialize_with = "null_is_default")]
    pub provider: String,
    /// How many numbers a vector has.
    pub dimensions: u32,
    /// How vectors are compared.
    pub metric: Metric,
    /// What was done to them.
    pub normalization: Normalization,
    /// What they are for.
    pub purpose: Purpose,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Space {
    fn default() -> Self {
        Self {
            id: String::new(),
            version: String::new(),
            model_name: String::new(),
            provider: String::new(),
            dimensions: DEFAULT_DIMENSIONS,
            metric: Metric::default(),
            normalization: Normalization::default(),
            purpose: Purpose::default(),
            extra: Extra::new(),
        }
    }
}

impl Space {
    /// Vectors of both may be compared: same id, version and dimensions.
    pub fn is_same_as(&self, other: &Space) -> bool {
        self.id == other.id && self.version == other.version && self.dimensions == other.dimensions
    }

    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        Checker::run(|c| self.check(c))
    }

    pub(crate) fn check(&self, c: &mut Checker) {
        c.filled("id", &self.id);
        c.filled("version", &self.version);
        if self.dimensions == 0 {
            c.say_at("dimensions", "is 0: say how many numbers a vector has");
        }
    }
}

/// How far moving to another space has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MigrationStatus {
    /// Nothing to move.
    #[default]
    None,
    /// Decided, not begun.
    Pending,
    /// Vectors are being made again; can be resumed.
    InProgress,
    /// All vectors lie in the current space.
    Completed,
    /// It stopped with an error.
    Failed,
}

/// The spaces of a workflow: the one it is bound to, and those it comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EmbeddingSpaces {
    /// The space every prototype lies in; missing before the first was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<ByName<Space>>,
    /// Earlier spaces whose vectors still exist.
    #[serde(deserialize_with = "null_is_default")]
    pub legacy: Vec<ByName<Space>>,
    /// Whether vectors are being moved.
    #[serde(deserialize_with = "null_is_default")]
    pub migration_status: MigrationStatus,
    /// The share moved, within 0..1.
    #[serde(deserialize_with = "null_is_default")]
    pub migration_progress: f64,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl EmbeddingSpaces {
    pub(crate) fn check(&self, c: &mut Checker) {
        if let Some(current) = self.current_space() {
            c.at("current", |c| current.check(c));
        }
        c.each("legacy", &self.legacy, |c, _, space| {
            let Some(space) = space.full() else { return };
            space.check(c);
            if self.current_space().is_some_and(|current| current.is_same_as(space)) {
                c.say("is the current space: leave it out of legacy");
            }
        });
        c.share("migration_progress", self.migration_progress);
    }

    /// The space every prototype lies in; none where it is missing or only named, and so cannot be compared with.
    pub fn current_space(&self) -> Option<&Space> {
        self.current.as_ref().and_then(ByName::full)
    }
}
