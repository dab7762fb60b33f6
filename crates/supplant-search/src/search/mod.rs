//! One worker's search: deepening, aspiration, PV search, quiescence and move ordering.

mod again;
mod ancestors;
mod aspiration;
#[cfg(all(test, not(loom)))]
mod begun;
mod bounds;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod busy;
mod clock;
mod correction;
mod counters;
mod deepen;
mod draws;
#[cfg(all(test, not(loom)))]
mod endless;
mod enhancements;
mod extensions;
mod futility;
mod guide;
mod hit;
mod hit_use;
mod internal_reduction;
mod late_moves;
mod limits;
mod line;

mod learning;
mod lined;
mod narrow_window;
pub mod negamax;
mod node;
mod null_move;
mod order;
mod principal;
mod quiescence;
mod razoring;
mod reductions;
mod reverse_futility;
mod root;
mod rooted;
pub mod score;
mod search_table;
mod singular;
mod stand;
// 92 tables that neither models nor unit tests use.
#[cfg(not(any(loom, test)))]
mod study_table;
mod switches;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod together;
mod turn;
mod variation;

pub use bounds::{BoundsEntry, Searched};
pub use clock::{Control, Stop};
pub use counters::Counters;
pub use enhancements::{Enhancements, PathDraws};
pub use guide::{Current, Guide};
pub use hit_use::{HitUse, TableScore, UnknownHitUseError};
pub use limits::{Limits, MAX_DEPTH};
pub use lined::{FOLLOWING, LinedEntry};
pub use order::HistoryWeight;
pub use rooted::RootedEntry;
pub use search_table::{Asked, NoTable, NodeContext, Remembered, SearchTable};
#[cfg(not(any(loom, test)))]
pub use study_table::StudyTable;
pub use switches::UnknownSearchError;
pub(crate) use together::{GROUP, Together};
pub use turn::LockstepTurn;
pub use variation::Variation;
#[cfg(loom)]
#[doc(hidden)]
pub use {busy::Busy, order::Pooled, together::Crowd};
#[cfg(not(loom))]
pub(crate) use {busy::Busy, order::Pooled, together::Crowd};

use std::time::Duration;

use crate::game::{Game, Root, Value};
use ancestors::Ancestors;
use clock::Looks;
use draws::Proof;
use line::Lines;
use node::Deferred;
use order::Heuristics;
use stand::Stands;
use supplant::entry::{Bound, Depth};

/// The deepest ply that a search reaches, quiescence included.
pub const MAX_PLY: usize = 256;

/// The result of one iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// The number of the worker.
    pub worker: usize,
    /// The depth that was searched completely.
    pub depth: Depth,
    /// The value of the root.
    pub value: Value,
    /// The principal variation (PV).
    pub line: Vec<M>,
    /// The worker's counts since the search began.
    pub counters: Counters,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// The result of a stopped iteration: the best root move that was searched completely.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial<M> {
    /// The number of the worker.
    pub worker: usize,
    /// The depth of the unfinished iteration.
    pub depth: Depth,
    /// The value of the root, from the moves searched so far.
    pub value: Value,
    /// Exact for the moves searched so far, or a lower bound if a move reached the window's beta.
    pub bound: Bound,
    /// The line of the best move.
    pub line: Vec<M>,
}

/// The result of one worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The last completed iteration; `None` if the search stopped before the first, or the root has
    /// no moves.
    pub best: Option<Iteration<M>>,
    /// The unfinished iteration after it, if a root move was searched completely and raised alpha.
    pub partial: Option<Partial<M>>,
    /// The worker's counts, the unfinished iteration included.
    pub counters: Counters,
}

impl<M: Copy> Found<M> {
    /// The move to play: from the unfinished iteration if there is one, else from the last
    /// completed.
    pub fn to_play(&self) -> Option<M> {
        to_play(self.best.as_ref(), self.partial.as_ref())
    }
}

pub(crate) fn to_play<M: Copy>(best: Option<&Iteration<M>>, partial: Option<&Partial<M>>) -> Option<M> {
    let line = partial.map(|partial| &partial.line).or(best.map(|best| &best.line))?;
    line.first().copied()
}

/// The part of one worker in a search: its switches, its control and its differences.
#[derive(Debug)]
pub struct Task<'a> {
    /// The switches of the search.
    pub enhancements: Enhancements,
    /// Limits, stop flag and clock, shared with the other workers.
    pub control: &'a Control,
    /// The number of this worker.
    pub worker: usize,
    /// How the worker differs from the others.
    pub variation: Variation,
    /// The worker's turns in lockstep; `None` if it runs freely.
    pub turn: Option<LockstepTurn<'a>>,
}

/// A worker's long-lived state. Each search forgets the heuristics of the one before, unless a
/// [`Guide`] says otherwise.
#[derive(Clone, Debug)]
pub struct Searcher<G: Game> {
    known: Heuristics<G>,
    lines: Lines<G::Move>,
}

impl<G: Game> Default for Searcher<G> {
    fn default() -> Self {
        Self { known: Heuristics::new(), lines: Lines::new(MAX_PLY) }
    }
}

impl<G: Game> Searcher<G> {
    /// Searches the present position of `game`, and reports each completed iteration.
    ///
    /// Without a time limit, the result depends only on the game, the table's contents and the
    /// task, bit for bit (I6).
    pub fn search(
        &mut self,
        game: &G,
        table: &dyn SearchTable,
        task: &Task<'_>,
        mut on_iteration: impl FnMut(&Iteration<G::Move>),
    ) -> Found<G::Move> {
        self.search_any(game, table, task, &mut on_iteration)
    }

    fn search_any(
        &mut self,
        game: &G,
        table: &dyn SearchTable,
        task: &Task<'_>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Found<G::Move> {
        let mut search = Search::begin(self, game, table, task);
        let best = search.deepen(on_iteration);
        let (partial, counters, deepest) = (search.partial, search.counters, search.deepest);
        // So that the node counts are exact.
        task.control.must_stop(task.worker, counters.nodes());
        task.control.tell(deepest);
        Found { best, partial, counters }
    }
}

/// Every other package would compile these again in a debug build.
#[cfg(debug_assertions)]
mod compiled_here {
    use super::{Found, Iteration, SearchTable, Searcher, Task};
    use crate::game::Game;

    type Search<G> = fn(
        &mut Searcher<G>,
        &G,
        &dyn SearchTable,
        &Task<'_>,
        &mut dyn FnMut(&Iteration<<G as Game>::Move>),
    ) -> Found<<G as Game>::Move>;

    #[cfg(feature = "chess")]
    #[used]
    static CHESS: Search<crate::game::chess::Chess> = Searcher::search_any;
    #[used]
    static CONNECT_FOUR: Search<crate::game::connect_four::ConnectFour> = Searcher::search_any;
    #[used]
    static DOMINEERING: Search<crate::game::domineering::Domineering> = Searcher::search_any;
    #[used]
    static SYNTHETIC: Search<crate::game::synthetic::Synthetic> = Searcher::search_any;
}

/// Searches with one worker to a depth.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::search::{Enhancements, Limits, search};
/// use supplant_search::game::domineering::{Domineering, Player};
/// let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 12).build()?;
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let found = search(&game, &table, Limits::depth(8), Enhancements::ALIBABA);
/// assert!(found.best.expect("nothing stopped it").value > 0, "the first player wins on 4 × 4");
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
pub fn search<G: Game>(
    game: &G,
    table: &dyn SearchTable,
    limits: Limits,
    enhancements: Enhancements,
) -> Found<G::Move> {
    let control = Control::start(limits, 1, Stop::default());
    let task =
        Task { enhancements, control: &control, worker: 0, variation: Variation::default(), turn: None };
    Searcher::default().search(game, table, &task, |_| ())
}

struct Search<'a, G: Game> {
    game: G,
    root: Root,
    table: &'a dyn SearchTable,
    hints: bool,
    listens: bool,
    on: Enhancements,
    control: &'a Control,
    worker: usize,
    variation: Variation,
    together: &'a Together,
    pooled: Option<&'a Pooled>,
    /// One stack for all nodes on the current path.
    deferred: Vec<Deferred<G::Move>>,
    known: &'a mut Heuristics<G>,
    lines: &'a mut Lines<G::Move>,
    /// The static values on the current path, for `extensions.rs`.
    stands: Vec<Value>,
    stands_by_ply: Stands,
    /// The quiet moves tried so far at all nodes on the current path.
    tried: Vec<G::Move>,
    /// The move that the next node leaves out, for `singular.rs`.
    excluded: Option<G::Move>,
    ancestors: Option<Ancestors>,
    partial: Option<Partial<G::Move>>,
    passed_at: Option<usize>,
    verifies: bool,
    iteration: Depth,
    counters: Counters,
    size: u64,
    deepest: usize,
    drawn_by_path: u64,
    proof: Proof,
    until_look: u64,
    looks: Looks,
    turn: Option<LockstepTurn<'a>>,
    stopped: bool,
}

impl<'a, G: Game> Search<'a, G> {
    fn begin(searcher: &'a mut Searcher<G>, game: &G, table: &'a dyn SearchTable, task: &Task<'a>) -> Self {
        let on = task.enhancements;
        match task.control.guide() {
            Some(guide) if guide.continues() => searcher.known.go_on(&on),
            _ => searcher.known.forget(&on),
        }
        if let Some(seed) = task.variation.noise {
            searcher.known.history.stir(seed);
        }
        let mut game = game.clone();
        game.prepare();
        let (root, looks) = (game.played(), Looks::start(task.turn.map(|turn| turn.quantum)));
        Self {
            game,
            root,
            table,
            hints: table.is_far(),
            listens: table.listens(),
            on: task.enhancements,
            control: task.control,
            worker: task.worker,
            variation: task.variation,
            together: task.control.together(),
            pooled: task.control.together().pool_of(task.worker),
            deferred: Vec::new(),
            known: &mut searcher.known,
            lines: &mut searcher.lines,
            stands: Vec::new(),
            stands_by_ply: Stands::new(),
            tried: Vec::new(),
            excluded: None,
            ancestors: Ancestors::of_lines(task.enhancements.stored_line(table.following_kept())),
            partial: None,
            passed_at: None,
            verifies: false,
            iteration: 0,
            counters: Counters::default(),
            size: 0,
            deepest: 0,
            drawn_by_path: 0,
            proof: Proof::NONE,
            until_look: task.control.until_look(&looks, 0),
            looks,
            turn: task.turn,
            stopped: false,
        }
    }

    #[inline]
    fn must_stop(&mut self) -> bool {
        self.size += 1;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let nodes = self.counters.nodes();
        // After the turn, to count what other workers did in it.
        if let Some(turn) = self.turn {
            (turn.pass)();
        }
        self.stopped |= self.control.must_stop(self.worker, nodes);
        self.control.tell(self.deepest);
        self.looks.looked(nodes);
        self.until_look = self.control.until_look(&self.looks, nodes);
    }
}
