//! Standard algebraic notation (SAN): one move, in the position before it.
//!
//! `d5` for a capture and `Kh1` for castling are refused: in a damaged game they mean other moves.

use cozy_chess::{Board, Color, Move, Piece, Square, util::parse_san_move};

use super::ReadError;

/// The legal move that `text` spells in `board`.
///
/// Signs for check and annotations are optional, castling may have zeros, and more of the origin
/// may be given than needed, up to `e2e4`.
///
/// # Errors
/// If the text spells no legal move, or more than one.
///
/// ```
/// use supplant_search::game::chess::{Board, notation::san};
/// assert_eq!(san(&Board::startpos(), "Nf3!?")?.to_string(), "g1f3");
/// let error = san(&Board::startpos(), "e9").unwrap_err();
/// assert_eq!(error.to_string(), "`e9` is not a legal move for White here; correct it");
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
pub fn san(board: &Board, text: &str) -> Result<Move, ReadError> {
    legal(board, text, "correct it")
}

pub(super) fn legal(board: &Board, text: &str, remedy: &'static str) -> Result<Move, ReadError> {
    let plain = plain(text);
    parse_san_move(board, &plain)
        .ok()
        .filter(|&mv| is_spelt_so(board, mv, &plain))
        .ok_or_else(|| refusal(board, text, &plain, remedy))
}

fn plain(text: &str) -> String {
    let bare = text.trim_end_matches(['!', '?', '+', '#']);
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare);
    if bare.starts_with("0-0") { bare.replace('0', "O") } else { bare.to_owned() }
}

fn is_spelt_so(board: &Board, mv: Move, plain: &str) -> bool {
    match board.piece_on(mv.from) {
        Some(Piece::Pawn) => plain.trim_start_matches('P').starts_with(char::from(mv.from.file())),
        Some(Piece::King) => plain.starts_with('O') || !board.colors(board.side_to_move()).has(mv.to),
        _ => true,
    }
}

#[cold]
fn refusal(board: &Board, text: &str, plain: &str, remedy: &'static str) -> ReadError {
    if is_ambiguous(board, plain) {
        let remedy = "name the file or the rank the piece comes from";
        return ReadError::of(text, "fits more than one legal move here", remedy);
    }
    let problem = match board.side_to_move() {
        Color::White => "is not a legal move for White here",
        Color::Black => "is not a legal move for Black here",
    };
    ReadError::of(text, problem, remedy)
}

fn is_ambiguous(board: &Board, plain: &str) -> bool {
    let Some(piece) = plain.chars().next().filter(|&letter| "QRBN".contains(letter)) else { return false };
    let Some(to) = plain.len().checked_sub(2).and_then(|at| plain.get(at..)) else { return false };
    let can_move = |from: &&Square| parse_san_move(board, &format!("{piece}{from}{to}")).is_ok();
    Square::ALL.iter().filter(can_move).count() > 1
}

#[cfg(test)]
mod tests {
    use super::san;
    use crate::game::chess::Board;

    fn board(fen: &str) -> Board {
        super::super::fen(fen).unwrap()
    }

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn every_legal_move_reads_back_from_its_notation() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbqkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNBQKBNR b KQkq b3 0 1",
            "k7/8/8/2Q1Q3/8/2Q1Q3/8/K7 w - - 0 1",
        ] {
            let board = board(fen);
            board.generate_moves(|moves| {
                for mv in moves {
                    let text = cozy_chess::util::display_san_move(&board, mv).to_string();
                    assert_eq!(san(&board, &text), Ok(mv), "{text} in {fen}");
                }
                false
            });
        }
    }

    #[test]
    fn marks_and_zeros_and_full_origins_are_accepted() {
        let start = Board::startpos();
        for text in ["e4", "e4!", "e4??", "e2e4", "e4+", "e4#", "e4++", "Pe4"] {
            assert_eq!(san(&start, text), Ok("e2e4".parse().unwrap()), "{text}");
        }
        let castling = board(CASTLING);
        for text in ["0-0", "O-O", "0-0!"] {
            assert_eq!(san(&castling, text), Ok("e1h1".parse().unwrap()), "{text}");
        }
        assert_eq!(san(&castling, "0-0-0+"), Ok("e1a1".parse().unwrap()));
        let passant = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert_eq!(san(&passant, "exd6e.p."), Ok("e5d6".parse().unwrap()));
    }

    #[test]
    fn a_text_that_spells_no_legal_move_is_refused() {
        for text in ["", "e9", "e5", "Ke2", "O-O", "x", "é4", "1-0", "--", "Nf", "O-O-O-O"] {
            let error = san(&Board::startpos(), text).unwrap_err();
            assert_eq!(error.problem, "is not a legal move for White here", "{text}");
            assert_eq!(error.value.as_deref(), Some(text));
        }
        let black = san(&board("4k3/8/8/8/8/8/8/4K3 b - -"), "Ke1").unwrap_err();
        assert_eq!(black.problem, "is not a legal move for Black here");
    }

    #[test]
    fn an_ambiguous_move_is_refused_as_such() {
        let knights = board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
        assert_eq!(san(&knights, "Nd2").unwrap_err().problem, "fits more than one legal move here");
        assert_eq!(san(&knights, "Nbd2"), Ok("b1d2".parse().unwrap()));
        assert_eq!(san(&knights, "N3d2"), Ok("f3d2".parse().unwrap()));
    }

    #[test]
    fn a_capture_by_a_pawn_is_no_push_and_castling_no_step_of_the_king() {
        let capture = board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
        assert!(san(&capture, "d5").is_err());
        assert!(san(&capture, "exd5").is_ok() && san(&capture, "ed5").is_ok());
        assert!(san(&board(CASTLING), "Kh1").is_err());
    }

    #[test]
    fn a_promotion_without_its_piece_is_refused() {
        let board = board("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
        assert!(san(&board, "a8").is_err());
        assert!(san(&board, "a8=Q").is_ok() && san(&board, "a8N").is_ok());
    }
}
