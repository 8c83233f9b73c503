//! Gestures that are learnt from being shown, on programs that nobody here wrote: scrolling to something, hovering, copying and pasting. What
//! came of a run is judged by what the program saved or said.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{Desk, SOON};
use lea_model::ledger::{Fate, Ledger};
use lea_model::workflow::{Action, ActionType};
use lea_model::{EventType, Point, Workflow};
use lea_screen::{Button, Key, Screen, chord, click, scroll};
use lea_stage::{App, wait_until};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a command printed.
#[track_caller]
fn printed(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said.lines().last().unwrap_or_default();
    let errors = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(last).unwrap_or_else(|_| serde_json::from_str(&said).expect(&errors))
}

/// Somebody who shows a task, and lets it be done.
struct Person {
    desk: Desk,
    shown: Vec<String>,
}

impl Person {
    fn new() -> Self {
        let desk = Desk::new();
        desk.configure("[run]\nenvironment = \"test\"\n");
        Self { desk, shown: Vec::new() }
    }

    /// Where words stand on the screen: the whole of a line, or the beginning of one.
    #[track_caller]
    fn finds(&mut self, words: &str) -> Option<Point> {
        self.desk.rest();
        let display = self.desk.stage.display().to_owned();
        let output =
            self.desk.lea().args(["--json", "look", "--screen", "--display", &display]).output().unwrap();
        let screen: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let lines = screen["perception"]["detected_text"].as_array().unwrap().clone();
        let says = |l: &&Value, exact: bool| {
            let text = l["text"].as_str().unwrap_or_default().trim();
            if exact { text == words } else { text.starts_with(words) }
        };
        let line = lines.iter().find(|l| says(l, true)).or_else(|| lines.iter().find(|l| says(l, false)))?;
        let at = |n: usize| line["bbox"][n].as_i64().unwrap() as i32;
        Some(Point { x: at(0) + 12, y: (at(1) + at(3)) / 2 })
    }

    #[track_caller]
    fn clicks(&mut self, words: &str) {
        let at = self.finds(words).unwrap_or_else(|| panic!("{words} is nowhere"));
        click(&mut self.desk.screen, at, Button::Left, 1).unwrap();
        self.desk.rest();
    }

    fn presses(&mut self, keys: &[Key]) {
        chord(&mut self.desk.screen, keys).unwrap();
        self.desk.rest();
    }

    /// Shows the task once.
    fn shows(&mut self, does: impl FnOnce(&mut Self)) {
        self.desk.rest();
        let recording = self.desk.record(&[]);
        self.shown.push(recording.session_id.clone());
        does(self);
        self.desk.rest();
        recording.stop();
    }

    /// Learns what was shown; nothing may be open, and every event is accounted for.
    #[track_caller]
    fn learns(&self) -> (Value, Workflow) {
        let output = self.desk.lea().args(["--json", "learn"]).args(&self.shown).output().unwrap();
        let learnt = printed(&output);
        assert!(output.status.success(), "{learnt}");
        let id = learnt["workflow_id"].as_str().unwrap();
        let bundle = self.desk.store().workflow(id).unwrap();
        assert_eq!(bundle.workflow.problems(), []);
        (learnt, bundle.workflow)
    }

    /// Lets it be done.
    fn order(&self, values: &[(&str, &str)]) -> Command {
        let mut command = self.desk.lea();
        command.args(["--json", "run", "last", "--mode", "rehearsal", "--no-sign", "--display"]);
        command.arg(self.desk.stage.display());
        for (name, value) in values {
            command.args(["--set", &format!("{name}={value}")]);
        }
        command
    }

    #[track_caller]
    fn runs(&self, values: &[(&str, &str)]) -> Value {
        let output = self.order(values).output().unwrap();
        let run = printed(&output);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{run}\n{errors}");
        run
    }

    /// The events of that kind that are part of a step.
    fn used(&self, workflow: &Workflow, kind: EventType) -> usize {
        let bundle = self.desk.store().workflow(&workflow.workflow_id).unwrap();
        let ledger: Ledger = serde_json::from_slice(&bundle.files["ledger.json"]).unwrap();
        let of_kind = ledger.entries.iter().filter(|e| e.event_type == kind);
        of_kind.filter(|e| matches!(e.fate, Fate::Edge(_))).count()
    }
}

/// All actions of a workflow, in order.
fn actions(workflow: &Workflow) -> Vec<&Action> {
    workflow.edges.iter().flat_map(|e| e.parts()).collect()
}

/// Towns, as many as a list needs to be longer than its window.
const TOWNS: [&str; 40] = [
    "Amiens",
    "Angers",
    "Annecy",
    "Avignon",
    "Bayonne",
    "Beaune",
    "Besson",
    "Blois",
    "Bordeaux",
    "Bourges",
    "Brest",
    "Caen",
    "Calais",
    "Cannes",
    "Chartres",
    "Colmar",
    "Dieppe",
    "Dijon",
    "Evreux",
    "Grenoble",
    "Honfleur",
    "Laval",
    "Lille",
    "Limoges",
    "Lorient",
    "Lyon",
    "Macon",
    "Marseille",
    "Menton",
    "Metz",
    "Nancy",
    "Nantes",
    "Nevers",
    "Orleans",
    "Poitiers",
    "Quimper",
    "Rennes",
    "Rouen",
    "Toulon",
    "Vannes",
];

fn list_of_towns(person: &mut Person) -> App {
    let mut line = vec!["--list", "--title=Towns", "--text=Choose the town", "--column=Town", "--height=400"];
    line.extend(TOWNS);
    let dialog = person.desk.stage.zenity(line).unwrap();
    person.desk.place("zenity", (300, 150), None);
    dialog
}

#[test]
fn what_was_scrolled_to_is_scrolled_to_again_wherever_it_is() {
    let mut person = Person::new();
    for (town, notches) in [("Dijon", 4), ("Menton", 9), ("Lorient", 7)] {
        let mut dialog = list_of_towns(&mut person);
        person.shows(|person| {
            let list = person.finds("Amiens").expect("the list begins with it");
            scroll(&mut person.desk.screen, list, 0, notches).unwrap();
            person.clicks(town);
            person.clicks("OK");
        });
        dialog.wait_for_exit(SOON).unwrap();
        assert_eq!(dialog.output().trim(), town);
    }
    let (learnt, workflow) = person.learns();
    let names: Vec<&String> = learnt["variables"].as_object().unwrap().keys().collect();
    let [name] = names[..] else { panic!("one variable: {learnt}") };
    let picks =
        actions(&workflow).into_iter().find(|a| a.target.as_ref().is_some_and(|t| t.scroll.is_some()));
    assert!(picks.is_some(), "the step knows that it was scrolled to: {workflow:#?}");
    assert_eq!(person.used(&workflow, EventType::MouseScroll), 3, "every scroll is part of the step");

    for town in ["Vannes", "Angers"] {
        let mut dialog = list_of_towns(&mut person);
        let run = person.runs(&[(name, town)]);
        dialog.wait_for_exit(SOON).unwrap();
        assert_eq!(dialog.output().trim(), town, "{run}");
    }
    // What is not in the list is nowhere, however far it is scrolled: nothing is picked instead.
    let mut dialog = list_of_towns(&mut person);
    let output = person.order(&[(name, "Toulouse")]).output().unwrap();
    assert_eq!(printed(&output)["outcome"], "halted");
    assert!(dialog.is_running() && dialog.output().is_empty());
}

fn notes(person: &mut Person, n: usize) -> (App, PathBuf) {
    let file = person.desk.stage.home().join(format!("notes{n}.txt"));
    std::fs::write(&file, "alpha\nbeta\ngamma\n").unwrap();
    let app = person.desk.stage.mousepad(Some(&file)).unwrap();
    person.desk.place("mousepad", (100, 80), Some((900, 500)));
    person.desk.active("mousepad");
    (app, file)
}

fn wait_for_text(file: &Path, text: &str) {
    let says = || std::fs::read_to_string(file).is_ok_and(|t| t == text).then_some(());
    let waited = wait_until("the file", SOON, says);
    assert!(waited.is_ok(), "{:?} instead of {text:?}", std::fs::read_to_string(file));
}

#[test]
fn a_submenu_that_opens_by_hovering_is_opened_by_hovering_again() {
    let mut person = Person::new();
    for n in 0..3 {
        let (app, file) = notes(&mut person, n);
        person.shows(|person| {
            person.clicks("Document");
            let entry = person.finds("Line Ending").expect("the menu is open");
            person.desk.screen.point(entry).unwrap();
            person.desk.rest();
            person.clicks("DOS");
            person.presses(&[Key::CTRL, Key::of_char('s')]);
        });
        wait_for_text(&file, "alpha\r\nbeta\r\ngamma\r\n");
        drop(app);
    }
    let (learnt, workflow) = person.learns();
    let hovers = actions(&workflow).into_iter().filter(|a| a.action_type == ActionType::Hover).count();
    assert_eq!(hovers, 1, "{learnt}\n{workflow:#?}");
    assert_eq!(person.used(&workflow, EventType::MouseMove), 3);
    let (_app, file) = notes(&mut person, 7);
    person.runs(&[]);
    wait_for_text(&file, "alpha\r\nbeta\r\ngamma\r\n");
}
