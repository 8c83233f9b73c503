//! What the ink corrects.

use super::*;
use crate::text::slots::{has_lost_letters, slots};
use lea_frame::FrameBuf;
use lea_model::{Rect, Size};

/// Characters in the middle of the letters of a line; spaces between them.
fn glyphs(text: &str, letters: &[(i32, i32, i32)]) -> Vec<Glyph> {
    let mut middles = letters.iter().map(|(x, w, _)| *x as f32 + *w as f32 / 2.0);
    let mut last = 0.0;
    let place = |character| {
        last = if character == ' ' { last + 2.0 } else { middles.next().unwrap_or(last) };
        Glyph { character, at: last / 100.0, probability: 0.9 }
    };
    text.chars().map(place).collect()
}

/// A line of capitals of 10 pixels on row 50: x, width and height of each letter.
fn line(letters: &[(i32, i32, i32)]) -> Found {
    let parts: Vec<Rect> = letters.iter().map(|(x, w, h)| Rect::from([*x, 50 - h, x + w, 50])).collect();
    found(parts)
}

fn found(mut parts: Vec<Rect>) -> Found {
    parts.sort_unstable_by_key(|p| p.x1);
    let bbox = parts.iter().fold(Rect::default(), |all, p| all.union(p));
    Found { bbox, baseline: 50, capital: 10.0, parts, ..Found::default() }
}

fn strip() -> Strip {
    let picture = FrameBuf::filled(Size { width: 100, height: 24 }, [255; 3]).unwrap();
    Strip { picture, left: 0, top: 33, columns: 200 }
}

fn correct(text: &str, letters: &[(i32, i32, i32)]) -> String {
    let found = line(letters);
    let read = corrected(glyphs(text, letters), &found, &strip(), &slots(&found));
    read.iter().map(|g| g.character).collect()
}

#[test]
fn height_tells_small_letters_from_capitals() {
    assert_eq!(correct("olo", &[(0, 8, 10), (10, 2, 10), (14, 6, 7)]), "Olo");
    assert_eq!(correct("OK", &[(0, 7, 7), (10, 6, 10)]), "oK");
    assert_eq!(correct("ou", &[(0, 8, 10), (10, 6, 7)]), "Ou");
    assert_eq!(correct("ox", &[(0, 8, 10), (10, 6, 10)]), "ox", "nothing proves how high capitals are");
}

#[test]
fn width_tells_dashes_zeros_and_ones_apart() {
    assert_eq!(correct("D04", &[(0, 8, 10), (10, 9, 10), (21, 7, 10)]), "DO4");
    assert_eq!(correct("D04", &[(0, 8, 10), (10, 8, 10), (21, 7, 10)]), "D04");
    assert_eq!(correct("D1", &[(0, 8, 10), (10, 2, 10)]), "DI");
    let letters = [(0, 8, 10), (10, 8, 4)];
    let mut bar = line(&letters);
    bar.parts[1].y2 = bar.parts[1].y1 + 1;
    let read = corrected(glyphs("D-", &letters), &bar, &strip(), &slots(&bar));
    assert_eq!(read[1].character, '–');
}

#[test]
fn gaps_tell_where_spaces_are() {
    assert_eq!(correct("Bil L", &[(0, 6, 10), (7, 2, 10), (10, 2, 10), (13, 6, 10)]), "BilL");
    assert_eq!(correct("BilL", &[(0, 6, 10), (8, 2, 10), (12, 2, 10), (22, 6, 10)]), "Bil L");
    let number = [(0, 6, 10), (11, 6, 10), (19, 6, 10), (27, 6, 10)];
    assert_eq!(correct("6166", &number), "6 166", "a thin space before three digits");
}

#[test]
fn letters_that_touch_do_not_shift_the_others() {
    // The r and t of this word are one mark.
    let letters = [(0, 6, 10), (8, 2, 10), (12, 6, 7), (20, 9, 9), (31, 6, 7)];
    let middles = [3.0, 9.0, 15.0, 22.0, 26.0, 34.0];
    let glyphs: Vec<Glyph> = "Elcrte"
        .chars()
        .zip(middles)
        .map(|(character, x)| Glyph { character, at: x / 100.0, probability: 0.9 })
        .collect();
    let found = line(&letters);
    let read = corrected(glyphs, &found, &strip(), &slots(&found));
    assert_eq!(read.iter().map(|g| g.character).collect::<String>(), "Elcrte");
}

#[test]
fn a_reading_shorter_than_its_ink_has_lost_letters() {
    let found = line(&[(0, 2, 10), (4, 2, 10), (8, 2, 10)]);
    assert!(has_lost_letters(&glyphs("Il", &[]), &slots(&found)));
    assert!(!has_lost_letters(&glyphs("Ill", &[]), &slots(&found)));
    assert!(!has_lost_letters(&glyphs("i\"", &[]), &slots(&found)));
}

#[test]
fn two_dots_make_a_diaeresis_and_a_lost_apostrophe_is_found() {
    let letters = [(0, 6, 10), (9, 2, 7), (14, 2, 10), (22, 6, 7)];
    let mut parts = line(&letters).parts;
    parts.extend([[7, 40, 9, 42], [11, 40, 13, 42], [18, 40, 20, 43]].map(Rect::from));
    let found = found(parts);
    let read = corrected(glyphs("Dilu", &letters), &found, &strip(), &slots(&found));
    assert_eq!(read.iter().map(|g| g.character).collect::<String>(), "Dïl'u");
}
