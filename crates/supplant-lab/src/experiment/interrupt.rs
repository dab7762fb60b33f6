//! Ctrl-C, and what a batch system or a closed terminal sends (SIGTERM, SIGHUP): the first asks everything to stop and keep what it has,
//! the second ends the program.

use std::sync::OnceLock;

use supplant_search::search::Stop;

/// The exit code of an interrupted program.
pub const INTERRUPTED: u8 = 130;

/// The flag that Ctrl-C sets; the handler is installed at the first call.
///
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
