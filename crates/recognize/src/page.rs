//! The text of a screen, as it is searched.

use crate::label::{normal, ratio_from};
use crate::params::candidates::{EXTRA_WORDS, LEAST_WORD_CONFIDENCE};
use lea_model::{Rect, ScreenState, Size, in_reading_order};

/// A word.
#[derive(Clone, Debug)]
pub struct Word {
    /// What it says.
    pub text: String,
    /// Where.
    pub bbox: Rect,
    /// Where it begins in its line's `normal`, and where it ends.
    bytes: (usize, usize),
    /// Which characters it has.
    letters: u64,
}

/// A line of words.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its words, from left to right.
    pub words: Vec<Word>,
    /// All of them together, normalised.
    pub normal: String,
}

/// Neighbouring words of one line that resemble a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// Which line.
    pub line: usize,
    /// The first word, and the one after the last.
    pub words: (usize, usize),
    /// Where.
    pub bbox: Rect,
    /// How alike, within 0..1.
    pub ratio: f64,
}

/// All lines of a screen.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The lines, in the order of the state.
    pub lines: Vec<Line>,
    /// The screen.
    pub size: Size,
}

impl Line {
    fn of(words: impl Iterator<Item = (String, Rect)>) -> Self {
        let mut line = Self { words: Vec::new(), normal: String::new() };
        for (text, bbox) in words {
            let plain = normal(&text);
            let from = line.normal.len();
            line.normal.push_str(&plain);
            line.words.push(Word { text, bbox, bytes: (from, line.normal.len()), letters: letters(&plain) });
        }
        line
    }

    /// What neighbouring words say, normalised.
    pub fn says(&self, first: usize, end: usize) -> &str {
        match (self.words.get(first), self.words.get(end.wrapping_sub(1))) {
            (Some(a), Some(b)) if a.bytes.0 <= b.bytes.1 => &self.normal[a.bytes.0..b.bytes.1],
            _ => "",
        }
    }

    /// The box around neighbouring words.
    pub fn around(&self, first: usize, end: usize) -> Rect {
        let words = &self.words[first..end];
        words[1..].iter().fold(words[0].bbox, |b, w| b.union(&w.bbox))
    }
}

/// The characters of a text as a set, folded into 64 bits.
fn letters(text: &str) -> u64 {
    text.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}

impl Page {
    /// The text of a state. `size` is the screen's.
    pub fn of(state: &ScreenState, size: Size) -> Self {
        let mut lines = Vec::new();
        for text in &state.perception.detected_text {
            let Some(bbox) = text.bbox else { continue };
            let is_sure = |c: Option<f64>| c.is_none_or(|c| c >= LEAST_WORD_CONFIDENCE);
            let line = if text.words.is_empty() {
                Line::of(is_sure(text.confidence).then(|| (text.text.clone(), bbox)).into_iter())
            } else {
                let sure = text.words.iter().filter(|w| is_sure(w.confidence));
                Line::of(sure.map(|w| (w.text.clone(), w.bbox)))
            };
            if !line.words.is_empty() {
                lines.push(line);
            }
        }
        Self { lines, size }
    }

    /// A word lies in the box.
    pub fn has_word_in(&self, bbox: Rect) -> bool {
        self.within(bbox).next().is_some()
    }

    /// What the words in the box say.
    pub fn words_in(&self, bbox: Rect) -> String {
        let words = in_reading_order(self.within(bbox).collect(), |w: &&Word| w.bbox);
        words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn within(&self, bbox: Rect) -> impl Iterator<Item = &Word> {
        let words = self.lines.iter().flat_map(|l| &l.words);
        words.filter(move |w| bbox.contains(w.bbox.center()) && !normal(&w.text).is_empty())
    }

    /// Where neighbouring words say something like `wanted` (normalised, of `count` words), best first, at most `most`.
    pub fn spans(&self, wanted: &str, count: usize, least: f64, most: usize) -> Vec<Span> {
        let mut found: Vec<Span> = Vec::new();
        if wanted.is_empty() {
            return found;
        }
        let set = letters(wanted);
        for (index, line) in self.lines.iter().enumerate() {
            let mut best: Option<Span> = None;
            for first in 0..line.words.len() {
                let mut have = 0;
                for end in first + 1..=line.words.len().min(first + count + EXTRA_WORDS) {
                    have |= line.words[end - 1].letters;
                    let said = line.says(first, end);
                    // Each letter that only one of them has costs at least one edit.
                    let edits = (set & !have).count_ones().max((have & !set).count_ones());
                    let longest = wanted.len().max(said.len());
                    if f64::from(edits) > (1.0 - least) * longest as f64 {
                        continue;
                    }
                    let ratio = ratio_from(wanted, said, least);
                    if ratio == 0.0 {
                        continue;
                    }
                    let span =
                        Span { line: index, words: (first, end), bbox: line.around(first, end), ratio };
                    match &best {
                        // Of two that share a word the better stays.
                        Some(b) if b.words.1 > first => {
                            if ratio > b.ratio {
                                best = Some(span);
                            }
                        }
                        _ => found.extend(best.replace(span)),
                    }
                }
            }
            found.extend(best);
        }
        found.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        found.truncate(most);
        found
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use lea_model::{DetectedText, DetectedWord};

    /// A state with one line per entry; words are 8 pixels a letter, 16 high.
    pub(crate) fn state(lines: &[(&str, i32, i32)]) -> ScreenState {
        let mut state = ScreenState::default();
        for &(text, x, y) in lines {
            let mut at = x;
            let words: Vec<DetectedWord> = text
                .split(' ')
                .map(|word| {
                    let width = 8 * word.chars().count() as i32;
                    let bbox = Rect::from([at, y, at + width, y + 16]);
                    at += width + 8;
                    DetectedWord { text: word.into(), bbox, ..DetectedWord::default() }
                })
                .collect();
            let bbox = Some(Rect::from([x, y, at - 8, y + 16]));
            state.perception.detected_text.push(DetectedText {
                text: text.into(),
                bbox,
                words,
                ..DetectedText::default()
            });
        }
        state
    }

    #[test]
    fn words_inside_a_longer_line_are_found_with_their_box() {
        let state = state(&[("About Help Center Blog Status", 10, 100), ("Blogs", 10, 300)]);
        let page = Page::of(&state, Size { width: 800, height: 600 });
        let found = page.spans(&normal("Help center"), 2, 0.8, 5);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].bbox, found[0].ratio), (Rect::from([58, 100, 146, 116]), 1.0));
        let blogs: Vec<f64> = page.spans("blog", 1, 0.7, 5).iter().map(|s| s.ratio).collect();
        assert_eq!(blogs, [1.0, 0.8]);
    }

    #[test]
    fn a_word_that_was_read_as_two_is_found() {
        let state = state(&[("Vali der la facture", 0, 0)]);
        let page = Page::of(&state, Size { width: 800, height: 600 });
        assert_eq!(page.spans("valider", 1, 0.9, 5)[0].words, (0, 2));
        assert!(page.spans("", 0, 0.9, 5).is_empty());
    }
}
