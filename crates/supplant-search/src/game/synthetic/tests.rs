//! Tests that a graph follows its knobs and obeys the rules of [`Game`].

use std::collections::HashSet;
use supplant::table::{SizedBucket, TableBuilder};

use super::{Branch, Knobs, KnobsError, Synthetic};
use crate::game::{Game, Outcome};
use crate::search::negamax::negamax;
use crate::search::score::plies_to_end;
use crate::search::{Enhancements, Limits, search};
use supplant::entry::Move16;
use supplant::scheme::{New, TwoBig1};

fn graph(knobs: Knobs) -> Synthetic {
    Synthetic::new(knobs).expect("there are such graphs")
}

fn reached(knobs: Knobs) -> Vec<(usize, usize)> {
    let mut positions = vec![graph(knobs)];
    let (mut paths, mut counts) = (1, Vec::new());
    for _ in 0..=knobs.plies {
        let mut keys = HashSet::new();
        positions.retain(|position| keys.insert(position.key()));
        counts.push((positions.len(), paths));
        let next = positions.iter().flat_map(|position| {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            moves.into_iter().map(|ranked| {
                let mut next = position.clone();
                next.play(ranked.mv);
                assert_eq!(position.likely_key_after(ranked.mv), next.key());
                next
            })
        });
        positions = next.collect();
        paths *= knobs.branching;
    }
    counts
}

#[test]
fn the_share_of_transpositions_is_that_of_the_knob_at_every_ply() {
    let knobs = Knobs { branching: 8, plies: 4, ..Knobs::default() };
    for (transpositions, distinct) in [
        (0.0, [1, 8, 64, 512, 4096]),
        (0.25, [1, 6, 36, 216, 1296]),
        (0.5, [1, 4, 16, 64, 256]),
        (1.0, [1; 5]),
    ] {
        let counts = reached(Knobs { transpositions, ..knobs });
        assert_eq!(counts.iter().map(|&(positions, _)| positions).collect::<Vec<_>>(), distinct);
        assert_eq!(counts.iter().map(|&(_, paths)| paths).collect::<Vec<_>>(), [1, 8, 64, 512, 4096]);
    }
}

#[test]
fn every_position_is_reached_by_as_many_moves_as_any_other_or_one_more() {
    let knobs = Knobs { branching: 7, plies: 3, transpositions: 0.4, ..Knobs::default() };
    let graph = graph(knobs);
    let mut to = vec![0; graph.width(2) as usize];
    for position in 0..graph.width(1) {
        for number in 0..7 {
            let at = Synthetic { now: position, past: vec![0], ..graph.clone() };
            to[at.after(Branch(number)) as usize] += 1;
        }
    }
    let (least, most) = (to.iter().min().expect("some"), to.iter().max().expect("some"));
    assert!(most - least <= 1 && *least >= 1, "{to:?}");
}

/// All values of a graph share the first position, so graphs of several seeds are averaged.
fn correlation(knobs: Knobs) -> f64 {
    let (mut before, mut after, mut both) = (0.0, 0.0, 0.0);
    for seed in 1..=40 {
        let graph = graph(Knobs { seed, ..knobs });
        for ply in 1..=knobs.plies {
            for position in 0..graph.width(ply) {
                let from = graph.permutation(ply - 1).number_at(position) / knobs.branching as u64;
                let (x, y) = (graph.standing(ply - 1, from), graph.standing(ply, position));
                before += x * x;
                after += y * y;
                both += x * y;
            }
        }
    }
    both / (before * after).sqrt()
}

#[test]
fn values_are_correlated_with_those_they_follow_as_the_knob_says() {
    let knobs = Knobs { branching: 9, plies: 3, transpositions: 0.0, ..Knobs::default() };
    for wanted in [-0.5, 0.0, 0.5, 0.9] {
        let found = correlation(Knobs { correlation: wanted, ..knobs });
        assert!((found - wanted).abs() < 0.05, "{found}, not {wanted}");
    }
}

#[test]
fn values_spread_equally_at_every_ply() {
    let knobs = Knobs { branching: 30, plies: 2, transpositions: 0.0, correlation: 0.5, ..Knobs::default() };
    let graphs: Vec<_> = (1..=40).map(|seed| graph(Knobs { seed, ..knobs })).collect();
    for ply in 0..=2 {
        let values = graphs.iter().flat_map(|graph| (0..graph.width(ply)).map(|at| graph.standing(ply, at)));
        let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value * value));
        let variance = sum / count;
        assert!((variance - 1.0 / 3.0).abs() < 0.12, "ply {ply}: {variance}");
    }
}

#[test]
fn a_search_gives_the_value_of_plain_negamax_and_to_the_end_that_of_the_game() {
    for (seed, transpositions) in [(1, 0.0), (2, 0.3), (3, 0.6), (4, 0.9)] {
        let mut graph = graph(Knobs { seed, branching: 5, plies: 6, transpositions, ..Knobs::default() });
        for depth in 1..=6 {
            let table =
                TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 8).build().expect("small");
            let found = search(&graph, &table, Limits::depth(depth), Enhancements::SOUND).best;
            assert_eq!(
                found.map(|best| best.value),
                Some(negamax(&mut graph, depth)),
                "seed {seed}, {depth} plies"
            );
        }
        let value = negamax(&mut graph, 6);
        assert!(value == 0 || plies_to_end(value) == Some(-6), "who is to move at the end may lose: {value}");
    }
}

#[test]
fn a_table_saves_more_where_more_moves_transpose() {
    let saved = |transpositions| {
        let graph = graph(Knobs { branching: 6, plies: 7, transpositions, ..Knobs::default() });
        let nodes = |on| {
            let table = TableBuilder::<New, SizedBucket<New>>::new().slots(1 << 14).build().expect("small");
            search(&graph, &table, Limits::depth(6), on).counters.nodes() as f64
        };
        let without =
            nodes(Enhancements { table_score: crate::search::TableScore::Unused, ..Enhancements::ALIBABA });
        1.0 - nodes(Enhancements::ALIBABA) / without
    };
    let (few, many) = (saved(0.05), saved(0.5));
    assert!(many > few + 0.2, "{few} {many}");
}

#[test]
fn a_seed_is_a_graph_and_the_cost_of_a_leaf_changes_nothing() {
    let knobs = Knobs { branching: 4, plies: 4, ..Knobs::default() };
    let value = |knobs| negamax(&mut graph(knobs), 3);
    let values: HashSet<_> = (0..20).map(|seed| value(Knobs { seed, ..knobs })).collect();
    assert!(values.len() > 10, "{values:?}");
    assert_eq!(value(Knobs { leaf_cost: 100, ..knobs }), value(knobs));
}

#[test]
fn the_game_ends_at_the_last_ply_and_only_its_moves_decode() {
    let mut game = graph(Knobs { branching: 3, plies: 1, ..Knobs::default() });
    let legal = |game: &Synthetic| (0..=u16::MAX).filter(|&bits| game.decode(Move16(bits)).is_some()).count();
    assert_eq!(legal(&game), 3);
    let mv = game.decode(Move16(3)).expect("the last of three");
    assert_eq!((game.encode(mv), game.notation(mv).as_str()), (Move16(3), "3"));
    game.play(mv);
    assert_eq!((game.has_moves(), legal(&game)), (false, 0));
    assert_eq!(game.without_moves() == Outcome::Lost, game.evaluate() < 0);
}

#[test]
fn knobs_that_no_graph_can_have_are_refused_with_what_would_do() {
    let refused = |knobs| Synthetic::new(knobs).map(|_| ()).expect_err("no such graph");
    let plain = Knobs::default();
    for branching in [0, 257] {
        assert_eq!(refused(Knobs { branching, ..plain }), KnobsError::Branching(branching));
    }
    for plies in [0, 101] {
        assert_eq!(refused(Knobs { plies, ..plain }), KnobsError::Plies(plies));
    }
    assert_eq!(refused(Knobs { transpositions: 1.5, ..plain }), KnobsError::Transpositions(1.5));
    assert_eq!(refused(Knobs { correlation: -2.0, ..plain }), KnobsError::Correlation(-2.0));
    assert!(matches!(refused(Knobs { correlation: f64::NAN, ..plain }), KnobsError::Correlation(_)));
    let wide = refused(Knobs { branching: 256, plies: 9, transpositions: 0.0, ..plain });
    assert_eq!(wide, KnobsError::TooWide(8));
    assert!(wide.to_string().contains("ply 8; give fewer"));
    assert!(Synthetic::new(Knobs { branching: 256, plies: 7, transpositions: 0.0, ..plain }).is_ok());
}
