//! The hand-set numbers of this crate, each with its unit, its reason and the run that set it. The trees that judge
//! elements were fitted (`training/elements/fit.py`) on candidates and features made with the values of `candidates`,
//! `features` and `scene`: whoever changes one of these fits them anew. All of it together is judged by
//! `bench/understand` (docs/benchmarks.md, "Text and elements"). A "height of text" is the median height of the lines
//! of the screen; a "capital" is the height of a capital of the line.

pub(crate) mod candidates;
pub(crate) mod elements;
pub(crate) mod embed;
pub(crate) mod features;
pub(crate) mod ink;
pub(crate) mod letters;
pub(crate) mod lines;
pub(crate) mod reading;
pub(crate) mod roles;
pub(crate) mod scene;
