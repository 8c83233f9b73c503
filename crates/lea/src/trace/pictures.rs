//! The screens of a trace: small, with the places that were considered drawn on them.

use crate::format;
use base64::Engine;
use lea_frame::FrameBuf;
use lea_model::run::Grounding;
use lea_model::{Point, Rect};
use lea_robot::draw;
use lea_store::RunScreens;

/// Width of the pictures, at most.
const PICTURE_PX: u32 = 1280;
/// Places drawn beside the one that was chosen; more would hide the screen.
const MOST_DRAWN: usize = 12;
/// A journal may say anything: places beyond any screen are drawn nowhere.
const FARTHEST_PX: f64 = 100_000.0;
/// Half the side of the mark where the pointer went.
const POINT_PX: i32 = 4;

/// A picture as a data URI, with its size.
pub struct Drawn {
    /// `data:image/png;base64,…`
    pub uri: String,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A screen of a run, with what was considered on it; or why it cannot be shown.
pub fn draw(
    screens: &Result<RunScreens, String>,
    id: &str,
    grounding: Option<&Grounding>,
) -> Result<Drawn, String> {
    let screens = screens.as_ref().map_err(Clone::clone)?;
    let small = marked(screens, id, grounding, PICTURE_PX)?;
    let png = lea_frame::to_png(small.as_frame()).map_err(|e| e.to_string())?;
    let data = base64::engine::general_purpose::STANDARD.encode(png);
    let uri = format!("data:image/png;base64,{data}");
    Ok(Drawn { uri, width: small.size.width, height: small.size.height })
}

/// A screen of a run, not wider than that, with what was considered on it.
pub fn marked(
    screens: &RunScreens,
    id: &str,
    grounding: Option<&Grounding>,
    width: u32,
) -> Result<FrameBuf, String> {
    let frame = screens.read(id).map_err(|e| e.to_string())?;
    let mut small = lea_frame::shrink(frame.as_frame(), width);
    if let Some(grounding) = grounding {
        // Drawn after shrinking, so that lines and numbers stay sharp.
        let factor = f64::from(small.size.width) / f64::from(frame.size.width.max(1));
        mark(&mut small, grounding, factor);
    }
    Ok(small)
}

fn mark(picture: &mut FrameBuf, grounding: &Grounding, factor: f64) {
    let chosen = grounding.bbox;
    let others = grounding.candidates.iter().enumerate().filter(|(_, c)| Some(c.bbox) != chosen);
    // The best last: it lies on top.
    for (at, candidate) in others.take(MOST_DRAWN).collect::<Vec<_>>().into_iter().rev() {
        let place = scaled(candidate.bbox, factor);
        draw::outline(picture, place, draw::CONSIDERED);
        draw::tag(picture, place, &(at + 1).to_string(), draw::CONSIDERED);
    }
    if let Some(chosen) = chosen {
        let place = scaled(chosen, factor);
        draw::outline(picture, place, draw::FOUND);
        let tag = grounding.score.map_or_else(|| format::snake(&grounding.method), |s| format!("{s:.2}"));
        draw::tag(picture, place, &tag, draw::FOUND);
    }
    if let Some(point) = grounding.point {
        let Point { x, y } = point;
        let Rect { x1, y1, .. } = scaled(Rect { x1: x, y1: y, x2: x, y2: y }, factor);
        let spot = Rect { x1: x1 - POINT_PX, y1: y1 - POINT_PX, x2: x1 + POINT_PX, y2: y1 + POINT_PX };
        draw::outline(picture, spot, draw::FOUND);
    }
}

/// A box on the small picture; wide enough to be seen.
fn scaled(r: Rect, factor: f64) -> Rect {
    let small = |v: i32| (f64::from(v) * factor).round().clamp(-FARTHEST_PX, FARTHEST_PX) as i32;
    let (x1, y1) = (small(r.x1), small(r.y1));
    Rect { x1, y1, x2: small(r.x2).max(x1 + 4), y2: small(r.y2).max(y1 + 4) }
}
