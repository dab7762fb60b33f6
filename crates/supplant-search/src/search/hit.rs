//! The effects of a table hit (1994, section 4.4): it may give the value, narrow the window, or
//! name a move.

use super::node::{Node, Step, Window};
use super::score;
use super::{Asked, Search};
use crate::game::Game;
use supplant::entry::{Bound, Depth, SizedEntry};
use supplant::scheme::HitSize;

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn consult(&mut self, node: &mut Node<G::Move>) -> Step {
        if !self.on.uses_table() {
            return Step::Continue;
        }
        self.counters.probes += 1;
        if self.listens {
            let Window { alpha, beta } = node.window;
            let nodes = self.counters.nodes();
            self.table.asked(node.key, Asked { depth: node.depth, alpha, beta, nodes });
        }
        let unraised = node.best;
        let [Some(first), second] = self.table.probe_both(node.key) else {
            self.ask_ancestors(node);
            return Step::Continue;
        };
        self.counters.hits += 1;
        node.stored = Some(first).filter(|first| self.trusts_score(first));
        self.take_line(node, &first);
        if let Step::Cut(value) = self.answer(node, &first) {
            return Step::Cut(value);
        }
        let by_first = node.best;
        if let Some(second) = &second
            && let Step::Cut(value) = self.answer(node, second)
        {
            return Step::Cut(value);
        }
        if self.on.table_move {
            node.table_moves =
                [self.checked_move(first), second.and_then(|second| self.checked_move(second))];
            let [first, second] = node.table_moves;
            node.best_move =
                if node.best > by_first { second } else { first.filter(|_| by_first > unraised) };
        }
        Step::Continue
    }

    /// The search never trusts an entry's move (I5).
    #[inline]
    pub(super) fn legal_move(&self, entry: SizedEntry) -> Option<G::Move> {
        self.game.decode(entry.mv)
    }

    #[inline]
    fn checked_move(&mut self, entry: SizedEntry) -> Option<G::Move> {
        let legal = self.legal_move(entry);
        self.counters.illegal_moves += u64::from(legal.is_none() && entry.mv.is_some());
        legal
    }

    #[inline]
    fn answer(&mut self, node: &mut Node<G::Move>, entry: &SizedEntry) -> Step {
        if !self.trusts_score(entry) || !self.is_reliable(entry, node.depth) {
            return Step::Continue;
        }
        self.take_stored_proof(node, entry);
        self.use_score(node, entry)
    }

    /// Whether the score may have an effect, at whatever depth.
    #[inline]
    fn trusts_score(&self, entry: &SizedEntry) -> bool {
        let is_stale = || self.on.distrust_stalled && self.game.is_nearly_stalled();
        self.on.table_score.admits(entry.bound) && !is_stale()
    }

    #[inline]
    fn is_reliable(&self, entry: &SizedEntry, wanted: Depth) -> bool {
        let stored = entry.depth;
        let is_enough = if self.on.equal_draft { stored == wanted } else { stored >= wanted };
        is_enough || stored < wanted && self.answers_for_all(entry)
    }

    #[inline]
    fn use_score(&mut self, node: &mut Node<G::Move>, entry: &SizedEntry) -> Step {
        let score = score::from_table(entry.score, node.ply);
        let Window { alpha, beta } = node.window;
        match entry.bound {
            Bound::Exact => return self.cut(node, entry),
            Bound::Lower if score >= beta => return self.cut(node, entry),
            Bound::Upper if score <= alpha => return self.cut(node, entry),
            Bound::Lower => {
                // The position is worth this even if no move reaches it again.
                node.best = node.best.max(score);
                node.narrow(Window { alpha: alpha.max(score), beta });
            }
            Bound::Upper => {
                node.ceiling = node.ceiling.min(score);
                node.narrow(Window { alpha, beta: beta.min(score) });
            }
            Bound::None => {}
        }
        Step::Continue
    }

    #[inline]
    fn cut(&mut self, node: &Node<G::Move>, entry: &SizedEntry) -> Step {
        self.counters.cutoffs += 1;
        self.table.cut_by(node.key);
        if self.on.subtree_hits || self.table.hit_size() == HitSize::Subtree {
            // The position was counted as one node already.
            self.size += entry.size.saturating_sub(1);
        }
        // People read the line and the next iteration orders moves by it.
        if self.on.table_move
            && node.keeps_line
            && let Some(mv) = self.checked_move(*entry)
        {
            self.lines.clear(node.ply + 1);
            self.lines.extend(node.ply, mv);
            self.adopt_line(node.ply, entry.mv);
        }
        Step::Cut(score::from_table(entry.score, node.ply))
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use std::collections::{HashMap, HashSet};

    use crate::game::Game;
    use crate::game::domineering::{Domineering, Player};
    use crate::search::order::{Heuristics, Picker};
    use crate::search::{Enhancements, Limits, SearchTable, search};
    use crate::sync::{Mutex, lock};
    use supplant::entry::{Bound, Move16, SizedEntry};
    use supplant::key::Key;
    use supplant::scheme::{Big1, BigAll, Exactly, Scheme};
    use supplant::table::{SizedTable, TableBuilder};

    struct TwoAnswers;

    impl SearchTable for TwoAnswers {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            Some(SizedEntry { bound: Bound::Exact, depth: 9, score: 1, ..SizedEntry::default() })
        }
        fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
            [self.probe(key), self.probe(key).map(|entry| SizedEntry { depth: 0, score: 55, ..entry })]
        }
        fn store(&self, _: Key, _: SizedEntry) {}
    }

    #[test]
    fn of_two_entries_either_may_cut() {
        let game = Domineering::new(4, 4, Player::Vertical);
        let found = search(&game, &TwoAnswers, Limits::depth(1), Enhancements::SOUND);
        assert_eq!(found.best.map(|best| best.value), Some(-55));
        assert_eq!((found.counters.hits, found.counters.cutoffs), (found.counters.leaf, found.counters.leaf));
    }

    struct TwoBounds {
        at: Key,
        entries: [SizedEntry; 2],
        offered: Mutex<Vec<(Key, Move16)>>,
    }

    impl SearchTable for TwoBounds {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            None
        }
        fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
            self.entries.map(|entry| (key == self.at).then_some(entry))
        }
        fn store(&self, key: Key, entry: SizedEntry) {
            lock(&self.offered).push((key, entry.mv));
        }
    }

    #[test]
    fn of_two_bounds_the_move_of_the_greater_is_the_best_so_far() {
        let mut game = Domineering::new(4, 4, Player::Vertical);
        let root = game.clone();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        game.play(moves[0].mv);
        moves.clear();
        game.moves(&mut moves);
        let named = [game.encode(moves[0].mv), game.encode(moves[1].mv)];
        let on = Enhancements { aspiration: false, quiescence: false, ..Enhancements::ALIBABA_LEAVES };
        for (scores, best) in [([4000, 5000], named[1]), ([5000, 4000], named[0])] {
            let of = |i: usize| SizedEntry {
                mv: named[i],
                score: scores[i],
                bound: Bound::Lower,
                depth: 9,
                ..SizedEntry::default()
            };
            let table = TwoBounds { at: game.key(), entries: [of(0), of(1)], offered: Mutex::default() };
            search(&root, &table, Limits::depth(1), on);
            let offered = lock(&table.offered).iter().find(|(key, _)| *key == game.key()).map(|(_, mv)| *mv);
            assert_eq!(offered, Some(best), "{scores:?}");
        }
    }

    #[derive(Default)]
    struct Told {
        table: Mutex<HashMap<Key, SizedEntry>>,
        cuts: Mutex<Vec<Key>>,
    }

    impl SearchTable for Told {
        fn probe(&self, key: Key) -> Option<SizedEntry> {
            lock(&self.table).get(&key).copied()
        }
        fn store(&self, key: Key, entry: SizedEntry) {
            lock(&self.table).insert(key, entry);
        }
        fn cut_by(&self, key: Key) {
            assert!(self.probe(key).is_some(), "only what it holds can cut");
            lock(&self.cuts).push(key);
        }
    }

    #[test]
    fn leaves_are_stored_if_asked_and_what_lies_beyond_them_never() {
        let game = Domineering::new(4, 4, Player::Vertical);
        let drafts = |on| {
            let table = Told::default();
            search(&game, &table, Limits::depth(3), on);
            lock(&table.table).values().map(|entry| entry.depth).collect::<HashSet<_>>()
        };
        assert_eq!(drafts(Enhancements::ALIBABA), HashSet::from([1, 2, 3]));
        assert_eq!(drafts(Enhancements::ALIBABA_LEAVES), HashSet::from([0, 1, 2, 3]));
    }

    #[test]
    fn the_table_is_told_of_each_cutoff_once() {
        let (game, table) = (Domineering::new(4, 4, Player::Vertical), Told::default());
        let counters = search(&game, &table, Limits::depth(6), Enhancements::SOUND).counters;
        assert!(counters.cutoffs > 0 && counters.hits > counters.cutoffs, "{counters:?}");
        assert_eq!(lock(&table.cuts).len() as u64, counters.cutoffs);
    }

    #[cfg(feature = "chess")]
    #[derive(Default)]
    struct AtMostFifty(Mutex<Vec<SizedEntry>>);

    #[cfg(feature = "chess")]
    impl SearchTable for AtMostFifty {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            Some(SizedEntry { bound: Bound::Upper, depth: 9, score: 50, ..SizedEntry::default() })
        }
        fn store(&self, _: Key, entry: SizedEntry) {
            lock(&self.0).push(entry);
        }
    }

    #[cfg(feature = "chess")]
    #[test]
    fn a_leaf_is_worth_no_more_than_the_tables_upper_bound_says() {
        let game: crate::game::chess::Chess =
            "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().expect("well-formed");
        for on in [Enhancements::ALIBABA_LEAVES, Enhancements { equal_draft: false, ..Enhancements::SOUND }] {
            let table = AtMostFifty::default();
            let found = search(&game, &table, Limits::depth(1), on);
            assert_eq!(found.best.map(|best| best.value), Some(-50), "{on}");
            let too_high = lock(&table.0).iter().filter(|entry| entry.depth == 0 && entry.score > 50).count();
            assert_eq!(too_high, 0, "{on}");
        }
    }

    #[test]
    fn with_sizes_of_hits_big1_searches_as_big_all_and_without_it_does_not() {
        fn nodes<S: Scheme<Slots = Exactly<1>>>(subtree_hits: bool) -> u64 {
            let table: SizedTable<S> = TableBuilder::new().slots(256).build().expect("it is small");
            let game = Domineering::new(6, 6, Player::Vertical);
            let on = Enhancements { subtree_hits, ..Enhancements::ALIBABA };
            search(&game, &table, Limits::depth(8), on).counters.nodes()
        }
        let [plain, counting] = [false, true].map(nodes::<Big1>);
        assert_eq!([counting; 2], [false, true].map(nodes::<BigAll>));
        assert_ne!(plain, counting);
    }

    struct OneMove(Move16);

    impl SearchTable for OneMove {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            Some(SizedEntry { mv: self.0, bound: Bound::Upper, score: i16::MAX, ..SizedEntry::default() })
        }
        fn store(&self, _: Key, _: SizedEntry) {}
    }

    #[test]
    fn a_move_that_is_illegal_here_is_refused_and_counted_and_no_move_is_not() {
        let game = Domineering::new(4, 4, Player::Vertical);
        let count = |mv, on| search(&game, &OneMove(mv), Limits::depth(2), on).counters;
        let nowhere = (1..).map(Move16).find(|&mv| game.decode(mv).is_none()).expect("few moves are legal");
        let refused = count(nowhere, Enhancements::SOUND);
        assert!(
            refused.hits > 0 && refused.illegal_moves == refused.hits,
            "the root's are not hits: {refused:?}"
        );
        assert_eq!(count(Move16::NONE, Enhancements::SOUND).illegal_moves, 0);
        let without_moves = Enhancements { table_move: false, ..Enhancements::SOUND };
        assert_eq!(count(nowhere, without_moves).illegal_moves, 0, "no move was looked at");
    }

    struct Decided {
        mv: Move16,
        besides: HashSet<Key>,
    }

    impl SearchTable for Decided {
        fn probe(&self, key: Key) -> Option<SizedEntry> {
            let entry =
                SizedEntry { mv: self.mv, bound: Bound::Exact, depth: 9, score: 3, ..SizedEntry::default() };
            (!self.besides.contains(&key)).then_some(entry)
        }
        fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
            [self.probe(key), self.probe(key)]
        }
        fn store(&self, _: Key, _: SizedEntry) {}
    }

    #[test]
    fn where_a_score_cuts_no_other_entrys_move_is_looked_at() {
        let game = Domineering::new(4, 4, Player::Vertical);
        let table = Decided { mv: Move16(u16::MAX), besides: HashSet::new() };
        let counters = search(&game, &table, Limits::depth(2), Enhancements::ALIBABA).counters;
        assert!(counters.hits > 0 && counters.cutoffs == counters.hits, "{counters:?}");
        assert_eq!(counters.illegal_moves, counters.hits, "of two entries the one that cut");
    }

    #[cfg(feature = "chess")]
    #[test]
    fn where_a_score_cuts_beyond_the_leaves_no_move_is_looked_at() {
        let mut game: crate::game::chess::Chess =
            "r3k3/1p6/8/3Q4/8/8/8/4K2R w - - 0 1".parse().expect("well-formed");
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let leaves = moves.iter().map(|ranked| {
            game.play(ranked.mv);
            let key = game.key();
            game.undo();
            key
        });
        let table = Decided { mv: Move16(u16::MAX), besides: leaves.collect() };
        let counters = search(&game, &table, Limits::depth(1), Enhancements::ALIBABA).counters;
        assert!(counters.quiescence > 0 && counters.cutoffs == counters.quiescence, "{counters:?}");
        assert_eq!(counters.illegal_moves, 0);
    }

    #[test]
    fn two_moves_of_the_table_are_tried_first_each_once() {
        let game = Domineering::new(3, 3, Player::Vertical);
        let mut known = Heuristics::new();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let named = |i: usize| Some(moves[i].mv);
        let mut all = |first: Option<usize>, table: [Option<usize>; 2]| {
            let table = table.map(|i| i.and_then(named));
            let mut picker = Picker::all(first.and_then(named), table, 0);
            let mut order = Vec::new();
            while let Some(mv) = picker.next(&game, &mut known, &Enhancements::NONE, |_| ()) {
                order.push(moves.iter().position(|ranked| ranked.mv == mv).expect("a legal move"));
            }
            picker.close(&mut known);
            order
        };
        assert_eq!(all(None, [Some(3), Some(5)]), [3, 5, 0, 1, 2, 4]);
        assert_eq!(all(Some(5), [Some(3), Some(5)]), [5, 3, 0, 1, 2, 4]);
        assert_eq!(all(None, [Some(2), Some(2)]), [2, 0, 1, 3, 4, 5]);
    }

    #[cfg(feature = "chess")]
    #[test]
    fn near_the_fifty_move_rule_no_stored_score_is_trusted() {
        for (clock, distrust_stalled, cuts) in [(95, false, true), (95, true, false), (40, true, true)] {
            let game: crate::game::chess::Chess =
                format!("8/5k2/8/8/3R4/8/8/6K1 w - - {clock} 90").parse().expect("a position");
            let on = Enhancements { distrust_stalled, ..Enhancements::ALIBABA };
            let table = Decided { mv: Move16::NONE, besides: HashSet::new() };
            let counters = search(&game, &table, Limits::depth(2), on).counters;
            assert_eq!(counters.cutoffs > 0, cuts, "{clock} {distrust_stalled}: {counters:?}");
        }
    }

    /// Of depth 0: if it is trusted, it answers leaves; above them it may only correct static values.
    #[cfg(feature = "chess")]
    struct Shallow(i16);

    #[cfg(feature = "chess")]
    impl SearchTable for Shallow {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            Some(SizedEntry { bound: Bound::Exact, score: self.0, ..SizedEntry::default() })
        }
        fn probe_both(&self, key: Key) -> [Option<SizedEntry>; 2] {
            [self.probe(key), None]
        }
        fn store(&self, _: Key, _: SizedEntry) {}
    }

    #[cfg(feature = "chess")]
    #[test]
    fn a_score_that_is_not_trusted_corrects_no_static_value() {
        use crate::search::TableScore;
        let nodes = |clock: u8, table_score, score| {
            let game: crate::game::chess::Chess =
                format!("8/5k2/8/8/3R4/8/8/6K1 w - - {clock} 90").parse().expect("well-formed");
            let on = Enhancements { table_score, quiet_checks: false, ..Enhancements::TODAY };
            search(&game, &Shallow(score), Limits::depth(2), on).counters.nodes()
        };
        for (clock, table_score, has_effect) in
            [(0, TableScore::Any, true), (0, TableScore::Unused, false), (95, TableScore::Any, false)]
        {
            let [high, low] = [900, -900].map(|score| nodes(clock, table_score, score));
            assert_eq!(high != low, has_effect, "{clock} {table_score:?}: {high} and {low} nodes");
        }
    }
}
