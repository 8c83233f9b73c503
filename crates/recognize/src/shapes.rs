//! What stands around a target as the eye sees it without reading: fields, buttons, pictures, in which order and how
//! large. It stays when the words change.

use crate::candidates::distance;
use crate::params::memory::MOST_SHAPES;
use crate::params::witness::{LANDMARK_FADE, LANDMARK_SLACK, LANDMARK_STRETCH, NEUTRAL, SHAPE_SIZES};
use lea_model::{ElementType, Point, Rect, Size, UIElement};

/// An element near a target.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it is.
    pub kind: ElementType,
    /// From its middle to the middle of the target.
    pub offset: Point,
    /// How large it is.
    pub size: Size,
}

/// Elements that are neither the box, nor in it, nor around it, nearest first.
pub fn around(elements: &[UIElement], bbox: Rect) -> Vec<Shape> {
    let is_apart = |e: &&UIElement| {
        let common = e.bbox.intersection(&bbox).map_or(0, |i| i.area());
        2 * common < e.bbox.area().min(bbox.area())
    };
    let center = bbox.center();
    let mut near: Vec<(f64, &UIElement)> =
        elements.iter().filter(is_apart).map(|e| (distance(e.bbox.center(), center), e)).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let shape = |e: &UIElement| {
        let from = e.bbox.center();
        let offset = Point { x: center.x - from.x, y: center.y - from.y };
        Shape { kind: e.element_type, offset, size: e.bbox.size() }
    };
    near.into_iter().take(MOST_SHAPES).map(|(_, e)| shape(e)).collect()
}

/// How many of the shapes are where they should be, seen from `center`, near ones counting more; 0.5 where none is known.
pub fn agree(shapes: &[Shape], elements: &[UIElement], center: Point, scale: f64) -> f64 {
    let (mut total, mut found) = (0.0, 0.0);
    for shape in shapes {
        let by = |v: i32| (f64::from(v) * scale).round() as i32;
        let wanted = Point { x: center.x - by(shape.offset.x), y: center.y - by(shape.offset.y) };
        let away = f64::from(shape.offset.x).hypot(f64::from(shape.offset.y));
        let slack = (LANDMARK_SLACK + LANDMARK_STRETCH * away) * scale;
        let weight = 1.0 / (1.0 + away / LANDMARK_FADE);
        let alike = |a: u32, b: u32| {
            (f64::from(a).max(1.0) / (scale * f64::from(b).max(1.0))).ln().abs() < SHAPE_SIZES.ln()
        };
        let fit = |e: &UIElement| {
            let off = distance(e.bbox.center(), wanted);
            let is_it = e.element_type == shape.kind
                && alike(e.bbox.height(), shape.size.height)
                && alike(e.bbox.width(), shape.size.width);
            if is_it { (-(off / slack).powi(2) / 2.0).exp() } else { 0.0 }
        };
        total += weight;
        found += weight * elements.iter().map(fit).fold(0.0, f64::max);
    }
    if total > 0.0 { found / total } else { NEUTRAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(element_type: ElementType, bbox: [i32; 4]) -> UIElement {
        UIElement::new("e", element_type, bbox.into())
    }

    #[test]
    fn a_form_in_other_words_is_the_same_form() {
        let form = |y: i32| {
            vec![
                element(ElementType::TextInput, [100, y, 300, y + 30]),
                element(ElementType::TextInput, [100, y + 40, 300, y + 70]),
                element(ElementType::Button, [100, y + 80, 180, y + 110]),
            ]
        };
        let shapes = around(&form(100), Rect::from([100, 140, 300, 170]));
        assert_eq!(shapes.len(), 2, "not itself");
        assert!(agree(&shapes, &form(160), Point { x: 200, y: 215 }, 1.0) > 0.99);
        assert!(agree(&shapes, &form(160), Point { x: 200, y: 175 }, 1.0) < 0.3);
        assert_eq!(agree(&[], &form(0), Point { x: 0, y: 0 }, 1.0), 0.5);
    }
}
