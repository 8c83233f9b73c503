//! Recording and reading back.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
use common::*;

use lea_frame::{Frame, FrameBuf};
use lea_model::{Gap, Performance, Rect, SessionMetadata, Size};
use lea_store::{State, Store, StoreError};
use proptest::prelude::*;

#[test]
fn what_was_recorded_is_read_back() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let mut head = header(ID);
    head.context.training_label = Some("invoices".to_owned());
    head.environment.hostname = "desk".to_owned();
    let mut writer = store.begin(&head).unwrap();
    let pictures: Vec<_> = (0..4).map(|n| picture(SIZE, 0, n)).collect();
    for n in 0..4u64 {
        writer.screenshot(&shot(n + 1), pictures[n as usize].as_frame(), n as f64 * 0.5).unwrap();
        let mut event = click(n);
        event.screenshot_id = Some(shot(n + 1));
        writer.event(&event).unwrap();
    }
    let mut later = click(1);
    later.screenshot_after_id = Some(shot(3));
    writer.amend(&later).unwrap();
    writer.gap(&Gap { from: 1.0, to: 2.0, reason: "private".to_owned(), ..Gap::default() }).unwrap();
    let listed = &store.sessions().unwrap()[0];
    assert_eq!((listed.state, listed.events, listed.frames), (State::Recording, 4, 4));
    assert_eq!(store.session(ID).unwrap().events.len(), 4, "a session can be read while it is recorded");

    let metadata = SessionMetadata {
        performance: Some(Performance { frames: 4, ..Performance::default() }),
        ..Default::default()
    };
    let finished = writer.finish(&metadata, END).unwrap();
    assert_eq!(finished.problems(), []);
    assert_eq!(finished.ended_at.as_deref(), Some(END));
    assert_eq!(finished.events[1].screenshot_after_id.as_deref(), Some("shot_0003"));
    assert_eq!(finished.metadata.gaps.len(), 1, "the final metadata keep the gaps noted before");
    assert_eq!(finished.screenshots[1].captured_at, "2026-11-15T09:00:00.5Z");
    assert_eq!(finished.screenshots[1].relative_path, "shots/shot_0002.png");
    assert_eq!(store.session(ID).unwrap(), finished);
    assert_eq!(Store::open(root.path()).unwrap().session(ID).unwrap(), finished);
    for n in 0..4u64 {
        assert_eq!(store.frame(ID, &shot(n + 1)).unwrap(), pictures[n as usize]);
    }
    let times: Vec<_> =
        store.frame_times(ID).unwrap().into_iter().map(|f| (f.screenshot_id, f.t, f.size)).collect();
    assert_eq!(times[2], ("shot_0003".to_owned(), 1.0, SIZE));

    let listed = store.sessions().unwrap().remove(0);
    assert_eq!((listed.id.as_str(), listed.day.as_str(), listed.state), (ID, "2026-11-15", State::Finished));
    assert_eq!((listed.events, listed.frames, listed.damage), (4, 4, None));
    assert_eq!(listed.label.as_deref(), Some("invoices"));
    let folder = folder(root.path(), ID);
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(files, ["session.json"], "log and ballast are gone");
}

#[test]
fn an_unchanged_frame_adds_nothing_and_two_sessions_share_tiles() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let picture = picture(SIZE, 9, 1);
    let mut writer = store.begin(&header(ID)).unwrap();
    let first = writer.screenshot("shot_0001", picture.as_frame(), 0.0).unwrap();
    assert_eq!(first.new_tiles, 20);
    let again = writer.screenshot("shot_0002", picture.as_frame(), 1.0).unwrap();
    assert_eq!((again.new_tiles, again.bytes), (0, 0));
    let mut noisy = picture.clone();
    noisy.bytes.iter_mut().skip(3).step_by(4).for_each(|x| *x = 3);
    assert_eq!(
        writer.screenshot("shot_0003", noisy.as_frame(), 2.0).unwrap(),
        again,
        "the fourth byte is nothing"
    );
    let mut other = store.begin(&header(OTHER)).unwrap();
    let shared = other.screenshot("shot_0001", picture.as_frame(), 0.0).unwrap();
    assert_eq!(shared.new_tiles, 0);
    assert!(shared.bytes < 100);
    assert_eq!(store.frame(OTHER, "shot_0001").unwrap(), picture);
}

#[test]
fn a_screen_may_change_its_size_and_have_any_stride() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let mut writer = store.begin(&header(ID)).unwrap();
    let sizes = [(320, 200), (64, 64), (1, 1), (320, 200), (65, 129)];
    let pictures: Vec<_> =
        sizes.iter().map(|&(width, height)| picture(Size { width, height }, 5, 1)).collect();
    for (n, picture) in pictures.iter().enumerate() {
        writer.screenshot(&shot(n as u64 + 1), picture.as_frame(), 0.0).unwrap();
    }
    // A window into a larger picture: rows lie further apart than they are long.
    let whole = &pictures[0];
    let part = Frame::new(Size { width: 100, height: 50 }, whole.stride, &whole.bytes[400..]).unwrap();
    writer.screenshot("shot_0006", part, 0.0).unwrap();
    for (n, picture) in pictures.iter().enumerate() {
        assert_eq!(&store.frame(ID, &shot(n as u64 + 1)).unwrap(), picture);
    }
    let crop = whole.as_frame().crop(Rect::from([100, 0, 200, 50])).unwrap();
    assert_eq!(store.frame(ID, "shot_0006").unwrap(), crop);
    let liar = Frame { size: SIZE, stride: 4, bytes: &[0; 16] };
    assert!(matches!(writer.screenshot("shot_0007", liar, 0.0), Err(StoreError::Frame(_))));
}

#[test]
fn what_would_not_come_back_is_refused_and_the_session_goes_on() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let picture = picture(SIZE, 0, 1);
    let mut writer = record(&store, ID, 2, [&picture]);
    let mut nan = click(2);
    nan.t = f64::NAN;
    assert!(matches!(writer.event(&nan), Err(StoreError::Unfit { .. })));
    assert!(matches!(writer.event(&click(5)), Err(StoreError::Unfit { .. })), "out of order");
    assert!(matches!(writer.amend(&click(2)), Err(StoreError::Unfit { .. })), "not written yet");
    let mut huge = click(2);
    huge.text = Some("x".repeat(17 << 20));
    assert!(matches!(writer.event(&huge), Err(StoreError::Unfit { .. })));
    for (id, t) in [("shot_0001", 2.0), ("shot_00002", 2.0), ("shot_0002", f64::NAN), ("shot_0002", -1.0)] {
        assert!(
            matches!(writer.screenshot(id, picture.as_frame(), t), Err(StoreError::Unfit { .. })),
            "{id} {t}"
        );
    }
    assert!(matches!(writer.screenshot("../x", picture.as_frame(), 2.0), Err(StoreError::BadId(_))));
    writer.event(&click(2)).unwrap();
    assert_eq!(finish(writer).events.len(), 3);
    assert!(matches!(store.begin(&header(ID)), Err(StoreError::Exists { .. })));
    let mut full = header(OTHER);
    full.events.push(click(0));
    assert!(matches!(store.begin(&full), Err(StoreError::Unfit { .. })));
}

#[test]
fn an_interrupted_session_is_read_and_recovered() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let pictures = [picture(SIZE, 0, 1), picture(SIZE, 0, 2)];
    let writer = record(&store, ID, 3, &pictures);
    assert!(matches!(store.recover(ID), Err(StoreError::BeingRecorded { .. })));
    drop(writer);
    assert_eq!(store.sessions().unwrap()[0].state, State::Interrupted);
    let session = store.session(ID).unwrap();
    assert_eq!((session.events.len(), session.screenshots.len(), session.ended_at), (3, 2, None));
    let recovered = store.recover(ID).unwrap();
    assert_eq!(recovered.ended_at.as_deref(), Some("2026-11-15T09:00:01Z"), "its last sign of life");
    assert_eq!(recovered.problems(), []);
    assert_eq!(store.session(ID).unwrap(), recovered);
    assert_eq!(store.recover(ID).unwrap(), recovered, "twice is no harm");
    assert_eq!(store.sessions().unwrap()[0].state, State::Finished);
    assert_eq!(store.frame(ID, "shot_0002").unwrap(), pictures[1]);
}

#[test]
fn a_crash_between_writing_the_session_and_removing_its_log_is_no_harm() {
    let root = tempfile::tempdir().unwrap();
    let store = Store::open(root.path()).unwrap();
    let writer = record(&store, ID, 3, []);
    let log = folder(root.path(), ID).join("session.log");
    let kept = std::fs::read(&log).unwrap();
    let finished = finish(writer);
    std::fs::write(&log, kept).unwrap();
    assert_eq!(store.sessions().unwrap()[0].state, State::Finished);
    assert_eq!(store.recover(ID).unwrap(), finished);
    assert!(!log.exists());
}

#[test]
fn a_store_may_be_shared_and_a_writer_sent() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Store>();
    sent::<lea_store::SessionWriter>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_series_of_frames_comes_back(
        steps in prop::collection::vec((0i32..200, 0i32..140, 1i32..150, 1i32..150, any::<[u8; 3]>(), 0u8..20), 1..30),
    ) {
        let root = tempfile::tempdir().unwrap();
        let store = Store::open(root.path()).unwrap();
        let mut writer = store.begin(&header(ID)).unwrap();
        let mut size = Size { width: 200, height: 140 };
        let mut now = FrameBuf::filled(size, [0; 3]).unwrap();
        let mut all = Vec::new();
        for (n, (x, y, w, h, colour, resize)) in steps.into_iter().enumerate() {
            if resize == 0 {
                size = Size { width: w as u32, height: h as u32 };
                now = FrameBuf::filled(size, colour).unwrap();
            }
            now.fill(Rect::from([x, y, x + w, y + h]), colour);
            writer.screenshot(&shot(n as u64 + 1), now.as_frame(), n as f64).unwrap();
            all.push(now.clone());
        }
        for (n, frame) in all.iter().enumerate().rev() {
            prop_assert_eq!(&store.frame(ID, &shot(n as u64 + 1)).unwrap(), frame);
        }
    }
}
