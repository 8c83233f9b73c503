//! Was a typed text seen to echo? Pure: keystrokes and readings of the screen in, a verdict out (SPEC L0.5).
//!
//! Texts are compared by their letters and digits alone: case, accents and separators do not count, and characters that a
//! reader confuses are one. A reading may hold more than was typed (a completion, decimals), so what was typed is
//! looked for within it, in one piece.

use std::time::Duration;
use unicode_normalization::UnicodeNormalization;

/// So many letters and digits must be read, or all where a text has fewer (SPEC L0.5).
const LEAST_LETTERS: usize = 3;
/// A screen may lag so far behind the keys: toolkits paint within 20 ms, a busy machine takes a few frames more.
const PAINT_LAG: Duration = Duration::from_millis(150);
/// A field that holds only part of a text shows at least so many letters in one piece: by chance no text does.
const HELD_LETTERS: usize = 8;
/// One slip of the reader is allowed in so many letters; none in texts shorter than [`EXACT_BELOW`].
const LETTERS_PER_SLIP: usize = 6;
/// See [`LETTERS_PER_SLIP`].
const EXACT_BELOW: usize = 5;
/// Longer texts are compared by so many of their last letters: comparing takes the product of both lengths.
const LONGEST_COMPARED: usize = 240;

/// What a key did to the text being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keystroke {
    /// It wrote something; nothing while characters are being composed.
    Wrote(String),
    /// It took the last character back.
    Deleted,
}

/// Keystrokes with their times, in order.
pub type Keys = Vec<(Duration, Keystroke)>;

/// The lines that were read where the screen had changed, at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// When the pixels were taken.
    pub t: Duration,
    /// What changed lines say, from top to bottom; of each only the words that changed.
    pub lines: Vec<String>,
}

/// Where a text was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The number of the look.
    pub look: usize,
    /// The number of its line; none where the text takes several lines.
    pub line: Option<usize>,
}

/// The texts that were in force at any time from `from` to `to`, oldest first.
fn states(keys: &Keys, from: Duration, to: Duration) -> Vec<String> {
    let mut text = String::new();
    let mut before = String::new();
    let mut found = Vec::new();
    for (t, key) in keys.iter().take_while(|(t, _)| *t <= to) {
        match key {
            Keystroke::Wrote(written) => text.push_str(written),
            Keystroke::Deleted => drop(text.pop()),
        }
        if *t > from {
            found.push(text.clone());
        } else {
            before.clone_from(&text);
        }
    }
    found.insert(0, before);
    found
}

/// The text that has to be seen: the last one, or the longest where all of it was deleted.
fn wanted(keys: &Keys) -> String {
    let mut all = states(keys, Duration::ZERO, Duration::MAX);
    let last = all.last().cloned().unwrap_or_default();
    if !letters(&last).is_empty() {
        return last;
    }
    all.sort_by_key(|text| text.chars().count());
    all.pop().unwrap_or_default()
}

/// Nothing but blanks was typed: there is nothing to be seen, and nothing to hide.
pub fn is_blank(keys: &Keys) -> bool {
    keys.iter().all(|(_, key)| match key {
        Keystroke::Wrote(text) => text.chars().all(char::is_whitespace),
        Keystroke::Deleted => true,
    })
}

/// How many letters and digits the text has at the moment.
pub fn letters_typed(keys: &Keys) -> usize {
    states(keys, Duration::MAX, Duration::MAX).first().map_or(0, |text| letters(text).len())
}

/// Where the text was seen to echo: a look that shows as much of it as was typed by then, or as the field can hold.
pub fn sighting(keys: &Keys, looks: &[Look]) -> Option<Sighting> {
    let all = letters(&wanted(keys)).len();
    let last_key = keys.last().map_or(Duration::ZERO, |(t, _)| *t);
    let mut best_whole = 0;
    let mut part: Option<(usize, Sighting)> = None;
    for (look, seen) in looks.iter().enumerate() {
        let typed: Vec<Vec<char>> =
            states(keys, seen.t.saturating_sub(PAINT_LAG), seen.t).iter().map(|s| letters(s)).collect();
        for (line, read) in readings(&seen.lines) {
            let found = found_in(&typed, &read, all.min(LEAST_LETTERS));
            let here = Sighting { look, line };
            // Half of it: a calculator goes on with the next operand, a text was committed before it was all painted.
            let is_half = |n: usize| n >= LEAST_LETTERS && n * 2 >= all;
            let is_enough = found.whole == all || is_half(found.whole) || is_half(found.tail);
            if all > 0 && (is_enough || found.part >= HELD_LETTERS) {
                return Some(here);
            }
            best_whole = best_whole.max(found.whole);
            if seen.t + PAINT_LAG >= last_key && part.is_none_or(|(most, _)| most < found.part) {
                part = Some((found.part, here));
            }
        }
    }
    // A small field: it showed everything until it was full, and a part of it in the end.
    let (most, here) = part?;
    (best_whole >= LEAST_LETTERS && most >= best_whole.min(HELD_LETTERS)).then_some(here)
}

/// Where a copied text was seen: all of it, or at least half of the lines of one that takes many.
pub fn copied_sighting(text: &str, look: &Look) -> bool {
    let read: Vec<Vec<char>> = readings(&look.lines).into_iter().map(|(_, read)| read).collect();
    let shows = |part: &[char]| read.iter().any(|r| found_in(&[part.to_vec()], r, 1).whole == part.len());
    let lines: Vec<Vec<char>> = text.lines().map(letters).filter(|l| !l.is_empty()).collect();
    let seen = lines.iter().filter(|line| shows(line)).count();
    !lines.is_empty() && seen * 2 >= lines.len() && seen >= lines.len().min(LEAST_LETTERS)
}

/// The line shows a piece of the text that is long enough to be no chance.
pub fn shows_piece(keys: &Keys, line: &str) -> bool {
    let typed = letters(&wanted(keys));
    let need = typed.len().min(LEAST_LETTERS + 1);
    let read = letters(line);
    need > 0 && typed.windows(need).any(|piece| read.windows(need).any(|r| r == piece))
}

/// Each line by itself, and all of them in a row: a text that is wrapped takes several.
fn readings(lines: &[String]) -> Vec<(Option<usize>, Vec<char>)> {
    let mut all: Vec<_> = lines.iter().enumerate().map(|(i, line)| (Some(i), letters(line))).collect();
    if lines.len() > 1 {
        all.push((None, letters(&lines.concat())));
    }
    all
}

/// How many letters of a text were found.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    /// Of the longest state of the text that is there as a whole.
    whole: usize,
    /// At the end of the text, in one piece.
    tail: usize,
    /// In one piece, at the beginning or at the end of the text.
    part: usize,
}

fn found_in(typed: &[Vec<char>], read: &[char], need: usize) -> Found {
    let mut found = Found::default();
    let mut states: Vec<&Vec<char>> = typed.iter().filter(|s| s.len() >= need.max(1)).collect();
    states.sort_by_key(|s| std::cmp::Reverse(s.len()));
    let mut compared: Vec<&[char]> = Vec::new();
    for state in states {
        // What is the beginning of a longer one was compared with it.
        if compared.iter().any(|longer| longer.starts_with(state)) {
            continue;
        }
        compared.push(state);
        let cut = state.len().saturating_sub(LONGEST_COMPARED);
        let heads = slips(&state[cut..], read);
        let is_state = |n: usize| typed.iter().any(|s| s.len() == n && state.starts_with(s));
        let fits = |(n, slips): (usize, &usize)| (*slips <= allowed(n + 1)).then_some(n + 1);
        let fitting: Vec<usize> = heads.iter().enumerate().filter_map(fits).collect();
        let whole = fitting.iter().rev().map(|n| n + cut).find(|n| *n >= need && is_state(*n));
        let backwards = |part: &[char]| part.iter().rev().copied().collect::<Vec<_>>();
        let tails = slips(&backwards(&state[cut..]), &backwards(read));
        let tail = tails.iter().enumerate().filter_map(fits).next_back().unwrap_or(0);
        let head = if cut == 0 { fitting.last().copied().unwrap_or(0) } else { 0 };
        found.whole = found.whole.max(whole.unwrap_or(0));
        found.tail = found.tail.max(tail);
        found.part = found.part.max(head).max(tail);
    }
    found
}

fn allowed(letters: usize) -> usize {
    if letters < EXACT_BELOW { 0 } else { (letters / LETTERS_PER_SLIP).max(1) }
}

/// For each beginning of `text`, the fewest slips with which it is found anywhere in `read` (Sellers' algorithm).
fn slips(text: &[char], read: &[char]) -> Vec<usize> {
    let mut row = vec![0; read.len() + 1];
    let mut fewest = Vec::with_capacity(text.len());
    for (i, wanted) in text.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, found) in read.iter().enumerate() {
            let replaced = diagonal + usize::from(wanted != found);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
        fewest.push(row.iter().copied().min().unwrap_or(i + 1));
    }
    fewest
}

/// The letters and digits of a text as they are compared; its signs where it has neither.
fn letters(text: &str) -> Vec<char> {
    let plain = |c: &char| !unicode_normalization::char::is_combining_mark(*c);
    let all: Vec<char> = text.nfkd().filter(plain).flat_map(char::to_lowercase).collect();
    let words: String = all.iter().filter(|c| c.is_alphanumeric()).map(|c| alike(*c)).collect();
    if words.is_empty() {
        return all.into_iter().filter(|c| !c.is_whitespace()).collect();
    }
    words.replace("rn", "m").replace("vv", "w").chars().collect()
}

/// One character for all that readers confuse with it.
fn alike(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | 'i' | 'j' => 'l',
        '2' => 'z',
        '5' => 's',
        '8' => 'b',
        '9' | 'q' => 'g',
        'u' => 'v',
        other => other,
    }
}

#[cfg(test)]
mod tests;
