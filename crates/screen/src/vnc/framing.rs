//! Where the messages of a VNC server begin and end.
//!
//! vnc-rs decodes them well but keeps two things to itself, that an update is complete and the bytes of a clipboard
//! text (it reads Latin-1 as UTF-8), and it does not know the lights of a keyboard. So the stream is followed here on
//! its way to vnc-rs: texts and lights are taken out, and after each update a bell is rung, which vnc-rs reports in its
//! turn, when all before it is decoded.

/// What a server's message starts with.
const UPDATE: u8 = 0;
const BELL: u8 = 2;
const CUT_TEXT: u8 = 3;

/// How a rectangle is encoded.
pub(super) const RAW: i32 = 0;
pub(super) const COPY: i32 = 1;
pub(super) const ZRLE: i32 = 16;
/// A rectangle that is the screen's new size.
pub(super) const DESKTOP_SIZE: i32 = -223;
/// A rectangle that is the pointer's shape.
pub(super) const CURSOR: i32 = -239;
/// A rectangle that is the lights of the keyboard.
pub(super) const LIGHTS: i32 = -261;

/// Bytes of a pixel: the format asked for is BGRX.
const PIXEL: u64 = 4;

/// Clipboard texts are kept up to this length; what is longer is left out as a whole.
const LONGEST_TEXT: i32 = 16 << 20;

/// What the next bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// The first byte of a message.
    Kind,
    /// The head of an update.
    Update,
    /// The head of a rectangle.
    Rectangle,
    /// The length of a compressed rectangle.
    Length,
    /// The lights of the keyboard.
    Lights,
    /// The head of a clipboard text.
    Text,
    /// Nothing that is known: vnc-rs will say so.
    Unknown,
}

/// Follows the stream of a server from after its greeting.
#[derive(Debug)]
pub(super) struct Framing {
    part: Part,
    /// The bytes of the head that is being read.
    head: Vec<u8>,
    /// Rectangles left in the update.
    rectangles: u16,
    /// Bytes to hand on before the next head.
    passing: u64,
    /// Bytes of clipboard text still to come.
    text_left: usize,
    /// Those that came, unless the text is not wanted.
    text: Option<Vec<u8>>,
}

impl Framing {
    pub fn new() -> Self {
        Self { part: Part::Kind, head: Vec::new(), rectangles: 0, passing: 0, text_left: 0, text: None }
    }

    /// Takes what came in, and adds what vnc-rs is to see to `out`; clipboard texts go to `cut`, empty ones too.
    pub fn follow(&mut self, mut bytes: &[u8], out: &mut Vec<u8>, mut cut: impl FnMut(String)) {
        while !bytes.is_empty() {
            if self.text_left > 0 {
                let (now, rest) = bytes.split_at(self.text_left.min(bytes.len()));
                self.text_left -= now.len();
                if let Some(text) = &mut self.text {
                    text.extend_from_slice(now);
                }
                bytes = rest;
            } else if self.passing > 0 || self.part == Part::Unknown {
                let many = usize::try_from(self.passing).unwrap_or(usize::MAX);
                let many = if self.part == Part::Unknown { bytes.len() } else { many.min(bytes.len()) };
                let (now, rest) = bytes.split_at(many);
                self.passing = self.passing.saturating_sub(many as u64);
                out.extend_from_slice(now);
                bytes = rest;
                self.end_update(out);
            } else {
                let missing = self.part.length() - self.head.len();
                let (now, rest) = bytes.split_at(missing.min(bytes.len()));
                self.head.extend_from_slice(now);
                bytes = rest;
                if now.len() == missing {
                    self.head_is_complete(out);
                    self.end_update(out);
                }
            }
            if self.text_left == 0
                && let Some(text) = self.text.take()
            {
                cut(text.into_iter().map(char::from).collect());
            }
        }
    }

    fn head_is_complete(&mut self, out: &mut Vec<u8>) {
        let mut head = std::mem::take(&mut self.head);
        let u32_at = |i: usize| u32::from_be_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        let u16_at = |i: usize| u16::from_be_bytes([head[i], head[i + 1]]);
        match self.part {
            Part::Kind => {
                self.part = match head[0] {
                    UPDATE => Part::Update,
                    CUT_TEXT => Part::Text,
                    // It rings for us here, so it must not ring by itself.
                    BELL => return,
                    _ => Part::Unknown,
                };
                if self.part == Part::Text {
                    return;
                }
            }
            Part::Update => {
                self.rectangles = u16_at(1);
                self.part = Part::Rectangle;
            }
            Part::Rectangle => {
                self.rectangles -= 1;
                let (width, height) = (u64::from(u16_at(4)), u64::from(u16_at(6)));
                match u32_at(8) as i32 {
                    RAW => self.passing = width * height * PIXEL,
                    COPY => self.passing = 4,
                    ZRLE => self.part = Part::Length,
                    CURSOR => self.passing = width * height * PIXEL + width.div_ceil(8) * height,
                    DESKTOP_SIZE => {}
                    LIGHTS => {
                        self.part = Part::Lights;
                        // To vnc-rs it is a cursor without a shape: the update keeps its number of rectangles.
                        head = [&[0; 8][..], &CURSOR.to_be_bytes()].concat();
                    }
                    _ => self.part = Part::Unknown,
                }
            }
            Part::Length => {
                self.passing = u64::from(u32_at(0));
                self.part = Part::Rectangle;
            }
            Part::Lights => {
                self.part = Part::Rectangle;
                return;
            }
            Part::Text => {
                self.part = Part::Kind;
                // A negative length marks an extension that was not asked for.
                let length = u32_at(3) as i32;
                self.text_left = length.unsigned_abs() as usize;
                self.text = (0..=LONGEST_TEXT).contains(&length).then(Vec::new);
                return;
            }
            Part::Unknown => {}
        }
        out.extend(head);
    }

    /// Rings the bell when the last byte of an update has passed.
    fn end_update(&mut self, out: &mut Vec<u8>) {
        if self.part == Part::Rectangle && self.rectangles == 0 && self.passing == 0 {
            out.push(BELL);
            self.part = Part::Kind;
        }
    }
}

impl Part {
    /// How long the head is.
    fn length(self) -> usize {
        match self {
            Part::Kind | Part::Lights | Part::Unknown => 1,
            Part::Update => 3,
            Part::Rectangle => 12,
            Part::Length => 4,
            Part::Text => 7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(width: u16, height: u16, encoding: i32, data: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend(encoding.to_be_bytes());
        bytes.extend(data);
        bytes
    }

    fn update(rectangles: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = vec![UPDATE, 0];
        bytes.extend((rectangles.len() as u16).to_be_bytes());
        bytes.extend(rectangles.concat());
        bytes
    }

    fn cut_text(length: i32, text: &[u8]) -> Vec<u8> {
        [&[CUT_TEXT, 0, 0, 0][..], &length.to_be_bytes(), text].concat()
    }

    /// Follows a stream in pieces of a given length.
    fn follow(stream: &[u8], pieces: usize) -> (Vec<u8>, Vec<String>) {
        let (mut framing, mut out, mut texts) = (Framing::new(), Vec::new(), Vec::new());
        stream.chunks(pieces).for_each(|piece| framing.follow(piece, &mut out, |text| texts.push(text)));
        (out, texts)
    }

    #[test]
    fn a_bell_is_rung_after_each_update_and_texts_are_taken_out() {
        let zrle = [&9u32.to_be_bytes()[..], &[7; 9]].concat();
        let first = update(&[
            rectangle(3, 2, RAW, &[1; 24]),
            rectangle(3, 2, COPY, &[0; 4]),
            rectangle(64, 64, ZRLE, &zrle),
            rectangle(9, 2, CURSOR, &[5; 9 * 2 * 4 + 2 * 2]),
            rectangle(800, 600, DESKTOP_SIZE, &[]),
        ]);
        let second = update(&[rectangle(0, 0, RAW, &[])]);
        let stream = [
            first.clone(),
            vec![BELL],
            cut_text(3, b"n\xe9e"),
            second.clone(),
            cut_text(0, b""),
            cut_text(-4, &[1; 4]),
            update(&[]),
        ]
        .concat();
        let wanted = [first, vec![BELL], second, vec![BELL], update(&[]), vec![BELL]].concat();
        for pieces in [1, 2, 3, 7, 64, stream.len()] {
            let (out, texts) = follow(&stream, pieces);
            assert_eq!(out, wanted, "in pieces of {pieces}");
            assert_eq!(texts, ["née", ""]);
        }
    }

    #[test]
    fn lights_are_taken_out_and_vnc_rs_sees_a_cursor_without_a_shape() {
        let copy = rectangle(3, 2, COPY, &[0; 4]);
        let stream = update(&[rectangle(0, 0, LIGHTS, &[7]), copy.clone(), rectangle(0, 0, LIGHTS, &[0])]);
        let nothing = rectangle(0, 0, CURSOR, &[]);
        let wanted = [update(&[nothing.clone(), copy, nothing]), vec![BELL]].concat();
        for pieces in [1, 5, stream.len()] {
            assert_eq!(follow(&stream, pieces).0, wanted);
        }
    }

    #[test]
    fn what_is_not_known_goes_through_for_vnc_rs_to_refuse() {
        let stream = [vec![200, 1, 2, 3], update(&[])].concat();
        assert_eq!(follow(&stream, 3).0, stream);
        let stream = update(&[rectangle(1, 1, 5, &[9; 40])]);
        assert_eq!(follow(&stream, 5).0, stream);
    }

    #[test]
    fn impossible_sizes_are_counted_without_overflow() {
        let stream = update(&[rectangle(u16::MAX, u16::MAX, RAW, &[1; 100])]);
        assert_eq!(follow(&stream, 11).0, stream);
        assert!(follow(&cut_text(i32::MAX, &[b'x'; 100]), 9).1.is_empty());
        assert!(follow(&cut_text(i32::MIN, &[b'x'; 100]), 9).1.is_empty());
    }
}
