#![doc = include_str!("../README.md")]

mod app;
pub mod chance;
mod clinic;
mod desk;
mod http;
mod pages;
pub mod person;
pub mod records;
mod server;
pub mod switches;
pub mod tasks;
pub mod truth;
mod words;

pub use clinic::{Clinic, ClinicError, Options, PASSWORD, USER};
pub use desk::{Desk, DeskError, DeskOptions, WINDOW};
pub use pages::PAGE_ROWS;
pub use person::{Irregularity, Pace, Person, Setback};
pub use records::{Change, Records};
pub use switches::{SWITCHES, Switches};
pub use tasks::{Done, TASKS, Task, perform};
pub use truth::Seen;
