//! Following the chain: every record hangs on the one before, and the head names the last.

use std::io::BufRead;

use lea_model::run::AuditRecord;

use super::Audit;
use super::chain::{self, Link};
use super::tail::{Found, Tail};
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
    /// Bytes of its records.
    pub bytes: u64,
    pub torn_bytes: u64,
    pub broken: Option<Broken>,
}

/// A chain, and what its head says.
#[derive(Debug)]
pub(super) struct Followed {
    pub walked: Walked,
    head: Result<Link, String>,
    /// The record that has the number of the head.
    named: Option<Link>,
}

impl Followed {
    /// The end of a chain that is sound.
    pub fn found(self) -> Option<Found> {
        self.verdict().ok()?;
        let Walked { last, bytes, torn_bytes, .. } = self.walked;
        Some(Found { tail: Tail { bytes, link: last }, torn_bytes })
    }

    /// The chain is whole, and the head names its last record, or, after a crash, one before.
    pub fn verdict(&self) -> Result<Verified, Broken> {
        let Walked { last, torn_bytes, broken, .. } = &self.walked;
        if let Some(broken) = broken {
            return Err(broken.clone());
        }
        let line = last.number + 1;
        let head = self.head.as_ref().map_err(|why| Broken { line, why: why.clone() })?;
        // The first head is durable before the second record.
        let is_first = head.number == 0 && last.number <= 1;
        if is_first || self.named.as_ref() == Some(head) {
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

impl Audit {
    /// Follows the whole chain, and compares its end with the head. The outer result says whether that could be done.
    pub fn verify(&self) -> Result<Result<Verified, Broken>> {
        if !self.folder.is_dir() {
            return Ok(Ok(Verified::default()));
        }
        let _lock = self.lock()?;
        Ok(self.follow()?.verdict())
    }

    /// Follows the chain, and reads the head. The caller holds the lock.
    pub(super) fn follow(&self) -> Result<Followed> {
        self.follow_with(|_, _| {})
    }

    /// The same, and hands over each record.
    pub(super) fn follow_with(&self, mut each: impl FnMut(&Link, &AuditRecord)) -> Result<Followed> {
        let head = self.read_head();
        let mut named = None;
        let walked = self.walk(|link, record| {
            if head.as_ref().is_ok_and(|head| head.number == link.number) {
                named = Some(link.clone());
            }
            each(link, record);
        })?;
        Ok(Followed { walked, head, named })
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
                    walked.last = link;
                    walked.bytes += line.len() as u64;
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
}
