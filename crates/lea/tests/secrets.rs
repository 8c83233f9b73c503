//! `lea secrets` as it is typed.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn lea(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lea"))
        .arg("--data")
        .arg(folder.join("data"))
        .arg("secrets")
        .args(args)
        .env("LEA_SECRETS_KEY", folder.join("key/secrets.key"))
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn secrets_are_set_listed_and_deleted_and_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let none = lea(folder.path(), &["list"], "");
    assert!(none.status.success() && said(&none).contains("No secrets yet"));
    let set = lea(folder.path(), &["set", "erp.password"], "hunter2 é\nrest\n");
    assert!(set.status.success(), "{}", said(&set));
    let listed = lea(folder.path(), &["list", "--json"], "");
    let list: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(list["secrets"][0]["name"], "erp.password");
    assert!(![&set, &listed].iter().any(|o| said(o).contains("hunter2")));
    let secrets =
        lea_store::Secrets::new(&folder.path().join("data"), &folder.path().join("key/secrets.key"));
    assert_eq!(secrets.get("erp.password").unwrap().reveal(), "hunter2 é");
    assert!(lea(folder.path(), &["delete", "erp.password"], "").status.success());
    let gone = lea(folder.path(), &["delete", "erp.password"], "");
    assert_eq!(gone.status.code(), Some(4));
    assert!(said(&gone).contains("there is no secret erp.password"));
}

#[test]
fn nothing_typed_and_names_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(lea(folder.path(), &["set", "a"], "").status.code(), Some(2));
    let path = lea(folder.path(), &["set", "../a"], "x\n");
    assert_eq!(path.status.code(), Some(4));
    assert!(said(&path).contains("a name has"), "{}", said(&path));
    assert!(!folder.path().join("data/secrets").exists() && !folder.path().join("key").exists());
}
