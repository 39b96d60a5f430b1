//! Counting Python's segments: this thread reads blocks of them with the interpreter lock held; it
//! and others count without it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use truebleu_core::corpus::{self, Output, Segments};
use truebleu_core::error::Error;
use truebleu_core::metric::{Counter, Metric};
use truebleu_core::threads::{self, locked};

use crate::block::Block;
use crate::errors::core_error;
use crate::segments::Source;

/// Segments that are read at once: enough to make the lock's release cheap, few enough for the
/// first-level cache to keep the heads of their strings, and for threads to end at nearly the same
/// time.
const BLOCK: usize = 256;

/// Blocks that wait for each of the other threads before this one counts, too.
const AHEAD: usize = 2;

/// Counters of blocks with more bytes of text, or tokens, are freed after use, so that one giant text
/// does not fill the memory for good.
const KEPT: usize = 1 << 21;

/// A metric's counter between two calls, so that its buffers are allocated once: for texts of tens of
/// thousands of words the system takes longer to give memory than the counter to count. A call that
/// finds it taken makes another: no thread waits, and a fork leaves nothing locked.
#[derive(Default)]
pub struct SpareCounter(Mutex<Option<Box<dyn Counter>>>);

impl SpareCounter {
    /// Return the counter, or another one of the same metric.
    pub fn take(&self, metric: &dyn Metric) -> Box<dyn Counter> {
        let spare = self.0.try_lock().ok().and_then(|mut spare| spare.take());
        spare.unwrap_or_else(|| metric.counter())
    }

    /// Keep a counter whose largest block had this size.
    pub fn put_back(&self, counter: Box<dyn Counter>, size: usize) {
        if size <= KEPT
            && let Ok(mut spare) = self.0.try_lock()
        {
            *spare = Some(counter);
        }
    }
}

/// The sum of all rows (zeros where the rows themselves are wanted); the fewest and the most
/// references of a segment: (0, 0) of none.
pub type SumAndCounts = (Vec<i64>, (usize, usize));

/// Error of a block.
enum Wrong {
    Reading(PyErr),
    Counting(Error),
}

/// What a thread counts with.
struct State {
    counter: Box<dyn Counter>,
    sum: Vec<i64>,
    /// Size of the largest block so far.
    largest: usize,
}

/// Count all segments of `source` with `metric` on `threads` threads, this one among them.
pub fn count(
    py: Python<'_>,
    metric: &dyn Metric,
    spare_counter: &SpareCounter,
    source: &Source<'_>,
    mut output: Output<'_>,
    threads: usize,
) -> PyResult<SumAndCounts> {
    let (segments, systems) = (source.len(), source.systems());
    let columns = metric.columns().len();
    let size = source.at_once(BLOCK);
    let threads = threads.min(segments.div_ceil(size));
    let mut starts = (0..segments).step_by(size);
    // Counted blocks, to be refilled, or dropped while holding the interpreter lock.
    let spare = Mutex::new(Vec::new());
    let interrupted = AtomicBool::new(false);
    let mut counts = (usize::MAX, 0);
    let mut read = |start: usize| {
        py.check_signals().inspect_err(|_| interrupted.store(true, Ordering::Relaxed))?;
        let range = start..(start + size).min(segments);
        let output = output.take(range.len() * systems, columns);
        let mut block = locked(&spare).pop().unwrap_or_else(Block::new);
        source.read(range, &mut block)?;
        let (fewest, most) = block.reference_counts;
        counts = (counts.0.min(fewest), counts.1.max(most));
        Ok((start, block, output))
    };
    let next = || starts.next().map(|start| read(start).map_err(Wrong::Reading));
    let help = |work: &mut (dyn FnMut() + Send)| py.detach(work);
    let state = || State {
        counter: spare_counter.take(metric),
        sum: vec![0; systems * columns],
        largest: 0,
    };
    let work = |State { counter, sum, largest }: &mut State, job: (usize, Block, Output<'_>)| {
        let (start, block, mut output) = job;
        if threads > 1 {
            block.prefetch();
        }
        let range = 0..if interrupted.load(Ordering::Relaxed) { 0 } else { block.len() };
        let result = corpus::count(metric, &mut **counter, &block, range, &mut output, sum);
        *largest = block.size().max(*largest);
        locked(&spare).push(block);
        result.map_err(|error| Wrong::Counting(error.after(start)))
    };
    let result =
        threads::feed(threads, AHEAD, next, help, state, work).map_err(|wrong| match wrong {
            Wrong::Reading(error) => error,
            Wrong::Counting(error) => core_error(py, &error),
        })?;
    py.check_signals()?;
    let mut total = vec![0; systems * columns];
    for State { counter, sum, largest } in result {
        corpus::add(&mut total, &sum);
        spare_counter.put_back(counter, largest);
    }
    if metric.last_columns() > 0 && segments > 0 {
        let mut block = Block::new();
        source.read(segments - 1..segments, &mut block)?;
        corpus::keep_last(metric, &block, &mut total)
            .map_err(|error| core_error(py, &error.after(segments - 1)))?;
    }
    Ok((total, if segments == 0 { (0, 0) } else { counts }))
}
