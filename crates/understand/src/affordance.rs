//! What an element invites to do, and what harm it could do (SPEC L2.5).

use crate::params::roles::{
    ACTS, CLEAR_KNOWN, CLEAR_LONG, CLEAR_MEDIUM, CLEAR_SHORT, CONFIDENCE_SHARE, DELETE_ROLE, DESTROYS,
    DISABLED, INVITING_CELL, INVITING_CONTAINER, INVITING_FIELD, INVITING_IMAGE, INVITING_LABEL,
    INVITING_ROW, PLACE_ACROSS, PRIMARY_BASE, PRIMARY_CLARITY, PRIMARY_COLOUR, PRIMARY_OTHER, PRIMARY_PLACE,
    PRIMARY_SAVE, PRIMARY_SEARCH, PROMINENT_FACE, PROMINENT_SHARE, PROMINENT_SIZE, RED_ALONE, RED_SHARE,
};
use crate::roles::{colourfulness, redness};
use lea_lexicon::{Kind, Lexicon};
use lea_model::element::{ActionAffordance, AffordanceFactors};
use lea_model::{ElementState, ElementType, Rect, UIElement};

/// Gives every element its affordance.
pub fn assign(elements: &mut [UIElement], screen: Rect, lexicon: &Lexicon) {
    for e in elements {
        e.action_affordance = Some(affordance(e, screen, lexicon));
    }
}

fn affordance(e: &UIElement, screen: Rect, lexicon: &Lexicon) -> ActionAffordance {
    let colour = e.visual_features.as_ref().map_or("", |v| v.dominant_color.as_str());
    let factors = AffordanceFactors {
        visual_prominence: prominence(e, screen),
        position_importance: position(e, screen),
        label_clarity: clarity(e, lexicon),
        color_significance: f64::from(colourfulness(colour)).clamp(0.0, 1.0),
        ..AffordanceFactors::default()
    };
    let enabled = if e.state.contains(&ElementState::Disabled) { DISABLED } else { 1.0 };
    let clickable =
        inviting(e.element_type) * (1.0 - CONFIDENCE_SHARE + CONFIDENCE_SHARE * e.confidence) * enabled;
    let is_action = matches!(
        e.element_type,
        ElementType::Button | ElementType::IconButton | ElementType::Link | ElementType::MenuItem
    );
    let by_role = match e.role.as_str() {
        "primary_action" => 1.0,
        "save" | "validate" | "submit" | "confirmation" => PRIMARY_SAVE,
        "search" => PRIMARY_SEARCH,
        _ => PRIMARY_OTHER,
    };
    let primary = if is_action {
        by_role
            * (PRIMARY_BASE
                + PRIMARY_COLOUR * factors.color_significance.min(1.0)
                + PRIMARY_PLACE * factors.position_importance
                + PRIMARY_CLARITY * factors.label_clarity)
            * enabled
    } else {
        0.0
    };
    let word = if is_action { danger(&e.label, lexicon) } else { 0.0 };
    let red = if is_action { f64::from(redness(colour)).min(RED_ALONE) } else { 0.0 };
    let role = if e.role == "delete_action" { DELETE_ROLE } else { 0.0 };
    ActionAffordance {
        clickable_score: clickable.clamp(0.0, 1.0),
        primary_action_score: primary.clamp(0.0, 1.0),
        dangerous_action_score: (word.max(role) + red * RED_SHARE).max(red).clamp(0.0, 1.0),
        factors,
        ..ActionAffordance::default()
    }
}

/// How much a type invites to be clicked.
fn inviting(kind: ElementType) -> f64 {
    use ElementType::{
        Button, Checkbox, Dialog, Dropdown, IconButton, Image, Label, Link, ListItem, Menu, MenuItem, Radio,
        Scrollbar, Slider, Tab, Table, TableCell, TableRow, TextArea, TextInput, Toggle, Toolbar, Window,
    };
    match kind {
        Button | IconButton | Link | MenuItem | Tab | Checkbox | Radio | Toggle | Dropdown => 1.0,
        TextInput | TextArea | ListItem => INVITING_FIELD,
        Slider | TableRow => INVITING_ROW,
        TableCell | Scrollbar => INVITING_CELL,
        Image => INVITING_IMAGE,
        Label | Menu => INVITING_LABEL,
        Table | Dialog | Toolbar | Window => INVITING_CONTAINER,
    }
}

/// Larger and set off is more prominent.
fn prominence(e: &UIElement, screen: Rect) -> f64 {
    let share = (e.bbox.area() as f64 / screen.area().max(1) as f64 * PROMINENT_SHARE).sqrt().min(1.0);
    let shape = e.visual_features.as_ref().map_or("", |v| v.shape.as_str());
    let set_off = if shape == "open" || shape.is_empty() { 0.0 } else { PROMINENT_FACE };
    (share * PROMINENT_SIZE + set_off).clamp(0.0, 1.0)
}

/// What ends a screen, at its bottom and right, is usually what one does with it.
fn position(e: &UIElement, screen: Rect) -> f64 {
    let (x, y) = (
        f64::from(e.center.x) / f64::from(screen.width().max(1)),
        f64::from(e.center.y) / f64::from(screen.height().max(1)),
    );
    (PLACE_ACROSS * x + (1.0 - PLACE_ACROSS) * y).clamp(0.0, 1.0)
}

/// A word that is known is clear, a short label clearer than none.
/// How much harm a label threatens.
fn danger(label: &str, lexicon: &Lexicon) -> f64 {
    match lexicon.risk.word(label).map(|word| word.kind) {
        Some(kind) if kind.destroys() => DESTROYS,
        Some(Kind::Save | Kind::Confirm) | None => 0.0,
        Some(_) => ACTS,
    }
}

fn clarity(e: &UIElement, lexicon: &Lexicon) -> f64 {
    let words = e.label.split_whitespace().count();
    let known = if lexicon.roles.role(&e.label).is_some() { CLEAR_KNOWN } else { 0.0 };
    let short = match words {
        0 => 0.0,
        1..=4 => CLEAR_SHORT,
        5..=8 => CLEAR_MEDIUM,
        _ => CLEAR_LONG,
    };
    ((short + known) * e.label_confidence).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(kind: ElementType, label: &str, role: &str) -> ActionAffordance {
        let mut e = UIElement::new("e", kind, Rect::from([600, 500, 700, 530]));
        (e.label, e.role, e.label_confidence, e.confidence) = (label.into(), role.into(), 0.95, 0.9);
        affordance(&e, Rect::from([0, 0, 800, 600]), Lexicon::in_use())
    }

    #[test]
    fn deleting_is_dangerous_and_reading_about_it_is_not() {
        assert!(scored(ElementType::Button, "Supprimer", "delete_action").dangerous_action_score > 0.8);
        assert!(scored(ElementType::Label, "Supprimer", "data_display").dangerous_action_score < 0.1);
        assert!(scored(ElementType::Button, "Aperçu", "secondary_action").dangerous_action_score < 0.3);
    }

    #[test]
    fn scores_are_within_0_and_1_and_what_is_acted_on_is_more_clickable() {
        let (button, label) = (
            scored(ElementType::Button, "OK", "confirmation"),
            scored(ElementType::Label, "OK", "data_display"),
        );
        assert!(button.clickable_score > 0.8 && label.clickable_score < 0.2);
        assert!(button.primary_action_score > 0.3 && label.primary_action_score == 0.0);
    }
}
