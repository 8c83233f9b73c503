//! A session as plain files: `session.json` and PNG pictures.

use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::files::write_private;
use indicatif::ProgressBar;
use lea_model::{RawSession, ids};
use lea_store::Store;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

/// Writes it; files are readable by their owner alone.
pub fn export(context: &Context, store: &Store, session: &RawSession, folder: &Path) -> Outcome {
    let cannot = |what: &Path, e: std::io::Error| failed(format!("cannot write {}: {e}", what.display()));
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(usage(format!(
            "{} is not empty: name a folder that is, or does not exist",
            folder.display()
        )));
    }
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|e| cannot(folder, e))?;
    let bar = ProgressBar::new(session.screenshots.len() as u64);
    let mut session = session.clone();
    for shot in &mut session.screenshots {
        shot.relative_path = format!("screenshots/{}.png", shot.screenshot_id);
        if !ids::is_safe_relative_path(&shot.relative_path) {
            return Err(failed(format!("the recording names a picture {:?}", shot.screenshot_id)));
        }
        let frame = store.frame(&session.session_id, &shot.screenshot_id).map_err(failed)?;
        let png = lea_frame::to_png(frame.as_frame()).map_err(failed)?;
        let path = folder.join(&shot.relative_path);
        let parent = path.parent().unwrap_or(folder);
        DirBuilder::new().recursive(true).mode(0o700).create(parent).map_err(|e| cannot(parent, e))?;
        write_private(&path, &png)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let json = serde_json::to_vec_pretty(&session).map_err(failed)?;
    write_private(&folder.join("session.json"), &json)?;
    let count = session.screenshots.len();
    if context.json {
        println!("{}", serde_json::json!({ "folder": folder, "screenshots": count }));
    } else {
        println!("Wrote {} and {count} pictures", folder.join("session.json").display());
    }
    Ok(())
}
