//! Where two pictures differ.

use crate::frame::{Frame, PIXEL};
use lea_model::Rect;

/// Differences are looked for in blocks of this side: small enough to keep a caret apart from a clock.
const BLOCK: usize = 32;

/// The byte that means nothing is left out of every comparison.
const COLOUR: u32 = 0x00ff_ffff;

/// A number that is the same for the same picture, and hardly ever for another: not for anything that must not be forged.
pub fn digest(frame: Frame<'_>) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut sum = (u64::from(frame.size.width) << 32 | u64::from(frame.size.height)).wrapping_mul(MIX);
    for y in 0..frame.size.height as usize {
        for pixel in frame.row(y, 0, frame.size.width as usize).chunks_exact(PIXEL) {
            let colour = u32::from_le_bytes([pixel[0], pixel[1], pixel[2], pixel[3]]) & COLOUR;
            sum = (sum.rotate_left(5) ^ u64::from(colour)).wrapping_mul(MIX);
        }
    }
    sum
}

/// The share of pixels, within 0..1, whose largest channel differs by more than `level`; only `within` is looked at. Pictures of
/// different sizes differ altogether.
pub fn share_changed(a: Frame<'_>, b: Frame<'_>, within: Rect, level: u8) -> f64 {
    if a.size != b.size {
        return 1.0;
    }
    let Some(area) = within.intersection(&a.bounds()).filter(|r| !r.is_empty()) else { return 0.0 };
    let (left, right) = (area.x1 as usize, area.x2 as usize);
    let mut count = 0u64;
    for y in area.y1..area.y2 {
        let (row_a, row_b) = (a.row(y as usize, left, right), b.row(y as usize, left, right));
        if row_a == row_b {
            continue;
        }
        let differs = |(p, q): (&[u8], &[u8])| (0..3).any(|c| p[c].abs_diff(q[c]) > level);
        count +=
            row_a.chunks_exact(PIXEL).zip(row_b.chunks_exact(PIXEL)).filter(|pair| differs(*pair)).count()
                as u64;
    }
    count as f64 / area.area() as f64
}

/// The boxes, tight within blocks of 32 pixels, in which `a` and `b` differ; only `within` is looked at.
/// Both must have the same size: a caller that cannot know checks first.
pub fn changed(a: Frame<'_>, b: Frame<'_>, within: Rect) -> Vec<Rect> {
    debug_assert_eq!(a.size, b.size);
    changed_at(a, b, 0, 0, within)
}

/// The same where `b` is a piece whose upper left corner lies at (`x`, `y`) of `a`; the boxes are places of `a`.
pub(crate) fn changed_at(a: Frame<'_>, b: Frame<'_>, x: i32, y: i32, within: Rect) -> Vec<Rect> {
    let both = within.intersection(&a.bounds()).and_then(|r| r.intersection(&Rect::at(x, y, b.size)));
    let Some(area) = both else { return Vec::new() };
    let (left, right) = (area.x1 as usize, area.x2 as usize);
    let first_block = left / BLOCK;
    let mut found = Vec::new();
    // One band of blocks at a time: what differs in each block of it.
    let mut band: Vec<Rect> = vec![Rect::default(); right.div_ceil(BLOCK) - first_block];
    let mut top = area.y1;
    while top < area.y2 {
        let bottom = ((top / BLOCK as i32 + 1) * BLOCK as i32).min(area.y2);
        for row in top..bottom {
            let row_a = a.row(row as usize, left, right);
            let row_b = b.row((row - y) as usize, (area.x1 - x) as usize, (area.x2 - x) as usize);
            if row_a != row_b {
                mark_row(row_a, row_b, left, row, &mut band);
            }
        }
        found.extend(band.iter_mut().map(std::mem::take).filter(|r| !r.is_empty()));
        top = bottom;
    }
    merge(&mut found, MERGED);
    found
}

/// How many boxes a list of changes is merged down to.
const MERGED: usize = 32;

/// Adds what differs in one row, which begins at `left`, to the blocks of its band.
fn mark_row(a: &[u8], b: &[u8], left: usize, y: i32, band: &mut [Rect]) {
    let width = a.len() / PIXEL;
    let mut x = 0;
    for block in band {
        let end = (((left + x) / BLOCK + 1) * BLOCK - left).min(width);
        let (part_a, part_b) = (&a[x * PIXEL..end * PIXEL], &b[x * PIXEL..end * PIXEL]);
        if part_a != part_b
            && let Some((from, to)) = differing(part_a, part_b)
        {
            let (x1, x2) = ((left + x + from) as i32, (left + x + to) as i32);
            *block = block.union(&Rect { x1, y1: y, x2, y2: y + 1 });
        }
        x = end;
    }
}

/// First and one past the last pixel whose colour differs.
fn differing(a: &[u8], b: &[u8]) -> Option<(usize, usize)> {
    let colour = |p: &[u8]| u32::from_le_bytes([p[0], p[1], p[2], p[3]]) & COLOUR;
    let mut pairs = a.chunks_exact(PIXEL).zip(b.chunks_exact(PIXEL));
    let first = pairs.clone().position(|(p, q)| colour(p) != colour(q))?;
    let last = pairs.rposition(|(p, q)| colour(p) != colour(q))?;
    Some((first, last + 1))
}

/// Joins boxes that touch or overlap, then the nearest ones, until at most `most` are left.
pub fn merge(boxes: &mut Vec<Rect>, most: usize) {
    boxes.retain(|r| !r.is_empty());
    if boxes.len() > MERGE_EXACTLY {
        // Too many to pair up: rows of blocks are joined first, in one pass.
        boxes.sort_unstable_by_key(|r| (r.y1 / BLOCK as i32, r.x1));
        let mut rows: Vec<Rect> = Vec::new();
        for r in boxes.drain(..) {
            match rows.last_mut() {
                Some(last) if touches(last, &r) => *last = last.union(&r),
                _ => rows.push(r),
            }
        }
        *boxes = rows;
    }
    let mut i = 0;
    while i < boxes.len() {
        match (i + 1..boxes.len()).find(|&j| touches(&boxes[i], &boxes[j])) {
            Some(j) => {
                let other = boxes.swap_remove(j);
                boxes[i] = boxes[i].union(&other);
                i = 0;
            }
            None => i += 1,
        }
    }
    while boxes.len() > most.max(1) {
        let mut best = (0, 1, u64::MAX);
        for i in 0..boxes.len() {
            for j in i + 1..boxes.len() {
                let cost = boxes[i].union(&boxes[j]).area() - boxes[i].area().max(boxes[j].area());
                if cost < best.2 {
                    best = (i, j, cost);
                }
            }
        }
        let other = boxes.swap_remove(best.1);
        boxes[best.0] = boxes[best.0].union(&other);
    }
}

/// Above this many boxes pairs are not compared one by one.
const MERGE_EXACTLY: usize = 64;

/// The boxes overlap or lie edge to edge.
fn touches(a: &Rect, b: &Rect) -> bool {
    a.padded(1).intersection(b).is_some()
}

#[cfg(test)]
mod share_tests {
    use super::*;
    use crate::FrameBuf;
    use lea_model::Size;

    #[test]
    fn the_share_of_changed_pixels_is_counted_within_the_box_and_beyond_the_level() {
        let size = Size { width: 100, height: 50 };
        let a = FrameBuf::filled(size, [10, 10, 10]).unwrap();
        let mut b = a.clone();
        b.fill(Rect::from([0, 0, 50, 50]), [10, 10, 41]);
        let share =
            |within: [i32; 4], level| share_changed(a.as_frame(), b.as_frame(), Rect::from(within), level);
        assert_eq!(share([0, 0, 100, 50], 30), 0.5);
        assert_eq!(share([0, 0, 100, 50], 31), 0.0);
        assert_eq!(share([-50, -50, 50, 50], 30), 1.0);
        assert_eq!(share([200, 0, 300, 50], 30), 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FrameBuf;
    use lea_model::{Point, Size};
    use proptest::prelude::*;

    const SIZE: Size = Size { width: 200, height: 150 };

    #[test]
    fn the_fourth_byte_is_no_difference() {
        let a = FrameBuf::filled(SIZE, [1, 2, 3]).unwrap();
        let mut b = a.clone();
        b.bytes.iter_mut().skip(3).step_by(PIXEL).for_each(|x| *x = 7);
        assert!(changed(a.as_frame(), b.as_frame(), a.as_frame().bounds()).is_empty());
    }

    #[test]
    fn changes_far_apart_stay_apart() {
        let a = FrameBuf::filled(SIZE, [0, 0, 0]).unwrap();
        let mut b = a.clone();
        b.fill(Rect::from([3, 3, 5, 9]), [9, 9, 9]);
        b.fill(Rect::from([150, 120, 199, 140]), [9, 9, 9]);
        let mut found = changed(a.as_frame(), b.as_frame(), a.as_frame().bounds());
        found.sort();
        assert_eq!(found, [Rect::from([3, 3, 5, 9]), Rect::from([150, 120, 199, 140])]);
    }

    proptest! {
        #[test]
        fn every_changed_pixel_is_in_a_box_and_every_box_holds_one(
            dots in prop::collection::vec((0i32..200, 0i32..150), 0..120),
        ) {
            let a = FrameBuf::filled(SIZE, [0, 0, 0]).unwrap();
            let mut b = a.clone();
            for &(x, y) in &dots {
                b.fill(Rect { x1: x, y1: y, x2: x + 1, y2: y + 1 }, [5, 5, 5]);
            }
            let found = changed(a.as_frame(), b.as_frame(), a.as_frame().bounds());
            prop_assert!(found.len() <= MERGED);
            for &(x, y) in &dots {
                prop_assert!(found.iter().any(|r| r.contains(Point::from([x, y]))));
            }
            for r in &found {
                prop_assert!(dots.iter().any(|&(x, y)| r.contains(Point::from([x, y]))));
            }
        }
    }
}
