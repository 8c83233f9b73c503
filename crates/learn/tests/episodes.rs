//! Episodes of scripted sessions: tasks that follow each other without a pause, as people do them.

mod person;

use lea_learn::{Episodes, Params, episodes};
use lea_model::workflow::VariableType;
use lea_model::{Event, EventTarget, EventType, RawSession, SegmentTrigger, SemanticRole, WindowRef};
use person::{Person, step, task};

fn starts(found: &Episodes) -> Vec<usize> {
    found.segments.iter().map(|s| s.start_event_index as usize).collect()
}

fn cut(person: Person) -> (Vec<usize>, Episodes) {
    let found = episodes(&person.session, Params::default());
    (person.truth, found)
}

#[test]
fn one_task_again_and_again_is_cut_at_its_first_step() {
    let mut person = Person::new(1);
    (0..12).for_each(|_| person.does(&task('a', 8)));
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    assert_eq!(found.tasks.len(), 1);
    assert_eq!(found.tasks[0].runs, 12);
    let (last, others) = found.segments.split_last().expect("segments");
    assert!(others.iter().all(|s| s.trigger == Some(SegmentTrigger::PatternComplete)));
    assert_eq!(last.trigger, None, "the session ended");
    assert!(found.segments.iter().all(|s| s.confidence > 0.9 && s.confidence <= 1.0));
}

#[test]
fn tasks_in_any_order_are_told_apart() {
    for seed in 0..8 {
        let mut person = Person::new(seed);
        for _ in 0..60 {
            let name = ['a', 'b', 'c', 'd', 'e', 'f'][person.below(6)];
            person.does(&task(name, 6 + usize::from(name as u8 - b'a')));
        }
        let (truth, found) = cut(person);
        assert_eq!(starts(&found), truth, "seed {seed}");
        assert_eq!(found.tasks.len(), 6, "seed {seed}");
    }
}

#[test]
fn optional_steps_and_another_order_of_fields_do_not_matter() {
    for seed in 0..8 {
        let mut person = Person::new(seed);
        for _ in 0..60 {
            let steps = task(['a', 'b', 'c'][person.below(3)], 10);
            let steps = person.leaves_out(&steps, 0.2);
            let steps = person.swaps_two(&steps);
            person.does(&steps);
        }
        let (truth, found) = cut(person);
        assert_eq!(starts(&found), truth, "seed {seed}");
    }
}

#[test]
fn a_loop_over_rows_stays_inside_its_task() {
    for seed in 0..8 {
        let mut person = Person::new(seed);
        for _ in 0..25 {
            let steps = task('a', 9);
            let mut run = steps[..2].to_vec();
            for _ in 0..1 + person.below(5) {
                run.extend_from_slice(&steps[2..5]);
            }
            run.extend_from_slice(&steps[5..]);
            person.does(&run);
        }
        let (truth, found) = cut(person);
        assert_eq!(starts(&found), truth, "seed {seed}");
    }
}

#[test]
fn glances_at_the_mail_do_not_cut_and_are_noise() {
    let mut person = Person::new(3);
    let mut glances = Vec::new();
    for _ in 0..80 {
        for (n, s) in task(['a', 'b'][person.below(2)], 9).iter().enumerate() {
            if n > 0 && person.below(25) == 0 {
                glances.push(person.session.events.len());
                person.acts(&step("Mail", "click", "Inbox"));
            }
            if n == 0 {
                person.begins();
            }
            person.acts(s);
        }
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    let noise: Vec<usize> =
        found.events.iter().filter(|v| v.noise_flag).map(|v| v.event_id as usize).collect();
    assert_eq!(noise, glances);
}

#[test]
fn a_pause_inside_a_repeated_task_does_not_cut_it() {
    let mut person = Person::new(4);
    for _ in 0..12 {
        person.begins();
        for (n, s) in task('a', 8).iter().enumerate() {
            if n == 5 {
                person.waits(120.0);
            }
            person.acts(s);
        }
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
}

#[test]
fn cells_of_another_row_are_the_same_step() {
    let mut person = Person::new(5);
    for row in 2..30 {
        person.begins();
        for column in ["A", "B", "C"] {
            person.acts(&step("Calc", "copyCell", &format!("{column}{row}")));
            person.acts(&step("Browser", "paste", &format!("field {column}")));
        }
        person.acts(&step("Browser", "click", "Submit"));
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
}

#[test]
fn what_does_not_repeat_is_cut_at_pauses_desktop_and_applications_left_for_good() {
    let mut person = Person::new(6);
    let words = ["one", "two", "three", "four", "five", "six"];
    let say = |person: &mut Person, app: &str| {
        for word in words {
            person.acts(&step(app, &format!("{app} {word}"), word));
        }
    };
    say(&mut person, "Editor");
    person.waits(60.0);
    say(&mut person, "Reader");
    say(&mut person, "Painter");
    let mut desktop = Event::new(18, 500.0, EventType::WindowChange);
    desktop.window = None;
    person.session.events.push(desktop);
    person.now = 500.0;
    say(&mut person, "Player");
    let (_, found) = cut(person);
    assert_eq!(starts(&found), [0, 6, 12, 18]);
    let triggers: Vec<_> = found.segments.iter().map(|s| s.trigger).collect();
    use SegmentTrigger::{Desktop, LongPause, WindowChange};
    assert_eq!(triggers, [Some(LongPause), Some(WindowChange), Some(Desktop), None]);
}

#[test]
fn going_to_and_fro_between_two_applications_is_one_piece_of_work() {
    let mut person = Person::new(7);
    for n in 0..6 {
        person.acts(&step(["Calc", "Browser"][n % 2], &format!("do {}", "abcdef".split_at(n).0), ""));
    }
    assert_eq!(starts(&cut(person).1), [0]);
}

#[test]
fn what_follows_a_run_after_a_pause_is_an_episode_of_its_own() {
    let mut person = Person::new(8);
    for run in 0..10 {
        person.does(&task('a', 7));
        if run == 4 {
            person.waits(300.0);
            person.begins();
            person.acts(&step("News", "read", "headlines"));
            person.acts(&step("News", "close", "all"));
        }
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    assert_eq!(found.segments[4].trigger, Some(SegmentTrigger::LongPause));
    assert_eq!(found.segments[5].label, None);
}

#[test]
fn three_runs_are_enough_and_no_event_is_nothing() {
    let mut person = Person::new(9);
    (0..3).for_each(|_| person.does(&task('a', 6)));
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    assert_eq!(episodes(&RawSession::default(), Params::default()), Episodes::default());
}

#[test]
fn typed_and_deleted_text_a_needless_window_and_a_missed_click_are_noise() {
    let mut session = RawSession::default();
    let mut add = |event_type: EventType, change: &dyn Fn(&mut Event)| {
        let n = session.events.len();
        let mut event = Event::new(n as u64, n as f64, event_type);
        event.window = Some(WindowRef { app_name: "Form".into(), ..Default::default() });
        change(&mut event);
        session.events.push(event);
    };
    add(EventType::TextInput, &|e| e.text = Some("Jhn".into()));
    for _ in 0..3 {
        add(EventType::KeyPress, &|e| e.keys = vec!["BACKSPACE".into()]);
    }
    add(EventType::TextInput, &|e| e.text = Some("John".into()));
    add(EventType::WindowChange, &|e| e.window.as_mut().unwrap().app_name = "Mail".into());
    add(EventType::MouseMove, &|_| ());
    add(EventType::WindowChange, &|_| ());
    add(EventType::MouseClick, &|e| {
        (e.screenshot_id, e.screenshot_after_id) = (Some("shot_0001".into()), Some("shot_0001".into()));
        e.frames =
            Some(lea_model::FrameTiming { after: lea_model::FrameAfter::Settled, ..Default::default() });
    });
    add(EventType::KeyPress, &|e| e.keys = vec!["ENTER".into()]);
    let found = episodes(&session, Params::default());
    let noise: Vec<bool> = found.events.iter().map(|v| v.noise_flag).collect();
    assert_eq!(noise, [true, true, true, true, false, true, true, true, true, false]);
    assert_eq!(found.events[1].semantic_role, Some(SemanticRole::Correction));
    assert_eq!(found.events[4].semantic_role, Some(SemanticRole::Input));
    assert_eq!(found.events[9].semantic_role, Some(SemanticRole::Validation));
    assert!(found.events.iter().all(|v| !v.reason.is_empty() && (0.0..=1.0).contains(&v.confidence)));
}

/// A day of 8 hours, six tasks in any order with optional steps, glances elsewhere and idle time.
#[test]
fn a_whole_day_is_cut_and_its_runs_are_counted() {
    let mut person = Person::new(10);
    let mut done = [0; 6];
    while person.session.events.len() < 50_000 {
        let which = person.below(6);
        done[which] += 1;
        person.begins();
        let steps = task(['a', 'b', 'c', 'd', 'e', 'f'][which], 7 + which);
        let steps = person.leaves_out(&steps, 0.15);
        for (n, s) in steps.iter().enumerate() {
            if n > 0 && person.below(20) == 0 {
                let word = person.below(300);
                person.acts(&step("Mail", "click", &"x".repeat(1 + word)));
            }
            person.acts(s);
        }
        if person.below(40) == 0 {
            person.waits(400.0);
        }
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    let mut runs: Vec<usize> = found.tasks.iter().map(|t| t.runs).collect();
    runs.sort_unstable();
    done.sort_unstable();
    assert_eq!(runs, done);
}

#[test]
fn what_differs_from_run_to_run_is_named_with_its_type_and_its_form() {
    let step = |n: usize, label: &str, text: Option<String>| Event {
        target: Some(EventTarget { label: Some(label.into()), ..Default::default() }),
        text: text.clone(),
        ..Event::new(
            n as u64,
            n as f64,
            if text.is_some() { EventType::TextInput } else { EventType::MouseClick },
        )
    };
    let mut events = Vec::new();
    for run in 0..5 {
        let typed = [
            ("New", None),
            ("Number", Some(format!("F-2025-00{run}7"))),
            ("Amount", Some(format!("1 2{run}0,50"))),
            ("Country", Some("France".to_owned())),
            ("Save", None),
        ];
        events.extend(typed.into_iter().enumerate().map(|(i, (label, text))| step(5 * run + i, label, text)));
    }
    let found = episodes(&RawSession { events, ..Default::default() }, Params::default());
    let varies: Vec<_> =
        found.tasks[0].varies.iter().map(|v| (v.variable_type, v.pattern.clone(), v.values)).collect();
    let wanted = [
        (VariableType::String, Some(r"^F\-2025\-\d{4}$".to_owned()), 5),
        (VariableType::Float, Some(r"^1 \d{3}\,50$".to_owned()), 5),
    ];
    assert_eq!(varies, wanted, "a country that is always the same is none");
}

/// Search and open, then one of several things, then back.
fn office(name: &str) -> Vec<person::Step> {
    let open = ["Invoices", "Search", "Open"].map(|l| step("Office", "click", l)).to_vec();
    let end: Vec<person::Step> = match name {
        "validate" => vec![step("Office", "click", "Validate"), step("Office", "click", "Confirm")],
        "reject" => vec![
            step("Office", "click", "Reject"),
            step("Office", "type", "Reason"),
            step("Office", "click", "Confirm"),
        ],
        _ => vec![step("Notes", "type", "Page"), step("Notes", "press", "Enter")],
    };
    open.into_iter().chain(end).chain([step("Office", "click", "Back")]).collect()
}

#[test]
fn tasks_that_begin_alike_are_told_apart_by_how_they_go_on() {
    for seed in 0..8 {
        let mut person = Person::new(seed);
        let mut runs = std::collections::BTreeMap::new();
        for _ in 0..40 {
            let name = ["validate", "reject", "note"][person.below(3)];
            *runs.entry(name).or_insert(0) += 1;
            person.does(&office(name));
        }
        let (truth, found) = cut(person);
        assert_eq!(starts(&found), truth, "seed {seed}");
        let mut counted: Vec<usize> = found.tasks.iter().map(|t| t.runs).collect();
        let mut done: Vec<usize> = runs.into_values().collect();
        counted.sort_unstable();
        done.sort_unstable();
        assert_eq!(counted, done, "seed {seed}");
        let akin: Vec<_> = found.tasks.iter().map(|t| t.begins_like.as_deref()).collect();
        assert_eq!(akin, [None, Some("task_1"), Some("task_1")], "seed {seed}");
        let labels: std::collections::BTreeSet<_> = found.tasks.iter().map(|t| &t.label).collect();
        assert_eq!(labels.len(), 3, "each says what tells it from the others: {labels:?}");
    }
}

#[test]
fn a_variant_that_was_done_twice_stays_in_its_task() {
    let mut person = Person::new(5);
    for n in 0..14 {
        person.does(&office(if n == 4 || n == 9 { "reject" } else { "validate" }));
    }
    let (truth, found) = cut(person);
    assert_eq!(starts(&found), truth);
    assert_eq!(found.tasks.iter().map(|t| t.runs).collect::<Vec<_>>(), [14], "P16");
}
