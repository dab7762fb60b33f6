use std::collections::BTreeSet;

use super::{AnyGame, DRAWN, GameVisitor, NAMES, Playable, moves};
use crate::experiment::positions::PositionSet;
use supplant::entry::Depth;
use supplant::key::Key;

struct Seen;

impl GameVisitor for Seen {
    type Out = (Key, i32, Vec<String>);

    fn visit<G: Playable>(self, game: &G) -> Self::Out {
        let moves = moves(game).into_iter().map(|mv| game.notation(mv)).collect();
        let mut root = game.clone();
        root.prepare();
        (root.key(), root.evaluate(), moves)
    }
}

fn set(name: &str) -> Vec<(String, AnyGame)> {
    AnyGame::set(name).expect("a game has a set")
}

#[test]
fn every_position_of_every_set_reads_back_as_it_is_written() {
    for name in NAMES {
        for (id, game) in set(name) {
            let read = AnyGame::read(&game.text()).unwrap_or_else(|error| panic!("{id}: {error:#}"));
            assert_eq!((read.name(), read.text()), (*name, game.text()), "{id}");
            assert_eq!(read.visit(Seen), game.visit(Seen), "{id}");
        }
    }
}

#[test]
fn texts_of_games_are_written_as_results_keep_them() {
    let first = |name| set(name).swap_remove(0).1.text();
    assert_eq!(first("chess"), "r1bq1rk1/3n1ppp/p3p3/3pP3/Np1b1P1P/7R/PPPQ2P1/2KR1B2 w - - 0 15");
    assert_eq!(first("domineering"), "domineering 8x8 vertical h4 a7 g7 a4 f3 f6 c7 g3");
    assert_eq!(first("connect-four"), "connect-four 7x6 f g a f f g a f");
    assert_eq!(
        first("synthetic"),
        "synthetic seed=1 branching=16 plies=12 transpositions=0.5 leaf-cost=0 correlation=0.8"
    );
}

#[test]
fn a_position_by_moves_is_that_of_its_moves() {
    let moves = |text| AnyGame::read(text).expect("a position").visit(Seen).2.len();
    assert_eq!(moves("domineering 2x3 horizontal"), 4);
    assert_eq!(moves("domineering 2x3 horizontal a1"), 1);
    assert_eq!(moves("connect-four 4x2 a a"), 3);
    assert_eq!(
        moves("synthetic seed=1 branching=3 plies=2 transpositions=0 leaf-cost=0 correlation=0 1 3"),
        0
    );
}

#[test]
fn what_is_no_position_is_refused_with_what_is_wrong() {
    for (text, said) in [
        ("domineering", "needs a board"),
        ("domineering 9x8 vertical", "1x1 to 8x8"),
        ("domineering 8x8 a1", "vertical or horizontal"),
        ("domineering 2x2 vertical a2", "`a2` is not a legal move"),
        ("connect-four 7", "`7` is not a board"),
        ("connect-four 7x6 h", "`h` is not a legal move"),
        ("synthetic seed=1", "six knobs"),
        ("synthetic seed=1 branching=3 plies=2 transpositions=0 leaf-cost=0 cost=0", "`cost` is not a knob"),
        ("synthetic seed=1 branching=x plies=2 transpositions=0 leaf-cost=0 correlation=0", "`x`"),
        ("synthetic seed=1 branching=0 plies=2 transpositions=0 leaf-cost=0 correlation=0", "0 moves"),
        ("chess 8/8", "FEN"),
        ("go 19x19", ""),
    ] {
        let error = AnyGame::read(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert!(format!("{error:#}").contains(said), "{text}: {error:#}");
    }
}

/// Unit ids depend on the sets: with another set, old results would count for new positions.
#[test]
fn sets_are_drawn_the_same_in_every_release() {
    let digest = |name| PositionSet::of_game(name).expect("a game").digest();
    assert_eq!(
        NAMES.iter().map(|name| digest(name)).collect::<Vec<_>>(),
        ["43b44dd193722d6e", "2958983ae6166e02", "6fd59d2f8b4bd336", "02f0e2547f924681"]
    );
    assert_eq!(PositionSet::games().digest(), "cc1a895c1422322c");
}

#[test]
fn a_set_has_eighteen_positions_none_twice_none_over_and_all_begin_alike() {
    for name in NAMES {
        let set = set(name);
        assert_eq!(set.len(), DRAWN, "{name}");
        let ids: BTreeSet<_> = set.iter().map(|(id, _)| id).collect();
        let keys: BTreeSet<_> = set.iter().map(|(_, game)| game.visit(Seen).0).collect();
        assert_eq!((ids.len(), keys.len()), (DRAWN, DRAWN), "{name}");
        assert!(set.iter().all(|(_, game)| !game.visit(Seen).2.is_empty()), "{name}");
    }
    for (name, words) in [("domineering", 3 + 8), ("connect-four", 2 + 8)] {
        assert!(set(name).iter().all(|(_, game)| game.text().split(' ').count() == words), "{name}");
    }
}

struct Drawn;

impl GameVisitor for Drawn {
    type Out = (usize, Depth);

    fn visit<G: Playable>(self, game: &G) -> Self::Out {
        let mut usual = 0;
        assert_eq!(game.clone().under(0).key(), game.key());
        for mv in moves(game) {
            let [mut plain, mut drawn] = [game.clone(), game.clone().under(1)];
            let foretold = drawn.likely_key_after(mv);
            plain.play(mv);
            drawn.play(mv);
            if G::WORD != "chess" {
                assert_eq!(foretold, drawn.key(), "{}: {mv:?}", game.text());
            }
            usual += usize::from(plain.key() == drawn.key());
            assert_eq!(plain.evaluate(), drawn.evaluate(), "keys are all that is drawn");
        }
        (usual, G::DEEPER)
    }
}

#[test]
fn another_draw_has_other_keys_and_nothing_else_is_another() {
    let deeper = NAMES.iter().map(|name| {
        let (_, game) = set(name).swap_remove(0);
        let (usual, deeper) = game.visit(Drawn);
        assert_eq!((usual, deeper), (0, game.deeper()), "{name}");
        deeper
    });
    assert_eq!(deeper.collect::<Vec<_>>(), [0, 1, 6, 0]);
}
