//! The page of a run.

use super::HashReport;
use super::page::ROWS;
use crate::experiment::words::counted;
use crate::report::document::{Block, Document, rows_files};
use crate::report::provenance;

impl HashReport<'_> {
    #[must_use]
    pub fn document(&self) -> Document {
        let mut blocks = Vec::new();
        if !self.findings().is_empty() {
            blocks.push(Block::List(self.findings()));
        }
        blocks.extend(self.remarks().into_iter().map(Block::Words));
        blocks.extend(self.figure().map(|figure| Block::Figures(vec![figure])));
        if !self.is_empty() {
            blocks.push(Block::Table(self.table()));
        }
        blocks.push(Block::Heading("How it was measured".to_owned()));
        blocks.extend(self.how().into_iter().map(Block::Words));
        blocks.push(rows_files(&blocks, ROWS));
        blocks.push(Block::Words("To repeat it:".to_owned()));
        blocks.push(Block::Command(self.source.provenance.invocation.clone()));
        let engine = [
            ("engine", self.source.engine.to_owned()),
            ("command of the engine", self.source.command.to_string()),
        ];
        let facts = provenance::facts(std::slice::from_ref(self.source.provenance), engine);
        blocks.push(Block::Table(facts));
        Document { title: format!("Hash sizes for {}", self.source.engine), blocks }
    }

    fn how(&self) -> Vec<String> {
        let threads = counted(self.source.settings.threads, "thread");
        let rounds = match self.source.plan.rounds {
            1 => "once".to_owned(),
            rounds => format!("{rounds} times"),
        };
        let limit = self.source.plan.limit.told();
        vec![
            format!(
                "One process of the engine, with {threads}, searched each of the {} of `{}` by `{limit}` {rounds} under each size. \
                 The sizes of a position were searched one after the other, in a new random order for each position. Before each search came \
                 `setoption name Hash`, `ucinewgame`, `Clear Hash` if the engine has it, and `isready`. So every search began with an empty table.",
                counted(self.source.plan.positions.len(), "position"),
                self.source.positions
            ),
            "Seconds are from `go` to `bestmove`, by this program's clock. Nodes and hashfull are those of the last `info` line that told them; \
             nodes/s divides these nodes by the time until that line. An engine that `--nodes` or `--movetime` stops may tell its last line some time \
             before its move. The depth is that of the last line with moves and an exact score. A first search, which was not counted, warmed the \
             engine up."
                .to_owned(),
        ]
    }
}
