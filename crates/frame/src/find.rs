//! Finding a piece of a picture again, pixel for pixel.

use crate::frame::{Frame, PIXEL};
use lea_model::{Point, Rect};
use std::collections::HashMap;

/// More places than this are not listed: a piece that is everywhere says nothing.
const MOST_FOUND: usize = 64;

/// Every place within `within` where `frame` shows exactly the colours of `piece`, by the piece's upper left corner.
pub fn find_exact(frame: Frame<'_>, within: Rect, piece: Frame<'_>) -> Vec<Point> {
    let Some(area) = within.intersection(&frame.bounds()) else { return Vec::new() };
    let (width, height) = (piece.size.width as usize, piece.size.height as usize);
    if area.width() < piece.size.width || area.height() < piece.size.height {
        return Vec::new();
    }
    // Most pixels of a screen are background: the rarest colour of the piece tells most places apart at one look.
    let (ax, ay) = rarest(piece);
    let anchor = piece.pixel(ax, ay);
    let mut found = Vec::new();
    for y in area.y1 as usize..=area.y2 as usize - height {
        for x in area.x1 as usize..=area.x2 as usize - width {
            if frame.pixel(x + ax, y + ay) == anchor && shows(frame, x, y, piece) {
                found.push(Point { x: x as i32, y: y as i32 });
                if found.len() == MOST_FOUND {
                    return found;
                }
            }
        }
    }
    found
}

fn shows(frame: Frame<'_>, x: usize, y: usize, piece: Frame<'_>) -> bool {
    let width = piece.size.width as usize;
    (0..piece.size.height as usize).all(|row| {
        let (there, wanted) = (frame.row(y + row, x, x + width), piece.row(row, 0, width));
        there.chunks_exact(PIXEL).zip(wanted.chunks_exact(PIXEL)).all(|(a, b)| a[..3] == b[..3])
    })
}

/// Where the piece has the colour that is rarest in it.
fn rarest(piece: Frame<'_>) -> (usize, usize) {
    let places = || {
        let (width, height) = (piece.size.width as usize, piece.size.height as usize);
        (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
    };
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for (x, y) in places() {
        *counts.entry(piece.pixel(x, y)).or_default() += 1;
    }
    places().min_by_key(|(x, y)| counts[&piece.pixel(*x, *y)]).unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FrameBuf;
    use lea_model::Size;

    #[test]
    fn a_piece_is_found_wherever_it_is_and_nowhere_else() {
        let mut frame = FrameBuf::filled(Size { width: 200, height: 100 }, [255; 3]).unwrap();
        let mut letter = FrameBuf::filled(Size { width: 8, height: 12 }, [255; 3]).unwrap();
        letter.fill(Rect::from([2, 1, 4, 11]), [0; 3]);
        letter.fill(Rect::from([2, 9, 7, 11]), [30; 3]);
        for (x, y) in [(10, 10), (150, 80), (192, 88)] {
            frame.put(x, y, letter.as_frame());
        }
        let all = find_exact(frame.as_frame(), frame.as_frame().bounds(), letter.as_frame());
        assert_eq!(all, [Point { x: 10, y: 10 }, Point { x: 150, y: 80 }, Point { x: 192, y: 88 }]);
        let left = find_exact(frame.as_frame(), Rect::from([0, 0, 100, 100]), letter.as_frame());
        assert_eq!(left, [Point { x: 10, y: 10 }]);
        let none = find_exact(frame.as_frame(), Rect::from([0, 0, 5, 5]), letter.as_frame());
        assert!(none.is_empty());
    }
}
