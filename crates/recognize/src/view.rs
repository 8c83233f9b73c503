//! A screen on which things are looked for, prepared once for all of them.

use crate::look::Sight;
use crate::meant::{Meaning, Meant, parts};
use crate::page::Page;
use crate::scene::Scene;
use lea_model::Size;
use std::cell::OnceCell;

/// A screen on which things are looked for. Make one per frame: what is needed of it is prepared when it is first needed.
pub struct View<'a> {
    /// What is on it.
    pub scene: Scene<'a>,
    pub(crate) page: Page,
    meaning: Option<&'a dyn Meaning>,
    sight: OnceCell<Sight>,
    meant: OnceCell<Vec<Meant>>,
}

impl<'a> View<'a> {
    /// A screen of this size. Without a `meaning` a text is only known by its letters.
    pub fn new(scene: Scene<'a>, size: Size, meaning: Option<&'a dyn Meaning>) -> Self {
        let page = Page::of(scene.state, size);
        Self { scene, page, meaning, sight: OnceCell::new(), meant: OnceCell::new() }
    }

    /// The same screen, of which only a part is looked at.
    pub fn narrowed<'b>(&self, state: &'b lea_model::ScreenState, size: Size) -> View<'b>
    where
        'a: 'b,
    {
        View::new(Scene { state, frame: self.scene.frame }, size, self.meaning)
    }

    /// All of it, to be searched by look; none without pixels.
    pub(crate) fn sight(&self) -> Option<&Sight> {
        let frame = self.scene.frame?;
        Some(self.sight.get_or_init(|| Sight::new(frame)))
    }

    /// Who knows what texts mean, and the meaning of each text of the screen.
    pub(crate) fn meant(&self) -> Option<(&'a dyn Meaning, &[Meant])> {
        let meaning = self.meaning?;
        Some((meaning, self.meant.get_or_init(|| parts(&self.page, meaning))))
    }
}
