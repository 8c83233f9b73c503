//! What `bench/screens` fits on: `screens LOOKS.jsonl FOLDER OUT` reads the lines of `lea look --batch` and the pictures they
//! name (from FOLDER), and writes the witnesses of every pair (`OUT.pairs.npy`-like raw f32, i < j), and the cosines of their
//! embeddings (`OUT.cosines`), both raw little-endian f32.

use lea_recognize::Scene;
use lea_recognize::screen::{NAMES, Sketch, testimony};
use lea_understand::embed::{Embedder, cosine};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [looks, folder, out] = args.as_slice() else { return Err("screens LOOKS.jsonl FOLDER OUT".into()) };
    let embedder = Embedder::default();
    let (mut sketches, mut vectors) = (Vec::new(), Vec::new());
    let (mut sketching, mut embedding) = (0.0, Vec::new());
    let text = std::fs::read_to_string(looks)?;
    for line in text.lines() {
        let mut row: serde_json::Value = serde_json::from_str(line)?;
        let state: lea_model::ScreenState = serde_json::from_value(row["state"].take())?;
        let path = Path::new(folder).join(row["image"].as_str().unwrap_or_default());
        let picture = lea_frame::from_image(&std::fs::read(path)?)?;
        let start = Instant::now();
        sketches.push(Sketch::of(&Scene { state: &state, frame: Some(picture.as_frame()) }));
        sketching += start.elapsed().as_secs_f64();
        let embedded = embedder.embed(picture.as_frame(), &state);
        embedding.push(embedded.milliseconds);
        vectors.push(embedded);
    }
    let n = sketches.len();
    embedding.sort_by(f64::total_cmp);
    eprintln!(
        "{n} screens: sketch {:.1} ms, embedding median {:.1} ms, worst {:.1} ms",
        1e3 * sketching / n as f64,
        embedding[n / 2],
        embedding[n - 1]
    );
    let start = Instant::now();
    let mut pairs = std::io::BufWriter::new(std::fs::File::create(format!("{out}.pairs"))?);
    let mut cosines = std::io::BufWriter::new(std::fs::File::create(format!("{out}.cosines"))?);
    for i in 0..n {
        for j in i + 1..n {
            for value in testimony(&sketches[i], &sketches[j]) {
                pairs.write_all(&value.to_le_bytes())?;
            }
            let (a, b) = (&vectors[i], &vectors[j]);
            let whole = [(&a.primary, &b.primary), (&a.auxiliary, &b.auxiliary)];
            for (a, b) in whole.into_iter().chain(a.parts.iter().zip(&b.parts)) {
                cosines.write_all(&(cosine(a, b).unwrap_or(0.0) as f32).to_le_bytes())?;
            }
        }
    }
    eprintln!("{:.1} µs a pair", 1e6 * start.elapsed().as_secs_f64() / (n * (n - 1) / 2) as f64);
    std::fs::write(format!("{out}.names"), NAMES.join("\n"))?;
    Ok(())
}
