//! Search in a bucket with a comparison of each vector.

use std::arch::aarch64::*;

use super::Neon;
use crate::kernels::{EMPTY, FindSlot, SLOTS};

impl FindSlot for Neon {
    #[inline(always)]
    fn find_wide(self, bucket: &[u64; SLOTS], key: u64) -> usize {
        // SAFETY: `self` proves that the processor has NEON.
        unsafe { find_wide(bucket, key) }
    }

    #[inline(always)]
    fn find_narrow(self, bucket: &[u32; SLOTS], key: u32) -> usize {
        // SAFETY: as above.
        unsafe { find_narrow(bucket, key) }
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn find_wide(bucket: &[u64; SLOTS], key: u64) -> usize {
    // SAFETY: the bucket has the 64 bytes that are read.
    let uint64x2x4_t(a, b, c, d) = unsafe { vld1q_u64_x4(bucket.as_ptr()) };
    let (key, empty) = (vdupq_n_u64(key), vdupq_n_u64(EMPTY));
    let [a, b, c, d] = [a, b, c, d].map(|slots| {
        vreinterpretq_u32_u64(vorrq_u64(vceqq_u64(slots, key), vceqq_u64(slots, empty)))
    });
    first(vuzp1q_u32(a, b), vuzp1q_u32(c, d))
}

#[inline]
#[target_feature(enable = "neon")]
fn find_narrow(bucket: &[u32; SLOTS], key: u32) -> usize {
    // SAFETY: the bucket has the 32 bytes that are read.
    let uint32x4x2_t(low, high) = unsafe { vld1q_u32_x2(bucket.as_ptr()) };
    let (key, empty) = (vdupq_n_u32(key), vdupq_n_u32(EMPTY as u32));
    let [low, high] =
        [low, high].map(|slots| vorrq_u32(vceqq_u32(slots, key), vceqq_u32(slots, empty)));
    first(low, high)
}

/// Return the first of eight lanes that is all ones; 8 if there is none.
#[inline]
#[target_feature(enable = "neon")]
fn first(low: uint32x4_t, high: uint32x4_t) -> usize {
    let lanes = vuzp1q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
    let bytes = vget_lane_u64::<0>(vreinterpret_u64_u8(vmovn_u16(lanes)));
    bytes.trailing_zeros() as usize / 8
}
