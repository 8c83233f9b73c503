//! Windows whose names ask for secrets (SPEC L0.5): what is typed there is one, whatever the field shows.

use lea_model::WindowRef;

/// Judges by the title of the window: conservative, and blind to the field itself.
#[derive(Clone, Debug)]
pub(crate) struct TitleJudge {
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

    /// Why what is typed into this window is a secret; none when its name does not say so.
    pub fn secret(&self, window: &WindowRef) -> Option<String> {
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
        TitleJudge::new(&["Dossier confidentiel".into()]).secret(&window).is_some()
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
