//! Whether the accesses of one word in one run of each thread can have happened.

use std::collections::{BTreeSet, HashSet};

use crate::trace::Step;

/// The final values over all orders; empty if there is none. Other threads may store `others` at
/// any time.
///
/// Such an order exists if and only if program order at the word, reads-from, coherence order and
/// from-reads form no cycle, and nothing intervenes in a read-modify-write. So this implements
/// `formal/coh.cat`.
pub(crate) fn last_values(threads: &[&[Step]], initial: u64, others: &BTreeSet<u64>) -> BTreeSet<u64> {
    let (mut last, mut known) = (BTreeSet::new(), HashSet::new());
    let mut open = vec![(vec![0; threads.len()], initial)];
    while let Some((done, value)) = open.pop() {
        if !known.insert((done.clone(), value)) {
            continue;
        }
        if threads.iter().zip(&done).all(|(steps, &done)| steps.len() == done) {
            last.insert(value);
        }
        for (thread, steps) in threads.iter().enumerate() {
            let Some(step) = steps.get(done[thread]) else { continue };
            if step.found.is_none_or(|found| found == value || others.contains(&found)) {
                let mut next = done.clone();
                next[thread] += 1;
                open.push((next, step.left.or(step.found).unwrap_or(value)));
            }
        }
    }
    last
}

#[test]
fn coherence_of_one_word_by_example() {
    let load = |found| Step { found: Some(found), left: None };
    let store = |left| Step { found: None, left: Some(left) };
    let exchange = |found, left| Step { found: Some(found), left: Some(left) };
    let alone = BTreeSet::new();
    let last = |threads: &[&[Step]]| last_values(threads, 0, &alone).into_iter().collect::<Vec<_>>();

    assert_eq!(last(&[&[store(1)], &[store(2)]]), [1, 2], "stores come in either order");
    assert_eq!(last(&[&[store(1)], &[load(0), load(1)]]), [1], "a load may be early");
    assert!(last(&[&[store(1)], &[load(1), load(0)]]).is_empty(), "new, then old");
    assert!(last(&[&[store(1), load(0)]]).is_empty(), "a thread sees its own store");
    assert!(last(&[&[load(1), store(1)]]).is_empty(), "but not before it");
    assert!(last(&[&[load(2)], &[store(1)]]).is_empty(), "nobody stored that");
    let [up, down] = [[load(1), load(2)], [load(2), load(1)]];
    assert!(last(&[&[store(1)], &[store(2)], &up, &down]).is_empty(), "two readers agree on the order");
    assert!(last(&[&[exchange(0, 1)], &[exchange(0, 2)]]).is_empty(), "of two exchanges one wins");
    assert_eq!(last(&[&[exchange(0, 1)], &[store(2)]]), [2], "no store falls into an exchange");
    let others = BTreeSet::from([7]);
    assert_eq!(last_values(&[&[load(0), load(7)]], 0, &others), others, "another stores meanwhile");
    assert!(last_values(&[&[load(7), load(0)]], 0, &others).is_empty(), "but not what was there at first");
}
