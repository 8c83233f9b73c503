//! Of the candidates that mean the same thing, the best is kept.

use crate::params::elements::{ACROSS, INSIDE, LARGER, SAME_UNION};
use crate::params::scene::GRID_CELL;
use lea_model::Rect;

/// The share of their union that two boxes have in common, within 0..1.
pub(crate) fn overlap(a: &Rect, b: &Rect) -> f32 {
    let both = a.intersection(b).map_or(0, |i| i.area());
    both as f32 / (a.area() + b.area() - both).max(1) as f32
}

/// The two boxes mean one thing.
pub(crate) fn is_same(a: &Rect, b: &Rect) -> bool {
    let Some(both) = a.intersection(b) else { return false };
    let both = both.area() as f32;
    let (small, large) = (a.area().min(b.area()) as f32, a.area().max(b.area()) as f32);
    both >= (small + large - both) * SAME_UNION || (both >= small * INSIDE && large <= small * LARGER)
}

/// Two boxes lie across each other: each sticks out of the other, and this much of the smaller is common.
pub(crate) fn is_across(a: &Rect, b: &Rect) -> bool {
    let Some(both) = a.intersection(b) else { return false };
    let small = a.area().min(b.area()) as f32;
    (ACROSS..INSIDE).contains(&(both.area() as f32 / small))
}

/// The numbers of the boxes to keep, best first. `boxes` come with how good they are.
pub(crate) fn best(boxes: &[(Rect, f64)], bounds: Rect) -> Vec<usize> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    // Equal scores are told apart by place, so that equal screens give equal elements.
    order.sort_by(|a, b| boxes[*b].1.total_cmp(&boxes[*a].1).then_with(|| boxes[*a].0.cmp(&boxes[*b].0)));
    let columns = ((bounds.x2.max(1) + GRID_CELL - 1) / GRID_CELL) as usize;
    let rows = ((bounds.y2.max(1) + GRID_CELL - 1) / GRID_CELL) as usize;
    let mut cells: Vec<Vec<usize>> = vec![Vec::new(); columns * rows];
    let mut kept = Vec::new();
    for i in order {
        let b = boxes[i].0;
        let span = |from: i32, to: i32, most: usize| {
            let last = most.saturating_sub(1);
            ((from.max(0) / GRID_CELL) as usize).min(last)
                ..=(((to - 1).max(0) / GRID_CELL) as usize).min(last)
        };
        let (xs, ys) = (span(b.x1, b.x2, columns), span(b.y1, b.y2, rows));
        let near = || ys.clone().flat_map(|y| xs.clone().map(move |x| y * columns + x));
        if near().any(|cell| cells[cell].iter().any(|k| is_same(&boxes[*k].0, &b))) {
            continue;
        }
        near().for_each(|cell| cells[cell].push(i));
        kept.push(i);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_lie_across_each_other_where_each_sticks_out() {
        let field = Rect::from([507, 309, 907, 343]);
        assert!(is_across(&field, &Rect::from([348, 297, 933, 330])));
        assert!(!is_across(&field, &Rect::from([510, 312, 900, 340])), "one lies in the other");
        assert!(!is_across(&field, &Rect::from([507, 341, 907, 383])), "they touch");
    }

    #[test]
    fn the_best_of_each_thing_is_kept_and_what_lies_in_a_large_thing_too() {
        let boxes = [
            (Rect::from([10, 10, 110, 40]), 0.9),
            (Rect::from([12, 12, 108, 38]), 0.8),
            (Rect::from([30, 18, 90, 32]), 0.7),
            (Rect::from([0, 0, 400, 300]), 0.6),
        ];
        assert_eq!(best(&boxes, Rect::from([0, 0, 400, 300])), [0, 3]);
    }
}
