//! The table in your engine: `cargo run --release --example shared_table`.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use supplant::key::SplitMix64;
use supplant::table::Touch;
use supplant::{Bound, Entry, Key, Table};

fn main() -> Result<(), supplant::table::SizeError> {
    // Any size, not only powers of two; never more memory than requested.
    let table = Table::builder().mebibytes(24).touch(Touch::Processors).build()?;

    for search in 0..3 {
        table.new_generation();
        std::thread::scope(|scope| {
            for worker in 0..2 {
                let table = &table;
                scope.spawn(move || walk(table, worker));
            }
        });
        let full = table.occupancy();
        println!(
            "search {search}: {} ‰ full, {} of {} sampled from this search",
            full.permille(),
            full.current,
            full.sampled
        );
    }
    Ok(())
}

fn walk(table: &Table, worker: u64) {
    let mut positions = SplitMix64::new(worker);
    let mut hits = 0;
    for _ in 0..1_000_000 {
        let key = Key(SplitMix64::new(positions.below(600_000)).next());
        table.prefetch(key);
        match table.probe(key) {
            // Check that a move from the table is legal before you play it.
            Some(found) if found.depth >= 6 => hits += 1,
            _ => table.store(key, Entry::new(Bound::Lower, 12, 6).with_move(7).with_evaluation(-3)),
        }
    }
    println!("  worker {worker}: {hits} of 1000000 probes found their position");
}
