#![doc = include_str!("../README.md")]

pub mod audit;
pub mod changes;
pub mod cue;
pub mod demonstration;
mod episodes;
pub mod evidence;
pub mod graph;
pub mod lint;
pub mod maturity;
mod params;
mod parting;
pub mod repetition;
pub mod selftest;
pub mod switches;
pub mod symbol;
mod task;
mod verdict;

pub use changes::{Change, changes};
pub use episodes::{Episodes, Params, episodes};
pub use lint::{Finding, lint};
pub use task::{Task, Varying};
pub use verdict::Verdict;

#[cfg(test)]
#[path = "../../model/tests/support/invoices.rs"]
mod invoices;
