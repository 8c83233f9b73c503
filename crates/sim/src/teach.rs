//! The workflow that a learner would make of a task: nodes from what demonstrations have in common, targets remembered on them.

use crate::app::App;
use crate::demo::{Demos, example};
use crate::machine::{Field, Machine};
use crate::painter::paint;
use crate::render::{Kind, Shown};
use crate::sheet::Spot;
use crate::task::{BY_NAME, BY_NUMBER};
use crate::words::{Word, say};
use lea_act::plan::Exemplar;
use lea_frame::FrameBuf;
use lea_model::workflow::{
    Check, Condition, ConditionType, Edge, EffectKind, InRow, Loop, Node, PostConditions, RecoveryAction,
    RequiredElement, ScreenTemplate, SqlCount, TargetKind, WindowConstraint,
};
use lea_model::{Action, ActionType, ByName, ElementType, ErrorType, MouseButton, Target, UIElement};
use lea_recognize::{Scene, remember};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Texts that tell a node, at most.
const MOST_TEXTS: usize = 5;
/// Texts that must come up after a step, at most.
const MOST_CHECKS: usize = 2;

/// Makes nodes and edges out of demonstrations.
pub struct Teacher<'a> {
    /// The application.
    pub app: &'a App,
    /// What was seen of it.
    pub demos: Demos,
    /// Kinds of screens that the workflow knows, in the order of their nodes.
    pub kinds: Vec<Kind>,
    /// Edges so far.
    pub edges: Vec<Edge>,
    /// Demonstrations were seen with their pixels.
    pub painted: bool,
    /// Pictures of targets, by their path.
    pub crops: RefCell<Vec<(String, FrameBuf)>>,
}

/// An edge that is being made.
pub struct Way {
    /// The edge.
    pub edge: Edge,
}

impl Way {
    /// It is done once, before the turns of a loop.
    pub fn once(mut self) -> Self {
        self.edge.once = true;
        self.edge.priority = 2;
        self
    }

    /// It is repeated.
    pub fn each(mut self, repeat: Loop) -> Self {
        self.edge.repeat = Some(repeat);
        self.edge.priority = 1;
        self
    }

    /// It is taken where this holds.
    pub fn when(mut self, expression: &str) -> Self {
        let mut condition = Condition::new(ConditionType::Expression);
        condition.expression = Some(expression.into());
        self.edge.condition = Some(condition);
        self
    }

    /// The record on the screen must be this one.
    pub fn only_if_shown(mut self, variable: &str) -> Self {
        self.edge.constraints.pre_conditions.push(Check::Value(variable.to_owned()).into());
        self
    }

    /// This must be true outside the screen afterwards.
    pub fn with_effect(mut self, is: &str, of: &str) -> Self {
        // The machine of the simulation is asked as a database would be.
        let count = SqlCount { database: "sim".into(), query: format!("{is} {of}"), ..SqlCount::default() };
        self.edge.effects.push(EffectKind::SqlCount(count).into());
        self
    }
}

impl<'a> Teacher<'a> {
    /// A teacher who has seen the application.
    pub fn new(app: &'a App, demos: Demos, painted: bool) -> Self {
        let crops = RefCell::new(Vec::new());
        Self { app, demos, kinds: Vec::new(), edges: Vec::new(), painted, crops }
    }

    /// What a word was called.
    pub fn said(&self, word: Word) -> &'static str {
        say(word, self.app.language, false)
    }

    /// The node of a kind, by its id.
    pub fn node_id(&mut self, kind: Kind) -> String {
        let at = self.kinds.iter().position(|k| *k == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        format!("N{}_{}", at + 1, format!("{kind:?}").to_lowercase())
    }

    /// A way from one kind of screen to another.
    pub fn way(&mut self, from: Kind, to: Kind, actions: Vec<Action>) -> Way {
        let is_save = from == to && from == Kind::Form;
        let after = match is_save {
            true => Rc::new(self.demos.shown_with(Kind::Form, |m| m.saved = true)),
            false => self.demos.shown(to, 0),
        };
        let checks = self.checks(&self.demos.shown(from, 0), &after, from == to && !is_save);
        let to_node = self.node_id(to);
        let number = self.edges.len() + 1;
        let action = match <[Action; 1]>::try_from(actions) {
            Ok([one]) => one,
            Err(steps) => {
                let mut action = Action::new(ActionType::Compound);
                action.parameters.steps = steps;
                action
            }
        };
        let edge = Edge {
            edge_id: format!("E{number}_{}", format!("{to:?}").to_lowercase()),
            from_node: self.node_id(from),
            to_node: to_node.clone(),
            action: Some(action),
            post_conditions: PostConditions {
                expected_node: Some(to_node),
                checks,
                ..PostConditions::default()
            },
            ..Edge::default()
        };
        Way { edge }
    }

    /// Adds an edge.
    pub fn add(&mut self, way: Way) {
        self.edges.push(way.edge);
    }

    fn checks(&self, before: &Shown, after: &Shown, is_same: bool) -> Vec<Check> {
        if is_same {
            return Vec::new();
        }
        let old: BTreeSet<&str> = texts(before).collect();
        let other = self.demos.shown(after.kind, 1);
        let common: BTreeSet<&str> = texts(&other).collect();
        let is_static = |t: &&str| common.contains(*t) || after.kind == Kind::Form;
        let has_digit = |t: &str| t.chars().any(|c| c.is_ascii_digit());
        let new = texts(after).filter(|t| !old.contains(t) && !has_digit(t)).filter(is_static);
        let mut checks: Vec<Check> = new.take(MOST_CHECKS).map(|t| Check::Text(t.to_owned())).collect();
        if title(before) != title(after) {
            checks.push(Check::WindowTitleChanged);
        }
        checks
    }

    /// A click on the thing of this label.
    pub fn click(&self, kind: Kind, word: Word) -> Action {
        self.click_after(kind, word, |_| {})
    }

    /// The same on a screen on which something was done before.
    pub fn click_after(&self, kind: Kind, word: Word, change: impl FnOnce(&mut Machine)) -> Action {
        let shown = self.demos.shown_with(kind, change);
        Action {
            target: Some(self.target(&shown, self.said(word), false)),
            ..Action::new(ActionType::MouseClick)
        }
    }

    /// A thing dragged to another.
    pub fn drag(&self, kind: Kind, what: Word, to: Word) -> Action {
        let shown = self.demos.shown(kind, 0);
        let mut action = Action {
            target: Some(self.target(&shown, self.said(what), false)),
            ..Action::new(ActionType::Drag)
        };
        action.parameters.to = Some(self.target(&shown, self.said(to), false));
        action
    }

    /// What saves a form: its button, or the keys that this application has for it.
    pub fn save(&self, kind: Kind, typed: &[Field]) -> Action {
        let Some(keys) = self.app.manners.saves_by.keys() else {
            return self.click_after(kind, Word::Save, |m| type_all(m, typed));
        };
        let mut action = Action::new(ActionType::KeyPress);
        action.parameters.keys = keys;
        action
    }

    /// Something typed into the field of this name.
    pub fn fill(&self, kind: Kind, word: Word, text: &str, before: &[Field]) -> Action {
        let shown = self.demos.shown_with(kind, |m| type_all(m, before));
        let mut action = Action {
            target: Some(self.target(&shown, self.said(word), true)),
            ..Action::new(ActionType::TextInput)
        };
        action.parameters.text = Some(text.into());
        action
    }

    /// A click into the row of a text that every run has.
    pub fn row_that_says(&self, text: &str) -> Action {
        let mut action = self.row(BY_NUMBER);
        if let Some(target) = &mut action.target {
            target.text = Some(text.to_owned());
            target.description = Some(format!("the entry that says {text}"));
        }
        action
    }

    /// A click into the row that says a value.
    pub fn row(&self, value: &str) -> Action {
        let mut target = Target {
            kind: TargetKind::Row,
            role: Some("row".into()),
            element_type: Some(ElementType::Button),
            text: Some(format!("${{{value}}}")),
            description: Some(format!("the entry that says ${{{value}}}")),
            ..Target::default()
        };
        let column = if value == BY_NAME { Word::Person } else { Word::Number };
        let mut in_row = InRow { column: Some(self.said(column).into()), ..InRow::default() };
        let mut action = Action::new(ActionType::MouseClick);
        if self.app.double_click {
            action.parameters.clicks = Some(2);
            action.parameters.button = Some(MouseButton::Left);
        } else {
            in_row.cell = Some(4);
            in_row.button = Some(self.said(Word::Open).into());
        }
        target.in_row = Some(in_row);
        action.target = Some(target);
        action
    }

    /// The nodes of all kinds that are used, and a screen of each.
    pub fn nodes(&self) -> (Vec<Node>, Vec<(String, Exemplar)>) {
        let mut exemplars = Vec::new();
        let mut nodes = Vec::new();
        for (at, kind) in self.kinds.iter().enumerate() {
            let id = format!("N{}_{}", at + 1, format!("{kind:?}").to_lowercase());
            let (a, b) = (self.demos.shown(*kind, 0), self.demos.shown(*kind, 1));
            let frame = self.painted.then(|| paint(&a));
            exemplars.push((id.clone(), Exemplar::of(&a.state, frame.as_ref())));
            nodes.push(self.node(id, *kind, &a, &b));
        }
        (nodes, exemplars)
    }

    fn node(&self, id: String, kind: Kind, a: &Shown, b: &Shown) -> Node {
        let others: Vec<Rc<Shown>> =
            self.kinds.iter().filter(|k| **k != kind).map(|k| self.demos.shown(*k, 0)).collect();
        let common: BTreeSet<&str> = texts(b).collect();
        let mut own: Vec<(usize, &str)> = texts(a)
            .filter(|t| common.contains(t))
            .map(|t| (others.iter().filter(|o| texts(o).any(|x| x == t)).count(), t))
            .collect();
        own.sort_by_key(|(n, _)| *n);
        own.dedup();
        // The error box lies over any screen: only what is its own tells it.
        let most = own.first().map_or(0, |(n, _)| *n);
        own.retain(|(n, _)| *n <= most.max(others.len() / 2));
        let counts = |s: &Shown| -> BTreeMap<(String, ElementType), u32> {
            let mut counts = BTreeMap::new();
            let is_told =
                |k| !matches!(k, ElementType::Label | ElementType::TableRow | ElementType::TableCell);
            for e in s.state.ui_elements.iter().filter(|e| is_told(e.element_type)) {
                *counts.entry((e.role.clone(), e.element_type)).or_insert(0) += 1;
            }
            counts
        };
        let there = counts(b);
        let required = counts(a).into_iter().filter_map(|((role, kind), n)| {
            let min_count = n.min(*there.get(&(role.clone(), kind))?);
            Some(RequiredElement {
                role: Some(role),
                type_any_of: vec![kind],
                min_count,
                ..RequiredElement::default()
            })
        });
        let name = own.first().map_or("screen", |(_, t)| *t);
        let is_error = matches!(kind, Kind::Error | Kind::Expired);
        let error_type = match kind {
            Kind::Error => Some(ErrorType::Generic),
            Kind::Expired => Some(ErrorType::Authentication),
            _ => None,
        };
        Node {
            node_id: id,
            label: name.to_owned(),
            screen_template: ScreenTemplate {
                window: Some(WindowConstraint {
                    app_name_any_of: vec![a.state.window.as_ref().map_or("", |w| &w.app_name).into()],
                    title_contains_any_of: vec![common_title(a, b)],
                    ..WindowConstraint::default()
                }),
                required_text_any: own.iter().take(MOST_TEXTS).map(|(_, t)| (*t).to_owned()).collect(),
                required_ui_elements: required.collect(),
                ..ScreenTemplate::default()
            },
            is_error_node: is_error,
            error_type,
            ..Node::default()
        }
    }

    /// The target of what is called so: a field by the label beside it, all else by the words on it.
    fn target(&self, shown: &Shown, label: &str, is_field: bool) -> Target {
        let is_meant = |kind: ElementType| match kind {
            ElementType::TextInput | ElementType::TextArea | ElementType::Dropdown => is_field,
            ElementType::Label | ElementType::TableCell => false,
            _ => !is_field,
        };
        // An icon says nothing: the demonstration shows where it was clicked.
        let is_icon = |e: &UIElement| {
            let is_clicked = |s: &Spot| s.bbox == e.bbox && s.label == label;
            e.role == "icon" && shown.spots.iter().any(is_clicked)
        };
        let is_called = |e: &&UIElement| {
            let placeholder = e.metadata.placeholder.as_deref();
            is_meant(e.element_type) && (e.label == label || placeholder == Some(label) || is_icon(e))
        };
        let by_words = || Target { text: Some(label.into()), ..Target::default() };
        // Every task is made from labels that its screens have.
        let Some(element) = shown.state.ui_elements.iter().find(is_called) else { return by_words() };
        let frame = self.painted.then(|| paint(shown));
        let scene = Scene { state: &shown.state, frame: frame.as_ref().map(|f| f.as_frame()) };
        let Ok((mut target, crop)) = remember(scene, shown.size, element.bbox) else { return by_words() };
        target.description = Some(format!("the thing called “{label}”"));
        if let (Some(crop), Some(anchor)) = (crop, &mut target.anchor) {
            let mut crops = self.crops.borrow_mut();
            let path = format!("crops/{}.png", crops.len() + 1);
            anchor.crop = Some(path.clone());
            crops.push((path, crop));
        }
        target
    }
}

/// A way back from an error.
pub fn recovery(action: Option<Action>, workflow_id: Option<&str>, back: &str) -> RecoveryAction {
    RecoveryAction {
        action: action.map(ByName::Full),
        return_to_node: Some(back.to_owned()),
        workflow_id: workflow_id.map(str::to_owned),
        ..RecoveryAction::default()
    }
}

/// Types what a demonstration typed.
pub fn type_all(m: &mut Machine, fields: &[Field]) {
    for field in fields {
        m.draft.insert(*field, example(*field).to_owned());
    }
}

fn texts(shown: &Shown) -> impl Iterator<Item = &str> {
    shown.state.perception.detected_text.iter().map(|t| t.text.as_str()).filter(|t| !t.contains('•'))
}

fn title(shown: &Shown) -> &str {
    shown.state.window.as_ref().map_or("", |w| w.window_title.as_str())
}

/// What two titles have in common, from the end.
fn common_title(a: &Shown, b: &Shown) -> String {
    let (a, b) = (title(a), title(b));
    if a == b {
        return a.to_owned();
    }
    a.split_once(" – ").map_or(a, |(_, firm)| firm).to_owned()
}
