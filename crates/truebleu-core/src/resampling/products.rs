//! Weights times rows for several resamples at once, in integers of 8 bits that are multiplied in
//! fours into sums of 32, as vector instructions do.

use super::statistics::Statistics;
use crate::kernels::{HELD, Kernel, KernelChoice, PANEL, Rows, Work};

/// Resamples that share a pass over the rows.
pub(super) const RESAMPLES: usize = 16;
/// The largest weight for which no sum of a tile leaves 32 bits: `4 * FOURS * MOST_WEIGHT *
/// (2^DIGIT - 1) < 2^31`.
pub(super) const MOST_WEIGHT: u8 = 127;

/// Fours of units in a tile: with a panel's columns they fill a third of the first-level cache.
const FOURS: usize = 256;
/// Bits of a digit. Larger counts are several digits.
const DIGIT: u32 = 7;

/// The rows of all systems as digits.
pub(super) struct Digits {
    width: usize,
    /// For each digit, the column it belongs to and its shift.
    places: Vec<(usize, u32)>,
    /// Fours of units, a multiple of `FOURS`.
    fours: usize,
    /// Panel after panel, in each four after four.
    panels: Vec<Rows>,
}

impl Digits {
    /// Create the products; none where a count is negative.
    pub(super) fn new(statistics: &Statistics) -> Option<Self> {
        let width = statistics.width();
        // Union of the bits of all counts in a column, as many as the largest count needs.
        let mut bits = vec![0; width];
        for unit in 0..statistics.units() {
            bits.iter_mut().zip(statistics.unit(unit)).for_each(|(bits, count)| *bits |= count);
        }
        if bits.iter().any(|&bits| bits < 0) {
            return None;
        }
        let places: Vec<(usize, u32)> = bits
            .iter()
            .enumerate()
            .flat_map(|(column, bits)| {
                let length = i64::BITS - bits.leading_zeros();
                (0..length.div_ceil(DIGIT)).map(move |digit| (column, digit * DIGIT))
            })
            .collect();
        let fours = statistics.units().div_ceil(4).next_multiple_of(FOURS);
        let mut panels = vec![Rows::default(); places.len().div_ceil(PANEL) * fours];
        for unit in 0..statistics.units() {
            let row = statistics.unit(unit);
            for (i, &(column, shift)) in places.iter().enumerate() {
                let digit = row[column] >> shift & ((1 << DIGIT) - 1);
                panels[i / PANEL * fours + unit / 4].0[i % PANEL][unit % 4] = digit as i8;
            }
        }
        Some(Self { width, places, fours, panels })
    }

    /// Return the length of weights: at least one for each unit, those behind 0.
    pub(super) const fn weights(&self) -> usize {
        4 * self.fours
    }

    /// Return the sums of the rows of all systems for `RESAMPLES` resamples. Each has `weights()`
    /// weights, none above `MOST_WEIGHT`, one after the other.
    pub(super) fn sums(&self, kernel: KernelChoice, weights: &[u8]) -> Vec<i64> {
        kernel.dispatch(Sums { of: self, weights: weights.as_chunks().0 })
    }
}

struct Sums<'a> {
    of: &'a Digits,
    weights: &'a [[u8; 4]],
}

impl Work for Sums<'_> {
    type Output = Vec<i64>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<i64> {
        let Digits { width, ref places, fours, ref panels } = *self.of;
        let all = places.len().div_ceil(PANEL);
        let mut sums = vec![[0i64; PANEL]; RESAMPLES * all];
        for start in (0..fours).step_by(FOURS) {
            for panel in 0..all {
                let rows = &panels[panel * fours + start..][..FOURS];
                for first in (0..RESAMPLES).step_by(HELD) {
                    let weights: [&[[u8; 4]]; HELD] = std::array::from_fn(|held| {
                        &self.weights[(first + held) * fours + start..][..FOURS]
                    });
                    let products = kernel.multiply(rows, weights);
                    for (held, product) in products.iter().enumerate() {
                        let sum = &mut sums[(first + held) * all + panel];
                        for (sum, &product) in sum.iter_mut().zip(product) {
                            *sum += i64::from(product);
                        }
                    }
                }
            }
        }
        let mut rows = vec![0; RESAMPLES * width];
        for (row, sums) in rows.chunks_exact_mut(width.max(1)).zip(sums.chunks_exact(all.max(1))) {
            for (i, &(column, shift)) in places.iter().enumerate() {
                row[column] += sums[i / PANEL][i % PANEL] << shift;
            }
        }
        rows
    }
}
