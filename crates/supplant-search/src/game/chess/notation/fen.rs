//! Forsyth-Edwards notation (FEN): one position in six fields. Castling rights may be files
//! (Shredder-FEN) or `KQkq` of the outermost rooks (X-FEN).

use cozy_chess::{Board, Color, FenParseError};

use super::{ReadError, castling};

pub(super) type Fields<'a> = [&'a str; 4];

/// Reads a position from a FEN; missing clocks are 0 and 1.
///
/// # Errors
/// If a field is missing or wrong, or if the position cannot occur in chess.
///
/// ```
/// let board = supplant_search::game::chess::notation::fen("4k3/8/8/8/8/8/4P3/4K3 w - -")?;
/// assert_eq!((board.halfmove_clock(), board.fullmove_number()), (0, 1));
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
pub fn fen(text: &str) -> Result<Board, ReadError> {
    let words: Vec<_> = super::without_mark(text).split_whitespace().collect();
    match words[..] {
        [board, side, castling, passant] => position([board, side, castling, passant], "0", "1"),
        [board, side, castling, passant, clock] => position([board, side, castling, passant], clock, "1"),
        [board, side, castling, passant, clock, number] => {
            position([board, side, castling, passant], clock, number)
        }
        _ => {
            let problem = if words.len() < 4 { TOO_FEW } else { "is not a FEN: it has more than six fields" };
            Err(ReadError::of(text.trim(), problem, FIELDS))
        }
    }
}

pub(super) const TOO_FEW: &str = "is not a position: it has fewer than four fields";
pub(super) const FIELDS: &str =
    "give board, side to move, castling and en-passant square, then the two clocks if known";

pub(super) fn position(fields: Fields<'_>, clock: &str, number: &str) -> Result<Board, ReadError> {
    placement(fields[0])?;
    let [men, side, rights, passant] = fields;
    let rights = castling::files(rights, men);
    // `cozy-chess` reads castling letters as ranks or as files, whichever fits.
    let mut board: Board =
        format!("{men} {side} {rights} {passant} 0 1").parse().map_err(|error| wrong_field(error, fields))?;
    // `cozy-chess` accepts kings side by side, and fails when one is captured.
    let [white, black] = [Color::White, Color::Black].map(|color| board.king(color));
    if cozy_chess::get_king_moves(white).has(black) {
        return Err(impossible(fields[0]));
    }
    // A game may continue beyond fifty moves: a player must claim the draw.
    let clock = clock.parse::<u16>().ok().map(|clock| clock.min(100) as u8).ok_or_else(|| {
        ReadError::of(clock, "is not a half-move clock", "write 0 to 65535, or leave both clocks out")
    })?;
    let number = number.parse::<u16>().ok().map(|number| number.max(1)).ok_or_else(|| {
        ReadError::of(number, "is not a move number", "write 0 to 65535, or leave both clocks out")
    })?;
    board.set_halfmove_clock(clock);
    board.set_fullmove_number(number);
    Ok(board)
}

/// `cozy-chess` would read missing ranks as empty.
fn placement(field: &str) -> Result<(), ReadError> {
    if field.split('/').count() != 8 {
        return Err(ReadError::of(
            field,
            "is not a board of eight ranks",
            "write eight ranks with `/` between",
        ));
    }
    match field.split('/').find(|rank| squares(rank) != Some(8)) {
        None => Ok(()),
        Some(rank) => Err(ReadError::of(
            rank,
            "is not a rank of eight squares",
            "use PNBRQK for white, pnbrqk for black men, 1 to 8 for empty squares",
        )),
    }
}

fn squares(rank: &str) -> Option<usize> {
    rank.chars()
        .map(|c| match c {
            '1'..='8' => Some(c as usize - '0' as usize),
            _ => "pnbrqkPNBRQK".contains(c).then_some(1),
        })
        .sum()
}

#[cold]
fn wrong_field(error: FenParseError, [board, side, castling, passant]: Fields<'_>) -> ReadError {
    match error {
        FenParseError::InvalidSideToMove => {
            ReadError::of(side, "is not a side to move", "write `w` for White or `b` for Black")
        }
        FenParseError::InvalidCastlingRights => ReadError::of(
            castling,
            "gives castling rights that king and rooks do not have here",
            "write those they have, of KQkq or as files of the rooks, or `-`",
        ),
        FenParseError::InvalidEnPassant => ReadError::of(
            passant,
            "is not an en-passant square here",
            "write `-` unless the last move was a double step over the square",
        ),
        _ => impossible(board),
    }
}

#[cold]
fn impossible(board: &str) -> ReadError {
    ReadError::of(
        board,
        "is not a position that can occur",
        "each side has one king, at most 16 men and 8 pawns, none on the last ranks; the side that has just moved is not in check, and the kings do not touch",
    )
}

#[cfg(test)]
mod tests {
    use super::fen;

    fn complaint(text: &str) -> String {
        fen(text).unwrap_err().to_string()
    }

    #[test]
    fn kings_that_touch_are_no_position() {
        for text in
            ["kK6/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/3kK3/8/8/8/R7 w - - 0 1", "8/8/3k4/4K3/8/8/8/8 b - -"]
        {
            assert!(complaint(text).contains("the kings do not touch"), "{text}");
        }
        assert!(fen("8/8/3k4/8/4K3/8/8/8 b - - 0 1").is_ok());
    }

    #[test]
    fn six_fields_read_back_as_written() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 13 52",
            "rnbqkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNBQKBNR b KQkq b3 0 3",
        ] {
            assert_eq!(fen(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn missing_clocks_in_a_fen_are_0_and_1() {
        for (text, clocks) in [("", "0 1"), (" 7", "7 1"), (" 7 30", "7 30"), (" 100 65535", "100 65535")] {
            let board = fen(&format!("\u{feff}  4k3/8/8/8/8/8/8/4K3  w -\t- {text}\n")).unwrap();
            assert!(board.to_string().ends_with(clocks), "{board}");
        }
    }

    #[test]
    fn castling_rights_may_be_files() {
        let text = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
        assert_eq!(format!("{:#}", fen(text).unwrap()), text);
        assert_eq!(fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"), fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    }

    #[test]
    fn castling_rights_of_kings_and_rooks_elsewhere_are_those_of_the_outermost_rooks() {
        for (xfen, shredder) in [
            ("1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1"),
            ("1rr1k3/8/8/8/8/8/8/R1R1K1R1 w KQq - 0 1", "1rr1k3/8/8/8/8/8/8/R1R1K1R1 w GAb - 0 1"),
            ("4k2r/8/8/8/8/8/8/R3K1R1 w Kk - 0 1", "4k2r/8/8/8/8/8/8/R3K1R1 w Gh - 0 1"),
        ] {
            assert_eq!(format!("{:#}", fen(xfen).unwrap()), shredder, "{xfen}");
        }
        for text in
            ["4k3/8/8/8/8/8/8/R3K3 w K -", "4k3/8/8/8/8/8/4K3/R6R w KQ -", "4k3/8/8/8/8/8/8/4K2r w K -"]
        {
            assert!(complaint(text).contains("castling rights"), "{text}");
        }
    }

    #[test]
    fn a_wrong_number_of_fields_is_refused() {
        assert!(complaint("").contains("fewer than four"), "{}", complaint(""));
        assert!(complaint("4k3/8/8/8/8/8/8/4K3 w -").contains("fewer than four"));
        assert!(complaint("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2").contains("more than six"));
    }

    #[test]
    fn the_message_names_the_field_to_correct() {
        let kings = "4k3/8/8/8/8/8/8/4K3";
        for (text, value, problem) in [
            ("4k3/8/8/8/8/8/4K3 w - -".to_owned(), "4k3/8/8/8/8/8/4K3", "is not a board of eight ranks"),
            (format!("{kings}/8 w - -"), "4k3/8/8/8/8/8/8/4K3/8", "is not a board of eight ranks"),
            ("4k3/7/8/8/8/8/8/4K3 w - -".to_owned(), "7", "is not a rank of eight squares"),
            ("4k3/9/8/8/8/8/8/4K3 w - -".to_owned(), "9", "is not a rank of eight squares"),
            ("4k3/08/8/8/8/8/8/4K3 w - -".to_owned(), "08", "is not a rank of eight squares"),
            ("4k3/8/3x4/8/8/8/8/4K3 w - -".to_owned(), "3x4", "is not a rank of eight squares"),
            (format!("{kings} x - -"), "x", "is not a side to move"),
            (format!("{kings} w KQ -"), "KQ", "gives castling rights"),
            (format!("{kings} w x -"), "x", "gives castling rights"),
            (format!("{kings} w - e3"), "e3", "is not an en-passant square"),
            (format!("{kings} w - e9"), "e9", "is not an en-passant square"),
            (format!("{kings} w - - 65536 1"), "65536", "is not a half-move clock"),
            (format!("{kings} w - - x 1"), "x", "is not a half-move clock"),
            (format!("{kings} w - - 0 -1"), "-1", "is not a move number"),
            (format!("{kings} w - - 0 65536"), "65536", "is not a move number"),
        ] {
            let error = fen(&text).unwrap_err();
            assert_eq!(error.value.as_deref(), Some(value), "{text}");
            assert!(error.problem.starts_with(problem), "{text}: {error}");
        }
    }

    #[test]
    fn a_move_number_counted_from_0_is_1() {
        let read = fen("4k3/8/8/8/8/8/8/4K3 w - - 3 0").expect("a position");
        assert_eq!((read.fullmove_number(), read.halfmove_clock()), (1, 3));
    }

    #[test]
    fn positions_that_cannot_occur_are_refused() {
        for text in [
            "8/8/8/8/8/8/8/8 w - -",
            "4k3/8/8/8/8/8/8/8 w - -",
            "4k3/8/8/8/8/8/8/3KK3 w - -",
            "4k2P/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/4R3/4K3 w - -",
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - -",
        ] {
            assert!(complaint(text).contains("is not a position that can occur"), "{text}");
        }
    }
}
