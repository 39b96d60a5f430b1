//! Blocks in four 128-bit vectors.

use std::arch::aarch64::*;

use super::Neon;
use crate::kernels::tables::POSITIONS;
use crate::kernels::{BLOCK, Blocks, Classified, Portable};
use crate::text::ascii::{AsciiSets, WIDE};

impl Blocks for Neon {
    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        // SAFETY: `self` proves that the processor has NEON.
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

    /// Compare every pair where the registers hold all keys, half of them. More keys than that are
    /// found by the hash table, with fewer instructions.
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
        unsafe {
            match *keys {
                [a] => find_among([a], wanted, length, stride, found),
                [a, b] => find_among([a, b], wanted, length, stride, found),
                [a, b, c] => find_among([a, b, c], wanted, length, stride, found),
                [a, b, c, d] => find_among([a, b, c, d], wanted, length, stride, found),
                _ => Portable.find(wanted, keys, length, stride, found),
            }
        }
    }

    #[inline(always)]
    fn select(self, block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
        // SAFETY: as above.
        unsafe { select(block, bits, out) }
    }

    #[inline(always)]
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        // SAFETY: as above.
        unsafe { positions(bits, base, out) }
    }
}

/// Return the bytes of a block in turns: vector `j` has those at `j`, `j + 4`, `j + 8`, ...
#[inline]
#[target_feature(enable = "neon")]
fn dealt(block: &[u8; BLOCK]) -> [uint8x16_t; 4] {
    // SAFETY: the block has the 64 bytes that are read.
    let uint8x16x4_t(a, b, c, d) = unsafe { vld4q_u8(block.as_ptr()) };
    [a, b, c, d]
}

/// Return the highest bit of each byte of a block that was dealt.
///
/// Each shift puts what one vector has gathered below the bits of the next, until every byte has
/// the bits of four neighbors, twice; the last puts two of these fours into a byte.
#[inline]
#[target_feature(enable = "neon")]
fn high_bits([a, b, c, d]: [uint8x16_t; 4]) -> u64 {
    let (low, high) = (vsriq_n_u8::<1>(b, a), vsriq_n_u8::<1>(d, c));
    let fours = vsriq_n_u8::<2>(high, low);
    let twice = vreinterpretq_u16_u8(vsriq_n_u8::<4>(fours, fours));
    vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(twice)))
}

/// Look up a byte with a bit for each set, as the portable kernel does, and the highest for bytes
/// outside ASCII; then turn the squares of 8 x 8 bits.
#[inline]
#[target_feature(enable = "neon")]
fn classify(block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
    let (low, high) = sets.by_character.split_at(64);
    // SAFETY: each half of the table has the 64 bytes that are read.
    let (low, high) = unsafe { (vld1q_u8_x4(low.as_ptr()), vld1q_u8_x4(high.as_ptr())) };
    let (half, wide) = (vdupq_n_u8(64), vdupq_n_u8(1 << WIDE));
    let sets = transposed(dealt(block).map(|bytes| {
        // Indices beyond a table select nothing.
        let members = vqtbl4q_u8(low, bytes);
        let members = vqtbx4q_u8(members, high, veorq_u8(bytes, half));
        vbslq_u8(wide, bytes, members)
    }));
    Classified { sets: std::array::from_fn(|k| sets[k]), wide: sets[WIDE] }
}

/// Return bit `k` of each byte of a block that was dealt, for `k` from 0 to 7.
///
/// Swaps squares of four bits, then of two, then bits: eight bytes are a square, and a half of a
/// vector has the same row of all eight squares.
#[inline]
#[target_feature(enable = "neon")]
fn transposed([a, b, c, d]: [uint8x16_t; 4]) -> [u64; 8] {
    let (rows_01, rows_45) = (vuzp1q_u8(a, b), vuzp2q_u8(a, b));
    let (rows_23, rows_67) = (vuzp1q_u8(c, d), vuzp2q_u8(c, d));
    let (rows_01, rows_45) = swapped::<4>(rows_01, rows_45, 0x0F);
    let (rows_23, rows_67) = swapped::<4>(rows_23, rows_67, 0x0F);
    let (rows_01, rows_23) = swapped::<2>(rows_01, rows_23, 0x33);
    let (rows_45, rows_67) = swapped::<2>(rows_45, rows_67, 0x33);
    let (rows_02, rows_13) =
        swapped::<1>(low_halves(rows_01, rows_23), high_halves(rows_01, rows_23), 0x55);
    let (rows_46, rows_57) =
        swapped::<1>(low_halves(rows_45, rows_67), high_halves(rows_45, rows_67), 0x55);
    let (low, high) = (|rows| vgetq_lane_u64::<0>(rows), |rows| vgetq_lane_u64::<1>(rows));
    let [rows_02, rows_13, rows_46, rows_57] =
        [rows_02, rows_13, rows_46, rows_57].map(|rows| vreinterpretq_u64_u8(rows));
    [
        low(rows_02),
        low(rows_13),
        high(rows_02),
        high(rows_13),
        low(rows_46),
        low(rows_57),
        high(rows_46),
        high(rows_57),
    ]
}

/// Swap the high bits of each part of `low` with the low bits of that part of `high`, where `mask`
/// has the low bits of each part, `BITS` of them.
#[inline]
#[target_feature(enable = "neon")]
fn swapped<const BITS: i32>(
    low: uint8x16_t,
    high: uint8x16_t,
    mask: u8,
) -> (uint8x16_t, uint8x16_t) {
    let mask = vdupq_n_u8(mask);
    let raised = vshlq_n_u8::<BITS>(high);
    let lowered = vshrq_n_u8::<BITS>(low);
    (vbslq_u8(mask, low, raised), vbslq_u8(mask, lowered, high))
}

/// Return the low halves of two vectors.
#[inline]
#[target_feature(enable = "neon")]
fn low_halves(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    vreinterpretq_u8_u64(vtrn1q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
}

/// Return the high halves of two vectors.
#[inline]
#[target_feature(enable = "neon")]
fn high_halves(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
    vreinterpretq_u8_u64(vtrn2q_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b)))
}

/// Compare as signed numbers: the bytes 0x80..=0xBF are those below -64.
#[inline]
#[target_feature(enable = "neon")]
fn continuations(block: &[u8; BLOCK]) -> u64 {
    high_bits(dealt(block).map(|bytes| vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(-64))))
}

#[inline]
#[target_feature(enable = "neon")]
fn any_of(block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
    high_bits(dealt(block).map(|bytes| {
        let equal = wanted.map(|byte| vceqq_u8(bytes, vdupq_n_u8(byte)));
        vorrq_u8(vorrq_u8(equal[0], equal[1]), vorrq_u8(equal[2], equal[3]))
    }))
}

/// Find among keys that are laid out in pairs, one of the first half and one of the second: the
/// answers to a half, shifted in from the last to the first, are then consecutive bits.
#[inline]
#[target_feature(enable = "neon")]
fn find_among<const EIGHTS: usize>(
    keys: [[u64; 8]; EIGHTS],
    wanted_keys: &[u64],
    length: usize,
    stride: usize,
    found: &mut [u64],
) {
    let per_lane = 4 * EIGHTS;
    let (first, second) = keys.as_flattened().split_at(per_lane);
    let key = |keys: &[u64], i: usize| vcreate_u64(keys[i]);
    let pairs: [[uint64x2_t; 4]; EIGHTS] = std::array::from_fn(|eight| {
        std::array::from_fn(|i| vcombine_u64(key(first, 4 * eight + i), key(second, 4 * eight + i)))
    });
    let valid = u64::MAX >> (64 - length);
    for (&wanted, found) in wanted_keys.iter().zip(found.iter_mut().step_by(stride)) {
        let searched = vdupq_n_u64(wanted);
        let mut equal = vdupq_n_u64(0);
        for &pair in pairs.as_flattened().iter().rev() {
            // The lowest bit of this comparison, below the bits of those before.
            equal = vsliq_n_u64::<1>(vceqq_u64(pair, searched), equal);
        }
        let equal = vgetq_lane_u64::<0>(equal) | vgetq_lane_u64::<1>(equal) << per_lane;
        *found = equal & valid;
    }
}

/// For each byte of `bits`, lowest first: how many bits are set in those before.
#[inline]
#[target_feature(enable = "neon")]
fn counts_before(bits: u64) -> [u8; 8] {
    let counts = vget_lane_u64::<0>(vreinterpret_u64_u8(vcnt_u8(vcreate_u8(bits))));
    // Prefix sums of all bytes, shifted up by one.
    (counts.wrapping_mul(0x0101_0101_0101_0101) << 8).to_le_bytes()
}

/// List eight bits at a time, all by table: a loop over the set bits would be mispredicted once per
/// block.
#[inline]
#[target_feature(enable = "neon")]
fn positions(bits: u64, base: u32, out: &mut [u32; BLOCK]) {
    let mut base = vdupq_n_u32(base);
    for (eight, count) in bits.to_le_bytes().into_iter().zip(counts_before(bits)) {
        // SAFETY: the table's row has the 8 bytes that are read; `count` is at most 8 for each byte
        // before, so that there is room for 8 numbers behind.
        unsafe {
            let row = vmovl_u8(vld1_u8(POSITIONS[usize::from(eight)].as_ptr()));
            let end = out.as_mut_ptr().add(usize::from(count));
            vst1q_u32(end, vaddw_u16(base, vget_low_u16(row)));
            vst1q_u32(end.add(4), vaddw_high_u16(base, row));
        }
        base = vaddq_u32(base, vdupq_n_u32(8));
    }
}

/// Select eight bytes at a time, moved to their places by the same table.
#[inline]
#[target_feature(enable = "neon")]
fn select(block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
    let eights = bits.to_le_bytes().into_iter().zip(counts_before(bits));
    for (bytes, (eight, count)) in block.as_chunks::<8>().0.iter().zip(eights) {
        // SAFETY: the block's eight and the table's row have the 8 bytes that are read; there is
        // room for 8 numbers, as above.
        unsafe {
            let row = vld1_u8(POSITIONS[usize::from(eight)].as_ptr());
            let selected = vmovl_u8(vtbl1_u8(vld1_u8(bytes.as_ptr()), row));
            let end = out.as_mut_ptr().add(usize::from(count));
            vst1q_u32(end, vmovl_u16(vget_low_u16(selected)));
            vst1q_u32(end.add(4), vmovl_high_u16(selected));
        }
    }
}
