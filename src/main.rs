//! The `supplant` command; all of it is in [`supplant::cli`].

fn main() -> std::process::ExitCode {
    supplant::cli::main()
}
