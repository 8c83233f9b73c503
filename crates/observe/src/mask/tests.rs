use super::*;
use lea_model::Size;

const SCREEN: Size = Size { width: 800, height: 600 };
const SOON: Duration = Duration::from_millis(10);
const LATER: Duration = Duration::from_secs(60);

fn desktop(title: &str, x: i32) -> Desktop {
    let window =
        Window { id: 7, title: title.into(), app_name: "App".into(), rect: [x, 100, x + 400, 400].into() };
    Desktop { open: vec![7], popups: vec![], active: Some(window.clone()), windows: vec![window] }
}

/// The screen with a secret painted at the given place of the window.
fn screens(x: i32) -> (Arc<FrameBuf>, Arc<FrameBuf>) {
    let before = FrameBuf::filled(SCREEN, [255; 3]).unwrap();
    let mut after = before.clone();
    for letter in 0..10 {
        after.fill([x + 50 + letter * 7, 150, x + 54 + letter * 7, 150 + letter % 3 + 9].into(), [0; 3]);
    }
    (Arc::new(before), Arc::new(after))
}

fn shows_secret(frame: &FrameBuf) -> bool {
    frame.bytes.chunks_exact(4).any(|p| p[..3] == [0, 0, 0])
}

#[test]
fn a_secret_is_painted_over_and_follows_its_window() {
    let (before, after) = screens(100);
    let mut masks = Masks::default();
    masks.add(
        &before,
        &after,
        &desktop("A", 100),
        desktop("A", 100).active.as_ref(),
        SOON,
        Painted::Anything,
    );
    let boxes = masks.boxes(after.as_frame(), &desktop("A", 100), LATER);
    assert!(!shows_secret(&paint(&after, &boxes)));
    let (_, moved) = screens(250);
    let boxes = masks.boxes(moved.as_frame(), &desktop("A", 250), LATER);
    assert!(!shows_secret(&paint(&moved, &boxes)));
}

#[test]
fn what_is_painted_late_is_hidden_too() {
    let (before, after) = screens(100);
    let mut masks = Masks::default();
    masks.add(
        &before,
        &before,
        &desktop("A", 100),
        desktop("A", 100).active.as_ref(),
        SOON,
        Painted::Anything,
    );
    let boxes = masks.boxes(after.as_frame(), &desktop("A", 100), SOON);
    assert!(!shows_secret(&paint(&after, &boxes)));
}

#[test]
fn a_new_title_alone_does_not_uncover_it_but_another_page_does() {
    let (before, after) = screens(100);
    let mut masks = Masks::default();
    masks.add(
        &before,
        &after,
        &desktop("Untitled", 100),
        desktop("Untitled", 100).active.as_ref(),
        SOON,
        Painted::Anything,
    );
    let boxes = masks.boxes(after.as_frame(), &desktop("saved.txt", 100), LATER);
    assert!(!shows_secret(&paint(&after, &boxes)), "saved, and still to be seen");
    let page = FrameBuf::filled(SCREEN, [9, 9, 9]).unwrap();
    assert!(masks.boxes(page.as_frame(), &desktop("Welcome", 100), LATER).is_empty());
    let boxes = masks.boxes(after.as_frame(), &desktop("saved.txt", 100), LATER);
    assert!(!shows_secret(&paint(&after, &boxes)), "back on the page that shows it");
}

#[test]
fn a_secret_that_was_scrolled_away_is_found_again() {
    let (before, after) = screens(100);
    let mut masks = Masks::default();
    masks.add(
        &before,
        &after,
        &desktop("A", 100),
        desktop("A", 100).active.as_ref(),
        SOON,
        Painted::Anything,
    );
    masks.boxes(after.as_frame(), &desktop("A", 100), LATER);
    let mut scrolled = FrameBuf::clone(&before);
    scrolled.put(150, 290, after.as_frame().crop([150, 150, 220, 162].into()).unwrap().as_frame());
    let scrolled = Arc::new(scrolled);
    let boxes = masks.boxes(scrolled.as_frame(), &desktop("A", 100), LATER);
    assert!(!shows_secret(&paint(&scrolled, &boxes)));
}

#[test]
fn only_the_rows_of_a_secret_are_painted_over() {
    let (before, after) = screens(100);
    let mut busy = FrameBuf::clone(&after);
    // A clock below it moves meanwhile, near enough to be one change with it.
    busy.fill([150, 172, 220, 182].into(), [9; 3]);
    let busy = Arc::new(busy);
    let (mut masks, rows) = (Masks::default(), [Rect::from([150, 149, 220, 161])]);
    let (there, window) = (desktop("A", 100), desktop("A", 100).active);
    masks.add(&before, &busy, &there, window.as_ref(), SOON, Painted::Rows(&rows));
    let boxes = masks.boxes(busy.as_frame(), &there, LATER);
    let painted = paint(&busy, &boxes);
    assert!(!shows_secret(&painted));
    assert_eq!(painted.as_frame().pixel(160, 175), [9; 3], "its neighbour is still there");
    let mut none = Masks::default();
    none.add(&before, &before, &there, window.as_ref(), SOON, Painted::Rows(&[]));
    assert!(none.boxes(busy.as_frame(), &there, LATER).is_empty(), "what painted nothing hides nothing");
}

#[test]
fn a_closed_window_takes_its_mask_with_it() {
    let (before, after) = screens(100);
    let mut masks = Masks::default();
    masks.add(
        &before,
        &after,
        &desktop("A", 100),
        desktop("A", 100).active.as_ref(),
        SOON,
        Painted::Anything,
    );
    let mut other = desktop("B", 100);
    other.windows[0].id = 8;
    other.open = vec![8];
    masks.boxes(before.as_frame(), &desktop("A", 100), LATER);
    assert!(masks.boxes(before.as_frame(), &other, LATER).is_empty());
    assert!(masks.masks.is_empty());
}
