//! Counts executions and outcomes, and fails incomplete runs.

use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// These models are too large without a preemption bound. They still read every older value that a
/// relaxed load may return.
const BOUNDED: &[(&str, usize)] = &[
    ("three_writers_never_invent_an_entry", 3),
    ("stores_that_look_before_they_write_never_invent_an_entry", 3),
    ("stores_that_always_replace_never_invent_an_entry", 3),
    ("without_validation_stores_that_look_before_they_write_invent", 3),
    ("without_validation_stores_that_always_replace_invent", 3),
    ("two_words_of_two_writers_never_cancel", 3),
    ("plain_xor_over_two_words_invents_an_entry", 3),
    ("differences_in_the_highest_bits_of_two_words_never_cancel", 3),
    ("plain_xor_cancels_in_the_highest_bits_of_two_words", 3),
    ("multiplication_alone_cancels_in_the_highest_bits_of_two_words", 3),
    ("shift_by_two_writers_never_invents_an_entry", 3),
    ("shift_by_two_writers_that_compare_sizes_never_invents_an_entry", 2),
    ("shift_with_a_second_look_invents_an_entry", 3),
    ("shift_of_an_entry_that_is_updated_meanwhile_may_leave_it_twice", 3),
    ("shift_by_two_writers_shows_a_reader_nothing_invented", 1),
    ("shift_by_three_writers_never_invents_an_entry", 1),
    ("a_pool_of_two_hands_out_the_job_and_hands_back_the_answer", 2),
    ("two_stores_during_new_generation_carry_the_old_or_the_new", 3),
    ("a_desk_has_every_job_done_and_hands_over_what_it_posts", 3),
    ("a_worker_that_counts_itself_out_too_early_holds_what_was_lent", 3),
    ("stores_at_places_that_race_never_invent_an_entry", 3),
    ("without_validation_stores_at_places_invent_an_entry", 3),
];

/// `std`'s mutex is invisible to loom, so it adds no executions.
#[derive(Clone, Default)]
pub(crate) struct Outcomes(Arc<Mutex<BTreeMap<&'static str, u64>>>);

impl Outcomes {
    pub(crate) fn note(&self, outcome: &'static str) {
        *self.0.lock().unwrap().entry(outcome).or_default() += 1;
    }

    pub(crate) fn count(&self, outcome: &str) -> u64 {
        self.0.lock().unwrap().get(outcome).copied().unwrap_or(0)
    }

    #[track_caller]
    pub(crate) fn are_exactly(&self, expected: &[&str]) {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        let seen: Vec<_> = self.0.lock().unwrap().keys().copied().collect();
        assert_eq!(seen, expected, "outcomes reached (left) and outcomes claimed (right)");
    }
}

pub(crate) fn explore(name: &str, model: impl Fn(&Outcomes) + Send + Sync + 'static) -> Outcomes {
    let (outcomes, ended) = run(name, model);
    ended.unwrap_or_else(|panic| resume_unwind(panic));
    outcomes
}

pub(crate) fn run(
    name: &str,
    model: impl Fn(&Outcomes) + Send + Sync + 'static,
) -> (Outcomes, std::thread::Result<()>) {
    let mut builder = loom::model::Builder::new();
    // Either limit ends a run early, and the run would pass.
    assert!(builder.max_duration.is_none(), "unset LOOM_MAX_DURATION: a truncated run shows nothing");
    assert!(builder.max_permutations.is_none(), "unset LOOM_MAX_PERMUTATIONS: a truncated run shows nothing");
    builder.preemption_bound = BOUNDED.iter().find(|(bounded, _)| *bounded == name).map(|&(_, bound)| bound);
    let bound = builder.preemption_bound.map_or("all".to_owned(), |bound| format!("<= {bound} preemptions"));

    let (outcomes, executions) = (Outcomes::default(), Arc::new(AtomicU64::new(0)));
    let (noted, counted) = (outcomes.clone(), executions.clone());
    let check = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        model(&noted);
    };
    let start = Instant::now();
    let ended = catch_unwind(AssertUnwindSafe(|| builder.check(check)));
    let seconds = start.elapsed().as_secs_f64();
    let executions = executions.load(Ordering::Relaxed);
    let seen = outcomes.0.lock().unwrap().clone();
    let searched = if ended.is_ok() { &bound } else { "up to a panic" };
    // The test harness would hide `eprintln!`.
    let line = format!("model {name:<64} {executions:>8} {searched:<16} {seen:?} {seconds:>6.2} s\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
    (outcomes, ended)
}

/// Explores until an execution shows the fault.
#[track_caller]
pub(crate) fn finds(fault: &'static str, name: &str, model: impl Fn(&Outcomes) + Send + Sync + 'static) {
    let (outcomes, ended) = run(name, move |outcomes| {
        model(outcomes);
        assert_eq!(outcomes.count(fault), 0, "{fault} is found");
    });
    match ended {
        Err(_) if outcomes.count(fault) > 0 => {}
        Err(panic) => resume_unwind(panic),
        Ok(()) => panic!("{name}: nothing was {fault:?}, so the models that say so show nothing"),
    }
}
