//! The measurement of `supplant hash`: an engine searches positions under several table sizes.
//!
//! All sizes of a position are searched one after the other, each time in a new random order, so that
//! a busy machine affects all of them alike. Each search begins with an empty table.

mod rows;
mod settings;

pub use rows::{HashBlock, HashRow, blocks};
pub use settings::{HashSettings, SettingsError};

use anyhow::Result;

use super::engine::{Engine, EngineAnswer, EngineError, EngineLimit};
use super::progress::Progress;
use super::runner::RunTally;
use super::stats::median;
use std::time::Duration;
use supplant::key::SplitMix64;
use supplant_search::search::Stop;

#[derive(Clone, Debug)]
pub struct HashPlan {
    /// In MiB, from the smallest to the largest.
    pub sizes: Vec<u64>,
    /// The id and the FEN of each position.
    pub positions: Vec<(String, String)>,
    pub limit: EngineLimit,
    pub rounds: usize,
    /// Seed of the order of sizes.
    pub seed: u64,
}

#[derive(Debug)]
pub struct HashRun {
    pub rows: Vec<HashRow>,
    pub end: HashEnd,
}

#[derive(Debug)]
pub enum HashEnd {
    Complete,
    Interrupted,
    /// The position, the MiB, and what happened.
    Failed(String, u64, EngineError),
    /// The rows could not be kept.
    NotKept(anyhow::Error),
}

impl HashPlan {
    #[must_use]
    pub fn searches(&self) -> usize {
        self.sizes.len() * self.positions.len() * self.rounds
    }

    /// Searches until all is done, the engine or `keep` fails, or the user interrupts. `keep` gets
    /// all rows after each position.
    pub fn run(
        &self,
        engine: &mut Engine<'_>,
        progress: &Progress,
        mut keep: impl FnMut(&[HashRow]) -> Result<()>,
    ) -> HashRun {
        let mut random = SplitMix64::new(self.seed);
        let mut rows = Vec::with_capacity(self.searches());
        let planned = self.searches();
        progress.begin(planned as f64, RunTally { planned, found: 0, finished: 0 });
        let mut end = HashEnd::Complete;
        'all: for round in 1..=self.rounds {
            for (id, fen) in &self.positions {
                let mut sizes = self.sizes.clone();
                random.shuffle(&mut sizes);
                for (order, mebibytes) in (1..).zip(sizes) {
                    match search(engine, mebibytes, fen, self.limit) {
                        Ok(answer) => {
                            progress.advance(1.0, answer.nodes);
                            rows.push(HashRow::new(round, order, id, mebibytes, answer));
                        }
                        Err(EngineError::Stopped) => end = HashEnd::Interrupted,
                        Err(error) => end = HashEnd::Failed(id.clone(), mebibytes, error),
                    }
                    if !matches!(end, HashEnd::Complete) {
                        break 'all;
                    }
                }
                if let Err(error) = keep(&rows) {
                    end = HashEnd::NotKept(error);
                    break 'all;
                }
            }
        }
        progress.end();
        if matches!(end, HashEnd::Interrupted | HashEnd::Failed(..))
            && !rows.is_empty()
            && let Err(error) = keep(&rows)
        {
            end = HashEnd::NotKept(error);
        }
        HashRun { rows, end }
    }
}

/// Answers an engine's question whether to wait on, and shows progress meanwhile.
pub fn watching(progress: &Progress, stop: &Stop) -> impl Fn() -> bool {
    || {
        progress.tick();
        !stop.is_set()
    }
}

/// Searches the first position once and forgets the result. The first search of a process is
/// slower: its code and its network are not in the caches.
///
/// # Errors
/// Those of the engine.
pub fn warm_up(engine: &mut Engine<'_>, mebibytes: u64, fen: &str) -> Result<(), EngineError> {
    let time = EngineLimit::Time(Duration::from_millis(300));
    search(engine, mebibytes, fen, time).map(drop)
}

/// The depth that the engine reaches in a second: the median of the first, middle and last
/// position. `None` if it tells no depth.
///
/// # Errors
/// Those of the engine.
pub fn reached_in_a_second(
    engine: &mut Engine<'_>,
    mebibytes: u64,
    positions: &[(String, String)],
) -> Result<Option<u32>, EngineError> {
    let last = positions.len().saturating_sub(1);
    let mut depths = Vec::new();
    for (_, fen) in [0, last / 2, last].iter().filter_map(|&at| positions.get(at)) {
        let answer = search(engine, mebibytes, fen, EngineLimit::Time(Duration::from_secs(1)))?;
        depths.extend(answer.depth.map(f64::from));
    }
    Ok((!depths.is_empty()).then(|| median(&depths) as u32))
}

fn search(
    engine: &mut Engine<'_>,
    mebibytes: u64,
    fen: &str,
    limit: EngineLimit,
) -> Result<EngineAnswer, EngineError> {
    engine.set("Hash", Some(&mebibytes.to_string()))?;
    engine.new_game();
    engine.ready()?;
    engine.search(fen, limit)
}
