//! One worker's search: iterative deepening, aspiration, principal-variation search, quiescence, ordering.
//!
//! It knows a [`Game`], a [`SearchTable`] and its own heuristics; nothing of chess, of threads or of schemes. The preset
//! [`Enhancements::ALIBABA`] is the program of the 1994 study, sections 4.1 to 4.4.
//!
//! | file | step |
//! |---|---|
//! | `deepen` | iterations, and what each found |
//! | `aspiration` | the window of an iteration |
//! | `root` | the moves of the root |
//! | `node` | an interior node, as a list of steps |
//! | `null_move`, `reductions`, `futility` | what a search may leave out |
//! | `extensions`, `again` | where it goes deeper |
//! | `draws` | draws that the rules have decided |
//! | `quiescence` | leaves and what lies beyond |
//! | `hit`, `hit_use` | what a table hit does, and what it may |
//! | `enhancements`, `switches` | what is on, and searches by name |
//! | `order` | which move next |
//! | `search_table`, `study_table` | what a search needs of a table; one that is named at run time |
//! | `ancestors` | lines of several plies in entries |
//! | `busy`, `together` | what workers share besides the table |
//! | `guide` | what an engine tells a search and hears of it |
//! | `turn` | how workers that take turns hand over |
//! | `principal` | which entries the scheme is asked to keep |
//! | `negamax` | the reference that tests trust |

mod again;
mod ancestors;
mod aspiration;
#[cfg(all(test, not(loom)))]
mod begun;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod busy;
mod clock;
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
mod limits;
mod line;

mod lined;
pub mod negamax;
mod node;
mod null_move;
mod order;
mod principal;
mod quiescence;
mod reductions;
mod root;
mod rooted;
pub mod score;
mod search_table;
mod study_table;
mod switches;
#[cfg_attr(not(loom), expect(unreachable_pub, reason = "the models reach it"))]
mod together;
mod turn;
mod variation;

pub use clock::{Control, Stop};
pub use counters::Counters;
pub use enhancements::{Enhancements, PathDraws};
pub use guide::{Current, Guide};
pub use hit_use::{HitUse, TableScore, UnknownHitUseError};
pub use limits::{Limits, MAX_DEPTH};
pub use lined::{FOLLOWING, LinedEntry};
pub use order::HistoryWeight;
pub use rooted::RootedEntry;
pub use search_table::{NoTable, NodeContext, Remembered, SearchTable};
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
use supplant::entry::{Bound, Depth};

/// Plies no search goes beyond, quiescence included.
pub const MAX_PLY: usize = 256;

/// What one iteration of one worker found.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// The worker.
    pub worker: usize,
    /// The depth it completed.
    pub depth: Depth,
    /// The value of the root.
    pub value: Value,
    /// The principal variation.
    pub line: Vec<M>,
    /// What the worker counted since the search began, all iterations.
    pub counters: Counters,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What an unfinished iteration had found when it was stopped: the best of the root moves that were searched to their end.
///
/// The first of them is the best move of the iteration before. So the move here has held against it at a greater depth, or
/// is that move.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial<M> {
    /// The worker.
    pub worker: usize,
    /// The depth it was at.
    pub depth: Depth,
    /// The value of the root, as far as it was searched.
    pub value: Value,
    /// What kind of value: exact for the moves searched, or a lower bound, of a move that was too good for the window.
    pub bound: Bound,
    /// The line that begins with the move.
    pub line: Vec<M>,
}

/// What one worker found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// Its last completed iteration; `None` if it was stopped before the first, or the root has no moves.
    pub best: Option<Iteration<M>>,
    /// What it had of the next one, if a root move of that was searched to its end and raised alpha.
    pub partial: Option<Partial<M>>,
    /// What it counted, the unfinished iteration included.
    pub counters: Counters,
}

impl<M: Copy> Found<M> {
    /// The move to play: that of the unfinished iteration, if it came to one, else that of the last completed.
    pub fn to_play(&self) -> Option<M> {
        to_play(self.best.as_ref(), self.partial.as_ref())
    }
}

/// The move to play, of a completed iteration and the unfinished one behind it.
pub(crate) fn to_play<M: Copy>(best: Option<&Iteration<M>>, partial: Option<&Partial<M>>) -> Option<M> {
    let line = partial.map(|partial| &partial.line).or(best.map(|best| &best.line))?;
    line.first().copied()
}

/// One worker's part in a search.
#[derive(Debug)]
pub struct Task<'a> {
    /// What the search does.
    pub enhancements: Enhancements,
    /// Limits, stop flag and clock, shared with the other workers.
    pub control: &'a Control,
    /// The number of this worker.
    pub worker: usize,
    /// How it differs from the others.
    pub variation: Variation,
    /// Its turns, if workers take them; `None` for one that runs freely.
    pub turn: Option<LockstepTurn<'a>>,
}

/// A worker's long-lived state: heuristics and buffers, reused from search to search, forgotten in between unless a [`Guide`] says otherwise.
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
    /// The same game, table contents, task and no clock give the same nodes, line and values, bit for bit (I6).
    pub fn search(
        &mut self,
        game: &G,
        table: &dyn SearchTable,
        task: &Task<'_>,
        mut on_iteration: impl FnMut(&Iteration<G::Move>),
    ) -> Found<G::Move> {
        self.search_any(game, table, task, &mut on_iteration)
    }

    /// The same, compiled once for each game.
    fn search_any(
        &mut self,
        game: &G,
        table: &dyn SearchTable,
        task: &Task<'_>,
        on_iteration: &mut dyn FnMut(&Iteration<G::Move>),
    ) -> Found<G::Move> {
        match task.control.guide() {
            Some(guide) if guide.continues() => self.known.go_on(),
            _ => self.known.forget(),
        }
        if let Some(seed) = task.variation.noise {
            self.known.history.stir(seed);
        }
        let mut game = game.clone();
        game.prepare();
        let (root, looks) = (game.played(), Looks::start(task.turn.map(|turn| turn.quantum)));
        let mut search = Search {
            game,
            root,
            table,
            hints: table.is_far(),
            on: task.enhancements,
            control: task.control,
            worker: task.worker,
            variation: task.variation,
            together: task.control.together(),
            pooled: task.control.together().pool_of(task.worker),
            deferred: Vec::new(),
            known: &mut self.known,
            lines: &mut self.lines,
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
        };
        let best = search.deepen(on_iteration);
        let (partial, counters, deepest) = (search.partial, search.counters, search.deepest);
        // A last word, so that the nodes told are exact.
        task.control.must_stop(task.worker, counters.nodes());
        task.control.tell(deepest);
        Found { best, partial, counters }
    }
}

/// The searches of the games here. In a debug build each package compiles the generic code that it is the first to use, optimised as that
/// package is: named here, the search is compiled once, and with this one.
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

/// A search by one worker, alone, to a depth: what most studies and tests need.
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

/// A search in progress.
struct Search<'a, G: Game> {
    game: G,
    root: Root,
    table: &'a dyn SearchTable,
    /// Whether to fetch buckets early.
    hints: bool,
    on: Enhancements,
    control: &'a Control,
    worker: usize,
    variation: Variation,
    together: &'a Together,
    /// What this worker's group has learnt.
    pooled: Option<&'a Pooled>,
    /// Moves put off, of all nodes on the current path, one after the other.
    deferred: Vec<Deferred<G::Move>>,
    known: &'a mut Heuristics<G>,
    lines: &'a mut Lines<G::Move>,
    /// The table's lines along the current path, where it keeps them and they are used.
    ancestors: Option<Ancestors>,
    /// Of the iteration in progress.
    partial: Option<Partial<G::Move>>,
    /// The last ply of the current path at which a side passed.
    passed_at: Option<usize>,
    /// Whether what a pass proved is being verified.
    verifies: bool,
    /// The depth of the iteration in progress.
    iteration: Depth,
    counters: Counters,
    /// Nodes searched, with hits counted as the scheme counts them: its growth over a node is the subtree's size.
    size: u64,
    /// The most plies from the root that it came to.
    deepest: usize,
    /// Positions that were drawn by the path to them.
    drawn_by_path: u64,
    /// What is proven of the position whose search has just ended, where that is asked for.
    proof: Proof,
    /// Nodes to visit before the next look at flag and clock.
    until_look: u64,
    looks: Looks,
    turn: Option<LockstepTurn<'a>>,
    stopped: bool,
}

impl<G: Game> Search<'_, G> {
    /// Counts one visited node against the limits; whether the search must stop now.
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
        // Before the look: what the others have come to meanwhile counts.
        if let Some(turn) = self.turn {
            (turn.pass)();
        }
        self.stopped |= self.control.must_stop(self.worker, nodes);
        self.control.tell(self.deepest);
        self.looks.looked(nodes);
        self.until_look = self.control.until_look(&self.looks, nodes);
    }
}
