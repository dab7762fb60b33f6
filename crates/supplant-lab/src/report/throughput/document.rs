//! The report on a throughput run.

use super::{ThroughputReport, figures, reached, size, tables};
use crate::experiment::doctor;
use crate::experiment::throughput::{OperationMix, ThroughputRow};
use crate::report::document::{Block, Document, rows_files};
use crate::report::{counted, grouped, plain, provenance};

#[must_use]
pub fn document(measured: &ThroughputReport, summary: &str) -> Document {
    let words = |texts: Vec<String>| texts.into_iter().map(Block::Words);
    let mut blocks: Vec<_> = words(meaning(measured).into_iter().chain(amiss(measured)).collect()).collect();
    if !measured.run.missing.is_empty() {
        blocks.push(Block::Words("Missing:".to_owned()));
        blocks.push(Block::List(measured.run.missing.clone()));
    }
    blocks.push(Block::Heading("Figures".to_owned()));
    blocks.push(Block::Figures(figures::figures(measured)));
    blocks.extend(reached::section(measured));
    blocks.push(Block::Heading("How it was measured".to_owned()));
    blocks.extend(words(how(measured)));
    blocks.extend(tables::mixes(measured));
    blocks.extend(tables::latencies(measured));
    let drawn = rows_files(&blocks, summary);
    blocks.extend(origin(measured));
    blocks.push(drawn);
    Document { title: "Throughput: probes and stores beside the limit of memory".to_owned(), blocks }
}

/// Of an engine's time for a node, the share of a probe and a store.
fn meaning(measured: &ThroughputReport) -> Option<String> {
    const NODE_NS: f64 = 1000.0;
    let threads = *measured.threads().first()?;
    let stores = measured.judged(OperationMix::Store);
    let both = measured.judged(OperationMix::Hit).into_iter().filter_map(|(of, hit)| {
        let (_, store) = stores.iter().find(|(stored, _)| *stored == of)?;
        Some((of.subject, hit.ns + store.ns))
    });
    let mut both: Vec<_> = both.collect();
    both.sort_by(|(_, ns), (_, other)| ns.total_cmp(other));
    let (&(cheapest, least), &(dearest, most)) = (both.first()?, both.last()?);
    let share = |ns: f64| plain(1, 100.0 * ns / NODE_NS);
    Some(format!(
        "For an engine: a probe and a store at each node take {} ns under {cheapest}, the cheapest scheme, and {} ns under {dearest}, the \
         dearest ({}, {}, {}). An engine that visits a million nodes a second and thread spends {} to {} % of its time on them.",
        plain(0, least),
        plain(0, most),
        size(measured.largest()),
        counted(threads, "thread"),
        if measured.farthest() == 0 { "no prefetch" } else { "addresses prefetched" },
        share(least),
        share(most),
    ))
}

fn amiss(measured: &ThroughputReport) -> Vec<String> {
    let run = &measured.run;
    let mut words = Vec::new();
    if !run.is_finished {
        words.push(
            "Unfinished: the run was interrupted, or still goes on. This report has the measurements until then."
                .to_owned(),
        );
    }
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

fn how(measured: &ThroughputReport) -> Vec<String> {
    let sizes: Vec<_> = measured.sizes().into_iter().map(size).collect();
    let rounds = counted(measured.rounds(), "round");
    let mut words = vec![format!(
        "One interleaved run: {rounds}, in each of them every subject in another order, in tables of {}; {} slices. Each slice of a \
         subject stands just behind a slice of the limit in the same cell: the same keys, threads and prefetch.",
        sizes.join(", "),
        grouped(measured.run.rows.len() as u64),
    )];
    words.extend(repeated(measured));
    words.extend([LIMIT, LENGTH, KEYS].map(str::to_owned));
    words.push(checked(measured));
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
    chosen by the same keys through the same index. For a probe one word of the line is read; for a store it is read, changed and written. \
    A probe of the limit compares the word with the score that belongs to the key, and answers always, also for a miss. Nothing is found, packed, \
    weighed or replaced. The limit is what memory gives to such operations. It is not a law: a ratio slightly above 1 is noise, or comes from \
    misses, which have no score to compare.";

const LENGTH: &str = "The limit's loop is shorter than that of any table. Where a host backs the memory of its guest by small pages, a prefetch holds up \
    the instructions behind it, so that in a large table every instruction of the loop costs time. The limit of a table is then a loop as long as its own, \
    which is slower than the one measured here.";

const KEYS: &str = "Each thread of a slice has 1,048,570 keys, drawn before the slice and new in each: 64 MiB of lines, in a table that has so many. \
    A subject that would need more than 150 ms for them does fewer, at least 16,380; its slice before says how many. A subject's first slice \
    only finds that out, and is in no row. The limit always does all. Uniform keys come once each. Zipf keys follow Zipf's law with exponent 0.99, so that few of them \
    make most of the work and lie in the cache. A hit is a key that the subject held when the keys were drawn. 90/10 and 50/50 are probes of such \
    keys and stores of new ones, in a fixed order. Tables are filled with three times as many keys as slots, maps and caches with as many as \
    they have room for. Drawing the keys probes the subject. The limit's slice comes next and touches 64 MiB of other lines a thread, so that a \
    cache that holds less has lost what was drawn. Sizes below those of the caches say what computing costs.";

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
        assert!(said.contains("**reached**: 90/10, 1 thread: at least 4 times the fastest map"), "{said}");
        for picture in ["sizes-hit", "shares", "savings", "rivals"] {
            assert!(said.contains(&format!("(throughput-{picture}.svg)")), "{picture}: {said}");
        }
        assert!(!said.contains("Unfinished") && !said.contains("Missing:"), "{said}");
    }

    #[test]
    fn a_report_begins_with_what_a_node_of_an_engine_pays() {
        let said = words(|run| {
            let of = |name, mix, rate: f64| ThroughputRow {
                bytes: 1 << 30,
                mix,
                ns: 1000.0 / rate,
                ..row(name, 1, rate, 100.0)
            };
            run.rows = vec![
                of("NEW", OperationMix::Hit, 100.0),
                of("NEW", OperationMix::Store, 50.0),
                of("DEEP", OperationMix::Hit, 40.0),
                of("DEEP", OperationMix::Store, 20.0),
                of("TWOBIG1", OperationMix::Hit, 1.0),
            ];
        });
        // 10 + 20 ns and 25 + 50 ns; of TWOBIG1 nothing is known of stores.
        let meaning = "take 30 ns under NEW, the cheapest scheme, and 75 ns under DEEP, the dearest (1 GiB, 1 thread, addresses \
             prefetched). An engine that visits a million nodes a second and thread spends 3.0 to 7.5 % of its time on them.";
        assert!(said.contains(meaning), "{said}");
        assert!(said.find(meaning) < said.find("## Figures"), "{said}");
        assert!(said.find("## Figures") < said.find("## What is reached"), "{said}");
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
