#![doc = include_str!("../README.md")]

mod candidates;
pub mod label;
pub mod level;
mod locate;
mod look;
mod page;
mod scene;
pub mod screen;
mod sought;
mod weights;
mod witness;

pub use candidates::Source;
pub use level::Level;
pub use locate::{ACTS, Located, MAYBE, Place, Verdict, locate};
pub use look::{Likeness, Sight};
pub use scene::Scene;
pub use sought::{Sought, Unmemorable, remember};
pub use witness::Witnesses;
