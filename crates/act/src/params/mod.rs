//! The hand-set numbers of this crate, each with its unit, its reason and the run that set it. Nothing else in the
//! crate holds a tuning number. `bench/act`, `bench/drift` and `lea-sim` judge the loop with all of them in force
//! (docs/benchmarks.md, "Running", "Beside other tools", "Simulation").

pub(crate) mod dialogs;
pub(crate) mod filling;
pub(crate) mod limits;
pub(crate) mod records;
pub(crate) mod screens;
pub(crate) mod settings;
pub(crate) mod targets;
pub(crate) mod times;
pub(crate) mod verify;
