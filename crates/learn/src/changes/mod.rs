//! What differs between two versions of a workflow, in sentences: shown when it is learnt again, and by `lea workflows diff`.
//!
//! What was merely counted (runs, samples, example values) is no difference. Everything else is found, also fields this version
//! does not know: the documents are compared, and words are put to the places that have some.

mod fields;
mod pairs;

use lea_model::Workflow;
use serde::Serialize;
use serde_json::{Value, json};

/// What happened to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is the same under another id.
    Renamed,
    /// One of its fields differs.
    Changed,
}

/// Which part of a workflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The workflow itself.
    Workflow,
    /// A screen.
    Node,
    /// A step.
    Edge,
    /// A variable.
    Variable,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What happened.
    pub kind: ChangeKind,
    /// To which part.
    pub part: Part,
    /// Its id, or name.
    pub id: String,
    /// Where in it, such as `action.target.text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// As it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// As it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// The same in a sentence.
    pub sentence: String,
}

/// What differs: the workflow itself, its screens, its steps, its variables; none where nothing does.
pub fn changes(old: &Workflow, new: &Workflow) -> Vec<Change> {
    let (mut old, new) = (json!(old), json!(new));
    let mut found = Vec::new();
    let nodes = pairs::nodes(&old, &new);
    pairs::rename(&mut old, &nodes.renamed());
    fields::compare(Part::Workflow, "", &header(&old), &header(&new), &mut found);
    tell(Part::Node, &nodes, &old["nodes"], &new["nodes"], &mut found);
    let edges = pairs::edges(&old, &new);
    tell(Part::Edge, &edges, &old["edges"], &new["edges"], &mut found);
    variables(&old["variables"], &new["variables"], &mut found);
    found
}

/// The fields of the workflow itself that say what it does.
fn header(workflow: &Value) -> Value {
    let fields = [
        "name",
        "description",
        "learning_state",
        "entry_nodes",
        "end_nodes",
        "applications",
        "safety_rules",
        "execution_policy",
        "embedding_spaces",
    ];
    let kept = fields.iter().map(|f| ((*f).to_owned(), workflow[*f].clone())).collect();
    let mut header = Value::Object(kept);
    header["thresholds"] = workflow["learning"]["thresholds"].clone();
    header
}

fn tell(part: Part, pairs: &pairs::Pairs, old: &Value, new: &Value, found: &mut Vec<Change>) {
    let word = part_word(part);
    let key = if part == Part::Node { "node_id" } else { "edge_id" };
    let id = |list: &Value, at: usize| list[at][key].as_str().unwrap_or_default().to_owned();
    for &(a, b) in &pairs.both {
        let (was, is) = (pairs.old_ids[a].clone(), id(new, b));
        if was != is {
            let sentence = format!("{word} {was} is called {is} now");
            let (before, after) = (Some(json!(was)), Some(json!(is)));
            found.push(Change {
                kind: ChangeKind::Renamed,
                part,
                id: is.clone(),
                field: None,
                before,
                after,
                sentence,
            });
        }
        let mut before = old[a].clone();
        before[key] = json!(is);
        fields::compare(part, &is, &before, &new[b], found);
    }
    let whole = |kind, list: &Value, at: usize, id: String| {
        let value = &list[at];
        let label = value["label"].as_str().or_else(|| value["intention"].as_str()).filter(|l| !l.is_empty());
        let label = label.map_or_else(String::new, |l| format!(" ({l})"));
        let between = match (value["from_node"].as_str(), value["to_node"].as_str()) {
            (Some(from), Some(to)) => format!(" from {from} to {to}"),
            _ => String::new(),
        };
        let done = if kind == ChangeKind::Added { "is new" } else { "is gone" };
        let sentence = format!("{word} {id}{label}{between} {done}");
        Change { kind, part, id, field: None, before: None, after: None, sentence }
    };
    found.extend(pairs.gone.iter().map(|&a| whole(ChangeKind::Removed, old, a, pairs.old_ids[a].clone())));
    found.extend(pairs.fresh.iter().map(|&b| whole(ChangeKind::Added, new, b, id(new, b))));
}

fn variables(old: &Value, new: &Value, found: &mut Vec<Change>) {
    let empty = serde_json::Map::new();
    let (old, new) = (old.as_object().unwrap_or(&empty), new.as_object().unwrap_or(&empty));
    let whole = |kind, name: &String, done: &str| Change {
        kind,
        part: Part::Variable,
        id: name.clone(),
        field: None,
        before: None,
        after: None,
        sentence: format!("variable {name} {done}"),
    };
    for (name, was) in old {
        match new.get(name) {
            Some(is) => fields::compare(Part::Variable, name, was, is, found),
            None => found.push(whole(ChangeKind::Removed, name, "is gone")),
        }
    }
    let fresh = new.keys().filter(|name| !old.contains_key(*name));
    found.extend(fresh.map(|name| whole(ChangeKind::Added, name, "is new")));
}

fn part_word(part: Part) -> &'static str {
    match part {
        Part::Workflow => "workflow",
        Part::Node => "screen",
        Part::Edge => "step",
        Part::Variable => "variable",
    }
}

#[cfg(test)]
mod tests;
