//! `supplant compare` sets two folders of results side by side.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use super::arguments;
use super::exit::Ending;
use super::output;
use supplant_lab::experiment::claims::FEWEST;
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::compare::{
    CompareSummary, Compared, Comparison, Directions, Itself, ItselfKind, Rules, Significance, Undecided,
    compare, lacking,
};
use supplant_lab::experiment::journal::Records;
use supplant_lab::experiment::searches::{At, Searches};
use supplant_lab::experiment::sizes;
use supplant_lab::experiment::words::search_name;
use supplant_lab::report::{self, counted, grouped};
use supplant_search::smp::SEED;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Folder of the results to compare with
    base: PathBuf,
    /// Folder of the new results
    new: PathBuf,
    /// Exit with code 1 if the nodes of a cell grew by more than this, significantly over
    /// positions, runs and all compared cells
    #[arg(long, value_name = "PERCENT", num_args = 0..=1, require_equals = true, default_missing_value = "0", value_parser = arguments::percent)]
    fail_on_regression: Option<f64>,
    /// Print also the cells that did not change at all
    #[arg(long, conflicts_with = "json")]
    all: bool,
    /// The study, where a folder holds results of several
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Take also folders that several builds wrote
    #[arg(long)]
    allow_mixed: bool,
    /// Print JSON: all cells
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Side {
    folder: String,
    study: String,
    search: String,
    #[serde(skip)]
    are_several: bool,
    positions: String,
    digest: String,
    build: String,
}

#[derive(Serialize)]
struct Output<'a> {
    base: &'a Side,
    new: &'a Side,
    seed: u64,
    percent: f64,
    base_itself: &'a Itself,
    summary: CompareSummary,
    regressions: Regressions,
    cells: &'a [Compared],
}

#[derive(Serialize)]
struct Regressions {
    alone: usize,
    together: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ending> {
    let (base_side, base) = read(&arguments.base, arguments)?;
    let (new_side, new) = read(&arguments.new, arguments)?;
    check_searches(&base_side, &new_side)?;
    let percent = arguments.fail_on_regression.unwrap_or(0.0);
    let (found, lacking) = (compare(&base, &new, Rules::new(percent, SEED)), lacking(&base, &new));
    if found.cells.is_empty() {
        bail!(
            "{} and {}: have no cell with a position in common; compare results of one grid",
            base_side.folder,
            new_side.folder
        );
    }
    let summary = found.summary();
    warn(&base_side, &new_side, [lacking, self::lacking(&new, &base)], &summary);
    let (alone, together) = found.regressions();
    if arguments.fail_on_regression.is_some() {
        output::go_on_if_closed();
    }
    if arguments.json {
        output::json(&Output {
            base: &base_side,
            new: &new_side,
            seed: SEED,
            percent,
            base_itself: &found.itself,
            summary,
            regressions: Regressions { alone, together },
            cells: &found.cells,
        })?;
    } else {
        output::line(&text(&base_side, &new_side, &found, arguments.all));
    }
    if arguments.fail_on_regression.is_none() {
        return Ok(Ending::Done);
    }
    if together == 0 && found.leaves_open() {
        bail!("some cells that changed cannot be decided, so a regression is possible; see above");
    }
    let needing = format!("need over {percent} % more nodes");
    if together > 0 {
        output::complain(&format!(
            "{together} of {} cells {needing}, all decided together ({alone} each alone)",
            summary.cells
        ));
    } else if alone > 0 {
        output::complain(&format!(
            "{alone} of {} cells {needing}, each decided alone; where nothing changed, chance finds up to {:.0} of so many; all decided together: none",
            summary.cells,
            summary.cells as f64 * 0.05
        ));
    }
    Ok(if together == 0 && lacking == 0 { Ending::Done } else { Ending::Failed })
}

fn read(path: &Path, arguments: &Arguments) -> Result<(Side, Records<Searches>)> {
    let collection = Collection::<Searches>::read(&[path], arguments.study.as_deref())?;
    output::remarks(&collection.remarks);
    if !arguments.allow_mixed {
        collection.check_builds()?;
    }
    let records = collection.finished()?;
    let grid = collection.plan().experiment::<Searches>()?;
    let are_several = !grid.beside.is_empty();
    let builds = collection.sessions().map(|(_, session)| session.header.provenance.build());
    let builds: BTreeSet<_> = builds.collect();
    let side = Side {
        folder: path.display().to_string(),
        study: grid.study,
        search: grid.search.0,
        are_several,
        digest: grid.positions.digest(),
        positions: grid.positions.name,
        build: builds.into_iter().collect::<Vec<_>>().join(" and "),
    };
    Ok((side, records))
}

/// Of several searches the first has no name in its cells, so it must be the same.
fn check_searches(base: &Side, new: &Side) -> Result<()> {
    if base.search == new.search || !(base.are_several || new.are_several) {
        return Ok(());
    }
    if base.study != new.study {
        bail!(
            "{} has study {} and {} has study {}, with other searches; compare folders of one study",
            base.folder,
            base.study,
            new.folder,
            new.study
        );
    }
    bail!(
        "{} begins with search {} and {} with search {}; run one of them again with its --search in the order of the other",
        base.folder,
        base.search,
        new.folder,
        new.search
    );
}

fn warn(base: &Side, new: &Side, [lacking, lacking_before]: [usize; 2], summary: &CompareSummary) {
    if base.study != new.study {
        output::complain(&format!(
            "the studies differ: {} and {}; the cells that both have are compared",
            base.study, new.study
        ));
    }
    if base.search != new.search {
        output::complain(&format!("the searches differ: {} and {}", base.search, new.search));
    }
    if base.digest != new.digest {
        output::complain("the positions differ; those with the same names are compared");
    }
    for (lacking, side, other) in [(lacking, new, base), (lacking_before, base, new)] {
        if lacking > 0 {
            output::complain(&format!(
                "{} lacks {lacking} measurements that {} has",
                side.folder, other.folder
            ));
        }
    }
    if summary.measured_once > 0 {
        output::complain(&format!(
            "{} of several workers, measured once on either side: scatter between runs cannot be told from change, so none is decided; measure with --repeats 5",
            counted(summary.measured_once, "changed cell")
        ));
    }
    if summary.few_positions > 0 {
        output::complain(&format!(
            "{} of fewer than {FEWEST} positions: none is decided",
            counted(summary.few_positions, "changed cell")
        ));
    }
}

fn text(base: &Side, new: &Side, found: &Comparison, all: bool) -> String {
    let side = |name: &str, Side { folder, study, search, are_several, positions, digest, build }: &Side| {
        format!(
            "{name}  {folder}: study {study}, search {search}{} on {positions} ({digest}), by supplant {build}\n",
            if *are_several { " and others" } else { "" }
        )
    };
    let head = side("base", base) + &side("new ", new);
    let shown: Vec<_> = found.cells.iter().filter(|cell| all || cell.changed).collect();
    let mut text = format!("{head}{}\n\n{}", summary_line(&found.summary()), table(&found.itself, &shown));
    let hidden = found.cells.len() - shown.len();
    if hidden > 0 {
        text += &format!("\n{} that did not change at all; --all shows them", counted(hidden, "cell"));
    }
    text
}

fn summary_line(summary: &CompareSummary) -> String {
    let CompareSummary { cells, changed, alone, together, .. } = summary;
    let directions = |Directions { more, fewer }: &Directions| format!("{more} more and {fewer} fewer nodes");
    let undecided = match summary.measured_once + summary.few_positions {
        0 => String::new(),
        some => format!("; {some} cannot be decided"),
    };
    format!(
        "{}, {changed} changed; clearer than the noise: each alone {}, all together {}{undecided}",
        counted(*cells, "cell"),
        directions(alone),
        directions(together)
    )
}

fn contender(at: &At) -> String {
    let search = at.search.map(|search| format!(" {}", search_name(search)));
    let bits = at.verified.map(|bits| format!(" {bits} bits"));
    format!("{}{}{}", at.contender, search.unwrap_or_default(), bits.unwrap_or_default())
}

fn workers(at: &At) -> String {
    at.lockstep.map_or_else(|| at.threads.to_string(), |nodes| format!("{} in turns of {nodes}", at.threads))
}

fn table(itself: &Itself, cells: &[&Compared]) -> String {
    let mut table = report::table(&[
        "scheme",
        "slots",
        "mode",
        "threads",
        "ply",
        "positions",
        "repeats",
        "base nodes",
        "new nodes",
        "ratio",
        "95 % interval",
        "noise",
        "chance",
        "clear",
    ]);
    table.add_row(itself_row(itself));
    for cell in cells {
        let Compared { at, positions, repeats, base_nodes, new_nodes, ratio, interval: of, noise, .. } = cell;
        table.add_row([
            contender(at),
            at.slots().map_or_else(String::new, sizes::name),
            at.mode.to_string(),
            workers(at),
            at.ply.to_string(),
            positions.to_string(),
            format!("{}, {}", repeats.0, repeats.1),
            grouped(*base_nodes),
            grouped(*new_nodes),
            format!("{ratio:.4}"),
            interval(*of),
            noise.map_or_else(missing, half_width),
            chance(cell),
            clear(cell).to_owned(),
        ]);
    }
    report::align_numbers(&mut table, 1);
    table.trim_fmt()
}

fn itself_row(itself: &Itself) -> [String; 14] {
    let empty = String::new;
    let (threads, said) = match itself.kind {
        ItselfKind::Repeats => ("several", "odd, even repeats"),
        ItselfKind::Deterministic => ("1", "deterministic"),
        ItselfKind::MeasuredOnce => ("several", "measured once"),
    };
    let halves = |(low, high): (f64, f64)| half_width((high - low) / 2.0);
    [
        format!("base itself, {}", counted(itself.cells, "cell")),
        empty(),
        empty(),
        threads.to_owned(),
        empty(),
        empty(),
        empty(),
        grouped(itself.odd_nodes.unwrap_or(itself.nodes)),
        itself.even_nodes.map_or_else(missing, grouped),
        itself.ratio.map_or_else(missing, |ratio| format!("{ratio:.4}")),
        interval(itself.interval),
        itself.interval.map_or_else(missing, halves),
        missing(),
        said.to_owned(),
    ]
}

fn missing() -> String {
    "-".to_owned()
}

fn interval(ends: Option<(f64, f64)>) -> String {
    ends.map_or_else(missing, |(low, high)| format!("{low:.4} to {high:.4}"))
}

fn half_width(width: f64) -> String {
    if width == 0.0 { "0".to_owned() } else { format!("± {width:.4}") }
}

fn chance(cell: &Compared) -> String {
    match cell.chance {
        _ if cell.interval.is_none() || !cell.changed => missing(),
        chance if chance < 0.0005 => "< 0.001".to_owned(),
        chance => format!("{chance:.3}"),
    }
}

fn clear(cell: &Compared) -> &'static str {
    match (cell.changed, cell.undecided, cell.clear) {
        (false, ..) => "unchanged",
        (_, Some(Undecided::MeasuredOnce), _) => "measured once",
        (_, Some(Undecided::FewPositions), _) => "few positions",
        (.., Significance { together: true, .. }) => "together",
        (.., Significance { alone: true, .. }) => "alone",
        _ => "no",
    }
}
