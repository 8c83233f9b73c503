//! Regions of one colour: faces of buttons and fields, borders, rules, and the paper they lie on.
//!
//! Neighbouring pixels of nearly one colour form a region, as runs of rows joined by union-find. Text inside a face leaves holes
//! in it, so a region also knows its hull, the area between its leftmost and rightmost pixel of each row: a face whose hull
//! fills its box is a rectangle whatever is written on it.

use crate::params::scene::SAME_COLOUR;
use crate::sets::Sets;
use lea_frame::Frame;
use lea_model::Rect;

/// A colour, blue, green, red.
pub(crate) type Colour = [u8; 3];

/// A run of pixels of a row, and the region it is of.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) x1: u16,
    pub(crate) x2: u16,
    pub(crate) region: u32,
}

/// Pixels of one colour that touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) bbox: Rect,
    /// Its pixels.
    pub(crate) area: u32,
    /// Its pixels and what they enclose row by row.
    pub(crate) hull: u32,
    /// The colour in the middle of its longest run.
    pub(crate) colour: Colour,
    longest: u16,
    row: i32,
    row_x1: u16,
    row_x2: u16,
}

impl Region {
    fn new() -> Self {
        Self {
            bbox: Rect { x1: i32::MAX, y1: i32::MAX, x2: i32::MIN, y2: i32::MIN },
            area: 0,
            hull: 0,
            colour: [0; 3],
            longest: 0,
            row: -1,
            row_x1: 0,
            row_x2: 0,
        }
    }

    fn add(&mut self, y: i32, run: Run, colour: Colour) {
        let (x1, x2) = (i32::from(run.x1), i32::from(run.x2));
        let b = &mut self.bbox;
        *b = Rect { x1: b.x1.min(x1), y1: b.y1.min(y), x2: b.x2.max(x2), y2: b.y2.max(y + 1) };
        let width = run.x2 - run.x1;
        self.area += u32::from(width);
        if width > self.longest {
            self.longest = width;
            self.colour = colour;
        }
        if self.row == y {
            self.row_x2 = run.x2;
        } else {
            self.close_row();
            (self.row, self.row_x1, self.row_x2) = (y, run.x1, run.x2);
        }
    }

    fn close_row(&mut self) {
        self.hull += u32::from(self.row_x2 - self.row_x1);
    }

    /// The share of its box that it fills, holes included, within 0..1.
    pub(crate) fn solidity(&self) -> f32 {
        self.hull as f32 / (self.bbox.area().max(1)) as f32
    }

    /// The share of its box that has its colour, within 0..1.
    pub(crate) fn fill(&self) -> f32 {
        self.area as f32 / (self.bbox.area().max(1)) as f32
    }
}

/// A frame cut into regions.
pub(crate) struct Map {
    /// Where the runs of each row start, and one more.
    pub(crate) rows: Vec<usize>,
    pub(crate) runs: Vec<Run>,
    pub(crate) regions: Vec<Region>,
}

impl Map {
    /// Cuts a frame into regions.
    pub(crate) fn of(frame: Frame<'_>) -> Self {
        let (rows, mut runs, mut sets) = joined_runs(frame);
        // Roots are the smallest number of their set, so that one pass gives every region its place.
        let mut regions: Vec<Region> = Vec::new();
        let mut number: Vec<u32> = vec![u32::MAX; runs.len()];
        for y in 0..rows.len() - 1 {
            let here = rows[y]..rows[y + 1];
            for (run, i) in runs[here.clone()].iter_mut().zip(here) {
                let root = sets.root(i as u32) as usize;
                if number[root] == u32::MAX {
                    number[root] = regions.len() as u32;
                    regions.push(Region::new());
                }
                run.region = number[root];
                let middle = usize::from(run.x1) + usize::from(run.x2 - run.x1) / 2;
                regions[number[root] as usize].add(y as i32, *run, frame.pixel(middle, y));
            }
        }
        for region in &mut regions {
            region.close_row();
        }
        Self { rows, runs, regions }
    }

    /// The region at a point, or none outside the frame.
    pub(crate) fn at(&self, x: i32, y: i32) -> Option<u32> {
        let y = usize::try_from(y).ok()?;
        let (start, end) = (*self.rows.get(y)?, *self.rows.get(y + 1)?);
        let x = u16::try_from(x).ok()?;
        let i = start + self.runs[start..end].partition_point(|run| run.x2 <= x);
        (i < end).then(|| self.runs[i].region)
    }
}

fn joined_runs(frame: Frame<'_>) -> (Vec<usize>, Vec<Run>, Sets) {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let (mut rows, mut runs, mut sets) = (vec![0], Vec::<Run>::new(), Sets::default());
    let mut above: &[u8] = &[];
    let mut above_start = 0;
    for y in 0..height {
        let here = frame.row(y, 0, width);
        let start = runs.len();
        let mut x1 = 0;
        let pixels = here.chunks_exact(4).zip(here[4..].chunks_exact(4));
        for (x, (p, q)) in pixels.enumerate() {
            if !same(p, q) {
                runs.push(Run { x1, x2: x as u16 + 1, region: 0 });
                x1 = x as u16 + 1;
            }
        }
        runs.push(Run { x1, x2: width as u16, region: 0 });
        sets.grow(runs.len());
        if y > 0 {
            join_rows(&runs, above_start, start, above, here, &mut sets);
        }
        above_start = start;
        rows.push(runs.len());
        above = here;
    }
    (rows, runs, sets)
}

/// Joins each run of the last row with those above it that have its colour somewhere.
fn join_rows(runs: &[Run], from: usize, to: usize, above: &[u8], here: &[u8], sets: &mut Sets) {
    let (mut i, mut j) = (from, to);
    while i < to && j < runs.len() {
        let (a, b) = (runs[i], runs[j]);
        let bytes = usize::from(a.x1.max(b.x1)) * 4..usize::from(a.x2.min(b.x2)) * 4;
        let mut pairs = above[bytes.clone()].chunks_exact(4).zip(here[bytes].chunks_exact(4));
        if pairs.any(|(p, q)| same(p, q)) {
            sets.join(i as u32, j as u32);
        }
        if a.x2 <= b.x2 {
            i += 1;
        }
        if b.x2 <= a.x2 {
            j += 1;
        }
    }
}

fn same(p: &[u8], q: &[u8]) -> bool {
    p[0].abs_diff(q[0]) <= SAME_COLOUR
        && p[1].abs_diff(q[1]) <= SAME_COLOUR
        && p[2].abs_diff(q[2]) <= SAME_COLOUR
}

/// The largest difference of two colours in any channel.
pub(crate) fn distance(a: Colour, b: Colour) -> i32 {
    (0..3).map(|i| i32::from(a[i].abs_diff(b[i]))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn a_face_with_words_on_it_is_solid_and_a_ring_is_not_filled() {
        let mut frame = FrameBuf::filled(Size { width: 100, height: 60 }, [255; 3]).unwrap();
        frame.fill(Rect::from([10, 10, 90, 40]), [100; 3]);
        frame.fill(Rect::from([11, 11, 89, 39]), [240; 3]);
        frame.fill(Rect::from([30, 20, 60, 30]), [0; 3]);
        let map = Map::of(frame.as_frame());
        let face = map.regions[map.at(15, 15).unwrap() as usize];
        assert_eq!(face.bbox, Rect::from([11, 11, 89, 39]));
        assert_eq!(face.colour, [240; 3]);
        assert!(face.solidity() > 0.99 && face.fill() < 0.9, "{face:?}");
        let ring = map.regions[map.at(10, 10).unwrap() as usize];
        assert_eq!(ring.bbox, Rect::from([10, 10, 90, 40]));
        assert!(ring.solidity() > 0.9 && ring.fill() < 0.2, "{ring:?}");
    }

    #[test]
    fn the_smallest_frame_is_one_region() {
        let frame = FrameBuf::filled(Size { width: 1, height: 1 }, [9; 3]).unwrap();
        let map = Map::of(frame.as_frame());
        assert_eq!(map.regions.len(), 1);
        assert_eq!(map.at(1, 0), None);
        assert_eq!(map.at(-1, 0), None);
    }
}
