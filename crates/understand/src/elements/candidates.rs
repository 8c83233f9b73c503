//! Candidates: every box that might be an element, far more than there are. What they are is judged afterwards.

use super::grid::Grid;
use super::regions::distance;
use super::scene::Scene;
use crate::params::candidates::{
    BAND_HEIGHTS, BAND_RULE, BAND_WIDTH, BLOCK_ALIGNED, BLOCK_LINES, BLOCK_ROOM, BORDER_CONTRAST,
    FIELD_HEIGHTS, FIELD_RULE, ICON_HIGHEST, ICON_LEVEL, ICON_PADDED, ICON_PADDED_WIDE, ICON_REACH,
    ICON_SIZES, KNOB_REACH, KNOB_SIZES, LEAST_CANDIDATE, LEAST_SIDE, LEAST_SOLIDITY, LEAST_TEXT_HEIGHT,
    LINE_REACH, LONG, MOST_PERCENT, PADDED, PADDED_WIDE, SIGN_HALF, STRIP_REACH, THICKEST_BORDER, THIN,
    THINNEST_ICON, WHOLE_WIDTH, WITH_ICON,
};
use lea_model::Rect;

/// Where a candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// A region of one colour, with its border.
    Face,
    /// A line of text.
    Text,
    /// A line with a little room around it, as entries of menus have.
    Padded,
    /// A line with more room, as tabs have.
    Wide,
    /// An icon and the text beside it, with a little room.
    IconText,
    /// A line as wide as the paper it stands on.
    Row,
    /// A compact mark.
    Icon,
    /// A mark with a little room.
    IconPadded,
    /// A mark with the room of a button of a toolbar.
    IconWide,
    /// A rule with room for text above it.
    Underline,
    /// A bar with a knob on it.
    Slider,
    /// Words of another colour in a line.
    Part,
    /// The same with a little room around.
    PartPadded,
    /// What lies between two rules of one length.
    Band,
    /// Lines close below each other, as wide as their paper.
    Block,
    /// A line grown to fill the strip of paper it stands on, up to rules and neighbours.
    Strip,
}

/// A box that might be an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) bbox: Rect,
    pub(crate) source: Source,
    /// The region it was made from.
    pub(crate) region: Option<u32>,
    /// The line of text it was made from.
    pub(crate) line: Option<usize>,
}

/// All candidates of a scene, each box once for every source.
pub(crate) fn candidates(scene: &Scene<'_>) -> Vec<Candidate> {
    let mut all = faces(scene);
    texts(scene, &mut all);
    icons(scene, &mut all);
    rules(scene, &mut all);
    bands(scene, &mut all);
    let bounds = scene.bounds;
    all.retain_mut(|c| match c.bbox.intersection(&bounds) {
        Some(inside) if inside.width() >= LEAST_CANDIDATE && inside.height() >= LEAST_CANDIDATE => {
            c.bbox = inside;
            true
        }
        _ => false,
    });
    all.sort_unstable_by_key(|c| (c.bbox, c.source));
    all.dedup_by_key(|c| (c.bbox, c.source));
    all
}

fn faces(scene: &Scene<'_>) -> Vec<Candidate> {
    let whole = scene.bounds.area();
    let mut found = Vec::new();
    for (i, r) in scene.map.regions.iter().enumerate() {
        let b = r.bbox;
        if b.width() < LEAST_SIDE
            || b.height() < LEAST_SIDE
            || r.solidity() < LEAST_SOLIDITY
            || b.area() * 100 > whole * MOST_PERCENT
        {
            continue;
        }
        let bbox = b.padded(border(scene, b));
        found.push(Candidate { bbox, source: Source::Face, region: Some(i as u32), line: None });
    }
    found
}

/// How thick the border around a face is, in pixels: the middle of what its four sides say.
pub(crate) fn border(scene: &Scene<'_>, b: Rect) -> i32 {
    let (cx, cy) = (b.x1 + b.width() as i32 / 3, b.y1 + b.height() as i32 / 3);
    let sides = [(cx, b.y1, 0, -1), (cx, b.y2 - 1, 0, 1), (b.x1, cy, -1, 0), (b.x2 - 1, cy, 1, 0)];
    let mut thick = sides.map(|(x, y, dx, dy)| {
        let far = THICKEST_BORDER + 1;
        let out = scene.colour(x + dx * far, y + dy * far);
        let is_border = |d: &i32| distance(scene.colour(x + dx * d, y + dy * d), out) > BORDER_CONTRAST;
        (1..=THICKEST_BORDER).rev().find(is_border).unwrap_or(0)
    });
    thick.sort_unstable();
    thick[1]
}

fn texts(scene: &Scene<'_>, all: &mut Vec<Candidate>) {
    let lines = Grid::of(scene.bounds, scene.words.iter().map(|w| w.bbox));
    let icons = Grid::of(scene.bounds, scene.icons.iter().map(|i| i.bbox));
    for (i, words) in scene.words.iter().enumerate() {
        let b = words.bbox;
        let h = (b.height() as f32).max(scene.unit * LEAST_TEXT_HEIGHT);
        let mut add = |bbox: Rect, source: Source| {
            all.push(Candidate { bbox, source, region: Some(words.region), line: Some(i) });
        };
        let grown = |x: f32, y: f32| Rect {
            x1: b.x1 - (h * x) as i32,
            y1: b.y1 - (h * y) as i32,
            x2: b.x2 + (h * x) as i32,
            y2: b.y2 + (h * y) as i32,
        };
        add(b.padded(2), Source::Text);
        add(grown(PADDED.0, PADDED.1), Source::Padded);
        add(grown(PADDED_WIDE.0, PADDED_WIDE.1), Source::Wide);
        // An icon on either side belongs to the words when it is near them.
        let reach = Rect { x1: b.x1 - (h * ICON_REACH) as i32, x2: b.x2 + (h * ICON_REACH) as i32, ..b };
        let beside = icons.near(reach).into_iter().map(|j| scene.icons[j].bbox).filter(|icon| {
            let is_level = (icon.center().y - b.center().y).abs() as f32 <= h * ICON_LEVEL;
            is_level && icon.intersection(&reach).is_some() && (icon.height() as f32) < h * ICON_HIGHEST
        });
        let with_icons = beside.fold(b, |all, icon| all.union(&icon));
        if with_icons != b {
            let (px, py) = ((h * WITH_ICON.0) as i32, (h * WITH_ICON.1) as i32);
            let r = with_icons;
            add(Rect { x1: r.x1 - px, y1: r.y1 - py, x2: r.x2 + px, y2: r.y2 + py }, Source::IconText);
        }
        strip(scene, &lines, i, &mut add);
    }
    for (line, bbox, _) in &scene.parts {
        let region = Some(scene.words[*line].region);
        let (x, y) = ((bbox.height() as f32 * PADDED.0) as i32, (bbox.height() as f32 * PADDED.1) as i32);
        let padded = Rect { x1: bbox.x1 - x, y1: bbox.y1 - y, x2: bbox.x2 + x, y2: bbox.y2 + y };
        for (bbox, source) in [(bbox.padded(2), Source::Part), (padded, Source::PartPadded)] {
            all.push(Candidate { bbox, source, region, line: Some(*line) });
        }
    }
    blocks(scene, &lines, all);
}

/// Two to four lines close below each other, left-aligned: entries of lists that have a title and a note.
fn blocks(scene: &Scene<'_>, lines: &Grid, all: &mut Vec<Candidate>) {
    let near = (scene.unit * BLOCK_ALIGNED) as i32;
    for (i, first) in scene.words.iter().enumerate() {
        let paper = scene.region_box(first.region);
        let mut last = first.bbox;
        let mut count = 1;
        while count < BLOCK_LINES {
            let gap = (last.height() as f32 * LINE_REACH) as i32;
            let reach = Rect { y1: last.y2, y2: last.y2 + gap, ..last };
            let below = lines.near(reach).into_iter().map(|j| &scene.words[j]).filter(|w| {
                w.region == first.region
                    && (w.bbox.x1 - first.bbox.x1).abs() <= near
                    && (1..=gap).contains(&(w.bbox.y1 - last.y2 + 1))
            });
            let Some(next) = below.min_by_key(|w| w.bbox.y1) else { break };
            last = next.bbox;
            count += 1;
            let room = (scene.unit * BLOCK_ROOM) as i32;
            let bbox = Rect {
                x1: paper.x1,
                x2: paper.x2,
                y1: (first.bbox.y1 - room).max(paper.y1),
                y2: (last.y2 + room).min(paper.y2),
            };
            all.push(Candidate { bbox, source: Source::Block, region: Some(first.region), line: Some(i) });
        }
    }
}

/// The row and the strip of a line: as wide as its paper, as high as halfway to the lines above and below.
fn strip(scene: &Scene<'_>, lines: &Grid, i: usize, add: &mut impl FnMut(Rect, Source)) {
    let words = &scene.words[i];
    let (b, paper) = (words.bbox, scene.region_box(words.region));
    let h = (b.height() as f32).max(scene.unit * LEAST_TEXT_HEIGHT);
    let room = (h * 2.0) as i32;
    let reach = Rect { y1: b.y1 - room, y2: b.y2 + room, ..b };
    let (mut y1, mut y2) =
        (paper.y1.max(b.y1 - (h * LINE_REACH) as i32), paper.y2.min(b.y2 + (h * LINE_REACH) as i32));
    for j in lines.near(reach).into_iter().filter(|j| *j != i) {
        let o = scene.words[j].bbox;
        if o.x2 <= b.x1 || o.x1 >= b.x2 {
            continue;
        }
        if o.y2 <= b.y1 + 2 {
            y1 = y1.max(i32::midpoint(o.y2, b.y1));
        } else if o.y1 >= b.y2 - 2 {
            y2 = y2.min(i32::midpoint(b.y2, o.y1));
        }
    }
    let level = |x: usize| b.y1 < scene.words[x].bbox.y2 && scene.words[x].bbox.y1 < b.y2;
    let (mut x1, mut x2) = (paper.x1, paper.x2);
    let across = Rect { x1: paper.x1, x2: paper.x2, ..b };
    for j in lines.near(across).into_iter().filter(|j| *j != i && level(*j)) {
        let o = scene.words[j].bbox;
        if o.x2 <= b.x1 {
            x1 = x1.max(i32::midpoint(o.x2, b.x1));
        } else if o.x1 >= b.x2 {
            x2 = x2.min(i32::midpoint(b.x2, o.x1));
        }
    }
    if (paper.width() as f32) < scene.bounds.width() as f32 * WHOLE_WIDTH {
        add(Rect { x1: paper.x1, x2: paper.x2, y1, y2 }, Source::Row);
    }
    let (near_x1, near_x2) = (b.x1 - (h * STRIP_REACH) as i32, b.x2 + (h * STRIP_REACH) as i32);
    add(Rect { x1: x1.max(near_x1), x2: x2.min(near_x2), y1, y2 }, Source::Strip);
}

fn icons(scene: &Scene<'_>, all: &mut Vec<Candidate>) {
    for icon in &scene.icons {
        let b = icon.bbox;
        let (w, h) = (b.width() as f32 / scene.unit, b.height() as f32 / scene.unit);
        if !ICON_SIZES.contains(&w.max(h)) || w.min(h) < THINNEST_ICON {
            continue;
        }
        let mut add =
            |bbox: Rect, source: Source| all.push(Candidate { bbox, source, region: None, line: None });
        add(b, Source::Icon);
        // A button around an icon is square, and has the room of half or all of a line on each side.
        let c = b.center();
        let side = b.width().max(b.height()) as f32;
        let square = |room: f32| {
            let half = ((side + room * scene.unit) / 2.0) as i32;
            Rect { x1: c.x - half, y1: c.y - half, x2: c.x + half, y2: c.y + half }
        };
        add(square(ICON_PADDED), Source::IconPadded);
        add(square(ICON_PADDED_WIDE), Source::IconWide);
    }
    for words in scene.words.iter().filter(|w| w.line.text.chars().count() <= 2) {
        let c = words.bbox.center();
        let half = (scene.unit * SIGN_HALF) as i32;
        let bbox = Rect { x1: c.x - half, y1: c.y - half, x2: c.x + half, y2: c.y + half };
        all.push(Candidate { bbox, source: Source::IconPadded, region: None, line: None });
    }
}

/// What lies between a rule and the next one below it of the same length.
fn bands(scene: &Scene<'_>, all: &mut Vec<Candidate>) {
    let is_rule = |b: &Rect| b.height() <= BAND_RULE && b.width() as f32 >= scene.unit * BAND_WIDTH;
    let mut rules: Vec<Rect> = scene.map.regions.iter().map(|r| r.bbox).filter(is_rule).collect();
    rules.sort_unstable_by_key(|b| (b.x1, b.x2, b.y1));
    for pair in rules.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let gap = (b.y1 - a.y2) as f32 / scene.unit;
        if a.x1 == b.x1 && a.x2 == b.x2 && BAND_HEIGHTS.contains(&gap) {
            let bbox = Rect { y1: a.y2, y2: b.y1, ..a };
            all.push(Candidate { bbox, source: Source::Band, region: None, line: None });
        }
    }
}

/// Bands that are only the room between two boxes of a form, one above the other: their rules are the lower side of the one and the upper
/// side of the other. What stands there has boxes of its own. Given by their number.
pub(crate) fn gaps(all: &[Candidate], unit: f32) -> Vec<bool> {
    let highest = (unit * BAND_HEIGHTS.end()) as u32;
    let is_box = |c: &&Candidate| c.source == Source::Face && c.bbox.height() <= highest;
    let boxes: Vec<Rect> = all.iter().filter(is_box).map(|c| c.bbox).collect();
    let corner = unit as i32;
    let is_gap = |c: &Candidate| {
        let fits = |b: &Rect| {
            (0..=corner).contains(&(c.bbox.x1 - b.x1)) && (0..=corner).contains(&(b.x2 - c.bbox.x2))
        };
        let meets = |a: i32, b: i32| (a - b).abs() <= THICKEST_BORDER;
        let above = || boxes.iter().any(|b| fits(b) && meets(b.y2, c.bbox.y1) && b.y1 < c.bbox.y1);
        let below = || boxes.iter().any(|b| fits(b) && meets(b.y1, c.bbox.y2) && b.y2 > c.bbox.y2);
        c.source == Source::Band && above() && below()
    };
    all.iter().map(is_gap).collect()
}

/// Rules that may underline a field, and bars that may carry a knob.
fn rules(scene: &Scene<'_>, all: &mut Vec<Candidate>) {
    let knobs = Grid::of(scene.bounds, scene.icons.iter().map(|i| i.bbox));
    let discs: Vec<Rect> = all
        .iter()
        .filter(|c| c.source == Source::Face)
        .map(|c| c.bbox)
        .filter(|b| {
            let (w, h) = (b.width() as f32 / scene.unit, b.height() as f32 / scene.unit);
            KNOB_SIZES.contains(&w) && KNOB_SIZES.contains(&h)
        })
        .collect();
    let disc_grid = Grid::of(scene.bounds, discs.iter().copied());
    for (i, r) in scene.map.regions.iter().enumerate() {
        let b = r.bbox;
        let (w, h) = (b.width() as f32 / scene.unit, b.height() as f32 / scene.unit);
        if h > THIN || w < 1.0 {
            continue;
        }
        if w >= LONG && b.height() <= FIELD_RULE {
            for high in FIELD_HEIGHTS {
                let bbox = Rect { y1: b.y2 - (scene.unit * high) as i32, ..b };
                all.push(Candidate { bbox, source: Source::Underline, region: Some(i as u32), line: None });
            }
        }
        let reach = b.padded((scene.unit * KNOB_REACH) as i32);
        let near = knobs.near(reach).into_iter().map(|k| scene.icons[k].bbox);
        for knob in near.chain(disc_grid.near(reach).into_iter().map(|k| discs[k])) {
            let is_on = (knob.center().y - b.center().y).abs() <= 2 && knob.height() > b.height() + 2;
            let size = knob.width().max(knob.height()) as f32 / scene.unit;
            if !is_on || knob.intersection(&reach).is_none() || !KNOB_SIZES.contains(&size) {
                continue;
            }
            // The bar may have another colour on the other side of the knob.
            let mut bar = b.union(&knob);
            let beyond = [(knob.x2 + 2, b.center().y), (knob.x1 - 3, b.center().y)];
            for other in beyond.iter().filter_map(|(x, y)| scene.map.at(*x, *y)) {
                let o = scene.region_box(other);
                if (o.height() as f32) <= THIN * scene.unit && (o.center().y - b.center().y).abs() <= 2 {
                    bar = bar.union(&o);
                }
            }
            if bar.width() as f32 >= LONG * scene.unit {
                all.push(Candidate { bbox: bar, source: Source::Slider, region: Some(i as u32), line: None });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_two_boxes_of_a_form_is_no_box() {
        let of =
            |source: Source, b: [i32; 4]| Candidate { bbox: Rect::from(b), source, region: None, line: None };
        let gap = of(Source::Band, [712, 238, 1135, 278]);
        let above = of(Source::Face, [708, 205, 1139, 238]);
        let below = of(Source::Face, [708, 278, 1139, 311]);
        let inside = of(Source::Face, [708, 244, 1039, 271]);
        assert_eq!(gaps(&[gap, above, below, inside], 14.0), [true, false, false, false]);
        assert_eq!(gaps(&[gap, above, inside], 14.0), [false, false, false], "a rule below is no box");
        let wide = of(Source::Face, [40, 278, 1139, 311]);
        assert!(!gaps(&[gap, above, wide], 14.0)[0], "another box");
    }
}
