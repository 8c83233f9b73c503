//! The hand of a run: pointer, keys and windows of a real screen.

use crate::Stop;
use crate::eye::Shared;
use lea_act::step::Input;
use lea_act::world::{Hand, HandError, InputEvent, Place};
use lea_model::{MouseButton, Point};
use lea_screen::{Button, Key, Screen, ScreenError};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long a program that is started may take to show its window.
const STARTS_WITHIN: Duration = Duration::from_secs(30);

/// How long a window may take to get the keyboard after a click into it, and how often to look.
const FOCUSED_WITHIN: Duration = Duration::from_secs(2);
const FOCUS_LOOKS: Duration = Duration::from_millis(10);

/// Acts on a real screen.
pub struct ScreenHand {
    screen: Shared,
    /// Where the pointer was put last: if it is elsewhere, a person moved it.
    pointer: Rc<Cell<Option<Point>>>,
    /// Programs that may be started, by the application they are, from this machine's own configuration (SPEC L4.11).
    programs: BTreeMap<String, Vec<String>>,
    /// Nothing is begun once it is set; the screen looks at it between two inputs.
    stop: Stop,
}

impl ScreenHand {
    /// A hand for a screen.
    pub fn new(
        screen: Shared,
        pointer: Rc<Cell<Option<Point>>>,
        programs: BTreeMap<String, Vec<String>>,
        stop: Stop,
    ) -> Self {
        Self { screen, pointer, programs, stop }
    }

    /// Keys go to the window that has the keyboard: that must be the one that was clicked in.
    fn wait_for_focus(&self) -> Result<(), HandError> {
        let Some(at) = self.pointer.get() else { return Ok(()) };
        let mut screen = self.screen.borrow_mut();
        if !screen.capabilities().windows {
            return Ok(());
        }
        let deadline = Instant::now() + FOCUSED_WITHIN;
        loop {
            let active = screen.active_window().map_err(error)?;
            // A menu or a list that opened has no window of its own in the list.
            let windows = screen.windows().map_err(error)?;
            let under = windows.iter().rev().find(|w| w.rect.contains(at)).map(|w| w.id);
            if under.is_none() || active.as_ref().map(|w| w.id) == under {
                return Ok(());
            }
            if Instant::now() >= deadline {
                return Err(HandError::Unable(
                    "the window that was clicked in did not get the keyboard".into(),
                ));
            }
            screen.wait((Instant::now() + FOCUS_LOOKS).min(deadline), None).map_err(error)?;
        }
    }

    fn switch(&self, place: &Place) -> Result<(), HandError> {
        if let Some(id) = self.window(place)? {
            return self.screen.borrow_mut().raise(id).map_err(error);
        }
        let Some(command) = self.programs.get(&place.app) else {
            let why = format!(
                "no window of {} is open, and this machine's configuration names no program for it ([run.programs])",
                place.app
            );
            return Err(HandError::Unable(why));
        };
        let [program, arguments @ ..] = command.as_slice() else {
            return Err(HandError::Unable(format!("[run.programs] {} is empty", place.app)));
        };
        std::process::Command::new(program)
            .args(arguments)
            .stdin(std::process::Stdio::null())
            .spawn()
            .map_err(|e| HandError::Unable(format!("{program} cannot be started: {e}")))?;
        let deadline = Instant::now() + STARTS_WITHIN;
        while Instant::now() < deadline {
            if let Some(id) = self.window(place)? {
                return self.screen.borrow_mut().raise(id).map_err(error);
            }
            let until = (Instant::now() + Duration::from_millis(200)).min(deadline);
            self.screen.borrow_mut().wait(until, None).map_err(error)?;
        }
        Err(HandError::Unable(format!("{program} was started, and no window of {} came up", place.app)))
    }

    /// The topmost window of that application, and title where one is wanted.
    fn window(&self, place: &Place) -> Result<Option<u64>, HandError> {
        let windows = self.screen.borrow_mut().windows().map_err(error)?;
        let title = place.title.as_deref().unwrap_or_default().to_lowercase();
        let fits = |w: &&lea_screen::Window| {
            w.app_name.to_lowercase() == place.app && w.title.to_lowercase().contains(&title)
        };
        Ok(windows.iter().rev().find(fits).map(|w| w.id))
    }

    /// Makes the inputs of a deed.
    fn perform(&mut self, deed: &InputEvent) -> Result<(), HandError> {
        if self.stop.is_set() {
            return Err(HandError::Interrupted);
        }
        if let InputEvent::Switch(place) = deed {
            return self.switch(place);
        }
        if matches!(deed, InputEvent::Clear | InputEvent::Type { .. }) {
            self.wait_for_focus()?;
        }
        let mut screen = self.screen.borrow_mut();
        let screen = screen.as_mut();
        let at = match deed {
            InputEvent::Click { at, .. } | InputEvent::Hover { at } | InputEvent::Scroll { at, .. } => {
                Some(*at)
            }
            InputEvent::Drag { to, .. } => Some(*to),
            _ => None,
        };
        if let Some(at) = at {
            self.pointer.set(Some(at));
        }
        match deed {
            InputEvent::Click { at, button: which, clicks } => {
                lea_screen::click(screen, *at, button(*which), u32::from(*clicks)).map_err(error)
            }
            InputEvent::Hover { at } => screen.point(*at).map_err(error),
            InputEvent::Drag { from, to } => lea_screen::drag(screen, *from, *to).map_err(error),
            InputEvent::Scroll { at, dx, dy } => lea_screen::scroll(screen, *at, *dx, *dy).map_err(error),
            InputEvent::Keys(names) => lea_screen::chord(screen, &keys(names)?).map_err(error),
            InputEvent::Clear => {
                chord(screen, &["CTRL", "A"])?;
                chord(screen, &["DELETE"])
            }
            InputEvent::Type { text, .. } => screen.text(text).map_err(error),
            InputEvent::Switch(_) => Ok(()),
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn error(error: ScreenError) -> HandError {
    match error {
        ScreenError::Unsupported { .. } | ScreenError::Refused { .. } => HandError::Unable(error.to_string()),
        ScreenError::Interrupted { .. } => HandError::Interrupted,
        _ => HandError::Lost(error.to_string()),
    }
}

fn button(button: MouseButton) -> Button {
    match button {
        MouseButton::Left => Button::Left,
        MouseButton::Middle => Button::Middle,
        MouseButton::Right => Button::Right,
    }
}

fn keys(names: &[String]) -> Result<Vec<Key>, HandError> {
    names.iter().map(|n| n.parse::<Key>().map_err(|e| HandError::Unable(e.to_string()))).collect()
}

fn chord(screen: &mut dyn Screen, names: &[&str]) -> Result<(), HandError> {
    let names: Vec<String> = names.iter().map(|n| (*n).to_owned()).collect();
    lea_screen::chord(screen, &keys(&names)?).map_err(error)
}

impl Hand for ScreenHand {
    fn act(&mut self, input: Input) -> Result<(), HandError> {
        self.perform(&input.into_event())
    }

    fn covers(&self) -> bool {
        // A screen of this machine is taken without it.
        !self.screen.borrow().capabilities().windows
    }

    fn clipboard(&mut self) -> Result<Option<String>, HandError> {
        self.screen.borrow_mut().clipboard().map_err(error)
    }
}
