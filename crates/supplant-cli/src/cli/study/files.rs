//! The files of a study in its folder: the journal, and the exports from it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::cli::output;
use supplant_lab::experiment::journal::{Journal, PACKED, Records, Registered};
use supplant_lab::experiment::provenance::{Provenance, RunOrigin};
use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::shard::Shard;
use supplant_lab::report;
use supplant_lab::studies::register;

pub(in crate::cli) struct KeptFiles {
    pub(in crate::cli) journal: PathBuf,
    pub(in crate::cli) csv: PathBuf,
    pub(in crate::cli) json: PathBuf,
    claims: PathBuf,
    exports: bool,
}

impl KeptFiles {
    pub(in crate::cli) fn at(directory: &Path, study: &str, shard: Option<Shard>) -> Self {
        let writer = shard.map_or_else(String::new, Shard::writer);
        Self {
            journal: Journal::path(directory, study, &writer),
            csv: directory.join(format!("{study}.csv")),
            json: directory.join(format!("{study}.json")),
            claims: directory.join(format!("{study}-claims.txt")),
            exports: shard.is_none(),
        }
    }

    pub(in crate::cli) fn create(&self) -> Result<()> {
        let directory = self.journal.parent().unwrap_or(Path::new("."));
        report::folder::create(directory)?;
        self.check_unpacked()?;
        report::file::try_write(&self.claims)?;
        for path in [&self.csv, &self.json].into_iter().filter(|_| self.exports) {
            report::file::try_write(path)?;
        }
        Ok(())
    }

    pub(in crate::cli) fn check_unpacked(&self) -> Result<()> {
        for (ending, unpack) in PACKED {
            let mut packed = self.journal.clone().into_os_string();
            packed.push(ending);
            let packed = PathBuf::from(packed);
            if packed.exists() {
                bail!(
                    "{}: a run cannot add to a packed journal; unpack it with {unpack}, or give another --out",
                    packed.display()
                );
            }
        }
        Ok(())
    }

    pub(in crate::cli) fn register(&self, study: &str, first: &Registered) -> Result<()> {
        let text = register::file(study, first);
        match std::fs::read(&self.claims) {
            Ok(held) if held == text.as_bytes() => return Ok(()),
            Ok(held) if claims_of(&held) == claims_of(text.as_bytes()) => {
                if let Some(before) = registered_on(&held).filter(|&before| before < first.on.as_str()) {
                    output::complain(&format!(
                        "{}: these claims were registered on {before}, and nothing that was measured then is in {}; they are registered again",
                        self.claims.display(),
                        self.journal.display()
                    ));
                }
            }
            Ok(_) => output::complain(&format!(
                "{}: its claims differ from those in the journal; written again from the journal",
                self.claims.display()
            )),
            Err(_) => {}
        }
        report::file::write(&self.claims, |file| Ok(file.write_all(text.as_bytes())?))
    }

    pub(in crate::cli) fn unregister(&self) -> Result<()> {
        if !self.claims.exists() {
            return Ok(());
        }
        output::note(&format!(
            "{}: removed, because these claims were not registered before all results were measured",
            self.claims.display()
        ));
        std::fs::remove_file(&self.claims)
            .with_context(|| format!("{}: cannot be removed; remove it", self.claims.display()))
    }

    pub(in crate::cli) fn export(
        &self,
        experiment: &Searches,
        provenance: &Provenance,
        records: &Records<Searches>,
    ) -> Result<()> {
        if !self.exports {
            return Ok(());
        }
        let origin = RunOrigin::of(provenance, experiment.positions.digest());
        let rows = report::searches::rows::rows(experiment, &origin, records);
        report::csv::write(&self.csv, &rows)?;
        report::json::write(&self.json, &rows)
    }
}

fn claims_of(text: &[u8]) -> Option<&[u8]> {
    let end = text.iter().position(|&byte| byte == b'\n')?;
    Some(&text[end..])
}

fn registered_on(text: &[u8]) -> Option<&str> {
    let line = std::str::from_utf8(text.split(|&byte| byte == b'\n').next()?).ok()?;
    line.split_once(" registered on ")?.1.split(' ').next()
}
