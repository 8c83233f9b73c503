//! Dialogs that nobody asked for. A height of words is the median height of the words on the screen.

use lea_model::Size;

/// A text of the workflow with fewer is not searched inside of a dialog's texts. Count of bytes.
/// Reason: Shorter ones are part of many texts. Set by hand; no run measured it.
pub(crate) const LEAST_KNOWN: usize = 6;

/// A dialog of so many texts may belong to the workflow although some are new. Count.
/// Reason: It is more than a message and its buttons. Set by hand; no run measured it.
pub(crate) const MANY_TEXTS: usize = 6;

/// Such a dialog belongs to the workflow where fewer than one text in so many is new. Count.
/// Reason: Forms in dialogs show values that were never demonstrated. Set by hand; no run measured it.
pub(crate) const FEW_NEW: usize = 3;

/// A dialog without a frame, or one that no rule knows, is smaller than this. Share of the screen, 0..1.
/// Reason: What is larger is a page. Set by hand; no run measured it.
pub(crate) const LARGEST_DIALOG: f64 = 0.45;

/// A dialog that no rule knows has at most so many buttons. Count.
/// Reason: What has more is a page or a toolbar. Set by hand; no run measured it.
pub(crate) const MOST_BUTTONS: usize = 4;

/// What covers at least this is the screen itself. Share of the screen, 0..1.
/// Reason: A panel over the page leaves some of it to be seen. Set by hand; no run measured it.
pub(crate) const WHOLE_SCREEN: f64 = 0.9;

/// A line without a frame asks to wait only with at most so many. Count of words.
/// Reason: A longer one tells about waiting. Set by hand; no run measured it.
pub(crate) const LONGEST_NOTICE: usize = 8;

/// Least likeness at which a button is the one that a rule presses. Ratio 0..1.
/// Reason: It is pressed without asking, so the bar is above that of phrases (`SAME_PHRASE`). Set by hand; no run
/// measured it.
pub(crate) const SAME_BUTTON: f64 = 0.9;

/// Least likeness at which words are a phrase of a rule. Ratio 0..1.
/// Reason: Below it other phrases begin. Set by hand; no run measured it.
pub(crate) const SAME_PHRASE: f64 = 0.82;

/// A shorter phrase must be read without a mistake. Count of bytes.
/// Reason: With one letter changed it is another word: "erreur", "terreur". Set by hand; no run measured it.
pub(crate) const LEAST_FUZZY_PHRASE: usize = 9;

/// The same for phrases that keep a button from being pressed; one letter may be misread. Count of bytes.
/// Reason: To stop once too often costs only a question. Set by hand; no run measured it.
pub(crate) const LEAST_FUZZY_WARY: usize = 5;

/// Kinds of three letters in a row that are told apart. Count.
/// Reason: Few texts share a kind by chance, and the table stays small. Set by hand; no run measured it.
pub(crate) const TRIPLE_KINDS: usize = 1 << 12;

/// A word names a button around it that is at most this high. Heights of the word.
/// Reason: What is higher is a panel taken for a button. Set by hand; no run measured it.
pub(crate) const HIGHEST_BUTTON: u32 = 6;

/// A link answers a dialog only with at most so many. Count of words.
/// Reason: A longer one is a sentence. Set by hand; no run measured it.
pub(crate) const LONGEST_LINK: usize = 5;

/// Height of words where none was read. px.
/// Reason: Texts of applications are about that high at the usual scale. Set by hand; no run measured it.
pub(crate) const USUAL_WORD: i32 = 14;

/// The height of words is cut to this. px.
/// Reason: Half to four times `USUAL_WORD`; beyond it boxes were misread. Set by hand; no run measured it.
pub(crate) const WORD_HEIGHTS: std::ops::RangeInclusive<i32> = 7..=56;

/// How far from an element its own words may have been read; its height where that is less. px.
/// Reason: A tall element would otherwise take the words of its neighbours. Set by hand; no run measured it.
pub(crate) const LABEL_NEAR: u32 = 64;

/// Title and exception of a rule are sentences of at least so many. Count of words.
/// Reason: Fewer explain nothing. Set by hand; no run measured it.
pub(crate) const LEAST_SENTENCE: usize = 3;

/// Buttons of one row are no further apart than this. Heights of words.
/// Reason: Further ones belong to something else. Set by hand; no run measured it.
pub(crate) const BUTTON_GAP: i32 = 8;

/// Words belong to a row of buttons when they are no further above it, or above each other. Heights of words.
/// Reason: Paragraphs of one message are closer. Set by hand; no run measured it.
pub(crate) const WORDS_ABOVE: i32 = 3;

/// Words belong to a row of buttons when they are no further beside it. Heights of words.
/// Reason: Messages are wider than their buttons. Set by hand; no run measured it.
pub(crate) const WORDS_BESIDE: i32 = 4;

/// What a row of buttons asks stands at most this far above it. Heights of words.
/// Reason: That is about six lines. Set by hand; no run measured it.
pub(crate) const QUESTION_ABOVE: i32 = 14;

/// The words of a banner stand at most this far above and below its buttons. Heights of words.
/// Reason: Banners have a few lines, most of them above the buttons. Set by hand; no run measured it.
pub(crate) const BANNER: (i32, i32) = (6, 3);

/// The parts of the screen, at its top and its bottom, where banners stand. Share of the height, 0..1.
/// Reason: The bars of a browser stand above its page. Set by hand; no run measured it.
pub(crate) const BANNER_EDGES: (f64, f64) = (0.22, 0.25);

/// Size of the buttons of a rule's example. px.
/// Reason: Any plausible size will do: rules judge words. Set by hand; no run measured it.
pub(crate) const EXAMPLE_BUTTON: Size = Size { width: 80, height: 30 };

/// Distance between the left edges of the buttons of a rule's example. px.
/// Reason: Any distance that keeps the buttons apart will do. Set by hand; no run measured it.
pub(crate) const EXAMPLE_STEP: i32 = 100;

/// Size of the dialog of a rule's example. px.
/// Reason: Any plausible size will do: rules judge words. Set by hand; no run measured it.
pub(crate) const EXAMPLE_DIALOG: Size = Size { width: 600, height: 200 };

/// Letters of the short runs by which most phrases are ruled out. Count.
/// Reason: One edit spoils at most so many of them (the q-gram lemma, Ukkonen 1992). Set by hand; no run measured it.
pub(crate) const GRAM: usize = 3;
