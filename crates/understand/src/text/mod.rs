//! Reading a screen: which lines of text it shows, where, and what they say.
//!
//! Screen text is crisp and axis-aligned, so lines are found from pixels alone ([`ink`], [`lines`]), without a detector. Each is
//! put on clean paper ([`strip`]) and read at its natural width ([`recognise`]), on all cores, one line per thread: batches
//! gained nothing over that. What was read is remembered by its pixels ([`cache`]), also on disk ([`shelf`]).

mod accents;
mod bullets;
mod cache;
mod caret;
mod ctc;
mod ink;
mod ink_check;
mod judge;
mod lines;
mod noise;
mod pieces;
mod recognise;
mod shapes;
mod shelf;
mod slots;
mod spaces;
mod strip;
mod words;

use crate::infer::ModelError;
use crate::params::reading::MOST_THREADS;
pub use bullets::{bullets_in, is_bullets};
use cache::{Cache, Key};
use lea_frame::Frame;
use lea_model::{DetectedText, DetectedWord, Rect};
use lines::Found;
use recognise::Pair;
pub use shelf::{StillKept, forget_gone};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use strip::Strip;

/// A line of text on the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// The box around its ink.
    pub bbox: Rect,
    /// How sure the reading is, within 0..1.
    pub confidence: f64,
    /// Its words, from left to right.
    pub words: Vec<Word>,
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// What it says.
    pub text: String,
    /// The box around its ink.
    pub bbox: Rect,
    /// How sure the reading is, within 0..1.
    pub confidence: f64,
}

impl From<&Line> for DetectedText {
    fn from(line: &Line) -> Self {
        Self {
            text: line.text.clone(),
            bbox: Some(line.bbox),
            confidence: Some(line.confidence),
            words: line.words.iter().map(DetectedWord::from).collect(),
            ..Self::default()
        }
    }
}

impl From<&Word> for DetectedWord {
    fn from(word: &Word) -> Self {
        Self {
            text: word.text.clone(),
            bbox: word.bbox,
            confidence: Some(word.confidence),
            ..Self::default()
        }
    }
}

/// Reads screens. Loading takes a moment: keep one for as long as screens are read.
pub struct Reader {
    pairs: Vec<Mutex<Pair>>,
    cache: Mutex<Cache>,
    models: PathBuf,
}

/// A line that was found and not read yet.
struct Pending {
    found: Found,
    strip: Strip,
    /// Its name in the cache; none where it must not be remembered.
    key: Option<Key>,
}

/// A line's result: its place among the lines, and what it says if it is text.
type Reading = (usize, Option<Line>);

impl Reader {
    /// Loads the models from the folder that `scripts/fetch-models` fills, once per core.
    pub fn open(models: &Path) -> Result<Self, ModelError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
        Self::open_with(models, cores)
    }

    /// The same, to read on `threads` threads.
    pub fn open_with(models: &Path, threads: usize) -> Result<Self, ModelError> {
        let pairs: Result<_, _> = (0..threads.max(1)).map(|_| Ok(Mutex::new(Pair::open(models)?))).collect();
        // Names of lines leave neither this process nor its memory: any secret will do.
        let secret = std::array::from_fn(|_| {
            std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0) as u8
        });
        Ok(Self { pairs: pairs?, cache: Mutex::new(Cache::new(secret)), models: models.to_owned() })
    }

    /// Remembers what it reads in `folder` too, for those who read there later: files that their owner alone can read.
    /// A cache that cannot be used is no error, only slower.
    #[must_use]
    pub fn with_cache(self, folder: &Path) -> Self {
        let models = recognise::fingerprint(&self.models);
        lock(&self.cache).keep_in(folder, &models);
        self
    }

    /// What is read from now on is seen in that session, or in none.
    pub fn set_session(&self, session: Option<&str>) {
        lock(&self.cache).set_session(session);
    }

    /// Forgets what was read in that session and nowhere else.
    pub fn forget_session(&self, session: &str) {
        lock(&self.cache).forget_session(session);
    }

    /// The lines of a frame, from top to bottom.
    pub fn read(&self, frame: Frame<'_>) -> Result<Vec<Line>, ModelError> {
        self.read_except(frame, &[])
    }

    /// The same, where nothing that touches a box of `private` is remembered or looked up: lines there are read again each time.
    pub fn read_except(&self, frame: Frame<'_>, private: &[Rect]) -> Result<Vec<Line>, ModelError> {
        let found = lines::find_lines(&ink::Sheet::of(frame));
        let mut readings: Vec<Reading> = Vec::new();
        let mut pending: Vec<(usize, Pending)> = Vec::new();
        let mut cache = lock(&self.cache);
        for (i, found) in found.into_iter().enumerate() {
            let Some(strip) = strip::cut(frame, &found) else { continue };
            let is_private = private.iter().any(|p| p.intersection(&found.bbox.padded(1)).is_some());
            let key = (!is_private).then(|| cache.key(&strip.picture, &found));
            match key.and_then(|key| cache.get(&key)) {
                Some(known) => {
                    readings.push((i, known.map(|line| moved(line, found.bbox.x1, found.bbox.y1))));
                }
                None => pending.push((i, Pending { found, strip, key })),
            }
        }
        drop(cache);
        let fresh = self.recognise(&pending, false)?;
        let mut cache = lock(&self.cache);
        for (i, pending) in &pending {
            let line = fresh.iter().find(|(j, _)| i == j).and_then(|(_, line)| line.as_ref());
            let (x, y) = (pending.found.bbox.x1, pending.found.bbox.y1);
            // How long a password is is nobody's business.
            if let Some(key) = pending.key
                && !line.is_some_and(bullets::has_bullets)
            {
                cache.put(key, line.map(|line| moved(line.clone(), -x, -y)));
            }
        }
        cache.write();
        drop(cache);
        readings.extend(fresh);
        readings.sort_unstable_by_key(|(i, _)| *i);
        Ok(readings.into_iter().filter_map(|(_, line)| line).collect())
    }

    /// The lines that touch one of some boxes, at most `most`, those of the first boxes first. Nothing of it is
    /// remembered or looked up: what is typed may be a secret. Lines that are doubtful are among them.
    pub fn read_touching(
        &self,
        frame: Frame<'_>,
        boxes: &[Rect],
        most: usize,
    ) -> Result<Vec<Line>, ModelError> {
        let touched = |found: &Found| boxes.iter().position(|b| b.intersection(&found.bbox).is_some());
        let all = lines::find_lines(&ink::Sheet::of(frame)).into_iter();
        let mut wanted: Vec<_> = all.filter_map(|found| Some((touched(&found)?, found))).collect();
        wanted.sort_by_key(|(first, _)| *first);
        wanted.truncate(most);
        wanted.sort_by_key(|(_, found)| (found.bbox.y1, found.bbox.x1));
        let cut = |(_, found): (usize, Found)| {
            Some(Pending { strip: strip::cut(frame, &found)?, found, key: None })
        };
        let pending: Vec<_> = wanted.into_iter().filter_map(cut).enumerate().collect();
        let mut readings = self.recognise(&pending, true)?;
        readings.sort_unstable_by_key(|(i, _)| *i);
        Ok(readings.into_iter().filter_map(|(_, line)| line).collect())
    }

    /// Forgets everything that was read.
    pub fn forget(&self) {
        lock(&self.cache).clear();
    }

    /// How many lines the tiny and the small model have read so far.
    pub fn asked(&self) -> [usize; 2] {
        self.pairs.iter().map(|pair| lock(pair).asked).fold([0; 2], |sum, n| [sum[0] + n[0], sum[1] + n[1]])
    }

    fn recognise(&self, pending: &[(usize, Pending)], doubtful: bool) -> Result<Vec<Reading>, ModelError> {
        // The longest first, so that no thread is left with one at the end.
        let mut order: Vec<usize> = (0..pending.len()).collect();
        order.sort_unstable_by_key(|&i| std::cmp::Reverse(pending[i].1.strip.columns));
        let next = AtomicUsize::new(0);
        let work = |pair: &Mutex<Pair>| -> Result<Vec<Reading>, ModelError> {
            let mut pair = lock(pair);
            let mut readings = Vec::new();
            while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (i, Pending { found, strip, .. }) = &pending[at];
                let line = match bullets::bullets(found, strip).or_else(|| bullets::bars(found)) {
                    Some(plain) => Some(plain),
                    None if doubtful => {
                        let glyphs = pair.read_doubtful(found, strip)?;
                        (!glyphs.is_empty()).then(|| words::line(found, strip, &glyphs))
                    }
                    None => pair.read(found, strip)?.map(|glyphs| words::line(found, strip, &glyphs)),
                };
                readings.push((*i, line.map(bullets::plain)));
            }
            Ok(readings)
        };
        let parts: Vec<_> = std::thread::scope(|scope| {
            let others: Vec<_> = self.pairs[1..].iter().map(|pair| scope.spawn(|| work(pair))).collect();
            let mine = work(&self.pairs[0]);
            let panicked = |_| Err(ModelError::Run("a reading thread panicked".into()));
            std::iter::once(mine)
                .chain(others.into_iter().map(|t| t.join().unwrap_or_else(panicked)))
                .collect()
        });
        Ok(parts.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn moved(mut line: Line, dx: i32, dy: i32) -> Line {
    line.bbox = line.bbox.moved(dx, dy);
    for word in &mut line.words {
        word.bbox = word.bbox.moved(dx, dy);
    }
    line
}
