//! `supplant uci` runs the engine on stdin and stdout, and ends at once when either is closed.

use std::io::{Read, Stdin, Stdout, Write};
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::exit::Ending;
use crate::uci;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Options are set by the program that plays, with `setoption`.
#[derive(Debug, Args)]
pub(super) struct Arguments {}

pub(super) fn run(_: &Arguments) -> Result<Ending> {
    end_when_unheard()?;
    let writes = Arc::new(Writes::default());
    let (input, output) = (Arc::clone(&writes), Output { stdout: std::io::stdout(), writes });
    uci::serve(move || Input { stdin: std::io::stdin(), writes: input }, output)
        .map_err(anyhow::Error::msg)?;
    Ok(Ending::Done)
}

/// Counts begun and ended writes: the number is odd during a write.
// Relaxed: the number is only compared with an earlier reading, and publishes nothing else.
#[derive(Debug, Default)]
struct Writes(AtomicU64);

impl Writes {
    fn step(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn under_way(&self) -> Option<u64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|steps| steps % 2 == 1)
    }

    fn end_when_one_waits(&self) {
        const PATIENCE: Duration = Duration::from_millis(200);
        loop {
            let before = self.under_way();
            thread::sleep(PATIENCE);
            if before.is_some() && self.under_way() == before {
                std::process::exit(0);
            }
        }
    }
}

struct Output {
    stdout: Stdout,
    writes: Arc<Writes>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writes.step();
        let written = self.stdout.write(bytes);
        self.writes.step();
        written
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.writes.step();
        let flushed = self.stdout.flush();
        self.writes.step();
        flushed
    }
}

struct Input {
    stdin: Stdin,
    writes: Arc<Writes>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.stdin.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            let writes = Arc::clone(&self.writes);
            // Without a thread, the session ends at the next read.
            let _ = thread::Builder::new().spawn(move || writes.end_when_one_waits());
        }
        Ok(read)
    }
}

#[cfg(target_os = "linux")]
fn end_when_unheard() -> Result<()> {
    use anyhow::Context as _;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let watch = || {
        let stdout = std::io::stdout();
        // These two events are reported without being asked for.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        while let Ok(_) | Err(Errno::INTR) = poll(&mut watched, None) {
            let told = watched[0].revents();
            if told.intersects(PollFlags::ERR | PollFlags::HUP) {
                std::process::exit(0);
            } else if !told.is_empty() {
                return;
            }
        }
    };
    thread::Builder::new().spawn(watch).context("no thread: end other programs")?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn end_when_unheard() -> Result<()> {
    Ok(())
}
