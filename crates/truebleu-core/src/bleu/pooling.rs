//! The mean of sentence scores, as columns that add.
//!
//! A score is kept as a whole number of 2^-30 and one of 2^-60 of the scale:
//! so the sum of any segments, in any order, is exact, and their mean is good
//! to the last bit but for what scores below 2^-8 lose below 2^-60.

use super::Bleu;
use super::rules::Average;
use crate::error::Error;

/// The columns: segments, and the sum of their scores in two parts.
pub(super) const COLUMNS: [&str; 3] = ["segments", "score", "score_rest"];

/// What a `score` is counted in, and a `score_rest` once more.
const PARTS: f64 = (1u64 << 30) as f64;

impl Bleu {
    /// Where the columns of the mean start and how many there are.
    pub(super) fn pooled(&self) -> std::ops::Range<usize> {
        let start = 2 + 2 * self.counted_orders();
        match self.average {
            Average::Micro => start..start,
            Average::Macro { .. } => start..start + COLUMNS.len(),
        }
    }

    /// Writes the columns of the mean for a segment whose counts are there.
    ///
    /// # Errors
    /// When the segment has no score.
    pub(super) fn pool(&self, row: &mut [i64]) -> Result<(), Error> {
        let Average::Macro { effective_order } = self.average else { return Ok(()) };
        let value = self.value_of_counts(row, effective_order) / self.scale;
        if value.is_nan() {
            return Err(Error::Undefined { segment: 0 });
        }
        let score = (value * PARTS).floor();
        let rest = ((value * PARTS - score) * PARTS).round();
        row[self.pooled()].copy_from_slice(&[1, score as i64, rest as i64]);
        Ok(())
    }

    /// The mean of the segments of a row, when it is of more than one.
    pub(super) fn mean_of_segments(&self, row: &[i64]) -> Option<f64> {
        match row[self.pooled()] {
            [segments, score, rest] if segments > 1 => {
                let sum = score as f64 / PARTS + rest as f64 / PARTS / PARTS;
                Some(self.scale * sum / segments as f64)
            }
            _ => None,
        }
    }
}
