//! Weights times rows for several resamples at once, in integers of 8 bits that are multiplied in
//! fours into sums of 32, as vector instructions do.
//!
//! Columns resemble each other: the n-grams of a hypothesis are about as many as its tokens, and
//! all systems have the same reference. So most columns are stored as their difference to others
//! ([`Prediction`]), which has fewer digits, or none. Sums of differences give the sums of the
//! columns exactly.

use super::statistics::Statistics;
use crate::kernels::{HELD, Kernel, KernelChoice, PANEL, Rows, Work};

/// Resamples that share a pass over the rows.
pub(super) const RESAMPLES: usize = 32;
/// The largest weight. AVX2 adds two products of a weight and a digit in 16 bits with saturation,
/// so `2 * MOST_WEIGHT * 2^DIGIT` must stay below 2^15. Sums of a tile are far below 2^31.
pub(super) const MOST_WEIGHT: u8 = 127;

/// Fours of units in a tile: with a panel's columns they fill a third of the first-level cache.
const FOURS: usize = 256;
/// Bits of a digit below the highest one, which has a sign in addition.
const DIGIT: u32 = 7;
/// Number of units whose rows choose the predictions.
const SAMPLED: usize = 1024;

/// The rows of all systems as digits.
pub(super) struct Digits {
    prediction: Prediction,
    places: Vec<Digit>,
    /// Fours of units, a multiple of `FOURS`.
    fours: usize,
    /// Panel after panel, in each four after four.
    panels: Vec<Rows>,
}

/// A digit: bits of the difference between a column and its prediction.
struct Digit {
    column: usize,
    shift: u32,
    mask: i64,
}

impl Digits {
    /// Create the products.
    pub(super) fn new(kernel: KernelChoice, statistics: &Statistics) -> Self {
        kernel.dispatch(Divide { statistics })
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

/// How the columns of all systems follow from others. With `own`, a count is predicted by its
/// system's first count; with `other`, by the first system's count in this column; with both, by
/// the sum of these less the first system's first count.
struct Prediction {
    columns: usize,
    /// For each column of each system, a mask of all bits or none.
    own: Vec<i64>,
    other: Vec<i64>,
}

impl Prediction {
    /// Create the prediction for which the rows of some units have the fewest digits.
    #[inline(always)]
    fn new(statistics: &Statistics) -> Self {
        let (columns, width) = (statistics.columns(), statistics.width());
        let step = statistics.units().div_ceil(SAMPLED).max(1);
        let choices = [(0, 0), (0, -1), (-1, 0), (-1, -1)].map(|(own, other)| {
            let prediction = Self { columns, own: vec![own; width], other: vec![other; width] };
            (own, other, prediction.bits(statistics, step))
        });
        let (own, other) = (0..width)
            .map(|i| {
                // No count is predicted by itself.
                let possible = choices.iter().filter(|(own, other, _)| {
                    (*own == 0 || i % columns > 0) && (*other == 0 || i >= columns)
                });
                let best = possible.min_by_key(|(.., bits)| digits(bits[i]));
                best.map_or((0, 0), |&(own, other, _)| (own, other))
            })
            .unzip();
        Self { columns, own, other }
    }

    /// Write the differences between a row of all systems and its prediction.
    #[inline(always)]
    fn subtract(&self, row: &[i64], differences: &mut [i64]) {
        let columns = self.columns;
        let first = &row[..columns];
        let masks = self.own.chunks_exact(columns).zip(self.other.chunks_exact(columns));
        for ((row, differences), (own, other)) in
            row.chunks_exact(columns).zip(differences.chunks_exact_mut(columns)).zip(masks)
        {
            for i in 0..columns {
                let predicted = (row[0] & own[i])
                    .wrapping_add(first[i] & other[i])
                    .wrapping_sub(first[0] & own[i] & other[i]);
                differences[i] = row[i].wrapping_sub(predicted);
            }
        }
    }

    /// Turn differences, or sums of them, back into counts.
    fn add(&self, row: &mut [i64]) {
        for i in 0..row.len() {
            let first = i - i % self.columns;
            let predicted = (row[first] & self.own[i])
                .wrapping_add(row[i - first] & self.other[i])
                .wrapping_sub(row[0] & self.own[i] & self.other[i]);
            row[i] = row[i].wrapping_add(predicted);
        }
    }

    /// Return, for each column, the union of the bits of the differences in every `step`-th unit,
    /// where the lowest bit is the sign.
    #[inline(always)]
    fn bits(&self, statistics: &Statistics, step: usize) -> Vec<i64> {
        let mut differences = vec![0; statistics.width()];
        let mut bits = differences.clone();
        for unit in (0..statistics.units()).step_by(step) {
            self.subtract(statistics.unit(unit), &mut differences);
            for (bits, difference) in bits.iter_mut().zip(&differences) {
                *bits |= difference << 1 ^ difference >> 63;
            }
        }
        bits
    }
}

/// Return the number of digits that a column needs whose differences have these bits.
fn digits(bits: i64) -> u32 {
    match i64::BITS - bits.leading_zeros() {
        0 => 0,
        length => (length - 1).div_ceil(DIGIT).max(1),
    }
}

/// Divide the rows of all systems into digits.
struct Divide<'a> {
    statistics: &'a Statistics,
}

impl Work for Divide<'_> {
    type Output = Digits;

    #[inline(always)]
    fn run<K: Kernel>(self, _kernel: K) -> Digits {
        let Self { statistics } = self;
        let prediction = Prediction::new(statistics);
        let bits = prediction.bits(statistics, 1);
        let places: Vec<Digit> = bits
            .iter()
            .enumerate()
            .flat_map(|(column, &bits)| {
                let last = digits(bits).saturating_sub(1);
                (0..digits(bits)).map(move |i| Digit {
                    column,
                    shift: i * DIGIT,
                    // The highest digit keeps its sign.
                    mask: if i == last { -1 } else { (1 << DIGIT) - 1 },
                })
            })
            .collect();
        let fours = statistics.units().div_ceil(4).next_multiple_of(FOURS);
        let mut panels = vec![Rows::default(); places.len().div_ceil(PANEL) * fours];
        let mut differences = vec![0; statistics.width()];
        for unit in 0..statistics.units() {
            prediction.subtract(statistics.unit(unit), &mut differences);
            for (panel, places) in places.chunks(PANEL).enumerate() {
                let rows = &mut panels[panel * fours + unit / 4].0;
                for (row, &Digit { column, shift, mask }) in rows.iter_mut().zip(places) {
                    row[unit % 4] = (differences[column] >> shift & mask) as i8;
                }
            }
        }
        Digits { prediction, places, fours, panels }
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
        let Digits { ref prediction, ref places, fours, ref panels } = *self.of;
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
        let width = prediction.own.len();
        let mut rows = vec![0i64; RESAMPLES * width];
        for (resample, row) in rows.chunks_exact_mut(width.max(1)).enumerate() {
            let sums = sums[resample * all..][..all].as_flattened();
            for (sum, digit) in sums.iter().zip(places) {
                row[digit.column] = row[digit.column].wrapping_add(sum << digit.shift);
            }
            prediction.add(row);
        }
        rows
    }
}
