//! Products of rows and weights in 128-bit vectors.

use std::arch::{aarch64::*, asm, is_aarch64_feature_detected};

use super::Neon;
use crate::kernels::{HELD, MultiplyRows, PANEL, Rows};

/// Weightings whose sums the registers hold.
const HALF: usize = HELD / 2;
/// Vectors of four sums for each weighting.
const VECTORS: usize = PANEL / 4;

impl MultiplyRows for Neon {
    #[inline(always)]
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
        let mut products = [[0; PANEL]; HELD];
        let halves = products.as_chunks_mut().0.iter_mut().zip(weights.as_chunks().0);
        for (products, weights) in halves {
            if is_aarch64_feature_detected!("dotprod") {
                // SAFETY: the processor was just found to have it; `self` proves the rest.
                unsafe { multiply_in_one(rows, weights, products) };
            } else {
                // SAFETY: `self` proves that the processor has NEON.
                unsafe { multiply(rows, weights, products) };
            }
        }
        products
    }
}

/// Define a function that adds to the sums of each column the products with each weighting.
macro_rules! multiplying {
    ($(#[$attribute:meta])* $name:ident: $add:ident) => {
        $(#[$attribute])*
        fn $name(rows: &[Rows], weights: &[&[[u8; 4]]; HALF], products: &mut [[i32; PANEL]; HALF]) {
            let mut sums = [[vdupq_n_s32(0); VECTORS]; HALF];
            let [w0, w1, w2, w3] = weights;
            for ((((row, w0), w1), w2), w3) in rows.iter().zip(*w0).zip(*w1).zip(*w2).zip(*w3) {
                // SAFETY: the row has the 64 bytes that are read.
                let row = unsafe { vld1q_s8_x4(row.0.as_ptr().cast()) };
                let row = [row.0, row.1, row.2, row.3];
                for (sums, &four) in sums.iter_mut().zip([w0, w1, w2, w3]) {
                    let weight = vreinterpretq_s8_s32(vdupq_n_s32(i32::from_ne_bytes(four)));
                    for (sum, counts) in sums.iter_mut().zip(row) {
                        *sum = $add(*sum, counts, weight);
                    }
                }
            }
            for (product, sums) in products.iter_mut().zip(sums) {
                for (product, sum) in product.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                    // SAFETY: the array has the 16 bytes that are written.
                    unsafe { vst1q_s32(product.as_mut_ptr(), sum) };
                }
            }
        }
    };
}

multiplying! {
    #[target_feature(enable = "neon")]
    multiply: add_pairs
}

multiplying! {
    #[target_feature(enable = "neon,dotprod")]
    multiply_in_one: add_in_one
}

/// Add four products to each of four sums: the sum of two of them fits into 16 bits.
#[inline]
#[target_feature(enable = "neon")]
fn add_pairs(sum: int32x4_t, counts: int8x16_t, weight: int8x16_t) -> int32x4_t {
    let low = vmull_s8(vget_low_s8(counts), vget_low_s8(weight));
    let high = vmull_high_s8(counts, weight);
    vpadalq_s16(sum, vpaddq_s16(low, high))
}

/// Add four products to each of four sums, which newer processors do in one instruction.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn add_in_one(mut sum: int32x4_t, counts: int8x16_t, weight: int8x16_t) -> int32x4_t {
    // SAFETY: the instruction reads and writes these registers alone. (The compiler's name for it
    // is not stable.)
    unsafe {
        asm!(
            "sdot {sum:v}.4s, {counts:v}.16b, {weight:v}.16b",
            sum = inout(vreg) sum,
            counts = in(vreg) counts,
            weight = in(vreg) weight,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::Portable;
    use crate::testing::Random;

    #[test]
    fn both_ways_to_multiply_give_what_the_plain_one_gives() {
        let mut random = Random(17);
        for length in [0, 1, 2, 3, 40] {
            // The largest numbers, then any; counts of both signs.
            for range in [1, 128] {
                let mut number = || 127 - random.below(range) as u8;
                let mut four = || [0; 4].map(|_: u8| number());
                let signed = |i: usize, four: [u8; 4]| {
                    four.map(|number| if i % 2 == 0 { number } else { !number }.cast_signed())
                };
                let rows: Vec<Rows> =
                    (0..length).map(|_| Rows(std::array::from_fn(|i| signed(i, four())))).collect();
                let weights: Vec<Vec<[u8; 4]>> =
                    (0..HELD).map(|_| (0..length).map(|_| four()).collect()).collect();
                let weights: [&[[u8; 4]]; HELD] = std::array::from_fn(|i| &weights[i][..]);
                let expected = Portable.multiply(&rows, weights);
                for (expected, weights) in
                    expected.as_chunks().0.iter().zip(weights.as_chunks::<HALF>().0)
                {
                    let mut products = [[1; PANEL]; HALF];
                    // SAFETY: every processor that runs this has NEON.
                    unsafe { multiply(&rows, weights, &mut products) };
                    assert_eq!(products, *expected);
                    if is_aarch64_feature_detected!("dotprod") {
                        // SAFETY: the processor was just found to have it.
                        unsafe { multiply_in_one(&rows, weights, &mut products) };
                        assert_eq!(products, *expected);
                    }
                }
            }
        }
    }
}
