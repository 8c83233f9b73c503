//! The commands that learn.

use clap::Args;

/// What to cut.
#[derive(Args, Debug)]
pub struct EpisodesArgs {
    /// A recording, `last`, or a file with a session as JSON (rawsession_v1)
    #[arg(value_name = "SESSION")]
    pub session: String,

    /// A longer pause may end a task, where repetition does not say otherwise, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    pub pause: f64,
}
