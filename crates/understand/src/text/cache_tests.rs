//! What the cache promises, in memory and on disk.

use super::*;
use crate::text::{Word, forget_gone};
use lea_model::{Rect, Size};

fn found() -> Found {
    Found { bbox: Rect::from([5, 5, 9, 11]), baseline: 11, capital: 6.0, ..Found::default() }
}

fn name(i: usize) -> Key {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&i.to_le_bytes());
    key
}

fn reading(text: &str) -> Reading {
    let bbox = Rect::from([0, -1, 40, 12]);
    let word = |text: &str| Word { text: text.into(), bbox, confidence: 0.1 + 0.2 };
    let words = text.split(' ').map(word).collect();
    Some(Line { text: text.into(), bbox, confidence: 2.0 / 3.0, words })
}

fn on_disk(folder: &Path) -> Cache {
    let mut cache = Cache::new([0; 32]);
    cache.keep_in(folder, &[7; 32]);
    assert!(cache.shelf.is_some());
    cache
}

/// What is remembered by a process that starts now.
fn later(folder: &Path, i: usize) -> Option<Reading> {
    on_disk(folder).get(&name(i))
}

#[test]
fn other_pixels_another_shape_or_another_secret_have_another_name() {
    let cache = Cache::new([1; 32]);
    let picture = |width, height, colour| FrameBuf::filled(Size { width, height }, colour).unwrap();
    let key = cache.key(&picture(4, 6, [0; 3]), &found());
    assert_eq!(key, cache.key(&picture(4, 6, [0; 3]), &found()));
    assert_ne!(key, cache.key(&picture(6, 4, [0; 3]), &found()));
    assert_ne!(key, cache.key(&picture(4, 6, [0, 0, 1]), &found()));
    assert_ne!(key, Cache::new([2; 32]).key(&picture(4, 6, [0; 3]), &found()));
    assert_ne!(key, cache.key(&picture(4, 6, [0; 3]), &Found { baseline: 10, ..found() }));
}

#[test]
fn what_is_asked_for_outlives_what_is_not() {
    let mut cache = Cache::new([0; 32]);
    for i in 0..3 * CACHED {
        cache.put(name(i), None);
        assert!(cache.get(&name(0)).is_some(), "asked for all the time, lost at {i}");
    }
    assert!(cache.get(&name(1)).is_none());
    assert!(cache.young.len() + cache.old.len() <= 2 * CACHED + 1);
}

#[test]
fn what_was_read_is_known_to_the_next_process_to_the_last_bit() {
    let folder = tempfile::tempdir().unwrap();
    let mut cache = on_disk(folder.path());
    let all = [reading("Éléonore a reçu 3 €"), reading("a\\\"'b"), None];
    for (i, reading) in all.iter().enumerate() {
        cache.put(name(i), reading.clone());
    }
    cache.write();
    for (i, reading) in all.into_iter().enumerate() {
        assert_eq!(later(folder.path(), i), Some(reading));
    }
    assert_eq!(later(folder.path(), 9), None);
    let picture = FrameBuf::filled(Size { width: 4, height: 4 }, [0; 3]).unwrap();
    let key = cache.key(&picture, &found());
    assert_eq!(key, on_disk(folder.path()).key(&picture, &found()), "the secret is the installation's");
    let elsewhere = tempfile::tempdir().unwrap();
    assert_ne!(key, on_disk(elsewhere.path()).key(&picture, &found()));
    let mut other_models = Cache::new([0; 32]);
    other_models.keep_in(folder.path(), &[8; 32]);
    assert_ne!(key, other_models.key(&picture, &found()));
}

#[cfg(unix)]
#[test]
fn only_their_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("cache");
    let mut cache = on_disk(&folder);
    cache.put(name(0), reading("x"));
    cache.write();
    assert_eq!(std::fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    for file in std::fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[test]
fn a_session_takes_with_it_what_only_it_had_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut cache = on_disk(folder.path());
    let see = |cache: &mut Cache, session, lines: &[usize]| {
        cache.set_session(session);
        for i in lines {
            if cache.get(&name(*i)).is_none() {
                cache.put(name(*i), reading("Secret du dossier"));
            }
        }
        cache.write();
    };
    see(&mut cache, Some("sess_a"), &[0, 1, 2]);
    see(&mut cache, Some("sess_b"), &[1, 3]);
    see(&mut cache, None, &[2]);
    cache.forget_session("sess_a");
    let known: Vec<bool> = (0..4).map(|i| cache.get(&name(i)).is_some()).collect();
    assert_eq!(known, [false, true, true, true]);
    let known: Vec<bool> = (0..4).map(|i| later(folder.path(), i).is_some()).collect();
    assert_eq!(known, [false, true, true, true]);
    cache.forget_session("sess_b");
    cache.clear();
    assert_eq!(later(folder.path(), 2), None);
    let bytes = std::fs::read(folder.path().join("lines.db")).unwrap();
    assert!(!bytes.windows(6).any(|w| w == b"Secret"), "what is forgotten is overwritten");
}

#[test]
fn what_sessions_that_are_gone_had_seen_is_forgotten_without_a_reader() {
    let folder = tempfile::tempdir().unwrap();
    assert!(forget_gone(&folder.path().join("none"), |_| true).is_ok());
    assert!(!folder.path().join("none").exists(), "nothing is made to forget in");
    let mut cache = on_disk(folder.path());
    for (i, session) in ["sess_a", "sess_b", "sess_c"].into_iter().enumerate() {
        cache.set_session(Some(session));
        cache.put(name(i), reading(&format!("Secret de {session}")));
        cache.write();
    }
    let mut asked = Vec::new();
    forget_gone(folder.path(), |session| {
        asked.push(session.to_owned());
        session != "sess_b"
    })
    .unwrap();
    asked.sort();
    assert_eq!(asked, ["sess_a", "sess_b", "sess_c"]);
    let known: Vec<bool> = (0..3).map(|i| later(folder.path(), i).is_some()).collect();
    assert_eq!(known, [false, true, false]);
    // A file that nobody can take anything out of goes as a whole.
    let file = folder.path().join("lines.db");
    std::fs::write(&file, b"Secret that is in no database").unwrap();
    forget_gone(folder.path(), |_| true).unwrap();
    assert!(!std::fs::read(&file).unwrap().windows(6).any(|w| w == b"Secret"));
}

#[test]
fn a_session_is_forgotten_in_memory_too() {
    let mut cache = Cache::new([0; 32]);
    cache.set_session(Some("sess_a"));
    cache.put(name(0), None);
    cache.put(name(1), None);
    cache.set_session(Some("sess_b"));
    assert!(cache.get(&name(1)).is_some());
    cache.forget_session("sess_a");
    assert_eq!([cache.get(&name(0)).is_some(), cache.get(&name(1)).is_some()], [false, true]);
}

#[test]
fn a_broken_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lines.db");
    std::fs::write(&file, b"this is no database, whatever its name says").unwrap();
    let mut cache = on_disk(folder.path());
    for i in 0..200 {
        cache.put(name(i), reading("x"));
    }
    cache.write();
    assert!(later(folder.path(), 3).is_some());
    // Broken while it is in use: everything after the first page is overwritten.
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4096..].fill(0x5a);
    std::fs::write(&file, bytes).unwrap();
    let mut cache = on_disk(folder.path());
    for i in 1000..1010 {
        let _ = cache.get(&name(i));
        cache.put(name(i), reading("y"));
        cache.write();
    }
    assert!(later(folder.path(), 1009).is_some());
}

#[test]
fn without_a_usable_folder_it_remembers_in_memory() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut cache = Cache::new([0; 32]);
    cache.keep_in(file.path(), &[7; 32]);
    cache.put(name(0), reading("x"));
    cache.write();
    assert_eq!(cache.get(&name(0)), Some(reading("x")));
}

#[test]
fn processes_share_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for part in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                let mut cache = on_disk(folder);
                for i in 0..50 {
                    cache.put(name(part * 50 + i), reading("x"));
                    cache.write();
                }
            });
        }
    });
    // A writer that waited in vain leaves its line out: that is allowed, losing most of them is not.
    let mut cache = on_disk(folder.path());
    let known = (0..200).filter(|i| cache.get(&name(*i)).is_some()).count();
    assert!(known >= 190, "{known}");
}
