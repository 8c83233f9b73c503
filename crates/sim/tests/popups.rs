//! What comes up by itself is known to the reflex rules, or is not, as the simulation believes.

use lea_act::reflex::{Reaction, Rules, dialogs, react};
use lea_sim::app::App;
use lea_sim::dice::Dice;
use lea_sim::look::Look;
use lea_sim::machine::{Machine, Page};
use lea_sim::popup::Popup;
use lea_sim::render::render;
use std::rc::Rc;

/// How the rules react to a pop-up over a page of which every text is known.
fn reaction(popup: Popup, page: Page, seed: u64) -> Option<Reaction> {
    let mut machine = Machine::new(Rc::new(App::generate(&mut Dice::new(seed))));
    machine.go(page);
    let bare = render(&machine, &Look::learnt());
    let known: Vec<String> = bare.state.perception.detected_text.iter().map(|t| t.text.clone()).collect();
    machine.popup = Some(popup);
    let shown = render(&machine, &Look::learnt());
    let found = dialogs(&shown.state, &|text| known.iter().any(|k| k == text));
    found.iter().find_map(|d| react(d, Rules::shipped()))
}

#[test]
fn a_known_popup_is_left_on_every_page_and_a_strange_one_is_never_answered() {
    for seed in 1..30 {
        for page in [Page::List, Page::Form(None), Page::Detail(0), Page::Home] {
            for popup in Popup::KNOWN {
                let said = reaction(*popup, page.clone(), seed);
                let is_left = matches!(said, Some(Reaction::Press { .. } | Reaction::Wait { .. }));
                assert!(is_left, "{popup:?} on {page:?}, seed {seed}: {said:?}");
            }
            for popup in [Popup::Colour, Popup::Impostor, Popup::Delete] {
                let said = reaction(popup, page.clone(), seed);
                assert!(!matches!(said, Some(Reaction::Press { .. })), "{popup:?} on {page:?}: {said:?}");
            }
        }
    }
}
