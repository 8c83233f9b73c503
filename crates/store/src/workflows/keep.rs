//! Keeping bundles: saving with history, reading one version at a time, deleting.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lea_model::Workflow;
use lea_model::ids::{self, IdKind};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::folder::{self, LocalState};
use super::names::WORKFLOW;
use super::{Bundle, WorkflowSummary, check, prototype_file};
use crate::Store;
use crate::disk;
use crate::error::{Doing, Result, StoreError};

/// A folder in the making, or one that is being removed.
pub(super) const PASSING: &str = ".new_";
/// The version before, for as long as the new one is put in its place where both cannot be exchanged at once.
pub(super) const OLD: &str = ".old_";
/// Earlier versions.
pub(super) const HISTORY: &str = ".history";
/// A bundle may be replaced while it is read.
const LOOKS: u32 = 5;
/// Files that are not lost because whoever saves does not know them.
const STAYING: [&str; 2] = ["audit.jsonl", "proposals.json"];
/// How long to wait for another process that saves.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

impl Store {
    /// Keeps a workflow, in place of the version that was there, which goes to the history. A new one is enabled; one that was
    /// there stays as it was. A version before the one kept is refused: someone else has changed it. The audit trail and
    /// proposals of the version before stay, unless the bundle has its own.
    pub fn save_workflow(&self, bundle: &Bundle) -> Result<()> {
        let _lock = self.lock_workflows()?;
        self.put_workflow(bundle, None)
    }

    /// Changes a workflow while nobody else can: reads it, lets `change` change it, and keeps what came of it. Where `change`
    /// refuses, nothing is kept.
    pub fn update_workflow<T, E>(
        &self,
        id: &str,
        change: impl FnOnce(&mut Bundle) -> Result<T, E>,
    ) -> Result<Result<T, E>> {
        let _lock = self.lock_workflows()?;
        let mut bundle = self.workflow(id)?;
        let changed = change(&mut bundle);
        if changed.is_ok() {
            named(&bundle, id, &self.current(id))?;
            self.put_workflow(&bundle, None)?;
        }
        Ok(changed)
    }

    /// Keeps a workflow from elsewhere: it is not enabled until someone does. One of the same id is refused, or replaced
    /// as its next version, with its history kept.
    pub fn import_workflow(&self, bundle: &Bundle, replace: bool) -> Result<u32> {
        let id = &bundle.workflow.workflow_id;
        ids::check(IdKind::Workflow, id)?;
        let _lock = self.lock_workflows()?;
        let there = self.current(id);
        let mut bundle = bundle.clone();
        // What was audited elsewhere was audited elsewhere.
        bundle.files.remove("audit.jsonl");
        // So was what somebody decided there (SPEC ACT.5).
        bundle.workflow.edges.iter_mut().for_each(lea_model::Edge::forget_decision);
        if there.is_dir() {
            if !replace {
                return Err(StoreError::WorkflowExists { id: id.clone() });
            }
            // One that cannot be read has no version to go on from.
            let before = folder::read_workflow(&there).map_or(0, |w| w.version);
            bundle.workflow.version = bundle.workflow.version.max(before.saturating_add(1));
        }
        self.put_workflow(&bundle, Some(LocalState { enabled: false }))?;
        Ok(bundle.workflow.version)
    }

    /// A workflow with its files, checked.
    pub fn workflow(&self, id: &str) -> Result<Bundle> {
        ids::check(IdKind::Workflow, id)?;
        let place = self.current(id);
        for look in 1.. {
            let before = identity(&place);
            if before.is_none() {
                return Err(StoreError::NoWorkflow { id: id.to_owned() });
            }
            let read =
                Bundle::read_folder(&place).and_then(|bundle| named(&bundle, id, &place).map(|()| bundle));
            if before == identity(&place) || look == LOOKS {
                return read;
            }
        }
        Err(StoreError::NoWorkflow { id: id.to_owned() })
    }

    /// The versions there are of a workflow, oldest first; the last is the one in use.
    pub fn workflow_versions(&self, id: &str) -> Result<Vec<u32>> {
        let now = self.workflow(id)?.workflow.version;
        let entries = fs::read_dir(self.history(id)).into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.strip_prefix('v')?.parse().ok();
        let mut versions: Vec<u32> = entries.filter_map(number).filter(|v| *v != now).collect();
        versions.sort_unstable();
        versions.push(now);
        Ok(versions)
    }

    /// One version of a workflow, of those there are.
    pub fn workflow_version(&self, id: &str, version: u32) -> Result<Bundle> {
        let now = self.workflow(id)?;
        if now.workflow.version == version {
            return Ok(now);
        }
        let place = self.history(id).join(format!("v{version}"));
        if !place.is_dir() {
            let there = self.workflow_versions(id)?;
            return Err(StoreError::NoVersion { id: id.to_owned(), version, there });
        }
        let bundle = Bundle::read_folder(&place)?;
        named(&bundle, id, &place)?;
        Ok(bundle)
    }

    /// All workflows by id. One that cannot be read is there too, with what is wrong with it.
    pub fn workflows(&self) -> Result<Vec<WorkflowSummary>> {
        let root = self.workflows_folder();
        let entries = match fs::read_dir(&root) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.doing("list", &root)?,
        };
        let mut found = Vec::new();
        for entry in entries {
            let Ok(id) = entry.doing("list", &root)?.file_name().into_string() else { continue };
            if ids::check(IdKind::Workflow, &id).is_ok() {
                found.push(summary(id.clone(), &root.join(id)));
            }
        }
        found.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(found)
    }

    /// Whether a workflow may be used on this machine.
    pub fn workflow_enabled(&self, id: &str) -> Result<bool> {
        Ok(folder::read_state(&self.existing(id)?).enabled)
    }

    /// Says whether a workflow may be used on this machine. One that cannot be read cannot be enabled.
    pub fn set_workflow_enabled(&self, id: &str, enabled: bool) -> Result<()> {
        let _lock = self.lock_workflows()?;
        let place = self.existing(id)?;
        if enabled {
            self.workflow(id)?;
        }
        folder::write_state(&place, LocalState { enabled })
    }

    /// Deletes a workflow, its files and its history; cut short, it is finished by the next [`Store::open`].
    pub fn delete_workflow(&self, id: &str) -> Result<()> {
        let _lock = self.lock_workflows()?;
        let place = self.existing(id)?;
        let gone = self.passing(id);
        let _ = fs::remove_dir_all(&gone);
        fs::rename(&place, &gone).doing("remove", &place)?;
        disk::sync_folder(&self.workflows_folder())?;
        let history = self.history(id);
        if history.is_dir() {
            fs::remove_dir_all(&history).doing("remove", &history)?;
        }
        fs::remove_dir_all(&gone).doing("remove", &gone)
    }

    fn put_workflow(&self, bundle: &Bundle, state: Option<LocalState>) -> Result<()> {
        check::check(bundle).map_err(check::Complaint::unfit)?;
        let id = bundle.workflow.workflow_id.as_str();
        let (place, fresh) = (self.current(id), self.passing(id));
        let before = place.is_dir().then(|| folder::read_workflow(&place));
        if let Some(Ok(before)) = &before
            && before.version > bundle.workflow.version
        {
            let (ours, theirs) = (bundle.workflow.version, before.version);
            let why =
                format!("it has version {ours}, and version {theirs} is kept already: start from that one");
            return Err(StoreError::unfit(format!("workflow {id}"), why));
        }
        let kept = LocalState { enabled: true };
        let state = state.unwrap_or_else(|| if before.is_some() { folder::read_state(&place) } else { kept });
        // Whoever left it there did not finish: we hold the lock.
        let _ = fs::remove_dir_all(&fresh);
        let written = folder::write(bundle, &fresh)
            .and_then(|()| folder::write_state(&fresh, state))
            .and_then(|()| {
                let missing = STAYING.iter().filter(|f| !bundle.files.contains_key(**f));
                missing.into_iter().try_for_each(|f| folder::copy_file(&place, &fresh, f))
            })
            .and_then(|()| match &before {
                Some(Ok(old)) if old.version < bundle.workflow.version => self.remember(id, old, &place),
                _ => Ok(()),
            })
            .and_then(|()| self.exchange(id, &fresh, &place));
        // What is at the passing place now is the version before, or what could not be put in its place.
        let _ = fs::remove_dir_all(&fresh);
        written?;
        disk::sync_folder(&self.workflows_folder())
    }

    /// Copies a version to the history, whole, before another takes its place: no moment is without it.
    fn remember(&self, id: &str, old: &Workflow, place: &Path) -> Result<()> {
        let history = self.history(id);
        disk::make_folders(&history)?;
        let (fresh, kept) = (history.join(PASSING), history.join(format!("v{}", old.version)));
        let _ = fs::remove_dir_all(&fresh);
        folder::copy(place, &fresh)?;
        if kept.is_dir() {
            fs::remove_dir_all(&kept).doing("replace", &kept)?;
        }
        fs::rename(&fresh, &kept).doing("write", &kept)?;
        disk::sync_folder(&history)
    }

    /// Puts the fresh folder in place, at once where the file system can.
    fn exchange(&self, id: &str, fresh: &Path, place: &Path) -> Result<()> {
        if !place.exists() {
            return fs::rename(fresh, place).doing("write", place);
        }
        if renameat_with(CWD, fresh, CWD, place, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
        let old = self.workflows_folder().join(format!("{OLD}{id}"));
        let _ = fs::remove_dir_all(&old);
        fs::rename(place, &old).doing("replace", place)?;
        match fs::rename(fresh, place) {
            Ok(()) => drop(fs::remove_dir_all(&old)),
            Err(e) => {
                let _ = fs::rename(&old, place);
                return Err(e).doing("write", place);
            }
        }
        Ok(())
    }

    fn lock_workflows(&self) -> Result<File> {
        let root = self.workflows_folder();
        disk::make_folders(&root)?;
        let path = root.join(".lock");
        let file = disk::lock_file(&path)?;
        let begun = Instant::now();
        while !disk::lock(&file).doing("lock", &path)? {
            if begun.elapsed() > LONGEST_WAIT {
                return Err(StoreError::Busy { path });
            }
        }
        Ok(file)
    }

    fn existing(&self, id: &str) -> Result<PathBuf> {
        ids::check(IdKind::Workflow, id)?;
        let place = self.current(id);
        if place.is_dir() { Ok(place) } else { Err(StoreError::NoWorkflow { id: id.to_owned() }) }
    }

    pub(super) fn workflows_folder(&self) -> PathBuf {
        self.layout.workflows()
    }

    fn current(&self, id: &str) -> PathBuf {
        self.workflows_folder().join(id)
    }

    fn passing(&self, id: &str) -> PathBuf {
        self.workflows_folder().join(format!("{PASSING}{id}"))
    }

    fn history(&self, id: &str) -> PathBuf {
        self.workflows_folder().join(HISTORY).join(id)
    }
}

fn identity(place: &Path) -> Option<(u64, u64)> {
    fs::metadata(place).ok().filter(fs::Metadata::is_dir).map(|m| (m.dev(), m.ino()))
}

fn named(bundle: &Bundle, id: &str, place: &Path) -> Result<()> {
    if bundle.workflow.workflow_id == id {
        return Ok(());
    }
    let file = place.join(WORKFLOW).display().to_string();
    let why =
        format!("it holds workflow {:?}; import it instead of copying it there", bundle.workflow.workflow_id);
    Err(StoreError::damaged(file, why))
}

fn summary(id: String, place: &Path) -> WorkflowSummary {
    let read = folder::read_workflow(place);
    let damage = match &read {
        Err(e) => Some(e.to_string()),
        Ok(workflow) => damage(workflow, &id, place),
    };
    let workflow = read.unwrap_or_default();
    WorkflowSummary {
        id,
        name: workflow.name,
        version: workflow.version,
        learning_state: workflow.learning_state,
        nodes: workflow.nodes.len(),
        edges: workflow.edges.len(),
        updated_at: workflow.updated_at,
        enabled: damage.is_none() && folder::read_state(place).enabled,
        damage,
    }
}

/// What can be told to be wrong without reading pictures and vectors.
fn damage(workflow: &Workflow, id: &str, place: &Path) -> Option<String> {
    if workflow.workflow_id != id {
        return Some(format!("{} holds workflow {:?}", place.join(WORKFLOW).display(), workflow.workflow_id));
    }
    let missing = || workflow.problems_with_vectors(|v| place.join(prototype_file(v)).is_file());
    let problem = workflow.problems().into_iter().next().or_else(|| missing().into_iter().next())?;
    Some(format!("{}: {problem}", place.join(WORKFLOW).display()))
}
