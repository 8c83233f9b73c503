//! What this machine allows and how a robot behaves on it.

use lea_screen::Key;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a robot works on this machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What workflows may reach.
    pub allowed: Allowed,
    /// The keys that, pressed together, stop a run at once.
    pub stop_keys: Vec<Key>,
    /// The keys that pause it.
    pub pause_keys: Vec<Key>,
    /// A person who moves the pointer pauses the run.
    pub pause_on_pointer: bool,
    /// A bar at the upper edge says that a robot works.
    pub sign: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            allowed: Allowed::default(),
            stop_keys: vec![Key::CTRL, Key::ALT, Key::Char('Q')],
            pause_keys: vec![Key::CTRL, Key::ALT, Key::Char('P')],
            pause_on_pointer: true,
            sign: true,
        }
    }
}

/// What workflows may reach outside of the screen. A workflow from elsewhere is data, not authority (SPEC L4.11): nothing unless it is
/// named here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allowed {
    /// Programs that may be started, by application.
    pub programs: BTreeMap<String, Vec<String>>,
    /// Folders in which files may be looked for.
    pub folders: Vec<PathBuf>,
    /// Hosts that may be asked, with their ports.
    pub hosts: Vec<String>,
    /// Databases that may be counted in: names and SQLite files.
    pub databases: BTreeMap<String, PathBuf>,
}
