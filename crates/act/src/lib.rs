#![doc = include_str!("../README.md")]
#![allow(clippy::result_large_err, reason = "a halt ends a run: it is made once, and carries its evidence")]

mod analyze;
mod answer;
mod aside;
mod astray;
mod before;
mod begin;
mod came;
pub mod checks;
pub mod critic;
pub mod decide;
mod dialogs;
mod execute;
pub mod expr;
mod fields;
pub mod ground;
pub mod guard;
pub mod heal;
mod home;
pub mod matching;
pub mod mode;
mod opinion;
pub mod pager;
mod perform;
pub mod plan;
pub mod pointing;
mod progress;
mod reading;
mod record;
mod recover;
pub mod reflex;
mod rows;
pub mod run;
pub mod settings;
mod think;
mod twins;
mod undo;
pub mod values;
pub mod verify;
pub mod world;

pub use plan::Plan;
pub use progress::{FileRows, file_rows, irreversible_deed};
pub use run::{End, Order, run};
pub use settings::Settings;
pub use world::World;
