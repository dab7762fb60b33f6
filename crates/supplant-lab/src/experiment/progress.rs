//! The progress of a study on stderr: a bar on a terminal, else a plain line every ten seconds.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use parking_lot::Mutex;

use super::runner::RunTally;

const LINES: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    on_terminal: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    started: Instant,
    last_line: Instant,
    cost: f64,
    done: f64,
    nodes: u64,
    planned: usize,
    finished: usize,
}

impl Progress {
    #[must_use]
    pub fn on_stderr() -> Self {
        Self::new(
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()),
            std::io::stderr().is_terminal(),
        )
    }

    #[must_use]
    pub fn silent() -> Self {
        Self::new(ProgressBar::hidden(), true)
    }

    fn new(bar: ProgressBar, on_terminal: bool) -> Self {
        let now = Instant::now();
        let state =
            State { started: now, last_line: now, cost: 0.0, done: 0.0, nodes: 0, planned: 0, finished: 0 };
        Self { bar, on_terminal, state: Mutex::new(state) }
    }

    pub(super) fn begin(&self, missing: f64, tally: RunTally) {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} units  {msg}");
        self.bar.set_style(style.expect("the template is well-formed"));
        self.bar.set_length(tally.planned as u64);
        self.bar.set_position(tally.found as u64);
        let now = Instant::now();
        *self.state.lock() = State {
            started: now,
            last_line: now,
            cost: missing,
            done: 0.0,
            nodes: 0,
            planned: tally.planned,
            finished: tally.found,
        };
        if self.on_terminal {
            self.bar.enable_steady_tick(Duration::from_millis(250));
        }
    }

    pub(super) fn advance(&self, cost: f64, nodes: u64) {
        let mut state = self.state.lock();
        state.nodes += nodes;
        state.done += cost;
        state.finished += 1;
        self.bar.set_position(state.finished as u64);
        self.bar.set_message(state.message());
    }

    /// Call this at least once a second: it writes a plain line if one is due.
    pub(super) fn tick(&self) {
        let mut state = self.state.lock();
        if !self.on_terminal && state.planned > 0 && state.last_line.elapsed() >= LINES {
            state.last_line = Instant::now();
            // A closed stderr must not stop the measurement.
            let _ = writeln!(
                std::io::stderr(),
                "{}/{} units  {}",
                state.finished,
                state.planned,
                state.message()
            );
        }
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar for `steps` of equal length, on a terminal only.
#[must_use]
pub fn bar(steps: usize, named: &'static str, each: Duration, is_quiet: bool) -> ProgressBar {
    if is_quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64).with_message(named);
    let left = move |state: &ProgressState, to: &mut dyn std::fmt::Write| {
        let left = (each * steps as u32).saturating_sub(state.elapsed());
        let _ = write!(to, "{} left", duration(left.as_secs_f64()));
    };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}  {left}");
    bar.set_style(style.expect("the template is well-formed").with_key("left", left));
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

impl State {
    fn message(&self) -> String {
        if self.done == 0.0 {
            return "no unit finished yet".to_owned();
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let left = seconds * (self.cost - self.done).max(0.0) / self.done;
        format!("{}  {} left", speed(self.nodes as f64 / seconds), duration(left))
    }
}

pub(super) fn speed(nodes_per_s: f64) -> String {
    match nodes_per_s {
        n if n < 1e3 => format!("{n:.0} nodes/s"),
        n if n < 1e6 => format!("{:.0} K nodes/s", n / 1e3),
        n => format!("{:.1} M nodes/s", n / 1e6),
    }
}

#[must_use]
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 3.15e7 => format!("{:.1} h", s / 3600.0),
        _ => "a year or more".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::speed;

    #[test]
    fn a_speed_is_never_said_to_be_nothing() {
        let said = [45.0, 999.4, 32_000.0, 1_250_000.0].map(speed);
        assert_eq!(said, ["45 nodes/s", "999 nodes/s", "32 K nodes/s", "1.2 M nodes/s"]);
    }
}
