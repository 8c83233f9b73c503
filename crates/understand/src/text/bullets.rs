//! What is read without a recogniser. Passwords: rows of equal round blobs instead of letters; and bars on keys.

use super::ink::Sheet;
use super::lines::{Found, find_lines};
use super::strip::{self, Strip};
use super::{Line, Word};
use lea_frame::Frame;
use lea_model::Rect;

/// What a password is shown as.
const BULLET: char = '•';

/// What other toolkits show, as it is read.
const LIKE_BULLETS: &str = "•●∙·*";

/// Fewer than this may be anything.
const LEAST: usize = 3;

/// The widest bullet, in pixels: that of a large font at 200 %. Wider ones are icons in a row.
const WIDEST: u32 = 24;

/// The line shows a password: bullets, and nothing else.
pub fn is_bullets(line: &Line) -> bool {
    line.text.chars().count() >= LEAST && line.text.chars().all(|c| c == BULLET)
}

/// Part of the line may be a password: what it says is not to be remembered.
pub(crate) fn has_bullets(line: &Line) -> bool {
    let is_row =
        |w: &Word| w.text.chars().count() >= LEAST && w.text.chars().all(|c| LIKE_BULLETS.contains(c));
    line.words.iter().any(is_row)
}

/// Where a picture shows passwords, told from its pixels alone: no model is needed.
pub fn bullets_in(frame: Frame<'_>) -> Vec<Rect> {
    let found = find_lines(&Sheet::of(frame));
    let shown = found.iter().filter(|f| strip::cut(frame, f).is_some_and(|s| bullets(f, &s).is_some()));
    shown.map(|f| f.bbox).collect()
}

/// Carets are at most so wide, in pixels.
const CARET: u32 = 3;

/// Equal marks, as wide as high, at equal distances; where a field scrolls, the mark at its edge is cut, and a caret may stand
/// at either end.
pub(crate) fn is_row_of_dots(parts: &[Rect]) -> bool {
    is_even_row(dots(parts))
}

/// The parts without what is cut at the ends, and without a caret.
fn dots(mut parts: &[Rect]) -> &[Rect] {
    let Some(usual) = parts.get(parts.len() / 2).copied() else { return parts };
    let is_cut = |p: &Rect| p.width() < usual.width() && p.height() <= usual.height() + 1;
    let is_off = |p: &Rect| (is_cut(p) && p.width() + 1 < usual.width()) || p.width() <= CARET;
    for _ in 0..2 {
        if let Some((_, rest)) = parts.split_first().filter(|(first, _)| is_off(first)) {
            parts = rest;
        }
        if let Some((_, rest)) = parts.split_last().filter(|(last, _)| is_off(last)) {
            parts = rest;
        }
    }
    parts
}

fn is_even_row(parts: &[Rect]) -> bool {
    let Some(first) = parts.first().filter(|_| parts.len() >= LEAST) else { return false };
    let step = parts[1].x1 - first.x1;
    let is_alike = |p: &Rect| {
        p.width().abs_diff(first.width()) <= 1
            && p.height().abs_diff(first.height()) <= 1
            && (p.y1 - first.y1).abs() <= 1
            && p.width().abs_diff(p.height()) <= 1
    };
    // Letters of a row may be a pixel off their place, more than that no two neighbours are.
    let is_even = |pair: &[Rect]| (pair[1].x1 - pair[0].x1 - step).abs() <= 1;
    let is_near = step > first.width() as i32 && step <= first.width() as i32 * 3;
    parts.iter().all(is_alike)
        && parts.windows(2).all(is_even)
        && is_near
        && (3..=WIDEST).contains(&first.width())
}

/// The line as bullets, if that is what it is. Rings are letters: the middle of a bullet is ink.
pub(crate) fn bullets(found: &Found, strip: &Strip) -> Option<Line> {
    if !is_row_of_dots(&found.parts) {
        return None;
    }
    let frame = strip.picture.as_frame();
    let paper = frame.pixel(0, 0);
    let is_solid = |part: &Rect| {
        let middle = part.center();
        let (x, y) = (usize::try_from(middle.x - strip.left), usize::try_from(middle.y - strip.top));
        let (Ok(x), Ok(y)) = (x, y) else { return false };
        x < frame.size.width as usize
            && y < frame.size.height as usize
            && frame.pixel(x, y).iter().zip(paper).any(|(a, b)| a.abs_diff(b) > SOLID)
    };
    let dots = dots(&found.parts);
    dots.iter().all(is_solid).then(|| line(dots.len(), found.bbox, 1.0))
}

/// The middle of a bullet differs from its paper by more than this, in levels.
const SOLID: u8 = 40;

/// The line with what was read as other bullets made into these.
pub(crate) fn plain(read: Line) -> Line {
    let count = read.text.chars().filter(|c| *c != ' ').count();
    let is_password = count >= LEAST && read.text.chars().all(|c| c == ' ' || LIKE_BULLETS.contains(c));
    if is_password { line(count, read.bbox, read.confidence) } else { read }
}

/// A minus or an equals sign that stands by itself, on a key: bars are too plain for the recognisers to tell.
pub(crate) fn bars(found: &Found) -> Option<Line> {
    let is_flat = |p: &Rect| p.height() <= 4 && p.width() >= p.height() * 3 && p.width() <= 24;
    let text = match found.parts[..] {
        [bar] if is_flat(&bar) => "-",
        [a, b] if is_flat(&a) && is_flat(&b) && (a.x1 - b.x1).abs() <= 1 && (a.x2 - b.x2).abs() <= 1 => "=",
        _ => return None,
    };
    let word = Word { text: text.into(), bbox: found.bbox, confidence: BAR };
    Some(Line { text: text.into(), bbox: found.bbox, confidence: BAR, words: vec![word] })
}

/// How sure that is: a bar may as well be part of a picture.
const BAR: f64 = 0.7;

fn line(count: usize, bbox: Rect, confidence: f64) -> Line {
    let text: String = std::iter::repeat_n(BULLET, count).collect();
    Line { words: vec![Word { text: text.clone(), bbox, confidence }], text, bbox, confidence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    fn row(width: i32, step: i32, middle: [u8; 3]) -> Option<Line> {
        let mut frame = FrameBuf::filled(Size { width: 120, height: 40 }, [255; 3]).unwrap();
        let parts: Vec<Rect> =
            (0..6).map(|i| Rect::from([10 + i * step, 15, 10 + i * step + width, 15 + 5])).collect();
        for part in &parts {
            frame.fill(*part, [0; 3]);
            frame.fill(Rect::from([part.x1 + 1, 16, part.x2 - 1, 19]), middle);
        }
        let bbox = parts.iter().fold(Rect::default(), |all, p| all.union(p));
        let found = Found { bbox, baseline: 20, capital: 5.0, parts, ..Found::default() };
        bullets(&found, &crate::text::strip::cut(frame.as_frame(), &found).unwrap())
    }

    #[test]
    fn equal_blobs_at_equal_distances_are_a_password_and_letters_are_not() {
        let line = row(5, 7, [0; 3]).unwrap();
        assert_eq!(line.text, "••••••");
        assert!(is_bullets(&line));
        assert_eq!(row(5, 7, [255; 3]), None, "a row of o");
        assert_eq!(row(3, 7, [0; 3]), None, "a row of l");
        assert_eq!(row(5, 30, [0; 3]), None, "far apart");
    }

    #[test]
    fn a_field_that_scrolls_cuts_a_bullet_and_shows_a_caret() {
        let mut parts: Vec<Rect> = (0..6).map(|i| Rect::from([20 + 12 * i, 15, 30 + 12 * i, 25])).collect();
        parts.insert(0, Rect::from([13, 15, 18, 25]));
        parts.push(Rect::from([93, 12, 94, 30]));
        assert!(is_row_of_dots(&parts));
        assert_eq!(dots(&parts).len(), 6);
        assert!(!is_row_of_dots(&[
            parts[7],
            parts[7].moved(7, 0),
            parts[7].moved(14, 0),
            parts[7].moved(21, 0)
        ]));
    }

    #[test]
    fn stars_are_bullets_as_well() {
        let read = |text: &str| Line { text: text.into(), ..line(1, Rect::default(), 0.9) };
        assert!(is_bullets(&plain(read("*****"))));
        assert!(is_bullets(&plain(read("● ● ●●"))));
        assert!(!is_bullets(&plain(read("**"))));
        assert!(!is_bullets(&plain(read("• Item"))));
    }
}
