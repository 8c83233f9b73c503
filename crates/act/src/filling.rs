//! Filling in a field (SPEC L4.4, ACT.13): text goes only into a field that is seen to take the focus. Where nothing shows the focus, the
//! first letters are read in the field before the rest is typed; nothing is deleted that is not seen to be the field's own content.

use crate::execute::Part;
use crate::field_value;
use crate::ground::element_at;
use crate::locate::{Goal, locate};
use crate::params::filling::{FIELD_MARGIN, FIRST_LETTERS, MARK_LEVEL, MARKED, SAME_PLACE};
use crate::params::times::{ECHO, FOCUS, LIST, LOOK_AGAIN_SOON, MARK, STROKE};
use crate::run::Runner;
use crate::step::{Performed, Warrant};
use crate::world::{HandError, InputEvent, Observation};
use lea_model::run::{Grounding, Halt, HaltReason, Question};
use lea_model::workflow::Echo;
use lea_model::{ElementState, ElementType, MouseButton, Point, Rect};
use lea_recognize::label::normal;
use std::rc::Rc;

/// What a field holds when typing into it begins.
enum Content {
    /// Nothing: it was empty, or what it held was seen to be marked and deleted.
    Nothing,
    /// It shows this, which could not be marked: a hint, or content that stays there and is added to.
    Unclear(String),
}

/// A field of which it is not sure that what is typed replaces what it shows.
struct Unsure {
    field: Rect,
    /// What it showed before.
    shown: String,
}

/// What is typed, and how.
struct Text {
    text: String,
    secret: bool,
    /// It is never shown as a whole: key by key, and not read back.
    unread: bool,
    append: bool,
    tab: bool,
}

impl Text {
    fn typing(&self, text: &str) -> InputEvent {
        InputEvent::Type { text: text.to_owned(), secret: self.secret }
    }
}

fn click(at: Point) -> InputEvent {
    InputEvent::Click { at, button: MouseButton::Left, clicks: 1 }
}

impl Runner<'_, '_, '_> {
    /// A field is emptied and filled; in a list of choices the one that says so is chosen.
    pub fn fill_in(&mut self, part: &Part<'_>, found: &Grounding, warrant: &mut Warrant) -> Performed {
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let filled = self.known.values.fill(template).map_err(|name| {
            Halt::new(HaltReason::MissingValue, format!("{name} has no value"))
                .with(Question::for_value(&name))
        })?;
        self.refuse_control_characters(part, &filled.text)?;
        let is_choice =
            part.action.target.as_ref().and_then(|t| t.element_type) == Some(ElementType::Dropdown);
        if let (true, Some(at), Some(field)) = (is_choice, found.point, found.bbox) {
            return self.choose(warrant, at, field, &filled.text);
        }
        if filled.secret {
            // Where it goes cannot be told without a place: then nothing of the screen is for models.
            let bbox = found.bbox.unwrap_or(self.look()?.bounds());
            self.known.secret_fields.push((bbox, found.label.clone()));
        }
        let how = &part.action.parameters;
        let text = Text {
            text: filled.text,
            secret: filled.secret,
            unread: how.echo() == Echo::Never,
            append: how.append,
            tab: how.then_tab,
        };
        match (found.point, found.bbox) {
            (Some(at), Some(bbox)) => self.fill_field(warrant, at, bbox, &text),
            (Some(at), None) => match self.input(warrant, click(at))? {
                Ok(()) => self.type_on(warrant, &text, None),
                error => Ok(error),
            },
            (None, _) => self.type_where_focus_is(warrant, &text),
        }
    }

    /// Nothing says where the focus is: the first letters must change something on the screen before the rest is typed.
    fn type_where_focus_is(&mut self, warrant: &mut Warrant, text: &Text) -> Performed {
        let first: String = text.text.chars().take(FIRST_LETTERS).collect();
        let rest: String = text.text.chars().skip(FIRST_LETTERS).collect();
        if text.unread || rest.is_empty() || self.world.hand.is_person() {
            return self.type_on(warrant, text, None);
        }
        let before = self.look()?;
        let done = self.input(warrant, text.typing(&first))?;
        if done.is_err() {
            return Ok(done);
        }
        let deadline = self.world.clock.seconds() + ECHO;
        loop {
            let now = self.look_after_focus()?;
            self.no_dialog_came(&before, &now)?;
            if self.world.eye.changed_within(&before, &now, now.bounds()) {
                break;
            }
            if self.world.clock.seconds() >= deadline {
                return Err(Halt::new(
                    HaltReason::NotVerified,
                    "the first letters that were typed changed nothing on the screen, so the rest was not typed",
                )
                .asking("Click into the field that is meant, then resume the run"));
            }
            self.wait_for_change(LOOK_AGAIN_SOON)?;
        }
        let tab = text.tab.then(|| InputEvent::Keys(vec!["TAB".into()]));
        self.inputs(warrant, [text.typing(&rest)].into_iter().chain(tab).collect())
    }

    /// A newline sends a form and a tab leaves a field (SPEC ACT.14): only a text area that was shown takes them.
    fn refuse_control_characters(&self, part: &Part<'_>, text: &str) -> Result<(), Halt> {
        let kind = part.action.target.as_ref().and_then(|t| t.element_type);
        let template = part.action.parameters.text.as_deref().unwrap_or_default();
        let is_shown = kind == Some(ElementType::TextArea) || template.contains('\n');
        let is_bad = |c: char| c.is_control() && !(is_shown && c == '\n');
        match text.chars().any(is_bad) {
            true => Err(Halt::new(
                HaltReason::BadValue,
                format!(
                    "{}: the value holds a line break, a tab or another control character",
                    crate::plan::told(part.action)
                ),
            )
            .asking("Give the value without it: a key like that would send the form or leave the field")),
            false => Ok(()),
        }
    }

    fn fill_field(&mut self, warrant: &mut Warrant, at: Point, field: Rect, text: &Text) -> Performed {
        let before = warrant.seen().clone();
        let done = self.input(warrant, click(at))?;
        if done.is_err() {
            return Ok(done);
        }
        if self.world.hand.is_person() {
            // A person sees where they type.
            let clear = (!text.append).then_some(InputEvent::Clear);
            let tab = text.tab.then(|| InputEvent::Keys(vec!["TAB".into()]));
            return self
                .inputs(warrant, clear.into_iter().chain([text.typing(&text.text)]).chain(tab).collect());
        }
        let mut after = self.look_after_focus()?;
        let mut focused = self.shows_focus(&before, &after, field);
        let is_elsewhere = focused_elsewhere(&after, field).is_some();
        if !focused && (is_elsewhere || self.world.eye.difference(&before, &after, None).global_pct > 0.0) {
            // Something else took the click, such as a list that was open and is closed now.
            let done = self.input(warrant, click(at))?;
            if done.is_err() {
                return Ok(done);
            }
            let earlier = after;
            after = self.look_after_focus()?;
            focused = self.shows_focus(&earlier, &after, field) || self.shows_focus(&before, &after, field);
        }
        if let Some(other) = focused_elsewhere(&after, field) {
            return Err(Halt::new(
                HaltReason::NotVerified,
                format!("“{other}” has the focus, not the field that was clicked: nothing was typed"),
            )
            .asking("Click into the field that is meant, then resume the run"));
        }
        if let Err(stale) = warrant.renew(after.clone(), &*self.world.eye) {
            return Ok(Err(HandError::Stale(stale.to_string())));
        }
        self.no_dialog_came(&before, &after)?;
        let content = match text.append {
            true => Content::Nothing,
            false => match self.empty(warrant, &after, field, (focused, &text.text))? {
                Ok(content) => content,
                Err(error) => return Ok(Err(error)),
            },
        };
        let unsure = match content {
            Content::Unclear(shown) => Some(Unsure { field, shown }),
            Content::Nothing => (!focused).then(|| Unsure { field, shown: String::new() }),
        };
        self.type_on(warrant, text, unsure)
    }

    /// A dialog that came up meanwhile would take the keys: a space presses its button, a letter may answer it.
    fn no_dialog_came(&self, before: &Observation, now: &Observation) -> Result<(), Halt> {
        let old = self.strange_dialogs(before);
        let is_new = |d: &crate::reflex::Dialog| !old.iter().any(|o| o.texts == d.texts);
        let Some(dialog) = self.strange_dialogs(now).into_iter().find(is_new) else { return Ok(()) };
        let why = format!("a dialog came up while a field was filled in: {}", dialog.texts.join(" "));
        Err(Halt::new(HaltReason::Dialog, why).asking("Close the dialog by hand, then resume the run"))
    }

    fn look_after_focus(&mut self) -> Result<Rc<Observation>, Halt> {
        let shown = self.world.eye.wait_for_change(FOCUS);
        shown.map_err(|lost| self.lost(&lost.to_string()))?;
        self.look_again()
    }

    /// The field shows that it has the focus: it is said to, or something changed at it.
    pub fn shows_focus(&self, before: &Observation, after: &Observation, field: Rect) -> bool {
        let is_said = element_at(&after.state.ui_elements, field)
            .is_some_and(|e| e.state.contains(&ElementState::Focused));
        is_said
            || after.frame.is_some()
                && self.world.eye.changed_within(before, after, field.padded(FIELD_MARGIN))
    }

    /// Empties a field: what is deleted was seen to be marked in the field, whoever is said to have the focus. A field that shows nothing is
    /// left as it is.
    fn empty(
        &mut self,
        warrant: &mut Warrant,
        now: &Observation,
        field: Rect,
        (focused, value): (bool, &str),
    ) -> Result<Result<Content, HandError>, Halt> {
        let shown = field_value::field(now, field).unwrap_or_default();
        let metadata = element_at(&now.state.ui_elements, field).map(|e| &e.metadata);
        let has_hint_only = metadata.is_some_and(|m| m.placeholder.is_some() && m.value.is_none());
        if shown.trim().is_empty() || has_hint_only {
            return Ok(Ok(Content::Nothing));
        }
        let keys = InputEvent::Keys(vec!["CTRL".into(), "A".into()]);
        if let Err(error) = self.input(warrant, keys)? {
            return Ok(Err(error));
        }
        let marked = self.look_for_mark(now, field)?;
        if let Err(stale) = warrant.renew(marked.clone(), &*self.world.eye) {
            return Ok(Err(HandError::Stale(stale.to_string())));
        }
        let is_field = element_at(&marked.state.ui_elements, field)
            .is_some_and(|e| crate::fields::FIELDS.contains(&e.element_type));
        self.no_dialog_came(now, &marked)?;
        let is_covered = !is_field || !self.strange_dialogs(&marked).is_empty();
        match is_marked(now, &marked, field) && !is_covered {
            true => Ok(self.input(warrant, InputEvent::Clear)?.map(|()| Content::Nothing)),
            // Only the caret stands there, and there is nothing to mark.
            false if !is_covered && field_value::is_caret(&shown) => Ok(Ok(Content::Nothing)),
            // Nothing is marked anywhere: the field holds a hint, or the keys were lost. What is typed is read before the rest. What the
            // run itself typed is no hint: then the field does not have the focus.
            false
                if (focused || !field_value::reads_as(&shown, value))
                    && !self.world.eye.changed_beside(now, &marked, field.padded(FIELD_MARGIN)) =>
            {
                Ok(Ok(Content::Unclear(shown)))
            }
            false => Err(Halt::new(
                HaltReason::NotVerified,
                "what has the focus is not the field that is to be filled in: its content was not seen to be marked",
            )
            .asking("Click into the field that is meant, then resume the run")),
        }
    }

    /// The screen once the field shows that its content is marked, or when that took too long.
    fn look_for_mark(&mut self, before: &Observation, field: Rect) -> Result<Rc<Observation>, Halt> {
        let deadline = self.world.clock.seconds() + MARK;
        loop {
            let observation = self.look_after_focus()?;
            let left = deadline - self.world.clock.seconds();
            if is_marked(before, &observation, field) || left <= 0.0 {
                return Ok(observation);
            }
            self.wait_for_change(left.min(LOOK_AGAIN_SOON))?;
        }
    }

    /// Types a text; where the field did not show the focus, or may keep what it showed, its first letters are read there before the rest.
    fn type_on(&mut self, warrant: &mut Warrant, text: &Text, unsure: Option<Unsure>) -> Performed {
        let mut events: Vec<InputEvent> = Vec::new();
        let first: String = text.text.chars().take(FIRST_LETTERS).collect();
        if let Some(unsure) = unsure.filter(|_| !text.unread && !first.is_empty()) {
            let before = self.look()?;
            let done = self.input(warrant, text.typing(&first))?;
            if done.is_err() {
                return Ok(done);
            }
            if !self.has_echoed(&before, &unsure, &first, text.secret)? {
                return Err(Halt::new(
                    HaltReason::NotVerified,
                    "the first letters that were typed do not stand in the field, so the rest was not typed",
                )
                .asking("Take out what was typed, click into the field that is meant, then resume the run"));
            }
            let rest: String = text.text.chars().skip(FIRST_LETTERS).collect();
            events.extend((!rest.is_empty()).then(|| text.typing(&rest)));
        } else if text.unread {
            return self.type_by_letter(warrant, text);
        } else {
            events.push(text.typing(&text.text));
        }
        events.extend(text.tab.then(|| InputEvent::Keys(vec!["TAB".into()])));
        self.inputs(warrant, events)
    }

    /// At the pace of keys that can be seen going down.
    fn type_by_letter(&mut self, warrant: &mut Warrant, text: &Text) -> Performed {
        let letters: Vec<InputEvent> = text.text.chars().map(|c| text.typing(&c.to_string())).collect();
        let tab = text.tab.then(|| InputEvent::Keys(vec!["TAB".into()]));
        let paced = letters.len() + usize::from(tab.is_some()) > 1;
        for event in letters.into_iter().chain(tab) {
            let done = self.input(warrant, event)?;
            if done.is_err() {
                return Ok(done);
            }
            if paced {
                self.world.clock.pause(STROKE);
            }
        }
        Ok(Ok(()))
    }

    /// The first letters stand in the field, and not beside what it showed before; of a secret, something changed in the field.
    fn has_echoed(
        &mut self,
        before: &Observation,
        unsure: &Unsure,
        first: &str,
        secret: bool,
    ) -> Result<bool, Halt> {
        let field = unsure.field;
        let deadline = self.world.clock.seconds() + ECHO;
        loop {
            let observation = self.look_after_focus()?;
            let shown = field_value::field(&observation, field).unwrap_or_default();
            let is_there = match secret {
                true => self.world.eye.changed_within(before, &observation, field.padded(FIELD_MARGIN)),
                false => echoes(&unsure.shown, &shown, first),
            };
            if is_there || self.world.clock.seconds() >= deadline {
                return Ok(is_there);
            }
            self.wait_for_change(LOOK_AGAIN_SOON)?;
        }
    }

    /// Opens a list and picks the entry; where that cannot be seen in the list, it is typed, which lists of choices understand. Where no list
    /// has opened, nothing is typed: the keys would go to another field, and Enter would send the form.
    fn choose(&mut self, warrant: &mut Warrant, at: Point, field: Rect, text: &str) -> Performed {
        let before = warrant.seen().clone();
        let done = self.input(warrant, click(at))?;
        if done.is_err() {
            return Ok(done);
        }
        let open = self.open_list(&before, field, text)?;
        if let Some(entry) = locate(&Goal::Entry { open: &open, before: &before, field, text }).found() {
            return self.pick_entry(warrant, open, &entry);
        }
        if !self.has_opened(&before, &open, field) {
            return Ok(Err(HandError::Unable("its list did not open".into())));
        }
        if let Err(stale) = warrant.renew(open, &*self.world.eye) {
            return Ok(Err(HandError::Stale(stale.to_string())));
        }
        let typed = self.input(warrant, InputEvent::Type { text: text.to_owned(), secret: false })?;
        if typed.is_err() {
            return Ok(typed);
        }
        self.take_typed_choice(warrant, &before, field, text)
    }

    /// Clicks an entry of a list on the screen on which it was found.
    fn pick_entry(&mut self, warrant: &mut Warrant, open: Rc<Observation>, entry: &Grounding) -> Performed {
        let (Some(at), Some(bbox)) = (entry.point, entry.bbox) else {
            return Ok(Err(HandError::Unable("the entry has no place".into())));
        };
        if let Err(stale) = warrant.renew(open, &*self.world.eye) {
            return Ok(Err(HandError::Stale(stale.to_string())));
        }
        warrant.uses_next(bbox);
        self.input(warrant, click(at))
    }

    /// What was typed into an open list is taken: by a click where it stands in the list now, by Enter only where the field shows it and the
    /// list is still open, so that Enter goes to the list and sends nothing.
    fn take_typed_choice(
        &mut self,
        warrant: &mut Warrant,
        before: &Rc<Observation>,
        field: Rect,
        text: &str,
    ) -> Performed {
        let deadline = self.world.clock.seconds() + LIST;
        loop {
            let now = self.look_again()?;
            if let Some(entry) = locate(&Goal::Entry { open: &now, before, field, text }).found() {
                return self.pick_entry(warrant, now, &entry);
            }
            let shown = field_value::field(&now, field).unwrap_or_default();
            if field_value::reads_as(&shown, text) && self.has_opened(before, &now, field) {
                if let Err(stale) = warrant.renew(now, &*self.world.eye) {
                    return Ok(Err(HandError::Stale(stale.to_string())));
                }
                return self.input(warrant, InputEvent::Keys(vec!["ENTER".into()]));
            }
            let left = deadline - self.world.clock.seconds();
            if left <= 0.0 {
                return Ok(Err(HandError::Unable(format!("its list does not show “{text}”"))));
            }
            self.wait_for_change(left.min(LOOK_AGAIN_SOON))?;
        }
    }

    /// The list that a click into a field opens; a busy application may take its time, and keys would go elsewhere meanwhile.
    fn open_list(&mut self, before: &Observation, field: Rect, text: &str) -> Result<Rc<Observation>, Halt> {
        let deadline = self.world.clock.seconds() + LIST;
        loop {
            let observation = self.look_again()?;
            let has_opened = !entries(&observation, before, field, text).is_empty()
                || self.has_opened(before, &observation, field);
            let left = deadline - self.world.clock.seconds();
            if has_opened || left <= 0.0 {
                return Ok(observation);
            }
            self.wait_for_change(left)?;
        }
    }

    /// Something came up at a field: words right above, below or over it that were not there, or pixels there, and no dialog elsewhere.
    fn has_opened(&self, before: &Observation, open: &Observation, field: Rect) -> bool {
        let height = field.height() as i32;
        let around = Rect { y1: field.y1 - height, y2: field.y2 + height, ..field };
        let texts = |observation: &Observation| -> Vec<(Rect, String)> {
            let lines = observation.state.perception.detected_text.iter();
            let placed = lines.filter_map(|t| Some((t.bbox?, normal(&t.text))));
            placed.filter(|(b, _)| around.intersection(b).is_some()).collect()
        };
        let old = texts(before);
        let is_new = |(b, t): &(Rect, String)| {
            !old.iter().any(|(o, was)| was == t && o.padded(SAME_PLACE).contains(b.center()))
        };
        let strips =
            [Rect { y2: field.y1 - FIELD_MARGIN, ..around }, Rect { y1: field.y2 + FIELD_MARGIN, ..around }];
        let is_drawn = || strips.iter().any(|s| self.world.eye.changed_within(before, open, *s));
        let has_come = texts(open).iter().any(is_new) || open.frame.is_some() && is_drawn();
        let elsewhere =
            |d: &crate::reflex::Dialog| d.bbox.intersection(&field.padded(FIELD_MARGIN)).is_none();
        has_come && !self.strange_dialogs(open).iter().any(elsewhere)
    }
}

/// A field that showed one text shows another one, which holds the letters that were typed and no longer what was there: letters that
/// stood there before say nothing.
fn echoes(before: &str, now: &str, typed: &str) -> bool {
    let (before, now, typed) = (normal(before), normal(now), normal(typed));
    let is_kept = !before.is_empty() && now.contains(&before);
    typed.is_empty() || field_value::reads_as(&now, &typed) || now.contains(&typed) && !is_kept
}

/// The content of a field is seen to be marked: what lies behind its letters has changed, not only its border or a caret. Where there are
/// no pixels, the field says so.
fn is_marked(before: &Observation, after: &Observation, field: Rect) -> bool {
    let (Some(a), Some(b)) = (&before.frame, &after.frame) else {
        return element_at(&after.state.ui_elements, field)
            .is_some_and(|e| e.state.contains(&ElementState::Selected));
    };
    let lines = before.state.perception.detected_text.iter().filter_map(|t| t.bbox);
    let mut inside = lines.filter(|b| field.contains(b.center())).filter_map(|b| b.intersection(&field));
    inside.any(|text| lea_frame::share_changed(a.as_frame(), b.as_frame(), text, MARK_LEVEL) >= MARKED)
}

/// Another field than this one is seen to have the focus: what it is called.
fn focused_elsewhere(observation: &Observation, field: Rect) -> Option<String> {
    let is_ours = |e: &lea_model::UIElement| e.bbox.padded(FIELD_MARGIN).contains(field.center());
    let fields =
        observation.state.ui_elements.iter().filter(|e| crate::fields::FIELDS.contains(&e.element_type));
    let mut focused = fields.filter(|e| e.state.contains(&ElementState::Focused));
    // A border in a colour of the theme is not the focus where several fields have it.
    let one = focused.next().filter(|_| focused.next().is_none())?;
    (!is_ours(one)).then(|| one.label.clone())
}

/// Entries of a list that has opened: they say exactly that, stand at the field, and were not there before.
pub(crate) fn entries(open: &Observation, before: &Observation, field: Rect, text: &str) -> Vec<Rect> {
    let wanted = normal(text);
    let places = |observation: &Observation| -> Vec<Rect> {
        let lines = observation.state.perception.detected_text.iter();
        lines.filter(|t| normal(&t.text) == wanted).filter_map(|t| t.bbox).collect()
    };
    let old = places(before);
    let is_new = |b: &Rect| !old.iter().any(|o| o.padded(SAME_PLACE).contains(b.center()));
    let at_field = |b: &Rect| b.x1 < field.x2 && field.x1 < b.x2 && !field.contains(b.center());
    places(open).into_iter().filter(is_new).filter(at_field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_stood_in_the_field_before_are_no_echo() {
        assert!(echoes("", "Dos", "Dos"));
        assert!(echoes("Reason…", "Dos", "Dos"), "a hint went away");
        assert!(echoes("Reason…", "Dossier incomplete", "Dos"), "the field completes what is typed");
        assert!(echoes("D", "Dos", "Dos"), "one letter was replaced");
        assert!(!echoes("Dossier incomplet", "Dossier incomplet", "Dos"), "nothing happened yet");
        assert!(!echoes("Dossier incomplet", "Dossier incompletDos", "Dos"), "it was added to what is there");
        assert!(!echoes("12", "1212", "12"));
    }
}
