//! No input changes a search in progress, or ends the session.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use proptest::prelude::*;
use supplant_cli::uci::{Command, parse, serve};

use super::broken::words;
use super::engine::{Engine, PATIENCE, printed, timeless};

#[test]
fn nothing_that_is_read_changes_a_search_under_way() {
    const GO: &str = "go nodes 400000";
    let undisturbed = printed(&mut Engine::start(), GO);
    assert!(undisturbed.len() > 4, "{undisturbed:?}");
    let disturbed = "position startpos moves e2e4\nsetoption name Threads value 2\nsetoption name Hash value 1\nucinewgame\n\
                     setoption name Clear Hash\ngo depth 1\nposition fen nonsense\nxyzzy \0\nsetoption name Preset value none";
    assert_eq!(printed(&mut Engine::start(), &format!("{GO}\n{disturbed}")), undisturbed);
    let other = format!("position startpos moves e2e4\n{GO}");
    assert_ne!(printed(&mut Engine::start(), &other), undisturbed);
}

struct Session {
    input: Sender<Vec<u8>>,
    lines: Receiver<String>,
    ended: std::thread::JoinHandle<Result<(), String>>,
}

struct Pieces(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.1.is_empty() {
            let Ok(piece) = self.0.recv() else { return Ok(0) };
            self.1 = piece;
        }
        let taken = self.1.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.1[..taken]);
        self.1.drain(..taken);
        Ok(taken)
    }
}

struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            self.0.send(line).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Session {
    fn start() -> Self {
        let ((input, pieces), (said, lines)) = (channel(), channel());
        let ended = std::thread::spawn(|| serve(|| Pieces(pieces, Vec::new()), Lines(said, Vec::new())));
        Self { input, lines, ended }
    }

    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while !lines.last().is_some_and(|line| line.starts_with(beginning)) {
            lines.push(self.lines.recv_timeout(PATIENCE).expect("it goes on"));
        }
        lines
    }

    fn finds(text: &str) -> Vec<String> {
        let session = Self::start();
        session.input.send(text.as_bytes().to_vec()).unwrap();
        let found = timeless(&session.until("bestmove"));
        session.end();
        found
    }

    fn end(self) {
        drop(self.input);
        assert_eq!(self.ended.join().expect("nothing panics"), Ok(()));
    }
}

fn noise() -> impl Strategy<Value = String> {
    let commands = [
        "position startpos moves e2e4",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "go depth 1",
        "go infinite",
        "isready",
        "uci",
    ];
    let line = prop_oneof![prop::sample::select(commands.map(str::to_owned).to_vec()), words()];
    let is_noise = |line: &String| {
        line.lines()
            .all(|line| !matches!(parse(line), Ok(Command::Stop | Command::PonderHit | Command::Quit)))
    };
    prop::collection::vec(line.prop_filter("it does not end the search", is_noise), 0..8)
        .prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_lines_change_a_search_under_way(noise in noise()) {
        const GO: &str = "go nodes 20000";
        prop_assert_eq!(Session::finds(&format!("{GO}\n{noise}\n")), Session::finds(&format!("{GO}\n")));
    }

    #[test]
    fn no_bytes_end_a_session(noise in prop::collection::vec(any::<u8>(), 0..2000), lines in noise()) {
        let session = Session::start();
        let text = [&noise[..], b"\n", lines.as_bytes(), b"\nstop\nisready\n"].concat();
        session.input.send(text).unwrap();
        session.until("readyok");
        session.end();
    }
}
