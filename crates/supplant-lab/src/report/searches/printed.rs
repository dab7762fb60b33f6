//! Numbers that the source of a study has printed, as hollow grey points beside our curves.

use super::curves::{log2, place};
use crate::experiment::searches::Contender;
use crate::report::plot::{Series, SeriesStyle};

#[derive(Clone, Debug, Default)]
pub struct Printed {
    pub name: String,
    pub points: Vec<(Contender, usize, f64)>,
    pub words: String,
}

impl Printed {
    pub(super) fn series(&self, sizes: &[usize], name: impl Fn(Contender, f64) -> String) -> Vec<Series> {
        let here = self.points.iter().filter(|(_, size, _)| sizes.contains(size));
        let series = |&(table, size, value): &(Contender, usize, f64)| {
            Series::line(name(table, value), SeriesStyle::Source(place(table)), vec![(log2(size), value)])
        };
        here.map(series).collect()
    }

    pub(super) fn caption(&self, drawn: &[Series]) -> String {
        if drawn.is_empty() { String::new() } else { format!(" {}", self.words) }
    }

    pub(super) fn alt(&self, named: &[Series]) -> String {
        let names: Vec<_> = named.iter().map(|point| point.name.as_str()).collect();
        if names.is_empty() { String::new() } else { format!(" {}: {}.", self.name, names.join("; ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Contender, Printed};
    use supplant::scheme::SchemeName;

    #[test]
    fn points_of_sizes_that_were_not_measured_are_neither_drawn_nor_told() {
        let printed = Printed {
            name: "theirs".to_owned(),
            points: vec![
                (Contender::table(SchemeName::New), 1024, 2.5),
                (Contender::table(SchemeName::Old), 64, 9.0),
            ],
            words: "Hollow.".to_owned(),
        };
        let at = |sizes: &[usize]| printed.series(sizes, |table, value| format!("{table} {value:.1}"));
        let drawn = at(&[512, 1024]);
        assert_eq!(printed.alt(&drawn), " theirs: NEW 2.5.");
        assert_eq!(printed.caption(&drawn), " Hollow.");
        let none = at(&[512]);
        assert_eq!((printed.alt(&none), printed.caption(&none)), (String::new(), String::new()));
    }
}
