#![doc = include_str!("../README.md")]

mod advised;
pub mod clock;
mod config;
pub mod draw;
mod error;
mod eye;
mod hand;
mod keep;
mod outside;
mod people;
mod picture;
pub mod plans;
pub mod question;
mod robot;
mod seat;
pub mod selftest;
mod stop;
pub mod terminal;

pub use config::{Allowed, Config};
pub use error::RobotError;
pub use people::Voice;
pub use robot::{Company, Done, Job, Robot};
pub use seat::{Screen, Seat};
pub use stop::{Stop, Unanswered};
