//! The band: which cells of the edit-distance table sacreBLEU fills.
//!
//! A row stands for a hypothesis word, a column for a reference word. Only columns near the
//! straight line between the corners are filled, so that long segments stay affordable; in very odd
//! pairs the distance is thereby larger than it could be. The last row is filled to its end.

use std::ops::Range;

/// Reach of a row to both sides of the diagonal.
const WIDTH: usize = 25;

/// The band for a hypothesis and a reference of certain lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Band {
    pub(super) hypothesis: usize,
    reference: usize,
    /// Reference words for each hypothesis word: the slope of the line.
    ratio: f64,
    width: usize,
}

impl Band {
    pub(super) fn new(hypothesis: usize, reference: usize) -> Self {
        let ratio = if hypothesis == 0 { 1.0 } else { reference as f64 / hypothesis as f64 };
        // If the slope is steep, widen the band so that rows overlap.
        let half_ratio = ratio / 2.0;
        let width = if half_ratio > WIDTH as f64 {
            (half_ratio + WIDTH as f64).ceil() as usize
        } else {
            WIDTH
        };
        Self { hypothesis, reference, ratio, width }
    }

    /// Return the columns of row `i` that are filled, from 0 to the reference's length. Row 0 is
    /// filled whole.
    pub(super) fn columns(&self, i: usize) -> Range<usize> {
        if i == 0 {
            return 0..self.reference + 1;
        }
        let line = (i as f64 * self.ratio).floor() as usize;
        let last = i == self.hypothesis;
        let end =
            if last { self.reference + 1 } else { (self.reference + 1).min(line + self.width) };
        line.saturating_sub(self.width)..end
    }

    /// Return the distance up to which no cheapest path can leave the band; it may be negative.
    ///
    /// A path that costs `d` has at most `(d - r + h) / 2` deletions and `(d + r - h) / 2`
    /// insertions, each of which takes it one column away from the diagonal; the line itself is at
    /// most `|r - h|` columns away.
    pub(super) fn safe_distance(&self) -> i64 {
        if self.reference < WIDTH {
            return i64::MAX; // the band covers the whole table
        }
        2 * self.width as i64 - 1 - self.hypothesis.abs_diff(self.reference) as i64
    }
}
