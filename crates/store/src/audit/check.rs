//! The whole comparison: the chain, its head, the anchors outside the data folder, and the journals of runs.

use std::collections::BTreeMap;
use std::path::Path;

use lea_model::run::{AuditPhase, AuditRecord};

use super::anchor::Anchor;
use super::chain::Link;
use super::journals::Stories;
use super::verify::Walked;
use super::{Audit, change};
use crate::Store;
use crate::error::{Result, StoreError};

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspect {
    /// A record of the trail: it was changed, removed, added or moved. Nobody can accept that.
    Chain,
    /// `head.json`, in the data folder.
    Head,
    /// An anchor outside the data folder.
    Anchor,
    /// The journal of a run.
    Journal,
}

/// Something that does not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub suspect: Suspect,
    /// The line of the trail, from 1, where there is one.
    pub line: Option<u64>,
    /// What is wrong, in words.
    pub why: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

/// What was compared, and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Records that hang together, from the first.
    pub count: u64,
    /// The hash of the last of them.
    pub hash: String,
    /// Bytes of a record that a crash cut off; it was never acknowledged.
    pub torn_bytes: u64,
    /// What vouches for the trail outside the data folder, in words.
    pub vouched_by: Vec<String>,
    /// What is wrong; nothing where all agree.
    pub findings: Vec<Finding>,
}

/// What is gathered while the chain is followed.
#[derive(Default)]
struct Gathered {
    stories: Stories,
    /// Records that an anchor names, by number.
    named: BTreeMap<u64, (String, bool)>,
    /// The last record that says that no anchor was there, if nobody accepted that.
    unanchored: Option<u64>,
}

impl Gathered {
    fn add(&mut self, link: &Link, record: &AuditRecord) {
        let is = |action: &str| record.phase == AuditPhase::Change && record.action == action;
        if let Some(named) = self.named.get_mut(&link.number) {
            *named = (link.hash.clone(), is(change::ACCEPT));
        }
        if is(change::ACCEPT) {
            self.unanchored = None;
        } else if is(change::ANCHOR_MISSING) {
            self.unanchored = Some(link.number);
        }
        self.stories.add(record);
    }
}

impl Store {
    /// Compares trail, head, anchors and journals. The result says whether that could be done; what was found is in it.
    pub fn check_audit(&self) -> Result<Checked> {
        let audit = self.audit();
        let _lock = audit.folder.is_dir().then(|| audit.lock()).transpose()?;
        let mut findings = Vec::new();
        let state = audit.anchored.in_state().unwrap_or_else(|e| {
            findings.push(Finding { suspect: Suspect::Anchor, line: None, why: e.to_string() });
            None
        });
        let lines = audit.anchored.in_file()?;
        let mut gathered = Gathered::default();
        let numbers = state.iter().map(|a| a.number);
        let numbers = numbers.chain(lines.iter().filter_map(|(_, a)| Some(a.as_ref()?.link.number)));
        gathered.named = numbers.map(|n| (n, Default::default())).collect();
        let followed = audit.follow_with(|link, record| gathered.add(link, record))?;
        let verdict = followed.verdict();
        let walked = followed.walked;
        let mut checked = Checked {
            count: walked.last.number,
            hash: walked.last.hash.clone(),
            torn_bytes: walked.torn_bytes,
            ..Checked::default()
        };
        if let Some(broken) = &walked.broken {
            let why = broken.why.clone();
            let finding = Finding { suspect: Suspect::Chain, line: Some(broken.line), why };
            // What follows the first broken line proves nothing, so nothing is compared with it.
            checked.findings = vec![finding];
            return Ok(checked);
        }
        if let Err(broken) = verdict {
            findings.push(Finding { suspect: Suspect::Head, line: Some(broken.line), why: broken.why });
        }
        let found = Compared { audit: &audit, walked: &walked, gathered: &gathered };
        match (audit.anchored.state_file(), state) {
            (Some(path), Some(anchor)) => found.state(&path, &anchor, &mut findings, &mut checked),
            (Some(path), None)
                if walked.last.number > 0 && findings.iter().all(|f| f.suspect != Suspect::Anchor) =>
            {
                findings.push(missing(&path));
            }
            _ => {}
        }
        if let Some(path) = audit.anchored.other_file() {
            found.file(path, &lines, &mut findings, &mut checked);
        }
        if let Some(line) = gathered.unanchored {
            let why =
                "when this was written, no anchor knew the trail: what came before may be an older copy"
                    .to_owned();
            findings.push(Finding { suspect: Suspect::Anchor, line: Some(line), why });
        }
        findings.extend(gathered.stories.compare(self)?);
        Ok(Checked { findings, ..checked })
    }

    /// A person accepts the trail, the anchors and the journals as they are, such as after a backup was restored. That is a record too,
    /// which says what had been found; from then on the anchors know this trail. A record that was changed cannot be accepted.
    pub fn accept_audit(&self, found: &Checked) -> Result<AuditRecord> {
        if let Some(broken) = found.findings.iter().find(|f| f.suspect == Suspect::Chain) {
            let why = format!(
                "{broken}. A record that was changed cannot be accepted: move the folder audit away, keep it for whoever asks, and \
                 accept the loss of the trail"
            );
            return Err(StoreError::damaged("the audit trail", why));
        }
        let mut audit = self.audit();
        let _lock = audit.lock()?;
        let walked = audit.walk(|_, _| {})?;
        audit.put_head(&walked.last)?;
        let path = audit.trail();
        let tail = audit.settle(&super::open_trail(&path)?, &path)?;
        let told: Vec<String> = found.findings.iter().map(ToString::to_string).collect();
        let mut record = AuditRecord {
            detail: told.join("; ").chars().take(MOST_TOLD_LETTERS).collect(),
            ..change::of(change::ACCEPT, format!("{} records, {} findings", walked.last.number, told.len()))
        };
        let tail = audit.add(&tail, &mut record)?;
        audit.anchored.note(&tail.link, true)?;
        Ok(record)
    }
}

/// So much of what was found is kept in the record of an acceptance: some hundred findings.
const MOST_TOLD_LETTERS: usize = 20_000;

fn missing(path: &Path) -> Finding {
    let why = format!(
        "{} is missing: no anchor knows this trail. It was deleted, the data folder was moved or copied here, another user began to \
         use it, or the trail is older than anchors",
        path.display()
    );
    Finding { suspect: Suspect::Anchor, line: None, why }
}

struct Compared<'a> {
    audit: &'a Audit,
    walked: &'a Walked,
    gathered: &'a Gathered,
}

impl Compared<'_> {
    /// Why an anchor is of another trail than this one.
    fn differs(&self, place: &str, anchor: &Link) -> Option<Finding> {
        let count = self.walked.last.number;
        let (line, why) = if anchor.number > count {
            let lost = match count {
                0 if !self.audit.trail().exists() => "the trail is missing".to_owned(),
                0 => "the trail is empty".to_owned(),
                _ => format!(
                    "{count} are there: the end was cut off, or the trail was replaced by an older copy"
                ),
            };
            (count + 1, format!("{place} knows {} records, and {lost}", anchor.number))
        } else {
            let named = self.gathered.named.get(&anchor.number);
            if named.is_some_and(|(hash, _)| *hash == anchor.hash) {
                return None;
            }
            (
                anchor.number,
                format!("{place} knows another record {} than this: the trail was replaced", anchor.number),
            )
        };
        Some(Finding { suspect: Suspect::Anchor, line: Some(line), why })
    }

    fn state(&self, path: &Path, anchor: &Link, findings: &mut Vec<Finding>, checked: &mut Checked) {
        let place = format!("the anchor {}", path.display());
        match self.differs(&place, anchor) {
            Some(finding) => findings.push(finding),
            None => checked.vouched_by.push(format!("{place}, up to record {}", anchor.number)),
        }
    }

    fn file(
        &self,
        path: &Path,
        lines: &[(usize, Option<Anchor>)],
        findings: &mut Vec<Finding>,
        checked: &mut Checked,
    ) {
        let mut known = 0;
        for (at, anchor) in lines {
            let place = format!("line {at} of {}", path.display());
            let Some(anchor) = anchor else {
                let why = format!("{place} is no anchor");
                findings.push(Finding { suspect: Suspect::Anchor, line: None, why });
                return;
            };
            let is_accepted = self.gathered.named.get(&anchor.link.number).is_some_and(|(_, a)| *a);
            if let Some(finding) = self.differs(&place, &anchor.link) {
                findings.push(finding);
                return;
            }
            if anchor.accepted && !is_accepted {
                let why = format!("{place} says that the trail was accepted, and the trail does not");
                findings.push(Finding { suspect: Suspect::Anchor, line: Some(anchor.link.number), why });
                return;
            }
            known = known.max(anchor.link.number);
        }
        checked.vouched_by.push(match known {
            0 => format!("{} has no line of this trail yet", path.display()),
            _ => format!("{}, up to record {known}", path.display()),
        });
    }
}
