//! A field being filled in: by typing, with corrections, or by a choice of its list.

use super::{Maker, app};
use crate::demonstration::seen::{Pictured, Seen};
use crate::graph::{Act, Deed, Doubt};
use crate::params::demonstration::ALIKE_TYPED;
use crate::params::graph::LEAST_LETTERS;
use lea_model::ledger::Reason;
use lea_model::workflow::{Target, TargetKind, TargetPosition};
use lea_model::{ElementType, Event, Rect, ScreenState};
use lea_recognize::label::{normal, ratio};

/// A field being filled in.
pub(super) struct Typing {
    at: usize,
    on: usize,
    between: Vec<usize>,
    after: usize,
    changed: Option<Rect>,
    target: Option<Pictured>,
    text: Option<String>,
    t: f64,
    events: Vec<usize>,
    /// A list of choices is open, in which typing goes to the one that begins so.
    pub(super) chooses: bool,
    /// It was left with the tab key.
    pub(super) tabbed: bool,
    focused: bool,
    doubt: Option<Doubt>,
}

impl Typing {
    /// What is typed goes to the choice that begins so, and Enter takes it.
    fn is_choice(&self) -> bool {
        let kind = self.target.as_ref().and_then(|(t, _)| t.element_type);
        self.chooses || kind == Some(ElementType::Dropdown)
    }

    pub(super) fn goes_on(&mut self, at: usize, seen: &Seen) {
        self.after = seen.after;
        self.events.push(at);
        self.changed = union(self.changed, seen.changed);
    }
}

impl Maker<'_> {
    pub(super) fn text(&mut self, at: usize, event: &Event, noise: Option<String>) {
        let Some(seen) = self.sights.get(at) else { return };
        if let Some(typing) = &mut self.typing {
            // Typed on in the same field: nothing else was done between.
            typing.goes_on(at, seen);
            typing.text = match (typing.text.take(), &event.text) {
                (Some(before), Some(more)) => Some(before + more),
                _ => None,
            };
            return;
        }
        let (focused, edits) = (self.focus.take(), std::mem::take(&mut self.edits));
        let clicked = focused.and_then(|f| self.sights.get(f));
        let same_field = |c: &Seen| {
            let (Some((a, _)), Some(b)) = (&c.target, seen.changed) else { return seen.target.is_none() };
            a.position.as_ref().is_some_and(|p| p.bbox.padded(6).intersection(&b).is_some())
        };
        let chooses = focused.is_some_and(|f| self.sights.opened(f).is_some());
        let is_own = clicked.is_some_and(|c| chooses || same_field(c));
        let target = clicked.filter(|_| is_own).and_then(|c| c.target.clone());
        let target = target.or_else(|| seen.target.clone());
        if let Some(click) = focused.filter(|_| !is_own) {
            // It went elsewhere: the click was for something else.
            self.focus = Some(click);
            self.end_focus(true);
        }
        // What is known by its focus alone needs the keys that brought the focus there.
        self.end_tabs(target.is_none());
        self.typing = Some(Typing {
            at,
            on: clicked.filter(|_| is_own).map_or(seen.on, |c| c.on),
            between: clicked.filter(|_| is_own).map(|c| c.after).into_iter().chain([seen.on]).collect(),
            after: seen.after,
            changed: seen.changed,
            target,
            text: event.text.clone(),
            t: event.t,
            events: focused.filter(|_| is_own).into_iter().chain(edits).chain([at]).collect(),
            chooses,
            tabbed: false,
            focused: focused.is_none(),
            doubt: noise.map(Doubt::Noise),
        });
    }

    /// Keys that change what is being typed: what the field holds in the end counts.
    pub(super) fn correct(&mut self, at: usize, chord: &str) {
        let Some(typing) = &mut self.typing else { return };
        if let Some(text) = &mut typing.text {
            match chord {
                "BACKSPACE" => drop(text.pop()),
                "CTRL+A" | "CTRL+BACKSPACE" => text.clear(),
                _ => {}
            }
        }
        typing.events.push(at);
    }

    /// A click on one of the choices that a click into a field has opened fills that field in: it shows the choice then. What a menu
    /// offers is no choice: its name stays.
    pub(super) fn choose(&mut self, at: usize, event: &Event, seen: &Seen) -> bool {
        let Some(click) = self.focus else { return false };
        let Some(field) = self.sights.opened(click) else { return false };
        let (Some((target, _)), Some(list), Some(pos)) = (&field.target, field.changed, event.pos) else {
            return false;
        };
        let in_field = target.position.as_ref().is_some_and(|p| p.bbox.contains(pos));
        let Some(chosen) = seen.target.as_ref().and_then(|(t, _)| t.text.clone()) else { return false };
        if in_field || !list.contains(pos) || !self.shows(target, seen.after, &chosen) {
            return false;
        }
        let after = self.screens.get(seen.after).map(|s| &s.state);
        let chosen = without_icon(after, target, chosen);
        self.focus = None;
        self.typing = Some(Typing {
            at,
            on: field.on,
            between: vec![field.after, seen.on],
            after: seen.after,
            changed: union(field.changed, seen.changed),
            target: field.target.clone(),
            text: Some(chosen),
            t: event.t,
            events: vec![click, at],
            chooses: true,
            tabbed: false,
            focused: false,
            doubt: None,
        });
        self.end_typing();
        true
    }

    /// A text stands where a target is, whole or cut off.
    fn shows(&self, target: &Target, screen: usize, text: &str) -> bool {
        let Some(place) = target.position.as_ref().map(|p| p.bbox.padded(4)) else { return false };
        let Some(shown) = self.screens.get(screen) else { return false };
        let lines = shown.state.perception.detected_text.iter();
        let within = lines.filter(|t| t.bbox.is_some_and(|b| place.contains(b.center())));
        let wanted = normal(text);
        let says = |said: &str| {
            !said.is_empty()
                && (wanted.starts_with(said)
                    || said.starts_with(&wanted)
                    || ratio(said, &wanted) >= ALIKE_TYPED)
        };
        within.map(|t| normal(&t.text)).any(|said| says(&said))
    }

    /// Enter takes a choice of a list, whose beginning was typed: the field shows more of it then, and only the list is gone. What changes
    /// elsewhere came of the Enter itself.
    pub(super) fn takes_choice(&self, at: usize) -> bool {
        let Some(typing) = &self.typing else { return false };
        let Some(seen) = self.sights.get(at) else { return typing.is_choice() };
        let around = typing.changed.map(|c| c.padded(8));
        let field = typing.target.as_ref().and_then(|(t, _)| t.position.as_ref()).map(|p| p.bbox.padded(8));
        let within = |c: Rect| around.is_some_and(|a| a.holds(&c)) || field.is_some_and(|f| f.holds(&c));
        if seen.changed.is_some_and(|c| !within(c)) {
            return false;
        }
        let shown = typing.target.as_ref().zip(typing.text.as_deref());
        typing.is_choice()
            || shown.is_some_and(|((target, _), text)| self.shown_choice(target, seen.after, text).is_some())
    }

    /// What a field shows after a choice was made; what was typed may be only its beginning.
    fn shown_choice(&self, target: &Target, after: usize, typed: &str) -> Option<String> {
        let place = target.position.as_ref()?.bbox.center();
        let fields = self.screens.get(after)?.state.ui_elements.iter().filter(|e| e.bbox.contains(place));
        let values = fields.filter_map(|e| e.metadata.value.as_deref());
        // A caret behind it is read as a sign.
        let plain = values.map(|v| v.trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
        plain.into_iter().find(|v| normal(v).starts_with(&normal(typed)) && normal(v) != normal(typed))
    }

    pub(super) fn end_typing(&mut self) {
        let Some(typing) = self.typing.take() else { return };
        if typing.text.as_ref().is_some_and(|t| t.trim().is_empty()) {
            typing.events.iter().for_each(|at| drop(self.out.dropped.insert(*at, Reason::Deleted)));
            return;
        }
        let event = &self.session.events[typing.at];
        let (target, picture) = match typing.target {
            Some((target, picture)) => (target, Some(picture)),
            // A page that is all text has no border to see.
            None => {
                let position =
                    typing.changed.map(|bbox| TargetPosition { bbox, ..TargetPosition::default() });
                let element_type = Some(ElementType::TextArea);
                (Target { kind: TargetKind::Focused, element_type, position, ..Target::default() }, None)
            }
        };
        let text = match &typing.text {
            Some(typed) if typing.chooses => self.shown_choice(&target, typing.after, typed).or(typing.text),
            _ => typing.text,
        };
        let act = Act {
            event: typing.events.last().copied().unwrap_or(typing.at),
            events: typing.events,
            deed: Deed::Type { text },
            on: typing.on,
            between: typing.between,
            after: typing.after,
            target: Some(target),
            row: None,
            changed: typing.changed,
            changed_pct: 0.0,
            app: app(event),
            t: typing.t,
            settled: 0.0,
            tabbed: typing.tabbed,
            focused: typing.focused,
            answered: true,
            doubt: typing.doubt,
            scrolled: None,
        };
        self.add(Some(act), picture);
    }
}

/// An icon before the words of an entry may be read as a letter, while the field shows the same words without it.
fn without_icon(after: Option<&ScreenState>, field: &Target, chosen: String) -> String {
    let place = field.position.as_ref().map(|p| p.bbox.padded(4));
    let lines = after.map(|s| &s.perception.detected_text).into_iter().flatten();
    let in_field = lines.filter(|t| place.zip(t.bbox).is_some_and(|(place, b)| place.contains(b.center())));
    let is_end = |said: &&str| said.chars().count() >= LEAST_LETTERS && chosen.trim().ends_with(said);
    let shown = in_field.map(|t| t.text.trim()).find(is_end).map(str::to_owned);
    shown.unwrap_or(chosen)
}

fn union(a: Option<Rect>, b: Option<Rect>) -> Option<Rect> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(&b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::DetectedText;

    #[test]
    fn a_choice_is_what_the_field_shows_without_the_icon_that_was_read_as_a_letter() {
        let bbox = Rect::from([170, 160, 320, 180]);
        let mut state = ScreenState::default();
        let line = DetectedText { text: "articles".into(), bbox: Some(bbox), ..DetectedText::default() };
        state.perception.detected_text.push(line);
        let position = Some(TargetPosition { bbox, ..TargetPosition::default() });
        let field = Target { position, ..Target::default() };
        assert_eq!(without_icon(Some(&state), &field, "Earticles".into()), "articles");
        assert_eq!(
            without_icon(Some(&state), &field, "suppliers".into()),
            "suppliers",
            "it shows something else"
        );
        assert_eq!(without_icon(None, &field, "Earticles".into()), "Earticles");
    }
}
