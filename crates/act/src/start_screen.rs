//! The screen on which a run began, as it is today: what was learnt of it and could not be seen then, need not be seen at the end.

use crate::checks::{Checked, check};
use crate::execute::Part;
use crate::run::Runner;
use crate::world::Observation;
use lea_model::workflow::Check;
use lea_recognize::View;

impl Runner<'_, '_, '_> {
    /// Remembers the first screen, and which texts that tell it were not to be seen there: larger letters push some out of sight.
    pub fn remember_start(&mut self, node: &str, observation: &Observation) {
        if self.place.start.is_some() || self.depth > 0 {
            return;
        }
        let view = View::new(observation.scene(), observation.size, self.world.meaning);
        let leads_here = |e: &&lea_model::Edge| e.to_node == node && e.from_node != node;
        let edges = self.plan.workflow.edges.iter().filter(leads_here);
        let texts = edges.flat_map(|e| &e.post_conditions.checks).filter(|c| c.text().is_some());
        let is_absent =
            |c: &&Check| matches!(check(c, observation, &view, None, &self.known.values), Checked::Fails(_));
        self.place.start = Some((node.to_owned(), texts.filter(is_absent).cloned().collect()));
    }

    /// On the way back to where the run began, texts that were absent there tell nothing. Something that cannot be taken back is
    /// verified by all that was learnt, and something always has to tell.
    pub fn leave_out_absent(&self, part: &Part<'_>, checks: &mut Vec<Check>) {
        let Some((home, absent)) = self.place.start.as_ref().filter(|_| !part.irreversible) else { return };
        let told = checks.iter().filter(|c| !absent.contains(c)).count();
        if part.to == home && part.node != home && told > 0 {
            checks.retain(|c| !absent.contains(c));
        }
    }
}
