//! All runs of one thread, with every choice of load results.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use supplant::oracle::{Access, under};

pub(crate) type Values = BTreeMap<usize, BTreeSet<u64>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    pub(crate) found: Option<u64>,
    pub(crate) left: Option<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Trace<O> {
    pub(crate) steps: Vec<(usize, Step)>,
    pub(crate) report: O,
}

#[derive(Default)]
struct Run {
    ways: Vec<(usize, usize)>,
    loads: usize,
    steps: Vec<(usize, Step)>,
    initial: BTreeMap<usize, u64>,
}

impl Run {
    fn answer(&mut self, cell: usize, initial: u64, access: Access, stored: &Values) -> u64 {
        self.initial.insert(cell, initial);
        let found = match access {
            Access::Store(_) => None,
            _ => Some(self.choose(cell, initial, stored)),
        };
        let left = match access {
            Access::Load => None,
            Access::Store(value) | Access::Swap(value) => Some(value),
            // A strong exchange fails only if the value differs.
            Access::Exchange(expected, new) => (found == Some(expected)).then_some(new),
        };
        self.steps.push((cell, Step { found, left }));
        found.unwrap_or_default()
    }

    /// Coherence forbids this thread's stores before its last one and, once it has stored, the
    /// initial value.
    fn choose(&mut self, cell: usize, initial: u64, stored: &Values) -> u64 {
        let last = self.steps.iter().rev().find_map(|(at, step)| step.left.filter(|_| *at == cell));
        let own = last.unwrap_or(initial);
        let others = stored.get(&cell).into_iter().flatten().copied().filter(|&value| value != own);
        let answers: Vec<_> = std::iter::once(own).chain(others).collect();
        if self.loads == self.ways.len() {
            self.ways.push((0, answers.len()));
        }
        let (way, _) = self.ways[self.loads];
        self.loads += 1;
        answers[way]
    }

    fn next(mut self) -> Option<Self> {
        while let Some((way, ways)) = self.ways.pop() {
            if way + 1 < ways {
                self.ways.push((way + 1, ways));
                return Some(Self { ways: self.ways, ..Self::default() });
            }
        }
        None
    }
}

fn runs<O>(thread: &dyn Fn() -> O, stored: &Rc<Values>, initial: &mut BTreeMap<usize, u64>) -> Vec<Trace<O>> {
    /// The largest model has ten thousand; broken code, whose stores invent values, has far more.
    const MOST_RUNS: usize = 100_000;
    let (mut traces, mut next) = (Vec::new(), Some(Run::default()));
    while let Some(run) = next {
        assert!(
            traces.len() < MOST_RUNS,
            "one thread can run in more than {MOST_RUNS} ways: this model is too large"
        );
        let (run, stored) = (Rc::new(RefCell::new(run)), Rc::clone(stored));
        let told = Rc::clone(&run);
        let answer = move |cell, value, access| told.borrow_mut().answer(cell, value, access, &stored);
        let report = under(Rc::new(answer), thread);
        let mut done = run.take();
        traces.push(Trace { steps: std::mem::take(&mut done.steps), report });
        initial.append(&mut done.initial);
        next = done.next();
    }
    traces
}

fn stored_in<O>(traces: &[Trace<O>]) -> Values {
    let mut values = Values::new();
    for (cell, step) in traces.iter().flat_map(|trace| &trace.steps) {
        values.entry(*cell).or_default().extend(step.left);
    }
    values
}

fn stored_by_others(stored: &[Values], own: usize) -> Values {
    let mut values = Values::new();
    let others = stored.iter().enumerate().filter(|(thread, _)| *thread != own);
    for (cell, of_cell) in others.flat_map(|(_, values)| values) {
        values.entry(*cell).or_default().extend(of_cell);
    }
    values
}

pub(crate) fn all_runs<O>(threads: &[Box<dyn Fn() -> O + '_>]) -> (Vec<Vec<Trace<O>>>, BTreeMap<usize, u64>) {
    const MOST_ROUNDS: usize = 20;
    let (mut stored, mut initial) = (vec![Values::new(); threads.len()], BTreeMap::new());
    for _ in 0..MOST_ROUNDS {
        let known = |own| Rc::new(stored_by_others(&stored, own));
        let traces: Vec<_> = threads
            .iter()
            .enumerate()
            .map(|(own, thread)| runs(thread.as_ref(), &known(own), &mut initial))
            .collect();
        let now: Vec<_> = traces.iter().map(|traces| stored_in(traces)).collect();
        if now == stored {
            return (traces, initial);
        }
        stored = now;
    }
    panic!("new values after {MOST_ROUNDS} rounds: this model has no end");
}
