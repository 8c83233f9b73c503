//! Marks that are no letters: borders of buttons, boxes to tick, frayed ends of underlines.

use super::ink::{Mark, Sheet};
use crate::params::ink::{BORDER_SIDE, BOX_FILL, BOX_SIDES, HOLLOW_SIDE, UNDERLINE_BREAK};
use crate::params::lines::LOWEST_LETTER;
use lea_model::Rect;

/// What a sheet's marks are.
pub(crate) struct Sorted {
    /// Those that may be letters.
    pub(crate) marks: Vec<Mark>,
    /// Those that go around others.
    pub(crate) frames: Vec<Rect>,
}

/// Tells letters from what goes around them and from what stands beside them.
pub(crate) fn sorted(sheet: &Sheet) -> Sorted {
    let mut by_x: Vec<Mark> = sheet.marks.clone();
    by_x.sort_unstable_by_key(|m| m.bbox.x1);
    let mut sorted = Sorted { marks: Vec::with_capacity(by_x.len()), frames: Vec::new() };
    for mark in &sheet.marks {
        if is_hollow(mark) && holds_another(&by_x, mark) {
            sorted.frames.push(mark.bbox);
        } else if !(is_side(sheet, mark) || is_box(sheet, mark) || is_end_of_underline(sheet, mark)) {
            sorted.marks.push(*mark);
        }
    }
    sorted
}

fn holds_another(by_x: &[Mark], m: &Mark) -> bool {
    let from = by_x.partition_point(|o| o.bbox.x1 < m.bbox.x1 + 2);
    let mut within = by_x[from..].iter().take_while(|o| o.bbox.x1 < m.bbox.x2 - 2);
    within.any(|o| {
        o.bbox.x2 <= m.bbox.x2 - 2
            && o.bbox.y1 >= m.bbox.y1 + 2
            && o.bbox.y2 <= m.bbox.y2 - 2
            && o.bbox.height() as i32 >= LOWEST_LETTER
    })
}

fn is_hollow(m: &Mark) -> bool {
    m.bbox.width() >= HOLLOW_SIDE && m.bbox.height() >= HOLLOW_SIDE && u64::from(m.ink) * 2 <= m.bbox.area()
}

/// The sides of a larger button, with inside and outside on either hand.
fn is_side(sheet: &Sheet, m: &Mark) -> bool {
    m.bbox.height() >= BORDER_SIDE && !sheet.is_on_one_paper(m.bbox)
}

fn is_box(sheet: &Sheet, m: &Mark) -> bool {
    let (width, height) = (m.bbox.width(), m.bbox.height());
    BOX_SIDES.contains(&width)
        && width.abs_diff(height) <= 1
        && u64::from(m.ink) * 100 >= m.bbox.area() * BOX_FILL
        && [m.bbox.y1, m.bbox.y1 + 1, m.bbox.y2 - 1].iter().all(|y| {
            // A D is round on one side.
            let (left, right) = sheet.margins(*y, m.bbox);
            left.abs_diff(right) <= 1
        })
}

/// What the smoothing of an underline leaves beside it.
fn is_end_of_underline(sheet: &Sheet, m: &Mark) -> bool {
    let is_at = |u: &Rect| {
        m.bbox.y1 >= u.y1 - 1
            && m.bbox.y2 <= u.y2 + 1
            && m.bbox.x1 <= u.x2 + UNDERLINE_BREAK
            && m.bbox.x2 >= u.x1 - UNDERLINE_BREAK
    };
    (m.bbox.height() as i32) < LOWEST_LETTER && sheet.underlines.iter().any(is_at)
}
