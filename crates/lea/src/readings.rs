//! What was read on recorded screens, kept so that it is not read twice. It goes with its recordings (SPEC L0.5).
//!
//! Only frames of the store are read with it: what was private or masked is painted over there. Pictures and displays
//! belong to no recording that could take its readings with it, so what is read on them is kept in memory alone.

use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::files::write_private;
use crate::pictures;
use lea_model::ScreenState;
use lea_store::Store;
use lea_understand::{Eye, text};
use std::collections::HashMap;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;

fn folder(context: &Context) -> PathBuf {
    context.data.join("readings")
}

/// An eye for frames of the store, to be told which session they are of.
pub fn eye(context: &Context) -> Outcome<Eye> {
    Ok(pictures::eye(context)?.with_cache(&folder(context)))
}

/// What was seen on the screens of a recording, by a digest of their pixels and the window they were in.
pub type Looks = HashMap<String, ScreenState>;

fn looks_file(context: &Context, session: &str) -> PathBuf {
    folder(context).join("looks").join(format!("{session}.json.zst"))
}

/// What was seen in that session before; nothing where that cannot be read, or was seen by another version.
pub fn looks(context: &Context, session: &str) -> Looks {
    let read = || -> Option<(String, Looks)> {
        let packed = std::fs::read(looks_file(context, session)).ok()?;
        let plain = zstd::stream::decode_all(packed.as_slice()).ok()?;
        serde_json::from_slice(&plain).ok()
    };
    read().filter(|(version, _)| version == VERSION).map(|(_, looks)| looks).unwrap_or_default()
}

/// Keeps what was seen in that session. What cannot be kept is seen again next time.
pub fn keep_looks(context: &Context, session: &str, looks: &Looks) -> Outcome {
    let file = looks_file(context, session);
    if let Some(folder) = file.parent() {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    }
    let plain = serde_json::to_vec(&(VERSION, looks)).map_err(failed)?;
    write_private(&file, &zstd::stream::encode_all(plain.as_slice(), 1).map_err(failed)?)
}

/// Another version may see other things.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+2");

/// Opens the store. Deletions that were cut short are finished, here as there; what fails is left for next time.
pub fn store(context: &Context) -> Outcome<Store> {
    let store = context.store()?;
    let _ = forget_gone(context, &store);
    Ok(store)
}

/// Forgets what was read in recordings that are no longer there.
pub fn forget_gone(context: &Context, store: &Store) -> Outcome {
    let mut there: Option<Outcome<Vec<String>>> = None;
    let ids = || Ok(store.sessions().map_err(failed)?.into_iter().map(|s| s.id).collect());
    let mut is_gone = |session: &str| match there.get_or_insert_with(ids) {
        Ok(there) => !there.iter().any(|id| id == session),
        Err(_) => false,
    };
    text::forget_gone(&folder(context), &mut is_gone).map_err(failed)?;
    let seen = std::fs::read_dir(folder(context).join("looks")).into_iter().flatten().flatten();
    for file in seen {
        let name = file.file_name().to_string_lossy().into_owned();
        if is_gone(name.trim_end_matches(".json.zst")) {
            std::fs::remove_file(file.path()).map_err(failed)?;
        }
    }
    there.map_or(Ok(()), |there| there.map(|_| ()))
}
