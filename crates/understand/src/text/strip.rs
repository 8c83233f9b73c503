//! A line as the recognisers want it: a strip of 48 rows on clean paper.

use super::lines::Found;
use crate::params::reading::{NARROWEST_STRIP, STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE};
pub(crate) use crate::params::reading::{STRIP_ROWS as ROWS, STRIP_STEP as STEP};
use lea_frame::{Frame, FrameBuf};
use lea_model::{Rect, Size};
use std::collections::HashMap;

/// What a line looks like: its ink, the paper around it, and where it was.
pub(crate) struct Strip {
    /// The line on clean paper, at the size it has on the screen. Equal lines have equal pictures, whatever is near them.
    pub(crate) picture: FrameBuf,
    /// The left edge of the picture on the screen.
    pub(crate) left: i32,
    /// Its upper edge.
    pub(crate) top: i32,
    /// Columns after scaling to [`ROWS`].
    pub(crate) columns: usize,
}

/// Takes a line out of its frame.
pub(crate) fn cut(frame: Frame<'_>, line: &Found) -> Option<Strip> {
    let top = line.baseline - (line.capital * STRIP_ABOVE).round() as i32;
    let bottom = line.baseline + (line.capital * STRIP_BELOW).round() as i32;
    let beside = (line.capital * STRIP_BESIDE).round() as i32;
    let (left, right) = (line.bbox.x1 - beside, line.bbox.x2 + beside);
    // One pixel around the ink comes along: the faint edge of a letter counts as paper.
    let ink = line.bbox.padded(1).intersection(&frame.bounds())?;
    let (top, bottom) = (top.min(ink.y1), bottom.max(ink.y2));
    let size = Size { width: u32::try_from(right - left).ok()?, height: u32::try_from(bottom - top).ok()? };
    let paper = paper_around(frame, ink);
    let mut picture = FrameBuf::filled(size, paper).ok()?;
    picture.put(ink.x1 - left, ink.y1 - top, frame.crop(ink)?.as_frame());
    for foreign in &line.erased {
        picture.fill(foreign.moved(-left, -top), paper);
    }
    let columns = size.width as f32 * ROWS as f32 / size.height as f32;
    let columns = ((columns / STEP as f32).round() as usize * STEP).max(NARROWEST_STRIP);
    Some(Strip { picture, left, top, columns })
}

/// The most frequent colour on the edge of a box.
fn paper_around(frame: Frame<'_>, edge: Rect) -> [u8; 3] {
    let (x1, x2) = (edge.x1 as usize, edge.x2 as usize);
    let (y1, y2) = (edge.y1 as usize, edge.y2 as usize);
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    let mut count = |x, y| *counts.entry(frame.pixel(x, y)).or_default() += 1;
    for x in x1..x2 {
        count(x, y1);
        count(x, y2 - 1);
    }
    for y in y1..y2 {
        count(x1, y);
        count(x2 - 1, y);
    }
    counts.into_iter().max_by_key(|(colour, n)| (*n, *colour)).map_or([255; 3], |(colour, _)| colour)
}

impl Strip {
    /// The picture scaled to [`ROWS`] and `columns`, as the tensor 1×3×48×columns, blue first, within -1..1.
    pub(crate) fn tensor(&self, columns: usize, out: &mut Vec<f32>) {
        let picture = shrunk(&self.picture);
        let frame = picture.as_ref().unwrap_or(&self.picture).as_frame();
        let across = taps(frame.size.width as usize, columns);
        let down = taps(frame.size.height as usize, ROWS);
        let plane = ROWS * columns;
        out.clear();
        out.resize(3 * plane, 0.0);
        let width = frame.size.width as usize;
        for (row, &(y, fy)) in down.iter().enumerate() {
            let upper = frame.row(y, 0, width);
            let lower = frame.row((y + 1).min(frame.size.height as usize - 1), 0, width);
            for (column, &(x, fx)) in across.iter().enumerate() {
                let next = (x + 1).min(width - 1);
                for channel in 0..3 {
                    let at = |row: &[u8], x: usize| f32::from(row[x * 4 + channel]);
                    let above = at(upper, x) + (at(upper, next) - at(upper, x)) * fx;
                    let below = at(lower, x) + (at(lower, next) - at(lower, x)) * fx;
                    let value = above + (below - above) * fy;
                    out[channel * plane + row * columns + column] = value / 127.5 - 1.0;
                }
            }
        }
    }

    /// Columns for letters `stretch` times as wide.
    pub(crate) fn stretched(&self, stretch: f32) -> usize {
        (self.columns as f32 * stretch / STEP as f32).round() as usize * STEP
    }

    /// Where on the screen something at this share of the width is.
    pub(crate) fn x_of(&self, at: f32) -> i32 {
        self.left + (self.picture.size.width as f32 * at) as i32
    }
}

/// Text of more than twice the recognisers' size, halved until it is not: taking single pixels out of it would fray it.
fn shrunk(picture: &FrameBuf) -> Option<FrameBuf> {
    let factor = picture.size.height / (ROWS as u32 * 2);
    (factor >= 1).then(|| lea_frame::shrink(picture.as_frame(), picture.size.width.div_ceil(factor + 1)))
}

/// For each of `to` positions, the pixel before it among `from` and how far it is to the next.
fn taps(from: usize, to: usize) -> Vec<(usize, f32)> {
    let scale = from as f32 / to as f32;
    let place = |i: usize| ((i as f32 + 0.5) * scale - 0.5).clamp(0.0, from as f32 - 1.0);
    (0..to).map(|i| (place(i) as usize, place(i).fract())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Found {
        Found { bbox: Rect::from([20, 30, 60, 40]), baseline: 40, capital: 10.0, ..Found::default() }
    }

    fn page() -> FrameBuf {
        let mut page = FrameBuf::filled(Size { width: 100, height: 80 }, [200, 210, 220]).unwrap();
        page.fill(Rect::from([20, 30, 60, 40]), [0; 3]);
        page
    }

    #[test]
    fn a_strip_shows_its_line_and_nothing_near_it() {
        let clean = cut(page().as_frame(), &line()).unwrap();
        let mut crowded = page();
        crowded.fill(Rect::from([0, 25, 100, 28]), [9; 3]);
        crowded.fill(Rect::from([0, 42, 100, 60]), [9; 3]);
        assert!(cut(crowded.as_frame(), &line()).unwrap().picture == clean.picture);
        assert_eq!(clean.picture.as_frame().pixel(0, 0), [200, 210, 220]);
        assert_eq!(clean.picture.size.height, 24);
    }

    #[test]
    fn a_tensor_has_the_colours_of_the_picture() {
        let strip = cut(page().as_frame(), &line()).unwrap();
        let mut tensor = Vec::new();
        strip.tensor(strip.columns, &mut tensor);
        assert_eq!(tensor.len(), 3 * ROWS * strip.columns);
        assert!((tensor[0] - (200.0 / 127.5 - 1.0)).abs() < 1e-5);
        assert!(tensor.iter().any(|v| *v < -0.99), "the ink is black");
    }

    #[test]
    fn lines_at_the_edge_of_the_frame_are_cut_too() {
        let frame = FrameBuf::filled(Size { width: 20, height: 12 }, [0; 3]).unwrap();
        let line =
            Found { bbox: Rect::from([0, 0, 20, 12]), baseline: 12, capital: 12.0, ..Found::default() };
        assert!(cut(frame.as_frame(), &line).is_some());
    }
}
