//! `lea workflows` as a person uses it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../model/tests/support/invoices.rs"]
mod invoices;

use lea_frame::FrameBuf;
use lea_learn::evidence::{Mode, Proposals, StepEvidence, Teacher, Used, learn_from_step};
use lea_model::workflow::Check;
use lea_model::{LearningState, Size, Workflow};
use lea_store::{Bundle, Store};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ID: &str = "WF_validate_invoices";

struct Place {
    folder: tempfile::TempDir,
    store: Store,
}

fn png() -> Vec<u8> {
    let frame = FrameBuf::filled(Size { width: 320, height: 180 }, [90, 140, 200]).unwrap();
    lea_frame::to_png(frame.as_frame()).unwrap()
}

fn bundle(change: impl FnOnce(&mut Workflow)) -> Bundle {
    let mut bundle = Bundle::new(invoices::workflow());
    for (id, vector) in invoices::vectors() {
        bundle.put_vector(&id, &vector).unwrap();
    }
    for path in invoices::CROPS.iter().chain(&["screens/N1_invoice_list.png", "screens/N2_invoice.png"]) {
        bundle.files.insert((*path).to_owned(), png());
    }
    change(&mut bundle.workflow);
    bundle
}

impl Place {
    fn new(change: impl FnOnce(&mut Workflow)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("data")).unwrap();
        store.save_workflow(&bundle(change)).unwrap();
        Self { folder, store }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn lea(&self, args: &[&str]) -> Output {
        lea(self.folder.path(), args)
    }

    /// What it says when it works.
    fn says(&self, args: &[&str]) -> String {
        let output = self.lea(args);
        assert!(output.status.success(), "{args:?}: {}", said(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.says(&[args, &["--json"]].concat())).unwrap()
    }

    /// What it says when it does not.
    fn fails(&self, code: i32, args: &[&str]) -> String {
        let output = self.lea(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", said(&output));
        said(&output)
    }
}

fn lea(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lea"));
    command.arg("--data").arg(folder.join("data")).arg("workflows").args(args);
    command.env("XDG_STATE_HOME", folder.join("state"));
    command.env("XDG_CONFIG_HOME", folder).env("USER", "marie").current_dir(folder).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn workflows_are_listed_and_shown_in_sentences() {
    let empty = tempfile::tempdir().unwrap();
    assert!(said(&lea(empty.path(), &["list"])).contains("No workflows yet"));
    let place = Place::new(|w| {
        let question = json!({"id": "q1", "text": "Always reject?", "choices": [{"value": "y", "text": "Yes"}], "meanwhile": "y"});
        w.metadata.questions = vec![serde_json::from_value(question).unwrap()];
    });
    let list = place.says(&["list"]);
    assert!(
        list.contains(ID) && list.contains("OBSERVATION") && list.contains("Validate invoices"),
        "{list}"
    );
    let list = place.json(&["list"]);
    assert_eq!((&list["workflows"][0]["nodes"], &list["workflows"][0]["enabled"]), (&json!(5), &json!(true)));

    let shown = place.says(&["show", "validate_invoices"]);
    for words in [
        "E3_validate: On Invoice, if amount < 1000.0: click “Valider”; then Confirm?",
        "for each invoice_row where row.status == 'À valider'",
        "type ${reason} into “Motif”, click “Rejeter”",
        "amount: float, from ui element extraction, like [\\d ]+,\\d{2}, such as 120.5, 1250.0",
        "password: string, from credential, secret: never shown",
        "Maturity: OBSERVATION, 100 % of the way to COACHING",
        "Always reject? (Yes)",
        "N5_session_expired: Session expired [an error, authentication]",
    ] {
        assert!(shown.contains(words), "{words} is not in\n{shown}");
    }
    let json = place.json(&["show", "last"]);
    assert_eq!(json["workflow"]["workflow_id"], ID);
    assert_eq!(json["maturity"]["next"], "COACHING");
    assert!(place.fails(4, &["show", "WF_gone"]).contains("there is no workflow WF_gone"));
    assert!(place.fails(2, &["show", "../../etc"]).contains("WF_<name>"));
}

#[test]
fn a_broken_workflow_is_named_and_the_others_work() {
    let place = Place::new(|_| {});
    place.store.save_workflow(&bundle(|w| w.workflow_id = "WF_other".into())).unwrap();
    std::fs::write(place.path("data/workflows/WF_other/workflow.json"), "{").unwrap();
    let list = place.says(&["list"]);
    assert!(list.contains("damaged") && list.contains("not JSON") && list.contains(ID), "{list}");
    assert!(place.fails(4, &["show", "other"]).contains("workflow.json cannot be read"));
    place.says(&["show", "last"]);
    assert!(place.fails(4, &["enable", "other"]).contains("workflow.json"));
    place.says(&["delete", "other"]);
    assert!(place.fails(4, &["delete", "other", ID]).contains("WF_other"));
    assert_eq!(place.json(&["list"])["workflows"], json!([]), "the one that was there is deleted");
}

#[test]
fn weak_spots_fail_only_when_asked_to() {
    let place = Place::new(|_| {});
    assert!(place.says(&["lint", "last", "--strict"]).contains("no weak spots"));
    let place = Place::new(|w| w.safety_rules.require_confirmation_for.clear());
    let weak = place.says(&["lint", "last"]);
    assert!(weak.contains("danger   E3_validate: it cannot be taken back"), "{weak}");
    assert!(weak.contains("name its role or label in safety_rules.require_confirmation_for"), "{weak}");
    assert_eq!(place.json(&["lint", "last"])["findings"][0]["code"], "irreversible_without_confirmation");
    assert!(place.fails(4, &["lint", "last", "--strict"]).contains("has 3 weak spots"));
}

#[test]
fn a_graph_is_text_a_picture_or_a_page() {
    let place = Place::new(|_| {});
    let text = place.says(&["graph", "last"]);
    assert!(text.starts_with("flowchart TD\n") && text.contains("c4 -.->|\"run WF_log_in\"| c0"), "{text}");
    assert!(place.says(&["graph", "last", "--out", "g.svg"]).contains("Wrote g.svg"));
    let svg = std::fs::read_to_string(place.path("g.svg")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("data:image/png;base64,"), "{svg}");
    for words in ["START", "ERROR", "Any screen", "↻ click “Ouvrir”", "line bad", "line back"] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(place.json(&["graph", "last", "--out", "g.html"])["format"], "html");
    let html = std::fs::read_to_string(place.path("g.html")).unwrap();
    assert!(html.contains("default-src 'none'") && !html.contains("http://") && !html.contains("https://"));
    assert!(html.contains("href=\"#e2\"") && html.contains("<section id=e2>") && html.contains("Known by"));
    assert_eq!(html.matches("<section id=").count(), 5 + 7 + 1);
    assert!(place.fails(2, &["graph", "last", "--out", "g.pdf"]).contains("--format"));
    assert!(
        place.fails(4, &["graph", "last", "--out", "no/such/g.svg"]).contains("cannot write no/such/g.svg")
    );
}

/// Every name of an element in a text of markup.
fn elements(markup: &str) -> std::collections::BTreeSet<String> {
    let starts = markup.split('<').skip(1);
    let name =
        |part: &str| part.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '/').collect::<String>();
    starts.map(|part| name(part).trim_start_matches('/').to_lowercase()).filter(|n| !n.is_empty()).collect()
}

#[test]
fn text_from_screens_is_never_markup() {
    let plain = Place::new(|_| {});
    let hostile =
        "</text></svg><script>alert(1)</script><img src=x onerror=alert(2)>\" onload='x' ]]> ${{}} -->|x| c9";
    let place = Place::new(|w| {
        w.name = hostile.into();
        w.description = hostile.into();
        for node in &mut w.nodes {
            node.label = hostile.into();
            node.description = hostile.into();
            node.screen_template.required_text_any = vec![hostile.into()];
        }
        for edge in &mut w.edges {
            edge.intention = Some(hostile.into());
            edge.post_conditions.checks = vec![Check::Text(hostile.into())];
            if let Some(target) = edge.action.as_mut().and_then(|a| a.target.as_mut()) {
                target.text = Some(hostile.into());
                target.role = Some(hostile.into());
                target.label_variants = vec![hostile.into()];
            }
        }
        w.edges[0].repeat.as_mut().unwrap().filter = Some(hostile.into());
        w.edges[2].condition.as_mut().unwrap().expression = Some(hostile.into());
    });
    for name in ["g.svg", "g.html"] {
        for place in [&plain, &place] {
            place.says(&["graph", "last", "--out", name]);
        }
        let [sound, attacked] = [&plain, &place].map(|p| std::fs::read_to_string(p.path(name)).unwrap());
        assert_eq!(elements(&attacked), elements(&sound), "{name}: no element that a sound workflow has not");
        assert!(!attacked.contains("<script") && !attacked.contains("<img src=x"));
        assert!(attacked.contains("&lt;script&gt;"), "{name}: it is shown");
        for part in attacked.split('<').filter_map(|p| p.split('>').next()) {
            let quoted = part.split('"').step_by(2).collect::<String>();
            assert!(!quoted.contains("onload") && !quoted.contains("onerror"), "{name}: {part}");
        }
    }
    let text = place.says(&["graph", "last"]);
    assert_eq!(text.lines().filter(|l| l.contains("-->")).count(), 6, "{text}");
    assert!(!text.contains("<script") && !text.contains("c9\n"), "{text}");
}

#[test]
fn an_export_leaves_out_what_was_seen_and_an_import_is_disabled() {
    let place = Place::new(|w| {
        let target = w.edges[4].action.as_mut().unwrap().target.as_mut().unwrap();
        target.anchor.as_mut().unwrap().inside = vec![lea_model::workflow::Landmark {
            text: Some("né le 12/03/1961".into()),
            ..Default::default()
        }];
        w.metadata.sessions = vec!["sess_2026-11-15T09-00-00_marie".into()];
        w.learning_state = LearningState::AutoConfirmed;
        w.learning.state = LearningState::AutoConfirmed;
    });
    let told = place.says(&["export", "last", "--out", "invoices.lea"]);
    for words in
        ["3 example values", "7 other labels", "1 pictures of targets", "2 screenshots", "--with-examples"]
    {
        assert!(told.contains(words), "{words} is not in\n{told}");
    }
    let packed = std::fs::read(place.path("invoices.lea")).unwrap();
    let sent = Bundle::unpack(packed.as_slice()).unwrap().bundle;
    let text = serde_json::to_string(&sent.workflow).unwrap();
    for word in ["Montant à vérifier", "1961", "marie", "Valider…", "120.5"] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(!sent.files.keys().any(|p| p.starts_with("screens/") || p == "crops/E5_back.png"));
    assert!(sent.files.contains_key("crops/E1_open.png"));

    let there = tempfile::tempdir().unwrap();
    std::fs::copy(place.path("invoices.lea"), there.path().join("in.lea")).unwrap();
    let output = lea(there.path(), &["import", "in.lea"]);
    assert!(output.status.success() && said(&output).contains("It is disabled"), "{}", said(&output));
    let store = Store::open(there.path().join("data")).unwrap();
    assert!(!store.workflow_enabled(ID).unwrap());
    assert_eq!(store.workflow(ID).unwrap().workflow.learning_state, LearningState::Observation);
    let again = lea(there.path(), &["import", "in.lea"]);
    assert_eq!(again.status.code(), Some(4));
    assert!(said(&again).contains("--replace") && said(&again).contains("--as NAME"), "{}", said(&again));
    assert!(lea(there.path(), &["import", "in.lea", "--as", "Factures de mai"]).status.success());
    assert_eq!(store.workflow("WF_Factures_de_mai").unwrap().workflow.name, "Factures de mai");
    let replaced = lea(there.path(), &["import", "in.lea", "--replace", "--keep-maturity", "--json"]);
    let replaced: Value = serde_json::from_slice(&replaced.stdout).unwrap();
    assert_eq!((&replaced["version"], &replaced["enabled"]), (&json!(2), &json!(false)));
    assert_eq!(store.workflow(ID).unwrap().workflow.learning_state, LearningState::AutoConfirmed);
    assert_eq!(store.workflow_versions(ID).unwrap(), [1, 2]);
}

#[test]
fn an_export_can_be_a_folder_with_everything_in_it() {
    let place = Place::new(|_| {});
    place.says(&["export", "last", "--out", "plain/", "--with-examples"]);
    assert_eq!(Bundle::read_folder(&place.path("plain")).unwrap(), bundle(|_| {}));
    std::fs::create_dir(place.path("shelf")).unwrap();
    place.says(&["export", "last", "--out", "shelf", "--with-examples"]);
    assert!(place.path("shelf").join(ID).join("workflow.json").is_file());
    assert!(place.fails(4, &["export", "last", "--out", "shelf"]).contains("something is there already"));
    place.says(&["import", "plain", "--as", "copy"]);
    assert_eq!(place.json(&["list"])["workflows"].as_array().unwrap().len(), 2);
    std::fs::write(place.path("no.lea"), "PK").unwrap();
    assert!(place.fails(4, &["import", "no.lea"]).contains("it is no .lea file"));
    assert!(place.fails(4, &["import", "gone.lea"]).contains("cannot read gone.lea"));
    std::fs::remove_file(place.path("plain/prototypes/N1_invoice_list.npy")).unwrap();
    assert!(place.fails(4, &["import", "plain", "--as", "x"]).contains("does not exist"));
    assert_eq!(place.json(&["list"])["workflows"].as_array().unwrap().len(), 2);
}

#[test]
fn versions_are_compared() {
    let place = Place::new(|_| {});
    assert!(place.fails(2, &["diff", "last"]).contains("no version before 1"));
    place
        .store
        .save_workflow(&bundle(|w| {
            w.version = 2;
            w.edges[2].post_conditions.timeout_seconds = 9.0;
        }))
        .unwrap();
    let told = place.says(&["diff", "last"]);
    assert!(
        told.contains("version 1 → 2") && told.contains("how long it may take (seconds) 5.0 → 9.0"),
        "{told}"
    );
    assert_eq!(place.json(&["diff", "last", "--from", "1", "--to", "2"])["changes"][0]["id"], "E3_validate");
    assert!(place.says(&["diff", "last", "--from", "2"]).contains("nothing differs"));
    assert!(place.fails(4, &["diff", "last", "--from", "7"]).contains("there are 1, 2"));
}

#[test]
fn only_what_has_earned_it_can_be_approved() {
    let place = Place::new(|_| {});
    let refused = place.fails(3, &["approve", "last"]);
    assert!(refused.contains("cannot be approved"), "{refused}");
    let candidate = bundle(|w| {
        w.version = 2;
        (w.learning_state, w.learning.state) = (LearningState::AutoCandidate, LearningState::AutoCandidate);
        (w.stats.auto_candidate_runs, w.stats.auto_candidate_successes) = (20, 18);
    });
    place.store.save_workflow(&candidate).unwrap();
    assert!(place.fails(3, &["approve", "last"]).contains("share that succeeded 0.90 of 0.95"));
    let mut ready = candidate;
    ready.workflow.stats.auto_candidate_successes = 20;
    place.store.save_workflow(&ready).unwrap();
    assert!(place.says(&["show", "last"]).contains("a person has to approve"));
    let done = place.says(&["approve", "last", "--note", "watched them"]);
    let me = lea_store::system_user();
    assert!(done.contains("AUTO_CANDIDATE → AUTO_CONFIRMED"), "{done}");
    assert!(done.contains(&format!("approved by {me}: watched them")), "not the variable USER: {done}");
    let kept = place.store.workflow(ID).unwrap();
    assert_eq!(kept.workflow.learning_state, LearningState::AutoConfirmed);
    let entry: Value = serde_json::from_slice(&kept.files["audit.jsonl"]).unwrap();
    assert_eq!((&entry["who"], &entry["after"]), (&json!(me), &json!("AUTO_CONFIRMED")));
    assert!(place.fails(3, &["approve", "last"]).contains("runs by itself already"));
    let trail = std::fs::read_to_string(place.folder.path().join("data/audit/audit.jsonl")).unwrap();
    let approved: Vec<&str> =
        trail.lines().filter(|l| l.contains("\"action\":\"approve_workflow\"")).collect();
    assert!(approved.iter().any(|l| l.contains("\"verdict\":\"failed\"")), "what was refused too: {trail}");
    assert!(approved.iter().all(|l| l.contains(&format!("\"who\":\"{me}\""))), "{trail}");
}

#[test]
fn proposals_are_shown_as_before_and_after_and_decided_on() {
    let place = Place::new(|_| {});
    assert!(place.says(&["review", "last"]).contains("nothing is proposed"));
    let mut with = bundle(|_| {});
    let mut proposals = Proposals::default();
    for label in ["Approuver", "Tout supprimer"] {
        let seen = StepEvidence {
            run_id: "run_1",
            edge_id: "E3_validate",
            mode: Mode::Auto,
            teacher: Teacher::Run,
            verified: true,
            fingerprint: None,
            used: &[Used { label: Some(label) }],
            duration_ms: 900.0,
            now: "2026-11-16T10:00:00Z",
        };
        learn_from_step(&mut with.workflow, &seen, |_| None)
            .proposals
            .into_iter()
            .for_each(|p| proposals.add(p));
    }
    with.files.insert("proposals.json".into(), serde_json::to_vec(&proposals).unwrap());
    place.store.save_workflow(&with).unwrap();
    let list = place.says(&["review", "last"]);
    assert!(list.contains("1. let E3_validate click \"Approuver\" as well"), "{list}");
    assert!(
        list.contains("before: [\"Valider…\"]") && list.contains("after:  [\"Valider…\",\"Approuver\"]"),
        "{list}"
    );
    assert!(place.fails(2, &["review", "last", "--apply", "1", "--reject", "1"]).contains("at once"));
    assert!(
        place.fails(4, &["review", "last", "--apply", "1", "--apply", "9"]).contains("no open proposal 9")
    );
    assert_eq!(place.store.workflow(ID).unwrap().workflow.version, 1, "all or nothing");
    let done = place.json(&["review", "last", "--apply", "1", "--reject", "2", "--by", "paul"]);
    assert_eq!(done["version"], 2);
    let kept = place.store.workflow(ID).unwrap();
    let target = kept.workflow.edge("E3_validate").unwrap().action.clone().unwrap().target.unwrap();
    assert_eq!(target.label_variants, ["Valider…", "Approuver"]);
    assert_eq!(String::from_utf8_lossy(&kept.files["audit.jsonl"]).matches("\"who\":\"paul\"").count(), 2);
    assert!(place.says(&["review", "last"]).contains("nothing is proposed"));
    assert!(place.says(&["diff", "last"]).contains("other words on the target: + \"Approuver\""));

    assert_eq!(place.json(&["review", "last", "--back-to", "1"])["version"], 3);
    let kept = place.store.workflow(ID).unwrap();
    let target = kept.workflow.edge("E3_validate").unwrap().action.clone().unwrap().target.unwrap();
    assert_eq!(target.label_variants, ["Valider…"], "as it was");
    assert!(String::from_utf8_lossy(&kept.files["audit.jsonl"]).contains("went back to version 1"));
    assert_eq!(place.store.workflow_versions(ID).unwrap(), [1, 2, 3], "every version is kept");
    assert!(place.fails(4, &["review", "last", "--back-to", "9"]).contains("9"));
}

#[test]
fn a_workflow_is_switched_off_and_on() {
    let place = Place::new(|_| {});
    assert!(place.says(&["disable", "last"]).contains("disabled"));
    assert!(place.says(&["show", "last"]).contains("disabled on this machine"));
    assert_eq!(place.json(&["enable", "last"]), json!({ "workflow_id": ID, "enabled": true }));
    assert!(place.store.workflow_enabled(ID).unwrap());
}

#[test]
fn a_document_of_the_earlier_system_is_imported_once_its_nodes_are_there() {
    let there = tempfile::tempdir().unwrap();
    let earlier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/tests/earlier/workflow.json");
    let mut document: Value = serde_json::from_slice(&std::fs::read(earlier).unwrap()).unwrap();
    let write = |document: &Value| {
        std::fs::write(there.path().join("demo.json"), document.to_string()).unwrap();
    };
    write(&document);
    let refused = lea(there.path(), &["import", "demo.json"]);
    assert_eq!(refused.status.code(), Some(4), "{}", said(&refused));
    for id in ["N2_processing", "N3_end"] {
        assert!(said(&refused).contains(id), "{}", said(&refused));
    }
    let nodes = document["nodes"].as_array_mut().unwrap();
    nodes.extend(["N2_processing", "N3_end"].map(|id| json!({ "node_id": id, "screen_template": {} })));
    write(&document);
    let imported = lea(there.path(), &["import", "demo.json"]);
    let told = said(&imported);
    assert!(
        imported.status.success() && told.contains("N1_prototype.npy") && told.contains("weak"),
        "{told}"
    );
    let weak = said(&lea(there.path(), &["lint", "WF_demo_workflow"]));
    assert!(weak.contains("primary_action") && weak.contains("N2_processing"), "{weak}");
}
