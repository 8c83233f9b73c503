//! The ways of arrows: straight through a layer, in a curve between two.

use std::fmt::Write as _;

use super::layout::{Arrow, Extent, Placed, Route, SELF_GAP, Slot, own_labels};

/// How far an arrow goes straight out of a box and into one, so that its head stands upright.
const STEM: f64 = 12.0;

/// Everything that has its place already.
pub struct Drawing<'a> {
    /// What takes room in layers.
    pub slots: &'a [Slot],
    /// Upper and lower side of every layer.
    pub bands: &'a [(f64, f64)],
    /// The boxes.
    pub boxes: &'a [Placed],
}

impl Drawing<'_> {
    /// The way of every arrow; `chains` are the slots each passes, from its upper box to its lower one.
    pub fn routes(&self, arrows: &[Arrow], turned: &[bool], chains: &[Vec<usize>]) -> Vec<Route> {
        let mut own = vec![0.0; self.boxes.len()];
        (0..arrows.len())
            .map(|n| {
                let arrow = &arrows[n];
                if arrow.from == arrow.to {
                    return self.round(arrow, arrows, &mut own[arrow.from]);
                }
                self.down(n, arrow, turned[n], chains)
            })
            .collect()
    }

    fn down(&self, n: usize, arrow: &Arrow, turned: bool, chains: &[Vec<usize>]) -> Route {
        let chain = &chains[n];
        let (Some((&upper, rest)), Some((&lower, _))) = (chain.split_first(), chain.split_last()) else {
            return Route { path: String::new(), label: Placed::default(), is_back: false };
        };
        let passed = &rest[..rest.len() - 1];
        let (a, b) = (&self.boxes[upper], &self.boxes[lower]);
        // Straight pieces, from top to bottom: where, from, to.
        let mut straight =
            vec![(self.port(n, upper, chains, true), a.y + a.height, self.band(upper).1 + STEM)];
        straight.extend(passed.iter().map(|&s| (self.slots[s].x, self.band(s).0, self.band(s).1)));
        straight.push((self.port(n, lower, chains, false), self.band(lower).0 - STEM, b.y));
        let middle = usize::midpoint(self.slots[upper].layer, self.slots[lower].layer);
        let label = passed.iter().find(|&&s| self.slots[s].layer == middle).map(|&s| {
            let Extent { width, height } = arrow.label;
            let (top, bottom) = self.band(s);
            Placed { x: self.slots[s].x - width / 2.0, y: (top + bottom - height) / 2.0, width, height }
        });
        if turned {
            straight.reverse();
            straight.iter_mut().for_each(|piece| (piece.1, piece.2) = (piece.2, piece.1));
        }
        Route { path: path(&straight), label: label.unwrap_or_default(), is_back: turned }
    }

    fn band(&self, slot: usize) -> (f64, f64) {
        self.bands[self.slots[slot].layer]
    }

    /// Where an arrow meets a box: all that meet the same side share it, in the order they come in.
    fn port(&self, n: usize, at: usize, chains: &[Vec<usize>], is_below: bool) -> f64 {
        let meets = |chain: &Vec<usize>| {
            if is_below { chain.first() == Some(&at) } else { chain.last() == Some(&at) }
        };
        let next = |chain: &Vec<usize>| if is_below { chain[1] } else { chain[chain.len() - 2] };
        let mut all: Vec<usize> = (0..chains.len()).filter(|&c| meets(&chains[c])).collect();
        all.sort_by(|&x, &y| self.slots[next(&chains[x])].x.total_cmp(&self.slots[next(&chains[y])].x));
        let place = all.iter().position(|&c| c == n).unwrap_or(0);
        let side = &self.boxes[at];
        side.x + side.width * (place + 1) as f64 / (all.len() + 1) as f64
    }

    /// An arrow back to its own box, on the right of it; `used` is the height that others took.
    fn round(&self, arrow: &Arrow, arrows: &[Arrow], used: &mut f64) -> Route {
        let side = &self.boxes[arrow.from];
        let stacked: f64 = own_labels(arrows, arrow.from).iter().map(|l| l.height + 8.0).sum();
        let Extent { width, height } = arrow.label;
        let y = side.y + side.height / 2.0 - stacked / 2.0 + *used + 4.0;
        *used += height + 8.0;
        let right = side.x + side.width;
        let label = Placed { x: right + SELF_GAP, y, width, height };
        let middle = (y + height / 2.0).clamp(side.y + 14.0, side.y + side.height - 14.0);
        let (out, far) = (right + SELF_GAP / 2.0, right + SELF_GAP);
        let (y1, y2) = (middle - 8.0, middle + 8.0);
        let at = y + height / 2.0;
        let path = format!(
            "M{right:.1},{y1:.1} C{out:.1},{y1:.1} {out:.1},{:.1} {far:.1},{:.1} M{far:.1},{:.1} C{out:.1},{:.1} {out:.1},{y2:.1} {right:.1},{y2:.1}",
            at - 4.0,
            at - 4.0,
            at + 4.0,
            at + 4.0,
        );
        Route { path, label, is_back: false }
    }
}

/// Straight pieces joined by curves that leave and arrive upright.
fn path(straight: &[(f64, f64, f64)]) -> String {
    let mut path = String::new();
    let mut before: Option<(f64, f64)> = None;
    for &(x, from, to) in straight {
        match before {
            None => drop(write!(path, "M{x:.1},{from:.1}")),
            Some((x0, y0)) => {
                let middle = f64::midpoint(y0, from);
                let _ = write!(path, " C{x0:.1},{middle:.1} {x:.1},{middle:.1} {x:.1},{from:.1}");
            }
        }
        if (to - from).abs() > 0.1 {
            let _ = write!(path, " V{to:.1}");
        }
        before = Some((x, to));
    }
    path
}
