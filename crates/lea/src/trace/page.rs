//! A run as one self-contained page: for each step the screen before with the places that were considered, what was
//! decided and why, the screen after, the verdict and the times. No script, and nothing is fetched.

use super::style::STYLE;
use super::text::{self, UNKNOWN};
use super::{Row, Story, pictures};
use crate::format;
use crate::sessions::escape;
use lea_model::run::{
    Grounding, Halt, Intent, Matched, Run, RunOutcome, StepRecord, StepVerdict, Verification,
};
use lea_store::RunScreens;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the page may do: show its own pictures and its own style.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
/// Places listed for a step.
const MOST_PLACES: usize = 20;
/// Nodes listed for a step.
const MOST_NODES: usize = 5;

/// Writes the page.
pub fn page(story: &Story<'_>, screens: &Result<RunScreens, String>) -> String {
    let run = story.run;
    let mut index = String::new();
    let mut body = String::new();
    for row in &story.rows {
        match row {
            Row::Step(record) => {
                let (class, word) = verdict(record.verification.as_ref());
                index.push_str(&link(record.step, &record.told, class, word));
                body.push_str(&step(record, screens));
            }
            Row::Unknown(intent) => {
                index.push_str(&link(intent.step, &intent.told, "warn", UNKNOWN));
                body.push_str(&unknown(intent));
            }
            Row::Aside(words) => {
                let _ = write!(body, "<p class=aside>{}</p>", escape(words));
            }
        }
    }
    let top = summary(story);
    let ending = run.halt.as_ref().map(|h| ending(h, screens)).unwrap_or_default();
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <meta http-equiv=Content-Security-Policy content=\"{POLICY}\">\
         <meta name=viewport content=\"width=device-width\"><meta name=referrer content=no-referrer>\
         <title>{id}</title><style>{STYLE}</style></head><body><div class=layout>\
         <nav aria-label=Steps><h3>Steps</h3><ol>{index}</ol></nav><main>{top}{body}{ending}</main></div></body></html>\n",
        id = escape(&run.run_id),
    )
}

fn link(step: u64, told: &str, class: &str, word: &str) -> String {
    format!(
        "<li><a href=\"#step-{step}\"><span class=n>{step}</span><span>{}</span><span class=\"dot {class}\" title=\"{word}\"></span></a></li>",
        escape(&format::shortened(told, 60))
    )
}

/// The colour and the word of a verdict.
fn verdict(seen: Option<&Verification>) -> (&'static str, &'static str) {
    let Some(seen) = seen else { return ("calm", "not done") };
    let class = match seen.verdict {
        StepVerdict::Verified => "good",
        StepVerdict::Unexpected | StepVerdict::NotVerified => "bad",
        StepVerdict::Unverifiable => "warn",
    };
    (class, text::verdict_word(seen.verdict))
}

fn outcome_class(run: &Run) -> &'static str {
    match run.outcome {
        Some(RunOutcome::Verified) => "good",
        Some(RunOutcome::CompletedUnverified | RunOutcome::Halted) | None => "warn",
        Some(RunOutcome::Failed | RunOutcome::Refused) => "bad",
        Some(RunOutcome::Cancelled) => "calm",
    }
}

fn summary(story: &Story<'_>) -> String {
    let run = story.run;
    let own = story.own_ms();
    let ms = |value: Option<f64>| value.map_or_else(|| "–".into(), |v| format!("{v:.0} ms"));
    let share = |value: Option<f64>| value.map_or_else(|| "–".into(), |v| format!("{v:.2}"));
    let mode = format::snake(&run.mode) + if run.rehearsal { ", a test environment" } else { "" };
    let mut figures = String::new();
    for (name, value) in [
        ("Took", format!("{:.1} s", run.seconds)),
        ("Steps", run.steps.to_string()),
        ("Lea's own time, median", ms(own.map(|o| o.median))),
        ("Lea's own time, p95", ms(own.map(|o| o.p95))),
        ("Sure of its steps", share(run.confidence)),
        ("Screens like their nodes", share(run.similarity)),
    ] {
        let _ = write!(figures, "<div><dt>{name}</dt><dd class=big>{value}</dd></div>");
    }
    let mut facts = vec![
        ("Workflow", format!("{} version {}", run.workflow_id, run.workflow_version)),
        ("Mode", mode),
        ("Ordered by", run.user.clone()),
        ("Machine", run.robot.clone()),
        ("Began", format::day_and_time(&run.started_at)),
    ];
    if run.rule_answers > 0 {
        facts.push(("Confirmed", text::rule_answers(run)));
    }
    let given = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    facts.extend(run.variables.iter().map(|(name, value)| (name.as_str(), given(value))));
    let facts: String = facts
        .iter()
        .map(|(name, value)| format!("<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value)))
        .collect();
    format!(
        "<header class=card><div class=top><h1>{}</h1><span class=\"badge {}\">{}</span></div>{}<dl class=facts>{figures}</dl><dl class=\"facts wider\">{facts}</dl></header>",
        escape(&run.run_id),
        outcome_class(run),
        text::outcome_word(run),
        run.halt.as_ref().map(halt).unwrap_or_default(),
    )
}

fn halt(halt: &Halt) -> String {
    let mut out = format!(
        "<div class=halt><p>{} <span class=soft>({})</span></p>",
        escape(&halt.why),
        format::snake(&halt.reason)
    );
    if let Some(question) = &halt.question {
        let _ = write!(out, "<p class=ask>{}</p>", escape(&question.text));
        for answer in lea_robot::question::offered(question) {
            let _ = write!(out, "<span class=choice>{}</span>", escape(&answer.to_string()));
        }
    }
    out + "</div>"
}

/// The screen a run stopped on.
fn ending(halted: &Halt, screens: &Result<RunScreens, String>) -> String {
    let Some(screen) = &halted.screen else { return String::new() };
    format!(
        "<article class=card><div class=top><span class=number>end</span><h2>Where it stopped</h2></div>{}\
         <div class=shots>{}</div></article>",
        halt(halted),
        figure(screens, Some(screen), "the screen it stopped on", None)
    )
}

fn unknown(intent: &Intent) -> String {
    format!(
        "<article class=card id=step-{n}><div class=top><span class=number>{n}</span><h2>{}</h2>\
         <span class=\"badge warn\">{UNKNOWN}</span></div><p class=where>on <code>{}</code>, <code>{}</code>{}</p></article>",
        escape(&intent.told),
        escape(&intent.node),
        escape(&intent.edge),
        if intent.irreversible { ", cannot be taken back" } else { "" },
        n = intent.step,
    )
}

fn step(s: &StepRecord, screens: &Result<RunScreens, String>) -> String {
    let (class, word) = verdict(s.verification.as_ref());
    let danger = if s.irreversible { "<span class=\"badge bad\">cannot be taken back</span>" } else { "" };
    let part = if s.part > 0 { format!(", part {}", s.part + 1) } else { String::new() };
    let before = figure(screens, s.screen_before.as_deref(), "before", s.grounding.as_ref());
    let after = figure(screens, s.screen_after.as_deref(), "after", None);
    let mut evidence = matched(&s.matched);
    if let Some(v) = &s.verification {
        evidence.push_str(&verification(v));
    }
    let guard =
        if s.guard.is_empty() { String::new() } else { format!("<h3>Guard</h3><p>{}</p>", escape(&s.guard)) };
    let _ = write!(evidence, "<section>{guard}{}</section>", times(s));
    if let Some(g) = &s.grounding {
        evidence.push_str(&grounding(g));
    }
    if !s.attempts.is_empty() {
        let lines: String =
            s.attempts.iter().map(|a| format!("<p>{}</p>", escape(&text::healing(a)))).collect();
        let _ = write!(evidence, "<section class=wide><h3>Healing</h3>{lines}</section>");
    }
    if !s.opinions.is_empty() {
        let lines: String =
            s.opinions.iter().map(|o| format!("<p>{}</p>", escape(&text::opinion(o)))).collect();
        let _ = write!(evidence, "<section class=wide><h3>Model</h3>{lines}</section>");
    }
    format!(
        "<article class=card id=step-{n}><div class=top><span class=number>{n}</span><h2>{told}</h2>{danger}\
         <span class=\"badge {class}\">{word}</span></div>\
         <p class=where>on <code>{node}</code>, <code>{edge}</code>{part}, <code>{action}</code>, {at}</p>\
         <div class=shots>{before}{after}</div><div class=evidence>{evidence}</div></article>",
        n = s.step,
        told = escape(&s.told),
        node = escape(&s.node),
        edge = escape(&s.edge),
        action = escape(&s.action),
        at = escape(&format::day_and_time(&s.at)),
    )
}

fn figure(
    screens: &Result<RunScreens, String>,
    id: Option<&str>,
    when: &str,
    grounding: Option<&Grounding>,
) -> String {
    let Some(id) = id else {
        return format!("<figure><div class=none>The screen {when} was not kept.</div></figure>");
    };
    let shown = match pictures::draw(screens, id, grounding) {
        Ok(drawn) => format!(
            "<img src=\"{}\" width={} height={} alt=\"the screen {when}\">",
            drawn.uri, drawn.width, drawn.height
        ),
        Err(why) => format!("<div class=none>{}</div>", escape(&why)),
    };
    format!("<figure>{shown}<figcaption>{when} · {}</figcaption></figure>", escape(id))
}

fn said(witnesses: &BTreeMap<String, f64>) -> String {
    let one = |(name, value): (&String, &f64)| {
        format!("<span class=said>{} <b>{value:.2}</b></span>", escape(name))
    };
    witnesses.iter().map(one).collect()
}

fn matched(m: &Matched) -> String {
    let node = m
        .node
        .as_deref()
        .map_or_else(|| "no screen of the workflow".into(), |n| format!("<code>{}</code>", escape(n)));
    let drifted = if m.drifted { ", which looks different from before" } else { "" };
    let mut rows = String::new();
    for c in m.candidates.iter().take(MOST_NODES) {
        let class = if Some(&c.node) == m.node.as_ref() { "chosen" } else { "" };
        let _ = write!(
            rows,
            "<tr class=\"{class}\"><td><code>{}</code></td><td class=num>{:.2}</td><td>{}</td></tr>",
            escape(&c.node),
            c.score,
            said(&c.witnesses)
        );
    }
    let table = if rows.is_empty() {
        String::new()
    } else {
        format!("<div class=scroll><table>{rows}</table></div>")
    };
    format!(
        "<section><h3>Decided</h3><p>It is {node}{drifted}, {:.2} sure.</p>{table}</section>",
        m.confidence
    )
}

fn grounding(g: &Grounding) -> String {
    let role = if g.role.is_empty() { String::new() } else { format!(" ({})", escape(&g.role)) };
    let place = g.bbox.map_or_else(|| "nowhere".into(), format::bbox);
    let mut out = format!(
        "<section class=wide><h3>Target</h3><p>“{}”{role} at {place}, by {}{}, level {}.</p>",
        escape(&g.label),
        format::snake(&g.method),
        g.score.map_or_else(String::new, |s| format!(", <b>{s:.2}</b>")),
        g.resolution.healing_profile
    );
    let second = g.second_witness.as_ref().map(|w| format!("Second witness: {w}"));
    for words in std::iter::once(&g.why).chain(second.as_ref()).filter(|w| !w.is_empty()) {
        let _ = write!(out, "<p class=soft>{}</p>", escape(words));
    }
    if !g.candidates.is_empty() {
        out.push_str(
            "<div class=scroll><table><tr><th>#<th>rank<th>label<th>place<th>from<th>witnesses</tr>",
        );
        for (n, c) in (1..).zip(g.candidates.iter().take(MOST_PLACES)) {
            let class = if Some(c.bbox) == g.bbox { "chosen" } else { "other" };
            let _ = write!(
                out,
                "<tr class={class}><td class=num>{n}</td><td class=num>{:.2}</td><td>{}</td><td class=num>{}</td><td>{}</td><td>{}</td></tr>",
                c.rank,
                escape(&c.label),
                format::bbox(c.bbox),
                escape(&c.source),
                said(&c.witnesses)
            );
        }
        out.push_str("</table></div>");
        if g.candidates.len() > MOST_PLACES {
            let _ = write!(out, "<p class=soft>and {} more</p>", g.candidates.len() - MOST_PLACES);
        }
    }
    out + "</section>"
}

fn verification(v: &Verification) -> String {
    let (class, word) = verdict(Some(v));
    let mut out = format!(
        "<section><h3>Verdict</h3><p><b class={class}>{word}</b>, {:.2} sure; next: {}.</p><p>{}</p>",
        v.confidence,
        format::snake(&v.suggestion),
        escape(&text::measured(v))
    );
    for detail in [&v.detail, &v.semantic_detail].into_iter().filter(|d| !d.is_empty()) {
        let _ = write!(out, "<p class=soft>{}</p>", escape(detail));
    }
    out + "</section>"
}

fn times(s: &StepRecord) -> String {
    let t = &s.times;
    let parts = [
        ("look", t.look),
        ("match", t.matching),
        ("ground", t.ground),
        ("hand", t.act),
        ("verify", t.verify),
        ("waited", t.waited),
    ];
    let all = parts.iter().map(|(_, ms)| ms.max(0.0)).sum::<f64>().max(0.001);
    let (mut bar, mut key) = (String::new(), String::new());
    for (n, (name, ms)) in parts.into_iter().enumerate() {
        let _ = write!(bar, "<i class=t{n} style=\"width:{:.2}%\"></i>", ms.max(0.0) / all * 100.0);
        let _ = write!(key, "<span class=key><span class=\"dot t{n}\"></span>{name} {ms:.0} ms</span>");
    }
    format!("<h3>Time</h3><p>{:.0} ms of Lea's own</p><div class=bar>{bar}</div><p>{key}</p>", t.own())
}
