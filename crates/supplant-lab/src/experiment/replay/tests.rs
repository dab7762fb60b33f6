//! Replays of recordings made here.

use super::{Candidate, LARGEST_BUCKET, Recording, Replay, Replayed, SearchRecorder};
use crate::experiment::positions::PositionSet;
use crate::experiment::searches::Same;
use supplant::entry::bucket::LayoutName;
use supplant::key::SplitMix64;
use supplant::scheme::SchemeName;
use supplant::table::Table;
use supplant_record::{BLOCK, Recorder, RecordingThread, Settings, Stored};
use supplant_search::game::chess::Chess;
use supplant_search::search::{Enhancements, Limits, Stop, StudyTable, search};

fn written(settings: Settings, record: impl FnOnce(RecordingThread<'_>)) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("engine.record");
    let recorder = Recorder::create(&path, settings).expect("a new file");
    record(recorder.thread());
    recorder.finish().expect("there is room");
    std::fs::read(path).expect("it was written")
}

fn recorded(settings: Settings, record: impl FnOnce(RecordingThread<'_>)) -> Recording {
    Recording::read(written(settings, record).as_slice()).expect("a recording")
}

const SMALL: Candidate =
    Candidate { scheme: SchemeName::New, layout: LayoutName::Xor16, bytes: 64, same: Same::Scheme };

fn lower(score: i16) -> Stored {
    Stored { depth: 5, score, bound: 2, has_move: true }
}

#[test]
fn a_cut_is_worth_the_nodes_of_the_result_and_what_is_lost_is_offered_again() {
    // Key 1 and keys that take its only place; then key 1 is asked for twice.
    let recording = recorded(Settings::default(), |mut thread| {
        thread.new_search(0);
        thread.probe(0, 1, 5, 0, 1, 0);
        thread.store(0, 1, lower(10), 100);
        for key in 2..200 {
            thread.probe(0, key, 5, 0, 1, 100 + key);
            thread.store(0, key, lower(-10), 101 + key);
        }
        for nodes in [400, 500] {
            thread.probe(0, 1, 5, 0, 1, nodes);
            thread.cut(1);
        }
        thread.set_nodes(600);
    });
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    assert_eq!((recording.nodes, replay.own_saved, replay.probes), (600, 200, 201));
    assert_eq!((replay.unbounded.saved(), replay.unbounded.cuts, replay.least_nodes()), (200, 2, 600));
    let large = Candidate { bytes: 1 << 20, ..SMALL };
    let replayed = replay.on(&[SMALL, large], 2, &Stop::default()).expect("small").expect("not stopped");
    assert_eq!(replayed[1].tally.saved(), 200);
    assert_eq!(replayed[1].lost.value, 0.0);
    assert_eq!(replayed[0].tally.saved(), 100, "the first is lost, and its result is offered again");
    assert!((replayed[0].lost.value - 100.0 / 600.0).abs() < 1e-9);
    let stop = Stop::default();
    stop.set();
    assert!(replay.on(&[SMALL], 1, &stop).expect("small").is_none());
}

#[test]
fn the_optimum_keeps_the_entry_that_saves_more_and_no_table_of_its_buckets_saves_as_much() {
    // Two results and one slot: the later one saves less, and is used first.
    let recording = recorded(Settings::default(), |mut thread| {
        for (key, from, to) in [(1, 0, 100), (2, 100, 150)] {
            thread.probe(0, key, 5, 0, 1, from);
            thread.store(0, key, lower(10), to);
        }
        for key in [2, 1] {
            thread.probe(0, key, 5, 0, 1, 150);
            thread.cut(key);
        }
        thread.set_nodes(200);
    });
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    let least_lost = |bytes| {
        let table = Candidate { bytes, ..SMALL };
        replay.on(&[table], 1, &Stop::default()).expect("small").expect("not stopped")[0].least_lost
    };
    assert_eq!((least_lost(16), least_lost(64)), (50.0 / 200.0, 0.0));

    let recording = Recording::read(of_our_search(2).0.as_slice()).expect("a recording");
    let replay = Replay::of(&recording, true).expect("it counts nodes");
    let four = SchemeName::ALL.iter().filter(|scheme| scheme.info().slots == 4);
    let tables: Vec<_> = four.map(|&scheme| Candidate { scheme, bytes: 16 << 10, ..SMALL }).collect();
    let replayed = replay.on(&tables, 2, &Stop::default()).expect("small").expect("not stopped");
    let nearest = replayed.iter().map(|one| one.lost.value - one.least_lost).min_by(f64::total_cmp);
    assert!(nearest.is_some_and(|nearest| (0.001..0.1).contains(&nearest)), "{nearest:?}");
}

#[test]
fn a_table_is_told_of_each_iteration() {
    let cuts = |iterations: &[i32]| {
        let upper = |score| Stored { bound: 1, ..lower(score) };
        let recording = recorded(Settings::default(), |mut thread| {
            thread.probe(0, 1, 5, 0, 1, 0);
            thread.store(0, 1, upper(10), 1_000);
            iterations.iter().for_each(|&depth| thread.new_iteration(depth, 1_000));
            for key in 2..6 {
                thread.probe(0, key, 5, 0, 1, 1_000 + 10 * key);
                thread.store(0, key, upper(10), 1_010 + 10 * key);
            }
            thread.probe(0, 1, 5, 20, 21, 1_060);
            thread.set_nodes(1_070);
        });
        let replay = Replay::of(&recording, false).expect("it counts nodes");
        let told = |scheme| replay.remarks([scheme].into_iter()).iter().any(|one| one.contains("FOURITER"));
        assert_eq!(
            [SchemeName::FourIter, SchemeName::Merit, SchemeName::FourBig].map(told),
            [iterations.is_empty(), iterations.is_empty(), false]
        );
        let four = Candidate { scheme: SchemeName::FourIter, ..SMALL };
        replay.on(&[four], 1, &Stop::default()).expect("small").expect("not stopped")[0].tally.cuts
    };
    assert_eq!(cuts(&[]), 1, "the largest stays");
    assert_eq!(cuts(&[2]), 0, "an upper bound of the last iteration goes first");
}

#[test]
fn an_entry_answers_at_its_depth_and_where_its_bound_decides() {
    let found = |stored: Stored, depth, alpha, beta| {
        let recording = recorded(Settings::default(), |mut thread| {
            thread.probe(0, 7, 5, 0, 1, 0);
            thread.store(0, 7, stored, 50);
            thread.probe(0, 7, depth, alpha, beta, 50);
            thread.set_nodes(60);
        });
        // A recording in which nothing is found is refused, unless its tables are emptied.
        let replay = Replay::of(&recording, true).expect("it counts nodes");
        let large = Candidate { bytes: 1 << 16, ..SMALL };
        let tally = replay.on(&[large], 1, &Stop::default()).expect("small").expect("not stopped")[0].tally;
        assert_eq!((tally.cuts, tally.moves), (replay.unbounded.cuts, replay.unbounded.moves));
        (tally.cuts, tally.moves)
    };
    assert_eq!(found(lower(10), 5, 5, 10), (1, 0));
    assert_eq!(found(lower(10), 5, 5, 11), (0, 1), "the bound decides nothing");
    assert_eq!(found(lower(10), 6, 5, 10), (0, 1), "it is not deep enough");
    assert_eq!(found(Stored { bound: 1, ..lower(10) }, 5, 10, 20), (1, 0));
    assert_eq!(found(Stored { bound: 1, has_move: false, ..lower(10) }, 5, 9, 20), (0, 0));
    assert_eq!(found(Stored { bound: 3, ..lower(10) }, 5, 0, 20), (1, 0));
    assert_eq!(found(Stored { bound: 0, ..lower(10) }, 0, 0, 1), (0, 1));
}

#[test]
fn a_table_that_keeps_the_deeper_result_of_a_position_is_not_better_than_one_without_collisions() {
    let recording = recorded(Settings::default(), |mut thread| {
        thread.probe(0, 7, 9, 0, 1, 0);
        thread.store(0, 7, Stored { depth: 9, ..lower(10) }, 1_000);
        thread.probe(0, 7, 1, 0, 20, 1_000);
        thread.store(0, 7, Stored { depth: 1, bound: 1, ..lower(15) }, 1_010);
        thread.probe(0, 7, 9, 0, 1, 1_010);
        thread.cut(7);
        thread.set_nodes(1_020);
    });
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    assert_eq!((replay.unbounded.cuts, replay.unbounded.saved(), replay.own_saved), (1, 1_000, 1_000));
    let large = Candidate { bytes: 1 << 16, ..SMALL };
    let saved = |same| {
        let tables = [Candidate { same, ..large }];
        replay.on(&tables, 1, &Stop::default()).expect("small").expect("not stopped")[0].tally.saved()
    };
    assert_eq!((saved(Same::Scheme), saved(Same::UnlessDeeperBy(4))), (0, 1_000));
}

#[test]
fn a_cut_is_worth_what_the_search_would_need_there_whatever_entry_the_table_kept() {
    // A deep result and a shallow one; then only the depth of the shallow one is asked for.
    let recording = recorded(Settings::default(), |mut thread| {
        for key in 1..200 {
            let nodes = 10_000 * key;
            thread.probe(0, key, 9, 0, 1, nodes);
            thread.store(0, key, Stored { depth: 9, ..lower(30) }, nodes + 1_000);
            thread.probe(0, key, 1, 40, 41, nodes + 1_000);
            thread.store(0, key, Stored { depth: 1, ..lower(32) }, nodes + 1_010);
            thread.probe(0, key, 1, 0, 1, nodes + 1_010);
            thread.cut(key);
        }
        thread.set_nodes(3_000_000);
    });
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    assert_eq!((replay.unbounded.saved(), replay.own_saved), (1_990, 1_990));
    let large = Candidate { bytes: 1 << 20, ..SMALL };
    let kept = [Same::Newest, Same::UnlessDeeperBy(1)].map(|same| Candidate { same, ..large });
    let layouts =
        LayoutName::ALL.iter().map(|&layout| Candidate { layout, scheme: SchemeName::DepthAge, ..large });
    let fitting = layouts.filter(|one| one.scheme.fits(one.layout));
    let tables: Vec<_> = kept.into_iter().chain(fitting).collect();
    assert_eq!(tables.len(), 2 + 5, "every layout");
    for replayed in replay.on(&tables, 1, &Stop::default()).expect("small").expect("not stopped") {
        assert_eq!((replayed.lost.value, replayed.tally.cuts), (0.0, 199), "{:?}", replayed.candidate);
    }
}

/// Sixty keys, several results of each, and probes of any depth.
fn by_chance(random: &mut SplitMix64, settings: Settings) -> Recording {
    recorded(settings, |mut thread| {
        let mut nodes = 1_000_000;
        for _ in 0..1_000 {
            let key = random.below(60).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let [depth, score] = [12, 60].map(|below| random.below(below) as i32);
            thread.probe(0, key, depth, score, score + 1, nodes);
            nodes += 1 + random.below(1 << (2 + depth));
            let stored = Stored { depth: depth as u8, score: random.below(60) as i16, ..lower(0) };
            thread.store(0, key, Stored { bound: 1 + random.below(3) as u8, ..stored }, nodes);
            if random.below(200) == 0 {
                thread.new_search(nodes);
            }
        }
    })
}

#[test]
#[cfg_attr(miri, ignore = "Miri is too slow")]
fn no_table_loses_less_than_the_optimum() {
    for layout in LayoutName::ALL {
        assert_eq!(LARGEST_BUCKET % layout.info().bytes, 0, "{layout}");
    }
    let (mut random, mut near) = (SplitMix64::new(1), 0);
    for round in 0..12 {
        let settings = Settings { sample_bits: round % 3, ..Settings::default() };
        let recording = by_chance(&mut random, settings);
        let replay = Replay::of(&recording, round % 2 == 0).expect("it counts nodes");
        let fitting = |layout: LayoutName| SchemeName::ALL.iter().filter(move |scheme| scheme.fits(layout));
        let tables = LayoutName::ALL.iter().flat_map(|&layout| {
            fitting(layout).map(move |&scheme| {
                let bytes = [128, 256, 640][round as usize % 3] << settings.sample_bits;
                Candidate { scheme, layout, bytes, same: Same::UnlessDeeperBy(3) }
            })
        });
        let tables: Vec<_> = tables.collect();
        for Replayed { candidate, lost, least_lost, .. } in
            replay.on(&tables, 2, &Stop::default()).expect("small").expect("not stopped")
        {
            assert!(lost.value > least_lost - 1e-12, "{candidate:?}: {lost:?}, {least_lost}");
            assert!(lost.low <= lost.value && lost.value <= lost.high);
            near += usize::from(least_lost > 0.0 && lost.low < lost.high);
        }
    }
    assert!(near > 100, "most tables lose something, and so does the optimum: {near}");
}

#[test]
fn a_table_too_small_for_a_sample_is_refused_with_the_least_size() {
    let recording = by_chance(&mut SplitMix64::new(1), Settings { sample_bits: 3, ..Settings::default() });
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    let on = |bytes| replay.on(&[Candidate { bytes, ..SMALL }], 1, &Stop::default());
    assert!(on(1 << 10).is_ok());
    let refused = on(1023).expect_err("127 bytes").to_string();
    assert!(refused.contains("one key in 8") && refused.contains("the least is 1 KiB"), "{refused}");
}

fn remarks_on(record: impl FnOnce(&mut RecordingThread<'_>)) -> Vec<&'static str> {
    let recording = recorded(Settings::default(), |mut thread| record(&mut thread));
    let replay = Replay::of(&recording, false).expect("it counts nodes");
    let remarks = replay.remarks(std::iter::empty());
    remarks.into_iter().filter(|remark| !remark.contains("few probes")).collect()
}

/// A search of 99 positions, each asked for again under `bound`.
fn session(thread: &mut RecordingThread<'_>, other: u64, bound: u8) {
    for key in 1..100 {
        thread.probe(0, key, 5, 0, 1, 10 * key);
        thread.store(0, key ^ other, Stored { bound, ..lower(10) }, 10 * key + 9);
        thread.probe(0, key, 5, 0, 1, 10 * key + 9);
        thread.cut(key);
    }
    thread.set_nodes(2_000);
}

#[test]
fn keys_and_bounds_that_do_not_fit_together_are_remarked_on() {
    let told = |begins: bool, bound| {
        remarks_on(|thread| {
            if begins {
                thread.new_search(0);
            }
            session(thread, 0, bound);
        })
    };
    assert_eq!(told(true, 2), [""; 0]);
    assert!(told(true, 1)[0].contains("check bounds"));
    assert!(told(false, 2)[0].contains("supplant_record_search"));
    let recording = recorded(Settings::default(), |mut thread| session(&mut thread, 1 << 40, 2));
    let refused = Replay::of(&recording, false).expect_err("nothing is found").to_string();
    assert!(refused.contains("the same key"), "{refused}");
}

#[test]
fn the_last_event_of_a_thread_may_fill_a_block() {
    for stores in 3 * BLOCK - 3..3 * BLOCK {
        let recording = recorded(Settings::default(), |mut thread| {
            (0..stores as u64).for_each(|key| thread.store(0, key, lower(10), key + 1));
        });
        assert_eq!((recording.is_cut_off, recording.len()), (false, stores + 1));
    }
}

#[test]
fn a_recording_that_its_engine_did_not_end_is_told() {
    let whole = written(Settings::default(), |mut thread| {
        for key in 0..10_000 {
            thread.probe(0, key, 5, 0, 1, 2 * key);
            thread.store(0, key, lower(10), 2 * key + 1);
        }
    });
    let block = 8 * (3 + 2 * BLOCK);
    let is_cut_off = |bytes: &[u8]| Recording::read(bytes).map(|read| read.is_cut_off);
    assert!(!is_cut_off(&whole).expect("whole"));
    for bytes in [16 + block, 16 + 2 * block, whole.len() - 1] {
        assert!(is_cut_off(&whole[..bytes]).expect("its first blocks are whole"), "{bytes} bytes");
    }
    for bytes in [16 + block - 1, 24, 16] {
        let refused = is_cut_off(&whole[..bytes]).expect_err("no whole block").to_string();
        assert!(refused.contains("cut off before"), "{refused}");
    }
    let limit = written(Settings { limit: 70_000, ..Settings::default() }, |mut thread| {
        (0..9_000).for_each(|key| thread.store(0, key, lower(10), key));
    });
    let read = Recording::read(&limit[..]).expect("whole");
    assert_eq!((read.is_cut_off, read.is_full), (false, true));
}

#[test]
fn a_recording_in_which_all_would_be_saved_is_refused_and_a_poor_one_remarked_on() {
    // The root asks with its real depth and is never cut.
    let root = |depth: i32| {
        recorded(Settings::default(), |mut thread| {
            thread.new_search(0);
            for nodes in [0, 160] {
                thread.probe(0, 7, depth, 0, 1, nodes);
                thread.store(0, 7, lower(10), nodes + 160);
            }
            thread.probe(0, 7, depth, 0, 1, 320);
            thread.probe(1, 8, 1, 0, 1, 320);
            thread.store(1, 8, Stored { depth: 1, ..lower(10) }, 330);
            thread.probe(1, 8, 1, 0, 1, 330);
        })
    };
    let refused = Replay::of(&root(5), false).expect_err("330 of 330 nodes").to_string();
    assert!(refused.contains("255") && !refused.contains('\n'), "{refused}");
    let recording = root(255);
    let remarks =
        Replay::of(&recording, false).expect("only the other key is cut").remarks(std::iter::empty());
    assert_eq!(remarks.len(), 2, "few probes, and a cut that was not recorded: {remarks:?}");
}

#[test]
fn a_search_ages_the_entries_or_empties_the_table() {
    let recording = recorded(Settings::default(), |mut thread| {
        for nodes in [0, 100] {
            thread.new_search(nodes);
            thread.probe(0, 7, 5, 0, 1, nodes);
            thread.store(0, 7, lower(10), nodes + 50);
        }
        thread.set_nodes(150);
    });
    let large = Candidate { bytes: 1 << 16, ..SMALL };
    let found = |clears| {
        let replay = Replay::of(&recording, clears).expect("it counts nodes");
        let replayed = replay.on(&[large], 1, &Stop::default()).expect("small").expect("not stopped");
        (replayed[0].tally.cuts, replay.unbounded.cuts, replayed[0].lost.value)
    };
    assert_eq!((found(false), found(true)), ((1, 1, 0.0), (0, 0, 0.0)));
}

/// Recorded to 5 plies under a large table.
fn of_our_search(positions: usize) -> (Vec<u8>, u64) {
    let all = PositionSet::built_in("middlegames").expect("a set").all_of::<Chess>().expect("chess");
    let mut nodes = 0;
    let recording = written(Settings::default(), |thread| {
        let recorder = SearchRecorder::from(thread);
        for (_, game) in &all[..positions] {
            let table = <dyn StudyTable>::build(
                SchemeName::TwoBig1,
                LayoutName::Xor16,
                Table::builder().mebibytes(4),
            );
            let table = table.expect("there is memory");
            let recorded = recorder.over(&*table);
            let found = search(game, &recorded, Limits::depth(5), Enhancements::ALIBABA);
            recorded.searched(found.counters.nodes());
            nodes += found.counters.nodes();
        }
    });
    (recording, nodes)
}

#[test]
#[cfg_attr(miri, ignore = "Miri is too slow")]
fn a_recorded_search_is_what_it_would_be_without_and_small_tables_are_ordered_as_searches_order_them() {
    let (file, nodes) = of_our_search(4);
    let recording = Recording::read(file.as_slice()).expect("a recording");
    let replay = Replay::of(&recording, true).expect("it counts nodes");
    assert_eq!(recording.nodes, nodes);
    let remarks = replay.remarks([SchemeName::FourIter].into_iter());
    assert!(remarks.iter().all(|remark| remark.contains("few")), "iterations are recorded: {remarks:?}");
    let own = replay.own_saved as f64 / replay.unbounded.saved() as f64;
    assert!((0.97..1.03).contains(&own), "a large table loses little: {own}");
    let candidates =
        [SchemeName::New, SchemeName::TwoBig1].map(|scheme| Candidate { scheme, bytes: 16 << 10, ..SMALL });
    let replayed = replay.on(&candidates, 2, &Stop::default()).expect("small").expect("not stopped");
    assert!(replayed[0].lost.value > replayed[1].lost.value + 0.01, "{replayed:?}");
}

#[test]
#[cfg_attr(miri, ignore = "Miri is too slow")]
fn a_recording_that_is_cut_off_counts_the_nodes_up_to_there() {
    let (file, nodes) = of_our_search(1);
    let read = |bytes| {
        let cut = Recording::read(&file[..bytes]).expect("a recording");
        (cut.len() as f64, cut.nodes as f64)
    };
    let events = read(file.len()).0;
    for share in [0.3, 0.6, 0.9] {
        let (kept, counted) = read((file.len() as f64 * share) as usize);
        let [kept, counted] = [kept / events, counted / nodes as f64];
        assert!((counted / kept - 1.0).abs() < 0.2, "{counted} of the nodes with {kept} of the events");
    }
}

#[test]
#[cfg_attr(miri, ignore = "Miri is too slow")]
fn a_sample_of_the_keys_orders_alike_in_tables_as_much_smaller() {
    let whole = Recording::read(of_our_search(2).0.as_slice()).expect("a recording");
    let sampled = recorded(Settings { sample_bits: 2, ..Settings::default() }, |mut thread| {
        for event in whole.events() {
            match event {
                supplant_record::Event::Probe { key, .. }
                | supplant_record::Event::Cut { key }
                | supplant_record::Event::Store { key, .. }
                    if !supplant_record::is_sampled(key, 2) => {}
                other => thread.write(other),
            }
        }
        thread.set_nodes(whole.nodes);
    });
    let lost = |recording: &Recording| {
        let replay = Replay::of(recording, true).expect("it counts nodes");
        let candidate = Candidate { scheme: SchemeName::New, bytes: 32 << 10, ..SMALL };
        replay.on(&[candidate], 1, &Stop::default()).expect("small").expect("not stopped")[0].lost.value
    };
    let (all, part) = (lost(&whole), lost(&sampled));
    assert!((part / all - 1.0).abs() < 0.3, "{part} of a quarter, {all} of all");
}
