//! How much of something there may be: expressions, values, tries, and what a person or a model is shown.

/// A longer expression is refused. Count of bytes.
/// Reason: Conditions that people write are far shorter. Set by hand; no run measured it.
pub(crate) const LONGEST_EXPRESSION: usize = 1000;

/// An expression that is nested deeper is refused. Levels.
/// Reason: The parser recurses. Set by hand; no run measured it.
pub(crate) const DEEPEST_EXPRESSION: usize = 24;

/// Stack of the thread that evaluates an expression. Bytes.
/// Reason: Parser and evaluator recurse; `LONGEST_EXPRESSION` characters of `1+1+…` need less than a tenth. Set by
/// hand; the measurement behind that tenth was not kept.
pub(crate) const EXPRESSION_STACK: usize = 16 << 20;

/// Work that an expression may cause. Units: an operator, or a byte that is compared or copied.
/// Reason: It takes about a fifth of a second, within `ANSWERS_WITHIN`. Set by hand; the measurement behind that time
/// was not kept.
pub(crate) const MOST_WORK: u64 = 1_000_000;

/// Loops that may be nested in an expression. Count.
/// Reason: Each level multiplies the work, and doubles the time of estimating it. Set by hand; no run measured it.
pub(crate) const DEEPEST_LOOPS: usize = 3;

/// Work of compiling a pattern. Units of `MOST_WORK`.
/// Reason: Compiling takes far longer than an operator. Set by hand; no run measured it.
pub(crate) const PATTERN_WORK: u64 = 20_000;

/// Work of matching a pattern, for each byte of the text. Units of `MOST_WORK`.
/// Reason: Matching takes longer than comparing. Set by hand; no run measured it.
pub(crate) const PATTERN_WORK_PER_BYTE: u64 = 50;

/// A pattern that compiles to more is refused. Bytes.
/// Reason: The time to match grows with it. Set by hand; no run measured it.
pub(crate) const LARGEST_PATTERN: usize = 1 << 20;

/// Most that a number or a truth value takes as text. Bytes.
/// Reason: The longest numbers have fewer digits. Set by hand; no run measured it.
pub(crate) const SCALAR_TEXT: u64 = 32;

/// A longer value is refused. Bytes.
/// Reason: Nobody types that much into a field. Set by hand; no run measured it.
pub(crate) const LONGEST_VALUE: usize = 100_000;

/// A longer answer of a language model is not taken for a value. Bytes.
/// Reason: Values are short; a longer answer is an explanation. Set by hand; no run measured it.
pub(crate) const LONGEST_ANALYSIS: usize = 2000;

/// Part of a model's answer that is written to the journal. Count of characters.
/// Reason: Enough to see what it decided on. Set by hand; no run measured it.
pub(crate) const LONGEST_KEPT: usize = 400;

/// A model that left so many questions in a row unanswered is not asked again in this run. Count.
/// Reason: Each may have cost its whole time limit. Set by hand; no run measured it.
pub(crate) const MOST_UNANSWERED: u32 = 3;

/// Cells of a row that are quoted to a person. Count.
/// Reason: More are not read. Set by hand; no run measured it.
pub(crate) const MOST_CELLS: usize = 3;

/// A text that is quoted to a person is cut after this. Count of characters.
/// Reason: More does not fit a line. Set by hand; no run measured it.
pub(crate) const LONGEST_QUOTE: usize = 60;

/// Words that describe a place to a person stand at most this far from it. Heights of the words.
/// Reason: Further words belong to something else; a wrong description only confuses, it clicks nothing. Set by hand;
/// no run measured it.
pub(crate) const NAME_REACH: i32 = 8;

/// Words that describe a place may overlap it by this. px.
/// Reason: Boxes are off by a pixel or two. Set by hand; no run measured it.
pub(crate) const NAME_OVERLAP: i32 = 2;

/// Least overlap at which a place is described as an element. Intersection over union, 0..1.
/// Reason: They share more than they differ in. Set by hand; no run measured it.
pub(crate) const DESCRIBED_OVERLAP: f64 = 0.5;

/// Places that a person is shown to choose from. Count.
/// Reason: More are not told apart at a glance. Set by hand; no run measured it.
pub(crate) const MOST_POINTED_AT: usize = 4;

/// Workflows that run each other go no deeper. Levels.
/// Reason: Deeper nesting is a loop of workflows that call each other. Set by hand; no run measured it.
pub(crate) const DEEPEST_WORKFLOWS: u32 = 4;

/// Times that a step is decided anew while the screen changes before the run stops. Count.
/// Reason: A screen that keeps changing is never decided on. Set by hand; no run measured it.
pub(crate) const MOST_ROUNDS: u32 = 6;

/// A target that moved by no more than this is where it was decided on. px.
/// Reason: Boxes are off by a pixel or two between two looks. Set by hand; no run measured it.
pub(crate) const SAME_TARGET: i32 = 4;

/// Times that a step is tried while the screen changes under its target before the run stops. Count.
/// Reason: A screen that keeps changing is never pressed on. Set by hand; no run measured it.
pub(crate) const MOST_STALE: u32 = 8;

/// After so many of these tries only the watched places have to be still. Count.
/// Reason: An animation elsewhere must not stop the run. Set by hand; no run measured it.
pub(crate) const RESTLESS: u32 = 3;

/// How far around a target the screen must be as it was decided on. px.
/// Reason: About the height of a line: a label beside the target counts, the rest of the page does not. Set by hand; no
/// run measured it.
pub(crate) const SURROUNDINGS: i32 = 12;

/// Times that the pause between two attempts doubles. Count.
/// Reason: From half a second that is 32 s; longer pauses look like a hang. Set by hand; no run measured it.
pub(crate) const MOST_DOUBLINGS: u32 = 6;
