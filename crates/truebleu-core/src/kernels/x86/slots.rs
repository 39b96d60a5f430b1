//! Search in a bucket with one or two comparisons of vectors.
//!
//! Safety: a value of a kernel proves that the processor has its instructions; a bucket has as many
//! bytes as are loaded.

use std::arch::x86_64::*;

use super::{Avx2, Avx512};
use crate::kernels::{FindSlot, SLOTS};

impl FindSlot for Avx2 {
    #[inline(always)]
    fn find_wide(self, bucket: &[u64; SLOTS], key: u64) -> usize {
        let (low, high) = bucket.split_at(SLOTS / 2);
        // SAFETY: see above.
        unsafe {
            let (key, empty) = (_mm256_set1_epi64x(key.cast_signed()), _mm256_set1_epi64x(-1));
            let slots = |keys: &[u64]| {
                let keys = _mm256_loadu_si256(keys.as_ptr().cast());
                let hits =
                    _mm256_or_si256(_mm256_cmpeq_epi64(keys, key), _mm256_cmpeq_epi64(keys, empty));
                _mm256_movemask_pd(_mm256_castsi256_pd(hits))
            };
            (slots(low) | slots(high) << 4).trailing_zeros() as usize
        }
    }

    #[inline(always)]
    fn find_narrow(self, bucket: &[u32; SLOTS], key: u32) -> usize {
        // SAFETY: see above.
        unsafe {
            let bucket = _mm256_loadu_si256(bucket.as_ptr().cast());
            let hits = _mm256_or_si256(
                _mm256_cmpeq_epi32(bucket, _mm256_set1_epi32(key.cast_signed())),
                _mm256_cmpeq_epi32(bucket, _mm256_set1_epi32(-1)),
            );
            _mm256_movemask_ps(_mm256_castsi256_ps(hits)).trailing_zeros() as usize
        }
    }
}

impl FindSlot for Avx512 {
    #[inline(always)]
    fn find_wide(self, bucket: &[u64; SLOTS], key: u64) -> usize {
        // SAFETY: see above.
        let hits = unsafe {
            let bucket = _mm512_loadu_si512(bucket.as_ptr().cast());
            _mm512_cmpeq_epi64_mask(bucket, _mm512_set1_epi64(key.cast_signed()))
                | _mm512_cmpeq_epi64_mask(bucket, _mm512_set1_epi64(-1))
        };
        u32::from(hits).trailing_zeros() as usize
    }

    #[inline(always)]
    fn find_narrow(self, bucket: &[u32; SLOTS], key: u32) -> usize {
        self.0.find_narrow(bucket, key)
    }
}
