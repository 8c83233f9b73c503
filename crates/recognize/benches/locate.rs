//! How long finding a target takes: by its words, and where it has none by its look.

use criterion::{Criterion, criterion_group, criterion_main};
use lea_frame::FrameBuf;
use lea_model::{DetectedText, DetectedWord, ElementType, Rect, ScreenState, Size, UIElement};
use lea_recognize::{Level, Scene, Sought, View, locate, remember};
use std::hint::black_box;

const SCREEN: Size = Size { width: 1920, height: 1080 };

/// A screen of 1080p with a hundred lines of three words and a hundred elements, moved down by `dy`.
fn screen(dy: i32) -> (ScreenState, FrameBuf) {
    let mut frame = FrameBuf::filled(SCREEN, [244; 3]).expect("the size is sound");
    let mut state = ScreenState::default();
    for i in 0..100 {
        let (x, y) = (40 + (i % 4) * 460, 30 + (i / 4) * 38 + dy);
        let mut words = Vec::new();
        for (w, word) in
            ["Field", "number", &format!("{}{i}", ["A", "B", "C"][i as usize % 3])].into_iter().enumerate()
        {
            let left = x + 70 * w as i32;
            let bbox = Rect::from([left, y, left + 60, y + 14]);
            // Strokes, different for each word.
            for stroke in 0..10 {
                let at = left + stroke * 6;
                let high = 4 + (i * 7 + stroke * 5 + w as i32 * 3) % 10;
                frame.fill(Rect::from([at, y + 14 - high, at + 2, y + 14]), [30; 3]);
            }
            words.push(DetectedWord { text: word.into(), bbox, ..DetectedWord::default() });
        }
        let bbox = Rect::from([x + 240, y - 6, x + 272, y + 22]);
        frame.fill(bbox, [200, 210, 225]);
        for dot in 0..6 {
            let at = x + 246 + (dot * 5 + i * 3) % 20;
            frame.fill(Rect::from([at, y - 2 + dot * 3, at + 4, y + dot * 3]), [60; 3]);
        }
        state.ui_elements.push(UIElement::new(format!("e{i}"), ElementType::IconButton, bbox));
        state.perception.detected_text.push(DetectedText {
            text: words.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" "),
            bbox: Some(Rect::from([x, y, x + 200, y + 14])),
            words,
            ..DetectedText::default()
        });
    }
    (state, frame)
}

fn find(c: &mut Criterion) {
    let (old, old_frame) = screen(0);
    let (new, new_frame) = screen(20);
    let scene = Scene { state: &old, frame: Some(old_frame.as_frame()) };
    let sought = |bbox, with_picture: bool| {
        let (target, crop) = remember(scene, SCREEN, bbox).expect("there is something");
        Sought::new(&target, crop.as_ref().filter(|_| with_picture).map(|c| c.as_frame()))
    };
    let words = Rect::from([500, 370, 700, 388]);
    let icon = Rect::from([740, 366, 772, 394]);
    let cases = [("words", words, false), ("words and look", words, true), ("look alone", icon, true)];
    for (name, bbox, with_picture) in cases {
        let sought = sought(bbox, with_picture);
        let scene = Scene { state: &new, frame: with_picture.then(|| new_frame.as_frame()) };
        c.bench_function(name, |b| {
            // The view is part of it: a run looks once at each screen.
            b.iter(|| locate(black_box(&sought), &View::new(scene, SCREEN, None), Level::STRICT));
        });
    }
}

criterion_group!(benches, find);
criterion_main!(benches);
