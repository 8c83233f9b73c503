//! An index on disk: one file, written whole or not at all, checked when it is read. It is a cache: the `.npy` files are the
//! truth, and what is damaged is made again from them.

use std::path::Path;

use lea_model::Space;
use serde::{Deserialize, Serialize};

use super::index::{Entry, FlatIndex, VectorIndex};
use crate::disk;
use crate::error::{Doing, Result, StoreError};

/// First bytes of the file; the digit is the version.
const MAGIC: &[u8] = b"LEA-VECTORS-1\n";
/// Bytes of the checksum at the end.
const SUM: usize = 32;
/// A larger file is not read: a million vectors of 512 dimensions, and room.
const MOST_BYTES: usize = 4 << 30;

#[derive(Serialize, Deserialize)]
struct Header {
    space: Space,
    entries: Vec<Entry>,
}

/// Writes the index, for its owner alone.
pub(super) fn save(index: &FlatIndex, path: &Path) -> Result<()> {
    let entries: Vec<Entry> = index.rows().map(|(entry, _)| entry.clone()).collect();
    let header = Header { space: index.space().clone(), entries };
    let header = serde_json::to_vec(&header)
        .map_err(|e| StoreError::unfit("an index", format!("its entries are not JSON: {e}")))?;
    disk::write_whole(path, |out| {
        let mut sum = blake3::Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(MAGIC)?;
        put(&(header.len() as u64).to_le_bytes())?;
        put(&header)?;
        for (_, vector) in index.rows() {
            let bytes: Vec<u8> = vector.iter().flat_map(|v| v.to_le_bytes()).collect();
            put(&bytes)?;
        }
        out.write_all(sum.finalize().as_bytes())
    })
}

/// Reads an index; the error of a damaged one says so.
pub(super) fn load(path: &Path) -> Result<FlatIndex> {
    let bytes = disk::read_whole(path, MOST_BYTES).doing("read", path)?;
    parse(&bytes).map_err(|why| {
        let why = format!("{why}; it is made again from the .npy files beside it");
        StoreError::damaged(path.display().to_string(), why)
    })
}

fn parse(bytes: &[u8]) -> std::result::Result<FlatIndex, String> {
    let cut = || "it was cut short".to_owned();
    let (body, sum) = bytes.split_at_checked(bytes.len().saturating_sub(SUM)).ok_or_else(cut)?;
    let rest = body.strip_prefix(MAGIC).ok_or("it is not an index of vectors, or of another version")?;
    if blake3::hash(body).as_bytes() != sum {
        return Err("its checksum is wrong: it was cut short or changed".into());
    }
    let (length, rest) = rest.split_first_chunk::<8>().ok_or_else(cut)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|e| e.to_string())?;
    let (header, rows) = rest.split_at_checked(length).ok_or_else(cut)?;
    let header: Header = serde_json::from_slice(header).map_err(|e| e.to_string())?;
    let width = header.space.dimensions as usize * 4;
    if width == 0 || rows.len() != header.entries.len().saturating_mul(width) {
        return Err(cut());
    }
    let mut index = FlatIndex::new(header.space.clone());
    for (entry, row) in header.entries.into_iter().zip(rows.chunks_exact(width)) {
        let vector: Vec<f32> =
            row.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        index.add(&header.space, entry, &vector).map_err(|e| e.to_string())?;
    }
    Ok(index)
}
