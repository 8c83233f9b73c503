//! What Lea would do, and what the person did, in words that need no coordinates (SPEC PEOPLE.7). Pure.

use lea_act::question::describe;
use lea_act::world::InputEvent;
use lea_model::{Point, Rect, ScreenState};

/// A deed in words; a secret is not said.
pub fn told(deed: &InputEvent, screen: &ScreenState) -> String {
    let thing = |at: Point| thing(at, screen);
    match deed {
        InputEvent::Click { at, clicks: 2.., .. } => format!("double-click {}", thing(*at)),
        InputEvent::Click { at, .. } => format!("click {}", thing(*at)),
        InputEvent::Hover { at } => format!("point at {}", thing(*at)),
        InputEvent::Drag { from, to } => format!("drag {} to {}", thing(*from), thing(*to)),
        InputEvent::Scroll { dy, .. } => format!("scroll {}", if *dy < 0 { "up" } else { "on" }),
        InputEvent::Keys(names) => format!("press {}", names.join("+")),
        InputEvent::Clear => "empty the field".into(),
        InputEvent::Type { secret: true, .. } => "type the secret".into(),
        InputEvent::Type { text, .. } => format!("type {text}"),
        InputEvent::Switch(place) => format!("go to {}", place.app),
    }
}

/// A click of a person in words: on what, and with which button if it was not the first.
pub fn clicked(button: u8, at: Point, screen: &ScreenState) -> String {
    let thing = thing(at, screen);
    match button {
        1 => format!("clicked {thing}"),
        2 => format!("clicked {thing} with the middle button"),
        _ => format!("clicked {thing} with the right button"),
    }
}

/// The thing at a point.
fn thing(at: Point, screen: &ScreenState) -> String {
    describe(Rect { x1: at.x, y1: at.y, x2: at.x + 1, y2: at.y + 1 }, screen)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use lea_model::MouseButton;
    use serde_json::json;

    /// Two rows with a button each, and an empty corner.
    fn list() -> ScreenState {
        let mut elements = Vec::new();
        let mut texts = Vec::new();
        for (name, y) in [("Dupont, 12 March", 100), ("Martin, 12 March", 140)] {
            let id = format!("open{y}");
            elements.push(
                json!({ "element_id": id, "type": "button", "bbox": [900, y, 980, y + 30], "label": "Open" }),
            );
            texts.push(json!({ "text": name, "bbox": [40, y + 5, 300, y + 25] }));
        }
        let document = json!({ "ui_elements": elements, "perception": { "detected_text": texts } });
        ScreenState::from_json(&document.to_string()).unwrap()
    }

    fn click(x: i32, y: i32) -> InputEvent {
        InputEvent::Click { at: Point { x, y }, button: MouseButton::Left, clicks: 1 }
    }

    #[test]
    fn advice_names_the_row_and_never_a_coordinate() {
        assert_eq!(told(&click(940, 115), &list()), "click “Open” in the row “Dupont, 12 March”");
        assert_eq!(told(&click(940, 155), &list()), "click “Open” in the row “Martin, 12 March”");
        let nowhere = told(&click(600, 120), &list());
        assert!(!nowhere.contains(|c: char| c.is_ascii_digit()), "{nowhere}");
    }

    #[test]
    fn what_the_person_clicked_is_named_alike_with_its_button() {
        let at = Point { x: 940, y: 155 };
        assert_eq!(clicked(1, at, &list()), "clicked “Open” in the row “Martin, 12 March”");
        assert!(clicked(3, at, &list()).ends_with("with the right button"));
    }

    #[test]
    fn a_secret_is_not_said() {
        let deed = InputEvent::Type { text: "hunter2".into(), secret: true };
        assert_eq!(told(&deed, &list()), "type the secret");
    }
}
