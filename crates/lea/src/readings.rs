//! What was read on recorded screens, kept so that it is not read twice. It goes with its recordings (SPEC L0.5).
//!
//! Only frames of the store are read with it: what was private or masked is painted over there. Pictures and displays
//! belong to no recording that could take its readings with it, so what is read on them is kept in memory alone.

use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::pictures;
use lea_store::Store;
use lea_understand::{Eye, text};
use std::path::PathBuf;

fn folder(context: &Context) -> PathBuf {
    context.data.join("readings")
}

/// An eye for frames of the store, to be told which session they are of.
pub fn eye(context: &Context) -> Outcome<Eye> {
    Ok(pictures::eye(context)?.with_cache(&folder(context)))
}

/// Opens the store. Deletions that were cut short are finished, here as there; what fails is left for next time.
pub fn store(context: &Context) -> Outcome<Store> {
    let store = Store::open(&context.data).map_err(failed)?;
    let _ = forget_gone(context, &store);
    Ok(store)
}

/// Forgets what was read in recordings that are no longer there.
pub fn forget_gone(context: &Context, store: &Store) -> Outcome {
    let mut there: Option<Outcome<Vec<String>>> = None;
    let ids = || Ok(store.sessions().map_err(failed)?.into_iter().map(|s| s.id).collect());
    let is_gone = |session: &str| match there.get_or_insert_with(ids) {
        Ok(there) => !there.iter().any(|id| id == session),
        Err(_) => false,
    };
    text::forget_gone(&folder(context), is_gone).map_err(failed)?;
    there.map_or(Ok(()), |there| there.map(|_| ()))
}
