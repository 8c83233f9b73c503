//! What `bench/vectors` times: `search VECTORS QUERIES DIMENSIONS K THREADS`, both files raw little-endian f32. Prints JSON: the
//! milliseconds of each query, the rows found, and how long adding, saving and loading took.

use lea_model::Space;
use lea_store::vectors::{Entry, FlatIndex, VectorIndex};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [vectors, queries, dimensions, k, threads] = args.as_slice() else {
        return Err("search VECTORS QUERIES DIMENSIONS K THREADS".into());
    };
    let (dimensions, k, threads): (usize, usize, usize) = (dimensions.parse()?, k.parse()?, threads.parse()?);
    let space =
        Space { id: "bench".into(), version: "1".into(), dimensions: dimensions as u32, ..Space::default() };
    let mut index = FlatIndex::new(space.clone()).with_threads(threads);
    let start = Instant::now();
    for (i, vector) in read(vectors)?.chunks_exact(dimensions).enumerate() {
        index.add(&space, Entry { vector_id: i.to_string(), ..Entry::default() }, vector)?;
    }
    let add_s = start.elapsed().as_secs_f64();
    let (mut times, mut found) = (Vec::new(), Vec::new());
    for query in read(queries)?.chunks_exact(dimensions) {
        let start = Instant::now();
        let hits = index.search(&space, query, k, None)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        found.push(hits.iter().filter_map(|h| h.entry.vector_id.parse::<u64>().ok()).collect::<Vec<_>>());
    }
    println!("{}", serde_json::json!({ "ms": times, "found": found, "add_s": add_s }));
    Ok(())
}

fn read(path: &str) -> std::io::Result<Vec<f32>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
}
