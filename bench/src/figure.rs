//! A figure: what was measured, of how many, and what was asked of it.

use serde_json::{Value, json};

/// What is asked of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    /// Nothing: it is shown.
    Nothing,
    /// This or less.
    AtMost(f64),
    /// This or more.
    AtLeast(f64),
}

/// Which number of many stands for them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// The middle one.
    Median,
    /// The one that 95 of 100 do not exceed.
    P95,
    /// The largest.
    Max,
}

/// How measurements spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many there are.
    pub n: usize,
    /// The smallest.
    pub min: f64,
    /// The middle one.
    pub median: f64,
    /// The one that 95 of 100 do not exceed.
    pub p95: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// Of these measurements; none when there are none.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        // The nearest rank: always a number that was measured.
        let rank = |share: f64| sorted.get(((n as f64 * share).ceil() as usize).saturating_sub(1)).copied();
        Some(Self { n, min: rank(0.0)?, median: rank(0.5)?, p95: rank(0.95)?, max: rank(1.0)? })
    }
}

/// One line of a report.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it says.
    pub name: String,
    /// Of what: `ms`, `MB`, `%`.
    pub unit: &'static str,
    /// The number that is judged.
    pub value: f64,
    /// The measurements behind it, and which of them is judged.
    pub spread: Option<(Spread, Judged)>,
    /// What is asked.
    pub asked: Asked,
}

impl Figure {
    /// A single number.
    pub fn one(name: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self { name: name.into(), unit, value, spread: None, asked: Asked::Nothing }
    }

    /// Many measurements, of which one is judged; nothing measured is no number at all.
    pub fn many(name: impl Into<String>, unit: &'static str, samples: &[f64], judged: Judged) -> Self {
        let spread = Spread::of(samples);
        let value = spread.map_or(f64::NAN, |s| match judged {
            Judged::Median => s.median,
            Judged::P95 => s.p95,
            Judged::Max => s.max,
        });
        Self { spread: spread.map(|s| (s, judged)), ..Self::one(name, unit, value) }
    }

    /// The same figure, of which something is asked.
    pub fn asking(self, asked: Asked) -> Self {
        Self { asked, ..self }
    }

    /// Whether it is as asked; none where nothing is.
    pub fn met(&self) -> Option<bool> {
        match self.asked {
            Asked::Nothing => None,
            Asked::AtMost(limit) => Some(self.value <= limit),
            Asked::AtLeast(limit) => Some(self.value >= limit),
        }
    }

    /// What was measured, for people.
    pub fn measured(&self) -> String {
        let unit = self.unit;
        match self.spread {
            None => format!("{} {unit}", short(self.value)),
            Some((s, _)) => {
                let [median, p95, max] = [s.median, s.p95, s.max].map(short);
                format!("{median} {unit} (p95 {p95}, max {max}, n {})", s.n)
            }
        }
    }

    /// What is asked, for people.
    pub fn wanted(&self) -> String {
        let of = match self.spread {
            Some((_, Judged::Median)) | None => "",
            Some((_, Judged::P95)) => "p95 ",
            Some((_, Judged::Max)) => "max ",
        };
        match self.asked {
            Asked::Nothing => String::new(),
            Asked::AtMost(limit) => format!("{of}≤ {} {}", short(limit), self.unit),
            Asked::AtLeast(limit) => format!("{of}≥ {} {}", short(limit), self.unit),
        }
    }

    /// For machines.
    pub fn to_json(&self) -> Value {
        let mut out = json!({ "name": self.name, "unit": self.unit, "value": self.value });
        if let Some((s, judged)) = self.spread {
            out["judged"] = format!("{judged:?}").to_lowercase().into();
            out["spread"] = json!({ "n": s.n, "min": s.min, "median": s.median, "p95": s.p95, "max": s.max });
        }
        match self.asked {
            Asked::Nothing => {}
            Asked::AtMost(limit) => out["at_most"] = limit.into(),
            Asked::AtLeast(limit) => out["at_least"] = limit.into(),
        }
        if let Some(met) = self.met() {
            out["met"] = met.into();
        }
        out
    }
}

/// Three digits that count, and no more.
fn short(x: f64) -> String {
    let digits = match x.abs() {
        x if x >= 100.0 || x == 0.0 => 0,
        x if x >= 10.0 => 1,
        _ => 2,
    };
    let text = format!("{x:.digits$}");
    match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => text,
    }
}

/// The slope of the straight line that fits points best (least squares); 0 for fewer than two.
pub fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / n;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let across: f64 = points.iter().map(|(x, _)| (x - mx).powi(2)).sum();
    let along: f64 = points.iter().map(|(x, y)| (x - mx) * (y - my)).sum();
    if across > 0.0 { along / across } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_numbers_that_were_measured() {
        let samples: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let s = Spread::of(&samples).unwrap();
        assert_eq!((s.min, s.median, s.p95, s.max), (1.0, 50.0, 95.0, 100.0));
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[7.0]).map(|s| (s.min, s.p95)), Some((7.0, 7.0)));
    }

    #[test]
    fn nothing_measured_meets_nothing() {
        let none = Figure::many("x", "ms", &[], Judged::Max).asking(Asked::AtMost(5.0));
        assert_eq!(none.met(), Some(false));
    }

    #[test]
    fn a_line_has_its_slope() {
        let line: Vec<_> = (0..10).map(|i| (f64::from(i), 3.0 * f64::from(i) + 1.0)).collect();
        assert!((slope(&line) - 3.0).abs() < 1e-9);
        assert_eq!(slope(&[(1.0, 1.0)]), 0.0);
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [(0.0, "0"), (2.34567, "2.35"), (5.0, "5"), (42.25, "42.2"), (1234.5, "1234")] {
            assert_eq!(short(x), text);
        }
    }
}
