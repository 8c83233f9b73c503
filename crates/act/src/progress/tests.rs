use super::*;
use lea_model::run::{
    Entry, Halt, HaltReason, Intent, Question, QuestionKind, Run, RunOutcome, StepRecord, Suggestion,
};
use lea_model::workflow::{Loop, LoopType};

#[test]
fn a_journal_tells_which_rows_of_a_file_are_done_and_which_was_begun() {
    let edge = |id: &str, from: &str, to: &str| Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        ..Edge::default()
    };
    let over_file = Loop::new(LoopType::CsvRows);
    let fill = Edge { repeat: Some(over_file), ..edge("fill", "form", "saved") };
    let workflow = Workflow { edges: vec![fill, edge("back", "saved", "form")], ..Workflow::default() };
    let turn = |row: &str| Entry::Turn { edge: "fill".into(), row: row.into() };
    let arrived = |edge: &str, node: &str| Entry::Arrived { edge: edge.into(), node: node.into() };
    let mut entries = vec![Entry::Begin { run: Box::new(Run::default()), resumed: false }];
    assert_eq!(file_rows(&entries, &workflow), FileRows::default());
    entries.extend([turn("1"), arrived("fill", "saved"), arrived("back", "form"), turn("2")]);
    assert_eq!(
        file_rows(&entries, &workflow),
        FileRows { done: vec![1], open: Some(2), ..FileRows::default() }
    );
    entries.extend([arrived("fill", "saved"), arrived("back", "form")]);
    assert_eq!(file_rows(&entries, &workflow), FileRows { done: vec![1, 2], ..FileRows::default() });
}

#[test]
fn who_is_thrown_back_before_where_the_run_was_resumed_does_everything_anew() {
    let edge = |id: &str, from: &str, to: &str| Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        ..Edge::default()
    };
    let (list, new, save) =
        (edge("list", "home", "list"), edge("new", "list", "form"), edge("save", "form", "list"));
    let workflow = Workflow {
        entry_nodes: vec!["home".into()],
        edges: vec![list.clone(), new.clone(), save],
        ..Workflow::default()
    };
    // The way to the list was tried, and only seen to have worked when the run was resumed.
    let mut progress = Progress::default();
    progress.set_out(&list);
    progress.arrived(&new, "form");
    assert_eq!(progress.come_back(&workflow, "form"), None);
    assert_eq!(
        progress.come_back(&workflow, "home"),
        Some(vec![Undone { edge: "new".into(), for_good: false }])
    );
    assert!(!progress.is_done(&new), "the form is to be opened again");
}

#[test]
fn what_led_to_a_loop_before_its_turn_began_is_not_waited_for_any_more() {
    let edge = |id: &str, from: &str, to: &str| Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        ..Edge::default()
    };
    let each = Edge { repeat: Some(Loop::new(LoopType::CsvRows)), ..edge("new", "list", "form") };
    let workflow = Workflow { edges: vec![edge("list", "home", "list"), each], ..Workflow::default() };
    let intent = Intent { step: 1, edge: "list".into(), parts: 1, ..Intent::default() };
    let turn = Entry::Turn { edge: "new".into(), row: "1".into() };
    let told = replay(&[Entry::Intend { intent }, turn], &workflow);
    assert!(told.pending.is_empty());
    assert_eq!(told.progress.open_turn(), Some(("new", "1")));
}

#[test]
fn a_row_that_was_due_is_left_over_until_it_begins() {
    let row = |id: &str| Row { identity: id.into(), ..Row::default() };
    let open = Edge { edge_id: "open".into(), ..Edge::default() };
    let mut progress = Progress::default();
    progress.saw_due("open", vec![row("F-1"), row("F-2")]);
    progress.saw_due("open", vec![row("F-2")]);
    progress.begin_turn(&open, "F-1");
    let left: Vec<&str> = progress.left_over("open").map(|r| r.identity.as_str()).collect();
    assert_eq!(left, ["F-2"]);
    progress.begin_turn(&open, "F-2");
    assert_eq!(progress.left_over("open").count(), 0);
}

#[test]
fn an_action_that_only_the_trail_remembers_is_pending_though_the_edge_before_it_was_over() {
    let edge = |id: &str, from: &str, to: &str| Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        ..Edge::default()
    };
    let workflow = Workflow {
        edges: vec![edge("open", "list", "form"), edge("save", "form", "list")],
        ..Workflow::default()
    };
    let verification = lea_model::run::Verification {
        suggestion: Suggestion::Continue,
        ..crate::verify::unseen("as it should be")
    };
    let record = lea_model::run::StepRecord {
        step: 1,
        edge: "open".into(),
        verification: Some(verification),
        ..Default::default()
    };
    let intent = |step: u64, edge: &str, irreversible: bool| Entry::Intend {
        intent: Intent { step, edge: edge.into(), parts: 1, irreversible, ..Intent::default() },
    };
    let mut entries = vec![intent(1, "open", false), Entry::Conclude { record: Box::new(record) }];
    let told = replay(&entries, &workflow);
    assert!(told.pending.is_empty());
    // The journal ends here; what follows comes from the trail.
    entries.push(intent(2, "save", true));
    let told = replay(&entries, &workflow);
    assert_eq!((told.finished, told.steps), (None, 2));
    assert!(told.pending.iter().any(|i| i.step == 2 && i.irreversible), "it is asked about");
}

#[test]
fn a_row_that_a_person_left_out_is_neither_done_nor_begun_again() {
    let edge = |id: &str, from: &str, to: &str| Edge {
        edge_id: id.into(),
        from_node: from.into(),
        to_node: to.into(),
        ..Edge::default()
    };
    let fill = Edge { repeat: Some(Loop::new(LoopType::CsvRows)), ..edge("fill", "form", "saved") };
    let workflow = Workflow { edges: vec![fill, edge("back", "saved", "form")], ..Workflow::default() };
    let turn = |row: &str| Entry::Turn { edge: "fill".into(), row: row.into() };
    let intent = Intent { step: 1, edge: "fill".into(), parts: 1, irreversible: true, ..Intent::default() };
    let skipped = Entry::Skipped { edge: "fill".into(), row: "1".into() };
    let entries = [turn("1"), Entry::Intend { intent }, skipped, turn("2")];
    assert_eq!(file_rows(&entries, &workflow), FileRows { open: Some(2), ..FileRows::default() });
    let told = replay(&entries, &workflow);
    assert!(told.pending.is_empty(), "a person answers for it");
    assert!(told.progress.has_row("fill", "1"), "it is not begun again");
}

#[test]
fn what_nobody_knew_to_have_happened_is_asked_again_when_the_run_goes_on() {
    let edge = Edge { edge_id: "send".into(), ..Edge::default() };
    let workflow = Workflow { edges: vec![edge], ..Workflow::default() };
    let intent = Intent { step: 1, edge: "send".into(), parts: 1, ..Intent::default() };
    let verification = crate::verify::unseen("nothing changed");
    let record = lea_model::run::StepRecord {
        step: 1,
        edge: "send".into(),
        verification: Some(verification),
        ..Default::default()
    };
    let end = |question: Option<Question>| {
        let halt = Halt::new(HaltReason::UnknownOutcome, "not seen");
        let halt = Halt { question: question.map(Box::new), ..halt };
        Entry::End { outcome: RunOutcome::Halted, halt: Some(halt), at: String::new() }
    };
    let before = [Entry::Intend { intent }, Entry::Conclude { record: Box::new(record) }];
    let asked = Question {
        edge: Some("send".into()),
        part: Some(0),
        ..Question::new(QuestionKind::DidItHappen, "Did it happen?")
    };
    let told = replay(&[&before[..], &[end(Some(asked))]].concat(), &workflow);
    assert!(told.pending.iter().any(|i| i.edge == "send" && i.irreversible));
    assert!(replay(&[&before[..], &[end(None)]].concat(), &workflow).pending.is_empty());
}

fn plain_edge(id: &str, from: &str, to: &str) -> Edge {
    Edge { edge_id: id.into(), from_node: from.into(), to_node: to.into(), ..Edge::default() }
}

fn note(what: &str) -> Entry {
    Entry::Note { told: lea_model::run::Told { what: what.into(), text: String::new() } }
}

fn intends(step: u64, edge: &str, irreversible: bool) -> Entry {
    Entry::Intend {
        intent: Intent {
            step,
            edge: edge.into(),
            parts: 1,
            irreversible,
            told: edge.into(),
            ..Intent::default()
        },
    }
}

#[test]
fn a_step_whose_inner_workflow_pressed_something_for_good_is_asked_about_before_it_runs_again() {
    let workflow = Workflow { edges: vec![plain_edge("pay", "a", "b")], ..Workflow::default() };
    let cut_short = [intends(1, "pay", false), note(INSIDE), intends(2, "E5", true)];
    let told = replay(&cut_short, &workflow);
    let asked: Vec<&Intent> = told.pending.iter().filter(|i| i.irreversible).collect();
    assert_eq!(asked.iter().map(|i| i.edge.as_str()).collect::<Vec<_>>(), ["pay"]);
    assert!(asked[0].told.contains("E5"), "it says what was pressed: {}", asked[0].told);
    let harmless = [intends(1, "pay", false), note(INSIDE), intends(2, "E5", false)];
    assert!(replay(&harmless, &workflow).pending.iter().all(|i| !i.irreversible));
}

#[test]
fn an_inner_press_that_did_not_come_about_is_not_asked_about() {
    let workflow = Workflow { edges: vec![plain_edge("pay", "a", "b")], ..Workflow::default() };
    let record = StepRecord { step: 2, edge: "E5".into(), not_pressed: true, ..Default::default() };
    let entries = [
        intends(1, "pay", false),
        note(INSIDE),
        intends(2, "E5", true),
        Entry::Conclude { record: Box::new(record) },
    ];
    assert!(replay(&entries, &workflow).pending.iter().all(|i| !i.irreversible));
}

#[test]
fn what_was_pressed_for_good_stays_so_when_the_run_is_thrown_back() {
    let (open, save) = (plain_edge("open", "list", "form"), plain_edge("save", "form", "done"));
    let workflow = Workflow {
        entry_nodes: vec!["list".into()],
        edges: vec![open.clone(), save.clone()],
        ..Workflow::default()
    };
    let mut progress = Progress::default();
    progress.arrived(&open, "form");
    progress.for_good("save", 0);
    progress.arrived(&save, "done");
    let undone = progress.come_back(&workflow, "list").unwrap_or_default();
    assert!(undone.iter().any(|u| u.edge == "save" && u.for_good), "{undone:?}");
    let entries = [
        Entry::Arrived { edge: "open".into(), node: "form".into() },
        intends(1, "save", true),
        Entry::Arrived { edge: "save".into(), node: "done".into() },
    ];
    let undone = replay(&entries, &workflow).progress.come_back(&workflow, "list").unwrap_or_default();
    assert!(undone.iter().any(|u| u.edge == "save" && u.for_good), "after a resumption too: {undone:?}");
}

#[test]
fn a_row_in_which_something_was_not_seen_to_work_is_not_verified() {
    let fill = Edge { repeat: Some(Loop::new(LoopType::CsvRows)), ..plain_edge("fill", "form", "saved") };
    let workflow = Workflow { edges: vec![fill, plain_edge("back", "saved", "form")], ..Workflow::default() };
    let turn = |row: &str| Entry::Turn { edge: "fill".into(), row: row.into() };
    let arrived = |edge: &str, node: &str| Entry::Arrived { edge: edge.into(), node: node.into() };
    let entries = [
        turn("1"),
        note(HEARSAY),
        arrived("fill", "saved"),
        arrived("back", "form"),
        turn("2"),
        arrived("fill", "saved"),
        arrived("back", "form"),
    ];
    let rows = file_rows(&entries, &workflow);
    assert_eq!((rows.done, rows.unverified), (vec![1, 2], vec![1]));
}
