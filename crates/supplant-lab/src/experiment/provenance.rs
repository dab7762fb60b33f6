//! The origin of results: program, machine, time. Unknown facts stay empty and are never 0.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::crew::Crew;
use super::{quota, room};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Provenance {
    pub version: String,
    pub commit: String,
    pub rustc: String,
    pub target: String,
    pub profile: String,
    pub flags: String,
    pub invocation: String,
    pub processor: String,
    pub cores: Option<usize>,
    pub physical_cores: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors_per_core: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_limit: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned_to: Vec<usize>,
    pub caches: Vec<String>,
    pub page_bytes: Option<u64>,
    pub huge_pages: String,
    pub governor: String,
    pub load: Option<f64>,
    pub seed: u64,
    /// UTC, in ISO 8601.
    pub started: String,
}

pub const MIXED: &str = "mixed";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunOrigin {
    pub version: String,
    pub commit: String,
    pub positions: String,
}

impl RunOrigin {
    #[must_use]
    pub fn of(provenance: &Provenance, positions: String) -> Self {
        Self { version: provenance.version.clone(), commit: provenance.commit.clone(), positions }
    }
}

impl Provenance {
    #[must_use]
    pub fn here(invocation: String, seed: u64) -> Self {
        let crew = Crew::here();
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: env!("SUPPLANT_COMMIT").to_owned(),
            rustc: env!("SUPPLANT_RUSTC").to_owned(),
            target: env!("SUPPLANT_TARGET").to_owned(),
            profile: env!("SUPPLANT_PROFILE").to_owned(),
            flags: env!("SUPPLANT_RUSTFLAGS").to_owned(),
            invocation,
            processor: processor(),
            cores: Some(num_cpus::get()),
            physical_cores: Some(physical_cores(&crew)),
            processors_per_core: crew.processors_per_core(),
            cpu_limit: quota::processors(),
            pinned_to: Vec::new(),
            caches: caches(),
            page_bytes: page_bytes(),
            huge_pages: huge_pages(),
            governor: line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            load: load(),
            seed,
            started: utc(SystemTime::now()),
        }
    }

    #[must_use]
    pub fn build(&self) -> String {
        let commit = if self.commit.is_empty() { "without commit" } else { &self.commit };
        format!("{} ({commit})", self.version)
    }

    #[must_use]
    pub fn shared(&self) -> Self {
        let Self { version, commit, seed, .. } = self.clone();
        Self { version, commit, seed, ..Self::default() }
    }

    #[must_use]
    pub fn machine(&self) -> String {
        format!("{} × {}", self.processor, self.cores.map_or_else(String::new, |cores| cores.to_string()))
    }
}

fn physical_cores(crew: &Crew) -> usize {
    match crew.processors_per_core() {
        Some(_) => crew.cores(),
        None => num_cpus::get_physical().min(crew.processors()),
    }
}

#[must_use]
pub fn load() -> Option<f64> {
    line("/proc/loadavg").split(' ').next().and_then(|load| load.parse().ok())
}

fn line(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default().lines().next().unwrap_or_default().trim().to_owned()
}

fn field(path: &str, field: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(field))?;
    line.split_once(':').map(|(_, value)| value.trim().to_owned())
}

fn processor() -> String {
    let info = |name| field("/proc/cpuinfo", name);
    let numbers = || Some(format!("ARM {} {}", info("CPU implementer")?, info("CPU part")?));
    info("model name").or_else(numbers).unwrap_or_default()
}

fn caches() -> Vec<String> {
    let cache = |i: u32| {
        let of = |fact: &str| line(&format!("/sys/devices/system/cpu/cpu0/cache/index{i}/{fact}"));
        let kind = match of("type").as_str() {
            "Data" => "d",
            "Instruction" => "i",
            "Unified" => "",
            _ => return None,
        };
        Some(format!("L{}{kind} {}", of("level"), of("size")))
    };
    (0..8).map_while(cache).collect()
}

fn page_bytes() -> Option<u64> {
    // The kernel reports the page size of the first mapping, without a system call.
    room::field(Path::new("/proc/self/smaps"), "KernelPageSize:")
}

fn huge_pages() -> String {
    let choices = line("/sys/kernel/mm/transparent_hugepage/enabled");
    let chosen = choices.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    chosen.map(|(chosen, _)| chosen.to_owned()).unwrap_or_default()
}

fn utc(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil((seconds / 86_400) as i64);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Provenance, utc};
    #[cfg(target_os = "linux")]
    use crate::experiment::crew::Crew;

    #[test]
    fn dates_are_right_at_leap_days_and_ends_of_years() {
        let at = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_164_800), "2024-02-29T00:00:00Z");
        assert_eq!(at(4_102_444_799), "2099-12-31T23:59:59Z");
    }

    #[test]
    fn provenance_has_the_version_the_compiler_and_the_cores_of_this_machine() {
        let here = Provenance::here("supplant test".into(), 1);
        assert!(!here.version.is_empty() && here.rustc.starts_with("rustc"), "{here:?}");
        assert!(here.cores.is_some_and(|cores| cores > 0));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_pinned_to_one_processor_reports_one_core() {
        let crew = Crew::here();
        let pinned = crew.all(1, |_| Provenance::here("supplant test".into(), 1).physical_cores);
        assert_eq!(pinned, Ok(vec![Some(1)]));
    }
}
