//! How long something is waited for. The time limits of a whole run are in `settings`.

use std::time::Duration;

/// Longest wait for a change of the screen before it is looked at again. s.
/// Reason: Something may come true without a change that is seen, such as a deadline or a person's stop. Set by hand;
/// no run measured it.
pub(crate) const LOOK_AGAIN: f64 = 0.5;

/// The same for what shows quickly: a focus, a mark, typed letters, a control that is enabled. s.
/// Reason: A step waits for each of them, so a longer pause would add up. Set by hand; no run measured it.
pub(crate) const LOOK_AGAIN_SOON: f64 = 0.2;

/// Shortest wait for a change before the outcome is looked at again. s.
/// Reason: With less the loop would only burn time. Set by hand; no run measured it.
pub(crate) const LEAST_WAIT: f64 = 0.02;

/// Longest wait for a change on a dialog that asks to wait. ms.
/// Reason: The run looks again afterwards. Set by hand; no run measured it.
pub(crate) const DIALOG_WAIT: Duration = Duration::from_millis(500);

/// How long a field that gets the focus may take to show it. ms.
/// Reason: A field that has the focus already shows nothing, so each field costs this at most. Set by hand; no run
/// measured it.
pub(crate) const FOCUS: Duration = Duration::from_millis(120);

/// How long a list of choices may take to open. s.
/// Reason: A busy application takes its time, and keys would go elsewhere meanwhile. Set by hand; no run measured it.
pub(crate) const LIST: f64 = 1.5;

/// Pause between two letters of a text that cannot be read back. ms.
/// Reason: A key that is still drawn as pressed takes no second stroke; GTK draws it for 250 ms. Set by hand; no run
/// measured it.
pub(crate) const STROKE: Duration = Duration::from_millis(300);

/// How long the mark on the content of a field may take to show. s.
/// Reason: A remote screen paints late; a hint shows no mark at all. Set by hand; no run measured it.
pub(crate) const MARK: f64 = 1.0;

/// How long the first letters may take to show. s.
/// Reason: An application that is busy paints late. Set by hand; no run measured it.
pub(crate) const ECHO: f64 = 2.0;

/// How long a disabled control is waited for. s.
/// Reason: Forms are checked by a server before they can be sent. Set by hand; no run measured it.
pub(crate) const ENABLED_PATIENCE: f64 = 10.0;

/// How long a pre-condition is waited for where the step gives no time. s.
/// Reason: The screen has settled already, so what must hold is nearly there. Set by hand; no run measured it.
pub(crate) const PRE_CONDITION_PATIENCE: f64 = 2.0;

/// Longest time that a step may give a pre-condition. s.
/// Reason: A workflow from elsewhere must not keep a run waiting. Set by hand; no run measured it.
pub(crate) const MOST_PRE_CONDITION: f64 = 60.0;

/// How long the identity of a record may take to be shown. s.
/// Reason: A form is painted before its values are loaded. Set by hand; no run measured it.
pub(crate) const RECORD_PATIENCE: f64 = 2.0;

/// After this time without a change, a click has changed nothing. s.
/// Reason: Applications answer a click sooner; what takes longer has a time of its own. Set by hand; no run measured
/// it.
pub(crate) const NO_CHANGE: f64 = 1.0;

/// How long a part in the middle of a step may take. s.
/// Reason: It has no time of its own; a whole step has 5 s by default too (`timeout_seconds`). Set by hand; no run
/// measured it.
pub(crate) const INTERMEDIATE: f64 = 5.0;

/// After this time without a change, a screen shows all that a part in the middle of a step brings up. s.
/// Reason: Applications that load in parts pause for less. Set by hand; no run measured it.
pub(crate) const QUIET: f64 = 1.5;

/// Longest time that a step may give its outcome. s.
/// Reason: A workflow from elsewhere must not keep a run waiting. Set by hand; no run measured it.
pub(crate) const MOST_TIMEOUT: f64 = 600.0;

/// Longest time that a step may give its effects outside of the screen. s.
/// Reason: A workflow from elsewhere must not keep a run waiting. Set by hand; no run measured it.
pub(crate) const MOST_EFFECT: f64 = 120.0;

/// Pause between two checks of an effect outside of the screen. s.
/// Reason: Files, databases and servers do not report changes; asking more often loads them. Set by hand; no run
/// measured it.
pub(crate) const EFFECT_PAUSE: f64 = 0.1;

/// How long the rows of another page may take; the time of the step is cut to this. s.
/// Reason: Less would take a slow page for the last one; more keeps the run waiting at the last page. Set by hand; no
/// run measured it.
pub(crate) const PAGE_PATIENCE: std::ops::RangeInclusive<f64> = 1.0..=60.0;

/// Longest pause that a step may ask for after its action. ms.
/// Reason: A workflow from elsewhere must not keep a run waiting. Set by hand; no run measured it.
pub(crate) const MOST_PAUSE_MS: u64 = 60_000;

/// Longest wait of a step that waits, and its limit where it gives none. s.
/// Reason: What takes longer is rather missing. Set by hand; no run measured it.
pub(crate) const LONGEST_WAIT: f64 = 120.0;

/// How long an expression may take. s.
/// Reason: One within its budget takes milliseconds, and a process that was told to stop must end within 2 s (SPEC
/// ACT.15). Set by hand; no run measured it.
pub(crate) const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

/// How long a run lets time go by before it asks again whether a person stopped it. s.
/// Reason: Half of the 0.2 s after which a stop must hold (SPEC ACT.15). Set by hand; no run measured it.
pub(crate) const HEED_PEOPLE: f64 = 0.1;
