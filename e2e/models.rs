//! A language model over HTTP, through the real command line. The endpoint is a small one on this machine that says what a test
//! wants: right, wrong, late, broken. What comes of a run is judged by the application's own records.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;
#[allow(dead_code)]
mod office;

use lea_clinic::Change;
use lea_clinic::records::Status;
use lea_model::run::{Entry, Opinion, OpinionOn};
use lea_model::workflow::{Variable, VariableType};
use lea_model::{Action, ActionType, Target, Workflow};
use lea_store::Store;
use office::{NUMBER, Office, errors, ran};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What must be found nowhere but in the request.
const KEY: &str = "sk-zebra-4711";

/// What the endpoint answers a question with.
enum Reply {
    Says(&'static str),
    Status(u16),
    Garbage,
    /// Nothing, until whoever asked goes away.
    Never,
}

/// What came in: the key, and the question.
type Heard = Arc<Mutex<Vec<(String, Value)>>>;

/// An endpoint, and where it is.
fn endpoint(replies: impl Fn(usize, &str) -> Reply + Send + Sync + 'static) -> (String, Heard) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let heard = Heard::default();
    let (told, replies) = (heard.clone(), Arc::new(replies));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (told, replies) = (told.clone(), replies.clone());
            std::thread::spawn(move || {
                let _ = serve(stream, &told, replies.as_ref());
            });
        }
    });
    (address, heard)
}

fn serve(stream: TcpStream, heard: &Heard, replies: &dyn Fn(usize, &str) -> Reply) -> std::io::Result<()> {
    let mut input = BufReader::new(stream.try_clone()?);
    let (mut key, mut length, mut line) = (String::new(), 0, String::new());
    while input.read_line(&mut line)? > 0 && line != "\r\n" {
        let (name, value) = line.split_once(':').unwrap_or_default();
        match name.to_lowercase().as_str() {
            "authorization" => key = value.trim().to_owned(),
            "content-length" => length = value.trim().parse().unwrap_or(0),
            _ => {}
        }
        line.clear();
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    let asked: Value = serde_json::from_slice(&body)?;
    let content = &asked["messages"][0]["content"];
    let text = content.as_str().or_else(|| content[0]["text"].as_str()).unwrap_or_default().to_owned();
    let number = {
        let mut heard = heard.lock().unwrap();
        heard.push((key, asked));
        heard.len() - 1
    };
    let (status, body) = match replies(number, &text) {
        Reply::Says(words) => (200, json!({ "choices": [{ "message": { "content": words } }] }).to_string()),
        Reply::Status(status) => (status, "{}".into()),
        Reply::Garbage => (200, "<html>not today</html>".into()),
        Reply::Never => {
            input.read_to_end(&mut Vec::new())?;
            return Ok(());
        }
    };
    let mut out = stream;
    write!(out, "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

/// Says in an office where its model is.
fn configure(office: &Office, endpoint: &str, seconds: f64) {
    let text = format!(
        "[run]\nenvironment = \"test\"\n[models]\nendpoint = \"{endpoint}\"\nmodel = \"fake\"\nvision = true\n\
         timeout_seconds = {seconds}\nkey_env = \"FAKE_KEY\"\n"
    );
    common::configure(office.folder.path(), &text);
}

/// A rehearsal for an invoice that is open: what `lea run` printed, where it left with that code, and whether exactly that invoice was
/// validated or nothing changed.
#[track_caller]
fn rehearsed(office: &Office, code: i32, is_done: bool) -> Value {
    let number = office.open_invoices().swap_remove(4);
    let before = office.snapshot();
    let run = ran(&office.rehearsal(&number).env("FAKE_KEY", KEY).output().unwrap(), code);
    let wanted = [Change::decided(&number, Status::Validated, None)];
    let after = office.snapshot();
    assert!(before.became(&after, if is_done { &wanted } else { &[] }), "{:?}", before.differences(&after));
    run
}

fn opinions(office: &Office) -> Vec<Opinion> {
    let entries = office.journal().unwrap().1;
    let of = |e: Entry| if let Entry::Conclude { record } = e { record.opinions } else { Vec::new() };
    entries.into_iter().flat_map(of).collect()
}

/// Changes the workflow of an office.
fn change(office: &Office, edit: impl Fn(&mut Workflow)) {
    let store = Store::open(&office.data).unwrap();
    let id = store.workflows().unwrap()[0].id.clone();
    let edited = store.update_workflow(&id, |bundle| {
        edit(&mut bundle.workflow);
        Ok::<(), ()>(())
    });
    edited.unwrap().unwrap();
}

#[test]
fn a_critic_that_agrees_is_shown_screens_written_down_and_told_no_more_than_it_needs() {
    let office = Office::with(&[]);
    let (address, heard) = endpoint(|_, _| Reply::Says("VERDICT: OUI\nRAISON: l'écran attendu est affiché"));
    configure(&office, &address, 30.0);
    let run = rehearsed(&office, 0, true);
    assert_eq!(run["outcome"], "verified", "{run}");
    let heard = heard.lock().unwrap();
    assert!(!heard.is_empty());
    for (key, asked) in heard.iter() {
        assert_eq!(key, &format!("Bearer {KEY}"));
        let pictures = asked["messages"][0]["content"].as_array().unwrap()[1..].to_vec();
        let is_png =
            |p: &Value| p["image_url"]["url"].as_str().unwrap().starts_with("data:image/png;base64,");
        assert!(pictures.len() == 2 && pictures.iter().all(is_png));
    }
    let said = opinions(&office);
    assert_eq!(said.len(), heard.len());
    assert!(
        said.iter().all(|o| o.on == OpinionOn::Critic && o.model == "fake" && o.came_of == "it says yes")
    );
    let output = office.lea().args(["trace", "last"]).env("FAKE_KEY", KEY).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("fake (critic)"), "{}", errors(&output));
    for file in common::files(&office.data) {
        let bytes = std::fs::read(&file).unwrap();
        let holds = bytes.windows(KEY.len()).any(|w| w == KEY.as_bytes());
        assert!(!holds, "the key is in {}", file.display());
    }
}

#[test]
fn a_critic_that_denies_what_happened_stops_the_run_and_nothing_is_done_twice() {
    let office = Office::with(&[]);
    let (address, _) = endpoint(|_, _| Reply::Says("VERDICT: NO\nREASON: I see no list"));
    configure(&office, &address, 30.0);
    let run = rehearsed(&office, 3, false);
    assert!(run["halt"]["why"].as_str().unwrap().contains("I see no list"), "{run}");
}

#[test]
fn an_endpoint_that_fails_is_late_or_talks_nonsense_is_as_if_there_were_none() {
    let office = Office::with(&[]);
    let (address, heard) = endpoint(|n, _| match n {
        0 => Reply::Status(500),
        1 => Reply::Garbage,
        _ => Reply::Never,
    });
    configure(&office, &address, 1.0);
    let run = rehearsed(&office, 0, true);
    assert_eq!(run["outcome"], "verified", "{run}");
    assert_eq!(heard.lock().unwrap().len(), 3, "who does not answer is not asked for ever");
    let why: Vec<String> = opinions(&office).into_iter().map(|o| o.came_of).collect();
    let parts = ["status 500", "no JSON", "longer than 1 s"];
    assert!(why.len() == 3 && why.iter().zip(parts).all(|(w, part)| w.contains(part)), "{why:?}");
}

#[test]
fn where_nobody_listens_a_run_does_without() {
    let office = Office::with(&[]);
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    configure(&office, &format!("http://{address}"), 5.0);
    assert_eq!(rehearsed(&office, 0, true)["outcome"], "verified");
}

/// The first step also asks a model whether the number is urgent.
fn asks(workflow: &mut Workflow) {
    let mut ask = Action::new(ActionType::AnalyzeText);
    ask.parameters.prompt = Some("Is this number urgent?".into());
    ask.parameters.text = Some(format!("${{{NUMBER}}}"));
    ask.parameters.variable = Some("urgent".into());
    let urgent = Variable { variable_type: VariableType::Boolean, ..Variable::default() };
    workflow.variables.insert("urgent".into(), Variable { required: false, ..urgent });
    let action = workflow.edges[0].action.as_mut().unwrap();
    let mut steps = vec![ask];
    steps.extend(match action.action_type {
        ActionType::Compound => std::mem::take(&mut action.parameters.steps),
        _ => vec![action.clone()],
    });
    *action = Action::new(ActionType::Compound);
    action.parameters.steps = steps;
}

#[test]
fn a_text_is_analysed_by_the_model_and_without_one_the_run_does_not_begin() {
    let office = Office::with(&[]);
    change(&office, asks);
    let run = rehearsed(&office, 3, false);
    assert_eq!((&run["halt"]["reason"], &run["steps"]), (&"no_model".into(), &0.into()), "{run}");
    assert!(run["halt"]["question"]["text"].as_str().unwrap().contains("[models]"), "{run}");

    let answer = |words: &'static str| {
        endpoint(move |_, text| match text.contains("VALUE:") {
            true => Reply::Says(words),
            false => Reply::Status(503),
        })
        .0
    };
    configure(&office, &answer("VALUE: perhaps"), 30.0);
    let run = rehearsed(&office, 3, false);
    assert!(run["halt"]["why"].as_str().unwrap().contains("yes or no"), "{run}");

    configure(&office, &answer("VALUE: oui"), 30.0);
    assert_eq!(rehearsed(&office, 0, true)["outcome"], "verified");
    let read = |e: &Entry| matches!(e, Entry::Read { values } if values.get("urgent") == Some(&json!("oui")));
    assert!(office.journal().unwrap().1.iter().any(read));
}

#[test]
fn a_model_that_points_at_another_button_is_not_believed() {
    let office = Office::with(&[]);
    // Nothing on the screen is called so.
    change(&office, |workflow| {
        let action = workflow.edges[0].action.as_mut().unwrap();
        let click = match action.action_type {
            ActionType::Compound => {
                action.parameters.steps.iter_mut().find(|a| a.action_type == ActionType::MouseClick)
            }
            _ => Some(action),
        };
        let target = Target { text: Some("Imprimer le bordereau".into()), ..Target::default() };
        click.unwrap().target = Some(target);
    });
    let (address, heard) = endpoint(|_, text| match text.contains("CANDIDATE:") {
        true => Reply::Says("CANDIDATE: 1"),
        false => Reply::Says("VERDICT: YES\nREASON: of course"),
    });
    configure(&office, &address, 30.0);
    let run = rehearsed(&office, 3, false);
    assert_eq!(run["halt"]["reason"], "not_found", "{run}");
    let thought = opinions(&office).into_iter().find(|o| o.on == OpinionOn::Think).unwrap();
    assert!(thought.came_of.starts_with("not taken"), "{thought:?}");
    assert!(
        heard.lock().unwrap().iter().any(|(_, asked)| asked.to_string().contains("Imprimer le bordereau"))
    );
}

#[test]
fn the_doctor_says_whether_the_model_answers() {
    let folder = tempfile::tempdir().unwrap();
    let check = |endpoint: &str| -> Value {
        let text = format!("[models]\nendpoint = \"{endpoint}\"\nmodel = \"fake\"\ntimeout_seconds = 1\n");
        common::configure(folder.path(), &text);
        let mut lea = common::lea(folder.path(), &folder.path().join("data"));
        let output = lea.args(["--json", "doctor"]).output().unwrap();
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut checks = lines.lines().map(|l| serde_json::from_str::<Value>(l).unwrap());
        checks.find(|c| c["check"] == "model").unwrap_or(Value::Null)
    };
    assert_eq!(check(""), Value::Null, "none is configured");
    assert_eq!(check(&endpoint(|_, _| Reply::Says("ready")).0)["verdict"], "ok");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let broken = [
        (endpoint(|_, _| Reply::Status(500)).0, "500"),
        (endpoint(|_, _| Reply::Garbage).0, "no JSON"),
        (endpoint(|_, _| Reply::Never).0, "1 s"),
        (format!("http://{closed}"), "does not answer"),
        ("http://elsewhere.example".into(), "unencrypted"),
    ];
    for (address, why) in broken {
        let said = check(&address);
        assert_eq!(said["verdict"], "lacking", "{address}: {said}");
        assert!(said["found"].as_str().unwrap().contains(why), "{said}");
    }
}
