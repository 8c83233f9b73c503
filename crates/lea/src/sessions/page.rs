//! A session as one self-contained page, with small pictures.

use crate::format;
use base64::Engine;
use lea_model::{Event, EventType, Gap, Point, RawSession};
use lea_store::{Store, StoreError};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Width of the pictures on the page.
const PICTURE_PX: u32 = 480;

/// The page's look: readable in light and dark.
const STYLE: &str = "
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } .meta { opacity: .7; }
ol { list-style: none; padding: 0; }
li { display: grid; grid-template-columns: 4rem 1fr; gap: .2rem 1rem; padding: .8rem 0; border-top: 1px solid #8884; }
.t { opacity: .6; font-variant-numeric: tabular-nums; } .w { opacity: .6; }
.noise { opacity: .45; } .gap { color: #b45309; }
.shots { grid-column: 2; display: flex; gap: 1rem; flex-wrap: wrap; }
figure { margin: .4rem 0; position: relative; } figcaption { font-size: .8rem; opacity: .7; }
img { max-width: 100%; border: 1px solid #8886; border-radius: 4px; display: block; }
.spot { position: absolute; width: 18px; height: 18px; margin: -9px 0 0 -9px; border: 3px solid #dc2626;
  border-radius: 50%; }
.frame { position: relative; display: inline-block; }
";

/// Writes the page.
pub fn page(store: &Store, session: &RawSession, all: bool) -> Result<String, StoreError> {
    let mut pictures = Pictures { store, session, made: HashMap::new() };
    let mut rows = String::new();
    let mut gaps = session.metadata.gaps.iter().peekable();
    for event in session.events.iter().filter(|e| all || !e.noise_flag) {
        while let Some(gap) = gaps.next_if(|gap| gap.from <= event.t) {
            rows.push_str(&gap_row(gap));
        }
        rows.push_str(&row(event, &mut pictures)?);
    }
    rows.extend(gaps.map(gap_row));
    let title = session.context.training_label.as_deref().unwrap_or(&session.session_id);
    let seen = pictures.sheet();
    Ok(format!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}{seen}</style><h1>{title}</h1>\
         <p class=meta>{} · {} · {} events · {} frames</p><ol>{rows}</ol></html>\n",
        escape(&session.session_id),
        format::day_and_time(&session.started_at),
        session.events.len(),
        session.screenshots.len(),
        title = escape(title),
    ))
}

fn gap_row(gap: &Gap) -> String {
    let (from, to) = (format::clock(gap.from), format::clock(gap.to));
    format!(
        "<li class=gap><span>{from}</span><span>not recorded until {to}: {}</span></li>",
        escape(&gap.reason)
    )
}

fn row(event: &Event, pictures: &mut Pictures<'_>) -> Result<String, StoreError> {
    let class = if event.noise_flag { " class=noise" } else { "" };
    let window = event.window.as_ref().map_or("desktop", |w| w.title.as_str());
    let mut out = format!(
        "<li{class}><span class=t>{}</span><span>{} <span class=w>in {}</span></span>",
        format::clock(event.t),
        escape(&format::event(event)),
        escape(window)
    );
    let shots = [(&event.screenshot_id, "before", event.pos), (&event.screenshot_after_id, "after", None)];
    let shown = event.event_type != EventType::WindowChange;
    if shown && shots.iter().any(|(id, ..)| id.is_some()) {
        out.push_str("<div class=shots>");
        for (id, when, spot) in shots {
            if let Some(id) = id {
                out.push_str(&pictures.figure(id, when, spot)?);
            }
        }
        out.push_str("</div>");
    }
    out.push_str("</li>");
    Ok(out)
}

/// Each picture is put into the page once, however often it is shown.
struct Pictures<'a> {
    store: &'a Store,
    session: &'a RawSession,
    made: HashMap<String, Picture>,
}

struct Picture {
    data: String,
    size: (u32, u32),
    scale: f64,
}

impl Pictures<'_> {
    fn figure(&mut self, id: &str, when: &str, spot: Option<Point>) -> Result<String, StoreError> {
        if !self.made.contains_key(id) {
            let frame = self.store.frame(&self.session.session_id, id)?;
            let small = lea_frame::shrink(frame.as_frame(), PICTURE_PX);
            let data = match lea_frame::to_png(small.as_frame()) {
                Ok(png) => base64::engine::general_purpose::STANDARD.encode(png),
                Err(_) => String::new(),
            };
            let scale = f64::from(small.size.width) / f64::from(frame.size.width.max(1));
            self.made
                .insert(id.to_owned(), Picture { data, size: (small.size.width, small.size.height), scale });
        }
        let Some(picture) = self.made.get(id) else { return Ok(String::new()) };
        let dot = spot.map_or_else(String::new, |p| {
            let (x, y) = (f64::from(p.x) * picture.scale, f64::from(p.y) * picture.scale);
            format!("<span class=spot style=\"left:{x:.0}px;top:{y:.0}px\"></span>")
        });
        let id = escape(id);
        Ok(format!(
            "<figure><div class=frame><div class=\"shot {id}\" role=img aria-label=\"{id}\"></div>{dot}</div>\
             <figcaption>{when}: {id}</figcaption></figure>"
        ))
    }

    /// The pictures as a style sheet.
    fn sheet(&self) -> String {
        let mut sheet =
            ".shot { border: 1px solid #8886; border-radius: 4px; background-size: cover; }".to_owned();
        let mut made: Vec<_> = self.made.iter().collect();
        made.sort_by_key(|(id, _)| *id);
        for (id, picture) in made {
            let (width, height) = picture.size;
            let _ = write!(
                sheet,
                ".{} {{ width: {width}px; height: {height}px; background-image: url(data:image/png;base64,{}); }}",
                escape(id),
                picture.data
            );
        }
        sheet
    }
}

/// Text that means nothing to a browser.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_cannot_become_markup() {
        assert_eq!(escape("<script>'\"&"), "&lt;script&gt;&#39;&quot;&amp;");
    }
}
