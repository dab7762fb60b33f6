//! The axes and the units they span.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::NAME;
use crate::experiment::Unit;
use crate::experiment::by_name;
use crate::experiment::fnv::fnv1a;
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::Contender;
use supplant::entry::Depth;
use supplant::key::SplitMix64;
use supplant::scheme::SchemeName;
use supplant_search::search::Enhancements;
use supplant_search::smp::Helpers;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WorkerClock {
    /// Workers take turns of this many nodes; time is counted in nodes.
    Lockstep(u64),
    Threads,
    Pinned,
    Loaded,
}

impl WorkerClock {
    #[must_use]
    pub fn is_timed(self) -> bool {
        !matches!(self, Self::Lockstep(_))
    }

    /// One worker never waits, so its quantum is 1.
    #[must_use]
    pub fn alone(self) -> Self {
        if self.is_timed() { self } else { Self::Lockstep(1) }
    }

    #[must_use]
    pub fn pins(self, workers: usize, cores: usize) -> usize {
        match self {
            Self::Lockstep(_) | Self::Threads => 0,
            Self::Pinned => workers,
            Self::Loaded => workers.max(cores),
        }
    }

    #[must_use]
    pub fn is_pinned(self) -> bool {
        matches!(self, Self::Pinned | Self::Loaded)
    }
}

impl std::fmt::Display for WorkerClock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lockstep(quantum) => f.pad(&format!("lockstep-{quantum}")),
            Self::Threads => f.pad("threads"),
            Self::Pinned => f.pad("threads-pinned"),
            Self::Loaded => f.pad("threads-pinned-loaded"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableMemory {
    Shared,
    PerWorker,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scaling {
    pub positions: PositionSet,
    pub depth: Depth,
    pub clocks: Vec<WorkerClock>,
    pub workers: Vec<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<usize>,
    #[serde(with = "by_name::each")]
    pub helpers: Vec<Helpers>,
    #[serde(with = "by_name::schemes")]
    pub schemes: Vec<SchemeName>,
    /// Slots have 16 bytes.
    pub slots: Vec<usize>,
    pub memory: TableMemory,
    #[serde(with = "by_name::named_search")]
    pub search: (String, Enhancements),
    pub draws: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScalingCell {
    pub clock: WorkerClock,
    pub workers: usize,
    pub helpers: String,
    pub contender: Contender,
    pub slots: usize,
    pub depth: Depth,
    pub position: String,
    pub draw: usize,
}

impl Scaling {
    /// Draws are outermost, so that compared searches are measured close together.
    ///
    /// Units with a clock are shuffled, so that changes on the machine favour no number of workers.
    pub(super) fn spanned(&self) -> Vec<Unit<ScalingCell>> {
        let mut units: Vec<Unit<ScalingCell>> = Vec::new();
        for draw in 1..=self.draws {
            for (position, _) in &*self.positions.positions {
                let workers = self.all_workers().into_iter().rev();
                let cells = workers.flat_map(|workers| self.cells(workers, position, draw));
                let (mut timed, in_turns): (Vec<_>, Vec<_>) = cells.partition(|cell| cell.clock.is_timed());
                if let Some(seed) = self.shuffle {
                    let lot = seed ^ fnv1a(format!("{position}/{draw}").bytes());
                    SplitMix64::new(lot).shuffle(&mut timed);
                }
                units.extend(timed.into_iter().chain(in_turns).map(|cell| self.unit(cell)));
            }
        }
        units
    }

    #[must_use]
    pub fn all_workers(&self) -> Vec<usize> {
        if self.further.is_empty() {
            return self.workers.clone();
        }
        let all: BTreeSet<_> = self.workers.iter().chain(&self.further).copied().collect();
        all.into_iter().collect()
    }

    fn cells(&self, workers: usize, position: &str, draw: usize) -> Vec<ScalingCell> {
        let mut cells = Vec::new();
        let is_timed = self.workers.contains(&workers);
        for &clock in self.clocks.iter().filter(|clock| is_timed || !clock.is_timed()) {
            for helpers in &self.helpers {
                for contender in self.schemes.iter().copied().map(Contender::table) {
                    for &slots in &self.slots {
                        let (clock, helpers) = match (workers, clock) {
                            (1, _) => (clock.alone(), "none".to_owned()),
                            _ => (clock, helpers.to_string()),
                        };
                        let slots = match self.memory {
                            TableMemory::Shared => slots,
                            TableMemory::PerWorker => slots.saturating_mul(workers),
                        };
                        let position = position.to_owned();
                        let (depth, contender) = (self.depth, contender);
                        cells.push(ScalingCell {
                            clock,
                            workers,
                            helpers,
                            contender,
                            slots,
                            depth,
                            position,
                            draw,
                        });
                    }
                }
            }
        }
        let mut seen = Vec::<String>::new();
        cells.retain(|cell| {
            let id = self.id_of(cell);
            let is_new = !seen.contains(&id);
            seen.push(id);
            is_new
        });
        cells
    }

    fn unit(&self, cell: ScalingCell) -> Unit<ScalingCell> {
        let deterministic = !cell.clock.is_timed();
        let cost = 4f64.powi(i32::from(cell.depth)) * (cell.workers as f64).powf(0.3);
        Unit { id: self.id_of(&cell), cost, cell, deterministic }
    }

    /// Journals contain this name, so it must determine the rows and stay stable.
    pub(super) fn id_of(&self, cell: &ScalingCell) -> String {
        let ScalingCell { clock, workers, helpers, contender, slots, depth, position, draw } = cell;
        let set = &self.positions.name;
        let position = match position.starts_with(set.as_str()) {
            true => position.clone(),
            false => format!("{set}.{position}"),
        };
        format!(
            "{NAME}/{}/{clock}/{helpers}/{contender}/{slots}/{depth}/w{workers}d{draw}/{position}",
            self.search.0
        )
    }
}

#[cfg(test)]
impl Scaling {
    pub(crate) fn example() -> Self {
        Self {
            positions: PositionSet::kasparov_short(),
            depth: 3,
            clocks: vec![WorkerClock::Lockstep(8)],
            workers: vec![1, 4],
            further: Vec::new(),
            helpers: vec![Helpers::default(), Helpers::NONE],
            schemes: vec![SchemeName::TwoBig1],
            slots: vec![8 << 10],
            memory: TableMemory::Shared,
            search: ("alibaba".to_owned(), Enhancements::ALIBABA),
            draws: 2,
            shuffle: Some(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Scaling;
    use super::{TableMemory, WorkerClock};
    use crate::experiment::Experiment as _;

    #[test]
    fn one_worker_is_measured_once_a_draw_whatever_others_do() {
        let study = Scaling {
            clocks: vec![WorkerClock::Lockstep(8), WorkerClock::Lockstep(1)],
            ..Scaling::example()
        };
        let units = study.units();
        let of = |workers| units.iter().filter(|unit| unit.cell.workers == workers).count();
        assert_eq!((of(1), of(4)), (2 * 18, 2 * 18 * 2 * 2));
        assert!(units.iter().all(|unit| unit.deterministic));
        let mut ids: Vec<_> = units.iter().map(|unit| &unit.id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), units.len());
        assert_eq!(
            units[0].id,
            "scaling/alibaba/lockstep-8/crowd+shuffle+defer+pool/TWOBIG1/8192/3/w4d1/breuker1994.15"
        );
    }

    fn turns(grid: &Scaling) -> Vec<Vec<usize>> {
        let units = grid.units();
        let places =
            units.chunk_by(|a, b| (&a.cell.position, a.cell.draw) == (&b.cell.position, b.cell.draw));
        places.map(|units| units.iter().map(|unit| unit.cell.workers).collect()).collect()
    }

    #[test]
    fn what_a_clock_times_is_shuffled_within_each_draw_of_a_position_by_the_plan_alone() {
        let grid =
            Scaling { clocks: vec![WorkerClock::Threads], workers: vec![1, 2, 4], ..Scaling::example() };
        let shuffled = turns(&grid);
        assert_eq!(shuffled.len(), 2 * 18, "a position is left when all of its draw are measured");
        for order in &shuffled {
            let count = |workers| order.iter().filter(|&&other| other == workers).count();
            assert_eq!([count(1), count(2), count(4)], [1, 2, 2], "one worker is drawn as often as each way");
        }
        let orders: BTreeSet<_> = shuffled.iter().collect();
        assert!(orders.len() > 10, "one after the other alike: {orders:?}");
        let first = shuffled.iter().filter(|order| order[0] == 1).count();
        assert!((2..=14).contains(&first), "one worker comes first {first} times of 36");
        let read = |grid: &Scaling| serde_json::to_value(grid).and_then(serde_json::from_value::<Scaling>);
        assert_eq!(turns(&read(&grid).expect("it is data")), shuffled, "who goes on has the same order");
        assert_ne!(turns(&Scaling { shuffle: Some(7), ..grid.clone() }), shuffled);
        let mut old = serde_json::to_value(&grid).expect("it is data");
        old.as_object_mut().expect("a grid has fields").remove("shuffle");
        let old: Scaling = serde_json::from_value(old).expect("it may be missing");
        assert!(turns(&old).iter().all(|order| order == &[4, 4, 2, 2, 1]));
    }

    #[test]
    fn what_is_predicted_is_timed_up_to_the_processors_and_in_lockstep_beyond_them() {
        let clocks = vec![WorkerClock::Pinned, WorkerClock::Lockstep(8)];
        let study = Scaling { clocks, further: vec![16, 4], ..Scaling::example() };
        let units = study.units();
        let workers = |is_timed| -> BTreeSet<_> {
            let units = units.iter().filter(|unit| unit.cell.clock.is_timed() == is_timed);
            units.map(|unit| unit.cell.workers).collect()
        };
        assert_eq!((workers(true), workers(false)), ([1, 4].into(), [1, 4, 16].into()));
        assert!(units.iter().all(|unit| unit.deterministic != unit.cell.clock.is_timed()));
        let ids: BTreeSet<_> = units.iter().map(|unit| &unit.id).collect();
        assert_eq!(ids.len(), units.len());
    }

    #[test]
    fn threads_are_put_on_processors_that_search_and_a_load_on_every_core() {
        let pins = |clock: WorkerClock| [1, 3, 6].map(|workers| clock.pins(workers, 4));
        assert_eq!(pins(WorkerClock::Pinned), [1, 3, 6]);
        assert_eq!(pins(WorkerClock::Loaded), [4, 4, 6]);
        assert_eq!([pins(WorkerClock::Threads), pins(WorkerClock::Lockstep(8))], [[0; 3]; 2]);
    }

    #[test]
    fn per_worker_memory_grows_with_the_number_of_workers() {
        let study = Scaling { memory: TableMemory::PerWorker, ..Scaling::example() };
        assert!(study.units().iter().all(|unit| unit.cell.slots == unit.cell.workers * (8 << 10)));
    }
}
