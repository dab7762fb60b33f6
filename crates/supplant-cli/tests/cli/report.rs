//! Reports on unfinished, mixed and several studies.

use std::io::Write as _;
use std::path::Path;

use crate::common::{code, resealed, run, stderr, stdout, text, tiny};

fn report(folder: &Path, more: &[&str]) -> (String, String, String) {
    let output = run(&[&["report", folder.to_str().unwrap()], more].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    (stdout(&output), stderr(&output), text(&folder.join("1994.md")))
}

fn unfinished(folder: &Path, more: &[&str]) -> (String, String, String) {
    let output = run(&[&["report", folder.to_str().unwrap()], more].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    (stdout(&output), stderr(&output), text(&folder.join("1994.md")))
}

#[test]
fn of_an_unfinished_study_no_claim_is_decided_and_the_page_begins_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let seven = ["--plies", "7", "--sizes", "1K", "--modes", "clear", "--schemes", "new"];
    let study = [&["study", "1994", "--out", folder.path().to_str().unwrap()], &seven[..]].concat();
    let first = run(&[&study[..], &["--only", "contender=none"]].concat());
    assert_eq!(code(&first), 0, "{}", stderr(&first));
    let (_, said, whole_page) = report(folder.path(), &[]);
    let page = &whole_page;
    assert!(
        !said.contains("unfinished") && !page.contains("Unfinished"),
        "the share that was asked for is whole: {said}"
    );

    let journal = folder.path().join("1994.jsonl");
    let whole = text(&journal);
    let half: Vec<&str> = whole.lines().take(8).collect();
    std::fs::write(&journal, half.join("\n") + "\n").unwrap();
    let (_, said, page) = unfinished(folder.path(), &[]);
    assert!(said.contains("1994.md: not replaced") && said.contains("--force"), "{said}");
    assert_eq!(page, whole_page, "the report of all units stays");
    let (printed, said, page) = unfinished(folder.path(), &["--force"]);
    assert!(said.contains("unfinished: 11 of 18 units are missing, not run yet or damaged"), "{said}");
    assert!(printed.contains("Not decided, for 11 units of the grid must still be run: "), "{printed}");
    assert!(!printed.contains("are in this grid"), "{printed}");
    let first_words = page.lines().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap();
    assert!(first_words.starts_with("Unfinished: 11 of 18 units"), "{first_words}");
    assert!(printed.starts_with("16 claims, none of them measured.\nNot decided"), "{printed}");
    let (_, again, _) = unfinished(folder.path(), &[]);
    assert!(
        !again.contains("not replaced"),
        "a report that is unfinished itself is in nobody's way: {again}"
    );
    std::fs::write(&journal, whole).unwrap();
    let (_, said, page) = report(folder.path(), &[]);
    assert!(!said.contains("unfinished") && !page.contains("Unfinished"), "{said}");
}

#[test]
fn figures_of_the_source_are_not_set_beside_other_positions() {
    let folder = tempfile::tempdir().unwrap();
    let epd = folder.path().join("other.epd");
    let boards: Vec<_> =
        (1..=6).map(|file| format!("7k/8/8/8/8/8/{file}P{}/K7 w - - id \"p{file}\";", 7 - file)).collect();
    std::fs::write(&epd, boards.join("\n")).unwrap();
    let more = ["--epd", epd.to_str().unwrap(), "--modes", "clear", "--schemes", "new"];
    assert_eq!(code(&run(&tiny(folder.path(), &more))), 0);
    let (printed, _, page) = report(folder.path(), &[]);
    assert!(page.contains("positions of another set, `other-"), "{page}");
    for theirs in ["The published tables", "distance"] {
        assert!(!page.contains(theirs) && !printed.contains(theirs), "{theirs}");
    }
    let summary = text(&folder.path().join("1994-summary.csv"));
    assert!(summary.lines().skip(1).all(|line| line.ends_with(",,")), "{summary}");
}

#[test]
fn a_packed_journal_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new,mode=clear"]))), 0);
    let (printed, _, page) = report(folder.path(), &[]);
    let journal = folder.path().join("1994.jsonl");
    let written = std::fs::read(&journal).unwrap();
    std::fs::remove_file(&journal).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(&written).unwrap();
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::with_preset(6)).unwrap();
    xz.write_all(&written).unwrap();
    for (name, packed) in [("1994.jsonl.gz", gzip.finish().unwrap()), ("1994.jsonl.xz", xz.finish().unwrap())]
    {
        let journal = folder.path().join(name);
        std::fs::write(&journal, &packed).unwrap();
        let again = report(folder.path(), &[]);
        assert_eq!((&again.0, &again.2), (&printed, &page), "{name}");
        let status = run(&["study", "status", folder.path().to_str().unwrap()]);
        assert_eq!(code(&status), 0, "{}", stdout(&status));
        std::fs::write(&journal, &packed[..packed.len() / 2]).unwrap();
        let torn = run(&["report", folder.path().to_str().unwrap()]);
        let said = format!("{name}: is damaged");
        assert!(code(&torn) == 2 && stderr(&torn).contains(&said), "{}", stderr(&torn));
        std::fs::remove_file(&journal).unwrap();
    }
}

#[test]
fn a_merge_loses_no_unit_of_an_earlier_one_and_remembers_that_builds_were_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second, out] = ["first", "second", "out"].map(|name| folder.path().join(name));
    let part = |out: &Path, scheme: &str| {
        let only = format!("scheme={scheme},mode=clear");
        assert_eq!(code(&run(&tiny(out, &["--only", &only]))), 0);
    };
    part(&first, "new");
    part(&second, "old");
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let merge = |from: &[&Path], more: &[&str]| {
        let from: Vec<_> = from.iter().map(|folder| path(folder)).collect();
        let from: Vec<_> = from.iter().map(String::as_str).collect();
        run(&[&["merge"], &from[..], &["--out", &path(&out)], more].concat())
    };
    assert_eq!(code(&merge(&[&first], &[])), 0);
    let before = text(&out.join("1994.jsonl"));
    let less = merge(&[&second], &[]);
    assert!(
        code(&less) == 2 && stderr(&less).contains("units that these folders do not"),
        "{}",
        stderr(&less)
    );
    assert_eq!(text(&out.join("1994.jsonl")), before);

    let other = second.join("1994.jsonl");
    std::fs::write(&other, resealed(&text(&other).replace("\"version\":\"", "\"version\":\"9."))).unwrap();
    assert_eq!(code(&merge(&[&first, &second], &["--allow-mixed"])), 0);
    assert!(text(&out.join("1994.csv")).lines().skip(1).all(|line| line.contains(",mixed,")));
    let report = run(&["report", &path(&out)]);
    assert!(code(&report) == 2 && stderr(&report).contains("--allow-mixed"), "{}", stderr(&report));
}

#[test]
fn a_page_names_the_files_with_the_numbers_of_its_figures() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--modes", "clear"]))), 0);
    let (_, _, page) = report(folder.path(), &[]);
    let named: Vec<_> = page.lines().filter(|line| line.contains("the numbers of its figures: ")).collect();
    assert_eq!(named.len(), 1, "{page}");
    let files: Vec<_> = named[0].split('`').skip(1).step_by(2).collect();
    assert!(files.len() > 2 && files.contains(&"1994-summary.csv"), "{files:?}");
    for file in files {
        let rows = text(&folder.path().join(file));
        assert!(rows.lines().count() > 1 && rows.starts_with("version,commit,set,"), "{file}: {rows}");
    }
}

#[test]
fn the_page_says_how_many_cells_were_checked_and_what_was_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let study = tiny(folder.path(), &["--modes", "clear", "--schemes", "new"]);
    assert_eq!(code(&run(&study)), 0);
    let checked = |page: &str| {
        let line = page.lines().find(|line| line.contains("the journal is checked")).unwrap();
        line.to_owned()
    };
    let (_, _, page) = report(folder.path(), &[]);
    let summary = text(&folder.path().join("1994-summary.csv"));
    let cells = summary.lines().count() - 1;
    assert!(checked(&page).contains(&format!(" {cells} cells, ")), "{}", checked(&page));
    assert!(!checked(&page).contains("left out"), "{}", checked(&page));
    let journal = folder.path().join("1994.jsonl");
    let whole = text(&journal);
    let (before, last) = whole.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&journal, format!("{before}\n{}\n", last.replace("\"nodes\":", "\"nodes\":1"))).unwrap();
    let (_, _, page) = unfinished(folder.path(), &["--force"]);
    assert!(checked(&page).contains("One line failed and is left out."), "{}", checked(&page));
}

#[test]
fn pictures_of_an_earlier_report_go_and_those_of_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--modes", "clear"]))), 0);
    report(folder.path(), &[]);
    let path = |name: &str| folder.path().join(name);
    let ours = text(&path("1994-relative.svg"));
    let others = ["layouts-share.svg", "1994-mine.svg", "1994-old.txt"];
    std::fs::write(path("1994-share-by-bytes.svg"), &ours).unwrap();
    let rows = path("1994-share-by-bytes.csv");
    std::fs::write(&rows, "version,commit,set,x\n").unwrap();
    std::fs::write(path(others[0]), &ours).unwrap();
    std::fs::write(path(others[1]), "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>").unwrap();
    std::fs::write(path(others[2]), &ours).unwrap();
    let (_, said, _) = report(folder.path(), &[]);
    assert!(
        said.contains("removed, of an earlier report: ") && said.contains("1994-share-by-bytes.svg"),
        "{said}"
    );
    assert!(!path("1994-share-by-bytes.svg").exists() && !rows.exists());
    for name in others {
        assert!(path(name).exists(), "{name}");
    }
    assert!(path("1994-relative.svg").exists());
    let (_, said, _) = report(folder.path(), &[]);
    assert!(!said.contains("removed"), "{said}");
}

fn two_studies() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let [old, dense] = ["old", "dense"].map(|name| folder.path().join(name));
    assert_eq!(code(&run(&tiny(&old, &["--modes", "clear", "--schemes", "new,old"]))), 0);
    let layouts = ["study", "layouts", "--plies", "3", "--sizes", "1K", "--schemes", "new", "--out"];
    assert_eq!(code(&run(&[&layouts[..], &[dense.to_str().unwrap()]].concat())), 0);
    report(&old, &[]);
    folder
}

#[test]
fn all_reports_and_an_index_of_them_are_made_at_once() {
    let folder = two_studies();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (name, file) in [("clock", "throughput.md"), ("half", "throughput.html")] {
        std::fs::create_dir(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join(file), "# By the hour\n").unwrap();
    }
    let all = |more: &[&str]| run(&[&["report", "--all", folder.path().to_str().unwrap()], more].concat());
    let output = all(&[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).starts_with("wrote 2 reports and "), "{}", stderr(&output));
    let (html, page) = (text(&folder.path().join("index.html")), text(&folder.path().join("README.md")));
    for wanted in ["## Which entry should stay?", "[old](old/1994.md)", "[dense](dense/layouts.md)"] {
        assert!(page.contains(wanted), "{wanted}: {page}");
    }
    assert!(html.contains("<a href=\"old/1994.html\">old</a>"), "{html}");
    assert!(page.contains("| breuker1994 | dense, old | "), "both search the same positions: {page}");
    assert!(page.contains("| [clock](clock/throughput.md) | By the hour |"), "{page}");
    assert!(!page.contains("empty") && !page.contains("half/"), "{page}");
    for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(folder.path().join(link).exists(), "{link} leads nowhere");
    }
    let alone = folder.path().join("alone");
    assert_eq!(
        code(&run(&[
            "report",
            folder.path().join("old").to_str().unwrap(),
            "--out",
            alone.to_str().unwrap()
        ])),
        0
    );
    for file in ["1994.md", "1994.html", "1994-summary.csv"] {
        assert_eq!(text(&alone.join(file)), text(&folder.path().join("old").join(file)), "{file}");
    }

    let elsewhere = tempfile::tempdir().unwrap();
    let out = ["--out", elsewhere.path().to_str().unwrap()];
    std::fs::create_dir(elsewhere.path().join("clock")).unwrap();
    std::fs::copy(folder.path().join("clock/throughput.md"), elsewhere.path().join("clock/throughput.md"))
        .unwrap();
    assert_eq!(code(&all(&out)), 0);
    assert_eq!(text(&elsewhere.path().join("README.md")), page);
    std::fs::write(elsewhere.path().join("README.md"), "# My notes\n").unwrap();
    let refused = all(&out);
    assert!(
        code(&refused) == 2 && stderr(&refused).contains("is not a page of this index"),
        "{}",
        stderr(&refused)
    );
    assert_eq!(text(&elsewhere.path().join("README.md")), "# My notes\n");
    std::fs::remove_file(elsewhere.path().join("old/1994.md")).unwrap();
    assert_eq!(code(&all(&out)), 2);
    assert!(!elsewhere.path().join("old/1994.md").exists());

    let chooser = text(&folder.path().join("choose.html"));
    assert!(chooser.contains("\"name\":\"old: ") && chooser.contains("\"scheme\":\"OLD\""), "{chooser}");
    assert!(!chooser.contains("src=") && !chooser.contains("https://"), "it fetches nothing");
}

#[test]
fn the_chooser_leaves_out_searches_whose_nodes_do_not_order_tables() {
    let folder = tempfile::tempdir().unwrap();
    for search in ["alibaba", "modern"] {
        let more = ["--modes", "clear", "--schemes", "new,old", "--search", search];
        assert_eq!(code(&run(&tiny(&folder.path().join(search), &more))), 0);
    }
    assert_eq!(code(&run(&["report", "--all", folder.path().to_str().unwrap()])), 0);
    let chooser = text(&folder.path().join("choose.html"));
    assert!(
        chooser.contains("\"name\":\"alibaba: ") && !chooser.contains("\"name\":\"modern: "),
        "{chooser}"
    );
}

#[test]
fn an_index_has_a_study_of_several_journals_once_and_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    for shard in ["1/3", "3/3"] {
        let only = ["--only", "scheme=twobig1,mode=clear,slots=1k,slots=2k", "--shard", shard];
        assert_eq!(code(&run(&tiny(&parts, &only))), 0);
    }
    let output = run(&["report", "--all", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let said = "parts: unfinished: 12 of 36 units are missing";
    assert!(stderr(&output).contains(said), "{}", stderr(&output));
    let page = text(&folder.path().join("README.md"));
    let rows: Vec<_> = page.lines().filter(|line| line.contains("(parts/")).collect();
    let wanted = "| [parts](parts/1994.md) | Unfinished: 12 of 36 units are missing";
    assert!(rows.len() == 1 && rows[0].starts_with(wanted), "{page}");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_not_a_second_folder() {
    let folder = tempfile::tempdir().unwrap();
    let real = folder.path().join("real");
    assert_eq!(code(&run(&tiny(&real, &["--only", "scheme=new,mode=clear,slots=1k"]))), 0);
    let link = folder.path().join("another");
    std::os::unix::fs::symlink("real", &link).unwrap();
    let output = run(&["report", "--all", folder.path().to_str().unwrap()]);
    assert!(code(&output) == 0 && stderr(&output).contains("wrote 1 report and"), "{}", stderr(&output));
    let page = text(&folder.path().join("README.md"));
    assert!(page.contains("(real/1994.md)") && !page.contains("(another/"), "{page}");
    let status = run(&["study", "status", real.to_str().unwrap(), link.to_str().unwrap()]);
    assert_eq!(stdout(&status).matches("1994.jsonl: ").count(), 1, "{}", stdout(&status));
}

#[test]
fn an_index_of_nothing_is_an_error_that_says_what_to_give() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["report", "--all", folder.path().to_str().unwrap()]);
    assert!(
        code(&output) == 2 && stderr(&output).contains("none of its folders holds results"),
        "{}",
        stderr(&output)
    );
    let both = run(&["report", "somewhere", "--all", folder.path().to_str().unwrap()]);
    assert_eq!(code(&both), 2, "{}", stderr(&both));
}

#[test]
fn a_number_of_threads_that_was_not_measured_is_answered_with_those_that_were() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(&run(&tiny(folder.path(), &["--only", "scheme=new,mode=clear,slots=1k"]))), 0);
    let refused = run(&["report", folder.path().to_str().unwrap(), "--threads", "7"]);
    let said = stderr(&refused);
    assert!(code(&refused) == 2 && said.starts_with("error: --threads: "), "{said}");
    assert!(said.ends_with(" has no unit of 1994 with that number; give one of 1\n"), "{said}");
}
