//! The other hand on the display: what changes it, asks it and breaks it while a check looks on.

use lea_frame::FrameBuf;
use lea_model::{Point, Rect, Size};
use lea_screen::film::{Film, Reel};
use lea_screen::vnc::Vnc;
use lea_screen::x11::X11Screen;
use lea_screen::{Capabilities, Patience, Screen, settle};
use lea_stage::{App, Kind, Stage, StageOptions};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long anything may take that takes no time on an idle machine.
pub const SOON: Duration = Duration::from_secs(20);

/// The size of every screen here: small enough to compare pixel by pixel.
pub const SIZE: Size = Size { width: 1024, height: 768 };

/// The size it gets in mid-run.
pub const OTHER_SIZE: Size = Size { width: 800, height: 600 };

/// A kind of screen, with the display it is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    X11,
    X11OnXvnc,
    Vnc,
    Film,
}

impl Backend {
    /// What it is to declare.
    pub fn capabilities(self) -> Capabilities {
        let all = Capabilities { windows: true, input: true, clipboard: true, damage: true, monitors: true };
        match self {
            Backend::X11 | Backend::X11OnXvnc => all,
            Backend::Vnc => Capabilities { windows: false, monitors: false, ..all },
            Backend::Film => Capabilities { damage: true, ..Capabilities::default() },
        }
    }
}

/// What is on the display. A film shows it by itself; on a stage [`Ground::change`] and its like do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    Still,
    Changing,
    Spinning,
    Resizing,
}

/// A display, and what can be done to it from outside.
pub struct Ground {
    pub backend: Backend,
    stage: Option<Stage>,
    moved: Cell<i32>,
    mover: Option<App>,
}

impl Ground {
    pub fn new(backend: Backend) -> Self {
        let kind = match backend {
            Backend::X11 => Some(Kind::Xvfb),
            Backend::X11OnXvnc | Backend::Vnc => Some(Kind::Xvnc),
            Backend::Film => None,
        };
        let start = |kind| {
            let size = (SIZE.width, SIZE.height);
            Stage::start(StageOptions { kind, size, ..StageOptions::default() }).expect("a stage")
        };
        Self { backend, stage: kind.map(start), moved: Cell::new(0), mover: None }
    }

    /// The display's stage; a film has none.
    pub fn stage(&self) -> &Stage {
        self.stage.as_ref().expect("this check needs a server")
    }

    /// Ends the server as a crash would.
    pub fn kill_server(&mut self) {
        self.stage.as_mut().expect("this check needs a server").kill_server();
    }

    /// Opens the screen, with something on it, and waits until it is settled.
    pub fn open(&mut self, scene: Scene) -> Box<dyn Screen> {
        let mut screen = self.open_unsettled(scene);
        if self.backend != Backend::Film {
            let patience = Patience { timeout: SOON, ..Patience::default() };
            assert!(settle(screen.as_mut(), patience).expect("settles").is_settled());
        }
        screen
    }

    /// Opens the screen as it is.
    pub fn open_unsettled(&mut self, scene: Scene) -> Box<dyn Screen> {
        self.set(scene);
        self.connect(scene, None)
    }

    /// Opens a screen whose server must answer within this time.
    pub fn open_patient(&mut self, answer_within: Duration) -> Box<dyn Screen> {
        self.connect(Scene::Still, Some(answer_within))
    }

    fn connect(&self, scene: Scene, answer_within: Option<Duration>) -> Box<dyn Screen> {
        match self.backend {
            Backend::X11 | Backend::X11OnXvnc => {
                let mut screen = X11Screen::open(Some(self.stage().display())).expect("opens");
                answer_within.into_iter().for_each(|limit| screen.set_answer_within(limit));
                Box::new(screen)
            }
            Backend::Vnc => {
                let port = self.stage().vnc_port().expect("a VNC server");
                let mut screen = Vnc::connect(&format!("localhost::{port}"), None).expect("connects");
                answer_within.into_iter().for_each(|limit| screen.set_answer_within(limit));
                // The server paints the pointer into the picture while it is not where this client put it. At first it
                // takes every client to have put it into the corner: there it is right for those who come later, too.
                screen.point(Point { x: 0, y: 0 }).expect("points");
                Box::new(screen)
            }
            Backend::Film => Box::new(Film::new(Scripted::new(scene), 1.0).expect("a film")),
        }
    }

    fn set(&mut self, scene: Scene) {
        let Some(stage) = &self.stage else { return };
        if scene == Scene::Changing {
            let app = stage.launch(["xterm", "-T", "mover", "-geometry", "30x8+40+60", "-e", "sleep 1000"]);
            self.mover = Some(app.expect("xterm"));
            stage.wait_for_window("mover", SOON).expect("xterm's window");
        }
    }

    /// Something changes: a window moves by some pixels. In a film that is a matter of time.
    pub fn change(&self) {
        let Some(stage) = &self.stage else { return };
        let window = stage.windows("mover").expect("asks")[0];
        self.moved.set(self.moved.get() + 17);
        stage.place(window, (60 + self.moved.get(), 80 + self.moved.get()), (180, 110)).expect("moves");
    }

    /// Something small starts to turn and never stops.
    pub fn spin(&self) -> Option<App> {
        let stage = self.stage.as_ref()?;
        let turn = r#"while :; do for c in - '\' '|' /; do printf "\r$c"; sleep 0.03; done; done"#;
        let line = ["xterm", "-T", "spinner", "-geometry", "12x2+300+300", "+bc", "-e", "bash", "-c", turn];
        let app = stage.launch(line).expect("xterm");
        stage.wait_for_window("spinner", SOON).expect("its window");
        Some(app)
    }

    /// The display gets its other size.
    pub fn resize(&self) {
        if let Some(stage) = &self.stage {
            stage.resize((OTHER_SIZE.width, OTHER_SIZE.height)).expect("resizes");
        }
    }

    /// What is on the display according to someone who has just come: the same display through X.
    pub fn truth(&self) -> Option<FrameBuf> {
        let mut fresh = X11Screen::open(Some(self.stage.as_ref()?.display())).expect("opens");
        Some(fresh.see().expect("sees").frame.to_buf())
    }
}

/// A film of a scene.
struct Scripted {
    scene: Scene,
    times: Vec<Duration>,
}

/// Where the film's spinner turns.
const SPINNER: Rect = Rect { x1: 500, y1: 300, x2: 524, y2: 324 };

impl Scripted {
    fn new(scene: Scene) -> Self {
        let (frames, apart) = match scene {
            Scene::Still => (1, 0),
            Scene::Changing => (8, 250),
            Scene::Spinning => (400, 30),
            Scene::Resizing => (2, 200),
        };
        Self { scene, times: (0..frames).map(|i| Duration::from_millis(i * apart)).collect() }
    }
}

impl Reel for Scripted {
    fn name(&self) -> String {
        format!("film of a {:?} scene", self.scene)
    }

    fn times(&self) -> &[Duration] {
        &self.times
    }

    fn frame(&mut self, index: usize) -> Result<FrameBuf, String> {
        let size = if self.scene == Scene::Resizing && index > 0 { OTHER_SIZE } else { SIZE };
        let mut frame = FrameBuf::filled(size, [90, 60, 30]).map_err(|e| e.to_string())?;
        let step = index as i32;
        match self.scene {
            Scene::Still | Scene::Resizing => {}
            Scene::Changing => {
                frame.fill(Rect::from([100, 80, 280, 190]).moved(17 * step, 17 * step), [255; 3]);
            }
            Scene::Spinning => {
                frame.fill(SPINNER, [0; 3]);
                let hand =
                    Rect { x1: SPINNER.x1 + step % 4 * 6, x2: SPINNER.x1 + step % 4 * 6 + 6, ..SPINNER };
                frame.fill(hand, [255; 3]);
            }
        }
        Ok(frame)
    }
}

/// A moment that lies this far ahead.
pub fn ahead(time: Duration) -> Instant {
    Instant::now() + time
}

/// Looks again and again until `look` finds something.
pub fn until<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    lea_stage::wait_until(what, SOON, look).expect("in time")
}
