//! What texts mean, whatever their language: "Rechnung suchen" is near "Find an invoice". The encoder is the multilingual
//! one of FACTS.md; its pieces and numbers are fetched with the other models.

mod layers;
mod pieces;

use crate::infer::{ModelError, present};
use crate::params::embed::{MEANING, MOST_MEANINGS};
use layers::Layers;
use pieces::Pieces;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The length of a meaning.
pub const DIMENSIONS: usize = MEANING;

/// Knows what texts mean.
pub struct Meanings {
    pieces: Pieces,
    layers: Layers,
    known: Mutex<HashMap<String, Arc<[f32]>>>,
}

impl Meanings {
    /// Loads the encoder from the folder that `scripts/fetch-models` fills.
    pub fn open(models: &Path) -> Result<Self, ModelError> {
        let read = |name| -> Result<_, ModelError> {
            let path = present(models, name)?;
            let bytes = std::fs::read(&path);
            let bytes = bytes.map_err(|e| ModelError::Unusable { path: path.clone(), why: e.to_string() })?;
            Ok((path, bytes))
        };
        let (path, words) = read("words.txt")?;
        let pieces = Pieces::read(&words).map_err(|why| ModelError::Unusable { path, why })?;
        let (path, numbers) = read("words.safetensors")?;
        let layers =
            Layers::read(&numbers).map_err(|why| ModelError::Unusable { path: path.clone(), why })?;
        if layers.vocabulary() != pieces.len() {
            let why = format!("it has {} rows for {} pieces", layers.vocabulary(), pieces.len());
            return Err(ModelError::Unusable { path, why });
        }
        Ok(Self { pieces, layers, known: Mutex::default() })
    }

    /// The meaning of each text, as a vector of length 1: the product of two says how near they are.
    pub fn of(&self, texts: &[&str]) -> Vec<Arc<[f32]>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut new: Vec<&str> = texts.iter().copied().filter(|t| !known.contains_key(*t)).collect();
        new.sort_unstable();
        new.dedup();
        if known.len() + new.len() > MOST_MEANINGS {
            known.clear();
            new = texts.to_vec();
            new.sort_unstable();
            new.dedup();
        }
        let split: Vec<Vec<usize>> = new.iter().map(|text| self.pieces.split(text)).collect();
        for (text, meaning) in new.into_iter().zip(self.layers.run(&split)) {
            known.insert(text.to_owned(), meaning.into());
        }
        texts.iter().map(|&t| known[t].clone()).collect()
    }
}
