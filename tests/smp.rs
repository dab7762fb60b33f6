//! The pool: determinism of one worker, agreement of many, stopping, reuse.

use std::sync::Arc;
use std::time::Duration;

use supplant::Table;
use supplant::game::domineering::{Domineering, Player};
use supplant::scheme::TwoBig1;
use supplant::search::{Enhancements, Limits, search};
use supplant::smp::{Order, Pool};

fn table() -> Arc<Table<TwoBig1>> {
    Arc::new(Table::with_slots(1 << 16).expect("a small table is to be had"))
}

fn board() -> Domineering {
    Domineering::new(6, 6, Player::Vertical)
}

#[test]
fn one_worker_is_deterministic_bit_for_bit_and_equals_the_plain_search() {
    let mut pool = Pool::new(1);
    let order = Order::alibaba(Limits::depth(9));
    let mut seen = Vec::new();
    let first = pool.search(&table(), &board(), &order, |iteration| seen.push(iteration.counters));
    let again = pool.search(&table(), &board(), &order, |_| ());
    let plain = search(&board(), &*table(), order.limits, Enhancements::ALIBABA);
    let essence = |best: Option<supplant::search::Iteration<_>>| {
        best.map(|best| (best.line, best.value, best.counters))
    };
    assert_eq!(first.workers, again.workers);
    assert_eq!(first.workers, [plain.counters]);
    assert_eq!(essence(first.best.clone()), essence(again.best));
    assert_eq!(essence(first.best), essence(plain.best));
    assert_eq!(seen.len(), 9);
}

#[test]
fn many_workers_find_the_value_that_one_finds() {
    let sound = |workers, depth| {
        let mut pool = Pool::new(workers);
        let order = Order { enhancements: Enhancements::SOUND, ..Order::alibaba(Limits::depth(depth)) };
        pool.search(&table(), &board(), &order, |_| ()).best.expect("nothing stops it").value
    };
    for depth in [4, 7] {
        let alone = sound(1, depth);
        for workers in [2, 3, 8] {
            assert_eq!(sound(workers, depth), alone, "{workers} workers to {depth} plies");
        }
    }
}

#[test]
fn a_search_can_be_stopped_from_another_thread_and_keeps_what_it_has() {
    let mut pool = Pool::new(2);
    let order = Order::alibaba(Limits::default());
    let stop = order.stop.clone();
    let game = Domineering::new(8, 8, Player::Vertical);
    let mut completed = 0;
    let answer = pool.search(&table(), &game, &order, |iteration| {
        completed = iteration.depth;
        // Not `==`: a helper that leaves depth 3 out may be first with 4, and 3 is then never reported.
        if completed >= 3 {
            stop.set();
        }
    });
    assert!(answer.best.expect("three iterations were completed").depth >= completed);
}

#[test]
fn every_worker_looks_at_the_flag_within_1024_nodes() {
    // At 5 million nodes a second that is a fifth of a millisecond; a search must react within ten.
    for workers in [1, 2, 3] {
        let order = Order::alibaba(Limits::default());
        order.stop.set();
        let answer = Pool::new(workers).search(&table(), &board(), &order, |_| ());
        assert!(answer.workers.iter().all(|counters| counters.nodes() == 1024), "{:?}", answer.workers);
    }
}

#[test]
fn a_lone_worker_stops_exactly_at_its_node_limit() {
    for nodes in [1, 999, 1024, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = Pool::new(1).search(&table(), &board(), &Order::alibaba(limits), |_| ());
        assert_eq!(answer.counters().nodes(), nodes);
    }
}

#[test]
fn time_limits_end_a_search_that_depth_would_not() {
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    let game = Domineering::new(8, 8, Player::Vertical);
    let answer = Pool::new(2).search(&table(), &game, &Order::alibaba(limits), |_| ());
    assert!(answer.elapsed >= Duration::from_millis(30));
    assert!(answer.best.is_some());
}

#[test]
fn the_pool_lets_go_of_the_table_so_that_it_can_be_cleared() {
    let mut pool = Pool::new(3);
    let mut table = table();
    for _ in 0..20 {
        pool.search(&table, &board(), &Order::alibaba(Limits::depth(3)), |_| ());
        Arc::get_mut(&mut table).expect("no worker holds the table after a search").clear(2);
    }
}

#[test]
fn a_position_without_moves_has_no_answer() {
    let game = Domineering::new(1, 1, Player::Vertical);
    let answer = Pool::new(2).search(&table(), &game, &Order::alibaba(Limits::depth(4)), |_| ());
    assert!(answer.best.is_none());
}

#[test]
fn a_stopped_search_can_be_followed_by_another() {
    let mut pool = Pool::new(2);
    let order = Order::alibaba(Limits::depth(6));
    order.stop.set();
    assert!(pool.search(&table(), &board(), &order, |_| ()).counters().nodes() < 5000);
    let fresh = pool.search(&table(), &board(), &Order::alibaba(Limits::depth(4)), |_| ());
    assert_eq!(fresh.best.map(|best| best.depth), Some(4));
}
