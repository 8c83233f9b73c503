//! Named checks (SPEC L4.3): what must hold before and after a step.
//!
//! | check | holds when |
//! |---|---|
//! | `text:WORDS` | the words stand on the screen, by their letters, or by their meaning on a screen that speaks other words, and nothing before them says that it is not so (“Not saved”); or the window in front is called so |
//! | `no_text:WORDS` | they do not, by their letters, whatever stands before them |
//! | `value:NAME` | the value of that variable stands on the screen, letter for letter |
//! | `element:ROLE` or `element:ROLE_visible` | an element of that role is there; with `_enabled` it is not disabled |
//! | `window_title_changed` | the window's title is another than before the step |
//! | `window_title:WORDS` | the title holds the words |
//! | `window_app:NAME` | the window in front is of that application |

use crate::params::verify::LEAST_TITLE;
use crate::values::Values;
use crate::world::Observation;
use lea_lexicon::Lexicon;
use lea_model::ElementState;
use lea_model::workflow::{Check, ElementCheck};
use lea_recognize::View;
use lea_recognize::label::normal;

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It holds.
    Holds,
    /// It does not: why.
    Fails(String),
    /// It cannot be told, as of a window that is not known (SPEC L1.6).
    Unknown,
}

/// How texts are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// By their letters.
    AsLearnt,
    /// By what they mean too: the screen is known to speak other words.
    Others,
}

impl Words {
    /// As a screen was matched.
    pub fn of(in_other_words: bool) -> Self {
        if in_other_words { Self::Others } else { Self::AsLearnt }
    }
}

/// Checks one; `before` is the observation from before the step, where there is one.
pub fn check(
    asked: &Check,
    observation: &Observation,
    view: &View<'_>,
    before: Option<&Observation>,
    values: &Values,
) -> Checked {
    check_on(&On { observation, view, before, speaks: Words::AsLearnt }, asked, values)
}

/// The screen that checks are judged on.
pub struct On<'a> {
    /// The screen.
    pub observation: &'a Observation,
    /// The same, to be searched.
    pub view: &'a View<'a>,
    /// The screen from before the step, where there is one.
    pub before: Option<&'a Observation>,
    /// The words it speaks.
    pub speaks: Words,
}

/// Checks one on a screen.
pub fn check_on(on: &On<'_>, asked: &Check, values: &Values) -> Checked {
    let On { observation, view, before, speaks } = *on;
    let holds = |yes: bool, why: String| if yes { Checked::Holds } else { Checked::Fails(why) };
    let title = |s: &Observation| s.state.window.as_ref().map(|w| w.window_title.clone());
    match asked {
        Check::Text(words) => match values.fill(words) {
            Ok(filled) => holds(
                is_said(view, &filled.text, speaks) || is_titled(observation, &filled.text),
                format!("{words:?} is not on the screen"),
            ),
            Err(missing) => Checked::Fails(format!("{missing} has no value")),
        },
        Check::NoText(words) => holds(!view.says(words), format!("{words:?} is on the screen")),
        Check::Value(variable) => match values.fill(&format!("${{{variable}}}")) {
            Ok(filled) if filled.secret => Checked::Unknown,
            Ok(filled) => holds(
                view.shows_value(&filled.text),
                format!("{variable} ({:?}) does not stand on the screen", filled.text),
            ),
            Err(missing) => Checked::Fails(format!("{missing} has no value")),
        },
        Check::Element { role, state } => {
            let mut there = observation.state.ui_elements.iter().filter(|e| e.role == *role);
            match state {
                ElementCheck::Enabled => holds(
                    there.any(|e| !e.state.contains(&ElementState::Disabled)),
                    format!("there is no {role} that is enabled"),
                ),
                ElementCheck::Present | ElementCheck::Visible => {
                    holds(there.next().is_some(), format!("there is no {role}"))
                }
            }
        }
        Check::WindowTitleChanged => match before.and_then(title).zip(title(observation)) {
            Some((old, new)) => holds(old != new, format!("the title is still {new:?}")),
            None => Checked::Unknown,
        },
        Check::WindowTitle(words) => match title(observation) {
            Some(now) => holds(normal(&now).contains(&normal(words)), format!("the title is {now:?}")),
            None => Checked::Unknown,
        },
        Check::WindowApp(app) => match &observation.state.window {
            Some(window) => {
                holds(normal(&window.app_name) == normal(app), format!("{} is in front", window.app_name))
            }
            None => Checked::Unknown,
        },
    }
}

/// A text is said, and not that it is not so.
pub fn is_said(view: &View<'_>, text: &str, speaks: Words) -> bool {
    let negation = &Lexicon::in_use().negation;
    let means = || {
        let is_negative = negation.denies(text);
        let is_opposite = |said: &str| negation.denies(said) != is_negative || negation.opposes(said, text);
        view.meant_by(text).iter().any(|said| !is_opposite(said))
    };
    view.stated(text).iter().any(|before| !negation.negates(before)) || speaks == Words::Others && means()
}

/// The window in front is called so, or a part of its name is: what lies over its upper edge hides that.
fn is_titled(observation: &Observation, words: &str) -> bool {
    let Some(window) = &observation.state.window else { return false };
    let title = window.window_title.as_str();
    let parts = title.split(['–', '—', '|']).flat_map(|p| p.split(" - "));
    let wanted = normal(words);
    wanted.chars().count() >= LEAST_TITLE
        && std::iter::once(title).chain(parts).any(|part| normal(part) == wanted)
}

/// Checks all; the first that fails is the answer.
pub fn check_all(
    checks: &[Check],
    observation: &Observation,
    view: &View<'_>,
    before: Option<&Observation>,
    values: &Values,
) -> Result<(), String> {
    check_all_on(&On { observation, view, before, speaks: Words::AsLearnt }, checks, values)
}

/// Checks all on a screen.
pub fn check_all_on(on: &On<'_>, checks: &[Check], values: &Values) -> Result<(), String> {
    for asked in checks {
        if let Checked::Fails(why) = check_on(on, asked, values) {
            return Err(why);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::tests::blank;
    use lea_model::screen_state::{DetectedText, DetectedWord};
    use lea_recognize::Meaning;
    use std::sync::Arc;

    /// Everything means the same.
    struct Alike;

    impl Meaning for Alike {
        fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>> {
            texts.iter().map(|_| Arc::from([1.0_f32])).collect()
        }
    }

    fn holds(said: &str, wanted: &str, speaks: Words) -> bool {
        let word = |w: &str| {
            let left = 10 + 9 * (w.as_ptr() as usize - said.as_ptr() as usize) as i32;
            let bbox = [left, 10, left + 9 * w.len() as i32, 26].into();
            DetectedWord { text: w.into(), bbox, ..DetectedWord::default() }
        };
        let line = DetectedText {
            text: said.into(),
            bbox: Some([10, 10, 10 + 9 * said.len() as i32, 26].into()),
            words: said.split_whitespace().map(word).collect(),
            ..DetectedText::default()
        };
        let mut observation = blank();
        observation.state.perception.detected_text = vec![line];
        let view = View::new(observation.scene(), observation.size, Some(&Alike));
        let on = On { observation: &observation, view: &view, before: None, speaks };
        check_on(&on, &Check::Text(wanted.to_owned()), &Values::default()) == Checked::Holds
    }

    #[test]
    fn a_sentence_that_says_the_opposite_does_not_hold() {
        let direction = "Approuvé par la direction";
        for (said, wanted) in [
            ("Not saved: number missing", "Saved"),
            ("Non approuvé par la direction", direction),
            ("Désapprouvé par la direction", direction),
            ("La facture n’a pas été enregistrée", "enregistrée"),
            ("Wurde nicht gespeichert", "gespeichert"),
        ] {
            assert!(!holds(said, wanted, Words::AsLearnt), "{said}");
            assert!(!holds(said, wanted, Words::Others), "{said}");
        }
        assert!(holds("Facture n° 12 enregistrée", "enregistrée", Words::AsLearnt));
        assert!(holds(direction, direction, Words::AsLearnt));
        assert!(holds("Non approuvé", "Non approuvé", Words::AsLearnt));
    }

    #[test]
    fn what_means_the_same_counts_only_where_the_screen_speaks_other_words() {
        assert!(!holds("Gespeichert", "Saved", Words::AsLearnt));
        assert!(holds("Gespeichert", "Saved", Words::Others));
        assert!(!holds("Nicht gespeichert", "Saved", Words::Others));
    }
}
