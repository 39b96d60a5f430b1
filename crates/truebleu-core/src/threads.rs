//! Work that several threads share. All of them end with the call: a pool would hang in a process
//! that is forked after its use.

use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many threads to use for work of so many segments when `asked` for some: never more than a
/// process can well start. 0: all processors, but only for work that is worth starting threads.
#[must_use]
pub fn how_many(asked: usize, segments: usize) -> usize {
    const MOST: usize = 256;
    const WORTH: usize = 1024;
    if asked > 0 {
        return asked.min(MOST);
    }
    if segments < WORTH {
        return 1;
    }
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.min(segments / (WORTH / 2))
}

/// Does the same work on `threads` threads, this one among them; gives what each made of it. Where
/// the system gives no more threads, those that there are do it all.
pub fn together<R: Send>(threads: usize, work: impl Fn() -> R + Copy + Send) -> Vec<R> {
    together_after(|| (), threads, work)
}

/// The same, but that this thread does something else `first`, while the others are at work.
fn together_after<R: Send>(
    first: impl FnOnce(),
    threads: usize,
    work: impl Fn() -> R + Copy + Send,
) -> Vec<R> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        if !others.is_empty() {
            first();
        }
        let mut results = vec![work()];
        results.extend(
            others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }),
        );
        results
    })
}

/// Gives `work` each of some things, in their order, on `threads` threads that take them by turns.
/// Each thread has a state of its own; all states are handed back.
///
/// # Errors
/// Of all things with which something went wrong, what went wrong with the first.
pub fn try_each<I, S, E>(
    threads: usize,
    things: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E>
where
    I: ExactSizeIterator + Send,
    S: Send,
    E: Send,
{
    try_each_after(|| (), threads, things, state, work)
}

/// The same, but that this thread does something else `first`, while others are at work: nothing,
/// where there are no others. What is left of the things when it is done, they share.
///
/// # Errors
/// As [`try_each`].
pub fn try_each_after<I, S, E>(
    first: impl FnOnce(),
    threads: usize,
    things: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E>
where
    I: ExactSizeIterator + Send,
    S: Send,
    E: Send,
{
    let threads = threads.min(things.len());
    let left = Mutex::new(things.enumerate());
    let wrong: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let states = together_after(first, threads, || {
        let mut own = state();
        // Behind a thing that went wrong there is none before it: nobody needs to go on.
        while locked(&wrong).is_none() {
            let Some((i, thing)) = next(&left) else { break };
            if let Err(error) = work(&mut own, thing) {
                let mut wrong = locked(&wrong);
                if wrong.as_ref().is_none_or(|(first, _)| i < *first) {
                    *wrong = Some((i, error));
                }
            }
        }
        own
    });
    match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, error)) => Err(error),
        None => Ok(states),
    }
}

/// The same of work in which nothing can go wrong.
pub fn each<I, S>(
    threads: usize,
    things: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) + Sync,
) -> Vec<S>
where
    I: ExactSizeIterator + Send,
    S: Send,
{
    let Ok(states) = try_each(threads, things, state, |own, thing| {
        work(own, thing);
        Ok::<(), Infallible>(())
    });
    states
}

/// The next of what threads take by turns; the lock is free again when it is there.
fn next<I: Iterator>(left: &Mutex<I>) -> Option<I::Item> {
    locked(left).next()
}

/// A lock's content; what a panic in another thread left is as good as any.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_done_once_whoever_does_it() {
        for threads in [0, 1, 3, 300] {
            let states = each(threads, 0..100_u32, Vec::new, |own, thing| own.push(thing));
            assert!(states.len() <= 100);
            let mut all = states.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..100));
        }
    }

    #[test]
    fn of_several_errors_the_first_is_told() {
        for round in 0..50 {
            let wrong = |i: usize| if i > 40 && i % 7 == round % 7 { Err(i) } else { Ok(()) };
            let expected = (0..1000).find_map(|i| wrong(i).err()).expect("some are wrong");
            let found = try_each(4, 0..1000, || (), |(), i| wrong(i));
            assert_eq!(found.err(), Some(expected));
        }
    }

    #[test]
    fn something_else_is_done_once_while_others_work_and_not_without_them() {
        for (threads, times) in [(1, 0), (2, 1), (5, 1)] {
            let mut done = 0;
            let states = try_each_after(
                || done += 1,
                threads,
                0..100_u32,
                || 0,
                |sum, thing| {
                    *sum += thing;
                    Ok::<(), Infallible>(())
                },
            );
            assert_eq!((done, states.map(|sums| sums.iter().sum())), (times, Ok(4950)));
        }
    }

    #[test]
    fn few_segments_are_not_worth_a_thread() {
        assert_eq!(how_many(0, 1023), 1);
        assert!((1..=4).contains(&how_many(0, 2048)));
        assert_eq!((how_many(3, 1), how_many(1 << 20, 1)), (3, 256));
    }
}
