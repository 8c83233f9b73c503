//! PNG in and out, and small pictures of large ones.

use crate::frame::{Frame, FrameBuf, FrameError, PIXEL};
use lea_model::Size;

/// The frame as a PNG.
pub fn to_png(frame: Frame<'_>) -> Result<Vec<u8>, FrameError> {
    let (width, height) = (frame.size.width, frame.size.height);
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for y in 0..height as usize {
        for p in frame.row(y, 0, width as usize).chunks_exact(PIXEL) {
            rgb.extend_from_slice(&[p[2], p[1], p[0]]);
        }
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&rgb))
        .map_err(|e| FrameError::Png(e.to_string()))?;
    Ok(out)
}

/// The most bytes a PNG may unpack to: an 8K screen, with room.
const MOST_PNG_BYTES: usize = 256 << 20;

/// A PNG as a frame; transparency is painted on black.
pub fn from_png(bytes: &[u8]) -> Result<FrameBuf, FrameError> {
    let bad = |e: png::DecodingError| FrameError::Png(e.to_string());
    let mut decoder =
        png::Decoder::new_with_limits(std::io::Cursor::new(bytes), png::Limits { bytes: MOST_PNG_BYTES });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(bad)?;
    let needed = reader.output_buffer_size().filter(|&n| n <= MOST_PNG_BYTES);
    let needed = needed.ok_or_else(|| FrameError::Png("larger than any screen".into()))?;
    let mut data = vec![0; needed];
    let info = reader.next_frame(&mut data).map_err(bad)?;
    let size = Size { width: info.width, height: info.height };
    let mut frame = FrameBuf::filled(size, [0, 0, 0])?;
    let samples = info.color_type.samples();
    for (to, from) in frame.bytes.chunks_exact_mut(PIXEL).zip(data.chunks_exact(samples)) {
        let over_black = |c: u8, alpha: u8| (u16::from(c) * u16::from(alpha) / 255) as u8;
        let [r, g, b] = match *from {
            [grey] => [grey; 3],
            [grey, alpha] => [over_black(grey, alpha); 3],
            [r, g, b] => [r, g, b],
            [r, g, b, alpha] => [r, g, b].map(|c| over_black(c, alpha)),
            _ => [0; 3],
        };
        to[..3].copy_from_slice(&[b, g, r]);
    }
    Ok(frame)
}

/// A copy at most `width` pixels wide, each pixel the mean of those it stands for.
pub fn shrink(frame: Frame<'_>, width: u32) -> FrameBuf {
    let factor = frame.size.width.div_ceil(width.max(1)).max(1) as usize;
    if factor == 1 {
        return frame.to_buf();
    }
    let (cols, rows) =
        ((frame.size.width as usize / factor).max(1), (frame.size.height as usize / factor).max(1));
    let mut bytes = Vec::with_capacity(cols * rows * PIXEL);
    for row in 0..rows {
        for col in 0..cols {
            let (mut sum, mut count) = ([0u32; 3], 0u32);
            for y in row * factor..((row + 1) * factor).min(frame.size.height as usize) {
                let (x1, x2) = (col * factor, ((col + 1) * factor).min(frame.size.width as usize));
                for p in frame.row(y, x1, x2).chunks_exact(PIXEL) {
                    for (s, c) in sum.iter_mut().zip(p) {
                        *s += u32::from(*c);
                    }
                    count += 1;
                }
            }
            bytes.extend(sum.map(|s| (s / count.max(1)) as u8));
            bytes.push(255);
        }
    }
    FrameBuf { size: Size { width: cols as u32, height: rows as u32 }, stride: cols * PIXEL, bytes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Rect;

    #[test]
    fn a_png_gives_back_the_pixels() {
        let mut f = FrameBuf::filled(Size { width: 37, height: 11 }, [10, 20, 30]).unwrap();
        f.fill(Rect::from([5, 5, 9, 9]), [200, 100, 50]);
        assert_eq!(from_png(&to_png(f.as_frame()).unwrap()).unwrap(), f);
    }

    #[test]
    fn a_broken_png_is_an_error() {
        let f = FrameBuf::filled(Size { width: 30, height: 30 }, [1, 2, 3]).unwrap();
        let png = to_png(f.as_frame()).unwrap();
        for cut in [0, 7, 20, png.len() / 2] {
            assert!(from_png(&png[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn shrinking_keeps_the_mean_and_the_limit() {
        let mut f = FrameBuf::filled(Size { width: 100, height: 50 }, [0, 0, 0]).unwrap();
        f.fill(Rect::from([0, 0, 50, 50]), [200, 200, 200]);
        let small = shrink(f.as_frame(), 30);
        assert_eq!(small.size, Size { width: 25, height: 12 });
        assert_eq!(small.as_frame().pixel(0, 0), [200; 3]);
        assert_eq!(small.as_frame().pixel(24, 0), [0; 3]);
        let speck = FrameBuf::filled(Size { width: 2000, height: 1 }, [7, 7, 7]).unwrap();
        assert_eq!(shrink(speck.as_frame(), 10).size.height, 1);
    }
}
