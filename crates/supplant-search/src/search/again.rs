//! Repeated extensions (Breuker et al. 1996, section 4, *extension*).
//!
//! A position that was extended when it was stored is extended again wherever it is met.

use super::Search;
use crate::game::Game;
use supplant::entry::Depth;

impl<G: Game> Search<'_, G> {
    #[inline]
    pub(super) fn is_extended_or_was(&mut self, depth: Depth, ply: usize) -> bool {
        self.is_extended(depth, ply) || self.on.extend_again && self.was_extended(depth, ply)
    }

    fn was_extended(&self, depth: Depth, ply: usize) -> bool {
        self.on.uses_table()
            && self.may_extend(depth, ply)
            && self.table.probe(self.game.key()).is_some_and(|entry| entry.marks.extended())
    }
}

#[cfg(test)]
#[cfg(not(loom))]
mod tests {
    use crate::search::endless::Endless;
    use crate::search::{Enhancements, Limits, MAX_DEPTH, MAX_PLY, SearchTable, TableScore, search};
    use supplant::entry::{Depth, Marks, SizedEntry};
    use supplant::key::Key;

    struct Extended(bool);

    impl SearchTable for Extended {
        fn probe(&self, _: Key) -> Option<SizedEntry> {
            Some(SizedEntry { marks: Marks::new(self.0, false), ..SizedEntry::default() })
        }
        fn store(&self, _: Key, _: SizedEntry) {}
    }

    #[test]
    fn a_line_of_positions_that_were_extended_is_so_again_to_twice_the_depth_and_ends() {
        let on = Enhancements {
            extend_again: true,
            quiescence: false,
            table_move: true,
            table_score: TableScore::Unused,
            ..Enhancements::NONE
        };
        let longest = |depth: Depth, extended: bool| {
            let game = Endless::new(false);
            let found = search(&game, &Extended(extended), Limits::depth(depth), on);
            assert_eq!(found.best.map(|best| best.depth), Some(depth));
            game.longest()
        };
        assert_eq!([1, 3, 10].map(|depth| longest(depth, false)), [1, 3, 10]);
        assert_eq!([1, 3, 10].map(|depth| longest(depth, true)), [2, 8, 29]);
        let deepest = longest(MAX_DEPTH, true);
        assert!(deepest < MAX_PLY && deepest > MAX_PLY - 3, "{deepest}");
    }

    #[cfg(feature = "chess")]
    mod of_chess {
        use crate::game::Game as _;
        use crate::game::chess::Chess;
        use crate::search::{Enhancements, Limits, search};
        use supplant::entry::{Marks, SizedEntry};
        use supplant::scheme::New;
        use supplant::table::{SizedTable, TableBuilder};

        const RECAPTURES: Enhancements = Enhancements { extend_recaptures: true, ..Enhancements::ALIBABA };
        const AGAIN: Enhancements = Enhancements { extend_again: true, ..RECAPTURES };

        const MIDDLE_GAME: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/R3K2R b KQ - 0 9";

        fn table() -> SizedTable<New> {
            TableBuilder::new().slots(1 << 16).build().expect("a small table fits")
        }

        fn interior(extended: bool, on: Enhancements) -> u64 {
            let mut game: Chess = MIDDLE_GAME.parse().expect("a position");
            let (table, mut moves) = (table(), Vec::new());
            game.moves(&mut moves);
            for ranked in moves {
                game.play(ranked.mv);
                table.store(
                    game.key(),
                    SizedEntry { marks: Marks::new(extended, false), ..SizedEntry::default() },
                );
                game.undo();
            }
            let on = Enhancements { table_score: crate::search::TableScore::Unused, ..on };
            search(&game, &table, Limits::depth(1), on).counters.interior
        }

        #[test]
        fn a_position_that_was_extended_is_so_again_whatever_the_criterion_now_says() {
            let without = interior(false, AGAIN);
            assert_eq!(interior(true, RECAPTURES), without, "where it is not asked for");
            assert!(interior(true, AGAIN) > 10 * without, "no leaf is left a leaf");
        }

        #[test]
        fn an_entry_says_that_it_was_extended_where_it_was() {
            let extended = |on| {
                let (game, table) = (MIDDLE_GAME.parse::<Chess>().expect("a position"), table());
                search(&game, &table, Limits::depth(4), on);
                table.iter().filter(|held| held.payload.marks.extended()).count()
            };
            let [none, some] = [Enhancements::ALIBABA, RECAPTURES].map(extended);
            assert!(none == 0 && some > 0, "{none} {some}");
        }
    }
}
