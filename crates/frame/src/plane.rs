//! One channel of a picture: grey or edges, at some scale.

use crate::frame::{Frame, PIXEL};
use lea_model::{Rect, Size};

/// One byte a pixel, rows one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Pixels across and down.
    pub size: Size,
    /// The pixels.
    pub data: Vec<u8>,
}

impl Plane {
    /// Brightness as Rec. 601 weighs it, which is what OpenCV does as well.
    pub fn grey(frame: Frame<'_>) -> Self {
        let (width, height) = (frame.size.width as usize, frame.size.height as usize);
        let mut data = Vec::with_capacity(width * height);
        for y in 0..height {
            data.extend(frame.row(y, 0, width).chunks_exact(PIXEL).map(|p| {
                let [b, g, r] = [u32::from(p[0]), u32::from(p[1]), u32::from(p[2])];
                ((r * 77 + g * 150 + b * 29 + 128) >> 8) as u8
            }));
        }
        Self { size: frame.size, data }
    }

    /// How much brightness changes at each pixel, whichever way: the same for dark on light as for light on dark.
    pub fn edges(&self) -> Self {
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        let mut data = vec![0; width * height];
        for y in 0..height {
            let here = self.row(y);
            let below = self.row((y + 1).min(height - 1));
            let out = &mut data[y * width..][..width];
            for x in 0..width {
                let right = here[(x + 1).min(width - 1)];
                let change = here[x].abs_diff(right).max(here[x].abs_diff(below[x]));
                out[x] = change;
            }
        }
        Self { size: self.size, data }
    }

    /// One row.
    pub fn row(&self, y: usize) -> &[u8] {
        let width = self.size.width as usize;
        &self.data[y * width..][..width]
    }

    /// A copy of a part; empty parts and parts beyond the plane give none.
    pub fn crop(&self, rect: Rect) -> Option<Self> {
        let rect = rect.intersection(&Rect::at(0, 0, self.size)).filter(|r| !r.is_empty())?;
        let mut data = Vec::with_capacity(rect.area() as usize);
        for y in rect.y1..rect.y2 {
            data.extend_from_slice(&self.row(y as usize)[rect.x1 as usize..rect.x2 as usize]);
        }
        Some(Self { size: rect.size(), data })
    }

    /// Each `factor` × `factor` pixels as their mean; what is left over at the right and below is dropped.
    pub fn shrunk(&self, factor: usize) -> Self {
        if factor <= 1 {
            return self.clone();
        }
        let (cols, rows) = (self.size.width as usize / factor, self.size.height as usize / factor);
        let mut data = Vec::with_capacity(cols * rows);
        let mut sums = vec![0u32; cols];
        for row in 0..rows {
            sums.fill(0);
            for y in row * factor..(row + 1) * factor {
                for (sum, block) in sums.iter_mut().zip(self.row(y).chunks_exact(factor)) {
                    *sum += block.iter().map(|&v| u32::from(v)).sum::<u32>();
                }
            }
            data.extend(sums.iter().map(|s| (s / (factor * factor) as u32) as u8));
        }
        Self { size: Size { width: cols as u32, height: rows as u32 }, data }
    }

    /// At another size, each pixel between its four neighbours; shrinking by more than half averages first.
    pub fn resized(&self, size: Size) -> Self {
        let factor = (self.size.width / size.width.max(1)).min(self.size.height / size.height.max(1)).max(1);
        if factor > 1 {
            return self.shrunk(factor as usize).resized(size);
        }
        let (width, height) = (self.size.width as usize, self.size.height as usize);
        let step = |from: usize, to: u32| from as f32 / to.max(1) as f32;
        let (sx, sy) = (step(width, size.width), step(height, size.height));
        let split = |at: f32, most: usize| {
            let at = at.clamp(0.0, (most - 1) as f32);
            (at as usize, (at as usize + 1).min(most - 1), at.fract())
        };
        let columns: Vec<_> = (0..size.width).map(|x| split((x as f32 + 0.5) * sx - 0.5, width)).collect();
        let mut data = Vec::with_capacity(size.width as usize * size.height as usize);
        for y in 0..size.height {
            let (y1, y2, fy) = split((y as f32 + 0.5) * sy - 0.5, height);
            let (top, bottom) = (self.row(y1), self.row(y2));
            data.extend(columns.iter().map(|&(x1, x2, fx)| {
                let mix = |row: &[u8]| f32::from(row[x1]) * (1.0 - fx) + f32::from(row[x2]) * fx;
                (mix(top) * (1.0 - fy) + mix(bottom) * fy + 0.5) as u8
            }));
        }
        Self { size, data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FrameBuf;

    fn ramp(width: u32, height: u32) -> Plane {
        let data = (0..height).flat_map(|y| (0..width).map(move |x| (x * 3 + y * 5) as u8)).collect();
        Plane { size: Size { width, height }, data }
    }

    #[test]
    fn grey_is_rec_601() {
        let frame = FrameBuf::filled(Size { width: 1, height: 1 }, [255, 0, 0]).unwrap();
        assert_eq!(Plane::grey(frame.as_frame()).data, [29]);
    }

    #[test]
    fn edges_do_not_know_dark_from_light() {
        let plane = ramp(20, 9);
        let inverted = Plane { size: plane.size, data: plane.data.iter().map(|v| 255 - v).collect() };
        assert_eq!(plane.edges(), inverted.edges());
    }

    #[test]
    fn resizing_to_the_same_size_changes_nothing() {
        let plane = ramp(17, 11);
        assert_eq!(plane.resized(plane.size), plane);
    }

    #[test]
    fn shrinking_and_cropping_keep_to_the_plane() {
        let plane = ramp(17, 11);
        assert_eq!(plane.shrunk(4).size, Size { width: 4, height: 2 });
        assert_eq!(
            plane.crop(Rect::from([15, 9, 40, 40])).map(|p| p.size),
            Some(Size { width: 2, height: 2 })
        );
        assert_eq!(plane.crop(Rect::from([50, 50, 60, 60])), None);
    }
}
