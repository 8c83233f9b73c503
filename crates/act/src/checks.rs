//! Named checks (SPEC L4.3): what must hold before and after a step.
//!
//! | check | holds when |
//! |---|---|
//! | `text:WORDS` | the words stand on the screen, by their letters, or by their meaning on a screen that speaks other words; or the window in front is called so |
//! | `no_text:WORDS` | they do not, by their letters |
//! | `value:NAME` | the value of that variable stands on the screen, letter for letter |
//! | `element:ROLE` or `element:ROLE_visible` | an element of that role is there; with `_enabled` it is not disabled |
//! | `window_title_changed` | the window's title is another than before the step |
//! | `window_title:WORDS` | the title holds the words |
//! | `window_app:NAME` | the window in front is of that application |

use crate::values::Values;
use crate::world::Observation;
use lea_model::ElementState;
use lea_model::workflow::{Check, ElementCheck};
use lea_recognize::View;
use lea_recognize::label::normal;

/// Fewer letters name no window.
const LEAST_TITLE: usize = 4;

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

/// Checks one; `before` is the observation from before the step, where there is one.
pub fn check(
    asked: &Check,
    observation: &Observation,
    view: &View<'_>,
    before: Option<&Observation>,
    values: &Values,
) -> Checked {
    let holds = |yes: bool, why: String| if yes { Checked::Holds } else { Checked::Fails(why) };
    let title = |s: &Observation| s.state.window.as_ref().map(|w| w.window_title.clone());
    match asked {
        Check::Text(words) => match values.fill(words) {
            Ok(filled) => holds(
                view.says(&filled.text) || view.means(&filled.text) || is_titled(observation, &filled.text),
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
    for asked in checks {
        if let Checked::Fails(why) = check(asked, observation, view, before, values) {
            return Err(why);
        }
    }
    Ok(())
}
