//! What a viewer says to a VNC server (RFC 6143, section 7.5).

use lea_model::Size;
use xkeysym::Keysym;

/// What we understand, best first: rectangles that are copied, packed without loss, or plain; and what is told apart
/// from the picture: the screen's size, the pointer's shape, so that it is not painted in, and the keyboard's lights, so
/// that the server types letters with Shift and does not turn Caps Lock on and off for them.
pub(super) fn encodings() -> Vec<u8> {
    use super::framing::{COPY, CURSOR, DESKTOP_SIZE, LIGHTS, RAW, ZRLE};
    let known = [COPY, ZRLE, RAW, CURSOR, LIGHTS, DESKTOP_SIZE];
    let head = [2, 0, 0, known.len() as u8];
    head.into_iter().chain(known.into_iter().flat_map(i32::to_be_bytes)).collect()
}

/// "Send me this part of the screen": all of it when it has changed (`incremental`), or at once and in any case.
pub(super) fn request(part: Size, incremental: bool) -> Vec<u8> {
    let side = |s: u32| u16::try_from(s).unwrap_or(u16::MAX).to_be_bytes();
    let ([w1, w2], [h1, h2]) = (side(part.width), side(part.height));
    vec![3, incremental.into(), 0, 0, 0, 0, w1, w2, h1, h2]
}

/// The smallest question that must be answered: "send me this pixel of the top row, changed or not".
pub(super) fn probe(x: u16) -> Vec<u8> {
    let [x1, x2] = x.to_be_bytes();
    vec![3, 0, x1, x2, 0, 0, 0, 1, 0, 1]
}

/// A key goes down or up.
pub(super) fn key(keysym: Keysym, down: bool) -> Vec<u8> {
    let [a, b, c, d] = keysym.raw().to_be_bytes();
    vec![4, down.into(), 0, 0, a, b, c, d]
}

/// The pointer is here, with these buttons held.
pub(super) fn pointer(x: u16, y: u16, buttons: u8) -> Vec<u8> {
    let ([x1, x2], [y1, y2]) = (x.to_be_bytes(), y.to_be_bytes());
    vec![5, buttons, x1, x2, y1, y2]
}

/// The longest text put on a clipboard: what TigerVNC and RealVNC accept unless told otherwise. They drop longer ones
/// without a word.
const LONGEST_TEXT: usize = 256 << 10;

/// A text for the server's clipboard, or why it cannot carry it: the protocol knows Latin-1 only.
pub(super) fn clipboard(text: &str) -> Result<Vec<u8>, String> {
    let bytes: Result<Vec<u8>, char> =
        text.chars().map(|c| u8::try_from(u32::from(c)).map_err(|_| c)).collect();
    let bytes = bytes
        .map_err(|c| format!("a VNC clipboard holds Latin-1 only, and {c:?} is none: type it instead"))?;
    if bytes.len() > LONGEST_TEXT {
        let length = bytes.len();
        return Err(format!(
            "a VNC clipboard holds {LONGEST_TEXT} bytes, and the text has {length}: type it instead"
        ));
    }
    let mut message = vec![6, 0, 0, 0];
    message.extend((bytes.len() as u32).to_be_bytes());
    message.extend(bytes);
    Ok(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_as_the_standard_writes_them() {
        assert_eq!(request(Size { width: 0x102, height: 3 }, true), [3, 1, 0, 0, 0, 0, 1, 2, 0, 3]);
        assert_eq!(probe(0x102), [3, 0, 1, 2, 0, 0, 0, 1, 0, 1]);
        assert_eq!(key(Keysym::from_char('中'), true), [4, 1, 0, 0, 1, 0, 0x4e, 0x2d]);
        assert_eq!(pointer(0x102, 3, 5), [5, 5, 1, 2, 0, 3]);
        assert_eq!(clipboard("né").unwrap(), [6, 0, 0, 0, 0, 0, 0, 2, b'n', 0xe9]);
    }

    #[test]
    fn a_text_that_would_be_mangled_is_refused_by_name() {
        assert!(clipboard("42 €").unwrap_err().contains('€'));
        assert!(clipboard(&"x".repeat(LONGEST_TEXT + 1)).unwrap_err().contains("262144"));
        assert!(clipboard(&"x".repeat(LONGEST_TEXT)).is_ok());
    }
}
