//! Data sets: validated screen states, exported to train and evaluate on (SPEC LEARN.6).

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::by_name::ByName;
use crate::element::{self, UIElement};
use crate::ids::IdKind;
use crate::lenient::{Extra, null_is_default};
use crate::problem::{Checker, Problem};
use crate::read::{self, Document, ReadError};
use crate::screen_state::{LayoutSignature, StateContext, check_layout};
use crate::workflow::LearningState;

/// The `schema_version` of a data set written today.
pub const DATASET_VERSION: &str = "dataset_v1";

/// An export of validated screen states.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["schema_version", "dataset_id", "version", "created_at", "samples"]))]
pub struct DatasetExport {
    /// `dataset_v1`.
    #[schemars(extend("const" = DATASET_VERSION))]
    pub schema_version: String,
    /// Its name.
    pub dataset_id: String,
    /// Its version.
    pub version: String,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// The workflows it was taken from.
    #[serde(deserialize_with = "null_is_default")]
    pub source_workflows: Vec<String>,
    /// What was taken.
    #[serde(deserialize_with = "null_is_default")]
    pub export_criteria: ExportCriteria,
    /// The screens.
    pub samples: Vec<Sample>,
    /// What it holds, counted.
    #[serde(deserialize_with = "null_is_default")]
    pub statistics: DatasetStatistics,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for DatasetExport {
    fn default() -> Self {
        Self {
            schema_version: DATASET_VERSION.to_owned(),
            dataset_id: String::new(),
            version: String::new(),
            created_at: String::new(),
            source_workflows: Vec::new(),
            export_criteria: ExportCriteria::default(),
            samples: Vec::new(),
            statistics: DatasetStatistics::default(),
            extra: Extra::new(),
        }
    }
}

/// What was taken into a data set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ExportCriteria {
    /// Workflows at least so mature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_learning_state: Option<LearningState>,
    /// States at least so sure, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_confidence: Option<f64>,
    /// Only states a person confirmed.
    pub user_validated: bool,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// One screen of a data set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["sample_id", "screen_state_id", "screenshot_path", "annotations", "validation_status"]))]
pub struct Sample {
    /// Unique in the data set.
    pub sample_id: String,
    /// The screen state it was taken from.
    pub screen_state_id: String,
    /// Its picture, a path inside the data set.
    pub screenshot_path: String,
    /// What is on it.
    pub annotations: Annotations,
    /// Whether a person confirmed it.
    #[serde(deserialize_with = "null_is_default")]
    pub validation_status: ValidationStatus,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What is on a sample.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Annotations {
    /// The things.
    #[serde(deserialize_with = "null_is_default")]
    pub ui_elements: Vec<UIElement>,
    /// The layout, or its hash alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout_signature: Option<ByName<LayoutSignature>>,
    /// What it means for the work, or the workflow alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workflow_context: Option<ByName<StateContext>>,
    /// The node it is an example of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_id: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Whether a person confirmed a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValidationStatus {
    /// Nobody looked yet.
    #[default]
    Pending,
    /// It is right; `user_confirmed` is read too.
    #[serde(alias = "user_confirmed")]
    Validated,
    /// It is wrong.
    Rejected,
}

/// What a data set holds, counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DatasetStatistics {
    /// Screens.
    pub total_samples: u64,
    /// Different layouts.
    pub unique_layouts: u64,
    /// Different workflows.
    pub unique_workflows: u64,
    /// How good the annotations are, within 0..1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotation_quality: Option<f64>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Document for DatasetExport {
    const KIND: &'static str = "dataset";
    const VERSION: u32 = 1;

    /// The earlier system wrapped it into `dataset_export`; sparse files give boxes without their middle.
    fn migrate(document: &mut Map<String, Value>, from: u32) {
        if from == 0 {
            read::unwrap(document, "dataset_export");
        }
        let Some(Value::Array(samples)) = document.get_mut("samples") else {
            return;
        };
        for sample in samples {
            if let Some(elements) = sample.pointer_mut("/annotations/ui_elements") {
                element::fill_centers(elements);
            }
        }
    }
}

impl DatasetExport {
    /// Reads a data set from JSON text of any known version.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        read::from_slice(text.as_bytes())
    }

    /// Reads a data set from JSON bytes of any known version.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ReadError> {
        read::from_slice(bytes)
    }

    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        Checker::run(|c| {
            if self.schema_version != DATASET_VERSION {
                c.say_at("schema_version", format!("must be {DATASET_VERSION:?}"));
            }
            c.filled("dataset_id", &self.dataset_id);
            c.filled("version", &self.version);
            c.time("created_at", &self.created_at);
            c.each("source_workflows", &self.source_workflows, |c, _, id| {
                c.id_here(IdKind::Workflow, id);
            });
            c.at("export_criteria", |c| {
                c.share_if("min_confidence", self.export_criteria.min_confidence);
            });
            let mut seen = HashSet::new();
            c.each("samples", &self.samples, |c, _, sample| {
                c.filled("sample_id", &sample.sample_id);
                c.unique("sample_id", &sample.sample_id, &mut seen);
                check_sample(c, sample);
            });
            c.at("statistics", |c| self.check_statistics(c));
        })
    }

    fn check_statistics(&self, c: &mut Checker) {
        let layouts: HashSet<&str> = self
            .samples
            .iter()
            .filter_map(|s| s.annotations.layout_signature.as_ref())
            .map(|l| match l {
                ByName::Full(layout) => &*layout.hash,
                ByName::Name(hash) => hash,
            })
            .collect();
        let counts = [
            ("total_samples", self.statistics.total_samples, self.samples.len()),
            ("unique_layouts", self.statistics.unique_layouts, layouts.len()),
        ];
        for (step, stated, found) in counts {
            if stated != found as u64 {
                c.say_at(step, format!("is {stated}, but the samples hold {found}"));
            }
        }
        c.share_if("annotation_quality", self.statistics.annotation_quality);
    }
}

fn check_sample(c: &mut Checker, sample: &Sample) {
    c.id("screen_state_id", IdKind::ScreenState, &sample.screen_state_id);
    c.relative_path("screenshot_path", &sample.screenshot_path);
    c.at("annotations", |c| {
        let annotations = &sample.annotations;
        element::check_elements(c, "ui_elements", &annotations.ui_elements, None);
        if let Some(layout) = annotations.layout_signature.as_ref().and_then(ByName::full) {
            c.at("layout_signature", |c| check_layout(c, layout));
        }
        if let Some(id) = &annotations.node_id {
            c.id("node_id", IdKind::Node, id);
        }
    });
}
