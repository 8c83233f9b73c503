//! Who could be the target: places proposed by its own text, by its look, by its landmarks and by where it was.

use crate::label;
use crate::level::{Level, same_type};
use crate::look::Scaled;
use crate::meant::{has_meaning, near, nearest};
use crate::page::Span;
use crate::params::candidates::{
    BESIDE, ELEMENT_AREAS, FOREIGN_SHARE, LEAST_BESIDE_X, LEAST_BESIDE_Y, LEAST_LABEL,
    LEAST_LANDMARK_MEANING, LEAST_LOOK, LEAST_MEANING, LEAST_NAME, LEAST_SAME_PLACE, MOST_ELEMENTS,
    MOST_LANDMARK_MEANT, MOST_LANDMARK_SPANS, MOST_LOOKS, MOST_MEANT, MOST_SPANS, MOST_VOTES, SAME_LABEL,
    SAME_PLACE, SCALE_AGREEMENT, SCALE_LETTERS, SCALE_SAME, SCALES, VOTE_RADIUS,
};
use crate::params::witness::LANDMARK_FADE;
use crate::scene::Scene;
use crate::sought::{Mark, Sought};
use crate::view::View;
use lea_model::{ElementType, Point, Rect, Size, UIElement};

/// A place that could be the target.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where.
    pub bbox: Rect,
    /// How much larger than it was.
    pub scale: f64,
    /// What proposed it.
    pub source: Source,
}

/// What proposed a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The words of the target are there.
    Text,
    /// Words are there that mean the same.
    Meaning,
    /// The label beside it calls it so.
    Name,
    /// It looks like it.
    Look,
    /// The landmarks are around it.
    Landmarks,
    /// An element is there.
    Element,
    /// It was there.
    Position,
}

/// Where the texts of a target and its landmarks are on a screen.
pub struct Sightings {
    /// For each text on the target, by its letters.
    pub inside: Vec<Vec<Span>>,
    /// For each text on the target that is not there by its letters, what means the same; a ratio says how nearly.
    pub meant: Vec<Vec<Span>>,
    /// For each element of the screen how well its label is the target's name, within 0..1; empty where it has none.
    pub names: Vec<f64>,
    /// For each landmark.
    pub landmarks: Vec<Vec<Span>>,
    /// How much larger the screen is than the one remembered.
    pub scale: f64,
    /// Most landmarks are not there by their letters: the screen speaks in other words.
    pub is_foreign: bool,
}

impl Sightings {
    /// Looks for all texts of a target.
    pub fn of(sought: &Sought, view: &View<'_>) -> Self {
        let spans = |m: &Mark, least, most| view.page.spans(&m.text, m.words, least, most);
        let mut inside: Vec<_> = sought.inside.iter().map(|m| spans(m, LEAST_LABEL, MOST_SPANS)).collect();
        if let [only] = &mut inside[..] {
            only.extend(wrapped(&sought.inside[0], view));
            only.extend(sought.variants.iter().flat_map(|m| spans(m, Level::STRICT.min_ratio, MOST_SPANS)));
            only.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        }
        let landmarks = sought.landmarks.iter().map(|m| spans(m, SAME_LABEL, MOST_LANDMARK_SPANS));
        let mut landmarks: Vec<Vec<Span>> = landmarks.collect();
        let mut scales: Vec<f64> = Vec::new();
        let all = sought.landmarks.iter().zip(&landmarks).chain(sought.inside.iter().zip(&inside));
        for (mark, spans) in all {
            // Only what is read the same and stands in one place is the same text for sure.
            let exact: Vec<&Span> = spans.iter().filter(|s| s.ratio == 1.0).collect();
            if let [span] = exact[..]
                && mark.text.chars().count() > SCALE_LETTERS
            {
                scales.extend(scale_of(mark, span));
            }
        }
        scales.sort_by(f64::total_cmp);
        let scale = scales.get(scales.len() / 2).copied().unwrap_or(1.0);
        // A pixel more or less of a line's height is no zoom.
        let scale = if SCALE_SAME.contains(&scale) { 1.0 } else { scale };
        let meant = sought.inside.iter().zip(&inside);
        let meant = meant.map(|(mark, spans)| same_meaning(mark, spans, view)).collect();
        let is_foreign = is_foreign(&sought.landmarks, &landmarks);
        if is_foreign {
            by_meaning(&sought.landmarks, &mut landmarks, view);
        }
        Self { inside, meant, names: names(sought, view), landmarks, scale, is_foreign }
    }

    /// The words of the target are there, letter for letter or nearly.
    pub fn has_words(&self) -> bool {
        self.inside.iter().flatten().any(|s| s.ratio >= Level::STRICT.min_ratio)
    }
}

/// Where a text stands on one thing in several lines: in larger letters a button's label is wrapped.
fn wrapped(mark: &Mark, view: &View<'_>) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let elements = view.scene.state.ui_elements.iter();
    for element in elements.filter(|e| mark.words > 1 && label::normal(&e.label) == mark.text) {
        let lines = view.page.lines.iter().enumerate().filter_map(|(index, line)| {
            let is_in = |w: &crate::page::Word| element.bbox.contains(w.bbox.center());
            let first = line.words.iter().position(is_in)?;
            let end = line.words.iter().rposition(is_in)? + 1;
            Some(Span { line: index, words: (first, end), bbox: line.around(first, end), ratio: 1.0 })
        });
        let lines: Vec<Span> = lines.collect();
        let bbox = lines.iter().fold(Rect::default(), |all, line| all.union(&line.bbox));
        if let [first, _, ..] = &lines[..]
            && !found.iter().any(|f| f.bbox == bbox)
        {
            found.push(Span { bbox, ..first.clone() });
        }
    }
    found
}

/// How well the label of each element is the target's name: by its letters, or where none is so called, by its meaning.
fn names(sought: &Sought, view: &View<'_>) -> Vec<f64> {
    let Some((name, said)) = &sought.name else { return Vec::new() };
    let elements = &view.scene.state.ui_elements;
    let mut names: Vec<f64> = elements.iter().map(|e| label::ratio(name, &label::normal(&e.label))).collect();
    if names.iter().all(|r| *r < Level::STRICT.min_ratio)
        && let Some((meaning, _)) = view.meant().filter(|_| has_meaning(said))
    {
        let labels: Vec<&str> = elements.iter().map(|e| e.label.as_str()).collect();
        let meanings = meaning.of(&labels);
        let wanted = meaning.of(&[said]);
        for ((ratio, label), meaning) in names.iter_mut().zip(&labels).zip(&meanings) {
            if has_meaning(label) {
                *ratio = ratio.max(near(meaning, &wanted[0]));
            }
        }
    }
    names
}

/// What means the same as a text that is not there by its letters.
fn same_meaning(mark: &Mark, spans: &[Span], view: &View<'_>) -> Vec<Span> {
    let is_there = spans.first().is_some_and(|s| s.ratio >= Level::STRICT.min_ratio);
    match view.meant() {
        Some((meaning, texts)) if !is_there && has_meaning(&mark.said) => {
            nearest(&mark.said, meaning, texts, LEAST_MEANING, MOST_MEANT)
        }
        _ => Vec::new(),
    }
}

/// Most landmarks that mean something are not there by their letters.
fn is_foreign(marks: &[Mark], found: &[Vec<Span>]) -> bool {
    let known = || marks.iter().zip(found).filter(|(m, _)| has_meaning(&m.said));
    let there = known().filter(|(_, spans)| !spans.is_empty()).count();
    (there as f64) < FOREIGN_SHARE * known().count() as f64
}

/// Looks by meaning for the landmarks that are not there by their letters.
fn by_meaning(marks: &[Mark], found: &mut [Vec<Span>], view: &View<'_>) {
    let Some((meaning, texts)) = view.meant() else { return };
    for (mark, spans) in marks.iter().zip(found).filter(|(m, s)| s.is_empty() && has_meaning(&m.said)) {
        *spans = nearest(&mark.said, meaning, texts, LEAST_LANDMARK_MEANING, MOST_LANDMARK_MEANT);
    }
}

/// How much larger a text is than it was: by its width, which is less coarse than its height.
fn scale_of(mark: &Mark, span: &Span) -> Option<f64> {
    let by = |new: u32, old: u32| (old > 0).then(|| f64::from(new) / f64::from(old));
    let scale = by(span.bbox.width(), mark.size.width)?;
    let height = by(span.bbox.height(), mark.size.height)?;
    let agree = (scale / height).ln().abs() < SCALE_AGREEMENT;
    (agree && SCALES.contains(&scale)).then_some(scale)
}

/// A box of the target's size times `scale` around a point.
pub fn box_around(center: Point, size: Size, scale: f64) -> Rect {
    let side = |s: u32| ((f64::from(s) * scale).round() as i32).max(1);
    let (w, h) = (side(size.width), side(size.height));
    Rect::from([center.x - w / 2, center.y - h / 2, center.x - w / 2 + w, center.y - h / 2 + h])
}

/// Where the target's middle is if `mark` is at `span`.
pub fn target_center(mark: &Mark, span: Rect, scale: f64) -> Point {
    let c = span.center();
    let by = |v: i32| (f64::from(v) * scale).round() as i32;
    Point { x: c.x + by(mark.offset.x), y: c.y + by(mark.offset.y) }
}

/// All places worth a closer look, without those that are the same place twice.
pub fn candidates(
    sought: &Sought,
    view: &View<'_>,
    seen: &Sightings,
    looks: &[(f64, Scaled<'_>)],
    level: Level,
) -> Vec<Candidate> {
    let mut all: Vec<Candidate> = Vec::new();
    let size = sought.bbox.size();
    for (mark, spans) in sought.inside.iter().zip(&seen.inside) {
        for span in spans.iter().filter(|s| s.ratio >= level.min_ratio) {
            let scale =
                if span.ratio == 1.0 { scale_of(mark, span).unwrap_or(seen.scale) } else { seen.scale };
            let bbox = match sought.inside.len() {
                1 => around_text(mark, span, size, scale),
                _ => box_around(target_center(mark, span.bbox, scale), size, scale),
            };
            all.push(Candidate { bbox, scale, source: Source::Text });
        }
    }
    for (mark, spans) in sought.inside.iter().zip(&seen.meant) {
        for span in spans {
            let bbox = box_around(target_center(mark, span.bbox, seen.scale), size, seen.scale);
            all.push(Candidate { bbox, scale: seen.scale, source: Source::Meaning });
        }
    }
    let kind = sought.target.element_type.map(snake);
    for (element, &alike) in view.scene.state.ui_elements.iter().zip(&seen.names) {
        let is_kind = kind.as_ref().is_none_or(|k| same_type(k, &snake(element.element_type), level));
        if is_kind && alike >= LEAST_NAME {
            all.push(Candidate { bbox: element.bbox, scale: seen.scale, source: Source::Name });
        }
    }
    // Searching everywhere takes time, and where the words are, other places that look alike are other things.
    if let Some(sight) = view.sight().filter(|_| !seen.has_words()) {
        for (scale, look) in looks {
            let found = sight.best(look, MOST_LOOKS, LEAST_LOOK);
            all.extend(found.into_iter().map(|bbox| Candidate { bbox, scale: *scale, source: Source::Look }));
        }
    }
    for center in votes(sought, seen) {
        let bbox = box_around(center, size, seen.scale);
        all.push(Candidate { bbox, scale: seen.scale, source: Source::Landmarks });
    }
    if sought.inside.is_empty() {
        let alike = elements_like(sought, view.scene, seen.scale);
        all.extend(alike.map(|bbox| Candidate { bbox, scale: seen.scale, source: Source::Element }));
    }
    if sought.screen == view.page.size {
        all.push(Candidate { bbox: sought.bbox, scale: 1.0, source: Source::Position });
    }
    let screen = Rect::at(0, 0, view.page.size);
    let mut kept: Vec<Candidate> = Vec::new();
    for mut candidate in all {
        let Some(bbox) = candidate.bbox.intersection(&screen).filter(|b| !b.is_empty()) else { continue };
        candidate.bbox = bbox;
        let is_known = |k: &Candidate| match k.source {
            // Words say exactly where a thing is; what comes near them from elsewhere means the same thing.
            Source::Text if candidate.source != Source::Text => is_beside(k.bbox, bbox),
            _ => is_same_place(k.bbox, bbox),
        };
        if !kept.iter().any(is_known) {
            kept.push(candidate);
        }
    }
    kept
}

/// A type as it is written.
fn snake(kind: ElementType) -> String {
    serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Elements without words that are about as large as the target is now.
fn elements_like<'a>(sought: &'a Sought, scene: Scene<'a>, scale: f64) -> impl Iterator<Item = Rect> + 'a {
    let wanted = sought.bbox.area() as f64 * scale * scale;
    let is_like = move |e: &&UIElement| ELEMENT_AREAS.contains(&(e.bbox.area() as f64 / wanted.max(1.0)));
    let plain = scene.state.ui_elements.iter().filter(|e| e.label.is_empty());
    plain.filter(is_like).take(MOST_ELEMENTS).map(|e| e.bbox)
}

/// Two boxes that a click in the middle of either would treat alike.
pub fn is_same_place(a: Rect, b: Rect) -> bool {
    let (ca, cb) = (a.center(), b.center());
    let near = |d: i32, s1: u32, s2: u32| {
        f64::from(d.abs()) < SAME_PLACE * f64::from(s1.min(s2)).max(LEAST_SAME_PLACE)
    };
    near(ca.x - cb.x, a.width(), b.width()) && near(ca.y - cb.y, a.height(), b.height())
}

/// Two boxes less than half of them apart.
fn is_beside(a: Rect, b: Rect) -> bool {
    let (ca, cb) = (a.center(), b.center());
    let near = |d: i32, s1: u32, s2: u32, least: f64| {
        f64::from(d.abs()) < (BESIDE * f64::from(s1.min(s2))).max(least)
    };
    near(ca.x - cb.x, a.width(), b.width(), LEAST_BESIDE_X)
        && near(ca.y - cb.y, a.height(), b.height(), LEAST_BESIDE_Y)
}

/// The box that has the same margins around its text as the target had.
fn around_text(mark: &Mark, span: &Span, size: Size, scale: f64) -> Rect {
    let by = |v: f64| (v * scale).round() as i32;
    let (dx, dy) = (f64::from(mark.offset.x), f64::from(mark.offset.y));
    let pad = |outer: u32, inner: u32| (f64::from(outer) - f64::from(inner)) / 2.0;
    let (px, py) = (pad(size.width, mark.size.width), pad(size.height, mark.size.height));
    Rect::from([
        span.bbox.x1 - by(px - dx),
        span.bbox.y1 - by(py - dy),
        (span.bbox.x2 + by(px + dx)).max(span.bbox.x1 - by(px - dx) + 1),
        (span.bbox.y2 + by(py + dy)).max(span.bbox.y1 - by(py - dy) + 1),
    ])
}

/// How much a landmark counts: near ones say more.
pub fn weight(mark: &Mark) -> f64 {
    1.0 / (1.0 + mark.distance() / LANDMARK_FADE)
}

/// The places that most landmarks agree on.
fn votes(sought: &Sought, seen: &Sightings) -> Vec<Point> {
    let mut votes: Vec<(Point, f64)> = Vec::new();
    for (mark, spans) in sought.landmarks.iter().zip(&seen.landmarks) {
        for span in spans {
            let center = target_center(mark, span.bbox, seen.scale);
            votes.push((center, weight(mark) * span.ratio / spans.len() as f64));
        }
    }
    let mut places: Vec<(Point, f64)> = Vec::new();
    for &(center, _) in &votes {
        let near = |v: &&(Point, f64)| distance(v.0, center) <= VOTE_RADIUS;
        places.push((center, votes.iter().filter(near).map(|v| v.1).sum()));
    }
    places.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut kept: Vec<Point> = Vec::new();
    for (center, _) in places {
        if kept.iter().all(|&k| distance(k, center) > VOTE_RADIUS) {
            kept.push(center);
            if kept.len() == MOST_VOTES {
                break;
            }
        }
    }
    kept
}

/// Between two points.
pub fn distance(a: Point, b: Point) -> f64 {
    f64::from(a.x - b.x).hypot(f64::from(a.y - b.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::state;
    use crate::scene::Scene;
    use lea_model::{ElementType, UIElement};

    #[test]
    fn a_label_that_is_wrapped_is_found_on_its_button_and_not_across_two_things() {
        let screen = Size { width: 800, height: 600 };
        let shown = state(&[("New visit", 40, 100), ("Visits", 40, 200)]);
        let scene = Scene { state: &shown, frame: None };
        let (target, _) = crate::sought::remember(scene, screen, Rect::from([30, 90, 140, 130])).unwrap();
        let sought = Sought::new(&target, None);
        let mut now = state(&[("New", 60, 100), ("visit", 55, 120), ("Visits", 40, 200)]);
        let exact = |now: &lea_model::ScreenState| {
            let view = View::new(Scene { state: now, frame: None }, screen, None);
            let spans = Sightings::of(&sought, &view).inside.remove(0);
            spans.into_iter().filter(|s| s.ratio == 1.0).map(|s| s.bbox).collect::<Vec<_>>()
        };
        assert_eq!(exact(&now), [], "two texts, one below the other");
        let mut button = UIElement::new("el_0", ElementType::Button, Rect::from([30, 90, 140, 146]));
        button.label = "New visit".into();
        now.ui_elements.push(button);
        let found = exact(&now);
        assert_eq!(found.len(), 1);
        assert!(found[0].y1 <= 100 && found[0].y2 >= 120, "{found:?}");
    }
}
