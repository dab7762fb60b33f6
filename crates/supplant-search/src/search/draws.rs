//! Proven draws (Breuker et al. 1996, section 4, *draw*).
//!
//! A position has at least a draw if a move leaves the other side at most a draw, and at most a
//! draw if all moves leave the other side at least one. An entry is marked if its score is a draw
//! and the proof covers its bound; it then answers for a search of any depth.
//!
//! Draws by path are proven only on one path: with them, a marked entry is as unreliable as an
//! unmarked score, and for longer.

use super::Search;
use super::node::Node;
use super::score::{DECIDED, DRAW};
use crate::game::{Game, Value};
use supplant::entry::{Bound, SizedEntry};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) at_least: bool,
    pub(super) at_most: bool,
}

impl Proof {
    pub(super) const NONE: Self = Self { at_least: false, at_most: false };
    pub(super) const DRAW: Self = Self { at_least: true, at_most: true };
    pub(super) const LOST: Self = Self { at_least: false, at_most: true };

    fn of(entry: &SizedEntry) -> Self {
        let (score, drawn) = (Value::from(entry.score), is_proven(entry));
        Self {
            at_least: matches!(entry.bound, Bound::Exact | Bound::Lower) && (drawn || score >= DECIDED),
            at_most: matches!(entry.bound, Bound::Exact | Bound::Upper) && (drawn || score <= -DECIDED),
        }
    }

    fn or(self, other: Self) -> Self {
        Self { at_least: self.at_least || other.at_least, at_most: self.at_most || other.at_most }
    }
}

fn is_proven(entry: &SizedEntry) -> bool {
    entry.marks.drawn() && Value::from(entry.score) == DRAW
}

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn prove(&mut self, proof: Proof) {
        if self.on.proven_draws {
            self.proof = proof;
        }
    }

    #[inline]
    pub(super) fn take_proof<M>(&self, node: &mut Node<M>, cuts: bool) {
        if self.on.proven_draws {
            node.proof.at_least |= self.proof.at_most;
            node.leaves_draws &= self.proof.at_least && !cuts;
        }
    }

    #[inline]
    pub(super) fn take_stored_proof<M>(&mut self, node: &mut Node<M>, entry: &SizedEntry) {
        if self.on.proven_draws {
            node.proof = node.proof.or(Proof::of(entry));
            self.proof = node.proof;
        }
    }

    #[inline]
    pub(super) fn conclude<M>(&mut self, node: &mut Node<M>) {
        if self.on.proven_draws {
            node.proof.at_most |= node.leaves_draws;
            self.proof = node.proof;
        }
    }

    #[inline]
    pub(super) fn is_drawn<M>(&self, node: &Node<M>, bound: Bound) -> bool {
        let Proof { at_least, at_most } = node.proof;
        self.on.proven_draws
            && node.best == DRAW
            && match bound {
                Bound::Exact => at_least && at_most,
                Bound::Lower => at_least,
                Bound::Upper => at_most,
                Bound::None => false,
            }
    }

    #[inline]
    pub(super) fn answers_for_all(&self, entry: &SizedEntry) -> bool {
        self.on.proven_draws && is_proven(entry)
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use super::Proof;
    use crate::game::connect_four::ConnectFour;
    use crate::game::{Game as _, Value};
    use crate::search::begun::in_search;
    use crate::search::endless::Endless;
    use crate::search::negamax::negamax;
    use crate::search::node::{Node, Window};
    use crate::search::score::WIN;
    use crate::search::{Enhancements, Limits, NoTable, Search, search};
    use supplant::entry::{Bound, Marks, Score, SizedEntry};
    use supplant::scheme::New;
    use supplant::table::{SizedBucket, TableBuilder};

    const ON: Enhancements = Enhancements { proven_draws: true, ..Enhancements::SOUND };

    fn boards() -> impl Iterator<Item = ConnectFour> {
        [(4, 3), (5, 2), (4, 4), (3, 4)].into_iter().map(|(columns, rows)| ConnectFour::new(columns, rows))
    }

    #[test]
    fn marked_draws_are_found_and_leave_the_value_of_the_root_as_it_is() {
        let mut marked = 0;
        for mut game in boards() {
            for depth in [4, 7, 9] {
                let truth = negamax(&mut game, depth);
                for slots in [1 << 6, 1 << 12] {
                    let table = TableBuilder::<New, SizedBucket<New>>::new()
                        .slots(slots)
                        .build()
                        .expect("a small table fits");
                    for depth in [11, depth] {
                        let _ = search(&game, &table, Limits::depth(depth), ON);
                    }
                    let found =
                        search(&game, &table, Limits::depth(depth), ON).best.expect("nothing stops it");
                    assert_eq!(found.value, truth, "{depth} plies, {slots} slots");
                    marked += table.iter().filter(|held| held.payload.marks.drawn()).count();
                }
            }
        }
        assert!(marked > 100, "{marked}");
    }

    fn with_entry(entry: SizedEntry, depth: u8, on: Enhancements) -> (i32, u64) {
        let mut game = ConnectFour::new(4, 4);
        // So many slots that no entry is replaced.
        let table =
            TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 16).build().expect("a small table fits");
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for ranked in moves {
            game.play(ranked.mv);
            table.store(game.key(), entry);
            game.undo();
        }
        let on = Enhancements { deepening: false, aspiration: false, ..on };
        let found = search(&game, &table, Limits::depth(depth), on);
        (found.best.expect("nothing stops it").value, found.counters.cutoffs)
    }

    #[test]
    fn a_proven_draw_answers_at_any_depth_and_a_balanced_position_does_not() {
        let proven =
            SizedEntry { bound: Bound::Exact, depth: 1, marks: Marks::DRAWN, ..SizedEntry::default() };
        let moves = 4;
        assert_eq!(with_entry(proven, 6, ON), (0, moves), "nothing else is searched");
        let balanced = SizedEntry { marks: Marks::NONE, ..proven };
        assert!(with_entry(balanced, 6, ON).1 != moves && with_entry(balanced, 2, ON).1 == moves);
        let off = Enhancements { proven_draws: false, ..ON };
        assert_eq!(
            with_entry(proven, 6, off),
            with_entry(balanced, 6, off),
            "where nothing asks for the mark"
        );
        let no_draw = SizedEntry { score: 7, ..proven };
        assert_eq!(
            with_entry(no_draw, 6, ON),
            with_entry(SizedEntry { marks: Marks::NONE, ..no_draw }, 6, ON)
        );
    }

    #[test]
    fn a_bound_that_is_proven_is_one_whatever_the_depth() {
        let of = |bound| SizedEntry { bound, depth: 0, marks: Marks::DRAWN, ..SizedEntry::default() };
        let mut truths = Vec::new();
        for depth in 2..8 {
            let truth = negamax(&mut ConnectFour::new(4, 4), depth);
            assert!(with_entry(of(Bound::Upper), depth, ON).0 >= 0, "{depth} plies");
            assert!(with_entry(of(Bound::Lower), depth, ON).0 <= 0, "{depth} plies");
            let unproven = SizedEntry { marks: Marks::NONE, ..of(Bound::Lower) };
            assert_eq!(with_entry(unproven, depth, ON).0, truth, "{depth} plies");
            truths.push(truth);
        }
        assert!(truths.iter().any(|&truth| truth > 0), "else this test tells nothing: {truths:?}");
    }

    #[test]
    fn what_is_not_asked_for_is_not_marked_and_without_a_table_nothing_is_of_use() {
        let game = ConnectFour::new(4, 3);
        let table =
            TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 12).build().expect("a small table fits");
        search(&game, &table, Limits::depth(12), Enhancements::SOUND);
        assert_eq!(table.iter().filter(|held| held.payload.marks.drawn()).count(), 0);
        let counted = |on| search(&game, &NoTable, Limits::depth(8), on).counters;
        assert_eq!(counted(ON), counted(Enhancements::SOUND));
    }

    const AT_LEAST: Proof = Proof { at_least: true, ..Proof::NONE };
    const AT_MOST: Proof = Proof { at_most: true, ..Proof::NONE };
    const BOUNDS: [Bound; 4] = [Bound::Exact, Bound::Lower, Bound::Upper, Bound::None];

    #[test]
    fn an_entry_proves_no_more_than_its_bound_says() {
        let of = |score, drawn| {
            BOUNDS.map(|bound| {
                Proof::of(&SizedEntry {
                    bound,
                    score,
                    marks: Marks::new(false, drawn),
                    ..SizedEntry::default()
                })
            })
        };
        assert_eq!(of(0, true), [Proof::DRAW, AT_LEAST, AT_MOST, Proof::NONE]);
        assert_eq!(of(0, false), [Proof::NONE; 4]);
        assert_eq!(of(7, true), [Proof::NONE; 4], "no score of a draw");
        let won = (WIN - 3) as Score;
        assert_eq!(of(won, false), [AT_LEAST, AT_LEAST, Proof::NONE, Proof::NONE]);
        assert_eq!(of(-won, false), [AT_MOST, Proof::NONE, AT_MOST, Proof::NONE]);
    }

    fn at_node<R>(of: impl FnOnce(&mut Search<'_, Endless>, &mut Node<()>) -> R) -> R {
        in_search(Endless::new(false), ON, |search| {
            let mut node = search.enter(Window { alpha: -1, beta: 1 }, 3, 1);
            of(search, &mut node)
        })
    }

    #[test]
    fn two_entries_of_a_position_with_a_bound_each_prove_a_draw_together() {
        let entry = |bound| SizedEntry { bound, marks: Marks::DRAWN, ..SizedEntry::default() };
        let [lower, upper] = [Bound::Lower, Bound::Upper].map(entry);
        for entries in [[lower, upper], [upper, lower]] {
            let proven = at_node(|search, node| {
                entries.map(|entry| {
                    search.take_stored_proof(node, &entry);
                    search.proof
                })
            });
            assert_eq!(proven, [Proof::of(&entries[0]), Proof::DRAW]);
        }
    }

    #[test]
    fn a_node_has_a_draw_at_most_where_no_move_is_left_out_and_all_leave_the_other_side_one() {
        let concluded = |moves: &[(Proof, Value)]| {
            at_node(|search, node| {
                for &(proof, value) in moves {
                    search.proof = proof;
                    search.raises(node, (), value);
                }
                search.conclude(node);
                search.proof
            })
        };
        assert_eq!(concluded(&[(Proof::DRAW, 0); 2]), Proof::DRAW);
        assert_eq!(concluded(&[(AT_LEAST, 0); 2]), AT_MOST);
        assert_eq!(concluded(&[(AT_LEAST, 0), (Proof::NONE, 0)]), Proof::NONE);
        assert_eq!(concluded(&[(AT_MOST, 0), (Proof::NONE, 0)]), AT_LEAST);
        assert_eq!(concluded(&[(AT_LEAST, 0), (Proof::DRAW, 1)]), AT_LEAST);
    }

    #[test]
    fn a_draw_is_marked_where_what_its_bound_says_is_proven() {
        let marked = |proof, best| {
            at_node(|search, node| {
                (node.proof, node.best) = (proof, best);
                BOUNDS.map(|bound| search.is_drawn(node, bound))
            })
        };
        assert_eq!(marked(Proof::DRAW, 0), [true, true, true, false]);
        assert_eq!(marked(AT_LEAST, 0), [false, true, false, false]);
        assert_eq!(marked(AT_MOST, 0), [false, false, true, false]);
        assert_eq!(marked(Proof::NONE, 0), [false; 4]);
        assert_eq!(marked(Proof::DRAW, 7), [false; 4]);
    }
}
