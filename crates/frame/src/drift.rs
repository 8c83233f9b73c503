//! The same picture, looking otherwise: light on dark, larger, elsewhere; [`crate::compressed`] is what a lossy codec leaves of it.

use crate::{Frame, FrameBuf};
use lea_model::Size;

/// Bytes of a pixel.
const PIXEL: usize = 4;

/// Light becomes dark, and dark light.
pub fn inverted(frame: Frame<'_>) -> FrameBuf {
    let mut out = frame.to_buf();
    for pixel in out.bytes.chunks_exact_mut(PIXEL) {
        pixel[..3].iter_mut().for_each(|b| *b = !*b);
    }
    out
}

/// The picture in another size, each pixel mixed of its four neighbours.
pub fn resized(frame: Frame<'_>, size: Size) -> FrameBuf {
    let Ok(mut out) = FrameBuf::filled(size, [0; 3]) else { return frame.to_buf() };
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let step = |from: usize, to: u32| from as f32 / to as f32;
    let (across, down) = (step(width, size.width), step(height, size.height));
    let place = |at: usize, step: f32, most: usize| {
        let at = ((at as f32 + 0.5) * step - 0.5).max(0.0);
        let low = (at as usize).min(most - 1);
        (low, (low + 1).min(most - 1), at - low as f32)
    };
    let columns: Vec<_> = (0..size.width as usize).map(|x| place(x, across, width)).collect();
    for y in 0..size.height as usize {
        let (top, bottom, dy) = place(y, down, height);
        let (above, below) = (frame.row(top, 0, width), frame.row(bottom, 0, width));
        let start = y * out.stride;
        let row = &mut out.bytes[start..start + size.width as usize * PIXEL];
        for (pixel, (left, right, dx)) in row.chunks_exact_mut(PIXEL).zip(&columns) {
            for c in 0..3 {
                let mix = |row: &[u8]| {
                    let (a, b) = (f32::from(row[left * PIXEL + c]), f32::from(row[right * PIXEL + c]));
                    a + (b - a) * dx
                };
                let (a, b) = (mix(above), mix(below));
                pixel[c] = (a + (b - a) * dy).round() as u8;
            }
        }
    }
    out
}

/// The picture moved by so many pixels; what comes in at an edge is that edge, drawn out.
pub fn shifted(frame: Frame<'_>, dx: i32, dy: i32) -> FrameBuf {
    let mut out = frame.to_buf();
    let (width, height) = (frame.size.width as i32, frame.size.height as i32);
    for y in 0..height {
        let from = (y - dy).clamp(0, height - 1) as usize;
        let source = frame.row(from, 0, width as usize);
        let start = y as usize * out.stride;
        for x in 0..width {
            let from = (x - dx).clamp(0, width - 1) as usize * PIXEL;
            let to = start + x as usize * PIXEL;
            out.bytes[to..to + PIXEL].copy_from_slice(&source[from..from + PIXEL]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Rect;

    fn picture() -> FrameBuf {
        let size = Size { width: 40, height: 30 };
        let mut frame = FrameBuf::filled(size, [250, 240, 230]).unwrap_or_default();
        frame.fill(Rect::from([10, 8, 20, 16]), [10, 20, 200]);
        frame
    }

    #[test]
    fn what_was_light_is_dark_and_inverting_twice_changes_nothing() {
        let dark = inverted(picture().as_frame());
        assert_eq!(dark.as_frame().pixel(0, 0), [5, 15, 25]);
        assert_eq!(inverted(dark.as_frame()), picture());
    }

    #[test]
    fn a_larger_picture_shows_the_same_things_further_out() {
        let large = resized(picture().as_frame(), Size { width: 80, height: 60 });
        assert_eq!(large.as_frame().pixel(30, 24), [10, 20, 200]);
        assert_eq!(large.as_frame().pixel(2, 2), [250, 240, 230]);
    }

    #[test]
    fn a_moved_picture_shows_the_same_things_elsewhere() {
        let moved = shifted(picture().as_frame(), 5, -4);
        assert_eq!(moved.as_frame().pixel(15, 4), [10, 20, 200]);
        assert_eq!(moved.as_frame().pixel(12, 9), [250, 240, 230]);
        assert_eq!(moved.size, picture().size);
    }
}
