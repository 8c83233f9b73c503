//! Screenshots from files, and batches of them.

use crate::config::Context;
use crate::error::{Failure, Outcome, failed, failed_with_help, usage};
use lea_frame::FrameBuf;
use lea_understand::Eye;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

/// The largest file read as a screenshot.
const MOST_BYTES: u64 = 256 << 20;

/// A screenshot from a file; the error says which file and what is wrong with it.
pub fn open(path: &Path) -> Result<FrameBuf, String> {
    let wrong = |why: String| format!("{}: {why}", path.display());
    let size = std::fs::metadata(path).map_err(|e| wrong(e.to_string()))?.len();
    if size > MOST_BYTES {
        return Err(wrong(format!("{size} bytes are more than a screenshot has")));
    }
    let bytes = std::fs::read(path).map_err(|e| wrong(e.to_string()))?;
    lea_frame::from_image(&bytes).map_err(|e| wrong(e.to_string()))
}

/// The folder with the models: `$LEA_MODELS`, or `models` in the data folder.
pub fn models(context: &Context) -> PathBuf {
    std::env::var_os("LEA_MODELS").map_or_else(|| context.data.join("models"), PathBuf::from)
}

/// An eye, with the models loaded.
pub fn eye(context: &Context) -> Outcome<Eye> {
    Eye::open(&models(context)).map_err(|e| failed_with_help(e, "scripts/fetch-models fetches them, once"))
}

/// A batch: its rows, each with the line it stands on, and the folder its paths are relative to.
pub struct Batch<T> {
    /// Rows, or why a line is none.
    pub rows: Vec<Result<T, String>>,
    folder: PathBuf,
}

impl<T: DeserializeOwned> Batch<T> {
    /// Reads a file of JSON lines; a line that is not a row spoils nothing but itself.
    pub fn read(file: &Path) -> Outcome<Self> {
        let text = std::fs::read_to_string(file)
            .map_err(|e| usage(format!("cannot read the batch {}: {e}", file.display())))?;
        let row =
            |(i, line): (usize, &str)| serde_json::from_str(line).map_err(|e| format!("line {}: {e}", i + 1));
        let rows: Vec<_> =
            text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(row).collect();
        if rows.is_empty() {
            return Err(usage(format!("the batch {} has no rows", file.display())));
        }
        Ok(Self { rows, folder: file.parent().map(Path::to_owned).unwrap_or_default() })
    }
}

impl<T> Batch<T> {
    /// A path of a row.
    pub fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }
}

/// A failure of a picture that was asked for alone.
pub fn broken(why: String) -> Failure {
    failed(why)
}
