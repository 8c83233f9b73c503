//! The tiles of a frame, compactly: what differs from the frame it is based on.
//!
//! Runs of (tiles passed over, tiles that follow, their ids), each number as a LEB128 varint, each id as the
//! zigzag difference from the id written before it. A frame with no base passes nothing over.

use crate::error::{Result, StoreError};

/// The ids of `now`, written as what differs from `base`; a base of another length counts as none.
pub(crate) fn encode(base: &[i64], now: &[i64]) -> Vec<u8> {
    let differs = |i: usize| base.len() != now.len() || base[i] != now[i];
    let mut bytes = Vec::new();
    let (mut at, mut last) = (0, 0);
    while let Some(start) = (at..now.len()).find(|&i| differs(i)) {
        let end = (start..now.len()).find(|&i| !differs(i)).unwrap_or(now.len());
        push(&mut bytes, (start - at) as u64);
        push(&mut bytes, (end - start) as u64);
        for &id in &now[start..end] {
            let step = id.wrapping_sub(last);
            push(&mut bytes, ((step << 1) ^ (step >> 63)) as u64);
            last = id;
        }
        at = end;
    }
    bytes
}

/// The ids that were encoded; `base` is what they were encoded against, or empty.
pub(crate) fn decode(base: &[i64], bytes: &[u8], count: usize) -> Result<Vec<i64>> {
    let bad = || StoreError::damaged("a list of tiles", "it does not fit its frame; delete the session");
    let mut ids = if base.is_empty() { vec![0; count] } else { base.to_vec() };
    if ids.len() != count {
        return Err(bad());
    }
    let (mut rest, mut at, mut last) = (bytes, 0usize, 0i64);
    while !rest.is_empty() {
        let skip = pull(&mut rest).ok_or_else(bad)?;
        let length = pull(&mut rest).ok_or_else(bad)?;
        let start = usize::try_from(skip).ok().and_then(|n| at.checked_add(n)).ok_or_else(bad)?;
        let end = usize::try_from(length).ok().and_then(|n| start.checked_add(n)).ok_or_else(bad)?;
        for id in ids.get_mut(start..end).ok_or_else(bad)? {
            let zigzag = pull(&mut rest).ok_or_else(bad)?;
            last = last.wrapping_add((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64));
            *id = last;
        }
        at = end;
    }
    if ids.iter().any(|&id| id <= 0) {
        return Err(bad());
    }
    Ok(ids)
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pull(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if first < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_list_comes_back(
            base in prop::collection::vec(1i64.., 1..200),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 1i64..), 0..50),
        ) {
            let mut now = base.clone();
            for (at, id) in edits {
                now[at.index(base.len())] = id;
            }
            prop_assert_eq!(&decode(&base, &encode(&base, &now), now.len()).unwrap(), &now);
            prop_assert_eq!(&decode(&[], &encode(&[], &now), now.len()).unwrap(), &now);
        }

        #[test]
        fn any_bytes_are_a_list_or_an_error(bytes: Vec<u8>, count in 0usize..300) {
            if let Ok(ids) = decode(&[], &bytes, count) {
                prop_assert_eq!(ids.len(), count);
            }
        }
    }

    #[test]
    fn an_unchanged_frame_costs_nothing_and_a_new_one_little() {
        let ids: Vec<i64> = (1_000_000..1_000_510).collect();
        assert!(encode(&ids, &ids).is_empty());
        assert!(encode(&[], &ids).len() < 520);
    }
}
