//! The interface between an engine and a running search; studies do not use it.

use crate::sync::{AtomicU64, Ordering};
use supplant::entry::{Depth, Move16};

/// Options and progress of a search, shared by an engine and all workers.
///
/// ```
/// use std::sync::Arc;
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::{search::{Guide, Limits}, smp::{Order, Pool}};
/// use supplant_search::game::{Game, domineering::{Domineering, Player}};
/// let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 12).build()?;
/// let game = Domineering::new(4, 4, Player::Vertical);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// let last = moves.last().expect("there are moves").mv;
/// let guide = Arc::new(Guide::new(vec![game.encode(last)], false));
/// let order = Order { guide: Some(Arc::clone(&guide)), ..Order::alibaba(Limits::depth(4)) };
/// let answer = Pool::new(1).search(&table, &game, &order, |_| ());
/// assert_eq!(answer.to_play(), Some(last), "there was no other to search");
/// assert!(guide.nodes() > 0 && guide.deepest() >= 4);
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
#[derive(Debug, Default)]
pub struct Guide {
    root_moves: Vec<Move16>,
    continues: bool,
    nodes: AtomicU64,
    deepest: AtomicU64,
    current: AtomicU64,
}

/// The root move that is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The root move in 16 bits.
    pub mv: Move16,
    /// The number of the move at the root, counted from 1.
    pub number: usize,
}

impl Guide {
    /// Allows these root moves, or all if there are none; if the search `continues` a game, workers
    /// keep what they have learnt: half of their history, and all of that of `today`.
    #[must_use]
    pub fn new(root_moves: Vec<Move16>, continues: bool) -> Self {
        Self { root_moves, continues, ..Self::default() }
    }

    /// Nodes of all workers, as last reported.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The greatest ply that any worker reached, as last reported.
    #[must_use]
    pub fn deepest(&self) -> u64 {
        self.deepest.load(Ordering::Relaxed)
    }

    /// The root move that the first worker is searching; `None` before the first.
    #[must_use]
    pub fn current(&self) -> Option<Current> {
        let [depth, number, high, low, ..] = self.current.load(Ordering::Relaxed).to_le_bytes();
        let (number, mv) = (number.into(), Move16(u16::from_be_bytes([high, low])));
        (depth > 0).then_some(Current { depth, mv, number })
    }

    pub(super) fn allows(&self, mv: Move16) -> bool {
        self.root_moves.is_empty() || self.root_moves.contains(&mv)
    }

    pub(super) fn continues(&self) -> bool {
        self.continues
    }

    // Relaxed: each word publishes nothing else.
    pub(super) fn tell(&self, nodes: u64, deepest: usize) {
        raise(&self.nodes, nodes);
        raise(&self.deepest, deepest as u64);
    }

    pub(super) fn begin(&self, Current { depth, mv, number }: Current) {
        let [high, low] = mv.0.to_be_bytes();
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        self.current.store(u64::from_le_bytes([depth, number, high, low, 0, 0, 0, 0]), Ordering::Relaxed);
    }
}

fn raise(word: &AtomicU64, least: u64) {
    let mut known = word.load(Ordering::Relaxed);
    while known < least {
        match word.compare_exchange(known, least, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return,
            Err(found) => known = found,
        }
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::{Current, Guide};
    use supplant::entry::Move16;

    #[test]
    fn what_is_begun_is_what_is_heard() {
        let guide = Guide::default();
        assert_eq!((guide.current(), guide.nodes(), guide.deepest()), (None, 0, 0));
        let current = Current { depth: 100, mv: Move16(0xABCD), number: 218 };
        guide.begin(current);
        guide.tell(1 << 40, 77);
        guide.tell(5, 7);
        assert_eq!((guide.current(), guide.nodes(), guide.deepest()), (Some(current), 1 << 40, 77));
    }

    #[test]
    fn no_moves_named_are_all_moves() {
        assert!(Guide::default().allows(Move16(7)));
        let one = Guide::new(vec![Move16(7)], true);
        assert!(one.allows(Move16(7)) && !one.allows(Move16(8)) && one.continues());
    }
}
