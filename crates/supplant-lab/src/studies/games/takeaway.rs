//! The takeaway: which scheme is ahead in which game, and by how much.

use super::by_game::OfGame;
use super::tables::{beyond, sizes_of};
use super::{SCHEMES, SMALL};
use crate::experiment::claims::{fewer, percent};
use crate::experiment::searches::Contender;
use crate::experiment::sizes;
use crate::experiment::stats::{bootstrap, sum};
use supplant::scheme::SchemeName;

const SIZE: usize = SMALL[1];

pub(super) fn words(games: &[OfGame]) -> Option<String> {
    let said: Vec<_> = games.iter().filter_map(of_game).collect();
    (!said.is_empty())
        .then(|| format!("In a cleared table of {} entries, {}.", sizes::name(SIZE), said.join("; ")))
}

fn of_game(of: &OfGame) -> Option<String> {
    let nodes = |scheme: SchemeName| of.nodes(Contender::table(scheme), Some(SIZE));
    let by_nodes = |a: &SchemeName, b: &SchemeName| Some(sum(nodes(*a)?).total_cmp(&sum(nodes(*b)?)));
    let mut schemes: Vec<_> = SCHEMES.into_iter().filter(|&scheme| nodes(scheme).is_some()).collect();
    schemes.sort_by(|a, b| by_nodes(a, b).expect("both are measured"));
    let (&first, &last) = schemes.first().zip(schemes.last()).filter(|(first, last)| first != last)?;
    let ratio = bootstrap().ratio(nodes(first)?, nodes(last)?).map(|ratio| ratio - 1.0);
    let largest = sizes_of(of).last().copied()?;
    let left = beyond(of, Contender::table(first), Some(largest))?.value;
    Some(format!(
        "{first} is best in {}, with {} than {last}, the last (with {} entries: {} more than without collisions)",
        of.game,
        fewer(ratio.interval()),
        sizes::name(largest),
        percent(left)
    ))
}

#[cfg(test)]
mod tests {
    use super::super::MODE;
    use super::super::by_game::OfGame;
    use super::{SIZE, words};
    use crate::experiment::searches::{Contender, Samples};
    use supplant::scheme::SchemeName;

    #[test]
    fn the_sentence_names_the_first_and_the_last_of_each_game() {
        let game = |game, new: u64| {
            let mut samples = Samples::default();
            let by_position = |hundredths: u64| (1..=12).map(|i| i * hundredths).collect::<Vec<_>>();
            samples.insert((MODE, 6, Contender::Unbounded, None), by_position(80));
            samples.insert((MODE, 6, Contender::table(SchemeName::Old), Some(SIZE)), by_position(100));
            samples.insert((MODE, 6, Contender::table(SchemeName::New), Some(SIZE)), by_position(new));
            OfGame { game, samples }
        };
        let said = words(&[game("chess", 90), game("synthetic", 125)]).expect("there are two schemes");
        assert!(
            said.contains(
                "NEW is best in chess, with 10.0 % fewer nodes (10.0 to 10.0) than OLD, the last (with 8K entries: +12.5 %"
            ),
            "{said}"
        );
        assert!(
            said.contains("OLD is best in synthetic, with 20.0 % fewer nodes (20.0 to 20.0) than NEW"),
            "{said}"
        );
        assert_eq!(words(&[]), None);
    }

    #[test]
    fn what_is_said_is_of_the_last_ply_and_what_is_left_of_the_largest_table() {
        let mut samples = Samples::default();
        let nodes = |times: u64| (1..=12).map(|i| i * times).collect::<Vec<_>>();
        let [old, new] = [SchemeName::Old, SchemeName::New].map(Contender::table);
        for (ply, [old_nodes, new_nodes]) in [(5, [90, 100]), (6, [100, 90])] {
            samples.insert((MODE, ply, Contender::Unbounded, None), nodes(80));
            samples.insert((MODE, ply, old, Some(SIZE)), nodes(old_nodes));
            samples.insert((MODE, ply, new, Some(SIZE)), nodes(new_nodes));
            samples.insert((MODE, ply, new, Some(8 * SIZE)), nodes(82));
        }
        let said = words(&[OfGame { game: "chess", samples }]).expect("there are two schemes");
        assert!(
            said.contains(
                "with 10.0 % fewer nodes (10.0 to 10.0) than OLD, the last (with 64K entries: +2.5 %"
            ),
            "{said}"
        );
    }
}
