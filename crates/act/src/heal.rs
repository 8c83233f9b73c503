//! Healing (SPEC ACT.4): retries relax who is a candidate, never what is accepted; every attempt is recorded; the level is a local of
//! one step, so it is 0 again whatever happened.
//!
//! The strategy that is recorded is found out, not assumed. What a retry found is searched for again with less relaxed: if the strict
//! search finds it too, only time was needed (`timing`); if it is found without the wider surroundings, `semantic`; else `spatial`.

use crate::ground::Wanted;
use crate::locate::{self, Goal, Grounded, Search};
use crate::params::limits::MOST_DOUBLINGS;
use crate::params::targets::{LAST_LEVEL, SOUND_RATIO, SOUND_REACH};
use crate::rows;
use crate::settings::Heal;
use lea_lexicon::formats::differ_in_format;
use lea_model::run::{Criteria, HaltReason, HealingAttempt, HealingStrategy, Resolution};
use lea_model::{ScreenState, Target};
use lea_recognize::Level;
use std::collections::BTreeSet;
use std::time::Duration;

/// The attempts at one step. It begins at level 0, and goes with the step.
#[derive(Clone, Debug)]
pub struct Healing {
    /// The level of the next attempt.
    attempt: u32,
    /// The profile of each level.
    profile: fn(u32) -> Level,
    /// What was tried.
    pub attempts: Vec<HealingAttempt>,
}

impl Default for Healing {
    fn default() -> Self {
        Self { attempt: 0, profile: Level::of, attempts: Vec::new() }
    }
}

impl Healing {
    /// The level of the attempt that comes.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// The profile of the attempt that comes.
    pub fn level(&self) -> Level {
        sound((self.profile)(self.attempt)).unwrap_or(Level::STRICT)
    }

    /// What is wrong with the profile of the attempt that comes, if anything: then it is the strict one.
    fn warning(&self) -> Option<String> {
        sound((self.profile)(self.attempt)).err()
    }

    /// What a resolution on this level carries.
    pub fn resolution(&self) -> Resolution {
        let level = self.level();
        Resolution {
            healing_attempt: self.attempt,
            healing_profile: self.attempt.min(LAST_LEVEL),
            role_aliases_used: level.expand_roles,
            fuzzy_threshold_used: level.min_ratio,
            spatial_padding_used: level.pad_mul,
        }
    }

    /// Writes an attempt down.
    pub fn record(&mut self, success: bool, strategy: HealingStrategy, duration_ms: f64, now: &str) {
        self.attempts.push(HealingAttempt {
            attempt_level: self.attempt,
            success,
            strategy_used: strategy,
            original_criteria: criteria(Level::STRICT),
            relaxed_criteria: criteria(self.level()),
            duration_ms,
            timestamp: now.to_owned(),
            warning: self.warning(),
        });
    }

    /// How long to wait before the next attempt, which is one level up; none where all are spent.
    pub fn relax(&mut self, numbers: &Heal) -> Option<Duration> {
        if self.attempt >= numbers.retries {
            return None;
        }
        let wait = backoff(numbers, self.attempt);
        self.attempt += 1;
        Some(wait)
    }

    /// All that was tried, in a sentence.
    pub fn told(&self) -> String {
        let tried: Vec<String> = self
            .attempts
            .iter()
            .map(|a| {
                let c = &a.relaxed_criteria;
                let how = serde_json::to_value(a.strategy_used).ok();
                let how = how.as_ref().and_then(|v| v.as_str()).unwrap_or_default();
                let warning = a.warning.as_ref().map(|w| format!("; warning: {w}")).unwrap_or_default();
                format!(
                    "level {} ({how}, labels from {:.2}, {:.1} × around{warning})",
                    a.attempt_level, c.min_ratio, c.pad_mul
                )
            })
            .collect();
        format!("tried {}", tried.join("; "))
    }
}

/// Looks for a target as far relaxed as the search says, and says what that attempt relied on.
pub fn locate(wanted: &Wanted<'_>, search: &Search<'_>, attempt: u32) -> (Grounded, HealingStrategy) {
    let at = |level: Level| locate::locate(&Goal::Learnt(wanted, &Search { level, ..*search }));
    let grounded = at(search.level);
    match &grounded {
        _ if attempt == 0 => (grounded, HealingStrategy::Timing),
        Grounded::Found(_) => {
            let relied = relied_on(search.level, |level| matches!(at(level), Grounded::Found(_)));
            (grounded, relied)
        }
        Grounded::Not(HaltReason::NotFound, _) => match in_another_format(wanted, search) {
            Some(found) => (found, HealingStrategy::Format),
            None => (grounded, tried(attempt)),
        },
        Grounded::Not(..) => (grounded, tried(attempt)),
    }
}

/// What a search that succeeded needed, of all that its level relaxes.
fn relied_on(level: Level, finds: impl Fn(Level) -> bool) -> HealingStrategy {
    if level == Level::STRICT || finds(Level::STRICT) {
        HealingStrategy::Timing
    } else if finds(Level { pad_mul: Level::STRICT.pad_mul, ..level }) {
        HealingStrategy::Semantic
    } else {
        HealingStrategy::Spatial
    }
}

/// What an attempt that failed had tried that the one before had not.
fn tried(attempt: u32) -> HealingStrategy {
    let (before, now) = (Level::of(attempt.saturating_sub(1)), Level::of(attempt));
    if now == before {
        HealingStrategy::Timing
    } else if now.expand_roles && !before.expand_roles {
        HealingStrategy::Semantic
    } else {
        HealingStrategy::Spatial
    }
}

/// Looks for the target under the one label on the screen that says the same number or date in another format. It must be accepted
/// like any other.
fn in_another_format(wanted: &Wanted<'_>, search: &Search<'_>) -> Option<Grounded> {
    let target = &called_otherwise(wanted.target, search.view.scene.state)?;
    let found = locate::locate(&Goal::Learnt(&Wanted { target, ..*wanted }, search));
    matches!(found, Grounded::Found(_)).then_some(found)
}

/// The target by the label it has on this screen, where that differs only in how a number or a date is written; none where several
/// labels do. A row is known letter for letter (SPEC ACT.12), and never by this.
fn called_otherwise(target: &Target, state: &ScreenState) -> Option<Target> {
    let text = target.text.as_deref().filter(|_| !rows::is_row(target) && !crate::cells::is_cell(target))?;
    let labels = state.ui_elements.iter().map(|e| e.label.trim());
    let lines = state.perception.detected_text.iter().map(|t| t.text.trim());
    let same: BTreeSet<&str> = labels.chain(lines).filter(|said| differ_in_format(text, said)).collect();
    let only = if same.len() == 1 { same.first() } else { None };
    only.map(|said| Target { text: Some((*said).to_owned()), ..target.clone() })
}

/// How long to wait before retry `attempt`: it doubles each time (H6).
pub fn backoff(numbers: &Heal, attempt: u32) -> Duration {
    Duration::from_millis(numbers.backoff_ms.saturating_mul(1 << attempt.min(MOST_DOUBLINGS)))
}

fn criteria(level: Level) -> Criteria {
    Criteria { min_ratio: level.min_ratio, pad_mul: level.pad_mul, expand_roles: level.expand_roles }
}

/// A profile that makes sense; what is wrong with one that does not, which is replaced by the strict one.
fn sound(level: Level) -> Result<Level, String> {
    if !SOUND_RATIO.contains(&level.min_ratio) {
        return Err(format!(
            "labels from {:.2} on are no sound criterion: searched strictly",
            level.min_ratio
        ));
    }
    if !SOUND_REACH.contains(&level.pad_mul) {
        return Err(format!("surroundings × {:.1} are no sound criterion: searched strictly", level.pad_mul));
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{ElementType, Rect, UIElement};

    fn button(label: &str) -> UIElement {
        let mut button = UIElement::new("e1", ElementType::Button, Rect::from([0, 0, 80, 20]));
        button.label = label.into();
        button
    }

    #[test]
    fn h2_h6_h7_attempts_go_up_one_level_each_wait_twice_as_long_and_are_all_recorded() {
        let numbers = Heal { retries: 3, backoff_ms: 100 };
        let mut healing = Healing::default();
        let mut waits = Vec::new();
        loop {
            healing.record(false, tried(healing.attempt()), 0.1, "now");
            match healing.relax(&numbers) {
                Some(wait) => waits.push(wait.as_millis()),
                None => break,
            }
        }
        assert_eq!(waits, [100, 200, 400]);
        let levels: Vec<u32> = healing.attempts.iter().map(|a| a.attempt_level).collect();
        assert_eq!(levels, [0, 1, 2, 3]);
        assert_eq!(healing.attempts[2].relaxed_criteria.min_ratio, 0.72);
        assert_eq!(Healing::default().attempt(), 0, "the next step begins at level 0");
        assert!(healing.told().contains("level 3"));
    }

    #[test]
    fn a_profile_that_makes_no_sense_falls_back_to_the_strict_one_with_a_warning_in_the_journal() {
        assert!(sound(Level { min_ratio: 0.1, ..Level::STRICT }).is_err());
        assert!(sound(Level { pad_mul: f64::NAN, ..Level::STRICT }).is_err());
        assert_eq!(sound(Level::of(2)), Ok(Level::of(2)));
        let wrong = |_| Level { min_ratio: 0.1, pad_mul: 1.3, expand_roles: true };
        let mut healing = Healing { profile: wrong, ..Healing::default() };
        assert_eq!(healing.level(), Level::STRICT);
        healing.record(false, HealingStrategy::Timing, 0.1, "now");
        let recorded = &healing.attempts[0];
        assert_eq!(recorded.relaxed_criteria, recorded.original_criteria);
        assert!(recorded.warning.as_ref().is_some_and(|w| w.contains("searched strictly")), "{recorded:?}");
        assert!(healing.told().contains("searched strictly"), "a halt says it at the terminal");
        let mut usual = Healing::default();
        usual.record(false, HealingStrategy::Timing, 0.1, "now");
        assert_eq!(usual.attempts[0].warning, None);
    }

    #[test]
    fn the_strategy_is_what_the_find_needed() {
        let level = Level::of(1);
        assert_eq!(relied_on(level, |_| true), HealingStrategy::Timing, "the strict search finds it too");
        assert_eq!(relied_on(level, |l| l != Level::STRICT), HealingStrategy::Semantic);
        assert_eq!(relied_on(level, |l| l.pad_mul > 1.0), HealingStrategy::Spatial);
    }

    #[test]
    fn a_failed_attempt_is_called_by_what_it_relaxed_anew() {
        use HealingStrategy::{Semantic, Spatial, Timing};
        assert_eq!([0, 1, 2, 3].map(tried), [Timing, Semantic, Spatial, Timing]);
    }

    #[test]
    fn a_label_in_another_format_is_the_target_and_one_of_several_or_of_a_row_is_not() {
        let target = Target { text: Some("Échéance 24/11/2023".into()), ..Target::default() };
        let screen = |labels: &[&str]| ScreenState {
            ui_elements: labels.iter().map(|l| button(l)).collect(),
            ..ScreenState::default()
        };
        let called = |t: &Target, labels: &[&str]| called_otherwise(t, &screen(labels)).and_then(|t| t.text);
        assert_eq!(
            called(&target, &["Total", "Échéance 2023-11-24"]).as_deref(),
            Some("Échéance 2023-11-24")
        );
        assert_eq!(called(&target, &["Échéance 2023-11-24", "Échéance 24.11.2023"]), None, "which one?");
        assert_eq!(called(&target, &["Échéance 2024-11-24"]), None, "another day");
        let row = Target { kind: lea_model::workflow::TargetKind::Row, ..target };
        assert_eq!(called(&row, &["Échéance 2023-11-24"]), None);
    }

    #[test]
    fn defaults_are_two_retries_from_half_a_second() {
        assert_eq!(Heal::default(), Heal { retries: 2, backoff_ms: 500 });
    }
}
