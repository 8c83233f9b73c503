//! The self-test (SPEC LEARN.1): a workflow is followed on the films of its own demonstrations, each one left out of the graph that is
//! followed on it. Here is what can be worked out without following anything: which demonstrations are left out together ([`folds`]), what
//! the film of one shows and which step each of its acts stands for ([`scenes`]), which values a run over it needs ([`values`]), and what
//! all of it says about each step ([`sum_up`]). Following is the business of whoever has the loop.

mod film;
mod folds;
mod sum;

pub use film::{Scene, counterparts, scenes, values};
pub use folds::{Fold, Rest, folds, without};
pub use sum::{Case, Drifts, Followed, Sighting, Tried, sum_up};

#[cfg(test)]
mod tests;
