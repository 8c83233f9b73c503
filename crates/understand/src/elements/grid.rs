//! Which boxes are near: a grid over the screen, so that asking costs what is there and not what there is.

use crate::params::scene::GRID_CELL;
use lea_model::Rect;

/// Boxes by place.
pub(crate) struct Grid {
    columns: i32,
    rows: i32,
    cells: Vec<Vec<u32>>,
}

impl Grid {
    /// Puts boxes where they lie; those outside `bounds` go to its edge.
    pub(crate) fn of(bounds: Rect, boxes: impl Iterator<Item = Rect>) -> Self {
        let columns = (bounds.x2.max(1) + GRID_CELL - 1) / GRID_CELL;
        let rows = (bounds.y2.max(1) + GRID_CELL - 1) / GRID_CELL;
        let mut grid = Self { columns, rows, cells: vec![Vec::new(); (columns * rows) as usize] };
        for (i, b) in boxes.enumerate() {
            for cell in grid.range(b) {
                grid.cells[cell].push(i as u32);
            }
        }
        grid
    }

    /// The numbers of the boxes that may touch `b`, in order, each once.
    pub(crate) fn near(&self, b: Rect) -> Vec<usize> {
        let mut found: Vec<u32> = self.range(b).flat_map(|cell| self.cells[cell].iter().copied()).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|i| i as usize).collect()
    }

    fn range(&self, b: Rect) -> impl Iterator<Item = usize> + use<> {
        let column = |x: i32| (x / GRID_CELL).clamp(0, self.columns - 1);
        let row = |y: i32| (y / GRID_CELL).clamp(0, self.rows - 1);
        let (xs, ys) = (column(b.x1)..=column(b.x2 - 1), row(b.y1)..=row(b.y2 - 1));
        let columns = self.columns;
        ys.flat_map(move |y| xs.clone().map(move |x| (y * columns + x) as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_boxes_are_found_once() {
        let boxes = [Rect::from([0, 0, 300, 300]), Rect::from([500, 500, 510, 510])];
        let grid = Grid::of(Rect::from([0, 0, 600, 600]), boxes.into_iter());
        assert_eq!(grid.near(Rect::from([10, 10, 290, 290])), [0]);
        assert_eq!(grid.near(Rect::from([0, 0, 600, 600])), [0, 1]);
    }
}
