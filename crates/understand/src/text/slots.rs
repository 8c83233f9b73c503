//! Letters in the ink, and which character of a reading each of them is.

use super::ctc::Glyph;
use super::lines::Found;
use super::strip::Strip;
use crate::params::letters::{
    ACCENT_BESIDE, DOT_ABOVE, DOT_BESIDE, DOT_HIGH, DOT_MOST, FAR_COST, INVENTED_COST, LEAST_WIDTH,
    MISFIT_COST, MOST_TOUCHING, REACHES_DOWN, REACHES_UP, TOUCHING_COST, UNLIKE_COST, UNREAD_COST,
    WIDTH_BROAD, WIDTH_NARROW, WIDTH_THIN, WIDTH_USUAL, WIDTH_WIDE,
};
use lea_model::Rect;

/// A letter of a line: the marks that stand above each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Around all of its marks.
    pub(crate) bbox: Rect,
    /// The mark it stands on, without dots and accents.
    pub(crate) body: Rect,
}

/// The letters of a line, from left to right.
pub(crate) fn slots(found: &Found) -> Vec<Slot> {
    let capital = found.capital;
    let is_dot = |p: &Rect| {
        p.y2 as f32 <= found.baseline as f32 - capital * DOT_ABOVE && p.height() as f32 <= capital * DOT_MOST
    };
    let (dots, letters): (Vec<Rect>, Vec<Rect>) = found.parts.iter().partition(|p| is_dot(p));
    let mut slots: Vec<Slot> = Vec::new();
    for part in letters {
        match slots.last_mut() {
            Some(slot) if shared(&slot.bbox, &part) * 2 > slot.bbox.width().min(part.width()) as i32 => {
                slot.bbox = slot.bbox.union(&part);
                if part.area() > slot.body.area() {
                    slot.body = part;
                }
            }
            _ => slots.push(Slot { bbox: part, body: part }),
        }
    }
    let mut alone = Vec::new();
    for dot in dots {
        let is_dot = dot.height() as f32 <= (capital * DOT_HIGH).max(2.0);
        let reach = (capital * if is_dot { DOT_BESIDE } else { ACCENT_BESIDE }) as i32;
        let beside = |slot: &Slot| {
            let x = dot.center().x;
            (slot.body.x1 - x).max(x - slot.body.x2).max(0)
        };
        // Where letters touch, the dot of one is beside the top of another.
        let home = slots.iter_mut().min_by_key(|slot| beside(slot));
        match home {
            Some(slot) if beside(slot) <= reach => slot.bbox.y1 = slot.bbox.y1.min(dot.y1),
            _ => alone.push(Slot { bbox: dot, body: dot }),
        }
    }
    slots.extend(alone);
    slots.sort_unstable_by_key(|s| s.bbox.x1);
    slots
}

fn shared(a: &Rect, b: &Rect) -> i32 {
    a.x2.min(b.x2) - a.x1.max(b.x1)
}

/// How many slots a character takes, at least and at most.
fn takes(character: char) -> (usize, usize) {
    match character {
        ' ' => (0, 0),
        '"' | '“' | '”' | '«' | '»' | '„' => (1, 2),
        '%' | '…' => (1, 3),
        _ => (1, 1),
    }
}

/// There are more letters in the ink than in the reading.
pub(crate) fn has_lost_letters(glyphs: &[Glyph], slots: &[Slot]) -> bool {
    slots.len() > glyphs.iter().map(|g| takes(g.character).1).sum()
}

/// Where the characters of a reading are in the ink.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// For each character the letter it is, if that is it alone.
    pub(crate) own: Vec<Option<Slot>>,
    /// For each character the letters it is part of, by number, also where letters touch.
    pub(crate) among: Vec<Option<(usize, usize)>>,
    /// How many characters come before a letter that none stands for, and its number.
    pub(crate) unread: Vec<(usize, usize)>,
}

/// Aligns a reading with the letters of its line, from left to right (dynamic programming as for edit distance, where one
/// character may take several marks and several may share one).
pub(crate) fn places(glyphs: &[Glyph], slots: &[Slot], found: &Found, strip: &Strip) -> Places {
    let shown: Vec<usize> = (0..glyphs.len()).filter(|&i| glyphs[i].character != ' ').collect();
    let (n, m) = (shown.len(), slots.len());
    let x: Vec<f32> = shown.iter().map(|&i| strip.x_of(glyphs[i].at) as f32).collect();
    let far = |from: usize, count: usize, slot: Rect| {
        let mean = x[from..from + count].iter().sum::<f32>() / count as f32;
        let middle = (slot.x1 + slot.x2) as f32 / 2.0;
        (mean - middle).abs() / found.capital * FAR_COST
    };
    let unlike = |from: usize, count: usize, slot: &Slot| {
        let of = |form: fn(char) -> Option<bool>| {
            let mut known = shown[from..from + count].iter().map(|&i| form(glyphs[i].character));
            known.try_fold(false, |any, known| Some(any || known?))
        };
        let differs =
            |wanted: Option<bool>, is: bool| if wanted.is_some_and(|w| w != is) { UNLIKE_COST } else { 0.0 };
        let top = (found.baseline - slot.bbox.y1) as f32 / found.capital;
        let depth = (slot.bbox.y2 - found.baseline) as f32 / found.capital;
        differs(of(is_high), top > REACHES_UP) + differs(of(is_deep), depth > REACHES_DOWN)
    };
    let ink: u32 = slots.iter().map(|s| s.bbox.width()).sum();
    let widths: Vec<f32> = shown.iter().map(|&i| width(glyphs[i].character)).collect();
    // How wide this font is: its ink to that of a usual one.
    let font = ink as f32 / widths.iter().sum::<f32>().max(LEAST_WIDTH);
    let misfit = |from: usize, count: usize, slot: Rect| {
        let wanted = widths[from..from + count].iter().sum::<f32>() * font;
        (wanted - slot.width() as f32).abs() / found.capital * MISFIT_COST
    };
    // The least cost of aligning the first i characters with the first j letters, and the step that led there.
    let at = |i: usize, j: usize| i * (m + 1) + j;
    let mut best = vec![(f32::INFINITY, (0usize, 0usize)); (n + 1) * (m + 1)];
    best[0].0 = 0.0;
    for i in 0..=n {
        for j in 0..=m {
            let cost = best[at(i, j)].0;
            let mut step = |di: usize, dj: usize, price: f32| {
                let next = &mut best[at(i + di, j + dj)];
                if cost + price < next.0 {
                    *next = (cost + price, (di, dj));
                }
            };
            if j < m {
                step(0, 1, UNREAD_COST);
                for count in 1..=MOST_TOUCHING.min(n - i) {
                    let price = far(i, count, slots[j].bbox)
                        + misfit(i, count, slots[j].bbox)
                        + unlike(i, count, &slots[j]);
                    step(count, 1, price + (count - 1) as f32 * TOUCHING_COST);
                }
            }
            if i < n {
                step(1, 0, INVENTED_COST);
                for count in 2..=takes(glyphs[shown[i]].character).1.min(m - j) {
                    let all = around(&slots[j..j + count]);
                    step(1, count, far(i, 1, all) + misfit(i, 1, all));
                }
            }
        }
    }
    let mut places =
        Places { own: vec![None; glyphs.len()], among: vec![None; glyphs.len()], unread: vec![] };
    let (mut i, mut j) = (n, m);
    while (i, j) != (0, 0) {
        let (di, dj) = best[at(i, j)].1;
        let (from, slot) = (i - di, &slots[j - dj..j]);
        let ink = around(slot);
        match (di, dj) {
            (0, _) => places.unread.push((shown.get(from).copied().unwrap_or(glyphs.len()), j - 1)),
            (1, 1) => places.own[shown[from]] = Some(slot[0]),
            (1, 2..) => places.own[shown[from]] = Some(Slot { bbox: ink, body: ink }),
            _ => {}
        }
        if dj > 0 {
            shown[from..i].iter().for_each(|&glyph| places.among[glyph] = Some((j - dj, j - 1)));
        }
        (i, j) = (from, j - dj);
    }
    places.unread.reverse();
    places
}

/// How wide the ink of a character is, about, in capitals.
fn width(c: char) -> f32 {
    match c {
        'i' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'î' | 'ï' | '’' => WIDTH_THIN,
        'j' | 'f' | 't' | 'r' | '1' | '(' | ')' | '[' | ']' | '/' | '-' => WIDTH_NARROW,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' | 'Œ' | 'œ' => WIDTH_WIDE,
        'O' | 'Q' | 'C' | 'G' | 'D' | 'N' | 'H' | 'U' | '&' | 'Ö' | 'Ü' => WIDTH_BROAD,
        _ => WIDTH_USUAL,
    }
}

/// A character reaches up to the capitals; none where fonts differ, or small and large look the same.
fn is_high(c: char) -> Option<bool> {
    match c {
        'b' | 'd' | 'f' | 'h' | 'k' | 'l' | 'i' | '0'..='9' | 'é' | 'è' | 'ê' | 'à' | 'â' | 'î' | 'û' => {
            Some(true)
        }
        'ä' | 'ö' | 'ü' | 'ô' | 'ß' | '/' | '(' | ')' | '\'' => Some(true),
        'A'..='Z' if !"CJOSVWXZ".contains(c) => Some(true),
        'a' | 'e' | 'm' | 'n' | 'r' | 'u' | 'g' | 'p' | 'q' | 'y' | '.' | ',' | '-' | '_' => Some(false),
        _ => None,
    }
}

/// A character reaches below the line; none where fonts differ.
fn is_deep(c: char) -> Option<bool> {
    match c {
        'g' | 'p' | 'q' | 'y' | 'j' | '_' => Some(true),
        'Q' | 'J' | 'f' | 'ç' | ',' | ';' => None,
        c if c.is_alphanumeric() => Some(false),
        _ => None,
    }
}

fn around(slots: &[Slot]) -> Rect {
    slots.iter().fold(Rect::default(), |all, slot| all.union(&slot.bbox))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_and_accents_belong_to_their_letter_and_apostrophes_do_not() {
        let letter = |x: i32, w: i32, h: i32| Rect::from([x, 50 - h, x + w, 50]);
        let mut parts = vec![letter(0, 6, 10), letter(9, 2, 7), letter(14, 6, 7), letter(26, 2, 10)];
        parts.extend([[7, 40, 9, 42], [11, 40, 13, 42], [15, 39, 18, 42], [30, 40, 32, 43]].map(Rect::from));
        let bbox = parts.iter().fold(Rect::default(), |all, p| all.union(p));
        parts.sort_unstable_by_key(|p| p.x1);
        let slots = slots(&Found { bbox, baseline: 50, capital: 10.0, parts, ..Found::default() });
        assert_eq!(slots.len(), 5, "Dïél': {slots:?}");
        assert_eq!((slots[1].bbox.y1, slots[1].body.y1), (40, 43));
    }
}
