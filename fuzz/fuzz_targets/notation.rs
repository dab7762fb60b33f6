//! No text makes the readers of FEN, EPD and PGN panic: `.ci/fuzz.sh`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use supplant_search::game::chess::notation;

fuzz_target!(|text: &str| {
    let _ = notation::fen(text);
    let _ = notation::epd(text);
    if let Ok(games) = notation::pgn(text) {
        games.iter().for_each(|game| drop(game.at_end()));
    }
    let _ = notation::read("fuzz", text);
});
