//! Any document that a schema allows, with every field it names and unknown ones at every level.

use serde_json::{Map, Value, json};

use super::Tape;

/// How deep actions may nest in actions before only what must be there is written.
const MAX_DEPTH: usize = 12;

/// A document that this schema allows.
pub fn document(tape: &mut Tape, schema: &Value) -> Value {
    Maker { tape, root: schema }.make(schema, 0)
}

struct Maker<'a> {
    tape: &'a mut Tape,
    root: &'a Value,
}

impl<'a> Maker<'a> {
    fn make(&mut self, schema: &'a Value, depth: usize) -> Value {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.strip_prefix("#/$defs/").expect("all references are to $defs");
            return self.make(&self.root["$defs"][name], depth);
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        // Examples stand for a pattern.
        for values in ["enum", "examples"] {
            if let Some(values) = schema.get(values).and_then(Value::as_array) {
                return self.tape.one_of(values);
            }
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(branches) = schema.get(key).and_then(Value::as_array) {
                // Null comes last in `anyOf`, and is what ends recursion.
                let branch =
                    if depth > MAX_DEPTH { branches.len() - 1 } else { self.tape.below(branches.len()) };
                return self.make(&branches[branch], depth);
            }
        }
        let kind = match &schema["type"] {
            Value::String(kind) => kind.clone(),
            Value::Array(kinds) => self.tape.one_of(kinds).as_str().expect("a type").to_owned(),
            Value::Null => return self.tape.json(2),
            other => panic!("unknown type {other}"),
        };
        self.of_type(&kind, schema, depth)
    }

    fn of_type(&mut self, kind: &str, schema: &'a Value, depth: usize) -> Value {
        match kind {
            "null" => Value::Null,
            "boolean" => json!(self.tape.coin()),
            "string" => json!(self.tape.text()),
            "number" => json!(self.tape.number()),
            "integer" => self.integer(schema),
            "array" => self.array(schema, depth),
            "object" => Value::Object(self.object(schema, depth)),
            other => panic!("unknown type {other}"),
        }
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let small = (self.tape.below(256) as u64).max(schema["minimum"].as_u64().unwrap_or(0));
        match schema["format"].as_str() {
            Some("uint8") => json!(small),
            Some("uint32" | "uint") => self.tape.one_of(&[json!(small), json!(u32::MAX)]),
            Some("uint64") => self.tape.one_of(&[json!(small), json!(u64::MAX)]),
            Some("int32") => self.tape.one_of(&[json!(small), json!(i32::MIN), json!(i32::MAX)]),
            other => panic!("unknown format {other:?}"),
        }
    }

    fn array(&mut self, schema: &'a Value, depth: usize) -> Value {
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let most = schema["maxItems"].as_u64().unwrap_or(3) as usize;
        let wanted = if depth > MAX_DEPTH { least } else { least + self.tape.below(most - least + 1) };
        (0..wanted).map(|_| self.make(&schema["items"], depth + 1)).collect()
    }

    fn object(&mut self, schema: &'a Value, depth: usize) -> Map<String, Value> {
        let mut object = Map::new();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || (depth <= MAX_DEPTH && self.tape.coin()) {
                object.insert(name.clone(), self.make(property, depth + 1));
            }
        }
        match &schema["additionalProperties"] {
            Value::Bool(true) => object.extend(self.tape.fields(2)),
            Value::Object(_) => {
                for _ in 0..self.tape.below(3) {
                    let names = schema["propertyNames"]["enum"].as_array();
                    let name = match names {
                        Some(names) => self.tape.one_of(names).as_str().expect("a name").to_owned(),
                        None => self.tape.text(),
                    };
                    object.insert(name, self.make(&schema["additionalProperties"], depth + 1));
                }
            }
            _ => {}
        }
        object
    }
}
