//! The records a clinic begins with, from a seed.

use super::types::{SERVICES, insert_patient};
use super::{INSURERS, Patient, Status};
use crate::chance::Chance;
use rusqlite::{Connection, params};

const LAST_NAMES: &[&str] = &[
    "Abadie",
    "Beaumont",
    "Bénard",
    "Chevalier",
    "Colin",
    "Delacroix",
    "Dumas",
    "Étienne",
    "Fabre",
    "Garnier",
    "Giraud",
    "Hervé",
    "Joubert",
    "Lacombe",
    "Lemaître",
    "Marchand",
    "Noël",
    "Perrin",
    "Quentin",
    "Renaud",
    "Rousseau",
    "Salmon",
    "Tessier",
    "Vasseur",
    "Weber",
    "Yvon",
];
const FEMALE: &[&str] = &[
    "Agathe",
    "Béatrice",
    "Camille",
    "Éléonore",
    "Françoise",
    "Inès",
    "Jeanne",
    "Léa",
    "Maïté",
    "Nadia",
    "Sophie",
];
const MALE: &[&str] = &[
    "Adrien",
    "Benoît",
    "Cédric",
    "Étienne",
    "Fabien",
    "Guillaume",
    "Jérôme",
    "Karim",
    "Loïc",
    "Mathieu",
    "Théo",
];
const DOCTORS: &[&str] = &["Dr Arnaud", "Dr Besson", "Dr Caron", "Dr Maillard"];
const REASONS: &[&str] = &["Pièce manquante", "Montant erroné", "Doublon", "Assuré inconnu"];

/// How many patients and invoices there are, beside the look-alikes.
const PATIENTS: i64 = 26;
const INVOICES: i64 = 52;
/// Every third invoice and every fourth patient has one that looks like it.
const TWIN_INVOICE: i64 = 3;
const TWIN_PATIENT: i64 = 4;

pub(super) fn fill(db: &mut Connection, schema: &str, application: i64, seed: u64) -> rusqlite::Result<()> {
    let mut chance = Chance::of(seed, "records");
    let tx = db.transaction()?;
    tx.execute_batch(schema)?;
    tx.pragma_update(None, "application_id", application)?;
    let mut names: Vec<&str> = LAST_NAMES.to_vec();
    chance.shuffle(&mut names);
    for (n, last_name) in (1..=PATIENTS).zip(names) {
        let patient = patient(&mut chance, format!("P-{n:04}"), last_name);
        insert_patient(&tx, &patient, false)?;
        if n % TWIN_PATIENT == 0 {
            insert_patient(&tx, &homonym(&mut chance, &patient, n), true)?;
        }
    }
    for n in 1..=INVOICES {
        invoice(&tx, &mut chance, n)?;
    }
    tx.commit()
}

fn patient(chance: &mut Chance, id: String, last_name: &str) -> Patient {
    let female = chance.happens(0.5);
    let first_name = *chance.pick(if female { FEMALE } else { MALE });
    let insurer = (*chance.pick(INSURERS)).to_owned();
    Patient {
        id,
        last_name: last_name.to_owned(),
        first_name: first_name.to_owned(),
        birth_date: birth_date(chance),
        sex: (if female { "F" } else { "M" }).to_owned(),
        phone: phone(chance),
        email: format!("{}@example.org", plain(first_name)),
        insurer,
        reminders: chance.happens(0.4),
    }
}

/// Somebody of the same name, born on another day.
fn homonym(chance: &mut Chance, of: &Patient, n: i64) -> Patient {
    Patient {
        id: format!("P-{:04}", PATIENTS + n / TWIN_PATIENT),
        birth_date: birth_date(chance),
        phone: phone(chance),
        ..of.clone()
    }
}

fn birth_date(chance: &mut Chance) -> String {
    format!("{}-{:02}-{:02}", chance.between(1938, 2015), chance.between(1, 12), chance.between(1, 28))
}

/// A French number, in pairs.
pub(crate) fn phone(chance: &mut Chance) -> String {
    let mut pair = || chance.between(10, 99);
    let (a, b, c, d) = (pair(), pair(), pair(), pair());
    format!("0{} {a} {b} {c} {d}", 1 + a % 7)
}

/// A name for an address: small letters without accents.
fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        'é' | 'è' | 'É' => 'e',
        'î' | 'ï' => 'i',
        'ô' => 'o',
        'ç' => 'c',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(letter).collect()
}

fn invoice(db: &Connection, chance: &mut Chance, n: i64) -> rusqlite::Result<()> {
    let number = format!("F-2026-{:04}", 100 + n * 3 + chance.between(0, 2));
    let patient = format!("P-{:04}", chance.between(1, PATIENTS));
    // The later, the higher the number, as a person would expect.
    let (month, day) = (1 + (n - 1) / 20, 1 + ((n - 1) % 20) * 27 / 20);
    let day = format!("2026-{month:02}-{day:02}");
    // Seldom the same sum twice, and some of the dear services in every third.
    let mut lines: Vec<(&str, i64, i64)> = Vec::new();
    let dear = chance.happens(0.42);
    let count = chance.between(1, if dear { 3 } else { 4 });
    for _ in 0..count {
        let (code, _, _, price) = SERVICES[chance.below(6)];
        lines.push((code, chance.between(1, 3), price + chance.between(0, 40) * 5));
    }
    if dear {
        let (code, _, _, price) = SERVICES[6 + chance.below(3)];
        // Above the thousand that decides, with something to spare.
        let quantity = (100_000 / price) + 1 + chance.between(0, 1);
        lines.push((code, quantity, price + chance.between(0, 60) * 10));
    }
    let sum: i64 = lines.iter().map(|(_, quantity, unit)| quantity * unit).sum();
    let doctor = chance.pick(DOCTORS);
    let status = match chance.below(20) {
        0..=12 => Status::ToCheck,
        13..=16 => Status::Validated,
        _ => Status::Rejected,
    };
    let reason = (status == Status::Rejected).then(|| *chance.pick(REASONS));
    let twin = number.replacen("2026", "2025", 1);
    for (number, is_twin) in [(number, false), (twin, true)] {
        if is_twin && n % TWIN_INVOICE != 0 {
            continue;
        }
        db.execute(
            "INSERT INTO invoices VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![number, day, patient, doctor, sum, status.word(), reason, is_twin],
        )?;
        for (position, (service, quantity, unit)) in (1i64..).zip(&lines) {
            db.execute(
                "INSERT INTO invoice_lines VALUES (?1, ?2, ?3, ?4, ?5)",
                params![number, position, service, quantity, unit],
            )?;
        }
    }
    Ok(())
}
