//! Protocols for one slot under contention: how fast, and how often two racing writers leave it dead. Rounds are interleaved.
//!
//! `cargo bench --bench protocols [-- SECONDS]`. A *dead* slot holds the check of one writer beside the data of another: it
//! answers nobody until it is overwritten. Each thread stores entries of its own keys into a few slots, and probes them;
//! after every round, at rest, the dead slots are counted. The answer: `docs/memory-model.md`, "Dead slots".
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
#![allow(unsafe_code, reason = "the 128-bit compare-exchange, for comparison alone")]

use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use supplant::entry::slot::signature;
use supplant::key::SplitMix64;

/// The memory of an entry: check and data, on one 16-byte boundary.
#[derive(Default)]
#[repr(C, align(16))]
struct Slot([AtomicU64; 2]);

/// The check for `key`; the key, for its check.
#[inline]
fn sealed(key: u64, data: u64) -> u64 {
    key ^ signature(&[data])
}

/// A way to store an entry.
trait Protocol {
    const NAME: &'static str;
    fn store(slot: &Slot, key: u64, data: u64);
}

/// What the table does: check, then data.
struct CheckFirst;
impl Protocol for CheckFirst {
    const NAME: &'static str = "check, then data (the table's)";
    #[inline]
    fn store(Slot([check, word]): &Slot, key: u64, data: u64) {
        check.store(sealed(key, data), Relaxed);
        word.store(data, Relaxed);
    }
}

struct DataFirst;
impl Protocol for DataFirst {
    const NAME: &'static str = "data, then check";
    #[inline]
    fn store(Slot([check, word]): &Slot, key: u64, data: u64) {
        word.store(data, Relaxed);
        check.store(sealed(key, data), Relaxed);
    }
}

/// After the store a look: if the words do not fit each other, once more.
struct SecondLook;
impl Protocol for SecondLook {
    const NAME: &'static str = "a second look, and again once";
    #[inline]
    fn store(slot: &Slot, key: u64, data: u64) {
        CheckFirst::store(slot, key, data);
        let Slot([check, word]) = slot;
        // Whoever finds the other's check beside the own data, or the reverse, writes again.
        let (seen_check, seen_data) = (check.load(Relaxed), word.load(Relaxed));
        if (seen_check == sealed(key, data)) != (seen_data == data) {
            CheckFirst::store(slot, key, data);
        }
    }
}

/// Both words at once.
#[cfg(target_arch = "x86_64")]
struct CompareExchange;
#[cfg(target_arch = "x86_64")]
impl Protocol for CompareExchange {
    const NAME: &'static str = "128-bit compare-exchange, one try";
    #[inline]
    fn store(slot: &Slot, key: u64, data: u64) {
        let Slot([check, word]) = slot;
        let seen = [check.load(Relaxed), word.load(Relaxed)];
        let address: *const Slot = slot;
        // SAFETY: the slot is 16 bytes on a 16-byte boundary, shared by atomic accesses alone, and the instruction is one;
        // `protocols` has checked that the processor has it. RBX, which the compiler keeps, is put back. A failure leaves the
        // other's entry: one of two racing stores is lost, none torn.
        unsafe {
            std::arch::asm!(
                "xchg {low}, rbx",
                "lock cmpxchg16b [{address}]",
                "mov rbx, {low}",
                low = inout(reg) sealed(key, data) => _,
                address = in(reg) address,
                in("rcx") data,
                inout("rax") seen[0] => _,
                inout("rdx") seen[1] => _,
                options(nostack),
            );
        }
    }
}

/// What a protocol did in all rounds.
#[derive(Default)]
struct Tally {
    stores: u64,
    dead: u64,
    rates: Vec<f64>,
}

const BATCH: u64 = 1024;

/// One round: `threads` threads on `slots` slots for `time`.
fn round<P: Protocol>(tally: &mut Tally, slots: usize, threads: usize, time: Duration, seed: u64) {
    let memory: Vec<Slot> = (0..slots).map(|_| Slot::default()).collect();
    let barrier = Barrier::new(threads);
    let start = Instant::now();
    let stores: u64 = std::thread::scope(|scope| {
        let work = |id: u64| {
            let (memory, barrier) = (&memory, &barrier);
            move || {
                let mut random = SplitMix64::new(seed ^ id << 32);
                barrier.wait();
                let (start, mut stores) = (Instant::now(), 0);
                while start.elapsed() < time {
                    for _ in 0..BATCH {
                        let (key, data) = (random.next(), random.next() | 1);
                        let slot = &memory[key as usize % memory.len()];
                        P::store(slot, key, data);
                        let Slot([check, word]) = slot;
                        black_box(sealed(key, word.load(Relaxed)) == check.load(Relaxed));
                    }
                    stores += BATCH;
                }
                stores
            }
        };
        let workers: Vec<_> = (0..threads as u64).map(|id| scope.spawn(work(id))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum()
    });
    tally.stores += stores;
    tally.rates.push(stores as f64 / start.elapsed().as_secs_f64() / 1e6);
    // At rest: keys choose their slot by the remainder, so a key of another slot is no key anyone stored here.
    let is_dead = |(i, Slot([check, word])): (usize, &Slot)| {
        let key = sealed(check.load(Relaxed), word.load(Relaxed));
        word.load(Relaxed) != 0 && key as usize % slots != i
    };
    tally.dead += memory.iter().enumerate().filter(|&slot| is_dead(slot)).count() as u64;
}

type Round = fn(&mut Tally, usize, usize, Duration, u64);

fn protocols() -> Vec<(&'static str, Round)> {
    let mut all: Vec<(&'static str, Round)> = vec![
        (CheckFirst::NAME, round::<CheckFirst>),
        (DataFirst::NAME, round::<DataFirst>),
        (SecondLook::NAME, round::<SecondLook>),
    ];
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("cmpxchg16b") {
        all.push((CompareExchange::NAME, round::<CompareExchange>));
    }
    all
}

fn main() {
    // `cargo bench` adds `--bench`, `cargo test` nothing.
    let seconds: f64 = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(2.0);
    for (slots, threads) in [(64, 1), (64, 2), (64, 4), (1 << 20, 1), (1 << 20, 2)] {
        let all = protocols();
        let mut tallies: Vec<_> = all.iter().map(|_| Tally::default()).collect();
        // Short rounds, since dead slots are counted only between them.
        let rounds = (seconds / 0.02 / all.len() as f64).ceil() as u64;
        for seed in 0..rounds {
            for ((_, round), tally) in all.iter().zip(&mut tallies) {
                round(tally, slots, threads, Duration::from_millis(20), seed);
            }
        }
        println!("{slots} slots, {threads} threads, {rounds} rounds");
        for ((name, _), tally) in all.iter().zip(&mut tallies) {
            tally.rates.sort_by(f64::total_cmp);
            let median = tally.rates[tally.rates.len() / 2];
            let looked = rounds * slots as u64;
            println!("  {name:36} {median:8.1} M stores/s   {:6} of {looked} slots dead at rest", tally.dead);
        }
    }
}
