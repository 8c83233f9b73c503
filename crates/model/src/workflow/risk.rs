//! What a step may do without being asked about (SPEC L4.3, ACT.5): proposed by the learner, decided by a person.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Edge;
use crate::lenient::{Extra, null_is_default};

/// Whether a step is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RiskLevel {
    /// It is done without asking.
    Free,
    /// A person is asked each time.
    #[default]
    Ask,
    /// An order to do it without asking, within limits. Only a person gives it.
    Standing,
}

/// What can be proposed: never an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposedLevel {
    /// It can be taken back.
    Free,
    /// It cannot, or that is unclear.
    #[default]
    Ask,
}

impl From<ProposedLevel> for RiskLevel {
    fn from(level: ProposedLevel) -> Self {
        match level {
            ProposedLevel::Free => Self::Free,
            ProposedLevel::Ask => Self::Ask,
        }
    }
}

/// The risk of a step: a proposal, or what a person decided about the step as it was then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["level"]))]
pub struct Risk {
    /// Whether it is asked about.
    pub level: RiskLevel,
    /// Why, in one sentence.
    #[serde(deserialize_with = "null_is_default")]
    pub why: String,
    /// The person who decided; missing where it is only proposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// When, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<String>,
    /// What the step meant when it was decided on: the decision counts as long as it still means that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_hash: Option<String>,
    /// The limits of an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<RiskLimits>,
    /// What was proposed before a person decided (an addition of Lea's).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposed: Option<ProposedLevel>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// How far an order to act without asking goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RiskLimits {
    /// A CEL expression over `variables` that must hold, such as `variables.amount < 1000.0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// How often in a run, which is one row.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub per_run: Option<u32>,
    /// How often in a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub per_day: Option<u32>,
    /// The last moment it holds, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What counts of the risk of a step as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling<'e> {
    /// Nobody decided, or it means something else now.
    Proposed(ProposedLevel),
    /// A person decided on the step as it still is.
    Decided {
        /// Who.
        by: &'e str,
        /// What.
        level: RiskLevel,
    },
}

impl Risk {
    /// What is proposed.
    pub fn proposal(level: ProposedLevel, why: impl Into<String>) -> Self {
        Self { level: level.into(), why: why.into(), ..Self::default() }
    }

    /// Who decided; none where it is only proposed.
    pub fn decider(&self) -> Option<&str> {
        self.decided_by.as_deref().filter(|by| !by.trim().is_empty())
    }

    /// What was proposed. Where a decision does not say over what it was made, that is unclear.
    fn proposed(&self) -> ProposedLevel {
        match (self.decider(), self.level) {
            (Some(_), _) => self.proposed.unwrap_or_default(),
            (None, RiskLevel::Free) => ProposedLevel::Free,
            (None, RiskLevel::Ask | RiskLevel::Standing) => ProposedLevel::Ask,
        }
    }

    /// Takes a decision back: what is left is what was proposed.
    fn forget_decision(&mut self) {
        if self.decider().is_some() || self.level == RiskLevel::Standing || self.limits.is_some() {
            *self = Self::proposal(self.proposed(), "proposed elsewhere; nobody here decided");
        }
    }
}

impl Edge {
    /// What counts of its risk; none where nothing was proposed either. A decision counts only for what it was made on.
    pub fn ruling(&self) -> Option<Ruling<'_>> {
        let risk = self.risk.as_ref()?;
        let hash = risk.content_hash.as_deref().filter(|hash| !hash.is_empty());
        let fits = || hash.is_some_and(|hash| hash == self.content_hash());
        Some(match risk.decider() {
            Some(by) if fits() => Ruling::Decided { by, level: risk.level },
            _ => Ruling::Proposed(risk.proposed()),
        })
    }

    /// Takes back what a person decided about its risk.
    pub fn forget_decision(&mut self) {
        if let Some(risk) = &mut self.risk {
            risk.forget_decision();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(level: RiskLevel, proposed: Option<ProposedLevel>) -> Edge {
        let mut edge = Edge { edge_id: "E1_open".into(), ..Edge::default() };
        edge.risk = Some(Risk {
            level,
            decided_by: Some("anne".into()),
            decided_at: Some("2026-11-18T08:00:00Z".into()),
            content_hash: Some(edge.content_hash()),
            proposed,
            ..Risk::default()
        });
        edge
    }

    #[test]
    fn a_decision_counts_as_long_as_the_step_means_the_same() {
        for level in [RiskLevel::Free, RiskLevel::Ask, RiskLevel::Standing] {
            let mut edge = decided(level, None);
            assert_eq!(edge.ruling(), Some(Ruling::Decided { by: "anne", level }));
            edge.to_node = "N2_other".into();
            assert_eq!(edge.ruling(), Some(Ruling::Proposed(ProposedLevel::Ask)), "{level:?}, unclear now");
        }
    }

    #[test]
    fn what_is_no_longer_decided_counts_as_it_was_proposed() {
        for proposed in [ProposedLevel::Free, ProposedLevel::Ask] {
            let mut edge = decided(RiskLevel::Standing, Some(proposed));
            edge.to_node = "N2_other".into();
            assert_eq!(edge.ruling(), Some(Ruling::Proposed(proposed)));
        }
    }

    #[test]
    fn nobody_decides_without_a_name_or_without_saying_on_what() {
        let mut nameless = decided(RiskLevel::Free, None);
        let mut vague = nameless.clone();
        if let (Some(a), Some(b)) = (&mut nameless.risk, &mut vague.risk) {
            a.decided_by = Some("  ".into());
            b.content_hash = None;
        }
        assert_eq!(nameless.ruling(), Some(Ruling::Proposed(ProposedLevel::Free)));
        assert_eq!(vague.ruling(), Some(Ruling::Proposed(ProposedLevel::Ask)));
        assert_eq!(Edge::default().ruling(), None);
        let order = Risk { level: RiskLevel::Standing, ..Risk::default() };
        let order = Edge { risk: Some(order), ..Edge::default() };
        assert_eq!(order.ruling(), Some(Ruling::Proposed(ProposedLevel::Ask)), "a proposal is no order");
    }

    #[test]
    fn a_decision_that_is_taken_back_leaves_the_proposal() {
        let mut edge = decided(RiskLevel::Standing, Some(ProposedLevel::Free));
        edge.forget_decision();
        let risk = edge.risk.clone().unwrap_or_default();
        assert_eq!((risk.level, risk.decided_by, risk.content_hash), (RiskLevel::Free, None, None));
        let proposal = Risk::proposal(ProposedLevel::Ask, "it cannot be taken back");
        let mut edge = Edge { risk: Some(proposal.clone()), ..Edge::default() };
        edge.forget_decision();
        assert_eq!(edge.risk, Some(proposal), "what is only proposed stays");
    }
}
