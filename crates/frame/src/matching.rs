//! Template matching: where in a plane another looks like a small one (zero-mean normalised cross-correlation, 1 is
//! the same but for brightness and contrast).

use crate::plane::Plane;
use lea_model::{Point, Rect};

/// The small plane that is looked for, centred on its mean.
pub struct Template {
    width: usize,
    height: usize,
    /// Values less their mean, doubled so that the rounded mean costs little.
    centred: Vec<i16>,
    /// Root of the sum of squares of `centred`; 0 for a template of one colour.
    norm: f64,
    /// What rounding left in the mean: the sum of `centred`.
    rest: i64,
}

impl Template {
    /// Prepares a plane to be looked for.
    pub fn new(plane: &Plane) -> Self {
        let count = plane.data.len().max(1) as u32;
        let mean = (2 * plane.data.iter().map(|&v| u32::from(v)).sum::<u32>() + count / 2) / count;
        let centred: Vec<i16> = plane.data.iter().map(|&v| 2 * i16::from(v) - mean as i16).collect();
        let norm = centred.iter().map(|&v| f64::from(v) * f64::from(v)).sum::<f64>().sqrt();
        let rest = centred.iter().map(|&v| i64::from(v)).sum();
        Self { width: plane.size.width as usize, height: plane.size.height as usize, centred, norm, rest }
    }

    /// Of one colour: it looks like every place of one colour, and like none in particular.
    pub fn is_flat(&self) -> bool {
        // A deviation of two levels: less is noise.
        self.norm < 4.0 * (self.centred.len() as f64).sqrt()
    }
}

/// A plane in which templates are looked for.
pub struct Field {
    width: usize,
    height: usize,
    data: Vec<i16>,
    /// Sums, and sums of squares, of all that is above and left.
    sums: Vec<(u32, u64)>,
}

impl Field {
    /// Prepares a plane to be searched.
    pub fn new(plane: &Plane) -> Self {
        let (width, height) = (plane.size.width as usize, plane.size.height as usize);
        let mut sums = vec![(0u32, 0u64); (width + 1) * (height + 1)];
        for y in 0..height {
            let (mut row, mut squares) = (0u32, 0u64);
            for (x, &v) in plane.row(y).iter().enumerate() {
                row += u32::from(v);
                squares += u64::from(v) * u64::from(v);
                let above = sums[y * (width + 1) + x + 1];
                sums[(y + 1) * (width + 1) + x + 1] = (above.0.wrapping_add(row), above.1 + squares);
            }
        }
        Self { width, height, data: plane.data.iter().map(|&v| i16::from(v)).collect(), sums }
    }

    /// The places where `template` fits, as the box of its upper left corner.
    pub fn places(&self, template: &Template) -> Rect {
        let fits = template.width <= self.width && template.height <= self.height;
        if !fits {
            return Rect::from([0, 0, 0, 0]);
        }
        let (x, y) = (self.width - template.width + 1, self.height - template.height + 1);
        Rect::from([0, 0, x as i32, y as i32])
    }

    /// How alike the template and the place at `x`, `y` are, within -1..1; 0 where either is of one colour. The place
    /// must be one of [`Field::places`].
    pub fn alike(&self, template: &Template, x: usize, y: usize) -> f32 {
        let (w, h) = (template.width, template.height);
        let count = (w * h) as f64;
        let at = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let (a, b, c, d) = (at(x, y), at(x + w, y), at(x, y + h), at(x + w, y + h));
        let sum = f64::from(d.0.wrapping_sub(b.0).wrapping_sub(c.0).wrapping_add(a.0));
        let squares = (d.1 + a.1 - b.1 - c.1) as f64;
        let spread = squares - sum * sum / count;
        // Less than a level of deviation is one colour.
        if spread < count || template.norm < 1.0 {
            return 0.0;
        }
        let mut dot = 0i64;
        for (row, wanted) in template.centred.chunks_exact(w).enumerate() {
            let seen = &self.data[(y + row) * self.width + x..][..w];
            dot +=
                i64::from(wanted.iter().zip(seen).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum::<i32>());
        }
        // What rounding left in the mean of the template would count as likeness to bright places.
        let dot = dot as f64 - template.rest as f64 * sum / count;
        (dot / (template.norm * spread.sqrt())).clamp(-1.0, 1.0) as f32
    }

    /// Likeness at every place within `within`, row by row, and the places as a box.
    pub fn search(&self, template: &Template, within: Rect) -> (Rect, Vec<f32>) {
        let Some(area) = within.intersection(&self.places(template)).filter(|a| !a.is_empty()) else {
            return (Rect::from([0, 0, 0, 0]), Vec::new());
        };
        let rows = area.y1 as usize..area.y2 as usize;
        let all = rows.flat_map(|y| (area.x1..area.x2).map(move |x| (x as usize, y)));
        (area, all.map(|(x, y)| self.alike(template, x, y)).collect())
    }

    /// The best place within `within`.
    pub fn best(&self, template: &Template, within: Rect) -> Option<(Point, f32)> {
        let (area, likeness) = self.search(template, within);
        let best = (0..likeness.len()).max_by(|&a, &b| likeness[a].total_cmp(&likeness[b]))?;
        let width = area.width() as usize;
        Some((
            Point { x: area.x1 + (best % width) as i32, y: area.y1 + (best / width) as i32 },
            likeness[best],
        ))
    }
}

/// The highest places of a search that are at least `apart` from each other, best first.
pub fn peaks(area: Rect, likeness: &[f32], apart: (i32, i32), most: usize, least: f32) -> Vec<(Point, f32)> {
    let width = area.width().max(1) as usize;
    let at = |i: usize| Point { x: area.x1 + (i % width) as i32, y: area.y1 + (i / width) as i32 };
    let mut order: Vec<usize> = (0..likeness.len()).filter(|&i| likeness[i] >= least).collect();
    order.sort_unstable_by(|&a, &b| likeness[b].total_cmp(&likeness[a]).then(a.cmp(&b)));
    let mut found: Vec<(Point, f32)> = Vec::new();
    for i in order {
        let p = at(i);
        let is_new = |q: &(Point, f32)| (q.0.x - p.x).abs() >= apart.0 || (q.0.y - p.y).abs() >= apart.1;
        if found.iter().all(is_new) {
            found.push((p, likeness[i]));
            if found.len() == most {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::Size;

    /// Noise from a fixed seed.
    fn noise(width: u32, height: u32) -> Plane {
        let mut seed = 7u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        Plane { size: Size { width, height }, data: (0..width * height).map(|_| next()).collect() }
    }

    #[test]
    fn a_piece_is_found_where_it_was_cut() {
        let plane = noise(90, 60);
        let piece = plane.crop(Rect::from([33, 21, 53, 34])).unwrap();
        let field = Field::new(&plane);
        let (at, likeness) = field.best(&Template::new(&piece), Rect::at(0, 0, plane.size)).unwrap();
        assert_eq!((at, likeness > 0.999), (Point { x: 33, y: 21 }, true));
    }

    #[test]
    fn brightness_and_contrast_do_not_matter() {
        let plane = noise(40, 40);
        let half = Plane { size: plane.size, data: plane.data.iter().map(|v| v / 2 + 60).collect() };
        let piece = plane.crop(Rect::from([5, 6, 25, 20])).unwrap();
        let likeness = Field::new(&half).alike(&Template::new(&piece), 5, 6);
        assert!(likeness > 0.99, "{likeness}");
    }

    #[test]
    fn one_colour_is_like_nothing_and_too_large_fits_nowhere() {
        let flat = Plane { size: Size { width: 30, height: 30 }, data: vec![90; 900] };
        let piece = Template::new(&flat.crop(Rect::from([0, 0, 9, 9])).unwrap());
        assert!(piece.is_flat());
        assert_eq!(Field::new(&flat).alike(&piece, 3, 3), 0.0);
        assert_eq!(Field::new(&noise(5, 5)).best(&piece, Rect::from([0, 0, 99, 99])), None);
    }

    #[test]
    fn peaks_keep_their_distance() {
        let likeness = [0.1, 0.9, 0.8, 0.2, 0.7];
        let found = peaks(Rect::from([0, 0, 5, 1]), &likeness, (2, 2), 3, 0.5);
        assert_eq!(found.iter().map(|p| p.0.x).collect::<Vec<_>>(), [1, 4]);
    }
}
