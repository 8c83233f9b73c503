//! A thing that is called otherwise now: it says other words, and everything else says that it is the target. Nobody may use it before a
//! person has seen the difference; that is the caller's business.

use crate::label::normal;
use crate::level::Level;
use crate::locate::{Located, is_other};
use crate::params::accept::{
    AROUND_MARGIN, MAYBE, RENAMED_AROUND, RENAMED_ASTRAY, RENAMED_FIRM, RENAMED_SIZE,
};
use crate::params::witness::NEUTRAL;
use crate::sought::Sought;
use crate::view::View;
use crate::witness::Witnesses;

/// What the best place says instead of what the target said; none where it may be another thing: a kind of another, one of several, a
/// neighbour that moved up, or one that is not among what was around the target.
pub fn renamed(sought: &Sought, view: &View<'_>, located: &Located) -> Option<String> {
    let first = located.places.first()?;
    let mine = &first.witnesses;
    let said = view.page.words_in(first.bbox);
    let words = normal(&said);
    let is_neighbour = || sought.landmarks.iter().any(|mark| mark.text == words);
    let says_it = |w: &Witnesses| w.label >= Level::STRICT.min_ratio;
    let is_gone = || !located.places.iter().any(|p| says_it(&p.witnesses));
    let mut others = located.places[1..].iter().filter(|p| is_other(p.bbox, first.bbox));
    let is_alone = others.all(|p| mine.landmarks - p.witnesses.landmarks >= AROUND_MARGIN);
    let is_in_place = mine.landmarks >= RENAMED_AROUND
        && mine.astray <= RENAMED_ASTRAY
        && mine.shapes >= RENAMED_FIRM
        && (mine.row >= RENAMED_FIRM || mine.row == NEUTRAL)
        && mine.kind >= 1.0
        && mine.size >= RENAMED_SIZE;
    let is_it = !sought.inside.is_empty() && located.score >= MAYBE && is_in_place && is_alone;
    (is_it && words.chars().any(char::is_alphabetic) && is_gone() && !is_neighbour()).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locate::{Place, Verdict};
    use crate::page::tests::state;
    use crate::scene::Scene;
    use crate::sought::remember;
    use lea_model::{Rect, Size};
    use std::collections::HashMap;

    const SCREEN: Size = Size { width: 800, height: 600 };
    const LIST: &[(&str, i32, i32)] =
        &[("Jane Sample", 40, 100), ("Open", 400, 100), ("Alex Testcase", 40, 160), ("Print", 400, 160)];

    /// Asks about a screen on which the first place is where “Open” was, as these witnesses say.
    fn asked(now: &[(&str, i32, i32)], mine: Witnesses, its: Witnesses) -> Option<String> {
        let (shown, now) = (state(LIST), state(now));
        let at = Rect::from([390, 92, 450, 122]);
        let (target, _) = remember(Scene { state: &shown, frame: None }, SCREEN, at).unwrap();
        let place = |y: i32, witnesses: Witnesses| Place {
            bbox: at.moved(0, y),
            source: crate::Source::Element,
            rank: 1.0,
            witnesses,
        };
        let located = Located {
            verdict: Verdict::NotFound,
            score: 0.77,
            evidence: HashMap::new(),
            places: vec![place(0, mine), place(60, its)],
        };
        let view = View::new(Scene { state: &now, frame: None }, SCREEN, None);
        renamed(&Sought::new(&target, None), &view, &located)
    }

    fn in_place() -> Witnesses {
        Witnesses { landmarks: 0.8, shapes: 0.9, row: 1.0, kind: 1.0, size: 1.0, ..Witnesses::default() }
    }

    fn now(word: &'static str) -> Vec<(&'static str, i32, i32)> {
        LIST.iter().map(|&(text, x, y)| (if text == "Open" { word } else { text }, x, y)).collect()
    }

    #[test]
    fn what_stands_in_its_place_and_says_something_else_is_named() {
        assert_eq!(asked(&now("View"), in_place(), Witnesses::default()).as_deref(), Some("View"));
    }

    #[test]
    fn what_may_be_another_thing_is_not() {
        let other = Witnesses::default();
        assert_eq!(asked(&now("Print"), in_place(), other), None, "a neighbour moved up");
        assert_eq!(asked(&now("12"), in_place(), other), None, "a value");
        let moved = Witnesses { label: 1.0, ..other };
        assert_eq!(asked(&now("View"), in_place(), moved), None, "it says it elsewhere");
        let twin = Witnesses { landmarks: 0.75, ..other };
        assert_eq!(asked(&now("View"), in_place(), twin), None, "one of two");
        for mine in [
            Witnesses { kind: 0.5, ..in_place() },
            Witnesses { row: 0.2, ..in_place() },
            Witnesses { shapes: 0.3, ..in_place() },
            Witnesses { landmarks: 0.5, ..in_place() },
            Witnesses { astray: 0.3, ..in_place() },
        ] {
            assert_eq!(asked(&now("View"), mine, other), None, "{mine:?}");
        }
    }
}
