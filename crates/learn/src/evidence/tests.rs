//! LEARN.4 and LEARN.5.

use super::*;
use crate::invoices;
use lea_model::Workflow;
use proptest::prelude::*;

const NOW: &str = "2026-11-16T10:00:00Z";

fn vector(name: &str) -> Option<Vec<f32>> {
    invoices::vectors().into_iter().find(|(n, _)| n == name).map(|(_, v)| v)
}

/// An element with these words on it.
fn used(label: &str) -> [Used<'_>; 1] {
    [Used { label: Some(label) }]
}

fn step<'a>(used: &'a [Used<'a>], fingerprint: Option<&'a [f32]>) -> StepEvidence<'a> {
    StepEvidence {
        run_id: "run_7",
        edge_id: "E3_validate",
        mode: Mode::Auto,
        teacher: Teacher::Run,
        verified: true,
        fingerprint,
        used,
        duration_ms: 1600.0,
        now: NOW,
    }
}

/// A unit vector at this cosine from that of the second node.
fn near(cosine: f32) -> Vec<f32> {
    let mut v = vec![0.0; 8];
    v[1] = cosine;
    v[5] = (1.0 - cosine * cosine).sqrt();
    v
}

#[test]
fn a_verified_step_is_counted_and_refines_its_screen() {
    let mut workflow = invoices::workflow();
    let seen = near(0.95);
    let learnt = learn_from_step(&mut workflow, &step(&used("Valider"), Some(&seen)), vector);
    let edge = workflow.edge("E3_validate").unwrap();
    assert_eq!((edge.stats.auto_executions, edge.stats.success_count), (1, 7));
    assert!((edge.stats.avg_execution_time_ms - 1000.0).abs() < 1e-9, "six of 900 and one of 1600");
    let history = edge.action.as_ref().unwrap().target.as_ref().unwrap().interaction_history.clone().unwrap();
    assert_eq!((history.click_count, history.success_rate, history.avg_dwell_time_ms), (1, 1.0, None));
    let [(name, moved)] = &learnt.vectors[..] else { panic!("{learnt:?}") };
    assert_eq!(name, "prototypes/N2_invoice.npy");
    let before = cosine(&vector(name).unwrap(), &seen);
    assert!(cosine(moved, &seen) > before, "it moved towards what was seen");
    let samples = |w: &Workflow| {
        w.node("N2_invoice").unwrap().screen_template.embedding_prototype.clone().unwrap().sample_count
    };
    assert_eq!(samples(&workflow), 7);
    assert_eq!(learnt.audit[0].what, "N2_invoice embedding_prototype");
    assert!(learnt.proposals.is_empty());
}

#[test]
fn a_correction_moves_a_prototype_further_than_a_run() {
    let seen = near(0.95);
    let moved = |teacher| {
        let evidence = StepEvidence { teacher, ..step(&[], Some(&seen)) };
        learn_from_step(&mut invoices::workflow(), &evidence, vector).vectors.remove(0).1
    };
    let by_person = moved(Teacher::Person("marie".into()));
    assert!(cosine(&by_person, &seen) > cosine(&moved(Teacher::Run), &seen));
}

#[test]
fn a_screen_its_node_does_not_match_does_not_drag_the_prototype_away() {
    let learnt = learn_from_step(&mut invoices::workflow(), &step(&[], Some(&near(0.8))), vector);
    assert!(learnt.vectors.is_empty() && learnt.audit.is_empty());
}

#[test]
fn failures_are_counted_and_mark_a_step_as_problematic() {
    let mut workflow = invoices::workflow();
    let seen = near(1.0);
    let used = used("Supprimer");
    let failed = StepEvidence { verified: false, ..step(&used, Some(&seen)) };
    for n in 1..=4 {
        let learnt = learn_from_step(&mut workflow, &failed, vector);
        assert_eq!(learnt, Learnt::default(), "a failure teaches nothing but that it failed");
        assert_eq!(workflow.edge("E3_validate").unwrap().stats.problematic, n > 3);
    }
    learn_from_step(&mut workflow, &step(&[], None), vector);
    let stats = &workflow.edge("E3_validate").unwrap().stats;
    assert!(!stats.problematic && stats.consecutive_failures == 0);
}

#[test]
fn another_writing_of_a_label_is_kept_and_another_label_is_proposed() {
    let mut workflow = invoices::workflow();
    let learnt = learn_from_step(&mut workflow, &step(&used("VALIDER"), None), vector);
    assert!(learnt.proposals.is_empty() && learnt.audit.len() == 1);
    let variants =
        |w: &Workflow| w.edge("E3_validate").unwrap().action.clone().unwrap().target.unwrap().label_variants;
    assert_eq!(variants(&workflow), ["Valider…", "VALIDER"]);

    let learnt = learn_from_step(&mut workflow, &step(&used("Approuver"), None), vector);
    assert_eq!(variants(&workflow), ["Valider…", "VALIDER"], "nothing is widened");
    let [proposal] = &learnt.proposals[..] else { panic!("{learnt:?}") };
    assert!(!proposal.is_strong && proposal.reason.contains("the step would click that too"));
    assert_eq!(proposal.after, serde_json::json!(["Valider…", "VALIDER", "Approuver"]));
    let approve = used("Approuver");
    let by_person = StepEvidence { teacher: Teacher::Person("marie".into()), ..step(&approve, None) };
    let learnt = learn_from_step(&mut workflow, &by_person, vector);
    assert!(learnt.proposals[0].is_strong && learnt.proposals[0].reason.contains("marie pointed at"));
}

#[test]
fn a_proposal_is_applied_as_the_next_version_or_rejected_for_good() {
    let mut workflow = invoices::workflow();
    let mut proposals = Proposals::default();
    let approve = used("Approuver");
    let seen = step(&approve, None);
    for run_id in ["run_7", "run_8"] {
        for p in learn_from_step(&mut workflow, &StepEvidence { run_id, ..seen.clone() }, vector).proposals {
            proposals.add(p);
        }
    }
    for p in learn_from_step(&mut workflow, &step(&used("Supprimer"), None), vector).proposals {
        proposals.add(p);
    }
    assert_eq!(proposals.open().map(|p| (p.number, p.runs.len())).collect::<Vec<_>>(), [(1, 2), (2, 1)]);
    let applied = proposals.apply(1, &mut workflow, vector, "marie", NOW).unwrap();
    assert_eq!((workflow.version, applied.audit.version, applied.audit.who.as_str()), (2, 1, "marie"));
    assert_eq!(workflow.updated_at, NOW);
    assert_eq!(workflow.problems(), []);
    let target = workflow.edge("E3_validate").unwrap().action.clone().unwrap().target.unwrap();
    assert!(target.label_variants.contains(&"Approuver".to_owned()));
    assert_eq!(proposals.apply(1, &mut workflow, vector, "marie", NOW), Err(ProposalError::None(1)));

    let entry = proposals.reject(2, &workflow, "marie", NOW).unwrap();
    assert!(entry.what.starts_with("rejected: let E3_validate click \"Supprimer\""), "{}", entry.what);
    for p in learn_from_step(&mut workflow, &step(&used("Supprimer"), None), vector).proposals {
        proposals.add(p);
    }
    assert_eq!(proposals.open().count(), 0, "what was rejected is not proposed again");
    let text = serde_json::to_string(&proposals).unwrap();
    assert_eq!(serde_json::from_str::<Proposals>(&text).unwrap(), proposals);
}

#[test]
fn each_part_of_a_step_learns_what_it_used() {
    let mut workflow = invoices::workflow();
    let parts = [Used::default(), Used { label: Some("Refuser") }];
    let seen = StepEvidence { edge_id: "E6_reject", ..step(&parts, None) };
    let learnt = learn_from_step(&mut workflow, &seen, vector);
    let mut proposals = Proposals::default();
    learnt.proposals.into_iter().for_each(|p| proposals.add(p));
    assert_eq!(
        proposals.open().next().unwrap().change.sentence(),
        "let part 2 of E6_reject click \"Refuser\" as well"
    );
    proposals.apply(1, &mut workflow, vector, "marie", NOW).unwrap();
    let edge = workflow.edge("E6_reject").unwrap();
    let [reason, reject] = &edge.action.as_ref().unwrap().parameters.steps[..] else { panic!() };
    assert_eq!(reject.target.as_ref().unwrap().label_variants, ["Rejeter…", "Refuser"]);
    assert_eq!(reason.target.as_ref().unwrap().interaction_history.as_ref().unwrap().click_count, 1);
    assert_eq!(edge.stats.auto_executions, 1, "the step is counted once");
}

fn screen<'a>(fingerprint: &'a [f32], cosine: f64, structure_agrees: bool) -> ScreenEvidence<'a> {
    let mut sketch = lea_model::Node { label: "Surprise".into(), ..Default::default() };
    sketch.screen_template.required_text_any = vec!["Surprise".into()];
    ScreenEvidence {
        run_id: "run_7",
        fingerprint,
        provider: "lea",
        nearest: Some(("N2_invoice", cosine)),
        structure_agrees,
        sketch,
        picture: None,
        now: NOW,
    }
}

#[test]
fn drift_is_told_by_similarity_and_structure() {
    let workflow = invoices::workflow();
    let seen = near(0.8);
    let drift_at = |cosine, agrees| drift(&workflow, &screen(&seen, cosine, agrees));
    for cosine in [0.75, 0.80, 0.85] {
        assert!(matches!(drift_at(cosine, false), Drift::Changed(p) if p.change.subject() == "N2_invoice"));
    }
    assert!(matches!(drift_at(0.749, false), Drift::New(p) if p.change.subject() == "N6_Surprise"));
    assert!(matches!(drift_at(-1.0, false), Drift::New(_)));
    assert_eq!(drift_at(0.70, true), Drift::None);
    let Drift::InterfaceChanged { notice, proposal } = drift_at(0.69, true) else { panic!() };
    assert!(notice.contains("Invoice (N2_invoice) looks different now (similarity 0.69)"), "{notice}");
    assert!(matches!(proposal.change, ProposedChange::LearnNodeAgain { .. }));
    let nowhere = ScreenEvidence { nearest: None, ..screen(&seen, 0.0, false) };
    assert!(matches!(drift(&workflow, &nowhere), Drift::New(p) if p.reason.contains("no node is near")));
}

#[test]
fn each_proposal_about_screens_can_be_applied() {
    let seen = near(0.8);
    for (cosine, agrees, samples) in [(0.8, false, Some(7)), (0.6, true, Some(1)), (0.6, false, None)] {
        let mut workflow = invoices::workflow();
        let (Drift::Changed(proposal) | Drift::New(proposal) | Drift::InterfaceChanged { proposal, .. }) =
            drift(&workflow, &screen(&seen, cosine, agrees))
        else {
            panic!("{cosine}")
        };
        let mut proposals = Proposals::default();
        proposals.add(proposal);
        let applied = proposals.apply(1, &mut workflow, vector, "marie", NOW).unwrap();
        assert_eq!(workflow.problems(), []);
        let (name, moved) = &applied.vectors[0];
        let norm: f32 = moved.iter().map(|v| v * v).sum();
        assert!((norm - 1.0).abs() < 1e-4);
        match samples {
            Some(count) => {
                let node = workflow.node("N2_invoice").unwrap();
                assert_eq!(node.screen_template.embedding_prototype.as_ref().unwrap().sample_count, count);
                assert_eq!(count == 1, moved == &seen);
            }
            None => {
                assert_eq!((workflow.nodes.len(), name.as_str()), (6, "prototypes/N6_Surprise.npy"));
            }
        }
    }
}

#[test]
fn a_proposal_about_something_gone_or_of_another_space_changes_nothing() {
    let seen = near(0.8);
    let mut workflow = invoices::workflow();
    let Drift::Changed(proposal) = drift(&workflow, &screen(&seen, 0.8, false)) else { panic!() };
    let mut proposals = Proposals::default();
    proposals.add(proposal);
    let before = workflow.clone();
    let other = |_: &str| Some(vec![1.0, 0.0]);
    assert!(matches!(proposals.apply(1, &mut workflow, other, "m", NOW), Err(ProposalError::OtherSpace(_))));
    assert_eq!(workflow, before);
    workflow.nodes.retain(|n| n.node_id != "N2_invoice");
    assert!(matches!(proposals.apply(1, &mut workflow, vector, "m", NOW), Err(ProposalError::Gone(_))));
    assert_eq!(proposals.open().count(), 1);
}

proptest! {
    /// P4, P14: however often it is refined, a prototype has norm 1 and at least one sample.
    #[test]
    fn refining_keeps_the_norm(samples in prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, 8), 1..20)) {
        let mut prototype = vector("prototypes/N2_invoice.npy").unwrap();
        for (n, sample) in samples.iter().enumerate() {
            let norm = sample.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
            let unit: Vec<f32> = sample.iter().map(|v| v / norm).collect();
            prototype = refined(&prototype, n as u64 + 1, &unit, 1.0);
            let norm = prototype.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
            prop_assert!((norm - 1.0).abs() < 1e-3, "{norm}");
        }
    }

    /// LEARN.4: whatever a run reads on a target, the words a step may click stay those a person knows.
    #[test]
    fn no_step_widens_what_it_may_click(labels in prop::collection::vec("\\PC{0,12}|[Vv]alider[ …!]?|VALIDER", 0..20)) {
        let mut workflow = invoices::workflow();
        let allowed = |w: &Workflow| -> std::collections::BTreeSet<Vec<String>> {
            let target = w.edge("E3_validate").unwrap().action.clone().unwrap().target.unwrap();
            target.text.iter().chain(&target.label_variants).map(|l| lea_lexicon::text::words(l)).collect()
        };
        let before = allowed(&workflow);
        for label in &labels {
            learn_from_step(&mut workflow, &step(&used(label), None), vector);
        }
        prop_assert_eq!(allowed(&workflow), before);
    }
}

/// The numbers of what is applied without asking, of changes that three runs showed.
fn applied_alone(workflow: &Workflow, changes: &[ProposedChange], which: ApplyRepairs) -> Vec<u32> {
    let mut proposals = Proposals::default();
    for run in ["run_1", "run_2", "run_3"] {
        changes.iter().for_each(|c| proposals.add(Proposal::new(c.clone(), run, NOW)));
    }
    assert!(automatic(&proposals, workflow, which, 4).is_empty(), "three runs are not four");
    automatic(&proposals, workflow, which, 3)
}

#[test]
fn repairs_are_applied_without_asking_only_where_the_configuration_says_so() {
    let workflow = invoices::workflow();
    let label = |edge: &str, label: &str| ProposedChange::AddLabel {
        edge_id: edge.into(),
        part: 0,
        label: label.into(),
    };
    let free = workflow.edges.iter().find(|e| {
        let action = e.action.as_ref().filter(|a| a.target.is_some());
        action.is_some_and(|a| lea_lexicon::risk::action(a).is_none())
    });
    let free = free.unwrap();
    let changes = vec![
        label(&free.edge_id, "Ouvrir le dossier"),
        label(&free.edge_id, "Supprimer"),
        label("E3_validate", "Ouvrir le dossier"),
        ProposedChange::UpdateNode { node_id: "N2_invoice".into(), vector: near(0.8) },
    ];
    assert_eq!(applied_alone(&workflow, &changes, ApplyRepairs::Ask), Vec::<u32>::new());
    // Neither what cannot be taken back, nor a label that says so, nor a screen that such a step leaves.
    assert_eq!(applied_alone(&workflow, &changes, ApplyRepairs::Labels), [1]);
    assert_eq!(applied_alone(&workflow, &changes, ApplyRepairs::All), [1]);
    let mut ruled = workflow.clone();
    ruled.safety_rules.forbidden_text_clicks.push("dossier".into());
    assert_eq!(applied_alone(&ruled, &changes, ApplyRepairs::All), Vec::<u32>::new());
    let leaves = |node: &str| {
        let of = workflow.edges.iter().filter(|e| e.from_node == node);
        of.flat_map(lea_model::Edge::parts).any(|a| lea_lexicon::risk::action(a).is_some())
    };
    let calm = workflow.nodes.iter().find(|n| !leaves(&n.node_id)).unwrap().node_id.clone();
    let look = || vec![ProposedChange::UpdateNode { node_id: calm.clone(), vector: near(0.8) }];
    assert_eq!(applied_alone(&workflow, &look(), ApplyRepairs::All), [1]);
    assert_eq!(applied_alone(&workflow, &look(), ApplyRepairs::Labels), Vec::<u32>::new());
}
