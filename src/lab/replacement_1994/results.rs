//! The journals of a study's folder, read back: no grid has to be named, what is there is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Cell, Replacement1994, Row, Samples};
use crate::lab::Study as _;
use crate::lab::journal::{self, Journal, Line, Record, Records};
use crate::lab::provenance::Provenance;

/// What the journals of a folder hold.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The finished units, of one search and one number of threads.
    pub records: Records<Replacement1994>,
    /// The sessions that wrote them, oldest first.
    pub sessions: Vec<Provenance>,
    /// The preset of the search.
    pub search: String,
    /// Workers of each search.
    pub threads: usize,
    /// Units that were left aside, because they are of another search or another number of threads.
    pub left_aside: usize,
}

impl Results {
    /// Reads all journals of the study in `directory`. Where several searches or numbers of threads lie in one folder, those
    /// with the most units are taken.
    ///
    /// # Errors
    /// If there is no journal, one cannot be read, or two records of one unit disagree.
    pub fn read(directory: &Path) -> Result<Self> {
        let (mut sessions, mut families) = (Vec::new(), BTreeMap::<_, Records<Replacement1994>>::new());
        for path in journals(directory)? {
            for line in journal::read::<Replacement1994>(&path)? {
                match line {
                    Line::Header(header) => sessions.push(header.provenance),
                    Line::Unit(record) => {
                        insert(families.entry(family(&record)).or_default(), record)
                            .with_context(|| format!("{}", path.display()))?;
                    }
                }
            }
        }
        sessions.sort_by(|a, b| a.started.cmp(&b.started));
        let units: usize = families.values().map(Records::<Replacement1994>::len).sum();
        let Some(((search, threads), records)) =
            families.into_iter().rev().max_by_key(|(_, records)| records.len())
        else {
            bail!("{}: no unit is finished; let `supplant study 1994` run on", directory.display());
        };
        Ok(Self { left_aside: units - records.len(), records, sessions, search, threads })
    }

    /// The nodes by position.
    #[must_use]
    pub fn samples(&self) -> Samples {
        Samples::of(&self.records)
    }
}

/// The search, as the id names it, and the number of threads: units that differ in them are not to be mixed.
fn family(record: &Record<Cell, Row>) -> (String, usize) {
    (record.id.split('/').nth(1).unwrap_or_default().to_owned(), record.cell.threads)
}

fn insert(records: &mut Records<Replacement1994>, record: Record<Cell, Row>) -> Result<()> {
    if let Some(known) = records.get(&record.id) {
        // One thread repeats itself exactly; several need not.
        if known.rows != record.rows && record.cell.threads == 1 {
            bail!("two records of {} disagree; find out which is wrong and remove it", record.id);
        }
        return Ok(());
    }
    records.insert(record.id.clone(), record);
    Ok(())
}

fn journals(directory: &Path) -> Result<Vec<PathBuf>> {
    let paths = Journal::all(directory, Replacement1994::NAME)?;
    if paths.is_empty() {
        bail!(
            "{0}: holds no journal of study 1994; make one with `supplant study 1994 --out {0}`",
            directory.display()
        );
    }
    Ok(paths)
}
