//! Nodes of searches with each scheme, to compare with the cost of an operation.

use crate::experiment::positions::PositionSet;
use crate::experiment::searches::Contender;
use supplant::entry::Depth;
use supplant::scheme::SchemeName;
use supplant::table::Size;
use supplant::table::{Table, Touch};
use supplant_search::game::chess::Chess;
use supplant_search::search::{Limits, Stop, StudyTable};
use supplant_search::smp::{Order, Pool};

#[derive(Clone, Debug)]
pub struct Savings {
    pub depth: Depth,
    pub slots: usize,
    pub nodes: Vec<(SchemeName, u64)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavingsError {
    Stopped,
    Failed(String),
}

impl Savings {
    pub fn measure(
        schemes: &[SchemeName],
        depth: Depth,
        slots: usize,
        stop: &Stop,
    ) -> Result<Self, SavingsError> {
        let search = |&scheme: &SchemeName| Ok((scheme, nodes(scheme, depth, slots, stop)?));
        let nodes = schemes.iter().map(search).collect::<Result<_, _>>()?;
        Ok(Self { depth, slots, nodes })
    }

    #[must_use]
    pub fn in_proportion(&self, name: &str) -> Option<f64> {
        let of = |name: &str| {
            self.nodes.iter().find(|(scheme, _)| scheme.info().name == name).map(|&(_, nodes)| nodes)
        };
        Some(of(name)? as f64 / of(SchemeName::New.info().name)? as f64)
    }
}

fn nodes(scheme: SchemeName, depth: Depth, slots: usize, stop: &Stop) -> Result<u64, SavingsError> {
    let failed = |error: &dyn std::error::Error| SavingsError::Failed(error.to_string());
    let (size, layout) = (Size::Slots(slots), Contender::LAYOUT);
    let mut table =
        <dyn StudyTable>::build(scheme, layout, Table::builder().size(size).touch(Touch::Threads(1)))
            .map_err(|error| failed(&error))?;
    let mut pool = Pool::try_new(1).map_err(|error| failed(&error))?;
    let order = Order { stop: stop.clone(), ..Order::alibaba(Limits::depth(depth)) };
    let mut nodes = 0;
    for (_, game) in &PositionSet::kasparov_short().all_of::<Chess>().expect("they are of chess") {
        table.clear(1);
        nodes += pool.search(&*table, game, &order, |_| ()).counters().nodes();
        if stop.is_set() {
            return Err(SavingsError::Stopped);
        }
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::{Savings, SavingsError};
    use supplant::scheme::SchemeName;
    use supplant_search::search::Stop;

    #[test]
    fn nodes_are_the_same_every_time_and_set_in_proportion_to_new() {
        let schemes = [SchemeName::New, SchemeName::TwoBig1];
        let searched = |stop: &Stop| Savings::measure(&schemes, 3, 256, stop);
        let [first, second] = [(); 2].map(|()| searched(&Stop::default()).unwrap());
        assert_eq!(first.nodes, second.nodes);
        assert_eq!((first.in_proportion("NEW"), first.in_proportion("DEEP")), (Some(1.0), None));
        assert!(first.in_proportion("TWOBIG1").is_some_and(|share| share < 1.0), "two slots save more");
        let stopped = Stop::default();
        stopped.set();
        assert_eq!(searched(&stopped).unwrap_err(), SavingsError::Stopped);
    }
}
