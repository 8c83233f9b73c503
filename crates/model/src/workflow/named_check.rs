//! Named checks: what must hold before or after a step (SPEC L4.3).
//!
//! ```text
//! check    = name | name ":" argument
//! name     = a lower-case letter, then lower-case letters, digits and "_"
//! argument = any text that is not blank, up to the end
//! ```
//!
//! So `window_title_changed`, `text:Saved` and `element:primary_action_visible` are checks. The set of names is
//! open: who runs a check it does not know must take it as failed, never as held.

/// A check taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedCheck<'a> {
    /// Which check.
    pub name: &'a str,
    /// What it is asked about.
    pub argument: Option<&'a str>,
}

impl<'a> NamedCheck<'a> {
    /// Takes a check apart; none where it has not the form above.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (text, None),
        };
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        let says_something = argument.is_none_or(|a| !a.trim().is_empty());
        (is_name && says_something).then_some(Self { name, argument })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_taken_apart() {
        let check = |name, argument| Some(NamedCheck { name, argument });
        assert_eq!(NamedCheck::parse("window_title_changed"), check("window_title_changed", None));
        assert_eq!(NamedCheck::parse("text:Total : 12 €"), check("text", Some("Total : 12 €")));
        for text in ["", ":x", "text:", "text: ", "Text:x", "2x", "a b"] {
            assert_eq!(NamedCheck::parse(text), None, "{text:?}");
        }
    }
}
