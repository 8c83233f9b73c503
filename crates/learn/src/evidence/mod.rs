//! Learning from runs (SPEC LEARN.4, LEARN.5): a verified step refines what is known of its screen and its target, and nothing
//! ever widens what a step may click but a proposal that a person, or the configuration, accepts. Pure: vectors come in and go out, the store keeps them.

mod automatic;
mod drift;
mod proposal;
mod step;

pub use automatic::{ApplyRepairs, automatic};
pub use drift::{Drift, ScreenEvidence, drift};
pub use proposal::{Applied, Proposal, ProposalError, Proposals, ProposedChange, Status};
pub use step::{Learnt, Mode, StepEvidence, Teacher, Used, learn_from_step};

/// The mean of `count` unit vectors with a further one in it, of norm 1 again; as it was where nothing sensible comes out.
fn refined(prototype: &[f32], count: u64, sample: &[f32], weight: f64) -> Vec<f32> {
    let sum: Vec<f64> = prototype
        .iter()
        .zip(sample)
        .map(|(p, s)| f64::from(*p) * count as f64 + f64::from(*s) * weight)
        .collect();
    let norm = sum.iter().map(|v| v * v).sum::<f64>().sqrt();
    if prototype.len() != sample.len() || !norm.is_finite() || norm < 1e-9 {
        return prototype.to_vec();
    }
    sum.iter().map(|v| (v / norm) as f32).collect()
}

/// The cosine of two vectors of norm 1, within -1..1; -1 where they cannot be compared.
fn cosine(a: &[f32], b: &[f32]) -> f64 {
    if a.len() != b.len() || a.is_empty() {
        return -1.0;
    }
    let dot: f64 = a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
    if dot.is_finite() { dot.clamp(-1.0, 1.0) } else { -1.0 }
}

#[cfg(test)]
mod tests;
