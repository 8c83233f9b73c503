//! Whether two screens say the same (SPEC ACT.13): an answer about which record is open holds for the screen it was given about.

use crate::field_value::is_caret;
use crate::world::Observation;
use lea_model::Point;
use lea_recognize::label::normal;

/// Two screens say the same in the windows of these applications; a caret says nothing.
pub fn says_the_same(before: &Observation, after: &Observation, apps: &[String]) -> bool {
    lines(before, apps) == lines(after, apps)
}

/// A short sign for what a screen says, the same for screens that say the same.
pub fn digest(observation: &Observation, apps: &[String]) -> String {
    let mut hasher = blake3::Hasher::new();
    for line in lines(observation, apps) {
        hasher.update(line.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().to_hex().to_string()
}

fn lines(observation: &Observation, apps: &[String]) -> Vec<String> {
    let texts = observation.state.perception.detected_text.iter().filter(|t| !is_caret(&t.text));
    let own = texts.filter(|t| t.bbox.is_none_or(|b| is_own(observation, apps, b.center())));
    let mut lines: Vec<String> = own.map(|t| normal(&t.text)).filter(|t| !t.is_empty()).collect();
    lines.sort_unstable();
    lines
}

/// A point lies in a window of one of these applications, as far as windows are known: the clock of a panel lies in none.
fn is_own(observation: &Observation, apps: &[String], at: Point) -> bool {
    let is_of = |app: &str| apps.iter().any(|a| normal(a) == normal(app));
    if !observation.windows.iter().any(|w| is_of(&w.app)) {
        return true;
    }
    observation.windows.iter().rev().find(|w| w.rect.contains(at)).is_some_and(|w| is_of(&w.app))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::SeenWindow;
    use crate::world::tests::blank;
    use lea_model::screen_state::DetectedText;

    /// A screen with a window of the application, a clock outside of it, and what is typed into a terminal that lies over it.
    fn screen(lines: &[&str], clock: &str) -> Observation {
        let line = |text: &str, x: i32, y: i32| DetectedText {
            text: text.into(),
            bbox: Some([x, y, x + 50, y + 16].into()),
            ..DetectedText::default()
        };
        let window = |app: &str, rect: [i32; 4]| SeenWindow { rect: rect.into(), app: app.into() };
        let windows = vec![window("Gestion", [0, 40, 800, 600]), window("xterm", [600, 40, 800, 600])];
        let mut observation = Observation { windows, ..blank() };
        let rows = lines.iter().enumerate().map(|(n, text)| line(text, 10, 60 + 20 * n as i32));
        observation.state.perception.detected_text =
            rows.chain([line(clock, 10, 10), line(clock, 700, 100)]).collect();
        observation
    }

    #[test]
    fn another_record_on_the_same_form_says_something_else_and_a_clock_or_a_caret_does_not() {
        let apps = ["gestion".to_owned()];
        let asked = screen(&["Patient", "Moreau Louis", "9:05"], "10:00");
        let same = screen(&["Patient", "Moreau Louis", "9:05", "|"], "10:01");
        assert!(says_the_same(&asked, &same, &apps));
        assert_eq!(digest(&asked, &apps), digest(&same, &apps));
        let others: [&[&str]; 3] = [
            &["Patient", "Moreau Louise", "9:05"],
            &["Patient", "Moreau Louis", "9:15"],
            &["Patient", "Patient", "Moreau Louis", "9:05"],
        ];
        for other in others {
            let other = screen(other, "10:00");
            assert!(!says_the_same(&asked, &other, &apps));
            assert_ne!(digest(&asked, &apps), digest(&other, &apps));
        }
    }
}
