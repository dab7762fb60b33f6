//! The threads that read lines and search, and the events that they send to the session.

use std::io::{BufReader, Read};
use std::sync::mpsc::{Sender, channel};

use super::engine::Engine;
use super::lines::{self, InputLine};
use super::thinking::{Best, SearchPlan, think};
use std::thread;

pub(super) enum SessionEvent {
    Line(InputLine),
    Closed,
    Info(String),
    Done(Box<Engine>, Best),
    Lost,
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let spawned = thread::Builder::new().spawn(work);
    spawned.map(drop).map_err(|error| format!("no thread: {error}; end other programs"))
}

pub(super) fn listening<R: Read>(
    input: impl FnOnce() -> R + Send + 'static,
    events: Sender<SessionEvent>,
) -> Result<(), String> {
    spawn(move || listen(BufReader::new(input()), &events))
}

fn listen(mut input: BufReader<impl Read>, events: &Sender<SessionEvent>) {
    while let Ok(Some(line)) = lines::next(&mut input) {
        if events.send(SessionEvent::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(SessionEvent::Closed);
}

pub(super) fn searching(events: Sender<SessionEvent>) -> Result<Sender<(Box<Engine>, SearchPlan)>, String> {
    let (jobs, given) = channel::<(Box<Engine>, SearchPlan)>();
    spawn(move || {
        let tells = TellsLoss(&events);
        while let Ok((mut engine, plan)) = given.recv() {
            let best = think(&mut engine, &plan, &events);
            let _ = events.send(SessionEvent::Done(engine, best));
        }
        std::mem::forget(tells);
    })?;
    Ok(jobs)
}

/// Reports a panic of the search. Otherwise the client would wait for a move for ever.
struct TellsLoss<'a>(&'a Sender<SessionEvent>);

impl Drop for TellsLoss<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(SessionEvent::Lost);
    }
}

#[cfg(test)]
mod tests {
    use super::{SessionEvent, TellsLoss, channel, thread};

    #[test]
    fn a_search_that_panics_is_told_of() {
        let (events, heard) = channel();
        thread::spawn(move || {
            let _tells = TellsLoss(&events);
            std::panic::resume_unwind(Box::new("a search has panicked"));
        })
        .join()
        .expect_err("it has panicked");
        assert!(matches!(heard.recv(), Ok(SessionEvent::Lost)));
    }
}
