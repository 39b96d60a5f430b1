//! Characters to UTF-8: every character of a register is written as if it took the most bytes, and
//! those that it does not take are left out, by table.

use std::arch::aarch64::*;

use super::Neon;
use crate::kernels::tables::{OF_THREE, OF_TWO};
use crate::kernels::{CHARACTERS, ENCODED, EncodeUtf8};

impl EncodeUtf8 for Neon {
    #[inline(always)]
    fn encode_narrow(self, characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        // SAFETY: `self` proves that the processor has NEON.
        unsafe { narrow(characters, out) }
    }

    #[inline(always)]
    fn encode_wide(self, characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
        // SAFETY: as above.
        unsafe { wide(characters, out) }
    }
}

/// Write the 16 bytes of `bytes` that `order` names.
#[inline]
#[target_feature(enable = "neon")]
fn store(out: &mut [u8], bytes: uint8x16_t, order: &[u8; 16]) {
    let out = out.first_chunk_mut::<16>().expect("there is room for 16 bytes");
    // SAFETY: 16 bytes are read, and 16 written.
    unsafe { vst1q_u8(out.as_mut_ptr(), vqtbl1q_u8(bytes, vld1q_u8(order.as_ptr()))) };
}

/// Encode eight characters below U+0800.
#[inline]
#[target_feature(enable = "neon")]
fn eight_of_two(characters: uint16x8_t, out: &mut [u8]) -> usize {
    const BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    let last = vandq_u16(characters, vdupq_n_u16(0x3F));
    let both = vsliq_n_u16::<8>(vshrq_n_u16::<6>(characters), last);
    let both = vorrq_u16(both, vdupq_n_u16(0x80C0));
    let takes_two = vcgtq_u16(characters, vdupq_n_u16(0x7F));
    let bytes = vbslq_u16(takes_two, both, characters);
    // SAFETY: there are the 16 bytes that are read.
    let bits = unsafe { vld1q_u16(BITS.as_ptr()) };
    let set = vaddvq_u16(vandq_u16(takes_two, bits));
    store(out, vreinterpretq_u8_u16(bytes), &OF_TWO[usize::from(set as u8)]);
    8 + set.count_ones() as usize
}

/// Encode four characters below U+10000.
#[inline]
#[target_feature(enable = "neon")]
fn four_of_three(characters: uint32x4_t, out: &mut [u8]) -> usize {
    const BITS: [[u32; 4]; 2] = [[1, 2, 4, 8], [16, 32, 64, 128]];
    let last = vandq_u32(characters, vdupq_n_u32(0x3F));
    let two = vorrq_u32(vshrq_n_u32::<6>(characters), vshlq_n_u32::<8>(last));
    let two = vorrq_u32(two, vdupq_n_u32(0x80C0));
    let middle = vandq_u32(vshlq_n_u32::<2>(characters), vdupq_n_u32(0x3F00));
    let three = vorrq_u32(vshrq_n_u32::<12>(characters), middle);
    let three = vorrq_u32(three, vshlq_n_u32::<16>(last));
    let three = vorrq_u32(three, vdupq_n_u32(0x0080_80E0));
    let takes_two = vcgtq_u32(characters, vdupq_n_u32(0x7F));
    let takes_three = vcgtq_u32(characters, vdupq_n_u32(0x7FF));
    let bytes = vbslq_u32(takes_three, three, vbslq_u32(takes_two, two, characters));
    // SAFETY: there are the 16 bytes that are read, twice.
    let bits = BITS.each_ref().map(|bits| unsafe { vld1q_u32(bits.as_ptr()) });
    let set = vorrq_u32(vandq_u32(takes_two, bits[0]), vandq_u32(takes_three, bits[1]));
    let set = vaddvq_u32(set);
    store(out, vreinterpretq_u8_u32(bytes), &OF_THREE[usize::from(set as u8)]);
    4 + set.count_ones() as usize
}

/// [`EncodeUtf8::encode_narrow`].
#[inline]
#[target_feature(enable = "neon")]
fn narrow(characters: &[u8; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    // SAFETY: there are the 16 bytes that are read.
    let characters = unsafe { vld1q_u8(characters.as_ptr()) };
    let end = eight_of_two(vmovl_u8(vget_low_u8(characters)), out);
    end + eight_of_two(vmovl_high_u8(characters), &mut out[end..])
}

/// [`EncodeUtf8::encode_wide`].
#[inline]
#[target_feature(enable = "neon")]
fn wide(characters: &[u16; CHARACTERS], out: &mut [u8; ENCODED]) -> usize {
    let mut end = 0;
    for eight in characters.as_chunks::<8>().0 {
        // SAFETY: there are the 16 bytes that are read.
        let eight = unsafe { vld1q_u16(eight.as_ptr()) };
        // Letters of Europe and of its neighbors take two bytes at most.
        if vmaxvq_u16(eight) < 0x800 {
            end += eight_of_two(eight, &mut out[end..]);
        } else {
            end += four_of_three(vmovl_u16(vget_low_u16(eight)), &mut out[end..]);
            end += four_of_three(vmovl_high_u16(eight), &mut out[end..]);
        }
    }
    end
}
