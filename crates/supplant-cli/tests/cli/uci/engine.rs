use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use supplant_search::game::chess::{Chess, Move};
use supplant_search::game::{Game, Ranked};

use crate::common::supplant;

/// Nothing here takes longer on the slowest machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const SOON: Duration = Duration::from_secs(5);

pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) input: Option<ChildStdin>,
    pub(crate) lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut child = supplant(&["uci"]).stdin(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let (said, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| said.send(line)));
        Self { child, input, lines }
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("no {beginning}: {error}; {lines:?}"),
            }
        }
        lines
    }

    pub(crate) fn best(&mut self, go: &str) -> String {
        self.say(go);
        self.until("bestmove").pop().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    pub(crate) fn end(mut self) -> (Duration, String) {
        let begun = Instant::now();
        let code = self.child.wait().unwrap().code();
        assert_eq!(code, Some(0));
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (begun.elapsed(), said)
    }
}

pub(crate) fn moves(game: &Chess) -> Vec<Move> {
    let mut moves: Vec<Ranked<Move>> = Vec::new();
    game.moves(&mut moves);
    moves.into_iter().map(|ranked| ranked.mv).collect()
}

pub(crate) fn played(game: &mut Chess, line: &str) -> usize {
    let play = |word: &str| {
        let mv = moves(game).into_iter().find(|&mv| game.uci(mv) == word)?;
        game.play(mv);
        Some(())
    };
    line.split_whitespace().map_while(play).count()
}

pub(crate) fn printed(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.say(go);
    timeless(&engine.until("bestmove"))
}

pub(crate) fn timeless(lines: &[String]) -> Vec<String> {
    let told = lines.iter().filter(|line| line.contains(" pv ") || line.starts_with("bestmove"));
    let timeless = |line: &String| {
        let words: Vec<_> = line.split(' ').collect();
        let is_time = |i: usize| i > 0 && ["time", "nps", "seldepth", "hashfull"].contains(&words[i - 1]);
        (0..words.len()).filter(|&i| !is_time(i)).map(|i| words[i]).collect::<Vec<_>>().join(" ")
    };
    told.map(timeless).collect()
}
