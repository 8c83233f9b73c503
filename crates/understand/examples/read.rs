//! Reads pictures and prints what they say as JSON lines: `read MODELS_DIR PICTURE.png…`
//!
//! Each picture is read three times with an empty memory and once from memory; the least of the three is `ms`.

use lea_understand::text::Reader;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let models = args.next().ok_or("usage: read MODELS_DIR PICTURE.png…")?;
    let reader = Reader::open(models.as_ref())?;
    for path in args {
        let picture = lea_frame::from_png(&std::fs::read(&path)?)?;
        let timed = || -> Result<_, lea_understand::ModelError> {
            let start = Instant::now();
            let lines = reader.read(picture.as_frame())?;
            Ok((lines, start.elapsed().as_secs_f64() * 1e3))
        };
        let before = reader.asked();
        let mut cold = f64::INFINITY;
        for _ in 0..3 {
            reader.forget();
            cold = cold.min(timed()?.1);
        }
        let after = reader.asked();
        let (lines, warm) = timed()?;
        let lines: Vec<_> = lines
            .iter()
            .map(|l| {
                let words: Vec<_> = l.words.iter().map(|w| serde_json::json!([w.text, w.bbox])).collect();
                serde_json::json!({"text": l.text, "bbox": l.bbox, "confidence": l.confidence, "words": words})
            })
            .collect();
        let asked = [(after[0] - before[0]) / 3, (after[1] - before[1]) / 3];
        println!(
            "{}",
            serde_json::json!({"image": path, "ms": cold, "warm_ms": warm, "asked": asked, "lines": lines})
        );
    }
    Ok(())
}
