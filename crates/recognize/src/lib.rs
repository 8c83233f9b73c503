#![doc = include_str!("../README.md")]

mod candidates;
pub mod label;
pub mod level;
mod locate;
mod look;
mod meant;
mod page;
mod params;
mod renamed;
pub mod rows;
mod scene;
pub mod screen;
mod shapes;
pub mod sheet;
mod sought;
pub mod template;
mod view;
mod weights;
mod witness;

pub use candidates::Source;
pub use level::Level;
pub use locate::{Located, Place, Verdict, locate, witnesses_at};
pub use look::Likeness;
pub use meant::Meaning;
pub use params::accept::{ACTS, MAYBE, SAME_LABEL_SLACK, SAME_MEANING};
pub use params::candidates::{LEAST_WORD_CONFIDENCE, SAME_LABEL};
pub use params::memory::ELEMENT_OVERLAP;
pub use renamed::renamed;
pub use scene::Scene;
pub use sought::{Sought, Unmemorable, remember};
pub use view::View;
pub use witness::Witnesses;
