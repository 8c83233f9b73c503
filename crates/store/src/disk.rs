//! Files and folders for their owner alone, written whole or not at all; locks; room kept in reserve.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::error::{Doing, Refusal, Result, refusal};

/// Mode of every file.
pub(crate) const FILE_MODE: u32 = 0o600;
/// Mode of every folder.
const FOLDER_MODE: u32 = 0o700;
/// A text that is overwritten has a multiple of this length: a number and a hash fit with room for more digits.
const PADDED_BYTES: usize = 128;
/// The smallest unit that disks write whole.
const BLOCK_BYTES: usize = 512;
/// Bytes written to learn why a disk refuses: more than a block of any file system.
const PROBE_BYTES: usize = 64 << 10;
/// Someone who only looks whether a lock is held has it for microseconds: tries, and the pause between them.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(2);

/// Makes a folder, and those above it, for the owner alone; one that is there is left as it is.
pub(crate) fn make_folders(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        make_folders(parent)?;
    }
    match make_folder(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made.doing("make the folder", path),
    }
}

/// Makes one folder for the owner alone; it must not be there.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(FOLDER_MODE).create(path)?;
    fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE))
}

/// Takes the rights of others from a folder of ours that may have been copied or made by hand.
pub(crate) fn close_folder(path: &Path) -> Result<()> {
    let mode = fs::metadata(path).doing("look at", path)?.permissions().mode();
    if mode & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(FOLDER_MODE)).doing("close to others", path)
}

/// Makes a file for the owner alone and opens it for appending and reading; it must not be there.
pub(crate) fn make_file(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).mode(FILE_MODE).open(path)?;
    file.set_permissions(Permissions::from_mode(FILE_MODE))?;
    Ok(file)
}

/// Takes the rights of others from a file, without opening it: closing it would drop SQLite's locks.
pub(crate) fn close_file(path: &Path) -> Result<()> {
    let mode = fs::metadata(path).doing("look at", path)?.permissions().mode();
    if mode & 0o177 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(FILE_MODE)).doing("close to others", path)
}

/// Puts a file in place whole, durably, or leaves what was there.
pub(crate) fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let temporary = path.with_extension("tmp");
    let _ = fs::remove_file(&temporary);
    let written = make_file(&temporary)
        .and_then(|file| {
            let mut buffered = io::BufWriter::new(file);
            write(&mut buffered)?;
            buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written.doing("write", path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// A text padded with blanks to a length that rarely changes, with an end of line: fit for [`overwrite`].
pub(crate) fn padded(mut text: Vec<u8>) -> Vec<u8> {
    let length = (text.len() + 1).next_multiple_of(PADDED_BYTES);
    text.resize(length - 1, b' ');
    text.push(b'\n');
    text
}

/// Puts a small text in the place of one of the same length. It is not synced: after a power cut the one before may stand there, but
/// never a part of either, because both lie in one block. Where the length differs, or there is none, it is put there durably.
pub(crate) fn overwrite(path: &Path, text: &[u8]) -> Result<()> {
    let length = text.len() as u64;
    match OpenOptions::new().write(true).open(path) {
        Ok(file) if text.len() <= BLOCK_BYTES && file.metadata().doing("write", path)?.len() == length => {
            file.write_all_at(text, 0).doing("write", path)
        }
        _ => write_whole(path, |out| out.write_all(text)),
    }
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(path: &Path) -> Result<()> {
    File::open(path).and_then(|f| f.sync_all()).doing("write", path)
}

/// A whole file, refused when it is larger than `most`.
pub(crate) fn read_whole(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(io::Error::other(format!("it is larger than the {most} bytes that are read")));
    }
    Ok(bytes)
}

/// The file a lock is held on, made when it is not there.
pub(crate) fn lock_file(path: &Path) -> Result<File> {
    match make_file(path) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => File::open(path),
        made => made,
    }
    .doing("open", path)
}

/// Takes the lock of a session for as long as the file is open; false when a living process has it.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    for turn in 0..LOCK_TRIES {
        if try_lock(file, FlockOperation::NonBlockingLockExclusive)? {
            return Ok(true);
        }
        if turn + 1 < LOCK_TRIES {
            std::thread::sleep(LOCK_PAUSE);
        }
    }
    Ok(false)
}

/// A living process holds the lock.
pub(crate) fn is_locked(file: &File) -> io::Result<bool> {
    let free = try_lock(file, FlockOperation::NonBlockingLockShared)?;
    if free {
        flock(file, FlockOperation::Unlock)?;
    }
    Ok(!free)
}

fn try_lock(file: &File, operation: FlockOperation) -> io::Result<bool> {
    match flock(file, operation) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(e) => Err(e.into()),
    }
}

/// Writes a little next to the data to learn whether, and why, the disk refuses.
pub(crate) fn refuses(folder: &Path) -> Option<Refusal> {
    let path = folder.join(format!(".probe_{}", std::process::id()));
    let tried = make_file(&path).and_then(|mut file| {
        file.write_all(&[1; PROBE_BYTES])?;
        file.sync_all()
    });
    let _ = fs::remove_file(&path);
    refusal(&tried.err()?)
}

/// Bytes that may still be written to the file system of this folder.
pub(crate) fn free_bytes(folder: &Path) -> Result<u64> {
    let room = rustix::fs::statvfs(folder).doing("ask for the free space of", folder)?;
    Ok(room.f_bavail.saturating_mul(room.f_frsize))
}

/// Bytes of a file, 0 when it is not there.
pub(crate) fn file_bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |m| m.len())
}

/// A file that only takes up room, to be given up when the disk is full.
#[derive(Debug)]
pub(crate) struct Ballast {
    path: PathBuf,
}

impl Ballast {
    /// Takes up the room; on a disk that has none left there is simply no ballast.
    pub fn load(path: PathBuf, bytes: usize) -> Self {
        let loaded = make_file(&path).and_then(|mut file| {
            // Bytes no file system can squeeze.
            let mut noise = vec![0; bytes];
            blake3::Hasher::new().finalize_xof().fill(&mut noise);
            file.write_all(&noise)
        });
        match loaded {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => drop(fs::remove_file(&path)),
            _ => {}
        }
        Self { path }
    }

    /// Gives the room up; false when there was none.
    pub fn drop_it(&self) -> bool {
        fs::remove_file(&self.path).is_ok()
    }

    /// The ballast lies elsewhere now.
    pub fn moved(self, path: PathBuf) -> Self {
        Self { path }
    }
}
