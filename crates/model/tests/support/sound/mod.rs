//! Sound documents: every check passes, until a test breaks something.

mod graph;

use std::collections::BTreeSet;

use lea_model::dataset::{Annotations, DatasetStatistics, Sample};
use lea_model::element::{ActionAffordance, ElementEmbeddings};
use lea_model::embedding::{Component, Components, Space, StateEmbedding};
use lea_model::ids;
use lea_model::screen_state::{DetectedText, Raw, Source, StateWindow, TriggerEvent, TriggerRole};
use lea_model::session::{EventTarget, FrameTiming, Gap};
use lea_model::time::Timestamp;
use lea_model::{
    DatasetExport, ElementType, Event, EventType, LayoutSignature, Point, RawSession, Rect, ScreenState,
    Screenshot, Segment, SegmentTrigger, SemanticRole, Size, UIElement, VectorRef, WindowRef,
};

#[allow(unused_imports, reason = "not every test binary uses it")]
pub use graph::workflow;

use super::Tape;

const START: &str = "2025-11-22T10:15:00+01:00";

pub fn session(tape: &mut Tape) -> RawSession {
    let shots = 1 + tape.below(5) as u64;
    let mut session = RawSession {
        session_id: ids::session_id(START, &tape.text()).unwrap(),
        started_at: START.to_owned(),
        ended_at: tape.coin().then(|| later(3600.0)),
        screenshots: (1..=shots).map(screenshot).collect(),
        extra: tape.fields(2),
        ..RawSession::default()
    };
    session.user.id = tape.text();
    session.environment.hostname = tape.text();
    session.environment.extra = tape.fields(1);
    let mut t = 0.0;
    for index in 0..1 + tape.below(8) as u64 {
        t += tape.share() * 10.0;
        session.events.push(event(tape, index, t, shots));
    }
    session.segments = segments(tape, session.events.len() as u64);
    if tape.coin() {
        let reason = tape.one_of(&["private", "locked", "né plus"]).to_owned();
        session.metadata.gaps.push(Gap { from: 0.5, to: 1.25, reason, extra: tape.fields(1) });
    }
    session
}

fn later(seconds: f64) -> String {
    Timestamp::parse(START).unwrap().plus_seconds(seconds).unwrap().to_string()
}

fn screenshot(number: u64) -> Screenshot {
    let screenshot_id = ids::screenshot_id(number);
    Screenshot {
        relative_path: format!("shots/{screenshot_id}.png"),
        screenshot_id,
        captured_at: later(number as f64 * 0.25),
        ..Screenshot::default()
    }
}

fn event(tape: &mut Tape, index: u64, t: f64, shots: u64) -> Event {
    use EventType::{
        ClipboardChange, KeyPress, MouseClick, MouseDrag, MouseMove, MouseScroll, TextInput, WindowChange,
    };
    let kinds =
        [MouseClick, MouseDrag, MouseScroll, MouseMove, KeyPress, TextInput, ClipboardChange, WindowChange];
    let mut event = Event::new(index, t, tape.one_of(&kinds));
    let place = Point { x: tape.below(1920) as i32, y: tape.below(1080) as i32 };
    match event.event_type {
        MouseClick if tape.coin() => {
            event.target =
                Some(EventTarget { label: Some(tape.text()), extra: tape.fields(1), ..Default::default() });
        }
        MouseClick => {
            event.pos = Some(place);
            event.clicks = Some(1 + tape.below(2) as u8);
        }
        MouseDrag => (event.pos, event.to) = (Some(place), Some(Point { x: -3, y: 7 })),
        MouseScroll => event.delta = Some([0.0, tape.number()]),
        MouseMove => event.pos = Some(place),
        KeyPress => event.keys = vec!["CTRL".to_owned(), "S".to_owned()],
        TextInput | ClipboardChange => event.text = tape.coin().then(|| tape.text()),
        WindowChange => {}
    }
    if tape.coin() {
        event.window = Some(WindowRef { title: tape.text(), app_name: tape.text(), extra: tape.fields(1) });
    }
    if tape.coin() {
        event.screenshot_id = Some(ids::screenshot_id(1 + tape.below(shots as usize) as u64));
        event.frames = Some(FrameTiming { extra: tape.fields(1), ..FrameTiming::default() });
    }
    event.noise_flag = tape.coin();
    event.semantic_role = tape.one_of(&[None, Some(SemanticRole::Input), Some(SemanticRole::Correction)]);
    event.confidence = tape.coin().then(|| tape.share());
    event.data = tape.fields(2);
    event.extra = tape.fields(2);
    event
}

fn segments(tape: &mut Tape, events: u64) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut start = 0;
    while start < events {
        let end = start + tape.below((events - start) as usize) as u64;
        segments.push(Segment {
            segment_id: ids::segment_id(segments.len() as u64 + 1),
            start_event_index: start,
            end_event_index: end,
            start_time: Some(later(start as f64)),
            end_time: Some(later(end as f64)),
            confidence: tape.share(),
            trigger: tape.one_of(&[None, Some(SegmentTrigger::LongPause), Some(SegmentTrigger::Desktop)]),
            extra: tape.fields(1),
            ..Segment::default()
        });
        start = end + 1 + u64::from(tape.coin());
    }
    segments
}

/// A state of one of the session's screenshots.
pub fn state(tape: &mut Tape, session: &RawSession) -> ScreenState {
    let shot = tape.one_of(&session.screenshots);
    let trigger = tape.one_of(&session.events);
    let size = Size { width: 1920, height: 1080 };
    let ui_elements: Vec<_> = (0..tape.below(6)).map(|i| element(tape, i)).collect();
    let mut state = ScreenState {
        screen_state_id: ids::screen_state_id(&shot.captured_at, 1 + tape.below(3) as u32).unwrap(),
        timestamp: shot.captured_at.clone(),
        session_id: session.session_id.clone(),
        window: tape.coin().then(|| StateWindow {
            app_name: tape.text(),
            window_title: tape.text(),
            screen_resolution: Some(size),
            extra: tape.fields(1),
        }),
        raw: Raw { screenshot_path: format!("2025-11-22/{}", shot.relative_path), ..Raw::default() },
        source: Some(Source {
            session_id: session.session_id.clone(),
            screenshot_id: shot.screenshot_id,
            segment_id: session.segments.first().map(|s| s.segment_id.clone()),
            event_ids: vec![trigger.event_id],
            trigger_event: Some(TriggerEvent {
                event_id: trigger.event_id,
                event_type: trigger.event_type,
                role: trigger.semantic_role.map(TriggerRole::Meaning),
                extra: tape.fields(1),
            }),
            extra: tape.fields(1),
        }),
        extra: tape.fields(2),
        ..ScreenState::default()
    };
    state.metadata.ui_elements_count = tape.coin().then_some(ui_elements.len() as u64);
    state.ui_elements = ui_elements;
    for _ in 0..tape.below(4) {
        let line = DetectedText { text: tape.text(), bbox: Some(place(tape)), ..DetectedText::default() };
        state.perception.detected_text.push(line);
    }
    state.perception.confidence_avg = tape.share();
    state
}

fn place(tape: &mut Tape) -> Rect {
    let (x, y) = (tape.below(1900) as i32, tape.below(1060) as i32);
    Rect::at(x, y, Size { width: 1 + tape.below(20) as u32, height: 1 + tape.below(20) as u32 })
}

/// Elements share few roles, so that many have the same.
pub fn element(tape: &mut Tape, number: usize) -> UIElement {
    let types = [ElementType::Button, ElementType::TableRow, ElementType::TextInput, ElementType::IconButton];
    let mut element = UIElement::new(format!("el_{number}"), tape.one_of(&types), place(tape));
    element.role = tape.one_of(&["row", "primary_action"]).to_owned();
    element.label = tape.text();
    element.confidence = tape.share();
    if tape.coin() {
        element.embeddings = Some(ElementEmbeddings { image: Some(vector(number)), ..Default::default() });
        element.action_affordance =
            Some(ActionAffordance { clickable_score: tape.share(), ..Default::default() });
    }
    element.extra = tape.fields(1);
    element
}

fn vector(number: usize) -> VectorRef {
    VectorRef {
        provider: "lea".to_owned(),
        vector_id: format!("elements/v{number}.npy"),
        dimensions: 64,
        ..VectorRef::default()
    }
}

pub fn space() -> Space {
    Space { id: "lea_fused".to_owned(), version: "1".to_owned(), ..Space::default() }
}

/// An embedding with these weights, in the order image, text, title, ui; one below 0 leaves its component out.
pub fn embedding(weights: [f64; 4]) -> StateEmbedding {
    let component = |name: &str, weight: f64| {
        (weight >= 0.0).then(|| Component {
            vector_id: format!("{name}.npy"),
            weight,
            ..Component::default()
        })
    };
    StateEmbedding {
        embedding_id: "emb_1".to_owned(),
        vector_id: "fused.npy".to_owned(),
        space: space(),
        components: Components {
            image: component("image", weights[0]),
            text: component("text", weights[1]),
            title: component("title", weights[2]),
            ui: component("ui", weights[3]),
            ..Components::default()
        },
        ..StateEmbedding::default()
    }
}

pub fn dataset(tape: &mut Tape, state: &ScreenState) -> DatasetExport {
    let samples: Vec<Sample> = (0..tape.below(3))
        .map(|i| Sample {
            sample_id: format!("sample_{i}"),
            screen_state_id: state.screen_state_id.clone(),
            screenshot_path: format!("images/{i}.png"),
            annotations: Annotations {
                ui_elements: state.ui_elements.clone(),
                layout_signature: Some(
                    LayoutSignature {
                        hash: tape.one_of(&["a", "b"]).to_owned(),
                        method: "v1".to_owned(),
                        ..LayoutSignature::default()
                    }
                    .into(),
                ),
                node_id: Some("N1_écran".to_owned()),
                ..Annotations::default()
            },
            extra: tape.fields(1),
            ..Sample::default()
        })
        .collect();
    let layouts: BTreeSet<_> = samples
        .iter()
        .map(|s| &s.annotations.layout_signature.as_ref().unwrap().full().unwrap().hash)
        .collect();
    let statistics = DatasetStatistics {
        total_samples: samples.len() as u64,
        unique_layouts: layouts.len() as u64,
        ..DatasetStatistics::default()
    };
    DatasetExport {
        dataset_id: "ds_1".to_owned(),
        version: "1".to_owned(),
        created_at: START.to_owned(),
        source_workflows: vec!["WF_a".to_owned()],
        samples,
        statistics,
        ..DatasetExport::default()
    }
}
