//! Frames in the database, read back one by one.

use std::collections::HashMap;
use std::path::Path;

use lea_frame::tiles::{self, TileName};
use lea_frame::{Frame, FrameBuf, FrameError};
use lea_model::Size;
use lea_model::ids::{self, IdKind};
use rusqlite::{Connection, OptionalExtension};

use crate::error::{Doing, Result, StoreError};
use crate::list;

/// The largest frame, in pixels: four 8K screens.
const MOST_PIXELS: u64 = 1 << 27;

/// When a frame was taken, and its size.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameTime {
    /// `shot_0001`
    pub screenshot_id: String,
    /// Seconds since the session began.
    pub t: f64,
    /// Pixels across and down.
    pub size: Size,
}

/// The number in `shot_0001`; other ways to write that number are refused, so that each frame has one id.
pub(crate) fn shot_number(screenshot_id: &str) -> Result<i64> {
    ids::check(IdKind::Screenshot, screenshot_id)?;
    let number = screenshot_id["shot_".len()..].parse::<u32>().ok().map(u64::from);
    match number.filter(|&n| ids::screenshot_id(n) == screenshot_id) {
        Some(n) => Ok(n as i64),
        None => Err(StoreError::unfit(screenshot_id, "number screenshots as shot_0001, shot_0002, …")),
    }
}

pub(crate) fn check_size(size: Size) -> Result<()> {
    if u64::from(size.width) * u64::from(size.height) > MOST_PIXELS {
        return Err(FrameError::BadSize(size).into());
    }
    Ok(())
}

/// What the frame shows, in eight bytes: a list that leads to other tiles does not go unnoticed.
pub(crate) fn digest(size: Size, names: &[TileName]) -> [u8; 8] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&size.width.to_le_bytes());
    hasher.update(&size.height.to_le_bytes());
    for name in names {
        hasher.update(&name.0);
    }
    let mut short = [0; 8];
    short.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    short
}

struct Row {
    size: Size,
    base: Option<i64>,
    tiles: Vec<u8>,
    digest: Vec<u8>,
}

fn row(connection: &Connection, session: i64, shot: i64) -> rusqlite::Result<Option<Row>> {
    connection
        .prepare_cached(
            "SELECT width, height, base, tiles, digest FROM frames WHERE session = ?1 AND shot = ?2",
        )?
        .query_row([session, shot], |row| {
            let size = Size { width: row.get(0)?, height: row.get(1)? };
            Ok(Row { size, base: row.get(2)?, tiles: row.get(3)?, digest: row.get(4)? })
        })
        .optional()
}

/// Puts a frame together; none when there is no such frame. `what` names it in messages.
pub(crate) fn read(
    connection: &mut Connection,
    path: &Path,
    session: i64,
    shot: i64,
    what: &str,
) -> Result<Option<FrameBuf>> {
    let doing = "read a frame from";
    // One view of the database, whatever another process deletes meanwhile.
    let view = connection.transaction().doing(doing, path)?;
    let Some(frame) = row(&view, session, shot).doing(doing, path)? else {
        return Ok(None);
    };
    check_size(frame.size)?;
    let base = match frame.base {
        None => Vec::new(),
        Some(base) => match row(&view, session, base).doing(doing, path)? {
            Some(base) if base.base.is_none() && base.size == frame.size => {
                list::decode(&[], &base.tiles, tiles::count(base.size))?
            }
            _ => return Err(StoreError::damaged(what, "the frame it is based on is missing")),
        },
    };
    let ids = list::decode(&base, &frame.tiles, tiles::count(frame.size))?;
    let mut picture = FrameBuf::filled(frame.size, [0; 3])?;
    let mut names = Vec::with_capacity(ids.len());
    // Much of a screen is one flat tile: each is unpacked once, and the last few kept.
    let mut seen: HashMap<i64, (Size, TileName, Vec<u8>)> = HashMap::new();
    for (tile, id) in tiles::boxes(frame.size).zip(ids) {
        let known = seen.get(&id).is_some_and(|(size, ..)| *size == tile.size());
        if !known {
            let (name, packed) = tile_row(&view, id, path, what)?;
            let pixels = tiles::unpack(tile, name, &packed)
                .map_err(|e| StoreError::damaged(what, format!("{e}; other frames stay readable")))?;
            seen.insert(id, (tile.size(), name, pixels));
        }
        let (size, name, pixels) = &seen[&id];
        picture.put(tile.x1, tile.y1, Frame::new(*size, size.width as usize * 4, pixels)?);
        names.push(*name);
    }
    if digest(frame.size, &names)[..] != frame.digest[..] {
        return Err(StoreError::damaged(what, "its list of tiles was changed; other frames stay readable"));
    }
    Ok(Some(picture))
}

fn tile_row(view: &Connection, id: i64, path: &Path, what: &str) -> Result<(TileName, Vec<u8>)> {
    let found: Option<(Vec<u8>, Vec<u8>)> = view
        .prepare_cached("SELECT name, packed FROM tiles WHERE id = ?1")
        .and_then(|mut find| find.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .doing("read a tile from", path)?;
    let (name, packed) = found.ok_or_else(|| {
        StoreError::damaged(what, format!("tile number {id} is missing; other frames stay readable"))
    })?;
    let name = name.try_into().map_err(|_| {
        StoreError::damaged(what, format!("tile number {id} has no proper name; other frames stay readable"))
    })?;
    Ok((TileName(name), packed))
}

/// All frames of a session, in order.
pub(crate) fn times(connection: &Connection, session: i64) -> rusqlite::Result<Vec<FrameTime>> {
    connection
        .prepare_cached("SELECT shot, t, width, height FROM frames WHERE session = ?1 ORDER BY shot")?
        .query_map([session], |row| {
            let shot: u32 = row.get(0)?;
            Ok(FrameTime {
                screenshot_id: ids::screenshot_id(shot.into()),
                t: row.get(1)?,
                size: Size { width: row.get(2)?, height: row.get(3)? },
            })
        })?
        .collect()
}

/// How many frames a session has, and the bytes they added.
pub(crate) fn totals(connection: &Connection, session: i64) -> rusqlite::Result<(u64, u64)> {
    let last = connection
        .prepare_cached("SELECT nth, added_bytes FROM frames WHERE session = ?1 ORDER BY shot DESC LIMIT 1")?
        .query_row([session], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
        .optional()?;
    Ok(last.map_or((0, 0), |(frames, bytes)| (frames.max(0) as u64, bytes.max(0) as u64)))
}
