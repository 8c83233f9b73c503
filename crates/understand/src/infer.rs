//! Running models. The only file that knows ONNX Runtime.

use ort::environment::Environment;
use ort::session::Session;
use ort::value::TensorRef;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What is needed to understand screens cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file of the models folder is not there.
    #[error("{} is missing: fetch the models once with `lea models fetch`", .0.display())]
    Missing(PathBuf),
    /// A file is there and cannot be used.
    #[error("{} cannot be used ({why}): `lea models check` says what is wrong with the models", .path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A model failed on an input.
    #[error("a model failed while running: {0}")]
    Run(String),
}

/// The file of ONNX Runtime in the models folder.
const LIBRARY: &str = "libonnxruntime.so";

/// The library is loaded once in a process: all readers share it.
static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

fn environment(folder: &Path) -> Result<Environment, ModelError> {
    let mut shared = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = &*shared {
        return Ok(environment.clone());
    }
    let path = present(folder, LIBRARY)?;
    let unusable = |why: String| ModelError::Unusable { path: path.clone(), why };
    let environment = ort::init_from(&path)
        .map_err(|e| unusable(e.to_string()))?
        .with_telemetry(false)
        .build()
        .map_err(|e| unusable(e.to_string()))?;
    Ok(shared.insert(environment).clone())
}

/// The path of a file in the models folder, if it is there.
pub(crate) fn present(folder: &Path, name: &str) -> Result<PathBuf, ModelError> {
    let path = folder.join(name);
    if path.is_file() { Ok(path) } else { Err(ModelError::Missing(path)) }
}

/// A model that maps one tensor to another, on one thread.
pub(crate) struct Model {
    session: Session,
}

impl Model {
    /// Loads `name` from the models folder.
    pub(crate) fn open(folder: &Path, name: &str) -> Result<Self, ModelError> {
        let path = present(folder, name)?;
        let environment = environment(folder)?;
        // Lines are read side by side on threads of our own, each with a session: that scales better than several
        // threads inside one small model, and nothing spins between two screens.
        let session = Session::builder(&environment)
            .and_then(|b| Ok(b.with_intra_threads(1)?))
            .and_then(|b| Ok(b.with_intra_op_spinning(false)?))
            // Widths differ from line to line: plans made for one would only pile up.
            .and_then(|b| Ok(b.with_memory_pattern(false)?))
            .and_then(|mut b| b.commit_from_file(&path));
        match session {
            Ok(session) => Ok(Self { session }),
            Err(e) => Err(ModelError::Unusable { path, why: e.to_string() }),
        }
    }

    /// Runs it on `input` of `shape`; `with` gets the output and its shape.
    pub(crate) fn run<T>(
        &mut self,
        shape: [usize; 4],
        input: &[f32],
        with: impl FnOnce(&[f32], &[i64]) -> T,
    ) -> Result<T, ModelError> {
        let failed = |e: ort::Error| ModelError::Run(e.to_string());
        let tensor = TensorRef::from_array_view((shape, input)).map_err(failed)?;
        let outputs = self.session.run(ort::inputs![tensor]).map_err(failed)?;
        let (shape, values) = outputs[0].try_extract_tensor::<f32>().map_err(failed)?;
        Ok(with(values, shape))
    }
}
