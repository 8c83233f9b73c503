//! A screen in one sentence a person can read (SPEC L1.4), built from its elements.

use crate::params::elements::LEAST_NAME;
use crate::params::roles::{KEY_CLICKABLE, KEY_DANGER, KEY_LEAST, LARGE, MOST_KEYS, MOST_NAMES, TITLE_PART};
use lea_lexicon::{Roles, Tone};
use lea_model::screen_state::{Roi, StateDebug, StateWindow};
use lea_model::{ElementState, ElementType, Rect, UIElement};

/// What wrote the sentence.
const GENERATED_BY: &str = "elements";

/// The sentence, what matters, and what is odd.
pub fn describe(
    elements: &[UIElement],
    window: Option<&StateWindow>,
    screen: Rect,
    lexicon: &Roles,
) -> StateDebug {
    let mut parts = Vec::new();
    let title = title(elements, window, screen);
    if let Some(dialog) = elements.iter().find(|e| e.element_type == ElementType::Dialog) {
        let name = if dialog.label.is_empty() { String::new() } else { format!(" “{}”", dialog.label) };
        parts.push(format!("Dialog{name}"));
    }
    parts.extend(tables(elements, title.as_deref(), lexicon));
    parts.extend(form(elements));
    parts.extend(list(elements));
    if parts.is_empty() {
        parts.push(match &title {
            Some(title) => format!("Screen “{title}”"),
            None if elements.is_empty() => "Empty screen".into(),
            None => format!("Screen of {} elements", elements.len()),
        });
    }
    parts.extend(button(elements, screen));
    StateDebug {
        summary: parts.join("; "),
        key_elements: keys(elements),
        anomalies: anomalies(elements, lexicon),
        generated_by: GENERATED_BY.into(),
        ..StateDebug::default()
    }
}

/// The title of the window, or else the largest words at the top.
pub fn title(elements: &[UIElement], window: Option<&StateWindow>, screen: Rect) -> Option<String> {
    if let Some(window) = window.filter(|w| !w.window_title.trim().is_empty()) {
        return Some(window.window_title.clone());
    }
    let upper = screen.y1 + screen.height() as i32 / TITLE_PART;
    let words = elements.iter().filter(|e| e.element_type == ElementType::Label && e.center.y < upper);
    let named = words.filter(|e| e.label.chars().filter(|c| c.is_alphabetic()).count() >= LEAST_NAME);
    // The highest line, and of equal ones the first.
    let best = named.enumerate().max_by_key(|(i, e)| (e.bbox.height(), std::cmp::Reverse(*i)));
    best.map(|(_, e)| e.label.clone())
}

fn tables(elements: &[UIElement], title: Option<&str>, lexicon: &Roles) -> Option<String> {
    let table = elements
        .iter()
        .filter(|e| e.element_type == ElementType::Table)
        .max_by_key(|e| (e.bbox.area(), e.bbox))?;
    let id = table.element_id.as_str();
    let is_child = |e: &&UIElement| e.metadata.parent.as_deref() == Some(id);
    let rows = elements.iter().filter(|e| e.element_type == ElementType::TableRow).filter(is_child).count();
    let columns: Vec<&str> = elements
        .iter()
        .filter(|e| {
            e.element_type == ElementType::TableCell && e.role == "header" && table.bbox.contains(e.center)
        })
        .map(|e| e.label.as_str())
        .filter(|l| !l.is_empty())
        .collect();
    let noun = title.and_then(|t| lexicon.noun(t)).map_or_else(|| "row".to_owned(), str::to_owned);
    let count = rows.saturating_sub(1);
    let plural = if count == 1 { "" } else { "s" };
    Some(format!("List of {count} {noun}{plural}, columns {}", names(&columns)))
}

fn form(elements: &[UIElement]) -> Option<String> {
    use ElementType::{Checkbox, Dropdown, Radio, Slider, TextArea, TextInput, Toggle};
    let is_field = |e: &&UIElement| {
        matches!(e.element_type, TextInput | TextArea | Dropdown | Checkbox | Radio | Toggle | Slider)
    };
    let fields: Vec<&str> = elements
        .iter()
        .filter(is_field)
        .filter(|e| e.metadata.row.is_none())
        .map(|e| e.label.as_str())
        .filter(|l| !l.is_empty())
        .collect();
    (fields.len() >= 2).then(|| format!("form with {}", names(&fields)))
}

fn list(elements: &[UIElement]) -> Option<String> {
    let n = elements.iter().filter(|e| e.element_type == ElementType::ListItem).count();
    (n >= 2).then(|| format!("list of {n} entries"))
}

fn names(all: &[&str]) -> String {
    let shown = all.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(MOST_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The main button and where it is.
fn button(elements: &[UIElement], screen: Rect) -> Option<String> {
    let score = |e: &UIElement| e.action_affordance.as_ref().map_or(0.0, |a| a.primary_action_score);
    let named = elements.iter().filter(|e| e.element_type == ElementType::Button && !e.label.is_empty());
    let best =
        named.max_by(|a, b| score(a).total_cmp(&score(b)).then_with(|| b.element_id.cmp(&a.element_id)))?;
    let third = |at: i32, length: u32| at * 3 / (length as i32).max(1);
    let row = ["top", "", "bottom"][third(best.center.y - screen.y1, screen.height()).clamp(0, 2) as usize];
    let column =
        ["left", "centre", "right"][third(best.center.x - screen.x1, screen.width()).clamp(0, 2) as usize];
    Some(format!("button {} {}", best.label, format!("{row} {column}").trim()))
}

fn keys(elements: &[UIElement]) -> Vec<String> {
    let mut scored: Vec<(f64, &UIElement)> = elements
        .iter()
        .filter(|e| !e.label.is_empty() && e.metadata.row.is_none())
        .filter_map(|e| {
            let a = e.action_affordance.as_ref()?;
            let weight = a.primary_action_score
                + KEY_DANGER * a.dangerous_action_score
                + KEY_CLICKABLE * a.clickable_score;
            (a.clickable_score > KEY_LEAST).then_some((weight, e))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.element_id.cmp(&b.1.element_id)));
    let name = |e: &UIElement| format!("{}: {}", e.role, e.label);
    scored.into_iter().take(MOST_KEYS).map(|(_, e)| name(e)).collect()
}

fn anomalies(elements: &[UIElement], lexicon: &Roles) -> Vec<String> {
    let mut odd = Vec::new();
    for e in elements {
        match e.role.as_str() {
            "error_message" if !e.label.is_empty() => odd.push(format!("error: {}", e.label)),
            _ if e.element_type == ElementType::Label && lexicon.tone(&e.label) == Some(Tone::Busy) => {
                odd.push(format!("busy: {}", e.label));
            }
            "primary_action" | "validate" | "save" | "submit"
                if e.state.contains(&ElementState::Disabled) =>
            {
                odd.push(format!("disabled: {}", e.label));
            }
            _ => {}
        }
        if e.element_type == ElementType::Dialog {
            odd.push(format!("dialog: {}", e.label).trim_end_matches([':', ' ']).to_owned());
        }
    }
    odd.dedup();
    odd
}

/// The regions a large screen is worked on by: strips of the usual size that hold something, cut to what they hold.
pub fn regions(elements: &[UIElement], screen: Rect) -> Vec<Roi> {
    if screen.width() <= LARGE.0 && screen.height() <= LARGE.1 {
        return Vec::new();
    }
    let mut found = Vec::new();
    for y in (screen.y1..screen.y2).step_by(LARGE.1 as usize) {
        for x in (screen.x1..screen.x2).step_by(LARGE.0 as usize) {
            let tile = Rect {
                x1: x,
                y1: y,
                x2: x.saturating_add(LARGE.0 as i32),
                y2: y.saturating_add(LARGE.1 as i32),
            };
            let Some(tile) = tile.intersection(&screen) else { continue };
            let inside = elements
                .iter()
                .filter(|e| tile.contains(e.center))
                .filter_map(|e| e.bbox.intersection(&screen));
            let all = inside.fold(Rect::default(), |all, b| all.union(&b));
            if !all.is_empty() {
                let count = elements.iter().filter(|e| tile.contains(e.center)).count();
                found.push(Roi {
                    bbox: all,
                    reason: format!("{count} elements of a screen of {}", screen.size()),
                    ..Roi::default()
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_lexicon::Lexicon;

    const SCREEN: Rect = Rect { x1: 0, y1: 0, x2: 1200, y2: 900 };

    fn thing(id: &str, kind: ElementType, role: &str, label: &str, bbox: [i32; 4]) -> UIElement {
        let mut e = UIElement::new(id, kind, bbox.into());
        (e.role, e.label, e.confidence, e.label_confidence) = (role.into(), label.into(), 0.9, 0.9);
        e
    }

    #[test]
    fn a_list_is_told_in_one_sentence() {
        use ElementType::{Button, Label, Table, TableCell, TableRow};
        let mut all = vec![
            thing("h", Label, "header", "Factures du mois", [20, 20, 300, 60]),
            thing("t", Table, "data_display", "", [20, 100, 1180, 400]),
        ];
        for i in 0..35 {
            let mut row = thing(&format!("r{i}"), TableRow, "row", "", [20, 100 + i * 8, 1180, 108 + i * 8]);
            row.metadata.parent = Some("t".into());
            all.push(row);
        }
        for (i, name) in ["Patient", "Date", "Amount", "Status"].iter().enumerate() {
            all.push(thing(
                name,
                TableCell,
                "header",
                name,
                [20 + 100 * i as i32, 100, 110 + 100 * i as i32, 108],
            ));
        }
        all.push(thing("b", Button, "validate", "Validate", [1050, 840, 1180, 880]));
        crate::affordance::assign(&mut all, SCREEN, Lexicon::in_use());
        let told = describe(&all, None, SCREEN, &Lexicon::in_use().roles);
        assert_eq!(
            told.summary,
            "List of 34 invoices, columns Patient, Date, Amount, Status; button Validate bottom right"
        );
        assert!(told.key_elements.contains(&"validate: Validate".to_owned()), "{told:?}");
    }

    #[test]
    fn errors_and_waiting_are_odd() {
        let all = [
            thing("a", ElementType::Label, "error_message", "Session expirée", [10, 10, 100, 22]),
            thing("b", ElementType::Label, "data_display", "Chargement…", [10, 40, 100, 52]),
        ];
        let odd = describe(&all, None, SCREEN, &Lexicon::in_use().roles).anomalies;
        assert_eq!(odd, ["error: Session expirée", "busy: Chargement…"]);
    }

    #[test]
    fn only_large_screens_have_regions() {
        let all = [thing("a", ElementType::Label, "data_display", "x", [2000, 10, 2100, 22])];
        assert!(regions(&all, Rect::from([0, 0, 1920, 1080])).is_empty());
        let roi = regions(&all, Rect::from([0, 0, 2560, 1600]));
        assert_eq!(roi.len(), 1);
        assert_eq!(roi[0].bbox, all[0].bbox);
        assert!(describe(&[], None, SCREEN, &Lexicon::in_use().roles).summary.starts_with("Empty"));
    }
}
