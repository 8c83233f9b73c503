//! Real applications, each with the options that make it start clean and alone.

use crate::{App, Stage, StageError};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Chromium without sandbox (tests run as root), profile questions, background traffic or shared memory that
/// small containers lack. `--test-type` hides the banner about the missing sandbox.
const CHROMIUM: &[&str] = &[
    "--no-sandbox",
    "--test-type",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--disable-features=Translate,MediaRouter",
    "--password-store=basic",
];

/// What a new profile is told beforehand: to offer nothing that would cover the page, such as keeping a password.
const PREFERENCES: &str = r#"{"credentials_enable_service": false, "credentials_enable_autosignin": false,
"profile": {"password_manager_enabled": false, "password_manager_leak_detection": false}, "autofill": {"enabled": false}}"#;

impl Stage {
    /// The pocket calculator; its window is called "galculator".
    pub fn galculator(&self) -> Result<App, StageError> {
        self.launch(["galculator"])
    }

    /// The text editor, with a file if one is given; its window ends in "Mousepad".
    pub fn mousepad(&self, file: Option<&Path>) -> Result<App, StageError> {
        self.launch(with_file(&["mousepad", "--disable-server"], file))
    }

    /// The spreadsheet, with a file if one is given; its window ends in "Gnumeric".
    pub fn gnumeric(&self, file: Option<&Path>) -> Result<App, StageError> {
        self.launch(with_file(&["gnumeric", "--no-splash"], file))
    }

    /// A dialog: `stage.zenity(["--entry", "--title=Order", "--text=Number"])`. What was entered is in
    /// [`App::output`] after it ended.
    pub fn zenity<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Result<App, StageError> {
        self.launch(words("zenity", args))
    }

    /// A terminal in a scalable font, running a command if one is given.
    pub fn xterm<S: AsRef<OsStr>>(&self, run: impl IntoIterator<Item = S>) -> Result<App, StageError> {
        let mut line = words("xterm", ["-fa", "DejaVu Sans Mono", "-fs", "11", "-e"]);
        line.extend(run.into_iter().map(|word| word.as_ref().to_owned()));
        if line.last().is_some_and(|word| word == "-e") {
            line.pop();
        }
        self.launch(line)
    }

    /// The browser with a new profile, at an address or a file; its window ends in "Chromium".
    pub fn chromium(&self, address: impl AsRef<OsStr>) -> Result<App, StageError> {
        let profile = tempfile::Builder::new().prefix("chromium-").tempdir_in(self.home())?.keep();
        std::fs::create_dir(profile.join("Default"))?;
        std::fs::write(profile.join("Default/Preferences"), PREFERENCES)?;
        let mut flag = OsString::from("--user-data-dir=");
        flag.push(profile);
        let mut line = words("chromium", CHROMIUM);
        line.push(flag);
        line.push(address.as_ref().to_owned());
        self.launch(line)
    }
}

fn words<S: AsRef<OsStr>>(program: &str, args: impl IntoIterator<Item = S>) -> Vec<OsString> {
    std::iter::once(OsString::from(program))
        .chain(args.into_iter().map(|arg| arg.as_ref().to_owned()))
        .collect()
}

fn with_file(line: &[&str], file: Option<&Path>) -> Vec<OsString> {
    line.iter().map(OsString::from).chain(file.map(OsString::from)).collect()
}
