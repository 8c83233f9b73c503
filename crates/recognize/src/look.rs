//! How a thing looks, and how much a place on another screen looks like it.

use lea_frame::matching::{Field, Template, peaks};
use lea_frame::{Frame, Plane};
use lea_model::{Point, Rect, Size};
use std::cell::OnceCell;

/// Steps of the pyramid: pictures at 1, 1/2, 1/4 and 1/8 of their size.
const STEPS: usize = 4;

/// A template is searched for at the step where it has about this many pixels: enough to tell it, few enough to be quick.
const COARSE_PIXELS: usize = 150;

/// It is not made lower or narrower than this, in pixels.
const COARSE_SIDE: usize = 5;

/// A place is looked at closely with at most this many pixels.
const FINE_PIXELS: usize = 6000;

/// Colours are counted in 4 levels of each channel.
const COLOURS: usize = 64;

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
    let step = (bbox.height() as usize / 32).max(1);
    let mut total = 0f32;
    for y in (bbox.y1..bbox.y2).step_by(step) {
        for p in picture.row(y as usize, bbox.x1 as usize, bbox.x2 as usize).chunks_exact(4) {
            counts[(p[0] >> 6) as usize | (p[1] >> 6 << 2) as usize | (p[2] >> 6 << 4) as usize] += 1.0;
            total += 1.0;
        }
    }
    counts.map(|c| c / total.max(1.0))
}

/// A channel of a screen at all steps of the pyramid, each made when it is first needed.
struct Pyramid {
    plane: Plane,
    fields: [OnceCell<Field>; STEPS],
}

impl Pyramid {
    fn new(plane: Plane) -> Self {
        Self { plane, fields: Default::default() }
    }

    fn field(&self, step: usize) -> &Field {
        self.fields[step].get_or_init(|| Field::new(&self.plane.shrunk(1 << step)))
    }
}

/// A screen, prepared to be compared by look. Make one per frame.
pub struct Sight<'a> {
    frame: Frame<'a>,
    grey: Pyramid,
    edges: Pyramid,
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
    /// Shares of colours, 0..1.
    pub colours: f64,
}

/// One channel of a target, searched over a whole screen.
struct Map {
    step: usize,
    area: Rect,
    likeness: Vec<f32>,
    fine: Template,
    fine_step: usize,
}

impl Map {
    fn new(pyramid: &Pyramid, template: &Plane) -> Self {
        let step = coarse_step(template.size);
        let fine_step =
            (0..STEPS).find(|s| template.data.len() >> (2 * s) <= FINE_PIXELS).unwrap_or(STEPS - 1).min(step);
        let coarse = Template::new(&template.shrunk(1 << step));
        let field = pyramid.field(step);
        let (area, likeness) = field.search(&coarse, field.places(&coarse));
        Self { step, area, likeness, fine: Template::new(&template.shrunk(1 << fine_step)), fine_step }
    }

    /// The best likeness with the corner within `slack` pixels of `corner`, from afar, and where.
    fn near(&self, corner: Point, slack: i32) -> Option<(Point, f32)> {
        let f = 1 << self.step;
        let reach = slack / f + 1;
        let (x, y) = (corner.x.div_euclid(f), corner.y.div_euclid(f));
        let around = Rect::from([x - reach, y - reach, x + reach + 1, y + reach + 1]);
        let around = around.intersection(&self.area).filter(|a| !a.is_empty())?;
        let width = self.area.width() as usize;
        let all = (around.y1..around.y2).flat_map(|y| (around.x1..around.x2).map(move |x| Point { x, y }));
        let value =
            |p: &Point| self.likeness[(p.y - self.area.y1) as usize * width + (p.x - self.area.x1) as usize];
        let best = all.max_by(|a, b| value(a).total_cmp(&value(b)))?;
        Some((Point { x: best.x * f, y: best.y * f }, value(&best)))
    }

    /// The likeness close up, with the corner within one coarse pixel of `corner`.
    fn close(&self, pyramid: &Pyramid, corner: Point) -> f32 {
        let (f, reach) = (1 << self.fine_step, 1 << (self.step - self.fine_step));
        let (x, y) = (corner.x.div_euclid(f), corner.y.div_euclid(f));
        let around = Rect::from([x - reach, y - reach, x + reach + 1, y + reach + 1]);
        pyramid.field(self.fine_step).best(&self.fine, around).map_or(0.0, |(_, likeness)| likeness)
    }
}

/// The step at which a template of this size is searched for.
fn coarse_step(size: Size) -> usize {
    let (w, h) = (size.width as usize, size.height as usize);
    let mut step = 0;
    while step + 1 < STEPS && (w * h) >> (2 * step) > COARSE_PIXELS && w.min(h) >> (step + 1) >= COARSE_SIDE {
        step += 1;
    }
    step
}

/// A target at one scale, searched over a screen.
pub struct Search<'s> {
    sight: &'s Sight<'s>,
    look: &'s Look,
    /// Its size there.
    pub size: Size,
    grey: Map,
    edges: Map,
}

impl<'a> Sight<'a> {
    /// Prepares a frame.
    pub fn new(frame: Frame<'a>) -> Self {
        let grey = Plane::grey(frame);
        let edges = grey.edges();
        Self { frame, grey: Pyramid::new(grey), edges: Pyramid::new(edges) }
    }

    /// Looks everywhere for a target that is `scale` times as large as it was; none if it would not fit.
    pub fn search<'s>(&'s self, look: &'s Look, scale: f64) -> Option<Search<'s>> {
        let side = |s: u32| ((f64::from(s) * scale).round() as u32).max(1);
        let size = Size { width: side(look.size().width), height: side(look.size().height) };
        if size.width > self.frame.size.width || size.height > self.frame.size.height {
            return None;
        }
        let at_scale = |p: &Plane| if p.size == size { p.clone() } else { p.resized(size) };
        Some(Search {
            sight: self,
            look,
            size,
            grey: Map::new(&self.grey, &at_scale(&look.grey)),
            edges: Map::new(&self.edges, &at_scale(&look.edges)),
        })
    }
}

impl Search<'_> {
    /// The places most alike, as boxes.
    pub fn best(&self, most: usize, least: f32) -> Vec<Rect> {
        let mut found = Vec::new();
        for map in [&self.grey, &self.edges] {
            let f = 1 << map.step;
            let apart = |s: u32| (s as i32 / f / 2).max(2);
            let places = peaks(
                map.area,
                &map.likeness,
                (apart(self.size.width), apart(self.size.height)),
                most,
                least,
            );
            found.extend(places.iter().map(|(p, _)| Rect::at(p.x * f, p.y * f, self.size)));
        }
        found
    }

    /// How alike the place around `center` is, give or take `slack` pixels; and the corner where it is most so.
    pub fn at(&self, center: Point, slack: i32) -> (Likeness, Rect) {
        let corner =
            Point { x: center.x - self.size.width as i32 / 2, y: center.y - self.size.height as i32 / 2 };
        let grey = self.grey.near(corner, slack);
        let edges = self.edges.near(corner, slack);
        // Both must speak of one place: the better of the two says which.
        let place = [grey, edges].into_iter().flatten().max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((place, _)) = place else {
            return (Likeness::default(), Rect::at(corner.x, corner.y, self.size));
        };
        let likeness = Likeness {
            grey: grey.map_or(0.0, |g| f64::from(g.1)),
            edges: edges.map_or(0.0, |e| f64::from(e.1)),
            fine_grey: f64::from(self.grey.close(&self.sight.grey, place)),
            fine_edges: f64::from(self.edges.close(&self.sight.edges, place)),
            colours: self.same_colours(Rect::at(place.x, place.y, self.size)),
        };
        (likeness, Rect::at(place.x, place.y, self.size))
    }

    fn same_colours(&self, bbox: Rect) -> f64 {
        let there = colours(self.sight.frame, bbox);
        there.iter().zip(&self.look.colours).map(|(a, b)| f64::from(a.min(*b))).sum()
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
            let sight = Sight::new(new.as_frame());
            let search = sight.search(&look, 1.0).unwrap();
            let (likeness, bbox) = search.at(Point { x: 224, y: 144 }, 8);
            assert!(likeness.fine_edges > 0.98, "{dark}: {likeness:?}");
            assert!((bbox.x1 - 209).abs() <= 4 && (bbox.y1 - 131).abs() <= 4, "{bbox:?}");
            let best = search.best(3, 0.5);
            assert!(best.iter().any(|b| (b.x1 - 209).abs() <= 8 && (b.y1 - 131).abs() <= 8), "{best:?}");
        }
    }

    #[test]
    fn one_colour_is_blank_and_what_does_not_fit_is_not_searched() {
        let frame = FrameBuf::filled(Size { width: 50, height: 40 }, [9; 3]).unwrap();
        let look = Look::new(frame.as_frame(), Rect::from([0, 0, 30, 30]));
        assert!(look.is_blank());
        let small = FrameBuf::filled(Size { width: 10, height: 10 }, [9; 3]).unwrap();
        assert!(Sight::new(small.as_frame()).search(&look, 1.0).is_none());
    }
}
