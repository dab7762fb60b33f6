//! The switchboard: every heuristic and every use of the table, on or off, and the named presets.

/// Which draws depend on the path to a position, and count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
/// use supplant::search::Enhancements;
/// let without_table_moves = Enhancements { table_move: false, ..Enhancements::ALIBABA };
/// assert_eq!(without_table_moves.to_string(), "id+asp+pvs+ts+ref+cap+hist+qs+et+3fold");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Enhancements {
    /// Search depth 1, 2, 3 … instead of the last depth at once (`deepen.rs`).
    pub deepening: bool,
    /// Open each iteration with a window around the last value (`aspiration.rs`).
    pub aspiration: bool,
    /// Try to refute all moves but the first with an empty window (`node.rs`, `root.rs`).
    pub minimal_window: bool,
    /// Let stored scores end or narrow a search (`hit.rs`).
    pub table_score: bool,
    /// Use stored scores only from searches of exactly the wanted depth, not of a greater one (`hit.rs`).
    pub equal_draft: bool,
    /// Try the stored move first (`order/mod.rs`).
    pub table_move: bool,
    /// Try the moves of the last iteration's principal variations first (`order/refutation.rs`).
    pub refutation: bool,
    /// Try captures before quiet moves, by victim and attacker (`order/mod.rs`).
    pub captures: bool,
    /// Try moves that cut off elsewhere at the same ply before other quiet ones (`order/killer.rs`).
    pub killers: bool,
    /// Order quiet moves by how often they were best (`order/history.rs`).
    pub history: bool,
    /// Continue at the leaves until the position is quiet (`quiescence.rs`).
    pub quiescence: bool,
    /// Leave quiescence where no noisy move can be good enough (`quiescence.rs`). Not sound: it overlooks that a capture may
    /// give check.
    pub early_termination: bool,
    /// Draws by path (`node.rs`).
    pub path_draws: PathDraws,
}

impl Enhancements {
    /// Nothing but alpha-beta with quiescence.
    pub const NONE: Self = Self {
        deepening: false,
        aspiration: false,
        minimal_window: false,
        table_score: false,
        equal_draft: false,
        table_move: false,
        refutation: false,
        captures: false,
        killers: false,
        history: false,
        quiescence: true,
        early_termination: false,
        path_draws: PathDraws::Off,
    };

    /// The program of the 1994 study (Breuker et al., section 4).
    pub const ALIBABA: Self = Self {
        deepening: true,
        aspiration: true,
        minimal_window: true,
        table_score: true,
        table_move: true,
        refutation: true,
        captures: true,
        history: true,
        early_termination: true,
        path_draws: PathDraws::Threefold,
        ..Self::NONE
    };

    /// Everything of [`Self::ALIBABA`] that leaves the root value of plain negamax as it is (invariant I7).
    pub const SOUND: Self = Self {
        equal_draft: true,
        killers: true,
        early_termination: false,
        path_draws: PathDraws::Off,
        ..Self::ALIBABA
    };

    /// The presets by name.
    pub const PRESETS: &'static [(&'static str, Self)] =
        &[("alibaba", Self::ALIBABA), ("sound", Self::SOUND), ("none", Self::NONE)];

    /// The preset called `name`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name)).map(|&(_, on)| on)
    }
}

/// The stable short name: the key of this search in every result file.
impl std::fmt::Display for Enhancements {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let switches = [
            (self.deepening, "id"),
            (self.aspiration, "asp"),
            (self.minimal_window, "pvs"),
            (self.table_score, "ts"),
            (self.equal_draft, "eq"),
            (self.table_move, "tm"),
            (self.refutation, "ref"),
            (self.captures, "cap"),
            (self.killers, "kill"),
            (self.history, "hist"),
            (self.quiescence, "qs"),
            (self.early_termination, "et"),
            (self.path_draws == PathDraws::Threefold, "3fold"),
            (self.path_draws == PathDraws::Twofold, "2fold"),
        ];
        let names: Vec<_> = switches.iter().filter(|(on, _)| *on).map(|&(_, name)| name).collect();
        f.pad(&if names.is_empty() { "plain".to_owned() } else { names.join("+") })
    }
}
