//! Finds properties of this machine and build that spoil measurements, and suggests remedies.

use serde::Serialize;
use supplant::table::{SizedBucket, TableBuilder};

use super::pages::Obtained;
use super::provenance::Provenance;
use super::room;
use supplant::scheme::New;
use supplant::table::Size;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MachineMemory {
    pub free_bytes: Option<u64>,
    pub nodes: Option<usize>,
    pub trial: Option<Obtained>,
}

impl MachineMemory {
    const TRIAL_MEBIBYTES: usize = 16;

    #[must_use]
    pub fn here() -> Self {
        let trial = TableBuilder::<New, SizedBucket<New>>::new()
            .size(Size::mebibytes(Self::TRIAL_MEBIBYTES))
            .build()
            .ok()
            .map(|mut table| {
                table.touch(1);
                Obtained::of(&table.pages())
            });
        Self { free_bytes: room::free(), nodes: room::nodes(), trial }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    pub what: String,
    pub remedy: &'static str,
}

#[must_use]
pub fn warnings(here: &Provenance, memory: &MachineMemory) -> Vec<Warning> {
    let mut all = of_times(here);
    all.extend(others(here.load));
    all.extend(of_memory(here, memory));
    all
}

/// Chosen, not measured: a machine's own background work stays below it.
const LOAD: f64 = 0.5;

#[must_use]
pub fn others(load: Option<f64>) -> Option<Warning> {
    let load = load.filter(|&load| load > LOAD)?;
    Some(Warning {
        what: format!("others use this machine: load {load:.2}"),
        remedy: "stop them, or wait; node counts are not affected, times are",
    })
}

fn of_memory(here: &Provenance, memory: &MachineMemory) -> Vec<Warning> {
    let mut wrong = Vec::new();
    let short = memory.trial.as_ref().filter(|trial| trial.is_short());
    if here.huge_pages == "never" {
        wrong.push(Warning {
            what: "the system gives no huge pages: large tables are slower".to_owned(),
            remedy: "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        });
    } else if let Some(trial) = short {
        wrong.push(Warning {
            what: format!("a table of {trial}; in small pages it is slower"),
            remedy: "end what holds memory, or echo 1 | sudo tee /proc/sys/vm/compact_memory",
        });
    }
    if let Some(nodes) = memory.nodes.filter(|&nodes| nodes > 1) {
        wrong.push(Warning {
            what: format!("memory lies on {nodes} nodes: a table on one of them is slower for the others"),
            remedy: "run under numactl --interleave=all",
        });
    }
    wrong
}

fn of_times(here: &Provenance) -> Vec<Warning> {
    let governor = &here.governor;
    let (cores, physical) = (here.cores.unwrap_or(1), here.physical_cores.unwrap_or(usize::MAX));
    let checks = [
        (
            here.profile == "debug",
            "this is a debug build: about ten times slower".to_owned(),
            "build with cargo build --release",
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
    use super::{LOAD, MachineMemory, others, warnings};
    use crate::experiment::pages::Obtained;
    use crate::experiment::provenance::Provenance;

    fn quiet() -> Provenance {
        Provenance { profile: "release".into(), commit: "abc".into(), ..Provenance::default() }
    }

    fn given(mebibytes: Option<u64>) -> MachineMemory {
        let trial = Obtained {
            table_bytes: 16 << 20,
            huge_asked_bytes: 16 << 20,
            huge_bytes: mebibytes.map(|mebibytes| mebibytes << 20),
            resident_bytes: None,
            page_bytes: None,
        };
        MachineMemory { trial: Some(trial), nodes: Some(1), ..MachineMemory::default() }
    }

    #[test]
    fn a_quiet_release_build_has_nothing_to_complain_of_and_unknown_facts_are_no_fault() {
        for memory in [MachineMemory::default(), given(Some(16)), given(None)] {
            assert_eq!(warnings(&quiet(), &memory), []);
        }
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
        let warnings = warnings(&troubled, &MachineMemory::default());
        assert_eq!(warnings.len(), 6);
        assert!(warnings.iter().all(|warning| !warning.remedy.is_empty()));
    }

    #[test]
    fn other_processes_are_noticed_by_the_load_and_not_suspected_where_it_is_unknown() {
        assert_eq!((others(None), others(Some(LOAD))), (None, None));
        let busy = others(Some(1.734)).expect("there are others");
        assert_eq!(busy.what, "others use this machine: load 1.73");
    }

    #[test]
    fn huge_pages_that_were_asked_for_and_not_given_are_missed_once_with_the_remedy_that_fits() {
        let [short] = &warnings(&quiet(), &given(Some(6)))[..] else { panic!("one warning") };
        assert_eq!(short.what, "a table of 16 MiB in 2 MiB pages: 6 of 16 MiB; in small pages it is slower");
        assert!(short.remedy.contains("compact_memory"));
        let never = Provenance { huge_pages: "never".into(), ..quiet() };
        let [never] = &warnings(&never, &given(Some(0)))[..] else { panic!("one warning") };
        assert!(never.remedy.contains("echo madvise"));
    }

    #[test]
    fn several_memory_nodes_are_named() {
        let [nodes] = &warnings(&quiet(), &MachineMemory { nodes: Some(4), ..given(Some(16)) })[..] else {
            panic!("one")
        };
        assert!(nodes.what.contains("4 nodes") && nodes.remedy.contains("--interleave=all"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_this_machine_is_known() {
        let here = MachineMemory::here();
        assert!(here.free_bytes.is_some_and(|bytes| bytes > 0), "{here:?}");
        let trial = here.trial.expect("there is room for a small table");
        assert_eq!((trial.huge_asked_bytes, trial.resident_bytes), (16 << 20, Some(16 << 20)));
    }
}
