//! The words of risk as they are looked up.

use super::token::{Token, entry, is_slip};
use super::{Kind, RiskWord, joined};
use crate::Error;
use crate::file::File;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A form of so many letters is known with one letter wrong; shorter ones have too many neighbours that are words.
const LEAST_LETTERS_FOR_SLIP: usize = 6;
/// Nouns and participles of a stem of so many letters are known in questions.
const LEAST_LETTERS_OF_STEM: usize = 5;
/// So many other words may stand between two of a phrase: "cancel (all of the) orders".
const MOST_WORDS_BETWEEN: usize = 3;
/// What ends an entry that takes the endings of its language.
const OPEN: char = '-';

/// An entry of a file.
#[derive(Clone, Debug)]
struct Entry {
    stem: String,
    language: String,
    kind: Kind,
}

/// One word of a phrase.
#[derive(Clone, Debug)]
struct Part {
    token: Token,
    /// Any ending may follow.
    open: bool,
}

/// All words of risk. Entries are known by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Forms that tell to do something, by their keys.
    forms: HashMap<String, usize>,
    /// Long forms with one letter left out, by what is left: two words one slip apart share such a rest (the deletion
    /// neighbourhood of SymSpell).
    rests: HashMap<String, Vec<(String, usize)>>,
    /// Words that mean something else, and so are no misread forms: other inflections of stems, and words of other kinds.
    known: BTreeSet<String>,
    phrases: Vec<(Vec<Part>, usize)>,
    /// Words and phrases that are no risk, by their first word.
    harmless: BTreeMap<String, Vec<Vec<Token>>>,
    /// Words of questions.
    asked: Vec<(Vec<Part>, usize)>,
    affirmative: Vec<Vec<Token>>,
}

impl Index {
    pub(super) fn of(files: &[File]) -> Result<Self, Error> {
        let mut all = Self::default();
        for file in files {
            let of_language = || files.iter().filter(|f| f.language == file.language);
            let endings: BTreeSet<&str> =
                of_language().flat_map(|f| &f.risk.endings).map(String::as_str).collect();
            let others: BTreeSet<&str> =
                of_language().flat_map(|f| &f.risk.other_endings).map(String::as_str).collect();
            for (kind, words) in &file.risk.words {
                for word in words {
                    all.add(file, *kind, word, (&endings, &others));
                }
            }
            for (kind, words) in &file.risk.asked {
                for word in words {
                    let number = all.number(file, *kind, word);
                    all.asked.push((parts(word), number));
                }
            }
            all.affirmative.extend(file.risk.affirmative.iter().map(|w| entry(w)));
            let others = file.roles.values().chain(file.steps.values()).chain(file.nouns.values());
            let others =
                others.chain([&file.risk.affirmative, &file.controls.next_page, &file.controls.close]);
            all.known.extend(others.flatten().flat_map(|w| entry(w)).map(|t| t.key));
        }
        for file in files {
            for word in &file.risk.harmless {
                all.add_harmless(file, word)?;
            }
        }
        Ok(all)
    }

    fn number(&mut self, file: &File, kind: Kind, word: &str) -> usize {
        self.entries.push(Entry { stem: word.to_owned(), language: file.language.clone(), kind });
        self.entries.len() - 1
    }

    fn add(
        &mut self,
        file: &File,
        kind: Kind,
        word: &str,
        (endings, others): (&BTreeSet<&str>, &BTreeSet<&str>),
    ) {
        let number = self.number(file, kind, word);
        let parts = parts(word);
        let [part] = parts.as_slice() else {
            self.phrases.push((parts, number));
            return;
        };
        let form = |ending: &str| {
            let ending: String = entry(ending).into_iter().map(|t| t.plain).collect();
            Token::of(format!("{}{ending}", part.token.plain))
        };
        if part.open {
            endings.iter().for_each(|ending| self.add_form(&form(ending), number));
            self.known.extend(others.iter().map(|e| form(e).key));
            self.asked.push((parts, number));
        } else {
            self.add_form(&part.token, number);
        }
    }

    fn add_form(&mut self, form: &Token, number: usize) {
        if self.forms.contains_key(&form.key) {
            return;
        }
        self.forms.insert(form.key.clone(), number);
        if form.plain.chars().count() >= LEAST_LETTERS_FOR_SLIP {
            for letters in spellings(form) {
                for rest in rests(letters) {
                    self.rests.entry(rest).or_default().push((letters.to_owned(), number));
                }
            }
        }
    }

    /// A word of risk by itself is not harmless: only what stands beside it can make it so.
    fn add_harmless(&mut self, file: &File, word: &str) -> Result<(), Error> {
        let tokens = entry(word);
        if let [one] = tokens.as_slice()
            && let Some(number) = self.forms.get(&one.key)
        {
            let of = &self.entries[*number];
            let problem = format!(
                "it is a word of risk ({:?}, {}): give the words that it is harmless with",
                of.stem, of.language
            );
            return Err(file.bad(word, &problem));
        }
        if let Some(first) = tokens.first() {
            self.harmless.entry(first.plain.clone()).or_default().push(tokens);
        }
        Ok(())
    }

    /// The first word of risk on a label, of those kinds that count.
    pub(super) fn told(&self, tokens: &[Token], counts: impl Fn(Kind) -> bool) -> Option<RiskWord> {
        let may = |number: &usize| counts(self.entries[*number].kind);
        let left = self.without_harmless(tokens);
        // A phrase may share a word with a harmless one: "cancel work order" is not "work order".
        let stands = |found: &[usize]| found.iter().any(|at| left[*at].is_some());
        let mut phrases = self.phrases.iter().filter(|(_, number)| may(number));
        let phrase = phrases.find_map(|(parts, n)| Some((*n, phrase(tokens, parts).filter(|p| stands(p))?)));
        if let Some((number, places)) = phrase {
            let found: Vec<Token> = places.into_iter().map(|at| tokens[at].clone()).collect();
            return Some(self.risk(number, &found));
        }
        let form = |token: &Token| Some((self.form(token).filter(may)?, vec![token.clone()]));
        let single = left.iter().flatten().find_map(form);
        let (number, found) = single.or_else(|| self.in_two_pieces(&left))?;
        Some(self.risk(number, &found))
    }

    /// The first word in a question about something that cannot be taken back.
    pub(super) fn asked(&self, tokens: &[Token], counts: impl Fn(Kind) -> bool) -> Option<RiskWord> {
        let left: Vec<Token> = self.without_harmless(tokens).into_iter().flatten().collect();
        let mut asked = self.asked.iter().filter(|(_, number)| counts(self.entries[*number].kind));
        let is_short = |p: &Part| p.open && p.token.key.chars().count() < LEAST_LETTERS_OF_STEM;
        let (number, places) = asked.find_map(|(parts, number)| {
            let counts = parts.len() > 1 || !parts.iter().any(is_short);
            Some((*number, phrase(&left, parts).filter(|_| counts)?))
        })?;
        let found: Vec<Token> = places.into_iter().map(|at| left[at].clone()).collect();
        Some(self.risk(number, &found))
    }

    pub(super) fn is_affirmative(&self, tokens: &[Token]) -> bool {
        let begins = |words: &Vec<Token>| {
            tokens.len() >= words.len() && words.iter().zip(tokens).all(|(word, token)| word.key == token.key)
        };
        self.affirmative.iter().any(begins)
    }

    fn risk(&self, number: usize, found: &[Token]) -> RiskWord {
        let Entry { stem, language, kind } = &self.entries[number];
        RiskWord { word: joined(found), stem: stem.clone(), language: language.clone(), kind: *kind }
    }

    /// The entry that a word is a form of, as it stands or with one letter wrong.
    fn form(&self, token: &Token) -> Option<usize> {
        if let Some(number) = self.forms.get(&token.key) {
            return Some(*number);
        }
        if self.known.contains(&token.key) {
            return None;
        }
        spellings(token).find_map(|read| {
            let near = rests(read).filter_map(|rest| self.rests.get(&rest)).flatten();
            // Of several forms that it may be the one that was read first: always the same.
            near.filter(|(form, _)| is_slip(read, form)).map(|(_, number)| *number).min()
        })
    }

    /// A word that was read as two.
    fn in_two_pieces(&self, tokens: &[Option<Token>]) -> Option<(usize, Vec<Token>)> {
        tokens.windows(2).find_map(|pair| {
            let [Some(a), Some(b)] = pair else { return None };
            let whole = format!("{}{}", a.plain, b.plain);
            let number = self.forms.get(&Token::of(whole.clone()).key)?;
            (whole.len() >= LEAST_LETTERS_FOR_SLIP).then(|| (*number, vec![a.clone(), b.clone()]))
        })
    }

    /// It is listed as a word of its own that is no risk.
    #[cfg(test)]
    pub fn lists(&self, plain: &str) -> bool {
        self.known.contains(plain) || self.harmless.contains_key(plain)
    }

    /// The words of a label, with a gap where harmless ones stood.
    fn without_harmless(&self, tokens: &[Token]) -> Vec<Option<Token>> {
        let mut left: Vec<Option<Token>> = tokens.iter().cloned().map(Some).collect();
        for (at, token) in tokens.iter().enumerate() {
            for words in self.harmless.get(&token.plain).into_iter().flatten() {
                let stands = tokens[at..].len() >= words.len()
                    && tokens[at..].iter().zip(words).all(|(read, word)| read.plain == word.plain);
                if stands {
                    left[at..at + words.len()].fill(None);
                }
            }
        }
        left
    }
}

/// The words of an entry; one that ends with `-` may go on.
fn parts(text: &str) -> Vec<Part> {
    let of = |word: &str| {
        let mut tokens = entry(word.trim_end_matches(OPEN));
        let last = tokens.pop();
        let closed = tokens.into_iter().map(|token| Part { token, open: false });
        let parts = closed.chain(last.map(|token| Part { token, open: word.ends_with(OPEN) }));
        parts.collect::<Vec<_>>()
    };
    text.split_whitespace().flat_map(of).collect()
}

/// Where the words of a phrase stand in a text: in their order, with few others between.
fn phrase(tokens: &[Token], parts: &[Part]) -> Option<Vec<usize>> {
    (0..tokens.len()).find_map(|from| {
        let (mut at, mut found) = (from, Vec::new());
        for (n, part) in parts.iter().enumerate() {
            let reach = if n == 0 { 1 } else { MOST_WORDS_BETWEEN + 1 };
            let next = (at..tokens.len()).take(reach).find(|i| is_part(&tokens[*i], part))?;
            found.push(next);
            at = next + 1;
        }
        Some(found)
    })
}

fn is_part(token: &Token, part: &Part) -> bool {
    let wanted = &part.token.key;
    if token.key == *wanted || (part.open && token.key.starts_with(wanted.as_str())) {
        return true;
    }
    !part.open && wanted.chars().count() >= LEAST_LETTERS_FOR_SLIP && is_slip(&token.key, wanted)
}

/// A word with its pairs of letters as they are, and as OCR confuses them, where that makes a difference.
fn spellings(token: &Token) -> impl Iterator<Item = &str> {
    let other = Some(token.key.as_str()).filter(|key| *key != token.letters);
    std::iter::once(token.letters.as_str()).chain(other)
}

/// A key, and what is left of it without one of its letters.
fn rests(key: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = key.chars().collect();
    let without = move |at: usize| -> String {
        letters.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| *c).collect()
    };
    let length = key.chars().count();
    std::iter::once(key.to_owned()).chain((0..length).map(without))
}
