//! The published schemas are those of the types, and they tell sound documents from broken ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::PathBuf;

use jsonschema::Validator;
use lea_model::read;
use lea_model::schema::{schema, schemas};
use lea_model::{
    DatasetExport, RawSession, ReadError, ScreenState, Space, StateEmbedding, UIElement, Workflow,
};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde_json::{Value, json};
use support::{Tape, from_schema, sound, tape};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas").join(format!("{name}.schema.json"))
}

#[test]
fn published_schemas_are_those_of_the_types() {
    for (name, schema) in schemas() {
        let path = file(name);
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            published == text,
            "schemas/{name}.schema.json is not the schema of the types: run\n  \
             UPDATE_SCHEMAS=1 cargo test -p lea-model --test schemas\nand commit the difference"
        );
    }
}

const NOWHERE: [&str; 0] = [];

fn validator<T: JsonSchema>() -> Validator {
    jsonschema::draft202012::new(&schema::<T>()).expect("a schema")
}

/// Where a document does not follow the schema of its type.
fn errors<T: JsonSchema>(document: &Value) -> Vec<String> {
    validator::<T>().iter_errors(document).map(|e| e.instance_path().to_string()).collect()
}

#[test]
fn published_schemas_are_valid_schemas() {
    for (name, schema) in schemas() {
        assert!(jsonschema::draft202012::meta::is_valid(&schema), "{name}");
    }
}

proptest! {
    #[test]
    fn what_lea_writes_follows_the_schema(mut tape in tape(2000)) {
        let session = sound::session(&mut tape);
        let state = sound::state(&mut tape, &session);
        let workflow = sound::workflow(&mut tape);
        let embedding = sound::embedding([0.5, 0.3, 0.1, 0.1]);
        let dataset = sound::dataset(&mut tape, &state);
        prop_assert_eq!(errors::<RawSession>(&json!(session)), NOWHERE);
        prop_assert_eq!(errors::<ScreenState>(&json!(state)), NOWHERE);
        prop_assert_eq!(errors::<Workflow>(&json!(workflow)), NOWHERE);
        prop_assert_eq!(errors::<StateEmbedding>(&json!(embedding)), NOWHERE);
        prop_assert_eq!(errors::<DatasetExport>(&json!(dataset)), NOWHERE);
    }

    #[test]
    fn what_the_generator_makes_follows_the_schema_it_is_made_from(mut tape in tape(2000)) {
        let document = from_schema::document(&mut tape, &schema::<Workflow>());
        prop_assert_eq!(errors::<Workflow>(&document), NOWHERE);
    }

    #[test]
    fn a_value_of_the_wrong_kind_breaks_the_schema_and_the_reading_at_the_same_place(mut tape in tape(2000)) {
        let workflow = json!(sound::workflow(&mut tape));
        for (pointer, wrong) in [
            ("/nodes", json!({})),
            ("/nodes/0", json!("N1")),
            ("/nodes/0/node_id", json!(1)),
            ("/nodes/0/screen_template/required_text_any", json!("Total")),
            ("/learning_state", json!("AUTOMATIC")),
            ("/version", json!(-1)),
            ("/execution_policy/shadow_mode/user_interaction", json!("shout")),
        ] {
            let mut broken = workflow.clone();
            *broken.pointer_mut(pointer).unwrap() = wrong;
            prop_assert_eq!(errors::<Workflow>(&broken), vec![pointer]);
            let Err(ReadError::Shape { problems }) = read::from_value::<Workflow>(broken) else {
                return Err(TestCaseError::fail(format!("{pointer} was read")));
            };
            prop_assert_eq!(problems.iter().map(|p| &p.pointer).collect::<Vec<_>>(), vec![pointer]);
        }
    }
}

#[test]
fn documents_that_miss_what_identifies_them_break_the_schema() {
    let whole = json!(sound::workflow(&mut Tape::empty()));
    for field in ["schema_version", "workflow_id", "learning_state", "nodes", "edges"] {
        let mut broken = whole.clone();
        broken.as_object_mut().unwrap().remove(field);
        assert!(!validator::<Workflow>().is_valid(&broken), "without {field}");
    }
    let mut newer = whole;
    newer["schema_version"] = json!("workflow_v4");
    assert!(!validator::<Workflow>().is_valid(&newer));
}

#[test]
fn parts_have_schemas_too() {
    let element = json!(sound::element(&mut Tape::empty(), 1));
    assert!(validator::<UIElement>().is_valid(&element));
    let mut unknown = element;
    unknown["type"] = json!("hologram");
    assert!(!validator::<UIElement>().is_valid(&unknown));
    assert!(validator::<Space>().is_valid(&json!(sound::space())));
    assert!(!validator::<Space>().is_valid(&json!({ "id": "a", "version": "1", "dimensions": "many" })));
}
