//! Files and folders that belong to the user: only they are authority (SPEC PEOPLE.6).
//!
//! A path is the user's own where no other user but root could have put there what stands there now: the file, every folder on the way
//! to it and every link on that way belong to the user or to root, and nobody else may write there. A folder such as `/tmp`, where
//! everybody may write and the sticky bit keeps each one's entries apart, is a good way: the entries in it are judged by their own owner.

use crate::error::{Outcome, usage};
use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

/// Links that are followed before a path is held to be a circle; Linux follows as many.
const MOST_LINKS: usize = 40;
/// A configuration is read up to this size, in bytes: the longest one by hand has a few thousand.
const MOST_BYTES: u64 = 1 << 20;
/// Who else may write: group and others.
const WRITABLE_BY_OTHERS: u32 = 0o022;
/// Only the owner of an entry may rename or remove it.
const STICKY: u32 = 0o1000;

/// The text of a file that belongs to the user; none where there is no file. It is opened once, and what was opened is judged.
pub fn read(path: &Path) -> Outcome<Option<String>> {
    let refused = |why: String| usage(format!("{} is not taken as configuration: {why}", path.display()));
    let Some((mut file, opened)) = open(path).map_err(refused)? else { return Ok(None) };
    is_own_file(&opened, path).map_err(refused)?;
    let reached = walk(path).map_err(refused)?;
    if reached.map(|end| (end.dev(), end.ino())) != Some((opened.dev(), opened.ino())) {
        return Err(refused("it was replaced while it was read: try again".into()));
    }
    text_of(&mut file).map(Some).map_err(refused)
}

/// The text of any file, whoever it belongs to: what it says is no authority.
pub fn read_any(path: &Path) -> Outcome<Option<String>> {
    let refused = |why: String| usage(format!("{} cannot be read: {why}", path.display()));
    let Some((mut file, _)) = open(path).map_err(refused)? else { return Ok(None) };
    text_of(&mut file).map(Some).map_err(refused)
}

/// A file or folder that `name` names belongs to the user, as far as it exists; what does not exist yet will be made by the user.
pub fn check(name: &str, path: &Path) -> Outcome {
    let refused =
        |why: String| usage(format!("{name} names {}, which cannot be used: {why}", path.display()));
    let Some(end) = walk(path).map_err(refused)? else { return Ok(()) };
    is_own_file(&end, path).map_err(refused)
}

fn open(path: &Path) -> Result<Option<(File, Metadata)>, String> {
    // A pipe must not make Lea wait for somebody who writes into it.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let file = match OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e.to_string()),
    };
    let about = file.metadata().map_err(|e| e.to_string())?;
    if !about.is_file() {
        return Err("it is not a regular file".into());
    }
    Ok(Some((file, about)))
}

fn text_of(file: &mut File) -> Result<String, String> {
    let mut text = String::new();
    file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|e| e.to_string())?;
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("it is larger than {MOST_BYTES} bytes"));
    }
    Ok(text)
}

/// Goes the way to a path as the system does, link by link; an error where another user could lead it elsewhere. What stands at its end,
/// or none where the way ends before.
fn walk(path: &Path) -> Result<Option<Metadata>, String> {
    let path = std::path::absolute(path).map_err(|e| e.to_string())?;
    let mut at = PathBuf::from("/");
    let mut end = std::fs::symlink_metadata(&at).map_err(|e| e.to_string())?;
    is_good_way(&end, &at)?;
    let mut ahead = names(&path);
    let mut links = 0;
    while let Some(name) = ahead.pop() {
        if name == ".." {
            at.pop();
            continue;
        }
        let next = at.join(&name);
        end = match std::fs::symlink_metadata(&next) {
            Ok(about) => about,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(format!("{}: {e}", next.display())),
        };
        belongs(&end, &next)?;
        if end.is_symlink() {
            links += 1;
            if links > MOST_LINKS {
                return Err("its links lead in a circle".into());
            }
            let target = std::fs::read_link(&next).map_err(|e| format!("{}: {e}", next.display()))?;
            if target.is_absolute() {
                at = PathBuf::from("/");
            }
            ahead.extend(names(&target));
            continue;
        }
        if !ahead.is_empty() {
            is_good_way(&end, &next)?;
        }
        at = next;
    }
    Ok(Some(end))
}

/// The names of a path that are still to be gone, the first one last.
fn names(path: &Path) -> Vec<OsString> {
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    };
    path.components().rev().filter_map(name).collect()
}

/// The user's, or root's.
fn belongs(about: &Metadata, path: &Path) -> Result<(), String> {
    let me = rustix::process::geteuid().as_raw();
    if about.uid() == me || about.uid() == 0 {
        return Ok(());
    }
    Err(format!(
        "{} belongs to user {}, neither to you (user {me}) nor to root; make a copy of your own, or chown {me} {}",
        path.display(),
        about.uid(),
        path.display()
    ))
}

/// Nobody but its owner can put something else there.
fn is_own_file(about: &Metadata, path: &Path) -> Result<(), String> {
    belongs(about, path)?;
    writable_by_nobody_else(about.mode(), path)
}

/// Nobody but the owner of an entry can put another in its place.
fn is_good_way(about: &Metadata, path: &Path) -> Result<(), String> {
    belongs(about, path)?;
    if about.mode() & STICKY != 0 { Ok(()) } else { writable_by_nobody_else(about.mode(), path) }
}

fn writable_by_nobody_else(mode: u32, path: &Path) -> Result<(), String> {
    if mode & WRITABLE_BY_OTHERS == 0 {
        return Ok(());
    }
    let (mode, path) = (mode & 0o7777, path.display());
    Err(format!("other users can write to {path} (mode {mode:o}); chmod go-w {path}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // In a test that is what it is for.
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    /// A user that is neither root nor whoever runs the tests.
    const SOMEBODY_ELSE: u32 = 54_321;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn write(path: &Path, mode: u32) {
        std::fs::write(path, "[run]\n").unwrap();
        std::fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// What is said of a file that is refused.
    fn refusal(path: &Path) -> String {
        match read(path) {
            Ok(text) => panic!("{} was read: {text:?}", path.display()),
            Err(failure) => failure.report.to_string(),
        }
    }

    /// Gives a path to another user; false where only root could, which is then printed.
    fn give_away(path: &Path) -> bool {
        let given = std::os::unix::fs::lchown(path, Some(SOMEBODY_ELSE), Some(SOMEBODY_ELSE)).is_ok();
        if !given {
            eprintln!("skipped: only root can give a file to another user");
        }
        given
    }

    #[test]
    fn a_file_of_the_user_is_read_also_below_a_sticky_folder_and_through_a_link_of_the_user() {
        let folder = folder();
        let (file, link) = (folder.path().join("own.toml"), folder.path().join("link.toml"));
        write(&file, 0o644);
        symlink("own.toml", &link).unwrap();
        assert_eq!(read(&file).ok().flatten().as_deref(), Some("[run]\n"));
        assert_eq!(read(&link).ok().flatten().as_deref(), Some("[run]\n"));
        let shared = folder.path().join("shared");
        std::fs::create_dir(&shared).unwrap();
        std::fs::set_permissions(&shared, Permissions::from_mode(0o1777)).unwrap();
        write(&shared.join("own.toml"), 0o600);
        assert!(read(&shared.join("own.toml")).is_ok_and(|text| text.is_some()));
    }

    #[test]
    fn a_file_that_is_not_there_says_nothing() {
        let folder = folder();
        assert!(read(&folder.path().join("none/lea.toml")).is_ok_and(|text| text.is_none()));
        assert!(check("LEA_DATA", &folder.path().join("none/data")).is_ok());
    }

    #[test]
    fn a_file_that_others_can_write_is_refused_with_what_to_do() {
        let file = folder();
        let file = file.path().join("lea.toml");
        for mode in [0o664, 0o646, 0o666] {
            write_new(&file, mode);
            let said = refusal(&file);
            assert!(said.contains("chmod go-w") && said.contains(&format!("{mode:o}")), "{said}");
        }
    }

    fn write_new(path: &Path, mode: u32) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        write(path, mode);
    }

    #[test]
    fn a_folder_on_the_way_that_others_can_write_refuses_what_lies_below() {
        let folder = folder();
        let open = folder.path().join("open");
        write_new(&open.join("below/lea.toml"), 0o600);
        for mode in [0o777, 0o775] {
            std::fs::set_permissions(&open, Permissions::from_mode(mode)).unwrap();
            assert!(refusal(&open.join("below/lea.toml")).contains("open (mode"));
        }
        assert!(check("LEA_DATA", &open.join("below/data")).is_err(), "others could make it first");
        std::fs::set_permissions(&open, Permissions::from_mode(0o755)).unwrap();
        assert!(read(&open.join("below/lea.toml")).is_ok());
    }

    #[test]
    fn a_data_folder_that_others_can_write_into_is_refused_even_with_the_sticky_bit() {
        let folder = folder();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o1777)).unwrap();
        assert!(check("LEA_DATA", folder.path()).is_err());
    }

    #[test]
    fn a_file_of_another_user_is_refused() {
        let folder = folder();
        let file = folder.path().join("lea.toml");
        write(&file, 0o644);
        if give_away(&file) {
            let said = refusal(&file);
            assert!(said.contains("belongs to user 54321") && said.contains("chown"), "{said}");
        }
    }

    #[test]
    fn a_folder_of_another_user_on_the_way_refuses_the_users_file_below() {
        let folder = folder();
        let theirs = folder.path().join("theirs");
        write_new(&theirs.join("lea.toml"), 0o600);
        if give_away(&theirs) {
            assert!(refusal(&theirs.join("lea.toml")).contains("belongs to user 54321"));
        }
    }

    #[test]
    fn a_link_of_another_user_to_a_file_of_the_user_is_refused() {
        let folder = folder();
        write(&folder.path().join("own.toml"), 0o600);
        let shared = folder.path().join("shared");
        std::fs::create_dir(&shared).unwrap();
        std::fs::set_permissions(&shared, Permissions::from_mode(0o1777)).unwrap();
        symlink("../own.toml", shared.join("lea.toml")).unwrap();
        assert!(read(&shared.join("lea.toml")).is_ok(), "while the link is the user's");
        if give_away(&shared.join("lea.toml")) {
            // The kernel may refuse to follow it by itself, where it protects links in sticky folders.
            let said = refusal(&shared.join("lea.toml"));
            assert!(said.contains("belongs to user 54321") || said.contains("denied"), "{said}");
        }
    }

    #[test]
    fn a_link_into_a_folder_that_others_can_write_is_refused() {
        let folder = folder();
        let open = folder.path().join("open");
        write_new(&open.join("lea.toml"), 0o600);
        std::fs::set_permissions(&open, Permissions::from_mode(0o777)).unwrap();
        symlink(open.join("lea.toml"), folder.path().join("lea.toml")).unwrap();
        assert!(refusal(&folder.path().join("lea.toml")).contains("open (mode 777)"));
    }

    #[test]
    fn links_in_a_circle_folders_pipes_and_endless_files_are_errors_not_waits() {
        let folder = folder();
        let circle = folder.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(read(&circle).is_err());
        assert!(refusal(folder.path()).contains("regular file"));
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        assert!(refusal(&pipe).contains("regular file"));
        let long = folder.path().join("long.toml");
        File::create(&long).unwrap().set_len(MOST_BYTES + 1).unwrap();
        assert!(refusal(&long).contains("larger"));
    }

    #[test]
    fn a_file_that_root_gave_to_root_is_everybodys_authority() {
        let folder = folder();
        let file = folder.path().join("lea.toml");
        write(&file, 0o644);
        if chown(&file, Some(0), Some(0)).is_err() {
            eprintln!("skipped: only root can give a file to root");
            return;
        }
        assert!(read(&file).is_ok());
    }
}
