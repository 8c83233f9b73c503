//! Whether two acts are the same step of a task, whatever was typed and whichever row it was.

use super::lesson::{Act, Deed};
use crate::params::graph::{
    COVERED_TENTHS, LEAST_LETTERS, MISREAD_THERE, SAME_SURROUNDINGS, SURROUNDINGS, SURROUNDINGS_SHIFT,
};
use lea_model::ElementType;
use lea_model::workflow::{Landmark, Target};
use lea_recognize::SAME_LABEL;
use lea_recognize::label::{normal, ratio};

/// The same step.
pub fn is_same_step(a: &Act, b: &Act) -> bool {
    if a.app != b.app {
        return false;
    }
    match (&a.deed, &b.deed) {
        (Deed::Keys(x), Deed::Keys(y)) => x == y,
        (Deed::Click { button: x, clicks: n }, Deed::Click { button: y, clicks: m }) => {
            x == y && n == m && is_same_thing(a, b)
        }
        (Deed::Type { .. }, Deed::Type { .. }) => is_same_thing(a, b) || is_same_field(a, b),
        (Deed::Drag { to: x }, Deed::Drag { to: y }) => {
            is_same_thing(a, b) && ends_alike(x.as_deref(), y.as_deref())
        }
        (Deed::Hover, Deed::Hover) => is_same_thing(a, b),
        (Deed::Scroll { delta: x }, Deed::Scroll { delta: y }) => {
            x[0] * y[0] + x[1] * y[1] > 0.0 && is_same_thing(a, b)
        }
        (Deed::Switch { app: x, .. }, Deed::Switch { app: y, .. }) => x == y,
        _ => false,
    }
}

/// Two drags end on what has the same words; where one of them is not known, nothing speaks against it.
fn ends_alike(a: Option<&Target>, b: Option<&Target>) -> bool {
    let words = |t: &Target| t.text.as_deref().map(normal).filter(|w| !w.is_empty());
    let both = a.and_then(words).zip(b.and_then(words));
    both.is_none_or(|(x, y)| ratio(&x, &y) >= SAME_LABEL && has_same_number(&x, &y))
}

/// Both point at the same thing, or at the same cell of two rows.
pub fn is_same_thing(a: &Act, b: &Act) -> bool {
    // A list of one is no table to see: then the button is the same, whether or not the row was seen.
    if let (Some(x), Some(y)) = (&a.row, &b.row) {
        // A button in a row is that button in every row; a value is another in every row.
        let same_column = normal(x.header()) == normal(y.header()) && x.cell == y.cell;
        return same_column && (x.said() != y.said() || is_same_target(a, b) || !x.header().is_empty());
    }
    is_same_target(a, b)
}

/// Fields in the same place of the same kind of screen: the label beside one of them was misread, or it is known only by what it
/// holds.
fn is_same_field(a: &Act, b: &Act) -> bool {
    let unnamed = |act: &Act| {
        let name = act.target.as_ref().and_then(|t| t.anchor.as_ref()).and_then(|a| a.name.as_ref());
        name.is_none()
    };
    let place = |act: &Act| act.target.as_ref().and_then(|t| t.position.clone());
    let Some((p, q)) = place(a).zip(place(b)) else { return false };
    let in_line = p.bbox.x1 < q.bbox.x2 && q.bbox.x1 < p.bbox.x2;
    if (is_page(a) || is_page(b)) && both_areas(a, b) && in_line {
        return true;
    }
    let common = p.bbox.intersection(&q.bbox).map_or(0, |i| i.area());
    let covers = |area: u64| common * 10 >= area * COVERED_TENTHS;
    let (small, large) = (p.bbox.area().min(q.bbox.area()), p.bbox.area().max(q.bbox.area()));
    let same_screen = p.screen_resolution == q.screen_resolution;
    same_screen && (covers(large) || (covers(small) && (unnamed(a) || unnamed(b))))
}

/// Nothing is known of it but where the text came up: a page that is all text, and has no border to see.
fn is_page(act: &Act) -> bool {
    let target = act.target.as_ref().filter(|t| t.element_type == Some(ElementType::TextArea));
    target.is_some_and(|t| t.anchor.is_none() && t.text.is_none())
}

fn both_areas(a: &Act, b: &Act) -> bool {
    let is_area =
        |act: &Act| act.target.as_ref().is_some_and(|t| t.element_type == Some(ElementType::TextArea));
    is_area(a) && is_area(b)
}

/// Both point at what has the same words, or at the same place where it has none.
pub fn is_same_target(a: &Act, b: &Act) -> bool {
    let (Some(s), Some(t)) = (&a.target, &b.target) else { return a.target.is_none() && b.target.is_none() };
    let (x, y) = (normal(a.label()), normal(b.label()));
    match (x.is_empty(), y.is_empty()) {
        (false, false) => {
            (ratio(&x, &y) >= SAME_LABEL && has_same_number(&x, &y)) || is_misread_there(s, t, (&x, &y))
        }
        (true, true) => stands_alike(s, t),
        _ => false,
    }
}

/// Both stand at the same place, and one of the labels is the other one misread, or read together with what stands beside it.
fn is_misread_there(a: &Target, b: &Target, (x, y): (&str, &str)) -> bool {
    let Some((p, q)) = a.position.as_ref().zip(b.position.as_ref()) else { return false };
    let is_there = p.screen_resolution == q.screen_resolution
        && (p.bbox.contains(q.bbox.center()) || q.bbox.contains(p.bbox.center()));
    let is_part =
        x.chars().count().min(y.chars().count()) >= LEAST_LETTERS && (x.contains(y) || y.contains(x));
    is_there && has_same_number(x, y) && (is_part || ratio(x, y) >= MISREAD_THERE)
}

/// Numbers are not misread into other numbers: `Line 1` is not `Line 2`.
fn has_same_number(a: &str, b: &str) -> bool {
    let digits = |t: &str| t.chars().filter(char::is_ascii_digit).collect::<String>();
    digits(a) == digits(b)
}

/// The same texts stand around both, in the same places.
fn stands_alike(a: &Target, b: &Target) -> bool {
    let marks = |t: &Target| -> Vec<Landmark> {
        let anchor = t.anchor.as_ref();
        anchor
            .map(|a| a.landmarks.iter().filter(|l| l.text.is_some()).take(SURROUNDINGS).cloned().collect())
            .unwrap_or_default()
    };
    let (x, y) = (marks(a), marks(b));
    let fewest = x.len().min(y.len());
    if fewest == 0 {
        let place = |t: &Target| t.position.as_ref().map(|p| (p.bbox.x1, p.bbox.y1));
        if place(a).is_none() && place(b).is_none() {
            // Both are what had the focus.
            return true;
        }
        return place(a).zip(place(b)).is_some_and(|(p, q)| {
            (p.0 - q.0).abs() <= SURROUNDINGS_SHIFT && (p.1 - q.1).abs() <= SURROUNDINGS_SHIFT
        });
    }
    let is_there = |m: &Landmark| {
        let text = normal(m.text.as_deref().unwrap_or(""));
        y.iter().any(|n| {
            normal(n.text.as_deref().unwrap_or("")) == text
                && (m.offset.x - n.offset.x).abs() <= SURROUNDINGS_SHIFT
                && (m.offset.y - n.offset.y).abs() <= SURROUNDINGS_SHIFT
        })
    };
    x.iter().filter(|m| is_there(m)).count() as f64 >= SAME_SURROUNDINGS * fewest as f64
}
