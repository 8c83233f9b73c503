//! Which accent a letter has, by the ink above it. The recognisers take `ï` for `i` and `è` for `ê` in small text; on the screen
//! two dots are two marks, and a grave falls where an acute rises.

use super::lines::Found;
use super::slots::Slot;
use super::strip::Strip;
use crate::params::letters::{
    ACCENT_ASIDE, ACCENT_REACH, ACCENT_WIDTH, HAT_FLAT, HAT_LETTER, HAT_STEM, HAT_WIDE, HOLLOW, LEANS,
    LEAST_VARIANCE, PEAKED, SLASH, SLASH_WIDTH,
};
use lea_frame::Frame;
use lea_model::Rect;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accent {
    Acute,
    Grave,
    Circumflex,
    Dots,
}

/// The accent of a letter whose marks do not touch; none where there is none, or its form cannot be told.
pub(crate) fn accent(found: &Found, strip: &Strip, slot: &Slot) -> Option<Accent> {
    let body = slot.body;
    let (left, right) =
        (body.x1 - (found.capital * ACCENT_REACH) as i32, body.x2 + (found.capital * ACCENT_REACH) as i32);
    let is_above = |p: &&Rect| {
        p.y2 <= body.y1 + 1 && p.y1 >= slot.bbox.y1 && p.x1 >= left && p.x2 <= right && **p != body
    };
    let above: Vec<Rect> = found.parts.iter().filter(is_above).copied().collect();
    let all = above.iter().fold(Rect::default(), |all, p| all.union(p));
    let aside = ((all.x1 + all.x2) - (body.x1 + body.x2)).abs() as f32 / 2.0;
    if above.is_empty() || aside > found.capital * ACCENT_ASIDE {
        return None;
    }
    match above[..] {
        [a, b] if a.x2 <= b.x1 && a.height().abs_diff(b.height()) <= 1 => Some(Accent::Dots),
        [mark] => form(found, strip, body, mark),
        _ => None,
    }
}

/// A mark is a slash: a thin stroke that leans to the right.
pub(crate) fn is_slash(strip: &Strip, mark: Rect) -> bool {
    let width = mark.width() as f32 / mark.height() as f32;
    SLASH_WIDTH.contains(&width) && shape(strip, mark).is_some_and(|(lean, _)| lean <= SLASH)
}

fn form(found: &Found, strip: &Strip, body: Rect, mark: Rect) -> Option<Accent> {
    let width = mark.width() as f32;
    // The dot of a bold i is wide and low as well, but no wider than its stem.
    let is_wide = width >= found.capital * HAT_WIDE
        && width >= mark.height() as f32 * HAT_FLAT
        && width >= (body.width() as f32 * HAT_STEM).min(found.capital * HAT_LETTER);
    let (lean, middle) = shape(strip, mark)?;
    if lean.abs() < LEANS {
        return match middle {
            _ if !is_wide => None,
            ..=HOLLOW => Some(Accent::Dots),
            PEAKED.. => Some(Accent::Circumflex),
            _ => None,
        };
    }
    // The dot of an i leans as well, if it is two pixels by two: an accent is wider.
    let is_dot = mark.width() <= 2 || (mark.width() as f32) < found.capital * ACCENT_WIDTH;
    (!is_dot).then_some(if lean < 0.0 { Accent::Acute } else { Accent::Grave })
}

/// How the ink of a mark moves sideways from its top to its bottom (the correlation of columns and rows, weighted by ink), and
/// how much of it is in the middle third.
fn shape(strip: &Strip, mark: Rect) -> Option<(f32, f32)> {
    let frame = strip.picture.as_frame();
    let paper = light(frame, 0, 0);
    let mut middle = 0.0;
    let third = mark.width() as f32 / 3.0;
    let (mut n, mut sx, mut sy, mut sxx, mut syy, mut sxy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for y in mark.y1 - strip.top..mark.y2 - strip.top {
        for x in mark.x1 - strip.left..mark.x2 - strip.left {
            if x < 0 || y < 0 || x >= frame.size.width as i32 || y >= frame.size.height as i32 {
                continue;
            }
            let ink = (light(frame, x as usize, y as usize) - paper).abs();
            let from = (x - (mark.x1 - strip.left)) as f32;
            // The share of this column that lies in the middle third.
            middle += ink * ((from + 1.0).min(2.0 * third) - from.max(third)).clamp(0.0, 1.0);
            let (x, y) = (x as f32, y as f32);
            n += ink;
            sx += ink * x;
            sy += ink * y;
            sxx += ink * x * x;
            syy += ink * y * y;
            sxy += ink * x * y;
        }
    }
    if n <= 0.0 {
        return None;
    }
    let (vx, vy) = (sxx / n - (sx / n) * (sx / n), syy / n - (sy / n) * (sy / n));
    let lean = if vx > LEAST_VARIANCE && vy > LEAST_VARIANCE {
        (sxy / n - (sx / n) * (sy / n)) / (vx * vy).sqrt()
    } else {
        0.0
    };
    Some((lean, middle / n))
}

fn light(frame: Frame<'_>, x: usize, y: usize) -> f32 {
    frame.pixel(x, y).iter().map(|c| f32::from(*c)).sum()
}

/// The letter with that accent, where French, or English with its loans, has it.
pub(crate) fn accented(base: char, accent: Accent) -> Option<char> {
    let forms = match accent {
        Accent::Acute => "eéEÉ",
        Accent::Grave => "aàeèuùAÀEÈUÙ",
        Accent::Circumflex => "aâeêiîoôuûAÂEÊIÎOÔUÛ",
        Accent::Dots => "aäeëiïoöuüAÄEËIÏOÖUÜ",
    };
    let mut forms = forms.chars();
    while let (Some(plain), Some(accented)) = (forms.next(), forms.next()) {
        if plain == base {
            return Some(accented);
        }
    }
    None
}

/// A letter without its accent.
pub(crate) fn plain(character: char) -> char {
    match character {
        'à' | 'â' | 'ä' | 'á' | 'ã' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'î' | 'ï' | 'í' | 'ì' => 'i',
        'ô' | 'ö' | 'ó' | 'ò' | 'õ' => 'o',
        'ù' | 'û' | 'ü' | 'ú' => 'u',
        'À' | 'Â' | 'Ä' | 'Á' => 'A',
        'É' | 'È' | 'Ê' | 'Ë' => 'E',
        'Î' | 'Ï' | 'Í' => 'I',
        'Ô' | 'Ö' | 'Ó' => 'O',
        'Ù' | 'Û' | 'Ü' | 'Ú' => 'U',
        other => other,
    }
}
