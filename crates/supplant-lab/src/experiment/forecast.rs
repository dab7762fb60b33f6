//! Forecasts the duration of a run.

/// Seconds until `jobs` jobs have finished units of `seconds` each, taken in order.
///
/// ```
/// use supplant_lab::experiment::forecast::makespan;
/// assert_eq!(makespan(&[3.0, 1.0, 1.0, 1.0], 2), 3.0);
/// assert_eq!(makespan(&[1.0, 1.0, 1.0, 3.0], 2), 4.0, "the longest came last");
/// ```
#[must_use]
pub fn makespan(seconds: &[f64], jobs: usize) -> f64 {
    let mut busy_until = vec![0.0_f64; jobs.clamp(1, seconds.len().max(1))];
    for &unit in seconds {
        let free = busy_until.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("there is a job");
        *free += unit;
    }
    busy_until.into_iter().fold(0.0, f64::max)
}
