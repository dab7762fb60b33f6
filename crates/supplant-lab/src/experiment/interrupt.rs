//! Handles Ctrl-C, SIGTERM and SIGHUP. The first signal asks all work to stop and keep its results.
//! The second one ends the program.

use std::sync::OnceLock;

use supplant_search::search::Stop;

pub const INTERRUPTED: u8 = 130;

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
