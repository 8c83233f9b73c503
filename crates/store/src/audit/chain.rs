//! The lines of the trail. Each ends with the hash of all that stands before it, and names the hash of the line before:
//!
//! ```text
//! {"number":2,"when":"2026-11-15T09:00:07Z",…,"previous":"<hash of line 1>","hash":"<BLAKE3 of {"number":2,…}>"}
//! ```
//!
//! The hash is over the bytes of the line without `,"hash":"…"`, so no byte of it can be changed unseen, whether or not
//! this Lea knows the field it belongs to.

use std::io::{self, BufRead, Read};

use lea_model::run::AuditRecord;
use serde::{Deserialize, Serialize};

use crate::error::{Result, StoreError};

/// The longest line: a record has some hundred bytes, its words some thousand.
pub(super) const MOST_LINE_BYTES: usize = 1 << 20;
/// What stands around a hash at the end of a line.
const HASH_HEAD: &[u8] = b",\"hash\":\"";
const HASH_TAIL: &[u8] = b"\"}\n";
/// Letters of a hash: 256 bits.
const HASH_LETTERS: usize = 64;

/// The end of a chain: also what `head.json` says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Link {
    pub number: u64,
    pub hash: String,
}

/// Gives the record its place after `last`, and makes its line.
pub(super) fn seal(record: &mut AuditRecord, last: &Link) -> Result<Vec<u8>> {
    let unfit = |e: &dyn std::fmt::Display| {
        StoreError::unfit(
            format!("the audit record of step {}", record.step),
            format!("it would not be readable again ({e})"),
        )
    };
    let mut sealed = AuditRecord {
        number: last.number + 1,
        previous: last.hash.clone(),
        hash: String::new(),
        ..record.clone()
    };
    let mut json = serde_json::to_vec(&sealed).map_err(|e| unfit(&e))?;
    if json.len() + HASH_LETTERS >= MOST_LINE_BYTES {
        return Err(unfit(&format!("{} bytes, at most {MOST_LINE_BYTES}", json.len())));
    }
    // JSON has no NaN: better refused now than found out later.
    serde_json::from_slice::<AuditRecord>(&json).map_err(|e| unfit(&e))?;
    let body = json.len() - HASH_HEAD.len() - b"\"}".len();
    json.truncate(body);
    sealed.hash = hash(&json);
    *record = sealed;
    Ok([&json, HASH_HEAD, record.hash.as_bytes(), HASH_TAIL].concat())
}

/// The hash of a record whose bytes up to its last other field are these.
fn hash(body: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(body);
    hasher.update(b"}");
    hasher.finalize().to_hex().to_string()
}

/// The two fields a chain hangs on.
#[derive(Deserialize)]
struct Place {
    number: u64,
    previous: String,
}

/// A line that fits its own hash: what it adds to a chain, and what it hangs on. Else why it does not.
pub(super) fn open(line: &[u8]) -> Result<(Link, String), &'static str> {
    let rest = line.strip_suffix(HASH_TAIL).ok_or("it does not end as a record does")?;
    let (rest, found) = rest.split_last_chunk::<HASH_LETTERS>().ok_or("it is too short for a record")?;
    let body = rest.strip_suffix(HASH_HEAD).ok_or("it has no hash")?;
    let wanted = hash(body);
    if wanted.as_bytes() != found {
        return Err("its hash is that of another record: it was changed");
    }
    let place: Place = serde_json::from_slice(line).map_err(|_| "it is no record")?;
    Ok((Link { number: place.number, hash: wanted }, place.previous))
}

/// The chain with this line added to it, or why it does not fit.
pub(super) fn follow(last: &Link, line: &[u8]) -> Result<Link, String> {
    let (link, previous) = open(line)?;
    if link.number != last.number + 1 {
        return Err(format!(
            "it is record {}, and {} should stand here: one was removed, added or moved",
            link.number,
            last.number + 1
        ));
    }
    if previous != last.hash {
        return Err("it hangs on another record than the one before it".into());
    }
    Ok(link)
}

/// These bytes after the last record are what a crash leaves of the next one: its beginning, and zeros where blocks were
/// not written. Nobody was told that it was written.
pub(super) fn is_torn(bytes: &[u8], last: &Link) -> bool {
    let begun = bytes.split(|b| *b == 0).next().unwrap_or_default();
    let has_holes = begun.len() < bytes.len();
    if begun.contains(&b'\n') || (bytes.ends_with(b"\n") && !has_holes) {
        return false;
    }
    let wanted = format!("{{\"number\":{},\"when\":\"", last.number + 1);
    let common = begun.len().min(wanted.len());
    begun[..common] == wanted.as_bytes()[..common]
}

/// The next line with its end; empty at the end of the file, and cut where it is longer than any line.
pub(super) fn next_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    line.clear();
    reader.by_ref().take(MOST_LINE_BYTES as u64 + 1).read_until(b'\n', line).map(|_| ())
}
