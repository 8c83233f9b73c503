//! What goes wrong in a run, drawn from the seed: the application, the screen, the disk, the people, and Lea itself.

use crate::dice::Dice;
use crate::popup::Popup;
use lea_act::world::Interrupt;

/// The kinds of faults, for counting what was tried.
pub const FAULTS: &[&str] = &[
    "late paint",
    "lost click",
    "double effect",
    "known popup",
    "strange popup",
    "wrong window",
    "frozen",
    "expired",
    "failed save",
    "silent failure",
    "paused",
    "stopped",
    "interrupted hand",
    "disk full",
    "audit full",
    "screen lost",
    "crash",
];

/// What a person does who takes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meddling {
    /// Nothing but watching.
    Watches,
    /// Goes back to the list.
    GoesToList,
    /// Opens another record.
    OpensAnother,
    /// Ends the run.
    Ends,
}

/// What goes wrong, and when.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Names of what was drawn.
    pub names: Vec<&'static str>,
    /// The chance, of 100, that what a deed changed is painted late, and by how many seconds at most.
    pub late: (u32, f64),
    /// Deeds, by number, that do nothing.
    pub lost: Vec<u64>,
    /// The first thing committed is done twice.
    pub twice: bool,
    /// After this deed something comes up.
    pub popup: Option<(u64, Popup)>,
    /// After this deed another window is in front.
    pub foreign: Option<u64>,
    /// From this deed on nothing moves, for so many seconds.
    pub frozen: Option<(u64, f64)>,
    /// After this deed the session is over.
    pub expired: Option<u64>,
    /// So many times a commit fails openly.
    pub fails: u32,
    /// The first thing committed is not, and the screen says it is.
    pub lies: bool,
    /// At this question whether someone interrupted, someone did.
    pub interrupt: Option<(u64, Interrupt, Meddling)>,
    /// At this deed the person takes over in the middle of it.
    pub interrupted: Option<u64>,
    /// From this line of the journal on the disk is full; for ever, or once.
    pub disk: Option<(u64, bool)>,
    /// From this line of the audit on.
    pub audit: Option<(u64, bool)>,
    /// From this look or deed on the screen is gone, for so many of them.
    pub lost_screen: Option<(u64, u64)>,
    /// This text goes into another field than the one that was clicked; and whether the application knows Ctrl+Z.
    pub stray: Option<(u64, bool)>,
    /// Calls, by number, in which Lea is killed.
    pub crashes: Vec<u64>,
}

impl Faults {
    /// A few faults at once. `has_effects`: lies can be found out.
    pub fn draw(dice: &mut Dice, has_effects: bool) -> Self {
        let mut faults = Self::default();
        for _ in 0..1 + dice.below(3) {
            let name = *dice.pick(FAULTS);
            if faults.names.contains(&name)
                || (!has_effects && matches!(name, "silent failure" | "double effect"))
            {
                continue;
            }
            faults.names.push(name);
            let deed = 1 + dice.below(14) as u64;
            match name {
                "late paint" => faults.late = (20 + dice.below(80) as u32, dice.real(0.2, 4.0)),
                "lost click" => {
                    faults.lost = (0..1 + dice.below(3)).map(|_| 1 + dice.below(16) as u64).collect();
                }
                "double effect" => faults.twice = true,
                "known popup" => faults.popup = Some((deed, *dice.pick(Popup::KNOWN))),
                "strange popup" => faults.popup = Some((deed, *dice.pick(Popup::STRANGE))),
                "wrong window" => faults.foreign = Some(deed),
                "frozen" => faults.frozen = Some((deed, dice.real(1.0, 60.0))),
                "expired" => faults.expired = Some(deed),
                "failed save" => faults.fails = 1 + dice.below(5) as u32,
                "silent failure" => faults.lies = true,
                "paused" => {
                    use Meddling::{Ends, GoesToList, OpensAnother, Watches};
                    let then = *dice.pick(&[Watches, Watches, GoesToList, OpensAnother, Ends]);
                    faults.interrupt = Some((1 + dice.below(40) as u64, Interrupt::Pause, then));
                }
                "stopped" => {
                    faults.interrupt = Some((1 + dice.below(40) as u64, Interrupt::Stop, Meddling::Ends));
                }
                "interrupted hand" => faults.interrupted = Some(deed),
                "disk full" => faults.disk = Some((1 + dice.below(40) as u64, dice.percent(50))),
                "audit full" => faults.audit = Some((1 + dice.below(12) as u64, dice.percent(50))),
                "screen lost" => {
                    let length = if dice.percent(50) { u64::MAX / 2 } else { 1 + dice.below(3) as u64 };
                    faults.lost_screen = Some((1 + dice.below(60) as u64, length));
                }
                _ => faults.crash(dice),
            }
        }
        // What a crash leaves behind is the hardest to get right: it comes together with everything else.
        if faults.crashes.is_empty() && dice.percent(25) {
            faults.names.push("crash");
            faults.crash(dice);
        }
        faults
    }

    /// Text that goes astray: of a chance of its own, so that seeds stay what they were.
    pub fn go_astray(&mut self, seed: u64) {
        let mut dice = Dice::new(seed.rotate_left(32) ^ 0x0057_7A71);
        if dice.percent(12) {
            self.stray = Some((1 + dice.below(4) as u64, dice.percent(60)));
        }
    }

    fn crash(&mut self, dice: &mut Dice) {
        self.crashes = (0..1 + dice.below(3)).map(|_| 1 + dice.below(160) as u64).collect();
        self.crashes.sort_unstable();
        self.crashes.dedup();
    }
}
