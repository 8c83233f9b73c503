//! The reference in `docs/reference`, the manual pages and the completions are those of the code.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn lea(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.env("XDG_CONFIG_HOME", folder).env("HOME", folder).current_dir(folder);
    command
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_committed_reference_is_what_the_code_gives() {
    let folder = tempfile::tempdir().unwrap();
    text(&lea(folder.path()).arg("reference").arg(folder.path().join("made")).output().unwrap());
    let committed = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    for page in ["cli.md", "configuration.md", "schemas.md"] {
        let made = std::fs::read_to_string(folder.path().join("made").join(page)).unwrap();
        let there = std::fs::read_to_string(committed.join(page)).unwrap_or_default();
        assert!(
            made == there,
            "docs/reference/{page} is not what the code gives: run\n  make reference\nand commit the difference"
        );
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    text(&lea(folder.path()).arg("man").arg(folder.path().join("man")).output().unwrap());
    for page in ["lea.1", "lea-record.1", "lea-workflows-graph.1", "lea-demo-person.1"] {
        let page = std::fs::read_to_string(folder.path().join("man").join(page)).unwrap();
        assert!(page.contains(".TH") && page.contains("SYNOPSIS"), "{page}");
    }
}

#[test]
fn completions_are_scripts_that_their_shell_reads() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&lea(folder.path()).args(["completions", shell]).output().unwrap());
        assert!(script.contains("workflows"), "{shell}");
        let file = folder.path().join(shell);
        std::fs::write(&file, script).unwrap();
        if shell == "bash" {
            assert!(Command::new("bash").arg("-n").arg(&file).status().unwrap().success());
        }
    }
}

#[test]
fn models_that_are_not_there_are_said_with_the_command_that_fetches_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut check = lea(folder.path());
    let output =
        check.env("LEA_MODELS", folder.path().join("none")).args(["models", "check"]).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("libonnxruntime.so") && said.contains("lea models fetch"), "{said}");
}
