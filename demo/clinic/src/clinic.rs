//! A running clinic: the application, its records, and what is truly on its screens.

use crate::app::App;
use crate::records::{Records, RecordsError};
use crate::server::Server;
use crate::switches::{SwitchError, Switches};
use crate::truth::{Seen, Truth};
use lea_model::Rect;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

pub use crate::app::{PASSWORD, USER};

/// Why a clinic cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ClinicError {
    /// The address is taken, or there is none to be had.
    #[error(
        "cannot listen on port {port} of this machine: {source}; give another --port, or none for a free one"
    )]
    Address {
        /// The port that was asked for; 0 for any.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The records cannot be used.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// A switch cannot be set.
    #[error(transparent)]
    Switch(#[from] SwitchError),
    /// A file cannot be written.
    #[error("cannot write {file}: {source}")]
    File {
        /// Which file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// How to open a clinic.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port to listen on; a free one where it is 0.
    pub port: u16,
    /// Decides the records, and when and how things go wrong.
    pub seed: u64,
    /// Where the records are; in a temporary file by default. One that is there is used as it is.
    pub database: Option<PathBuf>,
    /// The switches to begin with.
    pub switches: Switches,
    /// Also write what pages tell to this file, one JSON object a line.
    pub truth: Option<PathBuf>,
}

/// A running clinic. Dropping it ends it.
pub struct Clinic {
    /// Where it answers, such as `http://127.0.0.1:40123`.
    pub address: String,
    /// The file with its records.
    pub database: PathBuf,
    /// What decides everything.
    pub seed: u64,
    app: Arc<App>,
    // Dropped before the folder that the records are in.
    server: Server,
    _folder: Option<TempDir>,
}

impl Clinic {
    /// Opens a clinic; it answers when this returns.
    pub fn start(options: Options) -> Result<Self, ClinicError> {
        let (database, folder) = match options.database {
            Some(file) => (file, None),
            None => {
                let made = tempfile::Builder::new().prefix("lea-clinic-").tempdir();
                let folder =
                    made.map_err(|source| ClinicError::File { file: std::env::temp_dir(), source })?;
                (folder.path().join("clinic.db"), Some(folder))
            }
        };
        let records = Records::open_or_fill(&database, options.seed)?;
        let app = Arc::new(App::new(records, options.switches, options.seed));
        if let Some(file) = options.truth {
            app.truth.write_to(&file).map_err(|source| ClinicError::File { file, source })?;
        }
        let answers = app.clone();
        let server =
            Server::start(options.port, app.door.clone(), Arc::new(move |request| answers.answer(request)))
                .map_err(|source| ClinicError::Address { port: options.port, source })?;
        let address = format!("http://{}", server.address);
        Ok(Self { address, database, seed: options.seed, app, server, _folder: folder })
    }

    /// The port it answers on.
    pub fn port(&self) -> u16 {
        self.server.address.port()
    }

    /// Its records, to be read while it runs.
    pub fn records(&self) -> Result<Records, RecordsError> {
        Records::open(&self.database)
    }

    /// The switches of the moment.
    pub fn switches(&self) -> Switches {
        self.app.switches()
    }

    /// Sets all switches; pages that are asked for from now on follow them.
    pub fn set_switches(&self, switches: Switches) {
        self.app.set_switches(switches);
    }

    /// Sets one switch, as on a command line: `theme=dark`.
    pub fn switch(&self, setting: &str) -> Result<(), SwitchError> {
        let mut switches = self.switches();
        switches.apply(setting)?;
        self.set_switches(switches);
        Ok(())
    }

    /// What is truly on the screen.
    pub fn truth(&self) -> &Truth {
        &self.app.truth
    }

    /// Where an element is on the screen at the moment, in pixels; none where it is not in sight.
    pub fn where_is(&self, name: &str) -> Option<Rect> {
        let now = self.truth().now()?;
        now.element(name).filter(|e| e.shown).map(|e| now.rect(e))
    }

    /// What pages told, the oldest first; of very long work the latest part ([`Options::truth`] has all of it).
    pub fn history(&self) -> Vec<Arc<Seen>> {
        self.truth().history()
    }

    /// Writes [`Clinic::history`] to a file, one JSON object a line.
    pub fn write_history(&self, file: &Path) -> Result<(), ClinicError> {
        let lines: String = self
            .history()
            .iter()
            .filter_map(|seen| serde_json::to_string(&**seen).ok())
            .map(|line| line + "\n")
            .collect();
        std::fs::write(file, lines).map_err(|source| ClinicError::File { file: file.to_owned(), source })
    }
}
