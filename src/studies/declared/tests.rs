//! Files that state studies, good and bad.

use super::Declared;
use crate::lab::Experiment as _;
use crate::lab::claims::{Unit, Verdict};
use crate::lab::searches::{Contender, Mode, Samples};
use crate::scheme::SchemeName;
use crate::studies::{Extent, Study as _, find, judged};

const EXAMPLE: &str = include_str!("../../../docs/experiments/forgetting.toml");
const GRID_OF_1994: &str = include_str!("../../../docs/experiments/1994.toml");

fn read(text: &str) -> Declared {
    Declared::of(text, None).unwrap_or_else(|error| panic!("{error:#}"))
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

/// Twelve positions: NEW searches so many per cent more than TWOBIG1, at the smaller size and at the larger.
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
    let none = judged(&study, &Samples::default());
    assert!(none.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    assert_eq!((none[0].unit, none[1].unit), (Unit::Percent, Unit::Points));
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
fn a_file_that_states_no_study_is_refused_and_says_where_and_what_would_do() {
    let cases = [
        ("name = \"forgetting\"", "name = \"for/getting\"", "part of file names"),
        ("title =", "titel =", "line 4: unknown field `titel`"),
        ("introduction = ", "introduction ", "line 5: "),
        ("schemes = [\"NEW\", \"OLD\", \"TWOBIG1\"]", "", "[axes]: it needs schemes"),
        (
            "schemes = [\"NEW\"",
            "schemes = [\"NEWW\"",
            "[axes]: schemes: no scheme is called `NEWW`; did you mean NEW?",
        ),
        (
            "sizes = [\"1K\", \"4K\"",
            "size = [\"1K\", \"4K\"",
            "[axes]: `size` is no axis; there are schemes, layouts, sizes",
        ),
        ("plies = \"3..=5\"", "plies = 0", "[axes]: plies: `0` is no depth"),
        (
            "sizes = [\"1K\", \"16K\"]\n\n[[claim]]",
            "modes = \"shut\"\n\n[[claim]]",
            "[quick]: modes: no mode is called `shut`",
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
            "claim `memory-mends`: less: `sizes` is no axis of cells",
        ),
        (
            "each = \"size\"",
            "each = \"mode\"",
            "claim `newest-loses`, reading `at each size`: `each` names mode",
        ),
        ("at = { size = \"16K\", ply = 5 }", "at = { ply = 5 }", "no size is named"),
        (
            "y = \"nodes\"",
            "y = \"node\"",
            "figure `nodes`: y: `node` cannot be drawn; there are nodes, share",
        ),
        ("x = \"ply\"", "x = \"scheme\"", "figure `newest`: x: `scheme` has no order"),
        ("series = \"scheme\"", "series = \"size\"", "x and series are both size"),
        (
            "of = { scheme = \"NEW\" }\nto = { scheme = \"TWOBIG1\" }\nx",
            "x",
            "y = \"ratio\" needs `of` and `to`",
        ),
    ];
    for (from, to, why) in cases {
        let text = EXAMPLE.replacen(from, to, 1);
        assert_ne!(text, EXAMPLE, "{from}");
        let error = format!("{:#}", Declared::of(&text, None).expect_err(why));
        assert!(error.contains(why) && !error.contains('\n'), "{why}: {error}");
    }
}
