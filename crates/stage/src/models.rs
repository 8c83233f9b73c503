//! Where the models are that `scripts/fetch-models` fetched.

use std::path::PathBuf;

/// The folder of the models, as `lea` finds it: `$LEA_MODELS`, or in the data folder.
pub fn models() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).or_else(home).unwrap_or_default();
    std::env::var_os("LEA_MODELS").map_or_else(|| data.join("lea/models"), PathBuf::from)
}
