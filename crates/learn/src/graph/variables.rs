//! What differs from run to run (SPEC L4.6): typed values and picked rows, compared across demonstrations.

use super::alike::is_same_target;
use super::cells;
use super::composed::{self, Piece, Read};
use super::edges::says_whole;
use super::lesson::{Act, Deed, Lesson};
use super::ways::{Step, Way};
use crate::params::graph::{LEAST_LETTERS, LONGEST_FIELD_NAME, MISREAD_THERE, MOST_EXAMPLES};
use lea_lexicon::names;
use lea_lexicon::values;
use lea_model::screen_state::named_values;
use lea_model::workflow::{Validation, Variable, VariableSource, VariableSourceMethod, VariableType};
use lea_recognize::label::{normal, ratio};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a step types or picks.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Always the same.
    Constant(String),
    /// Another in each run: the name of the variable.
    Variable(String),
    /// What the loop is at.
    Turn,
    /// A text with variables in it, written as runs fill it in.
    Composed(String),
}

/// The variables of a lesson.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// By name.
    pub variables: BTreeMap<String, Variable>,
    /// What each step types or picks: by way and step.
    pub of_step: BTreeMap<(usize, usize), Content>,
    /// The values that each variable had, by demonstration.
    pub values: BTreeMap<String, BTreeMap<usize, String>>,
    /// The screen that showed a value that was typed elsewhere, by the name of the variable.
    pub read_on: BTreeMap<String, usize>,
}

/// Finds what varies. `loops` says which ways are repeated within a demonstration.
pub fn find(lesson: &Lesson, ways: &[Way], loops: &BTreeSet<usize>) -> Found {
    let mut found = Found::default();
    for (w, way) in ways.iter().enumerate() {
        for (s, step) in way.steps.iter().enumerate() {
            let is_turn = loops.contains(&w);
            if let Some(content) = content(lesson, &mut found, step, is_turn) {
                found.of_step.insert((w, s), content);
            }
        }
    }
    found
}

fn content(lesson: &Lesson, found: &mut Found, step: &Step, is_turn: bool) -> Option<Content> {
    let acts: Vec<(usize, &Act)> = step.done().map(|(d, a)| (d, &lesson.demos[d].acts[a])).collect();
    let first = acts.first()?.1;
    let unseen = acts.iter().filter(|(_, a)| a.is_secret()).count();
    // Most demonstrations show it in plain sight: then it was only missed in the others, and is no secret.
    if unseen * 2 >= acts.len() && unseen > 0 {
        return Some(Content::Variable(add_secret(found, first)));
    }
    let acts: Vec<(usize, &Act)> = acts.into_iter().filter(|(_, a)| !a.is_secret()).collect();
    let is_typed = matches!(first.deed, Deed::Type { .. });
    if !is_typed && cells::is_one(&acts) {
        return None;
    }
    let rows: Vec<(usize, &Act)> = acts.iter().filter(|(_, a)| a.row.is_some()).copied().collect();
    let is_entry = says_other_things(&acts);
    if !is_typed && rows.is_empty() && !is_entry {
        return None;
    }
    // A table may be seen around an entry in one demonstration and not in another: its own words are there in all.
    let of_all = rows.is_empty() || rows.len() == acts.len() || is_entry && are_rows(&rows);
    let acts = if is_typed || of_all { acts } else { rows };
    if is_turn && !is_typed {
        return Some(Content::Turn);
    }
    let said: Vec<(usize, String)> = acts.iter().map(|(d, a)| (*d, said(a))).collect();
    if !is_typed && let Some(name) = known_value(found, &acts) {
        return Some(Content::Variable(name));
    }
    if !is_typed && !of_all {
        // Others found it without a table: it is the button that counts.
        return None;
    }
    let different: BTreeSet<&str> = said.iter().map(|(_, text)| text.as_str()).collect();
    // What one of several demonstrations typed is no constant, nor what was not seen in one of them: nothing says that it stays.
    let is_lone = is_typed
        && (unseen > 0 || said.len() == 1 && lesson.demos.iter().filter(|d| !d.acts.is_empty()).count() > 1);
    if different.len() <= 1 && !is_lone {
        // A row that is always the same is still found by what it says.
        return Some(Content::Constant(said.into_iter().next()?.1));
    }
    if is_typed && let Some(content) = composed(lesson, found, &acts) {
        return Some(content);
    }
    // Of an entry that is no row, its own words are all there is to see: data, and no name for it.
    let wanted = if is_typed || acts.iter().any(|(_, a)| a.row.is_some()) {
        usual_name(&acts)
    } else {
        "entry".into()
    };
    let name = fresh_name(found, &names::variable(&wanted));
    let source = source(lesson, &acts, &said);
    add(found, &name, &said, source);
    Some(Content::Variable(name))
}

/// What was typed is made of values that are known: of variables, and of what other screens said.
fn composed(lesson: &Lesson, found: &mut Found, acts: &[(usize, &Act)]) -> Option<Content> {
    let pieces = composed::pieces(lesson, &found.values, acts)?;
    match &pieces[..] {
        [Piece::Known(name)] => return Some(Content::Variable(name.clone())),
        // One value that was read is named after the field it goes to, as any other.
        [Piece::Read(read)] => {
            let name = fresh_name(found, &names::variable(&usual_name(acts)));
            add_read(found, &name, read);
            return Some(Content::Variable(name));
        }
        _ => {}
    }
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(constant) => text.push_str(&constant),
            Piece::Known(name) => text.push_str(&format!("${{{name}}}")),
            Piece::Read(read) => {
                // Another way may have read the same.
                let same = |(_, v): &(&String, &Variable)| v.source.label.as_ref() == Some(&read.label);
                let known = found.variables.iter().find(same).map(|(name, _)| name.clone());
                let name = known.unwrap_or_else(|| fresh_name(found, &names::variable(&read.label)));
                add_read(found, &name, &read);
                text.push_str(&format!("${{{name}}}"));
            }
        }
    }
    Some(Content::Composed(text))
}

/// A variable whose value is read on a screen.
fn add_read(found: &mut Found, name: &str, read: &Read) {
    let mut source =
        VariableSource { method: VariableSourceMethod::UiElementExtraction, ..VariableSource::default() };
    source.label = Some(read.label.clone());
    add(found, name, &read.typed, source);
    found.read_on.insert(name.to_owned(), read.screen);
}

/// The words on the target differ, and not because they were misread: it is an entry that was picked.
fn says_other_things(acts: &[(usize, &Act)]) -> bool {
    let has_words = acts.iter().all(|(_, a)| !normal(a.label()).is_empty());
    let differs = |a: &Act, b: &Act| !is_same_target(a, b) || has_other_word(a.label(), b.label());
    has_words && acts.first().is_some_and(|(_, first)| acts.iter().any(|(_, a)| differs(first, a)))
}

/// What was pointed at in the rows is what tells them, and no button that every row has.
fn are_rows(rows: &[(usize, &Act)]) -> bool {
    rows.iter().all(|(_, a)| a.row.as_ref().is_some_and(|r| normal(r.said()) == normal(a.label())))
}

/// Each of two labels of several words has a word that no word of the other is like: other data, however alike the rest is. What was
/// misread differs in letters, and what was read together with something beside it has more words.
fn has_other_word(a: &str, b: &str) -> bool {
    let words = |t: &str| -> Vec<String> {
        t.split(|c: char| !c.is_alphanumeric())
            .map(normal)
            .filter(|w| w.chars().count() >= LEAST_LETTERS)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    let is_new = |w: &String, others: &[String]| others.iter().all(|o| ratio(w, o) < MISREAD_THERE);
    a.len().min(b.len()) > 1 && a.iter().any(|w| is_new(w, &b)) && b.iter().any(|w| is_new(w, &a))
}

/// What was typed, or what tells the row that was picked.
fn said(act: &Act) -> String {
    match (&act.deed, &act.row) {
        (Deed::Type { text }, _) => text.clone().unwrap_or_default(),
        (_, Some(row)) => {
            let own = identity(row);
            // Nothing stands in its row: then only the address tells the cell.
            cells::address(act).filter(|_| normal(own).is_empty()).unwrap_or_else(|| own.to_owned())
        }
        // Lines and icons of a tree are read as signs before its words.
        _ => act.label().trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned(),
    }
}

/// What tells a row from the others: the cell that was pointed at if no other row says the same, else the first that does.
fn identity(row: &super::lesson::Row) -> &str {
    let is_own = |at: usize| {
        let text = row.cells.get(at).map_or("", |c| c.1.as_str());
        let seen = row.others.iter().any(|o| o.get(at).is_some_and(|c| normal(&c.1) == normal(text)));
        !normal(text).is_empty() && !seen
    };
    let order = std::iter::once(row.cell).chain(0..row.cells.len());
    let own = order.into_iter().find(|at| is_own(*at)).unwrap_or(row.cell);
    row.cells.get(own).map_or("", |c| c.1.as_str())
}

/// What most acts call it.
fn usual_name(acts: &[(usize, &Act)]) -> String {
    let names: Vec<String> = acts.iter().map(|(_, a)| called(a)).collect();
    let times = |name: &String| names.iter().filter(|n| normal(n) == normal(name)).count();
    let best = names.iter().enumerate().max_by_key(|(at, n)| (times(n), std::cmp::Reverse(*at)));
    best.map(|(_, n)| n.clone()).unwrap_or_default()
}

/// What a field or a column is called.
fn called(act: &Act) -> String {
    match (&act.deed, &act.row) {
        // A sentence above a field is no name for it.
        (Deed::Type { .. }, _) | (_, None) if act.label().split_whitespace().count() > LONGEST_FIELD_NAME => {
            String::new()
        }
        (Deed::Type { .. }, _) | (_, None) => act.label().to_owned(),
        (_, Some(row)) => {
            let own = identity(row);
            let header = row.cells.iter().find(|c| c.1 == own).map_or("", |c| c.0.as_str());
            if header.trim().is_empty() { "row".into() } else { header.to_owned() }
        }
    }
}

/// A variable whose value the row that was picked says, in every demonstration: what was searched for is what is opened.
fn known_value(found: &Found, acts: &[(usize, &Act)]) -> Option<String> {
    let says = |act: &Act, value: &str| match &act.row {
        Some(row) => row.cells.iter().any(|c| holds(&c.1, value)),
        None => holds(act.label(), value),
    };
    let fits = |values: &BTreeMap<usize, String>| {
        acts.iter().all(|(d, a)| values.get(d).is_some_and(|v| !normal(v).is_empty() && says(a, v)))
    };
    found.values.iter().find(|(_, values)| fits(values)).map(|(name, _)| name.clone())
}

fn holds(text: &str, value: &str) -> bool {
    normal(text) == normal(value) || says_whole(text, value)
}

/// Where typed values come from: a place on an earlier screen that said so every time, or the person.
fn source(lesson: &Lesson, acts: &[(usize, &Act)], said: &[(usize, String)]) -> VariableSource {
    let mut names: Option<BTreeSet<String>> = None;
    for ((d, act), (_, text)) in acts.iter().zip(said) {
        let mut here = BTreeSet::new();
        if !matches!(act.deed, Deed::Type { .. }) {
            break;
        }
        let before: BTreeSet<usize> =
            lesson.demos[*d].acts.iter().take_while(|a| a.event < act.event).map(|a| a.on).collect();
        for screen in before.iter().filter(|s| **s != act.on) {
            let values = named_values(&lesson.screens[*screen].state);
            here.extend(values.into_iter().filter(|n| normal(&n.value) == normal(text)).map(|n| n.name));
        }
        names = Some(match names {
            None => here,
            Some(names) => names.into_iter().filter(|n| here.contains(n)).collect(),
        });
    }
    let mut source = VariableSource { method: VariableSourceMethod::UserInput, ..VariableSource::default() };
    if let Some(name) = names.and_then(|n| n.into_iter().next()) {
        source.method = VariableSourceMethod::UiElementExtraction;
        source.label = Some(name);
    }
    source
}

fn add(found: &mut Found, name: &str, said: &[(usize, String)], source: VariableSource) {
    let values = found.values.entry(name.to_owned()).or_default();
    said.iter().for_each(|(d, t)| {
        values.entry(*d).or_insert_with(|| t.clone());
    });
    let texts: Vec<&str> = values.values().map(String::as_str).collect();
    found.variables.insert(name.to_owned(), variable(&texts, source));
}

/// A variable that had these values.
pub fn variable(texts: &[&str], source: VariableSource) -> Variable {
    let variable_type = values::type_of(texts);
    let mut examples: Vec<&str> = Vec::new();
    for text in texts {
        if !examples.contains(text) && examples.len() < MOST_EXAMPLES {
            examples.push(text);
        }
    }
    let regex = match variable_type {
        VariableType::String => values::pattern(texts).filter(|_| has_form(texts)),
        _ => None,
    };
    Variable {
        variable_type,
        source,
        example_values: examples.into_iter().map(|t| Value::String(t.to_owned())).collect(),
        validation: regex.map(learnt_pattern),
        ..Variable::default()
    }
}

/// Names of people have no form; numbers of invoices do.
fn has_form(texts: &[&str]) -> bool {
    texts.iter().all(|t| t.chars().any(|c| c.is_ascii_digit()))
}

fn add_secret(found: &mut Found, act: &Act) -> String {
    let wanted = names::variable(&called(act));
    let wanted = if wanted.is_empty() || wanted == "value" { "password".to_owned() } else { wanted };
    let mut source = VariableSource { method: VariableSourceMethod::Credential, ..VariableSource::default() };
    let app = names::slug(&act.app);
    let credential = if app.is_empty() { wanted.clone() } else { format!("{app}.{wanted}") };
    source.credential = Some(credential);
    found.variables.entry(wanted.clone()).or_insert(Variable { secret: true, source, ..Variable::default() });
    wanted
}

/// The name, with a number if another variable has it.
pub fn fresh_name(found: &Found, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    let mut n = 2;
    while found.variables.contains_key(&name) {
        name = format!("{wanted}_{n}");
        n += 1;
    }
    name
}

/// A pattern that demonstrations have in common: what a run is given otherwise is looked at, not refused.
fn learnt_pattern(regex: String) -> Validation {
    Validation { regex: Some(regex), learnt: true, ..Validation::default() }
}
