//! What a sheet is recognised by.

/// Middles of numbers below each other, or letters beside each other, differ by at most this. px.
/// Reason: They are centred in their strip; numbers of one and of two digits have the same middle. Set by hand; no run measured it.
pub(crate) const ALIGNED: i32 = 8;

/// Numbers that must count on before they number rows. Count.
/// Reason: Fewer stand below each other in lists too. Set by hand; no run measured it.
pub(crate) const LEAST_NUMBERED: usize = 6;

/// Letters that must count on before they letter columns. Count.
/// Reason: Fewer stand beside each other in words and buttons too. Set by hand; no run measured it.
pub(crate) const LEAST_LETTERED: usize = 4;

/// The next number or letter that was read is at most this much further. Count.
/// Reason: A thin letter, or one that is marked, is not always read. Set by hand; no run measured it.
pub(crate) const MOST_UNREAD: u32 = 3;
