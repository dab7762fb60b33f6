//! The switchboard: every heuristic and every use of the table, on or off, and the named presets.

use super::{HistoryWeight, TableScore};
use supplant::entry::Depth;

/// Which draws depend on the path to a position, and count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PathDraws {
    /// None: a position has one value however it was reached. Oracles need this.
    Off,
    /// The third occurrence and the fifty-move rule (1994, section 4.3).
    Threefold,
    /// As `Threefold`, and already the second occurrence within the search.
    Twofold,
}

/// What a search does beyond plain negamax. Each switch is one file of `search/`.
///
/// ```
/// use supplant_search::search::Enhancements;
/// let without_table_moves = Enhancements { table_move: false, ..Enhancements::ALIBABA };
/// assert_eq!(without_table_moves.to_string(), "id+asp+pvs+ts+ref+cap+hist+qs+et+3fold");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Enhancements {
    /// Search depth 1, 2, 3 … instead of the last depth at once (`deepen.rs`).
    pub deepening: bool,
    /// Open each iteration with a window around the last value (`aspiration.rs`).
    pub aspiration: bool,
    /// Widen a window that was too narrow once before leaving it open on that side (`aspiration.rs`).
    pub second_window: bool,
    /// Try to refute all moves but the first with an empty window (`node.rs`, `root.rs`).
    pub minimal_window: bool,
    /// Let stored scores end or narrow a search: all, some or none of them (`hit.rs`).
    pub table_score: TableScore,
    /// Use stored scores only from searches of exactly the wanted depth, not of a greater one (`hit.rs`).
    pub equal_draft: bool,
    /// Try the stored move first (`order/mod.rs`).
    pub table_move: bool,
    /// Plies to use of the line that a table keeps in an entry, of which the move is the first; 1 for the move alone (`ancestors.rs`).
    pub table_line: Depth,
    /// Store leaves, with draft 0 (`quiescence.rs`).
    pub store_leaves: bool,
    /// Try the moves of the last iteration's principal variations first (`order/refutation.rs`).
    pub refutation: bool,
    /// Try captures before quiet moves, by victim and attacker; in quiescence they always are (`order/mod.rs`).
    pub captures: bool,
    /// Try moves that cut off elsewhere at the same ply before other quiet ones (`order/killer.rs`).
    pub killers: bool,
    /// Order quiet moves by how often they were best (`order/history.rs`).
    pub history: bool,
    /// What a move gains each time (`order/history.rs`).
    pub history_weight: HistoryWeight,
    /// Continue at the leaves until the position is quiet (`quiescence.rs`).
    pub quiescence: bool,
    /// Try quiet moves that give check at leaves, too (`quiescence.rs`). Not sound: leaves are worth something else than without.
    pub quiet_checks: bool,
    /// Leave quiescence where no noisy move can be good enough (`quiescence.rs`). Not sound: it overlooks that a capture may
    /// give check.
    pub early_termination: bool,
    /// Take it for a refutation if even a pass refutes, by a search of so many plies less than a move's (`null_move.rs`); 0 for
    /// never. Not sound: zugzwang.
    pub null_move: Depth,
    /// Believe a pass where zugzwang threatens only if a search of the moves, as deep as that behind the pass, agrees (`null_move.rs`).
    pub verified_null: bool,
    /// Search late quiet moves less deeply first (`reductions.rs`). Not sound: what is overlooked stays so.
    pub reductions: bool,
    /// Leave out quiet moves near the leaves, and nodes, of which the static value lets expect nothing (`futility.rs`). Not sound: what they threaten is worth more.
    pub futility: bool,
    /// Try captures that lose material last, and in quiescence not at all (`order/mod.rs`). There it is not sound: a sacrifice may win.
    pub exchanges: bool,
    /// Search a ply deeper where the side to move is in check (`extensions.rs`). Not sound, as no extension is: it counts plies otherwise.
    pub extend_checks: bool,
    /// The same where what had just captured was captured (`extensions.rs`).
    pub extend_recaptures: bool,
    /// The same where there is but one legal move (`extensions.rs`).
    pub extend_single_replies: bool,
    /// Ask only who wins: the window of the root is just around a draw, and its value is 0, or a bound on the right side of 0 that does not say how
    /// soon the game ends (`aspiration.rs`).
    pub winner_only: bool,
    /// Search a position that was extended a ply deeper wherever it is met, whatever the criteria now say (`again.rs`).
    pub extend_again: bool,
    /// Let a draw that the rules have decided answer for a search of any depth (`draws.rs`). As sound as the draws: not, with those by path.
    pub proven_draws: bool,
    /// Draws by path (`node.rs`).
    pub path_draws: PathDraws,
    /// Store no value that a draw by path had a part in: on another path it might be another (`node.rs`).
    pub untainted: bool,
}

impl Enhancements {
    /// Nothing but alpha-beta with quiescence.
    pub const NONE: Self = Self {
        deepening: false,
        aspiration: false,
        second_window: false,
        minimal_window: false,
        table_score: TableScore::Unused,
        equal_draft: false,
        table_move: false,
        table_line: 1,
        store_leaves: false,
        refutation: false,
        captures: false,
        killers: false,
        history: false,
        history_weight: HistoryWeight::Depth,
        quiescence: true,
        quiet_checks: false,
        early_termination: false,
        null_move: 0,
        verified_null: false,
        reductions: false,
        futility: false,
        exchanges: false,
        extend_checks: false,
        extend_recaptures: false,
        extend_single_replies: false,
        winner_only: false,
        extend_again: false,
        proven_draws: false,
        path_draws: PathDraws::Off,
        untainted: false,
    };

    /// What the study of 1989 adds heuristics to: alpha-beta that deepens, with empty windows, quiescence and a table, whose moves come as the game has
    /// them. Sound.
    pub const PLAIN: Self = Self {
        deepening: true,
        minimal_window: true,
        table_score: TableScore::Any,
        equal_draft: true,
        table_move: true,
        ..Self::NONE
    };

    /// The program of the 1994 study (Breuker et al., section 4).
    ///
    /// # Leaves
    /// Section 4.4 says: "During quiescence search, a position is never stored". Quiescence starts at the leaf, so a leaf is not
    /// stored. The other reading takes a leaf for the last position of the full-width search, and stores it with draft 0:
    /// [`Self::ALIBABA_LEAVES`]. The same section says that a table score is used at leaves, but that holds for both: entries of
    /// greater draft answer there, too. Nodes of the 18 positions to 7 plies, both readings, TWOBIG1:
    ///
    /// | table positions | leaves stored | not stored |
    /// |---|---|---|
    /// | 8K | 34,074,715 | 31,549,205 |
    /// | 64K | 27,393,547 | 26,782,150 |
    /// | 512K | 25,659,879 | 25,995,332 |
    ///
    /// (`supplant study 1994 --quick --verify`, and the same with `--search alibaba-leaves --schemes twobig1,new`.) Where leaves
    /// are stored, a small table is mostly leaves, and a scheme that always replaces pays for it: NEW needs 44.0 million nodes at
    /// 8K, and 38.1 without. The paper's spread of the schemes from 512K on is about 3 %; it is 11.0 % with leaves stored and
    /// 2.5 % without. What 128K positions save at 3, 4, 5 and 6 plies:
    ///
    /// | leaves | 3 | 4 | 5 | 6 |
    /// |---|---|---|---|---|
    /// | stored | 10.1 % | 22.2 % | 29.2 % | 41.0 % |
    /// | not stored | 2.7 % | 17.9 % | 27.3 % | 38.8 % |
    ///
    /// (`cargo run --release -p supplant-search --example ablation`; the paper, 1024K positions: 17.2 and
    /// 27.4 % at 4 and 5 plies, and none at 3.)
    ///
    /// # Own choices
    /// Where the paper is silent:
    /// - *Nodes beyond the leaves are counted.* Section 6 counts "*all* nodes, i.e., interior nodes and leaf nodes", and does not
    ///   say whether those of quiescence are among them.
    /// - *Of two equally deep or equally big entries the newer stays.* Section 6.1 says so ("greater than or equal") of the
    ///   two-level schemes alone.
    /// - *The history rewards the best move of every interior node*, of one that failed low, too. Section 4.2 says "every time a
    ///   move is found to be best in a search", and not whether a move that raised nothing was found to be best.
    /// - *Bishop before knight as a victim, knight before bishop as an attacker.* Section 4.2 orders captures by value, and the two
    ///   are worth the same (footnote 2).
    /// - *Draws by path are tested at every node* below the root, leaves and beyond included, and before the table is asked.
    ///   Section 4.3 names the draws, and not where they are looked for.
    pub const ALIBABA: Self = Self {
        deepening: true,
        aspiration: true,
        minimal_window: true,
        table_score: TableScore::Any,
        table_move: true,
        refutation: true,
        captures: true,
        history: true,
        early_termination: true,
        path_draws: PathDraws::Threefold,
        ..Self::NONE
    };

    /// [`Self::ALIBABA`] with leaves stored: the other reading of section 4.4, and a study of its own.
    pub const ALIBABA_LEAVES: Self = Self { store_leaves: true, ..Self::ALIBABA };

    /// Everything of [`Self::ALIBABA`] that leaves the root value of plain negamax as it is (invariant I7), and what else
    /// does. Leaves are stored, so that tests see entries of every draft.
    pub const SOUND: Self = Self {
        equal_draft: true,
        store_leaves: true,
        killers: true,
        early_termination: false,
        path_draws: PathDraws::Off,
        ..Self::ALIBABA
    };

    /// [`Self::ALIBABA`] with what programs since have left out of their trees: null move, late move reductions, and killers to order what is
    /// then searched. Chosen by no measurement; [`Self::MODERN`] was, and is the better: it finds more. This one stays, for its name stands in
    /// journals. Studies of tables use the others, whose trees do not depend on where a move stands.
    pub const PRUNING: Self = Self { killers: true, null_move: 2, reductions: true, ..Self::ALIBABA };

    /// What the study `screening` chose: the switches, of eleven, whose gain is above what as many nodes find in full width; of most of them that is a number and no decision
    /// (`docs/studies/screening`).
    ///
    /// It was first chosen as that of the study's searches which finds the moves of full width at 7 plies as often as full width at 5 does, with the fewest nodes, of 60
    /// positions. Of all 240 other searches are cheaper by that rule, which hangs on single positions; the rule above chooses the same search. Beside those eleven the run of 60
    /// spoke for aspiration (−1.7 % of the nodes, −3.1 to −0.6), against refutation tables, which change nothing beside a table, and against extending recaptures, which costs half as
    /// many nodes again; null moves are verified, which costs nothing in middle games and is right in zugzwang. Draws by path are those of [`Self::ALIBABA`].
    pub const MODERN: Self = Self {
        store_leaves: true,
        refutation: false,
        quiet_checks: true,
        verified_null: true,
        extend_checks: true,
        ..Self::PRUNING
    };

    /// Finds out who wins, at once to the last ply, in a game whose own ranks order its moves. Not among the presets: what they search has no last ply in
    /// sight.
    pub const SOLVER: Self = Self {
        minimal_window: true,
        table_score: TableScore::Any,
        table_move: true,
        captures: true,
        history: true,
        winner_only: true,
        ..Self::NONE
    };

    /// The presets by name.
    pub const PRESETS: &'static [(&'static str, Self)] = &[
        ("alibaba", Self::ALIBABA),
        ("alibaba-leaves", Self::ALIBABA_LEAVES),
        ("sound", Self::SOUND),
        ("pruning", Self::PRUNING),
        ("plain", Self::PLAIN),
        ("none", Self::NONE),
        ("modern", Self::MODERN),
    ];

    /// The preset called `name`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name)).map(|&(_, on)| on)
    }
}

#[cfg(test)]
mod tests {
    use super::{Enhancements, TableScore};

    #[test]
    fn every_preset_has_a_short_name_of_its_own() {
        let names: Vec<_> = Enhancements::PRESETS.iter().map(|(_, on)| on.to_string()).collect();
        let expected = [
            "id+asp+pvs+ts+tm+ref+cap+hist+qs+et+3fold",
            "id+asp+pvs+ts+tm+leaf+ref+cap+hist+qs+et+3fold",
            "id+asp+pvs+ts+eq+tm+leaf+ref+cap+kill+hist+qs",
            "id+asp+pvs+ts+tm+ref+cap+kill+hist+qs+et+lmr+3fold+null2",
            "id+pvs+ts+eq+tm+qs",
            "qs",
            "id+asp+pvs+ts+tm+leaf+cap+kill+hist+qs+qchk+et+lmr+chk+nullv+3fold+null2",
        ];
        assert_eq!(names, expected);
        assert_eq!(Enhancements::preset("Alibaba-Leaves"), Some(Enhancements::ALIBABA_LEAVES));
        let scores = [TableScore::Unused, TableScore::Exact, TableScore::Bound, TableScore::Any];
        let names = scores.map(|table_score| Enhancements { table_score, ..Enhancements::NONE }.to_string());
        assert_eq!(names, ["qs", "ts-exact+qs", "ts-bound+qs", "ts+qs"]);
        assert_eq!(Enhancements::SOLVER.to_string(), "pvs+ts+tm+cap+hist+qs+win");
    }
}
