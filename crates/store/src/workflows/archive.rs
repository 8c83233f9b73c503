//! A bundle as one file: a tar packed with zstd, which `tar --zstd -xf` opens too. What comes from elsewhere is read into memory
//! within limits, and only files with names of a bundle are taken; no path of an archive is ever written to.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use lea_model::Workflow;
use tar::EntryType;

use super::check::{self, Complaint};
use super::names::{self, STATE, WORKFLOW};
use super::{Bundle, FileKind, MOST_BYTES, MOST_FILES, folder};
use crate::error::{Result, StoreError};

/// How hard to squeeze; pictures are squeezed already.
const LEVEL: i32 = 9;
/// Largest window of a packed stream, as a power of two: what is read takes no more memory than this on top.
const MOST_WINDOW: u32 = 24;
/// Bytes an archive may spend on each file besides its content: header, padding, a long name.
const OVERHEAD: u64 = 4096;
/// First bytes of whatever zstd packed.
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// What came out of an archive.
#[derive(Clone, Debug, PartialEq)]
pub struct Unpacked {
    /// The bundle, checked.
    pub bundle: Bundle,
    /// Files that no bundle has, or that stay on the machine they are of; they were left out.
    pub left_out: Vec<String>,
}

impl Bundle {
    /// The bundle as one file. The same bundle always gives the same bytes.
    pub fn pack(&self) -> Result<Vec<u8>> {
        check::check(self).map_err(Complaint::unfit)?;
        let top = &self.workflow.workflow_id;
        let wrong = |e: io::Error| StoreError::unfit(format!("workflow {top}"), e.to_string());
        let text = folder::workflow_text(&self.workflow)?;
        let files = self.files.iter().map(|(path, bytes)| (path.as_str(), bytes));
        let mut packed = zstd::stream::write::Encoder::new(Vec::new(), LEVEL).map_err(wrong)?;
        packed.include_checksum(true).map_err(wrong)?;
        let mut tar = tar::Builder::new(packed);
        for (path, bytes) in std::iter::once((WORKFLOW, &text)).chain(files) {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o600);
            header.set_mtime(0);
            tar.append_data(&mut header, format!("{top}/{path}"), bytes.as_slice()).map_err(wrong)?;
        }
        let mut packed = tar.into_inner().map_err(wrong)?;
        packed.flush().map_err(wrong)?;
        packed.finish().map_err(wrong)
    }

    /// Reads a bundle from what [`Bundle::pack`] wrote, here or elsewhere. Paths that lead elsewhere, links, devices and what
    /// unpacks to too much are refused.
    pub fn unpack(packed: impl Read) -> Result<Unpacked> {
        let mut files = BTreeMap::new();
        let mut left_out = Vec::new();
        for_each_file(packed, |path, bytes| {
            if path == WORKFLOW || FileKind::of(&path).is_some_and(|kind| kind != FileKind::Audit) {
                if files.insert(path.clone(), bytes).is_some() {
                    return Err(refused(&path, "it is there twice"));
                }
            } else {
                left_out.push(path);
            }
            Ok(())
        })?;
        // Everyone who copies the folder of a data folder has one.
        left_out.retain(|path| path != STATE);
        let text = files.remove(WORKFLOW).ok_or_else(|| {
            StoreError::damaged("the archive", "it has no workflow.json: it is no export of a workflow")
        })?;
        let workflow = Workflow::from_slice(&text)
            .map_err(|e| StoreError::damaged("workflow.json of the archive", e.to_string()))?;
        let bundle = Bundle { workflow, files };
        check::check(&bundle).map_err(Complaint::damaged)?;
        Ok(Unpacked { bundle, left_out })
    }
}

fn refused(path: &str, why: &str) -> StoreError {
    StoreError::damaged(format!("the archive (its file {path:?})"), why)
}

fn unreadable(error: &io::Error) -> StoreError {
    StoreError::damaged("the archive", format!("it cannot be read: {error}"))
}

/// Hands over every file, with its path below the folder of the workflow.
fn for_each_file(mut packed: impl Read, mut take: impl FnMut(String, Vec<u8>) -> Result<()>) -> Result<()> {
    let mut magic = Vec::new();
    packed.by_ref().take(ZSTD.len() as u64).read_to_end(&mut magic).map_err(|e| unreadable(&e))?;
    if magic != ZSTD {
        return Err(StoreError::damaged(
            "the archive",
            "it is no .lea file, as lea workflows export writes it",
        ));
    }
    let mut unpacked =
        zstd::stream::read::Decoder::new(io::Cursor::new(magic).chain(packed)).map_err(|e| unreadable(&e))?;
    unpacked.window_log_max(MOST_WINDOW).map_err(|e| unreadable(&e))?;
    let most = MOST_BYTES + MOST_FILES as u64 * OVERHEAD;
    let mut tar = tar::Archive::new(unpacked.take(most));
    let (mut count, mut left) = (0, MOST_BYTES);
    for entry in tar.entries().map_err(|e| unreadable(&e))? {
        let entry = entry.map_err(|e| unreadable(&e))?;
        count += 1;
        if count > MOST_FILES {
            return Err(StoreError::damaged("the archive", format!("it has more than {MOST_FILES} files")));
        }
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let plain = path.strip_suffix('/').unwrap_or(&path);
        if let Some(why) = names::trouble(plain) {
            return Err(refused(&path, why));
        }
        match entry.header().entry_type() {
            EntryType::Directory => continue,
            EntryType::Regular => {}
            EntryType::Link | EntryType::Symlink => return Err(refused(&path, "it is a link")),
            _ => return Err(refused(&path, "it is neither a file nor a folder")),
        }
        let mut bytes = Vec::new();
        entry.take(left + 1).read_to_end(&mut bytes).map_err(|e| unreadable(&e))?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
            StoreError::damaged("the archive", format!("it unpacks to more than {MOST_BYTES} bytes"))
        })?;
        take(below_the_top(plain), bytes)?;
    }
    // To the very end: what was cut off or changed on the way shows there.
    io::copy(&mut tar.into_inner(), &mut io::sink()).map(drop).map_err(|e| unreadable(&e))
}

/// The path without the folder of the workflow, where it has one.
fn below_the_top(path: &str) -> String {
    match path.split_once('/') {
        Some((top, rest)) if top.starts_with("WF_") => rest.to_owned(),
        _ => path.to_owned(),
    }
}
