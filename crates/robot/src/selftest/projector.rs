//! The loop's eye and hand over a film that steps.

use super::company::FilmClock;
use super::reel::{Played, Reel};
use crate::eye::compared;
use lea_act::settings::Verify;
use lea_act::step::Input;
use lea_act::world::{Eye, Glance, Hand, HandError, Lost, Observation, PixelChange};
use lea_model::{Point, Rect};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// A film that eye and hand share.
pub type Shared<'r, 'g> = Rc<RefCell<Reel<'r, 'g>>>;

/// Looks at the film.
pub struct FilmEye<'c, 'r, 'g> {
    /// The film.
    pub reel: Shared<'r, 'g>,
    /// Time passes where it waits.
    pub clock: &'c FilmClock,
    /// The numbers of a run.
    pub verify: Verify,
    /// It was looked at since the film went on: the next look is later.
    pub looked: Option<u64>,
}

impl FilmEye<'_, '_, '_> {
    fn see(&self) -> Result<Rc<Observation>, Lost> {
        self.reel.borrow_mut().look().map_err(Lost)
    }
}

impl Eye for FilmEye<'_, '_, '_> {
    /// What came of a press is seen once; whoever looks again sees the screen on which the person went on.
    fn look(&mut self, _: Duration) -> Result<Observation, Lost> {
        let mut seen = self.see()?;
        if self.looked == Some(seen.number) && self.reel.borrow_mut().waits() {
            seen = self.see()?;
        }
        self.looked = Some(seen.number);
        Ok((*seen).clone())
    }

    fn wait_for_change(&mut self, patience: Duration) -> Result<bool, Lost> {
        self.clock.pass(patience);
        Ok(self.reel.borrow_mut().waits())
    }

    fn glance(&mut self, seen: &Observation, watched: &[Rect], whole: bool) -> Result<Glance, Lost> {
        // Between a look and a press time passes.
        self.reel.borrow_mut().waits();
        let now = self.see()?;
        let app = |o: &Observation| o.state.window.as_ref().map(|w| w.app_name.clone());
        let other_window = app(seen) != app(&now);
        let (Some(before), Some(frame)) = (&seen.frame, &now.frame) else {
            return Ok(Glance { other_window, ..Glance::default() });
        };
        Ok(Glance { other_window, ..compared(before, frame, watched, whole, &self.verify) })
    }

    fn difference(&self, before: &Observation, after: &Observation, around: Option<Point>) -> PixelChange {
        crate::eye::difference(before, after, around, &self.verify)
    }
}

/// Acts on the film.
pub struct FilmHand<'r, 'g> {
    /// The film.
    pub reel: Shared<'r, 'g>,
    /// Why it ended before its time: what the hand did that the person did not, or what the recording does not show.
    pub ended: Option<Played>,
}

impl Hand for FilmHand<'_, '_> {
    fn act(&mut self, input: Input) -> Result<(), HandError> {
        match self.reel.borrow_mut().play(&input.into_event()) {
            Played::On => Ok(()),
            ended => {
                self.ended.get_or_insert(ended);
                Err(HandError::Lost("the film ends here".into()))
            }
        }
    }

    fn clipboard(&mut self) -> Result<Option<String>, HandError> {
        Ok(None)
    }
}
