//! Where the same work begins again.
//!
//! A session of repeated tasks is shortest to describe when it is cut where a task ends: after the end of one run any run may
//! begin, whatever came before, while inside a run each step says much about the next, and most steps come once. So the cuts
//! are those with the shortest description (J. Rissanen, *Modeling by shortest data description*, 1978), among cuts
//! made by rules on steps ("before the step that …", "after the step that …"). Which rules to try first comes from the graph
//! of what follows what: starts have the same predecessors, ends the same successors, as the headers of loops do in
//! V. Leno et al., *Identifying candidate routines for robotic process automation from unsegmented UI logs*, 2020. Unlike there,
//! no threshold says which edges are noise: what is rare costs little, whichever side of a cut it is on.

mod code;
mod neighbours;
mod search;
mod turns;

pub use search::{Cuts, find_cuts};

/// A step: its symbol, and the cue before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub symbol: u32,
    /// What stands between it and the step before, as a number below [`crate::cue::Cue::COUNT`].
    pub cue: u8,
}
