//! Which processors share a core, as the system reports it.
//!
//! Sockets and memory nodes are ignored.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topology {
    pub(super) processors: Vec<usize>,
    pub(super) cores: usize,
    pub(super) processors_per_core: Option<usize>,
}

impl Topology {
    pub(super) fn of(processors: &[usize]) -> Self {
        Self::below(Path::new("/"), processors)
    }

    fn below(root: &Path, processors: &[usize]) -> Self {
        let core = |processor: usize| {
            let file = format!("sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
            fs::read_to_string(root.join(file)).ok()
        };
        let mut seen = BTreeMap::<String, usize>::new();
        let mut ranked: Vec<_> = processors
            .iter()
            .map(|&processor| {
                let seen = core(processor).map(|core| seen.entry(core).or_default());
                let rank = seen.map_or(0, |seen| std::mem::replace(seen, *seen + 1));
                (rank, processor)
            })
            .collect();
        ranked.sort_unstable();
        Self {
            cores: ranked.iter().filter(|(rank, _)| *rank == 0).count(),
            processors: ranked.into_iter().map(|(_, processor)| processor).collect(),
            processors_per_core: seen.into_values().max(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Topology;

    fn machine(siblings: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (processor, siblings) in siblings.iter().enumerate() {
            let folder = root.path().join(format!("sys/devices/system/cpu/cpu{processor}/topology"));
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("thread_siblings_list"), format!("{siblings}\n")).unwrap();
        }
        root
    }

    fn topology(siblings: &[&str], processors: &[usize]) -> (Vec<usize>, usize, Option<usize>) {
        let Topology { processors, cores, processors_per_core } =
            Topology::below(machine(siblings).path(), processors);
        (processors, cores, processors_per_core)
    }

    #[test]
    fn cores_come_before_their_second_processors_however_these_are_numbered() {
        let beside = topology(&["0-1", "0-1", "2-3", "2-3"], &[0, 1, 2, 3]);
        assert_eq!(beside, (vec![0, 2, 1, 3], 2, Some(2)));
        let apart = topology(&["0,2", "1,3", "0,2", "1,3"], &[0, 1, 2, 3]);
        assert_eq!(apart, (vec![0, 1, 2, 3], 2, Some(2)));
    }

    #[test]
    fn what_this_process_may_not_use_is_no_processor_of_a_core() {
        assert_eq!(topology(&["0-1", "0-1", "2-3", "2-3"], &[1, 2, 3]), (vec![1, 2, 3], 2, Some(2)));
        assert_eq!(topology(&["0-1", "0-1", "2-3", "2-3"], &[1, 3]), (vec![1, 3], 2, Some(1)));
    }

    #[test]
    fn where_nothing_is_told_each_processor_is_a_core() {
        assert_eq!(topology(&[], &[0, 1, 5]), (vec![0, 1, 5], 3, None));
    }
}
