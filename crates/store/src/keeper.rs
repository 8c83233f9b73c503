//! Keeping frames: each as what changed since the one before.

use std::path::{Path, PathBuf};

use lea_frame::tiles::{self, TileName};
use lea_frame::{Frame, FrameBuf};
use lea_model::Rect;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::error::{Doing, Result};
use crate::frames::{check_size, digest};
use crate::list;

/// A frame of which more than one tile in this many differs from its base becomes a base itself, so that lists stay
/// short: at 1080p one of 127 changed tiles has some 300 bytes, a base some 600.
const REBASE: usize = 4;

/// What keeping one frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Tiles that no session had yet.
    pub new_tiles: u64,
    /// Bytes added for them and for the list of the frame's tiles.
    pub bytes: u64,
}

/// The frame kept last: what the next one is compared with.
struct Last {
    picture: FrameBuf,
    names: Vec<TileName>,
    ids: Vec<i64>,
}

/// The frame whose list of tiles is written in full.
struct Base {
    shot: i64,
    ids: Vec<i64>,
}

/// Keeps the frames of one session.
pub(crate) struct FrameKeeper {
    connection: Connection,
    path: PathBuf,
    session: i64,
    last: Option<Last>,
    base: Option<Base>,
    pub frames: u64,
    pub bytes: u64,
}

impl FrameKeeper {
    pub fn new(connection: Connection, path: PathBuf, session: i64) -> Self {
        Self { connection, path, session, last: None, base: None, frames: 0, bytes: 0 }
    }

    /// Commits one frame. On an error the database is as before, and so is what the next frame is compared with.
    pub fn keep(&mut self, shot: i64, frame: Frame<'_>, t: f64) -> Result<Kept> {
        check_size(frame.size)?;
        let last = self.last.as_ref().filter(|last| last.picture.size == frame.size);
        let changed = match last {
            Some(last) => changed_tiles(last.picture.as_frame(), frame),
            None => tiles::boxes(frame.size).enumerate().collect(),
        };
        let (mut names, mut ids) = match last {
            Some(last) => (last.names.clone(), last.ids.clone()),
            None => (vec![TileName([0; 16]); changed.len()], vec![0; changed.len()]),
        };
        let kept = self.commit(shot, frame, t, &changed, &mut names, &mut ids)?;
        let picture = match self.last.take_if(|last| last.picture.size == frame.size) {
            Some(mut last) => {
                paint(&mut last.picture, frame, &changed);
                last.picture
            }
            None => frame.to_buf(),
        };
        self.last = Some(Last { picture, names, ids });
        self.frames += 1;
        self.bytes += kept.bytes;
        Ok(kept)
    }

    /// One transaction. `names` and `ids` are those of the frame before, 0 where there was none, and become those
    /// of this frame.
    fn commit(
        &mut self,
        shot: i64,
        frame: Frame<'_>,
        t: f64,
        changed: &[(usize, Rect)],
        names: &mut [TileName],
        ids: &mut [i64],
    ) -> Result<Kept> {
        let path = &self.path;
        let doing = "keep a frame in";
        let work =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).doing(doing, path)?;
        let mut kept = Kept::default();
        for &(at, tile) in changed {
            let pixels = tiles::cut(frame, tile);
            let name = tiles::name(tile, &pixels);
            // Only bytes that mean nothing differ.
            if ids[at] != 0 && names[at] == name {
                continue;
            }
            let (id, packed) = keep_tile(&work, self.session, name, &pixels, path)?;
            (names[at], ids[at]) = (name, id);
            kept.new_tiles += u64::from(packed > 0);
            kept.bytes += packed as u64;
        }
        let base = self.base.as_ref().filter(|base| is_near(&base.ids, ids));
        let tiles = list::encode(base.map_or(&[], |base| &base.ids), ids);
        kept.bytes += tiles.len() as u64;
        work.prepare_cached(
            "INSERT OR REPLACE INTO frames
             (session, shot, nth, t, width, height, base, tiles, digest, added_bytes)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )
        .and_then(|mut insert| {
            insert.execute(params![
                self.session,
                shot,
                (self.frames + 1) as i64,
                t,
                frame.size.width,
                frame.size.height,
                base.map(|base| base.shot),
                tiles,
                digest(frame.size, names),
                (self.bytes + kept.bytes) as i64,
            ])
        })
        .doing(doing, path)?;
        work.commit().doing(doing, path)?;
        if base.is_none() {
            self.base = Some(Base { shot, ids: ids.to_vec() });
        }
        Ok(kept)
    }

    /// No more frames.
    pub fn into_connection(self) -> Connection {
        self.connection
    }

    /// Takes back a frame whose line could not be written.
    pub fn forget(&mut self, shot: i64) {
        // A frame that stays behind is never referred to and goes with its session.
        let _ = self
            .connection
            .execute("DELETE FROM frames WHERE session = ?1 AND shot = ?2", params![self.session, shot]);
        self.frames -= 1;
        self.base = None;
    }
}

/// The number of the tile, and the bytes it took when it is new.
fn keep_tile(
    work: &Transaction<'_>,
    session: i64,
    name: TileName,
    pixels: &[u8],
    path: &Path,
) -> Result<(i64, usize)> {
    let doing = "keep a tile in";
    let known: Option<i64> = work
        .prepare_cached("SELECT id FROM tiles WHERE name = ?1")
        .and_then(|mut find| find.query_row([&name.0], |row| row.get(0)).optional())
        .doing(doing, path)?;
    let (id, bytes) = match known {
        Some(id) => (id, 0),
        None => {
            let packed = tiles::pack(pixels).doing("compress a tile for", path)?;
            let id = work
                .prepare_cached("INSERT INTO tiles (name, packed) VALUES (?1, ?2)")
                .and_then(|mut insert| insert.insert(params![&name.0, &packed]))
                .doing(doing, path)?;
            (id, packed.len())
        }
    };
    work.prepare_cached("INSERT OR IGNORE INTO uses (tile, session) VALUES (?1, ?2)")
        .and_then(|mut insert| insert.execute([id, session]))
        .doing(doing, path)?;
    Ok((id, bytes))
}

/// The tiles whose bytes differ, with their places. A band of rows is compared as a whole first: on an unchanged
/// screen this reads both pictures once, in order.
pub(crate) fn changed_tiles(old: Frame<'_>, new: Frame<'_>) -> Vec<(usize, Rect)> {
    let width = new.size.width as usize;
    let mut band = (0, false);
    let is_changed = |&(_, tile): &(usize, Rect)| {
        if tile.y2 != band.0 {
            let rows = tile.y1 as usize..tile.y2 as usize;
            band = (tile.y2, rows.into_iter().any(|y| old.row(y, 0, width) != new.row(y, 0, width)));
        }
        band.1 && !tiles::same(old, new, tile)
    };
    tiles::boxes(new.size).enumerate().filter(is_changed).collect()
}

/// Brings the picture up to date where it changed.
pub(crate) fn paint(picture: &mut FrameBuf, frame: Frame<'_>, changed: &[(usize, Rect)]) {
    for (_, tile) in changed {
        for y in tile.y1 as usize..tile.y2 as usize {
            let from = frame.row(y, tile.x1 as usize, tile.x2 as usize);
            let start = y * picture.stride + tile.x1 as usize * 4;
            picture.bytes[start..start + from.len()].copy_from_slice(from);
        }
    }
}

fn is_near(base: &[i64], now: &[i64]) -> bool {
    base.len() == now.len() && base.iter().zip(now).filter(|(a, b)| a != b).count() <= now.len() / REBASE
}
