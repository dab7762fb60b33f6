//! M9: what an exchange may leave. A slot that is left dead is a miss.

use supplant::entry::bucket::{Cluster, Pairs};
use supplant::entry::slot::{Slot, Words};
use supplant::entry::{Bits, Bucket};
use supplant::scheme::{FourIter, Siege};
use supplant::{Key, SizedEntry, Table, TableBuilder};

use crate::model::Model;
use crate::positions::{A, OLD, Position};

const WEAK: Position =
    Position { key: Key::from_spread(Key(OLD.key.spread().0 ^ 2)), depth: 1, size: 1, ..OLD };

/// A second worker ends a position with the same result, while a probe mends the entry of the first.
#[test]
fn a_store_of_the_same_result_beside_a_probe_that_mends_may_be_left_dead() {
    let table: Table<Siege, Pairs<1, SizedEntry>> = TableBuilder::new().slots(8).build().unwrap();
    table.store(OLD.key, OLD.entry());
    let holds = || if table.probe(OLD.key).is_some() { "hit" } else { "miss" };
    Model::new("a_store_of_the_same_result_beside_a_probe_that_mends_may_be_left_dead")
        .thread(holds)
        .thread(|| {
            table.store(OLD.key, OLD.entry());
            ""
        })
        .after(holds)
        .explore()
        .of_thread_are_exactly(2, &["hit", "miss"]);
}

/// Wear is mended and grows again, so that the data return.
#[test]
fn wear_that_returns_may_leave_its_entry_dead() {
    const WEAR: Bits = Bits::at(44..46);
    let slot = Slot::<1>::default();
    slot.save(Words::seal(OLD.key, [WEAR.set(OLD.data, 1)]));
    let change = |by: fn(u64) -> u64| {
        let seen = slot.load();
        if let Some([data]) = seen.open(OLD.key) {
            slot.exchange(seen, seen.amend([WEAR.set(data, by(WEAR.get(data)))]));
        }
        ""
    };
    let (wear, mend) = (|wear: u64| (wear + 1).min(3), |wear: u64| wear.saturating_sub(1));
    Model::new("wear_that_returns_may_leave_its_entry_dead")
        .thread(|| change(wear))
        .thread(|| {
            change(mend);
            change(wear)
        })
        .after(|| if slot.load().open(OLD.key).is_some() { "whole" } else { "dead" })
        .explore()
        .of_thread_are_exactly(2, &["whole", "dead"]);
}

type Refusing<B> = Table<FourIter, B>;

/// What a probe of A finds, where A was kept and a weaker store refused meanwhile.
fn found_after_a_weak_store<B: Bucket<Payload = SizedEntry>>(
    name: &'static str,
    table: &Refusing<B>,
) -> Vec<&'static str> {
    let store = |p: Position| if table.offer(p.key, p.entry()) { "kept" } else { "repelled" };
    store(OLD);
    let outcomes = Model::new(name)
        .thread(|| store(A))
        .thread(|| store(WEAK))
        .after(|| if table.probe(A.key).is_some_and(|found| A.is(found)) { "hit" } else { "miss" })
        .explore();
    ["hit", "miss"]
        .into_iter()
        .filter(|after| outcomes.0.contains(&vec!["kept", "repelled", after]))
        .collect()
}

/// Half of a store over an entry is worn like an entry if the key that it claims lies in its bucket:
/// in a table of one bucket always.
#[test]
fn wear_of_half_a_store_may_leave_it_dead_in_one_bucket_and_not_where_it_claims_another() {
    let found = |name, slots| {
        let table: Refusing<Pairs<1, SizedEntry>> = TableBuilder::new().slots(slots).build().unwrap();
        found_after_a_weak_store(name, &table)
    };
    assert_eq!(found("wear_of_half_a_store_may_leave_it_dead_in_one_bucket", 1), ["hit", "miss"]);
    assert_eq!(found("wear_of_half_a_store_leaves_it_where_it_claims_another_bucket", 8), ["hit"]);
}

/// A slot of `cluster10` with data counts as an entry, whole or not.
#[test]
fn wear_of_half_a_store_may_leave_it_dead_in_a_cluster() {
    let table: Refusing<Cluster<SizedEntry>> = TableBuilder::new().slots(3).build().unwrap();
    for number in [4, 8] {
        let strong = OLD.moved_by(number);
        (0..2).for_each(|_| table.store(strong.key, SizedEntry { size: 1 << 30, ..strong.entry() }));
    }
    let name = "wear_of_half_a_store_may_leave_it_dead_in_a_cluster";
    assert_eq!(found_after_a_weak_store(name, &table), ["hit", "miss"]);
}
