//! Which record an edge changes, told by its mark and by the edges that lead to it.

use crate::guard::About;
use crate::values::names_in;
use lea_lexicon::risk::changes::{changes_record, fills_in, searches};
use lea_lexicon::risk::submits;
use lea_model::workflow::{Edge, Identity, RecordKind, RecordMark};
use lea_model::{Action, ActionType, Workflow};
use lea_recognize::label::normal;
use std::collections::BTreeSet;

/// The record that an edge changes: as it is marked, or by the rows that lead to it. A person's mark counts as it is. Where the learner
/// found no record, or a new one, and a value that was searched for must be shown, that value identifies the record: a check for a value
/// holds in a list and in the search field too, and so says nothing about the form.
pub fn mark(workflow: &Workflow, edge: &Edge) -> RecordMark {
    let checked: BTreeSet<String> =
        edge.constraints.pre_conditions.iter().filter_map(|c| c.check.value()).map(str::to_owned).collect();
    let mut variables = match &edge.record {
        Some(mark) if mark.kind == RecordKind::Existing || mark.decided_by.is_some() => return mark.clone(),
        Some(mark) => {
            let searched = searched_before(workflow, edge);
            let found: BTreeSet<String> = checked.intersection(&searched).cloned().collect();
            if found.is_empty() {
                return mark.clone();
            }
            found
        }
        None => &picked_before(workflow, edge) | &checked,
    };
    let filled: BTreeSet<&str> =
        edge.parts().into_iter().filter(|a| fills_in(a)).flat_map(typed_names).collect();
    variables.retain(|v| !filled.contains(v.as_str()));
    let kind = if variables.is_empty() { RecordKind::None } else { RecordKind::Existing };
    let identity = variables.into_iter().map(|variable| Identity { variable, ..Identity::default() });
    RecordMark { kind, identity: identity.collect(), ..RecordMark::default() }
}

/// Variables that rows are picked by on every way to an edge, or in the edge itself. Where no variable is picked by on every way, those
/// of any way on which the record may still be open: then some record is open, and one that is not identified must not be changed.
pub fn picked_before(workflow: &Workflow, edge: &Edge) -> BTreeSet<String> {
    picked_by(workflow, edge, &picks)
}

/// Texts of rows that every run picks, on the ways to an edge: such a row stands for a record as one that is picked by a variable does.
/// Only where nothing else says which record the edge changes, and nobody decided that there is none.
pub fn fixed_before(workflow: &Workflow, edge: &Edge) -> BTreeSet<String> {
    let is_decided = edge.record.as_ref().is_some_and(|m| m.decided_by.is_some());
    if is_decided || mark(workflow, edge).kind != RecordKind::None {
        return BTreeSet::new();
    }
    picked_by(workflow, edge, &fixed_picks)
}

fn picked_by(workflow: &Workflow, edge: &Edge, picks: &dyn Fn(&Edge) -> Vec<String>) -> BTreeSet<String> {
    let ways = Ways::to(workflow, edge);
    let all: BTreeSet<String> = ways.leads.iter().flat_map(|e| picks(e)).collect();
    let on_every_way = |v: &&String| !ways.is_reached_without(|e| picks(e).contains(v));
    let every: BTreeSet<String> = all.iter().filter(on_every_way).cloned().collect();
    let some = || ways.leads.iter().filter(|e| ways.is_still_open(e)).flat_map(|e| picks(e)).collect();
    let mut picked = if every.is_empty() || !ways.is_reached_without(|_| false) { some() } else { every };
    picked.extend(picks(edge));
    picked
}

/// Edges that fill in or send something and that a run comes to first from a node, before it finds or picks anything by itself.
pub fn coming<'w>(workflow: &'w Workflow, node: &str, skipped: &[&Edge]) -> Vec<&'w Edge> {
    let is_skipped = |e: &Edge| skipped.iter().any(|s| s.edge_id == e.edge_id);
    let all: Vec<&Edge> = workflow.edges.iter().filter(|e| !e.is_from_any() && !is_skipped(e)).collect();
    let (mut nodes, mut found) = (vec![node], Vec::new());
    for at in 0.. {
        let Some(here) = nodes.get(at).copied() else { break };
        for edge in all.iter().filter(|e| e.from_node == here && !opens(e)) {
            let to = edge.to_node.as_str();
            if is_work(edge) {
                found.push(*edge);
            } else if !nodes.contains(&to) && !workflow.entry_nodes.iter().any(|entry| entry == to) {
                nodes.push(to);
            }
        }
    }
    found
}

/// Of the edges that come, those of which nothing says whose it is what they change: there is no identity, and no form that has to be
/// empty.
pub fn unidentified<'w>(workflow: &'w Workflow, node: &str, skipped: &[&Edge]) -> Vec<&'w Edge> {
    let coming = coming(workflow, node, skipped);
    // What is filled in on a screen comes before what leaves it, and is checked then.
    let is_checked_there = |e: &Edge| {
        let is_before = |o: &&&Edge| o.from_node == e.from_node && o.to_node == o.from_node;
        coming.iter().filter(is_before).any(|o| is_checked(workflow, o))
    };
    coming.iter().filter(|e| !is_checked(workflow, e) && !is_checked_there(e)).copied().collect()
}

/// What an edge changes is checked before it does: by an identity, by a form that has to be empty, or by a person who said that it is no
/// record.
fn is_checked(workflow: &Workflow, edge: &Edge) -> bool {
    let is_decided = edge.record.as_ref().is_some_and(|m| m.decided_by.is_some());
    is_decided || mark(workflow, edge).kind != RecordKind::None || !fixed_before(workflow, edge).is_empty()
}

/// It fills in or sends something.
fn is_work(edge: &Edge) -> bool {
    let parts = edge.parts();
    let is_sent = |n: usize| submits::is_irreversible(edge, n, parts[n]);
    parts.iter().any(|a| changes_record(a)) || (0..parts.len()).any(is_sent)
}

/// It picks a row, or finds something by what it types.
fn opens(edge: &Edge) -> bool {
    let finds = edge.parts().into_iter().any(|a| finds_by(edge, a));
    finds || !picks(edge).is_empty() || !fixed_picks(edge).is_empty()
}

/// Variables that were typed to find or open something on a way to an edge, or into a search in the edge itself, and into no form. A search
/// between the fields of a form that is being filled in, after which no field is filled in, found something to choose for that form.
fn searched_before(workflow: &Workflow, edge: &Edge) -> BTreeSet<String> {
    let ways = Ways::to(workflow, edge);
    let is_beside = |e: &&&Edge| ways.is_still_open(e) || e.from_node == e.to_node && e.to_node == ways.at;
    let before: Vec<&Edge> = ways.leads.iter().filter(is_beside).copied().collect();
    let typed = |finds: bool| -> BTreeSet<String> {
        let of = |e: &Edge, finds_in: &dyn Fn(&Action) -> bool| -> Vec<String> {
            let parts = e.parts().into_iter().filter(|a| finds_in(a) == finds);
            parts.flat_map(typed_names).map(str::to_owned).collect()
        };
        let led = before.iter().flat_map(|e| of(e, &|a| finds_by(e, a)));
        let parts = edge.parts();
        let first = parts.iter().position(|a| fills_in(a)).unwrap_or(parts.len());
        let last = parts.iter().rposition(|a| fills_in(a)).unwrap_or(0);
        let own = parts.iter().enumerate().filter(|(n, a)| {
            let in_form = *n > first && *n > last;
            fills_in(a) != finds && !in_form
        });
        led.chain(own.flat_map(|(_, a)| typed_names(a)).map(str::to_owned)).collect()
    };
    &typed(true) - &typed(false)
}

/// A part of an edge types to find or open something: into a search, or into the only field of a page that is left without sending
/// anything. Such a field is often called by what is typed into it: “Number”.
pub fn finds_by(edge: &Edge, action: &Action) -> bool {
    let parts = edge.parts();
    let fields = parts.iter().filter(|a| a.action_type == ActionType::TextInput).count();
    let is_sent = || parts.iter().any(|a| About { action: a, found: None }.is_irreversible());
    action.action_type == ActionType::TextInput
        && (searches(action) || fields == 1 && edge.from_node != edge.to_node && !is_sent())
}

/// The edges that may lead to an edge, and where that one begins.
struct Ways<'w> {
    leads: Vec<&'w Edge>,
    entries: Vec<&'w str>,
    at: &'w str,
}

impl<'w> Ways<'w> {
    fn to(workflow: &'w Workflow, edge: &'w Edge) -> Self {
        let leads = workflow.edges.iter().filter(|e| e.edge_id != edge.edge_id && !e.is_from_any());
        let entries = workflow.entry_nodes.iter().map(String::as_str).collect();
        Self { leads: leads.collect(), entries, at: &edge.from_node }
    }

    /// A way leads from where the task begins to the edge and takes none of these.
    fn is_reached_without(&self, left_out: impl Fn(&Edge) -> bool) -> bool {
        let edges: Vec<&Edge> = self.leads.iter().filter(|e| !left_out(e)).copied().collect();
        reached(&edges, &self.entries, None).contains(self.at)
    }

    /// What an edge picked may still be open: from it a way leads on that does not come back to where it picked.
    fn is_still_open(&self, picking: &Edge) -> bool {
        let (from, to) = (picking.from_node.as_str(), picking.to_node.as_str());
        from != to && from != self.at && reached(&self.leads, &[to], Some(from)).contains(self.at)
    }
}

/// The nodes that edges lead to from some, these included, without passing one.
fn reached<'e>(edges: &[&'e Edge], from: &[&'e str], without: Option<&str>) -> BTreeSet<&'e str> {
    let mut known: BTreeSet<&str> = from.iter().copied().collect();
    loop {
        let leads_on =
            |e: &&&Edge| known.contains(e.from_node.as_str()) && !known.contains(e.to_node.as_str());
        let next = edges.iter().filter(leads_on).map(|e| e.to_node.as_str());
        let more: Vec<&str> = next.filter(|n| without != Some(*n)).collect();
        if more.is_empty() {
            return known;
        }
        known.extend(more);
    }
}

/// Variables that an edge picks a row by.
pub fn picks(edge: &Edge) -> Vec<String> {
    row_texts(edge).into_iter().flat_map(names_in).map(str::to_owned).collect()
}

/// Texts that an edge picks a row by, the same in every run.
pub fn fixed_picks(edge: &Edge) -> Vec<String> {
    let is_fixed = |t: &&str| names_in(t).is_empty() && !normal(t).is_empty();
    row_texts(edge).into_iter().filter(is_fixed).map(str::to_owned).collect()
}

fn row_texts(edge: &Edge) -> Vec<&str> {
    let rows = edge.parts().into_iter().filter(|a| a.action_type == ActionType::MouseClick);
    let targets = rows.filter_map(|a| a.target.as_ref()).filter(|t| crate::rows::is_row(t));
    targets.filter_map(|t| t.text.as_deref()).collect()
}

fn typed_names(action: &Action) -> Vec<&str> {
    let is_typed = action.action_type == ActionType::TextInput;
    action.parameters.text.as_deref().filter(|_| is_typed).map(names_in).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lea_model::workflow::{Check, TargetKind};
    use lea_model::{ElementType, Target};

    fn on(kind: ActionType, element: ElementType, label: &str) -> Action {
        let target = Target { text: Some(label.into()), element_type: Some(element), ..Target::default() };
        Action { target: Some(target), ..Action::new(kind) }
    }

    fn types(label: &str, text: &str) -> Action {
        let mut action = on(ActionType::TextInput, ElementType::TextInput, label);
        action.parameters.text = Some(text.into());
        action
    }

    fn picks_row(value: &str) -> Action {
        let mut action = on(ActionType::MouseClick, ElementType::TableCell, value);
        if let Some(target) = &mut action.target {
            target.kind = TargetKind::Row;
        }
        action
    }

    fn edge(id: &str, from: &str, to: &str, steps: Vec<Action>) -> Edge {
        let mut action = Action::new(ActionType::Compound);
        action.parameters.steps = steps;
        Edge {
            edge_id: id.into(),
            from_node: from.into(),
            to_node: to.into(),
            action: Some(action),
            ..Edge::default()
        }
    }

    fn workflow(edges: Vec<Edge>) -> Workflow {
        Workflow { entry_nodes: vec!["home".into()], edges, ..Workflow::default() }
    }

    fn names(set: BTreeSet<String>) -> Vec<String> {
        set.into_iter().collect()
    }

    fn save() -> Edge {
        edge("save", "form", "form", vec![types("Phone", "${phone}")])
    }

    #[test]
    fn a_filter_of_choices_in_a_form_that_is_made_identifies_no_record() {
        let with = |steps: Vec<Action>| {
            let mut form = edge("form", "form", "list", steps);
            form.record = Some(RecordMark { kind: RecordKind::New, ..RecordMark::default() });
            form.constraints.pre_conditions = vec![Check::Value("filter".into()).into()];
            let work = workflow(vec![edge("new", "home", "form", Vec::new()), form]);
            mark(&work, &work.edges[1]).kind
        };
        let (name, filter, note) =
            (types("Name", "${name}"), types("Search", "${filter}"), types("Note", "${note}"));
        assert_eq!(with(vec![name.clone(), filter.clone()]), RecordKind::New);
        assert_eq!(
            with(vec![filter.clone(), name.clone()]),
            RecordKind::Existing,
            "what it found is filled in"
        );
        assert_eq!(with(vec![name, filter, note]), RecordKind::Existing);
    }

    #[test]
    fn a_row_that_is_picked_on_one_way_only_does_not_identify_what_the_other_way_opened() {
        let open = |id: &str, from: &str, value: &str| edge(id, from, "form", vec![picks_row(value)]);
        let ways = workflow(vec![
            edge("ward", "home", "list", vec![picks_row("${ward}")]),
            edge("all", "home", "list", Vec::new()),
            open("open", "list", "${number}"),
            save(),
        ]);
        assert_eq!(names(picked_before(&ways, &save())), ["number"]);
    }

    #[test]
    fn where_no_row_is_picked_on_every_way_those_of_any_way_are_asked_for() {
        let ways = workflow(vec![
            edge("open", "home", "form", vec![picks_row("${number}")]),
            edge("link", "home", "form", Vec::new()),
            save(),
        ]);
        assert_eq!(names(picked_before(&ways, &save())), ["number"]);
        assert_eq!(mark(&ways, &save()).kind, RecordKind::Existing);
    }

    #[test]
    fn a_filter_of_the_list_that_a_loop_comes_back_to_changes_no_record() {
        let filter = edge(
            "filter",
            "home",
            "home",
            vec![on(ActionType::MouseClick, ElementType::Checkbox, "Waiting")],
        );
        let ways = workflow(vec![
            filter.clone(),
            edge("open", "home", "form", vec![picks_row("${row}")]),
            edge("back", "form", "home", Vec::new()),
            save(),
        ]);
        assert_eq!(mark(&ways, &filter).kind, RecordKind::None);
        assert_eq!(names(picked_before(&ways, &save())), ["row"]);
    }

    #[test]
    fn what_was_searched_for_identifies_the_record_unless_a_person_says_otherwise() {
        let mut form = save();
        form.constraints.pre_conditions.push(Check::Value("number".into()).into());
        let press = |label: &str| on(ActionType::MouseClick, ElementType::Button, label);
        let by = |label: &str, button: &str| {
            edge("search", "home", "form", vec![types(label, "${number}"), press(button)])
        };
        let search = |label: &str| by(label, "Open");
        for kind in [RecordKind::None, RecordKind::New] {
            form.record = Some(RecordMark { kind, ..RecordMark::default() });
            let found = mark(&workflow(vec![search("Search"), form.clone()]), &form);
            assert_eq!(found.kind, RecordKind::Existing, "the learner says {kind:?}");
            assert_eq!(found.identity[0].variable, "number");
            let field = mark(&workflow(vec![search("Number"), form.clone()]), &form);
            assert_eq!(field.kind, RecordKind::Existing, "the only field of a page opens something");
            let filled = mark(&workflow(vec![by("Number", "Save"), form.clone()]), &form);
            assert_eq!(filled.kind, kind, "the number was filled in and saved");
            let decided_by = Some("anna".to_owned());
            form.record = Some(RecordMark { kind, decided_by, ..RecordMark::default() });
            assert_eq!(mark(&workflow(vec![search("Search"), form.clone()]), &form).kind, kind);
        }
    }

    #[test]
    fn a_row_that_every_run_picks_stands_for_a_record_too() {
        let open = edge("open", "home", "form", vec![picks_row("Dupont Anne")]);
        let ways = workflow(vec![open.clone(), save()]);
        assert_eq!(names(fixed_before(&ways, &save())), ["Dupont Anne"]);
        assert!(unidentified(&ways, "form", &[&open]).is_empty(), "its name is asked for");
        let by_number = workflow(vec![edge("open", "home", "form", vec![picks_row("${number}")]), save()]);
        assert!(fixed_before(&by_number, &save()).is_empty());
        let decided_by = Some("anna".to_owned());
        let none = Edge { record: Some(RecordMark { decided_by, ..RecordMark::default() }), ..save() };
        assert!(fixed_before(&workflow(vec![open, none.clone()]), &none).is_empty(), "a person says none");
    }

    #[test]
    fn what_is_filled_in_behind_skipped_steps_needs_something_that_says_whose_it_is() {
        let click = |id: &str, from: &str, to: &str| {
            edge(id, from, to, vec![on(ActionType::MouseClick, ElementType::Button, "Open")])
        };
        let of = |form: Edge| {
            let ways = workflow(vec![click("list", "home", "list"), click("new", "list", "form"), form]);
            let skipped: Vec<&Edge> = ways.edges[..1].iter().collect();
            let (list, form) = (unidentified(&ways, "list", &skipped), unidentified(&ways, "form", &skipped));
            (list.len(), form.len())
        };
        let marked = |kind| Edge { record: Some(RecordMark { kind, ..RecordMark::default() }), ..save() };
        assert_eq!(of(marked(RecordKind::None)), (1, 1));
        assert_eq!(of(save()), (1, 1), "no mark at all");
        assert_eq!(of(marked(RecordKind::New)), (0, 0), "the form has to be empty");
        assert_eq!(of(edge("end", "form", "home", Vec::new())), (0, 0), "nothing is changed");
        let sends =
            edge("send", "form", "home", vec![on(ActionType::MouseClick, ElementType::Button, "Send")]);
        let ways = workflow(vec![click("new", "home", "form"), marked(RecordKind::New), sends]);
        assert!(unidentified(&ways, "form", &[&ways.edges[0]]).is_empty(), "what is sent was checked before");
    }
}
