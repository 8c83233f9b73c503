//! What is different between two moments: the judge of what was really done.

use super::{Invoice, Patient, Status};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One difference of the records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// An invoice was decided on, or decided otherwise.
    Decided {
        /// Its number.
        number: String,
        /// What it is now.
        status: Status,
        /// Why, as far as that is told.
        reason: Option<String>,
    },
    /// There is one more patient; the id is left empty, since nobody can know it beforehand.
    PatientAdded(Patient),
    /// A patient is now so.
    PatientChanged(Patient),
    /// Something changed that no screen can change.
    Other(String),
}

impl Change {
    /// An invoice is decided.
    pub fn decided(number: &str, status: Status, reason: Option<&str>) -> Self {
        Self::Decided { number: number.to_owned(), status, reason: reason.map(str::to_owned) }
    }

    /// A patient is added, whatever the id.
    pub fn added(patient: &Patient) -> Self {
        Self::PatientAdded(Patient { id: String::new(), ..patient.clone() })
    }
}

/// The records at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// All invoices, by number.
    pub invoices: BTreeMap<String, Invoice>,
    /// All patients, by id.
    pub patients: BTreeMap<String, Patient>,
}

impl Snapshot {
    pub(super) fn of(invoices: Vec<Invoice>, patients: Vec<Patient>) -> Self {
        Self {
            invoices: invoices.into_iter().map(|i| (i.number.clone(), i)).collect(),
            patients: patients.into_iter().map(|p| (p.id.clone(), p)).collect(),
        }
    }

    /// What is different later. A new name of a patient, which invoices show too, is one change.
    pub fn differences(&self, later: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (number, now) in &later.invoices {
            match self.invoices.get(number) {
                Some(was) if (was.status, &was.reason) == (now.status, &now.reason) => {}
                Some(_) => changes.push(Change::decided(number, now.status, now.reason.as_deref())),
                None => changes.push(Change::Other(format!("the invoice {number} appeared"))),
            }
        }
        for (id, now) in &later.patients {
            match self.patients.get(id) {
                Some(was) if was == now => {}
                Some(_) => changes.push(Change::PatientChanged(now.clone())),
                None => changes.push(Change::added(now)),
            }
        }
        let gone = |kind: &str, key: &String| Change::Other(format!("the {kind} {key} is gone"));
        let missing = self.invoices.keys().filter(|key| !later.invoices.contains_key(*key));
        changes.extend(missing.map(|key| gone("invoice", key)));
        let missing = self.patients.keys().filter(|key| !later.patients.contains_key(*key));
        changes.extend(missing.map(|key| gone("patient", key)));
        changes
    }

    /// Whether what is different later is exactly `wanted`, in whatever order.
    pub fn became(&self, later: &Self, wanted: &[Change]) -> bool {
        let (mut found, mut wanted) = (self.differences(later), wanted.to_vec());
        found.sort();
        wanted.sort();
        found == wanted
    }
}
