//! What lines said, by the pixels they were made of.

use super::Line;
use super::lines::Found;
use super::shelf::{Kept, Shelf};
use crate::params::reading::CACHED;
use lea_frame::FrameBuf;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// How lines are read: a change of the rules that turn pixels into text wants another number, so that nothing read by the old
/// ones comes back from disk.
const RULES: u32 = 1;

/// The name of a line's pixels.
pub(crate) type Key = [u8; 32];

/// What a line said; none where it was no text.
pub(crate) type Reading = Option<Line>;

/// Where a line was seen: the id of a session, or none.
type Session = Option<Arc<str>>;

#[derive(Clone)]
struct Entry {
    reading: Reading,
    seen_in: Vec<Session>,
}

/// Remembers readings, whose boxes are relative to their line. In memory two generations: what was not asked for while the
/// younger one filled up is forgotten with the older one. On disk everything, where a folder was given.
pub(crate) struct Cache {
    secret: Key,
    young: HashMap<Key, Entry>,
    old: HashMap<Key, Entry>,
    session: Session,
    shelf: Option<Shelf>,
    /// What the shelf does not know yet.
    unwritten: Vec<Key>,
}

impl Cache {
    /// An empty cache in memory. Names are made with `secret`, so that nobody without it can tell from them what a line said.
    pub(crate) fn new(secret: Key) -> Self {
        let (young, old) = (HashMap::new(), HashMap::new());
        Self { secret, young, old, session: None, shelf: None, unwritten: Vec::new() }
    }

    /// The same on disk, in `folder`; `models` names what reads. Without a usable folder it stays in memory.
    pub(crate) fn keep_in(&mut self, folder: &Path, models: &Key) {
        self.shelf = Shelf::open(folder);
        if let Some(shelf) = &self.shelf {
            let mut hasher = blake3::Hasher::new_keyed(&shelf.secret);
            hasher.update(models).update(&RULES.to_le_bytes());
            *self = Self { shelf: self.shelf.take(), ..Self::new(*hasher.finalize().as_bytes()) };
        }
    }

    /// The name of a line: its picture, and what was made of it before reading.
    pub(crate) fn key(&self, picture: &FrameBuf, found: &Found) -> Key {
        let mut bytes = Vec::with_capacity(16 * (found.parts.len() + 1));
        let mut number = |n: i32| bytes.extend_from_slice(&n.to_le_bytes());
        number(picture.size.width as i32);
        number(found.is_noisy.into());
        number(found.baseline - found.bbox.y1);
        number(found.capital.to_bits() as i32);
        let b = found.bbox;
        for p in &found.parts {
            [p.x1 - b.x1, p.y1 - b.y1, p.x2 - b.x1, p.y2 - b.y1].into_iter().for_each(&mut number);
        }
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(&bytes).update(&picture.bytes);
        *hasher.finalize().as_bytes()
    }

    /// What these pixels said, if they were read before.
    pub(crate) fn get(&mut self, key: &Key) -> Option<Reading> {
        if !self.young.contains_key(key) {
            let entry = match self.old.remove(key) {
                Some(entry) => entry,
                None => Entry { reading: self.shelf.as_mut()?.get(key)?, seen_in: Vec::new() },
            };
            self.insert(*key, entry);
        }
        let entry = self.young.get_mut(key)?;
        if !entry.seen_in.contains(&self.session) {
            entry.seen_in.push(self.session.clone());
            self.unwritten.push(*key);
        }
        Some(entry.reading.clone())
    }

    /// Remembers a reading.
    pub(crate) fn put(&mut self, key: Key, reading: Reading) {
        self.unwritten.push(key);
        let seen_in = vec![self.session.clone()];
        self.insert(key, Entry { reading, seen_in });
    }

    fn insert(&mut self, key: Key, entry: Entry) {
        if self.young.len() >= CACHED {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, entry);
    }

    /// Puts on disk what is not there yet.
    pub(crate) fn write(&mut self) {
        let unwritten = std::mem::take(&mut self.unwritten);
        let Some(shelf) = &mut self.shelf else { return };
        let session = self.session.as_deref();
        let kept = unwritten.iter().filter_map(|key| {
            let entry = self.young.get(key).or_else(|| self.old.get(key))?;
            Some(Kept { key: *key, reading: &entry.reading, session })
        });
        shelf.put(&kept.collect::<Vec<_>>());
    }

    /// What is read from now on is seen in that session.
    pub(crate) fn set_session(&mut self, session: Option<&str>) {
        self.session = session.map(Arc::from);
    }

    /// Forgets what was seen in that session alone.
    pub(crate) fn forget_session(&mut self, session: &str) {
        for half in [&mut self.young, &mut self.old] {
            half.retain(|_, entry| {
                entry.seen_in.retain(|seen| seen.as_deref() != Some(session));
                !entry.seen_in.is_empty()
            });
        }
        if let Some(shelf) = &mut self.shelf {
            shelf.forget_session(session);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
        if let Some(shelf) = &mut self.shelf {
            shelf.clear();
        }
    }
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
