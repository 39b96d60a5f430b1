//! Counting Python's segments: this thread reads blocks of them with the
//! interpreter lock held; it and others count without it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use truebleu_core::corpus::{self, Output, Segments};
use truebleu_core::error::Error;
use truebleu_core::metric::{Counter, Metric};
use truebleu_core::threads::locked;

use crate::block::Block;
use crate::errors::core_error;
use crate::segments::Source;

/// Segments that are read at once: enough to make the lock's release cheap,
/// few enough for the first-level cache to keep the heads of their strings,
/// and for threads to end at nearly the same time.
const BLOCK: usize = 256;

/// What is wanted.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// The sum of the rows.
    Sum,
    /// The rows.
    Rows,
    /// The value of each row; true: with effective order.
    Values(bool),
}

/// What came out. Only what was wanted is filled.
#[derive(Default)]
pub struct Counted {
    pub sum: Vec<i64>,
    pub rows: Vec<i64>,
    pub values: Vec<f64>,
    /// The fewest and the most references of a segment; (0, 0) of none.
    pub reference_counts: (usize, usize),
}

/// Counts all segments of `source` with `metric` on `threads` threads, this
/// one among them.
pub fn count(
    py: Python<'_>,
    metric: &dyn Metric,
    source: &Source<'_>,
    wanted: Wanted,
    threads: usize,
) -> PyResult<Counted> {
    let (segments, systems) = (source.len(), source.systems());
    let columns = metric.columns().len() * systems;
    let mut counted = Counted { sum: vec![0; columns], ..Counted::default() };
    match wanted {
        Wanted::Sum => {}
        Wanted::Rows => counted.rows = vec![0; segments * columns],
        Wanted::Values(_) => counted.values = vec![0.0; segments * systems],
    }
    let blocks = segments.div_ceil(BLOCK);
    let mut rows = counted.rows.chunks_mut(BLOCK * columns);
    let mut values = counted.values.chunks_mut(BLOCK * systems);
    let places = (0..blocks).map(|i| Place {
        start: i * BLOCK,
        rows: rows.next(),
        values: values.next().map(|values| (values, matches!(wanted, Wanted::Values(true)))),
    });
    let (sum, counts) = if threads <= 1 || blocks <= 1 {
        count_here(py, metric, source, places)?
    } else {
        count_with_others(py, metric, source, places, threads - 1)?
    };
    counted.sum = sum;
    if metric.last_columns() > 0 && segments > 0 {
        let mut block = Block::new();
        source.read(segments - 1..segments, &mut block)?;
        corpus::keep_last(metric, &block, &mut counted.sum)
            .map_err(|error| core_error(py, &error.after(segments - 1)))?;
    }
    counted.reference_counts = if segments == 0 { (0, 0) } else { counts };
    Ok(counted)
}

/// Where a block starts, and where its results go.
struct Place<'o> {
    start: usize,
    rows: Option<&'o mut [i64]>,
    values: Option<(&'o mut [f64], bool)>,
}

/// A block that waits to be counted.
struct Job<'o> {
    block: Block,
    place: Place<'o>,
}

impl Job<'_> {
    /// Counts the block; its sum is added to `sum`.
    fn run(
        &mut self,
        metric: &dyn Metric,
        counter: &mut dyn Counter,
        sum: &mut [i64],
    ) -> Result<(), Error> {
        let Place { start, rows, values } = &mut self.place;
        let mut output = match (rows, values) {
            (Some(rows), _) => Output::Rows(rows),
            (None, Some((values, effective_order))) => {
                Output::Values { values, sum, effective_order: *effective_order }
            }
            (None, None) => Output::Sum(sum),
        };
        let range = 0..self.block.len();
        corpus::count(metric, counter, &self.block, range, &mut output)
            .map_err(|error| error.after(*start))
    }
}

type SumAndCounts = (Vec<i64>, (usize, usize));

fn count_here<'o>(
    py: Python<'_>,
    metric: &dyn Metric,
    source: &Source<'_>,
    places: impl Iterator<Item = Place<'o>>,
) -> PyResult<SumAndCounts> {
    let mut sum = vec![0; metric.columns().len() * source.systems()];
    let mut counter = metric.counter();
    let mut block = Block::new();
    for place in places {
        let start = place.start;
        source.read(start..(start + BLOCK).min(source.len()), &mut block)?;
        let mut job = Job { block, place };
        py.detach(|| job.run(metric, &mut *counter, &mut sum))
            .map_err(|error| core_error(py, &error))?;
        py.check_signals()?;
        block = job.block;
    }
    Ok((sum, block.reference_counts))
}

/// Blocks on their way to the threads that count them.
struct Queue<'o> {
    state: Mutex<State<'o>>,
    changed: Condvar,
}

#[derive(Default)]
struct State<'o> {
    jobs: VecDeque<Job<'o>>,
    /// Blocks that were counted, to be filled again (or dropped) by who has the interpreter lock.
    counted: Vec<Block>,
    /// No more jobs will come.
    closed: bool,
    /// How many threads wait for a job: to wake nobody costs a system call, too.
    waiting: usize,
    /// The first segment that could not be counted.
    error: Option<(usize, Error)>,
}

impl<'o> Queue<'o> {
    fn lock(&self) -> MutexGuard<'_, State<'o>> {
        locked(&self.state)
    }

    /// Counts jobs until the queue is closed and empty, or, without `wait`,
    /// one job if there is one.
    fn work(&self, metric: &dyn Metric, counter: &mut dyn Counter, sum: &mut [i64], wait: bool) {
        let mut state = self.lock();
        loop {
            if let Some(mut job) = state.jobs.pop_front() {
                drop(state);
                let start = job.place.start;
                if wait {
                    job.block.prefetch();
                }
                let result = job.run(metric, counter, sum);
                state = self.lock();
                state.counted.push(job.block);
                if let Err(error) = result
                    && state.error.as_ref().is_none_or(|(first, _)| start < *first)
                {
                    state.error = Some((start, error));
                }
            } else if state.closed {
                return;
            } else if wait {
                state.waiting += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.waiting -= 1;
            }
            if !wait {
                return;
            }
        }
    }

    /// Closes the queue when dropped, so that no thread waits for ever,
    /// whatever happens to this one.
    fn closing(&self) -> Closing<'_, 'o> {
        Closing(self)
    }
}

struct Closing<'q, 'o>(&'q Queue<'o>);

impl Drop for Closing<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.changed.notify_all();
    }
}

fn count_with_others<'o>(
    py: Python<'_>,
    metric: &dyn Metric,
    source: &Source<'_>,
    places: impl Iterator<Item = Place<'o>>,
    others: usize,
) -> PyResult<SumAndCounts> {
    let columns = metric.columns().len() * source.systems();
    let queue = Queue { state: Mutex::default(), changed: Condvar::new() };
    let mut sum = vec![0; columns];
    let mut counts = (usize::MAX, 0);
    std::thread::scope(|scope| {
        let closing = queue.closing();
        let count_along = || {
            let mut sum = vec![0; columns];
            queue.work(metric, &mut *metric.counter(), &mut sum, true);
            sum
        };
        // Where the system gives no more threads, those that there are do it all.
        let threads: Vec<_> = (0..others)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, count_along).ok())
            .collect();
        let mut counter = metric.counter();
        for place in places {
            let start = place.start;
            let mut block = queue.lock().counted.pop().unwrap_or_else(Block::new);
            source.read(start..(start + BLOCK).min(source.len()), &mut block)?;
            counts =
                (counts.0.min(block.reference_counts.0), counts.1.max(block.reference_counts.1));
            let mut state = queue.lock();
            if state.error.is_some() {
                break;
            }
            state.jobs.push_back(Job { block, place });
            let (ready, idle) = (state.jobs.len(), state.waiting > 0);
            drop(state);
            if idle {
                queue.changed.notify_one();
            }
            // Enough waits for the others: count along instead of reading on.
            if ready > 2 * others {
                py.detach(|| queue.work(metric, &mut *counter, &mut sum, false));
            }
            if let Err(interrupt) = py.check_signals() {
                queue.lock().jobs.clear();
                return Err(interrupt);
            }
        }
        drop(closing);
        let sums = py.detach(|| {
            queue.work(metric, &mut *counter, &mut sum, true);
            threads
                .into_iter()
                .map(|thread| {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect::<Vec<_>>()
        });
        for other in sums {
            corpus::add(&mut sum, &other);
        }
        Ok(())
    })?;
    match queue.lock().error.take() {
        Some((_, error)) => Err(core_error(py, &error)),
        None => Ok((sum, counts)),
    }
}
