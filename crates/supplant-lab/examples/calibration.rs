//! Sets replays of recorded searches beside the searches themselves (`docs/replay.md`).
//!
//! `cargo run --release -p supplant-lab --example calibration`
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use anyhow::Result;
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;
use supplant::table::{Size, Table};
use supplant_lab::experiment::positions::PositionSet;
use supplant_lab::experiment::replay::{Candidate, Recording, Replay, SearchRecorder};
use supplant_lab::experiment::searches::Same;
use supplant_lab::experiment::stats::kendall;
use supplant_lab::report::replay::NOT_ORDERED;
use supplant_record::{Recorder, Settings};
use supplant_search::game::chess::Chess;
use supplant_search::search::{Enhancements, Limits, Stop, StudyTable, search};

/// Without CRAFTY: in a table that is emptied before each search it places entries as DEPTHAGE does.
const SCHEMES: [&str; 7] = ["NEW", "DEEP", "TWODEEP", "TWOBIG1", "DEPTHAGE", "FOURBIG", "SIEGE"];
const SLOTS: [usize; 3] = [2 << 10, 8 << 10, 32 << 10];
const SETS: [&str; 2] = ["middlegames:10", "strong:12"];

/// The logarithm of nodes, or a difference of two: by whole searches, and by replays.
struct Pair {
    real: f64,
    predicted: f64,
}

fn table(scheme: SchemeName, size: Size) -> Result<Box<dyn StudyTable>> {
    Ok(<dyn StudyTable>::build(scheme, LayoutName::Xor16, Table::builder().size(size))?)
}

fn nodes(
    games: &[(String, Chess)],
    scheme: SchemeName,
    slots: usize,
    on: (Limits, Enhancements),
) -> Result<u64> {
    let mut sum = 0;
    for (_, game) in games {
        sum += search(game, &*table(scheme, Size::Slots(slots))?, on.0, on.1).counters.nodes();
    }
    Ok(sum)
}

fn recorded(games: &[(String, Chess)], on: (Limits, Enhancements)) -> Result<Recording> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("own.record");
    let recorder = Recorder::create(&path, Settings { limit: u64::MAX, ..Settings::default() })?;
    let thread = SearchRecorder::from(recorder.thread());
    for (_, game) in games {
        let table = table(SchemeName::TwoBig1, Size::Bytes(64 << 20))?;
        let recorded = thread.over(&*table);
        recorded.searched(search(game, &recorded, on.0, on.1).counters.nodes());
    }
    drop(thread);
    recorder.finish()?;
    Recording::read(std::io::BufReader::new(std::fs::File::open(path)?))
}

fn pairs(set: &str, on: (Limits, Enhancements)) -> Result<Vec<Vec<Pair>>> {
    let games = PositionSet::named(set)?.all_of::<Chess>()?;
    let recording = recorded(&games, on)?;
    let replay = Replay::of(&recording, true)?;
    let schemes = SCHEMES.map(|name| name.parse::<SchemeName>().expect("a scheme"));
    let mut by_size = Vec::new();
    for slots in SLOTS {
        let candidate =
            |scheme| Candidate { scheme, layout: LayoutName::Xor16, bytes: 16 * slots, same: Same::Scheme };
        let replayed = replay.on(&schemes.map(candidate), 2, &Stop::default())?.expect("nothing stops it");
        let mut here = Vec::new();
        for (scheme, replayed) in schemes.into_iter().zip(replayed) {
            let real = nodes(&games, scheme, slots, on)? as f64;
            here.push(Pair { real: real.ln(), predicted: replayed.lost.value.ln_1p() });
        }
        by_size.push(here);
    }
    Ok(by_size)
}

fn told(set: &str, preset: &str, depth: u8) -> Result<()> {
    let on = (Limits::depth(depth), Enhancements::preset(preset).expect("a preset"));
    let by_size = pairs(set, on)?;
    let list = |of: fn(&[Pair]) -> String| by_size.iter().map(|here| of(here)).collect::<Vec<_>>().join(", ");
    println!("| `{preset}`, {depth} plies, `{set}` | {} | {} | {} |", list(order), list(signs), list(slope));
    Ok(())
}

fn order(here: &[Pair]) -> String {
    let tau = kendall(&here.iter().map(|one| (one.real, one.predicted)).collect::<Vec<_>>());
    format!("{:.2}", tau.unwrap_or(f64::NAN))
}

fn signs(here: &[Pair]) -> String {
    let apart: Vec<_> = differences(here).filter(|one| one.predicted.abs() > NOT_ORDERED.ln_1p()).collect();
    let right = apart.iter().filter(|one| (one.real > 0.0) == (one.predicted > 0.0)).count();
    format!("{right} of {}", apart.len())
}

fn slope(here: &[Pair]) -> String {
    let product: f64 = differences(here).map(|one| one.real * one.predicted).sum();
    let square: f64 = differences(here).map(|one| one.predicted * one.predicted).sum();
    format!("{:.2}", product / square)
}

fn differences(here: &[Pair]) -> impl Iterator<Item = Pair> {
    here.iter().enumerate().flat_map(|(i, one)| {
        here[i + 1..]
            .iter()
            .map(|other| Pair { real: one.real - other.real, predicted: one.predicted - other.predicted })
    })
}

fn main() -> Result<()> {
    println!(
        "| search, positions | Kendall’s τ: 2K, 8K, 32K | sign right: 2K, 8K, 32K | slope: 2K, 8K, 32K |"
    );
    println!("|---|---|---|---|");
    for (preset, depth) in [("plain", 5), ("alibaba", 6), ("modern", 8), ("today", 10)] {
        for set in SETS {
            told(set, preset, depth)?;
        }
    }
    Ok(())
}
