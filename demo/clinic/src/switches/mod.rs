//! The switches: what changes the look of the application, and what changes its behaviour.

mod values;

pub use values::{
    Density, DoubleSubmits, Font, Labels, Language, Lasts, Layout, Occasions, Often, Order, Theme, Value,
    Zoom,
};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// A switch that there is not, or that cannot be set so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SwitchError {
    /// No switch has this name.
    #[error("there is no switch called {name:?}: there are {}", known())]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// It has no such value.
    #[error("the switch {name} cannot be {value:?}: it is {may_be}")]
    Value {
        /// The switch.
        name: String,
        /// What it was to be.
        value: String,
        /// What it can be.
        may_be: String,
    },
    /// A setting on the command line has no `=`.
    #[error("{0:?} is no setting: write it like theme=dark; there are the switches {known}", known = known())]
    Form(String),
    /// A file of switches cannot be read.
    #[error("cannot read the switches in {file}: {why}")]
    File {
        /// Which file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
}

/// Writes the struct, and what goes over all its fields by name.
macro_rules! switches {
    ($($name:ident: $type:ty, $about:literal;)*) => {
        /// All switches. The default is the application as it comes.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Switches {
            $(#[doc = $about] pub $name: $type,)*
        }

        /// The names of all switches and what each does.
        pub const SWITCHES: &[(&str, &str)] = &[$((stringify!($name), $about),)*];

        impl Switches {
            /// Sets one switch by its name.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SwitchError> {
                let value = value.trim();
                let bad = |may_be: String| SwitchError::Value { name: name.to_owned(), value: value.to_owned(), may_be };
                match name {
                    $(stringify!($name) => self.$name = <$type as Value>::read(value).map_err(bad)?,)*
                    _ => return Err(SwitchError::Unknown { name: name.to_owned() }),
                }
                Ok(())
            }

            /// All settings, by name.
            pub fn settings(&self) -> Vec<(&'static str, String)> {
                vec![$((stringify!($name), self.$name.write()),)*]
            }
        }
    };
}

switches! {
    language: Language, "The language of the screens: fr or en.";
    theme: Theme, "The colours: light, dark or contrast.";
    font: Font, "The letters: sans, serif, mono or narrow.";
    zoom: Zoom, "The size of everything: 50% to 300%.";
    density: Density, "How much room things have: normal, compact or roomy.";
    labels: Labels, "What things are called: usual or renamed.";
    layout: Layout, "Where the parts of a screen are: usual or moved.";
    order: Order, "The order of columns, fields, menu entries and buttons: usual or mixed.";
    lookalikes: bool, "Rows that look like others (same name, nearly the same number): on or off.";
    banner: bool, "A banner above everything: on or off.";
    column: bool, "One more column in the lists: on or off.";
    slow: Duration, "How long each answer takes: 800ms, 2s.";
    surprise_dialogs: Often, "A dialog nobody asked for comes up with a page: never, once, always, every:3, 20%.";
    failed_saves: Often, "A save fails, and an error box says so: never, once, always, every:3, 20%.";
    silent_failures: Often, "A save fails, and the screen says that all is well: never, once, always, every:3, 20%.";
    lost_clicks: Often, "A click does nothing: never, once, always, every:3, 20%.";
    double_submits: DoubleSubmits, "A form is taken twice: off, possible (by a second click) or always.";
    expire_after: Lasts, "How many requests a login lasts: never, or a number.";
}

/// The names of all switches, in a sentence.
fn known() -> String {
    SWITCHES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl Switches {
    /// Sets one switch as it is written on a command line: `theme=dark`.
    pub fn apply(&mut self, setting: &str) -> Result<(), SwitchError> {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(SwitchError::Form(setting.to_owned()));
        };
        self.set(name.trim(), value)
    }

    /// Reads switches from TOML (`theme = "dark"`) or JSON (`{"theme": "dark"}`). Those not named keep their default.
    pub fn read(file: &Path) -> Result<Self, SwitchError> {
        let bad = |why: String| SwitchError::File { file: file.display().to_string(), why };
        let text = std::fs::read_to_string(file).map_err(|e| bad(e.to_string()))?;
        let is_json = file.extension().is_some_and(|e| e == "json");
        if is_json {
            serde_json::from_str(&text).map_err(|e| bad(e.to_string()))
        } else {
            toml::from_str(&text).map_err(|e| bad(e.message().to_owned()))
        }
    }
}

impl Serialize for Switches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(SWITCHES.len()))?;
        for (name, value) in self.settings() {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

/// A value as a file may write it: a word, a number or a truth.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Written {
    Truth(bool),
    Number(i64),
    Word(String),
}

impl<'de> Deserialize<'de> for Switches {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Settings;
        impl<'de> Visitor<'de> for Settings {
            type Value = Switches;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("switches by name")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Switches, M::Error> {
                let mut switches = Switches::default();
                while let Some((name, value)) = map.next_entry::<String, Written>()? {
                    let word = match value {
                        Written::Truth(truth) => truth.to_string(),
                        Written::Number(number) => number.to_string(),
                        Written::Word(word) => word,
                    };
                    switches.set(&name, &word).map_err(serde::de::Error::custom)?;
                }
                Ok(switches)
            }
        }
        deserializer.deserialize_map(Settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_reads_back_what_it_writes() {
        let mut switches = Switches::default();
        let settings = [
            "language=en",
            "theme=contrast",
            "font=mono",
            "zoom=125",
            "density=compact",
            "labels=renamed",
            "layout=moved",
            "order=mixed",
            "lookalikes=on",
            "banner=yes",
            "column=true",
            "slow=1.5s",
            "surprise_dialogs=every:3",
            "failed_saves=once",
            "silent_failures=always",
            "lost_clicks=20%",
            "double_submits=possible",
            "expire_after=12",
        ];
        assert_eq!(settings.len(), SWITCHES.len(), "every switch is in this list");
        for setting in settings {
            switches.apply(setting).unwrap();
        }
        assert_eq!(switches.slow, Duration::from_millis(1500));
        for (name, value) in Switches::default().settings() {
            assert_ne!(switches.settings().iter().find(|(n, _)| *n == name).unwrap().1, value, "{name}");
        }
        let json = serde_json::to_string(&switches).unwrap();
        assert_eq!(serde_json::from_str::<Switches>(&json).unwrap(), switches);
        let toml = toml::to_string(&switches).unwrap();
        assert_eq!(toml::from_str::<Switches>(&toml).unwrap(), switches);
    }

    #[test]
    fn an_unknown_switch_is_refused_with_the_known_ones() {
        let mut switches = Switches::default();
        for setting in ["colour=red", "theme", "Theme=dark"] {
            let error = switches.apply(setting).unwrap_err().to_string();
            assert!(error.contains("theme") && error.contains("expire_after"), "{error}");
        }
        assert_eq!(switches, Switches::default());
    }

    #[test]
    fn a_bad_value_is_refused_with_what_it_may_be() {
        for (setting, word) in [
            ("theme=pink", "contrast"),
            ("zoom=20%", "300%"),
            ("slow=5", "800ms"),
            ("slow=-1s", "800ms"),
            ("slow=9e99s", "800ms"),
            ("lost_clicks=every:0", "every:3"),
            ("lost_clicks=101%", "20%"),
            ("banner=maybe", "on or off"),
            ("expire_after=0", "number"),
        ] {
            let error = Switches::default().apply(setting).unwrap_err().to_string();
            assert!(error.contains(word), "{setting}: {error}");
        }
    }

    #[test]
    fn files_are_read_strictly_and_their_mistakes_named() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            Switches::read(&file)
        };
        let toml = write("a.toml", "theme = \"dark\"\nzoom = 125\nbanner = true\n").unwrap();
        let json = write("a.json", r#"{"theme": "dark", "zoom": "125%", "banner": true}"#).unwrap();
        assert_eq!(toml, json);
        assert_eq!((toml.theme, toml.zoom, toml.banner), (Theme::Dark, Zoom(125), true));
        for (name, text, word) in [
            ("b.toml", "them = \"dark\"", "there are language"),
            ("b.json", r#"{"theme": 3}"#, "contrast"),
            ("c.toml", "][", "c.toml"),
            ("c.json", "[1]", "switches by name"),
        ] {
            let error = write(name, text).unwrap_err().to_string();
            assert!(error.contains(word), "{error}");
        }
        assert!(Switches::read(&folder.path().join("none.toml")).is_err());
    }
}
