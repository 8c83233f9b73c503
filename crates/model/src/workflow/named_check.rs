//! Named checks: what must hold before or after a step (SPEC L4.3).
//!
//! A check is written as text, `name` or `name:argument`, and parsed once, when the workflow is read. A text that is none of
//! these is an error of the document:
//!
//! | check | holds when |
//! |---|---|
//! | `text:WORDS` | the words stand on the screen |
//! | `no_text:WORDS` | they do not |
//! | `value:NAME` | the value of that variable stands on the screen |
//! | `element:ROLE` or `element:ROLE_visible` | an element of that role is there |
//! | `element:ROLE_enabled` | an element of that role is there and is not disabled |
//! | `window_title_changed` | the title of the window is another than before the step |
//! | `window_title:WORDS` | the title holds the words |
//! | `window_app:NAME` | the window in front is of that application |

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize, Serializer};

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// The words stand on the screen; they may name variables.
    Text(String),
    /// The words do not stand on the screen.
    NoText(String),
    /// The value of this variable stands on the screen.
    Value(String),
    /// An element of this role is there.
    Element {
        /// Its role.
        role: String,
        /// What is asked of it.
        state: ElementCheck,
    },
    /// The title of the window is another than before the step.
    WindowTitleChanged,
    /// The title of the window holds the words.
    WindowTitle(String),
    /// The window in front is of this application.
    WindowApp(String),
}

/// What a check asks of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementCheck {
    /// It is there: `element:ROLE`.
    Present,
    /// The same, written `element:ROLE_visible`.
    Visible,
    /// It is there and not disabled: `element:ROLE_enabled`.
    Enabled,
}

impl ElementCheck {
    fn suffix(self) -> &'static str {
        match self {
            Self::Present => "",
            Self::Visible => "_visible",
            Self::Enabled => "_enabled",
        }
    }
}

/// A text that is no check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no check: write text:WORDS, no_text:WORDS, value:NAME, element:ROLE, element:ROLE_visible, \
     element:ROLE_enabled, window_title_changed, window_title:WORDS or window_app:NAME"
)]
pub struct UnknownCheck(pub String);

impl FromStr for Check {
    type Err = UnknownCheck;

    fn from_str(text: &str) -> Result<Self, UnknownCheck> {
        let unknown = || UnknownCheck(text.to_owned());
        if text == "window_title_changed" {
            return Ok(Self::WindowTitleChanged);
        }
        let (name, argument) = text.split_once(':').ok_or_else(unknown)?;
        let own = argument.to_owned();
        let check = match name {
            "text" => Self::Text(own),
            "no_text" => Self::NoText(own),
            "value" => Self::Value(own),
            "element" => element(argument),
            "window_title" => Self::WindowTitle(own),
            "window_app" => Self::WindowApp(own),
            _ => return Err(unknown()),
        };
        if check.argument().is_some_and(|a| a.trim().is_empty()) { Err(unknown()) } else { Ok(check) }
    }
}

fn element(argument: &str) -> Check {
    let state = [ElementCheck::Visible, ElementCheck::Enabled]
        .into_iter()
        .find(|s| argument.ends_with(s.suffix()))
        .unwrap_or(ElementCheck::Present);
    let role = argument.strip_suffix(state.suffix()).unwrap_or(argument);
    Check::Element { role: role.to_owned(), state }
}

impl Check {
    /// What it asks about: words, a variable, a role, an application.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Self::Text(a) | Self::NoText(a) | Self::Value(a) | Self::WindowTitle(a) | Self::WindowApp(a) => {
                Some(a)
            }
            Self::Element { role, .. } => Some(role),
            Self::WindowTitleChanged => None,
        }
    }

    /// The words that must stand on the screen, where it asks for words.
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(words) = self { Some(words) } else { None }
    }

    /// The variable whose value must stand on the screen, where it asks for one.
    pub fn value(&self) -> Option<&str> {
        if let Self::Value(name) = self { Some(name) } else { None }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(words) => write!(f, "text:{words}"),
            Self::NoText(words) => write!(f, "no_text:{words}"),
            Self::Value(name) => write!(f, "value:{name}"),
            Self::Element { role, state } => write!(f, "element:{role}{}", state.suffix()),
            Self::WindowTitleChanged => f.write_str("window_title_changed"),
            Self::WindowTitle(words) => write!(f, "window_title:{words}"),
            Self::WindowApp(name) => write!(f, "window_app:{name}"),
        }
    }
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Check {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Check {
    fn schema_name() -> Cow<'static, str> {
        "Check".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What must hold before or after a step: `text:WORDS`, `no_text:WORDS`, `value:NAME`, \
                `element:ROLE`, `element:ROLE_visible`, `element:ROLE_enabled`, `window_title_changed`, \
                `window_title:WORDS` or `window_app:NAME`.",
            "type": "string",
            "pattern": r"^(window_title_changed|(text|no_text|value|element|window_title|window_app):[\s\S]*\S[\s\S]*)$",
            "examples": [
                "text:Saved", "no_text:Draft", "value:invoice", "element:primary_action",
                "element:primary_action_visible", "element:save_enabled", "window_title_changed",
                "window_title:Invoices", "window_app:ledger",
            ],
        })
    }
}

/// A check before a step, and the part of the step from which on it binds.
///
/// It is written as the check alone where it binds from the first part on, else as `{check, from_part}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreCondition {
    /// What must hold.
    pub check: Check,
    /// It is judged before this part of the step, counted from 0, and before those after it; missing: before all.
    pub from_part: Option<usize>,
}

impl PreCondition {
    /// It must hold before this part of its step, counted from 0.
    pub fn binds(&self, part: usize) -> bool {
        part >= self.from_part.unwrap_or(0)
    }
}

impl From<Check> for PreCondition {
    fn from(check: Check) -> Self {
        Self { check, from_part: None }
    }
}

/// The form of a pre-condition that does not bind from the first part on.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Later {
    /// What must hold.
    check: Check,
    /// The part of the step, counted from 0, from which on it must.
    from_part: usize,
}

impl Serialize for PreCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.from_part {
            None => self.check.serialize(serializer),
            Some(from_part) => Later { check: self.check.clone(), from_part }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for PreCondition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PreConditionForms)
    }
}

struct PreConditionForms;

impl<'de> Visitor<'de> for PreConditionForms {
    type Value = PreCondition;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a check such as \"text:Saved\", or {\"check\": …, \"from_part\": 1}")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<PreCondition, E> {
        text.parse::<Check>().map(PreCondition::from).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PreCondition, A::Error> {
        let Later { check, from_part } = Later::deserialize(MapAccessDeserializer::new(map))?;
        Ok(PreCondition { check, from_part: Some(from_part) })
    }
}

impl JsonSchema for PreCondition {
    fn schema_name() -> Cow<'static, str> {
        "PreCondition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let later = Later::json_schema(generator);
        let check = generator.subschema_for::<Check>();
        json_schema!({
            "description": "A check before a step: the check alone, or with the part of the step from which on it binds.",
            "anyOf": [later, check],
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn every_check_is_written_as_it_was_read() {
        let role = || "primary_action".to_owned();
        for (text, check) in [
            ("text:Total : 12 €", Check::Text("Total : 12 €".into())),
            ("no_text:Draft", Check::NoText("Draft".into())),
            ("value:invoice", Check::Value("invoice".into())),
            ("element:primary_action", Check::Element { role: role(), state: ElementCheck::Present }),
            ("element:primary_action_visible", Check::Element { role: role(), state: ElementCheck::Visible }),
            ("element:primary_action_enabled", Check::Element { role: role(), state: ElementCheck::Enabled }),
            ("window_title_changed", Check::WindowTitleChanged),
            ("window_title:Ledger", Check::WindowTitle("Ledger".into())),
            ("window_app:ledger", Check::WindowApp("ledger".into())),
        ] {
            assert_eq!(text.parse(), Ok(check.clone()), "{text}");
            assert_eq!(check.to_string(), text);
        }
    }

    #[test]
    fn a_text_that_is_no_check_is_an_error() {
        for text in [
            "",
            ":x",
            "text",
            "text:",
            "text: ",
            "Text:x",
            "element:_visible",
            "screen_is_blue",
            "window_title_changed:x",
            "mood:good",
        ] {
            assert_eq!(text.parse::<Check>(), Err(UnknownCheck(text.into())));
        }
    }

    #[test]
    fn a_pre_condition_says_from_which_part_on_it_binds() {
        let plain: PreCondition = serde_json::from_str(r#""value:invoice""#).unwrap();
        let late: PreCondition =
            serde_json::from_str(r#"{"check": "value:invoice", "from_part": 2}"#).unwrap();
        assert!(plain.binds(0) && !late.binds(1) && late.binds(2) && late.binds(3));
        assert_eq!(serde_json::to_string(&plain).unwrap(), r#""value:invoice""#);
        assert_eq!(serde_json::to_string(&late).unwrap(), r#"{"check":"value:invoice","from_part":2}"#);
        for wrong in [r#"{"check": "text:x"}"#, r#"{"check": "x", "from_part": 1}"#, "1"] {
            assert!(serde_json::from_str::<PreCondition>(wrong).is_err(), "{wrong}");
        }
    }
}
