//! The engine answers with legal moves, and its lines are true.

use std::time::Duration;

use supplant_search::game::chess::Chess;

use super::engine::{Engine, moves, played, printed};
use crate::common::{run, stdout};

#[test]
fn the_engine_introduces_itself_and_is_ready() {
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
        "joho go depth 1 xyzzy",
        "go rtime 5 depth 2",
        "go depth 1 searchmoves e2e5",
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
    let before = "position fen 4k3/8/3q4/8/4P3/8/P7/4K3 b - - 0 1";
    for only in ["go depth 6 searchmoves a2a3", "setoption name MultiPV value 2\ngo depth 6"] {
        engine.say(&format!("ucinewgame\n{before} moves d6d5"));
        engine.best(only);
        engine.say(&format!("setoption name MultiPV value 1\n{before}"));
        assert_ne!(engine.best("go depth 3"), "d6d5", "the pawn on e4 takes the queen, after {only}");
    }
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

#[test]
fn a_go_without_limits_answers_only_after_stop() {
    let mut engine = Engine::start();
    engine.say("position fen 7k/5QQ1/8/8/8/8/8/K7 b - - 0 1\ngo");
    std::thread::sleep(Duration::from_millis(100));
    engine.say("isready");
    assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    assert_eq!(engine.best("stop"), "0000");
}

#[test]
fn a_search_of_one_worker_is_that_of_the_command_and_forgets_with_the_game() {
    let searched =
        stdout(&run(&["search", "--depth", "6", "--search", "today", "--evaluation", "fitted", "--json"]));
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
    // White is far behind: only the draw by repetition has a value near zero.
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
    for rights in ["KQkq", "GBgb"] {
        engine.say(&format!("position startpos\nposition fen 1r3kr1/8/8/8/8/8/8/1R3KR1 w {rights} - 0 1"));
        assert_eq!(engine.best("go depth 1 searchmoves f1b1"), "f1b1", "{rights}");
    }
}

#[test]
fn a_search_that_is_ended_at_once_does_not_leave_a_queen_where_it_can_be_taken() {
    let mut engine = Engine::start();
    let game = "position fen 4k3/8/8/3q4/4P3/8/P7/4K3 w - - 0 1";
    for go in ["go infinite\nstop", "go wtime 0 btime 0", "go movetime 0", "go ponder\nstop"].repeat(5) {
        engine.say(&format!("ucinewgame\n{game}\n{go}"));
        let lines = engine.until("bestmove");
        assert!(lines.last().unwrap().starts_with("bestmove e4d5"), "{go}: {lines:?}");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth 1 ") && line.contains(" score ")),
            "{lines:?}"
        );
    }
    assert_eq!(engine.best(&format!("ucinewgame\n{game}\ngo nodes 0")), "a2a3");
}

#[test]
fn what_comes_between_stop_and_the_answer_is_done_after_it_in_order() {
    let mut engine = Engine::start();
    for _ in 0..20 {
        engine.say(
            "position startpos\ngo infinite\nstop\nposition startpos moves e2e4\ngo infinite\nstop\nisready",
        );
        let lines = engine.until("readyok");
        let best: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert_eq!(best.len(), 2, "{lines:?}");
        let mut game = Chess::default();
        assert_eq!(played(&mut game.clone(), &best[0][..4]), 1);
        assert_eq!(played(&mut game, &format!("e2e4 {}", &best[1][..4])), 2, "{best:?}");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{lines:?}");
    }
}

#[test]
fn of_several_workers_and_of_several_lines_too_the_move_that_is_played_begins_the_last() {
    let mut engine = Engine::start();
    for (threads, lines) in [(4, 1), (1, 3)] {
        engine.say(&format!("setoption name Threads value {threads}\nsetoption name MultiPV value {lines}"));
        the_move_that_is_played_begins_the_last_line(&mut engine);
    }
}

fn the_move_that_is_played_begins_the_last_line(engine: &mut Engine) {
    for moves in ["e2e4", "d2d4 d7d5", "g1f3 g8f6 c2c4", "e2e4 e7e5 g1f3 b8c6", "e2e4 c7c5"].repeat(8) {
        engine.say(&format!("ucinewgame\nposition startpos moves {moves}\ngo movetime 60"));
        let lines = engine.until("bestmove");
        let is_best = |line: &&String| !line.contains(" multipv ") || line.contains(" multipv 1 ");
        let last = lines.iter().filter(is_best).rev().find_map(|line| line.split_once(" pv ")).unwrap().1;
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert_eq!(last.split(' ').next(), best.split(' ').next(), "{moves}: {lines:?}");
    }
}
