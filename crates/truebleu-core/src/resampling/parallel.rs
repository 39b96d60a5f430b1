//! Parts of work on threads that end with the call.

use std::sync::atomic::{AtomicUsize, Ordering};

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
    std::thread::scope(|scope| {
        // Where the system gives no more threads, those that there are do it all.
        let others: Vec<_> = (1..threads.min(parts))
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, take).ok())
            .collect();
        let mut states = vec![take()];
        states.extend(
            others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }),
        );
        states
    })
}
