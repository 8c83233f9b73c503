use super::*;
use proptest::prelude::*;

const NONE: Mods = Mods { ctrl: false, alt: false, shift: false, meta: false };
const CTRL: Mods = Mods { ctrl: true, ..NONE };

fn at(ms: u64) -> Moment<u64> {
    Moment { t: Duration::from_millis(ms), window: None, frame: Some(ms) }
}

/// One line an event, as short as it can be read.
fn line(d: &Draft<u64>) -> String {
    let e = &d.event;
    match e.event_type {
        EventType::TextInput => format!("text {:?}", e.text.as_deref().unwrap_or_default()),
        EventType::KeyPress => format!("key {}", e.keys.join("+")),
        EventType::MouseClick => {
            format!("click x{} {:?}", e.clicks.unwrap(), <[i32; 2]>::from(e.pos.unwrap()))
        }
        EventType::MouseDrag => {
            format!("drag {:?} {:?}", <[i32; 2]>::from(e.pos.unwrap()), <[i32; 2]>::from(e.to.unwrap()))
        }
        EventType::MouseScroll => format!("scroll {:?}", e.delta.unwrap()),
        other => format!("{other:?}"),
    }
}

fn lines(drafts: &[Draft<u64>]) -> Vec<String> {
    drafts.iter().map(line).collect()
}

fn click(s: &mut Scribe<u64>, x: i32, y: i32, ms: u64) -> Vec<Draft<u64>> {
    let pos = Point { x, y };
    let mut out = s.button_down(1, pos, at(ms));
    out.extend(s.button_up(1, pos));
    out
}

#[test]
fn keys_merge_into_one_text_with_backspaces_applied() {
    let mut s = Scribe::default();
    let mut out = Vec::new();
    for (i, k) in
        [Keysym::dead_acute, Keysym::E, Keysym::x, Keysym::BackSpace, Keysym::l].into_iter().enumerate()
    {
        out.extend(s.key_down(k, NONE, at(i as u64 * 50)));
    }
    assert!(out.is_empty(), "nothing is written while it is being typed");
    let out = s.key_down(Keysym::Return, NONE, at(400));
    assert_eq!(lines(&out), ["text \"Él\"", "key ENTER"]);
    assert_eq!(out[0].event.data["keystrokes"], 5);
    assert_eq!(out[0].event.data["deleted"], 1);
    assert_eq!(
        (out[0].before, out[0].after),
        (Some(0), Some(400)),
        "frames from before the first key and after the last"
    );
}

#[test]
fn text_that_was_all_deleted_is_kept_as_noise() {
    let mut s = Scribe::default();
    s.key_down(Keysym::a, NONE, at(0));
    s.key_down(Keysym::BackSpace, NONE, at(50));
    let out = s.key_down(Keysym::BackSpace, NONE, at(100));
    assert_eq!(lines(&out), ["text \"\"", "key BACKSPACE"], "the second one deletes what was there before");
    assert!(out[0].event.noise_flag);
}

#[test]
fn chords_are_keys_and_end_a_text() {
    let mut s = Scribe::default();
    s.key_down(Keysym::a, NONE, at(0));
    s.key_down(Keysym::Control_L, NONE, at(90));
    let out = s.key_down(Keysym::s, CTRL, at(100));
    assert_eq!(lines(&out), ["text \"a\"", "key CTRL+S"]);
    let out = s.key_down(Keysym::ISO_Left_Tab, Mods { shift: true, ..NONE }, at(200));
    assert_eq!(lines(&out), ["key SHIFT+TAB"]);
}

#[test]
fn a_modifier_alone_is_a_key_only_when_nothing_came_between() {
    let mut s = Scribe::default();
    s.key_down(Keysym::Super_L, NONE, at(0));
    assert_eq!(lines(&s.key_up(Keysym::Super_L)), ["key SUPER"]);
    s.key_down(Keysym::Alt_L, NONE, at(100));
    s.key_down(Keysym::f, Mods { alt: true, ..NONE }, at(120));
    assert!(s.key_up(Keysym::Alt_L).is_empty());
}

#[test]
fn two_quick_clicks_are_a_double_click_and_a_third_starts_anew() {
    let mut s = Scribe::default();
    let mut out = click(&mut s, 10, 10, 0);
    out.extend(click(&mut s, 11, 10, 150));
    out.extend(click(&mut s, 11, 10, 300));
    out.extend(s.tick(Duration::from_millis(701)));
    assert_eq!(lines(&out), ["click x2 [10, 10]", "click x1 [11, 10]"]);
}

#[test]
fn slow_or_distant_clicks_stay_single() {
    let mut s = Scribe::default();
    let mut out = click(&mut s, 10, 10, 0);
    out.extend(click(&mut s, 10, 10, 401));
    out.extend(click(&mut s, 30, 10, 500));
    out.extend(s.flush(None));
    assert_eq!(lines(&out), ["click x1 [10, 10]", "click x1 [10, 10]", "click x1 [30, 10]"]);
}

#[test]
fn a_press_that_moves_is_a_drag() {
    let mut s = Scribe::default();
    s.button_down(1, Point { x: 5, y: 5 }, at(0));
    assert!(s.motion(Point { x: 50, y: 50 }, at(20)).is_empty(), "a drag is no idle move");
    assert_eq!(lines(&s.button_up(1, Point { x: 90, y: 5 })), ["drag [5, 5] [90, 5]"]);
}

#[test]
fn notches_of_one_direction_are_one_scroll() {
    let mut s = Scribe::default();
    for ms in [0, 100, 200] {
        assert!(s.button_down(5, Point::default(), at(ms)).is_empty());
        assert!(s.button_up(5, Point::default()).is_empty());
    }
    let out = s.button_down(4, Point::default(), at(300));
    assert_eq!(lines(&out), ["scroll [0.0, 3.0]"]);
    assert_eq!(lines(&s.tick(Duration::from_millis(801))), ["scroll [0.0, -1.0]"]);
}

#[test]
fn a_title_that_changes_while_typing_does_not_cut_the_text() {
    let mut s = Scribe::default();
    s.key_down(Keysym::a, NONE, at(0));
    assert!(s.window(true, at(5)).is_empty());
    s.key_down(Keysym::b, NONE, at(100));
    assert_eq!(lines(&s.window(false, at(200))), ["text \"ab\"", "WindowChange", "WindowChange"]);
}

#[test]
fn a_window_that_comes_up_under_the_press_is_told_after_the_click() {
    let mut s = Scribe::default();
    let mut out = s.button_down(1, Point::default(), at(0));
    out.extend(s.window(false, at(5)));
    out.extend(s.button_up(1, Point::default()));
    out.extend(s.tick(Duration::from_millis(500)));
    assert_eq!(lines(&out), ["click x1 [0, 0]", "WindowChange"]);
}

#[test]
fn buttons_that_overlap_are_clicks_of_their_own() {
    let mut s = Scribe::default();
    let mut out = s.button_down(1, Point::default(), at(0));
    out.extend(s.button_down(3, Point::default(), at(20)));
    out.extend(s.button_up(1, Point::default()));
    out.extend(s.button_up(3, Point::default()));
    out.extend(s.flush(None));
    let buttons: Vec<_> = out.iter().map(|d| d.event.button.unwrap()).collect();
    assert_eq!(buttons, [MouseButton::Left, MouseButton::Right]);
}

#[test]
fn keys_and_buttons_nobody_thought_of_are_kept_by_name() {
    let mut s = Scribe::default();
    let mut out = s.key_down(Keysym::XF86_AudioPlay, NONE, at(0));
    out.extend(s.button_down(8, Point::default(), at(10)));
    out.extend(s.button_up(8, Point::default()));
    assert_eq!(lines(&out), ["key XF86XK_AUDIOPLAY", "key BACK"]);
}

#[test]
fn a_button_held_to_the_end_is_a_click() {
    let mut s = Scribe::default();
    s.button_down(1, Point::default(), at(0));
    assert_eq!(lines(&s.interrupt(None)), ["click x1 [0, 0]"]);
}

#[test]
fn a_text_knows_every_title_its_window_had() {
    let titled = |ms, title: &str| {
        let window = WindowRef { title: title.into(), ..WindowRef::default() };
        Moment { window: Some(window), ..at(ms) }
    };
    let mut s = Scribe::default();
    s.key_down(Keysym::a, NONE, titled(0, "Notes"));
    s.window(true, titled(10, "Password required"));
    s.key_down(Keysym::b, NONE, titled(20, "Password required"));
    let out = s.flush(None);
    let titles: Vec<_> = out[0].windows.iter().map(|w| w.title.as_str()).collect();
    assert_eq!(titles, ["Notes", "Password required"]);
}

#[test]
fn a_text_that_nobody_goes_on_with_is_complete() {
    let mut s = Scribe::default();
    s.key_down(Keysym::a, NONE, at(0));
    assert!(s.tick(Duration::from_secs(29)).is_empty());
    assert_eq!(lines(&s.tick(Duration::from_secs(31))), ["text \"a\""]);
}

#[test]
fn moves_are_sampled_and_noise() {
    let mut s = Scribe::default();
    let moves: Vec<_> = (0..100).flat_map(|i| s.motion(Point { x: i, y: 0 }, at(i as u64 * 10))).collect();
    assert_eq!(moves.len(), 4);
    assert!(moves.iter().all(|m| m.event.noise_flag));
}

proptest! {
    /// Whatever comes in, no key, click or notch is lost, and times never go back.
    #[test]
    fn nothing_is_lost_and_order_is_kept(inputs in prop::collection::vec((0u8..8, 1u64..600), 0..200)) {
        let mut s = Scribe::default();
        let (mut out, mut ms) = (Vec::new(), 0);
        let (mut keys, mut clicks, mut notches) = (0u64, 0u64, 0.0);
        for (what, pause) in inputs {
            ms += pause;
            out.extend(s.tick(Duration::from_millis(ms)));
            match what {
                0 | 1 => { keys += 1; out.extend(s.key_down(Keysym::a, NONE, at(ms))) }
                2 => { keys += 1; out.extend(s.key_down(Keysym::BackSpace, NONE, at(ms))) }
                3 => { keys += 1; out.extend(s.key_down(Keysym::c, CTRL, at(ms))) }
                4 => { clicks += 1; out.extend(click(&mut s, 10, 10, ms)) }
                5 => { notches += 1.0; out.extend(s.button_down(5, Point::default(), at(ms))) }
                6 => out.extend(s.motion(Point { x: ms as i32, y: 0 }, at(ms))),
                _ => out.extend(s.window(ms % 2 == 0, at(ms))),
            }
        }
        out.extend(s.flush(None));
        let sum = |f: &dyn Fn(&Event) -> u64| out.iter().map(|d| f(&d.event)).sum::<u64>();
        let typed = |e: &Event| e.data.get("keystrokes").and_then(|k| k.as_u64()).unwrap_or(u64::from(!e.keys.is_empty()));
        prop_assert_eq!(sum(&typed), keys);
        prop_assert_eq!(sum(&|e| u64::from(e.clicks.unwrap_or(0))), clicks);
        let scrolled: f64 = out.iter().filter_map(|d| d.event.delta).map(|d| d[1]).sum();
        prop_assert_eq!(scrolled, notches);
        prop_assert!(out.is_sorted_by(|a, b| a.event.t <= b.event.t));
    }
}
