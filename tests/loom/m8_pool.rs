//! M8: the pool hands a job to every worker and every answer back; a relaxed stop flag is enough.

use std::sync::Arc;

use loom::thread;
use supplant::game::domineering::{Domineering, Player};
use supplant::scheme::New;
use supplant::search::{Limits, Stop};
use supplant::smp::{Order, Pool};
use supplant::{Key, Table};

use crate::harness::{A, B, explore, finds};

/// A search of a board with one move, by the pool itself: handing out, waking, reporting, finishing, closing.
fn search_with(name: &str, workers: usize, stops: bool) -> crate::harness::Outcomes {
    explore(name, move |outcomes| {
        let mut pool = Pool::new(workers);
        let table = Arc::new(Table::<New>::with_slots(1).unwrap());
        let order = Order::alibaba(Limits::depth(1));
        if stops {
            order.stop.set();
        }
        let game = Domineering::new(1, 2, Player::Horizontal);
        let answer = pool.search(&table, &game, &order, |_| ());
        assert_eq!(answer.workers.len(), workers, "every worker has answered");
        assert!(answer.counters().nodes() >= 1);
        outcomes.note(if answer.best.is_some() { "answered" } else { "no answer" });
        drop(pool);
        assert_eq!(Arc::strong_count(&table), 1, "nobody holds the table any more");
    })
}

#[test]
fn a_pool_hands_out_the_job_and_hands_back_the_answer() {
    search_with("a_pool_of_one_hands_out_the_job_and_hands_back_the_answer", 1, false)
        .are_exactly(&["answered"]);
    search_with("a_pool_of_two_hands_out_the_job_and_hands_back_the_answer", 2, false)
        .are_exactly(&["answered"]);
}

/// The search is shorter than the interval between two looks at the flag, so it may complete all the same.
#[test]
fn a_pool_that_was_stopped_before_it_began_still_comes_back() {
    search_with("a_pool_that_was_stopped_before_it_began_still_comes_back", 1, true)
        .are_exactly(&["answered"]);
}

/// The flag carries no data: what the stopped worker has done is read after it was joined.
#[test]
fn stop_by_a_relaxed_flag_loses_nothing_that_is_read_after_the_join() {
    let name = "stop_by_a_relaxed_flag_loses_nothing_that_is_read_after_the_join";
    let outcomes = explore(name, |outcomes| {
        let (stop, table) = (Stop::default(), Arc::new(Table::<New>::with_slots(1).unwrap()));
        let worker = {
            let (stop, table) = (stop.clone(), table.clone());
            thread::spawn(move || {
                table.store(A.key, A.entry());
                if stop.is_set() {
                    return "stopped after one store";
                }
                table.store(B.key, B.entry());
                "not stopped"
            })
        };
        stop.set();
        let how = worker.join().unwrap();
        let left: Key = if how == "not stopped" { B.key } else { A.key };
        assert!(table.probe(left).is_some(), "the last store is seen after the join");
        outcomes.note(how);
    });
    outcomes.are_exactly(&["not stopped", "stopped after one store"]);
}

/// Control: whoever takes the flag itself for a message reads old memory.
#[test]
fn stop_by_a_relaxed_flag_publishes_nothing() {
    finds("flag seen, store not", "stop_by_a_relaxed_flag_publishes_nothing", |outcomes| {
        let (stop, table) = (Stop::default(), Arc::new(Table::<New>::with_slots(1).unwrap()));
        let worker = {
            let (stop, table) = (stop.clone(), table.clone());
            thread::spawn(move || {
                table.store(A.key, A.entry());
                stop.set();
            })
        };
        if stop.is_set() && table.probe(A.key).is_none() {
            outcomes.note("flag seen, store not");
        }
        worker.join().unwrap();
    });
}
