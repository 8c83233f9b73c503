//! The same thing across states (SPEC L2.4): an id from what a thing is and where it is, and a tracker that knows it again when
//! it moved or was renamed.

use crate::params::roles::{
    ALIKE, LOOK_COLOUR, LOOK_SIZE, LOOK_WEIGHT, MARGIN, MOST_KNOWN, MOST_VARIANTS, NEAR_FADE, NEAR_WEIGHT,
    NEIGHBOURS, NEIGHBOURS_WEIGHT, ROLE_WEIGHT, ROUNDING, STABLE_BASE, STABLE_TWIN, STABLE_WORDLESS,
    STABLE_WORDS, WORDLESS, WORDS_WEIGHT,
};
use lea_lexicon::text::normal;
use lea_model::element::StabilityTracking;
use lea_model::screen_state::StateWindow;
use lea_model::{ElementType, Rect, UIElement};
use std::collections::{BTreeMap, HashSet};

/// Gives every element its id. Equal things get different ids, by their order (P13).
pub fn assign(elements: &mut [UIElement], window: Option<&StateWindow>) {
    let place = place(window);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for e in elements {
        let rounded: [i32; 4] =
            <[i32; 4]>::from(e.bbox).map(|v| (v + ROUNDING / 2).div_euclid(ROUNDING) * ROUNDING);
        let key = format!("{place}\u{1f}{}\u{1f}{}\u{1f}{rounded:?}", e.role, normal(&e.label));
        let ordinal = seen.entry(key.clone()).or_insert(0);
        e.stable_id = Some(id(&key, *ordinal));
        *ordinal += 1;
        // What has words of its own is known by them; of equal things without, only the order is.
        let words = if e.label.is_empty() {
            STABLE_WORDLESS
        } else {
            STABLE_BASE + STABLE_WORDS * e.label_confidence
        };
        e.stability_confidence = Some(if *ordinal > 1 { words * STABLE_TWIN } else { words });
    }
}

fn id(key: &str, ordinal: u32) -> String {
    let hash = blake3::hash(format!("{key}\u{1f}{ordinal}").as_bytes());
    format!("st_{}", &hash.to_hex()[..16])
}

/// Application and title, without what changes in titles: numbers, marks of unsaved changes.
fn place(window: Option<&StateWindow>) -> String {
    let Some(window) = window else { return String::new() };
    let title: String =
        normal(&window.window_title).chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    format!("{}\u{1f}{title}", normal(&window.app_name))
}

/// A window that is not known may be any (SPEC L1.6).
fn may_be_in(a: &str, b: &str) -> bool {
    a == b || a.is_empty() || b.is_empty()
}

/// A thing that is known by its words alone may be any thing that says so: only these are seen where its face is not.
fn may_be(a: ElementType, b: ElementType) -> bool {
    a == b || a == ElementType::Label || b == ElementType::Label
}

/// What is remembered of a thing.
#[derive(Clone, Debug)]
struct Known {
    place: String,
    kind: ElementType,
    role: String,
    bbox: Rect,
    colour: String,
    neighbours: Vec<String>,
    /// Its labels, normalised.
    words: Vec<String>,
    tracking: StabilityTracking,
    mean: [f64; 2],
    spread: f64,
    /// The last look it was seen in.
    look: u64,
}

/// Follows things from state to state.
#[derive(Clone, Debug, Default)]
pub struct StabilityTracker {
    known: BTreeMap<String, Known>,
    looks: u64,
}

impl StabilityTracker {
    /// Links the elements of a state, seen at time `at` (RFC 3339), to those seen before: each gets the id it had and its
    /// history. Elements must have the ids of [`assign`].
    pub fn observe(&mut self, elements: &mut [UIElement], window: Option<&StateWindow>, at: &str) {
        self.looks += 1;
        let place = place(window);
        let neighbours: Vec<Vec<String>> = (0..elements.len()).map(|i| neighbours(elements, i)).collect();
        let mut linked: HashSet<String> = HashSet::new();
        let mut open = Vec::new();
        for (i, e) in elements.iter().enumerate() {
            match &e.stable_id {
                Some(id) if self.known.contains_key(id) && linked.insert(id.clone()) => {}
                _ => open.push(i),
            }
        }
        // Relinking goes by the best pairs first, so that two things never claim one past.
        let mut pairs: Vec<(f64, usize, String)> = Vec::new();
        for &i in &open {
            let label = normal(&elements[i].label);
            let mut scores: Vec<(f64, &String)> = self
                .known
                .iter()
                .filter(|(id, k)| {
                    !linked.contains(*id)
                        && may_be_in(&place, &k.place)
                        && may_be(k.kind, elements[i].element_type)
                })
                .map(|(id, k)| (alike(k, &elements[i], &label, &neighbours[i]), id))
                .collect();
            scores.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
            let next = scores.get(1).map_or(0.0, |s| s.0);
            if let Some((score, id)) = scores.first().filter(|s| s.0 >= ALIKE && s.0 - next >= MARGIN) {
                pairs.push((*score, i, (*id).clone()));
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        for (score, i, id) in pairs {
            if linked.insert(id.clone()) {
                elements[i].stable_id = Some(id);
                elements[i].stability_confidence = Some(score.clamp(0.0, 1.0));
            }
        }
        for (i, e) in elements.iter_mut().enumerate() {
            self.remember(e, &place, &neighbours[i], at);
        }
        if self.known.len() > MOST_KNOWN {
            let mut looks: Vec<u64> = self.known.values().map(|k| k.look).collect();
            looks.sort_unstable_by(|a, b| b.cmp(a));
            let oldest = looks[MOST_KNOWN - 1];
            let now = self.looks;
            // What is on the screen now is kept, however much it is.
            self.known.retain(|_, k| k.look > oldest || k.look == now);
        }
    }

    fn remember(&mut self, e: &mut UIElement, place: &str, neighbours: &[String], at: &str) {
        let Some(id) = e.stable_id.clone() else { return };
        let known = self.known.entry(id).or_insert_with(|| Known {
            place: place.to_owned(),
            kind: e.element_type,
            role: String::new(),
            bbox: e.bbox,
            colour: String::new(),
            neighbours: Vec::new(),
            words: Vec::new(),
            tracking: StabilityTracking { first_seen: Some(at.to_owned()), ..StabilityTracking::default() },
            mean: [0.0; 2],
            spread: 0.0,
            look: 0,
        });
        known.look = self.looks;
        known.role.clone_from(&e.role);
        known.bbox = e.bbox;
        known.colour = e.visual_features.as_ref().map_or(String::new(), |v| v.dominant_color.clone());
        known.neighbours = neighbours.to_vec();
        let t = &mut known.tracking;
        t.last_seen = Some(at.to_owned());
        t.appearance_count += 1;
        // Welford's running variance, of both coordinates together.
        let n = t.appearance_count as f64;
        for (mean, value) in known.mean.iter_mut().zip([f64::from(e.center.x), f64::from(e.center.y)]) {
            let before = value - *mean;
            *mean += before / n;
            known.spread += before * (value - *mean);
        }
        t.position_variance = (known.spread / n).max(0.0);
        if !e.label.is_empty()
            && !t.label_variants.contains(&e.label)
            && t.label_variants.len() < MOST_VARIANTS
        {
            t.label_variants.push(e.label.clone());
            known.words.push(normal(&e.label));
        }
        e.stability_tracking = Some(t.clone());
    }
}

/// How alike what is known and what is seen are, within 0..1: words, neighbours, look and place, none of which decides alone.
/// Among strangers it is another thing: every dialog has its own OK.
fn alike(known: &Known, e: &UIElement, label: &str, neighbours: &[String]) -> f64 {
    let shared = neighbours.iter().filter(|n| known.neighbours.contains(n)).count() as f64;
    if shared == 0.0 && !neighbours.is_empty() {
        return 0.0;
    }
    let around = shared / (neighbours.len().max(known.neighbours.len()).max(1) as f64);
    let ratio = |a: u32, b: u32| f64::from(a.min(b)) / f64::from(a.max(b).max(1));
    let size = ratio(known.bbox.width(), e.bbox.width()) * ratio(known.bbox.height(), e.bbox.height());
    let colour = e.visual_features.as_ref().is_some_and(|v| v.dominant_color == known.colour);
    let look = LOOK_SIZE * size + if colour { LOOK_COLOUR } else { 0.0 };
    let (dx, dy) =
        (f64::from(e.center.x - known.bbox.center().x), f64::from(e.center.y - known.bbox.center().y));
    let near = 1.0 / (1.0 + dx.hypot(dy) / NEAR_FADE);
    let role = if known.role == e.role { 1.0 } else { 0.0 };
    let rest = NEIGHBOURS_WEIGHT * around + LOOK_WEIGHT * look + NEAR_WEIGHT * near + ROLE_WEIGHT * role;
    if rest + WORDS_WEIGHT < ALIKE - MARGIN {
        return rest; // Whatever it says, it is neither the thing nor the next one to it.
    }
    let alike = |words: &String| strsim::normalized_damerau_levenshtein(words, label);
    let wordless = if known.words.is_empty() && label.is_empty() { WORDLESS } else { 0.0 };
    rest + WORDS_WEIGHT * known.words.iter().map(alike).fold(wordless, f64::max)
}

/// The labels of what is nearest.
fn neighbours(elements: &[UIElement], i: usize) -> Vec<String> {
    let c = elements[i].center;
    let mut near: Vec<(i64, &str)> = elements
        .iter()
        .enumerate()
        .filter(|(j, e)| *j != i && !e.label.is_empty() && e.element_type != ElementType::TableRow)
        .map(|(_, e)| {
            let (dx, dy) = (i64::from(e.center.x - c.x), i64::from(e.center.y - c.y));
            (dx * dx + dy * dy, e.label.as_str())
        })
        .collect();
    let most = NEIGHBOURS.min(near.len());
    if most > 0 {
        near.select_nth_unstable(most - 1);
    }
    near.truncate(most);
    near.sort_unstable();
    near.into_iter().map(|(_, label)| normal(label)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::element::VisualFeatures;

    fn thing(label: &str, bbox: [i32; 4]) -> UIElement {
        let mut e = UIElement::new(label, ElementType::Button, bbox.into());
        (e.label, e.role, e.label_confidence) = (label.into(), "secondary_action".into(), 0.9);
        e.visual_features =
            Some(VisualFeatures { dominant_color: "#eeeeee".into(), ..VisualFeatures::default() });
        e
    }

    fn screen(change: impl Fn(&mut Vec<UIElement>)) -> Vec<UIElement> {
        let mut all: Vec<UIElement> = ["Nouveau", "Modifier", "Imprimer", "Fermer"]
            .iter()
            .enumerate()
            .map(|(i, label)| thing(label, [20 + 120 * i as i32, 20, 120 + 120 * i as i32, 50]))
            .collect();
        change(&mut all);
        assign(&mut all, None);
        all
    }

    #[test]
    fn same_role_different_ids_p13() {
        let mut all =
            vec![thing("OK", [10, 10, 60, 40]), thing("OK", [12, 11, 62, 41]), thing("OK", [10, 10, 60, 40])];
        assign(&mut all, None);
        let ids: HashSet<_> = all.iter().map(|e| e.stable_id.clone()).collect();
        assert_eq!(ids.len(), 3);
    }

    #[test]
    fn a_small_move_and_another_number_in_the_title_keep_the_id() {
        let window = |title: &str| StateWindow {
            app_name: "erp".into(),
            window_title: title.into(),
            ..StateWindow::default()
        };
        let (mut a, mut b) =
            (vec![thing("OK", [100, 100, 200, 150])], vec![thing("ok", [105, 104, 205, 154])]);
        assign(&mut a, Some(&window("Facture 12")));
        assign(&mut b, Some(&window("Facture 13")));
        assert_ne!(a[0].stable_id, None);
        assert_ne!(window("Facture 12"), window("Facture 13"));
        let one_digit = |t: &str| place(Some(&window(t)));
        assert_eq!(one_digit("Facture 12"), one_digit("Facture 13"));
        assert_eq!(a[0].stable_id, b[0].stable_id);
    }

    #[test]
    fn what_moved_is_linked_again_and_what_is_new_is_not() {
        let mut tracker = StabilityTracker::default();
        let mut first = screen(|_| {});
        tracker.observe(&mut first, None, "2025-11-22T10:15:00Z");
        let mut moved = screen(|all| {
            for e in all.iter_mut() {
                *e = thing(&e.label.clone(), <[i32; 4]>::from(e.bbox.moved(0, 180)));
            }
        });
        tracker.observe(&mut moved, None, "2025-11-22T10:16:00Z");
        for (a, b) in first.iter().zip(&moved) {
            assert_eq!(a.stable_id, b.stable_id, "{}", a.label);
            let tracking = b.stability_tracking.as_ref().unwrap();
            assert_eq!(
                (tracking.appearance_count, tracking.first_seen.as_deref()),
                (2, Some("2025-11-22T10:15:00Z"))
            );
            assert!(tracking.position_variance > 0.0);
        }
        let mut more = screen(|all| all.push(thing("Exporter", [600, 400, 700, 430])));
        tracker.observe(&mut more, None, "2025-11-22T10:17:00Z");
        let new = more[4].stability_tracking.as_ref().unwrap();
        assert_eq!((new.appearance_count, new.label_variants.len()), (1, 1), "it has no past");
    }

    #[test]
    fn where_the_window_is_not_known_things_are_known_by_the_rest() {
        let mut tracker = StabilityTracker::default();
        let window = |app: &str| StateWindow { app_name: app.into(), ..StateWindow::default() };
        let mut first = screen(|_| {});
        assign(&mut first, Some(&window("erp")));
        tracker.observe(&mut first, Some(&window("erp")), "2025-11-22T10:15:00Z");
        let mut unknown = screen(|_| {});
        tracker.observe(&mut unknown, None, "2025-11-22T10:16:00Z");
        let mut other = screen(|_| {});
        assign(&mut other, Some(&window("mail")));
        tracker.observe(&mut other, Some(&window("mail")), "2025-11-22T10:17:00Z");
        for i in 0..first.len() {
            assert_eq!(first[i].stable_id, unknown[i].stable_id, "{}", first[i].label);
            assert_ne!(first[i].stable_id, other[i].stable_id, "{}", first[i].label);
        }
    }

    #[test]
    fn the_same_words_among_strangers_are_another_thing() {
        let mut tracker = StabilityTracker::default();
        let mut first = screen(|_| {});
        tracker.observe(&mut first, None, "2025-11-22T10:15:00Z");
        let mut other = vec![
            thing("Fermer", [420, 220, 520, 250]),
            thing("Total", [300, 220, 400, 250]),
            thing("Taxes", [180, 220, 280, 250]),
        ];
        assign(&mut other, None);
        tracker.observe(&mut other, None, "2025-11-22T10:16:00Z");
        assert_ne!(other[0].stable_id, first[3].stable_id);
        assert_eq!(other[0].stability_tracking.as_ref().unwrap().appearance_count, 1);
    }

    #[test]
    fn a_long_recording_is_followed_in_bounded_memory() {
        let mut tracker = StabilityTracker::default();
        let mut first = screen(|_| {});
        tracker.observe(&mut first, None, "2025-11-22T10:15:00Z");
        for n in 0..100 {
            let mut other: Vec<UIElement> = (0..40)
                .map(|i| thing(&format!("{n} {i}"), [20, 20 + 60 * i, 120 + n, 50 + 60 * i]))
                .collect();
            assign(&mut other, None);
            tracker.observe(&mut other, None, "2025-11-22T10:16:00Z");
        }
        assert!(tracker.known.len() <= MOST_KNOWN + 40, "{}", tracker.known.len());
        assert!(!tracker.known.contains_key(first[0].stable_id.as_ref().unwrap()));
    }

    #[test]
    fn a_renamed_thing_between_the_same_neighbours_is_known() {
        let mut tracker = StabilityTracker::default();
        let mut first = screen(|_| {});
        tracker.observe(&mut first, None, "2025-11-22T10:15:00Z");
        let mut renamed = screen(|all| all[1] = thing("Éditer", [140, 20, 240, 50]));
        tracker.observe(&mut renamed, None, "2025-11-22T10:17:00Z");
        assert_eq!(renamed[1].stable_id, first[1].stable_id);
        assert_eq!(renamed[1].stability_tracking.as_ref().unwrap().label_variants, ["Modifier", "Éditer"]);
    }
}
