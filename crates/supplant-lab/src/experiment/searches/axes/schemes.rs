//! The axis of the schemes that are compared.

use super::super::Contender;
use super::{Axis, Searches, shown};
use crate::experiment::Condition;
use crate::experiment::searches::SearchCell;
use crate::experiment::words::{self, each, once_each, schemes};

pub(super) static AXIS: Axis = Axis {
    name: "schemes",
    values: "NAME,…",
    about: "Schemes to compare, or all",
    set: |grid, values| {
        grid.schemes = once_each(each(values, schemes)?.into_iter().flatten());
        Ok(())
    },
    words: |grid: &Searches| shown(&grid.schemes),
    filters: &[("scheme", scheme), ("contender", contender)],
};

fn scheme(value: &str) -> Result<Condition<SearchCell>, String> {
    if value.contains(':') {
        return contender(value);
    }
    Ok(match words::contender(value)? {
        Contender::Scheme(scheme, ..) => Box::new(move |cell| cell.contender.scheme() == Some(scheme)),
        other => Box::new(move |cell| cell.contender == other),
    })
}

fn contender(value: &str) -> Result<Condition<SearchCell>, String> {
    let known = words::contender(value)?;
    Ok(Box::new(move |cell| cell.contender == known))
}
