//! The kernels for x86-64: AVX2 and AVX-512.
//!
//! A value of [`Avx2`] or [`Avx512`] is only made where the processor was
//! found to have the instructions. That is why their methods may use them.

use std::arch::x86_64::*;

use super::{BLOCK, Classified, Kernel, KernelChoice, Lanes, Work};
use crate::text::ascii::{AsciiSets, SETS};

fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// The kernels of this file that the processor can run, slowest first.
pub(super) fn available() -> Vec<KernelChoice> {
    let mut kernels = Vec::new();
    if has_avx2() {
        kernels.push(KernelChoice::Avx2(Avx2(())));
    }
    if has_avx512() {
        kernels.push(KernelChoice::Avx512(Avx512(())));
    }
    kernels
}

/// 256-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

/// 512-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run(Avx2(()))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512<W: Work>(work: W) -> W::Output {
    work.run(Avx512(()))
}

impl Avx2 {
    /// Does `work`, compiled for the instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { with_avx2(work) }
    }
}

impl Avx512 {
    /// Does `work`, compiled for the instructions.
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        // SAFETY: `self` proves that the processor has what is enabled.
        unsafe { with_avx512(work) }
    }
}

/// High half of a byte -> its bit in the tables of `AsciiSets::by_nibble`;
/// zero for bytes outside ASCII, which makes them members of no set.
const HIGH_BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// Both halves of a block, each as 32 bytes.
#[inline(always)]
fn halves(block: &[u8; BLOCK]) -> [__m256i; 2] {
    // SAFETY: the block has 64 bytes, unaligned loads read 32 from each half;
    // only called by `Avx2`, so the processor has AVX2.
    unsafe {
        let first = block.as_ptr().cast::<__m256i>();
        [_mm256_loadu_si256(first), _mm256_loadu_si256(first.add(1))]
    }
}

/// One bit for each byte of two halves: its highest bit.
#[inline(always)]
fn high_bits(halves: [__m256i; 2]) -> u64 {
    // SAFETY: only called by `Avx2`, so the processor has AVX2.
    let [low, high] = halves.map(|half| unsafe { _mm256_movemask_epi8(half) }.cast_unsigned());
    u64::from(low) | u64::from(high) << 32
}

impl Kernel for Avx2 {
    type Lanes = Avx2Lanes;

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        let bytes = halves(block);
        // SAFETY: `self` proves AVX2; tables have the 16 bytes that are read.
        unsafe {
            let table = |bytes: &[u8; 16]| {
                _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))
            };
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
                    let row = _mm256_shuffle_epi8(rows, lows[i]);
                    _mm256_cmpeq_epi8(_mm256_and_si256(row, highs[i]), _mm256_setzero_si256())
                });
                classified.sets[k] = !high_bits(outside);
            }
            classified
        }
    }

    #[inline(always)]
    fn continuations(self, block: &[u8; BLOCK]) -> u64 {
        // As signed numbers, 0x80..=0xBF are those below -64.
        // SAFETY: `self` proves AVX2.
        high_bits(
            halves(block).map(|half| unsafe { _mm256_cmpgt_epi8(_mm256_set1_epi8(-64), half) }),
        )
    }

    #[inline(always)]
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
        // SAFETY: `self` proves AVX2.
        high_bits(halves(block).map(|half| unsafe {
            let equal =
                wanted.map(|byte| _mm256_cmpeq_epi8(half, _mm256_set1_epi8(byte.cast_signed())));
            let first = _mm256_or_si256(equal[0], equal[1]);
            _mm256_or_si256(first, _mm256_or_si256(equal[2], equal[3]))
        }))
    }

    #[inline(always)]
    fn find(self, key: u64, keys: &[u64]) -> u64 {
        let (fours, rest) = keys.as_chunks::<4>();
        let mut found = 0;
        for (i, four) in fours.iter().enumerate() {
            // SAFETY: `self` proves AVX2; `four` has the 32 bytes that are read.
            let equal = unsafe {
                let others = _mm256_loadu_si256(four.as_ptr().cast());
                let wanted = _mm256_set1_epi64x(key.cast_signed());
                _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(others, wanted)))
            };
            found |= u64::from(equal.cast_unsigned()) << (4 * i);
        }
        for (i, &other) in rest.iter().enumerate() {
            found |= u64::from(other == key) << (4 * fours.len() + i);
        }
        found
    }

    #[inline(always)]
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        // Eight at a time whether wanted or not: a loop that ends after each
        // token would be mispredicted once per block.
        let count = bits.count_ones() as usize;
        let mut bits = bits;
        for eight in out.as_chunks_mut::<8>().0.iter_mut().take(count.div_ceil(8)) {
            for slot in eight {
                *slot = base.wrapping_add(bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
            }
        }
    }
}

/// Four orders in one 256-bit register.
#[derive(Clone, Copy)]
pub struct Avx2Lanes(__m256i);

// SAFETY (of every block below): values are made and used only by code that
// is generic over `Kernel` and runs as `Avx2` or `Avx512`, so the processor
// has AVX2.
impl Lanes for Avx2Lanes {
    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_setzero_si256() })
    }

    #[inline(always)]
    fn splat(value: u64) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_set1_epi64x(value.cast_signed()) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut lanes = [0; 4];
        // SAFETY: see above; the array has the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }

    #[inline(always)]
    fn next_order(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let moved = _mm256_permute4x64_epi64::<0b10_01_00_00>(self.0);
            _mm256_blend_epi32::<0b0000_0011>(moved, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn shift_left(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_add_epi64(self.0, self.0) })
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_srli_epi64::<63>(self.0) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn is_nonzero(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_xor_si256(zero, _mm256_set1_epi64x(-1))
        })
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u8 {
        // SAFETY: see above.
        let zero = unsafe {
            let zero = _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256());
            _mm256_movemask_pd(_mm256_castsi256_pd(zero))
        };
        !(zero as u8) & 0b1111
    }
}

/// The 64 bytes of a block.
#[inline(always)]
fn load(block: &[u8; BLOCK]) -> __m512i {
    // SAFETY: the block has the 64 bytes that are read; only called by
    // `Avx512`, so the processor has AVX-512.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

impl Kernel for Avx512 {
    type Lanes = Avx2Lanes;

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        let bytes = load(block);
        // SAFETY: `self` proves AVX-512; tables have the 16 bytes that are read.
        unsafe {
            let table =
                |bytes: &[u8; 16]| _mm512_broadcast_i32x4(_mm_loadu_si128(bytes.as_ptr().cast()));
            let low_half = _mm512_set1_epi8(15);
            let low = _mm512_and_si512(bytes, low_half);
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), low_half);
            let high = _mm512_shuffle_epi8(table(&HIGH_BIT), high);
            let mut classified =
                Classified { wide: _mm512_movepi8_mask(bytes), ..Default::default() };
            for k in 0..SETS {
                let row = _mm512_shuffle_epi8(table(&sets.by_nibble[k]), low);
                classified.sets[k] = _mm512_test_epi8_mask(row, high);
            }
            classified
        }
    }

    #[inline(always)]
    fn continuations(self, block: &[u8; BLOCK]) -> u64 {
        // As signed numbers, 0x80..=0xBF are those below -64.
        // SAFETY: `self` proves AVX-512.
        unsafe { _mm512_cmplt_epi8_mask(load(block), _mm512_set1_epi8(-64)) }
    }

    #[inline(always)]
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
        let bytes = load(block);
        // SAFETY: `self` proves AVX-512.
        wanted.iter().fold(0, |found, &byte| unsafe {
            found | _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()))
        })
    }

    #[inline(always)]
    fn find(self, key: u64, keys: &[u64]) -> u64 {
        let (eights, rest) = keys.as_chunks::<8>();
        let mut found = 0;
        // SAFETY: `self` proves AVX-512; `eight` has the 64 bytes that are
        // read; of `rest` only its own numbers are (the mask sees to it).
        unsafe {
            let wanted = _mm512_set1_epi64(key.cast_signed());
            for (i, eight) in eights.iter().enumerate() {
                let others = _mm512_loadu_si512(eight.as_ptr().cast());
                let equal = _mm512_cmpeq_epi64_mask(others, wanted);
                found |= u64::from(equal) << (8 * i);
            }
            if !rest.is_empty() {
                let mask = (1_u8 << rest.len()) - 1;
                let others = _mm512_maskz_loadu_epi64(mask, rest.as_ptr().cast());
                let equal = _mm512_mask_cmpeq_epi64_mask(mask, others, wanted);
                found |= u64::from(equal) << (8 * eights.len());
            }
        }
        found
    }

    #[inline(always)]
    fn positions(self, bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        Avx2(()).positions(bits, base, out);
    }
}
