//! A thing given in full, or by its name alone.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize};

/// A thing given in full, or by its name alone, as documents of the earlier system do (SPEC L4.10). What is only named is kept
/// and shown to people; nothing acts on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ByName<T> {
    /// The thing itself.
    Full(T),
    /// Only its name.
    Name(String),
}

impl<T> ByName<T> {
    /// The thing itself; none where only its name is known.
    pub fn full(&self) -> Option<&T> {
        if let Self::Full(thing) = self { Some(thing) } else { None }
    }

    /// The same, to change it.
    pub fn full_mut(&mut self) -> Option<&mut T> {
        if let Self::Full(thing) = self { Some(thing) } else { None }
    }

    /// The name, where that is all there is.
    pub fn name(&self) -> Option<&str> {
        if let Self::Name(name) = self { Some(name) } else { None }
    }
}

impl<T> From<T> for ByName<T> {
    fn from(thing: T) -> Self {
        Self::Full(thing)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Forms(PhantomData))
    }
}

/// Not derived: that would lose the place of an error inside the thing.
struct Forms<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Forms<T> {
    type Value = ByName<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, or a name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ByName<T>, E> {
        Ok(ByName::Name(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ByName<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(ByName::Full)
    }
}

impl<T: JsonSchema> JsonSchema for ByName<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}ByName", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let thing = generator.subschema_for::<T>();
        json_schema!({
            "description": "The thing itself, or only its name, as documents of the earlier system have it.",
            "anyOf": [thing, { "type": "string" }],
        })
    }
}
