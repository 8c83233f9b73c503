//! The workflow of each task, as a learner would make it.

use crate::alike;
use crate::app::App;
use crate::compose::{compose, plan_of_login};
use crate::demo::Demos;
use crate::dice::Dice;
use crate::machine::{Field, Verb};
use crate::render::Kind;
use crate::task::{BY_NAME, Goal, Mended, Task};
use crate::teach::{Teacher, type_all};
use crate::words::Word;
use lea_act::Plan;
use lea_model::workflow::{Edge, Loop, LoopType, RecordKind, RecordMark, Trigger};
use lea_model::{Action, ActionType, LearningState};
use std::rc::Rc;

/// The workflow that logs in again.
pub const LOGIN: &str = "WF_login";

/// What was learnt: the workflow of the task, that of the login, and which node is which kind of screen.
pub struct Lesson {
    /// The task.
    pub plan: Plan,
    /// The login.
    pub login: Rc<Plan>,
    /// Kinds of screens, by the order of the nodes.
    pub kinds: Vec<Kind>,
}

impl Lesson {
    /// Learns a task.
    pub fn of(
        app: &App,
        task: &Task,
        state: LearningState,
        dice: &mut Dice,
        painted: bool,
    ) -> Result<Self, String> {
        let mut teacher = Teacher::new(app, Demos::of(app, dice), painted);
        let entry = teach(&mut teacher, app, task);
        let kinds = teacher.kinds.clone();
        let plan = compose(teacher, "WF_task", state, entry.0, &entry.1, task)?;
        let mut teacher = Teacher::new(app, Demos::of(app, dice), painted);
        let again = teacher.click(Kind::Expired, Word::LoginAgain);
        let way = teacher.way(Kind::Expired, Kind::Login, vec![again]);
        teacher.add(way);
        let end = first_page(app);
        log_in(&mut teacher, end);
        let login = plan_of_login(teacher, state, end)?;
        Ok(Self { plan, login: Rc::new(login), kinds })
    }
}

/// The page that comes after the login.
pub fn first_page(app: &App) -> Kind {
    if app.has_home { Kind::Home } else { Kind::List }
}

/// Adds the ways of a task; returns where it begins, and where it may end.
fn teach(t: &mut Teacher<'_>, app: &App, task: &Task) -> (Kind, Vec<Kind>) {
    let mut entry = Kind::List;
    if app.has_home {
        entry = Kind::Home;
        let click = t.click(Kind::Home, Word::List);
        let way = t.way(Kind::Home, Kind::List, vec![click]);
        t.add(way);
    }
    if app.has_login {
        log_in(t, entry);
        entry = Kind::Login;
    }
    if app.has_diary {
        let read = match app.drags {
            true => t.drag(Kind::Diary, Word::Note, Word::ReadBox),
            false => t.click(Kind::Diary, Word::MarkRead),
        };
        let way = t.way(Kind::Diary, Kind::Noted, vec![read]);
        t.add(way);
        let mut switch = Action::new(ActionType::WindowSwitch);
        switch.parameters.target_app = Some(app.program.to_lowercase());
        let way = t.way(Kind::Noted, entry, vec![switch]);
        t.add(way);
        entry = Kind::Diary;
    }
    let end = match &task.goal {
        Goal::Decide(_, verb) => {
            open_one(t, task);
            decide(t, app, task, *verb, task.key, None);
            vec![back(t, task, done(*verb))]
        }
        Goal::Branch(_) => {
            open_one(t, task);
            decide(t, app, task, Verb::Validate, task.key, Some("variables.montant < 1000.0"));
            decide(t, app, task, Verb::Reject, task.key, Some("variables.montant >= 1000.0"));
            [Kind::Validated, Kind::Rejected].into_iter().map(|k| back(t, task, k)).collect()
        }
        Goal::Each => {
            each(t, task);
            decide(t, app, task, Verb::Validate, "row", None);
            vec![back(t, &Task { goes_back: true, ..task.clone() }, Kind::Validated)]
        }
        Goal::Edit(_) => {
            open_one(t, task);
            edit(t, task);
            vec![back(t, task, Kind::Form)]
        }
        Goal::Register => {
            register(t, task, false);
            vec![back(t, task, Kind::Saved)]
        }
        Goal::File => {
            register(t, task, true);
            vec![back(t, &Task { goes_back: true, ..task.clone() }, Kind::Saved)]
        }
    };
    if task.searches && app.manners.search_opens {
        marks_no_record(t, task);
    }
    if is_fixed(app, task) {
        // Nothing that was shown says which record it is, but its row.
        t.edges.iter_mut().for_each(|e| e.constraints.pre_conditions.retain(|c| c.check.value().is_none()));
    }
    errors(t, app, task);
    (entry, end)
}

/// A learner who saw no row picked takes what is changed for no record, or for a new one where the field was empty.
fn marks_no_record(t: &mut Teacher<'_>, task: &Task) {
    let kind = if matches!(task.goal, Goal::Edit(_)) { RecordKind::New } else { RecordKind::None };
    let is_opened = alike::record_of(task).is_some();
    let changing =
        |e: &&mut Edge| is_opened && e.constraints.pre_conditions.iter().any(|c| c.check.value().is_some());
    for edge in t.edges.iter_mut().filter(changing) {
        edge.record = Some(RecordMark { kind, ..RecordMark::default() });
    }
}

fn log_in(t: &mut Teacher<'_>, to: Kind) {
    let user = t.fill(Kind::Login, Word::User, "${identifiant}", &[]);
    let password = t.fill(Kind::Login, Word::Password, "${mot_de_passe}", &[Field::User]);
    let enter = t.click_after(Kind::Login, Word::Login, |m| type_all(m, &[Field::User, Field::Password]));
    let way = t.way(Kind::Login, to, vec![user, password, enter]);
    t.add(way);
}

/// Opens the record whose number or name is given.
fn open_one(t: &mut Teacher<'_>, task: &Task) {
    let mut actions = Vec::new();
    if task.searches {
        actions.push(t.fill(Kind::List, Word::SearchField, &format!("${{{}}}", task.key), &[]));
        actions.push(t.click_after(Kind::List, Word::Search, |m| type_all(m, &[Field::Query])));
    }
    match alike::record_of(task).filter(|_| is_fixed(t.app, task)) {
        Some(r) => actions.push(t.row_that_says(&t.app.records[r].id)),
        None if task.searches && t.app.manners.search_opens => {}
        None => actions.push(t.row(task.key)),
    }
    let way = t.way(Kind::List, Kind::Detail, actions);
    t.add(way);
}

/// Every demonstration picked the row of one record.
fn is_fixed(app: &App, task: &Task) -> bool {
    let is_there = |r: usize| task.allowed.iter().any(|(_, id)| *id == app.records[r].id);
    app.manners.fixed_row && !task.searches && alike::record_of(task).is_some_and(is_there)
}

/// Opens each record that waits.
fn each(t: &mut Teacher<'_>, task: &Task) {
    let mut repeat = Loop::new(LoopType::ForEach);
    repeat.iterator = Some("row".into());
    repeat.variable_binding = Some("row".into());
    if task.by_tab {
        let tab = t.click(Kind::List, Word::Waiting);
        let way = t.way(Kind::List, Kind::List, vec![tab]).once();
        t.add(way);
    } else {
        let (status, waits) = (lea_lexicon::names::variable(t.said(Word::Status)), t.said(Word::Waiting));
        repeat.filter = Some(format!("row.{status} == {waits:?}"));
    }
    let row = t.row("row");
    let way = t.way(Kind::List, Kind::Detail, vec![row]).each(repeat);
    t.add(way);
}

fn done(verb: Verb) -> Kind {
    match verb {
        Verb::Validate => Kind::Validated,
        Verb::Reject => Kind::Rejected,
    }
}

/// Decides the record on the screen, by way of the question where there is one.
fn decide(t: &mut Teacher<'_>, app: &App, task: &Task, verb: Verb, record: &str, when: Option<&str>) {
    let (word, ask, is) = match verb {
        Verb::Validate => (Word::Validate, Kind::AskValidate, "validated"),
        Verb::Reject => (Word::Reject, Kind::AskReject, "rejected"),
    };
    let click = t.click(Kind::Detail, word);
    let first_to = if app.has_dialog { ask } else { done(verb) };
    let mut way = t.way(Kind::Detail, first_to, vec![click]).only_if_shown(record);
    if let Some(when) = when {
        way = way.when(when);
    }
    if !app.has_dialog {
        if task.has_effects {
            way = way.with_effect(is, "${lu}");
        }
        return t.add(way);
    }
    t.add(way);
    let mut actions = Vec::new();
    if verb == Verb::Reject {
        actions.push(t.fill(ask, Word::Reason, "${motif}", &[]));
    }
    let typed: &[Field] = if verb == Verb::Reject { &[Field::Reason] } else { &[] };
    actions.push(t.click_after(ask, Word::Confirm, |m| type_all(m, typed)));
    let mut way = t.way(ask, done(verb), actions).only_if_shown(record);
    if task.has_effects {
        way = way.with_effect(is, "${lu}");
    }
    t.add(way);
}

/// The way back to the list, where the task goes there; returns where it ends.
fn back(t: &mut Teacher<'_>, task: &Task, from: Kind) -> Kind {
    if !task.goes_back {
        return from;
    }
    let click = t.click(from, Word::Back);
    let way = t.way(from, Kind::List, vec![click]);
    t.add(way);
    Kind::List
}

fn edit(t: &mut Teacher<'_>, task: &Task) {
    let click = t.click(Kind::Detail, Word::Edit);
    let way = t.way(Kind::Detail, Kind::Form, vec![click]);
    t.add(way);
    let phone = t.fill(Kind::Form, Word::Phone, "${telephone}", &[]);
    let save = t.save(Kind::Form, &[Field::Phone]);
    let mut way = t.way(Kind::Form, Kind::Form, vec![phone, save]).only_if_shown(task.key);
    if task.has_effects {
        let number = if task.key == BY_NAME { "${lu}" } else { "${numero}" };
        way = way.with_effect("edited", number);
    }
    // What was shown before the way back comes first.
    way.edge.priority = 1;
    t.add(way);
}

fn register(t: &mut Teacher<'_>, task: &Task, is_file: bool) {
    let new = t.click(Kind::List, Word::New);
    let mut way = t.way(Kind::List, Kind::NewForm, vec![new]);
    if is_file {
        let mut repeat = Loop::new(LoopType::CsvRows);
        repeat.variable_binding = Some("row".into());
        way = way.each(repeat);
    }
    t.add(way);
    let name = t.fill(Kind::NewForm, Word::Person, "${nom}", &[]);
    let phone = t.fill(Kind::NewForm, Word::Phone, "${telephone}", &[Field::Name]);
    let mut all = vec![Field::Name, Field::Phone];
    let mut actions = vec![name, phone];
    if t.app.has_choice {
        actions.push(t.fill(Kind::NewForm, Word::Ward, "${service}", &all));
        all.push(Field::Ward);
    }
    let mut mail = t.fill(Kind::NewForm, Word::Mail, "${courriel}", &all);
    mail.optional = true;
    all.push(Field::Mail);
    let save = t.save(Kind::NewForm, &all);
    actions.extend([mail, save]);
    let mut way = t.way(Kind::NewForm, Kind::Saved, actions);
    let prefilled = if t.app.manners.prefilled { vec![1] } else { Vec::new() };
    way.edge.record = Some(RecordMark { kind: RecordKind::New, prefilled, ..RecordMark::default() });
    if task.has_effects && !is_file {
        way = way.with_effect("created", "${nom}");
    }
    t.add(way);
}

/// Error screens that the workflow knows: edges from anywhere lead to them.
fn errors(t: &mut Teacher<'_>, app: &App, task: &Task) {
    let mut known = Vec::new();
    if task.knows_error {
        known.push(Kind::Error);
    }
    if task.knows_expired != Mended::Unknown {
        known.push(Kind::Expired);
        if task.knows_expired == Mended::ByAction {
            t.node_id(Kind::Login);
        }
        t.node_id(first_page(app));
    }
    for kind in known {
        let to = t.node_id(kind);
        let number = t.edges.len() + 1;
        t.edges.push(Edge {
            edge_id: format!("E{number}_error"),
            from_node: "ANY".into(),
            to_node: to,
            priority: -1,
            trigger: Some(Trigger::UnexpectedScreen),
            ..Edge::default()
        });
    }
}
