//! What the ink says about a reading: how many letters there are, how high and how wide each is, which accents they have.
//!
//! A recogniser looks at shapes, and shapes alone do not tell `o` from `O`, `-` from `–`, or `ll` from `l` where both take less than
//! one of its columns. The marks on the screen are crisp: they do.

use super::accents::{Accent, accent, accented, is_slash, plain};
use super::ctc::Glyph;
use super::lines::Found;
use super::slots::{Places, Slot, places};
use super::spaces;
use super::strip::Strip;
use crate::params::letters::{
    APOSTROPHE_ABOVE, APOSTROPHE_HEIGHT, APOSTROPHE_WIDTH, CAPITAL_BODY, CAPITAL_TO_HIGH, CAPITAL_TO_LOW,
    CAPITAL_UNSURE, CLEARLY_BELOW, CLEARLY_LOW, DASH_FLAT, EM_DASH, EN_DASH, NARROW_AS_I, RAISED, ROUND,
    SLIM, STEM_WIDTH, UNDERSCORE_FLAT, UNDERSCORE_WIDTH, WIDER_THAN_DIGITS,
};

/// Letters that look the same, small and large.
const SAME_SHAPE: &str = "cosvwxzçôö";

/// Characters that are as high as capitals in every font, and those that are as high as an x.
const HIGH: &str = "bdhklABDEFGHKLMNPRTUYÀÂÉÈÊË23456789";
const LOW: &str = "aemnruàâéèêëùûü";

/// The reading with what the ink contradicts put right.
pub(crate) fn corrected(glyphs: Vec<Glyph>, found: &Found, strip: &Strip, slots: &[Slot]) -> Vec<Glyph> {
    if found.is_noisy {
        // Ripples fill the gaps and fray the edges: there the recogniser knows better.
        return glyphs;
    }
    let places = places(&glyphs, slots, found, strip);
    let glyphs = letters(&glyphs, &places, found, strip);
    let (glyphs, places) = with_lost_signs(glyphs, places, found, slots);
    with_ellipsis(spaces::corrected(&glyphs, &places, found, strip, slots))
}

/// Two dots at the end are three of which one was lost.
fn with_ellipsis(mut glyphs: Vec<Glyph>) -> Vec<Glyph> {
    let dots = glyphs.iter().rev().take_while(|g| g.character == '.').count();
    if let (2, Some(dot)) = (dots, glyphs.last().copied()) {
        glyphs.truncate(glyphs.len() - 2);
        glyphs.push(Glyph { character: '…', ..dot });
    }
    glyphs
}

/// How high letters are in this line.
struct Heights {
    high: Option<f32>,
    low: Option<f32>,
}

impl Heights {
    fn of(glyphs: &[Glyph], places: &Places, found: &Found) -> Self {
        let median = |set: &str| {
            let placed = glyphs.iter().zip(&places.own).filter(|(g, _)| set.contains(g.character));
            let mut heights: Vec<i32> = placed.filter_map(|(_, p)| Some(height(found, &(*p)?))).collect();
            heights.sort_unstable();
            heights.get(heights.len() / 2).map(|h| *h as f32)
        };
        Self { high: median(HIGH), low: median(LOW) }
    }

    /// Whether a letter that high is a capital; none where that is not clear.
    fn is_capital(&self, height: f32) -> Option<bool> {
        match (self.high, self.low) {
            (Some(high), Some(low)) if high > low => match (height - low) / (high - low) {
                share if CAPITAL_UNSURE.contains(&share) => None,
                share => Some(share > 0.5),
            },
            (Some(high), None) => Some(height > high * CAPITAL_TO_HIGH),
            (None, Some(low)) => Some(height > low * CAPITAL_TO_LOW),
            _ => None,
        }
    }
}

impl Heights {
    fn is_clearly_small(&self, height: f32) -> bool {
        match (self.high, self.low) {
            (_, Some(low)) => height <= low * CLEARLY_LOW,
            (Some(high), None) => height <= high * CLEARLY_BELOW,
            (None, None) => false,
        }
    }
}

/// How high a letter stands above the baseline, without its accent.
fn height(found: &Found, slot: &Slot) -> i32 {
    found.baseline - slot.body.y1
}

/// Each character by the size and the accent of its letter.
fn letters(glyphs: &[Glyph], places: &Places, found: &Found, strip: &Strip) -> Vec<Glyph> {
    let heights = Heights::of(glyphs, places, found);
    let digits = glyphs.iter().zip(&places.own).filter(|(g, _)| "2345689".contains(g.character));
    let widest_digit = digits.filter_map(|(_, p)| Some((*p)?.body.width())).max();
    let correct = |(i, glyph): (usize, &Glyph)| {
        let Some(slot) = places.own[i] else { return *glyph };
        if "1lI|".contains(glyph.character) && is_slash(strip, slot.body) {
            return Glyph { character: '/', ..*glyph };
        }
        let sized = by_size(glyphs, i, &slot, found, &heights, widest_digit);
        let character = by_accent(sized, &slot, found, strip, &heights);
        Glyph { character: dash(character, &slot, found), ..*glyph }
    };
    glyphs.iter().enumerate().map(correct).collect()
}

fn by_size(
    glyphs: &[Glyph],
    i: usize,
    slot: &Slot,
    found: &Found,
    heights: &Heights,
    widest_digit: Option<u32>,
) -> char {
    let character = glyphs[i].character;
    let body = slot.body;
    let is_raised = body.y2 as f32 <= found.baseline as f32 - found.capital * RAISED;
    let roundness = body.width() as f32 / body.height() as f32;
    let near = |at: Option<usize>| at.and_then(|at| glyphs.get(at)).map_or(' ', |g| g.character);
    let (before, after) = (near(i.checked_sub(1)), near(Some(i + 1)));
    // A comma that touches its zero makes it no O.
    let is_among_digits =
        before.is_ascii_digit() || (!before.is_alphabetic() && ",.0123456789".contains(after));
    match character {
        'o' | 'O' | '0' if is_raised => '°',
        '0' if is_among_digits => '0',
        '0' if widest_digit.is_some_and(|digit| body.width() >= digit + WIDER_THAN_DIGITS) => 'O',
        '0' if roundness > ROUND => 'O',
        'O' if roundness < SLIM && (before.is_ascii_digit() || after.is_ascii_digit()) => '0',
        '1' if (body.width() as f32) < found.capital * NARROW_AS_I => {
            if before.is_lowercase() || (before.is_alphabetic() && after.is_lowercase()) { 'l' } else { 'I' }
        }
        'I' if before.is_lowercase() && !after.is_uppercase() => 'l',
        c if SAME_SHAPE.contains(lower(c)) => match heights.is_capital(height(found, slot) as f32) {
            // Within a word, small letters after it keep it small.
            Some(true) if !(before.is_alphanumeric() && after.is_lowercase()) => upper(c),
            // The first letter of a word is a capital more often than not.
            Some(false) if before != ' ' || heights.is_clearly_small(height(found, slot) as f32) => lower(c),
            _ => c,
        },
        c => c,
    }
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

fn upper(c: char) -> char {
    c.to_uppercase().next().unwrap_or(c)
}

fn by_accent(character: char, slot: &Slot, found: &Found, strip: &Strip, heights: &Heights) -> char {
    let base = plain(character);
    // A capital I under its hat is taken for many things.
    let is_stem = "iIlf1tj".contains(base) && slot.body.width() as f32 <= found.capital * STEM_WIDTH;
    if !is_stem && !"aeouAEOU".contains(base) {
        return character;
    }
    let Some(accent) = accent(found, strip, slot) else { return character };
    let is_capital = heights.is_capital(height(found, slot) as f32);
    let base =
        match (is_stem, is_capital.unwrap_or(slot.body.height() as f32 >= found.capital * CAPITAL_BODY)) {
            (true, true) if accent == Accent::Circumflex || accent == Accent::Dots => 'I',
            (true, false) if "iI1l".contains(base) => 'i',
            (true, _) => return character,
            (false, _) => base,
        };
    accented(base, accent).unwrap_or(character)
}

/// A dash by its width, where it stands apart from the letters beside it.
fn dash(character: char, slot: &Slot, found: &Found) -> char {
    let is_flat = slot.bbox.height() as f32 <= found.capital * DASH_FLAT;
    if !"-–—".contains(character) || !is_flat {
        return character;
    }
    match slot.bbox.width() as f32 / found.capital {
        wide if wide > EM_DASH => '—',
        wide if wide > EN_DASH => '–',
        _ => '-',
    }
}

/// With the small signs that the recogniser overlooked and the ink shows.
fn with_lost_signs(
    glyphs: Vec<Glyph>,
    places: Places,
    found: &Found,
    slots: &[Slot],
) -> (Vec<Glyph>, Places) {
    let signs =
        places.unread.iter().filter_map(|&(i, slot)| Some((i, slot, lost_sign(found, &slots[slot])?)));
    let lost: Vec<(usize, usize, char)> = signs.collect();
    if lost.is_empty() || glyphs.is_empty() {
        return (glyphs, places);
    }
    let (mut out, mut with) = (Vec::with_capacity(glyphs.len() + lost.len()), Places::default());
    for i in 0..=glyphs.len() {
        for &(_, slot, character) in lost.iter().filter(|(at, ..)| *at == i) {
            // What was taken for the space between two words.
            if out.last().is_some_and(|g: &Glyph| g.character == ' ') {
                out.pop();
                with.among.pop();
            }
            out.push(Glyph { character, ..glyphs[i.min(glyphs.len() - 1)] });
            with.among.push(Some((slot, slot)));
        }
        if let Some(glyph) = glyphs.get(i) {
            out.push(*glyph);
            with.among.push(places.among[i]);
        }
    }
    (out, with)
}

/// The sign that a mark without a character must be.
fn lost_sign(found: &Found, slot: &Slot) -> Option<char> {
    let (b, capital) = (slot.bbox, found.capital);
    let (width, height) = (b.width() as f32 / capital, b.height() as f32 / capital);
    let below = (b.y1 - found.baseline) as f32 / capital;
    let above = (found.baseline - b.y2) as f32 / capital;
    if UNDERSCORE_WIDTH.contains(&width) && height <= UNDERSCORE_FLAT && below >= 0.0 {
        return Some('_');
    }
    (above >= APOSTROPHE_ABOVE && width <= APOSTROPHE_WIDTH && APOSTROPHE_HEIGHT.contains(&height))
        .then_some('\'')
}

#[cfg(test)]
#[path = "ink_check_tests.rs"]
mod tests;
