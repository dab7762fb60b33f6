//! `supplant hash` measures what any UCI engine gains from a larger hash table.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use super::exit::Ending;
use super::{arguments, output};
use supplant::table::Size;
use supplant_lab::experiment::engine::{Engine, EngineCommand, EngineError, EngineLimit, Patience};
use supplant_lab::experiment::hash::{self, HashEnd, HashPlan, HashRow, HashSettings, SettingsError};
use supplant_lab::experiment::positions::PositionSet;
use supplant_lab::experiment::provenance::{self, Provenance};
use supplant_lab::experiment::sizes::{self, Alone};
use supplant_lab::experiment::words::quoted;
use supplant_lab::experiment::{doctor, interrupt, room};
use supplant_lab::report;
use supplant_lab::report::hash::{HashReport, HashSource, HashSummary, page};
use supplant_search::game::chess::Chess;
use supplant_search::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The engine: a path, or the name of a program in PATH
    engine: PathBuf,
    /// Arguments of the engine; put -- before those that begin with a hyphen
    #[arg(value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
    /// Sizes of its table; a number alone is MiB, and 1MiB..1GiB doubles from the first to the last,
    /// which is always one of them
    #[arg(long, value_name = "SIZE,…", value_delimiter = ',', default_value = "1,4,16,64,256", value_parser = mebibytes)]
    sizes: Vec<Vec<u64>>,
    /// Positions: a set that is built in, a part of it (strong:12 is every twelfth), or an EPD file; an
    /// interval needs ten or more
    #[arg(long, value_name = "SET|FILE", default_value = "strong:12")]
    positions: String,
    /// Search each position to this depth, in plies [default: what the engine reaches in a second]
    #[arg(long, short, value_name = "PLIES", group = "limit", value_parser = arguments::whole::<u32>(1..=250))]
    depth: Option<u32>,
    /// Search each position for this many nodes instead
    #[arg(long, short, group = "limit", value_parser = arguments::nodes)]
    nodes: Option<u64>,
    /// Search each position for this time instead (seconds, or for example 500ms)
    #[arg(long, short, value_name = "TIME", group = "limit", value_parser = arguments::time)]
    movetime: Option<Duration>,
    /// Threads of the engine (its option Threads)
    #[arg(long, short = 'j', value_name = "N", default_value = "1", value_parser = arguments::threads)]
    threads: usize,
    /// An option of the engine, as Name=Value; a button is its name alone. Repeat it for others
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = engine_option)]
    options: Vec<(String, Option<String>)>,
    /// Rounds over all positions and sizes; several are averaged
    #[arg(long, value_name = "N", default_value = "1", value_parser = arguments::whole::<usize>(1..=99))]
    rounds: usize,
    /// Seed of the order of sizes
    #[arg(long, default_value_t = SEED, value_parser = arguments::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How long to wait for an answer before the engine counts as hung [default: 10min for a
    /// search, 30s for all else]
    #[arg(long, value_name = "TIME", value_parser = arguments::time)]
    patience: Option<Duration>,
    /// Folder for a page with a figure, and for all searches as CSV, which is written after every
    /// position
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write over the files of an earlier run
    #[arg(long, requires = "out")]
    replace: bool,
    /// Print one JSON object per size
    #[arg(long)]
    json: bool,
}

fn mebibytes(text: &str) -> Result<Vec<u64>, String> {
    let sizes = sizes::doubling(text, Alone::WholeMebibytes)?;
    Ok(sizes.into_iter().map(|size| sizes::bytes_of(size) as u64 >> 20).collect())
}

fn engine_option(text: &str) -> Result<(String, Option<String>), String> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    let name = name.trim();
    match name.to_ascii_lowercase().as_str() {
        "" => Err(format!("`{text}` names no option; give Name=Value")),
        "hash" => Err("Hash is what is measured; give --sizes".to_owned()),
        "threads" => Err("give --threads instead".to_owned()),
        // A line break would begin another command.
        _ if text.contains(['\n', '\r']) => Err("an option has one line".to_owned()),
        _ => Ok((name.to_owned(), value.map(|value| value.trim().to_owned()))),
    }
}

impl Arguments {
    fn sizes(&self) -> Result<Vec<u64>> {
        let mut sizes: Vec<_> = self.sizes.iter().flatten().copied().collect();
        sizes.sort_unstable();
        sizes.dedup();
        if sizes.len() < 2 {
            bail!("--sizes: one size has nothing to be compared with; give two or more, such as 1MiB..64MiB");
        }
        let most = sizes.last().copied().unwrap_or_default();
        let size = Size::mebibytes(usize::try_from(most).unwrap_or(usize::MAX));
        room::check(size, most.saturating_mul(1 << 20), room::free()).context("--sizes")?;
        Ok(sizes)
    }

    fn positions(&self) -> Result<(PositionSet, Vec<(String, String)>)> {
        let set = PositionSet::named(&self.positions).context("--positions")?;
        let all = set.all_of::<Chess>().context("--positions")?;
        if all.is_empty() {
            bail!("--positions {}: no position is in it; give another", self.positions);
        }
        Ok((set, all.into_iter().map(|(id, game)| (id, game.board().to_string())).collect()))
    }

    fn limit(&self) -> Option<EngineLimit> {
        let depth = self.depth.map(EngineLimit::Depth);
        depth.or(self.nodes.map(EngineLimit::Nodes)).or(self.movetime.map(EngineLimit::Time))
    }

    fn invocation(&self, plan: &HashPlan) -> String {
        let sizes: Vec<_> = plan.sizes.iter().map(|size| format!("{size}MiB")).collect();
        let limit = match plan.limit {
            EngineLimit::Depth(plies) => format!("--depth {plies}"),
            EngineLimit::Nodes(nodes) => format!("--nodes {nodes}"),
            EngineLimit::Time(time) => format!("--movetime {}ms", time.as_millis()),
        };
        let option = |(name, value): &(String, Option<String>)| {
            let value = value.as_ref().map_or_else(String::new, |value| format!("={value}"));
            format!(" --option {}", quoted(&format!("{name}{value}")))
        };
        let options: String = self.options.iter().map(option).collect();
        format!(
            "supplant hash --sizes {} --positions {} {limit} --threads {}{options} --rounds {} --seed {} -- {}",
            sizes.join(","),
            quoted(&self.positions),
            self.threads,
            self.rounds,
            self.seed,
            self.command()
        )
    }

    fn command(&self) -> EngineCommand {
        EngineCommand { program: self.engine.clone(), arguments: self.arguments.clone() }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let sizes = arguments.sizes()?;
    let (set, positions) = arguments.positions()?;
    let earlier = arguments.out.as_deref().and_then(|out| report::folder::earlier(out, &page::FILES));
    output::keep_earlier(earlier, arguments.replace)?;
    let command = arguments.command();
    match measured(arguments, &command, sizes, positions, &set.name) {
        // Ctrl-C came before the first search that counts.
        Err(error) if matches!(error.downcast_ref(), Some(EngineError::Stopped)) => {
            output::complain("interrupted before anything was measured");
            Ok(Ending::Interrupted)
        }
        other => other,
    }
}

fn in_words(command: &EngineCommand) -> impl Fn(EngineError) -> anyhow::Error {
    move |error| match error {
        EngineError::Stopped => error.into(),
        error => anyhow!("{command}: {error}"),
    }
}

fn measured(
    arguments: &Arguments,
    command: &EngineCommand,
    sizes: Vec<u64>,
    positions: Vec<(String, String)>,
    set: &str,
) -> Result<Ending> {
    let (progress, stop) = (output::progress(), interrupt::on_ctrl_c());
    let goes_on = hash::watching(&progress, &stop);
    let patience = arguments.patience.map_or_else(Patience::default, Patience::from);
    let mut engine = Engine::start(command, patience, &goes_on).map_err(in_words(command))?;
    let settings = HashSettings { threads: arguments.threads, options: arguments.options.clone() };
    let said = settings.apply(&mut engine, &sizes).map_err(|error| match error {
        SettingsError::Engine(error) => in_words(command)(error),
        error => anyhow!("{command}: {error}"),
    })?;
    for words in said {
        output::complain(&format!("{command} said of its options: {words}"));
    }
    let is_new = arguments.out.as_deref().is_some_and(|folder| !folder.exists());
    arguments.out.as_deref().map_or(Ok(()), |out| report::folder::try_write(out, &page::FILES))?;
    if let Some(busy) = doctor::others(provenance::load()) {
        output::complain(&format!("{}; node counts are right, speeds are not", busy.what));
    }
    let settled = settled(arguments, &mut engine, sizes[0], &positions).map_err(in_words(command));
    let limit = match settled {
        Ok(limit) => limit,
        Err(error) => return leave(arguments.out.as_deref().filter(|_| is_new), error),
    };
    let (rounds, seed) = (arguments.rounds, arguments.seed);
    let plan = HashPlan { sizes, positions, limit, rounds, seed };
    let provenance = Provenance::here(arguments.invocation(&plan), seed);
    let name = engine.name().to_owned();
    let source = HashSource {
        command,
        engine: &name,
        plan: &plan,
        settings: &settings,
        positions: set,
        provenance: &provenance,
    };
    let keep = |rows: &[HashRow]| match &arguments.out {
        Some(folder) => page::write_rows(source, rows, folder).map(drop),
        None => Ok(()),
    };
    let run = plan.run(&mut engine, &progress, keep);
    engine.quit();
    if run.rows.is_empty() && matches!(run.end, HashEnd::Interrupted) {
        return leave(arguments.out.as_deref().filter(|_| is_new), EngineError::Stopped.into());
    }
    tell(arguments, &HashReport::of(source, &run))
}

/// Removes a folder that this run has created and left empty.
fn leave(folder: Option<&Path>, error: anyhow::Error) -> Result<Ending> {
    if let Some(folder) = folder {
        let _ = std::fs::remove_dir(folder);
    }
    Err(error)
}

fn settled(
    arguments: &Arguments,
    engine: &mut Engine<'_>,
    size: u64,
    positions: &[(String, String)],
) -> Result<EngineLimit, EngineError> {
    if let Some(limit) = arguments.limit() {
        hash::warm_up(engine, size, &positions[0].1)?;
        return Ok(limit);
    }
    let depth = hash::reached_in_a_second(engine, size, positions)?;
    // An engine that tells no depth may still be asked for one.
    const UNTOLD: u32 = 8;
    let depth = depth.unwrap_or(UNTOLD).max(1);
    output::note(&format!("--depth {depth}: what {} reaches in a second", engine.name()));
    Ok(EngineLimit::Depth(depth))
}

/// A size, and what its numbers come from.
#[derive(Serialize)]
struct WithOrigin<'a> {
    engine: &'a str,
    set: &'a str,
    limit: String,
    threads: usize,
    #[serde(flatten)]
    size: &'a HashSummary,
    provenance: &'a Provenance,
}

impl<'a> WithOrigin<'a> {
    fn new(source: HashSource<'a>, size: &'a HashSummary) -> Self {
        let HashSource { engine, positions: set, plan, settings, provenance, .. } = source;
        Self { engine, set, limit: plan.limit.told(), threads: settings.threads, size, provenance }
    }
}

fn tell(arguments: &Arguments, report: &HashReport<'_>) -> Result<Ending> {
    let may_write = !matches!(report.run.end, HashEnd::NotKept(_));
    let folder = arguments.out.as_ref().filter(|_| may_write);
    let written = output::told_later(folder.map_or(Ok(()), |folder| write(report, folder)));
    if arguments.json {
        report.remarks().iter().for_each(|remark| output::complain(remark));
        let row = |size| output::json(&WithOrigin::new(report.source, size));
        report.sizes.iter().try_for_each(row)?;
    } else {
        let words: Vec<_> = report.findings().into_iter().chain(report.remarks()).collect();
        if !words.is_empty() {
            output::line(&format!("{}\n", words.join("\n\n")));
        }
        if !report.is_empty() {
            output::line(report.table().in_text().trim_end());
        }
    }
    written?;
    match &report.run.end {
        HashEnd::Complete => Ok(Ending::Done),
        HashEnd::Interrupted => {
            output::complain("interrupted: what was measured is above");
            Ok(Ending::Interrupted)
        }
        HashEnd::Failed(position, size, error) => {
            let kept = match report.run.rows.len() {
                0 => String::new(),
                _ if arguments.out.is_none() => String::new(),
                some => format!("; {} before it are kept", report::counted(some, "row")),
            };
            Err(anyhow!("{}: at {position} with {size} MiB: {error}{kept}", report.source.command))
        }
        HashEnd::NotKept(error) => Err(anyhow!("{error:#}; what was measured is printed")),
    }
}

fn write(report: &HashReport<'_>, folder: &Path) -> Result<()> {
    let mut written = page::write(report, folder)?;
    written.extend(page::rows_of(folder));
    output::note(&format!("wrote {}", output::named(&written)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{engine_option, mebibytes};

    #[test]
    fn sizes_are_whole_mebibytes_and_a_range_doubles() {
        assert_eq!(mebibytes("1MiB..1GiB").map(|all| all.len()), Ok(11));
        assert_eq!(mebibytes("3..=13"), Ok(vec![3, 6, 12, 13]));
        assert_eq!(mebibytes("2048KiB"), Ok(vec![2]));
        for bad in ["512KiB", "1025KiB", "0", "4..1", "..4", "1..", "1M..1G", "x"] {
            assert!(
                mebibytes(bad).is_err_and(|why| why.contains("give") && !why.contains("512KiB,")),
                "{bad}"
            );
        }
    }

    #[test]
    fn an_option_has_a_name_and_what_has_its_own_argument_is_refused() {
        let some = |name: &str, value: Option<&str>| Ok((name.to_owned(), value.map(str::to_owned)));
        assert_eq!(engine_option("Move Overhead=5"), some("Move Overhead", Some("5")));
        assert_eq!(engine_option("Clear Hash"), some("Clear Hash", None));
        assert_eq!(engine_option("SyzygyPath=/a=b"), some("SyzygyPath", Some("/a=b")));
        for bad in ["", "=3", "hash=3", "Threads=2", "A=1\nquit"] {
            assert!(engine_option(bad).is_err(), "{bad}");
        }
    }
}
