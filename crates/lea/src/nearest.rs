//! `lea nearest`: which of these screens are nearest to each other. Fingerprints retrieve, comparing decides.

use crate::cli::NearestArgs;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::pictures::{self, Batch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lea_model::embedding::Purpose;
use lea_recognize::Scene;
use lea_recognize::screen::{Sketch, compare};
use lea_store::vectors::{Entry, FlatIndex, VectorIndex};
use lea_understand::Eye;
use lea_understand::embed::Embedder;
use serde::Deserialize;
use serde_json::json;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// How many that the fingerprints retrieve are compared in earnest, at least. A comparison takes some 0.2 ms; the right one is
/// among this many for 19 screens in 20 (`bench/screens`).
const COMPARED: usize = 50;

#[derive(Deserialize)]
struct Row {
    image: PathBuf,
}

/// A screen that could be looked at.
struct Seen {
    sketch: Sketch,
    vector: Vec<f32>,
}

/// Runs the command.
pub fn run(context: &Context, args: &NearestArgs) -> Outcome {
    crate::sessions::end_with_the_pipe()?;
    let batch = Batch::<Row>::read(&args.batch)?;
    let mut eye = pictures::eye(context)?;
    let embedder = Embedder::default();
    let space = embedder.space(Purpose::Primary);
    let bar = progress(batch.rows.len() as u64);
    let mut index = FlatIndex::new(space.clone());
    let mut seen: Vec<Result<Seen, String>> = Vec::new();
    for (i, row) in batch.rows.iter().enumerate() {
        let one = match row {
            Err(why) => Err(why.clone()),
            Ok(row) => see(&mut eye, &embedder, &batch.path(&row.image)),
        };
        if let Ok(one) = &one {
            let entry = Entry { vector_id: i.to_string(), ..Entry::default() };
            index.add(&space, entry, &one.vector).map_err(failed)?;
        }
        seen.push(one);
        bar.inc(1);
    }
    bar.finish_and_clear();
    for (i, one) in seen.iter().enumerate() {
        let image = batch.rows[i].as_ref().ok().map(|row| &row.image);
        let line = match (image, one) {
            (None, Err(why)) => json!({ "error": why }),
            (_, Err(why)) => json!({ "image": image, "error": why }),
            (_, Ok(one)) => {
                let most = COMPARED.max(args.k as usize);
                // One more: it finds itself.
                let hits = index.search(&space, &one.vector, most + 1, None).map_err(failed)?;
                let others = hits.iter().filter_map(|h| h.entry.vector_id.parse::<usize>().ok());
                let mut ranked: Vec<(usize, f64)> = others
                    .filter(|other| *other != i)
                    .filter_map(|other| {
                        let there = seen[other].as_ref().ok()?;
                        Some((other, compare(&one.sketch, &there.sketch).score))
                    })
                    .collect();
                ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                ranked.truncate(args.k as usize);
                let named = ranked.iter().map(|(other, score)| {
                    let image = batch.rows[*other].as_ref().ok().map(|row| &row.image);
                    json!({ "image": image, "score": score })
                });
                json!({ "image": image, "nearest": named.collect::<Vec<_>>() })
            }
        };
        print_row(context, &line);
    }
    Ok(())
}

fn print_row(context: &Context, line: &serde_json::Value) {
    if context.json || !std::io::stdout().is_terminal() {
        println!("{line}");
        return;
    }
    println!("{}", line["image"].as_str().unwrap_or("?"));
    if let Some(why) = line["error"].as_str() {
        println!("   {why}");
    }
    for near in line["nearest"].as_array().into_iter().flatten() {
        println!(
            "   {:.3}  {}",
            near["score"].as_f64().unwrap_or(0.0),
            near["image"].as_str().unwrap_or("?")
        );
    }
}

fn see(eye: &mut Eye, embedder: &Embedder, path: &Path) -> Result<Seen, String> {
    let picture = pictures::open(path)?;
    let frame = picture.as_frame();
    let state = eye.look(frame, None).map_err(|e| e.to_string())?;
    let vector = embedder.embed(frame, &state).primary;
    Ok(Seen { sketch: Sketch::of(&Scene { state: &state, frame: Some(frame) }), vector })
}

/// A bar on standard error where that is a terminal.
pub fn progress(length: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} screens, {eta} left") {
        bar.set_style(style);
    }
    bar
}
