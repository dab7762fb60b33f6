//! A moving picture of replacement: real searches on tables of a few slots.

mod film;
mod lives;
mod page;
mod svg;

pub use film::{Action, Cell, Film, Step, without_table};
pub use lives::lives;
pub use page::page;
pub use svg::svg;

use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    pub position: String,
    pub depth: supplant::entry::Depth,
    pub search: String,
    pub without: Vec<u64>,
    pub films: Vec<Film>,
}

impl Picture {
    fn saved(&self, film: &Film, node: u64) -> u64 {
        let completed = film.iterations.iter().zip(&self.without).take_while(|&(&nodes, _)| nodes <= node);
        completed.last().map_or(0, |(&nodes, &without)| without.saturating_sub(nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, Film, Picture, page, svg, without_table};
    use supplant::scheme::SchemeName;
    use supplant_search::game::chess::{Chess, notation};
    use supplant_search::search::{Enhancements, Limits, StudyTable, search};

    fn game() -> Chess {
        Chess::new(notation::fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").expect("a position"))
    }

    fn searched() -> (Limits, Enhancements) {
        (Limits::depth(7), Enhancements::ALIBABA)
    }

    pub(super) fn film(scheme: SchemeName) -> Film {
        Film::record(&game(), searched(), (scheme, 16), 100_000).expect("a small search")
    }

    pub(super) fn picture_of(films: Vec<Film>) -> Picture {
        let without = without_table(&game(), searched()).expect("a small search");
        let position = "<script>".to_owned();
        Picture { position, depth: 7, search: "alibaba".to_owned(), without, films }
    }

    #[test]
    fn a_film_is_of_the_search_that_runs_unwatched_and_its_changes_give_the_last_table() {
        for &scheme in SchemeName::ALL {
            let film = film(scheme);
            let builder = supplant::Table::builder().slots(16);
            let layout = supplant::entry::bucket::LayoutName::Xor16;
            let table = <dyn StudyTable>::build(scheme, layout, builder).expect("a small table");
            let plain = search(&game(), &*table, searched().0, searched().1);
            assert_eq!(film.nodes(), plain.counters.nodes(), "{scheme}");
            let mut slots = vec![None; film.slots];
            for step in &film.steps {
                step.changes.iter().for_each(|&(slot, cell)| slots[slot] = cell.map(|cell| cell.entry));
            }
            let contents = super::film::contents(&*table);
            let held: Vec<_> = contents.iter().map(|slot| slot.map(|held| held.payload)).collect();
            assert_eq!(slots, held, "{scheme}");
            assert!(
                contents.iter().flatten().all(|held| held.key.is_some_and(|key| table.probe(key).is_some()))
            );
        }
    }

    #[test]
    fn a_film_tells_a_refusal_from_a_replacement() {
        let refusals = |scheme| {
            let refused =
                |step: &&super::Step| matches!(step.action, Action::Stored { .. }) && step.changes.is_empty();
            film(scheme).steps.iter().filter(refused).count()
        };
        assert!(refusals(SchemeName::Old) > 10 * refusals(SchemeName::New).max(1));
    }

    #[test]
    fn a_search_of_one_iteration_has_a_film_too() {
        let searched = (Limits::depth(5), Enhancements { deepening: false, ..Enhancements::ALIBABA });
        let film = Film::record(&game(), searched, (SchemeName::New, 16), 100_000).expect("a small search");
        let without = without_table(&game(), searched).expect("a small search");
        assert_eq!((film.iterations.len(), without.len()), (1, 1));
    }

    #[test]
    fn a_search_that_uses_the_table_too_often_is_refused() {
        let error = Film::record(&game(), searched(), (SchemeName::New, 16), 50).expect_err("more steps");
        assert_eq!(error.to_string(), "the search uses the table more than 50 times");
    }

    #[test]
    fn the_picture_is_well_formed_and_says_how_it_ends() {
        let picture = picture_of(vec![film(SchemeName::New), film(SchemeName::TwoBig1)]);
        let Picture { without, films, .. } = &picture;
        assert!(without.is_sorted() && films.iter().all(|film| film.iterations.len() == without.len()));
        let drawn = svg(&picture, &picture.films.iter().collect::<Vec<_>>());
        for film in &picture.films {
            assert!(drawn.contains(&format!(
                "{}: {} nodes",
                film.scheme,
                crate::report::grouped(film.nodes())
            )));
        }
        assert_eq!(drawn.matches("<g ").count(), drawn.matches("</g>").count());
        assert!(drawn.contains("prefers-reduced-motion") && drawn.contains("prefers-color-scheme"));
        for times in drawn.split("keyTimes=\"").skip(1) {
            let times = times.split('"').next().expect("it ends");
            let times: Vec<f64> = times.split(';').map(|time| time.parse().expect("a number")).collect();
            assert!(
                times[0] == 0.0 && times.is_sorted_by(|a, b| a < b) && times[times.len() - 1] < 1.0,
                "{times:?}"
            );
        }
        let page = page(&picture);
        assert!(!page.contains("<script>\"") && page.matches("</script>").count() == 2, "its own two");
        for loaded in ["http://", "https://", " src=", "@import", "url("] {
            assert!(!page.contains(loaded), "{loaded}");
        }
    }
}
