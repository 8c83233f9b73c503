//! Small worlds that are learnt: a few screens with words, acts between them, and the graph that must come out.

mod crossing;
mod entries;
mod kept;
mod records;

use super::*;
use lea_model::screen_state::{DetectedText, StateWindow};
use lea_model::workflow::{
    ActionType, Anchor, Echo, ErrorType, LoopType, Target, TargetKind, TargetPosition, VariableSourceMethod,
    VariableType,
};
use lea_model::{ElementType, MouseButton, Rect, ScreenState, Size, UIElement};
use lea_recognize::Scene;
use lea_recognize::screen::Sketch;
use proptest::prelude::*;

const SIZE: Size = Size { width: 1200, height: 800 };

/// A screen that is written line by line: `[Label]` is a button, `Label: _` a field, the rest words.
fn screen(title: &str, lines: &[&str]) -> Shown {
    let mut state = ScreenState {
        window: Some(StateWindow {
            app_name: "App".into(),
            window_title: title.into(),
            screen_resolution: Some(SIZE),
            ..StateWindow::default()
        }),
        ..ScreenState::default()
    };
    for (n, line) in lines.iter().enumerate() {
        let bbox = place(n);
        let (kind, label) = match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            Some(label) => (ElementType::Button, label),
            None => match line.strip_suffix(": _") {
                Some(label) => (ElementType::TextInput, label),
                None => (ElementType::Label, *line),
            },
        };
        let mut e = UIElement::new(format!("el_{n:04}"), kind, bbox);
        (e.label, e.confidence) = (label.into(), 0.9);
        state.ui_elements.push(e);
        state.perception.detected_text.push(DetectedText {
            text: label.into(),
            bbox: Some(bbox),
            ..DetectedText::default()
        });
    }
    let sketch = Sketch::of(&Scene { state: &state, frame: None });
    Shown { name: format!("sess/{title}"), state, sketch, size: SIZE }
}

fn place(n: usize) -> Rect {
    let y = 40 + 40 * n as i32;
    Rect { x1: 100, y1: y, x2: 400, y2: y + 24 }
}

fn target(kind: ElementType, label: &str, n: usize) -> Target {
    let is_field = kind == ElementType::TextInput;
    Target {
        text: Some(label.into()),
        element_type: Some(kind),
        anchor: Some(Anchor { name: is_field.then(|| label.to_owned()), ..Anchor::default() }),
        position: Some(TargetPosition {
            bbox: place(n),
            screen_resolution: Some(SIZE),
            ..TargetPosition::default()
        }),
        ..Target::default()
    }
}

/// A lesson being written.
#[derive(Default)]
struct World {
    lesson: Lesson,
}

impl World {
    fn shows(&mut self, title: &str, lines: &[&str]) -> usize {
        self.lesson.screens.push(screen(title, lines));
        self.lesson.screens.len() - 1
    }

    fn begins(&mut self) {
        let session_id = format!("sess_{}", self.lesson.demos.len());
        self.lesson.demos.push(Demo { session_id, seconds: 10.0, ..Demo::default() });
    }

    fn does(&mut self, deed: Deed, target: Option<Target>, row: Option<Row>, on: usize, after: usize) {
        let changed = (on != after).then_some(Rect { x1: 0, y1: 0, x2: 1200, y2: 800 });
        let demo = self.lesson.demos.last_mut().unwrap();
        let event = demo.acts.len();
        demo.acts.push(Act {
            event,
            events: vec![event],
            deed,
            on,
            between: Vec::new(),
            after,
            target,
            row,
            changed,
            changed_pct: 0.0,
            app: "app".into(),
            t: event as f64,
            settled: 0.5,
            tabbed: false,
            focused: false,
            answered: on != after,
            doubt: None,
            scrolled: None,
        });
    }

    fn clicks(&mut self, label: &str, on: usize, after: usize) {
        let target = target(ElementType::Button, label, 5);
        self.does(Deed::Click { button: MouseButton::Left, clicks: 1 }, Some(target), None, on, after);
    }

    fn types(&mut self, label: &str, text: &str, on: usize) {
        let line =
            ["Search", "Name", "Customer", "Amount", "Country"].iter().position(|l| *l == label).unwrap_or(9);
        let target = target(ElementType::TextInput, label, line);
        self.does(Deed::Type { text: Some(text.into()) }, Some(target), None, on, on);
    }

    fn opens(&mut self, row: &[(&str, &str)], others: &[&[(&str, &str)]], on: usize, after: usize) {
        let cells = |r: &[(&str, &str)]| {
            r.iter().map(|(h, v)| ((*h).to_owned(), (*v).to_owned())).collect::<Vec<_>>()
        };
        let row = Row { cells: cells(row), cell: 0, others: others.iter().map(|r| cells(r)).collect() };
        let target = target(ElementType::TableCell, row.said(), 4);
        self.does(Deed::Click { button: MouseButton::Left, clicks: 1 }, Some(target), Some(row), on, after);
    }

    fn learnt(&self) -> Learnt {
        self.learnt_with(Answers::new())
    }

    fn learnt_with(&self, answers: Answers) -> Learnt {
        let wanted = Wanted { name: Some("Test".into()), now: "2026-11-16T06:00:00Z".into(), answers };
        let learnt = learn(&self.lesson, &wanted).unwrap();
        assert_eq!(learnt.workflow.problems(), vec![], "P12");
        let json = serde_json::to_string(&learnt.workflow).unwrap();
        assert_eq!(Workflow::from_json(&json).unwrap(), learnt.workflow, "P18");
        learnt
    }
}

const FORM: &[&str] =
    &["New order", "Fill in all fields", "Customer: _", "Amount: _", "Country: _", "[Save order]"];
const DONE: &[&str] = &["Thank you", "The order was stored", "Number of the order", "[Finish now]"];

/// Orders are entered: customer and amount vary, the country does not.
fn orders(values: &[(&str, &str)]) -> World {
    let mut world = World::default();
    for (customer, amount) in values {
        world.begins();
        let (form, done) = (world.shows("Order entry", FORM), world.shows("Receipt", DONE));
        world.types("Customer", customer, form);
        world.types("Amount", amount, form);
        world.types("Country", "France", form);
        world.clicks("Save order", form, done);
    }
    world
}

#[test]
fn what_varies_is_a_variable_and_what_stays_is_not() {
    let learnt = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]).learnt();
    let workflow = &learnt.workflow;
    assert_eq!((workflow.nodes.len(), workflow.edges.len()), (2, 1));
    let types: Vec<_> = workflow.variables.iter().map(|(n, v)| (n.as_str(), v.variable_type)).collect();
    assert_eq!(types, [("amount", VariableType::Float), ("customer", VariableType::String)]);
    let steps = &workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    let typed: Vec<_> = steps.iter().map(|s| s.parameters.text.as_deref().unwrap_or("")).collect();
    assert_eq!(typed, ["${customer}", "${amount}", "France", ""]);
    assert!(learnt.questions.is_empty());
    assert_eq!(workflow.end_nodes, [workflow.nodes[1].node_id.clone()]);
}

#[test]
fn a_step_that_not_everybody_does_is_optional_and_asked_about() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]);
    let form = world.lesson.demos[0].acts[0].on;
    let extra = Act {
        deed: Deed::Type { text: Some("urgent".into()) },
        target: Some(target(ElementType::TextInput, "Remark", 7)),
        ..world.lesson.demos[0].acts[0].clone()
    };
    world.lesson.demos[0].acts.insert(1, Act { on: form, after: form, ..extra });
    let learnt = world.learnt();
    let steps = &learnt.workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    assert_eq!(steps.iter().filter(|s| s.optional).count(), 1);
    assert_eq!(learnt.questions.len(), 1);
    let answers = Answers::from([(learnt.questions[0].id.clone(), "never".to_owned())]);
    let again = world.learnt_with(answers);
    assert_eq!(again.workflow.edges[0].action.as_ref().unwrap().parameters.steps.len(), 4);
    assert!(again.questions.is_empty(), "what was answered is not asked again");
}

#[test]
fn a_field_that_most_people_leave_with_the_tab_key_is_left_so() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]);
    for demo in &mut world.lesson.demos[..2] {
        demo.acts[0].tabbed = true;
    }
    world.lesson.demos[0].acts[1].tabbed = true;
    let workflow = world.learnt().workflow;
    let steps = &workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    let tabbed: Vec<bool> = steps.iter().map(|s| s.parameters.then_tab).collect();
    assert_eq!(tabbed, [true, false, false, false]);
}

#[test]
fn what_has_the_focus_stays_so_and_a_text_that_was_never_shown_is_not_read_back() {
    let mut world = World::default();
    for sum in ["12+30", "45+7", "128+64"] {
        world.begins();
        let pad = world.shows("Calculator", &["[Clear]", "[Memory]", "Display"]);
        let focus = Target { kind: TargetKind::Focused, ..Target::default() };
        world.does(Deed::Type { text: Some(sum.into()) }, Some(focus), None, pad, pad);
        world.does(Deed::Keys(vec!["ENTER".into()]), None, None, pad, pad);
    }
    let workflow = world.learnt().workflow;
    let typed = &workflow.edges[0].action.as_ref().unwrap().parameters.steps[0];
    assert_eq!(typed.target.as_ref().unwrap().kind, TargetKind::Focused);
    assert_eq!(typed.parameters.echo(), Echo::Never);
}

#[test]
fn the_amount_decides_between_two_ways() {
    let mut world = World::default();
    let approve = &["Really approve this claim?", "It will be paid tomorrow", "[Yes, approve]", "[Not yet]"];
    let refuse = &["Why is the claim refused?", "Reason of the refusal", "[Send refusal]", "[Go back]"];
    for amount in ["120,00 €", "1 540,00 €", "912,40 €", "1 020,00 €", "80,00 €", "7 800,00 €"] {
        let small = amount.len() < "1 000,00 €".len();
        world.begins();
        let number = format!("Patient number {}", amount.len());
        let lines = ["Claim details", &number, "Amount", amount, "[Approve]", "[Refuse]"];
        let claim = world.shows("Claim", &lines);
        let next = if small { world.shows("Approval", approve) } else { world.shows("Refusal", refuse) };
        world.clicks(if small { "Approve" } else { "Refuse" }, claim, next);
    }
    let learnt = world.learnt();
    let mut conditions: Vec<String> =
        learnt.workflow.edges.iter().filter_map(|e| e.condition.as_ref()?.expression.clone()).collect();
    conditions.sort();
    assert_eq!(conditions, ["variables.amount < 1000.0", "variables.amount >= 1000.0"]);
    let amount = &learnt.workflow.variables["amount"];
    assert_eq!(amount.source.method, VariableSourceMethod::UiElementExtraction);
    assert_eq!(amount.variable_type, VariableType::Float);
}

#[test]
fn rows_done_one_after_the_other_are_a_loop_and_what_comes_first_is_done_once() {
    let mut world = World::default();
    let list = &["Open claims", "Number State Amount", "[All]", "[Waiting only]", "Search: _"];
    let claim = &["Claim details of a person", "Amount to be paid", "[Approve claim]", "[Refuse claim]"];
    for rows in [["A-1", "A-2", "A-3"], ["B-7", "B-8", "B-9"], ["C-4", "C-5", "C-6"]] {
        world.begins();
        let (l, c) = (world.shows("Claims", list), world.shows("Details", claim));
        world.clicks("Waiting only", l, l);
        for number in rows {
            let row = [("Number", number), ("State", "waiting")];
            world.opens(&row, &[&[("Number", "Z-1"), ("State", "done")]], l, c);
            world.clicks("Approve claim", c, l);
        }
    }
    let learnt = world.learnt();
    let workflow = &learnt.workflow;
    let loops: Vec<_> = workflow.edges.iter().filter(|e| e.repeat.is_some()).collect();
    assert_eq!(loops.len(), 1);
    let repeat = loops[0].repeat.as_ref().unwrap();
    assert_eq!(
        (repeat.loop_type, repeat.filter.as_deref()),
        (LoopType::ForEach, Some("row.state == \"waiting\""))
    );
    assert_eq!(loops[0].action.as_ref().unwrap().target.as_ref().unwrap().text.as_deref(), Some("${row}"));
    let once: Vec<_> = workflow.edges.iter().filter(|e| e.once).collect();
    assert_eq!(once.len(), 1);
    assert_eq!(once[0].from_node, once[0].to_node);
    assert!(workflow.variables.is_empty(), "{:?}", workflow.variables);
}

#[test]
fn the_row_that_says_what_was_searched_for_needs_no_variable_of_its_own() {
    let mut world = World::default();
    let list = &["Invoices of the month", "Number Patient Amount", "Search: _", "[Look up]"];
    let open = &["Invoice details page", "Amount to be paid", "[Print invoice]"];
    for number in ["F-101", "F-205", "F-333"] {
        world.begins();
        let (l, o) = (world.shows("Invoices", list), world.shows("Invoice", open));
        world.types("Search", number, l);
        world.opens(
            &[("Number", number), ("Patient", "Doe")],
            &[&[("Number", "F-1"), ("Patient", "Doe")]],
            l,
            o,
        );
    }
    let learnt = world.learnt();
    assert_eq!(learnt.workflow.variables.keys().collect::<Vec<_>>(), ["search"]);
    let steps = &learnt.workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    assert_eq!(steps[1].target.as_ref().unwrap().text.as_deref(), Some("${search}"));
}

#[test]
fn an_error_box_that_was_dismissed_is_an_error_node_and_no_step() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]);
    world.begins();
    let form = world.shows("Order entry", FORM);
    let error = world
        .shows("Order entry", &["New order", "Données manquantes : montant", "[Understood]", "[Help me]"]);
    let done = world.shows("Receipt", DONE);
    world.types("Customer", "Roux", form);
    world.types("Country", "France", form);
    world.clicks("Save order", form, error);
    world.clicks("Understood", error, form);
    world.types("Amount", "77,00", form);
    world.clicks("Save order", form, done);
    let learnt = world.learnt();
    let workflow = &learnt.workflow;
    let errors: Vec<_> = workflow.nodes.iter().filter(|n| n.is_error_node).collect();
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].error_type, Some(ErrorType::BusinessLogic));
    assert_eq!(errors[0].recovery_actions[0].return_to_node, Some(workflow.nodes[0].node_id.clone()));
    let from_any: Vec<_> = workflow.edges.iter().filter(|e| e.is_from_any()).collect();
    assert_eq!((from_any.len(), from_any[0].priority), (1, -1));
    assert_eq!(workflow.edges.len(), 2);
    assert!(learnt.questions.is_empty(), "{:?}", learnt.questions);
}

#[test]
fn a_way_that_one_demonstration_took_is_kept_marked_and_asked_about() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00"), ("Roux", "5,00")]);
    world.begins();
    let form = world.shows("Order entry", FORM);
    let help = world
        .shows("Manual", &["How to use this program", "Chapter one", "[Next chapter]", "[Close manual]"]);
    world.clicks("Get help", form, help);
    let learnt = world.learnt();
    let rare: Vec<_> = learnt.workflow.edges.iter().filter(|e| e.rare.is_some()).collect();
    assert_eq!(rare.len(), 1);
    assert!(learnt.questions.iter().any(|q| q.id.starts_with("rare.")));
    let never: Answers = learnt
        .questions
        .iter()
        .filter(|q| q.id.starts_with("rare."))
        .map(|q| (q.id.clone(), "never".into()))
        .collect();
    let again = world.learnt_with(never);
    assert_eq!(again.workflow.edges.len(), 1);
}

#[test]
fn a_secret_comes_from_a_credential_and_is_not_kept() {
    let mut world = World::default();
    for _ in 0..3 {
        world.begins();
        let (login, home) = (
            world.shows("Log in", &["Please log in", "Name: _", "Password: _", "[Sign in]"]),
            world.shows("Home", DONE),
        );
        world.types("Name", "anna", login);
        let field = target(ElementType::TextInput, "Password", 3);
        world.does(Deed::Type { text: None }, Some(field), None, login, login);
        world.clicks("Sign in", login, home);
    }
    let learnt = world.learnt();
    let password = &learnt.workflow.variables["password"];
    assert!(password.secret && password.example_values.is_empty());
    assert_eq!(password.source.method, VariableSourceMethod::Credential);
    assert_eq!(learnt.workflow.variables.len(), 1, "the name is always the same");
}

#[test]
fn one_demonstration_is_marked_as_such_and_nothing_is_not_learnt() {
    let learnt = orders(&[("Dupont", "12,50")]).learnt();
    assert!(learnt.workflow.metadata.few_demonstrations);
    assert!(learn(&Lesson::default(), &Wanted::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is demonstrated, the graph has no loose ends (P12), is written and read without loss (P18), and comes out the same
    /// each time.
    #[test]
    fn any_demonstrations_give_a_sound_graph(
        demos in prop::collection::vec(prop::collection::vec((0usize..5, 0usize..5, 0u8..4, "[a-zA-Z0-9 ,é€]{0,8}"), 0..8), 1..5)
    ) {
        let mut world = World::default();
        let looks: [&[&str]; 5] = [FORM, DONE, &["Open claims", "[All]", "Search: _"], &["Erreur de saisie", "[OK then]"], &[]];
        for acts in &demos {
            world.begins();
            for (on, after, what, text) in acts {
                let (on, after) = (world.shows("One", looks[*on]), world.shows("Two", looks[*after]));
                match what {
                    0 => world.clicks(text, on, after),
                    1 => world.types(text, text, on),
                    2 => world.opens(&[("Number", text), ("State", "new")], &[], on, after),
                    _ => world.does(Deed::Keys(vec!["ENTER".into()]), None, None, on, after),
                }
            }
        }
        let wanted = Wanted { name: Some("Any".into()), ..Wanted::default() };
        let Ok(learnt) = learn(&world.lesson, &wanted) else { return Ok(()) };
        let problems = learnt.workflow.problems();
        let loose: Vec<_> = problems.iter().filter(|p| !p.to_string().contains("_at")).collect();
        prop_assert!(loose.is_empty(), "{:?}", loose);
        let json = serde_json::to_string(&learnt.workflow).unwrap();
        prop_assert_eq!(&Workflow::from_json(&json).unwrap(), &learnt.workflow);
        prop_assert_eq!(&learn(&world.lesson, &wanted).unwrap().workflow, &learnt.workflow);
    }
}
