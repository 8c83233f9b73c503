//! Paints a screen state: boxes as rectangles, words in an 8×8 font. Understanding still comes from the state.

use crate::render::Shown;
use font8x8::UnicodeFonts;
use lea_act::world::PixelChange;
use lea_frame::{Frame, FrameBuf};
use lea_model::{ElementState, ElementType, Point, Rect, UIElement};

const PAPER: [u8; 3] = [250, 250, 250];
const INK: [u8; 3] = [30, 30, 30];
const FACE: [u8; 3] = [235, 225, 210];
const BORDER: [u8; 3] = [150, 150, 150];
/// Behind text that is marked.
const MARK: [u8; 3] = [250, 200, 150];
const FOCUS: [u8; 3] = [220, 120, 30];
/// The words and the face of a disabled control are duller than its own when it is enabled.
const DULL_INK: [u8; 3] = [170, 170, 170];
const DULL_FACE: [u8; 3] = [242, 238, 231];
/// A channel that changed by more levels makes its pixel a changed one (SPEC ACT.6).
const LEVEL: u8 = 30;

/// The pixels of a screen.
pub fn paint(shown: &Shown) -> FrameBuf {
    let mut frame = FrameBuf::filled(shown.size, PAPER).unwrap_or_default();
    for e in &shown.state.ui_elements {
        match e.element_type {
            ElementType::Label | ElementType::TableRow | ElementType::TableCell | ElementType::Table => {}
            ElementType::Button | ElementType::Tab | ElementType::MenuItem => {
                frame.fill(e.bbox, BORDER);
                frame.fill(e.bbox.padded(-1), if is_disabled(e) { DULL_FACE } else { FACE });
            }
            _ => {
                let has_focus = e.state.contains(&ElementState::Focused);
                frame.fill(e.bbox, if has_focus { FOCUS } else { BORDER });
                let is_marked = e.state.contains(&ElementState::Selected);
                let inside = e.bbox.padded(if has_focus { -2 } else { -1 });
                frame.fill(inside, if is_marked { MARK } else { PAPER });
            }
        }
    }
    for line in &shown.state.perception.detected_text {
        for word in &line.words {
            let is_dull = shown.is_disabled_at(word.bbox.center());
            write(&mut frame, &word.text, word.bbox, if is_dull { DULL_INK } else { INK });
        }
    }
    frame
}

fn is_disabled(e: &UIElement) -> bool {
    e.state.contains(&ElementState::Disabled)
}

fn write(frame: &mut FrameBuf, text: &str, bbox: Rect, ink: [u8; 3]) {
    for (n, letter) in text.chars().enumerate() {
        let glyph = font8x8::BASIC_FONTS.get(letter).or_else(|| font8x8::LATIN_FONTS.get(letter));
        let Some(glyph) = glyph else { continue };
        for (y, row) in glyph.iter().enumerate() {
            for x in (0..8).filter(|x| row >> x & 1 == 1) {
                let (x, y) = (bbox.x1 + 8 * n as i32 + x, bbox.y1 + 3 + y as i32);
                frame.fill(Rect { x1: x, y1: y, x2: x + 1, y2: y + 1 }, ink);
            }
        }
    }
}

/// The share of pixels that changed, on the whole and around a point.
pub fn difference(a: Frame<'_>, b: Frame<'_>, around: Option<Point>) -> PixelChange {
    if a.size != b.size {
        return PixelChange { global_pct: 100.0, local_pct: around.map(|_| 100.0), resized: true };
    }
    let share = |within: Rect| {
        let Some(area) = within.intersection(&a.bounds()) else { return 0.0 };
        let mut changed = 0u64;
        for y in area.y1..area.y2 {
            let row = |f: Frame<'_>| f.row(y as usize, area.x1 as usize, area.x2 as usize).to_vec();
            let (p, q) = (row(a), row(b));
            let pairs = p.chunks_exact(4).zip(q.chunks_exact(4));
            changed += pairs.filter(|(p, q)| (0..3).any(|c| p[c].abs_diff(q[c]) > LEVEL)).count() as u64;
        }
        100.0 * changed as f64 / area.area().max(1) as f64
    };
    let local = around.map(|p| {
        let (dx, dy) = (a.size.width as i32 / 20, a.size.height as i32 / 20);
        share(Rect { x1: p.x - dx, y1: p.y - dy, x2: p.x + dx, y2: p.y + dy })
    });
    PixelChange { global_pct: share(a.bounds()), local_pct: local, resized: false }
}
