//! A frame is BGRX bytes with a stride: borrowed as [`Frame`], owned as [`FrameBuf`].

use lea_model::{Rect, Size};

/// Bytes of one pixel: blue, green, red, and one that means nothing.
pub const PIXEL: usize = 4;

/// The widest or tallest frame accepted: four 8K screens side by side.
const LONGEST_SIDE: u32 = 32_768;

/// What is wrong with a picture that was handed in.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The bytes cannot hold the frame they claim to.
    #[error("a frame of {size} with {stride} bytes a row needs {needed} bytes, got {got}")]
    TooShort {
        /// The claimed size.
        size: Size,
        /// The claimed bytes per row.
        stride: usize,
        /// Bytes that takes.
        needed: usize,
        /// Bytes there are.
        got: usize,
    },
    /// Empty, or larger than any screen.
    #[error("a frame of {0} is not a screen: sides must be 1 to {LONGEST_SIDE} pixels")]
    BadSize(Size),
    /// The PNG could not be read.
    #[error("not a readable PNG: {0}")]
    Png(String),
    /// The JPEG could not be read.
    #[error("not a readable JPEG: {0}")]
    Jpeg(String),
    /// A stored tile does not hold the pixels its name promises.
    #[error("tile {0} is damaged: its content does not match its address")]
    DamagedTile(String),
    /// Tiles and frame size do not fit.
    #[error("a frame of {size} has {wanted} tiles, got {got}")]
    TileCount {
        /// The frame's size.
        size: Size,
        /// Tiles it has.
        wanted: usize,
        /// Tiles handed in.
        got: usize,
    },
}

/// A borrowed picture.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// Pixels across and down.
    pub size: Size,
    /// Bytes from one row to the next.
    pub stride: usize,
    /// The rows, one after the other.
    pub bytes: &'a [u8],
}

impl std::fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({}, stride {})", self.size, self.stride)
    }
}

impl<'a> Frame<'a> {
    /// A frame over these bytes, refused when they cannot hold it.
    pub fn new(size: Size, stride: usize, bytes: &'a [u8]) -> Result<Self, FrameError> {
        if size.width == 0 || size.height == 0 || size.width > LONGEST_SIDE || size.height > LONGEST_SIDE {
            return Err(FrameError::BadSize(size));
        }
        let row = size.width as usize * PIXEL;
        let needed = stride.saturating_mul(size.height as usize - 1).saturating_add(row);
        if stride < row || bytes.len() < needed {
            return Err(FrameError::TooShort { size, stride, needed, got: bytes.len() });
        }
        Ok(Self { size, stride, bytes })
    }

    /// The whole frame as a box.
    pub fn bounds(&self) -> Rect {
        Rect::at(0, 0, self.size)
    }

    /// The pixels of row `y` from `x1` to `x2`, which must lie within the frame.
    pub fn row(&self, y: usize, x1: usize, x2: usize) -> &'a [u8] {
        let start = y * self.stride;
        &self.bytes[start + x1 * PIXEL..start + x2 * PIXEL]
    }

    /// Blue, green and red at a point within the frame.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let p = self.row(y, x, x + 1);
        [p[0], p[1], p[2]]
    }

    /// A copy of the part of `rect` that lies within the frame, or none where nothing does.
    pub fn crop(&self, rect: Rect) -> Option<FrameBuf> {
        let part = rect.intersection(&self.bounds())?;
        let (x1, x2) = (part.x1 as usize, part.x2 as usize);
        let mut bytes = Vec::with_capacity(part.area() as usize * PIXEL);
        for y in part.y1 as usize..part.y2 as usize {
            bytes.extend_from_slice(self.row(y, x1, x2));
        }
        Some(FrameBuf { size: part.size(), stride: (x2 - x1) * PIXEL, bytes })
    }

    /// A copy of its own.
    pub fn to_buf(&self) -> FrameBuf {
        self.crop(self.bounds()).unwrap_or_default()
    }
}

/// A picture that owns its bytes.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct FrameBuf {
    /// Pixels across and down.
    pub size: Size,
    /// Bytes from one row to the next.
    pub stride: usize,
    /// The rows, one after the other.
    pub bytes: Vec<u8>,
}

impl std::fmt::Debug for FrameBuf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_frame().fmt(f)
    }
}

impl FrameBuf {
    /// A frame of one colour, blue, green, red.
    pub fn filled(size: Size, [b, g, r]: [u8; 3]) -> Result<Self, FrameError> {
        let stride = size.width as usize * PIXEL;
        if size.width == 0 || size.height == 0 || size.width > LONGEST_SIDE || size.height > LONGEST_SIDE {
            return Err(FrameError::BadSize(size));
        }
        Ok(Self { size, stride, bytes: [b, g, r, 255].repeat(size.width as usize * size.height as usize) })
    }

    /// Borrows it.
    pub fn as_frame(&self) -> Frame<'_> {
        Frame { size: self.size, stride: self.stride, bytes: &self.bytes }
    }

    /// Paints the part of `rect` that lies within the frame.
    pub fn fill(&mut self, rect: Rect, [b, g, r]: [u8; 3]) {
        let Some(part) = rect.intersection(&Rect::at(0, 0, self.size)) else { return };
        for y in part.y1 as usize..part.y2 as usize {
            let start = y * self.stride;
            let row = &mut self.bytes[start + part.x1 as usize * PIXEL..start + part.x2 as usize * PIXEL];
            for p in row.chunks_exact_mut(PIXEL) {
                p.copy_from_slice(&[b, g, r, 255]);
            }
        }
    }

    /// Copies `source` in with its corner at (`x`, `y`); what falls outside is left out.
    pub fn put(&mut self, x: i32, y: i32, source: Frame<'_>) {
        let Some(part) = Rect::at(x, y, source.size).intersection(&Rect::at(0, 0, self.size)) else { return };
        let from_x = (part.x1 - x) as usize;
        for row in part.y1..part.y2 {
            let from = source.row((row - y) as usize, from_x, from_x + part.width() as usize);
            let start = row as usize * self.stride + part.x1 as usize * PIXEL;
            self.bytes[start..start + from.len()].copy_from_slice(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_cannot_hold_the_frame_are_refused() {
        let size = Size { width: 4, height: 2 };
        assert!(Frame::new(size, 16, &[0; 31]).is_err());
        assert!(Frame::new(size, 15, &[0; 64]).is_err());
        assert!(Frame::new(size, 20, &[0; 36]).is_ok(), "the last row needs no padding");
        assert!(Frame::new(Size { width: 0, height: 2 }, 0, &[]).is_err());
        assert!(Frame::new(Size { width: u32::MAX, height: u32::MAX }, usize::MAX, &[]).is_err());
    }

    #[test]
    fn a_crop_keeps_what_lies_within() {
        let mut f = FrameBuf::filled(Size { width: 10, height: 10 }, [0, 0, 0]).unwrap();
        f.fill(Rect::from([8, 8, 20, 20]), [1, 2, 3]);
        let c = f.as_frame().crop(Rect::from([8, 8, 20, 20])).unwrap();
        assert_eq!(c.size, Size { width: 2, height: 2 });
        assert_eq!(c.as_frame().pixel(1, 1), [1, 2, 3]);
        assert_eq!(f.as_frame().crop(Rect::from([10, 0, 20, 5])), None);
    }

    #[test]
    fn putting_a_picture_clips_at_every_edge() {
        let small = FrameBuf::filled(Size { width: 4, height: 4 }, [9, 9, 9]).unwrap();
        let mut big = FrameBuf::filled(Size { width: 6, height: 6 }, [0, 0, 0]).unwrap();
        big.put(-2, -2, small.as_frame());
        big.put(4, 5, small.as_frame());
        big.put(100, 100, small.as_frame());
        assert_eq!(big.as_frame().pixel(1, 1), [9, 9, 9]);
        assert_eq!(big.as_frame().pixel(2, 2), [0, 0, 0]);
        assert_eq!(big.as_frame().pixel(5, 5), [9, 9, 9]);
    }
}
