#![doc = include_str!("../README.md")]

mod infer;
pub mod text;

pub use infer::ModelError;
