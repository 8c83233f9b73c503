//! Numbers and dates that are the same and only written otherwise: "1 250,00 €" and "€1,250.00", "24/11/2023" and "24 Nov 2023".
//!
//! What can be read in two ways ("1,250" and "05/04/2026") is the same as nothing else.

use crate::Lexicon;
use crate::values::{Convention, is_code, number};
use std::collections::BTreeSet;

/// Two texts say the same, and differ only in how a number or a date is written.
pub fn differ_in_format(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split_whitespace().collect(), b.split_whitespace().collect());
    if a == b {
        return false;
    }
    let same = |a: &[&str], b: &[&str]| same_value(&a.join(" "), &b.join(" "));
    let words_before = a.iter().zip(&b).take_while(|(a, b)| is_word(a) && a.eq_ignore_ascii_case(b)).count();
    let (a, b) = (&a[words_before..], &b[words_before..]);
    let pairs = a.iter().rev().zip(b.iter().rev());
    let words_behind = pairs.take_while(|(a, b)| is_word(a) && a.eq_ignore_ascii_case(b)).count();
    same(a, b) || same(&a[..a.len() - words_behind], &b[..b.len() - words_behind])
}

/// A word without a digit.
fn is_word(text: &str) -> bool {
    !text.chars().any(|c| c.is_ascii_digit())
}

fn same_value(a: &str, b: &str) -> bool {
    let numbers = (the_number(a), the_number(b));
    let dates = (the_date(a), the_date(b));
    numbers.0.is_some() && numbers.0 == numbers.1 || dates.0.is_some() && dates.0 == dates.1
}

/// The number that a text is, if it can only be one.
fn the_number(text: &str) -> Option<f64> {
    if is_code(text) {
        return None;
    }
    match (number(text, Convention::Point), number(text, Convention::Comma)) {
        (Some(point), Some(comma)) => Some(point).filter(|p| *p == comma),
        (one, other) => one.or(other),
    }
}

/// The day that a text is, if it can only be one: year, month and day.
fn the_date(text: &str) -> Option<(u32, u32, u32)> {
    let parts = text.split(|c: char| "/.-,".contains(c) || c.is_whitespace()).filter(|p| !p.is_empty());
    let parts: Vec<&str> = parts.collect();
    let [a, b, c] = parts[..] else { return None };
    let orders = [(c, b, a), (c, a, b), (a, b, c)];
    let read: BTreeSet<(u32, u32, u32)> = orders.into_iter().filter_map(day).collect();
    if read.len() == 1 { read.first().copied() } else { None }
}

/// The day that these parts are, where they can be one. A year has four digits.
fn day((year, month, day): (&str, &str, &str)) -> Option<(u32, u32, u32)> {
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse::<u32>().ok())?;
    let named = || Lexicon::in_use().values.month(month);
    Some((
        digits(year).filter(|_| year.len() == 4)?,
        digits(month).filter(|m| (1..=12).contains(m)).or_else(named)?,
        digits(day).filter(|d| day.len() <= 2 && (1..=31).contains(d))?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_or_day_in_another_form_is_the_same() {
        for (a, b) in [
            ("1 250,00 €", "€1,250.00"),
            ("1.250,50", "1250.5"),
            ("Total 1 250,00 €", "Total 1,250.00 €"),
            ("24/11/2023", "2023-11-24"),
            ("24 novembre 2023", "Nov 24, 2023"),
            ("Facture du 24.11.2023", "facture du 24/11/2023"),
        ] {
            assert!(differ_in_format(a, b) && differ_in_format(b, a), "{a} {b}");
        }
    }

    #[test]
    fn what_is_another_value_or_can_be_read_in_two_ways_is_not() {
        for (a, b) in [
            ("1 250,00", "1 250,01"),
            ("1,250", "1250"),
            ("05/04/2026", "2026-04-05"),
            ("05/04/2026", "05.04.2026"),
            ("24/11/2023", "24/11/2024"),
            ("007", "7"),
            ("Total 1 250,00", "Reste 1,250.00"),
            ("12", "12"),
            ("Save", "save"),
            ("", ""),
        ] {
            assert!(!differ_in_format(a, b) && !differ_in_format(b, a), "{a} {b}");
        }
    }
}
