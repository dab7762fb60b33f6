//! Checks the sizes and the memory of a run's tables before they are built.

use anyhow::Context as _;

use super::{Scaling, TableMemory};
use crate::experiment::searches::Contender;
use crate::experiment::sizes::SLOT_BYTES;
use supplant::scheme::SchemeName;
use supplant::table::{Size, SizeError};

impl Scaling {
    pub fn try_sizes(&self) -> anyhow::Result<()> {
        for &scheme in &self.schemes {
            for &slots in &self.slots {
                has_bucket(scheme, slots).with_context(|| scheme.to_string())?;
            }
        }
        Ok(())
    }

    /// A run in lockstep has `jobs` tables at once, a timed run has one. The product saturates.
    #[must_use]
    pub fn table_bytes(&self, jobs: usize) -> usize {
        let largest = self.slots.iter().max().map_or(0, |slots| slots.saturating_mul(SLOT_BYTES));
        let most = |workers: &[usize]| match self.memory {
            TableMemory::Shared => 1,
            TableMemory::PerWorker => workers.iter().copied().max().unwrap_or(1),
        };
        let further: Vec<_> = self.workers.iter().chain(&self.further).copied().collect();
        let tables = self.clocks.iter().map(|clock| {
            if clock.is_timed() { most(&self.workers) } else { most(&further).saturating_mul(jobs) }
        });
        largest.saturating_mul(tables.max().unwrap_or(1))
    }
}

fn has_bucket(scheme: SchemeName, slots: usize) -> anyhow::Result<()> {
    let bucket_slots = scheme.bucket_slots(Contender::LAYOUT)?;
    if slots < bucket_slots {
        let bucket_bytes = Contender::LAYOUT.info().bytes_of(bucket_slots, bucket_slots);
        return Err(SizeError::TooSmall { asked: Size::Slots(slots), bucket_slots, bucket_bytes }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Scaling, TableMemory, WorkerClock};
    use crate::experiment::Experiment as _;
    use supplant::scheme::SchemeName;

    #[test]
    fn memory_is_that_of_the_largest_table_of_each_job_in_lockstep_and_of_one_by_the_clock() {
        let study = Scaling { slots: vec![1 << 10, 4 << 10], further: vec![16], ..Scaling::example() };
        let of = |clocks: &[WorkerClock], memory, jobs| {
            Scaling { clocks: clocks.to_vec(), memory, ..study.clone() }.table_bytes(jobs)
        };
        let (lockstep, threads, kib) = (WorkerClock::Lockstep(8), WorkerClock::Threads, 1 << 10);
        assert_eq!(of(&[lockstep], TableMemory::Shared, 3), 3 * 64 * kib);
        assert_eq!(of(&[threads], TableMemory::Shared, 3), 64 * kib);
        assert_eq!(of(&[threads], TableMemory::PerWorker, 3), 4 * 64 * kib, "of four threads");
        assert_eq!(
            of(&[threads, lockstep], TableMemory::PerWorker, 3),
            3 * 16 * 64 * kib,
            "of sixteen in turns"
        );
    }

    #[test]
    fn what_no_number_can_say_is_the_last_number_and_no_small_one() {
        let slots = vec![1 << (usize::BITS - 1)];
        let study = Scaling { slots, memory: TableMemory::PerWorker, ..Scaling::example() };
        assert_eq!(study.table_bytes(2), usize::MAX);
        assert!(study.units().iter().all(|unit| unit.cell.slots >= 1 << (usize::BITS - 1)));
    }

    #[test]
    fn a_size_without_a_bucket_is_told_with_the_least_that_has_one() {
        let of = |slots, schemes: &[SchemeName]| {
            Scaling { slots: vec![slots], schemes: schemes.to_vec(), ..Scaling::example() }.try_sizes()
        };
        assert!(of(1, &[SchemeName::New]).is_ok() && of(2, &[SchemeName::New, SchemeName::TwoBig1]).is_ok());
        let refused = of(1, &[SchemeName::New, SchemeName::TwoBig1]).expect_err("two slots are a bucket");
        let said = format!("{refused:#}");
        assert!(
            said.contains("TWOBIG1: a table of 1 slot holds no bucket") && said.contains("2 slots"),
            "{said}"
        );
    }
}
