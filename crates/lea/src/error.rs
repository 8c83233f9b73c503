//! Failures at the edge: what to print, and which code to leave with.

use miette::Report;

/// The command line or the configuration is wrong.
pub const USAGE: u8 = 2;
/// It stopped with a question.
pub const HALTED: u8 = 3;
/// It was tried and did not work.
pub const FAILED: u8 = 4;

/// A guard, or a rule of this machine, does not allow it.
pub const REFUSED: u8 = 5;
/// Everything was done; of some step it was not seen whether it worked.
pub const UNVERIFIED: u8 = 6;
/// A person ended it, as a shell says it of Ctrl-C.
pub const CANCELLED: u8 = 130;

/// A command that did not do what was asked.
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// What to print.
    pub report: Report,
}

/// What every command answers.
pub type Outcome<T = ()> = Result<T, Failure>;

/// A failure of the work itself.
pub fn failed(error: impl std::fmt::Display) -> Failure {
    Failure { code: FAILED, report: miette::miette!("{error}") }
}

/// A failure of the work itself, with what to do about it.
pub fn failed_with_help(error: impl std::fmt::Display, help: impl std::fmt::Display) -> Failure {
    Failure { code: FAILED, report: miette::miette!(help = help.to_string(), "{error}") }
}

/// Not sure enough to go on: what keeps it, and what a person can do.
pub fn halted(why: impl std::fmt::Display) -> Failure {
    Failure { code: HALTED, report: miette::miette!("{why}") }
}

/// A guard, or a rule of this machine, does not allow it.
pub fn refused(why: impl std::fmt::Display) -> Failure {
    Failure { code: REFUSED, report: miette::miette!("{why}") }
}

/// A wrong command line or configuration.
pub fn usage(error: impl std::fmt::Display) -> Failure {
    Failure { code: USAGE, report: miette::miette!("{error}") }
}

/// A person ended it.
pub fn interrupted() -> Failure {
    let report = miette::miette!("interrupted; everything that was started has been ended");
    Failure { code: CANCELLED, report }
}
