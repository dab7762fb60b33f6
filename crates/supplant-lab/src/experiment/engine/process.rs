//! The process of an engine: lines to it, lines from it, and its end.
//!
//! Threads read its stdout and stderr, so that the caller waits with a deadline. Lines and the queue
//! of lines have bounded length, so an engine that prints without end fills no memory. When the
//! value is dropped, the process and its children are killed and collected.

use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::EngineCommand;

/// Lines that wait to be read; then the engine waits. Chosen, not measured.
const QUEUE: usize = 1024;
/// The longest line that is kept; the rest of a longer one is left out.
const LONGEST: usize = 1 << 16;
/// How often a wait asks whether it shall go on, and whether the process has ended.
const POLL: Duration = Duration::from_millis(50);
/// How long an engine has to end after `quit`, and stderr to be read after its end.
const FAREWELL: Duration = Duration::from_millis(500);
/// A deadline further away than the clock can count would panic.
const LONGEST_WAIT: Duration = Duration::from_secs(30 * 24 * 3600);

#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<EngineLine>,
    last_words: Arc<Mutex<String>>,
    stderr: Option<JoinHandle<()>>,
    ended: Option<String>,
}

#[derive(Clone, Debug)]
pub(super) struct EngineLine {
    pub(super) text: String,
    /// When it was read from the pipe.
    pub(super) at: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    Ended,
    Late,
    Stopped,
}

pub(super) fn deadline(patience: Duration) -> Instant {
    Instant::now() + patience.min(LONGEST_WAIT)
}

impl EngineProcess {
    pub(super) fn start(command: &EngineCommand) -> std::io::Result<Self> {
        let mut builder = Command::new(&command.program);
        builder.args(&command.arguments);
        builder.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut builder);
        let mut child = builder.spawn()?;
        let (output, errors, input) = (child.stdout.take(), child.stderr.take(), child.stdin.take());
        let (said, lines) = sync_channel(QUEUE);
        let last_words = Arc::new(Mutex::new(String::new()));
        // From here on, an error drops the process and thereby ends it.
        let mut process =
            Self { child, input, lines, last_words: Arc::clone(&last_words), stderr: None, ended: None };
        if let Some(output) = output {
            thread::Builder::new().spawn(move || hand_over(output, &said))?;
        }
        if let Some(errors) = errors {
            process.stderr = Some(thread::Builder::new().spawn(move || keep_last(errors, &last_words))?);
        }
        Ok(process)
    }

    /// Ignores a failed write: the next [`Self::hear`] finds that the process has ended.
    pub(super) fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// The next line. `goes_on` is asked at least every [`POLL`].
    pub(super) fn hear(
        &mut self,
        deadline: Instant,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<EngineLine, Silence> {
        loop {
            if !goes_on() {
                return Err(Silence::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(POLL.min(left)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                // A child of the engine may hold the pipe open after the engine's end.
                Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                    return self.lines.try_recv().map_err(|_| Silence::Ended);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        if self.ended.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.kill_group();
            self.ended = Some(format!("ended ({status})"));
        }
        self.ended.is_some()
    }

    /// How the process ended, as `ended (signal: 11 (SIGSEGV))`.
    pub(super) fn how_it_ended(&mut self) -> String {
        self.waits_for_end(FAREWELL);
        self.ended.clone().unwrap_or_else(|| "closed its output".to_owned())
    }

    pub(super) fn last_words(&self) -> String {
        let until = Instant::now() + FAREWELL;
        while self.stderr.as_ref().is_some_and(|reader| !reader.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.last_words.lock().clone()
    }

    fn waits_for_end(&mut self, patience: Duration) {
        let until = Instant::now() + patience;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
    }

    pub(super) fn quit(&mut self) {
        self.say("quit");
        self.input = None;
        self.waits_for_end(FAREWELL);
    }

    #[cfg(target_os = "linux")]
    fn kill_group(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It may have no process any more.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unused_self, reason = "it has a group on Linux")]
    fn kill_group(&self) {}
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.has_ended() {
            self.kill_group();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Ctrl-C in a terminal goes to a whole group. The engine gets another group, so that this process
/// ends it.
#[cfg(unix)]
fn own_group(builder: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    builder.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

fn hand_over(output: impl Read, said: &SyncSender<EngineLine>) {
    let mut output = BufReader::new(output);
    while let Some(text) = line(&mut output) {
        if said.send(EngineLine { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn keep_last(output: impl Read, last: &Mutex<String>) {
    const SHOWN: usize = 200;
    let mut output = BufReader::new(output);
    while let Some(text) = line(&mut output) {
        let text = text.trim();
        if !text.is_empty() {
            *last.lock() = text.chars().take(SHOWN).collect();
        }
    }
}

/// Bytes that are not UTF-8 become U+FFFD.
fn line(input: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let mut is_begun = false;
    loop {
        let read = input.fill_buf().ok()?;
        if read.is_empty() {
            return is_begun.then(|| String::from_utf8_lossy(&line).into_owned());
        }
        is_begun = true;
        let end = read.iter().position(|&byte| byte == b'\n');
        let piece = &read[..end.unwrap_or(read.len())];
        line.extend_from_slice(&piece[..piece.len().min(LONGEST - line.len())]);
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::{LONGEST, line};

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| line(&mut input)).collect()
    }

    #[test]
    fn lines_end_at_a_newline_or_with_the_output_and_none_is_longer_than_the_limit() {
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"uciok\r\n\nbest\xff"), ["uciok", "", "best\u{fffd}"]);
        let long = lines(&[vec![b'x'; 3 * LONGEST].as_slice(), b"\nreadyok\n"].concat());
        assert_eq!((long[0].len(), long[1].as_str()), (LONGEST, "readyok"));
    }
}
