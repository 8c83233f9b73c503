//! What can be said of a candidate in numbers. Lengths are in heights of the screen's text, so that a screen at 200 % says the
//! same as at 100 %; shares and contrasts are within 0..1.

use super::candidates::{Candidate, Source};
use super::grid::Grid;
use super::outline::{lightness, outline_of, saturation};
use super::regions::distance;
use super::scene::Scene;
use crate::params::features::{
    CAPITALS_SHARE, COUNTED_SHARE, FAR, FILLED_TENTHS, LEAST_BULLETS, LEAST_WIDTH, MOST_ASPECT,
    MOST_PARENT_LINES, MOST_SIBLINGS, MOST_WITHIN, PARENT_TENTHS,
};
use lea_lexicon::Lexicon;
use lea_model::Rect;

macro_rules! features {
    ($($name:ident),* $(,)?) => {
        /// The numbers of one candidate.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub(crate) struct Features { $(pub(crate) $name: f32),* }
        impl Features {
            /// What the numbers are called, in their order.
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
            /// The numbers in the order of [`Features::NAMES`].
            pub(crate) fn values(&self) -> Vec<f32> { vec![$(self.$name),*] }
        }
    };
}

features! {
    // Geometry.
    source, width, height, aspect, screen_share, pixels_high,
    // Text within it.
    lines, words, characters, text_width, text_height, text_room, left_room, right_room, top_room, bottom_room, off_centre,
    digits, capital_first, all_capitals, colon, ellipsis, action_word, text_sure, bullets,
    ink_contrast, ink_saturation, ink_blue, ink_unusual, underlined, line_share,
    // Its face and border.
    solidity, fill, face_saturation, face_light, face_contrast, border_least, border_most, border_bottom, border_top,
    corners, edge, inner_plain, inner_contrast, halves,
    // Marks within it.
    icons, icon_left, icon_right, icon_right_width, icon_right_height, icon_right_gap, icon_share, icon_size, icon_ink,
    // What is around it.
    row_siblings, column_siblings, row_texts, column_texts, gap_left, gap_right, gap_above, gap_below, left_colon, above_same_left,
    // Its place.
    x, y, parent_width, parent_height, parent_x, parent_y, parent_share, faces_within, lines_of_parent,
}

/// What features are computed from, once per screen.
pub(crate) struct Context<'s, 'a> {
    scene: &'s Scene<'a>,
    lines: Grid,
    icons: Grid,
    faces: Vec<Rect>,
    face_grid: Grid,
    /// How many lines stand on each region.
    lines_on: std::collections::HashMap<u32, u32>,
}

impl<'s, 'a> Context<'s, 'a> {
    /// Prepares a scene and its candidates.
    pub(crate) fn of(scene: &'s Scene<'a>, candidates: &[Candidate]) -> Self {
        let mut faces: Vec<Rect> =
            candidates.iter().filter(|c| c.source == Source::Face).map(|c| c.bbox).collect();
        faces.sort_unstable_by_key(|b| (b.area(), *b));
        faces.dedup();
        let lines = Grid::of(scene.bounds, scene.words.iter().map(|w| w.bbox));
        let icons = Grid::of(scene.bounds, scene.icons.iter().map(|i| i.bbox));
        let face_grid = Grid::of(scene.bounds, faces.iter().copied());
        let mut lines_on = std::collections::HashMap::new();
        for w in &scene.words {
            *lines_on.entry(w.region).or_insert(0) += 1;
        }
        Self { scene, lines, icons, faces, face_grid, lines_on }
    }

    /// The lines of text whose middle lies in a box, from left to right.
    pub(crate) fn lines_in(&self, b: Rect) -> Vec<usize> {
        let mut found: Vec<usize> = self
            .lines
            .near(b)
            .into_iter()
            .filter(|i| b.contains(self.scene.words[*i].bbox.center()))
            .collect();
        found.sort_by_key(|i| (self.scene.words[*i].bbox.x1, *i));
        found
    }

    /// The marks whose middle lies in a box, without those that fill it, from left to right.
    pub(crate) fn icons_in(&self, b: Rect) -> Vec<Rect> {
        let boxes = self.icons.near(b).into_iter().map(|i| self.scene.icons[i].bbox);
        let mut found: Vec<Rect> =
            boxes.filter(|i| b.contains(i.center()) && i.area() * 10 < b.area() * FILLED_TENTHS).collect();
        found.sort_unstable();
        found
    }

    /// The numbers of a candidate.
    pub(crate) fn features(&self, c: &Candidate) -> Features {
        let mut f = Features::default();
        let (b, unit) = (c.bbox, self.scene.unit);
        f.source = c.source as u8 as f32;
        f.width = b.width() as f32 / unit;
        f.height = b.height() as f32 / unit;
        f.aspect = (b.width() as f32 / b.height().max(1) as f32).min(MOST_ASPECT);
        f.screen_share = b.area() as f32 / self.scene.bounds.area() as f32;
        f.pixels_high = b.height() as f32;
        self.text(c, &mut f);
        self.face(c, &mut f);
        self.marks(c, &mut f);
        self.around(c, &mut f);
        self.place(c, &mut f);
        f
    }

    fn text(&self, c: &Candidate, f: &mut Features) {
        let (b, unit) = (c.bbox, self.scene.unit);
        let inside = match c.line {
            // A part of a line is judged by its own words.
            Some(line) if matches!(c.source, Source::Part | Source::PartPadded | Source::Text) => vec![line],
            _ => self.lines_in(b),
        };
        f.lines = inside.len() as f32;
        f.text_room = FAR;
        let Some(&first) = inside.first() else { return };
        let boxes = inside.iter().map(|i| self.scene.words[*i].bbox.intersection(&b).unwrap_or(b));
        let all = boxes.fold(Rect::default(), |all, one| all.union(&one));
        let words = &self.scene.words[first];
        let is_part = matches!(c.source, Source::Part | Source::PartPadded);
        let part =
            self.scene.parts.iter().find(|(l, r, _)| is_part && *l == first && r.center() == b.center());
        let text: String = match part {
            Some((_, r, _)) => {
                let inside = words.line.words.iter().filter(|w| r.contains(w.bbox.center()));
                inside.map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ")
            }
            None => words.line.text.clone(),
        };
        let ink = part.map_or(words.ink, |(_, _, ink)| *ink);
        let characters = text.chars().filter(|c| !c.is_whitespace()).count().max(1) as f32;
        let share = |test: fn(&char) -> bool| text.chars().filter(test).count() as f32 / characters;
        f.words = text.split_whitespace().count() as f32;
        f.characters = characters;
        f.text_width = all.width() as f32 / b.width().max(1) as f32;
        f.text_height = words.bbox.height() as f32 / unit;
        f.left_room = (all.x1 - b.x1) as f32 / unit;
        f.right_room = (b.x2 - all.x2) as f32 / unit;
        f.top_room = (all.y1 - b.y1) as f32 / unit;
        f.bottom_room = (b.y2 - all.y2) as f32 / unit;
        f.text_room = f.left_room.min(f.right_room);
        f.off_centre = (f.left_room - f.right_room).abs() / f.width.max(LEAST_WIDTH);
        f.digits = share(char::is_ascii_digit);
        f.capital_first = text.chars().next().is_some_and(char::is_uppercase) as u8 as f32;
        f.all_capitals = (share(|c| c.is_uppercase()) > CAPITALS_SHARE && characters > 2.0) as u8 as f32;
        f.colon = text.trim_end().ends_with(':') as u8 as f32;
        f.ellipsis = (text.ends_with('…') || text.ends_with("...")) as u8 as f32;
        f.action_word = Lexicon::in_use().roles.role(&text).is_some() as u8 as f32;
        f.text_sure = words.line.confidence as f32;
        f.bullets = is_bullets(&text) as u8 as f32;
        f.ink_contrast = distance(ink, words.paper) as f32 / 255.0;
        f.ink_saturation = saturation(ink);
        f.ink_blue = (f32::from(ink[0]) - f32::from(ink[2])) / 255.0;
        f.ink_unusual = distance(ink, self.scene.usual_ink) as f32 / 255.0;
        f.underlined = words.underlined as u8 as f32;
        f.line_share = b.width() as f32 / words.bbox.width().max(1) as f32;
    }

    fn face(&self, c: &Candidate, f: &mut Features) {
        let (scene, b) = (self.scene, c.bbox);
        if let (Source::Face, Some(r)) = (c.source, c.region) {
            let region = &scene.map.regions[r as usize];
            f.solidity = region.solidity();
            f.fill = region.fill();
        }
        let look = outline_of(scene.frame, b);
        f.face_saturation = saturation(look.face);
        f.face_light = lightness(look.face);
        f.face_contrast = distance(look.face, look.outside) as f32 / 255.0;
        let sides = look.border.map(|s| s as f32 / 255.0);
        f.border_least = sides.iter().copied().fold(1.0, f32::min);
        f.border_most = sides.iter().copied().fold(0.0, f32::max);
        [f.border_top, f.border_bottom] = [sides[0], sides[1]];
        f.corners = look.corners;
        f.edge = look.edge;
        f.inner_plain = look.inner_plain;
        f.inner_contrast = distance(scene.colour(b.center().x, b.center().y), look.outside) as f32 / 255.0;
        let quarter = b.width() as i32 / 4;
        let (left, right) =
            (scene.colour(b.x1 + quarter, b.center().y), scene.colour(b.x2 - 1 - quarter, b.center().y));
        f.halves = distance(left, right) as f32 / 255.0;
    }

    fn marks(&self, c: &Candidate, f: &mut Features) {
        let (b, unit) = (c.bbox, self.scene.unit);
        let inside = self.icons_in(b);
        f.icons = inside.len() as f32;
        f.icon_right_gap = FAR;
        let text = self
            .lines_in(b)
            .iter()
            .map(|i| self.scene.words[*i].bbox)
            .fold(Rect::default(), |a, o| a.union(&o));
        if let Some(last) = inside.last() {
            let is_right = text.is_empty() || last.center().x > text.x2;
            if is_right && last.center().x > b.center().x {
                f.icon_right = 1.0;
                f.icon_right_width = last.width() as f32 / unit;
                f.icon_right_height = last.height() as f32 / unit;
                f.icon_right_gap = (b.x2 - last.x2) as f32 / unit;
            }
        }
        if let Some(first) = inside.first() {
            let is_left = text.is_empty() || first.center().x < text.x1;
            f.icon_left = (is_left && first.center().x < b.center().x) as u8 as f32;
            let largest = inside.iter().max_by_key(|i| i.area()).unwrap_or(first);
            f.icon_size = largest.width().max(largest.height()) as f32 / unit;
            f.icon_share = largest.area() as f32 / b.area().max(1) as f32;
        }
        if matches!(c.source, Source::Icon | Source::IconPadded | Source::IconWide) {
            let own = self
                .icons
                .near(b)
                .into_iter()
                .map(|i| &self.scene.icons[i])
                .find(|i| i.bbox.center() == b.center());
            f.icon_ink = own.map_or(0.0, |m| m.ink as f32 / m.bbox.area().max(1) as f32);
        }
    }

    fn around(&self, c: &Candidate, f: &mut Features) {
        let (scene, b, unit) = (self.scene, c.bbox, self.scene.unit);
        let near_equal = |a: i32, b: i32| (a - b).abs() <= 2;
        let across = Rect { x1: scene.bounds.x1, x2: scene.bounds.x2, ..b };
        let down = Rect { y1: scene.bounds.y1, y2: scene.bounds.y2, x1: b.x1, x2: b.x1 + 1 };
        let in_row = self.face_grid.near(Rect { y2: b.y1 + 1, ..across }).into_iter().map(|i| self.faces[i]);
        f.row_siblings =
            in_row.filter(|o| near_equal(o.y1, b.y1) && near_equal(o.y2, b.y2)).count().min(MOST_SIBLINGS)
                as f32;
        let in_column = self.face_grid.near(down).into_iter().map(|i| self.faces[i]);
        f.column_siblings =
            in_column.filter(|o| near_equal(o.x1, b.x1) && near_equal(o.x2, b.x2)).count().min(MOST_SIBLINGS)
                as f32;

        let anchor = c.line.map_or(b, |i| scene.words[i].bbox);
        let cy = anchor.center().y;
        [f.gap_left, f.gap_right, f.gap_above, f.gap_below] = [FAR; 4];
        let row = Rect { y1: cy, y2: cy + 1, x1: scene.bounds.x1, x2: scene.bounds.x2 };
        let mut nearest_left = None;
        for i in self.lines.near(row) {
            let o = scene.words[i].bbox;
            if o.y1 > cy || o.y2 <= cy || b.contains(o.center()) {
                continue;
            }
            f.row_texts += 1.0;
            if o.x2 <= anchor.x1 + 2 {
                let gap = (b.x1 - o.x2) as f32 / unit;
                if gap < f.gap_left {
                    f.gap_left = gap;
                    nearest_left = Some(i);
                }
            } else if o.x1 >= anchor.x2 - 2 {
                f.gap_right = f.gap_right.min((o.x1 - b.x2) as f32 / unit);
            }
        }
        f.row_texts = f.row_texts.min(MOST_SIBLINGS as f32);
        f.left_colon =
            nearest_left.is_some_and(|i| scene.words[i].line.text.trim_end().ends_with(':')) as u8 as f32;
        let reach = (FAR * unit) as i32;
        let column = Rect { y1: b.y1 - reach, y2: b.y2 + reach, ..b };
        for i in self.lines.near(column) {
            let o = scene.words[i].bbox;
            if b.contains(o.center()) {
                continue;
            }
            if near_equal(o.x1, anchor.x1) {
                f.column_texts += 1.0;
            }
            if o.x2 <= b.x1 || o.x1 >= b.x2 {
                continue;
            }
            if o.center().y < b.y1 {
                let gap = (b.y1 - o.y2) as f32 / unit;
                if gap < f.gap_above {
                    f.gap_above = gap;
                    f.above_same_left = (o.x1 - b.x1) as f32 / unit;
                }
            } else if o.center().y >= b.y2 {
                f.gap_below = f.gap_below.min((o.y1 - b.y2) as f32 / unit);
            }
        }
        f.column_texts = f.column_texts.min(MOST_SIBLINGS as f32);
    }

    fn place(&self, c: &Candidate, f: &mut Features) {
        let (scene, b, unit) = (self.scene, c.bbox, self.scene.unit);
        let (w, h) = (scene.bounds.width() as f32, scene.bounds.height() as f32);
        f.x = b.center().x as f32 / w;
        f.y = b.center().y as f32 / h;
        let center = b.center();
        let here = Rect { x1: center.x, y1: center.y, x2: center.x + 1, y2: center.y + 1 };
        // Faces are ordered by area: the first that holds this one with room to spare is its parent.
        let holds = |o: &Rect| o.intersection(&b) == Some(b) && o.area() * 10 > b.area() * PARENT_TENTHS;
        let parent =
            self.face_grid.near(here).into_iter().map(|i| self.faces[i]).find(holds).unwrap_or(scene.bounds);
        f.parent_width = parent.width() as f32 / unit;
        f.parent_height = parent.height() as f32 / unit;
        f.parent_x = (center.x - parent.x1) as f32 / parent.width().max(1) as f32;
        f.parent_y = (center.y - parent.y1) as f32 / parent.height().max(1) as f32;
        f.parent_share = b.area() as f32 / parent.area().max(1) as f32;
        if f.screen_share < COUNTED_SHARE {
            let within = |o: &Rect| b.intersection(o) == Some(*o) && o.area() * 10 < b.area() * FILLED_TENTHS;
            f.faces_within = self
                .face_grid
                .near(b)
                .into_iter()
                .filter(|i| within(&self.faces[*i]))
                .count()
                .min(MOST_WITHIN) as f32;
        } else {
            f.faces_within = MOST_WITHIN as f32;
        }
        let paper = c.line.map(|i| scene.words[i].region).or(c.region);
        f.lines_of_parent =
            paper.and_then(|r| self.lines_on.get(&r)).map_or(0.0, |n| *n as f32).min(MOST_PARENT_LINES);
    }
}

/// Nothing but the dots that stand for a password.
pub(crate) fn is_bullets(text: &str) -> bool {
    let mut dots = 0;
    let all = text.chars().filter(|c| !c.is_whitespace()).all(|c| {
        dots += 1;
        matches!(c, '•' | '●' | '∙' | '·' | '⚫' | '*' | '◦')
    });
    all && dots >= LEAST_BULLETS
}
