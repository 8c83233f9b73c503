//! Texts made of several values (SPEC L4.6, L4.9): a line that says a number and an amount holds two variables, of which one was
//! typed before and the other read on a screen of another application.

use super::lesson::{Act, Lesson};
use lea_model::screen_state::named_values;
use std::collections::BTreeMap;

/// A part of what was typed.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// The same every time.
    Text(String),
    /// The value of a variable that is known already.
    Known(String),
    /// What an earlier screen said.
    Read(Read),
}

/// A value that was read on a screen and typed somewhere else.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// What it stands beside.
    pub label: String,
    /// As it was typed, by demonstration.
    pub typed: Vec<(usize, String)>,
    /// The last screen that showed it, by its place in the lesson.
    pub screen: usize,
}

/// The values of known variables, by name and demonstration.
pub type Known = BTreeMap<String, BTreeMap<usize, String>>;

/// The pieces of a text that was typed in several demonstrations; none where a part of it cannot be explained.
pub fn pieces(lesson: &Lesson, known: &Known, acts: &[(usize, &Act)]) -> Option<Vec<Piece>> {
    let texts: Vec<String> =
        acts.iter().map(|(_, a)| a.text().map(plain_spaces)).collect::<Option<Vec<_>>>()?;
    let shown: Vec<Shown> = acts.iter().map(|(d, a)| shown_before(lesson, *d, a)).collect();
    let mut at = vec![0usize; texts.len()];
    let mut pieces: Vec<Piece> = Vec::new();
    while at.iter().zip(&texts).any(|(at, text)| *at < text.len()) {
        let rests: Vec<&str> = at.iter().zip(&texts).map(|(at, text)| &text[*at..]).collect();
        let (piece, lengths) = by_variable(known, acts, &rests)
            .or_else(|| by_reading(&shown, acts, &rests))
            .or_else(|| by_constant(&rests))?;
        at.iter_mut().zip(lengths).for_each(|(at, length)| *at += length);
        match (pieces.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(more)) => before.push_str(&more),
            (_, piece) => pieces.push(piece),
        }
    }
    pieces.iter().any(|p| !matches!(p, Piece::Text(_))).then_some(pieces)
}

/// Values beside a name, with the last screen that showed each.
type Shown = BTreeMap<String, Vec<(String, usize)>>;

/// What the screens of other moments said before an act, by name: the latest last, and those on which another application was in
/// front after all others, since the windows of several may be on one screen.
fn shown_before(lesson: &Lesson, demo: usize, act: &Act) -> Shown {
    let mut shown = Shown::new();
    let earlier = lesson.demos[demo].acts.iter().take_while(|a| a.event < act.event);
    let mut screens: Vec<usize> = Vec::new();
    for screen in earlier.flat_map(|a| [a.on, a.after]).filter(|s| *s != act.on) {
        screens.retain(|s| *s != screen);
        screens.push(screen);
    }
    let is_elsewhere = |screen: &usize| {
        let window = lesson.screens[*screen].state.window.as_ref();
        window.is_some_and(|w| w.app_name.to_lowercase() != act.app)
    };
    screens.sort_by_key(is_elsewhere);
    for screen in screens {
        for named in named_values(&lesson.screens[screen].state) {
            shown.entry(named.name).or_default().push((named.value, screen));
        }
    }
    shown
}

fn by_variable(known: &Known, acts: &[(usize, &Act)], rests: &[&str]) -> Option<(Piece, Vec<usize>)> {
    let lengths = |values: &BTreeMap<usize, String>| -> Option<Vec<usize>> {
        acts.iter().zip(rests).map(|((d, _), rest)| length(rest, values.get(d)?)).collect()
    };
    let fits = known.iter().filter_map(|(name, values)| Some((name, lengths(values)?)));
    let (name, lengths) = fits.max_by_key(|(_, lengths)| lengths.iter().sum::<usize>())?;
    Some((Piece::Known(name.clone()), lengths))
}

fn by_reading(shown: &[Shown], acts: &[(usize, &Act)], rests: &[&str]) -> Option<(Piece, Vec<usize>)> {
    let names = shown.first()?.keys();
    let read = |name: &String| -> Option<(Read, Vec<usize>)> {
        let found: Vec<(usize, usize)> = shown
            .iter()
            .zip(rests)
            .map(|(shown, rest)| {
                let said = shown.get(name)?.iter().rev();
                said.into_iter().find_map(|(value, screen)| Some((length(rest, value)?, *screen)))
            })
            .collect::<Option<Vec<_>>>()?;
        let typed: Vec<(usize, String)> = acts
            .iter()
            .zip(rests)
            .zip(&found)
            .map(|(((d, _), rest), (n, _))| (*d, rest[..*n].to_owned()))
            .collect();
        // What is the same every time is no value.
        let varies = typed.iter().any(|(_, t)| *t != typed[0].1);
        let screen = found.first()?.1;
        varies.then(|| {
            (Read { label: name.clone(), typed, screen }, found.iter().map(|(n, _)| *n).collect::<Vec<_>>())
        })
    };
    let longest = |lengths: &[usize]| lengths.iter().sum::<usize>();
    let (read, lengths) = names
        .filter_map(read)
        .max_by(|(a, x), (b, y)| longest(x).cmp(&longest(y)).then_with(|| b.label.cmp(&a.label)))?;
    Some((Piece::Read(read), lengths))
}

/// The next word or sign, where it is the same in all.
fn by_constant(rests: &[&str]) -> Option<(Piece, Vec<usize>)> {
    let first = rests.first()?;
    let letters = first.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum::<usize>();
    let word = if letters > 0 { &first[..letters] } else { &first[..first.chars().next()?.len_utf8()] };
    let is_next = |rest: &&str| rest.starts_with(word) && ends_there(rest, word.len(), letters > 0);
    rests.iter().all(is_next).then(|| (Piece::Text(word.to_owned()), vec![word.len(); rests.len()]))
}

/// How much of a text is a value, with which it begins: signs around the value (a currency) and spaces within need not be typed.
fn length(text: &str, value: &str) -> Option<usize> {
    let core = value.trim_matches(|c: char| !c.is_alphanumeric());
    let mut wanted = core.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).peekable();
    wanted.peek()?;
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if wanted.peek().is_none() {
            break;
        }
        if c.is_whitespace() {
            if at == 0 {
                return None;
            }
            continue;
        }
        for small in c.to_lowercase() {
            if wanted.next() != Some(small) {
                return None;
            }
        }
        end = at + c.len_utf8();
    }
    (wanted.peek().is_none() && ends_there(text, end, true)).then_some(end)
}

/// A word ends there, rather than going on.
fn ends_there(text: &str, at: usize, is_word: bool) -> bool {
    !is_word || !text[at..].chars().next().is_some_and(char::is_alphanumeric)
}

fn plain_spaces(text: &str) -> String {
    text.trim().chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_at_the_beginning_of_a_text() {
        assert_eq!(length("1 234,00 and more", "1\u{a0}234,00\u{a0}€"), Some(8));
        assert_eq!(length("1234,00", "1 234,00 €"), Some(7));
        assert_eq!(length("F-2026-0177 93,80", "F-2026-0177"), Some(11));
        assert_eq!(length("F-2026-01775", "F-2026-0177"), None, "it goes on");
        assert_eq!(length("F-2026", "F-2026-0177"), None);
        assert_eq!(length("anything", "€"), None);
    }

    #[test]
    fn words_that_stay_are_kept_as_they_are() {
        assert_eq!(by_constant(&["paid 3", "paid 4"]), Some((Piece::Text("paid".into()), vec![4, 4])));
        assert_eq!(by_constant(&["paid 3", "paids 4"]), None);
        assert_eq!(by_constant(&[": a", ": b"]), Some((Piece::Text(":".into()), vec![1, 1])));
        assert_eq!(by_constant(&["a", "b"]), None);
    }
}
