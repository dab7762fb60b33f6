//! `supplant table` describes tables in files, and joins two of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};

use super::exit::Ending;
use super::output;
use supplant::entry::bucket::LayoutName;
use supplant::entry::{Bound, Move16, Payload as _, SizedEntry};
use supplant::scheme::SchemeName;
use supplant::table::{Header, Histogram, Loaded, Origin, Size, Table, TableFile, Use};
use supplant_lab::experiment::room;
use supplant_lab::report;
use supplant_search::game::chess::{Chess, eval::Evaluation};
use supplant_search::search::StudyTable;

#[derive(Debug, Subcommand)]
pub(super) enum TableTask {
    /// Tell what tables in files are, whether they are whole, and what their entries are
    Info(Info),
    /// Merge one saved table into another, by the rule of their scheme; `uci` or your own program
    /// has saved both, and neither is one that `search --table` shares
    Merge(Merge),
}

#[derive(Debug, Args)]
pub(super) struct Info {
    /// Files with tables
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The two files; the one that counts fewer searches goes into the other
    #[arg(value_name = "FILE", num_args = 2, required = true)]
    files: Vec<PathBuf>,
    /// The file for the joined table
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(task: &TableTask) -> Result<Ending> {
    match task {
        TableTask::Info(info) => tell(info),
        TableTask::Merge(files) => merge(files),
    }
}

struct Named {
    file: TableFile,
    header: Header,
    scheme: SchemeName,
    layout: LayoutName,
}

impl Named {
    fn of(path: &Path) -> Result<Self> {
        let header = TableFile::new(path).header()?;
        let payload = &header.payload.name;
        ensure!(
            payload == SizedEntry::NAME,
            "{}: a table of {} in {} with payload {payload}; this command reads only payload {}: load the file in your own program",
            path.display(),
            header.scheme.name,
            header.bucket.name,
            SizedEntry::NAME
        );
        let of = || {
            format!(
                "{}: a table of types that this program does not know; load it in your own program",
                path.display()
            )
        };
        let scheme = header.scheme.name.parse().with_context(of)?;
        let layout = header.bucket.name.parse().with_context(of)?;
        // A shared table is only mapped.
        if header.used != Use::Shared {
            has_room(header.bytes()).with_context(|| path.display().to_string())?;
        }
        Ok(Self { file: TableFile::new(path).keyed(header.key_seed), header, scheme, layout })
    }
}

fn has_room(bytes: u64) -> Result<(), room::NoRoomError> {
    let asked = Size::Bytes(usize::try_from(bytes).unwrap_or(usize::MAX));
    room::check(asked, bytes, room::free())
}

fn tell(info: &Info) -> Result<Ending> {
    let mut all_whole = true;
    for path in &info.files {
        match told(path) {
            Ok((told, is_whole)) => {
                output::line(&told);
                all_whole &= is_whole;
            }
            Err(error) if info.files.len() > 1 => {
                output::complain(&format!("error: {error:#}"));
                all_whole = false;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(if all_whole { Ending::Done } else { Ending::Failed })
}

fn told(path: &Path) -> Result<(String, bool)> {
    let Named { file, header, scheme, layout } = Named::of(path)?;
    let mut told = format!(
        "{}\n  {} table of {} in {}: {} slots, {} MiB\n  payload {}, index {}, key seed {:#x}\n",
        path.display(),
        header.used,
        header.scheme,
        header.bucket,
        header.slots(),
        header.bytes() >> 20,
        header.payload,
        header.index,
        header.key_seed
    );
    if let Some(evaluation) = evaluation(header.key_seed) {
        let _ = writeln!(told, "  of chess, evaluation {evaluation}");
    }
    let size = Size::Slots(usize::try_from(header.slots()).unwrap_or(usize::MAX));
    let is_shared = header.used == Use::Shared;
    let origin = if is_shared { Origin::Shared(file) } else { Origin::Saved(file) };
    let (table, loaded) = <dyn StudyTable>::build_from(scheme, layout, Table::builder().size(size), origin)?;
    let _ = write!(told, "  {:.1} % of the slots filled", f64::from(table.occupancy().permille()) / 10.0);
    if !is_shared {
        let searches = if header.generation == 1 { "search" } else { "searches" };
        let _ = write!(told, ", {} {searches} counted\n  {loaded}", header.generation);
        if !loaded.is_whole() {
            told += "; a program that loads the file gets the other entries";
        }
    }
    told += &Contents::of(&*table).told();
    Ok((told, is_shared || loaded.is_whole()))
}

/// The entries of a table, counted.
#[derive(Default)]
struct Contents {
    entries: u64,
    bounds: BTreeMap<&'static str, u64>,
    depths: Histogram,
    ages: Histogram,
    with_move: u64,
}

impl Contents {
    fn of(table: &dyn StudyTable) -> Self {
        let mut counted = Self::default();
        table.for_each_slot(&mut |slot| {
            let Some(held) = slot else { return };
            let bound = match held.payload.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                Bound::None => "none",
            };
            counted.entries += 1;
            *counted.bounds.entry(bound).or_default() += 1;
            counted.depths.add(held.payload.depth);
            counted.ages.add(held.age);
            counted.with_move += u64::from(held.payload.mv != Move16::NONE);
        });
        counted
    }

    fn told(&self) -> String {
        if self.entries == 0 {
            return String::new();
        }
        let named = |(name, &count): (&&str, &u64)| (name.to_string(), count);
        format!(
            "\n  {}:\n    bound: {}\n    depth in plies: {}\n    age in searches: {}\n    with a move: {}",
            entries(self.entries),
            listed(self.entries, self.bounds.iter().map(named)),
            shares(&self.depths),
            shares(&self.ages),
            share(self.with_move, self.entries)
        )
    }
}

fn entries(count: u64) -> String {
    match count {
        1 => "1 entry".to_owned(),
        many => format!("{} entries", report::grouped(many)),
    }
}

pub(super) fn share(count: u64, of: u64) -> String {
    format!("{:.1} %", count as f64 * 100.0 / of as f64)
}

fn listed(all: u64, counts: impl Iterator<Item = (String, u64)>) -> String {
    counts.map(|(name, count)| format!("{name} ({})", share(count, all))).collect::<Vec<_>>().join(", ")
}

pub(super) fn shares(counts: &Histogram) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<_> = counts.iter().map(|(value, count)| (value.to_string(), count)).collect();
    if shown.len() > SHOWN {
        let rest: u64 = shown[SHOWN - 1..].iter().map(|(_, count)| count).sum();
        shown.truncate(SHOWN);
        let last = &mut shown[SHOWN - 1];
        *last = (format!("{} and more", last.0), rest);
    }
    listed(counts.total(), shown.into_iter())
}

fn evaluation(key_seed: u64) -> Option<&'static str> {
    let is_of = |evaluation| Chess::default().with_evaluation(evaluation).key_seed() == key_seed;
    Evaluation::ALL.into_iter().find(|&(_, evaluation)| is_of(evaluation)).map(|(name, _)| name)
}

fn merge(Merge { files, out }: &Merge) -> Result<Ending> {
    ensure!(!out.exists(), "--out {}: is there already; give a new file", out.display());
    let (first, second) = (Named::of(&files[0])?, Named::of(&files[1])?);
    let is_second = second.header.generation > first.header.generation;
    let (into, from) = if is_second { (second, first) } else { (first, second) };
    has_room(into.header.bytes().saturating_add(from.header.bytes())).context("both tables together")?;
    let key_seed = into.header.key_seed;
    let load = |file: TableFile| {
        let origin = Origin::Saved(file.keyed(key_seed));
        <dyn StudyTable>::build_from(into.scheme, into.layout, Table::builder(), origin)
    };
    let ((table, whole), (other, whole_other)) = (load(into.file)?, load(from.file)?);
    let merged = table.merge_from(&*other)?;
    table.save(TableFile::new(out).keyed(key_seed))?;
    let loaded = [whole, whole_other];
    for (at, loaded) in loaded.iter().enumerate().filter(|(_, loaded)| !loaded.is_whole()) {
        output::complain(&format!("{}: {loaded}", files[at ^ usize::from(is_second)].display()));
    }
    output::line(&format!("{} offered, {} kept", entries(merged.offered as u64), merged.kept));
    Ok(if loaded.iter().all(Loaded::is_whole) { Ending::Done } else { Ending::Failed })
}
