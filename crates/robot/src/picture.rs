//! The picture of a question: the part of the screen it is about, with the places it names framed and numbered (SPEC PEOPLE.7).

use crate::draw::{CONSIDERED, outline, tag};
use lea_frame::{Frame, FrameBuf};
use lea_model::Rect;
use std::io::{Error, Write};
use std::path::PathBuf;
use tempfile::NamedTempFile;

/// So much of the screen is shown around the places, in pixels.
const AROUND: i32 = 160;

/// Writes the picture of a question to a file that its owner alone can read, with what is private painted over as in the journal. The file
/// is deleted with the value that is returned.
pub(crate) fn of_question(
    screen: &FrameBuf,
    places: &[Rect],
    private: &[Rect],
) -> Result<NamedTempFile, Error> {
    let picture = painted(masked(screen, private).as_frame(), places);
    let png = lea_frame::to_png(picture.as_frame()).map_err(Error::other)?;
    let mut file = tempfile::Builder::new().prefix("lea-question-").suffix(".png").tempfile_in(folder())?;
    file.write_all(&png)?;
    Ok(file)
}

/// The screen with what is private painted over.
pub(crate) fn masked(screen: &FrameBuf, private: &[Rect]) -> FrameBuf {
    let mut masked = screen.clone();
    private.iter().for_each(|rect| masked.fill(*rect, [0, 0, 0]));
    masked
}

/// The user's own folder for what does not outlive the session, which is in memory; else that for temporary files.
fn folder() -> PathBuf {
    let own = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|p| p.is_dir());
    own.unwrap_or_else(std::env::temp_dir)
}

/// The part of the screen that the places are in, with frames and numbers; all of it where there are none.
fn painted(screen: Frame<'_>, places: &[Rect]) -> FrameBuf {
    let mut picture = screen.to_buf();
    for (n, place) in places.iter().enumerate() {
        outline(&mut picture, place.padded(2), CONSIDERED);
        tag(&mut picture, place.padded(2), &(n + 1).to_string(), CONSIDERED);
    }
    let about = places.iter().copied().reduce(|a, b| a.union(&b)).map(|r| r.padded(AROUND));
    let about = about.and_then(|r| r.intersection(&screen.bounds()));
    about.and_then(|r| picture.as_frame().crop(r)).unwrap_or(picture)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use lea_model::Size;
    use std::os::unix::fs::PermissionsExt;

    fn screen() -> FrameBuf {
        FrameBuf::filled(Size { width: 1000, height: 800 }, [250; 3]).unwrap()
    }

    #[test]
    fn the_picture_shows_the_places_framed_with_what_is_around_them() {
        let places = [Rect::from([400, 300, 460, 320]), Rect::from([400, 360, 460, 380])];
        let picture = painted(screen().as_frame(), &places);
        assert_eq!(picture.size, Size { width: 60 + 320, height: 80 + 320 });
        assert!(picture.bytes.chunks(4).any(|p| p[..3] == CONSIDERED));
        assert_eq!(painted(screen().as_frame(), &[]).size, screen().size);
        assert_eq!(painted(screen().as_frame(), &[Rect::from([2000, 2000, 2010, 2010])]).size, screen().size);
    }

    #[test]
    fn what_is_private_is_not_in_the_picture() {
        let mut screen = screen();
        let secret = Rect::from([100, 100, 180, 120]);
        screen.fill(secret, [1, 2, 3]);
        let file = of_question(&screen, &[Rect::from([100, 140, 180, 160])], &[secret]).unwrap();
        let picture = lea_frame::from_png(&std::fs::read(file.path()).unwrap()).unwrap();
        assert!(!picture.bytes.chunks(4).any(|p| p[..3] == [1, 2, 3]));
        assert!(picture.bytes.chunks(4).any(|p| p[..3] == [0, 0, 0]));
    }

    #[test]
    fn the_file_is_its_owners_alone_and_goes_with_the_question() {
        let file = of_question(&screen(), &[Rect::from([10, 10, 20, 20])], &[]).unwrap();
        let path = file.path().to_owned();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(lea_frame::from_png(&std::fs::read(&path).unwrap()).is_ok());
        drop(file);
        assert!(!path.exists());
    }
}
