//! A workflow as a drawing: cards with their screenshots, arrows with what is done.

use super::cards::{Card, CardKind, Cards, Line, LineKind, cards};
use super::layout::{Arrow, Extent, Placed, Plan, Route, plan};
use super::text::{escape, lines, plain, width};
use base64::Engine;
use lea_store::Bundle;
use std::fmt::Write as _;

/// Width of a card.
const CARD_PX: f64 = 236.0;
/// Room between the border of a card and what it shows.
const PADDING: f64 = 11.0;
/// Height of the picture on a card.
const PICTURE_PX: f64 = 122.0;
/// Width of the pictures in the file: twice what is shown, for fine screens.
const THUMBNAIL_PX: u32 = 460;
/// Sizes of letters: names, steps, small print.
const TITLE_PX: f64 = 14.0;
const STEP_PX: f64 = 12.0;
/// Widest line of a step.
const STEP_WIDTH: f64 = 215.0;
/// Height of a line of a step.
const STEP_LINE: f64 = 16.0;
/// Height of the line above a drawing that stands alone.
const HEAD_PX: f64 = 64.0;

/// The look of a drawing, for light and dark surroundings.
pub const STYLE: &str = "
.lea text { font-family: Inter, 'Segoe UI', system-ui, -apple-system, 'Helvetica Neue', Arial, sans-serif; }
.lea .paper { fill: #f5f6f8; }
.lea .box { fill: #ffffff; stroke: #d3d9e2; stroke-width: 1.2; }
.lea .shade { fill: #0f172a; opacity: .07; }
.lea .title { font-weight: 600; font-size: 14px; fill: #0f172a; }
.lea .sub { font-size: 11px; fill: #64748b; }
.lea .frame { fill: none; stroke: #0f172a; stroke-opacity: .12; }
.lea .error .box { stroke: #e5484d; fill: #fff6f6; }
.lea .any .box { stroke-dasharray: 5 4; fill: #eef1f5; }
.lea .chip { fill: #0f766e; } .lea .chip.end { fill: #334155; } .lea .chip.bad { fill: #dc2626; }
.lea .chiptext { font-size: 10px; font-weight: 700; letter-spacing: .04em; fill: #ffffff; }
.lea .line { fill: none; stroke: #7b8798; stroke-width: 1.6; }
.lea .line.loop { stroke: #0f766e; stroke-width: 2.2; }
.lea .line.bad { stroke: #dc2626; stroke-dasharray: 6 4; }
.lea .line.back { stroke: #b45309; stroke-dasharray: 2 4; stroke-linecap: round; stroke-width: 2; }
.lea .tip { fill: #7b8798; } .lea .tip.loop { fill: #0f766e; } .lea .tip.bad { fill: #dc2626; } .lea .tip.back { fill: #b45309; }
.lea .pill { fill: #ffffff; stroke: #e2e7ee; }
.lea .what { font-size: 12px; fill: #1e293b; }
.lea .when { font-size: 11.5px; font-style: italic; fill: #0f766e; }
.lea .head { font-weight: 700; font-size: 20px; fill: #0f172a; }
@media (prefers-color-scheme: dark) {
.lea .paper { fill: #0d1420; } .lea .box { fill: #172132; stroke: #34435a; } .lea .shade { fill: #000; opacity: .35; }
.lea .title, .lea .head { fill: #f1f5f9; } .lea .sub { fill: #94a3b8; } .lea .frame { stroke: #fff; }
.lea .error .box { fill: #2a1619; } .lea .any .box { fill: #131c2b; }
.lea .pill { fill: #1c283b; stroke: #34435a; } .lea .what { fill: #e2e8f0; } .lea .when { fill: #5eead4; }
.lea .chip.end { fill: #64748b; } .lea .line { stroke: #8fa0b6; } .lea .tip { fill: #8fa0b6; }
.lea .line.loop { stroke: #2dd4bf; } .lea .tip.loop { fill: #2dd4bf; }
}
";

/// The drawing as a file of its own.
pub fn file(bundle: &Bundle) -> String {
    let drawing = draw(bundle, false);
    let workflow = &bundle.workflow;
    let title = plain(&workflow.name);
    let Extent { width: wide, height } = drawing.size;
    let wide = wide.max(width(&title, 20.0) + 60.0);
    let about = format!(
        "{} · version {} · {} screens, {} steps",
        workflow.workflow_id,
        workflow.version,
        workflow.nodes.len(),
        workflow.edges.len()
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lea\" width=\"{wide:.0}\" height=\"{0:.0}\" \
         viewBox=\"0 0 {wide:.0} {0:.0}\" role=\"img\"><title>{1}</title><style>{STYLE}</style>{TIPS}\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\
         <text class=\"head\" x=\"28\" y=\"38\">{1}</text><text class=\"sub\" x=\"28\" y=\"57\">{2}</text>\
         <g transform=\"translate(0 {HEAD_PX:.0})\">{3}</g></svg>\n",
        height + HEAD_PX,
        escape(&title),
        escape(&about),
        drawing.body,
    )
}

/// Arrow heads.
const TIPS: &str = concat!(
    "<defs>",
    "<marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"tip\" d=\"M0,1 L10,5 L0,9 z\"/></marker>",
    "<marker id=\"tip-loop\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"10\" markerHeight=\"10\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"tip loop\" d=\"M0,1 L10,5 L0,9 z\"/></marker>",
    "<marker id=\"tip-bad\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"tip bad\" d=\"M0,1 L10,5 L0,9 z\"/></marker>",
    "<marker id=\"tip-back\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path class=\"tip back\" d=\"M0,1 L10,5 L0,9 z\"/></marker>",
    "</defs>"
);

/// A drawing without what surrounds it.
pub struct Drawing {
    /// The elements.
    pub body: String,
    /// The room they take.
    pub size: Extent,
}

impl Drawing {
    /// The drawing as part of a page.
    pub fn inline(&self) -> String {
        let Extent { width, height } = self.size;
        format!(
            "<svg class=\"lea\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">{TIPS}{}</svg>",
            self.body
        )
    }
}

/// Draws it; with links, cards and arrows lead to `#n0` and `#e0`.
pub fn draw(bundle: &Bundle, with_links: bool) -> Drawing {
    let Cards { cards, lines } = cards(&bundle.workflow);
    let pictures: Vec<Option<String>> = cards.iter().map(|c| thumbnail(bundle, c)).collect();
    let faces: Vec<Face> = cards.iter().zip(&pictures).map(|(c, p)| face(bundle, c, p.is_some())).collect();
    let labels: Vec<Label> = lines.iter().map(label).collect();
    let arrows: Vec<Arrow> = lines
        .iter()
        .zip(&labels)
        .map(|(line, label)| Arrow {
            from: line.from,
            to: line.to,
            label: label.size,
            leads_back: line.kind == LineKind::Recovery,
        })
        .collect();
    let first: Vec<usize> = (0..cards.len()).filter(|&n| cards[n].is_entry).collect();
    let sizes: Vec<Extent> = faces.iter().map(|f| f.size).collect();
    let Plan { boxes, routes, size } = plan(&sizes, &arrows, &first);
    let mut body = String::new();
    for (line, route) in lines.iter().zip(&routes) {
        draw_line(&mut body, line, route, with_links);
    }
    for (n, place) in boxes.iter().enumerate() {
        draw_card(&mut body, &cards[n], &faces[n], place, pictures[n].as_deref(), with_links);
    }
    for ((line, route), label) in lines.iter().zip(&routes).zip(&labels) {
        draw_label(&mut body, line, label, &route.label, with_links);
    }
    Drawing { body, size }
}

/// The picture of a screen as data, small.
fn thumbnail(bundle: &Bundle, card: &Card) -> Option<String> {
    let node = &bundle.workflow.nodes.get(card.node?)?.node_id;
    picture(bundle, &format!("screens/{node}.png"), THUMBNAIL_PX)
}

/// A picture of the bundle as data, at most so wide; none where it is not there or no picture.
pub fn picture(bundle: &Bundle, path: &str, most: u32) -> Option<String> {
    let frame = lea_frame::from_png(bundle.files.get(path)?).ok()?;
    let small = lea_frame::shrink(frame.as_frame(), most);
    let png = lea_frame::to_png(small.as_frame()).ok()?;
    Some(format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(png)))
}

/// What is written on a card.
struct Face {
    title: Vec<String>,
    sub: String,
    size: Extent,
}

fn face(bundle: &Bundle, card: &Card, has_picture: bool) -> Face {
    if card.kind == CardKind::Any {
        let title = vec![card.title.clone()];
        return Face { title, sub: String::new(), size: Extent { width: 118.0, height: 38.0 } };
    }
    let title = lines(&card.title, TITLE_PX, CARD_PX - 2.0 * PADDING, 2);
    let node = card.node.and_then(|n| bundle.workflow.nodes.get(n));
    let sub = node.map_or_else(String::new, |node| {
        let seen = node.metadata.observation_count;
        let seen = if seen > 0 { format!(" · seen {seen}×") } else { String::new() };
        let id = lines(&node.node_id, 11.0, CARD_PX - 2.0 * PADDING - width(&seen, 11.0), 1);
        format!("{}{seen}", id.concat())
    });
    let picture = if has_picture { PICTURE_PX + 8.0 } else { 0.0 };
    let height = 2.0 * PADDING + picture + title.len() as f64 * 18.0 + 15.0;
    Face { title, sub, size: Extent { width: CARD_PX, height } }
}

/// What is written on an arrow.
struct Label {
    what: Vec<String>,
    when: Vec<String>,
    size: Extent,
}

fn label(line: &Line) -> Label {
    let sign = match line.kind {
        LineKind::Step => "",
        LineKind::Loop => "↻ ",
        LineKind::Error => "⚠ ",
        LineKind::Recovery => "↩ ",
    };
    let what = lines(&format!("{sign}{}", line.text), STEP_PX, STEP_WIDTH, 3);
    let when = line.when.as_ref().map_or_else(Vec::new, |w| lines(w, 11.5, STEP_WIDTH, 2));
    let widest = |lines: &[String]| lines.iter().map(|l| width(l, STEP_PX)).fold(0.0, f64::max);
    let wide = widest(&what).max(widest(&when)) + 18.0;
    let height = (what.len() + when.len()) as f64 * STEP_LINE + 8.0;
    Label { what, when, size: Extent { width: wide, height } }
}

fn class_of(kind: LineKind) -> (&'static str, &'static str) {
    match kind {
        LineKind::Step => ("line", "tip"),
        LineKind::Loop => ("line loop", "tip-loop"),
        LineKind::Error => ("line bad", "tip-bad"),
        LineKind::Recovery => ("line back", "tip-back"),
    }
}

fn draw_line(out: &mut String, line: &Line, route: &Route, with_links: bool) {
    let (class, tip) = class_of(line.kind);
    let mark = line.edge.filter(|_| with_links).map_or_else(String::new, |n| format!(" le{n}"));
    let _ = write!(out, "<path class=\"{class}{mark}\" d=\"{}\" marker-end=\"url(#{tip})\"/>", route.path);
}

fn link(out: &mut String, to: Option<String>, with_links: bool, inner: &str) {
    match to.filter(|_| with_links) {
        Some(to) => drop(write!(out, "<a href=\"#{to}\" class=\"l{to}\">{inner}</a>")),
        None => out.push_str(inner),
    }
}

fn draw_card(
    out: &mut String,
    card: &Card,
    face: &Face,
    at: &Placed,
    picture: Option<&str>,
    with_links: bool,
) {
    let Placed { x, y, width: w, height: h } = *at;
    let class = match card.kind {
        CardKind::Screen => "card",
        CardKind::Error => "card error",
        CardKind::Any => "card any",
    };
    let radius = if card.kind == CardKind::Any { 19.0 } else { 12.0 };
    let mut inner = format!("<g class=\"{class}\"><title>{}</title>", escape(&plain(&card.title)));
    let _ = write!(
        inner,
        "<rect class=\"shade\" x=\"{:.1}\" y=\"{:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{radius}\"/>\
         <rect class=\"box\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"{radius}\"/>",
        x + 1.0,
        y + 3.0
    );
    let (left, mut line) = (x + PADDING, y + PADDING);
    if let Some(data) = picture {
        let wide = w - 2.0 * PADDING;
        // A drawing inside clips what sticks out.
        let _ = write!(
            inner,
            "<svg x=\"{left:.1}\" y=\"{line:.1}\" width=\"{wide:.1}\" height=\"{PICTURE_PX}\">\
             <image href=\"{data}\" width=\"100%\" height=\"100%\" preserveAspectRatio=\"xMidYMin slice\"/></svg>\
             <rect class=\"frame\" x=\"{left:.1}\" y=\"{line:.1}\" width=\"{wide:.1}\" height=\"{PICTURE_PX}\" rx=\"3\"/>"
        );
        line += PICTURE_PX + 8.0;
    }
    let (anchor, middle) =
        if card.kind == CardKind::Any { (" text-anchor=\"middle\"", x + w / 2.0) } else { ("", left) };
    for text in &face.title {
        line += 16.0;
        let _ = write!(
            inner,
            "<text class=\"title\" x=\"{middle:.1}\" y=\"{:.1}\"{anchor}>{}</text>",
            line - 2.5,
            escape(text)
        );
        line += 2.0;
    }
    if !face.sub.is_empty() {
        let _ = write!(
            inner,
            "<text class=\"sub\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>",
            line + 11.0,
            escape(&face.sub)
        );
    }
    let mut right = x + w - 12.0;
    for (is_shown, text, class) in [
        (card.is_end, "END", "chip end"),
        (card.is_entry, "START", "chip"),
        (card.kind == CardKind::Error, "ERROR", "chip bad"),
    ] {
        if is_shown {
            let wide = width(text, 10.0) + 16.0;
            let _ = write!(
                inner,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"17\" rx=\"8.5\"/>\
                 <text class=\"chiptext\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                right - wide,
                y - 9.0,
                right - wide / 2.0,
                y + 3.2
            );
            right -= wide + 5.0;
        }
    }
    inner.push_str("</g>");
    link(out, card.node.map(|n| format!("n{n}")), with_links, &inner);
}

fn draw_label(out: &mut String, line: &Line, label: &Label, at: &Placed, with_links: bool) {
    let Placed { x, y, width: w, height: h } = *at;
    let mut inner = format!(
        "<rect class=\"pill\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"9\"/>"
    );
    let rows = label.what.iter().map(|t| ("what", t)).chain(label.when.iter().map(|t| ("when", t)));
    for (n, (class, text)) in rows.enumerate() {
        let _ = write!(
            inner,
            "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x + w / 2.0,
            y + 16.0 + n as f64 * STEP_LINE,
            escape(text)
        );
    }
    link(out, line.edge.map(|n| format!("e{n}")), with_links, &inner);
}
