//! A small benchmark of a scheme in a bucket: the cost of a probe and a store on one thread.
//!
//! Do not compare results of two machines, or of one machine at two times.
//!
//! ```
//! use supplant::conformance::{any_entry, bench};
//! use supplant::{SizedEntry, entry::bucket::Pairs, scheme::TwoBig1};
//! let setting = bench::Setting { bytes: 1 << 20, ahead: 8, operations: 1 << 12, rounds: 3, seed: 1 };
//! let measured = setting.throughput::<TwoBig1, Pairs<2, SizedEntry>>(any_entry)?;
//! assert!(measured.hit_ns > 0.0);
//! # Ok::<(), supplant::table::SizeError>(())
//! ```

use crate::table::TableBuilder;
use std::hint::black_box;
use std::time::Instant;

use crate::entry::Bucket;
use crate::key::{Key, SplitMix64};
use crate::scheme::Scheme;
use crate::table::{Size, SizeError, Table};

/// Settings of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Bytes of the table: several times those of the caches.
    pub bytes: usize,
    /// Operations between the prefetch of a bucket and its use; 0 for no prefetch.
    pub ahead: usize,
    /// Operations in a round.
    pub operations: usize,
    /// Rounds; the result is their median.
    pub rounds: usize,
    /// Seed of keys and payloads.
    pub seed: u64,
}

/// Nanoseconds an operation, as medians of the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// A probe for a key that was stored; it misses if the entry has been replaced.
    pub hit_ns: f64,
    /// A probe for a key that was not stored.
    pub miss_ns: f64,
    /// A store for a new key in a full table.
    pub store_ns: f64,
    /// The share of the probes of [`hit_ns`](Self::hit_ns) that hit.
    pub hit_share: f64,
}

impl Setting {
    /// Measures scheme `S` in bucket `B` with payloads from `make`.
    ///
    /// # Cost
    /// A filled table of [`bytes`](Self::bytes), and at least 24 bytes an operation for keys and
    /// payloads.
    ///
    /// # Errors
    /// [`SizeError`], if the table cannot be made.
    ///
    /// # Panics
    /// If `operations` or `rounds` is 0.
    pub fn throughput<S: Scheme, B: Bucket>(
        &self,
        mut make: impl FnMut(&mut SplitMix64) -> B::Payload,
    ) -> Result<Measured, SizeError> {
        let table = TableBuilder::<S, B>::new().size(Size::Bytes(self.bytes)).build()?;
        let mut random = SplitMix64::new(self.seed);
        let stored: Vec<_> = (0..table.slots()).map(|_| Key(random.next())).collect();
        stored.iter().for_each(|&key| table.store(key, make(&mut random)));
        let payloads: Vec<_> = (0..self.operations).map(|_| make(&mut random)).collect();
        let (mut hits, mut rounds) = (0, Vec::with_capacity(self.rounds));
        for _ in 0..self.rounds {
            let any = |random: &mut SplitMix64| stored[random.below(stored.len() as u64) as usize];
            let known: Vec<_> = (0..self.operations).map(|_| any(&mut random)).collect();
            let fresh: Vec<_> = (0..self.operations).map(|_| Key(random.next())).collect();
            // Interleaved, so that a disturbance hits all three operations.
            let hit = self.ns(&table, &known, |_, key| hits += usize::from(table.probe(key).is_some()));
            let miss = self.ns(&table, &fresh, |_, key| _ = black_box(table.probe(key).is_some()));
            let store = self.ns(&table, &fresh, |i, key| _ = black_box(table.offer(key, payloads[i])));
            rounds.push([hit, miss, store]);
        }
        let [hit_ns, miss_ns, store_ns] = [0, 1, 2].map(|of| median(rounds.iter().map(|round| round[of])));
        let hit_share = hits as f64 / (self.operations * self.rounds) as f64;
        Ok(Measured { hit_ns, miss_ns, store_ns, hit_share })
    }

    fn ns<S: Scheme, B: Bucket>(
        &self,
        table: &Table<S, B>,
        keys: &[Key],
        mut operate: impl FnMut(usize, Key),
    ) -> f64 {
        let start = Instant::now();
        for (i, &key) in keys.iter().enumerate() {
            if let Some(&coming) = keys.get(i + self.ahead).filter(|_| self.ahead > 0) {
                table.prefetch(coming);
            }
            operate(i, key);
        }
        start.elapsed().as_secs_f64() * 1e9 / keys.len() as f64
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
