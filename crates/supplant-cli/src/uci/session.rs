//! A session hears commands, answers, and watches the clock.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::command::{Command, CommandError, CommandKind, Go, parse, quoted};
use super::engine::Engine;
use super::latency::{AnswerLatency, LatencyClock};
use super::lines::{self, InputLine};
use super::options::{Asks, EngineOptions};
use super::thinking::{NodeProgress, SearchPlan};
use super::threads::{self, SessionEvent};
use super::time::Budget;
use super::under_way::{RunningSearch, Waits};
use super::{info, position};
use std::sync::Arc;
use supplant::entry::Depth;
use supplant_search::game::Game as _;
use supplant_search::game::chess::{Chess, Move};
use supplant_search::search::{Limits, Stop};

const TICK: Duration = Duration::from_secs(1);

enum End {
    Quit,
    Unheard,
    Lost,
    Unwritable(std::io::Error),
}

impl From<std::io::Error> for End {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe { Self::Unheard } else { Self::Unwritable(error) }
    }
}

/// Serves the Universal Chess Interface until `quit`, or until input or output is closed.
///
/// # Errors
/// In one line, if the system has no room for a table of 1 MiB and two threads at the start, if a
/// search has panicked, or if the output cannot be written for another reason than its end.
///
/// ```
/// let asked = std::io::Cursor::new("uci\nisready\nquit\n");
/// supplant_cli::uci::serve(move || asked, std::io::sink())?;
/// # Ok::<(), String>(())
/// ```
pub fn serve<R: Read>(input: impl FnOnce() -> R + Send + 'static, output: impl Write) -> Result<(), String> {
    let (events, heard) = channel();
    // The table comes last of what is large, because it can be made smaller.
    let jobs = threads::searching(events.clone())?;
    let (engine, told) = Engine::fitting(&EngineOptions::default())?;
    threads::listening(input, events)?;
    let mut session = Session::new(output, jobs, engine);
    let told = told.map_or(Ok(()), |told| session.complain(&told));
    let ended = told.and_then(|()| session.serve(&heard));
    if let Some(search) = &session.search {
        search.stop.set();
    }
    match ended {
        Ok(()) | Err(End::Quit | End::Unheard) => Ok(()),
        Err(End::Lost) => {
            Err("the search has failed, and nothing more can be searched; start again".to_owned())
        }
        Err(End::Unwritable(error)) => Err(format!("the output cannot be written: {error}")),
    }
}

struct Session<W> {
    output: W,
    jobs: Sender<(Box<Engine>, SearchPlan)>,
    engine: Option<Box<Engine>>,
    game: Option<Chess>,
    search: Option<RunningSearch>,
    waiting: VecDeque<Result<Command, CommandError>>,
    latency: AnswerLatency,
}

impl<W: Write> Session<W> {
    fn new(output: W, jobs: Sender<(Box<Engine>, SearchPlan)>, engine: Engine) -> Self {
        Self {
            output,
            jobs,
            engine: Some(engine.into()),
            game: Some(Chess::default()),
            search: None,
            waiting: VecDeque::new(),
            latency: AnswerLatency::default(),
        }
    }

    fn serve(&mut self, heard: &Receiver<SessionEvent>) -> Result<(), End> {
        let mut next_tick = Instant::now() + TICK;
        loop {
            let deadline = self.search.as_ref().and_then(RunningSearch::deadline);
            let until = deadline.map_or(next_tick, |deadline| deadline.min(next_tick));
            match heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => {
                    self.hear(event)?;
                    self.catch_up()?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let now = Instant::now();
            if let Some(search) = &mut self.search
                && search.deadline().is_some_and(|deadline| now >= deadline)
            {
                search.stop.set();
                search.counts_from = None;
            }
            if now >= next_tick {
                next_tick = now + TICK;
                self.tick()?;
            }
        }
    }

    fn hear(&mut self, event: SessionEvent) -> Result<(), End> {
        match event {
            SessionEvent::Closed => self.take(Ok(Command::Quit)),
            SessionEvent::Line(InputLine::TooLong) => {
                let why = format!("a line of more than {} bytes; left out", lines::LONGEST);
                self.take(Err(CommandError { kind: CommandKind::Position, why }))
            }
            SessionEvent::Line(InputLine::Text(text)) => self.take(parse(&text)),
            SessionEvent::Lost => Err(End::Lost),
            SessionEvent::Info(line) => {
                self.say(&line)?;
                if let Some(search) = self.search.as_ref().filter(|search| search.is_past_soft()) {
                    search.stop.set();
                }
                Ok(())
            }
            SessionEvent::Done(engine, best) => {
                self.engine = Some(engine);
                if let Some(search) = &mut self.search {
                    search.best = Some(best);
                }
                self.answer()
            }
        }
    }

    fn take(&mut self, parsed: Result<Command, CommandError>) -> Result<(), End> {
        if self.is_ending() {
            self.waiting.push_back(parsed);
            return Ok(());
        }
        self.heed(parsed)
    }

    fn is_ending(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_told_to_stop)
    }

    fn catch_up(&mut self) -> Result<(), End> {
        while !self.is_ending()
            && let Some(parsed) = self.waiting.pop_front()
        {
            self.heed(parsed)?;
        }
        Ok(())
    }

    fn heed(&mut self, parsed: Result<Command, CommandError>) -> Result<(), End> {
        match parsed {
            Ok(command) => self.obey(command),
            Err(CommandError { kind, why }) => {
                if kind == CommandKind::Position {
                    self.game = None;
                }
                self.complain(&why)?;
                // The client waits for a move. A search under way will send one.
                if kind == CommandKind::Go && self.search.is_none() {
                    self.say("bestmove 0000")
                } else {
                    Ok(())
                }
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), End> {
        match command {
            Command::Nothing => Ok(()),
            // A search under way answers first, because scripts send all their commands at once.
            Command::Quit if self.search.is_some() => {
                self.waiting.push_front(Ok(Command::Quit));
                self.obey(Command::Stop)
            }
            Command::Quit => Err(End::Quit),
            Command::IsReady => self.say("readyok"),
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                let told = EngineOptions::told();
                self.say(&format!("id name supplant {version}\nid author the supplant authors\n{told}uciok"))
            }
            Command::Stop => self.let_go(|search| {
                search.stop.set();
                search.is_told_to_stop = true;
                search.waits = Waits::No;
            }),
            Command::PonderHit => self.hit(),
            command if self.search.is_some() => {
                if let Command::Position(..) = command {
                    self.game = None;
                }
                self.complain("a search is under way; say stop first")
            }
            Command::NewGame => {
                self.idle().forget();
                self.latency.forget();
                self.game = Some(Chess::default());
                Ok(())
            }
            Command::Position(fen, moves) => match position::game(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.game = Some(game);
                    Ok(())
                }
                Err(why) => {
                    self.game = None;
                    self.complain(&why)
                }
            },
            Command::SetOption(name, value) => self.set(&name, &value),
            Command::Go(go) => match self.game.clone() {
                Some(game) => {
                    let evaluation = self.idle().options.evaluation;
                    self.go(game.with_evaluation(evaluation), &go)
                }
                None => {
                    self.complain("no position to search: the last was refused; send another")?;
                    self.say("bestmove 0000")
                }
            },
        }
    }

    fn idle(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("it comes back before the search is forgotten")
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), End> {
        let engine = self.idle();
        let mut options = engine.options.clone();
        let set = options.set(name, value).and_then(|asks| match asks {
            Asks::Clear => {
                engine.forget();
                Ok(None)
            }
            Asks::Save => engine.save().map(Some),
            Asks::Load => engine.load().map(Some),
            Asks::Nothing => engine.become_as(options).map(|()| None),
        });
        match set {
            Ok(None) => Ok(()),
            Ok(Some(told)) | Err(told) => self.complain(&told),
        }
    }

    fn moves(&mut self, game: &Chess, go: &Go) -> Result<Vec<Move>, End> {
        let (mut moves, mut strange) = (Vec::<Move>::new(), Vec::new());
        for word in &go.moves {
            match position::read(game, word) {
                Some(mv) if moves.contains(&mv) => {}
                Some(mv) => moves.push(mv),
                None => strange.push(word.as_str()),
            }
        }
        if let Some(first) = strange.first() {
            let (left_out, first) = (strange.len(), quoted(first));
            let left = if moves.is_empty() { "; none is left, and all moves are searched" } else { "" };
            self.complain(&format!("searchmoves: {left_out} not legal, left out: {first}{left}"))?;
        }
        if let Some(word) = &go.unknown {
            self.complain(&format!("go: unknown parameter {word}, left out"))?;
        }
        Ok(moves)
    }

    fn go(&mut self, game: Chess, go: &Go) -> Result<(), End> {
        let started = Instant::now();
        let moves = self.moves(&game, go)?;
        let side = game.board().side_to_move() as usize;
        let is_endless = go.is_endless(side);
        if is_endless && !go.infinite && !go.ponder {
            self.complain("go: no limit for the side to move; searching until stop")?;
        }
        let engine = self.engine.take().expect("it comes back before the search is forgotten");
        let options = &engine.options;
        let increment = go.increment[side];
        let clock = go.time[side].filter(|_| !go.ponder).map(|left| LatencyClock { side, left, increment });
        match clock {
            Some(clock) => self.latency.asked(clock),
            None if go.ponder => {}
            None => self.latency.forget(),
        }
        let budget = Budget::of(go, side, options.overhead, &self.latency);
        let (stop, progress) = (Stop::default(), Arc::new(NodeProgress::default()));
        let now = if go.ponder { Budget::default() } else { budget };
        let plan = SearchPlan {
            game: game.clone(),
            moves,
            depth: go.depth.map_or(Limits::default().depth, |depth| depth.clamp(1, 100) as Depth),
            nodes: go.nodes,
            mate: go.mate,
            soft: now.soft,
            hard: now.hard,
            is_hurried: now.is_hurried(),
            stop: stop.clone(),
            started,
            progress: Arc::clone(&progress),
        };
        self.search = Some(RunningSearch {
            game,
            is_chess960: options.is_chess960,
            stop,
            is_told_to_stop: false,
            started,
            budget,
            clock,
            counts_from: (!go.ponder).then_some(started),
            waits: match (go.ponder, go.infinite || is_endless) {
                (true, _) => Waits::ForHit,
                (false, true) => Waits::ForStop,
                (false, false) => Waits::No,
            },
            progress,
            best: None,
        });
        self.jobs.send((engine, plan)).map_err(|_| End::Quit)
    }

    fn hit(&mut self) -> Result<(), End> {
        // From here on the clock runs for a move that is not in the measurement.
        self.latency.forget();
        self.let_go(|search| {
            if search.waits == Waits::ForHit {
                search.waits = Waits::No;
                search.counts_from = Some(Instant::now());
            }
        })
    }

    fn let_go(&mut self, how: impl FnOnce(&mut RunningSearch)) -> Result<(), End> {
        self.search.as_mut().map(how);
        self.answer()
    }

    fn answer(&mut self) -> Result<(), End> {
        let is_due = |search: &mut RunningSearch| search.waits == Waits::No && search.best.is_some();
        let Some(search) = self.search.take_if(is_due) else { return Ok(()) };
        if let Some(clock) = search.clock {
            self.latency.answered(clock, search.started.elapsed());
        }
        let (best, expected) = search.best.unwrap_or_default();
        let Some(best) = best else { return self.say("bestmove 0000") };
        let mut said = format!("bestmove {}", position::write(&search.game, best, search.is_chess960));
        let mut next = search.game;
        next.play(best);
        if let Some(expected) = expected.filter(|&mv| next.board().is_legal(mv)) {
            said += &format!(" ponder {}", position::write(&next, expected, search.is_chess960));
        }
        self.say(&said)
    }

    fn tick(&mut self) -> Result<(), End> {
        let Some(search) = self.search.as_ref().filter(|search| search.best.is_none()) else { return Ok(()) };
        let (guide, before) = search.progress.now();
        let current = guide.current().and_then(|current| {
            let mv = search.game.decode(current.mv)?;
            Some((current, position::write(&search.game, mv, search.is_chess960)))
        });
        let line = info::under_way(current, before + guide.nodes(), search.started.elapsed());
        self.say(&line)
    }

    fn complain(&mut self, why: &str) -> Result<(), End> {
        self.say(&format!("info string {why}"))
    }

    fn say(&mut self, lines: &str) -> Result<(), End> {
        writeln!(self.output, "{lines}")?;
        Ok(self.output.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Engine, EngineOptions, Session, Waits, channel, parse, threads};

    fn worst_latency_after(lines: &[&str]) -> Duration {
        let (events, heard) = channel();
        let jobs = threads::searching(events).expect("a thread");
        let (engine, _) = Engine::fitting(&EngineOptions::default()).expect("a table");
        let mut session = Session::new(Vec::new(), jobs, engine);
        for line in lines {
            assert!(session.take(parse(line)).is_ok(), "{line}");
            while session.search.as_ref().is_some_and(|one| one.best.is_none() || one.waits == Waits::No) {
                assert!(session.hear(heard.recv().expect("it searches")).is_ok(), "{line}");
            }
        }
        session.latency.worst
    }

    #[test]
    fn the_clock_of_a_move_that_was_pondered_or_had_no_clock_is_no_latency() {
        let (first, next) = ("go wtime 60000 depth 1", "go wtime 50000 depth 1");
        assert!(worst_latency_after(&[first, next]) > Duration::ZERO);
        let hit = [first, "go ponder wtime 60000 depth 1", "ponderhit", next];
        assert_eq!(worst_latency_after(&hit), Duration::ZERO);
        assert_eq!(worst_latency_after(&[first, "go depth 1", next]), Duration::ZERO);
        let missed = [first, "go ponder wtime 60000 depth 1", "stop", next];
        assert!(worst_latency_after(&missed) > Duration::ZERO);
    }
}
