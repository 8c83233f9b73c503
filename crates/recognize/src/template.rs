//! Does a screen fit what is known of a node (SPEC ACT.2)? Cosine retrieves, structure decides: window, texts, elements, and how
//! alike it is to a screen of that node.

use crate::label::{normal, ratio};
use crate::meant::{has_meaning, nearest};
use crate::params::accept::SAME_MEANING;
use crate::params::candidates::{EXTRA_WORDS, SAME_LABEL, WORDS_APART};
use crate::params::template::{
    DOUBT, ELEMENTS_WEIGHT, IN_OTHER_WORDS, LEAST_DOUBLED, LEAST_FUZZY, LEAST_PART_LETTERS, OTHER_TITLE_COST,
    SAME_MEANING_AMONG, SAME_WORD, STRUCTURE_WEIGHT, TEXTS_WEIGHT,
};
use crate::screen::{Sketch, compare};
use crate::view::View;
use lea_model::workflow::{RequiredElement, ScreenTemplate, WindowConstraint};
use lea_model::{ScreenState, UIElement};
use serde::Serialize;

/// How well a screen fits a node, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Fit {
    /// The window is the right one; none where it is not known (SPEC L1.6).
    pub window: Option<bool>,
    /// Its title holds what it should; none where it is not known or nothing is asked.
    pub title: Option<bool>,
    /// The share of texts that are there.
    pub texts: Option<f64>,
    /// Some are there in other words only.
    pub in_other_words: bool,
    /// The share of elements that are there.
    pub elements: Option<f64>,
    /// How alike it is to a screen of that node.
    pub structure: Option<f64>,
    /// How near its fingerprint is to the prototype.
    pub cosine: Option<f64>,
    /// All of it, within 0..1; 0 where the window is another.
    pub score: f64,
}

/// What is known of a node besides its template.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// A screen of it.
    pub exemplar: Option<&'a Sketch>,
    /// How near the fingerprint of the screen is to its prototype.
    pub cosine: Option<f64>,
}

/// How well a screen fits a node. With `by_meaning`, texts that are not there by their letters are looked for by what they mean.
pub fn fit(
    template: &ScreenTemplate,
    known: Known<'_>,
    view: &View<'_>,
    now: &Sketch,
    by_meaning: bool,
) -> Fit {
    let state = view.scene.state;
    let (window, title) = template.window.as_ref().map_or((None, None), |w| window(w, state));
    let mut fit = Fit { window, title, cosine: known.cosine, ..Fit::default() };
    if window == Some(false) {
        return fit;
    }
    (fit.texts, fit.in_other_words) = texts(&template.required_text_any, view, by_meaning);
    fit.elements = elements(template, &state.ui_elements);
    fit.structure = known.exemplar.map(|e| compare(e, now).score);
    let parts =
        [(TEXTS_WEIGHT, fit.texts), (ELEMENTS_WEIGHT, fit.elements), (STRUCTURE_WEIGHT, fit.structure)];
    let heard = || parts.iter().filter_map(|(weight, said)| Some((*weight, (*said)?)));
    let weight: f64 = heard().map(|(w, _)| w).sum();
    let sum: f64 = heard().map(|(w, s)| w * s).sum();
    let fitted = if weight > 0.0 { sum / weight } else { known.cosine.unwrap_or(0.0) };
    let cost = if title == Some(false) { OTHER_TITLE_COST } else { 0.0 };
    fit.score = (fitted - cost).clamp(0.0, 1.0);
    fit
}

/// Whether the application, and the title, are right.
fn window(wanted: &WindowConstraint, state: &ScreenState) -> (Option<bool>, Option<bool>) {
    let Some(window) = &state.window else { return (None, None) };
    let app = normal(&window.app_name);
    let apps = &wanted.app_name_any_of;
    let is_app = (!apps.is_empty() && !app.is_empty()).then(|| apps.iter().any(|a| normal(a) == app));
    let title = normal(&window.window_title);
    let titles = &wanted.title_contains_any_of;
    let is_title =
        (!titles.is_empty() && !title.is_empty()).then(|| titles.iter().any(|t| title.contains(&normal(t))));
    (is_app, is_title)
}

fn texts(wanted: &[String], view: &View<'_>, by_meaning: bool) -> (Option<f64>, bool) {
    if wanted.is_empty() {
        return (None, false);
    }
    let mut sum = 0.0;
    let mut in_other_words = false;
    for text in wanted {
        if view.says(text) {
            sum += 1.0;
        } else if by_meaning && view.means_nearly(text, SAME_MEANING_AMONG) {
            in_other_words = true;
            sum += IN_OTHER_WORDS;
        }
    }
    (Some((sum + DOUBT) / (wanted.len() as f64 + 2.0 * DOUBT)), in_other_words)
}

/// The share of elements that are there, each as often as it should be. One that may be there counts only where it is.
fn elements(template: &ScreenTemplate, there: &[UIElement]) -> Option<f64> {
    let count = |wanted: &RequiredElement| {
        let fits = |e: &&UIElement| {
            let role = wanted.role.as_ref().is_none_or(|r| *r == e.role);
            role && (wanted.type_any_of.is_empty() || wanted.type_any_of.contains(&e.element_type))
        };
        (there.iter().filter(fits).count() as u64).min(u64::from(wanted.min_count))
    };
    let asked: u64 = template.required_ui_elements.iter().map(|w| u64::from(w.min_count)).sum();
    let met: u64 = template.required_ui_elements.iter().map(count).sum();
    let besides: u64 = template.optional_elements.iter().map(count).sum();
    (asked + besides > 0).then(|| (met + besides) as f64 / (asked + besides) as f64)
}

/// Letters with a stem that may be read twice.
const STEMS: [char; 6] = ['i', 'l', 'j', 't', 'd', '|'];

impl View<'_> {
    /// A text stands on the screen, by its letters: as a line, within one, or nearly so.
    pub fn says(&self, text: &str) -> bool {
        let wanted = normal(text);
        if wanted.is_empty() {
            return false;
        }
        // “Rejeter” is not “Rejetée”: what is short is there letter for letter or not at all.
        let is_long = wanted.chars().count() >= LEAST_FUZZY;
        let contains = |line: &crate::page::Line| {
            let near = is_long && ratio(&line.normal, &wanted) >= SAME_LABEL;
            let words =
                wanted.len() > LEAST_PART_LETTERS && (has_words(line, &wanted) || has_doubled(line, &wanted));
            line.normal == wanted || near || words
        };
        self.page.lines.iter().any(contains)
            || (is_long
                && !self.page.spans(&wanted, text.split_whitespace().count(), SAME_LABEL, 1).is_empty())
    }

    /// Where a text surely stands on the screen, whole: letter for letter, or with a letter misread within a word. A word that begins
    /// otherwise is another word: “Désapprouvé” is not “Approuvé”. Of each place, the words before it in its text, the nearest last.
    pub fn stated(&self, text: &str) -> Vec<Vec<&str>> {
        let wanted: Vec<String> = text.split_whitespace().map(normal).filter(|w| !w.is_empty()).collect();
        let all = wanted.concat();
        if all.is_empty() {
            return Vec::new();
        }
        let is_long = all.chars().count() >= LEAST_FUZZY;
        let mut places = Vec::new();
        for line in &self.page.lines {
            let count = line.words.len();
            let is_whole = |first: usize, end: usize| first == 0 && end == count;
            let is_part = |first, end| all.len() > LEAST_PART_LETTERS || is_whole(first, end);
            let says = |first: usize, end: usize| {
                line.says(first, end) == all
                    || end == first + 1 && is_doubled(line.says(first, end), &all)
                    || is_long && is_misread(&words_of(line, first, end), &wanted)
            };
            for first in 0..count {
                let most = (first + wanted.len() + EXTRA_WORDS).min(count);
                if (first + 1..=most).any(|end| is_part(first, end) && says(first, end)) {
                    places.push(before(line, first));
                }
            }
        }
        places
    }

    /// The texts of the screen that mean the same as this one.
    pub fn meant_by(&self, text: &str) -> Vec<String> {
        let Some((meaning, texts)) = self.meant().filter(|_| has_meaning(text)) else { return Vec::new() };
        let spans = nearest(text, meaning, texts, SAME_MEANING, usize::MAX);
        let said = |s: &crate::page::Span| {
            let words = &self.page.lines[s.line].words[s.words.0..s.words.1];
            words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
        };
        spans.iter().map(said).collect()
    }

    /// A text stands on the screen in words that mean the same.
    pub fn means(&self, text: &str) -> bool {
        self.means_nearly(text, SAME_MEANING)
    }

    fn means_nearly(&self, text: &str, least: f64) -> bool {
        let Some((meaning, texts)) = self.meant().filter(|_| has_meaning(text)) else { return false };
        !nearest(text, meaning, texts, least, 1).is_empty()
    }

    /// Where a value stands on the screen, whole and letter for letter but for case and signs.
    pub fn places_of(&self, value: &str) -> Vec<lea_model::Rect> {
        let words = value.split_whitespace().count();
        let spans = self.page.spans(&normal(value), words, 1.0, usize::MAX);
        spans.into_iter().map(|s| s.bbox).collect()
    }

    /// A value stands on the screen, whole and letter for letter but for case and signs: `F-2026-0177` is not `F-2026-01771`.
    pub fn shows_value(&self, value: &str) -> bool {
        let wanted = normal(value);
        !wanted.is_empty() && self.page.lines.iter().any(|line| has_words(line, &wanted))
    }
}

/// A word says this with one stem read twice, as of large letters: “Edlit”.
fn has_doubled(line: &crate::page::Line, wanted: &str) -> bool {
    (0..line.words.len()).any(|word| is_doubled(line.says(word, word + 1), wanted))
}

/// A word is another with one stem read twice.
fn is_doubled(said: &str, wanted: &str) -> bool {
    let (said, wanted): (Vec<char>, Vec<char>) = (said.chars().collect(), wanted.chars().collect());
    let is_stem = |at: usize| said.get(at).is_some_and(|c| STEMS.contains(c));
    wanted.len() >= LEAST_DOUBLED
        && said.len() == wanted.len() + 1
        && (1..said.len() - 1).any(|at| {
            matches!(said[at], 'l' | 'i' | '1' | '|')
                && (is_stem(at - 1) || is_stem(at + 1))
                && said[..at] == wanted[..at]
                && said[at + 1..] == wanted[at..]
        })
}

fn words_of(line: &crate::page::Line, first: usize, end: usize) -> Vec<String> {
    (first..end).map(|at| line.says(at, at + 1).to_owned()).filter(|w| !w.is_empty()).collect()
}

/// The words of a line before one, back to a wide gap: what stands behind that is another text.
fn before(line: &crate::page::Line, first: usize) -> Vec<&str> {
    let is_apart = |at: usize| {
        let (a, b) = (&line.words[at - 1].bbox, &line.words[at].bbox);
        f64::from(b.x1 - a.x2) > WORDS_APART * f64::from(a.height().max(b.height()))
    };
    let from = (1..=first).rev().find(|at| is_apart(*at)).unwrap_or(0);
    line.words[from..first].iter().map(|w| w.text.as_str()).collect()
}

/// The same words with letters misread: each begins alike, has at most one letter more or less, and all are nearly the same.
fn is_misread(said: &[String], wanted: &[String]) -> bool {
    let is_slip = |(said, wanted): (&String, &String)| {
        let (s, w) = (alike_letters(said), alike_letters(wanted));
        let has_digit = |t: &str| t.chars().any(|c| c.is_ascii_digit());
        s == w && !has_digit(wanted)
            || said == wanted
            || !has_digit(wanted)
                && s.chars().next() == w.chars().next()
                && s.chars().count().abs_diff(w.chars().count()) <= 1
                && ratio(&s, &w) >= SAME_WORD
    };
    said.len() == wanted.len()
        && said.iter().zip(wanted).all(is_slip)
        && ratio(&said.concat(), &wanted.concat()) >= SAME_LABEL
}

/// Letters and digits that a reader takes for one another become one.
fn alike_letters(word: &str) -> String {
    let one = |c: char| match c {
        'i' | '1' | '|' | 'j' => 'l',
        '0' => 'o',
        '5' => 's',
        '8' => 'b',
        other => other,
    };
    word.chars().map(one).collect()
}

/// Neighbouring words of a line say exactly this.
fn has_words(line: &crate::page::Line, wanted: &str) -> bool {
    let count = line.words.len();
    (0..count).any(|first| {
        (first + 1..=count)
            .map(|end| line.says(first, end))
            .take_while(|said| said.len() <= wanted.len())
            .any(|said| said == wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::state;
    use crate::scene::Scene;
    use lea_model::Size;
    use lea_model::screen_state::StateWindow;

    const SCREEN: Size = Size { width: 800, height: 600 };

    fn list() -> ScreenTemplate {
        ScreenTemplate {
            window: Some(WindowConstraint { app_name_any_of: vec!["Chromium".into()], ..Default::default() }),
            required_text_any: vec!["Invoices".into(), "Search".into()],
            ..ScreenTemplate::default()
        }
    }

    fn fit_of(template: &ScreenTemplate, state: &ScreenState) -> Fit {
        let view = View::new(Scene { state, frame: None }, SCREEN, None);
        let now = Sketch::of(&view.scene);
        fit(template, Known::default(), &view, &now, false)
    }

    #[test]
    fn a_stem_that_was_read_twice_is_one_and_another_word_is_another() {
        let says = |line: &str, text: &str| {
            let state = state(&[(line, 10, 10)]);
            View::new(Scene { state: &state, frame: None }, SCREEN, None).says(text)
        };
        assert!(says("Edlit", "Edit") && says("File Edlit View", "Edit"));
        assert!(!says("Black", "Back") && !says("Model", "Mode") && !says("F-01117", "F-0117"));
    }

    #[test]
    fn a_text_is_stated_by_its_own_words_and_not_by_ones_that_begin_otherwise() {
        let stated = |line: &str, text: &str| -> Option<String> {
            let state = state(&[(line, 10, 10)]);
            let view = View::new(Scene { state: &state, frame: None }, SCREEN, None);
            view.stated(text).first().map(|before| before.join(" "))
        };
        let text = "Approuvé par la direction";
        assert_eq!(stated("Approuvé par la direction", text).as_deref(), Some(""));
        assert_eq!(stated("Approuve par 1a directlon", text).as_deref(), Some(""), "letters misread");
        assert_eq!(stated("Non approuvé par la direction", text).as_deref(), Some("Non"));
        assert_eq!(stated("Désapprouvé par la direction", text), None);
        assert_eq!(stated("Approuvé non par la direction", text), None);
        assert_eq!(stated("Not saved: number missing", "Saved").as_deref(), Some("Not"));
        assert_eq!(stated("Unsaved", "Saved"), None);
        assert_eq!(stated("Facture 2027 enregistrée", "Facture 2026 enregistrée"), None);
    }

    #[test]
    fn texts_decide_and_another_application_rules_a_node_out() {
        let mut there = state(&[("Invoices of today", 10, 10), ("Search", 10, 50)]);
        assert!((fit_of(&list(), &there).score - 2.5 / 3.0).abs() < 1e-9);
        assert!((fit_of(&list(), &state(&[("Search", 10, 50)])).score - 0.5).abs() < 1e-9);
        there.window = Some(StateWindow { app_name: "mousepad".into(), ..StateWindow::default() });
        assert_eq!(fit_of(&list(), &there), Fit { window: Some(false), ..Fit::default() });
    }

    #[test]
    fn elements_that_may_be_there_speak_for_a_node_and_never_against_it() {
        let of = |role: &str| RequiredElement { role: Some(role.into()), ..RequiredElement::default() };
        let there = |roles: &[&str]| {
            let mut state = state(&[("Search", 10, 50)]);
            let place = lea_model::Rect::from([10, 90, 60, 110]);
            let button = UIElement::new("E1", lea_model::ElementType::Button, place);
            let element = |role: &&str| UIElement { role: (*role).into(), ..button.clone() };
            state.ui_elements = roles.iter().map(element).collect();
            state
        };
        let required = ScreenTemplate { required_ui_elements: vec![of("save"), of("cancel")], ..list() };
        let optional = ScreenTemplate { optional_elements: vec![of("help")], ..required.clone() };
        let score = |template: &ScreenTemplate, roles: &[&str]| fit_of(template, &there(roles)).score;
        assert!(score(&optional, &["save", "help"]) > score(&required, &["save", "help"]));
        assert_eq!(
            score(&optional, &["save"]),
            score(&required, &["save"]),
            "what is not there costs nothing"
        );
        let alone = ScreenTemplate { optional_elements: vec![of("help")], ..list() };
        assert!(score(&alone, &["help"]) > score(&list(), &["help"]));
        assert_eq!(score(&alone, &[]), score(&list(), &[]));
    }

    #[test]
    fn a_value_is_shown_whole_or_not_at_all() {
        let there = state(&[("Invoice F-2026-0177 of", 10, 10), ("1 234,00 €", 10, 50)]);
        let view = View::new(Scene { state: &there, frame: None }, SCREEN, None);
        assert!(view.shows_value("F-2026-0177") && view.shows_value("1 234,00"));
        assert!(
            !view.shows_value("F-2026-017") && !view.shows_value("F-2026-01771") && !view.shows_value("")
        );
    }
}
