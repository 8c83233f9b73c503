//! What lines said, by the pixels they were made of.

use super::Line;
use std::collections::HashMap;

/// Readings kept before the older half is forgotten: some 100 dense screens.
const HALF: usize = 10_000;

/// The name of a line's pixels.
pub(crate) type Key = [u8; 32];

/// Remembers readings, whose boxes are relative to their line. Two generations: what was not asked for while the younger one
/// filled up is forgotten with the older one.
pub(crate) struct Cache {
    secret: Key,
    young: HashMap<Key, Option<Line>>,
    old: HashMap<Key, Option<Line>>,
}

impl Cache {
    /// An empty cache. Names are made with `secret`, so that nobody without it can tell from them what a line said.
    pub(crate) fn new(secret: Key) -> Self {
        Self { secret, young: HashMap::new(), old: HashMap::new() }
    }

    /// The name of a picture.
    pub(crate) fn key(&self, picture: &lea_frame::FrameBuf) -> Key {
        let mut hasher = blake3::Hasher::new_keyed(&self.secret);
        hasher.update(&picture.size.width.to_le_bytes());
        hasher.update(&picture.bytes);
        *hasher.finalize().as_bytes()
    }

    /// What these pixels said, if they were read before; `Some(None)` where they were no text.
    pub(crate) fn get(&mut self, key: &Key) -> Option<Option<Line>> {
        if let Some(known) = self.young.get(key) {
            return Some(known.clone());
        }
        let known = self.old.remove(key)?;
        self.put(*key, known.clone());
        Some(known)
    }

    /// Remembers a reading.
    pub(crate) fn put(&mut self, key: Key, reading: Option<Line>) {
        if self.young.len() >= HALF {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, reading);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    #[test]
    fn other_pixels_another_shape_or_another_secret_have_another_name() {
        let cache = Cache::new([1; 32]);
        let picture = |width, height, colour| FrameBuf::filled(Size { width, height }, colour).unwrap();
        let key = cache.key(&picture(4, 6, [0; 3]));
        assert_eq!(key, cache.key(&picture(4, 6, [0; 3])));
        assert_ne!(key, cache.key(&picture(6, 4, [0; 3])));
        assert_ne!(key, cache.key(&picture(4, 6, [0, 0, 1])));
        assert_ne!(key, Cache::new([2; 32]).key(&picture(4, 6, [0; 3])));
    }

    #[test]
    fn what_is_asked_for_outlives_what_is_not() {
        let mut cache = Cache::new([0; 32]);
        let key = |i: usize| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&i.to_le_bytes());
            key
        };
        for i in 0..3 * HALF {
            cache.put(key(i), None);
            assert!(cache.get(&key(0)).is_some(), "asked for all the time, lost at {i}");
        }
        assert!(cache.get(&key(1)).is_none());
        assert!(cache.young.len() + cache.old.len() <= 2 * HALF + 1);
    }
}
