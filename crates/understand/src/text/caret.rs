//! The caret behind, or before, what is being typed is no letter: a bar of one colour that reaches above and below the letters beside it.
//! Where it does not blink, or was caught while it shows, it would be read as an l, or make a d of the o it touches.

use super::ink::Sheet;
use super::lines::Found;
use crate::params::ink::{CARET_BELOW, CARET_WIDEST};
use lea_model::Rect;

/// The line without a caret at its ends; where it stood is erased.
pub(crate) fn without_caret(sheet: &Sheet, line: Found) -> Found {
    let bars = sheet.bars.iter().copied().chain(last_columns(sheet, line.bbox));
    let Some(caret) = bars.into_iter().find(|bar| is_caret(sheet, &line, *bar)) else {
        return line;
    };
    let parts: Vec<Rect> = line.parts.iter().filter_map(|part| rest(sheet, *part, caret)).collect();
    if parts.is_empty() {
        return line;
    }
    Found { erased: vec![caret], ..Found::of(parts) }
}

/// The columns at the right end that are all ink: a caret of the letters' own colour is one with the letter it touches.
fn last_columns(sheet: &Sheet, bbox: Rect) -> Option<Rect> {
    let is_full = |x: &i32| (bbox.y1..bbox.y2).all(|y| sheet.is_ink(*x, y));
    let width = (bbox.x1..bbox.x2).rev().take_while(is_full).count() as i32;
    (1..=CARET_WIDEST).contains(&width).then(|| Rect { x1: bbox.x2 - width, ..bbox })
}

fn is_caret(sheet: &Sheet, line: &Found, bar: Rect) -> bool {
    let at_end = (bar.x2 - line.bbox.x2).abs() <= 1 || (bar.x1 - line.bbox.x1).abs() <= 1;
    if !at_end || line.bbox.padded(1).intersection(&bar) != Some(bar) {
        return false;
    }
    let mut others: Vec<Rect> =
        line.parts.iter().copied().filter(|p| p.x2 <= bar.x1 || p.x1 >= bar.x2).collect();
    if others.is_empty() {
        // What touches it is all there is, such as two digits that touch each other too. A single letter has a stem of its own.
        others.extend(line.parts.iter().filter_map(|part| rest(sheet, *part, bar)));
        others.retain(|p| p.width() > p.height());
    }
    let (Some(top), Some(bottom)) = (others.iter().map(|p| p.y1).min(), others.iter().map(|p| p.y2).max())
    else {
        return false;
    };
    let baseline = Found::of(others).baseline;
    let is_longer = bar.y1 <= top && bar.y2 >= bottom && (bar.y1 < top || bar.y2 > bottom);
    let free = |y: i32| !sheet.is_ink(bar.x1 - 1, y) && !sheet.is_ink(bar.x2, y);
    is_longer
        && bar.y2 >= baseline + CARET_BELOW
        && [bar.y1, bar.y1 + 1, bar.y2 - 2, bar.y2 - 1].into_iter().all(free)
}

/// What is left of a mark without the caret that touches it.
fn rest(sheet: &Sheet, part: Rect, caret: Rect) -> Option<Rect> {
    if part.x2 <= caret.x1 || part.x1 >= caret.x2 {
        return Some(part);
    }
    let columns =
        if caret.x1 - part.x1 >= part.x2 - caret.x2 { part.x1..caret.x1 } else { caret.x2..part.x2 };
    let has_ink = |y: &i32| columns.clone().any(|x| sheet.is_ink(x, *y));
    let (first, last) = ((part.y1..part.y2).find(has_ink)?, (part.y1..part.y2).rev().find(has_ink)?);
    Some(Rect { x1: columns.start, y1: first, x2: columns.end, y2: last + 1 })
}

#[cfg(test)]
mod tests {
    use super::super::lines::find_lines;
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    /// Three letters on a baseline at 50, and a bar behind them.
    fn line(bar: [i32; 4]) -> Found {
        let mut frame = FrameBuf::filled(Size { width: 300, height: 100 }, [255; 3]).unwrap();
        for x in [20, 30, 40] {
            frame.fill(Rect::from([x, 40, x + 6, 50]), [60; 3]);
            // A faint edge.
            frame.fill(Rect::from([x + 6, 42, x + 7, 48]), [150; 3]);
        }
        frame.fill(Rect::from(bar), [30; 3]);
        find_lines(&Sheet::of(frame.as_frame())).remove(0)
    }

    #[test]
    fn a_caret_that_touches_the_last_letter_is_no_part_of_it() {
        let found = line([47, 35, 48, 54]);
        assert_eq!(found.bbox, Rect::from([20, 40, 47, 50]));
        assert_eq!((found.baseline, found.capital), (50, 10.0));
        assert_eq!(found.erased, [Rect::from([47, 35, 48, 54])]);
    }

    #[test]
    fn a_caret_that_stands_apart_is_no_letter() {
        assert_eq!(line([49, 37, 51, 54]).parts.len(), 3);
        assert_eq!(line([16, 37, 17, 54]).parts.len(), 3, "before the text");
    }

    #[test]
    fn a_caret_that_touches_all_there_is_is_no_part_of_it() {
        let page = |width: i32| {
            let mut frame = FrameBuf::filled(Size { width: 300, height: 100 }, [255; 3]).unwrap();
            frame.fill(Rect::from([20, 44, 20 + width, 47]), [60; 3]);
            frame.fill(Rect::from([24, 40, 28, 50]), [60; 3]);
            frame.fill(Rect::from([20 + width, 35, 21 + width, 54]), [60; 3]);
            find_lines(&Sheet::of(frame.as_frame())).remove(0)
        };
        assert_eq!(page(16).bbox, Rect::from([20, 40, 36, 50]));
        assert_eq!(page(9).bbox, Rect::from([20, 35, 30, 54]), "a letter with a stem");
    }

    #[test]
    fn an_l_at_the_end_is_a_letter() {
        let found = line([49, 37, 51, 50]);
        assert_eq!((found.parts.len(), found.erased.len()), (4, 0));
    }
}
