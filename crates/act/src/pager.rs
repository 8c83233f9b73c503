//! Loops that turn pages (SPEC L4.7): where a loop says `pages`, the rows of the next page follow when those of this one are done. A loop
//! that does not say so means the rows it was shown, and no others.

use crate::params::records::{PAGER_LINE, PAGER_REACH};
use crate::params::times::{LOOK_AGAIN, PAGE_PATIENCE};
use crate::rows;
use crate::run::Runner;
use crate::step::{Origin, SideAction};
use crate::verify::Meant;
use crate::world::{InputEvent, Observation};
use lea_lexicon::Lexicon;
use lea_model::run::{Grounding, Halt};
use lea_model::workflow::Edge;
use lea_model::{ElementState, ElementType, MouseButton, Rect, UIElement};
use lea_recognize::View;
use lea_recognize::rows::rows as table_rows;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// "2 sur 5": this page, and the last.
static MARKER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let of: Vec<String> = Lexicon::in_use().controls.page_of().map(regex::escape).collect();
    Regex::new(&format!(r"(?i)(\d+)\s*(?:{})\s*(\d+)", of.join("|"))).ok()
});

/// The controls that turn to the next page of the table on a screen: none where there is no control at the table, one that is off, or where
/// this is the last page.
pub(crate) fn controls(view: &View<'_>) -> Vec<(Rect, String)> {
    let state = view.scene.state;
    let rows = table_rows(&state.ui_elements);
    let Some(height) = rows.iter().map(|r| r.bbox.height() as i32).max() else { return Vec::new() };
    let table = rows.iter().skip(1).fold(rows[0].bbox, |all, row| union(all, row.bbox));
    let around = Rect { y1: table.y1 - PAGER_REACH * height, y2: table.y2 + PAGER_REACH * height, ..table }
        .padded(height);
    let presses = |e: &&UIElement| {
        let kinds = [ElementType::Button, ElementType::IconButton, ElementType::Link];
        kinds.contains(&e.element_type) && !e.state.contains(&ElementState::Disabled)
    };
    let says = |e: &&UIElement| Lexicon::in_use().controls.turns_page(&e.label);
    let inside = |e: &&UIElement| rows.iter().any(|r| r.bbox.contains(e.center));
    let all = state.ui_elements.iter().filter(presses).filter(says).filter(|e| !inside(e));
    let mut found: Vec<&UIElement> = all.filter(|e| around.contains(e.center)).collect();
    found.sort_by_key(|e| (e.bbox.area(), e.bbox.y1));
    // A link and the button around it are one thing.
    let mut controls: Vec<&UIElement> = Vec::new();
    for e in found {
        if !controls.iter().any(|c| e.bbox.contains(c.center)) {
            controls.push(e);
        }
    }
    // Above and below the table stands the same.
    let below: Vec<&UIElement> = controls.iter().copied().filter(|e| e.center.y >= table.y2).collect();
    let alike = controls.iter().all(|e| e.label.trim() == controls[0].label.trim());
    if below.len() == 1 && controls.len() == 2 && alike {
        controls = below;
    }
    match controls.as_slice() {
        [one] if is_last(view, one.bbox) => Vec::new(),
        all => all.iter().map(|e| (e.bbox, e.label.trim().to_owned())).collect(),
    }
}

fn union(a: Rect, b: Rect) -> Rect {
    Rect { x1: a.x1.min(b.x1), y1: a.y1.min(b.y1), x2: a.x2.max(b.x2), y2: a.y2.max(b.y2) }
}

/// On the line of the control stands that this is the last page.
fn is_last(view: &View<'_>, control: Rect) -> bool {
    let (top, bottom) = (control.y1 - PAGER_LINE, control.y2 + PAGER_LINE);
    let lines = view.scene.state.perception.detected_text.iter();
    let beside = lines.filter(|t| t.bbox.is_some_and(|b| (top..bottom).contains(&b.center().y)));
    let marks = beside.filter_map(|t| {
        let found = MARKER.as_ref()?.captures(&t.text)?;
        Some((found[1].parse::<u32>().ok()?, found[2].parse::<u32>().ok()?))
    });
    let marks: Vec<(u32, u32)> = marks.collect();
    marks.len() == 1 && marks[0].0 == marks[0].1
}

/// What tells the rows on a screen.
fn identities(view: &View<'_>, edge: &Edge) -> BTreeSet<String> {
    let rows = rows::of_screen(view, rows::button_of(edge)).into_iter();
    rows.filter(|r| !rows::is_header(r, edge)).map(|r| r.identity).collect()
}

/// Most of these rows were not there before.
fn are_others(before: &BTreeSet<String>, now: &BTreeSet<String>) -> bool {
    !now.is_empty() && 2 * now.difference(before).count() > now.len()
}

impl Runner<'_, '_, '_> {
    /// Turns to the next page, once, and sees that other rows came: pressed again after a slow answer, a page would be left out. Where none come, or ones that were there before, this was the last page.
    pub fn turn_page(&mut self, edge: &Edge, pager: &Grounding) -> Result<(), Halt> {
        let meaning = self.world.meaning;
        let seen = |observation: &Observation| {
            identities(&View::new(observation.scene(), observation.size, meaning), edge)
        };
        let observation = self.look()?;
        let before = seen(&observation);
        self.place.progress.saw_page(&edge.edge_id, before.clone());
        let told = format!("press “{}”: every row of this page is done", pager.label);
        self.within_budget()?;
        let at = pager.point.unwrap_or_default();
        let holds = |after: &Observation| Meant {
            holds: Some(are_others(&before, &seen(after))),
            detail: "whether other rows are shown".into(),
            ..Meant::default()
        };
        let pressed = self.side_action(&SideAction {
            name: "page",
            origin: Origin::Search,
            seen: observation,
            event: InputEvent::Click { at, button: MouseButton::Left, clicks: 1 },
            found: pager.clone(),
            told,
            holds: &holds,
        })?;
        if pressed.is_none() {
            return Ok(());
        }
        let deadline = self.world.clock.seconds()
            + edge.post_conditions.timeout_seconds.clamp(*PAGE_PATIENCE.start(), *PAGE_PATIENCE.end());
        loop {
            let observation = self.look()?;
            let now = seen(&observation);
            if are_others(&before, &now) {
                self.place.expected = Some(edge.from_node.clone());
                if self.place.progress.has_page(&edge.edge_id, &now) {
                    self.note("page", "a page came that was there before: all pages are done")?;
                    self.place.progress.last_page(&edge.edge_id);
                }
                return Ok(());
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                break;
            }
            self.heed_people()?;
            self.wait_for_change(left.min(LOOK_AGAIN))?;
        }
        // A page that did not turn may be the last, or may not have heard: what is not seen is not called verified.
        let why = format!("no other rows came after “{}”: taken for the last page", pager.label);
        self.not_seen_to_work(why)?;
        self.place.progress.last_page(&edge.edge_id);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::screen_state::DetectedText;
    use lea_model::{ScreenState, Size};
    use lea_recognize::Scene;

    /// A table of two rows with a header, and below it a control and a line.
    fn screen(control: &str, off: bool, line: &str, at: i32) -> ScreenState {
        let element = |id: &str, kind, label: &str, bbox: Rect, parent: Option<&str>| {
            let mut element = UIElement::new(id, kind, bbox);
            element.label = label.into();
            element.metadata.parent = parent.map(str::to_owned);
            element
        };
        let row = |n: i32| Rect { x1: 100, y1: 100 + 40 * n, x2: 700, y2: 140 + 40 * n };
        let mut elements = vec![element("t", ElementType::Table, "", Rect { y2: 220, ..row(0) }, None)];
        for n in 0..3 {
            let id = format!("r{n}");
            elements.push(element(&id, ElementType::TableRow, "", row(n), Some("t")));
            let mut cell = element(&format!("c{n}"), ElementType::TableCell, "F-1", row(n), Some(&id));
            cell.metadata.column = Some(0);
            elements.push(cell);
        }
        let bbox = Rect { x1: 600, y1: at, x2: 680, y2: at + 28 };
        let mut next = element("n", ElementType::Button, control, bbox, None);
        next.state.extend(off.then_some(ElementState::Disabled));
        elements.push(next);
        let mut state = ScreenState { ui_elements: elements, ..ScreenState::default() };
        let bbox = Some(Rect { x1: 400, y1: at + 4, x2: 520, y2: at + 24 });
        state.perception.detected_text =
            vec![DetectedText { text: line.into(), bbox, ..DetectedText::default() }];
        state
    }

    fn says(control: &str, off: bool, line: &str, at: i32) -> bool {
        let state = screen(control, off, line, at);
        let scene = Scene { state: &state, frame: None };
        let view = View::new(scene, Size { width: 1000, height: 800 }, None);
        crate::locate::locate(&crate::locate::Goal::NextPage(&view)).found().is_some()
    }

    #[test]
    fn what_turns_to_the_next_page_stands_at_the_table_and_is_on() {
        for label in ["Suivant", "Next", "›", "»", ">", "Page suivante"] {
            assert!(says(label, false, "Page 1 sur 3", 240), "{label}");
        }
        assert!(says("Suivant", false, "", 240), "no line says which page it is");
        assert!(!says("Suivant", true, "Page 1 sur 3", 240), "it is off");
        assert!(!says("Suivant", false, "Page 3 sur 3", 240), "the last page");
        assert!(!says("Next", false, "3 / 3", 240), "the last page");
        assert!(!says("Suivant", false, "Page 1 sur 3", 700), "far from the table");
        assert!(!says("Valider et passer au suivant", false, "Page 1 sur 3", 240), "something else");
    }
}
