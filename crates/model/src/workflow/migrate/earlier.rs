//! Forms of the earlier system that say the same in another place or another way.

use serde_json::{Map, Value};

use super::{object, objects};

/// Parameters that the earlier system wrote beside the type of an action.
const PARAMETERS: [&str; 8] =
    ["click_offset", "wait_after_ms", "keys", "text", "duration_ms", "target_app", "steps", "workflow_id"];
/// Names of CEL, and of what an expression is given: none of them is a column.
const NOT_COLUMNS: [&str; 6] = ["true", "false", "null", "in", "variables", "row"];

pub(super) fn bring_up(document: &mut Map<String, Value>) {
    super::for_each_action(document, &mut parameters);
    for edge in objects(document, "edges") {
        if let Some(Value::Object(repeat)) = edge.get_mut("loop") {
            filter(repeat);
        }
    }
}

/// The walk goes on into the steps of a compound action once they are where version 1 has them.
fn parameters(action: &mut Map<String, Value>) {
    let beside: Vec<&str> = PARAMETERS.into_iter().filter(|name| action.contains_key(*name)).collect();
    if beside.is_empty() || object(action, "parameters").is_none() {
        return;
    }
    for name in beside {
        if let Some(value) = action.shift_remove(name)
            && let Some(parameters) = object(action, "parameters")
        {
            parameters.entry(name).or_insert(value);
        }
    }
}

/// A filter spoke of columns by their bare names, or as those of the iterator: `status`, `invoice_row.status`.
fn filter(repeat: &mut Map<String, Value>) {
    let iterator = repeat.get("iterator").and_then(Value::as_str).unwrap_or_default().to_owned();
    if let Some(Value::String(filter)) = repeat.get_mut("filter") {
        *filter = of_row(filter, &iterator);
    }
}

/// The same expression with every column as one of `row`.
fn of_row(filter: &str, iterator: &str) -> String {
    let mut out = String::with_capacity(filter.len() + 4);
    let mut rest = filter;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => literal(rest, first),
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        let is_member = out.trim_end().ends_with('.');
        // A function, or the prefix of a literal such as r"…".
        let is_call = after.trim_start().starts_with('(') || after.starts_with(['"', '\'']);
        let is_column =
            is_name(first) && !first.is_numeric() && !is_member && !is_call && !NOT_COLUMNS.contains(&token);
        match token {
            _ if is_column && token == iterator => out.push_str("row"),
            _ if is_column => {
                out.push_str("row.");
                out.push_str(token);
            }
            _ => out.push_str(token),
        }
        rest = after;
    }
    out
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a literal that begins with this quote, both quotes included.
fn literal(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_a_filter_become_those_of_the_row() {
        for (earlier, today) in [
            ("status == 'À valider'", "row.status == 'À valider'"),
            ("invoice_row.status == 'open'", "row.status == 'open'"),
            ("row.status == \"status\" && amount<1000.0", "row.status == \"status\" && row.amount<1000.0"),
            ("size(name) > 3 && !done", "size(row.name) > 3 && !row.done"),
            (
                r"amount < variables.limit || kind in ['a', 'it\'s b']",
                r"row.amount < variables.limit || row.kind in ['a', 'it\'s b']",
            ),
            ("status == 'unended", "row.status == 'unended"),
            ("", ""),
        ] {
            assert_eq!(of_row(earlier, "invoice_row"), today);
        }
    }
}
