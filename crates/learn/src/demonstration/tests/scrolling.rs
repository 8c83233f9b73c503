//! What a turn of the wheel was for.

use super::*;
use crate::graph::{Demo, Doubt, Lesson, Scrolled};

const OPEN: Thing<'_> = (ElementType::Button, "Open", [600, 540, 700, 570]);

/// A list of wards, from this one on.
fn wards(play: &mut Play, from: usize) -> usize {
    let names: Vec<String> = (from..from + 8).map(|n| format!("Ward {n}{n}")).collect();
    let place = |n: usize| [100, 60 + 50 * n as i32, 500, 90 + 50 * n as i32];
    let mut things: Vec<Thing<'_>> =
        names.iter().enumerate().map(|(n, name)| (ElementType::Button, name.as_str(), place(n))).collect();
    things.push(OPEN);
    play.shows(&things)
}

#[test]
fn a_scroll_that_brought_the_target_into_sight_is_part_of_finding_it() {
    let mut play = Play::default();
    let (top, middle, low) = (wards(&mut play, 1), wards(&mut play, 9), wards(&mut play, 17));
    let opened = play.shows(&[(ElementType::Label, "The ward", [10, 10, 700, 500])]);
    play.scrolls(5.0, top, middle);
    play.scrolls(6.0, middle, low);
    play.clicks([200, 130], low, opened);
    let watched = play.watched();
    assert_eq!(told(&watched), ["click Ward 1818 ×1"]);
    let act = &watched.acts[0];
    assert_eq!(act.events, [0, 1, 2], "the ledger has them in the step");
    assert_eq!(act.scrolled.and_then(|s| s.delta), Some([0.0, 11.0]));
    assert!(watched.dropped.is_empty(), "{:?}", watched.dropped);
}

#[test]
fn a_scroll_after_which_something_is_used_that_was_in_sight_only_looked_about() {
    let mut play = Play::default();
    let (top, low) = (wards(&mut play, 1), wards(&mut play, 9));
    let opened = play.shows(&[(ElementType::Label, "The ward", [10, 10, 700, 500])]);
    play.scrolls(5.0, top, low);
    play.clicks([650, 555], low, opened);
    let watched = play.watched();
    assert_eq!(told(&watched), ["click Open ×1"]);
    assert_eq!(watched.acts[0].scrolled, None);
    assert_eq!(watched.dropped.get(&0), Some(&Reason::Scroll));
}

#[test]
fn a_scroll_that_made_a_button_ready_is_an_act_of_its_own() {
    let mut play = Play::default();
    let (top, low) = (wards(&mut play, 1), wards(&mut play, 9));
    play.turns_off(top, "Open");
    let opened = play.shows(&[(ElementType::Label, "The ward", [10, 10, 700, 500])]);
    play.scrolls(9.0, top, low);
    play.clicks([650, 555], low, opened);
    let watched = play.watched();
    assert_eq!(told(&watched), ["scroll 0 9", "click Open ×1"]);
    assert_eq!(watched.acts[0].doubt, None);
    assert_eq!(watched.acts[0].target, None, "what moved is in the middle of the screen");
}

#[test]
fn a_scroll_before_keys_is_a_step_where_most_demonstrations_do_it() {
    let shown = |scrolls: bool| {
        let mut play = Play::default();
        let (top, low) = (wards(&mut play, 1), wards(&mut play, 9));
        if scrolls {
            play.scrolls(3.0, top, low);
        }
        play.presses(&["CTRL", "P"], if scrolls { low } else { top }, top);
        play.watched()
    };
    let lesson = |ways: &[bool]| {
        let mut lesson = Lesson::default();
        for scrolls in ways {
            let watched = shown(*scrolls);
            assert_eq!(watched.acts.len(), 1 + usize::from(*scrolls));
            let doubts = watched.acts.iter().filter(|a| a.doubt == Some(Doubt::OnlyScrolled)).count();
            assert_eq!(doubts, usize::from(*scrolls));
            lesson.demos.push(Demo { acts: watched.acts, ..Demo::default() });
        }
        let mut play = Play::default();
        wards(&mut play, 1);
        wards(&mut play, 9);
        let mut film = Reel { states: play.states.clone(), times: HashMap::new() };
        let mut viewer = Viewer::new(&mut film);
        for shot in ["0", "1"] {
            viewer.screen(&play.session, shot, &Event::new(0, 0.0, EventType::KeyPress)).unwrap();
        }
        lesson.screens = viewer.screens;
        lesson
    };
    assert!(settle_doubts(&mut lesson(&[true, true, false])).is_empty());
    let mut rare = lesson(&[true, false, false]);
    let slips = settle_doubts(&mut rare);
    assert_eq!(slips.iter().map(|s| s.reason.clone()).collect::<Vec<_>>(), [Reason::Scroll]);
}

#[test]
fn a_scrollbar_that_was_dragged_brought_something_into_sight_too() {
    let mut play = Play::default();
    let (top, low) = (wards(&mut play, 1), wards(&mut play, 9));
    for (screen, y) in [(top, 60), (low, 300)] {
        let bar = UIElement::new("bar", ElementType::Scrollbar, Rect::from([520, y, 540, y + 100]));
        play.states[screen].ui_elements.push(bar);
    }
    let drag = play.does(EventType::MouseDrag, top, low);
    (drag.pos, drag.to) = (Some(Point { x: 530, y: 100 }), Some(Point { x: 530, y: 340 }));
    play.clicks([200, 130], low, top);
    let watched = play.watched();
    assert_eq!(told(&watched), ["click Ward 1010 ×1"]);
    assert_eq!(watched.acts[0].scrolled, Some(Scrolled { from: 0, delta: None }));
}
