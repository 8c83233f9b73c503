//! What speaks for and against two screens being the same, each as one number.

use super::align::{Alignment, Pair};
use super::region::Region;
use super::sketch::{Line, Sketch};
use super::{looks, things, words};
use crate::params::screen::{
    HEADING_GAIN, HEADING_LEAST, HEADING_MOST, LOG_UNIT, MISREAD, MISREAD_LETTERS, MOST_ORDERED, NEUTRAL,
    SIDE_BROKEN, SIDE_MARGIN,
};

/// The witnesses, in the order of the weights file.
pub const NAMES: [&str; 34] = [
    "bias",
    "words_cosine",
    "words_within",
    "lines_shared",
    "lines_within",
    "lines_shared_inside",
    "extra_inside",
    "extra_outside",
    "matched_weight",
    "least_text",
    "more_text",
    "agree_share",
    "order",
    "scale",
    "shift",
    "heading",
    "edges",
    "edges_aligned",
    "colours",
    "accents_shared",
    "accents_differ",
    "stands_out_shared",
    "chosen_shared",
    "chosen_differ",
    "sides",
    "sides_broken",
    "identical",
    "extra_if_identical",
    "kinds",
    "things_shared",
    "checked_differ",
    "selected_differ",
    "disabled_differ",
    "title",
];

/// Every witness of a pair, in the order of [`NAMES`].
pub(super) fn testimony(a: &Sketch, b: &Sketch) -> [f32; NAMES.len()] {
    let alignment = Alignment::of(a, b);
    let region = Region::of(a, b, &alignment);
    let pairs = &alignment.pairs;
    let (cosine, within) = word_overlap(a, b);
    let total = |lines: &[Line]| lines.iter().map(|l| l.weight).sum::<f32>();
    let (text_a, text_b) = (total(&a.lines), total(&b.lines));
    let matched: f32 = pairs.iter().map(|p| p.weight).sum();
    let share = |of: f32| if of > 0.0 { (matched / of).min(1.0) } else { 0.0 };
    let agreeing: f32 = pairs.iter().filter(|p| p.agrees).map(|p| p.weight).sum();
    let extra = extra(a, b, pairs, &region);
    let (standing, chosen, chosen_differ) = outstanding(a, b, pairs);
    let (sides, broken) = sides(a, b, pairs);
    let seen = looks::compare(a, b, &alignment, &region);
    let things = things::compare(a, b, &alignment);
    let log = |v: f32| (1.0 + v).ln() / LOG_UNIT;
    [
        1.0,
        cosine,
        within,
        share(text_a + text_b - matched),
        share(text_a.min(text_b)),
        if agreeing > 0.0 { agreeing / (agreeing + extra.inside) } else { 0.0 },
        log(extra.inside_more),
        log(extra.outside),
        log(matched),
        log(text_a.min(text_b)),
        log(text_a.max(text_b)),
        if matched > 0.0 { agreeing / matched } else { 0.0 },
        order(a, b, pairs),
        alignment.scale.ln().abs().min(1.0),
        ((alignment.dx / b.width).abs() + (alignment.dy / b.height).abs()).min(1.0),
        heading(a, b, pairs),
        seen.edges,
        seen.edges_aligned,
        seen.colours,
        seen.accents_shared,
        seen.accents_differ,
        standing,
        chosen,
        log(chosen_differ),
        sides,
        broken,
        seen.identical,
        seen.identical * log(extra.inside),
        things.kinds,
        things.shared,
        log(things.differ[0]),
        log(things.differ[1]),
        log(things.differ[2]),
        a.title.as_ref().zip(b.title.as_ref()).map_or(0.0, |(s, t)| {
            (2.0 * words::ratio(s, t, words::pairs(s), words::pairs(t), 0.0) - 1.0) as f32
        }),
    ]
}

/// Cosine of the bags of words, and the share of the poorer bag that is in the other.
fn word_overlap(a: &Sketch, b: &Sketch) -> (f32, f32) {
    let mut common = 0.0;
    let is_long = |w: &str| w.len() >= MISREAD_LETTERS;
    let mut spare: Vec<(&str, u128, f32)> = b
        .words
        .iter()
        .filter(|(w, _)| is_long(w) && !a.words.contains_key(*w))
        .map(|(w, v)| (w.as_str(), words::pairs(w), *v))
        .collect();
    for (word, value) in &a.words {
        if b.words.contains_key(word) {
            common += value * value;
        } else if is_long(word) {
            let pairs = words::pairs(word);
            let found =
                spare.iter().position(|(w, p, _)| words::ratio(word, w, pairs, *p, MISREAD) >= MISREAD);
            if let Some(found) = found {
                let (_, _, other) = spare.remove(found);
                common += MISREAD as f32 * value * other;
            }
        }
    }
    let square = |s: &Sketch| s.words.values().map(|v| v * v).sum::<f32>();
    let (qa, qb) = (square(a), square(b));
    if qa <= 0.0 || qb <= 0.0 {
        return (0.0, 0.0);
    }
    (common / (qa * qb).sqrt(), (common / qa.min(qb)).min(1.0))
}

/// Text of one screen that the other lacks.
struct Extra {
    /// Within what both show, on both sides together, and on the side that has more.
    inside: f32,
    inside_more: f32,
    /// Elsewhere: other windows, the clock.
    outside: f32,
}

fn extra(a: &Sketch, b: &Sketch, pairs: &[Pair], region: &Region) -> Extra {
    let (mut inside, mut outside) = ([0.0f32; 2], 0.0);
    for (_, line) in a.lines.iter().enumerate().filter(|(i, _)| !pairs.iter().any(|p| p.a == *i)) {
        if region.has_a(line.x, line.y) {
            inside[0] += line.weight;
        } else {
            outside += line.weight;
        }
    }
    for (_, line) in b.lines.iter().enumerate().filter(|(j, _)| !pairs.iter().any(|p| p.b == *j)) {
        if region.has_b(line.x, line.y) {
            inside[1] += line.weight;
        } else {
            outside += line.weight;
        }
    }
    Extra { inside: inside[0] + inside[1], inside_more: inside[0].max(inside[1]), outside }
}

/// The share of pairs of lines whose relation (left or right of, above or below) is the same in both.
fn order(a: &Sketch, b: &Sketch, pairs: &[Pair]) -> f32 {
    let (mut kept, mut all) = (0.0, 0.0);
    for (n, p) in pairs.iter().enumerate().take(MOST_ORDERED) {
        for q in pairs.iter().take(MOST_ORDERED).skip(n + 1) {
            let side = |l: &Line, m: &Line| {
                let tell = |d: f32, by: f32| if d.abs() < SIDE_MARGIN * by { 0 } else { d.signum() as i32 };
                (tell(m.x - l.x, l.h.max(m.h) * 2.0), tell(m.y - l.y, l.h.max(m.h)))
            };
            let (s, t) = (side(&a.lines[p.a], &a.lines[q.a]), side(&b.lines[p.b], &b.lines[q.b]));
            let weight = p.weight * q.weight;
            all += weight;
            kept += weight * (f32::from(s.0 == t.0) + f32::from(s.1 == t.1)) / 2.0;
        }
    }
    if all > 0.0 { kept / all } else { NEUTRAL }
}

/// How much of the largest texts both have: titles and headings name a screen.
fn heading(a: &Sketch, b: &Sketch, pairs: &[Pair]) -> f32 {
    let part = |lines: &[Line], is_matched: &dyn Fn(usize) -> bool| {
        let mut heights: Vec<f32> = lines.iter().map(|l| l.h).collect();
        heights.sort_by(f32::total_cmp);
        let Some(&usual) = heights.get(heights.len() / 2) else { return 0.0 };
        let (mut found, mut all) = (0.0, 0.0);
        for (i, line) in lines.iter().enumerate() {
            let weight = line.weight
                * ((line.h / usual.max(1.0) - 1.0) * HEADING_GAIN).clamp(HEADING_LEAST, HEADING_MOST);
            all += weight;
            found += if is_matched(i) { weight } else { 0.0 };
        }
        if all > 0.0 { found / all } else { 0.0 }
    };
    let in_a = part(&a.lines, &|i| pairs.iter().any(|p| p.a == i));
    let in_b = part(&b.lines, &|i| pairs.iter().any(|p| p.b == i));
    in_a.min(in_b)
}

/// Whether the same lines stand out: how much of what stands out anywhere stands out in both; the same for lines on an accent
/// colour; and how much text is on one in only one of the two.
fn outstanding(a: &Sketch, b: &Sketch, pairs: &[Pair]) -> (f32, f32, f32) {
    let (mut out, mut chosen) = ([0.0f32; 2], [0.0f32; 2]);
    for p in pairs {
        let (la, lb) = (&a.lines[p.a], &b.lines[p.b]);
        let accent = |l: &Line| l.stands_out && l.around.is_some_and(|x| x.is_on_accent());
        for (sums, s, t) in [(&mut out, la.stands_out, lb.stands_out), (&mut chosen, accent(la), accent(lb))]
        {
            sums[0] += if s && t { p.weight } else { 0.0 };
            sums[1] += if s || t { p.weight } else { 0.0 };
        }
    }
    let share = |[both, either]: [f32; 2]| if either > 0.0 { both / either } else { NEUTRAL };
    (share(out), share(chosen), chosen[1] - chosen[0])
}

/// How alike the surroundings of matched lines are, and the share of the text whose surroundings differ outright.
fn sides(a: &Sketch, b: &Sketch, pairs: &[Pair]) -> (f32, f32) {
    let (mut unlike, mut broken, mut all) = (0.0, 0.0, 0.0);
    for p in pairs {
        let Some((s, t)) = a.lines[p.a].around.zip(b.lines[p.b].around) else { continue };
        let (left, right) = (s.left.unlike(&t.left), s.right.unlike(&t.right));
        all += p.weight;
        unlike += p.weight * (left + right) / 2.0;
        broken += if left.max(right) > SIDE_BROKEN { p.weight } else { 0.0 };
    }
    if all > 0.0 { (1.0 - unlike / all, broken / all) } else { (NEUTRAL, NEUTRAL) }
}
