//! `lea look`: what is on a screen.

use crate::cli::LookArgs;
use crate::config::Context;
use crate::error::{Outcome, failed, failed_with_help};
use crate::files::write_private;
use crate::pictures::{self, Batch, Views};
use crate::{format, recorded};
use lea_frame::FrameBuf;
use lea_model::ScreenState;
use lea_model::screen_state::StateWindow;
use lea_robot::draw;
use lea_screen::x11::X11Screen;
use lea_screen::{Patience, Screen};
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Row {
    image: PathBuf,
}

/// Runs the command.
pub fn run(context: &Context, args: &LookArgs) -> Outcome {
    if !args.screen {
        crate::sessions::end_with_the_pipe()?;
    }
    if let Some(file) = &args.batch {
        return batch(context, &Batch::read(file)?);
    }
    if let Some(session) = &args.session {
        return recorded::run(context, session);
    }
    let (mut picture, window) = match &args.image {
        Some(image) => (pictures::open(image).map_err(failed)?, None),
        None => screen(args.display.as_deref())?,
    };
    let mut eye = pictures::eye(context)?;
    let mut state = eye.look(picture.as_frame(), window).map_err(failed)?;
    pictures::name(&mut state, args.image.as_deref());
    if let Some(out) = &args.draw {
        paint(&mut picture, &state);
        write_private(out, &lea_frame::to_png(picture.as_frame()).map_err(failed)?)?;
    }
    if context.json {
        println!("{}", serde_json::to_string_pretty(&state).map_err(failed)?);
    } else {
        print(&state);
    }
    Ok(())
}

fn batch(context: &Context, batch: &Batch<Row>) -> Outcome {
    let mut views = Views::open(context, None)?;
    let progress = format::progress(batch.rows.len());
    for row in &batch.rows {
        let line = match row {
            Err(why) => json!({ "error": why }),
            Ok(Row { image }) => match views.view(&batch.path(image)) {
                Ok(seen) => {
                    let mut state = seen.state.clone();
                    pictures::name(&mut state, Some(&batch.path(image)));
                    json!({ "image": image, "ms": state.metadata.processing_time_ms, "state": state })
                }
                Err(why) => json!({ "image": image, "error": why }),
            },
        };
        progress.suspend(|| println!("{line}"));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// The display once it is at rest, with the window in front.
fn screen(display: Option<&str>) -> Outcome<(FrameBuf, Option<StateWindow>)> {
    let unseen = |e| failed_with_help(e, "say which with --display, or look at a file");
    let mut screen = X11Screen::open(display).map_err(unseen)?;
    lea_screen::settle(&mut screen, Patience::default()).map_err(failed)?;
    let window = screen.active_window().map_err(failed)?;
    let picture = screen.see().map_err(failed)?.frame.to_buf();
    let window = window.map(|w| StateWindow {
        app_name: w.app_name,
        window_title: w.title,
        screen_resolution: Some(picture.size),
        ..StateWindow::default()
    });
    Ok((picture, window))
}

fn paint(picture: &mut FrameBuf, state: &ScreenState) {
    for element in &state.ui_elements {
        draw::outline(picture, element.bbox, draw::colour_of(element.element_type));
    }
    // Tags last: none is hidden by a box.
    for element in &state.ui_elements {
        let kind = format::snake(&element.element_type);
        let words = [kind.as_str(), &element.role, &element.label];
        let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
        draw::tag(picture, element.bbox, &words.join(" "), draw::colour_of(element.element_type));
    }
}

fn print(state: &ScreenState) {
    if let Some(debug) = &state.debug {
        println!("{}\n", debug.summary);
    }
    let mut rows = vec![["type", "role", "box", "sure", "state", "label"].map(str::to_owned).to_vec()];
    for e in &state.ui_elements {
        let states: Vec<String> = e.state.iter().map(format::snake).collect();
        rows.push(vec![
            format::snake(&e.element_type),
            e.role.clone(),
            format::bbox(e.bbox),
            format!("{:.0} %", 100.0 * e.confidence),
            states.join(" "),
            format::shortened(&e.label, 60),
        ]);
    }
    print!("{}", format::table(&rows));
    let ms = state.metadata.processing_time_ms.unwrap_or_default();
    let texts = state.perception.detected_text.len();
    println!("\n{} elements, {texts} lines of text, {ms:.0} ms", state.ui_elements.len());
}
