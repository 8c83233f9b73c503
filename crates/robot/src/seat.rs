//! Where a robot works: a screen, the hotkeys on it, and the bar that says that a robot works.

use crate::eye::Shared;
use crate::{Config, RobotError, Stop};
use lea_model::{Point, Rect};
use lea_screen::vnc::Vnc;
use lea_screen::x11::X11Screen;
use lea_screen::x11::sign::Sign;
use lea_screen::x11::watch::Watch;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The colour of the bar that says that a robot works, and of the frame around what it would act on: orange, as red, green and blue.
pub(crate) const WORKING: [u8; 3] = [255, 140, 0];

/// Which screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Screen {
    /// An X display, by default the one in `DISPLAY`.
    Display(Option<String>),
    /// A VNC server, as `host:display` or `host::port`.
    Vnc(String),
}

/// A screen that a robot works on.
pub struct Seat {
    pub(crate) screen: Shared,
    /// The X display it is, if it is one.
    pub(crate) display: Option<String>,
    /// Where the pointer was put last.
    pub(crate) pointer: Rc<Cell<Option<Point>>>,
    pub(crate) watch: Option<Watch>,
    sign: Option<Sign>,
    stop: Stop,
}

impl Seat {
    /// Opens a screen; on an X display the stop key works from here on.
    pub fn open(screen: &Screen, config: &Config) -> Result<Self, RobotError> {
        match screen {
            Screen::Display(display) => Self::on_display(display.as_deref(), config),
            Screen::Vnc(address) => Self::on_vnc(address),
        }
    }

    fn on_display(display: Option<&str>, config: &Config) -> Result<Self, RobotError> {
        let mut screen = X11Screen::open(display).map_err(RobotError::Screen)?;
        let watch = Watch::open(display, &config.stop_keys, Some(&config.pause_keys));
        let watch = watch.map_err(RobotError::StopKey)?;
        screen.set_stop(watch.stop_flag());
        let sign = config.sign.then(|| Sign::show(display, WORKING)).transpose().map_err(RobotError::Sign)?;
        Ok(Self {
            screen: Rc::new(RefCell::new(Box::new(screen))),
            display: display.map(str::to_owned).or_else(|| std::env::var("DISPLAY").ok()),
            pointer: Rc::default(),
            stop: Stop::new(watch.stop_flag()),
            watch: Some(watch),
            sign,
        })
    }

    fn on_vnc(address: &str) -> Result<Self, RobotError> {
        let stop = Stop::default();
        let mut screen = Vnc::connect(address, None).map_err(RobotError::Screen)?;
        screen.set_stop(stop.flag());
        Ok(Self {
            screen: Rc::new(RefCell::new(Box::new(screen))),
            display: None,
            pointer: Rc::default(),
            watch: None,
            sign: None,
            stop,
        })
    }

    /// Ends whatever happens here.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Where the bar is, which is no part of the screen.
    pub(crate) fn sign(&self) -> Option<Rect> {
        self.sign.as_ref().map(|s| s.rect())
    }
}
