//! Vectors: `.npy` files of stored screens, by space and session, and an index over them (SPEC L3).
//!
//! ```text
//! vectors/spaces.json                            which space is current, which are legacy, how far a migration has come
//! vectors/<space>/space.json                     what the space is
//! vectors/<space>/index                          all its vectors for searching; a cache
//! vectors/<space>/sess_…/shot_0001.npy           the vector of a screen; shot_0001.auxiliary.npy the rich one,
//!                                                shot_0001.image.npy and so on what it was fused from
//! vectors/<space>/sess_…/shot_0001.json          how it was made, and what it belongs to
//! ```
//!
//! A session's vectors go with the session.

mod file;
mod index;
pub mod npy;
mod scan;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lea_model::ids::{self, IdKind};
use lea_model::{EmbeddingSpaces, Space, StateEmbedding};

pub use index::{Entry, FlatIndex, Hit, VectorIndex};

use crate::Store;
use crate::disk;
use crate::error::{Doing, Result, StoreError};
use crate::layout::SessionId;

/// A record or a list of spaces larger than this is not read.
const MOST_JSON: usize = 1 << 20;
/// A vector file larger than this is not read.
const MOST_NPY: usize = 1 << 20;

/// The vectors of a store.
#[derive(Clone, Debug)]
pub struct Vectors {
    store_root: PathBuf,
    root: PathBuf,
}

/// The fingerprint of a stored screen, as it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint<'a> {
    /// How it was made; names the space.
    pub record: &'a StateEmbedding,
    /// The vector of the primary head.
    pub primary: &'a [f32],
    /// The vector of the auxiliary head.
    pub auxiliary: &'a [f32],
    /// The vectors it was fused from, by the names its record has for them.
    pub components: &'a [(&'a str, &'a [f32])],
}

impl Store {
    /// The vectors of this store.
    pub fn vectors(&self) -> Vectors {
        Vectors::of(self.root())
    }
}

impl Vectors {
    pub(crate) fn of(root: &Path) -> Self {
        Self { store_root: root.to_owned(), root: root.join("vectors") }
    }

    /// The spaces there are and how far a migration has come; all empty before the first vector.
    pub fn spaces(&self) -> Result<EmbeddingSpaces> {
        let path = self.root.join("spaces.json");
        match disk::read_whole(&path, MOST_JSON) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(EmbeddingSpaces::default()),
            read => parse(&read.doing("read", &path)?, &path),
        }
    }

    /// Writes down the spaces there are.
    pub fn set_spaces(&self, spaces: &EmbeddingSpaces) -> Result<()> {
        disk::make_folders(&self.root)?;
        put_json(&self.root.join("spaces.json"), spaces)
    }

    /// Takes the right to move vectors to another space, for as long as the file is kept open; an error when another process
    /// has it.
    pub fn lock(&self) -> Result<fs::File> {
        disk::make_folders(&self.root)?;
        let path = self.root.join(".lock");
        let file = disk::lock_file(&path)?;
        if disk::lock(&file).doing("lock", &path)? { Ok(file) } else { Err(StoreError::Busy { path }) }
    }

    /// The stored screen has a vector in this space.
    pub fn has(&self, space: &Space, session_id: &str, screenshot_id: &str) -> Result<bool> {
        Ok(self.path(space, session_id, screenshot_id)?.exists())
    }

    /// Keeps the fingerprint of a stored screen, in the space its record names. A session that is gone takes none.
    pub fn put(
        &self,
        session_id: &str,
        screenshot_id: &str,
        print: Fingerprint<'_>,
        entry: &Entry,
    ) -> Result<()> {
        let space = &print.record.space;
        let path = self.path(space, session_id, screenshot_id)?;
        // Also checks space, dimensions and norm.
        FlatIndex::new(space.clone()).add(space, entry.clone(), print.primary)?;
        if let Some(problem) = print.record.problems().first() {
            return Err(StoreError::unfit("the record of a vector", problem.to_string()));
        }
        self.session_is_there(session_id)?;
        let folder = self.folder(space);
        disk::make_folders(&folder)?;
        if !folder.join("space.json").exists() {
            put_json(&folder.join("space.json"), space)?;
        }
        let session_folder = folder.join(session_id);
        disk::make_folders(&session_folder)?;
        let record = Record { embedding: print.record.clone(), entry: entry.clone() };
        put_json(&path.with_extension("json"), &record)?;
        for (name, vector) in print.components.iter().chain([&("auxiliary", print.auxiliary)]) {
            disk::write_whole(&path.with_extension(format!("{name}.npy")), |out| npy::write(out, vector))?;
        }
        // Last, so that whoever sees it sees the rest.
        disk::write_whole(&path, |out| npy::write(out, print.primary))?;
        // It may have been deleted in the meantime.
        self.session_is_there(session_id).inspect_err(|_| drop(fs::remove_dir_all(&session_folder)))
    }

    /// The vector of a stored screen.
    pub fn vector(&self, space: &Space, session_id: &str, screenshot_id: &str) -> Result<Vec<f32>> {
        read_vector(&self.path(space, session_id, screenshot_id)?)
    }

    /// How many screens have a vector in this space.
    pub fn count(&self, space: &Space) -> Result<usize> {
        Ok(self.files(space)?.len())
    }

    /// The index of a space, as the files are: one that is missing, damaged or behind is made again from them. Says what was
    /// wrong with the one on disk.
    pub fn index(&self, space: &Space) -> Result<(FlatIndex, Option<StoreError>)> {
        let path = self.folder(space).join("index");
        let (mut index, mut trouble) = match file::load(&path) {
            Ok(index) if index.space().is_same_as(space) => (index, None),
            Ok(_) => {
                let why = "it is of another space; it is made again from the .npy files beside it";
                (FlatIndex::new(space.clone()), Some(StoreError::damaged(path.display().to_string(), why)))
            }
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                (FlatIndex::new(space.clone()), None)
            }
            Err(e @ StoreError::Damaged { .. }) => (FlatIndex::new(space.clone()), Some(e)),
            Err(e) => return Err(e),
        };
        let files = self.files(space)?;
        let gone: Vec<String> =
            index.rows().map(|(e, _)| e.vector_id.clone()).filter(|id| !files.contains_key(id)).collect();
        let is_behind = trouble.is_some() || !gone.is_empty() || index.len() != files.len();
        for id in gone {
            index.remove(&id);
        }
        for (id, path) in &files {
            if index.entry(id).is_some() {
                continue;
            }
            // One file that is damaged does not keep the others; it is named.
            let added = read_vector(path).and_then(|vector| {
                let json = path.with_extension("json");
                let bytes = disk::read_whole(&json, MOST_JSON).doing("read", &json)?;
                let record: Record = parse(&bytes, &json)?;
                index.add(&record.embedding.space, Entry { vector_id: id.clone(), ..record.entry }, &vector)
            });
            if let Err(e) = added {
                trouble = Some(e);
            }
        }
        if is_behind && !files.is_empty() {
            self.save_index(&index)?;
        }
        Ok((index, trouble))
    }

    /// Writes an index where [`Vectors::index`] looks for it.
    pub fn save_index(&self, index: &FlatIndex) -> Result<()> {
        let folder = self.folder(index.space());
        disk::make_folders(&folder)?;
        file::save(index, &folder.join("index"))
    }

    /// Forgets every vector of a session, in every space.
    pub(crate) fn forget(&self, session_id: &str) -> Result<()> {
        let spaces = match fs::read_dir(&self.root) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            spaces => spaces.doing("list", &self.root)?,
        };
        for space in spaces.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
            let folder = space.join(session_id);
            if !folder.is_dir() {
                continue;
            }
            let index = space.join("index");
            fs::remove_dir_all(&folder).doing("remove", &folder)?;
            // The index holds copies: without them, or not at all.
            let thinned = file::load(&index).and_then(|mut thin| {
                let prefix = format!("{session_id}/");
                let gone: Vec<String> = thin.rows().map(|(e, _)| e.vector_id.clone()).collect();
                for id in gone.iter().filter(|id| id.starts_with(&prefix)) {
                    thin.remove(id);
                }
                file::save(&thin, &index)
            });
            if thinned.is_err() {
                match fs::remove_file(&index) {
                    Err(e) if e.kind() == io::ErrorKind::NotFound => {}
                    removed => removed.doing("remove", &index)?,
                }
            }
        }
        Ok(())
    }

    /// The files of a space by the name of their vector, in order.
    fn files(&self, space: &Space) -> Result<std::collections::BTreeMap<String, PathBuf>> {
        let mut found = std::collections::BTreeMap::new();
        let folder = self.folder(space);
        let sessions = match fs::read_dir(&folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(found),
            sessions => sessions.doing("list", &folder)?,
        };
        for session in sessions.flatten() {
            let Ok(session_id) = session.file_name().into_string() else { continue };
            if SessionId::parse(&session_id).is_err() {
                continue;
            }
            for shot in fs::read_dir(session.path()).into_iter().flatten().flatten() {
                let Ok(name) = shot.file_name().into_string() else { continue };
                if let Some(id) = name.strip_suffix(".npy").filter(|id| !id.contains('.')) {
                    found.insert(vector_id(&session_id, id), shot.path());
                }
            }
        }
        Ok(found)
    }

    fn session_is_there(&self, session_id: &str) -> Result<()> {
        let layout = crate::layout::Layout { root: self.store_root.clone() };
        if layout.folder(&SessionId::parse(session_id)?).is_dir() {
            return Ok(());
        }
        Err(StoreError::NoSession { id: session_id.to_owned() })
    }

    fn folder(&self, space: &Space) -> PathBuf {
        let plain = |text: &str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
            text.chars().map(|c| if is_plain(c) { c } else { '_' }).take(60).collect::<String>()
        };
        // Names that look alike once they are plain stay apart.
        let whole = format!("{}\n{}\n{}", space.id, space.version, space.dimensions);
        let tag = &blake3::hash(whole.as_bytes()).to_hex()[..8];
        self.root.join(format!("{}_{tag}", plain(&space.id)))
    }

    fn path(&self, space: &Space, session_id: &str, screenshot_id: &str) -> Result<PathBuf> {
        SessionId::parse(session_id)?;
        ids::check(IdKind::Screenshot, screenshot_id)?;
        Ok(self.folder(space).join(session_id).join(format!("{screenshot_id}.npy")))
    }
}

/// The name of the vector of a stored screen.
pub fn vector_id(session_id: &str, screenshot_id: &str) -> String {
    format!("{session_id}/{screenshot_id}")
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Record {
    embedding: StateEmbedding,
    entry: Entry,
}

fn read_vector(path: &Path) -> Result<Vec<f32>> {
    let bytes = disk::read_whole(path, MOST_NPY).doing("read", path)?;
    npy::read(&bytes).map_err(|why| {
        StoreError::damaged(
            path.display().to_string(),
            format!("{why}; remove it, and lea spaces migrate makes it again"),
        )
    })
}

fn put_json(path: &Path, value: &impl serde::Serialize) -> Result<()> {
    let bytes = serde_json::to_vec_pretty(value).map_err(|e| StoreError::unfit("a record", e.to_string()))?;
    disk::write_whole(path, |out| out.write_all(&bytes))
}

fn parse<T: serde::de::DeserializeOwned>(bytes: &[u8], path: &Path) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|e| {
        StoreError::damaged(
            path.display().to_string(),
            format!("{e}; remove it, and lea spaces migrate makes it again"),
        )
    })
}

#[cfg(test)]
mod tests;
