//! Reads a line of the Universal Chess Interface, without knowledge of chess.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Option<String>, Vec<String>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    SetOption(String, String),
    Quit,
    Nothing,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub mate: Option<u64>,
    pub movetime: Option<Duration>,
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u64>,
    pub infinite: bool,
    pub ponder: bool,
    pub moves: Vec<String>,
    pub unknown: Option<String>,
}

impl Go {
    pub(super) fn is_endless(&self, side: usize) -> bool {
        self.depth.or(self.nodes).or(self.mate).is_none() && self.movetime.or(self.time[side]).is_none()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Go,
    Position,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    pub kind: CommandKind,
    pub why: String,
}

/// Reads a line. No text makes it panic.
///
/// Unknown words before the command and in `go` are ignored, as the protocol asks. A `go` with only
/// unknown words is refused, because without limits it would search until stopped.
///
/// # Errors
/// If the line has no command, or if one of its values is invalid. The reason is on one line.
///
/// ```
/// use supplant_cli::uci::{Command, parse};
/// assert_eq!(parse("  isready \r"), Ok(Command::IsReady));
/// let Ok(Command::Go(go)) = parse("go depth 7 searchmoves e2e4") else { panic!() };
/// assert_eq!((go.depth, go.moves.len()), (Some(7), 1));
/// assert_eq!(parse("well isready"), Ok(Command::IsReady));
/// assert!(parse("go depth seven").is_err());
/// ```
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let mut words = line.split_whitespace();
    let refused = |kind| move |why| CommandError { kind, why };
    let mut unknown = None;
    while let Some(word) = words.next() {
        return match word {
            "debug" | "register" => Ok(Command::Nothing),
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "quit" => Ok(Command::Quit),
            "position" => position(&words.collect::<Vec<_>>()).map_err(refused(CommandKind::Position)),
            "setoption" => set_option(&words.collect::<Vec<_>>(), line).map_err(refused(CommandKind::Other)),
            "go" => go(words).map(|go| Command::Go(go.into())).map_err(refused(CommandKind::Go)),
            word => {
                unknown.get_or_insert(word);
                continue;
            }
        };
    }
    unknown.map_or(Ok(Command::Nothing), |word| {
        Err(refused(CommandKind::Other)(format!("{} is not a command; uci lists the options", quoted(word))))
    })
}

pub(super) fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    let shown: String = word.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect();
    let more = if word.chars().count() > SHOWN { "…" } else { "" };
    format!("`{shown}{more}`")
}

fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves = words.iter().skip(end + 1).map(|&word| word.to_owned()).collect();
    match words[..end] {
        ["startpos"] => Ok(Command::Position(None, moves)),
        // Without `moves`, a search from the initial position would search the wrong position.
        ["startpos", word, ..] => Err(format!("position: {} after startpos; say moves first", quoted(word))),
        ["fen", ref fields @ ..] => Ok(Command::Position(Some(fields.join(" ")), moves)),
        _ => Err("position: say startpos or fen, then moves".to_owned()),
    }
}

fn set_option(words: &[&str], line: &str) -> Result<Command, String> {
    let ["name", words @ ..] = words else {
        return Err("setoption: say name NAME value VALUE".to_owned());
    };
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    // As written, because a file name may have two blanks in a row.
    let begins = words.get(end + 1).map(|first| first.as_ptr() as usize - line.as_ptr() as usize);
    let value = begins.map_or("", |begins| line[begins..].trim_end());
    Ok(Command::SetOption(words[..end].join(" "), value.to_owned()))
}

fn go(words: std::str::SplitWhitespace<'_>) -> Result<Go, String> {
    let (mut go, mut words, mut is_understood) = (Go::default(), words.peekable(), false);
    while let Some(word) = words.next() {
        let before = is_understood;
        is_understood = true;
        let mut value = || whole(word, words.next());
        match word {
            "depth" => go.depth = Some(natural(value()?)),
            "nodes" => go.nodes = Some(natural(value()?)),
            "mate" => go.mate = Some(natural(value()?)),
            "movetime" => go.movetime = Some(milliseconds(value()?)),
            "wtime" => go.time[0] = Some(milliseconds(value()?)),
            "btime" => go.time[1] = Some(milliseconds(value()?)),
            "winc" => go.increment[0] = milliseconds(value()?),
            "binc" => go.increment[1] = milliseconds(value()?),
            "movestogo" => go.moves_to_go = Some(natural(value()?)),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| looks_like_a_move(word)) {
                    go.moves.push(mv.to_owned());
                }
            }
            _ => {
                go.unknown.get_or_insert_with(|| quoted(word));
                is_understood = before;
            }
        }
    }
    match go.unknown {
        Some(word) if !is_understood => Err(format!("go: unknown parameter {word}; leave it out")),
        _ => Ok(go),
    }
}

fn looks_like_a_move(word: &str) -> bool {
    let is_square = |at: &[u8]| matches!(at, [b'a'..=b'h', b'1'..=b'8']);
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && is_square(&bytes[..2]) && is_square(&bytes[2..4])
}

fn whole(name: &str, word: Option<&str>) -> Result<i64, String> {
    let Some(word) = word else { return Err(format!("go: {name} has no value; give a whole number")) };
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("go: {name}: {} is not a whole number", quoted(word)));
    }
    let beyond = if digits.len() < word.len() { i64::MIN } else { i64::MAX };
    Ok(word.parse().unwrap_or(beyond))
}

fn natural(number: i64) -> u64 {
    number.max(0).unsigned_abs()
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(natural(number))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Command, CommandKind, Go, parse};

    fn go(line: &str) -> Go {
        match parse(line) {
            Ok(Command::Go(go)) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_limit_of_go_is_read() {
        let ms = |ms| Some(Duration::from_millis(ms));
        let read =
            go("go wtime 1000 btime -5 winc 10 binc 20 movestogo 7 depth 9 nodes 100 mate 3 movetime 50");
        assert_eq!((read.time, read.increment), ([ms(1000), ms(0)], [ms(10), ms(20)].map(Option::unwrap)));
        assert_eq!((read.moves_to_go, read.depth, read.nodes), (Some(7), Some(9), Some(100)));
        assert_eq!((read.mate, read.movetime, read.infinite, read.ponder), (Some(3), ms(50), false, false));
        let read = go("go infinite searchmoves e2e4 a7a8q depth 3 ponder");
        assert_eq!((read.moves, read.depth), (vec!["e2e4".to_owned(), "a7a8q".to_owned()], Some(3)));
        assert!(read.infinite && read.ponder);
    }

    #[test]
    fn numbers_beyond_64_bits_are_the_last_there_are() {
        assert_eq!(go("go nodes 99999999999999999999999").nodes, Some(i64::MAX as u64));
        assert_eq!(go("go wtime -99999999999999999999999").time[0], Some(Duration::ZERO));
    }

    #[test]
    fn what_is_wrong_is_said_with_the_word_and_whether_a_move_is_waited_for() {
        for (line, kind, said) in [
            ("go depth", CommandKind::Go, "no value"),
            ("go depth x", CommandKind::Go, "`x`"),
            ("go depth -", CommandKind::Go, "`-`"),
            ("go sideways", CommandKind::Go, "`sideways`"),
            ("position", CommandKind::Position, "startpos"),
            ("position moves e2e4", CommandKind::Position, "startpos"),
            ("position startpos e2e4", CommandKind::Position, "`e2e4` after startpos"),
            ("setoption Hash", CommandKind::Other, "name NAME"),
            ("xyzzy", CommandKind::Other, "`xyzzy`"),
        ] {
            let refused = parse(line).expect_err(line);
            assert!(refused.kind == kind && refused.why.contains(said), "{line}: {refused:?}");
        }
        let long = parse(&"é\u{7}".repeat(1000)).expect_err("no command").why;
        assert!(long.chars().count() < 100 && !long.contains('\u{7}'), "{long}");
    }

    #[test]
    fn words_that_mean_nothing_are_left_out_where_others_mean_something() {
        assert_eq!((parse("joho stop"), parse("joho\t quit now")), (Ok(Command::Stop), Ok(Command::Quit)));
        let read = go("joho go rtime 5 depth 3 xyzzy");
        assert_eq!((read.depth, read.unknown.as_deref()), (Some(3), Some("`rtime`")));
        assert_eq!(go("go depth 3").unknown, None);
        // Alone, these words would start a search without limits.
        assert!(parse("go perft 5").is_err() && parse("go").is_ok());
    }

    #[test]
    fn names_and_values_of_options_may_have_spaces() {
        let read = |line| parse(line).expect("an option");
        let option = |name: &str, value: &str| Command::SetOption(name.to_owned(), value.to_owned());
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(read("setoption name Some File value /a b/c"), option("Some File", "/a b/c"));
        assert_eq!(read("setoption name Some File value  /a  b/c \r"), option("Some File", "/a  b/c"));
        assert_eq!(read("setoption name"), option("", ""));
    }

    #[test]
    fn a_position_has_a_start_and_moves() {
        let of = |fen: Option<&str>, moves: &[&str]| {
            Command::Position(fen.map(str::to_owned), moves.iter().map(|&mv| mv.to_owned()).collect())
        };
        assert_eq!(parse("position startpos moves e2e4 e7e5"), Ok(of(None, &["e2e4", "e7e5"])));
        assert_eq!(parse("position fen 8/8 w  - - moves"), Ok(of(Some("8/8 w - -"), &[])));
    }
}
