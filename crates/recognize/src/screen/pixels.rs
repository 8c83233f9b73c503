//! What the comparison keeps of a screen's pixels: a small grey picture, its edges, its colours, and what surrounds each text.

use crate::params::screen::{
    ACCENT, ACCENT_OFF, COLOUR_CELLS, FLAT, HALF_EDGE, LEAST_TEXT_HEIGHT, PAPER_GAP, PATCH, PATCH_GAP,
    PATCH_REACH, SHRINK, WIDEST,
};
use lea_frame::{Frame, shrink};
use lea_model::Rect;

/// A small grey picture with its edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Small {
    /// Small pixels per pixel of the screen.
    pub scale: f32,
    pub width: usize,
    pub height: usize,
    pub grey: Vec<f32>,
    /// Strength of the edge at each pixel, blurred, within 0..1.
    pub edges: Vec<f32>,
    /// Mean colour differences by cell.
    pub colours: Vec<f32>,
    /// 2 where there is an accent colour, 1 near one, 0 elsewhere.
    accents: Vec<u8>,
}

impl Small {
    pub fn of(frame: Frame<'_>) -> Self {
        let small = shrink(frame, frame.size.width.div_ceil(SHRINK).min(WIDEST));
        let (width, height) = (small.size.width as usize, small.size.height as usize);
        let grey: Vec<f32> = small.bytes.chunks_exact(4).map(luma).collect();
        let at = |x: usize, y: usize| grey[y.min(height - 1) * width + x.min(width - 1)];
        let mut sharp = vec![0.0; width * height];
        for y in 0..height {
            for x in 0..width {
                let edge = (at(x + 1, y) - at(x, y)).abs().max((at(x, y + 1) - at(x, y)).abs());
                sharp[y * width + x] = edge / (edge + HALF_EDGE);
            }
        }
        let mut colours = vec![0.0; COLOUR_CELLS[0] * COLOUR_CELLS[1] * 2];
        let mut counts = vec![0.0f32; COLOUR_CELLS[0] * COLOUR_CELLS[1]];
        let mut accents = vec![false; width * height];
        for (i, p) in small.bytes.chunks_exact(4).enumerate() {
            let cell = (i / width * COLOUR_CELLS[1] / height) * COLOUR_CELLS[0]
                + i % width * COLOUR_CELLS[0] / width;
            counts[cell] += 1.0;
            accents[i] = is_accent(f32::from(p[0]) - grey[i], f32::from(p[2]) - grey[i]);
            colours[2 * cell] += f32::from(p[0]) - grey[i];
            colours[2 * cell + 1] += f32::from(p[2]) - grey[i];
        }
        for (i, c) in colours.iter_mut().enumerate() {
            *c /= counts[i / 2].max(1.0);
        }
        let edges = blur(&sharp, width, height);
        let accents = near(&accents, width, height);
        Self { scale: width as f32 / frame.size.width as f32, width, height, grey, edges, colours, accents }
    }

    /// The edge strength at a point of the screen, 0 outside.
    pub fn edge(&self, x: f32, y: f32) -> f32 {
        self.place(x, y).map_or(0.0, |i| self.edges[i])
    }

    /// The brightness at a point of the screen.
    pub fn brightness(&self, x: f32, y: f32) -> Option<f32> {
        self.place(x, y).map(|i| self.grey[i])
    }

    /// Whether the point has an accent colour, and whether one near it has.
    pub fn accent(&self, x: f32, y: f32) -> (bool, bool) {
        self.place(x, y).map_or((false, false), |i| (self.accents[i] > 1, self.accents[i] > 0))
    }

    fn place(&self, x: f32, y: f32) -> Option<usize> {
        let (x, y) = (x * self.scale, y * self.scale);
        let is_inside = x >= 0.0 && y >= 0.0 && x < self.width as f32 && y < self.height as f32;
        is_inside.then(|| y as usize * self.width + x as usize)
    }
}

fn blur(values: &[f32], width: usize, height: usize) -> Vec<f32> {
    let line = |from: &[f32], count: usize, step: usize, rows: usize, stride: usize| {
        let mut out = vec![0.0; from.len()];
        for row in 0..rows {
            for i in 0..count {
                let at = |j: usize| from[row * stride + j * step];
                let (before, after) = (at(i.saturating_sub(1)), at((i + 1).min(count - 1)));
                out[row * stride + i * step] = 0.25 * before + 0.5 * at(i) + 0.25 * after;
            }
        }
        out
    };
    let across = line(values, width, 1, height, width);
    line(&across, height, width, width, 1)
}

/// Marks what is within [`ACCENT_OFF`] of an accent.
fn near(accents: &[bool], width: usize, height: usize) -> Vec<u8> {
    let mut marks = vec![0; accents.len()];
    for (i, _) in accents.iter().enumerate().filter(|(_, is)| **is) {
        let (x, y) = (i % width, i / width);
        for v in y.saturating_sub(ACCENT_OFF)..=(y + ACCENT_OFF).min(height - 1) {
            for u in x.saturating_sub(ACCENT_OFF)..=(x + ACCENT_OFF).min(width - 1) {
                marks[v * width + u] = marks[v * width + u].max(1);
            }
        }
        marks[i] = 2;
    }
    marks
}

fn is_accent(blue: f32, red: f32) -> bool {
    blue.abs().max(red.abs()) > ACCENT
}

fn luma(p: &[u8]) -> f32 {
    0.114 * f32::from(p[0]) + 0.587 * f32::from(p[1]) + 0.299 * f32::from(p[2])
}

/// What lies in a square beside a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    cells: [f32; PATCH * PATCH],
    contrast: f32,
}

impl Patch {
    fn of(frame: Frame<'_>, x1: f32, y1: f32, side: f32) -> Self {
        let mut cells = [0.0; PATCH * PATCH];
        let (width, height) = (frame.size.width as f32, frame.size.height as f32);
        let step = side / PATCH as f32;
        for (i, cell) in cells.iter_mut().enumerate() {
            let (cx, cy) = (x1 + (i % PATCH) as f32 * step, y1 + (i / PATCH) as f32 * step);
            // Nine points of a cell are its mean, near enough.
            let mut sum = 0.0;
            for k in 0..9 {
                let x = cx + step * ((k % 3) as f32 + 0.5) / 3.0;
                let y = cy + step * ((k / 3) as f32 + 0.5) / 3.0;
                let (x, y) = (x.clamp(0.0, width - 1.0) as usize, y.clamp(0.0, height - 1.0) as usize);
                sum += luma(&frame.row(y, x, x + 1)[..3]);
            }
            *cell = sum / 9.0;
        }
        let mean = cells.iter().sum::<f32>() / cells.len() as f32;
        let contrast = (cells.iter().map(|c| (c - mean).powi(2)).sum::<f32>() / cells.len() as f32).sqrt();
        for c in &mut cells {
            *c = (*c - mean) / contrast.max(1e-3);
        }
        Self { cells, contrast }
    }

    /// How unlike two patches are, within 0..1. The sign of the contrast does not matter: themes invert.
    pub fn unlike(&self, other: &Self) -> f32 {
        match (self.contrast < FLAT, other.contrast < FLAT) {
            (true, true) => 0.0,
            (false, false) => {
                let dot: f32 = self.cells.iter().zip(&other.cells).map(|(a, b)| a * b).sum();
                1.0 - (dot / self.cells.len() as f32).abs().min(1.0)
            }
            _ => 1.0,
        }
    }
}

/// What surrounds a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The colour it stands on: brightness, blue and red differences.
    pub paper: [f32; 3],
    pub left: Patch,
    pub right: Patch,
}

impl Around {
    /// It stands on an accent colour.
    pub fn is_on_accent(&self) -> bool {
        is_accent(self.paper[1], self.paper[2])
    }

    pub fn of(frame: Frame<'_>, bbox: Rect) -> Option<Self> {
        let inside = bbox.intersection(&frame.bounds())?;
        let height = (bbox.height() as f32).max(LEAST_TEXT_HEIGHT);
        let side = PATCH_REACH * height;
        let middle = (bbox.y1 + bbox.y2) as f32 / 2.0 - side / 2.0;
        let left = Patch::of(frame, bbox.x1 as f32 - PATCH_GAP * height - side, middle, side);
        let right = Patch::of(frame, bbox.x2 as f32 + PATCH_GAP * height, middle, side);
        // Paper: the median of the pixels just above and below the ink.
        let pad = (height * PAPER_GAP) as i32 + 1;
        let rows = [inside.y1 - pad, inside.y2 + pad - 1];
        let mut rim: Vec<[f32; 3]> = Vec::new();
        for y in rows {
            if y < 0 || y >= frame.size.height as i32 {
                continue;
            }
            let row = frame.row(y as usize, inside.x1 as usize, inside.x2 as usize);
            rim.extend(row.chunks_exact(4).step_by(2).map(|p| {
                let grey = luma(p);
                [grey, f32::from(p[0]) - grey, f32::from(p[2]) - grey]
            }));
        }
        let paper = if rim.is_empty() {
            [0.0; 3]
        } else {
            std::array::from_fn(|c| {
                let mut values: Vec<f32> = rim.iter().map(|p| p[c]).collect();
                values.sort_unstable_by(f32::total_cmp);
                values[values.len() / 2]
            })
        };
        Some(Self { paper, left, right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn a_tick_beside_a_text_is_seen_in_either_theme() {
        let scene = |paper: u8, ink: u8, ticked: bool| {
            let mut f = FrameBuf::filled(Size { width: 200, height: 60 }, [paper; 3]).unwrap();
            f.fill(Rect::from([60, 20, 160, 34]), [ink; 3]);
            if ticked {
                f.fill(Rect::from([34, 22, 44, 32]), [ink; 3]);
            }
            Around::of(f.as_frame(), Rect::from([60, 20, 160, 34])).unwrap()
        };
        let (on, off, dark) = (scene(250, 20, true), scene(250, 20, false), scene(20, 250, true));
        assert!(on.left.unlike(&off.left) > 0.9);
        assert!(on.left.unlike(&dark.left) < 0.1);
    }

    #[test]
    fn boxes_at_and_beyond_the_edge_do_no_harm() {
        let f = FrameBuf::filled(Size { width: 1, height: 1 }, [5; 3]).unwrap();
        assert!(Around::of(f.as_frame(), Rect::from([0, 0, 40, 40])).is_some());
        assert!(Around::of(f.as_frame(), Rect::from([10, 10, 40, 40])).is_none());
        assert_eq!(Small::of(f.as_frame()).edge(500.0, -3.0), 0.0);
    }
}
