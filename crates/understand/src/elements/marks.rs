//! Marks: compact things that are not text, such as icons, ticks, arrows and knobs.

use super::regions::{Map, Run};
use crate::params::scene::{
    LEAST_PART_GAP, MARK_CELL, MOST_MARKS, PAPER_AREA, PAPER_FILL, PART_GAP, REGION_LENGTH,
};
use crate::sets::Sets;
use lea_model::Rect;
use std::collections::HashMap;

/// A compact thing on paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) bbox: Rect,
    /// Its pixels.
    pub(crate) ink: u32,
}

/// Ink that touches, diagonally too.
pub(crate) fn marks(map: &Map) -> Vec<Mark> {
    let is_ink: Vec<bool> = map
        .regions
        .iter()
        .map(|r| {
            let is_long = r.bbox.width() >= REGION_LENGTH || r.bbox.height() >= REGION_LENGTH;
            !(is_long || (r.area >= PAPER_AREA && r.fill() >= PAPER_FILL))
        })
        .collect();
    let mut spans: Vec<(i32, Run)> = Vec::new();
    let mut sets: Vec<(usize, usize)> = Vec::new();
    let mut above = 0..0;
    for y in 0..map.rows.len() - 1 {
        let start = spans.len();
        for run in &map.runs[map.rows[y]..map.rows[y + 1]] {
            if !is_ink[run.region as usize] {
                continue;
            }
            match spans[start..].last_mut() {
                Some((_, last)) if last.x2 == run.x1 => last.x2 = run.x2,
                _ => spans.push((y as i32, *run)),
            }
        }
        let mut from = above.start;
        for j in start..spans.len() {
            let run = spans[j].1;
            while from < above.end && spans[from].1.x2 < run.x1 {
                from += 1;
            }
            let mut i = from;
            while i < above.end && spans[i].1.x1 <= run.x2 {
                sets.push((i, j));
                i += 1;
            }
        }
        above = start..spans.len();
    }
    let boxes: Vec<(Rect, u32)> = spans
        .iter()
        .map(|(y, run)| {
            let bbox = Rect { x1: run.x1.into(), y1: *y, x2: run.x2.into(), y2: y + 1 };
            (bbox, bbox.width())
        })
        .collect();
    joined(&boxes, sets.into_iter())
}

fn joined(boxes: &[(Rect, u32)], pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Mark> {
    let mut sets = Sets::of(boxes.len());
    for (i, j) in pairs {
        sets.join(i as u32, j as u32);
    }
    let mut marks: Vec<Option<Mark>> = vec![None; boxes.len()];
    for (i, (bbox, ink)) in boxes.iter().enumerate() {
        let mark = marks[sets.root(i as u32) as usize].get_or_insert(Mark { bbox: *bbox, ink: 0 });
        mark.bbox = mark.bbox.union(bbox);
        mark.ink += ink;
    }
    marks.into_iter().flatten().collect()
}

/// Marks that stand so close that they are one icon, largest gap by the height of text, `unit`.
pub(crate) fn icons(mut marks: Vec<Mark>, unit: f32) -> Vec<Mark> {
    if marks.len() > MOST_MARKS {
        marks.sort_unstable_by_key(|m| (std::cmp::Reverse(m.ink), m.bbox));
        marks.truncate(MOST_MARKS);
        marks.sort_unstable_by_key(|m| (m.bbox.y1, m.bbox.x1));
    }
    let gap = (unit * PART_GAP).max(LEAST_PART_GAP).min(MARK_CELL as f32) as i32;
    let mut grid: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (i, mark) in marks.iter().enumerate() {
        let near = mark.bbox.padded(gap);
        let cells = |b: Rect| {
            let (xs, ys) = (
                b.x1.div_euclid(MARK_CELL)..=b.x2.div_euclid(MARK_CELL),
                b.y1.div_euclid(MARK_CELL)..=b.y2.div_euclid(MARK_CELL),
            );
            ys.flat_map(move |y| xs.clone().map(move |x| (x, y)))
        };
        for cell in cells(near) {
            for &j in grid.get(&cell).map_or(&[][..], Vec::as_slice) {
                if marks[j].bbox.intersection(&near).is_some() {
                    pairs.push((j, i));
                }
            }
        }
        for cell in cells(mark.bbox) {
            grid.entry(cell).or_default().push(i);
        }
    }
    let boxes: Vec<(Rect, u32)> = marks.iter().map(|m| (m.bbox, m.ink)).collect();
    joined(&boxes, pairs.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn the_bars_of_a_menu_button_are_one_icon() {
        let mut frame = FrameBuf::filled(Size { width: 300, height: 100 }, [250; 3]).unwrap();
        for y in [20, 25, 30] {
            frame.fill(Rect::from([40, y, 56, y + 2]), [40; 3]);
        }
        frame.fill(Rect::from([100, 20, 110, 30]), [200, 20, 20]);
        let found = icons(marks(&Map::of(frame.as_frame())), 12.0);
        let boxes: Vec<Rect> = found.iter().map(|m| m.bbox).collect();
        assert_eq!(boxes, [Rect::from([40, 20, 56, 32]), Rect::from([100, 20, 110, 30])]);
    }
}
