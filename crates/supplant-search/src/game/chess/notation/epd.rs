//! Extended position description (EPD): one position a line, with operations.

use super::{Position, ReadError, fen, san};
use crate::game::chess::{Board, Chess, Move};

/// Reads a position from each line, except blank lines and lines that begin with `#`.
///
/// A position without an `id` is named after its line.
///
/// # Errors
/// If a line is not a record, a position is impossible, a move is illegal, or the text has no
/// record.
///
/// ```
/// use supplant_search::game::chess::notation::epd;
/// let positions = epd("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";")?;
/// assert_eq!(positions[0].id, "back rank");
/// assert_eq!(positions[0].operation("bm"), Some("Ra8#"));
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
pub fn epd(text: &str) -> Result<Vec<Position>, ReadError> {
    let positions = records(text)
        .map(|(line, text)| record(text, line).map_err(|error| error.at_line(line)))
        .collect::<Result<Vec<_>, _>>()?;
    if positions.is_empty() {
        return Err(ReadError::missing("no position here", "give one EPD record a line"));
    }
    Ok(positions)
}

pub(super) fn records(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = super::without_mark(text).lines().map(str::trim).zip(1..);
    lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#')).map(|(text, line)| (line, text))
}

fn record(text: &str, line: usize) -> Result<Position, ReadError> {
    let mut rest = text;
    let fields = [(); 4].map(|()| word(&mut rest));
    if fields[3].is_empty() {
        return Err(ReadError::of(text, fen::TOO_FEW, fen::FIELDS));
    }
    let mut operations = bare_clocks(&mut rest);
    while let Some(operation) = operation(&mut rest)? {
        operations.push(operation);
    }
    let value = |opcode| super::value(&operations, opcode);
    let board = fen::position(fields, value("hmvc").unwrap_or("0"), value("fmvn").unwrap_or("1"))?;
    operations.iter().try_for_each(|(opcode, operand)| check_moves(&board, opcode, operand))?;
    let id = value("id").map_or_else(|| format!("line {line}"), str::to_owned);
    Ok(Position { id, game: Chess::new(board), operations })
}

fn word<'a>(rest: &mut &'a str) -> &'a str {
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    *rest = after.trim_start();
    word
}

fn bare_clocks(rest: &mut &str) -> Vec<(String, String)> {
    ["hmvc", "fmvn"]
        .into_iter()
        .map_while(|opcode| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let (clock, after) = rest.split_at(end);
            *rest = after.trim_start();
            (end > 0).then(|| (opcode.to_owned(), clock.to_owned()))
        })
        .collect()
}

fn operation(rest: &mut &str) -> Result<Option<(String, String)>, ReadError> {
    let text = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ';');
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    if end.is_none() && quoted {
        return Err(ReadError::of(text, "has a quotation mark without its pair", "close the string"));
    }
    let (this, after) = text.split_at(end.unwrap_or(text.len()));
    *rest = after;
    if this.is_empty() {
        return Ok(None);
    }
    let mut operand = this;
    let opcode = word(&mut operand);
    if !opcode.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(ReadError::of(
            opcode,
            "is not an opcode",
            "begin operations with a name and end them with `;`",
        ));
    }
    Ok(Some((opcode.to_owned(), unquoted(operand.trim_end()).to_owned())))
}

fn unquoted(operand: &str) -> &str {
    let content = operand.strip_prefix('"').and_then(|operand| operand.strip_suffix('"'));
    content.filter(|content| !content.contains('"')).unwrap_or(operand)
}

fn moves(operand: &str) -> impl Iterator<Item = &str> {
    operand.split([' ', '\t', ',']).filter(|word| !word.is_empty())
}

impl Position {
    /// Whether `mv` is a best move (`bm`) and not a move to avoid (`am`).
    ///
    /// `None` if the source names neither kind of move.
    ///
    /// ```
    /// use supplant_search::game::chess::notation::{epd, san};
    /// let position = &epd("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; am Ra7;")?[0];
    /// let solves = |text| san(position.game.board(), text).map(|mv| position.is_solved_by(mv));
    /// assert_eq!([solves("Ra8")?, solves("Ra7")?, solves("Kg2")?], [Some(true), Some(false), Some(false)]);
    /// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn is_solved_by(&self, mv: Move) -> Option<bool> {
        let names = |opcode: &str| {
            let all = self.operations.iter().filter(move |(known, _)| known == opcode);
            let named: Vec<_> = all.flat_map(|(_, operand)| moves(operand)).collect();
            let is_named =
                named.iter().any(|text| san(self.game.board(), text).is_ok_and(|named| named == mv));
            (!named.is_empty()).then_some(is_named)
        };
        match (names("bm"), names("am")) {
            (None, None) => None,
            (best, avoided) => Some(best.unwrap_or(true) && !avoided.unwrap_or(false)),
        }
    }
}

fn check_moves(board: &Board, opcode: &str, operand: &str) -> Result<(), ReadError> {
    if !matches!(opcode, "bm" | "am" | "sm") {
        return Ok(());
    }
    let mut moves = moves(operand).peekable();
    if moves.peek().is_none() {
        return Err(ReadError::of(opcode, "names no move", "write one after it or remove it"));
    }
    moves.try_for_each(|text| san(board, text).map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::epd;
    use crate::game::Game;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    fn complaint(text: &str) -> String {
        epd(text).unwrap_err().to_string()
    }

    #[test]
    fn operations_are_kept_in_order_and_the_clocks_reach_the_board() {
        let text = format!("{KINGS} hmvc 7; fmvn 31; bm e4 e3; c0 \"a; b\"; noop; acd 12; id \"x y\"");
        let position = &epd(&text).unwrap()[0];
        assert_eq!(position.id, "x y");
        assert_eq!(position.game.board().to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 7 31");
        let operations: Vec<_> = position.operations.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(operations[2..5], [("bm", "e4 e3"), ("c0", "a; b"), ("noop", "")]);
        assert_eq!(position.operation("acd"), Some("12"));
        assert_eq!(position.operation("am"), None);
    }

    #[test]
    fn clocks_may_stand_bare_as_in_a_fen() {
        for (tail, clocks) in [("3", "3 1"), ("3 9", "3 9"), ("3 9 bm e4", "3 9"), ("3 9; id \"x\";", "3 9")]
        {
            let positions = epd(&format!("{KINGS} {tail}")).unwrap();
            assert!(positions[0].game.board().to_string().ends_with(clocks), "{tail}");
        }
    }

    #[test]
    fn blank_lines_and_remarks_are_passed_over_and_nameless_positions_called_after_their_line() {
        let text = format!("\u{feff}# two\r\n\r\n{KINGS}\r\n   \r\n  {KINGS} id nameless;\r\n");
        let ids: Vec<_> = epd(&text).unwrap().into_iter().map(|position| position.id).collect();
        assert_eq!(ids, ["line 3", "nameless"]);
    }

    #[test]
    fn a_text_without_records_is_refused() {
        for text in ["", "\n\n", "# nothing\n"] {
            assert_eq!(complaint(text), "no position here; give one EPD record a line");
        }
    }

    #[test]
    fn a_wrong_record_is_named_by_its_line() {
        for (record, message) in [
            ("4k3/8/8 w -".to_owned(), "`4k3/8/8 w -` is not a position: it has fewer than four fields"),
            (KINGS.replace('w', "x"), "`x` is not a side to move"),
            (format!("{KINGS} bm e5;"), "`e5` is not a legal move for White here"),
            (format!("{KINGS} am Kd1 Ke5;"), "`Ke5` is not a legal move for White here"),
            (format!("{KINGS} sm;"), "`sm` names no move"),
            (format!("{KINGS} bm e4 id \"x\";"), "`id` is not a legal move for White here"),
            (format!("{KINGS} id \"x;"), "`id \"x;` has a quotation mark without its pair"),
            (format!("{KINGS} !x;"), "`!x` is not an opcode"),
            (format!("{KINGS} 0 1 2"), "`2` is not an opcode"),
            (format!("{KINGS} hmvc 65536;"), "`65536` is not a half-move clock"),
            (format!("{KINGS} hmvc 1 2;"), "`1 2` is not a half-move clock"),
            (format!("{KINGS} fmvn;"), "`` is not a move number"),
        ] {
            let message_here = complaint(&format!("{KINGS}\n{record}\n"));
            assert!(message_here.starts_with(&format!("line 2: {message}")), "{message_here}");
        }
    }

    #[test]
    fn a_position_has_no_history() {
        assert_eq!(epd(KINGS).unwrap()[0].game.played().0, 0);
    }
}
