//! Visits to applications that have nothing to do with the task: a wrong window, a glance at the mail.

use super::lesson::{Act, Deed, Lesson};
use crate::params::episodes::ENOUGH;
use std::collections::{BTreeMap, BTreeSet};

/// The lesson without acts in applications that at most half of the demonstrations go to and in which nothing is entered.
pub fn without(lesson: &Lesson) -> Lesson {
    let demos = lesson.demos.iter().filter(|d| !d.acts.is_empty()).count();
    let mut users: BTreeMap<&str, usize> = BTreeMap::new();
    let mut entered: BTreeSet<&str> = BTreeSet::new();
    for demo in &lesson.demos {
        let apps: BTreeSet<&str> = demo.acts.iter().map(|a| a.app.as_str()).collect();
        apps.into_iter().for_each(|app| *users.entry(app).or_default() += 1);
        let fills = demo.acts.iter().filter(|a| matches!(a.deed, Deed::Type { .. } | Deed::Drag { .. }));
        entered.extend(fills.map(|a| a.app.as_str()));
    }
    // Going there is entering nothing: what is done there decides.
    let is_foreign = |app: &str| {
        demos >= ENOUGH && !entered.contains(app) && users.get(app).is_some_and(|n| 2 * n <= demos)
    };
    let mut kept = lesson.clone();
    for demo in &mut kept.demos {
        let is_switch = |a: &Act| matches!(a.deed, Deed::Switch { .. });
        demo.acts.retain(|a| is_switch(a) || !is_foreign(&a.app));
        demo.acts = straight(std::mem::take(&mut demo.acts));
    }
    kept
}

/// Switches right after one another are one; there and back again is none.
fn straight(acts: Vec<Act>) -> Vec<Act> {
    let mut kept: Vec<Act> = Vec::new();
    for act in acts {
        match (kept.last_mut(), &act.deed) {
            (Some(last @ Act { deed: Deed::Switch { .. }, .. }), Deed::Switch { app, .. }) => {
                if last.app == *app {
                    kept.pop();
                } else {
                    let (on, from) = (last.on, last.app.clone());
                    *last = Act { on, app: from, ..act };
                }
            }
            _ => kept.push(act),
        }
    }
    kept
}
