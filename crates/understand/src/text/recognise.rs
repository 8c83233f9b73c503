//! Reading strips: the tiny model first, the small one where it is unsure.

use super::ctc::{Alphabet, Glyph, decode};
use super::ink_check::corrected;
use super::judge;
use super::lines::Found;
use super::slots::{Slot, has_lost_letters, slots};
use super::strip::{ROWS, Strip};
use crate::infer::{Model, ModelError};
use crate::params::reading::{DISAGREED, NO_TEXT, STRETCH, SURE, SURE_IN_NOISE, SURE_OF_EACH};
use std::path::Path;

/// The files of the recognisers, without their endings.
const TINY: &str = "read-tiny";
const SMALL: &str = "read-small";

/// A name for the models of a folder: others read otherwise.
pub(crate) fn fingerprint(folder: &Path) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for name in [TINY, SMALL] {
        for ending in ["onnx", "txt"] {
            // A file that has gone missing since it was loaded is a difference as well.
            let bytes = std::fs::read(folder.join(format!("{name}.{ending}"))).unwrap_or_default();
            hasher.update(&bytes.len().to_le_bytes()).update(&bytes);
        }
    }
    *hasher.finalize().as_bytes()
}

struct Recogniser {
    model: Model,
    alphabet: Alphabet,
}

impl Recogniser {
    fn open(folder: &Path, name: &str) -> Result<Self, ModelError> {
        let model = Model::open(folder, &format!("{name}.onnx"))?;
        Ok(Self { model, alphabet: Alphabet::open(folder, &format!("{name}.txt"))? })
    }

    fn read(&mut self, columns: usize, tensor: &[f32]) -> Result<Vec<Glyph>, ModelError> {
        self.model.run([1, 3, ROWS, columns], tensor, |output, shape| {
            let classes = shape.last().map_or(1, |n| *n as usize);
            decode(output, classes, &self.alphabet)
        })
    }
}

/// Both recognisers, for one thread.
pub(crate) struct Pair {
    tiny: Recogniser,
    small: Recogniser,
    tensor: Vec<f32>,
    /// How often each was asked.
    pub(crate) asked: [usize; 2],
}

impl Pair {
    pub(crate) fn open(folder: &Path) -> Result<Self, ModelError> {
        let (tiny, small) = (Recogniser::open(folder, TINY)?, Recogniser::open(folder, SMALL)?);
        Ok(Self { tiny, small, tensor: Vec::new(), asked: [0; 2] })
    }

    /// The characters of a line; none where it is no text.
    pub(crate) fn read(&mut self, found: &Found, strip: &Strip) -> Result<Option<Vec<Glyph>>, ModelError> {
        let slots = slots(found);
        let sure = if found.is_noisy { SURE_IN_NOISE } else { SURE };
        let glyphs = self.glyphs(strip, &slots, sure)?;
        let is_text = judge::is_text(&glyphs, &slots);
        Ok(is_text.then(|| corrected(glyphs, found, strip, &slots)))
    }

    /// The characters of what may be a line, whether it is text or not: a lone letter beside a caret looks like an icon.
    pub(crate) fn read_doubtful(&mut self, found: &Found, strip: &Strip) -> Result<Vec<Glyph>, ModelError> {
        let slots = slots(found);
        let glyphs = self.glyphs(strip, &slots, SURE)?;
        let is_text = judge::is_text(&glyphs, &slots);
        Ok(if is_text { corrected(glyphs, found, strip, &slots) } else { glyphs })
    }

    fn glyphs(&mut self, strip: &Strip, slots: &[Slot], sure: f32) -> Result<Vec<Glyph>, ModelError> {
        let columns = strip.stretched(STRETCH);
        strip.tensor(columns, &mut self.tensor);
        let quick = self.tiny.read(columns, &self.tensor)?;
        self.asked[0] += 1;
        let (mean, least) = sureness(&quick);
        let is_alone = judge::is_alone(&quick, slots);
        let is_sure = mean >= sure && least >= SURE_OF_EACH && !has_lost_letters(&quick, slots);
        if mean < NO_TEXT || (is_sure && !is_alone) {
            return Ok(quick);
        }
        let careful = self.small.read(columns, &self.tensor)?;
        self.asked[1] += 1;
        if is_alone && !judge::agree(&quick, &careful) {
            // An icon, most often: two eyes see two things in it.
            let doubt = |glyph: &Glyph| Glyph { probability: glyph.probability * DISAGREED, ..*glyph };
            let surer = if sureness(&careful).0 >= mean { &careful } else { &quick };
            return Ok(surer.iter().map(doubt).collect());
        }
        let is_better = sureness(&careful).0 >= mean || has_lost_letters(&quick, slots);
        Ok(if is_better { careful } else { quick })
    }
}

/// How sure a reading is on average, and of its weakest character.
pub(crate) fn sureness(glyphs: &[Glyph]) -> (f32, f32) {
    let sum: f32 = glyphs.iter().map(|g| g.probability).sum();
    let least = glyphs.iter().map(|g| g.probability).fold(1.0, f32::min);
    if glyphs.is_empty() { (0.0, 0.0) } else { (sum / glyphs.len() as f32, least) }
}
