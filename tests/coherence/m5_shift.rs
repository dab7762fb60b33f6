//! M5: a shift moves one snapshot, so it invents no entry. One writer loses only what the scheme
//! gives up.

use supplant::entry::bucket::Pairs;
use supplant::entry::slot::{Slot, Words};
use supplant::scheme::{Scheme, TwoBig1, TwoDeep};
use supplant::table::SizedBucket;
use supplant::{SizedEntry, TableBuilder};

use crate::broken::shift_with_a_second_look;
use crate::m1_no_invention::probe;
use crate::model::{Model, Outcomes};
use crate::positions::{A, B, OLD, Position};
use crate::validation::read;

fn shift<S: Scheme>(name: &'static str, writers: &[Position]) -> Outcomes<Vec<&'static str>> {
    let table = TableBuilder::<S, SizedBucket<S>>::new().slots(2).build().unwrap();
    table.store(OLD.key, OLD.entry());
    let mut model = Model::new(name).thread(|| [OLD, A].map(|p| probe(&table, p)).to_vec());
    for p in writers {
        let table = &table;
        model = model.thread(move || {
            table.store(p.key, p.entry());
            Vec::new()
        });
    }
    model.after(|| [OLD, A, B].map(|p| probe(&table, p)).to_vec()).explore()
}

fn invents_nothing(outcomes: &Outcomes<Vec<&'static str>>) {
    assert!(outcomes.0.iter().all(|outcome| outcome.iter().flatten().all(|&seen| seen != "invented")));
}

#[test]
fn shift_by_one_writer_loses_nothing_though_a_reader_may_miss_the_shifted_entry() {
    let name = "shift_by_one_writer_loses_nothing";
    for outcomes in [shift::<TwoDeep>(name, &[A]), shift::<TwoBig1>(name, &[A])] {
        invents_nothing(&outcomes);
        outcomes.of_thread_are_exactly(2, &[vec!["hit", "hit", "miss"]]);
        assert!(outcomes.has(0, &vec!["miss", "hit"]) && outcomes.has(0, &vec!["hit", "miss"]));
    }
}

#[test]
fn shift_by_two_writers_never_invents_an_entry() {
    let outcomes = shift::<TwoDeep>("shift_by_two_writers_never_invents_an_entry", &[A, B]);
    invents_nothing(&outcomes);
    assert!(outcomes.has(3, &vec!["miss"; 3]), "all three may be lost");
}

#[test]
fn shift_by_three_writers_never_invents_an_entry() {
    const C: Position = Position { data: A.data ^ 0xF, ..A.moved_by(0xFF00) };
    let table = TableBuilder::<TwoDeep, SizedBucket<TwoDeep>>::new().slots(2).build().unwrap();
    table.store(OLD.key, OLD.entry());
    let store = |p: Position| {
        table.store(p.key, p.entry());
        Vec::new()
    };
    let outcomes = Model::new("shift_by_three_writers_never_invents_an_entry")
        .thread(|| store(A))
        .thread(|| store(B))
        .thread(|| store(C))
        .after(|| [OLD, A, B, C].map(|p| probe(&table, p)).to_vec())
        .explore();
    invents_nothing(&outcomes);
    assert!(outcomes.has(3, &vec!["miss"; 4]), "all four may be lost");
}

#[test]
fn shift_with_a_second_look_invents_an_entry() {
    let bucket = [(); 2].map(|()| Slot::<1>::default());
    bucket[0].save(Words::seal(OLD.key, [OLD.data]));
    let shift = |p: Position| {
        shift_with_a_second_look(&bucket, p.key, p.data);
        ""
    };
    Model::new("shift_with_a_second_look_invents_an_entry")
        .thread(|| shift(A))
        .thread(|| shift(B))
        .thread(|| read::<Pairs<2, SizedEntry>>(&bucket, 1, &[OLD, A, B]))
        .finds("invented");
}
