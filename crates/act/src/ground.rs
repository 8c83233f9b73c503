//! Grounding (SPEC ACT.3): the one cascade that finds what an action points at, on the pixels of the moment.
//!
//! Rows are found by what they say, letter for letter. Everything else is scored by the witnesses of `lea-recognize`: from 0.90 on it
//! is the target, from 0.60 on a second witness must vouch for it, which something irreversible always takes. Below, or where two
//! cannot be told apart, nothing is found.

use crate::cells;
use crate::fields;
use crate::locate::{Grounded, Search};
use crate::params::targets::{
    FIRMLY_AROUND, LIKE_MEANING, LONGEST_RIVAL, MOST_CANDIDATES, MUCH_AROUND, RENAMED_FROM, RIVAL_LABEL,
    RIVAL_MEANING, SAME_FACE, SAME_LOOK, SAME_SAID, SOME_AROUND,
};
use crate::rows;
use crate::twins::{self, Twins};
use crate::world::Observation;
use lea_lexicon::shortcuts::without_shortcut;
use lea_model::run::{Candidate, Grounding, HaltReason, Method};
use lea_model::workflow::{FallbackStrategy, SelectionPolicy, TargetKind};
use lea_model::{ActionType, ElementType, Point, Rect, ScreenState, Size, Target, UIElement};
use lea_recognize::label::{normal, ratio};
use lea_recognize::{
    ELEMENT_OVERLAP, Located, Place, SAME_LABEL_SLACK, Sought, Verdict, View, locate, renamed,
};

/// What is looked for.
pub struct Wanted<'a> {
    /// The target as it was learnt.
    pub target: &'a Target,
    /// It cannot be taken back: a second witness is asked in any case.
    pub irreversible: bool,
    /// The run is surely on the node it should be on, in the window it should be in.
    pub at_home: bool,
    /// It is filled in or given the focus, which can be taken back.
    pub fills: bool,
    /// The screen was recognised although it speaks other words: names are not those that were learnt.
    pub in_other_words: bool,
    /// The applications in whose windows it may be; any where there are none.
    pub apps: &'a [String],
}

/// Looks for what was learnt: a row by what it says, a field by its name, anything else by all witnesses.
pub(crate) fn learnt(wanted: &Wanted<'_>, search: &Search<'_>) -> Grounded {
    let base = Grounding { resolution: search.resolution, ..Grounding::default() };
    // What stands in the windows of other applications is not part of the search: their menus have a “Search” too.
    let own = own_part(search.observation, wanted.apps);
    let narrowed = own.as_ref().map(|state| search.view.narrowed(state, search.observation.size));
    let view = narrowed.as_ref().unwrap_or(search.view);
    let state = view.scene.state;
    if rows::is_row(wanted.target) {
        return rows::ground(wanted.target, search.values, view, search.level, base);
    }
    if cells::is_cell(wanted.target) {
        return cells::ground(wanted.target, search.values, view, base);
    }
    if has_focus_only(wanted.target) {
        return focus(wanted, base);
    }
    if wanted.target.is_by_role_alone() {
        return by_role(wanted, state, base);
    }
    let field = wanted.fills.then(|| fields::at_once(wanted, state, search.observation)).flatten();
    match field {
        Some((field, why)) => {
            Grounded::Found(Grounding { method: Method::Field, why, ..placed(field, base) })
        }
        None => scored(wanted, search, view, base),
    }
}

/// A target of which only the role is known, as the earlier system wrote them, is used only where one thing has that role (SPEC L4.5).
fn by_role(wanted: &Wanted<'_>, state: &ScreenState, base: Grounding) -> Grounded {
    let role = wanted.target.role.as_deref().unwrap_or_default();
    let kind = wanted.target.element_type;
    let fits = |e: &&UIElement| e.role == role && kind.is_none_or(|k| k == e.element_type);
    let all: Vec<&UIElement> = state.ui_elements.iter().filter(fits).collect();
    let why = match all.as_slice() {
        [one] => {
            let why = format!("the only thing with the role {role}");
            return Grounded::Found(Grounding { method: Method::Role, why, ..placed(one, base) });
        }
        [] => format!("nothing on the screen has the role {role}, and nothing else is known of it"),
        several => format!("{} things have the role {role}, and nothing else is known of it", several.len()),
    };
    let reason = if all.is_empty() { HaltReason::NotFound } else { HaltReason::Ambiguous };
    Grounded::Not(reason, Grounding { why, ..base })
}

fn placed(element: &UIElement, base: Grounding) -> Grounding {
    Grounding {
        bbox: Some(element.bbox),
        point: Some(element.bbox.center()),
        label: element.label.clone(),
        role: element.role.clone(),
        ..base
    }
}

/// Scores every place, and takes the one that is surely it.
fn scored(wanted: &Wanted<'_>, search: &Search<'_>, view: &View<'_>, base: Grounding) -> Grounded {
    let sought = search.plan.sought(wanted.target);
    let located = locate(&sought, view, search.level);
    let elements = &view.scene.state.ui_elements;
    let mut grounding =
        Grounding { score: Some(located.score), candidates: candidates(&located, elements), ..base };
    let chosen = match choose(wanted, &located, sought.twins > 0, (search, view), &mut grounding) {
        Ok(chosen) => chosen,
        Err(reason) => return Grounded::Not(reason, grounding),
    };
    let otherwise =
        |grounding: &Grounding| called_otherwise(wanted, &sought, &located, (search, view), grounding);
    let Some(place) = chosen else {
        if let Some(found) = otherwise(&grounding) {
            return Grounded::Found(found);
        }
        let (reason, why) = match located.verdict {
            Verdict::Ambiguous => (HaltReason::Ambiguous, "two places cannot be told apart"),
            _ => (HaltReason::NotFound, "nothing on the screen is surely it"),
        };
        grounding.why = why.into();
        return Grounded::Not(reason, grounding);
    };
    let element = element_at(elements, place.bbox);
    grounding.bbox = Some(place.bbox);
    grounding.point = Some(place.bbox.center());
    grounding.label = label_of(place, element, &grounding);
    grounding.role = element.map(|e| e.role.clone()).unwrap_or_default();
    if let Some((reason, why)) = unfit(wanted, search, place, element, elements) {
        grounding.why = why;
        return Grounded::Not(reason, grounding);
    }
    grounding.method = Method::Score;
    grounding.why = format!("scored {:.2} among {} places", located.score, located.places.len());
    if !needs_witness(wanted, &located) || grounding.second_witness.is_some() {
        return Grounded::Found(grounding);
    }
    match second_witness(wanted.target, place, element, elements, is_only_meant(place, &located)) {
        Some(witness) => {
            grounding.method = Method::Witness;
            grounding.why = format!("{}; {witness}", grounding.why);
            grounding.second_witness = Some(witness);
            Grounded::Found(grounding)
        }
        None => match otherwise(&grounding) {
            Some(found) => Grounded::Found(found),
            None => {
                grounding.why = format!("{}, and nothing else vouches for it", grounding.why);
                Grounded::Not(HaltReason::Unsure, grounding)
            }
        },
    }
}

/// The place that is meant, if one is: the best, or the one whose row says what is known, or what the workflow says to go by.
fn choose<'l>(
    wanted: &Wanted<'_>,
    located: &'l Located,
    had_twins: bool,
    (search, view): (&Search<'_>, &View<'_>),
    grounding: &mut Grounding,
) -> Result<Option<&'l Place>, HaltReason> {
    let twins = twins::told(located, had_twins, search.values, view);
    if let Twins::One(_, said) = &twins {
        grounding.second_witness = Some(format!("its row says {said:?}"));
    }
    Ok(match (located.verdict, twins) {
        (Verdict::NotFound, _) => None,
        (_, Twins::One(place, _)) => Some(place),
        (_, Twins::Several(n)) if wanted.target.selection_policy == SelectionPolicy::BySimilarity => {
            grounding.why = format!("{n} rows offer it, and nothing that is known tells which one is meant");
            return Err(HaltReason::Ambiguous);
        }
        (Verdict::Ambiguous, _) => by_policy(located, wanted.target)
            .or_else(|| in_so_many_words(located))
            .or_else(|| by_fallback(located, wanted.target, search.observation.size)),
        (Verdict::Found | Verdict::Maybe, _) => located.places.first(),
    })
}

/// Why what was found cannot be used, if so.
fn unfit(
    wanted: &Wanted<'_>,
    search: &Search<'_>,
    place: &Place,
    element: Option<&UIElement>,
    elements: &[UIElement],
) -> Option<(HaltReason, String)> {
    if is_foreign(search.observation, wanted.apps, place.bbox.center()) {
        return Some((HaltReason::NotFound, "the best place is in a window of another application".into()));
    }
    if is_uninviting(wanted.target, element) {
        return Some((HaltReason::Unsure, "what was found does not invite a click".into()));
    }
    let field = element.filter(|e| {
        wanted.fills
            && fields::is_called_otherwise(wanted.target, e, place, search.level)
            && !(wanted.in_other_words && fields::is_only_of_its_kind(wanted.target, e, elements))
    })?;
    Some((HaltReason::NotFound, format!("the best place is called “{}”", field.label)))
}

/// Something that is doubtful, or cannot be taken back, takes a second witness.
fn needs_witness(wanted: &Wanted<'_>, located: &Located) -> bool {
    let by_policy = wanted.target.selection_policy != SelectionPolicy::BySimilarity;
    let is_doubtful = match located.verdict {
        Verdict::Ambiguous => !by_policy,
        verdict => verdict == Verdict::Maybe,
    };
    is_doubtful || wanted.irreversible
}

/// Of places that cannot be told apart, the only one that looks as it did, or that is about where it was, where the workflow says to go by
/// that. It narrows the search; something else has to vouch for it all the same.
fn by_fallback<'l>(located: &'l Located, target: &Target, size: Size) -> Option<&'l Place> {
    let is_meant = |place: &&Place| match target.fallback_strategy {
        None => false,
        Some(FallbackStrategy::VisualSimilarity) => {
            place.witnesses.look.core >= SAME_LOOK && place.witnesses.look.grey >= SAME_LOOK
        }
        Some(FallbackStrategy::Position) => fields::is_near(target, place.bbox.center(), size),
    };
    let mut meant = located.places.iter().filter(is_meant);
    meant.next().filter(|_| meant.next().is_none())
}

/// What stands in the place of a target that is clicked, and says something else: the last thing that is thought of, when a text that is
/// only shown for a moment is gone. The guard has a person confirm it.
fn called_otherwise(
    wanted: &Wanted<'_>,
    sought: &Sought,
    located: &Located,
    (search, view): (&Search<'_>, &View<'_>),
    base: &Grounding,
) -> Option<Grounding> {
    if wanted.fills || base.resolution.healing_attempt < RENAMED_FROM {
        return None;
    }
    let said = renamed(sought, view, located)?;
    let place = located.places.first()?;
    let element = element_at(&view.scene.state.ui_elements, place.bbox)?;
    let is_usable = !is_uninviting(wanted.target, Some(element))
        && !is_foreign(search.observation, wanted.apps, place.bbox.center());
    is_usable.then(|| Grounding {
        method: Method::Renamed,
        bbox: Some(place.bbox),
        point: Some(place.bbox.center()),
        role: element.role.clone(),
        why: format!("it says {said:?} now, and all around it is as it was"),
        label: said,
        ..base.clone()
    })
}

/// What was found does not invite a click as clearly as it must.
pub(crate) fn is_uninviting(target: &Target, element: Option<&UIElement>) -> bool {
    let affordance = element.and_then(|e| e.action_affordance.as_ref());
    target.min_affordance_score.zip(affordance).is_some_and(|(least, a)| a.clickable_score < least)
}

/// It fills in what it points at, or gives it the focus.
pub(crate) fn fills(action: ActionType) -> bool {
    matches!(action, ActionType::TextInput | ActionType::Focus)
}

/// A point lies in a window of another application than those that are meant.
pub(crate) fn is_foreign(observation: &Observation, apps: &[String], at: Point) -> bool {
    let top = observation.windows.iter().rev().find(|w| w.rect.contains(at));
    !apps.is_empty() && top.is_some_and(|w| !apps.iter().any(|a| normal(a) == normal(&w.app)))
}

/// The state without what stands in windows of other applications; none where there is nothing of the kind.
pub(crate) fn own_part(observation: &Observation, apps: &[String]) -> Option<ScreenState> {
    let is_other = |w: &crate::world::SeenWindow| !apps.iter().any(|a| normal(a) == normal(&w.app));
    if apps.is_empty() || !observation.windows.iter().any(is_other) {
        return None;
    }
    let mut state = observation.state.clone();
    state.ui_elements.retain(|e| !is_foreign(observation, apps, e.center));
    let is_own = |b: Option<Rect>| b.is_none_or(|b| !is_foreign(observation, apps, b.center()));
    state.perception.detected_text.retain(|t| is_own(t.bbox));
    Some(state)
}

/// A target that is only what has the focus: nothing to see, nothing to say.
pub(crate) fn has_focus_only(target: &Target) -> bool {
    target.kind == TargetKind::Focused
}

/// What has the focus is used as it is, where the run surely is on the right screen.
fn focus(wanted: &Wanted<'_>, base: Grounding) -> Grounded {
    if !wanted.at_home {
        let why = "it is only known as what has the focus, and the screen is not surely the right one";
        return Grounded::Not(HaltReason::Unsure, Grounding { why: why.into(), ..base });
    }
    let why = "what has the focus on the right screen".into();
    Grounded::Found(Grounding { method: Method::Focus, why, ..base })
}

/// Of places that say the same, the first or last in reading order, where the workflow says so.
fn by_policy<'a>(located: &'a Located, target: &Target) -> Option<&'a Place> {
    let best = located.places.first()?;
    let alike =
        located.places.iter().filter(|p| p.witnesses.label >= best.witnesses.label - SAME_LABEL_SLACK);
    let order = |p: &&Place| (p.bbox.y1, p.bbox.x1);
    match target.selection_policy {
        SelectionPolicy::BySimilarity => None,
        SelectionPolicy::First => alike.min_by_key(order),
        SelectionPolicy::Last => alike.max_by_key(order),
    }
}

/// Of several places that say it, the best, where it alone says that and nothing else, and is of the same kind: a button “Sign in” below a
/// heading “Sign in to …”. Something else has to vouch for it all the same.
fn in_so_many_words(located: &Located) -> Option<&Place> {
    let says_only = |p: &&Place| p.witnesses.label_alone >= 1.0 && p.witnesses.kind >= 1.0;
    let best = located.places.first().filter(says_only)?;
    let rivals = located.places[1..].iter().filter(|p| p.bbox.intersection(&best.bbox).is_none());
    let are_other = rivals.clone().all(|p| p.witnesses.label_alone < 1.0 && p.witnesses.kind < 1.0);
    are_other.then_some(best)
}

fn candidates(located: &Located, elements: &[UIElement]) -> Vec<Candidate> {
    let told = |place: &Place| Candidate {
        bbox: place.bbox,
        source: serde_json::to_value(place.source)
            .ok()
            .and_then(|v| v.as_str().map(str::to_owned))
            .unwrap_or_default(),
        rank: place.rank,
        label: element_at(elements, place.bbox).map(|e| e.label.clone()).unwrap_or_default(),
        witnesses: place.witnesses.by_name().into_iter().map(|(k, v)| (k.to_owned(), v)).collect(),
    };
    located.places.iter().take(MOST_CANDIDATES).map(told).collect()
}

/// The element that a place means: the smallest that holds its middle and is about as large.
pub fn element_at(elements: &[UIElement], bbox: Rect) -> Option<&UIElement> {
    let overlap = |e: &UIElement| {
        let common = e.bbox.intersection(&bbox).map_or(0, |i| i.area()) as f64;
        2.0 * common / (e.bbox.area() + bbox.area()).max(1) as f64
    };
    let holds = |e: &&UIElement| e.bbox.contains(bbox.center());
    let alike = elements.iter().filter(holds).max_by(|a, b| overlap(a).total_cmp(&overlap(b)))?;
    if overlap(alike) >= ELEMENT_OVERLAP {
        return Some(alike);
    }
    // Words within a larger button are that button.
    let usable = |e: &&UIElement| {
        !matches!(
            e.element_type,
            ElementType::Window
                | ElementType::Dialog
                | ElementType::Table
                | ElementType::TableRow
                | ElementType::Toolbar
        )
    };
    elements.iter().filter(holds).filter(usable).min_by_key(|e| e.bbox.area())
}

fn label_of(place: &Place, element: Option<&UIElement>, grounding: &Grounding) -> String {
    let own = element.map(|e| e.label.clone()).filter(|l| !l.trim().is_empty());
    let first = || grounding.candidates.iter().find(|c| c.bbox == place.bbox).map(|c| c.label.clone());
    own.or_else(first).unwrap_or_default()
}

/// A witness that the score has not heard: the very pixels, or a role or name that nothing else on the screen has.
pub(crate) fn second_witness(
    target: &Target,
    place: &Place,
    element: Option<&UIElement>,
    elements: &[UIElement],
    is_only_meant: bool,
) -> Option<String> {
    if place.witnesses.look.core >= SAME_LOOK && place.witnesses.look.grey >= SAME_LOOK {
        return Some("its pixels are the very same".into());
    }
    let element = element?;
    let wanted_role = target.role.as_deref().filter(|r| !r.is_empty() && is_telling(r));
    let of_role = |role: &str| elements.iter().filter(|e| e.role == role && is_pressed(e)).count();
    if let Some(role) = wanted_role.filter(|r| element.role == **r && of_role(r) == 1) {
        return Some(format!("nothing else on the screen has the role {role}"));
    }
    if fields::is_only_of_its_kind(target, element, elements) {
        return Some("nothing else on the screen is of its kind".into());
    }
    let said = normal(target.text.as_deref().unwrap_or_default());
    // An entry of a menu is read with its shortcut, or without.
    let says = |e: &&UIElement| ratio(&normal(without_shortcut(&e.label)), &said) >= SAME_SAID;
    let is_said = |e: &&UIElement| !said.is_empty() && says(e);
    let alone = elements.iter().filter(|e| is_pressed(e)).filter(is_said).count() == 1;
    // Words may have gone to another thing: where a second one is for the same, they do not tell.
    let is_short = |e: &&UIElement| e.label.split_whitespace().count() <= LONGEST_RIVAL;
    let rivals = |r: &str| elements.iter().filter(|e| e.role == r && is_pressed(e)).filter(is_short).count();
    let rival = wanted_role.is_some_and(|r| rivals(r) > 1);
    let same_kind = target.element_type.is_none_or(|k| k == element.element_type);
    // Its own picture, words and face, is another witness than the words it was found by.
    let look = &place.witnesses.look;
    let as_painted = look.fine_grey >= SAME_FACE && look.fine_edges >= SAME_FACE;
    if is_said(&element) && alone && !rival && as_painted && is_pressed(element) {
        return Some("it looks as it did, and is the only one that says so".into());
    }
    // And what is around it must be somewhat as it was: the words alone were heard already.
    let w = &place.witnesses;
    let in_place = w.landmarks.max(w.near_landmarks).max(w.row).max(w.shapes) >= SOME_AROUND;
    if is_said(&element) && alone && !rival && same_kind && in_place {
        return Some("it is the only one of its kind that says so".into());
    }
    // Who says the very words among all that was around them is not taken for the other one that is for the same.
    let firmly = w.landmarks.min(w.near_landmarks).min(w.row) >= FIRMLY_AROUND;
    // What was seen as words alone, such as an entry of a menu without a frame, may be seen as a thing now.
    let was_words = target.element_type == Some(ElementType::Label);
    if is_said(&element) && alone && (same_kind || was_words) && firmly {
        return Some("it is the only one that says so, and what is around it is where it was".into());
    }
    // On a poor picture the frame of a button is not seen, only its words: then all that is around it must be where it was.
    let says_alone = elements.iter().filter(|e| is_said(e)).count() == 1;
    let has_rival = wanted_role.is_some_and(|r| rivals(r) > 0);
    if is_said(&element) && says_alone && !has_rival && element.element_type == ElementType::Label && firmly {
        return Some("nothing else says so, and what is around it is where it was".into());
    }
    // In another language: what it means, and, more than a little, what is around it.
    let means_it = w.meaning >= LIKE_MEANING && !said.is_empty();
    let around = w.landmarks.max(w.near_landmarks).max(w.row);
    (means_it && !rival && same_kind && around >= MUCH_AROUND && is_only_meant)
        .then(|| "it is the only one that means so, and stands where it should".into())
}

/// No other place means the same.
fn is_only_meant(place: &Place, located: &Located) -> bool {
    let is_other = |p: &&Place| p.bbox.intersection(&place.bbox).is_none();
    !located
        .places
        .iter()
        .filter(is_other)
        .any(|p| p.witnesses.meaning >= RIVAL_MEANING || p.witnesses.label >= RIVAL_LABEL)
}

/// Roles that say what a thing is for, not only where it stands.
pub(crate) fn is_telling(role: &str) -> bool {
    !matches!(
        role,
        "primary_action"
            | "secondary_action"
            | "navigation"
            | "data_display"
            | "form_input"
            | "selection"
            | "row"
            | "header"
    )
}

/// It can be pressed.
pub fn is_pressed(e: &UIElement) -> bool {
    e.element_type.is_pressed()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::element::ActionAffordance;

    #[test]
    fn an_entry_that_was_seen_as_words_is_vouched_for_by_all_that_is_around_it() {
        let entry = |id: &str, y: i32, label: &str| {
            let mut e = UIElement::new(id, ElementType::Link, Rect::from([2, y, 196, y + 22]));
            e.label = label.into();
            e
        };
        let elements = [entry("a", 214, "Save Ctrl+S"), entry("b", 239, "Save As… Ctrl+Shift+S")];
        let words =
            Target { text: Some("Save".into()), element_type: Some(ElementType::Label), ..Target::default() };
        let place = |around: f64| Place {
            bbox: Rect::from([35, 224, 63, 234]),
            source: lea_recognize::Source::Text,
            rank: 20.0,
            witnesses: lea_recognize::Witnesses {
                landmarks: around,
                near_landmarks: around,
                row: around,
                ..Default::default()
            },
        };
        let vouched = |target: &Target, around: f64| {
            second_witness(target, &place(around), Some(&elements[0]), &elements, true).is_some()
        };
        assert!(vouched(&words, 1.0));
        assert!(!vouched(&words, 0.1), "other things are around it");
        let field = Target { element_type: Some(ElementType::TextInput), ..words.clone() };
        assert!(!vouched(&field, 1.0), "it was something else");
        let other = Target { text: Some("Save As".into()), ..words };
        assert!(!vouched(&other, 1.0), "it says something else");
    }

    #[test]
    fn what_invites_a_click_less_than_the_target_demands_is_not_used() {
        let demands = |least| Target { min_affordance_score: least, ..Target::default() };
        let mut element = UIElement::new("e1", ElementType::Button, Rect::from([0, 0, 80, 20]));
        assert!(!is_uninviting(&demands(Some(0.8)), Some(&element)), "nothing is known of it");
        assert!(!is_uninviting(&demands(Some(0.8)), None));
        element.action_affordance =
            Some(ActionAffordance { clickable_score: 0.7, ..ActionAffordance::default() });
        assert!(is_uninviting(&demands(Some(0.8)), Some(&element)));
        assert!(!is_uninviting(&demands(Some(0.7)), Some(&element)));
        assert!(!is_uninviting(&demands(None), Some(&element)), "nothing is demanded");
    }
}
