//! Boxes and words painted on a screenshot, for people to look at.

use font8x8::UnicodeFonts;
use lea_frame::FrameBuf;
use lea_model::{ElementType, Rect};

/// A colour, as blue, green and red.
pub type Colour = [u8; 3];

/// What was found.
pub const FOUND: Colour = [60, 170, 0];
/// What was considered and not taken.
pub const CONSIDERED: Colour = [0, 140, 240];

/// Pixels of a letter, which is painted once or twice as large.
const LETTER: i32 = 8;

/// The frame around a box, two pixels wide, inside it.
pub fn outline(picture: &mut FrameBuf, bbox: Rect, colour: Colour) {
    let Rect { x1, y1, x2, y2 } = bbox;
    for side in [[x1, y1, x2, y1 + 2], [x1, y2 - 2, x2, y2], [x1, y1, x1 + 2, y2], [x2 - 2, y1, x2, y2]] {
        paint(picture, Rect::from(side), colour);
    }
}

/// A tag above a box, or in it where there is no room above: white words on a colour.
pub fn tag(picture: &mut FrameBuf, bbox: Rect, words: &str, colour: Colour) {
    let scale = if picture.size.width > 2600 { 2 } else { 1 };
    let letters: Vec<char> = words.chars().take(40).collect();
    let (width, height) = (letters.len() as i32 * LETTER * scale + 4, LETTER * scale + 2);
    let y = if bbox.y1 >= height { bbox.y1 - height } else { bbox.y1 };
    let x = bbox.x1.min(picture.size.width as i32 - width).max(0);
    paint(picture, Rect::from([x, y, x + width, y + height]), colour);
    for (i, letter) in letters.into_iter().enumerate() {
        glyph(picture, x + 2 + i as i32 * LETTER * scale, y + 1, letter, scale);
    }
}

fn glyph(picture: &mut FrameBuf, x: i32, y: i32, letter: char, scale: i32) {
    let shape = font8x8::BASIC_FONTS.get(letter).or_else(|| font8x8::LATIN_FONTS.get(letter));
    let Some(rows) = shape.or_else(|| font8x8::BASIC_FONTS.get('?')) else { return };
    for (row, bits) in (0..).zip(rows) {
        for column in (0..LETTER).filter(|c| bits >> c & 1 == 1) {
            let (x, y) = (x + column * scale, y + row * scale);
            paint(picture, Rect::from([x, y, x + scale, y + scale]), [255; 3]);
        }
    }
}

fn paint(picture: &mut FrameBuf, rect: Rect, colour: Colour) {
    let screen = picture.as_frame().bounds();
    if let Some(rect) = rect.intersection(&screen) {
        picture.fill(rect, colour);
    }
}

/// Things of one kind in one colour: what is typed into, what is pressed, what is chosen, what holds others, what says.
pub fn colour_of(kind: ElementType) -> Colour {
    use ElementType::{
        Button, Checkbox, Dialog, Dropdown, IconButton, Label, Link, ListItem, Menu, MenuItem, Radio,
        Scrollbar, Slider, Tab, Table, TableCell, TableRow, TextArea, TextInput, Toggle, Toolbar, Window,
    };
    match kind {
        TextInput | TextArea => [200, 110, 0],
        Button | IconButton | Link | MenuItem | Tab => [40, 40, 210],
        Checkbox | Radio | Toggle | Dropdown | Slider | ListItem => [190, 0, 170],
        Table | TableRow | TableCell | Dialog | Menu | Toolbar | Window => [140, 140, 0],
        Label | Scrollbar | ElementType::Image => [120, 120, 120],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Size;

    #[test]
    fn nothing_is_painted_beyond_the_picture() {
        let mut picture = FrameBuf::filled(Size { width: 40, height: 30 }, [0; 3]).unwrap();
        for bbox in [[-5, -5, 10, 10], [30, 20, 90, 90], [100, 100, 120, 120], [0, 0, 1, 1]] {
            outline(&mut picture, Rect::from(bbox), FOUND);
            tag(&mut picture, Rect::from(bbox), "button Valider é", FOUND);
        }
        assert!(picture.bytes.chunks(4).any(|p| p[..3] == FOUND));
    }
}
