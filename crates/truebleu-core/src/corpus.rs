//! Counting many segments, on one thread or several. Rows are integers that add, so the result does
//! not depend on how the segments are divided.

use std::ops::Range;

use crate::error::Error;
use crate::metric::{Counter, Metric};
use crate::segment::Text;
use crate::threads;

/// Many segments, readable from several threads. Several systems may have a hypothesis for each.
pub trait Segments: Sync {
    /// Return the number of segments.
    fn len(&self) -> usize;

    /// Return whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Return how many systems there are: at least one.
    fn systems(&self) -> usize;

    /// Return the first system's hypothesis for segment `i`; its references are added to
    /// `references`.
    fn segment<'s>(&'s self, i: usize, references: &mut Vec<Text<'s>>) -> Text<'s>;

    /// Return a system's hypothesis for segment `i`.
    fn hypothesis(&self, i: usize, system: usize) -> Text<'_>;
}

/// The output for each segment, in addition to the sum of the rows. Of several systems, the row of
/// a segment is their rows, one after the other.
pub enum Output<'o> {
    /// Nothing.
    Sum,
    /// The rows, one after the other; their sum is not made then.
    Rows(&'o mut [i64]),
    /// The value of each row.
    Values {
        /// One place for each system of each segment.
        values: &'o mut [f64],
        /// As in [`Metric::value`].
        effective_order: bool,
    },
}

impl Output<'_> {
    /// Split off the output of the next `rows` segments, whose rows have `columns` columns.
    pub fn take(&mut self, rows: usize, columns: usize) -> Self {
        match self {
            Self::Sum => Self::Sum,
            Self::Rows(left) => {
                Self::Rows(left.split_off_mut(..rows * columns).unwrap_or_default())
            }
            Self::Values { values, effective_order } => Self::Values {
                values: values.split_off_mut(..rows).unwrap_or_default(),
                effective_order: *effective_order,
            },
        }
    }
}

/// Number of preceding systems whose hypotheses of a segment are compared with a system's own. The
/// limit keeps the time of the comparisons negligible.
const RECENT: usize = 16;

/// Count the segments `range` with `counter`, a counter of `metric`; add their rows to `sum`.
///
/// # Errors
/// The first segment that cannot be counted; it is counted from 0 of all.
pub fn count<S: Segments + ?Sized>(
    metric: &dyn Metric,
    counter: &mut dyn Counter,
    segments: &S,
    range: Range<usize>,
    output: &mut Output<'_>,
    sum: &mut [i64],
) -> Result<(), Error> {
    let (columns, systems) = (metric.columns().len(), segments.systems());
    let mut row = vec![0; systems * columns];
    let (mut references, mut references_before) = (Vec::new(), Vec::new());
    let mut hypotheses = Vec::with_capacity(systems);
    for (place, i) in range.enumerate() {
        std::mem::swap(&mut references, &mut references_before);
        references.clear();
        let hypothesis = segments.segment(i, &mut references);
        let first = &mut row[..columns];
        // Several hypotheses of one prompt have the same references: they are read once.
        let pairs = references.iter().zip(&references_before);
        let same = pairs.take_while(|(reference, before)| reference.is_same_memory(before)).count();
        // The usual case is a call of its own: it is compiled without what it does not need.
        let result = match same {
            0 => counter.count(hypothesis, &references, first),
            _ => counter.count_from(same, hypothesis, &references, first),
        };
        result.map_err(|error| error.after(i))?;
        hypotheses.clear();
        hypotheses.push(hypothesis);
        for system in 1..systems {
            let hypothesis = segments.hypothesis(i, system);
            let (rows, row) = row.split_at_mut(system * columns);
            let row = &mut row[..columns];
            // Systems have short segments in common: each different text is counted once.
            let mut recent = hypotheses.iter().zip(rows.chunks_exact(columns)).rev().take(RECENT);
            match recent.find(|(other, _)| **other == hypothesis) {
                Some((_, same)) => row.copy_from_slice(same),
                None => counter
                    .count_again(hypothesis, &references, row)
                    .map_err(|error| error.after(i))?,
            }
            hypotheses.push(hypothesis);
        }
        match output {
            Output::Rows(rows) => rows[place * row.len()..][..row.len()].copy_from_slice(&row),
            Output::Sum => add(sum, &row),
            Output::Values { values, effective_order } => {
                let values = &mut values[place * systems..];
                for (row, place) in row.chunks_exact(columns).zip(values) {
                    *place = metric.value_of(i, row, *effective_order)?;
                }
                add(sum, &row);
            }
        }
    }
    Ok(())
}

/// Add `row` to `sum`.
pub fn add<N: Copy + Into<i64>>(sum: &mut [i64], row: &[N]) {
    for (total, &count) in sum.iter_mut().zip(row) {
        *total += count.into();
    }
}

/// Count all segments on `threads` threads, and return the sum of their rows (zeros where the rows
/// themselves are wanted). With several threads, the calling one first does something else
/// (`meanwhile`), then counts with the others.
///
/// # Errors
/// The first segment that cannot be counted.
pub fn count_parallel<S: Segments + ?Sized>(
    metric: &dyn Metric,
    segments: &S,
    threads: usize,
    mut output: Output<'_>,
    meanwhile: impl FnOnce(),
) -> Result<Vec<i64>, Error> {
    // Small parts, so that other threads take over the share of a slow one.
    const PART: usize = 256;
    let (columns, systems) = (metric.columns().len(), segments.systems());
    let width = systems * columns;
    let share = segments.len().div_ceil(threads.max(1)).clamp(1, PART);
    let parts = (0..segments.len()).step_by(share).map(|start| {
        let range = start..(start + share).min(segments.len());
        let output = output.take(range.len() * systems, columns);
        (range, output)
    });
    let state = || (vec![0; width], metric.counter());
    let work = |(sum, counter): &mut (Vec<i64>, Box<dyn Counter>), (range, mut output)| {
        count(metric, &mut **counter, segments, range, &mut output, sum)
    };
    let states = threads::try_each_after(meanwhile, threads, parts, state, work)?;
    let mut total = vec![0; width];
    states.iter().for_each(|(sum, _)| add(&mut total, sum));
    keep_last(metric, segments, &mut total)?;
    Ok(total)
}

/// Write the columns that are not added into the sum of all segments: those of the last one.
///
/// # Errors
/// When it cannot be counted.
pub fn keep_last<S: Segments + ?Sized>(
    metric: &dyn Metric,
    segments: &S,
    sum: &mut [i64],
) -> Result<(), Error> {
    let columns = metric.columns().len();
    let adding = columns - metric.last_columns();
    if let (true, Some(last)) = (adding < columns, segments.len().checked_sub(1)) {
        let mut row = vec![0; sum.len()];
        let mut output = Output::Rows(&mut row);
        count(metric, &mut *metric.counter(), segments, last..last + 1, &mut output, &mut [])?;
        for (sum, row) in sum.chunks_exact_mut(columns).zip(row.chunks_exact(columns)) {
            sum[adding..].copy_from_slice(&row[adding..]);
        }
    }
    Ok(())
}
