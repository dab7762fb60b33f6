//! M1 beside a writer of a neighbouring slot. Reckless and Hobbes keep the tags of three slots in
//! one word: two writers change it at once, one change is lost, and its data stay.

use std::sync::atomic::Ordering::Relaxed;

use supplant::SizedEntry;
use supplant::entry::bucket::Cluster;
use supplant::entry::{Bucket, Zeroed};
use supplant::oracle::AtomicU64;

use crate::model::Model;
use crate::positions::{A, B, OLD, Position};
use crate::validation::read;

#[test]
fn writers_of_two_slots_never_give_one_position_the_data_of_another() {
    type Clustered = Cluster<SizedEntry>;
    const NEXT: Position = OLD.moved_by(1);
    let cells = <Clustered as Bucket>::Cells::empty();
    let save = |slot, p: Position| {
        Clustered::save(&cells, slot, Clustered::seal(p.key, [p.data]));
        vec![]
    };
    save(0, OLD);
    save(1, NEXT);
    let stored = [OLD, NEXT, A, B];
    let look = || [0, 1].map(|slot| read::<Clustered>(&cells, slot, &stored)).to_vec();
    let outcomes = Model::new("writers_of_two_slots_never_give_one_position_the_data_of_another")
        .thread(|| save(0, A))
        .thread(|| save(1, B))
        .thread(look)
        .after(look)
        .explore();
    let torn_or_not = ["hit", "miss"];
    let seen = torn_or_not.map(|first| torn_or_not.map(|second| vec![first, second])).concat();
    outcomes.of_thread_are_exactly(2, &seen);
    outcomes.of_thread_are_exactly(3, &[vec!["hit", "hit"]]);
}

/// Control: four tags of 16 bits in one word, each beside the data of its slot.
struct SharedTags {
    tags: AtomicU64,
    data: [AtomicU64; 2],
}

impl SharedTags {
    fn store(&self, slot: usize, p: Position) {
        let others = self.tags.load(Relaxed) & !(0xFFFF << (16 * slot));
        self.tags.store(others | (p.key.0 & 0xFFFF) << (16 * slot), Relaxed);
        self.data[slot].store(p.data, Relaxed);
    }

    fn probe(&self, slot: usize, p: Position) -> Option<u64> {
        let tag = self.tags.load(Relaxed) >> (16 * slot) & 0xFFFF;
        (tag == p.key.0 & 0xFFFF).then(|| self.data[slot].load(Relaxed))
    }
}

#[test]
fn a_tag_lost_in_a_shared_word_gives_one_position_the_data_of_another() {
    let table = SharedTags { tags: AtomicU64::new(0), data: [(); 2].map(|()| AtomicU64::new(0)) };
    table.store(0, OLD);
    let store = |slot, p| {
        table.store(slot, p);
        ""
    };
    Model::new("a_tag_lost_in_a_shared_word_gives_one_position_the_data_of_another")
        .thread(|| store(0, A))
        .thread(|| store(1, B))
        .after(|| if table.probe(0, OLD) == Some(A.data) { "invented" } else { "" })
        .finds("invented");
}
