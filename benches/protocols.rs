//! Compares the speed of protocols for one slot under contention, and how often they leave it dead:
//! `cargo bench -p supplant-benches --bench protocols [-- SECONDS]`.
//!
//! A *dead* slot holds the check of one writer beside the data of another, and answers no key until
//! it is overwritten. `docs/memory-model.md` has the results.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
#![allow(unsafe_code, reason = "the 128-bit compare-exchange, for comparison alone")]

use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use supplant::entry::slot::{Slot, Words, signature};
use supplant::key::{Key, SplitMix64};

#[derive(Default)]
#[repr(C, align(16))]
struct Pair([AtomicU64; 2]);

#[inline]
fn sealed(key: u64, data: u64) -> u64 {
    key ^ signature(&[data])
}

trait Protocol {
    const NAME: &'static str;
    type Memory: Default + Sync;
    fn store(slot: &Self::Memory, key: u64, data: u64);
    fn look(slot: &Self::Memory) -> Option<u64>;
}

struct TheTables;
impl Protocol for TheTables {
    const NAME: &'static str = "the table's: check, then data";
    type Memory = Slot<1>;
    #[inline]
    fn store(slot: &Slot<1>, key: u64, data: u64) {
        slot.save(Words::seal(Key(key), [data]));
    }
    #[inline]
    fn look(slot: &Slot<1>) -> Option<u64> {
        slot.load().claimed_key().map(|key| key.0)
    }
}

#[inline]
fn look(Pair([check, word]): &Pair) -> Option<u64> {
    let words = [check.load(Relaxed), word.load(Relaxed)];
    (!words.contains(&0)).then(|| sealed(words[0], words[1]))
}

struct DataFirst;
impl Protocol for DataFirst {
    const NAME: &'static str = "data, then check";
    type Memory = Pair;
    #[inline]
    fn store(Pair([check, word]): &Pair, key: u64, data: u64) {
        word.store(data, Relaxed);
        check.store(sealed(key, data), Relaxed);
    }
    #[inline]
    fn look(slot: &Pair) -> Option<u64> {
        look(slot)
    }
}

struct SecondLook;
impl Protocol for SecondLook {
    const NAME: &'static str = "a second look, and again once";
    type Memory = Slot<1>;
    #[inline]
    fn store(slot: &Slot<1>, key: u64, data: u64) {
        let words = Words::seal(Key(key), [data]);
        slot.save(words);
        // A thread that finds one of its words beside another's stores again.
        let seen = slot.load();
        if seen != words && (seen.data() == words.data() || seen.claimed_key() != Some(Key(key))) {
            slot.save(words);
        }
    }
    #[inline]
    fn look(slot: &Slot<1>) -> Option<u64> {
        TheTables::look(slot)
    }
}

#[cfg(target_arch = "x86_64")]
struct CompareExchange;
#[cfg(target_arch = "x86_64")]
impl Protocol for CompareExchange {
    const NAME: &'static str = "128-bit compare-exchange, one try";
    type Memory = Pair;
    #[inline]
    fn store(slot: &Pair, key: u64, data: u64) {
        let Pair([check, word]) = slot;
        let seen = [check.load(Relaxed), word.load(Relaxed)];
        let address: *const Pair = slot;
        // SAFETY: the slot is 16 bytes on a 16-byte boundary, shared by atomic accesses alone, and
        // the instruction is one; `protocols` has checked that the processor has it. RBX, which the
        // compiler reserves, is restored. A failure leaves the other's entry: one of two racing
        // stores is lost, none torn.
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
    #[inline]
    fn look(slot: &Pair) -> Option<u64> {
        look(slot)
    }
}

#[derive(Default)]
struct Tally {
    stores: u64,
    dead: u64,
    rates: Vec<f64>,
}

const BATCH: u64 = 1024;

fn round<P: Protocol>(tally: &mut Tally, slots: usize, threads: usize, time: Duration, seed: u64) {
    let memory: Vec<P::Memory> = (0..slots).map(|_| P::Memory::default()).collect();
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
                        black_box(P::look(slot) == Some(key));
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
    // Keys choose their slot by the remainder, so no thread stored here a key of another slot.
    let is_dead = |(i, slot): (usize, &P::Memory)| P::look(slot).is_some_and(|key| key as usize % slots != i);
    tally.dead += memory.iter().enumerate().filter(|&slot| is_dead(slot)).count() as u64;
}

type Round = fn(&mut Tally, usize, usize, Duration, u64);

fn protocols() -> Vec<(&'static str, Round)> {
    let mut all: Vec<(&'static str, Round)> = vec![
        (TheTables::NAME, round::<TheTables>),
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
    let seconds: f64 = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(2.0);
    for (slots, threads) in [(64, 1), (64, 2), (64, 4), (1 << 20, 1), (1 << 20, 2)] {
        let all = protocols();
        let mut tallies: Vec<_> = all.iter().map(|_| Tally::default()).collect();
        // Rounds are short, because dead slots are counted only between them.
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
