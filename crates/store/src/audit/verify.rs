//! Following the chain: every record hangs on the one before, and the head names the last.

use std::io::BufRead;

use lea_model::run::AuditRecord;

use super::Audit;
use super::chain::{self, Link};
use crate::error::{Doing, Result};

/// A trail that hangs together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Records.
    pub count: u64,
    /// The hash of the last: noted elsewhere, it tells this trail from any other.
    pub hash: String,
    /// Bytes of a record that a crash cut off; it was never acknowledged, and the next record sets it aside.
    pub torn_bytes: u64,
}

/// A trail that someone changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line, from 1; the first that does not fit.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the audit trail is broken at line {}: {}", self.line, self.why)
    }
}

/// How far a chain could be followed.
#[derive(Debug, Default)]
pub(super) struct Walked {
    pub last: Link,
    pub before: Link,
    pub torn_bytes: u64,
    pub broken: Option<Broken>,
}

impl Audit {
    /// Follows the whole chain, and compares its end with the head. The outer result says whether that could be done.
    pub fn verify(&self) -> Result<Result<Verified, Broken>> {
        if !self.folder.is_dir() {
            return Ok(Ok(Verified::default()));
        }
        let _lock = self.lock()?;
        let walked = self.walk(|_, _| {})?;
        Ok(match &walked.broken {
            Some(broken) => Err(broken.clone()),
            None => self.compare_head(&walked),
        })
    }

    /// Follows the chain as far as it holds, and hands over each record. The caller holds the lock.
    pub(super) fn walk(&self, mut each: impl FnMut(&Link, &AuditRecord)) -> Result<Walked> {
        let path = self.trail();
        let mut walked = Walked::default();
        let Some(mut reader) = self.reader()? else { return Ok(walked) };
        let mut line = Vec::new();
        loop {
            chain::next_line(&mut reader, &mut line).doing("read", &path)?;
            if line.is_empty() {
                return Ok(walked);
            }
            let followed = chain::follow(&walked.last, &line).and_then(|link| {
                let record = serde_json::from_slice(&line);
                Ok((link, record.map_err(|e| format!("it is no record that this Lea knows ({e})"))?))
            });
            match followed {
                Ok((link, record)) => {
                    each(&link, &record);
                    walked.before = std::mem::replace(&mut walked.last, link);
                }
                Err(why) => {
                    let is_last = reader.fill_buf().doing("read", &path)?.is_empty();
                    if is_last && chain::is_torn(&line, &walked.last) {
                        walked.torn_bytes = line.len() as u64;
                    } else {
                        walked.broken = Some(Broken { line: walked.last.number + 1, why });
                    }
                    return Ok(walked);
                }
            }
        }
    }

    /// The head is at the last record, or one behind it after a crash.
    pub(super) fn compare_head(&self, walked: &Walked) -> Result<Verified, Broken> {
        let Walked { last, before, torn_bytes, .. } = walked;
        let line = last.number + 1;
        let head = self.read_head().map_err(|why| Broken { line, why })?;
        if head == *last || (head == *before && last.number == head.number + 1 && *torn_bytes == 0) {
            return Ok(Verified { count: last.number, hash: last.hash.clone(), torn_bytes: *torn_bytes });
        }
        let why = if head.number > last.number {
            format!(
                "head.json knows {} records, and {} are there: the end was cut off",
                head.number, last.number
            )
        } else {
            "head.json does not know the last records: it, or they, were put there by hand".into()
        };
        Err(Broken { line, why })
    }
}
