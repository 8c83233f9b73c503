//! Words with boxes of their own: the recogniser says where a space is, the ink says where exactly.

use super::ctc::Glyph;
use super::lines::Found;
use super::recognise::sureness;
use super::strip::Strip;
use super::{Line, Word};
use crate::params::lines::{WORD_APART, WORD_REACH};
use lea_model::Rect;

/// What stands between the links of a row, often without a space that the recogniser would see.
const SEPARATORS: &[char] = &['|', '¦', '·', '•', '›', '»'];

/// The line that these characters make.
pub(crate) fn line(found: &Found, strip: &Strip, glyphs: &[Glyph]) -> Line {
    let x_of = |glyph: &Glyph| strip.x_of(glyph.at);
    let mut words = Vec::new();
    let mut left = found.bbox.x1;
    let reach = (found.capital * WORD_REACH) as i32;
    let pieces = pieces(glyphs, |a, b| x_of(b) - x_of(a) > (found.capital * WORD_APART) as i32);
    for (i, piece) in pieces.iter().enumerate() {
        let right = match (piece.last(), pieces.get(i + 1).and_then(|next| next.first())) {
            (Some(last), Some(first)) => gap(&found.parts, x_of(last), x_of(first)),
            _ => found.bbox.x2,
        };
        // An icon beside a word is no part of it.
        let from = piece.first().map_or(left, |first| left.max(x_of(first) - reach));
        let to = piece.last().map_or(right, |last| right.min(x_of(last) + reach));
        words.push(Word {
            text: piece.iter().map(|g| g.character).collect(),
            bbox: ink(&found.parts, from, to, found.bbox),
            confidence: f64::from(sureness(piece).0),
        });
        left = right;
    }
    Line {
        text: glyphs.iter().map(|g| g.character).collect(),
        bbox: found.bbox,
        confidence: f64::from(sureness(glyphs).0),
        words,
    }
}

/// The characters of each word: between spaces, on either side of what separates links, and where two neighbours are so
/// far apart that something else is between them.
fn pieces(glyphs: &[Glyph], are_apart: impl Fn(&Glyph, &Glyph) -> bool) -> Vec<&[Glyph]> {
    let is_letter =
        |g: Option<&Glyph>| g.is_some_and(|g| g.character.is_alphanumeric() || g.character == '.');
    let mut pieces = Vec::new();
    for word in glyphs.split(|g| g.character == ' ') {
        let is_separator = |i: usize| {
            SEPARATORS.contains(&word[i].character)
                && is_letter(i.checked_sub(1).and_then(|i| word.get(i)))
                && is_letter(word.get(i + 1))
        };
        let mut start = 0;
        for i in 1..word.len() {
            if is_separator(i) || is_separator(i - 1) || are_apart(&word[i - 1], &word[i]) {
                pieces.push(&word[start..i]);
                start = i;
            }
        }
        pieces.push(&word[start..]);
    }
    pieces.retain(|p| !p.is_empty());
    pieces
}

/// Where between two characters the widest gap in the ink is.
fn gap(parts: &[Rect], from: i32, to: i32) -> i32 {
    let mut best = (0, i32::midpoint(from, to));
    let mut end = from;
    for part in parts.iter().filter(|p| p.x2 > from && p.x1 <= to) {
        if part.x1 - end > best.0 {
            best = (part.x1 - end, i32::midpoint(part.x1, end));
        }
        end = end.max(part.x2);
    }
    if to - end > best.0 { i32::midpoint(to, end) } else { best.1 }
}

/// The box around the ink whose middle lies within `left..right`.
fn ink(parts: &[Rect], left: i32, right: i32, line: Rect) -> Rect {
    let mine = parts.iter().filter(|p| (left..right.max(left + 1)).contains(&p.center().x));
    let bbox = mine.fold(Rect::default(), |all, part| all.union(part));
    // Letters that touch across a space are one mark: then the columns have to do.
    if bbox.is_empty() { Rect { x1: left, x2: right.max(left + 1), ..line } } else { bbox }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn words_are_split_where_the_ink_has_its_gap() {
        let parts: Vec<Rect> = [10, 18, 26, 44, 52].iter().map(|x| Rect::from([*x, 20, x + 6, 30])).collect();
        let found = Found {
            bbox: Rect::from([10, 20, 58, 30]),
            baseline: 30,
            capital: 10.0,
            parts,
            ..Found::default()
        };
        let picture = FrameBuf::filled(Size { width: 48, height: 24 }, [255; 3]).unwrap();
        let strip = Strip { picture, left: 10, top: 0, columns: 96 };
        let glyph = |character, column: u8| Glyph {
            character,
            at: (f32::from(column) + 0.5) / 12.0,
            probability: 0.9,
        };
        let glyphs =
            [glyph('a', 0), glyph('b', 2), glyph('c', 4), glyph(' ', 6), glyph('d', 9), glyph('e', 11)];
        let line = line(&found, &strip, &glyphs);
        assert_eq!(line.text, "abc de");
        let words: Vec<(&str, Rect)> = line.words.iter().map(|w| (w.text.as_str(), w.bbox)).collect();
        assert_eq!(words, [("abc", Rect::from([10, 20, 32, 30])), ("de", Rect::from([44, 20, 58, 30]))]);
    }

    #[test]
    fn links_in_a_row_and_what_has_an_icon_between_are_words_of_their_own() {
        let glyphs = |text: &str| -> Vec<Glyph> {
            let all = text.chars().enumerate();
            all.map(|(i, character)| Glyph { character, at: i as f32, probability: 0.9 }).collect()
        };
        let split = |text: &str, apart: Option<usize>| -> Vec<String> {
            let glyphs = glyphs(text);
            let pieces = pieces(&glyphs, |a, _| Some(a.at as usize) == apart);
            pieces.iter().map(|p| p.iter().map(|g| g.character).collect()).collect()
        };
        assert_eq!(split("U.S.|World Tech·Ads", None), ["U.S.", "|", "World", "Tech", "·", "Ads"]);
        assert_eq!(split("•••• a|", None), ["••••", "a|"], "bullets of a password are one word");
        assert_eq!(split("12:54user", Some(4)), ["12:54", "user"]);
    }
}
