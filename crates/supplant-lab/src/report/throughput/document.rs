//! The report on a throughput run.

use super::{ThroughputReport, figures, reached, size, tables};
use crate::experiment::doctor;
use crate::experiment::throughput::ThroughputRow;
use crate::report::document::{Block, Document, rows_files};
use crate::report::{counted, grouped, provenance};

#[must_use]
pub fn document(measured: &ThroughputReport, summary: &str) -> Document {
    let mut blocks: Vec<_> = introduction(measured).into_iter().map(Block::Words).collect();
    if !measured.run.missing.is_empty() {
        blocks.push(Block::Words("Missing:".to_owned()));
        blocks.push(Block::List(measured.run.missing.clone()));
    }
    blocks.extend(reached::section(measured));
    blocks.push(Block::Heading("Figures".to_owned()));
    blocks.push(Block::Figures(figures::figures(measured)));
    blocks.extend(tables::mixes(measured));
    blocks.extend(tables::latencies(measured));
    let drawn = rows_files(&blocks, summary);
    blocks.extend(origin(measured));
    blocks.push(drawn);
    Document { title: "Throughput: probes and stores beside the limit of memory".to_owned(), blocks }
}

fn introduction(measured: &ThroughputReport) -> Vec<String> {
    let run = &measured.run;
    let sizes: Vec<_> = measured.sizes().into_iter().map(size).collect();
    let mut words = Vec::new();
    if !run.is_finished {
        words.push(
            "Unfinished: the run was interrupted, or still goes on. What follows is what was measured until then."
                .to_owned(),
        );
    }
    let rounds = counted(measured.rounds(), "round");
    words.push(format!(
        "One interleaved run: {rounds}, in each of them every subject in another order, in tables of {}; {} slices. Each slice of a \
         subject stands just behind a slice of the limit in the same cell: the same keys, threads and prefetch.",
        sizes.join(", "),
        grouped(run.rows.len() as u64),
    ));
    words.extend(repeated(measured));
    words.push(LIMIT.to_owned());
    words.push(KEYS.to_owned());
    words.push(checked(measured));
    if !run.is_pinned {
        words
            .push("Threads were not all on processors of their own: the system did not pin them.".to_owned());
    }
    let load = measured.provenance.load;
    if let (Some(load), Some(_)) = (load, doctor::others(load)) {
        words.push(format!(
            "Others used this machine when the run began: load {load:.2}. Read ratios, not rates."
        ));
    }
    words
}

fn repeated(measured: &ThroughputReport) -> Option<String> {
    let count = |is: fn(&&ThroughputRow) -> bool| measured.run.rows.iter().filter(is).count();
    let (repeated, disturbed) = (count(|row| row.tries > 1), count(|row| row.disturbed));
    (repeated > 0).then(|| {
        format!(
            "Measured again, up to three times, because the limit's slice was below 0.8 of the median of the earlier ones of its cell: {}, of which \
             the try with the fastest limit was kept. Disturbed even so: {disturbed}.",
            counted(repeated, "pair")
        )
    })
}

const LIMIT: &str = "The limit is independent random lines of memory: an array as large as the table, in the same kind of pages, at lines \
    chosen by the same keys through the same index. For a probe one word of the line is read, for a store it is read, changed and written. \
    A probe compares that word with the score that belongs to the key and answers in every case, a miss included; nothing is found, packed, \
    weighed or replaced. It is what memory gives to such operations, and not a law: a ratio slightly above 1 is noise, or the cheaper ending \
    of a miss, which has no score to compare.";

const KEYS: &str = "Each thread of a slice has 1,048,570 keys, drawn beforehand, new ones in each slice: 64 MiB of lines \
    in a table that has so many. A subject that would take longer than 150 ms for them does fewer, 16,380 at least, by the time of its slice before; \
    that of another subject's first slice is found out beforehand and is in no row. The limit always does them all. Uniform keys come once each; Zipf keys come by Zipf's law with exponent 0.99 over as many, so that few of them \
    make most of the work and lie in the cache. A hit is a key that the subject held when the keys were drawn; 90/10 and 50/50 are probes of such \
    keys and stores of new ones, in a fixed order. Tables are filled with three times as many keys as slots, maps and caches with as many as \
    they have room for. Between the drawing of the keys, which probes the subject, and its slice lies that of the limit: 64 MiB of other lines a \
    thread, which take what was drawn out of caches that hold less. Sizes below the caches' say what computing costs.";

fn checked(measured: &ThroughputReport) -> String {
    let is_checked = |row: &&ThroughputRow| !measured.run.unchecked.contains(&row.subject);
    let sum =
        |of: fn(&ThroughputRow) -> u64| measured.run.rows.iter().filter(is_checked).map(of).sum::<u64>();
    let wrong: Vec<_> = measured.run.rows.iter().filter(|row| row.is_wrong()).collect();
    let mut of: Vec<_> = wrong.iter().map(|row| row.of().name()).collect();
    of.sort_unstable();
    of.dedup();
    let verdict = if wrong.is_empty() {
        "No slice had more wrong answers than the few verified bits of a small slot explain".to_owned()
    } else {
        let slices = counted(wrong.len(), "slice");
        format!("{slices} had more wrong answers than few verified bits explain: of {}", of.join(", "))
    };
    let but = match &measured.run.unchecked[..] {
        [] => String::new(),
        some => format!(", but for {}: what validates nothing is known to be wrong", some.join(", ")),
    };
    format!(
        "Every hit was checked, within the time measured{but}. There were {} hits of {} probes, {} with another key's score. {verdict}.",
        grouped(sum(|row| row.hits)),
        grouped(sum(|row| row.probes)),
        grouped(sum(|row| row.wrong)),
    )
}

fn origin(measured: &ThroughputReport) -> Vec<Block> {
    let run = &measured.run;
    let pinned = if run.is_pinned { "each on a processor of its own" } else { "not pinned" };
    let more = [("threads", pinned.to_owned()), ("slices", run.rows.len().to_string())];
    let mut blocks = vec![
        Block::Heading("Where the numbers come from".to_owned()),
        Block::Table(provenance::facts(std::slice::from_ref(&measured.provenance), more)),
    ];
    if !run.pages.is_empty() {
        blocks.push(Block::Words("Pages that the system gave, in the first round:".to_owned()));
        blocks.push(Block::List(run.pages.clone()));
    }
    blocks.push(Block::Words("To repeat it:".to_owned()));
    blocks.push(Block::Command(measured.provenance.invocation.clone()));
    blocks
}

#[cfg(test)]
mod tests {
    use super::document;
    use crate::experiment::provenance::Provenance;
    use crate::experiment::throughput::rows::tests::row;
    use crate::experiment::throughput::{OperationMix, Savings, SubjectKind, ThroughputRow, ThroughputRun};
    use crate::report::markdown;
    use crate::report::throughput::{ThroughputReport, printed};
    use supplant::scheme::SchemeName;

    fn measured(change: impl Fn(&mut ThroughputRun)) -> ThroughputReport {
        let of = |name, bytes, mix, rate| ThroughputRow { bytes, mix, ..row(name, 1, rate, 100.0) };
        let mut rows = Vec::new();
        for bytes in [1 << 20, 1 << 30] {
            for mix in [OperationMix::Hit, OperationMix::Ninety] {
                rows.extend([of("NEW", bytes, mix, 84.0), of("DEEP", bytes, mix, 40.0)]);
            }
            rows.push(ThroughputRow {
                kind: SubjectKind::Map,
                variant: "",
                ..of("dashmap", bytes, OperationMix::Ninety, 9.0)
            });
        }
        let rows = rows
            .iter()
            .flat_map(|row| [1, 2, 3].map(|round| ThroughputRow { round, ..row.clone() }))
            .collect();
        let mut run = ThroughputRun { rows, is_pinned: true, is_finished: true, ..ThroughputRun::default() };
        change(&mut run);
        let nodes = vec![(SchemeName::New, 1000), (SchemeName::Deep, 900)];
        let provenance =
            Provenance { invocation: "supplant throughput --bytes 1GiB".to_owned(), ..Provenance::default() };
        ThroughputReport::of(run, Some(Savings { depth: 5, slots: 2048, nodes }), provenance)
    }

    fn words(change: impl Fn(&mut ThroughputRun)) -> String {
        markdown::render(&document(&measured(change), "summary.csv"))
    }

    #[test]
    fn a_report_says_what_is_reached_what_is_not_and_what_binds() {
        let said = words(|_| ());
        assert!(said.contains("**not reached**: hit, 1 thread: at least 0.90 of the limit"), "{said}");
        // 0.9 of the limit's 10 ns is 11.1 ns, which leaves 1.1 for what takes 25 in the cache.
        assert!(said.contains("| hit | DEEP | not reached | 1 | 11.1 | 10.0 | 1.1 | 25.0 |"), "{said}");
        assert!(!said.contains("| 90/10 | DEEP | not reached"), "that is not computing alone: {said}");
        assert!(
            said.contains("**reached**: 90/10, 1 thread: at least 4 times the fastest map")
                || said.contains("40.00"),
            "{said}"
        );
        for picture in ["sizes-hit-1", "shares-1", "savings", "rivals-1"] {
            assert!(said.contains(&format!("(throughput-{picture}.svg)")), "{picture}: {said}");
        }
        assert!(!said.contains("Unfinished") && !said.contains("Missing:"), "{said}");
    }

    #[test]
    fn what_is_amiss_is_said_first() {
        let said = words(|run| {
            run.is_finished = false;
            run.is_pinned = false;
            run.missing.push("moka: not compiled in".to_owned());
        });
        for amiss in ["Unfinished", "not all on processors of their own", "- moka: not compiled in"] {
            assert!(said.contains(amiss), "{amiss}: {said}");
        }
    }

    #[test]
    fn wrong_answers_are_counted_and_their_cell_is_named() {
        let wrong = measured(|run| run.rows[0].wrong = 3);
        let [named] = &printed::wrong(&wrong, true)[..] else { panic!("one cell") };
        assert!(named.contains("NEW xor16 of 1 MiB, hit uniform keys, 1 thread: 3 of 1000"), "{named}");
        let said = words(|run| run.rows[0].wrong = 3);
        assert!(
            said.contains("1 slice had more wrong answers than few verified bits explain: of NEW"),
            "{said}"
        );
        assert!(
            printed::wrong(&measured(|_| ()), true).is_empty() && printed::wrong(&wrong, false).is_empty()
        );
    }

    #[test]
    fn wrong_answers_of_others_are_told_apart_from_ours() {
        let of_another = |run: &mut ThroughputRun| {
            let map = run.rows.iter_mut().find(|row| row.kind == SubjectKind::Map).unwrap();
            map.wrong = 3;
        };
        let wrong = measured(of_another);
        assert_eq!((printed::wrong(&wrong, true).len(), printed::wrong(&wrong, false).len()), (0, 1));
        assert!(words(of_another).contains("few verified bits explain: of dashmap"));
    }

    #[test]
    fn whose_answers_are_not_checked_is_said_and_theirs_are_not_counted() {
        let said = words(|run| run.unchecked.push("dashmap"));
        assert!(said.contains("measured, but for dashmap: what validates nothing"), "{said}");
        assert!(said.contains("There were 21,600 hits of 24,000 probes"), "{said}");
        assert!(words(|_| ()).contains("Every hit was checked, within the time measured. "));
    }

    #[test]
    fn pairs_that_were_measured_again_are_counted() {
        let said = words(|run| {
            run.rows[0].tries = 2;
            run.rows[1] = ThroughputRow { tries: 4, disturbed: true, ..run.rows[1].clone() };
        });
        assert!(said.contains("2 pairs, of which the try with the fastest limit was kept"), "{said}");
        assert!(said.contains("Disturbed even so: 1."), "{said}");
        assert!(!words(|_| ()).contains("Measured again"));
    }

    #[test]
    fn fewer_than_three_rounds_decide_no_goal_and_say_so() {
        let few = |run: &mut ThroughputRun| run.rows.retain(|row| row.round < 3);
        let said = words(few);
        assert!(said.contains("2 rounds decide no goal: it takes 3."), "{said}");
        assert!(!said.contains("**reached**") && !said.contains("**not reached**"), "{said}");
        assert!(printed::goals(&measured(few)).ends_with("2 rounds decide no goal: it takes 3\n"));
        assert!(!words(|_| ()).contains("decide no goal"));
    }

    #[test]
    fn savings_are_searched_where_a_picture_comes_of_them() {
        assert_eq!(measured(|_| ()).to_save(), ["DEEP", "NEW"]);
        assert!(measured(|run| run.rows.retain(|row| row.subject == "NEW")).to_save().is_empty());
        assert!(measured(|run| run.rows.retain(|row| row.mix == OperationMix::Hit)).to_save().is_empty());
    }

    #[test]
    fn a_run_that_was_stopped_at_once_has_a_report_too() {
        let said = words(|run| run.rows.clear());
        assert!(said.contains("What is reached"), "{said}");
    }
}
