//! A frame as tiles of 64 by 64 pixels, each named by what it shows, so that what stays the same is kept once.

use crate::frame::{Frame, FrameBuf, FrameError, PIXEL};
use lea_model::{Rect, Size};

/// Side of a tile in pixels; tiles at the right and lower edge are what is left.
pub const SIDE: usize = 64;

/// zstd level: 3 packs a keyframe of 1080p to some 200 KB in 4 ms; higher levels gain little on flat screens.
const LEVEL: i32 = 3;

/// The name of a tile: 128 bits of BLAKE3 over its size and colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TileName(pub [u8; 16]);

impl std::fmt::Display for TileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// The boxes of a frame's tiles, row by row.
pub fn boxes(size: Size) -> impl Iterator<Item = Rect> {
    let (cols, rows) = ((size.width as usize).div_ceil(SIDE), (size.height as usize).div_ceil(SIDE));
    (0..rows * cols).map(move |i| {
        let (x, y) = ((i % cols * SIDE) as i32, (i / cols * SIDE) as i32);
        let edge = |from: i32, whole: u32| (from + SIDE as i32).min(whole as i32);
        Rect { x1: x, y1: y, x2: edge(x, size.width), y2: edge(y, size.height) }
    })
}

/// How many tiles a frame of this size has.
pub fn count(size: Size) -> usize {
    (size.width as usize).div_ceil(SIDE) * (size.height as usize).div_ceil(SIDE)
}

/// The colours of one tile, with the byte that means nothing set, ready to be named and packed.
pub fn cut(frame: Frame<'_>, tile: Rect) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(SIDE * SIDE * PIXEL);
    for y in tile.y1 as usize..tile.y2 as usize {
        bytes.extend_from_slice(frame.row(y, tile.x1 as usize, tile.x2 as usize));
    }
    bytes.iter_mut().skip(PIXEL - 1).step_by(PIXEL).for_each(|x| *x = 255);
    bytes
}

/// Both frames show the same colours in this tile (bytes that mean nothing may make it say no).
pub fn same(a: Frame<'_>, b: Frame<'_>, tile: Rect) -> bool {
    let (x1, x2) = (tile.x1 as usize, tile.x2 as usize);
    (tile.y1 as usize..tile.y2 as usize).all(|y| a.row(y, x1, x2) == b.row(y, x1, x2))
}

/// The name of a tile that was [`cut`].
pub fn name(tile: Rect, bytes: &[u8]) -> TileName {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[tile.width() as u8, tile.height() as u8]);
    hasher.update(bytes);
    let mut name = [0; 16];
    name.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    TileName(name)
}

/// A tile made small for keeping.
pub fn pack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, LEVEL)
}

/// The colours of a packed tile, or an error when they are not what its name says.
pub fn unpack(tile: Rect, wanted: TileName, packed: &[u8]) -> Result<Vec<u8>, FrameError> {
    let damaged = || FrameError::DamagedTile(wanted.to_string());
    let bytes = zstd::bulk::decompress(packed, SIDE * SIDE * PIXEL).map_err(|_| damaged())?;
    if bytes.len() as u64 != tile.area() * PIXEL as u64 || name(tile, &bytes) != wanted {
        return Err(damaged());
    }
    Ok(bytes)
}

/// Puts a frame together again from its tiles, row by row.
pub fn join(size: Size, tiles: &[Vec<u8>]) -> Result<FrameBuf, FrameError> {
    let wanted = count(size);
    if tiles.len() != wanted {
        return Err(FrameError::TileCount { size, wanted, got: tiles.len() });
    }
    let mut frame = FrameBuf::filled(size, [0, 0, 0])?;
    for (tile, bytes) in boxes(size).zip(tiles) {
        let stride = tile.width() as usize * PIXEL;
        frame.put(tile.x1, tile.y1, Frame::new(tile.size(), stride, bytes)?);
    }
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_frame_comes_back_from_its_tiles(width in 1u32..200, height in 1u32..200, seed: u64) {
            let size = Size { width, height };
            let mut frame = FrameBuf::filled(size, [0, 0, 0]).unwrap();
            let mut x = seed | 1;
            for p in frame.bytes.chunks_exact_mut(PIXEL) {
                x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                p[..3].copy_from_slice(&x.to_le_bytes()[5..]);
            }
            let tiles: Vec<_> = boxes(size).map(|t| {
                let bytes = cut(frame.as_frame(), t);
                let packed = pack(&bytes).unwrap();
                unpack(t, name(t, &bytes), &packed).unwrap()
            }).collect();
            prop_assert_eq!(tiles.len(), count(size));
            prop_assert_eq!(join(size, &tiles).unwrap(), frame);
        }
    }

    #[test]
    fn a_damaged_tile_is_told_from_a_good_one() {
        let frame = FrameBuf::filled(Size { width: 64, height: 64 }, [1, 2, 3]).unwrap();
        let tile = boxes(frame.size).next().unwrap();
        let bytes = cut(frame.as_frame(), tile);
        let name = name(tile, &bytes);
        let other = pack(&cut(FrameBuf::filled(frame.size, [1, 2, 4]).unwrap().as_frame(), tile)).unwrap();
        assert!(unpack(tile, name, &other).is_err());
        let mut packed = pack(&bytes).unwrap();
        packed.truncate(packed.len() - 1);
        assert!(unpack(tile, name, &packed).is_err());
    }
}
