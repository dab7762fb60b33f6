//! The command line of `supplant`.
//!
//! Data goes to stdout, messages to stderr. An error is one line: where, what, and what to do.

mod arguments;
mod bench;
mod compare;
mod completions;
mod doctor;
pub mod exit;
mod hash;
mod man;
mod merge;
mod output;
mod picture;
mod replay;
mod report;
mod scale;
mod schemes;
mod search;
mod solve;
mod speedtest;
mod stress;
mod study;
mod table;
mod terminal;
mod throughput;
mod uci;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use supplant_lab::experiment::interrupt;
use supplant_lab::experiment::throughput::Competitor;
use terminal::StreamStyle;

const TRY_FIRST: &str = "\
Try first:
  supplant study 1994 --quick   which scheme keeps the best entries: a table, in a minute or two
  supplant picture              what replacement looks like: a page to step through
  supplant search --depth 9     the search that uses the table";

/// A lock-free shared transposition table, the replacement schemes of the literature, and a
/// laboratory that compares them.
#[derive(Debug, Parser)]
#[command(name = "supplant", version, max_term_width = 100, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: terminal::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search a position and print what each iteration finds
    #[command(
        after_help = r#"Example: supplant search --fen "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1" --depth 20 --hash 64"#
    )]
    Search(search::Arguments),
    /// Play chess in programs that speak UCI
    #[command(after_help = "Example: supplant uci, then: position startpos, then: go depth 10")]
    Uci(uci::Arguments),
    /// Find out who wins a board of domineering when neither errs
    #[command(after_help = "Example: supplant solve domineering 6x6")]
    Solve(solve::Arguments),
    /// Search fixed positions; print the signature (total nodes) and the speed
    #[command(after_help = "Example: supplant bench --scheme DEPTHAGE --threads 1,2")]
    Bench(bench::Arguments),
    /// Search the positions of whole games for 150 s; print a speed to compare machines by
    #[command(after_help = "Example: supplant speedtest --threads 8 --hash 1GiB")]
    Speedtest(speedtest::Arguments),
    /// Record a moving picture of replacement: one search under several schemes, slot by slot
    #[command(after_help = "Example: supplant picture --schemes NEW,SIEGE --slots 64 --out pictures")]
    Picture(picture::Arguments),
    /// List the replacement schemes, or tell about some of them
    #[command(after_help = "Example: supplant schemes SIEGE")]
    Schemes(schemes::Arguments),
    /// Look into tables that are in files, and join them
    #[command(subcommand)]
    Table(table::TableTask),
    /// Hammer the table from many threads and check every answer
    #[command(after_help = "Example: supplant stress --seconds 1 --schemes NEW,TWOBIG1")]
    Stress(stress::Arguments),
    /// Measure what a probe and a store cost, beside the limit of memory
    #[command(after_help = "Example: supplant throughput --schemes NEW,DEPTHAGE --out throughput")]
    Throughput(throughput::Arguments),
    /// Replay what an engine asked of its table on tables of other schemes, layouts and sizes
    #[command(after_help = "Example: supplant replay engine.record --schemes all --sizes 1,4,16")]
    Replay(replay::Arguments),
    /// Measure what any UCI engine gains from a larger hash table: time, speed, how full it is
    #[command(after_help = "Example: supplant hash stockfish --sizes 1MiB..256MiB --out sizes")]
    Hash(hash::Arguments),
    /// Measure how much sooner several workers reach the same depth, and why not sooner
    #[command(after_help = "Example: supplant scale --out scaling")]
    Scale(scale::Arguments),
    /// Run a study: an experiment, its claims and its report
    #[command(subcommand)]
    Study(study::StudyTask),
    /// Join the results of several machines
    #[command(after_help = "Example: supplant merge machine1 machine2 --out merged")]
    Merge(merge::Arguments),
    /// Set two folders of results side by side
    #[command(after_help = "Example: supplant compare before after")]
    Compare(compare::Arguments),
    /// Tell what results will say of this program and machine, and what spoils measurements here
    #[command(after_help = "Example: supplant doctor")]
    Doctor(doctor::Arguments),
    /// Make the report of a study from its results: page, Markdown, pictures, verdicts
    #[command(after_help = "Example: supplant report results")]
    Report(report::Arguments),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Arguments),
    /// Print the manual page, or write one for each command
    Man(man::Arguments),
}

/// Lets every command read a negative number as the value of an option. The option's parser then
/// names the accepted values; clap would report an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

fn command() -> clap::Command {
    with_negative_numbers(Cli::command().after_help(format!("{TRY_FIRST}\n\n{}", exit::HELP)))
}

fn refuse(error: &clap::Error, words: Vec<OsString>) -> u8 {
    output::look_like(StreamStyle::of(&terminal::Arguments::of_words(words.iter().cloned())));
    exit::usage(error, &words)
}

pub fn main() -> ExitCode {
    run(std::env::args_os()).into()
}

/// Runs the command with these words, of which the first is its own name, and returns its exit code.
/// It takes the signals of the process.
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    interrupt::keep_hangup_ignored();
    let words: Vec<_> = words.into_iter().collect();
    let parsed = command().try_get_matches_from(&words);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, words),
    };
    output::look_like(StreamStyle::of(&cli.output));
    let done = match cli.command {
        Command::Search(arguments) => search::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Speedtest(arguments) => speedtest::run(&arguments),
        Command::Picture(arguments) => picture::run(&arguments),
        Command::Schemes(arguments) => schemes::run(&arguments),
        Command::Table(task) => table::run(&task),
        Command::Stress(arguments) => stress::run(&arguments),
        Command::Throughput(arguments) => throughput::run(&arguments, &throughput::Program::own()),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Hash(arguments) => hash::run(&arguments),
        Command::Scale(arguments) => scale::run(&arguments),
        Command::Study(task) => study::run(&task),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, command()),
        Command::Man(arguments) => man::run(&arguments, command()),
    };
    exit::code(done)
}

/// `supplant throughput` as a separate program.
#[derive(Debug, Parser)]
#[command(name = "throughput", version, max_term_width = 100, after_help = exit::HELP)]
struct Alone {
    #[command(flatten)]
    arguments: throughput::Arguments,
    /// Which of the others, by name [default: all that are compiled in]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    rivals: Vec<String>,
    #[command(flatten)]
    output: terminal::Arguments,
}

/// Runs `supplant throughput` with the contenders of another package.
///
/// ```no_run
/// use supplant_lab::experiment::throughput::{Competitor, SubjectKind};
/// fn main() -> std::process::ExitCode {
///     let why = "left out; build with --features moka".to_owned();
///     let missing = Competitor::missing("moka", SubjectKind::Cache, why);
///     supplant_cli::cli::throughput_with("cargo run --release --", vec![missing])
/// }
/// ```
pub fn throughput_with(command: &str, contenders: Vec<Competitor>) -> ExitCode {
    interrupt::keep_hangup_ignored();
    let words: Vec<_> = std::env::args_os().collect();
    let parsed = with_negative_numbers(Alone::command()).try_get_matches_from(&words);
    match parsed.and_then(|matches| Alone::from_arg_matches(&matches)) {
        Ok(alone) => {
            output::look_like(StreamStyle::of(&alone.output));
            let program =
                throughput::Program { command: command.to_owned(), others: contenders, chosen: alone.rivals };
            exit::code(throughput::run(&alone.arguments, &program)).into()
        }
        Err(error) => refuse(&error, words).into(),
    }
}
