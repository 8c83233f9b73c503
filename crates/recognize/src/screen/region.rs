//! The part of two screens that shows the same thing: where texts of both lie on each other.

use super::align::Alignment;
use super::sketch::Sketch;
use crate::params::screen::REGION_MARGIN;

/// A box in both screens' pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// Left, top, right, bottom in `a`.
    pub a: [f32; 4],
    /// The same in `b`.
    pub b: [f32; 4],
}

impl Region {
    /// Around the lines that agree; all of both screens where none do.
    pub fn of(a: &Sketch, b: &Sketch, alignment: &Alignment) -> Self {
        let mut found: Option<[f32; 4]> = None;
        for p in alignment.pairs.iter().filter(|p| p.agrees) {
            let l = &a.lines[p.a];
            let margin = REGION_MARGIN * l.h;
            let (x, y) = (l.w / 2.0 + margin, l.h / 2.0 + margin);
            let one = [l.x - x, l.y - y, l.x + x, l.y + y];
            found =
                Some(found.map_or(one, |r| {
                    [r[0].min(one[0]), r[1].min(one[1]), r[2].max(one[2]), r[3].max(one[3])]
                }));
        }
        let Some(r) = found else {
            return Self { a: [0.0, 0.0, a.width, a.height], b: [0.0, 0.0, b.width, b.height] };
        };
        // No further than either screen reaches.
        let clip = |r: [f32; 4], w: f32, h: f32| [r[0].max(0.0), r[1].max(0.0), r[2].min(w), r[3].min(h)];
        let Alignment { scale, dx, dy, .. } = *alignment;
        let to_b = |r: [f32; 4]| [scale * r[0] + dx, scale * r[1] + dy, scale * r[2] + dx, scale * r[3] + dy];
        let to_a = |r: [f32; 4]| {
            [(r[0] - dx) / scale, (r[1] - dy) / scale, (r[2] - dx) / scale, (r[3] - dy) / scale]
        };
        let in_b = clip(to_b(clip(r, a.width, a.height)), b.width, b.height);
        Self { a: to_a(in_b), b: in_b }
    }

    pub fn has_a(&self, x: f32, y: f32) -> bool {
        inside(self.a, x, y)
    }

    pub fn has_b(&self, x: f32, y: f32) -> bool {
        inside(self.b, x, y)
    }
}

fn inside(r: [f32; 4], x: f32, y: f32) -> bool {
    x >= r[0] && x < r[2] && y >= r[1] && y < r[3]
}
