//! `lea workflows graph`: a workflow for the terminal, as Mermaid, as a drawing (SVG), or as a page with its screenshots.

mod cards;
mod drawing;
mod layout;
mod mermaid;
mod order;
mod page;
mod routes;
mod terminal;
mod text;

use crate::cli::GraphFormat;
use crate::config::Context;
use crate::error::{Outcome, failed, usage};
use crate::files;
use lea_store::Bundle;
use std::path::Path;

/// Writes the graph to a file, or prints it.
pub fn graph(context: &Context, bundle: &Bundle, format: Option<GraphFormat>, out: Option<&Path>) -> Outcome {
    let by_name = || {
        let extension = out.and_then(Path::extension).and_then(|e| e.to_str()).unwrap_or("").to_lowercase();
        match extension.as_str() {
            "svg" => Ok(GraphFormat::Svg),
            "html" | "htm" => Ok(GraphFormat::Html),
            "" | "mmd" | "mermaid" | "md" | "txt" => Ok(GraphFormat::Mermaid),
            other => Err(usage(format!(
                "a file .{other} does not say which form: add --format text, mermaid, svg or html"
            ))),
        }
    };
    let format = format.map_or_else(by_name, Ok)?;
    let text = match format {
        GraphFormat::Text => terminal::terminal(&bundle.workflow),
        GraphFormat::Mermaid => mermaid::mermaid(&bundle.workflow),
        GraphFormat::Svg => drawing::file(bundle),
        GraphFormat::Html => page::page(bundle),
    };
    let Some(out) = out else {
        print!("{text}");
        return Ok(());
    };
    files::replace_private(out, text.as_bytes())?;
    if context.json {
        let json =
            serde_json::json!({ "file": out, "format": crate::format::snake(&format), "bytes": text.len() });
        println!("{json}");
    } else {
        println!("Wrote {} ({})", out.display(), crate::format::bytes(text.len() as u64));
    }
    std::io::Write::flush(&mut std::io::stdout()).map_err(failed)
}
