//! The screens of a run: one file of blocks, a block for each screen, with the tiles that no screen before it has.
//!
//! ```text
//! "LEAS" | bytes of the rest: u32 | BLAKE3 of the rest, 8 bytes | width, height, new tiles: u32 each
//!        | for each new tile: its name, 16 bytes; bytes: u32; zstd | the numbers of all tiles, as in `list.rs`
//! ```
//!
//! Numbers are little-endian; tiles are numbered from 1 in the order of the file. The first block is `shot_0001`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use lea_frame::tiles::{self, TileName};
use lea_frame::{Frame, FrameBuf};
use lea_model::{Size, ids};
use zstd::bulk::Compressor;

use crate::append::Append;
use crate::error::{Doing, Result, StoreError};
use crate::frames::{check_size, digest};
use crate::keeper::{changed_tiles, paint};
use crate::list;

const MAGIC: &[u8; 4] = b"LEAS";
/// zstd level: a run waits for its screens, and has few. With one context for all tiles a whole new 1080p screen takes
/// 9 to 14 ms, of which 5 are hashing.
const LEVEL: i32 = 1;
/// Magic, length and checksum.
const HEAD_BYTES: usize = 16;
/// Width, height, and how many tiles are new.
const SIZE_BYTES: usize = 12;
/// A name and a length.
const TILE_HEAD_BYTES: usize = 20;
/// Four 8K screens of noise, with room.
const MOST_BLOCK_BYTES: u32 = 1 << 30;

/// The screen kept last: what the next one is compared with.
struct Last {
    picture: FrameBuf,
    names: Vec<TileName>,
    tiles: Vec<i64>,
}

/// Keeps the screens of one run.
pub(super) struct ScreenKeeper {
    file: Append,
    packer: Compressor<'static>,
    known: HashMap<TileName, i64>,
    tiles: i64,
    shots: HashMap<[u8; 8], u64>,
    count: u64,
    last: Option<Last>,
    is_dirty: bool,
}

impl ScreenKeeper {
    /// Begins in a new file.
    pub fn new(file: Append) -> Result<Self> {
        let packer = Compressor::new(LEVEL).doing("compress for", file.path())?;
        Ok(Self {
            file,
            packer,
            known: HashMap::new(),
            tiles: 0,
            shots: HashMap::new(),
            count: 0,
            last: None,
            is_dirty: false,
        })
    }

    /// Goes on after the screens that are there.
    pub fn after(file: File, there: &RunScreens) -> Result<Self> {
        let mut keeper = Self::new(Append::new(file, there.path.clone(), there.bytes))?;
        keeper.tiles = there.tiles.len() as i64;
        for (number, tile) in (1..).zip(&there.tiles) {
            keeper.known.entry(tile.name).or_insert(number);
        }
        for (number, shot) in (1..).zip(&there.shots) {
            let names: Vec<_> = there.numbers(shot)?.into_iter().map(|(tile, _)| tile.name).collect();
            keeper.shots.entry(digest(shot.size, &names)).or_insert(number);
        }
        keeper.count = there.shots.len() as u64;
        Ok(keeper)
    }

    /// Keeps a screen, unless the same one was kept before; gives its id. A killed process does not lose it;
    /// [`sync`](Self::sync) makes it survive a power cut.
    pub fn keep(&mut self, frame: Frame<'_>) -> Result<String> {
        check_size(frame.size)?;
        let last = self.last.as_ref().filter(|last| last.picture.size == frame.size);
        let changed = match last {
            Some(last) => changed_tiles(last.picture.as_frame(), frame),
            None => tiles::boxes(frame.size).enumerate().collect(),
        };
        let (mut names, mut numbers) = match last {
            Some(last) => (last.names.clone(), last.tiles.clone()),
            None => (vec![TileName([0; 16]); changed.len()], vec![0; changed.len()]),
        };
        let mut fresh: HashMap<TileName, i64> = HashMap::new();
        let mut packed = Vec::new();
        for &(at, tile) in &changed {
            let pixels = tiles::cut(frame, tile);
            let name = tiles::name(tile, &pixels);
            let next = self.tiles + fresh.len() as i64 + 1;
            let number = match self.known.get(&name).or_else(|| fresh.get(&name)) {
                Some(number) => *number,
                None => {
                    let bytes =
                        self.packer.compress(&pixels).doing("compress a tile for", self.file.path())?;
                    packed.extend_from_slice(&name.0);
                    packed.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
                    packed.extend_from_slice(&bytes);
                    fresh.insert(name, next);
                    next
                }
            };
            (names[at], numbers[at]) = (name, number);
        }
        let shown = digest(frame.size, &names);
        let number = match self.shots.get(&shown) {
            Some(number) => *number,
            None => {
                self.append(frame.size, fresh.len(), &packed, &numbers)?;
                self.tiles += fresh.len() as i64;
                self.known.extend(fresh);
                self.count += 1;
                self.shots.insert(shown, self.count);
                self.count
            }
        };
        let picture = match self.last.take_if(|last| last.picture.size == frame.size) {
            Some(mut last) => {
                paint(&mut last.picture, frame, &changed);
                last.picture
            }
            None => frame.to_buf(),
        };
        self.last = Some(Last { picture, names, tiles: numbers });
        Ok(ids::screenshot_id(number))
    }

    fn append(&mut self, size: Size, fresh: usize, packed: &[u8], numbers: &[i64]) -> Result<()> {
        let mut block = vec![0; HEAD_BYTES];
        for number in [size.width, size.height, fresh as u32] {
            block.extend_from_slice(&number.to_le_bytes());
        }
        block.extend_from_slice(packed);
        block.extend(list::encode(&[], numbers));
        let (head, rest) = block.split_at_mut(HEAD_BYTES);
        head[..4].copy_from_slice(MAGIC);
        head[4..8].copy_from_slice(&(rest.len() as u32).to_le_bytes());
        head[8..].copy_from_slice(&checksum(rest));
        self.file.append(&block)?;
        self.is_dirty = true;
        Ok(())
    }

    /// Makes what was kept durable.
    pub fn sync(&mut self) -> Result<()> {
        if self.is_dirty {
            self.file.sync()?;
            self.is_dirty = false;
        }
        Ok(())
    }

    /// The file lies elsewhere now.
    pub fn moved(&mut self, path: PathBuf) {
        self.file.moved(path);
    }
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let mut short = [0; 8];
    short.copy_from_slice(&blake3::hash(bytes).as_bytes()[..8]);
    short
}

struct Tile {
    name: TileName,
    at: u64,
    bytes: usize,
}

struct Shot {
    size: Size,
    tiles: Vec<u8>,
}

/// The screens of a run, to be read one by one.
pub struct RunScreens {
    run_id: String,
    path: PathBuf,
    file: File,
    tiles: Vec<Tile>,
    shots: Vec<Shot>,
    bytes: u64,
    is_cut: bool,
}

impl std::fmt::Debug for RunScreens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RunScreens({}, {} screens)", self.run_id, self.shots.len())
    }
}

impl RunScreens {
    /// Finds the screens in the file; a block that is not whole ends it.
    pub(super) fn open(path: PathBuf, run_id: &str) -> Result<Self> {
        let file = File::open(&path).doing("open", &path)?;
        let mut reader = BufReader::new(file.try_clone().doing("open", &path)?);
        let (run_id, none) = (run_id.to_owned(), Vec::new());
        let mut found = Self { run_id, path, file, tiles: none, shots: Vec::new(), bytes: 0, is_cut: false };
        while found.add_block(&mut reader).doing("read", &found.path)? {}
        Ok(found)
    }

    /// False at the end.
    fn add_block(&mut self, reader: &mut impl Read) -> io::Result<bool> {
        let mut head = Vec::new();
        reader.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut head)?;
        if head.is_empty() {
            return Ok(false);
        }
        self.is_cut = true;
        let Some((length, wanted)) = read_head(&head) else { return Ok(false) };
        let mut rest = Vec::new();
        reader.by_ref().take(u64::from(length)).read_to_end(&mut rest)?;
        if rest.len() != length as usize || checksum(&rest) != wanted {
            return Ok(false);
        }
        let Some((shot, tiles)) = read_block(&rest, self.bytes + HEAD_BYTES as u64) else { return Ok(false) };
        self.tiles.extend(tiles);
        self.shots.push(shot);
        self.bytes += (HEAD_BYTES + rest.len()) as u64;
        self.is_cut = false;
        Ok(true)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.shots.len()
    }

    /// One of them, every tile checked.
    pub fn read(&self, screen: &str) -> Result<FrameBuf> {
        let number = crate::frames::shot_number(screen)?;
        let what = || format!("{screen} of run {}", self.run_id);
        let found = usize::try_from(number - 1).ok().and_then(|at| self.shots.get(at));
        let Some(shot) = found else {
            if self.is_cut {
                return Err(StoreError::damaged(what(), "what should hold it was cut off or changed"));
            }
            return Err(StoreError::NoScreen { run: self.run_id.clone(), screen: screen.to_owned() });
        };
        let mut picture = FrameBuf::filled(shot.size, [0; 3])?;
        // Much of a screen is one flat tile: each is unpacked once.
        let mut seen: HashMap<(i64, Size), Vec<u8>> = HashMap::new();
        for (place, (tile, number)) in tiles::boxes(shot.size).zip(self.numbers(shot)?) {
            let pixels = match seen.entry((number, place.size())) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let mut packed = vec![0; tile.bytes];
                    self.file.read_exact_at(&mut packed, tile.at).doing("read", &self.path)?;
                    let pixels = tiles::unpack(place, tile.name, &packed).map_err(|e| {
                        StoreError::damaged(what(), format!("{e}; other screens stay readable"))
                    })?;
                    new.insert(pixels)
                }
            };
            let stride = place.width() as usize * 4;
            picture.put(place.x1, place.y1, Frame::new(place.size(), stride, pixels)?);
        }
        Ok(picture)
    }

    /// The tiles of a screen, with their numbers.
    fn numbers(&self, shot: &Shot) -> Result<Vec<(&Tile, i64)>> {
        let numbers = list::decode(&[], &shot.tiles, tiles::count(shot.size))?;
        let tile = |n: i64| usize::try_from(n - 1).ok().and_then(|at| self.tiles.get(at)).map(|t| (t, n));
        numbers.into_iter().map(tile).collect::<Option<_>>().ok_or_else(|| {
            StoreError::damaged(self.path.display().to_string(), "a screen has tiles that are not there")
        })
    }
}

fn read_head(head: &[u8]) -> Option<(u32, [u8; 8])> {
    let rest = head.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length);
    (length <= MOST_BLOCK_BYTES).then_some((length, rest.try_into().ok()?))
}

/// A screen, and its new tiles with their places in the file; `at` is where the block's content begins.
fn read_block(rest: &[u8], at: u64) -> Option<(Shot, Vec<Tile>)> {
    let number = |from: usize| Some(u32::from_le_bytes(rest.get(from..from + 4)?.try_into().ok()?));
    let size = Size { width: number(0)?, height: number(4)? };
    check_size(size).ok()?;
    let mut from = SIZE_BYTES;
    let mut found = Vec::new();
    for _ in 0..number(8)? {
        let name = TileName(rest.get(from..from + 16)?.try_into().ok()?);
        let bytes = number(from + 16)? as usize;
        from += TILE_HEAD_BYTES;
        rest.get(from..from.checked_add(bytes)?)?;
        found.push(Tile { name, at: at + from as u64, bytes });
        from += bytes;
    }
    Some((Shot { size, tiles: rest.get(from..)?.to_vec() }, found))
}
