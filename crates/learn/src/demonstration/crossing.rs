//! Going from one application to another, as an act between two screens (SPEC L4.9).

use super::viewer::Viewer;
use crate::graph::{Act, Deed};
use crate::switches::{Switch, switches};
use crate::symbol::application;
use lea_model::{Event, EventType, RawSession};
use std::collections::HashMap;

/// A switch that was seen.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// The event that did it.
    pub event: usize,
    /// The screen that was left, with the application that was left in front.
    pub on: usize,
    /// The screen with the other in front.
    pub after: usize,
    /// The application that was gone to, in lower case.
    pub to: String,
    /// What the title of its window said.
    pub title: String,
    /// When.
    pub t: f64,
}

/// The switches of a session whose screens were recorded, by the event that did each.
pub fn look(viewer: &mut Viewer<'_>, session: &RawSession) -> HashMap<usize, Crossing> {
    let seen = switches(&session.events).into_iter().filter_map(|switch| see(viewer, session, &switch));
    seen.map(|crossing| (crossing.event, crossing)).collect()
}

fn see(viewer: &mut Viewer<'_>, session: &RawSession, switch: &Switch) -> Option<Crossing> {
    let (event, arrived) = (session.events.get(switch.event)?, session.events.get(switch.arrived)?);
    let earlier = session.events.get(..switch.event)?;
    let left = earlier.iter().rev().find(|e| application(e).as_deref() == Some(switch.from.as_str()))?;
    let shot = event.screenshot_id.as_deref();
    // A change that nobody is known to have made has no picture of before.
    let before = shot.or_else(|| earlier.iter().rev().find_map(|e| e.screenshot_after_id.as_deref()))?;
    let on = viewer.screen(session, before, left)?;
    let after = match event.event_type {
        // Of a click, what it did in the other window is another matter: it finds that window as it was.
        EventType::MouseClick | EventType::MouseDrag | EventType::MouseScroll
            if application(event).as_deref() == Some(switch.to.as_str()) =>
        {
            viewer.screen(session, before, event)?
        }
        _ => viewer.screen(session, arrived.screenshot_after_id.as_deref()?, arrived)?,
    };
    let window = arrived.window.as_ref()?;
    let (to, title) = (window.app_name.to_lowercase(), window.title.clone());
    Some(Crossing { event: switch.event, on, after, to, title, t: event.t })
}

/// Where the work is, and the switches that were made since something was last done.
#[derive(Default)]
pub struct Place {
    app: Option<String>,
    pending: Vec<Crossing>,
}

impl Place {
    /// At the beginning of a stretch of events.
    pub fn at(event: Option<&Event>) -> Self {
        Self { app: event.map(app).filter(|a| !a.is_empty()), pending: Vec::new() }
    }

    /// A switch was made; whether it is a step shows when something is done.
    pub fn crosses(&mut self, crossing: &Crossing) {
        self.pending.push(crossing.clone());
    }

    /// Something is done in an application: the switch that led there, where one did. There and back again is none.
    pub fn arrives(&mut self, here: &str) -> Option<Act> {
        let pending = std::mem::take(&mut self.pending);
        if here.is_empty() {
            return None;
        }
        let left = self.app.replace(here.to_owned())?;
        let (first, last) = (pending.first()?, pending.last()?);
        if left == here || last.to != here {
            return None;
        }
        Some(Act {
            event: last.event,
            events: pending.iter().map(|c| c.event).collect(),
            deed: Deed::Switch { app: last.to.clone(), title: last.title.clone() },
            on: first.on,
            between: Vec::new(),
            after: last.after,
            target: None,
            row: None,
            changed: None,
            changed_pct: 0.0,
            app: left,
            t: last.t,
            settled: 0.0,
            tabbed: false,
            focused: false,
            answered: true,
            doubt: None,
            scrolled: None,
        })
    }

    /// Nothing is done any more: the switch with which it ended.
    pub fn ends(&mut self) -> Option<Act> {
        let here = self.pending.last()?.to.clone();
        self.arrives(&here)
    }
}

/// The application of an event, in lower case; empty where it is not known.
pub fn app(event: &Event) -> String {
    event.window.as_ref().map(|w| w.app_name.to_lowercase()).unwrap_or_default()
}
