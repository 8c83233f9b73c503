//! Records as CSV (RFC 4180), harmless to open in a spreadsheet.

use lea_model::run::AuditRecord;

/// How a cell begins that a spreadsheet would calculate.
const FORMULAS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// A table with a head, all fields of every record.
pub fn table(records: &[AuditRecord]) -> String {
    let head = [
        "number",
        "when",
        "who",
        "robot",
        "phase",
        "workflow_id",
        "workflow_version",
        "run_id",
        "step",
        "node",
        "edge",
        "action",
        "target",
        "method",
        "score",
        "healing_level",
        "verdict",
        "confidence",
        "duration_ms",
        "screen_before",
        "screen_after",
        "mode",
        "guard",
        "detail",
        "previous",
        "hash",
    ];
    let mut out = head.join(",") + "\r\n";
    for r in records {
        let cells = [
            r.number.to_string(),
            text(&r.when),
            text(&r.who),
            text(&r.robot),
            r.phase.to_string(),
            text(&r.workflow_id),
            r.workflow_version.to_string(),
            text(&r.run_id),
            r.step.to_string(),
            text(&r.node),
            text(&r.edge),
            text(&r.action),
            text(&r.target),
            text(&r.method),
            r.score.map_or_else(String::new, |s| s.to_string()),
            r.healing_level.to_string(),
            text(&r.verdict),
            r.confidence.to_string(),
            r.duration_ms.to_string(),
            text(&r.screen_before),
            text(&r.screen_after),
            text(&r.mode),
            text(&r.guard),
            text(&r.detail),
            text(&r.previous),
            text(&r.hash),
        ];
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

/// A text as a cell: what would be calculated gets an apostrophe, what would end the cell is quoted.
fn text(words: &str) -> String {
    let defused = if words.starts_with(FORMULAS) { format!("'{words}") } else { words.to_owned() };
    if defused.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", defused.replace('"', "\"\""));
    }
    defused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_defused() {
        for (words, cell) in [
            ("click “Valider”", "click “Valider”"),
            ("a, b", "\"a, b\""),
            ("say \"yes\"", "\"say \"\"yes\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "'=1+1"),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
            ("+49 30", "'+49 30"),
            ("-", "'-"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
        ] {
            assert_eq!(text(words), cell, "{words:?}");
        }
    }

    #[test]
    fn every_record_has_every_column() {
        let text = table(&[AuditRecord { score: Some(-0.5), ..AuditRecord::default() }]);
        let columns: Vec<usize> = text.split_terminator("\r\n").map(|l| l.split(',').count()).collect();
        assert_eq!(columns, [26, 26]);
        assert!(text.contains(",-0.5,"), "a number stays one");
    }
}
