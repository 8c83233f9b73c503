//! Where the spaces of a line are, by the gaps in its ink.

use super::ctc::Glyph;
use super::lines::Found;
use super::slots::{Places, Slot};
use super::strip::Strip;

/// Letters closer than this have no space between them, in capitals …
const NO_SPACE: f32 = 0.2;
/// … beside a hyphen, which typewriters put far from its neighbours, than this, …
const NO_SPACE_AT_HYPHEN: f32 = 0.5;
/// … and those further apart than this have one, where it is also this many times the usual gap of the line.
const SPACE: f32 = 0.36;
const UNUSUAL: f32 = 2.2;

/// A 1 stands in the middle of a digit's width: that much more on its sides is no space, in capitals.
const BESIDE_ONE: f32 = 0.14;

/// A space before three digits may be a thin one: that much more than the usual gap, in capitals.
const THIN: f32 = 0.17;

/// The reading with spaces where there is room for them, and nowhere else.
pub(crate) fn corrected(
    glyphs: &[Glyph],
    places: &Places,
    found: &Found,
    strip: &Strip,
    slots: &[Slot],
) -> Vec<Glyph> {
    let is_typewritten = is_typewritten(slots);
    let usual = usual_gap(slots);
    let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    let mut last: Option<usize> = None;
    for (i, glyph) in glyphs.iter().enumerate().filter(|(_, g)| g.character != ' ') {
        if let Some(last) = last {
            let is_read = i > last + 1;
            let is_space = match gap(places, slots, last, i) {
                None => is_read && has_room(glyphs, (last, i), found, strip, slots),
                Some(gap) if is_read => {
                    let beside_hyphen = (glyphs[last].character == '-') != (glyph.character == '-');
                    gap >= found.capital * if beside_hyphen { NO_SPACE_AT_HYPHEN } else { NO_SPACE }
                }
                Some(gap) => {
                    let has_one = glyph.character == '1' || glyphs[last].character == '1';
                    let more = if has_one { found.capital * BESIDE_ONE } else { 0.0 };
                    let is_thin = is_thousand(glyphs, i) && gap >= usual + found.capital * THIN + more;
                    is_thin || (!is_typewritten && gap >= (found.capital * SPACE + more).max(usual * UNUSUAL))
                }
            };
            if is_space {
                out.push(Glyph { character: ' ', ..*glyph });
            }
        }
        out.push(*glyph);
        last = Some(i);
    }
    out
}

/// The room between two characters; none where they touch or their places are not known.
fn gap(places: &Places, slots: &[Slot], left: usize, right: usize) -> Option<f32> {
    let ((_, left), (right, _)) = (places.among[left]?, places.among[right]?);
    (left + 1 == right).then(|| (slots[right].bbox.x1 - slots[left].bbox.x2) as f32)
}

/// Somewhere near the two there is a gap wide enough for a space.
fn has_room(
    glyphs: &[Glyph],
    (left, right): (usize, usize),
    found: &Found,
    strip: &Strip,
    slots: &[Slot],
) -> bool {
    // A character may be surest a little beside its letter.
    let slack = (found.capital * 0.6) as i32;
    let (from, to) = (strip.x_of(glyphs[left].at) - slack, strip.x_of(glyphs[right].at) + slack);
    let near: Vec<&Slot> = slots.iter().filter(|s| s.bbox.x2 > from && s.bbox.x1 < to).collect();
    let widest = near.windows(2).map(|w| w[1].bbox.x1 - w[0].bbox.x2).max();
    widest.is_none_or(|gap| gap as f32 >= found.capital * NO_SPACE)
}

/// The last three digits of a number, or three between two spaces of it, start here, and a digit comes before.
fn is_thousand(glyphs: &[Glyph], i: usize) -> bool {
    let is_digit = |at: usize| glyphs.get(at).is_some_and(|g| g.character.is_ascii_digit());
    let before = i.checked_sub(1).is_some_and(is_digit);
    // Longer numbers have their next space after six.
    let count = (i..).take_while(|at| is_digit(*at)).count();
    before && matches!(count, 3 | 6)
}

fn usual_gap(slots: &[Slot]) -> f32 {
    let mut widths: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.x1 - w[0].bbox.x2).collect();
    widths.sort_unstable();
    widths.get(widths.len() / 2).copied().unwrap_or(0).max(1) as f32
}

/// All letters are equally far from the next, as those of a typewriter are.
pub(crate) fn is_typewritten(slots: &[Slot]) -> bool {
    let mut steps: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.center().x - w[0].bbox.center().x).collect();
    steps.sort_unstable();
    let at = |tenths: usize| steps[steps.len() * tenths / 10] as f32;
    steps.len() >= 4 && at(9) - at(1) <= at(5) * 0.2
}
