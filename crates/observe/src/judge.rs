//! Is what was typed a secret? Asked before it is written (SPEC L0.5).

use lea_frame::Frame;
use lea_model::{Rect, WindowRef};

/// What was typed, and what a judge may look at.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// The window it was typed into.
    pub window: Option<&'a WindowRef>,
    /// The text: it must not leave the judge.
    pub text: &'a str,
    /// The screen before the first key and after the last, with where they differ.
    pub seen: Option<(Frame<'a>, Frame<'a>, &'a [Rect])>,
}

/// Decides whether a text may be written.
pub trait Judge {
    /// Why the text is a secret; none when it may be written.
    fn secret(&mut self, typed: &Typed<'_>) -> Option<String>;
}

/// Judges by the title of the window: conservative, and blind to the field itself.
#[derive(Clone, Debug)]
pub struct TitleJudge {
    words: Vec<String>,
}

/// Words that come with Lea.
const WORDS: &str = include_str!("../data/secret-titles.txt");

impl TitleJudge {
    /// The words that come with Lea, and those of the configuration.
    pub fn new(more: &[String]) -> Self {
        let own = WORDS.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        let words = own.map(str::to_owned).chain(more.iter().map(|w| w.to_lowercase())).collect();
        Self { words }
    }
}

impl Judge for TitleJudge {
    fn secret(&mut self, typed: &Typed<'_>) -> Option<String> {
        let window = typed.window?;
        let names = [window.title.to_lowercase(), window.app_name.to_lowercase()];
        let word = self.words.iter().find(|w| names.iter().any(|n| holds_word(n, w)))?;
        Some(format!("the window's name says {word:?}"))
    }
}

/// The word stands in the text, not within a longer word.
pub(crate) fn holds_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(title: &str, app: &str) -> bool {
        let window = WindowRef { title: title.into(), app_name: app.into(), ..Default::default() };
        let typed = Typed { window: Some(&window), text: "x", seen: None };
        TitleJudge::new(&["Dossier confidentiel".into()]).secret(&typed).is_some()
    }

    #[test]
    fn titles_that_ask_for_secrets_are_known_in_both_languages() {
        for title in [
            "Sign in - Clinic",
            "Mot de passe requis",
            "CLINIQUE – Connexion",
            "Unlock Keyring",
            "Dossier confidentiel 12",
        ] {
            assert!(verdict(title, "Chromium"), "{title}");
        }
        assert!(verdict("Database", "KeePassXC"));
    }

    #[test]
    fn words_within_words_are_not_secrets() {
        for title in ["Shopping list", "Invoices – Clinic", "Spinning wheels", "Déconnexions du mois"] {
            assert!(!verdict(title, "Mousepad"), "{title}");
        }
    }
}
