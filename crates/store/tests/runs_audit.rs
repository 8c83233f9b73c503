//! The audit trail: it hangs together, and whatever is done to it is found (S5).
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::child;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use lea_model::run::AuditRecord;
use lea_store::{Audit, AuditFilter, Store};
use proptest::prelude::*;

const ROOT: &str = "LEA_STORE_AUDIT_ROOT";
const RECORDS: u64 = 8;

fn record(step: u64) -> AuditRecord {
    AuditRecord {
        when: format!("2026-11-{:02}T09:00:00Z", step % 28 + 1),
        who: "marie".into(),
        robot: "desk-7".into(),
        workflow_id: if step.is_multiple_of(2) { "WF_invoices" } else { "WF_letters" }.into(),
        workflow_version: 3,
        run_id: format!("run_2026-11-15T09-00-0{}_invoices", step % 3),
        step,
        action: "mouse_click".into(),
        target: "click “Valider”\n, \"twice\"".into(),
        score: Some(0.1 + 0.2),
        ..AuditRecord::default()
    }
}

struct Trail {
    root: tempfile::TempDir,
    audit: Audit,
}

impl Trail {
    fn new(records: u64) -> Self {
        let root = tempfile::tempdir().unwrap();
        let mut audit = Store::open(root.path()).unwrap().audit();
        (1..=records).for_each(|step| audit.append(&mut record(step)).unwrap());
        Self { root, audit }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join("audit").join(name)
    }

    fn count(&self) -> u64 {
        self.audit.verify().unwrap().unwrap().count
    }
}

#[test]
fn records_come_back_and_their_chain_verifies() {
    let mut trail = Trail::new(0);
    assert_eq!(trail.count(), 0);
    assert_eq!(trail.audit.records(&AuditFilter::default()).unwrap(), []);
    let mut first = record(1);
    trail.audit.append(&mut first).unwrap();
    let mut second = record(2);
    trail.audit.append(&mut second).unwrap();
    assert_eq!((first.number, second.number, &second.previous), (1, 2, &first.hash));
    assert_eq!((first.previous.as_str(), first.hash.len()), ("", 64));
    assert_eq!(trail.audit.records(&AuditFilter::default()).unwrap(), [first, second.clone()]);
    let verified = trail.audit.verify().unwrap().unwrap();
    assert_eq!((verified.count, verified.hash, verified.torn_bytes), (2, second.hash, 0));
    for name in ["audit.jsonl", "head.json", ".lock"] {
        assert_eq!(fs::metadata(trail.path(name)).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_hash_can_be_checked_without_lea() {
    let trail = Trail::new(2);
    for line in fs::read_to_string(trail.path("audit.jsonl")).unwrap().lines() {
        let (body, hash) = line.split_once(",\"hash\":\"").unwrap();
        let wanted = blake3::hash(format!("{body}}}").as_bytes()).to_hex().to_string();
        assert_eq!(hash, format!("{wanted}\"}}"));
    }
}

#[test]
fn records_are_found_by_workflow_run_and_time() {
    let trail = Trail::new(12);
    let found = |filter: AuditFilter| -> Vec<u64> {
        trail.audit.records(&filter).unwrap().iter().map(|r| r.step).collect()
    };
    let all = AuditFilter::default;
    assert_eq!(found(AuditFilter { workflow_id: Some("WF_invoices".into()), ..all() }), [2, 4, 6, 8, 10, 12]);
    let run = Some("run_2026-11-15T09-00-01_invoices".to_owned());
    assert_eq!(found(AuditFilter { run_id: run.clone(), ..all() }), [1, 4, 7, 10]);
    assert_eq!(found(AuditFilter { run_id: run, limit: Some(2), ..all() }), [7, 10]);
    let since = "2026-11-11T09:00:00Z".parse().ok();
    assert_eq!(found(AuditFilter { since, ..all() }), [10, 11, 12]);
    assert_eq!(found(AuditFilter { limit: Some(0), ..all() }), [0; 0]);
}

/// What was done to the files of a trail.
#[derive(Clone, Debug)]
enum Tampering {
    Change(prop::sample::Index, u8),
    Remove(prop::sample::Index, usize),
    Insert(prop::sample::Index, Vec<u8>),
    Truncate(prop::sample::Index),
    RemoveLine(prop::sample::Index),
    SwapLines(prop::sample::Index, prop::sample::Index),
    DoubleLine(prop::sample::Index, prop::sample::Index),
    ForgeLine(prop::sample::Index),
    ChangeHead(prop::sample::Index, u8),
    RemoveHead,
    RemoveTrail,
}

fn tampering() -> impl Strategy<Value = Tampering> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), 1u8..).prop_map(|(i, x)| Tampering::Change(i, x)),
        (at(), 1usize..40).prop_map(|(i, n)| Tampering::Remove(i, n)),
        (at(), prop::collection::vec(any::<u8>(), 1..40)).prop_map(|(i, b)| Tampering::Insert(i, b)),
        (at(), "[a-z\"{}:,0-9\n]{1,20}").prop_map(|(i, t)| Tampering::Insert(i, t.into_bytes())),
        at().prop_map(Tampering::Truncate),
        at().prop_map(Tampering::RemoveLine),
        (at(), at()).prop_map(|(i, j)| Tampering::SwapLines(i, j)),
        (at(), at()).prop_map(|(i, j)| Tampering::DoubleLine(i, j)),
        at().prop_map(Tampering::ForgeLine),
        (at(), 1u8..).prop_map(|(i, x)| Tampering::ChangeHead(i, x)),
        Just(Tampering::RemoveHead),
        Just(Tampering::RemoveTrail),
    ]
}

/// Does it; the trail afterwards, and the head.
fn tamper(trail: &[u8], head: &[u8], how: &Tampering) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    let mut bytes = trail.to_vec();
    let mut head = head.to_vec();
    let mut lines: Vec<Vec<u8>> = trail.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    match how {
        Tampering::Change(at, x) => bytes[at.index(trail.len())] ^= x,
        Tampering::Remove(at, n) => {
            let at = at.index(trail.len());
            bytes.drain(at..(at + n).min(trail.len()));
        }
        Tampering::Insert(at, new) => {
            let at = at.index(trail.len() + 1);
            bytes.splice(at..at, new.iter().copied());
        }
        Tampering::Truncate(at) => bytes.truncate(at.index(trail.len())),
        Tampering::RemoveLine(at) => drop(lines.remove(at.index(lines.len()))),
        Tampering::SwapLines(a, b) => {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            lines.swap(a, b);
        }
        Tampering::DoubleLine(from, to) => {
            let line = lines[from.index(lines.len())].clone();
            lines.insert(to.index(lines.len() + 1), line);
        }
        Tampering::ForgeLine(at) => {
            // A record that fits its own hash, but not the chain.
            let at = at.index(lines.len());
            let text = String::from_utf8(lines[at].clone()).unwrap().replace("marie", "maria");
            let body = text.split_once(",\"hash\":\"").unwrap().0;
            let hash = blake3::hash(format!("{body}}}").as_bytes()).to_hex();
            lines[at] = format!("{body},\"hash\":\"{hash}\"}}\n").into_bytes();
        }
        Tampering::ChangeHead(at, x) => {
            let at = at.index(head.len());
            head[at] ^= x;
        }
        Tampering::RemoveHead => return (Some(bytes), None),
        Tampering::RemoveTrail => return (None, Some(head)),
    }
    let joined = lines.concat();
    (Some(if joined == trail { bytes } else { joined }), Some(head))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_tampering_is_found_s5(how in tampering()) {
        use std::sync::{Mutex, OnceLock, PoisonError};
        static TRAIL: OnceLock<(Mutex<Trail>, Vec<u8>, Vec<u8>)> = OnceLock::new();
        let (trail, bytes, head) = TRAIL.get_or_init(|| {
            let trail = Trail::new(RECORDS);
            let read = |name: &str| fs::read(trail.path(name)).unwrap();
            let (bytes, head) = (read("audit.jsonl"), read("head.json"));
            (Mutex::new(trail), bytes, head)
        });
        let trail = trail.lock().unwrap_or_else(PoisonError::into_inner);
        let (new_bytes, new_head) = tamper(bytes, head, &how);
        prop_assume!(new_bytes.as_ref() != Some(bytes) || new_head.as_ref() != Some(head));
        put(&trail.path("audit.jsonl"), new_bytes.as_deref());
        put(&trail.path("head.json"), new_head.as_deref());
        // Bytes added at the very end may look as a crash leaves them: then they are named, and no record is touched.
        match trail.audit.verify().unwrap() {
            Err(broken) => prop_assert!((1..=RECORDS + 1).contains(&broken.line), "{broken}"),
            Ok(verified) => {
                prop_assert!(new_bytes.is_some_and(|new| new.starts_with(bytes)), "{how:?}: {verified:?}");
                prop_assert_eq!(verified.count, RECORDS);
                prop_assert!(verified.torn_bytes > 0);
            }
        }
    }
}

fn put(path: &Path, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => fs::write(path, bytes).unwrap(),
        None => drop(fs::remove_file(path)),
    }
}

#[test]
fn the_line_that_was_changed_is_named() {
    let trail = Trail::new(RECORDS);
    let text = fs::read_to_string(trail.path("audit.jsonl")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let forged = lines[4].replace("marie", "maria");
    let changed = [&lines[..4], &[forged.as_str()], &lines[5..]].concat();
    fs::write(trail.path("audit.jsonl"), changed.join("\n") + "\n").unwrap();
    let broken = trail.audit.verify().unwrap().unwrap_err();
    assert_eq!(broken.line, 5);
    assert!(broken.to_string().contains("it was changed"), "{broken}");
    fs::write(trail.path("audit.jsonl"), lines[..6].join("\n") + "\n").unwrap();
    let broken = trail.audit.verify().unwrap().unwrap_err();
    assert!(broken.line == 7 && broken.why.contains("cut off"), "{broken}");
    let error = Store::open(trail.root.path()).unwrap().audit().append(&mut record(9)).unwrap_err();
    assert!(error.to_string().contains("lea audit verify"), "nothing is added to it: {error}");
}

#[test]
fn a_crash_between_record_and_head_is_mended_by_the_next_record() {
    let mut trail = Trail::new(3);
    let head = fs::read(trail.path("head.json")).unwrap();
    trail.audit.append(&mut record(4)).unwrap();
    fs::write(trail.path("head.json"), &head).unwrap();
    assert_eq!(trail.count(), 4, "no alarm");
    let mut other = Store::open(trail.root.path()).unwrap().audit();
    other.append(&mut record(5)).unwrap();
    assert_eq!(trail.count(), 5);
    // A power cut may leave it further behind: it is a head of this chain all the same.
    fs::write(trail.path("head.json"), &head).unwrap();
    assert_eq!(trail.count(), 5);
    other.append(&mut record(6)).unwrap();
    assert_eq!(trail.count(), 6);
    // The head of another chain is what no crash leaves.
    let another = fs::read(Trail::new(2).path("head.json")).unwrap();
    fs::write(trail.path("head.json"), String::from_utf8(another).unwrap().replace(":2,", ":3,")).unwrap();
    assert!(trail.audit.verify().unwrap().is_err());
    assert!(other.append(&mut record(7)).is_err());
}

#[test]
fn a_record_torn_by_a_crash_is_set_aside() {
    let trail = Trail::new(3);
    let whole = fs::read(trail.path("audit.jsonl")).unwrap();
    let mut next = Trail::new(4);
    let all = fs::read(next.path("audit.jsonl")).unwrap();
    let line = &all[whole.len()..];
    let mut set_aside = 0;
    for cut in [1, 9, 30, line.len() / 2, line.len() - 1] {
        for zeros in [0, line.len() - cut] {
            let torn = [&line[..cut], &vec![0; zeros]].concat();
            fs::write(trail.path("audit.jsonl"), [&whole[..], &torn].concat()).unwrap();
            let verified = trail.audit.verify().unwrap().unwrap();
            assert_eq!((verified.count, verified.torn_bytes), (3, torn.len() as u64), "cut after {cut}");
            let before = fs::read(trail.path("head.json")).unwrap();
            Store::open(trail.root.path()).unwrap().audit().append(&mut record(4)).unwrap();
            set_aside += 1;
            assert_eq!(fs::read(trail.path(&format!("torn-{set_aside}"))).unwrap(), torn);
            assert_eq!(trail.count(), 4);
            fs::write(trail.path("head.json"), before).unwrap();
        }
    }
    // The first record of all may be torn as well.
    fs::remove_file(next.path("head.json")).unwrap();
    fs::write(next.path("audit.jsonl"), &all[..20]).unwrap();
    next.audit.append(&mut record(1)).unwrap();
    assert_eq!(next.count(), 1);
}

#[test]
fn what_would_not_be_readable_again_is_refused() {
    let mut trail = Trail::new(1);
    assert!(trail.audit.append(&mut AuditRecord { confidence: f64::NAN, ..record(2) }).is_err());
    assert!(trail.audit.append(&mut AuditRecord { detail: "x".repeat(2 << 20), ..record(2) }).is_err());
    trail.audit.append(&mut record(2)).unwrap();
    assert_eq!(trail.count(), 2);
}

/// Not a test of its own: what the other processes do.
#[test]
fn child_that_is_audited() {
    let Ok(root) = std::env::var(ROOT) else { return };
    let mut audit = Store::open(root).unwrap().audit();
    let mut out = std::io::stdout();
    for step in 1.. {
        audit.append(&mut record(step)).unwrap();
        writeln!(out, "ack {step}").unwrap();
    }
}

#[test]
fn several_processes_append_and_kill_9_breaks_nothing() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().to_str().unwrap();
    let audit = Store::open(root.path()).unwrap().audit();
    let mut acknowledged = 0;
    for round in 0..6 {
        let mut children: Vec<_> =
            (0..3).map(|_| child("child_that_is_audited", &[(ROOT, path)]).spawn().unwrap()).collect();
        for (n, child) in children.iter_mut().enumerate() {
            let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
            let wanted = format!("ack {}", 3 + round * 2 + n);
            let mut acks = 0;
            for line in output.by_ref().map_while(Result::ok) {
                acks += u64::from(line.contains("ack "));
                if line.ends_with(&wanted) {
                    break;
                }
            }
            child.kill().unwrap();
            acks += output.map_while(Result::ok).filter(|l| l.contains("ack ")).count() as u64;
            child.wait().unwrap();
            acknowledged += acks;
        }
        let verified = audit.verify().unwrap().unwrap();
        // Each killed process may have written one record that it was not told of.
        let most = acknowledged + 3 * (round as u64 + 1);
        assert!((acknowledged..=most).contains(&verified.count), "{acknowledged}: {verified:?}");
    }
}

/// One sync, whatever the length of the trail.
#[test]
fn a_long_trail_is_not_slower() {
    let mut trail = Trail::new(200);
    let begun = Instant::now();
    (0..20).for_each(|n| trail.audit.append(&mut record(n)).unwrap());
    println!("append: {:?}", begun.elapsed() / 20);
    assert_eq!(trail.count(), 220);
}
