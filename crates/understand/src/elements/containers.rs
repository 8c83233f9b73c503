//! What is not acted on itself: tables, dialogs, toolbars, menus, pictures, and the words that are left.

use super::grid::Grid;
use super::outline::outline_of;
use super::regions::distance;
use super::scene::Scene;
use super::tables;
use super::{Proposal, states};
use crate::params::elements::{
    BY_RULE, CONTAINER_SIZE, DIALOG_BUTTONS, DIALOG_CENTRE, DIALOG_CONTRAST, DIALOG_EDGE, DIALOG_FAINT,
    DIALOG_HEIGHT, DIALOG_SHARE, FACE_SOLIDITY, LABEL_HOLDER, LEAST_ENTRIES, LEAST_PICTURE, LEAST_SURE,
    MENU_SHARE, MENU_STEP, MENU_TENTHS, PICTURE_SURE, SAME_CONTAINER, SCREEN_EDGE, TOOLBAR_HEIGHT,
    TOOLBAR_WIDTH,
};
use lea_model::{ElementType, Rect};

/// Adds containers, pictures and labels to what is acted on.
pub(crate) fn add(scene: &Scene<'_>, found: &mut Vec<Proposal>) {
    let acted: Vec<Proposal> = found.clone();
    let tables = tables::tables(scene);
    let plain = |kind, bbox, confidence| Proposal { kind, bbox, confidence, state: Vec::new() };
    for table in &tables {
        found.push(plain(ElementType::Table, table.bbox, BY_RULE));
        for row in &table.rows {
            let state = states::of(scene, ElementType::TableRow, *row);
            found.push(Proposal { state, ..plain(ElementType::TableRow, *row, BY_RULE) });
        }
        found.extend(table.cells.iter().map(|(_, _, cell)| plain(ElementType::TableCell, *cell, BY_RULE)));
    }
    boxes(scene, &acted, found);
    let cells: Vec<Rect> = tables.iter().flat_map(|t| t.cells.iter().map(|(_, _, cell)| *cell)).collect();
    labels(scene, &acted, &cells, found);
    pictures(scene, &acted, found);
    found.retain(|p| p.confidence >= LEAST_SURE && !p.bbox.is_empty());
}

/// Faces that hold things: dialogs, toolbars, menus.
fn boxes(scene: &Scene<'_>, acted: &[Proposal], found: &mut Vec<Proposal>) {
    let grid = Grid::of(scene.bounds, acted.iter().map(|p| p.bbox));
    let (width, height) = (scene.bounds.width() as f32, scene.bounds.height() as f32);
    let mut seen: Vec<Rect> = Vec::new();
    let mut faces: Vec<(Rect, f32)> = scene
        .map
        .regions
        .iter()
        .filter(|r| {
            r.solidity() > FACE_SOLIDITY
                && r.bbox.width() as f32 > scene.unit * CONTAINER_SIZE.0
                && r.bbox.height() as f32 > scene.unit * CONTAINER_SIZE.1
        })
        .map(|r| (r.bbox, r.fill()))
        .collect();
    faces.sort_by_key(|(b, _)| (std::cmp::Reverse(b.area()), *b));
    for (b, _) in faces {
        let inside: Vec<&Proposal> = grid
            .near(b)
            .into_iter()
            .map(|i| &acted[i])
            .filter(|p| b.intersection(&p.bbox) == Some(p.bbox) && p.bbox.area() * 2 < b.area())
            .collect();
        let share = b.area() as f32 / scene.bounds.area() as f32;
        let kind = if is_bar(scene, b, &inside, width) {
            ElementType::Toolbar
        } else if is_menu(scene, b, &inside) {
            ElementType::Menu
        } else if DIALOG_SHARE.contains(&share)
            && (b.height() as f32) < height * DIALOG_HEIGHT
            && is_dialog(scene, b, &inside)
        {
            ElementType::Dialog
        } else {
            continue;
        };
        if seen.iter().any(|s| super::suppress::overlap(s, &b) > SAME_CONTAINER) {
            continue;
        }
        seen.push(b);
        found.push(Proposal { kind, bbox: b, confidence: BY_RULE, state: Vec::new() });
    }
}

fn is_bar(scene: &Scene<'_>, b: Rect, inside: &[&Proposal], width: f32) -> bool {
    let is_low =
        (b.height() as f32) < scene.unit * TOOLBAR_HEIGHT && b.width() as f32 > width * TOOLBAR_WIDTH;
    let level =
        inside.iter().filter(|p| (p.bbox.center().y - b.center().y).abs() as f32 <= scene.unit).count();
    let fields =
        inside.iter().filter(|p| matches!(p.kind, ElementType::Checkbox | ElementType::Radio)).count();
    is_low && level >= LEAST_ENTRIES && fields == 0
}

fn is_menu(scene: &Scene<'_>, b: Rect, inside: &[&Proposal]) -> bool {
    let entries: Vec<&&Proposal> = inside.iter().filter(|p| p.kind == ElementType::MenuItem).collect();
    let is_column = entries
        .windows(2)
        .all(|p| (p[0].bbox.center().y - p[1].bbox.center().y).abs() as f32 > scene.unit * MENU_STEP);
    let share = b.area() as f32 / scene.bounds.area() as f32;
    entries.len() >= LEAST_ENTRIES
        && is_column
        && entries.len() * 10 >= inside.len() * MENU_TENTHS
        && share < MENU_SHARE
}

/// A box set off from what surrounds it on all sides, with a button in its lower part, that does not touch the screen's edge.
fn is_dialog(scene: &Scene<'_>, b: Rect, inside: &[&Proposal]) -> bool {
    let edge = scene.bounds.padded(-SCREEN_EDGE);
    if edge.intersection(&b) != Some(b) {
        return false;
    }
    let look = outline_of(scene.frame, b);
    let lower = b.y2 - (b.height() as i32 * DIALOG_BUTTONS.0 / DIALOG_BUTTONS.1);
    let buttons =
        inside.iter().filter(|p| p.kind == ElementType::Button && p.bbox.center().y >= lower).count();
    // Behind a dialog of a page the rest is shaded; behind a window lies a desktop.
    let center = (b.center().x - scene.bounds.center().x).abs() as f32 / scene.bounds.width() as f32;
    buttons >= 1
        && look.edge > DIALOG_EDGE
        && (distance(look.face, look.outside) > DIALOG_CONTRAST
            || (center < DIALOG_CENTRE && distance(look.face, look.outside) > DIALOG_FAINT))
}

/// Lines of text that are on nothing that is acted on, and in no cell, whose label they are.
fn labels(scene: &Scene<'_>, acted: &[Proposal], cells: &[Rect], found: &mut Vec<Proposal>) {
    let grid = Grid::of(scene.bounds, acted.iter().map(|p| p.bbox));
    let cell_grid = Grid::of(scene.bounds, cells.iter().copied());
    for words in &scene.words {
        let c = words.bbox.center();
        let holds = |p: &Proposal| {
            p.bbox.contains(c) && p.bbox.height() as f32 <= words.bbox.height() as f32 * LABEL_HOLDER
        };
        let in_cell = cell_grid.near(words.bbox).into_iter().any(|i| cells[i].contains(c));
        if in_cell || grid.near(words.bbox).into_iter().any(|i| holds(&acted[i])) {
            continue;
        }
        let confidence = words.line.confidence.clamp(LEAST_SURE, 1.0);
        let state = states::of(scene, ElementType::Label, words.bbox);
        found.push(Proposal { kind: ElementType::Label, bbox: words.bbox, confidence, state });
    }
}

/// Marks that are on nothing that is acted on.
fn pictures(scene: &Scene<'_>, acted: &[Proposal], found: &mut Vec<Proposal>) {
    let grid = Grid::of(scene.bounds, acted.iter().map(|p| p.bbox));
    for icon in &scene.icons {
        let b = icon.bbox;
        let is_large = b.width().min(b.height()) as f32 >= scene.unit * LEAST_PICTURE;
        if !is_large || grid.near(b).into_iter().any(|i| acted[i].bbox.intersection(&b).is_some()) {
            continue;
        }
        found.push(Proposal {
            kind: ElementType::Image,
            bbox: b,
            confidence: PICTURE_SURE,
            state: Vec::new(),
        });
    }
}
