//! The encoder's sums: a row of numbers for each piece, three windows over their neighbours, and two dense layers over what
//! all of them add up to.

use super::DIMENSIONS;
use crate::params::embed::{BATCH, WIDE, WINDOWS};
use ndarray::{Array1, Array2, Axis, Zip, s};
use safetensors::SafeTensors;

/// Keeps a division by a spread of nothing from failing.
const TINY: f32 = 1e-12;

/// A window's two layers.
struct Window {
    span: usize,
    before: usize,
    project: (Array2<f32>, Array1<f32>),
    norm: (Array1<f32>, Array1<f32>),
    layers: [(Array2<f32>, Array1<f32>); 2],
}

/// All numbers of the encoder.
pub(super) struct Layers {
    rows: Vec<u8>,
    row_scale: Vec<f32>,
    row_least: Vec<f32>,
    windows: Vec<Window>,
    norm: (Array1<f32>, Array1<f32>),
    sum: (Array2<f32>, Array1<f32>),
    dense: [Array2<f32>; 4],
    skip: [Array2<f32>; 2],
}

/// Reads arrays of known shapes out of a file.
struct File<'a>(SafeTensors<'a>);

impl File<'_> {
    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let tensor = self.0.tensor(name).map_err(|e| format!("{name}: {e}"))?;
        if tensor.shape() != shape || tensor.dtype() != safetensors::Dtype::F32 {
            return Err(format!("{name} has the shape {:?}, not {shape:?}", tensor.shape()));
        }
        let bytes = tensor.data().chunks_exact(4);
        Ok(bytes.map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect())
    }

    fn table(&self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let numbers = self.numbers(name, &shape)?;
        Array2::from_shape_vec((shape[0], shape[1]), numbers).map_err(|e| format!("{name}: {e}"))
    }

    fn row(&self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        Ok(self.numbers(name, &[length])?.into())
    }

    fn window(&self, (name, span, before): (&str, usize, usize)) -> Result<Window, String> {
        let layer = |i: usize| -> Result<_, String> {
            let weights = self.table(&format!("w{i}_{name}"), [span * WIDE, WIDE])?;
            Ok((weights, self.row(&format!("b{i}_{name}"), WIDE)?))
        };
        Ok(Window {
            span,
            before,
            project: (
                self.table(&format!("proj{name}"), [DIMENSIONS, WIDE])?,
                self.row(&format!("proj_b{name}"), WIDE)?,
            ),
            norm: (self.row(&format!("ln_g{name}"), WIDE)?, self.row(&format!("ln_b{name}"), WIDE)?),
            layers: [layer(1)?, layer(2)?],
        })
    }
}

impl Layers {
    pub(super) fn read(file: &[u8]) -> Result<Self, String> {
        let file = File(SafeTensors::deserialize(file).map_err(|e| e.to_string())?);
        let rows = file.0.tensor("rows").map_err(|e| format!("rows: {e}"))?;
        let &[count, DIMENSIONS] = rows.shape() else {
            return Err(format!("rows have the shape {:?}", rows.shape()));
        };
        if rows.dtype() != safetensors::Dtype::U8 {
            return Err("rows are not bytes".into());
        }
        let wide = DIMENSIONS + WINDOWS.len() * WIDE;
        let inner = 320;
        Ok(Self {
            rows: rows.data().to_vec(),
            row_scale: file.numbers("row_scale", &[count])?,
            row_least: file.numbers("row_least", &[count])?,
            windows: WINDOWS.iter().map(|&w| file.window(w)).collect::<Result<_, _>>()?,
            norm: (file.row("ln_g", wide)?, file.row("ln_b", wide)?),
            sum: (file.table("cnn_W", [wide, DIMENSIONS])?, file.row("cnn_b", DIMENSIONS)?),
            dense: [
                file.table("d0", [DIMENSIONS, inner])?,
                file.table("d1", [inner, inner])?,
                file.table("d2", [inner, DIMENSIONS])?,
                file.table("d3", [DIMENSIONS, DIMENSIONS])?,
            ],
            skip: [file.table("p1", [DIMENSIONS, inner])?, file.table("p3", [inner, DIMENSIONS])?],
        })
    }

    /// How many pieces it knows.
    pub(super) fn vocabulary(&self) -> usize {
        self.row_scale.len()
    }

    /// The meaning of each text, given as pieces.
    pub(super) fn run(&self, texts: &[Vec<usize>]) -> Vec<Vec<f32>> {
        let mut all = Vec::with_capacity(texts.len());
        let mut rest = texts;
        while !rest.is_empty() {
            let mut pieces = 0;
            let fits = |text: &&Vec<usize>| {
                pieces += text.len();
                pieces <= BATCH
            };
            let count = rest.iter().take_while(fits).count().max(1);
            let (now, later) = rest.split_at(count);
            all.extend(self.batch(now).outer_iter().map(|row| row.to_vec()));
            rest = later;
        }
        all
    }

    fn batch(&self, texts: &[Vec<usize>]) -> Array2<f32> {
        let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
        let pieces: Vec<usize> = texts.iter().flatten().copied().collect();
        let mut features = Array2::zeros((pieces.len(), DIMENSIONS + WINDOWS.len() * WIDE));
        for (mut row, &piece) in features.outer_iter_mut().zip(&pieces) {
            let bytes = &self.rows[piece * DIMENSIONS..][..DIMENSIONS];
            let (scale, least) = (self.row_scale[piece], self.row_least[piece]);
            for (to, &from) in row.iter_mut().zip(bytes) {
                *to = f32::from(from) * scale + least;
            }
        }
        // The windows look at each piece through all of their numbers put on one scale together.
        let plain = features.slice(s![.., ..DIMENSIONS]);
        let mut seen = Array2::zeros((pieces.len(), WINDOWS.len() * WIDE));
        for (i, window) in self.windows.iter().enumerate() {
            let projected = plain.dot(&window.project.0) + &window.project.1;
            seen.slice_mut(s![.., i * WIDE..(i + 1) * WIDE]).assign(&projected);
        }
        normalise(&mut seen);
        for (i, window) in self.windows.iter().enumerate() {
            let (gain, shift) = &window.norm;
            let seen = seen.slice(s![.., i * WIDE..(i + 1) * WIDE]).to_owned() * gain + shift;
            let at = DIMENSIONS + i * WIDE;
            features.slice_mut(s![.., at..at + WIDE]).assign(&window.run(seen, &lengths));
        }
        normalise(&mut features);
        let features = features * &self.norm.0 + &self.norm.1;
        self.conclude(&features, &lengths)
    }

    /// From the features of all pieces to one row for each text.
    fn conclude(&self, features: &Array2<f32>, lengths: &[usize]) -> Array2<f32> {
        let mut sums = Array2::zeros((lengths.len(), features.ncols()));
        let mut start = 0;
        for (mut sum, &length) in sums.outer_iter_mut().zip(lengths) {
            sum.assign(&features.slice(s![start..start + length, ..]).sum_axis(Axis(0)));
            start += length;
        }
        let mut mean = sums.dot(&self.sum.0);
        for (mut row, &length) in mean.outer_iter_mut().zip(lengths) {
            let length = length as f32;
            row.zip_mut_with(&self.sum.1, |to, bias| *to = (*to + length * bias) / length.sqrt());
        }
        let positive = |mut a: Array2<f32>| {
            a.mapv_inplace(|v| v.max(0.0));
            a
        };
        let [first, second, third, fourth] = &self.dense;
        let inner = positive(mean.dot(first));
        let inner = positive(mean.dot(&self.skip[0]) + inner.dot(second));
        let outer = positive(inner.dot(third));
        let mut meaning = inner.dot(&self.skip[1]) + outer.dot(fourth);
        meaning.mapv_inplace(f32::tanh);
        for mut row in meaning.outer_iter_mut() {
            let length = row.dot(&row).max(TINY).sqrt();
            row.mapv_inplace(|v| v / length);
        }
        meaning
    }
}

impl Window {
    /// Two layers over each piece and its neighbours, each added to what went in.
    fn run(&self, mut seen: Array2<f32>, lengths: &[usize]) -> Array2<f32> {
        for (weights, bias) in &self.layers {
            let mut out = self.neighbours(&seen, lengths).dot(weights) + bias;
            Zip::from(&mut out).and(&seen).for_each(|o, s| *o = o.max(0.0) + s);
            seen = out;
        }
        seen
    }

    /// Each piece beside its neighbours in the same text; what is not there is nothing.
    fn neighbours(&self, seen: &Array2<f32>, lengths: &[usize]) -> Array2<f32> {
        let mut all = Array2::zeros((seen.nrows(), self.span * WIDE));
        let mut start = 0;
        for &length in lengths {
            for at in 0..length {
                for slot in 0..self.span {
                    let Some(from) = (at + slot).checked_sub(self.before).filter(|f| *f < length) else {
                        continue;
                    };
                    let row = seen.row(start + from);
                    all.slice_mut(s![start + at, slot * WIDE..(slot + 1) * WIDE]).assign(&row);
                }
            }
            start += length;
        }
        all
    }
}

/// Each row with a mean of 0 and a spread of 1.
fn normalise(rows: &mut Array2<f32>) {
    for mut row in rows.outer_iter_mut() {
        let mean = row.mean().unwrap_or(0.0);
        row.mapv_inplace(|v| v - mean);
        let spread = (row.dot(&row) / row.len() as f32 + TINY).sqrt();
        row.mapv_inplace(|v| v / spread);
    }
}
