//! How the demo went: a table, a page to look around in, a picture, and the verdict.

use super::story::Came;
use super::teller::Teller;
use super::trial::{TRIALS, Tried, Verdict};
use super::watch;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::files::replace_private;
use crate::format;
use crate::sessions::escape;
use crate::trace::pictures;
use lea_frame::FrameBuf;
use lea_model::run::{Entry, Grounding};
use lea_model::{Rect, Size};
use lea_robot::draw;
use lea_store::Store;
use serde_json::json;
use std::path::Path;

/// The width of each half of the picture, and the gap between them.
const HALF_PX: u32 = 640;
const GAP_PX: u32 = 8;

/// The verdict in a word.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Done => "done",
        Verdict::Asked => "asked",
        Verdict::Wrong => "WRONG",
        Verdict::Failed => "failed",
    }
}

/// One trial in a few lines: what came of it, and what Lea asks.
pub fn sentence(tried: &Tried) -> String {
    let mark = match tried.verdict {
        Verdict::Done => "✓",
        Verdict::Asked => "?",
        Verdict::Wrong | Verdict::Failed => "✗",
    };
    let Tried { name, given, run, records, .. } = tried;
    let mut text = format!(
        "{mark} {name}: {given}, {} steps in {:.1} s; the database: {records}",
        run.steps, run.seconds
    );
    if let Some(halt) = &run.halt {
        let question =
            halt.question.as_ref().map_or_else(String::new, |question| format!("\n  “{}”", question.text));
        text.push_str(&format!("\n  {}{question}", halt.why));
    }
    text
}

/// Says how it went, and fails where it did not go as it must: nothing may be wrong, and the last question must be asked.
pub fn report(context: &Context, out: &Path, teller: &Teller, came: &Came, no_open: bool) -> Outcome {
    let picture = out.join("drift.png");
    replace_private(&picture, &drift(&Store::open(out.join("data")).map_err(failed)?, &came.tried)?)?;
    let page = out.join("index.html");
    replace_private(&page, index(came, &table(came)).as_bytes())?;
    let count = |verdict| came.tried.iter().filter(|tried| tried.verdict == verdict).count();
    let (done, asked, wrong) = (count(Verdict::Done), count(Verdict::Asked), count(Verdict::Wrong));
    let last_asks = came.tried.last().is_some_and(|last| last.verdict == Verdict::Asked);
    let is_good =
        wrong == 0 && last_asks && done + asked == TRIALS.len() && came.tried[0].verdict == Verdict::Done;
    if context.json {
        let told = json!({
            "good": is_good, "seconds": came.seconds, "done": done, "asked": asked, "wrong": wrong,
            "learnt": {
                "workflow_id": came.learnt.workflow_id, "screens": came.learnt.nodes, "steps": came.learnt.edges,
                "variables": came.learnt.variables.keys().collect::<Vec<_>>(), "demonstrations": came.learnt.demonstrations,
            },
            "runs": came.tried, "index": page, "graph": out.join("graph.html"), "drawing": out.join("graph.svg"),
            "picture": picture, "video": came.video, "data": out.join("data"),
        });
        println!("{told}");
    } else {
        teller.act(&format!("{done} done, {asked} asked, {wrong} wrong, in {:.0} s", came.seconds));
        teller.tell(&format::table(&table(came)));
        teller.tell(&format!("\nLook around: {}", page.display()));
        teller.tell(&format!("the graph: {}", out.join("graph.html").display()));
        if let Some(video) = &came.video {
            teller.tell(&format!("the video: {}", video.display()));
        }
        teller.tell(&format!("with commands: lea --data {} runs", out.join("data").display()));
        if !no_open {
            watch::open(&page);
        }
    }
    if is_good {
        Ok(())
    } else {
        Err(failed("the demo did not go as it must: the table says what the database says"))
    }
}

fn table(came: &Came) -> Vec<Vec<String>> {
    let head = ["SCREEN", "GIVEN", "OUTCOME", "STEPS", "SECONDS", "OWN TIME A STEP", "THE DATABASE"];
    let row = |tried: &Tried| {
        let own = tried.own_ms.map_or_else(|| "–".into(), |own| format!("{:.0} ms", own.median));
        vec![
            tried.name.to_owned(),
            tried.given.clone(),
            word(tried.verdict).to_owned(),
            tried.run.steps.to_string(),
            format!("{:.1}", tried.run.seconds),
            own,
            tried.records.clone(),
        ]
    };
    std::iter::once(head.map(String::from).to_vec()).chain(came.tried.iter().map(row)).collect()
}

/// The page that leads to the others.
fn index(came: &Came, table: &[Vec<String>]) -> String {
    let cells = |row: &Vec<String>, kind: &str| {
        row.iter().map(|cell| format!("<{kind}>{}</{kind}>", escape(cell))).collect::<String>()
    };
    let rows: String = table
        .iter()
        .enumerate()
        .map(|(n, row)| match n {
            0 => format!("<tr>{}<th></th></tr>", cells(row, "th")),
            n => format!("<tr>{}<td><a href=\"run-{n}.html\">step by step</a></td></tr>", cells(row, "td")),
        })
        .collect();
    let questions: String = came
        .tried
        .iter()
        .filter_map(|tried| Some((tried.name, tried.run.halt.as_ref()?.question.as_ref()?)))
        .map(|(name, question)| format!("<p>{}: <q>{}</q></p>", escape(name), escape(&question.text)))
        .collect();
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>Lea: the demo</title><style>body{{font:16px/1.5 system-ui,sans-serif;max-width:1320px;margin:2rem auto;\
         padding:0 1rem;color:#0f172a}}table{{border-collapse:collapse;width:100%}}th,td{{text-align:left;padding:.4rem .8rem;\
         border-bottom:1px solid #e2e8f0}}th{{font-size:.75rem;color:#64748b}}img{{max-width:100%}}a{{color:#0f766e}}\
         </style></head><body><h1>What Lea learnt, and did</h1>\
         <p>{} was learnt from {} demonstrations: <a href=graph.html>the graph, with its screens</a>.</p>\
         <table>{rows}</table><h2>What it asked</h2>{questions}<h2>The same step, as it was shown and under drift</h2>\
         <img src=drift.png alt=\"two screens with the target marked\"></body></html>\n",
        escape(&came.learnt.workflow_id),
        came.learnt.demonstrations,
    )
}

/// The first step that cannot be taken back, side by side: on the screen as it was shown, and on one that changed.
fn drift(store: &Store, tried: &[Tried]) -> Outcome<Vec<u8>> {
    let mut halves = Vec::new();
    for one in tried.iter().take(2) {
        let log = store.run(&one.run.run_id).map_err(failed)?;
        let screens = store.run_screens(&one.run.run_id).map_err(failed)?;
        let step = log.entries.iter().find_map(|entry| match entry {
            Entry::Conclude { record } if record.irreversible => Some(record),
            _ => None,
        });
        let Some((step, before)) = step.and_then(|step| Some((step, step.screen_before.as_ref()?))) else {
            continue;
        };
        // At this size the other places, and where it clicked, would hide the screen.
        let grounding =
            step.grounding.clone().map(|found| Grounding { candidates: Vec::new(), point: None, ..found });
        let mut half = pictures::marked(&screens, before, grounding.as_ref(), HALF_PX).map_err(failed)?;
        let bounds = half.as_frame().bounds();
        draw::tag(&mut half, Rect { y1: bounds.y2 - 12, ..bounds }, one.name, draw::CONSIDERED);
        halves.push(half);
    }
    let height = halves.iter().map(|half| half.size.height).max().unwrap_or(1);
    let width = HALF_PX * 2 + GAP_PX;
    let mut both = FrameBuf::filled(Size { width, height }, [255; 3]).map_err(failed)?;
    for (n, half) in (0..).zip(&halves) {
        both.put(n * (HALF_PX + GAP_PX) as i32, 0, half.as_frame());
    }
    lea_frame::to_png(both.as_frame()).map_err(failed)
}
