//! Fits the weights in `crates/supplant-search/src/game/chess/eval/weights.rs` to self-play games.
//!
//! The method is a logistic regression of results on the terms of quiet positions (Tunstall-Pedoe,
//! 1991; known as Texel's method, after Österlund, 2014). These commands made the present weights
//! (`fit` is `cargo run --release -p supplant-search --example fit --`):
//!
//!     fit play 16000 6000 1994 | head -n 495687 > first.txt
//!     fit weights first.txt > weights.rs && mv weights.rs crates/supplant-search/src/game/chess/eval/
//!     fit play 12000 5000 fitted 100001 | head -n 335215 > second.txt
//!     fit weights first.txt second.txt > weights.rs
//!     mv weights.rs crates/supplant-search/src/game/chess/eval/
//!
//! `play GAMES NODES EVALUATION [FIRST]` plays games with NODES nodes a move, numbered from FIRST,
//! and prints each position with the result for White. `weights FILE …` fits to the positions of
//! all files.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod games;
mod regression;

use std::process::ExitCode;

use supplant_search::game::chess::eval::UnknownEvaluationError;

const USAGE: &str = "play GAMES NODES EVALUATION [FIRST], or weights FILE …";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = words.iter().map(String::as_str).collect();
    match told(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn told(words: &[&str]) -> Result<(), String> {
    let number = |word: &str| word.parse::<u64>().map_err(|_| format!("`{word}` is not a number; {USAGE}"));
    match words {
        ["play", games, nodes, evaluation, first @ ..] => {
            let evaluation =
                evaluation.parse().map_err(|unknown: UnknownEvaluationError| unknown.to_string())?;
            let first = first.first().map_or(Ok(1), |first| number(first))?;
            games::play(first..first + number(games)?, number(nodes)?, evaluation);
            Ok(())
        }
        ["weights", files @ ..] if !files.is_empty() => regression::fit(files),
        _ => Err(USAGE.to_owned()),
    }
}
