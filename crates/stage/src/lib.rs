//! A virtual display with real applications on it, for the demo, the tests and the benches.
//!
//! ```no_run
//! use lea_stage::{Stage, StageOptions};
//! use std::time::Duration;
//!
//! let stage = Stage::start(StageOptions::default())?;
//! let _calculator = stage.galculator()?;
//! let window = stage.wait_for_window("galculator", Duration::from_secs(20))?;
//! println!("window {window:#x} on {}", stage.display());
//! # Ok::<(), lea_stage::StageError>(())
//! ```
//!
//! Invariant: nothing outlives its [`Stage`] and nothing reaches outside it. The X server, the window manager,
//! the message bus, the applications and whatever these start end with it, also when a test panics or is killed;
//! home, configuration and temporary files are in a folder of its own, and the session bus starts no services.
//!
//! This is for tests and demonstrations: the display accepts every local user.

mod app;
mod desktop;
mod env;
mod error;
mod guard;
mod models;
mod process;
mod programs;
mod server;
mod tools;
mod wait;

pub use app::App;
pub use desktop::{Stage, StageOptions};
pub use error::StageError;
pub use models::models;
pub use server::Kind;
pub use tools::{Monitor, Output};
pub use wait::wait_until;
