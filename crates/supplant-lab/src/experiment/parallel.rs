//! Work on many items with several threads.

use parking_lot::Mutex;

/// Returns the results in the order of the items. The items of greatest cost are begun first.
pub fn in_parallel<T: Send, R: Send, C: Ord>(
    items: impl IntoIterator<Item = T>,
    jobs: usize,
    cost: impl Fn(&T) -> C,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut waiting: Vec<_> = items.into_iter().enumerate().collect();
    waiting.sort_by_key(|(_, item)| cost(item));
    let jobs = jobs.min(waiting.len());
    let (waiting, done) = (Mutex::new(waiting), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().pop();
                    let Some((at, item)) = next else { break };
                    let result = work(item);
                    done.lock().push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner();
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}
