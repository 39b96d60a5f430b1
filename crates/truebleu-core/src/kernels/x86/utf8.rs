//! Characters to UTF-8: every character of a register is written as if it took the most bytes, and
//! those that it does not take are left out.

use std::arch::x86_64::*;

use super::{Avx2, Avx512};
use crate::kernels::tables::{OF_THREE, OF_TWO};
use crate::kernels::{CHARACTERS, ENCODED, EncodeUtf8};

impl EncodeUtf8 for Avx2 {
    #[inline(always)]
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        // SAFETY: `self` proves that the processor has AVX2.
        unsafe { narrow(characters, out) }
    }

    #[inline(always)]
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        // SAFETY: as above.
        unsafe { wide(characters, out) }
    }
}

impl EncodeUtf8 for Avx512 {
    #[inline(always)]
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        if is_x86_feature_detected!("avx512vbmi2") {
            // SAFETY: the processor was just found to have it; `self` proves the rest.
            unsafe { narrow_compressed(characters, out) }
        } else {
            // SAFETY: `self` proves that the processor has AVX-512, and AVX2 with it.
            unsafe { narrow(characters, out) }
        }
    }

    #[inline(always)]
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        if is_x86_feature_detected!("avx512vbmi2") {
            // SAFETY: the processor was just found to have it; `self` proves the rest.
            unsafe { wide_compressed(characters, out) }
        } else {
            // SAFETY: `self` proves that the processor has AVX-512, and AVX2 with it.
            unsafe { wide(characters, out) }
        }
    }
}

/// Write the 16 bytes of `bytes` that `order` names.
#[inline]
#[target_feature(enable = "avx2")]
fn store(out: &mut [u8], bytes: __m128i, order: &[u8; 16]) {
    let out = out.first_chunk_mut::<16>().expect("there is room for 16 bytes");
    // SAFETY: 16 bytes are read, and 16 written.
    unsafe {
        let order = _mm_loadu_si128(order.as_ptr().cast());
        _mm_storeu_si128(out.as_mut_ptr().cast(), _mm_shuffle_epi8(bytes, order));
    }
}

/// Encode eight characters below U+0800.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn eight_of_two(characters: __m128i, out: &mut [u8]) -> usize {
    let last = _mm_and_si128(characters, _mm_set1_epi16(0x3F));
    let both = _mm_or_si128(_mm_srli_epi16::<6>(characters), _mm_slli_epi16::<8>(last));
    let both = _mm_or_si128(both, _mm_set1_epi16(0x80C0_u16.cast_signed()));
    let takes_two = _mm_cmpgt_epi16(characters, _mm_set1_epi16(0x7F));
    let bytes = _mm_blendv_epi8(characters, both, takes_two);
    let set = _mm_movemask_epi8(_mm_packs_epi16(takes_two, _mm_setzero_si128()));
    store(out, bytes, &OF_TWO[set as usize % 256]);
    8 + set.count_ones() as usize
}

/// Encode eight characters below U+10000.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn eight_of_three(characters: __m128i, out: &mut [u8]) -> usize {
    let same = |number: i32| _mm256_set1_epi32(number);
    let characters = _mm256_cvtepu16_epi32(characters);
    let last = _mm256_and_si256(characters, same(0x3F));
    let two = _mm256_or_si256(_mm256_srli_epi32::<6>(characters), _mm256_slli_epi32::<8>(last));
    let two = _mm256_or_si256(two, same(0x80C0));
    let middle = _mm256_and_si256(_mm256_slli_epi32::<2>(characters), same(0x3F00));
    let three = _mm256_or_si256(_mm256_srli_epi32::<12>(characters), middle);
    let three = _mm256_or_si256(three, _mm256_slli_epi32::<16>(last));
    let three = _mm256_or_si256(three, same(0x0080_80E0));
    let takes_two = _mm256_cmpgt_epi32(characters, same(0x7F));
    let takes_three = _mm256_cmpgt_epi32(characters, same(0x7FF));
    let bytes = _mm256_blendv_epi8(characters, two, takes_two);
    let bytes = _mm256_blendv_epi8(bytes, three, takes_three);
    let bits = |lanes| _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as usize;
    let (second, third) = (bits(takes_two), bits(takes_three));
    let sets = [second & 15 | third << 4 & 0xF0, second >> 4 & 15 | third & 0xF0];
    store(out, _mm256_castsi256_si128(bytes), &OF_THREE[sets[0]]);
    let end = 4 + sets[0].count_ones() as usize;
    store(&mut out[end..], _mm256_extracti128_si256::<1>(bytes), &OF_THREE[sets[1]]);
    end + 4 + sets[1].count_ones() as usize
}

/// [`EncodeUtf8::encode_narrow`].
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn narrow(characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    // SAFETY: there are the 16 bytes that are read.
    let characters = unsafe { _mm_loadu_si128(characters.as_ptr().cast()) };
    let characters = _mm256_cvtepu8_epi16(characters);
    let end = eight_of_two(_mm256_castsi256_si128(characters), out);
    end + eight_of_two(_mm256_extracti128_si256::<1>(characters), &mut out[end..])
}

/// [`EncodeUtf8::encode_wide`].
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn wide(characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    let above = _mm_set1_epi16(0xF800_u16.cast_signed());
    let mut end = 0;
    for eight in characters.as_chunks::<8>().0 {
        // SAFETY: there are the 16 bytes that are read.
        let eight = unsafe { _mm_loadu_si128(eight.as_ptr().cast()) };
        // Letters of Europe and of its neighbors take two bytes at most.
        end += if _mm_testz_si128(eight, above) == 1 {
            eight_of_two(eight, &mut out[end..])
        } else {
            eight_of_three(eight, &mut out[end..])
        };
    }
    end
}

/// Do as [`narrow`], with an instruction that leaves bytes out.
#[inline]
#[target_feature(enable = "bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn narrow_compressed(characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    // SAFETY: there are the 16 bytes that are read.
    let characters = unsafe { _mm_loadu_si128(characters.as_ptr().cast()) };
    let set = _mm_movepi8_mask(characters);
    let characters = _mm256_cvtepu8_epi16(characters);
    let last = _mm256_and_si256(characters, _mm256_set1_epi16(0x3F));
    let both = _mm256_or_si256(_mm256_srli_epi16::<6>(characters), _mm256_slli_epi16::<8>(last));
    let both = _mm256_or_si256(both, _mm256_set1_epi16(0x80C0_u16.cast_signed()));
    let bytes = _mm256_mask_mov_epi16(characters, set, both);
    let stay = _pdep_u32(set.into(), 0xAAAA_AAAA) | 0x5555_5555;
    // SAFETY: 32 bytes are written, and there is more room.
    unsafe {
        _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm256_maskz_compress_epi8(stay, bytes));
    }
    CHARACTERS + set.count_ones() as usize
}

/// Do as [`wide`], with an instruction that leaves bytes out.
#[inline]
#[target_feature(enable = "bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vbmi2")]
fn wide_compressed(characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    let same = |number: i32| _mm512_set1_epi32(number);
    // SAFETY: there are the 32 bytes that are read.
    let characters = unsafe { _mm256_loadu_si256(characters.as_ptr().cast()) };
    let characters = _mm512_cvtepu16_epi32(characters);
    let last = _mm512_and_si512(characters, same(0x3F));
    let two = _mm512_or_si512(_mm512_srli_epi32::<6>(characters), _mm512_slli_epi32::<8>(last));
    let two = _mm512_or_si512(two, same(0x80C0));
    let middle = _mm512_and_si512(_mm512_slli_epi32::<2>(characters), same(0x3F00));
    let three = _mm512_or_si512(_mm512_srli_epi32::<12>(characters), middle);
    let three = _mm512_or_si512(three, _mm512_slli_epi32::<16>(last));
    let three = _mm512_or_si512(three, same(0x0080_80E0));
    let second = _mm512_cmpgt_epu32_mask(characters, same(0x7F));
    let third = _mm512_cmpgt_epu32_mask(characters, same(0x7FF));
    let bytes = _mm512_mask_mov_epi32(characters, second, two);
    let bytes = _mm512_mask_mov_epi32(bytes, third, three);
    let stay = _pdep_u64(second.into(), 0x2222_2222_2222_2222)
        | _pdep_u64(third.into(), 0x4444_4444_4444_4444)
        | 0x1111_1111_1111_1111;
    // SAFETY: 64 bytes are written, and there is as much room.
    unsafe {
        _mm512_storeu_si512(out.as_mut_ptr().cast(), _mm512_maskz_compress_epi8(stay, bytes));
    }
    CHARACTERS + (second.count_ones() + third.count_ones()) as usize
}
