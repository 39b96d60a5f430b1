//! The plain kernel: what every other kernel must give.

use super::{BLOCK, Classified, HELD, Kernel, PANEL, Rows};
use crate::text::ascii::{AsciiSets, SETS};

/// The kernel without vector instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The lowest bit of each of eight bytes.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// Gathers the lowest bits of eight bytes into one byte, first byte lowest.
#[inline(always)]
const fn gather_low_bits(bytes: u64) -> u64 {
    (bytes & LOW_BITS).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// One bit for each byte of `block`: what `test` says of it.
#[inline(always)]
fn bits(block: &[u8; BLOCK], test: impl Fn(u8) -> bool) -> u64 {
    block.iter().enumerate().fold(0, |bits, (i, &byte)| bits | u64::from(test(byte)) << i)
}

impl Kernel for Portable {
    type Lanes = [u64; 4];
    type WideLanes = [u64; 8];

    #[inline(always)]
    fn classify(self, block: &[u8; BLOCK], sets: &AsciiSets) -> Classified {
        let mut classified = Classified::default();
        for (i, eight) in block.as_chunks::<8>().0.iter().enumerate() {
            let members = u64::from_le_bytes(eight.map(|byte| sets.by_byte[usize::from(byte)]));
            for k in 0..SETS {
                classified.sets[k] |= gather_low_bits(members >> k) << (8 * i);
            }
            classified.wide |= gather_low_bits(u64::from_le_bytes(*eight) >> 7) << (8 * i);
        }
        classified
    }

    #[inline(always)]
    fn continuations(self, block: &[u8; BLOCK]) -> u64 {
        bits(block, |byte| byte & 0xC0 == 0x80)
    }

    #[inline(always)]
    fn any_of(self, block: &[u8; BLOCK], wanted: [u8; 4]) -> u64 {
        bits(block, |byte| wanted.contains(&byte))
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
        let keys = &keys.as_flattened()[..length];
        for (&wanted, found) in wanted.iter().zip(found.iter_mut().step_by(stride)) {
            *found = 0;
            for (j, &key) in keys.iter().enumerate() {
                *found |= u64::from(key == wanted) << j;
            }
        }
    }

    #[inline(always)]
    fn select(self, block: &[u8; BLOCK], bits: u64, out: &mut [u32; BLOCK]) {
        let mut count = 0;
        for (i, &byte) in block.iter().enumerate() {
            // At most as many as bytes were seen: the index is below 64.
            out[count] = u32::from(byte);
            count += (bits >> i & 1) as usize;
        }
    }

    #[inline(always)]
    fn positions(self, mut bits: u64, base: u32, out: &mut [u32; BLOCK]) {
        for slot in &mut out[..bits.count_ones() as usize] {
            *slot = base + bits.trailing_zeros();
            bits &= bits - 1;
        }
    }
}

/// [`Kernel::multiply`], four rows after four rows.
#[inline(always)]
pub(super) fn multiply(rows: &[Rows], weights: [&[[u8; 4]]; HELD]) -> [[i32; PANEL]; HELD] {
    let mut sums = [[0i32; PANEL]; HELD];
    for (i, rows) in rows.iter().enumerate() {
        // Products of 16 bits in pairs are what compilers know an instruction for.
        let pairs = [0, 2].map(|at| rows.0.map(|row| [row[at], row[at + 1]].map(i16::from)));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            let weights = weights[i].map(i32::from);
            for (pairs, weights) in pairs.iter().zip(weights.as_chunks::<2>().0) {
                for (sum, pair) in sums.iter_mut().zip(pairs) {
                    *sum += weights[0] * i32::from(pair[0]) + weights[1] * i32::from(pair[1]);
                }
            }
        }
    }
    sums
}
