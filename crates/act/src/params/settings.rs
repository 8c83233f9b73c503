//! The defaults of the settings that a user may change.

/// A pixel has changed when one of its channels changed by more. Levels of 255.
/// Reason: Compression and antialiasing change less. Set by: SPEC ACT.6.
pub(crate) const CHANGED_LEVEL: u8 = 30;

/// From this much on the screen has changed. Per cent of the screen.
/// Reason: A caret or a clock is less. Set by: SPEC ACT.6.
pub(crate) const GLOBAL_PCT: f64 = 0.5;

/// From this much on the surroundings of the point have changed. Per cent of the surroundings.
/// Reason: A caret is less. Set by: SPEC ACT.6.
pub(crate) const LOCAL_PCT: f64 = 2.0;

/// How far the surroundings of a point reach. Per cent of the screen's sides.
/// Reason: A control and its answer are within it. Set by: SPEC ACT.6.
pub(crate) const AROUND_PCT: f64 = 5.0;

/// Above this the context has changed. Per cent of the screen.
/// Reason: More than half is another screen. Set by: SPEC ACT.6.
pub(crate) const CONTEXT_PCT: f64 = 50.0;

/// Attempts to find a target after the first. Count.
/// Reason: One for each relaxed profile. Set by: SPEC ACT.4.
pub(crate) const RETRIES: u32 = 2;

/// Pause before the first retry; it doubles each time. ms.
/// Reason: Most applications have painted by then. Set by: SPEC ACT.4.
pub(crate) const BACKOFF_MS: u64 = 500;

/// Actions that a run takes. Count.
/// Reason: More is a loop that does not end. Set by hand; no run measured it.
pub(crate) const MOST_STEPS: u64 = 2000;

/// Time that a run takes. s.
/// Reason: A person looks after an hour at the latest. Set by hand; no run measured it.
pub(crate) const MOST_SECONDS: f64 = 3600.0;

/// How long a screen may take to come to rest. s.
/// Reason: One that moves for longer has an animation, and is looked at as it is. Set by hand; no run measured it.
pub(crate) const SETTLE_SECONDS: f64 = 5.0;

/// How long an unknown screen may take to become a known one. s.
/// Reason: Applications start and pages load within it. Set by hand; no run measured it.
pub(crate) const UNKNOWN_SECONDS: f64 = 10.0;

/// Dialogs that a run dismisses by itself. Count.
/// Reason: More is a dialog that comes back. Set by hand; no run measured it.
pub(crate) const MOST_REFLEXES: u32 = 10;

/// Error screens that a run leaves by itself. Count.
/// Reason: More is an error that comes back. Set by hand; no run measured it.
pub(crate) const MOST_RECOVERIES: u32 = 3;
