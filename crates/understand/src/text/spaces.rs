//! Where the spaces of a line are, by the gaps in its ink.

use super::ctc::Glyph;
use super::lines::Found;
use super::slots::{Places, Slot};
use super::strip::Strip;
use crate::params::letters::{
    BESIDE_ONE, EVEN_STEPS, GLYPH_SLACK, GRID_LETTERS, GRID_OFF, GRID_PERCENT, NO_SPACE, NO_SPACE_AT_HYPHEN,
    SPACE, SPACE_UNUSUAL, THIN_ONE, THIN_SPACE,
};

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
                    let beside_hyphen = (glyphs[last].character == '-') != (glyph.character == '-')
                        && !is_between_spaces(glyphs, if glyph.character == '-' { i } else { last });
                    gap >= found.capital * if beside_hyphen { NO_SPACE_AT_HYPHEN } else { NO_SPACE }
                }
                Some(gap) => {
                    let is_thin_one = |i: usize| {
                        let width = |(slot, _): (usize, usize)| slots[slot].bbox.width() as f32;
                        glyphs[i].character == '1'
                            && places.among[i].is_some_and(|at| width(at) < found.capital * THIN_ONE)
                    };
                    let has_one = is_thin_one(i) || is_thin_one(last);
                    let more = if has_one { found.capital * BESIDE_ONE } else { 0.0 };
                    let any_one = [i, last].iter().any(|&i| glyphs[i].character == '1');
                    let thin =
                        usual.max(widest_in_number(glyphs, places, slots, i)) + found.capital * THIN_SPACE;
                    let is_thin = is_thousand(glyphs, i)
                        && gap >= thin + if any_one { found.capital * THIN_SPACE } else { 0.0 };
                    is_thin
                        || (!is_typewritten
                            && gap >= (found.capital * SPACE + more).max(usual * SPACE_UNUSUAL))
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

/// A space was read on either side.
fn is_between_spaces(glyphs: &[Glyph], i: usize) -> bool {
    let is_space = |at: Option<usize>| at.and_then(|at| glyphs.get(at)).is_some_and(|g| g.character == ' ');
    is_space(i.checked_sub(1)) && is_space(Some(i + 1))
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
    let slack = (found.capital * GLYPH_SLACK) as i32;
    let (from, to) = (strip.x_of(glyphs[left].at) - slack, strip.x_of(glyphs[right].at) + slack);
    let near: Vec<&Slot> = slots.iter().filter(|s| s.bbox.x2 > from && s.bbox.x1 < to).collect();
    let widest = near.windows(2).map(|w| w[1].bbox.x1 - w[0].bbox.x2).max();
    widest.is_none_or(|gap| gap as f32 >= found.capital * NO_SPACE)
}

/// The last three digits of an amount start here, and a digit comes before.
fn is_thousand(glyphs: &[Glyph], i: usize) -> bool {
    let at = |at: usize| glyphs.get(at).map_or(' ', |g| g.character);
    let is_digit = |i: usize| at(i).is_ascii_digit();
    let before = (0..i).rev().take_while(|i| is_digit(*i)).count();
    let start = i - before;
    let prefix = if start == 0 { ' ' } else { at(start - 1) };
    // Not a year within a date, nor a part of a number plate.
    let is_amount = prefix == ' ' || "+−€$£(".contains(prefix);
    let after = (i..).take_while(|i| is_digit(*i)).count();
    (1..=3).contains(&before) && after == 3 && is_amount && " ,.€%$)".contains(at(i + 3))
}

/// The widest gap between the other digits of a number.
fn widest_in_number(glyphs: &[Glyph], places: &Places, slots: &[Slot], i: usize) -> f32 {
    let is_digit = |i: usize| glyphs.get(i).is_some_and(|g| g.character.is_ascii_digit());
    let start = (0..i).rev().take_while(|i| is_digit(*i)).last().unwrap_or(i);
    let gaps = (start + 1..i + 3).filter(|at| *at != i && is_digit(*at));
    gaps.filter_map(|at| gap(places, slots, at - 1, at)).fold(0.0, f32::max)
}

fn usual_gap(slots: &[Slot]) -> f32 {
    let mut widths: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.x1 - w[0].bbox.x2).collect();
    widths.sort_unstable();
    widths.get(widths.len() / 2).copied().unwrap_or(0).max(1) as f32
}

/// All letters are equally far from the next, or a multiple of it, as those of a typewriter are.
pub(crate) fn is_on_a_grid(slots: &[Slot]) -> bool {
    let mut steps: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.center().x - w[0].bbox.center().x).collect();
    steps.sort_unstable();
    let Some(pitch) = steps.get(steps.len() / 2).map(|s| (*s).max(1) as f32) else { return false };
    let is_even = |step: &&i32| {
        let cells = **step as f32 / pitch;
        (cells - cells.round()).abs() <= GRID_OFF
    };
    steps.len() >= GRID_LETTERS && steps.iter().filter(is_even).count() * 100 >= steps.len() * GRID_PERCENT
}

/// All letters are equally far from the next, as those of a typewriter are.
pub(crate) fn is_typewritten(slots: &[Slot]) -> bool {
    let mut steps: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.center().x - w[0].bbox.center().x).collect();
    steps.sort_unstable();
    let at = |tenths: usize| steps[steps.len() * tenths / 10] as f32;
    steps.len() >= GRID_LETTERS && at(9) - at(1) <= at(5) * EVEN_STEPS
}
