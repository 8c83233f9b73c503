//! A picture kept up to date piece by piece, which knows what really changed.

use crate::difference::changed_at;
use crate::{Frame, FrameBuf, FrameError, merge};
use lea_model::{Rect, Size};

/// The most boxes of change that are kept apart.
const MOST_CHANGES: usize = 32;

/// The current picture of a screen and what changed in it since it was last taken.
#[derive(Debug, Default)]
pub struct Picture {
    buffer: FrameBuf,
    changes: Vec<Rect>,
}

impl Picture {
    /// A black picture of this size, all of it changed.
    pub fn new(size: Size) -> Result<Self, FrameError> {
        let buffer = FrameBuf::filled(size, [0, 0, 0])?;
        Ok(Self { changes: vec![Rect::at(0, 0, size)], buffer })
    }

    /// The picture as it is now.
    pub fn frame(&self) -> Frame<'_> {
        self.buffer.as_frame()
    }

    /// Puts a piece in place and notes the pixels that differ from what was there.
    pub fn update(&mut self, x: i32, y: i32, piece: Frame<'_>) {
        let Some(area) = Rect::at(x, y, piece.size).intersection(&self.frame().bounds()) else { return };
        if self.changes.iter().any(|r| r.intersection(&area) == Some(area)) {
            // Already counted as changed: no need to compare.
            self.buffer.put(x, y, piece);
            return;
        }
        let found = changed_at(self.frame(), piece, x, y, area);
        if found.is_empty() {
            return;
        }
        self.changes.extend(found);
        merge(&mut self.changes, MOST_CHANGES);
        self.buffer.put(x, y, piece);
    }

    /// What changed since this was last asked.
    pub fn take_changes(&mut self) -> Vec<Rect> {
        std::mem::take(&mut self.changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repainting_the_same_pixels_is_no_change() {
        let size = Size { width: 100, height: 100 };
        let mut p = Picture::new(size).unwrap();
        assert_eq!(p.take_changes(), [Rect::at(0, 0, size)]);
        let piece = FrameBuf::filled(Size { width: 50, height: 50 }, [0, 0, 0]).unwrap();
        p.update(10, 10, piece.as_frame());
        assert!(p.take_changes().is_empty());
        let mut piece = piece;
        piece.fill(Rect::from([5, 6, 7, 8]), [1, 1, 1]);
        p.update(10, 10, piece.as_frame());
        assert_eq!(p.take_changes(), [Rect::from([15, 16, 17, 18])]);
        assert_eq!(p.frame().pixel(16, 17), [1, 1, 1]);
    }
}
