//! A bundle as a folder: written durably for its owner alone, read without following links.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use lea_model::Workflow;
use rustix::fs::OFlags;

use super::check::{self, Complaint, MOST_FILE_BYTES};
use super::names::{FOLDERS, STATE, WORKFLOW};
use super::{Bundle, FileKind, MOST_BYTES, MOST_FILES};
use crate::disk;
use crate::error::{Doing, Result, StoreError};

impl Bundle {
    /// Reads a bundle from a folder, wherever it lies, and checks it. Files that are not of a bundle are left out; a link is
    /// an error.
    pub fn read_folder(folder: &Path) -> Result<Self> {
        let bundle = read(folder)?;
        check::check(&bundle).map_err(Complaint::damaged)?;
        Ok(bundle)
    }

    /// Writes a bundle as a folder that is not there yet, whole or not at all.
    pub fn write_folder(&self, folder: &Path) -> Result<()> {
        check::check(self).map_err(Complaint::unfit)?;
        let mut name = folder.file_name().unwrap_or_default().to_owned();
        name.push(format!(".new_{}", std::process::id()));
        let temporary = folder.with_file_name(name);
        if let Some(parent) = folder.parent().filter(|p| !p.as_os_str().is_empty()) {
            disk::make_folders(parent)?;
        }
        let written = write(self, &temporary).and_then(|()| {
            if fs::symlink_metadata(folder).is_ok() && fs::remove_dir(folder).is_err() {
                let why = "something is there already: name a folder that is empty or does not exist";
                return Err(StoreError::unfit(folder.display().to_string(), why));
            }
            fs::rename(&temporary, folder).doing("write", folder)
        });
        if written.is_err() {
            let _ = fs::remove_dir_all(&temporary);
        }
        written?;
        let parent = folder.parent().filter(|p| !p.as_os_str().is_empty());
        disk::sync_folder(parent.unwrap_or(Path::new(".")))
    }
}

/// The text of `workflow.json`: one field a line in the order of the specification, so that two versions can be compared.
pub(super) fn workflow_text(workflow: &Workflow) -> Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(workflow)
        .map_err(|e| StoreError::unfit(format!("workflow {}", workflow.workflow_id), e.to_string()))?;
    text.push(b'\n');
    Ok(text)
}

/// Writes a bundle into a new folder and makes it durable.
pub(super) fn write(bundle: &Bundle, folder: &Path) -> Result<()> {
    disk::make_folder(folder).doing("make the folder", folder)?;
    put(&folder.join(WORKFLOW), &workflow_text(&bundle.workflow)?)?;
    for (path, bytes) in &bundle.files {
        if let Some((inner, _)) = path.split_once('/') {
            disk::make_folders(&folder.join(inner))?;
        }
        put(&folder.join(path), bytes)?;
    }
    for inner in FOLDERS.iter().map(|f| folder.join(f)).filter(|f| f.is_dir()) {
        disk::sync_folder(&inner)?;
    }
    disk::sync_folder(folder)
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    disk::make_file(path)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .doing("write", path)
}

/// Copies a bundle folder, for the history.
pub(super) fn copy(from: &Path, to: &Path) -> Result<()> {
    disk::make_folder(to).doing("make the folder", to)?;
    for path in std::iter::once(WORKFLOW.to_owned()).chain(names(from)?) {
        if let Some((inner, _)) = path.split_once('/') {
            disk::make_folders(&to.join(inner))?;
        }
        put(&to.join(&path), &read_file(&from.join(&path))?)?;
    }
    disk::sync_folder(to)
}

/// Copies one file of a bundle folder, where it has it.
pub(super) fn copy_file(from: &Path, to: &Path, name: &str) -> Result<()> {
    let path = from.join(name);
    if fs::symlink_metadata(&path).is_err() {
        return Ok(());
    }
    put(&to.join(name), &read_file(&path)?)
}

/// Reads a bundle as it is, unchecked.
pub(super) fn read(folder: &Path) -> Result<Bundle> {
    let workflow = read_workflow(folder)?;
    let mut bundle = Bundle::new(workflow);
    let mut total = 0;
    for path in names(folder)? {
        let bytes = read_file(&folder.join(&path))?;
        total += bytes.len() as u64;
        if total > MOST_BYTES || bundle.files.len() >= MOST_FILES {
            let why = format!("it has more than {MOST_BYTES} bytes or {MOST_FILES} files");
            return Err(StoreError::damaged(folder.display().to_string(), why));
        }
        bundle.files.insert(path, bytes);
    }
    Ok(bundle)
}

/// Reads `workflow.json` alone.
pub(super) fn read_workflow(folder: &Path) -> Result<Workflow> {
    let path = folder.join(WORKFLOW);
    if is_link(folder) {
        return Err(StoreError::damaged(folder.display().to_string(), LINK));
    }
    let bytes = read_file(&path)?;
    Workflow::from_slice(&bytes).map_err(|source| StoreError::Unreadable { path, source: Box::new(source) })
}

/// The files of a bundle that lie in a folder, in order; what has another name is passed over.
pub(super) fn names(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut look = |inner: Option<&str>| -> Result<()> {
        let place = inner.map_or_else(|| folder.to_owned(), |inner| folder.join(inner));
        if inner.is_some() && is_link(&place) {
            return Err(StoreError::damaged(place.display().to_string(), LINK));
        }
        let entries = match fs::read_dir(&place) {
            Err(e) if inner.is_some() && e.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.doing("list", &place)?,
        };
        for entry in entries {
            let Ok(name) = entry.doing("list", &place)?.file_name().into_string() else { continue };
            let path = inner.map_or_else(|| name.clone(), |inner| format!("{inner}/{name}"));
            if FileKind::of(&path).is_some() {
                found.push(path);
            }
            if found.len() > MOST_FILES {
                let why = format!("it has more than {MOST_FILES} files");
                return Err(StoreError::damaged(folder.display().to_string(), why));
            }
        }
        Ok(())
    };
    look(None)?;
    for inner in FOLDERS {
        look(Some(inner))?;
    }
    found.sort();
    Ok(found)
}

const LINK: &str = "it is a link, and links are not followed; put the real thing there";

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|m| m.file_type().is_symlink())
}

/// A whole file; a link, a pipe or a device is refused.
fn read_file(path: &Path) -> Result<Vec<u8>> {
    // A pipe would wait for someone to write to it.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let opened = OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path);
    let file = match opened {
        Err(_) if is_link(path) => {
            return Err(StoreError::damaged(path.display().to_string(), LINK));
        }
        opened => opened.doing("read", path)?,
    };
    if !file.metadata().doing("read", path)?.is_file() {
        return Err(StoreError::damaged(path.display().to_string(), "it is no file"));
    }
    whole(file).doing("read", path)
}

fn whole(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_FILE_BYTES {
        return Err(io::Error::other(format!("it is larger than the {MOST_FILE_BYTES} bytes that are read")));
    }
    Ok(bytes)
}

/// What holds on this machine alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct LocalState {
    /// It may be used here.
    #[serde(default)]
    pub enabled: bool,
}

/// What is said of a bundle on this machine; where nothing is, it was put there by hand and is not enabled.
pub(super) fn read_state(folder: &Path) -> LocalState {
    let bytes = read_file(&folder.join(STATE)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Says something of a bundle on this machine.
pub(super) fn write_state(folder: &Path, state: LocalState) -> Result<()> {
    let path = folder.join(STATE);
    let text = serde_json::to_vec_pretty(&state).map_err(|e| StoreError::unfit(STATE, e.to_string()))?;
    disk::write_whole(&path, |out| out.write_all(&text))
}
