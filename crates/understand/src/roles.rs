//! What things mean in their screen (SPEC L2.3): rules over type, label, place, emphasis and neighbours. Words are data
//! ([`lea_lexicon`]); what no rule speaks of has the role of its type.

use crate::params::roles::{
    CORNER_HEIGHTS, EMPHASIS, HEADER_HEIGHT, LEAST_CORNER, MOST_HEADER_WORDS, RED, SCREEN_EDGE,
};
use lea_lexicon::{Roles, Tone};
use lea_model::{ElementState, ElementType, Rect, UIElement};

/// Gives every element its role.
pub fn assign(elements: &mut [UIElement], screen: Rect, lexicon: &Roles) {
    let roles: Vec<String> = elements.iter().map(|e| role(e, elements, screen, lexicon)).collect();
    for (element, role) in elements.iter_mut().zip(roles) {
        element.role = role;
    }
}

fn role(e: &UIElement, all: &[UIElement], screen: Rect, lexicon: &Roles) -> String {
    use ElementType::{
        Button, Checkbox, Dialog, Dropdown, IconButton, Image, Label, Link, ListItem, Menu, MenuItem, Radio,
        Scrollbar, Slider, Tab, Table, TableCell, TableRow, TextArea, TextInput, Toggle, Toolbar, Window,
    };
    let by_word = lexicon.role(&e.label);
    match e.element_type {
        Button | IconButton => action(e, all, by_word),
        Link => match by_word {
            Some(word) if word != "secondary_action" => word.to_owned(),
            _ => "navigation".into(),
        },
        MenuItem => match by_word {
            Some("secondary_action") | None => "navigation".into(),
            Some(word) => word.to_owned(),
        },
        TextInput | TextArea | Dropdown => {
            let texts = e.metadata.placeholder.iter().chain(&e.metadata.value);
            let hint = texts.into_iter().find(|t| lexicon.role(t) == Some("search"));
            let is_search = by_word == Some("search") || (hint.is_some() && e.element_type == TextInput);
            if is_search {
                "search".into()
            } else if e.element_type == Dropdown {
                "selection".into()
            } else {
                "form_input".into()
            }
        }
        Checkbox | Toggle => "toggle".into(),
        Radio | Slider => "selection".into(),
        Tab | Menu | Toolbar | Scrollbar => "navigation".into(),
        ListItem | TableRow => {
            if is_first_row(e) {
                "header".into()
            } else {
                "row".into()
            }
        }
        TableCell => {
            if e.metadata.row == Some(0) {
                "header".into()
            } else {
                "data_display".into()
            }
        }
        Table | Image => "data_display".into(),
        Dialog => dialog(e, all, lexicon).into(),
        Window => "container".into(),
        Label => label(e, all, screen, lexicon).into(),
    }
}

fn is_first_row(e: &UIElement) -> bool {
    e.element_type == ElementType::TableRow && e.metadata.row == Some(0)
}

/// A button does what it says; of those that say nothing known, the emphasised one is the main thing to do.
fn action(e: &UIElement, all: &[UIElement], by_word: Option<&str>) -> String {
    match by_word {
        Some(word) if word != "secondary_action" => return word.to_owned(),
        _ => {}
    }
    let is_cross = matches!(e.label.trim(), "×" | "x" | "X" | "✕" | "✖" | "╳");
    if is_cross || (e.element_type == ElementType::IconButton && is_corner(e, all)) {
        return "close".into();
    }
    if e.element_type == ElementType::Button && is_emphasised(e) && !has_emphasised_neighbour(e, all) {
        return "primary_action".into();
    }
    "secondary_action".into()
}

/// An icon at the top right corner of a dialog or window.
fn is_corner(e: &UIElement, all: &[UIElement]) -> bool {
    all.iter().filter(|d| matches!(d.element_type, ElementType::Dialog | ElementType::Window)).any(|d| {
        let (dx, dy) = (d.bbox.x2 - e.center.x, e.center.y - d.bbox.y1);
        let near = (e.bbox.height() as i32 * CORNER_HEIGHTS).max(LEAST_CORNER);
        (0..near).contains(&dx) && (0..near).contains(&dy)
    })
}

/// Its face is coloured.
pub(crate) fn is_emphasised(e: &UIElement) -> bool {
    e.visual_features.as_ref().is_some_and(|v| colourfulness(&v.dominant_color) > EMPHASIS)
}

/// The largest difference between the channels of a colour such as `#1a73e8`, within 0..1.
pub(crate) fn colourfulness(hex: &str) -> f32 {
    let [r, g, b] = channels(hex);
    f32::from(r.max(g).max(b) - r.min(g).min(b)) / 255.0
}

fn channels(hex: &str) -> [u8; 3] {
    [1, 3, 5].map(|at| hex.get(at..at + 2).and_then(|h| u8::from_str_radix(h, 16).ok()).unwrap_or(0))
}

/// How red a colour is: how far red exceeds the others, within 0..1.
pub(crate) fn redness(hex: &str) -> f32 {
    let [r, g, b] = channels(hex);
    f32::from(r.saturating_sub(g.max(b))) / 255.0
}

/// Of several coloured buttons in a row, a palette or a list of tags, none is the main one.
fn has_emphasised_neighbour(e: &UIElement, all: &[UIElement]) -> bool {
    let level = |o: &UIElement| (o.center.y - e.center.y).abs() <= e.bbox.height() as i32 / 2;
    let others = all
        .iter()
        .filter(|o| o.element_id != e.element_id && o.element_type == ElementType::Button && level(o));
    others.filter(|o| is_emphasised(o)).count() >= 2
}

fn dialog(e: &UIElement, all: &[UIElement], lexicon: &Roles) -> &'static str {
    let inside = all.iter().filter(|o| o.element_type == ElementType::Label && e.bbox.contains(o.center));
    let tones: Vec<Tone> = inside.filter_map(|o| lexicon.tone(&o.label)).collect();
    if tones.contains(&Tone::Error) {
        "error_message"
    } else if tones.contains(&Tone::Confirm) {
        "confirmation"
    } else {
        "dialog"
    }
}

fn label(e: &UIElement, all: &[UIElement], screen: Rect, lexicon: &Roles) -> &'static str {
    let red = e.metadata.ink.as_deref().is_some_and(|c| redness(c) > RED);
    match lexicon.tone(&e.label) {
        Some(Tone::Error) => return "error_message",
        Some(Tone::Done) if e.label.split_whitespace().count() <= MOST_HEADER_WORDS => return "confirmation",
        _ if red && e.label.split_whitespace().count() >= 2 => return "error_message",
        _ => {}
    }
    let usual = usual_height(all);
    let is_top = (e.center.y as f32) < screen.height() as f32 * SCREEN_EDGE;
    if e.bbox.height() as f32 > usual * HEADER_HEIGHT
        && e.label.split_whitespace().count() <= MOST_HEADER_WORDS
    {
        "header"
    } else if is_top && e.state.contains(&ElementState::Selected) {
        "navigation"
    } else {
        "data_display"
    }
}

fn usual_height(all: &[UIElement]) -> f32 {
    let mut heights: Vec<u32> =
        all.iter().filter(|e| e.element_type == ElementType::Label).map(|e| e.bbox.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).map_or(f32::MAX, |h| *h as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_lexicon::Lexicon;
    use lea_model::element::VisualFeatures;

    fn element(kind: ElementType, label: &str, bbox: [i32; 4], colour: &str) -> UIElement {
        let mut e = UIElement::new(label, kind, bbox.into());
        e.label = label.into();
        e.visual_features =
            Some(VisualFeatures { dominant_color: colour.into(), ..VisualFeatures::default() });
        e
    }

    #[test]
    fn roles_come_from_words_emphasis_and_type() {
        use ElementType::{Button, Checkbox, Label, Link, TextInput};
        let mut all = vec![
            element(Button, "Enregistrer", [10, 10, 100, 40], "#1a73e8"),
            element(Button, "Annuler", [110, 10, 200, 40], "#eeeeee"),
            element(Button, "Facturer", [210, 100, 300, 130], "#1a73e8"),
            element(Button, "Foo", [310, 100, 400, 130], "#eeeeee"),
            element(Link, "Clients", [10, 200, 60, 212], "#ffffff"),
            element(TextInput, "Search", [10, 250, 200, 280], "#ffffff"),
            element(TextInput, "Nom", [10, 300, 200, 330], "#ffffff"),
            element(Checkbox, "Actif", [10, 350, 24, 364], "#ffffff"),
            element(Label, "Échec de l'enregistrement", [10, 400, 200, 412], "#ffffff"),
        ];
        assign(&mut all, Rect::from([0, 0, 800, 600]), &Lexicon::in_use().roles);
        let roles: Vec<&str> = all.iter().map(|e| e.role.as_str()).collect();
        let wanted = [
            "save",
            "cancel",
            "primary_action",
            "secondary_action",
            "navigation",
            "search",
            "form_input",
            "toggle",
            "error_message",
        ];
        assert_eq!(roles, wanted);
    }

    #[test]
    fn no_role_is_empty() {
        let mut all = vec![element(ElementType::Window, "", [0, 0, 10, 10], "")];
        assign(&mut all, Rect::from([0, 0, 10, 10]), &Lexicon::in_use().roles);
        assert!(!all[0].role.is_empty());
    }
}
