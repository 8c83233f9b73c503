//! What truly is on the screen: each page tells which screen it is and where its elements are.

use crate::server::lock;
use lea_model::{Point, Rect};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What is remembered of the past, some 10 KB each; all of it is in the file, where there is one.
const MOST_REMEMBERED: usize = 8_000;

/// What kind of thing an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It is clicked.
    Button,
    /// It is clicked and leads elsewhere.
    Link,
    /// It is typed into.
    Field,
    /// It offers a choice.
    Select,
    /// It is ticked.
    Checkbox,
    /// It is only read.
    Text,
}

/// An element as its page sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// Its name, the same in every language and look.
    pub name: String,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Left, top, width and height in CSS pixels of the viewport.
    pub rect: [f64; 4],
    /// Its middle is in sight, and nothing covers it.
    pub shown: bool,
    /// What it holds: the text of a field (of a password only bullets), the word of a choice, `on` or `off`.
    pub value: String,
    /// What it says at the moment.
    pub label: String,
    /// Of a choice, the value and the label of each option.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<[String; 2]>,
}

/// What a page told: `POST /_where`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// When the page looked at itself, in milliseconds of Unix time.
    pub at_ms: u64,
    /// Which page: each that is served has a higher number.
    pub page: u64,
    /// Which screen it is: `login`, `invoice_list`, `invoice_detail`, `patient_list`, `patient_new`, `patient_edit`.
    pub screen: String,
    /// The dialog that is open: `validate`, `reject` or `surprise`.
    pub dialog: Option<String>,
    /// The error box that is open, such as `birth_date_missing`.
    pub error: Option<String>,
    /// The notice that is shown, such as `validated`.
    pub notice: Option<String>,
    /// The choice whose list of options is open over the page.
    #[serde(default)]
    pub list: Option<String>,
    /// The element that has the keyboard.
    pub focus: Option<String>,
    /// Where the viewport begins on the screen, in CSS pixels.
    pub offset: [f64; 2],
    /// The offset was measured with the pointer, not guessed from the window's size.
    pub exact: bool,
    /// Screen pixels for each CSS pixel.
    pub ratio: f64,
    /// Width and height of the viewport, in CSS pixels.
    pub viewport: [f64; 2],
    /// Places of the viewport where a click does nothing, in CSS pixels.
    pub empty: Vec<[f64; 2]>,
    /// Clicks that this tab has swallowed so far (`lost_clicks`).
    pub lost: u64,
    /// All elements that have a size.
    pub elements: Vec<Element>,
}

impl Seen {
    /// Screen, dialog and error box in one word: `invoice_detail`, `invoice_detail+validate`,
    /// `patient_new!birth_date_missing`.
    pub fn view(&self) -> String {
        let mut view = self.screen.clone();
        for (mark, part) in [('+', &self.dialog), ('!', &self.error)] {
            if let Some(part) = part {
                view.push(mark);
                view.push_str(part);
            }
        }
        view
    }

    /// The element of that name.
    pub fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|e| e.name == name)
    }

    /// Where an element is on the screen, in its pixels.
    pub fn rect(&self, element: &Element) -> Rect {
        let [x, y, width, height] = element.rect;
        let (from, to) = (self.point([x, y]), self.point([x + width, y + height]));
        Rect { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
    }

    /// A place of the viewport, in pixels of the screen.
    pub fn point(&self, [x, y]: [f64; 2]) -> Point {
        let pixel = |offset: f64, css: f64| ((offset + css) * self.ratio).round() as i32;
        Point { x: pixel(self.offset[0], x), y: pixel(self.offset[1], y) }
    }

    /// The part of the screen that the page is shown in.
    pub fn viewport(&self) -> Rect {
        let (from, to) = (self.point([0.0, 0.0]), self.point(self.viewport));
        Rect { x1: from.x, y1: from.y, x2: to.x, y2: to.y }
    }
}

/// Collects what pages tell.
#[derive(Default)]
pub struct Truth {
    inner: Mutex<Inner>,
    told: Condvar,
}

#[derive(Default)]
struct Inner {
    current: Option<Arc<Seen>>,
    past: VecDeque<Arc<Seen>>,
    /// The highest page that was served, and how many requests are being answered.
    served: u64,
    answering: u64,
    file: Option<BufWriter<File>>,
}

impl Truth {
    /// Also writes whatever is told to a file, one JSON object a line.
    pub fn write_to(&self, file: &Path) -> std::io::Result<()> {
        lock(&self.inner).file = Some(BufWriter::new(File::create(file)?));
        Ok(())
    }

    /// Takes in what a page told. One that is gone already is not heard any more.
    pub(crate) fn tell(&self, seen: Seen) {
        let mut inner = lock(&self.inner);
        if inner.current.as_ref().is_some_and(|now| now.page > seen.page) {
            return;
        }
        let seen = Arc::new(seen);
        if let (Some(file), Ok(line)) = (&mut inner.file, serde_json::to_string(&*seen)) {
            // A full disk loses the labels, not the application.
            let _ = writeln!(file, "{line}").and_then(|()| file.flush());
        }
        if inner.past.len() == MOST_REMEMBERED {
            inner.past.pop_front();
        }
        inner.past.push_back(seen.clone());
        inner.current = Some(seen);
        drop(inner);
        self.told.notify_all();
    }

    pub(crate) fn begin_answer(&self) {
        lock(&self.inner).answering += 1;
    }

    /// An answer went out; with which page, where it was one.
    pub(crate) fn end_answer(&self, page: Option<u64>) {
        let mut inner = lock(&self.inner);
        inner.answering = inner.answering.saturating_sub(1);
        inner.served = inner.served.max(page.unwrap_or(0));
        drop(inner);
        self.told.notify_all();
    }

    /// What is on the screen; none before the first page came up.
    pub fn now(&self) -> Option<Arc<Seen>> {
        lock(&self.inner).current.clone()
    }

    /// Something was asked for and has not come up yet: what a person sees by the moving bar.
    pub fn is_busy(&self) -> bool {
        let inner = lock(&self.inner);
        inner.answering > 0 || inner.current.as_ref().is_none_or(|now| now.page < inner.served)
    }

    /// All that was told, the oldest first.
    pub fn history(&self) -> Vec<Arc<Seen>> {
        lock(&self.inner).past.iter().cloned().collect()
    }

    /// Waits until what is on the screen satisfies `wanted`; none when `limit` has passed.
    pub fn wait(&self, limit: Duration, mut wanted: impl FnMut(&Seen) -> bool) -> Option<Arc<Seen>> {
        let end = Instant::now() + limit;
        let mut inner = lock(&self.inner);
        loop {
            if let Some(now) = inner.current.as_ref().filter(|now| wanted(now)) {
                return Some(now.clone());
            }
            let left = end.checked_duration_since(Instant::now())?;
            let woken = self.told.wait_timeout(inner, left);
            inner = woken.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }
}

/// This moment, in milliseconds of Unix time.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(page: u64, screen: &str) -> Seen {
        let text = format!(
            r#"{{"at_ms": 1, "page": {page}, "screen": "{screen}", "dialog": null, "error": null, "notice": null, "focus": null,
            "offset": [10, 100.5], "exact": true, "ratio": 1.5, "viewport": [800, 600], "empty": [], "lost": 0,
            "elements": [{{"name": "b", "kind": "button", "rect": [2, 0, 20, 10], "shown": true, "value": "", "label": "B"}}]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn places_come_out_in_pixels_of_the_screen() {
        let seen = seen(1, "x");
        let rect = seen.rect(seen.element("b").unwrap());
        assert_eq!(rect, Rect::from([18, 151, 48, 166]));
        assert_eq!(seen.viewport().width(), 1200);
        assert!(seen.element("c").is_none());
    }

    #[test]
    fn views_name_dialogs_and_errors() {
        let mut seen = seen(1, "invoice_detail");
        seen.dialog = Some("reject".into());
        assert_eq!(seen.view(), "invoice_detail+reject");
        seen.error = Some("save_failed".into());
        assert_eq!(seen.view(), "invoice_detail+reject!save_failed");
    }

    #[test]
    fn a_page_that_is_gone_is_not_heard_and_all_others_are_remembered() {
        let (truth, folder) = (Truth::default(), tempfile::tempdir().unwrap());
        let file = folder.path().join("truth.jsonl");
        truth.write_to(&file).unwrap();
        for (page, screen) in [(1, "a"), (2, "b"), (1, "late")] {
            truth.tell(seen(page, screen));
        }
        assert_eq!(truth.now().unwrap().screen, "b");
        assert_eq!(truth.history().len(), 2);
        let lines = std::fs::read_to_string(file).unwrap();
        let back: Vec<Seen> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(back.len(), 2);
        assert_eq!(back[1].screen, "b");
    }

    #[test]
    fn waiting_ends_when_it_is_told_or_when_the_time_is_up() {
        let truth = Truth::default();
        assert!(truth.wait(Duration::ZERO, |_| true).is_none());
        std::thread::scope(|scope| {
            scope.spawn(|| truth.tell(seen(1, "here")));
            assert!(truth.wait(Duration::from_secs(20), |now| now.screen == "here").is_some());
        });
        truth.end_answer(Some(2));
        assert!(truth.is_busy(), "a page was served that has not come up");
        truth.tell(seen(2, "there"));
        assert!(!truth.is_busy());
    }
}
