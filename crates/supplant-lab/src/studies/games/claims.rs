//! The claims, each decided for every game by itself.

use super::by_game::OfGame;
use super::{LARGE, MODE, SCHEMES, SMALL};
use crate::experiment::claims::{
    Among, Claim, ClaimPart, ClaimUnit, FEWEST, Question, Range, Reading, percent,
};
use crate::experiment::games::NAMES;
use crate::experiment::searches::Contender;
use crate::experiment::searches::contrast::{CellSelector, Contrast};
use crate::experiment::stats::bootstrap;
use crate::studies::replacement_1994::published;
use supplant::scheme::SchemeName;

type SchemePair = (SchemeName, SchemeName);

const TWO_LEVEL: [SchemeName; 2] = [SchemeName::TwoBig1, SchemeName::TwoDeep];
const ONE_LEVEL: [SchemeName; 5] =
    [SchemeName::Big1, SchemeName::BigAll, SchemeName::Deep, SchemeName::New, SchemeName::Old];
const BY_WORTH: [SchemeName; 3] = [SchemeName::Big1, SchemeName::BigAll, SchemeName::Deep];

const MANY: f64 = 1.0 / 3.0;

pub(super) fn all(games: &[OfGame]) -> Vec<Claim> {
    let pairs = |ones: &[SchemeName], others: &[SchemeName]| {
        let of = |&one: &SchemeName| others.iter().map(move |&other| (one, other)).collect::<Vec<_>>();
        ones.iter().flat_map(of).filter(|(one, other)| one != other).collect::<Vec<_>>()
    };
    let size_to_depth = [
        (SchemeName::TwoBig1, SchemeName::TwoDeep),
        (SchemeName::Big1, SchemeName::Deep),
        (SchemeName::BigAll, SchemeName::Deep),
    ];
    let all = vec![
        ordered(games, &TWO, &pairs(&TWO_LEVEL, &ONE_LEVEL)),
        ordered(games, &SIZE, &size_to_depth),
        ordered(games, &WORTH, &pairs(&BY_WORTH, &[SchemeName::New])),
        ordered(games, &LAST, &pairs(&SCHEMES, &[SchemeName::New])),
        ordered(games, &FIRST, &pairs(&[SchemeName::TwoBig1], &SCHEMES)),
        differ_less(games),
        saves(games),
    ];
    let among = if games.len() == 1 { Among::Readings } else { Among::Games };
    all.into_iter().map(|claim| claim.among(among)).collect()
}

struct Order {
    name: &'static str,
    section: &'static str,
    sentence: &'static str,
    of: &'static str,
}

const TWO: Order = Order {
    name: "two-level",
    section: "1994: 7, third point under Figure 1",
    sentence: "Two-level schemes are better than one-level schemes.",
    of: "TWOBIG1 and TWODEEP to each of BIG1, BIGALL, DEEP, NEW and OLD",
};
const SIZE: Order = Order {
    name: "size-beats-depth",
    section: "1994: abstract; 8",
    sentence: "The number of nodes searched is a better criterion of replacement than the depth.",
    of: "TWOBIG1 to TWODEEP, BIG1 and BIGALL to DEEP",
};
const WORTH: Order = Order {
    name: "worth-beats-new",
    section: "1994: 7, Figure 1",
    sentence: "To keep what took more work is better than to keep what is new.",
    of: "BIG1, BIGALL and DEEP to NEW",
};
const LAST: Order = Order {
    name: "new-last",
    section: "1994: 7, Figure 1",
    sentence: "NEW is behind each of the others.",
    of: "each other scheme to NEW",
};
const FIRST: Order = Order {
    name: "twobig1-best",
    section: "1994: 7, second point under Figure 2; 8",
    sentence: "TWOBIG1 is ahead of each of the others.",
    of: "TWOBIG1 to each other scheme",
};

impl Order {
    fn question(&self) -> Question {
        Question {
            name: self.name,
            section: self.section,
            sentence: self.sentence,
            statistic: format!(
                "Nodes of one scheme relative to another, less 1 ({}); mean over 1K, 8K and 64K positions (geometric), the deepest ply measured, table cleared. The \
                 claim: all of them below 0. Second readings leave out 1K, a size that 1994 has not.",
                self.of
            ),
            unit: ClaimUnit::Percent,
            paper: "below 0 (curves)".to_owned(),
        }
    }
}

fn ordered(games: &[OfGame], order: &Order, pairs: &[SchemePair]) -> Claim {
    let parts = |sizes: &'static [usize]| {
        move |of: &OfGame| pairs.iter().map(|&pair| relative(of, pair, sizes)).collect::<Option<Vec<_>>>()
    };
    let mut all = readings(games, Range::NEGATIVE, parts(&SMALL));
    let larger = readings(games, Range::NEGATIVE, parts(&SMALL[1..]));
    all.extend(larger.into_iter().zip(LARGER).map(|(reading, name)| Reading { name, ..reading }));
    order.question().decide_each(all)
}

const LARGER: [&str; NAMES.len()] =
    ["chess, from 8K", "domineering, from 8K", "connect-four, from 8K", "synthetic, from 8K"];

fn readings(
    games: &[OfGame],
    range: Range,
    parts: impl Fn(&OfGame) -> Option<Vec<ClaimPart>>,
) -> Vec<Reading> {
    let of = |&name: &&'static str| {
        // Fewer positions in all are told with the claims; among several games one may have few.
        let is_enough = |of: &&OfGame| games.len() == 1 || of.samples.positions().len() >= FEWEST;
        let measured = games.iter().find(|of| of.game == name).filter(is_enough);
        Reading { name, range, parts: measured.and_then(&parts) }
    };
    NAMES.iter().map(of).collect()
}

fn relative(of: &OfGame, (one, other): SchemePair, sizes: &[usize]) -> Option<ClaimPart> {
    let contrast = beside((one, other), of, sizes);
    let part = contrast?.measured(&of.samples)?.pop()?;
    Some(ClaimPart { name: format!("{one} to {other}"), ..part })
}

fn beside((one, other): SchemePair, of: &OfGame, sizes: &[usize]) -> Option<Contrast> {
    let scheme =
        |scheme| CellSelector { contenders: vec![Contender::table(scheme)], ..CellSelector::default() };
    let at = CellSelector {
        sizes: sizes.to_vec(),
        modes: vec![MODE],
        plies: vec![of.ply()?],
        ..CellSelector::default()
    };
    Some(Contrast { of: scheme(one), to: scheme(other), at, ..Contrast::default() })
}

fn differ_less(games: &[OfGame]) -> Claim {
    let question = Question {
        name: "spread-shrinks",
        section: "1994: 7, second point under Figure 1",
        sentence: "The larger the table, the less the schemes differ: NEW, the worst of 1994, and TWOBIG1, the best.",
        statistic: "How many more nodes NEW visits than TWOBIG1 at 64K positions, less the same at 1K; the deepest ply measured, table cleared. The claim: below 0."
            .to_owned(),
        unit: ClaimUnit::Points,
        paper: "from 23 % to about 3 % (8K to 512K positions)".to_owned(),
    };
    let parts = |of: &OfGame| {
        let [small, .., large] = SMALL;
        let contrast = beside((SchemeName::New, SchemeName::TwoBig1), of, &[large])?;
        let contrast = Contrast {
            less: Some(CellSelector { sizes: vec![small], ..CellSelector::default() }),
            ..contrast
        };
        contrast.measured(&of.samples)
    };
    question.decide_each(readings(games, Range::NEGATIVE, parts))
}

fn saves(games: &[OfGame]) -> Claim {
    let printed = published::ratio(Contender::table(SchemeName::TwoBig1), MODE, 6).expect("Table 2 has it");
    let question = Question {
        name: "a-table-saves",
        section: "1994: 7, Figure 3",
        sentence: "A table saves more than a third of the nodes.",
        statistic: "Nodes under TWOBIG1 with 512K positions relative to none, less 1; the deepest ply measured, table cleared. The claim: below −33.3 %.".to_owned(),
        unit: ClaimUnit::Percent,
        paper: format!("of chess, Table 2, 6 ply, 1024K positions: {}", percent(printed - 1.0)),
    };
    let parts = |of: &OfGame| {
        let table = of.nodes(Contender::table(SchemeName::TwoBig1), Some(LARGE[1]))?;
        let ratio = bootstrap().ratio(table, of.nodes(Contender::None, None)?);
        Some(vec![ClaimPart { name: String::new(), measured: ratio.map(|ratio| ratio - 1.0) }])
    };
    question.decide_each(readings(games, Range::below(-MANY), parts))
}

#[cfg(test)]
mod tests {
    use super::super::by_game::OfGame;
    use super::super::{LARGE, MODE, SCHEMES, SMALL};
    use super::{Contender, LARGER, NAMES, SchemeName, all};
    use crate::experiment::claims::tests::named;
    use crate::experiment::claims::{Claim, Verdict};
    use crate::experiment::searches::Samples;

    fn game(name: &'static str, nodes: impl Fn(SchemeName, usize) -> u64) -> OfGame {
        let mut samples = Samples::default();
        let by_position = |hundredths: u64| (1..=12).map(|i| 100 * i * hundredths).collect::<Vec<_>>();
        samples.insert((MODE, 6, Contender::None, None), by_position(200));
        for scheme in SCHEMES {
            for size in SMALL.into_iter().chain(LARGE) {
                samples.insert(
                    (MODE, 6, Contender::table(scheme), Some(size)),
                    by_position(nodes(scheme, size)),
                );
            }
        }
        OfGame { game: name, samples }
    }

    /// The paper's order with NEW last.
    fn as_in_1994(scheme: SchemeName, size: usize) -> u64 {
        let place = SCHEMES.iter().position(|&known| known == scheme).expect("it is one of the seven") as u64;
        let place = if scheme == SchemeName::New { SCHEMES.len() as u64 } else { place };
        if size >= LARGE[0] { 100 + place } else { 110 + place * if size == SMALL[0] { 8 } else { 4 } }
    }

    fn verdicts(claim: &Claim) -> Vec<(&'static str, Verdict)> {
        claim.readings.iter().map(|reading| (reading.reading, reading.verdict)).collect()
    }

    const CLAIMS: [&str; 7] = [
        "two-level",
        "size-beats-depth",
        "worth-beats-new",
        "new-last",
        "twobig1-best",
        "spread-shrinks",
        "a-table-saves",
    ];

    #[test]
    fn what_holds_in_chess_and_in_no_other_game_holds_under_that_reading_alone() {
        let turned = |scheme: SchemeName, size: usize| match size {
            _ if size == LARGE[1] => 180,
            _ if size == LARGE[0] => 199,
            _ if size == SMALL[0] => 200 - as_in_1994(scheme, SMALL[0]),
            _ => 200 - as_in_1994(scheme, SMALL[1]) / 2,
        };
        let claims = all(&[game("chess", as_in_1994), game("synthetic", turned)]);
        for claim in &claims {
            assert_eq!(
                verdicts(claim)[..NAMES.len()],
                [
                    ("chess", Verdict::Holds),
                    ("domineering", Verdict::NotMeasured),
                    ("connect-four", Verdict::NotMeasured),
                    ("synthetic", Verdict::DoesNotHold),
                ],
                "{}",
                claim.name
            );
        }
        assert!(claims.iter().all(|claim| claim.verdict == Verdict::HoldsUnderSome));
        assert_eq!(claims.iter().map(|claim| claim.name).collect::<Vec<_>>(), CLAIMS);
    }

    #[test]
    fn a_game_of_few_positions_decides_nothing_among_others() {
        let few = OfGame {
            samples: game("synthetic", as_in_1994).samples.in_blocks(&[&[0], &[1]]),
            game: "synthetic",
        };
        for claim in all(&[game("chess", as_in_1994), few]) {
            assert_eq!(
                [0, 3].map(|reading| verdicts(&claim)[reading].1),
                [Verdict::Holds, Verdict::NotMeasured],
                "{}",
                claim.name
            );
        }
    }

    #[test]
    fn one_scheme_out_of_order_is_named_and_turns_its_claims_alone() {
        let deep_is_last = |scheme, size| match scheme {
            SchemeName::Deep if SMALL.contains(&size) => 160,
            _ => as_in_1994(scheme, size),
        };
        let claims = all(&[game("domineering", deep_is_last)]);
        let failed = claims.iter().filter(|claim| claim.verdict == Verdict::DoesNotHold);
        let failed: Vec<_> = failed.map(|claim| (claim.name, claim.readings[1].part.as_str())).collect();
        assert_eq!(failed, [("worth-beats-new", "DEEP to NEW"), ("new-last", "DEEP to NEW")]);
    }

    #[test]
    fn what_the_smallest_table_alone_turns_holds_in_the_reading_without_it() {
        let deep_in_little = |scheme, size| match scheme {
            SchemeName::TwoDeep if size == SMALL[0] => 400,
            _ => as_in_1994(scheme, size),
        };
        let claims = all(&[game("chess", deep_in_little)]);
        assert_eq!(claims[0].name, "two-level");
        let found = verdicts(&claims[0]);
        assert_eq!(found[0], ("chess", Verdict::DoesNotHold));
        assert_eq!(found[NAMES.len()], ("chess, from 8K", Verdict::Holds));
        assert_eq!(claims[0].words(claims[0].verdict), "supported under some readings", "there is one game");
        let both = all(&[game("chess", deep_in_little), game("synthetic", deep_in_little)]);
        assert_eq!(both[0].words(both[0].verdict), "supported in some games");
        assert!(NAMES.iter().zip(LARGER).all(|(name, larger)| larger.starts_with(name)));
    }

    #[test]
    fn what_the_middle_size_alone_turns_fails_in_the_reading_from_it_too() {
        let deep_in_the_middle = |scheme, size| match scheme {
            SchemeName::TwoDeep if size == SMALL[1] => 400,
            _ => as_in_1994(scheme, size),
        };
        let claims = all(&[game("chess", deep_in_the_middle)]);
        let found = verdicts(&claims[0]);
        assert_eq!(found[NAMES.len()], ("chess, from 8K", Verdict::DoesNotHold));
    }

    #[test]
    fn a_table_saves_if_the_largest_leaves_less_than_two_thirds_of_the_nodes() {
        let verdict = |largest: u64, other: u64| {
            let large = move |scheme, size| match size {
                _ if size == LARGE[1] => largest,
                _ if size == LARGE[0] => other,
                _ => as_in_1994(scheme, size),
            };
            let claims = all(&[game("chess", large)]);
            named(&claims, "a-table-saves").readings[0].verdict
        };
        assert_eq!(verdict(131, 136), Verdict::Holds);
        assert_eq!(verdict(136, 131), Verdict::DoesNotHold);
    }

    #[test]
    fn of_no_game_nothing_is_measured() {
        assert!(all(&[]).iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    }
}
