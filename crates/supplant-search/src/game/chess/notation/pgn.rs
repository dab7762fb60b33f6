//! Portable game notation (PGN): tags and moves of games, without variations and comments.

use super::san::legal;
use super::tokens::{Token, Tokens};
use super::{ReadError, fen};
use crate::game::{
    Game,
    chess::{Board, Chess, Move},
};
use cozy_chess::Color;

/// A game that was read from PGN.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Names and values in the order of the source.
    pub tags: Vec<(String, String)>,
    /// The position of the `FEN` tag, or the initial position.
    pub start: Board,
    /// The moves, each legal after those before it.
    pub moves: Vec<Move>,
}

impl PgnGame {
    /// The value of the tag `name`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        super::value(&self.tags, name)
    }

    /// The game after its first `plies` moves, with its history; `None` if it is shorter.
    ///
    /// # Panics
    /// May panic if the moves were changed to illegal ones.
    #[must_use]
    pub fn after(&self, plies: usize) -> Option<Chess> {
        let mut game = Chess::new(self.start.clone());
        self.moves.get(..plies)?.iter().for_each(|&mv| game.play(mv));
        Some(game)
    }

    /// The game after its last move, with its history.
    ///
    /// # Panics
    /// May panic if the moves were changed to illegal ones.
    #[must_use]
    pub fn at_end(&self) -> Chess {
        self.after(self.moves.len()).expect("a game has as many moves as it has")
    }
}

/// Reads all games of a text, without comments, annotation glyphs and variations.
///
/// # Errors
/// If a move is illegal or ambiguous, a tag, comment or variation does not end, a start position is
/// impossible, or the text has no game.
///
/// ```
/// use supplant_search::game::{Game, Root, chess::notation::pgn};
/// let games = pgn("[White \"A\"] 1. Nf3 Nf6 2. Ng1 (2. d4) Ng8 {again} *")?;
/// assert_eq!(games[0].tag("White"), Some("A"));
/// assert_eq!(games[0].at_end().repetitions(Root(0)).in_search, 1);
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
pub fn pgn(text: &str) -> Result<Vec<PgnGame>, ReadError> {
    read(text, usize::MAX)
}

/// Reads the first game and ignores the text after it.
///
/// # Errors
/// Those of [`pgn()`], for the first game.
///
/// ```
/// use supplant_search::game::chess::notation::{first_of_pgn, pgn};
/// let text = "1. e4 e5 * 1. Ke2 *";
/// assert!(pgn(text).is_err());
/// assert_eq!(first_of_pgn(text)?.moves.len(), 2);
/// # Ok::<(), supplant_search::game::chess::notation::ReadError>(())
/// ```
pub fn first_of_pgn(text: &str) -> Result<PgnGame, ReadError> {
    Ok(read(text, 1)?.swap_remove(0))
}

fn read(text: &str, most: usize) -> Result<Vec<PgnGame>, ReadError> {
    let mut tokens = Tokens::of(text);
    let mut games = Vec::new();
    let mut draft = Draft::default();
    while let Some((line, token)) = tokens.next()? {
        let is_next_game = draft.play.is_some() && matches!(token, Token::Tag(..));
        if is_next_game {
            games.extend(std::mem::take(&mut draft).finish()?);
        }
        if games.len() < most && draft.read(token, line).map_err(|error| error.at_line(line))? == Step::End {
            games.extend(std::mem::take(&mut draft).finish()?);
        }
        if games.len() >= most {
            return Ok(games);
        }
    }
    games.extend(draft.finish()?);
    if games.is_empty() {
        return Err(ReadError::missing("no game here", "give PGN: tags, moves, result"));
    }
    Ok(games)
}

#[derive(PartialEq, Eq)]
enum Step {
    Continue,
    End,
}

#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    set_up_line: usize,
    play: Option<Play>,
    variations: Vec<usize>,
}

struct Play {
    start: Board,
    now: Board,
    moves: Vec<Move>,
}

impl Draft {
    fn read(&mut self, token: Token<'_>, line: usize) -> Result<Step, ReadError> {
        match token {
            Token::Tag(name, value) => return self.tag(name, value, line),
            Token::Open => self.variations.push(line),
            Token::Close => {
                self.variations.pop().ok_or_else(|| {
                    ReadError::of(")", "ends no variation", "remove it or put `(` where it begins")
                })?;
            }
            Token::Word(word) if self.variations.is_empty() => return self.word(word),
            Token::Word(_) => {}
        }
        self.play()?;
        Ok(Step::Continue)
    }

    fn tag(&mut self, name: &str, value: String, line: usize) -> Result<Step, ReadError> {
        if super::value(&self.tags, name).is_some() {
            return Err(ReadError::of(
                name,
                "is a tag given twice",
                "keep one, or end the game before with its result",
            ));
        }
        if name == "FEN" || name == "SetUp" && self.set_up_line == 0 {
            self.set_up_line = line;
        }
        self.tags.push((name.to_owned(), value));
        Ok(Step::Continue)
    }

    fn play(&mut self) -> Result<&mut Play, ReadError> {
        if self.play.is_none() {
            let start = start(&self.tags).map_err(|error| error.at_line(self.set_up_line))?;
            self.play = Some(Play { now: start.clone(), start, moves: Vec::new() });
        }
        Ok(self.play.as_mut().expect("set above"))
    }

    fn word(&mut self, word: &str) -> Result<Step, ReadError> {
        let play = self.play()?;
        match without_number(word) {
            "1-0" | "0-1" | "1/2-1/2" | "1/2" | "*" => return Ok(Step::End),
            "e.p." | "ep" => {}
            text if text.chars().all(|c| "!?".contains(c)) => {}
            text => play.next(text)?,
        }
        Ok(Step::Continue)
    }

    fn finish(mut self) -> Result<Option<PgnGame>, ReadError> {
        if let Some(line) = self.variations.pop() {
            let error = ReadError::of("(", "begins a variation that does not end", "close it with `)`");
            return Err(error.at_line(line));
        }
        self.play()?;
        let tags = self.tags;
        let game = self.play.map(|Play { start, moves, .. }| PgnGame { tags, start, moves });
        Ok(game.filter(|game| !game.tags.is_empty() || !game.moves.is_empty()))
    }
}

impl Play {
    fn next(&mut self, text: &str) -> Result<(), ReadError> {
        let mv = legal(&self.now, text, "correct it or cut the game before it").map_err(|error| {
            let dots = if self.now.side_to_move() == Color::White { "." } else { "..." };
            let value = format!("{}{dots} {text}", self.now.fullmove_number());
            ReadError { value: Some(value), ..error }
        })?;
        self.now.play_unchecked(mv);
        self.moves.push(mv);
        Ok(())
    }
}

fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.is_empty() || after.starts_with(['.', '…']) {
        after.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

fn start(tags: &[(String, String)]) -> Result<Board, ReadError> {
    match (super::value(tags, "FEN"), super::value(tags, "SetUp")) {
        (Some(text), _) => fen(text),
        (None, Some("1")) => Err(ReadError::of(
            "SetUp",
            "announces a position that is not given",
            "add a FEN tag or remove it",
        )),
        (None, _) => Ok(Board::startpos()),
    }
}

#[cfg(test)]
mod tests {
    use super::{PgnGame, pgn};
    use crate::game::{Game, Root};

    fn one(text: &str) -> PgnGame {
        let mut games = pgn(text).unwrap();
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0)
    }

    fn complaint(text: &str) -> String {
        pgn(text).unwrap_err().to_string()
    }

    #[test]
    fn numbers_comments_glyphs_and_variations_do_not_change_the_moves() {
        let plain = one("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *",
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 1-0",
            "1 . e4 1... e5 2. Nf3 2...Nc6 3.Bc4 3…Bc5 4. 0-0! 0-1",
            "% escaped\n1. e4! $1 {good} e5 ; so ) far }\n2. Nf3 ?! Nc6 3. Bc4 Bc5 4. O-O 1/2-1/2",
            "{first} 1. e4 (1. d4 d5 (1... Nf6 {deep (er} 2. nonsense) 2. c4) 1... e5 2. Nf3\n( 2. f4 ) ()\nNc6 3. Bc4 Bc5 4. O-O",
        ] {
            assert_eq!(one(text).moves, plain.moves, "{text}");
        }
    }

    #[test]
    fn games_end_with_result_with_the_next_tags_or_with_the_text() {
        let games =
            pgn("1. e4 1-0 1. d4 *\n[White \"A\"]\n1. c4\n[White \"B\"]\n\n[Black \"C\"] 0-1 1. f4").unwrap();
        let lengths: Vec<_> = games.iter().map(|game| (game.tags.len(), game.moves.len())).collect();
        assert_eq!(lengths, [(0, 1), (0, 1), (1, 1), (2, 0), (0, 1)]);
        assert_eq!(games[3].tag("Black"), Some("C"));
        assert_eq!(games[3].tag("White"), Some("B"));
        assert_eq!(games[3].tag("Site"), None);
    }

    #[test]
    fn a_game_may_begin_anywhere_on_the_board() {
        let game = one("[SetUp \"1\"]\n[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 3 40\"]\n40. a8=Q Kf6 *");
        assert_eq!(game.at_end().board().to_string(), "Q7/8/5k2/8/8/8/8/4K3 w - - 1 41");
        let game = one("[FEN \"1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1\"] 1. O-O-O O-O");
        assert_eq!(format!("{:#}", game.at_end().board()), "1r3rk1/1p4p1/8/8/8/8/1P4P1/2KR2R1 w - - 2 2");
        assert_eq!(one("[FEN \"4k3/8/8/8/8/8/8/4K3 b - -\"]").moves, []);
    }

    #[test]
    fn a_game_is_given_after_any_number_of_its_plies_with_the_positions_before() {
        let game = one("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *");
        for (plies, times) in [(0, 0), (3, 0), (4, 1), (8, 2)] {
            let chess = game.after(plies).unwrap();
            assert_eq!(chess.played(), Root(plies));
            assert_eq!(chess.repetitions(chess.played()).in_game, times, "{plies}");
        }
        assert_eq!(game.at_end().key(), game.after(8).unwrap().key());
        assert!(game.after(9).is_none());
    }

    #[test]
    fn a_wrong_move_is_named_by_line_number_and_notation() {
        assert_eq!(
            complaint("[White \"A\"]\n\n1. e4 e5\n2. Nf9 Nc6"),
            "line 4: `2. Nf9` is not a legal move for White here; correct it or cut the game before it"
        );
        assert_eq!(
            complaint("1. e4 Ke6??"),
            "line 1: `1... Ke6??` is not a legal move for Black here; correct it or cut the game before it"
        );
        assert_eq!(
            complaint("1. Nf3 e5 2. Nc3 e4\n3. Nd4 e3 4. Nb5"),
            "line 2: `4. Nb5` fits more than one legal move here; name the file or the rank the piece comes from"
        );
        assert!(complaint("1. e4 }").starts_with("line 1: `1... }` is not a legal move"));
        assert!(complaint("1. e4 --").starts_with("line 1: `1... --` is not a legal move"));
    }

    #[test]
    fn broken_structure_is_named_by_its_line() {
        for (text, message) in [
            ("", "no game here"),
            ("{nothing} ; at all", "no game here"),
            ("*", "no game here"),
            ("1. e4\n) e5", "line 2: `)` ends no variation"),
            ("1. e4\n(1. d4\n *", "line 2: `(` begins a variation that does not end"),
            ("1. e4\n(1. d4\n[White \"A\"]", "line 2: `(` begins a variation that does not end"),
            ("1. e4\n{ e5", "line 2: `{ e5` begins a comment that does not end"),
            ("1. e4\n[White A]", "line 2: `[White A]` is not a tag"),
            ("[White \"A\"]\n[White \"B\"]", "line 2: `White` is a tag given twice"),
            (
                "[White \"A\"]\n[SetUp \"1\"]\n\n1. e4",
                "line 2: `SetUp` announces a position that is not given",
            ),
            ("[White \"A\"]\n[FEN \"x\"]\n\n1. e4", "line 2: `x` is not a position"),
            ("[White \"A\"]\n[FEN \"x\"]", "line 2: `x` is not a position"),
            ("[FEN \"x\"]\n[SetUp \"1\"]", "line 1: `x` is not a position"),
            ("[SetUp \"1\"]\n[FEN \"x\"]", "line 2: `x` is not a position"),
        ] {
            assert!(complaint(text).starts_with(message), "{}", complaint(text));
        }
    }
}
