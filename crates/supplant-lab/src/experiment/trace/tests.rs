//! Traces written, read, replayed and refused.

use super::{Heading, Reader, TraceEvent, TraceRecord, Traced, Tracer};
use crate::experiment::positions::PositionSet;
use supplant::entry::bucket::{LayoutName, Ready};
use supplant::entry::{Bound, Marks, Move16, SizedEntry};
use supplant::key::{Key, SplitMix64};
use supplant::scheme::{Deep, Scheme, SchemeName, TwoBig1, Visit};
use supplant::table::{SizedTable, TableBuilder};
use supplant_search::game::chess::Chess;
use supplant_search::search::{Counters, Limits, Stop};
use supplant_search::smp::Order;
use supplant_search::smp::lockstep::{Event, Lockstep};

const SLOTS: usize = 1 << 12;

fn heading() -> Heading {
    let word = str::to_owned;
    Heading {
        position: word("a FEN"),
        search: word("alibaba"),
        scheme: word("TWOBIG1"),
        layout: word("xor16"),
        slots: SLOTS,
        workers: 5,
        quantum: 3,
        helpers: word("none"),
        seed: 7,
        depth: 5,
        ..Heading::default()
    }
}

fn table<S: Scheme>() -> SizedTable<S> {
    TableBuilder::new().slots(SLOTS).build().expect("a small table fits")
}

fn traced<S: Scheme>() -> (Vec<u8>, Counters) {
    let (_, game) = &PositionSet::kasparov_short().all_of::<Chess>().expect("they are of chess")[0];
    let order = Order { seed: 7, ..Order::alibaba(Limits::depth(5)) };
    let mut written = Vec::new();
    let tracer = Tracer::begin(&mut written, &heading(), order.stop.clone()).expect("memory takes it");
    let traced = Traced { table: &table::<S>(), tracer: &tracer };
    let answer = Lockstep::new(5, 3).search(&traced, game, &order, |event| {
        if let Event::Turn { worker, round } = event {
            tracer.turn(worker, round);
        }
    });
    tracer.end().expect("memory takes it");
    (written, answer.expect("five workers are available").counters())
}

fn records(written: &[u8]) -> Vec<TraceRecord> {
    Reader::open(written).expect("a trace").map(|record| record.expect("a record")).collect()
}

fn differences<S: Scheme>(records: &[TraceRecord]) -> usize {
    let (table, mut wrong) = (table::<S>(), 0);
    for TraceRecord { what, key, entry, .. } in records {
        match what {
            TraceEvent::Missed => wrong += usize::from(table.probe(*key).is_some()),
            TraceEvent::Found => wrong += usize::from(table.probe(*key) != Some(*entry)),
            TraceEvent::FoundToo => wrong += usize::from(table.probe_both(*key)[1] != Some(*entry)),
            TraceEvent::Stored => table.store(*key, *entry),
            TraceEvent::Cut => table.cut_by(*key),
            TraceEvent::Iteration => table.new_iteration(),
            TraceEvent::Asked => {}
        }
    }
    wrong
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn a_trace_replayed_into_a_table_finds_what_the_search_found_and_under_another_scheme_does_not() {
    let (written, counters) = traced::<TwoBig1>();
    let records = records(&written);
    let count = |what| records.iter().filter(|record| record.what == what).count() as u64;
    // Each worker also probes once for the root's moves, uncounted.
    assert_eq!(count(TraceEvent::Missed) + count(TraceEvent::Found), counters.probes + 5);
    assert_eq!(count(TraceEvent::Asked), counters.probes);
    assert_eq!((count(TraceEvent::Stored), count(TraceEvent::Cut)), (counters.stores, counters.cutoffs));
    assert!(count(TraceEvent::Found) > 1000, "{}", count(TraceEvent::Found));
    let workers: std::collections::BTreeSet<_> = records.iter().map(|record| record.worker).collect();
    assert_eq!(workers.len(), 5);
    assert!(records.is_sorted_by_key(|record| record.round));
    assert_eq!(differences::<TwoBig1>(&records), 0);
    assert!(differences::<Deep>(&records) > 100);
}

struct Replayed;

impl Visit for Replayed {
    type Payload = SizedEntry;
    type Out = usize;

    fn visit<S: Scheme, B: Ready<Payload = SizedEntry>>(self) -> usize {
        differences::<S>(&records(&traced::<S>().0))
    }
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn a_trace_replays_under_every_scheme() {
    for &scheme in SchemeName::ALL {
        assert_eq!(scheme.visit_in(LayoutName::Xor16, Replayed), Ok(0), "{scheme}");
    }
}

#[test]
fn a_record_lies_in_its_bytes_as_the_document_says() {
    let entry = SizedEntry {
        mv: Move16(0x2122),
        score: -2,
        bound: Bound::Lower,
        depth: 9,
        size: 0x0102_0304_0506_0708,
        principal: true,
        marks: Marks::DRAWN,
    };
    let key = Key(0x1112_1314_1516_1718);
    let record =
        TraceRecord { worker: 0x3132, round: 0x4142_4344_4546, what: TraceEvent::Stored, key, entry };
    let bytes = [
        0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11, 8, 7, 6, 5, 4, 3, 2, 1, 0x46, 0x45, 0x44, 0x43, 0x42,
        0x41, 0x32, 0x31, 0x22, 0x21, 0xfe, 0xff, 9, 2, 3, 0b101,
    ];
    assert_eq!(record.bytes(), bytes);
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn a_trace_is_the_same_every_time() {
    assert_eq!(traced::<TwoBig1>().0, traced::<TwoBig1>().0);
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut random = SplitMix64::new(1);
    for i in 0..1000 {
        let entry = SizedEntry {
            mv: Move16(random.next() as u16),
            score: random.next() as i16,
            bound: Bound::from_code(1 + i as u64 % 3),
            depth: random.next() as u8,
            size: random.next(),
            principal: i % 2 == 0,
            marks: Marks::new(i % 3 == 0, i % 5 == 0),
        };
        let record = TraceRecord {
            worker: random.next() as u16,
            round: random.below(1 << 48),
            what: TraceEvent::ALL[i % 7],
            key: Key(random.next()),
            entry,
        };
        assert_eq!(TraceRecord::of(&record.bytes()), Some(record));
    }
    for (at, wrong) in [(29, 0), (29, 4), (30, 7), (31, 8)] {
        let mut bytes = [1; super::BYTES];
        assert!(TraceRecord::of(&bytes).is_some());
        bytes[at] = wrong;
        assert_eq!(TraceRecord::of(&bytes), None);
    }
}

/// An entry ends a node if it is as deep as the node and its score answers the window (1994, section
/// 4.4). So every probe must have been announced with what its search then did.
#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn a_trace_says_what_depth_and_window_each_probe_was_for() {
    let records = records(&traced::<TwoBig1>().0);
    let (mut answered, mut silent, mut by_depth) = (0, 0, 0);
    for at in records.windows(3) {
        let (Some((depth, [alpha, beta])), TraceEvent::Found) = (at[0].asked(), at[1].what) else { continue };
        assert_eq!((at[0].key, at[0].worker), (at[1].key, at[1].worker));
        assert!(alpha < beta);
        let SizedEntry { score, bound, .. } = at[1].entry;
        let answers = match bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        let cuts = answers && at[1].entry.depth >= depth;
        by_depth += usize::from(answers && !cuts);
        let did_cut = at[2].what == TraceEvent::Cut && at[2].key == at[0].key;
        if at[2].what != TraceEvent::FoundToo {
            assert_eq!(cuts, did_cut, "{at:?}");
            (answered, silent) = (answered + usize::from(cuts), silent + usize::from(!cuts));
        }
    }
    assert!(answered > 100 && silent > 100 && by_depth > 100, "{answered} {silent} {by_depth}");
}

/// Traces of version 0.1 from before probes were announced.
#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn a_trace_of_format_1_is_read() {
    let (written, _) = traced::<TwoBig1>();
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&written[..]), &mut plain).expect("gzip");
    let body = plain.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    let kept = plain[body..].as_chunks::<{ super::BYTES }>().0.iter().filter(|record| record[30] != 6);
    let old = serde_json::to_string(&Heading { trace: 1, ..heading() }).expect("plain data") + "\n";
    let old: Vec<u8> = old.bytes().chain(kept.flatten().copied()).collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packed, &old).expect("memory takes it");
    let read = records(&packed.finish().expect("memory takes it"));
    let new: Vec<_> =
        records(&written).into_iter().filter(|record| record.what != TraceEvent::Asked).collect();
    assert_eq!(read, new);
}

#[test]
#[cfg_attr(miri, ignore = "Miri knows no stacks of one's own")]
fn what_is_no_trace_or_cut_short_is_refused_in_a_line() {
    let refused = |bytes: &[u8]| {
        let error = Reader::open(bytes).and_then(Iterator::collect::<anyhow::Result<Vec<_>>>);
        format!("{:#}", error.expect_err("it is refused"))
    };
    assert!(refused(b"no gzip at all").contains("not packed by gzip"));
    let packed = |text: &str| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut out, text.as_bytes()).expect("memory takes it");
        out.finish().expect("memory takes it")
    };
    assert!(refused(&packed("{}\n")).contains("not a heading"));
    let later = serde_json::to_string(&Heading { trace: 3, ..heading() }).expect("plain data");
    assert!(refused(&packed(&later)).contains("format 3"));
    let (whole, _) = traced::<TwoBig1>();
    assert!(refused(&whole[..whole.len() / 2]).contains("cut short"));
    let half = serde_json::to_string(&heading()).expect("plain data") + "\nhalf a record";
    assert!(refused(&packed(&half)).contains("record 1: it ends in the middle of a record"));
}

struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_stops_the_search_and_is_told() {
    let stop = Stop::default();
    let tracer = Tracer::begin(Full(1 << 16), &heading(), stop.clone()).expect("there is room");
    let mut random = SplitMix64::new(1);
    while !stop.is_set() {
        tracer.write(TraceEvent::Missed, Key(random.next()), SizedEntry::default());
    }
    assert!(tracer.end().is_err());
}
