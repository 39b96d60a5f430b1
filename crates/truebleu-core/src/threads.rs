//! Work that several threads share. All of them end with the call: a pool would hang in a process
//! that is forked after its use.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Return how many threads to use for work of so many segments when `asked` for some: never more
/// than a process can well start. 0: all processors, but only for work that is worth starting
/// threads.
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

/// Jobs on their way to the threads that do them.
struct Queue<J, E> {
    state: Mutex<State<J, E>>,
    changed: Condvar,
}

struct State<J, E> {
    jobs: VecDeque<(usize, J)>,
    /// No more jobs will come.
    closed: bool,
    /// Number of threads that wait for a job: waking no thread costs a system call, too.
    waiting: usize,
    /// The first job that failed, and its error.
    wrong: Option<(usize, E)>,
}

impl<J, E> Queue<J, E> {
    fn new() -> Self {
        let state = State { jobs: VecDeque::new(), closed: false, waiting: 0, wrong: None };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Add a job; return how many wait.
    fn add(&self, number: usize, job: J) -> usize {
        let mut state = locked(&self.state);
        state.jobs.push_back((number, job));
        let (ready, idle) = (state.jobs.len(), state.waiting > 0);
        drop(state);
        if idle {
            self.changed.notify_one();
        }
        ready
    }

    /// Return the next job; with `wait`, wait until there is one. Jobs are begun in their order:
    /// jobs after a failed one need not run.
    fn take(&self, wait: bool) -> Option<(usize, J)> {
        let mut state = locked(&self.state);
        while wait && state.jobs.is_empty() && !state.closed {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        let next = state.jobs.front()?.0;
        let vain = state.wrong.as_ref().is_some_and(|(wrong, _)| *wrong < next);
        if vain { None } else { state.jobs.pop_front() }
    }

    fn fail(&self, number: usize, error: E) {
        let mut state = locked(&self.state);
        if state.wrong.as_ref().is_none_or(|(first, _)| number < *first) {
            state.wrong = Some((number, error));
        }
    }

    fn has_failed(&self) -> bool {
        locked(&self.state).wrong.is_some()
    }
}

/// A guard that closes the queue when dropped, so that no thread waits forever, also after a panic.
struct Closing<'q, J, E>(&'q Queue<J, E>);

impl<J, E> Drop for Closing<'_, J, E> {
    fn drop(&mut self) {
        locked(&self.0.state).closed = true;
        self.0.changed.notify_all();
    }
}

/// Do jobs on `threads` threads, the calling one among them. That one alone makes them (`next`). It
/// does some itself, within `help`, when more than `ahead` wait for each other thread, and at the
/// end. Each thread has a state of its own; all states are returned. If the system starts fewer
/// threads, those do all jobs.
///
/// # Errors
/// The error of the first job, in their order, that could not be made or done.
pub fn feed<J: Send, S: Send, E: Send>(
    threads: usize,
    ahead: usize,
    mut next: impl FnMut() -> Option<Result<J, E>>,
    mut help: impl FnMut(&mut (dyn FnMut() + Send)),
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E> {
    let queue = Queue::new();
    let run_job = |own: &mut S, wait| match queue.take(wait) {
        Some((number, job)) => {
            work(own, job).unwrap_or_else(|error| queue.fail(number, error));
            true
        }
        None => false,
    };
    let all = || {
        let mut own = state();
        while run_job(&mut own, true) {}
        own
    };
    let states = std::thread::scope(|scope| {
        let closing = Closing(&queue);
        let others: Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, all).ok())
            .collect();
        let limit = ahead.saturating_mul(others.len());
        let mut own = state();
        for number in 0.. {
            match next() {
                None => break,
                Some(Err(error)) => queue.fail(number, error),
                Some(Ok(job)) => {
                    if queue.add(number, job) > limit {
                        help(&mut || _ = run_job(&mut own, false));
                    }
                }
            }
            if queue.has_failed() {
                break;
            }
        }
        drop(closing);
        let (mut states, mut others) = (Vec::new(), others.into_iter());
        help(&mut || {
            while run_job(&mut own, true) {}
            states.extend(others.by_ref().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }));
        });
        states.push(own);
        states
    });
    let state = queue.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.wrong.map_or(Ok(states), |(_, error)| Err(error))
}

/// Run `work` on each job on `threads` threads, which take the jobs in order. Each thread has a
/// state of its own; all states are returned.
///
/// # Errors
/// The error of the first job, in their order, that failed.
pub fn try_each<I, S, E>(
    threads: usize,
    jobs: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E>
where
    I: ExactSizeIterator<Item: Send>,
    S: Send,
    E: Send,
{
    try_each_after(|| (), threads, jobs, state, work)
}

/// Do as [`try_each`], but run `first` on this thread while others work, if there are others. This
/// thread then shares the remaining jobs.
///
/// # Errors
/// As [`try_each`].
pub fn try_each_after<I, S, E>(
    first: impl FnOnce(),
    threads: usize,
    mut jobs: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) -> Result<(), E> + Sync,
) -> Result<Vec<S>, E>
where
    I: ExactSizeIterator<Item: Send>,
    S: Send,
    E: Send,
{
    let threads = threads.min(jobs.len());
    let mut first = (threads > 1).then_some(first);
    // All jobs exist already: other threads need not wait for this one to add them.
    let help = |work: &mut (dyn FnMut() + Send)| {
        if let Some(first) = first.take() {
            first();
        }
        work();
    };
    feed(threads, usize::MAX, || jobs.next().map(Ok), help, state, work)
}

/// Do as [`try_each`], for work that cannot fail.
pub fn for_each<I, S>(
    threads: usize,
    jobs: I,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I::Item) + Sync,
) -> Vec<S>
where
    I: ExactSizeIterator<Item: Send>,
    S: Send,
{
    let Ok(states) = try_each(threads, jobs, state, |own, thing| {
        work(own, thing);
        Ok::<(), Infallible>(())
    });
    states
}

/// Return a lock's content; what a panic in another thread left is as good as any.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_done_once_whoever_does_it() {
        for threads in [0, 1, 3, 300] {
            let states = for_each(threads, 0..100_u32, Vec::new, |own, thing| own.push(thing));
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
            let result = try_each(4, 0..1000, || (), |(), i| wrong(i));
            assert_eq!(result.err(), Some(expected));
        }
    }

    #[test]
    fn jobs_are_made_here_and_the_first_that_fails_is_told() {
        for (threads, wrong) in [(1, 7), (1, 90), (4, 7), (4, 90)] {
            let (here, mut made, mut helped) = (std::thread::current().id(), 0..80, 0);
            let next = || {
                assert_eq!(std::thread::current().id(), here);
                Some(made.next().ok_or(80))
            };
            let help = |work: &mut (dyn FnMut() + Send)| {
                helped += 1;
                work();
            };
            let work = |(): &mut (), job| if job == wrong { Err(job) } else { Ok(()) };
            // Jobs before the failing one are done; later ones are not.
            assert_eq!(feed(threads, 2, next, help, || (), work).err(), Some(wrong.min(80)));
            assert!(helped > 0 && made.start > wrong.min(79));
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
