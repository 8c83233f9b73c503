//! Whether a reading is text at all. Icons are found as lines too, and a recogniser reads something into everything.

use super::ctc::Glyph;
use super::recognise::sureness;
use super::slots::Slot;
use crate::params::reading::{ARROW, LEAST_SURE, LEAST_SURE_ALONE};

/// What the recognisers read into icons; it does not label anything.
const PICTURES: &str = "□■△▲▽▼◇◆○●◎☆★▶◀";

/// The arrow of a list that drops down is read as one of these, and this much wider than high: a V is at most 1.15.
const LIKE_ARROWS: &str = "VvY√^~";

/// A single letter, which both recognisers should read alike.
pub(crate) fn is_alone(glyphs: &[Glyph], slots: &[Slot]) -> bool {
    let is_narrow = |slot: &Slot| slot.bbox.width() * 2 <= slot.bbox.height() * 3;
    glyphs.len() <= 1 || (slots.len() <= 1 && slots.iter().all(is_narrow))
}

/// The reading is text.
pub(crate) fn is_text(glyphs: &[Glyph], slots: &[Slot]) -> bool {
    let least = if is_alone(glyphs, slots) { LEAST_SURE_ALONE } else { LEAST_SURE };
    let is_picture = glyphs.iter().all(|g| g.character == ' ' || PICTURES.contains(g.character));
    sureness(glyphs).0 >= least && !is_picture && !is_arrow(glyphs, slots)
}

fn is_arrow(glyphs: &[Glyph], slots: &[Slot]) -> bool {
    let ([glyph], [slot]) = (glyphs, slots) else { return false };
    LIKE_ARROWS.contains(glyph.character) && slot.bbox.width() as f32 >= slot.bbox.height() as f32 * ARROW
}

/// Two readings say the same, but for what only size tells.
pub(crate) fn agree(a: &[Glyph], b: &[Glyph]) -> bool {
    let same = |(a, b): (&Glyph, &Glyph)| shape(a.character) == shape(b.character);
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Characters that differ in size alone, as one.
fn shape(c: char) -> char {
    match c {
        '0' | 'o' | 'O' | '°' => 'o',
        '1' | 'l' | 'I' | '|' => 'l',
        '-' | '–' | '—' | '−' => '-',
        '×' | 'x' | 'X' => 'x',
        '•' | '·' | '.' => '.',
        c => c.to_lowercase().next().unwrap_or(c),
    }
}
