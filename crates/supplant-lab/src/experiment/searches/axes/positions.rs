//! The axis of the positions that are searched.

use super::{Axis, one};
use crate::experiment::positions::PositionSet;

pub(super) static AXIS: Axis = Axis {
    name: "positions",
    values: "SET",
    about: "A set of positions: breuker1994 (18 of one game), breuker1996 (21 of one endgame), middlegames or endings (240 each, one a game), strong (296 of Stockfish's games), heldout (148 more, never tuned on), domineering, connect-four or synthetic (18 each), games (all that games have of their own), or an EPD file; every fourth of a set: middlegames:4",
    set: |grid, values| {
        grid.positions = PositionSet::named(one(values)?).map_err(|error| format!("{error:#}"))?;
        Ok(())
    },
    words: |grid| vec![grid.positions.source.clone()],
    filters: &[("position", |value| {
        let id = value.to_owned();
        Ok(Box::new(move |cell| cell.position.as_ref().is_some_and(|known| is_called(known, &id))))
    })],
};

fn is_called(position: &str, id: &str) -> bool {
    let is = |id: &str| id.eq_ignore_ascii_case(position);
    // Both names may contain dots.
    is(id) || id.match_indices('.').any(|(dot, _)| is(&id[dot + 1..]))
}

#[cfg(test)]
mod tests {
    use super::is_called;

    #[test]
    fn a_position_is_found_by_its_id_and_by_that_of_its_unit() {
        assert!(is_called("breuker1994.17", "breuker1994.17") && is_called("p3", "P3"));
        assert!(is_called("breuker1994.17", "games.breuker1994.17") && is_called("p3", "other-1a2b.p3"));
        assert!(!is_called("breuker1994.17", "games.breuker1994.1") && !is_called("p3", "games.xp3"));
    }
}
