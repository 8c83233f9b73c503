//! Places on a screen, in whole pixels. Boxes are half-open: `x2` and `y2` are the first pixel outside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point, written `[x, y]`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
#[schemars(with = "[i32; 2]")]
pub struct Point {
    /// Pixels from the left edge of the virtual screen.
    pub x: i32,
    /// Pixels from the top edge of the virtual screen.
    pub y: i32,
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Point> for [i32; 2] {
    fn from(p: Point) -> Self {
        [p.x, p.y]
    }
}

/// A width and a height, written `[width, height]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[u32; 2]", into = "[u32; 2]")]
#[schemars(with = "[u32; 2]")]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl From<[u32; 2]> for Size {
    fn from([width, height]: [u32; 2]) -> Self {
        Self { width, height }
    }
}

impl From<Size> for [u32; 2] {
    fn from(s: Size) -> Self {
        [s.width, s.height]
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}×{}", self.width, self.height)
    }
}

/// A box, written `[x1, y1, x2, y2]`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "[i32; 4]", into = "[i32; 4]")]
#[schemars(with = "[i32; 4]")]
pub struct Rect {
    /// Left edge.
    pub x1: i32,
    /// Top edge.
    pub y1: i32,
    /// First column outside, on the right.
    pub x2: i32,
    /// First row outside, below.
    pub y2: i32,
}

impl From<[i32; 4]> for Rect {
    fn from([x1, y1, x2, y2]: [i32; 4]) -> Self {
        Self { x1, y1, x2, y2 }
    }
}

impl From<Rect> for [i32; 4] {
    fn from(r: Rect) -> Self {
        [r.x1, r.y1, r.x2, r.y2]
    }
}

impl Rect {
    /// The box with this corner and size; sides that do not fit in an `i32` are cut there.
    pub fn at(x: i32, y: i32, size: Size) -> Self {
        let side = |from: i32, length: u32| from.saturating_add(i32::try_from(length).unwrap_or(i32::MAX));
        Self { x1: x, y1: y, x2: side(x, size.width), y2: side(y, size.height) }
    }

    /// Pixels across; 0 where the box is inverted.
    pub fn width(&self) -> u32 {
        self.x2.saturating_sub(self.x1).max(0).unsigned_abs()
    }

    /// Pixels down; 0 where the box is inverted.
    pub fn height(&self) -> u32 {
        self.y2.saturating_sub(self.y1).max(0).unsigned_abs()
    }

    /// Width and height together.
    pub fn size(&self) -> Size {
        Size { width: self.width(), height: self.height() }
    }

    /// How many pixels it holds.
    pub fn area(&self) -> u64 {
        u64::from(self.width()) * u64::from(self.height())
    }

    /// Holds no pixel.
    pub fn is_empty(&self) -> bool {
        self.x2 <= self.x1 || self.y2 <= self.y1
    }

    /// The pixel in the middle.
    pub fn center(&self) -> Point {
        let mid = |a: i32, b: i32| i32::midpoint(a, b);
        Point { x: mid(self.x1, self.x2), y: mid(self.y1, self.y2) }
    }

    /// The point lies in the box.
    pub fn contains(&self, p: Point) -> bool {
        (self.x1..self.x2).contains(&p.x) && (self.y1..self.y2).contains(&p.y)
    }

    /// All of the other box lies within this one.
    pub fn holds(&self, other: &Rect) -> bool {
        self.intersection(other) == Some(*other)
    }

    /// What both boxes hold, or none.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let r = Rect {
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
            x2: self.x2.min(other.x2),
            y2: self.y2.min(other.y2),
        };
        (!r.is_empty()).then_some(r)
    }

    /// The smallest box that holds both.
    pub fn union(&self, other: &Rect) -> Rect {
        if self.is_empty() {
            return *other;
        }
        if other.is_empty() {
            return *self;
        }
        Rect {
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
            x2: self.x2.max(other.x2),
            y2: self.y2.max(other.y2),
        }
    }

    /// The box grown by `by` pixels on each side.
    pub fn padded(&self, by: i32) -> Rect {
        Rect {
            x1: self.x1.saturating_sub(by),
            y1: self.y1.saturating_sub(by),
            x2: self.x2.saturating_add(by),
            y2: self.y2.saturating_add(by),
        }
    }

    /// The same box, moved.
    pub fn moved(&self, dx: i32, dy: i32) -> Rect {
        Rect {
            x1: self.x1.saturating_add(dx),
            y1: self.y1.saturating_add(dy),
            x2: self.x2.saturating_add(dx),
            y2: self.y2.saturating_add(dy),
        }
    }
}

/// Things in the order in which they are read: row by row, and those side by side from left to right, however high each is.
pub fn in_reading_order<T>(mut things: Vec<T>, bbox: impl Fn(&T) -> Rect) -> Vec<T> {
    things.sort_by_key(|thing| (bbox(thing).center().y, bbox(thing).x1));
    let (mut row, mut count) = (Rect::default(), 0);
    let mut placed: Vec<(usize, T)> = Vec::with_capacity(things.len());
    for thing in things {
        let at = bbox(&thing);
        if placed.is_empty() || !(row.y1..row.y2).contains(&at.center().y) {
            (row, count) = (at, count + 1);
        }
        row = row.union(&at);
        placed.push((count, thing));
    }
    placed.sort_by_key(|(row, thing)| (*row, bbox(thing).x1));
    placed.into_iter().map(|(_, thing)| thing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_an_array_in_json() {
        let r: Rect = serde_json::from_str("[1,2,30,40]").unwrap();
        assert_eq!(r, Rect { x1: 1, y1: 2, x2: 30, y2: 40 });
        assert_eq!(serde_json::to_string(&r).unwrap(), "[1,2,30,40]");
    }

    #[test]
    fn boxes_that_only_touch_do_not_intersect() {
        let a = Rect::from([0, 0, 10, 10]);
        assert_eq!(a.intersection(&Rect::from([10, 0, 20, 10])), None);
        assert_eq!(a.intersection(&Rect::from([9, 9, 20, 20])), Some(Rect::from([9, 9, 10, 10])));
    }

    #[test]
    fn what_stands_side_by_side_is_read_from_left_to_right_however_high_it_is() {
        let boxes = [[116, 191, 155, 203], [59, 194, 106, 203], [20, 210, 40, 222], [10, 212, 18, 220]]
            .map(Rect::from);
        let order: Vec<i32> = in_reading_order(boxes.to_vec(), |b| *b).iter().map(|b| b.x1).collect();
        assert_eq!(order, [59, 116, 10, 20]);
        assert!(in_reading_order(Vec::<Rect>::new(), |b| *b).is_empty());
    }

    #[test]
    fn extreme_boxes_do_not_overflow() {
        let r = Rect::from([i32::MIN, i32::MIN, i32::MAX, i32::MAX]);
        assert_eq!(r.center(), Point { x: 0, y: 0 });
        assert_eq!(r.padded(5), r);
        assert!(r.area() > 0);
    }
}
