//! Lines that are several: an icon beside a label, entries of a menu, columns.

use super::lines::Found;
use super::slots::slots;
use super::spaces::is_on_a_grid;
use crate::params::lines::{
    ARROW_ASPECT, ARROW_HEIGHT, CENTRED_ICON, CONTROL_GAP, CONTROL_HIGH, CONTROL_LEVEL, CONTROL_MOST,
    CONTROL_PARTS, CONTROL_SQUARE, ENTRY_GAP, ENTRY_UNUSUAL, ICON, ICON_ABOVE, ICON_ASPECT, ICON_BELOW,
    ICON_GAP, ICON_WIDTH, LONE_GAP, ROW_GAP, ROW_HIGH, ROW_ICONS, ROW_SQUARE, ROW_WORDS, SPACE,
    SPACE_LETTERS,
};
use lea_model::Rect;

/// The texts of a line, without the icons at its ends.
pub(crate) fn apart(line: Found) -> Vec<Found> {
    out_of_a_row(line).into_iter().flat_map(without_icons).flat_map(entries).collect()
}

/// The words that stand among the icons of a row, such as a toolbar's, as lines of their own; what is left are icons.
fn out_of_a_row(line: Found) -> Vec<Found> {
    let parts = &line.parts;
    let gap = |i: usize| parts.get(i + 1).map_or(i32::MAX, |next| next.x1 - parts[i].x2);
    let is_apart = |i: usize| {
        let least = (parts[i].height() as f32 * ROW_GAP) as i32;
        gap(i) >= least && (i == 0 || gap(i - 1) >= least)
    };
    let is_square = |r: &Rect| {
        r.height() >= ROW_HIGH && ROW_SQUARE.contains(&(r.width() as f32 / r.height().max(1) as f32))
    };
    let mut icons: Vec<Rect> =
        (0..parts.len()).filter(|&i| is_square(&parts[i]) && is_apart(i)).map(|i| parts[i]).collect();
    icons.sort_unstable_by_key(Rect::height);
    let Some(usual) = icons.get(icons.len() / 2).copied().filter(|_| icons.len() >= ROW_ICONS) else {
        return vec![line];
    };
    let is_word = |r: &Rect| {
        ROW_WORDS.contains(&(r.height() as f32 / usual.height() as f32)) && r.y1 > usual.y1 && r.y2 < usual.y2
    };
    let mut runs: Vec<Vec<Rect>> = Vec::new();
    for word in parts.iter().copied().filter(is_word) {
        match runs.last_mut().filter(|run| run.last().is_some_and(|l| word.x1 - l.x2 < word.height() as i32))
        {
            Some(run) => run.push(word),
            None => runs.push(vec![word]),
        }
    }
    // One mark that is no wider than high is a part of an icon rather than a word.
    runs.retain(|run| run.len() > 1 || run[0].width() * 2 >= run[0].height() * 3);
    if runs.is_empty() {
        return vec![line];
    }
    runs.into_iter().map(Found::of).collect()
}

/// The line without icons at its ends; those that may be large letters after all as lines of their own.
fn without_icons(line: Found) -> Vec<Found> {
    let is_icon = |part: &Rect| {
        part.height() as f32 >= line.capital * ICON && part.width() as f32 >= line.capital * ICON_WIDTH
    };
    if line.parts.len() < 3 {
        return vec![line];
    }
    let first = line.parts.iter().take_while(|p| is_icon(p)).count();
    let last = line.parts[first..].iter().rev().take_while(|p| is_icon(p)).count();
    let end = line.parts.len() - last;
    let dropped = centred_icon(&line, &line.parts[first..end]).unwrap_or(0);
    let arrow = usize::from(ends_in_arrow(&line, &line.parts[first + dropped..end]));
    if first + dropped + last + arrow == 0 {
        return vec![line];
    }
    let pieces = [&line.parts[..first], &line.parts[first + dropped..end - arrow], &line.parts[end..]];
    pieces.into_iter().filter(|p| !p.is_empty()).map(|p| Found::of(p.to_vec())).collect()
}

/// Without what stands before a label and is no letter: icons, boxes and rings to tick, higher than its capitals.
pub(crate) fn without_controls(lines: &[Found]) -> Vec<Found> {
    let is_control = |one: &Found| {
        let (b, side) = (one.bbox, one.bbox.height() as f32);
        let is_square = CONTROL_SQUARE.contains(&(b.width() as f32 / side));
        let labels = |line: &Found| {
            let gap = (line.bbox.x1 - b.x2) as f32;
            let middle = line.baseline as f32 - line.capital / 2.0;
            line.parts.len() > 1
                && (0.0..=line.capital * CONTROL_GAP).contains(&gap)
                && (middle - b.center().y as f32).abs() <= line.capital * CONTROL_LEVEL
                && (line.capital * CONTROL_HIGH..=line.capital * CONTROL_MOST).contains(&side)
        };
        is_square && one.parts.len() <= CONTROL_PARTS && lines.iter().any(labels)
    };
    lines.iter().filter(|line| !is_control(line)).cloned().collect()
}

/// How many parts at the beginning are an icon: set off by a gap, higher than letters and lower than the line.
fn centred_icon(line: &Found, parts: &[Rect]) -> Option<usize> {
    let gap = (line.capital * ICON_GAP).max(2.0) as i32;
    let mut right = parts.first()?.x2;
    let count = parts.iter().take_while(|p| {
        let is_near = p.x1 < right + gap;
        right = right.max(p.x2);
        is_near
    });
    let icon = &parts[..count.count()];
    let bbox = icon.iter().fold(Rect::default(), |all, p| all.union(p));
    let (width, height) = (bbox.width() as f32, bbox.height() as f32);
    let below = (bbox.y2 - line.baseline) as f32;
    let above = (line.baseline - bbox.y1) as f32;
    // Brackets reach above and below too; what they hold stands on the line.
    let stands = icon.iter().any(|p| (p.y2 - line.baseline).abs() <= 1 && p.y2 + 1 < bbox.y2);
    let is_icon = icon.len() < parts.len()
        && !stands
        && height >= line.capital * CENTRED_ICON
        && ICON_ASPECT.contains(&(width / height))
        && below >= (line.capital * ICON_BELOW).max(1.0)
        && above >= line.capital * ICON_ABOVE;
    is_icon.then_some(icon.len())
}

/// The last part is the arrow of a list that drops down: flat, thin, above the line.
fn ends_in_arrow(line: &Found, parts: &[Rect]) -> bool {
    let [rest @ .., arrow] = parts else { return false };
    let right = rest.iter().map(|p| p.x2).max().unwrap_or(arrow.x1);
    let (width, height) = (arrow.width() as f32, arrow.height() as f32);
    !rest.is_empty()
        && (arrow.x1 - right) as f32 >= line.capital * ICON_GAP
        && ARROW_ASPECT.contains(&(width / height))
        && height >= line.capital * ARROW_HEIGHT
        && (line.baseline - arrow.y2) as f32 >= line.capital * ICON_BELOW
}

/// The line cut where its gaps are wider than its spaces.
fn entries(line: Found) -> Vec<Found> {
    let slots = slots(&line);
    let gaps: Vec<i32> = slots.windows(2).map(|w| w[1].bbox.x1 - w[0].bbox.x2).collect();
    // Letters that are set wide have gaps, but no spaces.
    let mut sorted = gaps.clone();
    sorted.sort_unstable();
    let usual = sorted.get(sorted.len() / 2).copied().unwrap_or(0).max(1) as f32;
    let is_space = |gap: &i32| *gap as f32 >= (line.capital * SPACE).max(usual * SPACE_LETTERS);
    let mut spaces: Vec<i32> = gaps.iter().copied().filter(is_space).collect();
    spaces.sort_unstable();
    // The narrower half of the spaces tells what a space is, as long as there is more than one.
    let least = match spaces.get(spaces.len().saturating_sub(1) / 2) {
        Some(usual) if spaces.len() > 1 => (line.capital * ENTRY_GAP).max(*usual as f32 * ENTRY_UNUSUAL),
        _ => line.capital * LONE_GAP,
    };
    let cuts: Vec<i32> = (0..gaps.len())
        .filter(|&i| gaps[i] as f32 >= least)
        .map(|i| i32::midpoint(slots[i].bbox.x2, slots[i + 1].bbox.x1))
        .collect();
    if cuts.is_empty() || is_on_a_grid(&slots) {
        return vec![line];
    }
    let mut pieces: Vec<Vec<Rect>> = vec![Vec::new(); cuts.len() + 1];
    for part in &line.parts {
        pieces[cuts.partition_point(|cut| *cut <= part.center().x)].push(*part);
    }
    let keeps_line = |parts: Vec<Rect>| {
        let piece = Found::of(parts);
        // A piece has the line's measures: a dash alone does not tell where it stands.
        Found { baseline: line.baseline, capital: line.capital, ..piece }
    };
    pieces.into_iter().filter(|p| !p.is_empty()).map(keeps_line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Marks of that size, `[x, width, height]` each, with their middles at a height of 50.
    fn row(marks: &[[i32; 3]]) -> Found {
        let mark = |[x, w, h]: &[i32; 3]| Rect::from([*x, 50 - h / 2, x + w, 50 - h / 2 + h]);
        Found::of(marks.iter().map(mark).collect())
    }

    #[test]
    fn words_among_the_icons_of_a_toolbar_are_lines_of_their_own() {
        let icons = [[0, 20, 20], [30, 22, 22], [60, 20, 20], [90, 1, 34], [100, 20, 20]];
        let toolbar = [&icons[..], &[[124, 9, 12], [134, 8, 12], [143, 8, 12], [170, 22, 20]]].concat();
        let boxes: Vec<Rect> = apart(row(&toolbar)).iter().map(|l| l.bbox).collect();
        assert_eq!(boxes, [Rect::from([124, 44, 151, 56])]);
    }

    #[test]
    fn signs_between_wide_letters_are_no_words() {
        let letters = [[0, 20, 20], [23, 20, 20], [46, 12, 12], [61, 20, 20], [84, 20, 20]];
        assert_eq!(apart(row(&letters)).len(), 1);
    }
}
