//! What decides between two ways from one screen: a value that tells the visits that went one way from those that went the other.

use super::lesson::Lesson;
use super::variables::Found;
use super::visits::Visits;
use super::ways::Way;
use crate::params::graph::ENOUGH_EACH;
use lea_lexicon::values;
use lea_model::screen_state::named_values;
use lea_model::workflow::VariableType;
use lea_recognize::label::normal;
use std::collections::{BTreeMap, BTreeSet};

/// What could decide, with a condition for each way.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it is called.
    pub name: String,
    /// A variable that is known already, or a value to be read on the screen that branches.
    pub is_read: bool,
    /// What it holds.
    pub variable_type: VariableType,
    /// What it was, visit by visit, over all ways.
    pub values: Vec<String>,
    /// The condition for each way, with `NAME` where the variable's name belongs.
    pub conditions: Vec<String>,
    /// How much it says; lower is better.
    rank: u8,
}

/// All that could decide between `ways` (places in `all`), the likeliest first. More than one of the first rank: ask.
pub fn decisions(
    lesson: &Lesson,
    visits: &Visits,
    all: &[Way],
    ways: &[usize],
    found: &Found,
) -> Vec<Decision> {
    if ways.iter().any(|w| all[*w].visits.len() < ENOUGH_EACH) {
        return Vec::new();
    }
    let places: Vec<Vec<(usize, usize)>> = ways.iter().map(|w| all[*w].visits.clone()).collect();
    let mut decisions: Vec<Decision> = Vec::new();
    for (name, by_demo) in &found.values {
        let texts: Option<Vec<Vec<String>>> = places
            .iter()
            .map(|visits| visits.iter().map(|(d, _)| by_demo.get(d).cloned()).collect())
            .collect();
        decisions.extend(texts.and_then(|t| decide(name, false, &t)));
    }
    for (name, texts) in shown_in_all(lesson, visits, &places) {
        decisions.extend(decide(&name, true, &texts));
    }
    decisions.sort_by(|a, b| (a.rank, &a.name).cmp(&(b.rank, &b.name)));
    // The same values under two names decide the same.
    let mut seen: BTreeSet<Vec<String>> = BTreeSet::new();
    decisions.retain(|d| seen.insert(d.values.iter().map(|v| normal(v)).collect()));
    decisions
}

/// The one that decides, if there is just one of the best rank.
pub fn clear(decisions: &[Decision]) -> Option<&Decision> {
    let first = decisions.first()?;
    let alone = decisions.get(1).is_none_or(|second| second.rank > first.rank);
    alone.then_some(first)
}

type Texts = Vec<Vec<String>>;

/// Values that every visit shows beside the same name.
fn shown_in_all(lesson: &Lesson, visits: &Visits, places: &[Vec<(usize, usize)>]) -> BTreeMap<String, Texts> {
    let read = |(d, v): &(usize, usize)| -> BTreeMap<String, String> {
        let visit = &visits.of[*d][*v];
        // As it was when the decision was made, with all that had come up by then.
        let last = visit.acts.last().map_or(visit.screen, |a| lesson.demos[*d].acts[*a].on);
        let screens = [visit.screen, last];
        let all = screens.iter().rev().flat_map(|s| named_values(&lesson.screens[*s].state));
        all.map(|n| (n.name, n.value)).collect()
    };
    let shown: Vec<Vec<BTreeMap<String, String>>> =
        places.iter().map(|way| way.iter().map(read).collect()).collect();
    let mut names: Option<BTreeSet<String>> = None;
    for screen in shown.iter().flatten() {
        let here: BTreeSet<String> = screen.keys().cloned().collect();
        names = Some(names.map_or(here.clone(), |n| n.intersection(&here).cloned().collect()));
    }
    let texts = |name: &String| -> Texts {
        shown.iter().map(|way| way.iter().filter_map(|s| s.get(name).cloned()).collect()).collect()
    };
    names
        .unwrap_or_default()
        .into_iter()
        .map(|n| {
            let t = texts(&n);
            (n, t)
        })
        .collect()
}

/// Whether values tell the ways apart, and by which conditions.
fn decide(name: &str, is_read: bool, texts: &[Vec<String>]) -> Option<Decision> {
    let all: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
    let variable_type = values::type_of(&all);
    let made = |conditions: Vec<String>, rank: u8| Decision {
        name: name.to_owned(),
        is_read,
        variable_type,
        values: all.iter().map(|t| (*t).to_owned()).collect(),
        conditions,
        rank: rank * 2 + u8::from(!is_read),
    };
    if let Some(conditions) = by_category(texts) {
        return Some(made(conditions, 1));
    }
    let rank = match variable_type {
        VariableType::Float => 0,
        VariableType::Integer => 2,
        // Codes, dates and names have an order too, but nobody decides by it.
        _ => return None,
    };
    by_threshold(texts, &all, variable_type).map(|conditions| made(conditions, rank))
}

/// Every way has a value of its own.
fn by_category(texts: &[Vec<String>]) -> Option<Vec<String>> {
    let own: Vec<&String> = texts
        .iter()
        .map(|way| way.first().filter(|first| way.iter().all(|t| normal(t) == normal(first))))
        .collect::<Option<_>>()?;
    let different: BTreeSet<String> = own.iter().map(|t| normal(t)).collect();
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    (different.len() == own.len())
        .then(|| own.iter().map(|t| format!("variables.NAME == {}", quoted(t))).collect())
}

/// The values of one way lie above those of the other.
fn by_threshold(texts: &[Vec<String>], all: &[&str], variable_type: VariableType) -> Option<Vec<String>> {
    let numbers = values::numbers(all)?;
    let mut rest = numbers.as_slice();
    let mut ranges: Vec<(f64, f64, usize)> = Vec::new();
    for (at, way) in texts.iter().enumerate() {
        let (own, others) = rest.split_at(way.len());
        rest = others;
        let least = own.iter().copied().fold(f64::INFINITY, f64::min);
        let most = own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        ranges.push((least, most, at));
    }
    ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
    let apart = ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
    if !apart || ranges.len() < 2 {
        return None;
    }
    let bounds: Vec<f64> = ranges.windows(2).map(|pair| roundest(pair[0].1, pair[1].0)).collect();
    let number =
        |n: f64| if variable_type == VariableType::Float { format!("{n:?}") } else { format!("{n}") };
    let mut conditions = vec![String::new(); texts.len()];
    for (nth, (.., way)) in ranges.iter().enumerate() {
        let low = nth.checked_sub(1).map(|b| format!("variables.NAME >= {}", number(bounds[b])));
        let high = bounds.get(nth).map(|b| format!("variables.NAME < {}", number(*b)));
        conditions[*way] = [low, high].into_iter().flatten().collect::<Vec<_>>().join(" && ");
    }
    Some(conditions)
}

/// The roundest number above `low` and up to `high`: people decide by round numbers.
fn roundest(low: f64, high: f64) -> f64 {
    let mut step = 10f64.powi(9);
    while step > 1e-3 {
        for part in [1.0, 0.5] {
            let size = step * part;
            let candidate = (low / size).floor() * size + size;
            if candidate > low && candidate <= high {
                return candidate;
            }
        }
        step /= 10.0;
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_decide_by_round_numbers() {
        assert_eq!(roundest(912.5, 1040.0), 1000.0);
        assert_eq!(roundest(480.0, 760.0), 500.0);
        assert_eq!(roundest(12.0, 13.0), 13.0);
        assert_eq!(roundest(-3.0, 2.0), 0.0);
    }

    #[test]
    fn an_amount_decides_and_a_name_does_not() {
        let way = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        let amounts = [way(&["120,50 €", "912,00 €"]), way(&["1 040,00 €", "2 300,10 €"])];
        let decision = decide("Montant", true, &amounts).unwrap();
        assert_eq!(decision.conditions, ["variables.NAME < 1000.0", "variables.NAME >= 1000.0"]);
        let names = [way(&["Ayoub", "Brun"]), way(&["Petit", "Roux"])];
        assert!(decide("Patient", true, &names).is_none());
        let states = [way(&["Urgent", "urgent"]), way(&["Normal", "Normal"])];
        assert_eq!(decide("Type", true, &states).unwrap().conditions[0], "variables.NAME == \"Urgent\"");
    }
}
