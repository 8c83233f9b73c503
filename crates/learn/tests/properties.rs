//! What holds for every session, however odd.

use lea_learn::{Params, episodes};
use lea_model::{Event, EventTarget, EventType, FrameTiming, Point, RawSession, WindowRef};
use proptest::prelude::*;

fn event() -> impl Strategy<Value = Event> {
    let types = prop::sample::select(vec![
        EventType::MouseClick,
        EventType::MouseDrag,
        EventType::MouseScroll,
        EventType::MouseMove,
        EventType::KeyPress,
        EventType::TextInput,
        EventType::ClipboardChange,
        EventType::WindowChange,
    ]);
    let time = prop_oneof![
        8 => (0.0..1000.0).prop_map(f64::from),
        1 => Just(5.0),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, -1e300, f64::MAX]),
    ];
    let label = prop::option::of(prop_oneof![4 => "[A-D]{1}[0-9]{0,2}", 1 => ".{0,12}"]);
    let window = prop::option::of(prop::sample::select(vec!["", "Calc", "Browser", "Desktop", "É 1"]));
    let place = prop::option::of((any::<i32>(), any::<i32>()));
    let keys = prop::collection::vec(prop::sample::select(vec!["CTRL", "BACKSPACE", "A", "ENTER", ""]), 0..3);
    let text = prop::option::of(".{0,4}");
    (types, time, label, window, place, keys, text, any::<bool>()).prop_map(
        |(event_type, t, label, app, place, keys, text, stated)| {
            let mut event = Event::new(0, t, event_type);
            event.window = app.map(|app| WindowRef { app_name: app.into(), ..Default::default() });
            event.target = label.map(|label| EventTarget { label: Some(label), ..Default::default() });
            event.pos = place.map(|(x, y)| Point { x, y });
            event.keys = keys.into_iter().map(String::from).collect();
            event.text = text;
            event.frames = stated.then(FrameTiming::default);
            if stated {
                event.data.insert("action".into(), "editField".into());
            }
            event
        },
    )
}

fn session() -> impl Strategy<Value = RawSession> {
    // Blocks that repeat, so that there is something to find, and anything else around them.
    let block = prop::collection::vec(event(), 0..9);
    let blocks = prop::collection::vec((block, 1_usize..6), 0..6);
    let start = prop::sample::select(vec!["2026-03-02T08:00:00Z", "", "never"]);
    (blocks, start).prop_map(|(blocks, start)| {
        let repeated = blocks.into_iter().flat_map(|(block, times)| vec![block; times].concat());
        let mut events: Vec<Event> = repeated.collect();
        events.iter_mut().enumerate().for_each(|(n, e)| e.event_id = n as u64);
        RawSession { started_at: start.into(), events, ..Default::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// L0.3: the segments hold every event once, in order; L0.4: every event has a verdict.
    #[test]
    fn every_event_lies_in_one_episode_and_is_judged(session in session(), pause in 0.0..100.0, least in 0_usize..5) {
        let found = episodes(&session, Params { pause_seconds: pause, least_repetitions: least });
        let mut next = 0;
        for segment in &found.segments {
            prop_assert_eq!(segment.start_event_index, next);
            prop_assert!(segment.end_event_index >= segment.start_event_index);
            prop_assert!((0.0..=1.0).contains(&segment.confidence), "{}", segment.confidence);
            next = segment.end_event_index + 1;
        }
        prop_assert_eq!(next, session.events.len() as u64);
        let triggers = found.segments.iter().filter(|s| s.trigger.is_some()).count();
        prop_assert_eq!(triggers, found.segments.len().saturating_sub(1));
        prop_assert_eq!(found.events.len(), session.events.len());
        for (n, verdict) in found.events.iter().enumerate() {
            prop_assert_eq!(verdict.event_id, n as u64);
            prop_assert!((0.0..=1.0).contains(&verdict.confidence));
            prop_assert!(!verdict.reason.is_empty());
        }
    }

    /// Invariant 3: same inputs, same answer.
    #[test]
    fn the_same_session_is_cut_the_same_way(session in session()) {
        let first = serde_json::to_string(&episodes(&session, Params::default())).unwrap();
        let second = serde_json::to_string(&episodes(&session, Params::default())).unwrap();
        prop_assert_eq!(first, second);
    }

    /// P1, L0.3: what is found is what a sound session may hold.
    #[test]
    fn the_segments_are_sound(session in session()) {
        let found = episodes(&session, Params::default());
        let cut = RawSession { segments: found.segments, ..session };
        let about_segments = |s: &RawSession| s.problems().into_iter().filter(|p| p.pointer.starts_with("/segments")).count();
        prop_assert_eq!(about_segments(&cut), 0, "{:?}", cut.problems());
    }

    /// P16 rests on it: a task has been done at least twice, and its runs are counted as often as they are marked.
    #[test]
    fn tasks_have_as_many_runs_as_segments_say(session in session()) {
        let found = episodes(&session, Params::default());
        for task in &found.tasks {
            let marked = found.segments.iter().filter(|s| s.task_id.as_ref() == Some(&task.task_id));
            prop_assert_eq!(marked.count(), task.runs);
            prop_assert!(task.runs >= 2);
        }
    }
}
