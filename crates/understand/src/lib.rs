#![doc = include_str!("../README.md")]

pub mod elements;
mod eye;
mod infer;
pub mod text;

pub use eye::Eye;
pub use infer::ModelError;
