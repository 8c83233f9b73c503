//! What the ink says about a reading: how many letters there are, how high and how wide each is, how far apart.
//!
//! A recogniser looks at shapes, and shapes alone do not tell `o` from `O`, `-` from `–`, or `ll` from `l` where both take less than
//! one of its columns. The marks on the screen are crisp: they do.

use super::ctc::Glyph;
use super::lines::Found;
use super::strip::Strip;
use lea_model::Rect;

/// Letters that look the same, small and large.
const SAME_SHAPE: &str = "cosvwxz";

/// Characters that reach the height of capitals in every font.
const AS_HIGH_AS_CAPITALS: &str = "bdhklABDEFGHKLMNPRTUY23456789";

/// A letter higher than this, in capitals, is one: x stands at 0.71 to 0.78 in the fonts of interfaces.
const CAPITAL: f32 = 0.88;

/// This much wider than every other digit of its line, in pixels, is no zero but an O: digits of a font are of one width.
const WIDER_THAN_DIGITS: u32 = 2;

/// Narrower than this is no 1 but an I, in capitals: a 1 with its flag is 0.35 wide.
const NARROW_AS_I: f32 = 0.22;

/// An o that ends this far above the baseline is a degree sign, in capitals.
const RAISED: f32 = 0.3;

/// Dashes by width, in capitals: a hyphen is up to 0.5 wide, an en dash 0.7, an em dash 1.2.
const EN_DASH: f32 = 0.58;
const EM_DASH: f32 = 1.05;

/// Letters closer than this have no space between them, in capitals …
const NO_SPACE: f32 = 0.2;
const NO_SPACE_AT_HYPHEN: f32 = 0.5;

/// … and those further apart than this have one, where it is also this many times the usual gap of the line.
const SPACE: f32 = 0.36;
const UNUSUAL: f32 = 2.2;

/// The marks that stand above each other, as one box per letter, from left to right.
pub(crate) fn slots(found: &Found) -> Vec<Rect> {
    let capital = found.capital;
    // The two dots of an ï stand beside its stem, not above it.
    let is_dot =
        |p: &Rect| p.y2 as f32 <= found.baseline as f32 - capital * 0.6 && p.height() as f32 <= capital * 0.3;
    let (dots, letters): (Vec<Rect>, Vec<Rect>) = found.parts.iter().partition(|p| is_dot(p));
    let mut slots: Vec<Rect> = Vec::new();
    for part in letters {
        match slots.last_mut() {
            Some(slot) if shared(slot, &part) * 2 > slot.width().min(part.width()) as i32 => {
                *slot = slot.union(&part);
            }
            _ => slots.push(part),
        }
    }
    let mut alone = Vec::new();
    for dot in dots {
        let reach = Rect { x1: dot.x1 - 2, x2: dot.x2 + 2, ..dot };
        match slots.iter_mut().max_by_key(|slot| shared(slot, &reach)) {
            Some(slot) if shared(slot, &reach) > 0 => *slot = Rect { y1: slot.y1.min(dot.y1), ..*slot },
            _ => alone.push(dot),
        }
    }
    slots.extend(alone);
    slots.sort_unstable_by_key(|s| s.x1);
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
pub(crate) fn has_lost_letters(glyphs: &[Glyph], slots: &[Rect]) -> bool {
    slots.len() > glyphs.iter().map(|g| takes(g.character).1).sum()
}

/// Each character that has a slot of its own, with it; none where letters touch and it cannot be told.
fn aligned(glyphs: &[Glyph], slots: &[Rect]) -> Option<Vec<Option<Rect>>> {
    let sum = |at: fn((usize, usize)) -> usize| glyphs.iter().map(|g| at(takes(g.character))).sum::<usize>();
    let at_most = if sum(|t| t.0) == slots.len() {
        false
    } else if sum(|t| t.1) == slots.len() {
        true
    } else {
        return None;
    };
    let mut next = 0;
    let place = |glyph: &Glyph| {
        let (least, most) = takes(glyph.character);
        let count = if at_most { most } else { least };
        let mine = slots[next..next + count].iter().copied().reduce(|a, b| a.union(&b));
        next += count;
        mine
    };
    Some(glyphs.iter().map(place).collect())
}

/// The reading with what the ink contradicts put right.
pub(crate) fn corrected(glyphs: Vec<Glyph>, found: &Found, strip: &Strip, slots: &[Rect]) -> Vec<Glyph> {
    let glyphs = match aligned(&glyphs, slots) {
        Some(places) => letters(&glyphs, &places, found),
        None => glyphs,
    };
    let glyphs = without_false_spaces(&dashes(glyphs, found, strip, slots), found, strip, slots);
    with_lost_spaces(glyphs, found, strip, slots)
}

/// Capitals, zeros and ones by their size.
fn letters(glyphs: &[Glyph], places: &[Option<Rect>], found: &Found) -> Vec<Glyph> {
    let capital = found.capital;
    let placed = || glyphs.iter().zip(places).filter_map(|(g, place)| Some((g.character, (*place)?)));
    let height = |b: &Rect| (found.baseline - b.y1) as f32;
    // Only where a letter proves how high capitals are; "nous" has none.
    let has_measure = placed().any(|(c, b)| AS_HIGH_AS_CAPITALS.contains(c) && height(&b) >= capital * 0.95);
    let widest_digit = placed().filter(|(c, _)| "2345689".contains(*c)).map(|(_, b)| b.width()).max();
    let correct = |(glyph, place): (&Glyph, &Option<Rect>)| {
        let Some(place) = place else { return *glyph };
        let is_capital = height(place) > capital * CAPITAL;
        let is_raised = place.y2 as f32 <= found.baseline as f32 - capital * RAISED;
        let character = match glyph.character {
            'o' | 'O' | '0' if is_raised => '°',
            _ if !has_measure => glyph.character,
            '0' if widest_digit.is_some_and(|digit| place.width() >= digit + WIDER_THAN_DIGITS) => 'O',
            '1' if (place.width() as f32) < capital * NARROW_AS_I => 'I',
            c if SAME_SHAPE.contains(c.to_ascii_lowercase()) && is_capital => c.to_ascii_uppercase(),
            c if SAME_SHAPE.contains(c.to_ascii_lowercase()) => c.to_ascii_lowercase(),
            c => c,
        };
        Glyph { character, ..*glyph }
    };
    glyphs.iter().zip(places).map(correct).collect()
}

/// Dashes by their width, wherever one stands apart from the letters beside it.
fn dashes(mut glyphs: Vec<Glyph>, found: &Found, strip: &Strip, slots: &[Rect]) -> Vec<Glyph> {
    let is_flat = |s: &&Rect| s.height() as f32 <= found.capital * 0.3;
    let slack = (found.capital * 0.3) as i32;
    for glyph in glyphs.iter_mut().filter(|g| "-–—".contains(g.character)) {
        let x = strip.x_of(glyph.at);
        let Some(bar) = slots.iter().filter(is_flat).find(|s| (s.x1 - slack..s.x2 + slack).contains(&x))
        else {
            continue;
        };
        glyph.character = match bar.width() as f32 / found.capital {
            wide if wide > EM_DASH => '—',
            wide if wide > EN_DASH => '–',
            _ => '-',
        };
    }
    glyphs
}

/// Without spaces where the ink leaves no room for one.
fn without_false_spaces(glyphs: &[Glyph], found: &Found, strip: &Strip, slots: &[Rect]) -> Vec<Glyph> {
    // A character may be surest a little beside its letter.
    let slack = (found.capital * 0.6) as i32;
    let is_false = |i: usize| {
        let (Some(last), Some(next)) = (i.checked_sub(1).and_then(|i| glyphs.get(i)), glyphs.get(i + 1))
        else {
            return false;
        };
        let (from, to) = (strip.x_of(last.at) - slack, strip.x_of(next.at) + slack);
        let near: Vec<&Rect> = slots.iter().filter(|s| s.x2 > from && s.x1 < to).collect();
        let widest = near.windows(2).map(|w| w[1].x1 - w[0].x2).max();
        // Typewriters put hyphens far from their neighbours; a space on one side of it alone is none.
        let beside_hyphen = (last.character == '-') != (next.character == '-');
        let least = if beside_hyphen { NO_SPACE_AT_HYPHEN } else { NO_SPACE };
        widest.is_some_and(|gap| (gap as f32) < found.capital * least)
    };
    let kept = glyphs.iter().enumerate().filter(|(i, g)| g.character != ' ' || !is_false(*i));
    kept.map(|(_, g)| *g).collect()
}

/// All letters are equally far from the next, as those of a typewriter are.
fn is_typewritten(slots: &[Rect]) -> bool {
    let mut steps: Vec<i32> = slots.windows(2).map(|w| w[1].center().x - w[0].center().x).collect();
    steps.sort_unstable();
    let at = |tenths: usize| steps[steps.len() * tenths / 10] as f32;
    steps.len() >= 4 && at(9) - at(1) <= at(5) * 0.2
}

/// With spaces where the gaps are.
fn with_lost_spaces(glyphs: Vec<Glyph>, found: &Found, strip: &Strip, slots: &[Rect]) -> Vec<Glyph> {
    if is_typewritten(slots) {
        return glyphs;
    }
    let gaps: Vec<(i32, i32)> =
        slots.windows(2).map(|w| (i32::midpoint(w[0].x2, w[1].x1), w[1].x1 - w[0].x2)).collect();
    let mut widths: Vec<i32> = gaps.iter().map(|gap| gap.1).collect();
    widths.sort_unstable();
    let usual = widths.get(widths.len() / 2).copied().unwrap_or(0).max(1) as f32;
    let is_space = |(_, width): &&(i32, i32)| *width as f32 >= (found.capital * SPACE).max(usual * UNUSUAL);
    let spaces: Vec<i32> = gaps.iter().filter(is_space).map(|gap| gap.0).collect();
    let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for glyph in glyphs {
        if let Some(last) = out.last().filter(|g| g.character != ' ' && glyph.character != ' ') {
            let between = strip.x_of(last.at)..strip.x_of(glyph.at);
            if spaces.iter().any(|x| between.contains(x)) {
                out.push(Glyph { character: ' ', ..glyph });
            }
        }
        out.push(glyph);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

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
        let bbox = parts.iter().fold(Rect::default(), |all, p| all.union(p));
        Found { bbox, baseline: 50, capital: 10.0, parts }
    }

    fn correct(text: &str, letters: &[(i32, i32, i32)]) -> String {
        let found = line(letters);
        let picture = FrameBuf::filled(Size { width: 100, height: 24 }, [255; 3]).unwrap();
        let strip = Strip { picture, left: 0, columns: 200 };
        corrected(glyphs(text, letters), &found, &strip, &slots(&found)).iter().map(|g| g.character).collect()
    }

    #[test]
    fn height_tells_small_letters_from_capitals() {
        assert_eq!(correct("olo", &[(0, 8, 10), (10, 2, 10), (14, 6, 7)]), "Olo");
        assert_eq!(correct("OK", &[(0, 7, 7), (10, 6, 10)]), "oK");
        assert_eq!(correct("ox", &[(0, 8, 10), (10, 6, 10)]), "ox", "nothing proves how high capitals are");
    }

    #[test]
    fn width_tells_dashes_zeros_and_ones_apart() {
        assert_eq!(correct("D04", &[(0, 8, 10), (10, 9, 10), (21, 7, 10)]), "DO4");
        assert_eq!(correct("D04", &[(0, 8, 10), (10, 8, 10), (21, 7, 10)]), "D04");
        assert_eq!(correct("D1", &[(0, 8, 10), (10, 2, 10)]), "DI");
        let found = line(&[(0, 8, 10), (10, 8, 4)]);
        assert_eq!(found.parts[1].height(), 4);
        let mut bar = found;
        bar.parts[1].y2 = bar.parts[1].y1 + 1;
        let picture = FrameBuf::filled(Size { width: 100, height: 24 }, [255; 3]).unwrap();
        let strip = Strip { picture, left: 0, columns: 200 };
        let read = dashes(glyphs("D-", &[(0, 8, 10), (10, 8, 4)]), &bar, &strip, &slots(&bar));
        assert_eq!(read[1].character, '–');
    }

    #[test]
    fn gaps_tell_where_spaces_are() {
        assert_eq!(correct("Bil L", &[(0, 6, 10), (7, 2, 10), (10, 2, 10), (13, 6, 10)]), "BilL");
        assert_eq!(correct("BilL", &[(0, 6, 10), (8, 2, 10), (12, 2, 10), (22, 6, 10)]), "Bil L");
    }

    #[test]
    fn a_reading_shorter_than_its_ink_has_lost_letters() {
        let found = line(&[(0, 2, 10), (4, 2, 10), (8, 2, 10)]);
        assert!(has_lost_letters(&glyphs("Il", &[]), &slots(&found)));
        assert!(!has_lost_letters(&glyphs("Ill", &[]), &slots(&found)));
        assert!(!has_lost_letters(&glyphs("i\"", &[]), &slots(&found)));
    }

    #[test]
    fn dots_and_accents_belong_to_their_letter() {
        let mut found = line(&[(0, 6, 10), (9, 2, 7), (14, 6, 7)]);
        found.parts.extend([
            Rect::from([7, 40, 9, 42]),
            Rect::from([11, 40, 13, 42]),
            Rect::from([15, 39, 18, 42]),
        ]);
        found.parts.sort_unstable_by_key(|p| p.x1);
        assert_eq!(slots(&found).len(), 3, "Dïé: {:?}", slots(&found));
    }
}
