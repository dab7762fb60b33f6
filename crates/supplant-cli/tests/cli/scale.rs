use std::collections::BTreeMap;
use std::path::Path;

use crate::common::{code, resealed, run, stderr, stdout, text};

const LITTLE: [&str; 10] =
    ["scale", "--lockstep", "--depth", "2", "--workers", "1,2,8", "--draws", "1", "--sizes", "4K"];

fn scale(out: &Path, more: &[&str]) -> std::process::Output {
    run(&[&LITTLE, more, &["--out", out.to_str().expect("a name")]].concat())
}

fn curves(at: &Path) -> Vec<BTreeMap<String, String>> {
    let rows = text(&at.join("scaling-curves.csv"));
    let words = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let mut lines = rows.lines().map(words);
    let names = lines.next().expect("a header");
    lines.map(|row| names.iter().cloned().zip(row).collect()).collect()
}

#[test]
fn all_schemes_are_asked_for_in_a_word_as_in_a_study() {
    let folder = tempfile::tempdir().unwrap();
    let output = scale(folder.path(), &["--schemes", "all", "--positions", "breuker1994:9"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let journal = text(&folder.path().join("scaling.jsonl"));
    for scheme in ["TWOBIG1", "DEEP", "SIEGE"] {
        assert!(journal.lines().skip(1).any(|line| line.contains(scheme)), "{scheme}");
    }
}

#[test]
fn a_run_in_lockstep_is_the_same_every_time_on_any_number_of_jobs_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let first = scale(&one, &["--jobs", "1"]);
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let curves = |at: &Path| text(&at.join("scaling-curves.csv"));
    std::fs::create_dir(&two).unwrap();
    let journal = text(&one.join("scaling.jsonl"));
    let begun: Vec<_> = journal.lines().take(9).collect();
    std::fs::write(two.join("scaling.jsonl"), begun.join("\n") + "\n{\"unit\":{\"id").unwrap();
    let second = scale(&two, &["--jobs", "2"]);
    assert_eq!(code(&second), 0, "{}", stderr(&second));
    assert_eq!(curves(&one), curves(&two));
    assert_eq!(stdout(&first), stdout(&second));
    assert_eq!(curves(&one).lines().count(), 3, "a line for each number of workers but one");
}

#[test]
fn the_report_of_a_folder_is_made_from_its_journal_and_a_changed_line_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let (at, again) = (folder.path().join("at"), folder.path().join("again"));
    assert_eq!(code(&scale(&at, &[])), 0);
    let report = |at: &Path| run(&["report", at.to_str().unwrap(), "--out", again.to_str().unwrap()]);
    assert_eq!(code(&report(&at)), 0);
    for file in ["scaling.md", "scaling.html", "scaling-curves.csv", "scaling-speedup.svg"] {
        assert_eq!(text(&at.join(file)), text(&again.join(file)), "{file}");
    }
    let journal = at.join("scaling.jsonl");
    let forged = text(&journal).replacen("\"time\":", "\"time\":1", 1);
    std::fs::write(&journal, forged).unwrap();
    let said = stderr(&report(&at));
    assert!(said.contains("scaling.jsonl") && said.contains("1 of 54 searches are missing"), "{said}");
}

#[test]
fn a_search_without_a_table_has_no_numbers_of_one() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&scale(folder.path(), &["--search", "none"])), 0);
    let rows = curves(folder.path());
    assert_eq!(rows.len(), 2);
    for row in &rows {
        for name in ["breadth", "repetition", "others' hits", "again"] {
            assert_eq!(row[name], "", "{name}: {row:?}");
        }
        assert!(row["overhead"].parse::<f64>().is_ok_and(|overhead| overhead > 0.0), "{row:?}");
    }
    let (picture, page) =
        (text(&folder.path().join("scaling-speedup.svg")), text(&folder.path().join("scaling.md")));
    assert!(page.contains("they ask no table") && !page.contains("tables of"), "{page}");
    assert!(
        picture.contains("\noverhead\n") && !picture.contains("breadth") && !picture.contains("repetition")
    );
    assert!(page.contains("in proportion to those of one. Speedup is workers over overhead."), "{page}");
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
    let numbers: Vec<_> = files.filter(|path| !path.ends_with("scaling.html")).collect();
    assert!(numbers.len() >= 4, "{numbers:?}");
    for path in numbers {
        assert!(!text(&path).contains("NaN"), "{}", path.display());
    }
}

#[test]
fn threads_are_timed_and_more_than_there_are_processors_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let processors = std::thread::available_parallelism().unwrap().get();
    let (many, out) = ((processors + 1).to_string(), folder.path().to_str().unwrap());
    let timed =
        run(&["scale", "--workers", &many, "--depth", "2", "--draws", "1", "--sizes", "4K", "--out", out]);
    assert_eq!(code(&timed), 0, "{}", stderr(&timed));
    assert!(stdout(&timed).contains("nodes/s"), "{}", stdout(&timed));
    assert!(stderr(&timed).contains("what is measured of them is not scaling"), "{}", stderr(&timed));
    let page = text(&folder.path().join("scaling.md"));
    for said in [
        "do not run at once: what is told of more threads is no scaling",
        "scaling-parts.svg",
        "order by lot",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let rows = text(&folder.path().join("scaling-curves.csv"));
    let columns = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let (names, first) = (columns(rows.lines().next().unwrap()), columns(rows.lines().nth(1).unwrap()));
    let of =
        |name: &str| first[names.iter().position(|other| other == name).unwrap()].parse::<f64>().unwrap();
    // Three digits are printed.
    assert!((of("speedup") - of("nodes/s") / of("overhead")).abs() < 0.01, "{rows}");
    assert!((0.0..1.0).contains(&of("idle")) && of("seconds") >= 0.0, "{rows}");
}

#[cfg(target_os = "linux")]
#[test]
fn pinned_threads_and_a_load_on_idle_cores_are_told_in_plan_provenance_and_report() {
    if std::thread::available_parallelism().unwrap().get() < 2 {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let little = ["scale", "--workers", "2", "--depth", "2", "--draws", "1", "--sizes", "4K", "--pin"];
    for (more, clock, words) in [
        (&[][..], "\"clocks\":[\"pinned\"]", "pinned threads"),
        (&["--load-idle"][..], "\"clocks\":[\"loaded\"]", "pinned threads, idle cores loaded"),
    ] {
        let at = folder.path().join(clock.replace(|c: char| !c.is_alphanumeric(), ""));
        let done = run(&[&little[..], more, &["--out", at.to_str().unwrap()]].concat());
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let journal = text(&at.join("scaling.jsonl"));
        assert!(journal.contains(clock) && journal.contains("\"pinned_to\":["), "{journal}");
        let page = text(&at.join("scaling.md"));
        assert!(
            page.contains(&format!("| {words} |")) && page.contains("| pinned to processors |"),
            "{page}"
        );
        assert!(
            page.contains(&["supplant scale --pin", more.first().unwrap_or(&"--workers")].join(" ")),
            "{page}"
        );
    }
    let other =
        run(&[&little[..], &["--out", folder.path().join("clocksloaded").to_str().unwrap()]].concat());
    assert!(
        stderr(&other).contains("holds the results of another experiment (clocks "),
        "times of another setting are not taken up: {}",
        stderr(&other)
    );
}

#[test]
fn times_of_threads_are_predicted_from_lockstep_and_judged_beside_those_measured() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    // The law that predicts eight threads needs two and three at once.
    let further: &[&str] = if std::thread::available_parallelism().unwrap().get() > 2 { &["8"] } else { &[] };
    let arguments = ["--workers", "1,2,3", "--depth", "2", "--draws", "1", "--sizes", "4K", "--jobs", "1"];
    let done = run(&[&["scale", "--predict"], further, &arguments, &["--out", out]].concat());
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    let told = stdout(&done);
    let (_, predicted) = told.split_once("predicted from quantum 8").expect("threads are predicted");
    let lines: Vec<Vec<_>> =
        predicted.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    let of =
        |workers: &str| lines.iter().find(|words| words.first() == Some(&workers)).expect("it is predicted");
    for measured in ["2", "3"] {
        let [.., verdict, near] = of(measured)[..] else { panic!("{predicted}") };
        assert!(["yes", "no", "open"].contains(&verdict) && near.ends_with("/18"), "{predicted}");
    }
    if !further.is_empty() {
        assert_eq!(of("8").len(), 4, "nobody timed eight threads: {predicted}");
    }
    assert!(told.lines().all(|line| line.chars().count() <= 80), "it fits a terminal: {told}");
    let page = text(&folder.path().join("scaling.md"));
    let rows = text(&folder.path().join("scaling-predicted.csv"));
    assert_eq!(rows.lines().count(), 3 + further.len(), "{rows}");
    let said = [
        "Predicted and measured",
        "the numbers of its figures: `scaling-curves.csv`, `scaling-predicted.csv`",
        "within 15 %",
        "scaling-parts.svg",
        "scaling-predicted.svg",
        "scaling-speedup.svg",
    ];
    said.iter().for_each(|said| assert!(page.contains(said), "{said}: {page}"));
    let command =
        [&["supplant scale --predict"], further, &["--quantum 8 --workers 1,2,3"]].concat().join(" ");
    assert!(page.contains(&command), "{command}: {page}");
    let journal = text(&folder.path().join("scaling.jsonl"));
    assert_eq!(
        journal.lines().filter(|line| line.contains("lockstep-8/") && line.contains("/w8d1/")).count(),
        18 * further.len()
    );
    assert!(!journal.contains("threads/crowd+shuffle+defer+pool/TWOBIG1/4096/2/w8d1/"));
    let again = folder.path().join("again");
    let report = run(&["report", out, "--out", again.to_str().unwrap()]);
    assert_eq!((code(&report), stdout(&report)), (0, told.clone()), "{}", stderr(&report));
}

#[test]
fn a_timed_run_goes_on_in_the_order_of_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let arguments =
        ["scale", "--workers", "1,2", "--depth", "1", "--draws", "2", "--sizes", "4K", "--out", out];
    let run = || {
        let done = run(&arguments);
        assert_eq!(code(&done), 0, "{}", stderr(&done));
        let journal = text(&folder.path().join("scaling.jsonl"));
        let unit = |line: &str| Some(line.split_once("\"unit\":{\"id\":\"")?.1.split_once('"')?.0.to_owned());
        (journal.lines().filter_map(unit).collect::<Vec<_>>(), journal)
    };
    let (whole, journal) = run();
    assert_eq!(whole.len(), 2 * 2 * 18);
    let firsts = whole.chunks(2).filter(|pair| pair[0].contains("/w1d")).count();
    assert!(
        (5..=31).contains(&firsts),
        "one worker and two take turns by lot, not one worker first {firsts} times"
    );
    let begun: Vec<_> = journal.lines().take(12).collect();
    std::fs::write(folder.path().join("scaling.jsonl"), begun.join("\n") + "\n").unwrap();
    assert_eq!(run().0, whole);
}

#[test]
fn what_cannot_be_measured_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let processors = std::thread::available_parallelism().unwrap().get();
    let (too_many, there_are) = ((processors + 1).to_string(), format!("there are {processors} processor"));
    let one_in_law = format!("2,{too_many}");
    let alone = folder.path().join("alone.epd");
    std::fs::write(&alone, "4k3/8/8/8/8/8/8/4K3 w - - id \"one\";\n").unwrap();
    let alone = alone.to_str().unwrap();
    let cases: [(&[&str], &str); 18] = [
        (&["--pin", "--workers", "9999"], "1 to 1024"),
        (
            &["--pin", "--workers", &too_many],
            if cfg!(target_os = "linux") { &there_are } else { "leave it out" },
        ),
        (&["--pin", "--lockstep"], "--lockstep"),
        (&["--load-idle", "--workers", "1,2"], "--pin"),
        (&["--predict", "--lockstep"], "--lockstep"),
        (&["--predict", "16,0"], "1 to 1024"),
        (&["--jobs", "2"], "--predict"),
        (&["--lockstep", "--workers", "1"], "one worker is what others are compared with"),
        (&["--lockstep", "--workers", "0"], "1 to 1024"),
        (&["--lockstep", "--helpers", "skip+bogus"], "`bogus`"),
        (&["--lockstep", "--quantum", "0"], "from 1"),
        (&["--quantum", "4"], "--lockstep"),
        (&["--lockstep", "--positions", "nowhere.epd"], "--positions"),
        (&["--lockstep", "--draws", "0"], "from 1 to 99"),
        (&["--predict", "64", "--workers", "1,2"], "a law through two numbers of threads"),
        (&["--predict", "64", "--workers", &one_in_law], "--predict 64"),
        (&["--predict", "--workers", "1,2", "--positions", alone], "give more --positions"),
        (&["--lockstep", "--sizes", "1"], "TWOBIG1: a table of 1 slot holds no bucket"),
    ];
    for (arguments, word) in cases {
        let refused = run(&[&["scale"], arguments, &["--out", out]].concat());
        let said = stderr(&refused);
        assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""), "{arguments:?}: {said}");
        assert!(said.contains(word) && said.trim_end().lines().count() == 1, "{arguments:?}: {said}");
        assert!(!folder.path().join("scaling.jsonl").exists(), "{arguments:?}: nothing is written");
    }
    assert_eq!(code(&scale(folder.path(), &[])), 0);
    let other = scale(folder.path(), &["--seed", "3"]);
    assert_eq!(code(&other), 2, "there is no such option");
}

#[cfg(target_os = "linux")]
#[test]
fn tables_that_do_not_fit_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let cases: [(&[&str], &str); 3] = [
        (&["--lockstep", "--sizes", "4K,1000000GiB"], "--sizes, the largest, --jobs"),
        (&["--workers", "1,2", "--sizes", "1000000GiB"], "--sizes, the largest, all together: "),
        // With this number of workers the size exceeds the address space.
        (&["--lockstep", "--sizes", "1073741824GiB", "--per-worker"], "--sizes --per-worker, the largest"),
    ];
    for (arguments, word) in cases {
        let refused = run(&[&["scale"], arguments, &["--out", out.to_str().unwrap()]].concat());
        let said = stderr(&refused);
        assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""), "{arguments:?}: {said}");
        assert!(said.contains(word) && said.contains("do not fit") && said.lines().count() == 1, "{said}");
        assert!(!out.exists(), "{arguments:?}");
    }
}

#[test]
fn times_of_another_machine_are_refused_and_the_folder_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let timed =
        || run(&["scale", "--workers", "1,2", "--depth", "1", "--draws", "1", "--sizes", "4K", "--out", out]);
    let done = timed();
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    let journal = folder.path().join("scaling.jsonl");
    let here = text(&journal);
    let (own, other) = ("\"machine\":\"", "\"machine\":\"Other ");
    assert_eq!(here.matches(own).count(), 2 * 18);
    let refused = |done: &std::process::Output, words: &[&str]| {
        let said = stderr(done);
        assert_eq!(
            (code(done), stdout(done).as_str(), said.trim_end().lines().count()),
            (2, "", 1),
            "{said}"
        );
        words.iter().for_each(|word| assert!(said.contains(word), "{word}: {said}"));
    };
    let report = || run(&["report", out]);
    let theirs = resealed(&here.replace(own, other));
    std::fs::write(&journal, &theirs).unwrap();
    refused(&timed(), &["scaling.jsonl", "another machine (Other ", "choose another folder with --out"]);
    assert_eq!(text(&journal), theirs, "no session was begun");
    assert_eq!(code(&report()), 0, "of one machine, whichever");
    std::fs::write(&journal, resealed(&here.replacen(own, other, 1))).unwrap();
    refused(&report(), &["scaling.jsonl", "two machines (Other ", "supplant scale --out"]);
    std::fs::write(&journal, here).unwrap();
    assert_eq!(code(&timed()), 0, "its own go on");
}

#[test]
fn curves_are_printed_as_json_by_run_and_report_alike() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let printed = scale(folder.path(), &["--json"]);
    assert_eq!(code(&printed), 0, "{}", stderr(&printed));
    let object: serde_json::Value = serde_json::from_str(&stdout(&printed)).expect("one object");
    assert_eq!((&object["finished"], &object["searches"]), (&54.into(), &54.into()));
    let [curve] = object["curves"].as_array().unwrap().as_slice() else { panic!("{object}") };
    assert_eq!((&curve["clock"], &curve["scheme"]), (&"lockstep-8".into(), &"TWOBIG1".into()));
    let rows = curves(folder.path());
    let points = curve["points"].as_array().unwrap();
    assert_eq!(points.len(), rows.len());
    for (point, row) in points.iter().zip(&rows) {
        let is_as_in = |value: &serde_json::Value, name: &str| {
            let (value, written) = (value.as_f64().unwrap(), row[name].parse::<f64>().unwrap());
            assert!((value - written).abs() < 1e-9, "{name}: {value} {written}");
        };
        is_as_in(&point["workers"], "workers");
        is_as_in(&point["speedup"]["value"], "speedup");
        is_as_in(&point["speedup"]["low"], "low");
        is_as_in(&point["breadth"], "breadth");
        assert!(point["nodes_per_second"].is_null() && row["nodes/s"].is_empty(), "{point}");
    }
    let report = run(&["report", out, "--json"]);
    assert_eq!((code(&report), stdout(&report)), (0, stdout(&printed)), "{}", stderr(&report));
    let refused = run(&["report", out, "--threads", "2"]);
    assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""));
    assert!(stderr(&refused).contains("--threads: a report on scaling"), "{}", stderr(&refused));
}

#[test]
fn results_of_two_builds_are_refused_unless_they_may_be_mixed() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&scale(folder.path(), &[])), 0);
    let journal = folder.path().join("scaling.jsonl");
    let all = text(&journal);
    let lines: Vec<_> = all.lines().collect();
    let (header, units) = lines.split_first().expect("a header");
    let other = header.replace("\"version\":\"", "\"version\":\"9.");
    std::fs::write(&journal, [&[*header], &units[..20]].concat().join("\n") + "\n").unwrap();
    let theirs = resealed(&[&[other.as_str()], &units[20..]].concat().join("\n"));
    std::fs::write(folder.path().join("scaling.shard-2.jsonl"), theirs).unwrap();
    let out = folder.path().to_str().unwrap();
    let refused = run(&["report", out]);
    assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""));
    assert!(stderr(&refused).contains("take results of one build"), "{}", stderr(&refused));
    let mixed = run(&["report", out, "--allow-mixed"]);
    assert_eq!(code(&mixed), 0, "{}", stderr(&mixed));
    let refused = scale(folder.path(), &[]);
    assert_eq!(code(&refused), 2, "not after hours, when it is read: {}", stdout(&refused));
    assert!(stderr(&refused).contains("scaling.shard-2.jsonl"), "{}", stderr(&refused));
}

#[test]
fn workers_search_other_games_too() {
    let folder = tempfile::tempdir().unwrap();
    let done = scale(folder.path(), &["--game", "all"]);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    let journal = text(&folder.path().join("scaling.jsonl"));
    for (id, deeper) in [("domineering.01", Some(1)), ("connect-four.18", Some(6)), ("synthetic.07", None)] {
        let line = journal.lines().find(|line| line.contains(&format!("\"position\":\"{id}\"")));
        let row = line.expect("it was searched");
        assert_eq!(row.contains("\"deeper\""), deeper.is_some(), "{row}");
        assert!(deeper.is_none_or(|deeper| row.contains(&format!("\"ply\":2,\"deeper\":{deeper}"))), "{row}");
    }
    assert!(text(&folder.path().join("scaling.md")).contains("of connect-four 6 plies go deeper"));
}

#[test]
fn of_one_position_there_is_no_interval_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let (epd, out) = (folder.path().join("one.epd"), folder.path().join("out"));
    std::fs::write(&epd, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - id \"one\";\n")
        .unwrap();
    let schemes = ["--schemes", "twobig1,new", "--positions", epd.to_str().unwrap()];
    let done = scale(&out, &schemes);
    assert_eq!(code(&done), 0, "{}", stderr(&done));
    for row in curves(&out) {
        assert_eq!((row["low"].as_str(), row["high"].as_str()), ("", ""), "{row:?}");
        assert!(row["speedup"].parse::<f64>().is_ok(), "{row:?}");
    }
    let page = text(&out.join("scaling.md"));
    assert!(page.contains("To quote: ") && page.contains("by number of workers"), "{page}");
    assert!(!page.contains("inf)"), "{page}");
    let json = run(&["report", out.to_str().unwrap(), "--json"]);
    let object: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("one object");
    let speedup = &object["curves"][0]["points"][0]["speedup"];
    assert!(speedup["value"].is_f64() && speedup["low"].is_null() && speedup["high"].is_null(), "{object}");
}
