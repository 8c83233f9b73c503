//! The dialogs on a screen: panels that hold words and something to press, and that the run does not expect.

use super::cluster;
use super::pieces::{Pieces, Word};
use super::rules::{Does, Rule, Rules};
use super::says::Said;
use super::{Decision, decide};
use crate::params::dialogs::{LARGEST_DIALOG, LONGEST_NOTICE, MOST_BUTTONS, WHOLE_SCREEN};
use lea_lexicon::dialogs::Rank;
use lea_model::{ElementType, Point, Rect, ScreenState};

/// A dialog that is on the screen: where, what it says, its buttons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dialog {
    /// Where.
    pub bbox: Rect,
    /// What it says, without what its buttons say, in reading order.
    pub texts: Vec<String>,
    /// What can be pressed, and where. The cross that closes is "×".
    pub buttons: Vec<(String, Rect)>,
}

/// The dialogs on a screen that `is_known` does not already account for (texts that belong to the node the run is on), the
/// smallest first: it lies on the others.
///
/// A panel of which every text is known is none. Otherwise it is one when a shipped rule knows what is new in it; or when it is
/// small, has few buttons and no fields, and at least half of it is new. What has no frame is one only when at least half of it is
/// new and a particular rule knows it.
pub fn dialogs(state: &ScreenState, is_known: &dyn Fn(&str) -> bool) -> Vec<Dialog> {
    let pieces = Pieces::of(state, is_known);
    let panels = panels(state, &pieces);
    let mut found: Vec<Dialog> = Vec::new();
    for (index, panel) in panels.iter().enumerate() {
        let is_own = |p: Point| panels.iter().position(|other| other.bbox.contains(p)) == Some(index);
        let seen = gather(&pieces, panel.bbox, &|w| is_own(w.bbox.center()), &|b| is_own(b.center()));
        if is_dialog(&pieces, panel, &seen) {
            found.push(seen.dialog);
        }
    }
    // What stands in a small panel belongs to it, whether it is known or not.
    let small: Vec<Rect> =
        panels.iter().map(|p| p.bbox).filter(|b| share(*b, pieces.screen) < LARGEST_DIALOG).collect();
    let is_free = |p: Point| !small.iter().any(|b| b.contains(p));
    for seen in cluster::clusters(&pieces, &is_free) {
        let fires = seen.is_mostly_new() && firing(&seen).is_some_and(|d| d.rule.rank != Rank::Fallback);
        let is_again =
            |d: &Dialog| d.bbox.intersection(&seen.dialog.bbox).is_some() && is_alike(d, &seen.dialog);
        if fires && !found.iter().any(is_again) {
            found.push(seen.dialog);
        }
    }
    waits(&pieces, &mut found);
    found.sort_by_key(|d| (d.bbox.area(), d.bbox));
    found
}

/// What may be a dialog, and what of it the run does not expect.
pub(super) struct Seen {
    pub(super) dialog: Dialog,
    news: Vec<String>,
}

impl Seen {
    fn is_mostly_new(&self) -> bool {
        !self.news.is_empty() && self.news.len() * 2 >= self.dialog.texts.len()
    }
}

/// A panel, and whether it was seen as a dialog.
struct Panel {
    bbox: Rect,
    is_dialog: bool,
}

/// Panels that say something, the smallest first. One without a button in a larger one is a part of it.
fn panels(state: &ScreenState, pieces: &Pieces<'_>) -> Vec<Panel> {
    let is_panel = |kind| matches!(kind, ElementType::Dialog | ElementType::Window);
    let all = state.ui_elements.iter().filter(|e| is_panel(e.element_type) && !e.bbox.is_empty());
    let all = all.filter(|e| share(e.bbox, pieces.screen) < WHOLE_SCREEN);
    let mut panels: Vec<Panel> =
        all.map(|e| Panel { bbox: e.bbox, is_dialog: e.element_type == ElementType::Dialog }).collect();
    panels.sort_by_key(|p| (p.bbox.area(), p.bbox));
    let boxes: Vec<Rect> = panels.iter().map(|p| p.bbox).collect();
    let is_part = |b: Rect| boxes.iter().any(|o| *o != b && o.intersection(&b) == Some(b));
    panels.retain(|p| {
        let says = pieces.lines.iter().flat_map(|l| &l.words).any(|w| p.bbox.contains(w.bbox.center()));
        let presses = pieces.buttons.iter().any(|b| p.bbox.contains(b.bbox.center()));
        says && (presses || !is_part(p.bbox))
    });
    panels
}

/// The dialog of the words and buttons that belong to it.
pub(super) fn gather(
    pieces: &Pieces<'_>,
    bbox: Rect,
    has_word: &dyn Fn(&Word) -> bool,
    has_button: &dyn Fn(Rect) -> bool,
) -> Seen {
    let mut buttons: Vec<(String, Rect)> = Vec::new();
    for b in pieces.buttons.iter().filter(|b| has_button(b.bbox)) {
        if !buttons.iter().any(|(label, place)| *label == b.label && *place == b.bbox) {
            buttons.push((b.label.clone(), b.bbox));
        }
    }
    let texts = pieces.texts(has_word);
    let news = texts.iter().filter(|(_, is_new)| *is_new).map(|(text, _)| text.clone()).collect();
    let texts = texts.into_iter().map(|(text, _)| text).collect();
    Seen { dialog: Dialog { bbox, texts, buttons }, news }
}

fn is_dialog(pieces: &Pieces<'_>, panel: &Panel, seen: &Seen) -> bool {
    if firing(seen).is_some() {
        return true;
    }
    let is_inside = |b: &Rect| panel.bbox.contains(b.center());
    let main = pieces.buttons.iter().filter(|b| b.is_main && is_inside(&b.bbox)).count();
    panel.is_dialog
        && share(panel.bbox, pieces.screen) < LARGEST_DIALOG
        && main <= MOST_BUTTONS
        && !pieces.fields.iter().any(is_inside)
        && seen.is_mostly_new()
}

/// What a shipped rule does about what is new in a dialog, and about all of it.
fn firing(seen: &Seen) -> Option<Decision<'static>> {
    if seen.news.is_empty() {
        return None;
    }
    let new = Dialog { texts: seen.news.clone(), ..seen.dialog.clone() };
    decide(&new, Rules::shipped()).filter(|d| d.is_sure)?;
    decide(&seen.dialog, Rules::shipped()).filter(|d| d.is_sure)
}

/// Both have the same reaction.
fn is_alike(a: &Dialog, b: &Dialog) -> bool {
    let reaction = |d: &Dialog| decide(d, Rules::shipped()).map(|d| d.reaction);
    reaction(a) == reaction(b)
}

/// Lines that ask to wait and have neither frame nor button.
fn waits(pieces: &Pieces<'_>, found: &mut Vec<Dialog>) {
    let rules = || Rules::shipped().iter().filter(|r| r.does == Does::Wait);
    for line in &pieces.lines {
        let bbox = line.words.iter().fold(Rect::default(), |all, w| all.union(&w.bbox));
        let Some(text) = line.part(&|w| !w.in_table) else { continue };
        let is_taken = found.iter().any(|d| d.bbox.contains(bbox.center()));
        if is_taken || text.split_whitespace().count() > LONGEST_NOTICE || !pieces.is_new(line, &text) {
            continue;
        }
        // "Processing fee" is no reason to wait; "Processing…" is.
        let trails = text.trim_end().ends_with('…') || text.trim_end().ends_with("...");
        let is_plain = |rule: &Rule| rule.rank != Rank::Fallback || trails;
        let dialog = Dialog { bbox, texts: vec![text], buttons: Vec::new() };
        let said = Said::of(dialog.texts.iter().map(String::as_str));
        if rules().any(|r| r.knows(&said, &dialog).is_some())
            && decide(&dialog, Rules::shipped())
                .is_some_and(|d| d.rule.does == Does::Wait && is_plain(d.rule))
        {
            found.push(dialog);
        }
    }
}

/// Which share of the screen a box covers.
pub(super) fn share(b: Rect, screen: Rect) -> f64 {
    b.area() as f64 / screen.area().max(1) as f64
}
