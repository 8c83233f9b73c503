//! Small worlds of more than one application.

use super::*;

/// An invoice is opened, and its number and amount are written down in another application.
fn notes(invoices: &[(&str, &str)]) -> World {
    let mut world = World::default();
    let list = &["Invoices of the month", "Number Patient", "Search: _", "[Look up]"];
    for (n, (number, amount)) in invoices.iter().enumerate() {
        world.begins();
        let l = world.shows("Invoices – Office", list);
        let title = format!("Invoice {number} – Office");
        let details = ["Invoice details page", "Amount", amount, "[Print invoice]", "[Close invoice]"];
        let open = world.shows(&title, &details);
        let marked = if n == 0 { "Notes - Editor" } else { "*Notes - Editor" };
        let editor = world.shows(marked, &["A page for notes", "[Save all notes]"]);
        world.lesson.screens[editor].state.window.as_mut().unwrap().app_name = "Editor".into();
        world.types("Search", number, l);
        world.clicks("Look up", l, open);
        world.goes("app", "editor", marked, open, editor);
        let page = target(ElementType::TextArea, "", 9);
        let line = format!("{number} {}", amount.trim_end_matches(" €"));
        world.does(Deed::Type { text: Some(line) }, Some(page), None, editor, editor);
        world.lesson.demos.last_mut().unwrap().acts.last_mut().unwrap().app = "editor".into();
        world.goes("editor", "app", &title, editor, open);
        world.clicks("Close invoice", open, l);
    }
    world
}

impl World {
    fn goes(&mut self, from: &str, app: &str, title: &str, on: usize, after: usize) {
        self.does(Deed::Switch { app: app.into(), title: title.into() }, None, None, on, after);
        self.lesson.demos.last_mut().unwrap().acts.last_mut().unwrap().app = from.into();
    }
}

const INVOICES: [(&str, &str); 3] = [("F-101", "120,50 €"), ("F-205", "1 234,00 €"), ("F-333", "93,80 €")];

#[test]
fn going_to_another_application_is_a_step_that_says_which_window() {
    let learnt = notes(&INVOICES).learnt();
    let workflow = &learnt.workflow;
    assert_eq!((workflow.nodes.len(), workflow.edges.len()), (3, 4), "{:#?}", workflow.edges);
    let actions = workflow.edges.iter().filter_map(|e| e.action.as_ref());
    let steps = actions.flat_map(|a| {
        if a.parameters.steps.is_empty() { vec![a] } else { a.parameters.steps.iter().collect() }
    });
    let switches: Vec<_> = steps
        .filter(|a| a.action_type == ActionType::WindowSwitch)
        .map(|a| {
            (a.parameters.target_app.as_deref().unwrap(), a.parameters.title_contains.as_deref().unwrap())
        })
        .collect();
    assert_eq!(switches, [("editor", "Notes - Editor"), ("app", "Office")]);
    assert_eq!(workflow.applications, ["app", "editor"]);
    assert!(learnt.questions.is_empty(), "first there, then on: {:?}", learnt.questions);
    let once: Vec<_> = workflow.edges.iter().filter(|e| e.once).collect();
    assert_eq!(once.len(), 1);
    assert_eq!(once[0].action.as_ref().unwrap().action_type, ActionType::WindowSwitch);
}

#[test]
fn a_line_of_what_was_read_elsewhere_holds_variables_that_say_where() {
    let learnt = notes(&INVOICES).learnt();
    let workflow = &learnt.workflow;
    let texts: Vec<&str> = workflow
        .edges
        .iter()
        .filter_map(|e| e.action.as_ref())
        .flat_map(|a| &a.parameters.steps)
        .filter_map(|s| s.parameters.text.as_deref())
        .collect();
    assert_eq!(texts, ["${search}", "${search} ${amount}"]);
    let amount = &workflow.variables["amount"];
    assert_eq!(amount.variable_type, VariableType::Float);
    assert_eq!(amount.source.method, VariableSourceMethod::UiElementExtraction);
    assert_eq!(amount.source.label.as_deref(), Some("Amount"));
    assert_eq!(amount.source.node.as_ref(), Some(&workflow.nodes[1].node_id));
}

#[test]
fn a_glance_at_another_application_and_back_is_no_step() {
    let mut world = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]);
    let form = world.lesson.demos[1].acts[0].on;
    let mail = world.shows("Inbox", &["Three new letters", "[Write letter]"]);
    let last = world.lesson.demos.pop().unwrap();
    let middle = world.lesson.demos.pop().unwrap();
    world.lesson.demos.push(Demo { acts: Vec::new(), ..middle.clone() });
    world.goes("app", "mail", "Inbox", form, mail);
    world.goes("mail", "app", "Order entry", mail, form);
    world.lesson.demos.last_mut().unwrap().acts.extend(middle.acts);
    world.lesson.demos.push(last);
    let learnt = world.learnt();
    assert_eq!((learnt.workflow.nodes.len(), learnt.workflow.edges.len()), (2, 1));
}

#[test]
fn a_drag_says_where_it_ends() {
    let mut world = World::default();
    for _ in 0..3 {
        world.begins();
        let (l, o) = (world.shows("Letters", FORM), world.shows("Letters kept", DONE));
        let to = Some(Box::new(target(ElementType::ListItem, "Archive", 7)));
        world.does(Deed::Drag { to }, Some(target(ElementType::ListItem, "Letter", 2)), None, l, o);
    }
    let learnt = world.learnt();
    let action = learnt.workflow.edges[0].action.as_ref().unwrap();
    assert_eq!(action.parameters.to.as_ref().unwrap().text.as_deref(), Some("Archive"));
    assert!(learnt.workflow.edges[0].intention.as_deref().unwrap().contains("onto “Archive”"));
}

#[test]
fn what_stands_on_a_page_is_not_cleared() {
    let mut world = World::default();
    for line in ["one more", "another", "the last"] {
        world.begins();
        let before = world.shows("Notes", &["A page for notes", "written long ago"]);
        let after = world.shows("Notes", &["A page for notes", "written long ago", line]);
        let mut page = target(ElementType::TextArea, "", 0);
        page.position.as_mut().unwrap().bbox = Rect { x1: 90, y1: 60, x2: 900, y2: 700 };
        world.does(Deed::Type { text: Some(line.into()) }, Some(page), None, before, after);
    }
    let learnt = world.learnt();
    assert!(learnt.workflow.edges[0].action.as_ref().unwrap().parameters.append);
    let filled = orders(&[("Dupont", "12,50"), ("Martin", "8,00"), ("Petit", "120,00")]).learnt();
    let steps = &filled.workflow.edges[0].action.as_ref().unwrap().parameters.steps;
    assert!(steps.iter().all(|s| !s.parameters.append), "fields are filled in anew");
}
