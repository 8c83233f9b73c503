//! Waiting on descriptors until a moment, without turning in circles.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::os::fd::BorrowedFd;
use std::time::Instant;

/// Waits until one of the descriptors can be read, and says which (the first, where several can); none when the
/// time is up. A descriptor whose other end is closed counts as readable.
pub(crate) fn readable<const N: usize>(
    fds: [Option<BorrowedFd<'_>>; N],
    until: Instant,
) -> std::io::Result<Option<usize>> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let limit = Timespec {
            tv_sec: left.as_secs().min(i64::MAX as u64) as i64,
            tv_nsec: left.subsec_nanos().into(),
        };
        let mut polled: Vec<PollFd<'_>> =
            fds.iter().flatten().map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)).collect();
        match poll(&mut polled, Some(&limit)) {
            Ok(0) if Instant::now() >= until => return Ok(None),
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => {
                let mut ready = polled.iter().map(|p| !p.revents().is_empty());
                return Ok(fds.iter().position(|fd| fd.is_some() && ready.next() == Some(true)));
            }
            Err(e) => return Err(e.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::event::{EventfdFlags, eventfd};
    use std::os::fd::AsFd;
    use std::time::Duration;

    #[test]
    fn the_one_that_can_be_read_is_named() {
        let quiet = eventfd(0, EventfdFlags::CLOEXEC).unwrap();
        let called = eventfd(1, EventfdFlags::CLOEXEC).unwrap();
        let soon = || Instant::now() + Duration::from_millis(20);
        assert_eq!(readable([Some(quiet.as_fd()), None, Some(called.as_fd())], soon()).unwrap(), Some(2));
        assert_eq!(readable([Some(quiet.as_fd())], soon()).unwrap(), None);
        assert_eq!(readable([None], soon()).unwrap(), None);
        assert_eq!(
            readable([Some(called.as_fd())], Instant::now()).unwrap(),
            Some(0),
            "even with no time left"
        );
    }
}
