//! How events become acts: what was pointed at, what changed, and which of several demonstrations agree.

/// Where nothing is found under the pointer, this much around it is what was pointed at. px.
/// Reason: About the height of a button. Set by hand; no run measured it.
pub(crate) const AROUND: i32 = 14;

/// A change of more than one part in so many is more than a field that gets the focus. Parts of the screen.
/// Reason: No field covers a tenth of it. Set by hand; no run measured it.
pub(crate) const LARGE: u64 = 10;

/// The same for a field that was not there before. Parts of the screen.
/// Reason: What opened may look like a large field. Set by hand; no run measured it.
pub(crate) const LARGE_FIELD: u64 = 50;

/// The face of a button that is pressed changes beside its words too, this far around them. px.
/// Reason: A caret is narrower. Set by hand; no run measured it.
pub(crate) const FACE: i32 = 4;

/// It changes by more than this. Levels of 0..255.
/// Reason: That of pixel verification (SPEC ACT.6). Set by: SPEC ACT.6.
pub(crate) const FACE_LEVEL: u8 = 30;

/// And on this much of it. Share of its pixels, 0..1.
/// Reason: A field that gets the focus shows a caret and a border, which is less. Set by hand; no run measured it.
pub(crate) const NEW_FACE: f64 = 0.6;

/// What a field shows is what was typed, misread, from this likeness on. Ratio 0..1.
/// Reason: It stands where the text came up, which speaks for it. Set by hand; no run measured it.
pub(crate) const ALIKE_TYPED: f64 = 0.5;

/// What an open list covers at most. Share of the screen, tenths.
/// Reason: More is another screen. Set by hand; no run measured it.
pub(crate) const MOST_LIST_TENTHS: u64 = 3;

/// A change of fewer pixels is a caret or a shadow. Count of pixels.
/// Reason: The caret of a large font has fewer. Set by hand; no run measured it.
pub(crate) const LEAST_CHANGE: u64 = 40;

/// What changes further from the pointer than this may have changed by itself. px.
/// Reason: What a click opens begins beside it. Set by hand; no run measured it.
pub(crate) const NEAR: i32 = 200;

/// And is smaller than one part in so many. Parts of the screen.
/// Reason: A clock or a status line is smaller. Set by hand; no run measured it.
pub(crate) const SMALL: u64 = 100;

/// Frames that are kept at hand while a recording is watched. Count.
/// Reason: An event's two, and those before. Set by hand; no run measured it.
pub(crate) const MOST_FRAMES: usize = 4;

/// The pointer rests where no move came for this long. Seconds.
/// Reason: Longer than the 0.25 s at which moves are sampled; menus open after about 0.2 s. Set by hand; no run measured it.
pub(crate) const HOVER_REST: f64 = 0.3;

/// What hovering opens is no further away from it than this. px.
/// Reason: A submenu touches its entry, but for a border and a shadow. Set by hand; no run measured it.
pub(crate) const HOVER_GAP: i32 = 12;
