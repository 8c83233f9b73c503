//! What happens between two calls of the loop, and after it (SPEC ACT.13–ACT.16), in the application of the simulation.

mod support;

use lea_act::world::{Eye, Glance, Lost, Observation, PixelChange};
use lea_model::run::{Entry, HaltReason, QuestionKind, RunOutcome};
use lea_model::workflow::Edge;
use lea_model::{Action, ActionType, Point, Rect};
use lea_sim::demo::Demos;
use lea_sim::dice::Dice;
use lea_sim::machine::Page;
use lea_sim::popup::Popup;
use lea_sim::render::Kind;
use lea_sim::task::Goal;
use lea_sim::teach::Teacher;
use lea_sim::traits::Handle;
use lea_sim::words::Word;
use std::time::Duration;
use support::{Came, Case, click};

/// Eyes under which a pop-up goes by itself in the moment before it is pressed.
struct Vanishing(Handle);

impl Eye for Vanishing {
    fn look(&mut self, patience: Duration) -> Result<Observation, Lost> {
        self.0.look(patience)
    }

    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost> {
        self.0.wait_for_change(patience)
    }

    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost> {
        let mut stage = self.0.0.borrow_mut();
        if stage.machine.popup.take().is_some() {
            stage.show_now();
        }
        drop(stage);
        self.0.glance(seen, watched, whole)
    }

    fn changed_within(&self, before: &Observation, after: &Observation, within: Rect) -> bool {
        self.0.changed_within(before, after, within)
    }

    fn changed_beside(&self, before: &Observation, after: &Observation, beside: Rect) -> bool {
        self.0.changed_beside(before, after, beside)
    }

    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange {
        self.0.difference(before, after, around)
    }
}

/// The actions of a name that were pressed, and those that were not.
fn actions(came: &Came, name: &str) -> (usize, usize) {
    let done = came.journal.iter().filter_map(|e| match e {
        Entry::Conclude { record } if record.edge == name => Some(record.not_pressed),
        _ => None,
    });
    let (not, pressed): (Vec<bool>, Vec<bool>) = done.partition(|not_pressed| *not_pressed);
    (pressed.len(), not.len())
}

#[test]
fn a_dialog_that_went_by_itself_is_not_pressed_where_it_was() {
    let pressed = |vanishes: bool| {
        let mut case = Case::new();
        case.stage.machine.popup = Some(Popup::KNOWN[0]);
        case.stage.show_now();
        let came = match vanishes {
            true => case.run_seeing(|handle| Box::new(Vanishing(handle.clone()))),
            false => case.run(),
        };
        assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
        actions(&came, "dialog")
    };
    assert_eq!(pressed(false), (1, 0));
    assert_eq!(pressed(true).0, 0, "nothing is where the dialog was");
}

#[test]
fn a_row_that_is_not_there_asks_what_now_with_answers_that_can_be_given() {
    let mut case = Case::of(&|goal| matches!(goal, Goal::Edit(_)));
    case.task.given.values_mut().for_each(|v| *v = "Nobody-4711".into());
    let came = case.run();
    let halt = came.run.halt.as_ref().expect("it halts");
    assert_eq!(halt.reason, HaltReason::NotFound, "{}", came.why());
    let question = halt.question.as_ref().expect("a question");
    assert_eq!(question.kind, QuestionKind::WhatNow);
    assert!(!question.choices.is_empty() && !question.text.is_empty(), "{question:?}");
}

#[test]
fn a_step_that_only_waits_is_no_step_that_nothing_showed() {
    let mut case = Case::new();
    let mut wait = Action::new(ActionType::Wait);
    wait.parameters.duration_ms = Some(50);
    let first = case.workflow().entry_nodes[0].clone();
    let edge = Edge {
        edge_id: "E90_wait".into(),
        from_node: first.clone(),
        to_node: first,
        priority: 9,
        action: Some(wait),
        ..Edge::default()
    };
    case.workflow().edges.push(edge);
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Verified), "{}", came.why());
    assert_eq!(actions(&came, "E90_wait").0 + actions(&came, "E90_wait").1, 1, "it was done");
}

#[test]
fn a_long_wait_ends_with_the_stop_key() {
    let mut case = Case::new();
    let mut wait = Action::new(ActionType::Wait);
    wait.parameters.duration_ms = Some(90_000);
    let action = case.filling().action.as_mut().expect("an action");
    action.parameters.steps.insert(0, wait);
    // Some call while it waits.
    case.stage.hard.stop = Some((40, false));
    let came = case.run();
    assert_eq!(came.run.outcome, Some(RunOutcome::Cancelled), "{}", came.why());
    assert!(came.run.seconds < 30.0, "{} s", came.run.seconds);
    assert!(came.stage.borrow().machine.events.is_empty());
}

#[test]
fn a_row_that_failed_leaves_the_application_where_the_next_one_can_begin() {
    let after = |another_follows: bool| {
        let mut case = Case { another_follows, ..Case::new() };
        let teacher = Teacher::new(&case.app, Demos::of(&case.app, &mut Dice::new(7)), false);
        let back = teacher.click(Kind::Form, Word::Back);
        let (form, list) = (case.filling().from_node.clone(), case.workflow().entry_nodes[0].clone());
        // A way that was shown, and is not the usual one.
        let edge = Edge {
            edge_id: "E90_back".into(),
            from_node: form,
            to_node: list,
            priority: -9,
            action: Some(back),
            ..Edge::default()
        };
        case.workflow().edges.push(edge);
        let action = case.filling().action.as_mut().expect("an action");
        let save = action.parameters.steps.last_mut().expect("the button");
        *save = Action { parameters: save.parameters.clone(), ..click("Nowhere at all") };
        let came = case.run();
        assert_eq!(came.run.halt.as_ref().map(|h| h.reason), Some(HaltReason::NotFound), "{}", came.why());
        assert!(came.stage.borrow().machine.events.is_empty(), "nothing is saved on the way");
        came
    };
    let is_on_list = |came: &Came| matches!(came.stage.borrow().machine.page, Page::List);
    let (alone, followed) = (after(false), after(true));
    assert!(!is_on_list(&alone), "whoever is asked finds the screen as it was");
    assert!(is_on_list(&followed) && followed.why().contains("the next row can begin"), "{}", followed.why());
}
