//! A session: who hears, answers, and watches the clock.
//!
//! Three threads besides the workers. One reads lines; one searches; the session's own takes what both have to say, in order, and is the
//! only one that writes. It sleeps otherwise, so that it is woken in time also where every processor is busy.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::command::{Command, Go, Refused, parse};
use super::engine::Engine;
use super::lines::{self, Line};
use super::options::{Asks, Options};
use super::thinking::{Best, Plan, Progress, think};
use super::time::Budget;
use super::{info, position};
use crate::entry::Depth;
use crate::game::Game as _;
use crate::game::chess::{Chess, Move};
use crate::search::{Limits, Stop};
use crate::sync::{Arc, thread};

/// What a session hears.
pub(super) enum Event {
    Line(Line),
    /// The input has ended.
    Closed,
    /// A line to print, of the search under way.
    Info(String),
    /// The search has ended; the engine comes back.
    Done(Box<Engine>, Best),
}

/// How often a search that finds nothing new says where it is. So soon, too, it is seen that nobody reads what is written.
const TICK: Duration = Duration::from_secs(1);

/// Why a session ends.
enum End {
    Quit,
    /// Nobody reads what is written.
    Unheard,
}

impl From<std::io::Error> for End {
    fn from(_: std::io::Error) -> Self {
        Self::Unheard
    }
}

/// Serves the Universal Chess Interface until `quit`, until the input ends or until nobody reads the output. A search under way is then stopped,
/// without an answer. `input` is opened on the thread that reads it.
///
/// # Errors
/// In one line, if the system has no room for a table and two threads to begin with.
///
/// ```
/// let asked = std::io::Cursor::new("uci\nisready\nquit\n");
/// supplant::uci::serve(move || asked, std::io::sink())?;
/// # Ok::<(), String>(())
/// ```
pub fn serve<R: Read>(input: impl FnOnce() -> R + Send + 'static, output: impl Write) -> Result<(), String> {
    let (events, heard) = channel();
    let engine = Engine::new(Options::default())?;
    let jobs = searching(events.clone())?;
    spawn(move || listen(BufReader::new(input()), &events))?;
    let mut session =
        Session { output, jobs, engine: Some(engine.into()), game: Chess::default(), search: None };
    // Either way it is over.
    let (Ok(()) | Err(End::Quit | End::Unheard)) = session.serve(&heard);
    if let Some(search) = &session.search {
        search.stop.set();
    }
    Ok(())
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let spawned = thread::Builder::new().spawn(work);
    spawned.map(drop).map_err(|error| format!("no thread: {error}; end other programs"))
}

/// The thread that reads. It ends with the input, or when nobody listens.
fn listen(mut input: BufReader<impl Read>, events: &Sender<Event>) {
    while let Ok(Some(line)) = lines::next(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::Closed);
}

/// The thread that searches, as it is given jobs.
fn searching(events: Sender<Event>) -> Result<Sender<(Box<Engine>, Plan)>, String> {
    let (jobs, given) = channel::<(Box<Engine>, Plan)>();
    spawn(move || {
        while let Ok((mut engine, plan)) = given.recv() {
            let best = think(&mut engine, &plan, &events);
            let _ = events.send(Event::Done(engine, best));
        }
    })?;
    Ok(jobs)
}

struct Session<W> {
    output: W,
    jobs: Sender<(Box<Engine>, Plan)>,
    /// With the search thread while that searches.
    engine: Option<Box<Engine>>,
    game: Chess,
    search: Option<Search>,
}

/// The search under way.
struct Search {
    game: Chess,
    is_chess960: bool,
    stop: Stop,
    started: Instant,
    /// Of the clock: while it ponders, what will count from `ponderhit` on.
    budget: Budget,
    /// When the budget began to count.
    counts_from: Option<Instant>,
    /// Whether the answer has to wait for `stop` or `ponderhit`, and for which.
    waits: Waits,
    progress: Arc<Progress>,
    /// Held back.
    best: Option<Best>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    No,
    ForStop,
    ForHit,
}

impl Search {
    /// When it must end.
    fn deadline(&self) -> Option<Instant> {
        let (from, hard) = self.counts_from.zip(self.budget.hard)?;
        from.checked_add(hard)
    }

    /// Whether nothing new is to be begun.
    fn is_past_soft(&self) -> bool {
        self.counts_from.zip(self.budget.soft).is_some_and(|(from, soft)| from.elapsed() >= soft)
    }
}

impl<W: Write> Session<W> {
    fn serve(&mut self, heard: &Receiver<Event>) -> Result<(), End> {
        let mut next_tick = Instant::now() + TICK;
        loop {
            let deadline = self.search.as_ref().and_then(Search::deadline);
            let until = deadline.map_or(next_tick, |deadline| deadline.min(next_tick));
            match heard.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => self.hear(event)?,
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

    fn hear(&mut self, event: Event) -> Result<(), End> {
        match event {
            Event::Closed => Err(End::Quit),
            Event::Line(Line::TooLong) => {
                self.complain(&format!("a line of more than {} bytes; left out", lines::LONGEST))
            }
            Event::Line(Line::Text(text)) => match parse(&text) {
                Ok(command) => self.obey(command),
                Err(Refused { is_go, why }) => {
                    self.complain(&why)?;
                    // Who asked waits for a move; while another search is under way, for that one's.
                    if is_go && self.search.is_none() { self.say("bestmove 0000") } else { Ok(()) }
                }
            },
            Event::Info(line) => {
                self.say(&line)?;
                if let Some(search) = self.search.as_ref().filter(|search| search.is_past_soft()) {
                    search.stop.set();
                }
                Ok(())
            }
            Event::Done(engine, best) => {
                self.engine = Some(engine);
                if let Some(search) = &mut self.search {
                    search.best = Some(best);
                }
                self.answer()
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), End> {
        match command {
            Command::Nothing => Ok(()),
            Command::Quit => Err(End::Quit),
            Command::IsReady => self.say("readyok"),
            Command::Uci => {
                let version = env!("CARGO_PKG_VERSION");
                let told = Options::told();
                self.say(&format!("id name supplant {version}\nid author the supplant authors\n{told}uciok"))
            }
            Command::Stop => self.let_go(|search| {
                search.stop.set();
                search.waits = Waits::No;
            }),
            Command::PonderHit => self.let_go(|search| {
                if search.waits == Waits::ForHit {
                    search.waits = Waits::No;
                    search.counts_from = Some(Instant::now());
                }
            }),
            _ if self.search.is_some() => self.complain("a search is under way; say stop first"),
            Command::NewGame => {
                self.idle().forget();
                self.game = Chess::default();
                Ok(())
            }
            Command::Position(fen, moves) => match position::game(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(why) => self.complain(&why),
            },
            Command::SetOption(name, value) => self.set(&name, &value),
            Command::Go(go) => self.go(&go),
        }
    }

    /// The engine, while nothing is searched.
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
            Asks::Save => engine.save().map(|()| None),
            Asks::Load => engine.load(),
            Asks::Nothing => engine.become_as(options).map(|()| None),
        });
        match set {
            Ok(None) => Ok(()),
            Ok(Some(told)) | Err(told) => self.complain(&told),
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), End> {
        let started = Instant::now();
        let (mut moves, mut strange) = (Vec::<Move>::new(), Vec::new());
        for word in &go.moves {
            match position::read(&self.game, word) {
                Some(mv) if moves.contains(&mv) => {}
                Some(mv) => moves.push(mv),
                None => strange.push(word.as_str()),
            }
        }
        if !strange.is_empty() {
            self.complain(&format!("searchmoves: not legal, left out: {}", strange.join(" ")))?;
        }
        let engine = self.engine.take().expect("it comes back before the search is forgotten");
        let options = &engine.options;
        let side = self.game.board().side_to_move() as usize;
        let budget = Budget::of(go, side, options.overhead);
        let (stop, progress) = (Stop::default(), Arc::new(Progress::default()));
        let now = if go.ponder { Budget::default() } else { budget };
        let plan = Plan {
            game: self.game.clone(),
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
        self.search = Some(Search {
            game: self.game.clone(),
            is_chess960: options.is_chess960,
            stop,
            started,
            budget,
            counts_from: (!go.ponder).then_some(started),
            waits: match (go.ponder, go.infinite) {
                (true, _) => Waits::ForHit,
                (false, true) => Waits::ForStop,
                (false, false) => Waits::No,
            },
            progress,
            best: None,
        });
        self.jobs.send((engine, plan)).map_err(|_| End::Quit)
    }

    /// Does something to the search under way, which may have been waiting for it.
    fn let_go(&mut self, how: impl FnOnce(&mut Search)) -> Result<(), End> {
        self.search.as_mut().map(how);
        self.answer()
    }

    /// The answer, if there is one and it need not wait.
    fn answer(&mut self) -> Result<(), End> {
        let is_due = |search: &mut Search| search.waits == Waits::No && search.best.is_some();
        let Some(search) = self.search.take_if(is_due) else { return Ok(()) };
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

    /// Says where the search is.
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
