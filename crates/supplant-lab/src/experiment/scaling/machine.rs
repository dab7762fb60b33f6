//! Refuses to combine times of different machines.

use anyhow::{Result, bail};

use super::Scaling;
use crate::experiment::collection::Collection;

pub fn check(collection: &Collection<Scaling>, here: Option<&str>) -> Result<()> {
    let mut all = collection.by_machine();
    if let Some(here) = here {
        return match all.find(|(machine, _)| *machine != here) {
            None => Ok(()),
            Some((other, found)) => bail!(
                "{}: holds times of another machine ({other}; this is {here}), and they are not taken together; choose another folder with --out",
                found.file.path.display()
            ),
        };
    }
    let Some((first, _)) = all.next() else { return Ok(()) };
    match all.find(|(machine, _)| *machine != first) {
        None => Ok(()),
        Some((other, found)) => bail!(
            "{}: holds times of two machines ({first}; {other}), and they are not taken together; measure each in a folder of its own with \
             `supplant scale --out`",
            found.file.path.display()
        ),
    }
}
