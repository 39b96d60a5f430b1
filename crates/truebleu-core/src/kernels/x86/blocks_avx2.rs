//! Blocks in 256-bit vectors.

use std::arch::x86_64::*;

use super::{Avx2, HIGH_BIT};
use crate::kernels::tables::POSITIONS;
use crate::kernels::{BLOCK, Blocks, Classified};
use crate::text::ascii::{AsciiSets, SETS};

impl Blocks for Avx2 {
    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        // SAFETY: `self` proves that the processor has AVX2.
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

/// Return both halves of a block.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(block: &[u8; BLOCK]) -> [__m256i; 2] {
    let first = block.as_ptr().cast::<__m256i>();
    // SAFETY: the block has 64 bytes; each load reads 32 of them.
    unsafe { [_mm256_loadu_si256(first), _mm256_loadu_si256(first.add(1))] }
}

/// Return the highest bit of each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn high_bits(halves: [__m256i; 2]) -> u64 {
    let [low, high] = halves.map(|half| _mm256_movemask_epi8(half).cast_unsigned());
    u64::from(low) | u64::from(high) << 32
}

#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the table has the 16 bytes that are read.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn classify(block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
    let bytes = halves(block);
    let low_half = _mm256_set1_epi8(15);
    let lows = bytes.map(|half| _mm256_and_si256(half, low_half));
    let highs = bytes.map(|half| {
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(half), low_half);
        _mm256_shuffle_epi8(table(&HIGH_BIT), high)
    });
    let mut classified = Classified { wide: high_bits(bytes), ..Default::default() };
    for k in 0..SETS {
        let rows = table(&sets.by_nibble[k]);
        let outside = [0, 1].map(|i| {
            let row = _mm256_and_si256(_mm256_shuffle_epi8(rows, lows[i]), highs[i]);
            _mm256_cmpeq_epi8(row, _mm256_setzero_si256())
        });
        classified.sets[k] = !high_bits(outside);
    }
    classified
}

/// Compare as signed numbers: the bytes 0x80..=0xBF are those below -64.
#[inline]
#[target_feature(enable = "avx2")]
fn continuations(block: &[u8; BLOCK]) -> u64 {
    high_bits(halves(block).map(|half| _mm256_cmpgt_epi8(_mm256_set1_epi8(-64), half)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn any_of(block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
    high_bits(halves(block).map(|half| {
        let equal =
            wanted.map(|byte| _mm256_cmpeq_epi8(half, _mm256_set1_epi8(byte.cast_signed())));
        let first = _mm256_or_si256(equal[0], equal[1]);
        _mm256_or_si256(first, _mm256_or_si256(equal[2], equal[3]))
    }))
}

/// Pick the loop for the number of eights.
#[inline]
#[target_feature(enable = "avx2")]
fn find(wanted: &[u64], keys: &[[u64; 8]], length: usize, stride: usize, found: &mut [u64]) {
    by_eights!(keys, |keys| find_among(keys, wanted, length, stride, found));
}

#[inline]
#[target_feature(enable = "avx2")]
fn find_among<const EIGHTS: usize>(
    keys: [[u64; 8]; EIGHTS],
    wanted_lanes: &[u64],
    length: usize,
    stride: usize,
    found: &mut [u64],
) {
    // SAFETY: eight numbers are two vectors of four; both types are plain bits.
    let keys: [[__m256i; 2]; EIGHTS] =
        keys.map(|eight| unsafe { std::mem::transmute::<[u64; 8], [__m256i; 2]>(eight) });
    let valid = u64::MAX >> (64 - length);
    for (&wanted_lanes, found) in wanted_lanes.iter().zip(found.iter_mut().step_by(stride)) {
        let wanted_lanes = _mm256_set1_epi64x(wanted_lanes.cast_signed());
        let mut all = 0;
        for (i, eight) in keys.iter().enumerate() {
            for (half, &four) in eight.iter().enumerate() {
                let equal = _mm256_castsi256_pd(_mm256_cmpeq_epi64(four, wanted_lanes));
                let equal = _mm256_movemask_pd(equal).cast_unsigned();
                all |= u64::from(equal) << (8 * i + 4 * half);
            }
        }
        *found = all & valid;
    }
}

/// List eight bits at a time, all by table: a loop over the set bits would be mispredicted once per
/// block.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn positions(bits: u64, base: u32, out: &mut [u32; BLOCK]) {
    let mut count = 0;
    for (i, byte) in bits.to_le_bytes().into_iter().enumerate() {
        let Some(room) = out.get_mut(count..count + 8) else { break };
        let base = _mm256_set1_epi32((base + 8 * i as u32).cast_signed());
        // SAFETY: the table's row has the 8 bytes that are read, `room` the
        // 32 that are written.
        unsafe {
            let row = _mm_loadl_epi64(POSITIONS[usize::from(byte)].as_ptr().cast());
            let positions = _mm256_add_epi32(_mm256_cvtepu8_epi32(row), base);
            _mm256_storeu_si256(room.as_mut_ptr().cast(), positions);
        }
        count += byte.count_ones() as usize;
    }
}

/// Select eight bytes at a time, moved to their places by the same table.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn select(block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
    let mut count = 0;
    for (eight, byte) in block.as_chunks::<8>().0.iter().zip(bits.to_le_bytes()) {
        let Some(room) = out.get_mut(count..count + 8) else { break };
        // SAFETY: the block's eight and the table's row have the 8 bytes that
        // are read, `room` the 32 that are written.
        unsafe {
            let numbers = _mm256_cvtepu8_epi32(_mm_loadl_epi64(eight.as_ptr().cast()));
            let row = _mm_loadl_epi64(POSITIONS[usize::from(byte)].as_ptr().cast());
            let selected = _mm256_permutevar8x32_epi32(numbers, _mm256_cvtepu8_epi32(row));
            _mm256_storeu_si256(room.as_mut_ptr().cast(), selected);
        }
        count += byte.count_ones() as usize;
    }
}
