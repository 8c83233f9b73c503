//! What is printed, what is written, and the exit code.

use crate::Outcome;
use crate::figure::Figure;
use crate::machine::{Machine, version_of};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::ExitCode;

/// The figures of one run.
#[derive(Debug)]
pub struct Report {
    bench: &'static str,
    smoke: bool,
    machine: Machine,
    versions: Vec<(String, String)>,
    figures: Vec<Figure>,
    /// What was found that is no figure: counts, paths.
    pub more: Map<String, Value>,
    /// What must not be, and is.
    pub wrong: Vec<String>,
}

impl Report {
    /// An empty one, with the machine as it is before anything is measured.
    pub fn new(bench: &'static str, smoke: bool, machine: Machine, crates: &[&str]) -> Self {
        let versions = crates.iter().map(|c| ((*c).to_owned(), version_of(c))).collect();
        Self { bench, smoke, machine, versions, figures: Vec::new(), more: Map::new(), wrong: Vec::new() }
    }

    /// Adds the version of something that is no crate of the bench.
    pub fn version(&mut self, of: &str, version: &str) {
        self.versions.push((of.to_owned(), version.to_owned()));
    }

    /// Adds a figure.
    pub fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Prints it, writes it where asked, and says how it went: 1 when something is wrong or a figure misses what is asked.
    pub fn finish(self, json: Option<&Path>) -> Outcome<ExitCode> {
        print!("{}", self.to_text());
        if let Some(path) = json {
            let text = serde_json::to_string_pretty(&self.to_json())?;
            std::fs::write(path, text + "\n").map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        }
        let missed = !self.smoke && self.figures.iter().any(|f| f.met() == Some(false));
        Ok(if missed || !self.wrong.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn to_text(&self) -> String {
        let m = &self.machine;
        let versions: Vec<_> = self.versions.iter().map(|(name, v)| format!("{name} {v}")).collect();
        let mut out = format!("{}: {}\n", self.bench, versions.join(", "));
        out += &format!("{}, {} cores, {}, load {:.2}\n\n", m.cpu, m.cores, m.system, m.load);
        let mut rows = vec![["FIGURE", "MEASURED", "ASKED", ""].map(String::from)];
        rows.extend(self.figures.iter().map(|f| {
            let verdict = match f.met() {
                Some(_) if self.smoke => "",
                Some(true) => "met",
                Some(false) => "MISSED",
                None => "",
            };
            [f.name.clone(), f.measured(), f.wanted(), verdict.to_owned()]
        }));
        out += &table(&rows);
        if self.smoke {
            out += "\nA smoke run: too few rounds to judge by.\n";
        } else if m.is_busy() {
            out += "\nThe machine was busy before this began: these figures are worse than they should be.\n";
        }
        for wrong in &self.wrong {
            out += &format!("\nWRONG: {wrong}\n");
        }
        out
    }

    fn to_json(&self) -> Value {
        let versions: Map<String, Value> =
            self.versions.iter().map(|(n, v)| (n.clone(), v.clone().into())).collect();
        let date = jiff::Timestamp::now().round(jiff::Unit::Second).map(|t| t.to_string());
        json!({
            "bench": self.bench,
            "date": date.unwrap_or_default(),
            "smoke": self.smoke,
            "machine": self.machine.to_json(),
            "versions": versions,
            "figures": self.figures.iter().map(Figure::to_json).collect::<Vec<_>>(),
            "more": self.more,
            "wrong": self.wrong,
        })
    }
}

/// Columns as wide as what is in them.
fn table(rows: &[[String; 4]]) -> String {
    let wide = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths = [wide(0), wide(1), wide(2)];
    let line = |row: &[String; 4]| {
        let [a, b, c, d] = row;
        let [wa, wb, wc] = widths;
        format!("{a:wa$}  {b:wb$}  {c:wc$}  {d}").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
