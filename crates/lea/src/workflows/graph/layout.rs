//! Where boxes and arrows go: in layers from top to bottom, so that no box covers another, nor a label a box.
//!
//! The way of Sugiyama, Tagawa and Toda (1981): cycles are broken by turning arrows round, every box is put one layer below the
//! longest way to it, arrows that span layers are given a place in each, the order in a layer follows the mean of the
//! neighbours, and places are as near to that mean as the order allows. A label is a small box on the way of its arrow.

use super::order::{in_order, near, straighten};

/// Room between two things of one layer.
const SIDE_GAP: f64 = 36.0;
/// Room between two layers.
const LAYER_GAP: f64 = 40.0;
/// Room around everything.
const MARGIN: f64 = 28.0;
/// Room an arrow takes where it passes a layer.
const LANE: f64 = 14.0;
/// Room between a box and the label of an arrow back to itself.
pub(super) const SELF_GAP: f64 = 34.0;
/// Rounds of putting things nearer to their neighbours.
pub(super) const ROUNDS: usize = 40;

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
}

/// An arrow to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// The box it begins at.
    pub from: usize,
    /// The box it leads to.
    pub to: usize,
    /// How large its label is.
    pub label: Extent,
    /// It leads back by its meaning: its end is put above its beginning.
    pub leads_back: bool,
}

/// A box or a label that has a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placed {
    /// Its left side.
    pub x: f64,
    /// Its upper side.
    pub y: f64,
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
}

/// The way of an arrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The path, as SVG writes it, from its beginning to its end.
    pub path: String,
    /// Where its label goes.
    pub label: Placed,
    /// It leads upwards.
    pub is_back: bool,
}

/// Everything in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The boxes, as they came.
    pub boxes: Vec<Placed>,
    /// The arrows, as they came.
    pub routes: Vec<Route>,
    /// The room it all takes.
    pub size: Extent,
}

/// Something that takes room in a layer: a box, or the place of an arrow.
pub(super) struct Slot {
    pub layer: usize,
    pub width: f64,
    pub height: f64,
    /// The middle.
    pub x: f64,
    pub above: Vec<usize>,
    pub below: Vec<usize>,
    pub is_box: bool,
}

/// Finds a place for everything. `first` are the boxes that should come first.
pub fn plan(boxes: &[Extent], arrows: &[Arrow], first: &[usize]) -> Plan {
    let turned = turn_round(boxes.len(), arrows, first);
    let layer_of = layers(boxes.len(), arrows, &turned, first);
    let mut slots: Vec<Slot> = boxes
        .iter()
        .enumerate()
        .map(|(n, size)| {
            let own = own_labels(arrows, n);
            let beside = own.iter().map(|l| l.width + SELF_GAP).fold(0.0, f64::max);
            let stacked: f64 = own.iter().map(|l| l.height + 8.0).sum();
            slot(layer_of[n], size.width + beside, size.height.max(stacked), true)
        })
        .collect();
    let chains: Vec<Vec<usize>> =
        arrows.iter().zip(&turned).map(|(arrow, turned)| chain(arrow, *turned, &mut slots)).collect();
    let rows = in_order(&mut slots);
    for round in 0..ROUNDS {
        near(&mut slots, &rows, round);
    }
    straighten(&mut slots, &rows, &chains);
    let left = slots.iter().map(|s| s.x - s.width / 2.0).fold(f64::INFINITY, f64::min);
    slots.iter_mut().for_each(|s| s.x += MARGIN - left);
    let bands = bands(&slots, rows.len());
    let placed: Vec<Placed> = boxes
        .iter()
        .enumerate()
        .map(|(n, size)| {
            let (top, bottom) = bands[slots[n].layer];
            Placed {
                x: slots[n].x - slots[n].width / 2.0,
                y: (top + bottom - size.height) / 2.0,
                width: size.width,
                height: size.height,
            }
        })
        .collect();
    let drawing = super::routes::Drawing { slots: &slots, bands: &bands, boxes: &placed };
    let routes = drawing.routes(arrows, &turned, &chains);
    let right = slots.iter().map(|s| s.x + s.width / 2.0).fold(0.0, f64::max);
    let bottom = bands.last().map_or(0.0, |b| b.1);
    Plan { boxes: placed, routes, size: Extent { width: right + MARGIN, height: bottom + MARGIN } }
}

fn slot(layer: usize, width: f64, height: f64, is_box: bool) -> Slot {
    Slot { layer, width, height, x: 0.0, above: Vec::new(), below: Vec::new(), is_box }
}

/// The labels of arrows from a box to itself.
pub(super) fn own_labels(arrows: &[Arrow], n: usize) -> Vec<Extent> {
    arrows.iter().filter(|a| a.from == n && a.to == n).map(|a| a.label).collect()
}

/// Which arrows have to be turned round so that none leads in a circle.
fn turn_round(count: usize, arrows: &[Arrow], first: &[usize]) -> Vec<bool> {
    let mut turned: Vec<bool> = arrows.iter().map(|a| a.leads_back).collect();
    let mut state = vec![0_u8; count];
    let roots = first.iter().copied().chain(0..count);
    for root in roots {
        // A box, and the arrow to look at next.
        let mut path = vec![(root, 0)];
        if state[root] != 0 {
            continue;
        }
        state[root] = 1;
        while let Some((at, next)) = path.pop() {
            let Some((n, arrow)) = arrows.iter().enumerate().skip(next).find(|(n, a)| {
                let tail = if turned[*n] { a.to } else { a.from };
                tail == at && a.from != a.to
            }) else {
                state[at] = 2;
                continue;
            };
            path.push((at, n + 1));
            let head = if turned[n] { arrow.from } else { arrow.to };
            match state[head] {
                1 => turned[n] = !turned[n],
                0 => {
                    state[head] = 1;
                    path.push((head, 0));
                }
                _ => {}
            }
        }
    }
    turned
}

/// The layer of every box: an even number, two below the lowest box with an arrow to it; labels go between.
fn layers(count: usize, arrows: &[Arrow], turned: &[bool], first: &[usize]) -> Vec<usize> {
    let ends = |n: usize| {
        if turned[n] { (arrows[n].to, arrows[n].from) } else { (arrows[n].from, arrows[n].to) }
    };
    let links: Vec<(usize, usize)> = (0..arrows.len()).map(ends).filter(|(a, b)| a != b).collect();
    let mut layer = vec![0_usize; count];
    // No circles: after as many rounds as there are boxes nothing moves any more.
    for _ in 0..count {
        let mut moved = false;
        for &(a, b) in &links {
            if layer[b] < layer[a] + 2 {
                layer[b] = layer[a] + 2;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    // What nothing leads to stands near what it leads to, unless everything begins there.
    for n in (0..count).filter(|n| !first.contains(n)) {
        let nearest = links.iter().filter(|l| l.0 == n).map(|l| layer[l.1]).min();
        if let Some(nearest) = nearest.filter(|_| !links.iter().any(|l| l.1 == n)) {
            layer[n] = nearest.saturating_sub(2);
        }
    }
    layer
}

/// The places of an arrow in the layers it passes, from its upper box to its lower one.
fn chain(arrow: &Arrow, turned: bool, slots: &mut Vec<Slot>) -> Vec<usize> {
    if arrow.from == arrow.to {
        return Vec::new();
    }
    let (upper, lower) = if turned { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) };
    let (top, bottom) = (slots[upper].layer, slots[lower].layer);
    let middle = usize::midpoint(top, bottom);
    let mut chain = vec![upper];
    for layer in top + 1..bottom {
        let size = if layer == middle { arrow.label } else { Extent::default() };
        slots.push(slot(layer, size.width.max(LANE), size.height, false));
        chain.push(slots.len() - 1);
    }
    chain.push(lower);
    for pair in chain.windows(2) {
        slots[pair[0]].below.push(pair[1]);
        slots[pair[1]].above.push(pair[0]);
    }
    chain
}

/// Upper and lower side of every layer.
fn bands(slots: &[Slot], count: usize) -> Vec<(f64, f64)> {
    let mut y = MARGIN;
    (0..count)
        .map(|layer| {
            let height = slots.iter().filter(|s| s.layer == layer).map(|s| s.height).fold(0.0, f64::max);
            let band = (y, y + height);
            y += height + LAYER_GAP;
            band
        })
        .collect()
}

/// How far the middles of two neighbours must be apart.
pub(super) fn apart(a: &Slot, b: &Slot) -> f64 {
    let gap = if a.is_box || b.is_box { SIDE_GAP } else { SIDE_GAP / 2.0 };
    f64::midpoint(a.width, b.width) + gap
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(count: usize) -> Vec<Extent> {
        (0..count)
            .map(|n| Extent { width: 120.0 + n as f64 * 7.0, height: 60.0 + (n % 3) as f64 * 40.0 })
            .collect()
    }

    fn arrow(from: usize, to: usize) -> Arrow {
        Arrow { from, to, label: Extent { width: 90.0, height: 22.0 }, leads_back: false }
    }

    fn overlap(a: &Placed, b: &Placed) -> bool {
        let apart = |a0: f64, a1: f64, b0: f64, b1: f64| a1 <= b0 || b1 <= a0;
        !apart(a.x, a.x + a.width, b.x, b.x + b.width) && !apart(a.y, a.y + a.height, b.y, b.y + b.height)
    }

    fn check(plan: &Plan) {
        let labels = plan.routes.iter().map(|r| r.label);
        let all: Vec<Placed> = plan.boxes.iter().copied().chain(labels).collect();
        for (n, a) in all.iter().enumerate() {
            assert!(a.x >= 0.0 && a.y >= 0.0 && a.x + a.width <= plan.size.width, "{a:?} {:?}", plan.size);
            assert!(a.y + a.height <= plan.size.height);
            for b in &all[n + 1..] {
                assert!(!overlap(a, b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_line_goes_down_and_a_circle_comes_back() {
        let plan = plan(&boxes(3), &[arrow(0, 1), arrow(1, 2), arrow(2, 0)], &[0]);
        check(&plan);
        assert!(plan.boxes[0].y < plan.boxes[1].y && plan.boxes[1].y < plan.boxes[2].y);
        assert_eq!(plan.routes.iter().map(|r| r.is_back).collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn an_arrow_to_itself_has_its_label_beside_the_box() {
        let plan = plan(&boxes(2), &[arrow(0, 0), arrow(0, 0), arrow(0, 1)], &[0]);
        check(&plan);
        assert!(plan.routes[0].label.x > plan.boxes[0].x + plan.boxes[0].width);
    }

    #[test]
    fn nothing_is_a_plan_too() {
        assert_eq!(plan(&[], &[], &[]).boxes, []);
        check(&plan(&boxes(1), &[], &[]));
    }

    #[test]
    fn no_box_or_label_covers_another_whatever_the_graph() {
        // A small generator with a seed: a failing one is printed by the message of the assertion.
        for seed in 1..200_u64 {
            let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut below = |n: usize| {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                (x % n as u64) as usize
            };
            let count = 1 + below(9);
            let arrows: Vec<Arrow> = (0..below(16))
                .map(|_| Arrow { leads_back: below(6) == 0, ..arrow(below(count), below(count)) })
                .collect();
            let plan = plan(&boxes(count), &arrows, &[0]);
            check(&plan);
            assert_eq!(plan.routes.len(), arrows.len(), "seed {seed}");
        }
    }
}
