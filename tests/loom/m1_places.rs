//! M1 for stores at places: a place that another store has overtaken invents nothing.

use std::sync::Arc;

use loom::thread;
use supplant::TableBuilder;
use supplant::entry::bucket::Pairs;
use supplant::entry::{Bucket, SizedEntry};
use supplant::scheme::{DepthAge, New, Scheme};

use crate::harness::{Outcomes, explore, finds};
use crate::pair::{KeyBesideData, Pair};
use crate::positions::{A, B};

fn visits<S: Scheme, L: Bucket<Payload = SizedEntry>>() -> impl Fn(&Outcomes) + Send + Sync + 'static {
    |outcomes| {
        let table = Arc::new(TableBuilder::<S, L>::new().slots(1).build().unwrap());
        let worker = {
            let table = table.clone();
            thread::spawn(move || {
                let (_, place) = table.probe_place(A.key);
                table.store_at(place, A.entry());
            })
        };
        table.store(B.key, B.entry());
        outcomes.note(match table.probe(A.key) {
            Some(found) if A.is(found) => "hit",
            Some(_) => "a torn entry is believed",
            None => "miss",
        });
        worker.join().unwrap();
    }
}

#[test]
fn stores_at_places_that_race_never_invent_an_entry() {
    let name = "stores_at_places_that_race_never_invent_an_entry";
    explore(name, visits::<DepthAge, Pairs<1, SizedEntry>>()).are_exactly(&["hit", "miss"]);
}

#[test]
fn without_validation_stores_at_places_invent_an_entry() {
    let name = "without_validation_stores_at_places_invent_an_entry";
    finds("a torn entry is believed", name, visits::<New, Pair<1, KeyBesideData>>());
}
