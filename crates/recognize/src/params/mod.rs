//! The hand-set numbers of this crate, each with its unit, its reason and the run that set it. Nothing else in the
//! crate holds a tuning number. The weights in `weights/` are data: `bench/recognize/fit.py` and
//! `bench/screens/fit.py` fitted them with these values in force. So whoever changes a number that a witness or a
//! candidate is computed from fits the weights anew; `fit.py` of `bench/recognize` repeats the numbers of `accept` in
//! `is_vetoed`.

pub(crate) mod accept;
pub(crate) mod candidates;
pub(crate) mod look;
pub(crate) mod memory;
pub(crate) mod screen;
pub(crate) mod sheet;
pub(crate) mod template;
pub(crate) mod witness;
