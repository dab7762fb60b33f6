//! M8: the pool hands a job to every worker and every answer back; a relaxed stop flag is enough.

use std::sync::Arc;

use loom::thread;
use supplant::game::domineering::{Domineering, Player};
use supplant::scheme::New;
use supplant::search::{Limits, Stop};
use supplant::smp::{Order, Pool};
use supplant::{Key, Table};

use crate::broken::{Desk, Protocol};
use crate::harness::{A, B, Outcomes, deadlocks, explore, finds};

/// A search of a board with one move, by the pool itself: handing out, waking, reporting, finishing, closing.
fn search_with(name: &str, workers: usize, stops: bool) -> Outcomes {
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
        // A count of `std`: loom does not see it, and does not try every moment to let go. A worker that lets go after it has
        // counted itself out is found with two workers, not with one.
        assert_eq!(Arc::strong_count(&table), 1, "nobody holds the table any more");
        outcomes.note(if answer.best.is_some() { "answered" } else { "no answer" });
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

/// `jobs` jobs one after the other, for a worker; both sides follow `protocol`.
fn hand_over(protocol: Protocol, jobs: u64) -> impl Fn(&Outcomes) + Send + Sync + 'static {
    move |outcomes| {
        let desk = Arc::new(Desk::new(protocol));
        let worker = {
            let desk = desk.clone();
            thread::spawn(move || desk.work())
        };
        for number in 1..=jobs {
            let resource = Arc::new(());
            let answer = desk.ask(&resource);
            outcomes.note(match (answer, Arc::strong_count(&resource)) {
                (Some(answer), 1) if answer == number => "answered",
                (Some(_), 1) => "the answer to another job",
                (None, _) => "no answer",
                (Some(_), _) => "answered, but the job is still held",
            });
        }
        desk.close();
        worker.join().unwrap();
    }
}

/// The twin that the controls below break at one place each is sound where it is not broken.
#[test]
fn a_desk_like_the_pools_answers_every_job() {
    explore("a_desk_like_the_pools_answers_every_job", hand_over(Protocol::AsThePool, 2))
        .are_exactly(&["answered"]);
}

/// Controls: where somebody is not woken, or does not look again under the lock, somebody waits for ever.
#[test]
fn a_desk_where_somebody_is_not_woken_comes_to_a_standstill() {
    for (name, protocol) in [
        ("a_job_handed_out_in_silence_is_never_done", Protocol::HandsOutInSilence),
        ("an_answer_given_in_silence_is_never_taken", Protocol::FinishesInSilence),
        ("a_desk_closed_in_silence_never_closes", Protocol::ClosesInSilence),
        ("a_look_before_the_lock_misses_the_job", Protocol::LooksBeforeItLocks),
    ] {
        deadlocks(name, hand_over(protocol, 2));
    }
}

#[test]
fn a_caller_that_waits_once_comes_back_without_an_answer() {
    finds(
        "no answer",
        "a_caller_that_waits_once_comes_back_without_an_answer",
        hand_over(Protocol::WaitsOnce, 1),
    );
}

#[test]
fn a_worker_that_counts_itself_out_too_early_answers_too_late() {
    let name = "a_worker_that_counts_itself_out_too_early_answers_too_late";
    finds("no answer", name, hand_over(Protocol::CountsOutBeforeTheAnswer, 2));
    let name = "a_worker_that_counts_itself_out_too_early_keeps_the_job";
    finds("answered, but the job is still held", name, hand_over(Protocol::KeepsTheJob, 2));
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
