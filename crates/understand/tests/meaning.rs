//! What texts mean, with the real encoder. This needs the models: `scripts/fetch-models`.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use lea_stage::models;
use lea_understand::Meanings;
use std::path::Path;

#[test]
fn a_text_is_nearest_to_its_translation() {
    let meanings = Meanings::open(&models()).unwrap();
    let alike = |a: &str, b: &str| -> f32 {
        let both = meanings.of(&[a, b]);
        both[0].iter().zip(both[1].iter()).map(|(a, b)| a * b).sum()
    };
    // What the encoder's own program says of these.
    let said = [
        ("open the file", "rechnung suchen", 0.264_666),
        ("Enregistrer", "Save", 0.518_961),
        ("Search invoices", "Rechnungen suchen", 0.736_037),
        ("Einstellungen", "SETTINGS", 0.923_758),
    ];
    for (a, b, near) in said {
        assert!((alike(a, b) - near).abs() < 1e-4, "{a} {b} {}", alike(a, b));
    }
    let long = "a long text ".repeat(400);
    assert!((alike(&long, &long) - 1.0).abs() < 1e-5 && alike("", "").is_finite());
}

#[test]
fn a_missing_or_broken_encoder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let why = |folder: &Path| Meanings::open(folder).err().unwrap().to_string();
    assert!(why(folder.path()).contains("lea models fetch"));
    std::fs::write(folder.path().join("words.txt"), "0 <unk>\n").unwrap();
    for broken in [&b""[..], b"\xff\xff\xff\xff\xff\xff\xff\xff", b"\x02\0\0\0\0\0\0\0{}"] {
        std::fs::write(folder.path().join("words.safetensors"), broken).unwrap();
        assert!(why(folder.path()).contains("words.safetensors cannot be used"), "{}", why(folder.path()));
    }
}
