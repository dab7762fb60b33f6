//! Tests of files that state studies, good and bad.

use super::{Declared, NamedFiles};
use crate::experiment::Experiment as _;
use crate::experiment::claims::{ClaimUnit, Verdict};
use crate::experiment::searches::{Contender, Mode, Samples};
use crate::studies::{Extent, Study as _, Topic, find, judged};
use supplant::scheme::SchemeName;

const EXAMPLE: &str = include_str!("../../../../../docs/experiments/forgetting.toml");
const GRID_OF_1994: &str = include_str!("../../../../../docs/experiments/1994.toml");

fn read(text: &str) -> Declared {
    Declared::of(text, NamedFiles::Kept).unwrap_or_else(|error| panic!("{error:#}"))
}

#[test]
fn the_grid_of_1994_stated_in_a_file_is_that_of_the_study() {
    let (stated, study) = (read(GRID_OF_1994), find("1994").expect("it is in the list"));
    for extent in [Extent::Quick, Extent::Full] {
        let units = |study: &dyn crate::studies::Study| {
            let units = study.experiment(extent).units();
            units
                .into_iter()
                .map(|unit| (unit.id.replacen(study.name(), "", 1), unit.cell))
                .collect::<Vec<_>>()
        };
        assert_eq!(units(&stated), units(study));
        assert!(units(&stated).len() > 300);
    }
    let other = read(&GRID_OF_1994.replace("\"8K\", \"16K\",", "\"8K\","));
    assert_ne!(other.experiment(Extent::Full).units().len(), study.experiment(Extent::Full).units().len());
}

fn samples(small: u64, large: u64) -> Samples {
    let mut samples = Samples::default();
    for (size, more) in [(1024, small), (16 << 10, large)] {
        for (scheme, percent) in [(SchemeName::New, 100 + more), (SchemeName::TwoBig1, 100)] {
            let nodes = (0..12).map(|i| (1000 + 13 * i) * percent).collect();
            samples.insert((Mode::Clear, 5, Contender::table(scheme), Some(size)), nodes);
        }
    }
    samples
}

#[test]
fn claims_of_a_file_hold_and_fail_with_the_numbers() {
    let study = read(EXAMPLE);
    let verdicts = |small, large| {
        let claims = judged(&study, &samples(small, large));
        claims.iter().map(|claim| claim.verdict).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(10, 5), [Verdict::Holds, Verdict::Holds]);
    assert_eq!(verdicts(10, 1), [Verdict::HoldsUnderSome, Verdict::Holds], "the mean alone is above 2 %");
    assert_eq!(verdicts(1, 1), [Verdict::DoesNotHold; 2], "no less than at 1K is not less");
    assert_eq!(verdicts(1, 2), [Verdict::DoesNotHold; 2]);
    let short = |more| study.takeaway(&samples(more, 1), &judged(&study, &samples(more, 1)));
    assert!(short(1).contains("Verdict: refuted"), "{}", short(1));
    assert!(short(10).contains("Verdict: supported"), "{}", short(10));
    let none = judged(&study, &Samples::default());
    assert!(none.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    assert_eq!((none[0].unit, none[1].unit), (ClaimUnit::Percent, ClaimUnit::Points));
}

#[test]
fn claims_are_about_the_workers_that_the_file_names() {
    let of = |threads: &str| read(&EXAMPLE.replacen("[axes]", &format!("[axes]\n{threads}"), 1));
    let (one, sixteen) = (of(""), of("threads = 16\nlockstep = 8"));
    let about = |study: &Declared| {
        [(1, None), (16, Some(8)), (16, Some(9)), (16, None), (2, Some(8))]
            .map(|(threads, lockstep)| study.is_about(threads, lockstep))
    };
    assert_eq!(about(&one), [true, false, false, false, false]);
    assert_eq!(about(&sixteen), [false, true, false, false, false]);
    assert_eq!(one.can_judge(&one.experiment(Extent::Full)), Ok(()));
    assert_eq!(sixteen.can_judge(&sixteen.experiment(Extent::Quick)), Ok(()));
    assert!(one.can_judge(&sixteen.experiment(Extent::Full)).is_err());
}

#[test]
fn figures_of_a_file_draw_what_was_measured() {
    let files = |samples: &Samples| {
        let figures = read(EXAMPLE).figures(samples);
        figures.into_iter().map(|figure| (figure.file, figure.svg.contains("NEW"))).collect::<Vec<_>>()
    };
    assert_eq!(files(&samples(10, 5)), [("nodes.svg".to_owned(), true), ("newest.svg".to_owned(), true)]);
    assert_eq!(files(&Samples::default()), []);
}

#[test]
fn facets_are_panels_or_parts_of_one_picture_on_one_scale() {
    let drawn = |facets: &str| {
        let study =
            read(&EXAMPLE.replacen("x = \"size\"\n", &format!("x = \"size\"\nfacets = \"{facets}\"\n"), 1));
        study.figures(&samples(10, 5))
    };
    let panels = drawn("scheme");
    assert_eq!(
        panels.iter().map(|figure| figure.file.as_str()).collect::<Vec<_>>(),
        ["nodes.svg", "newest.svg"]
    );
    assert_ne!(panels[0].svg, read(EXAMPLE).figures(&samples(10, 5))[0].svg);

    let by_size = EXAMPLE
        .replace("x = \"ply\"\nseries = \"size\"", "x = \"ply\"\nseries = \"layout\"\nfacets = \"size\"");
    let figures = read(&by_size).figures(&samples(10, 5));
    let files: Vec<_> = figures.iter().map(|figure| figure.file.as_str()).collect();
    assert_eq!(files, ["nodes.svg", "newest.svg"]);
    let parts: Vec<_> = figures[1].svg.split("<g transform").skip(1).collect();
    assert_eq!(parts.len(), 2, "4K was not measured");
    let caption = &figures[1].caption;
    assert!(caption.find("1K").is_some_and(|first| caption.find("16K").is_some_and(|second| first < second)));
    let rows = figures[1].rows.as_ref().unwrap();
    let named = |name: &str| rows.rows.iter().filter(|row| row[0].text == name).count();
    assert_eq!(
        (rows.header[0].as_str(), named("newest.1K"), named("newest.16K")),
        ("part", rows.rows.len() / 2, rows.rows.len() / 2)
    );
    let ticks = |svg: &str| {
        let numbers = svg.lines().filter(|line| line.trim().parse::<f64>().is_ok());
        numbers.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ticks(parts[0]), ticks(parts[1]));
    let alone = read(&by_size.replace("series = \"layout\"", "series = \"layout\"\nat = { size = \"16K\" }"))
        .figures(&samples(10, 5));
    assert_ne!(ticks(&alone[1].svg), ticks(parts[1]), "alone it has another");
}

#[test]
fn a_figure_over_positions_has_a_row_for_each_value_and_a_dot_for_each_position() {
    let over = EXAMPLE.replace("x = \"ply\"", "x = \"position\"");
    let figures = read(&over).figures(&samples(10, 5));
    let rows = &figures[1].rows.as_ref().expect("it has rows").rows;
    let row = |i: usize| (rows[i][0].text.as_str(), rows[i][4].number.map(|ratio| (ratio * 100.0).round()));
    assert_eq!((rows.len(), row(0), row(12)), (24, ("1K", Some(110.0)), ("16K", Some(105.0))));
    assert!(figures[1].alt.contains("% more nodes with NEW than TWOBIG1"), "{}", figures[1].alt);

    let sides = over.replace(
        "of = { scheme = \"NEW\" }\nto = { scheme = \"TWOBIG1\" }\nx",
        "of = { scheme = [\"NEW\", \"TWOBIG1\"] }\nto = { scheme = \"TWOBIG1\" }\nx",
    );
    let sides = sides.replace("series = \"size\"", "series = \"scheme\"\nat = { size = \"1K\" }");
    let rows = read(&sides).figures(&samples(10, 5)).remove(1).rows.expect("it has rows").rows;
    assert!(rows.len() == 12 && rows.iter().all(|row| row[0].text == "NEW"), "nothing is beside itself");
}

#[test]
fn a_share_has_an_interval_where_its_bounds_were_measured() {
    let share = EXAMPLE.replace("y = \"nodes\"", "y = \"share\"");
    assert_eq!(read(&share).figures(&samples(10, 5)).len(), 1, "no share without the bounds");
    let mut samples = samples(10, 5);
    for (contender, percent) in [(Contender::None, 200), (Contender::Unbounded, 50)] {
        let nodes = (0..12).map(|i| (1000 + 17 * i) * percent).collect();
        samples.insert((Mode::Clear, 5, contender, None), nodes);
    }
    let figures = read(&share).figures(&samples);
    let rows = &figures[0].rows.as_ref().expect("it has rows").rows;
    let [value, low, high] = [2, 3, 4].map(|i| rows[0][i].number.expect("a number"));
    assert!(low < value && value < high && (50.0..75.0).contains(&value), "{low} {value} {high}");
}

const REFUSED: &[(&str, &str, &str)] = &[
    ("name = \"forgetting\"", "name = \"for/getting\"", "part of file names"),
    ("title =", "titel =", "line 4, `titel = \"What a table forgets\"`: unknown field `titel`"),
    ("introduction = ", "introduction ", "line 5, `introduction"),
    (
        "source = ",
        "# source = ",
        "missing field `source`; a file has `name`, `title`, `introduction`, `source` and `[axes]`",
    ),
    ("schemes = [\"NEW\", \"OLD\", \"TWOBIG1\"]", "", "[axes]: it needs schemes"),
    (
        "schemes = [\"NEW\"",
        "schemes = [\"NEWW\"",
        "[axes]: line 9, `schemes = [\"NEWW\", \"OLD\", \"TWOBIG1\"]`: no scheme is called `NEWW`; did you mean NEW?",
    ),
    (
        "sizes = [\"1K\", \"4K\"",
        "size = [\"1K\", \"4K\"",
        "[axes]: line 10, `size = [\"1K\", \"4K\", \"16K\"]`: `size` is not an axis; there are schemes, layouts, hits, sizes",
    ),
    ("plies = \"3..=5\"", "plies = 0", "[axes]: line 11, `plies = 0`: `0` is not a range of plies"),
    (
        "sizes = [\"1K\", \"16K\"]\n\n[[claim]]",
        "modes = \"shut\"\n\n[[claim]]",
        "[quick]: line 14, `modes = \"shut\"`: no mode is called `shut`",
    ),
    ("name = \"memory-mends\"", "name = \"newest-loses\"", "claim `newest-loses` stands twice"),
    (
        "to = { scheme = \"TWOBIG1\" }\nat = { size = \"16K\"",
        "at = { size = \"16K\"",
        "claim `memory-mends`: it needs `to`",
    ),
    ("below = 0", "", "claim `memory-mends`: it needs `above` or `below`"),
    ("above = 2", "above = 2\nbelow = 1", "`above` is not below `below`"),
    (
        "less = { size = \"1K\" }",
        "less = { sizes = \"1K\" }",
        "claim `memory-mends`: less: `sizes` is not an axis of cells",
    ),
    (
        "each = \"size\"",
        "each = \"layout\"",
        "claim `newest-loses`, reading `at each size`: `each` names layout",
    ),
    ("at = { size = \"16K\", ply = 5 }", "at = { ply = 5 }", "no size is named"),
    ("y = \"nodes\"", "y = \"node\"", "figure `nodes`: y: `node` cannot be drawn; there are nodes, share"),
    ("x = \"ply\"", "x = \"scheme\"", "figure `newest`: x: `scheme` has no order"),
    ("series = \"scheme\"", "series = \"size\"", "x and series are both size"),
    ("of = { scheme = \"NEW\" }\nto = { scheme = \"TWOBIG1\" }\nx", "x", "y = \"ratio\" needs `of` and `to`"),
    ("plies = \"3..=5\"", "plies = 2.5", "`2.5` is not a range of plies; give one ply or for example 3..=7"),
    ("title = \"What a table forgets\"", "title = \" \"", "title: it says nothing"),
    (
        "sentence = \"The larger the table, the less it matters.\"",
        "sentence = \"\"",
        "claim `memory-mends`: its sentence says nothing",
    ),
    ("{ name = \"mean over sizes\" }", "{ name = \"\" }", "claim `newest-loses`: a reading has no name"),
    (
        "of = { scheme = \"NEW\" }\nto = { scheme = \"TWOBIG1\" }\nat = { size = \"16K\"",
        "of = { mode = \"stamp\" }\nto = {}\nat = { scheme = \"NEW\", size = \"16K\"",
        "`to` names nothing",
    ),
    ("above = 2", "above = inf", "inf is not an end of a range"),
    ("above = 2", "below = -200", "no number of nodes is 100 % fewer"),
    ("above = 2", "above = -100", "no number of nodes is 100 % fewer"),
    ("above = 2", "above = -200", "no number of nodes is 100 % fewer"),
    ("above = 2", "below = -100", "no number of nodes is 100 % fewer"),
    ("size = [\"1K\", \"16K\"], ply = 5", "size = [\"1K\", \"2K\"], ply = 5", "the grid has no size 2K"),
    ("title = \"", "title = \"\\u0007", "control character"),
    ("less = { size = \"1K\" }", "less = { scheme = \"OLD\" }", "on which `of` and `to` differ"),
    (
        "{ name = \"at each size\", each = \"size\" }",
        "{ name = \"mean over sizes\", each = \"size\" }",
        "stands twice",
    ),
    ("{ name = \"at each size\", each = \"size\" }", "{ name = \"again\" }", "says the same as another"),
    (
        "{ name = \"at each size\", each = \"size\" }",
        "{ name = \"than before\", less = { ply = 4 } }",
        "claim `newest-loses`: some of its readings have `less` and some not",
    ),
    ("name = \"nodes\"", "name = \"Summary\"", "a file of the report has this name"),
    ("name = \"forgetting\"", "name = \"Index\"", "name `Index`: it is taken"),
    ("name = \"forgetting\"", "name = \"readme\"", "name `readme`: it is taken"),
    ("name = \"forgetting\"", "name = \"run\"", "name `run`: it is taken"),
    ("name = \"forgetting\"", "name = \"STATUS\"", "name `STATUS`: it is taken"),
    ("name = \"forgetting\"", "name = \"a234567890b234567890c234567890d234567890e\"", "40 at most"),
    ("name = \"nodes\"", "name = \"a234567890b234567890c234567890d234567890e\"", "40 at most"),
    ("name = \"nodes\"", "name = \"NEWEST\"", "figure `newest` stands twice"),
    (
        "y = \"nodes\"",
        "y = \"nodes\"\nof = { scheme = \"NEW\" }",
        "`of` and `to` are for y = \"ratio\" alone",
    ),
    ("series = \"size\"", "series = \"scheme\"", "differ by scheme; draw along another axis"),
    ("x = \"size\"\n", "x = \"size\"\nfacets = \"size\"\n", "x and facets are both size"),
    (
        "x = \"size\"\n",
        "x = \"size\"\nfacets = \"colour\"\n",
        "figure `nodes`: facets: `colour` is not an axis",
    ),
    ("x = \"size\"\n", "x = \"position\"\n", "x = \"position\" is for y = \"ratio\" with `of` and `to`"),
    ("x = \"ply\"\n", "x = \"position\"\nfacets = \"ply\"\n", "every value of `series` has a row of its own"),
    (
        "to = { scheme = \"TWOBIG1\" }\nx = \"ply\"",
        "to = { scheme = [\"TWOBIG1\", \"OLD\"] }\nx = \"position\"",
        "has several values of scheme",
    ),
    ("plies = \"3..=5\"", "plies = \"3..=5\"\nfurther = \"5@1K\"", "5 ply is not beyond the plies 3..=5"),
];

#[test]
fn a_file_that_states_no_study_is_refused_and_says_where_and_what_would_do() {
    for &(from, to, why) in REFUSED {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        let error = format!("{:#}", Declared::of(&text, NamedFiles::Kept).expect_err(why));
        assert!(error.contains(why) && !error.contains('\n'), "{why}: {error}");
    }
}

#[test]
fn every_digit_of_a_range_is_registered_and_its_unit_said() {
    let words = |text: &str| {
        read(text).claims(&Samples::default()).into_iter().map(|claim| claim.statistic).collect::<Vec<_>>()
    };
    let (plain, other) = (words(EXAMPLE), words(&EXAMPLE.replace("above = 2", "above = 2.04")));
    assert!(
        plain[0].contains("The claim: above +2 %.") && other[0].contains("above +2.04 %."),
        "{plain:?} {other:?}"
    );
    assert!(words(&EXAMPLE.replace("below = 0", "below = -1"))[1].contains("below −1 points"));
}

const READINGS: &str =
    "reading = [{ name = \"mean over sizes\" }, { name = \"at each size\", each = \"size\" }]";

const REGISTERED: &[(&str, &str, &str)] = &[
    ("above = 2", "above = 2\nbelow = 50", "The claim: between +2 % and +50 %."),
    (
        "each = \"size\" }",
        "below = -1 }",
        "(geometric mean over size), less 1; 1K and 16K slots of 16 bytes, table cleared, 5 ply. The claim: below −1 %.",
    ),
    (
        READINGS,
        "each = \"size\"\nreading = [{ name = \"a\" }]",
        "a: Nodes with NEW relative to TWOBIG1, less 1; each size for itself;",
    ),
    (
        "each = \"size\" }",
        "of = { scheme = \"OLD\" } }",
        "at each size: Nodes with OLD relative to TWOBIG1 (geometric",
    ),
    (
        "each = \"size\" }",
        "to = { scheme = \"OLD\" } }",
        "at each size: Nodes with NEW relative to OLD (geometric",
    ),
    (
        "each = \"size\" }",
        "at = { size = \"4K\", ply = 3 } }",
        "less 1; 4K slots of 16 bytes, table cleared, 3 ply.",
    ),
    ("[quick]", "modes = \"stamp\"\n\n[quick]", "16K slots of 16 bytes, entries stamped, 5 ply"),
    (
        "[quick]",
        "layouts = \"single8\"\n\n[quick]",
        "less 1; single8, 1K and 16K slots of 16 bytes, table cleared",
    ),
];

#[test]
fn a_reading_says_what_it_says_itself_and_else_what_its_claim_says() {
    for &(from, to, words) in REGISTERED {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        let said = read(&text).claims(&Samples::default()).remove(0).statistic;
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn what_a_file_says_of_quick_leaves_no_ply_that_the_grid_has_not() {
    let further = EXAMPLE.replace("plies = \"3..=5\"", "plies = \"3..=5\"\nfurther = [\"6@4K\", \"6@16K\"]");
    let study = read(&further);
    let slots = |extent| study.experiment(extent).further.map(|further| further.slots);
    assert_eq!(slots(Extent::Full), Some(vec![4 << 10, 16 << 10]));
    assert_eq!(slots(Extent::Quick), Some(vec![16 << 10]));
}

#[test]
fn a_claim_compares_searches_of_the_grid() {
    let text = r#"
name = "windows"
title = "Windows"
introduction = "What windows are worth."
source = "A test."
[axes]
schemes = ["NEW"]
sizes = ["1K"]
plies = 3
search = ["alibaba", "alibaba-pvs"]
[[claim]]
name = "pvs"
sentence = "Empty windows save nodes."
of = { search = "alibaba" }
to = { search = "alibaba-pvs" }
at = { scheme = "NEW", size = "1K", ply = 3 }
below = 0
[[figure]]
name = "share"
caption = "Savings"
y = "share"
x = "size"
series = "search"
"#;
    let study = read(text);
    assert_eq!([study.facts().topic, read(EXAMPLE).facts().topic], [Topic::Search, Topic::Schemes]);
    let samples = Samples::measured(&study.experiment(Extent::Full));
    let claims = study.claims(&samples);
    let shown = study.figures(&samples);
    let rows = shown[0].rows.as_ref().expect("a figure of curves has rows");
    let share = |row: usize| rows.rows[row].iter().filter_map(|cell| cell.number).collect::<Vec<_>>();
    assert_eq!(rows.rows.len(), 2, "{rows:?}");
    for row in 0..2 {
        let [.., value, low, high] = share(row)[..] else { panic!("{rows:?}") };
        assert!(low <= value && value <= high && (0.0..=120.0).contains(&value), "{rows:?}");
    }
    let measured = claims[0].readings[0].measured.expect("both searches were run");
    assert!((-0.9..-0.01).contains(&measured.value), "{measured:?}");
    assert!(claims[0].statistic.contains("with alibaba relative to alibaba-pvs"), "{}", claims[0].statistic);
    let lacking = text.replace("to = { search = \"alibaba-pvs\" }", "to = { search = \"plain\" }");
    let refused = Declared::of(&lacking, NamedFiles::Kept).expect_err("the grid lacks it");
    assert!(format!("{refused:#}").ends_with("the grid has no search plain"), "{refused:#}");
}

#[test]
fn the_word_all_selects_every_value_of_the_grid() {
    let all = EXAMPLE
        .replace(
            "plies = \"3..=5\"",
            "plies = \"3..=5\"\nmodes = [\"clear\", \"stamp\"]\nlayouts = [\"xor16\", \"single8\"]",
        )
        .replacen(
            "at = { size = [\"1K\", \"16K\"], ply = 5 }",
            "at = { layout = \"all\", size = \"all\", mode = \"all\", ply = \"all\" }",
            1,
        )
        .replace("x = \"size\"", "x = \"size\"\nat = { layout = \"xor16\", mode = \"clear\" }")
        .replace("x = \"ply\"", "x = \"ply\"\nat = { layout = \"xor16\", mode = \"clear\" }");
    let said = read(&all).claims(&Samples::default()).remove(0).statistic;
    let wanted = "xor16 and single8, 1K, 4K and 16K slots of 16 bytes, table cleared and entries stamped, 3 ply, 4 ply and 5 ply";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn a_name_of_40_letters_is_not_too_long() {
    let name = "a234567890b234567890c234567890d234567890";
    let named = EXAMPLE.replace("\"forgetting\"", &format!("\"{name}\""));
    assert_eq!(read(&named.replace("\"nodes\"\ncaption", &format!("\"{name}\"\ncaption"))).name(), name);
}

#[test]
fn where_no_ply_is_named_the_deepest_is_drawn_that_was_measured() {
    let mut samples = samples(10, 5);
    for scheme in [SchemeName::New, SchemeName::TwoBig1] {
        samples.insert((Mode::Clear, 4, Contender::table(scheme), Some(1024)), vec![7; 12]);
    }
    let over = EXAMPLE.replace("x = \"ply\"", "x = \"position\"");
    let figures = read(&over).figures(&samples);
    assert!(
        figures.len() == 2 && figures.iter().all(|figure| figure.caption.contains("5 ply")),
        "{figures:?}"
    );
}

#[test]
fn a_ratio_is_drawn_beside_a_line_at_1() {
    let figure = read(EXAMPLE).figures(&samples(10, 5)).remove(1);
    let ticks: Vec<f64> = figure.svg.lines().filter_map(|line| line.trim().parse().ok()).collect();
    let scale: Vec<_> = ticks.into_iter().filter(|tick| tick.fract() != 0.0 || *tick < 2.0).collect();
    assert!(scale.contains(&1.0) && scale.iter().all(|tick| *tick > 0.9), "{scale:?}");
}

#[test]
fn the_numbers_drawn_are_in_the_rows() {
    let figures = read(EXAMPLE).figures(&samples(10, 5));
    let rows = |i: usize| &figures[i].rows.as_ref().expect("it has rows").rows;
    let numbers =
        |row: &[crate::report::document::TableCell]| row.iter().map(|cell| cell.number).collect::<Vec<_>>();
    let nodes = rows(0).iter().find(|row| row[0].text == "NEW").expect("a curve of NEW");
    let sum: u64 = (0..12).map(|i| (1000 + 13 * i) * 110).sum();
    assert_eq!(numbers(nodes)[1..3], [Some(1024.0), Some(sum as f64 / 1e6)], "millions");
    let ratio = rows(1).iter().find(|row| row[0].text == "16K").expect("a curve of 16K");
    let [value, low, high] = [2, 3, 4].map(|i| ratio[i].number.expect("a number"));
    assert!((value - 1.05).abs() < 1e-9 && low <= value && value <= high, "{value} {low} {high}");
}

#[test]
fn the_example_of_the_documentation_states_a_study() {
    let lines = include_str!("mod.rs").lines();
    let lines = lines.skip_while(|line| *line != "//! ```toml").skip(1).take_while(|line| *line != "//! ```");
    let text: String =
        lines.map(|line| line.strip_prefix("//!").unwrap_or(line).trim_start().to_owned() + "\n").collect();
    let study = read(&text);
    assert_eq!((study.claims(&Samples::default()).len(), study.name()), (1, "forgetting"), "{text}");
}
