//! `supplant scale` measures how much sooner several workers reach a depth, and what limits them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;

use super::exit::Ending;
use super::{arguments, output};
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant::table::Size;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::crew::Crew;
use supplant_lab::experiment::journal::{self, Journal, JournalHeader};
use supplant_lab::experiment::plan::Share;
use supplant_lab::experiment::positions::PositionSet;
use supplant_lab::experiment::provenance::{self, Provenance};
use supplant_lab::experiment::scaling::{NAME, Scaling, TableMemory, WorkerClock, machine};
use supplant_lab::experiment::words::{counted, once_each, quoted};
use supplant_lab::experiment::{Experiment as _, doctor, interrupt, quota, room, runner, sizes};
use supplant_lab::report::scaling::{ScalingReport, json, page, printed};
use supplant_search::search::Enhancements;
use supplant_search::smp::{Helpers, SEED};

const DEFAULT_GAME: &str = "chess";

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Workers take turns on one thread, and time is virtual: the same on every machine, for any
    /// number of workers
    #[arg(long, group = "turns")]
    lockstep: bool,
    /// Beside threads also lockstep of the same numbers of workers, from which and from nodes a
    /// second the times of threads are predicted, and compared with those measured; of the numbers
    /// given here, lockstep and prediction alone
    #[arg(long, group = "turns", value_name = "N,…", num_args = 0.., value_delimiter = ',', value_parser = arguments::threads, conflicts_with = "lockstep")]
    predict: Option<Vec<usize>>,
    /// Pin each worker to a separate processor, and to a separate core while there are enough
    #[arg(long, conflicts_with = "lockstep")]
    pin: bool,
    /// Keep cores busy that the search leaves idle, so that their clock is the same for every
    /// number of workers: for processors that run faster while few of their cores work (turbo,
    /// boost), where one worker alone would be measured at a higher clock than many
    #[arg(long, requires = "pin", conflicts_with = "lockstep")]
    load_idle: bool,
    /// Numbers of workers, 1 among them in any case [default: 1, 2, 4 … to the processors; with
    /// --lockstep 1, 2, 4, 16, 64, 256]
    #[arg(long, short = 'j', visible_alias = "threads", value_name = "N,…", value_delimiter = ',', value_parser = arguments::threads)]
    workers: Vec<usize>,
    /// Nodes a turn, of workers in lockstep
    #[arg(long, value_name = "NODES,…", value_delimiter = ',', default_value = "8", requires = "turns", value_parser = arguments::whole::<u64>(1..=1_000_000_000))]
    quantum: Vec<u64>,
    /// Plies of each search [default: 7; with --quick 5]
    #[arg(long, short, value_parser = arguments::depth)]
    depth: Option<Depth>,
    #[arg(long, value_name = "WAYS", default_value_t, value_parser = arguments::helpers, help = arguments::ways())]
    helpers: Helpers,
    /// Further ways, each measured by itself beside --helpers
    #[arg(long, value_name = "WAYS,…", value_delimiter = ',', value_parser = arguments::helpers)]
    beside: Vec<Helpers>,
    /// Replacement schemes, or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = "TWOBIG1", value_parser = arguments::schemes)]
    schemes: Vec<Vec<SchemeName>>,
    /// Table sizes; a number alone is slots of 16 bytes
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', default_value = "1024K", value_parser = arguments::slots)]
    sizes: Vec<Size>,
    /// A size is that of each worker's part of the table, which grows with them
    #[arg(long)]
    per_worker: bool,
    #[arg(long, value_name = "PRESET", default_value = "alibaba", value_parser = arguments::preset, help = arguments::presets())]
    search: (String, Enhancements),
    /// The game, whose own positions are searched: chess, domineering, connect-four, synthetic, or
    /// all [default: chess]
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// The positions: a built-in set, or an EPD file [default: the game's, breuker1994 of chess]
    #[arg(long, value_name = "SET")]
    positions: Option<String>,
    /// How often each search is drawn, under other keys and seeds [default: 3; of threads 5; with
    /// --quick 1]
    #[arg(long, value_parser = arguments::whole::<usize>(1..=99))]
    draws: Option<usize>,
    /// Searches at once, of workers in lockstep [default: the processors]
    #[arg(long, requires = "turns", value_parser = arguments::threads)]
    jobs: Option<usize>,
    /// Shallow searches, drawn once: about half a minute
    #[arg(long)]
    quick: bool,
    /// Folder for journal, page and pictures; a run that was stopped goes on there
    #[arg(long, value_name = "DIR", default_value = "results/scaling")]
    out: PathBuf,
    /// Print the curves and predictions as JSON instead of tables
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn experiment(&self) -> Result<Scaling> {
        let processors = num_cpus::get();
        let mut workers = match (self.workers.is_empty(), self.lockstep, self.quick) {
            (false, ..) => self.workers.clone(),
            (true, true, false) => vec![2, 4, 16, 64, 256],
            (true, true, true) => vec![2, 4, 16, 64],
            (true, false, _) => {
                (0..).map(|i| 1 << i).take_while(|&n| n < processors).chain([processors]).collect()
            }
        };
        workers.push(1);
        workers.sort_unstable();
        workers.dedup();
        if workers == [1] {
            bail!("--workers: one worker is what others are compared with, and there is no other; name more");
        }
        let further = self.predict.iter().flatten().copied().filter(|more| !workers.contains(more));
        let further: BTreeSet<_> = further.collect();
        can_foretell(&further, &workers, processors)?;
        let mut clocks = if self.lockstep { Vec::new() } else { vec![self.clock(&workers)?] };
        if self.takes_turns() {
            clocks.extend(once_each(self.quantum.iter().map(|&quantum| WorkerClock::Lockstep(quantum))));
        }
        let positions = self.positions()?;
        if self.predict.is_some() && positions.positions.len() < 2 {
            bail!(
                "--predict: a position is predicted from the others, and there is one; give more --positions"
            );
        }
        let depth = self.depth.unwrap_or(if self.quick { 5 } else { 7 });
        positions.check_depth(depth).map_err(|why| anyhow!("--depth: {why}"))?;
        Ok(Scaling {
            positions,
            depth,
            shuffle: clocks.iter().any(|clock| clock.is_timed()).then_some(SEED),
            clocks,
            workers,
            further: further.into_iter().collect(),
            helpers: once_each(std::iter::once(self.helpers).chain(self.beside.iter().copied())),
            schemes: once_each(self.schemes.iter().flatten().copied()),
            slots: once_each(self.sizes.iter().map(|&size| sizes::slots_of(size))),
            memory: if self.per_worker { TableMemory::PerWorker } else { TableMemory::Shared },
            search: self.search.clone(),
            draws: self.draws.unwrap_or(match (self.quick, self.lockstep) {
                (true, _) => 1,
                (false, true) => 3,
                (false, false) => 5,
            }),
        })
    }

    fn positions(&self) -> Result<PositionSet> {
        let game = self.game.as_deref();
        let own =
            PositionSet::of_game(game.unwrap_or(DEFAULT_GAME)).map_err(|why| anyhow!("--game: {why}"))?;
        let Some(named) = &self.positions else { return Ok(own) };
        let positions = PositionSet::named(named).context("--positions")?;
        positions.check_game(game).map_err(|why| anyhow!("--{why}"))?;
        Ok(positions)
    }

    fn takes_turns(&self) -> bool {
        self.lockstep || self.predict.is_some()
    }

    fn clock(&self, workers: &[usize]) -> Result<WorkerClock> {
        if !self.pin {
            return Ok(WorkerClock::Threads);
        }
        let crew = Crew::here();
        // This is tried, because some systems list processors but do not pin threads.
        let tried = crew.all(1, |_| ());
        if tried.is_err() || !crew.is_pinned() {
            bail!("--pin: this system keeps no thread on a processor; leave it out");
        }
        let granted = quota::processors().map_or(usize::MAX, |limit| limit.max(1.0) as usize);
        let processors = crew.processors().min(granted);
        if let Some(more) = workers.iter().find(|&&workers| workers > processors) {
            bail!(
                "--pin: there are {} for {more} workers, and each is to have its own; name fewer with --workers",
                counted(processors, "processor")
            );
        }
        if !self.load_idle {
            return Ok(WorkerClock::Pinned);
        }
        if processors < crew.processors() {
            bail!(
                "--load-idle: the control group of this process may keep {processors} of {} busy, and the load would take that from the search; \
                 leave it out",
                counted(crew.processors(), "processor")
            );
        }
        Ok(WorkerClock::Loaded)
    }

    fn check_tables(&self, study: &Scaling, jobs: usize) -> Result<()> {
        study.try_sizes().context("--sizes")?;
        let bytes = study.table_bytes(jobs);
        room::check(Size::Bytes(bytes), bytes as u64, room::free()).with_context(|| {
            let each = if self.per_worker { " --per-worker" } else { "" };
            let at_once = if self.takes_turns() { format!(", --jobs {jobs} at once") } else { String::new() };
            format!("--sizes{each}, the largest{at_once}, all together")
        })
    }

    fn pinned_to(study: &Scaling) -> Vec<usize> {
        let crew = Crew::here();
        let most = study.workers.iter().copied().max().unwrap_or(1);
        let used = study.clocks.iter().map(|clock| clock.pins(most, crew.cores())).max().unwrap_or(0);
        crew.places().iter().copied().take(used).collect()
    }

    fn invocation(&self, study: &Scaling, jobs: usize) -> String {
        let quanta = study.clocks.iter().filter_map(|clock| match clock {
            WorkerClock::Lockstep(quantum) => Some(*quantum),
            WorkerClock::Threads | WorkerClock::Pinned | WorkerClock::Loaded => None,
        });
        let quanta: Vec<_> = quanta.collect();
        let turns = match (self.lockstep, &study.further[..]) {
            (true, _) => " --lockstep".to_owned(),
            (false, []) => " --predict".to_owned(),
            (false, further) => format!(" --predict {}", list(further)),
        };
        let turns =
            if self.takes_turns() { format!("{turns} --quantum {}", list(&quanta)) } else { String::new() };
        let pin = match (self.pin, self.load_idle) {
            (true, true) => " --pin --load-idle",
            (true, false) => " --pin",
            _ => "",
        };
        let beside = match study.helpers.split_first() {
            Some((_, [])) | None => String::new(),
            Some((_, more)) => format!(" --beside {}", list(more)),
        };
        let sizes: Vec<_> = study.slots.iter().map(|&slots| sizes::name(slots)).collect();
        format!(
            "supplant scale{turns}{pin} --workers {} --depth {} --helpers {}{beside} --schemes {} --sizes {}{} --search {} --positions {} \
             --draws {}{} --out {}",
            list(&study.workers),
            study.depth,
            self.helpers,
            list(&study.schemes),
            sizes.join(","),
            if self.per_worker { " --per-worker" } else { "" },
            study.search.0,
            quoted(self.positions.as_ref().unwrap_or(&study.positions.name)),
            study.draws,
            if self.takes_turns() { format!(" --jobs {jobs}") } else { String::new() },
            quoted(&self.out.display().to_string()),
        )
    }
}

fn list<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn can_foretell(further: &BTreeSet<usize>, workers: &[usize], processors: usize) -> Result<()> {
    let is_in_law = |&&workers: &&usize| workers > 1 && workers <= processors;
    if further.is_empty() || workers.iter().filter(is_in_law).count() > 1 {
        return Ok(());
    }
    let further: Vec<_> = further.iter().collect();
    bail!(
        "--predict {}: what is not timed is predicted by a law through two numbers of threads beyond 1, each thread with a processor of its own, and \
         --workers {} has fewer of these on {}; give others, or --predict without numbers",
        list(&further),
        list(workers),
        counted(processors, "processor")
    )
}

fn check_folder(directory: &Path, header: &JournalHeader) -> Result<()> {
    let journals = if directory.is_dir() { Journal::all(directory)? } else { Vec::new() };
    for (_, path) in journals.into_iter().filter(|(study, _)| study == NAME) {
        let held = journal::read::<Scaling>(&path)?;
        Journal::could_follow(&held, header)?;
        machine::check(&Collection::from(held), Some(&header.provenance.machine()))?;
    }
    Ok(())
}

pub(super) fn print(measured: &ScalingReport, as_json: bool) -> Result<()> {
    if as_json {
        return output::json(&json::output(measured)?);
    }
    output::print(&printed::table(measured));
    Ok(())
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let study = arguments.experiment()?;
    let jobs = arguments.jobs.unwrap_or_else(num_cpus::get);
    arguments.check_tables(&study, jobs)?;
    let pinned_to = Arguments::pinned_to(&study);
    let provenance = Provenance { pinned_to, ..Provenance::here(arguments.invocation(&study, jobs), SEED) };
    let header = JournalHeader::of(&study, Share::default(), provenance);
    check_folder(&arguments.out, &header)?;
    warn(arguments, &study);
    page::try_write(&arguments.out)?;
    let path = Journal::path(&arguments.out, NAME, "");
    let (mut journal, held) = Journal::open::<Scaling>(&path, header)?;
    let held = Collection::from(held);
    output::remarks(&held.remarks);
    let mut records = held.finished()?;
    let (in_turns, timed): (Vec<_>, Vec<_>) = study.units().into_iter().partition(|unit| unit.deterministic);
    let (stop, mut is_complete) = (interrupt::on_ctrl_c(), true);
    // Threaded searches run one at a time, so that they have the machine to themselves.
    for (units, jobs) in [(timed, 1), (in_turns, jobs)].into_iter().filter(|(units, _)| !units.is_empty()) {
        let progress = output::progress();
        let tally = runner::run(&study, &units, &mut journal, &mut records, jobs, &stop, &progress)?;
        is_complete &= tally.is_complete();
    }
    drop(journal);
    if records.is_empty() && !is_complete {
        output::complain("interrupted before a search had ended: the same command again begins anew");
        return Ok(Ending::Interrupted);
    }
    let measured = ScalingReport::read(&arguments.out, false)?;
    print(&measured, arguments.json)?;
    let files = page::write(&measured, &arguments.out)?;
    output::note(&format!("wrote {}", output::named(&files)));
    if is_complete {
        return Ok(Ending::Done);
    }
    output::complain("interrupted: the same command again goes on from here");
    Ok(Ending::Interrupted)
}

fn warn(arguments: &Arguments, study: &Scaling) {
    if arguments.lockstep {
        return;
    }
    let (processors, cores) = (num_cpus::get(), Crew::here().cores());
    if let Some(more) = study.workers.iter().find(|&&workers| workers > processors) {
        output::complain(&format!(
            "{more} threads on {processors} processors do not run at once: what is measured of them is not scaling; --lockstep has any number"
        ));
    } else if let Some(more) = study.workers.iter().find(|&&workers| workers > cores) {
        output::complain(&format!("{more} threads on {} share them", counted(cores, "core")));
    }
    if let Some(busy) = doctor::others(provenance::load()) {
        output::complain(&format!("{}; do not trust the times", busy.what));
    }
}
