//! A graph of positions drawn from a seed, with [`Knobs`] that set its shape.
//!
//! A position is a ply and a number. Move *i* of position *n* has the number *n* · `branching` +
//! *i*, which a permutation drawn from the seed maps to a position of the next ply.

mod permutation;

use std::fmt;
use std::hint::black_box;

use super::{Game, Outcome, Ranked, Root, STATIC_LIMIT, Value, mixed};
use permutation::Permutation;
use supplant::entry::Move16;
use supplant::key::{Draw, Key, SplitMix64};

/// The parameters of a graph.
///
/// ```
/// use supplant_search::game::synthetic::{Knobs, Synthetic};
/// let graph = Synthetic::new(Knobs { branching: 10, plies: 6, transpositions: 0.5, ..Knobs::default() })?;
/// // Half of the moves at each ply lead where another leads as well.
/// assert_eq!((0..=3).map(|ply| graph.width(ply)).collect::<Vec<_>>(), [1, 5, 25, 125]);
/// # Ok::<(), supplant_search::game::synthetic::KnobsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knobs {
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// Moves in each position, 1 to 256.
    pub branching: usize,
    /// Plies after which the game ends, 1 to 100.
    pub plies: usize,
    /// The share of each ply's moves that transpose, 0 to 1.
    ///
    /// After *w* positions with *b* moves each come *w b* (1 − `transpositions`) positions,
    /// rounded, and at least one.
    pub transpositions: f64,
    /// Additional generator steps in each evaluation, which change no value.
    pub leaf_cost: u32,
    /// The correlation of a static value with the parent's, both for the first player, −1 to 1.
    ///
    /// 0 draws all values independently.
    pub correlation: f64,
}

/// Similar to a chess middle game: 30 moves, a third of them transposing.
impl Default for Knobs {
    fn default() -> Self {
        Self { seed: 1, branching: 30, plies: 10, transpositions: 1.0 / 3.0, leaf_cost: 0, correlation: 0.9 }
    }
}

/// Why no graph can have these [`Knobs`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum KnobsError {
    /// The number of moves in each position is 0 or more than 256.
    Branching(usize),
    /// The number of plies is 0 or more than 100.
    Plies(usize),
    /// The share of transpositions is not between 0 and 1.
    Transpositions(f64),
    /// The correlation is not between −1 and 1.
    Correlation(f64),
    /// More than 2⁶² moves lead to this ply.
    TooWide(usize),
}

impl fmt::Display for KnobsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Branching(moves) => write!(f, "{moves} moves a position; give 1 to 256"),
            Self::Plies(plies) => write!(f, "{plies} plies; give 1 to {MOST_PLIES}"),
            Self::Transpositions(share) => write!(f, "{share} is not a share of transpositions; give 0 to 1"),
            Self::Correlation(correlation) => write!(f, "{correlation} is not a correlation; give -1 to 1"),
            Self::TooWide(ply) => {
                write!(
                    f,
                    "more than 2^62 moves lead to ply {ply}; give fewer moves or plies, or more transpositions"
                )
            }
        }
    }
}

impl std::error::Error for KnobsError {}

const MOST_PLIES: usize = 100;
const MOST_MOVES: usize = 256;
const WIDEST: u64 = 1 << 62;
const SPREAD: f64 = 1000.0;

/// A move: its number in its position, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch(u8);

/// A game on a graph drawn from a seed.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::search::{Enhancements, Limits, negamax::negamax, search};
/// use supplant_search::game::synthetic::{Knobs, Synthetic};
/// let mut graph = Synthetic::new(Knobs { branching: 6, plies: 5, ..Knobs::default() })?;
/// let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 10).build()?;
/// let found = search(&graph, &table, Limits::depth(5), Enhancements::SOUND).best.expect("nothing stops it");
/// assert_eq!(found.value, negamax(&mut graph, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Synthetic {
    knobs: Knobs,
    widths: Vec<u64>,
    now: u64,
    past: Vec<u64>,
    keys: Draw,
}

impl Synthetic {
    /// A game that begins at the one position of ply 0.
    ///
    /// # Errors
    /// If no graph can have these knobs.
    pub fn new(knobs: Knobs) -> Result<Self, KnobsError> {
        let Knobs { branching, plies, transpositions, correlation, .. } = knobs;
        if !(1..=MOST_MOVES).contains(&branching) {
            return Err(KnobsError::Branching(branching));
        }
        if !(1..=MOST_PLIES).contains(&plies) {
            return Err(KnobsError::Plies(plies));
        }
        if !(0.0..=1.0).contains(&transpositions) {
            return Err(KnobsError::Transpositions(transpositions));
        }
        if !(-1.0..=1.0).contains(&correlation) {
            return Err(KnobsError::Correlation(correlation));
        }
        let mut widths = vec![1];
        for ply in 1..=plies {
            if widths[ply - 1] > WIDEST / branching as u64 {
                return Err(KnobsError::TooWide(ply));
            }
            let moves = widths[ply - 1] * branching as u64;
            let distinct = (moves as f64 * (1.0 - transpositions)).round() as u64;
            widths.push(distinct.clamp(1, moves));
        }
        Ok(Self { knobs, widths, now: 0, past: Vec::new(), keys: Draw::of(0) })
    }

    /// The parameters of the graph.
    #[must_use]
    pub fn knobs(&self) -> Knobs {
        self.knobs
    }

    /// Replaces the keys by those of a [`Draw`]; moves and values stay.
    #[must_use]
    pub fn with_keys(self, draw: u64) -> Self {
        Self { keys: Draw::of(draw), ..self }
    }

    /// The number of positions at `ply`.
    ///
    /// # Panics
    /// If `ply` is greater than [`Knobs::plies`].
    #[must_use]
    pub fn width(&self, ply: usize) -> u64 {
        self.widths[ply]
    }

    fn ply(&self) -> usize {
        self.past.len()
    }

    fn permutation(&self, ply: usize) -> Permutation {
        let moves = self.widths[ply] * self.knobs.branching as u64;
        Permutation::of(moves, mixed(self.knobs.seed ^ mixed(ply as u64)))
    }

    fn after(&self, mv: Branch) -> u64 {
        let moves = self.knobs.branching as u64;
        let place = self.permutation(self.ply()).place(self.now * moves + u64::from(mv.0));
        place % self.widths[self.ply() + 1]
    }

    fn key_of(&self, ply: usize, position: u64) -> Key {
        // One-to-one within a ply.
        Key(mixed(position) ^ mixed(self.knobs.seed.rotate_left(32) ^ !(ply as u64)))
    }

    fn drawn(&self, ply: usize, position: u64) -> f64 {
        let word = mixed(self.key_of(ply, position).0 ^ self.knobs.seed);
        (word >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn standing(&self, ply: usize, position: u64) -> f64 {
        let kept = self.knobs.correlation;
        let fresh = (1.0 - kept * kept).sqrt();
        let (mut sum, mut weight, mut position) = (0.0, 1.0, position);
        for ply in (1..=ply).rev() {
            sum += weight * fresh * self.drawn(ply, position);
            weight *= kept;
            if weight == 0.0 {
                return sum;
            }
            position = self.permutation(ply - 1).number_at(position) / self.knobs.branching as u64;
        }
        sum + weight * self.drawn(0, position)
    }
}

impl Game for Synthetic {
    type Move = Branch;

    const NAME: &'static str = "synthetic";
    const ASPIRATION: Value = 100;
    const HISTORY_SLOTS: usize = 2 * MOST_MOVES;

    fn key(&self) -> Key {
        self.keys.key(self.key_of(self.ply(), self.now))
    }

    fn likely_key_after(&self, mv: Branch) -> Key {
        self.keys.key(self.key_of(self.ply() + 1, self.after(mv)))
    }

    fn moves(&self, into: &mut Vec<Ranked<Branch>>) {
        if self.has_moves() {
            let all = (0..self.knobs.branching).map(|number| Branch(number as u8));
            into.extend(all.map(|mv| Ranked { mv, rank: Ranked::<Branch>::QUIET }));
        }
    }

    fn play(&mut self, mv: Branch) {
        let next = self.after(mv);
        self.past.push(self.now);
        self.now = next;
    }

    fn undo(&mut self) {
        self.now = self.past.pop().expect("a move is taken back only after it was played");
    }

    fn has_moves(&self) -> bool {
        self.ply() < self.knobs.plies
    }

    fn without_moves(&self) -> Outcome {
        if self.evaluate() < 0 { Outcome::Lost } else { Outcome::Draw }
    }

    fn evaluate(&self) -> Value {
        let mut work = SplitMix64::new(self.now);
        for _ in 0..self.knobs.leaf_cost {
            black_box(work.next());
        }
        let standing = (SPREAD * self.standing(self.ply(), self.now)).round() as Value;
        let standing = standing.clamp(-STATIC_LIMIT, STATIC_LIMIT);
        if self.ply().is_multiple_of(2) { standing } else { -standing }
    }

    fn played(&self) -> Root {
        Root(self.past.len())
    }

    fn encode(&self, mv: Branch) -> Move16 {
        Move16(u16::from(mv.0) + 1)
    }

    fn decode(&self, bits: Move16) -> Option<Branch> {
        let number = usize::from(bits.0.checked_sub(1)?);
        (number < self.knobs.branching && self.has_moves()).then_some(Branch(number as u8))
    }

    fn history_slot(&self, mv: Branch) -> usize {
        usize::from(mv.0) + self.ply() % 2 * MOST_MOVES
    }

    fn notation(&self, mv: Branch) -> String {
        (u16::from(mv.0) + 1).to_string()
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests;
