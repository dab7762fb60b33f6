//! A client of any engine that speaks UCI.
//!
//! Every wait has a deadline. An engine that hangs, ends, or says something else is answered with an
//! [`EngineError`], and its process is killed when the [`Engine`] is dropped.

mod error;
mod process;
mod told;

pub use error::EngineError;
pub use told::{EngineOption, MOST_NODES, OptionKind};

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::words::quoted;
use error::HANDSHAKE;
use process::{EngineLine, EngineProcess, Silence, deadline};
use told::SearchInfo;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.as_os_str();
        let words = std::iter::once(program).chain(self.arguments.iter().map(OsString::as_os_str));
        let words: Vec<_> = words.map(|word| quoted(&word.to_string_lossy())).collect();
        write!(f, "{}", words.join(" "))
    }
}

/// How long to wait for an engine before it counts as hung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For an answer without a search.
    pub answer: Duration,
    /// For a search that time does not limit, and for one that it does beyond that time.
    pub search: Duration,
}

impl Default for Patience {
    /// Chosen, not measured: some engines load a large network first.
    fn default() -> Self {
        Self { answer: Duration::from_secs(30), search: Duration::from_secs(600) }
    }
}

impl From<Duration> for Patience {
    fn from(each: Duration) -> Self {
        Self { answer: each, search: each }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineLimit {
    Depth(u32),
    Nodes(u64),
    Time(Duration),
}

impl EngineLimit {
    /// The command of UCI.
    #[must_use]
    pub fn told(self) -> String {
        match self {
            Self::Depth(plies) => format!("go depth {plies}"),
            Self::Nodes(nodes) => format!("go nodes {nodes}"),
            Self::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
        }
    }
}

/// The numbers that an engine reported of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    /// Plies of the last whole iteration.
    pub depth: Option<u32>,
    pub nodes: u64,
    /// From `go` to the line with these nodes. An engine that is stopped by time or nodes may print
    /// its last line long before its move.
    pub nodes_ns: u64,
    /// From `go` to `bestmove`.
    pub elapsed_ns: u64,
    /// Occupied part of the table, in thousandths.
    pub hashfull: Option<u16>,
}

/// More lines than that are not kept of an engine that talks without end.
const MOST_SAID: usize = 20;

pub struct Engine<'a> {
    process: EngineProcess,
    patience: Patience,
    /// Asked while the engine is waited for; false ends the wait.
    goes_on: &'a dyn Fn() -> bool,
    name: String,
    options: Vec<EngineOption>,
}

impl<'a> Engine<'a> {
    /// Starts the program and waits until it has told its name and its options.
    ///
    /// # Errors
    /// If it cannot be started, ends, or does not say `uciok` in time.
    pub fn start(
        command: &EngineCommand,
        patience: Patience,
        goes_on: &'a dyn Fn() -> bool,
    ) -> Result<Self, EngineError> {
        let process = EngineProcess::start(command).map_err(EngineError::CannotStart)?;
        let name = command.program.file_stem().map(|stem| in_one_line(&stem.to_string_lossy()));
        let mut engine =
            Self { process, patience, goes_on, name: name.unwrap_or_default(), options: Vec::new() };
        engine.process.say("uci");
        let awaited = Awaited::new("uciok", HANDSHAKE, patience.answer);
        loop {
            let line = engine.hear(awaited)?.text;
            let name = line.strip_prefix("id name ").map(in_one_line);
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                engine.name = name;
            } else if let Some(option) = EngineOption::read(&line) {
                engine.options.push(option);
            } else if line.trim() == "uciok" {
                return Ok(engine);
            }
        }
    }

    /// The name that the engine gave itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Case does not matter, as in UCI.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.is_called(name))
    }

    /// Sets an option, or presses a button. UCI has no answer to it; call [`Self::ready`] before a
    /// search.
    ///
    /// # Errors
    /// If the engine has no such option, or told that it does not accept the value.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let Some(option) = self.option(name) else {
            let known = self.options.iter().map(|option| option.name.clone()).collect();
            return Err(EngineError::NoOption { asked: name.to_owned(), known });
        };
        if let Some(accepted) = option.refuses(value) {
            let (option, value) = (option.name.clone(), value.unwrap_or_default().to_owned());
            return Err(EngineError::BadValue { option, value, accepted });
        }
        let value = value.map_or_else(String::new, |value| format!(" value {value}"));
        let line = format!("setoption name {}{value}", option.name);
        self.process.say(&line);
        Ok(())
    }

    /// Tells the engine that the next position is of another game, and empties its table.
    pub fn new_game(&mut self) {
        self.process.say("ucinewgame");
        if self.option("Clear Hash").is_some_and(|option| option.kind == OptionKind::Button) {
            self.process.say("setoption name Clear Hash");
        }
    }

    /// Waits until the engine has done what it was told, and returns what it said in `info string`
    /// meanwhile.
    ///
    /// # Errors
    /// If it ends, or does not say `readyok` in time.
    pub fn ready(&mut self) -> Result<Vec<String>, EngineError> {
        self.process.say("isready");
        let awaited = Awaited::new("readyok", "before it said `readyok`", self.patience.answer);
        let mut said = Vec::new();
        loop {
            let line = self.hear(awaited)?.text;
            if line.trim() == "readyok" {
                return Ok(said);
            }
            if let Some(words) = line.strip_prefix("info string ").filter(|_| said.len() < MOST_SAID) {
                said.push(words.trim().to_owned());
            }
        }
    }

    /// # Errors
    /// If the engine ends, does not say `bestmove` in time, has no move, or tells no nodes.
    pub fn search(&mut self, fen: &str, limit: EngineLimit) -> Result<EngineAnswer, EngineError> {
        let patience = match limit {
            EngineLimit::Time(time) => self.patience.search.saturating_add(time),
            EngineLimit::Depth(_) | EngineLimit::Nodes(_) => self.patience.search,
        };
        self.process.say(&format!("position fen {fen}"));
        let begun = Instant::now();
        self.process.say(&limit.told());
        let (mut last, mut nodes_ns) = (SearchInfo::default(), 0);
        let awaited = Awaited::new("bestmove", "in a search", patience);
        loop {
            let EngineLine { text, at } = self.hear(awaited)?;
            let elapsed_ns = at.saturating_duration_since(begun).as_nanos() as u64;
            if let Some(info) = SearchInfo::read(&text) {
                if info.nodes.is_some() {
                    nodes_ns = elapsed_ns;
                }
                last = SearchInfo {
                    depth: info.depth.or(last.depth),
                    nodes: info.nodes.or(last.nodes),
                    hashfull: info.hashfull.or(last.hashfull),
                };
            } else if let Some(best) = text.strip_prefix("bestmove") {
                let best = best.split_whitespace().next().unwrap_or("0000");
                if ["0000", "(none)", "NULL"].contains(&best) {
                    return Err(EngineError::NoMove);
                }
                let nodes = last.nodes.filter(|&nodes| nodes > 0).ok_or(EngineError::NoNodes)?;
                let SearchInfo { depth, hashfull, .. } = last;
                return Ok(EngineAnswer {
                    depth,
                    nodes,
                    nodes_ns: nodes_ns.max(1),
                    elapsed_ns: elapsed_ns.max(1),
                    hashfull,
                });
            }
        }
    }

    pub fn quit(mut self) {
        self.process.quit();
    }

    fn hear(&mut self, awaited: Awaited) -> Result<EngineLine, EngineError> {
        let Awaited { word, during, patience, until } = awaited;
        self.process.hear(until, self.goes_on).map_err(|silence| match silence {
            Silence::Stopped => EngineError::Stopped,
            Silence::Late => EngineError::Silent { awaited: word, waited: patience },
            Silence::Ended => EngineError::Ended {
                during,
                how: self.process.how_it_ended(),
                wrote: self.process.last_words(),
            },
        })
    }
}

/// The name of an engine as one line of a file: blanks and control characters become one blank, and a
/// name that is too long is cut.
fn in_one_line(name: &str) -> String {
    /// Letters. Chosen, not measured.
    const LONGEST: usize = 80;
    let words = name.split(|letter: char| letter.is_whitespace() || letter.is_control());
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

/// The answer that an engine is waited for, and the deadline.
#[derive(Clone, Copy)]
struct Awaited {
    word: &'static str,
    during: &'static str,
    patience: Duration,
    until: Instant,
}

impl Awaited {
    fn new(word: &'static str, during: &'static str, patience: Duration) -> Self {
        Self { word, during, patience, until: deadline(patience) }
    }
}

impl fmt::Debug for Engine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).finish_non_exhaustive()
    }
}
