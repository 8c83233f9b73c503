//! Where and when it was measured: a figure without that says nothing.

use serde_json::{Value, json};

/// The versions that were really built.
const LOCK: &str = include_str!("../../Cargo.lock");

/// The version of a crate that this bench was built with.
pub fn version_of(name: &str) -> String {
    let mut lines = LOCK.lines();
    let wanted = format!("name = {name:?}");
    lines.find(|line| *line == wanted);
    let version = lines.next().and_then(|line| line.strip_prefix("version = "));
    version.map_or_else(|| "unknown".into(), |v| v.trim_matches('"').to_owned())
}

/// The machine, as it is now.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The processor, by the name it gives itself.
    pub cpu: String,
    /// Processors that may be used.
    pub cores: usize,
    /// The operating system.
    pub system: String,
    /// How many processes wanted a processor during the last minute, this bench not yet among them.
    pub load: f64,
}

impl Machine {
    /// Looks.
    pub fn look() -> Self {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let field = |text: &str, name: &str, separator: char| {
            let value = text.lines().find_map(|l| l.strip_prefix(name)?.trim().strip_prefix(separator));
            value.map_or_else(|| "unknown".to_owned(), |v| v.trim().trim_matches('"').to_owned())
        };
        Self {
            cpu: field(&read("/proc/cpuinfo"), "model name", ':'),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system: field(&read("/etc/os-release"), "PRETTY_NAME", '='),
            load: read("/proc/loadavg").split(' ').next().and_then(|l| l.parse().ok()).unwrap_or(f64::NAN),
        }
    }

    /// Others use the machine: what is measured is theirs as well.
    pub fn is_busy(&self) -> bool {
        self.load > 0.3 * self.cores as f64
    }

    /// For machines.
    pub fn to_json(&self) -> Value {
        json!({ "cpu": self.cpu, "cores": self.cores, "system": self.system, "load_before": self.load })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_from_the_lock_file() {
        assert!(version_of("x11rb").starts_with("0."), "{}", version_of("x11rb"));
        assert_eq!(version_of("lea-screen"), env!("CARGO_PKG_VERSION"));
        assert_eq!(version_of("no-such-crate"), "unknown");
    }
}
