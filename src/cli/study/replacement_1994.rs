//! `supplant study 1994`: its grid, its run, its tables.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{Files, dry_run};
use crate::cli::exit::Ending;
use crate::cli::{arguments, output};
use crate::entry::Depth;
use crate::entry::bucket::LayoutName;
use crate::lab::collection::Collection;
use crate::lab::filter::Filter;
use crate::lab::interrupt;
use crate::lab::journal::{Header, Journal, Records};
use crate::lab::plan::Share;
use crate::lab::positions::PositionSet;
use crate::lab::progress::Progress;
use crate::lab::provenance::{Origin, Provenance};
use crate::lab::replacement_1994::{Cell, Contender, Mode, Replacement1994, Samples};
use crate::lab::shard::Shard;
use crate::lab::{Study as _, Unit, room, runner, sizes};
use crate::report;
use crate::scheme::SchemeName;
use crate::search::Enhancements;
use crate::smp::SEED;
use crate::table::Size;

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// Three sizes, cleared tables: a minute on two cores
    #[arg(long)]
    quick: bool,
    /// Schemes to compare, or all [default: the seven of the paper]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Entry layouts, compared at equal bytes: xor16 (slots of 16 bytes, the whole key verified), single8 (of 8, 16 bits); for schemes of
    /// any number of slots also line8 (eight of 8 a bucket, 16 bits) and cluster10 (three of 10 in 32, 16 bits)
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "xor16", value_parser = arguments::layout)]
    layouts: Vec<LayoutName>,
    /// Table sizes in slots of 16 bytes (8K) or bytes (1MiB) [default: 8K to 1024K, doubling; with --quick 8K, 64K, 512K]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = arguments::size)]
    sizes: Vec<usize>,
    /// Plies to measure [default: 3..=7, and 8 at 16K, 64K, 256K and 1024K]
    #[arg(long, value_name = "A..=B", value_parser = arguments::plies)]
    plies: Option<(Depth, Depth)>,
    /// Leave ply 8 out
    #[arg(long, conflicts_with = "plies")]
    no_ply8: bool,
    /// What happens to the table between positions: clear, stamp [default: both; with --quick clear]
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', value_parser = arguments::mode)]
    modes: Vec<Mode>,
    /// The search: a preset of enhancements
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset)]
    search: (String, Enhancements),
    /// Workers of each search; with more than one, results differ from run to run
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "1", value_parser = arguments::threads)]
    threads: Vec<usize>,
    /// Positions of an EPD file instead of the paper's
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Only cells such as scheme=deep,slots=8K; values of one axis are alternatives, and so are several --only
    #[arg(long, value_name = "AXIS=VALUE,…", value_parser = arguments::filter::<Replacement1994>)]
    only: Vec<Filter>,
    /// Only this share of the units: k/n, or auto in a batch system, or auto/n where it does not tell n
    #[arg(long, value_name = "K/N", value_parser = arguments::shard)]
    shard: Option<Shard>,
    /// Print the units and how long they will take; do nothing
    #[arg(long)]
    dry_run: bool,
    /// Units to run at once [default: all processors]
    #[arg(long, value_name = "N", value_parser = arguments::threads)]
    jobs: Option<usize>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// Print the rows as JSON instead of tables
    #[arg(long)]
    json: bool,
    /// Print the verdicts on the paper's claims, and its figures beside ours
    #[arg(long, conflicts_with_all = ["json", "only", "shard"])]
    verify: bool,
}

/// Everything that the arguments ask for.
struct Run {
    study: Replacement1994,
    share: Share,
    units: Vec<Unit<Cell>>,
    files: Files,
    jobs: usize,
}

impl Run {
    fn of(arguments: &Arguments) -> Result<Self> {
        let study = grid(arguments)?;
        let share = Share { only: arguments.only.iter().cloned().collect(), shard: arguments.shard };
        let all = Share { shard: None, ..share.clone() }.of::<Replacement1994>(study.units());
        if all.is_empty() {
            bail!("--only: no unit of this grid is wanted; widen it, or the grid");
        }
        let units = share.of::<Replacement1994>(study.units());
        let files = Files::at(&arguments.out, Replacement1994::NAME, share.shard);
        let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
        Ok(Self { study, share, units, files, jobs })
    }
}

/// The grid the arguments ask for.
fn grid(arguments: &Arguments) -> Result<Replacement1994> {
    let mut study = if arguments.quick { Replacement1994::quick() } else { Replacement1994::full() };
    let without_repeats = |sizes: &[usize]| arguments::once_each(sizes.iter().copied());
    if !arguments.schemes.is_empty() {
        study.schemes = arguments::once_each(arguments.schemes.iter().flatten().copied());
    }
    study.layouts = arguments::once_each(arguments.layouts.iter().copied());
    if !arguments.sizes.is_empty() {
        study.slots = without_repeats(&arguments.sizes);
    }
    if !arguments.modes.is_empty() {
        study.modes = arguments::once_each(arguments.modes.iter().copied());
    }
    if let Some(path) = &arguments.epd {
        study.positions = PositionSet::read(path)?;
    }
    study.search.clone_from(&arguments.search);
    study.threads = without_repeats(&arguments.threads);
    if arguments.no_ply8 || arguments.plies.is_some() {
        study.further = None;
    }
    if let Some(further) = &mut study.further {
        further.slots.retain(|slots| study.slots.contains(slots));
    }
    study.further.take_if(|further| further.slots.is_empty());
    study.plies = arguments.plies.unwrap_or(study.plies);
    arguments::say_left_out(&study.schemes, &study.layouts, |layout, scheme| scheme.fits(layout))?;
    study.try_sizes()?;
    check(arguments, &study)?;
    Ok(study)
}

/// Combinations that cannot be measured, or not be judged.
fn check(arguments: &Arguments, study: &Replacement1994) -> Result<()> {
    if !study.search.1.deepening {
        bail!(
            "--search {}: it does not deepen, and the study measures every ply of a search; choose another",
            study.search.0
        );
    }
    if arguments.verify && study.threads != [1] {
        bail!("--verify: the claims are about searches with one worker; leave out --threads");
    }
    if arguments.verify && !study.layouts.contains(&Contender::LAYOUT) {
        bail!("--verify: the claims are about tables of {0}; add {0} to --layouts", Contender::LAYOUT);
    }
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    // Without the further ply: its sizes are among these.
    let largest = study.slots.iter().max().map_or(0, |slots| slots.saturating_mul(sizes::SLOT_BYTES));
    let at_once = largest.saturating_mul(jobs);
    room::check(Size::Bytes(at_once), at_once as u64, room::free())
        .with_context(|| format!("--jobs {jobs}, each with the largest of --sizes"))?;
    let workers = jobs * study.threads.iter().max().unwrap_or(&1);
    if workers > MOST_WORKERS {
        bail!(
            "--jobs {jobs} with so many --threads are {workers} workers at once; ask for {MOST_WORKERS} at most"
        );
    }
    Ok(())
}

/// Workers at once, all jobs together: what an ordinary system gives threads for.
const MOST_WORKERS: usize = 1024;

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let run = Run::of(arguments)?;
    let Run { study, units, files, jobs, .. } = &run;
    if arguments.dry_run {
        dry_run::run(study, units, &files.journal, *jobs, arguments.json)
    } else {
        work(&run, arguments)
    }
}

fn work(run: &Run, arguments: &Arguments) -> Result<Ending> {
    let Run { study, share, units, files, jobs } = run;
    files.create()?;
    let provenance = Provenance::here(invocation(arguments, run), SEED);
    let header = Header::of(study, share.clone(), provenance);
    let (mut journal, held) = Journal::open::<Replacement1994>(&files.journal, header.clone())?;
    let held = Collection::from(held);
    output::remarks(&held.remarks);
    let mut records = held.finished()?;

    let (stop, progress) = (interrupt::on_ctrl_c(), Progress::on_stderr());
    let tally = runner::run(study, units, &mut journal, &mut records, *jobs, &stop, &progress)?;
    // The files hold all of this grid that the journal has; what is printed, what was asked for.
    let records = only(&study.units(), records);
    files.export(study, &header.provenance, &records)?;
    let records = only(units, records);
    let found = if tally.found > 0 { format!(" ({} from earlier runs)", tally.found) } else { String::new() };
    let done = format!("{} of {} units{found}", tally.found + tally.finished, tally.planned);
    let Files { journal, csv, json, .. } = files;
    if share.shard.is_some() {
        output::complain(&format!("{done} in {}; supplant merge joins the shards", journal.display()));
    } else {
        let (csv, json, journal) = (csv.display(), json.display(), journal.display());
        output::complain(&format!("{done}; rows in {csv} and {json}, journal in {journal}"));
    }
    if arguments.json {
        let origin = Origin::of(&header.provenance, study.positions.digest());
        output::json(&report::replacement_1994::rows(study, &origin, &records))?;
    } else if share.shard.is_none() {
        print_tables(study, &records);
    }
    if arguments.verify && tally.is_complete() {
        output::print(&report::replacement_1994::verdict::text(&Samples::complete(study, &records)));
    }
    if tally.is_complete() {
        return Ok(Ending::Done);
    }
    output::complain("interrupted: the same command again goes on from here");
    Ok(Ending::Interrupted)
}

/// The records of `units`.
fn only(units: &[Unit<Cell>], mut records: Records<Replacement1994>) -> Records<Replacement1994> {
    units.iter().filter_map(|unit| records.remove_entry(&unit.id)).collect()
}

/// The command line with every option filled in.
fn invocation(arguments: &Arguments, run: &Run) -> String {
    fn join<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
        values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(",")
    }
    let Run { study, share, jobs, .. } = run;
    // With the plies written out, ply 8 would be left out.
    let plies = match &study.further {
        Some(_) => String::new(),
        None => format!(" --plies {}..={}", study.plies.0, study.plies.1),
    };
    let epd = arguments.epd.iter().map(|path| format!(" --epd {}", path.display()));
    let only = share.only.iter().map(|filter| format!(" --only {filter}"));
    let shard = share.shard.iter().map(|shard| format!(" --shard {shard}"));
    format!(
        "supplant study 1994 --schemes {} --layouts {} --sizes {}{plies} --modes {} --search {} --threads {}{} --jobs {jobs} --out {}",
        join(&study.schemes),
        join(&study.layouts),
        join(study.slots.iter().map(|&slots| sizes::name(slots))),
        join(&study.modes),
        study.search.0,
        join(&study.threads),
        epd.chain(only).chain(shard).collect::<String>(),
        arguments.out.display(),
    )
}

/// The deepest ply's table for each mode: the others are in the files.
fn print_tables(study: &Replacement1994, records: &Records<Replacement1994>) {
    let samples = Samples::complete(study, records);
    let ply = study.plies.1;
    for &mode in &study.modes {
        let how = match mode {
            Mode::Clear => "table cleared between positions",
            Mode::Stamp => "old entries time-stamped",
        };
        output::line(&format!(
            "{ply}-ply searches of {} positions ({}), {how}.\n\
             Nodes; * fewest; % of the savings between no table and one without collisions.\n",
            study.positions.positions.len(),
            study.positions.name,
        ));
        output::line(&report::replacement_1994::nodes_by_scheme_and_size(study, &samples, mode, ply));
        output::line("");
    }
}
