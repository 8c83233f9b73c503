//! Disjoint sets: what touches belongs together.

/// Disjoint sets, joined towards the smaller number.
#[derive(Default)]
pub(crate) struct Sets(Vec<u32>);

impl Sets {
    /// As many sets of one as asked for.
    pub(crate) fn of(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// One more set of one.
    pub(crate) fn push(&mut self) {
        self.grow(self.0.len() + 1);
    }

    /// Sets of one, until there are that many numbers.
    pub(crate) fn grow(&mut self, count: usize) {
        self.0.extend(self.0.len() as u32..count as u32);
    }

    /// The smallest number of the set that `i` is in.
    pub(crate) fn root(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            let parent = self.0[i as usize];
            self.0[i as usize] = self.0[parent as usize];
            i = parent;
        }
        i
    }

    /// Makes one set of two.
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
