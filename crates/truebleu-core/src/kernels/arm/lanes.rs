//! Four orders in two 128-bit registers, eight in four.
//!
//! A value is made from a kernel's, or from another value: it proves, as they do, that the
//! processor has NEON.

use std::arch::aarch64::*;

use super::Neon;
use crate::kernels::{Kernel, Lanes, Work};

impl Kernel for Neon {
    // Not timed. The first two are where both ways take as many instructions (the second less what
    // time differs from that with the portable kernel), the third is that of the portable kernel.
    const PAIRS_PER_TOKEN: usize = 140;
    const PAIRS_PER_CHARACTER: usize = 130;
    const PAIRS_OF_WORDS: usize = 1_500_000;
    const EIGHT_TOKENS: bool = false;
    const STAGGERED: bool = false;
    type Lanes = NeonLanes<2, 4>;
    type WideLanes = NeonLanes<4, 8>;

    #[inline(always)]
    fn lanes(self) -> Self::Lanes {
        NeonLanes::zero(self)
    }

    #[inline(always)]
    fn wide_lanes(self) -> Self::WideLanes {
        NeonLanes::zero(self)
    }

    #[inline(never)]
    fn run_apart<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// Orders in `PAIRS` registers of two each, which are `LANES`.
#[derive(Clone, Copy)]
pub struct NeonLanes<const PAIRS: usize, const LANES: usize>([uint64x2_t; PAIRS]);

impl<const PAIRS: usize, const LANES: usize> NeonLanes<PAIRS, LANES> {
    /// Return all lanes zero.
    #[inline(always)]
    fn zero(_proof: Neon) -> Self {
        // SAFETY: the kernel proves that the processor has NEON.
        Self([unsafe { vdupq_n_u64(0) }; PAIRS])
    }

    /// Return what `work` makes of each pair.
    #[inline(always)]
    fn map(self, work: impl Fn(uint64x2_t) -> uint64x2_t) -> Self {
        Self(self.0.map(work))
    }

    /// Return what `work` makes of each pair and that of `other`.
    #[inline(always)]
    fn zip(self, other: Self, work: impl Fn(uint64x2_t, uint64x2_t) -> uint64x2_t) -> Self {
        Self(std::array::from_fn(|i| work(self.0[i], other.0[i])))
    }
}

impl<const PAIRS: usize, const LANES: usize> Lanes for NeonLanes<PAIRS, LANES> {
    type Array = [u64; LANES];

    #[inline(always)]
    fn filled(self, value: u64) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        Self([unsafe { vdupq_n_u64(value) }; PAIRS])
    }

    #[inline(always)]
    fn loaded(self, numbers: &[u64; LANES]) -> Self {
        let pairs = numbers.as_chunks::<2>().0;
        // SAFETY: `self` proves that the processor has NEON; two lanes have the 16 bytes that are
        // read.
        Self(std::array::from_fn(|i| unsafe { vld1q_u64(pairs[i].as_ptr()) }))
    }

    #[inline(always)]
    fn to_array(self) -> [u64; LANES] {
        let mut lanes = [0; LANES];
        for (lanes, pair) in lanes.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            // SAFETY: `self` proves that the processor has NEON; two lanes have the 16 bytes that
            // are written.
            unsafe { vst1q_u64(lanes.as_mut_ptr(), pair) };
        }
        lanes
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        Self(std::array::from_fn(|i| unsafe {
            let below = if i == 0 { vdupq_n_u64(u64::MAX) } else { self.0[i - 1] };
            vextq_u64::<1>(below, self.0[i])
        }))
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.map(|pair| unsafe { vaddq_u64(pair, pair) })
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.map(|pair| unsafe { vshrq_n_u64::<63>(pair) })
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.zip(other, |a, b| unsafe { vaddq_u64(a, b) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.zip(other, |a, b| unsafe { vandq_u64(a, b) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.zip(other, |a, b| unsafe { vorrq_u64(a, b) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.zip(other, |a, b| unsafe { vbicq_u64(a, b) })
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.map(|pair| unsafe { vandq_u64(pair, vsubq_u64(vdupq_n_u64(0), pair)) })
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        // SAFETY: `self` proves that the processor has NEON.
        self.map(|pair| unsafe { vtstq_u64(pair, pair) })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        // SAFETY: `self` proves that the processor has NEON.
        unsafe {
            let mut mask = vdupq_n_u64(0);
            for (i, pair) in self.0.into_iter().enumerate() {
                let bits = vcombine_u64(vcreate_u64(1 << (2 * i)), vcreate_u64(2 << (2 * i)));
                mask = vorrq_u64(mask, vandq_u64(vtstq_u64(pair, pair), bits));
            }
            vaddvq_u64(mask) as u8
        }
    }
}
