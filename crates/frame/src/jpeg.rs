//! JPEG in: screenshots that went through a browser, a mail or a remote picture.

use crate::frame::{FrameBuf, FrameError, PIXEL};
use lea_model::Size;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// How a JPEG begins.
const START: [u8; 3] = [0xff, 0xd8, 0xff];

/// The longest side of a JPEG that is read: an 8K screen, with room.
const LONGEST_SIDE: usize = 10_000;

/// A screenshot from a file: PNG or JPEG, told apart by how it begins.
pub fn from_image(bytes: &[u8]) -> Result<FrameBuf, FrameError> {
    if bytes.starts_with(&START) { from_jpeg(bytes) } else { crate::png::from_png(bytes) }
}

/// A JPEG as a frame.
pub fn from_jpeg(bytes: &[u8]) -> Result<FrameBuf, FrameError> {
    let options = DecoderOptions::new_fast()
        .set_strict_mode(true)
        .set_max_width(LONGEST_SIDE)
        .set_max_height(LONGEST_SIDE)
        .jpeg_set_out_colorspace(ColorSpace::BGRA);
    let bad = |e: zune_jpeg::errors::DecodeErrors| FrameError::Jpeg(e.to_string());
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let bytes = decoder.decode().map_err(bad)?;
    let (width, height) = decoder.dimensions().ok_or_else(|| FrameError::Jpeg("it has no size".into()))?;
    let size = Size { width: width as u32, height: height as u32 };
    let stride = width * PIXEL;
    crate::Frame::new(size, stride, &bytes)?;
    Ok(FrameBuf { size, stride, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16×16, all of one colour, made with libjpeg at quality 90.
    const GREY: &[u8] = include_bytes!("../tests/data/grey.jpeg");

    #[test]
    fn a_jpeg_is_read() {
        let frame = from_image(GREY).unwrap();
        assert_eq!(frame.size, Size { width: 16, height: 16 });
        assert!(frame.as_frame().pixel(8, 8).iter().all(|c| c.abs_diff(128) < 3));
    }

    #[test]
    fn a_broken_jpeg_is_an_error() {
        for cut in [3, 20, GREY.len() / 2, GREY.len() - 8] {
            assert!(from_image(&GREY[..cut]).is_err(), "cut at {cut}");
        }
    }
}
