//! Pixels: the BGRX frame, what changed between two, what must be painted over, tiles, PNG and JPEG.
//!
//! Invariant: this crate knows neither where pixels come from nor what they mean.

mod difference;
mod drift;
mod find;
mod frame;
mod jpeg;
mod lossy;
pub mod matching;
mod picture;
mod plane;
mod png;
pub mod tiles;

pub use difference::{changed, digest, merge, share_changed};
pub use drift::{inverted, resized, shifted};
pub use find::find_exact;
pub use frame::{Frame, FrameBuf, FrameError};
pub use jpeg::{from_image, from_jpeg};
pub use lossy::compressed;
pub use picture::Picture;
pub use plane::Plane;
pub use png::{from_png, shrink, to_png};
