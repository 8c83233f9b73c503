#![doc = include_str!("../README.md")]

pub mod affordance;
pub mod elements;
pub mod embed;
mod eye;
mod infer;
mod meaning;
mod params;
pub mod roles;
mod sets;
pub mod signature;
pub mod stable;
pub mod summary;
pub mod text;

pub use eye::{Eye, describe, understand};
pub use infer::ModelError;
pub use meaning::Meanings;
