//! A file that only grows: each piece goes in whole or not at all, and is durable when that is asked for.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{Doing, Result};

/// Appends to a file that this process alone writes.
#[derive(Debug)]
pub(crate) struct Append {
    file: File,
    path: PathBuf,
    length: u64,
    is_torn: bool,
    is_lost: bool,
}

impl Append {
    /// Goes on at `length`; what lies beyond it is cut off before anything is written.
    pub fn new(file: File, path: PathBuf, length: u64) -> Self {
        let is_torn = file.metadata().map_or(true, |m| m.len() != length);
        Self { file, path, length, is_torn, is_lost: false }
    }

    /// Writes all of it, or nothing.
    pub fn append(&mut self, bytes: &[u8]) -> Result<()> {
        if self.is_lost {
            let why = io::Error::other("an earlier piece did not reach the disk; close it and open it again");
            return Err(why).doing("write", &self.path);
        }
        self.mend()?;
        // The rest of a short write is tried too, which tells why it was short.
        if let Err(e) = self.file.write_all(bytes) {
            self.is_torn = true;
            // Nothing half-written stays behind; where that fails too, the next call tries again.
            let _ = self.mend();
            return Err(e).doing("write", &self.path);
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    fn mend(&mut self) -> Result<()> {
        if self.is_torn {
            self.file.set_len(self.length).doing("cut back", &self.path)?;
            self.is_torn = false;
        }
        Ok(())
    }

    /// Makes what was written durable. Where that fails nobody knows what is on the disk, so nothing more goes in.
    pub fn sync(&mut self) -> Result<()> {
        let synced = self.file.sync_data();
        self.is_lost |= synced.is_err();
        synced.doing("write", &self.path)
    }

    /// A sync of [`Self::handle`] failed, which is the same as one of this.
    pub fn lose(&mut self) {
        self.is_lost = true;
    }

    /// The same file, for another thread to sync.
    pub fn handle(&self) -> Result<File> {
        self.file.try_clone().doing("open", &self.path)
    }

    /// The file lies elsewhere now.
    pub fn moved(&mut self, path: PathBuf) {
        self.path = path;
    }

    /// Bytes in it.
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
