//! 512-bit vectors.

use std::arch::x86_64::*;

use super::lanes::Avx2Lanes;
use super::{Avx512, HIGH_BIT, positions_by_eights};
use crate::kernels::{BLOCK, Classified, Kernel};
use crate::text::ascii::{AsciiSets, SETS};

impl Kernel for Avx512 {
    type Lanes = Avx2Lanes;

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        // SAFETY: `self` proves that the processor has AVX-512.
        unsafe { classify(block, sets) }
    }

    #[inline(always)]
    fn continuations(self, block: &[u8; BLOCK]) -> u64 {
        // SAFETY: as above.
        unsafe { continuations(block) }
    }

    #[inline(always)]
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
        // SAFETY: as above.
        unsafe { any_of(block, wanted) }
    }

    #[inline(always)]
    fn find(
        self,
        wanted: &[u64],
        keys: &[[u64; 8]],
        length: usize,
        stride: usize,
        found: &mut [u64],
    ) {
        // SAFETY: as above.
        unsafe { find(wanted, keys, length, stride, found) }
    }

    #[inline(always)]
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        positions_by_eights(bits, base, out);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &[u8; BLOCK]) -> __m512i {
    // SAFETY: the block has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn table(bytes: &[u8; 16]) -> __m512i {
    // SAFETY: the table has the 16 bytes that are read.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn classify(block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
    let bytes = load(block);
    let low_half = _mm512_set1_epi8(15);
    let low = _mm512_and_si512(bytes, low_half);
    let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), low_half);
    let high = _mm512_shuffle_epi8(table(&HIGH_BIT), high);
    let mut classified = Classified { wide: _mm512_movepi8_mask(bytes), ..Default::default() };
    for k in 0..SETS {
        let row = _mm512_shuffle_epi8(table(&sets.by_nibble[k]), low);
        classified.sets[k] = _mm512_test_epi8_mask(row, high);
    }
    classified
}

/// As signed numbers, the bytes 0x80..=0xBF are those below -64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn continuations(block: &[u8; BLOCK]) -> u64 {
    _mm512_cmplt_epi8_mask(load(block), _mm512_set1_epi8(-64))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn any_of(block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
    let bytes = load(block);
    wanted.iter().fold(0, |found, &byte| {
        found | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()))
    })
}

/// Picks the loop for the number of eights.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn find(wanted: &[u64], keys: &[[u64; 8]], length: usize, stride: usize, found: &mut [u64]) {
    match *keys {
        [] => {}
        [a] => find_among([a], wanted, length, stride, found),
        [a, b] => find_among([a, b], wanted, length, stride, found),
        [a, b, c] => find_among([a, b, c], wanted, length, stride, found),
        [a, b, c, d] => find_among([a, b, c, d], wanted, length, stride, found),
        [a, b, c, d, e] => find_among([a, b, c, d, e], wanted, length, stride, found),
        [a, b, c, d, e, f] => find_among([a, b, c, d, e, f], wanted, length, stride, found),
        [a, b, c, d, e, f, g] => find_among([a, b, c, d, e, f, g], wanted, length, stride, found),
        [a, b, c, d, e, f, g, h, ..] => {
            find_among([a, b, c, d, e, f, g, h], wanted, length, stride, found);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn find_among<const EIGHTS: usize>(
    keys: [[u64; 8]; EIGHTS],
    wanted: &[u64],
    length: usize,
    stride: usize,
    found: &mut [u64],
) {
    // SAFETY: eight numbers are one vector; both types are plain bits.
    let keys: [__m512i; EIGHTS] =
        keys.map(|eight| unsafe { std::mem::transmute::<[u64; 8], __m512i>(eight) });
    let valid = u64::MAX >> (64 - length);
    for (&wanted, found) in wanted.iter().zip(found.iter_mut().step_by(stride)) {
        let wanted = _mm512_set1_epi64(wanted.cast_signed());
        let mut all = 0;
        for i in 0..EIGHTS {
            all |= u64::from(_mm512_cmpeq_epi64_mask(keys[i], wanted)) << (8 * i);
        }
        *found = all & valid;
    }
}
