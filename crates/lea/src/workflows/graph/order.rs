//! The order of things in a layer, and how near they come to what they are linked with.

use super::layout::{ROUNDS, Slot, apart};

/// Sweeps over all layers, down and up.
const SWEEPS: usize = 16;

/// The slots of every layer in the order with the fewest crossings that was found.
pub fn in_order(slots: &mut [Slot]) -> Vec<Vec<usize>> {
    let count = slots.iter().map(|s| s.layer + 1).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for n in 0..slots.len() {
        rows[slots[n].layer].push(n);
    }
    let mut best = rows.clone();
    let mut fewest = crossings(slots, &rows);
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let layers: Vec<usize> =
            if is_down { (1..count).collect() } else { (0..count.max(1) - 1).rev().collect() };
        for layer in layers {
            let neighbours = if is_down { layer - 1 } else { layer + 1 };
            let place = places(slots.len(), &rows[neighbours]);
            let mean = |n: usize, now: usize| {
                let linked = if is_down { &slots[n].above } else { &slots[n].below };
                if linked.is_empty() {
                    return now as f64;
                }
                linked.iter().map(|&l| place[l] as f64).sum::<f64>() / linked.len() as f64
            };
            let mut keyed: Vec<(f64, usize)> =
                rows[layer].iter().enumerate().map(|(now, &n)| (mean(n, now), n)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[layer] = keyed.into_iter().map(|(_, n)| n).collect();
        }
        let now = crossings(slots, &rows);
        if now < fewest {
            (fewest, best) = (now, rows.clone());
        }
    }
    for row in &best {
        let mut x = 0.0;
        for (at, &n) in row.iter().enumerate() {
            if at > 0 {
                x += apart(&slots[row[at - 1]], &slots[n]);
            }
            slots[n].x = x;
        }
    }
    best
}

fn places(count: usize, row: &[usize]) -> Vec<usize> {
    let mut place = vec![0; count];
    row.iter().enumerate().for_each(|(at, &n)| place[n] = at);
    place
}

/// How many pairs of links cross.
fn crossings(slots: &[Slot], rows: &[Vec<usize>]) -> usize {
    let mut total = 0;
    for pair in rows.windows(2) {
        let place = places(slots.len(), &pair[1]);
        let links: Vec<(usize, usize)> = pair[0]
            .iter()
            .enumerate()
            .flat_map(|(at, &n)| slots[n].below.iter().map(move |&b| (at, b)))
            .map(|(at, b)| (at, place[b]))
            .collect();
        for (n, a) in links.iter().enumerate() {
            total += links[n + 1..]
                .iter()
                .filter(|b| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1))
                .count();
        }
    }
    total
}

/// Moves everything nearer to what it is linked with, layer by layer, without changing the order.
pub fn near(slots: &mut [Slot], rows: &[Vec<usize>], round: usize) {
    let is_down = round.is_multiple_of(2);
    let order: Vec<usize> = if is_down { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
    for layer in order {
        let row = &rows[layer];
        let wanted: Vec<(f64, f64)> = row.iter().map(|&n| wanted(slots, n, is_down, round)).collect();
        let gaps: Vec<f64> = row.windows(2).map(|p| apart(&slots[p[0]], &slots[p[1]])).collect();
        for (&n, x) in row.iter().zip(nearest(&wanted, &gaps)) {
            slots[n].x = x;
        }
    }
}

/// Makes the ways of long arrows straight as far as there is room between what stands beside them.
pub fn straighten(slots: &mut [Slot], rows: &[Vec<usize>], chains: &[Vec<usize>]) {
    let mut place = vec![0; slots.len()];
    for row in rows {
        row.iter().enumerate().for_each(|(at, &n)| place[n] = at);
    }
    for chain in chains {
        let mut run: Vec<usize> = Vec::new();
        let mut room = (f64::NEG_INFINITY, f64::INFINITY);
        for &n in chain {
            if slots[n].is_box {
                continue;
            }
            let row = &rows[slots[n].layer];
            let left = place[n].checked_sub(1).map(|at| slots[row[at]].x + apart(&slots[row[at]], &slots[n]));
            let right = row.get(place[n] + 1).map(|&next| slots[next].x - apart(&slots[n], &slots[next]));
            let own = (left.unwrap_or(f64::NEG_INFINITY), right.unwrap_or(f64::INFINITY));
            let both = (room.0.max(own.0), room.1.min(own.1));
            if both.0 > both.1 {
                align(slots, &run, room);
                run.clear();
                room = own;
            } else {
                room = both;
            }
            run.push(n);
        }
        align(slots, &run, room);
    }
}

/// Puts all of them at one place, the mean of where they are, within this room.
fn align(slots: &mut [Slot], run: &[usize], room: (f64, f64)) {
    if run.is_empty() || room.0 > room.1 {
        return;
    }
    let mean = run.iter().map(|&n| slots[n].x).sum::<f64>() / run.len() as f64;
    run.iter().for_each(|&n| slots[n].x = mean.clamp(room.0, room.1));
}

/// Where a slot would like to be, and how much it insists: long arrows should be straight.
fn wanted(slots: &[Slot], n: usize, is_down: bool, round: usize) -> (f64, f64) {
    let slot = &slots[n];
    let one_side = if is_down { &slot.above } else { &slot.below };
    let is_last = round * 2 >= ROUNDS;
    let other_side = if is_down { &slot.below } else { &slot.above };
    let other_side = if is_last || one_side.is_empty() { &other_side[..] } else { &[] };
    let (mut sum, mut total) = (0.0, 0.0);
    for &linked in one_side.iter().chain(other_side) {
        let weight = match (slot.is_box, slots[linked].is_box) {
            (true, true) => 1.0,
            (false, false) => 8.0,
            _ => 2.0,
        };
        sum += slots[linked].x * weight;
        total += weight;
    }
    if total == 0.0 { (slot.x, 0.5) } else { (sum / total, total) }
}

/// The places nearest to those wanted (weighted least squares) that keep the order and these gaps: pool adjacent violators.
fn nearest(wanted: &[(f64, f64)], gaps: &[f64]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = vec![0.0];
    for gap in gaps {
        offset += gap;
        offsets.push(offset);
    }
    // Blocks of neighbours that move together: their mean, their weight, and how many they are.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for ((want, weight), offset) in wanted.iter().zip(&offsets) {
        let mut block = (want - offset, *weight, 1);
        while let Some(&(mean, weight, count)) = blocks.last()
            && mean > block.0
        {
            blocks.pop();
            let all = weight + block.1;
            block = ((mean * weight + block.0 * block.1) / all, all, count + block.2);
        }
        blocks.push(block);
    }
    let means = blocks.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count));
    means.zip(offsets).map(|(mean, offset)| mean + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_their_gaps_and_are_as_near_as_can_be() {
        let even = |wanted: &[f64], gaps: &[f64]| {
            nearest(&wanted.iter().map(|w| (*w, 1.0)).collect::<Vec<_>>(), gaps)
        };
        assert_eq!(even(&[0.0, 100.0], &[10.0]), [0.0, 100.0]);
        assert_eq!(even(&[50.0, 50.0], &[10.0]), [45.0, 55.0]);
        assert_eq!(even(&[90.0, 10.0, 50.0], &[10.0, 10.0]), [40.0, 50.0, 60.0]);
        assert_eq!(even(&[], &[]), [] as [f64; 0]);
        assert_eq!(nearest(&[(50.0, 3.0), (50.0, 1.0)], &[20.0]), [45.0, 65.0], "who insists moves less");
    }
}
