//! The index of L3.5: exact search over the vectors of one space, one partition for each workflow.

use std::collections::{BTreeMap, HashMap};

use lea_model::{Extra, Space};
use serde::{Deserialize, Serialize};

use super::scan::{Block, NORM_TOLERANCE};
use crate::error::{Result, StoreError};

/// What is known of a vector.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its name, unique in the index.
    pub vector_id: String,
    /// The workflow it belongs to; none for screens of sessions no workflow was learnt from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<String>,
    /// The node it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_id: Option<String>,
    /// Whatever else is to come back with it.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub metadata: Extra,
}

/// A vector that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Which.
    pub entry: Entry,
    /// Its cosine with the query, within -1..1.
    pub cosine: f64,
}

/// An index of vectors of one space. Kept in memory here; a server may keep it elsewhere.
pub trait VectorIndex {
    /// The space it is bound to.
    fn space(&self) -> &Space;
    /// How many vectors it holds.
    fn len(&self) -> usize;
    /// It holds none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Adds a vector; one of the same name is replaced. A vector of another space or dimension is refused.
    fn add(&mut self, space: &Space, entry: Entry, vector: &[f32]) -> Result<()>;
    /// The `k` nearest, best first; with a workflow, only of that one.
    fn search(&self, space: &Space, query: &[f32], k: usize, workflow_id: Option<&str>) -> Result<Vec<Hit>>;
    /// Removes a vector; false when there is none of this name.
    fn remove(&mut self, vector_id: &str) -> bool;
    /// Gives back the room of what was removed.
    fn compact(&mut self);
}

/// The vectors of one workflow.
#[derive(Clone, Debug)]
struct Partition {
    entries: Vec<Entry>,
    block: Block,
}

/// Exact search in memory: eight-bit scan, exact re-ranking.
#[derive(Clone, Debug)]
pub struct FlatIndex {
    space: Space,
    partitions: BTreeMap<Option<String>, Partition>,
    /// Which workflow a vector belongs to, and its row there.
    places: HashMap<String, (Option<String>, usize)>,
    threads: usize,
}

impl FlatIndex {
    /// An empty index bound to this space.
    pub fn new(space: Space) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        Self { space, partitions: BTreeMap::new(), places: HashMap::new(), threads }
    }

    /// The same, searching with this many threads.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Every entry with its vector, workflow by workflow.
    pub fn rows(&self) -> impl Iterator<Item = (&Entry, &[f32])> {
        self.partitions
            .values()
            .flat_map(|p| p.entries.iter().enumerate().map(|(row, entry)| (entry, p.block.row(row))))
    }

    /// The entry of a vector.
    pub fn entry(&self, vector_id: &str) -> Option<&Entry> {
        let (workflow, row) = self.places.get(vector_id)?;
        self.partitions.get(workflow)?.entries.get(*row)
    }

    fn check(&self, space: &Space, vector: &[f32]) -> Result<()> {
        let unfit = |why: String| Err(StoreError::unfit("a vector", why));
        if !space.is_same_as(&self.space) {
            let name = |s: &Space| format!("{} version {} ({} dimensions)", s.id, s.version, s.dimensions);
            return unfit(format!(
                "it lies in the space {}, and this index is bound to {}: embed the screen in that space, or migrate",
                name(space),
                name(&self.space)
            ));
        }
        if vector.len() != self.space.dimensions as usize {
            return unfit(format!(
                "it has {} dimensions, and the space {} has {}: it was cut, or comes from elsewhere",
                vector.len(),
                self.space.id,
                self.space.dimensions
            ));
        }
        let norm = vector.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
        // Written so that NaN is refused too.
        let is_one = (norm - 1.0).abs() <= NORM_TOLERANCE;
        if !is_one {
            return unfit(format!("its norm is {norm}: vectors of this index have norm 1"));
        }
        Ok(())
    }
}

impl VectorIndex for FlatIndex {
    fn space(&self) -> &Space {
        &self.space
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn add(&mut self, space: &Space, entry: Entry, vector: &[f32]) -> Result<()> {
        self.check(space, vector)?;
        if entry.vector_id.is_empty() {
            return Err(StoreError::unfit("a vector", "it has no name"));
        }
        self.remove(&entry.vector_id);
        let dimensions = self.space.dimensions as usize;
        let partition = self
            .partitions
            .entry(entry.workflow_id.clone())
            .or_insert_with(|| Partition { entries: Vec::new(), block: Block::new(dimensions) });
        self.places.insert(entry.vector_id.clone(), (entry.workflow_id.clone(), partition.entries.len()));
        partition.block.push(vector);
        partition.entries.push(entry);
        Ok(())
    }

    fn search(&self, space: &Space, query: &[f32], k: usize, workflow_id: Option<&str>) -> Result<Vec<Hit>> {
        self.check(space, query)?;
        let mut hits: Vec<(&Partition, usize, f64)> = Vec::new();
        for (workflow, partition) in &self.partitions {
            if workflow_id.is_some() && workflow_id != workflow.as_deref() {
                continue;
            }
            let found = partition.block.nearest(query, k, self.threads);
            hits.extend(found.into_iter().map(|(row, cosine)| (partition, row, cosine)));
        }
        // Among equals a copy of the query comes first, then the name decides, not the order of adding.
        let id = |(p, row, _): &(&Partition, usize, f64)| p.entries[*row].vector_id.clone();
        let is_copy = |(p, row, _): &(&Partition, usize, f64)| p.block.row(*row) == query;
        hits.sort_by(|a, b| {
            let by_name = || id(a).cmp(&id(b));
            b.2.total_cmp(&a.2).then_with(|| is_copy(b).cmp(&is_copy(a))).then_with(by_name)
        });
        hits.truncate(k);
        let hit = |(p, row, cosine): (&Partition, usize, f64)| Hit { entry: p.entries[row].clone(), cosine };
        Ok(hits.into_iter().map(hit).collect())
    }

    fn remove(&mut self, vector_id: &str) -> bool {
        let Some((workflow, row)) = self.places.remove(vector_id) else { return false };
        let Some(partition) = self.partitions.get_mut(&workflow) else { return false };
        partition.entries.swap_remove(row);
        partition.block.swap_remove(row);
        if let Some(moved) = partition.entries.get(row) {
            self.places.insert(moved.vector_id.clone(), (workflow.clone(), row));
        }
        if partition.entries.is_empty() {
            self.partitions.remove(&workflow);
        }
        true
    }

    fn compact(&mut self) {
        // Rows are moved up when one is removed, so nothing is left but spare room.
        for partition in self.partitions.values_mut() {
            partition.entries.shrink_to_fit();
            partition.block.shrink();
        }
        self.partitions.retain(|_, p| !p.entries.is_empty());
        self.places.shrink_to_fit();
    }
}
