//! Events that are written, and what of them still waits: behind a text that nobody has judged yet, no picture may be kept.
//!
//! Every event is written at once, so that a crash loses none; a text that is not judged yet is written as a secret. What
//! becomes known later replaces it. Pictures wait in memory, in order. Pure but for [`Keep`]: `P` is a picture, `U` a text to be judged.

use crate::keep::{Keep, KeepError};
use lea_model::Event;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// A title that is set while a text is typed shows it when it holds so many characters of its beginning.
const TITLE_LETTERS: usize = 4;
/// What stands for a hidden text in a title.
const HIDDEN: &str = "[secret]";

/// What has to be done, in order.
#[derive(Debug)]
pub enum Entry<P, U> {
    /// The text of an event, to be judged before anything behind it is done.
    Unjudged(u64, U),
    /// A picture from before an event.
    Before(u64, P),
    /// A picture from after some events.
    After(Vec<u64>, P),
    /// Something was copied, and nobody knows what: it must not be seen where it is pasted.
    Copying,
    /// Something was pasted between these two pictures.
    Paste(P, P),
    /// What changed between these two pictures is private; without the first, everything is.
    Private(Option<P>, P),
}

#[derive(Debug)]
struct Open {
    event: Event,
    /// Entries that will change it.
    entries: usize,
    /// It was written with another title than it has.
    is_concealed: bool,
}

/// A text that no title may show.
#[derive(Debug)]
struct Hidden {
    /// The event it belongs to.
    of: u64,
    text: String,
    /// In seconds: titles that were set until then may show the beginning of it.
    typed_until: f64,
}

/// Events and what waits.
#[derive(Debug)]
pub struct Backlog<P, U> {
    entries: VecDeque<Entry<P, U>>,
    open: BTreeMap<u64, Open>,
    /// Events that have no picture from afterwards yet.
    awaiting: Vec<u64>,
    /// Texts that no title may show. In memory only.
    hidden: Vec<Hidden>,
    events: u64,
    last_t: f64,
    /// The disk is full, and nobody was told yet.
    full: Option<String>,
}

impl<P, U> Default for Backlog<P, U> {
    fn default() -> Self {
        Self {
            entries: VecDeque::new(),
            open: BTreeMap::new(),
            awaiting: Vec::new(),
            hidden: Vec::new(),
            events: 0,
            last_t: 0.0,
            full: None,
        }
    }
}

impl<P, U> Backlog<P, U> {
    /// How many events were written.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Nothing waits: what comes next can be done at once.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Some events wait for a picture from afterwards.
    pub fn is_awaiting(&self) -> bool {
        !self.awaiting.is_empty()
    }

    /// What waits, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<P, U>> {
        self.entries.iter()
    }

    /// What is to be judged, oldest first.
    pub fn unjudged(&mut self) -> impl Iterator<Item = &mut U> {
        self.entries.iter_mut().filter_map(|entry| match entry {
            Entry::Unjudged(_, u) => Some(u),
            _ => None,
        })
    }

    /// Puts something behind what waits.
    pub fn push(&mut self, entry: Entry<P, U>) {
        for id in touched(&entry) {
            if let Some(open) = self.open.get_mut(&id) {
                open.entries += 1;
            }
        }
        self.entries.push_back(entry);
    }

    /// The oldest entry, unless it is a text that is not `ripe` yet.
    pub fn pop(&mut self, ripe: impl FnOnce(&U) -> bool) -> Option<Entry<P, U>> {
        if let Entry::Unjudged(_, u) = self.entries.front()?
            && !ripe(u)
        {
            return None;
        }
        let entry = self.entries.pop_front()?;
        for id in touched(&entry) {
            if let Some(open) = self.open.get_mut(&id) {
                open.entries -= 1;
            }
        }
        Some(entry)
    }

    /// Writes the next event and says its number. It stays open for changes until [`Backlog::close`].
    pub fn write(&mut self, keep: &mut dyn Keep, mut event: Event) -> Result<u64, KeepError> {
        event.event_id = self.events;
        // A key pressed while a button is held ends before the click does: the order of numbers is that of times.
        event.t = event.t.max(self.last_t);
        self.last_t = event.t;
        let written = self.concealed(&event);
        let full = twice(|| keep.event(&written))?;
        let is_concealed = matches!(written, Cow::Owned(_));
        let id = self.events;
        self.events += 1;
        self.open.insert(id, Open { event, entries: 0, is_concealed });
        self.full = self.full.take().or(full);
        Ok(id)
    }

    /// Changes an event that was written.
    pub fn amend(
        &mut self,
        keep: &mut dyn Keep,
        id: u64,
        change: impl FnOnce(&mut Event),
    ) -> Result<(), KeepError> {
        let Some(mut open) = self.open.remove(&id) else { return Ok(()) };
        change(&mut open.event);
        let outcome = twice(|| keep.amend(&self.concealed(&open.event)));
        self.open.insert(id, open);
        self.full = self.full.take().or(outcome?);
        Ok(())
    }

    /// What was written last took the room that is left for the end: why, told once.
    pub fn take_full(&mut self) -> Result<(), KeepError> {
        self.full.take().map_or(Ok(()), |why| Err(KeepError::Full(why)))
    }

    /// The event waits for a picture from afterwards.
    pub fn awaits(&mut self, id: u64) {
        self.awaiting.push(id);
    }

    /// Takes the events that wait for a picture from afterwards.
    pub fn take_awaiting(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.awaiting)
    }

    /// Forgets events that nothing will change any more.
    pub fn close(&mut self) {
        let (awaiting, is_idle) = (&self.awaiting, self.entries.is_empty());
        self.open.retain(|id, o| o.entries > 0 || awaiting.contains(id) || (o.is_concealed && !is_idle));
    }

    /// No title may show this text, which belongs to that event and was typed until then, until [`Backlog::reveal`].
    pub fn hide(&mut self, of: u64, text: &str, typed_until: Duration) {
        let (text, typed_until) = (text.trim().to_lowercase(), typed_until.as_secs_f64());
        if text.chars().count() >= TITLE_LETTERS {
            self.hidden.push(Hidden { of, text, typed_until });
        }
    }

    /// The text of that event may be seen: titles that show it are written as they are.
    pub fn reveal(&mut self, keep: &mut dyn Keep, id: u64) -> Result<(), KeepError> {
        self.hidden.retain(|h| h.of != id);
        let concealed: Vec<u64> =
            self.open.iter().filter(|(_, o)| o.is_concealed).map(|(id, _)| *id).collect();
        for id in concealed {
            let shows = self.open.get(&id).is_some_and(|o| matches!(self.concealed(&o.event), Cow::Owned(_)));
            if !shows {
                self.amend(keep, id, |_| ())?;
                self.open.entry(id).and_modify(|o| o.is_concealed = false);
            }
        }
        Ok(())
    }

    /// The event as it may be written now: no title shows a hidden text.
    fn concealed<'a>(&self, event: &'a Event) -> Cow<'a, Event> {
        let Some(window) = &event.window else { return Cow::Borrowed(event) };
        let mut title = window.title.clone();
        for hidden in &self.hidden {
            let least = if event.t <= hidden.typed_until { TITLE_LETTERS } else { usize::MAX };
            title = without(&title, &hidden.text, least);
        }
        if title == window.title {
            return Cow::Borrowed(event);
        }
        let mut event = event.clone();
        if let Some(window) = &mut event.window {
            window.title = title;
        }
        Cow::Owned(event)
    }
}

/// Writes something; on a full disk once more, because a store makes room for the end. Says why it had to.
fn twice(mut write: impl FnMut() -> Result<(), KeepError>) -> Result<Option<String>, KeepError> {
    match write() {
        Err(KeepError::Full(why)) => write().map(|()| Some(why)),
        written => written.map(|()| None),
    }
}

/// The events that an entry will change.
fn touched<P, U>(entry: &Entry<P, U>) -> Vec<u64> {
    match entry {
        Entry::Unjudged(id, _) | Entry::Before(id, _) => vec![*id],
        Entry::After(ids, _) => ids.clone(),
        _ => Vec::new(),
    }
}

/// The title with a mark wherever it shows the text, or at least so much of its beginning.
fn without(title: &str, text: &str, least: usize) -> String {
    let (mut out, mut rest) = (String::new(), title);
    while let Some((from, to)) = shown(rest, text, least) {
        out.push_str(&rest[..from]);
        out.push_str(HIDDEN);
        rest = &rest[to..];
    }
    out + rest
}

/// Where a title shows a text, or at least so much of its beginning.
fn shown(title: &str, text: &str, least: usize) -> Option<(usize, usize)> {
    let wanted: Vec<char> = text.chars().collect();
    let letters: Vec<(usize, char)> = title.char_indices().collect();
    let is_same = |c: char, wanted: char| c.to_lowercase().eq(wanted.to_lowercase());
    for start in 0..letters.len() {
        let run = letters[start..].iter().zip(&wanted).take_while(|(l, w)| is_same(l.1, **w)).count();
        if run >= least.min(wanted.len()) {
            let end = letters.get(start + run).map_or(title.len(), |(at, _)| *at);
            return Some((letters[start].0, end));
        }
    }
    None
}

#[cfg(test)]
mod tests;
