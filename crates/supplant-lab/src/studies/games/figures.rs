//! A figure of each game: the nodes of tables by size.

use super::SCHEMES;
use super::by_game::OfGame;
use super::tables::{beyond, sizes_of};
use crate::experiment::searches::Contender;
use crate::report::document::Figure;
use crate::report::plot::{LinePlot, Series};
use crate::report::searches::curves::{bound, look, rows, sizes_axis, values_axis};
use supplant::scheme::SchemeName;

pub(super) fn of_games(games: &[OfGame]) -> Vec<Figure> {
    let games = games.iter().filter_map(of).collect();
    let words = "How many more nodes each scheme visits than a table in which nothing collides, table cleared between positions. Sums over the \
        positions; their intervals are in the table of the game and in the numbers of the picture";
    let stacked = Figure::stacked("games.svg", games);
    stacked.map(|one| Figure { caption: format!("{words}. {}", one.caption), ..one }).into_iter().collect()
}

fn of(of: &OfGame) -> Option<Figure> {
    let (depth, sizes) = (of.depth()?, sizes_of(of));
    if sizes.len() < 2 {
        return None;
    }
    let curve = |&scheme: &SchemeName| {
        let table = Contender::table(scheme);
        let at = |&size: &usize| Some(((size as f64).log2(), beyond(of, table, Some(size))?));
        let points: Vec<_> = sizes.iter().filter_map(at).collect();
        Series {
            name: scheme.to_string(),
            look: look(table),
            points: points.iter().map(|(x, more)| (*x, 100.0 * more.value)).collect(),
            band: points.iter().map(|(x, more)| (*x, 100.0 * more.low, 100.0 * more.high)).collect(),
        }
    };
    let curves: Vec<_> = SCHEMES.iter().map(curve).filter(|series| !series.points.is_empty()).collect();
    let numbers = rows(&curves);
    let mut series: Vec<_> = curves.into_iter().map(|series| Series { band: Vec::new(), ..series }).collect();
    series.push(bound("(no collisions)", &sizes, 0.0));
    let ends = |series: &Series| {
        let (first, last) = series.points.first().zip(series.points.last())?;
        Some(format!("{} {:.1} to {:.1}", series.name, first.1, last.1))
    };
    let alt = format!(
        "{}: per cent more nodes than with a table in which nothing collides, from the smallest table to the largest: {}.",
        of.game,
        series.iter().filter_map(ends).collect::<Vec<_>>().join("; ")
    );
    let y = values_axis("% more nodes than without collisions".to_owned(), &series);
    let caption = format!("{}, {depth}-ply searches.", of.in_words());
    let plot = LinePlot { alt, x: sizes_axis(&sizes, false), y, series, ..LinePlot::default() };
    Some(plot.figure(&format!("{}.svg", of.game), caption, Some(numbers)))
}
