#![doc = include_str!("../README.md")]

mod app;
pub mod chance;
mod clinic;
mod http;
mod pages;
pub mod records;
mod server;
pub mod switches;
pub mod truth;
mod words;

pub use clinic::{Clinic, ClinicError, Options, PASSWORD, USER};
pub use records::{Change, Records};
pub use switches::{SWITCHES, Switches};
pub use truth::Seen;
