//! The journals of a study's folder, read back: no grid has to be named, what is there is there.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{Cell, Contender, Replacement1994, Row, Samples};
use crate::lab::collection::Collection;
use crate::lab::journal::{Record, Records};
use crate::lab::provenance::Provenance;

/// What the journals of a folder hold.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The finished units of one [`Family`], with the search without a table that belongs to them.
    pub records: Records<Replacement1994>,
    /// The sessions that wrote the journals, oldest first.
    pub sessions: Vec<Provenance>,
    /// What the units have in common.
    pub family: Family,
    /// Units that were left aside, because they are of another family.
    pub left_aside: usize,
}

/// Units that may stand in one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Family {
    /// The preset of the search.
    pub search: String,
    /// The name of the set of positions.
    pub positions: String,
    /// Workers of each search; the search without a table is measured by one.
    pub threads: usize,
}

impl Results {
    /// Reads all journals of the study in `directory`, of one grid or of several. Where several families lie in one folder,
    /// that with the most units is taken.
    ///
    /// # Errors
    /// If there is no journal, one cannot be read, or two records of one unit disagree.
    pub fn read(directory: &Path) -> Result<Self> {
        let collection = Collection::<Replacement1994>::of_any_grids(&[directory])?;
        let mut families = families(&collection)?;
        let units: usize = families.values().map(Records::<Replacement1994>::len).sum();
        let largest = families.iter().rev().max_by_key(|(_, records)| records.len());
        let Some(family) = largest.map(|(family, _)| family.clone()) else {
            bail!("{}: no unit is finished; let `supplant study 1994` run on", directory.display());
        };
        let mut records = families.remove(&family).unwrap_or_default();
        let alone = families.remove(&Family { threads: 1, ..family.clone() }).unwrap_or_default();
        records.extend(alone.into_iter().filter(|(_, record)| record.cell.contender == Contender::None));
        let sessions = collection.journals.into_iter().flat_map(|file| file.sessions);
        let mut sessions: Vec<_> = sessions.map(|session| session.header.provenance).collect();
        sessions.sort_by(|a, b| a.started.cmp(&b.started));
        Ok(Self { left_aside: units - records.len(), records, sessions, family })
    }

    /// The nodes by position.
    #[must_use]
    pub fn samples(&self) -> Samples {
        Samples::of(&self.records, self.family.threads)
    }
}

/// The finished units, each family for itself.
fn families(collection: &Collection<Replacement1994>) -> Result<BTreeMap<Family, Records<Replacement1994>>> {
    let mut families = BTreeMap::<_, Records<Replacement1994>>::new();
    for file in &collection.journals {
        let path = || file.path.display().to_string();
        for session in &file.sessions {
            let grid = session.header.plan.grid::<Replacement1994>().with_context(path)?;
            for record in &session.records {
                let (search, positions) = (grid.search.clone(), grid.positions.name.clone());
                let family = Family { search, positions, threads: record.cell.threads };
                insert(families.entry(family).or_default(), record).with_context(path)?;
            }
        }
    }
    Ok(families)
}

fn insert(records: &mut Records<Replacement1994>, record: &Record<Cell, Row>) -> Result<()> {
    let known = records.entry(record.id.clone()).or_insert_with(|| record.clone());
    // One thread repeats itself exactly; several need not.
    if known.rows != record.rows && record.cell.threads == 1 {
        bail!("two records of {} disagree; find out which is wrong and remove it", record.id);
    }
    Ok(())
}
