//! What the application does, judged by its records.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::{NEW, Visitor};
use lea_clinic::Change;
use lea_clinic::records::{Outcome, Patient, Status};
use std::time::{Duration, Instant};

#[test]
fn an_invoice_is_validated_once_and_the_records_say_so() {
    let v = Visitor::logged_in(&[]);
    let before = v.records().snapshot().unwrap();
    let number = v.open_invoice().number;
    let page = v.get(&format!("/invoices/{number}"));
    assert!(page.has("button.validate") && page.has("button.reject"));
    let page = v.submit(&format!("/invoices/{number}/validate"), &[("once", &page.once())]);
    assert_eq!((page.data("notice"), page.has("button.validate")), ("validated", false));
    let changes = [Change::decided(&number, Status::Validated, None)];
    assert!(before.became(&v.records().snapshot().unwrap(), &changes));
    let again = v.submit(&format!("/invoices/{number}/reject"), &[("reason", "too late")]);
    assert_eq!(again.data("error"), "already_decided");
    assert!(before.became(&v.records().snapshot().unwrap(), &changes));
    assert_eq!(v.outcomes("validate"), [Outcome::Done]);
    assert_eq!(v.outcomes("reject"), [Outcome::Refused]);
}

#[test]
fn a_rejection_needs_a_reason() {
    let v = Visitor::logged_in(&[]);
    let number = v.open_invoice().number;
    let path = format!("/invoices/{number}/reject");
    assert_eq!(v.submit(&path, &[("reason", "  ")]).data("error"), "reason_missing");
    assert_eq!(v.status(&number), Status::ToCheck);
    let page = v.submit(&path, &[("reason", "Pièce <b>manquante</b>")]);
    assert_eq!(page.data("notice"), "rejected");
    assert!(page.body.contains("Pièce &lt;b&gt;manquante"));
    let invoice = v.records().invoice(&number).unwrap().unwrap();
    assert_eq!(
        (invoice.status, invoice.reason.as_deref()),
        (Status::Rejected, Some("Pièce <b>manquante</b>"))
    );
}

#[test]
fn a_patient_is_registered_and_corrected() {
    let v = Visitor::logged_in(&[]);
    let before = v.records().snapshot().unwrap();
    let page = v.submit("/patients", NEW);
    assert_eq!((page.data("screen"), page.data("notice")), ("patient_edit", "saved"));
    assert!(page.body.contains("O'Neil &amp; fils") && page.body.contains("29/02/2000"));
    let added = Patient {
        id: String::new(),
        last_name: "O'Neil & fils".into(),
        first_name: "Zoé".into(),
        birth_date: "2000-02-29".into(),
        sex: "F".into(),
        phone: "04 11 22 33 44".into(),
        email: "zoe@example.org".into(),
        insurer: "Sillage".into(),
        reminders: true,
    };
    assert!(before.became(&v.records().snapshot().unwrap(), &[Change::PatientAdded(added)]));
    let patient = v.patients().remove(0);
    let path = format!("/patients/{}", patient.id);
    let mut fields = NEW.to_vec();
    fields[4] = ("phone", "no number");
    assert_eq!(v.submit(&path, &fields).data("error"), "phone_invalid");
    assert_eq!(v.records().patient(&patient.id).unwrap().unwrap(), patient);
    fields[4] = ("phone", "01 99 88 77 66");
    v.submit(&path, &fields);
    assert_eq!(v.records().patient(&patient.id).unwrap().unwrap().phone, "01 99 88 77 66");
}

#[test]
fn what_is_wrong_in_a_form_is_said_and_what_was_typed_stays() {
    let v = Visitor::logged_in(&[]);
    let before = v.records().snapshot().unwrap();
    for (field, value, error) in [
        ("last_name", "", "last_name_missing"),
        ("first_name", " ", "first_name_missing"),
        ("birth_date", "", "birth_date_missing"),
        ("birth_date", "31/04/2000", "birth_date_invalid"),
        ("phone", "12", "phone_invalid"),
        ("sex", "robot", "choice_invalid"),
    ] {
        let fields: Vec<_> = NEW.iter().map(|(n, v)| (*n, if *n == field { value } else { *v })).collect();
        let page = v.submit("/patients", &fields);
        assert_eq!((page.status, page.data("error")), (422, error));
        assert!(page.body.contains("zoe@example.org") && page.has("error.close"));
    }
    assert!(before.became(&v.records().snapshot().unwrap(), &[]));
    assert_eq!(v.outcomes("patient_new"), [Outcome::Refused; 6]);
}

#[test]
fn lists_are_searched_filtered_and_turned() {
    let v = Visitor::logged_in(&[]);
    let invoice = v.open_invoice();
    let page = v.get(&format!("/invoices?q={}", invoice.number));
    assert!(page.has(&format!("row.{}.open", invoice.number)));
    assert_eq!(page.body.matches("<tr data-lea-name").count(), 1);
    let page = v.get("/invoices?status=to_check");
    assert_eq!(page.body.matches("data-lea-value=\"to_check\"").count(), 8);
    assert!(page.has("pager.next") && !page.has("pager.previous"));
    let last = v.get("/invoices?page=99999999999999999999");
    assert_eq!(last.data("screen"), "invoice_list", "a number that is none is the first page");
    assert!(v.get("/invoices?page=9999").has("pager.previous"));
    assert!(v.get("/invoices?q=nobody+at+all").has("list.empty"));
    let page = v.get(&format!("/invoices/{}", invoice.number));
    assert!(
        page.body.contains("href=\"/invoices?q=nobody%20at%20all\""),
        "back leads to the list as it was left"
    );
}

#[test]
fn a_save_that_fails_says_so_and_changes_nothing() {
    let v = Visitor::logged_in(&["failed_saves=once"]);
    let (before, number) = (v.records().snapshot().unwrap(), v.open_invoice().number);
    let path = format!("/invoices/{number}/validate");
    let page = v.submit(&path, &[]);
    assert_eq!((page.data("error"), page.data("notice")), ("save_failed", ""));
    assert!(before.became(&v.records().snapshot().unwrap(), &[]));
    assert_eq!(v.submit(&path, &[]).data("notice"), "validated");
    assert_eq!(v.outcomes("validate"), [Outcome::Failed, Outcome::Done]);
    v.clinic.switch("failed_saves=always").unwrap();
    let page = v.submit("/patients", NEW);
    assert_eq!((page.data("error"), page.body.contains("Zoé")), ("save_failed", true));
    assert_eq!(v.outcomes("patient_new"), [Outcome::Failed]);
}

#[test]
fn a_save_can_be_lost_although_the_screen_says_it_was_done() {
    let v = Visitor::logged_in(&["silent_failures=always"]);
    let (before, number) = (v.records().snapshot().unwrap(), v.open_invoice().number);
    let page = v.submit(&format!("/invoices/{number}/validate"), &[]);
    assert_eq!((page.data("notice"), page.data("error")), ("validated", ""));
    assert_eq!(v.submit("/patients", NEW).data("notice"), "saved");
    assert!(before.became(&v.records().snapshot().unwrap(), &[]));
    assert_eq!(
        (v.outcomes("validate"), v.outcomes("patient_new")),
        (vec![Outcome::NotSaved], vec![Outcome::NotSaved])
    );
}

#[test]
fn a_form_that_comes_twice_counts_once_unless_the_switch_says_otherwise() {
    for (setting, patients, outcomes) in [
        ("double_submits=off", 1, vec![Outcome::Done, Outcome::RepeatIgnored]),
        ("double_submits=possible", 2, vec![Outcome::Done; 2]),
    ] {
        let v = Visitor::logged_in(&[setting]);
        let before = v.patients().len();
        let once = v.get("/patients/new").once();
        let fields: Vec<_> = NEW.iter().copied().chain([("once", once.as_str())]).collect();
        v.post("/patients", &fields);
        v.post("/patients", &fields);
        assert_eq!(v.patients().len() - before, patients, "{setting}");
        assert_eq!(v.outcomes("patient_new"), outcomes);
    }
    let v = Visitor::logged_in(&["double_submits=always"]);
    let before = v.patients().len();
    v.submit("/patients", NEW);
    assert_eq!(v.patients().len() - before, 2);
    let number = v.open_invoice().number;
    v.submit(&format!("/invoices/{number}/validate"), &[]);
    assert_eq!(v.outcomes("validate"), [Outcome::Done, Outcome::Refused]);
}

#[test]
fn a_login_expires_after_so_many_requests_and_leads_back() {
    let v = Visitor::logged_in(&["expire_after=2"]);
    let number = v.open_invoice().number;
    assert_eq!(v.get("/invoices").status, 200);
    assert_eq!(v.get("/invoices?q=a+b&page=2").status, 200);
    let answer = v.post(&format!("/invoices/{number}/validate"), &[]);
    assert_eq!(
        answer.header("Location"),
        Some(format!("/login?next=/invoices/{number}&said=expired").as_str())
    );
    assert_eq!(v.status(&number), Status::ToCheck, "what was submitted too late is not done");
    assert_eq!(v.outcomes("validate"), [Outcome::LoginExpired]);
    let page = v.get(answer.header("Location").unwrap());
    assert_eq!((page.data("screen"), page.data("notice")), ("login", "expired"));
    v.clinic.switch("expire_after=never").unwrap();
    let form = [
        ("user", lea_clinic::USER),
        ("password", lea_clinic::PASSWORD),
        ("next", &format!("/invoices/{number}")),
    ];
    assert_eq!(v.submit("/login", &form).data("screen"), "invoice_detail");
}

#[test]
fn slow_answers_take_their_time_and_surprises_come_when_due() {
    let v = Visitor::logged_in(&["slow=150ms", "surprise_dialogs=every:2"]);
    let start = Instant::now();
    let pages: Vec<bool> = (0..4).map(|_| v.get("/invoices").has("surprise.close")).collect();
    assert!(start.elapsed() >= Duration::from_millis(600));
    assert_eq!(pages, [false, true, false, true]);
    v.clinic.switch("surprise_dialogs=always").unwrap();
    let refused = v.submit("/patients", &[]);
    assert!(refused.has("error.close") && !refused.has("surprise.close"), "one box at a time");
}

#[test]
fn the_same_seed_goes_wrong_at_the_same_moments() {
    let fails = || {
        let v = Visitor::logged_in(&["failed_saves=40%"]);
        for (n, name) in ["a", "b", "c", "d", "e", "f"].into_iter().enumerate() {
            let mut fields = NEW.to_vec();
            fields[0] = ("last_name", name);
            v.submit("/patients", &fields);
            assert_eq!(v.outcomes("patient_new").len(), n + 1);
        }
        v.outcomes("patient_new")
    };
    let first = fails();
    assert_eq!(first, fails());
    assert!(first.contains(&Outcome::Failed) && first.contains(&Outcome::Done), "{first:?}");
}

#[test]
fn records_stay_in_a_file_that_is_named() {
    use lea_clinic::{Clinic, Options};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.db");
    let options = || Options { database: Some(file.clone()), ..Options::default() };
    let first = Clinic::start(options()).unwrap().records().unwrap().snapshot().unwrap();
    let other = Clinic::start(Options { seed: 9, ..options() }).unwrap();
    assert_eq!(other.records().unwrap().snapshot().unwrap(), first, "what is there is used as it is");
    let taken = Clinic::start(Options { port: other.port(), ..Options::default() });
    assert!(taken.err().unwrap().to_string().contains("--port"));
}
