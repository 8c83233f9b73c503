//! Variables: what differs from run to run (SPEC L4.6).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lenient::{Extra, is_false, null_is_default};

/// What a variable holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariableType {
    /// Text.
    #[default]
    String,
    /// A number with decimals.
    Float,
    /// A whole number.
    Integer,
    /// A date, a time, or both.
    Datetime,
    /// Yes or no.
    Boolean,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VariableSourceMethod {
    /// Read from an element of the screen.
    UiElementExtraction,
    /// Asked of a person, or given with the order to run.
    #[default]
    UserInput,
    /// The time of the run.
    SystemTime,
    /// What the clipboard holds.
    Clipboard,
    /// A file, such as a row of a CSV.
    File,
    /// Always the same.
    Constant,
    /// The store of credentials.
    Credential,
}

/// Where a value comes from, and how it is taken from there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["method"]))]
pub struct VariableSource {
    /// From where.
    pub method: VariableSourceMethod,
    /// The role of the element to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element_role: Option<String>,
    /// The part of the text to keep, as a regular expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extraction_pattern: Option<String>,
    /// The words beside the value on the screen, by which it is read (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The node on whose screen it is read; any if missing (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The name of the credential in the store; that of the variable if missing (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential: Option<String>,
    /// The value of a constant (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Something that differs from run to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["type", "source"]))]
pub struct Variable {
    /// What it holds.
    #[serde(rename = "type")]
    pub variable_type: VariableType,
    /// Where its value comes from.
    #[serde(deserialize_with = "null_is_default")]
    pub source: VariableSource,
    /// Values it had; none for a secret.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "null_is_default")]
    pub example_values: Vec<Value>,
    /// A run cannot do without it.
    pub required: bool,
    /// Its value never reaches disk, log or audit.
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub secret: bool,
    /// What a value must satisfy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validation>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for Variable {
    fn default() -> Self {
        Self {
            variable_type: VariableType::default(),
            source: VariableSource::default(),
            example_values: Vec::new(),
            required: true,
            secret: false,
            validation: None,
            extra: Extra::new(),
        }
    }
}

/// What a value must satisfy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Validation {
    /// A regular expression its text matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub regex: Option<String>,
    /// The smallest number allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The largest number allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// It was found by comparing demonstrations, and no person laid it down (an addition of Lea's).
    #[serde(skip_serializing_if = "is_false", deserialize_with = "null_is_default")]
    pub learnt: bool,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}
