//! How things are written for people.

use lea_model::{Event, EventKind};
use std::io::IsTerminal;

/// Bytes as `1.2 MB`.
pub fn bytes(n: u64) -> String {
    let mut value = n as f64;
    for unit in ["B", "kB", "MB", "GB"] {
        if value < 1000.0 {
            return if unit == "B" { format!("{n} B") } else { format!("{value:.1} {unit}") };
        }
        value /= 1000.0;
    }
    format!("{value:.1} TB")
}

/// Seconds as `0:07` or `1:02:07`.
pub fn clock(seconds: f64) -> String {
    let whole = seconds.max(0.0) as u64;
    let (h, m, s) = (whole / 3600, whole / 60 % 60, whole % 60);
    if h > 0 { format!("{h}:{m:02}:{s:02}") } else { format!("{m}:{s:02}") }
}

/// A time as RFC 3339 writes it, in the local zone and to the second; what cannot be read is left as it is.
pub fn day_and_time(rfc3339: &str) -> String {
    let local = |t: jiff::Timestamp| {
        t.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string()
    };
    rfc3339.parse().map_or_else(|_| rfc3339.to_owned(), local)
}

/// What an event was, in a few words.
pub fn event(event: &Event) -> String {
    let place = |pos: Option<lea_model::Point>| {
        let label = event.target.as_ref().and_then(|t| t.label.clone());
        label.or_else(|| pos.map(|p| format!("{},{}", p.x, p.y))).unwrap_or_default()
    };
    match event.kind() {
        EventKind::MouseClick { button, clicks, pos } => {
            let how = match (format!("{button:?}").to_lowercase().as_str(), clicks) {
                ("left", 2) => "double click".to_owned(),
                ("left", _) => "click".to_owned(),
                (button, 2) => format!("double {button} click"),
                (button, _) => format!("{button} click"),
            };
            format!("{how} at {}", place(pos))
        }
        EventKind::MouseDrag { pos, to, .. } => format!("drag from {} to {}", place(pos), place(to)),
        EventKind::MouseScroll { delta: [dx, dy], .. } => {
            let ways = [(dy, "down", "up"), (dx, "right", "left")];
            let turned = ways.iter().filter(|(n, ..)| *n != 0.0);
            let words: Vec<String> = turned
                .map(|(n, more, less)| format!("{} {}", if *n > 0.0 { more } else { less }, n.abs()))
                .collect();
            format!("scroll {}", words.join(", "))
        }
        EventKind::MouseMove { pos } => format!("move to {}", place(pos)),
        EventKind::KeyPress { keys } => format!("press {}", keys.join("+")),
        EventKind::TextInput { text: Some(text) } => format!("type {text:?}"),
        EventKind::TextInput { text: None } => "type a secret (not recorded)".into(),
        EventKind::ClipboardChange { text: Some(text) } => format!("copy {:?}", shortened(text, 60)),
        EventKind::ClipboardChange { text: None } => "copy (not recorded)".into(),
        EventKind::WindowChange { window: Some(w) } => format!("window {:?} of {}", w.title, w.app_name),
        EventKind::WindowChange { window: None } => "no window is active".into(),
    }
}

/// The text, cut where it is longer than `most` characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// A box as `x1,y1,x2,y2`, as commands read it.
pub fn bbox(r: lea_model::Rect) -> String {
    format!("{},{},{},{}", r.x1, r.y1, r.x2, r.y2)
}

/// The name under which a word of an enumeration is stored.
pub fn snake(word: &impl serde::Serialize) -> String {
    serde_json::to_value(word).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A bar on the terminal for a batch of `rows`; nothing where there is no terminal.
pub fn progress(rows: usize) -> indicatif::ProgressBar {
    let style = indicatif::ProgressStyle::with_template("{bar:30} {pos} of {len}, {eta} left");
    let bar = indicatif::ProgressBar::new(rows as u64);
    bar.set_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()));
    bar
}

/// A line on the terminal that says what goes on; nothing where there is no terminal.
pub fn spinner() -> indicatif::ProgressBar {
    let line = indicatif::ProgressBar::new_spinner();
    if !std::io::stderr().is_terminal() {
        line.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = indicatif::ProgressStyle::with_template("{spinner:.red} {msg}") {
        line.set_style(style);
    }
    line.enable_steady_tick(std::time::Duration::from_millis(250));
    line
}

/// Rows as a table with aligned columns; the first row is the head.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, w)| format!("{cell:<w$}"));
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_read_well() {
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_500), "1.5 kB");
        assert_eq!(bytes(3_000_000_000), "3.0 GB");
        assert_eq!(clock(67.9), "1:07");
        assert_eq!(clock(3727.0), "1:02:07");
    }

    #[test]
    fn long_texts_are_cut_by_characters() {
        assert_eq!(shortened("Éléonore", 4), "Élé…");
        assert_eq!(shortened("ça", 4), "ça");
    }
}
