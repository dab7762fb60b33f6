//! The switches of a search: each heuristic and each use of the table, and the named presets.

use super::{HistoryWeight, TableScore};
use supplant::entry::Depth;

/// Which repetitions and move-count rules end a line as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum PathDraws {
    /// None, so that a position has one value whatever path led to it.
    Off,
    /// The third occurrence of a position, and the fifty-move rule (1994, section 4.3).
    Threefold,
    /// `Threefold`, and also the second occurrence within the search.
    Twofold,
}

/// The switches of a search. One is *sound* if the root keeps the value that plain negamax gives
/// it.
///
/// ```
/// use supplant_search::search::Enhancements;
/// let without_table_moves = Enhancements { table_move: false, ..Enhancements::ALIBABA };
/// assert_eq!(without_table_moves.to_string(), "id+asp+pvs+ts+ref+cap+hist+qs+et+3fold");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Enhancements {
    /// Search depth 1, 2, 3 … instead of the last depth at once.
    pub deepening: bool,
    /// Open each iteration with a window around the last value.
    pub aspiration: bool,
    /// Widen a window that was too narrow once, before opening it on that side.
    pub second_window: bool,
    /// Try to refute all moves but the first with an empty window.
    pub minimal_window: bool,
    /// No interior node has a value outside its window (fail-hard). Then a node without a move above
    /// alpha has no best move. Leaves and the table may still answer with any value.
    pub fail_hard: bool,
    /// Which stored scores may end or narrow a search.
    pub table_score: TableScore,
    /// Use stored scores only if their depth equals the wanted depth.
    pub equal_draft: bool,
    /// Count a hit that cuts off with the size of its subtree in the sizes of all stored positions,
    /// as BIGALL does, under every scheme.
    pub subtree_hits: bool,
    /// Try the stored move first (`order/mod.rs`).
    pub table_move: bool,
    /// Plies to use of the line that an entry keeps; 1 for its move alone (`ancestors.rs`).
    pub table_line: Depth,
    /// Store leaves, with depth 0.
    pub store_leaves: bool,
    /// Try the moves of the last iteration's PVs first.
    pub refutation: bool,
    /// Try captures before quiet moves, by victim and attacker, as quiescence always does.
    pub captures: bool,
    /// How many of the last moves that cut off at the same ply come before other quiet moves: 0 to
    /// 4.
    pub killers: u8,
    /// Order quiet moves by how often they were best.
    pub history: bool,
    /// How much a best move gains in the history.
    pub history_weight: HistoryWeight,
    /// Continue at the leaves until the position is quiet.
    pub quiescence: bool,
    /// Also try quiet checks at leaves (`quiescence.rs`). Not sound.
    pub quiet_checks: bool,
    /// Leave quiescence where no noisy move can gain enough (`quiescence.rs`). Not sound.
    pub early_termination: bool,
    /// Cut off if even a pass reaches beta, searched this many plies less deeply than a move
    /// (`null_move.rs`); 0 for never. Not sound.
    pub null_move: Depth,
    /// Where zugzwang threatens, let a pass cut off only if a search of the moves agrees
    /// (`null_move.rs`).
    pub verified_null: bool,
    /// Search late quiet moves less deeply first (`reductions.rs`). Not sound.
    pub reductions: bool,
    /// How many moves are searched fully before reductions begin.
    pub full_moves: u8,
    /// Near the leaves, skip quiet moves and whole nodes by the static value (`futility.rs`). Not
    /// sound.
    pub futility: bool,
    /// Try captures that lose material last, and not at all in quiescence (`order/mod.rs`), which
    /// is not sound.
    pub exchanges: bool,
    /// Search a ply deeper where the side to move is in check (`extensions.rs`). Not sound.
    pub extend_checks: bool,
    /// Search a ply deeper after a recapture (`extensions.rs`). Not sound.
    pub extend_recaptures: bool,
    /// Search a ply deeper where only one move is legal (`extensions.rs`). Not sound.
    pub extend_single_replies: bool,
    /// Search a ply deeper where the static value is much lower than on the player's last turn
    /// (`extensions.rs`). Not sound.
    pub extend_drops: bool,
    /// Ask only who wins (`aspiration.rs`): the root's value is 0, or a bound whose sign names the
    /// winner.
    pub winner_only: bool,
    /// Extend a position wherever it is met, if it was extended when it was stored (`again.rs`).
    /// Not sound.
    pub extend_again: bool,
    /// Let a draw that the rules have decided answer for a search of any depth (`draws.rs`). Not
    /// sound together with draws by path.
    pub proven_draws: bool,
    /// Draws by path.
    pub path_draws: PathDraws,
    /// Do not store a value that depends on a draw by path.
    pub untainted: bool,
    /// Keep static values in a small memory of each worker (`stand.rs`).
    pub static_memory: bool,
    /// Correct static values by the errors of similar positions (`correction.rs`).
    pub correction: bool,
    /// Near the leaves, cut off by the static value and the table's bound (`reverse_futility.rs`).
    /// Not sound.
    pub reverse_futility: bool,
    /// Near the leaves, give up by quiescence a node that is far below alpha (`razoring.rs`). Not
    /// sound.
    pub razoring: bool,
    /// Near the leaves, skip late quiet moves and those without hope (`late_moves.rs`). Not sound.
    pub late_moves: bool,
    /// Near the leaves, skip moves that lose by the exchange on their target square
    /// (`late_moves.rs`). Not sound.
    pub exchange_pruning: bool,
    /// Reduce late moves by the logarithms of depth and number, by history, and where the side to
    /// move does not improve (`reductions.rs`). Not sound.
    pub log_reductions: bool,
    /// Order quiet moves by a history of gains and losses instead of gains alone
    /// (`order/gravity.rs`).
    pub gravity: bool,
    /// Keep that history also by the two moves before (`order/gravity.rs`).
    pub continuation: bool,
    /// Search a pass less deeply the greater the depth and the value are (`null_move.rs`). Not
    /// sound.
    pub deep_null: bool,
    /// Search deep nodes without a table move a ply less deeply (`internal_reduction.rs`). Not
    /// sound.
    pub internal_reduction: bool,
    /// Search the table's move a ply deeper if all others are clearly worse (`singular.rs`). Not
    /// sound.
    pub singular: bool,
    /// Store the nodes of quiescence, with depth 0 (`quiescence.rs`).
    pub store_quiescence: bool,
    /// In quiescence, skip captures whose gain does not reach alpha (`quiescence.rs`). Not sound.
    pub delta_pruning: bool,
    /// Do not trust stored scores where the fifty-move rule is near (`hit.rs`).
    pub distrust_stalled: bool,
    /// Open iterations with a narrow window, and widen it step by step (`narrow_window.rs`).
    pub narrow_window: bool,
}

impl Enhancements {
    /// Alpha-beta with quiescence, without any other switch.
    pub const NONE: Self = Self {
        deepening: false,
        aspiration: false,
        second_window: false,
        minimal_window: false,
        fail_hard: false,
        table_score: TableScore::Unused,
        equal_draft: false,
        subtree_hits: false,
        table_move: false,
        table_line: 1,
        store_leaves: false,
        refutation: false,
        captures: false,
        killers: 0,
        history: false,
        history_weight: HistoryWeight::Depth,
        quiescence: true,
        quiet_checks: false,
        early_termination: false,
        null_move: 0,
        verified_null: false,
        reductions: false,
        full_moves: 3,
        futility: false,
        exchanges: false,
        extend_checks: false,
        extend_recaptures: false,
        extend_single_replies: false,
        extend_drops: false,
        winner_only: false,
        extend_again: false,
        proven_draws: false,
        path_draws: PathDraws::Off,
        untainted: false,
        static_memory: false,
        correction: false,
        reverse_futility: false,
        razoring: false,
        late_moves: false,
        exchange_pruning: false,
        log_reductions: false,
        gravity: false,
        continuation: false,
        deep_null: false,
        internal_reduction: false,
        singular: false,
        store_quiescence: false,
        delta_pruning: false,
        distrust_stalled: false,
        narrow_window: false,
    };

    /// The search to which the study of 1989 adds heuristics.
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
    /// Section 4.4 says: "During quiescence search, a position is never stored". This preset takes
    /// a leaf for the first position of quiescence, and does not store it. [`Self::ALIBABA_LEAVES`]
    /// takes a leaf for the last position of the full-width search, and stores it with depth 0.
    /// Under both, entries of greater depth answer at leaves. Nodes of the 18 positions to 7 plies
    /// under TWOBIG1:
    ///
    /// | table positions | leaves stored | not stored |
    /// |---|---|---|
    /// | 8K | 33,909,748 | 31,367,279 |
    /// | 64K | 27,406,978 | 26,797,721 |
    /// | 512K | 25,672,236 | 25,998,721 |
    ///
    /// (`supplant study 1994 --quick --verify`, and with
    /// `--search alibaba-leaves --schemes twobig1,new`.) From 512K on, the schemes differ by 11.7 %
    /// with leaves stored and by 2.1 % without; in the paper by about 3 %.
    ///
    /// # Own choices where the paper leaves something open
    ///
    /// - *Nodes beyond the leaves are counted.* Section 6 counts "*all* nodes, i.e., interior nodes
    ///   and leaf nodes", and does not mention quiescence.
    /// - *Of two equally deep or equally big entries the newer stays.* Section 6.1 says so
    ///   ("greater than or equal") only of the two-level schemes.
    /// - *The history rewards the best move of every interior node*, also where the node failed
    ///   low. Section 4.2 says "every time a move is found to be best in a search".
    /// - *Bishop before knight as a victim, knight before bishop as an attacker.* Section 4.2
    ///   orders captures by value, and the two are worth the same (footnote 2).
    /// - *Draws by path are tested at every node* below the root, before the probe, also at leaves
    ///   and beyond. Section 4.3 does not say where.
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

    /// [`Self::ALIBABA`] with leaves stored.
    pub const ALIBABA_LEAVES: Self = Self { store_leaves: true, ..Self::ALIBABA };

    /// All sound switches of [`Self::ALIBABA`], and others that are sound (invariant I7).
    pub const SOUND: Self = Self {
        equal_draft: true,
        store_leaves: true,
        killers: 2,
        early_termination: false,
        path_draws: PathDraws::Off,
        ..Self::ALIBABA
    };

    /// [`Self::ALIBABA`] with null move, late move reductions and killers, for old journals.
    pub const PRUNING: Self = Self { killers: 2, null_move: 2, reductions: true, ..Self::ALIBABA };

    /// The search that the study `screening` chose (`docs/studies/screening`).
    ///
    /// Refutation tables are off because they change nothing beside a table. Extending recaptures
    /// is off because it adds half of the nodes again. Verifying null moves costs nothing in middle
    /// games and is right in zugzwang.
    pub const MODERN: Self = Self {
        store_leaves: true,
        refutation: false,
        quiet_checks: true,
        verified_null: true,
        extend_checks: true,
        ..Self::PRUNING
    };

    /// The search of today's engines, tested as a whole in games (`docs/engine.md`).
    pub const TODAY: Self = Self {
        history: false,
        extend_checks: false,
        exchanges: true,
        static_memory: true,
        correction: true,
        reverse_futility: true,
        razoring: true,
        late_moves: true,
        exchange_pruning: true,
        log_reductions: true,
        gravity: true,
        continuation: true,
        deep_null: true,
        internal_reduction: true,
        singular: true,
        store_quiescence: true,
        delta_pruning: true,
        distrust_stalled: true,
        narrow_window: true,
        ..Self::MODERN
    };

    /// Finds out who wins, in one search to the last ply, in a game whose own ranks order its
    /// moves.
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
        ("today", Self::TODAY),
    ];

    /// Whether nodes take their static value before the moves (`stand.rs`).
    #[inline]
    pub(super) const fn takes_stands(&self) -> bool {
        self.reverse_futility || self.razoring || self.late_moves || self.log_reductions || self.deep_null
    }

    /// Returns the preset called `name`, in any case.
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
            "id+asp+pvs+ts+tm+leaf+cap+kill+qs+qchk+et+lmr+see+nullv+3fold+mem+corr+rev+raz+late+xprune+lmrlog\
             +grav+cont+nulld+iir+sing+qstore+delta+clock+narrow+null2",
        ];
        assert_eq!(names, expected);
        assert_eq!(Enhancements::preset("Alibaba-Leaves"), Some(Enhancements::ALIBABA_LEAVES));
        let scores = [TableScore::Unused, TableScore::Exact, TableScore::Bound, TableScore::Any];
        let names = scores.map(|table_score| Enhancements { table_score, ..Enhancements::NONE }.to_string());
        assert_eq!(names, ["qs", "ts-exact+qs", "ts-bound+qs", "ts+qs"]);
        assert_eq!(Enhancements::SOLVER.to_string(), "pvs+ts+tm+cap+hist+qs+win");
    }
}
