//! How sure the verdict on an event is. These order the reasons; they are not measured frequencies.

/// A step that interrupts tasks comes in fewer runs of each of them than this. Share of the runs, 0..1.
/// Reason: One that comes in more belongs to the task. Set by hand; no run measured it.
pub(crate) const INTERRUPTION_SHARE: f64 = 0.5;

/// An application is foreign to a task when fewer of its runs than this use it. Share of the runs, 0..1.
/// Reason: A slip is rare; a branch is not. Set by hand; no run measured it.
pub(crate) const FOREIGN_SHARE: f64 = 0.1;

/// The limit of `FOREIGN_SHARE` is at least this. Runs.
/// Reason: One run of a few may have slipped. Set by hand; no run measured it.
pub(crate) const FOREIGN_RUNS: f64 = 1.5;

/// A move of the pointer is noise, and has no role. Confidence 0..1.
/// Reason: Nothing comes of it. Set by hand; no run measured it.
pub(crate) const SURE_IDLE_MOVE: f64 = 0.99;

/// A click after which nothing changed is noise. Confidence 0..1.
/// Reason: What changed may have been late. Set by hand; no run measured it.
pub(crate) const SURE_MISSED_CLICK: f64 = 0.9;

/// A window opened and left without anything done is noise. Confidence 0..1.
/// Reason: Something may have been read in it. Set by hand; no run measured it.
pub(crate) const SURE_IDLE_WINDOW: f64 = 0.9;

/// So is the way back from it. Confidence 0..1.
/// Reason: It depends on the verdict before. Set by hand; no run measured it.
pub(crate) const SURE_WAY_BACK: f64 = 0.85;

/// A text typed and deleted again is noise. Confidence 0..1.
/// Reason: Nothing of it is left. Set by hand; no run measured it.
pub(crate) const SURE_DELETED_TEXT: f64 = 0.9;

/// So are the keys that delete it. Confidence 0..1.
/// Reason: They may have deleted more. Set by hand; no run measured it.
pub(crate) const SURE_DELETING_KEY: f64 = 0.85;

/// A text written over in the same field right after is noise. Confidence 0..1.
/// Reason: Something may have been looked up with it. Set by hand; no run measured it.
pub(crate) const SURE_OVERWRITTEN: f64 = 0.7;

/// Steps in an application that is foreign to the task are noise. Confidence 0..1.
/// Reason: It may be a rare branch. Set by hand; no run measured it.
pub(crate) const SURE_FOREIGN: f64 = 0.8;

/// A step that comes in few runs of many tasks is noise. Confidence 0..1.
/// Reason: It may be a rare branch. Set by hand; no run measured it.
pub(crate) const SURE_INTERRUPTION: f64 = 0.75;

/// The label says "search". Confidence 0..1.
/// Reason: Few other things are labelled so. Set by hand; no run measured it.
pub(crate) const ROLE_SEARCH_LABEL: f64 = 0.9;

/// The name of the action says the role. Confidence 0..1.
/// Reason: The recorder of the log knew it. Set by hand; no run measured it.
pub(crate) const ROLE_ACTION: f64 = 0.85;

/// The label says the role. Confidence 0..1.
/// Reason: A word has several uses. Set by hand; no run measured it.
pub(crate) const ROLE_LABEL: f64 = 0.8;

/// Another window came to the front: navigation. Confidence 0..1.
/// Reason: It is seldom the aim of a step. Set by hand; no run measured it.
pub(crate) const ROLE_WINDOW: f64 = 0.9;

/// Scrolling is navigation. Confidence 0..1.
/// Reason: A wheel also changes values. Set by hand; no run measured it.
pub(crate) const ROLE_SCROLL: f64 = 0.7;

/// A change of the clipboard has no role. Confidence 0..1.
/// Reason: It takes a value, and changes nothing. Set by hand; no run measured it.
pub(crate) const ROLE_CLIPBOARD: f64 = 0.8;

/// Text is input. Confidence 0..1.
/// Reason: It is seldom a command. Set by hand; no run measured it.
pub(crate) const ROLE_TEXT: f64 = 0.9;

/// A deleting or undoing key is a correction. Confidence 0..1.
/// Reason: Delete is also a command. Set by hand; no run measured it.
pub(crate) const ROLE_DELETING_KEY: f64 = 0.85;

/// Enter and the like are a validation. Confidence 0..1.
/// Reason: Enter also begins a line. Set by hand; no run measured it.
pub(crate) const ROLE_CONFIRMING_KEY: f64 = 0.75;

/// A key that begins a search. Confidence 0..1.
/// Reason: Programs differ in their keys. Set by hand; no run measured it.
pub(crate) const ROLE_SEARCH_KEY: f64 = 0.85;

/// A key that pastes or cuts is input. Confidence 0..1.
/// Reason: Programs differ in their keys. Set by hand; no run measured it.
pub(crate) const ROLE_ENTERING_KEY: f64 = 0.8;

/// A key that copies or marks has no role. Confidence 0..1.
/// Reason: Programs differ in their keys. Set by hand; no run measured it.
pub(crate) const ROLE_COPYING_KEY: f64 = 0.7;

/// Any other key is navigation. Confidence 0..1.
/// Reason: Nothing else says what it is for. Set by hand; no run measured it.
pub(crate) const ROLE_OTHER_KEY: f64 = 0.5;

/// The type of the target says the role. Confidence 0..1.
/// Reason: A button may be for anything. Set by hand; no run measured it.
pub(crate) const ROLE_TYPE: f64 = 0.7;

/// Nothing says what it is for. Confidence 0..1.
/// Reason: It has no role until something does. Set by hand; no run measured it.
pub(crate) const ROLE_UNKNOWN: f64 = 0.3;
