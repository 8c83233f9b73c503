//! What must hold before a step and come true after it, mined from what really changed.

use super::Builder;
use crate::graph::lesson::{Act, Deed};
use crate::graph::nodes;
use crate::graph::ways::Way;
use crate::params::episodes::ENOUGH;
use crate::params::graph::{
    CUT_SHARE, LEAST_TELLING, LEAST_TIMEOUT, MISREAD, MOST_CHECKS, MOST_TIMEOUT, PATIENCE,
};
use lea_model::workflow::{Check, PixelRange, PostConditions, PreCondition};
use lea_recognize::label::{normal, ratio};
use std::collections::{BTreeMap, BTreeSet};

impl Builder<'_> {
    pub(super) fn settled(&self, way: &Way) -> Vec<f64> {
        let exits = way.exit().map(|s| s.done().collect::<Vec<_>>()).unwrap_or_default();
        exits.into_iter().map(|(d, a)| self.lesson.demos[d].acts[a].settled.max(0.0)).collect()
    }

    /// What must be there before: what the last step points at.
    pub(super) fn before(&self, way: &Way, kept: &[usize]) -> Vec<PreCondition> {
        let exit = way.exit().and_then(|s| s.first(self.lesson));
        let label =
            exit.filter(|a| a.row.is_none() && !super::is_entry(a)).map(|a| a.label().trim().to_owned());
        let label = label.filter(|l| !normal(l).is_empty()).map(Check::Text);
        let values = self.shown_values(way, |act| act.on).into_iter();
        let values = values.map(|check| {
            let from = check
                .value()
                .and_then(|name| self.found.values.get(name))
                .map(|v| self.binds_from(way, v, kept));
            PreCondition { check, from_part: from.filter(|part| *part > 0) }
        });
        label.map(PreCondition::from).into_iter().chain(values).collect()
    }

    /// The first part of a way, among those that are kept, from which on a value stood on the screen in every demonstration.
    fn binds_from(&self, way: &Way, values: &BTreeMap<usize, String>, kept: &[usize]) -> usize {
        let stands = |step: &usize| {
            way.steps[*step].done().all(|(d, a)| {
                let screen = &self.lesson.screens[self.lesson.demos[d].acts[a].on].state;
                let mut lines = screen.perception.detected_text.iter();
                values.get(&d).is_none_or(|v| lines.any(|line| says_whole(&line.text, v)))
            })
        };
        kept.len() - kept.iter().rev().take_while(|step| stands(step)).count().max(1)
    }

    /// Values that stood on the screen every time: they say which record it is about, before and after.
    fn shown_values(&self, way: &Way, screen: impl Fn(&Act) -> usize) -> Vec<Check> {
        let exits: Vec<(usize, usize)> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        let shows = |text: &str, screen: usize| {
            let lines = &self.lesson.screens[screen].state.perception.detected_text;
            lines.iter().any(|line| says_whole(&line.text, text))
        };
        // What is typed or picked only later stands there among others: it says nothing about the record yet.
        let is_later = |v: &str, d: usize, a: usize| {
            let uses = |act: &Act| act.text().is_some_and(|t| normal(t) == normal(v)) || picks(act, v);
            let acts = &self.lesson.demos[d].acts;
            !acts[..=a].iter().any(uses) && acts[a + 1..].iter().any(uses)
        };
        let is_shown = |values: &BTreeMap<usize, String>| {
            exits.iter().all(|(d, a)| {
                let act = &self.lesson.demos[*d].acts[*a];
                values.get(d).is_some_and(|v| is_telling(v) && !is_later(v, *d, *a) && shows(v, screen(act)))
            })
        };
        if exits.len() < ENOUGH {
            return Vec::new();
        }
        let secret = |name: &str| self.found.variables.get(name).is_none_or(|v| v.secret);
        let names = self.found.values.iter().filter(|(name, values)| !secret(name) && is_shown(values));
        names.map(|(name, _)| Check::Value(name.clone())).collect()
    }

    /// What must come true: the next screen, and texts that every run brought and that were not there before.
    pub(super) fn after(&self, way: &Way) -> PostConditions {
        let longest = self.settled(way).into_iter().fold(0.0, f64::max);
        let known: BTreeSet<String> = self.common[way.from].texts.keys().cloned().collect();
        let mut checks: Vec<Check> = Vec::new();
        if way.from != way.to {
            let fresh = nodes::telling(&self.common, way.to, &self.used);
            let fresh = fresh.into_iter().filter(|t| !known.contains(&normal(t)));
            // What covers a text makes another one of it: that is the last to be gone by.
            let (cut, whole): (Vec<String>, Vec<String>) =
                fresh.filter(|t| !self.is_fleeting(way, t)).partition(|t| is_cut(t, &known));
            let told = whole.into_iter().chain(cut).take(MOST_CHECKS);
            checks.extend(told.map(Check::Text));
        } else {
            checks.extend(self.came_up(way).into_iter().take(MOST_CHECKS).map(Check::Text));
        }
        if way.from != way.to {
            checks.extend(self.shown_values(way, |act| act.after));
        }
        if self.title_changes(way) {
            checks.push(Check::WindowTitleChanged);
        }
        PostConditions {
            expected_node: Some(self.node_ids[&way.to].clone()),
            pixel_change: self.pixel_change(way),
            timeout_seconds: (longest * PATIENCE).ceil().clamp(LEAST_TIMEOUT, MOST_TIMEOUT),
            checks,
            ..PostConditions::default()
        }
    }

    /// How much of the screen changed by the last step, where it did in every demonstration and there are enough of them.
    fn pixel_change(&self, way: &Way) -> Option<PixelRange> {
        let exits: Vec<(usize, usize)> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        let changes: Vec<f64> =
            exits.iter().map(|(d, a)| self.lesson.demos[*d].acts[*a].changed_pct).collect();
        let least_pct = changes.iter().copied().fold(f64::INFINITY, f64::min);
        let most_pct = changes.iter().copied().fold(0.0, f64::max);
        (changes.len() >= ENOUGH && least_pct > 0.0).then_some(PixelRange { least_pct, most_pct })
    }

    /// Counts something, or is the title of the window, of which more is known than what can be read of it.
    fn is_fleeting(&self, way: &Way, text: &str) -> bool {
        let exits = way.exit().map(|s| s.done().collect::<Vec<_>>()).unwrap_or_default();
        let is_title = |(d, a): &(usize, usize)| {
            let window = &self.lesson.screens[self.lesson.demos[*d].acts[*a].after].state.window;
            let title = window.as_ref().map(|w| normal(&w.window_title)).unwrap_or_default();
            let said = normal(text);
            let begins: String = title.chars().take(said.chars().count()).collect();
            title.contains(&said) || ratio(&begins, &said) >= MISREAD
        };
        text.contains(|c: char| c.is_ascii_digit()) || exits.iter().any(is_title)
    }

    /// Texts that came up by the last step, every time, on a screen that stayed.
    pub(super) fn came_up(&self, way: &Way) -> Vec<String> {
        let typed = nodes::typed(self.lesson);
        let lines = |screen: usize| -> BTreeMap<String, String> {
            let lines = self.lesson.screens[screen].state.perception.detected_text.iter();
            let lines = lines.map(|t| (normal(&t.text), t.text.trim().to_owned()));
            lines.filter(|(n, t)| nodes::is_worded(t) && !typed.contains(n)).collect()
        };
        let mut fresh: Option<BTreeMap<String, String>> = None;
        for (d, a) in way.exit().map(|s| s.done().collect::<Vec<_>>()).unwrap_or_default() {
            let act = &self.lesson.demos[d].acts[a];
            let before = lines(act.on);
            let new: BTreeMap<String, String> =
                lines(act.after).into_iter().filter(|(n, _)| !before.contains_key(n)).collect();
            fresh = Some(match fresh {
                None => new,
                Some(known) => known.into_iter().filter(|(n, _)| new.contains_key(n)).collect(),
            });
        }
        fresh.unwrap_or_default().into_values().collect()
    }

    pub(super) fn title_changes(&self, way: &Way) -> bool {
        let title =
            |screen: usize| self.lesson.screens[screen].state.window.as_ref().map(|w| w.window_title.clone());
        let exits: Vec<_> = way.exit().map(|s| s.done().collect()).unwrap_or_default();
        !exits.is_empty()
            && exits.iter().all(|(d, a)| {
                let act = &self.lesson.demos[*d].acts[*a];
                title(act.on)
                    .zip(title(act.after))
                    .is_some_and(|(x, y)| !x.is_empty() && !y.is_empty() && x != y)
            })
    }
}

/// A text that begins or ends as another one that was there before: a part of that is covered now.
fn is_cut(text: &str, known: &BTreeSet<String>) -> bool {
    let said: Vec<char> = normal(text).chars().collect();
    let least = (said.len() * CUT_SHARE.0).div_ceil(CUT_SHARE.1).max(LEAST_TELLING);
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| {
        a.zip(b).take_while(|(a, b)| a == b).count()
    };
    known.iter().any(|k| {
        let first = common(&mut said.iter().copied(), &mut k.chars());
        let last = common(&mut said.iter().rev().copied(), &mut k.chars().rev());
        first.max(last) >= least
    })
}

/// A value that tells a record from others: a number, or several letters.
fn is_telling(value: &str) -> bool {
    normal(value).chars().count() >= LEAST_TELLING
}

/// An entry was picked that says a value.
fn picks(act: &Act, value: &str) -> bool {
    let is_click = matches!(act.deed, Deed::Click { .. });
    is_click
        && match &act.row {
            Some(row) => row.cells.iter().any(|(_, cell)| says_whole(cell, value)),
            None => says_whole(act.label(), value),
        }
}

/// The words of a value stand in a line, one after the other and whole.
pub(in crate::graph) fn says_whole(line: &str, value: &str) -> bool {
    let words: Vec<String> = line.split_whitespace().map(normal).collect();
    let wanted = normal(value);
    (0..words.len()).any(|from| {
        let mut said = String::new();
        words[from..].iter().any(|word| {
            said.push_str(word);
            said == wanted
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_in_part_is_the_same_text_cut() {
        let known = BTreeSet::from([normal("Prestation"), normal("Montant")]);
        assert!(is_cut("Prestatid", &known) && is_cut("ontant", &known));
        assert!(!is_cut("La facture a été rejetée.", &known) && !is_cut("Prix", &known));
    }
}
