//! The look of a screen as numbers, made by hand: where edges run, in which direction, and which colours lie where.
//!
//! Edges are counted without sign and saturate, so that a dark theme looks much like a light one; colours weigh little.

use super::hash::{centre, normalise};
use crate::params::embed::{COARSE, COLOUR, DIRECTIONS, FINE, HALF_EDGE, IMAGE_WIDTH, SHARES, SPILL};
use lea_frame::Frame;

/// The descriptor of a frame; always of the same length.
pub(super) fn describe(frame: Frame<'_>) -> Vec<f32> {
    let (width, height, pixels) = small(frame);
    let mut fine = Grid::new(FINE, DIRECTIONS);
    let mut coarse = Grid::new(COARSE, DIRECTIONS);
    let mut colour = Grid::new(COLOUR, 3);
    for y in 0..height {
        let row = &pixels[y * width..(y + 1) * width];
        let below = if y + 1 < height { &pixels[(y + 1) * width..(y + 2) * width] } else { row };
        for x in 0..width {
            let here = row[x];
            let right = row[(x + 1).min(width - 1)][0];
            let (dx, dy) = ((right - here[0]).abs(), (below[x][0] - here[0]).abs());
            let edge = dx.max(dy);
            let direction = if dx > 2.0 * dy {
                0
            } else if dy > 2.0 * dx {
                1
            } else {
                2
            };
            if edge > 1.0 {
                let strength = edge / (edge + HALF_EDGE);
                fine.add(x, y, width, height, direction, strength);
                coarse.add(x, y, width, height, direction, strength);
            }
            for (channel, value) in here.into_iter().enumerate() {
                colour.add(x, y, width, height, channel, value / 255.0);
            }
        }
    }
    let area = (width * height) as f32;
    let mut all = Vec::new();
    for (mut part, share) in
        [fine.blurred().roots(area), coarse.roots(area), colour.means(area)].into_iter().zip(SHARES)
    {
        centre(&mut part);
        normalise(&mut part);
        all.extend(part.into_iter().map(|v| v * share.sqrt()));
    }
    normalise(&mut all);
    all
}

/// The frame, shrunk by a whole factor: its width, height, and the brightness and colours of its pixels.
fn small(frame: Frame<'_>) -> (usize, usize, Vec<[f32; 3]>) {
    let factor = frame.size.width.div_ceil(IMAGE_WIDTH).max(1) as usize;
    let width = (frame.size.width as usize / factor).max(1);
    let height = (frame.size.height as usize / factor).max(1);
    // At most 4 × 4 pixels of a cell are looked at: a 4K screen costs no more than one of 1080p.
    let step = (factor / 4).max(1);
    let mut pixels = Vec::with_capacity(width * height);
    let mut sums = vec![[0u32; 3]; width];
    for row in 0..height {
        sums.fill([0; 3]);
        let (top, bottom) = (row * factor, ((row + 1) * factor).min(frame.size.height as usize));
        let mut count = 0;
        for y in (top..bottom).step_by(step) {
            let bytes = frame.row(y, 0, (width * factor).min(frame.size.width as usize));
            for (sum, cell) in sums.iter_mut().zip(bytes.chunks(factor * 4)) {
                for p in cell.chunks_exact(4).step_by(step) {
                    sum[0] += u32::from(p[0]);
                    sum[1] += u32::from(p[1]);
                    sum[2] += u32::from(p[2]);
                }
            }
            count += factor.div_ceil(step).min(frame.size.width as usize);
        }
        let count = count.max(1) as f32;
        pixels.extend(sums.iter().map(|s| ycc(s.map(|v| v as f32 / count))));
    }
    (width, height, pixels)
}

/// Brightness and the two colour differences (Rec. 601).
fn ycc([b, g, r]: [f32; 3]) -> [f32; 3] {
    let y = 0.114 * b + 0.587 * g + 0.299 * r;
    [y, b - y, r - y]
}

/// Sums by cell and channel.
struct Grid {
    columns: usize,
    rows: usize,
    channels: usize,
    sums: Vec<f32>,
}

impl Grid {
    fn new([columns, rows]: [usize; 2], channels: usize) -> Self {
        Self { columns, rows, channels, sums: vec![0.0; columns * rows * channels] }
    }

    fn add(&mut self, x: usize, y: usize, width: usize, height: usize, channel: usize, value: f32) {
        let cell = (y * self.rows / height) * self.columns + x * self.columns / width;
        self.sums[cell * self.channels + channel] += value;
    }

    /// Each cell with half of its neighbours, so that a shift by less than a cell costs little.
    fn blurred(&self) -> Self {
        let mut out = Self::new([self.columns, self.rows], self.channels);
        for row in 0..self.rows {
            for column in 0..self.columns {
                for (dy, dx, weight) in
                    [(0, 0, 1.0), (0, -1, SPILL), (0, 1, SPILL), (-1, 0, SPILL), (1, 0, SPILL)]
                {
                    let (Some(r), Some(c)) = (row.checked_add_signed(dy), column.checked_add_signed(dx))
                    else {
                        continue;
                    };
                    if r >= self.rows || c >= self.columns {
                        continue;
                    }
                    for channel in 0..self.channels {
                        out.sums[(row * self.columns + column) * self.channels + channel] +=
                            weight * self.sums[(r * self.columns + c) * self.channels + channel];
                    }
                }
            }
        }
        out
    }

    /// Square roots of the shares: a dense table must not drown the rest.
    fn roots(&self, area: f32) -> Vec<f32> {
        self.sums.iter().map(|s| (s / area).sqrt()).collect()
    }

    fn means(&self, area: f32) -> Vec<f32> {
        let cells = (self.columns * self.rows) as f32;
        self.sums.iter().map(|s| s * cells / area).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::{Rect, Size};

    fn dot(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    fn window(paper: u8, ink: u8, x: i32) -> FrameBuf {
        let mut f = FrameBuf::filled(Size { width: 640, height: 480 }, [paper; 3]).unwrap();
        for row in 0..8 {
            f.fill(Rect::from([x, 40 + row * 30, x + 200, 50 + row * 30]), [ink; 3]);
        }
        f
    }

    #[test]
    fn a_dark_theme_looks_more_alike_than_another_layout() {
        let [light, dark, other] = [window(250, 20, 50), window(30, 230, 50), window(250, 20, 400)];
        let [light, dark, other] = [light, dark, other].map(|f| describe(f.as_frame()));
        assert!(dot(&light, &dark) > dot(&light, &other) + 0.2);
    }

    #[test]
    fn any_size_has_a_descriptor_of_one_length() {
        let length = describe(window(0, 255, 10).as_frame()).len();
        for (width, height) in [(1, 1), (1, 900), (900, 1), (3840, 2160)] {
            let f = FrameBuf::filled(Size { width, height }, [9, 9, 9]).unwrap();
            let d = describe(f.as_frame());
            assert_eq!(d.len(), length);
            assert!(d.iter().all(|v| v.is_finite()));
        }
    }
}
