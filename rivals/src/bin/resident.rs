//! Prints the bytes of an entry in each rival: `resident [MEBIBYTES [NAME]]`.

use std::env;
use std::fs;
use std::process::{Command, ExitCode};

use rivals::fill::fill;
use rivals::rival::Rival;
use rivals::roster::{Visitor, visit};
use supplant_lab::experiment::throughput::SubjectKind;

const THREADS: usize = 2;
const PAGE: usize = 4096;

struct Measure {
    bytes: usize,
    wanted: Option<String>,
    names: Vec<&'static str>,
    result: Result<(), String>,
}

impl Visitor for Measure {
    fn rival<T: Rival>(&mut self) {
        self.names.push(T::ABOUT.name);
        if self.wanted.as_deref() == Some(T::ABOUT.name) {
            self.result = measure::<T>(self.bytes);
        }
    }

    fn left_out(&mut self, _: &'static str, _: SubjectKind, _: &'static str) {}
}

fn measure<T: Rival>(bytes: usize) -> Result<(), String> {
    let before = resident_bytes()?;
    let subject = T::with_bytes(bytes, THREADS)?;
    fill(&subject, subject.capacity(), THREADS);
    let taken = resident_bytes()?.saturating_sub(before) as f64;
    let per_entry = taken / subject.capacity() as f64;
    println!("{}\t{:.2}\t{per_entry:.1}\t{}", T::ABOUT.name, taken / bytes as f64, T::BYTES_PER_ENTRY);
    Ok(())
}

fn resident_bytes() -> Result<usize, String> {
    let told =
        fs::read_to_string("/proc/self/statm").map_err(|error| format!("/proc/self/statm: {error}"))?;
    let pages = told.split_whitespace().nth(1).and_then(|pages| pages.parse::<usize>().ok());
    pages.map(|pages| pages * PAGE).ok_or_else(|| "/proc/self/statm: no second number".to_owned())
}

fn run() -> Result<(), String> {
    let mut arguments = env::args().skip(1);
    let mebibytes = arguments.next().unwrap_or_else(|| "1024".to_owned());
    let bytes =
        mebibytes.parse::<usize>().map_err(|_| format!("`{mebibytes}` is not a number of mebibytes"))? << 20;
    let wanted = arguments.next();
    let mut measure = Measure { bytes, wanted: wanted.clone(), names: Vec::new(), result: Ok(()) };
    visit(&mut measure);
    if let Some(wanted) = wanted {
        let is_known = measure.names.contains(&wanted.as_str());
        return if is_known { measure.result } else { Err(format!("no rival is called `{wanted}`")) };
    }
    println!("rival\tof asked\tbytes/entry\tconstant");
    let own = env::current_exe().map_err(|error| error.to_string())?;
    for name in measure.names {
        let status =
            Command::new(&own).args([&mebibytes, name]).status().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err(format!("{name}: {status}"));
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("resident: {why}");
            ExitCode::FAILURE
        }
    }
}
