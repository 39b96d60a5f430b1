//! The mean of sentence scores, as columns that add: see [`exact_mean`].

use super::Bleu;
use super::rules::Average;
use crate::error::Error;
use crate::exact_mean;

impl Bleu {
    /// Return where the columns of the mean start and how many there are.
    pub(super) fn pooled(&self) -> std::ops::Range<usize> {
        let start = 2 + 2 * self.counted_orders();
        match self.average {
            Average::Micro => start..start,
            Average::Macro { .. } => start..start + exact_mean::COLUMNS.len(),
        }
    }

    /// Write the columns of the mean for a segment whose counts are there.
    ///
    /// # Errors
    /// When the segment has no score, or one without a bound: a count by no n-grams.
    pub(crate) fn pool(&self, row: &mut [i64]) -> Result<(), Error> {
        let Average::Macro { effective_order } = self.average else { return Ok(()) };
        let value = self.value_of_counts(row, effective_order) / self.scale;
        if !value.is_finite() {
            return Err(Error::Undefined { segment: 0 });
        }
        row[self.pooled()].copy_from_slice(&exact_mean::row(value));
        Ok(())
    }

    /// Return the effective order of a score: segments that are averaged have their own, whatever a
    /// corpus has.
    pub(super) const fn effective_order(&self, asked: bool) -> bool {
        match self.average {
            Average::Micro => asked,
            Average::Macro { effective_order } => effective_order,
        }
    }

    /// Return the mean of the segments of a row, when it is of more than one: one segment's own
    /// counts give its score in all its bits.
    pub(super) fn mean_of_segments(&self, row: &[i64]) -> Option<f64> {
        match row[self.pooled()] {
            [segments, score, rest] if segments > 1 => {
                Some(self.scale * exact_mean::sum(score, rest) / segments as f64)
            }
            _ => None,
        }
    }
}
