//! Making a recording durable from beside it: the recorder never waits for the disk.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::error::{Doing, Result, StoreError};
use crate::{db, disk};

/// At most one sync in this time, and what is older than this is durable.
const PERIOD: Duration = Duration::from_secs(1);
/// The write-ahead log is carried into the database once it has this size.
const CHECKPOINT_BYTES: u64 = 4 << 20;

/// What has to be synced, in this order: a frame before the line that names it.
pub(crate) struct Job {
    pub write_ahead_log: PathBuf,
    pub log: File,
    pub log_path: PathBuf,
    pub connection: Connection,
    pub database: PathBuf,
}

impl Job {
    fn run(&self) -> Result<()> {
        sync_frames(&self.write_ahead_log)?;
        self.log.sync_data().doing("write", &self.log_path)?;
        if disk::file_bytes(&self.write_ahead_log) > CHECKPOINT_BYTES {
            // Where it fails (disk full, a reader in the way) everything stays readable where it is.
            let _ = db::checkpoint(&self.connection, &self.database, "PASSIVE");
        }
        Ok(())
    }
}

/// Makes the frames committed until now durable. SQLite holds no lock on this file, so opening it is harmless.
pub(crate) fn sync_frames(write_ahead_log: &Path) -> Result<()> {
    match File::open(write_ahead_log) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        opened => opened.and_then(|f| f.sync_data()).doing("write", write_ahead_log),
    }
}

#[derive(Default)]
struct State {
    is_dirty: bool,
    is_over: bool,
    failed: Option<StoreError>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that syncs a recording once a second while there is something to sync.
pub(crate) struct Syncer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Syncer {
    pub fn start(job: Job) -> Result<Self> {
        let shared = Arc::new(Shared::default());
        let log_path = job.log_path.clone();
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("lea-store-sync".to_owned())
            .spawn(move || work(&theirs, &job))
            .doing("start a thread for", &log_path)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// There is something to sync.
    pub fn touch(&self) {
        let mut state = self.shared.state();
        if !state.is_dirty {
            state.is_dirty = true;
            self.shared.wake.notify_one();
        }
    }

    /// What went wrong with a sync since this was last asked.
    pub fn outcome(&self) -> Result<()> {
        self.shared.state().failed.take().map_or(Ok(()), Err)
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(shared: &Shared, job: &Job) {
    let mut due = Instant::now();
    let mut state = shared.state();
    loop {
        let now = Instant::now();
        if state.is_over {
            return;
        }
        if !state.is_dirty {
            state = shared.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        } else if now < due {
            let waited = shared.wake.wait_timeout(state, due - now);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        } else {
            state.is_dirty = false;
            drop(state);
            due = now + PERIOD;
            let outcome = job.run();
            state = shared.state();
            if let Err(e) = outcome {
                state.failed.get_or_insert(e);
            }
        }
    }
}
