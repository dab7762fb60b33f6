use super::pair::BuildPair;
use super::{Compared, ItselfKind, Rules, Undecided, judged};
use crate::experiment::searches::{At, Contender};

const NAMES: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];

fn pair(size: usize, threads: usize, base: &[u64], new: &[u64], positions: usize) -> BuildPair<'static> {
    pair_in_turns(None, size, threads, base, new, positions)
}

fn pair_in_turns(
    lockstep: Option<u64>,
    size: usize,
    threads: usize,
    base: &[u64],
    new: &[u64],
    positions: usize,
) -> BuildPair<'static> {
    let at = At { contender: Contender::Unbounded, size: Some(size), threads, lockstep, ..At::none(5) };
    let side = |runs: &[u64]| {
        let of = |position: u64| runs.iter().map(|run| run * (position + 3)).collect::<Vec<_>>();
        (0..positions as u64).map(of).collect::<Vec<_>>()
    };
    BuildPair::made(at, &NAMES[..positions], side(base), side(new))
}

fn one(pair: BuildPair<'_>, percent: f64) -> Compared {
    judged(&[pair], Rules::new(percent, 1)).cells.remove(0)
}

#[test]
fn a_regression_is_what_neither_positions_nor_runs_explain() {
    let worse = |percent| one(pair(1, 1, &[1000], &[1100], 12), percent);
    assert!(worse(0.0).regression.together && worse(9.0).regression.together);
    assert!(!worse(11.0).regression.alone, "the bound is asked about, not 1");
    assert!(!one(pair(1, 1, &[1100], &[1000], 12), 0.0).regression.alone, "an improvement is none");
    let scattered = one(pair(1, 2, &[1000, 1300, 900], &[1100, 1000, 1400], 12), 0.0);
    assert!(!scattered.regression.alone && scattered.undecided.is_none(), "{scattered:?}");
    let (low, high) = scattered.interval.unwrap();
    assert!(low < 1.0 && 1.2 < high, "positions agree to the node; the runs do not: {scattered:?}");
}

#[test]
fn several_workers_measured_once_decide_nothing() {
    let once = one(pair(1, 2, &[1000], &[3000], 12), 0.0);
    assert_eq!((once.undecided, once.noise), (Some(Undecided::MeasuredOnce), None));
    assert!(!once.regression.alone && !once.clear.alone && once.chance < 0.01);
    let either = one(pair(1, 2, &[1000], &[3000, 3001, 3002], 12), 0.0);
    assert!(
        either.undecided.is_none() && either.regression.alone,
        "the repeats of one side tell the scatter"
    );
    let alone = one(pair(1, 1, &[1000], &[3000], 12), 0.0);
    assert!(alone.undecided.is_none() && alone.regression.together, "one worker needs no repeats");
    let in_turns = one(pair_in_turns(Some(8), 1, 2, &[1000], &[3000], 12), 0.0);
    assert!(in_turns.undecided.is_none() && in_turns.regression.together, "nor do several that take turns");
}

#[test]
fn few_positions_decide_nothing_and_one_has_no_interval() {
    for positions in [1, 2, 9, 10] {
        let found = one(pair(1, 1, &[1000], &[3000], positions), 0.0);
        assert_eq!(found.undecided.is_none(), positions >= 10, "{found:?}");
        assert_eq!(found.interval.is_some(), positions > 1, "{found:?}");
    }
    let same = one(pair(1, 1, &[1000], &[1000], 1), 0.0);
    assert!(same.undecided.is_none() && !same.changed, "what did not change needs no deciding");
    assert_eq!(same.interval, None, "of one position nothing is drawn");
}

#[test]
fn the_base_beside_itself_is_still_with_one_worker_and_scatters_with_several() {
    let lone = judged(&[pair(1, 1, &[1000], &[1100], 12)], Rules::new(0.0, 1));
    assert_eq!((lone.itself.kind, lone.itself.ratio), (ItselfKind::Deterministic, Some(1.0)));
    assert_eq!((lone.itself.interval, lone.cells[0].noise), (Some((1.0, 1.0)), Some(0.0)));
    let once = judged(&[pair(1, 2, &[1000], &[1100], 12)], Rules::new(0.0, 1));
    assert_eq!((once.itself.kind, once.itself.ratio), (ItselfKind::MeasuredOnce, None));
    let runs = [1000, 1010, 990, 1020];
    let several = [pair(1, 2, &runs, &runs, 12), pair(2, 1, &[7], &[7], 12)];
    let several = judged(&several, Rules::new(0.0, 1));
    assert_eq!((several.itself.kind, several.itself.cells), (ItselfKind::Repeats, 1));
    assert!((several.itself.ratio.unwrap() - 2030.0 / 1990.0).abs() < 1e-9, "even in proportion to odd");
    let (low, high) = several.itself.interval.unwrap();
    assert!(low < 1.0 && 1.0 < high, "{several:?}");
    let noise = several.cells[0].noise.unwrap();
    assert!((noise - (high - low) / 2.0).abs() < 1e-12 && noise > 0.005, "half the width: {several:?}");
}

#[test]
fn the_clearest_comes_first_and_what_did_not_change_last() {
    let cells = [
        pair(1, 1, &[1000], &[1000], 12),
        pair(2, 2, &[1000], &[9000], 12),
        pair(3, 2, &[1000, 1100, 900], &[1000, 1050, 900], 12),
        pair(4, 1, &[1000], &[1001], 12),
    ];
    let cells = cells.map(|mut pair| {
        pair.at.ply = pair.at.size.unwrap() as u8;
        pair
    });
    let found = judged(&cells, Rules::new(0.0, 1));
    let order: Vec<_> = found.cells.iter().map(|cell| cell.at.size.unwrap()).collect();
    assert_eq!(order, [4, 3, 2, 1]);
    let far =
        judged(&[pair(1, 1, &[1000], &[1001], 12), pair(2, 1, &[1000], &[500], 12)], Rules::new(0.0, 1));
    assert_eq!(far.cells[0].at.size, Some(2), "of equally clear ones that which changed most");
    let summary = found.summary();
    assert_eq!((summary.cells, summary.changed, summary.measured_once), (4, 3, 1));
    assert_eq!(summary.few_positions, 0, "a cell is undecided for one reason");
    assert_eq!((summary.alone.more, summary.together.more, summary.alone.fewer), (1, 1, 0));
    assert!(found.leaves_open(), "one of four is not decided");
    assert!(!judged(&cells[2..], Rules::new(0.0, 1)).leaves_open());
}

#[test]
fn one_cell_of_a_thousand_can_still_be_significant() {
    let mut cells: Vec<_> = (1..1500).map(|size| pair(size, 1, &[1000], &[1000], 12)).collect();
    cells.push(pair(1500, 1, &[1000], &[2000], 12));
    assert_eq!(judged(&cells, Rules::new(0.0, 1)).regressions(), (1, 1));
    let least = 1.0 / crate::experiment::stats::Bootstrap::default().draws as f64;
    assert!(least > 0.05 / cells.len() as f64, "the draws of one interval would not do");
}

#[test]
fn a_comparison_with_sides_exchanged_says_the_same() {
    let at = At { contender: Contender::Unbounded, ..At::none(5) };
    let some: Vec<_> = (0..12).map(|i| vec![1000 + 37 * i * i]).collect();
    let others: Vec<_> = (0..12).map(|i| vec![1400 + 31 * i * i - (i % 3) * 300]).collect();
    let (there, back) = (
        BuildPair::made(at, &NAMES, some.clone(), others.clone()),
        BuildPair::made(at, &NAMES, others, some),
    );
    let (there, back) = (one(there, 0.0), one(back, 0.0));
    assert!(there.ratio != 1.0 && there.chance < 1.0, "{there:?}");
    assert!((there.chance - back.chance).abs() < 0.002, "{there:?} {back:?}");
    let (low, high) = back.interval.unwrap();
    let turned = (1.0 / high, 1.0 / low);
    let (low, high) = there.interval.unwrap();
    assert!((low - turned.0).abs() < 1e-3 && (high - turned.1).abs() < 1e-3, "{there:?} {back:?}");
}

fn leaning(more: u64) -> BuildPair<'static> {
    let at = At { contender: Contender::Unbounded, ..At::none(5) };
    let base = vec![vec![10_000]; NAMES.len()];
    let new = (0..NAMES.len() as u64).map(|i| vec![10_000 - 500 + 100 * i + more]).collect();
    BuildPair::made(at, &NAMES, base, new)
}

#[test]
fn a_cell_alone_is_clear_where_its_interval_leaves_out_1() {
    let found: Vec<_> = (0..25).map(|step| one(leaning(10 * step), 0.0)).collect();
    for cell in &found {
        assert_eq!(cell.clear.alone, cell.interval.unwrap().0 > 1.0, "{cell:?}");
        assert_eq!(cell.clear, cell.regression, "asked about 0 %: {cell:?}");
    }
    let nearly = |cell: &&Compared| (0.05..0.1).contains(&cell.chance) && !cell.clear.alone;
    assert!(found.iter().any(|cell| cell.clear.alone) && found.iter().any(|cell| nearly(&cell)));
}

#[test]
fn a_change_that_is_significant_alone_may_be_chance_among_many_cells() {
    let is_clear = |cell: &Compared| cell.clear.alone && cell.chance > 0.02;
    let barely = (0..25).map(|step| leaning(10 * step)).find(|pair| is_clear(&one(pair.clone(), 0.0)));
    let unchanged = (1..20).map(|size| pair(size, 1, &[1000], &[1000], 12));
    let found = judged(&barely.into_iter().chain(unchanged).collect::<Vec<_>>(), Rules::new(0.0, 1));
    let summary = found.summary();
    assert_eq!((summary.changed, summary.alone.more, summary.together.more), (1, 1, 0), "{summary:?}");
    assert_eq!(found.regressions(), (1, 0));
}

#[test]
fn of_more_repeats_on_one_side_an_interval_is_as_long_whichever_it_is() {
    let (few, many) = ([1000, 1100], [1100, 1000, 1100, 1000, 1100, 1000, 1100, 1000]);
    let length = |base: &[u64], new: &[u64]| {
        let (low, high) = one(pair(1, 2, base, new, 12), 0.0).interval.unwrap();
        (high / low).ln()
    };
    let (there, back) = (length(&few, &many), length(&many, &few));
    assert!((there / back - 1.0).abs() < 0.02, "{there} {back}");
    assert!(length(&few, &many[..2]) > 1.2 * there, "more repeats tell more: {there}");
}
