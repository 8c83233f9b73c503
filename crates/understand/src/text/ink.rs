//! Ink and paper: a screen is made of large areas of one colour, and small marks on them.
//!
//! Neighbouring pixels of nearly the same colour form a region, as runs of rows joined by union-find (two-pass labelling,
//! Wu, Otoo and Suzuki 2009). Large regions are paper: backgrounds, faces of buttons, also rules and borders. Everything else is
//! ink, and ink that touches is a mark: a letter, a dot, an icon. Nothing is assumed about which colour is which, so dark
//! themes, selected rows and white-on-blue title bars need no case of their own.

use super::noise;
use crate::params::ink::{
    BAR_FILL, BAR_SLIM, FACE_AREA, FACE_FILL, FACE_LABEL, FACE_SIDE, LONG, LOWEST_BAR, PAPER_AREA,
    PAPER_FILL, SAME_COLOUR, SAME_COLOUR_IN_NOISE, SURE_FILL, TALLEST, UNDERLINE_FILL, UNDERLINE_FLAT,
    UNDERLINE_HIGH, UNDERLINE_INK, UNDERLINE_LONG, UNEVEN, WIDEST_BAR,
};
use crate::sets::Sets;
use lea_frame::Frame;
use lea_model::Rect;

/// A mark of ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The smallest box around it.
    pub(crate) bbox: Rect,
    /// Its pixels.
    pub(crate) ink: u32,
}

#[derive(Clone, Copy)]
struct Run {
    x1: u16,
    x2: u16,
}

/// A frame told apart into paper and ink.
pub(crate) struct Sheet {
    /// Where the runs of each row start, and one more.
    rows: Vec<usize>,
    runs: Vec<Run>,
    /// For each run the paper it belongs to, or [`INK`].
    paper: Vec<u32>,
    /// The marks, from top to bottom.
    pub(crate) marks: Vec<Mark>,
    /// Underlines, long or short.
    pub(crate) underlines: Vec<Rect>,
    /// Upright bars of one colour: letters, or a caret.
    pub(crate) bars: Vec<Rect>,
    /// The frame was compressed with losses: the forms of its letters prove little.
    pub(crate) is_noisy: bool,
}

const INK: u32 = u32::MAX;

/// Underlines are neither ink nor a paper of their own: letters may touch them and still stand on one paper.
const RULE: u32 = u32::MAX - 1;

impl Sheet {
    /// Tells paper from ink.
    pub(crate) fn of(frame: Frame<'_>) -> Self {
        if noise::is_noisy(frame) {
            let smoothed = noise::smoothed(frame);
            Self { is_noisy: true, ..Self::with(smoothed.as_frame(), SAME_COLOUR_IN_NOISE) }
        } else {
            Self::with(frame, SAME_COLOUR)
        }
    }

    fn with(frame: Frame<'_>, tolerance: u32) -> Self {
        let (rows, runs, mut regions) = regions(frame, tolerance);
        let stats = stats(&rows, &runs, &mut regions);
        let roots: Vec<u32> = (0..runs.len()).map(|run| regions.root(run as u32)).collect();
        let bars = stats.iter().filter(|region| region.is_bar()).map(|region| region.bbox).collect();
        let mut sheet = Self {
            paper: roots,
            rows,
            runs,
            marks: Vec::new(),
            underlines: Vec::new(),
            bars,
            is_noisy: false,
        };
        let is_paper = |(root, region): (usize, &Region)| {
            region.is_paper() && !(region.may_be_letter() && sheet.is_uneven(root as u32, region.bbox))
        };
        let mut kinds: Vec<u32> = stats
            .iter()
            .enumerate()
            .map(|(root, region)| if is_paper((root, region)) { root as u32 } else { INK })
            .collect();
        for (root, region) in stats.iter().enumerate().filter(|(_, region)| region.area > 0) {
            if sheet.is_underline(frame, region) {
                sheet.underlines.push(region.bbox);
                kinds[root] = RULE;
            } else if kinds[root] == INK && region.may_be_face() && sheet.has_label(root as u32, region.bbox)
            {
                kinds[root] = root as u32;
            }
        }
        for paper in &mut sheet.paper {
            *paper = kinds[*paper as usize];
        }
        sheet.marks = sheet.find_marks();
        sheet
    }

    /// Something other than this region stands inside its box, clear of the edges.
    fn has_label(&self, root: u32, bbox: Rect) -> bool {
        let (mut top, mut bottom) = (i32::MAX, i32::MIN);
        for y in bbox.y1 + 1..bbox.y2 - 1 {
            let range = self.rows[y as usize]..self.rows[y as usize + 1];
            let runs = self.runs[range.clone()].iter().zip(&self.paper[range]);
            let inside = |run: &Run| i32::from(run.x1) > bbox.x1 + 1 && i32::from(run.x2) < bbox.x2 - 1;
            if runs.filter(|(run, _)| inside(run)).any(|(_, region)| *region != root) {
                top = top.min(y);
                bottom = bottom.max(y);
            }
        }
        bottom.saturating_sub(top) + 1 >= FACE_LABEL
    }

    /// A region takes much more of one side of its box than of the opposite one.
    fn is_uneven(&self, root: u32, bbox: Rect) -> bool {
        let (mut left, mut right, mut top, mut bottom) = (0, 0, 0, 0);
        for y in bbox.y1..bbox.y2 {
            let range = self.rows[y as usize]..self.rows[y as usize + 1];
            let runs = self.runs[range.clone()].iter().zip(&self.paper[range]);
            for (run, _) in runs.filter(|(_, region)| **region == root) {
                let (x1, x2) = (i32::from(run.x1), i32::from(run.x2));
                left += i32::from(x1 == bbox.x1);
                right += i32::from(x2 == bbox.x2);
                top += if y == bbox.y1 { x2 - x1 } else { 0 };
                bottom += if y == bbox.y2 - 1 { x2 - x1 } else { 0 };
            }
        }
        let differ = |a: i32, b: i32, side: u32| (a - b).abs() as f32 > side as f32 * UNEVEN;
        differ(left, right, bbox.height()) || differ(top, bottom, bbox.width())
    }

    /// A flat bar with letters standing on it.
    fn is_underline(&self, frame: Frame<'_>, region: &Region) -> bool {
        let b = region.bbox;
        let is_bar = b.width() >= UNDERLINE_LONG
            && b.height() <= UNDERLINE_HIGH
            && b.width() >= b.height() * UNDERLINE_FLAT
            && u64::from(region.area) * 100 >= b.area() * UNDERLINE_FILL;
        // Between a letter and its underline there are up to three rows of paper.
        let (above, far) = (b.y1 - 2, b.y1 - 4);
        if !is_bar || far < 0 {
            return false;
        }
        let colour = |x: i32, y: i32| frame.pixel(x as usize, y as usize);
        let paper = colour(b.x1.max(1) - 1, above);
        let differs = |x: &i32| colour(*x, above) != paper || colour(*x, far) != paper;
        (b.x1..b.x2).filter(differs).count() * 100 >= b.width() as usize * UNDERLINE_INK
    }

    /// Only one paper lies in row `y` between `x1` and `x2`: nothing separates what stands there.
    pub(crate) fn is_joined(&self, y: i32, x1: i32, x2: i32) -> bool {
        let mut papers = self.papers(y, x1, x2);
        let first = papers.next();
        papers.all(|paper| Some(paper) == first)
    }

    /// How far from the left and the right of a box its ink begins in row `y`.
    pub(crate) fn margins(&self, y: i32, bbox: Rect) -> (i32, i32) {
        let range = self.rows[y as usize]..self.rows[y as usize + 1];
        let runs = self.runs[range.clone()].iter().zip(&self.paper[range]);
        let ink = runs.filter(|(run, paper)| {
            **paper == INK && i32::from(run.x1) >= bbox.x1 && i32::from(run.x2) <= bbox.x2
        });
        let ends = ink.fold((bbox.x2, bbox.x1), |(left, right), (run, _)| {
            (left.min(run.x1.into()), right.max(run.x2.into()))
        });
        (ends.0 - bbox.x1, bbox.x2 - ends.1)
    }

    /// There is ink at this point.
    pub(crate) fn is_ink(&self, x: i32, y: i32) -> bool {
        let row = usize::try_from(y).ok().and_then(|y| Some(*self.rows.get(y)?..*self.rows.get(y + 1)?));
        let range = row.unwrap_or(0..0);
        let run = range.start + self.runs[range.clone()].partition_point(|run| i32::from(run.x2) <= x);
        x >= 0 && range.contains(&run) && self.paper[run] == INK
    }

    /// Every paper just outside a box is the same.
    pub(crate) fn is_on_one_paper(&self, bbox: Rect) -> bool {
        let mut papers = (bbox.y1 - 1..=bbox.y2).flat_map(|y| {
            let is_edge = y < bbox.y1 || y == bbox.y2;
            let sides = [bbox.x1 - 1..bbox.x1, bbox.x2..bbox.x2 + 1];
            let whole = [bbox.x1 - 1..bbox.x2 + 1, 0..0];
            if is_edge { whole } else { sides }.into_iter().filter(|x| !x.is_empty()).map(move |x| (y, x))
        });
        let mut seen = INK;
        papers.all(|(y, x)| {
            self.papers(y, x.start, x.end).all(|paper| {
                let first = seen == INK;
                if first {
                    seen = paper;
                }
                first || paper == seen
            })
        })
    }

    /// The papers of row `y` between `x1` and `x2`.
    fn papers(&self, y: i32, x1: i32, x2: i32) -> impl Iterator<Item = u32> {
        let row = usize::try_from(y).ok().and_then(|y| Some(*self.rows.get(y)?..*self.rows.get(y + 1)?));
        let range = row.unwrap_or(0..0);
        let first = range.start + self.runs[range.clone()].partition_point(|run| i32::from(run.x2) <= x1);
        let runs = self.runs[first..range.end].iter().zip(&self.paper[first..range.end]);
        let within = runs.take_while(move |(run, _)| i32::from(run.x1) < x2);
        within.map(|(_, paper)| *paper).filter(|paper| *paper < RULE)
    }

    fn find_marks(&self) -> Vec<Mark> {
        let mut spans: Vec<(i32, Run)> = Vec::new();
        let mut sets = Sets::default();
        let mut above = 0..0;
        for y in 0..self.rows.len() - 1 {
            let start = spans.len();
            for i in self.rows[y]..self.rows[y + 1] {
                if self.paper[i] != INK {
                    continue;
                }
                let run = self.runs[i];
                match spans[start..].last_mut() {
                    Some((_, last)) if last.x2 == run.x1 => last.x2 = run.x2,
                    _ => {
                        spans.push((y as i32, run));
                        sets.push();
                    }
                }
            }
            // Ink touches diagonally too: hence one pixel of slack on both sides.
            let mut from = above.start;
            for j in start..spans.len() {
                let run = spans[j].1;
                while from < above.end && spans[from].1.x2 < run.x1 {
                    from += 1;
                }
                let mut i = from;
                while i < above.end && spans[i].1.x1 <= run.x2 {
                    sets.join(i as u32, j as u32);
                    i += 1;
                }
            }
            above = start..spans.len();
        }
        let mut marks: Vec<Option<Mark>> = vec![None; spans.len()];
        for (i, (y, run)) in spans.iter().enumerate() {
            let bbox = Rect { x1: run.x1.into(), y1: *y, x2: run.x2.into(), y2: y + 1 };
            let mark = marks[sets.root(i as u32) as usize].get_or_insert(Mark { bbox, ink: 0 });
            mark.bbox = mark.bbox.union(&bbox);
            mark.ink += bbox.width();
        }
        marks.into_iter().flatten().filter(|mark| (mark.bbox.height() as i32) <= TALLEST).collect()
    }
}

#[derive(Clone, Copy, Default)]
struct Region {
    area: u32,
    bbox: Rect,
}

impl Region {
    fn is_bar(&self) -> bool {
        let (width, height) = (self.bbox.width(), self.bbox.height());
        width <= WIDEST_BAR
            && (LOWEST_BAR..=TALLEST as u32).contains(&height)
            && height >= width * BAR_SLIM
            && u64::from(self.area) * 100 >= self.bbox.area() * BAR_FILL
    }

    fn may_be_face(&self) -> bool {
        self.area >= FACE_AREA
            && self.bbox.width().min(self.bbox.height()) >= FACE_SIDE
            && u64::from(self.area) * 100 >= self.bbox.area() * FACE_FILL
    }

    /// It is paper by its fill alone, and only just.
    fn may_be_letter(&self) -> bool {
        self.bbox.width().max(self.bbox.height()) < LONG as u32
            && u64::from(self.area) * 100 < self.bbox.area() * SURE_FILL
    }

    fn is_paper(&self) -> bool {
        let (width, height) = (self.bbox.width() as i32, self.bbox.height() as i32);
        width >= LONG
            || height >= LONG
            || (self.area >= PAPER_AREA && u64::from(self.area) * 100 >= self.bbox.area() * PAPER_FILL)
    }
}

fn stats(rows: &[usize], runs: &[Run], regions: &mut Sets) -> Vec<Region> {
    let mut stats = vec![Region::default(); runs.len()];
    for y in 0..rows.len() - 1 {
        for i in rows[y]..rows[y + 1] {
            let run = runs[i];
            let bbox = Rect { x1: run.x1.into(), y1: y as i32, x2: run.x2.into(), y2: y as i32 + 1 };
            let region = &mut stats[regions.root(i as u32) as usize];
            region.area += bbox.width();
            region.bbox = region.bbox.union(&bbox);
        }
    }
    stats
}

fn regions(frame: Frame<'_>, tolerance: u32) -> (Vec<usize>, Vec<Run>, Sets) {
    let (width, height) = (frame.size.width as usize, frame.size.height as usize);
    let (mut rows, mut runs, mut sets) = (vec![0], Vec::new(), Sets::default());
    let (mut above, mut here): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::with_capacity(width));
    let mut above_start = 0;
    for y in 0..height {
        here.clear();
        here.extend(
            frame.row(y, 0, width).chunks_exact(4).map(|p| u32::from_le_bytes([p[0], p[1], p[2], 0])),
        );
        let start = runs.len();
        let mut x1 = 0;
        for x in 1..=width {
            if x == width || !is_same_colour(here[x - 1], here[x], tolerance) {
                runs.push(Run { x1: x1 as u16, x2: x as u16 });
                sets.push();
                x1 = x;
            }
        }
        if y > 0 {
            join_rows(&runs, above_start..start, (&above, &here), tolerance, &mut sets);
        }
        above_start = start;
        rows.push(runs.len());
        std::mem::swap(&mut above, &mut here);
    }
    (rows, runs, sets)
}

/// Joins each run of the last row with those above it that have its colour somewhere.
fn join_rows(
    runs: &[Run],
    upper: std::ops::Range<usize>,
    (above, here): (&[u32], &[u32]),
    tolerance: u32,
    sets: &mut Sets,
) {
    let (mut i, mut j) = (upper.start, upper.end);
    while i < upper.end && j < runs.len() {
        let (a, b) = (runs[i], runs[j]);
        let columns = usize::from(a.x1.max(b.x1))..usize::from(a.x2.min(b.x2));
        let mut pairs = above[columns.clone()].iter().zip(&here[columns]);
        if pairs.any(|(p, q)| is_same_colour(*p, *q, tolerance)) {
            sets.join(i as u32, j as u32);
        }
        if a.x2 <= b.x2 {
            i += 1;
        }
        if b.x2 <= a.x2 {
            j += 1;
        }
    }
}

fn is_same_colour(a: u32, b: u32, tolerance: u32) -> bool {
    a == b || [0, 8, 16].iter().all(|shift| ((a >> shift) & 255).abs_diff((b >> shift) & 255) <= tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    fn paper(colour: [u8; 3]) -> FrameBuf {
        FrameBuf::filled(Size { width: 300, height: 100 }, colour).unwrap()
    }

    #[test]
    fn marks_on_any_paper_are_found_and_rules_are_not() {
        for (back, ink) in [([255; 3], [0; 3]), ([30; 3], [220; 3]), ([160, 90, 40], [255; 3])] {
            let mut frame = paper(back);
            frame.fill(Rect::from([20, 20, 23, 32]), ink);
            frame.fill(Rect::from([26, 24, 32, 32]), ink);
            frame.fill(Rect::from([10, 40, 290, 41]), ink);
            let boxes: Vec<Rect> = Sheet::of(frame.as_frame()).marks.iter().map(|m| m.bbox).collect();
            assert_eq!(boxes, [Rect::from([20, 20, 23, 32]), Rect::from([26, 24, 32, 32])]);
        }
    }

    #[test]
    fn a_gradient_is_paper() {
        let mut frame = paper([255; 3]);
        for y in 0..60 {
            frame.fill(Rect::from([50, 20 + y, 250, 21 + y]), [200 - y as u8 * 2; 3]);
        }
        frame.fill(Rect::from([100, 40, 104, 50]), [0; 3]);
        let marks = Sheet::of(frame.as_frame()).marks;
        assert_eq!(marks.len(), 1, "{marks:?}");
    }

    /// Paper of 25 by 26 pixels with a hole that is open at the left: the form of a heavy a.
    fn heavy(opening: Option<[i32; 4]>) -> FrameBuf {
        let mut frame = paper([255; 3]);
        frame.fill(Rect::from([50, 20, 75, 46]), [20; 3]);
        frame.fill(Rect::from([57, 34, 68, 42]), [255; 3]);
        if let Some(opening) = opening {
            frame.fill(Rect::from(opening), [255; 3]);
        }
        frame
    }

    #[test]
    fn a_heavy_letter_of_a_title_is_ink_and_the_face_of_a_small_key_is_paper() {
        let boxes = |frame: &FrameBuf| -> Vec<Rect> {
            Sheet::of(frame.as_frame()).marks.iter().map(|m| m.bbox).collect()
        };
        let letter = heavy(Some([50, 25, 66, 32]));
        assert_eq!(boxes(&letter), [Rect::from([50, 20, 75, 46])]);
        // A label that leaves 70 % of its key.
        let mut key = heavy(None);
        key.fill(Rect::from([57, 24, 68, 34]), [255; 3]);
        assert_eq!(boxes(&key), [Rect::from([57, 24, 68, 42])]);
    }

    #[test]
    fn a_border_separates() {
        let mut frame = paper([255; 3]);
        frame.fill(Rect::from([100, 0, 101, 100]), [180; 3]);
        let sheet = Sheet::of(frame.as_frame());
        assert!(!sheet.is_joined(50, 90, 110));
        assert!(sheet.is_joined(50, 20, 90));
    }

    #[test]
    fn the_smallest_frames_have_no_marks() {
        for side in [1, 2] {
            let frame = FrameBuf::filled(Size { width: side, height: side }, [9; 3]).unwrap();
            assert!(Sheet::of(frame.as_frame()).marks.len() <= 1);
        }
    }
}
