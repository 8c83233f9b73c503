//! What is none of Lea's business, as the configuration says it.

use crate::hotkey::Hotkey;
use crate::judge::holds_word;
use crate::patterns::{BadPattern, Patterns};
use lea_model::WindowRef;
use lea_screen::{UnknownKey, Window};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How recordings are taken: the `[record]` part of the configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Makes the recording private: tapped it switches, held it lasts while held.
    pub private_hotkey: String,
    /// Ends the recording.
    pub stop_hotkey: String,
    /// Applications that are never recorded, by name.
    pub exclude_apps: Vec<String>,
    /// Windows that are never recorded, by words of their title.
    pub exclude_titles: Vec<String>,
    /// Personal data to mask: names of known patterns, or regular expressions.
    pub pii: Vec<String>,
    /// More words of titles that make what is typed a secret.
    pub secret_titles: Vec<String>,
    /// Records that, and what, something was copied.
    pub clipboard: bool,
    /// Records where the pointer went between clicks, as noise.
    pub moves: bool,
    /// Nothing may have changed for this long before a screen counts as settled, in milliseconds.
    pub settle_ms: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            private_hotkey: "CTRL+ALT+P".into(),
            stop_hotkey: "CTRL+ALT+Q".into(),
            exclude_apps: Vec::new(),
            exclude_titles: Vec::new(),
            pii: ["nir", "iban", "card"].map(String::from).to_vec(),
            secret_titles: Vec::new(),
            clipboard: true,
            moves: true,
            settle_ms: 120,
        }
    }
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadSettings {
    /// A hotkey that no keyboard has.
    #[error("record.{setting}: {source}")]
    Hotkey {
        /// Which setting.
        setting: &'static str,
        /// What is wrong with it.
        source: UnknownKey,
    },
    /// A pattern that cannot be read.
    #[error("record.pii: {0}")]
    Pattern(#[from] BadPattern),
}

/// The settings, ready to be asked.
#[derive(Clone, Debug)]
pub struct Privacy {
    /// Makes the recording private.
    pub private_hotkey: Hotkey,
    /// Ends the recording.
    pub stop_hotkey: Hotkey,
    /// Personal data.
    pub patterns: Patterns,
    apps: Vec<String>,
    titles: Vec<String>,
}

impl Privacy {
    /// Reads the settings.
    pub fn new(settings: &Settings) -> Result<Self, BadSettings> {
        let hotkey =
            |setting, text: &str| text.parse().map_err(|source| BadSettings::Hotkey { setting, source });
        let lower = |words: &[String]| words.iter().map(|w| w.to_lowercase()).collect();
        Ok(Self {
            private_hotkey: hotkey("private_hotkey", &settings.private_hotkey)?,
            stop_hotkey: hotkey("stop_hotkey", &settings.stop_hotkey)?,
            patterns: Patterns::new(&settings.pii)?,
            apps: lower(&settings.exclude_apps),
            titles: lower(&settings.exclude_titles),
        })
    }

    /// The window must be neither recorded nor seen.
    pub fn excludes(&self, window: &Window) -> bool {
        let (app, title) = (window.app_name.to_lowercase(), window.title.to_lowercase());
        self.apps.contains(&app) || self.titles.iter().any(|t| holds_word(&title, t))
    }

    /// Whether any window could be excluded at all.
    pub fn excludes_some(&self) -> bool {
        !self.apps.is_empty() || !self.titles.is_empty()
    }

    /// A window as it may be written: personal data in its title masked.
    pub fn window_ref(&self, window: &Window) -> WindowRef {
        let title = self.patterns.mask(&window.title);
        WindowRef { title, app_name: window.app_name.clone(), ..WindowRef::default() }
    }
}

/// Why nothing is recorded at the moment; the first that holds is the one that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// The screen is locked.
    pub locked: bool,
    /// The person wants privacy.
    pub private: bool,
    /// The active window is excluded.
    pub excluded: bool,
}

impl Reasons {
    /// The reason in one word, as gaps name it.
    pub fn first(self) -> Option<&'static str> {
        let all = [(self.locked, "locked"), (self.private, "private"), (self.excluded, "excluded")];
        all.into_iter().find(|(holds, _)| *holds).map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(app: &str, title: &str) -> Window {
        Window { id: 1, title: title.into(), app_name: app.into(), rect: [0, 0, 1, 1].into() }
    }

    #[test]
    fn exclusion_is_by_application_or_by_words_of_the_title() {
        let settings = Settings {
            exclude_apps: vec!["Signal".into()],
            exclude_titles: vec!["Ma banque".into()],
            ..Settings::default()
        };
        let privacy = Privacy::new(&settings).unwrap();
        assert!(privacy.excludes(&window("signal", "Chat")));
        assert!(privacy.excludes(&window("Chromium", "MA BANQUE - comptes")));
        assert!(!privacy.excludes(&window("Chromium", "Ma banquette")));
    }

    #[test]
    fn bad_settings_name_the_setting() {
        let settings = Settings { stop_hotkey: "CTRL+NOWHERE".into(), ..Settings::default() };
        assert!(Privacy::new(&settings).unwrap_err().to_string().starts_with("record.stop_hotkey"));
    }

    #[test]
    fn personal_data_in_titles_is_masked() {
        let privacy = Privacy::new(&Settings::default()).unwrap();
        let shown = privacy.window_ref(&window("App", "Patient 2 84 05 75 123 456 12 – Dossier"));
        assert_eq!(shown.title, "Patient [nir] – Dossier");
    }
}
