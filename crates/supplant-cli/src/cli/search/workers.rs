//! The workers of a search: free threads, or lockstep with an optional trace.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::cli::{arguments, output};
use supplant_lab::experiment::replay::RecordedTable;
use supplant_lab::experiment::trace::{Heading, Traced, Tracer};
use supplant_lab::report;
use supplant_search::game::chess::{Chess, Move};
use supplant_search::search::{Iteration, Limits, SearchTable};
use supplant_search::smp::lockstep::{Event, Lockstep};
use supplant_search::smp::{Answer, Helpers, Order, Pool, SEED};

#[derive(Debug, Args)]
#[command(next_help_heading = "Workers")]
pub(super) struct WorkersArguments {
    /// Workers
    #[arg(long, short = 'j', visible_alias = "workers", default_value = "1", value_parser = arguments::threads)]
    threads: usize,
    /// Let workers take turns on one thread, in an order of the seed: the search is the same every
    /// time, on any machine
    #[arg(long, conflicts_with = "time")]
    lockstep: bool,
    /// Nodes a turn: with 1 the workers' reads and writes mix as finely as they can
    // The conflicts, because clap asks for nothing that another given argument excludes.
    #[arg(long, value_name = "NODES", default_value = "1", requires = "lockstep", conflicts_with_all = ["time", "record"], value_parser = arguments::whole::<u64>(1..=1_000_000_000))]
    quantum: u64,
    #[arg(long, value_name = "WAYS", default_value_t, value_parser = arguments::helpers, help = arguments::ways())]
    pub(super) helpers: Helpers,
    /// Fixes how helpers differ, and in lockstep the order of turns
    #[arg(long, default_value_t = SEED, value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    pub(super) seed: u64,
    /// Write every look-up and store of every worker to this new file (docs/trace.md); of one
    /// position, in lockstep
    #[arg(long, value_name = "FILE", requires = "lockstep", conflicts_with_all = ["time", "record"])]
    trace: Option<PathBuf>,
}

pub(super) enum SearchWorkers {
    Free(Pool<Chess>),
    Lockstep(Lockstep<Chess>, Option<Box<Tracing>>),
}

pub(super) struct Tracing {
    path: PathBuf,
    file: File,
    heading: Heading,
}

impl WorkersArguments {
    pub(super) fn threads(&self) -> usize {
        if self.lockstep { 1 } else { self.threads }
    }

    pub(super) fn workers(
        &self,
        positions: usize,
        heading: impl FnOnce() -> Heading,
    ) -> Result<SearchWorkers> {
        if !self.lockstep {
            return Ok(SearchWorkers::Free(Pool::try_new(self.threads).context("--threads")?));
        }
        let tracing = self.trace.as_ref().map(|path| {
            anyhow::ensure!(positions == 1, "--trace: {positions} positions; a trace is of one, give --fen");
            let file = File::create_new(path);
            let file = file.with_context(|| format!("--trace {}: give a new file", path.display()))?;
            output::go_on_if_closed();
            let Self { threads: workers, quantum, seed, helpers, .. } = *self;
            let helpers = helpers.to_string();
            let heading = Heading { workers, quantum, helpers, seed, ..heading() };
            Ok(Box::new(Tracing { path: path.clone(), file, heading }))
        });
        Ok(SearchWorkers::Lockstep(Lockstep::new(self.threads, self.quantum), tracing.transpose()?))
    }
}

impl SearchWorkers {
    pub(super) fn search_recorded(
        &mut self,
        recorded: &RecordedTable<'_, '_>,
        game: &Chess,
        order: &Order,
        on_iteration: impl FnMut(&Iteration<Move>),
    ) -> Result<Answer<Move>> {
        let answer = self.search(recorded, game, order, on_iteration)?;
        recorded.searched(answer.counters().nodes());
        Ok(answer)
    }

    pub(super) fn search(
        &mut self,
        table: &dyn SearchTable,
        game: &Chess,
        order: &Order,
        mut on_iteration: impl FnMut(&Iteration<Move>),
    ) -> Result<Answer<Move>> {
        match self {
            Self::Free(pool) => Ok(pool.search(table, game, order, on_iteration)),
            Self::Lockstep(lockstep, tracing) => match tracing.take() {
                Some(tracing) => tracing.search(lockstep, table, game, order, on_iteration),
                None => {
                    let on_event = |event: Event<'_, Move>| {
                        if let Event::Iteration(found) = event {
                            on_iteration(found);
                        }
                    };
                    lockstep.search(table, game, order, on_event).context("--threads")
                }
            },
        }
    }

    pub(super) fn quantum(&self) -> Option<u64> {
        match self {
            Self::Free(_) => None,
            Self::Lockstep(lockstep, _) => Some(lockstep.quantum()),
        }
    }

    pub(super) fn told(&self, answer: &Answer<Move>) -> String {
        match self {
            Self::Free(_) => String::new(),
            Self::Lockstep(lockstep, _) => format!(
                "in lockstep, {} a turn: virtual time {} nodes\n",
                report::counted(lockstep.quantum() as usize, "node"),
                answer.virtual_time()
            ),
        }
    }
}

impl Tracing {
    fn search(
        self,
        lockstep: &mut Lockstep<Chess>,
        table: &dyn SearchTable,
        game: &Chess,
        order: &Order,
        mut on_iteration: impl FnMut(&Iteration<Move>),
    ) -> Result<Answer<Move>> {
        let Self { path, file, heading } = self;
        let cannot = || format!("--trace {}: cannot be written; what is there is cut short", path.display());
        let Limits { depth, nodes, .. } = order.limits;
        let heading = Heading { position: game.board().to_string(), depth, nodes, ..heading };
        let tracer =
            Tracer::begin(BufWriter::new(file), &heading, order.stop.clone()).with_context(cannot)?;
        let answer = lockstep.search(&Traced { table, tracer: &tracer }, game, order, |event| match event {
            Event::Turn { worker, round } => tracer.turn(worker, round),
            Event::Iteration(found) => on_iteration(found),
            _ => {}
        });
        tracer.end().with_context(cannot)?;
        if order.stop.is_set() {
            output::complain(&format!("--trace {}: ends where the search was interrupted", path.display()));
        }
        answer.context("--threads")
    }
}
