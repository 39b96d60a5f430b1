//! What every metric is: it counts a segment into a row of integers, rows add, and a row has a
//! value.

use crate::abilities::Abilities;
use crate::error::Error;
use crate::segment::{Text, check_texts};

/// Mean lengths are counted in this fraction of a token, so that rows stay integers: the least
/// common multiple of 1 to 16. Up to 16 references divide it.
pub const AVERAGE_UNIT: i64 = 720_720;

/// Return whether a metric can count a segment: what counters of texts ask first.
///
/// # Errors
/// Those of [`Metric::check_references`] and [`check_texts`].
#[inline]
pub fn check_segment(
    metric: &impl Metric,
    hypothesis: Text<'_>,
    references: &[Text<'_>],
) -> Result<(), Error> {
    metric.check_references(references.len())?;
    check_texts(hypothesis, references)
}

/// A row's score.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The number, 0 to the metric's scale where it has one.
    pub value: f64,
    /// Components of the value, defined by each metric.
    pub details: Vec<f64>,
}

/// A metric: immutable, shared between threads.
pub trait Metric: Send + Sync {
    /// Return the names of a row's columns.
    fn columns(&self) -> Vec<String>;

    /// Return how many columns at the end of a row are not added, but are those of the last
    /// segment.
    fn last_columns(&self) -> usize {
        0
    }

    /// Return its optional abilities.
    fn abilities(&self) -> Abilities<'_> {
        Abilities::default()
    }

    /// Return a counter for a thread of its own.
    fn counter(&self) -> Box<dyn Counter>;

    /// Return the score of a row, in the metric's scale; it has no details, unless the metric has.
    fn score(&self, row: &[i64], effective_order: bool) -> Score {
        Score { value: self.value(row, effective_order), details: Vec::new() }
    }

    /// Return the value alone.
    fn value(&self, row: &[i64], effective_order: bool) -> f64;

    /// Return the value of a row of segment `segment`.
    ///
    /// # Errors
    /// When it has none.
    fn value_of(&self, segment: usize, row: &[i64], effective_order: bool) -> Result<f64, Error> {
        let value = self.value(row, effective_order);
        if value.is_nan() { Err(Error::Undefined { segment }) } else { Ok(value) }
    }

    /// Return whether a segment can have this number of references: one or more, unless the metric
    /// requires otherwise.
    ///
    /// # Errors
    /// When it cannot; the segment in the error is 0.
    fn check_references(&self, count: usize) -> Result<(), Error> {
        if count == 0 { Err(Error::NoReference { segment: 0 }) } else { Ok(()) }
    }
}

/// The counter of segments, one after the other.
pub trait Counter: Send {
    /// Write the row of a segment. Its first `known` references are those of the segment before, so
    /// that what was computed from them is used again. `references` is not empty.
    ///
    /// # Errors
    /// When the segment cannot be counted; the segment in the error is 0.
    fn count_from(
        &mut self,
        known: usize,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error>;

    /// Write the row of a segment.
    ///
    /// # Errors
    /// As [`Counter::count_from`].
    fn count(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(0, hypothesis, references, row)
    }

    /// Write the row of another hypothesis, of the last segment's references; the row is the one
    /// that `count` writes.
    ///
    /// # Errors
    /// As [`Counter::count_from`].
    fn count_again(
        &mut self,
        hypothesis: Text<'_>,
        references: &[Text<'_>],
        row: &mut [i64],
    ) -> Result<(), Error> {
        self.count_from(references.len(), hypothesis, references, row)
    }
}
