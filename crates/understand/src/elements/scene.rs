//! What a detector looks at: regions, icons and lines of text of one screen, with what each asks often.

use super::grid::Grid;
use super::marks::{self, Mark};
use super::regions::{Colour, Map, distance};
use crate::params::scene::{
    IN_TEXT, INK_PART, LEAST_HEIGHT, OTHER_INK, UNDERLINE_CONTRAST, UNDERLINE_HEIGHT, UNDERLINE_TENTHS,
    USUAL_HEIGHT, WIDE_GAP,
};
use crate::text::{Line, Word};
use lea_frame::Frame;
use lea_model::Rect;

/// A line with its colours.
pub(crate) struct Words<'a> {
    pub(crate) line: &'a Line,
    pub(crate) bbox: Rect,
    pub(crate) paper: Colour,
    pub(crate) ink: Colour,
    /// A rule runs just below it.
    pub(crate) underlined: bool,
    /// The region it is written on.
    pub(crate) region: u32,
}

/// One screen.
pub(crate) struct Scene<'a> {
    pub(crate) frame: Frame<'a>,
    pub(crate) map: Map,
    pub(crate) words: Vec<Words<'a>>,
    /// Parts of lines of another colour than the rest, or further apart than words are: links in a sentence, entries of a bar.
    pub(crate) parts: Vec<(usize, Rect, Colour)>,
    /// Compact things that are not text.
    pub(crate) icons: Vec<Mark>,
    /// The height of most text, in pixels.
    pub(crate) unit: f32,
    /// The colour most text has.
    pub(crate) usual_ink: Colour,
    /// How much most text differs from its paper, in a channel.
    pub(crate) usual_contrast: i32,
    pub(crate) bounds: Rect,
}

impl<'a> Scene<'a> {
    /// Takes a screen apart.
    pub(crate) fn of(frame: Frame<'a>, lines: &'a [Line]) -> Self {
        let map = Map::of(frame);
        let bounds = frame.bounds();
        let unit = usual_height(lines);
        let words: Vec<Words<'a>> = lines
            .iter()
            .filter_map(|line| {
                let bbox = line.bbox.intersection(&bounds)?;
                let region = paper_of(&map, bbox)?;
                let paper = map.regions[region as usize].colour;
                let ink = ink(frame, bbox, paper);
                let underlined = is_underlined(&map, frame, bbox, paper);
                Some(Words { line, bbox, paper, ink, underlined, region })
            })
            .collect();
        let parts = words.iter().enumerate().flat_map(|(i, w)| parts_of(frame, i, w)).collect();
        let grid = Grid::of(bounds, words.iter().map(|w| w.bbox));
        let all = marks::marks(&map).into_iter().filter(|m| !is_text(m, &words, &grid)).collect();
        let icons = marks::icons(all, unit);
        let usual_ink = usual_ink(&words);
        let mut contrasts: Vec<i32> = words.iter().map(|w| distance(w.ink, w.paper)).collect();
        contrasts.sort_unstable();
        let usual_contrast = contrasts.get(contrasts.len() / 2).copied().unwrap_or(255);
        Self { usual_contrast, frame, map, words, parts, icons, unit, usual_ink, bounds }
    }

    /// The colour at a point; at the nearest one inside the frame where it lies outside.
    pub(crate) fn colour(&self, x: i32, y: i32) -> Colour {
        colour(self.frame, x, y)
    }

    /// The box of the region at a point.
    pub(crate) fn region_box(&self, region: u32) -> Rect {
        self.map.regions[region as usize].bbox
    }
}

/// The colour at a point; at the nearest one inside the frame where it lies outside.
pub(crate) fn colour(frame: Frame<'_>, x: i32, y: i32) -> Colour {
    let x = x.clamp(0, frame.size.width as i32 - 1) as usize;
    let y = y.clamp(0, frame.size.height as i32 - 1) as usize;
    frame.pixel(x, y)
}

/// The median height of lines.
fn usual_height(lines: &[Line]) -> f32 {
    let mut heights: Vec<u32> = lines.iter().map(|l| l.bbox.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).map_or(USUAL_HEIGHT, |h| (*h as f32).max(LEAST_HEIGHT))
}

/// The largest region just around a box.
fn paper_of(map: &Map, b: Rect) -> Option<u32> {
    let (cx, cy) = (b.center().x, b.center().y);
    let points = [(b.x1 - 2, cy), (b.x2 + 1, cy), (cx, b.y1 - 2), (cx, b.y2 + 1), (b.x1 - 1, b.y1 - 1)];
    let around = points.iter().filter_map(|(x, y)| map.at(*x, *y));
    // Most of the five agree; where they do not, the smaller region is the face the words stand on.
    let mut found: Vec<u32> = around.collect();
    found.sort_unstable();
    let count = |r: u32| found.iter().filter(|f| **f == r).count();
    let mut best: Option<u32> = None;
    for &r in &found {
        if best.is_none_or(|b| count(r) > count(b)) {
            best = Some(r);
        }
    }
    best
}

/// The colour furthest from the paper, as the mean of the furthest pixels of a box.
pub(crate) fn ink(frame: Frame<'_>, b: Rect, paper: Colour) -> Colour {
    let mut histogram = [0u32; 256];
    let rows = || (b.y1 as usize..b.y2 as usize).map(|y| frame.row(y, b.x1 as usize, b.x2 as usize));
    for p in rows().flat_map(|row| row.chunks_exact(4)) {
        histogram[distance([p[0], p[1], p[2]], paper) as usize] += 1;
    }
    // The furthest twentieth is the heart of the strokes, without their soft edges.
    let wanted = (b.area() / INK_PART).max(1) as u32;
    let (mut count, mut least) = (0, 255);
    while least > 0 {
        count += histogram[least];
        if count >= wanted {
            break;
        }
        least -= 1;
    }
    let (mut sum, mut n) = ([0u32; 3], 0);
    for p in rows().flat_map(|row| row.chunks_exact(4)) {
        if distance([p[0], p[1], p[2]], paper) as usize >= least {
            n += 1;
            for i in 0..3 {
                sum[i] += u32::from(p[i]);
            }
        }
    }
    sum.map(|s| (s / n.max(1)) as u8)
}

/// A rule at most a few pixels below the letters, about as wide as they are.
fn is_underlined(map: &Map, frame: Frame<'_>, b: Rect, paper: Colour) -> bool {
    let quarter = b.width() as i32 / 4;
    (b.y2 - 3..b.y2 + 4).any(|y| {
        let ends = [b.x1 + 1, b.x1 + quarter, b.center().x, b.x2 - quarter, b.x2 - 2];
        let regions = ends.map(|x| map.at(x, y));
        let Some(rule) = regions[2] else { return false };
        let r = map.regions[rule as usize].bbox;
        let is_rule = r.height() <= UNDERLINE_HEIGHT
            && r.width() * 10 <= b.width() * UNDERLINE_TENTHS.end()
            && r.width() * 10 >= b.width() * UNDERLINE_TENTHS.start();
        is_rule
            && (0..frame.size.height as i32).contains(&y)
            && distance(map.regions[rule as usize].colour, paper) > UNDERLINE_CONTRAST
    })
}

/// Runs of words of a line that have one ink and stand as close as words do; none where all of it does.
fn parts_of(frame: Frame<'_>, index: usize, words: &Words<'_>) -> Vec<(usize, Rect, Colour)> {
    let bounds = frame.bounds();
    let wide = (words.bbox.height() as f32 * WIDE_GAP) as i32;
    let mut parts: Vec<(Rect, Colour)> = Vec::new();
    for word in &words.line.words {
        let Some(bbox) = word.bbox.intersection(&bounds) else { continue };
        let ink = ink(frame, bbox, words.paper);
        match parts.last_mut() {
            Some((all, colour)) if distance(*colour, ink) <= OTHER_INK && bbox.x1 - all.x2 <= wide => {
                *all = all.union(&bbox);
            }
            _ => parts.push((bbox, ink)),
        }
    }
    if parts.len() < 2 { Vec::new() } else { parts.into_iter().map(|(b, c)| (index, b, c)).collect() }
}

/// The mark is a letter: it lies in a word of several characters that are as wide as letters are, or in a single one between
/// such words. Icons are read as letters too, mostly alone, at the ends of lines, or as words far too wide.
fn is_text(mark: &Mark, words: &[Words<'_>], grid: &Grid) -> bool {
    grid.near(mark.bbox).into_iter().map(|i| words[i].line).any(|line| {
        let holds = |b: &Rect| {
            let share =
                b.intersection(&mark.bbox).map_or(0, |i| i.area()) as f32 / mark.bbox.area().max(1) as f32;
            share >= IN_TEXT
        };
        let Some(at) = line.words.iter().position(|w| holds(&w.bbox)) else {
            return line.words.is_empty() && line.text.chars().count() > 1 && holds(&line.bbox);
        };
        let is_plain = |w: &Word| {
            let characters = w.text.chars().count() as u32;
            characters > 1 && w.bbox.width() <= (characters + 1) * w.bbox.height()
        };
        let is_inside = at > 0 && at + 1 < line.words.len();
        is_plain(&line.words[at]) || (is_inside && line.words.iter().any(is_plain))
    })
}

/// The ink that most characters have.
fn usual_ink(words: &[Words<'_>]) -> Colour {
    let mut bins: Vec<(Colour, usize)> = Vec::new();
    for w in words {
        let n = w.line.text.len();
        match bins.iter_mut().find(|(c, _)| distance(*c, w.ink) <= OTHER_INK / 2) {
            Some((_, count)) => *count += n,
            None => bins.push((w.ink, n)),
        }
    }
    bins.iter().max_by_key(|(_, n)| *n).map_or([0; 3], |(c, _)| *c)
}
