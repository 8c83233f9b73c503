//! The film of a demonstration, stepping: what is shown, and what a movement of the hand does to it. A press where the person pressed shows
//! what came of it; any other ends the film.

use super::gallery::{Gallery, app};
use lea_act::world::{InputEvent, Observation};
use lea_frame::FrameBuf;
use lea_learn::graph::Deed;
use lea_learn::selftest::Scene;
use lea_model::{ElementState, Point, Rect, ScreenState};
use lea_recognize::label::normal;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A place may be pressed this far beside what the person pressed, in pixels: boxes of the same thing differ by its border.
const BESIDE: i32 = 3;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct View {
    /// The screen, by its place in the lesson.
    screen: usize,
    /// A field that was clicked where no recorded screen shows it: it has the focus.
    focused: Option<Rect>,
    /// A field whose content is marked.
    marked: Option<Rect>,
}

impl View {
    fn of(screen: usize) -> Self {
        Self { screen, focused: None, marked: None }
    }
}

/// What a movement of the hand did to the film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// The film goes on.
    On,
    /// It is not what the person did: why.
    Other(String),
    /// The recording does not show what comes of it: why.
    Unknown(String),
}

/// A film that is being played.
pub struct Reel<'r, 'g> {
    gallery: &'r mut Gallery<'g>,
    scenes: &'r [Scene],
    done: BTreeSet<usize>,
    /// The furthest scene that was done, and the one that is being filled in, with the texts typed into it so far.
    furthest: Option<usize>,
    filling: Option<(usize, String)>,
    view: View,
    /// What is shown as soon as time passes.
    then: Option<usize>,
    /// Counts the changes of what is shown.
    number: u64,
    seen: Option<(View, Rc<Observation>)>,
}

impl<'r, 'g> Reel<'r, 'g> {
    /// From its first scene on; none where there is nothing to show.
    pub fn new(gallery: &'r mut Gallery<'g>, scenes: &'r [Scene]) -> Option<Self> {
        let view = View::of(scenes.first()?.on);
        let (done, furthest, filling, then, seen) = (BTreeSet::new(), None, None, None, None);
        Some(Self { gallery, scenes, done, furthest, filling, view, then, number: 1, seen })
    }

    /// The visit that the film is at: the one after the furthest scene, where that was the last of its own.
    fn group(&self) -> usize {
        let of = |scene: usize| self.scenes.get(scene).map(|s| s.group);
        let Some(furthest) = self.furthest else { return of(0).unwrap_or(0) };
        of(furthest + 1).or_else(|| of(furthest).map(|g| g + 1)).unwrap_or(0)
    }

    /// Scenes that are not done.
    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.scenes.len()).filter(|s| !self.done.contains(s))
    }

    /// The first scene of this visit or a later one that is not done; none at the end of the film.
    pub fn next(&self) -> Option<usize> {
        let group = self.group();
        self.open().find(|s| self.scenes[*s].group >= group)
    }

    /// Scenes of visits that are over, and that were not done.
    pub fn passed_over(&self) -> Vec<usize> {
        let group = self.group();
        self.open().filter(|s| self.scenes[*s].group < group).collect()
    }

    /// Scenes that were done, in their order.
    pub fn done(&self) -> Vec<usize> {
        self.done.iter().copied().collect()
    }

    /// The person did what is done now in another order than the run: scenes before this one, or before the furthest, are still open in this
    /// visit. The film shows what was filled in later, and not what was shown then.
    pub fn is_out_of_order(&self, now: Option<usize>) -> bool {
        let last = now.into_iter().chain(self.furthest).max();
        let group = last.map(|s| self.scenes[s].group);
        let mut earlier = self.open().filter(|s| Some(self.scenes[*s].group) == group);
        last.is_some_and(|last| earlier.any(|s| s < last)) || now.is_some_and(|n| self.furthest > Some(n))
    }

    /// A field is being filled in: it was clicked, and its text did not come up yet.
    pub fn is_filling(&self) -> bool {
        self.filling.is_some()
    }

    /// Time passes.
    pub fn waits(&mut self) -> bool {
        let Some(then) = self.then.take().filter(|then| *then != self.view.screen) else { return false };
        self.show(then);
        true
    }

    /// What is shown.
    pub fn look(&mut self) -> Result<Rc<Observation>, String> {
        if let Some((view, seen)) = &self.seen
            && *view == self.view
        {
            return Ok(seen.clone());
        }
        let apps = self.apps();
        let mut observation = self.gallery.observation(self.view.screen, &apps)?;
        observation.number = self.number;
        if let Some(field) = self.view.focused {
            give_focus(&mut observation.state, field);
        }
        if let (Some(field), Some(frame)) = (self.view.marked, &observation.frame) {
            observation.frame = Some(Rc::new(marked(frame, field)));
        }
        let observation = Rc::new(observation);
        self.seen = Some((self.view, observation.clone()));
        Ok(observation)
    }

    /// Applications that are in front now or later: those whose windows are there.
    fn apps(&self) -> Vec<String> {
        let from = self.furthest.map_or(0, |s| s + 1);
        let scenes = self.scenes.get(from..).unwrap_or_default();
        let later = scenes.iter().flat_map(|s| [s.on, s.after]);
        let screens = std::iter::once(self.view.screen).chain(self.then).chain(later);
        let apps = screens.filter_map(|s| self.gallery.shown(s).ok()).map(app).filter(|a| !a.is_empty());
        apps.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn show(&mut self, screen: usize) {
        self.change(View::of(screen));
    }

    fn change(&mut self, view: View) {
        if view != self.view {
            self.number += 1;
            self.view = view;
        }
    }

    /// A scene is done: what came of it is shown, and then the screen on which the person went on.
    fn finish(&mut self, scene: usize) -> Played {
        self.filling = None;
        self.done.insert(scene);
        if self.furthest.is_none_or(|f| scene > f) {
            self.furthest = Some(scene);
            self.show(self.scenes[scene].after);
            self.then = self.scenes.get(scene + 1).map(|next| next.on);
        } else {
            // It was filled in in another order: the film shows it filled in already.
            self.show(self.view.screen);
        }
        Played::On
    }

    /// Scenes that may come now: those of this visit that are not done.
    pub fn due(&self) -> Vec<usize> {
        let group = self.group();
        self.open().filter(|s| self.scenes[*s].group == group).collect()
    }

    /// Does what a movement of the hand does.
    pub fn play(&mut self, event: &InputEvent) -> Played {
        match event {
            InputEvent::Click { at, button, clicks } => {
                let deed = Deed::Click { button: *button, clicks: *clicks };
                self.click(*at, &deed)
            }
            InputEvent::Hover { at } => {
                let state = self.state();
                self.played_by(|scene| scene.deed == Deed::Hover && hits(scene, state, *at))
            }
            InputEvent::Scroll { .. } => self.played_by(|scene| matches!(scene.deed, Deed::Scroll { .. })),
            InputEvent::Drag { from, to } => self.drag(*from, *to),
            InputEvent::Keys(keys) => self.keys(keys),
            InputEvent::Clear => {
                self.change(View { marked: None, ..self.view });
                Played::On
            }
            InputEvent::Type { text, secret } => self.types(text, *secret),
            InputEvent::Switch(place) => self.switch(&place.app),
        }
    }

    /// The pointer rests, or the wheel is turned: that is a scene where the person did so, and changes nothing otherwise.
    fn played_by(&mut self, is_it: impl Fn(&Scene) -> bool) -> Played {
        let scene = self.due().into_iter().find(|scene| is_it(&self.scenes[*scene]));
        scene.map_or(Played::On, |scene| self.finish(scene))
    }

    fn click(&mut self, at: Point, deed: &Deed) -> Played {
        if let Some((scene, _)) = self.filling
            && self.is_entry(scene, at)
        {
            return self.finish(scene);
        }
        let state = self.state();
        let hit = |scene: &usize| {
            let wanted = &self.scenes[*scene];
            let is_fill = matches!(wanted.deed, Deed::Type { .. });
            (is_fill || wanted.deed == *deed) && hits(wanted, state, at)
        };
        let Some(scene) = self.due().into_iter().find(hit) else { return self.missed(at, state) };
        if !matches!(self.scenes[scene].deed, Deed::Type { .. }) {
            return self.finish(scene);
        }
        self.filling = Some((scene, String::new()));
        let in_order = scene == self.furthest.map_or(0, |f| f + 1);
        match self.scenes[scene].between.last().filter(|_| in_order) {
            Some(focused) => self.show(*focused),
            None => self.change(View { focused: self.scenes[scene].place, ..self.view }),
        }
        self.then = None;
        Played::On
    }

    /// Something else was pressed than the person did; another of the same things in another order is no fault.
    fn missed(&self, at: Point, state: Option<&ScreenState>) -> Played {
        let said = state.and_then(|s| said_at(s, at)).unwrap_or_default();
        let Some(next) = self.next() else {
            return Played::Other(format!(
                "it presses “{said}” at {}, {}, after the person was done",
                at.x, at.y
            ));
        };
        let step = &self.scenes[next].step;
        let mut later = self.scenes[next + 1..].iter().filter(|s| s.step == *step);
        if later.any(|s| hits(s, state, at)) {
            return Played::Unknown("the person did the turns in another order".into());
        }
        Played::Other(format!("it presses “{said}” at {}, {}, which the person did not", at.x, at.y))
    }

    /// The entry of an open list that a field is filled in with.
    fn is_entry(&self, scene: usize, at: Point) -> bool {
        let Deed::Type { text: Some(text) } = &self.scenes[scene].deed else { return false };
        let Some(state) = self.state() else { return false };
        let lines = state.perception.detected_text.iter();
        let mut there = lines.filter(|t| t.bbox.is_some_and(|b| b.padded(BESIDE).contains(at)));
        let in_field = self.scenes[scene].place.is_some_and(|p| p.contains(at));
        !in_field && there.any(|t| normal(&t.text) == normal(text))
    }

    fn drag(&mut self, from: Point, to: Point) -> Played {
        let state = self.state();
        let hit = |scene: &usize| {
            let wanted = &self.scenes[*scene];
            let ends = wanted.to.is_none_or(|place| place.padded(BESIDE).contains(to));
            matches!(wanted.deed, Deed::Drag { .. }) && ends && hits(wanted, state, from)
        };
        match self.due().into_iter().find(hit) {
            Some(scene) => self.finish(scene),
            None => self.missed(from, state),
        }
    }

    fn keys(&mut self, keys: &[String]) -> Played {
        let upper = |keys: &[String]| keys.iter().map(|k| k.to_uppercase()).collect::<Vec<_>>();
        let pressed = upper(keys);
        let is = |chord: &[&str]| pressed.iter().map(String::as_str).eq(chord.iter().copied());
        if let Some((scene, _)) = &self.filling {
            let scene = *scene;
            if is(&["CTRL", "A"]) {
                self.change(View { marked: self.scenes[scene].place, ..self.view });
                return Played::On;
            }
            // It takes the choice that was typed into a list.
            if is(&["ENTER"]) {
                return self.finish(scene);
            }
        }
        let same = |scene: &usize| matches!(&self.scenes[*scene].deed, Deed::Keys(k) if upper(k) == pressed);
        // It leaves a field that was filled in, unless the person pressed the key as an act of its own there.
        let was_filled = self.furthest.is_some_and(|s| matches!(self.scenes[s].deed, Deed::Type { .. }));
        let is_next = self.furthest.map_or(0, |f| f + 1);
        let is_act = is_next < self.scenes.len() && same(&is_next);
        if is(&["TAB"]) && was_filled && !is_act {
            return Played::On;
        }
        match self.due().into_iter().find(same) {
            Some(scene) => self.finish(scene),
            None => Played::Other(format!("it presses {}, which the person did not", keys.join("+"))),
        }
    }

    fn types(&mut self, text: &str, secret: bool) -> Played {
        let is_focused = |scene: &usize| matches!(self.scenes[*scene].deed, Deed::Type { .. });
        let (scene, before) = match self.filling.clone() {
            Some(filling) => filling,
            None => match self.furthest.filter(|_| self.is_rest(text)) {
                // The rest of a text whose first letters were looked at.
                Some(_) => return Played::On,
                None => match self.due().into_iter().find(is_focused) {
                    Some(scene) => (scene, String::new()),
                    None => return Played::Other("it types, and the person did not".into()),
                },
            },
        };
        let typed = before + text;
        let shown = match &self.scenes[scene].deed {
            Deed::Type { text } => text.clone(),
            _ => None,
        };
        let (wanted, now) = (normal(shown.as_deref().unwrap_or_default()), normal(&typed));
        if !secret && shown.is_some() && !wanted.starts_with(&now) {
            let shown = shown.unwrap_or_default();
            return Played::Other(format!("it types “{typed}” where the person typed “{shown}”"));
        }
        self.finish(scene);
        Played::On
    }

    /// A text goes on in the field that was filled in last: the film shows it whole from its first letters on.
    fn is_rest(&self, text: &str) -> bool {
        let deed = self.furthest.map(|s| &self.scenes[s].deed);
        match deed {
            Some(Deed::Type { text: Some(whole) }) => normal(whole).ends_with(&normal(text)),
            Some(Deed::Type { text: None }) => true,
            _ => false,
        }
    }

    fn switch(&mut self, to: &str) -> Played {
        let same = |scene: &usize| matches!(&self.scenes[*scene].deed, Deed::Switch { app, .. } if app == to);
        match self.due().into_iter().find(same) {
            Some(scene) => self.finish(scene),
            None => Played::Other(format!("it goes to {to}, and the person did not")),
        }
    }

    fn state(&self) -> Option<&'g ScreenState> {
        self.gallery.shown(self.view.screen).ok().map(|shown| &shown.state)
    }
}

/// A point is on what the person pressed: within it, on the same thing, or in the same row.
fn hits(scene: &Scene, state: Option<&ScreenState>, at: Point) -> bool {
    let Some(place) = scene.place else { return false };
    if place.padded(BESIDE).contains(at) {
        return true;
    }
    let Some(state) = state else { return false };
    let rows = lea_recognize::rows::rows(&state.ui_elements);
    let same_row = |r: &lea_recognize::rows::Row| r.bbox.contains(at) && r.bbox.contains(place.center());
    if scene.is_row && rows.iter().any(same_row) {
        return true;
    }
    let around = state.ui_elements.iter().filter(|e| e.bbox.contains(at));
    let smallest = around.min_by_key(|e| e.bbox.area());
    smallest.is_some_and(|e| e.bbox.contains(place.center()) && e.bbox.area() <= 4 * place.area())
}

fn said_at(state: &ScreenState, at: Point) -> Option<String> {
    let around = state.ui_elements.iter().filter(|e| e.bbox.contains(at) && !e.label.trim().is_empty());
    around.min_by_key(|e| e.bbox.area()).map(|e| e.label.clone())
}

/// A click gives a field the focus, and takes it from the others.
fn give_focus(state: &mut ScreenState, field: Rect) {
    let held: Vec<usize> = (0..state.ui_elements.len())
        .filter(|e| state.ui_elements[*e].bbox.contains(field.center()))
        .collect();
    let own = held.into_iter().min_by_key(|e| state.ui_elements[*e].bbox.area());
    for (at, element) in state.ui_elements.iter_mut().enumerate() {
        element.state.retain(|s| *s != ElementState::Focused);
        if Some(at) == own {
            element.state.push(ElementState::Focused);
        }
    }
}

/// A frame in which a field is marked: what lies behind its letters has another colour.
fn marked(frame: &FrameBuf, field: Rect) -> FrameBuf {
    let mut out = frame.clone();
    if let Some(mut piece) = frame.as_frame().crop(field) {
        piece.bytes.iter_mut().for_each(|b| *b = !*b);
        out.put(field.x1, field.y1, piece.as_frame());
    }
    out
}
