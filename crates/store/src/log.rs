//! The log of a recording: one JSON object a line, each written by one `write(2)`.

use std::borrow::Cow;
use std::fs::File;
use std::path::PathBuf;

use lea_model::{Event, Gap, RawSession, Screenshot, SessionMetadata};
use serde::{Deserialize, Serialize};

use crate::append::Append;
use crate::error::{Result, StoreError};

/// The longest line: a clipboard of some megabytes fits, and a reader never holds more.
pub(crate) const MOST_LINE_BYTES: usize = 16 << 20;

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack")]
pub(crate) enum Line<'a> {
    /// The first line: the session without events.
    Session(Cow<'a, RawSession>),
    /// What happened next.
    Event(Cow<'a, Event>),
    /// A later version of an event above.
    Amend(Cow<'a, Event>),
    /// A frame that is in the database.
    Screenshot(Cow<'a, Screenshot>),
    /// A stretch during which nothing was recorded.
    Gap(Cow<'a, Gap>),
    /// How the recording goes so far.
    Metadata(Cow<'a, SessionMetadata>),
    /// The last line.
    End(End<'a>),
}

/// The end of a recording.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct End<'a> {
    pub ended_at: Cow<'a, str>,
    pub metadata: Cow<'a, SessionMetadata>,
}

impl Line<'_> {
    /// What it is, for messages.
    fn what(&self) -> String {
        match self {
            Self::Session(_) => "the header of the session".to_owned(),
            Self::Event(event) => format!("event {}", event.event_id),
            Self::Amend(event) => format!("the later version of event {}", event.event_id),
            Self::Screenshot(shot) => format!("the line of {}", shot.screenshot_id),
            Self::Gap(_) => "a gap".to_owned(),
            Self::Metadata(_) | Self::End(_) => "the metadata of the session".to_owned(),
        }
    }

    /// The line as bytes that are known to be readable.
    fn to_bytes(&self) -> Result<Vec<u8>> {
        let unfit = |e: &dyn std::fmt::Display| {
            StoreError::unfit(self.what(), format!("it would not be readable again ({e})"))
        };
        let mut bytes = serde_json::to_vec(self).map_err(|e| unfit(&e))?;
        if bytes.len() >= MOST_LINE_BYTES {
            return Err(unfit(&format!("{} bytes, at most {MOST_LINE_BYTES}", bytes.len())));
        }
        // JSON has no NaN and nesting has a limit: better refused now than found out after a crash.
        serde_json::from_slice::<Line<'_>>(&bytes).map_err(|e| unfit(&e))?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// Appends lines to a log.
#[derive(Debug)]
pub(crate) struct LogWriter {
    file: Append,
}

impl LogWriter {
    /// Goes on at the end of a new, locked file.
    pub fn new(file: File, path: PathBuf) -> Self {
        Self { file: Append::new(file, path, 0) }
    }

    /// Writes one line, or nothing.
    pub fn append(&mut self, line: &Line<'_>) -> Result<()> {
        self.file.append(&line.to_bytes()?)
    }

    /// Makes what was written durable.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync()
    }

    /// A sync of [`Self::handle`] failed: nothing more goes in.
    pub fn lose(&mut self) {
        self.file.lose();
    }

    /// The same file, for another thread to sync.
    pub fn handle(&self) -> Result<File> {
        self.file.handle()
    }

    /// The file lies elsewhere now.
    pub fn moved(&mut self, path: PathBuf) {
        self.file.moved(path);
    }

    /// Bytes written.
    pub fn bytes(&self) -> u64 {
        self.file.bytes()
    }
}
