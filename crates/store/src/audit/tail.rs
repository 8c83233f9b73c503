//! The end of the trail, found from behind: adding a record must not cost more the more there are.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use super::chain::{self, Link, MOST_LINE_BYTES};

/// Nearly always enough for the last record, and what a crash left after it; else this much is.
const TAIL_BYTES: u64 = 16 << 10;
const MOST_TAIL_BYTES: u64 = 3 * MOST_LINE_BYTES as u64;

/// Where the next record goes, and what it hangs on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    pub bytes: u64,
    pub link: Link,
}

/// The end as it was found.
pub(super) struct Found {
    pub tail: Tail,
    pub torn_bytes: u64,
}

/// What lies beyond `from`.
pub(super) fn after(file: &File, from: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len();
    let mut bytes = vec![0; length.saturating_sub(from).min(MOST_TAIL_BYTES) as usize];
    file.read_exact_at(&mut bytes, from)?;
    Ok(bytes)
}

/// The last record, if it is the one `head` knows, or the one after it; else why the end is not as it was left.
pub(super) fn look(file: &File, length: u64, head: &Link) -> io::Result<Result<Found, String>> {
    for most in [TAIL_BYTES, MOST_TAIL_BYTES] {
        let from = length.saturating_sub(most);
        let judged = judge(&after(file, from)?, from, head);
        if judged.is_ok() || from == 0 || most == MOST_TAIL_BYTES {
            return Ok(judged);
        }
    }
    Ok(Err("the end of the trail cannot be found".into()))
}

fn judge(bytes: &[u8], from: u64, head: &Link) -> Result<Found, String> {
    let end = from + bytes.len() as u64;
    // The last line that fits its own hash is one of the last two; what follows it is torn, or tampered with.
    let ends = bytes.iter().enumerate().rev().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
    for stop in ends.take(2) {
        let start = bytes[..stop - 1].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let Ok((link, previous)) = chain::open(&bytes[start..stop]) else { continue };
        let rest = &bytes[stop..];
        let is_known = link == *head;
        let is_next = link.number == head.number + 1 && previous == head.hash && rest.is_empty();
        if !(is_known || is_next) {
            return Err(format!(
                "head.json knows {} records, and the trail ends with record {}",
                head.number, link.number
            ));
        }
        if !rest.is_empty() && !chain::is_torn(rest, &link) {
            return Err(format!("what follows record {} is no record", link.number));
        }
        let tail = Tail { bytes: from + stop as u64, link };
        return Ok(Found { torn_bytes: end - tail.bytes, tail });
    }
    // No record yet, but perhaps the beginning of the first.
    if from == 0 && head.number == 0 && (bytes.is_empty() || chain::is_torn(bytes, head)) {
        return Ok(Found { tail: Tail::default(), torn_bytes: end });
    }
    Err(format!("head.json knows {} records, and the end of the trail is none", head.number))
}
