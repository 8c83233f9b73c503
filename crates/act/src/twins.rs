//! Things that say the same, one below the other: which row is meant is told by what the run knows, and never by where it stands (SPEC L4.5).

use crate::params::targets::SAME_COLUMN;
use crate::values::Values;
use lea_recognize::{Located, Place, View, rows};

/// Which of the rows is meant.
pub enum Twins<'a> {
    /// There are none.
    None,
    /// The one whose row says more of what the run knows than any other, and what that is.
    One(&'a Place, String),
    /// So many of them, and nothing tells.
    Several(usize),
}

/// Looks for places that say the same as the best one, in other rows.
pub fn told<'a>(located: &'a Located, had_twins: bool, values: &Values, view: &View<'_>) -> Twins<'a> {
    let Some(best) = located.places.first().filter(|p| p.witnesses.label_exact == 1.0) else {
        return Twins::None;
    };
    let is_twin = |p: &&Place| {
        let alike = p.witnesses.label_exact == 1.0 && p.witnesses.kind == best.witnesses.kind;
        let in_column = (p.bbox.x1 - best.bbox.x1).abs() <= SAME_COLUMN
            || (p.bbox.x2 - best.bbox.x2).abs() <= SAME_COLUMN;
        let below = p.bbox.y1 >= best.bbox.y2 || p.bbox.y2 <= best.bbox.y1;
        alike && in_column && below
    };
    let twins: Vec<&Place> = std::iter::once(best).chain(located.places.iter().filter(is_twin)).collect();
    if twins.len() < 2 {
        return Twins::None;
    }
    let known = values.with_row();
    let bands: Vec<(&str, Vec<rows::Band>)> =
        known.values().map(|value| (value.as_str(), rows::bands(view, value))).collect();
    let says = |p: &Place| -> Vec<&str> {
        let here = |b: &rows::Band| b.bbox.y1 <= p.bbox.center().y && p.bbox.center().y < b.bbox.y2;
        bands.iter().filter(|(_, b)| b.iter().any(here)).map(|(value, _)| *value).collect()
    };
    let mut said: Vec<(&Place, Vec<&str>)> = twins.iter().map(|p| (*p, says(p))).collect();
    said.sort_by_key(|(_, values)| std::cmp::Reverse(values.len()));
    let (first, second) = (&said[0], &said[1]);
    // What says it among other words, such as “Save As” beside “Save”, is not taken for what says it alone, whatever stands at its height.
    let says_more = |p: &Place| p.witnesses.label_alone < best.witnesses.label_alone;
    match first.1.len() > second.1.len() {
        true if says_more(first.0) => Twins::Several(twins.len()),
        true => Twins::One(first.0, first.1.join(", ")),
        // It was one of several when it was shown, and its surroundings told which.
        false if had_twins && first.1.is_empty() => Twins::None,
        false => Twins::Several(twins.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{DetectedText, Rect, ScreenState, Size};
    use lea_recognize::{Scene, Source, Verdict, Witnesses};
    use std::collections::HashMap;

    /// Two invoices, each with a button “Open”, and what is made of them.
    fn shown(known: &[(&str, &str)], had_twins: bool, check: impl FnOnce(&Twins<'_>)) {
        saying(known, had_twins, [0.0, 0.0], check);
    }

    /// The same, where each of the buttons says that alone or among other words.
    fn saying(known: &[(&str, &str)], had_twins: bool, alone: [f64; 2], check: impl FnOnce(&Twins<'_>)) {
        let line = |text: &str, x: i32, y: i32| DetectedText {
            text: text.into(),
            bbox: Some(Rect::from([x, y, x + 90, y + 14])),
            ..DetectedText::default()
        };
        let mut state = ScreenState::default();
        for (y, number) in [(200, "F-2026-0145"), (240, "F-2025-0145")] {
            state.perception.detected_text.push(line(number, 40, y));
            state.perception.detected_text.push(line("Giraud Sophie", 300, y));
        }
        let place = |y: i32, label_alone: f64| Place {
            bbox: Rect::from([700, y - 8, 780, y + 22]),
            source: Source::Text,
            rank: f64::from(300 - y),
            witnesses: Witnesses {
                label_exact: 1.0,
                label: 1.0,
                kind: 1.0,
                label_alone,
                ..Witnesses::default()
            },
        };
        let located = Located {
            verdict: Verdict::Found,
            score: 0.97,
            evidence: HashMap::new(),
            places: vec![place(200, alone[0]), place(240, alone[1])],
        };
        let mut values = Values::default();
        for (name, value) in known {
            values.set(name, *value);
        }
        let size = Size { width: 1280, height: 800 };
        let view = View::new(Scene { state: &state, frame: None }, size, None);
        check(&told(&located, had_twins, &values, &view));
    }

    #[test]
    fn the_row_that_says_the_number_is_meant_wherever_it_stands() {
        shown(&[("number", "F-2025-0145"), ("patient", "Giraud Sophie")], false, |twins| {
            assert!(
                matches!(twins, Twins::One(place, said) if place.bbox.y1 == 232 && said.contains("F-2025-0145"))
            );
        });
    }

    #[test]
    fn what_says_more_than_was_shown_is_not_taken_because_its_row_says_a_value() {
        let known = [("number", "F-2025-0145")];
        saying(&known, true, [1.0, 0.0], |twins| assert!(matches!(twins, Twins::Several(2))));
        saying(&known, true, [1.0, 1.0], |twins| assert!(matches!(twins, Twins::One(..))));
    }

    #[test]
    fn two_rows_that_say_the_same_name_are_a_question() {
        shown(&[("patient", "Giraud Sophie")], false, |twins| assert!(matches!(twins, Twins::Several(2))));
        shown(&[("patient", "Giraud Sophie")], true, |twins| assert!(matches!(twins, Twins::Several(2))));
        shown(&[], false, |twins| assert!(matches!(twins, Twins::Several(2))));
    }

    #[test]
    fn what_was_one_of_several_when_it_was_shown_is_told_by_its_surroundings() {
        shown(&[], true, |twins| assert!(matches!(twins, Twins::None)));
    }
}
