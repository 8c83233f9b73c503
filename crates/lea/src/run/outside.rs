//! What lies outside the screen: effects, credentials, other workflows. What may be reached comes from this machine's configuration
//! alone (SPEC L4.11): a workflow from elsewhere is data, not authority.

use super::plans::Plans;
use crate::config::RunConfig;
use lea_act::Plan;
use lea_act::world::{Credential, Effected, Outside};
use lea_model::workflow::Effect;
use lea_store::Secrets;
use rusqlite::{Connection, OpenFlags, types::Value as Sql};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// How long another machine, or a database, may take to answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(5);
/// An answer is read no further than this.
const MOST_BYTES: u64 = 1 << 20;

/// This machine.
pub struct Machine<'a> {
    /// What it allows.
    pub allowed: &'a RunConfig,
    /// Its credentials.
    pub secrets: Secrets,
    /// Its workflows.
    pub plans: Plans<'a>,
}

impl Outside for Machine<'_> {
    fn check(&mut self, effect: &Effect, values: &BTreeMap<String, String>) -> Effected {
        let p = &effect.parameters;
        let contains = p.contains.as_ref().map(|t| filled(t, values));
        match effect.effect_type.as_str() {
            "file_exists" => match &p.path {
                Some(path) => self.file(&filled(path, values), contains.as_deref()),
                None => Effected::Unknown("file_exists needs a path".into()),
            },
            "http_get" => match &p.url {
                Some(url) => self.http(&filled(url, values), p.status.map(f64::from), contains.as_deref()),
                None => Effected::Unknown("http_get needs a url".into()),
            },
            "sql_count" => match (&p.database, &p.query) {
                (Some(database), Some(query)) => self.sql(database, query, p.equals, p.at_least, values),
                _ => Effected::Unknown("sql_count needs a database and a query".into()),
            },
            other => Effected::Unknown(format!("nobody here knows the effect {other:?}")),
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
    fn file(&self, path: &str, contains: Option<&str>) -> Effected {
        let allowed =
            |folder: &String| Path::new(path).starts_with(folder) && !path.split('/').any(|p| p == "..");
        if !self.allowed.folders.iter().any(allowed) {
            return Effected::Unknown(format!("{path} is in no folder of [run] folders"));
        }
        match (std::fs::metadata(path), contains) {
            (Err(e), _) => Effected::No(format!("{path}: {e}")),
            (Ok(_), None) => Effected::Yes(format!("{path} is there")),
            (Ok(_), Some(wanted)) => {
                let mut text = Vec::new();
                let read = std::fs::File::open(path).and_then(|f| f.take(MOST_BYTES).read_to_end(&mut text));
                match read {
                    Err(e) => Effected::No(format!("{path}: {e}")),
                    Ok(_) if String::from_utf8_lossy(&text).contains(wanted) => {
                        Effected::Yes(format!("{path} says {wanted:?}"))
                    }
                    Ok(_) => Effected::No(format!("{path} does not say {wanted:?}")),
                }
            }
        }
    }

    fn http(&self, url: &str, status: Option<f64>, contains: Option<&str>) -> Effected {
        let Some((host, path)) =
            url.strip_prefix("http://").map(|rest| rest.split_once('/').unwrap_or((rest, "")))
        else {
            return Effected::Unknown(format!("{url}: only http:// addresses can be asked"));
        };
        if !self.allowed.hosts.iter().any(|h| h == host) {
            return Effected::Unknown(format!("{host} is not among [run] hosts"));
        }
        match get(host, path) {
            Err(e) => Effected::No(format!("{url}: {e}")),
            Ok((code, body)) => {
                let wanted = status.unwrap_or(200.0) as u16;
                let says = contains.is_none_or(|c| body.contains(c));
                if code == wanted && says {
                    Effected::Yes(format!("{url} answers {code}"))
                } else {
                    Effected::No(format!(
                        "{url} answers {code}{}",
                        if says { "" } else { ", without the words asked for" }
                    ))
                }
            }
        }
    }

    /// Counts rows of a database; values are bound, never spliced.
    fn sql(
        &self,
        database: &str,
        query: &str,
        equals: Option<f64>,
        at_least: Option<f64>,
        values: &BTreeMap<String, String>,
    ) -> Effected {
        let Some(path) = self.allowed.databases.get(database) else {
            return Effected::Unknown(format!("{database} is not among [run.databases]"));
        };
        let count = || -> rusqlite::Result<f64> {
            let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            connection.busy_timeout(ANSWERS_WITHIN)?;
            let mut statement = connection.prepare(query)?;
            for n in 1..=statement.parameter_count() {
                let name = statement
                    .parameter_name(n)
                    .unwrap_or_default()
                    .trim_start_matches([':', '@', '$'])
                    .to_owned();
                let value = values.get(&name).map_or(Sql::Null, |v| Sql::Text(v.clone()));
                statement.raw_bind_parameter(n, value)?;
            }
            let mut rows = statement.raw_query();
            rows.next()?.map_or(Ok(0.0), |row| {
                row.get::<_, f64>(0).or_else(|_| row.get::<_, i64>(0).map(|n| n as f64))
            })
        };
        match count() {
            Err(e) => Effected::Unknown(format!("{database}: {e}")),
            Ok(n) => {
                let holds = equals.map_or(n >= at_least.unwrap_or(1.0), |e| n == e);
                let told = format!("{database} counts {n}");
                if holds { Effected::Yes(told) } else { Effected::No(told) }
            }
        }
    }
}

/// A text with `${name}` filled in; what is not known stays as it is, and is not found.
fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
}

/// One request, one answer.
fn get(host: &str, path: &str) -> std::io::Result<(u16, String)> {
    let with_port = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let address = with_port.to_socket_addrs()?.next().ok_or_else(|| std::io::Error::other("no such host"))?;
    let mut stream = TcpStream::connect_timeout(&address, ANSWERS_WITHIN)?;
    stream.set_read_timeout(Some(ANSWERS_WITHIN))?;
    stream.set_write_timeout(Some(ANSWERS_WITHIN))?;
    let is_clean = !path.chars().any(|c| c.is_control() || c == ' ');
    if !is_clean {
        return Err(std::io::Error::other("the address holds blanks"));
    }
    write!(stream, "GET /{path} HTTP/1.0\r\nHost: {host}\r\nAccept: */*\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(MOST_BYTES).read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let code = head.split_whitespace().nth(1).and_then(|c| c.parse().ok());
    code.map(|code| (code, body.to_owned())).ok_or_else(|| std::io::Error::other("it does not speak HTTP"))
}
