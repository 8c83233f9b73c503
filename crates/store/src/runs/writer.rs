//! Writing a run: what was acknowledged is durable.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use lea_frame::Frame;
use lea_model::run::{Entry, Intent, Run, RunOutcome, Told};

use super::fold::Fold;
use super::journal::{self, JournalWriter};
use super::place::{self, RunId};
use super::screens::{RunScreens, ScreenKeeper};
use super::{RunLog, list};
use crate::Store;
use crate::append::Append;
use crate::disk::{self, Ballast};
use crate::error::{Doing, Result, StoreError};

/// Room for the last lines on a full disk: what was being done, what came of it, and the end.
const BALLAST_BYTES: usize = 128 << 10;

/// Times a folder is made again.
const FOLDER_TRIES: u32 = 5;

/// A run that is going on. It is locked for as long as this lives; dropped without an end, or killed, it is an
/// interrupted run with everything that was acknowledged.
pub struct RunWriter {
    id: RunId,
    folder: PathBuf,
    journal: JournalWriter,
    screens: ScreenKeeper,
    ballast: Ballast,
    begin: Entry,
    is_fresh: bool,
    may_go_on: bool,
    /// What the trail knows and the journal had lost: written once the run goes on.
    forgotten: Vec<Intent>,
    fold: Fold,
}

impl std::fmt::Debug for RunWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RunWriter({})", self.id)
    }
}

impl RunWriter {
    /// Begins a run: its folder appears with a locked journal that says so, durably, or not at all. The caller need not
    /// write [`Entry::Begin`]; where it does, the same one again adds nothing.
    pub fn begin(store: &Store, run: &Run) -> Result<Self> {
        let id = RunId::parse(&run.run_id)?;
        let folder = place::folder(&store.layout, &id);
        if folder.exists() {
            return Err(StoreError::RunExists { id: id.to_string() });
        }
        let temporary = new_folder(store, &id)?;
        let begun = Self::begin_in(&temporary, &id, run).and_then(|writer| {
            rename(&temporary, &folder, &id)?;
            disk::sync_folder(&place::day(&store.layout, &id))?;
            disk::sync_folder(&store.layout.runs())?;
            Ok(writer.moved(&folder))
        });
        if begun.is_err() {
            let _ = fs::remove_dir_all(&temporary);
        }
        begun
    }

    fn begin_in(folder: &Path, id: &RunId, run: &Run) -> Result<Self> {
        let path = place::journal(folder);
        let file = disk::make_file(&path).doing("write", &path)?;
        if !disk::lock(&file).doing("lock", &path)? {
            return Err(StoreError::RunGoesOn { id: id.to_string() });
        }
        let mut journal = JournalWriter::new(Append::new(file, path, 0), id.as_str());
        let begin = Entry::Begin { run: Box::new(run.clone()), resumed: false };
        journal.append(&begin)?;
        let path = place::screens(folder);
        let file = disk::make_file(&path).doing("write", &path)?;
        disk::sync_folder(folder)?;
        let mut fold = Fold::default();
        fold.add(&begin);
        Ok(Self {
            id: id.clone(),
            folder: folder.to_owned(),
            journal,
            screens: ScreenKeeper::new(Append::new(file, path, 0))?,
            ballast: Ballast::load(place::ballast(folder), BALLAST_BYTES),
            begin,
            is_fresh: true,
            may_go_on: false,
            forgotten: Vec::new(),
            fold,
        })
    }

    fn moved(mut self, folder: &Path) -> Self {
        self.journal.file.moved(place::journal(folder));
        self.screens.moved(place::screens(folder));
        Self { ballast: self.ballast.moved(place::ballast(folder)), folder: folder.to_owned(), ..self }
    }

    /// Opens a run that was cut short, stopped with a question, or was ended by a person, for going on, and gives back all that is known of
    /// it. A last line that a crash cut off is removed: it was never acknowledged. What the audit trail knows and the journal has lost is added
    /// to what is given back, and to the journal once the run goes on. The caller writes [`Entry::Begin`] with `resumed` once it knows that it
    /// goes on.
    pub fn resume(store: &Store, id: &str) -> Result<(Self, RunLog)> {
        let id = RunId::parse(id)?;
        let folder = place::folder(&store.layout, &id);
        let path = place::journal(&folder);
        let opened = fs::OpenOptions::new().read(true).append(true).open(&path);
        let file = match opened {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Err(super::missing(&folder, &id)),
            opened => opened.doing("open", &path)?,
        };
        if !disk::lock(&file).doing("lock", &path)? {
            return Err(StoreError::RunGoesOn { id: id.to_string() });
        }
        // It may have been deleted before it was locked.
        if !path.exists() {
            return Err(StoreError::NoRun { id: id.to_string() });
        }
        let read = journal::read(&path, id.as_str())?;
        let fold = Fold::of(&read.entries);
        let goes_on = [RunOutcome::Halted, RunOutcome::Cancelled];
        if fold.outcome().is_some_and(|outcome| !goes_on.contains(&outcome)) {
            return Err(StoreError::RunOver { id: id.to_string() });
        }
        let Some(begin) = read.entries.first().cloned() else {
            return Err(super::missing(&folder, &id));
        };
        let journal = JournalWriter::after(Append::new(file, path, read.bytes), &read);
        let mut log = RunLog { run: fold.run(), entries: read.entries, forgotten: Vec::new() };
        log.forgotten = store.forgotten_intents(&log)?;
        log.entries.extend(log.forgotten.iter().map(|intent| Entry::Intend { intent: intent.clone() }));
        let writer = Self {
            screens: open_screens(&folder, &id)?,
            ballast: Ballast::load(place::ballast(&folder), BALLAST_BYTES),
            id,
            folder,
            journal,
            begin,
            is_fresh: false,
            may_go_on: true,
            forgotten: log.forgotten.clone(),
            fold,
        };
        Ok((writer, log))
    }

    /// The id of the run.
    pub fn id(&self) -> &str {
        self.id.as_str()
    }

    /// The run as it is known now, with what its entries say of it.
    pub fn run(&self) -> Run {
        self.fold.run()
    }

    /// The checksum of the last line of the journal: noted elsewhere, it shows that no line up to it was changed or cut off.
    pub fn last_sum(&self) -> String {
        self.journal.last_sum()
    }

    /// Appends an entry, and returns when it would survive `kill -9` and a power cut; the screens kept before it
    /// would too. Where it fails, the entry counts as not written. After [`Entry::End`] nothing more goes in, but that a
    /// run that was opened for going on does, and the answer to the question that it halted with.
    pub fn write(&mut self, entry: &Entry) -> Result<()> {
        let goes_on = matches!(entry, Entry::Begin { resumed: true, .. });
        let answers = matches!(entry, Entry::Answered { .. });
        if self.fold.is_over() && !((goes_on || answers) && self.may_go_on) {
            return Err(StoreError::RunOver { id: self.id.to_string() });
        }
        if std::mem::take(&mut self.is_fresh) && *entry == self.begin {
            return Ok(());
        }
        self.screens.sync()?;
        self.add(entry)?;
        if goes_on {
            for intent in std::mem::take(&mut self.forgotten) {
                let text =
                    format!("the audit trail knows action {}, and the journal had lost it", intent.step);
                self.add(&Entry::Note { told: Told { what: "completed".into(), text } })?;
                self.add(&Entry::Intend { intent })?;
            }
        }
        if self.fold.is_over() {
            self.may_go_on &= answers;
            self.conclude();
        }
        Ok(())
    }

    fn add(&mut self, entry: &Entry) -> Result<()> {
        match self.journal.append(entry) {
            // A full disk still lets it be said what was done, and that it is over.
            Err(e) if e.is_disk_full() && self.ballast.drop_it() => self.journal.append(entry)?,
            written => written?,
        }
        self.fold.add(entry);
        Ok(())
    }

    /// What lists show, written once. Where it cannot be, lists read the journal.
    fn conclude(&self) {
        self.ballast.drop_it();
        if let Some(text) = list::summary_text(&self.folder, &self.fold.run()) {
            let _ = disk::write_whole(&place::summary(&self.folder), |out| out.write_all(&text));
        }
    }

    /// Keeps a screen and gives its id, such as `shot_0001`; one that shows the same as one kept before has the same id.
    /// It would survive `kill -9`, and a power cut once an entry was written after it.
    pub fn keep_screen(&mut self, frame: Frame<'_>) -> Result<String> {
        self.screens.keep(frame)
    }
}

/// A folder in the making. A deletion may take the folder of the day away, as long as it is empty: then it is made again.
fn new_folder(store: &Store, id: &RunId) -> Result<PathBuf> {
    let path = place::new_folder(&store.layout, id);
    for _ in 0..FOLDER_TRIES {
        disk::make_folders(&place::day(&store.layout, id))?;
        match disk::make_folder(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            made => return made.doing("make the folder", &path).map(|()| path),
        }
    }
    Err(io::Error::from(io::ErrorKind::NotFound)).doing("make the folder", &path)
}

fn rename(from: &Path, to: &Path, id: &RunId) -> Result<()> {
    match fs::rename(from, to) {
        // Another process was quicker.
        Err(_) if to.exists() => Err(StoreError::RunExists { id: id.to_string() }),
        renamed => renamed.doing("write", to),
    }
}

fn open_screens(folder: &Path, id: &RunId) -> Result<ScreenKeeper> {
    let path = place::screens(folder);
    if !path.is_file() {
        let file = disk::make_file(&path).doing("write", &path)?;
        return ScreenKeeper::new(Append::new(file, path, 0));
    }
    let there = RunScreens::open(path.clone(), id.as_str())?;
    let file = fs::OpenOptions::new().append(true).open(&path).doing("open", &path)?;
    ScreenKeeper::after(file, &there)
}
