//! The disjoint sets of positions for tuning, for confirmation, and of study `scheme`.

use supplant::key::SplitMix64;
use supplant_search::game::chess::{Chess, notation, positions};
use supplant_search::game::connect_four::ConnectFour;
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::game::synthetic::{Knobs, Synthetic};
use supplant_search::game::{Game, Ranked, Root};
use supplant_search::search::{Enhancements, Limits, SearchTable, search};

pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) positions: Vec<Position>,
}

pub(crate) struct Position {
    game: AnyGame,
    depth: u8,
    enhancements: Enhancements,
}

enum AnyGame {
    Chess(Box<Chess>),
    Domineering(Domineering),
    ConnectFour(ConnectFour),
    Synthetic(Box<Synthetic>),
}

impl Position {
    /// `dyn` compiles the search once for each game.
    pub(crate) fn nodes(&self, table: &dyn SearchTable) -> u64 {
        let (limits, on) = (Limits::depth(self.depth), self.enhancements);
        match &self.game {
            AnyGame::Chess(game) => search(&**game, table, limits, on).counters.nodes(),
            AnyGame::Domineering(game) => search(game, table, limits, on).counters.nodes(),
            AnyGame::ConnectFour(game) => search(game, table, limits, on).counters.nodes(),
            AnyGame::Synthetic(game) => search(&**game, table, limits, on).counters.nodes(),
        }
    }
}

const BY_LOT: usize = 8;

struct Set {
    middle: (usize, usize),
    endings: (usize, usize),
    drawn: (usize, u64),
    graphs: Knobs,
    plies: [u8; 5],
}

const GRAPHS: Knobs =
    Knobs { seed: 101, branching: 12, plies: 14, transpositions: 0.3, leaf_cost: 0, correlation: 0.6 };
const TUNED: Set =
    Set { middle: (3, 10), endings: (3, 20), drawn: (12, 1994), graphs: GRAPHS, plies: [6, 7, 8, 12, 7] };
const CONFIRMED: Set = Set {
    middle: (5, 10),
    endings: (13, 20),
    drawn: (12, 1995),
    graphs: Knobs { seed: 201, ..GRAPHS },
    plies: [7, 8, 8, 12, 7],
};
const JUDGED: Set = Set {
    middle: (0, 4),
    endings: (0, 4),
    drawn: (18, 1),
    graphs: Knobs { seed: 1, branching: 16, plies: 12, transpositions: 0.5, leaf_cost: 0, correlation: 0.8 },
    plies: [7, 7, 8, 13, 7],
};

pub(crate) fn all(set: &str) -> Option<Vec<Kind>> {
    let Set { middle, endings, drawn: (drawn, seed), graphs, plies } = match set {
        "tuned" => TUNED,
        "confirmed" => CONFIRMED,
        "judged" => JUDGED,
        _ => return None,
    };
    let of = |name, games: Vec<AnyGame>, depth, enhancements| {
        let positions = games.into_iter().map(|game| Position { game, depth, enhancements });
        Kind { name, positions: positions.collect() }
    };
    let chess = |all: Vec<notation::Position>, (first, step)| -> Vec<_> {
        let some = all.into_iter().skip(first).step_by(step);
        some.map(|position| AnyGame::Chess(Box::new(position.game))).collect()
    };
    let middle = || chess(positions::middlegames(), middle);
    let dominoes = by_lot(&Domineering::new(8, 8, Player::Vertical), drawn, seed);
    let fours = by_lot(&ConnectFour::default(), drawn, seed);
    let graph = |number: usize| {
        let knobs = Knobs { seed: graphs.seed + number as u64, ..graphs };
        AnyGame::Synthetic(Box::new(Synthetic::new(knobs).expect("there is such a graph")))
    };
    let [of_middle, of_endings, of_dominoes, of_fours, of_graphs] = plies;
    let mut kinds = vec![
        of("middle", middle(), of_middle, Enhancements::ALIBABA),
        of("leaves", middle(), of_middle, Enhancements::ALIBABA_LEAVES),
        of("endings", chess(positions::endings(), endings), of_endings, Enhancements::ALIBABA),
        of(
            "domineer.",
            dominoes.into_iter().map(AnyGame::Domineering).collect(),
            of_dominoes,
            Enhancements::ALIBABA,
        ),
        of("four", fours.into_iter().map(AnyGame::ConnectFour).collect(), of_fours, Enhancements::ALIBABA),
        of("synthetic", (0..drawn).map(graph).collect(), of_graphs, Enhancements::ALIBABA),
    ];
    match set {
        "tuned" => kinds.push(of(
            "1994",
            chess(positions::kasparov_short(), (0, 1)),
            of_middle,
            Enhancements::ALIBABA,
        )),
        "judged" => {
            kinds.push(of("modern", middle(), of_middle, Enhancements::MODERN));
            kinds.push(of("limit", chess(positions::middlegames(), (0, 8)), 6, Enhancements::ALIBABA));
        }
        _ => {}
    }
    Some(kinds)
}

fn by_lot<G: Game>(beginning: &G, so_many: usize, seed: u64) -> Vec<G> {
    let (mut stream, mut keys, mut drawn) = (SplitMix64::new(seed), Vec::new(), Vec::new());
    while drawn.len() < so_many {
        let mut game = beginning.clone();
        while game.played() != Root(BY_LOT) && game.has_moves() {
            let mut moves: Vec<Ranked<G::Move>> = Vec::new();
            game.moves(&mut moves);
            game.play(moves[stream.below(moves.len() as u64) as usize].mv);
        }
        if game.has_moves() && !keys.contains(&game.key()) {
            keys.push(game.key());
            drawn.push(game);
        }
    }
    drawn
}
