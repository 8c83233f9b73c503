//! Recordings made into demonstrations: what each event pointed at and did to the screen ([`Viewer`]), which acts that makes ([`acts()`]),
//! and what became of every event that is none ([`account`]). Pure: frames, and what is on them, come in through [`Film`].

mod acts;
mod crossing;
mod doubt;
mod hovering;
mod ledger;
mod outcome;
mod pointing;
mod seen;
mod viewer;

pub use acts::{Watched, acts};
pub use doubt::{Slip, settle as settle_doubts};
pub use ledger::{Stretch, account};
pub use seen::{Seen, Sights, look};
pub use viewer::{Film, Viewer, sizes};

#[cfg(test)]
mod tests;
