//! Patterns of what must not be stored: personal data in text and titles.

use regex::{Regex, RegexSet};

/// Patterns that need only be named in the configuration; where two fit the same text, the first names it.
const KNOWN: &[(&str, &str)] = &[
    // International bank account numbers.
    ("iban", r"(?i)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b"),
    // French social security numbers, with or without their key.
    ("nir", r"\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[ABab]) ?\d{3} ?\d{3}(?: ?\d{2})?\b"),
    // Payment cards: 13 to 19 digits, in groups or not.
    ("card", r"\b(?:\d[ -]?){12,18}\d\b"),
    ("email", r"(?i)\b[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}\b"),
    ("phone", r"(?:\+|\b0)\d(?:[ .-]?\d){8,12}\b"),
];

/// The names of the ready-made patterns.
pub fn known() -> impl Iterator<Item = &'static str> {
    KNOWN.iter().map(|(name, _)| *name)
}

/// A pattern that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the PII pattern {pattern:?} is neither one of {names} nor a regular expression: {why}")]
pub struct BadPattern {
    /// What the configuration says.
    pub pattern: String,
    /// The names there are.
    pub names: String,
    /// What is wrong with it.
    pub why: String,
}

/// What is masked, compiled once.
#[derive(Clone, Debug)]
pub struct Patterns {
    any: RegexSet,
    each: Vec<(String, Regex)>,
}

impl Patterns {
    /// Compiles names of known patterns and regular expressions.
    pub fn new<S: AsRef<str>>(wanted: &[S]) -> Result<Self, BadPattern> {
        let mut each = Vec::new();
        for pattern in wanted.iter().map(AsRef::as_ref) {
            let known = KNOWN.iter().find(|(name, _)| *name == pattern);
            let (name, source) = known.map_or(("private", pattern), |(name, source)| (*name, *source));
            let bad = |e: regex::Error| BadPattern {
                pattern: pattern.to_owned(),
                names: known_list(),
                why: e.to_string(),
            };
            each.push((name.to_owned(), Regex::new(source).map_err(bad)?));
        }
        each.sort_by_key(|(name, _)| KNOWN.iter().position(|(known, _)| known == name));
        let any = RegexSet::new(each.iter().map(|(_, r)| r.as_str())).map_err(|e| BadPattern {
            pattern: "all together".into(),
            names: known_list(),
            why: e.to_string(),
        })?;
        Ok(Self { any, each })
    }

    /// Whether anything in the text must not be stored.
    pub fn found_in(&self, text: &str) -> bool {
        self.any.is_match(text)
    }

    /// The text with what must not be stored replaced by what it was, such as `[card]`.
    pub fn mask(&self, text: &str) -> String {
        if !self.found_in(text) {
            return text.to_owned();
        }
        let mut found: Vec<(usize, usize, &str)> = Vec::new();
        for (name, regex) in &self.each {
            found.extend(regex.find_iter(text).map(|m| (m.start(), m.end(), name.as_str())));
        }
        found.sort_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        let mut out = String::new();
        let mut done = 0;
        for (start, end, name) in found {
            if start >= done {
                out.push_str(&text[done..start]);
                out.push_str(&format!("[{name}]"));
            }
            done = done.max(end);
        }
        out.push_str(&text[done..]);
        out
    }
}

fn known_list() -> String {
    known().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_kinds_are_found_and_named() {
        let p = Patterns::new(&["card", "iban", "nir", "email"]).unwrap();
        for (text, masked) in [
            ("carte 4111 1111 1111 1111 ok", "carte [card] ok"),
            ("FR76 3000 6000 0112 3456 7890 189", "[iban]"),
            ("NIR 2 84 05 75 123 456 12.", "NIR [nir]."),
            ("écrire à jean.dupont@chu.example svp", "écrire à [email] svp"),
            ("Facture 2025-0042 du 12/03, 1 250,00 €", "Facture 2025-0042 du 12/03, 1 250,00 €"),
        ] {
            assert_eq!(p.mask(text), masked);
            assert_eq!(p.found_in(text), text != masked);
        }
    }

    #[test]
    fn own_expressions_work_and_broken_ones_are_named() {
        assert_eq!(Patterns::new(&[r"IPP-\d+"]).unwrap().mask("dossier IPP-123"), "dossier [private]");
        let error = Patterns::new(&["(", "card"]).unwrap_err().to_string();
        assert!(error.contains("\"(\"") && error.contains("card, email"), "{error}");
    }
}
