//! The game that `position` names, and moves in the notation of the interface.

use super::command::quoted;
use supplant_search::game::Game as _;
use supplant_search::game::chess::{Chess, File, Move, Piece, Square, notation};

/// # Errors
/// In one line, if the FEN is invalid or a move is not legal.
pub(super) fn game(fen: Option<&str>, moves: &[String]) -> Result<Chess, String> {
    let mut game = match fen {
        None => Chess::default(),
        Some(fen) => Chess::new(notation::fen(fen).map_err(|error| format!("position: {error}"))?),
    };
    for (i, word) in moves.iter().enumerate() {
        let mv = read(&game, word).ok_or_else(|| {
            format!("position: move {} {} is not legal; send a position without it", i + 1, quoted(word))
        })?;
        game.play(mv);
    }
    Ok(game)
}

/// Castling is the king's step of two or, as in Chess960, takes the own rook.
pub(super) fn read(game: &Chess, word: &str) -> Option<Move> {
    if !word.is_ascii() || !matches!(word.len(), 4 | 5) {
        return None;
    }
    let mv: Move = word.parse().ok()?;
    // A fifth letter must be a promotion piece.
    let is_whole = mv.to_string() == word;
    [mv, castling(game, mv)].into_iter().find(|&mv| is_whole && game.board().is_legal(mv))
}

fn castling(game: &Chess, mv: Move) -> Move {
    let is_king = game.board().piece_on(mv.from) == Some(Piece::King) && mv.from.file() == File::E;
    let rights = game.board().castle_rights(game.board().side_to_move());
    let rook = match mv.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    };
    match rook {
        Some(rook) if is_king => Move { to: Square::new(rook, mv.to.rank()), ..mv },
        _ => mv,
    }
}

pub(super) fn write(game: &Chess, mv: Move, is_chess960: bool) -> String {
    if is_chess960 { mv.to_string() } else { game.uci(mv) }
}

pub(super) fn line(game: &Chess, moves: &[Move], is_chess960: bool) -> String {
    let mut game = game.clone();
    let mut words = Vec::new();
    for &mv in moves {
        if !game.board().is_legal(mv) {
            break;
        }
        words.push(write(&game, mv, is_chess960));
        game.play(mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{game, read, write};
    use supplant_search::game::{Game as _, Root};

    fn words(moves: &str) -> Vec<String> {
        moves.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn repetitions_before_the_position_count() {
        let back_and_forth = words("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        let seen = game(None, &back_and_forth).expect("legal moves").repetitions(Root(8));
        assert_eq!((seen.in_game, seen.in_search), (2, 0));
    }

    #[test]
    fn castling_is_read_in_both_ways_and_written_in_the_one_asked_for() {
        let game = game(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), &[]).expect("a position");
        for (step, takes) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let mv = read(&game, step).expect("castling");
            assert_eq!(read(&game, takes), Some(mv));
            assert_eq!(
                (write(&game, mv, false), write(&game, mv, true)),
                (step.to_owned(), takes.to_owned())
            );
        }
        let of_the_inner_rook =
            super::game(Some("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"), &[]).expect("a position");
        let mv = read(&of_the_inner_rook, "e1b1").expect("castling");
        assert_eq!(read(&of_the_inner_rook, &write(&of_the_inner_rook, mv, false)), Some(mv));
    }

    #[test]
    fn what_is_not_legal_is_refused_with_its_number() {
        for (moves, said) in
            [("e2e4 e2e4", "move 2 `e2e4`"), ("0000", "`0000`"), ("é2e4", "move 1"), ("e2e4x", "e2e4x")]
        {
            let refused = game(None, &words(moves)).expect_err(moves);
            assert!(refused.contains(said), "{refused}");
        }
        assert!(game(Some("8/8/8/8 nonsense"), &[]).is_err());
        let promoting = game(Some("8/P6k/8/8/8/8/7K/8 w - - 0 1"), &[]).expect("a position");
        assert!(read(&promoting, "a7a8").is_none() && read(&promoting, "a7a8n").is_some());
    }
}
