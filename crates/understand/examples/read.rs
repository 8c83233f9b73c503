//! Reads pictures and prints what they say as JSON lines: `read [--tries N] MODELS_DIR PICTURE…`
//!
//! Each picture is read three times, or N, with an empty memory and twice from memory; the least times are `ms` and `warm_ms`.

use lea_understand::text::Reader;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).peekable();
    let tries: usize = match args.next_if(|arg| arg == "--tries") {
        Some(_) => args.next().ok_or("--tries wants a number")?.parse()?,
        None => 3,
    };
    let models = args.next().ok_or("usage: read [--tries N] MODELS_DIR PICTURE…")?;
    let reader = Reader::open(models.as_ref())?;
    for path in args {
        let picture = lea_frame::from_image(&std::fs::read(&path)?)?;
        let timed = || -> Result<_, lea_understand::ModelError> {
            let start = Instant::now();
            let lines = reader.read(picture.as_frame())?;
            Ok((lines, start.elapsed().as_secs_f64() * 1e3))
        };
        let before = reader.asked();
        let mut cold = f64::INFINITY;
        for _ in 0..tries {
            reader.forget();
            cold = cold.min(timed()?.1);
        }
        let after = reader.asked();
        let (lines, warm) = timed()?;
        let warm = warm.min(timed()?.1);
        let lines: Vec<_> = lines
            .iter()
            .map(|l| {
                let words: Vec<_> = l.words.iter().map(|w| serde_json::json!([w.text, w.bbox])).collect();
                serde_json::json!({"text": l.text, "bbox": l.bbox, "confidence": l.confidence, "words": words})
            })
            .collect();
        let asked = [0, 1].map(|i| (after[i] - before[i]) / tries.max(1));
        println!(
            "{}",
            serde_json::json!({"image": path, "ms": cold, "warm_ms": warm, "asked": asked, "lines": lines})
        );
    }
    Ok(())
}
