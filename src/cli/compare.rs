//! `supplant compare`: two folders of results, side by side.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::arguments;
use super::exit::Ending;
use super::output;
use crate::lab::collection::Collection;
use crate::lab::compare::{Compared, compare, lacking};
use crate::lab::searches::Searches;
use crate::lab::sizes;
use crate::report::{self, grouped};
use crate::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder of the results to compare with
    base: PathBuf,
    /// Folder of the new results
    new: PathBuf,
    /// End with exit code 1 if any cell needs more nodes than before by more than this, whichever positions are chosen
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = arguments::percent)]
    fail_on_regression: Option<f64>,
    /// The study, where a folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Take also folders that several builds wrote
    #[arg(long)]
    allow_mixed: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// One of the two folders.
#[derive(Serialize)]
struct Side {
    folder: String,
    search: String,
    positions: String,
    build: String,
}

#[derive(Serialize)]
struct Output<'a> {
    base: Side,
    new: Side,
    seed: u64,
    cells: &'a [Compared],
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let read = |path: &PathBuf| -> Result<_> {
        let collection = Collection::<Searches>::read(&[path], arguments.study.as_deref())?;
        output::remarks(&collection.remarks);
        if !arguments.allow_mixed {
            collection.check_builds()?;
        }
        let records = collection.finished()?;
        let grid = collection.plan().grid::<Searches>()?;
        let build = collection.sessions().last().map(|(_, session)| session.header.provenance.build());
        let (search, positions, build) = (grid.search, grid.positions.name, build.unwrap_or_default());
        let folder = path.display().to_string();
        output::complain(&format!("{folder}: search {search} on {positions}, by supplant {build}"));
        Ok((Side { folder, search, positions, build }, records))
    };
    let ((base_side, base), (new_side, new)) = (read(&arguments.base)?, read(&arguments.new)?);
    let (cells, lacking) = (compare(&base, &new, SEED), lacking(&base, &new));
    if cells.is_empty() {
        bail!(
            "{} and {}: have no position in common in any cell; compare results of one grid",
            base_side.folder,
            new_side.folder
        );
    }
    if lacking > 0 {
        output::complain(&format!(
            "{} lacks {lacking} measurements that {} has",
            new_side.folder, base_side.folder
        ));
    }
    if arguments.json {
        output::json(&Output { base: base_side, new: new_side, seed: SEED, cells: &cells })?;
    } else {
        output::line(&table(&cells));
    }
    let Some(percent) = arguments.fail_on_regression else { return Ok(Ending::Done) };
    let worse = cells.iter().filter(|cell| cell.is_regression(percent)).count();
    if worse == 0 {
        // What was not measured cannot have got better.
        return Ok(if lacking == 0 { Ending::Done } else { Ending::Failed });
    }
    output::complain(&format!("{worse} of {} cells need over {percent} % more nodes", cells.len()));
    Ok(Ending::Failed)
}

fn table(cells: &[Compared]) -> String {
    let mut table = report::table(&[
        "contender",
        "slots",
        "mode",
        "threads",
        "ply",
        "positions",
        "base nodes",
        "new nodes",
        "ratio",
        "95 % interval",
    ]);
    for Compared { at, positions, base_nodes, new_nodes, ratio, interval } in cells {
        table.add_row([
            at.contender.to_string(),
            at.slots().map_or_else(String::new, sizes::name),
            at.mode.to_string(),
            at.threads.to_string(),
            at.ply.to_string(),
            positions.to_string(),
            grouped(*base_nodes),
            grouped(*new_nodes),
            format!("{ratio:.4}"),
            format!("{:.4} to {:.4}", interval.0, interval.1),
        ]);
    }
    report::align_numbers(&mut table, 1);
    table.trim_fmt()
}
