//! `rivals` is supplant's throughput measurement with all rivals; options and report are the same.

use std::process::ExitCode;

use rivals::huge_pages;
use rivals::rival::Rival;
use rivals::roster::{Visitor, visit};
use supplant_lab::experiment::throughput::{Competitor, SubjectKind};

const COMMAND: &str = "cargo run --release --manifest-path rivals/Cargo.toml --";

struct Contenders(Vec<Competitor>);

impl Visitor for Contenders {
    fn rival<T: Rival>(&mut self) {
        self.0.push(Competitor::of::<T>());
    }

    fn left_out(&mut self, name: &'static str, kind: SubjectKind, feature: &'static str) {
        self.0.push(Competitor::missing(name, kind, format!("not compiled in; add --features {feature}")));
    }
}

fn main() -> ExitCode {
    huge_pages::ask_and_start_again();
    let mut contenders = Contenders(Vec::new());
    visit(&mut contenders);
    supplant_cli::cli::throughput_with(COMMAND, contenders.0)
}
