//! What another process uses, as the kernel counts it.

use crate::Outcome;
use std::path::Path;
use std::time::Duration;

/// The bytes of a megabyte.
pub const MB: f64 = 1_000_000.0;

/// Processor time a process has used so far, all threads together.
pub fn cpu_time(pid: u32) -> Outcome<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let ticks = cpu_ticks(&stat).ok_or("/proc/PID/stat reads otherwise than expected")?;
    Ok(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
}

/// `utime` and `stime`, the 14th and 15th field; the name of the program, before them, may hold anything.
fn cpu_ticks(stat: &str) -> Option<u64> {
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace().skip(11);
    let (user, system) = (fields.next()?, fields.next()?);
    Some(user.parse::<u64>().ok()? + system.parse::<u64>().ok()?)
}

/// Memory of a process, in megabytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// What it has now.
    pub now: f64,
    /// The most it ever had.
    pub peak: f64,
}

/// Memory of a process that is in RAM, shared memory included.
pub fn memory(pid: u32) -> Outcome<Memory> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let (now, peak) = (status_mb(&status, "VmRSS:"), status_mb(&status, "VmHWM:"));
    let (now, peak) = now.zip(peak).ok_or("the process has ended")?;
    Ok(Memory { now, peak })
}

fn status_mb(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|l| l.strip_prefix(name))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0 / MB)
}

/// A file that only keeps room for when the disk is full, whatever is recorded.
const BALLAST: &str = "ballast";

/// What a store takes on the disk, but for its ballast.
pub fn disk_bytes(folder: &Path) -> Outcome<u64> {
    use std::os::unix::fs::MetadataExt as _;
    let mut total = 0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == BALLAST {
            continue;
        }
        let metadata = entry.metadata()?;
        // Blocks are of 512 bytes here, whatever those of the disk are.
        total += metadata.blocks() * 512;
        if metadata.is_dir() {
            total += disk_bytes(&entry.path())?;
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_behind_any_name() {
        let stat = "42 (a) b) S 1 42 42 0 -1 4194560 100 0 0 0 120 30 0 0 20 0 4 0 555 1000 200";
        assert_eq!(cpu_ticks(stat), Some(150));
        assert_eq!(cpu_ticks("42 (short) S 1"), None);
    }

    #[test]
    fn this_process_has_memory_and_a_peak() {
        let memory = memory(std::process::id()).unwrap();
        assert!(memory.now > 0.1 && memory.peak >= memory.now * 0.9, "{memory:?}");
    }
}
