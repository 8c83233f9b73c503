//! Records that look alike, and tasks that ask for one of them: by its number or name, exactly, or by what is only the beginning of one.

use crate::app::{App, Record, Status};
use crate::dice::Dice;
use crate::machine::What;
use crate::task::{BY_NAME, BY_NUMBER, Goal, Task};

/// Somebody who entered one record, and whom no record is about.
pub const AUTHOR: &str = "Blanc Odile";

/// Records at most: all fit on a page of the list.
const MOST: usize = 8;

/// Adds records whose number or name begins like that of another, and homonyms with other numbers.
pub fn add(records: &mut Vec<Record>, dice: &mut Dice) {
    let count = records.len();
    for _ in 0..3 {
        let like = records[dice.below(count)].clone();
        let mut twin =
            Record { status: Status::Waiting, amount: 50 + dice.below(1900) as u32, ..like.clone() };
        match dice.below(3) {
            0 => {
                twin.id = format!("{}{}", like.id, dice.below(10));
                twin.name = format!("{}-Ève", like.name);
            }
            1 => {
                twin.name = format!("{}-Zoé", like.name);
                twin.id = format!("F-2027-{}", 1000 + dice.below(9000));
            }
            _ => twin.id = format!("F-2027-{}", 1000 + dice.below(9000)),
        }
        if records.len() < MOST && records.iter().all(|r| r.id != twin.id) {
            records.push(twin);
        }
    }
}

/// The record that a task is about, where it is about one.
pub fn record_of(task: &Task) -> Option<usize> {
    match task.goal {
        Goal::Decide(r, _) | Goal::Branch(r) | Goal::Edit(r) => Some(r),
        Goal::Each | Goal::Register | Goal::File => None,
    }
}

/// The record is asked for by its name. A healthy task asks only by a name that one record has.
pub fn by_name(task: &mut Task, app: &App, healthy: bool) -> bool {
    let Some(r) = record_of(task) else { return false };
    let name = &app.records[r].name;
    if healthy && app.records.iter().filter(|other| other.name == *name).count() > 1 {
        return false;
    }
    task.key = BY_NAME;
    task.given.remove(BY_NUMBER);
    task.given.insert(BY_NAME.into(), name.clone());
    true
}

/// The record that is asked for is not there, and another begins like it: nothing may be done.
pub fn absent(task: &mut Task, app: &App) -> bool {
    let Some(r) = record_of(task) else { return false };
    let record = &app.records[r];
    let wanted = match task.key {
        // Only somebody who entered a record is called so.
        BY_NAME if app.manners.authors => Some(AUTHOR.to_owned()),
        BY_NAME => record.name.rsplit_once(' ').map(|(first, _)| first.to_owned()),
        _ => Some(record.id[..record.id.len() - 1].to_owned()),
    };
    let is_there = |text: &String| app.records.iter().any(|r| r.id == *text || r.name == *text);
    let Some(wanted) = wanted.filter(|w| !is_there(w)) else { return false };
    task.given.insert(task.key.into(), wanted);
    task.expected.clone_from(&app.records);
    task.allowed.retain(|(what, _)| *what == What::Noted);
    true
}

/// A value has a line break or a tab in it.
pub fn control_characters(task: &mut Task, dice: &mut Dice) -> bool {
    let breaks = *dice.pick(&["\n", "\t"]);
    let given = task.given.get_mut("telephone");
    let Some(value) = given.or(task.file.first_mut().and_then(|row| row.get_mut("telephone"))) else {
        return false;
    };
    *value = value.replacen(' ', breaks, 1);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_begin_like_others_and_every_number_is_one_records_own() {
        let (mut longer, mut homonyms) = (0, 0);
        for seed in 0..200 {
            let mut all = App::generate(&mut Dice::new(seed)).records;
            add(&mut all, &mut Dice::new(seed));
            for (n, r) in all.iter().enumerate() {
                let others = || all.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, o)| o);
                assert!(others().all(|o| o.id != r.id));
                longer += others().filter(|o| o.name != r.name && o.name.starts_with(&r.name)).count();
                homonyms += others().filter(|o| o.name == r.name).count();
            }
        }
        assert!(longer > 50 && homonyms > 50, "{longer} {homonyms}");
    }

    #[test]
    fn an_absent_record_has_others_that_begin_like_it_and_allows_nothing() {
        let mut absents = 0;
        for seed in 0..100 {
            let app = App::generate(&mut Dice::new(seed));
            let mut task = Task::generate(&app, &mut Dice::new(seed));
            if absent(&mut task, &app) {
                absents += 1;
                let wanted = &task.given[task.key];
                assert!(app.records.iter().all(|r| r.id != *wanted));
                assert!(app.records.iter().any(|r| r.id.starts_with(wanted.as_str())));
                assert!(task.allowed.is_empty() && task.expected == app.records);
            }
        }
        assert!(absents > 10);
    }
}
