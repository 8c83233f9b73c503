//! What comes next on a node (SPEC L4.3, L4.7): an edge, a turn of a loop, the end, or a question. Pure.

use crate::expr::{self, NoAnswer};
use crate::locate::{Goal, Grounded, locate};
use crate::plan::Plan;
use crate::progress::Progress;
use crate::rows;
use crate::values::{Row, Values};
use lea_model::run::{Grounding, Halt, HaltReason, Matched};
use lea_model::workflow::{ConditionType, Edge, Loop, LoopType, Trigger, Workflow};
use lea_recognize::View;
use lea_recognize::rows::bands;
use serde_json::Value;
use std::collections::BTreeMap;

/// What comes next.
#[derive(Clone, Debug)]
pub enum Decision {
    /// This edge.
    Take(Step),
    /// Nothing is left to do, on a screen where the work may end.
    End,
    /// The rows of this page are done: the next one, for the loop that this edge begins.
    Page(usize, Box<Grounding>),
    /// Several ways lead on, and nothing decides: a person does.
    Ask(Vec<Step>),
    /// It cannot go on.
    Halt(Halt),
}

/// An edge to be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The edge, by its place in the workflow.
    pub edge: usize,
    /// The node it should lead to.
    pub to: String,
    /// The turn of a loop that it begins.
    pub turn: Option<Row>,
}

/// What a run knows when it decides.
pub struct Known<'a> {
    /// The workflow.
    pub plan: &'a Plan,
    /// How far it came.
    pub progress: &'a Progress,
    /// Its values.
    pub values: &'a Values,
    /// The rows of the file it was given.
    pub file: &'a [BTreeMap<String, String>],
    /// How well the screen fits each node.
    pub matched: &'a Matched,
    /// Where the run should be.
    pub expected: Option<&'a str>,
}

/// Decides what comes next on a node.
pub fn decide(known: &Known<'_>, node: &str, view: &View<'_>) -> Decision {
    let workflow = &known.plan.workflow;
    let own = |e: &Edge| e.from_node == node && e.trigger.is_none();
    let (mut ways, open) = ways(known, view, &own);
    let highest = ways.iter().map(|(p, _)| *p).max();
    if let Some(decision) = page(known, node, view, highest).filter(|_| open.is_none()) {
        return decision;
    }
    let is_end = workflow.end_nodes.iter().any(|n| n == node);
    if ways.is_empty() && open.is_none() && !(is_end && known.progress.edges > 0) {
        // The node has no way of its own: what may be done anywhere, or on a screen that was not expected.
        let is_unexpected = known.expected.is_some_and(|n| n != node);
        let (others, open) = self::ways(known, view, &|e| leaves(e, node, is_unexpected));
        if let Some(decision) = chosen(workflow, others, open) {
            return decision;
        }
        return Decision::Halt(if is_end { nothing_to_do(known, node) } else { dead_end(known, node) });
    }
    ways.retain(|(p, _)| Some(*p) == highest);
    chosen(workflow, ways, open).unwrap_or(Decision::End)
}

/// Decides what comes next on a screen that is none of the task; none where nothing was laid down for it.
pub fn decide_unknown(known: &Known<'_>, view: &View<'_>) -> Option<Decision> {
    let (ways, open) = ways(known, view, &leaves_unknown);
    chosen(&known.plan.workflow, ways, open)
}

/// The ways that apply now, with their priority; and why one of them cannot be decided on.
fn ways(
    known: &Known<'_>,
    view: &View<'_>,
    is_meant: &dyn Fn(&Edge) -> bool,
) -> (Vec<(i32, Step)>, Option<String>) {
    let mut ways: Vec<(i32, Step)> = Vec::new();
    let mut open: Option<String> = None;
    for (at, edge) in known.plan.workflow.edges.iter().enumerate().filter(|(_, e)| is_meant(e)) {
        match applies(known, edge, view) {
            Ok(Some((to, turn))) => ways.push((edge.priority, Step { edge: at, to, turn })),
            Ok(None) => {}
            Err(why) => open = Some(why.to_string()),
        }
    }
    (ways, open)
}

/// One way is taken; of several a person chooses; one that cannot be decided on is asked about.
fn chosen(workflow: &Workflow, ways: Vec<(i32, Step)>, open: Option<String>) -> Option<Decision> {
    let highest = ways.iter().map(|(p, _)| *p).max();
    let mut first: Vec<Step> =
        ways.into_iter().filter(|(p, _)| Some(*p) == highest).map(|(_, s)| s).collect();
    if let Some(usual) = the_usual(workflow, &first) {
        first = vec![usual];
    }
    match (first.len(), open) {
        (0 | 1, Some(why)) => Some(Decision::Halt(Halt::new(HaltReason::Undecided, why).asking(
            "Go the way that is meant by hand up to the next screen of the task, then resume the run",
        ))),
        (0, None) => None,
        (1, None) => first.pop().map(Decision::Take),
        _ => Some(Decision::Ask(first)),
    }
}

/// An edge that is set off on a node that has no way of its own. One from `ANY` that does nothing only says that its node may come up
/// at any time: where it is, is seen by looking.
fn leaves(edge: &Edge, node: &str, is_unexpected: bool) -> bool {
    let is_here = edge.from_node == node || edge.is_from_any() && edge.to_node != node;
    let is_set_off = match edge.trigger {
        None => edge.is_from_any(),
        Some(Trigger::UnexpectedScreen) => is_unexpected,
    };
    is_here && is_set_off && edge.action.is_some()
}

/// An edge that is set off by a screen that is none of the task.
pub fn leaves_unknown(edge: &Edge) -> bool {
    edge.is_from_any() && edge.trigger == Some(Trigger::UnexpectedScreen) && edge.action.is_some()
}

/// Of ways that begin with the very same act, the one that was shown more often than all others: what differs comes later, and is seen
/// then.
fn the_usual(workflow: &Workflow, ways: &[Step]) -> Option<Step> {
    let begins = |way: &Step| {
        let act = workflow.edges[way.edge].parts().first().copied()?;
        let target = act.target.as_ref()?;
        Some((act.action_type, target.text.clone()?, target.role.clone(), act.parameters.text.clone()))
    };
    let (first, rest) = ways.split_first()?;
    let alike = begins(first).is_some() && rest.iter().all(|way| begins(way) == begins(first));
    let shown = |way: &Step| workflow.edges[way.edge].stats.manual_executions;
    let most = ways.iter().max_by_key(|way| shown(way))?;
    let is_usual = ways.iter().filter(|way| shown(way) == shown(most)).count() == 1;
    (alike && !rest.is_empty() && is_usual).then(|| most.clone())
}

/// The next page, where a loop that goes over all pages has no row left on this one and nothing comes before it.
fn page(known: &Known<'_>, node: &str, view: &View<'_>, highest: Option<i32>) -> Option<Decision> {
    let is_due = |e: &Edge| {
        let loops = e.repeat.as_ref().filter(|r| r.loop_type == LoopType::ForEach && r.pages);
        e.from_node == node
            && highest.is_none_or(|p| p <= e.priority)
            && known.progress.may_turn_page(&e.edge_id)
            && loops.is_some_and(|r| matches!(next_turn(known, e, r, view), Ok(None)))
    };
    let at = known.plan.workflow.edges.iter().position(is_due)?;
    match locate(&Goal::NextPage(view)) {
        Grounded::Found(pager) => Some(Decision::Page(at, Box::new(pager))),
        Grounded::Not(reason @ HaltReason::Ambiguous, pager) => Some(Decision::Halt(
            Halt::new(reason, pager.why).asking("Turn to the next page by hand, then resume the run"),
        )),
        Grounded::Not(..) => None,
    }
}

/// It begins where the work ends: saying "done" would be a lie.
fn nothing_to_do(known: &Known<'_>, node: &str) -> Halt {
    let called = known.plan.called(node);
    let why = format!("the screen is already the last one of the task (“{called}”), and nothing was done");
    Halt::new(HaltReason::UnknownScreen, why)
        .asking("Bring up the screen the task begins on, then run it again")
}

fn dead_end(known: &Known<'_>, node: &str) -> Halt {
    let called = known.plan.called(node);
    let why = format!("everything that was shown on “{called}” is done, and the task does not end there");
    Halt::new(HaltReason::Undecided, why)
        .asking("Bring up the next screen of the task by hand, then resume the run")
}

/// Where an edge leads and for which row, if it applies now.
fn applies(
    known: &Known<'_>,
    edge: &Edge,
    view: &View<'_>,
) -> Result<Option<(String, Option<Row>)>, NoAnswer> {
    let turn = match &edge.repeat {
        Some(repeat) => match next_turn(known, edge, repeat, view)? {
            Some(turn) => Some(turn),
            None => return Ok(None),
        },
        None if known.progress.is_done(edge) => return Ok(None),
        None => None,
    };
    let Some(condition) = &edge.condition else { return Ok(Some((edge.to_node.clone(), turn))) };
    let holds = match condition.condition_type {
        ConditionType::Expression => {
            let expression = condition.expression.as_deref().unwrap_or("true");
            let (variables, row) = known.values.for_expression(&known.plan.workflow);
            expr::holds(expression, &variables, &row)?
        }
        ConditionType::ScreenSimilarity => {
            let target = condition.target_node.as_deref().unwrap_or_default();
            let least = condition.min_similarity.unwrap_or(crate::params::screens::ACCEPT);
            known.matched.candidates.iter().any(|c| c.node == target && c.score >= least)
        }
    };
    let to = if holds {
        condition.on_true.clone().or_else(|| Some(edge.to_node.clone()))
    } else {
        condition.on_false.clone()
    };
    Ok(to.map(|to| (to, turn)))
}

/// The rows on a screen that a loop may take, in their order.
fn rows_of(edge: &Edge, view: &View<'_>) -> Vec<Row> {
    let all = rows::of_screen(view, rows::button_of(edge)).into_iter();
    all.filter(|r| !rows::is_header(r, edge)).collect()
}

/// The rows on a screen that a loop is still to take.
pub fn due(known: &Known<'_>, edge: &Edge, view: &View<'_>) -> Vec<Row> {
    let Some(repeat) = edge.repeat.as_ref().filter(|r| r.loop_type == LoopType::ForEach) else {
        return Vec::new();
    };
    let is_due = |row: &Row| {
        !known.progress.has_row(&edge.edge_id, &row.identity) && passes(known, repeat, row).unwrap_or(false)
    };
    rows_of(edge, view).into_iter().filter(is_due).collect()
}

/// The next row that a loop takes, if there is one.
fn next_turn(
    known: &Known<'_>,
    edge: &Edge,
    repeat: &Loop,
    view: &View<'_>,
) -> Result<Option<Row>, NoAnswer> {
    let turns = known.progress.turns(&edge.edge_id);
    let next = waiting_turn(known, edge, repeat, view, turns)?;
    match next {
        Some(_) if turns >= repeat.max_iterations as usize => {
            Err(NoAnswer::TooManyTurns(repeat.max_iterations))
        }
        next => Ok(next),
    }
}

fn waiting_turn(
    known: &Known<'_>,
    edge: &Edge,
    repeat: &Loop,
    view: &View<'_>,
    turns: usize,
) -> Result<Option<Row>, NoAnswer> {
    match repeat.loop_type {
        LoopType::ForEach => {
            let rows = rows_of(edge, view);
            if let Some(filter) = repeat.filter.as_deref().filter(|_| !rows.is_empty())
                && rows.iter().all(|row| lacks_column(known, filter, row))
            {
                // Nothing says that these rows are not meant: their columns are called otherwise now.
                return Err(NoAnswer::Unknown(
                    filter.to_owned(),
                    "no row has the column it speaks of".into(),
                ));
            }
            for row in &rows {
                if known.progress.has_row(&edge.edge_id, &row.identity) {
                    continue;
                }
                if passes(known, repeat, row)? {
                    return Ok(Some(row.clone()));
                }
            }
            // A last row may no longer look like one of a table: it is not left out as long as it stands there.
            let is_seen = |row: &&Row| rows.iter().any(|r| r.identity == row.identity);
            let mut left = known.progress.left_over(&edge.edge_id).filter(|row| !is_seen(row));
            Ok(left.find(|row| !bands(view, &row.identity).is_empty()).cloned())
        }
        LoopType::CsvRows => {
            for (n, cells) in known.file.iter().enumerate() {
                let row = Row { identity: (n + 1).to_string(), cells: cells.clone() };
                if known.progress.has_row(&edge.edge_id, &row.identity) {
                    continue;
                }
                if passes(known, repeat, &row)? {
                    return Ok(Some(row));
                }
            }
            // Without a file, the values that were given are its only row.
            let alone = Row { identity: "1".into(), cells: known.values.open().clone() };
            Ok((known.file.is_empty() && turns == 0).then_some(alone))
        }
        LoopType::While => {
            let condition = repeat.condition.as_deref().unwrap_or("false");
            let (variables, row) = known.values.for_expression(&known.plan.workflow);
            let holds = expr::holds(condition, &variables, &row)?;
            Ok(holds.then(|| Row { identity: (turns + 1).to_string(), ..Row::default() }))
        }
    }
}

fn lacks_column(known: &Known<'_>, filter: &str, row: &Row) -> bool {
    let cells = row.cells.iter().map(|(k, v)| (k.clone(), Value::String(v.clone()))).collect();
    let (variables, _) = known.values.for_expression(&known.plan.workflow);
    matches!(expr::holds(filter, &variables, &Value::Object(cells)), Err(NoAnswer::Unknown(..)))
}

/// A row satisfies the filter; one that has not the column does not.
fn passes(known: &Known<'_>, repeat: &Loop, row: &Row) -> Result<bool, NoAnswer> {
    let Some(filter) = repeat.filter.as_deref() else { return Ok(true) };
    let cells = row.cells.iter().map(|(k, v)| (k.clone(), Value::String(v.clone()))).collect();
    let (variables, _) = known.values.for_expression(&known.plan.workflow);
    match expr::holds(filter, &variables, &Value::Object(cells)) {
        // A row whose columns are not known may be meant: nobody says that it is not.
        Err(NoAnswer::Unknown(..)) if !row.cells.contains_key(rows::UNNAMED) => Ok(false),
        answer => answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::{Action, ActionType, Node, ScreenState, Size};
    use lea_recognize::Scene;

    /// N1 leads to N2, and N2 nowhere; the task ends on N3.
    fn plan(others: Vec<Edge>) -> Plan {
        let node = |id: &str| Node { node_id: id.into(), label: id.into(), ..Node::default() };
        let mut edges = vec![edge("E1_on", "N1_list", "N2_record", None)];
        edges.extend(others);
        Plan::new(Workflow {
            workflow_id: "WF_task".into(),
            name: "Task".into(),
            created_at: "2026-11-17T04:00:00+00:00".into(),
            updated_at: "2026-11-17T04:00:00+00:00".into(),
            entry_nodes: vec!["N1_list".into()],
            end_nodes: vec!["N3_end".into()],
            nodes: ["N1_list", "N2_record", "N3_end"].map(node).to_vec(),
            edges,
            ..Workflow::default()
        })
        .unwrap_or_else(|halt| panic!("{}", halt.why))
    }

    fn edge(id: &str, from: &str, to: &str, trigger: Option<Trigger>) -> Edge {
        let mut action = Action::new(ActionType::KeyPress);
        action.parameters.keys = vec!["ESCAPE".into()];
        Edge {
            edge_id: id.into(),
            from_node: from.into(),
            to_node: to.into(),
            priority: -1,
            trigger,
            action: Some(action),
            ..Edge::default()
        }
    }

    /// The edge that is taken on a node, or on a screen that is none of the task.
    fn taken(plan: &Plan, node: Option<&str>, expected: &str) -> Option<String> {
        let state = ScreenState::default();
        let view = View::new(Scene { state: &state, frame: None }, Size { width: 800, height: 600 }, None);
        let known = Known {
            plan,
            progress: &Progress::default(),
            values: &Values::default(),
            file: &[],
            matched: &Matched::default(),
            expected: Some(expected),
        };
        let decision = match node {
            Some(node) => Some(decide(&known, node, &view)),
            None => decide_unknown(&known, &view),
        };
        match decision {
            Some(Decision::Take(step)) => Some(plan.workflow.edges[step.edge].edge_id.clone()),
            _ => None,
        }
    }

    #[test]
    fn an_edge_from_anywhere_is_taken_where_a_node_has_no_way_of_its_own() {
        let any = plan(vec![edge("E2_any", "ANY", "N1_list", None)]);
        assert_eq!(taken(&any, Some("N1_list"), "N1_list").as_deref(), Some("E1_on"), "its own comes first");
        assert_eq!(taken(&any, Some("N2_record"), "N2_record").as_deref(), Some("E2_any"));
        assert_eq!(taken(&any, None, "N2_record"), None, "a screen of no node is not one of any node");
        let idle = Edge { action: None, ..edge("E2_any", "ANY", "N1_list", None) };
        assert_eq!(taken(&plan(vec![idle]), Some("N2_record"), "N2_record"), None, "it does nothing");
    }

    #[test]
    fn an_unexpected_screen_sets_off_what_was_laid_down_for_it_and_nothing_else_does() {
        let lost = plan(vec![edge("E2_lost", "ANY", "N1_list", Some(Trigger::UnexpectedScreen))]);
        assert_eq!(taken(&lost, None, "N2_record").as_deref(), Some("E2_lost"));
        assert_eq!(taken(&lost, Some("N2_record"), "N1_list").as_deref(), Some("E2_lost"));
        assert_eq!(taken(&lost, Some("N2_record"), "N2_record"), None, "it was expected");
        let own = plan(vec![edge("E2_own", "N2_record", "N1_list", Some(Trigger::UnexpectedScreen))]);
        assert_eq!(taken(&own, Some("N2_record"), "N2_record"), None, "not in its turn");
        assert_eq!(taken(&own, Some("N2_record"), "N1_list").as_deref(), Some("E2_own"));
    }

    #[test]
    fn of_several_edges_from_anywhere_the_highest_is_taken_or_a_person_chooses() {
        let low = edge("E2_low", "ANY", "N1_list", None);
        let high = Edge { priority: 1, ..edge("E3_high", "ANY", "N1_list", None) };
        let both = plan(vec![low.clone(), high]);
        assert_eq!(taken(&both, Some("N2_record"), "N2_record").as_deref(), Some("E3_high"));
        let same = plan(vec![low, edge("E3_too", "ANY", "N1_list", None)]);
        assert_eq!(taken(&same, Some("N2_record"), "N2_record"), None, "asked");
    }
}
