//! The results of a replay: which table loses least, and by how much.

use serde::Serialize;

use super::document::{Block, DataTable, Document, Figure, TableCell};
use super::plot::{LinePlot, Panels, PlotAxis, Series};
use super::searches::curves::{look_of, values_axis};
use super::{grouped, of_hundred, plain};
use crate::experiment::replay::{Recording, Replay, Replayed};
use crate::experiment::searches::Contender;
use crate::experiment::sizes;
use crate::experiment::words::{counted, listed, once_each};
use supplant::entry::bucket::LayoutName;

/// Tables whose nodes differ by less than this share are not ordered: whole searches order them
/// otherwise too often (`docs/replay.md`).
pub const NOT_ORDERED: f64 = 0.015;

#[derive(Debug)]
pub struct ReplayReport<'a> {
    pub name: &'a str,
    pub recording: &'a Recording,
    pub replay: &'a Replay<'a>,
    pub replayed: Vec<Replayed>,
}

#[derive(Debug, Serialize)]
pub struct ReplayRow {
    pub scheme: &'static str,
    pub layout: &'static str,
    pub bytes: usize,
    /// The rule for a result whose position already has an entry.
    pub same: String,
    /// Whether the table was emptied where a search began.
    pub cleared: bool,
    /// Nodes more than with a table without collisions, as a share; with the 95 % interval.
    pub lost: f64,
    pub lost_low: f64,
    pub lost_high: f64,
    /// The least that any scheme with buckets of as many slots could lose.
    pub least_lost: f64,
    pub nodes_saved: u64,
    pub cuts: u64,
    pub moves: u64,
}

impl ReplayReport<'_> {
    #[must_use]
    pub fn rows(&self) -> Vec<ReplayRow> {
        let row = |Replayed { candidate, lost, least_lost, tally }: &Replayed| ReplayRow {
            scheme: candidate.scheme.info().name,
            layout: candidate.layout.name(),
            bytes: candidate.bytes,
            same: candidate.same.to_string(),
            cleared: self.replay.clears,
            lost: lost.value,
            lost_low: lost.low,
            lost_high: lost.high,
            least_lost: *least_lost,
            nodes_saved: tally.saved(),
            cuts: tally.cuts,
            moves: tally.moves,
        };
        self.replayed.iter().map(row).collect()
    }

    fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<_> = self.replayed.iter().map(|one| one.candidate.bytes).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// From the least loss to the greatest.
    fn at(&self, bytes: usize) -> Vec<&Replayed> {
        let mut here: Vec<_> = self.replayed.iter().filter(|one| one.candidate.bytes == bytes).collect();
        here.sort_by(|one, other| one.lost.value.total_cmp(&other.lost.value));
        here
    }

    /// One sentence or more for each size.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        self.sizes().into_iter().filter_map(|bytes| self.finding(bytes)).collect()
    }

    fn finding(&self, bytes: usize) -> Option<String> {
        let here = self.at(bytes);
        let (best, rest) = here.split_first()?;
        let mut said = format!(
            "With {} {} loses least: {}; the optimum loses {} %.",
            sizes::bytes(bytes as u64),
            name(best),
            of_hundred(&best.lost, " % of the nodes"),
            plain(1, best.least_lost * 100.0)
        );
        let is_near = |one: &Replayed| (1.0 + one.lost.value) / (1.0 + best.lost.value) < 1.0 + NOT_ORDERED;
        let near: Vec<_> = rest.iter().take_while(|one| is_near(one)).map(|one| name(one)).collect();
        if !near.is_empty() {
            let needs = if near.len() == 1 { "needs" } else { "need" };
            said +=
                &format!(" {} {needs} less than 1.5 % more nodes, too little to order them.", listed(&near));
        }
        let last = rest.last().filter(|last| !is_near(last));
        if let Some(last) = last {
            let points = |share: f64| format!("{} points", plain(1, share * 100.0));
            said += &format!(" {} loses {} more", name(last), points(last.lost.value - best.lost.value));
            let same = |one: &&Replayed| {
                (one.candidate.scheme, one.candidate.layout) == (last.candidate.scheme, last.candidate.layout)
            };
            let doubled = self.at(2 * bytes).into_iter().find(same);
            said += &doubled.map_or_else(
                || ".".to_owned(),
                |doubled| {
                    format!(
                        "; twice the memory would save it {}.",
                        points(last.lost.value - doubled.lost.value)
                    )
                },
            );
        }
        Some(said)
    }

    #[must_use]
    pub fn tables(&self) -> Vec<DataTable> {
        self.sizes().into_iter().map(|bytes| self.table(bytes)).collect()
    }

    fn table(&self, bytes: usize) -> DataTable {
        let Replay { unbounded, .. } = self.replay;
        let share = |found: u64, all: u64| {
            let share = if all == 0 { 100.0 } else { found as f64 * 100.0 / all as f64 };
            TableCell::number(plain(1, share), share)
        };
        let row = |one: &&Replayed| {
            vec![
                name(one).into(),
                TableCell::number(of_hundred(&one.lost, ""), one.lost.value),
                share(one.tally.cuts, unbounded.cuts),
                share(one.tally.moves, unbounded.moves),
            ]
        };
        let here = self.at(bytes);
        let mut rows: Vec<_> = here.iter().map(row).collect();
        let layouts = once_each(here.iter().map(|one| (one.candidate.layout, one.least_lost)));
        rows.extend(layouts.into_iter().map(|(layout, lost)| {
            let of_layout = if layout == Contender::LAYOUT { String::new() } else { format!(":{layout}") };
            let percent = TableCell::number(plain(1, lost * 100.0), lost);
            vec![format!("optimum{of_layout}").into(), percent, "–".into(), "–".into()]
        }));
        DataTable {
            caption: format!("Tables of {}", sizes::bytes(bytes as u64)),
            header: ["table", "nodes lost", "cuts", "moves"].map(str::to_owned).to_vec(),
            words: 1,
            rows,
        }
    }

    /// What was recorded, in a sentence or two.
    #[must_use]
    pub fn about(&self) -> String {
        let &Recording { sample_bits, threads, .. } = self.recording;
        let sampled = match sample_bits {
            0 => String::new(),
            bits => format!(", of one key in {}", 1u32 << bits),
        };
        format!(
            "{}: {} events{sampled} by {}, {} nodes.",
            self.name,
            grouped(self.recording.len() as u64),
            counted(threads, "thread"),
            grouped(self.recording.nodes)
        )
    }

    /// Why the numbers may mislead, in sentences.
    #[must_use]
    pub fn remarks(&self) -> Vec<&'static str> {
        let mut all = self.replay.remarks(self.replayed.iter().map(|one| one.candidate.scheme));
        if self.replayed.iter().any(|one| one.lost.value > 1.0) {
            all.push("Losses above 100 % mostly count the nodes of nested subtrees more than once; do not trust the order there.");
        }
        all
    }

    fn figure(&self) -> Option<Figure> {
        let sizes = self.sizes();
        if sizes.len() < 2 {
            return None;
        }
        let x = |bytes: usize| (bytes as f64).log2();
        let mut tables: Vec<_> =
            self.replayed.iter().map(|one| (one.candidate.scheme, one.candidate.layout)).collect();
        tables.dedup();
        let of = |(scheme, layout)| {
            let all = self.replayed.iter();
            all.filter(move |one| (one.candidate.scheme, one.candidate.layout) == (scheme, layout))
        };
        let series: Vec<_> = tables
            .iter()
            .enumerate()
            .map(|(i, &table)| Series {
                name: of(table).next().map(name).unwrap_or_default(),
                look: look_of(Some(table.0).filter(|_| table.1 == LayoutName::Xor16), i),
                points: of(table).map(|one| (x(one.candidate.bytes), one.lost.value * 100.0)).collect(),
                band: of(table)
                    .map(|one| (x(one.candidate.bytes), one.lost.low * 100.0, one.lost.high * 100.0))
                    .collect(),
            })
            .collect();
        let ticks = sizes.iter().map(|&bytes| (x(bytes), sizes::bytes(bytes as u64))).collect();
        let axis = PlotAxis { title: "bytes of the table".to_owned(), ticks };
        let y = values_axis("% of the nodes lost".to_owned(), &series);
        let alt = "Nodes lost beside a table without collisions, in per cent, by table and bytes.".to_owned();
        let svg = if series.len() > 3 {
            Panels { alt: alt.clone(), x: axis, y, series, beside: None, printed: Vec::new() }.svg()
        } else {
            LinePlot { alt: alt.clone(), x: axis, y, series, ..LinePlot::default() }.svg()
        };
        Some(Figure {
            file: "replay-lost.svg".to_owned(),
            caption: "Nodes lost beside a table without collisions, with 95 % intervals over groups of keys. The order counts, not the size."
                .to_owned(),
            svg,
            alt,
            rows: None,
        })
    }

    #[must_use]
    pub fn document(&self, command: String) -> Document {
        let mut blocks = vec![Block::List(self.findings()), Block::Words(self.about())];
        blocks.extend(self.remarks().into_iter().map(|remark| Block::Words(remark.to_owned())));
        blocks.push(Block::Words(CAUTION.to_owned()));
        blocks.extend(self.figure().map(|figure| Block::Figures(vec![figure])));
        blocks.push(Block::Words(COLUMNS.to_owned()));
        blocks.extend(self.tables().into_iter().map(Block::Table));
        blocks.push(Block::Words("To repeat it:".to_owned()));
        blocks.push(Block::Command(command));
        Document { title: format!("Which table for {}", self.name), blocks }
    }
}

/// What the tables of a replay show.
pub const COLUMNS: &str = "Nodes lost: more than with a table without collisions, in per cent, with the 95 % interval over groups \
     of keys. Cuts and moves: those found, in per cent of what that table finds. The optimum knows which results will end a node; \
     no scheme with buckets of as many slots loses less.";

/// What a reader must know of every replay.
pub const CAUTION: &str = "A replay gives an order of tables, not the nodes of a search: it sees neither the moves that a table keeps \
     nor how the search changes. Tables whose nodes differ by less than 1.5 % are not ordered: let the engine search whole with the best two. \
     Of tables further apart, whole searches had the predicted order in 197 of 201 pairs of two searches of this project, in \
     56 of 58 of zebra and in 43 of 51 of Glaurung 2.2. They had it in 32 of 44 of a search that orders moves by the table's \
     move alone, where lost moves cost ten to twenty times as much as lost cutoffs; and in 41 of 104 of the search that prunes \
     most, where a better table does not need fewer nodes to a depth (docs/replay.md).";

fn name(one: &Replayed) -> String {
    Contender::in_layout(one.candidate.scheme, one.candidate.layout).to_string()
}

#[cfg(test)]
mod tests {
    use super::{DataTable, ReplayReport};
    use crate::experiment::replay::{Candidate, Recording, Replay, Replayed, Tally};
    use crate::experiment::searches::Same;
    use crate::experiment::stats::Estimate;
    use supplant::entry::bucket::LayoutName;
    use supplant::scheme::SchemeName;
    use supplant_record::{Recorder, Settings, Stored};

    /// Ten cutoffs and ten moves that a table without collisions finds, of 210 nodes.
    fn recording() -> Recording {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engine.record");
        let recorder = Recorder::create(&path, Settings::default()).expect("a new file");
        let mut thread = recorder.thread();
        for key in 1..=10 {
            let stored = Stored { depth: 5, score: 9, bound: 2, has_move: true };
            thread.store(0, key, stored, 20 * key);
            thread.probe(0, key, 5, 0, 1, 20 * key);
            thread.cut(key);
            thread.probe(0, key, 6, 0, 1, 20 * key + 10);
        }
        drop(thread);
        recorder.finish().expect("there is room");
        Recording::read(std::fs::File::open(path).expect("it was written")).expect("a recording")
    }

    fn lost(scheme: SchemeName, kib: usize, percent: f64, cuts: u64, moves: u64) -> Replayed {
        let (value, mut tally) = (percent / 100.0, Tally::default());
        (tally.cuts, tally.moves) = (cuts, moves);
        Replayed {
            candidate: Candidate { scheme, layout: LayoutName::Xor16, bytes: kib << 10, same: Same::Newest },
            lost: Estimate { value, low: value - 0.02, high: value + 0.03 },
            least_lost: 0.004,
            tally,
        }
    }

    fn told(replayed: Vec<Replayed>) -> (Vec<String>, String, Vec<String>) {
        let recording = recording();
        let replay = Replay::of(&recording, true).expect("it counts nodes");
        let report = ReplayReport { name: "engine.record", recording: &recording, replay: &replay, replayed };
        let tables: Vec<_> = report.tables().into_iter().map(DataTable::in_text).collect();
        let rows = report.rows().into_iter().map(|row| serde_json::to_string(&row).expect("plain data"));
        (report.findings(), tables.concat(), rows.collect())
    }

    #[test]
    fn tables_are_ordered_by_their_nodes_and_near_ones_are_not() {
        let all = [
            lost(SchemeName::New, 16, 110.0, 3, 4),
            lost(SchemeName::Siege, 16, 102.9, 8, 9),
            lost(SchemeName::FourBig, 16, 100.0, 7, 6),
            lost(SchemeName::New, 32, 40.0, 9, 9),
            lost(SchemeName::FourBig, 32, 2.0, 10, 10),
        ];
        let (findings, tables, rows) = told(all.to_vec());
        assert_eq!(
            findings,
            [
                "With 16 KiB FOURBIG loses least: 100.0 % of the nodes (98.0 to 103.0); the optimum loses 0.4 %. SIEGE needs less \
                 than 1.5 % more nodes, too little to order them. NEW loses 10.0 points more; twice the memory would save it 70.0 \
                 points.",
                "With 32 KiB FOURBIG loses least: 2.0 % of the nodes (0.0 to 5.0); the optimum loses 0.4 %. NEW loses 38.0 points \
                 more.",
            ]
        );
        let rows_of = |name: &str| {
            let lines = tables.lines().filter(|line| line.trim_start().starts_with(name));
            lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(
            rows_of("NEW"),
            ["NEW 110.0 (108.0 to 113.0) 30.0 40.0", "NEW 40.0 (38.0 to 43.0) 90.0 90.0"]
        );
        assert_eq!(rows_of("optimum"), ["optimum 0.4 – –"; 2]);
        assert_eq!(
            rows[0],
            r#"{"scheme":"NEW","layout":"xor16","bytes":16384,"same":"newest","cleared":true,"lost":1.1,"lost_low":1.08,"lost_high":1.1300000000000001,"least_lost":0.004,"nodes_saved":0,"cuts":3,"moves":4}"#
        );
    }

    #[test]
    fn where_all_are_near_none_is_called_worse() {
        let near = [SchemeName::Siege, SchemeName::FourBig, SchemeName::New];
        let (findings, ..) = told(near.map(|scheme| lost(scheme, 16, 3.0, 1, 1)).to_vec());
        let all = "With 16 KiB SIEGE loses least: 3.0 % of the nodes (1.0 to 6.0); the optimum loses 0.4 %. FOURBIG and NEW need \
                   less than 1.5 % more nodes, too little to order them.";
        assert_eq!(findings, [all]);
    }
}
