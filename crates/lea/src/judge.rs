//! Is what was typed a secret? By the window's title, and by what its field shows for it.

use lea_frame::Frame;
use lea_model::Rect;
use lea_observe::{Judge, TitleJudge, Typed};
use lea_understand::text;

/// How far around what changed a field is looked at, in pixels: all of its bullets, not only the last.
const AROUND: (i32, i32) = (400, 16);

/// A title that asks for a secret, or a field that shows bullets (SPEC L0.5).
pub struct FieldJudge {
    title: TitleJudge,
}

impl FieldJudge {
    /// With the words of the configuration besides those that come with Lea.
    pub fn new(words: &[String]) -> Self {
        Self { title: TitleJudge::new(words) }
    }
}

impl Judge for FieldJudge {
    fn secret(&mut self, typed: &Typed<'_>) -> Option<String> {
        self.title.secret(typed).or_else(|| {
            let (_, after, boxes) = typed.seen?;
            boxes.iter().any(|b| shows_bullets(after, *b)).then(|| "the field shows bullets".into())
        })
    }
}

/// There are bullets where the screen changed.
fn shows_bullets(after: Frame<'_>, changed: Rect) -> bool {
    let Rect { x1, y1, x2, y2 } = changed;
    let area = Rect::from([x1 - AROUND.0, y1 - AROUND.1, x2 + AROUND.0, y2 + AROUND.1]);
    let Some(area) = area.intersection(&after.bounds()) else { return false };
    let Some(part) = after.crop(area) else { return false };
    text::bullets_in(part.as_frame())
        .into_iter()
        .any(|bullets| bullets.moved(area.x1, area.y1).intersection(&changed.padded(2)).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_frame::FrameBuf;
    use lea_model::Size;

    /// A field with a row of dots, or of dashes.
    fn field(dot: (i32, i32)) -> FrameBuf {
        let mut frame = FrameBuf::filled(Size { width: 600, height: 200 }, [250; 3]).unwrap();
        for i in 0..8 {
            let x = 100 + 12 * i;
            frame.fill(Rect::from([x, 90, x + dot.0, 90 + dot.1]), [30; 3]);
        }
        frame
    }

    fn verdict(after: &FrameBuf, changed: [i32; 4]) -> Option<String> {
        let boxes = [Rect::from(changed)];
        let seen = Some((after.as_frame(), after.as_frame(), boxes.as_slice()));
        FieldJudge::new(&[]).secret(&Typed { window: None, text: "hunter22", seen })
    }

    #[test]
    fn a_field_that_shows_bullets_is_secret() {
        assert!(verdict(&field((6, 6)), [160, 88, 190, 98]).is_some());
    }

    #[test]
    fn other_marks_and_bullets_that_were_there_before_are_not() {
        assert_eq!(verdict(&field((6, 2)), [160, 88, 190, 98]), None);
        assert_eq!(verdict(&field((6, 6)), [300, 150, 340, 170]), None);
    }
}
