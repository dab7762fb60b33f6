//! Solves games: all workers of a pool search one table to the last ply and find the winner.

use std::time::Duration;

use serde::Serialize;

use std::sync::Arc;
use supplant::entry::Depth;
use supplant_search::game::{Game, Outcome};
use supplant_search::search::{Counters, Enhancements, Guide, Limits, SearchTable, Stop};
use supplant_search::smp::{Helpers, Order, Pool};

/// The result is for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameVerdict {
    Wins,
    Draws,
    Loses,
}

#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub verdict: GameVerdict,
    pub counters: Counters,
    pub elapsed: Duration,
}

#[derive(Clone, Debug)]
pub struct How {
    pub stop: Stop,
    pub helpers: Helpers,
    pub seed: u64,
    pub guide: Option<Arc<Guide>>,
}

/// Returns `None` if the search was stopped. The verdict is exact if no two positions share a key
/// and the table verifies the whole key. Scheme, size, number of workers and old entries of the
/// same game then change only the node count.
///
/// ```
/// use supplant::{SizedTable, TableBuilder, scheme::TwoBig1};
/// use supplant_search::{smp::{Helpers, Pool, SEED}, search::Stop};
/// use supplant_search::game::domineering::{Adjudicated, Player};
/// use supplant_lab::experiment::solve::{How, GameVerdict, solve};
/// let table: SizedTable<TwoBig1> = TableBuilder::new().slots(1 << 12).build()?;
/// let how = How { stop: Stop::default(), helpers: Helpers::default(), seed: SEED, guide: None };
/// let game = Adjudicated::new(4, 4, Player::Horizontal);
/// let solved = solve(&mut Pool::new(2), &table, &game, game.plies(), &how).expect("nothing stops it");
/// assert_eq!(solved.verdict, GameVerdict::Wins);
/// # Ok::<(), supplant::table::SizeError>(())
/// ```
///
/// # Panics
/// If a worker panics ([`Pool::search`]).
pub fn solve<G: Game>(
    pool: &mut Pool<G>,
    table: &dyn SearchTable,
    game: &G,
    plies: Depth,
    how: &How,
) -> Option<Solved> {
    let How { stop, helpers, seed, guide } = how.clone();
    let order = Order {
        enhancements: Enhancements::SOLVER,
        limits: Limits::depth(plies),
        stop,
        helpers,
        seed,
        guide,
    };
    let answer = pool.search(table, game, &order, |_| ());
    let verdict = match &answer.best {
        Some(best) if best.value > 0 => GameVerdict::Wins,
        Some(best) if best.value < 0 => GameVerdict::Loses,
        Some(_) => GameVerdict::Draws,
        None if game.has_moves() => return None,
        None => match game.without_moves() {
            Outcome::Lost => GameVerdict::Loses,
            Outcome::Draw => GameVerdict::Draws,
        },
    };
    Some(Solved { verdict, counters: answer.counters(), elapsed: answer.elapsed })
}

#[cfg(test)]
mod tests {
    use super::{GameVerdict, How, solve};
    use supplant::scheme::TwoBig1;
    use supplant::table::{SizedBucket, TableBuilder};

    use supplant_search::game::domineering::{Adjudicated, Player};
    use supplant_search::search::Stop;
    use supplant_search::smp::{Helpers, Pool, SEED};

    fn how() -> How {
        How { stop: Stop::default(), helpers: Helpers::default(), seed: SEED, guide: None }
    }

    #[test]
    fn a_solver_that_is_stopped_knows_nothing() {
        let table =
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 10).build().expect("small");
        let (game, how) = (Adjudicated::new(8, 8, Player::Vertical), how());
        how.stop.set();
        assert!(solve(&mut Pool::new(2), &table, &game, game.plies(), &how).is_none());
    }

    #[test]
    fn a_board_without_a_move_is_lost_at_once() {
        let table =
            TableBuilder::<TwoBig1, SizedBucket<TwoBig1>>::new().slots(1 << 10).build().expect("small");
        let game = Adjudicated::new(1, 8, Player::Vertical);
        let solved = solve(&mut Pool::new(1), &table, &game, game.plies(), &how()).expect("nothing stops it");
        assert_eq!((solved.verdict, solved.counters.nodes()), (GameVerdict::Loses, 0));
    }
}
