//! Screenshots from files, and batches of them.

use crate::config::Context;
use crate::error::{Failure, Outcome, failed_with_help, usage};
use lea_frame::FrameBuf;
use lea_model::{ScreenState, ids};
use lea_recognize::Scene;
use lea_understand::{Eye, ModelError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::rc::Rc;

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

/// An eye, with the models loaded. What it reads is remembered only while it is open.
pub fn eye(context: &Context) -> Outcome<Eye> {
    Eye::open(&context.models).map_err(no_models)
}

/// The models are missing, or cannot be used.
pub fn no_models(error: ModelError) -> Failure {
    failed_with_help(error, "lea models fetch")
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

/// A screenshot that was looked at.
pub struct Seen {
    /// Its pixels.
    pub picture: FrameBuf,
    /// What is on it.
    pub state: ScreenState,
}

impl Seen {
    /// Both, to be compared.
    pub fn scene(&self) -> Scene<'_> {
        Scene { state: &self.state, frame: Some(self.picture.as_frame()) }
    }
}

/// Screenshots kept in memory, so that rows that name the same ones do not open them again.
const MOST_KEPT: usize = 24;

/// Opens screenshots and looks at them, each once.
pub struct Views {
    eye: Option<Eye>,
    looks: HashMap<PathBuf, ScreenState>,
    kept: VecDeque<(PathBuf, Rc<Seen>)>,
}

impl Views {
    /// With the models, or with what was seen before.
    pub fn open(context: &Context, looks: Option<&Path>) -> Outcome<Self> {
        let mut known = HashMap::new();
        let eye = match looks {
            None => Some(eye(context)?),
            Some(file) => {
                let batch = Batch::<Looked>::read(file)?;
                let folder = batch.folder.clone();
                known.extend(batch.rows.into_iter().flatten().map(|row| (folder.join(row.image), row.state)));
                None
            }
        };
        Ok(Self { eye, looks: known, kept: VecDeque::new() })
    }

    /// A screenshot, with what is on it.
    pub fn view(&mut self, path: &Path) -> Result<Rc<Seen>, String> {
        if let Some((_, seen)) = self.kept.iter().find(|(p, _)| p == path) {
            return Ok(seen.clone());
        }
        let picture = open(path)?;
        let state = match (&mut self.eye, self.looks.get(path)) {
            (_, Some(state)) => state.clone(),
            (Some(eye), None) => eye.look(picture.as_frame(), None).map_err(|e| e.to_string())?,
            (None, None) => return Err(format!("{} is not among the looks", path.display())),
        };
        let seen = Rc::new(Seen { picture, state });
        self.kept.push_back((path.to_owned(), seen.clone()));
        if self.kept.len() > MOST_KEPT {
            self.kept.pop_front();
        }
        Ok(seen)
    }
}

/// A line of `lea look --batch`.
#[derive(Deserialize)]
struct Looked {
    image: PathBuf,
    state: ScreenState,
}

/// Adds the fields of one object to another.
pub fn merge(to: &mut serde_json::Value, from: serde_json::Value) {
    if let (Some(to), serde_json::Value::Object(from)) = (to.as_object_mut(), from) {
        to.extend(from);
    }
}

/// Fills in what a look does not know: when, from where, and the ids that follow.
pub fn name(state: &mut ScreenState, image: Option<&Path>) {
    let now = jiff::Zoned::now();
    let time = now.strftime("%Y-%m-%dT%H-%M-%S").to_string();
    state.timestamp = now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    state.screen_state_id = ids::screen_state_id(&time, 1).unwrap_or_default();
    state.session_id = ids::session_id(&time, "look").unwrap_or_default();
    let file = image.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
    state.raw.capture_method = if image.is_some() { "file" } else { "x11" }.into();
    state.raw.screenshot_path = file.unwrap_or_else(|| "screen.png".into());
    state.raw.file_size_bytes = image.and_then(|i| std::fs::metadata(i).ok()).map_or(0, |m| m.len());
}
