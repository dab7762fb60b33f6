//! The files of the laboratory: rows of studies and records of traces, for frames.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use supplant_lab::experiment::collection::Collection;
use supplant_lab::experiment::provenance::RunOrigin;
use supplant_lab::experiment::searches::Searches;
use supplant_lab::experiment::trace::Reader;
use supplant_lab::report::searches::rows;

use crate::fault::{guarded, raised};

/// Return the rows of a study's folder as CSV, and remarks on its journals.
#[pyfunction]
pub(crate) fn study_csv(
    py: Python<'_>,
    folder: PathBuf,
    study: Option<String>,
) -> PyResult<(String, Vec<String>)> {
    py.detach(|| guarded(|| csv_of(&folder, study.as_deref()).map_err(|error| raised(&error))))
}

fn csv_of(folder: &Path, study: Option<&str>) -> anyhow::Result<(String, Vec<String>)> {
    let collection = Collection::<Searches>::read(&[folder], study)?;
    collection.check_builds()?;
    let records = collection.finished()?;
    let experiment = collection.plan().experiment::<Searches>()?;
    let headers = collection.measured();
    let header = headers.last().with_context(|| {
        format!("{}: no unit of {} is finished; let its run go on", folder.display(), collection.study)
    })?;
    let origin = RunOrigin::of(&header.provenance, experiment.positions.digest());
    let mut csv = csv::Writer::from_writer(Vec::new());
    rows::rows(&experiment, &origin, &records).iter().try_for_each(|row| csv.serialize(row))?;
    Ok((String::from_utf8(csv.into_inner()?)?, collection.remarks))
}

/// The columns of a trace, each in the machine's own byte order.
#[derive(Default)]
struct Columns {
    key: Vec<u64>,
    size: Vec<u64>,
    round: Vec<u64>,
    worker: Vec<u16>,
    mv: Vec<u16>,
    score: Vec<i16>,
    beta: Vec<i16>,
    depth: Vec<u8>,
    bound: Vec<u8>,
    what: Vec<u8>,
    principal: Vec<u8>,
}

/// Return the heading of a trace as JSON, and its columns: a name, a type code of the module array,
/// and bytes.
#[pyfunction]
pub(crate) fn trace_columns(py: Python<'_>, path: PathBuf) -> PyResult<(String, Bound<'_, PyDict>)> {
    let (heading, columns) = py.detach(|| {
        guarded(|| {
            read_trace(&path).with_context(|| path.display().to_string()).map_err(|error| raised(&error))
        })
    })?;
    let dict = PyDict::new(py);
    let bytes = |numbers: Vec<[u8; 8]>| PyBytes::new(py, numbers.as_flattened());
    let shorts = |numbers: Vec<[u8; 2]>| PyBytes::new(py, numbers.as_flattened());
    let Columns { key, size, round, worker, mv, score, beta, depth, bound, what, principal } = columns;
    for (name, numbers) in [("key", key), ("size", size), ("round", round)] {
        dict.set_item(name, ("Q", bytes(numbers.into_iter().map(u64::to_ne_bytes).collect())))?;
    }
    for (name, numbers) in [("worker", worker), ("move", mv)] {
        dict.set_item(name, ("H", shorts(numbers.into_iter().map(u16::to_ne_bytes).collect())))?;
    }
    for (name, numbers) in [("score", score), ("beta", beta)] {
        dict.set_item(name, ("h", shorts(numbers.into_iter().map(i16::to_ne_bytes).collect())))?;
    }
    for (name, numbers) in [("depth", depth), ("bound", bound), ("what", what), ("principal", principal)] {
        dict.set_item(name, ("B", PyBytes::new(py, &numbers)))?;
    }
    Ok((heading, dict))
}

fn read_trace(path: &Path) -> anyhow::Result<(String, Columns)> {
    let file = File::open(path).context("cannot be read")?;
    let reader = Reader::open(BufReader::new(file))?;
    let heading = serde_json::to_string(&reader.heading)?;
    let mut columns = Columns::default();
    for record in reader {
        let record = record?;
        columns.key.push(record.key.0);
        columns.size.push(record.entry.size);
        columns.round.push(record.round);
        columns.worker.push(record.worker);
        let beta = record.asked().map(|(_, [_, beta])| beta);
        columns.beta.push(beta.unwrap_or(0));
        columns.mv.push(if beta.is_some() { 0 } else { record.entry.mv.0 });
        columns.score.push(record.entry.score);
        columns.depth.push(record.entry.depth);
        columns.bound.push(record.entry.bound as u8);
        columns.what.push(record.what as u8);
        columns.principal.push(record.entry.principal.into());
    }
    Ok((heading, columns))
}
