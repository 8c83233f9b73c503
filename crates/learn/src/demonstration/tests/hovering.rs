//! What a pointer that rested was for.

use super::*;

const ENDING: Thing<'_> = (ElementType::MenuItem, "Line ending", [20, 60, 180, 84]);
const TABS: Thing<'_> = (ElementType::MenuItem, "Tab size", [20, 90, 180, 114]);

/// A menu with two entries, and with what the first one opens.
fn menu(play: &mut Play) -> (usize, usize, usize) {
    let shut = play.shows(&[(ElementType::MenuItem, "Document", [10, 10, 100, 34])]);
    let document = (ElementType::MenuItem, "Document", [10, 10, 100, 34]);
    let open = play.shows(&[document, ENDING, TABS]);
    let sub = play.shows(&[document, ENDING, TABS, (ElementType::MenuItem, "Windows", [182, 60, 320, 84])]);
    (shut, open, sub)
}

#[test]
fn what_the_pointer_rested_on_is_an_act_where_the_next_click_goes_into_what_that_opened() {
    let mut play = Play::default();
    let (shut, open, sub) = menu(&mut play);
    play.clicks([50, 20], shut, open);
    play.moves([60, 100], 0.2);
    play.moves([60, 70], 0.8);
    play.moves([200, 70], 0.2);
    play.clicks([240, 70], sub, shut);
    let watched = play.watched();
    assert_eq!(told(&watched), ["click Document ×1", "hover Line ending", "click Windows ×1"]);
    assert_eq!(watched.acts[1].events, [2], "the ledger has the move in the step");
    assert_eq!((watched.acts[1].on, watched.acts[1].after), (1, 2));
    assert_eq!(watched.dropped.get(&1), Some(&Reason::PointerMove));
    assert!(watched.pictures[1].is_some(), "it is found again by its look too");
}

#[test]
fn a_place_that_was_only_noticed_when_the_pointer_left_it_is_where_it_rested() {
    let mut play = Play::default();
    let (shut, open, sub) = menu(&mut play);
    play.clicks([50, 20], shut, open);
    play.now += 1.0;
    play.moves([61, 71], 0.1);
    play.clicks([240, 70], sub, shut);
    assert_eq!(told(&play.watched())[1], "hover Line ending");
}

#[test]
fn no_hover_where_the_pointer_passed_or_the_click_before_opened_it_late() {
    let mut play = Play::default();
    let (shut, open, sub) = menu(&mut play);
    play.clicks([50, 20], shut, open);
    play.now -= 0.8;
    play.moves([60, 70], 0.1);
    play.now -= 0.9;
    play.clicks([240, 70], sub, shut);
    assert_eq!(told(&play.watched()), ["click Document ×1", "click Windows ×1"], "it passed by");

    let mut play = Play::default();
    let (_, open, sub) = menu(&mut play);
    play.clicks([60, 70], open, open);
    play.moves([62, 72], 0.9);
    play.clicks([240, 70], sub, open);
    assert!(!told(&play.watched()).iter().any(|t| t.starts_with("hover")), "the click opened it");
}
