//! Texts in pieces that the encoder knows: of all ways to cut a text, the likeliest (a unigram model, as SentencePiece
//! has).

use crate::params::embed::{LONGEST_TEXT, UNLIKELY};
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// The pieces that stand for what is not known, for the beginning and for the end.
const UNKNOWN: usize = 0;
const BEGIN: usize = 1;
const END: usize = BEGIN + 1;

/// Stands for a space.
const SPACE: char = '▁';

/// The pieces, with the logarithm of how likely each is.
pub(super) struct Pieces {
    known: HashMap<String, (usize, f32)>,
    longest: usize,
    unlikely: f32,
}

impl Pieces {
    /// One piece a line: its logarithm, a space, the piece.
    pub(super) fn read(file: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(file).map_err(|e| e.to_string())?;
        let mut known = HashMap::new();
        for (index, line) in text.split_terminator('\n').enumerate() {
            let parts = line.split_once(' ').and_then(|(score, piece)| Some((score.parse().ok()?, piece)));
            let (score, piece): (f32, &str) = parts.ok_or(format!("line {} is no piece", index + 1))?;
            known.insert(piece.to_owned(), (index, score));
        }
        let longest = known.keys().map(|p| p.chars().count()).max().unwrap_or(0);
        let unlikely = known.values().map(|(_, score)| *score).fold(0.0, f32::min) - UNLIKELY;
        Ok(Self { known, longest, unlikely })
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The pieces of a text, between a beginning and an end. Case does not count: SAVE means what Save means.
    pub(super) fn split(&self, text: &str) -> Vec<usize> {
        let plain: String = text.nfkc().flat_map(char::to_lowercase).collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        let letters: Vec<char> =
            words.iter().flat_map(|w| std::iter::once(SPACE).chain(w.chars())).take(LONGEST_TEXT).collect();
        // For each length of text: how likely its best cut is, where its last piece begins, and which that is.
        let mut best = vec![(f32::NEG_INFINITY, 0, UNKNOWN); letters.len() + 1];
        best[0].0 = 0.0;
        for start in 0..letters.len() {
            let so_far = best[start].0;
            let mut piece = String::new();
            for end in start + 1..=letters.len().min(start + self.longest) {
                piece.push(letters[end - 1]);
                let (index, score) = match self.known.get(&piece) {
                    Some(&known) => known,
                    None if end == start + 1 => (UNKNOWN, self.unlikely),
                    None => continue,
                };
                if so_far + score > best[end].0 {
                    best[end] = (so_far + score, start, index);
                }
            }
        }
        let mut pieces = vec![END];
        let mut end = letters.len();
        while end > 0 {
            let (_, start, index) = best[end];
            pieces.push(index);
            end = start;
        }
        if letters.is_empty() {
            pieces.push(UNKNOWN);
        }
        pieces.push(BEGIN);
        pieces.reverse();
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        Pieces::read("0 <unk>\n0 <s>\n0 </s>\n-3 ▁in\n-4 vo\n-4 ice\n-2 ▁\n-9 ▁invoice\n-5 s\n".as_bytes())
            .unwrap()
    }

    #[test]
    fn the_likeliest_cut_is_taken_and_case_and_spaces_do_not_count() {
        assert_eq!(pieces().split("  Invoices "), [BEGIN, 7, 8, END]);
        assert_eq!(pieces().split("in ice"), [BEGIN, 3, 6, 5, END]);
    }

    #[test]
    fn what_is_not_known_is_said_to_be() {
        assert_eq!(pieces().split("ж"), [BEGIN, 6, UNKNOWN, END]);
        assert_eq!(pieces().split(""), [BEGIN, UNKNOWN, END]);
        assert!(Pieces::read(b"no number\n").is_err_and(|e| e.contains("line 1")));
    }
}
