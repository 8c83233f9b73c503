//! Hiding what a secret painted.

use super::Recorder;
use super::judging::changes;
use super::unjudged::Unjudged;
use crate::camera::Pin;
use crate::echo;
use crate::mask::Painted;
use lea_model::Rect;
use lea_screen::Window;

/// A change that takes a larger share of its window than this, in percent, is more than a text that was painted late.
const LATE_PERCENT: u64 = 25;

impl Recorder<'_> {
    /// Paints over what a secret painted, from now on, and nothing beside it.
    pub(super) fn hide_painted(&mut self, unjudged: &Unjudged, secret: Option<&str>) {
        // The windows as they were then: they may have moved since.
        let desktop = unjudged.commit.desktop();
        let is_one = |w: &&Window| unjudged.windows.contains(&self.privacy.window_ref(w));
        let active = unjudged.before.as_ref().and_then(|b| b.desktop().active.as_ref());
        let window = desktop.windows.iter().rev().find(is_one).or(active);
        let Some(before) = &unjudged.before else {
            // There is no picture without the secret to compare with.
            return self.camera.masks.cover(desktop, window);
        };
        let t = unjudged.committed;
        if unjudged.named.is_some() || secret.is_none() || !unjudged.was_watched {
            let area = self.area(&unjudged.windows, &[before, &unjudged.commit]);
            let is_painted = !changes(before, unjudged.commit.frame().as_frame(), area).is_empty();
            let after = unjudged.later.as_ref().filter(|_| !is_painted).unwrap_or(&unjudged.commit);
            let masks = &mut self.camera.masks;
            return masks.add(before.frame(), after.frame(), after.desktop(), window, t, Painted::Anything);
        }
        let marks = unjudged.bullets(None);
        let rows = self.painted_rows(unjudged, before);
        let painted = if marks.is_empty() { Painted::Rows(&rows) } else { Painted::Marks(&marks) };
        for after in [Some(&unjudged.commit), unjudged.later.as_ref()].into_iter().flatten() {
            let masks = &mut self.camera.masks;
            masks.add(before.frame(), after.frame(), after.desktop(), window, t, painted);
        }
    }

    /// The rows that a secret painted: of its letters, or else whatever changed while it was typed.
    fn painted_rows(&self, unjudged: &Unjudged, before: &Pin) -> Vec<Rect> {
        let lines = unjudged.watch.looks.iter().flat_map(|l| &l.reading.lines);
        let shows = |line: &str| unjudged.keys().is_some_and(|keys| echo::shows_piece(keys, line));
        let rows: Vec<Rect> = lines.filter(|(text, _)| shows(text)).map(|(_, rect)| *rect).collect();
        if !rows.is_empty() {
            return rows;
        }
        let area = self.area(&unjudged.windows, &[before, &unjudged.commit]);
        let painted = changes(before, unjudged.commit.frame().as_frame(), area);
        match &unjudged.later {
            Some(later) if painted.is_empty() && unjudged.is_hasty() => {
                let lines: Vec<&Rect> =
                    unjudged.watch.looks.iter().flat_map(|l| &l.reading.lines).map(|(_, r)| r).collect();
                let mut late = changes(before, later.frame().as_frame(), area);
                // What was read there is another text.
                late.retain(|r| !lines.iter().any(|line| line.intersection(r).is_some()));
                let size: u64 = late.iter().map(Rect::area).sum();
                if size * 100 <= area.area() * LATE_PERCENT { late } else { Vec::new() }
            }
            _ => painted,
        }
    }
}
