//! The environment of everything on a stage: its own display, home, bus and locale, nothing of the caller's.

use crate::guard::MARK;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Variables of the caller's desktop that would lead an application outside the stage.
pub(crate) const REMOVED: &[&str] = &[
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "SESSION_MANAGER",
    "DESKTOP_STARTUP_ID",
    "DBUS_SYSTEM_BUS_ADDRESS",
    "GTK_IM_MODULE",
    "QT_IM_MODULE",
    "XMODIFIERS",
    "GTK_THEME",
    "GTK_MODULES",
    "GDK_SCALE",
    "GDK_DPI_SCALE",
    "LANGUAGE",
    "BROWSER",
];

/// The private folders of a stage.
#[derive(Debug, Clone)]
pub(crate) struct Folders {
    pub(crate) home: PathBuf,
    pub(crate) config: PathBuf,
    pub(crate) runtime: PathBuf,
    pub(crate) temporary: PathBuf,
    pub(crate) logs: PathBuf,
}

impl Folders {
    /// Makes them under `root`, readable by their owner alone.
    pub(crate) fn create(root: &Path) -> io::Result<Self> {
        let home = root.join("home");
        let folders = Self {
            config: home.join(".config"),
            home,
            runtime: root.join("run"),
            temporary: root.join("tmp"),
            logs: root.join("logs"),
        };
        for folder in [&folders.config, &folders.runtime, &folders.temporary, &folders.logs] {
            fs::create_dir_all(folder)?;
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        }
        Ok(folders)
    }

    /// The variables that hold before there is a display.
    pub(crate) fn variables(&self, mark: &str, locale: &str) -> Vec<(String, String)> {
        let path = |path: &Path| path.display().to_string();
        [
            (MARK, mark.to_owned()),
            ("HOME", path(&self.home)),
            ("XDG_CONFIG_HOME", path(&self.config)),
            ("XDG_DATA_HOME", path(&self.home.join(".local/share"))),
            ("XDG_STATE_HOME", path(&self.home.join(".local/state"))),
            ("XDG_CACHE_HOME", path(&self.home.join(".cache"))),
            ("XDG_RUNTIME_DIR", path(&self.runtime)),
            ("XDG_SESSION_TYPE", "x11".to_owned()),
            ("XDG_CURRENT_DESKTOP", "Openbox".to_owned()),
            ("TMPDIR", path(&self.temporary)),
            ("LANG", locale.to_owned()),
            ("LC_ALL", locale.to_owned()),
            ("GDK_BACKEND", "x11".to_owned()),
            // Settings stay in memory and files are plain files: no service has to be started on the bus.
            ("GSETTINGS_BACKEND", "memory".to_owned()),
            ("GIO_USE_VFS", "local".to_owned()),
            ("NO_AT_BRIDGE", "1".to_owned()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}
