//! Reading where the screen changed, for the recorder: lines of text, and rows of bullets.

use lea_frame::{Frame, FrameBuf};
use lea_model::{Rect, Size};
use lea_observe::{Reading, TextReader};
use lea_understand::{ModelError, text};
use std::path::Path;

/// How far around what changed a field is looked at, in pixels: all of its bullets, not only the last.
const AROUND: (i32, i32) = (400, 16);
/// Bullets are looked for where what changed is at most so high, in pixels: a few lines.
const HIGHEST: u32 = 160;
/// A word that ends so many pixels beside what changed belongs to it: a new letter changes the edge of its neighbour.
const BESIDE_PX: i32 = 2;

/// A change of at most so many pixels is a letter or two.
const NARROW: u32 = 24;
/// Paper around a lone letter, in pixels.
const MARGIN: u32 = 16;
/// A caret stands within so many pixels of the end of what changed.
const CARET_PX: i32 = 3;
/// Round letters, and so sure a reading must be of them.
const LIKE_A_BULLET: &str = "oO0QDCcGe@•●○°.·*";
/// See [`LIKE_A_BULLET`].
const SURE: f64 = 0.9;

/// Reads with the models that screens are understood with.
pub struct FieldReader {
    reader: text::Reader,
}

impl FieldReader {
    /// Loads the models; one line is read at a time, beside the recording.
    pub fn open(models: &Path) -> Result<Self, ModelError> {
        Ok(Self { reader: text::Reader::open_with(models, 1)? })
    }
}

impl TextReader for FieldReader {
    fn read(&mut self, picture: Frame<'_>, changed: &[Rect], most: usize) -> Reading {
        let mut bullets: Vec<Rect> = changed.iter().flat_map(|b| bullets_near(picture, *b)).collect();
        if most == 0 {
            return Reading { bullets, ..Reading::default() };
        }
        // What cannot be read was not seen: the text stays a secret.
        let lines = self.reader.read_touching(picture, changed, most).unwrap_or_default();
        let (marks, lines): (Vec<_>, Vec<_>) = lines.iter().partition(|line| text::is_bullets(line));
        bullets.extend(marks.iter().map(|line| line.bbox));
        let mut lines: Vec<_> = lines.into_iter().filter_map(|line| changed_words(line, changed)).collect();
        for narrow in changed.iter().filter(|b| b.width() <= NARROW && b.height() <= NARROW * 2) {
            lines.extend(self.lone_letter(picture, *narrow).filter(|lone| !lines.contains(lone)));
        }
        Reading { lines, bullets }
    }
}

impl FieldReader {
    /// What a narrow change says by itself, on clean paper: the border of its field or a caret spoils a lone letter.
    fn lone_letter(&self, picture: Frame<'_>, narrow: Rect) -> Option<(String, Rect)> {
        let narrow = without_caret(picture, narrow.intersection(&picture.bounds())?);
        let letter = picture.crop(narrow)?;
        let (width, height) = (letter.size.width, letter.size.height);
        let size = Size { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
        let corner = letter.as_frame().pixel(0, height as usize - 1);
        let mut paper = FrameBuf::filled(size, corner).ok()?;
        paper.put(MARGIN.cast_signed(), MARGIN.cast_signed(), letter.as_frame());
        let whole = [paper.as_frame().bounds()];
        let line = self.reader.read_touching(paper.as_frame(), &whole, 1).ok()?.into_iter().next()?;
        // A single bullet is read as one of these.
        let is_round = line.text.chars().all(|c| LIKE_A_BULLET.contains(c));
        (!is_round || line.confidence >= SURE).then_some((line.text, narrow))
    }
}

/// A box without the caret at its right end: columns of one colour, which is not the paper's.
fn without_caret(picture: Frame<'_>, narrow: Rect) -> Rect {
    let at = |x: i32, y: i32| picture.pixel(x as usize, y as usize);
    let is_line = |x: i32| (narrow.y1..narrow.y2).all(|y| at(x, y) == at(x, narrow.y1));
    let is_paper = |x: i32| at(x, narrow.y1) == at(narrow.x1, narrow.y2 - 1);
    let mut last = (narrow.x2 - CARET_PX).max(narrow.x1 + 1)..narrow.x2;
    let caret = last.find(|x| is_line(*x) && !is_paper(*x));
    Rect { x2: caret.unwrap_or(narrow.x2), ..narrow }
}

/// The words of a line that changed, and where they are.
fn changed_words(line: &text::Line, changed: &[Rect]) -> Option<(String, Rect)> {
    let is_new =
        |w: &&text::Word| changed.iter().any(|c| c.padded(BESIDE_PX).intersection(&w.bbox).is_some());
    let words: Vec<&text::Word> = line.words.iter().filter(is_new).collect();
    let place = words.iter().map(|w| w.bbox).reduce(|a, b| a.union(&b))?;
    Some((words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" "), place))
}

/// The rows of bullets where the screen changed.
fn bullets_near(picture: Frame<'_>, changed: Rect) -> Vec<Rect> {
    let Rect { x1, y1, x2, y2 } = changed;
    let area = Rect::from([x1 - AROUND.0, y1 - AROUND.1, x2 + AROUND.0, y2 + AROUND.1]);
    let area = area.intersection(&picture.bounds()).filter(|_| changed.height() <= HIGHEST);
    let Some((area, part)) = area.and_then(|area| Some((area, picture.crop(area)?))) else {
        return Vec::new();
    };
    let rows = text::bullets_in(part.as_frame()).into_iter().map(|b| b.moved(area.x1, area.y1));
    rows.filter(|row| row.intersection(&changed.padded(2)).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field with a row of dots, or of dashes.
    fn field(dot: (i32, i32)) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 600, height: 200 }, [250; 3]).unwrap();
        for i in 0..8 {
            let x = 100 + 12 * i;
            frame.fill(Rect::from([x, 90, x + dot.0, 90 + dot.1]), [30; 3]);
        }
        frame
    }

    #[test]
    fn bullets_are_found_where_the_screen_changed_and_nowhere_else() {
        assert!(!bullets_near(field((6, 6)).as_frame(), Rect::from([160, 88, 190, 98])).is_empty());
        assert_eq!(bullets_near(field((6, 2)).as_frame(), Rect::from([160, 88, 190, 98])), [], "dashes");
        assert_eq!(bullets_near(field((6, 6)).as_frame(), Rect::from([300, 150, 340, 170])), [], "elsewhere");
    }

    #[test]
    fn a_caret_is_cut_off_and_a_letter_is_not() {
        let mut frame = FrameBuf::filled(Size { width: 60, height: 40 }, [250; 3]).unwrap();
        frame.fill(Rect::from([20, 14, 28, 22]), [30; 3]);
        let narrow = Rect::from([18, 10, 32, 28]);
        assert_eq!(without_caret(frame.as_frame(), narrow), narrow, "there is none");
        frame.fill(Rect::from([30, 10, 32, 28]), [0; 3]);
        assert_eq!(without_caret(frame.as_frame(), narrow), Rect { x2: 30, ..narrow });
    }

    #[test]
    fn of_a_line_only_what_changed_counts() {
        let word = |text: &str, x: i32| text::Word {
            text: text.into(),
            bbox: Rect::from([x, 10, x + 40, 20]),
            confidence: 1.0,
        };
        let line = text::Line {
            text: "User: jdoe".into(),
            bbox: Rect::from([0, 10, 90, 20]),
            confidence: 1.0,
            words: vec![word("User:", 0), word("jdoe", 50)],
        };
        let changed = [Rect::from([55, 8, 120, 22])];
        assert_eq!(changed_words(&line, &changed), Some(("jdoe".into(), Rect::from([50, 10, 90, 20]))));
        assert_eq!(changed_words(&line, &[]), None);
    }
}
