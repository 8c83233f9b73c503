//! The whole comparison: the chain, its head, the anchors outside the data folder, and the journals of runs.

use std::collections::BTreeMap;

use lea_model::run::{AuditPhase, AuditRecord};

use super::anchor::Anchor;
use super::chain::Link;
use super::journals::Stories;
use super::verify::{Broken, Walked};
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
        let state = audit.anchored.in_state();
        let lines = audit.anchored.in_file()?;
        let mut gathered = Gathered::default();
        let numbers = state.iter().flatten().map(|a| a.number);
        let numbers = numbers.chain(lines.iter().filter_map(|(_, a)| Some(a.as_ref()?.link.number)));
        gathered.named = numbers.map(|n| (n, Default::default())).collect();
        let followed = audit.follow_with(|link, record| gathered.add(link, record))?;
        let walked = &followed.walked;
        let checked = Checked {
            count: walked.last.number,
            hash: walked.last.hash.clone(),
            torn_bytes: walked.torn_bytes,
            ..Checked::default()
        };
        if let Some(Broken { line, why }) = walked.broken.clone() {
            // What follows the first broken line proves nothing, so nothing is compared with it.
            let finding = Finding { suspect: Suspect::Chain, line: Some(line), why };
            return Ok(Checked { findings: vec![finding], ..checked });
        }
        let mut compared = Compared { audit: &audit, walked, gathered: &gathered, checked };
        if let Err(Broken { line, why }) = followed.verdict() {
            compared.find(Suspect::Head, Some(line), why);
        }
        compared.state(state);
        compared.file(&lines);
        if let Some(line) = gathered.unanchored {
            let why =
                "when this was written, no anchor knew the trail: what came before may be an older copy";
            compared.find(Suspect::Anchor, Some(line), why.to_owned());
        }
        let mut checked = compared.checked;
        checked.findings.extend(gathered.stories.compare(self)?);
        Ok(checked)
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

/// What is found while the anchors are compared.
struct Compared<'a> {
    audit: &'a Audit,
    walked: &'a Walked,
    gathered: &'a Gathered,
    checked: Checked,
}

impl Compared<'_> {
    fn find(&mut self, suspect: Suspect, line: Option<u64>, why: String) {
        self.checked.findings.push(Finding { suspect, line, why });
    }

    /// An anchor that is of another trail than this one is a finding; false then.
    fn agrees(&mut self, place: &str, anchor: &Link) -> bool {
        let (number, count) = (anchor.number, self.walked.last.number);
        if number > count {
            let lost = match count {
                0 if !self.audit.trail().exists() => "the trail is missing".to_owned(),
                0 => "the trail is empty".to_owned(),
                _ => format!(
                    "{count} are there: the end was cut off, or the trail was replaced by an older copy"
                ),
            };
            self.find(
                Suspect::Anchor,
                Some(count + 1),
                format!("{place} knows {number} records, and {lost}"),
            );
            return false;
        }
        let is_known = self.gathered.named.get(&number).is_some_and(|(hash, _)| *hash == anchor.hash);
        if !is_known {
            let why = format!("{place} knows another record {number} than this: the trail was replaced");
            self.find(Suspect::Anchor, Some(number), why);
        }
        is_known
    }

    /// The anchor in the state folder.
    fn state(&mut self, anchor: Result<Option<Link>>) {
        let Some(path) = self.audit.anchored.state_file() else { return };
        let place = format!("the anchor {}", path.display());
        match anchor {
            Err(e) => self.find(Suspect::Anchor, None, e.to_string()),
            Ok(Some(anchor)) if self.agrees(&place, &anchor) => {
                self.checked.vouched_by.push(format!("{place}, up to record {}", anchor.number));
            }
            Ok(None) if self.walked.last.number > 0 => {
                let why = format!(
                    "{} is missing: no anchor knows this trail. It was deleted, the data folder was moved or copied here, another user \
                     began to use it, or the trail is older than anchors",
                    path.display()
                );
                self.find(Suspect::Anchor, None, why);
            }
            Ok(_) => {}
        }
    }

    /// The file elsewhere: its first line that does not agree is a finding.
    fn file(&mut self, lines: &[(usize, Option<Anchor>)]) {
        let Some(path) = self.audit.anchored.other_file().map(|p| p.display().to_string()) else { return };
        let mut known = 0;
        for (at, anchor) in lines {
            let place = format!("line {at} of {path}");
            let Some(Anchor { link, accepted, .. }) = anchor else {
                return self.find(Suspect::Anchor, None, format!("{place} is no anchor"));
            };
            if !self.agrees(&place, link) {
                return;
            }
            let is_accepted = self.gathered.named.get(&link.number).is_some_and(|(_, accepted)| *accepted);
            if *accepted && !is_accepted {
                let why = format!("{place} says that the trail was accepted, and the trail does not");
                return self.find(Suspect::Anchor, Some(link.number), why);
            }
            known = known.max(link.number);
        }
        self.checked.vouched_by.push(match known {
            0 => format!("{path} has no line of this trail yet"),
            _ => format!("{path}, up to record {known}"),
        });
    }
}
