#![doc = include_str!("../README.md")]

pub mod app;
pub mod batch;
pub mod compose;
pub mod demo;
pub mod dice;
pub mod drive;
pub mod faults;
pub mod judge;
pub mod lesson;
pub mod look;
pub mod machine;
pub mod means;
pub mod oracle;
mod pages;
pub mod painter;
pub mod people;
pub mod popup;
pub mod render;
pub mod sheet;
pub mod stage;
pub mod tally;
pub mod task;
pub mod teach;
pub mod terms;
pub mod traits;
pub mod wide;
mod witness;
pub mod words;

pub use drive::{How, Played, play};
pub use oracle::Advice;
