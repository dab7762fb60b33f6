//! Move generation: invariants, and the counts of the Chess Programming Wiki, "Perft Results".
#![cfg(feature = "chess")]

use supplant_search::game::chess::{Chess, Move, notation::fen};
use supplant_search::game::{Game, Ranked};

struct Published {
    fen: &'static str,
    leaves: &'static [u64],
}

impl Published {
    fn game(&self) -> Chess {
        self.fen.parse().expect("published positions are legal")
    }
}

const INITIAL: Published = Published {
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    leaves: &[20, 400, 8_902, 197_281, 4_865_609],
};
const KIWIPETE: Published = Published {
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    leaves: &[48, 2_039, 97_862, 4_085_603],
};
const POSITION_3: Published = Published {
    fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    leaves: &[14, 191, 2_812, 43_238, 674_624],
};
const POSITION_4: Published = Published {
    fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    leaves: &[6, 264, 9_467, 422_333],
};
const POSITION_5: Published = Published {
    fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    leaves: &[44, 1_486, 62_379, 2_103_487],
};
const POSITION_6: Published = Published {
    fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    leaves: &[46, 2_079, 89_890, 3_894_594],
};
const ALL: [Published; 6] = [INITIAL, KIWIPETE, POSITION_3, POSITION_4, POSITION_5, POSITION_6];

fn perft(game: &mut Chess, lists: &mut [Vec<Ranked<Move>>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    game.moves(moves);
    let mut leaves = 0;
    for ranked in moves {
        game.play(ranked.mv);
        leaves += perft(game, deeper);
        game.undo();
    }
    leaves
}

fn agrees(published: &Published) {
    let mut game = published.game();
    for (depth, &leaves) in (1..).zip(published.leaves) {
        assert_eq!(perft(&mut game, &mut vec![Vec::new(); depth]), leaves, "{} depth {depth}", published.fen);
    }
    assert_eq!(game.board().to_string(), published.fen, "the walk leaves the game as it was");
}

#[test]
fn the_initial_position_has_the_published_number_of_leaves() {
    agrees(&INITIAL);
}

#[test]
fn kiwipete_has_the_published_number_of_leaves() {
    agrees(&KIWIPETE);
}

#[test]
fn position_3_has_the_published_number_of_leaves() {
    agrees(&POSITION_3);
}

#[test]
fn position_4_has_the_published_number_of_leaves() {
    agrees(&POSITION_4);
}

#[test]
fn position_5_has_the_published_number_of_leaves() {
    agrees(&POSITION_5);
}

#[test]
fn position_6_has_the_published_number_of_leaves() {
    agrees(&POSITION_6);
}

fn walk_all(depth: u32, visit: &impl Fn(&Chess)) -> u64 {
    ALL.iter().map(|published| walk(&mut published.game(), depth, visit)).sum()
}

fn walk(game: &mut Chess, depth: u32, visit: &impl Fn(&Chess)) -> u64 {
    visit(game);
    if depth == 0 {
        return 1;
    }
    let mut nodes = 1;
    for ranked in moves(game) {
        game.play(ranked.mv);
        nodes += walk(game, depth - 1, visit);
        game.undo();
    }
    nodes
}

fn moves(game: &Chess) -> Vec<Ranked<Move>> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

fn nodes_to_depth_3() -> u64 {
    ALL.iter().map(|published| 1 + published.leaves[..3].iter().sum::<u64>()).sum()
}

#[test]
fn the_incremental_key_is_that_of_the_position_read_afresh() {
    let nodes = walk_all(3, &|game| {
        let text = game.board().to_string();
        assert_eq!(game.key(), Chess::new(fen(&text).unwrap()).key(), "{text}");
    });
    assert_eq!(nodes, nodes_to_depth_3());
}

#[test]
fn every_legal_move_survives_its_encoding() {
    walk_all(3, &|game| {
        for Ranked { mv, .. } in moves(game) {
            let bits = game.encode(mv);
            assert!(bits.is_some(), "{mv} in {}", game.board());
            assert_eq!(game.decode(bits), Some(mv), "{mv} in {}", game.board());
        }
    });
}

fn is_noisy(game: &Chess, mv: Move) -> bool {
    let mut after = game.clone();
    after.play(mv);
    after.board().occupied().len() < game.board().occupied().len() || mv.promotion.is_some()
}

#[test]
fn noisy_moves_are_the_captures_and_promotions_among_the_moves() {
    walk_all(2, &|game| {
        let mut noisy = Vec::new();
        game.noisy_moves(&mut noisy);
        let (all, noisy): (Vec<_>, Vec<_>) =
            (moves(game).iter().map(pair).collect(), noisy.iter().map(pair).collect());
        let by_rule: Vec<_> = all.iter().copied().filter(|&(mv, _)| is_noisy(game, mv)).collect();
        let by_rank: Vec<_> = all.into_iter().filter(|&(_, rank)| rank >= Ranked::<Move>::NOISY).collect();
        assert_eq!(noisy, by_rule, "{}", game.board());
        assert_eq!(noisy, by_rank, "{}", game.board());
    });
}

fn pair(ranked: &Ranked<Move>) -> (Move, u32) {
    (ranked.mv, ranked.rank)
}
