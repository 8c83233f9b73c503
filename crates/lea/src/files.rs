//! Files that come out of Lea show what a person did: they are readable by their owner alone.

use crate::error::{Failure, failed};
use std::fs::{OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Writes a file with mode 0600, whole or not at all: what stood there before stays until then.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let put = |e: std::io::Error| failed(format!("cannot write {}: {e}", path.display()));
    let written = write_private(&part, bytes).and_then(|()| std::fs::rename(&part, path).map_err(put));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Writes a file, whatever stood there before, with mode 0600.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
    file.and_then(|mut f| {
        // A file that was there keeps its mode when it is opened.
        f.set_permissions(Permissions::from_mode(0o600))?;
        f.write_all(bytes)
    })
    .map_err(|e| failed(format!("cannot write {}: {e}", path.display())))
}
