//! Four orders in a 256-bit register, eight in two or in a 512-bit one.
//!
//! A value is made from a kernel's, or from another value: it proves, as they do, that the
//! processor has the instructions.

use std::arch::x86_64::*;

use super::{Avx2, Avx512, apart_with_avx2, apart_with_avx512};
use crate::kernels::{Kernel, Lanes, Work};

impl Kernel for Avx2 {
    const PAIRS_PER_TOKEN: usize = 105;
    const PAIRS_PER_CHARACTER: usize = 250;
    const PAIRS_OF_WORDS: usize = 6_000_000;
    const EIGHT_TOKENS: bool = true;
    const STAGGERED: bool = true;
    type Lanes = Avx2Lanes;
    type WideLanes = Avx2WideLanes;

    #[inline(always)]
    fn lanes(self) -> Avx2Lanes {
        Avx2Lanes::zero(self)
    }

    #[inline(always)]
    fn wide_lanes(self) -> Avx2WideLanes {
        Avx2WideLanes::zero(self)
    }

    #[inline(always)]
    fn run_apart<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { apart_with_avx2(self, work) }
    }
}

impl Kernel for Avx512 {
    const PAIRS_PER_TOKEN: usize = 78;
    const PAIRS_PER_CHARACTER: usize = 350;
    const PAIRS_OF_WORDS: usize = 5_000_000;
    const EIGHT_TOKENS: bool = true;
    const STAGGERED: bool = true;
    type Lanes = Avx2Lanes;
    type WideLanes = Avx512Lanes;

    #[inline(always)]
    fn lanes(self) -> Avx2Lanes {
        Avx2Lanes::zero(self.0)
    }

    #[inline(always)]
    fn wide_lanes(self) -> Avx512Lanes {
        Avx512Lanes::zero(self)
    }

    #[inline(always)]
    fn run_apart<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { apart_with_avx512(self, work) }
    }
}

/// Four orders in one 256-bit register.
#[derive(Clone, Copy)]
pub struct Avx2Lanes(__m256i);

impl Avx2Lanes {
    /// Return all lanes zero.
    #[inline(always)]
    pub(super) fn zero(_proof: Avx2) -> Self {
        // SAFETY: the kernel proves that the processor has AVX2.
        Self(unsafe { _mm256_setzero_si256() })
    }

    /// Return the lanes moved up by one; the lowest is the highest of `lower`.
    #[inline(always)]
    fn next_order_after(self, lower: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe {
            let middle = _mm256_permute2x128_si256::<0x21>(lower.0, self.0);
            _mm256_alignr_epi8::<8>(self.0, middle)
        })
    }
}

impl Lanes for Avx2Lanes {
    type Array = [u64; 4];

    #[inline(always)]
    fn filled(self, value: u64) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_set1_epi64x(value.cast_signed()) })
    }

    #[inline(always)]
    fn loaded(self, numbers: &[u64; 4]) -> Self {
        // SAFETY: `self` proves that the processor has AVX2; the array has the 32 bytes that are read.
        Self(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut lanes = [0; 4];
        // SAFETY: `self` proves that the processor has AVX2; the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe {
            let moved = _mm256_permute4x64_epi64::<0b10_01_00_00>(self.0);
            _mm256_blend_epi32::<0b0000_0011>(moved, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_add_epi64(self.0, self.0) })
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_srli_epi64::<63>(self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX2.
        Self(unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_xor_si256(zero, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        // SAFETY: `self` proves that the processor has AVX2.
        let zero = unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(zero))
        };
        !(zero as u8) & 0b1111
    }
}

/// Eight orders in two 256-bit registers.
#[derive(Clone, Copy)]
pub struct Avx2WideLanes(Avx2Lanes, Avx2Lanes);

impl Avx2WideLanes {
    /// Return all lanes zero.
    #[inline(always)]
    pub(super) fn zero(proof: Avx2) -> Self {
        Self(Avx2Lanes::zero(proof), Avx2Lanes::zero(proof))
    }
}

impl Lanes for Avx2WideLanes {
    type Array = [u64; 8];

    #[inline(always)]
    fn filled(self, value: u64) -> Self {
        Self(self.0.filled(value), self.1.filled(value))
    }

    #[inline(always)]
    fn loaded(self, numbers: &[u64; 8]) -> Self {
        let [low, high] = numbers.as_chunks().0 else { unreachable!("eight are two fours") };
        Self(self.0.loaded(low), self.1.loaded(high))
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let (low, high) = (self.0.to_array(), self.1.to_array());
        std::array::from_fn(|n| if n < 4 { low[n] } else { high[n - 4] })
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        let high = self.1.next_order_after(self.0);
        Self(self.0.next_order(), high)
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        Self(self.0.shift_left(), self.1.shift_left())
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        Self(self.0.highest_bit(), self.1.highest_bit())
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        Self(self.0.lowest_bit(), self.1.lowest_bit())
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        Self(self.0.is_nonzero(), self.1.is_nonzero())
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0), self.1.add(other.1))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(self.0.and(other.0), self.1.and(other.1))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(self.0.or(other.0), self.1.or(other.1))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0.and_not(other.0), self.1.and_not(other.1))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        self.0.nonzero_mask() | self.1.nonzero_mask() << 4
    }
}

/// Eight orders in one 512-bit register.
#[derive(Clone, Copy)]
pub struct Avx512Lanes(__m512i);

impl Avx512Lanes {
    /// Return all lanes zero.
    #[inline(always)]
    pub(super) fn zero(_proof: Avx512) -> Self {
        // SAFETY: the kernel proves that the processor has AVX-512.
        Self(unsafe { _mm512_setzero_si512() })
    }
}

impl Lanes for Avx512Lanes {
    type Array = [u64; 8];

    #[inline(always)]
    fn filled(self, value: u64) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_set1_epi64(value.cast_signed()) })
    }

    #[inline(always)]
    fn loaded(self, numbers: &[u64; 8]) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512; the array has the 64 bytes that are read.
        Self(unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: `self` proves that the processor has AVX-512; the array has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_alignr_epi64::<7>(self.0, _mm512_set1_epi64(-1)) })
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_add_epi64(self.0, self.0) })
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_srli_epi64::<63>(self.0) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_and_si512(self.0, _mm512_sub_epi64(_mm512_setzero_si512(), self.0)) })
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        // SAFETY: `self` proves that the processor has AVX-512.
        Self(unsafe { _mm512_movm_epi64(_mm512_test_epi64_mask(self.0, self.0)) })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        // SAFETY: `self` proves that the processor has AVX-512.
        unsafe { _mm512_test_epi64_mask(self.0, self.0) }
    }
}
