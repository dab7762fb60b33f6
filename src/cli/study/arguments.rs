//! What every study is told: its axes, and what is to be done with it.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;

use crate::cli::arguments;
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::filter::Filter;
use crate::lab::positions::PositionSet;
use crate::lab::searches::{Mode, Searches};
use crate::lab::shard::Shard;
use crate::lab::{room, sizes};
use crate::scheme::SchemeName;
use crate::search::Enhancements;
use crate::studies::{Extent, Study};
use crate::table::Size;

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// What shows the outcome within a minute on two cores
    #[arg(long)]
    pub(super) quick: bool,
    /// Schemes to compare, or all [default: the study's]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::schemes)]
    pub(super) schemes: Vec<Vec<SchemeName>>,
    /// Entry layouts, compared at equal bytes: xor16 (slots of 16 bytes, the whole key verified), single8 (of 8, 16 bits); for schemes of
    /// any number of slots also line8 (eight of 8 a bucket, 16 bits) and cluster10 (three of 10 in 32, 16 bits) [default: the study's]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::layout)]
    pub(super) layouts: Vec<LayoutName>,
    /// Table sizes in slots of 16 bytes (8K) or bytes (1MiB) [default: the study's]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = arguments::size)]
    pub(super) sizes: Vec<usize>,
    /// Plies to measure [default: the study's]
    #[arg(long, value_name = "A..=B", value_parser = arguments::plies)]
    pub(super) plies: Option<(Depth, Depth)>,
    /// Leave out the ply that is measured at some sizes alone, as is ply 8 in 1994
    #[arg(long, conflicts_with = "plies")]
    pub(super) no_ply8: bool,
    /// What happens to the table between positions: clear, stamp [default: the study's]
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = arguments::mode)]
    pub(super) modes: Vec<Mode>,
    /// The search: a preset of enhancements
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset)]
    pub(super) search: (String, Enhancements),
    /// Workers of each search; with more than one, results differ from run to run
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1", value_parser = arguments::threads)]
    pub(super) threads: Vec<usize>,
    /// A built-in set of positions: breuker1994 (18 of one game), middlegames, endings (240 each, one a game) [default: the study's]
    #[arg(long, value_name = "SET", value_parser = arguments::positions)]
    pub(super) positions: Option<PositionSet>,
    /// Positions of an EPD file instead of the study's
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub(super) epd: Option<PathBuf>,
    /// Only cells such as scheme=deep,slots=8K; values of one axis are alternatives, and so are several --only
    #[arg(long, value_name = "AXIS=VALUE,…", value_parser = arguments::filter::<Searches>)]
    pub(super) only: Vec<Filter>,
    /// Only this share of the units: k/n, or auto in a batch system, or auto/n where it does not tell n
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
    #[arg(long, conflicts_with_all = ["json", "only", "shard"])]
    pub(super) verify: bool,
}

/// The grid the arguments ask for.
pub(super) fn experiment(of: &dyn Study, arguments: &Arguments) -> Result<Searches> {
    let mut experiment = of.experiment(if arguments.quick { Extent::Quick } else { Extent::Full });
    let without_repeats = |sizes: &[usize]| arguments::once_each(sizes.iter().copied());
    if !arguments.schemes.is_empty() {
        experiment.schemes = arguments::once_each(arguments.schemes.iter().flatten().copied());
    }
    if !arguments.layouts.is_empty() {
        experiment.layouts = arguments::once_each(arguments.layouts.iter().copied());
    }
    if !arguments.sizes.is_empty() {
        experiment.slots = without_repeats(&arguments.sizes);
    }
    if !arguments.modes.is_empty() {
        experiment.modes = arguments::once_each(arguments.modes.iter().copied());
    }
    if let Some(set) = &arguments.positions {
        experiment.positions.clone_from(set);
    }
    if let Some(path) = &arguments.epd {
        experiment.positions = PositionSet::read(path)?;
    }
    experiment.search.clone_from(&arguments.search);
    experiment.threads = without_repeats(&arguments.threads);
    if arguments.no_ply8 || arguments.plies.is_some() {
        experiment.further = None;
    }
    if let Some(further) = &mut experiment.further {
        further.slots.retain(|slots| experiment.slots.contains(slots));
    }
    experiment.further.take_if(|further| further.slots.is_empty());
    experiment.plies = arguments.plies.unwrap_or(experiment.plies);
    arguments::say_left_out(&experiment.schemes, &experiment.layouts, |layout, scheme| scheme.fits(layout))?;
    experiment.try_sizes()?;
    check(of, arguments, &experiment)?;
    Ok(experiment)
}

/// Combinations that cannot be measured, or not be judged.
fn check(of: &dyn Study, arguments: &Arguments, experiment: &Searches) -> Result<()> {
    if !experiment.search.1.deepening {
        bail!(
            "--search {}: it does not deepen, and a study measures every ply of a search; choose another",
            experiment.search.0
        );
    }
    if arguments.verify {
        of.can_judge(experiment).map_err(|why| anyhow!("--verify: {why}"))?;
    }
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    // Without the further ply: its sizes are among these.
    let largest = experiment.slots.iter().max().map_or(0, |slots| slots.saturating_mul(sizes::SLOT_BYTES));
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

/// Workers at once, all jobs together: what an ordinary system gives threads for.
const MOST_WORKERS: usize = 1024;
