//! What lies outside the screen: effects, credentials, other workflows. What may be reached comes from this machine's configuration
//! alone (SPEC L4.11): a workflow from elsewhere is data, not authority. Whatever is asked there has a deadline, and a person can end it.

mod file;
mod query;
mod request;

use crate::plans::Plans;
use crate::{Allowed, Stop};
use lea_act::Plan;
use lea_act::world::{Credential, Effected, Outside};
use lea_model::workflow::{Effect, EffectKind, SqlCount};
use lea_store::Secrets;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// How long another machine, or a database, may take to answer in all.
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);
/// An answer or a file is read no further than this, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// This machine.
pub(crate) struct Machine<'a> {
    /// What it allows.
    pub allowed: &'a Allowed,
    /// Its credentials.
    pub secrets: Secrets,
    /// Its workflows.
    pub plans: Plans<'a>,
    /// Ends whatever is waited for.
    pub stop: Stop,
}

impl Outside for Machine<'_> {
    fn check(&mut self, effect: &Effect, values: &BTreeMap<String, String>) -> Effected {
        let fill = |text: &Option<String>| text.as_ref().map(|t| filled(t, values));
        match &effect.kind {
            EffectKind::FileExists(file) => {
                let contains = fill(&file.contains);
                file::check(&filled(&file.path, values), contains.as_deref(), &self.allowed.folders)
            }
            EffectKind::HttpGet(page) => {
                self.http(&filled(&page.url, values), page.status, fill(&page.contains).as_deref())
            }
            EffectKind::SqlCount(count) => self.sql(count, values),
        }
    }

    fn credential(&mut self, name: &str) -> Result<Credential, String> {
        self.secrets.get(name).map(|s| Credential(s.reveal().to_owned())).map_err(|e| e.to_string())
    }

    fn workflow(&mut self, workflow_id: &str) -> Result<Rc<Plan>, String> {
        self.plans.get(workflow_id)
    }
}

impl Machine<'_> {
    fn http(&self, url: &str, status: Option<u32>, contains: Option<&str>) -> Effected {
        let answer = match request::get(url, &self.allowed.hosts, &self.stop, ANSWERS_WITHIN) {
            Ok(answer) => answer,
            Err(e @ (request::NoAnswer::Failed(_) | request::NoAnswer::Unanswered(_))) => {
                return Effected::No(format!("{url}: {e}"));
            }
            Err(e) => return Effected::Unknown(format!("{url}: {e}")),
        };
        let says = contains.is_none_or(|c| answer.body.contains(c));
        if u32::from(answer.status) == status.unwrap_or(200) && says {
            return Effected::Yes(format!("{url} answers {}", answer.status));
        }
        let missing = if says { "" } else { ", without the words asked for" };
        Effected::No(format!("{url} answers {}{missing}", answer.status))
    }

    fn sql(&self, asked: &SqlCount, values: &BTreeMap<String, String>) -> Effected {
        let database = &asked.database;
        let Some(path) = self.allowed.databases.get(database) else {
            return Effected::Unknown(format!("{database} is not among [run.databases]"));
        };
        match query::count(path, &asked.query, values, &self.stop, ANSWERS_WITHIN) {
            Err(e) => Effected::Unknown(format!("{database}: {e}")),
            Ok(n) if asked.holds(n) => Effected::Yes(format!("{database} counts {n}")),
            Ok(n) => Effected::No(format!("{database} counts {n}")),
        }
    }
}

/// A text with `${name}` filled in; what is not known stays as it is, and is not found.
fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
}
