//! Finding a target again: every place that could be it is heard, the best is weighed against the rest, and it is
//! found, ambiguous, or not there (SPEC ACT.3).

use crate::candidates::{Candidate, Sightings, Source, candidates, is_same_place};
use crate::level::Level;
use crate::look::Scaled;
use crate::params::accept::{
    ACTS, AROUND_MARGIN, BETTER_LOOK, BETTER_LOOK_MARGIN, LABEL_GONE, LANDMARKS_FADE, LETTERS_FADE,
    LOOK_SLACK, LOOK_SLACK_SHARE, MAYBE, MOST_MARGIN, OWN_ROW, PIXELS_FADE, ROW_LOSS, ROW_MARGIN,
    SAME_LABEL_SLACK, SAME_MEANING, SAME_RANK, SHARED_AREA, TWIN_LOOK, TWIN_LOOK_SLACK,
};
use crate::params::witness::NEUTRAL;
use crate::sought::Sought;
use crate::view::View;
use crate::weights::{FITTED, Sum};
use crate::witness::{Witnesses, witnesses};
use lea_model::{Point, Rect};
use serde::Serialize;
use std::collections::HashMap;

/// A place that was considered.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Where.
    pub bbox: Rect,
    /// What proposed it.
    pub source: Source,
    /// How it stands among the others; the highest is the best.
    pub rank: f64,
    /// What each witness says.
    pub witnesses: Witnesses,
}

/// Whether the target was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first place is the target.
    Found,
    /// The first two cannot be told apart.
    Ambiguous,
    /// The first may be it: a second witness is needed (ACT.3).
    Maybe,
    /// None is; the first is the nearest.
    NotFound,
}

/// The answer, with its evidence.
#[derive(Clone, Debug, Serialize)]
pub struct Located {
    /// Whether it was found.
    pub verdict: Verdict,
    /// How sure that the first place is the target, within 0..1.
    pub score: f64,
    /// What was weighed to accept the first place.
    pub evidence: HashMap<&'static str, f64>,
    /// All places, best first.
    pub places: Vec<Place>,
}

impl Located {
    /// The place of the target, if it was found.
    pub fn found(&self) -> Option<&Place> {
        self.places.first().filter(|_| self.verdict == Verdict::Found)
    }

    /// Where to point, if it was found.
    pub fn point(&self) -> Option<Point> {
        self.found().map(|p| p.bbox.center())
    }
}

/// Finds a target on a screen.
pub fn locate(sought: &Sought, view: &View<'_>, level: Level) -> Located {
    let weights = if sought.inside.is_empty() { &FITTED.plain } else { &FITTED.text };
    let seen = Sightings::of(sought, view);
    let mut places = survey(sought, view, &seen, level, &weights.rank);
    places.sort_by(|a, b| b.rank.total_cmp(&a.rank).then_with(|| key(a).cmp(&key(b))));
    let Some(first) = places.first() else {
        return Located { verdict: Verdict::NotFound, score: 0.0, evidence: HashMap::new(), places };
    };
    let second = places[1..].iter().find(|p| is_other(p.bbox, first.bbox));
    let evidence = evidence(sought, &seen, &places, second);
    let score = weights.scale.score(weights.accept.of(&evidence));
    let verdict = match score >= ACTS {
        _ if is_replaced(sought, &seen, first) => Verdict::NotFound,
        true if second.is_some_and(|s| ranks_alike(first, s)) => Verdict::Ambiguous,
        true if sought.inside.is_empty() && has_twin(&places) => Verdict::Ambiguous,
        true if sought.inside.is_empty() && looks_better_elsewhere(&places) => Verdict::Ambiguous,
        true if !sought.inside.is_empty() && says_it_elsewhere(&places) => Verdict::Ambiguous,
        true if !sought.inside.is_empty() && has_namesake(&places) => Verdict::Ambiguous,
        true if !sought.inside.is_empty() && has_like_meant(&places) => Verdict::Ambiguous,
        true => Verdict::Found,
        false if score >= MAYBE => Verdict::Maybe,
        false => Verdict::NotFound,
    };
    Located { verdict, score, evidence, places }
}

/// Another thing: neither the same place, nor one that lies over it.
pub(crate) fn is_other(a: Rect, b: Rect) -> bool {
    let common = a.intersection(&b).map_or(0, |i| i.area()) as f64;
    !is_same_place(a, b) && common < SHARED_AREA * a.area().min(b.area()) as f64
}

/// For a fixed order of places with equal rank.
fn key(place: &Place) -> (i32, i32, i32, i32) {
    (place.bbox.y1, place.bbox.x1, place.bbox.y2, place.bbox.x2)
}

/// The two rank so close that chance decides.
fn ranks_alike(first: &Place, second: &Place) -> bool {
    first.rank - second.rank < SAME_RANK
}

/// The screen speaks the same words as before, and other words stand where the target's were: another thing took its place.
fn is_replaced(sought: &Sought, seen: &Sightings, first: &Place) -> bool {
    let said = &first.witnesses;
    let is_other = said.label < LABEL_GONE && said.other_text == 1.0 && said.meaning < SAME_MEANING;
    !sought.inside.is_empty() && !seen.is_foreign && is_other
}

/// The first place does not say what the target said, and another does, letter for letter.
fn says_it_elsewhere(places: &[Place]) -> bool {
    let first = &places[0];
    let mut others = places[1..].iter().filter(|p| is_other(p.bbox, first.bbox));
    first.witnesses.label < Level::STRICT.min_ratio && others.any(|p| p.witnesses.label_exact == 1.0)
}

/// Another place says the same, and neither its row nor what is around tells which of the two is meant.
fn has_namesake(places: &[Place]) -> bool {
    let mine = &places[0].witnesses;
    let least = Level::STRICT.min_ratio.max(mine.label - SAME_LABEL_SLACK);
    let mut others = places[1..].iter().filter(|p| is_other(p.bbox, places[0].bbox));
    others.any(|other| {
        let its = &other.witnesses;
        its.label >= least && !is_told_apart(mine, its)
    })
}

/// The first place says it in other words, another place means it as well, and neither its row nor what is around tells which of the
/// two is meant: every row of a translated list has its “Open”.
fn has_like_meant(places: &[Place]) -> bool {
    let mine = &places[0].witnesses;
    if mine.label >= Level::STRICT.min_ratio {
        return false;
    }
    let least = SAME_MEANING.min(mine.meaning).max(mine.meaning - SAME_LABEL_SLACK);
    let mut others = places[1..].iter().filter(|p| is_other(p.bbox, places[0].bbox));
    others.any(|other| {
        let its = &other.witnesses;
        its.meaning > 0.0 && its.meaning >= least && !is_told_apart(mine, its)
    })
}

/// Its row, or what is around it, tells which of two places is meant.
fn is_told_apart(mine: &Witnesses, its: &Witnesses) -> bool {
    let has_row = mine.row - its.row >= ROW_MARGIN;
    has_row || (mine.row > its.row - ROW_LOSS && mine.landmarks - its.landmarks >= AROUND_MARGIN)
}

/// The first place is where the target should be, but another looks much more like it: they may have changed places.
fn looks_better_elsewhere(places: &[Place]) -> bool {
    let first = &places[0];
    let mut others = places[1..].iter().filter(|p| is_other(p.bbox, first.bbox));
    others.any(|p| p.witnesses.look.core >= BETTER_LOOK.max(first.witnesses.look.core + BETTER_LOOK_MARGIN))
}

/// Another place looks the same as the first, and the words beside them do not tell which of the two is meant: the bin in
/// the next row deletes another record.
fn has_twin(places: &[Place]) -> bool {
    let first = &places[0];
    let look = TWIN_LOOK.max(first.witnesses.look.core - TWIN_LOOK_SLACK);
    let mut others = places[1..].iter().filter(|p| is_other(p.bbox, first.bbox));
    others.any(|other| {
        let (mine, its) = (&first.witnesses, &other.witnesses);
        // Where nothing stands beside it, the landmarks all around have to tell.
        let no_row = mine.row == NEUTRAL && its.row == NEUTRAL;
        let is_told = match no_row {
            true => mine.landmarks - its.landmarks >= ROW_MARGIN,
            false => mine.row >= OWN_ROW && mine.row - its.row >= ROW_MARGIN,
        };
        its.look.core >= look && !is_told && mine.name - its.name < ROW_MARGIN
    })
}

/// Every quantity that acceptance may weigh.
fn evidence(
    sought: &Sought,
    seen: &Sightings,
    places: &[Place],
    second: Option<&Place>,
) -> HashMap<&'static str, f64> {
    let first = &places[0];
    let mut all = first.witnesses.by_name();
    let letters: usize = sought.inside.iter().map(|m| m.text.chars().count()).sum();
    // A short text is anywhere, a long one only where it belongs.
    all.insert("letters", (1.0 - (-(letters as f64) / LETTERS_FADE).exp()).max(0.0));
    // A small picture is like many others.
    let pixels = sought.bbox.area() as f64;
    all.insert("pixels", 1.0 - (-pixels / PIXELS_FADE).exp());
    all.insert("landmarks_known", 1.0 - (-(sought.landmarks.len() as f64) / LANDMARKS_FADE).exp());
    // Where everything around it is in its old order and it is not, it was removed, and its like elsewhere is another.
    let most = |of: fn(&Witnesses) -> f64| places.iter().map(|p| of(&p.witnesses)).fold(0.0, f64::max);
    all.insert("landmarks_elsewhere", most(|w| w.landmarks) - first.witnesses.landmarks);
    all.insert("near_elsewhere", most(|w| w.near_landmarks) - first.witnesses.near_landmarks);
    all.insert("row_elsewhere", most(|w| w.row) - first.witnesses.row);
    all.insert("sides_elsewhere", most(|w| w.sides) - first.witnesses.sides);
    // Where everything around it is in place and it is not, but nothing else either, it was taken away.
    let context = |p: &Place| p.witnesses.landmarks.max(p.witnesses.shapes);
    let empty =
        places[1..].iter().filter(|p| p.witnesses.vacant == 1.0 && !is_same_place(p.bbox, first.bbox));
    all.insert("vacated", empty.map(|p| context(p) - context(first)).fold(0.0, f64::max));
    all.insert("name_elsewhere", most(|w| w.name) - first.witnesses.name);
    all.insert("has_name", f64::from(u8::from(sought.name.is_some())));
    all.insert("meaning_elsewhere", most(|w| w.meaning) - first.witnesses.meaning);
    all.insert("shapes_elsewhere", most(|w| w.shapes) - first.witnesses.shapes);
    all.insert("look_elsewhere", most(|w| w.look.fine_edges) - first.witnesses.look.fine_edges);
    let twins = places.iter().filter(|p| p.witnesses.label_exact == 1.0).count();
    all.insert("foreign", f64::from(u8::from(seen.is_foreign)));
    all.insert("had_twins", f64::from(u8::from(sought.twins > 0)));
    all.insert("has_twins", f64::from(u8::from(twins > 1)));
    all.insert("lost_twins", f64::from(u8::from(twins <= sought.twins)));
    all.insert("rank", first.rank);
    all.insert("margin", second.map_or(MOST_MARGIN, |s| (first.rank - s.rank).min(MOST_MARGIN)));
    let other = second.map(|s| s.witnesses).unwrap_or_default();
    all.insert("other_label", other.label);
    all.insert("other_look", other.look.fine_edges);
    all
}

/// What all witnesses say of one place that somebody points at.
pub fn witnesses_at(sought: &Sought, view: &View<'_>, level: Level, bbox: Rect) -> Witnesses {
    let seen = Sightings::of(sought, view);
    let looks = looks(sought, &seen);
    hear(sought, view, &seen, &looks, level, &Candidate { bbox, scale: seen.scale, source: Source::Element })
}

fn survey(sought: &Sought, view: &View<'_>, seen: &Sightings, level: Level, rank: &Sum) -> Vec<Place> {
    let looks = looks(sought, seen);
    let place = |candidate: Candidate| {
        let witnesses = hear(sought, view, seen, &looks, level, &candidate);
        let rank = rank.of(&witnesses.by_name());
        Place { bbox: candidate.bbox, source: candidate.source, rank, witnesses }
    };
    candidates(sought, view, seen, &looks, level).into_iter().map(place).collect()
}

/// How the target looked, in the sizes it may have now.
fn looks<'s>(sought: &'s Sought, seen: &Sightings) -> Vec<(f64, Scaled<'s>)> {
    let scales = if seen.scale == 1.0 { vec![1.0] } else { vec![1.0, seen.scale] };
    match &sought.look {
        Some(look) => scales.into_iter().map(|s| (s, look.scaled(s))).collect(),
        None => Vec::new(),
    }
}

/// Hears all witnesses about a place.
fn hear(
    sought: &Sought,
    view: &View<'_>,
    seen: &Sightings,
    looks: &[(f64, Scaled<'_>)],
    level: Level,
    candidate: &Candidate,
) -> Witnesses {
    let mut said = witnesses(sought, view, seen, candidate, level);
    let slack = (candidate.bbox.width().min(candidate.bbox.height()) as i32 / LOOK_SLACK_SHARE)
        .clamp(*LOOK_SLACK.start(), *LOOK_SLACK.end());
    let center = candidate.bbox.center();
    let likenesses = view
        .scene
        .frame
        .into_iter()
        .flat_map(|frame| looks.iter().map(move |l| l.1.at(frame, center, slack)));
    if let Some(best) = likenesses.max_by(|a, b| (a.fine_edges + a.grey).total_cmp(&(b.fine_edges + b.grey)))
    {
        said.look = best;
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Likeness;
    use crate::page::tests::state;
    use crate::scene::Scene;
    use crate::sought::remember;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    const SCREEN: Size = Size { width: 800, height: 600 };

    fn find(sought: &Sought, lines: &[(&str, i32, i32)]) -> Located {
        let state = state(lines);
        locate(sought, &View::new(Scene { state: &state, frame: None }, SCREEN, None), Level::STRICT)
    }

    fn target(lines: &[(&str, i32, i32)], bbox: [i32; 4]) -> Sought {
        let state = state(lines);
        let (target, _) = remember(Scene { state: &state, frame: None }, SCREEN, Rect::from(bbox)).unwrap();
        Sought::new(&target, None)
    }

    const FORM: &[(&str, i32, i32)] = &[
        ("Invoice 2026-118", 40, 40),
        ("Patient", 40, 120),
        ("Amount due", 40, 160),
        ("Validate invoice", 300, 400),
        ("Cancel", 500, 400),
    ];

    #[test]
    fn a_target_is_ranked_first_where_it_is_and_where_it_moved_with_its_neighbours() {
        let sought = target(FORM, [290, 390, 440, 426]);
        let moved: Vec<_> = FORM.iter().map(|&(text, x, y)| (text, x + 90, y + 70)).collect();
        for (lines, x) in [(FORM.to_vec(), 365), (moved, 455)] {
            let located = find(&sought, &lines);
            assert!((located.places[0].bbox.center().x - x).abs() < 8, "{:?}", located.places[0]);
        }
    }

    #[test]
    fn what_was_removed_is_not_found_and_the_nearest_is_named() {
        let sought = target(FORM, [290, 390, 440, 426]);
        let located = find(&sought, &FORM[..3]);
        assert_eq!(located.verdict, Verdict::NotFound);
        assert!(!located.places.is_empty() && located.point().is_none());
    }

    #[test]
    fn p7_the_same_question_has_the_same_answer() {
        let sought = target(FORM, [490, 390, 560, 426]);
        let (a, b) = (find(&sought, FORM), find(&sought, FORM));
        assert_eq!((a.score, a.verdict, a.evidence), (b.score, b.verdict, b.evidence));
    }

    #[test]
    fn an_empty_screen_has_no_place() {
        let sought = target(FORM, [490, 390, 560, 426]);
        assert_eq!(find(&sought, &[]).verdict, Verdict::NotFound);
    }

    fn place(x: i32, look: f64, row: f64) -> Place {
        let look = Likeness { core: look, ..Likeness::default() };
        Place {
            bbox: Rect::from([x, 100, x + 20, 120]),
            source: Source::Look,
            rank: 5.0,
            witnesses: Witnesses { look, row, landmarks: 0.6, ..Witnesses::default() },
        }
    }

    #[test]
    fn of_two_bins_that_look_the_same_the_one_in_the_row_is_meant() {
        assert!(!has_twin(&[place(10, 1.0, 0.9), place(90, 1.0, 0.1)]));
        assert!(has_twin(&[place(10, 1.0, 0.0), place(90, 1.0, 1.0)]), "the other has the row");
        assert!(has_twin(&[place(10, 1.0, 0.7), place(90, 1.0, 0.6)]), "neither surely has");
        assert!(has_twin(&[place(10, 1.0, 0.5), place(90, 1.0, 0.0)]), "half a row is another row");
        assert!(!has_twin(&[place(10, 1.0, 0.0), place(90, 0.6, 1.0)]), "it looks otherwise");
    }

    #[test]
    fn a_picture_without_anything_in_the_box_is_refused() {
        let blank = FrameBuf::filled(SCREEN, [200; 3]).unwrap();
        let state = state(&[]);
        let scene = Scene { state: &state, frame: Some(blank.as_frame()) };
        let refused = remember(scene, SCREEN, Rect::from([10, 10, 60, 60]));
        assert_eq!(refused.unwrap_err(), crate::sought::Unmemorable::Blank);
    }
}
