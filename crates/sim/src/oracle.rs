//! Models that advise a run, each wrong in its own way: none may make it do something wrong.

use crate::dice::Dice;
use crate::traits::Handle;
use crate::words::concept;
use lea_act::world::{Model, Prompt};
use lea_model::run::{Entry, OpinionOn};
use lea_recognize::label::{normal, ratio};

/// Seconds an answer takes, and seconds after which there is none.
const ANSWERS: f64 = 2.0;
const GIVES_UP: f64 = 30.0;

/// How a model advises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    /// There is no model.
    #[default]
    None,
    /// It points at whatever says most nearly the same, and finds that everything worked.
    Plausible,
    /// It points at anything, and finds that everything worked.
    Careless,
    /// It points at anything, and finds that nothing worked.
    Contrary,
    /// What it says cannot be read.
    Raving,
    /// It takes too long.
    Silent,
}

/// A model in the world of a run.
pub struct Oracle {
    /// How it advises.
    pub advice: Advice,
    /// Chance of its own.
    pub dice: Dice,
    /// The world.
    pub handle: Handle,
}

impl Model for Oracle {
    fn name(&self) -> String {
        format!("{:?}", self.advice).to_lowercase()
    }

    fn sees(&self) -> bool {
        true
    }

    fn answer(&mut self, prompt: &Prompt) -> Result<String, String> {
        let asks_where = prompt.text.contains("CANDIDATE:");
        let told = format!("model asked {}", if asks_where { "where" } else { "whether" });
        {
            let mut s = self.handle.0.borrow_mut();
            s.call();
            s.tally.hit(&told);
            s.tell(|_| told);
            let seconds = if self.advice == Advice::Silent { GIVES_UP } else { ANSWERS };
            s.pass(seconds);
            s.paint();
            s.is_asked();
            s.takes_time();
            if prompt.text.contains(&s.secret) {
                s.wrong.push("S3: the secret is told to a model".into());
            }
        }
        let verdict = |word: &str| Ok(format!("VERDICT: {word}\nREASON: the screen says so"));
        match (self.advice, asks_where) {
            (Advice::Silent, _) => Err("it took longer than 30 s".into()),
            (Advice::Raving, _) => {
                let said = ["", "CANDIDATE: all", "VERDICT: 🙂", "BOX: 0,0,0,0", "NONE of your business"];
                Ok((*self.dice.pick(&said)).into())
            }
            (Advice::Contrary, false) => verdict("NO"),
            (_, false) => verdict("YES"),
            (Advice::Plausible, true) => Ok(self.plausible(&prompt.text)),
            (_, true) => {
                let many = things(&prompt.text).len().max(1);
                Ok(format!("CANDIDATE: {}", 1 + self.dice.below(many)))
            }
        }
    }
}

impl Oracle {
    /// The thing whose words are most like those that are looked for, or mean the same.
    fn plausible(&self, text: &str) -> String {
        let wanted = text.lines().find_map(|l| l.strip_prefix("- it said: ")).unwrap_or_default();
        let wanted = wanted.trim_matches('"');
        let alike = |label: &str| {
            let means = concept(label.trim()).is_some_and(|c| concept(wanted.trim()) == Some(c));
            if means { 1.0 } else { ratio(&normal(label), &normal(wanted)) }
        };
        let things = things(text);
        let best = (1..).zip(&things).max_by(|a, b| alike(a.1).total_cmp(&alike(b.1)));
        best.map_or_else(|| "NONE".into(), |(n, _)| format!("CANDIDATE: {n}"))
    }
}

/// The words of the things that a question lists.
fn things(text: &str) -> Vec<&str> {
    let listed = text.lines().skip_while(|l| *l != "On the screen are:").skip(1);
    let listed = listed.take_while(|l| l.starts_with(|c: char| c.is_ascii_digit()));
    listed.map(|l| l.split('"').nth(1).unwrap_or_default()).collect()
}

/// Counts what came of a model's opinions.
pub fn count(journal: &[Entry], mut hit: impl FnMut(&str)) {
    for entry in journal {
        let Entry::Conclude { record } = entry else { continue };
        for opinion in &record.opinions {
            let taken = match opinion.on {
                OpinionOn::Think => opinion.came_of.starts_with("taken"),
                OpinionOn::Critic | OpinionOn::Analyze => opinion.came_of.starts_with("it says"),
            };
            hit(if taken { "opinion taken" } else { "opinion not taken" });
            if taken && opinion.on == OpinionOn::Think {
                hit("thought");
            }
        }
    }
}
