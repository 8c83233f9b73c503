//! Named checks (SPEC L4.3): what must hold before and after a step. A check that is not known has failed, never held.
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
use crate::world::Sight;
use lea_model::ElementState;
use lea_model::workflow::NamedCheck;
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

/// Checks one; `before` is the sight from before the step, where there is one.
pub fn check(text: &str, sight: &Sight, view: &View<'_>, before: Option<&Sight>, values: &Values) -> Checked {
    let Some(NamedCheck { name, argument }) = NamedCheck::parse(text) else {
        return Checked::Fails(format!("{text:?} is not a check"));
    };
    let holds = |yes: bool, why: String| if yes { Checked::Holds } else { Checked::Fails(why) };
    let title = |s: &Sight| s.state.window.as_ref().map(|w| w.window_title.clone());
    match (name, argument) {
        ("text", Some(words)) => match values.fill(words) {
            Ok(filled) => holds(
                view.says(&filled.text) || view.means(&filled.text) || is_titled(sight, &filled.text),
                format!("{words:?} is not on the screen"),
            ),
            Err(missing) => Checked::Fails(format!("{missing} has no value")),
        },
        ("no_text", Some(words)) => holds(!view.says(words), format!("{words:?} is on the screen")),
        ("value", Some(variable)) => match values.fill(&format!("${{{variable}}}")) {
            Ok(filled) if filled.secret => Checked::Unknown,
            Ok(filled) => holds(
                view.shows_value(&filled.text),
                format!("{variable} ({:?}) does not stand on the screen", filled.text),
            ),
            Err(missing) => Checked::Fails(format!("{missing} has no value")),
        },
        ("element", Some(wanted)) => {
            let enabled = wanted.strip_suffix("_enabled");
            let role = enabled.or_else(|| wanted.strip_suffix("_visible")).unwrap_or(wanted);
            let mut there = sight.state.ui_elements.iter().filter(|e| e.role == role);
            let found = match enabled {
                Some(_) => there.any(|e| !e.state.contains(&ElementState::Disabled)),
                None => there.next().is_some(),
            };
            holds(found, format!("there is no {wanted}"))
        }
        ("window_title_changed", None) => match before.and_then(title).zip(title(sight)) {
            Some((old, new)) => holds(old != new, format!("the title is still {new:?}")),
            None => Checked::Unknown,
        },
        ("window_title", Some(words)) => match title(sight) {
            Some(now) => holds(normal(&now).contains(&normal(words)), format!("the title is {now:?}")),
            None => Checked::Unknown,
        },
        ("window_app", Some(app)) => match &sight.state.window {
            Some(window) => {
                holds(normal(&window.app_name) == normal(app), format!("{} is in front", window.app_name))
            }
            None => Checked::Unknown,
        },
        _ => Checked::Fails(format!("nobody knows the check {text:?}")),
    }
}

/// The window in front is called so, or a part of its name is: what lies over its upper edge hides that.
fn is_titled(sight: &Sight, words: &str) -> bool {
    let Some(window) = &sight.state.window else { return false };
    let title = window.window_title.as_str();
    let parts = title.split(['–', '—', '|']).flat_map(|p| p.split(" - "));
    let wanted = normal(words);
    wanted.chars().count() >= LEAST_TITLE
        && std::iter::once(title).chain(parts).any(|part| normal(part) == wanted)
}

/// Checks all; the first that fails is the answer.
pub fn check_all(
    checks: &[String],
    sight: &Sight,
    view: &View<'_>,
    before: Option<&Sight>,
    values: &Values,
) -> Result<(), String> {
    for text in checks {
        if let Checked::Fails(why) = check(text, sight, view, before, values) {
            return Err(why);
        }
    }
    Ok(())
}
