//! Layer 3, `StateEmbedding`: the fingerprint of a screen (SPEC L3). Vectors themselves live outside.

mod fusion;
mod heads;
mod space;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use fusion::{Component, Components, FusionMethod, FusionWeights, WEIGHT_TOLERANCE};
pub use heads::Head;
pub use space::{EmbeddingSpaces, Metric, MigrationStatus, Normalization, Purpose, Space};

use crate::ids;
use crate::lenient::{Extra, null_is_default};
use crate::problem::{Checker, Problem};
use crate::read::{self, Document, ReadError};

/// The `schema_version` of a state embedding written today.
pub const STATE_EMBEDDING_VERSION: &str = "stateembedding_v1";

/// Dimensions of a state embedding unless configured otherwise.
pub const DEFAULT_DIMENSIONS: u32 = 512;

/// Where a vector is: `{provider, vector_id, dimensions}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["provider", "vector_id", "dimensions"]))]
pub struct VectorRef {
    /// What made it.
    #[serde(deserialize_with = "null_is_default")]
    pub provider: String,
    /// Its name in the store of vectors; may be a path inside it.
    pub vector_id: String,
    /// How many numbers it has.
    pub dimensions: u32,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl VectorRef {
    pub(crate) fn check(&self, c: &mut Checker) {
        check_vector_id(c, &self.vector_id);
        if self.dimensions == 0 {
            c.say_at("dimensions", "is 0: say how many numbers the vector has");
        }
    }
}

/// A vector id names a file of the vector store, so it must stay inside.
pub(crate) fn check_vector_id(c: &mut Checker, vector_id: &str) {
    if vector_id.is_empty() {
        c.say_at("vector_id", "is missing: name the vector");
    } else if !ids::is_safe_relative_path(vector_id) {
        c.say_at(
            "vector_id",
            format!("{vector_id:?} cannot name a file of the vector store: use plain names"),
        );
    }
}

/// The fingerprint of one screen state: one vector of norm 1, fused from several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["schema_version", "embedding_id", "vector_id", "dimensions", "space", "fusion_method", "components"]))]
pub struct StateEmbedding {
    /// `stateembedding_v1`.
    #[schemars(extend("const" = STATE_EMBEDDING_VERSION))]
    pub schema_version: String,
    /// Its own name.
    pub embedding_id: String,
    /// The fused vector.
    pub vector_id: String,
    /// How many numbers the fused vector has.
    pub dimensions: u32,
    /// The space it lies in; vectors of different spaces are never compared.
    pub space: Space,
    /// How it was fused.
    pub fusion_method: FusionMethod,
    /// What it was fused from.
    pub components: Components,
    /// The head that is fast, for matching at run time, where it is given apart (SPEC L3.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<Head>,
    /// The head that is rich, for search and clustering; its dimensions may differ (SPEC L3.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auxiliary: Option<Head>,
    /// How it was made.
    #[serde(deserialize_with = "null_is_default")]
    pub metadata: EmbeddingMetadata,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for StateEmbedding {
    fn default() -> Self {
        Self {
            schema_version: STATE_EMBEDDING_VERSION.to_owned(),
            embedding_id: String::new(),
            vector_id: String::new(),
            dimensions: DEFAULT_DIMENSIONS,
            space: Space::default(),
            fusion_method: FusionMethod::default(),
            components: Components::default(),
            primary: None,
            auxiliary: None,
            metadata: EmbeddingMetadata::default(),
            extra: Extra::new(),
        }
    }
}

/// How a state embedding was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct EmbeddingMetadata {
    /// How long it took.
    pub computation_time_ms: f64,
    /// How much it can be relied on, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quality: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Document for StateEmbedding {
    const KIND: &'static str = "stateembedding";
    const VERSION: u32 = 1;

    /// The earlier system wrapped it into `state_embedding`, and said how many numbers a vector has either
    /// in its space or beside it.
    fn migrate(document: &mut Map<String, Value>, from: u32) {
        if from > 0 {
            return;
        }
        read::unwrap(document, "state_embedding");
        let dimensions = document.get("space").and_then(|s| s.get("dimensions")).cloned();
        if let Some(dimensions) = dimensions {
            document.entry("dimensions").or_insert(dimensions);
        }
        for head in ["primary", "auxiliary"] {
            let Some(head) = document.get_mut(head) else { continue };
            let dimensions = head.get("dimensions").cloned();
            if let (Some(dimensions), Some(Value::Object(space))) = (dimensions, head.get_mut("space")) {
                space.entry("dimensions").or_insert(dimensions);
            }
        }
    }
}

impl StateEmbedding {
    /// Reads a state embedding from JSON text of any known version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read::from_slice(text.as_bytes())
    }

    /// Reads a state embedding from JSON bytes of any known version.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ReadError> {
        read::from_slice(bytes)
    }

    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        Checker::run(|c| {
            if self.schema_version != STATE_EMBEDDING_VERSION {
                c.say_at("schema_version", format!("must be {STATE_EMBEDDING_VERSION:?}"));
            }
            c.filled("embedding_id", &self.embedding_id);
            check_vector_id(c, &self.vector_id);
            c.at("space", |c| self.space.check(c));
            if self.dimensions != self.space.dimensions {
                let message = format!("is {}, but the space has {}", self.dimensions, self.space.dimensions);
                c.say_at("dimensions", message);
            }
            c.at("components", |c| self.components.check(c, self.fusion_method));
            c.at("metadata", |c| {
                c.quantity("computation_time_ms", self.metadata.computation_time_ms);
                c.share_if("quality", self.metadata.quality);
            });
        })
    }
}
