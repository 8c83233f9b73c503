//! A workflow as one self-contained page: the drawing, and beside it what is known of the screen or step that was clicked. It has
//! no script at all, and its own policy forbids any: whatever texts come from screens, nothing in them can run or load.

use super::super::words;
use super::drawing::{STYLE, draw, picture};
use super::text::{escape, plain};
use lea_learn::maturity;
use lea_model::{Action, Edge, Node, Workflow};
use lea_store::Bundle;
use std::fmt::Write as _;

/// Width of the screenshots in the file.
const SCREEN_PX: u32 = 1280;
/// Width of the pictures of targets in the file.
const CROP_PX: u32 = 640;

const PAGE_STYLE: &str = "
:root { color-scheme: light dark; --ink: #0f172a; --dim: #5b6778; --paper: #f5f6f8; --card: #fff; --edge: #dde3ea; --accent: #0f766e; --bad: #b91c1c; --warn: #b45309; }
@media (prefers-color-scheme: dark) { :root { --ink: #f1f5f9; --dim: #9aa8bb; --paper: #0d1420; --card: #151f2f; --edge: #2c3a50; --accent: #5eead4; --bad: #f87171; --warn: #fbbf24; } }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: grid; grid-template: auto 1fr / 1fr 27rem; font: 14px/1.5 Inter, 'Segoe UI', system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { grid-column: 1 / 3; display: flex; align-items: baseline; gap: .4rem 1rem; flex-wrap: wrap; padding: .8rem 1.4rem; background: var(--card); border-bottom: 1px solid var(--edge); }
h1 { font-size: 1.2rem; margin: 0; } header .dim, .dim { color: var(--dim); }
.state { background: var(--accent); color: var(--card); border-radius: 99px; padding: .05rem .7rem; font-size: .75rem; font-weight: 700; letter-spacing: .03em; }
main { overflow: auto; padding: 1rem; } main svg { display: block; margin: 0 auto; height: auto; min-width: 34rem; max-width: 100%; }
aside { overflow: auto; background: var(--card); border-left: 1px solid var(--edge); }
section { display: none; padding: 1.1rem 1.4rem 3rem; } section:target { display: block; } #all { display: block; }
section:target ~ #all { display: none; }
h2 { font-size: 1.05rem; margin: 0 0 .1rem; } h3 { font-size: .72rem; text-transform: uppercase; letter-spacing: .07em; color: var(--dim); margin: 1.3rem 0 .35rem; }
h4 { margin: 1.2rem 0 .3rem; font-size: .95rem; }
ul { margin: 0; padding-left: 1.1rem; } li { margin: .15rem 0; }
img { max-width: 100%; display: block; border: 1px solid var(--edge); border-radius: 6px; }
figure { margin: .5rem 0; } figure img { max-height: 12rem; } .shot { width: 100%; margin: .7rem 0; }
code { font: 12px ui-monospace, 'Cascadia Mono', Consolas, monospace; background: var(--paper); border: 1px solid var(--edge); border-radius: 4px; padding: 0 .3rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; } td { padding: .25rem .6rem .25rem 0; vertical-align: top; border-top: 1px solid var(--edge); overflow-wrap: anywhere; }
.danger { color: var(--bad); } .warning { color: var(--warn); } .note { color: var(--dim); }
.close { float: right; color: var(--dim); text-decoration: none; font-size: 1.2rem; line-height: 1; } a { color: inherit; }
.bar { height: 6px; border-radius: 3px; background: var(--edge); overflow: hidden; margin: .3rem 0; } .bar i { display: block; height: 100%; background: var(--accent); }
.legend { margin-left: auto; display: flex; gap: 1rem; font-size: .8rem; color: var(--dim); } .legend b { display: inline-block; width: 1.6rem; border-top: 2px solid #7b8798; vertical-align: middle; margin-right: .35rem; }
.legend .l { border-color: #0f766e; border-top-width: 3px; } .legend .x { border-top: 2px dashed #dc2626; } .legend .r { border-top: 2px dotted #b45309; }
.lea a { cursor: pointer; } .lea a:hover .box, .lea a:hover .pill, .lea a:focus .box, .lea a:focus .pill { stroke: #0f766e; stroke-width: 2; } .lea a { outline: none; }
@media (max-width: 60rem) { body { grid-template: auto auto auto / 1fr; height: auto; } header { grid-column: 1; } aside { border-left: 0; border-top: 1px solid var(--edge); } }
";

/// The page.
pub fn page(bundle: &Bundle) -> String {
    let workflow = &bundle.workflow;
    let drawing = draw(bundle, true);
    let mut sections = String::new();
    let mut chosen = String::new();
    for (n, node) in workflow.nodes.iter().enumerate() {
        section(&mut sections, &format!("n{n}"), &node_text(bundle, node));
        let _ = write!(chosen, "body:has(#n{n}:target) .ln{n} .box,");
    }
    for (n, edge) in workflow.edges.iter().enumerate() {
        section(&mut sections, &format!("e{n}"), &edge_text(bundle, edge));
        let _ = write!(chosen, "body:has(#e{n}:target) .le{n} .pill,body:has(#e{n}:target) path.le{n},");
    }
    let _ = write!(sections, "<section id=all>{}</section>", overview(workflow));
    let name = escape(&plain(&workflow.name));
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\
         <meta name=viewport content=\"width=device-width\"><title>{name}</title>\
         <style>{STYLE}{PAGE_STYLE}{}.none {{ stroke: #0f766e; stroke-width: 3; }}</style></head><body>\
         <header><h1>{name}</h1><span class=state>{}</span><span class=dim>{} · version {} · {}</span>\
         <span class=legend><span><b></b>step</span><span><b class=l></b>loop</span><span><b class=x></b>error</span>\
         <span><b class=r></b>way back</span></span></header>\
         <main>{}</main><aside>{sections}</aside></body></html>\n",
        chosen,
        crate::format::snake(&workflow.learning_state).replace('_', " "),
        escape(&workflow.workflow_id),
        workflow.version,
        escape(&crate::format::day_and_time(&workflow.updated_at)),
        drawing.inline(),
    )
}

fn section(out: &mut String, id: &str, inner: &str) {
    let _ = write!(
        out,
        "<section id={id}><a class=close href=\"#\" title=\"Back to all\">×</a>{inner}</section>"
    );
}

fn list(out: &mut String, title: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = write!(out, "<h3>{title}</h3><ul>");
    for item in items {
        let _ = write!(out, "<li>{}</li>", escape(&plain(item)));
    }
    out.push_str("</ul>");
}

fn image(out: &mut String, bundle: &Bundle, path: &str, most: u32, class: &str) {
    if let Some(data) = picture(bundle, path, most) {
        let _ = write!(out, "<img class=\"{class}\" src=\"{data}\" alt=\"\">");
    }
}

fn node_text(bundle: &Bundle, node: &Node) -> String {
    let workflow = &bundle.workflow;
    let mut out = format!(
        "<h2>{}</h2><div class=dim><code>{}</code></div>",
        escape(&plain(&words::node(workflow, &node.node_id))),
        escape(&node.node_id)
    );
    if !node.description.is_empty() {
        let _ = write!(out, "<p>{}</p>", escape(&plain(&node.description)));
    }
    image(&mut out, bundle, &format!("screens/{}.png", node.node_id), SCREEN_PX, "shot");
    if let Some(error) = &node.error_type {
        let _ =
            write!(out, "<p class=danger>An error: {}</p>", crate::format::snake(error).replace('_', " "));
    }
    list(&mut out, "Known by", &words::known_by(node));
    let steps = |is_it: &dyn Fn(&Edge) -> bool| -> Vec<String> {
        workflow.edges.iter().filter(|e| is_it(e)).map(|e| words::sentence(workflow, e)).collect()
    };
    list(&mut out, "Steps from here", &steps(&|e| e.from_node == node.node_id));
    list(&mut out, "Steps to here", &steps(&|e| e.to_node == node.node_id && e.from_node != node.node_id));
    if node.metadata.observation_count > 0 {
        let _ = write!(out, "<h3>Counted</h3>Seen {} times", node.metadata.observation_count);
    }
    out
}

fn edge_text(bundle: &Bundle, edge: &Edge) -> String {
    let workflow = &bundle.workflow;
    let mut out = format!(
        "<h2>{}</h2><div class=dim><code>{}</code> from {} to {}</div>",
        escape(&plain(&capital(&words::step(edge)))),
        escape(&edge.edge_id),
        escape(&plain(&words::node(workflow, &edge.from_node))),
        escape(&plain(&words::node(workflow, &edge.to_node)))
    );
    for why in edge.intention.iter().chain(&edge.expected_result) {
        let _ = write!(out, "<p>{}</p>", escape(&plain(why)));
    }
    let parts = edge.parts();
    for part in &parts {
        // The heading says it where it is all there is.
        if parts.len() > 1 {
            let _ = write!(out, "<h4>{}</h4>", escape(&plain(&words::action(part))));
        }
        part_text(&mut out, bundle, part);
    }
    let mut when: Vec<String> = edge.condition.iter().map(|c| words::condition(workflow, c)).collect();
    when.extend(edge.repeat.iter().map(words::repeat));
    list(&mut out, "When", &when);
    let before: Vec<String> = edge.constraints.pre_conditions.iter().map(words::before).collect();
    list(&mut out, "Before it", &before);
    list(&mut out, "Afterwards", &words::afterwards(workflow, edge));
    list(&mut out, "Counted", &[words::counts(edge)]);
    out
}

fn part_text(out: &mut String, bundle: &Bundle, part: &Action) {
    let Some(target) = &part.target else { return };
    if let Some(crop) = target.anchor.as_ref().and_then(|a| a.crop.as_ref()) {
        out.push_str("<figure>");
        image(out, bundle, crop, CROP_PX, "");
        out.push_str("</figure>");
    }
    let mut facts = Vec::new();
    if let Some(kind) = target.element_type {
        facts.push(format!("type {}", crate::format::snake(&kind)));
    }
    facts.extend(target.role.iter().map(|r| format!("role {r}")));
    if !target.label_variants.is_empty() {
        facts.push(format!("also seen as {}", target.label_variants.join(", ")));
    }
    if let Some(anchor) = &target.anchor {
        let near: Vec<&str> = anchor.landmarks.iter().filter_map(|l| l.text.as_deref()).take(6).collect();
        if !near.is_empty() {
            facts.push(format!("near {}", near.join(", ")));
        }
        if anchor.twins > 0 {
            facts.push(format!("{} other places say the same", anchor.twins));
        }
    }
    out.push_str("<ul>");
    for fact in facts {
        let _ = write!(out, "<li>{}</li>", escape(&plain(&fact)));
    }
    out.push_str("</ul>");
}

fn overview(workflow: &Workflow) -> String {
    let mut out = format!("<h2>{}</h2>", escape(&plain(&workflow.name)));
    if !workflow.description.is_empty() {
        let _ = write!(out, "<p>{}</p>", escape(&plain(&workflow.description)));
    }
    out.push_str("<p class=dim>Click a screen or a step to see what is known of it.</p>");
    let progress = maturity::progress(workflow);
    let next = progress.next.map_or_else(
        || "as far as it goes".to_owned(),
        |next| format!("{:.0} % of the way to {}", progress.percent, crate::format::snake(&next)),
    );
    let _ = write!(
        out,
        "<h3>Maturity</h3>{}<div class=bar><i style=\"width:{:.0}%\"></i></div><span class=dim>{next}</span>",
        crate::format::snake(&progress.state),
        progress.percent
    );
    if !workflow.variables.is_empty() {
        out.push_str("<h3>Variables</h3><table>");
        for (name, variable) in &workflow.variables {
            let secret = if variable.secret { ", secret" } else { "" };
            let _ = write!(
                out,
                "<tr><td><code>{}</code></td><td>{}{secret}, from {}</td></tr>",
                escape(name),
                crate::format::snake(&variable.variable_type),
                crate::format::snake(&variable.source.method).replace('_', " ")
            );
        }
        out.push_str("</table>");
    }
    let findings = lea_learn::lint(workflow);
    if !findings.is_empty() {
        out.push_str("<h3>Weak spots</h3><ul>");
        for f in findings {
            let place = f.place.as_ref().map_or_else(String::new, |p| format!("<code>{}</code> ", escape(p)));
            let class = crate::format::snake(&f.severity);
            let _ = write!(out, "<li class={class}>{place}{}</li>", escape(&plain(&f.sentence)));
        }
        out.push_str("</ul>");
    }
    let steps: Vec<String> = workflow.edges.iter().map(|e| words::sentence(workflow, e)).collect();
    list(&mut out, "Steps", &steps);
    out
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
