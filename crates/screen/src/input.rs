//! Gestures, made of the few things every screen can do.

use crate::{Button, Key, Press, Result, Screen, Wheel};
use lea_model::Point;
use std::time::Duration;

/// Clicks `times` times at a point.
pub fn click(screen: &mut dyn Screen, at: Point, button: Button, times: u32) -> Result<()> {
    screen.point(at)?;
    for _ in 0..times {
        screen.button(button, Press::Down)?;
        screen.button(button, Press::Up)?;
    }
    Ok(())
}

/// How many places a drag passes through: toolkits take a single jump for no drag at all.
const DRAG_STEPS: i32 = 8;

/// How long a drag stays at each of them. Toolkits and window managers take only the last of several moves that they find
/// waiting, and start to drag with the one after the first: openbox misses a drag without a pause altogether.
const DRAG_PACE: Duration = Duration::from_millis(12);

/// Drags with the left button.
pub fn drag(screen: &mut dyn Screen, from: Point, to: Point) -> Result<()> {
    screen.point(from)?;
    screen.button(Button::Left, Press::Down)?;
    let moved = (1..=DRAG_STEPS).try_for_each(|i| {
        let part = |a: i32, b: i32| a + (b - a) * i / DRAG_STEPS;
        std::thread::sleep(DRAG_PACE);
        screen.point(Point { x: part(from.x, to.x), y: part(from.y, to.y) })
    });
    std::thread::sleep(DRAG_PACE);
    // The button goes up whatever happened on the way.
    let released = screen.button(Button::Left, Press::Up);
    moved.and(released)
}

/// Turns the wheel at a point: `dx`, `dy` in notches, positive right and down.
pub fn scroll(screen: &mut dyn Screen, at: Point, dx: i32, dy: i32) -> Result<()> {
    screen.point(at)?;
    let (across, down) =
        (if dx < 0 { Wheel::Left } else { Wheel::Right }, if dy < 0 { Wheel::Up } else { Wheel::Down });
    (0..dx.abs()).try_for_each(|_| screen.wheel(across))?;
    (0..dy.abs()).try_for_each(|_| screen.wheel(down))
}

/// Presses keys together, and lets go of them in reverse order even when one could not be pressed.
pub fn chord(screen: &mut dyn Screen, keys: &[Key]) -> Result<()> {
    let mut outcome = Ok(());
    let mut pressed = 0;
    for key in keys {
        outcome = screen.key(*key, Press::Down);
        if outcome.is_err() {
            break;
        }
        pressed += 1;
    }
    for key in keys[..pressed].iter().rev() {
        let released = screen.key(*key, Press::Up);
        outcome = outcome.and(released);
    }
    outcome
}
