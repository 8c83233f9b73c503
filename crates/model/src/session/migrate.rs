//! Older and sparse sessions become `rawsession_v1`.

use serde_json::{Map, Value, json};

use super::{RAW_SESSION_VERSION, RawSession};
use crate::ids;
use crate::read::Document;
use crate::time::Timestamp;

/// Confidence of the one segment made for a session that was never cut.
const UNCUT_CONFIDENCE: f64 = 0.1;

impl Document for RawSession {
    const KIND: &'static str = "rawsession";
    const VERSION: u32 = 1;

    /// Version 0 had no `segments` and no `event_id`. Imported files of version 1 leave them out too, so both
    /// are filled whatever version is stated.
    fn migrate(document: &mut Map<String, Value>, _from: u32) {
        number_events(document);
        if document.get("segments").is_none_or(Value::is_null) {
            let segments = one_segment(document);
            document.insert("segments".to_owned(), segments);
        }
    }

    /// A day-long session is large. What `migrate` would fill is missing only where these look as if it were.
    fn read_current(bytes: &[u8]) -> Option<Self> {
        let session: Self = serde_json::from_slice(bytes).ok()?;
        let is_current = session.schema_version == RAW_SESSION_VERSION;
        let is_cut = !session.segments.is_empty() || session.events.is_empty();
        let is_numbered = session.events.iter().skip(1).all(|e| e.event_id != 0);
        (is_current && is_cut && is_numbered).then_some(session)
    }
}

fn number_events(document: &mut Map<String, Value>) {
    let Some(Value::Array(events)) = document.get_mut("events") else {
        return;
    };
    for (index, event) in events.iter_mut().enumerate() {
        let Value::Object(event) = event else { continue };
        if event.get("event_id").is_none_or(Value::is_null) {
            event.insert("event_id".to_owned(), json!(index));
        }
    }
}

/// One segment that holds every event; none for a session without events.
fn one_segment(document: &Map<String, Value>) -> Value {
    let Some(Value::Array(events)) = document.get("events") else {
        return json!([]);
    };
    let Some(last) = events.len().checked_sub(1) else {
        return json!([]);
    };
    let mut segment = json!({
        "segment_id": ids::segment_id(1),
        "start_event_index": 0,
        "end_event_index": last,
        "confidence": UNCUT_CONFIDENCE,
    });
    let start = document.get("started_at").and_then(Value::as_str).and_then(Timestamp::parse);
    for (field, event) in [("start_time", &events[0]), ("end_time", &events[last])] {
        let t = event.get("t").and_then(Value::as_f64);
        if let Some(time) = start.zip(t).and_then(|(start, t)| start.plus_seconds(t)) {
            segment[field] = json!(time.to_string());
        }
    }
    json!([segment])
}
