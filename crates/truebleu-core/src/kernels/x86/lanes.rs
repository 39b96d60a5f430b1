//! Four orders in a 256-bit register.

use std::arch::x86_64::*;

use crate::kernels::Lanes;

/// Four orders in one 256-bit register.
#[derive(Clone, Copy)]
pub struct Avx2Lanes(__m256i);

// Values are made and used only by code that is generic over `Kernel` and runs
// as `Avx2` or `Avx512`: that is why every block below is safe.
impl Lanes for Avx2Lanes {
    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn splat(value: u64) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_set1_epi64x(value.cast_signed()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut lanes = [0; 4];
        // SAFETY: the processor has AVX2, see above; the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe {
            let moved = _mm256_permute4x64_epi64::<0b10_01_00_00>(self.0);
            _mm256_blend_epi32::<0b0000_0011>(moved, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_add_epi64(self.0, self.0) })
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_srli_epi64::<63>(self.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        // SAFETY: the processor has AVX2, see above.
        Self(unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_xor_si256(zero, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        // SAFETY: the processor has AVX2, see above.
        let zero = unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(zero))
        };
        !(zero as u8) & 0b1111
    }
}
