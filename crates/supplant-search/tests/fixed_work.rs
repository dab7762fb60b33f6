//! Counters and results of searches by one worker. `tests/data/fixed_work.txt` has those of the
//! last functional commit; a commit that changes them says why.
#![cfg(feature = "chess")]

use std::fmt::Write;
use supplant::table::{SizedBucket, SizedTable, TableBuilder};

use supplant::scheme::{BigAll, Crafty, DepthAge, Principal, Thompson, TwoBig1};
use supplant_search::game::chess::notation::fen;
use supplant_search::game::chess::{Board, Chess};
use supplant_search::game::domineering::{Domineering, Player};
use supplant_search::game::{Game, Value};
use supplant_search::search::{
    Control, Enhancements, Found, Limits, NoTable, PathDraws, SearchTable, Searcher, Stop, TableScore, Task,
    Variation,
};
use supplant_search::smp::{Helpers, SEED, variation};

const POSITIONS: [(&str, u8, &str); 4] = [
    ("middle game", 3, "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"),
    ("ending", 5, "8/5pk1/4p1p1/8/3R4/1r4P1/5PK1/8 w - - 90 60"),
    ("in check", 4, "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3"),
    ("mate", 4, "6k1/5ppp/8/8/8/2r5/5PPP/1R4K1 w - - 0 1"),
];

const EXPECTED: &str = include_str!("data/fixed_work.txt");

fn chess(text: &str) -> Chess {
    Chess::new(fen(text).expect("these are positions"))
}

fn search<G: Game>(
    game: &G,
    table: &dyn SearchTable,
    limits: Limits,
    enhancements: Enhancements,
    variation: Variation,
) -> Found<G::Move> {
    let control = Control::start(limits, 1, Stop::default());
    let task = Task { enhancements, control: &control, worker: 0, variation, turn: None };
    Searcher::default().search(game, table, &task, |_| ())
}

fn size_of_root<G: Game>(game: &G, table: &dyn SearchTable) -> Option<u64> {
    table.probe(game.key()).map(|root| root.size)
}

fn told<M: std::fmt::Debug>(what: &str, found: &Found<M>) -> String {
    let counters = &found.counters;
    let best = found.best.as_ref().map(|best| -> (u8, Value, &[M]) { (best.depth, best.value, &best.line) });
    let partial = found.partial.as_ref().map(|partial| (partial.depth, partial.value, partial.bound));
    format!("{what}\n  {counters:?}\n  {best:?} {partial:?}\n")
}

fn searches() -> Vec<(String, Enhancements, Variation)> {
    let plain = |(name, on): &(&str, Enhancements)| ((*name).to_owned(), *on, Variation::default());
    let mut all: Vec<_> = Enhancements::PRESETS.iter().map(plain).collect();
    let base = Enhancements::ALIBABA;
    let turned = [
        Enhancements { deepening: false, ..base },
        Enhancements { aspiration: false, ..base },
        Enhancements { minimal_window: false, ..base },
        Enhancements { table_score: TableScore::Unused, ..base },
        Enhancements { equal_draft: true, ..base },
        Enhancements { table_move: false, ..base },
        Enhancements { refutation: false, ..base },
        Enhancements { captures: false, ..base },
        Enhancements { killers: 2, ..base },
        Enhancements { history: false, ..base },
        Enhancements { quiescence: false, ..base },
        Enhancements { early_termination: false, ..base },
        Enhancements { path_draws: PathDraws::Off, ..base },
        Enhancements { path_draws: PathDraws::Twofold, ..base },
    ];
    all.extend(turned.map(|on| (on.to_string(), on, Variation::default())));
    all.extend((1..4).map(|id| (format!("helper {id}"), base, variation(id, SEED, Helpers::LAZY))));
    all
}

fn small(slots: usize) -> SizedTable<TwoBig1> {
    TableBuilder::new().slots(slots).build().expect("a small table fits")
}

fn all_told() -> String {
    let mut text = String::new();
    for (search_name, on, varied) in searches() {
        for (name, depth, position) in POSITIONS {
            let table = small(1 << 9);
            let found = search(&chess(position), &table, Limits::depth(depth), on, varied);
            text += &told(&format!("{name}, {search_name}"), &found);
        }
    }
    for (name, _, position) in POSITIONS {
        let (game, table) = (
            chess(position),
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new()
                .slots(1 << 9)
                .build()
                .expect("a small table"),
        );
        let on = Enhancements { quiescence: false, ..Enhancements::ALIBABA };
        search(&game, &table, Limits::depth(1), on, Variation::default());
        writeln!(text, "{name}, one ply: a root of {:?}", size_of_root(&game, &table))
            .expect("a string takes all");
    }
    let middle = chess(POSITIONS[0].2);
    let on = Enhancements::ALIBABA_LEAVES;
    let plain = Variation::default();
    let depth = Limits::depth(3);
    text += &told("without a table", &search(&middle, &NoTable, depth, on, plain));
    let twice = TableBuilder::<Thompson, SizedBucket<Thompson>>::new()
        .slots(1 << 7)
        .build()
        .expect("a small table fits");
    text += &told("two answers a probe", &search(&middle, &twice, depth, on, plain));
    let principal = TableBuilder::<Principal, SizedBucket<Principal>>::new()
        .slots(1 << 7)
        .build()
        .expect("a small table fits");
    text += &told("principal entries", &search(&middle, &principal, depth, on, plain));
    let by_score = Enhancements { table_move: false, ..on };
    text += &told("and by score alone", &search(&middle, &principal, depth, by_score, plain));
    let big =
        TableBuilder::<BigAll, SizedBucket<BigAll>>::new().slots(1 << 7).build().expect("a small table fits");
    text += &told("hits that count their subtrees", &search(&middle, &big, depth, on, plain));
    let aged = TableBuilder::<DepthAge, SizedBucket<DepthAge>>::new()
        .slots(1 << 7)
        .build()
        .expect("a small table fits");
    text += &told("the first search on a table", &search(&middle, &aged, depth, on, plain));
    aged.new_generation();
    let next = Limits { nodes: Some(1500), ..Limits::depth(6) };
    text += &told("and the next, of 1500 nodes", &search(&middle, &aged, next, on, plain));
    let renewed =
        TableBuilder::<Crafty, SizedBucket<Crafty>>::new().slots(1 << 7).build().expect("a small table fits");
    search(&middle, &renewed, depth, on, plain);
    renewed.new_generation();
    text += &told("the second search under CRAFTY", &search(&middle, &renewed, Limits::depth(4), on, plain));
    text + &of_other_games()
}

fn of_other_games() -> String {
    let (mut text, plain) = (String::new(), Variation::default());
    let mut shuffled = Chess::new(Board::default());
    for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
        shuffled.play(mv.parse().expect("these are moves"));
    }
    for draws in [PathDraws::Threefold, PathDraws::Twofold] {
        let on = Enhancements { path_draws: draws, ..Enhancements::ALIBABA };
        let table = small(1 << 9);
        text += &told(
            &format!("after a repetition, {draws:?}"),
            &search(&shuffled, &table, Limits::depth(4), on, plain),
        );
    }
    for on in [Enhancements::ALIBABA, Enhancements::SOUND] {
        let board = Domineering::new(5, 5, Player::Vertical);
        let table = small(1 << 9);
        text += &told(&format!("domineering, {on}"), &search(&board, &table, Limits::depth(6), on, plain));
    }
    let board = Domineering::new(5, 5, Player::Vertical);
    let table = small(1 << 9);
    let stopped = Limits { nodes: Some(150), ..Limits::depth(6) };
    text += &told(
        "a lower bound of an unfinished iteration",
        &search(&board, &table, stopped, Enhancements::ALIBABA, plain),
    );
    text
}

#[test]
fn a_search_counts_and_finds_what_the_last_functional_commit_did() {
    let text = all_told();
    if text == EXPECTED {
        return;
    }
    let mut differences = String::new();
    for (line, (found, expected)) in text.lines().zip(EXPECTED.lines()).enumerate() {
        if found != expected {
            writeln!(differences, "line {}: {found}\n      was: {expected}", line + 1)
                .expect("a string takes all");
        }
    }
    panic!("the search has changed:\n{differences}\nthe whole text:\n{text}");
}
