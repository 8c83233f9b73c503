//! What is allowed in which mode and state (SPEC L4.1, ACT.9).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LearningState;
use crate::lenient::{Extra, null_is_default};

/// What Lea may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PolicyAction {
    /// Watch.
    Observe,
    /// Write down.
    Log,
    /// Suggest in passing.
    SuggestWeak,
    /// Suggest clearly.
    SuggestStrong,
    /// Show where to act.
    HighlightUi,
    /// Offer to run.
    ProposeAuto,
    /// Act, each step confirmed.
    AutoExecuteSupervised,
    /// Act.
    AutoExecute,
}

/// How the person is involved.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum UserInteraction {
    /// Not at all.
    #[default]
    None,
    /// A notice that can be overlooked.
    PassiveNotification,
    /// Guided step by step.
    ActiveGuidance,
    /// Asked once.
    ConfirmationDialog,
    /// Asked at each step.
    StepByStepConfirmation,
    /// Told.
    Notification,
    /// Told, and nothing else.
    NotificationOnly,
}

/// What is allowed in one mode and state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ModePolicy {
    /// What Lea may do.
    #[serde(deserialize_with = "null_is_default")]
    pub allowed_actions: Vec<PolicyAction>,
    /// How the person is involved.
    #[serde(deserialize_with = "null_is_default")]
    pub user_interaction: UserInteraction,
    /// Why it is so, such as `insufficient_maturity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Ask a person before the run goes on after something unexpected: a step that led elsewhere, a screen that is none of the task.
    #[serde(deserialize_with = "null_is_default")]
    pub pause_on_anomaly: bool,
    /// Take back the last actions of a step that failed, where each can be: never anything irreversible.
    #[serde(deserialize_with = "null_is_default")]
    pub rollback_on_error: bool,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

/// What is allowed in which mode and state. The default is the table of SPEC ACT.9.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ExecutionPolicy {
    /// Shadow mode, whatever the state.
    pub shadow_mode: ModePolicy,
    /// Assist mode, by state.
    #[schemars(extend("propertyNames" = state_names()))]
    pub assist_mode: BTreeMap<LearningState, ModePolicy>,
    /// Auto mode, by state.
    #[schemars(extend("propertyNames" = state_names()))]
    pub auto_mode: BTreeMap<LearningState, ModePolicy>,
    /// Fields this version does not know.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Default for ExecutionPolicy {
    fn default() -> Self {
        use LearningState::{AutoCandidate, AutoConfirmed, Coaching, Observation};
        use PolicyAction::{
            AutoExecute, AutoExecuteSupervised, HighlightUi, ProposeAuto, SuggestStrong, SuggestWeak,
        };

        let immature = || ModePolicy {
            reason: Some("insufficient_maturity".to_owned()),
            ..may(&[], UserInteraction::Notification)
        };
        Self {
            shadow_mode: may(&[], UserInteraction::None),
            assist_mode: BTreeMap::from([
                (Observation, may(&[SuggestWeak], UserInteraction::PassiveNotification)),
                (Coaching, may(&[SuggestStrong, HighlightUi], UserInteraction::ActiveGuidance)),
                (
                    AutoCandidate,
                    may(&[SuggestStrong, HighlightUi, ProposeAuto], UserInteraction::ConfirmationDialog),
                ),
                (AutoConfirmed, may(&[SuggestStrong, AutoExecute], UserInteraction::NotificationOnly)),
            ]),
            auto_mode: BTreeMap::from([
                (Observation, immature()),
                (Coaching, immature()),
                (
                    AutoCandidate,
                    careful(may(&[AutoExecuteSupervised], UserInteraction::StepByStepConfirmation)),
                ),
                (AutoConfirmed, careful(may(&[AutoExecute], UserInteraction::NotificationOnly))),
            ]),
            extra: Extra::new(),
        }
    }
}

/// For the schema: the keys of a map by state.
fn state_names() -> serde_json::Value {
    serde_json::json!({ "enum": ["OBSERVATION", "COACHING", "AUTO_CANDIDATE", "AUTO_CONFIRMED"] })
}

/// Watching and writing down are allowed always.
fn may(actions: &[PolicyAction], user_interaction: UserInteraction) -> ModePolicy {
    let allowed_actions = [&[PolicyAction::Observe, PolicyAction::Log], actions].concat();
    ModePolicy { allowed_actions, user_interaction, ..ModePolicy::default() }
}

fn careful(policy: ModePolicy) -> ModePolicy {
    ModePolicy { pause_on_anomaly: true, rollback_on_error: true, ..policy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LearningState::{AutoCandidate, AutoConfirmed, Coaching, Observation};
    use PolicyAction::{
        AutoExecute, AutoExecuteSupervised, HighlightUi, Log, Observe, ProposeAuto, SuggestStrong,
        SuggestWeak,
    };

    #[test]
    fn the_default_is_the_table_of_the_specification() {
        let default = ExecutionPolicy::default();
        let assist: [(LearningState, &[PolicyAction], UserInteraction); 4] = [
            (Observation, &[SuggestWeak], UserInteraction::PassiveNotification),
            (Coaching, &[SuggestStrong, HighlightUi], UserInteraction::ActiveGuidance),
            (AutoCandidate, &[SuggestStrong, HighlightUi, ProposeAuto], UserInteraction::ConfirmationDialog),
            (AutoConfirmed, &[SuggestStrong, AutoExecute], UserInteraction::NotificationOnly),
        ];
        let auto: [(LearningState, &[PolicyAction], UserInteraction); 4] = [
            (Observation, &[], UserInteraction::Notification),
            (Coaching, &[], UserInteraction::Notification),
            (AutoCandidate, &[AutoExecuteSupervised], UserInteraction::StepByStepConfirmation),
            (AutoConfirmed, &[AutoExecute], UserInteraction::NotificationOnly),
        ];
        for (cells, by_state) in [(assist, &default.assist_mode), (auto, &default.auto_mode)] {
            for (state, actions, interaction) in cells {
                let cell = &by_state[&state];
                assert_eq!(cell.allowed_actions, [&[Observe, Log], actions].concat(), "{state:?}");
                assert_eq!(cell.user_interaction, interaction, "{state:?}");
            }
        }
        for state in [Observation, Coaching] {
            assert_eq!(default.auto_mode[&state].reason.as_deref(), Some("insufficient_maturity"));
        }
        assert!(default.auto_mode[&AutoConfirmed].pause_on_anomaly);
        assert!(default.auto_mode[&AutoConfirmed].rollback_on_error);
    }
}
