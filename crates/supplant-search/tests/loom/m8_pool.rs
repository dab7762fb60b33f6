//! M8: the pool hands a job to every worker and every answer back; a relaxed stop flag is enough.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use loom::thread;
use supplant::scheme::New;
use supplant::table::SizedBucket;
use supplant::{Key, TableBuilder};
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::search::{Limits, Stop};
use supplant_search::smp::{Desk, DeskFault, Helpers, Order, Pool};

use crate::harness::{Outcomes, explore, finds, run};
use crate::positions::{A, B};

#[track_caller]
fn deadlocks(name: &str, model: impl Fn(&Outcomes) + Send + Sync + 'static) {
    let Err(panic) = run(name, model).1 else {
        panic!("{name}: nothing came to a standstill, so the models that come back show nothing")
    };
    let message = panic.downcast_ref::<String>().map_or("", String::as_str);
    assert!(message.starts_with("deadlock;"), "{name}: {message}");
}

fn search_with(name: &str, workers: usize, stops: Stops) -> Outcomes {
    explore(name, move |outcomes| {
        let mut pool = Pool::new(workers);
        let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap();
        let order = Order { helpers: Helpers::LAZY, ..Order::alibaba(Limits::depth(1)) };
        let stopper = match stops {
            Stops::Never => None,
            Stops::Before => {
                order.stop.set();
                None
            }
            Stops::Meanwhile => {
                let stop = order.stop.clone();
                Some(thread::spawn(move || stop.set()))
            }
        };
        let game = Domineering::new(1, 2, Player::Horizontal);
        let mut reported = 0;
        let answer = pool.search(&table, &game, &order, |_| reported += 1);
        assert_eq!(answer.workers.len(), workers, "every worker has answered");
        assert!(answer.counters().nodes() >= 1);
        assert_eq!(reported, u8::from(answer.best.is_some()), "what was found was reported, once");
        outcomes.note(if answer.best.is_some() { "answered" } else { "stopped" });
        if let Some(stopper) = stopper {
            stopper.join().unwrap();
        }
    })
}

#[derive(Clone, Copy)]
enum Stops {
    Never,
    Before,
    Meanwhile,
}

#[test]
fn a_pool_hands_out_the_job_and_hands_back_the_answer() {
    search_with("a_pool_of_one_hands_out_the_job_and_hands_back_the_answer", 1, Stops::Never)
        .are_exactly(&["answered"]);
    search_with("a_pool_of_two_hands_out_the_job_and_hands_back_the_answer", 2, Stops::Never)
        .are_exactly(&["answered"]);
}

#[test]
fn a_pool_that_was_stopped_before_it_began_comes_back_without_an_answer() {
    let name = "a_pool_that_was_stopped_before_it_began_comes_back_without_an_answer";
    search_with(name, 1, Stops::Before).are_exactly(&["stopped"]);
}

#[test]
fn a_pool_that_is_stopped_meanwhile_comes_back_with_what_it_has() {
    let name = "a_pool_that_is_stopped_meanwhile_comes_back_with_what_it_has";
    search_with(name, 1, Stops::Meanwhile).are_exactly(&["answered", "stopped"]);
}

fn hand_over(fault: Option<DeskFault>, jobs: u64) -> impl Fn(&Outcomes) + Send + Sync + 'static {
    move |outcomes| {
        let desk = Arc::new(fault.map_or_else(Desk::default, Desk::broken));
        let worker = {
            let desk = desk.clone();
            thread::spawn(move || desk.work(0, || ()))
        };
        for number in 1..=jobs {
            outcomes.note(lend(&desk, number));
        }
        desk.close();
        worker.join().unwrap();
    }
}

fn lend(desk: &Arc<Desk<(), u64>>, number: u64) -> &'static str {
    // Leaked, because a broken desk returns while the job runs. Atomics of `std`, so that loom
    // explores the desk alone.
    let runs: &'static AtomicBool = Box::leak(Box::default());
    let answer: &'static AtomicU64 = Box::leak(Box::default());
    let posts = desk.clone();
    let job: &'static _ = Box::leak(Box::new(move |_: usize, (): &mut ()| {
        runs.store(true, Ordering::SeqCst);
        posts.post(number);
        answer.store(number, Ordering::SeqCst);
        runs.store(false, Ordering::SeqCst);
    }));
    let mut posted = 0;
    let ended = desk.lend(1, job, |message| posted = message);
    assert!(ended.is_ok(), "the job does not panic");
    match (runs.load(Ordering::SeqCst), answer.load(Ordering::SeqCst) == number, posted == number) {
        (true, ..) => "back while the job runs",
        (false, false, _) => "no answer",
        (false, true, false) => "no message",
        (false, true, true) => "answered",
    }
}

#[test]
fn a_desk_has_every_job_done_and_hands_over_what_it_posts() {
    explore("a_desk_has_every_job_done_and_hands_over_what_it_posts", hand_over(None, 2))
        .are_exactly(&["answered"]);
}

/// Controls: a thread that is not woken, or does not look again under the lock, waits for ever.
#[test]
fn a_desk_where_somebody_is_not_woken_comes_to_a_standstill() {
    for (name, fault) in [
        ("a_job_handed_out_in_silence_is_never_done", DeskFault::HandsOutInSilence),
        ("an_answer_given_in_silence_is_never_taken", DeskFault::FinishesInSilence),
        ("a_desk_closed_in_silence_never_closes", DeskFault::ClosesInSilence),
        ("a_look_before_the_lock_misses_the_job", DeskFault::LooksBeforeItLocks),
    ] {
        deadlocks(name, hand_over(Some(fault), 2));
    }
}

#[test]
fn a_caller_that_waits_once_comes_back_without_the_message() {
    let name = "a_caller_that_waits_once_comes_back_without_the_message";
    finds("no message", name, hand_over(Some(DeskFault::WaitsOnce), 1));
}

#[test]
fn a_worker_that_counts_itself_out_too_early_holds_what_was_lent() {
    let name = "a_worker_that_counts_itself_out_too_early_holds_what_was_lent";
    let outcomes = explore(name, hand_over(Some(DeskFault::CountsOutTooEarly), 2));
    assert!(outcomes.count("back while the job runs") > 0 && outcomes.count("no answer") > 0);
}

/// The flag carries no data: the worker's stores are read after it was joined.
#[test]
fn stop_by_a_relaxed_flag_loses_nothing_that_is_read_after_the_join() {
    let name = "stop_by_a_relaxed_flag_loses_nothing_that_is_read_after_the_join";
    let outcomes = explore(name, |outcomes| {
        let (stop, table) = (
            Stop::default(),
            Arc::new(TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap()),
        );
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

#[test]
fn stop_by_a_relaxed_flag_publishes_nothing() {
    finds("flag seen, store not", "stop_by_a_relaxed_flag_publishes_nothing", |outcomes| {
        let (stop, table) = (
            Stop::default(),
            Arc::new(TableBuilder::<New, SizedBucket<New>>::new().slots(1).build().unwrap()),
        );
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
