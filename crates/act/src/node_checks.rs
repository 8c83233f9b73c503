//! Checks of texts that tell a node, on screens that do not show all of them.

use crate::checks::check_all;
use crate::run::Runner;
use crate::world::Observation;
use lea_model::workflow::Check;
use lea_recognize::View;
use lea_recognize::label::normal;

impl Runner<'_, '_, '_> {
    /// Checks on a screen that speaks other words: of the texts that tell the node one is enough, as in its template; the rest holds as
    /// always.
    pub fn checked_in_other_words(
        &self,
        node: &str,
        checks: &[Check],
        before: &Observation,
        after: &Observation,
        view: &View<'_>,
    ) -> Result<(), String> {
        let texts =
            self.plan.node(node).map(|n| n.screen_template.required_text_any.clone()).unwrap_or_default();
        let (telling, others) = self.telling(node, checks);
        check_all(&others, after, view, Some(before), &self.known.values)?;
        let is_there = |text: &String| view.says(text) || view.means(text);
        match telling.is_empty() || texts.iter().any(is_there) {
            true => Ok(()),
            false => Err("none of its texts is there, in whatever words".into()),
        }
    }

    /// Checks on a screen that is the node's by all that is known, and does not show all that was seen there: a button may be called
    /// otherwise, or out of sight. Of the texts that tell the node one is enough that no other screen of the task has and that was not
    /// there before; the rest holds as always.
    pub fn checked_by_its_own(
        &self,
        node: &str,
        checks: &[Check],
        before: &Observation,
        after: &Observation,
        view: &View<'_>,
    ) -> Result<(), String> {
        let (telling, others) = self.telling(node, checks);
        check_all(&others, after, view, Some(before), &self.known.values)?;
        let was = View::new(before.scene(), before.size, None);
        let others = || self.plan.workflow.nodes.iter().map(|n| n.node_id.as_str()).filter(|id| *id != node);
        let is_own = |text: &str| {
            let shows = |id: &str| self.plan.exemplar(id).is_some_and(|e| e.texts.contains(&normal(text)));
            !others().any(shows) && view.says(text) && !was.says(text)
        };
        match telling.iter().any(|text| is_own(text)) {
            true => Ok(()),
            false => check_all(checks, after, view, Some(before), &self.known.values),
        }
    }

    /// The checks of texts that tell a node, as texts, and the others.
    fn telling(&self, node: &str, checks: &[Check]) -> (Vec<String>, Vec<Check>) {
        let texts = self.plan.node(node).map(|n| n.screen_template.required_text_any.as_slice());
        let is_own = |text: &str| texts.is_some_and(|texts| texts.iter().any(|own| own == text));
        let (telling, others): (Vec<&Check>, Vec<&Check>) =
            checks.iter().partition(|c| c.text().is_some_and(is_own));
        let texts = telling.iter().filter_map(|c| c.text());
        (texts.map(str::to_owned).collect(), others.into_iter().cloned().collect())
    }
}
