//! What a recogniser says, as characters: greedy CTC decoding (Graves et al. 2006).

use crate::infer::{ModelError, present};
use std::path::Path;

/// The characters a recogniser knows, by class; class 0 is the blank between two characters.
pub(crate) struct Alphabet(Vec<char>);

impl Alphabet {
    /// Reads a file of one character a line.
    pub(crate) fn open(folder: &Path, name: &str) -> Result<Self, ModelError> {
        let path = present(folder, name)?;
        let text = std::fs::read_to_string(&path)
            .map_err(|e| ModelError::Unusable { path: path.clone(), why: e.to_string() })?;
        let characters: Option<Vec<char>> = text.lines().map(|line| line.chars().next()).collect();
        match characters {
            Some(characters) if !characters.is_empty() => Ok(Self(characters)),
            _ => Err(ModelError::Unusable { path, why: "it must have one character a line".into() }),
        }
    }
}

/// A character that was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Glyph {
    pub(crate) character: char,
    /// Where the output was surest of it, from 0 at the left end of the strip to 1 at the right.
    pub(crate) at: f32,
    /// How sure, within 0..1.
    pub(crate) probability: f32,
}

/// The characters in `output`, rows of one probability per class.
pub(crate) fn decode(output: &[f32], classes: usize, alphabet: &Alphabet) -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut last = 0;
    let columns = (output.len() / classes.max(1)) as f32;
    for (column, row) in output.chunks_exact(classes.max(1)).enumerate() {
        let (class, probability) = row
            .iter()
            .copied()
            .enumerate()
            .fold((0, 0.0), |best, next| if next.1 > best.1 { next } else { best });
        let at = (column as f32 + 0.5) / columns;
        let repeated = class == last;
        last = class;
        let Some(&character) = class.checked_sub(1).and_then(|i| alphabet.0.get(i)) else { continue };
        match glyphs.last_mut() {
            Some(glyph) if repeated => {
                if probability > glyph.probability {
                    *glyph = Glyph { at, probability, ..*glyph };
                }
            }
            _ => glyphs.push(Glyph { character, at, probability }),
        }
    }
    trim(glyphs)
}

/// Without spaces at either end, and never two in a row.
fn trim(mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    glyphs.dedup_by(|b, a| a.character == ' ' && b.character == ' ');
    while glyphs.last().is_some_and(|g| g.character == ' ') {
        glyphs.pop();
    }
    if glyphs.first().is_some_and(|g| g.character == ' ') {
        glyphs.remove(0);
    }
    glyphs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One row per character: `_` is the blank.
    fn rows(classes: &str, alphabet: &Alphabet) -> Vec<f32> {
        let class = |c| alphabet.0.iter().position(|a| *a == c).map_or(0, |i| i + 1);
        classes
            .chars()
            .flat_map(|c| (0..=alphabet.0.len()).map(move |i| if i == class(c) { 0.9 } else { 0.01 }))
            .collect()
    }

    fn read(classes: &str) -> String {
        let alphabet = Alphabet("abc ".chars().collect());
        decode(&rows(classes, &alphabet), 5, &alphabet).iter().map(|g| g.character).collect()
    }

    #[test]
    fn repeats_are_one_character_unless_a_blank_stands_between() {
        assert_eq!(read("aa_ab__b"), "aabb");
        assert_eq!(read("____"), "");
        assert_eq!(read(""), "");
    }

    #[test]
    fn spaces_are_kept_once_and_only_inside() {
        assert_eq!(read("_ _ a_ _ b_ _"), "a b");
    }

    #[test]
    fn a_glyph_knows_where_it_was_surest() {
        let alphabet = Alphabet(vec!['a']);
        let glyphs = decode(&[0.9, 0.1, 0.4, 0.6, 0.1, 0.9, 0.8, 0.2], 2, &alphabet);
        assert_eq!(glyphs, [Glyph { character: 'a', at: 0.625, probability: 0.9 }]);
    }
}
