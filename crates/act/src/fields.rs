//! Fields: found at once by their names, and told from fields that are called otherwise.

use crate::ground::{Wanted, is_foreign};
use crate::params::targets::{FIELD_BELOW, FIELD_BESIDE, LIKE_MEANING, SAME_REGION};
use crate::world::Observation;
use lea_model::{ElementType, Point, ScreenState, Size, Target, UIElement};
use lea_recognize::label::{normal, ratio};
use lea_recognize::{Level, Place};

/// What is filled in.
pub(crate) const FIELDS: [ElementType; 3] =
    [ElementType::TextInput, ElementType::TextArea, ElementType::Dropdown];

/// A field, and why it is the one.
type Found<'s> = Option<(&'s UIElement, String)>;

/// FAST: a field that its name tells.
pub(crate) fn at_once<'s>(
    wanted: &Wanted<'_>,
    state: &'s ScreenState,
    observation: &Observation,
) -> Found<'s> {
    the_field(wanted, state, observation).or_else(|| field_at_its_name(wanted, state, observation))
}

/// The one field of that kind that bears exactly its name; or, where it has none, the one field of that kind there is.
fn the_field<'s>(wanted: &Wanted<'_>, state: &'s ScreenState, observation: &Observation) -> Found<'s> {
    let target = wanted.target;
    let kind = target.element_type.filter(|k| FIELDS.contains(k)).filter(|_| wanted.at_home)?;
    let own = |e: &&UIElement| e.element_type == kind && !is_foreign(observation, wanted.apps, e.center);
    let name = target.anchor.as_ref().and_then(|a| a.name.as_deref()).map(normal).filter(|n| !n.is_empty());
    // A list of choices without a name says what is chosen: of its kind alone it is not known.
    let is_known = name.is_some() || kind != ElementType::Dropdown;
    let fits = |e: &&UIElement| is_known && name.as_ref().is_none_or(|n| normal(&e.label) == *n);
    let mut found = state.ui_elements.iter().filter(own).filter(fits);
    let one = found.next().filter(|_| found.next().is_none())?;
    // One that said a hint, and says something else now, must at least be about where it was.
    let had_hint = name.is_none() && target.text.as_ref().is_some_and(|t| !t.trim().is_empty());
    if had_hint && !is_about_there(target, one, state, observation) {
        return None;
    }
    let why = match &name {
        Some(_) => format!("the only field called “{}”", one.label),
        None => "the only field of its kind".into(),
    };
    Some((one, why))
}

/// A field is about where the one that is wanted was, as parts of the screen, and the words that stood in that one are not elsewhere.
fn is_about_there(
    target: &Target,
    field: &UIElement,
    state: &ScreenState,
    observation: &Observation,
) -> bool {
    let said = target.text.as_deref().map(normal).unwrap_or_default();
    let mut lines = state.perception.detected_text.iter();
    let is_elsewhere = lines
        .any(|t| t.bbox.is_some_and(|b| !field.bbox.contains(b.center())) && normal(&t.text).contains(&said));
    is_near(target, field.center, observation.size) && !is_elsewhere
}

/// A point is about where the target was, as parts of the screen.
pub(crate) fn is_near(target: &Target, at: Point, screen: Size) -> bool {
    let Some(position) = &target.position else { return false };
    let Some(Size { width, height }) = position.screen_resolution else { return false };
    let part = |at: i32, of: u32| f64::from(at) / f64::from(of.max(1));
    let was = position.bbox.center();
    let dx = part(was.x, width) - part(at.x, screen.width);
    let dy = part(was.y, height) - part(at.y, screen.height);
    dx.abs() <= SAME_REGION && dy.abs() <= SAME_REGION
}

/// The field that stands right of, or right below, the only words on the screen that are its name.
fn field_at_its_name<'s>(
    wanted: &Wanted<'_>,
    state: &'s ScreenState,
    observation: &Observation,
) -> Found<'s> {
    let target = wanted.target;
    let kind = target.element_type.filter(|k| FIELDS.contains(k)).filter(|_| wanted.at_home)?;
    let name =
        target.anchor.as_ref().and_then(|a| a.name.as_deref()).map(normal).filter(|n| !n.is_empty())?;
    let own = |at: Point| !is_foreign(observation, wanted.apps, at);
    let mut said = state.perception.detected_text.iter().filter(|t| normal(&t.text) == name);
    let words = said.next().filter(|_| said.next().is_none())?.bbox.filter(|b| own(b.center()))?;
    let is_field = |e: &&UIElement| match kind {
        ElementType::Dropdown => e.element_type == kind,
        _ => matches!(e.element_type, ElementType::TextInput | ElementType::TextArea),
    };
    let reach = words.height() as i32 * FIELD_BELOW;
    let distance = |e: &UIElement| {
        let below = (0..=reach).contains(&(e.bbox.y1 - words.y2 + words.height() as i32))
            && (e.bbox.x1 - words.x1).abs() <= reach;
        let beside = e.bbox.y1 <= words.center().y
            && words.center().y < e.bbox.y2
            && (0..=words.height() as i32 * FIELD_BESIDE).contains(&(e.bbox.x1 - words.x2));
        (below || beside).then(|| (e.bbox.y1 - words.y2).max(0) + (e.bbox.x1 - words.x2).max(0))
    };
    // A box around the name itself is not the field.
    let fields = state.ui_elements.iter().filter(is_field).filter(|e| own(e.center));
    let fields = fields.filter(|e| !e.bbox.contains(words.center()));
    let (_, one) = fields.filter_map(|e| Some((distance(e)?, e))).min_by_key(|(d, _)| *d)?;
    let is_its_own = one.label.trim().is_empty() || normal(&one.label) == name;
    is_its_own.then(|| (one, format!("the field at the words “{}”", target.text.as_deref().unwrap_or(&name))))
}

/// A field that bears another name than the one that is looked for, neither alike nor of like meaning.
pub(crate) fn is_called_otherwise(target: &Target, found: &UIElement, place: &Place, level: Level) -> bool {
    let name = target.anchor.as_ref().and_then(|a| a.name.as_deref()).map(normal).unwrap_or_default();
    let other = normal(&found.label);
    let differ = !name.is_empty() && !other.is_empty() && FIELDS.contains(&found.element_type);
    let w = &place.witnesses;
    differ && ratio(&name, &other) < level.min_ratio && w.name < LIKE_MEANING && w.meaning < LIKE_MEANING
}

/// A field of the kind that is wanted, and there is no other.
pub(crate) fn is_only_of_its_kind(target: &Target, element: &UIElement, elements: &[UIElement]) -> bool {
    let kind = element.element_type;
    let of_kind = elements.iter().filter(|e| e.element_type == kind).count();
    FIELDS.contains(&kind) && target.element_type == Some(kind) && of_kind == 1
}
