//! Proposals made into elements: in reading order, named, placed in what contains them, with how they look.

use super::features::is_bullets;
use super::labels::{self, Named};
use super::outline::outline_of;
use super::regions::{Colour, distance};
use super::scene::{colour, ink};
use super::{Detector, Proposal};
use crate::params::elements::{
    COLOUR_BIN, COLOUR_SAMPLES, COLUMN_START, HINT_CONTRAST, ICON_CONTRAST, ICON_PIXELS, ICON_ROOM,
    LABEL_CONTRAST, LEAST_ICON_ROOM, LEAST_SURE, LINED_EDGE, MEDIUM, ROUND_CORNERS, SMALL, SQUARE_PART,
    WITHIN,
};
use crate::params::scene::{LEAST_HEIGHT, USUAL_HEIGHT};
use crate::text::Line;
use lea_frame::Frame;
use lea_model::element::VisualFeatures;
use lea_model::{ElementType, Rect, UIElement};

/// The elements of a screen, in reading order. Equal pictures give equal elements.
pub fn elements(frame: Frame<'_>, lines: &[Line], detector: &dyn Detector) -> Vec<UIElement> {
    let bounds = frame.bounds();
    let mut proposals: Vec<Proposal> = detector
        .detect(frame, lines)
        .into_iter()
        .filter_map(|p| Some(Proposal { bbox: p.bbox.intersection(&bounds)?, ..p }))
        .filter(|p| (LEAST_SURE..=1.0).contains(&p.confidence))
        .collect();
    proposals.sort_by_key(|p| (p.bbox, p.kind));
    proposals.dedup_by(|a, b| a.bbox == b.bbox && a.kind == b.kind);
    let boxes: Vec<Rect> = proposals.iter().map(|p| p.bbox).collect();
    let parents = parents(&proposals);
    let order = super::order::reading_order(&boxes, &parents);
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, i)| place[*i] = at);

    let kinds: Vec<(ElementType, Rect)> = proposals.iter().map(|p| (p.kind, p.bbox)).collect();
    let unit = usual_height(lines);
    let named = labels::name(&kinds, lines, unit);
    let mut made: Vec<UIElement> = order
        .iter()
        .enumerate()
        .map(|(at, i)| {
            let mut e = element(frame, lines, &proposals[*i], &named[*i], at, unit);
            if let Some(parent) = parents[*i] {
                e.metadata.parent = Some(id(place[parent]));
            }
            e
        })
        .collect();
    number_cells(&mut made);
    made
}

fn id(at: usize) -> String {
    format!("el_{at:04}")
}

fn element(frame: Frame<'_>, lines: &[Line], p: &Proposal, named: &Named, at: usize, unit: f32) -> UIElement {
    let mut e = UIElement::new(id(at), p.kind, p.bbox);
    e.confidence = p.confidence;
    e.state.clone_from(&p.state);
    e.label.clone_from(&named.label);
    e.label_confidence = named.confidence.clamp(0.0, 1.0);
    let look = outline_of(frame, p.bbox);
    if let Some(value) = &named.value {
        if is_bullets(value) {
            // What was typed is not known, and not kept: only that it is secret.
            e.tags.push("secret".into());
        } else if is_hint(frame, lines, p.bbox, named, look.face) {
            e.metadata.placeholder = Some(value.clone());
        } else {
            e.metadata.value = Some(value.clone());
        }
    }
    if p.kind == ElementType::Label {
        let [b, g, r] = ink(frame, p.bbox, colour(frame, p.bbox.x1 - 2, p.bbox.center().y));
        e.metadata.ink = Some(format!("#{r:02x}{g:02x}{b:02x}"));
    }
    e.visual_features = Some(VisualFeatures {
        dominant_color: dominant(frame, p.bbox),
        has_icon: has_icon(frame, lines, p, look.face),
        shape: shape(p.bbox, look.corners, look.edge).into(),
        size_category: size(p.bbox, unit).into(),
        ..VisualFeatures::default()
    });
    e
}

/// The smallest container that each proposal lies in.
fn parents(proposals: &[Proposal]) -> Vec<Option<usize>> {
    use ElementType::{Dialog, ListItem, Menu, Table, TableCell, TableRow, Toolbar, Window};
    let is_container = |k: ElementType| {
        matches!(k, Dialog | ListItem | Menu | Table | TableCell | TableRow | Toolbar | Window)
    };
    let mut containers: Vec<usize> =
        (0..proposals.len()).filter(|i| is_container(proposals[*i].kind)).collect();
    // A table, a row and a cell may have one box: the order of their types is the order of their nesting.
    let rank = |k: ElementType| match k {
        TableCell => 0,
        TableRow | ListItem => 1,
        Table | Menu | Toolbar => 2,
        _ => 3,
    };
    containers.sort_by_key(|i| (proposals[*i].bbox.area(), rank(proposals[*i].kind), proposals[*i].bbox));
    let position = |i: usize| containers.iter().position(|c| *c == i);
    let holds = |c: usize, i: usize| {
        let (outer, inner) = (&proposals[c], &proposals[i]);
        let both = outer.bbox.intersection(&inner.bbox).map_or(0, |b| b.area());
        let is_in = both as f32 >= inner.bbox.area() as f32 * WITHIN;
        let fits = match inner.kind {
            TableCell => outer.kind == TableRow,
            TableRow => outer.kind == Table,
            _ => true,
        };
        c != i && is_in && fits
    };
    (0..proposals.len())
        .map(|i| {
            // A container is held only by what comes after it, so that nothing holds itself through others.
            let from = position(i).map_or(0, |at| at + 1);
            containers[from..].iter().copied().find(|c| holds(*c, i))
        })
        .collect()
}

/// Rows are numbered in their table, cells in their row; what lies in a cell has its numbers.
fn number_cells(made: &mut [UIElement]) {
    let index: std::collections::HashMap<String, usize> =
        made.iter().enumerate().map(|(i, e)| (e.element_id.clone(), i)).collect();
    let up: Vec<Option<usize>> =
        made.iter().map(|e| index.get(e.metadata.parent.as_ref()?).copied()).collect();
    let kinds: Vec<ElementType> = made.iter().map(|e| e.element_type).collect();
    let mut rows_in: std::collections::HashMap<usize, u64> = std::collections::HashMap::new();
    let mut row_of: Vec<Option<u64>> = vec![None; made.len()];
    for i in 0..made.len() {
        if let (ElementType::TableRow, Some(table)) = (kinds[i], up[i]) {
            let next = rows_in.entry(table).or_insert(0);
            row_of[i] = Some(*next);
            made[i].metadata.row = Some(*next);
            *next += 1;
        }
    }
    // A column is where cells overlap from row to row: its number counts the places where cells start.
    for table in rows_in.keys().copied().collect::<std::collections::BTreeSet<_>>() {
        let cells: Vec<usize> = (0..made.len())
            .filter(|i| kinds[*i] == ElementType::TableCell && up[*i].and_then(|r| up[r]) == Some(table))
            .collect();
        let mut starts: Vec<i32> = cells.iter().map(|i| made[*i].bbox.x1).collect();
        starts.sort_unstable();
        starts.dedup_by(|a, b| (*a - *b).abs() <= COLUMN_START);
        for i in cells {
            let column = starts.partition_point(|s| *s <= made[i].bbox.x1 + COLUMN_START).saturating_sub(1);
            let row = up[i].and_then(|r| row_of[r]);
            made[i].metadata.column = Some(column as u64);
            made[i].metadata.row = row;
        }
    }
    for i in 0..made.len() {
        let Some(p) = up[i].filter(|_| !matches!(kinds[i], ElementType::TableRow | ElementType::TableCell))
        else {
            continue;
        };
        let (row, column) = (made[p].metadata.row, made[p].metadata.column);
        let own = &mut made[i].metadata;
        (own.row, own.column) = (row.or(own.row), column.or(own.column));
    }
}

fn usual_height(lines: &[Line]) -> f32 {
    let mut heights: Vec<u32> = lines.iter().map(|l| l.bbox.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).map_or(USUAL_HEIGHT, |h| (*h as f32).max(LEAST_HEIGHT))
}

/// What is written in a field is fainter than what names it.
fn is_hint(frame: Frame<'_>, lines: &[Line], b: Rect, named: &Named, face: Colour) -> bool {
    let contrast = |bbox: Rect, paper: Colour| {
        bbox.intersection(&frame.bounds()).map(|i| distance(ink(frame, i, paper), paper) as f32)
    };
    let inside = lines.iter().find(|l| b.contains(l.bbox.center())).and_then(|l| contrast(l.bbox, face));
    let label = named.line.map(|l| lines[l].bbox);
    let outside = label.and_then(|l| contrast(l, colour(frame, l.x1 - 2, l.center().y)));
    matches!((inside, outside.or(Some(LABEL_CONTRAST))), (Some(i), Some(o)) if i < o * HINT_CONTRAST)
}

fn dominant(frame: Frame<'_>, b: Rect) -> String {
    let step = |length: u32| (length as i32 / COLOUR_SAMPLES).max(1) as usize;
    let mut bins: std::collections::BTreeMap<[u8; 3], (u32, Colour)> = std::collections::BTreeMap::new();
    for y in (b.y1..b.y2).step_by(step(b.height())) {
        for x in (b.x1..b.x2).step_by(step(b.width())) {
            let c = colour(frame, x, y);
            bins.entry(c.map(|v| v / COLOUR_BIN)).or_insert((0, c)).0 += 1;
        }
    }
    let [b, g, r] = bins.into_values().max_by_key(|(n, c)| (*n, *c)).map_or([0; 3], |(_, c)| c);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Something is drawn on it besides its face and its words.
fn has_icon(frame: Frame<'_>, lines: &[Line], p: &Proposal, face: Colour) -> bool {
    use ElementType::{Button, Dropdown, IconButton, Image, Link, ListItem, MenuItem, Tab};
    if matches!(p.kind, IconButton | Image) {
        return true;
    }
    if !matches!(p.kind, Button | Dropdown | Link | ListItem | MenuItem | Tab) {
        return false;
    }
    let room = (p.bbox.height() as i32 / ICON_ROOM).max(LEAST_ICON_ROOM);
    let inner = p.bbox.padded(-room);
    let texts: Vec<Rect> =
        lines.iter().map(|l| l.bbox.padded(2)).filter(|b| b.intersection(&p.bbox).is_some()).collect();
    let mut drawn = 0;
    for y in (inner.y1..inner.y2).step_by(2) {
        for x in (inner.x1..inner.x2).step_by(2) {
            let is_text = texts.iter().any(|t| (t.x1..t.x2).contains(&x) && (t.y1..t.y2).contains(&y));
            drawn += i32::from(!is_text && distance(colour(frame, x, y), face) > ICON_CONTRAST);
        }
    }
    drawn >= ICON_PIXELS
}

fn shape(b: Rect, corners: f32, edge: f32) -> &'static str {
    let is_square = b.width().abs_diff(b.height()) * SQUARE_PART <= b.width().max(b.height());
    match (edge > LINED_EDGE, corners >= ROUND_CORNERS) {
        (false, _) => "open",
        (true, true) if is_square => "round",
        (true, true) => "rounded",
        (true, false) => "rectangle",
    }
}

fn size(b: Rect, unit: f32) -> &'static str {
    match b.height() as f32 / unit {
        h if h < SMALL => "small",
        h if h < MEDIUM => "medium",
        _ => "large",
    }
}
