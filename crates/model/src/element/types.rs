//! Types and states of elements (SPEC L2.1, L2.2).

use std::fmt;

use schemars::JsonSchema;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// What a thing on a screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElementType {
    /// Pressed to do something.
    Button,
    /// One line to type into.
    TextInput,
    /// Several lines to type into.
    TextArea,
    /// A box to tick.
    Checkbox,
    /// One choice of several.
    Radio,
    /// A switch.
    Toggle,
    /// A list that opens.
    Dropdown,
    /// An entry of a list.
    ListItem,
    /// Rows and columns.
    Table,
    /// A row of a table.
    TableRow,
    /// A cell of a table.
    TableCell,
    /// A tab of a notebook.
    Tab,
    /// A menu.
    Menu,
    /// An entry of a menu.
    MenuItem,
    /// Words that lead elsewhere.
    Link,
    /// A button with a picture and no words.
    IconButton,
    /// A handle on a scale.
    Slider,
    /// A bar that scrolls.
    Scrollbar,
    /// A window that asks or tells.
    Dialog,
    /// Words that name or show something.
    Label,
    /// A picture.
    Image,
    /// A row of tools.
    Toolbar,
    /// A window.
    Window,
}

impl ElementType {
    /// It can be pressed.
    pub fn is_pressed(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::IconButton
                | Self::Link
                | Self::MenuItem
                | Self::Tab
                | Self::Checkbox
                | Self::Radio
                | Self::Toggle
                | Self::Dropdown
        )
    }
}

/// A state an element can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElementState {
    /// It can be used.
    Enabled,
    /// It cannot be used now.
    Disabled,
    /// Keys go to it.
    Focused,
    /// It is ticked or switched on.
    Checked,
    /// It is chosen.
    Selected,
}

/// Reads `["enabled", "focused"]`, a single `"enabled"`, or null.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<ElementState>, D::Error> {
    struct OneOrMany;

    impl<'de> Visitor<'de> for OneOrMany {
        type Value = Vec<ElementState>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a state or an array of states")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Vec::new())
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            use serde::de::IntoDeserializer;
            ElementState::deserialize(text.into_deserializer()).map(|state| vec![state])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut states = Vec::new();
            while let Some(state) = items.next_element()? {
                states.push(state);
            }
            Ok(states)
        }
    }

    deserializer.deserialize_any(OneOrMany)
}
