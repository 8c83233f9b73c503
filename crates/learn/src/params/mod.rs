//! The hand-set numbers of this crate, each with its unit, its reason and the run that set it. Nothing else in the
//! crate holds a tuning number. Where a run is named, the values were settled on its developed-on data; the rest of
//! the suite (`bench/episodes`, `bench/learn`) judged them together with all others.

pub(crate) mod demonstration;
pub(crate) mod episodes;
pub(crate) mod graph;
pub(crate) mod repetition;
pub(crate) mod runs;
pub(crate) mod selftest;
pub(crate) mod verdict;
