//! Counts the false hits of layouts that engines use: a 16-bit tag, compared with one to eight
//! entries.

use super::rates::FalseHitCounts;
use super::{Clash, PLY, SLOTS};
use crate::experiment::claims::{Claim, ClaimPart, ClaimUnit, Question, Range, Reading};
use crate::experiment::searches::{Contender, Results, Samples, Searches};
use crate::experiment::stats::{Confidence, Estimate, bootstrap};
use crate::report::document::{Block, DataTable, Figure, TableCell};
use crate::report::plot::{Bar, Bars, SeriesStyle};
use crate::studies::{Extent, Study, StudyFacts, Topic};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;

#[derive(Clone, Copy, Debug)]
pub struct Layouts;

const TAGGED: [(SchemeName, LayoutName, usize); 4] = [
    (SchemeName::New, LayoutName::Single8, 1),
    (SchemeName::DepthAge, LayoutName::Cluster10, 3),
    (SchemeName::DepthAge, LayoutName::Single8, 4),
    (SchemeName::DepthAge, LayoutName::Line8, 8),
];

struct Counted {
    table: Contender,
    compared: usize,
    counts: FalseHitCounts,
}

impl Counted {
    fn of(samples: &Samples, (scheme, layout, compared): (SchemeName, LayoutName, usize)) -> Option<Self> {
        let table = Contender::in_layout(scheme, layout);
        Some(Self { table, compared, counts: FalseHitCounts::of(samples, table)? })
    }

    fn all(samples: &Samples) -> Vec<Self> {
        TAGGED.iter().filter_map(|&tagged| Self::of(samples, tagged)).collect()
    }

    fn to_formula(&self) -> Confidence {
        let layout = self.table.layout().expect("a table has a layout");
        self.counts.to_chance(layout.info().false_hit(self.compared))
    }

    fn illegal(&self) -> u64 {
        self.counts.hits.iter().filter_map(|hits| hits.illegal_moves).sum()
    }

    fn words(&self) -> String {
        format!("{}, {} compared", self.table, self.compared)
    }
}

fn formula(samples: &Samples) -> Claim {
    let question = Question {
        name: "formula-of-each-bucket",
        section: "this project's",
        sentence: "A look-up that is compared with s tags of sixteen bits is taken for another position no oftener than s · 2^-16 times, and at least half as often.",
        statistic: "False hits of each look-up that did not find its own position, in proportion to s · 2^-16, less 1; of each layout. Slots that are still empty count too, and hit \
                    nothing. The claim: −50 % to 0."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "0 where all slots are full".to_owned(),
    };
    let parts = TAGGED.iter().map(|&tagged| {
        let counted = Counted::of(samples, tagged)?;
        Some(ClaimPart { name: counted.words(), measured: counted.to_formula().map(|ratio| ratio - 1.0) })
    });
    let reading = Reading { name: "", range: Range::between(-0.5, 0.0), parts: parts.collect() };
    question.decide_each(vec![reading])
}

fn wider(samples: &Samples) -> Claim {
    let question = Question {
        name: "eight-tags-are-eight-chances",
        section: "this project's",
        sentence: "A line of eight entries is wrong more than four times as often as a slot of one.",
        statistic: "False hits a node of DEPTHAGE in line8, relative to those of NEW in single8. The claim: above 4 times, which is +300 %; 8 if nothing but the number of tags \
                    counted."
            .to_owned(),
        unit: ClaimUnit::Percent,
        paper: "not said".to_owned(),
    };
    let [one, .., eight] = TAGGED;
    let ratio =
        Counted::of(samples, eight).zip(Counted::of(samples, one)).filter(|(_, one)| one.counts.all() > 0);
    let ratio = ratio.map(|(eight, one)| {
        let (eight, one) = (&eight.counts, &one.counts);
        let columns = [&eight.false_hits[..], &eight.nodes, &one.false_hits, &one.nodes];
        let log = bootstrap().estimate(&columns, |sums| (sums[0] / sums[1]).ln() - (sums[2] / sums[3]).ln());
        log.map(|log| log.exp() - 1.0)
    });
    question.decide(Range::above(3.0), ratio)
}

fn table(samples: &Samples) -> Option<DataTable> {
    let row = |counted: &Counted| {
        let (rate, to_formula) = (counted.counts.rate().interval(), counted.to_formula().interval());
        let million = |rate: f64| TableCell::decimals(1, rate * 1e6);
        let times = |ratio: f64| TableCell::decimals(2, ratio);
        vec![
            counted.table.to_string().into(),
            TableCell::whole(counted.compared),
            TableCell::count(counted.counts.all()),
            million(rate.value),
            million(rate.low),
            million(rate.high),
            times(to_formula.value),
            times(to_formula.low),
            times(to_formula.high),
            TableCell::count(counted.illegal()),
        ]
    };
    let all = Counted::all(samples);
    let header = [
        "table",
        "tags compared",
        "false hits",
        "in a million nodes",
        "from",
        "to",
        "to s · 2^−16 a look-up",
        "from",
        "to",
        "illegal moves seen",
    ];
    (!all.is_empty()).then(|| DataTable {
        caption: format!(
            "False hits of tables of {SLOTS} · 16 bytes that verify sixteen bits, {PLY}-ply searches, with 95 % intervals over positions: how many, in a million nodes, and in \
             proportion to what the bucket's formula expects of full slots; and entries found whose move was illegal"
        ),
        header: DataTable::header(&header),
        words: 1,
        rows: all.iter().map(row).collect(),
    })
}

fn figure(samples: &Samples) -> Option<Figure> {
    let all = Counted::all(samples);
    let alt = "False hits in a million nodes, by scheme and layout".to_owned();
    let bar = |counted: &Counted| {
        let Estimate { value, low, high } = counted.counts.rate().map(|rate| rate * 1e6).interval();
        let tags = crate::experiment::words::counted(counted.compared, "tag");
        Bar {
            name: counted.table.to_string(),
            value,
            words: format!("{value:.1} ({low:.1} to {high:.1}), {tags}"),
            look: SeriesStyle::Numbered(0),
        }
    };
    let bars: Vec<_> = all.iter().map(bar).collect();
    (!bars.is_empty()).then(|| Figure {
        file: "rates.svg".to_owned(),
        caption: format!("{alt}, with 95 % intervals over positions, and how many tags of sixteen bits a look-up is compared with."),
        svg: Bars { alt: alt.clone(), title: "false hits in a million nodes".to_owned(), bars, key: Vec::new() }.svg(),
        alt,
        rows: table(samples),
    })
}

impl Study for Layouts {
    fn facts(&self) -> StudyFacts {
        StudyFacts {
            name: "clashlayouts",
            topic: Topic::Bits,
            about: "How often the layouts that engines use are wrong: sixteen bits of one entry to eight",
            title: "Clash: how often the layouts that engines use are wrong",
            source: "Written before the run; that slots are filled on the way, and a table then wrong about two thirds as often as its formula says, was known from study `clash`.",
        }
    }

    fn experiment(&self, extent: Extent) -> Searches {
        Searches {
            study: self.name().to_owned(),
            schemes: vec![SchemeName::New, SchemeName::DepthAge],
            layouts: vec![LayoutName::Single8, LayoutName::Line8, LayoutName::Cluster10],
            verified: vec![None],
            ..Clash.experiment(extent)
        }
    }

    fn introduction(&self, _: &Results, samples: &Samples) -> String {
        format!(
            "Engines keep sixteen bits of a key beside an entry, and the more entries a bucket has, the more of them may have the tag of another position. Study `clash` counts what \
             so many bits of one entry do; this report counts the false hits of whole buckets, of {} positions of `{}` in {} KiB: under NEW one entry of eight bytes, under DEPTHAGE three of ten \
             bytes in 32, four of eight bytes, and a cache line of eight. To such a table two positions of one bucket and one tag are one; a witness beside it keeps the whole key of the last of them \
             that was kept, so that every false hit is counted, and the search believes it, but for a move that it looks at and that is not legal.",
            samples.positions().len(),
            samples.set(),
            (SLOTS * crate::experiment::sizes::SLOT_BYTES) >> 10,
        )
    }

    fn claims(&self, samples: &Samples) -> Vec<Claim> {
        vec![formula(samples), wider(samples)]
    }

    fn figures(&self, samples: &Samples) -> Vec<Figure> {
        figure(samples).into_iter().collect()
    }

    fn sections(&self, samples: &Samples) -> Vec<Block> {
        Block::section("By the layout", table(samples))
    }

    fn takeaway(&self, samples: &Samples, _: &[Claim]) -> String {
        let told = |counted: &Counted| {
            let rate = counted.counts.rate().interval();
            let million = |rate: f64| format!("{:.0}", rate * 1e6);
            format!(
                "{} {} ({} to {})",
                counted.words(),
                million(rate.value),
                million(rate.low),
                million(rate.high)
            )
        };
        let all: Vec<_> = Counted::all(samples).iter().map(told).collect();
        if all.is_empty() {
            return String::new();
        }
        format!(
            "False hits in a million nodes with a tag of 16 bits: {} ({} positions, {PLY} plies).",
            all.join(", "),
            samples.positions().len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::MODE;
    use super::{Contender, Counted, Layouts, PLY, SLOTS, Samples, TAGGED, table};
    use crate::experiment::claims::Verdict;
    use crate::experiment::searches::Hits;
    use crate::studies::{Extent, Study};

    fn samples(false_hits: [u64; TAGGED.len()]) -> Samples {
        samples_of(0, false_hits)
    }

    fn samples_of(own: u64, false_hits: [u64; TAGGED.len()]) -> Samples {
        let mut samples = Samples::default();
        for ((scheme, layout, _), false_hits) in TAGGED.into_iter().zip(false_hits) {
            let at = (MODE, PLY, Contender::in_layout(scheme, layout), Some(SLOTS));
            let hits = Hits {
                nodes: 1_000_000,
                hits: own + false_hits,
                illegal_moves: Some(false_hits / 2),
                false_hits: Some(false_hits),
                ..Hits::default()
            };
            samples.insert(at, vec![1_000_000; 12]);
            samples.insert_hits(at, vec![hits; 12]);
        }
        samples
    }

    fn verdicts(samples: &Samples) -> Vec<Verdict> {
        Layouts.claims(samples).iter().map(|claim| claim.verdict).collect()
    }

    #[test]
    fn false_hits_are_set_beside_the_formula_of_each_bucket() {
        // The formula expects 15.3 false hits per tag in a million look-ups.
        let (some, all) = (samples([10, 30, 40, 80]), samples([15, 45, 61, 122]));
        let ratios: Vec<_> = Counted::all(&some).iter().map(|counted| counted.to_formula().value()).collect();
        assert!(ratios.iter().all(|ratio| (ratio - 0.655).abs() < 0.01), "{ratios:?}");
        assert_eq!(verdicts(&some), [Verdict::Holds, Verdict::Holds]);
        assert_eq!(verdicts(&all)[0], Verdict::Holds);
        assert_eq!(verdicts(&samples([10, 30, 40, 20])), [Verdict::DoesNotHold, Verdict::DoesNotHold]);
        assert_eq!(verdicts(&samples([16, 30, 40, 80]))[0], Verdict::DoesNotHold, "oftener than the formula");
        assert!(Layouts.takeaway(&some, &[]).contains("8 compared 80 (80 to 80)"));
        let figures = Layouts.figures(&some);
        assert!(figures.len() == 1 && figures[0].svg.contains("80.0 (80.0 to 80.0), 8 tags"));
        assert!(Layouts.figures(&Samples::default()).is_empty());
    }

    #[test]
    fn each_table_of_the_grid_is_compared_with_as_many_entries_as_its_bucket_has() {
        let experiment = Layouts.experiment(Extent::Full);
        let tables: Vec<_> = experiment.tables().collect();
        for (scheme, layout, compared) in TAGGED {
            assert!(tables.contains(&Contender::in_layout(scheme, layout)));
            assert_eq!(layout.info().bucket_slots.unwrap_or(scheme.info().slots), compared);
        }
        assert_eq!(tables.len(), TAGGED.len());
        assert_eq!(verdicts(&Samples::default()), [Verdict::NotMeasured; 2]);
    }

    /// Of the other 800,000 look-ups the formula expects 12.2 false hits per tag.
    const OWN: u64 = 200_000;

    #[test]
    fn half_as_often_as_the_formula_is_the_least_of_those_that_do_not_find_their_own() {
        let verdict = |of_four| verdicts(&samples_of(OWN, [8, 24, of_four, 64]))[0];
        assert_eq!([26, 22].map(verdict), [Verdict::Holds, Verdict::DoesNotHold]);
    }

    #[test]
    fn eight_tags_are_wrong_more_than_four_times_as_often_as_one() {
        let verdict = |of_eight| verdicts(&samples_of(OWN, [8, 24, 32, of_eight]))[1];
        assert_eq!([34, 28].map(verdict), [Verdict::Holds, Verdict::DoesNotHold]);
    }

    #[test]
    fn a_row_tells_how_many_how_often_and_how_many_were_seen() {
        let table = table(&samples_of(OWN, [8, 24, 32, 64])).expect("all is there");
        let words: Vec<_> = table.rows[3][1..].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(words, ["8", "768", "64.0", "64.0", "64.0", "0.66", "0.66", "0.66", "384"]);
        let numbers: Vec<_> = table.rows[3][1..].iter().map(|cell| cell.number.unwrap_or(-1.0)).collect();
        assert_eq!([numbers[1], numbers[2].round(), numbers[8]], [768.0, 64.0, 384.0]);
    }
}
