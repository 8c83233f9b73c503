//! What texts mean, for those who look for things.

use crate::config::Context;
use crate::error::Outcome;
use crate::pictures::no_models;
use lea_recognize::Meaning;
use lea_understand::Meanings;
use std::sync::Arc;

/// The encoder of the models folder.
pub struct Words(Meanings);

impl Words {
    /// Loads it.
    pub fn open(context: &Context) -> Outcome<Self> {
        Meanings::open(&context.models).map(Self).map_err(no_models)
    }
}

impl Meaning for Words {
    fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>> {
        self.0.of(texts)
    }
}
