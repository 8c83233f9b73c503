//! What the values of a variable have in common: their type, and a pattern (SPEC L4.6). Numbers and dates are understood as
//! French, English and German write them.

use crate::Lexicon;
use crate::file::File;
use lea_model::workflow::VariableType;
use std::collections::{BTreeMap, BTreeSet};

/// Words in values, in all languages.
#[derive(Clone, Debug, Default)]
pub struct Values {
    yes: BTreeSet<String>,
    no: BTreeSet<String>,
    /// How the name of a month begins, and which month it is, from 1.
    months: BTreeMap<String, u32>,
}

impl Values {
    pub(crate) fn of(files: &[File]) -> Self {
        let lower = |words: &[String]| words.iter().map(|w| w.to_lowercase()).collect::<Vec<_>>();
        let mut all = Self::default();
        for file in files {
            all.yes.extend(lower(&file.values.yes));
            all.no.extend(lower(&file.values.no));
            for (month, begins) in (1..).zip(&file.values.months) {
                all.months.extend(lower(begins).into_iter().map(|b| (b, month)));
            }
        }
        all
    }

    /// The value is a yes or a no in words.
    fn is_answer(&self, value: &str) -> bool {
        let value = value.to_lowercase();
        self.yes.contains(&value) || self.no.contains(&value)
    }

    /// Which month a word names, from 1. Months are told by how they begin.
    pub(crate) fn month(&self, text: &str) -> Option<u32> {
        let text = text.to_lowercase();
        let is_word = text.chars().all(char::is_alphabetic);
        self.months.iter().find(|(begins, _)| is_word && text.starts_with(begins.as_str())).map(|(_, m)| *m)
    }
}

/// The value is a yes: in words, or as the digit that stands for one.
pub fn is_yes(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    value == "1" || Lexicon::in_use().values.yes.contains(&value)
}

/// The value is a yes or a no, in words or as a digit.
pub fn is_yes_or_no(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    is_yes(&value) || value == "0" || Lexicon::in_use().values.no.contains(&value)
}

/// What decimals are set off with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    /// 1,250.00
    Point,
    /// 1 250,00 or 1.250,00
    Comma,
}

/// The type that all values have; text where they have none in common, or there are none.
pub fn type_of(values: &[&str]) -> VariableType {
    let values: Vec<&str> = values.iter().map(|v| v.trim()).filter(|v| !v.is_empty()).collect();
    if values.is_empty() {
        VariableType::String
    } else if values.iter().all(|v| Lexicon::in_use().values.is_answer(v)) {
        VariableType::Boolean
    } else if values.iter().all(|v| is_date(v) || is_time(v) || is_date_and_time(v)) {
        VariableType::Datetime
    } else if values.iter().any(|v| is_code(v)) || are_numbers_of_things(&values) {
        VariableType::String
    } else if let Some(numbers) = numbers(&values) {
        let is_whole = |v: &&str| !v.contains(['.', ',']);
        let whole = numbers.iter().all(|n| n.fract() == 0.0) && values.iter().all(is_whole);
        if whole { VariableType::Integer } else { VariableType::Float }
    } else {
        VariableType::String
    }
}

/// The numbers that values are, if all are, written in one and the same way.
pub fn numbers(values: &[&str]) -> Option<Vec<f64>> {
    let read = |convention| values.iter().map(|v| number(v, convention)).collect::<Option<Vec<f64>>>();
    match (read(Convention::Point), read(Convention::Comma)) {
        // 1,250 is a thousand and more rather than one and a quarter: three decimals are rare.
        (Some(point), Some(comma)) if point != comma => {
            Some(point.into_iter().zip(comma).map(|(p, c)| p.max(c)).collect())
        }
        (Some(numbers), _) | (None, Some(numbers)) => Some(numbers),
        (None, None) => None,
    }
}

/// Digits that are a name, not a number: with a zero in front, or longer than anything that is counted.
pub(crate) fn is_code(value: &str) -> bool {
    let digits = value.chars().all(|c| c.is_ascii_digit());
    digits && ((value.len() > 1 && value.starts_with('0')) || value.len() > 15)
}

/// Digits that number a thing, such as a telephone or an account: long, and all of the same length. What is counted has other lengths.
fn are_numbers_of_things(values: &[&str]) -> bool {
    const LONG: usize = 7;
    let digits = |v: &&str| v.chars().filter(char::is_ascii_digit).count();
    let plain = |v: &&str| v.chars().all(|c| c.is_ascii_digit() || "+ -/()".contains(c) || c == '.');
    let length = values.first().map_or(0, digits);
    let is_written_out = |v: &&str| !v.contains(',') && v.matches('.').count() != 1;
    length >= LONG && values.iter().all(|v| plain(v) && is_written_out(v) && digits(v) == length)
}

pub(crate) fn number(value: &str, convention: Convention) -> Option<f64> {
    let value = value.trim_matches(|c: char| "€$£%".contains(c) || c.is_whitespace());
    let (sign, value) = match value.strip_prefix(['-', '−']) {
        Some(rest) => (-1.0, rest.trim_start()),
        None => (1.0, value.strip_prefix('+').unwrap_or(value)),
    };
    let (decimal, group) = match convention {
        Convention::Point => ('.', ','),
        Convention::Comma => (',', '.'),
    };
    let (whole, part) = value.split_once(decimal).map_or((value, None), |(w, p)| (w, Some(p)));
    if part.is_some_and(|p| p.is_empty() || !p.chars().all(|c| c.is_ascii_digit())) {
        return None;
    }
    let is_group = |c: char| c == group || c == '\'' || c == '’' || c.is_whitespace();
    let groups: Vec<&str> = whole.split(is_group).collect();
    let all_digits = groups.iter().all(|g| !g.is_empty() && g.chars().all(|c| c.is_ascii_digit()));
    let well_grouped =
        groups.len() == 1 || (groups[0].len() <= 3 && groups[1..].iter().all(|g| g.len() == 3));
    if !all_digits || !well_grouped {
        return None;
    }
    let plain = format!("{}.{}", groups.concat(), part.unwrap_or("0"));
    plain.parse::<f64>().ok().map(|n| sign * n)
}

/// 24/11/2023, 24.11.2023, 2023-11-24, 24 novembre 2023, Nov 24, 2023.
fn is_date(value: &str) -> bool {
    let parts: Vec<&str> =
        value.split(|c: char| "/.-,".contains(c) || c.is_whitespace()).filter(|p| !p.is_empty()).collect();
    let [a, b, c] = parts[..] else { return false };
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.chars().all(|c| c.is_ascii_digit()));
    let is_day = |text: &str| number(text).is_some_and(|n| (1..=31).contains(&n));
    let is_month = |text: &str| {
        number(text).is_some_and(|n| (1..=12).contains(&n)) || Lexicon::in_use().values.month(text).is_some()
    };
    let is_year = |text: &str| {
        (text.len() == 4 || text.len() == 2)
            && number(text).is_some_and(|n| n < 100 || (1000..3000).contains(&n))
    };
    let is_long_year = |text: &str| text.len() == 4 && is_year(text);
    (is_day(a) && is_month(b) && is_year(c))
        || (is_month(a) && is_day(b) && is_year(c))
        || (is_long_year(a) && is_month(b) && is_day(c))
}

/// 14:05, 14:05:59, 14h05, 2:05 pm.
fn is_time(value: &str) -> bool {
    let lower = value.to_lowercase();
    let plain = lower.trim_end_matches("am").trim_end_matches("pm").trim_end();
    let parts: Vec<&str> = plain.split([':', 'h']).collect();
    let within = |text: &str, most: u32| {
        (1..=2).contains(&text.len())
            && text.chars().all(|c| c.is_ascii_digit())
            && text.parse::<u32>().is_ok_and(|n| n <= most)
    };
    match parts[..] {
        [h, m] => within(h, 23) && within(m, 59),
        [h, m, s] => within(h, 23) && within(m, 59) && within(s, 59),
        _ => false,
    }
}

fn is_date_and_time(value: &str) -> bool {
    let cut = value.rsplit_once([' ', 'T']);
    cut.is_some_and(|(date, time)| is_date(date.trim_end_matches(',')) && is_time(time))
}

/// A run of one kind of characters in a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Digits,
    Capitals,
    Letters,
    Sign(char),
}

/// A pattern that all values follow, as a regular expression: what stays the same letter for letter, what varies by kind and
/// length. None where they have no form in common, or do not vary.
pub fn pattern(values: &[&str]) -> Option<String> {
    let runs: Vec<Vec<(Kind, &str)>> = values.iter().map(|v| runs(v)).collect();
    let first = runs.first()?;
    let kinds = |runs: &[(Kind, &str)]| runs.iter().map(|r| r.0).collect::<Vec<_>>();
    let varies = values.iter().any(|v| *v != values[0]);
    if !varies || first.is_empty() || runs.iter().any(|r| kinds(r) != kinds(first)) {
        return None;
    }
    let mut regex = String::from("^");
    for (at, (kind, text)) in first.iter().enumerate() {
        let texts = || runs.iter().map(|r| r[at].1);
        if texts().all(|t| t == *text) {
            regex.extend(text.chars().flat_map(escaped));
            continue;
        }
        regex.push_str(match kind {
            Kind::Digits => r"\d",
            Kind::Capitals => r"\p{Lu}",
            Kind::Letters => r"\p{L}",
            // Signs are the same in all, or the kinds would differ.
            Kind::Sign(_) => ".",
        });
        let lengths = || texts().map(|t| t.chars().count());
        let (least, most) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        regex.push_str(&if least == most { format!("{{{least}}}") } else { format!("{{{least},{most}}}") });
    }
    regex.push('$');
    Some(regex)
}

fn escaped(c: char) -> Vec<char> {
    if c.is_alphanumeric() || c == ' ' || c == '_' { vec![c] } else { vec!['\\', c] }
}

fn runs(value: &str) -> Vec<(Kind, &str)> {
    let kind = |c: char| match c {
        c if c.is_ascii_digit() => Kind::Digits,
        c if c.is_uppercase() => Kind::Capitals,
        c if c.is_alphabetic() => Kind::Letters,
        c => Kind::Sign(c),
    };
    let mut runs: Vec<(Kind, usize, usize)> = Vec::new();
    for (at, c) in value.char_indices() {
        let (kind, end) = (kind(c), at + c.len_utf8());
        match runs.last_mut() {
            Some(last) if last.0 == kind => last.2 = end,
            // A word with a capital in front is one word.
            Some(last)
                if last.0 == Kind::Capitals && kind == Kind::Letters && last.2 - last.1 == c.len_utf8() =>
            {
                (last.0, last.2) = (Kind::Letters, end);
            }
            _ => runs.push((kind, at, end)),
        }
    }
    runs.into_iter().map(|(kind, start, end)| (kind, &value[start..end])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn types_are_those_a_person_would_say() {
        let cases: &[(&[&str], VariableType)] = &[
            (&["12", "7", "1 204"], VariableType::Integer),
            (&["1 250,00", "12,5 €"], VariableType::Float),
            (&["1,250.00", "$3.99"], VariableType::Float),
            (&["1.250,00", "-3,99"], VariableType::Float),
            (&["24/11/2023", "1/2/1980"], VariableType::Datetime),
            (&["2023-11-24", "24 novembre 2023", "Nov 24, 2023"], VariableType::Datetime),
            (&["14:05", "9h30"], VariableType::Datetime),
            (&["24.11.2023 14:05"], VariableType::Datetime),
            (&["oui", "Non"], VariableType::Boolean),
            (&["0612345678", "0699887766"], VariableType::String),
            (&["4155550123", "2125550187"], VariableType::String),
            (&["+44 20 7946 0958", "+44 20 7946 0123"], VariableType::String),
            (&["F-2025-8229", "F-2024-1"], VariableType::String),
            (&["Dupont", "12"], VariableType::String),
            (&["45/13/2023"], VariableType::String),
            (&[], VariableType::String),
        ];
        for (values, wanted) in cases {
            assert_eq!(type_of(values), *wanted, "{values:?}");
        }
    }

    #[test]
    fn yes_and_no_are_known_in_all_languages_and_as_digits() {
        for yes in ["Oui", "yes", "JA", "vrai", "1", "sí", "kyllä"] {
            assert!(is_yes(yes) && is_yes_or_no(yes), "{yes}");
        }
        for no in ["non", "No", "nein", "falsch", "0", "hayır"] {
            assert!(!is_yes(no) && is_yes_or_no(no), "{no}");
        }
        assert!(!is_yes_or_no("maybe") && !is_yes_or_no(""));
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        let read = |values: &[&str]| numbers(values).unwrap();
        assert_eq!(read(&["1 250,50", "3"]), [1250.5, 3.0]);
        assert_eq!(read(&["1,250", "12"]), [1250.0, 12.0], "three decimals are rare");
        assert_eq!(read(&["1,250", "3,5"]), [1.25, 3.5], "unless another value says so");
        assert_eq!(read(&["−4.5 %", "+1"]), [-4.5, 1.0]);
        assert!(numbers(&["1,25,0"]).is_none() && numbers(&["12a"]).is_none() && numbers(&["1."]).is_none());
    }

    #[test]
    fn a_pattern_keeps_what_stays_and_frees_what_varies() {
        assert_eq!(pattern(&["F-2025-8229", "F-2024-0017"]).unwrap(), r"^F\-\d{4}\-\d{4}$");
        assert_eq!(pattern(&["Dupont", "Li"]).unwrap(), r"^\p{L}{2,6}$");
        assert_eq!(pattern(&["AB 1", "CD 22"]).unwrap(), r"^\p{Lu}{2} \d{1,2}$");
        assert!(
            pattern(&["same", "same"]).is_none()
                && pattern(&["a1", "1a"]).is_none()
                && pattern(&[]).is_none()
        );
    }

    proptest! {
        #[test]
        fn every_value_follows_the_pattern(values in prop::collection::vec("[A-Z]{1,2}[-. ][0-9]{1,5}(é|x)?", 1..6)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            if let Some(pattern) = pattern(&values) {
                let regex = regex::Regex::new(&pattern).unwrap();
                prop_assert!(values.iter().all(|v| regex.is_match(v)), "{} {:?}", pattern, values);
            }
        }

        #[test]
        fn any_text_has_a_type_and_nothing_panics(values in prop::collection::vec(".{0,24}", 0..5)) {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let _ = (type_of(&values), numbers(&values));
            if let Some(pattern) = pattern(&values) {
                prop_assert!(regex::Regex::new(&pattern).is_ok(), "{}", pattern);
            }
        }
    }
}
