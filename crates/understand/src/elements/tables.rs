//! Tables: lines of text that stand in rows and columns.

use super::scene::Scene;
use crate::params::elements::{
    CELL_ALIGNED, FACE_SOLIDITY, LEAST_CELLS, LEAST_COLUMNS, LEAST_ROWS, ROW_GAP, ROW_LEVEL, ROW_ROOM,
    ROW_STEP, SHARED_ROWS, STRIPE_HEIGHT, STRIPE_INSET, STRIPE_WIDTH, TABLE_SIDES,
};
use crate::sets::Sets;
use lea_lexicon::shortcuts::is_shortcut;
use lea_model::Rect;

/// A table, its rows and the cells in them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Table {
    pub(crate) bbox: Rect,
    pub(crate) rows: Vec<Rect>,
    /// Row, column, and the box of the cell.
    pub(crate) cells: Vec<(usize, usize, Rect)>,
}

/// The tables of a scene, from top to bottom.
pub(crate) fn tables(scene: &Scene<'_>) -> Vec<Table> {
    let columns = columns(scene);
    let mut sets = Sets::of(columns.len());
    for i in 0..columns.len() {
        for j in i + 1..columns.len() {
            if share_rows(scene, &columns[i], &columns[j]) {
                sets.join(i as u32, j as u32);
            }
        }
    }
    let mut groups: Vec<Vec<&Vec<usize>>> = vec![Vec::new(); columns.len()];
    for (i, column) in columns.iter().enumerate() {
        groups[sets.root(i as u32) as usize].push(column);
    }
    let mut found: Vec<Table> = groups
        .iter()
        .filter(|g| g.len() >= LEAST_COLUMNS && !is_menu(scene, g))
        .filter_map(|g| table(scene, g))
        .collect();
    found.sort_by_key(|t| (t.bbox.y1, t.bbox.x1));
    found
}

/// Chains of lines one below the other that start, end or are centred at the same place; each line is in the longest.
fn columns(scene: &Scene<'_>) -> Vec<Vec<usize>> {
    let words = &scene.words;
    let near = (scene.unit * CELL_ALIGNED).max(2.0) as i32;
    let far = (scene.unit * ROW_GAP) as i32;
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_by_key(|i| (words[*i].bbox.center().y, words[*i].bbox.x1));
    let anchors: [fn(&Rect) -> i32; 3] = [|b| b.x1, |b| b.x2, |b| b.center().x];
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for anchor in anchors {
        let mut open: std::collections::BTreeMap<i32, Vec<usize>> = std::collections::BTreeMap::new();
        for &i in &order {
            let b = words[i].bbox;
            let at = anchor(&b);
            let fits = open.range(at - near..=at + near).filter(|(_, chain)| {
                chain.last().is_some_and(|l| {
                    let last = words[*l].bbox;
                    let similar = last.height().max(b.height()) * 2 <= last.height().min(b.height()) * 4;
                    b.y1 >= last.y2 && b.y1 - last.y2 <= far && similar
                })
            });
            let best = fits.min_by_key(|(key, _)| ((**key - at).abs(), **key)).map(|(key, _)| *key);
            match best {
                Some(key) => {
                    if let Some(chain) = open.get_mut(&key) {
                        chain.push(i);
                    }
                }
                None => {
                    if let Some(ended) = open.insert(at, vec![i]) {
                        chains.push(ended);
                    }
                }
            }
        }
        chains.extend(open.into_values());
    }
    chains.retain(|c| c.len() >= LEAST_ROWS);
    chains.sort_by_key(|c| (std::cmp::Reverse(c.len()), c[0]));
    let mut taken = vec![false; words.len()];
    let mut kept = Vec::new();
    for chain in chains {
        let free: Vec<usize> = chain.into_iter().filter(|i| !taken[*i]).collect();
        if free.len() >= LEAST_ROWS {
            free.iter().for_each(|i| taken[*i] = true);
            kept.push(free);
        }
    }
    kept
}

/// One of the columns holds shortcuts: these are the entries of a menu, and no records.
fn is_menu(scene: &Scene<'_>, group: &[&Vec<usize>]) -> bool {
    group.iter().any(|column| are_shortcuts(column.iter().map(|i| scene.words[*i].line.text.as_str())))
}

/// Most texts of a column are shortcuts, and more than one is.
fn are_shortcuts<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> bool {
    let shortcuts = texts.clone().filter(|t| is_shortcut(t)).count();
    shortcuts > 1 && 2 * shortcuts > texts.count()
}

fn share_rows(scene: &Scene<'_>, a: &[usize], b: &[usize]) -> bool {
    let level = scene.unit * ROW_LEVEL;
    let y = |i: &usize| scene.words[*i].bbox.center().y as f32;
    let shared = a.iter().filter(|i| b.iter().any(|j| (y(i) - y(j)).abs() <= level)).count();
    shared >= LEAST_ROWS && shared as f32 >= a.len().min(b.len()) as f32 * SHARED_ROWS
}

fn table(scene: &Scene<'_>, group: &[&Vec<usize>]) -> Option<Table> {
    let words = &scene.words;
    let mut columns: Vec<&Vec<usize>> = group.to_vec();
    columns.sort_by_key(|c| c.iter().map(|i| words[*i].bbox.center().x).min());
    // Rows: the heights at which cells stand, close ones taken together.
    let mut cells: Vec<(i32, usize, usize)> = columns
        .iter()
        .enumerate()
        .flat_map(|(c, lines)| lines.iter().map(move |i| (words[*i].bbox.center().y, c, *i)))
        .collect();
    cells.sort_unstable();
    let mut rows: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut last = i32::MIN / 2;
    for (y, column, line) in cells {
        if (y - last) as f32 > scene.unit * ROW_STEP {
            rows.push(Vec::new());
            last = y;
        }
        if let Some(row) = rows.last_mut() {
            row.push((column, line));
        }
    }
    rows.retain(|row| row.len() >= LEAST_CELLS);
    if rows.len() < LEAST_ROWS {
        return None;
    }
    let extent = |row: &Vec<(usize, usize)>| {
        row.iter().fold(Rect::default(), |all, (_, i)| all.union(&words[*i].bbox))
    };
    let extents: Vec<Rect> = rows.iter().map(extent).collect();
    let all = extents.iter().fold(Rect::default(), |all, one| all.union(one));
    let all = widened(scene, all);
    // Between two rows the border lies in the middle; the first and the last reach as far beyond as the others.
    let between: Vec<i32> = extents.windows(2).map(|p| i32::midpoint(p[0].y2, p[1].y1)).collect();
    let usual = between.windows(2).map(|p| p[1] - p[0]).min().unwrap_or((scene.unit * 2.0) as i32);
    let mut edges = vec![between[0] - usual.max(extents[0].height() as i32 + ROW_ROOM)];
    edges.extend(&between);
    edges.push(between[between.len() - 1] + usual.max(extents[extents.len() - 1].height() as i32 + ROW_ROOM));
    let top = edges[0].max(all.y1 - scene.unit as i32 * 2).max(0);
    let bottom = (*edges.last()?).min(scene.bounds.y2);
    let bbox = Rect { y1: top, y2: bottom, ..all }.intersection(&scene.bounds)?;
    let row_boxes: Vec<Rect> =
        edges.windows(2).map(|e| Rect { y1: e[0].max(top), y2: e[1].min(bottom), ..bbox }).collect();
    let lefts: Vec<i32> =
        columns.iter().map(|c| c.iter().map(|i| words[*i].bbox.x1).min().unwrap_or(bbox.x1)).collect();
    let rights: Vec<i32> =
        columns.iter().map(|c| c.iter().map(|i| words[*i].bbox.x2).max().unwrap_or(bbox.x2)).collect();
    let side = |c: usize| {
        let x1 = if c == 0 { bbox.x1 } else { i32::midpoint(rights[c - 1].min(lefts[c]), lefts[c]) };
        let x2 = lefts.get(c + 1).map_or(bbox.x2, |next| i32::midpoint(rights[c].min(*next), *next));
        (x1, x2)
    };
    let mut cells = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let mut seen: Vec<usize> = Vec::new();
        for (column, line) in row {
            if seen.contains(column) {
                continue;
            }
            seen.push(*column);
            let (x1, x2) = side(*column);
            let text = words[*line].bbox;
            let cell =
                Rect { x1: x1.min(text.x1), x2: x2.max(text.x2), y1: row_boxes[r].y1, y2: row_boxes[r].y2 };
            cells.push((r, *column, cell.intersection(&scene.bounds)?));
        }
    }
    cells.sort_unstable();
    Some(Table { bbox, rows: row_boxes, cells })
}

/// A table is as wide as the rules and striped rows in it.
fn widened(scene: &Scene<'_>, all: Rect) -> Rect {
    let mut wide = Rect {
        x1: all.x1 - (scene.unit * TABLE_SIDES) as i32,
        x2: all.x2 + (scene.unit * TABLE_SIDES) as i32,
        ..all
    };
    let width = all.width() as f32;
    for r in &scene.map.regions {
        let b = r.bbox;
        let is_row = (b.height() as f32) < scene.unit * STRIPE_HEIGHT
            && (width * STRIPE_WIDTH.0..width * STRIPE_WIDTH.1).contains(&(b.width() as f32))
            && b.y1 >= all.y1 - scene.unit as i32
            && b.y2 <= all.y2 + scene.unit as i32
            && b.x1 <= all.x1 + STRIPE_INSET
            && b.x2 >= all.x2 - STRIPE_INSET;
        if is_row && r.solidity() > FACE_SOLIDITY {
            wide = Rect { x1: wide.x1.min(b.x1), x2: wide.x2.max(b.x2), ..wide };
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_of_shortcuts_is_that_of_a_menu() {
        assert!(are_shortcuts(["Ctrl+N", "Ctrl+O", "Ctrl+Shift+O", "▸"].into_iter()));
        assert!(are_shortcuts(["F5", "Ctrl-T", "Ctrl-I"].into_iter()));
        assert!(!are_shortcuts(["F5", "Martin", "Dupont"].into_iter()), "one alone is a value");
        assert!(!are_shortcuts(["12.50", "3.50"].into_iter()));
    }
}
