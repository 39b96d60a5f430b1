//! Products of rows and weights in 256-bit and 512-bit vectors.

use std::arch::x86_64::*;

use super::{Avx2, Avx512};
use crate::kernels::{HELD, MultiplyRows, PANEL, Rows};

impl MultiplyRows for Avx2 {
    #[inline(always)]
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { multiply_256(rows, weights) }
    }
}

impl MultiplyRows for Avx512 {
    #[inline(always)]
    fn multiply(self, rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
        if is_x86_feature_detected!("avx512vnni") {
            // SAFETY: the processor was just found to have it; `self` proves the rest.
            unsafe { multiply_in_one(rows, weights) }
        } else {
            // SAFETY: `self` proves that the processor has AVX-512.
            unsafe { multiply_512(rows, weights) }
        }
    }
}

/// Multiply the first half of the weightings, then the second, because the registers hold half of
/// the sums.
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_256(rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
    const HALF: usize = HELD / 2;
    let mut products = [[0; PANEL]; HELD];
    for (products, weights) in
        products.as_chunks_mut::<HALF>().0.iter_mut().zip(weights.as_chunks::<HALF>().0)
    {
        multiply_half(rows, weights, products);
    }
    products
}

/// Multiply: two products of eight bits and their sum are one instruction, and fit into 16 bits;
/// two of these sums, with the factor 1, are another.
#[inline]
#[target_feature(enable = "avx2")]
fn multiply_half(
    rows: &[Rows],
    weights: &[&[[u8; 4]]; HELD / 2],
    products: &mut [[i32; PANEL]; HELD / 2],
) {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [[_mm256_setzero_si256(); 2]; HELD / 2];
    let [w0, w1, w2, w3] = weights;
    for ((((row, w0), w1), w2), w3) in rows.iter().zip(*w0).zip(*w1).zip(*w2).zip(*w3) {
        let start = row.0.as_ptr().cast::<__m256i>();
        // SAFETY: the row has 64 bytes; each load reads 32 of them.
        let halves = unsafe { [_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))] };
        for (sums, &four) in sums.iter_mut().zip([w0, w1, w2, w3]) {
            let weight = _mm256_set1_epi32(i32::from_ne_bytes(four));
            for (sum, half) in sums.iter_mut().zip(halves) {
                let pairs = _mm256_maddubs_epi16(weight, half);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
    }
    for (product, halves) in products.iter_mut().zip(sums) {
        let start = product.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the array has 64 bytes; each store writes 32 of them.
        unsafe {
            _mm256_storeu_si256(start, halves[0]);
            _mm256_storeu_si256(start.add(1), halves[1]);
        }
    }
}

/// Multiply: with VNNI, four products and their sum are one instruction.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn multiply_in_one(rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
    let weights = weights.map(|weights| &weights[..rows.len()]);
    let mut sums = [_mm512_setzero_si512(); HELD];
    for (i, row) in rows.iter().enumerate() {
        // SAFETY: the row has the 64 bytes that are read.
        let row = unsafe { _mm512_loadu_si512(row.0.as_ptr().cast()) };
        for (sum, weights) in sums.iter_mut().zip(weights) {
            let weight = _mm512_set1_epi32(i32::from_ne_bytes(weights[i]));
            *sum = _mm512_dpbusd_epi32(*sum, weight, row);
        }
    }
    stored(sums)
}

/// Multiply: two products of eight bits and their sum are one instruction, and fit into 16 bits;
/// two of these sums, with the factor 1, are another.
#[target_feature(enable = "avx512f,avx512bw")]
fn multiply_512(rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
    let ones = _mm512_set1_epi16(1);
    let weights = weights.map(|weights| &weights[..rows.len()]);
    let mut sums = [_mm512_setzero_si512(); HELD];
    for (i, row) in rows.iter().enumerate() {
        // SAFETY: the row has the 64 bytes that are read.
        let row = unsafe { _mm512_loadu_si512(row.0.as_ptr().cast()) };
        for (sum, weights) in sums.iter_mut().zip(weights) {
            let weight = _mm512_set1_epi32(i32::from_ne_bytes(weights[i]));
            let pairs = _mm512_maddubs_epi16(weight, row);
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(pairs, ones));
        }
    }
    stored(sums)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn stored(sums: [__m512i; HELD]) -> [[i32; PANEL]; HELD] {
    sums.map(|vector| {
        let mut sum = [0; PANEL];
        // SAFETY: the array has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(sum.as_mut_ptr().cast(), vector) };
        sum
    })
}
