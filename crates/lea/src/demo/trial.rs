//! What the learnt workflow is tried on: screens that changed, judged by the application's own records.

use super::hired::{Hired, parsed};
use super::teller::Teller;
use crate::error::{Outcome, failed};
use crate::trace::{OwnTime, Story};
use lea_clinic::records::{Invoice, Records, RecordsError, Status, Wanted};
use lea_clinic::{Change, Desk, DeskError, Person, Switches};
use lea_model::run::{Entry, Run, RunOutcome};
use lea_store::Store;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the journal of a run is looked into, to say how far it is.
const PEEKS: Duration = Duration::from_millis(300);

/// Invoices that are tried lie so many rows apart.
const APART: usize = 6;

/// What Lea is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Given {
    /// The number of an invoice that it has not seen.
    Number,
    /// Nothing but a patient's name, which two rows bear that look alike: only a person can tell which is meant.
    Name,
}

/// One trial.
pub struct Trial {
    /// What is different, for people.
    pub name: &'static str,
    /// The switches that change the look.
    pub look: &'static [&'static str],
    /// What happens on the way.
    pub happens: Option<&'static str>,
    /// What Lea is given.
    pub given: Given,
}

/// All of them, in order.
pub const TRIALS: [Trial; 5] = [
    Trial { name: "as it was shown", look: &[], happens: None, given: Given::Number },
    Trial { name: "dark, 125 %", look: &["theme=dark", "zoom=125%"], happens: None, given: Given::Number },
    Trial { name: "in English", look: &["language=en"], happens: None, given: Given::Number },
    Trial {
        name: "a surprise dialog",
        look: &[],
        happens: Some("surprise_dialogs=once"),
        given: Given::Number,
    },
    Trial { name: "look-alike rows", look: &["lookalikes=on"], happens: None, given: Given::Name },
];

/// What the records say to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It did exactly what was asked, and says so.
    Done,
    /// It stopped with a question, and nothing is wrong.
    Asked,
    /// Something else is in the records, or nothing although it says that all was done.
    Wrong,
    /// It neither did it nor asked, and nothing is wrong.
    Failed,
}

/// A trial that was made.
#[derive(Serialize)]
pub struct Tried {
    /// What was different.
    pub name: &'static str,
    /// What Lea was given.
    pub given: String,
    /// What came of it, as the records say.
    pub verdict: Verdict,
    /// The same in words.
    pub records: String,
    /// The run.
    pub run: Run,
    /// Lea's own time for a step, in milliseconds.
    pub own_ms: Option<OwnTime>,
    /// Its page.
    pub page: PathBuf,
}

/// Where trials are made.
pub struct Trials<'a> {
    /// The desk.
    pub desk: &'a Desk,
    /// Who goes back to the first screen in between.
    pub person: Person<'a>,
    /// Who types the commands.
    pub hired: &'a Hired<'a>,
    /// Where the journals are.
    pub store: &'a Store,
    /// The workflow.
    pub workflow: &'a str,
    /// What its variable is called.
    pub variable: &'a str,
    /// The folder for the pages.
    pub out: &'a Path,
}

impl Trials<'_> {
    /// Makes one: changes the application, lets Lea work, and asks the records.
    pub fn make(&mut self, n: usize, trial: &Trial, teller: &Teller) -> Outcome<Tried> {
        self.prepare(trial).map_err(super::person::explain)?;
        let given = match trial.given {
            Given::Number => self.new_number(n),
            Given::Name => self.common_name(),
        };
        let given =
            given.map_err(failed)?.ok_or_else(|| failed("the records hold no invoice to try it on"))?;
        let before = self.records(|records| Ok((records.snapshot()?, records.audit()?.len())))?;
        let run = self.run(&given, teller)?;
        let after = self.records(|records| Ok((records.snapshot()?, records.audit()?)))?;
        let submits = after.1.len() - before.1;
        let found = before.0.differences(&after.0);
        let wanted = (trial.given == Given::Number).then(|| Change::decided(&given, Status::Validated, None));
        let (verdict, records) = judged(&run, &found, wanted.as_ref(), submits);
        let log = self.store.run(&run.run_id).map_err(failed)?;
        let page = self.out.join(format!("run-{n}.html"));
        self.hired
            .lea(["trace".as_ref(), run.run_id.as_ref(), "--html".as_ref(), page.as_os_str()], &mut || {})?
            .good("trace")?;
        Ok(Tried { name: trial.name, given, verdict, records, own_ms: Story::of(&log).own_ms(), run, page })
    }

    /// Goes to the list of invoices, as it looks from now on; what happens on the way begins after that.
    fn prepare(&mut self, trial: &Trial) -> Result<(), DeskError> {
        let clinic = &self.desk.clinic;
        let mut switches = Switches::default();
        let apply = |switches: &mut Switches, setting: &str| {
            switches.apply(setting).map_err(lea_clinic::ClinicError::from)
        };
        trial.look.iter().try_for_each(|setting| apply(&mut switches, setting))?;
        clinic.set_switches(switches.clone());
        // A run that asked may have left the question of the application open.
        if self.person.sees()?.dialog.as_deref() == Some("validate") {
            self.person.clicks_to("validate.cancel", &["invoice_detail"])?;
        }
        self.person.clicks_to("menu.invoices", &["invoice_list"])?;
        if let Some(setting) = trial.happens {
            apply(&mut switches, setting)?;
            clinic.set_switches(switches);
        }
        Ok(())
    }

    fn records<T>(&self, read: impl FnOnce(&Records) -> Result<T, RecordsError>) -> Outcome<T> {
        self.desk.clinic.records().and_then(|records| read(&records)).map_err(failed)
    }

    /// An invoice that nobody has decided on.
    fn new_number(&self, n: usize) -> Result<Option<String>, RecordsError> {
        let wanted = Wanted { status: Some(Status::ToCheck), ..Wanted::default() };
        let open = self.desk.clinic.records()?.invoices(&wanted)?;
        Ok(open.get(n * APART % open.len().max(1)).map(|invoice| invoice.number.clone()))
    }

    /// A patient who has two invoices, alike but for one digit of their numbers.
    fn common_name(&self) -> Result<Option<String>, RecordsError> {
        let all = self.desk.clinic.records()?.invoices(&Wanted { twins: true, ..Wanted::default() })?;
        let is_pair = |patient: &str| {
            let rows: Vec<&Invoice> = all.iter().filter(|invoice| invoice.patient == patient).collect();
            let [a, b] = rows[..] else { return false };
            let differ = a.number.chars().zip(b.number.chars()).filter(|(x, y)| x != y).count();
            differ == 1 && rows.iter().all(|invoice| invoice.status == Status::ToCheck)
        };
        Ok(all.iter().find(|invoice| is_pair(&invoice.patient)).map(|invoice| invoice.patient.clone()))
    }

    /// `lea run`, in rehearsal: this is a test environment.
    fn run(&self, given: &str, teller: &Teller) -> Outcome<Run> {
        let line = teller.meanwhile(given.to_owned());
        let known: Vec<String> =
            self.store.runs().map_err(failed)?.into_iter().map(|summary| summary.run.run_id).collect();
        let mut peeked = Instant::now();
        let mut peek = || {
            if !line.is_hidden() && peeked.elapsed() > PEEKS {
                peeked = Instant::now();
                if let Some(now) = now_doing(self.store, &known) {
                    line.set_message(format!("{given}: {now}"));
                }
            }
        };
        let value = format!("{}={given}", self.variable);
        let display = self.desk.stage.display();
        let args =
            ["--json", "run", self.workflow, "--mode", "rehearsal", "--display", display, "--set", &value];
        let said = self.hired.lea(args, &mut peek)?;
        line.finish_and_clear();
        if said.out.is_empty() { Err(failed(said.errors)) } else { parsed(&said.out) }
    }
}

/// What the run that is new is about to do.
fn now_doing(store: &Store, known: &[String]) -> Option<String> {
    let newest = store.runs().ok()?.into_iter().find(|summary| !known.contains(&summary.run.run_id))?;
    let entries = store.run(&newest.run.run_id).ok()?.entries;
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Intend { intent } => Some(intent.told.clone()),
        _ => None,
    })
}

/// What the records say to it: `found` is what changed, `wanted` what should have.
fn judged(run: &Run, found: &[Change], wanted: Option<&Change>, submits: usize) -> (Verdict, String) {
    let says_done = matches!(run.outcome, Some(RunOutcome::Verified | RunOutcome::CompletedUnverified));
    let is_done = wanted.is_some_and(|wanted| found == std::slice::from_ref(wanted));
    match (is_done, found.is_empty(), says_done) {
        (true, _, _) if submits != 1 => (Verdict::Wrong, format!("submitted {submits} times")),
        (true, _, true) => (Verdict::Done, "validated, nothing else changed".into()),
        (false, true, false) if submits == 0 && run.outcome == Some(RunOutcome::Halted) => {
            (Verdict::Asked, "nothing changed".into())
        }
        (true, _, false) if run.outcome == Some(RunOutcome::Halted) => {
            (Verdict::Asked, "validated, then asked whether it was".into())
        }
        (_, _, false) if is_done || found.is_empty() => (Verdict::Failed, "nothing wrong".into()),
        (_, true, true) => (Verdict::Wrong, "nothing changed, although it says that all was done".into()),
        _ => (Verdict::Wrong, format!("{found:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_asked_for_and_nothing_else_is_done() {
        let decided = |number: &str| Change::decided(number, Status::Validated, None);
        let wanted = decided("F-2026-0177");
        let run = |outcome| Run { outcome: Some(outcome), ..Run::default() };
        let verdict =
            |outcome, found: &[Change], submits| judged(&run(outcome), found, Some(&wanted), submits).0;
        let both = [wanted.clone(), decided("F-2025-0177")];
        let (done, halted) = (RunOutcome::Verified, RunOutcome::Halted);
        assert_eq!(verdict(done, &both[..1], 1), Verdict::Done);
        assert_eq!(verdict(done, &both[..1], 2), Verdict::Wrong, "submitted twice");
        assert_eq!(verdict(done, &both, 2), Verdict::Wrong, "another one too");
        assert_eq!(verdict(done, &both[1..], 1), Verdict::Wrong, "the other one instead");
        assert_eq!(verdict(done, &[], 0), Verdict::Wrong, "it says so, and it is not true");
        assert_eq!(verdict(halted, &[], 0), Verdict::Asked);
        assert_eq!(verdict(halted, &both[..1], 1), Verdict::Asked);
        assert_eq!(verdict(halted, &both[1..], 1), Verdict::Wrong);
        assert_eq!(verdict(RunOutcome::Failed, &[], 0), Verdict::Failed);
        assert_eq!(judged(&run(done), &both[..1], None, 1).0, Verdict::Wrong, "nobody said which");
    }
}
