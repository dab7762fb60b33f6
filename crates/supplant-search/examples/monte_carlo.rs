//! A Monte-Carlo tree search that stores its tree in the table.
//!
//! `cargo run --release -p supplant-search --example monte_carlo`
//!
//! Two threads share the visits and mean value of each position, also through transpositions. The
//! table may evict any position; under TWOBIG1 the most visited stay. The player who starts wins
//! domineering on 6 × 6. The method is UCT (Kocsis and Szepesvári, 2006) with random play-outs.
//!
//! # What concurrent updates lose
//! If two threads visit one position at once, a visit is lost. Two stores to one slot may also
//! leave a dead slot, and the position starts anew.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use supplant::Table;
use supplant::entry::Visits;
use supplant::entry::bucket::Pairs;
use supplant::key::SplitMix64;
use supplant::scheme::TwoBig1;
use supplant::table::TableBuilder;
use supplant_search::game::Game;
use supplant_search::game::domineering::{Domineering, Domino, Player};

type Tree = Table<TwoBig1, Pairs<2, Visits>>;

const VISITS: u32 = 60_000;
/// From 0 for no exploration to about 1.4. Chosen, not measured.
const EXPLORATION: f32 = 0.7;

fn main() -> Result<(), supplant::table::SizeError> {
    for threads in [1, 2] {
        let tree: Tree = TableBuilder::new().mebibytes(4).build()?;
        let game = Domineering::new(6, 6, Player::Vertical);
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let (tree, mut game) = (&tree, game.clone());
                scope.spawn(move || {
                    let mut random = SplitMix64::new(thread);
                    (0..VISITS / threads as u32).for_each(|_| _ = visit(tree, &mut game, &mut random));
                });
            }
        });
        show(&tree, game, threads);
    }
    Ok(())
}

fn show(tree: &Tree, mut game: Domineering, threads: u64) {
    let Some(root) = tree.probe(game.key()) else {
        println!("{threads} threads: the root was lost in the last visit");
        return;
    };
    let lost = VISITS - root.visits;
    println!("{threads} threads: {} visits, {lost} lost, {:.3} for who is to move", root.visits, root.value);
    let mut found: Vec<_> = moves(&game).into_iter().map(|mv| (after(tree, &mut game, mv), mv)).collect();
    found.sort_by_key(|(visits, _)| std::cmp::Reverse(visits.visits));
    for (visits, mv) in &found[..4] {
        println!(
            "  {:<3} {:>6} visits, {:.3} for who plays it",
            game.notation(*mv),
            visits.visits,
            -visits.value
        );
    }
    println!("  plays {}", game.notation(found[0].1));
    game.play(found[0].1);
}

fn moves(game: &Domineering) -> Vec<Domino> {
    let mut ranked = Vec::new();
    game.moves(&mut ranked);
    ranked.into_iter().map(|ranked| ranked.mv).collect()
}

fn after(tree: &Tree, game: &mut Domineering, mv: Domino) -> Visits {
    tree.probe(game.likely_key_after(mv)).unwrap_or(Visits { visits: 0, value: 0.0 })
}

fn visit(tree: &Tree, game: &mut Domineering, random: &mut SplitMix64) -> f32 {
    let moves = moves(game);
    let known = tree.probe(game.key()).unwrap_or(Visits { visits: 0, value: 0.0 });
    let won = match known.visits {
        _ if moves.is_empty() => -1.0,
        0 => play_out(game, random),
        visits => {
            let mv = most_urgent(tree, game, &moves, visits, random);
            game.play(mv);
            let won = -visit(tree, game, random);
            game.undo();
            won
        }
    };
    let known = tree.probe(game.key()).unwrap_or(Visits { visits: 0, value: 0.0 });
    let visits = known.visits + 1;
    tree.store(game.key(), Visits { visits, value: known.value + (won - known.value) / visits as f32 });
    won
}

fn most_urgent(
    tree: &Tree,
    game: &mut Domineering,
    moves: &[Domino],
    visits: u32,
    random: &mut SplitMix64,
) -> Domino {
    let log = (visits as f32).ln();
    let mut urgency = |mv: Domino| match after(tree, game, mv) {
        Visits { visits: 0, .. } => 1e6 + random.below(1000) as f32,
        Visits { visits, value } => EXPLORATION * (log / visits as f32).sqrt() - value,
    };
    let urgent = moves.iter().map(|&mv| (urgency(mv), mv)).max_by(|one, other| one.0.total_cmp(&other.0));
    urgent.expect("there is a move").1
}

fn play_out(game: &mut Domineering, random: &mut SplitMix64) -> f32 {
    let (mut game, mut sign) = (game.clone(), -1.0);
    loop {
        let moves = moves(&game);
        if moves.is_empty() {
            return sign;
        }
        game.play(moves[random.below(moves.len() as u64) as usize]);
        sign = -sign;
    }
}
