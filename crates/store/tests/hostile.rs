//! Damaged and hostile data: clear errors, never a panic, and one bad session never hides the others.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use std::fs;
use std::path::{Path, PathBuf};

use lea_model::RawSession;
use lea_store::{State, Store, StoreError};
use proptest::prelude::*;
use rusqlite::Connection;

/// A store with a good session and an interrupted one, and the log of the latter.
fn store() -> (tempfile::TempDir, Store, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    finish(record(&store, OTHER, 2, [&picture(SIZE, 1, 1)]));
    drop(record(&store, ID, 3, [&picture(SIZE, 1, 2)]));
    let log = folder(root.path(), ID).join("session.log");
    (root, store, log)
}

fn why(result: Result<RawSession, StoreError>) -> String {
    match result {
        Ok(_) => panic!("it was read"),
        Err(e) => e.to_string(),
    }
}

#[test]
fn ids_that_lead_elsewhere_are_refused() {
    let (_root, store, _) = store();
    for id in [
        "",
        "../../etc",
        "sess_2026-11-15T09-00-00_../../x",
        "/etc/passwd",
        "sess_x",
        "sess_2026-11-15T09-00-00_a\0b",
    ] {
        assert!(matches!(store.session(id), Err(StoreError::BadId(_))), "{id:?}");
        assert!(matches!(store.delete(id), Err(StoreError::BadId(_))), "{id:?}");
        assert!(matches!(store.recover(id), Err(StoreError::BadId(_))), "{id:?}");
        assert!(matches!(store.frame(id, "shot_0001"), Err(StoreError::BadId(_))), "{id:?}");
        assert!(matches!(store.frame_times(id), Err(StoreError::BadId(_))), "{id:?}");
        assert!(matches!(store.begin(&header(id)), Err(StoreError::BadId(_))), "{id:?}");
    }
    assert!(matches!(store.frame(ID, "../../x"), Err(StoreError::BadId(_))));
    assert!(matches!(store.frame(ID, "shot_9999"), Err(StoreError::NoFrame { .. })));
    assert!(matches!(store.frame(ID, "shot_99999999999999999999"), Err(StoreError::Unfit { .. })));
    let nobody = "sess_2026-11-15T09-00-00_nobody";
    assert!(matches!(store.frame_times(nobody), Err(StoreError::NoSession { .. })));
    assert!(matches!(store.recover(nobody), Err(StoreError::NoSession { .. })));
}

#[test]
fn a_torn_last_line_is_left_out_and_said() {
    let (_root, store, log) = store();
    let whole = fs::read(&log).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|b| *b == b'\n').unwrap() + 1;
    let mut tails: Vec<Vec<u8>> = (last + 1..whole.len()).map(|end| whole[last..end].to_vec()).collect();
    tails.push(vec![0; 4096]);
    tails.push(vec![b'x'; 20 << 20]);
    for tail in tails {
        fs::write(&log, [&whole[..last], &tail].concat()).unwrap();
        let session = store.session(ID).unwrap();
        assert_eq!(session.events.len(), 2);
        assert_eq!(session.metadata.recovered.clone().unwrap().torn_bytes as usize, tail.len());
        assert_eq!(session.problems(), []);
    }
    fs::write(&log, &whole).unwrap();
    assert!(store.session(ID).unwrap().metadata.recovered.is_none());
}

#[test]
fn nothing_but_the_last_line_is_passed_over() {
    let (_root, store, log) = store();
    let whole = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let [head, shot, first, second, third] = lines[..] else { panic!("{lines:?}") };
    let end = r#"{"end":{"ended_at":"2026-11-15T17:00:00Z","metadata":{}}}"#;
    let long = format!(r#"{{"event":{{"text":"{}"}}}}"#, "x".repeat(17 << 20));
    let deep = format!(r#"{{"event":{{"data":{}"#, r#"{"a":"#.repeat(100_000));
    let other = head.replace("marie", "eve");
    let newer = head.replace("rawsession_v1", "rawsession_v2");
    let cases: &[(&[&str], &str, u32)] = &[
        (&[], "header", 1),
        (&[first, head], "header of the session must come first", 1),
        (&[head, head], "second header", 2),
        (&[head, shot, second, first], "event 1 where event 0 is due", 3),
        (&[head, shot, first, first], "event 0 where event 1 is due", 4),
        (&[head, shot, first, "{\"amend\":{\"event_id\":7,\"t\":0,\"type\":\"mouse_move\"}}"], "event 7", 4),
        (&[head, shot, first, "", second], "EOF", 4),
        (&[head, shot, first, "\u{0}\u{1}\u{ff}", second], "expected", 4),
        (&[head, shot, first, "{\"event\":{\"event_id\":1}}", second], "missing field", 4),
        (&[head, shot, first, "{\"dance\":{}}", second], "unknown variant `dance`", 4),
        (&[head, shot, first, &long, second], "longer", 4),
        (&[head, shot, first, &deep, second], "recursion limit", 4),
        (&[head, shot, first, end, second, third], "follows the end", 5),
        (&[&other, shot, first], "belongs to session", 1),
        (&[&newer, shot, first], "rawsession_v2", 1),
    ];
    for (lines, message, number) in cases {
        fs::write(&log, lines.iter().map(|l| format!("{l}\n")).collect::<String>()).unwrap();
        let found = why(store.session(ID));
        assert!(found.contains(message) && found.contains(&format!("line {number} of")), "{found}");
        let listed = store.sessions().unwrap();
        assert_eq!((listed.len(), listed[1].damage.as_ref()), (2, None), "the other one is listed as ever");
        assert!(store.session(OTHER).is_ok());
        assert!(store.recover(ID).is_err());
    }
    assert_eq!(store.delete(ID).unwrap().sessions, 1, "what is damaged can be deleted");
}

#[test]
fn screenshots_that_a_power_cut_took_are_left_out_and_said() {
    let (root, store, _) = store();
    let connection = Connection::open(root.path().join("frames.db")).unwrap();
    connection.execute("DELETE FROM frames WHERE session = 2", []).unwrap();
    let session = store.session(ID).unwrap();
    assert!(session.screenshots.is_empty());
    assert_eq!(session.metadata.recovered.clone().unwrap().lost_screenshots[0], "shot_0001");
    assert_eq!(session.problems(), []);
}

#[test]
fn a_damaged_session_json_is_an_error_of_that_session_alone() {
    let (root, store, _) = store();
    let json = folder(root.path(), OTHER).join("session.json");
    let whole = fs::read(&json).unwrap();
    let truncated = &whole[..whole.len() / 2];
    let moved = String::from_utf8(whole.clone()).unwrap().replace("paul", "eve");
    let cases: [&[u8]; 5] = [b"", truncated, b"\0\xff\xfe", b"[]", moved.as_bytes()];
    for case in cases {
        fs::write(&json, case).unwrap();
        assert!(store.session(OTHER).is_err());
        let listed = store.sessions().unwrap();
        assert_eq!(listed.len(), 2);
        assert_eq!(listed[0].damage, None);
        assert!(listed[1].damage.is_some(), "{:?}", listed[1]);
    }
    fs::remove_file(&json).unwrap();
    assert!(why(store.session(OTHER)).contains("neither session.json nor session.log"));
    assert_eq!(store.sessions().unwrap()[1].state, State::Interrupted);
    assert_eq!(store.delete(OTHER).unwrap().frames, 1);
}

#[test]
fn a_damaged_tile_is_named_and_other_frames_stay_readable() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let pictures = [picture(SIZE, 0, 1), picture(SIZE, 0, 2)];
    finish(record(&store, ID, 0, &pictures));
    let connection = Connection::open(root.path().join("frames.db")).unwrap();
    let bad = |sql: &str| {
        connection.execute_batch("PRAGMA foreign_keys = OFF; BEGIN").unwrap();
        connection.execute_batch(sql).unwrap();
        connection.execute_batch("COMMIT").unwrap();
        let found = store.frame(ID, "shot_0002").unwrap_err();
        assert!(
            matches!(found, StoreError::Damaged { .. } | StoreError::Frame(_) | StoreError::Database { .. }),
            "{found}"
        );
        found.to_string()
    };
    let (name, packed): (Vec<u8>, Vec<u8>) = connection
        .query_row("SELECT name, packed FROM tiles ORDER BY id DESC", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    let hex: String = name.iter().map(|b| format!("{b:02x}")).collect();
    let blob: String = packed.iter().map(|b| format!("{b:02x}")).collect();
    for damage in [
        "SUBSTR(packed, 1, LENGTH(packed) - 1)",
        "zeroblob(LENGTH(packed))",
        "x''",
        "(SELECT packed FROM tiles WHERE id = 1)",
    ] {
        let found = bad(&format!("UPDATE tiles SET packed = {damage} WHERE HEX(name) = UPPER('{hex}')"));
        assert!(found.contains(&hex) && found.contains("shot_0002"), "{found}");
        assert_eq!(store.frame(ID, "shot_0001").unwrap(), pictures[0]);
    }
    connection
        .execute_batch(&format!("UPDATE tiles SET packed = x'{blob}' WHERE HEX(name) = UPPER('{hex}')"))
        .unwrap();
    assert_eq!(store.frame(ID, "shot_0002").unwrap(), pictures[1], "mended");
    for damage in [
        "tiles = x''",
        "tiles = x'ffffffffffffffffffffff'",
        "tiles = x'0a0102'",
        "tiles = x'000102'",
        "base = 77",
        "base = 2",
        "base = NULL",
        "width = 32768, height = 32768",
        "width = -1",
        "width = 0",
        "width = 4000000000, height = 4000000000",
        "digest = x'00'",
        "tiles = 'text'",
    ] {
        connection
            .execute_batch("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM frames")
            .unwrap();
        bad(&format!("UPDATE frames SET {damage} WHERE shot = 2"));
        connection
            .execute_batch("DELETE FROM frames; INSERT INTO frames SELECT * FROM kept; DROP TABLE kept")
            .unwrap();
    }
    bad("DELETE FROM uses; DELETE FROM tiles WHERE id > 1");
}

#[test]
fn a_database_that_is_none_newer_or_not_ours_is_told_clearly() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("frames.db");
    fs::write(&path, b"this is no database, whatever its name says. ".repeat(200)).unwrap();
    let found = Store::open(root.path()).unwrap_err();
    assert!(
        matches!(&found, StoreError::Damaged { .. }) && found.to_string().contains("move it away"),
        "{found}"
    );
    fs::remove_file(&path).unwrap();
    drop(Store::open(root.path()).unwrap());
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let found = Store::open(root.path()).unwrap_err();
    assert!(matches!(found, StoreError::Newer { found: 7, known: 1, .. }), "{found}");
    fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
    let found = Store::open(root.path()).unwrap_err();
    assert!(found.to_string().contains("not made by Lea"), "{found}");
    fs::remove_file(&path).unwrap();
    fs::write(&path, b"").unwrap();
    drop(Store::open(root.path()).unwrap());
    let file = root.path().join("file");
    fs::write(&file, b"").unwrap();
    assert!(matches!(Store::open(&file), Err(StoreError::Io { .. })), "a file is no folder");
}

#[test]
fn a_database_with_scrambled_pages_never_hides_the_events() {
    let (root, store, _) = store();
    finish(record(&store, "sess_2026-11-16T09-00-00_x", 1, &[picture(SIZE, 5, 5), picture(SIZE, 6, 6)]));
    drop(store);
    let path = root.path().join("frames.db");
    let whole = fs::read(&path).unwrap();
    for page in 1..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096]
            .iter_mut()
            .enumerate()
            .for_each(|(n, b)| *b ^= (n * 7 + page) as u8);
        fs::write(&path, &bytes).unwrap();
        let Ok(store) = Store::open(root.path()) else {
            continue;
        };
        assert_eq!(store.sessions().unwrap().len(), 3, "page {page}");
        assert_eq!(store.session(OTHER).unwrap().events.len(), 2);
        for (id, shot) in
            [(OTHER, "shot_0001"), (ID, "shot_0001"), ("sess_2026-11-16T09-00-00_x", "shot_0002")]
        {
            let _ = store.frame(id, shot);
        }
        drop(store);
        for left in ["frames.db-wal", "frames.db-shm"] {
            let _ = fs::remove_file(root.path().join(left));
        }
    }
}

#[test]
fn what_is_not_a_session_is_passed_over() {
    let (root, store, _) = store();
    let sessions = root.path().join("sessions");
    fs::create_dir_all(sessions.join("2026-11-15/notes")).unwrap();
    fs::create_dir_all(sessions.join("2026-11-16").join(ID)).unwrap();
    fs::write(sessions.join("2026-11-15/sess_2026-11-15T11-00-00_file"), b"").unwrap();
    std::os::unix::fs::symlink("/etc", sessions.join("2026-11-15/sess_2026-11-15T12-00-00_link")).unwrap();
    assert_eq!(store.sessions().unwrap().len(), 2);
    assert!(matches!(store.delete("sess_2026-11-15T11-00-00_file"), Err(StoreError::NoSession { .. })));
    assert!(Path::new("/etc/passwd").exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_log_is_a_session_or_an_error(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        end in any::<prop::sample::Index>(),
    ) {
        let (_root, store, log) = store();
        let mut bytes = fs::read(&log).unwrap();
        for (at, byte) in cuts {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(end.index(bytes.len()) + 1);
        fs::write(&log, bytes).unwrap();
        let _ = store.session(ID);
        prop_assert_eq!(store.sessions().unwrap().len(), 2);
        let _ = store.recover(ID);
    }
}
