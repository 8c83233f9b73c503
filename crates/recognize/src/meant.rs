//! Texts that mean the same in other words or another language.

use crate::page::{Page, Span};
use crate::params::candidates::{LEAST_MEANING_LETTERS, WORDS_APART};
use std::sync::Arc;

/// Knows what texts mean, whatever their language.
pub trait Meaning {
    /// The meaning of each text, as a vector of length 1: the product of two says how near they are.
    fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>>;
}

/// A text of a screen, and what it means.
pub struct Meant {
    /// Where; its ratio is 0.
    span: Span,
    meaning: Arc<[f32]>,
}

/// The texts of a page that have a meaning: lines, and what stands apart within them.
pub(crate) fn parts(page: &Page, meaning: &dyn Meaning) -> Vec<Meant> {
    let mut spans: Vec<(Span, String)> = Vec::new();
    for (index, line) in page.lines.iter().enumerate() {
        let mut cuts = vec![0];
        for (i, pair) in line.words.windows(2).enumerate() {
            let gap = f64::from(pair[1].bbox.x1 - pair[0].bbox.x2);
            if gap > WORDS_APART * f64::from(pair[0].bbox.height().max(pair[1].bbox.height())) {
                cuts.push(i + 1);
            }
        }
        cuts.push(line.words.len());
        let mut ends: Vec<(usize, usize)> = cuts.windows(2).map(|c| (c[0], c[1])).collect();
        if ends.len() > 1 {
            ends.push((0, line.words.len()));
        }
        for (first, end) in ends {
            let words: Vec<&str> = line.words[first..end].iter().map(|w| w.text.as_str()).collect();
            let said = words.join(" ");
            if has_meaning(&said) {
                let bbox = line.around(first, end);
                spans.push((Span { line: index, words: (first, end), bbox, ratio: 0.0 }, said));
            }
        }
    }
    let said: Vec<&str> = spans.iter().map(|(_, said)| said.as_str()).collect();
    let meanings = meaning.of(&said);
    spans.into_iter().zip(meanings).map(|((span, _), meaning)| Meant { span, meaning }).collect()
}

/// A number or a sign means only itself.
pub(crate) fn has_meaning(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_MEANING_LETTERS
}

/// How near two meanings are, within 0..1.
pub(crate) fn near(a: &[f32], b: &[f32]) -> f64 {
    let product: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    f64::from(product.clamp(0.0, 1.0))
}

/// The texts that mean most nearly the same, best first; their ratio is how near.
pub(crate) fn nearest(
    wanted: &str,
    meaning: &dyn Meaning,
    texts: &[Meant],
    least: f64,
    most: usize,
) -> Vec<Span> {
    let wanted = meaning.of(&[wanted]);
    let mut found: Vec<Span> = texts
        .iter()
        .map(|text| Span { ratio: near(&text.meaning, &wanted[0]), ..text.span.clone() })
        .filter(|span| span.ratio >= least)
        .collect();
    found.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
    found.truncate(most);
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::page::tests::state;
    use lea_model::Size;

    /// Knows some words of two languages.
    pub(crate) struct Dictionary;

    impl Meaning for Dictionary {
        fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>> {
            let known = [["save", "enregistrer"], ["cancel", "annuler"], ["patient", "patiente"]];
            let meaning = |text: &&str| {
                let at = known.iter().position(|k| k.contains(&text.to_lowercase().as_str()));
                let mut all = vec![0.0; known.len() + 1];
                all[at.unwrap_or(known.len())] = 1.0;
                all.into()
            };
            texts.iter().map(meaning).collect()
        }
    }

    #[test]
    fn a_translation_is_found_in_a_line_of_things_that_stand_apart() {
        let state = state(&[("Fichier", 0, 0), ("Enregistrer", 300, 50), ("12", 300, 90)]);
        let page = Page::of(&state, Size { width: 800, height: 600 });
        let texts = parts(&page, &Dictionary);
        assert_eq!(texts.len(), 2, "a number means nothing");
        let found = nearest("Save", &Dictionary, &texts, 0.5, 9);
        assert_eq!(found.iter().map(|s| s.line).collect::<Vec<_>>(), [1]);
    }
}
