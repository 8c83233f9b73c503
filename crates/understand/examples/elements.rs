//! Elements of pictures: `elements MODELS_DIR [--lines DIR] [--dump DIR] [--draw DIR] PICTURE…`
//!
//! Prints the screen state of each picture as a JSON line. `--lines` remembers what was read, so that elements can be worked on
//! without reading again; `--draw` writes the picture with its elements; `--dump` writes candidates and features for
//! `training/elements` instead.

use lea_frame::{Frame, FrameBuf};
use lea_model::{ElementType, Rect};
use lea_understand::elements::{self, Detector, HandMade};
use lea_understand::text::{Line, Reader, Word};
use serde_json::{Value, json};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let models = PathBuf::from(
        args.next().ok_or("usage: elements MODELS_DIR [--lines DIR] [--dump DIR] [--draw DIR] PICTURE…")?,
    );
    let (mut lines_dir, mut dump, mut draw) = (None, None, None);
    let mut pictures = Vec::new();
    while let Some(arg) = args.next() {
        let place = match arg.as_str() {
            "--lines" => &mut lines_dir,
            "--dump" => &mut dump,
            "--draw" => &mut draw,
            _ => {
                pictures.push(PathBuf::from(arg));
                continue;
            }
        };
        *place = args.next().map(PathBuf::from);
    }
    let mut reader = None;
    for path in pictures {
        let picture = lea_frame::from_image(&std::fs::read(&path)?)?;
        let frame = picture.as_frame();
        let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("picture").to_owned();
        let lines = lines(&models, &mut reader, lines_dir.as_deref(), &stem, frame)?;
        if let Some(dir) = &dump {
            write_rows(&dir.join(format!("{stem}.f32")), &elements::training::rows(frame, &lines))?;
            std::fs::write(
                dir.join("features.json"),
                json!(elements::training::feature_names()).to_string(),
            )?;
            continue;
        }
        let start = Instant::now();
        let proposals = HandMade.detect(frame, &lines).len();
        let detect_ms = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let found = lea_understand::understand(frame, &lines, None);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        if let Some(dir) = &draw {
            std::fs::write(
                dir.join(format!("{stem}.png")),
                lea_frame::to_png(drawn(frame, &found.ui_elements).as_frame())?,
            )?;
        }
        println!(
            "{}",
            json!({"id": stem, "ms": ms, "detect_ms": detect_ms, "proposals": proposals, "state": found})
        );
    }
    Ok(())
}

fn lines(
    models: &Path,
    reader: &mut Option<Reader>,
    dir: Option<&Path>,
    stem: &str,
    frame: Frame<'_>,
) -> Result<Vec<Line>, Box<dyn Error>> {
    let file = dir.map(|d| d.join(format!("{stem}.lines.json")));
    if let Some(text) = file.as_ref().and_then(|f| std::fs::read_to_string(f).ok()) {
        let known: Vec<Value> = serde_json::from_str(&text)?;
        return known.into_iter().map(line).collect();
    }
    let reader = match reader {
        Some(reader) => reader,
        None => reader.insert(Reader::open(models)?),
    };
    let lines = reader.read(frame)?;
    if let Some(file) = file {
        let value = |l: &Line| {
            let words: Vec<Value> = l.words.iter().map(|w| json!([w.text, w.bbox, w.confidence])).collect();
            json!([l.text, l.bbox, l.confidence, words])
        };
        std::fs::write(file, json!(lines.iter().map(value).collect::<Vec<_>>()).to_string())?;
    }
    Ok(lines)
}

fn line(value: Value) -> Result<Line, Box<dyn Error>> {
    let (text, bbox, confidence, words): (String, Rect, f64, Vec<(String, Rect, f64)>) =
        serde_json::from_value(value)?;
    let words = words.into_iter().map(|(text, bbox, confidence)| Word { text, bbox, confidence }).collect();
    Ok(Line { text, bbox, confidence, words })
}

fn write_rows(file: &Path, rows: &[(Rect, Vec<f32>)]) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    for (b, features) in rows {
        for v in [b.x1, b.y1, b.x2, b.y2].iter().map(|v| *v as f32).chain(features.iter().copied()) {
            bytes.extend_from_slice(&v.to_le_bytes());
        }
    }
    std::fs::write(file, bytes)
}

fn drawn(frame: Frame<'_>, elements: &[lea_model::UIElement]) -> FrameBuf {
    use ElementType::{
        Button, Checkbox, Dropdown, IconButton, Label, Link, ListItem, MenuItem, Radio, Tab, Table,
        TableCell, TableRow, TextArea, TextInput, Toggle,
    };
    let mut picture = frame.to_buf();
    for e in elements {
        let colour = match e.element_type {
            Button => [0, 0, 255],
            IconButton => [0, 140, 255],
            TextInput | TextArea => [0, 180, 0],
            Dropdown => [180, 180, 0],
            Link => [255, 0, 0],
            Tab | MenuItem | ListItem => [255, 0, 200],
            Checkbox | Radio | Toggle => [0, 220, 220],
            Label => [170, 170, 170],
            Table | TableRow | TableCell => [200, 150, 60],
            _ => [120, 60, 120],
        };
        let b = e.bbox;
        for side in [
            Rect { y2: b.y1 + 2, ..b },
            Rect { y1: b.y2 - 2, ..b },
            Rect { x2: b.x1 + 2, ..b },
            Rect { x1: b.x2 - 2, ..b },
        ] {
            picture.fill(side, colour);
        }
    }
    picture
}
