//! A workflow as boxes and arrows of letters, for a terminal.

use super::cards::{Card, CardKind, Line, cards};
use super::text::plain;
use crate::format::shortened;
use lea_model::Workflow;
use std::fmt::Write as _;

/// Letters of a title, at most.
const TITLE: usize = 60;
/// Letters of a step, at most.
const STEP: usize = 110;

/// The drawing: every screen a box, below it what is done there and where that leads.
pub fn terminal(workflow: &Workflow) -> String {
    let drawn = cards(workflow);
    let title = |card: &Card| shortened(&plain(&card.title), TITLE);
    let mut out = String::new();
    for (n, card) in drawn.cards.iter().enumerate() {
        let name = title(card);
        let bar = "─".repeat(name.chars().count() + 2);
        let _ = writeln!(out, "┌{bar}┐");
        let _ = writeln!(out, "│ {name} │{}", marks(card));
        // The step to the next box comes last, so that its arrow can point there.
        let mut lines: Vec<&Line> = drawn.lines.iter().filter(|line| line.from == n).collect();
        lines.sort_by_key(|line| line.to == n + 1);
        let foot = if lines.is_empty() { bar } else { bar.replacen("──", "─┬", 1) };
        let _ = writeln!(out, "└{foot}┘");
        for line in lines {
            let when = line.when.as_ref().map_or_else(String::new, |when| format!("{when}: "));
            let text = shortened(&plain(&format!("{when}{}", line.text)), STEP);
            let _ = if line.to == n + 1 {
                writeln!(out, "  │ {text}\n  ▼")
            } else {
                writeln!(out, "  ├ {text}\n  ╰─▶ {}", title(&drawn.cards[line.to]))
            };
        }
    }
    out
}

/// What a screen is beside being one.
fn marks(card: &Card) -> String {
    let known = [
        (card.is_entry, "begins here"),
        (card.is_end, "ends here"),
        (card.kind == CardKind::Error, "an error"),
    ];
    let marks: Vec<&str> = known.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    if marks.is_empty() { String::new() } else { format!("  ({})", marks.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::workflow::Trigger;
    use lea_model::{Edge, Node};

    #[test]
    fn a_way_there_and_back_is_drawn_with_its_arrows() {
        let node =
            |id: &str, label: &str| Node { node_id: id.into(), label: label.into(), ..Node::default() };
        let edge = |from: &str, to: &str| Edge {
            from_node: from.into(),
            to_node: to.into(),
            trigger: Some(Trigger::UnexpectedScreen),
            ..Edge::default()
        };
        let workflow = Workflow {
            nodes: vec![node("N1_list", "List"), node("N2_detail", "Detail\u{1b}[2J")],
            edges: vec![edge("N1_list", "N2_detail"), edge("N2_detail", "N1_list")],
            entry_nodes: vec!["N1_list".into()],
            ..Workflow::default()
        };
        let drawn = terminal(&workflow);
        assert!(
            drawn.starts_with("┌──────┐\n│ List │  (begins here)\n└─┬────┘\n  │ unexpected screen\n  ▼\n┌"),
            "{drawn}"
        );
        assert!(drawn.ends_with("  ├ unexpected screen\n  ╰─▶ List\n"), "{drawn}");
        assert!(!drawn.contains('\u{1b}'));
    }
}
