//! What switches do to the look, and what hostile visitors get.

#![allow(clippy::unwrap_used)] // In a test that is what it is for.

mod common;

use common::Visitor;
use std::collections::BTreeSet;

/// The names of all elements of a page, in their order.
fn names(page: &str) -> Vec<String> {
    page.split("data-lea-name=\"")
        .skip(1)
        .filter_map(|part| part.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_look_changes_the_page_and_never_what_things_are_called_inside() {
    let v = Visitor::logged_in(&[]);
    let number = v.open_invoice().number;
    let paths =
        ["/invoices".to_owned(), format!("/invoices/{number}"), "/patients".into(), "/patients/new".into()];
    let plain: Vec<_> = paths.iter().map(|path| v.get(path).body).collect();
    for (setting, word) in [
        ("language=en", "Les Tilleuls Clinic"),
        ("theme=dark", "theme-dark"),
        ("theme=contrast", "theme-contrast"),
        ("font=serif", "font-serif"),
        ("font=mono", "font-mono"),
        ("font=narrow", "font-narrow"),
        ("zoom=200%", "font-size:30px"),
        ("density=compact", "density-compact"),
        ("density=roomy", "density-roomy"),
        ("labels=renamed", "Dossiers patients"),
        ("layout=moved", "layout-moved"),
        ("order=mixed", "order"),
        ("banner=on", "class=\"banner\""),
        ("column=on", "column"),
    ] {
        v.clinic.set_switches(lea_clinic::Switches::default());
        v.clinic.switch(setting).unwrap();
        for (path, plain) in paths.iter().zip(&plain) {
            let page = v.get(path).body;
            let set = |text: &str| names(text).into_iter().collect::<BTreeSet<_>>();
            assert_eq!(set(&page), set(plain), "{setting} {path}");
            match setting {
                "order=mixed" => assert_ne!(names(&page), names(plain), "{path}"),
                "column=on" => {
                    let lists = ["/invoices", "/patients"].contains(&path.as_str());
                    assert_eq!(page.matches("<th").count() > plain.matches("<th").count(), lists, "{path}");
                }
                _ => assert!(page.contains(word), "{setting} {path}"),
            }
        }
    }
}

#[test]
fn look_alikes_stand_beside_what_they_look_like() {
    let v = Visitor::logged_in(&[]);
    let rows =
        |v: &Visitor, q: &str| v.get(&format!("/invoices?q={q}")).body.matches("<tr data-lea-name").count();
    v.clinic.switch("lookalikes=on").unwrap();
    assert!(rows(&v, "F-2025") >= 8);
    v.clinic.switch("lookalikes=off").unwrap();
    assert_eq!(rows(&v, "F-2025"), 0);
}

#[test]
fn switches_are_told_and_changed_over_http() {
    let v = Visitor::logged_in(&[]);
    let told = v.post("/_switches", &[("theme", "dark"), ("zoom", "125%")]);
    assert_eq!(told.status, 200);
    let told: serde_json::Value = serde_json::from_str(&v.get("/_switches").body).unwrap();
    assert_eq!((told["theme"].as_str(), told["zoom"].as_str()), (Some("dark"), Some("125%")));
    let refused = v.post("/_switches", &[("theme", "light"), ("colour", "red")]);
    assert_eq!((refused.status, refused.body.contains("lookalikes")), (400, true));
    assert_eq!(v.clinic.switches().theme.word(), "dark", "nothing is changed where one is wrong");
}

#[test]
fn nobody_sees_or_does_anything_without_a_login() {
    let v = Visitor::new(&[]);
    let number = v.open_invoice().number;
    for path in ["/", "/invoices", "/patients/new", &format!("/invoices/{number}")] {
        let answer = v.get(path);
        assert_eq!((answer.status, answer.body.as_str()), (303, ""), "{path}");
        assert!(answer.header("Location").unwrap().starts_with("/login?next=/"));
    }
    let before = v.records().snapshot().unwrap();
    assert_eq!(v.post(&format!("/invoices/{number}/validate"), &[]).status, 303);
    assert_eq!(v.post("/patients", common::NEW).status, 303);
    for (user, password) in [("m.dupont", "wrong"), ("", ""), ("' OR 1=1 --", "x"), ("m.dupont", "")] {
        let page = v.post("/login", &[("user", user), ("password", password)]);
        assert_eq!((page.status, page.data("error")), (422, "login_refused"));
        assert!(page.header("Set-Cookie").is_none());
    }
    assert!(before.became(&v.records().snapshot().unwrap(), &[]));
}

#[test]
fn a_login_leads_to_no_other_site() {
    let v = Visitor::new(&[]);
    for next in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/login"]
    {
        let form = [("user", lea_clinic::USER), ("password", lea_clinic::PASSWORD), ("next", next)];
        assert_eq!(v.post("/login", &form).header("Location"), Some("/invoices"), "{next}");
    }
}

#[test]
fn hostile_requests_get_an_answer_and_do_no_harm() {
    let v = Visitor::logged_in(&[]);
    let before = v.records().snapshot().unwrap();
    for path in [
        "/../../etc/passwd",
        "/assets/../app.css",
        "/assets/%2e%2e/x",
        "/invoices/..%2f..%2fetc",
        "/patients/%00",
        "/x",
    ] {
        let answer = v.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("root:"));
    }
    let ask = |text: &str| v.raw(text.as_bytes()).status;
    assert_eq!(ask("GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n"), 400);
    assert_eq!(ask("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n"), 405);
    assert_eq!(ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
    assert_eq!(ask("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n"), 413);
    let huge = format!(
        "POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n{}",
        "a".repeat(2_000_000)
    );
    assert_eq!(ask(&huge), 413, "also while it is still being sent");
    assert_eq!(v.post("/_where", &[("nonsense", "1")]).status, 400);
    let page = v.get("/invoices?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E");
    assert!(!page.body.contains("<script>alert"));
    v.submit(
        "/patients",
        &[("last_name", &"x".repeat(100_000)), ("first_name", "y"), ("birth_date", "01/01/2000")],
    );
    assert!(v.patients().iter().all(|p| p.last_name.len() <= 500));
    assert_eq!(v.get("/invoices").status, 200, "it is still there");
    assert_eq!(v.records().snapshot().unwrap().invoices, before.invoices);
}
