//! The JSON Schemas of everything stored, made from the types; `schemas/` holds what this gives.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

use crate::dataset::DatasetExport;
use crate::element::UIElement;
use crate::embedding::{Space, StateEmbedding};
use crate::run::Question;
use crate::screen_state::ScreenState;
use crate::session::RawSession;
use crate::workflow::Workflow;

/// Every published schema, with the name of its file: `<name>.schema.json`.
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("raw_session", schema::<RawSession>()),
        ("screen_state", schema::<ScreenState>()),
        ("ui_element", schema::<UIElement>()),
        ("state_embedding", schema::<StateEmbedding>()),
        ("space", schema::<Space>()),
        ("workflow", schema::<Workflow>()),
        ("question", schema::<Question>()),
        ("dataset_export", schema::<DatasetExport>()),
    ]
}

/// The schema (draft 2020-12) of what can be read as `T`.
pub fn schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}
