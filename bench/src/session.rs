//! What a recording holds, counted for comparison with what was done.

use crate::person::Done;
use serde_json::Value;

/// Counts a session as `lea --json sessions show` prints it.
pub fn count(session: &Value) -> Done {
    let mut found = Done::default();
    for event in session["events"].as_array().into_iter().flatten() {
        match event["type"].as_str().unwrap_or_default() {
            "mouse_click" => found.clicks += event["clicks"].as_u64().unwrap_or(1),
            "mouse_drag" => found.drags += 1,
            "mouse_scroll" => {
                let delta = event["delta"].as_array().into_iter().flatten();
                found.notches += delta.filter_map(Value::as_f64).map(f64::abs).sum::<f64>() as u64;
            }
            "key_press" => found.keys += 1,
            // Faster than a screen paints, a text was not seen: then neither it nor its length is kept.
            "text_input" if event["secret"] == true => found.secrets += 1,
            "text_input" => {
                found.keys += event["data"]["keystrokes"].as_u64().unwrap_or(0);
                found.text.push_str(event["text"].as_str().unwrap_or_default());
            }
            _ => {}
        }
    }
    found
}

/// Where a recording differs from what was done, in words; empty when it does not.
pub fn differences(sent: &Done, recorded: &Done) -> Vec<String> {
    let counts = [
        ("keys", if recorded.secrets > 0 { recorded.keys } else { sent.keys }, recorded.keys),
        ("clicks", sent.clicks, recorded.clicks),
        ("drags", sent.drags, recorded.drags),
        ("notches of the wheel", sent.notches, recorded.notches),
    ];
    let differ = counts.iter().filter(|(_, sent, recorded)| sent != recorded);
    let mut out: Vec<_> =
        differ.map(|(what, sent, got)| format!("{sent} {what} were sent, {got} recorded")).collect();
    if recorded.secrets == 0 && sent.text != recorded.text {
        let (a, b) = (sent.text.chars(), recorded.text.chars());
        let same = a.zip(b).take_while(|(a, b)| a == b).count();
        let around = |text: &str| text.chars().skip(same.saturating_sub(20)).take(40).collect::<String>();
        let (typed, got) = (around(&sent.text), around(&recorded.text));
        out.push(format!("the text differs from letter {same} on: typed …{typed:?}, recorded …{got:?}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_kind_of_input_is_counted() {
        let session = json!({ "events": [
            { "type": "mouse_click", "clicks": 2 },
            { "type": "mouse_click" },
            { "type": "text_input", "text": "Ab", "data": { "keystrokes": 4, "deleted": 1 } },
            { "type": "key_press", "keys": ["ENTER"] },
            { "type": "mouse_scroll", "delta": [0.0, -3.0] },
            { "type": "mouse_drag" },
            { "type": "window_change" },
        ] });
        let counted = count(&session);
        let expected = Done { keys: 5, clicks: 3, drags: 1, notches: 3, text: "Ab".into(), secrets: 0 };
        assert_eq!(counted, expected);
        assert!(differences(&expected, &counted).is_empty());
    }

    #[test]
    fn differences_are_named() {
        let sent = Done { keys: 3, text: "abc".into(), ..Done::default() };
        let recorded = Done { keys: 2, text: "ac".into(), ..Done::default() };
        let said = differences(&sent, &recorded).join("\n");
        assert!(said.contains("3 keys were sent, 2 recorded") && said.contains("from letter 1 on"), "{said}");
    }
}
