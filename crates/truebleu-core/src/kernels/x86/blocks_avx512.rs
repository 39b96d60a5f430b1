//! Blocks in 512-bit vectors.

use std::arch::x86_64::*;

use super::{Avx512, HIGH_BIT};
use crate::kernels::{BLOCK, Blocks, Classified, keys};
use crate::text::ascii::{AsciiSets, SETS};

impl Blocks for Avx512 {
    #[inline(always)]
    fn fill(self, bytes: &[u8]) -> [u8; BLOCK] {
        // SAFETY: `self` proves that the processor has AVX-512.
        unsafe { fill(bytes) }
    }

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
    fn keys(
        self,
        text: &[u8],
        starts: &[u32],
        ends: &[u32],
        count: usize,
        keys: &mut [u64],
        long: &mut [u32],
    ) -> usize {
        // SAFETY: as above.
        unsafe { gather_keys(text, starts, ends, count, keys, long) }
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

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &[u8; BLOCK]) -> __m512i {
    // SAFETY: the block has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn fill(bytes: &[u8]) -> [u8; BLOCK] {
    debug_assert!(bytes.len() < BLOCK);
    let mask = (1 << (bytes.len() % BLOCK)) - 1;
    let spaces = _mm512_set1_epi8(b' '.cast_signed());
    // SAFETY: the mask lets only `bytes` be read (modulo 64 it never reaches
    // beyond them); 64 bytes are 64 bytes.
    unsafe {
        let block = _mm512_mask_loadu_epi8(spaces, mask, bytes.as_ptr().cast());
        std::mem::transmute::<__m512i, [u8; BLOCK]>(block)
    }
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

/// Compare as signed numbers: the bytes 0x80..=0xBF are those below -64.
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

/// Pick the loop for the number of eights.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn find(wanted: &[u64], keys: &[[u64; 8]], length: usize, stride: usize, found: &mut [u64]) {
    by_eights!(keys, |keys| find_among(keys, wanted, length, stride, found));
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn find_among<const EIGHTS: usize>(
    keys: [[u64; 8]; EIGHTS],
    wanted_lanes: &[u64],
    length: usize,
    stride: usize,
    found: &mut [u64],
) {
    // SAFETY: eight numbers are one vector; both types are plain bits.
    let keys: [__m512i; EIGHTS] =
        keys.map(|eight| unsafe { std::mem::transmute::<[u64; 8], __m512i>(eight) });
    let valid = u64::MAX >> (64 - length);
    for (&wanted_lanes, found) in wanted_lanes.iter().zip(found.iter_mut().step_by(stride)) {
        let wanted_lanes = _mm512_set1_epi64(wanted_lanes.cast_signed());
        let mut all = 0;
        for (i, &eight) in keys.iter().enumerate() {
            all |= u64::from(_mm512_cmpeq_epi64_mask(eight, wanted_lanes)) << (8 * i);
        }
        *found = all & valid;
    }
}

/// List sixteen bits at a time: the numbers 0 to 15 where a bit is set, pushed together.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
fn positions(bits: u64, base: u32, out: &mut [u32; BLOCK]) {
    let numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    let mut count = 0;
    for i in 0..4 {
        let sixteen = (bits >> (16 * i)) as u16;
        let Some(room) = out.get_mut(count..count + 16) else { break };
        let block_numbers =
            _mm512_add_epi32(numbers, _mm512_set1_epi32((base + 16 * i).cast_signed()));
        let positions = _mm512_maskz_compress_epi32(sixteen, block_numbers);
        // SAFETY: `room` has the 64 bytes that are written.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), positions) };
        count += sixteen.count_ones() as usize;
    }
}

/// Select sixteen bytes at a time, as compressed numbers.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
fn select(block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
    let mut count = 0;
    for (i, bytes) in block.as_chunks::<16>().0.iter().enumerate() {
        let sixteen = (bits >> (16 * i)) as u16;
        let Some(room) = out.get_mut(count..count + 16) else { break };
        // SAFETY: `bytes` has the 16 bytes that are read, `room` the 64 that
        // are written.
        unsafe {
            let numbers = _mm512_cvtepu8_epi32(_mm_loadu_si128(bytes.as_ptr().cast()));
            let selected = _mm512_maskz_compress_epi32(sixteen, numbers);
            _mm512_storeu_si512(room.as_mut_ptr().cast(), selected);
        }
        count += sixteen.count_ones() as usize;
    }
}

/// Build the keys of eight tokens at a time. Where fewer than eight bytes follow the start of a
/// token, the last eight bytes of the text are read, and those before the token are shifted out.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,popcnt")]
fn gather_keys(
    text: &[u8],
    starts: &[u32],
    ends: &[u32],
    count: usize,
    keys: &mut [u64],
    long: &mut [u32],
) -> usize {
    let Some(last) = text.len().checked_sub(8) else {
        return keys::keys(text, starts, ends, count, keys, long);
    };
    let last = _mm256_set1_epi32((last as u32).cast_signed());
    let numbers = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    let (mut first, mut long_count) = (0, 0);
    let spans = starts.as_chunks::<8>().0.iter().zip(ends.as_chunks::<8>().0);
    for ((starts, ends), keys) in spans.zip(keys.as_chunks_mut::<8>().0) {
        let Some(room) = long.get_mut(long_count..long_count + 8) else { break };
        let tokens = u8::MAX >> (8 - (count - first).min(8));
        // SAFETY: each array has the 32 bytes that are read, or the 64 that are written, and `room`
        // the 32. Eight bytes of the text can be read at the places up to `last`; those of tokens
        // alone are read, whatever stands behind them.
        unsafe {
            let starts = _mm256_loadu_si256(starts.as_ptr().cast());
            let ends = _mm256_loadu_si256(ends.as_ptr().cast());
            let lengths = _mm256_sub_epi32(ends, starts);
            let places = _mm256_min_epu32(starts, last);
            let missing = _mm256_slli_epi32::<3>(_mm256_sub_epi32(starts, places));
            let bytes = _mm512_mask_i64gather_epi64::<1>(
                _mm512_setzero_si512(),
                tokens,
                _mm512_cvtepu32_epi64(places),
                text.as_ptr().cast(),
            );
            let bytes = _mm512_srlv_epi64(bytes, _mm512_cvtepu32_epi64(missing));
            // Shifts by 64 and more leave nothing: no padding.
            let bits = _mm512_cvtepu32_epi64(_mm256_slli_epi32::<3>(lengths));
            let padding = _mm512_sllv_epi64(_mm512_set1_epi64(-1), bits);
            _mm512_storeu_si512(keys.as_mut_ptr().cast(), _mm512_or_si512(bytes, padding));
            let is_long = _mm256_mask_cmpgt_epu32_mask(tokens, lengths, _mm256_set1_epi32(8));
            let indices = _mm256_add_epi32(numbers, _mm256_set1_epi32(first as i32));
            let indices = _mm256_maskz_compress_epi32(is_long, indices);
            _mm256_storeu_si256(room.as_mut_ptr().cast(), indices);
            long_count += is_long.count_ones() as usize;
        }
        first += 8;
    }
    long_count
}
