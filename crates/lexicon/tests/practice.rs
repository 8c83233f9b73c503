//! Nothing of the practice application stands in the words: what Lea does there, it does by words that any application may say.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_lexicon::text::words;
use std::path::{Path, PathBuf};

/// So many words make a sentence, or a title of the application's own.
const SENTENCE: usize = 3;
/// Labels of so many words that every application has.
const COMMON: [&str; 2] = ["mot de passe", "j ai compris"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What stands between quotes, as its words.
fn quoted(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.replace("\\\"", " "));
    lines
        .flat_map(|line| line.split('"').skip(1).step_by(2).map(|t| words(t).join(" ")).collect::<Vec<_>>())
        .collect()
}

/// The sentences that the practice application says, in both languages and in both wordings.
fn sentences() -> Vec<String> {
    let source = std::fs::read_to_string(repository().join("demo/clinic/src/words.rs")).unwrap();
    let table = source.split("words! {\n").nth(1).unwrap().split("\n}\n").next().unwrap();
    let is_own = |s: &String| s.split(' ').count() >= SENTENCE && !COMMON.contains(&s.as_str());
    quoted(table).into_iter().filter(is_own).collect()
}

#[test]
fn no_sentence_of_the_practice_application_stands_in_the_words() {
    let sentences = sentences();
    assert!(sentences.len() > 50 && sentences.contains(&"votre avis compte".to_owned()), "{sentences:?}");
    let mut files = 0;
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("data")).unwrap() {
        let path = entry.unwrap().path();
        files += 1;
        for said in quoted(&std::fs::read_to_string(&path).unwrap()) {
            let padded = format!(" {said} ");
            let own = sentences.iter().find(|s| padded.contains(&format!(" {s} ")));
            assert_eq!(own, None, "{}: {said:?} is what the practice application says", path.display());
        }
    }
    assert!(files > 16, "all languages and the rules were read");
}
