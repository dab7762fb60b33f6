//! Invariant I7: a sound search gives the root value of plain negamax. Probes are restricted to
//! equal depth, and path-dependent draws are off.

use supplant::Table;
use supplant::entry::bucket::LayoutName;
use supplant::key::SplitMix64;
use supplant::scheme::SchemeName;
use supplant::table::{Options, SamePosition, Update};
use supplant::table::{SizedBucket, TableBuilder};
use supplant_search::game::Game;
use supplant_search::game::Value;
use supplant_search::game::connect_four::ConnectFour;
use supplant_search::game::domineering::{Domineering, KnownBoard, Player};
use supplant_search::game::synthetic::{Knobs, Synthetic};
use supplant_search::search::negamax::negamax;
use supplant_search::search::score::plies_to_end;
use supplant_search::search::{Enhancements, Limits, NoTable, StudyTable, TableScore, search};
use supplant_search::smp::{Order, Pool};

/// `dyn`, so that the search is compiled once for all schemes and layouts.
fn table(scheme: SchemeName, layout: LayoutName, slots: usize, options: Options) -> Box<dyn StudyTable> {
    let builder = Table::builder().slots(slots.max(scheme.info().slots)).options(options);
    <dyn StudyTable>::build(scheme, layout, builder).expect("a small table of a scheme that fits the layout")
}

fn every_scheme_agrees<G: Game>(name: &str, game: &G, depth: u8, on: Enhancements) {
    let mut prepared = game.clone();
    prepared.prepare();
    let truth = negamax(&mut prepared, depth);
    for &scheme in SchemeName::ALL {
        for slots in [4, 64, 1 << 12, 1 << 16] {
            let table = table(scheme, LayoutName::Xor16, slots, Options::default());
            for round in 1..=2 {
                let found = search(game, &*table, Limits::depth(depth), on).best.expect("nothing stops it");
                let what =
                    format!("{name} to {depth} plies, {scheme} with {slots} slots, {on}, search {round}");
                assert_eq!(found.value, truth, "{what}");
                table.new_generation();
            }
        }
    }
}

fn pools<G: Game>() -> Vec<Pool<G>> {
    [1, 2, 4, 8].map(Pool::new).into()
}

fn with_everything<G: Game>(
    game: &G,
    depth: u8,
    seed: u64,
    pools: &mut [Pool<G>],
    mut check: impl FnMut(Value, &str),
) {
    let all = SchemeName::ALL
        .iter()
        .flat_map(|&scheme| LayoutName::ALL.iter().map(move |&layout| (scheme, layout)));
    for (scheme, layout) in all.filter(|(scheme, layout)| scheme.fits(*layout)) {
        // With 16 verified bits, the few thousand positions must differ in bucket or bits, because
        // a false hit is not a fault of the search. Otherwise the table is small and most entries
        // are lost.
        let slots = if layout.info().verified_bits < 64 { 1 << 18 } else { 1 << 8 };
        let mut random = SplitMix64::new(seed);
        let inherits_move = (random.below(2) == 0).then_some(true);
        let update = if random.below(2) == 0 { Update::AsScheme } else { Update::Deeper };
        let same_position = SamePosition { update, inherits_move, ..SamePosition::default() };
        let table =
            table(scheme, layout, slots, Options { time_stamping: random.below(2) == 0, same_position });
        for pool in &mut *pools {
            table.new_generation();
            let (limits, seed_of_order) = (Limits::depth(depth), random.next());
            let order =
                Order { enhancements: Enhancements::SOUND, seed: seed_of_order, ..Order::alibaba(limits) };
            let found = pool.search(&*table, game, &order, |_| ()).best.expect("nothing stops it");
            let workers = pool.workers();
            let what = format!("{scheme} {layout} with {workers} workers, seed {seed}");
            assert_eq!(found.depth, depth, "{what}");
            check(found.value, &what);
        }
    }
}

fn every_layout_and_worker_agrees<G: Game>(
    name: &str,
    game: &G,
    depth: u8,
    seed: u64,
    pools: &mut [Pool<G>],
) {
    let mut prepared = game.clone();
    prepared.prepare();
    let truth = negamax(&mut prepared, depth);
    let check = |value, what: &str| assert_eq!(value, truth, "{name} to {depth} plies, {what}");
    with_everything(game, depth, seed, pools, check);
}

fn subset_of_sound(subset: u64) -> Enhancements {
    const SCORES: [TableScore; 4] =
        [TableScore::Unused, TableScore::Exact, TableScore::Bound, TableScore::Any];
    let bit = |i: u64| subset >> i & 1 == 1;
    Enhancements {
        deepening: bit(0),
        aspiration: bit(1),
        minimal_window: bit(2),
        table_score: SCORES[usize::from(bit(3)) | usize::from(bit(10)) << 1],
        table_move: bit(4),
        refutation: bit(5),
        captures: bit(6),
        killers: [0, 1, 2, 4][usize::from(bit(7)) | usize::from(bit(12)) << 1],
        fail_hard: bit(13),
        history: bit(8),
        store_leaves: bit(9),
        proven_draws: bit(11),
        ..Enhancements::SOUND
    }
}

#[cfg(feature = "chess")]
mod chess {
    use super::{every_layout_and_worker_agrees, every_scheme_agrees, pools, subset_of_sound};
    use supplant::key::SplitMix64;
    use supplant_search::game::chess::Chess;
    use supplant_search::search::Enhancements;

    const POSITIONS: &[(&str, u8)] = &[
        ("8/8/8/8/8/2k5/1p6/1K6 b - - 0 1", 5),
        ("8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 w - - 0 1", 5),
        ("8/8/1p6/p1p5/P1P2k2/1P6/8/6K1 w - - 0 1", 5),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 4),
        ("k7/2Q5/8/8/8/8/8/6K1 w - - 0 1", 4),
        ("8/P6k/8/8/4pP2/8/6K1/8 b - f3 0 1", 4),
        ("r3k3/8/8/3Q4/8/8/8/4K2R w Kq - 0 1", 3),
        ("4k3/1p1n4/8/2P5/8/5B2/6P1/4K3 b - - 0 1", 4),
    ];

    #[test]
    fn every_scheme_and_size_gives_the_root_value_of_plain_negamax() {
        for &(fen, depth) in POSITIONS {
            let game: Chess = fen.parse().expect("the positions are well-formed");
            every_scheme_agrees(fen, &game, depth, Enhancements::SOUND);
        }
    }

    #[test]
    fn every_layout_with_any_number_of_workers_gives_the_root_value_of_plain_negamax() {
        let mut pools = pools();
        for (seed, &(fen, depth)) in POSITIONS.iter().enumerate() {
            let game: Chess = fen.parse().expect("the positions are well-formed");
            every_layout_and_worker_agrees(fen, &game, depth, seed as u64, &mut pools);
        }
    }

    #[test]
    fn every_subset_of_sound_switches_gives_the_root_value_of_plain_negamax() {
        let mut random = SplitMix64::new(7);
        for round in 0..24 {
            let (fen, depth) = POSITIONS[round % POSITIONS.len()];
            let game: Chess = fen.parse().expect("the positions are well-formed");
            every_scheme_agrees(fen, &game, depth - 1, subset_of_sound(random.next()));
        }
    }

    #[test]
    fn the_comparison_sees_an_unsound_search() {
        // Control: near the fifty-move horizon, draws that depend on the path change the value.
        let game: Chess = "8/8/8/4k3/8/8/R7/K7 w - - 96 80".parse().expect("well-formed");
        let on =
            Enhancements { path_draws: supplant_search::search::PathDraws::Threefold, ..Enhancements::SOUND };
        let disagrees = std::panic::catch_unwind(|| every_scheme_agrees("control", &game, 6, on));
        assert!(disagrees.is_err());
    }
}

#[test]
fn domineering_has_the_value_of_plain_negamax_at_every_depth_under_every_subset_of_switches() {
    let mut random = SplitMix64::new(11);
    for depth in 1..=7 {
        for player in [Player::Vertical, Player::Horizontal] {
            let game = Domineering::new(4, 4, player);
            every_scheme_agrees("domineering 4×4", &game, depth, subset_of_sound(random.next()));
        }
    }
}

fn solved_boards(cells: usize) -> impl Iterator<Item = (usize, usize, Player, bool)> {
    let boards = KnownBoard::all().filter(move |known| known.rows * known.columns <= cells);
    boards.flat_map(|KnownBoard { rows, columns, class, .. }| {
        [Player::Vertical, Player::Horizontal]
            .map(|starts| (rows, columns, starts, class.winner(starts) == Player::Vertical))
    })
}

fn vertical_wins(value: Value, starts: Player) -> bool {
    let plies = plies_to_end(value).expect("the depth ends every such game");
    (plies > 0) == (starts == Player::Vertical)
}

#[test]
fn solved_domineering_boards_have_their_published_winners() {
    let mut boards = 0;
    for (rows, columns, starts, wins) in solved_boards(20) {
        let game = Domineering::new(rows, columns, starts);
        let table = TableBuilder::<supplant::scheme::TwoBig1, SizedBucket<supplant::scheme::TwoBig1>>::new()
            .slots(1 << 14)
            .build()
            .expect("small");
        let found = search(&game, &table, Limits::depth(16), Enhancements::ALIBABA);
        let value = found.best.expect("nothing stops it").value;
        assert_eq!(vertical_wins(value, starts), wins, "{rows}×{columns}, {starts:?} starts");
        boards += 1;
    }
    assert!(boards >= 20, "{boards}");
}

#[test]
fn solved_domineering_boards_have_their_winners_in_every_scheme_and_layout_with_any_number_of_workers() {
    let mut pools = pools();
    for (seed, (rows, columns, starts, wins)) in solved_boards(15).enumerate() {
        let game = Domineering::new(rows, columns, starts);
        let check = |value, what: &str| {
            assert_eq!(vertical_wins(value, starts), wins, "{rows}×{columns}, {starts:?} starts, {what}");
        };
        let seed = seed as u64;
        with_everything(&game, 9, seed, &mut pools, check);
    }
}

#[test]
fn a_domineering_board_has_the_value_of_plain_negamax_in_every_layout_with_any_number_of_workers() {
    let mut pools = pools();
    for (seed, depth) in (3..=6).enumerate() {
        let game = Domineering::new(4, 5, Player::Horizontal);
        every_layout_and_worker_agrees("domineering 4×5", &game, depth, seed as u64, &mut pools);
    }
}

#[test]
fn other_games_have_the_value_of_plain_negamax_in_every_layout_with_any_number_of_workers() {
    every_layout_and_worker_agrees("connect four 5×4", &ConnectFour::new(5, 4), 4, 1, &mut pools());
    let on = Enhancements { proven_draws: true, ..Enhancements::SOUND };
    every_scheme_agrees("connect four 4×3", &ConnectFour::new(4, 3), 12, on);
    for transpositions in [0.0, 0.5, 0.9] {
        let knobs = Knobs { branching: 5, plies: 5, transpositions, ..Knobs::default() };
        let graph = Synthetic::new(knobs).expect("there is such a graph");
        every_layout_and_worker_agrees("synthetic", &graph, 4, 2, &mut pools());
    }
}

#[test]
fn a_search_without_a_table_gives_the_root_value_of_plain_negamax() {
    let mut game = Domineering::new(4, 5, Player::Horizontal);
    let found =
        search(&game, &NoTable, Limits::depth(5), Enhancements::SOUND).best.expect("nothing stops it");
    assert_eq!(found.value, negamax(&mut game, 5));
}
