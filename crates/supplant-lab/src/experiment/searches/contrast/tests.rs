//! Contrasts on samples with known numbers, and invalid contrasts.

use super::{Along, CellSelector, Contrast};
use crate::experiment::searches::{Contender, Further, Mode, Samples, Searches};
use supplant::entry::bucket::LayoutName;
use supplant::scheme::SchemeName;

const SCHEMES: [SchemeName; 3] = [SchemeName::TwoBig1, SchemeName::Deep, SchemeName::New];

fn samples() -> Samples {
    let mut samples = Samples::default();
    for (i, scheme) in SCHEMES.into_iter().enumerate() {
        for (size, factor) in [(8, 2), (64, 1)] {
            let nodes = (0..12).map(|_| 100 * (i as u64 + 1) * factor).collect();
            samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), nodes);
        }
    }
    samples
}

fn schemes(schemes: &[SchemeName]) -> CellSelector {
    CellSelector {
        contenders: schemes.iter().map(|&scheme| Contender::table(scheme)).collect(),
        ..CellSelector::default()
    }
}

fn no_table() -> CellSelector {
    CellSelector { contenders: vec![Contender::None], ..CellSelector::default() }
}

fn at(sizes: &[usize]) -> CellSelector {
    CellSelector { sizes: sizes.to_vec(), plies: vec![7], ..CellSelector::default() }
}

fn values(contrast: &Contrast) -> Vec<(String, f64)> {
    contrast.checked().expect("it names cells");
    let measured = contrast.measured(&samples()).expect("it was measured");
    let value = |number: f64| (number * 1e9).round() / 1e9;
    measured.into_iter().map(|measured| (measured.name, value(measured.measured.value()))).collect()
}

#[test]
fn the_mean_is_taken_where_nothing_else_is_said() {
    let contrast = Contrast {
        of: schemes(&SCHEMES[1..2]),
        to: schemes(&SCHEMES[..1]),
        at: at(&[8, 64]),
        ..Contrast::default()
    };
    assert_eq!(values(&contrast), [(String::new(), 1.0)]);
    assert_eq!(
        contrast.words(),
        "Nodes with DEEP relative to TWOBIG1 (geometric mean over size), less 1; 8 and 64 slots of 16 bytes, 7 ply"
    );
    let each = Contrast { each: vec![Along::Size], ..contrast };
    assert_eq!(values(&each), [("8".to_owned(), 1.0), ("64".to_owned(), 1.0)]);
}

#[test]
fn the_mean_of_ratios_is_geometric() {
    let mut samples = Samples::default();
    for (size, nodes) in [(8, 200), (64, 50)] {
        for (scheme, nodes) in [(SCHEMES[1], nodes), (SCHEMES[0], 100)] {
            samples.insert((Mode::Clear, 7, Contender::table(scheme), Some(size)), vec![nodes; 12]);
        }
    }
    let contrast = Contrast {
        of: schemes(&SCHEMES[1..2]),
        to: schemes(&SCHEMES[..1]),
        at: at(&[8, 64]),
        ..Contrast::default()
    };
    let number = contrast.measured(&samples).expect("it was measured").remove(0).measured;
    assert!(number.value().abs() < 1e-12, "twice and half are as many: {}", number.value());
    assert_eq!(contrast.value_at(&samples, &at(&[8])), Some(2.0));
}

#[test]
fn cells_that_a_grid_lacks_are_refused() {
    let grid = Searches { slots: vec![8, 64], plies: (7, 7), ..Searches::example() };
    let contrast = |size, ply| Contrast {
        of: schemes(&SCHEMES[..1]),
        to: schemes(&SCHEMES[1..2]),
        at: CellSelector { sizes: vec![size], plies: vec![ply], ..CellSelector::default() },
        ..Contrast::default()
    };
    assert_eq!(contrast(8, 7).check(&grid), Ok(()));
    let refused = |contrast: Contrast, what: &str| {
        assert!(contrast.check(&grid).expect_err(what).contains(what));
    };
    refused(contrast(16, 7), "no size 16 at 7 ply");
    refused(contrast(8, 6), "no 6 ply");
    refused(Contrast { to: schemes(&SCHEMES[2..]), ..contrast(8, 7) }, "no NEW");
    let stamped = CellSelector { modes: vec![Mode::Stamp], ..contrast(8, 7).at };
    refused(Contrast { at: stamped.clone(), ..contrast(8, 7) }, "no mode stamp");

    let further = Some(Further { ply: 8, slots: vec![64] });
    let grid = Searches { further, ..grid };
    assert_eq!(contrast(64, 8).check(&grid), Ok(()), "the further ply is in it, at its sizes");
    assert_eq!(contrast(8, 8).check(&grid), Err("the grid has no size 8 at 8 ply".to_owned()));
    let to_none = Contrast { to: no_table(), at: stamped, ..contrast(8, 7) };
    assert_eq!(to_none.check(&Searches { modes: vec![Mode::Stamp], ..grid }), Ok(()));
}

#[test]
fn several_values_of_a_side_are_numbers_of_their_own_and_nothing_is_set_beside_itself() {
    let contrast =
        Contrast { of: schemes(&SCHEMES[..1]), to: schemes(&SCHEMES), at: at(&[8]), ..Contrast::default() };
    let half = |name: &str, value| (format!("TWOBIG1 to {name}"), value);
    assert_eq!(values(&contrast), [half("DEEP", -0.5), half("NEW", -0.666_666_667)]);
}

#[test]
fn a_contrast_may_be_taken_from_itself_elsewhere() {
    let size = |size| CellSelector { sizes: vec![size], ..CellSelector::default() };
    let contrast = Contrast {
        of: size(64),
        to: size(8),
        at: schemes(&SCHEMES[..1]).over(&CellSelector { plies: vec![7], ..CellSelector::default() }),
        less: Some(schemes(&SCHEMES[2..])),
        ..Contrast::default()
    };
    assert_eq!(values(&contrast), [(String::new(), 0.0)], "all fall by half");
}

#[test]
fn a_contrast_along_an_axis_subtracts_at_each_value_what_is_there() {
    let mut samples = Samples::default();
    for (ply, size, nodes) in [(6, 8, 200), (6, 64, 150), (7, 8, 500), (7, 64, 300)] {
        for (scheme, nodes) in [(SCHEMES[1], nodes), (SCHEMES[0], 100)] {
            samples.insert((Mode::Clear, ply, Contender::table(scheme), Some(size)), vec![nodes; 12]);
        }
    }
    let contrast = Contrast {
        of: schemes(&SCHEMES[1..2]),
        to: schemes(&SCHEMES[..1]),
        at: CellSelector { plies: vec![6, 7], ..at(&[64]) },
        less: Some(CellSelector { sizes: vec![8], ..CellSelector::default() }),
        each: vec![Along::Ply],
    };
    let measured = contrast.measured(&samples).expect("it was measured");
    let hundredths = |number: f64| (number * 100.0).round();
    let numbers: Vec<_> =
        measured.into_iter().map(|found| (found.name, hundredths(found.measured.value()))).collect();
    assert_eq!(numbers, [("6 ply".to_owned(), -50.0), ("7 ply".to_owned(), -200.0)]);
    // Registrations contain these words.
    assert_eq!(
        contrast.words(),
        "Nodes with DEEP relative to TWOBIG1, less the same at 8 slots of 16 bytes; each ply for itself; 64 slots of 16 bytes, 6 ply and 7 ply"
    );
}

#[test]
fn what_names_no_cell_is_refused_and_what_was_not_measured_is_not_guessed() {
    let good = Contrast {
        of: schemes(&SCHEMES[..1]),
        to: schemes(&SCHEMES[1..2]),
        at: at(&[8]),
        ..Contrast::default()
    };
    let refused = |contrast: &Contrast, why: &str| {
        let error = contrast.checked().expect_err(why);
        assert!(error.contains(why), "{error}");
    };
    refused(&Contrast { at: at(&[]), ..good.clone() }, "no size");
    refused(&Contrast { at: schemes(&SCHEMES).over(&at(&[8])), ..good.clone() }, "scheme is in `at`");
    refused(&Contrast { each: vec![Along::Mode], ..good.clone() }, "`each` names mode");
    refused(&Contrast { to: good.of.clone(), ..good.clone() }, "same cells");
    let less = |less| Contrast { less: Some(less), ..good.clone() };
    refused(&less(CellSelector::default()), "`less` names no place");
    refused(&less(at(&[8])), "same cells");
    refused(&less(CellSelector { sizes: vec![8, 16], ..CellSelector::default() }), "several values of size");
    refused(&less(schemes(&SCHEMES[2..])), "on which `of` and `to` differ");
    let each = |each: &[Along]| Contrast { each: each.to_vec(), ..good.clone() };
    refused(&each(&[Along::Size, Along::Size]), "names an axis twice");
    refused(&Contrast { less: Some(at(&[64])), ..each(&[Along::Size]) }, "`less` and `each` both name size");
    let modes = |mode| CellSelector { modes: vec![mode], ..CellSelector::default() };
    let none = CellSelector { contenders: vec![Contender::None, Contender::table(SCHEMES[0])], ..at(&[8]) };
    let of_modes =
        Contrast { of: modes(Mode::Stamp), to: modes(Mode::Clear), at: none, ..Contrast::default() };
    refused(&of_modes, "in places both sides");
    let dense = Contender::in_layout(SCHEMES[0], LayoutName::Single8);
    let twice =
        CellSelector { contenders: vec![dense], layouts: vec![LayoutName::Line8], ..CellSelector::default() };
    refused(&Contrast { of: twice, ..good.clone() }, "say it once");
    assert!(Contrast { at: at(&[16]), ..good.clone() }.measured(&samples()).is_none());
    assert!(good.measured(&samples()).is_some());
}
