//! The engine as programs that play have it: a process that is spoken to in lines.

#![cfg(feature = "lab")]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use common::{run, stdout, supplant};
use proptest::prelude::*;
use supplant::game::chess::{Chess, Move};
use supplant::game::{Game, Ranked};
use supplant::uci::parse;

/// Longer than anything here takes on the slowest of machines.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let (said, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| said.send(line)));
        Self { child, input, lines }
    }

    fn say(&mut self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// All lines up to the first that begins so, itself included.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no {beginning}: {error}; {lines:?}"),
            }
        }
        lines
    }

    fn best(&mut self, go: &str) -> String {
        self.say(go);
        self.until("bestmove").pop().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// How long it takes to end, and what it says to people.
    fn end(mut self) -> (Duration, String) {
        let begun = Instant::now();
        let code = self.child.wait().unwrap().code();
        assert_eq!(code, Some(0));
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (begun.elapsed(), said)
    }
}

/// Soon, for a machine under load.
const SOON: Duration = Duration::from_secs(5);

fn moves(game: &Chess) -> Vec<Move> {
    let mut moves: Vec<Ranked<Move>> = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|ranked| ranked.mv).collect()
}

/// Plays a line as it is printed; the number of moves that were legal.
fn played(game: &mut Chess, line: &str) -> usize {
    let play = |word: &str| {
        let mv = moves(game).into_iter().find(|&mv| game.uci(mv) == word)?;
        game.play(mv);
        Some(())
    };
    line.split_whitespace().map_while(play).count()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let mut engine = Engine::start();
    engine.say("uci");
    let said = engine.until("uciok");
    assert!(said[0].starts_with("id name supplant"), "{said:?}");
    for option in
        ["Hash", "Threads", "Scheme", "Bucket", "Preset", "Clear Hash", "MultiPV", "Ponder", "UCI_Chess960"]
    {
        assert!(said.iter().any(|line| line.starts_with(&format!("option name {option} type"))), "{option}");
    }
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("quit");
    assert_eq!(engine.end().1, "");
}

#[test]
fn every_go_has_one_answer_and_it_is_legal() {
    let mut engine = Engine::start();
    let game = Chess::default();
    let asked = [
        "go depth 4",
        "go nodes 5000",
        "go nodes 0",
        "go movetime 20",
        "go movetime 0",
        "go wtime 1000 btime 1000 winc 10 binc 10",
        "go wtime 0 btime 0",
        "go wtime -100 btime -100 movestogo 1",
        "go depth 3 wtime 99999999999999999999999 btime 1",
        "go infinite depth 2\nstop",
        "go infinite\nstop\nstop",
        "go ponder wtime 100 btime 100\nponderhit",
        "go ponder depth 1\nponderhit",
        "go ponder movetime 10\nstop",
        "go infinite\ngo depth 3\ngo sideways\nstop",
        "stop\nponderhit\ngo depth 2",
        "setoption name Threads value 4\ngo movetime 100",
        "setoption name MultiPV value 3\ngo depth 3",
        "go movetime 30",
        "go nodes 3000",
        "setoption name MultiPV value 1\ngo depth 1 searchmoves a2a3 e7e5 xyzzy1",
    ];
    for go in &asked[..asked.len() - 1] {
        let best = engine.best(go);
        assert!(moves(&game).iter().any(|&mv| game.uci(mv) == best), "{go}: {best}");
    }
    assert_eq!(engine.best("go depth 2 searchmoves a2a3 e7e5"), "a2a3");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"], "nothing more is said");
    // The control: a go that is none has an answer that is no move.
    assert_eq!(engine.best("go depth seven"), "0000");
}

#[test]
fn an_infinite_search_and_a_pondering_one_hold_their_answer() {
    for (go, release) in [("go infinite depth 1", "stop"), ("go ponder depth 1", "ponderhit")] {
        let mut engine = Engine::start();
        engine.say(go);
        engine.until("info depth 1");
        std::thread::sleep(Duration::from_millis(100));
        engine.say("isready");
        assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")), "{go}");
        assert_ne!(engine.best(release), "0000");
    }
}

#[test]
fn there_is_no_move_where_the_game_is_over() {
    let mut engine = Engine::start();
    for fen in ["7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        engine.say(&format!("position fen {fen}"));
        assert_eq!(engine.best("go depth 3"), "0000", "{fen}");
        assert_eq!(engine.best("go infinite\nstop"), "0000", "{fen}");
    }
}

/// What a search of fixed work printed, but for what depends on when it was printed.
fn printed(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.say(go);
    let lines = engine.until("bestmove");
    let told = lines.iter().filter(|line| !line.starts_with("info string") && !line.contains("currmove"));
    let timeless = |line: &String| {
        let words: Vec<_> = line.split(' ').collect();
        let is_time = |i: usize| i > 0 && ["time", "nps", "seldepth", "hashfull"].contains(&words[i - 1]);
        (0..words.len()).filter(|&i| !is_time(i)).map(|i| words[i]).collect::<Vec<_>>().join(" ")
    };
    told.map(timeless).collect()
}

#[test]
fn nothing_that_is_read_changes_a_search_under_way() {
    const GO: &str = "go nodes 400000";
    let undisturbed = printed(&mut Engine::start(), GO);
    assert!(undisturbed.len() > 4, "{undisturbed:?}");
    let disturbed = "position startpos moves e2e4\nsetoption name Threads value 2\nsetoption name Hash value 1\nucinewgame\n\
                     setoption name Clear Hash\ngo depth 1\nposition fen nonsense\nxyzzy \0\nsetoption name Preset value none";
    assert_eq!(printed(&mut Engine::start(), &format!("{GO}\n{disturbed}")), undisturbed);
    // The control: what comes before does.
    let other = format!("position startpos moves e2e4\n{GO}");
    assert_ne!(printed(&mut Engine::start(), &other), undisturbed);
}

#[test]
fn a_search_of_one_worker_is_that_of_the_command_and_forgets_with_the_game() {
    let searched = stdout(&run(&["search", "--depth", "6", "--search", "modern", "--json"]));
    let outcome: serde_json::Value = serde_json::from_str(searched.lines().last().unwrap()).unwrap();
    let mut engine = Engine::start();
    let first = printed(&mut engine, "go depth 6");
    let nodes = format!(" nodes {} ", outcome["nodes"]);
    assert!(
        first.iter().any(|line| line.starts_with("info depth 6") && line.contains(&nodes)),
        "{nodes}{first:?}"
    );
    assert_ne!(printed(&mut engine, "go depth 6"), first, "table and history live on");
    assert_eq!(printed(&mut engine, "ucinewgame\ngo depth 6"), first);
    assert_eq!(printed(&mut engine, "setoption name Clear Hash\ngo depth 6"), first);
}

#[test]
fn lines_are_legal_their_mates_counted_and_several_differ() {
    let mut engine = Engine::start();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    engine.say(&format!("position fen {fen}\nsetoption name MultiPV value 3\ngo depth 4"));
    let lines = engine.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove h5f7");
    let last: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    assert!(
        last.len() == 3 && last[0].contains(" multipv 1 score mate 1 ") && last[2].contains(" multipv 3 ")
    );
    let mut first: Vec<_> =
        last.iter().map(|line| line.split_once(" pv ").unwrap().1[..4].to_owned()).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 3);
    for line in lines.iter().filter_map(|line| Some(line.split_once(" pv ")?.1)) {
        assert_eq!(played(&mut fen.parse().unwrap(), line), line.split(' ').count(), "{line}");
    }
    assert_eq!(played(&mut fen.parse().unwrap(), "h5f7 e8f7"), 1, "the control: what is not legal is seen");
    engine.say("setoption name MultiPV value 1");
    engine.say("position fen 6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1\ngo mate 1");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove b1b8");
}

#[test]
fn the_moves_before_the_position_count() {
    // White is far behind, and has a check that repeats: the third time it is a draw, and nothing else is near it.
    let start = "position fen 6k1/5pp1/8/8/8/8/rr5P/3Q3K w - - 0 1 moves d1d8 g8h7 d8h4 h7g8";
    let mut engine = Engine::start();
    let mut value = |moves: &str| {
        let searched =
            printed(&mut engine, &format!("ucinewgame\n{start}{moves}\ngo depth 1 searchmoves h4d8"));
        searched.iter().rfind(|line| line.starts_with("info depth 1 ")).unwrap().contains(" score cp 0 ")
    };
    let again = " h4d8 g8h7 d8h4 h7g8";
    assert_eq!([value(""), value(&again.repeat(2))], [false, true]);
}

#[test]
fn castling_is_written_as_the_program_that_plays_asks_for_it() {
    let mut engine = Engine::start();
    engine.say("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(engine.best("go depth 1 searchmoves e1g1"), "e1g1");
    assert_eq!(engine.best("setoption name UCI_Chess960 value true\ngo depth 1 searchmoves e1h1"), "e1h1");
    engine.say("position fen 1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1");
    assert_eq!(engine.best("go depth 1 searchmoves f1b1"), "f1b1");
}

#[test]
fn broken_input_is_answered_and_nothing_ends() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4");
    engine.say_bytes(&[b'x'; 10 << 20]);
    for bytes in
        [&b"\n"[..], b"\0\xff\xfe go \xc3\n", b"position fen \xf0\x9f\n", b"go depth 1e9999\n", b"\r\n\n"]
    {
        engine.say_bytes(bytes);
    }
    for line in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999999999999 1",
        "position startpos moves e2e5",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash value 33554432",
        "setoption",
    ] {
        engine.say(line);
    }
    engine.say("isready");
    let said = engine.until("readyok");
    assert!(
        said.len() >= 10
            && said
                .iter()
                .rev()
                .skip(1)
                .all(|line| line.starts_with("info string") || line == "bestmove 0000"),
        "{said:?}"
    );
    // The position is still that after 1. e4.
    let best = engine.best("go depth 2");
    let mut game = Chess::default();
    assert_eq!(played(&mut game, "e2e4"), 1);
    assert!(moves(&game).iter().any(|&mv| game.uci(mv) == best), "{best}");
}

#[test]
fn it_ends_at_once_when_told_to_or_when_nobody_is_there_whatever_it_does() {
    for go in [
        "isready",
        "go infinite",
        "setoption name Threads value 8\ngo infinite",
        "setoption name MultiPV value 9\ngo ponder",
    ] {
        let begin = || {
            let mut engine = Engine::start();
            engine.say(&format!("{go}\nisready"));
            engine.until("readyok");
            engine
        };
        let mut told = begin();
        told.say("quit");
        let mut unspoken = begin();
        drop(unspoken.input.take());
        for engine in [told, unspoken] {
            let (took, said) = engine.end();
            assert!(took < SOON && said.is_empty(), "{go}: {took:?} {said}");
        }
    }
}

#[test]
fn it_ends_when_nobody_reads_what_it_says() {
    let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    drop(child.stdout.take());
    input.write_all(b"go infinite\n").unwrap();
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(begun.elapsed() < SOON && said.is_empty(), "{said}");
}

/// Words of the protocol, and others, in any order.
fn words() -> impl Strategy<Value = String> {
    let known = "uci go position startpos fen moves setoption name value depth nodes wtime btime movestogo infinite ponder mate searchmoves \
                 e2e4 a7a8q - -1 7 99999999999999999999 stop \0 é";
    let known: Vec<_> = known.split(' ').map(str::to_owned).collect();
    prop::collection::vec(prop_oneof![prop::sample::select(known), any::<String>()], 0..12)
        .prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_line_makes_the_reader_panic_and_refusals_are_one_short_line(line in words()) {
        if let Err(refused) = parse(&line) {
            prop_assert_eq!(refused.why.lines().count(), 1);
            prop_assert!(refused.why.chars().count() < 120, "{}", refused.why);
            prop_assert_eq!(refused.is_go, line.split_whitespace().next() == Some("go"));
        }
    }
}

/// Nodes that the last line of a search tells.
fn nodes(lines: &[String]) -> u64 {
    let told = lines.iter().rev().find_map(|line| line.split_once(" nodes ")).expect("it tells its nodes");
    told.1.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_table_is_saved_and_loaded_by_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a table");
    let search = |engine: &mut Engine| {
        engine.say("go depth 8");
        nodes(&engine.until("bestmove"))
    };
    let mut engine = Engine::start();
    engine.say("setoption name Save Table\nisready");
    assert!(engine.until("readyok").iter().any(|line| line.contains("set Table File first")));
    engine.say(&format!("setoption name Table File value {}", path.display()));
    let first = search(&mut engine);
    engine.say("setoption name Save Table\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.say("quit");

    let mut engine = Engine::start();
    engine.say(&format!("setoption name Hash value 1\nsetoption name Table File value {}", path.display()));
    engine.say("setoption name Load Table\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    let second = search(&mut engine);
    assert!(second * 3 < first, "{first} nodes, then {second}");
    // Control: a new game has forgotten it.
    engine.say("ucinewgame");
    assert_eq!(search(&mut engine), first);
    // What is no table is told, and the engine goes on.
    std::fs::write(&path, "no table").unwrap();
    engine.say("setoption name Load Table\nisready");
    assert!(engine.until("readyok").iter().any(|line| line.contains("no table of supplant; check the name")));
    engine.say("quit");
    assert_eq!(engine.end().1, "");
}
