//! What is read without a recogniser. Passwords: rows of equal round blobs instead of letters; and bars on keys.

use super::ink::Sheet;
use super::lines::{Found, find_lines};
use super::strip::{self, Strip};
use super::{Line, Word};
use crate::params::letters::{
    BULLET_CARET, BULLET_CORE, BULLET_FILL, BULLET_GAP, BULLET_LEAST, BULLET_PITCH, BULLET_SOLID,
    BULLET_STEP, BULLET_VALLEY, BULLET_WIDEST, BULLETS, SIGN_BAR, SIGN_FLAT, SIGN_HIGH, SIGN_WIDE,
};
use crate::sets::Sets;
use lea_frame::Frame;
use lea_model::{Point, Rect};
use std::collections::{BTreeMap, HashMap};

/// What a password is shown as.
const BULLET: char = '•';

/// What other toolkits show, as it is read.
const LIKE_BULLETS: &str = "•●∙·*";

/// The line shows a password: bullets, and nothing else.
pub fn is_bullets(line: &Line) -> bool {
    line.text.chars().count() >= BULLETS && line.text.chars().all(|c| c == BULLET)
}

/// Part of the line may be a password: what it says is not to be remembered.
pub(crate) fn has_bullets(line: &Line) -> bool {
    let is_row =
        |w: &Word| w.text.chars().count() >= BULLETS && w.text.chars().all(|c| LIKE_BULLETS.contains(c));
    line.words.iter().any(is_row)
}

/// Where a picture shows passwords, told from its pixels alone: no model is needed.
pub fn bullets_in(frame: Frame<'_>) -> Vec<Rect> {
    let found = find_lines(&Sheet::of(frame));
    let shown = found.iter().filter(|f| {
        let dots = strip::cut(frame, f).and_then(|strip| row_of(f, &strip));
        dots.is_some_and(|dots| lie_on_paper(frame, &dots))
    });
    // Small dots that touch are too low to be a line of text.
    let paper = commonest(frame);
    let blobs = cores(frame, paper);
    let touching = row_of_cores(&blobs);
    let around = touching.iter().copied().reduce(|a, b| a.union(&b));
    let are_dots =
        || touching.iter().all(|dot| is_full(frame, paper, *dot)) && lie_on_paper(frame, &touching);
    let around = around.filter(|row| are_dots() && stands_alone(*row, &blobs));
    shown.map(|f| f.bbox).chain(around).collect()
}

/// Most of the box of a dot is ink, and all of the lines through its middle; of the box of a letter about half, and a heavy 8 has holes.
fn is_full(frame: Frame<'_>, paper: [u8; 3], dot: Rect) -> bool {
    let pixels = || (dot.y1..dot.y2).flat_map(|y| (dot.x1..dot.x2).map(move |x| Point { x, y }));
    let middle = dot.center();
    let mut cross = pixels().filter(|p| p.x == middle.x || p.y == middle.y);
    let full = pixels().filter(|p| is_ink(frame, paper, *p)).count();
    cross.all(|p| is_ink(frame, paper, p)) && full * 10 >= pixels().count() * BULLET_FILL
}

/// The pixel differs from the paper.
fn is_ink(frame: Frame<'_>, paper: [u8; 3], at: Point) -> bool {
    differ(frame.pixel(at.x as usize, at.y as usize), paper)
}

fn differ(a: [u8; 3], b: [u8; 3]) -> bool {
    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > BULLET_SOLID)
}

/// Between most dots of a row there is paper, which is no dot's colour and goes on above and below them: not so between the holes of heavy
/// digits, whether these touch or not.
fn lie_on_paper(frame: Frame<'_>, dots: &[Rect]) -> bool {
    let at = |x: i32, y: i32| frame.pixel(x as usize, y as usize);
    let is_paper = |pair: &[Rect]| {
        let (dot, x) = (pair[0], (pair[0].x2 + pair[1].x1) / 2);
        let above = (dot.height() as i32 / 4).max(1);
        let column = Rect { x1: x, y1: dot.y1 - above, x2: x + 1, y2: dot.y2 + above };
        let Some(column) = column.intersection(&frame.bounds()) else { return true };
        let middle = at(x, column.center().y);
        let is_even = (column.y1..column.y2).all(|y| !differ(at(x, y), middle));
        is_even && differ(middle, at(dot.center().x, dot.center().y))
    };
    let gaps = || dots.windows(2).filter(|pair| pair[1].x1 - pair[0].x2 >= BULLET_GAP);
    gaps().filter(|pair| is_paper(pair)).count() * 2 >= gaps().count()
}

/// Nothing but a caret stands beside a row of dots: letters would be its line.
fn stands_alone(row: Rect, blobs: &[Rect]) -> bool {
    let beside = |b: &&Rect| {
        let level = b.y1 < row.y2 && row.y1 < b.y2;
        let gap = (b.x1 - row.x2).max(row.x1 - b.x2);
        level && (0..=row.height() as i32 * 2).contains(&gap)
    };
    blobs.iter().filter(beside).all(|b| b.width() <= BULLET_CARET)
}

/// The colour that most of a picture has.
fn commonest(frame: Frame<'_>) -> [u8; 3] {
    let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
    for y in 0..frame.size.height as usize {
        for x in 0..frame.size.width as usize {
            *counts.entry(frame.pixel(x, y)).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(colour, n)| (*n, *colour)).map_or([255; 3], |(colour, _)| colour)
}

/// Blobs of what differs from the paper nearly as much as anything does: dots whose faint edges touch are apart so. From left
/// to right.
fn cores(frame: Frame<'_>, paper: [u8; 3]) -> Vec<Rect> {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let contrast = |x: usize, y: usize| {
        frame.pixel(x, y).iter().zip(paper).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
    };
    let strongest = (0..width * height).map(|i| contrast(i % width, i / width)).max().unwrap_or(0);
    if strongest <= BULLET_SOLID {
        return Vec::new();
    }
    let strong = (f32::from(strongest) * BULLET_CORE) as u8;
    let ink: Vec<bool> = (0..width * height).map(|i| contrast(i % width, i / width) >= strong).collect();
    let mut sets = Sets::of(ink.len());
    for i in (0..ink.len()).filter(|i| ink[*i]) {
        if i % width > 0 && ink[i - 1] {
            sets.join(i as u32 - 1, i as u32);
        }
        if i >= width && ink[i - width] {
            sets.join((i - width) as u32, i as u32);
        }
    }
    let mut blobs: BTreeMap<u32, Rect> = BTreeMap::new();
    for i in (0..ink.len()).filter(|i| ink[*i]) {
        let (x, y) = ((i % width) as i32, (i / width) as i32);
        let pixel = Rect { x1: x, y1: y, x2: x + 1, y2: y + 1 };
        let blob = blobs.entry(sets.root(i as u32)).or_insert(pixel);
        *blob = blob.union(&pixel);
    }
    let mut blobs: Vec<Rect> = blobs.into_values().flat_map(|blob| apart(blob, contrast)).collect();
    blobs.sort_unstable_by_key(|b| (b.x1, b.y1));
    blobs
}

/// A blob that is some dots side by side as these dots: where two touch, both are lower than in their middles.
fn apart(blob: Rect, contrast: impl Fn(usize, usize) -> u8) -> Vec<Rect> {
    let (width, height) = (blob.width() as i32, blob.height() as i32);
    let sum = |x: i32| (blob.y1..blob.y2).map(|y| u32::from(contrast(x as usize, y as usize))).sum::<u32>();
    let highest = (blob.x1..blob.x2).map(sum).max().unwrap_or(0);
    let count = (width as f32 / (height as f32 + BULLET_PITCH)).round() as i32;
    let cut = |n: i32| blob.x1 + width * n / count.max(1);
    let is_valley = |x: i32| sum(x - 1).min(sum(x)) * BULLET_VALLEY.1 <= highest * BULLET_VALLEY.0;
    match count >= 2 && height <= BULLET_WIDEST as i32 && (1..count).all(|n| is_valley(cut(n))) {
        true => (0..count).map(|n| Rect { x1: cut(n), x2: cut(n + 1), ..blob }).collect(),
        false => vec![blob],
    }
}

/// The longest row of dots among blobs: a border, or a caret that touches the last dot, is none of them.
fn row_of_cores(blobs: &[Rect]) -> Vec<Rect> {
    let mut longest: Vec<Rect> = Vec::new();
    for (i, first) in blobs.iter().enumerate() {
        let mut row = vec![*first];
        for next in &blobs[i + 1..] {
            let last = row[row.len() - 1];
            let level =
                (next.y1 - last.y1).abs() <= 1 && next.x1 - last.x1 <= first.width() as i32 * BULLET_STEP;
            if level && (row.len() < 2 || is_even_row_of(&row, *next)) {
                row.push(*next);
            }
        }
        if row.len() > longest.len() && is_even_row(&row) {
            longest = row;
        }
    }
    longest
}

fn is_even_row_of(row: &[Rect], next: Rect) -> bool {
    let step = row[1].x1 - row[0].x1;
    (next.x1 - row[row.len() - 1].x1 - step).abs() <= 1
}

/// Equal marks, as wide as high, at equal distances; where a field scrolls, the mark at its edge is cut, and a caret may stand
/// at either end.
pub(crate) fn is_row_of_dots(parts: &[Rect]) -> bool {
    is_even_row(dots(parts))
}

/// The parts without what is cut at the ends, and without a caret.
fn dots(mut parts: &[Rect]) -> &[Rect] {
    let Some(usual) = parts.get(parts.len() / 2).copied() else { return parts };
    let is_cut = |p: &Rect| p.width() < usual.width() && p.height() <= usual.height() + 1;
    let is_off = |p: &Rect| (is_cut(p) && p.width() + 1 < usual.width()) || p.width() <= BULLET_CARET;
    for _ in 0..2 {
        if let Some((_, rest)) = parts.split_first().filter(|(first, _)| is_off(first)) {
            parts = rest;
        }
        if let Some((_, rest)) = parts.split_last().filter(|(last, _)| is_off(last)) {
            parts = rest;
        }
    }
    parts
}

fn is_even_row(parts: &[Rect]) -> bool {
    let Some(first) = parts.first().filter(|_| parts.len() >= BULLETS) else { return false };
    let step = parts[1].x1 - first.x1;
    let is_alike = |p: &Rect| {
        p.width().abs_diff(first.width()) <= 1
            && p.height().abs_diff(first.height()) <= 1
            && (p.y1 - first.y1).abs() <= 1
            && p.width().abs_diff(p.height()) <= 1
    };
    // Letters of a row may be a pixel off their place, more than that no two neighbours are.
    let is_even = |pair: &[Rect]| (pair[1].x1 - pair[0].x1 - step).abs() <= 1;
    let is_near = step >= first.width() as i32 && step <= first.width() as i32 * BULLET_STEP;
    parts.iter().all(is_alike)
        && parts.windows(2).all(is_even)
        && is_near
        && (BULLET_LEAST..=BULLET_WIDEST).contains(&first.width())
}

/// The line as bullets, if that is what it is. What is around it does not count: equal strips are read alike.
pub(crate) fn bullets(found: &Found, strip: &Strip) -> Option<Line> {
    row_of(found, strip).map(|dots| line(dots.len(), found.bbox, 1.0))
}

/// The dots that a line is made of, if it is. Rings are letters: the middle of a bullet is ink.
fn row_of(found: &Found, strip: &Strip) -> Option<Vec<Rect>> {
    let frame = strip.picture.as_frame();
    let paper = frame.pixel(0, 0);
    let parts: Vec<Rect> = match is_row_of_dots(&found.parts) {
        true => found.parts.clone(),
        false => {
            let row = row_of_cores(&cores(frame, paper));
            // Dots, and nothing else: an ellipsis behind a word is none.
            let length = row.last().zip(row.first()).map_or(0, |(last, first)| last.x2 - first.x1);
            let whole = length + 2 * BULLET_CARET as i32 >= found.bbox.width() as i32;
            row.into_iter().filter(|_| whole).map(|core| core.moved(strip.left, strip.top)).collect()
        }
    };
    if !is_row_of_dots(&parts) {
        return None;
    }
    let dots = dots(&parts);
    let is_solid = |dot: &Rect| {
        let middle = dot.moved(-strip.left, -strip.top).center();
        frame.bounds().contains(middle) && is_ink(frame, paper, middle)
    };
    dots.iter().all(is_solid).then(|| dots.to_vec())
}

/// The line with what was read as other bullets made into these.
pub(crate) fn plain(read: Line) -> Line {
    let count = read.text.chars().filter(|c| *c != ' ').count();
    let is_password = count >= BULLETS && read.text.chars().all(|c| c == ' ' || LIKE_BULLETS.contains(c));
    if is_password { line(count, read.bbox, read.confidence) } else { read }
}

/// A minus or an equals sign that stands by itself, on a key: bars are too plain for the recognisers to tell.
pub(crate) fn bars(found: &Found) -> Option<Line> {
    let is_flat =
        |p: &Rect| p.height() <= SIGN_HIGH && p.width() >= p.height() * SIGN_FLAT && p.width() <= SIGN_WIDE;
    let text = match found.parts[..] {
        [bar] if is_flat(&bar) => "-",
        [a, b] if is_flat(&a) && is_flat(&b) && (a.x1 - b.x1).abs() <= 1 && (a.x2 - b.x2).abs() <= 1 => "=",
        _ => return None,
    };
    let word = Word { text: text.into(), bbox: found.bbox, confidence: SIGN_BAR };
    Some(Line { text: text.into(), bbox: found.bbox, confidence: SIGN_BAR, words: vec![word] })
}

fn line(count: usize, bbox: Rect, confidence: f64) -> Line {
    let text: String = std::iter::repeat_n(BULLET, count).collect();
    Line { words: vec![Word { text: text.clone(), bbox, confidence }], text, bbox, confidence }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    fn row(width: i32, step: i32, middle: [u8; 3]) -> Option<Line> {
        let mut frame = FrameBuf::filled(Size { width: 120, height: 40 }, [255; 3]).unwrap();
        let parts: Vec<Rect> =
            (0..6).map(|i| Rect::from([10 + i * step, 15, 10 + i * step + width, 15 + 5])).collect();
        for part in &parts {
            frame.fill(*part, [0; 3]);
            frame.fill(Rect::from([part.x1 + 1, 16, part.x2 - 1, 19]), middle);
        }
        let bbox = parts.iter().fold(Rect::default(), |all, p| all.union(p));
        let found = Found { bbox, baseline: 20, capital: 5.0, parts, ..Found::default() };
        bullets(&found, &crate::text::strip::cut(frame.as_frame(), &found).unwrap())
    }

    #[test]
    fn equal_blobs_at_equal_distances_are_a_password_and_letters_are_not() {
        let line = row(5, 7, [0; 3]).unwrap();
        assert_eq!(line.text, "••••••");
        assert!(is_bullets(&line));
        assert_eq!(row(5, 7, [255; 3]), None, "a row of o");
        assert_eq!(row(3, 7, [0; 3]), None, "a row of l");
        assert_eq!(row(5, 30, [0; 3]), None, "far apart");
    }

    #[test]
    fn heavy_digits_are_no_password_whether_they_touch_or_not() {
        // Eights of a calculator: their lower holes are as wide as high, and stand in a row. What is around it may be as dark as they are.
        for (step, around) in [(24, 255), (27, 255), (24, 0), (27, 0)] {
            let mut frame = FrameBuf::filled(Size { width: 900, height: 200 }, [around; 3]).unwrap();
            frame.put(300, 60, eights(step).as_frame());
            assert_eq!(bullets_in(frame.as_frame()), [], "{step} pixels apart, on {around}");
        }
    }

    fn eights(step: i32) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 300, height: 60 }, [255; 3]).unwrap();
        for i in 0..8 {
            let x = 20 + step * i;
            for (y, width) in [(14, 16), (16, 20), (19, 22), (23, 18), (26, 22), (29, 24), (33, 22), (36, 16)]
            {
                let side = (24 - width) / 2;
                frame.fill(Rect::from([x + side, y, x + 24 - side, y + 5]), [0; 3]);
            }
            frame.fill(Rect::from([x + 9, 18, x + 15, 22]), [255; 3]);
            frame.fill(Rect::from([x + 8, 28, x + 16, 35]), [255; 3]);
        }
        frame
    }

    #[test]
    fn a_field_that_scrolls_cuts_a_bullet_and_shows_a_caret() {
        let mut parts: Vec<Rect> = (0..6).map(|i| Rect::from([20 + 12 * i, 15, 30 + 12 * i, 25])).collect();
        parts.insert(0, Rect::from([13, 15, 18, 25]));
        parts.push(Rect::from([93, 12, 94, 30]));
        assert!(is_row_of_dots(&parts));
        assert_eq!(dots(&parts).len(), 6);
        assert!(!is_row_of_dots(&[
            parts[7],
            parts[7].moved(7, 0),
            parts[7].moved(14, 0),
            parts[7].moved(21, 0)
        ]));
    }

    #[test]
    fn dots_whose_faint_edges_touch_are_a_password() {
        // As a browser paints them: 4.7 pixels apart, at fractions of a pixel.
        let mut frame = FrameBuf::filled(Size { width: 160, height: 40 }, [255; 3]).unwrap();
        for i in 0..14 {
            let (x, y) = (20.0 + 4.7 * f64::from(i), 18.0);
            for (px, py) in (0..60 * 60).map(|p| (p % 60, p / 60)) {
                let (dx, dy) = (f64::from(px) * 0.1 - 0.5, f64::from(py) * 0.1 - 0.5);
                if (dx - 2.0).hypot(dy - 2.0) > 2.04 {
                    continue;
                }
                let (cx, cy) = ((x + dx).floor() as i32, (y + dy).floor() as i32);
                let before = frame.as_frame().pixel(cx as usize, cy as usize)[0];
                frame.fill(Rect::from([cx, cy, cx + 1, cy + 1]), [before.saturating_sub(3); 3]);
            }
        }
        frame.fill(Rect::from([86, 10, 87, 28]), [10; 3]);
        let boxes = bullets_in(frame.as_frame());
        assert!(boxes.iter().any(|b| b.x1 <= 21 && b.x2 >= 80), "{boxes:?}");
    }

    #[test]
    fn letters_in_a_row_are_no_password() {
        let letters = |inner: [u8; 3], more: bool| {
            let mut frame = FrameBuf::filled(Size { width: 160, height: 40 }, [255; 3]).unwrap();
            for i in 0..6 {
                let x = 20 + 9 * i;
                frame.fill(Rect::from([x, 15, x + 7, 22]), [0; 3]);
                frame.fill(Rect::from([x + 2, 17, x + 5, 20]), inner);
            }
            if more {
                frame.fill(Rect::from([76, 11, 80, 22]), [0; 3]);
            }
            bullets_in(frame.as_frame())
        };
        assert!(!letters([0; 3], false).is_empty());
        assert_eq!(letters([255; 3], false), [], "a row of o");
        assert_eq!(letters([0; 3], true), [], "and an l behind them");
    }

    #[test]
    fn stars_are_bullets_as_well() {
        let read = |text: &str| Line { text: text.into(), ..line(1, Rect::default(), 0.9) };
        assert!(is_bullets(&plain(read("*****"))));
        assert!(is_bullets(&plain(read("● ● ●●"))));
        assert!(!is_bullets(&plain(read("**"))));
        assert!(!is_bullets(&plain(read("• Item"))));
    }
}
