//! What can be wrong with elements.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{ElementState, UIElement};
use crate::geometry::Rect;
use crate::problem::{Checker, Problem};

impl UIElement {
    /// Everything that is wrong with it, each with the place; empty when it is sound.
    pub fn problems(&self) -> Vec<Problem> {
        Checker::run(|c| element(c, self, None))
    }
}

/// Checks the elements of one screen: each by itself, and their ids among each other.
pub(crate) fn elements(c: &mut Checker, step: &str, elements: &[UIElement], screen: Option<Rect>) {
    let mut seen = HashSet::new();
    c.each(step, elements, |c, _, e| {
        element(c, e, screen);
        c.unique("element_id", &e.element_id, &mut seen);
    });
}

fn element(c: &mut Checker, element: &UIElement, screen: Option<Rect>) {
    c.filled("element_id", &element.element_id);
    c.filled("role", &element.role);
    place(c, element, screen);
    c.share("label_confidence", element.label_confidence);
    c.share("confidence", element.confidence);
    c.share_if("stability_confidence", element.stability_confidence);
    if element.state.contains(&ElementState::Enabled) && element.state.contains(&ElementState::Disabled) {
        c.say_at("state", "is both enabled and disabled: keep one");
    }
    if let Some(embeddings) = &element.embeddings {
        c.at("embeddings", |c| {
            for (step, vector) in [("image", &embeddings.image), ("text", &embeddings.text)] {
                if let Some(vector) = vector {
                    c.at(step, |c| vector.check(c));
                }
            }
        });
    }
    history(c, element);
}

fn place(c: &mut Checker, element: &UIElement, screen: Option<Rect>) {
    if element.bbox.is_empty() {
        c.say_at("bbox", "holds no pixel: write it as [x1, y1, x2, y2] with x1 < x2 and y1 < y2");
        return;
    }
    if !element.bbox.contains(element.center) {
        c.say_at("center", "lies outside bbox: write its middle");
    }
    if let Some(screen) = screen
        && element.bbox.intersection(&screen) != Some(element.bbox)
    {
        c.say_at("bbox", format!("reaches beyond the screen of {}: cut it there", screen.size()));
    }
}

fn history(c: &mut Checker, element: &UIElement) {
    if let Some(tracking) = &element.stability_tracking {
        c.at("stability_tracking", |c| {
            let first = tracking.first_seen.as_deref().and_then(|t| c.time("first_seen", t));
            let last = tracking.last_seen.as_deref().and_then(|t| c.time("last_seen", t));
            if let (Some(first), Some(last)) = (first, last)
                && last.is_before(first)
            {
                c.say_at("last_seen", "is before first_seen: exchange or correct them");
            }
            c.quantity("position_variance", tracking.position_variance);
        });
    }
    if let Some(affordance) = &element.action_affordance {
        c.at("action_affordance", |c| {
            c.share("clickable_score", affordance.clickable_score);
            c.share("primary_action_score", affordance.primary_action_score);
            c.share("dangerous_action_score", affordance.dangerous_action_score);
            c.at("factors", |c| {
                let factors = &affordance.factors;
                c.share("visual_prominence", factors.visual_prominence);
                c.share("position_importance", factors.position_importance);
                c.share("label_clarity", factors.label_clarity);
                c.share("color_significance", factors.color_significance);
            });
        });
    }
    if let Some(history) = &element.interaction_history {
        c.at("interaction_history", |c| {
            c.share("success_rate", history.success_rate);
            if let Some(dwell) = history.avg_dwell_time_ms {
                c.quantity("avg_dwell_time_ms", dwell);
            }
        });
    }
}

/// Gives elements that have a box and no `center` the middle of the box.
pub(crate) fn fill_centers(elements: &mut Value) {
    let Value::Array(elements) = elements else {
        return;
    };
    for element in elements {
        let Value::Object(element) = element else { continue };
        if element.get("center").is_some_and(|c| !c.is_null()) {
            continue;
        }
        let bbox = element.get("bbox").and_then(|bbox| serde_json::from_value::<Rect>(bbox.clone()).ok());
        if let Some(bbox) = bbox {
            element.insert("center".to_owned(), json!(bbox.center()));
        }
    }
}
