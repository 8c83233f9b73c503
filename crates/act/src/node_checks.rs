//! Checks of texts that tell a node, on screens that do not show all of them.

use crate::after_verdict::Attempt;
use crate::checks::{On, Words, check_all, check_all_on, is_said};
use crate::run::Runner;
use lea_model::workflow::Check;
use lea_recognize::View;
use lea_recognize::label::normal;

impl Runner<'_, '_, '_> {
    /// Checks on a screen that speaks other words: of the texts that tell the node one is enough, as in its template; the rest holds as
    /// always.
    pub fn checked_in_other_words(
        &self,
        attempt: Attempt<'_>,
        checks: &[Check],
        view: &View<'_>,
    ) -> Result<(), String> {
        let (node, before, after) = (attempt.part.to, attempt.before, attempt.after);
        let texts =
            self.plan.node(node).map(|n| n.screen_template.required_text_any.clone()).unwrap_or_default();
        let (telling, others) = self.telling(node, checks);
        let on = On { observation: after, view, before: Some(before), speaks: Words::Others };
        check_all_on(&on, &others, &self.known.values)?;
        let is_there = |text: &String| is_said(view, text, Words::Others);
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
        attempt: Attempt<'_>,
        checks: &[Check],
        view: &View<'_>,
    ) -> Result<(), String> {
        let (node, before, after) = (attempt.part.to, attempt.before, attempt.after);
        let (telling, others) = self.telling(node, checks);
        check_all(&others, after, view, Some(before), &self.known.values)?;
        let was = View::new(before.scene(), before.size, None);
        let others = || self.plan.workflow.nodes.iter().map(|n| n.node_id.as_str()).filter(|id| *id != node);
        let is_own = |text: &str| {
            let shows = |id: &str| self.plan.exemplar(id).is_some_and(|e| e.texts.contains(&normal(text)));
            !others().any(shows) && is_said(view, text, Words::AsLearnt) && !was.says(text)
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
