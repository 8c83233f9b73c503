use super::*;
use lea_model::RawSession;
use proptest::prelude::*;
use std::os::unix::fs::PermissionsExt;

const SESSION: &str = "sess_2026-11-15T09-00-00_marie";
const OTHER: &str = "sess_2026-11-15T10-00-00_paul";

fn space(id: &str, dimensions: u32) -> Space {
    Space { id: id.into(), version: "1".into(), dimensions, ..Space::default() }
}

fn unit(mut v: Vec<f32>) -> Vec<f32> {
    v[0] += 1.5;
    let norm = v.iter().map(|x| x * x).sum::<f32>().sqrt();
    v.iter_mut().for_each(|x| *x /= norm);
    v
}

fn entry(id: &str, workflow: Option<&str>) -> Entry {
    Entry { vector_id: id.into(), workflow_id: workflow.map(Into::into), ..Entry::default() }
}

fn units(most: usize) -> impl Strategy<Value = Vec<Vec<f32>>> {
    prop::collection::vec(prop::collection::vec(-1.0f32..1.0, 24).prop_map(unit), 1..most)
}

fn is_damaged(path: &Path) -> bool {
    matches!(file::load(path), Err(StoreError::Damaged { .. }))
}

fn filled(rows: &[Vec<f32>]) -> FlatIndex {
    let space = space("s", 24);
    let mut index = FlatIndex::new(space.clone());
    for (i, v) in rows.iter().enumerate() {
        let mut entry = entry(&format!("v{i:03}"), Some(if i % 2 == 0 { "WF_even" } else { "WF_odd" }));
        entry.metadata.insert("n".into(), i.into());
        index.add(&space, entry, v).unwrap();
    }
    index
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// P11: an added vector comes back first, with its metadata. P6: every cosine is within -1..1.
    #[test]
    fn an_added_vector_is_its_own_first_result(rows in units(40), at: prop::sample::Index) {
        let index = filled(&rows);
        let at = at.index(rows.len());
        let hits = index.search(&space("s", 24), &rows[at], 5, None).unwrap();
        let first = hits[0].entry.metadata["n"].as_u64().unwrap() as usize;
        prop_assert_eq!(&rows[first], &rows[at], "it, or an exact copy of it");
        prop_assert!(hits.iter().all(|h| (-1.0..=1.0).contains(&h.cosine)));
        prop_assert!(hits.windows(2).all(|w| w[0].cosine >= w[1].cosine));
    }

    /// P5: the similarity of a to b is that of b to a.
    #[test]
    fn search_is_symmetric(rows in units(3)) {
        prop_assume!(rows.len() == 2);
        let index = filled(&rows);
        let to = |query: usize, wanted: &str| {
            let hits = index.search(&space("s", 24), &rows[query], 2, None).unwrap();
            hits.into_iter().find(|h| h.entry.vector_id == wanted).unwrap().cosine
        };
        prop_assert_eq!(to(0, "v001").to_bits(), to(1, "v000").to_bits());
    }

    /// Workflows never interfere: what one finds does not depend on what is in the other.
    #[test]
    fn workflows_are_apart(rows in units(30), removed in prop::collection::vec(any::<bool>(), 30)) {
        let mut index = filled(&rows);
        let search = |index: &FlatIndex| index.search(&space("s", 24), &rows[0], 9, Some("WF_even")).unwrap();
        let before = search(&index);
        prop_assert!(before.iter().all(|h| h.entry.workflow_id.as_deref() == Some("WF_even")));
        for i in (1..rows.len()).step_by(2).filter(|i| removed[*i]) {
            let is_there = index.remove(&format!("v{i:03}"));
            prop_assert!(is_there);
        }
        index.compact();
        prop_assert_eq!(search(&index), before);
    }

    /// What was saved is what is loaded; a file cut or changed anywhere is an error that says so.
    #[test]
    fn an_index_comes_back_or_is_refused(rows in units(12), at: prop::sample::Index, flip in 1u8..) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index");
        let index = filled(&rows);
        file::save(&index, &path).unwrap();
        let loaded = file::load(&path).unwrap();
        prop_assert!(loaded.rows().eq(index.rows()));
        let mut bytes = std::fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        std::fs::write(&path, &bytes).unwrap();
        prop_assert!(is_damaged(&path));
        bytes[at] ^= flip;
        std::fs::write(&path, &bytes[..at]).unwrap();
        prop_assert!(is_damaged(&path));
    }
}

#[test]
fn a_vector_of_another_space_dimension_or_norm_is_refused() {
    let mut index = filled(&[unit(vec![0.1; 24])]);
    let good = unit(vec![0.2; 24]);
    let mut other = space("s", 24);
    other.version = "2".into();
    let cases = [
        (space("t", 24), good.clone(), "bound to s"),
        (other, good, "version 2"),
        (space("s", 24), unit(vec![0.2; 23]), "23 dimensions"),
        (space("s", 24), vec![0.5; 24], "norm"),
        (space("s", 24), vec![f32::NAN; 24], "norm"),
    ];
    for (space, vector, says) in cases {
        let added = index.add(&space, entry("x", None), &vector).unwrap_err().to_string();
        let searched = index.search(&space, &vector, 1, None).unwrap_err().to_string();
        assert!(added.contains(says) && searched.contains(says), "{added}");
    }
    assert_eq!(index.len(), 1);
}

/// A store with two sessions, and a print of one screen.
fn store() -> (tempfile::TempDir, Store, StateEmbedding) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    for id in [SESSION, OTHER] {
        let header = RawSession {
            session_id: id.into(),
            agent_version: "0.1.0".into(),
            started_at: "2026-11-15T09:00:00Z".into(),
            ..RawSession::default()
        };
        store
            .begin(&header)
            .unwrap()
            .finish(&lea_model::SessionMetadata::default(), "2026-11-15T17:00:00Z")
            .unwrap();
    }
    let mut record = StateEmbedding {
        embedding_id: "emb_1".into(),
        vector_id: "v".into(),
        space: space("s", 24),
        dimensions: 24,
        ..StateEmbedding::default()
    };
    record.components.image = Some(lea_model::embedding::Component {
        vector_id: "v.image".into(),
        weight: 1.0,
        ..Default::default()
    });
    (folder, store, record)
}

fn put(store: &Store, record: &StateEmbedding, session: &str, shot: &str, vector: &[f32]) -> Result<()> {
    let print =
        Fingerprint { record, primary: vector, auxiliary: &[1.0, 0.0], components: &[("image", vector)] };
    store.vectors().put(session, shot, print, &entry(&vector_id(session, shot), None))
}

#[test]
fn vectors_of_a_session_go_with_it_from_files_and_index() {
    let (folder, store, record) = store();
    let (a, b) = (unit(vec![0.3; 24]), unit((0..24).map(|i| i as f32 / 24.0).collect()));
    put(&store, &record, SESSION, "shot_0001", &a).unwrap();
    put(&store, &record, OTHER, "shot_0001", &b).unwrap();
    let vectors = store.vectors();
    let (index, trouble) = vectors.index(&record.space).unwrap();
    assert!(index.len() == 2 && trouble.is_none());
    assert_eq!(vectors.vector(&record.space, SESSION, "shot_0001").unwrap(), a);
    for file in walk(folder.path()) {
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0, "{}", file.display());
    }
    store.delete(SESSION).unwrap();
    let needle: Vec<u8> = a[5..8].iter().flat_map(|v| v.to_le_bytes()).collect();
    for file in walk(&folder.path().join("vectors")) {
        let bytes = std::fs::read(&file).unwrap();
        assert!(!bytes.windows(needle.len()).any(|w| w == needle), "{} still has it", file.display());
    }
    let (index, trouble) = vectors.index(&record.space).unwrap();
    assert!(index.len() == 1 && trouble.is_none());
    assert!(matches!(put(&store, &record, SESSION, "shot_0001", &a), Err(StoreError::NoSession { .. })));
}

#[test]
fn a_damaged_index_is_named_and_made_again() {
    let (_folder, store, record) = store();
    let vector = unit(vec![0.3; 24]);
    put(&store, &record, SESSION, "shot_0001", &vector).unwrap();
    let vectors = store.vectors();
    vectors.index(&record.space).unwrap();
    let path = vectors.folder(&record.space).join("index");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let (index, trouble) = vectors.index(&record.space).unwrap();
    assert!(trouble.unwrap().to_string().contains("made again"));
    assert_eq!(index.search(&record.space, &vector, 1, None).unwrap()[0].cosine, 1.0);
    assert!(vectors.index(&record.space).unwrap().1.is_none(), "and mended on disk");
}

#[test]
fn names_that_climb_out_are_refused() {
    let (_folder, store, record) = store();
    let vector = unit(vec![0.3; 24]);
    for (session, shot) in [("../x", "shot_0001"), (SESSION, "../../x"), (SESSION, "")] {
        assert!(put(&store, &record, session, shot, &vector).is_err(), "{session} {shot}");
    }
    let mut elsewhere = record;
    elsewhere.space.id = "../../tmp/x".into();
    put(&store, &elsewhere, SESSION, "shot_0001", &vector).unwrap();
    assert!(store.vectors().folder(&elsewhere.space).starts_with(store.root().join("vectors")));
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path());
    entries.flat_map(|p| if p.is_dir() { walk(&p) } else { vec![p] }).collect()
}
