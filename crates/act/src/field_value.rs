//! Reading values: from the screen beside a name, out of a field, or from an element (SPEC L4.6).

use crate::ground::element_at;
use crate::params::filling::{LONG_TEXT, MISREAD_LONG};
use crate::world::Observation;
use lea_model::screen_state::named_values;
use lea_model::workflow::{Variable, VariableSourceMethod, VariableType};
use lea_model::{ElementType, Rect, UIElement, Workflow, in_reading_order};
use lea_recognize::SAME_LABEL;
use lea_recognize::label::{normal, ratio};
use regex::Regex;

/// The values that the screen of a node shows and that a run reads there: names and texts.
pub fn of_node(workflow: &Workflow, node: &str, observation: &Observation) -> Vec<(String, String)> {
    let is_read = |v: &Variable| {
        let of = v.source.node.as_deref();
        v.source.method == VariableSourceMethod::UiElementExtraction && of.is_none_or(|n| n == node)
    };
    let mut wanted = workflow.variables.iter().filter(|(_, v)| is_read(v) && !v.secret).peekable();
    if wanted.peek().is_none() {
        return Vec::new();
    }
    let shown = named_values(&observation.state);
    wanted
        .filter_map(|(name, variable)| {
            let label = variable.source.label.as_ref().unwrap_or(name);
            let alike = |n: &str| ratio(&normal(n), &normal(label));
            let named: Vec<&str> =
                shown.iter().filter(|n| alike(&n.name) >= SAME_LABEL).map(|n| n.value.as_str()).collect();
            let role = variable.source.element_role.as_deref();
            let of_role = || {
                let mut of = observation.state.ui_elements.iter().filter(|e| Some(e.role.as_str()) == role);
                of.next().filter(|_| of.next().is_none()).map(value_of)
            };
            let fitting: Vec<&str> = named.iter().copied().filter(|v| is_of_type(variable, v)).collect();
            let text = one_of(&fitting).map(str::to_owned).or_else(of_role)?;
            Some((name.clone(), extracted(variable, &text)?))
        })
        .collect()
}

/// A value can be what the variable holds: beside one name may stand another, and the value below it.
fn is_of_type(variable: &Variable, text: &str) -> bool {
    match variable.variable_type {
        VariableType::Float | VariableType::Integer => crate::values::number(text).is_some(),
        VariableType::Datetime => text.chars().any(|c| c.is_ascii_digit()),
        VariableType::String | VariableType::Boolean => true,
    }
}

/// The one value that all say; none where they say different things.
fn one_of<'a>(values: &[&'a str]) -> Option<&'a str> {
    let first = values.first()?;
    values.iter().all(|v| normal(v) == normal(first)).then_some(*first)
}

/// The part of a text that a variable keeps.
fn extracted(variable: &Variable, text: &str) -> Option<String> {
    let Some(pattern) = &variable.source.extraction_pattern else { return Some(text.trim().to_owned()) };
    let regex = Regex::new(pattern).ok()?;
    let found = regex.captures(text)?;
    found.get(1).or_else(|| found.get(0)).map(|m| m.as_str().trim().to_owned())
}

/// What a field holds, or what an element says.
pub fn value_of(element: &UIElement) -> String {
    let value = element.metadata.value.as_deref();
    value.unwrap_or(&element.label).trim().to_owned()
}

/// All texts in a box, in reading order.
pub fn texts_in(observation: &Observation, bbox: Rect) -> String {
    let mut lines: Vec<(Rect, String)> = Vec::new();
    for line in &observation.state.perception.detected_text {
        let Some(at) = line.bbox.filter(|b| b.intersection(&bbox).is_some()) else { continue };
        let words: Vec<&str> =
            line.words.iter().filter(|w| bbox.contains(w.bbox.center())).map(|w| w.text.as_str()).collect();
        match line.words.is_empty() {
            true if bbox.contains(at.center()) => lines.push((at, line.text.clone())),
            false if !words.is_empty() => lines.push((at, words.join(" "))),
            _ => {}
        }
    }
    let lines = in_reading_order(lines, |(at, _)| *at);
    lines.into_iter().map(|(_, t)| t).collect::<Vec<_>>().join(" ")
}

/// What a field shows: its value where the detector saw one, else the texts in it.
pub fn field(observation: &Observation, bbox: Rect) -> Option<String> {
    let kinds = [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];
    let element =
        element_at(&observation.state.ui_elements, bbox).filter(|e| kinds.contains(&e.element_type));
    let value = element.and_then(|e| e.metadata.value.as_deref());
    let text =
        value.map(str::to_owned).unwrap_or_else(|| texts_in(observation, element.map_or(bbox, |e| e.bbox)));
    Some(text.trim().to_owned())
}

/// Signs that say what to do with two numbers.
const SUMS: [char; 4] = ['+', '-', '*', '/'];

/// Strokes that are no digits.
const STROKES: [char; 8] = ['|', 'I', 'l', '!', '\'', '’', '.', ','];

/// What is read in an empty field that has the focus: the caret is an upright stroke, with or without a dot, and is taken for a letter or a one.
pub fn is_caret(shown: &str) -> bool {
    let is_stroke = |c: char| STROKES.contains(&c) || c == '1';
    let dots: &[char] = &['.', ','];
    let stroke = shown.trim().trim_end_matches(dots);
    let mut strokes = stroke.chars();
    strokes.next().is_some_and(is_stroke) && strokes.next().is_none()
}

/// Whether what a field shows is what was typed: letter for letter but for what a reader confuses, or a part of it where the field is
/// too narrow.
pub fn reads_as(shown: &str, typed: &str) -> bool {
    let signs = signs(typed);
    let plain = folded(without_strokes(shown));
    // Letters and digits decide, but for signs between digits: without them it is another number.
    if !signs.is_empty() && plain == folded(typed) {
        return is_signed(without_strokes(shown), &signs);
    }
    let has_digits = typed.chars().any(|c| c.is_ascii_digit());
    let (shown, typed) = (folded(shown), folded(typed));
    if shown == typed || !typed.is_empty() && plain == typed {
        return true;
    }
    // A caret behind a word is read as a thin letter; behind digits it could be one, and is not forgiven.
    let is_word = typed.chars().last().is_some_and(|c| c.is_alphabetic() && c != 'l' && c != 'i');
    if is_word && shown.strip_suffix('1').is_some_and(|s| s == typed) {
        return true;
    }
    let (s, t) = (shown.chars().count(), typed.chars().count());
    // A field that scrolls shows the end, or the beginning, of what it holds.
    let is_part = s >= LONG_TEXT && s < t && (typed.ends_with(&shown) || typed.starts_with(&shown));
    // One letter in a long text is the reader's, not the hand's.
    is_part
        || (t >= LONG_TEXT
            && s.abs_diff(t) <= 1
            && ratio(&shown, &typed) >= MISREAD_LONG
            && !signs.iter().any(|(_, sign)| is_strict(*sign))
            && (!has_digits || digits(&shown) == digits(&typed)))
}

/// The signs that stand alone between two digits, each with how many letters and digits stand before it.
fn signs(text: &str) -> Vec<(usize, char)> {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
    let mut before = 0;
    let mut found = Vec::new();
    for (at, c) in letters.iter().enumerate() {
        if c.is_alphanumeric() {
            before += 1;
        } else if !c.is_whitespace()
            && at > 0
            && is_digit(letters.get(at - 1))
            && is_digit(letters.get(at + 1))
        {
            found.push((before, *c));
        }
    }
    found
}

/// Between the same digits something stands too; two different signs of arithmetic are not the same, and what only parts digits may be
/// read as a space.
fn is_signed(shown: &str, wanted: &[(usize, char)]) -> bool {
    let mut before = 0;
    let mut gaps: Vec<(usize, char)> = Vec::new();
    for c in shown.chars() {
        match c.is_alphanumeric() {
            true => before += 1,
            false => gaps.push((before, arithmetic(c))),
        }
    }
    wanted.iter().all(|(place, sign)| {
        let sign = arithmetic(*sign);
        let is_other = |c: char| SUMS.contains(&c) && SUMS.contains(&sign) && c != sign;
        let fits = |c: char| !is_other(c) && (!c.is_whitespace() || !is_strict(sign));
        gaps.iter().any(|(at, c)| at == place && fits(*c))
    })
}

/// Signs of arithmetic, each as keyboards have it.
fn arithmetic(c: char) -> char {
    match c {
        '×' | '∗' => '*',
        '÷' | '∕' => '/',
        '−' | '–' => '-',
        c => c,
    }
}

/// What makes another number of digits, where others only part them.
fn is_strict(sign: char) -> bool {
    !matches!(sign, '-' | '–' | '/' | ':' | '_' | '\'' | '’')
}

/// A caret and what a poor picture smudges around it are read as thin strokes that stand apart behind the text, or as a bar; the
/// border of the field as one that stands apart before it.
fn without_strokes(shown: &str) -> &str {
    let is_stroke = |word: &str| !word.is_empty() && word.chars().all(|c| STROKES.contains(&c));
    let mut rest = shown.trim_end();
    while let Some((before, _)) = rest.rsplit_once(char::is_whitespace).filter(|(_, last)| is_stroke(last)) {
        rest = before.trim_end();
    }
    while let Some((_, after)) = rest.split_once(char::is_whitespace).filter(|(first, _)| is_stroke(first)) {
        rest = after.trim_start();
    }
    // A bar, and a pointer for text that a far machine painted behind it.
    while let Some((before, _)) = rest.rsplit_once('|').filter(|(_, last)| last.is_empty() || is_stroke(last))
    {
        rest = before.trim_end();
    }
    rest
}

/// A field that shows only the end of what was typed shows that.
pub fn ends_as(shown: &str, typed: &str) -> bool {
    let shown = folded(shown);
    !shown.is_empty() && folded(typed).ends_with(&shown)
}

/// A number and nothing else.
pub fn is_number(shown: &str) -> bool {
    let shown = shown.trim();
    shown.chars().any(|c| c.is_ascii_digit())
        && shown.chars().all(|c| c.is_ascii_digit() || " .,'\u{a0}\u{202f}-".contains(c))
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Without case, accents and signs, and with letters that readers confuse as one.
fn folded(text: &str) -> String {
    normal(text)
        .chars()
        .map(|c| match c {
            'o' => '0',
            'l' | 'i' | '|' => '1',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_alone_is_one_stroke_and_a_value_is_not() {
        assert!(["1", "1.", "I", "|", " l "].iter().all(|shown| is_caret(shown)));
        assert!(!["", "11", "12", "A", "I am", "1,5", ".", "Il"].iter().any(|shown| is_caret(shown)));
    }

    #[test]
    fn what_was_typed_is_read_back_as_people_read() {
        assert!(reads_as("06 12 34 56 78", "0612345678"));
        assert!(reads_as("D0S-114", "DOS-114"));
        assert!(reads_as("Moreaul", "Moreau"), "the caret");
        assert!(reads_as("60| I", "60") && reads_as("60 |", "60"), "the caret and a smudge");
        assert!(reads_as("I 06 23 |", "0623"), "the border of the field");
        assert!(reads_as("F-2026-0154|I", "F-2026-0154"), "the caret and the pointer");
        assert!(!reads_as("F-2026-0154I", "F-2026-0154"), "perhaps a digit");
        assert!(ends_as("476", "67+476") && !ends_as("4", "67+476"));
        assert!(is_number("1 004,50") && !is_number("sqrt") && !is_number("6 x"));
        assert!(!reads_as("121", "12") && !reads_as("12 1", "12"), "perhaps a digit");
        assert!(!reads_as("F-2026-0171", "F-2026-0177"));
        assert!(!reads_as("", "Dupont"));
        assert!(!reads_as("Dupon", "Dupont"), "a lost key is seen");
        assert!(reads_as("Cobbler Carier", "Cobbler Carlier"), "an l is no digit");
        assert!(reads_as("une longue explication du motif", "voici une longue explication du motif"));
        assert!(!reads_as("36972", "36+972") && reads_as("36+972|", "36+972"), "a lost sign is seen");
        assert!(!reads_as("36-972", "36+972") && reads_as("36×972", "36*972"));
        assert!(
            !reads_as("21469", "214.69") && reads_as("214,69 I", "214.69") && !reads_as("214 69", "214.69")
        );
        assert!(reads_as("F-2026 0177", "F-2026-0177") && !reads_as("F-20260177", "F-2026-0177"));
        assert!(ends_as("30", "12+30") && !ends_as("", "12+30") && !ends_as("31", "12+30"));
        assert!(!reads_as("Validé le 12 mars 2026", "Validé le 13 mars 2026"));
    }
}
