//! `scripts/check-params` finds numbers that tune outside of `src/params`, of floats and of integers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

/// What the script says of crates one of which has this line; none where it says nothing.
fn said_of(name: &str, line: &str) -> Option<String> {
    let crates = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-params").join(name);
    for of in ["recognize", "learn", "understand", "act"] {
        std::fs::create_dir_all(crates.join(of).join("src")).unwrap();
    }
    std::fs::write(crates.join("act/src/lib.rs"), format!("{line}\n")).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/check-params");
    let output = Command::new(script).arg(&crates).output().unwrap();
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn numbers_that_tune_are_found() {
    let lines = [
        "const SURE: f64 = 0.9;",
        "pub(crate) const MOST: usize = 64;",
        "    pub const NARROWEST: i32 = 4 * STEP;",
        "const SPANS: [(&str, usize); 2] = [(\"a\", 2), (\"b\", 3)];",
        "const SIZES: [u32; 2] = [",
    ];
    for (n, line) in lines.into_iter().enumerate() {
        let said = said_of(&format!("found{n}"), line);
        assert!(said.is_some_and(|s| s.contains("act/src/lib.rs:1: a number to be moved")), "{line}");
    }
}

#[test]
fn lengths_masks_and_versions_are_not() {
    let lines = [
        "const NAMES: [&str; 4] = [\"a\", \"b\", \"c\", \"d\"];",
        "const SEED: u64 = 0x1ea_0006;",
        "const COARSEST: i32 = 1 << 10;",
        "const INK: u32 = u32::MAX - 1;",
        "const NEXT: usize = FIRST + 1;",
        "const FILE_VERSION: u32 = 7;",
        "const NOTHING: usize = 0;",
    ];
    for (n, line) in lines.into_iter().enumerate() {
        assert_eq!(said_of(&format!("passed{n}"), line), None, "{line}");
    }
}
