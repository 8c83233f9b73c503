//! What JPEG leaves of a picture: blocks of 8 × 8 cosines, quantised (ITU-T T.81, Annex A and K), without the coding that follows, which
//! loses nothing.

use crate::{Frame, FrameBuf};
use std::f32::consts::PI;

/// The side of a block.
const SIDE: usize = 8;
/// Bytes of a pixel.
const PIXEL: usize = 4;

/// Steps of brightness at quality 50 (T.81, table K.1).
const LUMINANCE: [u8; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17,
    22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78,
    87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
/// Steps of colour at quality 50 (T.81, table K.2).
const CHROMINANCE: [u8; 64] = [
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
];

/// The picture as it looks after JPEG of a quality from 1 to 100.
pub fn compressed(frame: Frame<'_>, quality: u8) -> FrameBuf {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let mut planes = [vec![0.0f32; width * height], vec![0.0; width * height], vec![0.0; width * height]];
    for y in 0..height {
        for (x, p) in frame.row(y, 0, width).chunks_exact(PIXEL).enumerate() {
            let [b, g, r] = [f32::from(p[0]), f32::from(p[1]), f32::from(p[2])];
            let luma = 0.299 * r + 0.587 * g + 0.114 * b;
            planes[0][y * width + x] = luma - 128.0;
            planes[1][y * width + x] = (b - luma) / 1.772;
            planes[2][y * width + x] = (r - luma) / 1.402;
        }
    }
    let cosines = cosines();
    for (plane, steps) in planes.iter_mut().zip([&LUMINANCE, &CHROMINANCE, &CHROMINANCE]) {
        let steps = scaled(steps, quality);
        for top in (0..height).step_by(SIDE) {
            for left in (0..width).step_by(SIDE) {
                quantise(plane, (left, top), (width, height), &steps, &cosines);
            }
        }
    }
    let mut out = frame.to_buf();
    for (at, p) in out.bytes.chunks_exact_mut(PIXEL).enumerate() {
        let [luma, blue, red] = [planes[0][at] + 128.0, planes[1][at], planes[2][at]];
        let (r, b) = (luma + 1.402 * red, luma + 1.772 * blue);
        let g = (luma - 0.299 * r - 0.114 * b) / 0.587;
        [b, g, r].into_iter().zip(p).for_each(|(v, byte)| *byte = v.round().clamp(0.0, 255.0) as u8);
    }
    out
}

/// The steps at another quality, as the reference library scales them.
fn scaled(steps: &[u8; 64], quality: u8) -> [f32; 64] {
    let quality = i32::from(quality.clamp(1, 100));
    let percent = if quality < 50 { 5000 / quality } else { 200 - 2 * quality };
    steps.map(|s| ((i32::from(s) * percent + 50) / 100).clamp(1, 255) as f32)
}

/// The cosine of each frequency at each place of a block, orthonormal.
fn cosines() -> [[f32; SIDE]; SIDE] {
    let mut table = [[0.0; SIDE]; SIDE];
    for (frequency, row) in table.iter_mut().enumerate() {
        let norm = if frequency == 0 { (1.0 / SIDE as f32).sqrt() } else { (2.0 / SIDE as f32).sqrt() };
        for (place, cell) in row.iter_mut().enumerate() {
            *cell = norm * ((2 * place + 1) as f32 * frequency as f32 * PI / (2 * SIDE) as f32).cos();
        }
    }
    table
}

/// One block there, rounded and back; beyond the edge of the picture its last pixel goes on.
fn quantise(
    plane: &mut [f32],
    (left, top): (usize, usize),
    (width, height): (usize, usize),
    steps: &[f32; 64],
    cosines: &[[f32; SIDE]; SIDE],
) {
    let mut block = [[0.0f32; SIDE]; SIDE];
    for (y, row) in block.iter_mut().enumerate() {
        let line = (top + y).min(height - 1) * width;
        row.iter_mut().enumerate().for_each(|(x, cell)| *cell = plane[line + (left + x).min(width - 1)]);
    }
    let flat = block.iter().flatten().all(|v| *v == block[0][0]);
    let mut waves = transformed(&transformed(&block, cosines, false), cosines, false);
    for (v, row) in waves.iter_mut().enumerate() {
        for (u, wave) in row.iter_mut().enumerate() {
            let step = steps[v * SIDE + u];
            *wave = if flat && (u, v) != (0, 0) { 0.0 } else { (*wave / step).round() * step };
        }
    }
    let back = transformed(&transformed(&waves, cosines, true), cosines, true);
    for (y, row) in back.iter().enumerate().take(height - top) {
        let line = (top + y) * width;
        for (x, cell) in row.iter().enumerate().take(width - left) {
            plane[line + left + x] = *cell;
        }
    }
}

/// Rows through the cosines, and the block turned over its diagonal: twice is both ways.
fn transformed(
    block: &[[f32; SIDE]; SIDE],
    cosines: &[[f32; SIDE]; SIDE],
    back: bool,
) -> [[f32; SIDE]; SIDE] {
    let mut out = [[0.0; SIDE]; SIDE];
    for (y, row) in block.iter().enumerate() {
        for k in 0..SIDE {
            let weight = |x: usize| if back { cosines[x][k] } else { cosines[k][x] };
            out[k][y] = row.iter().enumerate().map(|(x, v)| v * weight(x)).sum();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{Rect, Size};

    #[test]
    fn a_flat_picture_stays_as_it_is_and_edges_ring() {
        let size = Size { width: 33, height: 21 };
        let mut frame = FrameBuf::filled(size, [200, 200, 200]).unwrap_or_default();
        let near = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(x, y)| x.abs_diff(y) <= 4);
        let flat = compressed(frame.as_frame(), 50);
        assert!(near(flat.as_frame().pixel(32, 20), [200, 200, 200]));
        frame.fill(Rect::from([3, 3, 6, 18]), [0, 0, 0]);
        let lossy = compressed(frame.as_frame(), 30);
        assert_ne!(lossy, frame);
        assert!(near(lossy.as_frame().pixel(30, 10), [200, 200, 200]), "far from the edge it is flat");
        assert!(lossy.as_frame().pixel(4, 10)[0] < 90, "the line is still there");
    }

    #[test]
    fn the_best_quality_loses_next_to_nothing() {
        let mut frame = FrameBuf::filled(Size { width: 16, height: 16 }, [90, 120, 30]).unwrap_or_default();
        frame.fill(Rect::from([4, 4, 9, 12]), [20, 220, 140]);
        let lossy = compressed(frame.as_frame(), 100);
        let worst = lossy.bytes.iter().zip(&frame.bytes).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(worst.is_some_and(|w| w <= 3), "{worst:?}");
    }
}
