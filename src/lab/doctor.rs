//! What about this machine and this build spoils measurements, and what to do about it.

use serde::Serialize;

use super::provenance::Provenance;

/// Something that spoils measurements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: &'static str,
}

/// What is wrong with measuring here and now. Facts that the system does not tell give no warning.
#[must_use]
pub fn warnings(here: &Provenance) -> Vec<Warning> {
    let governor = &here.governor;
    let load = here.load.unwrap_or(0.0);
    let (cores, physical) = (here.cores.unwrap_or(1), here.physical_cores.unwrap_or(usize::MAX));
    let checks = [
        (
            here.profile == "debug",
            "this is a debug build: about ten times slower".to_owned(),
            "build with cargo build --release",
        ),
        (
            load > 0.5,
            format!("others use this machine: load {load:.2}"),
            "stop them, or wait; node counts are not affected, times are",
        ),
        (
            !governor.is_empty() && governor != "performance",
            format!("the frequency governor is {governor}"),
            "sudo cpupower frequency-set -g performance",
        ),
        (
            cores > physical,
            format!("{cores} processors share {physical} cores"),
            "measure times with --jobs no more than cores, or switch SMT off",
        ),
        (
            here.huge_pages == "never",
            "the system gives no huge pages: large tables are slower".to_owned(),
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        ),
        (
            here.commit.is_empty(),
            "this build does not know its commit".to_owned(),
            "build in a clone of the repository",
        ),
        (
            here.commit.contains("-dirty"),
            "the sources had changed since the commit".to_owned(),
            "commit, and build again",
        ),
    ];
    let wrong = checks.into_iter().filter(|(is_wrong, ..)| *is_wrong);
    wrong.map(|(_, what, remedy)| Warning { what, remedy }).collect()
}

#[cfg(test)]
mod tests {
    use super::warnings;
    use crate::lab::provenance::Provenance;

    #[test]
    fn a_quiet_release_build_has_nothing_to_complain_of_and_unknown_facts_are_no_fault() {
        let quiet = Provenance { profile: "release".into(), commit: "abc".into(), ..Provenance::default() };
        assert_eq!(warnings(&quiet), []);
    }

    #[test]
    fn each_trouble_is_named_with_its_remedy() {
        let troubled = Provenance {
            profile: "debug".into(),
            commit: "abc-dirty-1234abcd".into(),
            load: Some(3.0),
            governor: "powersave".into(),
            cores: Some(8),
            physical_cores: Some(4),
            huge_pages: "never".into(),
            ..Provenance::default()
        };
        assert_eq!(warnings(&troubled).len(), 6);
        assert!(warnings(&troubled).iter().all(|warning| !warning.remedy.is_empty()));
    }
}
