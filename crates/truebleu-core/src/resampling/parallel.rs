//! Parts of work on threads that end with the call.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::corpus::each_on_threads;

/// Gives `work` each part from 0 to `parts` on `threads` threads, each with a
/// state of its own, and hands the states back.
pub(super) fn each_part<S: Send>(
    parts: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> Vec<S> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut own = state();
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                return own;
            }
            work(&mut own, part);
        }
    };
    each_on_threads(threads.min(parts), take)
}
