//! Bugs found in the sources of engines in 2025 and 2026. The control of each test is a small copy of
//! the wrong code.

use supplant::conformance::Noted;
use supplant::entry::bucket::{Checked, DataOf, Pairs};
use supplant::entry::fault::Faulty;
use supplant::entry::mate::Mates;
use supplant::key::SplitMix64;
use supplant::scheme::New;
use supplant::{Bound, Entry, Key, SizedEntry, SizedTable, Table, TableBuilder};

const MATES: Mates = Mates::from(31_000);
const PLY: u16 = 9;

/// Returns the score that a position at ply 4 finds after a store at ply 9 over `held`.
fn found_at_ply_4(held: i32, stored: i32) -> i32 {
    let table = Table::builder().scheme::<New>().slots(1).build().unwrap();
    for score in [held, stored] {
        table.store(Key(1), Entry::new(Bound::Exact, score, 1));
    }
    MATES.from_table(table.probe(Key(1)).unwrap().score.into(), 4)
}

/// Obsidian 11 looks at the score of the entry that the store replaces.
fn to_table_by_the_old_score(held: i32, score: i32) -> i32 {
    match (held, score) {
        (_, won) if won >= 31_000 => won + i32::from(PLY),
        (lost, _) if lost <= -31_000 => score - i32::from(PLY),
        _ => score,
    }
}

#[test]
fn a_losing_score_stored_without_its_ply() {
    // Mated in six plies from a position at ply 9, then met at ply 4.
    let (score, expected) = (15 - 32_000, 10 - 32_000);
    for held in [0, 31_990, -31_990] {
        assert_eq!(found_at_ply_4(held, MATES.to_table(score, PLY)), expected, "over {held}");
    }
    let faulty = [0, 31_990].map(|held| found_at_ply_4(held, to_table_by_the_old_score(held, score)));
    assert_eq!(faulty, [19 - 32_000; 2], "the control");
}

/// Counts the torn reads of two results of one position that the bucket believes.
fn believed<B: Faulty>(key: Key, [old, new]: [DataOf<B>; 2]) -> usize {
    let [old, new] = [B::seal(key, old), B::seal(key, new)];
    (1..(1 << B::WORDS) - 1).filter(|&landed| B::open(B::mixture(old, new, landed), key).is_some()).count()
}

#[test]
fn two_results_of_one_position_that_cancel_by_plain_exclusive_or() {
    const DRAWN: u32 = 100_000;
    let mut random = SplitMix64::new(3);
    let (mut ours, mut plain) = (0, 0);
    for _ in 0..DRAWN {
        // Evaluation in discs and move, small numbers in the same low bits.
        let [old, new] = [(); 2].map(|()| [1 + random.below(128), 1 + random.below(64)]);
        if old[0] == new[0] || old[1] == new[1] {
            continue;
        }
        ours += believed::<Checked<1, 2, Noted>>(Key(random.next()), [old, new]);
        // Zebra: the check of one store fits the two words of the other.
        plain += u32::from(old[0] ^ old[1] == new[0] ^ new[1]);
    }
    assert_eq!(ours, 0);
    assert!(plain > DRAWN / 500, "the control believed {plain}");
}

/// MAGPIE verifies 40 bits of a word that also holds a score and a depth.
fn score_beside_a_tag(key: u64, [(old_score, old_move), (_, new_move)]: [(u64, u64); 2]) -> Option<u64> {
    const TAG: u64 = !(0xFFFF << 32 | 0xFF << 56);
    let stored = (key & TAG | old_score << 32) ^ old_move;
    let torn = stored ^ new_move;
    ((torn ^ key) & TAG == 0).then_some(torn >> 32 & 0xFFFF)
}

#[test]
fn a_score_that_the_check_does_not_verify() {
    let (key, word) = (Key(0x1234_5678_9abc_def0), 0x0123_4567_89ab_cdef);
    for (one, other) in (0..64).flat_map(|one| (0..=one).map(move |other| (one, other))) {
        let differs = word ^ (1 << one | 1 << other);
        assert_eq!(believed::<Pairs<1, SizedEntry>>(key, [[word], [differs]]), 0, "bits {one} and {other}");
        let wide = [[word, word], [differs, differs]];
        assert_eq!(believed::<Checked<1, 2, Noted>>(key, wide), 0, "bits {one} and {other} of two words");
    }
    let moves_that_differ_in_the_scores_bits = [(100, 7), (200, 7 | 0x0303 << 32)];
    let found = score_beside_a_tag(key.0, moves_that_differ_in_the_scores_bits);
    assert_eq!(found, Some(100 ^ 0x0303), "the control: nobody stored this score");
}

/// Caissa gives each thread the same number of buckets, rounded down.
fn clear_rounding_down(slots: &mut [u8], threads: usize) {
    let stripe = slots.len() / threads;
    (0..threads).for_each(|thread| slots[thread * stripe..][..stripe].fill(0));
}

#[test]
fn a_clear_by_threads_that_leaves_the_last_buckets() {
    for (buckets, threads) in (1..20).flat_map(|buckets| (1..9).map(move |threads| (buckets, threads))) {
        let mut table: SizedTable<New> = TableBuilder::new().slots(buckets).build().unwrap();
        for number in 0..buckets {
            let spread = ((number as u128 * 2 + 1) << 63) / buckets as u128;
            table.store(Key::from_spread(Key(spread as u64)), SizedEntry::new(Bound::Exact, 1, 1));
        }
        assert_eq!(table.iter().count(), buckets, "each bucket is filled");
        table.clear(threads);
        assert_eq!(table.iter().count(), 0, "{buckets} buckets, {threads} threads");
    }
    let mut faulty = [1; 7];
    clear_rounding_down(&mut faulty, 3);
    assert_eq!(faulty, [0, 0, 0, 0, 0, 0, 1], "the control");
}
