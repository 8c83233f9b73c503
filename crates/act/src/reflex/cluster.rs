//! Dialogs without a frame: words around a row of buttons, and banners across the screen.

use super::dialog::{Seen, gather, share};
use super::pieces::{Pieces, Word};
use crate::params::dialogs::{
    BANNER, BANNER_EDGES, BUTTON_GAP, LARGEST_DIALOG, QUESTION_ABOVE, WORDS_ABOVE, WORDS_BESIDE,
};
use lea_model::{Point, Rect};

/// Words and buttons that may be a dialog, the smallest first. Only what `is_free` counts.
pub(super) fn clusters(pieces: &Pieces<'_>, is_free: &dyn Fn(Point) -> bool) -> Vec<Seen> {
    let has_word = |w: &Word| !w.in_table && is_free(w.bbox.center());
    let free: Vec<Rect> = pieces.buttons.iter().map(|b| b.bbox).filter(|b| is_free(b.center())).collect();
    let words: Vec<Rect> =
        pieces.lines.iter().flat_map(|l| &l.words).filter(|w| has_word(w)).map(|w| w.bbox).collect();
    let mut boxes: Vec<Rect> = Vec::new();
    for row in rows(&free, pieces.unit) {
        boxes.push(grown(row, &words, &free, pieces.unit));
        boxes.extend(banner(row, pieces));
    }
    boxes.retain(|b| share(*b, pieces.screen) < LARGEST_DIALOG);
    boxes.sort_by_key(|b| (b.area(), *b));
    boxes.dedup();
    let dialog = |b: Rect| {
        gather(pieces, b, &|w| has_word(w) && b.contains(w.bbox.center()), &|place| {
            is_free(place.center()) && b.contains(place.center())
        })
    };
    boxes.into_iter().map(dialog).filter(|seen| !seen.dialog.texts.is_empty()).collect()
}

/// Buttons that stand beside each other.
fn rows(buttons: &[Rect], unit: i32) -> Vec<Rect> {
    let mut sorted = buttons.to_vec();
    sorted.sort_by_key(|b| (b.x1, b.y1));
    let mut rows: Vec<Rect> = Vec::new();
    for b in sorted {
        let is_next = |row: &&mut Rect| {
            let level = row.center().y.abs_diff(b.center().y) <= row.height().min(b.height()) / 2;
            level && b.x1.saturating_sub(row.x2) <= BUTTON_GAP * unit
        };
        match rows.iter_mut().find(is_next) {
            Some(row) => *row = row.union(&b),
            None => rows.push(b),
        }
    }
    rows
}

/// The box around a row of buttons and the words that lead to it.
fn grown(row: Rect, words: &[Rect], buttons: &[Rect], unit: i32) -> Rect {
    let top = row.y1.saturating_sub(QUESTION_ABOVE * unit);
    let mut all = row;
    loop {
        let near = Rect {
            x1: all.x1.saturating_sub(WORDS_BESIDE * unit),
            y1: all.y1.saturating_sub(WORDS_ABOVE * unit).max(top),
            x2: all.x2.saturating_add(WORDS_BESIDE * unit),
            y2: row.y2.saturating_add(unit),
        };
        // Buttons beside the words, such as the cross in the corner, belong to it; those above start something else.
        let corner = Rect { y1: all.y1.saturating_sub(unit), ..near };
        let parts = words
            .iter()
            .filter(|w| near.intersection(w).is_some() && (near.y1..near.y2).contains(&w.center().y))
            .chain(buttons.iter().filter(|b| corner.contains(b.center())));
        let next = parts.fold(all, |all, part| all.union(part));
        if next == all {
            return all;
        }
        all = next;
    }
}

/// The strip across the screen around a row of buttons at its edge.
fn banner(row: Rect, pieces: &Pieces<'_>) -> Option<Rect> {
    let screen = pieces.screen;
    let at = f64::from(row.center().y.saturating_sub(screen.y1)) / f64::from(screen.height().max(1));
    if (BANNER_EDGES.0..1.0 - BANNER_EDGES.1).contains(&at) {
        return None;
    }
    let strip = Rect {
        x1: screen.x1,
        y1: row.y1.saturating_sub(BANNER.0 * pieces.unit),
        x2: screen.x2,
        y2: row.y2.saturating_add(BANNER.1 * pieces.unit),
    };
    strip.intersection(&screen)
}
