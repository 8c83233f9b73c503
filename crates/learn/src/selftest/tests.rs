//! Small lessons: what is left out, what a film shows, and what is said of steps in the end.

use super::*;
use crate::graph::{Act, Deed, Demo, Learnt, Lesson, Shown, StepId, Wanted, learn};
use lea_model::run::{Grounding, Method, StepRecord, StepVerdict, Suggestion, Verification};
use lea_model::screen_state::{DetectedText, StateWindow};
use lea_model::workflow::{Anchor, Drift, TargetPosition};
use lea_model::{ElementType, MouseButton, Rect, ScreenState, Size, Target, UIElement};
use lea_recognize::Scene as Seen;
use lea_recognize::screen::Sketch;
use std::collections::BTreeMap;

const SIZE: Size = Size { width: 800, height: 600 };

fn place(line: usize) -> Rect {
    Rect::from([100, 40 + 40 * line as i32, 300, 64 + 40 * line as i32])
}

/// A screen with these buttons, one below the other.
fn screen(title: &str, labels: &[&str]) -> Shown {
    let window = StateWindow { app_name: "App".into(), window_title: title.into(), ..StateWindow::default() };
    let mut state = ScreenState { window: Some(window), ..ScreenState::default() };
    for (n, label) in labels.iter().enumerate() {
        let mut e = UIElement::new(format!("el_{n:04}"), ElementType::Button, place(n));
        (e.label, e.confidence) = ((*label).into(), 0.9);
        state.ui_elements.push(e);
        let line = DetectedText { text: (*label).into(), bbox: Some(place(n)), ..DetectedText::default() };
        state.perception.detected_text.push(line);
    }
    let sketch = Sketch::of(&Seen { state: &state, frame: None });
    Shown { name: format!("sess/{title}"), state, sketch, size: SIZE }
}

fn act(event: usize, deed: Deed, label: &str, line: usize, (on, after): (usize, usize)) -> Act {
    let is_field = matches!(deed, Deed::Type { .. });
    let kind = if is_field { ElementType::TextInput } else { ElementType::Button };
    let name = is_field.then(|| label.to_owned());
    let target = Target {
        text: Some(label.into()),
        element_type: Some(kind),
        anchor: Some(Anchor { name, ..Anchor::default() }),
        position: Some(TargetPosition { bbox: place(line), ..TargetPosition::default() }),
        ..Target::default()
    };
    Act {
        event,
        events: vec![event],
        deed,
        on,
        between: Vec::new(),
        after,
        target: Some(target),
        row: None,
        changed: Some(Rect::at(0, 0, SIZE)),
        changed_pct: 50.0,
        app: "app".into(),
        t: event as f64,
        settled: 0.5,
        tabbed: false,
        focused: false,
        answered: true,
        doubt: None,
        scrolled: None,
    }
}

/// Somebody types a name and saves it, in each of so many demonstrations, on screens of its own.
fn lesson(names: &[&str]) -> Lesson {
    let mut lesson = Lesson::default();
    for (d, name) in names.iter().enumerate() {
        let first = lesson.screens.len();
        lesson.screens.push(screen("Form", &["Name", "Save"]));
        lesson.screens.push(screen("Saved", &["It was saved", "Close"]));
        let typed = act(0, Deed::Type { text: Some((*name).into()) }, "Name", 0, (first, first));
        let click = Deed::Click { button: MouseButton::Left, clicks: 1 };
        let saves = act(1, click, "Save", 1, (first, first + 1));
        let session_id = format!("sess_{d}");
        lesson.demos.push(Demo { session_id, acts: vec![typed, saves], ..Demo::default() });
    }
    lesson
}

fn learnt(lesson: &Lesson) -> Learnt {
    let now = "2026-11-18T04:00:00+00:00".into();
    learn(lesson, &Wanted { now, ..Wanted::default() }).unwrap_or_else(|e| panic!("{e}"))
}

fn step(learnt: &Learnt, event: usize) -> StepId {
    learnt.stands_for[&(0, event)].clone()
}

#[test]
fn one_demonstration_is_left_out_at_a_time_and_five_folds_hold_all_beyond_five() {
    assert_eq!(folds(&lesson(&["Ann"])), [], "nothing is left without it");
    let three = folds(&lesson(&["Ann", "Bob", "Cid"]));
    assert_eq!(three.iter().map(|f| f.left_out.clone()).collect::<Vec<_>>(), [[0], [1], [2]]);
    let names: Vec<&str> = std::iter::repeat_n("Ann", 12).collect();
    let many = folds(&lesson(&names));
    assert_eq!(many.len(), 5);
    let mut all: Vec<usize> = many.iter().flat_map(|f| f.left_out.clone()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..12).collect::<Vec<_>>());
}

#[test]
fn what_is_left_has_neither_the_acts_nor_the_screens_of_what_was_left_out() {
    let whole = lesson(&["Ann", "Bob", "Cid"]);
    let rest = without(&whole, &Fold { left_out: vec![1] });
    assert_eq!(rest.screens, [0, 1, 4, 5], "by their places in the whole");
    assert_eq!(rest.lesson.demos.len(), 3, "demonstrations keep their places");
    assert!(rest.lesson.demos[1].acts.is_empty());
    let last = &rest.lesson.demos[2].acts[1];
    assert_eq!((last.on, last.after), (2, 3));
}

#[test]
fn a_film_says_which_step_each_act_stands_for_and_which_value_a_run_needs() {
    let whole = lesson(&["Ann", "Bob", "Cid", "Dan"]);
    let all = learnt(&whole);
    let rest = without(&whole, &Fold { left_out: vec![3] });
    let graph = learnt(&rest.lesson);
    let own = counterparts(&all, &graph);
    let film = scenes(&whole, &all, 3);
    assert_eq!(film.len(), 2);
    assert_eq!(film[0].group, film[1].group, "one visit");
    assert_eq!(film[0].place, Some(place(0)));
    assert!(film.iter().all(|s| own.contains_key(&s.step)), "{own:?}");
    let given = values((&all, &graph), &own, (3, &film));
    assert_eq!(given.into_values().collect::<Vec<_>>(), ["Dan"], "which the graph has never seen");
}

fn found(score: f64, verdict: StepVerdict, meant: Option<bool>) -> Tried {
    let verification = Verification {
        verdict,
        confidence: 0.9,
        changes_detected: true,
        change_area_pct: 10.0,
        local_change_pct: None,
        suggestion: Suggestion::Continue,
        detail: String::new(),
        semantic_verified: meant,
        semantic_detail: String::new(),
        semantic_elapsed_ms: 0.0,
    };
    let grounding = Grounding { method: Method::Score, score: Some(score), ..Grounding::default() };
    let record =
        StepRecord { grounding: Some(grounding), verification: Some(verification), ..StepRecord::default() };
    Tried::Found(Sighting::of(&record))
}

fn sure() -> Tried {
    found(1.0, StepVerdict::Verified, Some(true))
}

fn followed(steps: Vec<(StepId, Tried)>, to_the_end: bool) -> Followed {
    Followed { steps, to_the_end }
}

#[test]
fn a_step_is_as_sure_as_it_was_found_and_seen_to_work() {
    let all = learnt(&lesson(&["Ann", "Bob", "Cid"]));
    let (typed, saved) = (step(&all, 0), step(&all, 1));
    let case = |tried: Tried| Case {
        left_out: Some(followed(vec![(typed.clone(), sure()), (saved.clone(), tried)], true)),
        whole: None,
    };
    let cases = [
        case(found(0.9, StepVerdict::Verified, Some(true))),
        case(found(1.0, StepVerdict::Verified, None)),
        case(Tried::Asked("which one?".into())),
    ];
    let drifts: Drifts = BTreeMap::from([(saved, vec![(Drift::Dark, false), (Drift::Moved, true)])]);
    let test = sum_up(&all, &cases, &drifts, &|_| "does it".into());
    assert_eq!((test.demonstrations, test.followed, test.refused), (3, 3, None));
    assert_eq!((test.steps[0].found, test.steps[0].tried, test.steps[0].sure), (3, 3, Some(1.0)));
    let last = &test.steps[1];
    assert_eq!((last.found, last.tried), (2, 3), "where a person is asked it is not done alone");
    assert!(last.sure.is_some_and(|s| (s - 0.6).abs() < 1e-9), "{:?}", last.sure);
    assert_eq!(last.evidence, [Method::Score]);
    assert_eq!((last.drifted.len(), last.lost_when.as_slice()), (2, &[Drift::Dark][..]));
    assert_eq!(last.troubles, ["which one?"]);
}

#[test]
fn a_graph_that_cannot_follow_most_of_its_own_demonstrations_is_refused_with_the_act() {
    let all = learnt(&lesson(&["Ann", "Bob", "Cid"]));
    let saved = step(&all, 1);
    let fails = || followed(vec![(saved.clone(), Tried::Failed("it is not there".into()))], false);
    let bad = || Case { left_out: Some(fails()), whole: Some(fails()) };
    let well = || Case { left_out: Some(followed(vec![(saved.clone(), sure())], true)), whole: None };
    let told = |_: &lea_model::Action| "click “Save”".to_owned();
    let refused = |cases: &[Case]| sum_up(&all, cases, &Drifts::new(), &told).refused;
    let why = refused(&[bad(), bad(), well()]).unwrap_or_default();
    assert!(why.contains("2 of its 3") && why.contains("Save") && why.contains("it is not there"), "{why}");
    assert_eq!(refused(&[bad(), well(), well()]), None, "one that went otherwise is a weakness");
}

#[test]
fn what_the_film_cannot_show_and_what_fewer_demonstrations_do_not_teach_refuse_nothing() {
    let all = learnt(&lesson(&["Ann", "Bob", "Cid"]));
    let saved = step(&all, 1);
    let film = || followed(vec![(saved.clone(), Tried::Untested("no picture".into()))], false);
    let fails = || followed(vec![(saved.clone(), Tried::Failed("it types Ann".into()))], false);
    let well = || followed(vec![(saved.clone(), sure())], true);
    let cases = [
        Case { left_out: Some(film()), whole: Some(film()) },
        Case { left_out: Some(fails()), whole: Some(well()) },
    ];
    let test = sum_up(&all, &cases, &Drifts::new(), &|_| String::new());
    assert_eq!((test.refused, test.followed, test.followed_by_whole), (None, 0, 1));
    assert_eq!((test.steps[1].untested, test.steps[1].tried), (1, 1));
}
