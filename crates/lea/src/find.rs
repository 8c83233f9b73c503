//! `lea find`: a thing of one screenshot, found again in another.

use crate::cli::FindArgs;
use crate::config::Context;
use crate::error::{Outcome, failed, halted};
use crate::files::write_private;
use crate::format;
use crate::pictures::{self, Batch, Seen, Views};
use crate::words::Words;
use lea_frame::FrameBuf;
use lea_model::Rect;
use lea_recognize::{Level, Located, Sought, Verdict, View, locate, remember};
use lea_robot::draw;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: Value,
    old: PathBuf,
    old_box: Rect,
    new: PathBuf,
    #[serde(default)]
    elsewhere: Option<PathBuf>,
}

/// Runs the command.
pub fn run(context: &Context, args: &FindArgs) -> Outcome {
    crate::sessions::end_with_the_pipe()?;
    let level = Level::of(args.level);
    let mut views = Views::open(context, args.looks.as_deref())?;
    let meaning = Words::open(context)?;
    if let Some(file) = &args.batch {
        let batch = Batch::<Row>::read(file)?;
        let progress = format::progress(batch.rows.len());
        for row in &batch.rows {
            let line = match row {
                Err(why) => json!({ "error": why }),
                Ok(row) => batch_row(&mut views, &meaning, &batch, row, level, args.all)
                    .unwrap_or_else(|why| json!({ "id": row.id, "error": why })),
            };
            progress.suspend(|| println!("{line}"));
            progress.inc(1);
        }
        progress.finish_and_clear();
        return Ok(());
    }
    let (Some(from), Some(bbox), Some(to)) = (&args.from, args.bbox, &args.to) else {
        return Err(failed("--from, --box and --in belong together"));
    };
    let sought = views.view(from).and_then(|old| sought(&old, bbox)).map_err(failed)?;
    let seen = views.view(to).map_err(failed)?;
    let (located, ms) = find(&sought, &seen, &meaning, level);
    if let Some(out) = &args.draw {
        let mut picture = seen.picture.clone();
        paint(&mut picture, &located);
        write_private(out, &lea_frame::to_png(picture.as_frame()).map_err(failed)?)?;
    }
    if context.json {
        println!("{}", answer(&located, ms, args.all));
    } else {
        print(&located, ms, args.all);
    }
    match halt(&located) {
        None => Ok(()),
        Some(why) => Err(halted(why)),
    }
}

/// Candidates that are drawn and listed: the rest is far off.
const MOST_SHOWN: usize = 8;

fn paint(picture: &mut FrameBuf, located: &Located) {
    for (i, place) in located.places.iter().take(MOST_SHOWN).enumerate().rev() {
        let colour = if i == 0 && located.found().is_some() { draw::FOUND } else { draw::CONSIDERED };
        draw::outline(picture, place.bbox, colour);
        let words = match i {
            0 => format!("1 {} score {:.2}", format::snake(&place.source), located.score),
            _ => format!("{} {} rank {:.1}", i + 1, format::snake(&place.source), place.rank),
        };
        draw::tag(picture, place.bbox, &words, colour);
    }
}

fn print(located: &Located, ms: f64, all: bool) {
    if let Some(place) = located.found() {
        let point = place.bbox.center();
        println!(
            "found at {}, {} (box {}), score {:.3}, {ms:.0} ms\n",
            point.x,
            point.y,
            format::bbox(place.bbox),
            located.score
        );
    }
    let witnesses =
        ["label", "meaning", "name", "fine_edges", "core", "landmarks", "shapes", "row", "position", "kind"];
    let head = ["place", "from", "rank"].into_iter().chain(witnesses);
    let mut rows = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    let most = if all { usize::MAX } else { MOST_SHOWN };
    for place in located.places.iter().take(most) {
        let said = place.witnesses.by_name();
        let mut row =
            vec![format::bbox(place.bbox), format::snake(&place.source), format!("{:.2}", place.rank)];
        row.extend(
            witnesses.iter().map(|name| format!("{:.2}", said.get(name).copied().unwrap_or_default())),
        );
        rows.push(row);
    }
    print!("{}", format::table(&rows));
}

fn batch_row(
    views: &mut Views,
    meaning: &Words,
    batch: &Batch<Row>,
    row: &Row,
    level: Level,
    all: bool,
) -> Result<Value, String> {
    let old = views.view(&batch.path(&row.old))?;
    let sought = sought(&old, row.old_box)?;
    let new = views.view(&batch.path(&row.new))?;
    let (located, ms) = find(&sought, &new, meaning, level);
    let mut line = json!({ "id": row.id, "text": !sought.inside.is_empty() });
    pictures::merge(&mut line, answer(&located, ms, all));
    if let Some(elsewhere) = &row.elsewhere {
        let there = views.view(&batch.path(elsewhere))?;
        let (located, ms) = find(&sought, &there, meaning, level);
        line["elsewhere"] = answer(&located, ms, all);
    }
    Ok(line)
}

/// What is in the box, prepared to be looked for.
fn sought(old: &Seen, bbox: Rect) -> Result<Sought, String> {
    let (target, crop) = remember(old.scene(), old.picture.size, bbox).map_err(|e| e.to_string())?;
    Ok(Sought::new(&target, crop.as_ref().map(|c| c.as_frame())))
}

fn find(sought: &Sought, seen: &Seen, meaning: &Words, level: Level) -> (Located, f64) {
    let start = Instant::now();
    let view = View::new(seen.scene(), seen.picture.size, Some(meaning));
    let located = locate(sought, &view, level);
    (located, start.elapsed().as_secs_f64() * 1e3)
}

fn answer(located: &Located, ms: f64, all: bool) -> Value {
    let found = located.found();
    let mut line = json!({
        "found": found.is_some(),
        "box": found.map(|p| p.bbox),
        "point": found.map(|p| p.bbox.center()),
        "score": located.score,
        "halt": halt(located),
        "ms": ms,
    });
    if all {
        line["evidence"] = json!(located.evidence);
        line["places"] = json!(located.places);
    }
    line
}

/// Why it was not found, as a sentence.
fn halt(located: &Located) -> Option<String> {
    let nearest = located.places.first().map(|p| p.bbox.center());
    let nearest = nearest.map_or_else(String::new, |p| format!("; the nearest is at {}, {}", p.x, p.y));
    match located.verdict {
        Verdict::Found => None,
        Verdict::Ambiguous => Some("two places cannot be told apart".into()),
        Verdict::Maybe => Some(format!("it may be there, but that is not sure enough{nearest}")),
        Verdict::NotFound => Some(format!("nothing is surely it{nearest}")),
    }
}
