//! Waiting for a condition, never for a time.

use crate::StageError;
use std::time::{Duration, Instant};

/// How often a condition is looked at. Short against what it waits for (a window takes 50 ms at best), long
/// against what a look costs (one `xprop` takes 3 ms).
const LOOK_AGAIN: Duration = Duration::from_millis(15);

/// Looks until `look` returns something, and returns it; [`StageError::TimedOut`] naming `what` after `limit`.
///
/// `look` is always tried at least once.
pub fn wait_until<T>(
    what: &str,
    limit: Duration,
    mut look: impl FnMut() -> Option<T>,
) -> Result<T, StageError> {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return Ok(found);
        }
        if start.elapsed() >= limit {
            return Err(StageError::TimedOut { what: what.to_owned(), waited: limit, seen: String::new() });
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_late_is_returned() {
        let mut looks = 0;
        let found = wait_until("the third look", Duration::from_secs(5), || {
            looks += 1;
            (looks == 3).then_some(looks)
        });
        assert_eq!(found.ok(), Some(3));
    }

    #[test]
    fn what_never_comes_is_named() {
        let error = wait_until::<()>("godot", Duration::ZERO, || None).unwrap_err();
        assert!(error.to_string().contains("godot"), "{error}");
    }
}
