//! The progress of one long search on stderr: a changing line on a terminal, elsewhere plain lines.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::progress::{duration, speed};
use std::thread;
use supplant_search::search::Guide;

const TICK: Duration = Duration::from_millis(250);
const FIRST: Duration = Duration::from_secs(1);
const LINES: Duration = Duration::from_secs(10);

/// ```
/// let guide = supplant_search::search::Guide::default();
/// assert_eq!(supplant_lab::experiment::waiting::telling("4x4", &guide, || 7), 7);
/// ```
///
/// # Panics
/// If `work` panics, or the system cannot create a thread.
pub fn telling<T>(what: &str, guide: &Guide, work: impl FnOnce() -> T) -> T {
    let (ended, end) = channel::<()>();
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            let end = end;
            let mut shown = Shown::on_stderr();
            while end.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                shown.tell(begun.elapsed(), &message(what, guide, begun.elapsed()));
            }
            shown.end();
        });
        let _ended = ended;
        work()
    })
}

fn message(what: &str, guide: &Guide, elapsed: Duration) -> String {
    let nodes = guide.nodes();
    let at = guide.current().map_or_else(String::new, |current| format!("  at move {}", current.number));
    let per_second = speed(nodes as f64 / elapsed.as_secs_f64());
    format!(
        "{what}: {}  {:.1} M nodes  {per_second}{at}",
        duration(elapsed.as_secs_f64()),
        nodes as f64 / 1e6
    )
}

enum Shown {
    Line(ProgressBar),
    Plain(Duration),
}

impl Shown {
    fn on_stderr() -> Self {
        if std::io::stderr().is_terminal() {
            let style = ProgressStyle::with_template("{msg}").expect("the template is well-formed");
            Self::Line(ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style))
        } else {
            Self::Plain(FIRST)
        }
    }

    fn tell(&mut self, elapsed: Duration, message: &str) {
        match self {
            Self::Line(bar) => bar.set_message(message.to_owned()),
            Self::Plain(next) if elapsed >= *next => {
                *next = elapsed + LINES;
                // A closed stderr must not stop the search.
                let _ = writeln!(std::io::stderr(), "{message}");
            }
            Self::Plain(_) => {}
        }
    }

    fn end(&self) {
        if let Self::Line(bar) = self {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Guide, message};

    #[test]
    fn a_line_says_how_long_how_many_and_how_fast() {
        let told = message("8x8, H starts", &Guide::default(), Duration::from_secs(2));
        assert_eq!(told, "8x8, H starts: 2 s  0.0 M nodes  0 nodes/s");
    }
}
