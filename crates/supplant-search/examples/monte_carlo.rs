//! A Monte-Carlo tree search that keeps its tree in the table: visits and mean value of each position, shared by two threads.
//! `cargo run --release -p supplant-search --example monte_carlo`
//!
//! There are no nodes and no pointers: a position is its key, so transpositions share their visits, and the table may forget
//! any of them. Under TWOBIG1 the most visited stay. The game is domineering, 6 × 6, of which the published value is known:
//! who starts wins. UCT after Kocsis and Szepesvári (2006); play-outs are random.
//!
//! # What concurrent updates lose
//! A visit is a probe, some arithmetic, and a store. When two threads do that for one position at once, the later store overwrites
//! the earlier, and one visit with its result is lost. Two stores to one slot may also leave it dead: the position is then missed and
//! starts anew. Neither ever makes a mean of another position's results, nor of half an entry. For the root the example prints how
//! many visits were lost. With one thread none is, and the search is the same at each run.

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

/// Visits of the root, all threads together.
const VISITS: u32 = 60_000;
/// How much is explored beside what looks best: between 0, never, and about 1.4. Chosen, not measured.
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

/// Prints what a tree says of the moves at the root, the most visited first, and plays that.
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

/// What is known of the position after a move: nothing, as if it had no visit.
fn after(tree: &Tree, game: &mut Domineering, mv: Domino) -> Visits {
    tree.probe(game.likely_key_after(mv)).unwrap_or(Visits { visits: 0, value: 0.0 })
}

/// One visit of a position and of one below it, down to one that was never visited. Returns 1 if the side to move has won in
/// the end, else −1.
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
    // Looked at again, for the visits below took their time.
    let known = tree.probe(game.key()).unwrap_or(Visits { visits: 0, value: 0.0 });
    let visits = known.visits + 1;
    tree.store(game.key(), Visits { visits, value: known.value + (won - known.value) / visits as f32 });
    won
}

/// The move of the greatest upper confidence bound; any that was never tried comes first.
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

/// Random moves to the end of the game: 1 if the side to move wins, else −1.
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
