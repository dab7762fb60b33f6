//! A load on cores that a search leaves idle, so that all cores run at one clock rate.
//!
//! Some processors are faster while few cores work. The second processor of a searching core stays
//! idle, because a load there would slow the core.

use anyhow::{Context as _, Result};

use crate::experiment::crew::Crew;
use crate::experiment::roll::Roll;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use supplant::key::SplitMix64;

#[derive(Debug)]
pub(super) struct Load {
    is_over: Arc<AtomicBool>,
    threads: Vec<thread::JoinHandle<u64>>,
}

impl Load {
    pub(super) fn beside(crew: &Arc<Crew>, workers: usize) -> Result<Self> {
        let mut load = Self { is_over: Arc::default(), threads: Vec::new() };
        let idle = workers..crew.cores();
        let roll = Arc::new(Roll::of(idle.len()));
        for id in idle {
            let (crew, is_over, roll) = (Arc::clone(crew), Arc::clone(&load.is_over), Arc::clone(&roll));
            let thread = thread::Builder::new().spawn(move || {
                crew.take_place(id);
                roll.report();
                burn(&is_over)
            });
            load.threads.push(thread.context("the system gives no thread for --load-idle; leave it out")?);
        }
        roll.wait();
        Ok(load)
    }

    fn end(&mut self) -> Vec<u64> {
        // Relaxed: the flag carries no data; the rounds come with the join.
        self.is_over.store(true, Ordering::Relaxed);
        self.threads.drain(..).map(|thread| thread.join().expect("arithmetic does not panic")).collect()
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.end();
    }
}

fn burn(is_over: &AtomicBool) -> u64 {
    let (mut random, mut rounds) = (SplitMix64::new(0), 0);
    // Relaxed: a flag that is seen late costs a round.
    while !is_over.load(Ordering::Relaxed) {
        (0..1024).for_each(|_| _ = std::hint::black_box(random.next()));
        rounds += 1;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Load;
    use crate::experiment::crew::Crew;
    use std::sync::Arc;

    #[test]
    fn each_core_that_is_left_idle_works_until_the_search_ends_and_not_longer() {
        let crew = Arc::new(Crew::here());
        for workers in [0, 1, crew.cores(), crew.processors() + 1] {
            let mut load = Load::beside(&crew, workers).expect("there are threads");
            std::thread::sleep(Duration::from_millis(20));
            let end = Instant::now();
            let rounds = load.end();
            assert!(end.elapsed() < Duration::from_secs(1), "{:?}", end.elapsed());
            assert_eq!(rounds.len(), crew.cores().saturating_sub(workers));
            assert!(rounds.iter().all(|&rounds| rounds > 10), "{rounds:?}");
        }
    }
}
