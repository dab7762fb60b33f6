//! The `supplant` command; all of it is in [`supplant_cli::cli`].

fn main() -> std::process::ExitCode {
    supplant_cli::cli::main()
}
