//! Lines of text from marks of ink: letters side by side, with what belongs above, below and between them.

use super::bullets::is_row_of_dots;
use super::caret::without_caret;
use super::ink::Sheet;
use super::pieces;
use super::shapes::{self, Sorted};
use crate::params::lines::{
    BAR_GAP, CAPITAL_MOST, CORNER, HEIGHT_RATIO, HIGHEST_ALONE, LEAST_CAPITAL, LETTER_GAP, LETTER_LEAST,
    LETTER_SHARED, LOWEST_LETTER, SAME_BASELINE, SAME_SIZE, SIGN_CAPITAL, SIGN_PARTS, SIGN_WIDTHS,
    SMALL_CAPITAL, SPECK_LEVEL, SPECK_REACH, WORD_GAP,
};
use crate::sets::Sets;
use lea_model::Rect;

/// A line of marks that may be text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Found {
    /// The box around its ink.
    pub(crate) bbox: Rect,
    /// The row below its letters, descenders apart.
    pub(crate) baseline: i32,
    /// How high its capitals stand above the baseline, in pixels.
    pub(crate) capital: f32,
    /// Its marks, from left to right.
    pub(crate) parts: Vec<Rect>,
    /// Ink within its box that is not its own: pieces of an underline.
    pub(crate) erased: Vec<Rect>,
    /// Its frame was compressed with losses.
    pub(crate) is_noisy: bool,
}

/// Lines, from top to bottom by their baselines, then from left to right.
pub(crate) fn find_lines(sheet: &Sheet) -> Vec<Found> {
    let Sorted { mut marks, frames } = shapes::sorted(sheet);
    marks.sort_unstable_by_key(|m| (m.bbox.x1, m.bbox.y1));
    let ground = Ground { sheet, frames };
    let (letters, dust): (Vec<Rect>, Vec<Rect>) =
        marks.iter().map(|m| m.bbox).partition(|b| b.height() as i32 >= LOWEST_LETTER);
    let mut lines = group(&ground, &letters);
    let alone = attach(&mut lines, dust);
    lines.extend(bars(&alone));
    lines = join_small(lines);
    lines = join_pieces(&ground, lines);
    let mut lines: Vec<Found> =
        lines.into_iter().flat_map(pieces::apart).filter(|line| is_plausible(sheet, line)).collect();
    lines = pieces::without_controls(&lines);
    lines = lines.into_iter().map(|line| without_caret(sheet, line)).collect();
    for line in &mut lines {
        line.erased.extend(underlines(sheet, line));
        line.is_noisy = sheet.is_noisy;
    }
    lines.sort_unstable_by_key(|line| (line.baseline, line.bbox.x1));
    lines
}

/// What lines stand on.
struct Ground<'a> {
    sheet: &'a Sheet,
    /// Borders of small buttons: what stands inside is apart from what stands outside.
    frames: Vec<Rect>,
}

impl Found {
    pub(crate) fn of(mut parts: Vec<Rect>) -> Self {
        parts.sort_unstable_by_key(|p| (p.x1, p.y1));
        let bbox = parts.iter().fold(Rect::default(), |all, part| all.union(part));
        let (baseline, capital) = measure(&parts, bbox);
        Self { bbox, baseline, capital, parts, erased: Vec::new(), is_noisy: false }
    }

    fn absorb(&mut self, other: Found) {
        let mut parts = std::mem::take(&mut self.parts);
        parts.extend(other.parts);
        *self = Self::of(parts);
    }
}

/// Where the letters stand and how high the capitals are.
fn measure(parts: &[Rect], bbox: Rect) -> (i32, f32) {
    let tallest = parts.iter().map(Rect::height).max().unwrap_or(0);
    let letters: Vec<&Rect> =
        parts.iter().filter(|p| p.height() * LETTER_LEAST.1 >= tallest * LETTER_LEAST.0).collect();
    // Most letters end at the baseline; those that end lower are p, q, g, y, those that end higher are quotes.
    let support = |y: i32| letters.iter().filter(|p| (p.y2 - y).abs() <= 1).count();
    let baseline = letters.iter().map(|p| p.y2).max_by_key(|y| (support(*y), -y)).unwrap_or(bbox.y2);
    let mut heights: Vec<i32> = letters.iter().map(|p| baseline - p.y1).filter(|h| *h > 0).collect();
    heights.sort_unstable();
    let (Some(highest), Some(median)) = (heights.last(), heights.get(heights.len() / 2)) else {
        return (bbox.y2, bbox.height() as f32);
    };
    // An accent that touches its capital is not part of its height: 1.37 is what l is to x.
    (baseline, (*highest as f32).min(*median as f32 * CAPITAL_MOST))
}

/// Letters that stand side by side, as lines.
fn group(ground: &Ground<'_>, letters: &[Rect]) -> Vec<Found> {
    let tallest = letters.iter().map(Rect::height).max().unwrap_or(0) as f32;
    let mut sets = Sets::of(letters.len());
    for (i, a) in letters.iter().enumerate() {
        let reach = a.x2 + (LETTER_GAP * (a.height() as f32 * HEIGHT_RATIO).min(tallest)) as i32;
        for (j, b) in letters.iter().enumerate().skip(i + 1).take_while(|(_, b)| b.x1 <= reach) {
            if are_neighbours(a, b) && is_free(ground, a, b) {
                sets.join(i as u32, j as u32);
            }
        }
    }
    let mut lines: Vec<Vec<Rect>> = vec![Vec::new(); letters.len()];
    for (i, letter) in letters.iter().enumerate() {
        lines[sets.root(i as u32) as usize].push(*letter);
    }
    lines.into_iter().filter(|parts| !parts.is_empty()).map(Found::of).collect()
}

fn are_neighbours(a: &Rect, b: &Rect) -> bool {
    let (high, low) = (a.height().max(b.height()) as f32, a.height().min(b.height()) as f32);
    let shared = a.y2.min(b.y2) - a.y1.max(b.y1);
    let gap = (b.x1 - a.x2).max(a.x1 - b.x2);
    high <= low * HEIGHT_RATIO && shared as f32 >= low * LETTER_SHARED && gap as f32 <= high * LETTER_GAP
}

/// Nothing but one paper between the two: no border, no rule.
fn is_free(ground: &Ground<'_>, a: &Rect, b: &Rect) -> bool {
    let (left, right) = if a.x2 <= b.x2 { (a, b) } else { (b, a) };
    let holds = |frame: &Rect, r: &Rect| frame.contains(r.center());
    if ground.frames.iter().any(|frame| holds(frame, a) != holds(frame, b)) {
        return false;
    }
    right.x1 <= left.x2
        || ground.sheet.is_joined(i32::midpoint(a.y1.max(b.y1), a.y2.min(b.y2)), left.x2, right.x1)
}

/// Gives each speck to the line it belongs to (dots, accents, hyphens, points); the rest comes back.
fn attach(lines: &mut [Found], dust: Vec<Rect>) -> Vec<Rect> {
    let mut taken: Vec<Vec<Rect>> = vec![Vec::new(); lines.len()];
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_unstable_by_key(|&i| lines[i].bbox.y1);
    let tallest = lines.iter().map(|l| l.bbox.height() as i32).max().unwrap_or(0);
    let alone = dust.into_iter().filter(|speck| {
        let from = order.partition_point(|&i| lines[i].bbox.y1 < speck.y1 - 2 * tallest);
        let near = order[from..].iter().take_while(|&&i| lines[i].bbox.y1 <= speck.y2 + tallest);
        let best =
            near.filter_map(|&i| Some((distance(&lines[i], speck)?, i))).min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, i)) = best {
            taken[i].push(*speck);
        }
        best.is_none()
    });
    let alone = alone.collect();
    for (line, specks) in lines.iter_mut().zip(taken) {
        if !specks.is_empty() {
            line.parts.extend(specks);
            line.parts.sort_unstable_by_key(|p| (p.x1, p.y1));
            let bottom = line.bbox.y2;
            let is_alone = line.parts.len() == 2;
            line.bbox = line.parts.iter().fold(line.bbox, |all, part| all.union(part));
            if is_alone && line.bbox.y2 > bottom {
                // The dot of a lone ? or ! stands on the baseline.
                line.baseline = line.bbox.y2;
                line.capital = line.bbox.height() as f32;
            }
        }
    }
    alone
}

/// How far a speck is from a line it may belong to, in capitals.
fn distance(line: &Found, speck: &Rect) -> Option<f32> {
    let capital = line.capital;
    if speck.height() as f32 > capital || speck.width() as f32 > capital * 2.0 {
        return None;
    }
    let above = (line.baseline as f32 - capital) - speck.y2 as f32;
    let below = speck.y1 as f32 - line.baseline as f32;
    let beside = (line.bbox.x1 - speck.x2).max(speck.x1 - line.bbox.x2).max(0) as f32;
    // A colon after a space is as far away as the next word; what stands higher or lower belongs to a letter.
    let reach = if above <= 0.0 && below <= 0.0 { WORD_GAP } else { SPECK_REACH };
    let fits = above <= capital * SPECK_LEVEL && below <= capital * SPECK_LEVEL && beside <= capital * reach;
    fits.then(|| (above.max(below).max(0.0) + beside) / capital)
}

/// Signs made of bars alone, such as − and =, that stand by themselves on a key.
fn bars(alone: &[Rect]) -> Vec<Found> {
    let mut sets = Sets::of(alone.len());
    for (i, a) in alone.iter().enumerate() {
        for (j, b) in alone.iter().enumerate().skip(i + 1).take_while(|(_, b)| b.x1 <= a.x2) {
            if (b.y1 - a.y2).max(a.y1 - b.y2) <= BAR_GAP {
                sets.join(i as u32, j as u32);
            }
        }
    }
    let mut groups: Vec<Vec<Rect>> = vec![Vec::new(); alone.len()];
    for (i, part) in alone.iter().enumerate() {
        groups[sets.root(i as u32) as usize].push(*part);
    }
    let is_sign = |parts: &Vec<Rect>| {
        parts.len() <= SIGN_PARTS
            && parts.iter().any(|p| SIGN_WIDTHS.contains(&p.width()) && p.height() * 2 <= p.width())
    };
    let sign = |parts: Vec<Rect>| {
        let mut line = Found::of(parts);
        // A minus is as wide as two thirds of a capital is high, and stands at its half.
        line.capital = line.bbox.width() as f32 * SIGN_CAPITAL;
        line.baseline = line.bbox.center().y + (line.capital / 2.0) as i32;
        line
    };
    groups.into_iter().filter(is_sign).map(sign).collect()
}

/// Gives a small line, such as a quote or a detached accent, to the larger one it belongs to.
fn join_small(mut lines: Vec<Found>) -> Vec<Found> {
    lines.sort_by(|a, b| b.capital.total_cmp(&a.capital));
    let mut kept: Vec<Found> = Vec::new();
    for line in lines {
        let small = line.parts.len() <= 2;
        let home = kept
            .iter_mut()
            .filter(|home| small && home.parts.len() > 1 && line.capital < home.capital * SMALL_CAPITAL);
        let home = home.filter_map(|home| Some((distance(home, &line.bbox)?, home)));
        match home.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, home)) => {
                home.parts.extend(line.parts);
                home.parts.sort_unstable_by_key(|p| (p.x1, p.y1));
                home.bbox = home.bbox.union(&line.bbox);
            }
            None => kept.push(line),
        }
    }
    kept
}

/// Joins pieces that stand on one baseline, a word's space apart.
fn join_pieces(ground: &Ground<'_>, mut lines: Vec<Found>) -> Vec<Found> {
    lines.sort_unstable_by_key(|line| line.bbox.x1);
    let mut joined: Vec<Found> = Vec::new();
    for line in lines {
        let continues = |left: &&mut Found| {
            let capital = left.capital.max(line.capital);
            let gap = line.bbox.x1 - left.bbox.x2;
            let are_alike = |right: f32| left.capital.max(right) <= left.capital.min(right) * SAME_SIZE;
            // A caret that touches the last letter makes its piece higher than it is.
            let bare = || without_caret(ground.sheet, line.clone()).capital;
            (left.baseline - line.baseline).abs() as f32 <= capital * SAME_BASELINE
                && (are_alike(line.capital) || are_alike(bare()))
                && gap as f32 <= capital * WORD_GAP
                && gap as f32 >= -capital
                && is_free(ground, left.parts.last().unwrap_or(&left.bbox), &line.parts[0])
        };
        match joined.iter_mut().rev().find(continues) {
            Some(left) => left.absorb(line),
            None => joined.push(line),
        }
    }
    joined
}

/// The underlines in the box of a line, below its letters.
fn underlines(sheet: &Sheet, line: &Found) -> Vec<Rect> {
    let bbox = line.bbox.padded(1);
    let is_mine = |u: &&Rect| u.y1 >= line.baseline - 1;
    let pieces = sheet.underlines.iter().filter(is_mine).filter_map(|u| u.intersection(&bbox));
    pieces.flat_map(|u| without_descenders(u, &line.parts)).collect()
}

/// An underline without the columns in which letters reach below it.
fn without_descenders(underline: Rect, parts: &[Rect]) -> Vec<Rect> {
    let (mut pieces, mut left) = (Vec::new(), underline.x1);
    let reaches = |p: &&Rect| p.y2 > underline.y2 && p.x2 > underline.x1 && p.x1 < underline.x2;
    for part in parts.iter().filter(reaches) {
        pieces.push(Rect { x1: left, x2: part.x1, ..underline });
        left = left.max(part.x2);
    }
    pieces.push(Rect { x1: left, ..underline });
    pieces.into_iter().filter(|p| p.x2 > p.x1).collect()
}

fn is_plausible(sheet: &Sheet, line: &Found) -> bool {
    let (width, height) = (line.bbox.width(), line.bbox.height());
    // The round corner of a border is a small mark between papers; a letter has one paper around it.
    let is_corner = || width.max(height) <= CORNER && !sheet.is_on_one_paper(line.bbox);
    let is_high = line.capital >= LEAST_CAPITAL || is_row_of_dots(&line.parts);
    is_high && width >= 2 && (line.parts.len() > 1 || height <= HIGHEST_ALONE) && !is_corner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    /// Letters as boxes: x from the left, height above the baseline, depth below it.
    fn page(lines: &[(i32, i32, &str)]) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 600, height: 200 }, [255; 3]).unwrap();
        for (x, baseline, letters) in lines {
            for (i, letter) in letters.chars().enumerate() {
                let x = x + i as i32 * 8;
                let (up, down) = match letter {
                    'x' => (7, 0),
                    'l' => (10, 0),
                    'p' => (7, 3),
                    '-' => (4, -3),
                    '.' => (1, 0),
                    _ => continue,
                };
                frame.fill(Rect::from([x, baseline - up, x + 5, baseline + down]), [40; 3]);
            }
        }
        frame
    }

    fn found(frame: &FrameBuf) -> Vec<Found> {
        find_lines(&Sheet::of(frame.as_frame()))
    }

    #[test]
    fn words_of_a_line_are_one_and_columns_are_two() {
        let lines = found(&page(&[(20, 50, "xlpx xlx"), (120, 50, "lxx"), (20, 70, "lxp-x.")]));
        let boxes: Vec<Rect> = lines.iter().map(|l| l.bbox).collect();
        assert_eq!(
            boxes,
            [Rect::from([20, 40, 81, 53]), Rect::from([120, 40, 141, 50]), Rect::from([20, 60, 65, 73])]
        );
        assert!(lines.iter().all(|l| (l.baseline, l.capital) == (l.bbox.y1 + 10, 10.0)), "{lines:?}");
    }

    #[test]
    fn a_caret_behind_the_second_piece_does_not_keep_it_from_the_first() {
        // A typewriter's point between two words, of which the second is half as high again as the first, but for its caret.
        let mut frame = page(&[(20, 50, "xxxx"), (60, 50, "lxx")]);
        frame.fill(Rect::from([55, 48, 57, 50]), [40; 3]);
        frame.fill(Rect::from([81, 38, 82, 53]), [40; 3]);
        let boxes: Vec<Rect> = found(&frame).iter().map(|l| l.bbox).collect();
        assert_eq!(boxes, [Rect::from([20, 40, 81, 50])]);
    }

    #[test]
    fn a_border_between_two_cells_keeps_them_apart() {
        let mut frame = page(&[(20, 50, "xlx"), (49, 50, "lxx")]);
        assert_eq!(found(&frame).len(), 1);
        frame.fill(Rect::from([45, 0, 46, 200]), [200; 3]);
        assert_eq!(found(&frame).len(), 2);
    }

    #[test]
    fn the_border_of_a_small_key_is_not_part_of_its_label() {
        let mut frame = page(&[(40, 50, "l")]);
        let (outer, inner) = (Rect::from([28, 32, 58, 58]), Rect::from([29, 33, 57, 57]));
        let label = frame.as_frame().crop(inner).unwrap();
        frame.fill(outer, [120; 3]);
        frame.put(inner.x1, inner.y1, label.as_frame());
        let boxes: Vec<Rect> = found(&frame).iter().map(|l| l.bbox).collect();
        assert_eq!(boxes, [Rect::from([40, 40, 45, 50])]);
    }

    #[test]
    fn an_icon_beside_a_label_is_left_out() {
        let mut frame = page(&[(40, 50, "xlxx")]);
        frame.fill(Rect::from([18, 36, 34, 52]), [200, 80, 0]);
        let boxes: Vec<Rect> = found(&frame).iter().map(|l| l.bbox).collect();
        assert_eq!(boxes, [Rect::from([40, 40, 69, 50])]);
    }

    #[test]
    fn a_lone_minus_is_a_line() {
        let mut frame = page(&[]);
        frame.fill(Rect::from([100, 100, 109, 102]), [0; 3]);
        assert_eq!(found(&frame).len(), 1);
    }
}
