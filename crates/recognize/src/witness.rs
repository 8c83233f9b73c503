//! What speaks for and against a place being the target. Each witness is a number that means the same on every screen.

use crate::candidates::{Candidate, Sightings, distance, target_center, weight};
use crate::label;
use crate::level::{Level, same_role};
use crate::look::Likeness;
use crate::page::{Page, Span};
use crate::params::accept::LABEL_GONE;
use crate::params::witness::{
    LANDMARK_SLACK, LANDMARK_STRETCH, LEAST_ROW_HEIGHT, NEAREST_LANDMARKS, NEUTRAL, OCTANT_WIDTH,
    POSITION_FALL, ROW_HEIGHT, SAME_PLACE_FADE, SAME_WORD, TEXT_SLACK, TEXT_SLACK_HEIGHT, TEXT_STRETCH,
};
use crate::shapes;
use crate::sought::{Mark, Sought, element_at};
use crate::view::View;
use lea_model::{Point, Rect};
use serde::Serialize;
use std::collections::HashMap;

/// What all witnesses say of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Witnesses {
    /// How much of the target's own text is there, 0..1; 0 where it had none.
    pub label: f64,
    /// 1 where all of it is there, letter for letter.
    pub label_exact: f64,
    /// How many of its words are there, 0..1.
    pub label_words: f64,
    /// 1 where the text stands alone, or among other words, as it did.
    pub label_alone: f64,
    /// 1 where there is another text in its place.
    pub other_text: f64,
    /// How nearly the words there mean the same, 0..1.
    pub meaning: f64,
    /// 1 where the target's text is not there and no other text either: it may not have been readable.
    pub unread: f64,
    /// How alike the place looks, from afar and close up.
    #[serde(flatten)]
    pub look: Likeness,
    /// How many of the landmarks are where they should be, seen from there, 0..1.
    pub landmarks: f64,
    /// The same for the three nearest.
    pub near_landmarks: f64,
    /// How many landmarks are on the side they should be, however far.
    pub sides: f64,
    /// Of the landmarks left and right of it, how many are in its row.
    pub row: f64,
    /// How many landmarks are on the screen and not where they should be, 0..1.
    pub astray: f64,
    /// How many of the elements around it are where they should be, 0..1.
    pub shapes: f64,
    /// 1 where the target was, falling to 0 half a screen away.
    pub position: f64,
    /// 1 at exactly the same place.
    pub same_place: f64,
    /// 1 at the size it had, less when larger or smaller.
    pub size: f64,
    /// 1 for the same type of element, 0.5 where either is unknown.
    pub kind: f64,
    /// 1 for the same role, 0.5 where either is unknown.
    pub role: f64,
    /// How well the label beside it is the target's name, 0..1; 0.5 where it has none, or there is none.
    pub name: f64,
    /// 1 where there is neither an element nor a word.
    pub vacant: f64,
}

impl Witnesses {
    /// Each witness by its name.
    pub fn by_name(&self) -> HashMap<&'static str, f64> {
        HashMap::from([
            ("label", self.label),
            ("label_exact", self.label_exact),
            ("label_words", self.label_words),
            ("label_alone", self.label_alone),
            ("other_text", self.other_text),
            ("meaning", self.meaning),
            ("unread", self.unread),
            ("grey", self.look.grey),
            ("edges", self.look.edges),
            ("fine_grey", self.look.fine_grey),
            ("fine_edges", self.look.fine_edges),
            ("core", self.look.core),
            ("colours", self.look.colours),
            ("landmarks", self.landmarks),
            ("near_landmarks", self.near_landmarks),
            ("sides", self.sides),
            ("row", self.row),
            ("astray", self.astray),
            ("shapes", self.shapes),
            ("position", self.position),
            ("same_place", self.same_place),
            ("size", self.size),
            ("kind", self.kind),
            ("role", self.role),
            ("name", self.name),
            ("vacant", self.vacant),
        ])
    }
}

/// Asks all witnesses but look about a place.
pub fn witnesses(
    sought: &Sought,
    view: &View<'_>,
    seen: &Sightings,
    candidate: &Candidate,
    level: Level,
) -> Witnesses {
    let center = candidate.bbox.center();
    let mut said = Witnesses { size: size(sought, candidate), ..Witnesses::default() };
    let has_text = view.page.has_word_in(candidate.bbox);
    label(sought, &view.page, seen, candidate, level, &mut said);
    if said.label < LABEL_GONE {
        // A thing without text that has text now is rather another thing, and so is one with another text.
        said.other_text = f64::from(u8::from(has_text));
        said.unread = f64::from(u8::from(!has_text && !sought.inside.is_empty()));
    }
    landmarks(sought, seen, center, candidate.scale, &mut said);
    said.shapes = shapes::agree(&sought.shapes, &view.scene.state.ui_elements, center, candidate.scale);
    position(sought, &view.page, candidate, &mut said);
    let element = element_at(view.scene, candidate.bbox);
    let same = |a: Option<bool>| a.map_or(NEUTRAL, |same| f64::from(u8::from(same)));
    let kind = element.zip(sought.target.element_type).map(|(e, kind)| e.element_type == kind);
    let role = element.zip(sought.target.role.as_ref()).map(|(e, role)| same_role(&e.role, role, level));
    (said.kind, said.role) = (same(kind), same(role));
    let named = view.scene.state.ui_elements.iter().zip(&seen.names);
    let mut named =
        named.filter(|(e, _)| element.is_some_and(|own| std::ptr::eq(own, *e)) && !e.label.is_empty());
    said.name = named.next().map_or(NEUTRAL, |(_, name)| *name);
    said.vacant = f64::from(u8::from(element.is_none() && !has_text));
    said
}

fn size(sought: &Sought, candidate: &Candidate) -> f64 {
    let grown = candidate.bbox.area() as f64 / sought.bbox.area().max(1) as f64;
    1.0 / (1.0 + grown.ln().abs())
}

fn label<'a>(
    sought: &Sought,
    page: &Page,
    seen: &'a Sightings,
    candidate: &Candidate,
    level: Level,
    said: &mut Witnesses,
) {
    if sought.inside.is_empty() {
        return;
    }
    let (mut sum, mut total, mut exact, mut alone, mut words) = (0.0, 0.0, true, 0.0, 0.0);
    let mut meant = 0.0;
    for ((mark, spans), alike) in sought.inside.iter().zip(&seen.inside).zip(&seen.meant) {
        let letters = mark.text.chars().count() as f64;
        total += letters;
        let best = |spans: &'a [Span]| {
            let there = spans.iter().filter(|s| is_at(mark, s.bbox, candidate, level));
            there.max_by(|a, b| a.ratio.total_cmp(&b.ratio))
        };
        let meaning = best(alike).map_or(0.0, |s| s.ratio);
        let best = best(spans);
        meant += letters * best.map_or(0.0, |s| s.ratio).max(meaning);
        match best {
            Some(span) => {
                sum += letters * span.ratio;
                exact &= span.ratio == 1.0;
                words += letters * common_words(mark, page, span);
                alone += letters * f64::from(u8::from(stands_alone(page, span)));
            }
            None => exact = false,
        }
    }
    said.label = sum / f64::max(total, 1.0);
    said.meaning = meant / f64::max(total, 1.0);
    said.label_exact = f64::from(u8::from(exact));
    said.label_words = words / f64::max(total, 1.0);
    said.label_alone = alone / f64::max(total, 1.0);
}

/// The share of a mark's words that are among the words found, give or take a letter.
fn common_words(mark: &Mark, page: &Page, span: &Span) -> f64 {
    let line = &page.lines[span.line];
    let there: Vec<&str> = (span.words.0..span.words.1).map(|i| line.says(i, i + 1)).collect();
    let is_there = |word: &&String| there.iter().any(|t| label::ratio(word, t) >= SAME_WORD);
    // Words that run together are one word for the reader.
    if span.ratio == 1.0 || mark.each_word.is_empty() {
        return span.ratio;
    }
    mark.each_word.iter().filter(is_there).count() as f64 / mark.each_word.len() as f64
}

/// The mark is where it should be if the candidate is the target.
fn is_at(mark: &Mark, span: Rect, candidate: &Candidate, level: Level) -> bool {
    let (wanted, got) = (candidate.bbox.center(), target_center(mark, span, candidate.scale));
    // A text may have grown: half of that on either side.
    let grown = f64::from(span.width().abs_diff(mark.size.width)) / 2.0;
    let slack = (TEXT_SLACK + TEXT_STRETCH * mark.distance()) * level.pad_mul;
    let (dx, dy) = (f64::from((wanted.x - got.x).abs()), f64::from((wanted.y - got.y).abs()));
    dx <= slack + grown && dy <= slack.max(TEXT_SLACK_HEIGHT * f64::from(mark.size.height))
}

/// No other word of the line is near.
fn stands_alone(page: &Page, span: &Span) -> bool {
    let line = &page.lines[span.line];
    let gap = i64::from(span.bbox.height());
    let before = span.words.0.checked_sub(1).and_then(|i| line.words.get(i));
    let after = line.words.get(span.words.1);
    before.is_none_or(|w| i64::from(span.bbox.x1 - w.bbox.x2) > gap)
        && after.is_none_or(|w| i64::from(w.bbox.x1 - span.bbox.x2) > gap)
}

fn landmarks(sought: &Sought, seen: &Sightings, center: Point, scale: f64, said: &mut Witnesses) {
    let (mut total, mut at_place, mut on_side, mut near) = (0.0, 0.0, 0.0, 0.0);
    let (mut in_row, mut row_total, mut there) = (0.0, 0.0, 0.0);
    let nearest = sought.landmarks.len().min(NEAREST_LANDMARKS);
    for (i, (mark, spans)) in sought.landmarks.iter().zip(&seen.landmarks).enumerate() {
        let weight = weight(mark);
        let is_beside =
            f64::from(mark.offset.y.abs()) < ROW_HEIGHT * f64::from(mark.size.height).max(LEAST_ROW_HEIGHT);
        // A layout stretches: the further away, the less exactly.
        let slack = LANDMARK_SLACK + LANDMARK_STRETCH * mark.distance();
        let agrees = |span: &Span| {
            let off = distance(target_center(mark, span.bbox, scale), center);
            span.ratio * (-(off / slack).powi(2) / 2.0).exp()
        };
        let side = |span: &Span| {
            let now = Point { x: center.x - span.bbox.center().x, y: center.y - span.bbox.center().y };
            span.ratio * f64::from(u8::from(octant(now) == octant(mark.offset)))
        };
        let best = |f: &dyn Fn(&Span) -> f64| spans.iter().map(f).fold(0.0, f64::max);
        let agreement = best(&agrees);
        total += weight;
        at_place += weight * agreement;
        there += weight * best(&|span: &Span| span.ratio);
        on_side += weight * best(&side);
        if i < nearest {
            near += agreement;
        }
        if is_beside {
            let row = |span: &Span| {
                let dy = f64::from((span.bbox.center().y - center.y).abs());
                let same_side = (center.x > span.bbox.center().x) == (mark.offset.x > 0);
                span.ratio
                    * f64::from(u8::from(
                        same_side && dy < ROW_HEIGHT * f64::from(span.bbox.height()).max(LEAST_ROW_HEIGHT),
                    ))
            };
            // What is in many rows tells none of them.
            let weight = weight / spans.len().max(1) as f64;
            row_total += weight;
            in_row += weight * best(&row);
        }
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { NEUTRAL };
    said.landmarks = share(at_place, total);
    said.astray = if total > 0.0 { (there - at_place) / total } else { 0.0 };
    said.sides = share(on_side, total);
    said.near_landmarks = share(near, nearest as f64);
    said.row = share(in_row, row_total);
}

/// One of eight directions.
fn octant(p: Point) -> (i8, i8) {
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    let sign = |a: f64, b: f64| if a.abs() < OCTANT_WIDTH * b.abs() { 0 } else { a.signum() as i8 };
    (sign(x, y), sign(y, x))
}

fn position(sought: &Sought, page: &Page, candidate: &Candidate, said: &mut Witnesses) {
    let (old, new) = (sought.bbox.center(), candidate.bbox.center());
    let part = |p: Point, size: lea_model::Size| {
        (f64::from(p.x) / f64::from(size.width.max(1)), f64::from(p.y) / f64::from(size.height.max(1)))
    };
    let ((x1, y1), (x2, y2)) = (part(old, sought.screen), part(new, page.size));
    said.position = (1.0 - POSITION_FALL * (x1 - x2).hypot(y1 - y2)).max(0.0);
    said.same_place = (-distance(old, new) / SAME_PLACE_FADE).exp();
}
