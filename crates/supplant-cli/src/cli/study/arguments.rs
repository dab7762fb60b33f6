//! The arguments of every study: its axes, and what to do with it.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use super::axes::AxisArguments;
use crate::cli::{arguments, output};
use supplant::table::Size;
use supplant_lab::experiment::filter::Filter;
use supplant_lab::experiment::room;
use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::shard::Shard;
use supplant_lab::experiment::words::search_name;
use supplant_lab::studies::{Extent, Study};

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// The file that states the study, where none of the list is run.
    #[arg(skip)]
    pub(super) file: Option<PathBuf>,
    /// A small grid that shows the outcome in one or two minutes on two cores
    #[arg(long)]
    pub(super) quick: bool,
    #[command(flatten)]
    pub(super) axes: AxisArguments,
    /// Only some cells, for example scheme=deep,slots=8K; values of one axis are alternatives, and
    /// so are several --only
    #[arg(long, value_name = "AXIS=VALUE,…", value_parser = arguments::filter)]
    pub(super) only: Vec<Filter>,
    /// Only this share of the units: k/n, or auto in a batch system, or auto/n where it does not
    /// tell n
    #[arg(long, value_name = "K/N", value_parser = arguments::shard)]
    pub(super) shard: Option<Shard>,
    /// Print the units and how long they will take; do nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Units to run at once [default: all processors]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    pub(super) jobs: Option<usize>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub(super) out: PathBuf,
    /// Print the rows as JSON instead of tables
    #[arg(long)]
    pub(super) json: bool,
    /// Print the verdicts on the study's claims, and what its source has published beside ours
    #[arg(long, conflicts_with_all = ["json", "only", "shard", "dry_run"])]
    pub(super) verify: bool,
}

pub(super) fn experiment(of: &dyn Study, arguments: &Arguments) -> Result<Searches> {
    let experiment = experiment_of(of, arguments);
    match &arguments.file {
        // What is wrong may stand there.
        Some(file) => experiment.with_context(|| file.display().to_string()),
        None => experiment,
    }
}

fn experiment_of(of: &dyn Study, arguments: &Arguments) -> Result<Searches> {
    let mut experiment = of.experiment(if arguments.quick { Extent::Quick } else { Extent::Full });
    arguments.axes.set(&mut experiment)?;
    experiment.fit_further(|axis| arguments.axes.has(axis));
    experiment.fit_verified(|axis| arguments.axes.has(axis));
    experiment.check_further().map_err(|why| anyhow!("--{why}"))?;
    experiment.check_plies().map_err(|why| anyhow!("--{why}"))?;
    let left_out =
        arguments::left_out(&experiment.schemes, &experiment.layouts, |layout, scheme| scheme.fits(layout))?;
    experiment.check_hits()?;
    experiment.check_verified()?;
    experiment.check_same()?;
    experiment.check_limits()?;
    check(of, arguments, &experiment)?;
    experiment.try_sizes().context("--sizes")?;
    if of.declaration().is_some() || ["schemes", "layouts"].iter().any(|axis| arguments.axes.has(axis)) {
        left_out.iter().for_each(|said| output::complain(said));
    }
    Ok(experiment)
}

fn check(of: &dyn Study, arguments: &Arguments, experiment: &Searches) -> Result<()> {
    let all = experiment.beside.iter().map(|&search| (search_name(search), search));
    if let Some((name, _)) = all.chain([experiment.search.clone()]).find(|(_, search)| !search.deepening) {
        bail!(
            "--search {name}: it does not deepen, and a study measures every ply of a search; choose another"
        );
    }
    if arguments.verify {
        of.can_judge(experiment).map_err(|why| anyhow!("--verify: {why}"))?;
    }
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    let further = experiment.further.iter().flat_map(|further| &further.slots);
    let largest = experiment.slots.iter().chain(further).max();
    let largest = largest.map_or(0, |slots| slots.saturating_mul(experiment.slot_bytes()));
    let at_once = largest.saturating_mul(jobs);
    room::check(Size::Bytes(at_once), at_once as u64, room::free())
        .with_context(|| format!("--jobs {jobs}, each with the largest of --sizes"))?;
    let workers = jobs * experiment.threads.iter().max().unwrap_or(&1);
    if workers > MOST_WORKERS {
        bail!(
            "--jobs {jobs} with so many --threads are {workers} workers at once; ask for {MOST_WORKERS} at most"
        );
    }
    Ok(())
}

/// An ordinary system grants this many threads.
const MOST_WORKERS: usize = 1024;
