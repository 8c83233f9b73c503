//! Nothing that was done is lost on the way to the graph (SPEC LEARN.1).

use super::*;
use crate::demonstration::settle_doubts;
use lea_model::ledger::{Fate, Reason};

fn doubtful(world: &mut World, doubt: Doubt) {
    world.lesson.demos.last_mut().unwrap().acts.last_mut().unwrap().doubt = Some(doubt);
}

fn enter(world: &mut World, on: usize) {
    world.does(Deed::Keys(vec!["ENTER".into()]), None, None, on, on);
}

#[test]
fn what_most_demonstrations_do_is_a_step_however_doubtful_it_looks_in_each() {
    let mut world = World::default();
    for customer in ["Dupont", "Martin", "Petit"] {
        world.begins();
        let (form, done) = (world.shows("Order entry", FORM), world.shows("Receipt", DONE));
        world.clicks("Menu", form, form);
        doubtful(&mut world, Doubt::OnlyFocus);
        world.types("Customer", customer, form);
        world.clicks("Save order", form, done);
    }
    let slips = settle_doubts(&mut world.lesson);
    assert!(slips.is_empty());
    assert!(world.lesson.demos.iter().all(|d| d.acts.len() == 3));
}

#[test]
fn what_one_demonstration_does_is_a_slip_unless_it_moved_the_screen_on() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00")]);
    world.begins();
    let (form, done) = (world.shows("Order entry", FORM), world.shows("Receipt", DONE));
    world.clicks("Somewhere", form, form);
    doubtful(&mut world, Doubt::NothingThere);
    world.clicks("Save order", form, done);
    doubtful(&mut world, Doubt::NothingThere);
    let slips = settle_doubts(&mut world.lesson);
    assert_eq!(slips.iter().map(|s| s.reason.clone()).collect::<Vec<_>>(), [Reason::NothingThere]);
    assert_eq!(world.lesson.demos[2].acts.len(), 1, "what led to the receipt is kept");
}

#[test]
fn a_value_that_was_used_before_another_was_typed_over_it_is_a_step_of_its_own() {
    let mut world = World::default();
    for (first, second) in [("A-1", "B-1"), ("A-2", "B-2"), ("A-3", "B-3")] {
        world.begins();
        let (list, done) = (
            world.shows("List", &["All parts", "Search: _", "[Add part]", "[Finish]"]),
            world.shows("Receipt", DONE),
        );
        world.types("Search", first, list);
        enter(&mut world, list);
        world.types("Search", second, list);
        enter(&mut world, list);
        world.clicks("Finish", list, done);
    }
    let learnt = world.learnt();
    let steps = &learnt.workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    let typed: Vec<&str> = steps.iter().filter_map(|s| s.parameters.text.as_deref()).collect();
    assert_eq!(typed.len(), 2, "{typed:?}");
    assert_ne!(typed[0], typed[1]);
    assert!(learnt.fates.values().all(|f| matches!(f, Fate::Edge(_))), "{:?}", learnt.fates);
}

#[test]
fn of_a_field_that_was_filled_in_twice_the_last_value_counts() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00")]);
    world.begins();
    let (form, done) = (world.shows("Order entry", FORM), world.shows("Receipt", DONE));
    for text in ["Ptit", "Petit"] {
        world.types("Customer", text, form);
    }
    world.types("Amount", "120,00", form);
    world.types("Country", "France", form);
    world.clicks("Save order", form, done);
    let learnt = world.learnt();
    assert_eq!(learnt.fates[&(2, 0)], Fate::Left(Reason::Replaced), "the ledger says so");
    let customer = learnt.workflow.variables["customer"].clone();
    assert!(customer.example_values.contains(&"Petit".into()), "{customer:?}");
    assert!(!customer.example_values.contains(&"Ptit".into()));
}

#[test]
fn what_one_of_several_demonstrations_typed_is_never_a_constant() {
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
    assert!(steps.iter().all(|s| s.parameters.text.as_deref() != Some("urgent")));
}

#[test]
fn answers_that_would_leave_nothing_of_the_task_are_not_followed() {
    let mut world = World::default();
    for label in ["Save order", "Get help", "Print"] {
        world.begins();
        let (form, done) = (world.shows("Order entry", FORM), world.shows("Receipt", DONE));
        world.clicks(label, form, done);
    }
    let learnt = world.learnt();
    let rare: Vec<_> = learnt.questions.iter().filter(|q| q.id.starts_with("rare.")).collect();
    let ids: BTreeSet<&str> = rare.iter().map(|q| q.id.as_str()).collect();
    assert_eq!(ids.len(), rare.len(), "each question has a key of its own");
    let never: Answers = rare.iter().map(|q| (q.id.clone(), "never".into())).collect();
    let again = world.learnt_with(never);
    assert!(!again.workflow.edges.is_empty());
    assert!(again.warnings.iter().any(|w| w.contains("nothing of the task")));
}

#[test]
fn a_value_that_most_demonstrations_show_is_no_secret_and_no_constant() {
    let unseen = |world: &mut World, demos: &[usize]| {
        for demo in demos {
            let fields = world.lesson.demos[*demo].acts.iter_mut();
            let amount = fields.filter(|a| a.label() == "Amount");
            amount.for_each(|act| act.deed = Deed::Type { text: None });
        }
        world.learnt().workflow.variables["amount"].clone()
    };
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "12,50"), ("Petit", "120,00")]);
    let amount = unseen(&mut world, &[2]);
    assert!(!amount.secret, "it was missed once");
    assert_eq!(amount.example_values.len(), 1, "what was not seen may be another value");
    assert!(unseen(&mut world, &[1]).secret, "most demonstrations hide it");
}
