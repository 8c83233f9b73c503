//! How a box is set off from what lies around it, by its pixels: its face, its border, its corners.

use super::regions::{Colour, distance};
use super::scene::colour;
use crate::params::scene::{OUTLINE_DIFFERENT, SAME_FACE};
use lea_frame::Frame;
use lea_model::Rect;

/// How colourful a colour is: 0 grey, 1 pure.
pub(crate) fn saturation(c: Colour) -> f32 {
    let (most, least) = (c.iter().max().copied().unwrap_or(0), c.iter().min().copied().unwrap_or(0));
    f32::from(most - least) / 255.0
}

/// How light a colour is, by Rec. 601.
pub(crate) fn lightness(c: Colour) -> f32 {
    (0.114 * f32::from(c[0]) + 0.587 * f32::from(c[1]) + 0.299 * f32::from(c[2])) / 255.0
}

/// How a box is set off from what lies around it.
pub(crate) struct Outline {
    pub(crate) face: Colour,
    pub(crate) outside: Colour,
    /// How strongly top, bottom, left and right are lined, within 0..255.
    pub(crate) border: [i32; 4],
    /// The share of corners that show what is outside: 1 is round.
    pub(crate) corners: f32,
    /// The share of the outline that differs from what is outside.
    pub(crate) edge: f32,
    /// The share of the inside that has one colour.
    pub(crate) inner_plain: f32,
}

/// Looks at the outline of a box.
pub(crate) fn outline_of(frame: Frame<'_>, b: Rect) -> Outline {
    let at = |x: i32, y: i32| colour(frame, x, y);
    let c = b.center();
    let outside = middle(&[
        at(b.x1 - 3, c.y),
        at(b.x2 + 2, c.y),
        at(c.x, b.y1 - 3),
        at(c.x, b.y2 + 2),
        at(b.x1 - 3, b.y1 - 3),
    ]);
    // The face is seen where text seldom is: near the corners and sides.
    let (dx, dy) = ((b.width() as i32 / 8).clamp(2, 8), (b.height() as i32 / 6).clamp(2, 6));
    let face = middle(&[
        at(b.x1 + dx, b.y1 + dy),
        at(b.x2 - 1 - dx, b.y1 + dy),
        at(b.x1 + dx, b.y2 - 1 - dy),
        at(b.x2 - 1 - dx, b.y2 - 1 - dy),
        at(b.x1 + dx, c.y),
        at(b.x2 - 1 - dx, c.y),
        at(c.x, b.y1 + dy),
        at(c.x, b.y2 - 1 - dy),
        at(b.x1 + dx, c.y - dy),
    ]);
    // A side is lined where a row of pixels within two of the outline differs from the face, all along.
    let along = |x1: i32, y1: i32, x2: i32, y2: i32| -> i32 {
        let points = [1, 2, 3, 4, 5].map(|i| (x1 + (x2 - x1) * i / 6, y1 + (y2 - y1) * i / 6));
        points.iter().map(|(x, y)| distance(at(*x, *y), face).min(255)).min().unwrap_or(0)
    };
    let side = |d: &[i32], line: &dyn Fn(i32) -> i32| d.iter().map(|d| line(*d)).max().unwrap_or(0);
    let steps = [-1, 0, 1];
    let border = [
        side(&steps, &|d| along(b.x1, b.y1 + d, b.x2, b.y1 + d)),
        side(&steps, &|d| along(b.x1, b.y2 - 1 - d, b.x2, b.y2 - 1 - d)),
        side(&steps, &|d| along(b.x1 + d, b.y1, b.x1 + d, b.y2)),
        side(&steps, &|d| along(b.x2 - 1 - d, b.y1, b.x2 - 1 - d, b.y2)),
    ];
    let corners = [at(b.x1, b.y1), at(b.x2 - 1, b.y1), at(b.x1, b.y2 - 1), at(b.x2 - 1, b.y2 - 1)];
    let round = corners.iter().filter(|p| distance(**p, outside) <= OUTLINE_DIFFERENT).count() as f32 / 4.0;
    let outline = (1..8).flat_map(|i| {
        let (x, y) = (b.x1 + b.width() as i32 * i / 8, b.y1 + b.height() as i32 * i / 8);
        [(x, b.y1, 0, 1), (x, b.y2 - 1, 0, -1), (b.x1, y, 1, 0), (b.x2 - 1, y, -1, 0)]
    });
    let is_drawn = |(x, y, dx, dy): &(i32, i32, i32, i32)| {
        distance(at(*x, *y), outside) > OUTLINE_DIFFERENT
            || distance(at(x + dx, y + dy), outside) > OUTLINE_DIFFERENT
    };
    let edge = outline.filter(is_drawn).count() as f32 / 28.0;
    let inner: Vec<Colour> = (1..6)
        .flat_map(|i| (1..6).map(move |j| (i, j)))
        .map(|(i, j)| at(b.x1 + b.width() as i32 * (i + 1) / 8, b.y1 + b.height() as i32 * (j + 1) / 8))
        .collect();
    let common = middle(&inner);
    let plain = inner.iter().filter(|p| distance(**p, common) <= OUTLINE_DIFFERENT).count() as f32
        / inner.len() as f32;
    Outline { face, outside, border, corners: round, edge, inner_plain: plain }
}

/// The colour that most of these are near to.
fn middle(colours: &[Colour]) -> Colour {
    let near = |c: &Colour| colours.iter().filter(|o| distance(*c, **o) <= SAME_FACE).count();
    let mut best = colours[0];
    let mut most = 0;
    for c in colours {
        let n = near(c);
        if n > most {
            (most, best) = (n, *c);
        }
    }
    best
}
