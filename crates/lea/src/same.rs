//! `lea same`: is it the same screen?

use crate::cli::SameArgs;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::pictures::{self, Batch};
use lea_recognize::Scene;
use lea_recognize::screen::{Sameness, Sketch, compare};
use lea_understand::Eye;
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// How many witnesses are told of.
const TOLD: usize = 6;

#[derive(Deserialize)]
struct Row {
    a: PathBuf,
    b: PathBuf,
}

/// Runs the command.
pub fn run(context: &Context, args: &SameArgs) -> Outcome {
    crate::sessions::end_with_the_pipe()?;
    let mut eye = pictures::eye(context)?;
    if let Some(file) = &args.batch {
        let batch = Batch::<Row>::read(file)?;
        for row in &batch.rows {
            let line = match row {
                Err(why) => json!({ "error": why }),
                Ok(row) => match judge(&mut eye, &batch.path(&row.a), &batch.path(&row.b)) {
                    Ok(s) => json!({ "a": row.a, "b": row.b, "same": s.same, "score": s.score }),
                    Err(why) => json!({ "a": row.a, "b": row.b, "error": why }),
                },
            };
            println!("{line}");
        }
        return Ok(());
    }
    let (Some(a), Some(b)) = (&args.a, &args.b) else { return Err(failed("two screenshots are compared")) };
    let sameness = judge(&mut eye, a, b).map_err(failed)?;
    if context.json {
        println!("{}", serde_json::to_string(&sameness).map_err(failed)?);
        return Ok(());
    }
    let verdict = if sameness.same { "the same screen" } else { "another screen" };
    println!("{verdict}, score {:.3}", sameness.score);
    for e in sameness.evidence.iter().take(TOLD) {
        println!("  {:+.2}  {} {:.2}", e.says, e.witness.replace('_', " "), e.value);
    }
    Ok(())
}

fn judge(eye: &mut Eye, a: &Path, b: &Path) -> Result<Sameness, String> {
    Ok(compare(&sketch(eye, a)?, &sketch(eye, b)?))
}

/// A screenshot, looked at and prepared for comparison.
fn sketch(eye: &mut Eye, path: &Path) -> Result<Sketch, String> {
    let picture = pictures::open(path)?;
    let state = eye.look(picture.as_frame(), None).map_err(|e| e.to_string())?;
    Ok(Sketch::of(&Scene { state: &state, frame: Some(picture.as_frame()) }))
}
