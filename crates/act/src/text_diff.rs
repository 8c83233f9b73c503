//! Whether an application has answered a click, by what stands on the screen.

use crate::ground::is_foreign;
use crate::world::Observation;
use lea_model::Rect;
use lea_recognize::label::normal;
use std::collections::BTreeSet;

/// A line of the application, outside of what was clicked, says something else than before.
pub fn is_rewritten(
    before: &Observation,
    after: &Observation,
    apps: &[String],
    clicked: Option<Rect>,
) -> bool {
    let lines = |observation: &Observation| -> BTreeSet<String> {
        let is_beside = |b: &Rect| clicked.is_none_or(|c| c.intersection(b).is_none());
        let is_own = |b: &Rect| !is_foreign(observation, apps, b.center());
        let texts = observation.state.perception.detected_text.iter();
        let own = texts.filter(|t| t.bbox.as_ref().is_some_and(|b| is_beside(b) && is_own(b)));
        own.map(|t| normal(&t.text)).filter(|t| !t.is_empty()).collect()
    };
    lines(before) != lines(after)
}

/// The lines of the application that were not there before.
pub fn news(before: &Observation, after: &Observation, apps: &[String]) -> Vec<String> {
    let old: BTreeSet<String> =
        before.state.perception.detected_text.iter().map(|t| normal(&t.text)).collect();
    let is_own = |b: &Rect| !is_foreign(after, apps, b.center());
    let texts = after.state.perception.detected_text.iter();
    let own = texts.filter(|t| t.bbox.as_ref().is_some_and(is_own));
    own.filter(|t| !old.contains(&normal(&t.text))).map(|t| t.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SeenWindow;
    use crate::world::tests::blank;
    use lea_model::screen_state::DetectedText;

    /// A calculator at the left and an editor at the right, with a line each.
    fn desk(result: &str, note: &str) -> Observation {
        let window = |app: &str, rect: [i32; 4]| SeenWindow { rect: rect.into(), app: app.into() };
        let line = |text: &str, bbox: [i32; 4]| DetectedText {
            text: text.into(),
            bbox: Some(bbox.into()),
            ..DetectedText::default()
        };
        let mut observation = Observation {
            windows: vec![window("galculator", [0, 0, 400, 400]), window("mousepad", [400, 0, 800, 400])],
            ..blank()
        };
        observation.state.perception.detected_text = vec![
            line(result, [10, 10, 100, 30]),
            line("sqrt", [10, 60, 60, 80]),
            line(note, [410, 10, 600, 30]),
        ];
        observation
    }

    #[test]
    fn a_result_that_came_up_is_an_answer_and_what_another_application_says_is_not() {
        let (apps, clicked) = (["Galculator".to_owned()], Some(Rect::from([8, 55, 70, 85])));
        let before = desk("169", "a note");
        assert!(is_rewritten(&before, &desk("13", "a note"), &apps, clicked));
        assert!(!is_rewritten(&before, &desk("169", "a note"), &apps, clicked));
        assert!(!is_rewritten(&before, &desk("169", "12:01"), &apps, clicked), "a clock is no answer");
        assert_eq!(news(&before, &desk("13", "12:01"), &apps), ["13"]);
    }
}
