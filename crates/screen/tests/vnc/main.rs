//! A VNC screen and servers that are not what they should be: every one ends in an error that says so, and none in a
//! panic.

#![allow(clippy::unwrap_used)] // A test that cannot go on says where.

mod server;

use lea_model::{Point, Rect};
use lea_screen::vnc::Vnc;
use lea_screen::{Button, Key, Press, Screen, ScreenError, Woken};
use lea_stage::{Stage, StageOptions, wait_until};
use server::{Heard, Talk, greeted, rectangle, serve, update};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const SOON: Duration = Duration::from_secs(20);

/// Why a connection was refused.
fn refusal(address: &str, password: Option<&str>, within: Duration) -> String {
    match Vnc::connect_within(address, password, within) {
        Err(ScreenError::Open { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_does_not_let_us_in_says_why_and_what_to_do() {
    let reason = |text: &str| [&(text.len() as u32).to_be_bytes()[..], text.as_bytes()].concat();
    let after_version = |more: &[u8]| [b"RFB 003.008\n", more].concat();
    let init = |width: u16, height: u16| {
        let mut bytes = after_version(&[1, 1, 0, 0, 0, 0]);
        bytes.extend(server::init(width, height));
        bytes
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (vec![], "without a word"),
        (b"SSH-2.0-OpenSSH_9.2\r\n".to_vec(), "no VNC server: it says \"SSH-2.0"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(), "check the port"),
        (b"RFB 003".to_vec(), "no VNC server"),
        (b"RFB 003.008\n".to_vec(), "in the middle of the greeting"),
        (after_version(&[2, 2, 16]), "wants a password"),
        (after_version(&[2, 18, 19]), "encrypted logins"),
        (after_version(&[1, 250]), "encrypted logins"),
        (
            after_version(&[&[0][..], &reason("Too many security failures")].concat()),
            "Too many security failures",
        ),
        (init(0, 0), "a screen that cannot be"),
        (init(u16::MAX, u16::MAX), "a screen that cannot be"),
        (init(1, 0), "a screen that cannot be"),
        (after_version(&[1, 1, 0, 0, 0, 9]), "authentication result"),
    ];
    for (says, wanted) in cases {
        let address = serve(move |mut client| {
            client.write_all(&says)?;
            client.shutdown(std::net::Shutdown::Write)?;
            client.read_to_end(&mut Vec::new()).map(drop)
        });
        let why = refusal(&address, None, SOON);
        assert!(why.contains(wanted), "{why:?} does not say {wanted:?}");
    }
}

#[test]
fn what_is_not_there_says_so() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(refusal(&nobody.to_string(), None, SOON).contains("nothing listens there"));
    assert!(refusal("localhost:x", None, SOON).contains("host:display"));
    assert!(!refusal("no-such-host.invalid:1", None, SOON).is_empty());
}

#[test]
fn a_server_that_says_nothing_is_not_waited_for() {
    let address = serve(|mut client| client.read_to_end(&mut Vec::new()).map(drop));
    let started = Instant::now();
    assert!(refusal(&address, None, Duration::from_millis(200)).contains("within 0.2 s"));
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_password_is_checked_by_a_real_server() {
    // "leapass1" as TigerVNC keeps it.
    const KEPT: [u8; 8] = [0xfa, 0x1e, 0x09, 0xa4, 0xb4, 0x5a, 0x6b, 0xe2];
    let stage = Stage::start(StageOptions { window_manager: false, ..StageOptions::default() }).unwrap();
    let file = stage.home().join("password");
    std::fs::write(&file, KEPT).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = stage.command("Xvnc");
    command.args([
        "-displayfd",
        "1",
        "-SecurityTypes",
        "VncAuth",
        "-localhost",
        "yes",
        "-geometry",
        "320x200",
    ]);
    command.args(["-rfbport", &port.to_string(), "-UseBlacklist", "0"]).arg("-PasswordFile").arg(&file);
    let _server = stage.spawn(command).unwrap();
    let address = format!("localhost::{port}");
    let mut screen =
        wait_until("the server", SOON, || Vnc::connect(&address, Some("leapass1")).ok()).unwrap();
    assert_eq!(screen.see().unwrap().frame.size, [320, 200].into());
    assert!(refusal(&address, Some("wrong"), SOON).contains("check the password"));
    assert!(refusal(&address, None, SOON).contains("wants a password"));
    assert!(screen.see().is_ok(), "the others' failures are not ours");
}

#[test]
fn what_makes_no_sense_is_a_loss_and_never_a_panic() {
    const ZRLE: i32 = 16;
    const SIZE: i32 = -223;
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("an unknown message", vec![200, 1, 2, 3]),
        ("colours of a palette", vec![1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
        ("a rectangle outside", update(&[rectangle([60, 40, 10, 10], 0, &[0; 400])])),
        ("a rectangle of nothing", update(&[rectangle([0, 0, 0, 0], 0, &[])])),
        ("a huge rectangle", update(&[rectangle([0, 0, u16::MAX, u16::MAX], 0, &[0; 4096])])),
        ("an unknown encoding", update(&[rectangle([0, 0, 4, 4], 5, &[0; 64])])),
        ("an encoding not asked for", update(&[rectangle([0, 0, 4, 4], 7, &[0x80, 1, 2, 3])])),
        ("a copy from outside", update(&[rectangle([0, 0, 10, 10], 1, &[0, 60, 0, 45])])),
        ("no screen at all", update(&[rectangle([0, 0, 0, 0], SIZE, &[])])),
        ("a screen of another world", update(&[rectangle([0, 0, u16::MAX, u16::MAX], SIZE, &[])])),
        ("data that are not packed", update(&[rectangle([0, 0, 8, 8], ZRLE, &[0, 0, 0, 4, 1, 2, 3, 4])])),
        ("no data", update(&[rectangle([0, 0, 8, 8], ZRLE, &[0, 0, 0, 0])])),
        ("a length without end", update(&[rectangle([0, 0, 8, 8], ZRLE, &[0xff; 64])])),
        ("a cursor without end", update(&[rectangle([0, 0, u16::MAX, u16::MAX], -239, &[0; 64])])),
        ("half an update", update(&[vec![0; 5]])),
    ];
    for (what, says) in cases {
        let why = loss(says);
        assert!(!why.contains("stumbled"), "{what}: {why}");
    }
}

#[test]
fn random_bytes_are_a_loss_and_never_a_panic() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for round in 0..200 {
        let length = random() % 600 + 4;
        let mut says: Vec<u8> = (0..length).map(|_| random() as u8).collect();
        // Half of them start like an update, with encodings that are known.
        if round % 2 == 0 {
            let encoding = [0, 1, 16, -223, -239, -261][random() as usize % 6];
            let small = |n: u64| (n % 70) as u16;
            let place = [small(random()), small(random()), small(random()), small(random())];
            says = update(&[rectangle(place, encoding, &says), rectangle([0, 0, 2, 2], 0, &says)]);
        }
        let why = loss(says.clone());
        assert!(!why.contains("stumbled"), "round {round}: {why}: {says:?}");
    }
}

/// Why a screen is lost whose server says this and goes.
fn loss(says: Vec<u8>) -> String {
    let address = serve(move |client| {
        let mut talk = greeted(client)?;
        talk.say(&says)?;
        talk.end()
    });
    let mut screen = Vnc::connect_within(&address, None, SOON).unwrap();
    screen.set_answer_within(SOON);
    match screen.see() {
        Err(ScreenError::Lost { why, .. }) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_update_is_shown_as_a_whole_and_the_pointer_position_is_not_guessed() {
    let (go, gone) = std::sync::mpsc::channel();
    let address = serve(move |client| {
        let mut talk = greeted(client)?;
        talk.paint([0, 0, 64, 48], [10, 20, 30])?;
        talk.answer_until(|heard| matches!(heard, Heard::Probe(_)))?;
        gone.recv().unwrap();
        // Two rectangles of one update, the second late.
        let late = update(&[talk.painted([8, 8, 4, 4], [1, 1, 1]), talk.painted([40, 30, 4, 4], [2, 2, 2])]);
        let (now, later) = late.split_at(4 + 12 + 64 + 5);
        talk.say(now)?;
        gone.recv().unwrap();
        talk.say(later)?;
        talk.answer_until_gone()
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    let refused = screen.button(Button::Left, Press::Down);
    assert!(matches!(refused, Err(ScreenError::Refused { .. })), "{refused:?}");
    assert_eq!(screen.see().unwrap().changed, [Rect::from([0, 0, 64, 48])]);
    go.send(()).unwrap();
    let soon = Instant::now() + Duration::from_millis(100);
    assert_eq!(screen.wait(soon, None).unwrap(), Woken::TimedOut, "half an update is no news");
    go.send(()).unwrap();
    assert_eq!(screen.wait(Instant::now() + SOON, None).unwrap(), Woken::Changed);
    let mut boxes = screen.see().unwrap().changed.to_vec();
    boxes.sort();
    assert_eq!(boxes, [Rect::from([8, 8, 12, 12]), Rect::from([40, 30, 44, 34])]);
    screen.point(Point { x: 1, y: 1 }).unwrap();
}

#[test]
fn a_server_that_talks_but_does_not_answer_hangs() {
    let address = serve(|client| {
        let mut talk = greeted(client)?;
        talk.paint([0, 0, 64, 48], [0, 0, 0])?;
        talk.answer_until(|heard| matches!(heard, Heard::Probe(_)))?;
        loop {
            // Never the top row, which is what is asked for.
            talk.paint([9, 9, 2, 2], [1, 2, 3])?;
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    screen.see().unwrap();
    screen.set_answer_within(Duration::from_millis(50));
    let started = Instant::now();
    let outcome = screen.see().map(drop);
    assert!(matches!(outcome, Err(ScreenError::Hangs { .. })), "{outcome:?}");
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_slow_server_does_not_hang() {
    let address = serve(|client| {
        let mut talk = greeted(client)?;
        for y in 0..48 {
            std::thread::sleep(Duration::from_millis(15));
            talk.paint([0, y, 64, 1], [0, 0, y as u8])?;
        }
        talk.answer_until_gone()
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    screen.set_answer_within(Duration::from_millis(400));
    let started = Instant::now();
    assert_eq!(screen.see().unwrap().frame.pixel(63, 47), [0, 0, 47]);
    assert!(started.elapsed() > Duration::from_millis(500), "the first look waits for the whole screen");
}

#[test]
fn a_dropped_screen_lets_go_and_hangs_up() {
    let (tell, told) = std::sync::mpsc::channel();
    let address = serve(move |client| {
        let mut talk = greeted(client)?;
        talk.paint([0, 0, 64, 48], [0, 0, 0])?;
        let outcome = talk.answer_until_gone();
        tell.send(talk.keys).unwrap();
        outcome
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    screen.key(Key::CTRL, Press::Down).unwrap();
    drop(screen);
    let keys = told.recv_timeout(SOON).unwrap();
    assert_eq!(keys, [(0xffe3, true), (0xffe3, false)], "pressed, let go, and nobody on the line any more");
}

#[test]
fn a_stop_ends_typing_and_waits_and_refuses_all_that_follows_but_looking() {
    let address = serve(|client| {
        let mut talk = greeted(client)?;
        talk.paint([0, 0, 64, 48], [0, 0, 0])?;
        talk.answer_until_gone()
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    screen.set_stop(flag.clone());
    let said = |flag: Arc<AtomicBool>| {
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, Ordering::SeqCst);
            Instant::now()
        })
    };
    let is_interrupted = |r: &lea_screen::Result<()>| matches!(r, Err(ScreenError::Interrupted { .. }));
    // Each of these waits until applications have heard of its key: it takes a minute.
    let stopped = said(flag.clone());
    let typed = screen.text(&"é".repeat(1000));
    let took = Instant::now().duration_since(stopped.join().unwrap());
    assert!(is_interrupted(&typed), "{typed:?}");
    assert!(took < Duration::from_millis(200), "{took:?}");
    flag.store(false, Ordering::SeqCst);
    let stopped = said(flag);
    let waited = screen.wait(Instant::now() + SOON, None).map(drop);
    // What was typed may have been painted; then it is waited once more.
    let waited = waited.and_then(|()| {
        screen.see()?;
        screen.wait(Instant::now() + SOON, None).map(drop)
    });
    let took = Instant::now().duration_since(stopped.join().unwrap());
    assert!(is_interrupted(&waited), "{waited:?}");
    assert!(took < Duration::from_millis(200), "{took:?}");
    let near = Point { x: 1, y: 1 };
    let tried = [
        screen.point(near),
        screen.button(Button::Left, Press::Down),
        screen.key(Key::CTRL, Press::Down),
        screen.text("x"),
        screen.wheel(lea_screen::Wheel::Up),
        lea_screen::drag(&mut screen, near, near),
        lea_screen::chord(&mut screen, &[Key::CTRL, Key::TAB]),
        lea_screen::scroll(&mut screen, near, 0, 1),
    ];
    assert!(tried.iter().all(is_interrupted), "{tried:?}");
    screen.see().unwrap();
    screen.release_all().unwrap();
}

#[test]
fn a_screen_may_grow_and_shrink_and_keeps_its_pixels_right() {
    let sizes = [[64u16, 48], [100, 10], [8, 200], [64, 48]];
    let address = serve(move |client| {
        let mut talk = greeted(client)?;
        talk.paint([0, 0, 64, 48], [0, 0, 0])?;
        for (i, [width, height]) in sizes.into_iter().enumerate() {
            talk.answer_until(|heard| heard == Heard::Key)?;
            let resize = rectangle([0, 0, width, height], -223, &[]);
            let all = talk.painted([0, 0, width, height], [i as u8; 3]);
            talk.say(&update(&[resize, all]))?;
        }
        talk.answer_until_gone()
    });
    let mut screen = Vnc::connect(&address, None).unwrap();
    let mut last = screen.see().unwrap().frame.size;
    for (i, [width, height]) in sizes.into_iter().enumerate() {
        screen.key(Key::ENTER, Press::Down).unwrap();
        let size = [u32::from(width), u32::from(height)].into();
        // The first of them has the size it had: new pixels, and no resize.
        let (resized, pixel) = wait_until("the next picture", SOON, || {
            let seen = screen.see().unwrap();
            (seen.frame.size == size && seen.frame.pixel(0, 0) == [i as u8; 3])
                .then(|| (seen.resized, seen.frame.pixel(width as usize - 1, height as usize - 1)))
        })
        .unwrap();
        assert_eq!((resized, pixel), (size != last, [i as u8; 3]));
        last = size;
    }
}

#[test]
fn the_greeting_of_newer_servers_is_understood() {
    for version in ["RFB 003.889\n", "RFB 005.000\n", "RFB 003.003\n"] {
        let address = serve(move |client| {
            let mut talk = Talk::greet(client, version)?;
            talk.paint([0, 0, 64, 48], [0, 0, 0])?;
            talk.answer_until_gone()
        });
        let mut screen = Vnc::connect(&address, None).unwrap();
        assert_eq!(screen.see().unwrap().frame.size, [64, 48].into(), "{version}");
    }
}
