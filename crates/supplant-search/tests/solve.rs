//! Domineering, solved: published winners, also of the adjudicated game.

use std::collections::HashMap;

use supplant::Table;
use supplant::entry::bucket::LayoutName;
use supplant::key::{Key, SplitMix64};
use supplant::scheme::{SchemeName, TwoBig1};
use supplant::table::{SizedBucket, TableBuilder};
use supplant_search::game::Game;
use supplant_search::game::domineering::{Adjudicated, Domineering, KnownBoard, OutcomeClass, Player};
use supplant_search::search::{Counters, Enhancements, Limits, NoTable, SearchTable, StudyTable, search};
use supplant_search::smp::{Order, Pool};

const PLAYERS: [Player; 2] = [Player::Vertical, Player::Horizontal];

fn winner(game: &Adjudicated, to_move: Player, table: &dyn SearchTable) -> (Player, Counters) {
    let found = search(game, table, Limits::depth(game.plies()), Enhancements::SOLVER);
    let wins = found.best.is_some_and(|best| best.value > 0);
    (if wins { to_move } else { to_move.other() }, found.counters)
}

fn class(rows: usize, columns: usize, table: &dyn SearchTable) -> (OutcomeClass, u64) {
    let [vertical, horizontal] =
        PLAYERS.map(|starts| winner(&Adjudicated::new(rows, columns, starts), starts, table));
    (OutcomeClass::of(vertical.0, horizontal.0), vertical.1.nodes() + horizontal.1.nodes())
}

#[test]
fn boards_up_to_6_by_6_and_their_transposes_have_their_published_outcomes() {
    let mut boards = 0;
    for known in KnownBoard::all().filter(|known| known.columns <= 6) {
        let KnownBoard { rows, columns, .. } = known;
        let table =
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 12).build().expect("small");
        assert_eq!(class(rows, columns, &table).0, known.class, "{rows}×{columns}");
        table.new_generation();
        assert_eq!(class(columns, rows, &table).0, known.class.on_its_side(), "{columns}×{rows}");
        boards += 1;
    }
    assert_eq!(boards, 15);
}

#[test]
fn bounds_save_nearly_all_nodes_and_symmetry_the_second_start() {
    let plain = KnownBoard::of(7, 7).and_then(|known| known.plain_nodes).expect("it was tried");
    let table = TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 14).build().expect("small");
    let [(first, searched), (second, looked_up)] =
        PLAYERS.map(|starts| winner(&Adjudicated::new(7, 7, starts), starts, &table));
    assert_eq!((first, second), PLAYERS.into());
    assert!(5000 * searched.nodes() < plain, "{} nodes with bounds, {plain} without", searched.nodes());
    assert!(looked_up.nodes() <= 2, "{looked_up:?}");
}

#[test]
fn boards_have_their_published_outcomes_under_every_scheme_with_one_to_four_workers() {
    let mut pools: Vec<_> = (1..=4).map(Pool::new).collect();
    for &scheme in SchemeName::ALL {
        for known in KnownBoard::all().filter(|known| (16..=20).contains(&(known.rows * known.columns))) {
            for pool in &mut pools {
                let builder = Table::builder().slots(64);
                let table = <dyn StudyTable>::build(scheme, LayoutName::Xor16, builder).expect("small");
                for starts in PLAYERS {
                    let game = Adjudicated::new(known.rows, known.columns, starts);
                    let limits = Limits::depth(game.plies());
                    let order = Order { enhancements: Enhancements::SOLVER, ..Order::alibaba(limits) };
                    let best = pool.search(&*table, &game, &order, |_| ()).best;
                    let wins = if best.is_some_and(|best| best.value > 0) { starts } else { starts.other() };
                    let workers = pool.workers();
                    assert_eq!(wins, known.class.winner(starts), "{known:?}, {scheme}, {workers}");
                }
            }
        }
    }
}

fn plain_winner(game: &mut Domineering, to_move: Player, known: &mut HashMap<Key, Player>) -> Player {
    if let Some(&winner) = known.get(&game.key()) {
        return winner;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let wins = moves.iter().any(|ranked| {
        game.play(ranked.mv);
        let winner = plain_winner(game, to_move.other(), known);
        game.undo();
        winner == to_move
    });
    let winner = if wins { to_move } else { to_move.other() };
    known.insert(game.key(), winner);
    winner
}

fn positions(rows: usize, columns: usize, games: usize) -> Vec<(Domineering, Adjudicated, Player)> {
    let (mut random, mut met) = (SplitMix64::new((rows * 8 + columns) as u64), Vec::new());
    for number in 0..games {
        let mut to_move = PLAYERS[number % 2];
        let mut plain = Domineering::new(rows, columns, to_move);
        let mut adjudicated = Adjudicated::new(rows, columns, to_move);
        loop {
            met.push((plain.clone(), adjudicated.clone(), to_move));
            let mut moves = Vec::new();
            plain.moves(&mut moves);
            let Some(drawn) = (random.next() as usize).checked_rem(moves.len()) else { break };
            plain.play(moves[drawn].mv);
            adjudicated.play(moves[drawn].mv);
            to_move = to_move.other();
        }
    }
    met
}

#[test]
fn positions_up_to_5_by_5_have_the_winner_of_the_plain_game() {
    for (rows, columns, games) in [(3, 3, 20), (4, 4, 20), (4, 5, 20), (5, 4, 20), (5, 5, 12)] {
        let mut known = HashMap::new();
        for (mut plain, adjudicated, to_move) in positions(rows, columns, games) {
            let found = winner(&adjudicated, to_move, &NoTable).0;
            assert_eq!(found, plain_winner(&mut plain, to_move, &mut known), "{plain:?}");
        }
    }
}

fn shared(key: impl Fn(&Domineering, &Adjudicated) -> Key) -> (usize, usize) {
    let (mut known, mut by_key) = (HashMap::new(), HashMap::new());
    let (mut shared, mut wrong) = (0, 0);
    for (mut plain, adjudicated, to_move) in positions(4, 4, 300) {
        let wins = plain_winner(&mut plain, to_move, &mut known) == to_move;
        let (first, its_wins) = *by_key.entry(key(&plain, &adjudicated)).or_insert((plain.key(), wins));
        shared += usize::from(first != plain.key());
        wrong += usize::from(its_wins != wins);
    }
    (shared, wrong)
}

#[test]
fn positions_that_share_a_key_have_the_same_winner() {
    let (images, wrong) = shared(|_, adjudicated| adjudicated.key());
    assert!(images > 500, "{images}");
    assert_eq!(wrong, 0);
    // Control: eight bits of the plain key merge positions with different winners.
    assert!(shared(|plain, _| Key(plain.key().0 & 0xFF)).1 > 0);
}

#[test]
fn a_move_is_stored_as_it_lies_in_the_image_that_the_key_is_of() {
    for (_, game, _) in positions(4, 5, 20).into_iter().chain(positions(5, 5, 20)) {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for ranked in moves {
            assert_eq!(game.decode(game.encode(ranked.mv)), Some(ranked.mv));
            let mut after = game.clone();
            after.play(ranked.mv);
            assert_eq!(game.likely_key_after(ranked.mv), after.key());
            after.undo();
            assert_eq!(after.key(), game.key());
        }
        let mut plain = Vec::new();
        for bits in (0..200).chain([u16::MAX]) {
            plain.extend(game.decode(supplant::Move16(bits)).map(|mv| mv.to_string()));
        }
        plain.sort_unstable();
        plain.dedup();
        assert!(plain.len() <= 20, "{plain:?}");
    }
}

#[test]
fn positions_with_one_key_agree_on_the_moves_that_a_stored_one_stands_for() {
    let corners = ["a1", "d1", "a3", "d3"];
    let mut stored = Vec::new();
    let mut keys = Vec::new();
    for corner in corners {
        let mut game = Adjudicated::new(4, 4, Player::Vertical);
        let bits = (1..=64).map(supplant::Move16);
        let mv = bits.filter_map(|bits| game.decode(bits)).find(|mv| mv.to_string() == corner);
        game.play(mv.expect("a domino fits into each corner"));
        keys.push(game.key());
        let legal = (1..=64).filter(|&bits| game.decode(supplant::Move16(bits)).is_some());
        stored.push(legal.collect::<Vec<_>>());
    }
    assert!(keys.iter().all(|&key| key == keys[0]), "{keys:?}");
    assert!(stored.iter().all(|moves| *moves == stored[0]), "{stored:?}");
}
