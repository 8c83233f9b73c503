//! The reading order: what is inside a container after it, and in each container by rows or columns, whichever the white space
//! between things shows (a recursive X–Y cut, Nagy and Seth 1984).

use crate::params::elements::COLUMN_GAP;
use lea_model::Rect;

/// The order in which to read boxes; `parents` holds for each the number of the container it is in, if any.
pub(crate) fn reading_order(boxes: &[Rect], parents: &[Option<usize>]) -> Vec<usize> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); boxes.len() + 1];
    for (i, parent) in parents.iter().enumerate() {
        children[parent.map_or(boxes.len(), |p| p)].push(i);
    }
    let mut order = Vec::with_capacity(boxes.len());
    let mut stack: Vec<usize> = Vec::new();
    let push = |list: &[usize], stack: &mut Vec<usize>| {
        let mut sorted = list.to_vec();
        cut(boxes, &mut sorted);
        stack.extend(sorted.into_iter().rev());
    };
    push(&children[boxes.len()], &mut stack);
    while let Some(i) = stack.pop() {
        order.push(i);
        push(&children[i], &mut stack);
    }
    order
}

/// Sorts boxes by cutting at the widest white strip, until nothing can be cut.
fn cut(boxes: &[Rect], items: &mut [usize]) {
    if items.len() < 2 {
        return;
    }
    let (down, at_y) = widest(boxes, items, |b| (b.y1, b.y2));
    let (across, at_x) = widest(boxes, items, |b| (b.x1, b.x2));
    let split = if across > down * COLUMN_GAP {
        at_x.map(|x| partition(items, |i| boxes[*i].x1 < x))
    } else {
        at_y.map(|y| partition(items, |i| boxes[*i].y1 < y))
            .or_else(|| at_x.map(|x| partition(items, |i| boxes[*i].x1 < x)))
    };
    match split {
        Some(n) if n > 0 && n < items.len() => {
            let (first, second) = items.split_at_mut(n);
            cut(boxes, first);
            cut(boxes, second);
        }
        _ => items.sort_by_key(|i| (boxes[*i].y1, boxes[*i].x1, boxes[*i])),
    }
}

/// The widest strip that no box crosses: how wide, and where it ends.
fn widest(boxes: &[Rect], items: &[usize], side: fn(&Rect) -> (i32, i32)) -> (i32, Option<i32>) {
    let mut spans: Vec<(i32, i32)> = items.iter().map(|i| side(&boxes[*i])).collect();
    spans.sort_unstable();
    let mut best = (-1, None);
    let mut end = spans[0].1;
    for (from, to) in spans {
        if from >= end && from - end > best.0 {
            best = (from - end, Some(from));
        }
        end = end.max(to);
    }
    (best.0.max(0), best.1)
}

/// Brings those that pass to the front, keeping their order; how many they are.
fn partition(items: &mut [usize], passes: impl Fn(&usize) -> bool) -> usize {
    items.sort_by_key(|i| !passes(i));
    items.iter().filter(|i| passes(i)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sidebar_is_read_before_the_content_beside_it() {
        let boxes = [
            Rect::from([200, 10, 300, 30]),
            Rect::from([10, 10, 80, 30]),
            Rect::from([200, 40, 300, 60]),
            Rect::from([10, 40, 80, 60]),
        ];
        assert_eq!(reading_order(&boxes, &[None; 4]), [1, 3, 0, 2]);
    }

    #[test]
    fn rows_are_read_from_left_to_right_and_containers_before_what_they_hold() {
        let boxes = [
            Rect::from([0, 50, 200, 100]),
            Rect::from([110, 60, 190, 90]),
            Rect::from([10, 61, 90, 91]),
            Rect::from([0, 0, 200, 40]),
        ];
        assert_eq!(reading_order(&boxes, &[None, Some(0), Some(0), None]), [3, 0, 2, 1]);
    }
}
