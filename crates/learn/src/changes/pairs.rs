//! Which node or edge of the new version is which of the old one: by its id, else by what it is.

use serde_json::Value;
use std::collections::BTreeMap;

/// How two lists go together; numbers are places in them.
pub struct Pairs {
    /// The ids of the old list, as they were.
    pub old_ids: Vec<String>,
    new_ids: Vec<String>,
    /// Those that are in both.
    pub both: Vec<(usize, usize)>,
    /// Those only the old one has.
    pub gone: Vec<usize>,
    /// Those only the new one has.
    pub fresh: Vec<usize>,
}

impl Pairs {
    /// The ids that changed, old to new.
    pub fn renamed(&self) -> BTreeMap<String, String> {
        let names = self.both.iter().map(|&(a, b)| (self.old_ids[a].clone(), self.new_ids[b].clone()));
        names.filter(|(a, b)| a != b).collect()
    }
}

/// Screens: those that have no id in common are the same when one label, or all the texts they are known by, are.
pub fn nodes(old: &Value, new: &Value) -> Pairs {
    pairs(&old["nodes"], &new["nodes"], "node_id", |node| {
        let label = node["label"].as_str().filter(|l| !l.is_empty()).map(str::to_owned);
        let texts = &node["screen_template"]["required_text_any"];
        let texts = texts.as_array().filter(|t| !t.is_empty()).map(|_| texts.to_string());
        [label, texts]
    })
}

/// Steps: those that have no id in common are the same when they do the same to the same thing between the same screens.
pub fn edges(old: &Value, new: &Value) -> Pairs {
    pairs(&old["edges"], &new["edges"], "edge_id", |edge| {
        let between = format!("{} {}", edge["from_node"], edge["to_node"]);
        let action = &edge["action"];
        let target = format!("{} {}", action["target"]["text"], action["target"]["role"]);
        [Some(format!("{between} {} {target} {}", action["type"], edge["condition"])), None]
    })
}

fn pairs(old: &Value, new: &Value, key: &str, marks: impl Fn(&Value) -> [Option<String>; 2]) -> Pairs {
    let empty = Vec::new();
    let (old, new) = (old.as_array().unwrap_or(&empty), new.as_array().unwrap_or(&empty));
    let ids = |list: &[Value]| -> Vec<String> {
        list.iter().map(|v| v[key].as_str().unwrap_or_default().to_owned()).collect()
    };
    let mut pairs = Pairs {
        old_ids: ids(old),
        new_ids: ids(new),
        both: Vec::new(),
        gone: (0..old.len()).collect(),
        fresh: (0..new.len()).collect(),
    };
    let same_id = |p: &Pairs, a: usize, b: usize| p.old_ids[a] == p.new_ids[b];
    pairs.join(same_id);
    for n in 0..2 {
        pairs.join(|_, a, b| {
            let (a, b) = (&marks(&old[a])[n], &marks(&new[b])[n]);
            a.is_some() && a == b
        });
    }
    pairs.both.sort_by_key(|&(_, b)| b);
    pairs
}

impl Pairs {
    /// Joins what is the same, first come first served.
    fn join(&mut self, is_same: impl Fn(&Self, usize, usize) -> bool) {
        for a in std::mem::take(&mut self.gone) {
            match self.fresh.iter().position(|&b| is_same(self, a, b)) {
                Some(at) => self.both.push((a, self.fresh.remove(at))),
                None => self.gone.push(a),
            }
        }
    }
}

/// Calls nodes by their new ids wherever the old version speaks of them.
pub fn rename(value: &mut Value, names: &BTreeMap<String, String>) {
    match value {
        Value::String(text) => {
            if let Some(name) = names.get(text) {
                name.clone_into(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        Value::Object(fields) => fields.values_mut().for_each(|field| rename(field, names)),
        _ => {}
    }
}
