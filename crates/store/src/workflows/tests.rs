//! Bundles kept, read, packed and damaged.

#[path = "../../../model/tests/support/invoices.rs"]
mod invoices;

use super::*;
use crate::Store;
use proptest::prelude::*;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

const ID: &str = "WF_validate_invoices";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\nrest";

fn bundle() -> Bundle {
    let mut bundle = Bundle::new(invoices::workflow());
    for (id, vector) in invoices::vectors() {
        assert_eq!(bundle.put_vector(&id, &vector).unwrap(), id);
    }
    for crop in invoices::CROPS.iter().chain(&["screens/N1_invoice_list.png"]) {
        bundle.files.insert((*crop).to_owned(), PNG.to_vec());
    }
    bundle.files.insert("answers.json".into(), b"{}".to_vec());
    bundle
}

fn version(number: u32) -> Bundle {
    let mut bundle = bundle();
    bundle.workflow.version = number;
    bundle.workflow.name = format!("Version {number}");
    bundle
}

struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    Place { folder, store }
}

impl Place {
    fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join("workflows").join(inside)
    }
}

#[test]
fn a_workflow_comes_back_as_it_was_kept() {
    let place = place();
    assert_eq!(place.store.workflows().unwrap(), []);
    place.store.save_workflow(&bundle()).unwrap();
    assert_eq!(place.store.workflow(ID).unwrap(), bundle());
    assert_eq!(bundle().prototype("N2_invoice").unwrap().unwrap()[1], 1.0);
    let list = place.store.workflows().unwrap();
    assert_eq!((list[0].id.as_str(), list[0].nodes, list[0].edges, list[0].enabled), (ID, 5, 7, true));
    assert_eq!(list[0].damage, None);
    let text = fs::read_to_string(place.path("WF_validate_invoices/workflow.json")).unwrap();
    assert!(
        text.starts_with("{\n  \"schema_version\": \"workflow_v3\",\n  \"workflow_id\"")
            && text.ends_with("}\n")
    );
}

#[test]
fn everything_is_for_its_owner_alone() {
    let place = place();
    place.store.save_workflow(&version(1)).unwrap();
    place.store.save_workflow(&version(2)).unwrap();
    let mut folders = vec![place.path("")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let metadata = entry.metadata().unwrap();
            let wanted = if metadata.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(metadata.permissions().mode() & 0o7777, wanted, "{}", entry.path().display());
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn the_version_before_is_kept_and_an_older_one_is_refused() {
    let place = place();
    for number in [1, 2, 2, 5] {
        place.store.save_workflow(&version(number)).unwrap();
    }
    assert_eq!(place.store.workflow_versions(ID).unwrap(), [1, 2, 5]);
    for number in [1, 2, 5] {
        assert_eq!(place.store.workflow_version(ID, number).unwrap(), version(number));
    }
    let error = place.store.workflow_version(ID, 3).unwrap_err().to_string();
    assert!(error.contains("no version 3: there are 1, 2, 5"), "{error}");
    let error = place.store.save_workflow(&version(4)).unwrap_err().to_string();
    assert!(error.contains("version 5 is kept already"), "{error}");
    assert_eq!(place.store.workflow(ID).unwrap(), version(5));
}

#[test]
fn audit_and_proposals_stay_when_it_is_learnt_again() {
    let place = place();
    let mut first = version(1);
    first.files.insert("audit.jsonl".into(), b"{}\n".to_vec());
    first.files.insert("proposals.json".into(), b"[]".to_vec());
    place.store.save_workflow(&first).unwrap();
    place.store.save_workflow(&version(2)).unwrap();
    let kept = place.store.workflow(ID).unwrap();
    assert_eq!(
        (kept.files["audit.jsonl"].as_slice(), kept.files["proposals.json"].as_slice()),
        (&b"{}\n"[..], &b"[]"[..])
    );
    let mut third = version(3);
    third.files.insert("audit.jsonl".into(), b"{}\n{}\n".to_vec());
    place.store.save_workflow(&third).unwrap();
    assert_eq!(place.store.workflow(ID).unwrap().files["audit.jsonl"].len(), 6);
}

#[test]
fn what_is_not_sound_is_not_kept() {
    let place = place();
    let unfit = |change: &dyn Fn(&mut Bundle), words: &str| {
        let mut bundle = bundle();
        change(&mut bundle);
        let error = place.store.save_workflow(&bundle).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    unfit(&|b| b.workflow.edges[0].to_node = "N9_gone".into(), "no node is called");
    unfit(&|b| drop(b.files.remove("prototypes/N3_confirm.npy")), "prototypes/N3_confirm.npy");
    unfit(&|b| drop(b.files.remove("crops/E4_confirm.png")), "crops/E4_confirm.png");
    unfit(&|b| drop(b.put_vector("N1_invoice_list", &[1.0, 0.0])), "it has 2 numbers");
    unfit(&|b| drop(b.put_vector("N1_invoice_list", &[f32::NAN; 8])), "its norm is NaN");
    unfit(&|b| drop(b.files.insert("crops/E4_confirm.png".into(), vec![1])), "it is no PNG");
    unfit(&|b| drop(b.files.insert("../x.png".into(), PNG.to_vec())), "no other folder");
    unfit(&|b| drop(b.files.insert("answers.json".into(), vec![b'{'])), "answers.json");
    assert_eq!(place.store.workflows().unwrap(), []);
    assert!(bundle().put_vector("../x", &[1.0]).is_err());
}

#[test]
fn a_broken_bundle_is_named_and_hides_no_other() {
    let place = place();
    place.store.save_workflow(&bundle()).unwrap();
    let mut other = bundle();
    other.workflow.workflow_id = "WF_other".into();
    place.store.save_workflow(&other).unwrap();
    let file = |name: &str| place.path(ID).join(name);
    let whole = fs::read(file("workflow.json")).unwrap();
    let damaged = |words: &str| {
        let error = place.store.workflow(ID).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };

    fs::write(file("workflow.json"), &whole[..100]).unwrap();
    damaged("workflow.json cannot be read: this is not JSON");
    let list = place.store.workflows().unwrap();
    assert_eq!(list.len(), 2);
    assert!(list[1].damage.as_ref().unwrap().contains("workflow.json") && !list[1].enabled);
    assert_eq!((list[0].id.as_str(), &list[0].damage), ("WF_other", &None));
    assert!(place.store.set_workflow_enabled(ID, true).is_err(), "what cannot be read cannot be enabled");

    fs::write(file("workflow.json"), &whole).unwrap();
    fs::rename(file("prototypes/N1_invoice_list.npy"), file("prototypes/N1.npy")).unwrap();
    damaged("the vector \"prototypes/N1_invoice_list.npy\" does not exist");
    assert!(place.store.workflows().unwrap()[1].damage.as_ref().unwrap().contains("does not exist"));

    std::os::unix::fs::symlink(file("prototypes/N1.npy"), file("prototypes/N1_invoice_list.npy")).unwrap();
    damaged("prototypes/N1_invoice_list.npy is damaged: it is a link");
    fs::remove_file(file("prototypes/N1_invoice_list.npy")).unwrap();
    fs::write(file("prototypes/N1_invoice_list.npy"), b"no vector").unwrap();
    damaged("N1_invoice_list.npy of workflow WF_validate_invoices is damaged: it is not an .npy");

    fs::rename(place.path("WF_other"), place.path("WF_renamed")).unwrap();
    let error = place.store.workflow("WF_renamed").unwrap_err().to_string();
    assert!(error.contains("holds workflow \"WF_other\"; import it"), "{error}");
    place.store.delete_workflow(ID).unwrap();
}

#[test]
fn a_bundle_that_is_a_link_is_not_followed() {
    let place = place();
    place.store.save_workflow(&bundle()).unwrap();
    let away = place.folder.path().join("away");
    fs::rename(place.path(ID), &away).unwrap();
    std::os::unix::fs::symlink(&away, place.path(ID)).unwrap();
    assert!(place.store.workflow(ID).unwrap_err().to_string().contains("it is a link"));
    fs::remove_file(place.path(ID)).unwrap();
    fs::rename(&away, place.path(ID)).unwrap();
    let crops = place.path(ID).join("crops");
    fs::rename(&crops, &away).unwrap();
    std::os::unix::fs::symlink(&away, &crops).unwrap();
    assert!(place.store.workflow(ID).unwrap_err().to_string().contains("it is a link"));
}

#[test]
fn an_import_is_not_enabled_and_replaces_only_when_asked() {
    let place = place();
    assert_eq!(place.store.import_workflow(&version(3), false).unwrap(), 3);
    assert!(!place.store.workflow_enabled(ID).unwrap());
    place.store.set_workflow_enabled(ID, true).unwrap();
    place.store.save_workflow(&version(4)).unwrap();
    assert!(place.store.workflow_enabled(ID).unwrap(), "what is learnt again stays enabled");
    let error = place.store.import_workflow(&version(2), false).unwrap_err().to_string();
    assert!(error.contains("there is already a workflow"), "{error}");
    assert_eq!(place.store.import_workflow(&version(2), true).unwrap(), 5);
    assert!(!place.store.workflow_enabled(ID).unwrap());
    assert_eq!(place.store.workflow_versions(ID).unwrap(), [3, 4, 5]);
    assert_eq!(place.store.workflow(ID).unwrap().workflow.name, "Version 2");
    // What was put there by hand is not enabled either.
    fs::remove_file(place.path(ID).join("state.json")).unwrap();
    assert!(!place.store.workflow_enabled(ID).unwrap());
}

#[test]
fn an_import_brings_no_decision_about_risk() {
    use lea_model::workflow::{ProposedLevel, Risk, RiskLevel, Ruling};
    let place = place();
    let mut bundle = version(1);
    let edge = &mut bundle.workflow.edges[0];
    edge.risk = Some(Risk {
        level: RiskLevel::Free,
        decided_by: Some("anne".into()),
        decided_at: Some("2026-11-18T08:00:00Z".into()),
        content_hash: Some(edge.content_hash()),
        proposed: Some(ProposedLevel::Ask),
        ..Risk::default()
    });
    place.store.save_workflow(&bundle).unwrap();
    let ruling = |store: &Store| format!("{:?}", store.workflow(ID).unwrap().workflow.edges[0].ruling());
    assert!(ruling(&place.store).contains("anne"), "one of this machine keeps what was decided");
    place.store.import_workflow(&bundle, true).unwrap();
    assert_eq!(ruling(&place.store), format!("{:?}", Some(Ruling::Proposed(ProposedLevel::Ask))));
}

#[test]
fn deleting_leaves_nothing_and_is_finished_when_it_was_cut_short() {
    let place = place();
    place.store.save_workflow(&version(1)).unwrap();
    place.store.save_workflow(&version(2)).unwrap();
    fs::create_dir_all(place.path(".new_WF_half/crops")).unwrap();
    fs::rename(place.path(ID), place.path(".new_WF_validate_invoices")).unwrap();
    drop(Store::open(place.folder.path()).unwrap());
    let names = |place: &Place| -> Vec<String> {
        let entries = fs::read_dir(place.path("")).unwrap().flatten();
        entries.map(|e| e.file_name().into_string().unwrap()).filter(|n| n != ".lock").collect()
    };
    assert_eq!(names(&place), [".history"]);
    assert_eq!(fs::read_dir(place.path(".history")).unwrap().count(), 0);
    place.store.save_workflow(&version(1)).unwrap();
    place.store.save_workflow(&version(2)).unwrap();
    // The moment between two renames, on a file system that cannot exchange.
    fs::rename(place.path(ID), place.path(".old_WF_validate_invoices")).unwrap();
    drop(Store::open(place.folder.path()).unwrap());
    assert_eq!(place.store.workflow_versions(ID).unwrap(), [1, 2]);
    place.store.delete_workflow(ID).unwrap();
    assert_eq!(names(&place), [".history"]);
    assert_eq!(fs::read_dir(place.path(".history")).unwrap().count(), 0);
    for error in [place.store.delete_workflow(ID).err(), place.store.workflow(ID).err()] {
        assert!(matches!(error, Some(StoreError::NoWorkflow { .. })));
    }
    assert!(matches!(place.store.workflow("../x"), Err(StoreError::BadId(_))));
}

#[test]
fn whoever_reads_while_another_saves_sees_one_version() {
    let place = place();
    place.store.save_workflow(&version(1)).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| (2..12).for_each(|number| place.store.save_workflow(&version(number)).unwrap()));
        let other = Store::open(place.folder.path()).unwrap();
        loop {
            let seen = other.workflow(ID).unwrap();
            assert_eq!(seen, version(seen.workflow.version));
            if seen.workflow.version == 11 {
                break;
            }
        }
    });
    assert_eq!(place.store.workflow_versions(ID).unwrap().len(), 11);
}

#[test]
fn whoever_changes_it_loses_nothing_that_another_changed() {
    let place = place();
    place.store.save_workflow(&version(1)).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let store = Store::open(place.folder.path()).unwrap();
                for _ in 0..5 {
                    let count = |b: &mut Bundle| {
                        b.workflow.stats.observed_runs += 1;
                        Ok::<(), ()>(())
                    };
                    store.update_workflow(ID, count).unwrap().unwrap();
                }
            });
        }
    });
    let before = place.store.workflow(ID).unwrap();
    assert_eq!(before.workflow.stats.observed_runs, 6 + 20);
    let refused = place.store.update_workflow(ID, |b| {
        b.workflow.name = "Never".into();
        Err::<(), &str>("no")
    });
    assert_eq!(refused.unwrap(), Err("no"));
    assert_eq!(place.store.workflow(ID).unwrap(), before);
    let moved = place.store.update_workflow(ID, |b| {
        b.workflow.workflow_id = "WF_elsewhere".into();
        Ok::<(), ()>(())
    });
    assert!(moved.is_err(), "it stays where it is");
}

#[test]
fn a_bundle_is_written_to_a_folder_and_read_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("a/WF_x");
    bundle().write_folder(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    fs::write(out.join("crops/.DS_Store"), "theirs").unwrap();
    assert_eq!(Bundle::read_folder(&out).unwrap(), bundle());
    let error = bundle().write_folder(&out).unwrap_err().to_string();
    assert!(error.contains("something is there already"), "{error}");
    assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1, "nothing half-made stays");
    fs::create_dir(folder.path().join("empty")).unwrap();
    bundle().write_folder(&folder.path().join("empty")).unwrap();
    assert!(Bundle::read_folder(&folder.path().join("gone")).is_err());
}

/// An archive with one file of any kind besides the bundle.
fn archive_with(change: impl FnOnce(&mut tar::Builder<Vec<u8>>)) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    change(&mut tar);
    let text = serde_json::to_vec(&bundle().workflow).unwrap();
    let files = bundle().files;
    for (path, bytes) in files.iter().map(|(p, b)| (p.as_str(), b)).chain([("workflow.json", &text)]) {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    zstd::encode_all(tar.into_inner().unwrap().as_slice(), 1).unwrap()
}

/// A header whose path tar itself would refuse to write.
fn raw_entry(tar: &mut tar::Builder<Vec<u8>>, path: &str, kind: tar::EntryType, bytes: &[u8]) {
    let mut header = tar::Header::new_gnu();
    header.as_gnu_mut().unwrap().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(kind);
    header.set_size(bytes.len() as u64);
    header.set_cksum();
    tar.append(&header, bytes).unwrap();
}

#[test]
fn an_archive_brings_a_bundle_back_and_is_the_same_each_time() {
    let mut with_audit = bundle();
    with_audit.files.insert("audit.jsonl".into(), b"{}\n".to_vec());
    let packed = with_audit.pack().unwrap();
    assert_eq!(packed, with_audit.pack().unwrap());
    let Unpacked { bundle: back, left_out } = Bundle::unpack(packed.as_slice()).unwrap();
    assert_eq!(back, bundle());
    assert_eq!(left_out, ["audit.jsonl"]);
    let long = "n".repeat(190);
    let mut long_named = bundle();
    long_named.files.insert(format!("screens/{long}.png"), PNG.to_vec());
    assert_eq!(Bundle::unpack(long_named.pack().unwrap().as_slice()).unwrap().bundle, long_named);
    // Without a folder on top, as others may make them.
    assert_eq!(Bundle::unpack(archive_with(|_| {}).as_slice()).unwrap().bundle, bundle());
}

#[test]
fn hostile_archives_are_refused() {
    use tar::EntryType;
    let refused = |change: &dyn Fn(&mut tar::Builder<Vec<u8>>), words: &str| {
        let error = Bundle::unpack(archive_with(change).as_slice()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&|t| raw_entry(t, "/etc/passwd", EntryType::Regular, b"x"), "it is absolute");
    refused(&|t| raw_entry(t, "crops/../../x", EntryType::Regular, b"x"), "it climbs out");
    refused(&|t| raw_entry(t, "..", EntryType::Directory, b""), "it climbs out");
    refused(&|t| raw_entry(t, "a\\b", EntryType::Regular, b"x"), "no plain path");
    refused(&|t| raw_entry(t, "crops/a.png", EntryType::Symlink, b""), "it is a link");
    refused(&|t| raw_entry(t, "crops/a.png", EntryType::Link, b""), "it is a link");
    refused(&|t| raw_entry(t, "crops/a.png", EntryType::Fifo, b""), "neither a file nor a folder");
    refused(&|t| raw_entry(t, "crops/a.png", EntryType::Char, b""), "neither a file nor a folder");
    refused(&|t| raw_entry(t, "answers.json", EntryType::Regular, b"1"), "it is there twice");
    refused(
        &|t| (0..=MOST_FILES).for_each(|n| raw_entry(t, &format!("{n}"), EntryType::Regular, b"")),
        "more than 10000 files",
    );
    let harmless = archive_with(|t| {
        raw_entry(t, "crops", EntryType::Directory, b"");
        raw_entry(t, "README", EntryType::Regular, b"x");
        raw_entry(t, "state.json", EntryType::Regular, b"{\"enabled\": true}");
    });
    assert_eq!(Bundle::unpack(harmless.as_slice()).unwrap().left_out, ["README"]);
    for (bytes, words) in [(&b"PK\x03\x04zip"[..], "no .lea file"), (b"", "no .lea file")] {
        assert!(Bundle::unpack(bytes).unwrap_err().to_string().contains(words));
    }
}

#[test]
fn a_bomb_is_refused_before_it_fills_the_memory() {
    let mut packed = Vec::new();
    let mut tar = tar::Builder::new(zstd::stream::write::Encoder::new(&mut packed, 1).unwrap());
    let mut header = tar::Header::new_gnu();
    header.set_size(MOST_BYTES + (64 << 20));
    let zeros = std::io::Read::take(std::io::repeat(0), MOST_BYTES + (64 << 20));
    tar.append_data(&mut header, "crops/a.png", zeros).unwrap();
    tar.into_inner().unwrap().finish().unwrap();
    assert!(packed.len() < 1 << 20);
    let error = Bundle::unpack(packed.as_slice()).unwrap_err().to_string();
    assert!(error.contains("unpacks to more than"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// P18: what is packed comes back, whatever the files hold.
    #[test]
    fn any_bundle_survives_packing(names in prop::collection::btree_set("[a-zA-Z0-9_é-]{1,60}", 0..6), content: Vec<u8>, version in 1_u32..1000) {
        let mut bundle = super::tests::version(version);
        for name in names {
            bundle.files.insert(format!("screens/{name}.png"), [PNG, &content].concat());
        }
        prop_assert_eq!(Bundle::unpack(bundle.pack().unwrap().as_slice()).unwrap().bundle, bundle);
    }

    /// P14: no workflow is kept whose prototype has no vector, or no samples.
    #[test]
    fn prototypes_have_samples_and_a_vector(gone in prop::collection::vec(prop::bool::weighted(0.1), 5), samples in prop::collection::vec(0_u64..30, 5)) {
        let mut bundle = bundle();
        for ((node, gone), samples) in bundle.workflow.nodes.iter_mut().zip(&gone).zip(&samples) {
            node.screen_template.embedding_prototype.as_mut().unwrap().sample_count = *samples;
            if *gone {
                bundle.files.remove(&format!("prototypes/{}.npy", node.node_id));
            }
        }
        let is_sound = !gone.contains(&true) && !samples.contains(&0);
        let place = place();
        prop_assert_eq!(place.store.save_workflow(&bundle).is_ok(), is_sound);
        prop_assert_eq!(place.store.workflow(ID).is_ok(), is_sound);
        prop_assert_eq!(bundle.pack().is_ok(), is_sound);
    }

    /// P12: no workflow is kept with an edge to a node that does not exist.
    #[test]
    fn no_edge_dangles(edge in 0_usize..7, node in prop::sample::select(vec!["N1_invoice_list", "N9_gone", "ANY", ""])) {
        let mut bundle = bundle();
        bundle.workflow.edges[edge].to_node = node.to_owned();
        prop_assert_eq!(place().store.save_workflow(&bundle).is_ok(), node == "N1_invoice_list");
    }

    #[test]
    fn any_bytes_are_a_bundle_or_an_error(bytes: Vec<u8>) {
        prop_assert!(Bundle::unpack(bytes.as_slice()).is_err());
        let packed = zstd::encode_all(bytes.as_slice(), 1).unwrap();
        prop_assert!(Bundle::unpack(packed.as_slice()).is_err());
    }

    #[test]
    fn an_archive_with_a_changed_byte_is_a_sound_bundle_or_an_error(at: prop::sample::Index, bit in 0_u8..8) {
        let mut tar = zstd::decode_all(bundle().pack().unwrap().as_slice()).unwrap();
        let at = at.index(tar.len());
        tar[at] ^= 1 << bit;
        if let Ok(unpacked) = Bundle::unpack(zstd::encode_all(tar.as_slice(), 1).unwrap().as_slice()) {
            prop_assert_eq!(unpacked.bundle.workflow.problems(), []);
            prop_assert!(unpacked.bundle.files.keys().all(|path| FileKind::of(path).is_some()));
        }
    }

    #[test]
    fn a_cut_archive_is_an_error(keep: prop::sample::Index) {
        let packed = bundle().pack().unwrap();
        let keep = keep.index(packed.len());
        prop_assert!(Bundle::unpack(&packed[..keep]).is_err());
    }
}
