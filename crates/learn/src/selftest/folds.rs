//! Which demonstrations are left out together, and the lesson without them.

use crate::graph::{Demo, Lesson};
use crate::params::selftest::MOST_FOLDS;
use std::collections::BTreeMap;

/// Demonstrations that are left out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Left out, by their places in the lesson.
    pub left_out: Vec<usize>,
}

/// One demonstration at a time, in five folds where there are more than five. None where there is only one: nothing is left without it.
pub fn folds(lesson: &Lesson) -> Vec<Fold> {
    let shown: Vec<usize> = (0..lesson.demos.len()).filter(|d| !lesson.demos[*d].acts.is_empty()).collect();
    if shown.len() < 2 {
        return Vec::new();
    }
    let many = shown.len().min(MOST_FOLDS);
    let of = |fold: usize| shown.iter().copied().skip(fold).step_by(many).collect();
    (0..many).map(|fold| Fold { left_out: of(fold) }).collect()
}

/// What is left of a lesson without some of its demonstrations.
#[derive(Clone, Debug, Default)]
pub struct Rest {
    /// Demonstrations keep their places: those that are left out do nothing any more. Screens that only they show are gone.
    pub lesson: Lesson,
    /// The place of each screen in the whole lesson.
    pub screens: Vec<usize>,
}

/// The lesson without the demonstrations of a fold.
pub fn without(lesson: &Lesson, fold: &Fold) -> Rest {
    let mut place: BTreeMap<usize, usize> = BTreeMap::new();
    let mut screens = Vec::new();
    let mut rest = Lesson::default();
    for (d, demo) in lesson.demos.iter().enumerate() {
        if fold.left_out.contains(&d) {
            rest.demos.push(Demo { acts: Vec::new(), ..demo.clone() });
            continue;
        }
        let mut demo = demo.clone();
        for act in &mut demo.acts {
            for screen in std::iter::once(&mut act.on).chain(&mut act.between).chain([&mut act.after]) {
                *screen = *place.entry(*screen).or_insert_with(|| {
                    screens.push(*screen);
                    rest.screens.push(lesson.screens[*screen].clone());
                    rest.screens.len() - 1
                });
            }
        }
        rest.demos.push(demo);
    }
    Rest { lesson: rest, screens }
}
