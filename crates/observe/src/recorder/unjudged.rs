//! A text that is not judged yet: what is known of it, and the verdict (SPEC L0.5).

use crate::camera::Pin;
use crate::echo::{self, Keys, Look};
use crate::reading::Answer;
use lea_model::{Event, Rect, WindowRef};
use std::time::Duration;

/// A text may be seen until so long after it was committed (SPEC L0.5).
pub(super) const SEEN_WITHIN: Duration = Duration::from_secs(1);
/// A text that took less time to type may be painted after it was committed; a field that echoes has begun to by then.
const HASTY: Duration = Duration::from_millis(600);

/// What was seen while a text was typed, and after.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// Its name on requests.
    pub(super) number: u64,
    /// The first key.
    pub(super) since: Duration,
    pub(super) looks: Vec<Answer>,
    pub(super) asked: usize,
    pub(super) answered: usize,
    /// The picture looked at last, and when.
    pub(super) version: u64,
    pub(super) at: Duration,
    /// The last key after which a pause was noticed.
    pub(super) rested: Duration,
    /// How many letters it had when it was last seen to echo.
    pub(super) echoed: usize,
}

/// Where a text came from.
#[derive(Debug)]
pub(super) enum Source {
    Typed(Keys),
    Copied,
}

/// A text that is not judged yet.
#[derive(Debug)]
pub(super) struct Unjudged {
    pub(super) source: Source,
    /// The event as it is written if the text may be.
    pub(super) event: Event,
    pub(super) windows: Vec<WindowRef>,
    pub(super) before: Option<Pin>,
    /// The screen when it was committed.
    pub(super) commit: Pin,
    /// The last picture that was looked at after that.
    pub(super) later: Option<Pin>,
    pub(super) committed: Duration,
    pub(super) watch: Watch,
    /// The window's name makes it a secret.
    pub(super) named: Option<String>,
    /// The recorder was there while it could be painted.
    pub(super) was_watched: bool,
    /// No more pictures will be looked at for it.
    pub(super) is_complete: bool,
    /// Where it painted nothing so far, the time of the last look at what may have been painted late.
    pub(super) last_look: Option<Duration>,
}

impl Unjudged {
    /// Pictures that it holds.
    pub(super) fn pins(&self) -> impl Iterator<Item = &Pin> {
        self.before.iter().chain([&self.commit]).chain(&self.later)
    }

    pub(super) fn text(&self) -> &str {
        self.event.text.as_deref().unwrap_or_default()
    }

    pub(super) fn keys(&self) -> Option<&Keys> {
        match &self.source {
            Source::Typed(keys) => Some(keys),
            Source::Copied => None,
        }
    }

    pub(super) fn is_hasty(&self) -> bool {
        self.committed.saturating_sub(self.watch.since) < HASTY
    }

    /// What changed before it was committed.
    pub(super) fn rows(&self) -> Vec<Rect> {
        let before = self.watch.looks.iter().filter(|l| l.t <= self.committed);
        before.flat_map(|l| l.changed.iter().copied()).collect()
    }

    /// Where it was seen: the line, or nothing where it takes several.
    pub(super) fn seen(&self) -> Option<Option<Rect>> {
        // What is painted later than that is hidden, not seen.
        let in_time = self.watch.looks.iter().filter(|l| l.t <= self.committed + SEEN_WITHIN);
        let looks: Vec<Look> = in_time.map(look).collect();
        match &self.source {
            Source::Typed(keys) => {
                let found = echo::sighting(keys, &looks)?;
                let lines = self.watch.looks.iter().filter(|l| l.t <= self.committed + SEEN_WITHIN);
                let lines = &lines.into_iter().nth(found.look)?.reading.lines;
                Some(found.line.and_then(|line| lines.get(line)).map(|(_, rect)| *rect))
            }
            Source::Copied => looks.iter().any(|l| echo::copied_sighting(self.text(), l)).then_some(None),
        }
    }

    /// Rows of marks that were painted for it. A row that was read as the text itself is none.
    pub(super) fn bullets(&self, seen: Option<Option<Rect>>) -> Vec<Rect> {
        let mut found = Vec::new();
        for look in &self.watch.looks {
            let is_text = |b: &Rect| {
                look.reading.lines.iter().any(|(line, rect)| {
                    rect.intersection(b).is_some() && self.keys().is_some_and(|k| echo::shows_piece(k, line))
                })
            };
            let belongs = |b: &&Rect| match seen {
                // Other fields are filled in meanwhile.
                Some(line) if look.t > self.committed => line.is_some_and(|l| l.intersection(b).is_some()),
                _ => true,
            };
            found.extend(look.reading.bullets.iter().filter(belongs).filter(|b| !is_text(b)));
        }
        found
    }

    /// All its pictures were looked at, and what was asked was answered.
    pub(super) fn is_read(&self) -> bool {
        self.is_complete && self.watch.asked == self.watch.answered
    }

    /// It was not seen, and has painted nothing so far.
    pub(super) fn is_unpainted(&self) -> bool {
        let has_letters = self.keys().is_some_and(|keys| !echo::is_blank(keys)) && self.before.is_some();
        has_letters && self.named.is_none() && self.rows().is_empty() && self.seen().is_none()
    }

    /// Why it is a secret; none when it may be written.
    pub(super) fn secret(&self, has_reader: bool) -> Option<String> {
        if let Some(why) = &self.named {
            return Some(why.clone());
        }
        if self.keys().is_some_and(echo::is_blank) {
            return None;
        }
        let seen = self.seen();
        if self.keys().is_some() && !self.bullets(seen).is_empty() {
            return Some("the field shows bullets".into());
        }
        match seen {
            Some(_) => None,
            None if !has_reader => Some("screens cannot be read without the models".into()),
            None => Some(NOT_SEEN.into()),
        }
    }
}

/// Why most secrets are secret; also what a crash leaves.
pub(super) const NOT_SEEN: &str = "it was not seen on the screen";

pub(super) fn look(answer: &Answer) -> Look {
    Look { t: answer.t, lines: answer.reading.lines.iter().map(|(text, _)| text.clone()).collect() }
}

/// The event without what is secret in it: not even how long it was.
pub(super) fn without_text(event: &Event, why: &str) -> Event {
    let mut event = event.clone();
    event.text = None;
    event.secret = true;
    event.noise_flag = false;
    event.data.clear();
    event.data.insert("secret".into(), why.into());
    event
}
