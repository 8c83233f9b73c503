//! Anchors: the number and hash of the last record, noted outside the data folder. A trail that is replaced by an older copy, cut, or
//! deleted no longer agrees with them.
//!
//! ```text
//! <state folder>/anchors/<id>   one line, overwritten after each record; <id> is a hash of the path of the data folder
//! <another file>                a line for each record, only ever appended to, by any number of data folders and machines
//! syslog                        a message for each record, for whoever reads the system's log
//! ```
//!
//! The id is made of the path and not kept in the folder: deleting the folder must not delete what finds the anchor.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::chain::Link;
use crate::disk;
use crate::error::{Doing, Result, StoreError};
use crate::who::machine;

/// The longest anchor that is read: a path of the longest length, and a hash.
const MOST_ANCHOR_BYTES: usize = 16 << 10;
/// Letters of an id: 64 bits, so that two folders never share one.
const ID_LETTERS: usize = 16;
/// Priority of a syslog message: facility 10 (authpriv: only root reads or changes it), severity 6 (informational).
const SYSLOG_PRIORITY: u32 = 10 * 8 + 6;

/// Where the head of the trail is noted outside the data folder; nowhere by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Anchors {
    /// Lea's part of the user's state folder.
    pub state: Option<PathBuf>,
    /// A file elsewhere that is appended to.
    pub file: Option<PathBuf>,
    /// The socket of the system's log, such as `/dev/log`.
    pub syslog: Option<PathBuf>,
}

/// One line of an anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Anchor {
    /// The id of the data folder.
    pub id: String,
    /// Its path, for people.
    pub data: String,
    /// The machine.
    pub robot: String,
    /// The last record.
    #[serde(flatten)]
    pub link: Link,
    /// A person accepted the trail as it was: earlier lines no longer count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
}

/// The anchors of one data folder.
#[derive(Debug)]
pub(super) struct Anchored {
    places: Anchors,
    data: String,
    id: String,
}

impl Anchored {
    pub fn new(places: &Anchors, root: &Path) -> Self {
        let path = root.canonicalize().or_else(|_| std::path::absolute(root));
        let path = path.unwrap_or_else(|_| root.to_owned());
        let hex = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
        Self {
            places: places.clone(),
            data: path.display().to_string(),
            id: hex.as_str()[..ID_LETTERS].to_owned(),
        }
    }

    /// The anchor in the state folder; none where the state folder is not used.
    pub fn state_file(&self) -> Option<PathBuf> {
        Some(self.places.state.as_ref()?.join("anchors").join(&self.id))
    }

    /// The file elsewhere.
    pub fn other_file(&self) -> Option<&Path> {
        self.places.file.as_deref()
    }

    /// Notes the last record everywhere.
    pub fn note(&self, link: &Link, accepted: bool) -> Result<()> {
        let anchor = Anchor {
            id: self.id.clone(),
            data: self.data.clone(),
            robot: machine(),
            link: link.clone(),
            accepted,
        };
        let mut line =
            serde_json::to_vec(&anchor).map_err(|e| StoreError::unfit("an anchor", e.to_string()))?;
        if let Some(path) = self.state_file() {
            disk::make_folders(path.parent().unwrap_or(&path))?;
            disk::overwrite(&path, &disk::padded(line.clone()))?;
        }
        if let Some(path) = self.other_file() {
            line.push(b'\n');
            append(path, &line).doing("write the anchor", path)?;
        }
        if let Some(socket) = &self.places.syslog {
            self.log(socket, &anchor).doing("tell the system's log at", socket)?;
        }
        Ok(())
    }

    fn log(&self, socket: &Path, anchor: &Anchor) -> io::Result<()> {
        let Link { number, hash } = &anchor.link;
        let accepted = if anchor.accepted { " accepted" } else { "" };
        let (id, data, process) = (&self.id, &self.data, std::process::id());
        let text =
            format!("<{SYSLOG_PRIORITY}>lea[{process}]: audit {id} record {number} {hash}{accepted} {data}");
        UnixDatagram::unbound()?.send_to(text.as_bytes(), socket).map(|_| ())
    }

    /// What the state folder says; none where it has no anchor, or is not used.
    pub fn in_state(&self) -> Result<Option<Link>> {
        let Some(path) = self.state_file() else { return Ok(None) };
        let bytes = match disk::read_whole(&path, MOST_ANCHOR_BYTES) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.doing("read", &path)?,
        };
        let anchor: Anchor = serde_json::from_slice(&bytes).map_err(|_| {
            StoreError::damaged(path.display().to_string(), "it is no anchor: it was changed")
        })?;
        Ok(Some(anchor.link))
    }

    /// The lines of the file elsewhere that are of this data folder, with their numbers, from the last that a person accepted on; none in
    /// the place of one that cannot be read.
    pub fn in_file(&self) -> Result<Vec<(usize, Option<Anchor>)>> {
        let Some(path) = self.other_file() else { return Ok(Vec::new()) };
        let file = match fs::File::open(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened.doing("open", path)?,
        };
        let mut found = Vec::new();
        let robot = machine();
        for (at, line) in BufReader::new(file).split(b'\n').enumerate() {
            let anchor: Option<Anchor> = serde_json::from_slice(&line.doing("read", path)?).ok();
            if anchor.as_ref().is_some_and(|a| a.id != self.id || a.robot != robot) {
                continue;
            }
            if anchor.as_ref().is_some_and(|a| a.accepted) {
                found.clear();
            }
            found.push((at + 1, anchor));
        }
        Ok(found)
    }
}

/// Adds a line, durably. Other machines may append to the same file: one write each.
fn append(path: &Path, line: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).mode(disk::FILE_MODE).open(path)?;
    file.write_all(line)?;
    file.sync_data()
}
