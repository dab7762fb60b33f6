//! The pool of workers.

#[path = "common/hooked.rs"]
mod hooked;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use supplant::table::{SizedTable, TableBuilder};

use hooked::Hooked;
use supplant::scheme::TwoBig1;
use supplant::{Key, SizedEntry};
use supplant_search::game::STATIC_LIMIT;
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::search::negamax::negamax;
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Enhancements, Limits, MAX_DEPTH, SearchTable, search};
use supplant_search::smp::{Helpers, Order, Pool};

fn table() -> SizedTable<TwoBig1> {
    TableBuilder::new().slots(1 << 16).build().expect("a small table fits")
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
    let plain = search(&board(), &table(), order.limits, Enhancements::ALIBABA);
    let essence = |best: Option<supplant_search::search::Iteration<_>>| {
        best.map(|best| (best.line, best.value, best.counters))
    };
    assert_eq!(first.workers, again.workers);
    assert_eq!(first.workers, [plain.counters]);
    assert_eq!(essence(first.best.clone()), essence(again.best));
    assert_eq!(essence(first.best), essence(plain.best));
    assert_eq!(seen.len(), 9);
}

#[test]
fn each_thread_is_prepared_once_and_who_comes_late_leaves_the_others_idle() {
    const LATE: Duration = Duration::from_millis(200);
    let (told, hear) = mpsc::channel();
    let mut pool = Pool::prepared(2, move |id| {
        told.send(id).expect("the test hears it");
        std::thread::sleep(LATE * id as u32);
    })
    .expect("there are threads");
    let order = Order::alibaba(Limits::depth(2));
    let answer = pool.search(&table(), &board(), &order, |_| ());
    assert!(answer.elapsed > LATE / 2, "{answer:?}");
    assert!(answer.busy.len() == 2 && answer.busy.iter().all(|&busy| busy < LATE / 2), "{answer:?}");
    let awake = pool.search(&table(), &board(), &order, |_| ());
    assert!(awake.elapsed < LATE && awake.busy.iter().all(|&busy| busy <= awake.elapsed), "{awake:?}");
    let mut all: Vec<usize> = hear.try_iter().collect();
    all.sort_unstable();
    assert_eq!(all, [0, 1]);
}

#[test]
fn many_workers_find_the_value_that_one_finds() {
    let sound = |workers, depth, helpers| {
        let mut pool = Pool::new(workers);
        let order =
            Order { enhancements: Enhancements::SOUND, helpers, ..Order::alibaba(Limits::depth(depth)) };
        pool.search(&table(), &board(), &order, |_| ()).best.expect("nothing stops it").value
    };
    let each = Helpers::switches().map(|name| name.parse().expect("it is a way of differing"));
    let ways: Vec<Helpers> = each.chain([Helpers::NONE, Helpers::LAZY, Helpers::default()]).collect();
    for depth in [4, 7] {
        let alone = sound(1, depth, Helpers::default());
        for workers in [2, 3, 8] {
            let found = sound(workers, depth, Helpers::default());
            assert_eq!(found, alone, "{workers} workers to {depth} plies");
        }
        for &helpers in &ways {
            assert_eq!(sound(3, depth, helpers), alone, "three workers to {depth} plies, {helpers}");
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
        // Not `==`: a helper that skips depth 3 may be first with 4, and 3 is then never reported.
        if completed >= 3 {
            stop.set();
        }
    });
    assert!(answer.best.expect("three iterations were completed").depth >= completed);
}

#[test]
fn every_worker_looks_at_the_flag_at_its_first_node() {
    for workers in [1, 2, 3] {
        let order = Order::alibaba(Limits::default());
        order.stop.set();
        let answer = Pool::new(workers).search(&table(), &board(), &order, |_| ());
        assert!(answer.workers.iter().all(|counters| counters.nodes() == 1), "{:?}", answer.workers);
    }
}

#[test]
fn a_game_of_slow_nodes_is_stopped_as_soon_as_a_fast_one() {
    // 1024 nodes of this game take eight seconds. At a fixed pace, the checks at 127 and 255 nodes
    // would be a second apart.
    let pause = |value| {
        std::thread::sleep(Duration::from_millis(8));
        value
    };
    let game = Hooked::new(large_board(), pause);
    let limits = Limits { time: Some(Duration::from_millis(1100)), ..Limits::default() };
    for workers in [1, 2] {
        let answer = Pool::new(workers).search(&table(), &game, &Order::alibaba(limits), |_| ());
        assert!(answer.elapsed < Duration::from_millis(1800), "{:?}", answer.elapsed);
    }
}

#[test]
fn an_absurd_static_value_is_an_error_of_the_game_and_never_a_decided_one() {
    let absurd = |value: i32| match value.rem_euclid(4) {
        0 => i32::MAX,
        1 => i32::MIN,
        2 => 32_768 + value,
        _ => -40_000 + value,
    };
    for on in [Enhancements::ALIBABA, Enhancements::SOUND, Enhancements::NONE] {
        let game = Hooked::new(board(), absurd);
        let value = || search(&game, &table(), Limits::depth(4), on).best.expect("nothing stops it").value;
        if cfg!(debug_assertions) {
            assert!(panic_of(value).contains("is not a static value"), "{on}");
        } else {
            assert_eq!(plies_to_end(value()), None, "{on}");
            assert_eq!(negamax(&mut game.clone(), 4).abs(), STATIC_LIMIT);
        }
    }
}

#[test]
fn no_iteration_is_begun_after_the_soft_limit_and_the_one_begun_is_completed() {
    let soft = |ms, workers| {
        let limits = Limits { soft: Some(Duration::from_millis(ms)), ..Limits::default() };
        Pool::new(workers).search(&table(), &large_board(), &Order::alibaba(limits), |_| ())
    };
    assert_eq!(soft(0, 1).best.expect("the first is always begun").depth, 1);
    let answer = soft(20, 1);
    let best = answer.best.as_ref().expect("the first is always begun");
    assert!(best.depth > 1 && answer.elapsed >= Duration::from_millis(20));
    assert_eq!(best.counters, answer.counters(), "nothing was left unfinished");
    assert!(soft(20, 3).best.is_some());
}

#[test]
fn a_depth_beyond_the_deepest_is_the_deepest() {
    for (asked, done) in [(0, 1), (255, MAX_DEPTH)] {
        let tiny = Domineering::new(2, 2, Player::Vertical);
        let found = search(&tiny, &table(), Limits::depth(asked), Enhancements::ALIBABA);
        assert_eq!(found.best.expect("nothing stops it").depth, done);
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
fn what_an_unfinished_iteration_has_found_is_kept_and_played() {
    let game = Domineering::new(3, 8, Player::Horizontal);
    let stopped_at = |nodes| {
        let limits = Limits { nodes, ..Limits::depth(5) };
        Pool::new(1).search(&table(), &game, &Order::alibaba(limits), |_| ())
    };
    let mut values = Vec::new();
    let order = Order::alibaba(Limits::depth(5));
    let whole = Pool::new(1).search(&table(), &game, &order, |found| values.push(found.value));
    assert_eq!(whole.partial, None, "nothing was left unfinished");
    let (mut kept, mut changed) = (0, 0);
    for nodes in (1..whole.counters().nodes()).step_by(11) {
        let answer = stopped_at(Some(nodes));
        let best = answer.best.as_ref().and_then(|best| best.line.first().copied());
        let Some(partial) = &answer.partial else {
            assert_eq!(answer.to_play(), best);
            continue;
        };
        kept += 1;
        assert_eq!(partial.depth, answer.best.as_ref().map_or(0, |best| best.depth) + 1);
        assert!(values[usize::from(partial.depth) - 1] >= partial.value, "{partial:?}");
        assert_eq!(answer.to_play(), Some(partial.line[0]));
        changed += u32::from(answer.to_play() != best);
    }
    assert!(kept > 10 && changed > 0, "{kept} kept, {changed} changed their mind");
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
        table.clear(2);
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

fn promptly<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, result) = mpsc::channel();
    let thread = std::thread::spawn(move || done.send(work()));
    match result.recv_timeout(Duration::from_secs(20)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("still not back after 20 seconds"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            std::panic::resume_unwind(thread.join().expect_err("it has sent nothing"))
        }
    }
}

fn panic_of<R>(work: impl FnOnce() -> R) -> String {
    let Err(payload) = catch_unwind(AssertUnwindSafe(work)) else { panic!("it did not panic") };
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(&text), _) => text.to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "not a text".to_owned(),
    }
}

fn large_board() -> Domineering {
    Domineering::new(8, 8, Player::Vertical)
}

#[test]
fn a_panic_of_the_caller_ends_an_unlimited_search_and_comes_through() {
    let text = promptly(|| {
        panic_of(|| {
            let mut pool = Pool::new(2);
            pool.search(&table(), &large_board(), &Order::alibaba(Limits::default()), |iteration| {
                assert!(iteration.depth < 3, "enough");
            })
        })
    });
    assert_eq!(text, "enough");
}

#[test]
fn after_a_panic_of_the_caller_the_pool_and_the_table_serve_on() {
    let depths = promptly(|| {
        let (mut pool, mut table) = (Pool::new(3), table());
        let deep = Order::alibaba(Limits::depth(30));
        panic_of(|| pool.search(&table, &large_board(), &deep, |_| panic!("enough")));
        table.clear(1);
        // The first search must leave nothing that counts as an answer or its end.
        let search = |depth| {
            let mut reported = Vec::new();
            let order = Order::alibaba(Limits::depth(depth));
            let answer = pool.search(&table, &board(), &order, |iteration| reported.push(iteration.depth));
            (answer.best.expect("nothing stops it").depth, reported.last().copied())
        };
        [3, 5, 2].map(search)
    });
    assert_eq!(depths, [(3, Some(3)), (5, Some(5)), (2, Some(2))]);
}

fn board_that_panics(n: u64) -> Hooked {
    let left = AtomicU64::new(n);
    Hooked::new(large_board(), move |value| {
        assert!(left.fetch_sub(1, Ordering::Relaxed) != 1, "no value");
        value
    })
}

#[test]
fn a_panic_of_one_worker_ends_the_others_and_reaches_the_caller() {
    for workers in [1, 2, 4] {
        let (text, depth) = promptly(move || {
            let mut pool = Pool::new(workers);
            let order = Order::alibaba(Limits::default());
            let text = panic_of(|| pool.search(&table(), &board_that_panics(5000), &order, |_| ()));
            let sane = Hooked::new(board(), |value| value);
            let answer = pool.search(&table(), &sane, &Order::alibaba(Limits::depth(4)), |_| ());
            (text, answer.best.expect("nothing stops it").depth)
        });
        assert_eq!((text.as_str(), depth), ("no value", 4), "{workers} workers");
    }
}

struct Watched {
    is_over: AtomicBool,
    late: AtomicBool,
}

impl SearchTable for Watched {
    fn probe(&self, _: Key) -> Option<SizedEntry> {
        if self.is_over.load(Ordering::SeqCst) {
            self.late.store(true, Ordering::SeqCst);
        }
        None
    }
    fn store(&self, _: Key, _: SizedEntry) {}
}

#[test]
fn when_a_search_has_unwound_no_worker_is_at_its_table() {
    static TABLE: Watched = Watched { is_over: AtomicBool::new(false), late: AtomicBool::new(false) };
    let pause = |value| {
        std::thread::sleep(Duration::from_micros(100));
        value
    };
    let game = Hooked::new(large_board(), pause);
    let order = Order::alibaba(Limits::default());
    let mut pool = Pool::new(4);
    panic_of(|| pool.search(&TABLE, &game, &order, |_| panic!("enough")));
    TABLE.is_over.store(true, Ordering::SeqCst);
    std::thread::sleep(Duration::from_millis(50));
    assert!(!TABLE.late.load(Ordering::SeqCst));
}

#[test]
fn of_two_panics_the_callers_comes_through() {
    let text = promptly(|| {
        panic_of(|| {
            let order = Order::alibaba(Limits::default());
            Pool::new(2).search(&table(), &board_that_panics(50_000), &order, |_| panic!("the caller's"))
        })
    });
    assert_eq!(text, "the caller's");
}

#[test]
fn only_iterations_deeper_than_all_before_are_reported() {
    let mut pool = Pool::new(4);
    for seed in 0..20 {
        let order = Order { seed, ..Order::alibaba(Limits::depth(7)) };
        let mut depths = Vec::new();
        pool.search(&table(), &board(), &order, |iteration| depths.push(iteration.depth));
        assert!(
            depths.is_sorted_by(|earlier, later| earlier < later) && depths.last() == Some(&7),
            "{depths:?}"
        );
    }
}
