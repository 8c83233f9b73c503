//! The fingerprint of a screen, and the meaning of texts. The levels, the number re-ranked and the text of the
//! fingerprint were chosen on figures of all 540 screens of `bench/screens` (docs/benchmarks.md, "Which screen").

/// Places of the output that each input of a projection goes to. Count.
/// Reason: A sparse Johnson–Lindenstrauss sketch (Kane and Nelson, 2014) keeps angles about as well as a dense one and
/// costs 1/64 of it. Set by hand; no run measured it.
pub(crate) const HASH_SPREAD: usize = 8;

/// Frames are shrunk to at most this many pixels across. px.
/// Reason: Text becomes texture, lines and icons stay. Set by hand; no run measured it.
pub(crate) const IMAGE_WIDTH: u32 = 512;

/// Cells of the edge map. Count of cells, across and down.
/// Reason: About as wide as a button of a 1024-pixel screen. Set by hand; no run measured it.
pub(crate) const FINE: [usize; 2] = [24, 16];

/// Cells of the coarse edge map. Count of cells, across and down.
/// Reason: It forgives what moved. Set by hand; no run measured it.
pub(crate) const COARSE: [usize; 2] = [6, 4];

/// Cells of the colour map. Count of cells, across and down.
/// Reason: A side bar, a header and a body are told apart. Set by hand; no run measured it.
pub(crate) const COLOUR: [usize; 2] = [8, 6];

/// An edge of this strength counts half. Levels of 255.
/// Reason: What is stronger saturates, so contrast of the theme matters little. Set by hand; no run measured it.
pub(crate) const HALF_EDGE: f32 = 12.0;

/// How much fine edges, coarse edges and colours count in the descriptor. Shares of the energy.
/// Reason: Arrangement tells screens apart, colours mostly themes. Set by hand; no run measured it.
pub(crate) const SHARES: [f32; 3] = [0.55, 0.3, 0.15];

/// What a pixel counts in the neighbouring cells, against 1 in its own. Weight.
/// Reason: What moved a little stays alike. Set by hand; no run measured it.
pub(crate) const SPILL: f32 = 0.5;

/// Parts of the auxiliary head: image, text, title, ui. Dimensions.
/// Reason: Set side by side, not mixed; text tells screens apart best. Set by hand; no run measured it.
pub(crate) const AUXILIARY_PARTS: [usize; 4] = [768, 1024, 128, 128];

/// All vectors of a component (image, text, title, ui) share a fixed direction of this squared length, against 1 for
/// what tells screens apart: the cosine of two is `(c + level) / (1 + level)`. Squared length.
/// Reason: Pictures of one desktop theme are alike whatever they show, so without it the image, which has half the
/// weight, drowns the words. Set by: `bench/screens`: the right screen is among the first 25 for 97 screens in 100
/// instead of 90, and the thresholds of SPEC (0.75, 0.85) mean what they say.
pub(crate) const LEVELS: [f32; 4] = [3.0, 0.0, 0.0, 1.0];

/// Places of elements: thirds of the screen across, quarters down. Count, across and down.
/// Reason: Finer ones would tell what merely moved. Set by hand; no run measured it.
pub(crate) const PLACES: [usize; 2] = [3, 4];

/// What the place of a type counts against its presence anywhere. Weight.
/// Reason: A window may move. Set by hand; no run measured it.
pub(crate) const PLACE_WEIGHT: f32 = 0.5;

/// What a state that a person sees at a glance (ticked, chosen) counts. Weight.
/// Reason: As much as another element. Set by hand; no run measured it.
pub(crate) const STATE_WEIGHT: f32 = 1.0;

/// Least that an element counts, whatever its confidence. Weight 0..1.
/// Reason: It is there, perhaps. Set by hand; no run measured it.
pub(crate) const LEAST_ELEMENT_WEIGHT: f64 = 0.1;

/// What a common word counts. Weight, against 1 for a word that says much.
/// Reason: It is on every other screen. Set by hand; no run measured it.
pub(crate) const COMMON_WEIGHT: f32 = 0.35;

/// What a word of mostly digits counts. Weight, against 1 for a word that says much.
/// Reason: Amounts, times and versions vary while the screen stays. Set by hand; no run measured it.
pub(crate) const DIGITS_WEIGHT: f32 = 0.15;

/// What a word of one or two letters counts. Weight, against 1 for a word that says much.
/// Reason: Icons read as text, leftovers of the reader. Set by hand; no run measured it.
pub(crate) const SHORT_WEIGHT: f32 = 0.2;

/// What a word counts as a whole; the rest is in its trigrams. Share of the energy, 0..1.
/// Reason: These survive a misread letter. Set by hand; no run measured it.
pub(crate) const WHOLE_WORD: f32 = 0.6;

/// Longer words are cut. Count of letters.
/// Reason: A run of rubbish must not cost time. Set by hand; no run measured it.
pub(crate) const LONGEST_WORD: usize = 32;

/// Pieces of texts that go through the encoder together. Count of pieces.
/// Reason: Enough to be quick, few enough to stay in the cache. Set by hand; no run measured it.
pub(crate) const BATCH: usize = 384;

/// Texts whose meaning is remembered. Count.
/// Reason: Screens repeat theirs: a day's worth of labels fits. Set by hand; no run measured it.
pub(crate) const MOST_MEANINGS: usize = 20_000;

/// How much less likely than the least likely piece an unknown letter is. Natural logarithm.
/// Reason: Known pieces go first. Set by hand; no run measured it.
pub(crate) const UNLIKELY: f32 = 10.0;

/// A longer text is cut before its meaning is asked for. Count of letters.
/// Reason: Nothing on a screen that is one thing has more letters. Set by hand; no run measured it.
pub(crate) const LONGEST_TEXT: usize = 256;

/// Directions of an edge: across, down, both. Count.
/// Reason: They tell lines of text from frames. Set by hand; no run measured it.
pub(crate) const DIRECTIONS: usize = 3;

/// The length of a meaning. Count of numbers.
/// Reason: It is the width of the encoder's last layer. Set by: the model of meanings (models/).
pub(crate) const MEANING: usize = 512;

/// Windows of the encoder: their name in the file, how many pieces they span, and how many of those come before. Count.
/// Reason: They are what the model has. Set by: the model of meanings (models/).
pub(crate) const WINDOWS: [(&str, usize, usize); 3] = [("2", 2, 0), ("3", 3, 1), ("5", 5, 2)];

/// The numbers a window has for each piece. Count.
/// Reason: It is the width of the model's windows. Set by: the model of meanings (models/).
pub(crate) const WIDE: usize = 256;
