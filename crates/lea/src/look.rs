//! `lea look`: what is on a screen.

use crate::cli::LookArgs;
use crate::config::Context;
use crate::error::{Outcome, failed};
use crate::pictures::{self, Batch};
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Row {
    image: PathBuf,
}

/// Runs the command.
pub fn run(context: &Context, args: &LookArgs) -> Outcome {
    let mut eye = pictures::eye(context)?;
    if let Some(file) = &args.batch {
        let batch = Batch::<Row>::read(file)?;
        for row in &batch.rows {
            let line = match row {
                Err(why) => json!({ "error": why }),
                Ok(row) => {
                    let looked = pictures::open(&batch.path(&row.image))
                        .and_then(|picture| eye.look(picture.as_frame(), None).map_err(|e| e.to_string()));
                    match looked {
                        Ok(state) => {
                            json!({ "image": row.image, "ms": state.metadata.processing_time_ms, "state": state })
                        }
                        Err(why) => json!({ "image": row.image, "error": why }),
                    }
                }
            };
            println!("{line}");
        }
        return Ok(());
    }
    let Some(image) = &args.image else { return Err(failed("looking at a display comes next")) };
    let picture = pictures::open(image).map_err(pictures::broken)?;
    let state = eye.look(picture.as_frame(), None).map_err(failed)?;
    println!("{}", serde_json::to_string_pretty(&state).map_err(failed)?);
    Ok(())
}
