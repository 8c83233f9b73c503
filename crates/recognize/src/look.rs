//! How a thing looks, and how much a place on another screen looks like it.

use crate::params::look::{
    COARSE_PIXELS, COARSE_SIDE, COLOUR_ROWS, COLOURS, FINE_PIXELS, FRAME_SHARE, LEAST_CORE, LEAST_PEAK_GAP,
    PYRAMID_STEPS,
};
use lea_frame::matching::{Field, Template, peaks};
use lea_frame::{Frame, Plane};
use lea_model::{Point, Rect, Size};
use std::cell::OnceCell;

/// A pixel of the smallest of them, in pixels of the screen.
const COARSEST: i32 = 1 << (PYRAMID_STEPS - 1);

/// How a target looked.
pub struct Look {
    grey: Plane,
    edges: Plane,
    colours: [f32; COLOURS],
}

impl Look {
    /// The look of `bbox` in a picture.
    pub fn new(picture: Frame<'_>, bbox: Rect) -> Self {
        let bbox = bbox.intersection(&picture.bounds()).filter(|b| !b.is_empty()).unwrap_or(picture.bounds());
        let grey = Plane::grey(picture);
        // Edges at the rim are those of the whole picture: the crop itself has none there.
        let edges = grey.edges().crop(bbox);
        let colours = colours(picture, bbox);
        let (grey, edges) = (grey.crop(bbox).unwrap_or(grey.clone()), edges.unwrap_or(grey));
        Self { grey, edges, colours }
    }

    /// Of one colour: nothing to tell it by.
    pub fn is_blank(&self) -> bool {
        Template::new(&self.grey).is_flat()
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.grey.size
    }
}

/// The share of each colour in a part of a picture.
fn colours(picture: Frame<'_>, bbox: Rect) -> [f32; COLOURS] {
    let mut counts = [0f32; COLOURS];
    let Some(bbox) = bbox.intersection(&picture.bounds()).filter(|b| !b.is_empty()) else { return counts };
    // Every row of a small thing, some of a large one.
    let step = (bbox.height() as usize / COLOUR_ROWS).max(1);
    let mut total = 0f32;
    for y in (bbox.y1..bbox.y2).step_by(step) {
        for p in picture.row(y as usize, bbox.x1 as usize, bbox.x2 as usize).chunks_exact(4) {
            counts[(p[0] >> 6) as usize | (p[1] >> 6 << 2) as usize | (p[2] >> 6 << 4) as usize] += 1.0;
            total += 1.0;
        }
    }
    counts.map(|c| c / total.max(1.0))
}

/// A channel of a target at one scale: a small version for finding places, a larger one for looking closely.
struct Channel {
    step: usize,
    fine_step: usize,
    coarse: Template,
    fine: Template,
}

impl Channel {
    fn new(template: &Plane) -> Self {
        let step = coarse_step(template.size);
        let fine_step = (0..PYRAMID_STEPS)
            .find(|s| template.data.len() >> (2 * s) <= FINE_PIXELS)
            .unwrap_or(PYRAMID_STEPS - 1)
            .min(step);
        Self {
            step,
            fine_step,
            coarse: Template::new(&template.shrunk(1 << step)),
            fine: Template::new(&template.shrunk(1 << fine_step)),
        }
    }

    /// The best likeness on `part` from afar with the corner within `slack` pixels of `corner`, and where.
    fn near(&self, part: &Pyramid, corner: Point, slack: i32) -> Option<(Point, f32)> {
        let f = 1 << self.step;
        let reach = slack / f + 1;
        let (at, likeness) = part.field(self.step).best(&self.coarse, around(corner, f, reach))?;
        Some((Point { x: at.x * f, y: at.y * f }, likeness))
    }

    /// The likeness close up, with the corner within one coarse pixel of `corner`.
    fn close(&self, part: &Pyramid, corner: Point) -> f32 {
        let (f, reach) = (1 << self.fine_step, 1 << (self.step - self.fine_step));
        let best = part.field(self.fine_step).best(&self.fine, around(corner, f, reach));
        best.map_or(0.0, |(_, likeness)| likeness)
    }
}

/// The places within `reach` of a corner, in steps of `f` pixels.
fn around(corner: Point, f: i32, reach: i32) -> Rect {
    let (x, y) = (corner.x.div_euclid(f), corner.y.div_euclid(f));
    Rect::from([x - reach, y - reach, x + reach + 1, y + reach + 1])
}

/// The step at which a template of this size is searched for.
fn coarse_step(size: Size) -> usize {
    let (w, h) = (size.width as usize, size.height as usize);
    let mut step = 0;
    while step + 1 < PYRAMID_STEPS
        && (w * h) >> (2 * step) > COARSE_PIXELS
        && w.min(h) >> (step + 1) >= COARSE_SIDE
    {
        step += 1;
    }
    step
}

/// The middle of a target, without what frames it: buttons of one bar differ only there.
struct Core {
    /// From the corner of the target, in pixels of `step`.
    inset: Point,
    step: usize,
    template: Template,
}

impl Core {
    /// None where the target is too small to have a frame, or its middle is of one colour.
    fn new(edges: &Plane, step: usize) -> Option<Self> {
        let small = edges.shrunk(1 << step);
        let inset = |side: u32| (f64::from(side) * FRAME_SHARE).round() as i32;
        let (x, y) = (inset(small.size.width), inset(small.size.height));
        let inner = Rect::from([x, y, small.size.width as i32 - x, small.size.height as i32 - y]);
        if inner.width() < LEAST_CORE || inner.height() < LEAST_CORE {
            return None;
        }
        let template = Template::new(&small.crop(inner)?);
        (!template.is_flat()).then_some(Self { inset: Point { x, y }, step, template })
    }

    /// How alike the middle is, with the corner of the whole within `reach` of `corner`.
    fn at(&self, part: &Pyramid, corner: Point, reach: i32) -> f32 {
        let f = 1 << self.step;
        let there = Point { x: corner.x + self.inset.x * f, y: corner.y + self.inset.y * f };
        let best = part.field(self.step).best(&self.template, around(there, f, reach));
        best.map_or(0.0, |(_, likeness)| likeness)
    }
}

/// A target at one scale.
pub struct Scaled<'a> {
    look: &'a Look,
    core: Option<Core>,
    /// Its size there.
    pub size: Size,
    grey: Channel,
    edges: Channel,
}

/// How alike a place and a target are, each within -1..1 or 0..1.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Likeness {
    /// Brightness, from afar.
    pub grey: f64,
    /// Edges, from afar.
    pub edges: f64,
    /// Brightness, close up.
    pub fine_grey: f64,
    /// Edges, close up.
    pub fine_edges: f64,
    /// Edges of its middle, close up; of all of it where it has no frame.
    pub core: f64,
    /// Shares of colours, 0..1.
    pub colours: f64,
}

impl Look {
    /// The target `scale` times as large as it was.
    pub fn scaled(&self, scale: f64) -> Scaled<'_> {
        let side = |s: u32| ((f64::from(s) * scale).round() as u32).max(1);
        let size = Size { width: side(self.size().width), height: side(self.size().height) };
        let at_scale = |p: &Plane| if p.size == size { p.clone() } else { p.resized(size) };
        let edges = at_scale(&self.edges);
        let channel = Channel::new(&edges);
        let core = Core::new(&edges, channel.fine_step);
        Scaled { look: self, core, size, grey: Channel::new(&at_scale(&self.grey)), edges: channel }
    }
}

impl Scaled<'_> {
    /// How alike the place around `center` is, give or take `slack` pixels.
    pub fn at(&self, frame: Frame<'_>, center: Point, slack: i32) -> Likeness {
        // Only what is needed is prepared, and so cut that pixels shrink as those of the whole screen do.
        let reach = slack + 2 * COARSEST;
        let cut = Rect::from([
            (center.x - self.size.width as i32 / 2 - reach).max(0) / COARSEST * COARSEST,
            (center.y - self.size.height as i32 / 2 - reach).max(0) / COARSEST * COARSEST,
            center.x + self.size.width as i32 / 2 + reach,
            center.y + self.size.height as i32 / 2 + reach,
        ]);
        let Some(cut) = cut.intersection(&frame.bounds()).filter(|c| !c.is_empty()) else {
            return Likeness::default();
        };
        let Some(part) = frame.crop(cut) else { return Likeness::default() };
        let plane = Plane::grey(part.as_frame());
        let edges_part = Pyramid::new(plane.edges());
        let grey_part = Pyramid::new(plane);
        let corner = Point {
            x: center.x - self.size.width as i32 / 2 - cut.x1,
            y: center.y - self.size.height as i32 / 2 - cut.y1,
        };
        let grey = self.grey.near(&grey_part, corner, slack);
        let edges = self.edges.near(&edges_part, corner, slack);
        // Both must speak of one place: the better of the two says which.
        let place = [grey, edges].into_iter().flatten().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((place, _)) = place else { return Likeness::default() };
        let there = colours(part.as_frame(), Rect::at(place.x, place.y, self.size));
        let common = there.iter().zip(&self.look.colours).map(|(a, b)| f64::from(a.min(*b))).sum();
        let fine_edges = self.edges.close(&edges_part, place);
        let reach = 1 << (self.edges.step - self.edges.fine_step);
        let core = self.core.as_ref().map_or(fine_edges, |core| core.at(&edges_part, place, reach));
        Likeness {
            grey: grey.map_or(0.0, |g| f64::from(g.1)),
            edges: edges.map_or(0.0, |e| f64::from(e.1)),
            fine_grey: f64::from(self.grey.close(&grey_part, place)),
            fine_edges: f64::from(fine_edges),
            core: f64::from(core),
            colours: common,
        }
    }
}

/// A channel of a picture at all steps of the pyramid, each made when it is first needed.
struct Pyramid {
    plane: Plane,
    fields: [OnceCell<Field>; PYRAMID_STEPS],
}

impl Pyramid {
    fn new(plane: Plane) -> Self {
        Self { plane, fields: Default::default() }
    }

    fn field(&self, step: usize) -> &Field {
        self.fields[step].get_or_init(|| Field::new(&self.plane.shrunk(1 << step)))
    }
}

/// A whole screen, prepared to be searched by look.
pub struct Sight {
    grey: Pyramid,
    edges: Pyramid,
}

impl Sight {
    /// Prepares a frame.
    pub fn new(frame: Frame<'_>) -> Self {
        let grey = Plane::grey(frame);
        let edges = grey.edges();
        Self { grey: Pyramid::new(grey), edges: Pyramid::new(edges) }
    }

    /// The places most alike, as boxes.
    pub fn best(&self, target: &Scaled<'_>, most: usize, least: f32) -> Vec<Rect> {
        let mut found = Vec::new();
        for (pyramid, channel) in [(&self.grey, &target.grey), (&self.edges, &target.edges)] {
            let f = 1 << channel.step;
            let apart = |s: u32| (s as i32 / f / 2).max(LEAST_PEAK_GAP);
            let field = pyramid.field(channel.step);
            let (area, likeness) = field.search(&channel.coarse, field.places(&channel.coarse));
            let apart = (apart(target.size.width), apart(target.size.height));
            let places = peaks(area, &likeness, apart, most, least);
            found.extend(places.iter().map(|(p, _)| Rect::at(p.x * f, p.y * f, target.size)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;

    fn screen(at: (i32, i32), dark: bool) -> FrameBuf {
        let (paper, ink) = if dark { ([40; 3], [220; 3]) } else { ([240; 3], [30; 3]) };
        let mut frame = FrameBuf::filled(Size { width: 400, height: 300 }, paper).unwrap();
        let (x, y) = at;
        frame.fill(Rect::from([x, y, x + 24, y + 4]), ink);
        frame.fill(Rect::from([x + 10, y, x + 14, y + 24]), ink);
        frame.fill(Rect::from([x, y + 20, x + 8, y + 24]), ink);
        frame.fill(Rect::from([300, 20, 330, 60]), ink);
        frame
    }

    #[test]
    fn an_icon_is_found_where_it_moved_to_in_light_and_dark() {
        let old = screen((50, 60), false);
        let look = Look::new(old.as_frame(), Rect::from([48, 58, 76, 86]));
        assert!(!look.is_blank());
        for dark in [false, true] {
            let new = screen((211, 133), dark);
            let scaled = look.scaled(1.0);
            let likeness = scaled.at(new.as_frame(), Point { x: 224, y: 144 }, 8);
            assert!(likeness.fine_edges > 0.98 && likeness.core > 0.98, "{dark}: {likeness:?}");
            let best = Sight::new(new.as_frame()).best(&scaled, 3, 0.5);
            assert!(best.iter().any(|b| (b.x1 - 209).abs() <= 8 && (b.y1 - 131).abs() <= 8), "{best:?}");
        }
    }

    #[test]
    fn one_colour_is_blank_and_what_does_not_fit_is_not_searched() {
        let frame = FrameBuf::filled(Size { width: 50, height: 40 }, [9; 3]).unwrap();
        let look = Look::new(frame.as_frame(), Rect::from([0, 0, 30, 30]));
        assert!(look.is_blank());
        let small = FrameBuf::filled(Size { width: 10, height: 10 }, [9; 3]).unwrap();
        let scaled = look.scaled(1.0);
        assert!(Sight::new(small.as_frame()).best(&scaled, 3, 0.0).is_empty());
        assert_eq!(scaled.at(small.as_frame(), Point { x: 5, y: 5 }, 4), Likeness::default());
        assert_eq!(scaled.at(small.as_frame(), Point { x: 500, y: 5 }, 4), Likeness::default());
    }

    #[test]
    fn two_buttons_of_one_bar_differ_in_their_middle() {
        let button = |icon: [i32; 4]| {
            let mut frame = FrameBuf::filled(Size { width: 100, height: 100 }, [240; 3]).unwrap();
            frame.fill(Rect::from([20, 20, 68, 68]), [90; 3]);
            frame.fill(Rect::from([22, 22, 66, 66]), [230; 3]);
            frame.fill(Rect::from(icon), [20; 3]);
            frame
        };
        let (one, other) = (button([36, 40, 52, 44]), button([42, 34, 46, 54]));
        let look = Look::new(one.as_frame(), Rect::from([20, 20, 68, 68]));
        let middle = Point { x: 44, y: 44 };
        let same = look.scaled(1.0).at(one.as_frame(), middle, 4);
        let not = look.scaled(1.0).at(other.as_frame(), middle, 4);
        assert!(same.core > 0.99 && not.fine_edges > 0.7 && not.core < 0.5, "{same:?} {not:?}");
    }
}
