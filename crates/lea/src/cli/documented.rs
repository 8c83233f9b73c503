//! What the documentation tells people to type can be typed: every command in it parses, and every link leads somewhere.

use super::Cli;
use clap::Parser;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and every page of the book.
fn pages() -> Vec<PathBuf> {
    let mut found = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("docs").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                found.push(path);
            }
        }
    }
    found
}

/// The fenced blocks of a page that are meant for a shell.
fn shell_blocks(page: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            let block: Vec<&str> =
                lines.by_ref().take_while(|l| !l.trim_start().starts_with("```")).collect();
            if kind.trim() == "sh" {
                blocks.push(block.join("\n"));
            }
        }
    }
    blocks
}

/// The commands of a block, each as its words; quotes are taken off, comments left out.
fn commands(block: &str) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = block.replace("\\\n", " ").chars().collect::<Vec<_>>();
    letters.push('\n');
    let mut is_comment = false;
    for c in letters {
        match (quote, c) {
            _ if is_comment && c != '\n' => {}
            (Some(q), c) if c == q => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => is_comment = true,
            (None, '\n' | ';' | '|' | '&' | '>' | ' ') => {
                is_comment = false;
                if let (Some(word), Some(command)) = (word.take(), found.last_mut()) {
                    command.push(word);
                }
                if c != ' ' {
                    found.push(Vec::new());
                }
            }
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    found.retain(|command| !command.is_empty());
    found
}

fn is_lea(word: &str) -> bool {
    Path::new(word).file_name().is_some_and(|name| name == "lea")
}

#[test]
fn every_command_in_the_documentation_can_be_typed() {
    let make = fs::read_to_string(root().join("Makefile")).expect("Makefile");
    let mut count = 0;
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        for block in shell_blocks(&page) {
            let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash");
            bash.stdin.take().expect("its input").write_all(block.as_bytes()).expect("bash");
            assert!(bash.wait().expect("bash").success(), "{}: no shell reads\n{block}", path.display());
            for command in commands(&block) {
                let said = format!("{}: {}", path.display(), command.join(" "));
                // Variables, and what another program is told to run.
                let Some(start) = command.iter().position(|w| !w.contains('=')) else { continue };
                match command[start].as_str() {
                    "make" => {
                        let target = command.get(start + 1).map_or("help", String::as_str);
                        assert!(make.contains(&format!("\n{target}:")), "{said}: there is no such target");
                    }
                    script if script.starts_with("scripts/") || script.starts_with("bench/") => {
                        assert!(root().join(script).is_file(), "{said}: there is no such script");
                    }
                    program if is_lea(program) => {
                        count += 1;
                        let parsed = Cli::try_parse_from(&command[start..]);
                        assert!(
                            parsed.is_ok(),
                            "{said}:\n{}",
                            parsed.err().map(|e| e.to_string()).unwrap_or_default()
                        );
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(count > 80, "only {count} commands were found: are blocks still marked as sh?");
}

/// The anchors of a page, as GitHub and mdBook make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter_map(|l| l.strip_prefix('#')).map(|l| l.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(slug).collect()
}

/// Where the links of a page lead, outside of code.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let parts = line.split("](").skip(1).filter(|_| !is_code);
        found.extend(parts.filter_map(|p| p.split_once(')')).map(|(link, _)| link.to_owned()));
    }
    found
}

#[test]
fn every_link_of_the_documentation_leads_somewhere() {
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        for link in links(&page).into_iter().filter(|l| !l.contains("://") && !l.starts_with("mailto:")) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link} leads nowhere", path.display());
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&target).expect("a page"));
                assert!(there.contains(anchor), "{}: {link} has no such heading", path.display());
            }
        }
    }
}

#[test]
fn every_page_is_in_the_book() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the summary");
    let listed: BTreeSet<String> = links(&summary).into_iter().collect();
    for path in pages() {
        let Ok(page) = path.strip_prefix(&docs) else { continue };
        let page = page.to_string_lossy().into_owned();
        assert!(page == "SUMMARY.md" || listed.contains(&page), "docs/{page} is not in docs/SUMMARY.md");
    }
}
