//! A workflow as a Mermaid flowchart, for documents and wikis.

use super::cards::{Card, CardKind, LineKind, cards};
use super::text::plain;
use lea_model::Workflow;
use std::fmt::Write as _;

/// The flowchart.
pub fn mermaid(workflow: &Workflow) -> String {
    let drawn = cards(workflow);
    let mut out = String::from("flowchart TD\n");
    for (n, card) in drawn.cards.iter().enumerate() {
        let _ = writeln!(out, "    {}", shape(n, card));
    }
    for line in &drawn.lines {
        let arrow = match line.kind {
            LineKind::Step | LineKind::Loop => "-->",
            LineKind::Error | LineKind::Recovery => "-.->",
        };
        let when = line.when.as_ref().map_or_else(String::new, |w| format!("<br/>{}", inert(w)));
        let _ = writeln!(out, "    c{} {arrow}|\"{}{when}\"| c{}", line.from, inert(&line.text), line.to);
    }
    out.push_str("    classDef error fill:#fef2f2,stroke:#dc2626,color:#7f1d1d\n");
    out.push_str("    classDef any fill:#f8fafc,stroke:#94a3b8,stroke-dasharray:4 3\n");
    out.push_str("    classDef entry stroke:#0f766e,stroke-width:3px\n");
    for (kind, name) in [(CardKind::Error, "error"), (CardKind::Any, "any")] {
        class(&mut out, name, drawn.cards.iter().map(|c| c.kind == kind));
    }
    class(&mut out, "entry", drawn.cards.iter().map(|c| c.is_entry));
    out
}

fn shape(n: usize, card: &Card) -> String {
    let title = inert(&card.title);
    match (card.kind, card.is_end) {
        (CardKind::Any, _) => format!("c{n}([\"{title}\"])"),
        (_, true) => format!("c{n}[[\"{title}\"]]"),
        (_, false) => format!("c{n}[\"{title}\"]"),
    }
}

fn class(out: &mut String, name: &str, is_in: impl Iterator<Item = bool>) {
    let members: Vec<String> =
        is_in.enumerate().filter(|(_, is)| *is).map(|(n, _)| format!("c{n}")).collect();
    if !members.is_empty() {
        let _ = writeln!(out, "    class {} {name}", members.join(","));
    }
}

/// Everything but letters, digits and harmless signs is written as its number, which Mermaid shows and does not read.
fn inert(text: &str) -> String {
    let mut out = String::new();
    for c in crate::format::shortened(&plain(text), 120).chars() {
        if c.is_alphanumeric() || " ,.-_/+()€'?!:".contains(c) {
            out.push(c);
        } else {
            let _ = write!(out, "#{};", c as u32);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cannot_become_syntax_or_markup() {
        assert_eq!(inert("a\"] --> b<script>"), "a#34;#93; --#62; b#60;script#62;");
        assert_eq!(inert("Valider la facture ?"), "Valider la facture ?");
        assert_eq!(inert("50 %; x"), "50 #37;#59; x");
    }
}
