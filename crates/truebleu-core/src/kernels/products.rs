//! Sums of rows, each times its weight.

use super::Portable;

/// Columns that are summed together in a product with weights.
pub const PANEL: usize = 16;
/// Weightings of the same rows whose sums are held in registers.
pub const HELD: usize = 8;

/// Counts of four rows side by side, for each column of a panel: what one vector instruction
/// multiplies, and one line of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Rows(pub [[i8; 4]; PANEL]);

/// The products of rows with weights.
pub trait MultiplyRows: Copy {
    /// Return, for each weighting, the sum of all rows times their weights. No weight is above 127,
    /// there are as many weights as rows, and no sum leaves 32 bits.
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD];
}

impl MultiplyRows for Portable {
    /// Multiply four rows at a time.
    #[inline(always)]
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
        let mut sums = [[0i32; PANEL]; HELD];
        for (i, rows) in rows.iter().enumerate() {
            // Compilers have an instruction for pairs of 16-bit products.
            let pairs = [0, 2].map(|at| rows.0.map(|row| [row[at], row[at + 1]].map(i16::from)));
            for (sums, weights) in sums.iter_mut().zip(weights) {
                let weights = weights[i].map(i32::from);
                for (pairs, weights) in pairs.iter().zip(weights.as_chunks::<2>().0) {
                    for (sum, pair) in sums.iter_mut().zip(pairs) {
                        *sum += weights[0] * i32::from(pair[0]) + weights[1] * i32::from(pair[1]);
                    }
                }
            }
        }
        sums
    }
}
