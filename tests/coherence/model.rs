//! Finds all executions of threads on shared memory that coherence allows.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::io::Write;
use std::rc::Rc;
use std::time::Instant;

use supplant::oracle::{Access, under};

use crate::coherent::last_values;
use crate::trace::{Step, Trace, all_runs};

pub(crate) struct Model<'a, O> {
    name: &'static str,
    threads: Vec<Box<dyn Fn() -> O + 'a>>,
    after: Option<Box<dyn Fn() -> O + 'a>>,
}

#[derive(Debug)]
pub(crate) struct Outcomes<O>(pub(crate) BTreeSet<Vec<O>>);

impl<O: Ord + Clone + Debug> Outcomes<O> {
    #[track_caller]
    pub(crate) fn of_thread_are_exactly(&self, thread: usize, expected: &[O]) {
        let seen: BTreeSet<_> = self.0.iter().map(|outcome| &outcome[thread]).collect();
        let expected: BTreeSet<_> = expected.iter().collect();
        assert_eq!(seen, expected, "reports of thread {thread} (left) and reports claimed (right)");
    }

    pub(crate) fn of_those_where(&self, thread: usize, what: &O) -> Self {
        Self(self.0.iter().filter(|outcome| outcome[thread] == *what).cloned().collect())
    }

    pub(crate) fn has(&self, thread: usize, what: &O) -> bool {
        self.0.iter().any(|outcome| outcome[thread] == *what)
    }
}

impl<'a, O: Ord + Clone + Debug> Model<'a, O> {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, threads: Vec::new(), after: None }
    }

    /// The thread runs many times, so it must work only on words of the crate.
    pub(crate) fn thread(mut self, thread: impl Fn() -> O + 'a) -> Self {
        self.threads.push(Box::new(thread));
        self
    }

    pub(crate) fn after(mut self, after: impl Fn() -> O + 'a) -> Self {
        self.after = Some(Box::new(after));
        self
    }

    pub(crate) fn explore(self) -> Outcomes<O> {
        let start = Instant::now();
        let (traces, initial) = all_runs(&self.threads);
        let cells = initial.iter().map(|(&at, &value)| Cell::new(at, value, &traces)).collect();
        let mut search = Search {
            model: &self,
            traces,
            cells,
            executions: 0,
            tried: 0,
            looks: HashMap::new(),
            outcomes: BTreeSet::new(),
        };
        search.extend(&mut Vec::new());
        let Search { traces, executions, outcomes, .. } = search;
        let combinations: usize = traces.iter().map(Vec::len).product();
        let (count, seconds) = (outcomes.len(), start.elapsed().as_secs_f64());
        let line = format!(
            "model {:<78} {combinations:>10} combinations {executions:>7} executions {count:>4} outcomes {seconds:>5.2} s\n",
            self.name
        );
        // The test harness would hide `eprintln!`.
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        Outcomes(outcomes)
    }

    #[track_caller]
    pub(crate) fn finds(self, fault: O) {
        let name = self.name;
        let outcomes = self.explore();
        assert!(
            outcomes.0.iter().any(|outcome| outcome.contains(&fault)),
            "{name}: nothing was {fault:?}, so the models that say so show nothing"
        );
    }
}

struct Search<'m, 'a, O> {
    model: &'m Model<'a, O>,
    traces: Vec<Vec<Trace<O>>>,
    cells: Vec<Cell>,
    executions: u64,
    tried: u64,
    looks: HashMap<BTreeMap<usize, u64>, O>,
    outcomes: BTreeSet<Vec<O>>,
}

impl<O: Ord + Clone> Search<'_, '_, O> {
    fn extend(&mut self, chosen: &mut Vec<usize>) {
        /// The largest model needs five million; broken code may never end.
        const MOST_TRIED: u64 = 50_000_000;
        self.tried += 1;
        assert!(self.tried < MOST_TRIED, "{}: more than {MOST_TRIED} combinations", self.model.name);
        let last = self.cells.iter_mut().map(|cell| cell.last(chosen)).collect::<Option<Vec<_>>>();
        match last {
            None => {}
            Some(last) if chosen.len() == self.traces.len() => self.note(chosen, &last),
            Some(_) => {
                for run in 0..self.traces[chosen.len()].len() {
                    chosen.push(run);
                    self.extend(chosen);
                    chosen.pop();
                }
            }
        }
    }

    fn note(&mut self, chosen: &[usize], last: &[Rc<BTreeSet<u64>>]) {
        let runs = self.traces.iter().zip(chosen);
        let reports: Vec<_> = runs.map(|(traces, &run)| traces[run].report.clone()).collect();
        let Some(after) = &self.model.after else {
            self.executions += 1;
            self.outcomes.insert(reports);
            return;
        };
        for memory in memories(&self.cells, last) {
            self.executions += 1;
            let report = self.looks.entry(memory.clone()).or_insert_with(|| look(memory, after.as_ref()));
            self.outcomes.insert([reports.clone(), vec![report.clone()]].concat());
        }
    }
}

struct Cell {
    at: usize,
    initial: u64,
    works: Vec<Vec<Vec<Step>>>,
    work_of: Vec<Vec<usize>>,
    others: Vec<BTreeSet<u64>>,
    last: HashMap<Vec<usize>, Rc<BTreeSet<u64>>>,
}

impl Cell {
    fn new<O>(at: usize, initial: u64, traces: &[Vec<Trace<O>>]) -> Self {
        let (works, work_of): (Vec<Vec<Vec<Step>>>, _) =
            traces.iter().map(|traces| works_at(at, traces)).unzip();
        let stored =
            |first: usize| works[first..].iter().flatten().flatten().filter_map(|step| step.left).collect();
        let others = (0..=works.len()).map(stored).collect();
        Self { at, initial, works, work_of, others, last: HashMap::new() }
    }

    fn last(&mut self, chosen: &[usize]) -> Option<Rc<BTreeSet<u64>>> {
        let works: Vec<_> = self.work_of.iter().zip(chosen).map(|(work_of, &run)| work_of[run]).collect();
        if let Some(last) = self.last.get(&works) {
            return (!last.is_empty()).then(|| Rc::clone(last));
        }
        let steps: Vec<_> = self.works.iter().zip(&works).map(|(all, &work)| all[work].as_slice()).collect();
        let last = Rc::new(last_values(&steps, self.initial, &self.others[chosen.len()]));
        self.last.insert(works, Rc::clone(&last));
        (!last.is_empty()).then_some(last)
    }
}

fn works_at<O>(at: usize, traces: &[Trace<O>]) -> (Vec<Vec<Step>>, Vec<usize>) {
    let mut works: Vec<Vec<Step>> = Vec::new();
    let mut number = numbers();
    let work_of = traces.iter().map(|trace| {
        let work: Vec<_> =
            trace.steps.iter().filter(|(cell, _)| *cell == at).map(|(_, step)| *step).collect();
        number(&mut works, work)
    });
    let work_of = work_of.collect();
    (works, work_of)
}

fn numbers<T: Clone + Eq + Hash>() -> impl FnMut(&mut Vec<T>, T) -> usize {
    let mut known = HashMap::new();
    move |list, item| {
        *known.entry(item.clone()).or_insert_with(|| {
            list.push(item);
            list.len() - 1
        })
    }
}

fn memories(cells: &[Cell], last: &[Rc<BTreeSet<u64>>]) -> Vec<BTreeMap<usize, u64>> {
    let mut memories = vec![BTreeMap::new()];
    for (cell, values) in cells.iter().zip(last) {
        let with = |memory: &BTreeMap<usize, u64>, value| {
            let mut memory = memory.clone();
            memory.insert(cell.at, value);
            memory
        };
        memories =
            memories.iter().flat_map(|memory| values.iter().map(|&value| with(memory, value))).collect();
    }
    memories
}

fn look<O>(memory: BTreeMap<usize, u64>, after: &dyn Fn() -> O) -> O {
    let memory = RefCell::new(memory);
    let answer = move |cell, initial, access| {
        let mut memory = memory.borrow_mut();
        let word = memory.entry(cell).or_insert(initial);
        let found = *word;
        match access {
            Access::Load => {}
            Access::Store(value) | Access::Swap(value) => *word = value,
            Access::Exchange(expected, new) if found == expected => *word = new,
            Access::Exchange(..) => {}
        }
        found
    };
    under(Rc::new(answer), after)
}
