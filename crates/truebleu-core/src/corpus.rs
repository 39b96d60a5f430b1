//! Counting many segments, on one thread or several. Rows are integers that
//! add, so the result does not depend on how the segments are divided.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::error::Error;
use crate::metric::{Counter, Metric, Text};

/// Many segments, readable from several threads.
pub trait Segments: Sync {
    /// The number of segments.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hypothesis of segment `i`; its references are added to `references`.
    fn segment<'s>(&'s self, i: usize, references: &mut Vec<Text<'s>>) -> Text<'s>;
}

/// What is wanted of each segment.
pub enum Output<'o> {
    /// Only the sum of the rows: added to this row.
    Sum(&'o mut [i64]),
    /// The rows, one behind the other.
    Rows(&'o mut [i64]),
    /// The value of each row, and the sum of the rows.
    Values {
        /// One place for each segment.
        values: &'o mut [f64],
        /// The sum is added to this row.
        sum: &'o mut [i64],
        /// As [`Metric::value`] has it.
        effective_order: bool,
    },
}

/// Counts the segments `range` with `counter`, a counter of `metric`.
///
/// # Errors
/// The first segment that cannot be counted; it is counted from 0 of all.
pub fn count<S: Segments + ?Sized>(
    metric: &dyn Metric,
    counter: &mut dyn Counter,
    segments: &S,
    range: Range<usize>,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let mut row = vec![0; metric.columns().len()];
    let mut references = Vec::new();
    for (place, i) in range.enumerate() {
        references.clear();
        let hypothesis = segments.segment(i, &mut references);
        counter.count(hypothesis, &references, &mut row).map_err(|error| error.after(i))?;
        match output {
            Output::Rows(rows) => rows[place * row.len()..][..row.len()].copy_from_slice(&row),
            Output::Sum(sum) => add(sum, &row),
            Output::Values { values, sum, effective_order } => {
                let value = metric.value(&row, *effective_order);
                if value.is_nan() {
                    return Err(Error::Undefined { segment: i });
                }
                values[place] = value;
                add(sum, &row);
            }
        }
    }
    Ok(())
}

/// Adds `row` to `sum`.
pub fn add(sum: &mut [i64], row: &[i64]) {
    for (total, count) in sum.iter_mut().zip(row) {
        *total += count;
    }
}

/// How many threads to use for `segments` segments when `asked` for so many: never more than a
/// process can well start. 0 leaves it to [`default_threads`].
#[must_use]
pub fn threads(asked: usize, segments: usize) -> usize {
    const MOST: usize = 256;
    if asked == 0 { default_threads(segments) } else { asked.min(MOST) }
}

/// How many threads to use for `segments` segments when nobody says: all
/// processors, but only for work that is worth starting threads.
#[must_use]
pub fn default_threads(segments: usize) -> usize {
    const WORTH: usize = 1024;
    if segments < WORTH {
        return 1;
    }
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    processors.min(segments / (WORTH / 2))
}

/// Counts all segments on `threads` threads. Scoped threads that end with the
/// call: a pool would hang in a process that is forked after its use.
///
/// # Errors
/// A segment that cannot be counted.
pub fn count_parallel<S: Segments + ?Sized>(
    metric: &dyn Metric,
    segments: &S,
    threads: usize,
    values: Option<(&mut [f64], bool)>,
) -> Result<Vec<i64>, Error> {
    // Small parts, so that a thread that is held up (by one that reads on, for example) leaves its
    // share to the others.
    const PART: usize = 256;
    let columns = metric.columns().len();
    let share = segments.len().div_ceil(threads.max(1)).clamp(1, PART);
    let (mut values, effective_order) = match values {
        Some((values, effective_order)) => (Some(values.chunks_mut(share)), effective_order),
        None => (None, false),
    };
    let parts = Mutex::new((0..segments.len()).step_by(share).map(|start| {
        let range = start..(start + share).min(segments.len());
        (range, values.as_mut().and_then(Iterator::next))
    }));
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut sum = vec![0; columns];
        let mut counter = metric.counter();
        while let Some((range, values)) = next() {
            let mut output = match values {
                Some(values) => Output::Values { values, sum: &mut sum, effective_order },
                None => Output::Sum(&mut sum),
            };
            count(metric, &mut *counter, segments, range, &mut output)?;
        }
        Ok(sum)
    };
    let sums: Vec<Result<Vec<i64>, Error>> =
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that there are do it all.
            let others: Vec<_> = (1..threads)
                .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let mut sums = vec![work()];
            sums.extend(others.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            }));
            sums
        });
    let mut total = vec![0; columns];
    for sum in sums {
        add(&mut total, &sum?);
    }
    keep_last(metric, segments, &mut total)?;
    Ok(total)
}

/// Writes the columns that are not added into the sum of all segments: those
/// of the last one.
///
/// # Errors
/// When it cannot be counted.
pub fn keep_last<S: Segments + ?Sized>(
    metric: &dyn Metric,
    segments: &S,
    sum: &mut [i64],
) -> Result<(), Error> {
    let (kept, last) = (sum.len() - metric.last_columns(), segments.len().checked_sub(1));
    if let (true, Some(last)) = (kept < sum.len(), last) {
        let mut row = vec![0; sum.len()];
        let mut output = Output::Rows(&mut row);
        count(metric, &mut *metric.counter(), segments, last..last + 1, &mut output)?;
        sum[kept..].copy_from_slice(&row[kept..]);
    }
    Ok(())
}
