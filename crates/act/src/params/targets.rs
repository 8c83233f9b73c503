//! How a target is found on the screen, and what vouches for it. The bars of the score itself are those of
//! `lea_recognize` (`ACTS`, `MAYBE`).

/// Places that are written to the journal, the best first. Count.
/// Reason: The others score far lower. Set by hand; no run measured it.
pub(crate) const MOST_CANDIDATES: usize = 8;

/// Least share of the surroundings in place where the target's own words vouch for it. Value of a witness, 0..1.
/// Reason: The words were used by the score already; something else must agree. Set by hand; no run measured it.
pub(crate) const SOME_AROUND: f64 = 0.3;

/// The same where the target says something else that means the same. Value of a witness, 0..1.
/// Reason: Meaning is weaker evidence than letters, so the bar is above `SOME_AROUND`. Set by hand; no run measured it.
pub(crate) const MUCH_AROUND: f64 = 0.6;

/// The same where only the words are seen, or another element has the same role. Value of a witness, 0..1.
/// Reason: Nothing else tells the target from its rival. Set by hand; no run measured it.
pub(crate) const FIRMLY_AROUND: f64 = 0.75;

/// Least likeness at which a picture, at its best place to the pixel, shows the same thing. Correlation -1..1.
/// Reason: Rendering makes two pictures of one thing differ a little. Set by hand; no run measured it.
pub(crate) const SAME_FACE: f64 = 0.95;

/// Least likeness of core and grey picture at which the pixels are the same. Correlation -1..1.
/// Reason: It vouches for the target alone, so the bar is above `SAME_FACE`. Set by hand; no run measured it.
pub(crate) const SAME_LOOK: f64 = 0.97;

/// Least likeness at which an element says the text of the target exactly. Ratio 0..1.
/// Reason: One misread letter is forgiven only in a long text. Set by hand; no run measured it.
pub(crate) const SAME_SAID: f64 = 0.98;

/// An element with the target's role is a rival only with a label of at most so many. Count of words.
/// Reason: A longer label is a question, not a button. Set by hand; no run measured it.
pub(crate) const LONGEST_RIVAL: usize = 2;

/// Least likeness at which two names mean the same where other evidence is asked for too. Cosine 0..1.
/// Reason: It stands between translations and unrelated texts. Set by: translations lie at 0.63 to 0.82, other texts
/// below 0.31 (see `SAME_MEANING_AMONG` of `lea-recognize`; the run was not kept).
pub(crate) const LIKE_MEANING: f64 = 0.6;

/// From this likeness of meaning on, another place may be meant as well. Cosine 0..1.
/// Reason: A possible rival costs a question, a missed one a wrong click, so the bar is below `LIKE_MEANING`. Set by
/// hand; no run measured it.
pub(crate) const RIVAL_MEANING: f64 = 0.45;

/// From this likeness of its label on, another place may be meant as well. Ratio 0..1.
/// Reason: Half of the letters are the same. Set by hand; no run measured it.
pub(crate) const RIVAL_LABEL: f64 = 0.5;

/// First attempt at which a target with another name is considered. Number of the attempt, from 0.
/// Reason: All other ways of finding it are tried before. Set by hand; no run measured it.
pub(crate) const RENAMED_FROM: u32 = 2;

/// The top of a field is at most this far below the top of its name, and its left edge at most this far from that of
/// the name. Heights of the name.
/// Reason: Further down it belongs to another name. Set by hand; no run measured it.
pub(crate) const FIELD_BELOW: i32 = 3;

/// A field stands at most this far right of its name. Heights of the name.
/// Reason: Forms leave room for the longest name. Set by hand; no run measured it.
pub(crate) const FIELD_BESIDE: i32 = 12;

/// A field that was known by its hint is about where it was when it moved by no more than this. Share of the screen's
/// side, 0..1.
/// Reason: Other windows and sizes move a field a little; a field further off is another one. Set by hand; no run
/// measured it.
pub(crate) const SAME_REGION: f64 = 0.2;

/// Elements that are listed for a language model, in reading order. Count.
/// Reason: A longer list costs time and is answered worse. Set by hand; no run measured it.
pub(crate) const MOST_LISTED: usize = 60;

/// The most relaxed profile of a search. Healing level.
/// Reason: Later attempts search like this one. Set by: SPEC ACT.4 (levels 0, 1, 2+).
pub(crate) const LAST_LEVEL: u32 = 2;

/// A profile of a search whose label ratio is outside of this is replaced by the strict one. Ratio 0..1.
/// Reason: Below one half any label would be a candidate. Set by hand; no run measured it.
pub(crate) const SOUND_RATIO: std::ops::RangeInclusive<f64> = 0.5..=1.0;

/// A profile of a search whose reach is outside of this is replaced by the strict one. Factor.
/// Reason: Relaxing never narrows the search; three times wider covers most of the screen. Set by hand; no run measured
/// it.
pub(crate) const SOUND_REACH: std::ops::RangeInclusive<f64> = 1.0..=3.0;

/// Elements or values whose edges differ by no more than this stand in one column. px.
/// Reason: Boxes around texts are off by a few pixels; columns stand further apart. Set by hand; no run measured it.
pub(crate) const SAME_COLUMN: i32 = 12;

/// Times that each way of `SCROLLS` is scrolled to find a target out of sight. Count.
/// Reason: Six times five notches pass a few screens; whatever is further off is taken to be missing. Set by hand; no
/// run measured it.
pub(crate) const MOST_SCROLLS: u32 = 6;

/// The same for the way that demonstrations took, however far they went. Count.
/// Reason: A search through a list of any length must end; 60 times five notches pass about 900 lines. Set by hand; no run measured it.
pub(crate) const MOST_SHOWN_SCROLLS: u32 = 60;

/// How far from where the wheel would be turned another place is tried, step by step. px.
/// Reason: Half the height of a field, so that none is stepped over. Set by hand; no run measured it.
pub(crate) const WHEEL_STEP: i32 = 12;

/// The ways that are scrolled to find a target out of sight, in this order. Notches right and down.
/// Reason: Five notches move less than a screen, so that nothing is passed over. Set by hand; no run measured it.
pub(crate) const SCROLLS: [(i32, i32); 4] = [(0, 5), (0, -5), (5, 0), (-5, 0)];

/// How far from every element the pointer is put when it may cover something. px.
/// Reason: A pointer is about that large. Set by hand; no run measured it.
pub(crate) const CLEAR_OF_POINTER: i32 = 28;

/// Distance between the places that are tried for the pointer. px.
/// Reason: About the size of a pointer; a finer grid costs time. Set by hand; no run measured it.
pub(crate) const POINTER_GRID: i32 = 32;

/// First repetition of a click that is put beside the middle of the element. Number of the try, from 0.
/// Reason: The first repetition may succeed where the first click was too early. Set by hand; no run measured it.
pub(crate) const SHIFTED_FROM: u32 = 2;

/// How far beside the middle that click is. Divisor of the element's width.
/// Reason: Half-way between the middle and the edge it is still on the element. Set by hand; no run measured it.
pub(crate) const SHIFT: i32 = 4;

/// What a scroll without a distance of its own moves. Notches right and down.
/// Reason: A few lines down, what one turn of a wheel does. Set by hand; no run measured it.
pub(crate) const SCROLL_DELTA: [f64; 2] = [0.0, 3.0];
