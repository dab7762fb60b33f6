//! Handles Ctrl-C, SIGTERM and SIGHUP. The first signal asks all work to stop and keep its results.
//! The second one ends the program.

use std::sync::OnceLock;

use supplant_search::search::Stop;

pub const INTERRUPTED: u8 = 130;

/// Keeps SIGHUP ignored if it was when the program began, as under `nohup`. The handlers below would
/// replace that, so this blocks the signal. Threads inherit it: call this before the first one begins.
#[cfg(target_os = "linux")]
pub fn keep_hangup_ignored() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut masks = status.lines().filter_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = masks.next().and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1, SIGHUP.
    if ignored.is_some_and(|mask| mask & 1 == 1) {
        // A set of this signal alone. The type of sets has no name here.
        let hangup = ctrlc::Signal::SIGHUP;
        let _ = std::ops::BitOr::bitor(hangup, hangup).thread_block();
    }
}

/// Elsewhere the system does not tell safe code what it ignores.
#[cfg(not(target_os = "linux"))]
pub fn keep_hangup_ignored() {}

/// Ends the program at the first signal, after `say`: for work that writes its files whole.
///
/// # Panics
/// If the system refuses the handler.
pub fn end_at_ctrl_c(say: impl Fn() + Send + 'static) {
    let handler = move || {
        say();
        std::process::exit(INTERRUPTED.into());
    };
    ctrlc::set_handler(handler).expect("one handler is installed, once");
}

/// # Panics
/// If the system refuses the handler.
pub fn on_ctrl_c() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::default();
        let flag = stop.clone();
        let handler = move || {
            if flag.is_set() {
                std::process::exit(INTERRUPTED.into());
            }
            flag.set();
        };
        ctrlc::set_handler(handler).expect("one handler is installed, once");
        stop
    })
    .clone()
}
