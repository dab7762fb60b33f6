//! M2: validation prevents torn entries, and no ordering of the two words does.

use std::sync::Arc;

use loom::sync::atomic::Ordering::{Acquire, Relaxed};
use loom::thread;

use crate::broken::{Order, Unvalidated, publishing};
use crate::harness::finds;
use crate::positions::{A, B};

fn tears(name: &str, order: Order) {
    finds("torn", name, move |outcomes| {
        let slot = Arc::new(Unvalidated::new(order));
        let writers = [A, B].map(|p| {
            let slot = slot.clone();
            thread::spawn(move || slot.store(p.key, p.data))
        });
        outcomes.note(match slot.probe(A.key) {
            Some(data) if data == A.data => "hit",
            Some(_) => "torn",
            None => "miss",
        });
        writers.into_iter().for_each(|writer| writer.join().unwrap());
    });
}

#[test]
fn without_validation_a_torn_entry_is_believed() {
    tears(
        "without_validation_a_torn_entry_is_believed",
        Order { store: Relaxed, load: Relaxed, data_first: false },
    );
}

#[test]
fn ordering_alone_does_not_help() {
    for (name, data_first) in [
        ("ordering_alone_does_not_help, key first", false),
        ("ordering_alone_does_not_help, data first", true),
    ] {
        tears(name, Order { store: publishing(), load: Acquire, data_first });
    }
}

#[test]
fn ordering_helps_a_single_writer_of_a_fresh_slot() {
    let publish = |name, order: Order| {
        crate::harness::explore(name, move |outcomes| {
            let slot = Arc::new(Unvalidated::new(order));
            let writer = {
                let slot = slot.clone();
                thread::spawn(move || slot.store(A.key, A.data))
            };
            let (key, data) = slot.look();
            outcomes.note(match (key == A.key.0, data == A.data) {
                (true, false) => "key without data",
                (true, true) => "whole",
                (false, _) => "miss",
            });
            writer.join().unwrap();
        })
    };
    publish(
        "ordering_helps_a_single_writer_of_a_fresh_slot",
        Order { store: publishing(), load: Acquire, data_first: true },
    )
    .are_exactly(&["miss", "whole"]);
    publish(
        "ordering_helps_a_single_writer_of_a_fresh_slot, relaxed",
        Order { store: Relaxed, load: Relaxed, data_first: true },
    )
    .are_exactly(&["key without data", "miss", "whole"]);
}
